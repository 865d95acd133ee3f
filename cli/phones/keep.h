/*
 * The phones of an evening, from one game to the next: what fuda-serve gave to be kept lies in the
 * user's folder for state, readable by nobody else, for some hours. Whoever serves phones holds the
 * file; another one beside begins anew.
 */
#ifndef FUDA_PHONES_KEEP_H
#define FUDA_PHONES_KEEP_H

/* The file held, or -1: somebody else holds it, or there is none to be had. */
int keep_hold(void);
void keep_release(int file);

/* What lies in it, the caller's to free; NULL: nothing, or of another day. */
char *keep_read(int file);

/* Puts it there; NULL: nothing lies there from now on. */
void keep_write(int file, const char *state);

#endif
