/*
 * NeedFire, どう殺すか, the second half, in the order of the rulebook: who treats wounds and when,
 * how a wound is treated, and how it is guarded.
 */
#include "core/bits.h"
#include "needfire.h"

enum { FROM_HAND, FROM_DISCARDS }; /* the words of SAY_GUARD */

/* ---- needfire/wound: the active seat first, then clockwise, each all of its own -------------- */

/* How far a seat is from the one that lit, clockwise. */
static int steps_from(const struct needfire *s, int seat)
{
    return (seat - s->fight.seat + s->players) % s->players;
}

/*
 * Checks the order when a seat first treats its own wounds: another seat treated before its turn,
 * or this one comes too late.
 */
static void check_order(const struct act *a, int seat, int wounded, int rule)
{
    struct needfire *s = a->state;
    int others = 0, before = NOBODY;
    for (int i = 0; i < s->players; i++)
        if (s->first_wound[i].line != 0 && steps_from(s, i) > steps_from(s, seat)) {
            others++;
            before = i;
        }
    if (others > 1)
        act_irregular(a, rule, seat, wounded,
            N_("{seat} treated the wound of {card} after the others, but had to come first."))
            ->order = OF_AN_ACT;
    else if (others == 1)
        message_seat(
            &act_irregular_at(a, RULE_WOUND, before, s->first_wound[before].card,
                s->first_wound[before].line,
                N_("{seat} treated the wound of {card}, but {expected} had wounds to treat first."))
                 ->message,
            "expected", seat);
    for (int i = 0; i < s->players && others > 0; i++)
        s->first_wound[i].line = 0;
}

/*
 * Checks that this card is wounded, as far as the rows are known, and that its owner treats it.
 * Returns whether something was reported.
 */
static bool check_wound(const struct act *a, int seat, int wounded)
{
    struct needfire *s = a->state;
    const int owner = s->card[wounded].seat,
              rule = a->said->verb == SAY_GUARD ? RULE_GUARD : RULE_WOUND;
    const uint16_t rulings = a->out->count;
    const bool late = s->late & bit(wounded) && !(s->pending & bit(wounded));
    if (late || (s->ignitions > 0 && s->fight.verdict == FIGHT_UNKNOWN))
        s->late &= ~bit(
            wounded); /* that it was left undone was told; or nobody knows who is wounded */
    else if (!(s->pending & bit(wounded))) {
        if (s->treated & bit(wounded) || !needfire_some_row_is_missing(s))
            act_irregular(a, rule, seat, wounded,
                N_("{seat} treated a wound of {card}, which is not wounded."))
                ->order = OF_AN_ACT;
    } else if (owner != seat) {
        struct ruling *r = act_irregular(a, rule, seat, wounded,
            N_("{seat} treated the wound of {card}, which is {owner}'s."));
        r->order = OF_AN_ACT;
        message_seat(&r->message, "owner", owner);
    } else {
        check_order(a, seat, wounded, rule);
        if (s->first_wound[seat].line == 0) {
            s->first_wound[seat].line = a->said->line;
            s->first_wound[seat].card = (uint8_t)wounded;
        }
        return false;
    }
    return a->out->count > rulings;
}

/* house recount: have the wounded changed? */
static void recount(const struct act *a)
{
    struct needfire *s = a->state;
    uint64_t again = needfire_recount(s, a->setting) & ~s->treated;
    if (again == s->pending)
        return;
    open_question(a->setting, a->out, HOUSE_RECOUNT, a->said->line);
    if (a->setting->house->option[HOUSE_RECOUNT].choice == 1)
        s->pending = again;
}

/*
 * A wound has been treated; `removed`: a card left the row or its battle card. After the last wound
 * the turn is over.
 */
static void close_wound(const struct act *a, int seat, int wounded, bool removed)
{
    struct needfire *s = a->state;
    const bool was_pending = s->pending & bit(wounded);
    if (needfire_hand_holds(s, seat))
        needfire_had_a_hand(a, seat);
    s->pending &= ~bit(wounded);
    s->treated |= bit(wounded);
    if (removed && was_pending)
        recount(a);
    if (was_pending && s->pending == 0)
        needfire_end_turn(a, a->said->line);
}

/* ---- what nobody saw ------------------------------------------------------------------------- */

/*
 * `wound ?`: some wound of this seat was treated. Nobody saw which card was taken, from where, and
 * what was laid down.
 */
static void treat_unseen(struct needfire *s, int seat)
{
    needfire_row_unseen(s, seat);
    needfire_hand_loosen(s, seat);
    s->hand[seat].fires_only = false;
}

/*
 * After `wound ?`: it is not known which of this seat's wounds was treated, so all of them may be
 * treated late and none has to be.
 */
static void close_unseen(const struct act *a, int seat)
{
    struct needfire *s = a->state;
    const bool was_pending = s->pending != 0;
    for (int k = 0; k < s->row_count[seat]; k++) {
        const uint64_t card = bit(s->row[seat][k]);
        s->late |= s->pending & card;
        s->pending &= ~card;
    }
    if (was_pending && s->pending == 0)
        needfire_end_turn(a, a->said->line);
}

/*
 * One of several power cards went to the hand; or perhaps the card itself, if it is not known what
 * lay on it.
 */
static void take_unseen(struct needfire *s, int seat, int wounded)
{
    if (needfire_is_loose(s, wounded))
        needfire_row_unseen(s, seat);
    needfire_loosen(s, wounded);
    needfire_hand_loosen(s, seat);
    s->hand[seat].fires_only = false;
}

/* ---- a wound: one power card to the hand, or the card itself, and one hand card face down ---- */

struct treatment {
    int wounded, taken, laid; /* NOTHING: nobody saw which */
};

/*
 * Reads which card goes to the hand and which is laid face down. Both may be left out, but the
 * first only if just one card is possible.
 */
static enum outcome read_wound(const struct act *a, int seat, struct treatment *t)
{
    const struct needfire *s = a->state;
    const struct cardset on = needfire_powers_on(s, t->wounded);
    const int count = a->said->count, powers = cards_count(&on), named = card_at(a->said, 1);
    const bool known = !needfire_is_loose(s, t->wounded), alone = powers <= 1 && known;
    const bool lies_there = named == t->wounded || cards_hold(&on, named);
    t->taken = named;
    t->laid = card_at(a->said, 2);
    const bool may_be_laid = count == 2 && !lies_there && !elsewhere(s, seat, named);
    if (named != NOTHING && !(may_be_laid && (alone || !known)))
        return APPLIED;
    if (!known) /* the one or the other */
        t->taken = NOTHING;
    if (alone) {
        t->taken = powers > 0 ? cards_first(&on) : t->wounded;
        t->laid = count == 2 ? named : t->laid;
        return APPLIED;
    }
    if (count == 1 && known)
        return act_malformed(a, -1,
            N_("several power cards lie on this card; expected the one that goes to the hand"));
    return APPLIED;
}

/* The battle card itself goes to the hand; cards on it are out of play. */
static void take_itself(const struct act *a, int seat, int wounded)
{
    struct needfire *s = a->state;
    const struct cardset on = needfire_powers_on(s, wounded);
    if (cards_any(&on) && !needfire_is_loose(s, wounded))
        act_irregular(a, RULE_WOUND, seat, wounded,
            N_("{seat} took {card} itself to the hand, although power cards lay on it."));
    needfire_take_from_row(s, wounded);
}

/* A card is taken that did not lie on the wounded one: a card of this seat, or one never seen. */
static void take_stranger(const struct act *a, int seat, const struct treatment *t)
{
    struct needfire *s = a->state;
    const struct whereabouts *at = &s->card[t->taken];
    const bool on_other = at->place == POWERS && at->on != NOTHING;
    struct ruling *r = act_irregular(a, RULE_WOUND, seat, t->taken,
        on_other ? N_("{seat} took {card} to the hand, which lay on {other}, not on {wounded}.")
                 : N_("{card} did not lie on {wounded}."));
    message_card(&r->message, "wounded", t->wounded);
    if (on_other) {
        message_card(&r->message, "other", at->on);
        if (at->line != a->said->line)
            ruling_because(r, at->line);
    }
    s->strays = (uint8_t)(s->strays + (at->place == UNSEEN));
}

static enum outcome take_wounded(const struct act *a, int seat, const struct treatment *t,
    bool told)
{
    struct needfire *s = a->state;
    const struct cardset on = needfire_powers_on(s, t->wounded);
    const struct whereabouts *at = &s->card[t->taken];
    const bool own = at->seat == seat && lies_open(at), unseen = at->place == UNSEEN;
    /* it may have been laid there unseen */
    const bool held = at->place == HELD && at->seat == seat;
    if (t->taken == NOTHING) {
        take_unseen(s, seat, t->wounded);
        return APPLIED;
    }
    if (t->taken == t->wounded)
        take_itself(a, seat, t->wounded);
    else if (!cards_hold(&on, t->taken)
             && !(needfire_is_loose(s, t->wounded) && (own || unseen || held))) {
        if (!own && !unseen)
            return seen_before(a, seat, t->taken,
                N_("{card} was seen elsewhere; {seat} cannot have taken it from the wounded "
                   "card."));
        if (!told)
            take_stranger(a, seat, t);
        else
            s->strays = (uint8_t)(s->strays + unseen);
    }
    if (at->place == IN_ROW)
        needfire_take_from_row(s, t->taken);
    s->card[t->taken].line = a->said->line;
    needfire_hand_gain(s, seat, t->taken);
    return APPLIED;
}

/* needfire/discard: then one card of the hand, any of them, is laid face down. */
static enum outcome lay_down(const struct act *a, int seat, const struct treatment *t)
{
    struct needfire *s = a->state;
    struct whereabouts *at = &s->card[t->laid];
    if (t->laid == NOTHING) {
        if (!needfire_hand_lay(s, seat))
            return act_impossible(a, seat, NO_CARD,
                N_("{seat} cannot have laid that many cards face down."));
        return APPLIED;
    }
    needfire_may_have_gone(s, seat, t->laid);
    if (elsewhere(s, seat, t->laid))
        return seen_before(a, seat, t->laid,
            N_("{card} was seen elsewhere; {seat} cannot have laid it face down."));
    if (!needfire_hand_leave(s, seat, t->laid)) {
        needfire_rule_absent(a, RULE_DISCARD, seat, t->laid,
            N_("{seat} laid {card} face down, which cannot have been in {seat}'s hand."));
        needfire_hand_force(s, seat, t->laid);
    } else if (t->laid != t->taken)
        needfire_had_a_hand(a, seat);
    at->place = HELD;
    at->seat = (int8_t)seat;
    at->down = true;
    s->hand[seat].down++;
    needfire_note(s, HAND_LOG_GAIN, FACE_DOWN, seat, t->laid);
    return APPLIED;
}

/*
 * Reports, once, a wound that does not belong to the turn that ended the game. It changes nothing.
 */
static void treated_after_the_end(const struct act *a, int seat, int wounded)
{
    struct needfire *s = a->state;
    s->told_over = true;
    struct ruling *r = act_irregular(a, a->said->verb == SAY_GUARD ? RULE_GUARD : RULE_WOUND, seat,
        wounded == NOTHING ? NO_CARD : wounded, NULL);
    r->order = OF_AN_ACT;
    needfire_tell_end(a,
        N_("{seat} treated a wound of {card}, which is not wounded, and the game had ended at line "
           "{line}: {who} has {discards} discards."),
        N_("{seat} treated a wound of {card}, which is not wounded, and the game had ended at line "
           "{line}: nobody had a card in hand."),
        &r->message);
}

/*
 * Finds out who acts, on which battle card (NOTHING: nobody saw), and whether the game was over
 * before it.
 */
static enum outcome begin_wound(const struct act *a, int *seat, int *wounded, bool *over)
{
    struct needfire *s = a->state;
    *seat = a->seat;
    *wounded = card_at(a->said, 0);
    *over = needfire_is_over(s) && s->told_over && !(*wounded < FIRE && s->late & bit(*wounded));
    if (*over)
        return APPLIED;
    if (*seat < 0 && *wounded == NOTHING)
        *seat = needfire_wound_turn(s);
    if (*seat < 0 && *wounded == NOTHING)
        return needfire_need_seat(a);
    needfire_turn_up(a, *seat, *wounded);
    if (*wounded != NOTHING && s->card[*wounded].place != IN_ROW)
        return needfire_no_battle_card(a, *seat, *wounded);
    *over = needfire_is_over(s) && *wounded != NOTHING && !(s->late & bit(*wounded))
            && (s->treated & bit(*wounded) || !needfire_some_row_is_missing(s));
    if (*over)
        treated_after_the_end(a, *seat, *wounded);
    if (!*over && s->part == SETTING)
        needfire_begin_battle(s);
    return APPLIED;
}

enum outcome needfire_say_wound(const struct act *a)
{
    int seat;
    bool over = false;
    struct treatment t = {0};
    enum outcome outcome = begin_wound(a, &seat, &t.wounded, &over);
    if (outcome != APPLIED || over)
        return outcome;
    if (t.wounded == NOTHING) {
        treat_unseen(game(a), seat);
        game(a)->hand[seat].down++;
        close_unseen(a, seat);
        return APPLIED;
    }
    outcome = read_wound(a, seat, &t);
    if (outcome != APPLIED)
        return outcome;
    const bool told = check_wound(a, seat, t.wounded);
    outcome = take_wounded(a, seat, &t, told);
    if (outcome == APPLIED)
        outcome = lay_down(a, seat, &t);
    if (outcome == APPLIED)
        close_wound(a, seat, t.wounded, true);
    return outcome;
}

/* ---- needfire/guard: a human that the wounded card reacts to becomes an open discard --------- */

/* Where the guard comes from if the statement does not say it: FROM_…, or -1. */
static int guard_from(const struct act *a, int seat, int guard)
{
    const struct needfire *s = a->state;
    if (a->said->count > 2)
        return a->said->argument[2].kind == ARGUMENT_WORD ? a->said->argument[2].number : -1;
    if (guard == NOTHING)
        return -1;
    const bool hand = needfire_hand_may_leave(s, seat, guard),
               down = needfire_down_may_leave(s, seat, guard);
    const bool told = !s->hand[seat].loose; /* else those who wrote it saw it all the same */
    return hand && down && told ? -1 : down && !hand ? FROM_DISCARDS : FROM_HAND;
}

/* The guard leaves the hand or the face-down discards. */
static void take_guard(const struct act *a, int seat, int guard, int from)
{
    struct needfire *s = a->state;
    if (from == FROM_HAND ? needfire_hand_leave(s, seat, guard)
                          : needfire_down_leave(s, seat, guard)) {
        if (from == FROM_HAND)
            needfire_had_a_hand(a, seat);
        return;
    }
    if (from == FROM_HAND)
        needfire_rule_absent(a, RULE_GUARD, seat, guard,
            N_("{seat} guarded with {card}, which cannot have been in {seat}'s hand."));
    else
        needfire_prove_absent(s, FACE_DOWN, seat, guard,
            act_irregular(a, RULE_GUARD, seat, guard,
                N_("{seat} guarded with {card}, which cannot have been among {seat}'s face-down "
                   "discards.")));
    needfire_hand_force(s, seat, guard);
}

/* A guard that nobody saw; where it came from may be known. */
static void take_guard_unseen(struct needfire *s, int seat, int from)
{
    s->unknown = true;
    needfire_hand_loosen(s, seat);
    if (from == FROM_DISCARDS)
        s->hand[seat].down = (uint8_t)(s->hand[seat].down - (s->hand[seat].down > 0));
    else if (from != FROM_HAND)
        s->hand[seat].either++;
}

static void check_guard(const struct act *a, int seat, int wounded, int guard)
{
    if (is_fire(guard))
        act_irregular(a, RULE_GUARD, seat, guard,
            N_("{seat} guarded with {card}, which is a fire; only humans guard."));
    else if (wounded != NOTHING && !reacts(a->setting->pack, wounded, guard))
        message_card(&act_irregular(a, RULE_GUARD, seat, guard,
                         N_("{seat} guarded with {card}, which {wounded} does not react to."))
                          ->message,
            "wounded", wounded);
}

/*
 * Lays the human that guards, from wherever it was. `told`: the wound itself was reported, so
 * nothing else is.
 */
static enum outcome lay_guard(const struct act *a, int seat, int wounded, int guard, bool told)
{
    struct needfire *s = a->state;
    const uint16_t rulings = a->out->count;
    const int from = guard_from(a, seat, guard);
    if (guard == NOTHING) {
        take_guard_unseen(s, seat, from);
        return APPLIED;
    }
    if (from < 0)
        return act_malformed(a, a->said->count > 2 ? 2 : 1,
            N_("it is not known where this card comes from; expected `hand` or `discard` after "
               "it"));
    if (!told)
        check_guard(a, seat, wounded, guard);
    if (a->out->count == rulings && !told)
        take_guard(a, seat, guard, from);
    else if (from == FROM_HAND ? !needfire_hand_leave(s, seat, guard)
                               : !needfire_down_leave(s, seat, guard))
        needfire_hand_force(s, seat, guard);
    s->card[guard].place = OPENED;
    s->card[guard].seat = (int8_t)seat;
    return APPLIED;
}

enum outcome needfire_say_guard(const struct act *a)
{
    struct needfire *s = a->state;
    int wounded, seat;
    bool over = false, told = false;
    enum outcome outcome = begin_wound(a, &seat, &wounded, &over);
    if (outcome != APPLIED || over)
        return outcome;
    if (a->said->argument[1].kind == ARGUMENT_WORD)
        return act_malformed(a, 1, N_("no card; expected the human that guards"));
    const int guard = card_at(a->said, 1);
    needfire_may_have_gone(s, seat, guard);
    if (elsewhere(s, seat, guard))
        return seen_before(a, seat, guard,
            N_("{card} was seen elsewhere; {seat} cannot have guarded with it."));
    if (wounded == NOTHING)
        treat_unseen(s, seat);
    else
        told = check_wound(a, seat, wounded);
    outcome = lay_guard(a, seat, wounded, guard, told);
    if (outcome != APPLIED)
        return outcome;
    s->hand[seat].opened++;
    if (wounded == NOTHING)
        close_unseen(a, seat);
    else
        close_wound(a, seat, wounded, false);
    return APPLIED;
}
