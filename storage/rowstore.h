/* What the files about rows share: one row's text as the store has it. */
#ifndef FUDA_ROWSTORE_H
#define FUDA_ROWSTORE_H

#include "held.h"
#include "stored_rows.h"
#include "store.h"

/* Where a row stands in its table: `at` the record's key, or 0; a deck by its hash. */
struct row_place {
    int64_t at;
    struct store_id id;
    const char *hash;
};

/* The text of one row, written anew for each. */
struct row_text {
    struct held held;
    int fields;
};
bool row_text_begin(struct transaction *d, struct row_text *t);
void row_text_clear(struct row_text *t);

/* The row's text and whom it is about; false: it is not in its table. */
bool row_load(struct transaction *d, enum kept_kind_number kind, const struct row_place *place,
    struct row_text *t, struct store_id *about);

/*
 * Not too long, UTF-8 and without control characters but the tabs between fields: in a field they
 * are escaped.
 */
bool row_text_clean(const char *text);

struct store_id deck_id(const char *hash);

#endif
