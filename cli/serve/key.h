/*
 * Secrets: keys of 128 bits, as an address and a cookie carry them, and the short code that people
 * type.
 */
#ifndef FUDA_KEY_H
#define FUDA_KEY_H

#include <stdbool.h>

enum { KEY_ROOM = 23, CODE_ROOM = 7 }; /* with the NUL */

/* Made by the kernel; false: it gave none, and `out` is empty. */
bool key_make(char out[KEY_ROOM]);
bool code_make(char out[CODE_ROOM]);

/* Compared in a time that tells nothing; `given` may be NULL. An empty key is no one's. */
bool key_same(const char *given, const char *key);

/*
 * The same for a code; small letters are large ones, and what is neither letter nor digit does not
 * count.
 */
bool code_same(const char *typed, const char *code);

#endif
