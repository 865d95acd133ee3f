/*
 * Where it listens: on this machine itself, and on one address of the local net; and which
 * addresses there are. Addresses are IPv4 or IPv6, as text.
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
    char address[ADDRESS_ROOM]; /* of the local net; "": this machine alone */
    int port;
    int listening[LISTENERS]; /* this machine, the address; -1: not */
};

/*
 * Begins to listen. `address`: the one wanted, "" or this machine's own: nothing else; NULL, or one
 * this machine does not have: that of the local net, if it is a private one. `port`: -1: the usual
 * one or one of the next; 0: any.
 */
bool network_open(struct network *network, const char *address, int port);

/*
 * Listens at another address of this machine instead; false: it cannot be had, and all is as it
 * was.
 */
bool network_move(struct network *network, const char *address);
void network_close(struct network *network);

/*
 * Addresses of this machine that phones could reach, without the one it listens at; at most
 * NETWORK_MOST.
 */
int network_others(const struct network *network, char out[NETWORK_MOST][ADDRESS_ROOM]);

/*
 * Is that what a browser calls this server: an address it listens at, or localhost, with the port?
 */
bool network_is_host(const struct network *network, const char *host);

/* The address to open, with what stands after the host. */
void network_url(const struct network *network, const char *rest, char out[URL_ROOM]);

/* Did this connection come to where it listens now? */
bool network_is_ours(const struct network *network, int connection);

/* Where a connection comes from, its port aside. */
void network_peer(int connection, struct sockaddr_storage *out);

/* A connection that has come, with where from; -1: none. */
int network_accept(int listening, struct sockaddr_storage *from, socklen_t *length);

#endif
