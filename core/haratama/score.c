/*
 * Haratama's rounds: when one ends, what it costs, and who has won.
 */
#include "haratama.h"

#include <string.h>

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

/* haratama/tie: who may still win: everybody, or only those who had the least in every tie. */
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

void haratama_tell_short(const struct haratama *s, struct news *n)
{
    struct message *m = news_add(n, N_("Eight relics of {holder}'s in round {round}: with three "
                                       "players nine are needed for a haratama."));
    message_number(m, "round", (int32_t)s->short_round);
    message_seat(m, "holder", s->short_seat);
}

/*
 * Remarks: eight relics were no haratama; why somebody with a smaller loss stands after the winner;
 * a tie that is not decided.
 */
void haratama_remark(const void *state, const struct setting *setting, struct news *remarks)
{
    const struct haratama *s = state;
    const uint8_t least = at_least(s, may_win(s, setting));
    uint32_t winners, less = 0;
    const bool tied = setting->house->option[HOUSE_TIE].choice == 1;
    if (s->short_round != 0)
        haratama_tell_short(s, remarks);
    if (haratama_finished(s, setting, &winners)) {
        for (int i = 0; i < players_of(s); i++)
            less |= s->total[i] < s->total[__builtin_ctz(winners)] ? 1u << i : 0;
        if (less != 0)
            message_seats(news_add(remarks, N_("{seats}: lost less, but with `house tie=tied` only "
                                               "those who were tied for least before can win.")),
                "seats", less);
    } else if (s->unknown == 0 && played_out(s, setting) && s->round.stage != DURING
               && !setting->ended) {
        message_seats(
            news_add(remarks,
                tied ? N_("Tied for least: {seats}. Another round decides between them.")
                     : N_("Tied for least: {seats}. Another round is due, which anybody may win.")),
            "seats", least);
    }
}

/* ---- 4. End of the round and scoring ----------------------------------------------------- */

/* haratama/haratama: eight relics, nine with three players. */
int haratama_least(const struct haratama *s) { return players_of(s) == 4 ? 8 : 9; }

int haratama_holder(const struct haratama *s)
{
    for (int i = 0; i < players_of(s); i++)
        if (s->captured[i] >= haratama_least(s))
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

/*
 * Eight relics are a haratama with four players, but three need nine: notes a round in which that
 * matters.
 */
static void note_short(struct haratama *s)
{
    for (int i = 0; i < players_of(s) && players_of(s) == 3; i++)
        if (s->captured[i] == 8) {
            s->short_round = (uint32_t)s->round.number;
            s->short_seat = (int8_t)i;
        }
}

/* Adds the losses of the round, which may end the game. */
static void score(const struct act *a)
{
    struct haratama *s = a->state;
    note_short(s);
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

/* How many relics are in play at most: with three players the card aside may be one. */
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

/* ---- 3.3.3. Capturing relics: what was captured in plays ---------------------------------- */

/*
 * A trick whose plays are on record: its cards, how many were not seen, and who may have taken it.
 */
struct relics_taken {
    uint64_t cards;
    int unseen, taker;
};

/*
 * The only unseen card is the one that nobody else had. Knowing it may decide who took the trick.
 */
static void work_out(const struct haratama *s, int from, int end, struct relics_taken *t)
{
    const int left = haratama_tricks_left(s) == 0 ? round_left_over(&s->round) : NO_CARD;
    struct trick one = s->round.trick;
    if (t->unseen == 0 || left == NO_CARD)
        return;
    for (int i = from; i < end; i++)
        if (!play_seen(&one.play[i])) {
            one.play[i].card = (uint8_t)left;
            one.play[i].suit = (uint8_t)suit_of(left);
        }
    for (int i = from; i < end; i++)
        one.play[i].led = one.play[from].suit;
    one.first = (uint8_t)from;
    one.plays = (uint8_t)end;
    t->cards |= bit(left);
    t->unseen = 0;
    t->taker = one.play[from].apart ? NOBODY : trick_best(&one, s, play_worth)->seat;
}

static void count_trick(struct haratama *s, const struct relics_taken *t)
{
    const bool any = t->unseen > 0 || (t->cards & s->relics) != 0;
    if (t->taker >= 0)
        s->captured[t->taker] = (uint8_t)(s->captured[t->taker] + bits_count(t->cards & s->relics));
    if (s->relics != 0 && (t->taker >= 0 ? t->unseen == 0 : !any))
        return;
    s->hidden++;
    if (t->unseen > 0 || t->taker < 0)
        s->more |= (uint8_t)(t->taker >= 0 ? 1u << t->taker : (1u << players_of(s)) - 1);
}

/*
 * Once all cards are played, relics left over were taken by the only seat that may have taken more.
 */
static void give_rest(struct haratama *s)
{
    const int rest = haratama_relics_most(s) - haratama_captured(s);
    const bool all_in_play = s->relics != 0 && (players_of(s) == 4 || aside_of(s) != 0);
    if (!all_in_play || s->more == 0)
        return;
    if (rest > 0 && (haratama_tricks_left(s) > 0 || (s->more & (s->more - 1)) != 0))
        return;
    s->captured[__builtin_ctz(s->more)] = (uint8_t)(s->captured[__builtin_ctz(s->more)] + rest);
    s->more = s->hidden = 0;
}

void haratama_recount(struct haratama *s)
{
    const struct round *r = &s->round;
    if (r->kept == BY_TRICKS)
        return;
    memcpy(s->captured, s->before, sizeof s->captured);
    const bool told = haratama_captured(s) > 0 || !r->position;
    s->more = (uint8_t)(told ? 0 : (1u << players_of(s)) - 1);
    s->hidden = (uint8_t)(told ? 0 : HAND - r->hands.size + r->hands.any_size * HAND);
    for (int i = 0, end; i < r->trick.first; i = end) {
        struct relics_taken t = {.taker = round_taker(r, r->trick.play[i].trick - 1)};
        for (end = i; end < r->trick.first && r->trick.play[end].trick == r->trick.play[i].trick;
             end++) {
            t.cards |= play_card(&r->trick.play[end]);
            t.unseen += !play_seen(&r->trick.play[end]);
        }
        work_out(s, i, end, &t);
        count_trick(s, &t);
    }
    give_rest(s);
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
    bool eleven = aside_of(s) != 0 && captured == RELICS - 1
                  && haratama_relics_most(s) == RELICS - 1;
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
