/* Reading lines of any length from a file. */
#ifndef FUDA_LINES_H
#define FUDA_LINES_H

#include <stdio.h>
#include <sys/types.h>

/*
 * Reads the next line, its newline included, into *line, which grows and which the caller frees.
 * Returns its length, or -1 at the end of the file or without memory. Of a line longer than `most`
 * bytes, `most` + 1 bytes are kept and the rest is skipped.
 */
ssize_t line_get(char **line, size_t *room, size_t most, FILE *from);

#endif
