/*
 * Case law: once the table has answered a question that the rulebook leaves open, that is the
 * campaign's answer from that day on.
 */
#ifndef FUDA_PRECEDENT_H
#define FUDA_PRECEDENT_H

#include "cli/campaign/open_campaign.h"

/*
 * Says what becomes of the options that a line has named: answers to questions that were raised are
 * kept by the campaign, and on a terminal it says how to keep others. Returns the options answered
 * (a bit each).
 */
uint32_t precedent_tell(const struct context *context, const struct record *r,
    const struct house *before, bool terminal);

/*
 * At the end of the evening, keeps the answers that stand, dated with the record's day. What the
 * campaign settled on that day or later is not changed, except options in `answered` (a bit each),
 * which were answered now.
 */
bool precedent_keep(const struct campaign *campaign, const struct record *r, uint32_t answered);

#endif
