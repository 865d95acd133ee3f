/*
 * The write-ahead log of a process that died. SQLite takes from it what is whole and ends silently
 * at the first frame that is not: right for the transaction that was being written, wrong for
 * earlier ones whose frames were altered afterwards. Each transaction was on the disk before the
 * next one began: so where two or more are found behind the break, one at least that was
 * acknowledged would be lost, and the store is damaged.
 *
 *     header 32:  magic, version, page size, count, salt, salt, check, check
 *     frame 24 + page:  page number, size of the database (of a transaction's last frame; else 0),
 *                       salt, salt, check, check     (words of 32 bits, big endian)
 */
#define _DEFAULT_SOURCE 1
#include "store.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LOG_HEADER = 32, FRAME_HEADER = 24, FRAME = FRAME_HEADER + PAGE_SIZE, TRIES = 3 };

struct check {
    bool big_endian;
    uint32_t a, b;
};

uint32_t big_endian(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

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

/* How many transactions end behind the first frame that is not whole. */
static unsigned unreachable(FILE *log)
{
    uint8_t header[LOG_HEADER], frame[FRAME], salt[8];
    unsigned found = 0;
    if (fread(header, 1, sizeof header, log) != sizeof header)
        return 0;
    struct check check = {.big_endian = (header[3] & 1) != 0};
    check_add(&check, header, 24);
    bool whole = check_is(&check, header + 24) && big_endian(header) >> 1 == 0x377f0682 >> 1
                 && big_endian(header + 8) == PAGE_SIZE;
    memcpy(salt, header + 16, sizeof salt);
    for (bool first = true; fread(frame, 1, FRAME, log) == FRAME; first = false) {
        if (first && !whole)   /* the header is not to be trusted, the first frame may be */
            memcpy(salt, frame + 8, sizeof salt);
        bool ours = memcmp(frame + 8, salt, sizeof salt) == 0;
        if (whole) {
            check_add(&check, frame, 8);
            check_add(&check, frame + FRAME_HEADER, PAGE_SIZE);
            whole = ours && check_is(&check, frame + 16);
        }
        found += !whole && ours && big_endian(frame + 4) != 0;
    }
    return found;
}

/* Somebody may be writing the log at this moment: only what is seen again and again counts. */
void log_check(struct deed *d, const char *path)
{
    char *name = sqlite3_mprintf("%s-wal", path);
    unsigned found = 2;
    if (name == NULL)
        fail(d, STORAGE_MEMORY, NULL, "");
    for (int i = 0; i < TRIES && found >= 2 && d->error == STORAGE_OK; i++) {
        if (i > 0)
            nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        FILE *log = fopen(name, "rb");
        found = log != NULL ? unreachable(log) : 0;
        if (log != NULL)
            fclose(log);
    }
    sqlite3_free(name);
    if (found >= 2)
        fail(d, STORAGE_DAMAGED, N_("{file}-wal: {count} transactions cannot be reached"), "ti", "file", path, "count",
             (int64_t)found);
}
