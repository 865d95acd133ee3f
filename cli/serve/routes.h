/*
 * Requests as they come: whether they may be asked, their bodies within their limits, and who
 * answers them.
 */
#ifndef FUDA_ROUTES_H
#define FUDA_ROUTES_H

#include "server.h"

/* The daemon's handler of requests; `user` is the server. */
enum MHD_Result routes_request(void *user, struct MHD_Connection *connection, const char *url,
    const char *method, const char *version, const char *data, size_t *size, void **context);

/* The daemon's word that a request is done with. */
void routes_completed(void *user, struct MHD_Connection *connection, void **context,
    enum MHD_RequestTerminationCode code);

#endif
