/*
 * Case law: what the table answers when the rulebook leaves a question open is the campaign's
 * answer from that day on.
 */
#ifndef FUDA_PRECEDENT_H
#define FUDA_PRECEDENT_H

#include "cli/campaign/open.h"

/*
 * Says what becomes of the options that a line has named: an answer to a question that was told is
 * kept by the campaign; on a terminal, how another can be. Returns the answers, a bit each.
 */
uint32_t precedent_tell(const struct context *context, const struct record *r,
    const struct house *before, bool terminal);

/*
 * At the end of the evening: keeps the answers that stand, as of the record's day. What the
 * campaign settled on that day or later stays, except where `answered` (by bits) says that it was
 * answered now.
 */
bool precedent_keep(const struct campaign *campaign, const struct record *r, uint32_t answered);

#endif
