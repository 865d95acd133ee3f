/* Lines of a file, however long they are. */
#ifndef FUDA_LINES_H
#define FUDA_LINES_H

#include <stdio.h>
#include <sys/types.h>

/*
 * The next line, with its end, into *line, which grows and is the caller's to free; its length, -1
 * at the end of the file or without memory. Of a line of more than `most` bytes one byte more than
 * that is kept, and the rest is passed over.
 */
ssize_t line_get(char **line, size_t *room, size_t most, FILE *from);

#endif
