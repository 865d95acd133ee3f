/*
 * What goes through the network: asked of `fuda-net`, which stands beside `fuda`, over a pipe. An
 * address is never a word of a command line, and never told.
 */
#ifndef FUDA_NET_H
#define FUDA_NET_H

#include "cli/say.h"

enum { NET_ADDRESS_MOST = 2048 };

/* Sent to `address`: `body` as JSON; or, where it is NULL, what lies there is fetched. */
struct net_request {
    const char *address, *body;
    /* a PNG that goes with the body, as Discord takes one; NULL: none */
    const struct text *picture;
    size_t most; /* bytes taken of the answer, at most 1 MiB */
    int seconds; /* that all of it may take, at most 60 */
};

struct net_answer {
    int status;       /* of HTTP */
    long retry;       /* seconds that it asks to wait; 0: none */
    char type[129];   /* of the body: "text/plain"; "-": not said */
    struct text body; /* owned */
};

/* May it be asked: https, in printable characters? False: complained. */
bool net_address_good(const struct context *context, const char *address);

/*
 * False: complained, and there is no answer. One that is an error has come as well: `status` says
 * so.
 */
bool net_ask(const struct context *context, const struct net_request *request,
    struct net_answer *out);
void net_answer_clear(struct net_answer *answer);

/* Complains of an answer that is an error, as it is; true: it is none. */
bool net_answer_good(const struct context *context, const struct net_answer *answer);

#endif
