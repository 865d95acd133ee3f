/*
 * Hyakumonogatari 百物語: whose turn it is.
 *
 * A turn passes by its refill, never by a guess. An act of the other seat while it is open is one of two things,
 * and what comes next decides: if the one on turn goes on, the other was out of turn; if the other goes on to a
 * refill of its own, the one on turn left something out. Whichever needs fewer broken rules is told, once. What
 * was done out of turn has happened; it is not lacking in the place where it belongs, and no count of cards leans
 * on it.
 */
#include "hyakumonogatari.h"

/* Statements of a night need one that is open. */
enum outcome hyakumonogatari_need_night(const struct act *a)
{
    switch (game_of(a)->phase) {
    case BEFORE:
        return impossible(a, a->said->seat, NO_CARD, N_("No night has begun; expected `night` first."));
    case AFTER:
        message_number(&refuse(a, a->said->seat, NO_CARD, N_("Night {night} is over since line {line}: the altar was complete "
                                                             "when the child's turn ended."))->message,
                       "line", (int32_t)game_of(a)->over_line);
        return IMPOSSIBLE;
    case DURING:
        break;
    }
    return APPLIED;
}

static void reopen(struct hyakumonogatari *s)
{
    s->phase = DURING;
    s->end = OPEN;
    s->by = BY_NOTHING;
    s->end_line = 0;
}

void hyakumonogatari_go_on(struct hyakumonogatari *s)
{
    if (s->phase == AFTER && (s->gap || s->spare))
        reopen(s);
}

/* The sun, written behind the refill of the turn that has completed the altar: it lay there by then. */
static bool is_late_sun(const struct act *a)
{
    const struct hyakumonogatari *s = a->state;
    bool sun = false;
    for (int i = 0; i < a->said->count; i++)
        sun |= a->said->verb == SAY_ALTAR && a->said->argument[i].card == SUN;
    return sun && s->phase == AFTER && s->altar[SUN] == 0 && a->said->seat == other(s->on) && !s->turn[s->on].begun;
}

/* ---- ターンの進行 The turn passes ------------------------------------------------------------- */

/* hyakumonogatari/reversal: one half alone was laid in this turn. */
static void look_at_halves(const struct act *a, int seat)
{
    const struct night_turn *t = &game_of(a)->turn[seat];
    if (t->halves == 0 || t->halves == HALVES_BOTH || game_of(a)->reversed)
        return;
    open_question(a->setting, a->out, HOUSE_HALVES, t->half_line);
    if (answer_of(a, HOUSE_HALVES) != 0)
        return;
    act_irregular_at(a, RULE_REVERSAL, seat, t->half_card, t->half_line,
                     N_("{seat} laid {card} alone on the shade; effigy and ink are laid together."));
}

static uint8_t done_in(const struct night_turn *t)
{
    return (uint8_t)((t->drawn > 0 ? DID_DRAW : 0) | (t->used > 0 ? DID_USE : 0));
}

/* What a seat did before its turn came is met in it. */
static void begin_turn(struct night_turn *t)
{
    struct night_turn next = {.met = t->met | done_in(t), .besides = (uint8_t)(t->besides + t->used), .early = t->early,
                              .halves = t->halves, .half_line = t->half_line, .half_card = t->half_card};
    *t = next;
}

static void end_night(const struct act *a)
{
    game_of(a)->phase = AFTER;
    game_of(a)->over_line = a->said->line;
}

/* The turn passes; after the child's, if it may be the `last`, the ending is looked at; then the sun moves on. */
static void pass_turn(const struct act *a, bool last)
{
    struct hyakumonogatari *s = a->state;
    const int seat = s->on;
    const bool pair = seat != s->parent;
    const bool fresh = !last && s->turn[other(seat)].sun_laid;   /* by the other, who has gone on */
    look_at_halves(a, seat);
    s->turn[seat] = (struct night_turn){.half_card = NO_CARD};
    s->on = (int8_t)other(seat);
    if (pair) {
        s->turns++;
        if (last && hyakumonogatari_complete(s))
            end_night(a);
    }
    if (s->sun_left > 0 && !fresh && (pair || answer_of(a, HOUSE_SUN) == SUN_TURNS) && --s->sun_left == 0)
        hyakumonogatari_end_sun(s);
}

void hyakumonogatari_end_turn(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    begin_turn(&s->turn[other(s->on)]);
    s->slips[other(s->on)].told = false;
    pass_turn(a, true);
}

/* Nothing is written for the turn of a frozen child; nor is there more to write where all was done before. */
static void pass_by(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const struct night_turn *t = &s->turn[s->on];
    const uint8_t all = DID_USE | DID_REFILL;
    if (s->on == a->said->seat)
        return;
    if (t->frozen) {     /* it stands in the place of what the other lacks */
        s->turn[other(s->on)].met |= done_in(t);
        s->turn[other(s->on)].besides = (uint8_t)(s->turn[other(s->on)].besides + t->used);
    }
    if (t->frozen || (t->met & all) == all || (!t->begun && hyakumonogatari_frozen(s, s->on)))
        hyakumonogatari_end_turn(a);
}

/* ---- going on ---------------------------------------------------------------------------- */

void hyakumonogatari_end_last_turn(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const bool childs = s->on == child_of(s);
    if (s->phase != DURING || !hyakumonogatari_complete(s))
        return;
    if (childs && s->turn[s->on].used > 0) {
        hyakumonogatari_leave_turn(a, a->said->line);
        hyakumonogatari_end_turn(a);
    } else if (!childs && !s->turn[s->on].begun && s->turns > 0) {
        end_night(a);    /* a late card of the child's has completed it */
    }
}

/* hyakumonogatari/draw: the turn went on without a draw, so there was nothing but the curse. */
void hyakumonogatari_look_for_draw(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    struct night_turn *t = &s->turn[seat];
    if (s->on == seat && t->drawn == 0 && t->used == 0 && t->met & DID_DRAW)     /* the line may stand too early */
        worlds_perhaps_draw(&s->worlds, other(seat), seat, UNSEEN);
    if (s->on != seat || t->drawn > 0 || t->undrawn || t->frozen || t->met & DID_DRAW)
        return;
    t->undrawn = a->said->line;
    if (hyakumonogatari_frozen(s, other(seat))) {
        open_question(a->setting, a->out, HOUSE_FROZEN_DRAW, a->said->line);
        if (answer_of(a, HOUSE_FROZEN_DRAW) == 1)
            return;
    }
    if (hyakumonogatari_drew_nothing(a, seat, other(seat)).yes)
        return;
    s->slips[seat].undrawn = a->said->line;
    hyakumonogatari_loosen(s, 0);
    worlds_perhaps_draw(&s->worlds, other(seat), seat, UNSEEN);
}

/* The turn that lacked it has passed, and the seat's next has not begun. */
static bool is_behind_turn(const struct hyakumonogatari *s, int seat)
{
    return s->phase == AFTER || (s->phase == DURING && s->on != seat);
}

bool hyakumonogatari_draws_late(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    if (!is_behind_turn(s, seat) || s->slips[seat].undrawn == 0)
        return false;
    s->slips[seat].undrawn = 0;
    for (int i = 0; i < a->said->count; i++)
        worlds_perhaps_draw(&s->worlds, other(seat), seat,
                            a->said->argument[i].kind == ARGUMENT_UNSEEN ? UNSEEN : a->said->argument[i].card);
    return true;
}

/* Behind the ending the hand may have been shown with what it brought. */
bool hyakumonogatari_refills_late(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    struct night_slips *slips = &s->slips[a->said->seat];
    if (s->phase != AFTER || slips->owes == 0)
        return false;
    for (; slips->owes > 0; slips->owes--)
        worlds_perhaps_take(&s->worlds, a->said->seat);
    return true;
}

/* ---- acts in turn and out of it ---------------------------------------------------------- */

/* A turn that has begun lasts until its refill; one that has not, began with the other's. */
static const char acted_early[] = N_("{seat} acted, but it was still {expected}'s turn, which ends with a `refill`: "
                                     "too early, or a line is missing.");
static const char acted_late[] = N_("{seat} acted, but it was {expected}'s turn: out of turn, or a line is missing.");
static const char drew_early[] = N_("{seat} drew from the pile, but it was still {expected}'s turn, which ends with a "
                                    "`refill`: too early, or a line is missing.");
static const char drew_late[] = N_("{seat} drew from the pile, but it was {expected}'s turn: out of turn, or a line "
                                   "is missing.");

/* hyakumonogatari/turn: told once while it goes on. */
static void rule_aside(const struct act *a, const char *message)
{
    struct hyakumonogatari *s = a->state;
    struct night_slips *slips = &s->slips[a->said->seat];
    if (!slips->told)
        message_seat(&act_irregular(a, RULE_TURN, a->said->seat, NO_CARD, message)->message, "expected", s->on);
    slips->told = true;
    slips->aside = 0;
    const uint32_t others = a->said->verb == SAY_REFILL ? s->turn[s->on].used : 0;     /* it may be that one's */
    const uint32_t least = a->said->count > 0 ? a->said->count : 1;
    hyakumonogatari_loosen(s, others > least ? others : least);
}

/* What stands in the place of what the seat on turn lacks. */
static void stand_in(struct hyakumonogatari *s, uint8_t duties)
{
    struct night_turn *t = &s->turn[s->on];
    uint8_t lacking = t->begun ? (uint8_t)(DID_DRAW | DID_USE | DID_REFILL) : DID_DRAW;
    if (t->used > 0)
        lacking &= (uint8_t)~DID_USE;
    else
        lacking &= (uint8_t)~DID_REFILL;
    t->met |= duties & lacking;
}

/* The one on turn goes on: what the other has done meanwhile was out of turn. */
static void act_in_turn(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat, aside = other(seat);
    if (s->slips[aside].aside != 0) {
        message_seat(&act_irregular_at(a, RULE_TURN, aside, NO_CARD, s->slips[aside].aside, acted_early)->message,
                     "expected", seat);
        stand_in(s, done_in(&s->turn[aside]));
        s->turn[seat].besides = (uint8_t)(s->turn[seat].besides + s->turn[aside].used);
        s->turn[seat].crossed = true;
        if (s->turn[aside].used > 0)
            s->slips[aside].passed = 0;      /* a card too late, instead */
        hyakumonogatari_loosen(s, 1);
    }
    s->slips[aside].aside = 0;
    s->slips[aside].told = false;
    if (s->slips[seat].passed != 0 && !s->turn[seat].begun) {
        hyakumonogatari_rule_passed(s, seat, RULING_IRREGULAR, a->out);
        s->slips[seat].passed = 0;
    }
}

/* May this be the beginning of the seat's own turn, the other's being left? */
static bool may_begin(const struct hyakumonogatari *s, int seat, uint8_t duty)
{
    const bool last = s->on == child_of(s) && s->turn[s->on].used > 0 && hyakumonogatari_complete(s);
    return s->turn[s->on].begun && !last && !hyakumonogatari_frozen(s, seat)
        && (duty == DID_DRAW || hyakumonogatari_bare(s, s->on));
}

static void act_aside(const struct act *a, uint8_t duty)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    struct night_slips *slips = &s->slips[seat];
    if (slips->aside != 0)
        return;
    if (duty == DID_USE)
        slips->passed = 0;      /* a card too late, instead */
    if (slips->told || !may_begin(s, seat, duty)) {
        rule_aside(a, s->turn[s->on].begun ? acted_early : acted_late);
        stand_in(s, duty);
        return;
    }
    slips->aside = a->said->line;
    if (!hyakumonogatari_lacks_refill(s, &s->turn[s->on]))
        return;
    hyakumonogatari_loosen(s, s->turn[s->on].used);   /* the other may have drawn back up */
    for (int i = 0; i < s->turn[s->on].used; i++)
        worlds_perhaps_take(&s->worlds, s->on);
}

/* A second draw behind a use, where the other's turn is not written: the refill between them is missing. */
static void look_for_refill(const struct act *a, uint8_t duty)
{
    const struct hyakumonogatari *s = a->state;
    const struct night_turn *t = &s->turn[a->said->seat];
    if (duty != DID_DRAW || s->on != a->said->seat || t->drawn == 0 || t->used == 0
        || !hyakumonogatari_frozen(s, other(s->on)))
        return;
    hyakumonogatari_leave_turn(a, a->said->line);
    hyakumonogatari_end_turn(a);
    pass_by(a);
}

static void note_act(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    s->played = true;
    s->turn[a->said->seat].begun = true;
    if (s->on == a->said->seat && s->turn[s->on].undrawn == 0)
        s->slips[s->on].undrawn = 0;
    s->turn[a->said->seat].line = a->said->line;
}

/* hyakumonogatari/turn, -/frozen */
enum outcome hyakumonogatari_begin_act(const struct act *a, uint8_t duty)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    if (s->phase == AFTER && duty == DID_USE && s->slips[seat].passed != 0) {   /* a card of the last turn's */
        act_aside(a, duty);
        return APPLIED;
    }
    if (is_late_sun(a))
        reopen(s);
    const bool of_next = s->phase == AFTER && s->night == 1 && s->consented && seat == s->parent && duty == DID_DRAW;
    if (!of_next)
        hyakumonogatari_go_on(s);
    enum outcome outcome = hyakumonogatari_need_night(a);
    if (outcome != APPLIED)
        return outcome;
    look_for_refill(a, duty);
    pass_by(a);
    if (s->phase != DURING)
        return hyakumonogatari_need_night(a);
    if (s->on == seat)
        act_in_turn(a);
    else
        act_aside(a, duty);
    note_act(a);
    if (s->on == seat && hyakumonogatari_frozen(s, seat) && !s->turn[seat].frozen) {
        s->turn[seat].frozen = true;
        hyakumonogatari_loosen(s, 1);
        act_irregular(a, RULE_FROZEN, seat, NO_CARD, N_("{seat} acted under the sun; a night follower does "
                                                        "nothing while it lies."));
    }
    return APPLIED;
}

/* ---- the refill: the turn passes --------------------------------------------------------- */

/* Is the turn of the seat that refills its own by now, the other's having been left? */
static bool takes_over(const struct hyakumonogatari *s, int seat)
{
    const struct night_turn *t = &s->turn[seat];
    const bool met = s->slips[seat].told && s->turn[s->on].met & DID_REFILL && t->drawn > 0;
    return s->on != seat && s->turn[s->on].begun && t->used > 0 && (s->slips[seat].aside != 0 || met);
}

static void take_over(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    struct night_slips *slips = &s->slips[a->said->seat];
    hyakumonogatari_leave_turn(a, slips->aside);
    slips->aside = 0;
    slips->told = false;
    pass_turn(a, false);   /* the altar was not complete when the other went on */
}

enum refill hyakumonogatari_begin_refill(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    const bool again = !s->turn[seat].begun && !(s->turn[seat].met & DID_USE) && !hyakumonogatari_bare(s, other(seat));
    if (s->slips[seat].owes > 0 && !s->turn[seat].begun && !(s->on != seat && s->turn[s->on].begun))
        return REFILL_LATE;
    if (!(s->on != seat && again && hyakumonogatari_frozen(s, s->on)))
        pass_by(a);
    if (takes_over(s, seat)) {
        take_over(a);
    } else if (s->on != seat) {
        rule_aside(a, s->turn[s->on].begun ? drew_early : drew_late);
        stand_in(s, DID_REFILL);
        s->turn[seat].met |= DID_REFILL;
        return REFILL_ASIDE;
    } else {
        act_in_turn(a);
    }
    note_act(a);
    s->slips[seat].owes = 0;
    return REFILL_OWN;
}

/* ---- an impossible statement: its act has been done ----------------------------------------- */

static void refuse_draw(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    worlds_perhaps_draw(&s->worlds, other(seat), seat, UNSEEN);
    if (s->on != seat)
        worlds_perhaps_draw(&s->worlds, seat, other(seat), UNSEEN);
}

static void refuse_use(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    s->turn[seat].besides = (uint8_t)(s->turn[seat].besides + a->said->count);
    hyakumonogatari_doubt_uses(s, seat, a->said->count);
    if (s->on == seat)
        return;
    s->turn[s->on].besides = (uint8_t)(s->turn[s->on].besides + a->said->count);
    hyakumonogatari_doubt_uses(s, s->on, a->said->count);
}

/* The night is over: of the cards used in its last turn one more may have been this. */
static void refuse_late_use(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    hyakumonogatari_loosen(s, a->said->count);
    for (int i = 0; i < a->said->count; i++) {
        worlds_perhaps_drop(&s->worlds, a->said->seat);
        worlds_perhaps_take(&s->worlds, a->said->seat);
    }
}

static void refuse_refill(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    s->slips[a->said->seat].owes = (uint8_t)a->said->count;   /* it may be said again, and right */
    for (int i = 0; i < a->said->count; i++)
        worlds_perhaps_take(&s->worlds, a->said->seat);
    if (takes_over(s, a->said->seat))
        take_over(a);
    if (s->on == a->said->seat && s->turn[s->on].begun)
        hyakumonogatari_end_turn(a);
}

/* Whose act it was: as where it is possible, but the impossible statement is the only finding. */
void hyakumonogatari_refuse_act(const struct act *a)
{
    static const uint8_t duties[VERB_COUNT] = {
        [SAY_DRAW] = DID_DRAW, [SAY_ALTAR] = DID_USE, [SAY_DISCARD] = DID_USE, [SAY_REVERSE] = DID_USE,
        [SAY_REFILL] = DID_REFILL,
    };
    struct hyakumonogatari *s = a->state;
    const uint8_t duty = duties[a->said->verb];
    hyakumonogatari_go_on(s);
    if (s->phase == AFTER && duty == DID_USE)
        refuse_late_use(a);
    if (s->phase != DURING || duty == 0)
        return;
    pass_by(a);
    if (s->phase != DURING)
        return;
    hyakumonogatari_loosen(s, a->said->count);
    if (s->on == a->said->seat) {
        act_in_turn(a);
    } else {
        s->slips[a->said->seat].told |= s->slips[a->said->seat].aside == 0;
        stand_in(s, duty);
    }
    note_act(a);
    s->turn[a->said->seat].met |= duty;
    if (duty == DID_DRAW)
        refuse_draw(a);
    else if (duty == DID_USE)
        refuse_use(a);
    else
        refuse_refill(a);
}

void hyakumonogatari_meet_draw(struct hyakumonogatari *s, int seat)
{
    s->turn[seat].met |= DID_DRAW;
    hyakumonogatari_loosen(s, 0);
    worlds_perhaps_draw(&s->worlds, other(seat), seat, UNSEEN);
}

enum { USES_UNREAD = 3 };   /* cards that a line which cannot be read may have had */

/* A line that cannot be read: whatever the turn lacks may have been that, and nobody's slip. */
void hyakumonogatari_unread_act(struct hyakumonogatari *s)
{
    if (s->phase != DURING)
        return;
    const bool skipped = !s->turn[s->on].begun && hyakumonogatari_frozen(s, s->on);
    const int seat = skipped ? other(s->on) : s->on;
    struct night_turn *t = &s->turn[seat];
    s->sun_told |= hyakumonogatari_frozen(s, child_of(s));
    if (t->met & DID_REFILL)      /* one before was not read either: the turn may have passed */
        s->turn[other(seat)].met |= DID_DRAW;
    t->met |= DID_DRAW | DID_USE | DID_REFILL;
    t->besides = (uint8_t)(t->besides + USES_UNREAD);
    hyakumonogatari_doubt_uses(s, seat, USES_UNREAD);
    for (int i = 0; i < t->used; i++)
        worlds_perhaps_take(&s->worlds, seat);
    if (t->drawn == 0)
        worlds_perhaps_draw(&s->worlds, other(seat), seat, UNSEEN);
}
