/* What is on record of two hands and a pile, step by step, and what it proves; see trail.h. */
#include "trail_way.h"

#include "core/bits.h"

#include <string.h>

/* ---- the record -------------------------------------------------------------------------- */

void trail_begin(struct trail *t, uint32_t line)
{
    t->line = line;
    t->said = t->count;
}

/* Cards seen one after the other are counted together. */
static bool is_seen_already(struct trail *t, int hand, int kind, int count)
{
    for (int i = t->count; i > t->said && t->step[i - 1].act == TRAIL_HOLD; i--) {
        struct trail_step *s = &t->step[i - 1];
        if (s->hand == hand && s->kind == kind) {
            s->count = (uint8_t)(count > s->count ? count : s->count);
            return true;
        }
    }
    return false;
}

void trail_add(struct trail *t, enum trail_act act, int hand, int kind, int count)
{
    if (act == TRAIL_HOLD && is_seen_already(t, hand, kind, count))
        return;
    t->full |= t->count == TRAIL_STEPS;
    if (!t->full)
        t->step[t->count++] = (struct trail_step){t->line, (uint8_t)act, (uint8_t)hand, (uint8_t)count, (int8_t)kind};
}

void trail_doubt(struct trail *t, int kind)
{
    for (int i = t->count; i-- > 0 && !(t->step[i].act == TRAIL_RETURN && t->step[i].kind == kind);)
        if ((t->step[i].act == TRAIL_LEAVE || t->step[i].act == TRAIL_LEAVE_EITHER) && t->step[i].kind == kind)
            t->step[i].act = TRAIL_GONE;
}

void trail_copy(struct trail *to, const struct trail *from)
{
    memcpy(to, from, offsetof(struct trail, step) + from->count * sizeof *from->step);
}

/* ---- a card's way ------------------------------------------------------------------------ */

static uint8_t other_place(const struct trail_step *s) { return (uint8_t)(HANDS_BOTH & ~(1u << s->hand)); }

/* Does everybody see which card goes to the open, or comes from there? */
static bool is_open(const struct trail_step *s)
{
    return s->act == TRAIL_LEAVE || s->act == TRAIL_LEAVE_EITHER || s->act == TRAIL_RETURN || s->act == TRAIL_GAIN
        || s->act == TRAIL_GONE;
}

/* Does a claim say that this draw did not take the bound kind? */
static bool is_sworn(const struct follower *f, unsigned i)
{
    for (unsigned k = 0; k < f->of->claims; k++)
        if (f->of->claim[k].drawn && f->of->claim[k].at == i + 1)
            return true;
    return f->lawful;
}

/* A card that this step may have moved, and nobody saw which: where one in `place` is behind it. */
static uint8_t moved_unseen(const struct follower *f, unsigned i, unsigned copy, uint8_t place)
{
    const struct trail_step *s = &f->of->trail->step[i];
    const uint8_t here = place_of(s), there = other_place(s);
    const bool bound = f->kind[copy] == f->of->trail->bound;
    switch ((enum trail_act)s->act) {
    case TRAIL_DRAW:
    case TRAIL_PERHAPS_DRAW:
        return place == there && !(bound && s->kind < 0 && is_sworn(f, i)) ? HANDS_BOTH : place;
    case TRAIL_TAKE:
    case TRAIL_PERHAPS_TAKE:
    case TRAIL_TAKE_OR_HAD:
        return place == PILE && !(f->of->trail->never_unseen >> f->kind[copy] & 1) ? PILE | here : place;
    case TRAIL_TAKE_EITHER: return place == PILE ? HIDDEN : place;
    case TRAIL_PERHAPS_DROP: return place == here && !bound ? PILE | here : place;
    case TRAIL_PUT_BACK: return place == here && !bound ? PILE : place;
    case TRAIL_FIT: return place == here || place == PILE ? PILE | here : place;
    case TRAIL_SCATTER: return place & HIDDEN && f->kind[copy] == s->count ? HIDDEN : place;
    case TRAIL_LEAVE:
    case TRAIL_LEAVE_EITHER:
    case TRAIL_HOLD:
    case TRAIL_RETURN:
    case TRAIL_GAIN:
    case TRAIL_LOOSE:
    case TRAIL_GONE: break;
    }
    return place;
}

/* Where a card that this step names, and that was in `place`, is behind it; 0: it cannot have been there. */
static uint8_t moved(const struct follower *f, unsigned i, uint8_t place)
{
    const struct trail_step *s = &f->of->trail->step[i];
    const uint8_t here = place_of(s), there = other_place(s);
    switch ((enum trail_act)s->act) {
    case TRAIL_LEAVE: return place == here || (!f->told[i] && place != OPEN) ? OPEN : 0;
    case TRAIL_LEAVE_EITHER: return place & HANDS_BOTH || (!f->told[i] && place != OPEN) ? OPEN : 0;
    case TRAIL_GONE: return OPEN;
    case TRAIL_HOLD: return place == here ? place : 0;
    case TRAIL_RETURN: return place == OPEN ? PILE : 0;
    case TRAIL_GAIN: return f->told[i] ? here : HIDDEN;
    case TRAIL_DRAW: return place == there ? here : 0;
    case TRAIL_PERHAPS_DRAW: return place == there ? HANDS_BOTH : place;
    case TRAIL_TAKE: return place == PILE ? here : 0;
    case TRAIL_TAKE_EITHER: return place == PILE ? HIDDEN : place;
    case TRAIL_TAKE_OR_HAD: return place == PILE ? here : place & HANDS_BOTH;
    case TRAIL_PERHAPS_TAKE:
    case TRAIL_PERHAPS_DROP:
    case TRAIL_PUT_BACK:
    case TRAIL_FIT:
    case TRAIL_LOOSE:
    case TRAIL_SCATTER: break;
    }
    return place;
}

/* A named step says nothing of other cards; one that nobody saw the card of may have moved any. */
static uint8_t behind(const struct follower *f, unsigned i, unsigned copy, uint8_t place)
{
    const struct trail_step *s = &f->of->trail->step[i];
    if (f->picked[i] & copy_bit(copy))
        return moved(f, i, place);
    return is_open(s) || step_names(f, i) ? place : moved_unseen(f, i, copy, place);
}

/* Where one that may be in any of these places is behind the step; and, turned round, was before it. */
static uint8_t image(const struct follower *f, unsigned i, unsigned copy, uint8_t places)
{
    uint8_t there = 0;
    for (unsigned place = FIRST; place <= OPEN; place <<= 1)
        there |= places & place ? behind(f, i, copy, (uint8_t)place) : 0;
    return there;
}

static uint8_t source(const struct follower *f, unsigned i, unsigned copy, uint8_t places)
{
    uint8_t from = 0;
    for (unsigned place = FIRST; place <= OPEN; place <<= 1)
        from |= (uint8_t)(behind(f, i, copy, (uint8_t)place) & places ? place : 0);
    return from;
}

/* ---- like cards ---------------------------------------------------------------------------- */

/* Where a card that this step names must have been. */
static uint8_t wanted_place(const struct follower *f, unsigned i)
{
    const struct trail_step *s = &f->of->trail->step[i];
    switch ((enum trail_act)s->act) {
    case TRAIL_LEAVE:
    case TRAIL_HOLD: return place_of(s);
    case TRAIL_LEAVE_EITHER: return HANDS_BOTH;
    case TRAIL_DRAW:
    case TRAIL_PERHAPS_DRAW: return other_place(s);
    case TRAIL_TAKE:
    case TRAIL_TAKE_EITHER: return PILE;
    case TRAIL_TAKE_OR_HAD: return HIDDEN;
    case TRAIL_RETURN: return OPEN;
    case TRAIL_GAIN:
    case TRAIL_GONE: return HIDDEN | OPEN;
    case TRAIL_PERHAPS_TAKE:
    case TRAIL_PERHAPS_DROP:
    case TRAIL_PUT_BACK:
    case TRAIL_FIT:
    case TRAIL_LOOSE:
    case TRAIL_SCATTER: break;
    }
    return 0;
}

/* The copy that is most surely there; else any hidden one; -1: there is none. */
static int most_sure(const struct follower *f, unsigned i, uint8_t wanted, uint64_t but)
{
    int best = -1, least = 99;
    for (unsigned c = 0; c < f->copies; c++) {
        const uint8_t on = f->on[i][c];
        const int rank = !(on & wanted) ? 50 + (on == OPEN) : (int)bits_count(on);
        if (f->kind[c] == f->of->trail->step[i].kind && !(but & copy_bit(c)) && rank < least) {
            best = (int)c;
            least = rank;
        }
    }
    return best;
}

/* Which copies a step names. Where that is not sure, those that it may have been are where any of them may be. */
static void pick(struct follower *f, unsigned i, uint64_t *touched)
{
    const struct trail_step *s = &f->of->trail->step[i];
    const uint8_t wanted = wanted_place(f, i);
    f->picked[i] = 0;
    f->cut[i] = false;
    for (unsigned n = 0; n < s->count; n++) {
        const int copy = most_sure(f, i, wanted, f->picked[i]);
        if (copy < 0)
            return;
        f->picked[i] |= copy_bit((unsigned)copy);
    }
    for (unsigned x = 0; x < f->copies; x++)
        for (unsigned y = 0; f->picked[i] & copy_bit(x) && y < f->copies; y++) {
            const uint8_t one = f->on[i][x], other = f->on[i][y];
            const bool alike = one == other && !(*touched & (copy_bit(x) | copy_bit(y)));
            if (f->kind[y] != f->kind[x] || f->picked[i] & copy_bit(y) || !(other & wanted) || !(one & (one - 1)) || alike)
                continue;
            f->cut[i] = true;
            f->on[i][y] |= one;
        }
    *touched |= f->picked[i];
}

/* ---- following them -------------------------------------------------------------------------- */

/* Claims that are made before this step. */
static uint8_t denied(const struct follower *f, unsigned i, unsigned copy)
{
    uint8_t hands = 0;
    for (unsigned k = 0; k < f->of->claims; k++)
        if ((f->of->claim[k].at == i || (i == f->steps && f->of->claim[k].at > i))
            && !f->of->claim[k].drawn && f->of->claim[k].kinds >> f->kind[copy] & 1)
            hands = (uint8_t)(hands | 1u << f->of->claim[k].hand);
    return hands;
}

static void follow_on(struct follower *f)
{
    uint64_t touched = 0;
    for (unsigned i = 0; i < f->steps; i++) {
        f->picked[i] = 0;
        f->cut[i] = false;
        for (unsigned c = 0; c < f->copies; c++)
            f->on[i][c] &= (uint8_t)~denied(f, i, c);
        if (is_open(&f->of->trail->step[i]) || step_names(f, i))
            pick(f, i, &touched);
        for (unsigned c = 0; c < f->copies; c++)
            f->on[i + 1][c] = image(f, i, c, f->on[i][c]);
    }
    for (unsigned c = 0; c < f->copies; c++)
        f->on[f->steps][c] &= (uint8_t)~denied(f, f->steps, c);
}

static void follow_back(struct follower *f)
{
    memcpy(f->at[f->steps], f->on[f->steps], f->copies);
    for (unsigned i = f->steps; i-- > 0;) {
        const int kind = f->cut[i] ? f->of->trail->step[i].kind : -1;
        for (unsigned c = 0; c < f->copies; c++)
            f->at[i][c] = f->kind[c] == kind ? f->on[i][c] : f->on[i][c] & source(f, i, c, f->at[i + 1][c]);
    }
}

void trail_follow(struct follower *f)
{
    follow_on(f);
    follow_back(f);
}

/* ---- full hands ------------------------------------------------------------------------------ */

static bool narrow(struct follower *f, unsigned i, unsigned copy, uint8_t places)
{
    const uint8_t was = f->at[i][copy];
    f->at[i][copy] &= places;
    return f->at[i][copy] != was;
}

static bool fill(struct follower *f, unsigned i)
{
    uint8_t was[TRAIL_COPIES];
    bool told = false;
    memcpy(was, f->at[i], f->copies);
    for (unsigned place = 0; place < 3; place++) {
        const uint8_t here = (uint8_t)(1u << place);
        int sure = 0, possible = 0;
        for (unsigned c = 0; c < f->copies; c++) {
            sure += was[c] == here;
            possible += (was[c] & here) != 0;
        }
        for (unsigned c = 0; c < f->copies && sure < possible; c++)
            if (was[c] & here && was[c] != here && (sure == f->size[i][place] || possible == f->size[i][place]))
                told |= narrow(f, i, c, sure == f->size[i][place] ? (uint8_t)~here : here);
    }
    return told;
}

/* Of like cards it may not be known which is which across a step. */
static bool is_same(const struct follower *f, unsigned i, unsigned copy)
{
    return !f->cut[i] || f->of->trail->step[i].kind != f->kind[copy];
}

bool trail_narrow(struct follower *f)
{
    bool told = false;
    for (unsigned i = 0; i <= f->steps; i++)
        told |= fill(f, i);
    for (unsigned i = 0; told && i < f->steps; i++)
        for (unsigned c = 0; c < f->copies; c++)
            if (i + 1 == f->steps || is_same(f, i + 1, c))
                narrow(f, i + 1, c, image(f, i, c, f->at[i][c]));
    for (unsigned i = f->steps; told && i-- > 0;)
        for (unsigned c = 0; c < f->copies; c++)
            if (is_same(f, i, c) && (i + 1 == f->steps || is_same(f, i + 1, c)))
                narrow(f, i, c, source(f, i, c, f->at[i + 1][c]));
    return told;
}
