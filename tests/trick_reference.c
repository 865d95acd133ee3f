/* See trick_reference.h. */
#include "trick_reference.h"

int ref_turn(const struct ref_game *g) { return (g->leader + g->laid) % g->rules->seats; }

static bool beats(const struct ref_game *g, struct ref_card a, struct ref_card b)
{
    if (a.suit == b.suit)
        return a.rank > b.rank;
    return a.suit == g->rules->trump;
}

static struct ref_card best(const struct ref_game *g)
{
    struct ref_card best = g->table[0];
    for (int i = 1; i < g->laid; i++)
        if (beats(g, g->table[i], best))
            best = g->table[i];
    return best;
}

static bool is_barred(const struct ref_game *g, struct ref_card c)
{
    const struct ref_rules *r = g->rules;
    return g->tricks == 0
           && (c.suit == r->bars || (c.suit == r->barred.suit && c.rank == r->barred.rank));
}

static bool may_lead(const struct ref_game *g, struct ref_card c)
{
    return !is_barred(g, c) && (g->broken || c.suit != g->rules->unbroken);
}

static struct ref_wrong wrong_lead(const struct ref_game *g, bool hand[REF_SUITS][REF_RANKS],
    struct ref_card card)
{
    const struct ref_rules *r = g->rules;
    struct ref_wrong w = {false, false};
    if (r->leads && g->tricks == 0) {
        w.other = hand[r->lead.suit][r->lead.rank]
                  && (card.suit != r->lead.suit || card.rank != r->lead.rank);
        return w;
    }
    if (may_lead(g, card))
        return w;
    for (int s = 0; s < r->suits; s++)
        for (int n = 0; n < r->ranks; n++)
            w.other |= hand[s][n] && may_lead(g, (struct ref_card){s, n});
    return w;
}

struct ref_wrong ref_wrong(const struct ref_game *g, bool hand[REF_SUITS][REF_RANKS],
    struct ref_card card)
{
    const struct ref_rules *r = g->rules;
    struct ref_wrong w = {false, false};
    if (g->laid == 0)
        return wrong_lead(g, hand, card);
    const int led = g->table[0].suit;
    const struct ref_card top = best(g);
    bool suit = false, trump = false, beat = false, beat_in_suit = false, free = false,
         free_in_suit = false;
    for (int s = 0; s < r->suits; s++)
        for (int n = 0; n < r->ranks; n++) {
            const struct ref_card held = {s, n};
            if (!hand[s][n])
                continue;
            suit |= s == led;
            trump |= s == r->trump && s != led;
            beat |= s != led && beats(g, held, top);
            beat_in_suit |= s == led && beats(g, held, top);
            free |= (s != led || r->follow == REF_ANY) && !is_barred(g, held);
            free_in_suit |= s == led && !is_barred(g, held);
        }
    const bool follows = card.suit == led, wins = beats(g, card, top);
    w.follow = r->follow != REF_ANY && suit && !follows;
    if (r->follow == REF_FOLLOW_OR_TRUMP)
        w.other = !follows && card.suit != r->trump && trump;
    if (r->follow == REF_BEAT)
        w.other = follows ? beat_in_suit && !wins : beat && !wins;
    if (r->follow == REF_TRUMP_AND_BEAT)
        w.other = follows ? beat_in_suit && !wins : card.suit == r->trump ? beat && !wins : trump;
    if (is_barred(g, card))
        w.other |= follows && r->follow != REF_ANY ? free_in_suit : free;
    return w;
}

void ref_play(struct ref_game *g, struct ref_card card)
{
    const int seats = g->rules->seats;
    g->hand[ref_turn(g)][card.suit][card.rank] = false;
    g->table[g->laid++] = card;
    g->broken |= card.suit == g->rules->unbroken;
    if (g->laid < seats)
        return;
    int taker = 0;
    for (int i = 1; i < seats; i++)
        if (beats(g, g->table[i], g->table[taker]))
            taker = i;
    g->leader = (g->leader + taker) % seats;
    for (int i = 0; i < seats; i++) {
        g->hearts[g->leader] += g->table[i].suit == 2;
        g->queen[g->leader] |= g->table[i].suit == 3 && g->table[i].rank == 10;
    }
    g->taken[g->leader]++;
    g->tricks++;
    g->laid = 0;
}
