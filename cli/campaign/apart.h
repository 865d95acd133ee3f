/*
 * Two people in one record whose names look the same: ZOË beside Zoë, which an earlier version told
 * apart.
 */
#ifndef FUDA_APART_H
#define FUDA_APART_H

#include "open.h"

/*
 * Of each such pair that was not told before it is told that they are two people, and how they
 * become one.
 */
void apart_tell(const struct campaign *campaign);

#endif
