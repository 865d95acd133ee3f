/* Hidden hands; see hands.h. */
#include "hands.h"

#include <string.h>

bool hands_fit(const struct hands *h)
{
    uint64_t takes[1 << BINS_MOST];
    unsigned room[1 << BINS_MOST];
    uint64_t may[BINS_MOST];
    unsigned bins = 0, space[BINS_MOST];
    for (unsigned b = 0; b < h->bins; b++) {
        if (h->room[b] == 0)
            continue;
        may[bins] = h->may[b] & h->cards;
        space[bins++] = h->room[b];
    }
    takes[0] = 0;
    room[0] = 0;
    for (unsigned b = 0; b < bins; b++)
        for (unsigned set = 0; set < 1u << b; set++) {
            unsigned with = set | 1u << b;
            takes[with] = takes[set] | may[b];
            room[with] = room[set] + space[b];
            if (cards_count(takes[with]) < room[with])
                return false;
        }
    return takes[(1u << bins) - 1] == h->cards && room[(1u << bins) - 1] == cards_count(h->cards);
}

void hands_ban(struct hands *h, const struct ban *ban)
{
    for (unsigned b = 0; b < h->bins; b++)
        if (ban->bins & 1u << b)
            h->may[b] &= ~ban->cards;
}

/* Can all of these claims hold together? Tries their ways in turn. */
static bool all_hold(const struct hands *hands, const struct claim *const *claims, unsigned count)
{
    if (count == 0)
        return hands_fit(hands);
    for (unsigned way = 0; way < claims[0]->ways; way++) {
        struct hands h = *hands;
        for (unsigned i = 0; i < claims[0]->bans[way]; i++)
            hands_ban(&h, &claims[0]->ban[way][i]);
        if (all_hold(&h, claims + 1, count - 1))
            return true;
    }
    return false;
}

bool claim_refuted(const struct hands *hands, const struct claim *claim)
{
    return !all_hold(hands, &claim, 1);
}

/* Do bins take `card` and `other` alike? Then one of them speaks for both. */
static bool alike(const struct hands *h, uint64_t card, uint64_t other)
{
    for (unsigned b = 0; b < h->bins; b++)
        if (!(h->may[b] & card) != !(h->may[b] & other))
            return false;
    return true;
}

/* Does a deal fit in which this claim fails in its ways from `way` on? */
static bool may_fail(const struct hands *hands, const struct claim *claim, unsigned way)
{
    if (way == claim->ways)
        return hands_fit(hands);
    for (unsigned i = 0; i < claim->bans[way]; i++) {
        const struct ban *broken = &claim->ban[way][i];
        for (unsigned bin = 0; bin < hands->bins; bin++) {
            if (!(broken->bins & 1u << bin) || hands->room[bin] == 0)
                continue;
            uint64_t tried = 0;
            for (uint64_t left = broken->cards & hands->may[bin] & hands->cards; left != 0;) {
                uint64_t card = left & -left;
                left ^= card;
                if (tried != 0 && alike(hands, card, tried))
                    continue;
                tried = card;
                struct hands h = *hands;
                hands_ban(&h, &(struct ban){card, (uint16_t)~(1u << bin)});
                if (may_fail(&h, claim, way + 1))
                    return true;
            }
        }
    }
    return false;
}

enum weight claim_weigh(const struct hands *hands, const struct claim *claim)
{
    if (claim_refuted(hands, claim))
        return CLAIM_REFUTED;
    return may_fail(hands, claim, 0) ? CLAIM_UNPROVEN : CLAIM_PROVEN;
}

/* ---- conflicts --------------------------------------------------------------------------- */

/* Do two claims ban the same, as far as cards still to be placed go? */
static bool same_claim(const struct hands *h, const struct claim *a, const struct claim *b)
{
    if (a->ways != b->ways)
        return false;
    for (unsigned way = 0; way < a->ways; way++) {
        if (a->bans[way] != b->bans[way])
            return false;
        for (unsigned i = 0; i < a->bans[way]; i++)
            if (a->ban[way][i].bins != b->ban[way][i].bins
                || (a->ban[way][i].cards & h->cards) != (b->ban[way][i].cards & h->cards))
                return false;
    }
    return true;
}

struct search {
    const struct hands *hands;
    const struct claim *claims;
    const unsigned *distinct;              /* places of claims that differ, ascending */
    unsigned size;                         /* of the sets tried */
    unsigned place[CLAIMS_MOST];
    const struct claim *set[CLAIMS_MOST];
    bool found;
    unsigned *out;                         /* the best set so far */
};

/* Members up to `count`: are their lines before those of the best set (< 0), after them, or the same? */
static int compare_lines(const struct search *s, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        uint32_t line = s->set[i]->line, best = s->claims[s->out[i]].line;
        if (line != best)
            return line < best ? -1 : 1;
    }
    return 0;
}

/*
 * Chooses members `at`…size-2 among the first `last` distinct claims; the last member is fixed. Keeps
 * the set that cannot hold and whose lines are least.
 */
static void choose(struct search *s, unsigned at, unsigned from, unsigned last)
{
    if (at + 1 == s->size) {
        if ((s->found && compare_lines(s, s->size) >= 0) || all_hold(s->hands, s->set, s->size))
            return;
        s->found = true;
        for (unsigned i = 0; i < s->size; i++)
            s->out[i] = s->place[i];
        return;
    }
    for (unsigned i = from; i + (s->size - 1 - at) <= last; i++) {
        s->set[at] = &s->claims[s->distinct[i]];
        s->place[at] = s->distinct[i];
        if (s->found && compare_lines(s, at + 1) > 0)
            return;
        choose(s, at + 1, i + 1, last);
    }
}

/* Tries all sets of that size. The line of the last member counts first. */
static void choose_last(struct search *s, unsigned different)
{
    for (unsigned last = s->size - 1; last < different; last++) {
        const struct claim *claim = &s->claims[s->distinct[last]];
        if (s->found && claim->line > s->claims[s->out[s->size - 1]].line)
            return;
        s->set[s->size - 1] = claim;
        s->place[s->size - 1] = s->distinct[last];
        choose(s, 0, 0, last);
    }
}

unsigned claims_conflict(const struct hands *hands, const struct claim *claims, unsigned count,
                         unsigned *out, unsigned most)
{
    unsigned distinct[CLAIMS_MOST], different = 0;
    struct search s = {.hands = hands, .claims = claims, .distinct = distinct, .out = out};
    for (unsigned i = 0; i < count; i++) {
        bool seen = false;
        for (unsigned k = 0; k < different && !seen; k++)
            seen = same_claim(hands, &claims[i], &claims[distinct[k]]);
        if (!seen) {
            s.set[different] = &claims[i];
            distinct[different++] = i;
        }
    }
    if (all_hold(hands, s.set, different))
        return 0;
    for (s.size = 1; s.size <= different && s.size <= most; s.size++) {
        choose_last(&s, different);
        if (s.found)
            return s.size;
    }
    return 0;
}

/* ---- counting ---------------------------------------------------------------------------- */

/* Cards that the same bins take are counted together. */
struct kinds {
    unsigned count, bins;
    unsigned takes[CLAIMS_MOST];  /* a bit a bin */
    unsigned cards[CLAIMS_MOST];
    struct counted *scratch;
};

static deals choose_of(unsigned n, unsigned k)
{
    deals result = 1;
    for (unsigned i = 1; i <= k; i++)
        result = result * (n - k + i) / i;
    return result;
}

static uint64_t key_of(const struct kinds *k, unsigned kind, const unsigned *room)
{
    uint64_t key = kind + 1;
    for (unsigned b = 0; b < k->bins; b++)
        key = key << 4 | room[b];
    return key;
}

static uint32_t slot_of(const struct counted *scratch, uint64_t key)
{
    uint32_t at = (uint32_t)(key * 0x9E3779B97F4A7C15u >> 49);
    while (scratch->row[at].key != 0 && scratch->row[at].key != key)
        at = (at + 1) % COUNTS_MOST;
    return at;
}

static bool count_from(const struct kinds *k, unsigned kind, unsigned *room, deals *number);

/* Puts the `left` cards of a kind into the bins from `bin` on, in every way. */
static bool spread(const struct kinds *k, unsigned kind, unsigned left, unsigned bin, unsigned *room,
                   deals *number)
{
    *number = 0;
    if (left == 0)
        return count_from(k, kind + 1, room, number);
    if (bin == k->bins)
        return true;
    unsigned most = k->takes[kind] & 1u << bin ? room[bin] : 0;
    for (unsigned here = 0; here <= most && here <= left; here++) {
        deals rest;
        room[bin] -= here;
        bool good = spread(k, kind, left - here, bin + 1, room, &rest);
        room[bin] += here;
        if (!good)
            return false;
        *number += choose_of(left, here) * rest;
    }
    return true;
}

static bool count_from(const struct kinds *k, unsigned kind, unsigned *room, deals *number)
{
    if (kind == k->count) {
        *number = 1;
        return true;
    }
    uint64_t key = key_of(k, kind, room);
    uint32_t slot = slot_of(k->scratch, key);
    if (k->scratch->row[slot].key == key) {
        *number = k->scratch->row[slot].number;
        return true;
    }
    if (k->scratch->used > COUNTS_MOST / 2 || !spread(k, kind, k->cards[kind], 0, room, number))
        return false;
    slot = slot_of(k->scratch, key);
    k->scratch->row[slot].key = key;
    k->scratch->row[slot].number = *number;
    k->scratch->used++;
    return true;
}

bool hands_count(const struct hands *h, struct counted *scratch, deals *number)
{
    struct kinds k = {.scratch = scratch};
    unsigned room[BINS_MOST];
    uint64_t may[BINS_MOST];
    *number = 0;
    memset(scratch, 0, sizeof *scratch);
    if (!hands_fit(h))
        return true;
    for (unsigned b = 0; b < h->bins; b++)
        if (h->room[b] > 0) {
            may[k.bins] = h->may[b];
            room[k.bins++] = h->room[b];
        }
    for (uint64_t left = h->cards; left != 0; left &= left - 1) {
        unsigned takes = 0, kind = 0;
        for (unsigned b = 0; b < k.bins; b++)
            takes |= may[b] & (left & -left) ? 1u << b : 0;
        while (kind < k.count && k.takes[kind] != takes)
            kind++;
        k.takes[kind] = takes;
        k.cards[kind]++;
        k.count += kind == k.count;
    }
    return count_from(&k, 0, room, number);
}
