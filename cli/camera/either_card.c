/* Cards that are one of two; see either_card.h. */
#include "either_card.h"
#include "laid.h"

#include <math.h>

static bool at_one(const struct spot_laid *a, const struct spot_laid *b)
{
    return hypot(a->x - b->x, a->y - b->y) < b->size;
}

/* Entered in this trick, and taken up; or covered, and this was seen where it lies. */
static bool was_covered(const struct watch *w, const struct record *r, int n,
    const struct glimpse *sight)
{
    const struct watched *c = &w->card[n];
    const struct spot_laid seen = laid_spot(sight);
    return c->as == LAID_ENTERED && laid_here(w, r, c)
           && (!c->there || (c->hidden && at_one(&c->at, &seen)));
}

/* What is told of this card is told of the other one, as long as that lies there. */
static void means_other(struct watch *w, int n, int other)
{
    w->card[n].is_other = true;
    w->card[n].other = other;
}

bool guess_is_known(struct watch *w, const struct record *r, struct glimpse *sight)
{
    if (sight->card < 0 || sight->kind == SIGHT_UNKNOWN)
        return false;
    const struct watched *c = &w->card[sight->card];
    int known = c->is_other && w->card[c->other].there ? c->other : -1;
    if (known < 0 && sight->kind == SIGHT_ASK)
        known = c->as == LAID_ENTERED && laid_here(w, r, c)                   ? sight->card
                : sight->other >= 0 && was_covered(w, r, sight->other, sight) ? sight->other
                                                                              : -1;
    if (known < 0)
        return false;
    if (known != sight->card)
        means_other(w, sight->card, known);
    sight->card = known;
    sight->kind = sight->kind == SIGHT_ASK ? SIGHT_FACE : sight->kind;
    return true;
}

/* It was played, and may not be again: it lies on a pile, and its entry stands. */
static bool is_won(const struct watch *w, const struct record *r, int n)
{
    const struct watched *c = &w->card[n];
    return c->as == LAID_ENTERED && !laid_here(w, r, c) && !laid_may_be_played(w, r, n);
}

void guess_lies(struct watch *w, const struct record *r, const struct glimpse *sight)
{
    struct glimpse seen = *sight;
    int other = sight->other >= 0 ? sight->other : sight->card;
    const bool won = is_won(w, r, sight->card);
    seen.card = won ? other : sight->card;
    other = is_won(w, r, other) ? sight->card : other;
    struct watched *c = &w->card[seen.card];
    if (laid_card(w, seen.card) < 0 || is_won(w, r, seen.card)
        || (c->there && !c->hidden && (won || c->as == LAID_ENTERED)))
        return;
    laid_down(w, &seen);
    w->stirred = milliseconds();
    c->as = LAID_PASSED;
    c->seat = NOBODY;
    c->named = c->guessed = true;
    c->other = won ? seen.card : other;
    if (won)
        means_other(w, sight->card, seen.card);
    guess_settle(w, r);
}

void guess_told(struct watch *w, int n)
{
    const struct watched *told = &w->card[n];
    for (int i = 0; i < w->deck.count; i++) {
        struct watched *c = &w->card[i];
        if (i == n || !c->guessed || !c->there || c->other != n || !at_one(&c->at, &told->at))
            continue;
        c->there = c->guessed = false;
        c->as = LAID_FREE;
    }
}

void guess_leaves(struct watch *w, int n)
{
    for (int i = 0; i < w->deck.count; i++)
        w->card[i].is_other &= w->card[i].other != n;
}

int guess_first(const struct watch *w)
{
    int first = NOBODY;
    for (int i = 0; i < w->deck.count; i++) {
        const struct watched *c = &w->card[i];
        if (c->guessed && c->there && !c->hidden && (first < 0 || c->order < w->card[first].order))
            first = i;
    }
    return first;
}

/* It is the other one: that lies where this one was thought to. */
static bool become_other(struct watch *w, int n)
{
    struct watched *c = &w->card[n], *o = &w->card[c->other];
    if (c->other == n || o->there)
        return false;
    o->at = c->at;
    o->there = o->face = true;
    o->order = c->order;
    o->came = c->came;
    o->hidden = o->twice = o->tie = o->guessed = false;
    c->there = false;
    means_other(w, n, c->other);
    return true;
}

void guess_answer(struct watch *w, int n, bool other)
{
    struct watched *c = &w->card[n];
    c->guessed = false;
    if (other && !become_other(w, n))
        return; /* neither: it is let lie */
    c = other ? &w->card[c->other] : c;
    c->as = LAID_FREE;
    c->seat = NOBODY;
    c->named = true;
    c->waits = c->left = c->typed = false;
}

/* Typed as the other one? */
static bool other_typed(struct watch *w, const struct record *r, int n)
{
    const struct watched before = w->card[n], other = w->card[before.other];
    if (!become_other(w, n))
        return false;
    if (laid_typed(w, r, before.other))
        return true;
    w->card[before.other] = other;
    w->card[n] = before;
    return false;
}

void guess_settle(struct watch *w, const struct record *r)
{
    for (int i = 0; i < w->deck.count; i++) {
        struct watched *c = &w->card[i];
        bool passed = w->asked == ASK_FACE && w->asked_of == i && laid_turn(r) != w->asked_turn;
        if (c->guessed && c->there && (laid_typed(w, r, i) || other_typed(w, r, i) || passed))
            c->guessed = false;
    }
}
