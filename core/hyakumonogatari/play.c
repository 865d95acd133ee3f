/* Hyakumonogatari 百物語: the draw and the refill of a turn; and what may be played in it. */
#include "hyakumonogatari.h"

#include <assert.h>

/* ---- ターンの進行 The turn: the draw ------------------------------------------------------------ */

/* hyakumonogatari/draw: may a card be drawn now? */
static void check_draw(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat, from = other(seat), named = card < 0 ? NO_CARD : card;
    if (s->turn[seat].drawn > 0)
        act_irregular(a, RULE_DRAW, seat, named, N_("{seat} drew again; one card is drawn a turn."));
    else if (hyakumonogatari_frozen(s, from) && answer_of(a, HOUSE_FROZEN_DRAW) == 1)
        act_irregular(a, RULE_DRAW, seat, named,
                      N_("{seat} drew from the child under the sun, which this table does not allow."));
    else if (hyakumonogatari_frozen(s, from))
        open_question(a->setting, a->out, HOUSE_FROZEN_DRAW, a->said->line);
}

/* The card changes hands. A second draw, or one out of turn, may be a slip of the pen: it is not leant on. */
static bool move_drawn(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat, from = other(seat);
    const bool aside = (s->slips[seat].told && s->on != seat) || s->turn[seat].frozen;
    int least, most;
    if (card != UNSEEN)
        worlds_copies(&s->worlds, from, card, &least, &most);
    const uint32_t used = s->turn[seat].undrawn > 0 ? s->turn[seat].undrawn : s->turn[seat].early;
    if (card != UNSEEN && used > 0 && s->seen[card] >= used) {
        if (most > 0)   /* such a card was used without a draw, or before the turn, as was told: perhaps this one, which comes late */
            worlds_perhaps_draw(&s->worlds, from, seat, card);
        return true;
    }
    if (card == UNSEEN && s->turn[seat].drawn == 0 && s->turn[seat].undrawn > 0) {
        worlds_perhaps_draw(&s->worlds, from, seat, UNSEEN);     /* it comes late: the card may have been used already */
        return true;
    }
    if (!aside && s->turn[seat].drawn == 0)
        return hyakumonogatari_drawn(a, from, seat, card);
    if (card != UNSEEN && most == 0) {
        trail_add(&s->worlds.trail, TRAIL_DRAW, seat, card, 1);
        return false;
    }
    hyakumonogatari_loosen(s, 0);
    worlds_perhaps_draw(&s->worlds, from, seat, card);
    if (aside)
        worlds_perhaps_draw(&s->worlds, seat, from, card);
    return true;
}

static enum outcome draw_card(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat, from = other(seat);
    if (s->turn[seat].drawn == 0)
        hyakumonogatari_allow(s, from, 1);
    if (s->held[from] == 0) {
        trail_add(&s->worlds.trail, TRAIL_DRAW, seat, card, 1);
        return hyakumonogatari_misplaced(a, seat, card, N_("The other hand is empty; nothing can be drawn."));
    }
    if (s->held[seat] == HAND_MOST)
        return hyakumonogatari_too_many(a);
    if (card == UNSEEN && s->on == seat && s->turn[seat].drawn == 0 && hyakumonogatari_bare(s, from))
        card = CURSE;
    /* hyakumonogatari/curse-card */
    if (card == CURSE)
        hyakumonogatari_drew_curse(a, seat);
    check_draw(a, card);
    if (!move_drawn(a, card))
        return hyakumonogatari_misplaced(a, seat, card, N_("{seat} cannot have drawn {card}: no hands fit what "
                                                           "was seen before."));
    s->held[from]--;
    s->held[seat]++;
    s->turn[seat].drawn++;
    if (card != UNSEEN)
        s->seen[card] = a->said->line;
    return APPLIED;
}

enum outcome hyakumonogatari_say_draw(const struct act *a)
{
    if (hyakumonogatari_draws_late(a))
        return APPLIED;
    enum outcome outcome = hyakumonogatari_begin_act(a, DID_DRAW);
    for (int i = 0; i < a->said->count && outcome == APPLIED; i++)
        outcome = draw_card(a, a->said->argument[i].kind == ARGUMENT_UNSEEN ? UNSEEN
                                                                            : a->said->argument[i].card);
    return outcome;
}

/* ---- カード所持枚数について Cards held: the refill ------------------------------------------- */

/* House option stuck=redraw: the hand goes back, and as many cards come. How many? */
static uint32_t put_hand_back(const struct act *a, struct hand_answer stuck)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat, least, most;
    worlds_copies(&s->worlds, seat, CURSE, &least, &most);
    if (!stuck.yes || answer_of(a, HOUSE_STUCK) == 0 || least != most)
        return 0;
    if (s->held[seat] < least)     /* counted loosely */
        hyakumonogatari_allow(s, seat, least);
    const int cards = s->held[seat] > least ? s->held[seat] - least : 0;
    worlds_put_back(&s->worlds, seat);
    s->pile += (uint32_t)cards;
    s->held[seat] = (uint8_t)(s->held[seat] - cards);
    return (uint32_t)cards;
}

/* Behind a slip no unseen card is too many, as long as one lies in the pile or in the other hand by any count. */
static bool take_uncounted(struct hyakumonogatari *s, int seat)
{
    uint8_t *from = &s->held[other(seat)];
    if (s->pile == 0 && *from == 0)
        return false;
    if (s->pile > 0)
        s->pile--;
    else
        --*from;
    s->held[seat]++;
    worlds_forget(&s->worlds, s->held);
    return s->worlds.count > 0;
}

/* Cards from the pile, as named, or so many unseen ones; `uncounted` behind an earlier slip. */
static enum outcome take_cards(const struct act *a, uint32_t due, bool uncounted)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat;
    bool named = a->said->count > 0;
    uint32_t there = hyakumonogatari_left(s), count = named ? a->said->count : due < there ? due : there;
    for (uint32_t i = 0; i < count; i++) {
        bool unseen = !named || a->said->argument[i].kind == ARGUMENT_UNSEEN;
        int card = unseen ? UNSEEN : a->said->argument[i].card;
        if (s->held[seat] == HAND_MOST)
            return hyakumonogatari_too_many(a);
        if (!hyakumonogatari_take(a, seat, card) && !(unseen && uncounted && take_uncounted(s, seat)))
            return hyakumonogatari_misplaced(a, seat, card,
                card < 0 ? N_("{seat} cannot have drawn so many cards: the pile has run out.")
                         : N_("{seat} cannot have drawn {card} from the pile: no hands fit what was seen "
                              "before."));
        if (!unseen)
            s->seen[card] = a->said->line;
        else if (due > 0)
            s->unseen_refill[seat] = a->said->line;
    }
    return APPLIED;
}

/* What an unsaid or a wrong number of cards leaves unknown. */
static void leave_unknown(const struct act *a, uint32_t due, uint32_t besides)
{
    struct hyakumonogatari *s = a->state;
    const uint32_t count = a->said->count > 0 ? a->said->count : due;
    uint32_t apart = a->said->count == 0 ? besides : due + besides > count ? due + besides - count : 0;
    for (; apart > 0 && s->slips[a->said->seat].loose; apart--)
        worlds_perhaps_take(&s->worlds, a->said->seat);
}

static enum outcome refill(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const struct night_turn *t = &s->turn[a->said->seat];
    struct night_slips *slips = &s->slips[a->said->seat];
    const bool uncounted = slips->loose, first = t->drawn == 0 && t->used == 0 && t->met == 0;
    hyakumonogatari_look_for_draw(a);
    uint32_t due = t->used, besides = t->besides;
    if (due == 0 && !t->frozen && !(t->met & DID_USE))
        due = put_hand_back(a, hyakumonogatari_claim_stuck(a));
    hyakumonogatari_check_count(a, due, besides);
    enum outcome outcome = take_cards(a, due, uncounted);
    if (outcome != APPLIED)
        return outcome;
    leave_unknown(a, due, besides);
    hyakumonogatari_end_turn(a);
    if (first && slips->undrawn == a->said->line) {      /* the whole turn may come behind its refill: one slip */
        slips->told = true;
        slips->passed = 0;
    }
    return APPLIED;
}

enum outcome hyakumonogatari_say_refill(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const int seat = a->said->seat;
    if (hyakumonogatari_refills_late(a))
        return APPLIED;
    enum outcome outcome = hyakumonogatari_need_night(a);
    if (outcome != APPLIED)
        return outcome;
    switch (hyakumonogatari_begin_refill(a)) {
    case REFILL_OWN:
        return s->phase == DURING ? refill(a) : hyakumonogatari_need_night(a);
    case REFILL_LATE:
        outcome = take_cards(a, s->slips[seat].owes, true);
        s->slips[seat].owes = 0;
        return outcome;
    case REFILL_ASIDE:
        for (int i = 0; i < s->turn[s->on].used && a->said->count == 0; i++)   /* it may be the other's */
            worlds_perhaps_take(&s->worlds, s->on);
        outcome = take_cards(a, s->turn[seat].used, true);
        s->turn[seat].used = s->turn[seat].drawn = s->turn[seat].discarded = 0;     /* that was a whole turn */
        return outcome;
    }
    return outcome;
}

/* ---- applying a statement ---------------------------------------------------------------- */

/* Of this kind a card lies open only by a use which may have been none. */
static bool is_spared(const struct hyakumonogatari *s, const struct argument *one)
{
    return one->kind == ARGUMENT_CARD && s->spared >> one->card & 1;
}

static bool names_spared(const struct act *a)
{
    bool spared = false;
    for (int i = 0; i < a->said->count; i++)
        spared |= is_spared(a->state, &a->said->argument[i]);
    return spared;
}

/* This statement is right, so that what was known of its cards, or of the deck, is not. */
static void doubt_cards(const struct act *a)
{
    for (int i = 0; i < a->said->count; i++) {
        const struct argument *one = &a->said->argument[i];
        if (one->kind == ARGUMENT_CARD && game_of(a)->unread_deck)
            hyakumonogatari_shuffle_in(a->state, one->card);
        else if (is_spared(a->state, one) && hyakumonogatari_unlay(a->state, one->card))
            game_of(a)->spared &= ~(1u << one->card);
        else if (one->kind == ARGUMENT_CARD)
            hyakumonogatari_scatter(a->state, one->card);
    }
}

/* Hands shown when players went on behind the ending, as was told: they may be other hands by then. */
static bool shows_late(const struct act *a)
{
    return a->said->verb == SAY_SHOW && game_of(a)->beyond && game_of(a)->phase == AFTER;
}

static bool is_of_the_turn(const struct ruling *r)
{
    return r->kind == RULING_IRREGULAR && (r->rule == RULE_TURN || r->rule == RULE_DRAW || r->rule == RULE_USE
                                           || r->rule == RULE_REFILL || r->rule == RULE_DISCARD);
}

/*
 * While the child may not act all turns are the parent's, and nothing but their refills parts them: where one slip of the
 * parent's was told, or a line of them cannot be read, which acts belong together is not known until the child goes on; and that
 * shows that the sun is gone.
 */
static void tell_once_under_the_sun(const struct act *a, uint16_t from, bool frozen)
{
    struct hyakumonogatari *s = a->state;
    uint16_t kept = from;
    for (uint16_t i = from; i < a->out->count; i++) {
        const struct ruling *r = &a->out->row[i];
        const bool parents = s->night == 2 && is_of_the_turn(r) && r->seat == s->parent;
        const bool gone = s->sun_told && r->kind == RULING_IRREGULAR && r->rule == RULE_FROZEN;
        if ((!parents || !s->sun_told) && !gone)
            a->out->row[kept++] = *r;
        if (gone)
            hyakumonogatari_end_sun(s);
        s->sun_told |= parents && (frozen || hyakumonogatari_frozen(s, child_of(s)));
    }
    a->out->count = kept;
    s->sun_told &= a->said->seat != child_of(s);
}

enum outcome hyakumonogatari_apply(struct act *a)
{
    const struct setting *setting = a->setting;
    if (setting->seats->count > PLAYERS) {   /* hyakumonogatari/night-three: more are kept in notes */
        act_malformed(a, -1, setting->book->seats_hint);
        message_number(&a->fault->message, "count", setting->seats->count);
        return MALFORMED;
    }
    if (hyakumonogatari_says[a->said->verb] == NULL)
        return APPLIED;
    hyakumonogatari_go_into_next(a->state, a->said);
    if (hyakumonogatari_is_beyond(a->state, a->said))
        return APPLIED;
    trail_begin(&game_of(a)->worlds.trail, a->said->line);
    const bool two = hyakumonogatari_two_readings(a);
    const int last = two ? 2 : 1;
    a->again = two && a->reading == 0;
    const bool late = shows_late(a);
    if (late && a->reading == last)
        return APPLIED;
    if (a->reading == last)
        doubt_cards(a);
    const uint16_t told = a->out->count;
    const bool frozen = hyakumonogatari_frozen(a->state, child_of(a->state));
    enum outcome outcome = hyakumonogatari_says[a->said->verb](a);
    if (outcome != APPLIED) {
        a->again |= (late || game_of(a)->unproved || game_of(a)->unread_deck || names_spared(a)) && a->reading < last;
        return outcome;
    }
    game_of(a)->last = a->said->line;
    tell_once_under_the_sun(a, told, frozen);
    hyakumonogatari_watch(a);
    hyakumonogatari_look_at_ending(a);
    return APPLIED;
}

/*
 * This seat has shown a hand at the ending, and this one cannot be it as well: that first one may be the other's, and of how many
 * cards it was proves nothing.
 */
static void doubt_hand_shown(const struct act *a)
{
    uint16_t kept = 0;
    if (a->said->verb != SAY_SHOW || game_of(a)->phase != AFTER)
        return;
    for (uint16_t i = 0; i < a->out->count; i++) {
        const struct ruling *r = &a->out->row[i];
        if (r->rule != RULE_REFILL || r->kind != RULING_IRREGULAR || r->seat != a->said->seat || r->because_count == 0
            || r->because[0] < game_of(a)->over_line)
            a->out->row[kept++] = *r;
    }
    a->out->count = kept;
}

/* In a file: what a statement stands for that was refused has been done all the same. */
void hyakumonogatari_refused(struct act *a)
{
    hyakumonogatari_go_into_next(a->state, a->said);
    hyakumonogatari_note_beyond(a->state, a->said);
    assert(a->out->count > 0);       /* why it cannot be */
    const struct ruling *why = &a->out->row[a->out->count - 1];
    if (why->card >= 0)
        hyakumonogatari_doubt_card(a->state, why->card, why->grounds.cards > 0);
    game_of(a)->gap |= why->grounds.places > 0;      /* what does not fit by a count may be a use that is not written, … */
    if (why->card >= 0 && a->said->seat >= 0)         /* … or a card too many in one of this turn that is */
        game_of(a)->spared |= game_of(a)->turn[a->said->seat].kinds;
    for (int i = 0; i < why->grounds.lines; i++)      /* one of these is wrong, or it: for what comes that is not told again */
        trail_doubt_line(&game_of(a)->worlds.trail, why->grounds.line[i]);
    game_of(a)->sun_told |= a->said->seat == game_of(a)->parent && hyakumonogatari_frozen(a->state, child_of(a->state));
    doubt_hand_shown(a);
    hyakumonogatari_refuse_act(a);
}

/* It may have been anything of a turn, or what begins a night. */
void hyakumonogatari_unread(void *state, const struct statement *said)
{
    if (said == NULL || said->verb == SAY_DECK)
        hyakumonogatari_unread_deck(state);
    if (said == NULL || said->verb == SAY_NIGHT)
        hyakumonogatari_unread_night(state);
    if (said == NULL || said->verb == SAY_DRAW || said->verb == SAY_REFILL)    /* too many for a hand */
        hyakumonogatari_unread_act(state);
}

/* ---- what may be played ------------------------------------------------------------------ */

/* Whose turn it is; a night follower under the sun has none. */
int hyakumonogatari_turn(const void *state, const struct setting *setting)
{
    const struct hyakumonogatari *s = state;
    (void)setting;
    if (s->phase != DURING)
        return -1;
    return !s->turn[s->on].begun && hyakumonogatari_frozen(s, s->on) ? other(s->on) : s->on;
}

/* hyakumonogatari/ritual, -/sun, -/discard, -/reversal, turned round. */
static bool may_use(const struct hyakumonogatari *s, const struct setting *setting, int seat, int card)
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
