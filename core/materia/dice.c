/*
 * How a battle ☆戦闘 ends: dice, or the totals that the table counted, and the result.
 */
#include "core/bits.h"
#include "materia.h"

/* ---- 9. Dice · 10. Result · 11. Afterwards ----------------------------------------------- */

/* materia/capture: the loser's fighting ghost leaves play, the winner gets its points. */
static void settle(const struct act *a, const struct materia_result *result)
{
    struct materia *s = a->state;
    const struct materia_contest *c = &s->contest;
    s->last = *result;
    s->last.contest = *c;
    s->last.period = s->period;
    s->last.murky = s->murky;
    /* materia/win: a tie is the defender's */
    enum side winner = s->last.winner = result->total[ATTACK] > result->total[DEFENCE] ? ATTACK : DEFENCE;
    int lost = c->fighter[!winner], seat = c->seat[winner];
    s->settled++;
    if (s->trash_line != 0)       /* materia/trash */
        rulings_add(a->out, RULING_IRREGULAR, RULE_TRASH, c->seat[ATTACK], NO_CARD, s->trash_line,
                    N_("{seat} trashes cards in the middle of a battle; that comes after it."));
    materia_end_battle(s);
    materia_remove(a, lost, CAPTURED, seat);
    s->points[seat] += s->ghost[lost].values.points;
    materia_check_end(a);
}

/* Would the other reading of the die make another total? */
static bool die_matters(const struct materia *s, const int *die)
{
    for (int side = 0; side < SIDES; side++) {
        int64_t one, other;
        materia_total(s, &s->contest, (enum side)side, die[side], false, &one);
        materia_total(s, &s->contest, (enum side)side, die[side], true, &other);
        if (one != other)
            return true;
    }
    return false;
}

/* A ghost of this battle whose values are not known. */
static int unknown_ghost(const struct materia *s)
{
    const struct materia_contest *c = &s->contest;
    for (int i = 0; i < s->ghosts; i++) {
        bool fights = c->fighter[ATTACK] == i || c->fighter[DEFENCE] == i;
        bool supports = cards_hold(&c->supporters[ATTACK], i) || cards_hold(&c->supporters[DEFENCE], i);
        if ((fights || supports) && !(s->ghost[i].values.known & 1u << c->power))
            return i;
    }
    return NO_CARD;
}

/* Do ghosts fight here whose values may be another one's? */
static bool is_twofold(const struct materia *s)
{
    const struct materia_contest *c = &s->contest;
    bool any = false;
    for (int i = 0; i < s->ghosts; i++)
        any |= s->ghost[i].twofold && (c->fighter[ATTACK] == i || c->fighter[DEFENCE] == i || cards_hold(&c->supporters[ATTACK], i)
                                       || cards_hold(&c->supporters[DEFENCE], i));
    return any;
}

static enum outcome values_missing(const struct act *a)
{
    enum outcome outcome = materia_malformed(a, -1, N_("the values of {card} are not known; expected them at its "
                                                       "install, as body=1,1,2,3,4,5 mind=2,2,3,3,4,6, or in the "
                                                       "pack, or instead of the dice the totals, as `total 9 7`"));
    message_card(&a->fault->message, "card", unknown_ghost(a->state));
    return outcome;
}

/* The ghost of a user who has no other. */
static int only_ghost(const struct materia *s, int seat)
{
    int ghost = 0;
    while (s->ghost[ghost].place != INSTALLED || s->ghost[ghost].owner != seat)
        ghost++;
    return ghost;
}

/* Is there nothing to settle, for want of a ghost that defends? Then the battle is over. */
static bool undefended(const struct act *a)
{
    struct materia *s = a->state;
    const int defender = s->contest.seat[DEFENCE];
    if (s->contest.fighter[DEFENCE] == NO_CARD && !s->excused && !s->bare && defender != s->contest.seat[ATTACK]
        && materia_installed(s, defender) == 1)
        materia_send_to_defend(s, only_ghost(s, defender));
    if (materia_defence_missing(s))
        materia_defence_left_out(a);
    if (s->contest.fighter[DEFENCE] != NO_CARD)
        return false;
    s->murky = true;
    materia_end_battle(s);
    s->blind = true;          /* what is told of it later settles nothing */
    return true;
}

/* Dice, or totals, without a battle under way: of one that is not on record, late, or a second time. */
static enum outcome dice_without_battle(const struct act *a)
{
    struct materia *s = a->state;
    bool passed = (s->blind && s->phase != TRASHING) || s->unsettled || s->unread;
    s->blind |= s->unread;
    if (passed)
        return APPLIED;
    if (!materia_just_fought(s, -1))
        return materia_no_battle(a);
    return materia_too_late(a, RULE_BATTLE, s->last.contest.seat[ATTACK],
                    N_("{seat}'s battle has been settled; these dice settle nothing."));
}

enum outcome materia_dice(const struct act *a)
{
    struct materia *s = a->state;
    struct materia_result result = {
        .side_die = a->setting->house->option[HOUSE_SUPPORT_DIE].choice == DIE_OF_SIDE};
    int die[SIDES];
    for (int side = 0; side < SIDES; side++) {
        die[side] = a->said->argument[side].number;
        if (die[side] < 1 || die[side] > FACES)
            return materia_malformed(a, side, N_("“{found}” is no face of a die; expected 1 to 6"));
        result.dice[side] = (uint8_t)die[side];
    }
    if (!s->fighting)
        return dice_without_battle(a);
    if (undefended(a))
        return APPLIED;
    for (int side = 0; side < SIDES; side++)
        if (!materia_total(s, &s->contest, (enum side)side, die[side], result.side_die, &result.total[side]))
            return values_missing(a);
    s->murky |= is_twofold(s);
    if (die_matters(s, die))
        open_question(a->setting, a->out, HOUSE_SUPPORT_DIE, a->said->line);
    settle(a, &result);
    return APPLIED;
}

/* ---- totals as the table counted them ---------------------------------------------------- */

/* Does a face of the die make this total, under a reading of the fixed die that this table may follow? */
static bool can_be(const struct act *a, enum side side, int64_t total)
{
    const struct choice *house = &a->setting->house->option[HOUSE_SUPPORT_DIE];
    int64_t made;
    for (int reading = DIE_OF_SUPPORTER; reading <= DIE_OF_SIDE; reading++) {
        if (house->named && house->choice != reading)
            continue;
        for (int die = 1; die <= FACES; die++)
            if (!materia_total(a->state, &game(a)->contest, side, die, reading == DIE_OF_SIDE, &made) || made == total)
                return true;
    }
    return false;
}

/* These totals are not those of the battle before: whose is wrong, or both are. */
static enum outcome wrong_totals(const struct act *a, const struct materia_result *last)
{
    const struct argument *said = a->said->argument;
    const enum side side = said[ATTACK].number != last->total[ATTACK] ? ATTACK : DEFENCE;
    const bool both = side == ATTACK && said[DEFENCE].number != last->total[DEFENCE];
    struct message *m = &act_refuse(a, last->contest.seat[side], NO_CARD,
                                    both ? N_("{seat}'s total was {was}, not {total}, and the defender's {defence}.")
                                         : N_("{seat}'s total was {was}, not {total}."))->message;
    message_number(m, "total", said[side].number);
    message_number(m, "was", (int32_t)last->total[side]);
    message_number(m, "defence", (int32_t)last->total[DEFENCE]);
    return IMPOSSIBLE;
}

/* Behind the dice the totals are known: what the table counted must be the same. */
static enum outcome compare_totals(const struct act *a)
{
    const struct materia_result *last = &game(a)->last;
    if (game(a)->settled == 0 || last->period != game(a)->period)
        return materia_no_battle(a);
    if (last->murky)
        return APPLIED;
    for (int side = 0; side < SIDES; side++)
        if (a->said->argument[side].number != last->total[side])
            return wrong_totals(a, last);
    return APPLIED;
}

/* Does it tell the totals of the battle before, of this period? */
static bool of_the_last_battle(const struct act *a)
{
    const struct materia *s = a->state;
    bool same = s->settled > 0 && s->last.period == s->period;
    for (int side = 0; side < SIDES; side++)
        same &= a->said->argument[side].number == s->last.total[side];
    return same;
}

enum outcome materia_total_given(const struct act *a)
{
    struct materia *s = a->state;
    struct materia_result result = {.counted = true};
    if (!s->fighting)
        return s->blind || s->unsettled ? dice_without_battle(a) : compare_totals(a);
    if (materia_defence_missing(s) && of_the_last_battle(a))
        return APPLIED;
    for (int side = 0; side < SIDES; side++)
        result.total[side] = a->said->argument[side].number;
    s->murky |= is_twofold(s);
    for (int side = 0; side < SIDES; side++)
        if (s->contest.fighter[side] != NO_CARD && !s->murky && !can_be(a, (enum side)side, result.total[side])) {
            message_number(&act_refuse(a, s->contest.seat[side], NO_CARD,
                                       N_("{seat}'s total cannot be {total}: no die makes it, with these supporters and "
                                          "events."))->message, "total", (int32_t)result.total[side]);
            return IMPOSSIBLE;
        }
    if (!undefended(a))
        settle(a, &result);
    return APPLIED;
}
