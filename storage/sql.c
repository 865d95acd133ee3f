/* Questions to SQLite. Only this file steps statements and reads SQLite's errors. */
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
    case SQLITE_IOERR_SHMSIZE: return STORAGE_FULL;
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

void fail_newer(struct transaction *d, const char *path, uint32_t version)
{
    fail(d, STORAGE_NEWER, N_("{file} has version {version}; versions up to {most} are known"),
        "tii", "file", path, "version", (int64_t)version, "most", (int64_t)STORE_VERSION);
}

/* The version that the file has now; 0: it cannot be read. */
static uint32_t version_now(sqlite3 *db)
{
    sqlite3_stmt *stmt = NULL;
    uint32_t version = 0;
    if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &stmt, NULL) == SQLITE_OK
        && sqlite3_step(stmt) == SQLITE_ROW)
        version = (uint32_t)sqlite3_column_int(stmt, 0);
    sqlite3_finalize(stmt);
    return version;
}

void fail_sql(struct transaction *d, int rc)
{
    struct store *store = d->store;
    if ((rc & 0xff) == SQLITE_ERROR && store->db != NULL
        && version_now(store->db) > STORE_VERSION) {
        /* a later program has converted it since it was opened */
        fail_newer(d, store->path, version_now(store->db));
        return;
    }
    int extended = store->db != NULL ? sqlite3_extended_errcode(store->db) : rc;
    enum storage_error error = error_of((extended & 0xff) == (rc & 0xff) ? extended : rc);
    if (error == STORAGE_DAMAGED)
        store->damaged = true;
    fail_file(d, error, store->path,
        store->db != NULL ? sqlite3_errmsg(store->db) : sqlite3_errstr(rc));
}

/* ---- questions --------------------------------------------------------------------------- */

/*
 * The prepared statement that is kept for this literal, if it is not in use; else a new one, which
 * is kept if there is room.
 */
static int statement_for(struct query *q, const char *sql)
{
    struct store *store = q->deed->store;
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
        } else if (*binds == 'x') {
            const struct byte_span *bytes = va_arg(values, const struct byte_span *);
            rc = sqlite3_bind_blob(stmt, i, bytes->at, (int)bytes->left, SQLITE_STATIC);
        } else {
            assert(*binds == 'b');
            const struct store_id *id = va_arg(values, const struct store_id *);
            rc = id != NULL ? sqlite3_bind_blob(stmt, i, id->byte, 16, SQLITE_STATIC)
                            : sqlite3_bind_null(stmt, i);
        }
    }
    return rc;
}

void query_begin_list(struct query *q, struct transaction *d, const char *sql, const char *binds,
    va_list values)
{
    *q = (struct query){.deed = d};
    if (d->error != STORAGE_OK)
        return;
    int rc = statement_for(q, sql);
    if (rc == SQLITE_OK)
        rc = bind_values(q->stmt, binds, values);
    if (rc != SQLITE_OK)
        fail_sql(d, rc);
}

void query_begin(struct query *q, struct transaction *d, const char *sql, const char *binds, ...)
{
    va_list values;
    va_start(values, binds);
    query_begin_list(q, d, sql, binds, values);
    va_end(values);
}

bool query_next(struct query *q)
{
    if (q->deed->error != STORAGE_OK)
        return false;
    int rc = sqlite3_step(q->stmt);
    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        fail_sql(q->deed, rc);
    return rc == SQLITE_ROW;
}

void query_end(struct query *q)
{
    if (q->cached) {
        sqlite3_reset(q->stmt);
        sqlite3_clear_bindings(q->stmt);
    } else {
        sqlite3_finalize(q->stmt);
    }
    q->stmt = NULL;
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

struct byte_span query_bytes(const struct query *q, int column)
{
    const void *at = sqlite3_column_blob(q->stmt, column);
    return (struct byte_span){at, at != NULL ? (size_t)sqlite3_column_bytes(q->stmt, column) : 0};
}

void sql_run(struct transaction *d, const char *sql, const char *binds, ...)
{
    struct query q;
    va_list values;
    va_start(values, binds);
    query_begin_list(&q, d, sql, binds, values);
    va_end(values);
    while (query_next(&q))
        ;
    query_end(&q);
}

int64_t sql_int(struct transaction *d, const char *sql, const char *binds, ...)
{
    struct query q;
    va_list values;
    va_start(values, binds);
    query_begin_list(&q, d, sql, binds, values);
    va_end(values);
    int64_t found = query_next(&q) ? query_int(&q, 0) : 0;
    query_end(&q);
    return found;
}

struct store_id sql_id(struct transaction *d, const char *sql, const char *binds, ...)
{
    struct query q;
    va_list values;
    va_start(values, binds);
    query_begin_list(&q, d, sql, binds, values);
    va_end(values);
    struct store_id found = query_next(&q) ? query_id(&q, 0) : (struct store_id){{0}};
    query_end(&q);
    return found;
}

int64_t key_of(struct transaction *d, const char *sql, const struct store_id *id,
    const char *missing)
{
    int64_t key = sql_int(d, sql, "b", id);
    if (key == 0)
        fail(d, STORAGE_UNKNOWN, missing, "");
    return key;
}

int64_t record_key(struct transaction *d, const struct store_id *record)
{
    return key_of(d, "SELECT key FROM record WHERE id = ?1", record, N_("there is no such record"));
}

/* ---- versions ---------------------------------------------------------------------------- */

int schema_version(struct transaction *d) { return (int)sql_int(d, "PRAGMA user_version", ""); }

int check_version(struct transaction *d)
{
    int version = schema_version(d);
    if (version > STORE_VERSION)
        fail_newer(d, d->store->path, (uint32_t)version);
    return version;
}
