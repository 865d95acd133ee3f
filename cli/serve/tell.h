/* What is told to `fuda`, a line each; the server's part of the pipe. */
#ifndef FUDA_TELL_H
#define FUDA_TELL_H

#include "server.h"

/*
 * Where it listens, with the address to open, the code to type, and which other addresses there
 * are.
 */
void tell_listening(struct server *server);

/* "joined", "back", "gone", "out", "here" */
void tell_guest(struct server *server, const struct guest *guest, const char *state);

/* All that a successor needs, opaque to `fuda`; after each change of it. */
void tell_keep(struct server *server);

/* An order that could not be carried out, and why (an English text). */
void tell_refused(struct server *server, const char *order, const char *why);

/*
 * From what tell_keep() told: guests, keys, and where it listened; false: it is nothing of ours,
 * and nothing is taken.
 */
bool keep_read(struct server *server, const char *state, char address[ADDRESS_ROOM], int *port);

/* A new key for the address and a new code; false: the kernel gave none. */
bool keys_renew(struct server *server);

#endif
