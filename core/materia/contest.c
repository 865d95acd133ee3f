/*
 * A battle as a whole: how it begins and is left, what it lacks, and steps that come where none is expected. The steps
 * themselves are in battle.c and dice.c.
 */
#include "core/bits.h"
#include "materia.h"

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
    s->trash_line = s->aside = 0;
    s->bare = materia_installed(s, defender) == 0;
    memset(s->set, 0, sizeof s->set);
    memset(s->opened, 0, sizeof s->opened);
    s->contest = (struct materia_contest){
        .power = power, .seat = {(int8_t)attacker, (int8_t)defender},
        .fighter = {(int8_t)ghost, NO_CARD}};
    if (s->answer.line != 0 && s->answer.seat == defender)
        answer_early(a);
}

void materia_end_battle(struct materia *s)
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

/* Is there another user, with ghosts? */
static bool has_opponent(const struct materia *s)
{
    return !s->bare && s->contest.seat[ATTACK] != s->contest.seat[DEFENCE];
}

/* One alone need not be named; and behind a slip two on record may be one. */
bool materia_defence_missing(const struct materia *s)
{
    const int defender = s->contest.seat[DEFENCE], alone = materia_sure(s, defender) ? 1 : 2;
    return has_opponent(s) && s->contest.fighter[DEFENCE] == NO_CARD && !s->excused && materia_installed(s, defender) > alone;
}

void materia_send_to_defend(struct materia *s, int ghost)
{
    struct materia_contest *c = &s->contest;
    c->fighter[DEFENCE] = (int8_t)ghost;
    cards_drop(&c->supporters[ATTACK], ghost);   /* named before their time */
    cards_drop(&c->supporters[DEFENCE], ghost);
}

void materia_keep_early(const struct act *a, int rule, const char *why)
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

void materia_defence_left_out(const struct act *a)
{
    act_irregular(a, RULE_DEFEND, game(a)->contest.seat[DEFENCE], NO_CARD,
                  N_("{seat} has ghosts and chose none to defend, or the `defend` line is missing; the battle is not "
                     "counted."));
}

/* An attack out of turn that nobody has answered was not fought: whose period it is goes on, or the next one's begins. */
void materia_drop_stray_attack(struct materia *s)
{
    const struct materia_contest *c = &s->contest;
    if (s->fighting && c->seat[ATTACK] == s->stray.seat && s->stray.seat != s->current && c->fighter[DEFENCE] == NO_CARD)
        materia_end_battle(s);
}

void materia_leave_battle(const struct act *a)
{
    struct materia *s = a->state;
    if (!s->fighting)
        return;
    s->murky = true;          /* whoever won it has a ghost more than on record, and the other one less */
    if (s->unread_step)
        ;                     /* what is missing cannot be read */
    else if (materia_defence_missing(s))
        materia_defence_left_out(a);
    else if (has_opponent(s) && !s->excused)
        act_irregular_at(a, RULE_BATTLE, s->contest.seat[ATTACK], NO_CARD, s->battle_line,
                         N_("{seat}'s battle was begun, and never settled by the dice: it is not counted."));
    s->unsettled = true;
    materia_end_battle(s);
}

void materia_tell_bare(const struct materia *s, struct rulings *out)
{
    if (s->bare_line != 0)
        message_seat(&rulings_add(out, RULING_IRREGULAR, RULE_BATTLE, s->contest.seat[ATTACK], NO_CARD, s->bare_line,
                                  N_("{seat} attacks {defender}, who has no ghost."))->message,
                     "defender", s->contest.seat[DEFENCE]);
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
    s->unsure |= 1u << s->answer.seat | (s->current >= 0 ? 1u << s->current : 0);
    s->answer.line = 0;
    s->blind = true;
}

/* ---- steps where none is expected --------------------------------------------------------- */

enum outcome materia_no_battle(const struct act *a)
{
    if (game(a)->unread) {    /* its attack cannot be read */
        game(a)->blind = true;
        return APPLIED;
    }
    return act_impossible(a, a->seat, NO_CARD,
                          N_("No battle is under way; expected `NAME: attack …` first."));
}

bool materia_passed_over(const struct materia *s, enum outcome *outcome)
{
    *outcome = APPLIED;
    return s->blind && !s->fighting;
}

bool materia_just_fought(const struct materia *s, int seat)
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

enum outcome materia_too_late(const struct act *a, int rule, int seat, const char *message)
{
    act_irregular(a, rule, seat, NO_CARD, message);
    if (rule == RULE_SUPPORT || a->said->verb == SAY_MODIFY)
        doubt_last(a->state);
    return APPLIED;
}

int materia_side_of(const struct materia *s, int seat)
{
    if (seat == s->contest.seat[ATTACK])
        return ATTACK;
    return seat == s->contest.seat[DEFENCE] ? DEFENCE : -1;
}

/* ---- what an impossible step stands for ---------------------------------------------------- */

void materia_refuse_step(struct materia *s, const struct statement *said)
{
    s->murky |= said->verb >= SAY_DEFEND && said->verb <= SAY_MODIFY;
    if (said->verb == SAY_TOTAL && !s->fighting && materia_just_fought(s, -1)) {
        doubt_last(s);
        return;
    }
    if (!s->fighting && (said->verb == SAY_DICE || said->verb == SAY_TOTAL))
        s->ahead = true;      /* they were cast, before the attack */
    if (!s->fighting && said->verb > SAY_DEFEND && said->verb < SAY_DICE)
        s->unsure = UINT32_MAX;      /* who fought, and who has lost a ghost, is not on record */
    if (said->verb == SAY_ATTACK && !s->fighting) {
        s->blind = true;
        s->unsure |= said->argument[0].kind == ARGUMENT_SEAT ? 1u << said->argument[0].seat : 0;      /* who may have lost a ghost */
    } else if (said->verb == SAY_DEFEND && s->fighting)
        s->excused = s->contest.fighter[DEFENCE] == NO_CARD;
    else if (!s->fighting && said->verb != SAY_DICE && said->verb != SAY_TOTAL) {
        s->blind = true;      /* the attack is missing: its other steps follow from that */
        s->ahead |= said->verb == SAY_DEFEND;
    } else if (s->fighting && said->verb == SAY_SET && said->seat >= 0 && materia_side_of(s, said->seat) >= 0)
        s->set[materia_side_of(s, said->seat)] = true;
    else if (s->fighting && said->verb == SAY_TOTAL)
        s->excused |= s->contest.fighter[DEFENCE] != NO_CARD;    /* it was settled, but not by these numbers */
}
