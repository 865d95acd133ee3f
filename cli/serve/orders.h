/* What `fuda` says: a line of the pipe, carried out. */
#ifndef FUDA_ORDERS_H
#define FUDA_ORDERS_H

#include "server.h"

/* A line that is none of those known is not followed, and `fuda` is told. */
void order_take(struct server *server, const char *text, size_t length);

/* The state in a line {"put":"keep",…}, to be freed; NULL: it is another line. */
char *order_keep(const char *text, size_t length);

#endif
