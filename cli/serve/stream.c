/* The events that streams carry; see stream.h. */
#include "stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- notices ------------------------------------------------------------------------------ */

/* A notice with room for `length` bytes. */
static struct notice *make_empty(size_t length)
{
    struct notice *notice = malloc(sizeof *notice + length + 1);
    if (notice != NULL)
        *notice = (struct notice){.holders = 1, .length = length};
    return notice;
}

struct notice *notice_make(const char *name, const char *json)
{
    struct notice *notice = make_empty(strlen("event: \ndata: \n\n") + strlen(name) + strlen(json));
    if (notice != NULL)
        snprintf(notice->bytes, notice->length + 1, "event: %s\ndata: %s\n\n", name, json);
    return notice;
}

struct notice *notice_make_retry(int milliseconds)
{
    char text[40];
    snprintf(text, sizeof text, "retry: %d\n\n", milliseconds);
    struct notice *notice = make_empty(strlen(text));
    if (notice != NULL)
        memcpy(notice->bytes, text, strlen(text));
    return notice;
}

static struct notice *hold(struct notice *notice)
{
    notice->holders++;
    return notice;
}

void notice_drop(struct notice *notice)
{
    if (notice != NULL && --notice->holders == 0)
        free(notice);
}

/* ---- topics ------------------------------------------------------------------------------ */

bool topics_put(struct topics *topics, const char *name, const char *json)
{
    int row = 0;
    while (row < TOPICS_MOST && topics->topic[row].notice != NULL
           && strcmp(topics->topic[row].name, name) != 0)
        row++;
    struct notice *notice = row < TOPICS_MOST && strlen(name) < EVENT_ROOM ? notice_make(name, json)
                                                                           : NULL;
    if (notice == NULL)
        return false;
    notice->serial = ++topics->serial;
    notice_drop(topics->topic[row].notice);
    topics->topic[row].notice = notice;
    snprintf(topics->topic[row].name, EVENT_ROOM, "%s", name);
    return true;
}

void topics_clear(struct topics *topics)
{
    for (int i = 0; i < TOPICS_MOST; i++)
        notice_drop(topics->topic[i].notice);
    *topics = (struct topics){.serial = 0};
}

/* ---- streams ----------------------------------------------------------------------------- */

bool stream_add(struct stream *stream, struct notice *notice)
{
    if (stream->count == WAITING_MOST)
        return false;
    stream->waiting[stream->count++] = hold(notice);
    return true;
}

/* Finds a topic that has changed since it was sent; -1: none. */
static int find_changed(const struct stream *stream, const struct topics *topics)
{
    for (int i = 0; i < TOPICS_MOST; i++)
        if (topics->topic[i].notice != NULL && topics->topic[i].notice->serial != stream->seen[i])
            return i;
    return -1;
}

bool stream_is_due(const struct stream *stream, const struct topics *topics)
{
    return stream->now != NULL || stream->count > 0 || stream->comment
           || find_changed(stream, topics) >= 0;
}

/* Sets `now` to what is sent next. What is only for this phone goes first. */
static void take_next(struct stream *stream, const struct topics *topics)
{
    int changed = find_changed(stream, topics);
    stream->sent = 0;
    if (stream->count > 0) {
        stream->now = stream->waiting[0];
        memmove(stream->waiting, stream->waiting + 1,
            (size_t)--stream->count * sizeof *stream->waiting);
    } else if (changed >= 0) {
        stream->now = hold(topics->topic[changed].notice);
        stream->seen[changed] = stream->now->serial;
    }
}

enum stream_state stream_read(struct stream *stream, const struct topics *topics, char *out,
    size_t room, size_t *length)
{
    static const char comment[] = ":\n\n";
    *length = 0;
    if (stream->now == NULL)
        take_next(stream, topics);
    if (stream->now == NULL) {
        if (!stream->comment || room < sizeof comment)
            return STREAM_WAITS;
        stream->comment = false;
        *length = sizeof comment - 1;
        memcpy(out, comment, *length);
        return STREAM_SENDS;
    }
    size_t left = stream->now->length - stream->sent;
    *length = left < room ? left : room;
    memcpy(out, stream->now->bytes + stream->sent, *length);
    stream->sent += *length;
    if (*length < left)
        return STREAM_SENDS;
    bool last = stream->now->last;
    notice_drop(stream->now);
    stream->now = NULL;
    stream->comment = false;
    return last ? STREAM_ENDS : STREAM_SENDS;
}

bool stream_lags(const struct stream *stream, const struct topics *topics, unsigned changes)
{
    return stream->now != NULL && stream->now->serial != 0
           && topics->serial - stream->now->serial > changes;
}

void stream_clear(struct stream *stream)
{
    notice_drop(stream->now);
    for (int i = 0; i < stream->count; i++)
        notice_drop(stream->waiting[i]);
    *stream = (struct stream){.count = 0};
}
