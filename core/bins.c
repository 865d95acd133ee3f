/* Hidden hands as bins; see bins.h. */
#include "bins.h"

#include <assert.h>
#include <string.h>

bool bins_fit(const struct bins *bins)
{
    uint64_t takes[1 << BINS_MOST];
    unsigned room[1 << BINS_MOST];
    uint64_t may[BINS_MOST];
    unsigned used = 0, space[BINS_MOST];
    for (unsigned b = 0; b < bins->count; b++) {
        if (bins->room[b] == 0)
            continue;
        may[used] = bins->may[b] & bins->cards;
        space[used++] = bins->room[b];
    }
    takes[0] = 0;
    room[0] = 0;
    for (unsigned b = 0; b < used; b++)
        for (unsigned set = 0; set < 1u << b; set++) {
            unsigned with = set | 1u << b;
            takes[with] = takes[set] | may[b];
            room[with] = room[set] + space[b];
            if (bits_count(takes[with]) < room[with])
                return false;
        }
    return takes[(1u << used) - 1] == bins->cards
           && room[(1u << used) - 1] == bits_count(bins->cards);
}

void bins_forbid(struct bins *b, uint64_t cards, uint16_t which)
{
    for (unsigned i = 0; i < b->count; i++)
        if (which & 1u << i)
            b->may[i] &= ~cards;
}

/* ---- clauses ----------------------------------------------------------------------------- */

uint16_t bins_of(const struct view *v, uint8_t places)
{
    uint16_t bins = 0;
    for (unsigned i = 0; i < v->places; i++)
        bins |= places & 1u << i ? v->in[i] : 0;
    return bins;
}

static void take_at_its_word(struct bins *b, const struct view *v, const struct clause *c,
    unsigned way)
{
    for (unsigned i = 0; i < c->bans[way]; i++)
        bins_forbid(b, c->ban[way][i].cards, bins_of(v, c->ban[way][i].places));
}

bool clause_refuted(const struct view *view, const struct clause *clause)
{
    for (unsigned way = 0; way < clause->ways; way++) {
        struct bins b = view->bins;
        take_at_its_word(&b, view, clause, way);
        if (bins_fit(&b))
            return false;
    }
    return true;
}

/* Does any deal fit `bins` in which all of these claims are right? */
static bool all_right(const struct hearing *h, uint64_t claims, struct bins bins)
{
    for (; claims != 0; claims &= claims - 1) {
        const struct clause *c = &h->clause[__builtin_ctzll(claims)];
        for (unsigned way = 1; way < c->ways; way++) {
            struct bins other = bins;
            take_at_its_word(&other, &h->now, c, way);
            if (all_right(h, claims & (claims - 1), other))
                return true;
        }
        take_at_its_word(&bins, &h->now, c, 0);
    }
    return bins_fit(&bins);
}

/* Do the same bins take `card` and `other`? Then trying one of them is enough. */
static bool alike(const struct bins *bins, uint64_t card, uint64_t other)
{
    for (unsigned b = 0; b < bins->count; b++)
        if (!(bins->may[b] & card) != !(bins->may[b] & other))
            return false;
    return true;
}

/* Does any deal fit in which the clause's ways from `way` on all fail? */
static bool may_fail(const struct view *v, const struct bins *bins, const struct clause *c,
    unsigned way)
{
    if (way == c->ways)
        return bins_fit(bins);
    assert(way < WAYS_MOST);
    for (unsigned i = 0; i < c->bans[way]; i++) {
        const uint16_t banned = bins_of(v, c->ban[way][i].places);
        for (unsigned bin = 0; bin < bins->count; bin++) {
            if (!(banned & 1u << bin) || bins->room[bin] == 0)
                continue;
            uint64_t tried = 0;
            for (uint64_t left = c->ban[way][i].cards & bins->may[bin] & bins->cards; left != 0;) {
                uint64_t card = left & -left;
                left ^= card;
                if (tried != 0 && alike(bins, card, tried))
                    continue;
                tried = card;
                struct bins b = *bins;
                bins_forbid(&b, card, (uint16_t) ~(1u << bin));
                if (may_fail(v, &b, c, way + 1))
                    return true;
            }
        }
    }
    return false;
}

/* ---- the oracle -------------------------------------------------------------------------- */

/*
 * Often there is no need to look for a deal, because a card seen in the hand decides or nothing is
 * hidden.
 */
static enum weight weigh(const void *facts, unsigned claim)
{
    const struct hearing *h = facts;
    const struct clause *c = &h->clause[claim];
    if (c->own && (c->ban[0][0].cards & h->now.known[__builtin_ctz(c->ban[0][0].places)]))
        return REFUTED;
    if (c->own && h->hidden == 0)
        return PROVEN;
    if (clause_refuted(&h->now, c))
        return REFUTED;
    return may_fail(&h->now, &h->now.bins, c, 0) ? UNPROVEN : PROVEN;
}

static bool may_hold(const void *facts, uint64_t claims)
{
    const struct hearing *h = facts;
    return all_right(h, claims, h->now.bins);
}

static bool same(const void *facts, unsigned claim, unsigned later)
{
    const struct hearing *h = facts;
    const struct clause *a = &h->clause[claim], *b = &h->clause[later];
    return a->own && b->own && a->ban[0][0].places == b->ban[0][0].places
           && ((a->ban[0][0].cards ^ b->ban[0][0].cards) & h->now.bins.cards) == 0;
}

/*
 * Was a card seen in a place where this way forbids it? Sets the card and the seat, and adds the
 * line.
 */
static bool broken_by(const struct hearing *h, const struct claim *claim, const struct clause *c,
    unsigned way, struct proof *proof, uint32_t *near)
{
    for (unsigned i = 0; i < c->bans[way]; i++)
        for (int place = 0; place < h->now.places; place++) {
            if (!(c->ban[way][i].places & 1u << place))
                continue;
            int card = h->witness->sighted(h->game, place, c->ban[way][i].cards, claim->since,
                claim->line, near);
            if (*near == 0)
                continue;
            proof->card = (int16_t)card;
            proof->holder = (int8_t)(place < h->now.seats ? place : -1);
            grounds_line(&proof->grounds, *near);
            return true;
        }
    return false;
}

/*
 * Proves the claim wrong by cards that were seen, one for each way. The proof names the card of the
 * last way and has the lines of all.
 */
static bool prove_by_cards(const struct hearing *h, const struct claim *c,
    const struct clause *clause, struct proof *proof)
{
    struct grounds *g = &proof->grounds;
    for (unsigned way = 0; way < clause->ways; way++)
        if (!broken_by(h, c, clause, way, proof, &proof->line))
            return false;
    g->card[g->cards++] = (int16_t)h->witness->code(h->game, proof->card);
    g->holder = proof->holder;
    g->shown = proof->holder >= 0 ? N_("But {cards} was in {holder}'s hand.") : NULL;
    if (g->line[g->lines - 1] > c->line)
        proof->line = g->line[g->lines - 1];
    return true;
}

/*
 * Collects what these claims (a bit each) suppose if a claim with several ways is right in way
 * `way`.
 */
static unsigned suppose(const struct hearing *h, uint64_t claims, unsigned way, struct ban *ban)
{
    unsigned bans = 0;
    for (; claims != 0; claims &= claims - 1) {
        const struct clause *c = &h->clause[__builtin_ctzll(claims)];
        const unsigned which = way < c->ways ? way : c->ways - 1u;
        for (unsigned i = 0; i < c->bans[which]; i++)
            ban[bans++] = c->ban[which][i];
    }
    return bans;
}

/* Does a card that was seen rule out this way of a claim that has another one? Adds its line. */
static bool is_ruled_out(const struct hearing *h, uint64_t claims, unsigned way,
    struct grounds *out)
{
    static const struct claim whenever = {.line = 0};
    for (; claims != 0; claims &= claims - 1) {
        const struct clause *c = &h->clause[__builtin_ctzll(claims)];
        struct proof shown = {.card = -1};
        uint32_t near = 0;
        if (way + 1u < c->ways && broken_by(h, &whenever, c, way, &shown, &near)) {
            grounds_line(out, near);
            return true;
        }
    }
    return false;
}

/* Adds why these claims cannot all be right. */
static void count_out(const struct hearing *h, uint64_t claims, struct grounds *out)
{
    struct ban ban[WAYS_MOST][CLAIMS_MOST * BANS_MOST];
    struct supposed one[WAYS_MOST];
    unsigned ways = 1, count = 0;
    for (uint64_t left = claims; left != 0; left &= left - 1) {
        const unsigned own = h->clause[__builtin_ctzll(left)].ways;
        ways = own > ways ? own : ways;
    }
    for (unsigned way = 0; way < ways; way++)
        if (!is_ruled_out(h, claims, way, out)) {
            one[count] = (struct supposed){ban[count], suppose(h, claims, way, ban[count])};
            count++;
        }
    h->witness->shortage(h->game, one, count, out);
}

/* Proves by a card that was seen if there is one, and by counting only otherwise. */
static void prove(const void *facts, const struct claim *c, unsigned claim, struct proof *proof)
{
    const struct hearing *h = facts;
    struct grounds *g = &proof->grounds;
    if (prove_by_cards(h, c, &h->clause[claim], proof))
        return;
    *proof =
        (struct proof){.line = 0, .card = -1, .holder = -1, .grounds = {.holder = -1, .whose = -1}};
    count_out(h, (uint64_t)1 << claim, g);
    if (g->lines > 0 && g->line[g->lines - 1] > c->line)
        proof->line = g->line[g->lines - 1];
}

static void prove_conflict(const void *facts, uint64_t claims, struct grounds *out)
{
    count_out(facts, claims, out);
}

static const struct oracle oracle = {
    .weigh = weigh,
    .may_hold = may_hold,
    .same = same,
    .prove = prove,
    .prove_conflict = prove_conflict,
    .conflict = N_("These plays cannot all be right: no deal fits all of what they claim."),
};

void hearing_begin(struct hearing *h, const struct witness *witness, const void *game)
{
    court_begin(&h->court, &oracle, h, game);
    h->witness = witness;
    h->game = game;
    witness->view(game, &h->now);
    h->hidden = h->now.bins.cards;
    for (int i = 0; i < h->now.places; i++)
        h->hidden &= ~h->now.known[i];
}

const struct claim *hearing_claim(struct hearing *h, struct claim claim,
    const struct clause *clause)
{
    h->clause[h->court.count] = *clause;
    return court_add(&h->court, claim);
}

/* ---- counting ---------------------------------------------------------------------------- */

/* Cards that the same bins take are one kind and are counted together. */
struct card_kinds {
    unsigned count, bins;
    unsigned bin[BINS_MOST];     /* those that have room, by their places among all */
    unsigned takes[CLAIMS_MOST]; /* the bins that take each kind (a bit each) */
    unsigned cards[CLAIMS_MOST];
    uint64_t of[CLAIMS_MOST];
    struct counted *scratch;
};

static deals choose_of(unsigned n, unsigned k)
{
    deals result = 1;
    for (unsigned i = 1; i <= k; i++)
        result = result * (n - k + i) / i;
    return result;
}

/*
 * The key of an intermediate count: the kind, and the room left in every bin. (Irregular passes may
 * make a hand of 25 cards.)
 */
static uint64_t key_of(const struct card_kinds *k, unsigned kind, const unsigned *room)
{
    /* enough for 64 cards; BINS_MOST of them fit beside 7 bits for the kind */
    enum { ROOM_BITS = 6 };
    uint64_t key = kind + 1;
    for (unsigned b = 0; b < k->bins; b++)
        key = key << ROOM_BITS | room[b];
    return key;
}

static uint32_t slot_of(const struct counted *scratch, uint64_t key)
{
    uint32_t at = (uint32_t)(key * 0x9E3779B97F4A7C15u >> 49);
    while (scratch->row[at].key != 0 && scratch->row[at].key != key)
        at = (at + 1) % COUNTS_MOST;
    return at;
}

static bool count_from(const struct card_kinds *k, unsigned kind, unsigned *room, deals *number);

/* Puts the `left` cards of a kind into the bins from `bin` on, in every way. */
static bool spread(const struct card_kinds *k, unsigned kind, unsigned left, unsigned bin,
    unsigned *room, deals *number)
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

static bool count_from(const struct card_kinds *k, unsigned kind, unsigned *room, deals *number)
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

/* The kinds of cards, and the bins that have room; false: no deal fits. */
static bool kinds_begin(struct card_kinds *k, const struct bins *bins, struct counted *scratch,
    unsigned *room)
{
    *k = (struct card_kinds){.scratch = scratch};
    memset(scratch, 0, sizeof *scratch);
    if (!bins_fit(bins))
        return false;
    for (unsigned b = 0; b < bins->count; b++)
        if (bins->room[b] > 0) {
            k->bin[k->bins] = b;
            room[k->bins++] = bins->room[b];
        }
    for (uint64_t left = bins->cards; left != 0; left &= left - 1) {
        unsigned takes = 0, kind = 0;
        for (unsigned b = 0; b < k->bins; b++)
            takes |= bins->may[k->bin[b]] & (left & -left) ? 1u << b : 0;
        while (kind < k->count && k->takes[kind] != takes)
            kind++;
        k->takes[kind] = takes;
        k->of[kind] |= left & -left;
        k->cards[kind]++;
        k->count += kind == k->count;
    }
    return true;
}

bool bins_count(const struct bins *bins, struct counted *scratch, deals *number)
{
    struct card_kinds k;
    unsigned room[BINS_MOST];
    *number = 0;
    return !kinds_begin(&k, bins, scratch, room) || count_from(&k, 0, room, number);
}

/* The nth choice of so many of the cards, in some order of them all. */
static uint64_t nth_choice(uint64_t cards, unsigned many, deals nth)
{
    uint64_t out = 0;
    for (unsigned left = bits_count(cards); many > 0; cards &= cards - 1, left--) {
        const deals with = choose_of(left - 1, many - 1);
        if (nth < with) {
            out |= cards & -cards;
            many--;
        } else {
            nth -= with;
        }
    }
    return out;
}

/*
 * The cards of a kind that a bin has in the nth deal, of which `nth` gets what is left of it for
 * the others. False: there are too many cases.
 */
static bool deal_bin(const struct card_kinds *k, unsigned kind, unsigned bin, uint64_t *cards,
    unsigned *room, deals *nth, uint64_t *in)
{
    const unsigned left = bits_count(*cards), had = room[bin];
    for (unsigned here = 0; here <= left && here <= had; here++) {
        deals rest;
        if (here > 0 && !(k->takes[kind] & 1u << bin))
            break;
        room[bin] = had - here;
        if (!spread(k, kind, left - here, bin + 1, room, &rest))
            return false;
        const deals all = choose_of(left, here) * rest;
        if (*nth < all) {
            const uint64_t chosen = nth_choice(*cards, here, *nth / rest);
            *nth %= rest;
            in[k->bin[bin]] |= chosen;
            *cards &= ~chosen;
            return true;
        }
        *nth -= all;
    }
    return false;
}

bool bins_deal(const struct bins *bins, struct counted *scratch, deals nth, uint64_t *in)
{
    struct card_kinds k;
    unsigned room[BINS_MOST];
    memset(in, 0, BINS_MOST * sizeof *in);
    if (!kinds_begin(&k, bins, scratch, room))
        return false;
    for (unsigned kind = 0; kind < k.count; kind++) {
        uint64_t cards = k.of[kind];
        for (unsigned bin = 0; bin < k.bins; bin++)
            if (!deal_bin(&k, kind, bin, &cards, room, &nth, in))
                return false;
    }
    return true;
}

/*
 * Counts the deals in which the unproven claims from `at` on are right too. The ways of one claim
 * exclude each other, so their numbers add up.
 */
static bool count_claims(const struct hearing *h, unsigned at, const struct bins *bins,
    struct counted *scratch, deals *number)
{
    while (at < h->court.count && h->court.row[at].weight != UNPROVEN)
        at++;
    if (at == h->court.count)
        return bins_count(bins, scratch, number);
    *number = 0;
    for (unsigned way = 0; way < h->clause[at].ways; way++) {
        struct bins b = *bins;
        deals some;
        take_at_its_word(&b, &h->now, &h->clause[at], way);
        if (!count_claims(h, at + 1, &b, scratch, &some))
            return false;
        *number += some;
    }
    return true;
}

bool hearing_count(const struct hearing *h, const struct bins *bins, struct counted *scratch,
    deals *number)
{
    return count_claims(h, 0, bins, scratch, number);
}

/* The nth of the deals that count_claims counts; of those before it `nth` gets rid. */
static bool deal_claims(const struct hearing *h, unsigned at, const struct bins *bins,
    struct counted *scratch, deals *nth, uint64_t *in)
{
    deals number;
    while (at < h->court.count && h->court.row[at].weight != UNPROVEN)
        at++;
    if (at == h->court.count) {
        if (!bins_count(bins, scratch, &number) || number <= *nth) {
            *nth -= number;
            return false;
        }
        return bins_deal(bins, scratch, *nth, in);
    }
    for (unsigned way = 0; way < h->clause[at].ways; way++) {
        struct bins b = *bins;
        take_at_its_word(&b, &h->now, &h->clause[at], way);
        if (deal_claims(h, at + 1, &b, scratch, nth, in))
            return true;
    }
    return false;
}

bool hearing_deal(const struct hearing *h, struct counted *scratch, deals nth, uint64_t *hand)
{
    uint64_t in[BINS_MOST];
    if (!deal_claims(h, 0, &h->now.bins, scratch, &nth, in))
        return false;
    for (unsigned place = 0; place < h->now.places; place++) {
        hand[place] = 0;
        for (unsigned b = 0; b < h->now.bins.count; b++)
            hand[place] |= h->now.in[place] & 1u << b ? in[b] : 0;
    }
    return true;
}
