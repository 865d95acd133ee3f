/*
 * Haratama's rounds: when one ends, what it costs, and who has won.
 */
#include "haratama.h"

/* ---- ゲームの終了 End of the game: who has won --------------------------------------------- */

static uint8_t at_least(const struct haratama *s, uint8_t among)
{
    int64_t least = INT64_MAX;
    uint8_t seats = 0;
    for (int i = 0; i < players_of(s); i++) {
        if (!(among & 1u << i) || s->total[i] > least)
            continue;
        if (s->total[i] < least)
            seats = 0;
        least = s->total[i];
        seats |= (uint8_t)(1u << i);
    }
    return seats;
}

/* haratama/rounds, haratama/threshold: have the agreed rounds been played? */
static bool played_out(const struct haratama *s, const struct setting *setting)
{
    const struct choice *end = &setting->house->option[HOUSE_END];
    if (end->choice == 0)
        return s->closed >= (uint32_t)end->number;
    for (int i = 0; i < players_of(s); i++)
        if (s->closed > 0 && s->total[i] >= end->number)
            return true;
    return false;
}

/* haratama/tie: everybody, or only those who were tied at the least each time. */
static uint8_t may_win(const struct haratama *s, const struct setting *setting)
{
    bool tied = setting->house->option[HOUSE_TIE].choice == 1;
    return (uint8_t)(tied ? s->contenders : (1u << players_of(s)) - 1);
}

bool haratama_finished(const void *state, const struct setting *setting, uint32_t *winners)
{
    const struct haratama *s = state;
    uint8_t least = at_least(s, may_win(s, setting));
    bool over = s->unknown == 0 && played_out(s, setting) && (least & (least - 1)) == 0;
    *winners = over ? least : 0;
    return over;
}

/* Why somebody who lost less stands behind the winner; that a tie is not decided. */
void haratama_remark(const void *state, const struct setting *setting, struct news *remarks)
{
    const struct haratama *s = state;
    const uint8_t least = at_least(s, may_win(s, setting));
    uint32_t winners, less = 0;
    const bool tied = setting->house->option[HOUSE_TIE].choice == 1;
    if (haratama_finished(s, setting, &winners)) {
        for (int i = 0; i < players_of(s); i++)
            less |= s->total[i] < s->total[__builtin_ctz(winners)] ? 1u << i : 0;
        if (less != 0)
            message_seats(news_add(remarks, N_("{seats}: less lost, but `house tie=tied` lets only those win who were tied at the "
                                               "least before.")), "seats", less);
    } else if (s->unknown == 0 && played_out(s, setting) && s->round.stage != DURING && !setting->ended) {
        message_seats(news_add(remarks, tied ? N_("Tied at the least: {seats}. Another round decides between them.")
                                             : N_("Tied at the least: {seats}. Another round is due, which anybody may win.")),
                      "seats", least);
    }
}

/* ---- 4. End of the round and scoring ----------------------------------------------------- */

/* haratama/haratama: eight relics, nine with three players. */
int haratama_holder(const struct haratama *s)
{
    for (int i = 0; i < players_of(s); i++)
        if (s->captured[i] >= (players_of(s) == 4 ? 8 : 9))
            return i;
    return -1;
}

/* haratama/loss */
int haratama_loss(const struct haratama *s, int seat)
{
    int holder = haratama_holder(s);
    if (s->ended == OPEN || holder == seat)
        return 0;
    return 10 * s->captured[holder < 0 ? seat : holder];
}

/* What the round has cost, which may have ended the game. */
static void score(const struct act *a)
{
    struct haratama *s = a->state;
    for (int i = 0; i < players_of(s); i++)
        s->total[i] += haratama_loss(s, i);
    if (!played_out(s, a->setting))
        return;
    uint8_t least = at_least(s, may_win(s, a->setting));
    if ((least & (least - 1)) != 0)
        open_question(a->setting, a->out, HOUSE_TIE, a->said->line);
    s->contenders = at_least(s, s->contenders);
}

void haratama_close(const struct act *a, enum round_end ended)
{
    struct haratama *s = a->state;
    s->ended = ended;
    s->ended_line = a->said->line;
    s->round.stage = AFTER;
    s->closed++;
    if (s->more != 0)
        s->unknown++;
    else
        score(a);
}

void haratama_score_late(const struct act *a, const int32_t *captured)
{
    struct haratama *s = a->state;
    for (int i = 0; i < players_of(s); i++)
        s->captured[i] = (uint8_t)captured[i];
    s->more = s->hidden = 0;
    s->unknown--;
    score(a);
}

int haratama_captured(const struct haratama *s)
{
    int sum = 0;
    for (int i = 0; i < players_of(s); i++)
        sum += s->captured[i];
    return sum;
}

/* How many relics can be in play: with three players the card aside may be one. */
int haratama_relics_most(const struct haratama *s)
{
    return s->relics & aside_of(s) ? RELICS - 1 : RELICS;
}

int haratama_tricks_left(const struct haratama *s)
{
    int most = 0;
    for (int i = 0; i < players_of(s); i++)
        most = hand_size(&s->round.hands, i) > most ? hand_size(&s->round.hands, i) : most;
    return most - s->round.trick.done;
}

/* ---- 3.3.3. When every relic is captured ------------------------------------------------ */

/* haratama/early-end: proved by the line that captured the last relic. */
void haratama_after_end(const struct act *a, int seat, int card, const char *message)
{
    struct ruling *r = act_irregular(a, RULE_EARLY_END, seat, card, message);
    message_number(&r->message, "round", game(a)->round.number);
    r->message.again = true;
    if (game(a)->ended_line != a->said->line)
        ruling_because(r, game(a)->ended_line);
}

/* haratama/early-end, or the hands are empty. */
void haratama_end_if_over(const struct act *a)
{
    struct haratama *s = a->state;
    int captured = haratama_captured(s), left = haratama_tricks_left(s);
    bool eleven = aside_of(s) != 0 && captured == RELICS - 1 && haratama_relics_most(s) == RELICS - 1;
    if (eleven && left > 0)
        open_question(a->setting, a->out, HOUSE_EARLY_END, a->said->line);
    bool in_play = a->setting->house->option[HOUSE_EARLY_END].choice == 1;
    if (left == 0 && (s->hidden == 0 || s->relics != 0)) {
        haratama_recount(s);
        haratama_close(a, BY_HANDS);
    } else if (captured == RELICS || (eleven && in_play)) {
        haratama_close(a, BY_RELICS);
    }
}

