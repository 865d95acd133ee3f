/* A PostgreSQL server as a remote: what its files share. Its schema is server_schema.c. */
#ifndef FUDA_SERVER_H
#define FUDA_SERVER_H

#include "storage/row_kinds.h"
#include "sync.h"

#include <libpq-fe.h>
#include <stdio.h>

enum { ID_TEXT = 37, SERVER_VERSION = 3 }; /* of the schema; rows have a version of their own */

struct club_server {
    PGconn *conn;
    bool folds;       /* names are sent as they are compared, too */
    long long number; /* the cursor */
    char id[ID_TEXT]; /* of its row; "": none */
};

/* ---- asking (server_ask.c) --------------------------------------------------------------- */

/* False, and told, where it is no answer; it is freed in either case. */
bool server_done(struct club_server *v, PGresult *answer);
bool server_run(struct club_server *v, const char *sql);
/* The rows of an answer; NULL: it failed, and that was told. */
PGresult *server_ask(struct club_server *v, const char *sql, int count, const char *const *values);

/* ---- before connecting (server_files.c) -------------------------------------------------- */

/* Gives up what is not needed to connect to that address. */
void server_confine(const char *address);

/* ---- sending (server_send.c) ------------------------------------------------------------- */

bool server_send(struct sync *s, char **lines, size_t count);

/*
 * Names that are there, as they are compared: those that were sent before the server had a place
 * for that.
 */
bool server_fold(struct club_server *v);

/* ---- the schema (server_schema.c) -------------------------------------------------------- */

/* Row n leads from version n to n + 1: statements in SQL, the last one NULL. */
extern const char *const *const server_migrations[SERVER_VERSION];

/* The SQL of the views row_KIND, from the table of kinds. */
void server_put_views(FILE *to);

#endif
