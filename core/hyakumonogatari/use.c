/* Using and discarding: what may be laid on the altar or the shade, or thrown away. */
#include "hyakumonogatari.h"

/* ---- 人形について The doll · 初期カード The curse -------------------------------------------- */

/*
 * hyakumonogatari/doll, hyakumonogatari/curse-card: reports a card that may be neither used nor
 * discarded.
 */
static bool is_bound(const struct act *a, int card)
{
    if (card == DOLL)
        act_irregular(a, RULE_DOLL, a->said->seat, card,
            N_("{seat} put down the doll; it is neither used nor discarded."));
    else if (card == CURSE)
        act_irregular(a, RULE_CURSE_CARD, a->said->seat, card,
            N_("{seat} put down the curse; it stays in the hand."));
    return card == DOLL || card == CURSE;
}

/* ---- カード使用・破棄のルール Using and discarding ------------------------------------------- */

/*
 * A line counts as a whole: supposes that the cards of the same kind after this one left the hand
 * as well.
 */
static void suppose_like(const struct act *a, int card)
{
    struct hand_log *t = &game_of(a)->worlds.trail;
    int left = 0;
    for (int i = 0; i < a->said->count; i++)
        left += a->said->argument[i].kind == ARGUMENT_CARD && a->said->argument[i].card == card;
    for (int i = t->said; i < t->count; i++)
        left -= t->step[i].kind == card && t->step[i].act == HAND_LOG_LEAVE;
    for (; left > 0; left--)
        hand_log_add(t, HAND_LOG_LEAVE, a->said->seat, card, 1);
}

static void count_use(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    hyakumonogatari_lose_card(s, seat);
    s->spent[seat]++;
    s->turn[seat].used++;
}

/* A card leaves the hand in the open. */
static enum outcome lay_down(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat;
    if (!hyakumonogatari_leaves(a, seat, card)) {
        suppose_like(a, card);
        return hyakumonogatari_misplaced(a, seat, card,
            N_("{seat} cannot have held {card}: no hands fit what was seen before."));
    }
    count_use(a);
    s->seen[card] = a->said->line;
    return APPLIED;
}

/* Lays unseen cards, `most` at most. */
static enum outcome lay_unseen(const struct act *a, enum unseen_place where, int most)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    if (s->held[seat] == 0 || !hyakumonogatari_laid_unseen(a, seat, most))
        return hyakumonogatari_misplaced(a, seat, NO_CARD, N_("{seat} had no card left to use."));
    count_use(a);
    s->turn[seat].unseen = true;
    s->unseen[where] += (uint32_t)most;
    s->unseen_turn = s->turns;
    s->may_be_reversed |= s->night == 2 && seat == child_of(s)
                          && (where == ON_SHADE || where == ANYWHERE);
    return APPLIED;
}

/* Uses the cards of a line one by one. */
static enum outcome use_each(const struct act *a, enum unseen_place where,
    enum outcome (*use)(const struct act *a, int card))
{
    enum outcome outcome = hyakumonogatari_begin_act(a, USES);
    if (outcome == APPLIED)
        hyakumonogatari_look_for_draw(a);
    for (int i = 0; i < a->said->count && outcome == APPLIED; i++)
        outcome = a->said->argument[i].kind == ARGUMENT_UNSEEN ? lay_unseen(a, where, 1)
                                                               : use(a, a->said->argument[i].card);
    return outcome;
}

/*
 * `use ?`: one card or more was used, and nobody saw where it went. Afterwards the hand may have
 * any size from one card fewer down to none.
 */
enum outcome hyakumonogatari_say_use(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    enum outcome outcome = hyakumonogatari_begin_act(a, USES);
    if (outcome != APPLIED)
        return outcome;
    hyakumonogatari_look_for_draw(a);
    const int held = s->held[seat];
    s->turn[seat].sized |= s->besides[seat] == 0;
    outcome = lay_unseen(a, ANYWHERE, held);
    s->besides[seat] = (uint8_t)(held > 0 ? held - 1 : 0);
    return outcome;
}

/* Does a sun lie on the new moon, or may one lie there unseen? */
static bool may_be_hidden(const struct hyakumonogatari *s)
{
    return s->altar[SUN] > 0 || hyakumonogatari_may_lie(s, SUN);
}

/* What forbids the sun, or NULL: hyakumonogatari/sun. */
static const char *sun_forbidden(const struct hyakumonogatari *s)
{
    if (hyakumonogatari_may_lie(s, NEWMOON))
        return NULL;
    return s->altar[SUN] > 0 ? N_("{seat} laid the sun on a sun; it is laid on the new moon.")
           : s->altar[NEWMOON] == 0 ? N_("{seat} laid the sun, but no new moon lies on the altar.")
                                    : NULL;
}

/* hyakumonogatari/ritual, -/sun: may this card lie on the altar? */
static void check_altar(const struct act *a, int card)
{
    const struct hyakumonogatari *s = a->state;
    if (is_bound(a, card))
        return;
    if (card == SUN && sun_forbidden(s) != NULL)
        act_irregular(a, RULE_SUN, a->said->seat, card, sun_forbidden(s));
    else if (card != SUN && hyakumonogatari_cards[card].place == 0)
        act_irregular(a, RULE_RITUAL, a->said->seat, card,
            N_("{seat} laid {card} on the altar; only ritual cards belong there."));
    else if (card != SUN && hyakumonogatari_full(s, card) && !(card == NEWMOON && may_be_hidden(s)))
        act_irregular(a, RULE_RITUAL, a->said->seat, card,
            N_("{seat} laid {card} on the altar, where its place is full."));
}

static enum outcome put_on_altar(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    enum outcome outcome = lay_down(a, card);
    if (outcome != APPLIED)
        return outcome;
    check_altar(a, card);
    if (card == SUN)
        hyakumonogatari_lay_sun(a, a->said->seat);
    /* hyakumonogatari/sun-cancel */
    if (card == NEWMOON && s->altar[SUN] > 0
        && (s->altar[NEWMOON] > 0 || (s->deck[NEWMOON] > 1 && !s->turn[a->said->seat].sun_laid)))
        hyakumonogatari_end_sun(s);
    s->altar[card]++;
    return APPLIED;
}

/* Does the line name the new moon after this place? */
static bool names_moon(const struct statement *said, int from)
{
    bool moon = false;
    for (int i = from; i < said->count; i++)
        moon |= said->argument[i].kind == ARGUMENT_CARD && said->argument[i].card == NEWMOON;
    return moon;
}

/*
 * Cards of one statement are laid together, so a sun may lie on a new moon that is named after it.
 */
enum outcome hyakumonogatari_say_altar(const struct act *a)
{
    const struct hyakumonogatari *s = a->state;
    const struct statement *said = a->said;
    bool moon_first = false;
    enum outcome outcome = hyakumonogatari_begin_act(a, USES);
    if (outcome == APPLIED)
        hyakumonogatari_look_for_draw(a);
    for (int i = 0; i < said->count && outcome == APPLIED; i++) {
        const int card = said->argument[i].kind == ARGUMENT_UNSEEN ? UNSEEN
                                                                   : said->argument[i].card;
        if (card == SUN && s->altar[NEWMOON] == 0 && names_moon(said, i + 1)) {
            outcome = put_on_altar(a, NEWMOON);
            moon_first = true;
        } else if (card == NEWMOON && moon_first) {
            moon_first = false;
            continue;
        }
        if (outcome == APPLIED)
            outcome = card == UNSEEN ? lay_unseen(a, ON_ALTAR, 1) : put_on_altar(a, card);
    }
    return outcome;
}

/*
 * hyakumonogatari/discard, for each card: what forbids it, or NULL. An unseen card may have filled
 * its place.
 */
static const char *discard_forbidden(const struct act *a, int card)
{
    const struct hyakumonogatari *s = a->state;
    const bool full = hyakumonogatari_full(s, card),
               one = card == CANDLE && s->altar[CANDLE] > 0 && !full;
    if (card == SHADE) {
        if (full)
            open_question(a->setting, a->out, HOUSE_SPARE_SHADE, a->said->line);
        if ((!full && !hyakumonogatari_may_lie(s, SHADE)) || answer_of(a, HOUSE_SPARE_SHADE) == 0)
            return N_("{seat} discarded the shade, which is never discarded.");
    } else if (hyakumonogatari_cards[card].place > 0 && !full
               && !hyakumonogatari_may_lie(s, card)) {
        if (one)
            open_question(a->setting, a->out, HOUSE_CANDLE, a->said->line);
        if (!one || answer_of(a, HOUSE_CANDLE) == 0)
            return N_("{seat} discarded {card}, whose place on the altar is not full.");
    }
    return NULL;
}

static enum outcome discard_card(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    enum outcome outcome = lay_down(a, card);
    if (outcome != APPLIED)
        return outcome;
    const char *forbidden = is_bound(a, card) ? NULL : discard_forbidden(a, card);
    if (forbidden == NULL && s->turn[a->said->seat].discarded > 0)
        forbidden = N_("{seat} discarded {card} too; at most one card a turn is discarded.");
    if (forbidden != NULL)
        act_irregular(a, RULE_DISCARD, a->said->seat, card, forbidden);
    s->grave[card]++;
    s->turn[a->said->seat].discarded++;
    return APPLIED;
}

enum outcome hyakumonogatari_say_discard(const struct act *a)
{
    return use_each(a, IN_GRAVE, discard_card);
}

/* ---- 禁忌：影返し Turning the shadow --------------------------------------------------------- */

/* hyakumonogatari/reversal: what forbids it, or NULL. */
static const char *reversal_forbidden(const struct hyakumonogatari *s, int seat, int card)
{
    if (s->night != 2)
        return N_("{seat} laid {card} on the shade in the first night; the shadow is turned in the "
                  "second.");
    if (seat == s->parent)
        return N_("{seat} laid {card} on the shade; only the child turns the shadow.");
    if (s->altar[SHADE] == 0 && !hyakumonogatari_may_lie(s, SHADE))
        return N_("{seat} laid {card} where no shade lies on the altar.");
    if (card != DOLL && card != EFFIGY && card != INK)
        return N_("{seat} laid {card} on the shade; the doll, or effigy and ink, turn the shadow.");
    return NULL;
}

/* Was the same reported already for the other half? */
static bool told_already(const struct act *a, const char *why)
{
    bool told = false;
    for (int i = 0; i < a->out->count; i++)
        told |= a->out->row[i].line == a->said->line && a->out->row[i].message.id == why;
    return told;
}

static uint8_t half_of(int card)
{
    return card == EFFIGY ? HALF_EFFIGY : card == INK ? HALF_INK : 0;
}

void hyakumonogatari_cover(struct hyakumonogatari *s, int card)
{
    s->covering[card]++;
    s->halves |= half_of(card);
    if (s->night == 2 && (card == DOLL || s->halves == HALVES_BOTH))
        hyakumonogatari_turn_shadow(s, card == DOLL ? BY_DOLL : BY_HALVES);
}

void hyakumonogatari_turn_shadow(struct hyakumonogatari *s, enum saved_by by)
{
    s->by = s->reversed ? s->by : by;
    s->reversed = true;
}

/*
 * House option halves: effigy and ink have to be laid in one turn, or only have to lie there
 * together.
 */
static void lay_half(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    struct night_turn *t = &s->turn[a->said->seat];
    s->halves |= half_of(card);
    t->halves |= half_of(card);
    t->half_line = a->said->line;
    t->half_card = (int8_t)card;
    if ((answer_of(a, HOUSE_HALVES) == 0 ? t->halves : s->halves) == HALVES_BOTH)
        hyakumonogatari_turn_shadow(s, BY_HALVES);
}

static enum outcome reverse_card(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    enum outcome outcome = lay_down(a, card);
    if (outcome != APPLIED)
        return outcome;
    s->altar[card]++;
    s->covering[card]++;
    if (card == CURSE) {
        is_bound(a, card);
        return APPLIED;
    }
    const char *forbidden = reversal_forbidden(s, a->said->seat, card);
    if (forbidden != NULL && !told_already(a, forbidden))
        act_irregular(a, RULE_REVERSAL, a->said->seat, card, forbidden);
    else if (forbidden == NULL && card == DOLL)
        hyakumonogatari_turn_shadow(s, BY_DOLL);
    else if (forbidden == NULL)
        lay_half(a, card);
    return APPLIED;
}

enum outcome hyakumonogatari_say_reverse(const struct act *a)
{
    return use_each(a, ON_SHADE, reverse_card);
}
