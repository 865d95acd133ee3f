/* NeedFire, どう試すか: whose turn it is, and what may be played in it. */
#include "needfire.h"

#include <assert.h>

/* ---- どう試すか: whose turn it is ---------------------------------------------------------- */

/* The first from `seat` on who may have a hand. */
int needfire_next_with_hand(const struct needfire *s, int seat)
{
    for (int i = 0; i < s->players; i++, seat = next_seat(s, seat))
        if (!s->hand[seat].sized || s->hand[seat].size > 0)
            return seat;
    return NOBODY;
}

/* Behind `from`, may it be this seat's turn to light? Between them may be empty hands. */
static bool may_come_next(const struct needfire *s, int from, int seat)
{
    for (int i = next_seat(s, from); i != seat; i = next_seat(s, i))
        if (needfire_hand_holds(s, i))
            return false;
    return true;
}

bool needfire_turn_went_on(const struct needfire *s, int seat)
{
    if (s->stray == NOBODY)
        return false;
    if (s->part != BATTLE)
        return seat == next_seat(s, s->stray) || seat == next_seat(s, s->turn < 0 ? s->stray : s->turn);
    bool went_on = may_come_next(s, s->stray, seat);
    for (int i = 0, passed = s->turn; i < s->players && passed >= 0 && !went_on; i++, passed = next_seat(s, passed)) {
        went_on = may_come_next(s, passed, seat);
        if (needfire_hand_holds(s, passed))
            break;
    }
    return went_on;
}

/* Who is to act next; a player who has too many battle cards is taken to leave them. */
int needfire_goes_on(const struct needfire *s, const struct setting *setting)
{
    const struct placing *p = &s->placing;
    if (needfire_is_over(s))
        return NOBODY;
    if (s->pending != 0)
        return needfire_wound_turn(s);
    if (s->part == SETTING && !s->battle_said && s->turn < 0)
        return needfire_bare(s) ? needfire_starter(s, setting) : NOBODY;
    if (s->part == PLACEMENT && p->seat != NOBODY) {
        if (p->taken < quota(s) && !p->entered)
            return p->seat;
        int next = p->stray ? s->turn : next_seat(s, p->seat);
        return needfire_placed(s) ? needfire_next_with_hand(s, next) : next;
    }
    bool placing = s->part == PLACEMENT || (s->part == SETTING && !s->battle_said);
    return s->turn < 0 || placing ? s->turn : needfire_next_with_hand(s, s->turn);
}

int needfire_turn(const void *state, const struct setting *setting)
{
    const struct needfire *s = state;
    const struct placing *p = &s->placing;
    bool merging = s->part == PLACEMENT && p->seat != NOBODY && s->row_count[p->seat] > ROW_MOST;
    return merging ? p->seat : needfire_goes_on(s, setting);
}

/* ---- what may be played ------------------------------------------------------------------- */

/* The cards that a wound of this seat may bring to the hand. */
static void allow_wounded(const struct needfire *s, int seat, struct cardset *set)
{
    for (int k = 0; k < s->row_count[seat]; k++) {
        int card = s->row[seat][k];
        struct cardset on = needfire_powers_on(s, card);
        if (!(s->pending & bit(card)))
            continue;
        if (!cards_any(&on))
            cards_add(set, card);
        set->bits[0] |= on.bits[0];
        set->bits[1] |= on.bits[1];
    }
}

struct cardset needfire_legal(const void *state, const struct setting *setting, int seat)
{
    const struct needfire *s = state;
    const struct needfire_deck *deck = setting->pack;
    struct cardset set = {{0, 0}};
    assert(seat >= 0);
    if (needfire_is_over(s))
        return set;
    if (needfire_wounds_pending(s, seat)) {
        allow_wounded(s, seat, &set);
        return set;
    }
    bool merging = s->part == PLACEMENT && s->row_count[seat] > ROW_MOST;
    for (int c = 1; c < CODES; c++) {
        bool own = s->card[c].place == IN_ROW && s->card[c].seat == seat;
        if (deck->card[c].makes != 0
            && ((merging && own) || (!elsewhere(s, seat, c) && needfire_hand_may_leave(s, seat, c))))
            cards_add(&set, c);
    }
    return set;
}
