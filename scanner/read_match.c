/*
 * A deck is a closed set: so a code is not decoded but recognised. The light of its modules is compared
 * with what each known code would look like through the same blur, and that needs far less light than
 * telling dark from light module by module. Positions are moved a little until they match best.
 *
 * Comparison is by correlation: light and contrast do not matter, only the pattern.
 */
#include "read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- ideal codes ------------------------------------------------------------------------- */

/* How much of a module's light comes from its neighbour on each side, in parts of 64. */
static const int spill[BLURS] = {2, 8, 14};

static int place(int row, int column) { return (row + 1) * GRID_ROW + column + 1; }

/* 0: light, 64: dark, 32: nobody knows. */
static int common_module(int row, int column)
{
    int r = row <= 7 ? row : row >= 13 ? 20 - row : -9, c = column <= 7 ? column : column >= 13 ? 20 - column : -9;
    if (row < 0 || column < 0 || row >= MODULES || column >= MODULES)
        return 0;
    if (r != -9 && c != -9 && !(row > 7 && column > 7)) {
        int far = abs(r - 3) > abs(c - 3) ? abs(r - 3) : abs(c - 3);
        return far == 2 || far == 4 ? 0 : 64;
    }
    if (row == 6 || column == 6)
        return (row + column) % 2 == 0 ? 64 : 0;
    return 32;
}

static void smear(const int16_t *in, int blur, int16_t *out)
{
    int16_t across[GRID_ALL];
    int side = spill[blur], own = 64 - 2 * side;
    for (int i = 0; i < GRID_ALL; i++) {
        int column = i % GRID_ROW, before = column > 0 ? in[i - 1] : 0, after = column < GRID - 1 ? in[i + 1] : 0;
        across[i] = (int16_t)(own * in[i] + side * (before + after));
    }
    for (int i = 0; i < GRID_ALL; i++) {
        int before = i >= GRID_ROW ? across[i - GRID_ROW] : 0, after = i < GRID_ALL - GRID_ROW ? across[i + GRID_ROW] : 0;
        out[i] = (int16_t)((own * across[i] + side * (before + after)) / 2048);
    }
}

/* Takes the mean away, and gives the length. */
static float centre(int16_t *v, int n)
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

static void part_ideal(struct part *part, const int16_t *module)
{
    int16_t smeared[GRID_ALL];
    for (int blur = 0; blur < BLURS; blur++) {
        smear(module, blur, smeared);
        for (int i = 0; i < part->count; i++)
            part->ideal[blur][i] = (int16_t)-smeared[part->at[i]];
        part->length[blur] = centre(part->ideal[blur], part->count);
    }
}

static void parts_make(struct codes *codes)
{
    int16_t module[GRID_ALL] = {0};
    for (int row = -1; row <= MODULES; row++)
        for (int column = -1; column <= MODULES; column++) {
            int at = place(row, column), m = common_module(row, column);
            struct part *part = m == 32 ? &codes->data : &codes->common;
            module[at] = (int16_t)m;
            part->at[part->count++] = (uint16_t)at;
            for (int k = 0; k < 3; k++) {
                int r = k == 2 ? row - 14 : row, c = k == 1 ? column - 14 : column;
                if (r >= -1 && c >= -1 && r <= 7 && c <= 7)
                    codes->finder[k].at[codes->finder[k].count++] = (uint16_t)at;
            }
        }
    part_ideal(&codes->common, module);
    for (int k = 0; k < 3; k++)
        part_ideal(&codes->finder[k], module);
}

static void known_modules(const struct known *k, int16_t *module)
{
    memset(module, 0, sizeof *module * GRID_ALL);
    for (int row = 0; row < MODULES; row++)
        for (int column = 0; column < MODULES; column++)
            module[place(row, column)] = k->row[row] >> column & 1 ? 64 : 0;
}

static void known_ideal(const struct codes *codes, struct known *k)
{
    int16_t module[GRID_ALL], smeared[GRID_ALL];
    known_modules(k, module);
    for (int blur = 0; blur < BLURS; blur++) {
        smear(module, blur, smeared);
        for (int i = 0; i < codes->data.count; i++)
            k->ideal[blur][i] = (int16_t)-smeared[codes->data.at[i]];
        k->length[blur] = centre(k->ideal[blur], codes->data.count);
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
    struct known *more = realloc(codes->known, sizeof *more * (size_t)(codes->count + deck->count + 1));
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

bool codes_make(struct codes *codes, const struct deck *deck)
{
    *codes = (struct codes){.known = NULL};
    parts_make(codes);
    if (codes_add(codes, deck, true) && codes_add_others(codes))
        return true;
    codes_clear(codes);
    return false;
}

void codes_clear(struct codes *codes)
{
    free(codes->known);
    codes->known = NULL;
}

/* ---- from modules to pixels -------------------------------------------------------------- */

/* A plane seen aslant: x = (a u + b v + c) / (g u + h v + 1), y = (d u + e v + f) / the same. */
struct slant {
    float a, b, c, d, e, f, g, h;
};

/* (0,0) (1,0) (1,1) (0,1) to four points; see Heckbert, Fundamentals of Texture Mapping (1989). */
static struct slant slant_of(const struct pose *pose)
{
    const struct point *p = pose->at;
    float dx1 = p[1].x - p[2].x, dx2 = p[3].x - p[2].x, dx3 = p[0].x - p[1].x + p[2].x - p[3].x;
    float dy1 = p[1].y - p[2].y, dy2 = p[3].y - p[2].y, dy3 = p[0].y - p[1].y + p[2].y - p[3].y;
    float det = dx1 * dy2 - dx2 * dy1;
    struct slant s = {.c = p[0].x, .f = p[0].y};
    if (fabsf(det) > 1e-6f) {
        s.g = (dx3 * dy2 - dx2 * dy3) / det;
        s.h = (dx1 * dy3 - dx3 * dy1) / det;
    }
    s.a = p[1].x - p[0].x + s.g * p[1].x;
    s.b = p[3].x - p[0].x + s.h * p[3].x;
    s.d = p[1].y - p[0].y + s.g * p[1].y;
    s.e = p[3].y - p[0].y + s.h * p[3].y;
    return s;
}

static struct point slant_point(const struct slant *s, float column, float row)
{
    float u = (column - 3.5f) / 14, v = (row - 3.5f) / 14, w = s->g * u + s->h * v + 1;
    return (struct point){(s->a * u + s->b * v + s->c) / w, (s->d * u + s->e * v + s->f) / w};
}

void pose_corners(const struct pose *pose, struct point out[4])
{
    struct slant s = slant_of(pose);
    for (int k = 0; k < 4; k++)
        out[k] = slant_point(&s, k == 0 || k == 3 ? 0 : MODULES, k < 2 ? 0 : MODULES);
}

static float module_of(const struct pose *pose)
{
    return (hypotf(pose->at[1].x - pose->at[0].x, pose->at[1].y - pose->at[0].y) +
            hypotf(pose->at[3].x - pose->at[0].x, pose->at[3].y - pose->at[0].y)) / 28;
}

/* The middle of a module of the grid, in modules of the code. */
static struct point module_middle(int at)
{
    int row = at / GRID_ROW, column = at % GRID_ROW;
    return (struct point){(float)column - 0.5f, (float)row - 0.5f};
}

/* ---- light of modules -------------------------------------------------------------------- */

/* The plane in which a module is two to four pixels wide. */
static const struct plane *plane_for(const struct plane *levels, int count, float module)
{
    int level = 0;
    while (level + 1 < count && module >= 4 * levels[level].scale)
        level++;
    return &levels[level];
}

/* Between the four pixels around a point of the plane, 0 to 255. Outside it is as at its edge. */
static int16_t light_at(const struct plane *p, float x, float y)
{
    float fx = (x - 0.5f) * 256, fy = (y - 0.5f) * 256, most_x = (float)(p->width - 1) * 256 - 1,
          most_y = (float)(p->height - 1) * 256 - 1;
    int ix = (int)(fx > 0 ? fx < most_x ? fx : most_x : 0), iy = (int)(fy > 0 ? fy < most_y ? fy : most_y : 0);
    const uint8_t *at = p->at + (size_t)(iy >> 8) * (size_t)p->stride + (ix >> 8);
    int u = ix & 255, v = iy & 255;
    int top = at[0] * (256 - u) + at[1] * u, low = at[p->stride] * (256 - u) + at[p->stride + 1] * u;
    return (int16_t)((top * (256 - v) + low * v) >> 16);
}

/* Where the modules of a part are, in pixels of the plane. */
static void part_places(const struct part *part, const struct pose *pose, const struct plane *p, struct point *out)
{
    struct slant s = slant_of(pose);
    float each = 1 / p->scale;
    for (int i = 0; i < part->count; i++) {
        struct point m = module_middle(part->at[i]), at = slant_point(&s, m.x, m.y);
        out[i] = (struct point){at.x * each, at.y * each};
    }
}

static void part_light(const struct part *part, const struct plane *p, const struct point *place_of, float x, float y,
                       int16_t *out)
{
    for (int i = 0; i < part->count; i++)
        out[i] = light_at(p, place_of[i].x + x, place_of[i].y + y);
}

static int product_of(const int16_t *light, const int16_t *ideal, int n)
{
    int product = 0;
    for (int i = 0; i < n; i++)
        product += light[i] * ideal[i];
    return product;
}

/* `ideal` has the mean 0. */
static float likeness(const int16_t *light, const int16_t *ideal, int n, float length)
{
    int sum = 0, squares = 0, product = product_of(light, ideal, n);
    for (int i = 0; i < n; i++) {
        sum += light[i];
        squares += light[i] * light[i];
    }
    float spread = (float)squares - (float)sum * (float)sum / (float)n;
    return spread > (float)n ? (float)product / (sqrtf(spread) * length) : 0;
}

/* ---- where exactly ----------------------------------------------------------------------- */

/* Moves one finder to where it matches best. */
static float finder_settle(const struct part *part, const struct plane *p, struct pose *pose, int corner, float module)
{
    struct point at[GRID_ALL];
    int16_t light[GRID_ALL];
    float x = 0, y = 0;
    part_places(part, pose, p, at);
    part_light(part, p, at, 0, 0, light);
    float best = likeness(light, part->ideal[1], part->count, part->length[1]);
    for (int fine = 2; fine <= 8; fine *= 2)
        for (int k = 0, idle = 0; idle < 4 && k < 12; k++, idle++) {
            float step = module / p->scale / (float)fine;
            float nx = x + (k % 4 == 0 ? step : k % 4 == 1 ? -step : 0), ny = y + (k % 4 == 2 ? step : k % 4 == 3 ? -step : 0);
            part_light(part, p, at, nx, ny, light);
            float now = likeness(light, part->ideal[1], part->count, part->length[1]);
            if (now > best) {
                best = now;
                x = nx;
                y = ny;
                idle = -1;
            }
        }
    pose->at[corner].x += x * p->scale;
    pose->at[corner].y += y * p->scale;
    return best;
}

/* How much there is a finder at this point, one module's step being (x, y). It looks the same from four sides. */
static float finder_at(const struct part *part, const struct plane *p, struct point at, float x, float y)
{
    int16_t light[GRID_ALL];
    for (int i = 0; i < part->count; i++) {
        struct point m = module_middle(part->at[i]);
        float u = m.x - 3.5f, v = m.y - 3.5f;
        light[i] = light_at(p, (at.x + u * x - v * y) / p->scale, (at.y + u * y + v * x) / p->scale);
    }
    return likeness(light, part->ideal[1], part->count, part->length[1]);
}

float match_finder(const struct codes *codes, const struct plane *levels, int level_count, struct point at, float x,
                   float y)
{
    return finder_at(&codes->finder[0], plane_for(levels, level_count, hypotf(x, y)), at, x, y);
}

float match_third(const struct codes *codes, const struct plane *levels, int level_count, struct point *at, float x,
                  float y)
{
    const struct plane *p = plane_for(levels, level_count, hypotf(x, y));
    struct point middle = *at;
    float best = -1;
    for (int k = 0; k < 25; k++) {
        int column = k % 5 - 2, row = k / 5 - 2;
        float u = 0.7f * (float)column, v = 0.7f * (float)row;
        struct point near = {middle.x + u * x - v * y, middle.y + u * y + v * x};
        float now = finder_at(&codes->finder[0], p, near, x, y);
        if (now > best) {
            best = now;
            *at = near;
        }
    }
    return best;
}

static void pose_square(struct pose *pose)
{
    pose->at[2].x = pose->at[1].x + pose->at[3].x - pose->at[0].x;
    pose->at[2].y = pose->at[1].y + pose->at[3].y - pose->at[0].y;
}

static float common_best(const struct codes *codes, const struct plane *p, const struct pose *pose, int *blur)
{
    struct point at[GRID_ALL];
    int16_t light[GRID_ALL];
    float best = -1;
    part_places(&codes->common, pose, p, at);
    part_light(&codes->common, p, at, 0, 0, light);
    for (int k = 0; k < BLURS; k++) {
        float now = likeness(light, codes->common.ideal[k], codes->common.count, codes->common.length[k]);
        if (now > best) {
            best = now;
            *blur = k;
        }
    }
    return best;
}

/* ---- which ------------------------------------------------------------------------------- */

/* The best of all known codes, and how far the next is behind. */
static void recognise(const struct codes *codes, const struct plane *p, struct match *m)
{
    struct point at[GRID_ALL];
    int16_t light[GRID_ALL] = {0};              /* `ideal` is 0 behind the data */
    float second = -1;
    const struct part *data = &codes->data;
    part_places(data, &m->pose, p, at);
    part_light(data, p, at, 0, 0, light);
    float spread = centre(light, data->count) + 1;
    m->data = -1;
    for (int i = 0; i < codes->count; i++) {
        const struct known *k = &codes->known[i];
        float now = (float)product_of(light, k->ideal[m->blur], DATA_MOST) / (spread * k->length[m->blur]);
        if (now > m->data) {
            second = m->data;
            m->data = now;
            m->known = i;
        } else if (now > second) {
            second = now;
        }
    }
    m->gap = m->data - second;
}

/* A code as a whole. */
static void whole_of(const struct codes *codes, const struct known *k, int blur, struct part *out)
{
    int16_t module[GRID_ALL], smeared[GRID_ALL];
    known_modules(k, module);
    smear(module, blur, smeared);
    out->count = 0;
    for (int i = 0; i < codes->common.count; i++)
        out->at[out->count++] = codes->common.at[i];
    for (int i = 0; i < codes->data.count; i++)
        out->at[out->count++] = codes->data.at[i];
    for (int i = 0; i < out->count; i++)
        out->ideal[0][i] = (int16_t)-smeared[out->at[i]];
    out->length[0] = centre(out->ideal[0], out->count);
}

static float whole_likeness(const struct part *whole, const struct plane *p, const struct pose *pose)
{
    struct point at[GRID_ALL];
    int16_t light[GRID_ALL];
    part_places(whole, pose, p, at);
    part_light(whole, p, at, 0, 0, light);
    return likeness(light, whole->ideal[0], whole->count, whole->length[0]);
}

/* Moves each corner until the code matches best. */
static void settle(const struct part *whole, const struct plane *p, float module, struct pose *pose)
{
    float best = whole_likeness(whole, p, pose);
    for (int fine = 1; fine <= 2; fine++)
        for (int k = 0, idle = 0; idle < 16 && k < 48; k++, idle++) {
            struct pose moved = *pose;
            float step = 0.4f * module / (float)fine, by = k % 2 ? step : -step;
            moved.at[k / 4 % 4].x += k % 4 < 2 ? by : 0;
            moved.at[k / 4 % 4].y += k % 4 < 2 ? 0 : by;
            float now = whole_likeness(whole, p, &moved);
            if (now > best) {
                best = now;
                *pose = moved;
                idle = -1;
            }
        }
}

/*
 * What was measured: at 1.5 pixels a module and more a code's data match with 0.83 at least before
 * anything is settled, and with 0.85 at least then; what is no code with 0.2 in nine of ten cases, and
 * with 0.5 at most. Two of our codes are alike by 0.5 at most.
 */
static const float COMMON_LEAST = 0.3f, SETTLED_LEAST = 0.5f, HOPE = 0.2f, DATA_LEAST = 0.3f, DATA_SURE = 0.6f,
                   GAP_SURE = 0.12f, NEAR = 12;

/* Tries places for the fourth corner: perspective moves it, more so for a code that is near. */
static void fourth_corner(const struct codes *codes, const struct plane *p, float module, struct match *m)
{
    float far = fminf(2, fmaxf(0.35f, 0.06f * module)) * module;
    struct match best = *m;
    recognise(codes, p, &best);
    bool hope = best.data > HOPE || module > NEAR;
    for (int k = 0; k < 25 && hope && best.data < 0.7f; k++) {
        struct match other = *m;
        int column = k % 5 - 2, row = k / 5 - 2;
        other.pose.at[2].x += far / 2 * (float)column;
        other.pose.at[2].y += far / 2 * (float)row;
        recognise(codes, p, &other);
        if (other.data > best.data)
            best = other;
    }
    *m = best;
}

static void grid_fill(const struct plane *p, const struct pose *pose, struct grid *grid)
{
    struct slant s = slant_of(pose);
    for (int i = 0; i < GRID_ALL; i++) {
        struct point m = module_middle(i), at = slant_point(&s, m.x, m.y);
        grid->at[i] = light_at(p, at.x / p->scale, at.y / p->scale);
    }
}

bool match_make(const struct codes *codes, const struct plane *levels, int level_count, const struct pose *guess,
                struct match *m)
{
    float module = module_of(guess);
    const struct plane *p = plane_for(levels, level_count, module);
    struct part whole;
    *m = (struct match){.pose = *guess};
    pose_square(&m->pose);
    m->common = common_best(codes, p, &m->pose, &m->blur);
    if (m->common < COMMON_LEAST)
        return false;
    struct pose before = m->pose;
    for (int k = 0; k < 3; k++) {
        struct pose pose = before;
        int corner = k == 2 ? 3 : k;
        finder_settle(&codes->finder[k], p, &pose, corner, module);
        m->pose.at[corner] = pose.at[corner];
    }
    pose_square(&m->pose);
    m->common = common_best(codes, p, &m->pose, &m->blur);
    if (m->common < SETTLED_LEAST)
        return false;
    fourth_corner(codes, p, module, m);
    if (m->data >= DATA_LEAST) {
        whole_of(codes, &codes->known[m->known], m->blur, &whole);
        settle(&whole, p, module, &m->pose);
        m->common = common_best(codes, p, &m->pose, &m->blur);
        recognise(codes, p, m);
    }
    grid_fill(p, &m->pose, &m->grid);
    return true;
}

bool match_accepted(const struct match *m)
{
    return m->data > DATA_SURE && m->gap > GAP_SURE && m->common > SETTLED_LEAST;
}

float match_again(const struct codes *codes, const struct plane *levels, int level_count, int known, int blur,
                  const struct pose *pose)
{
    struct part whole;
    whole_of(codes, &codes->known[known], blur, &whole);
    return whole_likeness(&whole, plane_for(levels, level_count, module_of(pose)), pose);
}
