/*
 * Finder patterns. A line through the middle of a finder meets dark, light, dark, light, dark as
 * 1:1:3:1:1, however it is turned and slanted (ISO/IEC 18004, 6.3.3); what matters at two pixels a
 * module is to be generous, because the codes themselves decide later.
 */
#include "read.h"

#include <math.h>
#include <stdlib.h>

enum {
    RUNS = 5,
    WIDTH_LEAST = 11,
    WIDTH_MOST = 80, /* pixels of seven modules, in the plane looked at */
};

/* Are these runs those of a finder? The ends of the outer ones are the least sure. */
static bool finder_like(const int run[RUNS])
{
    int all = run[0] + run[1] + run[2] + run[3] + run[4];
    if (all < WIDTH_LEAST || all > WIDTH_MOST)
        return false;
    int middle = 14 * run[2], low = 14 * run[0], high = 14 * run[4], left = 14 * run[1],
        right = 14 * run[3];
    return middle > 4 * all && middle < 9 * all && left > all - 7 && left < 7 * all / 2
           && right > all - 7 && right < 7 * all / 2 && low > all - 7 && low < 4 * all
           && high > all - 7 && high < 4 * all;
}

static bool dark(const struct bits *bits, int x, int y)
{
    return bits->at[(size_t)y * (size_t)bits->words + (size_t)(x / 64)] >> (x % 64) & 1;
}

/*
 * The runs up and down from a dark pixel. Gives the middle of the middle run, and how long all are.
 */
static bool upright(const struct plane *p, const struct bits *bits, int x, int y, float *middle,
    int *length)
{
    int run[RUNS] = {0}, up = y, down = y + 1;
    for (int k = 2; k >= 0; k--)
        for (; up >= 0 && run[k] < WIDTH_MOST && dark(bits, x, up) == (k != 1); up--)
            run[k]++;
    int top = y - run[2] + 1;
    for (int k = 2; k < RUNS; k++)
        for (; down < p->height && run[k] < WIDTH_MOST && dark(bits, x, down) == (k != 3); down++)
            run[k]++;
    *middle = (float)top + (float)run[2] / 2;
    *length = run[0] + run[1] + run[2] + run[3] + run[4];
    return finder_like(run);
}

/* The spot that this line meets; the last ones are nearest. */
static void spot_meet(struct spots *spots, float x, float y, float wide, float tall)
{
    enum { BACK = 96 };
    float size = (wide + tall) / 2;
    int last = spots->count > BACK ? spots->count - BACK : 0;
    for (int i = spots->count - 1; i >= last; i--) {
        struct spot *s = &spots->at[i];
        float near = size * 0.2f;
        if (fabsf(s->x - x) < near && fabsf(s->y - y) < near && s->size < 1.5f * size
            && size < 1.5f * s->size) {
            float n = (float)s->hits++, all = n + 1;
            s->x = (s->x * n + x) / all;
            s->y = (s->y * n + y) / all;
            s->size = (s->size * n + size) / all;
            s->wide = (s->wide * n + wide) / all;
            s->tall = (s->tall * n + tall) / all;
            return;
        }
    }
    if (spots->count < SPOTS_MOST)
        spots->at[spots->count++] =
            (struct spot){.x = x, .y = y, .size = size, .wide = wide, .tall = tall, .hits = 1};
}

static void row_seek(const struct plane *p, const struct bits *bits, int y, const uint16_t *edge,
    int edges, struct spots *spots)
{
    for (int i = 0; i + RUNS < edges; i += 2) { /* even edges begin what is dark */
        const uint16_t *e = edge + i;
        int run[RUNS] = {e[1] - e[0], e[2] - e[1], e[3] - e[2], e[4] - e[3], e[5] - e[4]}, length;
        float middle;
        if (!finder_like(run) || !upright(p, bits, (e[2] + e[3]) / 2, y, &middle, &length))
            continue;
        int wide = e[5] - e[0];
        if (2 * wide > 5 * length || 2 * length > 5 * wide)
            continue;
        float x = (float)(e[2] + e[3]) / 2;
        spot_meet(spots, p->left + x * p->scale, p->top + middle * p->scale, (float)wide * p->scale,
            (float)length * p->scale);
    }
}

void spots_seek(const struct plane *p, const struct bits *bits, const struct clock *clock,
    struct spots *spots)
{
    uint16_t edge[SIDE_MOST + 2];
    for (int y = 0; y < p->height && spots->count < SPOTS_MOST; y++) {
        const uint64_t *row = bits->at + (size_t)y * (size_t)bits->words;
        uint64_t before = 0;
        int edges = 0;
        for (int k = 0; k < bits->words; k++) {
            uint64_t change = row[k] ^ (row[k] << 1 | before);
            before = row[k] >> 63;
            for (; change != 0; change &= change - 1)
                edge[edges++] = (uint16_t)(k * 64 + __builtin_ctzll(change));
        }
        row_seek(p, bits, y, edge, edges, spots);
        if (y % 64 == 63 && clock_over(clock))
            return;
    }
}

/* ---- one spot a finder ------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
    const struct spot *s = a, *t = b;
    return s->y < t->y ? -1 : s->y > t->y;
}

void spots_merge(struct spots *spots)
{
    qsort(spots->at, (size_t)spots->count, sizeof *spots->at, by_place);
    int kept = 0;
    for (int i = 0; i < spots->count; i++) {
        struct spot *s = &spots->at[i], *same = NULL;
        for (int k = kept - 1; k >= 0 && s->y - spots->at[k].y < s->size && same == NULL; k--) {
            struct spot *t = &spots->at[k];
            float near = fminf(s->size, t->size) * 0.22f;
            if (fabsf(s->x - t->x) < near && fabsf(s->y - t->y) < near && s->size < 1.5f * t->size
                && t->size < 1.5f * s->size)
                same = t;
        }
        if (same == NULL) {
            spots->at[kept++] = *s;
        } else {
            bool used = same->used || s->used, old = same->old || s->old;
            if (s->hits > same->hits)
                *same = *s;
            same->used = used;
            same->old = old;
        }
    }
    spots->count = kept;
}

/* Makes room: what only one line met goes first. */
void spots_thin(struct spots *spots)
{
    if (spots->count < SPOTS_MOST * 3 / 4)
        return;
    spots_merge(spots);
    for (int least = 2; spots->count > SPOTS_MOST / 2 && least < 6; least++) {
        int kept = 0;
        for (int i = 0; i < spots->count; i++)
            if (spots->at[i].hits >= least)
                spots->at[kept++] = spots->at[i];
        spots->count = kept;
    }
}
