/*
 * Pages with check values. SQLite finds broken structure, but not a changed letter in a text. So
 * every page of the file ends with a check value over its content and its place, written when the
 * page goes to the file and compared when it is read back. (The write-ahead log has check values of
 * SQLite; what fails to reach the disk is struck out of it.)
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
 * A file layer between SQLite and the system's layer. Each has its own name, for sqlite3_open_v2.
 * Free it with pages_free when nothing uses it any more. NULL: no memory.
 */
struct pages;
struct pages *pages_new(void);
void pages_free(struct pages *pages);
const char *pages_name(const struct pages *pages);

/*
 * Was it impossible to strike a failed transaction out of the log? Then it may reappear after this
 * process has died.
 */
bool pages_stuck(const struct pages *pages);

/*
 * Sets the pages that may be blank because SQLite freed them before they were ever written: a bit
 * for each of `count` pages, page 1 being bit 0 of the first byte (raw_free_pages). The caller
 * keeps the array as long as it is set; NULL: no page may.
 */
void pages_allow_blank(struct pages *pages, const uint8_t *free_pages, uint32_t count);

/*
 * page_is_whole: is a page from position `at` of a file as it was written? page_is_blank: was it
 * never written?
 */
bool page_is_whole(const uint8_t *page, sqlite3_int64 at);
bool page_is_blank(const uint8_t *page);

/* Is page `number` in such a set? */
bool page_in(const uint8_t *set, uint32_t count, uint32_t number);

#endif
