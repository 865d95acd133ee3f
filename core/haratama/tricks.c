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

enum { SLOTS = CARDS };

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

/* Cards and slots, as far as they are matched. */
struct matching {
    uint64_t where[CARDS];        /* the slots in which a card may lie */
    uint64_t free;                /* slots without a card */
    uint64_t tried;               /* slots looked at for the card now to be placed */
    int8_t holds[SLOTS];          /* of a slot that is not free: its card */
};

/* Finds the card a slot, moving others that lie where it might. */
static bool match(struct matching *m, int card)
{
    uint64_t open = m->where[card] & m->free;
    if (open != 0) {
        m->free &= ~(open & -open);
        m->holds[__builtin_ctzll(open)] = (int8_t)card;
        return true;
    }
    for (uint64_t left; (left = m->where[card] & ~m->tried) != 0;) {
        int slot = __builtin_ctzll(left);
        m->tried |= bit(slot);
        if (match(m, m->holds[slot])) {
            m->holds[slot] = (int8_t)card;
            return true;
        }
    }
    return false;
}

static bool match_all(struct matching *m, uint64_t cards)
{
    for (; cards != 0; cards &= cards - 1) {
        m->tried = 0;
        if (!match(m, __builtin_ctzll(cards)))
            return false;
    }
    return true;
}

/* Is any card known of a hand but those played? Without, numbers alone decide: see say_trick. */
static bool hands_known(const struct haratama *s)
{
    uint64_t known = 0;
    for (int i = 0; i < s->players; i++)
        known |= haratama_known(s, i) & ~s->played[i];
    return s->deep || known != 0;
}

/* Those with the least choice come first, so that few are moved. */
bool haratama_tricks_fit(const struct haratama *s)
{
    uint64_t may[PLAYERS + 1], played = 0;
    struct matching m;
    if (s->level != BY_TRICKS || !hands_known(s))
        return true;
    uint64_t cards = haratama_hands(s, may), known = cards & ~(may[0] & may[1]);
    struct slots slots = slots_of(s, may[s->players] != 0);
    for (int i = 0; i < s->trick.plays; i++) {
        const struct play *p = &s->trick.play[i];
        m.where[p->card] = slot_in(&slots, p->seat, p->trick - 1u, false);
        played |= bit(p->card);
    }
    for (uint64_t left = cards & ~played; left != 0; left &= left - 1)
        m.where[__builtin_ctzll(left)] = slots_for(s, &slots, may, __builtin_ctzll(left));
    m.free = slots.aside;
    for (int i = 0; i < s->players; i++)
        m.free |= slots.of[i];
    return match_all(&m, played) && match_all(&m, s->gone) && match_all(&m, known & ~played & ~s->gone)
        && match_all(&m, cards & ~known & s->relics & ~s->gone)
        && match_all(&m, cards & ~known & ~s->relics & ~s->gone);
}
