/*
 * The pipe to fuda-serve, the program that the phones talk to: a child process that is started,
 * told, listened to, and ended when it hangs. It speaks JSON, one object on a line; a photograph
 * follows its line as bytes.
 *
 *     pipe_open ─▶ pipe_put, pipe_put, …
 *                  pipe_next ─▶ PIPE_STARTS   it knows only its guests: tell it everything
 *                            ─▶ PIPE_SAYS     `said`, and the bytes after it
 *                            ─▶ PIPE_LOST     `why`; it is started again, a few times
 *
 * Nothing that it sends is trusted: lines and bytes are bounded, and anything that is not JSON ends
 * it. Neither side waits for the other: what it does not take yet waits in `out`. Lines of every
 * kind are rationed: if it says more than guests can say, or asks without taking answers, it is
 * listened to later, and the table goes on.
 */
#ifndef FUDA_PHONES_PIPE_H
#define FUDA_PHONES_PIPE_H

#include "cli/helper.h"
#include "cli/say.h"

struct json_t;

enum pipe_news { PIPE_NOTHING, PIPE_STARTS, PIPE_SAYS, PIPE_LOST };

/* A ration allows `burst` at once, then one each `each` milliseconds. Begins as {0}. */
struct ration {
    long left, since; /* milliseconds saved up, and the time of that number */
};
bool ration_left(struct ration *r, long now, int burst, int each); /* is one left? */
/* takes one if one is left */
bool ration_take(struct ration *r, long now, int burst, int each);

struct pipe {
    const struct context *context;
    struct helper helper;
    struct text out; /* what it has still to take, from `sent` on */
    size_t sent;
    struct text in; /* what it has said, still to be read from `read` on */
    size_t read;
    struct json_t *said; /* owned: the last thing said; */
    const char *bytes;   /* the bytes after it, in `in` */
    size_t count;
    bool more;           /* there may be more to read although the descriptor is not ready */
    bool held;           /* it is not listened to at the moment */
    struct ration lines; /* limits what it may say */
    bool fresh;          /* it was started, and PIPE_STARTS was not answered yet */
    char *keep;          /* owned: its guests, for the next process; NULL: none yet */
    bool kept;           /* `keep` has changed since it was last written */
    /* times: when it was started, asked whether it lives, answered that, and last took anything */
    long since, asked, answered, taken;
    long again;   /* when it is to be started again; 0: never */
    bool pongs;   /* it has answered at least once */
    int failures; /* in a row */
    char why[512];
};

/* Starts it, with the guests in `keep` if there are any. False: it cannot be started; see `why`. */
bool pipe_open(struct pipe *p, const struct context *context);

/* Asks it to end, and waits a little for it. */
void pipe_close(struct pipe *p);

/* Tells it something. The pipe takes over the object. */
void pipe_put(struct pipe *p, struct json_t *object);

/* A page that was asked for; one that is not UTF-8 is a fault of ours, 500. */
void pipe_put_page(struct pipe *p, const struct json_t *said, int status, const char *type,
    const struct text *body);

/* What is said under a key; "": it is no text. */
const char *pipe_text(const struct json_t *said, const char *key);
/* An address or a code as a terminal may show it: its printable ASCII alone. */
void pipe_plain(const char *text, char *out, size_t size);

/* The next thing that has come, without waiting. */
enum pipe_news pipe_next(struct pipe *p);

/* A descriptor to wait for (-1: none), and milliseconds until the next call is due (-1: never). */
int pipe_file(const struct pipe *p);
int pipe_due(const struct pipe *p);

#endif
