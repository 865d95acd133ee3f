/*
 * The pipe to `fuda`: one JSON object on each line, both ways; the line of a photograph is followed
 * by its bytes. What goes out waits here until `fuda` takes it, so that a slow reader does not hold
 * up the phones.
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
    char *line; /* owned: the part of a line that has come so far */
    size_t length, room;
    struct parcel *first, *last; /* owned: what waits to go out */
    /* bytes that wait; a photograph counts as a quarter of PIPE_WAITING_MOST */
    size_t waiting;
    bool lost; /* the other side is gone */
};

/* From now on neither end blocks. */
void pipe_init(struct pipe_ends *pipe, int from, int to);
void pipe_clear(struct pipe_ends *pipe);

/*
 * Reads what is there and passes each complete line to `take`. False: the pipe has ended, or a line
 * is too long.
 */
bool pipe_read(struct pipe_ends *pipe, void (*take)(void *user, char *line, size_t length),
    void *user);

/*
 * Queues a line. Takes over `value`, which may be NULL if there was no memory. False: it is not
 * sent.
 */
bool pipe_say(struct pipe_ends *pipe, json_t *value);

/*
 * Queues the bytes of an unnamed file, which is closed when they are sent, or at once if they
 * cannot be.
 */
bool pipe_send_file(struct pipe_ends *pipe, int file, size_t length);

/* Does `fuda` take nothing, so that no more should be said for now? */
bool pipe_is_full(const struct pipe_ends *pipe);

/* Sends as much as possible without blocking. */
void pipe_flush(struct pipe_ends *pipe);

#endif
