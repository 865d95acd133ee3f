/* A game's file: its rows read into a pack, and the packs in the box. */
#include "score.h"

#include <string.h>

const char score_only_column[] = "points";

enum score_row {
    ROW_SEATS,
    ROW_ENTER,
    ROW_POINTS,
    ROW_CHECK,
    ROW_ROUNDS,
    ROW_UNTIL,
    ROW_WINS,
    ROW_DEALS,
    ROW_START,
    ROW_TEAMS,
    ROW_SOURCE,
    ROWS
};

#define FORMULA_ROW ARGUMENT_TEXT | TAKES_REST, 1, 1, NULL

static const struct verb row_verbs[ROWS + 1] = {
    [ROW_SEATS] = {"seats", "人数", SEAT_NONE, ARGUMENT_TEXT | ARGUMENT_NUMBER, 1, 1, NULL,
        N_("seats N or seats N-M"), N_("how many players there are")},
    [ROW_ENTER] = {"enter", "記入欄", SEAT_NONE, ARGUMENT_TEXT | ARGUMENT_PAIR, 1, COLUMNS, NULL,
        N_("enter NAME… (NAME=N: it may be left out)"), N_("what is entered for each round")},
    [ROW_POINTS] = {"points", "得点", SEAT_NONE, FORMULA_ROW, N_("points FORMULA"),
        N_("a player's points of a round; without it the sum of what is entered")},
    [ROW_CHECK] = {"check", "確認", SEAT_NONE, FORMULA_ROW, N_("check FORMULA"),
        N_("what holds of every round")},
    [ROW_ROUNDS] = {"rounds", "回数", SEAT_NONE, FORMULA_ROW, N_("rounds FORMULA"),
        N_("how many rounds are played")},
    [ROW_UNTIL] = {"until", "終了条件", SEAT_NONE, FORMULA_ROW, N_("until FORMULA"),
        N_("a total that ends the game, or what is true of a player when it ends")},
    [ROW_WINS] = {"wins", "勝ち", SEAT_NONE, ARGUMENT_WORD, 1, 1, "high/多い low/少ない",
        N_("wins high|low"), N_("whether the most points win, or the fewest")},
    [ROW_DEALS] = {"deals", "親番", SEAT_NONE, ARGUMENT_WORD, 1, 1,
        "turns/順番 winner/勝者 loser/敗者", N_("deals turns|winner|loser"),
        N_("who deals the next round")},
    [ROW_START] = {"start", "持ち点", SEAT_NONE, ARGUMENT_NUMBER, 1, 1, NULL, N_("start N"),
        N_("the points that everybody begins with")},
    [ROW_TEAMS] = {"teams", "組", SEAT_NONE, ARGUMENT_NUMBER, 1, 1, NULL, N_("teams N"),
        N_("the number of teams: with 2, every second player is in the same one")},
    [ROW_SOURCE] = {"source", "出典", SEAT_NONE, FORMULA_ROW, N_("source TEXT"),
        N_("where these rules stand")},
    [ROWS] = {0},
};

static const struct row_form row_forms[ROWS] = {
    [ROW_SEATS] = {.once = true,
        .whole = true,
        .says = {N_("{value} people play.")},
        .about = N_("How many players: a number, or two with a - between."),
        .example = "seats 3-6",
        .answer = "3-6"},
    [ROW_ENTER] = {.once = true,
        .whole = true,
        .says = {N_("Entered for each round, in this order: {value}.")},
        .about = N_("What is entered for each round, in this order: names of one word each. A name "
                    "with =0 after it may be left out at the table, and then counts 0."),
        .example = "enter bid tricks bonus=0",
        .answer = "bid tricks"},
    [ROW_POINTS] = {.once = true,
        .whole = true,
        .says = {N_("A player's points of a round: {value}.")},
        .about = N_(
            "The points of a player in a round, as a formula: numbers, the names entered, round, "
            "rounds, seats, total and dealer; + - * / ( ), == != < <= > >=, A ? B : C (B where A "
            "is so, else C), abs(x), "
            "min(x, y), max(x, y); over all players sum(x), any(x), min(x), max(x) and rank(x)."),
        .example = "points tricks == bid ? 20 + 10*bid : -10*abs(tricks - bid)",
        .answer = "tricks == bid ? 20 + 10*bid : -10*abs(tricks - bid)"},
    [ROW_CHECK] = {.whole = true,
        .says = {N_("True of every round: {value}.")},
        .about = N_(
            "What is true of every round, so that a slip is noticed at once; up to four rows."),
        .example = "check sum(tricks) == round",
        .answer = "sum(tricks) == round"},
    [ROW_ROUNDS] = {.once = true,
        .whole = true,
        .says = {N_("The number of rounds: {value}.")},
        .about = N_("How many rounds there are, from seats alone."),
        .example = "rounds 60/seats",
        .answer = "10"},
    [ROW_UNTIL] = {.once = true,
        .whole = true,
        .says = {N_(
            "The game ends once somebody has reached this, or this is true of somebody: {value}.")},
        .about = N_("When the game ends: a total that somebody reaches, or falls to if it is "
                    "negative; or a formula that is true of somebody after a round."),
        .example = "until 500",
        .answer = "500"},
    [ROW_WINS] = {.once = true,
        .whole = true,
        .says = {N_("The most points win."), N_("The fewest points win.")},
        .about = N_("Who wins: the most points (high, as without this row), or the fewest (low)."),
        .example = "wins low",
        .answer = "high"},
    [ROW_DEALS] = {.once = true,
        .whole = true,
        .says = {N_("The deal goes round, clockwise."),
            N_("Who had the best of the round deals next."),
            N_("Who had the worst of the round deals next.")},
        .about = N_("Who deals next, if it is to be shown: in turn, or who had the best or the "
                    "worst of the round."),
        .example = "deals turns",
        .answer = "turns"},
    [ROW_START] = {.once = true,
        .whole = true,
        .says = {N_("Everybody begins with this number of points: {value}.")},
        .about = N_("The points that everybody begins with."),
        .example = "start 0",
        .answer = "0"},
    [ROW_TEAMS] = {.once = true,
        .whole = true,
        .says = {N_("The number of teams, whose players sit in turn: {value}.")},
        .about = N_("Teams, if there are any: what its players enter is added up, and each of them "
                    "has the team's points."),
        .example = "teams 2",
        .answer = "2"},
    [ROW_SOURCE] = {.once = true,
        .whole = true,
        .says = {N_("These rules are those of: {value}.")},
        .about = N_("Where the rules stand, for others who read the pack."),
        .example = "source the rulebook of the game",
        .answer = "the rulebook of the game"},
};

static const struct formula_name known[SLOTS] = {
    [SLOT_ROUND] = {{"round", 5}, false},
    [SLOT_ROUNDS] = {{"rounds", 6}, false},
    [SLOT_SEATS] = {{"seats", 5}, false},
    [SLOT_TOTAL] = {{"total", 5}, true},
    [SLOT_DEALER] = {{"dealer", 6}, true},
};

struct formula_names score_names(const struct score_pack *pack, struct formula_name *row,
    bool shared)
{
    memcpy(row, known, sizeof known);
    for (int i = 0; i < pack->columns; i++)
        row[SLOTS + i] = (struct formula_name){span_of(pack->column[i].name), true};
    return (struct formula_names){row, (uint8_t)(SLOTS + pack->columns), shared, false};
}

/* ---- rows -------------------------------------------------------------------------------- */

static enum outcome wrong(const struct argument *a, struct fault *fault, const char *message)
{
    fault_set(fault, a->column, message);
    message_text(&fault->message, "found", text_unquoted(a->text));
    return MALFORMED;
}

static bool has_formulas(const struct score_pack *pack)
{
    return pack->points.count + pack->rounds.count + pack->until.count + pack->checks > 0;
}

static enum outcome add_columns(struct score_pack *pack, const struct statement *said,
    struct fault *fault)
{
    if (has_formulas(pack))
        return wrong(&said->argument[0], fault,
            N_("`enter` after a formula; expected it once, and before all formulas"));
    struct score_pack made = *pack;
    made.columns = 0;
    for (int i = 0; i < said->count; i++) {
        const struct argument *a = &said->argument[i];
        char folded[NAME_MOST], number[NAME_MOST];
        const struct span name = {folded, text_fold(a->text, folded)};
        int32_t otherwise = 0;
        struct formula_name row[SLOTS + COLUMNS];
        const struct formula_names names = score_names(&made, row, false);
        if (name.length > COLUMN_MOST || span_is(name, "seat")
            || !formula_name_is_free(&names, name))
            return wrong(a, fault,
                N_("“{found}” cannot be entered by that name; expected one word of letters that "
                   "formulas do not know yet"));
        if (a->kind == ARGUMENT_PAIR
            && !number_read((struct span){number, text_fold(a->value, number)}, &otherwise))
            return wrong(a, fault, N_("“{found}” has no number after the =; expected as bonus=0"));
        memcpy(made.column[made.columns].name, folded, name.length);
        made.column[made.columns].name[name.length] = '\0';
        made.column[made.columns].may = a->kind == ARGUMENT_PAIR;
        made.column[made.columns++].otherwise = otherwise;
    }
    *pack = made;
    return APPLIED;
}

/* Where a pack names no column there is one, from its first formula on. */
static void add_only_column(struct score_pack *pack)
{
    if (pack->columns > 0)
        return;
    memcpy(pack->column[0].name, score_only_column, sizeof score_only_column);
    pack->columns = 1;
}

/* A check as it is written, for whoever is told that it does not hold. */
static void keep_check(char out[CHECK_MOST + 1], struct span text)
{
    size_t length = text.length <= CHECK_MOST ? text.length : CHECK_MOST;
    while (length < text.length && ((unsigned char)text.at[length] & 0xC0) == 0x80)
        length--;
    memcpy(out, text.at, length);
    out[length] = '\0';
}

static enum outcome add_formula(struct score_pack *pack, enum score_row row,
    const struct argument *a, uint32_t line, struct fault *fault)
{
    struct formula_name known_here[SLOTS + COLUMNS];
    add_only_column(pack);
    struct formula_names names = score_names(pack, known_here, row == ROW_ROUNDS);
    struct formula *f = row == ROW_POINTS   ? &pack->points
                        : row == ROW_ROUNDS ? &pack->rounds
                        : row == ROW_UNTIL  ? &pack->until
                                            : &pack->check[pack->checks];
    if (row == ROW_CHECK && pack->checks == CHECKS)
        return wrong(a, fault, N_("too many checks; expected at most four"));
    if (!formula_read(f, a->text, a->column, &names, fault)) {
        f->count = 0;
        return MALFORMED;
    }
    int32_t number;
    if (row == ROW_ROUNDS && formula_is_number(f, &number)
        && (number < 1 || number > SCORE_ROUNDS)) {
        f->count = 0;
        return wrong(a, fault, N_("“{found}” rounds cannot be kept; expected 1 to 256"));
    }
    *(row == ROW_POINTS     ? &pack->line.points
        : row == ROW_ROUNDS ? &pack->line.rounds
        : row == ROW_UNTIL  ? &pack->line.until
                            : &pack->line.check[pack->checks]) = line;
    if (row == ROW_CHECK)
        keep_check(pack->says[pack->checks++], a->text);
    return APPLIED;
}

static enum outcome add_row(void *deck, const struct deck_row *row, struct fault *fault)
{
    struct score_pack *pack = deck;
    const struct argument *a = &row->said->argument[0];
    switch ((enum score_row)row->said->verb) {
    case ROW_SEATS: return seats_row_read(a, SEATS_MOST, &pack->least, &pack->most, fault);
    case ROW_ENTER: return add_columns(pack, row->said, fault);
    case ROW_POINTS:
    case ROW_CHECK:
    case ROW_ROUNDS:
    case ROW_UNTIL:
        return add_formula(pack, (enum score_row)row->said->verb, a, row->said->line, fault);
    case ROW_WINS: pack->low = a->number == 1; return APPLIED;
    case ROW_DEALS: pack->deals = (uint8_t)(a->number + DEALS_IN_TURN); return APPLIED;
    case ROW_START: pack->start = a->number; return APPLIED;
    case ROW_TEAMS:
        if (a->number < 2 || a->number >= SEATS_MOST)
            return wrong(a, fault, N_("“{found}” is not a number of teams; expected 2 or more"));
        pack->teams = (uint8_t)a->number;
        return APPLIED;
    case ROW_SOURCE: return APPLIED;
    case ROWS: break;
    }
    return MALFORMED;
}

/* ---- the packs in the box ---------------------------------------------------------------- */

/*
 * Skull King by its rulebook of 2013 and later; Mahjong: 25,000 points each, 30,000 to be returned,
 * rounded by 五捨六入, 10, -10 and -20 for the places, and what is left to the first.
 */
static const struct boxed built_ins[] = {
    {"Skull King",
        {"seats 2-8", "enter bid tricks bonus=0",
            ("points tricks == bid ? (bid == 0 ? 10*round : 20*bid) + bonus : bid == 0 ? -10*round "
             ": -10*abs(tricks - bid)"),
            "check tricks >= 0", "check sum(tricks) <= round", "rounds 10", "deals turns",
            "source the rulebook of Skull King, Grandpa Beck's Games", NULL}},
    {"Mahjong",
        {"seats 4", "enter held",
            ("points rank(held) == 1 ? 20 - sum(rank(held) == 1 ? 0 : (held < 0 ? -((400 - "
             "held)/1000) : (held + 400)/1000) - 30) : (held < 0 ? -((400 - held)/1000) : (held "
             "+ 400)/1000) - 30 + (rank(held) == 2 ? 10 : rank(held) == 3 ? -10 : -20)"),
            "check sum(held) == 100000",
            "source the usual settling of Japanese parlours (25,000点持ち30,000点返し、ウマ10-20)",
            NULL}},
};

static void called(void *deck, struct span name)
{
    struct score_pack *pack = deck;
    memcpy(pack->name, name.at, name.length);
    pack->name[name.length] = '\0';
    add_only_column(pack);
}

static const char *name_of(const void *deck) { return ((const struct score_pack *)deck)->name; }

static bool fewest_win(const void *deck) { return ((const struct score_pack *)deck)->low; }

static const struct boxes box = {&score_rulebook, built_ins, sizeof built_ins / sizeof *built_ins};

static bool lay_built_in(void *deck, struct span name) { return box_lay(&box, deck, name); }

static size_t spell_row(const void *deck, unsigned n, char *out)
{
    return box_spell(&box, deck, n, out);
}

/* ---- a pack, tried ----------------------------------------------------------------------- */

enum { TRIES = 1000 };

static void find(struct rulings *out, uint32_t line, const char *message, int32_t seats,
    int32_t column)
{
    struct ruling *r = rulings_add(out, RULING_IRREGULAR, RULE_POINTS, -1, -1, line, message);
    message_number(&r->message, "seats", seats);
    message_number(&r->message, "column", column);
}

/* What is entered although no formula asks for it. */
static void find_idle(const struct score_pack *pack, struct rulings *out)
{
    for (int c = 0; c < pack->columns && pack->points.count > 0; c++) {
        bool used = formula_uses(&pack->points, SLOTS + c) || formula_uses(&pack->until, SLOTS + c);
        for (int n = 0; n < pack->checks; n++)
            used |= formula_uses(&pack->check[n], SLOTS + c);
        if (used)
            continue;
        struct ruling *r = rulings_add(out, RULING_IRREGULAR, RULE_ENTER, -1, -1, 0,
            N_("“{column}” is entered, but no formula uses it."));
        message_text(&r->message, "column", span_of(pack->column[c].name));
    }
}

/* Has each formula a value for this side? */
static bool try_formulas(const struct score_pack *pack, const struct formula_values *as, int side,
    int32_t seats, struct rulings *out)
{
    const struct formula *all[2 + CHECKS] = {&pack->points, &pack->until};
    uint32_t line[2 + CHECKS] = {pack->line.points, pack->line.until};
    for (int n = 0; n < pack->checks; n++) {
        all[2 + n] = &pack->check[n];
        line[2 + n] = pack->line.check[n];
    }
    for (int n = 0; n < 2 + pack->checks; n++) {
        struct fault fault;
        int32_t got;
        if (all[n]->count == 0 || formula_value(all[n], as, side, &got, &fault))
            continue;
        find(out, line[n],
            N_("A random round of {seats} players cannot be counted: a formula divides by zero, or "
               "grows too large, in column {column}."),
            seats, (int32_t)fault.column);
        return false;
    }
    return true;
}

/* A round of random numbers; false: some formula has no value. */
static bool try_round(const struct score_pack *pack, uint64_t *chance, int32_t seats,
    struct rulings *out)
{
    static const int32_t below[] = {2, 8, 14, 500};
    const int32_t sides = pack->teams > 0 ? pack->teams : seats,
                  most = below[chance_below(chance, 4)];
    int32_t value[SEATS_MOST * (SLOTS + COLUMNS)], rounds;
    const struct formula_values as = {value, SLOTS + COLUMNS, (uint8_t)sides, NULL};
    struct fault fault;
    if (!score_rounds(pack, seats, &rounds, &fault) || rounds < 0 || rounds > SCORE_ROUNDS
        || (rounds == 0 && pack->rounds.count > 0)) {
        find(out, pack->line.rounds, N_("With {seats} players `rounds` is not from 1 to 256."),
            seats, 0);
        return false;
    }
    const int32_t round = 1 + chance_below(chance, rounds > 0 ? rounds : 20),
                  dealer = chance_below(chance, sides);
    for (int i = 0; i < sides; i++) {
        int32_t *own = &value[(size_t)i * (SLOTS + COLUMNS)];
        own[SLOT_ROUND] = round;
        own[SLOT_ROUNDS] = rounds;
        own[SLOT_SEATS] = seats;
        own[SLOT_TOTAL] = pack->start + chance_below(chance, 400) - 100;
        own[SLOT_DEALER] = i == dealer;
        for (int c = 0; c < COLUMNS; c++)
            own[SLOTS + c] = chance_below(chance, most) - (most > 14 ? 100 : 0);
    }
    for (int i = 0; i < sides; i++)
        if (!try_formulas(pack, &as, i, seats, out))
            return false;
    return true;
}

static void check(const void *deck, struct rulings *out)
{
    const struct score_pack *pack = deck;
    const int32_t least = pack->least > 0 ? pack->least : 2, most = pack->most > 0 ? pack->most : 8;
    uint64_t chance = 1;
    int fitting = 0;
    struct message why;
    find_idle(pack, out);
    for (int32_t seats = least; seats <= most; seats++)
        fitting += !score_unfit(pack, (unsigned)seats, &why);
    if (fitting == 0)
        find(out, 0, N_("No number of players fits both `seats` and `teams`."), 0, 0);
    for (int i = 0; i < TRIES; i++) {
        const int32_t seats = least + chance_below(&chance, most - least + 1);
        if (!score_unfit(pack, (unsigned)seats, &why) && !try_round(pack, &chance, seats, out))
            return;
    }
}

const struct deck_part score_deck_part = {
    .check = check,
    .size = sizeof(struct score_pack),
    .once = offsetof(struct score_pack, once),
    .rows = row_verbs,
    .forms = row_forms,
    .builtins = "Skull King/Mahjong",
    .builtin = lay_built_in,
    .spell = spell_row,
    .add = add_row,
    .called = called,
    .name = name_of,
    .unfit = score_unfit,
    .fewest_win = fewest_win,
};
