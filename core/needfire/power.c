/* NeedFire, どう祈るか: power cards, and battle cards that become such. */
#include "needfire.h"

/* A battle card that nobody has seen: it comes with the take, or lies in a row in doubt. */
static void find_battle_card(struct needfire *s, int seat, int card)
{
    if (seat >= 0)
        needfire_claim(s, seat, card);
    if (!is_fire(card) && s->card[card].place == UNSEEN && needfire_before_take(s, seat)) {
        cards_add(&s->early_powers, card);
        needfire_insert(s, seat, card, s->row_count[seat]);
    }
    needfire_find_in_row(s, seat, card);
}

/* What leaves the hand by the same statement was there as well: that tells of the card that was not. */
static void note_those_with_it(const struct act *a, int seat)
{
    struct needfire *s = a->state;
    for (int i = 1; i < a->said->count; i++) {
        const int card = a->said->argument[i].card;
        const struct whereabouts *at = &s->card[card];
        if (at->place == HELD && at->seat == seat && !at->down)
            needfire_note(s, TRAIL_HOLD, IN_HAND, seat, card);
    }
}

/* A card laid on the target comes from the hand. */
static enum outcome power_from_hand(const struct act *a, int seat, int card, int target)
{
    struct needfire *s = a->state;
    needfire_claim(s, seat, card);
    if (s->card[card].place == POWERS && s->card[card].seat == seat && needfire_in_doubt(s, seat)) {
        needfire_hand_gain(s, seat, card);      /* another one may lie there */
        needfire_hand_uncounted(s, seat);
    }
    if (elsewhere(s, seat, card))
        return seen_before(a, seat, card, N_("{card} was seen elsewhere; {seat} cannot have put it there."));
    const bool entered = s->placing.entered && s->placing.taken < quota(s);
    if (!needfire_hand_may_leave(s, seat, card) && s->placing.seat == seat && (entered || needfire_before_take(s, seat))
        && s->card[card].place == UNSEEN) {
        s->placing.entered = false;
        cards_add(&s->early_powers, card);   /* it may come with the take */
    } else if (!needfire_hand_leave(s, seat, card)) {
        note_those_with_it(a, seat);
        struct ruling *r = act_irregular(a, RULE_POWER, seat, card, N_("{seat} put {card} on {target}, but {card} cannot have "
                                                                       "been in {seat}'s hand."));
        message_card(&r->message, "target", target);
        needfire_prove_absent(s, IN_HAND, seat, card, r);
        needfire_hand_force(s, seat, card);
    }
    needfire_lay_on(s, card, target);
    if (s->card[target].seat != seat)
        cards_add(&s->contested, card);
    return APPLIED;
}

/* needfire/merge: a battle card becomes a power card, and brings its own along. */
static void merge(struct needfire *s, int card, int target)
{
    struct cardset on = needfire_powers_on(s, card);
    const bool anothers = s->card[target].seat != s->card[card].seat;
    cards_add(&on, card);
    needfire_take_from_row(s, card);
    for (int c = 1; c < CODES; c++) {
        if (!cards_hold(&on, c))
            continue;
        needfire_lay_on(s, c, target);
        if (anothers)
            cards_add(&s->contested, c);
    }
    s->pending &= ~bit(card);
}

/* Is this power card's battle card merged by the same statement? Then it comes along anyway. */
static bool comes_along(const struct act *a, int seat, int card)
{
    const struct whereabouts *at = &game(a)->card[card];
    if (at->place != POWERS || at->seat != seat)
        return false;
    for (int i = 1; i < a->said->count; i++)
        if (a->said->argument[i].card == at->on)
            return true;
    return false;
}

/* A position's first turn uses a card that has yet to come: its take is not of before the record. */
static void find_take_ahead(const struct act *a, int seat)
{
    struct needfire *s = a->state;
    for (int i = 1; i < a->said->count && s->placing.entered && s->placing.seat == seat; i++) {
        const int card = a->said->argument[i].card;
        if (s->card[card].place == UNSEEN && !(s->may_be_more >> seat & 1) && !needfire_hand_may_leave(s, seat, card))
            s->placing.entered = false;
    }
}

static enum outcome lay_powers(const struct act *a, int seat, bool may_merge)
{
    struct needfire *s = a->state;
    find_take_ahead(a, seat);
    int target = a->said->argument[0].card;
    const int room = needfire_before_take(s, seat) ? quota(s) - s->placing.taken : 0;    /* what may still come */
    bool merged = false, along[ARGUMENTS_MOST] = {false};
    for (int i = 1; i < a->said->count; i++)
        along[i] = comes_along(a, seat, a->said->argument[i].card);
    for (int i = 1; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        const struct whereabouts *at = &s->card[card];
        enum outcome outcome = APPLIED;
        if (!along[i])
            find_battle_card(s, seat, card);
        if (at->place == IN_ROW && at->seat == seat) {
            const bool known = s->hand[seat].arranged && !needfire_in_doubt(s, seat);     /* how many lie there */
            if (!may_merge && !merged && s->row_count[seat] + room <= ROW_MOST && known) {
                act_irregular(a, RULE_MERGE, seat, card, N_("{seat} made the battle card {card} a power card "
                                                            "with no more than six battle cards."));
                needfire_doubt(s, seat);
            }
            merged = true;
            if (room > 0)
                needfire_doubt_row(s, seat);     /* the places of what comes are counted otherwise */
            merge(s, card, target);
        } else if (!along[i]) {
            outcome = power_from_hand(a, seat, card, target);
        }
        if (outcome != APPLIED)
            return outcome;
    }
    return APPLIED;
}

/* needfire/power, needfire/turn: is this the seat's own card, in its own turn, and the only target? */
static void check_target(const struct act *a, int seat, int target)
{
    struct needfire *s = a->state;
    struct placing *p = &s->placing;
    const int owner = s->card[target].seat;
    if (owner != seat) {
        message_seat(&act_irregular(a, RULE_POWER, seat, target, N_("{seat} chose {card} as target, which is "
                                                                    "{owner}'s battle card."))->message,
                     "owner", owner);
        needfire_doubt_row(s, seat);      /* another card may be meant */
        needfire_doubt_row(s, owner);
    } else if (p->seat == seat && p->target != NOTHING && p->target != target && s->card[p->target].seat == seat)
        message_card(&act_irregular(a, RULE_POWER, seat, target, N_("{seat} chose {card} as a second target in "
                                                                    "this turn, after {first}."))->message,
                     "first", p->target);
}

/* Whose placement turn a `power` belongs to; false if it is out of turn and changes no turn. */
static bool power_turn(const struct act *a, int seat)
{
    struct needfire *s = a->state;
    struct placing *p = &s->placing;
    if (p->seat == seat)
        return true;
    bool complete = p->seat == NOBODY || p->entered || p->taken >= quota(s);
    const int next = p->seat == NOBODY ? NOBODY : p->stray ? s->turn : next_seat(s, p->seat);
    if (p->seat != NOBODY && (!complete || seat != next) && !s->turn_open) {
        s->limit[seat].line = 0;     /* it comes late, and may be what was to be done */
        const int last = ((p->stray ? s->turn : p->seat) + s->players - 1) % s->players;
        if (seat == s->stray || (p->more > 0 && seat == last))      /* the take between may be this one's */
            return false;
        needfire_out_of_turn(a, seat, complete ? next : p->seat);
        return false;
    }
    if (p->stray) {
        s->took_early |= (uint8_t)(1u << seat);     /* a take stands in the place of this one's */
        needfire_doubt(s, seat);
    }
    needfire_close_placing(a);
    if (s->part == PLACEMENT)
        needfire_open_placing(a, seat);
    return s->part == PLACEMENT;
}

/* Was a merge without need told by this statement? Then that it comes before the take is told with it. */
static bool told_merge(const struct act *a, uint16_t from)
{
    bool told = false;
    for (int i = from; i < a->out->count; i++)
        told |= a->out->row[i].kind == RULING_IRREGULAR && a->out->row[i].rule == RULE_MERGE;
    return told;
}

enum outcome needfire_say_power(const struct act *a)
{
    struct needfire *s = a->state;
    struct placing *p = &s->placing;
    int target = a->said->argument[0].card;
    int seat = a->seat;
    find_battle_card(s, seat, target);
    if (needfire_passes_over(a, target))
        return APPLIED;
    if (s->card[target].place != IN_ROW)
        return needfire_no_battle_card(a, target);
    bool in_place = s->part == PLACEMENT && p->seat == s->card[target].seat && p->seat != seat;
    if (in_place) {
        check_target(a, seat, target);
        seat = p->seat;          /* in the place of the one whose turn and whose card it is */
    }
    enum outcome outcome = s->part == SETTING ? needfire_begin_placement(a) : APPLIED;
    if (outcome != APPLIED)
        return outcome;
    if (needfire_is_over(s))
        return needfire_after_the_end(a);
    if (s->part == SETTING)
        needfire_begin_battle(s);
    bool own_turn = s->part == PLACEMENT && power_turn(a, seat);
    if (s->part == BATTLE && seat >= 0 && s->limit[seat].line != 0) {
        s->limit[seat].line = 0;      /* it comes late, which alone is told */
        s->limit_told &= (uint8_t)~(1u << seat);
        act_irregular(a, RULE_TURN, seat, target, N_("{seat} put power cards on {card} when {seat}'s turn was over already."));
        needfire_fight_otherwise(s);
    } else if (s->part == BATTLE && seat >= 0 && s->limit_told >> seat & 1)
        s->limit_told &= (uint8_t)~(1u << seat);      /* that it was not done in time was told */
    else if (s->part == BATTLE) {
        act_irregular(a, RULE_POWER, seat, target, N_("{seat} put power cards on {card} in the battle part."));
        needfire_fight_otherwise(s);      /* they may have lain there before it */
    } else
        check_target(a, seat, target);
    bool over = s->row_count[seat] > ROW_MOST || (p->seat == seat && p->over);
    bool may_be_over = over || (needfire_before_take(s, seat) && s->row_count[seat] + quota(s) > ROW_MOST);
    bool free_merge = a->setting->house->option[HOUSE_MERGE].choice == 1;
    const uint8_t before = s->row_count[seat];
    const uint16_t rulings = a->out->count;
    outcome = lay_powers(a, seat, over || free_merge || s->part == BATTLE);
    if (outcome == APPLIED && s->row_count[seat] < before && !may_be_over && !needfire_in_doubt(s, seat))
        open_question(a->setting, a->out, HOUSE_MERGE, a->said->line);
    if (outcome != APPLIED || !own_turn)
        return outcome;
    p->over = over;
    p->target = (uint8_t)target;
    p->laid_line = a->said->line;
    p->last_line = a->said->line;
    if (p->taken < quota(s) && p->power_line == 0 && !told_merge(a, rulings))
        p->power_line = a->said->line;
    return APPLIED;
}
