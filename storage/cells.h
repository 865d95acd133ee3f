/*
 * Reads a single page of SQLite's file format: the cells of a leaf, and the fields of a row. No
 * byte is trusted: whatever the page says, nothing outside it is read.
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

/* inner pages of tables have no rows and are left out */
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
    size_t length;       /* the length of the whole payload */
    const uint8_t *here; /* the part of it that is on this page */
    size_t kept;
    uint32_t more; /* the page with the rest; 0: there is none */
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

/* False: the page has no rows. `number` is the page's number, from 1. */
bool cells_open(const uint8_t *page, uint32_t number, struct cells *out);
/* The cell at this place, below `count`; false: it is not valid. */
bool cells_at(const struct cells *cells, unsigned place, struct stored_row *out);
/*
 * Reads the fields of a whole payload. Returns their number, or -1 if it has not the form of a row
 * or more than `most` fields.
 */
int fields_read(const uint8_t *payload, size_t length, struct stored *out, int most);

#endif
