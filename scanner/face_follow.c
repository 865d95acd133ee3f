/*
 * Faces in a stream of frames. What moved is looked at once it is at rest; what was looked at stays
 * known for as long as it looks the same, so that a table at rest costs nothing but a comparison.
 *
 *     frame ─▶ means of 8×8 pixels ─┬─ as they were when they were looked at: its cards lie there
 *                                   └─ others, at rest ─▶ outlines ─▶ matched, once a frame
 *                                         ├─ sure of the same card in two frames: read
 *                                         ├─ likely, no more than that: asked for
 *                                         └─ else no card of ours
 *
 * Cards that were found in one look are told together: they are matched one after the other, and
 * that order is not the one in which they came to lie.
 */
#include "face.h"
#include "read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CELL = 8,
    NOISE = 8,   /* grey levels that a mean changes by at rest, */
    ALIKE = 14,  /* … and by which it may differ from what was looked at */
    REST = 120,  /* milliseconds that what moved is at rest before it is looked at; */
    WAIT = 1000, /* … unless something beside it never is */
    STEP_MOST = 250,
    PLACES_MOST = 64,
    NEAR = 2,       /* cells between which what changed is one thing */
    AREA_LEAST = 6, /* cells: smaller is no card */
    AROUND = 3,     /* cells around what changed that are looked at, too */
    SHARE = 100,
    SAME_LEAST = 88,  /* of SHARE cells of a card: so many are as they were where it lies still; */
    STILL_LEAST = 97, /* … of what changed: so many are at rest */
    AGREE = 2,        /* frames that have to be sure of the same card */
    LOOKS_MOST = 4,
    LOOKS_FEW = 2, /* without one in which it may be ours */
    CARD_MM = 63,  /* a card's short side, as far as is known */
};
static const float STRANGE = 0.5f; /* what scores so low is never a card of ours, in no frame */
static const double PIXEL_MS = 0.00016; /* that outlines are looked for in */

struct face_cell {
    uint8_t now, before;
    bool known;     /* it was looked at, */
    int16_t looked; /* … and looked so, in the light of the first look */
    uint16_t still; /* milliseconds */
    bool new;       /* it is not as it was, */
    int thing;      /* … and belongs to this one of what changed in the frame; 0: not known yet */
};

struct face_place {
    struct outline outline;
    int card, other; /* of the faces: what it may be, and instead of it; -1 */
    float score;
    bool half;
    int looks, sure, agree;  /* frames that it was matched in; that were sure; that say `card` */
    bool split;              /* … and that said another one */
    bool done, there, coded; /* coded: a sticker was read on it */
    unsigned look;           /* that it was found in */
};

struct face_follow {
    const struct faces *faces;
    struct face_deck *ready; /* owned */
    const struct deck *deck;
    int width, height;      /* in cells */
    struct face_cell *cell; /* owned */
    int *stack;             /* owned: as many */
    int things;             /* that changed in the frame, so far */
    int brighter;           /* than in the first look, all in all */
    long last, waits;       /* waits: since when something new is not at rest; 0: there is none */
    struct face_place place[PLACES_MOST];
    int places;
    unsigned look;
    bool unfinished; /* there was no time for all that rests: the look goes on in the next frame */
    double match_ms; /* what matching took lately */
};

/* Cells, and those after them; how many of them are of this thing, and how many of these rest. */
struct face_area {
    int left, top, right, bottom, thing, cells, still;
};

struct face_follow *face_follow_new(const struct faces *faces, const struct deck *deck)
{
    struct face_follow *f = calloc(1, sizeof *f);
    if (f == NULL)
        return NULL;
    f->faces = faces;
    f->deck = deck;
    f->ready = face_deck_new(faces->face, faces->count);
    if (f->ready != NULL)
        return f;
    free(f);
    return NULL;
}

void face_follow_free(struct face_follow *f)
{
    if (f != NULL) {
        face_deck_free(f->ready);
        free(f->cell);
        free(f->stack);
    }
    free(f);
}

/* ---- what changed ------------------------------------------------------------------------ */

static bool make_room(struct face_follow *f, const struct grey *frame)
{
    int width = frame->width / CELL, height = frame->height / CELL;
    if (f->width == width && f->height == height && f->cell != NULL)
        return true;
    const size_t cells = (size_t)width * (size_t)height + 1;
    free(f->cell);
    free(f->stack);
    f->cell = calloc(cells, sizeof *f->cell);
    f->stack = calloc(cells, sizeof *f->stack);
    f->places = 0;
    bool good = f->cell != NULL && f->stack != NULL;
    f->width = good ? width : 0;
    f->height = good ? height : 0;
    return good;
}

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

/* The middle of all differences: a lamp flickers, a camera adjusts itself. */
static int brighter_now(const struct face_follow *f)
{
    enum { MOST = 2 * UINT8_MAX };
    int bin[2 * MOST + 1] = {0}, known = 0, below = 0, k = 0;
    for (int i = 0; i < f->width * f->height; i++) {
        const struct face_cell *c = &f->cell[i];
        if (!c->known)
            continue;
        int more = c->now - c->looked;
        bin[(more < -MOST ? -MOST : more > MOST ? MOST : more) + MOST]++;
        known++;
    }
    for (; known > 0 && below + bin[k] <= known / 2; k++)
        below += bin[k];
    return known > 0 ? k - MOST : 0;
}

static void cells_take(struct face_follow *f, const struct grey *frame, long now)
{
    long step = f->last == 0 ? 0 : now - f->last;
    step = step < STEP_MOST ? step : STEP_MOST;
    f->last = now;
    for (int i = 0; i < f->width * f->height; i++) {
        struct face_cell *c = &f->cell[i];
        c->before = c->now;
        c->now = mean_of(frame, i % f->width, i / f->width);
        long still = abs(c->now - c->before) > NOISE ? 0 : c->still + step;
        c->still = (uint16_t)(still < UINT16_MAX ? still : UINT16_MAX);
    }
    f->brighter = brighter_now(f);
    for (int i = 0; i < f->width * f->height; i++) {
        struct face_cell *c = &f->cell[i];
        c->new = !c->known || abs(c->now - c->looked - f->brighter) > ALIKE;
        c->thing = 0;
    }
    f->things = 0;
}

static void cell_looked(const struct face_follow *f, struct face_cell *c)
{
    c->known = true;
    c->looked = (int16_t)(c->now - f->brighter);
    c->new = false;
}

/* The cells around an outline, within the frame. */
static struct face_area area_of(const struct face_follow *f, const struct outline *o)
{
    float left = o->corner[0].x, right = left, top = o->corner[0].y, bottom = top;
    for (int i = 1; i < 4; i++) {
        left = fminf(left, o->corner[i].x);
        right = fmaxf(right, o->corner[i].x);
        top = fminf(top, o->corner[i].y);
        bottom = fmaxf(bottom, o->corner[i].y);
    }
    return (struct face_area){.left = (int)fmaxf(0, left / CELL),
        .top = (int)fmaxf(0, top / CELL),
        .right = (int)fminf((float)f->width, ceilf(right / CELL)),
        .bottom = (int)fminf((float)f->height, ceilf(bottom / CELL))};
}

static bool cell_on(const struct outline *o, int x, int y)
{
    return outline_holds(o,
        (struct point){((float)x + 0.5f) * (float)CELL, ((float)y + 0.5f) * (float)CELL});
}

static bool place_lies(const struct face_follow *f, const struct face_place *p)
{
    const struct face_area a = area_of(f, &p->outline);
    int all = 0, same = 0;
    for (int y = a.top; y < a.bottom; y++)
        for (int x = a.left; x < a.right; x++) {
            bool on = cell_on(&p->outline, x, y);
            all += on;
            same += on && !f->cell[y * f->width + x].new;
        }
    return same * SHARE >= all * SAME_LEAST;
}

/* The thing that this cell belongs to: what changed, and lies no further apart than NEAR. */
static struct face_area area_from(struct face_follow *f, int first)
{
    struct face_area a = {.left = f->width, .top = f->height, .thing = ++f->things};
    int depth = 0;
    f->stack[depth++] = first;
    f->cell[first].thing = a.thing;
    while (depth > 0) {
        const int at = f->stack[--depth], x = at % f->width, y = at / f->width;
        a.left = x < a.left ? x : a.left;
        a.top = y < a.top ? y : a.top;
        a.right = x >= a.right ? x + 1 : a.right;
        a.bottom = y >= a.bottom ? y + 1 : a.bottom;
        a.cells++;
        a.still += f->cell[at].still >= REST;
        for (int v = y - NEAR; v <= y + NEAR; v++)
            for (int u = x - NEAR; u <= x + NEAR; u++) {
                if (u < 0 || v < 0 || u >= f->width || v >= f->height
                    || !f->cell[v * f->width + u].new || f->cell[v * f->width + u].thing != 0)
                    continue;
                f->cell[v * f->width + u].thing = a.thing;
                f->stack[depth++] = v * f->width + u;
            }
    }
    return a;
}

static bool area_rests(const struct face_follow *f, const struct face_area *a)
{
    return a->still * SHARE >= a->cells * STILL_LEAST
           || (f->waits > 0 && f->last - f->waits >= WAIT);
}

bool face_follow_frame(struct face_follow *f, const struct grey *frame, const struct found *code,
    int codes, long now)
{
    bool wants = false, moves = false;
    if (!make_room(f, frame))
        return false;
    cells_take(f, frame, now);
    for (int i = 0; i < f->places; i++) {
        struct face_place *p = &f->place[i];
        p->there = place_lies(f, p);
        p->coded |= outline_code(&p->outline, code, codes, 1) != NULL;
        wants |= p->there && !p->done && !p->coded;
    }
    for (int i = 0; i < f->width * f->height; i++) {
        if (!f->cell[i].new || f->cell[i].thing != 0)
            continue;
        const struct face_area a = area_from(f, i);
        wants |= area_rests(f, &a);
        moves |= !area_rests(f, &a);
    }
    f->unfinished = f->unfinished && wants;
    f->waits = !moves ? 0 : f->waits == 0 ? now : f->waits;
    return wants;
}

/* ---- what it is -------------------------------------------------------------------------- */

/* What one more frame says of it. */
static void place_hears(struct face_place *p, const struct proposal *q)
{
    p->looks++;
    if (proposal_likely(q) && p->card >= 0 && q->card != p->card) {
        p->split = true;
        p->other = q->score > p->score ? p->card : q->card;
        p->card = q->score > p->score ? q->card : p->card;
    } else if (proposal_likely(q)) {
        p->card = q->card;
        p->other = p->split ? p->other : q->next;
        p->agree++;
        p->sure += proposal_sure(q);
    }
    if (proposal_likely(q) && q->score > p->score) {
        p->score = q->score;
        p->half = q->half;
    }
    p->done = (p->sure >= AGREE && !p->split) || p->looks >= LOOKS_MOST
              || (p->agree == 0 && (p->looks >= LOOKS_FEW || q->score < STRANGE));
}

/* A piece of work is begun if it is likely to end in time; one a frame in any case. */
static bool is_time(const struct clock *clock, bool *begun, double takes)
{
    bool is = !*begun || clock_now() + takes <= clock->end;
    *begun |= is;
    return is;
}

static void places_match(struct face_follow *f, const struct colour *picture,
    const struct clock *clock, bool *begun)
{
    for (int i = 0; i < f->places; i++) {
        struct face_place *p = &f->place[i];
        struct proposal q;
        if (p->done || !p->there || p->coded)
            continue;
        if (!is_time(clock, begun, f->match_ms))
            return;
        const double from = clock_now();
        if (face_match(picture, &p->outline, f->ready, &q))
            place_hears(p, &q);
        f->match_ms = fmax(clock_now() - from, 0.9 * f->match_ms);
    }
}

/* ---- looking ----------------------------------------------------------------------------- */

/* A part of a picture by itself; false: no memory. */
static bool cut_out(const struct colour *from, int left, int top, int width, int height,
    struct colour *out)
{
    const size_t row = 3 * (size_t)width;
    *out = (struct colour){width, height, malloc(row * (size_t)height)};
    for (int y = 0; y < height && out->at != NULL; y++)
        memcpy(out->at + row * (size_t)y,
            from->at + 3 * ((size_t)(top + y) * (size_t)from->width + (size_t)left), row);
    return out->at != NULL;
}

/* Is there a place already that lies where this outline does, and is as it was? */
static bool is_known(const struct face_follow *f, const struct outline *o)
{
    for (int i = 0; i < f->places; i++)
        if (f->place[i].there
            && (outline_holds(&f->place[i].outline, outline_middle(o))
                || outline_holds(o, outline_middle(&f->place[i].outline))))
            return true;
    return false;
}

static void place_add(struct face_follow *f, const struct outline *o)
{
    const struct face_area a = area_of(f, o);
    if (f->places == PLACES_MOST || is_known(f, o))
        return;
    f->place[f->places++] =
        (struct face_place){.outline = *o, .card = -1, .other = -1, .there = true, .look = f->look};
    for (int y = a.top; y < a.bottom; y++)
        for (int x = a.left; x < a.right; x++)
            cell_looked(f, &f->cell[y * f->width + x]);
}

/* Cards that lay here are no more, or lie otherwise. */
static void places_drop(struct face_follow *f, const struct face_area *in)
{
    int kept = 0;
    for (int i = 0; i < f->places; i++) {
        const struct face_place *p = &f->place[i];
        const struct face_area a = area_of(f, &p->outline);
        bool apart = a.right <= in->left || a.left >= in->right || a.bottom <= in->top
                     || a.top >= in->bottom;
        if (p->there || apart)
            f->place[kept++] = *p;
    }
    f->places = kept;
}

/* What rests of it; the rest is looked at once it does. */
static void area_looked(struct face_follow *f, const struct face_area *a)
{
    for (int y = a->top; y < a->bottom; y++)
        for (int x = a->left; x < a->right; x++) {
            struct face_cell *c = &f->cell[y * f->width + x];
            if (c->thing == a->thing && c->still >= REST)
                cell_looked(f, c);
        }
}

/* False: no memory, and it is looked at again. */
static bool area_look(struct face_follow *f, const struct colour *picture,
    const struct face_area *a)
{
    static struct outline found[OUTLINES_MOST];
    struct colour part;
    int left = a->left > AROUND ? (a->left - AROUND) * CELL : 0,
        top = a->top > AROUND ? (a->top - AROUND) * CELL : 0, right = (a->right + AROUND) * CELL,
        bottom = (a->bottom + AROUND) * CELL;
    right = right < picture->width ? right : picture->width;
    bottom = bottom < picture->height ? bottom : picture->height;
    if (!cut_out(picture, left, top, right - left, bottom - top, &part))
        return false;
    const int count = outlines_find(&part, found, OUTLINES_MOST);
    colour_clear(&part);
    if (count < 0)
        return false;
    places_drop(f, a);
    area_looked(f, a);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 4; k++) {
            found[i].corner[k].x += (float)left;
            found[i].corner[k].y += (float)top;
        }
        place_add(f, &found[i]);
    }
    return true;
}

/* So long outlines in it take. */
static double area_ms(const struct face_area *a)
{
    return PIXEL_MS * CELL * CELL * (a->right - a->left + 2 * AROUND)
           * (a->bottom - a->top + 2 * AROUND);
}

void face_follow_look(struct face_follow *f, const struct colour *frame, int deadline_ms)
{
    const struct clock clock = {.end = clock_now() + deadline_ms};
    bool begun = false;
    if (frame->width / CELL != f->width || frame->height / CELL != f->height)
        return;
    for (int i = 0; i < f->width * f->height; i++)
        f->cell[i].thing = 0;
    f->things = 0;
    f->look += !f->unfinished;
    f->unfinished = false;
    places_match(f, frame, &clock, &begun);
    for (int i = 0; i < f->width * f->height; i++) {
        if (!f->cell[i].new || f->cell[i].thing != 0)
            continue;
        const struct face_area a = area_from(f, i);
        if (!area_rests(f, &a))
            continue;
        f->unfinished = a.cells >= AREA_LEAST && !is_time(&clock, &begun, area_ms(&a));
        if (f->unfinished)
            return;
        if (a.cells < AREA_LEAST)
            area_looked(f, &a);
        else if (!area_look(f, frame, &a))
            return;
    }
}

/* ---- what lies there --------------------------------------------------------------------- */

bool face_follow_busy(const struct face_follow *f)
{
    bool busy = f->unfinished;
    for (int i = 0; i < f->places; i++)
        busy |= f->place[i].there && !f->place[i].done && !f->place[i].coded;
    return busy;
}

/* Is one that was found in the same look still to be matched? */
static bool is_awaited(const struct face_follow *f, unsigned look)
{
    bool is = f->unfinished && look == f->look;
    for (int i = 0; i < f->places; i++)
        is |= f->place[i].look == look && f->place[i].there && !f->place[i].done
              && !f->place[i].coded;
    return is;
}

int face_follow_found(const struct face_follow *f, const struct found *code, int codes,
    struct found *out, int most)
{
    int count = 0;
    for (int i = 0; i < f->places && count < most; i++) {
        const struct face_place *p = &f->place[i];
        const struct proposal q = {.card = p->card,
            .next = p->other,
            .score = p->score,
            .half = p->half};
        if (p->done && p->there && !p->coded && p->card >= 0 && !is_awaited(f, p->look))
            count += face_found(f->faces, f->deck, &q, &p->outline, 1,
                p->sure >= AGREE && !p->split, &out[count]);
    }
    faces_doubt_copies(f->deck, code, codes, out, count);
    return count;
}

int face_follow_places(const struct face_follow *f, struct found *out, int most)
{
    int count = 0;
    for (int i = 0; i < f->places && count < most; i++)
        if (f->place[i].there && !f->place[i].done) {
            out[count] = (struct found){.label = -1, .by = FOUND_BY_FACE};
            memcpy(out[count++].corner, f->place[i].outline.corner, sizeof out->corner);
        }
    return count;
}

int face_follow_near(const struct face_follow *f, int *read, float *near)
{
    int cards = 0;
    *read = 0;
    *near = 0;
    for (int i = 0; i < f->places; i++) {
        const struct face_place *p = &f->place[i];
        const struct point *c = p->outline.corner;
        const float side = fminf(hypotf(c[1].x - c[0].x, c[1].y - c[0].y),
            hypotf(c[2].x - c[3].x, c[2].y - c[3].y));
        if (!p->there || p->coded)
            continue;
        *near = cards == 0 ? side / CARD_MM : fminf(*near, side / CARD_MM);
        *read += p->done && p->sure >= AGREE && !p->split;
        cards++;
    }
    return cards;
}
