/* What is done in a game of NeedFire: a statement is checked, and applied by the part of the game it belongs to. */
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
 * Cards of one kind, from number 1 on; in `to` those that `from` has not seen are as they were dealt. (memmove, since for
 * a memcpy of unknown length the compiler writes a slow loop in its place.)
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
    const bool blank = is->players == 0;     /* all zero: no card lies there as it was dealt */
    const int had[2] = {blank ? NUMBER_MOST : is->most[0], blank ? NUMBER_MOST : is->most[1]}, steps = is->steps;
    memmove(is, was, offsetof(struct needfire, fight.fighter) + was->fight.count * sizeof *was->fight.fighter);
    memmove(is->lighting, was->lighting, was->ignitions * sizeof *was->lighting);
    for (int kind = 0; kind < 2; kind++)
        copy_cards(is, was, kind, had[kind]);
    memmove(is->step, was->step, was->steps * sizeof *was->step);
    for (int i = was->steps; i < steps; i++)
        is->step[i] = (struct hidden_step){0};
}

/* ---- what cannot be ---------------------------------------------------------------------- */

/* Every card is one of this deck. */
static enum outcome check_deck(const struct act *a)
{
    const struct needfire_deck *deck = a->setting->pack;
    for (int i = 0; i < a->said->count; i++) {
        const struct argument *one = &a->said->argument[i];
        if (one->kind != ARGUMENT_CARD || deck->card[one->card].makes != 0)
            continue;
        act_malformed(a, i, N_("{found} is no card of this deck; expected one that its pack lists"));
        message_card(&a->fault->message, "found", one->card);
        return MALFORMED;
    }
    return APPLIED;
}

/* Each card exists once, and so is named once. */
static enum outcome check_twice(const struct act *a)
{
    uint64_t named[2] = {0, 0};
    for (int i = 0; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        if (a->said->argument[i].kind != ARGUMENT_CARD)
            continue;
        if (named[is_fire(card)] & bit(card % FIRE))
            return act_impossible(a, a->seat, card, N_("{card} is named twice; each card exists once."));
        named[is_fire(card)] |= bit(card % FIRE);
    }
    return APPLIED;
}

/* ---- evidence ---------------------------------------------------------------------------- */

/* `show` alone: the hand is empty. Of one that began with any number of cards it is known that some are left, not how many. */
static enum outcome show_nothing(const struct act *a, int seat)
{
    const struct needfire *s = a->state;
    if (!needfire_hand_holds(s, seat))
        return APPLIED;
    if (!s->hand[seat].sized)
        return act_impossible(a, seat, NO_CARD, N_("{seat}'s hand is not empty by what is on record."));
    message_number(&act_refuse(a, seat, NO_CARD, N_("{seat}'s hand is not empty; cards left in it: {count}."))->message,
                   "count", s->hand[seat].size);
    return IMPOSSIBLE;
}

static enum outcome say_show(const struct act *a)
{
    struct needfire *s = a->state;
    int seat = a->seat;
    if (a->said->count == 0)
        return show_nothing(a, seat);
    s->placing.shown_ahead |= s->part == PLACEMENT && needfire_before_take(s, seat);
    for (int i = 0; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        needfire_treat_unseen(a, seat, card);
        if (elsewhere(s, seat, card))
            return seen_before(a, seat, card, N_("{card} was seen elsewhere; {seat} cannot hold it now."));
        if (needfire_hand_show(s, seat, card))
            continue;
        if (s->part == PLACEMENT && needfire_before_take(s, seat) && s->card[card].place == UNSEEN) {
            cards_add(&s->early_powers, card);     /* it comes with the take */
            needfire_hand_gain(s, seat, card);
            s->card[card].shown = s->clock;
        } else {
            needfire_prove_absent(s, IN_HAND, seat, card,
                                  act_irregular(a, RULE_TAKE, seat, card,
                                                N_("{seat} shows {card}, which cannot have come to {seat}'s hand.")));
            if (s->card[card].place == UNSEEN)
                s->strays++;
            needfire_hand_gain(s, seat, card);
            needfire_hand_uncounted(s, seat);
            cards_add(&s->contested, card);
        }
    }
    if (s->part == BATTLE && needfire_hand_holds(s, seat))
        needfire_had_a_hand(a, seat);
    return APPLIED;
}

/* Setting the table comes before the first turn. */
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
    if (outcome == APPLIED && verb <= SAY_SPREAD)
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

/* May this human be a battle card of the row in doubt that it is with, on another card or in that seat's hand? */
static bool lies_in_doubt(const struct needfire *s, int card)
{
    const struct whereabouts *at = &s->card[card >= 0 ? card : NOTHING];
    return (at->place == POWERS || at->place == HELD) && needfire_in_doubt(s, at->seat) && needfire_may_lie_with(s, at->seat, card);
}

/* Who acts, where no name is given: as the card or the turn implies. */
static int implied_seat(const struct needfire *s, const struct setting *setting,
                        const struct statement *said)
{
    int card = first_card(said);
    bool on_row = card >= 0 && s->card[card].place == IN_ROW;
    const bool others = on_row && cards_hold(&s->contested, card) && s->placing.seat != NOBODY;
    switch (said->verb) {
    case SAY_TAKE: return needfire_is_taken_again(s, said) ? s->placing.seat : needfire_goes_on(s, setting);
    case SAY_POWER: return others ? s->placing.seat : on_row ? s->card[card].seat : NOBODY;
    case SAY_WOUND:
    case SAY_GUARD: return on_row || lies_in_doubt(s, card) ? s->card[card].seat : NOBODY;
    case SAY_IGNITE:
        if (s->card[card].place == HELD)
            return s->card[card].seat;
        if (s->placing.seat != NOBODY)
            return needfire_next_with_hand(s, next_seat(s, s->placing.seat));
        return s->turn < 0 ? NOBODY : needfire_next_with_hand(s, s->turn);
    }
    return NOBODY;
}

/* ---- lines that name nobody -------------------------------------------------------------- */

/* What this seat has may be another's, who uses it. */
static void contest(struct needfire *s, int seat)
{
    needfire_doubt(s, seat);
    for (int c = 1; c < CODES; c++)
        if (s->card[c].seat == seat && (s->card[c].place == HELD || lies_open(&s->card[c]))) {
            cards_add(&s->contested, c);
            if (!is_fire(c))
                s->contested_place[c] = ROW_MOST;
        }
}

/*
 * A turn was left out, or one too many is written, where lines name nobody: those behind it are whose they seem to be no
 * longer, until somebody is named. That was told once; it follows from it alone what seems wrong with the others.
 */
static void go_adrift(struct needfire *s)
{
    s->adrift = s->turn_open = true;
    s->spread = s->spread > 2 ? UNKNOWN : s->spread;
    for (int i = 0; i < s->players; i++)
        contest(s, i);
}

/* What a turn before left undone, and is told now, tells nothing of this one. */
static bool tells_drift(const struct ruling *r, uint32_t line)
{
    const bool late = r->rule == RULE_TAKE && r->because_count > 0 && r->because[0] != line;
    return r->kind == RULING_IRREGULAR && !late && (r->rule == RULE_TURN || r->rule == RULE_START || r->rule == RULE_TAKE || r->rule == RULE_POWER
                                           || r->rule == RULE_LIMIT || r->rule == RULE_MERGE);
}

static bool opens_turn(const struct statement *said)
{
    return said->verb == SAY_TAKE || said->verb == SAY_POWER || said->verb == SAY_IGNITE;
}

static void find_bearings(struct needfire *s, const struct statement *said)
{
    if (!opens_turn(said))
        return;
    const bool soon = s->strayed != 0 && s->placements <= s->strayed + 1 && said->verb == SAY_TAKE;
    if (said->seat < 0 && (s->stray != NOBODY || soon) && s->part == PLACEMENT && said->verb != SAY_IGNITE && !s->adrift)
        go_adrift(s);       /* whoever was out of turn was told; whether the turn has passed on was not */
    s->turn_open |= s->adrift;
    if (s->adrift && said->seat >= 0) {     /* what the turn before this lacks may be in another's */
        s->placing.power_line = 0;
        s->placing.taken = (uint8_t)quota(s);
        s->adrift = false;
    }
}

/* Lit by somebody who is not named, where a slip leaves open who has a hand: whose turn it was, and is, cannot be told. */
static void look_who_lit(const struct act *a)
{
    struct needfire *s = a->state;
    const struct lighting *last = s->ignitions > 0 ? &s->lighting[s->ignitions - 1] : NULL;
    if (a->said->verb != SAY_IGNITE || a->said->seat >= 0 || last == NULL)
        return;
    for (int i = 0; i < s->players; i++)
        s->turn_open |= s->hand[i].lost;
    if (a->seat < 0 || last->own || !s->hand[a->seat].lost)
        return;
    bool holds = false;
    for (int behind = 1; behind < s->players && !holds; behind++) {      /* or one of these has */
        const int seat = (a->seat + behind) % s->players;
        holds = needfire_hand_holds(s, seat);
        needfire_hand_uncounted(s, seat);
    }
}

/* Does a name show that it is out of turn? Then the turn before may be another's, where that one was opened by no name. */
static bool tells_turn(const struct act *a, uint16_t from)
{
    bool tells = false;
    for (uint16_t i = from; i < a->out->count && a->said->seat >= 0; i++)
        tells |= a->out->row[i].kind == RULING_IRREGULAR && a->out->row[i].rule == RULE_TURN;
    return tells;
}

/* Does this statement show that a turn has taken too few? It is kept to be told, or follows from another error. */
static bool shows_too_few(struct needfire *s, uint32_t line, bool told)
{
    bool shows = false;
    for (int i = 0; i < s->players; i++) {
        struct undone *few = &s->few[i];
        if (few->line == 0 || (few->because != 0 ? few->because : few->line) != line)
            continue;
        shows = true;
        few->line = told ? 0 : few->line;
    }
    return shows;
}

/* Behind a statement: is it the first that shows it? Then it alone is told. `unnamed`: so was the turn before. */
static void look_for_drift(const struct act *a, uint16_t from, bool unnamed)
{
    struct needfire *s = a->state;
    const bool adrift = s->adrift, named = unnamed && s->part == PLACEMENT && tells_turn(a, from);
    uint16_t kept = from;
    s->adrift |= shows_too_few(s, a->said->line, named || adrift) && s->unnamed;
    for (uint16_t i = from; i < a->out->count; i++) {
        const bool drift = tells_drift(&a->out->row[i], a->said->line);
        if (!drift || !(named ? a->out->row[i].rule != RULE_TURN : s->adrift))
            a->out->row[kept++] = a->out->row[i];
        s->adrift |= drift && s->unnamed;
    }
    a->out->count = kept;
    if (named || (s->adrift && !adrift))
        go_adrift(s);
    if (named)
        s->adrift = false;
    else if (s->adrift && a->said->verb == SAY_TAKE)
        contest(s, a->seat);
}

/* Only a card that a statement names can be seen by it. */
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

/* The deck has no room: for the last card taken of the kind that lacks, or what a statement names that nobody had seen. */
static int one_too_many(const struct needfire *s, const struct statement *said, struct cardset before)
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

/* Of the cards those up to the highest that was named are copied. */
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
    if (a->said->verb == SAY_TAKE || a->said->verb == SAY_POWER || a->said->verb == SAY_BATTLE)
        needfire_resume_placement(s);
    if (a->seat < 0)
        a->seat = implied_seat(s, a->setting, a->said);
    s->clock++;
    s->line = a->said->line;
    if (s->end_in_doubt && a->said->verb >= SAY_TAKE && a->said->verb <= SAY_GUARD)
        s->over = s->end_in_doubt = false;
    const uint16_t told = a->out->count;
    const struct cardset before = s->seen;
    find_bearings(s, a->said);
    const bool unnamed = s->unnamed;
    outcome = say_checked(a);
    if (opens_turn(a->said))
        s->unnamed = a->said->seat < 0 && (a->said->verb != SAY_POWER || s->unnamed);
    if (outcome == APPLIED) {
        look_for_drift(a, told, unnamed);
        look_who_lit(a);
    }
    note_seen(a);
    if (outcome == APPLIED && !needfire_deck_fits(s))
        outcome = act_impossible(a, a->seat, one_too_many(s, a->said, before),
                                 N_("There are not so many cards: one human and one fire are in the box, and "
                                    "all others are accounted for."));
    if (outcome == APPLIED)
        ask_no_hands(a);
    return outcome;
}

/* ---- what an impossible statement stands for, and what is still in doubt ------------------- */

/* A row, a hand, discards that cannot be. */
static void refuse_setting(const struct act *a)
{
    struct needfire *s = a->state;
    const struct holding *h = &s->hand[a->seat];
    bool twice = a->said->verb == SAY_ROW ? h->arranged : a->said->verb == SAY_HAND ? h->given : h->left;
    if (a->said->verb == SAY_DISCARDS) {
        s->miscounted |= (uint8_t)(1u << a->seat);
        s->hand[a->seat].any_down |= twice;
    } else if (twice) {
        const int other = a->said->verb == SAY_ROW ? needfire_refuse_row(a) : NOBODY;
        contest(s, a->seat);
        if (other >= 0)
            contest(s, other);
    } else
        needfire_doubt(s, a->seat);
}

/* It cannot be here and there: this line may be the wrong one, or the one that says where it is. */
static void contest_one(struct needfire *s, int card)
{
    needfire_doubt(s, s->card[card].seat);
    cards_add(&s->contested, card);
    if (!is_fire(card))
        s->contested_place[card] = ROW_MOST;
}

/* Another seat's card was used: that it is there is in doubt as well. */
static void contest_named(const struct act *a)
{
    struct needfire *s = a->state;
    for (int i = 0; i < a->said->count; i++) {
        const int card = a->said->argument[i].kind == ARGUMENT_CARD ? a->said->argument[i].card : NOTHING;
        const struct whereabouts *at = &s->card[card];
        if (card != NOTHING && at->seat != a->seat
            && (at->place == HELD || (a->said->verb == SAY_ROW && at->place == IN_ROW)))
            contest(s, at->seat);
        else if (card != NOTHING && lies_open(at) && (at->seat != a->seat ? i > 0 || a->said->verb == SAY_TAKE || a->said->verb == SAY_IGNITE
                                                    : a->said->verb == SAY_TAKE || (a->said->verb == SAY_IGNITE && at->place == POWERS)))
            contest_one(s, card);
    }
}

static bool names_others(const struct act *a)
{
    const struct needfire *s = a->state;
    bool others = false;
    for (int i = 0; i < a->said->count; i++) {
        const struct whereabouts *at = &s->card[a->said->argument[i].kind == ARGUMENT_CARD ? a->said->argument[i].card : NOTHING];
        others |= (at->place == HELD || lies_open(at)) && at->seat != a->seat;
    }
    return others;
}

/* A battle card that nobody has seen: another one that is on record may be it. */
static void doubt_target(const struct act *a)
{
    const int target = first_card(a->said);
    if (target >= 0 && !is_fire(target) && game(a)->card[target].place == UNSEEN)
        needfire_doubt(a->state, a->seat);
}

/* That it cannot be is told, whoever's act it was: nothing else is told of this line. */
static void tell_nothing_here(const struct act *a, uint16_t from)
{
    uint16_t kept = from;
    for (uint16_t i = from; i < a->out->count; i++)
        if (a->out->row[i].line != a->said->line)
            a->out->row[kept++] = a->out->row[i];
    a->out->count = kept;
}

void needfire_refused(struct act *a)
{
    struct needfire *s = a->state;
    const uint16_t rulings = a->out->count;
    note_named(s, a->said);
    if (a->seat < 0)
        a->seat = implied_seat(s, a->setting, a->said);
    if (a->said->verb == SAY_BATTLE && s->part != BATTLE && s->spread > 2) {     /* takes may be missing */
        s->spread = UNKNOWN;
        s->turn_open = true;
        if (s->unnamed)
            go_adrift(s);
    }
    if (a->said->verb == SAY_TAKE && a->said->seat < 0 && needfire_placed(s)) {
        s->spread = UNKNOWN;      /* one of those before is written once too often */
        go_adrift(s);
        return;
    }
    if (opens_turn(a->said) && a->said->seat < 0 && s->unnamed && s->part == PLACEMENT && !s->adrift && (a->seat < 0 || names_others(a)))
        go_adrift(s);
    const bool wound = a->said->verb == SAY_WOUND || a->said->verb == SAY_GUARD;
    if ((a->seat < 0 && !wound) || needfire_is_over(s))
        return;
    if (a->seat >= 0)
        contest_named(a);
    switch (a->said->verb) {
    case SAY_ROW:
    case SAY_HAND:
    case SAY_DISCARDS:
        refuse_setting(a);
        break;
    case SAY_TAKE:
        needfire_refuse_take(a);
        break;
    case SAY_POWER:
        doubt_target(a);
        needfire_doubt_row(s, a->seat);
        needfire_hand_uncounted(s, a->seat);
        break;
    case SAY_IGNITE:
        needfire_refuse_ignition(a);
        break;
    case SAY_WOUND:
    case SAY_GUARD:
        needfire_refuse_wound(a);
        break;
    }
    tell_nothing_here(a, rulings);
}

/* Of this one the verb and perhaps the seat can be read: the turn or the wound is not missing. */
static void unread_part(struct needfire *s, const struct statement *said)
{
    s->turn_open |= said->verb == SAY_TAKE || said->verb == SAY_IGNITE;
    if (said->seat < 0)
        return;
    needfire_hand_uncounted(s, said->seat);
    if (said->verb == SAY_WOUND || said->verb == SAY_GUARD)
        s->stand_in[said->seat]++;
}

/* It may have been anybody's act, of any kind. */
void needfire_unread(void *state, const struct statement *said)
{
    struct needfire *s = state;
    if (said != NULL) {
        unread_part(s, said);
        return;
    }
    for (int i = 0; i < s->players; i++)
        needfire_doubt(s, i);
    if (s->unnamed && s->part == PLACEMENT)
        go_adrift(s);
    s->turn_open = s->unlit = true;
    s->late |= s->pending;
    s->pending = 0;
    s->spread = s->spread > 2 ? UNKNOWN : s->spread;
    if (s->placing.seat != NOBODY)
        s->placing.taken = (uint8_t)quota(s);
}

void needfire_weigh(const void *state, const struct setting *setting, struct rulings *out)
{
    (void)setting;
    const struct needfire *s = state;
    for (int i = 0; i < s->players; i++)
        needfire_tell_undone(s, out, i);
}
