/*
 * What was seen of the hands of a round that is dealt once: facts, kept in the order of their lines
 * and never changed, and what follows from them. Private to core; knows no game.
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
 * Of like cards each copy has a bit of its own. Which of them a hand holds nobody can say, so a
 * copy takes the next free bit when it is first seen: any deal of like cards is a deal of these
 * bits with some of them exchanged, and counting them as different cards answers the same
 * questions.
 */
#ifndef FUDA_HANDS_H
#define FUDA_HANDS_H

#include "bins.h"

#include <assert.h>

enum {
    HANDS_MOST = 4,
    /* facts of a round that are new: five of each card, of one that it lies aside */
    SIGHTINGS_ANEW = 5 * 52 + 1,
    SIGHTINGS_AGAIN = 187, /* cards seen the same way once more */
    SIGHTINGS_MOST = SIGHTINGS_ANEW + SIGHTINGS_AGAIN,
    NO_CARD = -1,
    NOBODY = -1
};

static inline uint64_t bit(int card) { return (uint64_t)1 << card; }
static inline int suit_of(int card) { return card >> 4; }
static inline int rank_of(int card) { return card & 15; }
static inline uint64_t suit_cards(int suit) { return (uint64_t)0xFFFE << (16 * suit); }

/* How a card was seen. The last two are nobody's, and are kept with the first seat. */
enum seen_as {
    /* in a hand before anybody had passed: as dealt, if cards are passed in this round */
    SEEN_DEALT,
    /*
     * in a hand before that player had passed, but after another had: as dealt, if that player
     * passes too
     */
    SEEN_BETWEEN,
    SEEN_HELD,   /* in a hand as it is played */
    SEEN_PASSED, /* passed by this seat */
    SEEN_PLAYED,
    SEEN_TAKEN, /* in a trick that is kept without its plays */
    SEEN_ASIDE, /* left over by the deal */
    SIGHTS
};

struct sighting {
    uint32_t line;
    uint8_t card, how, seat;
    uint8_t trick; /* how many tricks were over */
};

/* The cards seen so, by seat. */
struct seen {
    uint64_t of[SIGHTS][HANDS_MOST];
};

struct hands {
    uint64_t deck;         /* all cards of this round: the hands', and at most one left over */
    uint8_t players, size; /* cards dealt to each */
    uint8_t passing;       /* how many are passed to the left, by the rule */
    uint8_t passed;        /* who has passed (a bit each), */
    uint8_t pass_size[HANDS_MOST]; /* how many cards each has passed */
    /* cards of the deck in no hand: left over by the deal, or played before the record begins */
    uint8_t spare;
    /* how many cards are left in each hand is not on record: `size` at most */
    bool any_size;
    /* some card was seen as dealt, and cards are passed: kept and given are bins apart */
    bool deep;
    /* all that is known of the cards a seat holds, or held when the play began */
    uint64_t known[HANDS_MOST];
    uint64_t known_to_be;  /* the same for any seat */
    uint64_t out;          /* cards that no hand holds any more */
    uint16_t count, again; /* facts; of these, cards seen so before */
    /* facts that are as they were when the state was kept last (round_keep in round.h) */
    uint16_t kept;
    struct seen now;
    struct sighting row[SIGHTINGS_MOST];
};

/* A new deal, or hands of so many cards that are left: nothing was seen. */
void hands_begin(struct hands *h, uint64_t deck, int players, int size, int passing);

/* Adds a fact to a set; was the card seen so before? */
static inline bool seen_add(struct seen *seen, const struct sighting *fact)
{
    uint64_t *cards = &seen->of[fact->how][fact->seat];
    bool again = *cards & bit(fact->card);
    *cards |= bit(fact->card);
    return again;
}

/*
 * What follows from all facts, after one that changes what others mean. The oldest repetition makes
 * room.
 */
void hands_derive(struct hands *h);
void hands_forget_repetition(struct hands *h);

/*
 * Keeps a fact, and what follows from it. Where cards are seen the same way over and over, the
 * oldest repetition goes.
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
    if (how == SEEN_PASSED)
        hands_derive(h);
}

/* A seat passes so many cards; which, is seen after it. */
void hands_pass(struct hands *h, int seat, int cards);

/* Forgets all but the first `count` facts. */
void hands_rewind(struct hands *h, unsigned count);

static inline int giver_of(const struct hands *h, int seat)
{
    assert(h->players > 0);
    return (seat == 0 ? h->players : seat) - 1;
}

static inline int pass_size(const struct hands *h, int seat)
{
    return h->passed & 1u << seat ? h->pass_size[seat] : h->passing;
}

/* Cards a seat holds when the play begins. */
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
 * Which cards each hand, and after them the place aside, may have held; all cards that lie in
 * these.
 */
uint64_t hands_may(const struct hands *h, uint64_t may[HANDS_MOST + 1]);

/* Do the facts fit any deal and exchange? Would they still, with this card, which is known
 * to be in no hand, in this one when the play began? */
bool hands_fit(const struct hands *h);
bool hands_may_have(const struct hands *h, int seat, int card);

/*
 * The bit that stands for one of these copies in a seat's hand: the `nth` known to be there and not
 * played, else a free one; NO_CARD: all were seen elsewhere, or played.
 */
int hands_bit(const struct hands *h, int seat, uint64_t copies, int nth);

/* The same, of the copies that this hand may have; else NO_CARD. */
int hands_copy_held(const struct hands *h, int seat, uint64_t copies, int nth);

/* The cards that were surely in a hand after that line: played later, or seen there. */
uint64_t hands_since(const struct hands *h, int seat, uint32_t line);

/* The line where one of these cards was seen last; 0: nowhere. */
uint32_t hands_last(const struct hands *h, uint64_t cards);

/* What is known, as bins; and how a witness of bins.h is asked about it. */
void hands_view(const struct hands *h, struct view *out);
int hands_sighted(const struct hands *h, int place, uint64_t cards, uint32_t since, uint32_t line,
    uint32_t *seen);

/* The same by those facts alone that are marked. */
void hands_view_of(const struct hands *h, const bool *marked, struct view *out);

/*
 * Adds to the grounds the fewest cards that are left without a place, whichever of these is
 * supposed, and the lines that show it: see shortage.c. Their codes are the caller's to say.
 */
void hands_shortage(const struct hands *h, const struct supposed *one, unsigned count,
    int (*code)(const void *game, int card), const void *game, struct grounds *out);

/*
 * What is known of one seat by the facts that are marked: its cards as dealt, those of them it
 * passed, its hand as played.
 */
struct hand_facts {
    uint64_t dealt, given, held;
};
struct hand_facts hands_facts(const struct hands *h, int seat, const bool *marked);

/*
 * Of the facts that are marked, leaves marked those of as few lines as `holds` needs, which looks
 * at the marks: one, or two, or as many as are left when none can be left out, those that tell of
 * few of the cards first. How many lines.
 */
unsigned hands_fewest(const struct hands *h, bool *marked, uint64_t cards,
    bool (*holds)(const void *user), const void *user);

#endif
