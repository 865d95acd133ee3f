/* NeedFire, どう祈るか: battle cards are placed; the cards put on them are in power.c. */
#include "needfire.h"

#include <assert.h>

/* needfire/take: shown before the take with which it might have come, and did not. */
static void shown_from_nowhere(const struct act *a, int seat, int card)
{
    struct needfire *s = a->state;
    struct ruling *r = act_irregular_at(a, RULE_TAKE, seat, card, s->card[card].line,
                                        N_("{seat} shows {card}, which cannot have come to {seat}'s hand."));
    r->because_count = 0;       /* what was on record when it was shown proves it */
    needfire_prove_never_came(s, seat, card, r);
    s->strays++;
    needfire_hand_uncounted(s, seat);
    cards_add(&s->contested, card);
}

/* Does somebody take out of turn what the turn that stands open lacks? Then that alone is told. */
static bool taken_by_another(const struct act *a, int seat)
{
    const struct needfire *s = a->state;
    return a->said->verb == SAY_TAKE && a->seat >= 0 && a->seat != next_seat(s, seat) && !s->turn_open;
}

/* What a turn left undone, as the statement that closes it shows. */
static struct undone left_undone(const struct act *a, const struct placing *p, uint8_t count)
{
    return (struct undone){p->last_line, p->last_line == a->said->line ? 0 : a->said->line, count};
}

/*
 * needfire/take, needfire/limit: the placement turn that stands open is over, and this statement
 * proves it. With the middle down to two the battle part begins.
 */
void needfire_close_placing(const struct act *a)
{
    struct needfire *s = a->state;
    struct placing p = s->placing;
    if (p.seat == NOBODY)
        return;
    s->placing = (struct placing){.seat = NOBODY};
    s->lacked = 0;
    s->partly = p.stray && p.taken < quota(s);
    if (!p.stray)
        s->turn = (int8_t)next_seat(s, p.seat);
    if (p.taken < quota(s))
        s->spread = s->spread > 2 ? UNKNOWN : s->spread;
    bool took_early = s->took_early >> p.seat & 1;
    s->took_early &= (uint8_t)~(1u << p.seat);
    s->took_early |= (uint8_t)(p.stray ? 1u << p.seat : 0);
    if (p.taken < quota(s) && !p.entered && !p.stray && !p.unsure && !took_early) {
        if (!taken_by_another(a, p.seat))
            s->few[p.seat] = left_undone(a, &p, p.taken);
        needfire_doubt(s, p.seat);
        needfire_drop_early(s, p.seat);
        s->lacked = (uint8_t)(p.taken > 0 ? quota(s) - p.taken : 0);
    }
    if (p.taken < quota(s) && p.unsure)
        needfire_doubt(s, p.seat);      /* what was taken in its place may be this one's */
    for (int c = 1; c < CODES && cards_any(&s->early_powers); c++)
        if (cards_hold(&s->early_powers, c) && s->card[c].seat == p.seat) {
            cards_drop(&s->early_powers, c);
            if (s->card[c].place == HELD)
                shown_from_nowhere(a, p.seat, c);
        }
    if (p.target != NOTHING && needfire_forced_on(s, p.target) && s->row_count[p.seat] > ROW_MOST)
        needfire_doubt_row(s, p.seat);
    if (s->row_count[p.seat] > ROW_MOST && !needfire_in_doubt(s, p.seat))
        s->limit[p.seat] = left_undone(a, &p, s->row_count[p.seat]);
    if (s->spread >= 0 && s->spread <= 2)
        needfire_begin_battle(s);
}

static struct ruling *tell_undone(struct rulings *out, int rule, int seat, const struct undone *u, const char *message)
{
    struct ruling *r = rulings_add(out, RULING_IRREGULAR, rule, seat, NO_CARD, u->line, message);
    message_number(&r->message, "count", u->count);
    if (u->because != 0)
        ruling_because(r, u->because);
    return r;
}

void needfire_tell_undone(const struct needfire *s, struct rulings *out, int seat)
{
    const struct undone *few = &s->few[seat], *limit = &s->limit[seat];
    if (few->line != 0)
        message_number(&tell_undone(out, RULE_TAKE, seat, few, few->count == 0
            ? N_("{seat} kept none of the cards looked at in this turn, but must keep {quota}; or a `take` line is missing.")
            : N_("{seat} kept {count} of the cards looked at in this turn, but must keep {quota}."))->message, "quota", quota(s));
    if (limit->line != 0)
        tell_undone(out, RULE_LIMIT, seat, limit,
                    N_("{seat} ended this turn with {count} battle cards, of six that are allowed; or a `power` line is missing."));
}

/* More battle cards than are allowed: some may be power cards, on which is not known. */
static void doubt_limit(struct needfire *s, int seat)
{
    needfire_doubt_row(s, seat);
    needfire_hand_uncounted(s, seat);
    s->limit_told |= (uint8_t)(1u << seat);
}

void needfire_end_undone(const struct act *a, int seat)
{
    struct needfire *s = a->state;
    needfire_tell_undone(s, a->out, seat);
    if (s->limit[seat].line != 0)
        doubt_limit(s, seat);
    s->limit[seat].line = s->few[seat].line = 0;
}

void needfire_fight_undone(struct needfire *s)
{
    for (int i = 0; i < s->players; i++)
        if (s->limit[i].line != 0)
            doubt_limit(s, i);
}

/* needfire/start: the card that tells who begins. */
static void began_first(const struct act *a, int seat, int first)
{
    struct needfire *s = a->state;
    int highest = 0;
    for (int k = 0; k < s->row_count[first]; k++)
        highest = s->row[first][k] > highest ? s->row[first][k] : highest;
    bool asked = a->setting->house->option[HOUSE_START].named;
    struct ruling *r = act_irregular(a, RULE_START, seat, asked ? NO_CARD : highest, asked
        ? N_("{seat} began, but the house rules say that {expected} begins.")
        : N_("{seat} began, but {expected} has {card}, the battle card with the highest number."));
    message_seat(&r->message, "expected", first);
    if (!asked && s->card[highest].line != a->said->line)
        ruling_because(r, s->card[highest].line);
    if (!asked)
        needfire_prove_highest(s, first, highest, r);
    s->spread = UNKNOWN;
    needfire_doubt_row(s, seat);
    needfire_doubt_row(s, first);      /* the name may be wrong */
}

/* needfire/turn: why it was whose turn, and that a line may be missing. */
void needfire_out_of_turn(const struct act *a, int seat, int expected)
{
    const struct needfire *s = game(a);
    const bool follows = s->under_way && expected != s->placing.seat;
    struct message *m = &act_irregular(a, RULE_TURN, seat, first_card(a->said), follows
        ? N_("{seat} acted, but {expected} comes after {before}; or a line is missing.")
        : N_("{seat} acted, but it was {expected}'s turn; or a line is missing."))->message;
    message_seat(m, "expected", expected);
    if (follows)
        message_seat(m, "before", (expected + s->players - 1) % s->players);
}

/* needfire/turn: the first of acts that run on; the turn stays where it was. */
static void place_out_of_turn(const struct act *a, int seat)
{
    struct needfire *s = a->state;
    if (seat != s->stray)
        needfire_out_of_turn(a, seat, s->turn);
    if (a->said->verb == SAY_TAKE)
        needfire_hand_uncounted(s, seat);
    needfire_doubt_row(s, seat);
    s->spread = s->spread > 2 ? UNKNOWN : s->spread;
}

/* needfire/turn, needfire/start */
void needfire_open_placing(const struct act *a, int seat)
{
    struct needfire *s = a->state;
    int first = needfire_starter(s, a->setting);
    bool start = s->whole && !s->under_way, stray = false;
    needfire_end_undone(a, seat);
    const bool anybody = s->turn_open;
    s->turn_open = false;
    if (anybody) {
        ;
    } else if (start && seat != first) {
        began_first(a, seat, first);
        s->turn = (int8_t)first;
        stray = true;
    } else if (!start && s->turn >= 0 && s->took_early >> s->turn & 1 && seat == next_seat(s, s->turn)) {
        s->took_early &= (uint8_t)~(1u << s->turn);     /* that take was all of the turn */
    } else if (!start && s->turn >= 0 && seat != s->turn && needfire_turn_went_on(s, seat)) {
        needfire_follow_stray(s);
    } else if (!start && s->turn >= 0 && seat != s->turn) {
        place_out_of_turn(a, seat);
        stray = true;
    }
    s->stray = (int8_t)(stray ? seat : NOBODY);
    s->strayed = stray ? s->placements + 1 : s->strayed;
    s->placing = (struct placing){.seat = (int8_t)seat, .stray = stray, .line = a->said->line, .more = s->lacked, .unsure = s->partly,
                                  .card = (int16_t)first_card(a->said),
                                  .entered = a->said->verb == SAY_POWER
                                             && (anybody || (!s->under_way && !cards_any(&s->early_powers)))};
    s->under_way = true;
    s->placements++;
}

/* A fire that was laid on the target before this take, which brings it. */
static bool was_laid_before(const struct needfire *s, int seat, int card)
{
    const struct whereabouts *at = &s->card[card];
    return is_fire(card) && at->place == POWERS && at->seat == seat && at->on == s->placing.target && at->line == s->placing.laid_line;
}

/*
 * Was another card of this kind used by the seat that has this one, and told that it cannot have been there? Then that is
 * the one which was meant where this was written, and this one lies in the middle.
 */
static bool stood_for_another(struct needfire *s, int card)
{
    const struct whereabouts *at = &s->card[card];
    const struct cardset on = needfire_powers_on(s, card);
    const bool may_go = (at->place == HELD || lies_open(at)) && !cards_any(&on);
    int meant = NOTHING;
    for (int c = 1; c < CODES && may_go; c++)
        if (cards_hold(&s->forced, c) && c != card && s->card[c].seat == at->seat && is_fire(c) == is_fire(card))
            meant = c;
    if (meant == NOTHING)
        return false;
    cards_drop(&s->forced, meant);
    needfire_doubt_row(s, at->seat);
    needfire_hand_uncounted(s, at->seat);
    if (at->place == IN_ROW)
        needfire_take_from_row(s, card);
    needfire_lift(s, card);
    s->card[card].place = UNSEEN;
    return true;
}

/* One card into the row or the hand. */
static enum outcome take_one(const struct act *a, int seat, const struct argument *one)
{
    struct needfire *s = a->state;
    if (one->kind == ARGUMENT_UNSEEN) {
        for (int c = FIRE; c < CODES && cards_any(&s->early_powers); c++)
            if (cards_hold(&s->early_powers, c) && s->card[c].seat == seat) {
                cards_drop(&s->early_powers, c);
                return APPLIED;
            }
        needfire_hand_take(s, seat);
        return APPLIED;
    }
    if (was_laid_before(s, seat, one->card)) {
        needfire_hand_uncounted(s, seat);
        return APPLIED;
    }
    if (cards_hold(&s->early_powers, one->card)) {
        cards_drop(&s->early_powers, one->card);
        if (s->card[one->card].place != IN_ROW)
            return APPLIED;
        needfire_take_from_row(s, one->card);
        s->card[one->card].place = UNSEEN;
    }
    const struct whereabouts *at = &s->card[one->card];
    if (at->place == IN_ROW && s->may_be_more >> at->seat & 1) {      /* it may be another that lies there */
        needfire_take_from_row(s, one->card);
        s->card[one->card].place = UNSEEN;
    }
    if (cards_hold(&s->forced, one->card)) {      /* it was another one that was used; that was told */
        cards_drop(&s->forced, one->card);
        needfire_lift(s, one->card);
        s->card[one->card].place = UNSEEN;
    }
    if (s->card[one->card].place != UNSEEN && !stood_for_another(s, one->card))
        return seen_before(a, seat, one->card, N_("{card} was seen elsewhere; {seat} cannot have found it "
                                                  "in the middle."));
    if (is_fire(one->card)) {
        needfire_hand_gain(s, seat, one->card);
        if (s->placing.stray || s->placing.more > 0)
            cards_add(&s->contested, one->card);
        return APPLIED;
    }
    int last = s->row_count[seat] + 1, place = one->placed ? one->number : last;
    bool outside = place < 1 || place > last;
    if (place > last)
        needfire_row_is_missing(s, seat);
    if (outside && !needfire_in_doubt(s, seat)) {
        struct message *m = &act_irregular(a, RULE_TAKE, seat, one->card,
            N_("{seat} set {card} in at place {place}; the row has places 1 to {last}."))->message;
        message_number(m, "place", place);
        message_number(m, "last", last);
        if (place > last)
            needfire_doubt(s, seat);      /* another card may lie there */
    }
    if (outside)
        place = place < 1 ? 1 : last;
    needfire_insert(s, seat, one->card, place - 1);
    if (s->placing.stray || s->placing.more > 0) {
        cards_add(&s->contested, one->card);
        s->contested_place[one->card] = (uint8_t)(one->placed && one->number > 0 ? one->number - 1 : ROW_MOST + 1);
    }
    return APPLIED;
}

static enum outcome take_all(const struct act *a, int seat)
{
    struct needfire *s = a->state;
    if (s->spread >= 0 && s->spread < a->said->count) {
        message_number(&act_refuse(a, seat, first_card(a->said),
                                   N_("That is more than is left in the middle: {count}."))->message,
                       "count", s->spread);
        return IMPOSSIBLE;
    }
    for (int i = 0; i < a->said->count; i++) {
        enum outcome outcome = take_one(a, seat, &a->said->argument[i]);
        if (outcome != APPLIED)
            return outcome;
    }
    if (s->spread >= 0)
        s->spread = (int16_t)(s->spread - a->said->count);
    return APPLIED;
}

bool needfire_is_taken_again(const struct needfire *s, const struct statement *said)
{
    const int card = first_card(said), seat = s->placing.seat;
    const struct argument *one = said->argument;
    if (card < 0 || seat == NOBODY || s->placing.taken == 0)
        return false;
    const struct whereabouts *at = &s->card[card];
    const bool moved = one->placed && at->place == IN_ROW
                    && (one->number < 1 || one->number > s->row_count[at->seat] || s->row[at->seat][one->number - 1] != card);
    return at->place != UNSEEN && at->seat == seat && at->line >= s->placing.line && !moved;
}

/* How many cards are named: one that stands there twice was taken once. */
static int named_apart(const struct statement *said)
{
    int count = said->count;
    for (int i = 1; i < said->count; i++)
        for (int k = 0; k < i; k++)
            count -= said->argument[i].kind == ARGUMENT_CARD && said->argument[k].kind == ARGUMENT_CARD
                  && said->argument[i].card == said->argument[k].card;
    return count;
}

void needfire_refuse_take(const struct act *a)
{
    struct needfire *s = a->state;
    struct placing *p = &s->placing;
    int seat = a->seat;
    assert(seat >= 0);      /* needfire_refused has found who it was */
    const bool again = s->part == PLACEMENT && p->seat == seat      /* the same line twice */
                    && (p->taken >= quota(s) || needfire_is_taken_again(s, a->said));
    p->unsure |= again;
    if (s->part == BATTLE && s->ignitions == 0 && s->turn == seat)
        s->turn = (int8_t)next_seat(s, seat);      /* the last take, written behind the end of the part */
    if (s->part == BATTLE || s->battle_said || again)
        return;
    const uint16_t rulings = a->out->count;
    if (s->part == SETTING && needfire_begin_placement(a) != APPLIED) {
        a->out->count = rulings;      /* there is no such turn; that was told */
        return;
    }
    if (p->seat != seat)
        needfire_close_placing(a);
    if (s->part != PLACEMENT)
        return;
    if (p->seat == NOBODY)
        needfire_open_placing(a, seat);
    const int lacks = quota(s) - p->taken, named = named_apart(a->said), count = named < lacks ? named : lacks;
    p->taken = (uint8_t)(p->taken + count);
    p->unsure = true;
    p->refused = (uint8_t)(s->spread > 2 ? count : 0);
    p->power_line = 0;
    p->last_line = a->said->line;
    if (s->spread > 2)
        s->spread = (int16_t)(s->spread - count);
    if (named <= quota(s))      /* one card stands for another */
        needfire_doubt(s, seat);
    else
        needfire_hand_uncounted(s, seat);
}

void needfire_halt_placement(struct needfire *s, int seat)
{
    s->halted.is = true;
    s->halted.by = (int8_t)seat;
    s->halted.turn = s->turn;
    s->halted.placing = s->placing;
    s->placing = (struct placing){.seat = NOBODY};
}

/* That one ignition was told; it may have been a turn's take, or the first turn of the battle part. */
void needfire_resume_placement(struct needfire *s)
{
    if (!s->halted.is)
        return;
    s->halted.is = false;
    s->part = PLACEMENT;
    s->turn = s->halted.turn;
    s->placing = s->halted.placing;
    s->turn_open = true;
    s->lit_early |= (uint8_t)(1u << s->halted.by);
    s->late |= s->pending;
    s->pending = 0;
    s->spread = UNKNOWN;
}

/* A card taken when the battle part has begun: only where it began too early is there any. */
static enum outcome take_in_battle(const struct act *a, int seat)
{
    int card = first_card(a->said);
    if (game(a)->spread <= 0)
        return act_impossible(a, seat, card, N_("The battle part has begun: no card is left in the middle."));
    act_irregular(a, RULE_TAKE, seat, card, N_("{seat} took a card although the battle part had begun."));
    return take_all(a, seat);
}

/*
 * Are these the cards that a turn of this seat's lacked, taken late? Then that they lacked is not told: it has been out of turn
 * now. The turn that stands open stays open.
 */
static bool takes_late(const struct needfire *s, int seat, int count)
{
    const struct placing *p = &s->placing;
    const int due = p->seat == NOBODY || p->stray ? s->turn : next_seat(s, p->seat);
    return s->few[seat].line != 0 && s->few[seat].count + count <= quota(s)
        && (s->part == BATTLE || due != seat);
}

static enum outcome take_late(const struct act *a, int seat)
{
    struct needfire *s = a->state;
    s->few[seat].line = 0;
    s->spread = UNKNOWN;
    if (s->part == BATTLE) {      /* where the turn to light may be this seat's own */
        act_irregular(a, RULE_TURN, seat, first_card(a->said), N_("{seat} took cards when {seat}'s turn of the placement part was over already."));
        needfire_fight_otherwise(s);
    } else
        needfire_out_of_turn(a, seat, s->placing.seat != NOBODY ? s->placing.seat : s->turn);
    return take_all(a, seat);
}

/* The turn before lacked so many, and this one took them first: they were the other's, which is out of turn, and not too few. */
static void took_for_another(const struct act *a, const struct placing *p)
{
    struct needfire *s = a->state;
    const int before = (p->seat + s->players - 1) % s->players;
    needfire_doubt(s, p->seat);
    if (s->few[before].line != 0)
        message_seat(&act_irregular_at(a, RULE_TURN, p->seat, p->card, p->line,
                                       N_("{seat} acted, but it was {expected}'s turn; or a line is missing."))->message,
                     "expected", before);
    s->few[before].line = 0;
}

static enum outcome check_take(const struct act *a)
{
    for (int i = 0; i < a->said->count; i++) {
        const struct argument *one = &a->said->argument[i];
        if (one->joined)
            return act_malformed(a, i, N_("a stack; expected single cards"));
        if (one->placed && (one->kind == ARGUMENT_UNSEEN || is_fire(one->card)))
            return act_malformed(a, i, N_("a place for a fire; expected one for a human alone: fires go to "
                                          "the hand"));
    }
    return APPLIED;
}

/* A take that could not be, said anew by the same seat: it takes the place of the other, unless there is room for both. */
static void mend_take(struct needfire *s, int seat, int count)
{
    struct placing *p = &s->placing;
    if (s->part != PLACEMENT || p->seat != seat || p->refused == 0 || p->taken + count <= quota(s))
        return;
    p->taken = (uint8_t)(p->taken - p->refused);
    s->spread = (int16_t)(s->spread + p->refused);
    p->refused = 0;
}

/* needfire/power: what was put there may be what is taken now. */
static void power_before_take(const struct act *a, int seat)
{
    struct needfire *s = a->state;
    /* soon behind an act out of turn it may be the take of the next one */
    const bool guessed = a->said->seat < 0 && s->strayed != 0 && s->placements <= s->strayed + 2;
    if (!guessed)
        act_irregular_at(a, RULE_POWER, seat, s->placing.target, s->placing.power_line,
                     N_("{seat} put power cards on {card} before taking from the middle in this turn; or a `take` line "
                            "is missing."));
    if (!s->hand[seat].sized)
        needfire_hand_uncounted(s, seat);
}

enum outcome needfire_say_take(const struct act *a)
{
    struct needfire *s = a->state;
    int seat = a->seat;
    enum outcome outcome = check_take(a);
    if (outcome == APPLIED && s->part == SETTING)
        outcome = needfire_begin_placement(a);
    if (outcome != APPLIED)
        return outcome;
    if (needfire_is_over(s))
        return needfire_after_the_end(a);
    if (seat < 0)
        return needfire_need_seat(a);
    if (s->part == SETTING)
        needfire_begin_battle(s);
    mend_take(s, seat, a->said->count);
    if (takes_late(s, seat, a->said->count))
        return take_late(a, seat);
    if (s->part == PLACEMENT && (s->placing.seat != seat || s->placing.taken >= quota(s) + s->placing.more))
        needfire_close_placing(a);
    if (s->part == BATTLE)
        return take_in_battle(a, seat);
    struct placing *p = &s->placing;
    if (p->seat == NOBODY)
        needfire_open_placing(a, seat);
    if (p->power_line != 0)
        power_before_take(a, seat);
    p->power_line = 0;
    int left = quota(s) - p->taken;      /* the first card beyond these is one too many */
    p->taken = (uint8_t)(p->taken + a->said->count);
    p->last_line = a->said->line;
    if (p->taken > quota(s) + p->more) {
        const struct argument *beyond = &a->said->argument[left];
        struct message *m = &act_irregular(a, RULE_TAKE, seat,
            beyond->kind == ARGUMENT_CARD ? beyond->card : NO_CARD,
            N_("{seat} kept {count} of the cards looked at in this turn, but must keep {quota}."))->message;
        message_number(m, "count", p->taken);
        message_number(m, "quota", quota(s));
    }
    outcome = take_all(a, seat);
    if (p->taken > quota(s))      /* how many are left follows from that */
        s->spread = s->spread > 2 ? UNKNOWN : s->spread;
    p->over = s->row_count[seat] > ROW_MOST;
    if (p->stray)
        needfire_hand_uncounted(s, seat);
    if (p->taken > quota(s) && p->more > 0)
        took_for_another(a, p);
    return outcome;
}

bool needfire_before_take(const struct needfire *s, int seat)
{
    const struct placing *p = &s->placing;
    if (s->part == SETTING)
        return !s->battle_said && seat >= 0 && (s->turn < 0 || s->turn == seat);
    if (s->part != PLACEMENT || seat < 0)
        return false;
    if (p->seat == seat)
        return p->taken < quota(s) && !p->entered;
    if (p->seat == NOBODY || p->stray)
        return seat == s->turn;
    return (p->taken >= quota(s) || p->entered) && seat == next_seat(s, p->seat);
}

/* needfire/placed; in a position the battle part begins where the record says so. */
enum outcome needfire_say_battle(const struct act *a)
{
    struct needfire *s = a->state;
    bool again = s->part == BATTLE ? s->ignitions > 0 : s->part == SETTING && s->battle_said;
    if (s->part == PLACEMENT)
        needfire_close_placing(a);
    if (again)
        return act_impossible(a, NOBODY, NO_CARD, N_("The battle part has begun already."));
    if (s->spread > 2) {
        message_number(&act_refuse(a, NOBODY, NO_CARD, N_("The battle part begins when two cards are left in the middle, but {count} "
                                                          "are left; or a `take` line is missing."))->message, "count", s->spread);
        return IMPOSSIBLE;
    }
    if (s->part == SETTING)
        s->battle_said = true;
    else
        needfire_begin_battle(s);
    return APPLIED;
}
