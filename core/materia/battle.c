/*
 * Materia's battle ☆戦闘, in the order of its steps: attack, defending ghost, side support, events laid face down. The
 * dice are in dice.c.
 */
#include "core/bits.h"
#include "materia.h"

#include <assert.h>
#include <string.h>

/* ---- 1, 2. The attack -------------------------------------------------------------------- */

/* materia/battle: one, against another user, who has ghosts. */
static void check_opponent(const struct act *a, int seat, int defender, int battles)
{
    struct materia *s = a->state;
    const struct choice *house = a->setting->house->option;
    const char *wrong = NULL;
    if (seat == defender)
        wrong = N_("{seat} attacks {seat}; a battle is against another user.");
    if (battles > 0) {
        open_question(a->setting, a->out, HOUSE_BATTLES, a->said->line);
        if (house[HOUSE_BATTLES].choice == BATTLES_ONE)
            wrong = N_("{seat} attacks again; a battle phase has one battle.");
    }
    if (materia_installed(s, defender) == 0 && materia_sure(s, defender)) {
        open_question(a->setting, a->out, HOUSE_BARE, a->said->line);
        if (house[HOUSE_BARE].choice == BARE_NO && wrong == NULL)
            s->bare_line = a->said->line;
    }
    if (wrong != NULL)
        message_seat(&act_irregular(a, RULE_BATTLE, seat, NO_CARD, wrong)->message,
                     "defender", defender);
}

static enum outcome nobody(const struct act *a)
{
    uint32_t meant = 0;
    bool several = seats_find(a->setting->seats, a->said->argument[0].text, &meant) == SEAT_AMBIGUOUS;
    materia_malformed(a, 0, several ? N_("“{found}” is not one player; expected one of {seats}")
                                    : N_("“{found}” is nobody at this table; expected {seats}"));
    message_seats(&a->fault->message, "seats", meant);
    return MALFORMED;
}

/*
 * An attack in the middle of a battle: another user's, or the same one again, begins none. (But where several are
 * allowed, and there is all but the dice, they are missing, and the battle before is left.)
 */
static bool keeps_battle(const struct act *a, int seat, int ghost)
{
    struct materia *s = a->state;
    const struct materia_contest *c = &s->contest;
    bool any = a->setting->house->option[HOUSE_BATTLES].choice == BATTLES_ANY;
    if (seat != c->seat[ATTACK]) {
        materia_stray(a, seat, ghost);
        s->aside |= 1u << a->said->argument[0].seat;
        s->unsettled = true;
        return true;
    }
    if ((any && c->fighter[DEFENCE] != NO_CARD))
        return false;
    act_irregular(a, RULE_BATTLE, seat, NO_CARD, N_("{seat} attacks again; a battle phase has one battle."));
    s->line = a->said->line;
    return true;
}

/* Who names another's ghost may have installed it: a line that names nobody stands in another's period then. */
static void doubt_owner(struct materia *s, int seat, int ghost)
{
    s->uncounted |= 1u << seat | 1u << s->ghost[ghost].owner;
    s->unsure |= 1u << seat | 1u << s->ghost[ghost].owner;
    s->ghost[ghost].contested = true;
    materia_doubt_choices(s, ghost);
}

enum outcome materia_attack(const struct act *a)
{
    struct materia *s = a->state;
    const struct argument *said = a->said->argument;
    int ghost, seat = a->seat, defender = said[0].seat;
    if (said[0].kind != ARGUMENT_SEAT)
        return nobody(a);
    bool with = said[1].kind == ARGUMENT_WORD && said[1].number == POWERS;
    if (!with || said[3].kind != ARGUMENT_WORD || said[3].number >= POWERS)
        return materia_malformed(a, with ? 3 : 1, N_("“{found}” does not belong here; expected: attack NAME with "
                                                     "GHOST body, or mind"));
    enum outcome outcome = materia_in_play(a, 2, seat, &ghost);
    if (outcome != APPLIED)
        return outcome;
    if (seat == s->current)
        materia_drop_stray_attack(s);
    if (s->fighting && keeps_battle(a, seat, ghost))
        return APPLIED;
    materia_claim(s, seat, ghost);
    int before = materia_enter(a, seat, ghost, FIGHTING);
    if (before < 0 && s->ghost[ghost].owner == s->current) {   /* in the place of the one whose period it is */
        seat = s->current;
        s->phase = FIGHTING;
        materia_bump(&s->battles);
    }
    materia_leave_battle(a);
    if (before >= 0 && !materia_after_trash(a, seat, ghost, before))
        check_opponent(a, seat, defender, s->battles);
    if (before >= 0 && s->ghost[ghost].owner != seat && seat != defender) {   /* materia/attack */
        materia_not_own_attack(a, seat, ghost, a->said->line);
        doubt_owner(s, seat, ghost);
    }
    if (before >= 0)
        materia_bump(&s->battles);
    const struct materia_ghost *g = &s->ghost[ghost];
    const bool own = seat == s->current && g->owner == seat && !g->loose && !g->contested;
    if (own || (seat == s->current && (defender + 1) % s->users == seat))     /* it is not the period of the one before */
        s->implied = false;
    s->ghost[ghost].line = a->said->line;
    materia_begin_battle(a, seat, defender, ghost, (enum power)said[3].number);
    s->unnamed = a->said->seat < 0;
    s->battle_line = a->said->line;
    return APPLIED;
}

/* ---- 3. The defending ghost -------------------------------------------------------------- */

/* A third user's ghost defends, until the one who was attacked chooses. */
static void stand_in(const struct act *a, int seat, int ghost)
{
    struct materia *s = a->state;
    materia_stray(a, seat, ghost);
    s->ghost[ghost].line = a->said->line;
    if (s->contest.fighter[DEFENCE] != NO_CARD || ghost == s->contest.fighter[ATTACK])
        return;
    s->stand_in = true;
    materia_send_to_defend(s, ghost);
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
    if (materia_passed_over(s, &outcome))
        return outcome;
    bool any = a->setting->house->option[HOUSE_BATTLES].choice == BATTLES_ANY;
    if (!s->fighting && materia_just_fought(s, seat) && seat >= 0 && !any)
        return materia_too_late(a, RULE_DEFEND, seat, N_("{seat} names a defending ghost behind the dice; it is not counted."));
    bool answers = s->stage == PERIODS && s->current >= 0 && seat >= 0 && seat != s->current && !s->unread;
    if (!s->fighting && !answers)
        return materia_no_battle(a);
    outcome = materia_in_play(a, 0, seat, &ghost);
    if (outcome != APPLIED)
        return outcome;
    if (!s->fighting) {
        s->answer = (struct materia_choice){(int8_t)seat, (int16_t)ghost, a->said->line};
        return APPLIED;
    }
    if (answers_aside(s, seat))
        return APPLIED;
    if (materia_side_of(s, seat) < 0) {
        stand_in(a, seat, ghost);
        return APPLIED;
    }
    if (ghost == c->fighter[ATTACK] && seat == c->seat[DEFENCE]
        && (s->ghost[ghost].owner == seat || s->ghost[ghost].contested)) {
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
    if (s->ghost[ghost].owner != seat)      /* whose it is is told to be otherwise */
        doubt_owner(s, seat, ghost);
    materia_tell_early(s, a->out, a->said->line);
    s->early_count = 0;
    if (c->fighter[DEFENCE] == NO_CARD)
        materia_send_to_defend(s, ghost);
    return APPLIED;
}

/*
 * A step of a user who is in neither side, told once. Where the attack's line names nobody it may have been that one's: then the
 * period is, too, and who is named next tells.
 */
static enum outcome step_of_a_third(const struct act *a, int seat)
{
    struct materia *s = a->state;
    assert(s->users > 0);
    materia_stray(a, seat, NO_CARD);
    if (!s->unnamed || s->current < 0 || s->contest.seat[ATTACK] != s->current)
        return APPLIED;
    if (seat == materia_next_user(s) && s->rival[NEXT_USER].user < 0)
        materia_read_otherwise(s, NEXT_USER, seat);
    else if ((seat + 1) % s->users == s->current && s->implied && s->period > 1 && s->rival[USER_BEFORE].user < 0)
        materia_read_otherwise(s, USER_BEFORE, seat);
    return APPLIED;
}

/* ---- 4, 5. Side support ------------------------------------------------------------------ */

/* Has this side named supporters that are its own for certain? */
static bool names_own(const struct materia *s, int side)
{
    bool own = false;
    for (int i = 0; i < s->ghosts; i++)
        own |= cards_hold(&s->contest.supporters[side], i) && s->ghost[i].owner == s->contest.seat[side] && !s->ghost[i].contested;
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
    if (materia_passed_over(s, &outcome))
        return outcome;
    if (!s->fighting && materia_just_fought(s, seat))
        return materia_too_late(a, RULE_SUPPORT, seat, N_("{seat} names supporters behind the dice; they are not counted."));
    if (!s->fighting)
        return materia_no_battle(a);
    for (int i = 0; i < a->said->count; i++) {
        outcome = materia_in_play(a, i, seat, &ghost[i]);
        if (outcome != APPLIED)
            return outcome;
    }
    int side = materia_side_of(s, seat);
    if (side < 0)
        return step_of_a_third(a, seat);
    const char *late = support_too_late(s, side), *told = NULL;    /* what is wrong in one way is told once */
    /* materia/support */
    if (materia_defence_missing(s) && late == NULL)
        materia_keep_early(a, RULE_SUPPORT, N_("{seat} names supporters before the defending ghost is chosen."));
    if (late != NULL)
        act_irregular(a, RULE_SUPPORT, seat, NO_CARD, late);
    for (int i = 0; i < a->said->count; i++) {
        const char *wrong;
        const bool theirs = s->ghost[ghost[i]].owner == seat || s->ghost[ghost[i]].contested;
        if (side == DEFENCE && ghost[i] == s->contest.fighter[ATTACK] && theirs) {
            s->murky = true;      /* it was not this one that attacked, which was told there */
            continue;
        }
        materia_claim(s, seat, ghost[i]);
        bool counts = supports(s, side, seat, ghost[i], &wrong);
        if (wrong != NULL && wrong != told && late == NULL)
            message_number(&act_irregular(a, RULE_SUPPORT, seat, ghost[i], wrong)->message,
                           "most", materia_installed(s, s->contest.seat[DEFENCE]));
        told = wrong != NULL ? wrong : told;
        if (wrong != NULL && s->ghost[ghost[i]].owner != seat)
            doubt_owner(s, seat, ghost[i]);
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
    int seat = a->seat, side = s->fighting ? materia_side_of(s, seat) : -1;
    enum outcome outcome;
    if (!s->fighting && !s->blind && !materia_just_fought(s, seat))
        return materia_no_battle(a);
    if (s->archive[seat] == 0 && materia_counted(s, seat))
        return act_impossible(a, seat, NO_CARD, N_("{seat}'s archive is empty; there is no card to lay."));
    int laid = materia_spend(s, seat, 1);
    if (side < 0 || s->set[side])
        s->trash = (int16_t)(s->trash + laid);
    if (materia_passed_over(s, &outcome))
        return outcome;
    if (!s->fighting)
        return materia_too_late(a, RULE_SET, seat, N_("{seat} lays an event behind the dice; it is not counted."));
    if (side < 0)
        return step_of_a_third(a, seat);
    /* materia/set: each at most one, the attacker first */
    const char *wrong = s->set[side]         ? N_("{seat} has laid an event already; at most one is laid.")
                        : side == ATTACK && s->set[DEFENCE]
                            ? N_("{seat} attacks and lays an event after the defender; the attacker is first.")
                            : NULL;
    if (wrong != NULL)
        act_irregular(a, RULE_SET, seat, NO_CARD, wrong);
    else if (materia_defence_missing(s))
        materia_keep_early(a, RULE_SET, N_("{seat} lays an event before the defending ghost is chosen."));
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
    if (materia_passed_over(s, &outcome))
        return outcome;
    if (!s->fighting && materia_just_fought(s, a->seat))
        return materia_too_late(a, RULE_SET, a->seat, N_("{seat} changes a total behind the dice; it is not counted."));
    if (!s->fighting)
        return materia_no_battle(a);
    int side = materia_side_of(s, a->seat);
    if (side < 0)
        return step_of_a_third(a, a->seat);
    if (!s->set[side])       /* whose event it is was written otherwise, or is not on record */
        s->uncounted |= 1u << s->contest.seat[ATTACK] | 1u << s->contest.seat[DEFENCE];
    s->contest.modify[side] += a->said->argument[0].number;
    return APPLIED;
}
