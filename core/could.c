/* What could have been, searched to the end: see could.h. */
#include <assert.h>
#include "could.h"

#include <string.h>

enum { SUITS = 4, RANK_MASK = 15, MOVES_MOST = 16, FAR = 64, ROWS_ALIKE = 16 };

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

/* ---- which ranks an answer hangs on ---- */

/*
 * An answer is reached by some ranks alone: cards that won over others of their suit, and those
 * above them. It is the same in every position where the cards from there up lie alike, and below
 * each hand has as many of a suit as here, and as many that count.
 */
static inline uint64_t lowest_in(uint64_t cards, int suit)
{
    cards &= suit_cards(suit);
    return cards & -cards;
}

/* The highest of a suit. */
static inline uint64_t highest_in(uint64_t cards, int suit)
{
    cards &= suit_cards(suit);
    return cards == 0 ? 0 : (uint64_t)1 << (63 - __builtin_clzll(cards));
}

static inline uint64_t numbers(const struct could_rules *r, uint64_t cards)
{
    const uint64_t each = 0x0001000100010001u;
    return r->trump_from == 0 ? cards : cards & each * ((1u << r->trump_from) - 1);
}

/* The card that won the full trick, where it did so by its number. */
static uint64_t won_by(const struct could_rules *r, const struct could_stand *at, int last)
{
    struct could_stand full = *at;
    uint64_t cards = 0;
    full.card[full.laid++] = (uint8_t)last;
    const int winner = full.card[ahead(r, &full)];
    for (int i = 0; i < full.laid; i++)
        cards |= bit(full.card[i]);
    cards &= numbers(r, suit_cards(suit_of(full.card[0])));
    return is_trump(r, winner) || bits_count(cards) < 2 ? 0 : bit(winner);
}

/*
 * Where no card served, those that were left out as like one of them have to be like it elsewhere
 * too: a run of one's own that is reached into is reached to its end.
 */
static uint64_t to_end_of_run(const struct could_rules *r, const struct could_stand *at,
    uint64_t ranks)
{
    const uint64_t own = at->hand[could_turn(r, at)];
    uint64_t all = all_hands(r, at);
    for (int i = 0; i < at->laid; i++)
        all |= bit(at->card[i]);
    for (int suit = 0; suit < SUITS; suit++) {
        uint64_t low = lowest_in(ranks, suit);
        while (low & own)
            ranks |= low = highest_in(all & (low - 1), suit);
    }
    return ranks;
}

/* ---- what was found of a position ---- */

/*
 * The cards of a suit from the highest down, three bits each: whose it is and whether it counts;
 * `count` gets how many of it each hand has, four bits each, and `special` how many that count, or
 * are trumps.
 */
static uint64_t see_suit(const struct could *c, const struct could_stand *at, int suit,
    uint64_t *count, uint64_t *special)
{
    const struct could_rules *r = &c->rules;
    const uint64_t in = suit_cards(suit), plain = numbers(r, in),
                   counts = r->tricks ? 0 : r->counts;
    uint64_t seen = 0, all = 0;
    for (int i = 0; i < r->players; i++) {
        const uint64_t hand = at->hand[i] & in;
        all |= hand;
        *count = *count << 4 | bits_count(hand);
        *special = *special << 4 | bits_count(r->trump_from != 0 ? hand & ~plain : hand & counts);
    }
    all &= plain;
    for (int shift = 61; all != 0; shift -= 3) {
        const int card = 63 - __builtin_clzll(all);
        const uint64_t owner = (c->odd >> card & 1) | (c->upper >> card & 1) << 1
                               | (counts >> card & 1) << 2;
        seen |= owner << shift;
        all &= ~bit(card);
    }
    return seen;
}

/* The position as a row has it, with nothing found. */
static void see(const struct could *c, const struct could_stand *at, struct could_row *out)
{
    *out = (struct could_row){.leader = at->leader,
        .open = at->open,
        .takers = c->goal.takers,
        .wanters = c->goal.wanters,
        .used = true};
    for (int i = 0; i < SUITS; i++)
        out->suit[i] = see_suit(c, at, i, &out->count, &out->special);
}

/* So many cards of a suit, from the highest down. */
static inline uint64_t top_mask(int cards)
{
    return cards == 0 ? 0 : ~(uint64_t)0 << (64 - 3 * cards);
}

static bool is_row(const struct could_row *row, const struct could_row *of)
{
    if (row->count != of->count || row->special != of->special || row->leader != of->leader
        || row->open != of->open || row->takers != of->takers || row->wanters != of->wanters
        || !row->used)
        return false;
    for (int i = 0; i < SUITS; i++)
        if ((row->suit[i] ^ of->suit[i]) & top_mask(row->top[i]))
            return false;
    return true;
}

/* The first of the rows among which it would be. */
static struct could_row *rows_of(const struct could *c, const struct could_row *of)
{
    uint64_t hash = of->count * 0x9E3779B97F4A7C15u;
    hash = (hash ^ hash >> 29 ^ of->special) * 0xBF58476D1CE4E5B9u;
    hash = (hash ^ hash >> 32
               ^ ((uint64_t)of->leader << 24 | (uint64_t)of->open << 16 | of->takers << 8u
                   | of->wanters))
           * 0x94D049BB133111EBu;
    return &c->row[(hash >> 20 & (c->rows - 1)) & ~(size_t)(ROWS_ALIKE - 1)];
}

/* How far down the ranks reach in each suit; and back again. */
static void set_top(const struct could *c, const struct could_stand *at, uint64_t ranks,
    struct could_row *row)
{
    const uint64_t all = numbers(&c->rules, all_hands(&c->rules, at));
    for (int i = 0; i < SUITS; i++) {
        const uint64_t low = lowest_in(ranks, i);
        row->top[i] = low == 0 ? 0 : (uint8_t)bits_count(all & suit_cards(i) & ~(low - 1));
    }
}

static uint64_t ranks_of(const struct could *c, const struct could_stand *at,
    const struct could_row *row)
{
    const uint64_t all = numbers(&c->rules, all_hands(&c->rules, at));
    uint64_t ranks = 0;
    for (int i = 0; i < SUITS; i++) {
        uint64_t left = all & suit_cards(i);
        for (int n = row->top[i]; n > 0; n--) {
            ranks |= highest_in(left, i);
            left &= ~highest_in(left, i);
        }
    }
    return ranks;
}

/* ---- sure winners ---- */

/*
 * What the leader surely takes by leading winner after winner: the cards above everybody else's,
 * and, once the others are out of a suit, the rest of it. The lead stays where it is, so that
 * nobody can come between; one's own cards are all that is counted of it. It is no bound where a
 * trump of another hand may take it, and none of what a partner holds.
 */
static int leader_takes(const struct could *c, const struct could_stand *at, uint64_t *ranks)
{
    const struct could_rules *r = &c->rules;
    const uint64_t mine = at->hand[at->leader], others = all_hands(r, at) & ~mine;
    int takes = 0;
    if (others & ~numbers(r, others))
        return 0;
    for (int suit = 0; suit < SUITS; suit++) {
        const uint64_t own = numbers(r, mine & suit_cards(suit)), theirs = highest_in(others, suit);
        if (suit == r->shut && !at->open)
            continue;
        uint64_t above = theirs == 0 ? own : own & ~((theirs << 1) - 1);
        unsigned longest = 0;
        for (int i = 0; i < r->players; i++)
            if (i != at->leader && bits_count(at->hand[i] & suit_cards(suit)) > longest)
                longest = bits_count(at->hand[i] & suit_cards(suit));
        if (theirs != 0)
            *ranks |= above;
        if (bits_count(above) >= longest)
            above = own;
        takes += (int)bits_count(r->tricks ? above : above & r->counts);
    }
    return takes;
}

/*
 * Does one seat that wants nothing surely take nothing? It does not lead, and in each suit its
 * lowest is below the others' lowest, its next below their next, and so on. Then it plays the
 * highest that is below the card led, or throws away the highest of a suit, and so it stays.
 */
static bool takes_nothing(const struct could *c, const struct could_stand *at, int seat,
    uint64_t *ranks)
{
    const struct could_rules *r = &c->rules;
    const uint64_t mine = at->hand[seat], others = all_hands(r, at) & ~mine;
    if (r->trump_from != 0 || at->leader == seat)
        return false;
    for (int suit = 0; suit < SUITS; suit++) {
        uint64_t own = mine & suit_cards(suit), theirs = others & suit_cards(suit);
        if (own == 0 || theirs == 0)
            continue;
        *ranks |= own & -own;
        for (; own != 0 && theirs != 0; own &= own - 1, theirs &= theirs - 1)
            if ((own & -own) > (theirs & -theirs))
                return false;
    }
    return true;
}

/* Does that decide it: for the leader's own side, or against it? */
static enum could_be sure_from(const struct could *c, const struct could_stand *at, int left,
    int need, uint64_t *ranks)
{
    const bool takes = c->goal.takers >> at->leader & 1, wants = c->goal.wanters >> at->leader & 1;
    const uint8_t takers = c->goal.takers;
    *ranks = 0;
    if ((takers & (takers - 1)) == 0 && !(takers & c->goal.wanters)
        && takes_nothing(c, at, __builtin_ctz(takers), ranks))
        return COULD_NOT;
    *ranks = 0;
    if (takes != wants)
        return COULD_TOO_DEEP;
    const int sure = leader_takes(c, at, ranks);
    if (takes && sure >= need)
        return COULD;
    return !takes && left - sure < need ? COULD_NOT : COULD_TOO_DEEP;
}

/* ---- the order in which cards are tried ---- */

/* Would this seat be glad if that one took the trick? */
static inline bool is_glad(const struct could *c, int seat, int taker)
{
    return (c->goal.takers >> taker & 1) == (c->goal.wanters >> seat & 1);
}

/* What the best card of a hand is worth where that suit was led, and what the least that it may. */
static int best_worth(const struct could_rules *r, uint64_t hand, int led)
{
    const uint64_t follow = hand & suit_cards(led), trumps = hand & ~numbers(r, hand);
    const uint64_t high = highest_in(numbers(r, follow), led);
    if (r->trump_from != 0 && (follow != 0 ? follow & trumps && r->any_trump : trumps != 0))
        return FAR;
    return high != 0 ? rank_of(__builtin_ctzll(high)) : 0;
}
static int least_worth(const struct could_rules *r, uint64_t hand, int led)
{
    const uint64_t low = lowest_in(hand, led);
    if (low == 0)
        return hand != 0 && numbers(r, hand) == 0 ? FAR : 0;
    return worth(r, __builtin_ctzll(low), led);
}

/*
 * How good it looks for who plays it: who would take the trick if whoever is still to come wins it
 * when that serves; then high cards where they win, low ones where they do not.
 */
static int promise(const struct could *c, const struct could_stand *at, int card)
{
    const struct could_rules *r = &c->rules;
    const int seat = could_turn(r, at), led = at->laid > 0 ? suit_of(at->card[0]) : suit_of(card);
    const int best = at->laid > 0 ? ahead(r, at) : 0, rank = rank_of(card),
              mine = at->laid > 0        ? worth(r, card, led)
                     : is_trump(r, card) ? 0
                                         : rank;
    int points = r->tricks + brings(r, card),
        most = at->laid > 0 ? worth(r, at->card[best], led) : 0;
    for (int i = 0; i < at->laid; i++)
        points += brings(r, at->card[i]);
    const bool wins = at->laid == 0 || mine > most;
    int winner = wins ? seat : seat_at(r, at, best);
    most = wins ? mine : most;
    for (int i = at->laid + 1; i < r->players; i++) {
        const int next = seat_at(r, at, i);
        const bool would = !is_glad(c, next, winner) && is_glad(c, next, next);
        const int could = would ? best_worth(r, at->hand[next], led)
                                : least_worth(r, at->hand[next], led);
        if (could > most) {
            winner = next;
            most = could;
        }
    }
    const int value = points * (is_glad(c, seat, winner) ? 40 : -40);
    const bool own = is_glad(c, seat, seat);
    return value
           + 2
                 * (own ? (wins && winner == seat && at->laid + 1 < r->players ? rank : -rank)
                        : (at->laid == 0 || (wins && winner != seat) ? -rank : rank));
}

struct could_moves {
    int count;
    uint8_t card[MOVES_MOST];
    int64_t of[MOVES_MOST];
};

static void order(const struct could *c, const struct could_stand *at, uint64_t cards, int first,
    struct could_moves *m)
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

static enum could_be search(struct could *c, const struct could_stand *at, int left, int need,
    uint64_t *ranks);

/* One card further. */
static enum could_be try_card(struct could *c, const struct could_stand *at, int card, int left,
    int need, uint64_t *ranks)
{
    struct could_stand next = *at;
    int taker, brought;
    if (++c->nodes > c->cap)
        return COULD_TOO_DEEP;
    if (!could_play(&c->rules, &next, card, &taker, &brought))
        return search(c, &next, left, need, ranks);
    const enum could_be is = search(c, &next, left - brought,
        need - (c->goal.takers >> taker & 1 ? brought : 0), ranks);
    *ranks |= won_by(&c->rules, at, card);
    return is;
}

/*
 * Whoever's turn it is finds a card that serves the own side, or there is none. `best`: in, tried
 * first; out, what decided.
 */
static enum could_be try_all(struct could *c, const struct could_stand *at, int left, int need,
    uint8_t *best, uint64_t *ranks)
{
    const bool wants = c->goal.wanters >> could_turn(&c->rules, at) & 1;
    const enum could_be good = wants ? COULD : COULD_NOT;
    uint64_t all = 0;
    struct could_moves m;
    order(c, at, could_unlike(&c->rules, at, could_lawful(&c->rules, at)), *best, &m);
    for (int i = 0; i < m.count; i++) {
        const enum could_be is = try_card(c, at, m.card[i], left, need, ranks);
        if (is == COULD_TOO_DEEP)
            return is;
        if (is == good) {
            c->told[wants][m.card[i]]++;
            *best = m.card[i];
            return is;
        }
        all |= *ranks;
    }
    *ranks = to_end_of_run(&c->rules, at, all);
    return wants ? COULD_NOT : COULD;
}

/* Between two tricks: known, sure, or searched. */
static enum could_be search_trick(struct could *c, const struct could_stand *at, int left, int need,
    uint64_t *ranks)
{
    struct could_row now;
    enum could_be is = sure_from(c, at, left, need, ranks);
    if (is != COULD_TOO_DEEP)
        return is;
    see(c, at, &now);
    now.most = (int8_t)left;
    now.best = UINT8_MAX;
    struct could_row *rows = rows_of(c, &now), *row = NULL;
    for (int i = 0; i < ROWS_ALIKE; i++) {
        if (!is_row(&rows[i], &now))
            continue;
        row = &rows[i];
        now.best = row->best;
        if (row->least >= need || row->most < need) {
            *ranks = ranks_of(c, at, row);
            return row->least >= need ? COULD : COULD_NOT;
        }
    }
    is = try_all(c, at, left, need, &now.best, ranks);
    if (is == COULD_TOO_DEEP)
        return is;
    set_top(c, at, *ranks, &now);
    now.least = is == COULD ? (int8_t)need : 0;
    now.most = is == COULD ? (int8_t)left : (int8_t)(need - 1);
    memmove(rows + 1, rows, (ROWS_ALIKE - 1) * sizeof *rows);
    rows[0] = now;
    return is;
}

static enum could_be search(struct could *c, const struct could_stand *at, int left, int need,
    uint64_t *ranks)
{
    uint8_t best = UINT8_MAX;
    *ranks = 0;
    if (need <= 0 || need > left)
        return need <= 0 ? COULD : COULD_NOT;
    return at->laid > 0 ? try_all(c, at, left, need, &best, ranks)
                        : search_trick(c, at, left, need, ranks);
}

void could_begin(struct could *c, const struct could_rules *rules, struct could_row *row,
    size_t rows)
{
    assert(rows >= ROWS_ALIKE && (rows & (rows - 1)) == 0);
    assert(rules->trump_from == 0 || rules->tricks);
    *c = (struct could){.rules = *rules, .row = row, .rows = rows};
    memset(row, 0, rows * sizeof *row);
}

/* Whose each card is stays as it is to the end. */
static enum could_be ask(struct could *c, const struct could_stand *at, struct could_goal goal)
{
    uint64_t ranks;
    c->goal = goal;
    c->odd = at->hand[1] | at->hand[3];
    c->upper = at->hand[2] | at->hand[3];
    return search(c, at, could_left(&c->rules, at), goal.least, &ranks);
}

enum could_be could_ask(struct could *c, const struct could_stand *at, struct could_goal goal,
    uint64_t cap)
{
    c->nodes = 0;
    c->cap = cap;
    return ask(c, at, goal);
}

int could_value(struct could *c, const struct could_stand *at, uint8_t takers, uint8_t wanters,
    uint64_t cap)
{
    const int left = could_left(&c->rules, at);
    c->nodes = 0;
    c->cap = cap;
    for (int value = 0; value < left; value++) {
        const enum could_be more = ask(c, at, (struct could_goal){takers, wanters, value + 1});
        if (more != COULD)
            return more == COULD_NOT ? value : -1;
    }
    return left;
}
