/* What a server is asked, and why it has not answered; see server.h. */
#include "server.h"

#include <string.h>

static const char *word_of(const char *sqlstate)
{
    static const struct {
        const char *state, *word;
    } words[] = {
        {"42501", "denied"},
        {"25006", "denied"},
        {"3F000", "bare"},
        {"42P01", "bare"},
        {"53100", "full"},
        {"53200", "full"},
        {"23505", "clash"},
        {"23514", "refused"},
        {"22", "refused"},
        {"57014", "busy"},
        {"55P03", "busy"},
        {"40", "busy"},
        {"08", "net"},
        {"57", "net"},
        {"53", "busy"},
        {"58", "full"},
    };
    for (size_t i = 0; sqlstate != NULL && i < sizeof words / sizeof *words; i++)
        if (strncmp(words[i].state, sqlstate, strlen(words[i].state)) == 0)
            return words[i].word;
    return sqlstate == NULL ? "net" : "server";
}

bool server_done(struct club_server *v, PGresult *answer)
{
    ExecStatusType status = PQresultStatus(answer);
    bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (!good) {
        const char *text = PQresultErrorField(answer, PG_DIAG_MESSAGE_PRIMARY);
        sync_failed(word_of(PQresultErrorField(answer, PG_DIAG_SQLSTATE)),
            text != NULL ? text : PQerrorMessage(v->conn));
    }
    PQclear(answer);
    return good;
}

bool server_run(struct club_server *v, const char *sql)
{
    return server_done(v, PQexec(v->conn, sql));
}

PGresult *server_ask(struct club_server *v, const char *sql, int count, const char *const *values)
{
    PGresult *answer = PQexecParams(v->conn, sql, count, NULL, values, NULL, NULL, 0);
    if (PQresultStatus(answer) == PGRES_TUPLES_OK)
        return answer;
    server_done(v, answer);
    return NULL;
}
