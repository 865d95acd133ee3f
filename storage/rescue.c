/*
 * What can still be read of a damaged store, copied row by row into a new one. See store_rescue in storage.h.
 *
 *     first   with each page's check value: what these rows say was written so
 *     then    without: rows of pages that were altered, as far as they have a row's form: doubtful
 *
 * A page that cannot be read hides its rows only: numbered rows are asked for one by one, and what belongs to a record
 * from both of its ends. For a campaign or a player that is lost another one stands in, so that what belongs to it is not.
 */
#include "store.h"

#include <stdlib.h>
#include <string.h>

/* The truth's tables, each behind those that its rows refer to. */
enum rescue_way { BY_NUMBER, BY_RECORD, BY_ORDER };
static const struct source {
    const char *table, *order;
    enum rescue_way way;
} sources[] = {
    {"campaign", NULL, BY_NUMBER}, {"name", NULL, BY_NUMBER}, {"house", NULL, BY_NUMBER},
    {"player", NULL, BY_NUMBER}, {"called", NULL, BY_NUMBER}, {"joined", NULL, BY_NUMBER},
    {"record", NULL, BY_NUMBER}, {"seat", "seat", BY_RECORD}, {"played_under", "place", BY_RECORD},
    {"deck", NULL, BY_NUMBER}, {"uses", "id", BY_RECORD}, {"line", "id", BY_RECORD}, {"withdrawal", "id", BY_RECORD},
    {"row", "kind, id", BY_ORDER}, {"here", NULL, BY_NUMBER},
};
enum { SOURCES = sizeof sources / sizeof *sources, COLUMNS_MOST = 16,
       BLIND_MOST = 100000 };           /* numbers tried where the greatest cannot be read */
enum { GAP = 1, DOUBT = 2 };            /* of a record */

struct rescue {
    struct deed *d;                     /* of the new store */
    sqlite3 *from;
    const struct source *source;
    sqlite3_stmt *put;
    bool checked;                       /* this pass is the one with check values */
    int64_t records;                    /* the greatest key of a record */
    uint8_t *flags;                     /* of each record, from 0 */
    struct store_rescued *out;
};

/* ---- rows -------------------------------------------------------------------------------- */

static sqlite3_stmt *ask(sqlite3 *db, const char *form, const char *table, const char *order)
{
    sqlite3_stmt *stmt = NULL;
    char *sql = sqlite3_mprintf(form, table, order);
    if (sql == NULL || sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK)
        stmt = NULL;
    sqlite3_free(sql);
    return stmt;
}

/* INSERT with as many values as a row has. */
static sqlite3_stmt *ask_to_put(const struct rescue *r, int columns)
{
    char marks[2 * COLUMNS_MOST + 1] = "";
    for (int i = 0; i < columns && i < COLUMNS_MOST; i++)
        memcpy(marks + 2 * (size_t)i, i > 0 ? ",?" : " ?", 3);
    return ask(r->d->store->db, "INSERT OR IGNORE INTO %s VALUES (%s)", r->source->table, marks);
}

/* Does any text or blob of the row look as nothing of ours does? */
static bool has_form(sqlite3_stmt *row, int columns)
{
    for (int i = 0; i < columns; i++) {
        if (sqlite3_column_type(row, i) != SQLITE_TEXT)
            continue;
        const char *text = (const char *)sqlite3_column_text(row, i);
        const size_t length = (size_t)sqlite3_column_bytes(row, i);
        if (text == NULL || strlen(text) != length)
            return false;
    }
    return true;
}

static void count_row(struct rescue *r, sqlite3_stmt *row)
{
    const char *table = r->source->table;
    r->out->campaigns += strcmp(table, "campaign") == 0;
    r->out->records += strcmp(table, "record") == 0;
    r->out->lines += strcmp(table, "line") == 0;
    r->out->doubtful += !r->checked;
    int64_t record = r->source->way == BY_RECORD ? sqlite3_column_int64(row, 0)
                   : strcmp(table, "record") == 0 ? sqlite3_column_int64(row, 0) : -1;
    if (!r->checked && record >= 0 && record <= r->records)
        r->flags[record] |= DOUBT;
}

/* In the place of a lost campaign, or of a lost player of the record's campaign, by the number that others know. */
static void stand_in(struct rescue *r, sqlite3_stmt *row)
{
    const char *table = r->source->table;
    const struct store_id id = id_new(r->d, NULL);
    if (strcmp(table, "record") == 0 || strcmp(table, "player") == 0)
        sql_run(r->d, "INSERT OR IGNORE INTO campaign VALUES (?1, ?2)", "ib", sqlite3_column_int64(row, 2), &id);
    else if (strcmp(table, "name") == 0)
        sql_run(r->d, "INSERT OR IGNORE INTO campaign VALUES (?1, ?2)", "ib", sqlite3_column_int64(row, 1), &id);
    else if (strcmp(table, "seat") == 0)
        sql_run(r->d, "INSERT OR IGNORE INTO player SELECT ?1, ?2, campaign FROM record WHERE key = ?3", "ibi",
                sqlite3_column_int64(row, 2), &id, sqlite3_column_int64(row, 0));
}

/* A campaign is called by its day of rescue, a player as at the table. */
static void name_nameless(struct deed *d)
{
    struct query q;
    query_begin(&q, d, "SELECT key FROM campaign c WHERE NOT EXISTS (SELECT 1 FROM name n WHERE n.campaign = c.key)", "");
    while (query_next(&q)) {
        const struct store_id id = id_new(d, NULL);
        sql_run(d, "INSERT INTO name SELECT ?1, ?2, 'rescued' || CASE ?2 WHEN 1 THEN '' ELSE ' ' || ?2 END", "bi", &id, query_int(&q, 0));
    }
    query_end(&q);
    query_begin(&q, d, "SELECT p.key, s.name FROM player p JOIN seat s ON s.player = p.key"
                       " WHERE NOT EXISTS (SELECT 1 FROM called c WHERE c.player = p.key) GROUP BY p.key", "");
    while (query_next(&q)) {
        const struct store_id id = id_new(d, NULL);
        char folded[STORE_TEXT_MOST + 1];
        name_fold(query_text(&q, 1), folded);
        sql_run(d, "INSERT INTO called (id, player, name, folded) VALUES (?1, ?2, ?3, ?4)", "bitt", &id, query_int(&q, 0),
                query_text(&q, 1), folded);
    }
    query_end(&q);
}

/* A row that refers to one that is lost, or breaks a limit, is lost too. */
static void take(struct rescue *r, sqlite3_stmt *row)
{
    const int columns = sqlite3_column_count(row);
    if (columns > COLUMNS_MOST || r->d->error != STORAGE_OK || !has_form(row, columns))
        return;
    if (r->put == NULL)
        r->put = ask_to_put(r, columns);
    if (r->put == NULL) {               /* a table of an earlier version that is not like ours */
        r->out->cut = true;
        return;
    }
    for (int i = 0; i < columns; i++)
        sqlite3_bind_value(r->put, i + 1, sqlite3_column_value(row, i));
    int rc = sqlite3_step(r->put);
    if (!r->checked && (rc & 0xff) == SQLITE_CONSTRAINT) {      /* nothing more will come to light */
        sqlite3_reset(r->put);
        stand_in(r, row);
        rc = sqlite3_step(r->put);
    }
    if (rc == SQLITE_DONE && sqlite3_changes(r->d->store->db) > 0)
        count_row(r, row);
    else if (rc != SQLITE_DONE && (rc & 0xff) == SQLITE_CONSTRAINT)
        r->out->orphans += !r->checked;
    else if (rc != SQLITE_DONE)
        fail_sql(r->d, rc);
    sqlite3_reset(r->put);
}

/* ---- the ways to them ---------------------------------------------------------------------- */

/* The greatest number; -1: it cannot be read. */
static int64_t greatest(struct rescue *r, const char *table)
{
    sqlite3_stmt *stmt = ask(r->from, "SELECT max(rowid) FROM %s%s", table, "");
    const int64_t most = stmt != NULL && sqlite3_step(stmt) == SQLITE_ROW ? sqlite3_column_int64(stmt, 0) : -1;
    sqlite3_finalize(stmt);
    return most;
}

static void by_number(struct rescue *r)
{
    const int64_t known = greatest(r, r->source->table), most = known >= 0 ? known : BLIND_MOST;
    sqlite3_stmt *stmt = ask(r->from, "SELECT * FROM %s WHERE rowid = ?1%s", r->source->table, "");
    bool cut = stmt == NULL || known < 0;
    for (int64_t i = 1; i <= most && stmt != NULL; i++) {
        sqlite3_bind_int64(stmt, 1, i);
        const int rc = sqlite3_step(stmt);
        if (rc == SQLITE_ROW)
            take(r, stmt);
        cut |= rc != SQLITE_ROW && rc != SQLITE_DONE;
        sqlite3_reset(stmt);
    }
    sqlite3_finalize(stmt);
    r->out->cut |= cut && r->checked;
}

/* Rows in one order, up to the first page that cannot be read; false: there was one. */
static bool run_along(struct rescue *r, sqlite3_stmt *stmt, int64_t key)
{
    int rc = SQLITE_ERROR;
    if (stmt == NULL)
        return false;
    sqlite3_bind_int64(stmt, 1, key);
    while ((rc = sqlite3_step(stmt)) == SQLITE_ROW)
        take(r, stmt);
    sqlite3_reset(stmt);
    return rc == SQLITE_DONE;
}

static void from_both_ends(struct rescue *r, const char *where)
{
    char up[64], down[64];
    sqlite3_snprintf(sizeof up, up, "SELECT * FROM %%s%s ORDER BY %%s", where);
    sqlite3_snprintf(sizeof down, down, "SELECT * FROM %%s%s ORDER BY %%s DESC", where);
    sqlite3_stmt *forth = ask(r->from, up, r->source->table, r->source->order);
    sqlite3_stmt *back = ask(r->from, down, r->source->table, r->source->order);
    const int64_t most = r->source->way == BY_RECORD ? r->records : 0;
    for (int64_t key = r->source->way == BY_RECORD ? 1 : 0; key <= most; key++) {
        if (run_along(r, forth, key))
            continue;
        run_along(r, back, key);
        r->out->cut |= r->checked;
        r->flags[key] |= r->checked ? GAP : 0;
    }
    sqlite3_finalize(forth);
    sqlite3_finalize(back);
}

/* ---- the whole --------------------------------------------------------------------------------- */

static void copy_all(struct rescue *r)
{
    for (int i = 0; i < SOURCES; i++) {
        r->source = &sources[i];
        r->put = NULL;
        switch (r->source->way) {
        case BY_NUMBER: by_number(r); break;
        case BY_RECORD: from_both_ends(r, " WHERE record = ?1"); break;
        case BY_ORDER: from_both_ends(r, ""); break;
        }
        sqlite3_finalize(r->put);
    }
}

/* One pass; of a store that cannot be opened that way there is nothing to copy. */
static void pass(struct rescue *r, const char *path, enum store_mode mode, struct storage_why *why)
{
    struct store *from;
    if (r->d->error != STORAGE_OK || store_open(path, mode, &from, why) != STORAGE_OK) {
        r->out->cut |= r->checked;
        return;
    }
    r->from = from->db;
    if (r->flags == NULL) {
        const int64_t records = greatest(r, "record");
        r->records = records >= 0 ? records : BLIND_MOST;
        r->flags = calloc((size_t)r->records + 1, 1);
    }
    if (r->flags == NULL)
        fail(r->d, STORAGE_MEMORY, NULL, "");
    else
        copy_all(r);
    store_close(from);
}

/* What is said of each record that is not whole. */
static void tell_records(struct rescue *r, bool (*each)(void *user, const struct store_rescued_record *record), void *user)
{
    struct query q;
    bool on = true;
    if (r->flags == NULL || each == NULL)
        return;
    query_begin(&q, r->d, "SELECT r.key, r.id, r.game, r.day, (SELECT count(*) FROM line l WHERE l.record = r.key)"
                          " FROM record r ORDER BY r.id", "");
    while (on && query_next(&q)) {
        const int64_t key = query_int(&q, 0);
        const uint8_t flags = key >= 0 && key <= r->records ? r->flags[key] : 0;
        const struct store_rescued_record record = {query_id(&q, 1), query_text(&q, 2), query_text(&q, 3), query_int(&q, 4),
                                                    (flags & GAP) != 0, (flags & DOUBT) != 0};
        on = flags == 0 || each(user, &record);
    }
    query_end(&q);
}

enum storage_error store_rescue(const char *path, struct store *into,
                                bool (*each)(void *user, const struct store_rescued_record *record), void *user,
                                struct store_rescued *out)
{
    struct deed d = write_begin(into);
    struct storage_why why = {0};
    struct rescue r = {.d = &d, .checked = true, .out = out};
    *out = (struct store_rescued){0};
    pass(&r, path, STORE_READ, &why);
    r.checked = false;
    pass(&r, path, STORE_RESCUE, &why);
    name_nameless(&d);
    sql_run(&d, "INSERT OR IGNORE INTO result SELECT key, 0, 0 FROM record", "");
    tell_records(&r, each, user);
    free(r.flags);
    return write_end(&d);
}
