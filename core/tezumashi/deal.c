/*
 * Tezumashi's deals (ディールの準備・流れ): who starts one, when the next begins, and what is of that though nobody said it.
 */
#include "tezumashi.h"

#include <string.h>

/* Who starts: said, or shown by the table's first move; else the next clockwise after the last deal's. */
int tezumashi_first_leader(const void *game)
{
    const struct tezumashi *s = game;
    if (s->starter >= 0 || s->last_starter < 0)
        return s->starter;
    return next_clockwise(s->last_starter, players_of(s));
}

/* The deal that ends here is one that was played. */
static void keep_deal(struct tezumashi *s)
{
    if (s->round.number > 0)
        tezumashi_take_stock(s, &s->past[s->round.number - 1]);
    /* where choices may lack, and nobody's lead is on record, the first that was noted need not be the start player's */
    const bool guessed = s->first_choice != 0 && s->start_line == 0 && !tezumashi_order_known(s) && s->round.trick.plays == 0;
    s->last_starter = (int8_t)(guessed ? NOBODY : tezumashi_first_leader(s));
}

static void begin_deal(const struct act *a)
{
    struct tezumashi *s = a->state;
    round_begin(&s->round, s->round.hands.players == 4 ? DECK_OF_FOUR : DECK_OF_THREE, HAND, 0);
    /* the game goes on, all else begins anew */
    memset(&s->now, 0, sizeof *s - offsetof(struct tezumashi, now));
    memset(s->now.thing, NOBODY, sizeof s->now.thing);
    s->starter = NOBODY;
    /* house starter=clockwise, said; left open it is the table's first move that tells */
    const struct choice *starter = &a->setting->house->option[HOUSE_STARTER];
    if (starter->named && starter->choice != ANSWER_ASK && s->last_starter >= 0)
        s->starter = s->round.trick.leader = (int8_t)next_clockwise(s->last_starter, players_of(s));
}

/* Are these the tricks that each has won in this deal, which is over? */
static bool says_totals(const struct tezumashi *s, const struct statement *said)
{
    int32_t total[PLAYERS] = {0};
    bool same = s->round.stage == AFTER && !s->now.totals;
    for (int i = 0; i < said->count; i++)
        total[said->argument[i].seat] += said->argument[i].number;
    for (int i = 0; i < players_of(s); i++)
        same &= total[i] == s->now.tricks[i];
    return same;
}

/* Who starts, or by choosing first says as much. */
static bool says_starter(const struct statement *said) { return said->verb == SAY_START || said->verb == SAY_CHOOSE; }

bool tezumashi_is_of_next(const struct tezumashi *s, const struct setting *setting, const struct statement *said)
{
    const bool over = s->round.stage != DURING, begun = round_playing(&s->round) || over;
    if (!s->round.next)
        return false;
    switch (said->verb) {
    case SAY_PLAY: return round_row_of_next(&s->round, said);
    case SAY_SHOW: return round_show_of_next(&s->round, said);
    case SAY_HAND: return round_hand_of_next(&s->round, said);
    case SAY_START: return begun || s->start_line != 0;
    case SAY_CHOOSE: return begun || s->picks[said->seat] >= THINGS;
    case SAY_TRICK:
        return over || (trick_cards(&s->round.trick) > 0 && !tezumashi_may_win(s, setting, said->seat));
    case SAY_TRICKS: return over && s->round.unsaid.any && !says_totals(s, said);
    case SAY_USE: return s->round.stage == BEFORE;
    }
    return false;
}

bool tezumashi_all_begun(const struct tezumashi *s) { return s->round.number == players_of(s); }

/* What shows that nobody said a deal: evidence, totals and what an ability did may be of the one before. */
static bool needs_deal(const struct tezumashi *s, const struct statement *said)
{
    const bool of_game = said->verb == SAY_DEAL || said->verb == SAY_OFFER || said->verb == SAY_MINUS;
    const bool of_before = s->round.stage == AFTER
                        && (said->verb == SAY_SHOW || said->verb == SAY_TRICKS || said->verb == SAY_USE);
    return s->round.stage != DURING && !of_game && !of_before;
}

void tezumashi_find_unsaid(struct tezumashi *s, const struct statement *said)
{
    if (needs_deal(s, said))
        round_find_unsaid(&s->round, said, says_starter(said) ? said->seat : NOBODY);
}

void tezumashi_begin_next(const struct act *a)
{
    struct tezumashi *s = a->state;
    const bool shows = a->said->verb == SAY_PLAY || a->said->verb == SAY_SHOW, begun = shows && round_next_begun(&s->round);
    const struct unsaid_round unsaid = s->round.unsaid;
    keep_deal(s);
    begin_deal(a);
    if (begun)
        round_lose_bearings(&s->round, a->said->line);
    if (unsaid.any)
        round_presume(&s->round, &unsaid);
    if (unsaid.any && unsaid.leader >= 0)
        s->starter = unsaid.leader;
    s->free_order = unsaid.any && unsaid.verb == SAY_CHOOSE;
}

/* Of a deal only the row that was not applied may lack where it is over. */
static bool was_none(const struct tezumashi *s)
{
    return round_was_none(&s->round, (TRICKS - 1) * players_of(s));
}

/* Is it known that this deal is not over? It may have ended by what was refused. */
static bool is_open(const struct tezumashi *s)
{
    const struct round *r = &s->round;
    return r->stage == DURING && r->lost_line == 0 && !s->totals_refused && !r->presumed;
}

enum outcome tezumashi_say_deal(const struct act *a)
{
    struct tezumashi *s = a->state;
    const bool none = was_none(s);
    if (!none && is_open(s))
        return round_impossible(a, NOBODY, NO_CARD, N_("Deal {deal} is still open; expected its play, or "
                                             "`tricks NAME=COUNT…`, before the next `deal`."));
    if (!none && tezumashi_all_begun(s))
        return round_impossible(a, NOBODY, NO_CARD,
                                N_("The game was over after deal {deal}; there are as many deals as "
                                             "players."));
    if (none)
        s->round.number--;
    else
        keep_deal(s);
    begin_deal(a);
    return APPLIED;
}

bool tezumashi_turns_page(const void *state, const struct setting *setting, const struct statement *said)
{
    const struct tezumashi *s = state;
    const bool turns = said->verb == SAY_DEAL ? !was_none(s) && !is_open(s) : tezumashi_is_of_next(s, setting, said);
    return turns && !tezumashi_all_begun(s);
}
