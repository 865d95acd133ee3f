/* The layer between SQLite and the file, which writes and compares check values; see pages.h. */
#include "pages.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * A copy of the system's methods for one kind of file, with a few replaced. `methods` is the first
 * member, so that a file's pointer to its methods leads to this struct. The files themselves are
 * the system's.
 */
struct layer {
    sqlite3_io_methods methods;
    /* the system's methods for the file opened last; a store opens its files one after the other */
    const sqlite3_io_methods *real;
    struct pages *pages;
};
struct pages {
    struct layer store, log;
    sqlite3_vfs vfs, *real_vfs;
    const uint8_t *free_pages; /* the pages that may be blank */
    uint32_t free_count;
    /* the part of the log that is written but not yet on the disk; equal: none */
    sqlite3_int64 waiting, end;
    bool stuck;
    char name[48];
};

static struct layer *layer_of(const sqlite3_file *file)
{
    return (struct layer *)(uintptr_t)file->pMethods;
}

/* ---- check values ------------------------------------------------------------------------ */

/*
 * The check value of a page. Each step maps the running value one to one, so changing one word
 * always changes the result.
 */
static uint64_t check_value(const uint8_t *page, sqlite3_int64 at)
{
    uint64_t sum = 0x9e3779b97f4a7c15u ^ (uint64_t)at;
    for (size_t i = 0; i < PAGE_SIZE - PAGE_CHECK; i += 8) {
        uint64_t word;
        memcpy(&word, page + i, 8);
        sum = (sum ^ word) * 0xd6e8feb86659fd93u;
        sum = sum << 29 | sum >> 35;
    }
    return sum ^ sum >> 32;
}

static void check_store(uint64_t sum, uint8_t *out)
{
    for (int i = 0; i < PAGE_CHECK; i++)
        out[i] = (uint8_t)(sum >> 8 * i);
}

bool page_is_blank(const uint8_t *page)
{
    return page[0] == 0 && memcmp(page, page + 1, PAGE_SIZE - 1) == 0;
}

bool page_is_whole(const uint8_t *page, sqlite3_int64 at)
{
    uint8_t sum[PAGE_CHECK];
    check_store(check_value(page, at), sum);
    return memcmp(sum, page + PAGE_SIZE - PAGE_CHECK, PAGE_CHECK) == 0;
}

bool page_in(const uint8_t *set, uint32_t count, uint32_t number)
{
    return set != NULL && number > 0 && number <= count
           && (set[(number - 1) / 8] >> (number - 1) % 8 & 1) != 0;
}

/* ---- a file ------------------------------------------------------------------------------ */

/*
 * SQLite reads either the file's header or whole pages. A longer read that is not a page comes from
 * a header with a wrong page size. Half a page at the end of the file means that the file was
 * truncated, which SQLite would read as zeros.
 */
static int file_read(sqlite3_file *file, void *out, int amount, sqlite3_int64 at)
{
    int rc = layer_of(file)->real->xRead(file, out, amount, at);
    if (amount <= 100 || (rc != SQLITE_OK && rc != SQLITE_IOERR_SHORT_READ))
        return rc;
    if (rc == SQLITE_IOERR_SHORT_READ || amount != PAGE_SIZE || at % PAGE_SIZE != 0)
        return SQLITE_IOERR_DATA;
    if (page_is_whole(out, at))
        return SQLITE_OK;
    const struct pages *pages = layer_of(file)->pages;
    const uint32_t number = (uint32_t)(at / PAGE_SIZE + 1);
    return page_in(pages->free_pages, pages->free_count, number) && page_is_blank(out)
               ? SQLITE_OK
               : SQLITE_IOERR_DATA;
}

/* A file that may not grow any more (ulimit -f) counts as a full disk. */
static int write_through(sqlite3_file *file, const void *from, int amount, sqlite3_int64 at)
{
    errno = 0;
    const int rc = layer_of(file)->real->xWrite(file, from, amount, at);
    return rc == SQLITE_IOERR_WRITE && errno == EFBIG ? SQLITE_FULL : rc;
}

static int file_write(sqlite3_file *file, const void *from, int amount, sqlite3_int64 at)
{
    uint8_t page[PAGE_SIZE];
    if (amount == PAGE_SIZE && at % PAGE_SIZE == 0) {
        memcpy(page, from, PAGE_SIZE);
        check_store(check_value(page, at), page + PAGE_SIZE - PAGE_CHECK);
        from = page;
    }
    return write_through(file, from, amount, at);
}

/* ---- its log ----------------------------------------------------------------------------- */

enum { LOG_HEADER = 32, FRAME_HEADER = 24, FRAME = FRAME_HEADER + PAGE_SIZE };

/* Strikes frames that did not reach the disk out of the log. */
static void strike_out(sqlite3_file *file)
{
    static const uint8_t nothing[FRAME_HEADER] = {0};
    struct pages *pages = layer_of(file)->pages;
    const sqlite3_io_methods *real = layer_of(file)->real;
    sqlite3_int64 at = pages->waiting;
    if (at < LOG_HEADER) { /* the log starts again; what it had is in the database already */
        pages->stuck |= real->xTruncate(file, 0) != SQLITE_OK;
        pages->end = 0;
    }
    for (at -= (at - LOG_HEADER) % FRAME; at < pages->end; at += FRAME)
        pages->stuck |= real->xWrite(file, nothing, FRAME_HEADER, at) != SQLITE_OK;
    pages->waiting = pages->end = 0;
}

static int log_write(sqlite3_file *file, const void *from, int amount, sqlite3_int64 at)
{
    struct pages *pages = layer_of(file)->pages;
    const bool first = pages->waiting == pages->end;
    if (first || at < pages->waiting)
        pages->waiting = at;
    if (first || at + amount > pages->end)
        pages->end = at + amount;
    const int rc = write_through(file, from, amount, at);
    if (rc != SQLITE_OK)
        strike_out(file);
    return rc;
}

/*
 * A transaction whose flush fails is taken back. But its frames are complete in the log, so whoever
 * reads the log after this process has died would find it there: they are struck out.
 */
static int log_sync(sqlite3_file *file, int flags)
{
    struct pages *pages = layer_of(file)->pages;
    const sqlite3_io_methods *real = layer_of(file)->real;
    const int rc = real->xSync(file, flags);
    if (rc != SQLITE_OK && pages->waiting < pages->end) {
        strike_out(file);
        (void)real->xSync(file, flags);
    }
    pages->waiting = pages->end = 0;
    return rc;
}

/* ---- the layer --------------------------------------------------------------------------- */

static void lay(struct layer *layer, struct pages *pages, sqlite3_file *file)
{
    layer->pages = pages;
    layer->real = file->pMethods;
    layer->methods = *layer->real;
    file->pMethods = &layer->methods;
}

/*
 * Opens a file. Only the database has pages with check values, and only its log has frames; all
 * other files are left to the system.
 */
static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out)
{
    struct pages *pages = vfs->pAppData;
    int rc = pages->real_vfs->xOpen(pages->real_vfs, path, file, flags, out);
    if (rc == SQLITE_OK && (flags & SQLITE_OPEN_MAIN_DB)) {
        lay(&pages->store, pages, file);
        /* no memory-mapped reads, which would bypass the check */
        pages->store.methods.iVersion = 2;
        pages->store.methods.xRead = file_read;
        pages->store.methods.xWrite = file_write;
    } else if (rc == SQLITE_OK && (flags & SQLITE_OPEN_WAL)) {
        lay(&pages->log, pages, file);
        pages->log.methods.xWrite = log_write;
        pages->log.methods.xSync = log_sync;
        pages->waiting = pages->end = 0;
    }
    return rc;
}

struct pages *pages_new(void)
{
    sqlite3_vfs *real = sqlite3_vfs_find(NULL);
    struct pages *pages = real != NULL ? calloc(1, sizeof *pages) : NULL;
    if (pages == NULL)
        return NULL;
    snprintf(pages->name, sizeof pages->name, "fuda-%p", (void *)pages);
    pages->real_vfs = real;
    pages->vfs = *real;
    pages->vfs.zName = pages->name;
    pages->vfs.pAppData = pages;
    pages->vfs.xOpen = vfs_open;
    if (sqlite3_vfs_register(&pages->vfs, 0) != SQLITE_OK) {
        free(pages);
        return NULL;
    }
    return pages;
}

void pages_free(struct pages *pages)
{
    if (pages == NULL)
        return;
    sqlite3_vfs_unregister(&pages->vfs);
    free(pages);
}

const char *pages_name(const struct pages *pages) { return pages->name; }

bool pages_stuck(const struct pages *pages) { return pages->stuck; }

void pages_allow_blank(struct pages *pages, const uint8_t *free_pages, uint32_t count)
{
    pages->free_pages = free_pages;
    pages->free_count = count;
}
