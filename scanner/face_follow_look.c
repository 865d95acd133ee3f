/* A frame looked at in colour: what lies where something changed, and which card it is. */
#include "face_follow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float STRANGE = 0.5f; /* what scores so low is never a card of ours, in no frame */
static const double PIXEL_MS = 0.00016; /* that outlines are looked for in */

/* ---- what it is -------------------------------------------------------------------------- */

/* What one more frame says of it. Where a sticker says the same, a part of the face is enough. */
static void place_hears(struct face_place *p, const struct proposal *q)
{
    const bool named = p->coded && q->card == p->says, likely = named || proposal_likely(q);
    p->looks++;
    if (likely && p->card >= 0 && q->card != p->card) {
        p->split = true;
        p->other = q->score > p->score ? p->card : q->card;
        p->card = q->score > p->score ? q->card : p->card;
    } else if (likely) {
        p->card = q->card;
        p->other = p->split ? p->other : q->next;
        p->agree++;
        p->sure += named || proposal_sure(q);
    }
    if (likely && q->score > p->score) {
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

static bool place_match(struct face_follow *f, const struct colour *picture,
    const struct face_place *p, struct proposal *out)
{
    struct outline at = p->outline;
    if (!p->under)
        return face_match(picture, &p->outline, f->ready, out);
    if (f->cover.at == NULL && !cover_make(&f->cover, picture->width, picture->height))
        return false;
    memset(f->cover.at, 0, (size_t)f->cover.width * (size_t)f->cover.height);
    for (const struct face_place *over = f->place; over < p; over++)
        if (over->there)
            cover_card(&f->cover, &over->outline);
    return face_match_under(picture, &f->cover, &at, f->ready, p->card, p->half, out);
}

static void places_match(struct face_follow *f, const struct colour *picture,
    const struct clock *clock, bool *begun)
{
    for (int i = 0; i < f->places; i++) {
        struct face_place *p = &f->place[i];
        struct proposal q;
        if (p->done || !p->there)
            continue;
        if (!is_time(clock, begun, f->match_ms))
            return;
        const double from = clock_now();
        if (place_match(f, picture, p, &q))
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
        if (f->place[i].there && !f->place[i].held
            && (outline_holds(&f->place[i].outline, outline_middle(o))
                || outline_holds(o, outline_middle(&f->place[i].outline))))
            return true;
    return false;
}

/* Before all others: what came last lies over what lay there. */
static void place_add(struct face_follow *f, const struct outline *o)
{
    const struct face_area a = follow_area_of(f, o);
    if (f->places == PLACES_MOST || is_known(f, o))
        return;
    memmove(f->place + 1, f->place, (size_t)f->places++ * sizeof *f->place);
    f->place[0] =
        (struct face_place){.outline = *o, .card = -1, .other = -1, .there = true, .look = f->look};
    for (int y = a.top; y < a.bottom; y++)
        for (int x = a.left; x < a.right; x++)
            follow_cell_looked(f, &f->cell[y * f->width + x]);
}

/* Does a part of it look as before? */
static bool place_shows(const struct face_follow *f, const struct face_place *p)
{
    enum { SHOWS_LEAST = 30 };
    return p->done && p->card >= 0 && follow_place_same(f, p) >= SHOWS_LEAST;
}

/*
 * Cards that lay here are no more, or lie otherwise; in a pile they may lie under others, and are
 * held until it has been looked at.
 */
static void places_drop(struct face_follow *f, const struct face_area *in, bool pile)
{
    int kept = 0;
    for (int i = 0; i < f->places; i++) {
        struct face_place p = f->place[i];
        const struct face_area a = follow_area_of(f, &p.outline);
        bool apart = a.right <= in->left || a.left >= in->right || a.bottom <= in->top
                     || a.top >= in->bottom;
        p.held = pile ? p.held || (!apart && !p.there && place_shows(f, &p)) : p.held && apart;
        if (p.there || apart || p.held)
            f->place[kept++] = p;
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
                follow_cell_looked(f, c);
        }
}

static void outline_move(struct outline *o, float x, float y)
{
    for (int i = 0; i < 4; i++) {
        o->corner[i].x += x;
        o->corner[i].y += y;
    }
}

/* What a card that lies over others leaves of them lies outside of what changed. */
static void area_widen(const struct face_follow *f, struct face_area *a)
{
    for (int i = 0; i < f->places; i++) {
        const struct face_area p = follow_area_of(f, &f->place[i].outline);
        if (p.right <= a->left || p.left >= a->right || p.bottom <= a->top || p.top >= a->bottom)
            continue;
        a->left = p.left < a->left ? p.left : a->left;
        a->top = p.top < a->top ? p.top : a->top;
        a->right = p.right > a->right ? p.right : a->right;
        a->bottom = p.bottom > a->bottom ? p.bottom : a->bottom;
    }
}

/* From now on there is a pile to be looked at; it takes the part. */
static void pile_begin(struct face_follow *f, struct colour *part, int left, int top,
    const struct outline_hint *hint, int hints)
{
    follow_pile_leave(f);
    f->part = *part;
    part->at = NULL;
    f->pile = face_pile_new(&f->part, f->ready, hint, hints);
    f->at = (struct face_area){.left = left / CELL,
        .top = top / CELL,
        .right = (left + f->part.width) / CELL,
        .bottom = (top + f->part.height) / CELL};
    for (int i = 0; i < f->places && f->pile != NULL; i++) {
        const struct face_place *p = &f->place[i];
        struct face_seen seen = {.outline = p->outline, .is = {.card = p->card, .open = 1}};
        outline_move(&seen.outline, (float)-left, (float)-top);
        if (p->there && !p->held && p->card >= 0)
            face_pile_know(f->pile, &seen);
    }
}

/* The place of this middle that is held, or not; NULL: there is none. */
static struct face_place *place_near(struct face_follow *f, const struct outline *o, bool held)
{
    static const float SAME = 0.1f;
    const struct point m = outline_middle(o);
    for (int i = 0; i < f->places; i++) {
        const struct point n = outline_middle(&f->place[i].outline);
        if (f->place[i].there && f->place[i].held == held
            && hypotf(m.x - n.x, m.y - n.y) < SAME * sqrtf(outline_area(o)))
            return &f->place[i];
    }
    return NULL;
}

/* What was found in it: the first frame that says so, or one more of a card that was known. */
static void pile_end(struct face_follow *f)
{
    int count, kept = 0;
    const struct face_seen *seen = face_pile_seen(f->pile, &count);
    for (int i = 0; i < count && f->places < PLACES_MOST; i++) {
        struct face_place p = {.outline = seen[i].outline,
            .card = -1,
            .other = -1,
            .there = true,
            .look = f->look,
            .under = seen[i].is.piled};
        outline_move(&p.outline, (float)(f->at.left * CELL), (float)(f->at.top * CELL));
        const struct face_place *was = place_near(f, &p.outline, true);
        if (place_near(f, &p.outline, false) != NULL)
            continue;
        place_hears(&p, &seen[i].is);
        if (was != NULL && was->card == p.card && was->sure >= AGREE && !was->split) {
            p.sure = was->sure;
            p.agree = was->agree;
            p.done = true;
        }
        f->place[f->places++] = p;
    }
    for (int i = 0; i < f->places; i++)
        if (!f->place[i].held)
            f->place[kept++] = f->place[i];
    f->places = kept;
    follow_pile_leave(f);
}

/* False: no memory, and it is looked at again. */
static bool area_look(struct face_follow *f, const struct colour *picture,
    const struct face_area *a)
{
    static struct outline found[OUTLINES_MOST];
    static struct outline_hint hint[OUTLINES_MOST + HINTS_MOST];
    struct colour part;
    struct face_area all = *a;
    int hints;
    area_widen(f, &all);
    int left = all.left > AROUND ? (all.left - AROUND) * CELL : 0,
        top = all.top > AROUND ? (all.top - AROUND) * CELL : 0, right = (all.right + AROUND) * CELL,
        bottom = (all.bottom + AROUND) * CELL;
    right = right < picture->width ? right : picture->width;
    bottom = bottom < picture->height ? bottom : picture->height;
    if (!cut_out(picture, left, top, right - left, bottom - top, &part))
        return false;
    const int count = outlines_hint(&part, found, OUTLINES_MOST, hint + OUTLINES_MOST, HINTS_MOST,
        &hints);
    if (count < 0) {
        colour_clear(&part);
        return false;
    }
    hints = hints_keep(hint + OUTLINES_MOST, hints, found, count, HINTS_KEPT);
    places_drop(f, a, hints > 0);
    area_looked(f, a);
    for (int i = 0; i < count; i++)
        hint[OUTLINES_MOST - count + i] = (struct outline_hint){.outline = found[i]};
    if (hints > 0)
        pile_begin(f, &part, left, top, hint + OUTLINES_MOST - count, count + hints);
    for (int i = count - 1; i >= 0; i--) {
        outline_move(&found[i], (float)left, (float)top);
        place_add(f, &found[i]);
    }
    colour_clear(&part);
    return true;
}

static void pile_look(struct face_follow *f, const struct clock *clock, bool *begun)
{
    bool more = true;
    while (f->pile != NULL && more && is_time(clock, begun, f->step_ms)) {
        const double from = clock_now();
        more = face_pile_step(f->pile);
        f->step_ms = fmax(clock_now() - from, 0.9 * f->step_ms);
    }
    if (!more)
        pile_end(f);
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
    pile_look(f, &clock, &begun);
    for (int i = 0; i < f->width * f->height; i++) {
        if (!f->cell[i].new || f->cell[i].thing != 0)
            continue;
        const struct face_area a = follow_area_from(f, i);
        if (!follow_area_rests(f, &a))
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
