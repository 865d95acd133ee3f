/* Cards that are one of two; see either_card.h. */
#include "either_card.h"
#include "laid.h"

static bool was_covered(const struct watch *w, const struct record *r, int n)
{
    const struct watched *c = &w->card[n];
    return c->as == LAID_ENTERED && (!c->there || c->hidden) && laid_here(w, r, c);
}

bool guess_is_known(const struct watch *w, const struct record *r, struct glimpse *sight)
{
    if (sight->card < 0 || sight->kind == SIGHT_UNKNOWN)
        return false;
    const struct watched *c = &w->card[sight->card];
    int known = c->is_other && w->card[c->other].there ? c->other : -1;
    if (known < 0 && sight->kind == SIGHT_ASK)
        known = c->as == LAID_ENTERED && laid_here(w, r, c)            ? sight->card
                : sight->other >= 0 && was_covered(w, r, sight->other) ? sight->other
                                                                       : -1;
    if (known < 0)
        return false;
    sight->card = known;
    sight->kind = sight->kind == SIGHT_ASK ? SIGHT_FACE : sight->kind;
    return true;
}

void guess_lies(struct watch *w, const struct record *r, const struct glimpse *sight)
{
    struct watched *c = &w->card[sight->card];
    if (laid_card(w, sight->card) < 0 || (c->there && !c->hidden && c->as == LAID_ENTERED))
        return;
    laid_down(w, sight);
    w->stirred = milliseconds();
    c->as = LAID_PASSED;
    c->seat = NOBODY;
    c->named = c->guessed = true;
    c->other = sight->other >= 0 ? sight->other : sight->card;
    guess_settle(w, r);
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
    c->is_other = true;
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
