/*
 * What the table looks like where no card lies, learnt while it is at rest: a frame in which a code
 * is not read either shows its place bare, and the card is gone, or it does not, and something lies
 * over it.
 *
 *     frame ─▶ means of 8×8 pixels ─┬─ still for a while, no code there ─▶ ground
 *                                   └─ like the ground: bare; unlike the frame before: stirred
 *
 * What is new beside a code that is seen is the picture of its card, however large that may be, and
 * no ground: the card will be swept, and the next one be shown there before the table has been at
 * rest again.
 */
#include "scanner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CELL = 8,
    NOISE = 8, /* grey levels that a mean changes by on a table at rest, */
    /* grey levels by which it may differ from the ground; what all have in common is left out */
    ALIKE = 20,
    LEARN = 1000, /* so long a cell is at rest before it is ground */
    STEP_MOST = 250,
    DARK = 10, /* the mean of a frame that shows nothing */
    SHARE = 100,
    BARE_LEAST = 88,  /* of SHARE cells: so many are like the ground where it is bare, */
    KNOWN_LEAST = 80, /* cells of SHARE that have to be known; */
    /* so many around it differ from the frame before where it is stirred; */
    STIRRED_LEAST = 10,
    /* so many of all differ from the ground where the frame tells nothing */
    BLIND_LEAST = 75,
};

static const float BESIDE_CODE = 0.1f; /* of a code's side: the quiet zone; */
/* no card goes further than this from its code: 88 mm, and a code of 15 */
static const float CARD_REACH = 6;

struct modules {
    uint8_t now, before, ground;
    bool known;     /* there is a ground */
    uint8_t lies;   /* a code lies here; or near enough that it may be a part of its card */
    uint16_t still; /* milliseconds */
};

struct ground {
    int width, height;    /* in cells */
    struct modules *cell; /* owned */
    int brighter;         /* than the ground, all in all */
    bool blind;           /* the frame tells nothing */
    long last;
};

struct ground *ground_new(void) { return calloc(1, sizeof(struct ground)); }

void ground_free(struct ground *g)
{
    if (g != NULL)
        free(g->cell);
    free(g);
}

/* ---- a frame ----------------------------------------------------------------------------- */

static uint8_t mean_of(const struct grey *frame, int x, int y)
{
    unsigned sum = 0;
    for (int row = 0; row < CELL; row++) {
        const uint8_t *at = frame->at + (size_t)(y * CELL + row) * (size_t)frame->stride
                            + (size_t)x * CELL;
        for (int i = 0; i < CELL; i++)
            sum += at[i];
    }
    return (uint8_t)(sum / (CELL * CELL));
}

static bool make_room(struct ground *g, const struct grey *frame)
{
    int width = frame->width / CELL, height = frame->height / CELL;
    if (g->width == width && g->height == height && g->cell != NULL)
        return true;
    free(g->cell);
    *g = (struct ground){.width = width, .height = height};
    g->cell = calloc((size_t)width * (size_t)height + 1, sizeof *g->cell);
    return g->cell != NULL;
}

/* The middle of all differences: a lamp flickers, a camera adjusts itself. */
static int brighter_now(const struct ground *g, int all)
{
    int bin[2 * UINT8_MAX + 1] = {0}, known = 0, below = 0, k = 0;
    for (int i = 0; i < all; i++) {
        if (!g->cell[i].known)
            continue;
        bin[g->cell[i].now - g->cell[i].ground + UINT8_MAX]++;
        known++;
    }
    for (; known > 0 && below + bin[k] <= known / 2; k++)
        below += bin[k];
    return known > 0 ? k - UINT8_MAX : 0;
}

static bool is_like(const struct ground *g, const struct modules *c)
{
    return abs(c->now - c->ground - g->brighter) <= ALIKE;
}

/* It is dark, or nothing is where it was. */
static bool is_blind(const struct ground *g, int all)
{
    long light = 0;
    int known = 0, other = 0;
    for (int i = 0; i < all; i++) {
        light += g->cell[i].now;
        known += g->cell[i].known;
        other += g->cell[i].known && !is_like(g, &g->cell[i]);
    }
    return light < (long)all * DARK || (known > 0 && other * SHARE > known * BLIND_LEAST);
}

bool ground_frame(struct ground *g, const struct grey *frame, long now)
{
    if (!make_room(g, frame))
        return true;
    int all = g->width * g->height;
    long step = g->last == 0 ? 0 : now - g->last;
    g->last = now;
    for (int i = 0; i < all; i++) {
        struct modules *c = &g->cell[i];
        c->before = c->now;
        c->now = mean_of(frame, i % g->width, i / g->width);
        long still = abs(c->now - c->before) > NOISE
                         ? 0
                         : c->still + (step < STEP_MOST ? step : STEP_MOST);
        c->still = (uint16_t)(still < UINT16_MAX ? still : UINT16_MAX);
    }
    g->brighter = brighter_now(g, all);
    g->blind = is_blind(g, all);
    return !g->blind;
}

bool ground_still(const struct ground *g)
{
    int moved = 0;
    for (int i = 0; i < g->width * g->height; i++)
        moved += abs(g->cell[i].now - g->cell[i].before) > 2 * NOISE;
    return moved * 2 * SHARE < g->width * g->height;
}

/* ---- places ------------------------------------------------------------------------------ */

/* Cells, and those after them. */
struct area {
    int left, top, right, bottom;
};

/* The rectangle around a code, wider by so many of its sides. */
static struct area area_of(const struct ground *g, const struct found *found, float wider)
{
    const struct point *p = found->corner;
    float left = p[0].x, right = left, top = p[0].y, bottom = top;
    for (int i = 1; i < 4; i++) {
        left = fminf(left, p[i].x);
        right = fmaxf(right, p[i].x);
        top = fminf(top, p[i].y);
        bottom = fmaxf(bottom, p[i].y);
    }
    float x = wider * (right - left), y = wider * (bottom - top), most_x = (float)g->width,
          most_y = (float)g->height;
    return (struct area){(int)fmaxf(0, floorf((left - x) / CELL)),
        (int)fmaxf(0, floorf((top - y) / CELL)), (int)fminf(most_x, ceilf((right + x) / CELL)),
        (int)fminf(most_y, ceilf((bottom + y) / CELL))};
}

static bool is_in(const struct area *f, int x, int y)
{
    return x >= f->left && x < f->right && y >= f->top && y < f->bottom;
}

enum { LIES_NOTHING, LIES_CARD, LIES_CODE };

static void mark(struct ground *g, const struct found *lying, float wider, uint8_t as)
{
    struct area f = area_of(g, lying, wider);
    for (int y = f.top; y < f.bottom; y++)
        for (int x = f.left; x < f.right; x++)
            if (g->cell[y * g->width + x].lies < as)
                g->cell[y * g->width + x].lies = as;
}

/* What is there is the table: nothing else would have lain so still, and looked so. */
static bool is_ground(const struct ground *g, const struct modules *c)
{
    bool new = c->known && !g->blind && !is_like(g, c);
    return c->still >= LEARN && c->lies != LIES_CODE && !(c->lies == LIES_CARD && new);
}

void ground_learn(struct ground *g, const struct found *lying, int count, int seen)
{
    for (int i = 0; i < g->width * g->height; i++)
        g->cell[i].lies = LIES_NOTHING;
    for (int n = 0; n < count; n++) {
        mark(g, &lying[n], BESIDE_CODE, LIES_CODE);
        if (n < seen && lying[n].by == FOUND_BY_CODE)
            mark(g, &lying[n], CARD_REACH, LIES_CARD);
    }
    for (int i = 0; i < g->width * g->height; i++) {
        struct modules *c = &g->cell[i];
        if (!is_ground(g, c))
            continue;
        c->ground = c->now;
        c->known = true;
    }
}

static bool is_bare(const struct ground *g, const struct area *f)
{
    int all = 0, known = 0, alike = 0;
    for (int y = f->top; y < f->bottom; y++)
        for (int x = f->left; x < f->right; x++) {
            const struct modules *c = &g->cell[y * g->width + x];
            all++;
            known += c->known;
            alike += c->known && is_like(g, c);
        }
    return known > 0 && known * SHARE >= all * KNOWN_LEAST && alike * SHARE >= known * BARE_LEAST;
}

static bool is_stirred(const struct ground *g, const struct area *inner, const struct area *outer)
{
    int all = 0, moved = 0;
    for (int y = outer->top; y < outer->bottom; y++)
        for (int x = outer->left; x < outer->right; x++) {
            const struct modules *c = &g->cell[y * g->width + x];
            if (is_in(inner, x, y))
                continue;
            all++;
            moved += abs(c->now - c->before) > 2 * NOISE;
        }
    return moved * SHARE > all * STIRRED_LEAST;
}

struct place_state ground_look(void *ground, const struct found *found)
{
    const struct ground *g = ground;
    if (g->cell == NULL)
        return (struct place_state){.bare = false};
    struct area inner = area_of(g, found, 0), outer = area_of(g, found, 0.6f);
    bool stirred = is_stirred(g, &inner, &outer);
    return (struct place_state){.bare = !stirred && is_bare(g, &inner), .stirred = stirred};
}
