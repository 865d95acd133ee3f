/* Secrets: keys of 128 bits, used in addresses and cookies, and the short code that people type. */
#ifndef FUDA_KEY_H
#define FUDA_KEY_H

#include <stdbool.h>

enum { KEY_ROOM = 23, CODE_ROOM = 7 }; /* terminator included */

/* Made from the kernel's random numbers; false: there were none, and `out` is empty. */
bool key_make(char out[KEY_ROOM]);
bool code_make(char out[CODE_ROOM]);

/* Compares in constant time. `given` may be NULL; an empty key matches nothing. */
bool key_same(const char *given, const char *key);

/*
 * The same for a code. Case does not matter, and characters other than letters and digits are
 * ignored.
 */
bool code_same(const char *typed, const char *code);

#endif
