/*
 * A camera's stream of pictures: a line of Content-Type, then bytes, which come in pieces of a
 * length the first byte says.
 */
#include "fuzz.h"
#include "scanner/camera.h"

#include <stdlib.h>
#include <string.h>

const char *const fuzz_also = NULL;

static void whole(void *user, const uint8_t *picture, size_t length)
{
    size_t *sum = user;
    if (length > PART_MOST)
        abort();
    for (size_t i = 0; i < length; i++)
        *sum += picture[i];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct parts parts;
    struct why why = {""};
    char type[256];
    size_t sum = 0;
    const uint8_t *end = size > 0 ? memchr(data + 1, '\n', size - 1) : NULL;
    if (end == NULL || (size_t)(end - data) >= sizeof type)
        return 0;
    memcpy(type, data + 1, (size_t)(end - data) - 1);
    type[end - data - 1] = '\0';
    if (!parts_begin(&parts, type))
        return 0;
    const size_t piece = data[0] + 1u, length = size - (size_t)(end + 1 - data);
    for (size_t at = 0; at < length; at += piece)
        if (!parts_feed(&parts, end + 1 + at, length - at < piece ? length - at : piece, whole,
                &sum, &why))
            break;
    parts_clear(&parts);
    return 0;
}
