/*
 * Where the server listens: on this machine itself, and at one address of the local network; and
 * which addresses there are. Addresses are IPv4 or IPv6, as text.
 */
#ifndef FUDA_NETWORK_H
#define FUDA_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

enum {
    ADDRESS_ROOM = 46,
    NETWORK_MOST = 16,
    PORT_USUAL = 8765,
    PORTS_TRIED = 20,
    LISTENERS = 2,
    URL_ROOM = 128
};

struct network {
    char address[ADDRESS_ROOM]; /* in the local network; "": only this machine */
    int port;
    int listening[LISTENERS]; /* sockets for this machine and for the address; -1: none */
};

/*
 * Begins to listen. `address` is the wanted one; "" or this machine's own: only this machine. NULL,
 * or an address that this machine does not have: the one in the local network, if it is private.
 * `port` -1: the usual one or one of the next; 0: any.
 */
bool network_open(struct network *network, const char *address, int port);

/*
 * Listens at another address of this machine instead; false: that is not possible, and nothing has
 * changed.
 */
bool network_move(struct network *network, const char *address);
void network_close(struct network *network);

/*
 * The other addresses of this machine that phones could reach, NETWORK_MOST at most. Returns their
 * number.
 */
int network_others(const struct network *network, char out[NETWORK_MOST][ADDRESS_ROOM]);

/*
 * Is `host` a name of this server as a browser gives it: an address that it listens at, or
 * localhost, with the port?
 */
bool network_is_host(const struct network *network, const char *host);

/* The address to open in a browser, ending with `rest`. */
void network_url(const struct network *network, const char *rest, char out[URL_ROOM]);

/* Was this connection made to an address where the server listens now? */
bool network_is_ours(const struct network *network, int connection);

/* Where a connection comes from, without its port. */
void network_peer(int connection, struct sockaddr_storage *out);

/* Accepts a connection and says where it comes from; -1: none is waiting. */
int network_accept(int listening, struct sockaddr_storage *from, socklen_t *length);

#endif
