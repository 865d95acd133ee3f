/*
 * A PostgreSQL server as a remote, by libpq. What libpq knows of a connection (its passfile,
 * service file, environment) counts as ever, but TLS with a certificate that holds is wanted unless
 * somebody says otherwise.
 *
 *     STATE   NUMBER ID      the number of the row read last, and its id: that of another
 *                            shows another server, or an older backup of it
 */
#define _XOPEN_SOURCE 700
#include "server.h"
#include "confined.h"
#include "storage/held.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

enum { FETCH_ROWS = 20000 };

/* ---- opening ----------------------------------------------------------------------------- */

static void ignore_notice(void *user, const PGresult *notice)
{
    (void)user;
    (void)notice;
}

/* What stands before the address counts where nothing in it says otherwise. */
static PGconn *connect_to(const char *address)
{
    static const char *const words[] = {"connect_timeout", "tcp_user_timeout", "keepalives_idle",
        "client_encoding", "fallback_application_name", "dbname", NULL};
    const char *const values[] = {"10", "20000", "10", "UTF8", "fuda-sync", address, NULL};
    setenv("PGSSLMODE", "verify-full", 0);
    server_confine(address);
    return PQconnectdbParams(words, values, 1);
}

/* The version of what is laid out there; 0: nothing is laid out; -1: it failed. */
static int read_version(struct club_server *v, int *least)
{
    int version = 0;
    *least = 0;
    PGresult *there = server_ask(v, "SELECT to_regclass('fuda.version') IS NOT NULL", 0, NULL);
    if (there == NULL)
        return -1;
    bool laid = strcmp(PQgetvalue(there, 0, 0), "t") == 0;
    PQclear(there);
    if (!laid)
        return 0;
    PGresult *answer = server_ask(v, "SELECT version, least FROM fuda.version", 0, NULL);
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
    PGresult *answer = server_ask(v, "SELECT id FROM fuda.added WHERE number = $1::bigint", 1,
        values);
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
        return sync_failed(PQconnectionNeedsPassword(v->conn) ? "password" : "net",
            PQerrorMessage(v->conn));
    confine_to_connection();
    PQsetNoticeReceiver(v->conn, ignore_notice, NULL);
    if (!server_run(v, "SET client_min_messages = error; SET lock_timeout = '60s'; SET "
                       "standard_conforming_strings = on"))
        return false;
    int version = read_version(v, &least);
    if (version < 0)
        return false;
    if (least > ROWS_VERSION)
        return sync_failed("old", "");
    v->folds = version >= 2;
    const char *how = version == 0       ? "bare"
                      : version < oldest ? "behind"
                                         : compare_state(v, s->state);
    if (how == NULL || (version >= oldest && !server_run(v, "LISTEN fuda_news")))
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

static bool put_views(struct club_server *v)
{
    struct held views;
    if (!held_open(&views))
        return sync_failed("memory", "");
    server_put_views(views.to);
    const bool good = held_whole(&views) ? server_run(v, views.at) : sync_failed("memory", "");
    held_close(&views);
    return good;
}

static bool migrate(struct club_server *v, int version)
{
    char set[96];
    bool good = true;
    for (; version < SERVER_VERSION; version++)
        for (const char *const *sql = server_migrations[version]; good && *sql != NULL; sql++)
            good = server_run(v, *sql);
    snprintf(set, sizeof set, "UPDATE fuda.version SET version = %d, least = %d", SERVER_VERSION,
        ROWS_LEAST);
    return good && put_views(v) && server_run(v, set);
}

/*
 * All of it is one transaction; whoever is quicker has done it. What earlier programs sent is
 * brought up to date each time.
 */
static bool server_create(struct sync *s)
{
    struct club_server *v = s->inner;
    int least;
    if (!server_run(v, "BEGIN") || !server_run(v, "SELECT pg_advisory_xact_lock(1718970466)"))
        return false;
    int version = read_version(v, &least);
    if (version < 0)
        return false;
    PGresult *encoding = server_ask(v,
        "SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database()",
        0, NULL);
    bool utf8 = encoding != NULL && strcmp(PQgetvalue(encoding, 0, 0), "UTF8") == 0;
    if (encoding != NULL && !utf8)
        sync_failed("encoding", PQgetvalue(encoding, 0, 0));
    PQclear(encoding);
    if (!utf8 || (version < SERVER_VERSION && !migrate(v, version)) || !server_fold(v)
        || !server_run(v, "COMMIT") || !server_run(v, "LISTEN fuda_news"))
        return false;
    v->folds = true;
    puts("end");
    return true;
}

static bool server_campaigns(struct sync *s)
{
    struct club_server *v = s->inner;
    PGresult *answer = server_ask(v,
        "SELECT a.id, coalesce(c.name, '') FROM fuda.added a LEFT JOIN fuda.campaign c"
        " ON c.campaign = a.campaign WHERE a.kind = 'campaign' ORDER BY a.id LIMIT 1000",
        0, NULL);
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
    PGresult *answer = server_ask(v, "SELECT coalesce(max(number), 0) FROM fuda.added", 0, NULL);
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
    PGresult *answer = server_ask(v,
        "SELECT number, kind, id, coalesce(campaign::text, '-'), coalesce(about::text, '-'), text"
        " FROM fuda.added WHERE number > $1::bigint AND (campaign = $2::uuid OR campaign IS NULL)"
        " ORDER BY number LIMIT $3::int",
        3, values);
    if (answer == NULL)
        return false;
    int count = PQntuples(answer);
    for (int i = 0; i < count; i++) {
        /*
         * What another client wrote is told as it is but for a line's end, which would begin a line
         * of ours.
         */
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
    PGresult *answer = server_ask(s->inner,
        "SELECT player, game, games, wins, placed, place_sum, first, second, third, fourth, scored,"
        " coalesce(points, 0) FROM fuda.standing WHERE campaign_id = $1::uuid AND ($2 = '' OR game "
        "= $2)",
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
    .open = server_open,
    .close = server_close,
    .campaigns = server_campaigns,
    .create = server_create,
    .fetch = server_fetch,
    .send = server_send,
    .wait = server_wait,
    .standing = server_standing,
};
