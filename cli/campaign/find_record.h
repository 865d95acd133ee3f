/* Finding the record that people mean by its number or its id. */
#ifndef FUDA_FIND_RECORD_H
#define FUDA_FIND_RECORD_H

#include "open_campaign.h"

/*
 * The record of the campaign that `word` names: its number in `fuda history`, or at least six
 * characters of its id. A withdrawn record only has an id; `withdrawn`: such a record is expected,
 * and an error message says so. False: there is none, or several begin like that, which was
 * reported.
 */
bool campaign_find_record(const struct campaign *campaign, const char *word, bool withdrawn,
    struct store_id *out);

#endif
