/*
 * A call of this library from beginning to end, as a transaction of its own or as part of a batch.
 */
#include "store.h"

#include <assert.h>

static void check_may_write(struct transaction *d)
{
    assert(d->store->reading == 0);
    if (d->store->damaged)
        fail(d, STORAGE_DAMAGED, N_("{file}"), "t", "file", d->store->path);
    if (!d->store->writes)
        fail(d, STORAGE_READ_ONLY, N_("{file} was opened for reading"), "t", "file",
            d->store->path);
    int moved = 0; /* what is written to a file that has lost its name is lost */
    if (d->error == STORAGE_OK
        && sqlite3_file_control(d->store->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK
        && moved != 0)
        fail(d, STORAGE_MISSING,
            N_("{file} was removed or replaced while it was in use; put it back, or start again"),
            "t", "file", d->store->path);
    if (!d->store->batch)
        store_keeps(d);
}

/*
 * Checks whether the batch is still alive. SQLite gives it up by itself, for example when the disk
 * is full; so do we if something refused could not be taken back.
 */
static void check_batch(struct transaction *d)
{
    if (d->store->batch && (d->store->spoilt || sqlite3_get_autocommit(d->store->db)))
        fail(d, STORAGE_DISK, N_("an earlier part of what was to be stored together has failed"),
            "");
}

/* Runs a statement and ignores errors. */
static bool run_quietly(struct store *store, const char *sql)
{
    struct transaction d = {.store = store};
    sql_run(&d, sql, "");
    return d.error == STORAGE_OK;
}

struct transaction transaction_new(struct store *store)
{
    message_set(&store->why.message, NULL);
    store->why.line = 0;
    return (struct transaction){.store = store, .why = &store->why};
}

void transaction_write(struct transaction *d)
{
    check_may_write(d);
    check_batch(d);
    if (!d->store->batch && !sqlite3_get_autocommit(d->store->db))
        run_quietly(d->store, "ROLLBACK"); /* SQLite may not have had the memory for it before */
    sql_run(d, d->store->batch ? "SAVEPOINT one" : "BEGIN IMMEDIATE", "");
    d->writes = d->error == STORAGE_OK;
    if (!d->store->batch)
        check_version(d); /* a later program may have converted the store since it was opened */
}

struct transaction write_begin(struct store *store)
{
    struct transaction d = transaction_new(store);
    transaction_write(&d);
    return d;
}

static void write_back(struct store *store)
{
    store->known.campaign = 0; /* who was looked up may be gone again */
    if (sqlite3_get_autocommit(store->db))
        return;
    if (!store->batch)
        run_quietly(store, "ROLLBACK");
    else if (!run_quietly(store, "ROLLBACK TO one") || !run_quietly(store, "RELEASE one"))
        store->spoilt = true;
}

/*
 * Commits. If that fails nothing of it remains, unless the disk does not even allow it to be struck
 * out.
 */
static void commit(struct transaction *d)
{
    const enum storage_error before = d->error;
    commit_mark_add(d);
    sql_run(d, "COMMIT", "");
    if (before != STORAGE_OK || d->error == STORAGE_OK || d->store->pages == NULL
        || !pages_stuck(d->store->pages))
        return;
    d->error = STORAGE_OK;
    fail(d, STORAGE_DISK,
        N_("{file}: what was to be kept cannot be taken back either; it may be there when the "
           "store is opened next"),
        "t", "file", d->store->path);
}

enum storage_error write_end(struct transaction *d)
{
    if (d->store->batch)
        sql_run(d, "RELEASE one", "");
    else
        commit(d);
    if (d->error != STORAGE_OK && d->writes)
        write_back(d->store);
    if (!d->store->batch && d->error == STORAGE_OK)
        commit_mark_acknowledge(d->store);
    else if (!d->store->batch)
        commit_mark_forget(d->store);
    return d->error;
}

/*
 * So that each call in a batch can be taken back alone, SQLite copies the pages that it changes.
 * The copies are few and short-lived, and kept in memory, because in a file they would be most of
 * what is written.
 */
static void copies_in_memory(struct store *store, bool so)
{
    run_quietly(store, so ? "PRAGMA temp_store = MEMORY" : "PRAGMA temp_store = DEFAULT");
}

enum storage_error store_batch_begin(struct store *store)
{
    struct transaction d = transaction_new(store);
    assert(!store->batch);
    check_may_write(&d);
    copies_in_memory(store, true);
    sql_run(&d, "BEGIN IMMEDIATE", "");
    check_version(&d);
    if (d.error != STORAGE_OK)
        write_back(store);
    store->batch = d.error == STORAGE_OK;
    store->spoilt = false;
    if (!store->batch)
        copies_in_memory(store, false);
    return d.error;
}

static void batch_end(struct store *store)
{
    if (store->batch)
        copies_in_memory(store, false);
    store->batch = false;
}

enum storage_error store_batch_commit(struct store *store)
{
    struct transaction d = transaction_new(store);
    assert(store->batch);
    check_batch(&d);
    commit(&d);
    if (d.error == STORAGE_OK)
        commit_mark_acknowledge(store);
    else
        store_batch_abandon(store);
    batch_end(store);
    return d.error;
}

void store_batch_abandon(struct store *store)
{
    if (store->batch && !sqlite3_get_autocommit(store->db))
        run_quietly(store, "ROLLBACK");
    store->known.campaign = 0; /* who was looked up may be gone again */
    commit_mark_forget(store);
    batch_end(store);
}

struct transaction read_begin(struct store *store)
{
    struct transaction d = transaction_new(store);
    if (sqlite3_get_autocommit(store->db)) {
        sql_run(&d, "BEGIN", "");
        store->reading = d.error == STORAGE_OK;
    } else if (store->reading > 0) {
        store->reading++;
    }
    return d;
}

enum storage_error read_end(struct transaction *d)
{
    if (d->store->reading > 0 && --d->store->reading == 0)
        run_quietly(d->store, "COMMIT");
    return d->error;
}
