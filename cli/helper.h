/* The programs that stand beside `fuda`: what they need of libraries, `fuda` need not start with. */
#ifndef FUDA_HELPER_H
#define FUDA_HELPER_H

#include "cli/cli.h"

/*
 * The path of a program in the folder that `fuda` itself stands in; never looked for elsewhere. False
 * if it does not fit or is not there: complained of.
 */
bool helper_path(const struct context *context, const char *name, char *path, size_t size);

/*
 * Goes on as that program, with the language and `words` (NULL behind the last, without the program's
 * name). Comes back only if it cannot be started, and has complained.
 */
enum status helper_run(const struct context *context, const char *name, const char *const *words);

#endif
