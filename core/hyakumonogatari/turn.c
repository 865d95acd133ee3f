/*
 * Hyakumonogatari 百物語: whose turn it is, and how it passes.
 *
 *      draw ──▶ use, at least once ──▶ refill ──▶ the other's turn
 *
 * A turn passes by its refill. An act of the other while it is open is out of turn. Only a draw of
 * the other's, where nothing but the refill is lacking, is one of two things, and what comes next
 * decides: if the one on turn goes on, it was too early; if the other goes on to a refill of its
 * own, the turn was left without one. What was done out of turn has happened, and is not lacking in
 * the turn it belongs to.
 */
#include "hyakumonogatari.h"

/* ---- ターンの進行 The turn passes ------------------------------------------------------------ */

/* hyakumonogatari/reversal: checks whether only one half was laid in this turn. */
static void look_at_halves(const struct act *a, int seat)
{
    const struct night_turn *t = &game_of(a)->turn[seat];
    if (t->halves == 0 || t->halves == HALVES_BOTH || t->unseen || game_of(a)->reversed)
        return;
    open_question(a->setting, a->out, HOUSE_HALVES, t->half_line);
    if (answer_of(a, HOUSE_HALVES) != 0)
        return;
    act_irregular_at(a, RULE_REVERSAL, seat, t->half_card, t->half_line,
        N_("{seat} laid {card} alone on the shade; effigy and ink are laid together."));
}

/* Begins a turn; what the seat did before its turn came counts in it. */
static void begin_turn(struct night_turn *t)
{
    t->early = t->used;
    t->discarded = 0;
    t->line = 0;
    t->undrawn = t->frozen = false;
}

/*
 * Passes the turn. After the child's turn the ending is checked, then the sun moves on. `gone_on`:
 * the other seat has begun its own turn meanwhile.
 */
static void pass_turn(const struct act *a, bool gone_on)
{
    struct hyakumonogatari *s = a->state;
    const int seat = s->on;
    const bool pair = seat != s->parent, fresh = gone_on && s->turn[other(seat)].sun_laid;
    look_at_halves(a, seat);
    s->turn[seat] = (struct night_turn){.half_card = NO_CARD};
    if (!gone_on)
        begin_turn(&s->turn[other(seat)]);
    s->on = (int8_t)other(seat);
    s->aside = 0;
    s->told = false;
    s->turns += pair;
    const bool may_end = pair && !gone_on && !s->unnamed;
    if (may_end && hyakumonogatari_complete(s))
        hyakumonogatari_end_night(a);
    else if (may_end)
        hyakumonogatari_doubt_night(s);
    if (s->sun_left > 0 && !fresh && (pair || answer_of(a, HOUSE_SUN) == SUN_TURNS)
        && --s->sun_left == 0)
        hyakumonogatari_end_sun(s);
}

void hyakumonogatari_end_turn(const struct act *a) { pass_turn(a, false); }

/* The turn of a frozen child has no line, so it is passed by. */
static void pass_by(const struct act *a)
{
    const struct hyakumonogatari *s = a->state;
    const struct night_turn *t = &s->turn[s->on];
    if (s->on != a->said->seat
        && (t->frozen || (t->line == 0 && hyakumonogatari_may_be_frozen(s, s->on))))
        pass_turn(a, false);
}

/*
 * hyakumonogatari/refill: this line shows that the turn was left without a refill, which was due if
 * anything was left to draw.
 */
static void leave_turn(const struct act *a)
{
    const struct hyakumonogatari *s = a->state;
    if (hyakumonogatari_left(s) > 0)
        act_irregular_at(a, RULE_REFILL, s->on, NO_CARD, s->turn[s->on].line,
            N_("{seat} did not refill before the turn passed."));
    pass_turn(a, true);
}

static bool has_used(const struct night_turn *t) { return t->line > 0 && t->used > t->early; }

/*
 * A turn begins with a draw. So a draw after uses belongs to this seat's next turn, if the other's
 * turn has passed or has no line.
 */
static bool begins_another(const struct hyakumonogatari *s, int seat)
{
    return s->on == seat && s->turn[seat].drawn > 0 && has_used(&s->turn[seat])
           && (s->aside != 0 || hyakumonogatari_may_be_frozen(s, other(seat)));
}

/* ---- acts in turn and out of it ---------------------------------------------------------- */

/*
 * The texts about acts out of turn, by what was done. A turn that has begun lasts until its refill.
 */
static const char *const out_of_turn[][2] = {
    [DRAWS] = {N_("{seat} drew a card, but it was {expected}'s turn."),
        N_("{seat} drew a card, but it was still {expected}'s turn, which ends with a `refill`.")},
    [USES] = {N_("{seat} used a card, but it was {expected}'s turn."),
        N_("{seat} used a card, but it was still {expected}'s turn, which ends with a `refill`.")},
    [REFILLS] = {N_("{seat} drew from the pile, but it was {expected}'s turn."),
        N_("{seat} drew from the pile, but it was still {expected}'s turn, which ends with a "
           "`refill`.")},
};

/* hyakumonogatari/turn: reported once as long as it goes on. */
static void rule_turn(const struct act *a, int seat, uint32_t line, enum night_act act)
{
    struct hyakumonogatari *s = a->state;
    const int expected = other(seat);
    const bool begun = s->turn[expected].line > 0;
    if (!s->told)
        message_seat(&act_irregular_at(a, RULE_TURN, seat, NO_CARD, line, out_of_turn[act][begun])
                          ->message,
            "expected", expected);
}

/* The seat whose turn it is goes on, so what the other has done meanwhile was out of turn. */
static void act_in_turn(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    if (s->aside != 0)
        rule_turn(a, other(s->on), s->aside, DRAWS);
    s->aside = 0;
    s->told = false;
}

static void act_aside(const struct act *a, enum night_act act)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    /* the night is over then, and no turn follows */
    const bool last = (s->unnamed || s->on == child_of(s)) && hyakumonogatari_complete(s);
    if (s->aside != 0)
        return;
    if (act == DRAWS && !s->told && !last && has_used(&s->turn[s->on])
        && !hyakumonogatari_may_be_frozen(s, seat)) {
        s->aside = a->said->line;
        return;
    }
    rule_turn(a, seat, a->said->line, act);
    s->told = true;
}

/* hyakumonogatari/frozen: reported once in a turn. */
static void note_act(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    struct night_turn *t = &s->turn[a->said->seat];
    s->played = true;
    s->may_be_over = false;
    t->line = a->said->line;
    if (s->on != a->said->seat || t->frozen || !hyakumonogatari_frozen(s, s->on))
        return;
    t->frozen = true;
    act_irregular(a, RULE_FROZEN, s->on, NO_CARD,
        N_("{seat} acted under the sun; a night follower does nothing while it lies."));
}

/* The first act of a position says whose turn it is in. */
static void begin_with(const struct act *a)
{
    const struct hyakumonogatari *s = a->state;
    if (s->position && !s->played && !s->turn_said && s->on != a->said->seat)
        hyakumonogatari_give_turn(a, a->said->seat);
}

/* hyakumonogatari/turn, -/frozen */
enum outcome hyakumonogatari_begin_act(const struct act *a, enum night_act act)
{
    struct hyakumonogatari *s = a->state;
    enum outcome outcome = hyakumonogatari_need_night(a);
    if (outcome != APPLIED)
        return outcome;
    begin_with(a);
    if (act == DRAWS && begins_another(s, a->said->seat))
        leave_turn(a);
    pass_by(a);
    if (s->phase != DURING)
        return hyakumonogatari_need_night(a);
    if (s->on == a->said->seat)
        act_in_turn(a);
    else
        act_aside(a, act);
    note_act(a);
    return APPLIED;
}

enum refill hyakumonogatari_begin_refill(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    const struct night_turn *t = &s->turn[seat];
    begin_with(a);
    if (s->on != seat && s->aside != 0 && t->used > 0)
        leave_turn(a);
    else
        pass_by(a);
    const bool late = s->on == seat && t->line == 0 && t->used == 0 && s->spent[seat] > 0;
    if (s->on == seat)
        act_in_turn(a);
    else
        rule_turn(a, seat, a->said->line, REFILLS);
    s->told |= s->on != seat;
    if (!late)
        note_act(a);
    return s->on != seat ? REFILL_ASIDE : late ? REFILL_LATE : REFILL_OWN;
}

/* ---- what a turn lacks ------------------------------------------------------------------- */

/*
 * hyakumonogatari/draw: the turn went on without a draw, which claims that there was nothing but
 * the curse.
 */
void hyakumonogatari_look_for_draw(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    struct night_turn *t = &s->turn[seat];
    if (s->on != seat || t->drawn > 0 || t->undrawn || hyakumonogatari_may_be_frozen(s, seat))
        return;
    t->undrawn = true;
    if (hyakumonogatari_may_be_frozen(s, other(seat))) {
        open_question(a->setting, a->out, HOUSE_FROZEN_DRAW, a->said->line);
        if (answer_of(a, HOUSE_FROZEN_DRAW) == 1)
            return;
    }
    hyakumonogatari_drew_nothing(a, seat, other(seat));
}

/* Kinds that `seat` can neither lay down nor discard now. */
static uint32_t useless_kinds(const struct hyakumonogatari *s, const struct setting *setting,
    int seat)
{
    const bool shade = s->altar[SHADE] > 0 || hyakumonogatari_may_lie(s, SHADE);
    const bool reversal = s->night == 2 && seat != s->parent && s->altar[SHADE] > 0 && !s->reversed;
    uint32_t useless = 1u << CURSE;
    if (!reversal)
        useless |= 1u << DOLL;
    if (shade && setting->house->option[HOUSE_SPARE_SHADE].choice == 0)
        useless |= 1u << SHADE;
    return useless;
}

struct hand_answer hyakumonogatari_claim_stuck(const struct act *a)
{
    const int seat = a->said->seat;
    const struct hand_answer stuck = hyakumonogatari_used_nothing(a, seat,
        useless_kinds(game_of(a), a->setting, seat));
    if (stuck.yes)
        open_question(a->setting, a->out, HOUSE_STUCK, a->said->line);
    return stuck;
}

/*
 * The other seat has begun to act while the turn lacks its refill. The next line decides what that
 * was; until then it is reported as open.
 */
void hyakumonogatari_weigh_turn(const struct hyakumonogatari *s, struct rulings *out)
{
    if (s->phase != DURING || s->aside == 0 || hyakumonogatari_left(s) == 0)
        return;
    message_seat(
        &rulings_add(out, RULING_UNPROVEN, RULE_REFILL, s->on, NO_CARD, s->turn[s->on].line,
            N_("{other} has drawn since: too early, or {seat}'s `refill` is not on record."))
             ->message,
        "other", other(s->on));
}
