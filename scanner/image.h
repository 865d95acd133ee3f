/* What image.c, image_webp.c and image_turn.c share. */
#ifndef FUDA_IMAGE_H
#define FUDA_IMAGE_H

#include "scanner.h"

/*
 * How a picture is to be held so that people see it upright: the tag Orientation of the Exif data
 * in a JPEG, a PNG or WebP file. Phones keep what their sensor gave and say by it how they were
 * held. 1, as it is, where it is missing or damaged:
 *
 *     1 as it is   2 mirrored        5 its rows are columns   6 turned to the right
 *     3 turned     4 upside down,    7 … both ways mirrored   8 turned to the left
 *       by half      mirrored
 */
enum { TURN_NONE = 1, TURNS = 8 };
int picture_turn(const uint8_t *bytes, size_t length);

/*
 * What stands after `head` in the first segment of a JPEG file that has this marker and begins so,
 * in front of the picture itself; NULL: there is none. `left`: bytes of it.
 */
const uint8_t *jpeg_segment(const uint8_t *bytes, size_t length, int wanted, const char *head,
    size_t head_length, size_t *left);

/* Room for a picture of this size, if it is one that we read. */
bool image_room(unsigned long width, unsigned long height, struct grey *out, struct why *why);

/* What is there of it is shown. */
void image_ends_early(struct why *why);

bool webp_read(const uint8_t *bytes, size_t length, struct grey *out, struct why *why);

/* The picture as people see it, in a new place. False without memory: it is left as it was. */
bool grey_turn(struct grey *grey, int turn);

#endif
