/* Merging what another store has of a campaign into this one. */
#ifndef FUDA_MERGE_H
#define FUDA_MERGE_H

#include "open_campaign.h"

struct json_t;

/*
 * Merges the text of a campaign (store_export) into the store and works results out again. If
 * nothing was played here yet, the campaign that was read becomes the one in use, and that of
 * `campaign`. Reports how much was new, in JSON into `list`, and sets `news` (may be NULL) to the
 * number of records that are new or have grown. STATUS_BAD: nothing was changed, which was
 * reported.
 */
enum status campaign_merge(struct campaign *campaign, FILE *from, struct json_t *list,
    unsigned *news);

#endif
