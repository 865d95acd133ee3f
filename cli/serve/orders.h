/* Carries out what `fuda` says: one line of the pipe. */
#ifndef FUDA_ORDERS_H
#define FUDA_ORDERS_H

#include "server.h"

/* Carries out an order. A line that is not known is ignored, and `fuda` is told. */
void order_take(struct server *server, const char *text, size_t length);

/* The state in a line {"put":"keep",…}, to be freed; NULL: it is another kind of line. */
char *order_keep(const char *text, size_t length);

#endif
