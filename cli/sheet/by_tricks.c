/*
 * The score sheet of a trick-taking game from a file: a deal a line, each player's total and
 * (points); its board.
 *
 *       deal         Aki          Bo
 *          1     -4 (-4)    -22 (-22)
 *
 *       deal 2 · trick 3
 *       trumps        heart
 *                     Aki       Bo
 *       cards          11       11
 *       bid             2        0
 *       tricks          1        1
 *       total          -4      -22
 *       on the table: Aki c9
 */
#include "sheet.h"

static const struct column columns[] = {
    {.key = "deal", .width = 6},
    {.width = 16, .each_seat = true, .says = {{.text = "{total} ({+points})"}}},
    {0},
};

static const struct board_line board[] = {
    {.when = {ZERO("deal")}, .text = N_("no deal has begun")},
    {.when = {SOME("deal"), LACKS("open")}, .text = N_("deal {deal} is over")},
    {.when = {HAS("open")}, .text = N_("deal {deal} · trick {trick}")},
    {.when = {HAS("trump")}, .key = "trump"},
    {.when = {HAS("passing")}, .key = "passing"},
    {.key = "passed", .each_seat = true},
    {.when = {HAS("open")}, .key = "cards", .each_seat = true},
    {.key = "bid", .each_seat = true},
    {.key = "tricks", .each_seat = true},
    {.key = "worth", .each_seat = true},
    {.label = N_("total"), .key = "points", .each_seat = true},
    {.when = {HAS("open")}, .text = N_("on the table: {trick_cards}")},
    {.key = NULL},
};

/*
 * Who takes the trick with a card, and what is worth something in it; before the trick is full, as
 * it lies there.
 */
static void one_card(const struct sheet *sheet, const struct fact *row)
{
    static const struct wording outcomes[] = {
        {{LACKS("taker")}, N_("{card}: whose the trick is hangs on a card that nobody saw.")},
        {{HAS("full"), SOME("worth")}, N_("{card}: the trick is {taker}'s, worth {worth}.")},
        {{HAS("full")}, N_("{card}: the trick is {taker}'s.")},
        {{SOME("worth")}, N_("{card}: so far the trick is {taker}'s, worth {worth}.")},
        {.text = N_("{card}: so far the trick is {taker}'s.")},
        {.text = NULL},
    };
    struct text line = {0};
    say_facts(sheet, &line, wording_for(outcomes, row), row);
    sheet_lines(sheet, 2, 2, &line);
}

const struct layout trick_layout = {.book = &trick_rulebook,
    .columns = columns,
    .board = board,
    .what_if = one_card};
