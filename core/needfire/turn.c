/* NeedFire, どう試すか: whose turn it is, and what may be played in it. */
#include "needfire.h"

#include <assert.h>

/* ---- どう試すか: whose turn it is ---------------------------------------------------------- */

int needfire_starter(const struct needfire *s, const struct setting *setting)
{
    const struct choice *said = &setting->house->option[HOUSE_START];
    int seat = NOBODY, highest = 0;
    if (said->named && said->number >= 0 && said->number < s->players)
        return said->number;
    for (int i = 0; i < s->players; i++) {
        if (s->row_unseen[i] > 0)
            return NOBODY;
        for (int k = 0; k < s->row_count[i]; k++)
            if (s->row[i][k] > highest) {
                highest = s->row[i][k];
                seat = i;
            }
    }
    return seat;
}

/* The first seat from `seat` on that may have a hand. */
int needfire_next_with_hand(const struct needfire *s, int seat)
{
    for (int i = 0; i < s->players; i++, seat = next_seat(s, seat))
        if (!s->hand[seat].sized || s->hand[seat].size > 0)
            return seat;
    return NOBODY;
}

bool needfire_turn_passes(struct needfire *s, int seat)
{
    if (s->stray == NOBODY)
        return false;
    for (int i = next_seat(s, s->stray); i != seat; i = next_seat(s, i))
        if (s->part != BATTLE || needfire_hand_holds(s, i))
            return false;
    for (int i = s->turn; i != s->stray; i = next_seat(s, i)) {
        if (s->part != BATTLE)
            needfire_hand_take(s, i);
        needfire_hand_loosen(s, i);
    }
    s->spread = s->spread > 2 ? UNKNOWN : s->spread;
    return true;
}

/* Who acts next, if a player with too many battle cards leaves it at that. */
int needfire_goes_on(const struct needfire *s, const struct setting *setting)
{
    const struct placement *p = &s->placing;
    if (needfire_is_over(s))
        return NOBODY;
    if (s->pending != 0)
        return needfire_wound_turn(s);
    if (s->part == SETTING && !s->battle_said && s->turn < 0)
        return needfire_bare(s) ? needfire_starter(s, setting) : NOBODY;
    if (s->part == PLACEMENT && p->seat != NOBODY && p->taken < quota(s) && !p->entered)
        return p->seat;
    const bool placing = s->part == PLACEMENT ? !needfire_placed(s)
                                              : s->part == SETTING && !s->battle_said;
    return s->turn < 0 || placing ? s->turn : needfire_next_with_hand(s, s->turn);
}

int needfire_turn(const void *state, const struct setting *setting)
{
    const struct needfire *s = state;
    const struct placement *p = &s->placing;
    bool merging = s->part == PLACEMENT && p->seat != NOBODY && s->row_count[p->seat] > ROW_MOST;
    return merging ? p->seat : needfire_goes_on(s, setting);
}

enum outcome needfire_need_seat(const struct act *a)
{
    return act_malformed(a, -1, N_("it is not known whose turn it is; expected `NAME: ` first"));
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
            && ((merging && own)
                || (!elsewhere(s, seat, c) && needfire_hand_may_leave(s, seat, c))))
            cards_add(&set, c);
    }
    return set;
}
