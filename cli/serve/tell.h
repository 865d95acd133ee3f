/* What the server tells `fuda` over the pipe, one line for each. */
#ifndef FUDA_TELL_H
#define FUDA_TELL_H

#include "server.h"

/*
 * Where it listens: the address to open, the code to type, and the other addresses that there are.
 */
void tell_listening(struct server *server);

/* "joined", "back", "gone", "out", "here" */
void tell_guest(struct server *server, const struct guest *guest, const char *state);

/* Everything that a successor of this process needs, opaque to `fuda`; sent after each change. */
void tell_keep(struct server *server);

/* An order that could not be carried out, and why (in English). */
void tell_refused(struct server *server, const char *order, const char *why);

/*
 * Restores guests, keys and the listening address from what tell_keep() sent; false: it is not
 * valid, and nothing was taken.
 */
bool keep_read(struct server *server, const char *state, char address[ADDRESS_ROOM], int *port);

/* Makes a new key for the address and a new code; false: there were no random numbers. */
bool keys_renew(struct server *server);

#endif
