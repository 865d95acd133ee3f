/* The arguments of a statement that is being read. Private to core. */
#ifndef FUDA_ARGUMENT_H
#define FUDA_ARGUMENT_H

#include "text.h"
#include "core/rulebook.h"

/* What a statement is read with. */
struct statement_parse {
    const struct setting *setting;
    const struct verb *verb;
    struct statement *out;
    struct fault *fault;
    const struct reader *rest; /* what stands after the verb's token, while it is found */
};

/* Adds what the token says to the statement. False: the fault says why it is no argument here. */
bool argument_read(const struct statement_parse *in, const struct token *t);

/* Adds an argument that is the token as it is written; NULL: there are too many. */
struct argument *argument_add(const struct statement_parse *in, const struct token *t,
    enum argument_kind kind);

/* The seat of that name; below 0: the fault says why it is none. */
int argument_seat(const struct statement_parse *in, struct span written, uint32_t column);

/* A rank alone where a suit is led. -1: it is none. */
int argument_bare_rank(const struct statement_parse *in, struct span word);

/* A card of which a part lacks: which, and as it would be spelled with it. False: it is none. */
bool argument_tell_part(const struct statement_parse *in, const struct token *t);

#endif
