/* Records of the store, replayed by the rules of today. */
#ifndef FUDA_REPLAY_H
#define FUDA_REPLAY_H

#include "open.h"
#include "cli/table/session.h"

/*
 * The statements that stand above a record's own lines, into a session; false if they do not read.
 */
bool replay_heading(struct session *session, const struct store_heading *heading);

/* The same of a record that begins now: two names that are one now are refused. */
bool heading_read(struct session *session, const struct store_heading *heading);

/* The whole record into a session that has just begun. False if a line no longer reads. */
bool replay_record(struct session *session, struct store *store, const struct store_entry *entry);

/* What the rules make of what was said so far. */
void replay_result(struct session *session, struct store_result *out);

/* The result of the whole record, in a session that begins anew with it. */
bool replay_entry(struct session *session, const struct campaign *campaign,
    const struct store_entry *entry, struct store_result *out);

/*
 * Works out every result that the store does not have, of this campaign (`campaign->id`, or another
 * of its store). Where the store is only read, and something is missing, in a copy of it in memory.
 */
bool replay_stale(struct campaign *campaign, const struct store_id *id);

#endif
