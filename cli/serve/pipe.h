/*
 * The pipe to `fuda`: one JSON object a line, both ways; after a photograph's line, its bytes. What
 * goes out waits here until `fuda` takes it, so that nobody who is slow holds the phones up.
 */
#ifndef FUDA_PIPE_H
#define FUDA_PIPE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { PIPE_LINE_MOST = 4 << 20, PIPE_WAITING_MOST = 256 << 10 };

struct parcel;

struct pipe_ends {
    int from, to;
    char *line; /* owned: what came of a line, and after it */
    size_t length, room;
    struct parcel *first, *last; /* owned: what goes out */
    /* bytes that go out, a photograph being a quarter of what may wait */
    size_t waiting;
    bool lost; /* the other side has gone */
};

/* Neither end waits from now on. */
void pipe_init(struct pipe_ends *pipe, int from, int to);
void pipe_clear(struct pipe_ends *pipe);

/*
 * Takes what is there and hands each whole line to `take`. False: it has ended, or a line is too
 * long.
 */
bool pipe_read(struct pipe_ends *pipe, void (*take)(void *user, char *line, size_t length),
    void *user);

/*
 * A line to go out; takes `value` over, which may be NULL when memory ended. False: it does not go.
 */
bool pipe_say(struct pipe_ends *pipe, json_t *value);

/*
 * The bytes of a file without a name go after what waits; it is closed then, or at once when it
 * cannot be sent.
 */
bool pipe_send_file(struct pipe_ends *pipe, int file, size_t length);

/* `fuda` takes nothing: no more should be said for now. */
bool pipe_is_full(const struct pipe_ends *pipe);

/* Sends as much as goes without waiting. */
void pipe_flush(struct pipe_ends *pipe);

#endif
