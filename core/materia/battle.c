/*
 * Materia's battle ☆戦闘, in the order of its steps: defending ghost, side support, events laid face
 * down, dice, result. The attack itself stands in play.c, with the other acts of a period.
 */
#include "core/bits.h"
#include "materia.h"

#include <assert.h>
#include <string.h>

/* ---- beginning and leaving --------------------------------------------------------------- */

/* A defending ghost that was named too early: here is the attack on its user. */
static void answer_early(const struct act *a)
{
    struct materia *s = a->state;
    const struct materia_choice *c = &s->answer;
    act_irregular_at(a, RULE_DEFEND, c->seat, c->ghost, c->line,
                     N_("{seat} names a defending ghost before the attack."));
    s->murky = true;
    if (s->ghost[c->ghost].owner == c->seat && c->ghost != s->contest.fighter[ATTACK])
        s->contest.fighter[DEFENCE] = (int8_t)c->ghost;
    else
        s->excused = true;
    s->answer.line = 0;
}

void materia_begin_battle(const struct act *a, int attacker, int defender, int ghost, enum power power)
{
    struct materia *s = a->state;
    s->fighting = true;
    s->excused = s->ahead;
    s->blind = s->ahead = s->stand_in = s->unsettled = s->murky = s->unread_step = s->odd_set = false;
    s->early_count = 0;
    s->aside = 0;
    s->bare = materia_installed(s, defender) == 0;
    memset(s->set, 0, sizeof s->set);
    memset(s->opened, 0, sizeof s->opened);
    s->contest = (struct materia_contest){
        .power = power, .seat = {(int8_t)attacker, (int8_t)defender},
        .fighter = {(int8_t)ghost, NO_CARD}};
    if (s->answer.line != 0 && s->answer.seat == defender)
        answer_early(a);
}

static void end_battle(struct materia *s)
{
    for (int side = 0; side < SIDES && s->murky; side++)
        if (s->contest.fighter[side] != NO_CARD)
            s->unsure |= 1u << s->ghost[s->contest.fighter[side]].owner;
    if (s->murky)
        s->unsure |= 1u << s->contest.seat[ATTACK] | 1u << s->contest.seat[DEFENCE];
    s->early_count = 0;
    s->trash = (int16_t)(s->trash + s->set[ATTACK] + s->set[DEFENCE]);
    s->fighting = false;
}

/* Is there another user, with ghosts, who must choose one? */
static bool must_defend(const struct materia *s)
{
    return !s->bare && s->contest.seat[ATTACK] != s->contest.seat[DEFENCE];
}

static bool defence_missing(const struct materia *s)
{
    return must_defend(s) && s->contest.fighter[DEFENCE] == NO_CARD && !s->excused;
}

/* A step that comes before the defending ghost: told when that one comes. */
static void keep_early(const struct act *a, int rule, const char *why)
{
    struct materia *s = a->state;
    if (s->early_count < EARLY_MOST)
        s->early[s->early_count++] = (struct materia_early){(uint8_t)rule, (int8_t)a->seat, a->said->line, why};
}

void materia_tell_early(const struct materia *s, struct rulings *out, uint32_t because)
{
    for (int i = 0; i < s->early_count; i++) {
        const struct materia_early *e = &s->early[i];
        struct ruling *r = rulings_add(out, RULING_IRREGULAR, e->rule, e->seat, NO_CARD, e->line, e->why);
        if (because != 0)
            ruling_because(r, because);
    }
}

static void defence_left_out(const struct act *a)
{
    act_irregular(a, RULE_DEFEND, game(a)->contest.seat[DEFENCE], NO_CARD,
                  N_("{seat} has ghosts and chose none to defend, or the `defend` line is missing; the battle is not "
                     "counted."));
}

void materia_leave_battle(const struct act *a)
{
    struct materia *s = a->state;
    if (!s->fighting)
        return;
    s->murky |= s->unread_step;
    if (s->unread_step)
        ;                     /* what is missing cannot be read */
    else if (defence_missing(s))
        defence_left_out(a);
    else if (must_defend(s) && !s->excused)
        act_irregular_at(a, RULE_BATTLE, s->contest.seat[ATTACK], NO_CARD, s->battle_line,
                         N_("{seat}'s battle was begun, and never settled by the dice: it is not counted."));
    s->unsettled = true;
    end_battle(s);
}

void materia_tell_answer(const struct materia *s, struct rulings *out, uint32_t because)
{
    if (s->answer.line == 0)
        return;
    struct ruling *r = rulings_add(out, RULING_IRREGULAR, RULE_ATTACK, s->current, NO_CARD, s->answer.line,
                                   N_("{seat}'s attack is missing before this: the battle is not counted."));
    if (because != 0)
        ruling_because(r, because);
}

/* The attack is missing: who fought with what, and who has lost a ghost, is not known. */
void materia_end_answer(const struct act *a)
{
    struct materia *s = a->state;
    if (s->answer.line == 0)
        return;
    materia_tell_answer(s, a->out, a->said->line);
    s->answer.line = 0;
    s->blind = true;
}

static enum outcome no_battle(const struct act *a)
{
    if (game(a)->unread) {    /* its attack cannot be read */
        game(a)->blind = true;
        return APPLIED;
    }
    return act_impossible(a, a->seat, NO_CARD,
                          N_("No battle is under way; expected `NAME: attack …` first."));
}

/* A step of a battle that is not under way, although the line says one: what is wrong was told once. */
static bool passed_over(const struct materia *s, enum outcome *outcome)
{
    *outcome = APPLIED;
    return s->blind && !s->fighting;
}

/* Do the dice lie already, of a battle of this period that this user was in? */
static bool just_fought(const struct materia *s, int seat)
{
    const struct materia_result *last = &s->last;
    return s->settled > 0 && last->period == s->period && s->phase == FIGHTING
        && (seat < 0 || seat == last->contest.seat[ATTACK] || seat == last->contest.seat[DEFENCE]);
}

/* Behind a slip in the battle that was settled last it is not certain who won it. */
static void doubt_last(struct materia *s)
{
    const struct materia_contest *c = &s->last.contest;
    struct materia_ghost *lost = &s->ghost[c->fighter[!s->last.winner]];
    s->last.murky = true;
    s->unsure |= 1u << c->seat[ATTACK] | 1u << c->seat[DEFENCE];
    if (lost->place == CAPTURED)
        lost->keeper = c->seat[!s->last.winner];
}

/* A step that comes behind the dice counts no more. */
static enum outcome too_late(const struct act *a, int rule, int seat, const char *message)
{
    act_irregular(a, rule, seat, NO_CARD, message);
    if (rule == RULE_SUPPORT)
        doubt_last(a->state);
    return APPLIED;
}

/* Which side a seat is on; -1: neither. Who attacks themselves attacks first. */
static int side_of(const struct materia *s, int seat)
{
    if (seat == s->contest.seat[ATTACK])
        return ATTACK;
    return seat == s->contest.seat[DEFENCE] ? DEFENCE : -1;
}

/* ---- 3. The defending ghost -------------------------------------------------------------- */

static void send_to_defend(struct materia *s, int ghost)
{
    struct materia_contest *c = &s->contest;
    c->fighter[DEFENCE] = (int8_t)ghost;
    cards_drop(&c->supporters[ATTACK], ghost);   /* named before their time */
    cards_drop(&c->supporters[DEFENCE], ghost);
}

/* A third user's ghost defends, until the one who was attacked chooses. */
static void stand_in(const struct act *a, int seat, int ghost)
{
    struct materia *s = a->state;
    materia_stray(a, seat, ghost);
    s->ghost[ghost].line = a->said->line;
    if (s->contest.fighter[DEFENCE] != NO_CARD || ghost == s->contest.fighter[ATTACK])
        return;
    s->stand_in = true;
    send_to_defend(s, ghost);
}

/* The answer to an attack that a third user began in the middle of this battle: that one is not fought. */
static bool answers_aside(struct materia *s, int seat)
{
    bool own = seat == s->contest.seat[DEFENCE] && s->contest.fighter[DEFENCE] == NO_CARD;
    if (own || !(s->aside >> seat & 1))
        return false;
    s->aside &= ~(1u << seat);
    return true;
}

enum outcome materia_defend(const struct act *a)
{
    struct materia *s = a->state;
    struct materia_contest *c = &s->contest;
    int ghost, seat = a->seat;
    enum outcome outcome;
    if (passed_over(s, &outcome))
        return outcome;
    bool any = a->setting->house->option[HOUSE_BATTLES].choice == BATTLES_ANY;
    if (!s->fighting && just_fought(s, seat) && seat >= 0 && !any)
        return too_late(a, RULE_DEFEND, seat, N_("{seat} names a defending ghost behind the dice; it is not counted."));
    bool answers = s->stage == PERIODS && s->current >= 0 && seat >= 0 && seat != s->current && !s->unread;
    if (!s->fighting && !answers)
        return no_battle(a);
    outcome = materia_in_play(a, 0, seat, &ghost);
    if (outcome != APPLIED)
        return outcome;
    if (!s->fighting) {
        s->answer = (struct materia_choice){(int8_t)seat, (int16_t)ghost, a->said->line};
        return APPLIED;
    }
    if (answers_aside(s, seat))
        return APPLIED;
    if (side_of(s, seat) < 0) {
        stand_in(a, seat, ghost);
        return APPLIED;
    }
    if (ghost == c->fighter[ATTACK] && seat == c->seat[DEFENCE] && s->ghost[ghost].owner == seat) {
        s->excused = s->murky = true;    /* it was not this one that attacked, which was told there */
        return APPLIED;
    }
    if (ghost == c->fighter[ATTACK])
        return seen_before(a, seat, ghost, N_("{card} is attacking; it cannot defend as well."));
    s->ghost[ghost].line = a->said->line;
    materia_claim(s, seat, ghost);
    if (s->stand_in && seat == c->seat[DEFENCE])
        c->fighter[DEFENCE] = NO_CARD;
    s->stand_in = false;
    /* materia/defend */
    const char *wrong = seat != c->seat[DEFENCE]             ? N_("{seat} defends, but it is {defender} who was "
                                                                  "attacked; expected `{defender}: defend …`.")
                        : c->fighter[DEFENCE] != NO_CARD     ? N_("{seat} has chosen the defending ghost "
                                                                  "already; {card} does not fight.")
                        : s->ghost[ghost].owner != seat      ? N_("{card} is not {seat}'s; one's own ghost "
                                                                  "defends.")
                                                             : NULL;
    if (wrong != NULL)
        message_seat(&act_irregular(a, RULE_DEFEND, seat, ghost, wrong)->message, "defender",
                     c->seat[DEFENCE]);
    materia_tell_early(s, a->out, a->said->line);
    s->early_count = 0;
    if (c->fighter[DEFENCE] == NO_CARD)
        send_to_defend(s, ghost);
    return APPLIED;
}

/* ---- 4, 5. Side support ------------------------------------------------------------------ */

/* Has this side named supporters of its own? */
static bool names_own(const struct materia *s, int side)
{
    bool own = false;
    for (int i = 0; i < s->ghosts; i++)
        own |= cards_hold(&s->contest.supporters[side], i) && s->ghost[i].owner == s->contest.seat[side];
    return own;
}

/* Why the whole statement comes at a wrong time, or NULL. */
static const char *support_too_late(const struct materia *s, int side)
{
    if (s->set[ATTACK] || s->set[DEFENCE])
        return N_("{seat} names supporters after an event was laid; they are named before.");
    if (side == ATTACK && names_own(s, DEFENCE))
        return N_("{seat} attacks and names supporters after the defender; the attacker's come first.");
    return NULL;
}

/* Does this ghost support? If not, or wrongly, `wrong` says why. */
static bool supports(const struct materia *s, int side, int seat, int ghost, const char **wrong)
{
    const struct materia_contest *c = &s->contest;
    *wrong = NULL;
    if (cards_hold(&c->supporters[!side], ghost) && s->ghost[ghost].owner == seat)
        return true;                       /* it was the other who named a ghost that is not their own */
    if (side == ATTACK && ghost == c->fighter[DEFENCE] && s->ghost[ghost].owner == seat)
        return true;
    if (ghost == c->fighter[ATTACK] || ghost == c->fighter[DEFENCE])
        *wrong = N_("{card} is fighting; a ghost that fights is not counted as a supporter.");
    else if (cards_hold(&c->supporters[ATTACK], ghost) || cards_hold(&c->supporters[DEFENCE], ghost))
        *wrong = N_("{card} supports already; it is counted once.");
    if (*wrong != NULL)
        return false;
    if (s->ghost[ghost].owner != seat)
        *wrong = N_("{card} is not {seat}'s; only one's own ghosts support.");
    else if (side == ATTACK && materia_sure(s, c->seat[DEFENCE])
             && cards_count(&c->supporters[ATTACK]) >= materia_installed(s, c->seat[DEFENCE]))
        *wrong = N_("{card} is one supporter too many: the attacker may use at most as many as the "
                    "defender has ghosts, here {most}.");
    return true;
}

/* The other side has wrongly named this ghost, if it is there already. */
static void add_supporter(struct materia *s, int side, int ghost)
{
    struct materia_contest *c = &s->contest;
    assert(ghost >= 0);
    cards_drop(&c->supporters[!side], ghost);
    cards_add(&c->supporters[side], ghost);
    if (c->fighter[DEFENCE] == NO_CARD || c->fighter[DEFENCE] != ghost)
        return;
    c->fighter[DEFENCE] = NO_CARD;
    s->excused = true;
}

enum outcome materia_support(const struct act *a)
{
    struct materia *s = a->state;
    int seat = a->seat, ghost[ARGUMENTS_MOST];
    enum outcome outcome;
    if (passed_over(s, &outcome))
        return outcome;
    if (!s->fighting && just_fought(s, seat))
        return too_late(a, RULE_SUPPORT, seat, N_("{seat} names supporters behind the dice; they are not counted."));
    if (!s->fighting)
        return no_battle(a);
    for (int i = 0; i < a->said->count; i++) {
        outcome = materia_in_play(a, i, seat, &ghost[i]);
        if (outcome != APPLIED)
            return outcome;
    }
    int side = side_of(s, seat);
    if (side < 0) {
        materia_stray(a, seat, NO_CARD);
        return APPLIED;
    }
    const char *late = support_too_late(s, side), *told = NULL;    /* what is wrong in one way is told once */
    /* materia/support */
    if (defence_missing(s) && late == NULL)
        keep_early(a, RULE_SUPPORT, N_("{seat} names supporters before the defending ghost is chosen."));
    if (late != NULL)
        act_irregular(a, RULE_SUPPORT, seat, NO_CARD, late);
    for (int i = 0; i < a->said->count; i++) {
        const char *wrong;
        if (side == DEFENCE && ghost[i] == s->contest.fighter[ATTACK] && s->ghost[ghost[i]].owner == seat) {
            s->murky = true;      /* it was not this one that attacked, which was told there */
            continue;
        }
        materia_claim(s, seat, ghost[i]);
        bool counts = supports(s, side, seat, ghost[i], &wrong);
        if (wrong != NULL && wrong != told && late == NULL)
            message_number(&act_irregular(a, RULE_SUPPORT, seat, ghost[i], wrong)->message,
                           "most", materia_installed(s, s->contest.seat[DEFENCE]));
        told = wrong != NULL ? wrong : told;
        if (counts)
            add_supporter(s, side, ghost[i]);
        s->ghost[ghost[i]].line = a->said->line;
    }
    return APPLIED;
}

/* ---- 6, 7. Events face down · 8. Opened -------------------------------------------------- */

enum outcome materia_set(const struct act *a)
{
    struct materia *s = a->state;
    int seat = a->seat, side = s->fighting ? side_of(s, seat) : -1;
    enum outcome outcome;
    if (!s->fighting && !s->blind && !just_fought(s, seat))
        return no_battle(a);
    if (s->archive[seat] == 0 && materia_counted(s, seat))
        return act_impossible(a, seat, NO_CARD, N_("{seat}'s archive is empty; there is no card to lay."));
    int laid = materia_spend(s, seat, 1);
    if (side < 0 || s->set[side])
        s->trash = (int16_t)(s->trash + laid);
    if (passed_over(s, &outcome))
        return outcome;
    if (!s->fighting)
        return too_late(a, RULE_SET, seat, N_("{seat} lays an event behind the dice; it is not counted."));
    if (side < 0) {
        materia_stray(a, seat, NO_CARD);
        return APPLIED;
    }
    /* materia/set: each at most one, the attacker first */
    const char *wrong = s->set[side]         ? N_("{seat} has laid an event already; at most one is laid.")
                        : side == ATTACK && s->set[DEFENCE]
                            ? N_("{seat} attacks and lays an event after the defender; the attacker is first.")
                            : NULL;
    if (wrong != NULL)
        act_irregular(a, RULE_SET, seat, NO_CARD, wrong);
    else if (defence_missing(s))
        keep_early(a, RULE_SET, N_("{seat} lays an event before the defending ghost is chosen."));
    if (wrong != NULL) {
        s->odd_set = true;
        s->uncounted |= 1u << s->contest.seat[ATTACK] | 1u << s->contest.seat[DEFENCE];
    }
    s->set[side] |= laid > 0;
    return APPLIED;
}

enum outcome materia_modify(const struct act *a)
{
    struct materia *s = a->state;
    enum outcome outcome;
    if (passed_over(s, &outcome))
        return outcome;
    if (!s->fighting)
        return no_battle(a);
    int side = side_of(s, a->seat);
    if (side < 0)
        return act_impossible(a, a->seat, NO_CARD,
                              N_("{seat} is not in this battle and has no total to change."));
    s->contest.modify[side] += a->said->argument[0].number;
    return APPLIED;
}

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
    end_battle(s);
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
    if (defence_missing(s) && materia_installed(s, s->contest.seat[DEFENCE]) == 1)
        send_to_defend(s, only_ghost(s, s->contest.seat[DEFENCE]));
    if (defence_missing(s))
        defence_left_out(a);
    if (s->contest.fighter[DEFENCE] != NO_CARD)
        return false;
    end_battle(s);
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
    if (!just_fought(s, -1))
        return no_battle(a);
    return too_late(a, RULE_BATTLE, s->last.contest.seat[ATTACK],
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

/* What was given as this side's total is none; `was` is the total if it is known, or the same. */
static enum outcome wrong_total(const struct act *a, enum side side, int seat, int64_t was, const char *message)
{
    struct message *m = &act_refuse(a, seat, NO_CARD, message)->message;
    message_number(m, "total", a->said->argument[side].number);
    message_number(m, "was", (int32_t)was);
    return IMPOSSIBLE;
}

/* Behind the dice the totals are known: what the table counted must be the same. */
static enum outcome compare_totals(const struct act *a)
{
    const struct materia_result *last = &game(a)->last;
    if (game(a)->settled == 0 || last->period != game(a)->period)
        return no_battle(a);
    if (last->murky)
        return APPLIED;
    for (int side = 0; side < SIDES; side++)
        if (a->said->argument[side].number != last->total[side])
            return wrong_total(a, (enum side)side, last->contest.seat[side], last->total[side],
                               N_("{seat}'s total was {was}, not {total}."));
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
    if (defence_missing(s) && of_the_last_battle(a))
        return APPLIED;
    for (int side = 0; side < SIDES; side++)
        result.total[side] = a->said->argument[side].number;
    for (int side = 0; side < SIDES; side++)
        if (s->contest.fighter[side] != NO_CARD && !s->murky && !can_be(a, (enum side)side, result.total[side]))
            return wrong_total(a, (enum side)side, s->contest.seat[side], result.total[side],
                               N_("{seat}'s total cannot be {total}: no die makes it, with these supporters and "
                                  "events."));
    if (!undefended(a))
        settle(a, &result);
    return APPLIED;
}

/* ---- what an impossible step stands for ---------------------------------------------------- */

void materia_refuse_step(struct materia *s, const struct statement *said)
{
    s->murky |= said->verb >= SAY_DEFEND && said->verb <= SAY_MODIFY;
    if ((said->verb == SAY_TOTAL || said->verb == SAY_MODIFY) && !s->fighting && just_fought(s, -1)) {
        doubt_last(s);
        return;
    }
    if (said->verb == SAY_ATTACK && !s->fighting)
        s->blind = true;
    else if (said->verb == SAY_DEFEND && s->fighting)
        s->excused = s->contest.fighter[DEFENCE] == NO_CARD;
    else if (!s->fighting && said->verb != SAY_DICE && said->verb != SAY_TOTAL) {
        s->blind = true;      /* the attack is missing: its other steps follow from that */
        s->ahead |= said->verb == SAY_DEFEND;
    }
    else if (s->fighting && said->verb == SAY_SET && said->seat >= 0 && side_of(s, said->seat) >= 0)
        s->set[side_of(s, said->seat)] = true;
    else if (s->fighting && said->verb == SAY_TOTAL)
        s->excused = s->contest.fighter[DEFENCE] != NO_CARD;    /* it was settled, but not by these numbers */
}
