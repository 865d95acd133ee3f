/*
 * A round of a must-follow game: how it begins and is kept, and cards seen in hands; see round.h.
 */
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
    r->position = false;
    r->unseen = r->turns = r->apart = r->apart_trick = 0;
    memset(r->unseen_line, 0, sizeof r->unseen_line);
    trick_begin(&r->trick);
    hands_begin(&r->hands, deck, r->hands.players, size, passing);
}

void round_begin_position(struct round *r, int cards)
{
    struct hands *h = &r->hands;
    r->position = true;
    hands_begin(h, h->deck, h->players, cards > 0 ? cards : h->size, 0);
    h->any_size = cards == 0;
}

enum outcome round_read_position(const struct act *a, int most, int *cards, int *word)
{
    const struct round *r = round_of(a);
    if (r->stage == AFTER || round_playing(r) || r->hands.count > 0)
        return round_impossible(a, NOBODY, NO_CARD,
            N_("`position` comes after `players`, before anything was done."));
    *cards = 0;
    *word = NOBODY;
    for (int i = 0; i < a->said->count; i++) {
        const struct argument *one = &a->said->argument[i];
        const bool number = one->kind == ARGUMENT_NUMBER;
        const char *wrong = number && (one->number < 1 || one->number > most) ? N_(
                                "no such number of cards; expected how many are left in each hand")
                            : number && *cards != 0
                                ? N_("two numbers; expected how many cards are left in each hand")
                            : number ? NULL
                            : *word != NOBODY
                                ? N_("two words; expected `broken` or `unbroken` once")
                                : NULL;
        if (wrong != NULL)
            return act_malformed(a, i, wrong);
        *(number ? cards : word) = one->number;
    }
    return APPLIED;
}

/*
 * Copies all but the first plays and facts, which are there already. Plays and facts after the last
 * are zero, here and there.
 */
static inline void copy_from(struct round *to, const struct round *r, unsigned plays,
    unsigned facts, size_t size)
{
    const unsigned plays_before = to->trick.plays, facts_before = to->hands.count;
    memcpy(to->trick.taker, r->trick.taker,
        offsetof(struct round, hands.now) - offsetof(struct round, trick.taker));
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

int round_code(const struct round *r, int card)
{
    const struct round_game *game = r->game;
    if (r->layout != NULL)
        return r->layout->code[card];
    bool alike = game->copies > 0 && rank_of(card) >= game->alike_from;
    return alike ? (card & ~15) + game->alike_from : card;
}

int round_code_of(const void *game, int card) { return round_code(game, card); }

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

/* What is said of a card that was played, by how many there are of it. */
static const char *const played_before[] = {N_("{card} was played before."),
    N_("Both {card} are out."), N_("All {card} are out.")};
static const char *const played_and_held[] =
    {N_("{card} was played before; {seat} cannot hold it now."),
        N_("Both {card} are out; {seat} cannot hold one now."),
        N_("All {card} are out; {seat} cannot hold one now.")};

static enum outcome check_free(const struct act *a, int seat, int code, const char *const played[3])
{
    const struct round *r = round_of(a);
    const uint64_t copies = round_copies(r, code);
    const char *wrong = copies == 0 ? r->game->not_in_deck
                        : !(copies & ~r->hands.out)
                            ? played[bits_count(copies) - 1 < 2 ? bits_count(copies) - 1 : 2]
                        : !(copies & ~r->hands.now.of[SEEN_ASIDE][0]) ? N_("{card} lies aside.")
                                                                      : NULL;
    if (wrong == NULL)
        return APPLIED;
    ruling_because_seen(a, round_refuse(a, seat, code, wrong), code);
    return IMPOSSIBLE;
}

enum outcome round_check_free(const struct act *a, int seat, int code)
{
    return check_free(a, seat, code, played_before);
}

/*
 * Which cards would be left without a place if this one, of like cards the `nth`, was in that hand.
 */
SELDOM static void prove_elsewhere(const struct act *a, int seat, int code, int nth,
    struct grounds *out)
{
    const struct round *r = round_of(a);
    const int card = hands_bit(&r->hands, seat, round_copies(r, code), nth);
    const struct ban elsewhere = {card == NO_CARD ? 0 : bit(card), (uint8_t) ~(1u << seat)};
    hands_shortage(&r->hands, &(struct supposed){&elsewhere, 1}, 1, round_code_of, r, out);
}

/* A card that exists, and is in no way in that hand: why not, and where it was seen instead. */
SELDOM static enum outcome refuse_held(const struct act *a, int seat, int code, int nth)
{
    const struct round *r = round_of(a);
    const uint64_t copies = round_copies(r, code);
    const bool unseen = one_unseen(r, copies), many = (copies & (copies - 1)) != 0;
    const int holder = many || copies == 0 ? NOBODY : round_holder(r, __builtin_ctzll(copies));
    struct ruling *why = round_refuse(a, seat, code,
        many && !unseen ? bits_count(copies) == 2
                              ? N_("Both {card} were seen already; there is none left.")
                              : N_("All {card} were seen already; there is none left.")
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
    if (g->cards == 1 && g->places == 1 && g->place[0].seat == seat && g->place[0].room == 0
        && g->place[0].part == WHOLE_HAND) {
        /* of like cards one */
        const struct cardset hand = round_codes(r, r->hands.known[seat]);
        why->message.id =
            (int)bits_count(hand.bits[0]) == hand_size(&r->hands, seat)
                ? N_("{seat} cannot have held {card}: the whole hand is on record without it "
                     "({hand}).")
                : N_("{seat} cannot have held {card}: the whole hand is on record without it.");
        message_cards(&why->message, "hand", hand);
    }
    if (why->because_count == 0 && g->lines > 0 && g->line[g->lines - 1] != a->said->line)
        ruling_because(why, g->line[g->lines - 1]);
    return IMPOSSIBLE;
}

enum outcome round_check_held(const struct act *a, int seat, int code, int *card)
{
    *card = hands_copy_held(&round_of(a)->hands, seat, round_copies(round_of(a), code), 0);
    return *card != NO_CARD ? APPLIED : refuse_held(a, seat, code, 0);
}

/* ---- cards seen in a hand -------------------------------------------------------------------- */

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

/* Is a card named that was named before it? */
static bool any_named_again(const struct statement *said)
{
    struct cardset named = {{0, 0}};
    for (int i = 0; i < said->count; i++) {
        const int code = said->argument[i].card;
        if (said->argument[i].kind != ARGUMENT_CARD)
            continue;
        if (cards_hold(&named, code))
            return true;
        cards_add(&named, code);
    }
    return false;
}

enum outcome round_check_named(const struct act *a)
{
    const bool again = a->said->count > 1 && any_named_again(a->said);
    for (int i = 0; again && i < a->said->count; i++) {
        const int code = a->said->argument[i].card;
        if (a->said->argument[i].kind != ARGUMENT_CARD)
            continue;
        const int copies = (int)bits_count(round_copies(round_of(a), code)),
                  named = times_named(a->said, a->said->count, code);
        if (named <= 1 || named <= copies)
            continue;
        struct ruling *why = round_refuse(a, a->said->seat, code,
            copies <= 1
                ? N_("{card} is named twice; it exists once.")
                : N_("{card} is named {count} times, more often than it exists: {copies}."));
        message_number(&why->message, "count", named);
        message_number(&why->message, "copies", copies);
        return IMPOSSIBLE;
    }
    return APPLIED;
}

/* Where a card seen now belongs. */
static enum seen_as sight_now(const struct round *r, int seat)
{
    if (round_playing(r) || r->hands.passed & 1u << seat)
        return SEEN_HELD;
    return r->hands.passed != 0 ? SEEN_BETWEEN : SEEN_DEALT;
}

/* Of like cards named several times the greater number counts: which of them is this? */
static int nth_named(const struct act *a, int argument)
{
    const int code = a->said->argument[argument].card;
    const uint64_t copies = round_copies(round_of(a), code);
    return (copies & (copies - 1)) != 0 ? times_named(a->said, argument, code) : 0;
}

/* One card more, seen so. */
static bool see_one(const struct act *a, int argument, enum seen_as as)
{
    struct round *r = a->state;
    const struct argument *one = &a->said->argument[argument];
    if (one->kind == ARGUMENT_UNSEEN)
        return true;
    const uint64_t copies = round_copies(r, one->card);
    const int nth = nth_named(a, argument);
    const int card = hands_copy_held(&r->hands, a->said->seat, copies, nth);
    if (card != NO_CARD)
        hands_see(&r->hands, as, a->said->seat, card, a->said->line, r->trick.done);
    return card != NO_CARD;
}

/* The first of the cards that cannot be there: by itself, or since no deal fits any more. */
SELDOM static enum outcome blame(const struct act *a, unsigned seen_before)
{
    struct round *r = a->state;
    hands_rewind(&r->hands, seen_before);
    for (int i = 0;; i++) {
        if (i == a->said->count) /* each by itself could be there, all of them not */
            return round_impossible(a, a->said->seat, a->said->argument[i - 1].card,
                played_and_held[0]);
        const struct argument *one = &a->said->argument[i];
        /* what the line says before it may be what leaves no room */
        const unsigned seen = r->hands.count;
        enum outcome outcome = one->kind == ARGUMENT_UNSEEN
                                   ? APPLIED
                                   : check_free(a, a->said->seat, one->card, played_and_held);
        if (outcome != APPLIED)
            return outcome;
        if (!see_one(a, i, sight_now(r, a->said->seat)) || !round_fits(r)) {
            hands_rewind(&r->hands, seen);
            outcome = refuse_held(a, a->said->seat, one->card, nth_named(a, i));
            hands_rewind(&r->hands, seen_before);
            return outcome;
        }
    }
}

static bool see_all(const struct act *a, enum seen_as as)
{
    for (int i = 0; i < a->said->count; i++)
        if (!see_one(a, i, as))
            return false;
    return round_fits(round_of(a));
}

/* More cards than are left in that hand. */
SELDOM static enum outcome refuse_more(const struct act *a, int left)
{
    struct message *m = &round_refuse(a, a->said->seat, a->said->argument[left].card,
        N_("{seat} shows {count}, but cards left in that hand: {left}."))
                             ->message;
    message_number(m, "count", a->said->count);
    message_number(m, "left", left);
    return IMPOSSIBLE;
}

/* Cards seen in a seat's hand now, by `hand` or `show`. */
static enum outcome see_in_hand(const struct act *a)
{
    const struct round *r = round_of(a);
    const unsigned seen_before = r->hands.count;
    const int left = cards_left(r, a->said->seat);
    if (r->kept == BY_TRICKS && a->said->count > left)
        return refuse_more(a, left > 0 ? left : 0);
    return see_all(a, sight_now(r, a->said->seat)) ? APPLIED : blame(a, seen_before);
}

/*
 * A hand told after another has passed: where it cannot be the hand as played, it is the hand as
 * dealt, and its own pass is still to come. False, with nothing seen: it is neither.
 */
static bool see_between(const struct act *a)
{
    struct round *r = a->state;
    const unsigned seen_before = r->hands.count;
    static const enum seen_as ways[] = {SEEN_BETWEEN, SEEN_DEALT};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (see_all(a, ways[i]))
            return true;
        hands_rewind(&r->hands, seen_before);
    }
    return false;
}

/* In a position the first hand that is given says how many cards are left in each. */
static void take_size(struct round *r, int count)
{
    if (r->hands.any_size && count <= r->hands.size)
        round_begin_position(r, count);
}

enum outcome round_hand(const struct act *a)
{
    struct round *r = round_of(a);
    const int seat = a->said->seat;
    if (round_playing(r))
        return round_impossible(a, seat, NO_CARD,
            N_("Hands are given before the first play; expected `show` for cards seen later."));
    if (round_check_named(a) != APPLIED)
        return IMPOSSIBLE;
    take_size(r, a->said->count);
    const enum seen_as as = sight_now(r, seat);
    const int size = as == SEEN_HELD ? hand_size(&r->hands, seat) : r->hands.size;
    if (as == SEEN_BETWEEN && a->said->count == size && see_between(a))
        return APPLIED;
    /*
     * after the others' passes it may be the hand as played: who passes nothing on record has
     * passed already
     */
    if (a->said->count == size
        || (as == SEEN_BETWEEN && a->said->count == hand_size(&r->hands, seat)))
        return see_in_hand(a);
    struct ruling *why = round_refuse(a, seat, NO_CARD,
        N_("{seat}'s hand has {size} cards, not {count}; expected ? for each unseen one."));
    message_number(&why->message, "size", size);
    message_number(&why->message, "count", a->said->count);
    return IMPOSSIBLE;
}

/* `show` alone: the hand is empty. */
static enum outcome show_empty(const struct act *a)
{
    const struct round *r = round_of(a);
    const int seat = a->said->seat, left = cards_left(r, seat);
    if (left <= 0 || r->turns != 0 || r->hands.any_size)
        return APPLIED;
    message_number(&round_refuse(a, seat, NO_CARD,
                       N_("{seat}'s hand is not empty; cards left in it: {count}."))
                        ->message,
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
        if ((h->now.of[SEEN_DEALT][i] | (h->passed & 1u << i ? h->now.of[SEEN_BETWEEN][i] : 0))
            & bit(card))
            return i;
    return NOBODY;
}

/* No deal fits that this card was passed: why, and where it shows. */
static enum outcome refuse_passed(const struct act *a, int seat, int code, int card)
{
    const struct hands *h = &round_of(a)->hands;
    const int giver = giver_of(h, seat), holder = dealt_to(h, card);
    const uint64_t dealt = dealt_without(h, seat, card);
    struct ruling *why = round_refuse(a, seat, code,
        h->now.of[SEEN_PASSED][giver] & bit(card)
            ? N_("{seat} cannot have passed {card}: it came from {giver}, and what comes is not "
                 "passed on.")
        : dealt != 0 ? N_(
              "{seat} cannot have passed {card}: the whole hand as dealt is on record without it.")
        : holder >= 0 && holder != seat
            ? N_("{seat} cannot have passed {card}: it was dealt to {holder}.")
            : N_("{seat} cannot have passed {card}: no deal fits what was seen before."));
    message_seat(&why->message, "giver", giver);
    if (holder >= 0)
        message_seat(&why->message, "holder", holder);
    ruling_because_seen(a, why, code);
    if (why->because_count == 0 && dealt != 0 && hands_last(h, dealt) != a->said->line)
        ruling_because(why, hands_last(h, dealt));
    return IMPOSSIBLE;
}

/* Of like cards the one that is passed: one dealt to this seat, else one that was not dealt. */
static int card_passed(const struct hands *h, int seat, uint64_t copies)
{
    uint64_t own = copies & ~h->now.of[SEEN_PASSED][seat], others = 0;
    for (int i = 0; i < h->players; i++)
        others |= h->now.of[SEEN_DEALT][i] | h->now.of[SEEN_BETWEEN][i] | h->now.of[SEEN_PASSED][i];
    const uint64_t dealt = own & (h->now.of[SEEN_DEALT][seat] | h->now.of[SEEN_BETWEEN][seat]);
    own = dealt != 0 ? dealt : own & ~others ? own & ~others : copies;
    return __builtin_ctzll(own);
}

/* As many as the rule says. */
enum outcome round_pass(const struct act *a)
{
    struct round *r = a->state;
    const int seat = a->said->seat;
    if (round_playing(r))
        return round_impossible(a, seat, NO_CARD,
            N_("`pass` comes too late: cards have been played already."));
    if (r->hands.passed & 1u << seat)
        return round_impossible(a, seat, NO_CARD,
            N_("{seat} has passed in round {round} already."));
    if (round_check_named(a) != APPLIED)
        return IMPOSSIBLE;
    hands_pass(&r->hands, seat, a->said->count);
    for (int i = 0; i < a->said->count; i++) {
        const int code = a->said->argument[i].card;
        if (a->said->argument[i].kind == ARGUMENT_UNSEEN)
            continue;
        if (round_copies(r, code) == 0)
            return round_impossible(a, seat, code, r->game->not_in_deck);
        const int card = card_passed(&r->hands, seat, round_copies(r, code));
        const unsigned before = r->hands.count;
        hands_see(&r->hands, SEEN_PASSED, seat, card, a->said->line, 0);
        if (!hands_fit(&r->hands)) {
            hands_rewind(&r->hands, before);
            return refuse_passed(a, seat, code, card);
        }
    }
    if (!hands_fit(&r->hands))
        return round_impossible(a, seat, NO_CARD, N_("No deal and exchange fits this pass."));
    if (a->said->count != r->hands.passing) {
        struct message *m = &act_irregular(a, r->game->rule_pass, seat, NO_CARD,
            N_("{seat} did not pass exactly {size} cards, but {count}."))
                                 ->message;
        message_number(m, "size", r->hands.passing);
        message_number(m, "count", a->said->count);
    }
    return APPLIED;
}

/* ---- counts by seat -------------------------------------------------------------------------- */

enum outcome round_read_seats(const struct act *a, int least, const char *too_small,
    int32_t *number, uint8_t *named)
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
