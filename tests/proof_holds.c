/*
 * Does a proof hold, by the lines it names alone: more cards than there is room where they could
 * be; see proof.h.
 */
#include "proof.h"

static unsigned bins_of_fact(const struct round *r, const struct fact *f)
{
    unsigned dealt = 1u << f->seat | 1u << (GIVEN + f->seat);
    switch (f->how) {
    case AS_DEALT: return r->passed != 0 ? dealt : hand_of(r, (int)f->seat);
    case BETWEEN: return r->passed >> f->seat & 1 ? dealt : hand_of(r, (int)f->seat);
    case HELD: return hand_of(r, (int)f->seat);
    case PASSED: return 1u << (GIVEN + f->seat);
    case LAID_ASIDE: return 1u << ASIDE;
    case TAKEN: return ~(1u << ASIDE);
    }
    return 0;
}

/* The bins where a card may be, by the lines of the proof. */
static unsigned bins_of_card(const struct round *r, const struct proof *p, int card)
{
    unsigned bins = (1u << r->players) - 1, aside = 0;
    bins |= r->players == 3 && !r->kind->trumps ? 1u << ASIDE : 0;
    bins |= r->passed != 0 ? ((1u << r->players) - 1) << GIVEN : 0;
    for (int i = 0; i < r->facts; i++)
        for (int k = 0; k < p->lines; k++)
            if (r->fact[i].line == p->at[k]) {
                if ((int)r->fact[i].card == card)
                    bins &= bins_of_fact(r, &r->fact[i]);
                else if (r->fact[i].how == LAID_ASIDE)
                    aside = 1u << ASIDE;
            }
    return bins & ~aside;
}

static int size_of(const struct round *r, unsigned bins)
{
    int size = bins >> ASIDE & 1;
    for (int i = 0; i < r->players; i++) {
        int passes = r->passed == 0 ? 0 : r->passed >> i & 1 ? (int)r->sizes[i] : 2;
        size += (bins >> i & 1 ? r->kind->hand - passes : 0)
                + (bins >> (GIVEN + i) & 1 ? passes : 0);
    }
    return size;
}

/*
 * Does this play claim who leads first? Of several the `lead` line does, or without it the first
 * play.
 */
static bool claims_lead(const struct round *r, const struct proof *p, int suspect)
{
    const struct laid *first = &r->laid[0];
    if (r->kind->trumps || p->suspects == 1)
        return strcmp(p->rule, "haratama/first-lead") == 0;
    return r->plays == 0 || p->from[suspect] < first->line
           || (!r->named && !r->other && p->from[suspect] == first->line
               && p->who[suspect] == (int)first->seat);
}

/* Where a claim lets a card be. `way`: with three players blue 5 may lie aside, and blue 6 lead. */
static unsigned bins_claimed(const struct round *r, const struct proof *p, int card, int way,
    unsigned bins)
{
    if (strcmp(p->kind, "impossible") == 0)
        return card == p->claimed ? bins & hand_of(r, p->seat) : bins;
    for (int i = 0; i < p->suspects; i++) {
        const bool lead = claims_lead(r, p, i);
        for (int k = lead ? 1 : 0; k < r->plays && !(lead && p->suspects == 1); k++) {
            const struct laid *l = &r->laid[k];
            if (l->line != p->from[i] || (int)l->seat != p->who[i] || l->gone >> card & 1)
                continue;
            if (l->lead ? !r->kind->trumps && l->led == 1 && card / 16 != 1
                        : l->card / 16 != l->led && card / 16 == (int)l->led)
                bins &= ~hand_of(r, (int)l->seat);
        }
        if (lead && way == 1 && card == BLUE_5)
            bins &= 1u << ASIDE;
        else if (lead && card == (way == 0 ? BLUE_5 : BLUE_6))
            bins &= hand_of(r, p->who[i]);
    }
    return bins;
}

static bool is_meant(const struct proof *p, int card)
{
    bool meant = false;
    for (int i = 0; i < p->cards; i++)
        meant |= p->code[i] == card;
    return meant;
}

/*
 * What a place may mean that has this room: the hand, what came to it, what was kept of it. How
 * many.
 */
static int bins_of_place(const struct round *r, const struct proof *p, int place, unsigned meant[3])
{
    const int seat = p->place[place];
    const unsigned parts[3] = {seat < 0 ? 1u << ASIDE : hand_of(r, seat),
        seat < 0 ? 0 : 1u << (GIVEN + giver(r, seat)), seat < 0 ? 0 : 1u << seat};
    int count = 0;
    for (int i = 0; i < 3; i++) {
        int room = size_of(r, parts[i]);
        for (int card = 0; card < CARDS; card++) {
            unsigned bins = in_deck(r, card) && !is_meant(p, card) ? bins_of_card(r, p, card) : 0;
            room -= bins != 0 && !(bins & ~parts[i]);
        }
        if (parts[i] != 0 && room == p->room[place])
            meant[count++] = parts[i];
    }
    return count;
}

/*
 * Have places from `place` on, with those so far, too little room for the cards that only they
 * take?
 */
static bool too_small(const struct proof *p, const unsigned *where, unsigned meant[][3],
    const int *count, int place, unsigned places, int room)
{
    int cards = 0;
    if (place == p->places) {
        for (int i = 0; i < p->cards; i++)
            cards += !(where[i] & ~places);
        return cards > room;
    }
    for (int i = 0; i < count[place]; i++)
        if (too_small(p, where, meant, count, place + 1, places | meant[place][i],
                room + p->room[place]))
            return true;
    return too_small(p, where, meant, count, place + 1, places, room);
}

static bool holds_in(const struct round *r, const struct proof *p, int way)
{
    unsigned where[PARTS], meant[PARTS][3];
    int count[PARTS];
    for (int i = 0; i < p->cards; i++)
        where[i] = bins_claimed(r, p, p->code[i], way, bins_of_card(r, p, p->code[i]));
    for (int i = 0; i < p->places; i++)
        if ((count[i] = bins_of_place(r, p, i, meant[i])) == 0)
            return false;
    return too_small(p, where, meant, count, 0, 0, 0);
}

/* Of trumps the copies that no line shows; then those that no line of the proof does. */
static bool mean_copies(const struct round *r, struct proof *p)
{
    for (int i = 0; i < p->cards && r->kind->trumps; i++) {
        const int card = p->code[i];
        bool found = card % 16 != TRUMP;
        for (int copy = card; copy < card + 3 && !found; copy++)
            if ((found = in_deck(r, copy) && !is_seen(r, copy) && !is_meant(p, copy + 64)))
                p->code[i] = copy + 64;
        if (!found)
            return false;
    }
    for (int i = 0; i < p->cards; i++)
        p->code[i] %= 64;
    p->claimed = card_of(r->kind, p->card);
    for (int i = 0; i < p->cards; i++)
        if (p->claimed >= 0 && p->claimed % 16 == TRUMP && p->code[i] / 16 == p->claimed / 16
            && p->code[i] % 16 > TRUMP) {
            p->claimed = p->code[i];
            break;
        }
    return true;
}

/* ---- the fox sign -------------------------------------------------------------------------- */

/* By the lines of the proof: are these cards, each a bit, of the kind `how` for a seat? */
static uint64_t cards_seen(const struct round *r, const struct proof *p, enum how how, int seat)
{
    uint64_t cards = 0;
    for (int i = 0; i < r->facts; i++)
        for (int k = 0; k < p->lines; k++)
            if (r->fact[i].line == p->at[k] && r->fact[i].how == how
                && (int)r->fact[i].seat == seat)
                cards |= one((int)r->fact[i].card);
    return cards;
}

static uint64_t dealt_to(const struct round *r, const struct proof *p, int seat)
{
    return cards_seen(r, p, AS_DEALT, seat)
           | (r->passed >> seat & 1 ? cards_seen(r, p, BETWEEN, seat) : 0);
}

static bool fox_holds(const struct round *r, const struct proof *p)
{
    const uint64_t low = 0x003F003F003F003Fu;
    const int from = giver(r, p->seat), received = r->passed >> from & 1 ? (int)r->sizes[from] : 2;
    const uint64_t given = cards_seen(r, p, PASSED, from), own = dealt_to(r, p, p->seat);
    const uint64_t early = r->passed >> p->seat & 1 ? 0 : cards_seen(r, p, BETWEEN, p->seat);
    const uint64_t hand = cards_seen(r, p, HELD, p->seat) | early | given;
    uint64_t sure = given | (hand & dealt_to(r, p, from)), cards = 0;
    if (__builtin_popcountll(own | cards_seen(r, p, PASSED, p->seat)) == r->kind->hand)
        sure |= hand & ~own;
    for (int i = 0; i < p->cards; i++)
        cards |= one(p->code[i]);
    if (p->places > 0 || __builtin_popcountll(cards) != p->cards)
        return false;
    if (cards == hand && (unsigned)p->cards == (unsigned)size_of(r, hand_of(r, p->seat)))
        return p->shown ? !(hand & ~own & low)
                        : __builtin_popcountll(hand & ~own & ~low) < received;
    if (cards & ~sure)
        return false;
    return p->shown ? p->cards >= received && !(cards & low) : p->cards == 1 && (cards & low);
}

bool holds(const struct round *r, struct proof p)
{
    if (strcmp(p.rule, "haratama/fox") == 0)
        return fox_holds(r, &p);
    bool lead = !r->kind->trumps && r->players == 3
                && (strcmp(p.rule, "haratama/first-lead") == 0 || p.suspects > 1);
    if (p.cards == 1 && p.places == 0 && r->kind->trumps && p.code[0] % 16 == TRUMP) {
        bool any = false; /* a copy that was seen */
        for (const int last = p.code[0] + 3; p.code[0] < last && !any; p.code[0]++)
            any = in_deck(r, p.code[0]) && holds_in(r, &p, 0);
        return any;
    }
    if (p.cards == 0 || !mean_copies(r, &p))
        return false;
    for (int i = 0; i < p.cards; i++)
        for (int k = 0; k < i; k++)
            if (p.code[k] == p.code[i])
                return false;
    for (int way = 0; way <= lead; way++)
        if (!(lead && way == 0 && bins_of_card(r, &p, BLUE_5) == 1u << ASIDE)
            && !holds_in(r, &p, way))
            return false;
    return true;
}
