/*
 * Hidden hands as bins: may any deal fit what has been seen, and how many do? And the court's
 * oracle over them (court.h). Private to core; knows no game.
 *
 * A deal puts every card into a bin (a hand, a passed pair, the card aside). A bin has room for so
 * many cards and takes only some. By Hall's theorem a deal exists exactly when, for every set of
 * bins, the cards that no other bin takes find room in them; with at most nine bins all 512 sets
 * can be tried. Cards are bits of 64; the bins' room adds up to the number of cards.
 *
 *                  cards seen and unseen            bins
 *                     r3  r9  b5 …        ──▶   [ Aki 5 ] [ Bo 4 ] [ aside 1 ]
 *
 * Source: P. Hall, On Representatives of Subsets (1935), for capacities.
 */
#ifndef FUDA_BINS_H
#define FUDA_BINS_H

#include "bits.h"
#include "court.h"

enum { BINS_MOST = 9, PLACES_MOST = 5, BANS_MOST = 2, WAYS_MOST = 2 };

struct bins {
    uint64_t cards;          /* all cards to be placed */
    uint64_t may[BINS_MOST]; /* which of them a bin takes */
    uint8_t room[BINS_MOST];
    uint8_t count;
};

/* Does any deal fit? */
bool bins_fit(const struct bins *bins);

/* None of `cards` in any of these bins (a bit each). */
void bins_forbid(struct bins *bins, uint64_t cards, uint16_t which);

/* ---- what a game knows ------------------------------------------------------------------- */

/*
 * What had been seen up to some line. Places are the seats' hands in their order, and after them
 * what else may hold cards (the card aside); of each the cards known to be in it, all that it ever
 * held, and the bins it is made of.
 */
struct view {
    struct bins bins;
    uint8_t places, seats;
    uint64_t known[PLACES_MOST];
    uint16_t in[PLACES_MOST];
};

enum { ALWAYS = UINT32_MAX }; /* up to the last line */

/* None of `cards` is in any of `places` (a bit each). */
struct ban {
    uint64_t cards;
    uint8_t places;
};

/* What is supposed, at once. */
struct supposed {
    const struct ban *ban;
    unsigned bans;
};

struct witness {
    void (*view)(const void *game, struct view *out);
    /*
     * Of these cards the one on record in that place last before `line`, but after `since`, else
     * first after; and where, 0: none. What only follows from other cards is not on record.
     */
    int (*sighted)(const void *game, int place, uint64_t cards, uint32_t since, uint32_t line,
        uint32_t *seen);
    /*
     * Adds to the grounds the fewest cards that are left without a place, in fewest lines:
     * whichever of several things is supposed (WAYS_MOST at most). Lines that the grounds have
     * already are used as they are.
     */
    void (*shortage)(const void *game, const struct supposed *one, unsigned count,
        struct grounds *out);
    int (*code)(const void *game, int card); /* the card that a bit is */
};

/* ---- what is claimed --------------------------------------------------------------------- */

/* What a claim means: all bans of one way hold, or all of another. */
struct clause {
    uint8_t ways;
    uint8_t bans[WAYS_MOST];
    struct ban ban[WAYS_MOST][BANS_MOST];
    bool own; /* of the claimant's own hand: a card seen there shows it wrong */
};

/* Does what was seen rule the clause out? */
bool clause_refuted(const struct view *view, const struct clause *clause);

/* The bins that these places (a bit each) are made of. */
uint16_t bins_of(const struct view *v, uint8_t places);

/* A court over a game's bins; it may not be moved. */
struct hearing {
    struct court court;
    const struct witness *witness;
    const void *game;
    struct view now;
    uint64_t hidden; /* cards nobody has seen */
    struct clause clause[CLAIMS_MOST];
};

void hearing_begin(struct hearing *h, const struct witness *witness, const void *game);

/* Weighs a claim that means this; it is given back as kept. */
const struct claim *hearing_claim(struct hearing *h, struct claim claim,
    const struct clause *clause);

/* ---- counting ---------------------------------------------------------------------------- */

/* Deals are counted in more than 64 bits: 52 cards in four hands alone are 5 * 10^28. */
__extension__ typedef unsigned __int128 deals;

enum { COUNTS_MOST = 1 << 15 };

/* What was counted already; the caller's, about a megabyte, zeroed for each count. */
struct counted {
    struct {
        uint64_t key;
        deals number;
    } row[COUNTS_MOST];
    uint32_t used;
};

/* How many deals fit. False if there are too many cases to count; `scratch` is zeroed first. */
bool bins_count(const struct bins *bins, struct counted *scratch, deals *number);

/* The same, of the deals that make every claim true that is not refuted. */
bool hearing_count(const struct hearing *h, const struct bins *bins, struct counted *scratch,
    deals *number);

#endif
