/* Which record is meant: as people name it, by its number or by its id. */
#ifndef FUDA_FIND_RECORD_H
#define FUDA_FIND_RECORD_H

#include "open.h"

/*
 * The record of the campaign that `word` names: its number in `fuda history`, or six characters or
 * more of its id. A withdrawn record has an id only; `withdrawn`: one of those is expected, as the
 * complaint says. False: there is none, or several begin so; complained.
 */
bool campaign_find_record(const struct campaign *campaign, const char *word, bool withdrawn,
    struct store_id *out);

#endif
