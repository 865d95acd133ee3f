/* NeedFire, どう祈るか: placing battle cards. Power cards are in power.c. */
#include "needfire.h"

/* ---- a turn: from a seat's take to the next seat's ------------------------------------------- */

static void tell_few(const struct act *a, const struct placement *p)
{
    struct ruling *r = ruling_lacks(act_irregular_at(a, RULE_TAKE, p->seat, NO_CARD, p->last_line,
        p->taken == 0
            ? N_("{seat} kept none of the cards looked at in this turn, but must keep {quota}.")
            : N_("{seat} kept {count} of the cards looked at in this turn, but must keep "
                 "{quota}.")));
    message_number(&r->message, "count", p->taken);
    message_number(&r->message, "quota", quota(game(a)));
}

/* needfire/limit: at the end of a turn a row may have six battle cards. */
static void check_limit(const struct act *a, const struct placement *p)
{
    struct needfire *s = a->state;
    s->limit_line[p->seat] = 0;
    if (s->row_count[p->seat] <= ROW_MOST || needfire_row_is_unknown(s, p->seat))
        return;
    s->limit_line[p->seat] = p->last_line;
    message_number(
        &act_irregular_at(a, RULE_LIMIT, p->seat, NO_CARD, p->last_line,
            N_("{seat} ended this turn with {count} battle cards, but only six are allowed."))
             ->message,
        "count", s->row_count[p->seat]);
}

/* needfire/placed: the battle part begins when only two cards are left in the middle. */
void needfire_close_placing(const struct act *a)
{
    struct needfire *s = a->state;
    const struct placement p = s->placing;
    if (p.seat == NOBODY)
        return;
    s->placing = (struct placement){.seat = NOBODY};
    if (p.taken < quota(s) && !p.entered) {
        s->spread = s->spread > 2 ? UNKNOWN : s->spread;
        if (!p.stray)
            tell_few(a, &p);
    }
    check_limit(a, &p);
    if (s->spread >= 0 && s->spread <= 2)
        needfire_begin_battle(s);
}

/* needfire/start: the card that tells who begins. */
static void began_first(const struct act *a, int seat, int first)
{
    struct needfire *s = a->state;
    int highest = 0;
    for (int k = 0; k < s->row_count[first]; k++)
        highest = s->row[first][k] > highest ? s->row[first][k] : highest;
    bool asked = a->setting->house->option[HOUSE_START].named;
    struct ruling *r = act_irregular(a, RULE_START, seat, asked ? NO_CARD : highest,
        asked ? N_("{seat} began, but the house rules say that {expected} begins.")
              : N_("{seat} began, but {expected} has {card}, the battle card with the highest "
                   "number."));
    message_seat(&r->message, "expected", first);
    if (!asked && s->card[highest].line != a->said->line)
        ruling_because(r, s->card[highest].line);
    if (!asked)
        needfire_prove_highest(s, first, highest, r);
}

/* needfire/turn: reports an act out of turn, and why it was `expected`'s turn. */
void needfire_out_of_turn(const struct act *a, int seat, int expected)
{
    const struct needfire *s = game(a);
    const bool follows = s->under_way && expected != s->placing.seat;
    struct message *m = &act_irregular(a, RULE_TURN, seat, first_card(a->said),
        follows ? N_("{seat} acted, but {expected} comes after {before}.")
                : N_("{seat} acted, but it was {expected}'s turn."))
                             ->message;
    message_seat(m, "expected", expected);
    if (follows)
        message_seat(m, "before", (expected + s->players - 1) % s->players);
}

/* needfire/start, needfire/turn: an act out of turn leaves the turn where it was. */
void needfire_open_placing(const struct act *a, int seat)
{
    struct needfire *s = a->state;
    const bool start = s->whole && !s->under_way;
    const int expected = start ? needfire_starter(s, a->setting) : s->turn;
    const bool stray = expected >= 0 && seat != expected && !needfire_turn_passes(s, seat);
    if (stray && start)
        began_first(a, seat, expected);
    else if (stray)
        needfire_out_of_turn(a, seat, expected);
    s->stray = (int8_t)(stray ? seat : NOBODY);
    s->turn = (int8_t)(stray ? expected : next_seat(s, seat));
    s->placing = (struct placement){.seat = (int8_t)seat,
        .stray = stray,
        .last_line = a->said->line,
        .entered = a->said->verb == SAY_POWER && !s->under_way};
    s->under_way = true;
    s->placements++;
}

/* ---- needfire/take --------------------------------------------------------------------------- */

static enum outcome check_take(const struct act *a)
{
    for (int i = 0; i < a->said->count; i++) {
        const struct argument *one = &a->said->argument[i];
        if (one->joined)
            return act_malformed(a, i, N_("a stack; expected single cards"));
        if (one->placed && (one->kind == ARGUMENT_UNSEEN || is_fire(one->card)))
            return act_malformed(a, i,
                N_("a place for a fire; expected one for a human alone: fires go to the hand"));
    }
    return APPLIED;
}

/* A human is set into the row, in any gap or at either end. */
static void set_in(const struct act *a, int seat, const struct argument *one)
{
    struct needfire *s = a->state;
    const int last = s->row_count[seat] + 1;
    int place = one->placed ? one->number : last;
    if (place < 1 || place > needfire_row_most(s, seat) + 1) {
        struct message *m = &act_irregular(a, RULE_TAKE, seat, one->card,
            N_("{seat} set {card} in at place {place}; the row has places 1 to {last}."))
                                 ->message;
        message_number(m, "place", place);
        message_number(m, "last", last);
    }
    place = place < 1 ? 1 : place > last ? last : place;
    needfire_insert(s, seat, one->card, place - 1);
}

/* One card into the row or the hand. */
static enum outcome take_one(const struct act *a, int seat, const struct argument *one)
{
    struct needfire *s = a->state;
    if (one->kind == ARGUMENT_UNSEEN)
        needfire_hand_take(s, seat);
    else if (s->card[one->card].place != UNSEEN)
        return seen_before(a, seat, one->card,
            N_("{card} was seen elsewhere; {seat} cannot have found it in the middle."));
    else if (is_fire(one->card))
        needfire_hand_gain(s, seat, one->card);
    else
        set_in(a, seat, one);
    return APPLIED;
}

static enum outcome take_all(const struct act *a, int seat)
{
    struct needfire *s = a->state;
    if (s->spread >= 0 && s->spread < a->said->count) {
        message_number(&act_refuse(a, seat, first_card(a->said),
                           N_("That is more than is left in the middle: {count}."))
                            ->message,
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

/*
 * An ignition came too early and was reported. Nothing else of its turn counts: the placement part
 * goes on.
 */
static void resume(struct needfire *s)
{
    s->late |= s->pending;
    s->pending = 0;
    s->part = PLACEMENT;
    s->turn = UNKNOWN;
}

/*
 * Four players keep one of the cards they look at, three keep two: any card beyond that is one too
 * many.
 */
static void check_quota(const struct act *a, int seat, int before)
{
    const struct placement *p = &game(a)->placing;
    if (p->taken <= quota(game(a)))
        return;
    const int beyond = card_at(a->said, quota(game(a)) - before);
    struct message *m = &act_irregular(a, RULE_TAKE, seat, beyond != NOTHING ? beyond : NO_CARD,
        N_("{seat} kept {count} of the cards looked at in this turn, but must keep {quota}."))
                             ->message;
    message_number(m, "count", p->taken);
    message_number(m, "quota", quota(game(a)));
}

enum outcome needfire_say_take(const struct act *a)
{
    struct needfire *s = a->state;
    struct placement *p = &s->placing;
    const int seat = a->seat;
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
    if (s->part == BATTLE && s->spread > 2)
        resume(s);
    if (s->part == PLACEMENT && (p->seat != seat || p->taken >= quota(s)))
        needfire_close_placing(a);
    if (s->part == BATTLE)
        return act_impossible(a, seat, first_card(a->said),
            N_("The battle part has begun: no card is left in the middle."));
    if (p->seat == NOBODY)
        needfire_open_placing(a, seat);
    if (p->power_line != 0) /* needfire/power */
        act_irregular_at(a, RULE_POWER, seat, p->target == NOTHING ? NO_CARD : p->target,
            p->power_line,
            N_("{seat} put power cards on {card} before taking from the middle in this turn."));
    const int before = p->taken;
    p->taken = (uint8_t)(p->taken + a->said->count);
    p->last_line = a->said->line;
    p->entered = false;
    p->power_line = 0;
    check_quota(a, seat, before);
    outcome = take_all(a, seat);
    if (p->taken > quota(s)) /* how many are left does not follow any more */
        s->spread = s->spread > 2 ? UNKNOWN : s->spread;
    p->over = s->row_count[seat] > ROW_MOST;
    return outcome;
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
        message_number(&act_refuse(a, NOBODY, NO_CARD,
                           N_("The battle part begins when two cards are left in the middle, but "
                              "{count} are left."))
                            ->message,
            "count", s->spread);
        return IMPOSSIBLE;
    }
    if (s->part == SETTING)
        s->battle_said = true;
    else
        needfire_begin_battle(s);
    return APPLIED;
}
