/*
 * Incoming requests: whether they are allowed, reading their bodies within limits, and which
 * function answers them.
 */
#ifndef FUDA_ROUTES_H
#define FUDA_ROUTES_H

#include "server.h"

/* The daemon's handler for requests; `user` is the server. */
enum MHD_Result routes_request(void *user, struct MHD_Connection *connection, const char *url,
    const char *method, const char *version, const char *data, size_t *size, void **context);

/* The daemon calls this when a request is finished. */
void routes_completed(void *user, struct MHD_Connection *connection, void **context,
    enum MHD_RequestTerminationCode code);

#endif
