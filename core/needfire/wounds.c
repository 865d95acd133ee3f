/* NeedFire, どう殺すか: wounds and guards. */
#include "core/bits.h"
#include "needfire.h"

enum { FROM_HAND, FROM_DISCARDS };     /* the words of SAY_GUARD */

/* Was anything of this line found since there were so many rulings? */
static bool told_here(const struct act *a, uint16_t from)
{
    bool told = false;
    for (int i = from; i < a->out->count; i++)
        told |= a->out->row[i].line == a->said->line && a->out->row[i].kind > RULING_OPEN;
    return told;
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

/* A wound is over: `removed` tells if a card left the row or its battle card. */
static void close_wound(const struct act *a, int seat, int wounded, bool was_pending, bool removed)
{
    struct needfire *s = a->state;
    if (needfire_hand_holds(s, seat))
        needfire_had_a_hand(a, seat);
    s->pending &= ~bit(wounded);
    s->treated |= bit(wounded);
    if (removed && was_pending)
        recount(a);
    if (was_pending && s->pending == 0)
        needfire_end_turn(a);
}

/*
 * Which card goes to the hand and which face down (NOTHING: unseen). Both may be left out; the
 * first only where a single one is possible.
 */
static enum outcome read_wound(const struct act *a, int wounded, int *taken, int *laid, bool *inferred)
{
    const struct needfire *s = a->state;
    const struct argument *one = a->said->argument;
    struct cardset on = needfire_powers_on(s, wounded);
    int count = a->said->count, powers = cards_count(&on);
    int named = count > 1 && one[1].kind == ARGUMENT_CARD ? one[1].card : NOTHING;
    if (named != NOTHING && a->seat >= 0)
        needfire_claim(a->state, a->seat, named);
    bool lies_there = named == wounded || cards_hold(&on, named);
    const bool may_be_laid = powers <= 1 || s->refused & bit(wounded);
    if (count == 2 && !lies_there && may_be_laid && a->seat >= 0 && needfire_came_by_wound(s, a->seat, named)) {
        if (!(s->pending & bit(wounded)))      /* told of this card: another one is meant */
            game(a)->stand_in[a->seat]++;
        needfire_treat_unseen(a, a->seat, named);
    }
    *taken = named;
    *laid = count > 2 && one[2].kind == ARGUMENT_CARD ? one[2].card : NOTHING;
    bool left_out = named == NOTHING || (count == 2 && !lies_there && may_be_laid && !elsewhere(s, a->seat, named));
    if (!left_out)
        return APPLIED;
    if (powers > 1 && named != NOTHING) {      /* some of them, an impossible line took */
        *taken = NOTHING;
        *laid = named;
        *inferred = true;
        needfire_hand_uncounted(game(a), a->seat);
        return APPLIED;
    }
    if (powers > 1)
        return act_malformed(a, count > 1 ? 1 : -1, N_("several power cards lie on this card; expected the one "
                                                       "that goes to the hand"));
    if (count == 2)
        *laid = named;
    *taken = powers > 0 ? cards_first(&on) : wounded;
    *inferred = true;
    return APPLIED;
}

/* The battle card itself goes to the hand; what lay on it is out of play, if no missing wounds brought it to the hand. */
static void take_itself(const struct act *a, int seat, int wounded)
{
    struct needfire *s = a->state;
    const struct cardset on = needfire_powers_on(s, wounded);
    const bool in_doubt = needfire_in_doubt(s, seat);     /* what lies on it */
    if (cards_any(&on) && !in_doubt) {
        act_irregular(a, RULE_WOUND, seat, wounded, N_("{seat} took {card} itself to the hand, although power "
                                                       "cards lay on it."));
        needfire_doubt_row(s, seat);      /* one of them may be meant, and it may lie there still */
        needfire_hand_uncounted(s, seat);
        s->by_itself |= bit(wounded);
    }
    needfire_take_from_row(s, wounded);
    if (cards_any(&on) && in_doubt)
        s->miscounted |= (uint8_t)(1u << seat);
    for (int c = 1; c < CODES && in_doubt; c++)
        if (cards_hold(&on, c)) {
            needfire_hand_gain(s, seat, c);
            needfire_hand_lay(s, seat);
        }
}

/* Another wound may be meant, and this one still to be treated: one slip. */
static void stand_for_another(struct needfire *s, int seat, int wounded)
{
    s->others |= bit(wounded);
    s->stand_in[seat]++;
}

/* A card that did not lie on the wounded one; in a row in doubt it may have. */
static void take_stranger(const struct act *a, int seat, int wounded, int taken, bool told)
{
    struct needfire *s = a->state;
    const struct whereabouts *at = &s->card[taken];
    if (needfire_in_doubt(s, seat) && needfire_may_lie_with(s, seat, taken)) {
        if (at->place == UNSEEN)
            needfire_hand_uncounted(s, seat);
    } else {
        if (!told && (s->card[wounded].seat == seat || s->card[wounded].place != IN_ROW)) {      /* else that was */
            const bool on_other = at->place == POWERS, held = at->place == HELD && at->seat == seat;
            struct ruling *r = act_irregular(a, RULE_WOUND, seat, taken,
                on_other ? N_("{seat} took {card} to the hand, which lay on {other}, not on {wounded}.")
                : held   ? N_("{seat} took {card} to the hand, but it was in that hand already and did not lie on {wounded}.")
                         : N_("{seat} took {card} to the hand, which did not lie on {wounded}."));
            message_card(&r->message, "wounded", wounded);
            if (on_other)
                message_card(&r->message, "other", at->on);
            if ((on_other || held) && at->line != a->said->line)
                ruling_because(r, at->line);
        }
        needfire_doubt_row(s, seat);
        needfire_hand_uncounted(s, seat);      /* it got what did lie there */
        stand_for_another(s, seat, wounded);
        if (at->place == UNSEEN)
            s->strays++;
    }
    if (at->place == IN_ROW)
        needfire_take_from_row(s, taken);
}

/* needfire/wound: one power card or, if there is none, the card itself goes to the hand. */
static enum outcome take_wounded(const struct act *a, int seat, int wounded, int taken, bool told)
{
    struct needfire *s = a->state;
    struct whereabouts *at = &s->card[taken];
    const struct cardset on = needfire_powers_on(s, wounded);
    const bool own = at->seat == seat && (lies_open(at) || at->place == HELD) && !cards_hold(&on, taken);
    if (taken != wounded && !cards_hold(&on, taken) && needfire_forced_on(s, wounded))
        needfire_doubt_row(s, seat);
    const bool in_doubt = needfire_in_doubt(s, seat) && needfire_may_lie_with(s, seat, taken);
    if (taken == wounded)
        take_itself(a, seat, wounded);
    else if (in_doubt || at->place == UNSEEN || own)
        take_stranger(a, seat, wounded, taken, told);
    else if (!cards_hold(&on, taken))
        return seen_before(a, seat, taken, N_("{card} was seen elsewhere; {seat} cannot have taken it from "
                                              "the wounded card."));
    if (at->place == HELD && at->seat == seat)
        return APPLIED;
    const bool contested = s->card[wounded].seat != seat || (taken != wounded && at->place == UNSEEN);   /* nobody knows whence it came */
    at->line = a->said->line;
    needfire_hand_gain(s, seat, taken);
    if (contested)
        cards_add(&s->contested, taken);
    return APPLIED;
}

/* needfire/discard: then one card of the hand is laid face down. `known`: so is what lay on the wounded one. */
static enum outcome lay_down(const struct act *a, int seat, int taken, int laid, bool known)
{
    struct needfire *s = a->state;
    const int wounded = a->said->argument[0].card;
    struct whereabouts *at = &s->card[laid];
    if (laid == NOTHING) {
        if (!needfire_hand_lay(s, seat))
            return act_impossible(a, seat, NO_CARD, N_("{seat} cannot have laid so many cards face down."));
        return APPLIED;
    }
    const bool there = laid == wounded || (at->place == POWERS && at->on == wounded);
    if (!there || !known)      /* else it is of the wound which this line treats, and another card than it brings */
        needfire_treat_unseen(a, seat, laid);
    if (elsewhere(s, seat, laid))
        return seen_before(a, seat, laid, N_("{card} was seen elsewhere; {seat} cannot have laid it face "
                                             "down."));
    if (needfire_hand_leave(s, seat, laid)) {
        if (laid != taken)
            needfire_had_a_hand(a, seat);
    } else {
        needfire_rule_absent(a, RULE_DISCARD, seat, laid, N_("{seat} laid {card} face down, which cannot have been in "
                                                      "{seat}'s hand."));
        needfire_hand_force(s, seat, laid);
    }
    at->place = HELD;
    at->seat = (int8_t)seat;
    at->down = true;
    s->hand[seat].down++;
    needfire_note(s, TRAIL_GAIN, FACE_DOWN, seat, laid);
    if (s->others & bit(wounded))
        cards_add(&s->contested, laid);
    return APPLIED;
}

/* The same line twice? It moves nothing twice. */
static bool said_twice(const struct act *a)
{
    struct needfire *s = a->state;
    bool same = s->last_wound.count == a->said->count;
    for (int i = 0; i < a->said->count; i++) {
        const struct argument *one = &a->said->argument[i];
        uint8_t card = (uint8_t)(one->kind == ARGUMENT_CARD ? one->card : NOTHING);
        same &= s->last_wound.card[i] == card;
        s->last_wound.card[i] = card;
    }
    s->last_wound.count = a->said->count;
    return same;
}

/* Was this wound carried out already, because the card that it brought was used? */
static bool was_foreseen(const struct act *a, int wounded)
{
    struct needfire *s = a->state;
    const struct argument *one = a->said->argument;
    const bool again = wounded >= 0 && s->pending & bit(wounded % FIRE);
    const bool names = a->said->count > 1 && one[1].kind == ARGUMENT_CARD;
    if (s->foreseen.wounded == NOTHING || s->foreseen.wounded != wounded
        || !((names && one[1].card == s->foreseen.taken) || (!again && a->said->count <= 2)))
        return false;
    s->foreseen.wounded = NOTHING;
    return true;
}

/* The turn that ended the game may have wounded it too: who fought is known of the rows that were given. */
static bool may_end_with(struct needfire *s, int wounded)
{
    return !s->told_over && !(s->treated & bit(wounded)) && needfire_some_row_is_missing(s);
}

/* What was treated before this ignition was of another one, as this line shows. */
static void await_again(struct needfire *s, int wounded)
{
    if (!(s->was_ahead & bit(wounded)))
        return;
    s->was_ahead &= ~bit(wounded);
    s->treated &= ~bit(wounded);
    s->pending |= s->unlit ? 0 : bit(wounded);
    s->last_wound.count = 0;
}

/* needfire/wound, needfire/guard: a wound that the turn which has ended the game did not make. It changes nothing; told once. */
static bool is_after_the_end(const struct act *a, int seat, int wounded)
{
    struct needfire *s = a->state;
    if (!needfire_is_over(s) || s->late & bit(wounded) || may_end_with(s, wounded))
        return false;
    struct ruling *r = act_irregular(a, a->said->verb == SAY_GUARD ? RULE_GUARD : RULE_WOUND, seat, wounded, NULL);
    needfire_tell_end(a, N_("{seat} treated a wound of {card}, which is not wounded, and the game had ended at line {line}: {who} "
                            "has {discards} discards."),
                      N_("{seat} treated a wound of {card}, which is not wounded, and the game had ended at line {line}: nobody "
                         "had a card in hand."),
                      &r->message);
    s->told_over = true;
    return true;
}

/* Wounds and guards: who acts, on which battle card; and has the game ended before it? */
static enum outcome begin_wound(const struct act *a, int *seat, bool *over)
{
    struct needfire *s = a->state;
    int wounded = a->said->argument[0].card;
    if (a->said->argument[0].kind != ARGUMENT_CARD)
        return act_malformed(a, 0, N_("an unseen card; expected the wounded card"));
    *seat = a->seat;
    if (a->seat >= 0)
        needfire_claim(s, a->seat, wounded);
    needfire_find_in_row(s, a->seat, wounded);
    *over = needfire_passes_over(a, wounded);
    if (*over)
        return APPLIED;
    if (s->card[wounded].place != IN_ROW)
        return needfire_no_battle_card(a, wounded);
    *over = is_after_the_end(a, *seat, wounded);
    if (*over)
        return APPLIED;
    if (s->part == SETTING)
        needfire_begin_battle(s);
    await_again(s, wounded);
    return APPLIED;
}

/* A wound of an ignition that was told to be after the end: it changes nothing, and is not told again. */
static bool is_told_over(const struct needfire *s, int wounded)
{
    return needfire_is_over(s) && s->told_over && wounded >= 0 && wounded < FIRE && !(s->late & bit(wounded));
}

/* A card that is not wounded, or another's, and what another wound of this seat's brings to the hand: that one is meant. */
static bool names_another(const struct act *a, int seat, int wounded)
{
    struct needfire *s = a->state;
    const int named = a->said->count == 2 && a->said->argument[1].kind == ARGUMENT_CARD ? a->said->argument[1].card : NOTHING;
    const struct whereabouts *at = &s->card[named];
    const int meant = at->place == POWERS ? at->on : named;
    const bool own = s->card[wounded].seat == seat && (s->pending | s->late | s->others) & bit(wounded);
    if (named == NOTHING || own || meant == wounded || at->seat != seat || !lies_open(at) || !(s->pending & bit(meant)))
        return false;
    needfire_check_wound(a, seat, wounded, false);
    needfire_treat_unseen(a, seat, named);
    close_wound(a, seat, meant, true, false);
    return true;
}

enum outcome needfire_say_wound(const struct act *a)
{
    struct needfire *s = a->state;
    int wounded = a->said->argument[0].card, seat = NOBODY, taken, laid;
    bool inferred = false, over = false;
    if (was_foreseen(a, wounded) || is_told_over(s, wounded))
        return APPLIED;
    enum outcome outcome = begin_wound(a, &seat, &over);
    if (outcome == APPLIED && (over || names_another(a, seat, wounded)))
        return APPLIED;
    if (outcome == APPLIED)
        outcome = read_wound(a, wounded, &taken, &laid, &inferred);
    if (outcome != APPLIED)
        return outcome;
    if (inferred && needfire_in_doubt(s, seat))
        needfire_hand_uncounted(s, seat);      /* a card that nobody has seen may have come to it instead */
    bool was_pending = s->pending & bit(wounded), again = said_twice(a) && s->treated & bit(wounded);
    const uint16_t rulings = a->out->count;
    needfire_check_wound(a, seat, wounded, again);
    if (again && !was_pending)
        return APPLIED;
    const bool known = was_pending && !needfire_in_doubt(s, seat);
    outcome = taken == NOTHING ? APPLIED : take_wounded(a, seat, wounded, taken, told_here(a, rulings));
    if (outcome == APPLIED)
        outcome = lay_down(a, seat, taken, laid, known);
    if (outcome == APPLIED && inferred && laid != NOTHING && (!was_pending || needfire_in_doubt(s, seat)))
        cards_add(&s->laid_or_brought, laid);
    if (outcome == APPLIED)
        close_wound(a, seat, wounded, was_pending, true);
    if (inferred && taken == wounded)
        s->by_itself |= bit(wounded);
    return outcome;
}

/*
 * Where a guarding human comes from, where the statement does not say: FROM_…, or -1. Behind a slip that leaves open what
 * this seat has, the line was plain all the same for those who wrote it.
 */
static int guard_from(const struct act *a, int seat, int guard)
{
    struct needfire *s = a->state;
    if (a->said->count > 2)
        return a->said->argument[2].kind == ARGUMENT_WORD ? a->said->argument[2].number : -1;
    const bool hand = needfire_hand_may_leave(s, seat, guard), down = needfire_down_may_leave(s, seat, guard);
    const bool slip = s->hand[seat].lost || needfire_in_doubt(s, seat) || cards_hold(&s->laid_or_brought, guard);
    if (hand && down && !slip)
        return -1;
    if (hand && down) {      /* it may have lain among them */
        s->miscounted |= (uint8_t)(1u << seat);
        needfire_hand_uncounted(s, seat);
    }
    return down && !hand ? FROM_DISCARDS : FROM_HAND;
}

/* needfire/guard: the human leaves the hand or the face-down discards. */
static void take_guard(const struct act *a, int seat, int guard, int from, bool told)
{
    struct needfire *s = a->state;
    if (from == FROM_HAND ? needfire_hand_leave(s, seat, guard) : needfire_down_leave(s, seat, guard)) {
        if (from == FROM_HAND)
            needfire_had_a_hand(a, seat);
        return;
    }
    if (told)
        ;       /* a card of this line stands for another: that is one slip */
    else if (from == FROM_HAND)
        needfire_rule_absent(a, RULE_GUARD, seat, guard, N_("{seat} guarded with {card}, which cannot have been in {seat}'s "
                                                            "hand."));
    else {
        needfire_prove_absent(s, FACE_DOWN, seat, guard,
                              act_irregular(a, RULE_GUARD, seat, guard,
                                            N_("{seat} guarded with {card}, which cannot have been among {seat}'s "
                                               "face-down discards.")));
        s->miscounted |= (uint8_t)(1u << seat);
        s->stand_in[seat]++;       /* a wound that is not on record may have laid it there */
    }
    needfire_hand_force(s, seat, guard);
}

static void check_guard(const struct act *a, int wounded, int guard, int seat)
{
    struct ruling *r = NULL;
    if (is_fire(guard))
        r = act_irregular(a, RULE_GUARD, seat, guard, N_("{seat} guarded with {card}, which is a fire; only humans "
                                                         "guard."));
    else if (!reacts(a->setting->pack, wounded, guard))
        r = act_irregular(a, RULE_GUARD, seat, guard, N_("{seat} guarded with {card}, which {wounded} does not "
                                                         "react to."));
    if (r == NULL)
        return;
    message_card(&r->message, "wounded", wounded);
    stand_for_another(game(a), seat, wounded);
    cards_add(&game(a)->forced, guard);
    game(a)->miscounted |= (uint8_t)(1u << seat);
}

enum outcome needfire_say_guard(const struct act *a)
{
    struct needfire *s = a->state;
    int wounded = a->said->argument[0].card, seat = NOBODY;
    if (was_foreseen(a, wounded) || is_told_over(s, wounded))
        return APPLIED;
    bool over = false;
    enum outcome outcome = begin_wound(a, &seat, &over);
    if (outcome != APPLIED || over)
        return outcome;
    if (a->said->argument[1].kind != ARGUMENT_CARD)
        return act_malformed(a, 1, N_("no card; expected the human that guards"));
    int guard = a->said->argument[1].card;
    const struct whereabouts *at = &s->card[guard];
    const bool lies_on_it = at->place == POWERS && at->on == wounded && s->pending & ~(s->late | s->refused) & bit(wounded);
    if (is_fire(guard) || lies_on_it)
        needfire_claim(s, seat, guard);      /* one card stands for another */
    else
        needfire_treat_unseen(a, seat, guard);
    if (elsewhere(s, seat, guard))
        return seen_before(a, seat, guard, N_("{card} was seen elsewhere; {seat} cannot have guarded with "
                                              "it."));
    int from = guard_from(a, seat, guard);
    if (from < 0)
        return act_malformed(a, a->said->count > 2 ? 2 : 1,
                             N_("it is not known where this card comes from; expected `hand` or `discard` "
                                "behind it"));
    bool was_pending = s->pending & bit(wounded);
    const uint16_t rulings = a->out->count;
    needfire_check_wound(a, seat, wounded, false);
    if (!told_here(a, rulings))
        check_guard(a, wounded, guard, seat);
    take_guard(a, seat, guard, from, told_here(a, rulings));
    s->hand[seat].opened++;
    s->card[guard].place = OPENED;
    s->card[guard].seat = (int8_t)seat;
    close_wound(a, seat, wounded, was_pending, false);
    return APPLIED;
}

/* ---- what an impossible one stands for ------------------------------------------------------- */

/* It stands for one of this seat's wounds that are left; of which, and what it took, is not known. */
static void stand_for_one(struct needfire *s, int seat)
{
    for (int k = 0; k < s->row_count[seat]; k++)
        s->refused |= s->pending & bit(s->row[seat][k]);
    s->stand_in[seat]++;
}

/* Whose it is nobody said: it may stand for one of anybody's. */
static void stand_for_anybody(struct needfire *s)
{
    for (int i = 0; i < s->players; i++)
        if (needfire_wounds_pending(s, i)) {
            stand_for_one(s, i);
            needfire_hand_uncounted(s, i);
        }
}

/* Where it names another card than one that is wounded it stands for one of these. */
void needfire_refuse_wound(const struct act *a)
{
    struct needfire *s = a->state;
    int wounded = a->said->argument[0].card, seat = a->seat;
    if (seat < 0) {
        stand_for_anybody(s);
        return;
    }
    bool done = wounded >= 0 && wounded < FIRE && s->treated & bit(wounded) && !(s->pending & bit(wounded))
             && s->card[wounded].seat == seat;
    for (int i = 1; i < a->said->count && s->ignitions > 0; i++)
        if (a->said->argument[i].kind == ARGUMENT_CARD && a->said->argument[i].card == s->lighting[s->ignitions - 1].card)
            needfire_fight_otherwise(s);       /* or it is another one that was lit */
    if (s->part == BATTLE && done && needfire_wounds_pending(s, seat))
        stand_for_one(s, seat);
    if (s->part != BATTLE || done)
        return;
    if (wounded >= 0 && wounded < FIRE)
        s->late |= bit(wounded), s->refused |= bit(wounded);
    if (wounded >= 0 && s->card[wounded].place == IN_ROW)
        needfire_hand_uncounted(s, s->card[wounded].seat);
    const int named = a->said->count > 1 && a->said->argument[1].kind == ARGUMENT_CARD ? a->said->argument[1].card : NOTHING;
    if (needfire_came_by_wound(s, seat, named))
        stand_for_one(s, seat);      /* the wound of the card on which it lies may be meant */
    if (wounded >= 0 && wounded < FIRE && s->pending & bit(wounded))
        close_wound(a, s->card[wounded].seat, wounded, true, false);
    else if (needfire_wounds_pending(s, seat))
        stand_for_one(s, seat);
    needfire_hand_uncounted(s, seat);
}
