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

const struct layout trick_layout = {.book = &trick_rulebook, .columns = columns};
