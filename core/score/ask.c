/* A game by its scores asked for: the numbers of the column that is next. */
#include "score.h"

enum { ASK_POINTS, ASK_ALL, ASK_TEAMS, ASK_NAMED };

static const struct question questions[] = {
    [ASK_POINTS] = {NULL, N_("the points of each player, clockwise"), "{counts}", "{1}",
        {{PART_COUNTS, 0, 0}}},
    [ASK_ALL] = {NULL, N_("{column} of each player, clockwise"), "{counts}", "{1}",
        {{PART_COUNTS, 0, 0}}},
    [ASK_TEAMS] = {NULL, N_("{column} of each team, clockwise"), "{sides}", "{1}",
        {{PART_COUNTS, 0, 0, .sides = true}}},
    [ASK_NAMED] = {NULL, N_("… or by their names"), "{name}=3 {other}=5", "{1}",
        {{PART_PAIRS, 1, MANY_WORDS}}},
};

void score_ask(const void *state, const struct setting *setting, struct ask *out)
{
    const struct scores *s = state;
    const struct score_pack *pack = setting->pack;
    uint32_t winners;
    if (score_finished(s, setting, &winners) || s->rounds == SCORE_ROUNDS)
        return;
    out->sides = pack->teams;
    if (pack->teams > 0)
        ask_way(out, &questions[ASK_TEAMS]);
    ask_way(out, &questions[score_is_plain(pack) ? ASK_POINTS : ASK_ALL]);
    ask_way(out, &questions[ASK_NAMED]);
    out->column = span_of(pack->column[s->open].name);
    out->otherwise = pack->column[s->open].may ? "tally" : NULL;
    out->otherwise_about = N_("none");
}
