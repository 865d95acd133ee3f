/* Any game by its scores: its rules, its verbs, and its row. */
#include "score.h"

static const struct rule rules[RULE_COUNT + 1] = {
    [RULE_DECK] = {"deck", true, "", "記録", N_("The record"),
        N_("A game has at most 256 rounds, its columns are entered in their order, and every "
           "number can be counted.")},
    [RULE_ENTER] = {"tally", false, "", "記入", N_("What is entered"),
        N_("A line has a number for each player or team, clockwise or by name, in the order of the "
           "pack's `enter`.")},
    [RULE_CHECK] = {"checks", true, "", "確認", N_("Checks"),
        N_("What the pack's `check` says is true of every round.")},
    [RULE_POINTS] = {"round-points", false, "", "得点", N_("Points"),
        N_("A round's points are what the pack's `points` makes of it, else the sum of what was "
           "entered.")},
    [RULE_END] = {"last-round", false, "", "終了", N_("The end"),
        N_("The game ends with its last round, or once `until` is so; else where `end` says it. "
           "The most points win, or with `wins low` the fewest.")},
    [RULE_COUNT] = {0},
};

static const struct option options[] = {
    {"remedy", {{.word = "TEXT", .kind = ANSWER_IS_TEXT}}, RULE_DECK,
        N_("What the table decided after an irregularity; the score stays as it was played.")},
    {0},
};

#define NUMBERS (ARGUMENT_NUMBER | ARGUMENT_SEAT_NUMBER)

static const struct verb verbs[VERB_COUNT + 1] = {
    [SAY_NUMBERS] = {"", NULL, SEAT_NONE, NUMBERS, 1, SEATS_MOST, NULL, N_("N N… or NAME=N…"),
        N_("what is entered next, of all players clockwise, or by their names")},
    [SAY_TALLY] = {"tally", "記入", SEAT_NONE, ARGUMENT_TEXT | NUMBERS, 0, SEATS_MOST + 1, NULL,
        N_("tally [COLUMN] N N… or NAME=N…"),
        N_("the same of a column by its name; those before it that may be left out are")},
    [SAY_POINTS] = {"points", "得点", SEAT_NONE, NUMBERS, 1, SEATS_MOST, NULL,
        N_("points N N… or NAME=N…"), N_("the points of the round as the table counted them")},
    [VERB_COUNT] = {0},
};

static int no_card(struct span token)
{
    (void)token;
    return -1;
}

static size_t write_no_card(int card, bool japanese, char *out)
{
    (void)card, (void)japanese;
    out[0] = '?';
    return 1;
}

const struct rulebook score_rulebook = {
    .id = "score",
    .title = N_("Any game by its scores"),
    .names = "得点/スコア",
    .seats_least = 2,
    .seats_most = SEATS_MOST,
    .state_size = sizeof(struct scores),
    .copy = score_copy,
    .verbs = verbs,
    .rules = rules,
    .options = options,
    .card_read = no_card,
    .card_write = write_no_card,
    .card_hint = N_("a number for each player"),
    .begin = score_begin,
    .apply = score_apply,
    .rows_key = "rounds",
    .tell_rows = score_tell_rows,
    .stand = score_stand,
    .finished = score_finished,
    .table = &score_table_part,
    .deck = &score_deck_part,
};
