/*
 * Finder patterns, and the corners that three of them make. A line through the middle of a finder meets
 * dark, light, dark, light, dark as 1:1:3:1:1, however it is turned (ISO/IEC 18004, 6.3.3); what
 * matters at two pixels a module is to be generous, because the codes themselves decide later.
 */
#include "read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    RUNS = 5,
    WIDTH_LEAST = 11, WIDTH_MOST = 80,      /* pixels of seven modules, in the plane looked at */
};

/* Are these runs those of a finder? The ends of the outer ones are the least sure. */
static bool finder_like(const int run[RUNS])
{
    int all = run[0] + run[1] + run[2] + run[3] + run[4];
    if (all < WIDTH_LEAST || all > WIDTH_MOST)
        return false;
    int middle = 14 * run[2], low = 14 * run[0], high = 14 * run[4], left = 14 * run[1], right = 14 * run[3];
    return middle > 4 * all && middle < 9 * all && left > all - 7 && left < 7 * all / 2 && right > all - 7 &&
           right < 7 * all / 2 && low > all - 7 && low < 4 * all && high > all - 7 && high < 4 * all;
}

static bool dark(const struct bits *bits, int x, int y)
{
    return bits->at[(size_t)y * (size_t)bits->words + (size_t)(x / 64)] >> (x % 64) & 1;
}

/*
 * The runs up and down from a dark pixel. Gives the middle of the middle run, and how long all are.
 */
static bool upright(const struct plane *p, const struct bits *bits, int x, int y, float *middle, int *length)
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
static void spot_meet(struct spots *spots, float x, float y, float size)
{
    enum { BACK = 96 };
    int last = spots->count > BACK ? spots->count - BACK : 0;
    for (int i = spots->count - 1; i >= last; i--) {
        struct spot *s = &spots->at[i];
        float near = size * 0.2f;
        if (fabsf(s->x - x) < near && fabsf(s->y - y) < near && s->size < 1.5f * size && size < 1.5f * s->size) {
            float n = (float)s->hits++, all = n + 1;
            s->x = (s->x * n + x) / all;
            s->y = (s->y * n + y) / all;
            s->size = (s->size * n + size) / all;
            return;
        }
    }
    if (spots->count < SPOTS_MOST)
        spots->at[spots->count++] = (struct spot){.x = x, .y = y, .size = size, .hits = 1};
}

static void row_seek(const struct plane *p, const struct bits *bits, int y, const uint16_t *edge, int edges,
                     struct spots *spots)
{
    for (int i = 0; i + RUNS < edges; i += 2) {         /* even edges begin what is dark */
        const uint16_t *e = edge + i;
        int run[RUNS] = {e[1] - e[0], e[2] - e[1], e[3] - e[2], e[4] - e[3], e[5] - e[4]}, length;
        float middle;
        if (!finder_like(run) || !upright(p, bits, (e[2] + e[3]) / 2, y, &middle, &length))
            continue;
        int wide = e[5] - e[0];
        if (2 * wide > 3 * length || 2 * length > 3 * wide)
            continue;
        float x = (float)(e[2] + e[3]) / 2;
        spot_meet(spots, p->left + x * p->scale, p->top + middle * p->scale, (float)(wide + length) / 2 * p->scale);
    }
}

void spots_seek(const struct plane *p, const struct bits *bits, const struct clock *clock, struct spots *spots)
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
            if (fabsf(s->x - t->x) < near && fabsf(s->y - t->y) < near && s->size < 1.5f * t->size &&
                t->size < 1.5f * s->size)
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

/* ---- corner stones ----------------------------------------------------------------------- */

enum { NEIGHBOURS = 24 };

/* Another finder 14 modules away? */
struct edge {
    int to;
    float x, y, misfit;
};

/*
 * How far from 14 modules apart: a level line through a finder turned by a is 7 / cos a modules long,
 * and the way from one finder to the other tells a.
 */
static bool edge_fits(const struct spot *a, const struct spot *b, struct edge *out)
{
    float x = b->x - a->x, y = b->y - a->y, far = hypotf(x, y), size = (a->size + b->size) / 2;
    if (a->size > 1.5f * b->size || b->size > 1.5f * a->size || far < 1.2f * size || far > 2.9f * size)
        return false;
    float straight = fmaxf(fabsf(x), fabsf(y)) / far, ratio = far / (2 * size * straight);
    float most = 0.12f + 3.5f / size;
    if (ratio < 1 - most || ratio > 1 + most)
        return false;
    *out = (struct edge){0, x, y, fabsf(ratio - 1) + fabsf(a->size - b->size) / size};
    return true;
}

static int edges_of(const struct spots *spots, int at, edge_look *look, void *with, struct edge *edge)
{
    const struct spot *a = &spots->at[at];
    int count = 0;
    for (int side = -1; side <= 1; side += 2)
        for (int i = at + side; i >= 0 && i < spots->count; i += side) {
            const struct spot *b = &spots->at[i];
            struct edge e;
            if (fabsf(b->y - a->y) > 3 * a->size)
                break;                          /* they lie in the order of y */
            if (b->used || !edge_fits(a, b, &e))
                continue;
            float likeness = look(with, a, b, e.x / 14, e.y / 14);
            if (likeness < EDGE_LEAST)
                continue;
            e.misfit += 1 - likeness;
            e.to = i;
            int place = count < NEIGHBOURS ? count++ : NEIGHBOURS;
            for (; place > 0 && edge[place - 1].misfit > e.misfit; place--)
                if (place < NEIGHBOURS)
                    edge[place] = edge[place - 1];
            if (place < NEIGHBOURS)
                edge[place] = e;
        }
    return count;
}

static bool stone_fits(const struct edge *b, const struct edge *c, float *misfit)
{
    float cross = b->x * c->y - b->y * c->x, dot = b->x * c->x + b->y * c->y;
    float lb = hypotf(b->x, b->y), lc = hypotf(c->x, c->y), slant = fabsf(dot) / (lb * lc), ratio = lb / lc;
    if (cross <= 0 || slant > 0.42f || ratio < 0.72f || ratio > 1.4f)
        return false;
    *misfit = b->misfit + c->misfit + 2 * slant + fabsf(ratio - 1);
    return true;
}

static int by_misfit(const void *a, const void *b)
{
    const struct stone *s = a, *t = b;
    return s->misfit < t->misfit ? -1 : s->misfit > t->misfit;
}

int stones_build(const struct spots *spots, edge_look *look, void *with, const struct clock *clock,
                 struct stone *out, int most)
{
    int count = 0;
    for (int i = 0; i < spots->count && count < most && !(i % 4 == 3 && clock_over(clock)); i++) {
        struct edge edge[NEIGHBOURS];
        int edges = spots->at[i].used ? 0 : edges_of(spots, i, look, with, edge);
        for (int b = 0; b < edges; b++)
            for (int c = 0; c < edges && count < most; c++) {
                float misfit;
                bool old = spots->at[i].old && spots->at[edge[b].to].old && spots->at[edge[c].to].old;
                if (b != c && !old && stone_fits(&edge[b], &edge[c], &misfit))
                    out[count++] = (struct stone){{i, edge[b].to, edge[c].to}, misfit};
            }
    }
    qsort(out, (size_t)count, sizeof *out, by_misfit);
    return count;
}

/* Opposite finders are 14 modules apart along each side: the step of a module is the diagonal turned by an eighth. */
static bool diagonal_fits(const struct spot *a, const struct spot *b, struct edge *out)
{
    float x = b->x - a->x, y = b->y - a->y, size = (a->size + b->size) / 2;
    struct spot aside = *a;
    aside.x += (x - y) / 2;
    aside.y += (x + y) / 2;
    if (fabsf(a->size - b->size) > 0.4f * size)
        return false;
    aside.size = b->size;
    return edge_fits(a, &aside, out);
}

static int pair_by_misfit(const void *a, const void *b)
{
    const struct pair *s = a, *t = b;
    return s->misfit < t->misfit ? -1 : s->misfit > t->misfit;
}

int pairs_build(const struct spots *spots, edge_look *look, void *with, const struct clock *clock,
                struct pair *out, int most)
{
    int count = 0;
    for (int i = 0; i < spots->count && !(i % 4 == 3 && clock_over(clock)); i++) {
        const struct spot *a = &spots->at[i];
        for (int k = i + 1; k < spots->count && spots->at[k].y - a->y < 4 * a->size && !a->used; k++) {
            const struct spot *b = &spots->at[k];
            struct edge e = {.misfit = 0};
            bool side = !b->used && edge_fits(a, b, &e), diagonal = !b->used && !side && diagonal_fits(a, b, &e);
            float likeness = side || diagonal ? look(with, a, b, e.x / 14, e.y / 14) : 0;
            if (likeness < EDGE_LEAST || count + 2 > most)
                continue;
            float misfit = e.misfit + 2 * (1 - likeness);
            out[count++] = (struct pair){{i, k}, diagonal, misfit};
            out[count++] = (struct pair){{k, i}, diagonal, misfit};
        }
    }
    qsort(out, (size_t)count, sizeof *out, pair_by_misfit);
    return count;
}
