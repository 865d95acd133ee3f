/*
 * Hyakumonogatari 百物語: what a turn lacks, and what a slip makes of the counts behind it.
 *
 * What is lacking is told once, by the line that shows it; from there on no count of a hand leans on it.
 */
#include "hyakumonogatari.h"

/* ---- counts behind a slip ---------------------------------------------------------------- */

void hyakumonogatari_loosen(struct hyakumonogatari *s, uint32_t cards)
{
    s->slips[0].loose = s->slips[1].loose = true;
    trail_add(&s->worlds.trail, TRAIL_LOOSE, 0, UNSEEN, 0);
    s->slack += cards;
    if (s->slack > 0)
        hyakumonogatari_doubt_pile(s);
}

void hyakumonogatari_scatter(struct hyakumonogatari *s, int card)
{
    if (s->worlds.hidden[card] == 0)
        return;
    hyakumonogatari_loosen(s, 0);
    worlds_scatter(&s->worlds, card);
}

void hyakumonogatari_doubt_card(struct hyakumonogatari *s, int card, bool proved)
{
    s->spared |= s->doubled;
    for (int k = 0; k < KINDS; k++)      /* the pile may have run out before */
        s->spared |= s->grave[k] > 0 ? 1u << k : 0;
    s->worlds.trail.uncounted = true;
    if (proved) {
        hyakumonogatari_scatter(s, card);
        return;
    }
    s->spared |= 1u << card;
    trail_doubt(&s->worlds.trail, card);
}

bool hyakumonogatari_unlay(struct hyakumonogatari *s, int card)
{
    uint8_t *from = s->grave[card] > 0 ? s->grave : s->altar;
    if (from[card] == 0)
        return false;
    from[card]--;
    s->pile++;
    s->spare = true;
    hyakumonogatari_loosen(s, 1);
    worlds_unlay(&s->worlds, card);
    return true;
}

void hyakumonogatari_shuffle_in(struct hyakumonogatari *s, int card)
{
    if (s->deck[card] >= COPIES_MOST)
        return;
    s->deck[card]++;
    s->pile++;
    hyakumonogatari_loosen(s, 1);
    worlds_unlay(&s->worlds, card);
}

void hyakumonogatari_allow(struct hyakumonogatari *s, int seat, int least)
{
    if (!s->slips[seat].loose)
        return;
    const bool undrawn = s->on == seat && (s->turn[seat].undrawn || s->turn[seat].met & DID_DRAW);    /* it came from there */
    for (; s->held[seat] < least && s->pile + s->held[other(seat)] > 0; s->held[seat]++)
        if (s->held[other(seat)] > 0 && (undrawn || s->pile == 0)) {
            s->held[other(seat)]--;
        } else {
            s->pile--;
            s->slack++;      /* or it was the other's */
        }
    worlds_fit(&s->worlds, seat, least, HAND_MOST);
}

/* ---- what a turn lacks ------------------------------------------------------------------- */

static bool lacks_use(const struct night_turn *t) { return t->used == 0 && !t->frozen && !(t->met & DID_USE); }

bool hyakumonogatari_lacks_refill(const struct hyakumonogatari *s, const struct night_turn *t)
{
    return t->used > 0 && !(t->met & DID_REFILL) && hyakumonogatari_left(s) > 0;
}

/* Kinds that `seat` can neither lay down nor discard now. */
static uint32_t useless_kinds(const struct hyakumonogatari *s, const struct setting *setting, int seat)
{
    bool reversal = s->night == 2 && seat != s->parent && s->altar[SHADE] > 0 && !s->reversed;
    uint32_t useless = 1u << CURSE;
    if (!reversal)
        useless |= 1u << DOLL;
    if (s->altar[SHADE] > 0 && setting->house->option[HOUSE_SPARE_SHADE].choice == 0)
        useless |= 1u << SHADE;
    return useless;
}

/* That there is no card to use. */
static struct trail_claim claim_none(const struct hyakumonogatari *s, const struct setting *setting, int seat)
{
    return hyakumonogatari_claim_of(s, seat, ~useless_kinds(s, setting, seat));
}

static struct hand_answer claim_unused(const struct act *a, int seat, uint32_t line)
{
    struct hand_answer answer =
        hyakumonogatari_used_nothing(a, seat, useless_kinds(game_of(a), a->setting, seat), line);
    if (answer.yes)
        open_question(a->setting, a->out, HOUSE_STUCK, line);
    return answer;
}

/* Which of the parent's acts belong together is not known there, and that was told. */
static bool told_under_the_sun(const struct hyakumonogatari *s, int seat) { return s->sun_told && seat == s->parent; }

enum { USES_MISSED = 2 };   /* cards that a line left out may have had */

void hyakumonogatari_doubt_uses(struct hyakumonogatari *s, int seat, int cards)
{
    s->gap = true;
    hyakumonogatari_loosen(s, (uint32_t)cards);
    for (int i = 0; i < cards; i++)
        worlds_perhaps_drop(&s->worlds, seat);
}

struct hand_answer hyakumonogatari_claim_stuck(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const struct trail_claim says = claim_none(s, a->setting, a->said->seat);
    struct hand_answer answer = claim_unused(a, a->said->seat, a->said->line);
    if (answer.yes)
        return answer;
    s->slips[a->said->seat].unused = says;
    s->slips[a->said->seat].passed = told_under_the_sun(s, a->said->seat) ? 0 : a->said->line;
    s->slips[a->said->seat].took = 0;
    hyakumonogatari_doubt_uses(s, a->said->seat, USES_MISSED);
    for (int i = 0; i < USES_MISSED && a->said->count == 0; i++)
        worlds_perhaps_take(&s->worlds, a->said->seat);
    return answer;
}

void hyakumonogatari_rule_passed(const struct hyakumonogatari *s, int seat, enum ruling_kind kind, struct rulings *out)
{
    const struct night_slips *slips = &s->slips[seat];
    if (slips->passed == 0)
        return;
    if (slips->took > 0) {
        struct ruling *r = rulings_add(out, kind, RULE_REFILL, seat, NO_CARD, slips->passed,
                                       kind == RULING_IRREGULAR
                                           ? N_("{seat} drew {count} from the pile, but had used {used}.")
                                           : N_("{seat} drew {count} from the pile, and used {used} on record: not as many, or a line "
                                                "is missing."));
        message_number(&r->message, "count", slips->took);
        message_number(&r->message, "used", slips->used);
    } else if (kind == RULING_IRREGULAR) {
        hyakumonogatari_rule_unused(s, &slips->unused, out, slips->passed);
    } else {
        rulings_add(out, kind, RULE_USE, seat, NO_CARD, slips->passed,
                    N_("{seat} used no card; one that follows is a card too late."));
    }
}

void hyakumonogatari_check_count(const struct act *a, uint32_t due, uint32_t besides)
{
    struct hyakumonogatari *s = a->state;
    struct night_slips *slips = &s->slips[a->said->seat];
    const uint32_t there = hyakumonogatari_left(s), count = a->said->count;
    const uint32_t sure = there > s->slack ? there - s->slack : 0;
    const uint32_t least = due < sure ? due : sure, most = due + besides < there + s->slack ? due + besides : there + s->slack;
    if (count == 0 || (count >= least && count <= most))
        return;
    if (count < due && due - count <= s->turn[a->said->seat].odd) {
        s->spare = true;      /* that card was none, and nobody else's slip */
        s->spared |= s->turn[a->said->seat].kinds;
        hyakumonogatari_loosen(s, due - count);
        return;
    }
    if (count > due && count - due <= s->turn[a->said->seat].odd) {      /* the use before which that one was right is missing */
        hyakumonogatari_doubt_uses(s, a->said->seat, (int)(count - due));
        return;
    }
    const bool passed = slips->passed == a->said->line;
    slips->passed = a->said->line;
    slips->took = passed ? 0 : (uint8_t)count;
    slips->used = (uint8_t)due;
    if (count > due) {   /* till the next line */
        slips->passed = told_under_the_sun(s, a->said->seat) ? 0 : slips->passed;
        hyakumonogatari_doubt_uses(s, a->said->seat, passed ? 0 : (int)(count - due));
        return;
    }
    s->spare = true;
    s->spared |= s->turn[a->said->seat].kinds;
    trail_doubt_uses(&s->worlds.trail, a->said->seat);
    hyakumonogatari_loosen(s, due - count);
    hyakumonogatari_rule_passed(s, a->said->seat, RULING_IRREGULAR, a->out);
    slips->passed = 0;
}

static struct ruling *rule_unfilled(struct rulings *out, int seat, uint32_t line)
{
    return rulings_add(out, RULING_IRREGULAR, RULE_REFILL, seat, NO_CARD, line,
                       N_("{seat} did not draw back up before the turn passed, or a `refill` line is missing."));
}

void hyakumonogatari_leave_turn(const struct act *a, uint32_t proof)
{
    struct hyakumonogatari *s = a->state;
    const int seat = s->on;
    const struct night_turn *t = &s->turn[seat];
    if (lacks_use(t)) {
        const struct trail_claim says = claim_none(s, a->setting, seat);
        if (!claim_unused(a, seat, t->line).yes)
            ruling_because(hyakumonogatari_rule_unused(s, &says, a->out, t->line), proof);
    } else if (hyakumonogatari_lacks_refill(s, t)) {
        ruling_because(rule_unfilled(a->out, seat, t->line), proof);
        s->slips[seat].owes = t->used;
        hyakumonogatari_loosen(s, t->used);
    }
}

/* ---- what the next line would decide ----------------------------------------------------- */

/* The other has acted in the open turn: too early, or is something missing in this one? */
static void weigh_aside(const struct hyakumonogatari *s, const struct setting *setting, struct rulings *out)
{
    const struct night_turn *t = &s->turn[s->on];
    const uint32_t proof = s->slips[other(s->on)].aside;
    const bool unused = lacks_use(t);
    const struct trail_claim says = claim_none(s, setting, s->on);
    if (s->phase != DURING || proof == 0 || (!unused && !hyakumonogatari_lacks_refill(s, t)))
        return;
    if (!setting->ended || (unused && hyakumonogatari_may_be_stuck(s, s->on, useless_kinds(s, setting, s->on))))
        message_seat(&rulings_add(out, RULING_UNPROVEN, unused ? RULE_USE : RULE_REFILL, s->on, NO_CARD, t->line,
                                  N_("{other} has acted since: too early, or a line of {seat}'s turn is missing."))->message,
                     "other", other(s->on));
    else
        ruling_because(unused ? hyakumonogatari_rule_unused(s, &says, out, t->line)
                              : rule_unfilled(out, s->on, t->line), proof);
}

void hyakumonogatari_weigh_turn(const struct hyakumonogatari *s, const struct setting *setting, struct rulings *out)
{
    for (int seat = 0; seat < PLAYERS; seat++) {
        const bool decided = setting->ended || s->phase == AFTER || s->last > s->slips[seat].passed;
        hyakumonogatari_rule_passed(s, seat, decided ? RULING_IRREGULAR : RULING_UNPROVEN, out);
    }
    weigh_aside(s, setting, out);
}
