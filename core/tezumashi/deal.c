/*
 * Tezumashi's deals (ディールの準備・流れ): who starts one, when the next begins, and a position.
 */
#include "tezumashi.h"

#include <string.h>

/*
 * Who starts: the seat that is said to, or that makes the first move; else the seat after the one
 * that started the last deal.
 */
int tezumashi_first_leader(const void *game)
{
    const struct tezumashi *s = game;
    if (s->round.position)
        return NOBODY;
    if (s->starter >= 0 || s->last_starter < 0)
        return s->starter;
    return next_clockwise(s->last_starter, players_of(s));
}

/* Keeps the deal that ends here. */
static void keep_deal(struct tezumashi *s)
{
    if (s->round.number > 0)
        tezumashi_take_stock(s, &s->past[s->round.number - 1]);
    /*
     * if choices may be missing and no lead is on record, the first choice noted need not be the
     * start player's
     */
    const bool guessed = s->first_choice != 0 && s->start_line == 0 && !tezumashi_order_known(s)
                         && s->round.trick.plays == 0;
    s->last_starter = (int8_t)(guessed ? NOBODY : tezumashi_first_leader(s));
}

static void begin_deal(const struct act *a)
{
    struct tezumashi *s = a->state;
    round_begin(&s->round, s->round.hands.players == 4 ? DECK_OF_FOUR : DECK_OF_THREE, HAND, 0);
    /* what belongs to the game is kept, all else starts again */
    memset(&s->now, 0, sizeof *s - offsetof(struct tezumashi, now));
    memset(s->now.thing, NOBODY, sizeof s->now.thing);
    s->starter = NOBODY;
    /*
     * house starter=clockwise decides only if the table has said it; else the first move shows who
     * starts
     */
    const struct choice *starter = &a->setting->house->option[HOUSE_STARTER];
    if (starter->named && starter->choice != ANSWER_ASK && s->last_starter >= 0)
        s->starter = s->round.trick.leader = (int8_t)next_clockwise(s->last_starter, players_of(s));
}

static bool all_begun(const struct tezumashi *s) { return s->round.number == players_of(s); }

/* A position in which nothing has been played yet, so a `deal` may still say which deal it is. */
static bool is_position(const struct tezumashi *s)
{
    return s->round.stage == DURING && s->round.position && !round_playing(&s->round);
}

enum outcome tezumashi_say_deal(const struct act *a)
{
    struct tezumashi *s = a->state;
    if (is_position(s))
        return APPLIED;
    if (s->round.stage == DURING)
        return round_impossible(a, NOBODY, NO_CARD,
            N_("Deal {deal} is still open; expected its play, or `tricks NAME=COUNT…`, before the "
               "next `deal`."));
    if (all_begun(s))
        return round_impossible(a, NOBODY, NO_CARD,
            N_("The game was over after deal {deal}; there are as many deals as players."));
    keep_deal(s);
    begin_deal(a);
    return APPLIED;
}

bool tezumashi_turns_page(const void *state, const struct setting *setting,
    const struct statement *said)
{
    const struct tezumashi *s = state;
    (void)setting;
    return said->verb == SAY_DEAL && s->round.stage != DURING && !all_begun(s);
}

enum outcome tezumashi_position(const struct act *a)
{
    struct tezumashi *s = a->state;
    int cards, word;
    const enum outcome outcome = round_read_position(a, HAND, &cards, &word);
    if (outcome != APPLIED)
        return outcome;
    if (s->round.stage == BEFORE)
        begin_deal(a);
    round_begin_position(&s->round, cards);
    s->began_before = true;
    tezumashi_count_tricks(s);
    return APPLIED;
}
