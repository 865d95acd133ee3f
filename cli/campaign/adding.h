/*
 * Finished records into a campaign. A record is added as it was read, its keywords and cards in
 * ASCII; the same record twice is noticed.
 */
#ifndef FUDA_ADDING_H
#define FUDA_ADDING_H

#include "cli/input.h"

struct added {
    unsigned added, known; /* new records, and those that were there already */
    bool dry;              /* set by the caller: nothing is kept */
    bool look;             /* set by the caller: nights and who is new are told */
    /* set by the caller: all that was told in a dry look, and is not told again */
    bool told;
};

/*
 * All records of the files, or of `feed` (NULL: of the files, standard input where there are none).
 * STATUS_BAD: not all of them could be added, as was complained.
 */
enum status records_add(const struct context *context, const struct feed *feed, int count,
    char **files, struct added *out);

/* How many, as the answer of a command. */
void added_tell(const struct context *context, const struct added *added);

#endif
