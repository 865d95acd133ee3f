/*
 * Tezumashi's score sheet: a deal a line, below each player the points and (the tricks); then what
 * a deal kept as tricks only still lacks. And its board, with what each table pays.
 *
 *      deal      Aki       Bo     Chie      Dai
 *         1    0 (3)   -2 (4)    1 (2)    0 (3)
 *         2      (5)      (4)      (2)      (1)  tricks only
 *          Table 4 lacks points for tricks: 5.
 *      total        …
 *
 *      deal 1 · trick 5
 *                   Aki       Bo     Chie      Dai
 *      cards          8        8        8        8
 *      tricks         2        1        0        1
 *      table          7        1        2        4
 *      pays           1        3        0        2
 *      with 1                  3        1        2      what it would pay, if it can be reached
 *      …
 *      on the table: Bo b7
 */
#include "sheet.h"

static const struct column columns[] = {
    {.key = "deal", .width = 6},
    {.width = 9,
        .each_seat = true,
        .says = {{{HAS("open")}, "({tricks})"}, {{HAS("points")}, "{points} ({tricks})"},
            {.text = "({tricks})"}}},
    {.heading = N_("(tricks)"),
        .width = WIDTH_REST,
        .left = true,
        .says = {{{HAS("open")}, N_("open")}, {{LACKS("points")}, N_("tricks only")}}},
    {0},
};

/* One thing that is missing. */
static const struct wording missing[] = {
    {{HAS("tricks"), HAS("table")},
        N_("Table {table} has no points yet for these numbers of tricks: {tricks}.")},
    {{HAS("table")}, N_("Table {table} is not in the pack.")},
    {{HAS("minus")},
        N_("{seat}'s minus card is counted at the table; expected `minus NAME=POINTS`.")},
    {{HAS("ability")}, N_("What {ability} does is not in the pack.")},
    {{HAS("trick")},
        N_("Who won trick {trick} is not known and it counts for nobody; `NAME: trick` says it.")},
    {.text = N_("The score table that {seat} chose is not on record.")},
};

/* ---- the board --------------------------------------------------------------------------- */

/* What a seat's table pays for so many tricks; NULL where it cannot be reached any more. */
static const struct fact *target(const struct fact *seat, long tricks)
{
    const struct fact *still = fact_of(seat, "still"), *one = still != NULL ? still->first : NULL;
    while (one != NULL && fact_number(one, "tricks") != tricks)
        one = one->next;
    return one;
}

/*
 * Does the pack say anything of what can still be reached? Else a line for each number would be
 * noise.
 */
static bool any_target(const struct fact *seats)
{
    for (const struct fact *seat = seats->first; seat != NULL; seat = seat->next)
        for (const struct fact *one = fact_at(fact_of(seat, "still"), 0); one != NULL;
             one = one->next)
            if (fact_is(fact_of(one, "points"), VALUE_NUMBER))
                return true;
    return false;
}

static bool is_reached(const struct fact *seats, long tricks)
{
    for (const struct fact *seat = seats->first; seat != NULL; seat = seat->next)
        if (target(seat, tricks) != NULL)
            return true;
    return false;
}

/*
 * The targets: a line for each number of tricks that somebody can still reach; what it pays, ? if
 * unknown.
 */
static void targets(const struct sheet *sheet, const struct fact *table)
{
    enum { TRICKS = 12 };
    const struct fact *seats = fact_of(table, "seats");
    struct text cell = {0};
    for (int tricks = 0; tricks <= TRICKS && any_target(seats); tricks++) {
        if (!is_reached(seats, tricks))
            continue;
        struct message label;
        message_number(message_set(&label, N_("with {tricks}")), "tricks", tricks);
        sheet_label(sheet, &label);
        for (const struct fact *seat = seats->first; seat != NULL; seat = seat->next) {
            const struct fact *one = target(seat, tricks), *points = fact_of(one, "points");
            cell.length = 0;
            text_put(&cell, one != NULL && !fact_is(points, VALUE_NUMBER) ? "?" : "");
            if (fact_is(points, VALUE_NUMBER))
                say_fact(sheet, &cell, points);
            sheet_seat_cell(sheet, cell.at);
        }
        sheet_newline(sheet);
    }
    text_clear(&cell);
}

static const struct board_line board[] = {
    {.when = {ZERO("deal")}, .text = N_("no deal has begun")},
    {.when = {SOME("deal"), LACKS("open")}, .text = N_("deal {deal} is over")},
    {.when = {HAS("open")}, .text = N_("deal {deal} · trick {trick}")},
    {.key = "cards", .each_seat = true},
    {.key = "tricks", .each_seat = true},
    {.label = N_("table"), .key = "table", .each_seat = true},
    {.label = N_("pays"), .key = "pays", .each_seat = true},
    {.draw = targets},
    {.label = N_("minus card"), .key = "minus", .each_seat = true},
    {.label = N_("ability"), .key = "ability", .each_seat = true},
    {.label = N_("uses left"), .key = "uses_left", .each_seat = true},
    {.label = N_("total"), .key = "points", .each_seat = true},
    {.text = N_("on the table: {trick_cards}")},
    {.key = NULL},
};

static const struct suit_paint suits[] = {
    {'b', PAINT_YELLOW_SUIT, N_("butterfly")},
    {'u', PAINT_PURPLE_SUIT, N_("umbrella")},
    {'w', PAINT_WATER_SUIT, N_("water")},
    {'r', PAINT_GREEN_SUIT, N_("ring")},
    {0},
};

static const struct feat feats[] = {
    {N_("targets hit"), "points", FEAT_ABOVE_ZERO, HAS("points")},
    {0},
};

/* A minus card by its suit's letter, as the cards of the suit are written. */
static const struct word_text words[] = {
    {"minus", "b", N_("b")},
    {"minus", "u", N_("u")},
    {"minus", "w", N_("w")},
    {"minus", "r", N_("r")},
    {0},
};

const struct layout tezumashi_layout = {
    .book = &tezumashi_rulebook,
    .feats = feats,
    .words = words,
    .suits = suits,
    .columns = columns,
    .open = HAS("open"),
    .below = "missing",
    .below_says = missing,
    .below_indent = 8,
    .swing = "points",
    .decided = N_("Deal {number} decided it: {winner} {gain}, {second} {other}."),
    .board = board,
    .label = 14,
    .unscored = N_("tricks only"),
};
