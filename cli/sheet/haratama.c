/*
 * Haratama's score sheet: a round a line, below each player the points and (the relics). And its
 * board.
 *
 *      round  ranks          Aki        Bo      Chie       Dai  (relics)
 *          1  3 7 10     -90 (2)     0 (9)   -90 (1)   -90 (0)  Haratama!
 *      total                 -90         0       -90       -90
 *
 *      round 1 · trick 5 · blue is not broken
 *                   Aki       Bo     Chie      Dai
 *      cards          9        8        9        9
 *      relics         0        0        0        2
 *      total          0        0        0        0
 *      on the table: Bo g13
 *      relics to come: r2 b2 …
 */
#include "sheet.h"

static const struct column columns[] = {
    {.key = "round", .width = 6},
    {.key = "kami", .heading = N_("ranks"), .width = 8, .left = true},
    {.width = 9,
        .each_seat = true,
        .says = {{{IS("ended", "open")}, "({captured})"}, {.text = "{-loss} ({captured})"}}},
    {.heading = N_("(relics)"),
        .width = WIDTH_REST,
        .left = true,
        .says = {{{IS("ended", "open")}, N_("open")}, {{HAS("haratama")}, N_("Haratama!")}}},
    {0},
};

static const struct board_line board[] = {
    {.when = {LACKS("open"), ZERO("round")}, .text = N_("no round has begun")},
    {.when = {LACKS("open"), SOME("round")}, .text = N_("round {round} is over")},
    {.when = {HAS("open"), HAS("broken")},
        .text = N_("round {round} · trick {trick} · blue is broken")},
    {.when = {HAS("open"), LACKS("broken")},
        .text = N_("round {round} · trick {trick} · blue is not broken")},
    {.when = {HAS("open")}, .key = "cards", .each_seat = true},
    {.label = N_("relics"), .key = "relics", .each_seat = true},
    {.label = N_("total"), .key = "points", .each_seat = true},
    {.when = {HAS("open")}, .text = N_("on the table: {trick_cards}")},
    {.when = {HAS("open")}, .text = N_("relics to come: {relics_out}")},
    {.key = NULL},
};

/*
 * Who takes the trick with a card, and what that costs; before the trick is full, as it lies there.
 */
static void one_card(const struct sheet *sheet, const struct fact *row)
{
    static const struct wording outcomes[] = {
        {{HAS("full"), SOME("relics")},
            N_("{card}: the trick is {taker}'s, with relics ({relics}): {loss} points lost.")},
        {{HAS("full")}, N_("{card}: the trick is {taker}'s, without a relic.")},
        {{SOME("relics")}, N_("{card}: so far the trick is {taker}'s, with relics ({relics}): "
                              "{loss} points lost.")},
        {.text = N_("{card}: so far the trick is {taker}'s, without a relic.")},
        {.text = NULL},
    };
    struct text line = {0};
    say_facts(sheet, &line, wording_for(outcomes, row), row);
    sheet_lines(sheet, 2, 2, &line);
}

static const struct suit_paint suits[] = {
    {'r', PAINT_RED_SUIT, N_("red")},
    {'b', PAINT_BLUE_SUIT, N_("blue")},
    {'p', PAINT_PURPLE_SUIT, N_("purple")},
    {'g', PAINT_GREEN_SUIT, N_("green")},
    {0},
};

static const struct feat feats[] = {
    {N_("Haratama made"), "haratama", FEAT_OWN, HAS("haratama")},
    {N_("Haratama suffered"), "haratama", FEAT_ANOTHERS, HAS("haratama")},
    {0},
};

const struct layout haratama_layout = {
    .book = &haratama_rulebook,
    .feats = feats,
    .suits = suits,
    .what_if = one_card,
    .columns = columns,
    .open = IS("ended", "open"),
    .board = board,
    .label = 12,
    .swing = "loss",
    .swing_lost = true,
    .decided = N_("Round {number} decided it: {winner} {gain}, {second} {other}."),
};
