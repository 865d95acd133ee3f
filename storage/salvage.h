/*
 * Rows by their form alone: every page of a store and every frame of its log is looked through,
 * whatever the schema and the trees above say. What a table holds is never changed and never
 * removed, so a row that stands anywhere, in a page that is in use, in one that is free again or in
 * the log, is a row of it.
 */
#ifndef FUDA_STORAGE_SALVAGE_H
#define FUDA_STORAGE_SALVAGE_H

#include "store.h"

struct salvage {
    uint64_t pages; /* of the store; those that are missing at its end counted in */
    /* of these: altered, unreadable or missing, and not in the log either */
    uint64_t broken;
    uint64_t frames_broken; /* of the log: those that cannot be reached */
    /* the log is another store's, or another state's that contradicts it: left out */
    bool foreign;
};

/*
 * The rows that look as those of `tables` of the deed's store, into tables raw_NAME of its
 * connection: the same columns, then `sure` (1: its page carries its check value, or SQLite would
 * come to its frame) and `log` (1: it is from there). Rows are there as often as they were found,
 * later ones newer. A table's key comes first in it, and no two look alike.
 */
void salvage_rows(struct transaction *d, const char *path, const char *const *tables, size_t count,
    struct salvage *out);

#endif
