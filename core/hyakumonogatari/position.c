/*
 * `position`: the record begins in the middle of a night. What was done before is not on record, so
 * nothing is judged from it. How things stand may be said until somebody acts. Until the record
 * says what lies on the altar, anything may lie there.
 */
#include "hyakumonogatari.h"

enum outcome hyakumonogatari_say_position(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    if (s->phase != BEFORE || s->position)
        return impossible(a, -1, NO_CARD,
            N_("`position` is said once, before anything else of the game."));
    s->position = true;
    return APPLIED;
}

/* How things stand has to be said before somebody acts. */
static enum outcome may_be_said(const struct act *a)
{
    const struct hyakumonogatari *s = a->state;
    if (!s->position)
        return impossible(a, a->said->seat, NO_CARD,
            N_("This belongs to a position; expected `position` after `players`."));
    if (s->played)
        return impossible(a, a->said->seat, NO_CARD,
            N_("How things stand at the beginning has to be said before the first act."));
    return hyakumonogatari_need_night(a);
}

/* A card lies open. */
static bool lies(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    s->seen[card] = a->said->line;
    s->pile -= s->pile > 0;
    return worlds_lie(&s->worlds, card);
}

static enum outcome cannot_lie(const struct act *a, int card)
{
    return hyakumonogatari_misplaced(a, -1, card, N_("{card} cannot lie there: it is in a hand."));
}

enum outcome hyakumonogatari_say_lies(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    enum outcome outcome = may_be_said(a);
    for (int i = 0; i < a->said->count && outcome == APPLIED; i++) {
        const int card = a->said->argument[i].card;
        if (!lies(a, card))
            return cannot_lie(a, card);
        s->altar[card]++;
        if (card == SUN)
            s->sun_left = s->sun_left > 0 ? s->sun_left : hyakumonogatari_sun_turns(a);
        else if (hyakumonogatari_cards[card].place == 0)
            hyakumonogatari_cover(s, card);
    }
    if (outcome != APPLIED)
        return outcome;
    s->unseen[ANYWHERE] = 0;
    s->may_be_reversed = false;
    return APPLIED;
}

enum outcome hyakumonogatari_say_gone(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    enum outcome outcome = may_be_said(a);
    for (int i = 0; i < a->said->count && outcome == APPLIED; i++) {
        const int card = a->said->argument[i].card;
        if (!lies(a, card))
            return cannot_lie(a, card);
        s->grave[card]++;
    }
    return outcome;
}

enum outcome hyakumonogatari_say_sun(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const int32_t left = a->said->argument[0].number;
    enum outcome outcome = may_be_said(a);
    if (outcome != APPLIED)
        return outcome;
    if (left < 1 || left > 4)
        return act_malformed(a, 0, N_("no such number of turns; expected 1 to 4"));
    if (s->altar[SUN] == 0) {
        if (!lies(a, SUN))
            return cannot_lie(a, SUN);
        s->altar[SUN]++;
    }
    s->sun_left = (uint8_t)left;
    return APPLIED;
}

enum outcome hyakumonogatari_say_turn(const struct act *a)
{
    enum outcome outcome = may_be_said(a);
    if (outcome != APPLIED)
        return outcome;
    game_of(a)->turn_said = true;
    hyakumonogatari_give_turn(a, a->said->argument[0].seat);
    return APPLIED;
}
