/*
 * A PostgreSQL server as a remote, by libpq. What libpq knows of a connection (its passfile, service file, environment)
 * counts as ever, but TLS with a certificate that holds is wanted unless somebody says otherwise.
 *
 *     STATE   NUMBER ID      the number of the row read last, and its id: that of another shows another server, or an
 *                            older backup of it
 */
#define _XOPEN_SOURCE 700
#include "server.h"
#include "sync.h"

#include <libpq-fe.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

enum { FETCH_ROWS = 20000, ID_TEXT = 37 };

struct club_server {
    PGconn *conn;
    long long number;           /* the cursor */
    char id[ID_TEXT];           /* of its row; "": none */
};

/* ---- asking ------------------------------------------------------------------------------ */

static const char *word_of(const char *sqlstate)
{
    static const struct {
        const char *state, *word;
    } words[] = {
        {"42501", "denied"}, {"25006", "denied"}, {"3F000", "bare"},     {"42P01", "bare"},   {"53100", "full"},
        {"53200", "full"},   {"23505", "clash"},  {"23514", "refused"},  {"22", "refused"},   {"57014", "busy"},
        {"55P03", "busy"},   {"40", "busy"},      {"08", "net"},         {"57", "net"},       {"53", "busy"},
        {"58", "full"},
    };
    for (size_t i = 0; sqlstate != NULL && i < sizeof words / sizeof *words; i++)
        if (strncmp(words[i].state, sqlstate, strlen(words[i].state)) == 0)
            return words[i].word;
    return sqlstate == NULL ? "net" : "server";
}

/* False, and told, where it is no answer; it is freed in either case. */
static bool done(struct club_server *v, PGresult *answer)
{
    ExecStatusType status = PQresultStatus(answer);
    bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (!good) {
        const char *text = PQresultErrorField(answer, PG_DIAG_MESSAGE_PRIMARY);
        sync_failed(word_of(PQresultErrorField(answer, PG_DIAG_SQLSTATE)), text != NULL ? text : PQerrorMessage(v->conn));
    }
    PQclear(answer);
    return good;
}

static bool run(struct club_server *v, const char *sql)
{
    return done(v, PQexec(v->conn, sql));
}

/* The rows of an answer; NULL: it failed, and that was told. */
static PGresult *ask(struct club_server *v, const char *sql, int count, const char *const *values)
{
    PGresult *answer = PQexecParams(v->conn, sql, count, NULL, values, NULL, NULL, 0);
    if (PQresultStatus(answer) == PGRES_TUPLES_OK)
        return answer;
    done(v, answer);
    return NULL;
}

/* ---- opening ----------------------------------------------------------------------------- */

static void ignore_notice(void *user, const PGresult *notice)
{
    (void)user;
    (void)notice;
}

/* What stands before the address counts where nothing in it says otherwise. */
static PGconn *connect_to(const char *address)
{
    static const char *const words[] = {"connect_timeout", "tcp_user_timeout", "keepalives_idle", "client_encoding",
                                        "fallback_application_name", "dbname", NULL};
    const char *const values[] = {"10", "20000", "10", "UTF8", "fuda-sync", address, NULL};
    setenv("PGSSLMODE", "verify-full", 0);
    return PQconnectdbParams(words, values, 1);
}

/* The version of the rows known there; 0: nothing is laid out; -1: it failed. */
static int read_version(struct club_server *v, int *least)
{
    int version = 0;
    *least = 0;
    PGresult *there = ask(v, "SELECT to_regclass('fuda.version') IS NOT NULL", 0, NULL);
    if (there == NULL)
        return -1;
    bool laid = strcmp(PQgetvalue(there, 0, 0), "t") == 0;
    PQclear(there);
    if (!laid)
        return 0;
    PGresult *answer = ask(v, "SELECT version, least FROM fuda.version", 0, NULL);
    if (answer == NULL)
        return -1;
    if (PQntuples(answer) == 1) {
        version = (int)strtol(PQgetvalue(answer, 0, 0), NULL, 10);
        *least = (int)strtol(PQgetvalue(answer, 0, 1), NULL, 10);
    }
    PQclear(answer);
    return version;
}

/* "same", "new" or "lost": is the row that was read last still that one? NULL: it failed. */
static const char *compare_state(struct club_server *v, const char *state)
{
    char number[32], expected[ID_TEXT] = "";
    if (sscanf(state, "%31[0-9] %36s", number, expected) != 2)
        return "new";
    const char *const values[] = {number};
    PGresult *answer = ask(v, "SELECT id FROM fuda.added WHERE number = $1::bigint", 1, values);
    if (answer == NULL)
        return NULL;
    bool same = PQntuples(answer) == 1 && strcmp(PQgetvalue(answer, 0, 0), expected) == 0;
    PQclear(answer);
    if (same) {
        v->number = strtoll(number, NULL, 10);
        snprintf(v->id, sizeof v->id, "%s", expected);
    }
    return same ? "same" : "lost";
}

static bool server_open(struct sync *s, const char *address)
{
    const int oldest = ROWS_LEAST;
    int least;
    struct club_server *v = calloc(1, sizeof *v);
    s->inner = v;
    if (v == NULL)
        return sync_failed("memory", "");
    v->conn = connect_to(address);
    if (PQstatus(v->conn) != CONNECTION_OK)
        return sync_failed(PQconnectionNeedsPassword(v->conn) ? "password" : "net", PQerrorMessage(v->conn));
    PQsetNoticeReceiver(v->conn, ignore_notice, NULL);
    if (!run(v, "SET client_min_messages = error; SET lock_timeout = '60s'; SET standard_conforming_strings = on"))
        return false;
    int version = read_version(v, &least);
    if (version < 0)
        return false;
    if (least > ROWS_VERSION)
        return sync_failed("old", "");
    if (version > 0 && version < oldest)
        return sync_failed("behind", "");
    const char *how = version == 0 ? "bare" : compare_state(v, s->state);
    if (how == NULL || (version > 0 && !run(v, "LISTEN fuda_news")))
        return false;
    printf("ready\t%s\t%d\n", how, version);
    return true;
}

static void server_close(struct sync *s)
{
    struct club_server *v = s->inner;
    if (v != NULL)
        PQfinish(v->conn);
    free(v);
    s->inner = NULL;
}

/* ---- laying out -------------------------------------------------------------------------- */

static bool migrate(struct club_server *v, int version)
{
    char *views = NULL, set[96];
    size_t size;
    bool good = true;
    for (; version < ROWS_VERSION; version++)
        for (const char *const *sql = server_migrations[version]; good && *sql != NULL; sql++)
            good = run(v, *sql);
    FILE *to = open_memstream(&views, &size);
    if (to == NULL)
        return sync_failed("memory", "");
    server_put_views(to);
    fclose(to);
    snprintf(set, sizeof set, "UPDATE fuda.version SET version = %d, least = %d", ROWS_VERSION, ROWS_LEAST);
    good = good && run(v, views) && run(v, set);
    free(views);
    return good;
}

/* All of it is one transaction; whoever is quicker has done it. */
static bool server_create(struct sync *s)
{
    struct club_server *v = s->inner;
    int least;
    if (!run(v, "BEGIN") || !run(v, "SELECT pg_advisory_xact_lock(1718970466)"))
        return false;
    int version = read_version(v, &least);
    if (version < 0)
        return false;
    PGresult *encoding = ask(v, "SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database()", 0, NULL);
    bool utf8 = encoding != NULL && strcmp(PQgetvalue(encoding, 0, 0), "UTF8") == 0;
    if (encoding != NULL && !utf8)
        sync_failed("encoding", PQgetvalue(encoding, 0, 0));
    PQclear(encoding);
    if (!utf8 || (version < ROWS_VERSION && !migrate(v, version)) || !run(v, "COMMIT") || !run(v, "LISTEN fuda_news"))
        return false;
    puts("end");
    return true;
}

static bool server_campaigns(struct sync *s)
{
    struct club_server *v = s->inner;
    PGresult *answer = ask(v, "SELECT a.id, coalesce(c.name, '') FROM fuda.added a LEFT JOIN fuda.campaign c"
                           " ON c.campaign = a.campaign WHERE a.kind = 'campaign' ORDER BY a.id LIMIT 1000", 0, NULL);
    if (answer == NULL)
        return false;
    for (int i = 0; i < PQntuples(answer); i++) {
        fputs("campaign\t", stdout);
        fputs(PQgetvalue(answer, i, 0), stdout);
        putchar('\t');
        for (const char *at = PQgetvalue(answer, i, 1); *at != '\0'; at++)
            putchar((unsigned char)*at < ' ' ? ' ' : *at);
        putchar('\n');
    }
    PQclear(answer);
    puts("end");
    return true;
}

/* ---- fetching ---------------------------------------------------------------------------- */

enum { NUMBER, KIND, ID, CAMPAIGN, ABOUT, TEXT };

static bool tell_total(struct club_server *v)
{
    PGresult *answer = ask(v, "SELECT coalesce(max(number), 0) FROM fuda.added", 0, NULL);
    if (answer == NULL)
        return false;
    printf("total\t%lld\n", strtoll(PQgetvalue(answer, 0, 0), NULL, 10) - v->number);
    PQclear(answer);
    return true;
}

static bool server_fetch(struct sync *s, const char *campaign)
{
    struct club_server *v = s->inner;
    char number[32], most[16];
    snprintf(number, sizeof number, "%lld", v->number);
    snprintf(most, sizeof most, "%d", FETCH_ROWS);
    const char *const values[] = {number, campaign, most};
    if (!tell_total(v))
        return false;
    PGresult *answer = ask(v, "SELECT number, kind, id, coalesce(campaign::text, '-'), coalesce(about::text, '-'), text"
                           " FROM fuda.added WHERE number > $1::bigint AND (campaign = $2::uuid OR campaign IS NULL)"
                           " ORDER BY number LIMIT $3::int", 3, values);
    if (answer == NULL)
        return false;
    int count = PQntuples(answer);
    for (int i = 0; i < count; i++) {
        /* What another client wrote is told as it is but for a line's end, which would begin a line of ours. */
        printf("row\t%s\t%s\t%s\t%s\t", PQgetvalue(answer, i, KIND), PQgetvalue(answer, i, ID),
               PQgetvalue(answer, i, CAMPAIGN), PQgetvalue(answer, i, ABOUT));
        for (const char *at = PQgetvalue(answer, i, TEXT); *at != '\0'; at++)
            putchar(*at == '\n' ? '\r' : *at);
        putchar('\n');
    }
    if (count > 0) {
        v->number = strtoll(PQgetvalue(answer, count - 1, NUMBER), NULL, 10);
        snprintf(v->id, sizeof v->id, "%s", PQgetvalue(answer, count - 1, ID));
    }
    PQclear(answer);
    printf("state\t%lld %s\t%d\n", v->number, v->id, count == FETCH_ROWS);
    return true;
}

/* ---- sending ----------------------------------------------------------------------------- */

enum { COLUMNS = 5 };

/* Rows as arrays, a column each, in PostgreSQL's words: {"a","b"}. */
struct columns {
    FILE *to[COLUMNS];
    char *at[COLUMNS];          /* owned */
    size_t length[COLUMNS];
    size_t count;
};

static void put_element(FILE *to, bool first, const char *text)
{
    putc(first ? '{' : ',', to);
    if (strcmp(text, "-") == 0) {
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

static void columns_add(struct columns *c, const struct row_parts *row)
{
    const char *const cells[COLUMNS] = {row->kind, row->id, row->campaign, row->about, row->text};
    for (int i = 0; i < COLUMNS; i++)
        if (i == COLUMNS - 1 && strcmp(cells[i], "-") == 0)
            fputs(c->count == 0 ? "{\"-\"" : ",\"-\"", c->to[i]);       /* a text may be a dash */
        else
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

#define GIVEN "unnest($1::text[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[]) AS g(kind, id, campaign, about, text)"

/* How many were new; where they follow upon what was read last, they are read. */
static bool insert_rows(struct club_server *v, const struct columns *c, long *added, long long *last)
{
    PGresult *answer = ask(v, "WITH fresh AS (INSERT INTO fuda.added (kind, id, campaign, about, text)"
                           " SELECT * FROM " GIVEN " ON CONFLICT DO NOTHING RETURNING number)"
                           " SELECT count(*), min(number), max(number) FROM fresh", COLUMNS, (const char *const *)c->at);
    if (answer == NULL)
        return false;
    *added = strtol(PQgetvalue(answer, 0, 0), NULL, 10);
    long long first = strtoll(PQgetvalue(answer, 0, 1), NULL, 10);
    *last = *added > 0 ? strtoll(PQgetvalue(answer, 0, 2), NULL, 10) : 0;
    if (*added == 0 || *last - first + 1 != *added)
        *last = 0;
    PQclear(answer);
    return true;
}

/* Ids that are known there with another text. */
static bool tell_clashes(struct club_server *v, const struct columns *c)
{
    PGresult *answer = ask(v, "SELECT g.kind, g.id FROM " GIVEN " JOIN fuda.added a ON a.kind = g.kind AND a.id = g.id"
                           " WHERE a.text <> g.text OR a.about IS DISTINCT FROM g.about"
                           " OR a.campaign IS DISTINCT FROM g.campaign LIMIT 1000", COLUMNS, (const char *const *)c->at);
    if (answer == NULL)
        return false;
    for (int i = 0; i < PQntuples(answer); i++)
        printf("clash\t%s\t%s\n", PQgetvalue(answer, i, 0), PQgetvalue(answer, i, 1));
    PQclear(answer);
    return true;
}

static bool insert_told(struct club_server *v, const struct columns *c)
{
    if (c->count == 0)
        return true;
    return done(v, PQexecParams(v->conn, "INSERT INTO fuda.told (id, campaign, record, told)"
                                " SELECT id, campaign, about, text::jsonb FROM " GIVEN " ON CONFLICT DO NOTHING", COLUMNS,
                                NULL, (const char *const *)c->at, NULL, NULL, 0));
}

/* No other row came between what was read last and ours: then ours need not be fetched. */
static bool is_next(struct club_server *v, const char *first, bool *next)
{
    char number[32];
    snprintf(number, sizeof number, "%lld", v->number);
    const char *const values[] = {number, first};
    PGresult *answer = ask(v, "SELECT NOT EXISTS (SELECT 1 FROM fuda.added WHERE number > $1::bigint AND number < $2::bigint)", 2, values);
    if (answer == NULL)
        return false;
    *next = strcmp(PQgetvalue(answer, 0, 0), "t") == 0;
    PQclear(answer);
    return true;
}

static bool move_cursor(struct club_server *v, long added, long long last)
{
    char first[32], number[32];
    bool next = false;
    snprintf(first, sizeof first, "%lld", last - added + 1);
    snprintf(number, sizeof number, "%lld", last);
    const char *const values[] = {number};
    if (last == 0 || !is_next(v, first, &next) || !next)
        return last == 0 || PQstatus(v->conn) == CONNECTION_OK;
    PGresult *answer = ask(v, "SELECT id FROM fuda.added WHERE number = $1::bigint", 1, values);
    if (answer == NULL)
        return false;
    if (PQntuples(answer) == 1) {
        v->number = last;
        snprintf(v->id, sizeof v->id, "%s", PQgetvalue(answer, 0, 0));
    }
    PQclear(answer);
    return true;
}

static bool send_columns(struct club_server *v, const struct columns *rows, const struct columns *told)
{
    long added = 0;
    long long last = 0;
    if (!run(v, "BEGIN") || !insert_rows(v, rows, &added, &last)
        || ((size_t)added < rows->count && !tell_clashes(v, rows)) || !insert_told(v, told) || !move_cursor(v, added, last)
        || !run(v, "COMMIT"))
        return false;
    printf("sent\t%ld\t%lld %s\n", added, v->number, v->id);
    return true;
}

static bool server_send(struct sync *s, char **lines, size_t count)
{
    struct columns rows = {.count = 0}, told = {.count = 0};
    bool good = columns_begin(&rows) && columns_begin(&told);
    for (size_t i = 0; good && i < count; i++) {
        struct row_parts part;
        good = row_split(lines[i], &part) || sync_failed("nonsense", "row");
        if (good)
            columns_add(strcmp(part.kind, "told") == 0 ? &told : &rows, &part);
    }
    if (good) {
        columns_end(&rows);
        columns_end(&told);
        good = send_columns(s->inner, &rows, &told);
    }
    columns_clear(&rows);
    columns_clear(&told);
    return good;
}

/* ---- waiting, standings ------------------------------------------------------------------ */

static bool take_news(struct club_server *v)
{
    bool news = false;
    for (PGnotify *n; (n = PQnotifies(v->conn)) != NULL; PQfreemem(n))
        news |= n->be_pid != PQbackendPID(v->conn);
    return news;
}

static bool server_wait(struct sync *s, int milliseconds)
{
    struct club_server *v = s->inner;
    bool news = take_news(v);
    struct pollfd there = {.fd = PQsocket(v->conn), .events = POLLIN};
    if (!news && poll(&there, 1, milliseconds) > 0) {
        if (PQconsumeInput(v->conn) == 0)
            return sync_failed("net", PQerrorMessage(v->conn));
        news = take_news(v);
    }
    puts(news ? "news" : "quiet");
    return true;
}

static bool server_standing(struct sync *s, const char *campaign, const char *game)
{
    const char *const values[] = {campaign, game};
    PGresult *answer = ask(s->inner, "SELECT player, game, games, wins, placed, place_sum, first, second, third, fourth, scored,"
                           " coalesce(points, 0) FROM fuda.standing WHERE campaign_id = $1::uuid AND ($2 = '' OR game = $2)",
                           2, values);
    if (answer == NULL)
        return false;
    for (int i = 0; i < PQntuples(answer); i++) {
        fputs("standing", stdout);
        for (int k = 0; k < PQnfields(answer); k++) {
            putchar('\t');
            for (const char *at = PQgetvalue(answer, i, k); *at != '\0'; at++)
                putchar((unsigned char)*at < ' ' ? ' ' : *at);
        }
        putchar('\n');
    }
    PQclear(answer);
    puts("end");
    return true;
}

const struct sync_engine server_engine = {
    .open = server_open, .close = server_close, .campaigns = server_campaigns, .create = server_create,
    .fetch = server_fetch, .send = server_send, .wait = server_wait, .standing = server_standing,
};
