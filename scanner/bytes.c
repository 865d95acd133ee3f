/* Bytes that grow. */
#define _DEFAULT_SOURCE /* read */
#include "scanner.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool make_room(struct bytes *bytes, size_t length)
{
    if (bytes->length + length <= bytes->room)
        return true;
    size_t room = (bytes->length + length) * 2;
    uint8_t *grown = realloc(bytes->at, room);
    if (grown == NULL)
        return false;
    bytes->at = grown;
    bytes->room = room;
    return true;
}

bool bytes_add(struct bytes *bytes, const void *more, size_t length)
{
    if (length == 0)
        return true;
    if (!make_room(bytes, length))
        return false;
    memcpy(bytes->at + bytes->length, more, length);
    bytes->length += length;
    return true;
}

int bytes_read(struct bytes *bytes, int file, size_t most)
{
    enum { PIECE = 64 * 1024 };
    while (make_room(bytes, PIECE)) {
        ssize_t got = read(file, bytes->at + bytes->length, bytes->room - bytes->length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0 ? errno : 0;
        bytes->length += (size_t)got;
        if (bytes->length > most)
            return EFBIG;
    }
    return ENOMEM;
}

void bytes_clear(struct bytes *bytes)
{
    free(bytes->at);
    *bytes = (struct bytes){.at = NULL};
}
