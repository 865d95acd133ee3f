/*
 * Rows on standard input, as lines of a remote's folder on standard output: each after its check
 * value.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    while ((length = getline(&line, &room, stdin)) > 0) {
        uint64_t hash = UINT64_C(0xcbf29ce484222325);
        for (ssize_t i = 0; i < length - 1; i++)
            hash = (hash ^ (unsigned char)line[i]) * UINT64_C(0x100000001b3);
        printf("%08" PRIx32 " %s", (uint32_t)hash, line);
    }
    free(line);
    return 0;
}
