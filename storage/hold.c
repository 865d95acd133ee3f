/*
 * Who keeps a record. Two things say it: a lock on one byte of the file PATH-hold, at the record's
 * key, which the system drops by itself when the process ends, however it ends; and a row that
 * tells people who it is. The lock decides, the row only speaks: a row without a lock is left over
 * from a process that died. (The lock belongs to the open file, not to the process: two stores in
 * one process exclude each other too.)
 */
#define _GNU_SOURCE 1 /* F_OFD_SETLK */
#include "store.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the lock ---------------------------------------------------------------------------- */

static struct flock byte_of(int64_t key, short type)
{
    return (struct flock){.l_type = type, .l_whence = SEEK_SET, .l_start = key, .l_len = 1};
}

/* Is the byte locked through another open file, in this process or another? */
static bool locked_elsewhere(const struct store *store, int64_t key)
{
    struct flock lock = byte_of(key, F_WRLCK);
    return store->hold_file >= 0 && fcntl(store->hold_file, F_OFD_GETLK, &lock) == 0
           && lock.l_type != F_UNLCK;
}

static void unlock(struct store *store, int64_t key)
{
    struct flock lock = byte_of(key, F_UNLCK);
    fcntl(store->hold_file, F_OFD_SETLK, &lock);
}

/* ---- the row ----------------------------------------------------------------------------- */

static void read_row(struct transaction *d, int64_t key, struct store_holder *out)
{
    struct query q;
    query_begin(&q, d, "SELECT host, pid, since FROM hold WHERE record = ?1", "i", key);
    if (query_next(&q)) {
        snprintf(out->host, sizeof out->host, "%s", query_text(&q, 0));
        out->pid = query_int(&q, 1);
        out->since = query_int(&q, 2);
    }
    query_end(&q);
}

static void fail_held(struct transaction *d, int64_t key)
{
    struct store_holder holder = {0};
    char since[STORE_TIME_TEXT];
    read_row(&(struct transaction){.store = d->store}, key, &holder);
    if (holder.pid == 0)
        fail(d, STORAGE_HELD, N_("held by another process"), "");
    store_time_text(holder.since, since);
    fail(d, STORAGE_HELD, N_("held by process {process} on {machine} since {time}"), "itt",
        "process", holder.pid, "machine", holder.host, "time", since);
}

static void write_row(struct transaction *d, int64_t key)
{
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    sql_run(d,
        "INSERT INTO hold (record, host, pid, since) VALUES (?1, ?2, ?3, ?4)"
        " ON CONFLICT (record) DO UPDATE SET host = ?2, pid = ?3, since = ?4",
        "itii", key, host, (int64_t)getpid(), time_now());
}

/* ---- holding ----------------------------------------------------------------------------- */

static bool held_by_us(const struct store *store, int64_t key)
{
    for (const struct store_hold *h = store->holds; h != NULL; h = h->next)
        if (h->key == key)
            return true;
    return false;
}

/*
 * A copy in memory belongs to nobody else and leaves nothing beside the file, so it is not locked.
 */
static void lock(struct transaction *d, int64_t key)
{
    struct flock byte = byte_of(key, F_WRLCK);
    if (store_is_copy(d->store))
        return;
    hold_open(d);
    if (d->error != STORAGE_OK || fcntl(d->store->hold_file, F_OFD_SETLK, &byte) == 0)
        return;
    if (errno == EAGAIN || errno == EACCES)
        fail_held(d, key);
    else
        fail_file(d, STORAGE_DISK, d->store->path, strerror(errno));
}

struct store_hold *hold_take(struct transaction *d, int64_t key, const struct store_id *record)
{
    struct store *store = d->store;
    struct store_hold *hold = malloc(sizeof *hold);
    if (hold == NULL)
        fail(d, STORAGE_MEMORY, NULL, "");
    if (held_by_us(store, key))
        fail(d, STORAGE_HELD, N_("held by this process already"), "");
    lock(d, key);
    if (hold == NULL || d->error != STORAGE_OK) {
        free(hold);
        return NULL;
    }
    *hold =
        (struct store_hold){.store = store, .next = store->holds, .key = key, .record = *record};
    hold->size.lines = sql_int(d, "SELECT count(*) FROM line WHERE record = ?1", "i", key);
    hold->size.bytes = sql_int(d,
        "SELECT coalesce(sum(length(CAST(text AS BLOB))), 0) FROM line WHERE record = ?1", "i",
        key);
    store->holds = hold;
    write_row(d, key);
    return hold;
}

void hold_drop(struct store_hold *hold)
{
    struct store_hold **at = &hold->store->holds;
    while (*at != hold)
        at = &(*at)->next;
    *at = hold->next;
    unlock(hold->store, hold->key);
    free(hold);
}

enum storage_error hold_end(struct transaction *d, struct store_hold *hold, struct store_hold **out)
{
    if (write_end(d) == STORAGE_OK)
        *out = hold;
    else if (hold != NULL)
        hold_drop(hold);
    return d->error;
}

enum storage_error store_record_hold(struct store *store, const struct store_id *record,
    struct store_hold **out)
{
    struct transaction d = write_begin(store);
    d.aside = true;
    struct store_hold *hold = hold_take(&d, record_key(&d, record), record);
    return hold_end(&d, hold, out);
}

struct store_id store_hold_record(const struct store_hold *hold) { return hold->record; }

bool store_hold_is_full(const struct store_hold *hold)
{
    return hold->size.lines >= RECORD_LINES_MOST
           || hold->size.bytes > RECORD_BYTES_MOST - LINE_MOST;
}

/*
 * Removes the row before dropping the lock. If the row cannot be removed, it is merely left over.
 */
void store_release(struct store_hold *hold)
{
    if (hold == NULL)
        return;
    assert(hold->store->reading == 0);
    struct transaction d = {.store = hold->store, .aside = true};
    transaction_write(&d);
    sql_run(&d, "DELETE FROM hold WHERE record = ?1", "i", hold->key);
    write_end(&d);
    hold_drop(hold);
}

void hold_free(struct transaction *d, int64_t key)
{
    hold_open(d);
    if (d->error == STORAGE_OK && locked_elsewhere(d->store, key))
        fail_held(d, key);
}

enum storage_error store_record_holder(struct store *store, const struct store_id *record,
    struct store_holder *out)
{
    struct transaction d = transaction_new(store);
    struct store_holder holder = {0};
    int64_t key = record_key(&d, record);
    hold_open(&d);
    holder.held = locked_elsewhere(store, key) || held_by_us(store, key);
    if (holder.held)
        read_row(&d, key, &holder);
    if (d.error == STORAGE_OK)
        *out = holder;
    return d.error;
}
