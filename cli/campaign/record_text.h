/* A record of the campaign as the text of a file, for the commands that read files. */
#ifndef FUDA_RECORD_TEXT_H
#define FUDA_RECORD_TEXT_H

#include "cli/deck/find.h"
#include "cli/input.h"

/*
 * If a word names a record, by its number or id, and not a file: opens the record as a file to
 * read, with its lines numbered as at the table; its decks go before the packs (`open` of struct
 * input).
 */
int record_text_open(const struct context *context, const char *word, struct packs *packs);

/*
 * The number in `fuda history` of the record that was begun last; false: there is none, which was
 * reported.
 */
bool record_text_last(const struct context *context, char out[24]);

#endif
