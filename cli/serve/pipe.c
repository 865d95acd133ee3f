/* The pipe to `fuda`; see pipe.h. */
#define _POSIX_C_SOURCE 200809L
#include "pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 64 << 10, KEPT_ROOM = 256 << 10, FILE_WEIGHT = PIPE_WAITING_MOST / 4 };

struct parcel {
    struct parcel *next;
    char *bytes; /* owned; NULL: the bytes are in `file` */
    int file;    /* owned */
    size_t length, sent;
};

void pipe_init(struct pipe_ends *pipe, int from, int to)
{
    *pipe = (struct pipe_ends){.from = from, .to = to};
    fcntl(from, F_SETFL, fcntl(from, F_GETFL) | O_NONBLOCK);
    fcntl(to, F_SETFL, fcntl(to, F_GETFL) | O_NONBLOCK);
}

/* What a waiting parcel counts for. Files take no memory here, but there should not be many. */
static size_t weight(const struct parcel *p) { return p->bytes != NULL ? p->length : FILE_WEIGHT; }

static void drop_first(struct pipe_ends *pipe)
{
    struct parcel *p = pipe->first;
    pipe->first = p->next;
    if (pipe->first == NULL)
        pipe->last = NULL;
    pipe->waiting -= weight(p);
    if (p->bytes == NULL)
        close(p->file);
    free(p->bytes);
    free(p);
}

void pipe_clear(struct pipe_ends *pipe)
{
    while (pipe->first != NULL)
        drop_first(pipe);
    free(pipe->line);
    pipe->line = NULL;
}

/* ---- what comes -------------------------------------------------------------------------- */

static bool make_room(struct pipe_ends *pipe)
{
    if (pipe->room - pipe->length > BLOCK)
        return true;
    if (pipe->length > PIPE_LINE_MOST)
        return false;
    size_t room = (pipe->length + BLOCK) * 2;
    char *line = realloc(pipe->line, room);
    if (line == NULL)
        return false;
    pipe->line = line;
    pipe->room = room;
    return true;
}

/* Passes whole lines on and keeps the rest. The first `searched` bytes contain no end of a line. */
static void take_lines(struct pipe_ends *pipe, size_t searched,
    void (*take)(void *user, char *line, size_t length), void *user)
{
    size_t begin = 0;
    char *end;
    while ((end = memchr(pipe->line + searched, '\n', pipe->length - searched)) != NULL) {
        *end = '\0';
        take(user, pipe->line + begin, (size_t)(end - pipe->line) - begin);
        begin = searched = (size_t)(end - pipe->line) + 1;
    }
    memmove(pipe->line, pipe->line + begin, pipe->length - begin);
    pipe->length -= begin;
    if (pipe->length == 0 && pipe->room > KEPT_ROOM) {
        free(pipe->line);
        pipe->line = NULL;
        pipe->room = 0;
    }
}

bool pipe_read(struct pipe_ends *pipe, void (*take)(void *user, char *line, size_t length),
    void *user)
{
    if (!make_room(pipe))
        return false;
    ssize_t got = read(pipe->from, pipe->line + pipe->length, pipe->room - pipe->length);
    if (got <= 0)
        return got < 0 && (errno == EAGAIN || errno == EINTR);
    pipe->length += (size_t)got;
    take_lines(pipe, pipe->length - (size_t)got, take, user);
    return true;
}

/* ---- what goes --------------------------------------------------------------------------- */

/* Queues bytes or a file, and takes them over. */
static bool put_parcel(struct pipe_ends *pipe, char *bytes, int file, size_t length)
{
    struct parcel *p = malloc(sizeof *p);
    if (p == NULL)
        return false;
    *p = (struct parcel){.bytes = bytes, .file = file, .length = length};
    if (pipe->last != NULL)
        pipe->last->next = p;
    else
        pipe->first = p;
    pipe->last = p;
    pipe->waiting += weight(p);
    return true;
}

bool pipe_say(struct pipe_ends *pipe, json_t *value)
{
    char *line = value != NULL ? json_dumps(value, JSON_COMPACT) : NULL;
    size_t length = line != NULL ? strlen(line) : 0;
    json_decref(value);
    if (line == NULL)
        return false;
    line[length] = '\n'; /* in place of the NUL */
    if (put_parcel(pipe, line, -1, length + 1))
        return true;
    free(line);
    return false;
}

bool pipe_send_file(struct pipe_ends *pipe, int file, size_t length)
{
    if (put_parcel(pipe, NULL, file, length))
        return true;
    close(file);
    return false;
}

bool pipe_is_full(const struct pipe_ends *pipe)
{
    return pipe->lost || pipe->waiting > PIPE_WAITING_MOST;
}

/* Writes as much of the first parcel as goes at once. The bytes written, or -1 as from write(). */
static ssize_t write_some(const struct pipe_ends *pipe, const struct parcel *p)
{
    char block[16384];
    if (p->bytes != NULL)
        return write(pipe->to, p->bytes + p->sent, p->length - p->sent);
    size_t left = p->length - p->sent;
    ssize_t got = pread(p->file, block, left < sizeof block ? left : sizeof block, (off_t)p->sent);
    return got > 0 ? write(pipe->to, block, (size_t)got) : -1;
}

void pipe_flush(struct pipe_ends *pipe)
{
    while (pipe->first != NULL) {
        ssize_t sent = write_some(pipe, pipe->first);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0) {
            pipe->lost = errno != EAGAIN;
            return;
        }
        pipe->first->sent += (size_t)sent;
        if (pipe->first->sent == pipe->first->length)
            drop_first(pipe);
    }
}
