/* The search for what explains a stumble; private to the repair. */
#ifndef FUDA_REPAIR_SEARCH_H
#define FUDA_REPAIR_SEARCH_H

#include "repair_edits.h"

enum { CANDIDATES_MOST = 64 };

struct explanation {
    struct edit edit;
    /* `determined`: trying all cards that are left shows which card it was */
    bool pair, determined;
    struct edit with;   /* of a pair the second edit */
    unsigned n, listed; /* what is wrong, as it is compared, and as it is listed */
    unsigned far;
};

struct repair_search {
    struct repair *p;
    const struct edits *base; /* taken before */
    const struct ruling *stumble;
    unsigned at, end; /* where it stands, and what counts */
    bool weighs, sure;
    struct window_reading walk; /* the reading up to the statement where edits are tried */
    unsigned place;
    const struct edit *with; /* the other edit of a pair */
    unsigned plain, limit, least;
    uint32_t most; /* statements that may be read until edits are tried at no other */
    unsigned count;
    struct explanation row[CANDIDATES_MOST];
};

unsigned entry_of(const struct repair *p,
    uint32_t line); /* the statement that stands in this line, or after it */
struct habit *habit_of(struct repair *p, const void *state,
    const struct edit *e); /* NULL: no room for another */

/*
 * Try edits, and keep what they come to: at the statements from … to - 1; there too, nearest first
 * and no further than WAITED_MOST allows, where somebody waits; of `players`; the best ones with a
 * second edit.
 */
void search_between(struct repair_search *s, unsigned from, unsigned to);
void search_nearest(struct repair_search *s, unsigned from, unsigned to);
void search_seats(struct repair_search *s);
void search_pairs(struct repair_search *s);

/* what explains most first, then what is likeliest */
void sort_candidates(struct repair_search *s);

/* this statement, with what was taken */
const void *state_before(struct repair_search *s, unsigned at);

/* What it may have been, into `r`. */
void add_offers(struct repair_search *s, struct ruling *r);

#endif
