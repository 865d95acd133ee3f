/* A round by its scores: entered, checked, its points counted; and the end. */
#include "score.h"

#include <string.h>

void score_begin(void *state, const struct setting *setting)
{
    const struct score_pack *pack = setting->pack;
    struct scores *s = state;
    memset(s, 0, sizeof *s);
    s->sides = pack->teams > 0 ? pack->teams : setting->seats->count;
    for (int i = 0; i < s->sides; i++)
        s->total[i] = pack->start;
}

void score_copy(void *to, const void *from)
{
    const struct scores *s = from;
    memcpy(to, from, offsetof(struct scores, round) + s->rounds * sizeof s->round[0]);
}

bool score_unfit(const void *deck, unsigned players, struct message *why)
{
    const struct score_pack *pack = deck;
    const unsigned least = pack->least > 0 ? pack->least : 2,
                   most = pack->most > 0 ? pack->most : SEATS_MOST;
    const bool uneven = pack->teams > 0 && (players % pack->teams != 0 || players < pack->teams);
    if (players >= least && players <= most && !uneven)
        return false;
    message_set(why,
        uneven ? N_("{game} cannot be played by {count}: its {teams} teams need the same number of "
                    "players each")
               : N_("{game} needs {least} to {most} players, not {count}; expected as many names"));
    message_text(why, "game", span_of(pack->name));
    message_number(why, "count", (int32_t)players);
    message_number(why, "least", (int32_t)least);
    message_number(why, "most", (int32_t)most);
    message_number(why, "teams", pack->teams);
    return true;
}

/* ---- formulas ---------------------------------------------------------------------------- */

/* What the names stand for now, of the round that is being closed. */
struct score_seen {
    int32_t value[SEATS_MOST][SLOTS + COLUMNS];
    struct formula_values as;
};

static void see(const struct scores *s, const struct setting *setting, struct score_seen *out)
{
    const struct score_pack *pack = setting->pack;
    struct fault none;
    int32_t rounds = 0;
    score_rounds(pack, setting->seats->count, &rounds, &none);
    memset(out->value, 0, sizeof out->value);
    out->as = (struct formula_values){&out->value[0][0], SLOTS + COLUMNS, s->sides, NULL};
    for (int i = 0; i < s->sides; i++) {
        out->value[i][SLOT_ROUND] = s->rounds + 1;
        out->value[i][SLOT_ROUNDS] = rounds;
        out->value[i][SLOT_SEATS] = setting->seats->count;
        out->value[i][SLOT_TOTAL] = s->total[i];
        out->value[i][SLOT_DEALER] = pack->deals != NOBODY_DEALS && s->dealer % s->sides == i;
        memcpy(&out->value[i][SLOTS], s->now[i], sizeof s->now[i]);
    }
}

bool score_rounds(const struct score_pack *pack, int seats, int32_t *out, struct fault *fault)
{
    int32_t value[SLOTS + COLUMNS] = {[SLOT_SEATS] = seats};
    const struct formula_values as = {value, SLOTS + COLUMNS, 1, NULL};
    *out = 0;
    return pack->rounds.count == 0 || formula_value(&pack->rounds, &as, 0, out, fault);
}

/* ---- the end ----------------------------------------------------------------------------- */

static struct totals totals_of(const struct scores *s)
{
    return (struct totals){.of = s->total, .sides = s->sides};
}

static bool is_reached(const struct scores *s, const struct setting *setting)
{
    const struct score_pack *pack = setting->pack;
    struct score_seen seen;
    see(s, setting, &seen);
    for (int i = 0; i < s->sides && s->rounds > 0; i++) {
        memcpy(&seen.value[i][SLOTS], s->round[s->rounds - 1].entered[i], sizeof s->now[i]);
        seen.value[i][SLOT_ROUND] = s->rounds;
    }
    return s->rounds > 0 && total_is_reached(&pack->until, &seen.as, totals_of(s));
}

/* score/last-round */
bool score_finished(const void *state, const struct setting *setting, uint32_t *winners)
{
    const struct scores *s = state;
    const struct score_pack *pack = setting->pack;
    struct standing standing[SEATS_MOST] = {{0}};
    struct fault none;
    int32_t rounds = 0;
    score_rounds(pack, setting->seats->count, &rounds, &none);
    const bool open_ended = pack->rounds.count == 0 && pack->until.count == 0;
    *winners = 0;
    if (s->open > 0 || s->rounds == 0
        || !(open_ended ? setting->ended
                        : (rounds > 0 && s->rounds >= rounds) || is_reached(s, setting)))
        return false;
    score_stand(state, setting, standing);
    for (int i = 0; i < setting->seats->count; i++)
        *winners |= standing[i].place == 1 ? 1u << i : 0;
    return true;
}

/* Who has won stands there already: by the same points. */
void score_stand(const void *state, const struct setting *setting, struct standing *out)
{
    const struct scores *s = state;
    const struct score_pack *pack = setting->pack;
    stand_by_total(totals_of(s), setting->seats->count, pack->low, out);
}

/* ---- a round ----------------------------------------------------------------------------- */

/* The column with which a check has all that it asks for; the last one where it asks for none. */
static int column_of_check(const struct score_pack *pack, const struct formula *check)
{
    int column = pack->columns - 1;
    while (column > 0 && !formula_uses(check, SLOTS + column))
        column--;
    return formula_uses(check, SLOTS + column) ? column : pack->columns - 1;
}

/* The seats of a side. */
static uint32_t seats_of(const struct act *a, int side)
{
    const struct scores *s = a->state;
    uint32_t seats = 0;
    for (int i = side; i < a->setting->seats->count; i += s->sides)
        seats |= 1u << i;
    return seats;
}

/* score/checks: of every side; what speaks of all of them fails for all, and names nobody. */
static void check_one(const struct act *a, const struct score_seen *seen, int n)
{
    const struct scores *s = a->state;
    const struct score_pack *pack = a->setting->pack;
    struct fault none;
    uint32_t failing = 0;
    int failed = 0;
    for (int i = 0; i < s->sides; i++) {
        int32_t value = 0;
        if (formula_value(&pack->check[n], &seen->as, i, &value, &none) && value != 0)
            continue;
        failing |= seats_of(a, i);
        failed++;
    }
    if (failed == 0)
        return;
    struct ruling *r = act_rule(a, RULING_SLIP, RULE_CHECK, -1, -1,
        failed < s->sides ? N_("Round {round}: `{check}` does not hold of {players}.")
                          : N_("Round {round}: `{check}` does not hold."));
    message_number(&r->message, "round", s->rounds + 1);
    message_text(&r->message, "check", span_of(pack->says[n]));
    message_seats(&r->message, "players", failing);
}

/* Each check as soon as it has its columns: a slip is seen while the round stands open. */
static void check_columns(const struct act *a)
{
    struct scores *s = a->state;
    const struct score_pack *pack = a->setting->pack;
    struct score_seen seen;
    see(s, a->setting, &seen);
    for (int n = 0; n < pack->checks; n++) {
        const int column = column_of_check(pack, &pack->check[n]);
        if (column >= s->checked && column < s->open)
            check_one(a, &seen, n);
    }
    s->checked = s->open;
}

static void next_dealer(struct scores *s, const struct setting *setting)
{
    const struct score_pack *pack = setting->pack;
    const int32_t *points = s->round[s->rounds - 1].points;
    const bool high = (pack->deals == WINNER_DEALS) != pack->low;
    if (pack->deals == DEALS_IN_TURN)
        s->dealer = (uint8_t)((s->dealer + 1) % setting->seats->count);
    for (int i = 0, best = 0; i < s->sides && pack->deals > DEALS_IN_TURN; i++) {
        best = high ? (points[i] > points[best] ? i : best) : (points[i] < points[best] ? i : best);
        s->dealer = (uint8_t)best;
    }
}

static enum outcome close_round(const struct act *a, const int32_t *points, bool given)
{
    struct scores *s = a->state;
    for (int i = 0; i < s->sides; i++) {
        const int64_t total = (int64_t)s->total[i] + points[i];
        if (total > FORMULA_MOST || total < -FORMULA_MOST)
            return act_impossible(a, -1, -1, N_("The totals grow beyond what can be counted."));
        s->total[i] = (int32_t)total;
        memcpy(s->round[s->rounds].entered[i], s->now[i], sizeof s->now[i]);
        s->round[s->rounds].points[i] = points[i];
        s->round[s->rounds].total[i] = s->total[i];
    }
    s->round[s->rounds].dealer = s->dealer;
    s->round[s->rounds].given = given;
    memset(s->now, 0, sizeof s->now);
    s->open = s->checked = 0;
    s->rounds++;
    next_dealer(s, a->setting);
    return APPLIED;
}

/* score/round-points: all columns are there. */
static enum outcome count_round(const struct act *a)
{
    const struct scores *s = a->state;
    const struct score_pack *pack = a->setting->pack;
    struct score_seen seen;
    int32_t points[SEATS_MOST] = {0};
    see(s, a->setting, &seen);
    for (int i = 0; i < s->sides; i++) {
        int64_t sum = 0;
        struct fault fault;
        for (int c = 0; c < pack->columns; c++)
            sum += s->now[i][c];
        points[i] = (int32_t)sum;
        if (pack->points.count == 0 && sum >= -FORMULA_MOST && sum <= FORMULA_MOST)
            continue;
        if (pack->points.count > 0 && formula_value(&pack->points, &seen.as, i, &points[i], &fault))
            continue;
        message_number(&act_refuse(a, i, -1,
                           N_("The points of {seat} cannot be counted: the formula divides by zero "
                              "or grows too large in column {column}."))
                            ->message,
            "column", pack->points.count > 0 ? (int32_t)fault.column : 1);
        return IMPOSSIBLE;
    }
    check_columns(a);
    return close_round(a, points, false);
}

/* ---- statements -------------------------------------------------------------------------- */

static enum outcome wrong_count(const struct act *a)
{
    const struct scores *s = a->state;
    act_malformed(a, -1,
        a->setting->seats->count == s->sides
            ? N_("expected a number for each of the {count} players, clockwise, or NAME=N for each")
            : N_("expected a number for each of the {count} players or {sides} teams, clockwise, "
                 "or NAME=N"));
    message_number(&a->fault->message, "count", a->setting->seats->count);
    message_number(&a->fault->message, "sides", s->sides);
    return MALFORMED;
}

/*
 * The numbers of a line for each side, from its argument `first` on: as many as there are seats, or
 * teams, or each with a name. Whoever is not named has `otherwise`, where that may be.
 */
static enum outcome read_sides(const struct act *a, int first, bool may, int32_t otherwise,
    int32_t *out)
{
    const struct scores *s = a->state;
    const int seats = a->setting->seats->count, numbers = a->said->count - first;
    uint32_t named = 0, sides = 0;
    for (int i = first; i < a->said->count; i++) {
        const struct argument *n = &a->said->argument[i];
        const bool by_name = n->kind == ARGUMENT_SEAT_NUMBER;
        const int seat = by_name ? n->seat : i - first, side = seat % s->sides;
        if (!by_name && (n->kind != ARGUMENT_NUMBER || (numbers != seats && numbers != s->sides)))
            return wrong_count(a);
        if (named >> seat & 1)
            return act_malformed(a, i, N_("this player is named twice; expected each one once"));
        const int64_t sum = (int64_t)(sides >> side & 1 ? out[side] : 0) + n->number;
        if (sum > FORMULA_MOST || sum < -FORMULA_MOST)
            return act_malformed(a, i, N_("this number is too large to be counted"));
        out[side] = (int32_t)sum;
        named |= 1u << seat;
        sides |= 1u << side;
    }
    for (int i = 0; i < s->sides; i++) {
        if (!(sides >> i & 1) && !may)
            return wrong_count(a);
        out[i] = sides >> i & 1 ? out[i] : otherwise;
    }
    return APPLIED;
}

/* The columns before this one that may be left out are. */
static void leave_out(const struct act *a, int column)
{
    struct scores *s = a->state;
    const struct score_pack *pack = a->setting->pack;
    for (; s->open < column && pack->column[s->open].may; s->open++)
        for (int i = 0; i < s->sides; i++)
            s->now[i][s->open] = pack->column[s->open].otherwise;
}

static enum outcome enter(const struct act *a, int first)
{
    struct scores *s = a->state;
    const struct score_pack *pack = a->setting->pack;
    const int column = s->open;
    int32_t number[SEATS_MOST] = {0};
    const enum outcome read = read_sides(a, first, pack->column[column].may,
        pack->column[column].otherwise, number);
    for (int i = 0; i < s->sides; i++)
        s->now[i][column] = number[i];
    s->open++;
    if (read != APPLIED || s->open == pack->columns)
        return read != APPLIED ? read : count_round(a);
    check_columns(a);
    return APPLIED;
}

/* The column that a line names; -1: none of that name. */
static int column_named(const struct score_pack *pack, struct span written)
{
    char folded[NAME_MOST];
    const struct span name = {folded, text_fold(written, folded)};
    for (int i = 0; i < pack->columns; i++)
        if (span_is(name, pack->column[i].name))
            return i;
    return -1;
}

static enum outcome waits_for(const struct act *a, int column, int round)
{
    const struct score_pack *pack = a->setting->pack;
    struct ruling *r = act_refuse(a, -1, -1, N_("Round {round} waits for {column} first."));
    message_text(&r->message, "column", span_of(pack->column[column].name));
    message_number(&r->message, "round", round);
    return IMPOSSIBLE;
}

/* `tally tricks 1 1 0`: of that column, once those before it are there or may be left out. */
static enum outcome say_tally(const struct act *a)
{
    struct scores *s = a->state;
    const struct score_pack *pack = a->setting->pack;
    uint32_t winners;
    if (a->said->count == 0 || a->said->argument[0].kind != ARGUMENT_TEXT)
        return enter(a, 0);
    const int column = column_named(pack, a->said->argument[0].text);
    if (column < 0) {
        act_malformed(a, 0, N_("“{found}” is nothing that is entered; expected a name of `enter`"));
        message_text(&a->fault->message, "found", a->said->argument[0].text);
        return MALFORMED;
    }
    const int open = s->open, round = s->rounds + 1;
    if (column < s->open)
        leave_out(a, pack->columns);
    if (s->open == pack->columns) {
        const enum outcome counted = count_round(a);
        if (counted != APPLIED)
            return counted;
        if (score_finished(s, a->setting, &winners)) /* what was left out would have ended it */
            return waits_for(a, open, round);
    }
    leave_out(a, column);
    if (s->open != column || s->rounds == SCORE_ROUNDS)
        return waits_for(a, s->open, s->rounds + 1);
    return enter(a, 1);
}

/* `points 20 -10 0`: as the table counted them, whatever was entered. */
static enum outcome say_points(const struct act *a)
{
    struct scores *s = a->state;
    int32_t points[SEATS_MOST] = {0};
    const enum outcome read = read_sides(a, 0, false, 0, points);
    return read != APPLIED ? read : close_round(a, points, s->open < 1);
}

enum outcome score_apply(struct act *a)
{
    const struct scores *s = a->state;
    uint32_t winners;
    if (score_finished(s, a->setting, &winners))
        return act_impossible(a, -1, -1, N_("The game is over; expected `game` for another one."));
    if (s->rounds == SCORE_ROUNDS)
        return act_impossible(a, -1, -1, N_("More rounds than are kept; expected at most 256."));
    return a->said->verb == SAY_TALLY    ? say_tally(a)
           : a->said->verb == SAY_POINTS ? say_points(a)
                                         : enter(a, 0);
}
