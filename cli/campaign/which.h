/* Which record is meant: as people name it, by its number or by its id. */
#ifndef FUDA_WHICH_H
#define FUDA_WHICH_H

#include "keep.h"

/*
 * The record of the campaign that `word` names: its number in `fuda history`, or six characters or more
 * of its id. A withdrawn record has an id only; `withdrawn`: one of those is expected, as the complaint says.
 * False: there is none, or several begin so; complained.
 */
bool which_record(const struct keep *keep, const char *word, bool withdrawn, struct store_id *out);

#endif
