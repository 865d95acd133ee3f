/*
 * New people whose names look like the name of somebody who is there already: Аki with a Cyrillic А
 * beside Aki.
 */
#ifndef FUDA_ALIKE_H
#define FUDA_ALIKE_H

#include "open_campaign.h"

/* The people who were there before others came, in order. */
struct alike {
    struct store_id *known; /* owned */
    size_t count;
};

/*
 * Notes the people of the campaign, or of the whole store if there is no campaign yet. To be ended
 * with alike_end.
 */
void alike_begin(struct alike *a, const struct campaign *campaign);
void alike_end(struct alike *a);

/*
 * Points out, once, everybody who has come since and whose name looks like another one without
 * being the same.
 */
void alike_tell(const struct alike *a, const struct campaign *campaign);

/*
 * Prints who has come since, by name, on one line; after a name that is nearly a known one, also
 * that one.
 */
void alike_new(const struct alike *a, const struct campaign *campaign);

/* ---- two in one record, whose names look the same: ZOË beside Zoë ------------------------- */

/*
 * Of each such pair that was not told before it is told that they are two people, and how they
 * become one.
 */
void apart_tell(const struct campaign *campaign);

#endif
