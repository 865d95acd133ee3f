#include "pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * A copy of the system's layer in which only the opening of a database differs, and of its functions for a file in
 * which only reading and writing do: these stand first, so that a file leads to them. Each file is the system's own.
 */
struct pages {
    sqlite3_io_methods methods;
    const sqlite3_io_methods *real;   /* of the file opened last: a store opens one after the other */
    sqlite3_vfs vfs, *real_vfs;
    bool allow_blank;
    char name[48];
};

static const struct pages *pages_of(const sqlite3_file *file)
{
    return (const struct pages *)(const void *)file->pMethods;
}

/* ---- check values ------------------------------------------------------------------------ */

/* Each step is a bijection of the running value, so one changed word always changes the result. */
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

static bool is_blank(const uint8_t *page)
{
    return page[0] == 0 && memcmp(page, page + 1, PAGE_SIZE - 1) == 0;
}

static bool carries_check(const uint8_t *page, sqlite3_int64 at)
{
    uint8_t sum[PAGE_CHECK];
    check_store(check_value(page, at), sum);
    return memcmp(sum, page + PAGE_SIZE - PAGE_CHECK, PAGE_CHECK) == 0;
}

bool page_is_whole(const uint8_t *page, sqlite3_int64 at)
{
    return carries_check(page, at) || is_blank(page);
}

/* ---- a file ------------------------------------------------------------------------------ */

/*
 * SQLite reads the file's header by itself, and else whole pages; anything more than the header
 * that is not a page comes from a header that tells a wrong page size. Half a page at the end of the
 * file comes from its truncation: SQLite would take the rest for zeros.
 */
static int file_read(sqlite3_file *file, void *out, int amount, sqlite3_int64 at)
{
    int rc = pages_of(file)->real->xRead(file, out, amount, at);
    if (amount <= 100 || (rc != SQLITE_OK && rc != SQLITE_IOERR_SHORT_READ))
        return rc;
    if (rc == SQLITE_IOERR_SHORT_READ || amount != PAGE_SIZE || at % PAGE_SIZE != 0)
        return SQLITE_IOERR_DATA;
    if (carries_check(out, at))
        return SQLITE_OK;
    return pages_of(file)->allow_blank && is_blank(out) ? SQLITE_OK : SQLITE_IOERR_DATA;
}

static int file_write(sqlite3_file *file, const void *from, int amount, sqlite3_int64 at)
{
    uint8_t page[PAGE_SIZE];
    if (amount == PAGE_SIZE && at % PAGE_SIZE == 0) {
        memcpy(page, from, PAGE_SIZE);
        check_store(check_value(page, at), page + PAGE_SIZE - PAGE_CHECK);
        from = page;
    }
    return pages_of(file)->real->xWrite(file, from, amount, at);
}

/* ---- the layer --------------------------------------------------------------------------- */

/* Logs and temporary files are as the system's; only the database itself has pages. */
static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out)
{
    struct pages *pages = vfs->pAppData;
    int rc = pages->real_vfs->xOpen(pages->real_vfs, path, file, flags, out);
    if (rc != SQLITE_OK || !(flags & SQLITE_OPEN_MAIN_DB))
        return rc;
    pages->real = file->pMethods;
    pages->methods = *pages->real;
    pages->methods.iVersion = 2;    /* no memory-mapped reads, which would pass the check by */
    pages->methods.xRead = file_read;
    pages->methods.xWrite = file_write;
    file->pMethods = &pages->methods;
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

const char *pages_name(const struct pages *pages)
{
    return pages->name;
}

void pages_allow_blank(struct pages *pages, bool allow)
{
    pages->allow_blank = allow;
}
