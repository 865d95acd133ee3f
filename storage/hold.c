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

static enum storage_error open_locks(struct store *store, struct storage_why *why)
{
    if (store->hold_file >= 0)
        return STORAGE_OK;
    char *path = sqlite3_mprintf("%s-hold", store->path);
    if (path == NULL)
        return fail(why, STORAGE_MEMORY, NULL);
    int flags = store->writes ? O_RDWR | O_CREAT | O_CLOEXEC : O_RDONLY | O_CLOEXEC;
    store->hold_file = open(path, flags, 0600);
    enum storage_error error = STORAGE_OK;
    if (store->hold_file < 0 && (store->writes || errno != ENOENT))
        error = fail_file(why, errno == ENOSPC ? STORAGE_FULL : STORAGE_DISK, path, strerror(errno));
    sqlite3_free(path);
    return error;
}

static struct flock byte_of(int64_t key, short type)
{
    return (struct flock){.l_type = type, .l_whence = SEEK_SET, .l_start = key, .l_len = 1};
}

/* Does another open file, in whatever process, have the byte? */
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

static enum storage_error read_row(struct store *store, int64_t key, struct store_holder *out,
                                   struct storage_why *why)
{
    struct query q;
    query_begin(&q, store, why, "SELECT host, pid, since FROM hold WHERE record = ?1", "i", key);
    if (query_next(&q)) {
        snprintf(out->host, sizeof out->host, "%s", query_text(&q, 0));
        out->pid = query_int(&q, 1);
        out->since = query_int(&q, 2);
    }
    return query_end(&q);
}

static enum storage_error fail_held(struct store *store, int64_t key, struct storage_why *why)
{
    struct store_holder holder = {0};
    char since[STORE_TIME_TEXT];
    if (read_row(store, key, &holder, NULL) != STORAGE_OK || holder.pid == 0)
        return fail(why, STORAGE_HELD, N_("held by another process"));
    store_time_text(holder.since, since);
    fail(why, STORAGE_HELD, N_("held by process {process} on {machine} since {time}"));
    why_number(why, "process", holder.pid);
    why_text(why, "machine", holder.host);
    why_text(why, "time", since);
    return STORAGE_HELD;
}

static enum storage_error write_row(struct store *store, int64_t key, struct storage_why *why)
{
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    return sql_run(store, why, "INSERT INTO hold (record, host, pid, since) VALUES (?1, ?2, ?3, ?4)"
                   " ON CONFLICT (record) DO UPDATE SET host = ?2, pid = ?3, since = ?4", "itii",
                   key, host, (int64_t)getpid(), time_now());
}

/* ---- holding ----------------------------------------------------------------------------- */

enum storage_error hold_take(struct store *store, int64_t key, const struct store_id *record,
                             struct store_hold **out, struct storage_why *why)
{
    for (const struct store_hold *h = store->holds; h != NULL; h = h->next)
        if (h->key == key)
            return fail(why, STORAGE_HELD, N_("held by this process already"));
    enum storage_error error = open_locks(store, why);
    struct store_hold *hold = error == STORAGE_OK ? malloc(sizeof *hold) : NULL;
    if (hold == NULL)
        return error != STORAGE_OK ? error : fail(why, STORAGE_MEMORY, NULL);
    struct flock lock = byte_of(key, F_WRLCK);
    if (fcntl(store->hold_file, F_OFD_SETLK, &lock) != 0) {
        int refused = errno;
        free(hold);
        if (refused == EAGAIN || refused == EACCES)
            return fail_held(store, key, why);
        return fail_file(why, STORAGE_DISK, store->path, strerror(refused));
    }
    error = write_row(store, key, why);
    if (error != STORAGE_OK) {
        unlock(store, key);
        free(hold);
        return error;
    }
    *hold = (struct store_hold){store, store->holds, key, *record};
    *out = store->holds = hold;
    return STORAGE_OK;
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

enum storage_error store_record_hold(struct store *store, const struct store_id *record,
                                     struct store_hold **out, struct storage_why *why)
{
    int64_t key = 0;
    struct store_hold *hold = NULL;
    enum storage_error error = write_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    error = record_key(store, record, &key, why);
    if (error == STORAGE_OK)
        error = hold_take(store, key, record, &hold, why);
    error = write_end(store, error, why);
    if (error == STORAGE_OK)
        *out = hold;
    else if (hold != NULL)
        hold_drop(hold);
    return error;
}

struct store_id store_hold_record(const struct store_hold *hold)
{
    return hold->record;
}

/* The row goes while the lock still stands; if it cannot go, it is only left over. */
void store_release(struct store_hold *hold)
{
    if (hold == NULL)
        return;
    assert(hold->store->reading == 0);
    if (!hold->store->damaged)
        sql_run(hold->store, NULL, "DELETE FROM hold WHERE record = ?1", "i", hold->key);
    hold_drop(hold);
}

enum storage_error hold_free(struct store *store, int64_t key, struct storage_why *why)
{
    enum storage_error error = open_locks(store, why);
    if (error == STORAGE_OK && locked_elsewhere(store, key))
        error = fail_held(store, key, why);
    return error;
}

enum storage_error store_record_holder(struct store *store, const struct store_id *record,
                                       struct store_holder *out, struct storage_why *why)
{
    int64_t key = 0;
    struct store_holder holder = {0};
    enum storage_error error = record_key(store, record, &key, why);
    if (error == STORAGE_OK)
        error = open_locks(store, why);
    if (error != STORAGE_OK)
        return error;
    holder.held = locked_elsewhere(store, key);
    for (const struct store_hold *h = store->holds; h != NULL; h = h->next)
        holder.held |= h->key == key;
    if (holder.held)
        error = read_row(store, key, &holder, why);
    if (error == STORAGE_OK)
        *out = holder;
    return error;
}
