/* Lines of a file; see lines.h. */
#define _POSIX_C_SOURCE 200809L
#include "lines.h"

#include <stdbool.h>
#include <stdlib.h>

static bool make_room(char **line, size_t *room, size_t length)
{
    if (length + 1 < *room)
        return true;
    char *grown = realloc(*line, *room * 2 + 256);
    if (grown == NULL)
        return false;
    *line = grown;
    *room = *room * 2 + 256;
    return true;
}

ssize_t line_get(char **line, size_t *room, size_t most, FILE *from)
{
    size_t length = 0;
    int byte = EOF;
    while ((byte = getc_unlocked(from)) != EOF) {
        if (length <= most) {
            if (!make_room(line, room, length))
                return -1;
            (*line)[length++] = (char)byte;
        }
        if (byte == '\n')
            break;
    }
    if (length == 0)
        return -1;
    (*line)[length] = '\0';
    return (ssize_t)length;
}
