/* A record of the campaign as the text of a file, for the commands that read files. */
#ifndef FUDA_RECORD_TEXT_H
#define FUDA_RECORD_TEXT_H

#include "cli/deck/find.h"
#include "cli/input.h"

/*
 * Where a word names a record, by its number or id, and no file: the record as a file to read, its
 * lines counted as at the table; its decks are laid before the packs (struct input's `open`).
 */
int record_text_open(const struct context *context, const char *word, struct packs *packs);

/*
 * The number of the record that was begun last, as `fuda history` has it; false: complained, there
 * is none.
 */
bool record_text_last(const struct context *context, char out[24]);

#endif
