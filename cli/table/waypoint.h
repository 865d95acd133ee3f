/*
 * The record as it stood after some of its steps, so that taking back does not go through all of
 * them again: one in every EACH steps, and of those far behind fewer, as many as the length has
 * binary digits. A session owns them.
 */
#ifndef FUDA_WAYPOINT_H
#define FUDA_WAYPOINT_H

#include "core/core.h"

enum { WAYPOINT_EACH = 64, WAYPOINTS_MOST = 12 };

struct waypoint {
    size_t count;            /* steps applied; 0: none is kept here */
    size_t told;             /* findings told by then */
    int rows;                /* rows of the score */
    struct record_mark mark; /* its room is owned */
};

struct waypoints {
    struct waypoint *row[WAYPOINTS_MOST]; /* owned; NULL: never used */
};

/* The record has come to so many steps; it is kept if they are one of these numbers. */
void waypoints_keep(struct waypoints *w, const struct record *r, const struct waypoint *here);

/*
 * The record as it stood at the last waypoint that is not after `count` steps; NULL: there is none.
 * Those after are forgotten.
 */
const struct waypoint *waypoints_return(struct waypoints *w, struct record *r, size_t count);

void waypoints_free(struct waypoints *w);

#endif
