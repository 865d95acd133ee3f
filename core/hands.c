/* Hidden hands; see hands.h. */
#include "hands.h"

#include <assert.h>
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
            if (bits_count(takes[with]) < room[with])
                return false;
        }
    return takes[(1u << bins) - 1] == h->cards && room[(1u << bins) - 1] == bits_count(h->cards);
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

/* ---- weighing what was claimed ----------------------------------------------------------- */

static void bans_of(const struct weighing *all, const struct view *view, const struct claimed *c,
                    struct claim *out)
{
    out->line = c->line;
    if (c->elsewhere != 0) {
        all->by->bans(all->game, view, c, out);
        return;
    }
    out->ways = 1;
    out->bans[0] = 1;
    out->ban[0][0] = (struct ban){c->never, view->hand[c->seat]};
}

void weighing_begin(struct weighing *all, const struct weigher *by, const void *game)
{
    all->by = by;
    all->game = game;
    all->count = 0;
    by->view(game, ALWAYS, &all->now);
    all->hidden = all->now.hands.cards;
    for (int i = 0; i < all->now.players; i++)
        all->hidden &= ~all->now.known[i];
}

const struct claimed *weighing_add(struct weighing *all, struct claimed claim)
{
    assert(all->count < CLAIMS_MOST);
    struct claimed *c = &all->row[all->count++];
    struct claim bans;
    *c = claim;
    if (c->elsewhere == 0 && (c->never & all->now.known[c->seat])) {
        c->weight = CLAIM_REFUTED;
    } else if (c->elsewhere == 0 && all->hidden == 0) {
        c->weight = CLAIM_PROVEN;
    } else {
        bans_of(all, &all->now, c, &bans);
        c->weight = claim_weigh(&all->now.hands, &bans);
    }
    return c;
}

/* The first line after which what was seen refutes the claim. */
static uint32_t refuted_since(const struct weighing *all, const struct claimed *c)
{
    uint32_t low = 0, high = ALWAYS - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        struct view view;
        struct claim bans;
        all->by->view(all->game, middle, &view);
        bans_of(all, &view, c, &bans);
        if (claim_refuted(&view.hands, &bans))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static int holder_of(const struct weighing *all, int card)
{
    for (int i = 0; i < all->now.players; i++)
        if (all->now.known[i] >> card & 1)
            return i;
    return -1;
}

/*
 * The card that proves it by itself: known to be in that hand afterwards, or before and not yet
 * played; or in another hand, where it should not be. -1: it is a matter of counting. `near` gets
 * the line.
 */
static int proof_card(const struct weighing *all, const struct claimed *c, uint32_t since,
                      uint32_t *near)
{
    uint64_t proof = c->elsewhere != 0 ? c->elsewhere : c->never & all->now.known[c->seat];
    uint32_t until = since < c->line ? c->line - 1 : since;
    int best = -1;
    *near = 0;
    if (since < c->line && c->elsewhere == 0) {
        *near = c->kept_line;
        return *near != 0 ? c->kept : -1;
    }
    for (; proof != 0; proof &= proof - 1) {
        int card = __builtin_ctzll(proof), holder = holder_of(all, card);
        uint32_t line = holder < 0 ? ALWAYS : all->by->seen(all->game, holder, card, c->line);
        if (line <= until && line > *near) {
            best = card;
            *near = line;
        }
    }
    return best;
}

/* The line where the last of the claims was refuted that this one is made upon. */
static uint32_t made_since(const struct weighing *all, const struct claimed *c)
{
    uint32_t last = 0;
    for (uint64_t left = c->upon; left != 0; left &= left - 1) {
        uint32_t since = refuted_since(all, &all->row[__builtin_ctzll(left)]);
        last = since > last ? since : last;
    }
    return last;
}

static void report_refuted(const struct weighing *all, const struct claimed *c, struct rulings *out)
{
    uint32_t since = refuted_since(all, c), made = made_since(all, c), near;
    int proof = proof_card(all, c, since, &near);
    struct ruling *r = rulings_add(out, RULING_IRREGULAR, c->rule, c->seat, c->card, c->line,
                                   all->by->text(c, proof >= 0 ? BY_A_CARD : BY_COUNTING));
    if (since < c->line && proof >= 0)
        since = near;
    if (made > c->line && made > since)
        since = made;
    if (since != c->line && since != 0)
        ruling_because(r, since);
    all->by->values(all->game, c, proof, proof >= 0 ? holder_of(all, proof) : -1, &r->message);
}

static void report_unproven(const struct weighing *all, const struct claimed *c, struct rulings *out)
{
    struct ruling *r = rulings_add(out, RULING_UNPROVEN, c->rule, c->seat, c->card, c->line,
                                   all->by->text(c, NOT_PROVED));
    all->by->values(all->game, c, -1, -1, &r->message);
}

/* The unproven claims that cannot all be right; marks them, and tells whose they are. */
static void report_conflict(struct weighing *all, struct rulings *out)
{
    struct claim claims[CLAIMS_MOST];
    unsigned which[CLAIMS_MOST], set[SUSPECTS_MOST], count = 0;
    for (unsigned i = 0; i < all->count; i++)
        if (all->row[i].weight == CLAIM_UNPROVEN) {
            bans_of(all, &all->now, &all->row[i], &claims[count]);
            which[count++] = i;
        }
    unsigned size = claims_conflict(&all->now.hands, claims, count, set, SUSPECTS_MOST);
    if (size == 0)
        return;
    const struct claimed *last = &all->row[which[set[size - 1]]];
    struct ruling *r = rulings_add(out, RULING_CONFLICT, last->rule, last->seat, last->card, last->line,
                                   N_("These plays cannot all be right: no deal fits all of what they "
                                      "claim."));
    for (unsigned i = 0; i < size; i++) {
        struct claimed *c = &all->row[which[set[i]]];
        r->suspect[r->suspect_count++] = (struct suspect){c->seat, c->line};
        c->weight = CLAIM_PROVEN;
    }
}

void weighing_report(struct weighing *all, struct rulings *out)
{
    report_conflict(all, out);
    for (unsigned i = 0; i < all->count; i++) {
        if (all->row[i].weight == CLAIM_REFUTED)
            report_refuted(all, &all->row[i], out);
        else if (all->row[i].weight == CLAIM_UNPROVEN)
            report_unproven(all, &all->row[i], out);
    }
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

/* The kind, and the room left in every bin: a hand may have grown to 25 cards by passes against the rule. */
static uint64_t key_of(const struct kinds *k, unsigned kind, const unsigned *room)
{
    enum { ROOM_BITS = 6 };       /* 64 cards, and BINS_MOST of them beside 7 bits for the kind */
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

/* Deals in which the unproven claims from `at` on hold too; their ways exclude each other. */
static bool count_claims(const struct weighing *all, unsigned at, const struct hands *hands,
                         struct counted *scratch, deals *number)
{
    while (at < all->count && all->row[at].weight != CLAIM_UNPROVEN)
        at++;
    if (at == all->count)
        return hands_count(hands, scratch, number);
    struct claim claim;
    bans_of(all, &all->now, &all->row[at], &claim);
    *number = 0;
    for (unsigned way = 0; way < claim.ways; way++) {
        struct hands h = *hands;
        deals some;
        for (unsigned i = 0; i < claim.bans[way]; i++)
            hands_ban(&h, &claim.ban[way][i]);
        if (!count_claims(all, at + 1, &h, scratch, &some))
            return false;
        *number += some;
    }
    return true;
}

bool weighing_count(const struct weighing *all, const struct hands *hands, struct counted *scratch,
                    deals *number)
{
    return count_claims(all, 0, hands, scratch, number);
}
