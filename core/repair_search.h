/* The search for edits that explain a stumble. Private to the repair. */
#ifndef FUDA_REPAIR_SEARCH_H
#define FUDA_REPAIR_SEARCH_H

#include "repair_edits.h"

enum { CANDIDATES_MOST = 64 };

struct explanation {
    struct edit edit;
    /*
     * `pair`: two edits. `determined`: `edit` puts in a card, and trying all cards that are left
     * showed which
     */
    bool pair, determined;
    struct edit with; /* the second edit of a pair */
    /*
     * cost and findings of the reading: `n` has one more for a card that is a guess and orders the
     * explanations; `listed` is without it and decides which are offered
     */
    unsigned n, listed;
    unsigned far;
};

struct repair_search {
    struct repair *p;
    const struct edits *base; /* edits that were taken for earlier stumbles */
    const struct ruling *stumble;
    unsigned at, end; /* the statement that stumbles, and the one up to which findings count */
    bool weighs, sure;
    struct window_reading walk; /* the reading up to the statement at which edits are tried */
    unsigned place;
    const struct edit *with; /* while pairs are tried: the first edit of the pair; else NULL */
    unsigned plain, limit, least;
    /* once this many statements were read, edits are tried at no further statement */
    uint32_t most;
    unsigned count;
    struct explanation row[CANDIDATES_MOST];
};

/* The first statement of this line, or of the first line after it. */
unsigned entry_of(const struct repair *p, uint32_t line);

/* The habit that an edit would belong to; NULL: no room for another one. */
struct habit *habit_of(struct repair *p, const void *state, const struct edit *e);

/*
 * Each tries edits and keeps the explanations that come of it.
 *   search_between    at the statements `from` to `to` - 1
 *   search_nearest    the same, nearest first, within WAITED_MOST statements read: somebody waits
 *   search_seats      two names of `players` exchanged
 *   search_pairs      the best single edits kept so far, each with a second one
 */
void search_between(struct repair_search *s, unsigned from, unsigned to);
void search_nearest(struct repair_search *s, unsigned from, unsigned to);
void search_seats(struct repair_search *s);
void search_pairs(struct repair_search *s);

/* The explanations with the least wrong first, then the likeliest ones. */
void sort_candidates(struct repair_search *s);

/* The state before statement `at`, with the edits taken for earlier stumbles. */
const void *state_before(struct repair_search *s, unsigned at);

/* The findings of a reading of the whole window. */
bool search_read_whole(struct repair_search *s, const struct edits *edits, struct rulings *into);

/* Adds to `r` what the line may have been. */
void add_offers(struct repair_search *s, struct ruling *r);

#endif
