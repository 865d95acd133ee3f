/*
 * Looking at a store before anything is opened: is it ours, whole, and is the log beside it its
 * own?
 *
 * The log of a process that died: SQLite takes from it what is whole and ends silently at the first
 * frame that is not: right for the transaction that was being written, wrong for earlier ones whose
 * frames were altered afterwards. Each transaction was on the disk before the next one began: so
 * where two or more are found beyond the break, one at least that was acknowledged would be lost,
 * and the store is damaged.
 *
 * And SQLite takes any log that is whole, whatever file lies beside it. Each transaction has a mark
 * (commit_mark.c), and names the one before it: so the store must be as it was before the first of
 * the log's transactions, or, where some have been brought home already, after one of them.
 */
#define _DEFAULT_SOURCE 1 /* lstat, nanosleep */
#include "cells.h"
#include "raw.h"
#include "store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { HEADER = 100, SCANNED_MOST = 64 << 20, PAGES_MOST = SCANNED_MOST / PAGE_SIZE, TRIES = 3 };

/* What was found in the log. */
struct logged {
    unsigned cut; /* how many transactions follow the first frame that is not whole */
    bool counted; /* it has the page with the count of commits */
    uint32_t commit_mark_page;
    struct store_commit_mark first; /* the mark that the first of its transactions left */
    /* a mark to look for, and whether one of its transactions has it */
    int64_t sought;
    bool found;
    /* the pages that it has (a bit each), for stores that are not large */
    uint8_t pages[PAGES_MOST / 8];
};

static void again_later(int nth)
{
    if (nth > 0)
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
}

/* ---- the header ---------------------------------------------------------------------------- */

static void judge_header(struct transaction *d, const char *path, const uint8_t *header,
    sqlite3_int64 size)
{
    if (size == 0)
        fail(d, STORAGE_DAMAGED, N_("{file} is empty"), "t", "file", path);
    if (memcmp(header, "SQLite format 3", size < 16 ? (size_t)size : 16) != 0)
        fail(d, STORAGE_FOREIGN, N_("{file} is not an SQLite file"), "t", "file", path);
    if (size < HEADER)
        fail(d, STORAGE_DAMAGED, N_("{file} is truncated"), "t", "file", path);
    if (big_endian(header + 68) != STORE_APPLICATION)
        fail(d, STORAGE_FOREIGN, N_("{file} is another program's SQLite file"), "t", "file", path);
    if (big_endian(header + 60) > STORE_VERSION)
        fail_newer(d, path, big_endian(header + 60));
    if (header[16] << 8 != PAGE_SIZE || header[17] != 0 || header[20] != PAGE_CHECK)
        fail(d, STORAGE_DAMAGED, N_("{file} has a header that fuda never writes"), "t", "file",
            path);
    if (size < PAGE_SIZE)
        fail(d, STORAGE_DAMAGED, N_("{file} is truncated"), "t", "file", path);
}

/* ---- the log ------------------------------------------------------------------------------- */

static void read_frame(void *user, const struct frame *frame)
{
    struct logged *log = user;
    struct store_commit_mark tally;
    log->cut += !frame->reached && frame->ends;
    if (!frame->reached)
        return;
    if (frame->page > 0 && frame->page <= PAGES_MOST)
        log->pages[(frame->page - 1) / 8] |= (uint8_t)(1 << (frame->page - 1) % 8);
    if (!commit_mark_read(frame->content, frame->page, &tally))
        return;
    if (!log->counted) {
        log->counted = true;
        log->commit_mark_page = frame->page;
        log->first = tally;
    }
    log->found |= tally.mark == log->sought;
}

/* Another process may be writing the log at this moment, so only what is seen repeatedly counts. */
static void log_check(struct transaction *d, const char *path, struct logged *log)
{
    unsigned found = 2;
    for (int i = 0; i < TRIES && found >= 2 && d->error == STORAGE_OK; i++) {
        again_later(i);
        *log = (struct logged){0};
        log_walk(path, read_frame, log);
        found = log->cut;
    }
    if (found >= 2)
        fail(d, STORAGE_DAMAGED, N_("{file}-wal: {count} transactions cannot be reached"), "ti",
            "file", path, "count", (int64_t)found);
}

/*
 * The mark in the store itself; false: its page was torn while it was written, and the log will
 * mend it.
 */
static bool own_mark(const struct raw *raw, const struct logged *log, struct store_commit_mark *out)
{
    uint8_t page[PAGE_SIZE] = {0};
    *out = (struct store_commit_mark){0};
    if (raw_page(raw, log->commit_mark_page, page) && !page_is_blank(page)
        && !page_is_whole(page, (sqlite3_int64)(log->commit_mark_page - 1) * PAGE_SIZE))
        return false;
    commit_mark_read(page, log->commit_mark_page, out);
    return true;
}

/*
 * Does the log belong to the store? The very first mark is made in a log; before that the store has
 * none.
 */
static bool tied(const struct store_commit_mark *own, struct logged *log, const char *path)
{
    if (own->store == 0 || own->store != log->first.store)
        return own->store == 0 && log->first.before == 0;
    if (own->mark == log->first.before)
        return true;
    *log = (struct logged){.sought = own->mark};
    log_walk(path, read_frame, log);
    return log->found;
}

/*
 * Checks that the log belongs to this store as it is. Others may be moving its content into the
 * store at the same time.
 */
static void tie_check(struct transaction *d, const char *path, const struct raw *raw,
    const struct logged *seen)
{
    struct logged log = *seen;
    bool good = !log.counted;
    for (int i = 0; i < TRIES && !good && d->error == STORAGE_OK; i++) {
        struct store_commit_mark before, after;
        again_later(i);
        if (i > 0) {
            log = (struct logged){0};
            log_walk(path, read_frame, &log);
        }
        good = !log.counted || !own_mark(raw, &log, &before) || tied(&before, &log, path)
               || !own_mark(raw, seen, &after) || after.mark != before.mark;
    }
    if (!good)
        fail(d, STORAGE_DAMAGED,
            N_("{file} and its log {file}-wal do not belong together: one of them was copied here. "
               "To go on with {file} alone, move {file}-wal out of the way"),
            "t", "file", path);
}

/* Does the store's page have the mark that SQLite knows? */
static bool marked(const struct raw *raw, uint32_t page, int64_t mark)
{
    struct store_commit_mark own;
    const struct logged where = {.commit_mark_page = page};
    return !own_mark(raw, &where, &own) || own.mark == mark;
}

/* Checks again, because another process may just have moved the log's content into the store. */
static void ties_still(struct transaction *d, const struct raw *raw, uint32_t page)
{
    const char *path = d->store->path;
    bool good = false;
    for (int i = 0; i < TRIES && !good && d->error == STORAGE_OK; i++) {
        struct logged log = {0};
        again_later(i);
        /* it may just have been moved there */
        good = marked(raw, page, sql_int(d, "SELECT mark FROM tally", ""));
        if (!good)
            log_walk(path, read_frame, &log);
        if (log.counted)
            tie_check(d, path, raw, &log);
        good |= log.counted;
    }
    if (!good)
        fail(d, STORAGE_DAMAGED,
            N_("{file} was replaced while it was in use; what was kept before is also in "
               "{file}-wal"),
            "t", "file", path);
}

/*
 * The file's time tells whether it was changed at all; processes that have the store open change it
 * too, now and then.
 */
void store_keeps(struct transaction *d)
{
    struct stat about;
    struct raw raw;
    struct store *store = d->store;
    if (d->error != STORAGE_OK || store->pages == NULL || stat(store->path, &about) != 0
        || (about.st_mtim.tv_sec == store->seen.tv_sec
            && about.st_mtim.tv_nsec == store->seen.tv_nsec))
        return;
    store->seen = about.st_mtim;
    check_version(d);
    const uint32_t page = (uint32_t)sql_int(d,
        "SELECT rootpage FROM sqlite_schema WHERE name = 'tally'", "");
    if (page == 0) /* the store is of an earlier version */
        return;
    if (raw_open(&raw, store->path) == SQLITE_OK)
        ties_still(d, &raw, page);
    raw_close(&raw);
    store->damaged |= d->error == STORAGE_DAMAGED;
}

/* ---- the pages ----------------------------------------------------------------------------- */

/*
 * The first page that is not as it was written, from 1; 0: none. Pages that the log has may be
 * torn, because they are mended from there. A blank page is allowed only if the store's list says
 * that it is free. The last page may be cut off.
 */
static uint32_t first_broken(struct transaction *d, const char *path, const struct raw *raw,
    const struct logged *log)
{
    uint8_t page[PAGE_SIZE], *free_pages = NULL;
    uint32_t count = 0, number = 1;
    for (bool good = true; good && raw_page(raw, number, page); number += good) {
        good = page_in(log->pages, PAGES_MOST, number)
               || page_is_whole(page, (sqlite3_int64)(number - 1) * PAGE_SIZE);
        if (good || !page_is_blank(page))
            continue;
        if (free_pages == NULL && (free_pages = raw_free_pages(raw, path, &count)) == NULL)
            fail(d, STORAGE_MEMORY, NULL, "");
        good = page_in(free_pages, count, number);
    }
    free(free_pages);
    return (sqlite3_int64)(number - 1) * PAGE_SIZE < raw->size
                   && !page_in(log->pages, PAGES_MOST, number)
               ? number
               : 0;
}

static void pages_check(struct transaction *d, const char *path, const struct raw *raw,
    struct logged *log)
{
    uint32_t broken = raw->size <= SCANNED_MOST ? first_broken(d, path, raw, log) : 0;
    for (int i = 1; i < TRIES && broken > 0; i++) { /* the page may have been written just now */
        again_later(i);
        log_walk(path, read_frame, log);
        broken = first_broken(d, path, raw, log);
    }
    if (broken > 0)
        fail(d, STORAGE_DAMAGED, N_("{file}: page {number} is not as it was written"), "ti", "file",
            path, "number", (int64_t)broken);
}

/* ---- the whole ----------------------------------------------------------------------------- */

/*
 * The files beside a store under its name have to be regular files that belong to it: a pipe would
 * block, and a link would lead elsewhere.
 */
static void look_beside(struct transaction *d, const char *path)
{
    static const char *const endings[] = {"-wal", "-shm", "-hold"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings && d->error == STORAGE_OK; i++) {
        struct stat about;
        char *beside = sqlite3_mprintf("%s%s", path, endings[i]);
        if (beside == NULL)
            fail(d, STORAGE_MEMORY, NULL, "");
        else if (lstat(beside, &about) == 0 && !S_ISREG(about.st_mode))
            fail(d, STORAGE_FOREIGN, N_("{file} is not an ordinary file"), "t", "file", beside);
        sqlite3_free(beside);
    }
}

unsigned store_recognise(struct transaction *d, const char *path, bool whole)
{
    struct raw raw;
    struct logged log = {0};
    uint8_t header[HEADER] = {0};
    look_beside(d, path);
    if (d->error != STORAGE_OK)
        return 0;
    int rc = raw_open(&raw, path);
    if (rc == SQLITE_OK && !raw_read(&raw, header, HEADER, 0))
        rc = SQLITE_IOERR_READ;
    if (rc == SQLITE_CANTOPEN && access(path, R_OK) != 0)
        fail_file(d, STORAGE_DISK, path, strerror(errno));
    else if (rc != SQLITE_OK)
        fail_file(d, rc == SQLITE_NOMEM ? STORAGE_MEMORY : STORAGE_DISK, path, sqlite3_errstr(rc));
    judge_header(d, path, header, raw.size);
    log_check(d, path, &log);
    if (d->error == STORAGE_OK)
        tie_check(d, path, &raw, &log);
    if (d->error == STORAGE_OK && whole)
        pages_check(d, path, &raw, &log);
    raw_close(&raw);
    return log.cut;
}
