/* NeedFire, どう祈るか: power cards, and battle cards that become power cards. */
#include "needfire.h"

#include <assert.h>

/*
 * The other cards that this statement takes from the hand were in it too: that helps to prove that
 * one was not.
 */
static void note_those_with_it(const struct act *a, int seat)
{
    struct needfire *s = a->state;
    for (int i = 1; i < a->said->count; i++) {
        const int card = card_at(a->said, i);
        const struct whereabouts *at = &s->card[card];
        if (card != NOTHING && at->place == HELD && at->seat == seat && !at->down)
            needfire_note(s, HAND_LOG_HOLD, IN_HAND, seat, card);
    }
}

/* A card laid on the target comes from the hand. */
static enum outcome power_from_hand(const struct act *a, int seat, int card, int target)
{
    struct needfire *s = a->state;
    needfire_may_have_gone(s, seat, card);
    if (elsewhere(s, seat, card))
        return seen_before(a, seat, card,
            N_("{card} was seen elsewhere; {seat} cannot have put it there."));
    if (!needfire_hand_leave(s, seat, card)) {
        note_those_with_it(a, seat);
        struct ruling *r = needfire_rule_absent(a, RULE_POWER, seat, card,
            target == NOTHING ? N_(
                "{seat} put {card} on a battle card, but it cannot have been in {seat}'s hand.")
                              : N_("{seat} put {card} on {target}, but {card} cannot have been in "
                                   "{seat}'s hand."));
        message_card(&r->message, "target", target);
        needfire_hand_force(s, seat, card);
    }
    needfire_lay_on(s, card, target != NOTHING ? s->card[target].seat : seat, target);
    return APPLIED;
}

/* needfire/merge: a battle card becomes a power card, and the cards on it come along. */
static void merge(struct needfire *s, int card, int target)
{
    struct cardset on = needfire_powers_on(s, card);
    const int seat = s->card[target != NOTHING ? target : card].seat;
    cards_add(&on, card);
    if (needfire_is_loose(s, card) && target != NOTHING)
        needfire_loosen(s, target);
    needfire_take_from_row(s, card);
    for (int c = 1; c < CODES; c++)
        if (cards_hold(&on, c))
            needfire_lay_on(s, c, seat, target);
    s->pending &= ~bit(card);
}

/*
 * Does this statement also merge the battle card on which this power card lies? Then it comes along
 * anyway.
 */
static bool comes_along(const struct act *a, int seat, int card)
{
    const struct whereabouts *at = &game(a)->card[card];
    if (card == NOTHING || at->place != POWERS || at->seat != seat || at->on == NOTHING)
        return false;
    for (int i = 1; i < a->said->count; i++)
        if (card_at(a->said, i) == at->on)
            return true;
    return false;
}

/*
 * A card that nobody saw lies on the target, or on any if nobody saw that either; with more than
 * six battle cards it may be one of them.
 */
static void lay_unseen(struct needfire *s, int seat, int target, bool over)
{
    if (target != NOTHING)
        needfire_loosen(s, target);
    for (int k = 0; k < s->row_count[seat] && target == NOTHING; k++)
        needfire_loosen(s, s->row[seat][k]);
    if (over)
        needfire_row_unseen(s, seat);
}

/* Each card that is named comes from the row or the hand. */
static enum outcome lay_powers(const struct act *a, int seat, int target, bool may_merge)
{
    struct needfire *s = a->state;
    const bool over = needfire_row_most(s, seat) > ROW_MOST;
    bool merged = may_merge, along[ARGUMENTS_MOST] = {false};
    for (int i = 1; i < a->said->count; i++)
        along[i] = comes_along(a, seat, card_at(a->said, i));
    for (int i = 1; i < a->said->count; i++) {
        const int card = card_at(a->said, i);
        enum outcome outcome = APPLIED;
        if (s->row_count[seat] >= ROW_MOST || needfire_row_is_unknown(s, seat))
            needfire_turn_up(a, seat, card);
        if (card == NOTHING || target == NOTHING)
            lay_unseen(s, seat, target, over);
        if (card == NOTHING)
            needfire_hand_loosen(s, seat);
        else if (s->card[card].place == IN_ROW && s->card[card].seat == seat) {
            if (!merged && s->row_count[seat] <= ROW_MOST
                && needfire_row_is_unknown(s, seat)) /* how many lie there */
                open_question(a->setting, a->out, HOUSE_MERGE, a->said->line);
            else if (!merged && needfire_row_most(s, seat) <= ROW_MOST)
                act_irregular(a, RULE_MERGE, seat, card,
                    N_("{seat} made the battle card {card} a power card with no more than six "
                       "battle cards."));
            merged = true;
            merge(s, card, target);
        } else if (!along[i])
            outcome = power_from_hand(a, seat, card, target);
        if (outcome != APPLIED)
            return outcome;
    }
    return APPLIED;
}

/* needfire/power, needfire/turn: is this the seat's own card, and the only target of the turn? */
static void check_target(const struct act *a, int seat, int target)
{
    struct needfire *s = a->state;
    const struct placement *p = &s->placing;
    const int owner = s->card[target].seat;
    if (owner != seat)
        message_seat(&act_irregular(a, RULE_POWER, seat, target,
                         N_("{seat} chose {card} as target, which is {owner}'s battle card."))
                          ->message,
            "owner", owner);
    else if (p->seat == seat && p->target != NOTHING && p->target != target
             && s->card[p->target].seat == seat)
        message_card(&act_irregular(a, RULE_POWER, seat, target,
                         N_("{seat} chose {card} as a second target in this turn, after {first}."))
                          ->message,
            "first", p->target);
}

/*
 * needfire/turn: power cards that are put after the seat's own turn. If they make good what was
 * left undone then, only the delay is reported.
 */
static void put_late(const struct act *a, int seat, int target)
{
    struct needfire *s = a->state;
    act_irregular(a, RULE_TURN, seat, target,
        N_("{seat} put power cards on {card} when {seat}'s turn was over already."));
    rulings_withdraw(a->out, RULE_LIMIT, s->limit_line[seat], s->limit_line[seat]);
    s->limit_line[seat] = 0;
}

/* Whose placement turn a `power` belongs to; false if it is nobody's, and changes no turn. */
static bool power_turn(const struct act *a, int seat, int target)
{
    struct needfire *s = a->state;
    const struct placement *p = &s->placing;
    const bool complete = p->seat == NOBODY || p->entered || p->taken >= quota(s);
    assert(seat >= 0);
    if (p->seat == seat)
        return true;
    if (s->limit_line[seat] != 0 && p->seat != NOBODY) {
        put_late(a, seat, target);
        return false;
    }
    if (!complete || (p->seat != NOBODY && seat != s->turn)) {
        needfire_out_of_turn(a, seat, complete ? s->turn : p->seat);
        return false;
    }
    needfire_close_placing(a);
    if (s->part == PLACEMENT)
        needfire_open_placing(a, seat);
    return s->part == PLACEMENT;
}

/* In the battle part no power cards are put, except to correct a row that is too long. */
static void power_in_battle(const struct act *a, int seat, int target)
{
    if (game(a)->limit_line[seat] != 0)
        put_late(a, seat, target);
    else
        act_irregular(a, RULE_POWER, seat, target,
            N_("{seat} put power cards on {card} in the battle part."));
}

/* The battle card that is named, whose it is and who acts. */
static enum outcome find_target(const struct act *a, int *seat, int *target)
{
    struct needfire *s = a->state;
    *target = card_at(a->said, 0);
    *seat = a->seat < 0 && *target == NOTHING ? s->placing.seat : a->seat;
    if (*target == NOTHING)
        return *seat < 0 ? needfire_need_seat(a) : APPLIED;
    needfire_turn_up(a, *seat, *target);
    if (s->card[*target].place != IN_ROW)
        return needfire_no_battle_card(a, *seat, *target);
    return APPLIED;
}

enum outcome needfire_say_power(const struct act *a)
{
    struct needfire *s = a->state;
    struct placement *p = &s->placing;
    int seat, target;
    enum outcome outcome = find_target(a, &seat, &target);
    if (outcome == APPLIED && s->part == SETTING)
        outcome = needfire_begin_placement(a);
    if (outcome != APPLIED)
        return outcome;
    if (needfire_is_over(s))
        return needfire_after_the_end(a);
    if (s->part == SETTING)
        needfire_begin_battle(s);
    const bool own_turn = s->part == PLACEMENT && power_turn(a, seat, target);
    const bool early = own_turn && !p->entered && p->taken < quota(s);
    if (s->part == BATTLE)
        power_in_battle(a, seat, target);
    else if (target != NOTHING && !early)
        check_target(a, seat, target);
    const bool over = s->row_count[seat] > ROW_MOST || (p->seat == seat && p->over);
    const bool free_merge = a->setting->house->option[HOUSE_MERGE].choice == 1;
    const uint16_t rulings = a->out->count;
    outcome = lay_powers(a, seat, target, over || free_merge || early || s->part == BATTLE);
    if (outcome != APPLIED || !own_turn)
        return outcome;
    p->over = over;
    p->target = (uint8_t)target;
    p->last_line = a->said->line;
    if (p->taken < quota(s) && p->power_line == 0 && a->out->count == rulings)
        p->power_line = a->said->line;
    return APPLIED;
}
