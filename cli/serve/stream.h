/*
 * What streams carry, as server-sent events. A notice is one event as it stands on the wire, shared
 * by all streams that send it. A topic is the newest notice of something that everyone sees; a
 * stream that is slow is sent the newest and never what lies between. A stream is what one phone
 * has still to be sent.
 */
#ifndef FUDA_STREAM_H
#define FUDA_STREAM_H

#include "guests.h"

enum { TOPICS_MOST = 8, WAITING_MOST = 32 };

struct notice {
    int holders;
    uint64_t serial; /* of its topic; grows with each */
    bool last;       /* the stream ends after it */
    size_t length;
    char bytes[];
};

struct topics {
    struct {
        char name[EVENT_ROOM];
        struct notice *notice; /* held; NULL: a free row */
    } topic[TOPICS_MOST];
    uint64_t serial;
};

struct stream {
    struct notice *now; /* held: being sent, from `sent` on; NULL: none */
    size_t sent;
    uint64_t seen[TOPICS_MOST];           /* serial of each topic that it was sent */
    struct notice *waiting[WAITING_MOST]; /* held: for this phone alone, in order */
    int count;
    bool comment; /* a comment is due, so that a broken line is noticed */
};

/* The event `name` with `json` on one line; held by the caller. NULL: out of memory. */
struct notice *notice_make(const char *name, const char *json);

/* What tells a phone to come back soon when the line breaks. */
struct notice *notice_make_retry(int milliseconds);
void notice_drop(struct notice *notice);

/* In place of the one before; false: out of memory, or too many topics. */
bool topics_put(struct topics *topics, const char *name, const char *json);
void topics_clear(struct topics *topics);

/* To be sent by this stream; held by it. False: too many wait, it is to be ended. */
bool stream_add(struct stream *stream, struct notice *notice);

enum stream_state { STREAM_SENDS, STREAM_WAITS, STREAM_ENDS };

/* The next bytes of what has to be sent, at most `room`; 0 with STREAM_WAITS: nothing just now. */
enum stream_state stream_read(struct stream *stream, const struct topics *topics, char *out,
    size_t room, size_t *length);

/* Has it anything to send? */
bool stream_is_due(const struct stream *stream, const struct topics *topics);

/* Is it still sending what is older than so many changes? */
bool stream_lags(const struct stream *stream, const struct topics *topics, unsigned changes);
void stream_clear(struct stream *stream);

#endif
