/* A PostgreSQL server as a remote: its schema. */
#ifndef FUDA_SERVER_H
#define FUDA_SERVER_H

#include "storage/kinds.h"

#include <stdio.h>

/* Row n leads from version n to n + 1: statements in SQL, the last one NULL. */
extern const char *const *const server_migrations[ROWS_VERSION];

/* The SQL of the views row_KIND, from the table of kinds. */
void server_put_views(FILE *to);

#endif
