/* What could have been, searched to the end: see could.h. */
#include <assert.h>
#include "could.h"

#include <string.h>

enum { SUITS = 4, RANK_MASK = 15, MOVES_MOST = 16, FAR = 64 };

/* ---- the rules of a trick -------------------------------------------------------------------- */

static inline bool is_trump(const struct could_rules *r, int card)
{
    return r->trump_from != 0 && rank_of(card) >= r->trump_from;
}

/*
 * What a card is worth where that suit was led; the first of two that are worth alike wins, and
 * the leader where all are worth nothing.
 */
static inline int worth(const struct could_rules *r, int card, int led)
{
    if (is_trump(r, card))
        return suit_of(card) != led || r->any_trump ? FAR : 0;
    return suit_of(card) == led ? rank_of(card) : 0;
}

static inline int brings(const struct could_rules *r, int card)
{
    return !r->tricks && r->counts & bit(card);
}

/* Which of the cards laid wins, as far as it goes. */
static int ahead(const struct could_rules *r, const struct could_stand *at)
{
    int best = 0, most = 0;
    for (int i = 0; i < at->laid; i++) {
        const int is = worth(r, at->card[i], suit_of(at->card[0]));
        if (is > most) {
            most = is;
            best = i;
        }
    }
    return best;
}

static inline int seat_at(const struct could_rules *r, const struct could_stand *at, int nth)
{
    const int seat = at->leader + nth;
    return seat >= r->players ? seat - r->players : seat;
}

int could_turn(const struct could_rules *r, const struct could_stand *at)
{
    return seat_at(r, at, at->laid);
}

uint64_t could_lawful(const struct could_rules *r, const struct could_stand *at)
{
    const uint64_t hand = at->hand[could_turn(r, at)];
    if (at->laid > 0) {
        const uint64_t follow = hand & suit_cards(suit_of(at->card[0]));
        return follow != 0 ? follow : hand;
    }
    const uint64_t other = r->shut >= 0 && !at->open ? hand & ~suit_cards(r->shut) : hand;
    return other != 0 ? other : hand;
}

bool could_play(const struct could_rules *r, struct could_stand *at, int card, int *taker,
    int *brought)
{
    at->hand[could_turn(r, at)] &= ~bit(card);
    at->open |= suit_of(card) == r->shut;
    at->card[at->laid++] = (uint8_t)card;
    if (at->laid < r->players)
        return false;
    int all = r->tricks;
    for (int i = 0; i < at->laid; i++)
        all += brings(r, at->card[i]);
    at->leader = (uint8_t)seat_at(r, at, ahead(r, at));
    at->laid = 0;
    if (taker != NULL)
        *taker = at->leader;
    *brought = all;
    return true;
}

static uint64_t all_hands(const struct could_rules *r, const struct could_stand *at)
{
    uint64_t all = 0;
    for (int i = 0; i < r->players; i++)
        all |= at->hand[i];
    return all;
}

int could_left(const struct could_rules *r, const struct could_stand *at)
{
    if (r->tricks)
        return (int)bits_count(at->hand[at->leader]) + (at->laid > 0);
    uint64_t left = all_hands(r, at) & r->counts;
    for (int i = 0; i < at->laid; i++)
        left |= bit(at->card[i]) & r->counts;
    return (int)bits_count(left);
}

/* ---- cards that come to the same ---- */

/*
 * Cards of one hand come to the same where nobody else's card lies between them, in a hand or in
 * the trick, and both count or both do not. A trump has no number: all of a suit are alike, and no
 * number is like one.
 */
uint64_t could_unlike(const struct could_rules *r, const struct could_stand *at, uint64_t cards)
{
    uint64_t others = all_hands(r, at) & ~at->hand[could_turn(r, at)], out = 0;
    for (int i = 0; i < at->laid; i++)
        others |= bit(at->card[i]);
    for (int suit = 0; suit < SUITS; suit++) {
        uint64_t left = cards & suit_cards(suit), plain = 0, counting = 0;
        int last = -1;
        for (; left != 0; left &= left - 1) {
            const int card = __builtin_ctzll(left);
            const bool trump = is_trump(r, card);
            const uint64_t between = last >= 0 ? (bit(card) - 1) & ~(bit(last) - 1) : 0;
            if (trump ? last < 0 || !is_trump(r, last) : (others & between) != 0)
                plain = counting = 0;
            uint64_t *have = brings(r, card) ? &counting : &plain;
            if (*have == 0)
                out |= *have = bit(card);
            last = card;
        }
    }
    return out;
}

/* ---- what was found of a position ---- */

/*
 * A card of the key: three bits, whose it is and whether it counts; of a run in one hand those
 * that count come last.
 */
static uint64_t suit_key(const struct could *c, const struct could_stand *at, int suit)
{
    const int low = suit * 16;
    uint16_t hand[HANDS_MOST] = {0};
    uint32_t all = 0;
    for (int i = 0; i < c->rules.players; i++)
        all |= hand[i] = (uint16_t)(at->hand[i] >> low);
    const uint32_t numbers = c->rules.trump_from != 0 ? all & ((1u << c->rules.trump_from) - 1)
                                                      : all;
    uint64_t key = 1;
    for (uint32_t left = numbers; left != 0;) {
        int owner = 0;
        while (!(hand[owner] & left & -left))
            owner++;
        const uint32_t others = left & ~(uint32_t)hand[owner];
        const uint32_t run = others != 0 ? left & ((others & -others) - 1) : left;
        const uint32_t counting = c->rules.tricks ? 0 : run & (uint32_t)(c->rules.counts >> low);
        for (uint32_t i = run & ~counting; i != 0; i &= i - 1)
            key = key << 3 | (uint64_t)owner;
        for (uint32_t i = counting; i != 0; i &= i - 1)
            key = key << 3 | 4 | (uint64_t)owner;
        left &= ~run;
    }
    for (int i = 0; i < c->rules.players && c->rules.trump_from != 0; i++)
        key = key << 2 | bits_count(hand[i] & (uint16_t)~numbers);
    return key;
}

/*
 * With 13 cards of three bits in a suit there is room above for who leads, and for who wants what.
 */
static struct could_row *find_row(const struct could *c, const struct could_stand *at,
    uint64_t suit[SUITS])
{
    const uint64_t also[SUITS] = {at->leader, at->open, c->goal.takers, c->goal.wanters};
    uint64_t hash = 0;
    for (int i = 0; i < SUITS; i++) {
        suit[i] = suit_key(c, at, i) | also[i] << 56;
        hash = (hash ^ suit[i]) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return &c->row[hash & (c->rows - 1)];
}

static bool is_row(const struct could_row *row, const uint64_t suit[SUITS])
{
    return row->used && memcmp(row->suit, suit, sizeof row->suit) == 0;
}

/* ---- sure winners ---- */

/*
 * What the leader surely takes by leading winner after winner: the cards above everybody else's,
 * and, once the others are out of a suit, the rest of it. The lead stays where it is, so that
 * nobody can come between; one's own cards are all that is counted of it. It is no bound where a
 * trump of another hand may take it, and none of what a partner holds.
 */
static int leader_takes(const struct could *c, const struct could_stand *at)
{
    const struct could_rules *r = &c->rules;
    const uint64_t mine = at->hand[at->leader], others = all_hands(r, at) & ~mine;
    int takes = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        const uint16_t own = (uint16_t)(mine >> suit * 16),
                       theirs = (uint16_t)(others >> suit * 16);
        const unsigned trumps = r->trump_from != 0 ? ~((1u << r->trump_from) - 1) : 0;
        if (theirs & trumps)
            return 0;
        if (suit == r->shut && !at->open)
            continue;
        unsigned above = own & ~trumps
                         & ~(theirs == 0 ? 0u : (2u << (31 - __builtin_clz(theirs))) - 1);
        unsigned longest = 0;
        for (int i = 0; i < r->players; i++)
            if (i != at->leader && bits_count((uint16_t)(at->hand[i] >> suit * 16)) > longest)
                longest = bits_count((uint16_t)(at->hand[i] >> suit * 16));
        if (bits_count(above) >= longest)
            above = own & ~trumps;
        takes += r->tricks ? (int)bits_count(above)
                           : (int)bits_count(above & (uint16_t)(r->counts >> suit * 16));
    }
    return takes;
}

/* Narrows what the value may be by that: the leader's own side, or the other. */
static void bound(const struct could *c, const struct could_stand *at, int left, int *least,
    int *most)
{
    const bool takes = c->goal.takers >> at->leader & 1, wants = c->goal.wanters >> at->leader & 1;
    if (takes != wants)
        return;
    const int sure = leader_takes(c, at);
    if (takes && sure > *least)
        *least = sure;
    if (!takes && left - sure < *most)
        *most = left - sure;
}

/* ---- the order in which cards are tried ---- */

/*
 * Would it be good for the takers' side that this card lies there? More is better for who plays
 * it.
 */
static int promise(const struct could *c, const struct could_stand *at, int card)
{
    const struct could_rules *r = &c->rules;
    const int seat = could_turn(r, at), led = at->laid > 0 ? suit_of(at->card[0]) : suit_of(card);
    const bool takes = c->goal.takers >> seat & 1, wants = c->goal.wanters >> seat & 1;
    int points = r->tricks + brings(r, card), best = at->laid > 0 ? ahead(r, at) : 0;
    for (int i = 0; i < at->laid; i++)
        points += brings(r, at->card[i]);
    const bool wins = at->laid == 0 || worth(r, card, led) > worth(r, at->card[best], led);
    const int winner = wins ? seat : seat_at(r, at, best);
    uint64_t to_come = 0;
    for (int i = at->laid + 1; i < r->players; i++)
        to_come |= at->hand[seat_at(r, at, i)];
    const bool sure = (to_come & suit_cards(led) & ~((bit(card) << 1) - 1)) == 0 || !wins;
    const bool to_takers = c->goal.takers >> winner & 1;
    const int value = points * (sure ? 40 : 10) * (to_takers == wants ? 1 : -1);
    const int rank = rank_of(card),
              high = takes == wants ? (wins ? rank : -rank) : (wins && !sure ? -rank : rank);
    return value + high * 2;
}

struct moves {
    int count;
    uint8_t card[MOVES_MOST];
    int64_t of[MOVES_MOST];
};

static void order(const struct could *c, const struct could_stand *at, uint64_t cards, int first,
    struct moves *m)
{
    const bool wants = c->goal.wanters >> could_turn(&c->rules, at) & 1;
    m->count = 0;
    for (; cards != 0; cards &= cards - 1) {
        const int card = __builtin_ctzll(cards);
        assert(card < 64);
        const int64_t is = card == first
                               ? INT64_MAX
                               : (int64_t)promise(c, at, card) * 64 + c->told[wants][card] % 64;
        int i = m->count++;
        for (; i > 0 && m->of[i - 1] < is; i--) {
            m->of[i] = m->of[i - 1];
            m->card[i] = m->card[i - 1];
        }
        m->of[i] = is;
        m->card[i] = (uint8_t)card;
    }
}

/* ---- the search ---- */

static enum could_be search(struct could *c, const struct could_stand *at, int left, int need);

/* One card further. */
static enum could_be try_card(struct could *c, const struct could_stand *at, int card, int left,
    int need)
{
    struct could_stand next = *at;
    int taker, brought;
    if (++c->nodes > c->cap)
        return COULD_TOO_DEEP;
    if (!could_play(&c->rules, &next, card, &taker, &brought))
        return search(c, &next, left, need);
    return search(c, &next, left - brought, need - (c->goal.takers >> taker & 1 ? brought : 0));
}

/*
 * Whoever's turn it is finds a card that serves the own side, or there is none. `best`: in, tried
 * first; out, what decided.
 */
static enum could_be try_all(struct could *c, const struct could_stand *at, int left, int need,
    uint8_t *best)
{
    const bool wants = c->goal.wanters >> could_turn(&c->rules, at) & 1;
    const enum could_be good = wants ? COULD : COULD_NOT;
    struct moves m;
    order(c, at, could_unlike(&c->rules, at, could_lawful(&c->rules, at)), *best, &m);
    for (int i = 0; i < m.count; i++) {
        const enum could_be is = try_card(c, at, m.card[i], left, need);
        if (is == COULD_TOO_DEEP)
            return is;
        if (is == good) {
            c->told[wants][m.card[i]]++;
            *best = m.card[i];
            return is;
        }
    }
    return wants ? COULD_NOT : COULD;
}

static enum could_be search(struct could *c, const struct could_stand *at, int left, int need)
{
    uint64_t suit[SUITS];
    uint8_t best = UINT8_MAX;
    if (need <= 0 || need > left)
        return need <= 0 ? COULD : COULD_NOT;
    if (at->laid > 0)
        return try_all(c, at, left, need, &best);
    int least = 0, most = left;
    struct could_row *row = find_row(c, at, suit);
    const bool known = is_row(row, suit);
    if (known) {
        least = row->least;
        most = row->most;
        best = row->best;
    } else {
        bound(c, at, left, &least, &most);
    }
    if (least >= need || most < need)
        return least >= need ? COULD : COULD_NOT;
    const enum could_be is = try_all(c, at, left, need, &best);
    if (is == COULD_TOO_DEEP)
        return is;
    least = is == COULD ? need : least;
    most = is == COULD ? most : need - 1;
    *row = (struct could_row){{suit[0], suit[1], suit[2], suit[3]}, (int8_t)least, (int8_t)most,
        best, true};
    return is;
}

void could_begin(struct could *c, const struct could_rules *rules, struct could_row *row,
    size_t rows)
{
    assert(rows > 0 && (rows & (rows - 1)) == 0);
    *c = (struct could){.rules = *rules, .row = row, .rows = rows};
    memset(row, 0, rows * sizeof *row);
}

enum could_be could_ask(struct could *c, const struct could_stand *at, struct could_goal goal,
    uint64_t cap)
{
    c->nodes = 0;
    c->cap = cap;
    c->goal = goal;
    return search(c, at, could_left(&c->rules, at), goal.least);
}

int could_value(struct could *c, const struct could_stand *at, uint8_t takers, uint8_t wanters,
    uint64_t cap)
{
    const int left = could_left(&c->rules, at);
    c->nodes = 0;
    c->cap = cap;
    for (int value = 0; value < left; value++) {
        c->goal = (struct could_goal){takers, wanters, value + 1};
        const enum could_be more = search(c, at, left, value + 1);
        if (more != COULD)
            return more == COULD_NOT ? value : -1;
    }
    return left;
}
