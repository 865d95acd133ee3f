/*
 * A page of SQLite's file format, read by itself: the cells of a leaf, and the fields of a row.
 * Nothing is taken on trust: whatever the bytes say, nothing beyond the page is read.
 *
 *     | (page 1: 100 bytes) kind, cells, … | where each cell begins, 2 bytes | … | cells |
 *     cell of a table's leaf:     payload's length, number of the row, payload, (its next page)
 *     cell of an index's leaf:    payload's length, payload, (page); in an inner one a page
 *                                 stands before it
 *     payload:                    length of the header, a kind for each field; the fields
 *
 * Source: https://www.sqlite.org/fileformat2.html, "B-tree Pages" and "Record Format".
 */
#ifndef FUDA_STORAGE_CELLS_H
#define FUDA_STORAGE_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* the inner ones of tables hold no rows */
enum page_kind { PAGE_INDEX_INNER = 2, PAGE_INDEX_LEAF = 10, PAGE_TABLE_LEAF = 13 };

/* A page that may hold rows. */
struct cells {
    const uint8_t *page;
    enum page_kind kind;
    unsigned first; /* where the page's header begins */
    unsigned count;
};

struct stored_row {
    int64_t row;         /* the row's number; of an index 0 */
    size_t length;       /* of the whole payload */
    const uint8_t *here; /* its part in this page */
    size_t kept;
    uint32_t more; /* the page where the rest is; 0: there is none */
};

/* One field of a row. */
enum stored_kind { STORED_NONE, STORED_NUMBER, STORED_BLOB, STORED_TEXT, STORED_OTHER };
struct stored {
    enum stored_kind kind;
    int64_t number;
    const uint8_t *at; /* in the payload */
    size_t length;
};

uint32_t big_endian(const uint8_t *at);

/* False: this is no page with rows. `number` is the page's, from 1. */
bool cells_open(const uint8_t *page, uint32_t number, struct cells *out);
/* The cell of that place, below `count`; false: it is none. */
bool cells_at(const struct cells *cells, unsigned place, struct stored_row *out);
/* The fields of a whole payload; how many, or -1 where it has no row's form or more than `most`. */
int fields_read(const uint8_t *payload, size_t length, struct stored *out, int most);

#endif
