/*
 * Haratama kept by tricks: `Bo: trick r3 g7` names the relics of a trick, but not who played them. Each
 * player lays one card into each trick; so a round has as many slots as there are cards, a player's place
 * in a trick each, and every card lies in one of them:
 *
 *                     trick   1    2    3    4 …
 *             Aki             r9   ?    r3   ?         a card played: this slot
 *             Bo              r3'  g7   ?    ?         named in a trick: one slot of that trick
 *             Chie            …                        seen in a hand: a later slot of that player
 *
 * A relic that was not named lies in no trick whose relics all were. A deal and a course of play exist
 * exactly when cards and slots can be matched (P. Hall), which augmenting paths decide. Where hands were
 * seen as dealt, which two cards were passed on is weighed in haratama_fits for itself.
 */
#include "haratama.h"

enum { SLOTS = CARDS, FREE = -1 };

/* The slots of a round: each seat's one after the other, then one for the card aside. */
struct slots {
    uint64_t of[PLAYERS];         /* a seat's */
    uint64_t named[PLAYERS];      /* … of these, in tricks whose relics are all named */
    uint8_t first[PLAYERS];       /* its slot in the first trick */
    uint64_t aside;
};

static struct slots slots_of(const struct haratama *s, bool aside_unknown)
{
    struct slots slots = {.aside = 0};
    unsigned at = 0;
    for (int i = 0; i < s->players; i++) {
        slots.first[i] = (uint8_t)at;
        for (int trick = 0; trick < hand_size(s, i); trick++, at++) {
            slots.of[i] |= bit((int)at);
            if (s->relics != 0 && s->named >> trick & 1)
                slots.named[i] |= bit((int)at);
        }
    }
    assert(at + aside_unknown <= SLOTS);
    if (aside_unknown)
        slots.aside = bit((int)at);
    return slots;
}

/* A seat's slot in a trick, none where it had no card left for it; `from`: that one and all behind it. */
static uint64_t slot_in(const struct slots *slots, int seat, unsigned trick, bool from)
{
    unsigned at = slots->first[seat] + trick;
    uint64_t here = at < SLOTS ? (uint64_t)1 << at : 0;
    return slots->of[seat] & (from ? ~(here - 1) : here);
}

/* Where a card that was not played for all to see may lie; `may`: in which hands. */
static uint64_t slots_for(const struct haratama *s, const struct slots *slots, const uint64_t *may, int card)
{
    bool gone = (s->gone & bit(card)) != 0, relic = (s->relics & bit(card)) != 0;
    uint64_t where = gone || !(may[s->players] & bit(card)) ? 0 : slots->aside;
    for (int i = 0; i < s->players; i++) {
        if (!(may[i] & bit(card)))
            continue;
        if (gone)
            where |= slot_in(slots, i, s->when[card], false);
        else
            where |= slot_in(slots, i, s->when[card], true) & ~(relic ? slots->named[i] : 0);
    }
    return where;
}

/* Finds the card a slot, moving others that lie where it might; `tried` are the slots looked at. */
static bool match(const uint64_t *where, int card, int8_t *holds, uint64_t *tried)
{
    for (uint64_t left; (left = where[card] & ~*tried) != 0;) {
        int slot = __builtin_ctzll(left);
        *tried |= bit(slot);
        if (holds[slot] == FREE || match(where, holds[slot], holds, tried)) {
            holds[slot] = (int8_t)card;
            return true;
        }
    }
    return false;
}

bool haratama_tricks_fit(const struct haratama *s)
{
    uint64_t may[PLAYERS + 1], where[CARDS] = {0}, cards;
    int8_t holds[SLOTS];
    if (s->level != BY_TRICKS)
        return true;
    cards = haratama_hands(s, may);
    struct slots slots = slots_of(s, may[s->players] != 0);
    for (uint64_t left = cards; left != 0; left &= left - 1)
        where[__builtin_ctzll(left)] = slots_for(s, &slots, may, __builtin_ctzll(left));
    for (int i = 0; i < s->trick.plays; i++) {
        const struct play *p = &s->trick.play[i];
        where[p->card] = slot_in(&slots, p->seat, p->trick - 1u, false);
    }
    for (int slot = 0; slot < SLOTS; slot++)
        holds[slot] = FREE;
    for (; cards != 0; cards &= cards - 1) {
        uint64_t tried = 0;
        if (!match(where, __builtin_ctzll(cards), holds, &tried))
            return false;
    }
    return true;
}
