/*
 * What a record asks for, in words, and an answer as an example with the names of those at the
 * table.
 */
#ifndef FUDA_EXAMPLE_H
#define FUDA_EXAMPLE_H

#include "cli/say.h"

/* A text of the question, its examples filled in. */
void ask_words(const struct context *context, const struct record *r, const struct ask *ask,
    const struct question *way, const char *text, struct text *out);

/*
 * An answer, and the statement that it stands for, as the language has it; false: it is the same.
 */
bool ask_example(const struct context *context, const struct record *r, const struct ask *ask,
    const struct question *way, struct text *answer, struct text *statement);

/* What the answer says, without a full stop. */
void ask_about(const struct context *context, const struct record *r, const struct ask *ask,
    const struct question *way, struct text *out);

/*
 * What is wrong with a line, with an answer to `r` as an example where it is none. True: there are
 * other ways to answer, too.
 */
bool say_fault(const struct context *context, const struct fault *fault, const struct record *r,
    const struct setting *setting, struct text *out);

#endif
