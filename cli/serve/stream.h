/*
 * Server-sent events. A notice is one event in the form in which it is sent, shared by all streams
 * that send it. A topic is the newest notice about something that everybody sees; a slow stream
 * gets only the newest. A stream is what has still to be sent to one phone.
 */
#ifndef FUDA_STREAM_H
#define FUDA_STREAM_H

#include "guests.h"

enum { TOPICS_MOST = 8, WAITING_MOST = 32 };

struct notice {
    int holders;
    uint64_t serial; /* its number within its topic, growing with each */
    bool last;       /* the stream ends after this event */
    size_t length;
    char bytes[];
};

struct topics {
    struct {
        char name[EVENT_ROOM];
        struct notice *notice; /* held; NULL: the row is free */
    } topic[TOPICS_MOST];
    uint64_t serial;
};

struct stream {
    struct notice *now; /* held: the notice being sent, from byte `sent` on; NULL: none */
    size_t sent;
    uint64_t seen[TOPICS_MOST];           /* for each topic, the serial of the notice sent last */
    struct notice *waiting[WAITING_MOST]; /* held: notices for this phone alone, in order */
    int count;
    bool comment; /* a comment is due, which shows whether the connection is broken */
};

/*
 * Makes the event `name` with `json`, which is one line. The caller holds it. NULL: out of memory.
 */
struct notice *notice_make(const char *name, const char *json);

/* The event that tells a phone how soon to reconnect when the connection breaks. */
struct notice *notice_make_retry(int milliseconds);
void notice_drop(struct notice *notice);

/* Sets the newest notice of a topic; false: out of memory, or too many topics. */
bool topics_put(struct topics *topics, const char *name, const char *json);
void topics_clear(struct topics *topics);

/*
 * Adds a notice to a stream, which holds it. False: too many are waiting, and the stream has to be
 * ended.
 */
bool stream_add(struct stream *stream, struct notice *notice);

enum stream_state { STREAM_SENDS, STREAM_WAITS, STREAM_ENDS };

/* The next bytes to send, `room` at most; 0 with STREAM_WAITS: there is nothing to send now. */
enum stream_state stream_read(struct stream *stream, const struct topics *topics, char *out,
    size_t room, size_t *length);

/* Does the stream have anything to send? */
bool stream_is_due(const struct stream *stream, const struct topics *topics);

/* Is the stream still sending something that is more than `changes` changes old? */
bool stream_lags(const struct stream *stream, const struct topics *topics, unsigned changes);
void stream_clear(struct stream *stream);

#endif
