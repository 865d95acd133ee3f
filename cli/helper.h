/* The programs that stand beside `fuda`: what they need of libraries, `fuda` need not start with. */
#ifndef FUDA_HELPER_H
#define FUDA_HELPER_H

#include "cli/cli.h"

/* What the folder that `fuda` itself stands in has, or would have, by that name; false if it does not fit. */
bool helper_place(char *path, size_t size, const char *name);

/*
 * Goes on as the program of that folder; never looked for elsewhere; with the language and `words` (NULL behind the last, without the program's
 * name). Comes back only if it cannot be started, and has complained.
 */
enum status helper_run(const struct context *context, const char *name, const char *const *words);

#endif
