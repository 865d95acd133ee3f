/*
 * A file that others get: written beside its place, flushed to the disk, and then there whole, or
 * not at all. A disk that is full, or a kill, leaves what was there before.
 */
#ifndef FUDA_OUTPUT_H
#define FUDA_OUTPUT_H

#include "cli/say.h"
#include "storage/held.h"

#include <stdio.h>

struct output {
    const struct context *context;
    const char *path; /* NULL: standard output */
    /* a file that is there may go; else it stays, and a new name is expected */
    bool replace;
    /* readable for whom any new file is; else for its owner alone: names stand in it */
    bool shared;
    struct text beside;
    struct held held; /* what goes to a terminal, as data may not steer one */
    FILE *to;         /* to be written to */
    int64_t size;     /* after output_end(): of the file, in bytes */
};

/* `path` NULL or "-": standard output. False: it complained, and output_end() is not called. */
bool output_begin(struct output *o, const struct context *context, const char *path);

/*
 * `good` false: what was written is dropped. False: it is not there; what this failed by was said.
 */
bool output_end(struct output *o, bool good);

#endif
