/*
 * The ending of a night: what it is as far as the hands are known, the hands shown for it, and the
 * claims that are weighed then.
 */
#include "hyakumonogatari.h"

/* ---- 結末 The ending ----------------------------------------------------------------------- */

static bool surely(struct hand_answer answer) { return answer.yes && !answer.no; }

/* The ending of the second night, if the shadow is reversed or if it is not. */
static enum night_end second_ending(const struct act *a, bool reversed)
{
    /* hyakumonogatari/reversal, -/ghost, -/second-curse */
    const struct hand_answer sun = hyakumonogatari_in_the_sun(game_of(a), child_of(game_of(a)));
    if (reversed && surely(sun))
        open_question(a->setting, a->out, HOUSE_REVERSAL_SUN, a->said->line);
    if (reversed && answer_of(a, HOUSE_REVERSAL_SUN) == 0)
        return REVERSED;
    return surely(sun) ? BURNT : sun.yes ? OPEN : reversed ? REVERSED : CURSED_AGAIN;
}

/* What the ending is, as far as the hands are known. */
static enum night_end ending(const struct act *a)
{
    const struct hyakumonogatari *s = a->state;
    if (s->night == 2) {
        const enum night_end end = second_ending(a, s->reversed);
        return s->reversed || !s->may_be_reversed || second_ending(a, true) == end ? end : OPEN;
    }
    /* hyakumonogatari/blessing, hyakumonogatari/curse */
    const struct hand_answer doll = hyakumonogatari_saved(s, child_of(s));
    return surely(doll) ? BLESSING : doll.yes ? OPEN : CURSED;
}

/* What saved the child, as far as the hands are known. */
static enum saved_by saved_by(const struct hyakumonogatari *s, enum night_end end)
{
    int least[KINDS], most, child = child_of(s);
    for (int k = 0; k < KINDS; k++)
        worlds_copies(&s->worlds, child, k, &least[k], &most);
    if (end == BLESSING)
        return least[DOLL] > 0                       ? BY_DOLL
               : least[EFFIGY] > 0 && least[INK] > 0 ? BY_HALVES
                                                     : BY_EITHER;
    return end == REVERSED ? s->by : BY_NOTHING;
}

void hyakumonogatari_look_at_ending(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    if (s->may_be_over && s->but_for_the_sun && !hyakumonogatari_may_lie(s, SUN))
        hyakumonogatari_end_night(a); /* it has been seen since, elsewhere */
    const enum night_end end = s->phase == AFTER ? ending(a) : OPEN;
    if (end == OPEN || s->end != OPEN)
        return;
    s->end = end;
    s->by = saved_by(s, s->end);
    s->end_line = a->said->line;
}

int hyakumonogatari_winner(const struct hyakumonogatari *s, enum night_end end)
{
    switch (end) {
    case OPEN: return -1;
    case BLESSING:
    case REVERSED: return child_of(s);
    case CURSED:
    case CURSED_AGAIN:
    case BURNT: return s->parent;
    }
    return -1;
}

bool hyakumonogatari_finished(const void *state, const struct setting *setting, uint32_t *winners)
{
    const struct hyakumonogatari *s = state;
    (void)setting;
    *winners = 0;
    if (s->phase != AFTER || s->end == OPEN || (s->consented && s->end == CURSED))
        return false;
    int winner = hyakumonogatari_winner(s, s->end);
    *winners = winner >= 0 ? 1u << winner : 0;
    return winner >= 0;
}

/* Of the curses that are certainly in the hand, how many the `show` does not mention. */
static int curses_besides(const struct act *a, int curses)
{
    int mentioned = 0;
    for (int i = 0; i < a->said->count; i++)
        mentioned += a->said->argument[i].kind == ARGUMENT_UNSEEN
                     || a->said->argument[i].card == CURSE;
    return curses > mentioned ? curses - mentioned : 0;
}

/* How many cards a `show` tells of, these curses included. */
static int cards_shown(const struct act *a, int curses)
{
    return a->said->count + curses_besides(a, curses);
}

static int sure_curses(const struct hyakumonogatari *s, int seat)
{
    int least, most;
    worlds_copies(&s->worlds, seat, CURSE, &least, &most);
    return least;
}

/* `show` alone: the hand is empty. */
static enum outcome show_empty(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    if (s->held[seat] == s->besides[seat] && worlds_keep_size(&s->worlds, seat, 0)) {
        s->held[seat] = s->besides[seat] = 0;
        return APPLIED;
    }
    message_number(&act_refuse(a, seat, NO_CARD,
                       N_("{seat}'s hand is not empty; cards left in it: {count}."))
                        ->message,
        "count", s->held[seat]);
    return IMPOSSIBLE;
}

/* Cards are shown. If there are more than the hand can have, some refill was wrong. */
static enum outcome show_cards(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat, count = cards_shown(a, sure_curses(s, seat)),
              more = count - s->held[seat];
    if (a->said->count == 0)
        return show_empty(a);
    if (more > 0 && s->unseen_refill[seat] == 0)
        return hyakumonogatari_wrong_size(a,
            N_("{seat} cannot show {count} cards with {size} in hand."));
    if (count > HAND_MOST)
        return hyakumonogatari_too_many(a);
    if (more > 0) {
        const int besides = curses_besides(a, sure_curses(s, seat));
        struct ruling *r = act_irregular_at(a, RULE_REFILL, seat, NO_CARD, s->unseen_refill[seat],
            besides > 0 ? N_("{seat} has {count} cards with the curse, where {size} are due: a "
                             "refill or a draw took too many.")
                        : N_("{seat} shows {count} cards where {size} are due: a refill or a draw "
                             "took too many."));
        message_number(&r->message, "count", count);
        message_number(&r->message, "size", s->held[seat]);
        hyakumonogatari_prove_too_many(a->said, s->held[seat], besides, r);
        grounds_line(&r->grounds, a->said->line);
    }
    for (int i = 0; i < more; i++)
        if (!hyakumonogatari_take(a, seat, UNSEEN))
            return hyakumonogatari_wrong_size(a,
                N_("{seat} cannot show {count} cards with {size} in hand."));
    return hyakumonogatari_see(a);
}

bool hyakumonogatari_two_readings(const struct act *a)
{
    const struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    return a->said->verb == SAY_SHOW && s->phase != BEFORE && s->worlds.strays > 0
           && cards_shown(a, sure_curses(s, seat)) > s->held[seat]
           && cards_shown(a, worlds_stray_least(&s->worlds, seat)) <= s->held[seat];
}

enum outcome hyakumonogatari_say_show(const struct act *a)
{
    if (game_of(a)->phase == BEFORE) {
        const enum outcome outcome = hyakumonogatari_need_night(a);
        if (outcome != APPLIED)
            return outcome;
    }
    if (a->reading > 0 && hyakumonogatari_own_up(a))
        return hyakumonogatari_see(a);
    return show_cards(a);
}

/* ---- weighing what was claimed ----------------------------------------------------------- */

/* hyakumonogatari/consent, given before anybody could tell who had won. */
static void weigh_consent(const struct hyakumonogatari *s, struct rulings *out)
{
    if (s->consent_line == 0)
        return;
    if (s->end == OPEN)
        rulings_add(out, RULING_UNPROVEN, RULE_CONSENT, -1, NO_CARD, s->consent_line,
            N_("Whether the child had lost the first night is not on record."));
    else if (s->end == BLESSING) {
        struct ruling *r = rulings_add(out, RULING_IRREGULAR, RULE_CONSENT, -1, NO_CARD,
            s->consent_line, N_("A second night was agreed on, but the child had won the first."));
        hyakumonogatari_prove_saved(s, r);
        if (s->end_line != s->consent_line)
            ruling_because(r, s->end_line);
    }
}

void hyakumonogatari_weigh(const void *state, const struct setting *setting, struct rulings *out)
{
    const struct hyakumonogatari *s = state;
    struct court court;
    (void)setting;
    court_begin(&court, &hyakumonogatari_oracle, s, s);
    for (int i = 0; i < s->claims; i++)
        court_add(&court, s->claim[i]);
    court_report(&court, out);
    hyakumonogatari_weigh_turn(s, out);
    weigh_consent(s, out);
}
