/*
 * Lines as they are typed at the prompt, in their order. A line that begins with < takes the last
 * one back, with > says it again, with ~ and a letter puts itself in the place of a line; with ! it
 * is asked about as at a terminal.
 */
#include "fuzz.h"
#include "play.h"

#include <stdlib.h>
#include <string.h>

const char *const fuzz_also = ".fuda";

enum { SHORT_MOST = 600 };

static bool one_line(struct play *p, char *line)
{
    switch (line[0]) {
    case '<': play_undo(p); return true;
    case '>': play_redo(p); return true;
    case '~':
        if (line[1] != '\0')
            play_mend(p, (size_t)(unsigned char)line[1] % 32, line + 2, line[1] & 1);
        return true;
    case '!': return play_line(p, line + 1, true, true);
    default: return play_line(p, line, true, false);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct play *p = calloc(1, sizeof *p);
    if (p == NULL)
        abort();
    play_begin(p, NULL);
    for (const uint8_t *at = data, *end = data + size; at < end;) {
        const uint8_t *newline = memchr(at, '\n', (size_t)(end - at));
        const size_t length = (size_t)((newline != NULL ? newline : end) - at);
        char line[SHORT_MOST + 1];
        if (length <= SHORT_MOST && memchr(at, '\0', length) == NULL) {
            memcpy(line, at, length);
            line[length] = '\0';
            if (!one_line(p, line))
                break;
        }
        at += length + 1;
    }
    play_end(p);
    free(p);
    return 0;
}
