/*
 * What can still be read of a damaged store, row by row into a new one. See store_rescue in
 * storage.h.
 *
 * The rows are found by their form (salvage.h), those of pages that are as they were written before
 * the doubtful ones. Each goes after those that it refers to. For a campaign, a player or a record
 * that is lost another one stands in, so that what belongs to it is not. Whether a record is whole,
 * its print tells; or that all of it can still be walked through.
 */
#include "store.h"
#include "salvage.h"

#include <stdlib.h>
#include <string.h>

enum { NO = -1, COLUMNS_MOST = 16 };
/*
 * The tables that are not derived, each after those that its rows refer to, with the columns that
 * refer.
 */
static const struct source {
    const char *table;
    int campaign, player, record;
} sources[] = {
    {"campaign", NO, NO, NO},
    {"name", 1, NO, NO},
    {"house", 1, NO, NO},
    {"player", 2, NO, NO},
    {"called", NO, 1, NO},
    {"joined", NO, 1, NO},
    {"record", 2, NO, NO},
    {"seat", NO, 2, 0},
    {"played_under", NO, NO, 0},
    {"deck", NO, NO, NO},
    {"uses", NO, NO, 0},
    {"line", NO, NO, 0},
    {"withdrawal", NO, NO, 0},
    {"row", 2, NO, NO},
    {"here", NO, NO, NO},
};
enum { SOURCES = sizeof sources / sizeof *sources, HELPERS = 3 };
/* Derived tables, which may tell of records that are lost themselves. */
static const char *const helpers[HELPERS] = {"result", "outcome", "by_day"};

struct rescue {
    struct transaction *d; /* the call for the new store */
    struct store *from;    /* the damaged store; NULL: it cannot be opened */
    const struct source *source;
    sqlite3_stmt *put;
    struct store_rescued *out;
};

static void run_all(struct transaction *d, const char *sql)
{
    const int rc = d->error == STORAGE_OK ? sqlite3_exec(d->store->db, sql, NULL, NULL, NULL)
                                          : SQLITE_OK;
    if (rc != SQLITE_OK)
        fail_sql(d, rc);
}

/* ---- standing in ------------------------------------------------------------------------- */

static void stand_in_campaign(struct transaction *d, int64_t campaign)
{
    const struct store_id id = id_new(d, NULL);
    sql_run(d, "INSERT OR IGNORE INTO campaign VALUES (?1, ?2)", "ib", campaign, &id);
}

/* Adds a player in the place of a lost one, in the record's campaign, or else in any. */
static void stand_in_player(struct transaction *d, int64_t player)
{
    const struct store_id id = id_new(d, NULL);
    sql_run(d,
        "INSERT OR IGNORE INTO player SELECT ?1, ?2, coalesce((SELECT r.campaign FROM raw_seat s "
        "JOIN record r"
        "  ON r.key = s.record WHERE s.player = ?1 LIMIT 1), (SELECT min(key) FROM campaign))",
        "ib", player, &id);
}

/*
 * Adds a record in the place of a lost one: as its derived rows say, or as can be guessed from its
 * lines. Its game may be lost.
 */
static void stand_in_record(struct transaction *d, int64_t record)
{
    const struct store_id id = id_new(d, NULL);
    const int64_t campaign = sql_int(d,
        "SELECT coalesce((SELECT campaign FROM raw_outcome WHERE record = ?1 AND sure LIMIT 1),"
        " (SELECT campaign FROM raw_by_day WHERE record = ?1 AND sure LIMIT 1),"
        " (SELECT min(key) FROM campaign), 1)",
        "i", record);
    stand_in_campaign(d, campaign);
    sql_run(d,
        "INSERT OR IGNORE INTO record SELECT ?1,"
        " coalesce((SELECT id FROM raw_outcome WHERE record = ?1 AND sure LIMIT 1),"
        "  (SELECT id FROM raw_by_day WHERE record = ?1 AND sure LIMIT 1), ?2), ?3,"
        " coalesce((SELECT game FROM raw_outcome WHERE record = ?1 AND sure LIMIT 1), 'unknown'),"
        " coalesce((SELECT day FROM raw_outcome WHERE record = ?1 AND sure LIMIT 1),"
        "  (SELECT day FROM raw_by_day WHERE record = ?1 AND sure LIMIT 1),"
        "  (SELECT date(min(time) / 1000, 'unixepoch') FROM raw_line WHERE record = ?1 AND sure), "
        "'1970-01-01'),"
        " '', '', ''",
        "ibi", record, &id, campaign);
    sql_run(d, "INSERT OR IGNORE INTO headless VALUES (?1)", "i", record);
}

static void stand_in(struct rescue *r, sqlite3_stmt *row)
{
    const struct source *s = r->source;
    if (s->record != NO
        && sql_int(r->d, "SELECT count(*) FROM record WHERE key = ?1", "i",
               sqlite3_column_int64(row, s->record))
               == 0)
        stand_in_record(r->d, sqlite3_column_int64(row, s->record));
    if (s->campaign != NO)
        stand_in_campaign(r->d, sqlite3_column_int64(row, s->campaign));
    if (s->player != NO)
        stand_in_player(r->d, sqlite3_column_int64(row, s->player));
}

/*
 * Names campaigns without a name by the day of the rescue, and players without one as they were
 * called at the table.
 */
static void name_nameless(struct transaction *d)
{
    struct query q;
    query_begin(&q, d,
        "SELECT key FROM campaign c WHERE NOT EXISTS (SELECT 1 FROM name n WHERE n.campaign = "
        "c.key)",
        "");
    while (query_next(&q)) {
        const struct store_id id = id_new(d, NULL);
        sql_run(d,
            "INSERT INTO name SELECT ?1, ?2, 'rescued' || CASE ?2 WHEN 1 THEN '' ELSE ' ' || ?2 "
            "END",
            "bi", &id, query_int(&q, 0));
    }
    query_end(&q);
    query_begin(&q, d,
        "SELECT p.key, s.name FROM player p JOIN seat s ON s.player = p.key"
        " WHERE NOT EXISTS (SELECT 1 FROM called c WHERE c.player = p.key) GROUP BY p.key",
        "");
    while (query_next(&q)) {
        const struct store_id id = id_new(d, NULL);
        char folded[STORE_TEXT_MOST + 1];
        word_fold(query_text(&q, 1), folded);
        sql_run(d, "INSERT INTO called (id, player, name, folded) VALUES (?1, ?2, ?3, ?4)", "bitt",
            &id, query_int(&q, 0), query_text(&q, 1), folded);
    }
    query_end(&q);
}

/* ---- rows -------------------------------------------------------------------------------- */

static sqlite3_stmt *ask(struct transaction *d, const char *form, const char *table,
    const char *rest)
{
    sqlite3_stmt *stmt = NULL;
    char *sql = sqlite3_mprintf(form, table, rest);
    const int rc = sql != NULL ? sqlite3_prepare_v2(d->store->db, sql, -1, &stmt, NULL)
                               : SQLITE_NOMEM;
    if (rc != SQLITE_OK)
        fail_sql(d, rc);
    sqlite3_free(sql);
    return stmt;
}

static void count_row(struct rescue *r, sqlite3_stmt *row, bool sure)
{
    const char *table = r->source->table;
    const bool is_record = strcmp(table, "record") == 0;
    r->out->lines += strcmp(table, "line") == 0;
    r->out->doubtful += !sure;
    if (!sure && (is_record || r->source->record != NO))
        sql_run(r->d, "INSERT OR IGNORE INTO doubted VALUES (?1)", "i",
            sqlite3_column_int64(row, is_record ? 0 : r->source->record));
}

/* Takes a row over. A row that refers to a lost one, or breaks a limit, is lost too. */
static void take(struct rescue *r, sqlite3_stmt *row, int columns)
{
    const bool sure = sqlite3_column_int(row, columns) != 0;
    for (int i = 0; i < columns; i++)
        sqlite3_bind_value(r->put, i + 1, sqlite3_column_value(row, i));
    int rc = sqlite3_step(r->put);
    if (sure && rc == SQLITE_CONSTRAINT_FOREIGNKEY) {
        sqlite3_reset(r->put);
        stand_in(r, row);
        rc = sqlite3_step(r->put);
    }
    if (rc == SQLITE_DONE && sqlite3_changes(r->d->store->db) > 0)
        count_row(r, row, sure);
    else if (rc != SQLITE_DONE && (rc & 0xff) == SQLITE_CONSTRAINT)
        r->out->orphans += sure;
    else if (rc != SQLITE_DONE)
        fail_sql(r->d, rc);
    sqlite3_reset(r->put);
}

static void copy_rows(struct rescue *r)
{
    char marks[2 * COLUMNS_MOST + 1] = "";
    sqlite3_stmt *rows = ask(r->d, "SELECT * FROM raw_%s%s", r->source->table,
        " ORDER BY sure DESC, rowid DESC");
    const int columns = sqlite3_column_count(rows) - 2;
    for (int i = 0; i < columns && i < COLUMNS_MOST; i++)
        memcpy(marks + 2 * (size_t)i, i > 0 ? ",?" : " ?", 3);
    r->put = ask(r->d, "INSERT OR IGNORE INTO %s VALUES (%s)", r->source->table, marks);
    while (r->d->error == STORAGE_OK && sqlite3_step(rows) == SQLITE_ROW)
        take(r, rows, columns);
    sqlite3_finalize(r->put);
    sqlite3_finalize(rows);
}

/* ---- what is missing ----------------------------------------------------------------------- */

/* Can all rows of the damaged store be read for which `where` is true? */
static bool walk(const struct rescue *r, const char *table, const char *where, int64_t key)
{
    struct transaction asking = {.store = r->from};
    if (r->from == NULL)
        return false;
    sqlite3_stmt *stmt = ask(&asking, "SELECT * FROM %s NOT INDEXED%s", table, where);
    int rc = SQLITE_ERROR;
    if (stmt != NULL && sqlite3_bind_parameter_count(stmt) > 0)
        sqlite3_bind_int64(stmt, 1, key);
    while (stmt != NULL && (rc = sqlite3_step(stmt)) == SQLITE_ROW)
        ;
    if (stmt != NULL && rc != SQLITE_DONE)
        fail_sql(&asking, rc);
    sqlite3_finalize(stmt);
    if (asking.error == STORAGE_MEMORY)
        fail(r->d, STORAGE_MEMORY, NULL, "");
    return asking.error == STORAGE_OK;
}

static bool walk_record(const struct rescue *r, int64_t record)
{
    bool good = true;
    for (int i = 0; i < SOURCES; i++)
        if (sources[i].record != NO)
            good = good && walk(r, sources[i].table, " WHERE record = ?1", record);
    return good;
}

static bool walk_all(const struct rescue *r)
{
    bool good = true;
    for (int i = 0; i < SOURCES; i++)
        good = good && walk(r, sources[i].table, "", 0);
    return good;
}

/*
 * Are the record's game, date, names and lines what they were when its result was last worked out?
 */
static bool print_agrees(struct transaction *d, int64_t record)
{
    const int64_t print = sql_int(d,
        "SELECT print FROM raw_result WHERE record = ?1 AND sure ORDER BY rowid DESC LIMIT 1", "i",
        record);
    return print != 0 && print == record_print(d, record);
}

/* Reports each record that has a gap or a doubt. */
static void tell_records(struct rescue *r,
    bool (*each)(void *user, const struct store_rescued_record *record), void *user)
{
    struct query q;
    bool on = true;
    if (!r->out->cut && r->out->doubtful == 0)
        return;
    query_begin(&q, r->d,
        "SELECT r.key, r.id, r.game, r.day, (SELECT count(*) FROM line l WHERE l.record = r.key),"
        " EXISTS (SELECT 1 FROM headless h WHERE h.record = r.key), EXISTS (SELECT 1 FROM doubted "
        "t WHERE t.record = r.key)"
        " FROM record r ORDER BY r.id",
        "");
    while (on && query_next(&q)) {
        const int64_t key = query_int(&q, 0);
        const bool headless = query_int(&q, 5) != 0, whole = !headless && print_agrees(r->d, key);
        const struct store_rescued_record record = {query_id(&q, 1), query_text(&q, 2),
            query_text(&q, 3), query_int(&q, 4), headless || !(whole || walk_record(r, key)),
            !whole && query_int(&q, 6) != 0};
        r->out->records_cut += record.gap;
        on = !(record.gap || record.doubt) || each == NULL || each(user, &record);
    }
    query_end(&q);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void find_rows(struct rescue *r, const char *path)
{
    const char *tables[SOURCES + HELPERS];
    struct salvage salvage;
    for (int i = 0; i < SOURCES; i++)
        tables[i] = sources[i].table;
    memcpy(tables + SOURCES, helpers, sizeof helpers);
    run_all(r->d, "CREATE TEMP TABLE by_day (campaign INTEGER NOT NULL, day TEXT NOT NULL, id BLOB "
                  "NOT NULL, record INTEGER NOT NULL,"
                  "  PRIMARY KEY (campaign, day, id, record)) WITHOUT ROWID;CREATE TEMP TABLE "
                  "headless (record INTEGER PRIMARY KEY);CREATE TEMP TABLE "
                  "doubted (record INTEGER PRIMARY KEY);");
    salvage_rows(r->d, path, tables, SOURCES + HELPERS, &salvage);
    run_all(r->d, "CREATE INDEX raw_result_of ON raw_result (record); CREATE INDEX raw_outcome_of "
                  "ON raw_outcome (record);CREATE INDEX raw_by_day_of ON raw_by_day (record);");
    r->out->pages = salvage.pages;
    r->out->pages_lost = salvage.broken;
    r->out->frames_lost = salvage.frames_broken;
    r->out->log_foreign = salvage.foreign;
}

enum storage_error store_rescue(const char *path, struct store *into,
    bool (*each)(void *user, const struct store_rescued_record *record), void *user,
    struct store_rescued *out)
{
    struct transaction d = write_begin(into);
    struct rescue r = {.d = &d, .out = out};
    *out = (struct store_rescued){0};
    char *resolved = path_resolve(&d, path);
    if (resolved != NULL)
        find_rows(&r, resolved);
    free(resolved);
    for (int i = 0; i < SOURCES && d.error == STORAGE_OK; i++) {
        r.source = &sources[i];
        copy_rows(&r);
    }
    const enum storage_error opened = d.error == STORAGE_OK
                                          ? store_open(path, STORE_READ, &r.from, NULL)
                                          : d.error;
    if (opened == STORAGE_MEMORY) /* running out of memory says nothing about the file */
        fail(&d, opened, NULL, "");
    if (opened != STORAGE_OK)
        r.from = NULL;
    out->cut = !walk_all(&r);
    name_nameless(&d);
    tell_records(&r, each, user);
    sql_run(&d, "INSERT OR IGNORE INTO result SELECT key, 0, 0 FROM record", "");
    sql_run(&d,
        "INSERT OR IGNORE INTO here SELECT 1, min(key) FROM campaign HAVING min(key) IS NOT NULL",
        "");
    out->campaigns = (uint64_t)sql_int(&d, "SELECT count(*) FROM campaign", "");
    out->records = (uint64_t)sql_int(&d, "SELECT count(*) FROM record", "");
    store_close(r.from);
    return write_end(&d);
}
