#include "pages.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pages {
    sqlite3_vfs vfs;
    sqlite3_vfs *real;
    bool allow_blank;
    char name[48];
};

/* A database file: SQLite's object, ours, and behind it the system's. */
struct page_file {
    sqlite3_file base;
    struct pages *pages;
    max_align_t real[];
};

static sqlite3_file *real_of(sqlite3_file *file)
{
    return (sqlite3_file *)((struct page_file *)(void *)file)->real;
}

static sqlite3_vfs *real_vfs(sqlite3_vfs *vfs)
{
    return ((struct pages *)vfs->pAppData)->real;
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

/* ---- a file ------------------------------------------------------------------------------ */

static int file_close(sqlite3_file *file)
{
    return real_of(file)->pMethods->xClose(real_of(file));
}

/* SQLite reads the file's header by itself, and else whole pages; anything more than the header
 * that is not a page comes from a header that tells a wrong page size. */
static int file_read(sqlite3_file *file, void *out, int amount, sqlite3_int64 at)
{
    int rc = real_of(file)->pMethods->xRead(real_of(file), out, amount, at);
    if (rc != SQLITE_OK || amount <= 100)
        return rc;
    if (amount != PAGE_SIZE || at % PAGE_SIZE != 0)
        return SQLITE_IOERR_DATA;
    const uint8_t *page = out;
    uint8_t sum[PAGE_CHECK];
    check_store(check_value(page, at), sum);
    if (memcmp(sum, page + PAGE_SIZE - PAGE_CHECK, PAGE_CHECK) == 0)
        return SQLITE_OK;
    const struct pages *pages = ((const struct page_file *)(const void *)file)->pages;
    return pages->allow_blank && is_blank(page) ? SQLITE_OK : SQLITE_IOERR_DATA;
}

static int file_write(sqlite3_file *file, const void *from, int amount, sqlite3_int64 at)
{
    uint8_t page[PAGE_SIZE];
    if (amount == PAGE_SIZE && at % PAGE_SIZE == 0) {
        memcpy(page, from, PAGE_SIZE);
        check_store(check_value(page, at), page + PAGE_SIZE - PAGE_CHECK);
        from = page;
    }
    return real_of(file)->pMethods->xWrite(real_of(file), from, amount, at);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return real_of(file)->pMethods->xTruncate(real_of(file), size);
}

static int file_sync(sqlite3_file *file, int flags)
{
    return real_of(file)->pMethods->xSync(real_of(file), flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int file_lock(sqlite3_file *file, int level)
{
    return real_of(file)->pMethods->xLock(real_of(file), level);
}

static int file_unlock(sqlite3_file *file, int level)
{
    return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static int file_reserved(sqlite3_file *file, int *out)
{
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), out);
}

static int file_control(sqlite3_file *file, int what, void *with)
{
    return real_of(file)->pMethods->xFileControl(real_of(file), what, with);
}

static int file_sector(sqlite3_file *file)
{
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int file_traits(sqlite3_file *file)
{
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int file_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **out)
{
    return real_of(file)->pMethods->xShmMap(real_of(file), page, size, extend, out);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int file_shm_unmap(sqlite3_file *file, int erase)
{
    return real_of(file)->pMethods->xShmUnmap(real_of(file), erase);
}

/* Version 2: no memory-mapped reads, which would pass the check by. */
static const sqlite3_io_methods page_methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_traits,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

/* ---- the layer --------------------------------------------------------------------------- */

/* Logs and temporary files are the system's own; only the database itself has pages. */
static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out)
{
    sqlite3_vfs *real = real_vfs(vfs);
    if (!(flags & SQLITE_OPEN_MAIN_DB))
        return real->xOpen(real, path, file, flags, out);
    struct page_file *ours = (struct page_file *)(void *)file;
    ours->base.pMethods = NULL;
    ours->pages = vfs->pAppData;
    int rc = real->xOpen(real, path, real_of(file), flags, out);
    if (rc == SQLITE_OK)
        ours->base.pMethods = &page_methods;
    return rc;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
    return real_vfs(vfs)->xDelete(real_vfs(vfs), path, sync);
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *out)
{
    return real_vfs(vfs)->xAccess(real_vfs(vfs), path, flags, out);
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int size, char *out)
{
    return real_vfs(vfs)->xFullPathname(real_vfs(vfs), path, size, out);
}

static int vfs_randomness(sqlite3_vfs *vfs, int size, char *out)
{
    return real_vfs(vfs)->xRandomness(real_vfs(vfs), size, out);
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds)
{
    return real_vfs(vfs)->xSleep(real_vfs(vfs), microseconds);
}

static int vfs_time(sqlite3_vfs *vfs, double *out)
{
    return real_vfs(vfs)->xCurrentTime(real_vfs(vfs), out);
}

static int vfs_time_int(sqlite3_vfs *vfs, sqlite3_int64 *out)
{
    return real_vfs(vfs)->xCurrentTimeInt64(real_vfs(vfs), out);
}

static int vfs_error(sqlite3_vfs *vfs, int size, char *out)
{
    return real_vfs(vfs)->xGetLastError(real_vfs(vfs), size, out);
}

struct pages *pages_new(void)
{
    sqlite3_vfs *real = sqlite3_vfs_find(NULL);
    struct pages *pages = real != NULL ? calloc(1, sizeof *pages) : NULL;
    if (pages == NULL)
        return NULL;
    pages->real = real;
    snprintf(pages->name, sizeof pages->name, "fuda-%p", (void *)pages);
    pages->vfs = (sqlite3_vfs){
        .iVersion = 2,
        .szOsFile = (int)sizeof(struct page_file) + real->szOsFile,
        .mxPathname = real->mxPathname,
        .zName = pages->name,
        .pAppData = pages,
        .xOpen = vfs_open,
        .xDelete = vfs_delete,
        .xAccess = vfs_access,
        .xFullPathname = vfs_full_path,
        .xRandomness = vfs_randomness,
        .xSleep = vfs_sleep,
        .xCurrentTime = vfs_time,
        .xGetLastError = vfs_error,
        .xCurrentTimeInt64 = vfs_time_int,
    };
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
