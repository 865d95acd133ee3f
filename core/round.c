/* A round of a must-follow game: how it begins and is kept, and cards seen in hands; see round.h. */
#include "round.h"

#include <string.h>

/* ---- a round begins ----------------------------------------------------------------------- */

void round_prepare(struct round *r, const struct round_game *game, int players)
{
    memset(r, 0, sizeof *r);
    r->game = game;
    trick_begin(&r->trick);
    hands_begin(&r->hands, 0, players, 0, 0);
}

void round_begin(struct round *r, uint64_t deck, int size, int passing)
{
    r->stage = DURING;
    r->kept = BY_PLAYS;
    r->number++;
    r->lost_line = r->guessed = 0;
    r->pass_lost = 0;
    r->by_layout = r->next = r->presumed = false;
    r->unsaid = (struct unsaid_round){0};
    r->adrift = r->told = r->astray = r->strayed = false;
    r->layout = NO_ROW;
    r->lost = (struct lost_row){0};
    r->lead_before_turn = r->before_turn = false;
    r->twice = r->doubted = 0;
    trick_begin(&r->trick);
    hands_begin(&r->hands, deck, r->hands.players, size, passing);
}

/*
 * Copies all but the first plays and facts, which are there already. Plays and facts behind the last are zero, here and
 * there.
 */
static inline void copy_from(struct round *to, const struct round *r, unsigned plays, unsigned facts, size_t size)
{
    const unsigned plays_before = to->trick.plays, facts_before = to->hands.count;
    memcpy(&to->trick.leader, &r->trick.leader, offsetof(struct round, hands.now) - offsetof(struct round, trick.leader));
    to->hands.now = r->hands.now;
    memcpy(to + 1, r + 1, size - sizeof *r);
    for (; plays < r->trick.plays; plays++)
        to->trick.play[plays] = r->trick.play[plays];
    for (; facts < r->hands.count; facts++)
        to->hands.row[facts] = r->hands.row[facts];
    for (; plays < plays_before; plays++)
        to->trick.play[plays] = (struct play){0};
    for (; facts < facts_before; facts++)
        to->hands.row[facts] = (struct sighting){0};
}

void round_copy(void *to, const void *from, size_t size) { copy_from(to, from, 0, 0, size); }

void round_keep(void *before, void *state, size_t size, bool follows)
{
    struct round *r = state;
    copy_from(before, r, follows ? r->trick.kept : 0, follows ? r->hands.kept : 0, size);
    r->trick.kept = r->trick.plays;
    r->hands.kept = r->hands.count;
}

struct ruling *round_refuse(const struct act *a, int seat, int card, const char *message)
{
    struct ruling *r = act_refuse(a, seat, card, message);
    message_number(&r->message, round_of(a)->game->counted, round_of(a)->number);
    return r;
}

enum outcome round_impossible(const struct act *a, int seat, int card, const char *message)
{
    round_refuse(a, seat, card, message);
    return IMPOSSIBLE;
}

enum outcome round_out_of_place(const struct act *a, int seat, int card, const char *message)
{
    round_refuse(a, seat, card, message)->message.again = true;
    return IMPOSSIBLE;
}

enum outcome round_needed(const struct act *a)
{
    const struct round *r = round_of(a);
    switch (r->stage) {
    case BEFORE: return round_out_of_place(a, a->said->seat, NO_CARD, r->game->not_begun);
    case AFTER: return round_out_of_place(a, a->said->seat, NO_CARD, r->game->over);
    case DURING: break;
    }
    return APPLIED;
}

/* ---- cards and their copies ----------------------------------------------------------------- */

void ruling_because_seen(const struct act *a, struct ruling *r, int code)
{
    uint32_t line = hands_last(&round_of(a)->hands, round_copies(round_of(a), code));
    if (line != 0 && line != a->said->line)
        ruling_because(r, line);
}

int round_holder(const struct round *r, int card)
{
    for (int i = 0; i < r->hands.players; i++)
        if (r->hands.known[i] & bit(card))
            return i;
    return NOBODY;
}

/* Has one of the copies not been seen at all? */
static bool one_unseen(const struct round *r, uint64_t copies)
{
    for (; copies != 0; copies &= copies - 1)
        if (hands_last(&r->hands, copies & -copies) == 0)
            return true;
    return false;
}

/* `played`: what is said of a card that was. */
static enum outcome check_free(const struct act *a, int seat, int code, const char *played)
{
    const struct round *r = round_of(a);
    const uint64_t copies = round_copies(r, code);
    const char *wrong = copies == 0 ? r->game->not_in_deck
                      : !(copies & ~r->hands.out) ? played
                      : !(copies & ~r->hands.now.of[SEEN_ASIDE][0]) ? N_("{card} lies aside.") : NULL;
    if (wrong == NULL)
        return APPLIED;
    ruling_because_seen(a, round_refuse(a, seat, code, wrong), code);
    return IMPOSSIBLE;
}

enum outcome round_check_free(const struct act *a, int seat, int code)
{
    return check_free(a, seat, code, N_("{card} was played before."));
}

/* Which cards would be left without a place if this one, of like cards the `nth`, was in that hand. */
SELDOM static void prove_elsewhere(const struct act *a, int seat, int code, int nth, struct grounds *out)
{
    const struct round *r = round_of(a);
    const int card = hands_bit(&r->hands, seat, round_copies(r, code), nth);
    const struct ban elsewhere = {card == NO_CARD ? 0 : bit(card), (uint8_t)~(1u << seat)};
    hands_shortage(&r->hands, &(struct supposed){&elsewhere, 1}, 1, round_code_of, r, out);
}

/* A card that exists, and is in no way in that hand: why not, and where it was seen instead. */
SELDOM static enum outcome refuse_held(const struct act *a, int seat, int code, int nth)
{
    const struct round *r = round_of(a);
    const uint64_t copies = round_copies(r, code);
    const bool unseen = one_unseen(r, copies), many = (copies & (copies - 1)) != 0;
    const int holder = many || copies == 0 ? NOBODY : round_holder(r, __builtin_ctzll(copies));
    struct ruling *why = round_refuse(a, seat, code, many && !unseen
                                      ? N_("All {card} were seen already; there is none left.")
                                      : holder >= 0 && holder != seat
                                      ? N_("{seat} cannot have held {card}: it was in {holder}'s hand.")
                                      : N_("{seat} cannot have held {card}: no deal fits what was seen before."));
    if (holder >= 0)
        message_seat(&why->message, "holder", holder);
    if (!unseen)
        ruling_because_seen(a, why, code);
    if (unseen || (holder < 0 && !many))
        prove_elsewhere(a, seat, code, nth, &why->grounds);
    const struct grounds *g = &why->grounds;
    if (g->cards == 1 && g->places == 1 && g->place[0].seat == seat && g->place[0].room == 0 && g->place[0].part == WHOLE_HAND) {
        const struct cardset hand = round_codes(r->game, r->hands.known[seat]);     /* of like cards one */
        why->message.id = (int)bits_count(hand.bits[0]) == hand_size(&r->hands, seat)
                              ? N_("{seat} cannot have held {card}: the whole hand is on record without it ({hand}).")
                              : N_("{seat} cannot have held {card}: the whole hand is on record without it.");
        message_cards(&why->message, "hand", hand);
    }
    if (why->because_count == 0 && g->lines > 0 && g->line[g->lines - 1] != a->said->line)
        ruling_because(why, g->line[g->lines - 1]);
    return IMPOSSIBLE;
}

/* Which of like cards it was that nobody knows who played is not known either: one may have been any hand's. */
SELDOM static int copy_held_otherwise(struct round *r, int seat, uint64_t copies, int nth)
{
    struct hands *h = &r->hands;
    for (uint64_t taken = h->now.of[SEEN_TAKEN][0]; taken != 0; taken &= taken - 1)
        for (uint64_t left = round_copies(r, round_code(r->game, __builtin_ctzll(taken))) & ~h->out; left != 0; left &= left - 1) {
            const int one = __builtin_ctzll(taken), other = __builtin_ctzll(left);
            hands_retake(h, one, other);
            const int card = hands_copy_held(h, seat, copies, nth);
            if (card != NO_CARD)
                return card;
            hands_retake(h, other, one);
        }
    return NO_CARD;
}

int round_strayed(const struct round *r, int seat, int *end)
{
    const struct play *const play = r->trick.play;
    for (int from = 0; r->strayed && from < r->trick.plays; from++) {
        bool own = false;
        *end = from;
        if (!play[from].stray || play_disowned(&play[from]))
            continue;
        do
            own |= play[(*end)++].seat == seat;
        while (*end < r->trick.plays && !play[*end].named);
        if (own)
            return from;
    }
    return NOBODY;
}

/* A card that does not fit this seat's hand: whose those were by a wrong name alone is not known any more. */
SELDOM static bool disown_stray(struct round *r, int seat)
{
    int end = 0;
    const int from = round_strayed(r, seat, &end);
    uint64_t cards = 0;
    for (int i = from; from >= 0 && i < end; i++) {
        play_disown(&r->trick, i);
        cards |= bit(r->trick.play[i].card);
    }
    round_disown(r, cards);
    return cards != 0;
}

int round_find_held(struct round *r, int seat, int code)
{
    const uint64_t copies = round_copies(r, code);
    int card;
    do {
        card = hands_copy_held(&r->hands, seat, copies, 0);
        if (card == NO_CARD)
            card = copy_held_otherwise(r, seat, copies, 0);
    } while (card == NO_CARD && (disown_stray(r, seat) || hands_disbelieve(&r->hands, SEEN_HELD, seat, copies)));
    return card;
}

enum outcome round_check_held(const struct act *a, int seat, int code, int *card)
{
    *card = round_find_held(a->state, seat, code);
    return *card != NO_CARD ? APPLIED : refuse_held(a, seat, code, 0);
}

/* ---- cards seen in a hand --------------------------------------------------------------------- */

bool round_fits(const struct round *r)
{
    return hands_fit(&r->hands) && (r->game->fits == NULL || r->game->fits(r));
}

/* How many of the first arguments name this card? */
static int times_named(const struct statement *said, int arguments, int code)
{
    int count = 0;
    for (int i = 0; i < arguments; i++)
        count += said->argument[i].kind == ARGUMENT_CARD && said->argument[i].card == code;
    return count;
}

enum outcome round_check_named(const struct act *a)
{
    for (int i = 0; i < a->said->count; i++) {
        const int code = a->said->argument[i].card;
        if (a->said->argument[i].kind != ARGUMENT_CARD)
            continue;
        const int copies = (int)bits_count(round_copies(round_of(a), code)), named = times_named(a->said, a->said->count, code);
        if (named <= 1 || named <= copies)
            continue;
        struct ruling *why = round_refuse(a, a->said->seat, code, copies <= 1 ? N_("{card} is named twice; it exists once.")
                                                                              : N_("{card} is named {count} times, more often than "
                                                                                   "it exists: {copies}."));
        message_number(&why->message, "count", named);
        message_number(&why->message, "copies", copies);
        return IMPOSSIBLE;
    }
    return APPLIED;
}

/* Where a card seen now belongs. */
static enum seen_as sight_now(const struct round *r, int seat)
{
    if (round_playing(r) || r->lost_line != 0 || r->hands.passed & 1u << seat)
        return SEEN_HELD;
    return r->hands.passed != 0 ? SEEN_BETWEEN : SEEN_DEALT;
}

enum { ALL_SEEN = -1 };

/* Of like cards named several times the greater number counts: which of them is this? */
static int nth_named(const struct act *a, int argument)
{
    const int code = a->said->argument[argument].card;
    const uint64_t copies = round_copies(round_of(a), code);
    return (copies & (copies - 1)) != 0 ? times_named(a->said, argument, code) : 0;
}

/* One card more. */
static bool see_one(const struct act *a, int argument)
{
    struct round *r = a->state;
    const struct argument *one = &a->said->argument[argument];
    if (one->kind == ARGUMENT_UNSEEN)
        return true;
    const uint64_t copies = round_copies(r, one->card);
    const int nth = nth_named(a, argument);
    int card = hands_copy_held(&r->hands, a->said->seat, copies, nth);
    if (card == NO_CARD)
        card = copy_held_otherwise(r, a->said->seat, copies, nth);
    if (card != NO_CARD)
        hands_see(&r->hands, sight_now(r, a->said->seat), a->said->seat, card, a->said->line, r->trick.done);
    return card != NO_CARD;
}

/* The first of the cards that cannot be there: by itself, or since no deal fits any more. */
SELDOM static enum outcome blame(const struct act *a, unsigned seen_before)
{
    struct round *r = a->state;
    hands_rewind(&r->hands, seen_before);
    for (int i = 0;; i++) {
        assert(i < a->said->count);
        const struct argument *one = &a->said->argument[i];
        const unsigned seen = r->hands.count;      /* what the line says before it may be what leaves no room */
        enum outcome outcome = one->kind == ARGUMENT_UNSEEN ? APPLIED
                             : check_free(a, a->said->seat, one->card,
                                          N_("{card} was played before; {seat} cannot hold it now."));
        if (outcome != APPLIED)
            return outcome;
        if (!see_one(a, i) || !round_fits(r)) {
            hands_rewind(&r->hands, seen);
            outcome = refuse_held(a, a->said->seat, one->card, nth_named(a, i));
            hands_rewind(&r->hands, seen_before);
            return outcome;
        }
    }
}

/* All of them; else which of the line's cards cannot be there, or, behind the last, that no deal fits. */
static int see_all(const struct act *a)
{
    for (int i = 0; i < a->said->count; i++)
        if (!see_one(a, i))
            return i;
    return round_fits(round_of(a)) ? ALL_SEEN : a->said->count;
}

/* Do they fit if lines of before are wrong that others are against, too? Else nothing is forgotten. */
SELDOM static bool see_all_but_disputed(const struct act *a)
{
    struct round *r = a->state;
    const struct hands before = r->hands;
    for (;;) {
        const unsigned seen_before = r->hands.count;
        const int wrong = see_all(a);
        if (wrong == ALL_SEEN)
            return true;
        hands_rewind(&r->hands, seen_before);
        if (wrong < a->said->count
            && hands_disbelieve(&r->hands, SEEN_HELD, a->said->seat, round_copies(r, a->said->argument[wrong].card)))
            continue;
        r->hands = before;
        return false;
    }
}

/* More cards than are left in that hand. */
SELDOM static enum outcome refuse_more(const struct act *a, int left)
{
    struct message *m = &round_refuse(a, a->said->seat, a->said->argument[left].card,
                                      N_("{seat} shows {count}, but cards left in that hand: {left}."))->message;
    message_number(m, "count", a->said->count);
    message_number(m, "left", left);
    return IMPOSSIBLE;
}

/* Cards seen in a seat's hand now, by `hand` or `show`. */
static enum outcome see_in_hand(const struct act *a)
{
    struct round *r = a->state;
    const unsigned seen_before = r->hands.count;
    const int seat = a->said->seat, left = cards_left(r, seat);
    if (r->kept == BY_TRICKS && a->said->count > left)
        return refuse_more(a, left > 0 ? left : 0);
    while (see_all(a) != ALL_SEEN) {
        hands_rewind(&r->hands, seen_before);
        if (disown_stray(r, seat))
            continue;
        if (see_all_but_disputed(a))
            return APPLIED;
        if (r->adrift || !round_doubt_trick(a))
            return blame(a, seen_before);
    }
    return APPLIED;
}

enum outcome round_hand(const struct act *a)
{
    const struct round *r = round_of(a);
    const int seat = a->said->seat;
    if (round_playing(r))
        return round_impossible(a, seat, NO_CARD,
                                N_("Hands are given before the first play; expected `show` for cards seen "
                                           "later."));
    if (round_check_named(a) != APPLIED)
        return IMPOSSIBLE;
    const enum seen_as as = sight_now(r, seat);
    const int size = as == SEEN_HELD ? hand_size(&r->hands, seat) : r->hands.size;
    /* behind the others' passes it may be the hand as played: who passes nothing on record has passed already */
    if (a->said->count == size || (as == SEEN_BETWEEN && a->said->count == hand_size(&r->hands, seat)))
        return see_in_hand(a);
    struct ruling *why = round_refuse(a, seat, NO_CARD, N_("{seat}'s hand has {size} cards, not {count}; expected ? for "
                                                           "each unseen one."));
    message_number(&why->message, "size", size);
    message_number(&why->message, "count", a->said->count);
    return IMPOSSIBLE;
}

/* `show` alone: the hand is empty. Behind a slip how many cards are left in it is not known. */
static enum outcome show_empty(const struct act *a)
{
    const struct round *r = round_of(a);
    const int seat = a->said->seat, left = cards_left(r, seat);
    if (left <= 0 || r->lost_line != 0 || r->adrift || r->astray)
        return APPLIED;
    message_number(&round_refuse(a, seat, NO_CARD, N_("{seat}'s hand is not empty; cards left in it: {count}."))->message,
                   "count", left);
    return IMPOSSIBLE;
}

enum outcome round_show(const struct act *a)
{
    if (round_of(a)->stage == BEFORE)
        return round_needed(a);
    if (a->said->count == 0)
        return show_empty(a);
    return round_check_named(a) == APPLIED ? see_in_hand(a) : IMPOSSIBLE;
}

/* Is the whole hand on record as it was dealt, without this card? Its cards, or 0. */
static uint64_t dealt_without(const struct hands *h, int seat, int card)
{
    const uint64_t dealt = h->now.of[SEEN_DEALT][seat] | h->now.of[SEEN_BETWEEN][seat];
    return bits_count(dealt) == h->size && !(dealt & bit(card)) ? dealt : 0;
}

/* Whose card it was when the cards were dealt; NOBODY: it was not seen. */
static int dealt_to(const struct hands *h, int card)
{
    for (int i = 0; i < h->players; i++)
        if ((h->now.of[SEEN_DEALT][i] | (h->passed & 1u << i ? h->now.of[SEEN_BETWEEN][i] : 0)) & bit(card))
            return i;
    return NOBODY;
}

/* No deal fits that this card was passed: why, and where it shows. */
static enum outcome refuse_passed(const struct act *a, int seat, int card)
{
    const struct hands *h = &round_of(a)->hands;
    const int giver = giver_of(h, seat), holder = dealt_to(h, card);
    const uint64_t dealt = dealt_without(h, seat, card);
    struct ruling *why = round_refuse(a, seat, card, h->now.of[SEEN_PASSED][giver] & bit(card)
                                      ? N_("{seat} cannot have passed {card}: it came from {giver}, and what comes is not "
                                           "passed on.")
                                      : dealt != 0 ? N_("{seat} cannot have passed {card}: the whole hand as dealt is on record "
                                                        "without it.")
                                      : holder >= 0 && holder != seat
                                      ? N_("{seat} cannot have passed {card}: it was dealt to {holder}.")
                                      : N_("{seat} cannot have passed {card}: no deal fits what was seen before."));
    message_seat(&why->message, "giver", giver);
    if (holder >= 0)
        message_seat(&why->message, "holder", holder);
    ruling_because_seen(a, why, card);
    if (why->because_count == 0 && dealt != 0 && hands_last(h, dealt) != a->said->line)
        ruling_because(why, hands_last(h, dealt));
    return IMPOSSIBLE;
}

/* To the left neighbour, as many as the rule says. */
enum outcome round_pass(const struct act *a)
{
    struct round *r = a->state;
    const int seat = a->said->seat;
    if (round_playing(r))
        return round_impossible(a, seat, NO_CARD, N_("Cards are passed before the first card is played."));
    if (r->hands.passed & ~r->pass_lost & 1u << seat)
        return round_impossible(a, seat, NO_CARD, N_("{seat} has passed in round {round} already."));
    if (round_check_named(a) != APPLIED)
        return IMPOSSIBLE;
    r->pass_lost &= (uint8_t)~(1u << seat);
    hands_pass(&r->hands, seat, a->said->count);
    for (int i = 0; i < a->said->count; i++) {
        const int card = a->said->argument[i].card;
        if (a->said->argument[i].kind == ARGUMENT_UNSEEN)
            continue;
        if (round_copies(r, card) == 0)
            return round_impossible(a, seat, card, r->game->not_in_deck);
        const unsigned before = r->hands.count;
        hands_see(&r->hands, SEEN_PASSED, seat, card, a->said->line, 0);
        if (hands_fit(&r->hands))
            continue;
        hands_rewind(&r->hands, before);
        if (!hands_disbelieve(&r->hands, SEEN_PASSED, seat, bit(card)))
            return refuse_passed(a, seat, card);
        hands_see(&r->hands, SEEN_PASSED, seat, card, a->said->line, 0);
    }
    if (!hands_fit(&r->hands))
        return round_impossible(a, seat, NO_CARD, N_("No deal and exchange fits this pass."));
    if (a->said->count != r->hands.passing) {
        struct message *m = &act_irregular(a, r->game->rule_pass, seat, NO_CARD,
                                           N_("{seat} did not pass exactly {size} cards, but {count}."))->message;
        message_number(m, "size", r->hands.passing);
        message_number(m, "count", a->said->count);
    }
    return APPLIED;
}

/* ---- counts by seat ----------------------------------------------------------------------------- */

enum outcome round_read_seats(const struct act *a, int least, const char *too_small, int32_t *number, uint8_t *named)
{
    *named = 0;
    for (int i = 0; i < a->said->count; i++) {
        const struct argument *one = &a->said->argument[i];
        if (*named & 1u << one->seat)
            return act_malformed(a, i, N_("a player named twice; expected each once"));
        if (one->number < least)
            return act_malformed(a, i, too_small);
        *named |= (uint8_t)(1u << one->seat);
        number[one->seat] = one->number;
    }
    return APPLIED;
}

int round_miscounted(const struct round *r, const uint8_t *counted, const int32_t *total)
{
    int more = 0, less = 0, stray = 0;
    int64_t sum = 0;
    for (int i = 0; i < r->hands.players; i++) {
        more += total[i] > counted[i];
        less += total[i] < counted[i];
        sum += (int64_t)total[i] - counted[i];
    }
    while (stray < r->trick.plays && !r->trick.play[stray].stray)
        stray++;
    return more == 1 && less == 1 && sum == 0 && stray < r->trick.plays ? r->trick.play[stray].trick : 0;
}
