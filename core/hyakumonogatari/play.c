/* Hyakumonogatari 百物語: the turn, its draw and its refill; and what may be played in it. */
#include "hyakumonogatari.h"

/* ---- ターンの進行 The turn ------------------------------------------------------------------- */

/* hyakumonogatari/reversal: one half alone was laid in this turn. */
static void look_at_halves(const struct act *a, const struct night_turn *t)
{
    struct hyakumonogatari *s = a->state;
    if (t->halves == 0 || t->halves == HALVES_BOTH || s->reversed)
        return;
    open_question(a->setting, a->out, HOUSE_HALVES, t->half_line);
    if (answer_of(a, HOUSE_HALVES) != 0)
        return;
    act_irregular_at(a, RULE_REVERSAL, t->seat, t->half_card, t->half_line,
                     N_("{seat} laid {card} alone on the shade; effigy and ink are laid together."));
}

/* The turn passes; after the child's the ending is looked at, and then the sun moves on. */
static void end_turn(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    struct night_turn t = s->turn;
    bool pair = t.seat != s->parent;
    look_at_halves(a, &t);
    s->turn = (struct night_turn){.seat = (int8_t)other(t.seat), .half_card = NO_CARD};
    if (pair) {
        s->turns++;
        if (hyakumonogatari_complete(s))
            s->phase = AFTER;
    }
    if (s->sun_left > 0 && (pair || answer_of(a, HOUSE_SUN) == SUN_TURNS) && --s->sun_left == 0)
        hyakumonogatari_end_sun(s);
}

/* Kinds that `seat` can neither lay down nor discard now. */
static uint32_t useless_kinds(const struct act *a, int seat)
{
    const struct hyakumonogatari *s = a->state;
    bool reversal = s->night == 2 && seat != s->parent && s->altar[SHADE] > 0 && !s->reversed;
    uint32_t useless = 1u << CURSE;
    if (!reversal)
        useless |= 1u << DOLL;
    if (s->altar[SHADE] > 0 && answer_of(a, HOUSE_SPARE_SHADE) == 0)
        useless |= 1u << SHADE;
    return useless;
}

/* hyakumonogatari/use: no card was used, so none could be. */
static struct hand_answer claim_stuck(const struct act *a, uint32_t line)
{
    int seat = game_of(a)->turn.seat;
    struct hand_answer answer = hyakumonogatari_used_nothing(a, seat, useless_kinds(a, seat), line);
    if (answer.yes)
        open_question(a->setting, a->out, HOUSE_STUCK, line);
    return answer;
}

/* hyakumonogatari/refill: somebody went on while this turn had not been refilled. */
static void leave_turn(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const struct night_turn *t = &s->turn;
    if (t->used == 0) {
        if (!t->frozen)
            claim_stuck(a, t->line);
    } else if (hyakumonogatari_left(s) > 0) {
        act_irregular_at(a, RULE_REFILL, t->seat, NO_CARD, t->line,
                         N_("{seat} did not draw back up before the turn passed."));
    }
    end_turn(a);
}

/* hyakumonogatari/turn, -/frozen */
enum outcome hyakumonogatari_begin_act(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat;
    enum outcome outcome = hyakumonogatari_need_night(a);
    if (outcome != APPLIED)
        return outcome;
    if (s->turn.seat != seat) {
        if (s->turn.begun)
            leave_turn(a);
        else if (hyakumonogatari_frozen(s, s->turn.seat))
            end_turn(a);
        else {
            act_irregular(a, RULE_TURN, seat, NO_CARD, N_("{seat} acted, but it was the other's turn."));
            s->turn.seat = (int8_t)seat;
        }
        if (s->phase != DURING)
            return hyakumonogatari_need_night(a);
    }
    s->played = true;
    s->turn.begun = true;
    s->turn.line = a->said->line;
    if (hyakumonogatari_frozen(s, seat) && !s->turn.frozen) {
        s->turn.frozen = true;
        act_irregular(a, RULE_FROZEN, seat, NO_CARD, N_("{seat} acted under the sun; a night follower does "
                                                        "nothing while it lies."));
    }
    return APPLIED;
}

/* hyakumonogatari/draw: the turn went on without a draw, so there was nothing but the curse. */
void hyakumonogatari_look_for_draw(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat;
    if (s->turn.drawn > 0 || s->turn.undrawn || s->turn.frozen)
        return;
    s->turn.undrawn = true;
    if (hyakumonogatari_frozen(s, other(seat))) {
        open_question(a->setting, a->out, HOUSE_FROZEN_DRAW, a->said->line);
        if (answer_of(a, HOUSE_FROZEN_DRAW) == 1)
            return;
    }
    hyakumonogatari_drew_nothing(a, seat, other(seat));
}

static enum outcome draw_card(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat, from = other(seat);
    if (s->held[from] == 0)
        return hyakumonogatari_misplaced(a, seat, card, N_("The other hand is empty; nothing can be drawn."));
    if (s->held[seat] == HAND_MOST)
        return hyakumonogatari_too_many(a);
    if (card == UNSEEN && hyakumonogatari_bare(s, from))
        card = CURSE;
    /* hyakumonogatari/curse-card */
    if (card == CURSE)
        hyakumonogatari_drew_curse(a, seat);
    /* hyakumonogatari/draw */
    if (s->turn.drawn > 0)
        act_irregular(a, RULE_DRAW, seat, card < 0 ? NO_CARD : card,
                      N_("{seat} drew again; one card is drawn a turn."));
    else if (hyakumonogatari_frozen(s, from) && answer_of(a, HOUSE_FROZEN_DRAW) == 1)
        act_irregular(a, RULE_DRAW, seat, card < 0 ? NO_CARD : card,
                      N_("{seat} drew from the child under the sun, which this table does not allow."));
    else if (hyakumonogatari_frozen(s, from))
        open_question(a->setting, a->out, HOUSE_FROZEN_DRAW, a->said->line);
    if (!hyakumonogatari_drawn(a, from, seat, card))
        return hyakumonogatari_misplaced(a, seat, card, N_("{seat} cannot have drawn {card}: no hands fit what "
                                                           "was seen before."));
    s->held[from]--;
    s->held[seat]++;
    s->turn.drawn++;
    if (card != UNSEEN)
        s->seen[card] = a->said->line;
    return APPLIED;
}

enum outcome hyakumonogatari_say_draw(const struct act *a)
{
    enum outcome outcome = hyakumonogatari_begin_act(a);
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
    uint32_t cards = (uint32_t)(s->held[seat] - least);
    worlds_put_back(&s->worlds, seat);
    s->pile += cards;
    s->held[seat] = (uint8_t)least;
    return cards;
}

/* Cards from the pile, as named, or so many unseen ones. */
static enum outcome take_cards(const struct act *a, uint32_t due)
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
        if (!hyakumonogatari_take(a, seat, card))
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

/* hyakumonogatari/refill: as many as were used, or as there are. */
enum outcome hyakumonogatari_say_refill(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat;
    enum outcome outcome = hyakumonogatari_need_night(a);
    if (outcome != APPLIED)
        return outcome;
    if (s->turn.seat != seat && (s->turn.begun || !hyakumonogatari_frozen(s, s->turn.seat))) {
        act_irregular(a, RULE_TURN, seat, NO_CARD, N_("{seat} drew from the pile, but it was the other's "
                                                      "turn."));
        return take_cards(a, 0);
    }
    outcome = hyakumonogatari_begin_act(a);
    if (outcome != APPLIED)
        return outcome;
    hyakumonogatari_look_for_draw(a);
    uint32_t due = s->turn.used;
    if (due == 0 && !s->turn.frozen)
        due = put_hand_back(a, claim_stuck(a, a->said->line));
    uint32_t there = hyakumonogatari_left(s), most = due < there ? due : there;
    if (a->said->count > 0 && a->said->count != most) {
        struct ruling *r = act_irregular(a, RULE_REFILL, seat, NO_CARD,
                N_("{seat} drew {count} cards from the pile, but used {used}."));
        message_number(&r->message, "count", a->said->count);
        message_number(&r->message, "used", (int32_t)due);
        s->wrong_refill[seat] = a->said->line;
    }
    outcome = take_cards(a, due);
    if (outcome == APPLIED)
        end_turn(a);
    return outcome;
}

/* ---- applying a statement ---------------------------------------------------------------- */

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
    a->again = a->reading == 0 && hyakumonogatari_two_readings(a);
    enum outcome outcome = hyakumonogatari_says[a->said->verb](a);
    if (outcome != APPLIED)
        return outcome;
    hyakumonogatari_watch(a);
    hyakumonogatari_look_at_ending(a);
    return APPLIED;
}

/* ---- what may be played ------------------------------------------------------------------ */

/* Whose turn it is; a night follower under the sun has none. */
int hyakumonogatari_turn(const void *state, const struct setting *setting)
{
    const struct hyakumonogatari *s = state;
    (void)setting;
    if (s->phase != DURING)
        return -1;
    return !s->turn.begun && hyakumonogatari_frozen(s, s->turn.seat) ? other(s->turn.seat) : s->turn.seat;
}

/* hyakumonogatari/ritual, -/sun, -/discard, -/reversal, turned round. */
static bool may_use(const struct hyakumonogatari *s, const struct setting *setting, int seat, int card)
{
    const struct choice *house = setting->house->option;
    bool may_discard = s->turn.seat != seat || s->turn.discarded == 0;
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
