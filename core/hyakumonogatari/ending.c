/* The ending: what it is as far as the hands are known, the hands that are shown for it, and the claims weighed then. */
#include "hyakumonogatari.h"

/* ---- 結末 The ending ----------------------------------------------------------------------- */

static bool surely(struct hand_answer answer) { return answer.yes && !answer.no; }

/* What the ending is, as far as the hands are known. */
static enum night_end ending(const struct act *a)
{
    const struct hyakumonogatari *s = a->state;
    int child = child_of(s);
    /* hyakumonogatari/blessing, hyakumonogatari/curse */
    if (s->night == 1) {
        struct hand_answer doll = hyakumonogatari_saved(s, child);
        return surely(doll) ? BLESSING : doll.yes ? OPEN : CURSED;
    }
    /* hyakumonogatari/reversal, -/ghost, -/second-curse */
    struct hand_answer sun = hyakumonogatari_in_the_sun(s, child);
    if (s->reversed && surely(sun))
        open_question(a->setting, a->out, HOUSE_REVERSAL_SUN, a->said->line);
    if (s->reversed && answer_of(a, HOUSE_REVERSAL_SUN) == 0)
        return REVERSED;
    return surely(sun) ? BURNT : sun.yes ? OPEN : s->reversed ? REVERSED : CURSED_AGAIN;
}

/* What saved the child, as far as the hands are known. */
static enum saved_by saved_by(const struct hyakumonogatari *s, enum night_end end)
{
    int least[KINDS], most, child = child_of(s);
    for (int k = 0; k < KINDS; k++)
        worlds_copies(&s->worlds, child, k, &least[k], &most);
    if (end == BLESSING)
        return least[DOLL] > 0 ? BY_DOLL : least[EFFIGY] > 0 && least[INK] > 0 ? BY_HALVES : BY_EITHER;
    return end == REVERSED ? s->by : BY_NOTHING;
}

void hyakumonogatari_look_at_ending(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    if (s->phase != AFTER)
        return;
    enum night_end end = ending(a);
    const bool shown = a->said->verb == SAY_SHOW && s->slips[child_of(s)].loose;    /* the hand itself tells more than counts */
    if (s->end != OPEN && (!shown || end == OPEN))
        return;
    s->end = end;
    s->by = saved_by(s, end);
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

/* Of these curses that are surely there: those that a `show` does not mention. */
static int curses_besides(const struct act *a, int curses)
{
    int mentioned = 0;
    for (int i = 0; i < a->said->count; i++)
        mentioned += a->said->argument[i].kind == ARGUMENT_UNSEEN || a->said->argument[i].card == CURSE;
    return curses > mentioned ? curses - mentioned : 0;
}

/* How many cards a `show` tells of: with these. */
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

/* Where counts prove nothing more: the hand is as it is shown, at the ending the whole of it. */
static enum outcome show_uncounted(const struct act *a, int count)
{
    enum { HAND_DEALT = 3 };
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    if (count > HAND_MOST)
        return hyakumonogatari_too_many(a);
    hyakumonogatari_allow(s, seat, count);
    if ((s->phase == AFTER && count >= HAND_DEALT) || a->said->count == 0) {
        s->pile += (uint32_t)(s->held[seat] - count);
        s->held[seat] = (uint8_t)count;
        worlds_fit(&s->worlds, seat, count, count);
    }
    if (s->worlds.count == 0)   /* what was known came of counts as well */
        worlds_forget(&s->worlds, s->held);
    if (s->worlds.count == 0)   /* not even the pile has so many */
        return hyakumonogatari_wrong_size(a, N_("{seat} cannot show {count} cards with {size} in hand."));
    return hyakumonogatari_see(a);
}

/* Cards shown: more than the hand can have prove that one refill was wrong. */
static enum outcome show_cards(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat, count = a->said->count == 0 ? 0 : cards_shown(a, sure_curses(s, seat)), more = count - s->held[seat];
    if (s->slips[seat].loose)
        return show_uncounted(a, count);
    if (a->said->count == 0 && more < 0) {       /* alone: the hand is empty */
        message_number(&act_refuse(a, seat, NO_CARD, N_("{seat}'s hand is not empty; cards left in it: {count}."))->message,
                       "count", s->held[seat]);
        return IMPOSSIBLE;
    }
    if (more > 0 && s->unseen_refill[seat] == 0)
        return hyakumonogatari_wrong_size(a, N_("{seat} cannot show {count} cards with {size} in hand."));
    if (count > HAND_MOST)
        return hyakumonogatari_too_many(a);
    if (more > 0) {
        const int besides = curses_besides(a, sure_curses(s, seat));
        struct ruling *r = act_irregular_at(a, RULE_REFILL, seat, NO_CARD, s->unseen_refill[seat],
            besides > 0 ? N_("{seat} has {count} cards with the curse, where {size} are due: a refill or a draw took too many.")
                        : N_("{seat} shows {count} cards where {size} are due: a refill or a draw took too many."));
        message_number(&r->message, "count", count);
        message_number(&r->message, "size", s->held[seat]);
        hyakumonogatari_prove_too_many(a->said, s->held[seat], besides, r);
        grounds_line(&r->grounds, a->said->line);
        hyakumonogatari_loosen(s, (uint32_t)more);
    }
    for (int i = 0; i < more; i++)
        if (!hyakumonogatari_take(a, seat, UNSEEN))
            return hyakumonogatari_wrong_size(a, N_("{seat} cannot show {count} cards with {size} in hand."));
    return hyakumonogatari_see(a);
}

bool hyakumonogatari_two_readings(const struct act *a)
{
    const struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    return a->said->verb == SAY_SHOW && s->phase != BEFORE && s->worlds.strays > 0 && !s->slips[seat].loose
        && cards_shown(a, sure_curses(s, seat)) > s->held[seat]
        && cards_shown(a, worlds_stray_least(&s->worlds, seat)) <= s->held[seat];
}

enum outcome hyakumonogatari_say_show(const struct act *a)
{
    const struct hyakumonogatari *s = a->state;
    if (s->phase == BEFORE)
        return hyakumonogatari_need_night(a);
    if (a->said->seat == child_of(s) && a->said->count > s->held[a->said->seat])
        hyakumonogatari_end_last_turn(a);
    if (a->reading > 0 && hyakumonogatari_own_up(a))
        return hyakumonogatari_see(a);
    return show_cards(a);
}

/* ---- weighing what was claimed ----------------------------------------------------------- */

/* hyakumonogatari/consent, said before anybody could tell who had won. */
static void weigh_consent(const struct hyakumonogatari *s, struct rulings *out)
{
    if (s->consent_line == 0)
        return;
    if (s->end == OPEN)
        rulings_add(out, RULING_UNPROVEN, RULE_CONSENT, -1, NO_CARD, s->consent_line,
                    N_("Whether the child had lost depends on cards nobody has shown."));
    else if (s->end == BLESSING) {
        struct ruling *r = rulings_add(out, RULING_IRREGULAR, RULE_CONSENT, -1, NO_CARD, s->consent_line,
                                       N_("A second night was agreed on, but the child had won the "
                                          "first."));
        hyakumonogatari_prove_saved(s, r);
        if (s->end_line != s->consent_line)
            ruling_because(r, s->end_line);
    }
}

void hyakumonogatari_weigh(const void *state, const struct setting *setting, struct rulings *out)
{
    const struct hyakumonogatari *s = state;
    struct court court;
    court_begin(&court, &hyakumonogatari_oracle, s, s);
    for (int i = 0; i < s->claims; i++)
        court_add(&court, s->claim[i]);
    court_report(&court, out);
    hyakumonogatari_weigh_turn(s, setting, out);
    weigh_consent(s, out);
}
