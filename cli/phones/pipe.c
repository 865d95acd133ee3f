/* The pipe to fuda-serve, the program that the phones talk to; see pipe.h. */
#define _GNU_SOURCE
#include "pipe.h"
#include "cli/camera/scanner.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    PATH_ROOM = 4096,
    LINE_LONGEST = 1 << 20,
    KEEP_LONGEST = 1 << 18,
    PHOTO_LARGEST = 12 << 20,
    OUT_MOST = 16 << 20, /* with more than this unsent, the program takes nothing any more */
    OUT_FULL = 1 << 20,  /* nothing is read from it while so much waits to be sent */
    SAID_BURST = 1000,
    SAID_EACH_MS = 2, /* one line is read in this time, on average; 64 phones send fewer */
    PING_MS = 2000,
    HANG_MS = 8000, /* without an answer for so long it counts as hung */
    AGAIN_MS = 500,
    FAILURES_MOST = 5, /* it is started again so many times, each time after a longer pause */
    /* after running well for so long, failures are counted from 0 again */
    WELL_MS = 60000,
    /* pieces read at once, or lines that concern only the pipe */
    AT_ONCE = 1000,
    FULL_MS = 20, /* the pause before writing again to a full pipe */
};

/* ---- starting and ending ----------------------------------------------------------------- */

static const char program[] = "fuda-serve";

static bool say_why(struct pipe *p, const char *text)
{
    struct text t = {0};
    say_with(p->context, &t, text, "t", "program", program);
    snprintf(p->why, sizeof p->why, "%s", t.at);
    text_clear(&t);
    return false;
}

static void forget(struct pipe *p)
{
    json_decref(p->said);
    p->said = NULL;
    p->bytes = NULL;
    p->count = 0;
    text_clear(&p->out);
    text_clear(&p->in);
    p->sent = p->read = 0;
}

static bool start(struct pipe *p)
{
    char path[PATH_ROOM];
    forget(p);
    if (!helper_find(path, sizeof path, program))
        return say_why(p, helper_missing);
    if (!helper_start(&p->helper, path, -1)) {
        helper_stop(&p->helper);
        return say_why(p, N_("the program fuda-serve could not be started"));
    }
    p->since = p->taken = milliseconds();
    p->asked = p->answered = p->again = 0;
    p->lines = (struct ration){0};
    p->fresh = true;
    if (p->keep != NULL)
        pipe_put(p, json_pack("{ss ss}", "put", "keep", "state", p->keep));
    return true;
}

bool pipe_open(struct pipe *p, const struct context *context)
{
    *p = (struct pipe){.context = context, .helper = {-1, -1, -1}, .keep = p->keep};
    return start(p);
}

/* Sends as much as it takes now; false: it is gone. */
static bool flush_out(struct pipe *p)
{
    while (p->sent < p->out.length) {
        ssize_t sent = send(p->helper.to, p->out.at + p->sent, p->out.length - p->sent,
            MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno != EINTR)
            return errno == EAGAIN;
        p->sent += sent > 0 ? (size_t)sent : 0;
        p->taken = milliseconds();
    }
    p->out.length = p->sent = 0;
    return true;
}

/* Closes the pipe. The program then ends by itself and can tell its guests first. */
void pipe_close(struct pipe *p)
{
    if (p->helper.pid > 0) {
        pipe_put(p, json_pack("{ss}", "do", "quit"));
        flush_out(p);
    }
    helper_stop(&p->helper);
    forget(p);
    if (p->keep != NULL)
        explicit_bzero(p->keep, strlen(p->keep));
    free(p->keep);
    *p = (struct pipe){.context = p->context, .helper = {-1, -1, -1}};
}

static enum pipe_news on_lost(struct pipe *p)
{
    const long now = milliseconds();
    helper_stop(&p->helper);
    forget(p);
    p->more = p->held = false;
    p->failures = now - p->since > WELL_MS ? 1 : p->failures + 1;
    p->again = p->failures > FAILURES_MOST ? 0 : now + ((long)AGAIN_MS << (p->failures - 1));
    return PIPE_LOST;
}

/* ---- telling ----------------------------------------------------------------------------- */

static int add_piece(const char *bytes, size_t length, void *to)
{
    text_add(to, bytes, length);
    return 0;
}

void pipe_put(struct pipe *p, json_t *object)
{
    if (p->helper.pid > 0 && object != NULL) {
        json_dump_callback(object, add_piece, &p->out, JSON_COMPACT);
        text_put(&p->out, "\n");
        flush_out(p); /* if it is gone, pipe_next notices */
    }
    json_decref(object);
}

void pipe_put_page(struct pipe *p, const json_t *said, int status, const char *type,
    const struct text *body)
{
    json_t *text = json_stringn(body->length > 0 ? body->at : "", body->length);
    pipe_put(p, json_pack("{ss sO si ss so}", "put", "page", "id", json_object_get(said, "id"),
                    "status", text != NULL ? status : 500, "type", type, "body",
                    text != NULL ? text : json_string("")));
}

/* ---- listening --------------------------------------------------------------------------- */

const char *pipe_text(const json_t *said, const char *key)
{
    const char *text = json_string_value(json_object_get(said, key));
    return text != NULL ? text : "";
}

void pipe_plain(const char *text, char *out, size_t size)
{
    size_t length = 0;
    for (; *text != '\0' && length + 1 < size; text++)
        if (*text > ' ' && *text < 0x7F)
            out[length++] = *text;
    out[length] = '\0';
}

bool ration_left(struct ration *r, long now, int burst, int each)
{
    const long most = (long)burst * each;
    r->left = r->since == 0 || r->left + now - r->since > most ? most : r->left + now - r->since;
    r->since = now;
    return r->left >= each;
}

bool ration_take(struct ration *r, long now, int burst, int each)
{
    const bool may = ration_left(r, now, burst, each);
    r->left -= may ? each : 0;
    return may;
}

/*
 * Is reading paused? It is if the program says too much, or does not take the answers: its lines
 * then stay in the pipe, and it has to wait too.
 */
static bool waits(struct pipe *p)
{
    return p->out.length - p->sent > OUT_FULL
           || !ration_left(&p->lines, milliseconds(), SAID_BURST, SAID_EACH_MS);
}

/* Reads more: 1 if there was something, 0 if nothing yet, -1 at its end. */
static int take_bytes(struct pipe *p)
{
    char room[65536];
    if (p->read > 0 && p->read == p->in.length)
        p->read = p->in.length = 0;
    ssize_t got = read(p->helper.from, room, sizeof room);
    if (got > 0)
        text_add(&p->in, room, (size_t)got);
    return got > 0 ? 1 : got == 0 ? -1 : errno == EAGAIN || errno == EINTR ? 0 : -1;
}

/* Drops what was read, to make room for what comes. */
static void drop_read(struct pipe *p)
{
    if (p->read == 0)
        return;
    memmove(p->in.at, p->in.at + p->read, p->in.length - p->read);
    p->in.length -= p->read;
    p->read = 0;
}

/* The number of bytes that follow this line; -1: more than allowed. */
static long bytes_behind(const json_t *said)
{
    const char *at = json_string_value(json_object_get(said, "at"));
    if (at == NULL || strcmp(at, "photo") != 0)
        return 0;
    const json_int_t bytes = json_integer_value(json_object_get(said, "bytes"));
    return bytes >= 0 && bytes <= PHOTO_LARGEST ? (long)bytes : -1;
}

enum heard { HEARD_NOTHING, HEARD_ALL, HEARD_NONSENSE };

/* Takes a whole line of what has come, with the bytes that belong to it. */
static enum heard hear_line(struct pipe *p)
{
    const size_t left = p->in.length - p->read;
    const char *from = p->in.at + p->read, *end = left > 0 ? memchr(from, '\n', left) : NULL;
    if (end == NULL)
        return left > LINE_LONGEST ? HEARD_NONSENSE : HEARD_NOTHING;
    const size_t length = (size_t)(end - from);
    json_t *said = length > LINE_LONGEST ? NULL
                                         : json_loadb(from, length, JSON_REJECT_DUPLICATES, NULL);
    const long bytes = json_is_object(said) ? bytes_behind(said) : -1;
    if (bytes < 0 || left - length - 1 < (size_t)bytes) {
        json_decref(said);
        return bytes < 0 ? HEARD_NONSENSE : HEARD_NOTHING;
    }
    p->said = said;
    p->bytes = end + 1;
    p->count = (size_t)bytes;
    p->read += length + 1 + (size_t)bytes;
    return HEARD_ALL;
}

/* Handles a line that concerns only the pipe itself; false: it is for others. */
static bool is_ours(struct pipe *p)
{
    const char *at = json_string_value(json_object_get(p->said, "at"));
    const char *state = json_string_value(json_object_get(p->said, "state"));
    if (at == NULL)
        return false;
    if (strcmp(at, "pong") == 0) {
        p->answered = milliseconds();
        p->pongs = true;
    } else if (strcmp(at, "keep") == 0 && state != NULL && strlen(state) < KEEP_LONGEST) {
        free(p->keep);
        p->keep = memory_text(state);
        p->kept = true;
    }
    return strcmp(at, "pong") == 0 || strcmp(at, "keep") == 0;
}

/* Reads what has come, but only so much at once, so that others have their turn. */
static enum pipe_news hear(struct pipe *p)
{
    for (int i = 0; i < AT_ONCE; i++) {
        json_decref(p->said);
        p->said = NULL;
        p->held = waits(p);
        p->more = !p->held;
        if (p->held)
            return PIPE_NOTHING;
        switch (hear_line(p)) {
        case HEARD_ALL:
            ration_take(&p->lines, milliseconds(), SAID_BURST, SAID_EACH_MS);
            if (!is_ours(p))
                return PIPE_SAYS;
            continue;
        case HEARD_NONSENSE:
            say_why(p, N_("the program fuda-serve talks nonsense; is it of this version?"));
            return on_lost(p);
        case HEARD_NOTHING: break;
        }
        drop_read(p);
        const int got = take_bytes(p);
        if (got < 0) {
            say_why(p, N_("the program fuda-serve has died"));
            return on_lost(p);
        }
        if (got == 0) {
            p->more = false;
            return PIPE_NOTHING;
        }
    }
    return PIPE_NOTHING;
}

/* Does the program hang? It is asked now and then whether it is alive. */
static bool hangs(struct pipe *p, long now)
{
    if (now - p->asked >= PING_MS && p->answered >= p->asked) {
        p->asked = now;
        pipe_put(p, json_pack("{ss sI}", "do", "ping", "id", (json_int_t)now));
        return false;
    }
    const bool silent = p->pongs && p->answered < p->asked && now - p->asked > HANG_MS;
    const bool full = p->sent < p->out.length && now - p->taken > HANG_MS;
    return silent || full || p->out.length > OUT_MOST;
}

enum pipe_news pipe_next(struct pipe *p)
{
    const long now = milliseconds();
    if (p->helper.pid <= 0 && p->again > 0 && now >= p->again && !start(p))
        return on_lost(p);
    if (p->helper.pid <= 0)
        return PIPE_NOTHING;
    if (p->fresh) {
        p->fresh = false;
        return PIPE_STARTS;
    }
    flush_out(p);
    const enum pipe_news news = hear(p);
    if (news != PIPE_NOTHING || !hangs(p, now))
        return news;
    say_why(p, N_("the program fuda-serve does not answer any more"));
    return on_lost(p);
}

int pipe_file(const struct pipe *p) { return p->held ? -1 : p->helper.from; }

int pipe_due(const struct pipe *p)
{
    const long now = milliseconds();
    if (p->helper.pid <= 0)
        return p->again == 0 ? -1 : p->again > now ? (int)(p->again - now) : 0;
    return p->more ? 0 : p->held || p->sent < p->out.length ? FULL_MS : PING_MS;
}
