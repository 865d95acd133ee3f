/* Facts about hidden hands, and what follows from them; see hands.h. */
#include "hands.h"

#include <assert.h>
#include <string.h>

/* ---- what follows from them ---------------------------------------------------------------- */

/*
 * What the facts tell of one seat. Once a seat passes, cards seen in its hand before that were
 * dealt to it.
 */
static struct hand_facts facts_of(const struct hands *h, const struct seen *seen, int seat)
{
    const uint64_t early = seen->of[SEEN_DEALT][seat], between = seen->of[SEEN_BETWEEN][seat];
    const bool any = h->passed != 0, own = h->passed & 1u << seat;
    return (struct hand_facts){
        .dealt = (any ? early : 0) | (own ? between : 0),
        .given = seen->of[SEEN_PASSED][seat],
        .held = seen->of[SEEN_HELD][seat] | seen->of[SEEN_PLAYED][seat] | (any ? 0 : early)
                | (own ? 0 : between),
    };
}

/* Cards dealt to a seat that it certainly kept, because every card that it passed was seen. */
static uint64_t kept_of(const struct hands *h, const struct hand_facts *facts, int seat)
{
    bool all = (h->passed & 1u << seat) && bits_count(facts->given) == h->pass_size[seat];
    return all ? facts->dealt & ~facts->given : 0;
}

static uint64_t known_of(const struct hands *h, const struct seen *seen, int seat)
{
    struct hand_facts own = facts_of(h, seen, seat);
    return own.held | seen->of[SEEN_PASSED][giver_of(h, seat)] | kept_of(h, &own, seat);
}

/* Computes again what follows from all facts, after a fact that changes what earlier ones mean. */
void hands_derive(struct hands *h)
{
    uint64_t dealt = 0;
    h->known_to_be = 0;
    h->out = h->now.of[SEEN_TAKEN][0];
    for (int i = 0; i < h->players; i++) {
        h->known[i] = known_of(h, &h->now, i);
        h->known_to_be |= h->known[i];
        h->out |= played_by(h, i);
        dealt |= facts_of(h, &h->now, i).dealt;
    }
    h->deep = dealt != 0;
}

/* ---- the list ------------------------------------------------------------------------------ */

void hands_begin(struct hands *h, uint64_t deck, int players, int size, int passing)
{
    memset(h, 0, sizeof *h);
    h->deck = deck;
    h->players = (uint8_t)players;
    h->size = (uint8_t)size;
    h->passing = (uint8_t)passing;
    h->spare = (uint8_t)(bits_count(deck) - (unsigned)(players * size));
}

SELDOM void hands_forget_repetition(struct hands *h)
{
    struct seen seen = {0};
    unsigned i = 0;
    h->kept = 0;
    while (!seen_add(&seen, &h->row[i]))
        i++;
    memmove(h->row + i, h->row + i + 1, (h->count - i - 1u) * sizeof *h->row);
    h->count--;
    h->again--;
}

void hands_pass(struct hands *h, int seat, int cards)
{
    h->passed |= (uint8_t)(1u << seat);
    h->pass_size[seat] = (uint8_t)cards;
    hands_derive(h);
}

/* Collects the first `count` facts in `out`. Returns how many of them repeat an earlier one. */
static unsigned see_first(const struct hands *h, unsigned count, struct seen *out)
{
    unsigned again = 0;
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < count; i++)
        again += seen_add(out, &h->row[i]);
    return again;
}

void hands_rewind(struct hands *h, unsigned count)
{
    assert(count <= h->count);
    memset(h->row + count, 0, (h->count - count) * sizeof *h->row);
    h->count = (uint16_t)count;
    h->kept = h->kept < h->count ? h->kept : h->count;
    h->again = (uint16_t)see_first(h, count, &h->now);
    hands_derive(h);
}

uint64_t hands_since(const struct hands *h, int seat, uint32_t line)
{
    uint64_t cards = 0;
    for (unsigned i = 0; i < h->count; i++)
        if (h->row[i].seat == seat && h->row[i].line > line
            && (h->row[i].how == SEEN_PLAYED || h->row[i].how == SEEN_HELD))
            cards |= bit(h->row[i].card);
    return cards;
}

uint32_t hands_last(const struct hands *h, uint64_t cards)
{
    for (unsigned i = h->count; i-- > 0;)
        if (cards & bit(h->row[i].card))
            return h->row[i].line;
    return 0;
}

static void seen_as_marked(const struct hands *h, const bool *marked, struct seen *seen)
{
    memset(seen, 0, sizeof *seen);
    for (unsigned i = 0; i < h->count; i++)
        if (marked[i])
            (void)seen_add(seen, &h->row[i]);
}

struct hand_facts hands_facts(const struct hands *h, int seat, const bool *marked)
{
    struct seen seen;
    seen_as_marked(h, marked, &seen);
    return facts_of(h, &seen, seat);
}

int hands_bit(const struct hands *h, int seat, uint64_t copies, int nth)
{
    uint64_t here = copies & h->known[seat] & ~h->out;
    for (; nth > 0 && here != 0; nth--)
        here &= here - 1;
    if (here == 0)
        here = copies & h->deck & ~(h->known_to_be | h->out | h->now.of[SEEN_ASIDE][0]);
    return here != 0 ? __builtin_ctzll(here) : NO_CARD;
}

/*
 * Does this fact alone say that the card was in this place: in the hand as it was played, or aside?
 */
static bool says(const struct hands *h, const struct sighting *at, int place)
{
    switch ((enum seen_as)at->how) {
    case SEEN_DEALT: return h->passed == 0 && at->seat == place;
    case SEEN_BETWEEN: return !(h->passed & 1u << at->seat) && at->seat == place;
    case SEEN_HELD:
    case SEEN_PLAYED: return at->seat == place;
    case SEEN_PASSED: return place < h->players && at->seat == giver_of(h, place);
    case SEEN_ASIDE: return place == h->players;
    case SEEN_TAKEN:
    case SIGHTS: break;
    }
    return false;
}

int hands_sighted(const struct hands *h, int place, uint64_t cards, uint32_t since, uint32_t line,
    uint32_t *seen)
{
    int card = NO_CARD;
    *seen = 0;
    for (unsigned i = 0;
         i < h->count && (card == NO_CARD || h->row[i].line < line || h->row[i].line == *seen);
         i++) {
        const struct sighting *at = &h->row[i];
        if (!(cards & bit(at->card)) || !says(h, at, place) || at->line <= since
            || (at->line == *seen && at->card > card))
            continue;
        card = at->card;
        *seen = at->line;
    }
    return card;
}

/* ---- as bins ------------------------------------------------------------------------------ */

/*
 * If the sizes of the hands are not on record, the smallest size that they can have: as many cards
 * as were seen in one hand, or were taken by unknown seats. Whatever fits larger hands fits these
 * too, because the rest counts as spare cards.
 */
static unsigned least_size(const struct hands *h, const struct view *v, uint64_t taken)
{
    unsigned most = 0;
    for (int i = 0; i < h->players; i++)
        most = bits_count(v->known[i]) > most ? bits_count(v->known[i]) : most;
    most += bits_count(taken);
    return most < h->size ? most : h->size;
}

/* While no hand was seen as dealt, all cards of a seat are one bin. */
static void one_bin_a_seat(const struct hands *h, struct view *v, uint64_t unseen, unsigned least)
{
    for (int i = 0; i < h->players; i++) {
        v->bins.may[i] = unseen | v->known[i];
        v->bins.room[i] = (uint8_t)(h->any_size ? least : (unsigned)hand_size(h, i));
        v->in[i] = (uint16_t)(1u << i);
    }
    v->bins.count = h->players;
}

/* Each seat has two bins: the cards it kept (bin `seat`) and those it gave (bin players + seat). */
static void two_bins_a_seat(const struct hands *h, struct view *v, const struct hand_facts *facts,
    uint64_t dealt)
{
    uint64_t kept[HANDS_MOST], given[HANDS_MOST];
    for (int i = 0; i < h->players; i++)
        kept[i] = given[i] = dealt;
    for (int i = 0; i < h->players; i++)
        for (int k = 0; k < h->players; k++) {
            if (k != i) {
                kept[k] &= ~facts[i].dealt & ~facts[i].held;
                given[k] &= ~facts[i].dealt & ~facts[i].given;
            }
            kept[k] &= ~facts[i].given;
            if (k != giver_of(h, i))
                given[k] &= ~facts[i].held;
        }
    for (int i = 0; i < h->players; i++) {
        v->bins.may[i] = kept[i];
        v->bins.room[i] = (uint8_t)(h->size - pass_size(h, i));
        v->bins.may[h->players + i] = given[i];
        v->bins.room[h->players + i] = (uint8_t)pass_size(h, i);
        v->in[i] = (uint16_t)(1u << i | 1u << (h->players + giver_of(h, i)));
    }
    v->bins.count = (uint8_t)(2 * h->players);
}

/*
 * Adds the last place, which has the spare cards: the one left over (`known`, or one of `may`), and
 * those played before the record began.
 */
static void place_aside(struct view *v, uint64_t known, uint64_t may, unsigned spare)
{
    if (spare == 0)
        return;
    v->known[v->places] = known;
    v->in[v->places++] = (uint16_t)(1u << v->bins.count);
    v->bins.may[v->bins.count] = known != 0 && spare == 1 ? known : known | may;
    v->bins.room[v->bins.count++] = (uint8_t)spare;
}

static void view_of(const struct hands *h, const struct seen *seen, bool deep, struct view *v)
{
    struct hand_facts facts[HANDS_MOST];
    const uint64_t aside = seen->of[SEEN_ASIDE][0];
    uint64_t dealt = 0, held = 0;
    v->seats = v->places = h->players;
    v->bins.cards = h->deck;
    for (int i = 0; i < h->players; i++)
        facts[i] = facts_of(h, seen, i);
    for (int i = 0; i < h->players; i++) {
        v->known[i] = facts[i].held | facts[giver_of(h, i)].given;
        held |= v->known[i];
        dealt |= facts[i].dealt;
    }
    const unsigned least = least_size(h, v, seen->of[SEEN_TAKEN][0]);
    if (deep)
        two_bins_a_seat(h, v, facts, h->deck & ~aside);
    else
        one_bin_a_seat(h, v, h->deck & ~aside & ~held, least);
    place_aside(v, aside, h->deck & ~held & ~dealt & ~seen->of[SEEN_TAKEN][0],
        h->any_size ? bits_count(h->deck) - least * h->players : h->spare);
}

void hands_view(const struct hands *h, struct view *out) { view_of(h, &h->now, h->deep, out); }

void hands_view_of(const struct hands *h, const bool *marked, struct view *out)
{
    struct seen seen;
    seen_as_marked(h, marked, &seen);
    view_of(h, &seen, h->deep, out);
}

/* ---- what may be --------------------------------------------------------------------------- */

/*
 * With one bin for each seat, a deal fits if no card is known in two hands and no hand is too
 * large.
 */
static bool fit_plainly(const struct hands *h, const uint64_t *known)
{
    const uint64_t cards = h->deck & ~h->now.of[SEEN_ASIDE][0];
    uint64_t all = 0;
    for (int i = 0; i < h->players; i++) {
        if ((all & known[i]) || (known[i] & ~cards) || (int)bits_count(known[i]) > hand_size(h, i))
            return false;
        all |= known[i];
    }
    const unsigned spare = bits_count(h->deck & ~cards)
                           + bits_count(cards & ~all & ~h->now.of[SEEN_TAKEN][0]);
    return h->any_size || spare >= h->spare;
}

static bool fit_deeply(const struct hands *h, const struct seen *seen)
{
    struct view v;
    uint64_t all = 0;
    for (int i = 0; i < h->players; i++)
        all |= known_of(h, seen, i) | facts_of(h, seen, i).dealt;
    view_of(h, seen, true, &v);
    return !(all & ~h->deck) && !(all & seen->of[SEEN_ASIDE][0]) && bins_fit(&v.bins);
}

bool hands_fit(const struct hands *h)
{
    return h->deep ? fit_deeply(h, &h->now) : fit_plainly(h, h->known);
}

bool hands_may_have(const struct hands *h, int seat, int card)
{
    if (h->deep) {
        struct seen tried = h->now;
        tried.of[SEEN_HELD][seat] |= bit(card);
        return fit_deeply(h, &tried);
    }
    const uint64_t own = h->known[seat] | bit(card);
    if (h->spare == 0) { /* all that was seen fits, so only this hand matters */
        assert(!(h->known_to_be & bit(card)));
        return (int)bits_count(own) <= hand_size(h, seat);
    }
    uint64_t known[HANDS_MOST];
    memcpy(known, h->known, sizeof known);
    known[seat] = own;
    return fit_plainly(h, known);
}

uint64_t hands_may(const struct hands *h, uint64_t may[HANDS_MOST + 1])
{
    const uint64_t aside = h->now.of[SEEN_ASIDE][0];
    struct view v;
    hands_view(h, &v);
    may[h->players] = v.places > h->players ? v.bins.may[v.bins.count - 1] & ~aside : 0;
    for (int i = 0; i < h->players; i++) {
        may[i] = v.bins.may[i];
        if (h->deep)
            may[i] |= v.bins.may[h->players + giver_of(h, i)];
    }
    return v.bins.cards & ~aside;
}

int hands_copy_held(const struct hands *h, int seat, uint64_t copies, int nth)
{
    const int card = hands_bit(h, seat, copies, nth);
    return card != NO_CARD && ((h->known[seat] & bit(card)) || hands_may_have(h, seat, card))
               ? card
               : NO_CARD;
}
