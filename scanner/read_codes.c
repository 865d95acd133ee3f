/*
 * What codes look like: a deck is a closed set, so each of its codes is drawn beforehand as it is
 * seen through several blurs, and a code is not decoded but recognised (read_match.c).
 */
#include "read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- ideal codes ------------------------------------------------------------------------- */

/* How much of a module's light comes from its neighbour on each side, in parts of 64. */
static const int spill[BLURS] = {2, 8, 14, 19};

static int place(int row, int column) { return (row + 1) * GRID_ROW + column + 1; }

/* 0: light, 1: dark, UNSURE: nobody knows. */
static const float UNSURE = 0.5f;

static float common_module(int row, int column)
{
    int r = row <= 7    ? row
            : row >= 13 ? 20 - row
                        : -9,
        c = column <= 7    ? column
            : column >= 13 ? 20 - column
                           : -9;
    if (row < 0 || column < 0 || row >= MODULES || column >= MODULES)
        return 0;
    if (r != -9 && c != -9 && !(row > 7 && column > 7)) {
        int far = abs(r - 3) > abs(c - 3) ? abs(r - 3) : abs(c - 3);
        return far == 2 || far == 4 ? 0 : 1;
    }
    if (row == 6 || column == 6)
        return (row + column) % 2 == 0 ? 1 : 0;
    return UNSURE;
}

static void smear(const float *in, int blur, float *out)
{
    float across[GRID_ALL] = {0}, side = (float)spill[blur] / 64, own = 1 - 2 * side;
    for (int i = 0; i < GRID_ALL; i++) {
        int column = i % GRID_ROW;
        across[i] = own * in[i]
                    + side * ((column > 0 ? in[i - 1] : 0) + (column < GRID - 1 ? in[i + 1] : 0));
    }
    for (int i = 0; i < GRID_ALL; i++) {
        float before = i >= GRID_ROW ? across[i - GRID_ROW] : 0,
              after = i < GRID_ALL - GRID_ROW ? across[i + GRID_ROW] : 0;
        out[i] = -(own * across[i] + side * (before + after));
    }
}

/*
 * As patch_normal has it of what is seen. `unsure`: how much of an unknown module's swing is left.
 */
static void normal(const float *module, int blur, float *out)
{
    float light[GRID_ALL], square[GRID_ALL], mean[GRID_ALL], each[GRID_ALL],
        side = (float)spill[blur] / 64, own = 1 - 2 * side;
    float swing = (own * own + 2 * side * side) * (own * own + 2 * side * side) / 4;
    smear(module, blur, light);
    for (int i = 0; i < GRID_ALL; i++)
        square[i] = light[i] * light[i] + (module[i] == UNSURE ? swing : 0);
    local_make(light, square, 1e-3f, mean, each);
    for (int row = 0; row < GRID; row++)
        for (int i = row * GRID_ROW; i < row * GRID_ROW + GRID; i++)
            out[i] = (light[i] - mean[i]) * each[i];
}

/* Takes the mean away, and gives the length. */
float centre(int16_t *v, int n)
{
    int sum = 0, squares = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    for (int i = 0; i < n; i++) {
        v[i] = (int16_t)(v[i] - sum / n);
        squares += v[i] * v[i];
    }
    return sqrtf((float)squares);
}

static void finder_make(struct finder *f)
{
    float module[GRID_ALL] = {0}, light[GRID_ALL];
    for (int i = 0; i < FINDER * FINDER; i++) {
        int row = i / FINDER - 1, column = i % FINDER - 1;
        module[place(row, column)] = common_module(row, column);
    }
    smear(module, 1, light);
    for (int i = 0; i < FINDER * FINDER; i++)
        f->ideal[i] = (int16_t)(256 * light[place(i / FINDER - 1, i % FINDER - 1)]);
    f->length = centre(f->ideal, FINDER * FINDER);
}

static void parts_make(struct codes *codes)
{
    float module[GRID_ALL] = {0}, light[GRID_ALL] = {0};
    for (int row = -1; row <= MODULES; row++)
        for (int column = -1; column <= MODULES; column++) {
            module[place(row, column)] = common_module(row, column);
            if (module[place(row, column)] == UNSURE)
                codes->data[codes->datas++] = (uint16_t)place(row, column);
        }
    for (int i = 0; i < codes->datas; i++)
        for (int k = 0; k < codes->datas; k++)
            if (codes->data[i] / GRID_ROW == codes->data[k] % GRID_ROW
                && codes->data[i] % GRID_ROW == codes->data[k] / GRID_ROW)
                codes->mirrored[i] = (uint16_t)k;
    for (int blur = 0; blur < BLURS; blur++) {
        struct ideal *common = &codes->common[blur];
        normal(module, blur, light);
        for (int i = 0; i < GRID_ALL; i++)
            if (i % GRID_ROW < GRID && module[i] != UNSURE) {
                common->at[common->count] = (uint16_t)i;
                common->light[common->count++] = light[i];
            }
    }
    finder_make(&codes->finder);
}

static void known_light(const struct known *k, int blur, float *light)
{
    float module[GRID_ALL] = {0};
    for (int row = 0; row < MODULES; row++)
        for (int column = 0; column < MODULES; column++)
            module[place(row, column)] = (float)(k->row[row] >> column & 1);
    normal(module, blur, light);
}

static void known_ideal(const struct codes *codes, struct known *k)
{
    float light[GRID_ALL];
    for (int blur = 0; blur < BLURS; blur++) {
        known_light(k, blur, light);
        for (int i = 0; i < codes->datas; i++)
            k->ideal[blur][i] = (int16_t)lrintf(64 * light[codes->data[i]]);
        k->length[blur] = centre(k->ideal[blur], codes->datas);
    }
}

void known_whole(const struct known *k, int blur, struct ideal *out)
{
    float light[GRID_ALL];
    known_light(k, blur, light);
    out->count = 0;
    for (int i = 0; i < GRID_ALL; i++)
        if (i % GRID_ROW < GRID) {
            out->at[out->count] = (uint16_t)i;
            out->light[out->count++] = light[i];
        }
}

static bool codes_have(const struct codes *codes, const char *payload)
{
    for (int i = 0; i < codes->count; i++)
        if (strcmp(codes->known[i].payload, payload) == 0)
            return true;
    return false;
}

static bool codes_add(struct codes *codes, const struct deck *deck, bool of_deck)
{
    struct known *more = realloc(codes->known,
        sizeof *more * (size_t)(codes->count + deck->count + 1));
    if (more == NULL)
        return false;
    codes->known = more;
    for (int i = 0; i < deck->count; i++) {
        struct known *k = &codes->known[codes->count];
        if (codes_have(codes, deck->label[i].payload))
            continue;
        *k = (struct known){.label = of_deck ? i : -1};
        memcpy(k->payload, deck->label[i].payload, sizeof k->payload);
        memcpy(k->row, deck->label[i].row, sizeof k->row);
        known_ideal(codes, k);
        codes->count++;
    }
    return true;
}

/* The other decks that are known without a pack: their cards must not be taken for ours. */
static bool codes_add_others(struct codes *codes)
{
    bool ok = true;
    for (int i = 0; ok && rulebooks[i] != NULL; i++) {
        const struct rulebook *book = rulebooks[i];
        void *pack = book->deck != NULL ? calloc(1, book->deck->size) : NULL;
        struct deck deck;
        struct why why;
        if (pack != NULL)
            rulebook_lay_deck(book, pack);
        if (deck_make(&deck, book, pack, true, &why)) {
            ok = codes_add(codes, &deck, false);
            deck_clear(&deck);
        }
        free(pack);
    }
    return ok;
}

static float likeness(const struct known *a, const struct known *b, int blur)
{
    int product = 0;
    for (int n = 0; n < DATA_MOST; n++)
        product += a->ideal[blur][n] * b->ideal[blur][n];
    return (float)product / (a->length[blur] * b->length[blur]);
}

static void codes_compare(struct codes *codes)
{
    for (int i = 0; i < codes->count; i++)
        for (int blur = 0; blur < BLURS; blur++) {
            struct known *k = &codes->known[i];
            k->apart[blur] = 1;
            for (int j = 0; j < i; j++) {
                struct known *o = &codes->known[j];
                float apart = 1 - likeness(k, o, blur);
                k->apart[blur] = fminf(k->apart[blur], apart);
                o->apart[blur] = fminf(o->apart[blur], apart);
            }
        }
}

bool codes_make(struct codes *codes, const struct deck *deck)
{
    *codes = (struct codes){.known = NULL};
    parts_make(codes);
    if (codes_add(codes, deck, true) && codes_add_others(codes)) {
        codes_compare(codes);
        return true;
    }
    codes_clear(codes);
    return false;
}

void codes_clear(struct codes *codes)
{
    free(codes->known);
    codes->known = NULL;
}
