/*
 * The score sheet of a trick-taking game from a file: a deal a line, each player's total and
 * (points); its board.
 *
 *       deal         Aki          Bo
 *          1     -4 (-4)    -22 (-22)
 */
#include "sheet.h"

static const struct column columns[] = {
    {.key = "deal", .width = 6},
    {.width = 16, .each_seat = true, .says = {{.text = "{total} ({+points})"}}},
    {0},
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

static void each_card(const struct sheet *sheet, const struct fact *rows)
{
    for (const struct fact *row = rows->first; row != NULL; row = row->next)
        one_card(sheet, row);
}

const struct layout trick_layout = {.book = &trick_rulebook,
    .columns = columns,
    .what_if = one_card,
    .what_if_each = each_card};
