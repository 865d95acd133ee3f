/* People who have come, and look like somebody who is there: Аki with a Cyrillic А beside Aki. */
#ifndef FUDA_ALIKE_H
#define FUDA_ALIKE_H

#include "open.h"

/* Who was there last, before others come. */
struct alike {
    struct store_id newest;
};

void alike_begin(struct alike *a, const struct campaign *campaign);

/* Everybody who has come since, and whose name looks like another's without being it, is told of, once. */
void alike_tell(const struct alike *a, const struct campaign *campaign);

/* Who has come since, by name, on a line. */
void alike_new(const struct alike *a, const struct campaign *campaign);

#endif
