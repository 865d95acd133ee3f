/* Finding rows in pages; see salvage.h. */
#include "salvage.h"
#include "cells.h"
#include "raw.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COLUMNS_MOST = 16, SHAPES_MOST = 24, PAYLOAD_MOST = 4 << 20 };

/* What rows of a table look like. */
struct row_shape {
    bool index; /* the table is WITHOUT ROWID, which is stored like an index */
    int columns;
    struct {
        enum stored_kind kind;
        bool required, number; /* number: it is the row's number, which is not among its fields */
    } column[COLUMNS_MOST];
    sqlite3_stmt *put;
};

/* A page of the log that may be the continuation of a row on another page. */
struct spill {
    uint32_t page;
    uint8_t *content; /* owned */
};

struct salvaging {
    struct transaction *d;
    struct salvage *out;
    struct raw raw;
    struct row_shape shape[SHAPES_MOST];
    size_t shapes, spills, room;
    struct spill *spill; /* owned */
    uint8_t *logged;     /* owned: a byte for each page, whether the log has it */
    uint32_t logged_most;
    /* frames of the log, and those up to the end of the last transaction that is reached */
    uint64_t frames, committed;
    int64_t store, log_store; /* the stores' numbers in the count of commits; 0: not known */
    uint8_t *payload;         /* owned, PAYLOAD_MOST bytes */
};

/* ---- shapes ---------------------------------------------------------------------------------- */

static void make_raw(struct salvaging *s, struct row_shape *shape, const char *table)
{
    char marks[2 * (COLUMNS_MOST + 2) + 1] = "";
    for (int i = 0; i < shape->columns + 2; i++)
        memcpy(marks + 2 * (size_t)i, i > 0 ? ",?" : " ?", 3);
    char *make =
        sqlite3_mprintf("CREATE TEMP TABLE raw_%s AS SELECT *, 0 AS sure, 0 AS log FROM %s WHERE 0",
            table, table);
    char *put = sqlite3_mprintf("INSERT INTO raw_%s VALUES (%s)", table, marks);
    int rc = make != NULL && put != NULL ? sqlite3_exec(s->d->store->db, make, NULL, NULL, NULL)
                                         : SQLITE_NOMEM;
    if (rc == SQLITE_OK)
        rc = sqlite3_prepare_v2(s->d->store->db, put, -1, &shape->put, NULL);
    if (rc != SQLITE_OK)
        fail_sql(s->d, rc);
    sqlite3_free(make);
    sqlite3_free(put);
}

static void learn_shape(struct salvaging *s, const char *table)
{
    struct query q;
    if (s->shapes == SHAPES_MOST)
        return;
    struct row_shape *shape = &s->shape[s->shapes++];
    shape->index = sql_int(s->d, "SELECT wr FROM pragma_table_list(?1)", "t", table) != 0;
    query_begin(&q, s->d, "SELECT type, \"notnull\", pk FROM pragma_table_xinfo(?1)", "t", table);
    while (query_next(&q) && shape->columns < COLUMNS_MOST) {
        const char type = query_text(&q, 0)[0];
        const int at = shape->columns++;
        shape->column[at].kind = type == 'I'   ? STORED_NUMBER
                                 : type == 'T' ? STORED_TEXT
                                               : STORED_BLOB;
        shape->column[at].number = type == 'I' && !shape->index && query_int(&q, 2) == 1;
        shape->column[at].required = query_int(&q, 1) != 0 || query_int(&q, 2) != 0;
    }
    query_end(&q);
    make_raw(s, shape, table);
}

static bool has_shape(const struct row_shape *shape, enum page_kind kind, const struct stored *f,
    int count)
{
    if (shape->index != (kind != PAGE_TABLE_LEAF) || shape->columns != count)
        return false;
    for (int i = 0; i < count; i++) {
        if (shape->column[i].number
                ? f[i].kind != STORED_NONE
                : f[i].kind != shape->column[i].kind
                      && (shape->column[i].required || f[i].kind != STORED_NONE))
            return false;
        if (f[i].kind == STORED_TEXT && memchr(f[i].at, '\0', f[i].length) != NULL)
            return false;
    }
    return true;
}

static void put_row(struct salvaging *s, const struct row_shape *shape, int64_t row,
    const struct stored *f, bool sure, bool log)
{
    sqlite3_stmt *put = shape->put;
    for (int i = 0; i < shape->columns; i++) {
        if (shape->column[i].number)
            sqlite3_bind_int64(put, i + 1, row);
        else if (f[i].kind == STORED_NUMBER)
            sqlite3_bind_int64(put, i + 1, f[i].number);
        else if (f[i].kind == STORED_TEXT)
            sqlite3_bind_text(put, i + 1, (const char *)f[i].at, (int)f[i].length, SQLITE_STATIC);
        else if (f[i].kind == STORED_BLOB)
            sqlite3_bind_blob(put, i + 1, f[i].at, (int)f[i].length, SQLITE_STATIC);
        else
            sqlite3_bind_null(put, i + 1);
    }
    sqlite3_bind_int(put, shape->columns + 1, sure);
    sqlite3_bind_int(put, shape->columns + 2, log);
    const int rc = sqlite3_step(put);
    if (rc != SQLITE_DONE)
        fail_sql(s->d, rc);
    sqlite3_reset(put);
}

/* ---- pages ----------------------------------------------------------------------------------- */

static bool whole_page(const struct salvaging *s, uint32_t number, uint8_t out[PAGE_SIZE])
{
    return raw_page(&s->raw, number, out)
           && page_is_whole(out, (sqlite3_int64)(number - 1) * PAGE_SIZE);
}

/*
 * A page with the rest of a row: the latest in the log, if it has the page; else that of the store,
 * if it is whole.
 */
static bool spilled_page(const struct salvaging *s, uint32_t number, bool log,
    uint8_t out[PAGE_SIZE])
{
    for (size_t i = s->spills; i > 0 && log; i--)
        if (s->spill[i - 1].page == number) {
            memcpy(out, s->spill[i - 1].content, PAGE_SIZE);
            return true;
        }
    return whole_page(s, number, out);
}

/* The whole payload of a row; NULL: not all of it can be read. */
static const uint8_t *gather_payload(struct salvaging *s, const struct stored_row *cell, bool log)
{
    uint8_t page[PAGE_SIZE];
    size_t got = cell->kept;
    uint32_t next = cell->more;
    if (next == 0)
        return cell->here;
    if (cell->length > PAYLOAD_MOST)
        return NULL;
    memcpy(s->payload, cell->here, got);
    while (got < cell->length) {
        size_t part = PAGE_SIZE - PAGE_CHECK - 4;
        if (next == 0 || !spilled_page(s, next, log, page))
            return NULL;
        if (part > cell->length - got)
            part = cell->length - got;
        memcpy(s->payload + got, page + 4, part);
        got += part;
        next = big_endian(page);
    }
    return s->payload;
}

static void take_page(struct salvaging *s, const uint8_t *page, uint32_t number, bool sure,
    bool log)
{
    struct cells cells;
    struct stored_row cell;
    struct stored f[COLUMNS_MOST];
    if (!cells_open(page, number, &cells))
        return;
    for (unsigned i = 0; i < cells.count && s->d->error == STORAGE_OK; i++) {
        const uint8_t *payload = cells_at(&cells, i, &cell) ? gather_payload(s, &cell, log) : NULL;
        const int count = payload != NULL ? fields_read(payload, cell.length, f, COLUMNS_MOST) : -1;
        for (size_t k = 0; k < s->shapes && count > 0; k++)
            if (has_shape(&s->shape[k], cells.kind, f, count)) {
                put_row(s, &s->shape[k], cell.row, f, sure, log);
                break;
            }
    }
}

static void take_store(struct salvaging *s, const char *path)
{
    uint8_t page[PAGE_SIZE];
    struct store_commit_mark tally;
    uint64_t told = 0; /* how many pages the header says there are */
    uint32_t count = 0;
    uint8_t *free_pages = raw_free_pages(&s->raw, path, &count);
    const uint32_t there = (uint32_t)((s->raw.size + PAGE_SIZE - 1) / PAGE_SIZE);
    for (uint32_t number = 1; number <= there && s->d->error == STORAGE_OK; number++) {
        const bool read = raw_page(&s->raw, number, page);
        const bool whole = read
                           && (page_is_whole(page, (sqlite3_int64)(number - 1) * PAGE_SIZE)
                               || (page_is_blank(page) && page_in(free_pages, count, number)));
        const bool mended = number < s->logged_most && s->logged[number] != 0;
        s->out->broken += !whole && !mended;
        if (number == 1 && whole)
            told = big_endian(page + 28);
        if (whole && commit_mark_read(page, number, &tally))
            s->store = tally.store;
        if (whole || (read && !mended))
            take_page(s, page, number, whole, false);
    }
    s->out->pages = told > there ? told : there;
    s->out->broken += told > there && s->frames == 0 ? told - there : 0;
    free(free_pages);
}

/* ---- the log --------------------------------------------------------------------------------- */

static bool grow_logged(struct salvaging *s, uint32_t page)
{
    enum { PAGES_SANE = 1 << 28 };
    if (page < s->logged_most)
        return true;
    if (page > PAGES_SANE)
        return false;
    uint8_t *grown = realloc(s->logged, (size_t)page + 1024);
    if (grown == NULL) {
        fail(s->d, STORAGE_MEMORY, NULL, "");
        return false;
    }
    memset(grown + s->logged_most, 0, page + 1024 - s->logged_most);
    s->logged = grown;
    s->logged_most = page + 1024;
    return true;
}

static void keep_spill(struct salvaging *s, const struct frame *frame)
{
    if (s->spills == s->room) {
        struct spill *grown = realloc(s->spill, (s->room * 2 + 16) * sizeof *grown);
        s->room = grown != NULL ? s->room * 2 + 16 : s->room;
        s->spill = grown != NULL ? grown : s->spill;
    }
    uint8_t *copy = s->spills < s->room ? malloc(PAGE_SIZE) : NULL;
    if (copy == NULL) {
        fail(s->d, STORAGE_MEMORY, NULL, "");
        return;
    }
    memcpy(copy, frame->content, PAGE_SIZE);
    s->spill[s->spills++] = (struct spill){frame->page, copy};
}

/* The log is looked at first, because a torn page of the store is mended from it. */
static void survey_frame(void *user, const struct frame *frame)
{
    struct salvaging *s = user;
    struct cells cells;
    struct store_commit_mark tally;
    s->frames++;
    s->out->frames_broken += !frame->reached;
    if (frame->reached && frame->ends)
        s->committed = s->frames;
    if (frame->reached && s->log_store == 0
        && commit_mark_read(frame->content, frame->page, &tally))
        s->log_store = tally.store;
    if (s->d->error != STORAGE_OK || !grow_logged(s, frame->page))
        return;
    s->logged[frame->page] |= frame->reached;
    if (frame->reached && frame->content[0] == 0
        && !cells_open(frame->content, frame->page, &cells))
        keep_spill(s, frame);
}

static void take_frame(void *user, const struct frame *frame)
{
    struct salvaging *s = user;
    s->frames++;
    if (s->d->error == STORAGE_OK)
        take_page(s, frame->content, frame->page, frame->reached && s->frames <= s->committed,
            true);
}

/* Do log and store give different numbers to campaigns, players or records? */
static bool contradicts(struct salvaging *s)
{
    return sql_int(s->d,
               "SELECT EXISTS (SELECT 1 FROM raw_record a JOIN raw_record b ON a.key = b.key AND "
               "a.id <> b.id"
               "  WHERE a.sure AND b.sure AND NOT a.log AND b.log)"
               " OR EXISTS (SELECT 1 FROM raw_player a JOIN raw_player b ON a.key = b.key AND a.id "
               "<> b.id"
               "  WHERE a.sure AND b.sure AND NOT a.log AND b.log)"
               " OR EXISTS (SELECT 1 FROM raw_campaign a JOIN raw_campaign b ON a.key = b.key AND "
               "a.id <> b.id"
               "  WHERE a.sure AND b.sure AND NOT a.log AND b.log)",
               "")
           != 0;
}

static void take_log(struct salvaging *s, const char *path, const char *const *tables, size_t count)
{
    s->frames = 0;
    s->out->foreign = s->store != 0 && s->log_store != 0 && s->store != s->log_store;
    if (!s->out->foreign)
        log_walk(path, take_frame, s);
    if (s->out->foreign || s->d->error != STORAGE_OK || !contradicts(s))
        return;
    s->out->foreign = true;
    for (size_t i = 0; i < count; i++) {
        char drop[96];
        snprintf(drop, sizeof drop, "DELETE FROM raw_%s WHERE log", tables[i]);
        const int rc = sqlite3_exec(s->d->store->db, drop, NULL, NULL, NULL);
        if (rc != SQLITE_OK)
            fail_sql(s->d, rc);
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void salvaging_end(struct salvaging *s)
{
    for (size_t i = 0; i < s->shapes; i++)
        sqlite3_finalize(s->shape[i].put);
    for (size_t i = 0; i < s->spills; i++)
        free(s->spill[i].content);
    free(s->spill);
    free(s->logged);
    free(s->payload);
    raw_close(&s->raw);
}

void salvage_rows(struct transaction *d, const char *path, const char *const *tables, size_t count,
    struct salvage *out)
{
    struct salvaging s = {.d = d, .out = out, .payload = malloc(PAYLOAD_MOST)};
    *out = (struct salvage){0};
    if (s.payload == NULL)
        fail(d, STORAGE_MEMORY, NULL, "");
    for (size_t i = 0; i < count && d->error == STORAGE_OK; i++)
        learn_shape(&s, tables[i]);
    const int rc = raw_open(&s.raw, path);
    /* the file may be missing while its log is there */
    if (rc != SQLITE_OK && access(path, F_OK) == 0)
        fail_file(d, rc == SQLITE_NOMEM ? STORAGE_MEMORY : STORAGE_DISK, path, sqlite3_errstr(rc));
    if (d->error == STORAGE_OK)
        log_walk(path, survey_frame, &s);
    if (d->error == STORAGE_OK)
        take_store(&s, path);
    if (d->error == STORAGE_OK)
        take_log(&s, path, tables, count);
    salvaging_end(&s);
}
