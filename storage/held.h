/*
 * A text that is written as a file is, and stands in memory. The system's own (open_memstream)
 * loses what it has no room for, and says nothing of it: neither ferror nor fclose knows.
 */
#ifndef FUDA_HELD_H
#define FUDA_HELD_H

#include <stdbool.h>
#include <stdio.h>

struct held {
    FILE *to; /* to be written to */
    char *at; /* owned: what was written, terminated, once held_whole() said so */
    size_t length, room;
};

/* False: there is no memory. It stays where it is until held_close(). */
bool held_open(struct held *h);

/*
 * All that was written since the beginning, or the last held_again(), stands there; false: there
 * was no room for it.
 */
bool held_whole(struct held *h);

void held_again(struct held *h); /* from the beginning */
void held_close(struct held *h); /* one that was never opened, too */

#endif
