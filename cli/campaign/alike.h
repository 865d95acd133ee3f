/* People who have come, and look like somebody who is there: Аki with a Cyrillic А beside Aki. */
#ifndef FUDA_ALIKE_H
#define FUDA_ALIKE_H

#include "open.h"

/* Who was there before others come: in order. */
struct alike {
    struct store_id *known; /* owned */
    size_t count;
};

/* Of the campaign, or of all of the store where it is none yet. To be ended with alike_end. */
void alike_begin(struct alike *a, const struct campaign *campaign);
void alike_end(struct alike *a);

/*
 * Everybody who has come since, and whose name looks like another's without being it, is told of,
 * once.
 */
void alike_tell(const struct alike *a, const struct campaign *campaign);

/*
 * Who has come since, by name, on a line; and after a name that is nearly one of those before it,
 * which.
 */
void alike_new(const struct alike *a, const struct campaign *campaign);

/* ---- two in one record, whose names look the same: ZOË beside Zoë ------------------------- */

/*
 * Of each such pair that was not told before it is told that they are two people, and how they
 * become one.
 */
void apart_tell(const struct campaign *campaign);

#endif
