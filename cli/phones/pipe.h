/*
 * The program that the phones talk with, fuda-serve, as a process beside this one: started, told,
 * listened to, and put an end to when it hangs. It speaks JSON, an object a line; a photograph
 * follows its line as so many bytes.
 *
 *     pipe_open ─▶ pipe_put, pipe_put, …
 *                  pipe_next ─▶ PIPE_STARTS   tell it all anew: it has only its guests
 *                            ─▶ PIPE_SAYS     `said`, and the bytes after it
 *                            ─▶ PIPE_LOST     `why`; it is started again by itself, some times
 *
 * Nothing that it sends is believed further than it can be checked: lines and bytes are bounded,
 * what is no JSON ends it. Neither side waits for the other: what it does not take yet stands in
 * `out`. Lines of every kind are rationed: one that says more than guests can, or asks more than it
 * takes, is listened to later, and the table goes on.
 */
#ifndef FUDA_PHONES_PIPE_H
#define FUDA_PHONES_PIPE_H

#include "cli/helper.h"
#include "cli/say.h"

struct json_t;

enum pipe_news { PIPE_NOTHING, PIPE_STARTS, PIPE_SAYS, PIPE_LOST };

/* So many at once, then one each so many milliseconds; begins as {0}. */
struct ration {
    long left, since; /* milliseconds saved up, as of when */
};
bool ration_left(struct ration *r, long now, int burst, int each); /* is there one? */
/* takes one, if there is one */
bool ration_take(struct ration *r, long now, int burst, int each);

struct pipe {
    const struct context *context;
    struct helper helper;
    struct text out; /* what it has not taken yet, from `sent` on */
    size_t sent;
    struct text in; /* what it has said that is not read yet, from `read` on */
    size_t read;
    struct json_t *said; /* owned: the last thing said; */
    const char *bytes;   /* in `in`: the bytes after it */
    size_t count;
    bool more;           /* there may be more to read that no descriptor tells of */
    bool held;           /* it is not listened to just now */
    struct ration lines; /* what it may say */
    bool fresh;          /* it was started, and nobody knows yet */
    char *keep;          /* owned: its guests, for the next process; NULL: none yet */
    bool kept;           /* `keep` has changed, and nobody was told yet */
    /* when it was started; asked whether it lives, and answered; took anything */
    long since, asked, answered, taken;
    long again;   /* when it is to be started again; 0: never */
    bool pongs;   /* it has ever answered */
    int failures; /* in a row */
    char why[512];
};

/* With the guests in `keep`, where there are any. False: it cannot be started, `why`. */
bool pipe_open(struct pipe *p, const struct context *context);

/* It says good-bye, and is waited for a little. */
void pipe_close(struct pipe *p);

/* Tells it; the object is the pipe's from now on. */
void pipe_put(struct pipe *p, struct json_t *object);

/* What has come, one thing at a time, without waiting. */
enum pipe_news pipe_next(struct pipe *p);

/*
 * To wait for it beside other things: a descriptor or -1, and milliseconds until it wants to be
 * asked, or -1.
 */
int pipe_file(const struct pipe *p);
int pipe_due(const struct pipe *p);

#endif
