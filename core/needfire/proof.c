/* NeedFire's findings that rest on what a hand held: which cards were in it, and the lines that say so. */
#include "needfire.h"

/* The cards that are known to be in the hand, by the lines that named them last. */
static void show_hand(const struct needfire *s, int seat, struct grounds *out)
{
    for (int c = 1; c < CODES; c++)
        if (s->card[c].place == HELD && s->card[c].seat == seat && !s->card[c].down && s->card[c].line != 0)
            grounds_line(out, s->card[c].line);
}

/*
 * Nothing is proved where the number of cards is not known, or cards laid face down unseen may have been any of those
 * that came: that takes more than the lines of the hand.
 */
static void prove(const struct needfire *s, int seat, int card, struct grounds *out)
{
    const struct holding *h = &s->hand[seat];
    const bool whole = h->unseen == 0 && h->laid_count == 0, fires = h->fires_only && !is_fire(card);
    if (!h->sized || h->lost || (!whole && !fires))
        return;
    out->card[out->cards++] = (int16_t)card;
    out->place[out->places].seat = (int8_t)seat;
    out->place[out->places++].room = 0;
    out->holder = (int8_t)seat;
    if (!whole)
        out->shown = N_("But what came to {holder}'s hand face down are fires, and {cards} never came to it in the open.");
    else if (h->size == 0)
        out->shown = N_("But {holder}'s hand was empty.");
    if (whole)
        show_hand(s, seat, out);
}

void needfire_rule_absent(const struct act *a, int rule, int seat, int card, const char *message)
{
    struct ruling *r = act_irregular(a, rule, seat, card, message);
    prove(a->state, seat, card, &r->grounds);
    r->claim = (struct suspect){.seat = (int8_t)seat, .card = (int16_t)card, .line = a->said->line,
                                .claim = N_("{seat} used {card} from the hand.")};
}

void needfire_prove_highest(const struct needfire *s, int seat, int card, struct ruling *r)
{
    struct grounds *g = &r->grounds;
    g->card[g->cards++] = (int16_t)card;
    g->holder = (int8_t)seat;
    g->shown = N_("But {cards} lies in {holder}'s row.");
    grounds_line(g, s->card[card].line);
    r->claim = (struct suspect){.seat = r->seat, .card = (int16_t)card, .line = r->line,
                                .claim = N_("{seat} began. That is right only if {seat} has the battle card with the highest "
                                            "number.")};
}
