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
    int places = kind == SUN ? 1 : hyakumonogatari_cards[kind].place,
        lie = s->altar[kind] - s->covering[kind];
    return lie > places ? lie - places : 0;
}

bool hyakumonogatari_full(const struct hyakumonogatari *s, int kind)
{
    return s->altar[kind] >= hyakumonogatari_cards[kind].place;
}

/* However turns are counted, a sun that nobody saw is gone after this many. */
enum { SUN_TURNS_MOST = 4 };

bool hyakumonogatari_may_lie(const struct hyakumonogatari *s, int kind)
{
    const bool gone = kind == SUN && s->turns - s->unseen_turn >= SUN_TURNS_MOST;
    return s->unseen[ON_ALTAR] + s->unseen[ANYWHERE] > 0 && !gone
           && worlds_may_be_away(&s->worlds, kind);
}

static int missing_in_all(const struct hyakumonogatari *s)
{
    int missing = 0;
    for (int k = 0; k < KINDS; k++)
        missing += hyakumonogatari_missing(s, k);
    return missing;
}

bool hyakumonogatari_complete(const struct hyakumonogatari *s)
{
    return missing_in_all(s) == 0 && s->altar[SUN] == 0 && !hyakumonogatari_may_lie(s, SUN);
}

bool hyakumonogatari_may_be_complete(const struct hyakumonogatari *s)
{
    bool may = s->altar[SUN] == 0 || hyakumonogatari_may_lie(s, NEWMOON);
    for (int k = 0; k < KINDS; k++)
        may &= hyakumonogatari_missing(s, k) == 0 || hyakumonogatari_may_lie(s, k);
    return may && (uint32_t)missing_in_all(s) <= s->unseen[ON_ALTAR] + s->unseen[ANYWHERE];
}

void hyakumonogatari_doubt_night(struct hyakumonogatari *s)
{
    s->may_be_over = hyakumonogatari_may_be_complete(s);
    s->but_for_the_sun = missing_in_all(s) == 0 && s->altar[SUN] == 0;
}

/* ---- 特殊カード「陽光」について The sun ------------------------------------------------------ */

/* hyakumonogatari/frozen: a night follower who lays the sun still finishes that turn. */
static bool is_under_the_sun(const struct hyakumonogatari *s, int seat)
{
    return s->night == 2 && seat == child_of(s) && !(s->on == seat && s->turn[seat].sun_laid);
}

bool hyakumonogatari_frozen(const struct hyakumonogatari *s, int seat)
{
    return is_under_the_sun(s, seat) && s->altar[SUN] > 0 && !hyakumonogatari_may_lie(s, NEWMOON);
}

bool hyakumonogatari_may_be_frozen(const struct hyakumonogatari *s, int seat)
{
    return is_under_the_sun(s, seat) && (s->altar[SUN] > 0 || hyakumonogatari_may_lie(s, SUN));
}

/*
 * hyakumonogatari/sun: how long it lies, in turns or pairs of turns, counted from the turn in which
 * it is laid.
 */
uint8_t hyakumonogatari_sun_turns(const struct act *a)
{
    static const uint8_t turns[] =
        {[SUN_PAIRS] = 3, [SUN_PAIRS_AFTER] = SUN_TURNS_MOST, [SUN_TURNS] = 3};
    return turns[answer_of(a, HOUSE_SUN)];
}

void hyakumonogatari_lay_sun(const struct act *a, int seat)
{
    struct hyakumonogatari *s = a->state;
    if (s->altar[SUN] > 0)
        return;
    s->sun_left = hyakumonogatari_sun_turns(a);
    s->turn[seat].sun_laid = true;
    open_question(a->setting, a->out, HOUSE_SUN, a->said->line);
}

void hyakumonogatari_end_sun(struct hyakumonogatari *s)
{
    s->grave[SUN] = (uint8_t)(s->grave[SUN] + s->altar[SUN]);
    s->altar[SUN] = 0;
    s->sun_left = 0;
}

/* ---- 山札引き切り時 When the pile runs out --------------------------------------------------- */

uint32_t hyakumonogatari_surely_left(const struct hyakumonogatari *s)
{
    uint32_t cards = s->unseen[IN_GRAVE] + (s->pile > s->slack ? s->pile - s->slack : 0);
    for (int k = 0; k < KINDS; k++)
        cards += s->grave[k];
    return cards;
}

uint32_t hyakumonogatari_left(const struct hyakumonogatari *s)
{
    return hyakumonogatari_surely_left(s) + s->unseen[ANYWHERE]
           + (s->pile > s->slack ? s->slack : s->pile);
}

/* hyakumonogatari/reshuffle. Unseen cards in the graveyard were counted as hidden all along. */
static void reshuffle(struct hyakumonogatari *s)
{
    const uint32_t left = hyakumonogatari_left(s);
    s->shuffles += left > s->pile;
    s->shuffled = left > s->pile ? left - s->pile : s->shuffled;
    s->slack += s->unseen[ANYWHERE];
    s->pile = left;
    s->unseen[IN_GRAVE] = 0;
    worlds_reshuffle(&s->worlds, s->grave);
    memset(s->grave, 0, sizeof s->grave);
}

/*
 * The record does not say whether the graveyard was shuffled in just before or just after the last
 * card of the pile was taken. Shuffling first allows both. If the pile may be smaller than counted,
 * the graveyard may have been shuffled in even earlier.
 */
static void run_out(struct hyakumonogatari *s)
{
    if (s->pile <= 1 + s->slack)
        reshuffle(s);
}

bool hyakumonogatari_take(const struct act *a, int seat, int kind)
{
    struct hyakumonogatari *s = a->state;
    run_out(s);
    if (s->pile == 0 || !hyakumonogatari_taken(a, seat, kind))
        return false;
    s->pile--;
    s->held[seat]++;
    return true;
}

bool hyakumonogatari_fill_up(struct hyakumonogatari *s, int seat, uint32_t due)
{
    const bool enough = hyakumonogatari_surely_left(s) >= due + s->besides[seat];
    const bool sure = enough && (s->besides[seat] == 0 || s->turn[seat].sized);
    s->slack += s->besides[seat] + (enough ? 0 : due);
    run_out(s);
    if (s->pile < due || !worlds_fill(&s->worlds, seat, (int)(s->held[seat] + due), !sure))
        return false;
    s->pile -= due;
    s->held[seat] = (uint8_t)(s->held[seat] + due);
    s->besides[seat] = (uint8_t)(sure ? 0 : s->besides[seat] + due);
    return true;
}
