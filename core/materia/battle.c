/*
 * Materia's battle ☆戦闘, in the order of its steps: attack, defending ghost, side support, events
 * laid face down. Who may attack is checked in period.c; the dice are in dice.c.
 */
#include "core/bits.h"
#include "materia.h"

#include <string.h>

/* ---- 1, 2. The attack -------------------------------------------------------------------- */

static enum outcome nobody(const struct act *a)
{
    uint32_t meant = 0;
    bool several = seats_find(a->setting->seats, a->said->argument[0].text, &meant)
                   == SEAT_AMBIGUOUS;
    materia_malformed(a, 0,
        several ? N_("“{found}” is not one player; expected one of {seats}")
                : N_("nobody at this table is called “{found}”; expected {seats}"));
    message_seats(&a->fault->message, "seats", meant);
    return MALFORMED;
}

enum outcome materia_read_attack(const struct act *a, int *defender, int *ghost, enum power *power)
{
    const struct argument *said = a->said->argument;
    const bool last = a->said->count > 3, unseen = !last || is_unseen(a, 3);
    if (said[0].kind != ARGUMENT_SEAT && !is_unseen(a, 0))
        return nobody(a);
    const bool with = said[1].kind == ARGUMENT_WORD && said[1].number == POWERS;
    if (with && !last && !is_unseen(a, 2))
        return materia_too_few(a);
    if (!with || (!unseen && (said[3].kind != ARGUMENT_WORD || said[3].number >= POWERS)))
        return materia_malformed(a, with ? 3 : 1,
            N_("“{found}” does not belong here; expected: attack NAME with GHOST body, or mind"));
    *defender = is_unseen(a, 0) ? -1 : said[0].seat;
    *power = unseen ? POWERS : (enum power)said[3].number;
    return materia_in_play(a, 2, a->seat, ghost);
}

void materia_begin_battle(const struct act *a, int attacker, int defender, int ghost,
    enum power power)
{
    struct materia *s = a->state;
    s->fighting = true;
    s->cast = NOT_CAST;
    s->early_count = 0;
    s->bare = defender >= 0 && materia_installed(s, defender) == 0 && materia_sure(s, defender);
    s->battle_line = a->said->line;
    memset(s->supported, 0, sizeof s->supported);
    memset(s->set, 0, sizeof s->set);
    memset(s->opened, 0, sizeof s->opened);
    s->contest = (struct materia_contest){.power = power,
        .seat = {(int8_t)attacker, (int8_t)defender},
        .fighter = {(int8_t)ghost, NO_CARD}};
}

void materia_end_battle(struct materia *s)
{
    s->early_count = 0;
    s->trash = (int16_t)(s->trash + s->set[ATTACK] + s->set[DEFENCE]);
    s->fighting = false;
}

/*
 * materia/battle: a battle ends with the dice, so leaving one without them is reported; if no ghost
 * was chosen to defend, that is reported instead (materia/defend). An attack on oneself or on a
 * user without ghosts has nothing to settle.
 */
void materia_leave_battle(const struct act *a)
{
    struct materia *s = a->state;
    const struct materia_contest *c = &s->contest;
    if (!s->fighting)
        return;
    if (materia_must_defend(s))
        act_irregular_at(a, RULE_DEFEND, c->seat[DEFENCE], NO_CARD, s->battle_line,
            N_("{seat} has ghosts and chose none to defend: the battle is not counted."));
    else if (!s->bare && c->seat[ATTACK] != c->seat[DEFENCE])
        ruling_lacks(act_irregular_at(a, RULE_BATTLE, c->seat[ATTACK], NO_CARD, s->battle_line,
            N_("{seat}'s battle was begun, and never settled by the dice: it is not counted.")));
    materia_end_battle(s);
}

void materia_drop_stray_attack(struct materia *s)
{
    const struct materia_contest *c = &s->contest;
    if (s->fighting && c->seat[ATTACK] != s->current && c->fighter[DEFENCE] == NO_CARD)
        materia_end_battle(s);
}

/* ---- steps where none is expected --------------------------------------------------------- */

enum outcome materia_no_battle(const struct act *a)
{
    return act_impossible(a, a->seat, NO_CARD,
        N_("No battle is under way; expected `NAME: attack …` first."));
}

/* Nobody saw who is attacked: it is the first other user who acts in the battle. */
static void learn_defender(struct materia *s, int seat)
{
    if (s->fighting && s->contest.seat[DEFENCE] < 0 && seat >= 0 && seat != s->contest.seat[ATTACK])
        s->contest.seat[DEFENCE] = (int8_t)seat;
}

int materia_side_of(const struct materia *s, int seat)
{
    if (seat == s->contest.seat[ATTACK])
        return ATTACK;
    return seat == s->contest.seat[DEFENCE] ? DEFENCE : -1;
}

/* Has this user fought in the battle of this period that is over? */
static bool has_fought(const struct materia *s, int seat)
{
    return s->cast != NOT_CAST && !s->fighting && materia_side_of(s, seat) >= 0;
}

static enum outcome behind_the_dice(const struct act *a, int rule, const char *message)
{
    of_an_act(act_irregular(a, rule, a->seat, NO_CARD, message));
    return APPLIED;
}

/* materia/turn: reports a third user who acts in a battle between two. */
static enum outcome third_user(const struct act *a)
{
    materia_out_of_turn(a, a->seat, NO_CARD);
    return APPLIED;
}

/* ---- 3. The defending ghost -------------------------------------------------------------- */

/*
 * Keeps a step that comes before the defending ghost is chosen. If none is ever chosen, only that
 * is reported.
 */
static void keep_early(const struct act *a, int rule, const char *why)
{
    struct materia *s = a->state;
    if (s->early_count < EARLY_MOST)
        s->early[s->early_count++] = (struct materia_early){(uint8_t)rule, (int8_t)a->seat,
            a->said->line, why};
}

static void tell_early(const struct act *a)
{
    struct materia *s = a->state;
    for (int i = 0; i < s->early_count; i++) {
        const struct materia_early *e = &s->early[i];
        act_irregular_at(a, e->rule, e->seat, NO_CARD, e->line, e->why);
    }
    s->early_count = 0;
}

/*
 * materia/defend: the attacked user chooses one of their own ghosts, once. What is wrong, or NULL.
 */
static const char *wrong_defence(const struct materia *s, int seat, int ghost)
{
    const struct materia_contest *c = &s->contest;
    if (seat != c->seat[DEFENCE])
        return N_("{seat} defends, but it is {defender} who was attacked; expected `{defender}: "
                  "defend …`.");
    if (c->fighter[DEFENCE] != NO_CARD)
        return N_("{seat} has chosen the defending ghost already; {card} does not fight.");
    if (ghost >= 0 && s->ghost[ghost].owner != seat && !s->ghost[ghost].untold)
        return N_("{card} is not {seat}'s; one's own ghost defends.");
    return NULL;
}

static void send_to_defend(struct materia *s, int ghost)
{
    struct materia_contest *c = &s->contest;
    c->fighter[DEFENCE] = (int8_t)ghost;
    if (ghost < 0)
        return;
    cards_drop(&c->supporters[ATTACK], ghost); /* it was named as a supporter too early */
    cards_drop(&c->supporters[DEFENCE], ghost);
}

enum outcome materia_defend(const struct act *a)
{
    struct materia *s = a->state;
    struct materia_contest *c = &s->contest;
    int ghost, seat = a->seat;
    if (has_fought(s, seat))
        return behind_the_dice(a, RULE_DEFEND,
            N_("{seat} names a defending ghost after the dice; it is not counted."));
    if (!s->fighting)
        return materia_no_battle(a);
    if (seat < 0)
        return materia_malformed(a, -1,
            N_("it is not known who was attacked; expected a name and a colon first"));
    const enum outcome outcome = materia_in_play(a, 0, seat, &ghost);
    if (outcome != APPLIED)
        return outcome;
    learn_defender(s, seat);
    if (materia_side_of(s, seat) < 0)
        return third_user(a);
    if (ghost >= 0 && ghost == c->fighter[ATTACK])
        return seen_before(a, seat, ghost, N_("{card} is attacking; it cannot defend as well."));
    if (ghost >= 0)
        s->ghost[ghost].line = a->said->line;
    const char *wrong = wrong_defence(s, seat, ghost);
    if (wrong != NULL)
        message_seat(&of_an_act(act_irregular(a, RULE_DEFEND, seat, ghost, wrong))->message,
            "defender", c->seat[DEFENCE]);
    tell_early(a);
    if (seat == c->seat[DEFENCE] && c->fighter[DEFENCE] == NO_CARD)
        send_to_defend(s, ghost);
    return APPLIED;
}

/* ---- 4, 5. Side support ------------------------------------------------------------------ */

/* Why the whole statement comes too late, or NULL. */
static const char *support_too_late(const struct materia *s, int side)
{
    if (s->set[ATTACK] || s->set[DEFENCE])
        return N_("{seat} names supporters after an event was laid; they are named before.");
    if (side == ATTACK && s->supported[DEFENCE])
        return N_(
            "{seat} attacks and names supporters after the defender; the attacker's come first.");
    return NULL;
}

/* Has the attacker as many supporters as the defender has ghosts, so that no more may be named? */
static bool is_limit(const struct materia *s)
{
    const int defender = s->contest.seat[DEFENCE];
    return defender >= 0 && !s->position
           && cards_count(&s->contest.supporters[ATTACK]) >= materia_most(s, defender);
}

/* Does this ghost support? If not, or wrongly, `wrong` says why. */
static bool supports(const struct materia *s, int side, int seat, int ghost, const char **wrong)
{
    const struct materia_contest *c = &s->contest;
    *wrong = NULL;
    if (ghost == c->fighter[ATTACK] || ghost == c->fighter[DEFENCE])
        *wrong = N_("{card} is fighting; a ghost that fights is not counted as a supporter.");
    else if (cards_hold(&c->supporters[ATTACK], ghost)
             || cards_hold(&c->supporters[DEFENCE], ghost))
        *wrong = N_("{card} supports already; it is counted once.");
    if (*wrong != NULL)
        return false;
    if (s->ghost[ghost].owner != seat && !s->ghost[ghost].untold)
        *wrong = N_("{card} is not {seat}'s; only one's own ghosts support.");
    else if (side == ATTACK && is_limit(s))
        *wrong = N_("{card} is one supporter too many: the attacker may use at most as many as the "
                    "defender has ghosts, here {most}.");
    return true;
}

/* Names a supporter. Each kind of mistake is reported once. */
static void name_supporter(const struct act *a, int side, int ghost, const char **told)
{
    struct materia *s = a->state;
    const char *wrong;
    if (ghost < 0) {
        s->contest.unseen[side] = true;
        return;
    }
    const bool counts = supports(s, side, a->seat, ghost, &wrong);
    if (wrong != NULL && wrong != *told)
        message_number(&act_irregular(a, RULE_SUPPORT, a->seat, ghost, wrong)->message, "most",
            materia_most(s, s->contest.seat[DEFENCE]));
    *told = wrong != NULL ? wrong : *told;
    if (counts)
        cards_add(&s->contest.supporters[side], ghost);
    s->ghost[ghost].line = a->said->line;
}

enum outcome materia_support(const struct act *a)
{
    struct materia *s = a->state;
    int seat = a->seat, ghost[ARGUMENTS_MOST];
    if (has_fought(s, seat))
        return behind_the_dice(a, RULE_SUPPORT,
            N_("{seat} names supporters after the dice; they are not counted."));
    if (!s->fighting)
        return materia_no_battle(a);
    for (int i = 0; i < a->said->count; i++) {
        const enum outcome outcome = materia_in_play(a, i, seat, &ghost[i]);
        if (outcome != APPLIED)
            return outcome;
    }
    learn_defender(s, seat);
    const int side = materia_side_of(s, seat);
    if (side < 0)
        return third_user(a);
    /* materia/support */
    const char *late = support_too_late(s, side), *told = NULL;
    if (late != NULL)
        act_irregular(a, RULE_SUPPORT, seat, NO_CARD, late);
    else if (materia_must_defend(s))
        keep_early(a, RULE_SUPPORT,
            N_("{seat} names supporters before the defending ghost is chosen."));
    for (int i = 0; i < a->said->count; i++)
        name_supporter(a, side, ghost[i], &told);
    s->supported[side] = true;
    return APPLIED;
}

/* ---- 6, 7. Events face down · 8. Opened -------------------------------------------------- */

/* materia/set: each at most one, the attacker first. */
static void check_set(const struct act *a, int side)
{
    const struct materia *s = a->state;
    const char *wrong =
        s->set[side] ? N_("{seat} has laid an event already; at most one is laid.")
        : side == ATTACK && s->set[DEFENCE]
            ? N_("{seat} attacks and lays an event after the defender; the attacker is first.")
            : NULL;
    if (wrong != NULL)
        act_irregular(a, RULE_SET, a->seat, NO_CARD, wrong);
    else if (materia_must_defend(s))
        keep_early(a, RULE_SET, N_("{seat} lays an event before the defending ghost is chosen."));
}

enum outcome materia_set(const struct act *a)
{
    struct materia *s = a->state;
    learn_defender(s, a->seat);
    const int seat = a->seat, side = s->fighting ? materia_side_of(s, seat) : -1;
    const bool late = has_fought(s, seat);
    if (!s->fighting && !late)
        return materia_no_battle(a);
    if (s->archive[seat] == 0 && materia_counted(s, seat))
        return act_impossible(a, seat, NO_CARD,
            N_("{seat}'s archive is empty; there is no card to lay."));
    const int laid = materia_spend(s, seat, 1);
    if (side < 0 || s->set[side])
        s->trash = (int16_t)(s->trash + laid);
    if (late)
        return behind_the_dice(a, RULE_SET,
            N_("{seat} lays an event after the dice; it is not counted."));
    if (side < 0)
        return third_user(a);
    check_set(a, side);
    s->set[side] |= laid > 0;
    return APPLIED;
}

enum outcome materia_modify(const struct act *a)
{
    struct materia *s = a->state;
    if (has_fought(s, a->seat))
        return behind_the_dice(a, RULE_SET,
            N_("{seat} changes a total after the dice; it is not counted."));
    if (!s->fighting)
        return materia_no_battle(a);
    learn_defender(s, a->seat);
    const int side = materia_side_of(s, a->seat);
    if (side < 0)
        return third_user(a);
    if (is_unseen(a, 0))
        s->contest.unseen[side] = true;
    else
        s->contest.modify[side] += a->said->argument[0].number;
    return APPLIED;
}
