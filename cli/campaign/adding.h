/*
 * Adding records to a campaign. A record is added as it was read, with keywords and cards in ASCII;
 * a record that is there already is recognised.
 */
#ifndef FUDA_ADDING_H
#define FUDA_ADDING_H

#include "cli/input.h"

struct added {
    unsigned added, known; /* how many records were new, and how many were there already */
    bool dry;              /* set by the caller: only look, and keep nothing */
    bool look;             /* set by the caller: report the nights and the new players */
    /* set by the caller: everything was reported in a dry run, and is not reported again */
    bool told;
};

/*
 * Adds all records of the files, or of `feed` (NULL: of the files, or of standard input if there
 * are none). STATUS_BAD: not all of them could be added, which was reported.
 */
enum status records_add(const struct context *context, const struct feed *feed, int count,
    char **files, struct added *out);

/* Prints how many, as the answer of a command. */
void added_tell(const struct context *context, const struct added *added);

#endif
