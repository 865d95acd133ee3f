/*
 * Characters that steer a screen, turn the direction of a text, or stand in it unseen. This is the
 * one list: every door in refuses them, every screen out shows a ? in their place, and HTML its
 * like.
 *
 *     controls                      C0 (blanks of lines too), DEL, C1; bytes that are no UTF-8
 *     direction and lines           U+061C, U+200E–F, U+2028–E, U+2066–9 and their like
 *     what is not seen              Unicode's Default_Ignorable_Code_Point, annotations, tags,
 *                                   noncharacters
 *
 * A joiner (U+200C–D) or a variation selector is a part of the writing, and plain, where it stands
 * after what it alters: an emoji, an ideograph, a letter of a script that joins.
 */
#ifndef FUDA_SIGNS_H
#define FUDA_SIGNS_H

#include "statement.h"

/* Where a text is being read; begins as {0}. */
struct sign {
    uint32_t point; /* the character, 0 where bytes are no UTF-8 */
    bool plain;     /* may be kept and shown */
};

/*
 * Reads the character at `bytes`, which has `left` and one at least; `sign` holds the one before
 * it. Its bytes: 1 where there is no UTF-8.
 */
size_t sign_next(const char *bytes, size_t left, struct sign *sign);

/* Is nothing seen of it but room? */
bool sign_is_blank(uint32_t point);

/*
 * Isolates, which keep letters written from right to left apart from what stands beside them, as
 * our own screens set them.
 */
enum { ISOLATE_SIZE = 3 };
/* U+2068, U+2069 */
static const char isolate_begin[] = {'\xE2', '\x81', '\xA8', '\0'},
                  isolate_end[] = {'\xE2', '\x81', '\xA9', '\0'};

/* Does it hold letters that are written from right to left? */
bool signs_turn(struct span text);

/* Isolates in it, if any, are closed in it, and so turn nothing after it. */
bool signs_isolated(struct span text);
bool sign_isolates(const struct sign *sign);

/* Are all of them plain, or one of the ASCII characters `but`? */
bool signs_plain(struct span text, const char *but);

#endif
