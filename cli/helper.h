/*
 * The programs that stand beside `fuda`: what they need of libraries, `fuda` need not start with.
 */
#ifndef FUDA_HELPER_H
#define FUDA_HELPER_H

#include "cli/cli.h"

/*
 * What the folder that `fuda` itself stands in has, or would have, by that name; false if it does
 * not fit.
 */
bool helper_place(char *path, size_t size, const char *name);

/* Is there such a program? A build leaves out those whose libraries are not there. */
bool helper_find(char *path, size_t size, const char *name);

/* Why that {program} does not run, where helper_find did not find it. */
extern const char helper_missing[];

/* Tells that it does not run: it was not found, or could not be started, by errno. */
bool helper_complain(const struct context *context, const char *name);

/*
 * Runs the program of that folder; never looked for elsewhere; with the language and `words` (NULL
 * after the last, without the program's name), on our input and output, and answers how it ended.
 * That it cannot be started, or broke off, is told.
 */
enum status helper_run(const struct context *context, const char *name, const char *const *words);

struct text;

/*
 * Such a program asked once: `said` on its standard input, and what it answers up to its end, of
 * which no more than `most` bytes and a few are taken, after `out`: nothing, where it broke off or
 * was silent for minutes. False: it could not be started.
 */
bool helper_ask(const char *name, const struct text *said, size_t most, struct text *out);

/* Such a program, talked with over a pipe each way. */
struct helper {
    int pid, to, from; /* -1: it does not run */
};

/*
 * Starts the program at `path`, with nothing of ours open but the two ends and, as descriptor 3,
 * `third` (-1: none); a camera's password stays here. What it says is read without waiting. False:
 * it does not run.
 */
bool helper_start(struct helper *h, const char *path, int third);

/* It hears no more, which ends it, or else is ended; and so is whatever it may have begun. */
void helper_stop(struct helper *h);

#endif
