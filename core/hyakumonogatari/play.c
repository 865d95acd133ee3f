/* Hyakumonogatari 百物語: the draw and the refill of a turn, and what may be played in it. */
#include "hyakumonogatari.h"

/* ---- ターンの進行 The turn: the draw --------------------------------------------------------- */

/* hyakumonogatari/draw: may a card be drawn now? */
static void check_draw(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat, from = other(seat), named = card < 0 ? NO_CARD : card;
    if (s->turn[seat].drawn > 0)
        act_irregular(a, RULE_DRAW, seat, named, N_("{seat} drew again; one card is drawn a turn."))
            ->order = OF_AN_ACT;
    else if (hyakumonogatari_frozen(s, from) && answer_of(a, HOUSE_FROZEN_DRAW) == 1)
        act_irregular(a, RULE_DRAW, seat, named,
            N_("{seat} drew from the child under the sun, which this table does not allow."))
            ->order = OF_AN_ACT;
    else if (hyakumonogatari_frozen(s, from))
        open_question(a->setting, a->out, HOUSE_FROZEN_DRAW, a->said->line);
}

static enum outcome draw_card(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat, from = other(seat);
    if (s->held[from] == 0) {
        hand_log_add(&s->worlds.trail, HAND_LOG_DRAW, seat, card, 1);
        return hyakumonogatari_misplaced(a, seat, card,
            N_("The other hand is empty; nothing can be drawn."));
    }
    if (s->held[seat] == HAND_MOST)
        return hyakumonogatari_too_many(a);
    if (card == UNSEEN && hyakumonogatari_bare(s, from))
        card = CURSE;
    /* hyakumonogatari/curse-card */
    if (card == CURSE)
        hyakumonogatari_drew_curse(a, seat);
    check_draw(a, card);
    if (!hyakumonogatari_drawn(a, from, seat, card))
        return hyakumonogatari_misplaced(a, seat, card,
            N_("{seat} cannot have drawn {card}: no hands fit what was seen before."));
    hyakumonogatari_lose_card(s, from);
    s->held[seat]++;
    s->turn[seat].drawn++;
    if (card != UNSEEN)
        s->seen[card] = a->said->line;
    return APPLIED;
}

static int card_named(const struct argument *one)
{
    return one->kind == ARGUMENT_UNSEEN ? UNSEEN : one->card;
}

enum outcome hyakumonogatari_say_draw(const struct act *a)
{
    enum outcome outcome = hyakumonogatari_begin_act(a, DRAWS);
    for (int i = 0; i < a->said->count && outcome == APPLIED; i++)
        outcome = draw_card(a, card_named(&a->said->argument[i]));
    return outcome;
}

/* ---- カード所持枚数について Cards held: the refill ------------------------------------------- */

/*
 * House option stuck=redraw: the hand goes back to the pile, and as many cards are drawn. Returns
 * how many.
 */
static uint32_t put_hand_back(const struct act *a, struct hand_answer stuck)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat, least, most;
    worlds_copies(&s->worlds, seat, CURSE, &least, &most);
    if (!stuck.yes || answer_of(a, HOUSE_STUCK) == 0 || least != most)
        return 0;
    const int cards = s->held[seat] - least;
    worlds_put_back(&s->worlds, seat);
    s->pile += (uint32_t)cards;
    s->held[seat] = (uint8_t)(s->held[seat] - cards);
    return (uint32_t)cards;
}

static enum outcome cannot_take(const struct act *a, int card)
{
    return hyakumonogatari_misplaced(a, a->said->seat, card,
        card < 0 ? N_("{seat} cannot have drawn that many cards: the pile has run out.")
                 : N_("{seat} cannot have drawn {card} from the pile: no hands fit what was seen "
                      "before."));
}

/*
 * Takes `due` unseen cards, or as many as are left. If it is not known how many were used, the hand
 * is filled up to its former size.
 */
static enum outcome take_unseen(const struct act *a, uint32_t due)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    const uint32_t there = hyakumonogatari_left(s), count = due < there ? due : there;
    if (count > 0)
        s->unseen_refill[seat] = a->said->line;
    if (s->besides[seat] > 0 || hyakumonogatari_surely_left(s) < count)
        return hyakumonogatari_fill_up(s, seat, count) ? APPLIED : cannot_take(a, UNSEEN);
    for (uint32_t i = 0; i < count; i++) {
        if (s->held[seat] == HAND_MOST)
            return hyakumonogatari_too_many(a);
        if (!hyakumonogatari_take(a, seat, UNSEEN))
            return cannot_take(a, UNSEEN);
    }
    return APPLIED;
}

/*
 * `count` cards were drawn back, which tells how many cards an earlier `use ?` used, if it can have
 * been that many.
 */
static void count_unseen_uses(struct hyakumonogatari *s, int seat, uint32_t count)
{
    uint32_t more = count > s->spent[seat] ? count - s->spent[seat] : 0;
    if (s->besides[seat] == 0 || !s->turn[seat].sized
        || hyakumonogatari_surely_left(s) < (uint32_t)s->spent[seat] + s->besides[seat])
        return;
    more = more < s->besides[seat] ? more : s->besides[seat];
    s->held[seat] = (uint8_t)(s->held[seat] - more);
    worlds_keep_size(&s->worlds, seat, s->held[seat]);
    s->besides[seat] = 0;
}

static enum outcome take_named(const struct act *a, uint32_t due)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    for (int i = 0; i < a->said->count; i++) {
        const int card = card_named(&a->said->argument[i]);
        if (s->held[seat] == HAND_MOST)
            return hyakumonogatari_too_many(a);
        if (!hyakumonogatari_take(a, seat, card))
            return cannot_take(a, card);
        if (card != UNSEEN)
            s->seen[card] = a->said->line;
        else if (due > 0)
            s->unseen_refill[seat] = a->said->line;
    }
    return APPLIED;
}

/* Takes the cards named from the pile, or `due` unseen ones. */
static enum outcome take_cards(const struct act *a, uint32_t due)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    const bool named = a->said->count > 0;
    if (named)
        count_unseen_uses(s, seat, a->said->count);
    const enum outcome outcome = named ? take_named(a, due) : take_unseen(a, due);
    if (outcome == APPLIED)
        s->spent[seat] = 0;
    return outcome;
}

/*
 * hyakumonogatari/refill: as many cards as were used. Cards used out of turn may be counted or not.
 */
static void check_count(const struct act *a, uint32_t least, uint32_t most)
{
    const struct hyakumonogatari *s = a->state;
    const uint32_t there = hyakumonogatari_left(s), sure = hyakumonogatari_surely_left(s),
                   count = a->said->count;
    const uint32_t may_be = most + s->besides[a->said->seat];
    if (count == 0
        || (count >= (least < sure ? least : sure) && count <= (may_be < there ? may_be : there)))
        return;
    struct ruling *r = act_irregular(a, RULE_REFILL, a->said->seat, NO_CARD,
        N_("{seat} drew {count} from the pile, but had used {used}."));
    message_number(&r->message, "count", (int32_t)count);
    message_number(&r->message, "used", (int32_t)most);
}

static enum outcome refill(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    const struct night_turn *t = &s->turn[seat];
    uint32_t least = (uint32_t)(t->used - t->early), due = s->spent[seat];
    hyakumonogatari_look_for_draw(a);
    if (t->used == 0 && !hyakumonogatari_may_be_frozen(s, seat)) {
        least = put_hand_back(a, hyakumonogatari_claim_stuck(a));
        due += least;
    }
    check_count(a, least, due);
    const enum outcome outcome = take_cards(a, due);
    if (outcome == APPLIED)
        hyakumonogatari_end_turn(a);
    return outcome;
}

/* A refill out of turn ends what the seat has done out of turn. */
static enum outcome refill_aside(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    const enum outcome outcome = take_cards(a, s->spent[seat]);
    s->turn[seat] = (struct night_turn){.half_card = NO_CARD};
    return outcome;
}

enum outcome hyakumonogatari_say_refill(const struct act *a)
{
    const struct hyakumonogatari *s = a->state;
    enum outcome outcome = hyakumonogatari_need_night(a);
    if (outcome != APPLIED)
        return outcome;
    const enum refill which = hyakumonogatari_begin_refill(a);
    if (s->phase != DURING)
        return hyakumonogatari_need_night(a);
    switch (which) {
    case REFILL_OWN: return refill(a);
    case REFILL_LATE: return take_cards(a, s->spent[a->said->seat]);
    case REFILL_ASIDE: return refill_aside(a);
    }
    return outcome;
}

/* ---- applying a statement ---------------------------------------------------------------- */

enum outcome hyakumonogatari_apply(struct act *a)
{
    const struct setting *setting = a->setting;
    /* hyakumonogatari/night-three: with more players only notes are kept */
    if (setting->seats->count > PLAYERS) {
        act_malformed(a, -1, setting->book->seats_hint);
        message_number(&a->fault->message, "count", setting->seats->count);
        return MALFORMED;
    }
    if (hyakumonogatari_says[a->said->verb] == NULL)
        return APPLIED;
    hand_log_begin(&game_of(a)->worlds.trail, a->said->line);
    a->again = a->reading == 0 && hyakumonogatari_two_readings(a);
    const enum outcome outcome = hyakumonogatari_says[a->said->verb](a);
    if (outcome != APPLIED)
        return outcome;
    hyakumonogatari_watch(a);
    hyakumonogatari_look_at_ending(a);
    return APPLIED;
}

/* ---- what may be played ------------------------------------------------------------------ */

/* Whose turn it is. A night follower under the sun has no turn. */
int hyakumonogatari_turn(const void *state, const struct setting *setting)
{
    const struct hyakumonogatari *s = state;
    (void)setting;
    if (s->phase != DURING || (s->position && !s->played && !s->turn_said))
        return -1;
    return s->turn[s->on].line == 0 && hyakumonogatari_frozen(s, s->on) ? other(s->on) : s->on;
}

/* hyakumonogatari/ritual, -/sun, -/discard, -/reversal: may this card be used at all? */
static bool may_use(const struct hyakumonogatari *s, const struct setting *setting, int seat,
    int card)
{
    const struct choice *house = setting->house->option;
    bool may_discard = s->on != seat || s->turn[seat].discarded == 0;
    if (card == DOLL || card == EFFIGY || card == INK)
        if (s->night == 2 && seat != s->parent && s->altar[SHADE] > 0 && !s->reversed)
            return true;
    if (card == DOLL || card == CURSE)
        return false;
    if (card == SUN)
        return may_discard || (s->altar[NEWMOON] > 0 && s->altar[SUN] == 0);
    if (hyakumonogatari_cards[card].place == 0)
        return may_discard;
    if (!hyakumonogatari_full(s, card) || (card == NEWMOON && s->altar[SUN] > 0))
        return true;
    return may_discard && (card != SHADE || house[HOUSE_SPARE_SHADE].choice == 1);
}

struct cardset hyakumonogatari_legal(const void *state, const struct setting *setting, int seat)
{
    const struct hyakumonogatari *s = state;
    struct cardset set = {{0, 0}};
    if (seat < 0)
        seat = hyakumonogatari_turn(s, setting);
    if (s->phase != DURING || seat < 0 || hyakumonogatari_frozen(s, seat))
        return set;
    for (int k = 0; k < KINDS; k++) {
        int least, most;
        worlds_copies(&s->worlds, seat, k, &least, &most);
        if (most > 0 && may_use(s, setting, seat, k))
            set.bits[0] |= (uint64_t)1 << k;
    }
    return set;
}
