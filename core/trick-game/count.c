/*
 * What a deal has brought: tricks, what is worth something in them, and points. Where a card was
 * not seen a deal that is over is filled in, in every way that there is; what comes out the same in
 * all of them is known.
 */
#include "trick_game.h"

#include <string.h>

/* ---- formulas ------------------------------------------------------------------------ */

bool trick_rounds(const struct trick_pack *pack, int seats, int32_t *out, struct fault *fault)
{
    int32_t value[SLOTS] = {[SLOT_SEATS] = seats};
    const struct formula_values as = {value, SLOTS, 1, NULL};
    *out = 0;
    return pack->formula[ROUNDS].count == 0
           || formula_value(&pack->formula[ROUNDS], &as, 0, out, fault);
}

bool trick_deal_size(const struct trick_pack *pack, int seats, int round, int32_t *out,
    struct fault *fault)
{
    int32_t value[SLOTS] = {[SLOT_SEATS] = seats, [SLOT_ROUND] = round};
    const struct formula_values as = {value, SLOTS, 1, NULL};
    *out = 0;
    return trick_rounds(pack, seats, &value[SLOT_ROUNDS], fault)
           && (pack->formula[DEAL].count == 0
               || formula_value(&pack->formula[DEAL], &as, 0, out, fault));
}

static void see_player(const struct trick_game *s, int seat, int32_t rounds, int32_t *own)
{
    own[SLOT_ROUND] = s->round.number;
    own[SLOT_ROUNDS] = rounds;
    own[SLOT_SEATS] = s->round.hands.players;
    own[SLOT_CARDS] = s->cards;
    own[SLOT_TOTAL] = s->total[seat % s->sides];
    own[SLOT_DEALER] |= seat == s->dealer;
    own[SLOT_BID] += s->now.bid[seat];
    own[SLOT_TRICKS] += s->now.tricks[seat];
    own[SLOT_WORTH] += s->now.worth[seat];
    own[SLOT_LAST] |= s->now.last == seat + 1;
    for (int n = 0; n < PACK_COUNTS; n++)
        own[SLOTS + n] += s->now.count[n][seat];
}

void trick_see(const struct trick_game *s, struct seen_values *out)
{
    const int seats = s->round.hands.players;
    struct fault none;
    int32_t rounds = 0;
    trick_rounds(pack_of(s), seats, &rounds, &none);
    memset(out->side, 0, sizeof out->side);
    memset(out->player, 0, sizeof out->player);
    out->each = (struct formula_values){&out->player[0][0], SLOTS_MOST, (uint8_t)seats, NULL};
    out->as = (struct formula_values){&out->side[0][0], SLOTS_MOST, s->sides, &out->each};
    for (int i = 0; i < seats; i++) {
        see_player(s, i, rounds, out->side[i % s->sides]);
        see_player(s, i, rounds, out->player[i]);
    }
}

bool trick_value(const struct trick_game *s, const struct formula *f, int side, int32_t *out,
    struct fault *fault)
{
    struct seen_values seen;
    trick_see(s, &seen);
    return formula_value(f, &seen.as, side, out, fault);
}

/* ---- tricks ------------------------------------------------------------------------------- */

static uint8_t all_seats(const struct trick_game *s)
{
    return (uint8_t)((1u << s->round.hands.players) - 1);
}

/* Somebody takes a card. */
static void take(struct trick_game *s, int seat, int card)
{
    const struct trick_pack *pack = pack_of(s);
    s->now.worth[seat] += trick_worth(s, card);
    for (int n = 0; n < pack->counts; n++)
        s->now.count[n][seat] = (int16_t)(s->now.count[n][seat]
                                          + (int)(pack->counted[n] >> card & 1));
}

static void take_nothing_yet(struct deal_row *now)
{
    memset(now->tricks, 0, sizeof now->tricks);
    memset(now->worth, 0, sizeof now->worth);
    memset(now->count, 0, sizeof now->count);
}

/* Counts the trick that begins at that play; returns where the next one begins. */
static int count_one(struct trick_game *s, int at)
{
    const struct trick *t = &s->round.trick;
    const struct trick_pack *pack = pack_of(s);
    const int trick = t->play[at].trick, taker = round_taker(&s->round, trick - 1);
    const bool last = trick == t->done && s->round.turns == 0 && t->may_lead != 0;
    const uint8_t may = (uint8_t)(taker >= 0 ? 1u << taker : last ? t->may_lead : all_seats(s));
    bool unseen = taker < 0 || (s->trump_unknown && pack->otherwise != 0);
    for (; at < t->first && t->play[at].trick == trick; at++)
        if (!play_seen(&t->play[at]))
            unseen = true;
        else if (taker >= 0)
            take(s, taker, t->play[at].card);
    if (taker >= 0)
        s->now.tricks[taker]++;
    else
        s->now.more_tricks |= may;
    s->now.last = (uint8_t)(taker + 1); /* 0, as none, where it is not known */
    s->now.more_worth |= unseen && (pack->worth_said || pack->counts > 0) ? may : 0;
    return at;
}

void trick_count(struct trick_game *s)
{
    const struct trick *t = &s->round.trick;
    int at = t->first;
    if (s->round.unseen == 0 && !s->trump_unknown) { /* all but the last trick is counted */
        while (at > 0 && t->play[at - 1].trick == t->done)
            at--;
    } else {
        take_nothing_yet(&s->now);
        s->now.more_tricks = s->now.more_worth = 0;
        at = 0;
    }
    while (at < t->first)
        at = count_one(s, at);
}

/* ---- points -------------------------------------------------------------------------------- */

/* trick/deal-points, of each side. False: a formula has no value. */
static bool points_of(const struct trick_game *s, int32_t *points, struct fault *fault)
{
    const struct trick_pack *pack = pack_of(s);
    struct seen_values seen;
    int32_t more;
    int64_t sum[HANDS_MOST] = {0};
    assert(s->sides > 0);
    trick_see(s, &seen);
    for (int i = 0; i < s->sides; i++)
        if (pack->formula[POINTS].count == 0)
            points[i] = seen.side[i][SLOT_WORTH];
        else if (!formula_value(&pack->formula[POINTS], &seen.as, i, &points[i], fault))
            return false;
    for (int i = 0; i < s->round.hands.players && pack->formula[EACH].count > 0; i++) {
        if (!formula_value(&pack->formula[EACH], &seen.each, i, &more, fault))
            return false;
        sum[i % s->sides] += more;
    }
    for (int i = 0; i < s->sides; i++) {
        const int64_t now = points[i] + sum[i], total = s->total[i] + now;
        fault->column = 1;
        if (now > FORMULA_MOST || now < -FORMULA_MOST || total > FORMULA_MOST
            || total < -FORMULA_MOST)
            return false;
        points[i] = (int32_t)now;
    }
    return true;
}

/* A total of which points are not known is not known to the end of the game. */
static void add_points(struct trick_game *s, const int32_t *points)
{
    for (int i = 0; i < s->sides; i++) {
        if (s->now.no_points >> i & 1)
            s->unknown |= (uint8_t)(1u << i);
        else
            s->total[i] += points[i];
    }
}

static void tell_points(struct trick_game *s, const int32_t *points)
{
    const uint8_t sides = s->now.no_points;
    assert(s->sides > 0);
    s->now.no_points = s->now.no_total = 0;
    for (int i = 0; i < s->round.hands.players; i++) {
        const int side = i % s->sides;
        s->now.points[i] = points[side];
        s->now.total[i] = s->total[side];
        s->now.no_points |= (uint8_t)((sides >> side & 1) << i);
        s->now.no_total |= (uint8_t)((s->unknown >> side & 1) << i);
    }
}

/* The sides whose points hang on a name that is not known of these sides. */
static uint8_t hang_on(const struct trick_game *s, int slot, uint8_t sides)
{
    const struct trick_pack *pack = pack_of(s);
    const uint8_t all = (uint8_t)((1u << s->sides) - 1);
    uint8_t hang = 0;
    for (int i = 0; i < 2 && sides != 0; i++) {
        const struct formula *f = &pack->formula[i == 0 ? POINTS : EACH];
        hang |= formula_uses_everybodys(f, slot) ? all : formula_uses(f, slot) ? sides : 0;
    }
    return hang;
}

static uint8_t sides_of(const struct trick_game *s, uint8_t seats)
{
    uint8_t sides = 0;
    assert(s->sides > 0);
    for (int i = 0; i < s->round.hands.players; i++)
        sides |= (uint8_t)((seats >> i & 1) << (i % s->sides));
    return sides;
}

/* ---- cards that nobody saw ------------------------------------------------------------------ */

enum { FILLED_MOST = 5000 };

/* A deal being filled in. */
struct trick_filling {
    const struct trick_game *s;
    struct trick_game one;       /* with cards in the place of those that nobody saw */
    int8_t taker[ROUND_TRICKS];  /* as far as is known, and as it comes out */
    uint64_t left;               /* cards that nobody has had, and that are in no place yet */
    bool takers;                 /* only where it is not known who took a trick */
    unsigned placed;             /* so often a card was placed; */
    bool found, many, no_number; /* some way was found, too many are, a formula had no value */
    struct deal_row row;         /* of the first way, and in what the others differ */
};

/* Who takes the full trick of these plays. */
static int taker_of(struct trick_filling *f, int from, int end)
{
    struct trick *t = &f->one.round.trick;
    t->first = (uint8_t)from;
    t->play[from].led = t->play[from].suit;
    for (int i = from; i < end; i++) {
        t->plays = (uint8_t)(i + 1);
        trick_lay(&f->one, &t->play[i]);
    }
    return trick_taker(&f->one, NULL);
}

/* All tricks have takers: what comes of it, beside what came of the ways before. */
static void compare(struct trick_filling *f)
{
    struct deal_row *now = &f->one.now, *row = &f->row;
    const struct trick *t = &f->one.round.trick;
    struct fault fault;
    take_nothing_yet(now);
    for (int i = 0; i < f->s->round.trick.plays; i++) {
        const int taker = f->taker[t->play[i].trick - 1];
        now->tricks[taker] = (int16_t)(now->tricks[taker] + t->play[i].lead);
        take(&f->one, taker, t->play[i].card);
        now->last = (uint8_t)(taker + 1);
    }
    f->no_number |= !points_of(&f->one, now->points, &fault);
    if (!f->found)
        *row = *now;
    f->found = true;
    row->last = now->last == row->last ? row->last : 0;
    for (int i = 0; i < f->s->round.hands.players; i++) {
        row->more_tricks |= (uint8_t)((now->tricks[i] != row->tricks[i]) << i);
        row->more_worth |= (uint8_t)((now->worth[i] != row->worth[i]) << i);
        for (int n = 0; n < PACK_COUNTS; n++)
            row->more_worth |= (uint8_t)((now->count[n][i] != row->count[n][i]) << i);
        row->no_points |= (uint8_t)((now->points[i] != row->points[i]) << i);
    }
}

static void fill_trick(struct trick_filling *f, int from);

/* Does nobody know any more whose that play was? */
static bool is_left_apart(const struct round *r, int play)
{
    return r->trick.play[play].apart && (r->turns == 0 || play < r->apart);
}

/* From that play of the trick on. Whose no longer shows may have been anybody's. */
static void fill_play(struct trick_filling *f, int from, int at)
{
    const struct round *r = &f->s->round;
    const struct play *p = &r->trick.play[at];
    struct play *one = &f->one.round.trick.play[at];
    const int trick = r->trick.play[from].trick - 1, known = f->taker[trick];
    if (at == r->trick.plays || p->trick != trick + 1) {
        const bool tried = known < 0 || !(f->takers || is_left_apart(r, from));
        const int taker = tried ? taker_of(f, from, at) : known;
        f->taker[trick] = (int8_t)taker;
        if (known < 0 || taker == known)
            fill_trick(f, at);
        f->taker[trick] = (int8_t)known;
        return;
    }
    if (play_seen(p) || (f->takers && known >= 0)) {
        fill_play(f, from, at + 1);
        return;
    }
    for (uint64_t cards = round_may_be(r, p) & f->left; cards != 0 && !f->many;
         cards &= cards - 1) {
        const uint64_t card = cards & -cards;
        f->many |= ++f->placed > FILLED_MOST;
        one->card = (uint8_t)__builtin_ctzll(card);
        one->suit = (uint8_t)round_suit(r, one->card);
        f->left &= ~card;
        fill_play(f, from, at + 1);
        f->left |= card;
    }
}

static void fill_trick(struct trick_filling *f, int from)
{
    if (from < f->s->round.trick.plays)
        fill_play(f, from, from);
    else
        compare(f);
}

/* Whose they are, where the plays set apart are by so many seats off. */
static void turn(struct trick_filling *f, int by)
{
    const struct round *r = &f->s->round;
    const int players = r->hands.players;
    for (int i = 0; i < r->trick.done; i++)
        f->taker[i] = (int8_t)round_taker(r, i);
    for (int i = r->apart_trick; i < r->trick.done && r->turns != 0; i++)
        f->taker[i] = (int8_t)(r->trick.taker[i] < 0 ? NOBODY : (r->trick.taker[i] + by) % players);
    if (r->turns != 0 && r->apart_trick > 0)
        f->taker[r->apart_trick - 1] = (int8_t)by;
    for (int i = 0; i < r->trick.plays; i++) {
        const struct play *p = &r->trick.play[i];
        const bool left = is_left_apart(r, i);
        const int seat = p->apart && !left ? (p->seat + by) % players : p->seat;
        f->one.round.trick.play[i].seat = (uint8_t)seat;
        f->many |= left && f->taker[p->trick - 1] < 0;
    }
}

static bool are_worth_alike(const struct trick_game *s, uint64_t cards)
{
    const struct trick_pack *pack = pack_of(s);
    const int worth = cards != 0 ? trick_worth(s, __builtin_ctzll(cards)) : 0;
    if (s->trump_unknown && cards & pack->otherwise)
        return false;
    for (int n = 0; n < pack->counts; n++)
        if ((cards & pack->counted[n]) != 0 && (cards & ~pack->counted[n]) != 0)
            return false;
    for (; cards != 0; cards &= cards - 1)
        if (trick_worth(s, __builtin_ctzll(cards)) != worth)
            return false;
    return true;
}

static void fill(struct trick_filling *f)
{
    const struct round *r = &f->s->round;
    f->one.now.more_tricks = f->one.now.more_worth = 0;
    f->one.trump_unknown = false;
    for (int by = 0; by < r->hands.players && !f->many; by++) {
        if (by > 0 ? !(r->turns >> by & 1) : r->turns != 0 && !(r->turns & 1))
            continue;
        turn(f, by);
        for (int n = 0; f->s->trump_unknown ? trumps_may_be(f->s, n, &f->one.trumps) : n == 0; n++)
            fill_trick(f, 0);
    }
}

/*
 * Fills the deal in, in all ways; where these are too many and all cards are worth the same, only
 * in tricks of which the taker is not known. False: these are too many too.
 */
static bool fill_in(const struct trick_game *s, struct trick_filling *f)
{
    const struct round *r = &s->round;
    const uint64_t left = r->hands.deck & ~r->hands.out & ~r->hands.now.of[SEEN_ASIDE][0];
    *f = (struct trick_filling){.s = s, .one = *s, .left = left};
    fill(f);
    if (!f->many || left == 0 || !are_worth_alike(s, left))
        return f->found && !f->many;
    *f = (struct trick_filling){.s = s, .one = *s, .left = left, .takers = true};
    for (int i = 0; i < r->trick.plays; i++)
        if (!play_seen(&r->trick.play[i]))
            f->one.round.trick.play[i].card = (uint8_t)__builtin_ctzll(left);
    fill(f);
    return f->found && !f->many;
}

bool trick_score(struct trick_game *s, struct fault *fault)
{
    int32_t points[HANDS_MOST] = {0};
    const uint8_t sides = (uint8_t)((1u << s->sides) - 1);
    if (s->round.unseen == 0 && !s->trump_unknown) {
        if (!points_of(s, points, fault)) {
            memset(points, 0, sizeof points);
            tell_points(s, points);
            return false;
        }
    } else {
        struct trick_filling f;
        const bool filled = fill_in(s, &f);
        if (filled)
            s->now = f.row;
        s->now.no_points = filled && !f.no_number ? f.row.no_points & sides : sides;
        memcpy(points, f.row.points, sizeof points);
    }
    s->now.no_points |= hang_on(s, SLOT_TOTAL, s->unknown);
    s->now.no_points |= hang_on(s, SLOT_BID, sides_of(s, s->now.no_bid));
    add_points(s, points);
    tell_points(s, points);
    return true;
}
