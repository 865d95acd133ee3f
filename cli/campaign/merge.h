/* What another store has of a campaign, into this one. */
#ifndef FUDA_MERGE_H
#define FUDA_MERGE_H

#include "open.h"

struct json_t;

/*
 * Unites the text of a campaign (store_export) with what is there; results are worked out anew, and
 * where nothing was played yet the campaign read is the one in use, and is `campaign`'s. Tells how
 * much was new, in JSON into `list`, and how many records are new or have grown in `news` (may be
 * NULL). STATUS_BAD: nothing was changed, as was complained.
 */
enum status campaign_merge(struct campaign *campaign, FILE *from, struct json_t *list,
    unsigned *news);

#endif
