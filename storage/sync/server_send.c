/*
 * Rows to a server, in one transaction. Many go by COPY, which is quickest and takes all or
 * nothing: where one of them is known there already, as when a cut left open whether they had come,
 * they go again as few do, each by itself.
 */
#define _XOPEN_SOURCE 700
#include "server.h"
#include "core/person.h"

#include <stdlib.h>
#include <string.h>

enum { MANY = 500, COLUMNS = 5 };

/* ---- rows in PostgreSQL's words ---------------------------------------------------------- */

/* Rows as arrays, a column each: {"a","b"}. */
struct columns {
    FILE *to[COLUMNS];
    char *at[COLUMNS]; /* owned */
    size_t length[COLUMNS];
    size_t count;
};

static void put_element(FILE *to, bool first, const char *text)
{
    putc(first ? '{' : ',', to);
    if (text == NULL) {
        fputs("NULL", to);
        return;
    }
    putc('"', to);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            putc('\\', to);
        putc(*text, to);
    }
    putc('"', to);
}

/* NULL for the dash that says there is none. */
static const char *id_or_null(const char *id)
{
    return id == NULL || strcmp(id, "-") == 0 ? NULL : id;
}

static void columns_add(struct columns *c, const struct row_parts *row)
{
    const char *const cells[COLUMNS] = {row->kind, row->id, id_or_null(row->campaign),
        id_or_null(row->about), row->text};
    for (int i = 0; i < COLUMNS; i++)
        put_element(c->to[i], c->count == 0, cells[i]);
    c->count++;
}

static bool columns_begin(struct columns *c)
{
    *c = (struct columns){.count = 0};
    for (int i = 0; i < COLUMNS; i++) {
        c->to[i] = open_memstream(&c->at[i], &c->length[i]);
        if (c->to[i] == NULL)
            return sync_failed("memory", "");
    }
    return true;
}

static void columns_end(struct columns *c)
{
    for (int i = 0; i < COLUMNS; i++) {
        fputs(c->count == 0 ? "{}" : "}", c->to[i]);
        fclose(c->to[i]);
        c->to[i] = NULL;
    }
}

static void columns_clear(struct columns *c)
{
    for (int i = 0; i < COLUMNS; i++) {
        if (c->to[i] != NULL)
            fclose(c->to[i]);
        free(c->at[i]);
    }
}

/* A line of COPY's text. */
static void put_copied(FILE *to, const struct row_parts *row)
{
    const char *const ids[] = {row->id, id_or_null(row->campaign), id_or_null(row->about)};
    fputs(row->kind, to);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        putc('\t', to);
        fputs(ids[i] != NULL ? ids[i] : "\\N", to);
    }
    putc('\t', to);
    for (const char *at = row->text; *at != '\0';) {
        size_t plain = strcspn(at, "\t\r\\");
        fwrite(at, 1, plain, to);
        at += plain;
        if (*at != '\0')
            fputs(*at == '\t' ? "\\t" : *at == '\r' ? "\\r" : "\\\\", to);
        at += *at != '\0';
    }
    putc('\n', to);
}

/* ---- rows into `added` ------------------------------------------------------------------- */

/* What one request adds. */
struct batch {
    const struct row_parts *row;
    size_t count;
    long added; /* how many of them were new */
    /* the number of the last of these; 0: they do not follow upon each other */
    long long last;
};

#define GIVEN                                                                                      \
    "unnest($1::text[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[]) AS g(kind, id, campaign, " \
    "about, text)"

static bool insert_columns(struct club_server *v, const struct columns *c, struct batch *b)
{
    PGresult *answer = server_ask(v,
        "WITH fresh AS (INSERT INTO fuda.added (kind, id, campaign, about, text)"
        " SELECT * FROM " GIVEN " ON CONFLICT (kind, id) DO NOTHING RETURNING number)"
        " SELECT count(*), min(number), max(number) FROM fresh",
        COLUMNS, (const char *const *)c->at);
    if (answer == NULL)
        return false;
    b->added = strtol(PQgetvalue(answer, 0, 0), NULL, 10);
    long long first = strtoll(PQgetvalue(answer, 0, 1), NULL, 10);
    b->last = b->added > 0 ? strtoll(PQgetvalue(answer, 0, 2), NULL, 10) : 0;
    if (b->last - first + 1 != b->added)
        b->last = 0;
    PQclear(answer);
    return true;
}

/* Ids that are known there with another text. */
static bool tell_clashes(struct club_server *v, const struct columns *c)
{
    PGresult *answer = server_ask(v,
        "SELECT g.kind, g.id FROM " GIVEN " JOIN fuda.added a ON a.kind = g.kind AND a.id = g.id"
        " WHERE a.text <> g.text OR a.about IS DISTINCT FROM g.about"
        " OR a.campaign IS DISTINCT FROM g.campaign LIMIT 1000",
        COLUMNS, (const char *const *)c->at);
    if (answer == NULL)
        return false;
    for (int i = 0; i < PQntuples(answer); i++)
        printf("clash\t%s\t%s\n", PQgetvalue(answer, i, 0), PQgetvalue(answer, i, 1));
    PQclear(answer);
    return true;
}

static bool insert_each(struct club_server *v, struct batch *b)
{
    struct columns c;
    bool good = columns_begin(&c);
    for (size_t i = 0; good && i < b->count; i++)
        columns_add(&c, &b->row[i]);
    if (good) {
        columns_end(&c);
        good = insert_columns(v, &c, b) && ((size_t)b->added == b->count || tell_clashes(v, &c));
    }
    columns_clear(&c);
    return good;
}

/*
 * The end of a COPY; *known: it was refused because a row is there already. False: it failed, and
 * that was told.
 */
static bool end_copy(struct club_server *v, bool *known)
{
    bool good = true;
    *known = false;
    for (PGresult *answer; (answer = PQgetResult(v->conn)) != NULL;) {
        const char *state = PQresultErrorField(answer, PG_DIAG_SQLSTATE);
        if (state != NULL && strcmp(state, "23505") == 0) {
            *known = true;
            PQclear(answer);
        } else {
            good = server_done(v, answer) && good;
        }
    }
    return good;
}

static bool copy_text(struct club_server *v, const struct batch *b, bool *known)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    if (to == NULL)
        return sync_failed("memory", "");
    for (size_t i = 0; i < b->count; i++)
        put_copied(to, &b->row[i]);
    fclose(to);
    PGresult *answer = PQexec(v->conn,
        "COPY fuda.added (kind, id, campaign, about, text) FROM STDIN");
    bool good = PQresultStatus(answer) == PGRES_COPY_IN;
    if (good) {
        PQclear(answer);
        PQputCopyData(v->conn, text, (int)length);
        PQputCopyEnd(v->conn, NULL);
        good = end_copy(v, known);
    } else {
        server_done(v, answer);
    }
    free(text);
    return good;
}

/*
 * Nobody else adds before the transaction's end, and so the numbers are ours, one after the other.
 */
static bool copy_all(struct club_server *v, struct batch *b, bool *known)
{
    if (!server_run(v, "SAVEPOINT rows") || !copy_text(v, b, known))
        return false;
    if (*known)
        return server_run(v, "ROLLBACK TO rows");
    PGresult *answer = server_ask(v, "SELECT max(number) FROM fuda.added", 0, NULL);
    if (answer == NULL)
        return false;
    b->added = (long)b->count;
    b->last = strtoll(PQgetvalue(answer, 0, 0), NULL, 10);
    PQclear(answer);
    return true;
}

static bool add_rows(struct club_server *v, struct batch *b)
{
    bool known = true;
    if (b->count == 0)
        return true;
    if (b->count >= MANY && !copy_all(v, b, &known))
        return false;
    return !known || insert_each(v, b);
}

/* ---- names as they are compared ------------------------------------------------------------ */

/*
 * A name as it is compared, as the text of its row; what is no name is left to be refused by
 * others.
 */
static void add_folded(struct columns *c, const struct row_parts *row)
{
    enum { MOST = 2 * NAME_MOST }; /* tabs, line ends and backslashes are written as two */
    char text[MOST + 1], folded[NAME_MOST + 1], *at = text;
    struct row_parts key = *row;
    const size_t length = strlen(row->text);
    if (length > MOST)
        return;
    memcpy(text, row->text, length + 1);
    const char *name = row_field_next(&at);
    if (name == NULL || strlen(name) > NAME_MOST)
        return;
    folded[person_fold((struct span){name, strlen(name)}, folded)] = '\0';
    key.text = folded;
    columns_add(c, &key);
}

static bool insert_folded(struct club_server *v, const struct row_parts *row, size_t count)
{
    struct columns c;
    bool good = columns_begin(&c);
    for (size_t i = 0; good && i < count; i++)
        if (strcmp(row[i].kind, "called") == 0)
            add_folded(&c, &row[i]);
    if (good) {
        columns_end(&c);
        good = c.count == 0
               || server_done(v,
                   PQexecParams(v->conn,
                       "INSERT INTO fuda.folding (id, folded) SELECT id, text FROM " GIVEN
                       " ORDER BY id ON CONFLICT DO NOTHING",
                       COLUMNS, NULL, (const char *const *)c.at, NULL, NULL, 0));
    }
    columns_clear(&c);
    return good;
}

bool server_fold(struct club_server *v)
{
    PGresult *answer = server_ask(v,
        "SELECT id, text FROM fuda.added a WHERE kind = 'called'"
        " AND NOT EXISTS (SELECT 1 FROM fuda.folding f WHERE f.id = a.id) ORDER BY id",
        0, NULL);
    if (answer == NULL)
        return false;
    char kind[] = "called";
    const size_t count = (size_t)PQntuples(answer);
    struct row_parts *row = calloc(count + 1, sizeof *row);
    for (size_t i = 0; row != NULL && i < count; i++)
        row[i] = (struct row_parts){.kind = kind,
            .id = PQgetvalue(answer, (int)i, 0),
            .text = PQgetvalue(answer, (int)i, 1)};
    const bool good = row != NULL ? insert_folded(v, row, count) : sync_failed("memory", "");
    free(row);
    PQclear(answer);
    return good;
}

/* ---- what came of records ---------------------------------------------------------------- */

static bool insert_told(struct club_server *v, const struct row_parts *row, size_t count)
{
    struct columns c;
    if (count == 0)
        return true;
    bool good = columns_begin(&c);
    for (size_t i = 0; good && i < count; i++)
        columns_add(&c, &row[i]);
    if (good) {
        columns_end(&c);
        good = server_done(v,
            PQexecParams(v->conn,
                "INSERT INTO fuda.told (id, campaign, record, told)"
                " SELECT id, campaign, about, text::jsonb FROM " GIVEN " ON CONFLICT DO NOTHING",
                COLUMNS, NULL, (const char *const *)c.at, NULL, NULL, 0));
    }
    columns_clear(&c);
    return good;
}

/* ---- a request --------------------------------------------------------------------------- */

/* Where no other row came between what was read last and ours, ours need not be fetched. */
static bool move_cursor(struct club_server *v, const struct batch *b)
{
    char number[32], first[32], last[32];
    snprintf(number, sizeof number, "%lld", v->number);
    snprintf(first, sizeof first, "%lld", b->last - b->added + 1);
    snprintf(last, sizeof last, "%lld", b->last);
    const char *const values[] = {number, first, last};
    if (b->last == 0)
        return true;
    PGresult *answer = server_ask(v,
        "SELECT id FROM fuda.added WHERE number = $3::bigint AND NOT EXISTS"
        " (SELECT 1 FROM fuda.added WHERE number > $1::bigint AND number < $2::bigint)",
        3, values);
    if (answer == NULL)
        return false;
    if (PQntuples(answer) == 1) {
        v->number = b->last;
        snprintf(v->id, sizeof v->id, "%s", PQgetvalue(answer, 0, 0));
    }
    PQclear(answer);
    return true;
}

/* The first `rows` are rows, the others, `told` of them, what came of records. */
static bool send_parts(struct club_server *v, const struct row_parts *part, size_t rows,
    size_t told)
{
    struct batch b = {.row = part, .count = rows};
    const struct club_server before = *v;
    if (!server_run(v, "BEGIN") || !add_rows(v, &b) || (v->folds && !insert_folded(v, part, rows))
        || !insert_told(v, part + rows, told) || !move_cursor(v, &b) || !server_run(v, "COMMIT")) {
        *v = before;
        return false;
    }
    printf("sent\t%ld\t%lld %s\n", b.added, v->number, v->id);
    return true;
}

/* Rows before what came of records; false: one is neither. */
static bool split_rows(char **lines, size_t count, struct row_parts *out, size_t *rows)
{
    size_t first = 0, last = count;
    for (size_t i = 0; i < count; i++) {
        struct row_parts part;
        if (!row_split(lines[i], &part))
            return sync_failed("nonsense", "row");
        out[strcmp(part.kind, "told") == 0 ? --last : first++] = part;
    }
    *rows = first;
    return true;
}

bool server_send(struct sync *s, char **lines, size_t count)
{
    size_t rows = 0;
    struct row_parts *part = calloc(count + 1, sizeof *part);
    bool good = part != NULL ? split_rows(lines, count, part, &rows)
                                   && send_parts(s->inner, part, rows, count - rows)
                             : sync_failed("memory", "");
    free(part);
    return good;
}
