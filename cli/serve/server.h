/*
 * The server that all parts of fuda-serve share. From the lowest level up: key, guests, stream,
 * pipe, network; this header; visits (connections); tell (what is told to `fuda`); answer, routes
 * and phone (what phones ask); orders (what `fuda` says).
 */
#ifndef FUDA_SERVER_H
#define FUDA_SERVER_H

#include "guests.h"
#include "network.h"
#include "pipe.h"
#include "stream.h"

#include <microhttpd.h>

enum {
    VISITS_MOST = 512, /* connections at the same time */
    /* connections that have not shown that they are guests'; the oldest makes way for a new one */
    STRANGERS_MOST = 64,
    VISITS_A_GUEST = 8,
    STREAMS_A_GUEST = 3,
    KNOCKERS_MOST = 64,
    LAG_MOST = 8,
};

struct server;
struct phone_call;

/* A connection. */
struct visit {
    struct server *server; /* NULL: the row is free */
    struct MHD_Connection *connection;
    int socket;
    int64_t since, deadline; /* `deadline`: when it is ended; 0: never */
    struct guest *guest;     /* NULL: a stranger. The guest may have left: use visit_guest() */
    unsigned number;         /* the number of that guest */
    bool ending;
    bool asleep;             /* suspended, until the server wakes it */
    bool streams, told_last; /* it is a stream; and its last event was sent */
    struct stream stream;
    struct phone_call *call; /* the request being answered; NULL: none */
};

/* Who tries codes, by where the connections come from. */
struct knocker {
    struct sockaddr_storage from;
    int64_t seen;
    struct allowance codes;
};

struct server {
    struct MHD_Daemon *daemon;
    struct network network;
    struct pipe_ends pipe;
    struct guests guests;
    struct topics topics;
    struct visit visit[VISITS_MOST];
    struct visit *arriving; /* the connection being handed to the daemon */
    struct knocker knocker[KNOCKERS_MOST];
    struct allowance codes; /* how many codes may be tried by everybody together */
    char token[KEY_ROOM], code[CODE_ROOM];
    char *words;       /* owned: the texts of the pages in JSON; NULL: none yet */
    unsigned pages;    /* the number of the page that was last asked for */
    int photos;        /* photographs being received */
    unsigned confined; /* the rights that were given up: bits of confine() */
    int64_t now;       /* the time of this turn of the loop, in milliseconds */
    bool ends;
};

#endif
