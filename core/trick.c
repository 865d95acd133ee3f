/* The course of tricks; see trick.h. */
#include "trick.h"

void trick_begin(struct trick *t)
{
    t->leader = -1;
    t->on_table = t->done = t->plays = t->first = 0;
}

void trick_end(struct trick *t, int winner)
{
    t->leader = (int8_t)winner;
    t->done++;
    t->on_table = 0;
    t->first = t->plays;
}

bool walk_on(struct walk *w, const struct trick *t)
{
    if (w->next == t->plays)
        return false;
    w->at = w->next++;
    w->play = &t->play[w->at];
    w->gone = w->played[w->play->seat] |= (uint64_t)1 << w->play->card;
    return true;
}

struct claimed play_claims(const struct walk *w, int rule, int code, uint64_t never)
{
    const struct play *p = w->play;
    return (struct claimed){.play = (int16_t)w->at, .rule = (uint8_t)rule, .seat = (int8_t)p->seat,
                            .card = (int16_t)code, .line = p->line, .never = never,
                            .kept = p->kept, .kept_line = p->kept_line};
}
