/* The course of tricks; see trick.h. */
#include "trick.h"

void trick_begin(struct trick *t) { *t = (struct trick){.leader = NOBODY, .winner = NOBODY}; }

void trick_end(struct trick *t, int winner, uint8_t may)
{
    assert(t->done < ROUND_TRICKS);
    t->taker[t->done++] = t->leader = (int8_t)winner;
    t->may_lead = may;
    t->winner = NOBODY;
    t->full = false;
    t->on_table = 0;
    t->first = t->plays;
}

bool play_walk_on(struct play_walk *w, const struct trick *t)
{
    if (w->next == t->plays)
        return false;
    w->at = w->next++;
    w->play = &t->play[w->at];
    w->gone = w->played[w->play->seat] |= play_card(w->play);
    return true;
}

struct claim play_claim(const struct play_walk *w, const struct charge *charge, int code)
{
    return (struct claim){.charge = charge,
        .line = w->play->line,
        .seat = (int8_t)w->play->seat,
        .card = (int16_t)code,
        .play = (int16_t)w->at};
}
