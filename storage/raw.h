/*
 * The files of a store read directly, without SQLite's pager: pages of the store, frames of its
 * log.
 *
 * The store is read through SQLite's file layer, because opening and closing the file ourselves
 * would drop the locks that this process may hold on it through a `struct store`.
 */
#ifndef FUDA_STORAGE_RAW_H
#define FUDA_STORAGE_RAW_H

#include "pages.h"

struct raw {
    sqlite3_file *file; /* owned, as is the name */
    const char *name;
    sqlite3_int64 size;
};

/* Returns SQLITE_OK or another result of SQLite. To be closed with raw_close in either case. */
int raw_open(struct raw *raw, const char *path);
/*
 * Removes the shared memory of a store's log that a connection has left behind, if nobody has the
 * store open.
 */
void raw_sweep(const char *path);
void raw_close(struct raw *raw);
/* Reads a part of the file; beyond its end there are zeros. False: it cannot be read. */
bool raw_read(const struct raw *raw, uint8_t *out, int amount, sqlite3_int64 at);
/* Reads a page by its number, from 1; false: it does not exist or cannot be read. */
bool raw_page(const struct raw *raw, uint32_t number, uint8_t out[PAGE_SIZE]);

/*
 * The pages that are free and may never have been written, by the store's own list, in which the
 * log counts: a bit for each of `*count` pages, page 1 being bit 0 of the first byte. To be freed;
 * NULL: no memory.
 *
 *     page 1:            at 32 the first trunk, or 0
 *     a trunk page 4+4:  the next trunk or 0, how many leaves, their numbers: these are the free
 *                        pages without content
 */
uint8_t *raw_free_pages(const struct raw *raw, const char *path, uint32_t *count);

/*
 * The write-ahead log of a store as it is at this moment. Another process may be writing it.
 *
 *     header 32:  magic, version, page size, count, salt, salt, check, check
 *     frame 24 + page:  page number, size of the database (of a transaction's last frame; else 0),
 *                       salt, salt, check, check     (words of 32 bits, big endian)
 */
struct frame {
    uint32_t page;          /* from 1 */
    const uint8_t *content; /* PAGE_SIZE bytes */
    bool reached;           /* this frame and all before it are whole, so SQLite reads it */
    bool ends;              /* a transaction */
};
typedef void visit_frame(void *user, const struct frame *frame);
/*
 * Visits every frame of the log of the store `path` in order, without frames left over from earlier
 * uses of the log.
 */
void log_walk(const char *path, visit_frame *visit, void *user);

#endif
