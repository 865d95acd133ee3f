/* Help for people, from the rows of cli.h. */
#ifndef FUDA_HELP_H
#define FUDA_HELP_H

#include "cli/say.h"

/*
 * `fuda --help`: the commands and the options of all; then one command, or one of its words as
 * `row`.
 */
void help_all(const struct context *context);
void help_command_show(const struct context *context, const struct command *command,
    const struct command *row);

/* "Examples:", and each line of them below. */
void help_examples(const struct context *context, struct text *t, const char *lines);

#endif
