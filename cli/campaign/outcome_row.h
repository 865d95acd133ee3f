/*
 * What came of a record, for a server's views: places, points and findings, and where an unfinished
 * game stands.
 */
#ifndef FUDA_OUTCOME_ROW_H
#define FUDA_OUTCOME_ROW_H

#include "open_campaign.h"

struct json_t;

/*
 * A row of the kind `told` about the record, as a line without its newline; `rows` is how many rows
 * the store has of the record. NULL: the record cannot be read, or does not exist. The caller frees
 * it.
 */
char *outcome_row_row(const struct campaign *campaign, const struct store_id *record, int64_t rows);

/*
 * The same as JSON, the caller's: {"state": "open" ("broken off", "finished", "withdrawn"), "game",
 * "day", "rows", "lines", "since", "latest" (milliseconds), "stands", "table", "seats": [{"player",
 * "name", "place", "won", "points"}], "findings": […]}. NULL: the record cannot be read.
 */
struct json_t *outcome_row_json(const struct campaign *campaign, const struct store_entry *entry,
    int64_t rows);

#endif
