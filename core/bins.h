/*
 * Hidden hands as bins. Does any deal fit what has been seen, and how many deals do? The court's
 * oracle over bins (court.h) stands here too. Private to core; it knows no game.
 *
 * A deal puts every card into a bin: a hand, a passed pair, the card aside. A bin has room for a
 * given number of cards and takes only certain cards. The rooms of all bins add up to the number of
 * cards. By Hall's theorem a deal exists exactly when, for every set of bins, the cards that only
 * these bins take find room in them; there are at most nine bins, so all 512 sets can be tried. A
 * set of cards is a 64-bit mask.
 *
 *                  cards seen and unseen            bins
 *                     r3  r9  b5 …        ──▶   [ Aki 5 ] [ Bo 4 ] [ aside 1 ]
 *
 * Source: P. Hall, On Representatives of Subsets (1935), extended to bins that hold several cards.
 */
#ifndef FUDA_BINS_H
#define FUDA_BINS_H

#include "bits.h"
#include "court.h"

enum { BINS_MOST = 9, PLACES_MOST = 8, BANS_MOST = 2, WAYS_MOST = 2 };

struct bins {
    uint64_t cards;          /* all cards to be placed */
    uint64_t may[BINS_MOST]; /* the cards that each bin takes */
    uint8_t room[BINS_MOST];
    uint8_t count;
};

/* Does any deal fit? */
bool bins_fit(const struct bins *bins);

/* From now on none of `cards` may be in any of the bins `which` (a bit each). */
void bins_forbid(struct bins *bins, uint64_t cards, uint16_t which);

/* ---- what a game knows ------------------------------------------------------------------- */

/*
 * What had been seen up to some line. Places are the seats' hands, in the order of the seats, and
 * after them what else may hold cards (the card aside).
 */
struct view {
    struct bins bins;
    uint8_t places, seats;
    uint64_t known[PLACES_MOST];
    uint16_t in[PLACES_MOST];
};

enum { ALWAYS = UINT32_MAX }; /* as a line: up to the end of the record */

/* None of `cards` is in any of `places` (a bit each). */
struct ban {
    uint64_t cards;
    uint8_t places;
};

/* Bans that are supposed to hold, all at the same time. */
struct supposed {
    const struct ban *ban;
    unsigned bans;
};

struct witness {
    void (*view)(const void *game, struct view *out);
    /*
     * Finds one of `cards` that was seen in that place: the last one seen after line `since` and
     * before `line`, or else the first one seen from `line` on. Returns the card and sets `seen` to
     * its line, or to 0 where none was seen. A card that is only deduced from others was not seen.
     */
    int (*sighted)(const void *game, int place, uint64_t cards, uint32_t since, uint32_t line,
        uint32_t *seen);
    /*
     * Adds to the grounds the fewest cards that find no place, and the fewest lines that show it,
     * whichever of the `count` suppositions (WAYS_MOST at most) is made. Lines that the grounds
     * already have cost nothing.
     */
    void (*shortage)(const void *game, const struct supposed *one, unsigned count,
        struct grounds *out);
    int (*code)(const void *game, int card); /* the card code that a bit stands for */
};

/* ---- what is claimed --------------------------------------------------------------------- */

/* What a claim means: in at least one of its `ways`, all bans hold. */
struct clause {
    uint8_t ways;
    uint8_t bans[WAYS_MOST];
    struct ban ban[WAYS_MOST][BANS_MOST];
    bool own; /* it is about the claimant's own hand, so one card seen there refutes it */
};

/* Is the clause impossible given what was seen? */
bool clause_refuted(const struct view *view, const struct clause *clause);

/* The bins that these places (a bit each) are made of. */
uint16_t bins_of(const struct view *v, uint8_t places);

/* A court over a game's bins. It holds pointers to itself and must not be copied or moved. */
struct hearing {
    struct court court;
    const struct witness *witness;
    const void *game;
    struct view now;
    uint64_t hidden; /* cards nobody has seen */
    struct clause clause[CLAIMS_MOST];
};

void hearing_begin(struct hearing *h, const struct witness *witness, const void *game);

/* Weighs a claim whose meaning is `clause`, and returns it as the court keeps it. */
const struct claim *hearing_claim(struct hearing *h, struct claim claim,
    const struct clause *clause);

/* ---- counting ---------------------------------------------------------------------------- */

/* Deals are counted in more than 64 bits: 52 cards in four hands alone are 5 * 10^28. */
__extension__ typedef unsigned __int128 deals;

enum { COUNTS_MOST = 1 << 15 };

/*
 * Intermediate counts, about a megabyte, in the caller's memory; each count starts by zeroing it.
 */
struct counted {
    struct {
        uint64_t key;
        deals number;
    } row[COUNTS_MOST];
    uint32_t used;
};

/* How many deals fit. False if there are too many cases to count. */
bool bins_count(const struct bins *bins, struct counted *scratch, deals *number);

/* The same, but counts only deals in which every claim that is not refuted is right. */
bool hearing_count(const struct hearing *h, const struct bins *bins, struct counted *scratch,
    deals *number);

/*
 * The nth deal of those that are counted, from 0: a different one for each, in no order that means
 * anything. What each bin has; and of a hearing what each place has. False: there is no such deal,
 * or too many cases.
 */
bool bins_deal(const struct bins *bins, struct counted *scratch, deals nth, uint64_t *in);
bool hearing_deal(const struct hearing *h, struct counted *scratch, deals nth, uint64_t *hand);

#endif
