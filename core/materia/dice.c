/*
 * How a battle ☆戦闘 ends: the dice, or the totals that the table counted, and the result. Whatever
 * nobody saw is worked out as far as possible.
 */
#include "core/bits.h"
#include "materia.h"

/* ---- 10. Result · 11. Afterwards --------------------------------------------------------- */

/* From now on the points of this user (-1: of all users) are not known. */
static void lose_count(struct materia *s, int seat)
{
    s->unscored |= seat < 0 ? UINT32_MAX : 1u << seat;
}

/* This user (-1: anybody) may have a ghost less, and nobody knows which. */
static void lose_some_ghost(struct materia *s, int seat)
{
    for (int i = 0; i < s->users; i++)
        if (seat < 0 || i == seat)
            bump(&s->fewer[i]);
}

/* It is not known who won: one of the two fighters is gone, and one of the users has its points. */
static void leave_open(struct materia *s)
{
    const struct materia_contest *c = &s->last.contest;
    for (int side = 0; side < SIDES; side++) {
        lose_count(s, c->seat[side]);
        if (c->fighter[side] >= 0)
            s->ghost[c->fighter[side]].place = FOUGHT;
        else
            lose_some_ghost(s, c->seat[side]);
    }
}

/* materia/capture: the loser's fighting ghost leaves play, the winner gets its points. */
static void capture(const struct act *a)
{
    struct materia *s = a->state;
    const struct materia_contest *c = &s->last.contest;
    const int lost = c->fighter[!s->last.winner], seat = c->seat[s->last.winner];
    if (lost < 0) {
        lose_some_ghost(s, c->seat[!s->last.winner]);
        lose_count(s, seat);
        return;
    }
    const struct materia_ghost *g = &s->ghost[lost];
    materia_remove(a, lost, CAPTURED, seat);
    if (seat < 0 || (g->untold && !(g->values.known & 1u << POWERS)))
        lose_count(s, seat);
    else if (!(g->values.known & 1u << POWERS))
        s->owed |= 1u << seat;
    else
        s->points[seat] += g->values.points;
}

static void settle(const struct act *a, const struct materia_result *result)
{
    struct materia *s = a->state;
    s->last = *result;
    s->last.contest = s->contest;
    s->last.period = s->period;
    s->result[s->settled++ % BATTLES_MOST] = s->last;
    s->cast = CAST;
    materia_end_battle(s);
    if (s->last.winner == SIDES)
        leave_open(s);
    else
        capture(a);
    materia_check_end(s);
}

/* ---- who fights --------------------------------------------------------------------------- */

/* A user's only ghost, if the record leaves no other; SOME_GHOST if nobody saw which that is. */
static int only_ghost(const struct materia *s, int seat)
{
    int ghost = SOME_GHOST, count = s->fewer[seat];
    for (int i = 0; i < s->ghosts; i++)
        if (materia_lies(&s->ghost[i]) && s->ghost[i].owner == seat) {
            ghost = i;
            count++;
        }
    return count == 1 ? ghost : SOME_GHOST;
}

/*
 * A user with a single ghost need not say that it fights. So a fighter that nobody saw is the only
 * ghost that its user has.
 */
static void work_out_fighters(struct materia *s)
{
    struct materia_contest *c = &s->contest;
    if (materia_lacks_defence(s) && !materia_must_defend(s) && c->seat[DEFENCE] != c->seat[ATTACK])
        c->fighter[DEFENCE] = SOME_GHOST;
    for (int side = 0; side < SIDES; side++)
        if (c->fighter[side] == SOME_GHOST && c->seat[side] >= 0)
            c->fighter[side] = (int8_t)only_ghost(s, c->seat[side]);
    if (c->fighter[DEFENCE] >= 0) {
        cards_drop(&c->supporters[ATTACK], c->fighter[DEFENCE]);
        cards_drop(&c->supporters[DEFENCE], c->fighter[DEFENCE]);
    }
}

/*
 * materia/defend: without a defending ghost there is nothing to settle, and nothing else in the
 * battle is judged.
 */
static bool undefended(const struct act *a)
{
    struct materia *s = a->state;
    work_out_fighters(s);
    if (s->contest.fighter[DEFENCE] != NO_CARD)
        return false;
    if (materia_must_defend(s))
        act_irregular(a, RULE_DEFEND, s->contest.seat[DEFENCE], NO_CARD,
            N_("{seat} has ghosts and chose none to defend: the battle is not counted."));
    materia_end_battle(s);
    s->cast = CAST_IN_VAIN;
    return true;
}

/* ---- 9. Dice ------------------------------------------------------------------------------ */

/* The range of a total, as far as it is known. */
struct outcomes {
    int64_t least, most;
};

static const struct outcomes anything = {INT64_MIN, INT64_MAX};

/* The range of a side's total if its die shows `die`; 0: the die was not seen. */
static struct outcomes side_range(const struct materia *s, enum side side, int die, bool side_die)
{
    struct outcomes r = {INT64_MAX, INT64_MIN};
    int64_t total;
    for (int face = die > 0 ? die : 1; face <= (die > 0 ? die : FACES); face++) {
        if (!materia_total(s, &s->contest, side, face, side_die, &total))
            return anything;
        r.least = total < r.least ? total : r.least;
        r.most = total > r.most ? total : r.most;
    }
    return r;
}

/* materia/win: the higher total; a tie is the defender's. */
static void decide(struct materia_result *result, const struct outcomes total[SIDES])
{
    for (int side = 0; side < SIDES; side++) {
        result->known[side] = total[side].least == total[side].most;
        result->total[side] = result->known[side] ? total[side].least : 0;
    }
    result->winner = total[ATTACK].least > total[DEFENCE].most    ? ATTACK
                     : total[ATTACK].most <= total[DEFENCE].least ? DEFENCE
                                                                  : SIDES;
}

/* Does it matter for the totals how house support-die is answered? */
static bool die_matters(const struct materia *s, const int *die)
{
    for (int side = 0; side < SIDES; side++) {
        int64_t one = 0, other = 0;
        if (die[side] == 0
            || !materia_total(s, &s->contest, (enum side)side, die[side], false, &one))
            continue;
        materia_total(s, &s->contest, (enum side)side, die[side], true, &other);
        if (one != other)
            return true;
    }
    return false;
}

/* A ghost of this battle whose values ought to be on record but are not; NO_CARD: there is none. */
int materia_unvalued(const struct materia *s)
{
    const struct materia_contest *c = &s->contest;
    for (int i = 0; i < s->ghosts && c->power < POWERS; i++) {
        bool fights = c->fighter[ATTACK] == i || c->fighter[DEFENCE] == i;
        bool supports = cards_hold(&c->supporters[ATTACK], i)
                        || cards_hold(&c->supporters[DEFENCE], i);
        if ((fights || supports) && !(s->ghost[i].values.known & 1u << c->power)
            && !s->ghost[i].untold)
            return i;
    }
    return NO_CARD;
}

static enum outcome values_missing(const struct act *a, int ghost)
{
    enum outcome outcome = materia_malformed(a, -1,
        N_("the values of {card} are not known; expected them at its install, as body=1,1,2,3,4,5 "
           "mind=2,2,3,3,4,6, or in the pack, or instead of the dice the totals, as `total 9 7`"));
    message_card(&a->fault->message, "card", ghost);
    return outcome;
}

/* materia/battle: reports dice without a battle, or a second throw. */
static enum outcome dice_without_battle(const struct act *a)
{
    struct materia *s = a->state;
    if (s->cast == NOT_CAST || s->phase == TRASHING)
        return materia_no_battle(a);
    of_an_act(act_irregular(a, RULE_BATTLE, s->contest.seat[ATTACK], NO_CARD,
        N_("{seat}'s battle has been settled; these dice settle nothing.")));
    return APPLIED;
}

enum outcome materia_dice(const struct act *a)
{
    struct materia *s = a->state;
    struct materia_result result = {
        .side_die = a->setting->house->option[HOUSE_SUPPORT_DIE].choice == DIE_OF_SIDE};
    struct outcomes total[SIDES];
    int die[SIDES];
    for (int side = 0; side < SIDES; side++) {
        die[side] = is_unseen(a, side) ? 0 : a->said->argument[side].number;
        if (!is_unseen(a, side) && (die[side] < 1 || die[side] > FACES))
            return materia_malformed(a, side,
                N_("“{found}” is not a face of a die; expected 1 to 6"));
        result.dice[side] = (uint8_t)die[side];
    }
    if (!s->fighting)
        return dice_without_battle(a);
    if (undefended(a))
        return APPLIED;
    const int ghost = materia_unvalued(s);
    if (ghost != NO_CARD)
        return values_missing(a, ghost);
    for (int side = 0; side < SIDES; side++)
        total[side] = side_range(s, (enum side)side, die[side], result.side_die);
    decide(&result, total);
    if (die_matters(s, die))
        open_question(a->setting, a->out, HOUSE_SUPPORT_DIE, a->said->line);
    settle(a, &result);
    return APPLIED;
}

/* ---- totals as the table counted them ---------------------------------------------------- */

/*
 * Can some face of the die make this total, with an answer to house support-die that this table may
 * play by?
 */
static bool can_be(const struct act *a, enum side side, int64_t total)
{
    const struct choice *house = &a->setting->house->option[HOUSE_SUPPORT_DIE];
    int64_t made;
    for (int reading = DIE_OF_SUPPORTER; reading <= DIE_OF_SIDE; reading++) {
        if (house->named && house->choice != reading)
            continue;
        for (int die = 1; die <= FACES; die++)
            if (!materia_total(a->state, &game(a)->contest, side, die, reading == DIE_OF_SIDE,
                    &made)
                || made == total)
                return true;
    }
    return false;
}

static enum outcome cannot_be(const struct act *a, int seat, int32_t total)
{
    struct ruling *r = act_refuse(a, seat, NO_CARD,
        N_("{seat}'s total cannot be {total}: no die makes it, with these supporters and events."));
    message_number(&r->message, "total", total);
    return IMPOSSIBLE;
}

/* Does a total given differ from the known total of the battle before? */
static bool differs(const struct act *a, enum side side)
{
    const struct materia_result *last = &game(a)->last;
    return !is_unseen(a, side) && last->known[side]
           && a->said->argument[side].number != last->total[side];
}

/* Refuses totals that differ from those of the battle before; the message says whose is wrong. */
static enum outcome wrong_totals(const struct act *a)
{
    const struct materia_result *last = &game(a)->last;
    const enum side side = differs(a, ATTACK) ? ATTACK : DEFENCE;
    const bool both = side == ATTACK && differs(a, DEFENCE);
    struct message *m = &act_refuse(a, last->contest.seat[side], NO_CARD,
        both ? N_("{seat}'s total was {was}, not {total}, and the defender's {defence}.")
             : N_("{seat}'s total was {was}, not {total}."))
                             ->message;
    message_number(m, "total", a->said->argument[side].number);
    message_number(m, "was", (int32_t)last->total[side]);
    message_number(m, "defence", (int32_t)last->total[DEFENCE]);
    return IMPOSSIBLE;
}

/* After the dice the totals are known, so the totals that the table counted must be the same. */
static enum outcome compare_totals(const struct act *a)
{
    const struct materia *s = a->state;
    if (s->cast == CAST_IN_VAIN && s->phase < TRASHING)
        return APPLIED;
    if (s->settled == 0 || s->last.period != s->period)
        return materia_no_battle(a);
    return differs(a, ATTACK) || differs(a, DEFENCE) ? wrong_totals(a) : APPLIED;
}

enum outcome materia_total_given(const struct act *a)
{
    struct materia *s = a->state;
    struct materia_result result = {.counted = true};
    struct outcomes total[SIDES] = {anything, anything};
    if (!s->fighting)
        return compare_totals(a);
    for (int side = 0; side < SIDES; side++) {
        const int32_t given = a->said->argument[side].number;
        if (is_unseen(a, side))
            continue;
        total[side] = (struct outcomes){given, given};
        if (s->contest.fighter[side] != NO_CARD && !can_be(a, (enum side)side, given))
            return cannot_be(a, s->contest.seat[side], given);
    }
    if (undefended(a))
        return APPLIED;
    decide(&result, total);
    settle(a, &result);
    return APPLIED;
}
