/*
 * Applies the statements of a game of NeedFire: each is checked here and handed to the file for its
 * part of the game.
 */
#include "needfire.h"

#include <stddef.h>
#include <string.h>

void needfire_begin(void *state, const struct setting *setting)
{
    struct needfire *s = state;
    memset(s, 0, sizeof *s);
    s->players = setting->seats->count;
    s->turn = UNKNOWN;
    s->spread = UNKNOWN;
    s->placing.seat = s->stray = NOBODY;
    for (int c = 0; c < CODES; c++)
        s->card[c].freed = NOBODY;
}

/*
 * Copies the cards of one kind that were named; in `to`, those above the highest one named in
 * `from` become as they were dealt. (memmove, because for a memcpy of unknown length the compiler
 * writes a slow loop.)
 */
static void copy_cards(struct needfire *to, const struct needfire *from, int kind, int had)
{
    const struct whereabouts dealt = {.freed = NOBODY};
    struct whereabouts *card = &to->card[(size_t)kind * FIRE];
    memmove(card, &from->card[(size_t)kind * FIRE], ((size_t)from->most[kind] + 1) * sizeof *card);
    for (int number = from->most[kind] + 1; number <= had; number++)
        card[number] = dealt;
}

void needfire_copy(void *to, const void *from)
{
    struct needfire *is = to;
    const struct needfire *was = from;
    const bool blank = is->players == 0; /* `to` is all zero: not even untouched cards are set */
    const int had[2] = {blank ? NUMBER_MOST : is->most[0], blank ? NUMBER_MOST : is->most[1]},
              steps = is->steps;
    memmove(is, was,
        offsetof(struct needfire, fight.fighter) + was->fight.count * sizeof *was->fight.fighter);
    memmove(is->lighting, was->lighting, was->ignitions * sizeof *was->lighting);
    for (int kind = 0; kind < 2; kind++)
        copy_cards(is, was, kind, had[kind]);
    memmove(is->step, was->step, was->steps * sizeof *was->step);
    for (int i = was->steps; i < steps; i++)
        is->step[i] = (struct hidden_step){0};
}

/* ---- what cannot be ---------------------------------------------------------------------- */

/* Checks that every card named is in this deck. */
static enum outcome check_deck(const struct act *a)
{
    const struct needfire_deck *deck = a->setting->pack;
    for (int i = 0; i < a->said->count; i++) {
        const struct argument *one = &a->said->argument[i];
        if (one->kind != ARGUMENT_CARD || deck->card[one->card].makes != 0)
            continue;
        act_malformed(a, i,
            N_("{found} is not a card of this deck; expected one that its pack lists"));
        message_card(&a->fault->message, "found", one->card);
        return MALFORMED;
    }
    return APPLIED;
}

/* Each card exists once, so a statement may name it only once. */
static enum outcome check_twice(const struct act *a)
{
    uint64_t named[2] = {0, 0};
    for (int i = 0; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        if (a->said->argument[i].kind != ARGUMENT_CARD)
            continue;
        if (named[is_fire(card)] & bit(card % FIRE))
            return act_impossible(a, a->seat, card,
                N_("{card} is named twice; each card exists once."));
        named[is_fire(card)] |= bit(card % FIRE);
    }
    return APPLIED;
}

/* ---- evidence ---------------------------------------------------------------------------- */

/*
 * `show` alone: the hand is empty. Even a hand of unknown size may be known to have a card left;
 * how many, only one of known size can say.
 */
static enum outcome show_nothing(const struct act *a, int seat)
{
    const struct needfire *s = a->state;
    if (!needfire_hand_holds(s, seat))
        return APPLIED;
    if (!s->hand[seat].sized)
        return act_impossible(a, seat, NO_CARD,
            N_("{seat}'s hand is not empty by what is on record."));
    message_number(&act_refuse(a, seat, NO_CARD,
                       N_("{seat}'s hand is not empty; cards left in it: {count}."))
                        ->message,
        "count", s->hand[seat].size);
    return IMPOSSIBLE;
}

static enum outcome say_show(const struct act *a)
{
    struct needfire *s = a->state;
    int seat = a->seat;
    if (a->said->count == 0)
        return show_nothing(a, seat);
    for (int i = 0; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        needfire_may_have_gone(s, seat, card);
        if (elsewhere(s, seat, card))
            return seen_before(a, seat, card,
                N_("{card} was seen elsewhere; {seat} cannot hold it now."));
        if (needfire_hand_show(s, seat, card))
            continue;
        needfire_rule_absent(a, RULE_TAKE, seat, card,
            N_("{seat} shows {card}, which cannot have come to {seat}'s hand."));
        s->strays = (uint8_t)(s->strays + (s->card[card].place == UNSEEN));
        needfire_hand_gain(s, seat, card);
        needfire_hand_loosen(s, seat);
    }
    if (s->part == BATTLE && needfire_hand_holds(s, seat))
        needfire_had_a_hand(a, seat);
    return APPLIED;
}

/* Statements that set the table have to come before the first turn. */
static enum outcome need_setting(const struct act *a)
{
    if (game(a)->part == SETTING)
        return APPLIED;
    return act_impossible(a, a->seat, first_card(a->said),
        N_("The table is set before the first turn; expected `show` for cards seen later."));
}

/* ---- applying a statement ---------------------------------------------------------------- */

static enum outcome (*const say[VERB_COUNT])(const struct act *a) = {
    [SAY_ROW] = needfire_say_row,
    [SAY_HAND] = needfire_say_hand,
    [SAY_DISCARDS] = needfire_say_discards,
    [SAY_TURN] = needfire_say_turn,
    [SAY_SPREAD] = needfire_say_spread,
    [SAY_TAKE] = needfire_say_take,
    [SAY_POWER] = needfire_say_power,
    [SAY_BATTLE] = needfire_say_battle,
    [SAY_IGNITE] = needfire_say_ignite,
    [SAY_WOUND] = needfire_say_wound,
    [SAY_GUARD] = needfire_say_guard,
    [SAY_SHOW] = say_show,
};

static enum outcome say_checked(const struct act *a)
{
    int verb = a->said->verb;
    enum outcome outcome = verb == SAY_WOUND ? APPLIED : check_twice(a);
    if (outcome == APPLIED && verb <= SAY_SPREAD) /* position, row, hand, … */
        outcome = need_setting(a);
    return outcome != APPLIED || say[verb] == NULL ? outcome : say[verb](a);
}

/* The game may have ended with the placement part. */
static void ask_no_hands(const struct act *a)
{
    if (!game(a)->over && needfire_no_hands(a->state)) {
        if (game(a)->end_line == 0)
            game(a)->end_line = a->said->line;
        open_question(a->setting, a->out, HOUSE_NO_HANDS, a->said->line);
        needfire_ask_ranks(a);
    }
}

/* Who acts, where no name is given: as the card or the turn implies. */
static int implied_seat(const struct needfire *s, const struct setting *setting,
    const struct statement *said)
{
    const int card = card_at(said, 0);
    const bool on_row = s->card[card].place == IN_ROW;
    switch (said->verb) {
    case SAY_TAKE: return needfire_goes_on(s, setting);
    case SAY_POWER:
    case SAY_WOUND:
    case SAY_GUARD: return on_row ? s->card[card].seat : NOBODY;
    case SAY_IGNITE:
        if (s->card[card].place == HELD)
            return s->card[card].seat;
        return s->turn < 0 ? NOBODY : needfire_next_with_hand(s, s->turn);
    }
    return NOBODY;
}

/* ---- what has been seen ------------------------------------------------------------------ */

/* Notes the cards that this statement has shown: only a card that it names can be one. */
static void note_seen(const struct act *a)
{
    struct needfire *s = a->state;
    for (int i = 0; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        if (a->said->argument[i].kind != ARGUMENT_CARD)
            continue;
        s->card[card].line = a->said->line;
        if (s->card[card].place != UNSEEN)
            cards_add(&s->seen, card);
    }
}

/*
 * The deck has too few cards of a kind. Finds the card to blame: of a `take`, the last one of that
 * kind; else the first card named that nobody had seen (`before`).
 */
static int one_too_many(const struct needfire *s, const struct statement *said,
    struct cardset before)
{
    bool human = !needfire_humans_fit(s);
    for (int i = said->count - 1; i >= 0 && said->verb == SAY_TAKE; i--) {
        const struct argument *one = &said->argument[i];
        bool unseen = one->kind == ARGUMENT_UNSEEN;
        if (human == (!unseen && !is_fire(one->card)))
            return unseen ? NO_CARD : one->card;
    }
    for (int i = 0; i < said->count; i++)
        if (said->argument[i].kind == ARGUMENT_CARD && !cards_hold(&before, said->argument[i].card))
            return said->argument[i].card;
    return first_card(said);
}

/* Keeps the highest number named, up to which cards are copied. */
static void note_named(struct needfire *s, const struct statement *said)
{
    for (int i = 0; i < said->count; i++) {
        const int card = said->argument[i].kind == ARGUMENT_CARD ? said->argument[i].card : NOTHING;
        if (s->most[is_fire(card)] < card % FIRE)
            s->most[is_fire(card)] = (uint8_t)(card % FIRE);
    }
}

enum outcome needfire_apply(struct act *a)
{
    struct needfire *s = a->state;
    enum outcome outcome = check_deck(a);
    if (outcome != APPLIED)
        return outcome;
    note_named(s, a->said);
    if (a->seat < 0)
        a->seat = implied_seat(s, a->setting, a->said);
    s->clock++;
    s->line = a->said->line;
    const struct cardset before = s->seen;
    const bool over = s->over;
    outcome = say_checked(a);
    s->position |= outcome == APPLIED && a->said->verb == SAY_POSITION;
    if (outcome == APPLIED && s->over && !over)
        needfire_ask_ranks(a);
    note_seen(a);
    if (outcome == APPLIED && !needfire_deck_fits(s))
        outcome = act_impossible(a, a->seat, one_too_many(s, a->said, before),
            N_("There are not that many cards: one human and one fire are in the box, and all "
               "others are accounted for."));
    if (outcome == APPLIED)
        ask_no_hands(a);
    return outcome;
}
