/* Using and discarding: what may be laid on the altar or the shade, or thrown away. */
#include "hyakumonogatari.h"

/* ---- 人形について The doll · 初期カード The curse --------------------------------------------- */

/* hyakumonogatari/doll, hyakumonogatari/curse-card: true if the card may be neither used nor thrown. */
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

/* ---- カード使用・破棄のルール Using and discarding ---------------------------------------------- */

/* A line is supposed whole: the like cards behind this one left that hand as well. */
static void suppose_like(const struct act *a, int card)
{
    struct trail *t = &game_of(a)->worlds.trail;
    int left = 0;
    for (int i = 0; i < a->said->count; i++)
        left += a->said->argument[i].card == card;
    for (int i = t->said; i < t->count; i++)
        left -= t->step[i].kind == card && (t->step[i].act == TRAIL_LEAVE || t->step[i].act == TRAIL_LEAVE_EITHER);
    for (; left > 0; left--)
        trail_add(t, TRAIL_LEAVE, a->said->seat, card, 1);
}

/* A card leaves the hand in the open. */
static enum outcome lay_down(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat;
    const bool aside = s->slips[seat].told && s->on != seat;   /* it may be the other's, and the seat a slip */
    hyakumonogatari_allow(s, seat, 1);
    if (aside ? !worlds_leave_either(&s->worlds, seat, card) : !hyakumonogatari_leaves(a, seat, card)) {
        suppose_like(a, card);
        return hyakumonogatari_misplaced(a, seat, card, N_("{seat} cannot have held {card}: no hands fit what was "
                                                           "seen before."));
    }
    s->held[seat]--;
    s->turn[seat].used++;
    s->turn[seat].kinds |= 1u << card;
    s->spare |= aside;       /* it may be a line that stands too early */
    if (aside)
        s->turn[s->on].besides++;
    if (aside && s->turn[seat].early == 0)
        s->turn[seat].early = a->said->line;
    s->seen[card] = a->said->line;
    return APPLIED;
}

/* What was laid down out of turn may have been drawn back before the next line. The cards of one line go together. */
static enum outcome end_use(const struct act *a, enum outcome outcome)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    for (int i = 0; i < a->said->count && outcome == APPLIED && s->slips[seat].told && s->on != seat; i++)
        worlds_perhaps_take(&s->worlds, seat);
    return outcome;
}

/* The cards of a line, one by one. */
static enum outcome use_each(const struct act *a, enum outcome (*use)(const struct act *a, int card))
{
    enum outcome outcome = hyakumonogatari_begin_act(a, DID_USE);
    if (outcome == APPLIED)
        hyakumonogatari_look_for_draw(a);
    for (int i = 0; i < a->said->count && outcome == APPLIED; i++)
        outcome = use(a, a->said->argument[i].card);
    return end_use(a, outcome);
}

/* A sun lies on the new moon, or may do so where a use is not written. */
static bool may_be_hidden(const struct hyakumonogatari *s)
{
    return s->altar[SUN] > 0 || (s->gap && s->worlds.hidden[SUN] > 0);
}

/* Of those that were said to lie there one may not, as was told; or those of a line that may be written twice. */
static bool surely_full(const struct hyakumonogatari *s, int card)
{
    const int doubled = s->doubled >> card & 1 && s->spared >> card & 1 ? s->doubles : 1;
    return s->altar[card] - (s->spared >> card & 1 ? doubled : 0) >= hyakumonogatari_cards[card].place;
}

/* hyakumonogatari/ritual, -/sun: may this card lie on the altar? */
static void check_altar(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    if (is_bound(a, card))
        return;
    if (card == SUN && ((s->altar[NEWMOON] == 0 && !s->gap) || s->altar[SUN] > 0))
        act_irregular(a, RULE_SUN, a->said->seat, card,
                      s->altar[SUN] > 0 ? N_("{seat} laid the sun on a sun; it is laid on the new moon.")
                                        : N_("{seat} laid the sun, but no new moon lies on the altar."));
    else if (card != SUN && hyakumonogatari_cards[card].place == 0)
        act_irregular(a, RULE_RITUAL, a->said->seat, card,
                      N_("{seat} laid {card} on the altar; only ritual cards belong there."));
    else if (card != SUN && surely_full(s, card) && !(card == NEWMOON && may_be_hidden(s)))
        act_irregular(a, RULE_RITUAL, a->said->seat, card,
                      N_("{seat} laid {card} on the altar, where its place is full."));
}

/* Used against a rule, as was told: if it is seen elsewhere, it was another card, or none. */
static void note_odd(struct hyakumonogatari *s, int seat, int card)
{
    s->turn[seat].odd++;
    s->spared |= 1u << card;
    hyakumonogatari_loosen(s, 1);
    worlds_perhaps_drop(&s->worlds, seat);
}

static enum outcome put_on_altar(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    enum outcome outcome = lay_down(a, card);
    if (outcome != APPLIED)
        return outcome;
    const uint16_t told = a->out->count;
    check_altar(a, card);
    if (a->out->count > told)
        note_odd(s, a->said->seat, card);
    if (a->out->count > told && card == SUN && s->altar[NEWMOON] == 0)
        hyakumonogatari_doubt_card(s, NEWMOON, true);      /* it may lie there, by a line that is missing */
    if (card == SUN)
        hyakumonogatari_lay_sun(a, a->said->seat);
    /* hyakumonogatari/sun-cancel */
    if (card == NEWMOON && s->altar[SUN] > 0
        && (s->altar[NEWMOON] > 0 || (s->deck[NEWMOON] > 1 && !s->turn[a->said->seat].sun_laid)))
        hyakumonogatari_end_sun(s);
    s->altar[card]++;
    return APPLIED;
}

/* Cards laid by a line, and the same again by the next one: that may be the same line twice. */
static void look_for_double(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    uint32_t kinds = 0;
    uint64_t laid = 0;
    for (int i = 0; i < a->said->count; i++) {
        kinds |= 1u << a->said->argument[i].card;
        laid += (uint64_t)1 << 4 * a->said->argument[i].card;
    }
    if (s->altar_line == s->last && s->altar_laid == laid) {
        s->spare = true;
        s->doubled |= kinds;
        s->doubles = (uint8_t)(a->said->count > s->doubles ? a->said->count : s->doubles);
    }
    s->altar_line = a->said->line;
    s->altar_laid = laid;
}

/* Cards of one statement are laid together: a sun finds the new moon that is named behind it. */
enum outcome hyakumonogatari_say_altar(const struct act *a)
{
    const struct statement *said = a->said;
    int moon_first = -1;
    enum outcome outcome = hyakumonogatari_begin_act(a, DID_USE);
    if (outcome != APPLIED)
        return outcome;
    hyakumonogatari_look_for_draw(a);
    const uint8_t odd = game_of(a)->turn[said->seat].odd;
    for (int i = 0; i < said->count && outcome == APPLIED; i++) {
        int card = said->argument[i].card;
        if (i == moon_first)
            continue;
        for (int k = i + 1; card == SUN && game_of(a)->altar[NEWMOON] == 0 && k < said->count; k++)
            if (said->argument[k].card == NEWMOON) {
                outcome = put_on_altar(a, NEWMOON);
                moon_first = k;
                break;
            }
        if (outcome == APPLIED)
            outcome = put_on_altar(a, card);
    }
    game_of(a)->gap |= game_of(a)->turn[said->seat].odd > odd;      /* others may lie there */
    if (outcome == APPLIED)
        look_for_double(a);
    return end_use(a, outcome);
}

/* hyakumonogatari/discard, card by card: what forbids it, or NULL. */
static const char *discard_forbidden(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    bool one = card == CANDLE && s->altar[CANDLE] > 0 && !hyakumonogatari_full(s, CANDLE);
    if (card == SHADE) {
        if (hyakumonogatari_full(s, SHADE))
            open_question(a->setting, a->out, HOUSE_SPARE_SHADE, a->said->line);
        if (!hyakumonogatari_full(s, SHADE) || answer_of(a, HOUSE_SPARE_SHADE) == 0)
            return N_("{seat} discarded the shade, which is never discarded.");
    } else if (hyakumonogatari_cards[card].place > 0 && !hyakumonogatari_full(s, card) && !s->gap) {
        if (one)
            open_question(a->setting, a->out, HOUSE_CANDLE, a->said->line);
        const bool told = s->unfilled >> card & 1;      /* one that lies there may not be written */
        if (!told && (!one || answer_of(a, HOUSE_CANDLE) == 0)) {
            s->unfilled |= 1u << card;
            return N_("{seat} discarded {card}, whose place on the altar is not full.");
        }
    }
    return NULL;
}

/* Discarded too late: the graveyard was shuffled in just before, or would have been, had the refill counted this card. */
static bool may_have_come_back(const struct hyakumonogatari *s, int seat)
{
    return (s->shuffles > 0 && s->shuffle_line >= s->last)
        || (!s->turn[s->on].begun && s->pile <= s->slack + s->turn[seat].used);
}

static enum outcome discard_card(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    enum outcome outcome = lay_down(a, card);
    if (outcome != APPLIED)
        return outcome;
    const bool bound = is_bound(a, card);
    const char *forbidden = bound ? NULL : discard_forbidden(a, card);
    if (forbidden == NULL && s->turn[a->said->seat].discarded > 0)
        forbidden = N_("{seat} discarded {card} too; at most one card a turn is discarded.");
    if (forbidden != NULL)
        act_irregular(a, RULE_DISCARD, a->said->seat, card, forbidden);
    if (bound || forbidden != NULL)
        note_odd(s, a->said->seat, card);
    s->grave[card]++;
    if (s->on != a->said->seat && may_have_come_back(s, a->said->seat))
        hyakumonogatari_shuffle_late(s, a->said->seat);
    s->turn[a->said->seat].discarded++;
    return APPLIED;
}

enum outcome hyakumonogatari_say_discard(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    const enum outcome outcome = use_each(a, discard_card);
    for (int i = 0; i < a->said->count && outcome == APPLIED && s->slips[seat].told && s->on != seat; i++)
        s->spared |= 1u << a->said->argument[i].card;      /* a line that stands too early: it may be elsewhere yet */
    return outcome;
}

/* ---- 禁忌：影返し Turning the shadow ---------------------------------------------------------- */

/* hyakumonogatari/reversal: what forbids it, or NULL. */
static const char *reversal_forbidden(const struct hyakumonogatari *s, int seat, int card)
{
    if (s->night != 2)
        return N_("{seat} laid {card} on the shade in the first night; the shadow is turned in the "
                  "second.");
    if (seat == s->parent)
        return N_("{seat} laid {card} on the shade; only the child turns the shadow.");
    if (s->altar[SHADE] == 0 && !s->gap)
        return N_("{seat} laid {card} where no shade lies on the altar.");
    if (card != DOLL && card != EFFIGY && card != INK)
        return N_("{seat} laid {card} on the shade; the doll, or effigy and ink, turn the shadow.");
    return NULL;
}

/* Of both halves it is told once. */
static bool told_already(const struct act *a, const char *why)
{
    bool told = false;
    for (int i = 0; i < a->out->count; i++)
        told |= a->out->row[i].line == a->said->line && a->out->row[i].message.id == why;
    return told;
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
    const bool aside = s->slips[a->said->seat].told && s->on != a->said->seat;      /* it may be the other's, and the seat a slip */
    const char *forbidden = reversal_forbidden(s, a->said->seat, card);
    if (forbidden != NULL && aside)
        forbidden = reversal_forbidden(s, s->on, card);
    if (forbidden != NULL) {
        if (!told_already(a, forbidden))
            act_irregular(a, RULE_REVERSAL, a->said->seat, card, forbidden);
        return APPLIED;
    }
    uint8_t half = card == EFFIGY ? HALF_EFFIGY : card == INK ? HALF_INK : 0;
    s->halves |= half;
    s->turn[a->said->seat].halves |= half;
    if (half != 0) {
        s->turn[a->said->seat].half_line = a->said->line;
        s->turn[a->said->seat].half_card = (int8_t)card;
    }
    uint8_t halves = answer_of(a, HOUSE_HALVES) == 0 ? s->turn[a->said->seat].halves : s->halves;
    if (s->reversed || (card != DOLL && halves != HALVES_BOTH))
        return APPLIED;
    s->reversed = true;
    s->by = card == DOLL ? BY_DOLL : BY_HALVES;
    return APPLIED;
}

enum outcome hyakumonogatari_say_reverse(const struct act *a) { return use_each(a, reverse_card); }
