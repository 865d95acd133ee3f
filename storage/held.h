/*
 * A stream that writes to memory. Unlike open_memstream, which drops text silently when memory runs
 * out (neither ferror nor fclose tells), this one reports it.
 */
#ifndef FUDA_HELD_H
#define FUDA_HELD_H

#include <stdbool.h>
#include <stdio.h>

struct held {
    FILE *to; /* the stream to write to */
    char *at; /* owned: the text, terminated; valid once held_whole() has answered true */
    size_t length, room;
};

/* False: there is no memory. The struct must not be moved before held_close(). */
bool held_open(struct held *h);

/*
 * True: all that was written since the beginning or the last held_again() is there. False: memory
 * ran out.
 */
bool held_whole(struct held *h);

void held_again(struct held *h); /* starts again with an empty text */
void held_close(struct held *h); /* allowed even if it was never opened */

#endif
