/*
 * The phones of an evening, kept from one game to the next. What fuda-serve asked to keep is in the
 * user's state folder, readable by nobody else, for some hours. The process that serves phones
 * holds the file; a second one starts without it.
 */
#ifndef FUDA_PHONES_KEEP_H
#define FUDA_PHONES_KEEP_H

/* The held file, or -1: another process holds it, or it cannot be opened. */
int keep_hold(void);
void keep_release(int file);

/* The contents, to be freed by the caller; NULL: there are none, or they are too old. */
char *keep_read(int file);

/* Writes the contents; NULL: empties the file. */
void keep_write(int file, const char *state);

#endif
