/*
 * Questions and transactions: the only place that steps SQLite and reads its errors.
 */
#include "store.h"

#include <assert.h>
#include <string.h>

/* ---- errors ------------------------------------------------------------------------------ */

static enum storage_error error_of(int rc)
{
    switch (rc) {
    case SQLITE_IOERR_DATA:
    case SQLITE_IOERR_SHORT_READ:
    case SQLITE_IOERR_CORRUPTFS: return STORAGE_DAMAGED;
    case SQLITE_IOERR_NOMEM: return STORAGE_MEMORY;
    }
    switch (rc & 0xff) {
    case SQLITE_CORRUPT: return STORAGE_DAMAGED;
    case SQLITE_NOTADB: return STORAGE_FOREIGN;
    case SQLITE_READONLY:
    case SQLITE_PERM: return STORAGE_READ_ONLY;
    case SQLITE_FULL: return STORAGE_FULL;
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return STORAGE_BUSY;
    case SQLITE_NOMEM: return STORAGE_MEMORY;
    case SQLITE_CONSTRAINT: return STORAGE_INVALID;
    case SQLITE_TOOBIG: return STORAGE_INVALID;
    }
    return STORAGE_DISK;
}

enum storage_error fail_sql(struct store *store, int rc, struct storage_why *why)
{
    int extended = store->db != NULL ? sqlite3_extended_errcode(store->db) : rc;
    enum storage_error error = error_of((extended & 0xff) == (rc & 0xff) ? extended : rc);
    if (error == STORAGE_DAMAGED)
        store->damaged = true;
    return fail_file(why, error, store->path, store->db != NULL ? sqlite3_errmsg(store->db) : sqlite3_errstr(rc));
}

/* ---- questions --------------------------------------------------------------------------- */

/* The statement kept for this literal, unless it is under way; else a new one, kept if there is
 * room. */
static int statement_for(struct query *q, const char *sql)
{
    struct store *store = q->store;
    struct cached *kept = NULL;
    for (size_t i = 0; i < store->cached && kept == NULL; i++)
        if (store->cache[i].sql == sql)
            kept = &store->cache[i];
    if (kept != NULL && !sqlite3_stmt_busy(kept->stmt)) {
        q->stmt = kept->stmt;
        q->cached = true;
        return SQLITE_OK;
    }
    q->cached = kept == NULL && store->cached < STORE_CACHE;
    int rc = sqlite3_prepare_v3(store->db, sql, -1, q->cached ? SQLITE_PREPARE_PERSISTENT : 0,
                                &q->stmt, NULL);
    if (rc != SQLITE_OK)
        q->cached = false;
    else if (q->cached)
        store->cache[store->cached++] = (struct cached){sql, q->stmt};
    return rc;
}

static int bind_values(sqlite3_stmt *stmt, const char *binds, va_list values)
{
    int rc = SQLITE_OK;
    for (int i = 1; *binds != '\0' && rc == SQLITE_OK; i++, binds++) {
        if (*binds == 'i') {
            rc = sqlite3_bind_int64(stmt, i, va_arg(values, int64_t));
        } else if (*binds == 't') {
            const char *text = va_arg(values, const char *);
            rc = sqlite3_bind_text(stmt, i, text != NULL ? text : "", -1, SQLITE_STATIC);
        } else {
            assert(*binds == 'b');
            const struct store_id *id = va_arg(values, const struct store_id *);
            rc = id != NULL ? sqlite3_bind_blob(stmt, i, id->byte, 16, SQLITE_STATIC)
                            : sqlite3_bind_null(stmt, i);
        }
    }
    return rc;
}

void query_begin_list(struct query *q, struct store *store, struct storage_why *why,
                      const char *sql, const char *binds, va_list values)
{
    *q = (struct query){.store = store, .why = why};
    int rc = statement_for(q, sql);
    if (rc == SQLITE_OK)
        rc = bind_values(q->stmt, binds, values);
    if (rc != SQLITE_OK)
        q->error = fail_sql(store, rc, why);
}

void query_begin(struct query *q, struct store *store, struct storage_why *why, const char *sql,
                 const char *binds, ...)
{
    va_list values;
    va_start(values, binds);
    query_begin_list(q, store, why, sql, binds, values);
    va_end(values);
}

bool query_next(struct query *q)
{
    if (q->error != STORAGE_OK)
        return false;
    int rc = sqlite3_step(q->stmt);
    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        q->error = fail_sql(q->store, rc, q->why);
    return rc == SQLITE_ROW;
}

enum storage_error query_end(struct query *q)
{
    if (q->cached) {
        sqlite3_reset(q->stmt);
        sqlite3_clear_bindings(q->stmt);
    } else {
        sqlite3_finalize(q->stmt);
    }
    q->stmt = NULL;
    return q->error;
}

int64_t query_int(const struct query *q, int column)
{
    return sqlite3_column_int64(q->stmt, column);
}

const char *query_text(const struct query *q, int column)
{
    const char *text = (const char *)sqlite3_column_text(q->stmt, column);
    return text != NULL ? text : "";
}

struct store_id query_id(const struct query *q, int column)
{
    struct store_id id = {{0}};
    const void *bytes = sqlite3_column_blob(q->stmt, column);
    if (bytes != NULL && sqlite3_column_bytes(q->stmt, column) == 16)
        memcpy(id.byte, bytes, 16);
    return id;
}

enum storage_error sql_run(struct store *store, struct storage_why *why, const char *sql,
                           const char *binds, ...)
{
    struct query q;
    va_list values;
    va_start(values, binds);
    query_begin_list(&q, store, why, sql, binds, values);
    va_end(values);
    while (query_next(&q))
        ;
    return query_end(&q);
}

enum storage_error key_of(struct store *store, const char *sql, const struct store_id *id,
                          const char *missing, int64_t *out, struct storage_why *why)
{
    struct query q;
    query_begin(&q, store, why, sql, "b", id);
    bool found = query_next(&q);
    if (found)
        *out = query_int(&q, 0);
    enum storage_error error = query_end(&q);
    if (error != STORAGE_OK || found)
        return error;
    return fail(why, STORAGE_UNKNOWN, missing);
}

enum storage_error record_key(struct store *store, const struct store_id *record, int64_t *out,
                              struct storage_why *why)
{
    return key_of(store, "SELECT key FROM record WHERE id = ?1", record, N_("there is no such record"), out, why);
}

/* ---- transactions ------------------------------------------------------------------------ */

static enum storage_error may_write(struct store *store, struct storage_why *why)
{
    assert(store->reading == 0);
    if (store->damaged)
        return fail_of(why, STORAGE_DAMAGED, N_("{file}"), "file", store->path);
    if (!store->writes)
        return fail_of(why, STORAGE_READ_ONLY, N_("{file} was opened for reading"), "file", store->path);
    return STORAGE_OK;
}

/* SQLite has given the batch up by itself, as it does when the disk is full. */
static bool batch_lost(const struct store *store)
{
    return store->batch && sqlite3_get_autocommit(store->db);
}

enum storage_error write_begin(struct store *store, struct storage_why *why)
{
    enum storage_error error = may_write(store, why);
    if (error != STORAGE_OK)
        return error;
    if (batch_lost(store))
        return fail(why, STORAGE_DISK, N_("what was to be stored together failed before"));
    return sql_run(store, why, store->batch ? "SAVEPOINT one" : "BEGIN IMMEDIATE", "");
}

static void write_back(struct store *store)
{
    if (sqlite3_get_autocommit(store->db))
        return;
    if (!store->batch) {
        sql_run(store, NULL, "ROLLBACK", "");
        return;
    }
    sql_run(store, NULL, "ROLLBACK TO one", "");
    sql_run(store, NULL, "RELEASE one", "");
}

enum storage_error write_end(struct store *store, enum storage_error so_far,
                             struct storage_why *why)
{
    if (so_far == STORAGE_OK)
        so_far = sql_run(store, why, store->batch ? "RELEASE one" : "COMMIT", "");
    if (so_far != STORAGE_OK)
        write_back(store);
    return so_far;
}

enum storage_error store_batch_begin(struct store *store, struct storage_why *why)
{
    assert(!store->batch);
    enum storage_error error = may_write(store, why);
    if (error == STORAGE_OK)
        error = sql_run(store, why, "BEGIN IMMEDIATE", "");
    store->batch = error == STORAGE_OK;
    return error;
}

enum storage_error store_batch_commit(struct store *store, struct storage_why *why)
{
    assert(store->batch);
    if (batch_lost(store)) {
        store->batch = false;
        return fail(why, STORAGE_DISK, N_("what was to be stored together failed before"));
    }
    enum storage_error error = sql_run(store, why, "COMMIT", "");
    if (error != STORAGE_OK)
        store_batch_abandon(store);
    store->batch = false;
    return error;
}

void store_batch_abandon(struct store *store)
{
    if (store->batch && !batch_lost(store))
        sql_run(store, NULL, "ROLLBACK", "");
    store->batch = false;
}

enum storage_error read_begin(struct store *store, struct storage_why *why)
{
    if (sqlite3_get_autocommit(store->db)) {
        enum storage_error error = sql_run(store, why, "BEGIN", "");
        if (error != STORAGE_OK)
            return error;
        store->reading = 1;
    } else if (store->reading > 0) {
        store->reading++;
    }
    return STORAGE_OK;
}

void read_end(struct store *store)
{
    if (store->reading > 0 && --store->reading == 0)
        sql_run(store, NULL, "COMMIT", "");
}
