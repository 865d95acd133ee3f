/*
 * Pages with a check value. SQLite finds broken structure, but not a changed letter in a text: so
 * every page of the file ends with a check value over its content and its place, written when the
 * page goes to the file and compared when it comes back. (The write-ahead log has SQLite's own; what fails to reach the
 * disk is struck out of it.)
 *
 *     |<---------------- PAGE_SIZE --------------->|
 *     | SQLite's part                      | check |    PAGE_CHECK bytes, little endian
 */
#ifndef FUDA_STORAGE_PAGES_H
#define FUDA_STORAGE_PAGES_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

enum { PAGE_SIZE = 4096, PAGE_CHECK = 8 };

/*
 * A file layer that stands between SQLite and the system's own; each has a name of its own for
 * sqlite3_open_v2. To be freed with pages_free, when nothing uses it any more. NULL: no memory.
 */
struct pages;
struct pages *pages_new(void);
void pages_free(struct pages *pages);
const char *pages_name(const struct pages *pages);

/* Could a transaction that failed not be struck out of the log? Then it may be there again after this process has died. */
bool pages_stuck(const struct pages *pages);

/* While set, a page of zeros passes: one that SQLite freed before it was ever written. */
void pages_allow_blank(struct pages *pages, bool allow);

/* Is a page, read from the place `at` of a file, as it was written? A blank one is. */
bool page_is_whole(const uint8_t *page, sqlite3_int64 at);

#endif
