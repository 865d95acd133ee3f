/* Replaying records of the store by the present rules. */
#ifndef FUDA_REPLAY_H
#define FUDA_REPLAY_H

#include "open_campaign.h"
#include "cli/table/session.h"

/* Enters the statements above a record's own lines into a session; false: they cannot be read. */
bool replay_heading(struct session *session, const struct store_heading *heading);

/* The same for a record that begins now: two names that now count as the same are refused. */
bool heading_read(struct session *session, const struct store_heading *heading);

/*
 * Enters the whole record into a session that has just begun. False: a line can no longer be read.
 */
bool replay_record(struct session *session, struct store *store, const struct store_entry *entry);

/* The result of what was said so far. */
void replay_result(struct session *session, struct store_result *out);

/* The result of a whole record, worked out in a session that begins again with it. */
bool replay_entry(struct session *session, const struct campaign *campaign,
    const struct store_entry *entry, struct store_result *out);

/*
 * Works out all results that the store does not have for campaign `id` (`campaign->id`, or another
 * one in the store). If the store is only read and something is missing, this is done in a copy in
 * memory.
 */
bool replay_stale(struct campaign *campaign, const struct store_id *id);

#endif
