/*
 * The files of a store as they lie there, past SQLite's pager: pages of the store, frames of its
 * log.
 *
 * The store itself is read through SQLite's file layer: opening and closing it by ourselves would
 * drop the locks that this process may hold on it through a `struct store`.
 */
#ifndef FUDA_STORAGE_RAW_H
#define FUDA_STORAGE_RAW_H

#include "pages.h"

struct raw {
    sqlite3_file *file; /* owned, as is the name */
    const char *name;
    sqlite3_int64 size;
};

/* SQLITE_OK, or what SQLite says; to be closed with raw_close either way. */
int raw_open(struct raw *raw, const char *path);
/*
 * Takes away the shared memory of a store's log, that a connection has left there, if nobody has
 * the store open.
 */
void raw_sweep(const char *path);
void raw_close(struct raw *raw);
/* A part of the file, filled up with zeros where it ends; false: it cannot be read. */
bool raw_read(const struct raw *raw, uint8_t *out, int amount, sqlite3_int64 at);
/* The page of that number, from 1; false: it does not lie there, or cannot be read. */
bool raw_page(const struct raw *raw, uint32_t number, uint8_t out[PAGE_SIZE]);

/*
 * The pages that lie free and were perhaps never written, by the store's own list of them: a bit
 * for each of `*count` pages, page 1 being bit 0 of the first byte. What the log holds counts. To
 * be freed; NULL: no memory.
 *
 *     page 1:            at 32 the first trunk, or 0
 *     a trunk page 4+4:  the next trunk or 0, how many leaves, their numbers: these are the free
 *                        pages without content
 */
uint8_t *raw_free_pages(const struct raw *raw, const char *path, uint32_t *count);

/*
 * The write-ahead log of a store, as it stands at this moment; another process may be writing it.
 *
 *     header 32:  magic, version, page size, count, salt, salt, check, check
 *     frame 24 + page:  page number, size of the database (of a transaction's last frame; else 0),
 *                       salt, salt, check, check     (words of 32 bits, big endian)
 */
struct frame {
    uint32_t page;          /* from 1 */
    const uint8_t *content; /* PAGE_SIZE bytes */
    bool reached;           /* itself and all before it is whole: SQLite comes to it */
    bool ends;              /* a transaction */
};
typedef void visit_frame(void *user, const struct frame *frame);
/*
 * Every frame of the log of the store `path`, in order; those that it has left over from earlier
 * times are left out.
 */
void log_walk(const char *path, visit_frame *visit, void *user);

#endif
