/*
 * The score sheet of any game by its scores: a round a line, each player's total and (points).
 *
 *      round         Aki          Bo
 *          1    20 (+20)   -10 (-10)
 */
#include "sheet.h"

static const struct column columns[] = {
    {.key = "round", .width = 6},
    {.width = 16, .each_seat = true, .says = {{.text = "{total} ({+points})"}}},
    {0},
};

const struct layout score_layout = {.book = &score_rulebook, .columns = columns};
