/*
 * The count of what was kept. Every transaction adds one to the store's tally and gives it a new
 * mark, beside the one before it. So a store and a log can be told to belong together
 * (recognise.c); and what was acknowledged is noted outside, in the file PATH-hold, a note each in
 * turn:
 *
 *     store 8, number 8, record's id 16, lines 2, game 22 (with its end), check 8
 *
 * in bytes, little endian; NOTES of them.
 *
 * A note is written once its transaction is on the disk, and not itself waited for: whoever dies or
 * loses power afterwards leaves a store that is as far as its notes, or farther. A store that is
 * less far has lost its log, or is an older copy.
 */
#define _XOPEN_SOURCE 700 /* pread, pwrite, O_NOFOLLOW, O_CLOEXEC */
#include "cells.h"
#include "store.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum {
    NOTES = 256,
    NOTE = 64,
    AT_NUMBER = 8,
    AT_RECORD = 16,
    AT_LINES = 32,
    AT_GAME = 34,
    AT_CHECK = 56
};

bool commit_mark_read(const uint8_t *page, uint32_t number, struct store_commit_mark *out)
{
    enum { COLUMNS = 6 };
    static const char what[] = "tally";
    struct cells cells;
    struct stored_row cell;
    struct stored f[COLUMNS];
    if (!cells_open(page, number, &cells) || cells.kind != PAGE_TABLE_LEAF || cells.count != 1
        || !cells_at(&cells, 0, &cell) || cell.more != 0
        || fields_read(cell.here, cell.length, f, COLUMNS) != COLUMNS)
        return false;
    if (f[1].kind != STORED_TEXT || f[1].length != sizeof what - 1
        || memcmp(f[1].at, what, sizeof what - 1) != 0)
        return false;
    *out = (struct store_commit_mark){f[2].number, f[3].number, f[4].number, f[5].number};
    return true;
}

/* ---- notes ----------------------------------------------------------------------------------- */

static void put(uint8_t *at, uint64_t value, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t get(const uint8_t *at, size_t bytes)
{
    uint64_t value = 0;
    for (size_t i = bytes; i > 0; i--)
        value = value << 8 | at[i - 1];
    return value;
}

static uint64_t note_check(const uint8_t note[NOTE])
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (int i = 0; i < AT_CHECK; i++)
        sum = (sum ^ note[i]) * 0x100000001b3u;
    return sum;
}

/* Is this note of the store? Notes stand at places given by their numbers. */
static bool note_is(const uint8_t note[NOTE], int64_t store)
{
    return get(note, 8) == (uint64_t)store && get(note + AT_CHECK, 8) == note_check(note);
}

void hold_open(struct transaction *d)
{
    struct store *store = d->store;
    const bool writes = store->writes && !store_is_copy(store);
    if (store->hold_file >= 0 || d->error != STORAGE_OK)
        return;
    char *path = sqlite3_mprintf("%s-hold", store->path);
    if (path == NULL) {
        fail(d, STORAGE_MEMORY, NULL, "");
        return;
    }
    int flags = O_NOFOLLOW | O_CLOEXEC | (writes ? O_RDWR | O_CREAT : O_RDONLY);
    store->hold_file = open(path, flags, 0600);
    if (store->hold_file < 0 && (writes || errno != ENOENT))
        fail_file(d, errno == ENOSPC ? STORAGE_FULL : STORAGE_DISK, path, strerror(errno));
    sqlite3_free(path);
}

void commit_mark_note(struct transaction *d, int64_t record, unsigned lines)
{
    d->store->tallied.record = record;
    d->store->tallied.lines += lines;
}

/* Adds the record and its game to a note; the transaction may concern no record. */
static void note_record(struct transaction *d, int64_t record, uint8_t note[NOTE])
{
    struct query q;
    query_begin(&q, d, "SELECT id, game FROM record WHERE key = ?1", "i", record);
    if (query_next(&q)) {
        const struct store_id id = query_id(&q, 0);
        memcpy(note + AT_RECORD, id.byte, sizeof id.byte);
        snprintf((char *)note + AT_GAME, AT_CHECK - AT_GAME, "%s", query_text(&q, 1));
    }
    query_end(&q);
}

void commit_mark_add(struct transaction *d)
{
    struct tallied *now = &d->store->tallied;
    struct query q;
    if (store_is_copy(d->store))
        return;
    sql_run(d, "UPDATE tally SET number = number + ?1, before = mark, mark = random()", "i",
        (int64_t)!d->aside);
    now->counts = !d->aside;
    query_begin(&q, d, "SELECT store, number FROM tally", "");
    memset(now->note, 0, sizeof now->note);
    if (query_next(&q)) {
        put(now->note, (uint64_t)query_int(&q, 0), 8);
        put(now->note + AT_NUMBER, (uint64_t)query_int(&q, 1), 8);
    }
    query_end(&q);
    if (now->record != 0)
        note_record(d, now->record, now->note);
    put(now->note + AT_LINES, now->lines, 2);
    put(now->note + AT_CHECK, note_check(now->note), 8);
}

/* If a note cannot be written, that only matters if the log is lost as well. */
void commit_mark_acknowledge(struct store *store)
{
    struct tallied *now = &store->tallied;
    struct transaction d = {.store = store};
    const off_t at = (off_t)(get(now->note + AT_NUMBER, 8) % NOTES) * NOTE;
    if (now->counts && !store_is_copy(store) && !store->nameless)
        hold_open(&d);
    if (now->counts && store->hold_file >= 0)
        (void)!pwrite(store->hold_file, now->note, NOTE, at);
    commit_mark_forget(store);
}

void commit_mark_forget(struct store *store)
{
    store->tallied.record = 0;
    store->tallied.lines = 0;
    store->tallied.counts = false;
}

/* ---- what is missing ------------------------------------------------------------------------- */

static void count_missing(struct store_missing *missing, const uint8_t note[NOTE])
{
    struct store_id id;
    size_t at = 0;
    memcpy(id.byte, note + AT_RECORD, sizeof id.byte);
    if (store_id_none(&id))
        return;
    while (at < missing->records && store_id_compare(&missing->of[at].record, &id) != 0)
        at++;
    if (at == STORE_MISSING_MOST)
        return;
    if (at == missing->records) {
        missing->of[missing->records++].record = id;
        snprintf(missing->of[at].game, sizeof missing->of[at].game, "%.*s", AT_CHECK - AT_GAME,
            (const char *)note + AT_GAME);
    }
    missing->of[at].lines += (int64_t)get(note + AT_LINES, 2);
    missing->of[at].changes++;
}

/*
 * Notes are read before the store is asked how far it is: whatever was noted by then must be in the
 * store, or it is lost.
 */
void commit_mark_compare(struct transaction *d)
{
    uint8_t notes[NOTES][NOTE];
    struct store *store = d->store;
    struct query q;
    int64_t own = 0, there = 0;
    hold_open(&(struct transaction){.store = store});
    if (d->error != STORAGE_OK || store->hold_file < 0)
        return;
    const ssize_t got = pread(store->hold_file, notes, sizeof notes, 0);
    query_begin(&q, d, "SELECT store, number FROM tally", "");
    if (query_next(&q)) {
        own = query_int(&q, 0);
        there = query_int(&q, 1);
    }
    query_end(&q);
    for (ssize_t i = 0; i < got / NOTE && d->error == STORAGE_OK; i++) {
        const int64_t number = (int64_t)get(notes[i] + AT_NUMBER, 8);
        if (!note_is(notes[i], own) || number <= there)
            continue;
        count_missing(&store->missing, notes[i]);
        if (number - there > store->missing.changes)
            store->missing.changes = number - there;
    }
}

void commit_mark_reset(struct store *store)
{
    if (store->missing.changes > 0 && store->hold_file >= 0)
        (void)!ftruncate(store->hold_file, 0);
}

const struct store_missing *store_missing(const struct store *store) { return &store->missing; }
