/*
 * A camera on the network that is none: a server on 127.0.0.1, in a process of its own, that lives
 * for some seconds and answers as it is told. And fuda-scan, asked what it sees there.
 */
#ifndef FUDA_SCAN_CAMERA_SERVER_H
#define FUDA_SCAN_CAMERA_SERVER_H

#include <stdbool.h>
#include <stddef.h>

/*
 * How it answers; what is 0 or NULL is as with a camera that works, a stream of pictures of red 9.
 */
struct serving {
    const char *status;   /* "404 Not Found" */
    const char *type;     /* Content-Type */
    const char *boundary; /* as it stands in the header; "frame" */
    const char *location; /* of a redirect */
    const char *user;     /* "NAME:PASSWORD" that is wanted */
    bool digest;          /* … by Digest, else Basic */
    bool length;          /* parts say their length */
    bool single;          /* a picture an answer */
    bool slow;            /* bytes come in small pieces */
    bool endless;         /* a part that does not end */
    bool garbage;         /* pictures that are none */
    bool flaky;           /* every third request fails */
    bool untyped;         /* a picture without a Content-Type; */
    bool empty;           /* … and nothing at all */
    const char *raw;      /* these bytes instead of any answer */
    const char *says;     /* a boundary in the header that is not the one used */
    int turn;             /* as a phone keeps them that is held so, 1 to 8 */
    int pictures;         /* then it hangs up; 0: never */
};

/*
 * What fuda-scan says until `until` is in it, or it ends, or patience does. NULL: there is no
 * server.
 */
bool scan_served(const struct serving *how, const char *path, const char *user, const char *until,
    char *out, size_t size);

#endif
