/*
 * What was seen of the hands of a round that is dealt once. Each sighting is a fact; facts are kept
 * in the order of their lines and never changed. Private to core; it knows no game.
 *
 *     line  seat  card  how             a card is a bit of 64, its suit * 16 + a rank: see
 *                                       suit_cards
 *       4    Aki   r3   dealt
 *       5    Aki   r3   passed   ──▶    what was known by line 4 is what the first fact says:
 *      12    Bo    r3   played          "known until line L" is the beginning of the list
 *
 * A hand may be exchanged in part: cards are passed to the left before the play.
 *
 *     dealt ──┬─ kept ──────────────▶ held      every card a player plays or shows after
 *             └─ given ─▶ the left neighbour's  the exchange was in that player's hand
 *
 * Where a deck has several copies of one card, each copy has a bit of its own. Nobody can tell the
 * copies apart, so a copy takes the next free bit when it is first seen. Counting copies as
 * different cards gives the same answers, because exchanging two of them changes no deal that
 * anybody could observe.
 */
#ifndef FUDA_HANDS_H
#define FUDA_HANDS_H

#include "bins.h"

#include <assert.h>

enum {
    HANDS_MOST = 7,
    /* facts of a round that are new: five of each card, of one that it lies aside */
    SIGHTINGS_ANEW = 5 * 64 + 1,
    SIGHTINGS_AGAIN = 187, /* cards seen the same way once more */
    SIGHTINGS_MOST = SIGHTINGS_ANEW + SIGHTINGS_AGAIN,
    NO_CARD = -1,
    NOBODY = -1
};

static inline uint64_t bit(int card) { return (uint64_t)1 << card; }
static inline int suit_of(int card) { return card >> 4; }
static inline int rank_of(int card) { return card & 15; }
static inline uint64_t suit_cards(int suit) { return (uint64_t)0xFFFE << (16 * suit); }

/* How a card was seen. The last two belong to no seat and are kept under seat 0. */
enum seen_as {
    /* in a hand before anybody had passed cards: it was dealt to that hand */
    SEEN_DEALT,
    /*
     * in a hand before that player had passed, but after another had: if that player passes too,
     * the card was dealt to that hand
     */
    SEEN_BETWEEN,
    SEEN_HELD,   /* in a hand after the exchange, as it is played */
    SEEN_PASSED, /* passed by this seat */
    SEEN_PLAYED,
    SEEN_TAKEN, /* in a trick of which only the cards are on record, not who played them */
    SEEN_ASIDE, /* left over by the deal */
    SIGHTS
};

struct sighting {
    uint32_t line;
    uint8_t card, how, seat;
    uint8_t trick; /* how many tricks were over then */
};

/* The cards that were seen in each way, by seat. */
struct seen {
    uint64_t of[SIGHTS][HANDS_MOST];
};

struct hands {
    uint64_t deck;                 /* all cards of this round: the hands', and those left over */
    uint8_t players, size;         /* cards dealt to each */
    uint8_t passing;               /* how many are passed, by the rule: to the left, */
    uint8_t passed_on;             /* or so many seats further */
    uint8_t passed;                /* who has passed (a bit each), */
    uint8_t pass_size[HANDS_MOST]; /* how many cards each has passed */
    /*
     * how many cards of the deck are in no hand: left over by the deal, or played before the record
     * began
     */
    uint8_t spare;
    /* the sizes of the hands are not on record; each is `size` at most */
    bool any_size;
    /*
     * cards are passed, and some card was seen before that: the cards that a hand keeps and those
     * that it passes are separate bins
     */
    bool deep;
    /* the cards known to have been in a seat's hand when play began */
    uint64_t known[HANDS_MOST];
    uint64_t known_to_be;  /* the same for all seats together */
    uint64_t out;          /* cards that have left the hands */
    uint16_t count, again; /* facts kept; how many of them repeat an earlier one */
    /* how many facts are unchanged since the state was kept last (round_keep in round.h) */
    uint16_t kept;
    struct seen now;
    struct sighting row[SIGHTINGS_MOST];
};

/*
 * Begins a deal, or a position in which `size` cards are left in each hand. Nothing has been seen.
 */
void hands_begin(struct hands *h, uint64_t deck, int players, int size, int passing);

/* Adds a fact to a set. Returns whether that seat's card was in it already, seen the same way. */
static inline bool seen_add(struct seen *seen, const struct sighting *fact)
{
    uint64_t *cards = &seen->of[fact->how][fact->seat];
    bool again = *cards & bit(fact->card);
    *cards |= bit(fact->card);
    return again;
}

/*
 * hands_derive computes again what follows from all facts, after a fact that changes what earlier
 * ones mean. hands_forget_repetition makes room by dropping the oldest fact that repeats another.
 */
void hands_derive(struct hands *h);
void hands_forget_repetition(struct hands *h);

/*
 * Keeps a fact and derives what follows from it. When there is no room for another repetition, the
 * oldest one is dropped.
 */
static inline void hands_see(struct hands *h, enum seen_as how, int seat, int card, uint32_t line,
    int trick)
{
    assert(card >= 0);
    const struct sighting fact = {line, (uint8_t)card, (uint8_t)how, (uint8_t)(seat < 0 ? 0 : seat),
        (uint8_t)trick};
    const bool again = seen_add(&h->now, &fact), in_hand = how <= SEEN_HELD || how == SEEN_PLAYED;
    if (again && h->again == SIGHTINGS_AGAIN)
        hands_forget_repetition(h);
    assert(h->count < SIGHTINGS_MOST);
    h->row[h->count++] = fact;
    h->again = (uint16_t)(h->again + again);
    h->known[fact.seat] |= in_hand ? bit(card) : 0;
    h->known_to_be |= in_hand ? bit(card) : 0;
    h->out |= how == SEEN_PLAYED || how == SEEN_TAKEN ? bit(card) : 0;
    if (how == SEEN_PASSED || (how == SEEN_DEALT && h->passed != 0))
        hands_derive(h);
}

/* A seat passes that many cards. Which ones they are is told by facts that come later. */
void hands_pass(struct hands *h, int seat, int cards);

/* Keeps only the first `count` facts. */
void hands_rewind(struct hands *h, unsigned count);

static inline int giver_of(const struct hands *h, int seat)
{
    assert(h->players > 0);
    const int from = seat - 1 - h->passed_on;
    return from < 0 ? from + h->players : from;
}

static inline int pass_size(const struct hands *h, int seat)
{
    return h->passed & 1u << seat ? h->pass_size[seat] : h->passing;
}

/* How many cards a seat holds when play begins, after the exchange. */
static inline int hand_size(const struct hands *h, int seat)
{
    if (h->passed == 0)
        return h->size;
    return h->size - pass_size(h, seat) + pass_size(h, giver_of(h, seat));
}

static inline uint64_t played_by(const struct hands *h, int seat)
{
    return h->now.of[SEEN_PLAYED][seat];
}

/*
 * Sets `may` to the cards that each hand, and after the hands the place aside, may have held.
 * Returns all cards that lie in these places.
 */
uint64_t hands_may(const struct hands *h, uint64_t may[HANDS_MOST + 1]);

/*
 * hands_fit: is there a deal, with an exchange, that all facts fit? hands_may_have: would there
 * still be one if this hand had held this card, which is not known to be in any hand, when play
 * began?
 */
bool hands_fit(const struct hands *h);
bool hands_may_have(const struct hands *h, int seat, int card);

/*
 * Of these copies of one card, the bit that stands for the one in a seat's hand: the `nth` that is
 * known to be there and not played, or else a free one. NO_CARD: all copies were seen elsewhere or
 * played.
 */
int hands_bit(const struct hands *h, int seat, uint64_t copies, int nth);

/* The same, but only of the copies that this hand may hold; NO_CARD: there is none. */
int hands_copy_held(const struct hands *h, int seat, uint64_t copies, int nth);

/*
 * The cards that were certainly in a hand after that line, because they were played or seen there
 * later.
 */
uint64_t hands_since(const struct hands *h, int seat, uint32_t line);

/* The line where one of these cards was seen last; 0: nowhere. */
uint32_t hands_last(const struct hands *h, uint64_t cards);

/* What is known, as bins; and the `sighted` of a witness (bins.h). */
void hands_view(const struct hands *h, struct view *out);
int hands_sighted(const struct hands *h, int place, uint64_t cards, uint32_t since, uint32_t line,
    uint32_t *seen);

/* The same from the marked facts alone. */
void hands_view_of(const struct hands *h, const bool *marked, struct view *out);

/*
 * The `shortage` of a witness (bins.h): adds to the grounds the fewest cards that find no place,
 * whichever of the suppositions is made, and the lines that show it. `code` gives the card code for
 * a bit.
 */
void hands_shortage(const struct hands *h, const struct supposed *one, unsigned count,
    int (*code)(const void *game, int card), const void *game, struct grounds *out);

/*
 * What the marked facts tell of one seat: cards dealt to it, those of them that it passed, and
 * cards of its hand after the exchange.
 */
struct hand_facts {
    uint64_t dealt, given, held;
};
struct hand_facts hands_facts(const struct hands *h, int seat, const bool *marked);

/*
 * Unmarks facts as long as `holds`, which reads the marks, stays true, so that few lines are left:
 * one or two where these are enough. Otherwise lines are dropped one by one, those that tell of the
 * fewest of `cards` first, until none can be spared. Returns how many lines are left.
 */
unsigned hands_fewest(const struct hands *h, bool *marked, uint64_t cards,
    bool (*holds)(const void *user), const void *user);

#endif
