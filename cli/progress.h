/*
 * How far something is that takes longer than a second: a line on standard error, where that is a
 * terminal.
 */
#ifndef FUDA_PROGRESS_H
#define FUDA_PROGRESS_H

#include "cli/cli.h"

#include <time.h>

struct progress {
    struct timespec begun, shown;
    bool silent, stands; /* stands: the line does, and is to be taken away */
};

void progress_begin(struct progress *progress, const struct context *context);

/*
 * So many of all are done; not with --quiet. Cheap: it may be called for each of a hundred
 * thousand.
 */
void progress_show(struct progress *progress, size_t done, size_t all);
void progress_end(struct progress *progress);

/*
 * A file of so many bytes to be read through, which shows how far it is; where memory fails the
 * file itself. Closing it, before `progress` ends, leaves `from` open.
 */
FILE *progress_file(struct progress *progress, FILE *from, size_t size);

#endif
