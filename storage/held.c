/* A text in memory; see held.h. */
#define _GNU_SOURCE /* fopencookie */
#include "held.h"

#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>

/* Writes nothing if there is no room, which the stream reports as an error. */
static ssize_t keep(void *cookie, const char *bytes, size_t size)
{
    struct held *h = cookie;
    if (h->room - h->length <= size) {
        const size_t room = 2 * (h->length + size) + 1;
        char *grown = realloc(h->at, room);
        if (grown == NULL)
            return 0;
        h->at = grown;
        h->room = room;
    }
    memcpy(h->at + h->length, bytes, size);
    h->length += size;
    h->at[h->length] = '\0';
    return (ssize_t)size;
}

void held_close(struct held *h)
{
    if (h->to != NULL)
        fclose(h->to);
    free(h->at);
    *h = (struct held){NULL, NULL, 0, 0};
}

bool held_open(struct held *h)
{
    *h = (struct held){.at = calloc(1, 1), .room = 1};
    if (h->at != NULL)
        h->to = fopencookie(h, "w", (cookie_io_functions_t){.write = keep});
    if (h->to != NULL)
        return true;
    held_close(h);
    return false;
}

bool held_whole(struct held *h) { return fflush(h->to) == 0 && !ferror(h->to); }

void held_again(struct held *h)
{
    __fpurge(h->to);
    clearerr(h->to);
    h->length = 0;
    h->at[0] = '\0';
}
