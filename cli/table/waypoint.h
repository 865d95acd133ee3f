/*
 * Copies of the record after some of its steps, so that taking a step back need not apply all the
 * others again. There is one every WAYPOINT_EACH steps, and fewer of them further back, so that
 * their number grows with the logarithm of the length. A session owns them.
 */
#ifndef FUDA_WAYPOINT_H
#define FUDA_WAYPOINT_H

#include "core/core.h"

enum { WAYPOINT_EACH = 64, WAYPOINTS_MOST = 12 };

struct waypoint {
    size_t count;            /* steps applied by then; 0: this row is free */
    size_t told;             /* findings told by then */
    int rows;                /* rows of the score by then */
    struct record_mark mark; /* its memory is owned */
};

struct waypoints {
    struct waypoint *row[WAYPOINTS_MOST]; /* owned; NULL: never used */
};

/* Keeps the record if it has come to a number of steps at which a waypoint is wanted. */
void waypoints_keep(struct waypoints *w, const struct record *r, const struct waypoint *here);

/*
 * Takes the record back to the last waypoint at or before `count` steps, and forgets later ones.
 * NULL: there is none.
 */
const struct waypoint *waypoints_return(struct waypoints *w, struct record *r, size_t count);

void waypoints_free(struct waypoints *w);

#endif
