/*
 * fuda-serve as its parts see it, from below to above: key, guests, notice, pipe, network; this;
 * visits, the connections; tell, what is told to `fuda`; answer and routes, what phones ask;
 * orders, what `fuda` says.
 */
#ifndef FUDA_SERVER_H
#define FUDA_SERVER_H

#include "guests.h"
#include "network.h"
#include "pipe.h"
#include "stream.h"

#include <microhttpd.h>

enum {
    VISITS_MOST = 512, /* connections at once */
    /* of those who have not shown that they are guests; the oldest makes way */
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
    struct server *server; /* NULL: a free place */
    struct MHD_Connection *connection;
    int socket;
    int64_t since, deadline; /* it is ended then; 0: never */
    struct guest *guest;     /* NULL: a stranger; it may have left: visit_guest() */
    unsigned number;         /* the guest's */
    bool ending;
    bool asleep;             /* waits for us */
    bool streams, told_last; /* it is a stream; its last event was sent */
    struct stream stream;
    struct phone_call *call; /* the request that is being answered; NULL: none */
};

/* Who tries codes, by where from. */
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
    struct visit *arriving; /* being handed to the daemon */
    struct knocker knocker[KNOCKERS_MOST];
    struct allowance codes; /* of all together */
    char token[KEY_ROOM], code[CODE_ROOM];
    char *words;       /* owned: JSON; NULL: none yet */
    unsigned pages;    /* number of the page asked for last */
    int photos;        /* being taken */
    unsigned confined; /* what it has given up: bits of confine() */
    int64_t now;       /* milliseconds; of this turn */
    bool ends;
};

#endif
