/* The bytes of a store and of its log; see raw.h. */
#include "cells.h"
#include "raw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the store --------------------------------------------------------------------------- */

static int open_with(struct raw *raw, const char *path, int flags)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    char *full = vfs != NULL ? malloc((size_t)vfs->mxPathname + 1) : NULL;
    *raw = (struct raw){.file = vfs != NULL ? calloc(1, (size_t)vfs->szOsFile) : NULL};
    int rc = SQLITE_NOMEM;
    if (raw->file != NULL && full != NULL
        && vfs->xFullPathname(vfs, path, vfs->mxPathname + 1, full) != SQLITE_CANTOPEN)
        raw->name = sqlite3_create_filename(full, "", "", 0, NULL);
    if (vfs != NULL && raw->name != NULL)
        rc = vfs->xOpen(vfs, raw->name, raw->file, SQLITE_OPEN_MAIN_DB | flags, NULL);
    if (rc == SQLITE_OK)
        rc = raw->file->pMethods->xFileSize(raw->file, &raw->size);
    free(full);
    return rc;
}

int raw_open(struct raw *raw, const char *path)
{
    return open_with(raw, path, SQLITE_OPEN_READONLY);
}

/* Everybody who has the store open holds a shared lock. */
void raw_sweep(const char *path)
{
    struct raw raw;
    char *shared = sqlite3_mprintf("%s-shm", path);
    if (shared != NULL && open_with(&raw, path, SQLITE_OPEN_READWRITE) == SQLITE_OK
        && raw.file->pMethods->xLock(raw.file, SQLITE_LOCK_SHARED) == SQLITE_OK) {
        if (raw.file->pMethods->xLock(raw.file, SQLITE_LOCK_EXCLUSIVE) == SQLITE_OK)
            (void)unlink(shared);
        raw.file->pMethods->xUnlock(raw.file, SQLITE_LOCK_NONE);
    }
    if (shared != NULL)
        raw_close(&raw);
    sqlite3_free(shared);
}

void raw_close(struct raw *raw)
{
    if (raw->file != NULL && raw->file->pMethods != NULL)
        raw->file->pMethods->xClose(raw->file);
    sqlite3_free_filename((char *)(uintptr_t)raw->name);
    free(raw->file);
    *raw = (struct raw){0};
}

bool raw_read(const struct raw *raw, uint8_t *out, int amount, sqlite3_int64 at)
{
    const int rc = raw->file->pMethods->xRead(raw->file, out, amount, at);
    return rc == SQLITE_OK || rc == SQLITE_IOERR_SHORT_READ;
}

bool raw_page(const struct raw *raw, uint32_t number, uint8_t out[PAGE_SIZE])
{
    return number > 0 && (sqlite3_int64)number * PAGE_SIZE <= raw->size
           && raw_read(raw, out, PAGE_SIZE, (sqlite3_int64)(number - 1) * PAGE_SIZE);
}

/* ---- the log ----------------------------------------------------------------------------- */

enum { LOG_HEADER = 32, FRAME_HEADER = 24, FRAME = FRAME_HEADER + PAGE_SIZE };

struct check {
    bool big_endian;
    uint32_t a, b;
};

static uint32_t little(const uint8_t *at)
{
    return (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

static void check_add(struct check *c, const uint8_t *at, size_t length)
{
    for (size_t i = 0; i < length; i += 8) {
        c->a += (c->big_endian ? big_endian(at + i) : little(at + i)) + c->b;
        c->b += (c->big_endian ? big_endian(at + i + 4) : little(at + i + 4)) + c->a;
    }
}

static bool check_is(const struct check *c, const uint8_t *stored)
{
    return c->a == big_endian(stored) && c->b == big_endian(stored + 4);
}

static void walk(FILE *log, visit_frame *visit, void *user)
{
    uint8_t header[LOG_HEADER], frame[FRAME], salt[8];
    if (fread(header, 1, sizeof header, log) != sizeof header)
        return;
    struct check check = {.big_endian = (header[3] & 1) != 0};
    check_add(&check, header, 24);
    bool whole = check_is(&check, header + 24) && big_endian(header) >> 1 == 0x377f0682 >> 1
                 && big_endian(header + 8) == PAGE_SIZE;
    memcpy(salt, header + 16, sizeof salt);
    for (bool first = true; fread(frame, 1, FRAME, log) == FRAME; first = false) {
        if (first && !whole) /* the header cannot be trusted, but the first frame may be whole */
            memcpy(salt, frame + 8, sizeof salt);
        bool ours = memcmp(frame + 8, salt, sizeof salt) == 0;
        if (whole) {
            check_add(&check, frame, 8);
            check_add(&check, frame + FRAME_HEADER, PAGE_SIZE);
            whole = ours && check_is(&check, frame + 16);
        }
        if (ours)
            visit(user, &(struct frame){big_endian(frame), frame + FRAME_HEADER, whole,
                            big_endian(frame + 4) != 0});
    }
}

void log_walk(const char *path, visit_frame *visit, void *user)
{
    char *name = sqlite3_mprintf("%s-wal", path);
    FILE *log = name != NULL ? fopen(name, "rb") : NULL;
    if (log != NULL) {
        walk(log, visit, user);
        fclose(log);
    }
    sqlite3_free(name);
}

/* ---- the list of free pages ---------------------------------------------------------------- */

/* A page as the last whole transaction of the log left it, if the log has it. */
struct sought {
    uint32_t number;
    bool waits, found; /* it was seen in a transaction that has not ended yet; in one that has */
    uint8_t seen[PAGE_SIZE], *out;
};

static void seek_frame(void *user, const struct frame *frame)
{
    struct sought *s = user;
    if (frame->reached && frame->page == s->number) {
        memcpy(s->seen, frame->content, PAGE_SIZE);
        s->waits = true;
    }
    if (frame->reached && frame->ends && s->waits) {
        memcpy(s->out, s->seen, PAGE_SIZE);
        s->waits = false;
        s->found = true;
    }
}

static bool page_now(const struct raw *raw, const char *path, uint32_t number,
    uint8_t out[PAGE_SIZE])
{
    struct sought s = {.number = number, .out = out};
    log_walk(path, seek_frame, &s);
    return s.found
           || (raw_page(raw, number, out)
               && page_is_whole(out, (sqlite3_int64)(number - 1) * PAGE_SIZE));
}

uint8_t *raw_free_pages(const struct raw *raw, const char *path, uint32_t *count)
{
    enum { LEAVES_MOST = (PAGE_SIZE - PAGE_CHECK) / 4 - 2 };
    uint8_t page[PAGE_SIZE];
    *count = (uint32_t)(raw->size / PAGE_SIZE);
    uint8_t *set = calloc(*count / 8 + 1, 1);
    uint32_t trunk = set != NULL && page_now(raw, path, 1, page) ? big_endian(page + 32) : 0;
    for (uint32_t left = *count; left > 0 && trunk > 1 && page_now(raw, path, trunk, page);
         left--) {
        const uint32_t leaves = big_endian(page + 4);
        for (size_t i = 0; i < leaves && leaves <= LEAVES_MOST; i++) {
            const uint32_t leaf = big_endian(page + 8 + 4 * i);
            if (leaf > 1 && leaf <= *count)
                set[(leaf - 1) / 8] |= (uint8_t)(1 << (leaf - 1) % 8);
        }
        trunk = big_endian(page);
    }
    return set;
}
