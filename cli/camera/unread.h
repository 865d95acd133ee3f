/* Why stickers that are seen cannot be read, in words, and what to do. */
#ifndef FUDA_UNREAD_H
#define FUDA_UNREAD_H

#include "cli/camera/scanner.h"

/* A line for each reason: "3 seen, too slanted to read: raise the camera". */
void unread_say(const struct context *context, const int count[UNREAD_KINDS], struct text *t);

/* What was told already, in a stream of frames. */
struct unread {
    long since[UNREAD_KINDS]; /* milliseconds; 0: not there */
    bool told[UNREAD_KINDS];
};

/*
 * The same for what a scanner has just said, a reason once as long as it lasts, and not of a hand
 * that passes.
 */
void unread_hear(struct unread *u, const struct scanner *scanner, struct text *t);

#endif
