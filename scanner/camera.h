/* What a kind of camera is to camera.c; each begins with a `struct camera`. */
#ifndef FUDA_CAMERA_H
#define FUDA_CAMERA_H

#include "face.h"

struct camera {
    enum frame_result (
        *frame)(struct camera *c, int wait_ms, int beside, struct grey *out, struct why *why);
    bool (*colour)(struct camera *c, struct colour *out);
    void (*close)(struct camera *c);
};

/*
 * Two pictures came while nobody looked, of so many bytes, at these times: is the older one to be
 * shown? What moves is blurred, and a blurred picture makes a smaller file; so a card that rests
 * for a moment is seen as it rested.
 */
bool camera_older_is_sharper(size_t older, long older_came, size_t newer, long newer_came);

/* camera_device.c */
struct camera *camera_device(const char *name, struct why *why);

/*
 * A camera on the network is two processes: one that has the connection, which begins with `apart`
 * (may be NULL) and then reads what the camera sends (camera_net.c), and this one, which decodes
 * the pictures and needs no connection (camera_apart.c).
 */
struct camera *camera_apart(const char *address, const char *user, void (*apart)(void),
    struct why *why);

struct net;
struct net *net_open(const char *address, const char *user, struct why *why);
void net_close(struct net *n);

/*
 * NEW, if `wants`: a whole picture, the newest, or a sharper one just before it, taken into `out`.
 * NONE: something has come at `beside`, or it is time.
 */
enum frame_result net_picture(struct net *n, int wait_ms, int beside, bool wants, struct bytes *out,
    struct why *why);

/* ---- a stream of JPEG pictures, taken apart (camera_parts.c) ----------------------------- */

enum { PART_MOST = 16 * 1024 * 1024, PREAMBLE_MOST = 64 * 1024, BOUNDARY_MOST = 128 };

/*
 * multipart/x-mixed-replace, RFC 2046: what stands between two lines of dashes and the boundary is
 * a part. Cameras write the boundary with its dashes into the header or without, another one than
 * they use, and Content-Length or not.
 *
 *     SEEK ─boundary─▶ HEAD ─empty line─▶ BODY ─length or next boundary─▶ SEEK: the part is whole
 */
struct parts {
    enum { PART_SEEK, PART_HEAD, PART_BODY } state;
    char boundary[BOUNDARY_MOST + 1]; /* without dashes; "": the first line of dashes tells */
    bool known;                       /* `boundary` is */
    bool begun;                       /* a part has */
    struct bytes rest;                /* owned: what has not been taken apart yet */
    size_t searched;                  /* so much of a body has no boundary */
    long announced;                   /* Content-Length, or -1 */
    bool picture;                     /* by its Content-Type, or by the lack of one */
};

/* From a response's Content-Type; false if that is no such stream. */
bool parts_begin(struct parts *p, const char *content_type);
void parts_clear(struct parts *p);

/*
 * Takes bytes and calls `whole` with every picture that is complete. False: it is no such stream.
 */
bool parts_feed(struct parts *p, const void *bytes, size_t length,
    void (*whole)(void *user, const uint8_t *picture, size_t length), void *user, struct why *why);

#endif
