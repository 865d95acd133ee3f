/*
 * Faces in a stream of frames. What moved is looked at once it is at rest; what was looked at stays
 * known for as long as it looks the same, so that a table at rest costs nothing but a comparison.
 *
 *     frame ─▶ means of 8×8 pixels ─┬─ as they were when they were looked at: its cards lie there
 *                                   └─ others, at rest ─▶ outlines ─▶ matched, once a frame
 *                                         ├─ sure of the same card in two frames: read
 *                                         ├─ likely, no more than that: asked for
 *                                         └─ else no card of ours
 *     Cards one over another are a pile, and of its work a piece is done each frame.
 *
 * Cards that were found in one look are told together: they are matched one after the other, and
 * that order is not the one in which they came to lie.
 */
#include "face_follow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

void follow_pile_leave(struct face_follow *f)
{
    face_pile_free(f->pile);
    colour_clear(&f->part);
    f->pile = NULL;
}

void face_follow_free(struct face_follow *f)
{
    if (f != NULL) {
        follow_pile_leave(f);
        cover_clear(&f->cover);
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
    follow_pile_leave(f);
    cover_clear(&f->cover);
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

void follow_cell_looked(const struct face_follow *f, struct face_cell *c)
{
    c->known = true;
    c->looked = (int16_t)(c->now - f->brighter);
    c->new = false;
}

struct face_area follow_area_of(const struct face_follow *f, const struct outline *o)
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

int follow_place_same(const struct face_follow *f, const struct face_place *p)
{
    const struct face_area a = follow_area_of(f, &p->outline);
    int all = 0, same = 0;
    for (int y = a.top; y < a.bottom; y++)
        for (int x = a.left; x < a.right; x++) {
            bool on = cell_on(&p->outline, x, y);
            all += on;
            same += on && !f->cell[y * f->width + x].new;
        }
    return all > 0 ? same * SHARE / all : SHARE;
}

struct face_area follow_area_from(struct face_follow *f, int first)
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

bool follow_area_rests(const struct face_follow *f, const struct face_area *a)
{
    return a->still * SHARE >= a->cells * STILL_LEAST
           || (f->waits > 0 && f->last - f->waits >= WAIT);
}

/* A pile in which something moves is looked at once more when it rests. */
static void pile_check(struct face_follow *f)
{
    int all = 0, new = 0;
    for (int y = f->at.top; y < f->at.bottom; y++)
        for (int x = f->at.left; x < f->at.right; x++, all++)
            new += f->cell[y * f->width + x].new;
    if (f->pile != NULL && new *SHARE > all *(SHARE - STILL_LEAST))
        follow_pile_leave(f);
}

/* The code lies on this card; its face is looked up once. */
static void place_code(const struct face_follow *f, struct face_place *p, const struct found *code)
{
    if (p->coded)
        return;
    p->coded = true;
    p->says = f->faces->count - 1;
    while (p->says >= 0 && !code_names(f->faces, f->deck, p->says, code))
        p->says--;
}

/* A code tells the card that it names, else the uppermost card on which it lies. */
static void code_heard(struct face_follow *f, const struct found *code)
{
    const struct point m = outline_middle(&(struct outline){
        .corner = {code->corner[0], code->corner[1], code->corner[2], code->corner[3]}});
    const int x = (int)m.x / CELL, y = (int)m.y / CELL;
    struct face_place *on = NULL;
    const bool in_pile = f->pile != NULL && x >= f->at.left && x < f->at.right && y >= f->at.top
                         && y < f->at.bottom;
    if (m.x < 0 || m.y < 0 || x >= f->width || y >= f->height || in_pile
        || f->cell[y * f->width + x].new)
        return; /* what it lies on is not known yet */
    for (int i = 0; i < f->places; i++) {
        struct face_place *p = &f->place[i];
        if (!p->there || p->held || !outline_holds(&p->outline, m))
            continue;
        if (p->card < 0 && p->done) /* no card of ours, perhaps a part of one */
            place_code(f, p, code);
        else if (on == NULL || code_names(f->faces, f->deck, p->card, code))
            on = p;
    }
    if (on != NULL)
        place_code(f, on, code);
}

bool face_follow_frame(struct face_follow *f, const struct grey *frame, const struct found *code,
    int codes, long now)
{
    bool wants = false, moves = false;
    if (!make_room(f, frame))
        return false;
    cells_take(f, frame, now);
    pile_check(f);
    wants = f->pile != NULL;
    for (int i = 0; i < f->places; i++)
        f->place[i].there = follow_place_same(f, &f->place[i]) >= SAME_LEAST;
    for (int i = 0; i < codes; i++)
        code_heard(f, &code[i]);
    for (int i = 0; i < f->places; i++)
        wants |= f->place[i].there && !f->place[i].done;
    for (int i = 0; i < f->width * f->height; i++) {
        if (!f->cell[i].new || f->cell[i].thing != 0)
            continue;
        const struct face_area a = follow_area_from(f, i);
        wants |= follow_area_rests(f, &a);
        moves |= !follow_area_rests(f, &a);
    }
    f->unfinished = f->unfinished && wants;
    f->waits = !moves ? 0 : f->waits == 0 ? now : f->waits;
    return wants;
}

/* ---- what lies there --------------------------------------------------------------------- */

bool face_follow_busy(const struct face_follow *f)
{
    bool busy = f->unfinished || f->pile != NULL;
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

/* Does its sticker tell it? One over which something came to lie is told from memory meanwhile. */
static bool is_coded(const struct face_follow *f, const struct face_place *p,
    const struct found *code, int codes)
{
    bool is = p->coded && !p->held;
    for (int i = 0; i < codes; i++)
        is |= outline_code(&p->outline, &code[i], 1, 1) != NULL
              && code_names(f->faces, f->deck, p->card, &code[i]);
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
        const bool agreed = !p->under || (p->agree >= AGREE && !p->split);
        if (p->done && p->there && p->card >= 0 && agreed && !is_awaited(f, p->look)
            && !is_coded(f, p, code, codes))
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
