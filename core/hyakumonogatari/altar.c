/* What lies open: the altar, the sun on it, the graveyard; and the pile. */
#include "hyakumonogatari.h"

#include <string.h>

/* ---- 儀式について The ritual --------------------------------------------------------------- */

/* hyakumonogatari/altar: six places, and no sun on the new moon. */
int hyakumonogatari_missing(const struct hyakumonogatari *s, int kind)
{
    const int place = hyakumonogatari_cards[kind].place;
    return s->altar[kind] < place ? place - s->altar[kind] : 0;
}

int hyakumonogatari_besides(const struct hyakumonogatari *s, int kind)
{
    int places = kind == SUN ? 1 : hyakumonogatari_cards[kind].place, lie = s->altar[kind] - s->covering[kind];
    return lie > places ? lie - places : 0;
}

bool hyakumonogatari_complete(const struct hyakumonogatari *s)
{
    for (int k = 0; k < KINDS; k++)
        if (hyakumonogatari_missing(s, k) > 0)
            return false;
    return s->altar[SUN] == 0;
}

bool hyakumonogatari_full(const struct hyakumonogatari *s, int kind)
{
    return s->altar[kind] >= hyakumonogatari_cards[kind].place;
}

/* ---- 特殊カード「陽光」について The sun -------------------------------------------------------- */

/* hyakumonogatari/frozen: the turn in which the night follower laid the sun is played to its end. */
bool hyakumonogatari_frozen(const struct hyakumonogatari *s, int seat)
{
    return s->night == 2 && seat == child_of(s) && s->altar[SUN] > 0
        && !(s->on == seat && s->turn[seat].sun_laid);
}

void hyakumonogatari_lay_sun(const struct act *a, int seat)
{
    struct hyakumonogatari *s = a->state;
    static const uint8_t turns[] = {[SUN_PAIRS] = 3, [SUN_PAIRS_AFTER] = 4, [SUN_TURNS] = 3};
    if (s->altar[SUN] > 0)
        return;
    s->sun_left = turns[answer_of(a, HOUSE_SUN)];
    const bool late = s->on != seat && !s->turn[s->on].begun;      /* it belongs to the turn that has just passed */
    s->sun_left = (uint8_t)(s->sun_left - (late && (seat != s->parent || answer_of(a, HOUSE_SUN) == SUN_TURNS)));
    s->turn[seat].sun_laid = true;
    open_question(a->setting, a->out, HOUSE_SUN, a->said->line);
}

void hyakumonogatari_end_sun(struct hyakumonogatari *s)
{
    s->grave[SUN] = (uint8_t)(s->grave[SUN] + s->altar[SUN]);
    s->altar[SUN] = 0;
    s->sun_left = 0;
}

/* ---- 山札引き切り時 When the pile runs out ----------------------------------------------------- */

/* hyakumonogatari/reshuffle */
static void reshuffle(struct hyakumonogatari *s)
{
    const uint32_t before = s->pile;
    for (int k = 0; k < KINDS; k++)
        s->pile += s->grave[k];
    if (s->pile > before) {
        s->shuffles += s->unsure == 0;
        s->shuffle_line = s->worlds.trail.line;
        s->slack += s->unsure > 0 ? s->pile - before : 0;    /* they came back with the others, or will the next time */
        s->shuffled = s->pile - before;
        s->unsure = s->unsure > 0 || s->slack == 0 ? s->unsure : 2 * s->slack + 1;      /* with the one that is taken now */
    }
    worlds_reshuffle(&s->worlds, s->grave);
    memset(s->grave, 0, sizeof s->grave);
}

uint32_t hyakumonogatari_left(const struct hyakumonogatari *s)
{
    uint32_t cards = s->pile;
    for (int k = 0; k < KINDS; k++)
        cards += s->grave[k];
    return cards;
}

/*
 * Nobody records whether the graveyard was shuffled in just before or just after the pile's last card was
 * taken: shuffling first allows both. Where the pile may be larger or smaller than counted, it may have been
 * so many cards earlier or later.
 */
void hyakumonogatari_doubt_pile(struct hyakumonogatari *s)
{
    if (s->pile <= 1 + s->slack || s->unsure > 0)
        reshuffle(s);
}

void hyakumonogatari_shuffle_late(struct hyakumonogatari *s, int seat)
{
    s->unsure += s->unsure == 0;
    hyakumonogatari_doubt_pile(s);
    worlds_perhaps_take(&s->worlds, seat);
}

/* Out of turn it may have been the other's, and the seat a slip. */
static bool take_from_pile(const struct act *a, int seat, int kind)
{
    struct hyakumonogatari *s = a->state;
    if (s->on == seat && s->turn[seat].crossed)
        return worlds_take_or_had(&s->worlds, seat, kind);
    if (s->on == seat || !s->slips[seat].told)
        return hyakumonogatari_taken(a, seat, kind);
    return worlds_take_either(&s->worlds, seat, kind);
}

bool hyakumonogatari_take(const struct act *a, int seat, int kind)
{
    struct hyakumonogatari *s = a->state;
    hyakumonogatari_doubt_pile(s);
    s->unsure -= s->unsure > 0;
    /* none left, behind a slip: there were more than counted, and fewer in the other hand */
    uint8_t *others = &s->held[other(seat)];
    if ((s->pile == 0 && (s->slack == 0 || *others == 0)) || !take_from_pile(a, seat, kind))
        return false;
    if (s->pile > 0)
        s->pile--;
    else
        --*others;
    s->held[seat]++;
    return true;
}
