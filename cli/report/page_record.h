/*
 * A record of the campaign on a page, whole: how it ended, its score sheet, the curve of the
 * points, the findings with their proof, the board as it was left, and all its lines.
 */
#ifndef FUDA_PAGE_RECORD_H
#define FUDA_PAGE_RECORD_H

#include "cli/campaign/open_campaign.h"
#include "cli/say.h"

/*
 * The same record in each of `count` languages: in[i] says which, html[i] gets it, under a heading
 * of this level (1 to 5). `search`: what could have been is looked for, which may take a tenth of a
 * second a round. False: complained, and nothing was added.
 */
bool page_record(struct text *const *html, const struct context *in, int count,
    const struct campaign *campaign, const struct store_entry *entry, int level, bool search);

#endif
