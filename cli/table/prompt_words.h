/* What the table's own words (prompt_words.c) share with what offers them (complete.c). */
#ifndef FUDA_TABLE_WORDS_H
#define FUDA_TABLE_WORDS_H

#include "table_prompt.h"

extern const struct command table_words[]; /* the last has no name */

/* The word of that name in either spelling; NULL: none. */
const struct command *word_find(struct span name);

/* Does this game have an answer to the word? Without a game each word has. */
bool word_has_answer(const struct rulebook *book, const struct command *w);

/*
 * The statements of this game, one by one; NULL after the last. Not each of them can be said at the
 * table.
 */
const struct verb *word_statement(const struct rulebook *book, int at);
bool word_is_said_here(const struct rulebook *book, const struct verb *verb);

/* Does the word end what is done at the prompt? */
bool word_leaves(const struct command *w);

/* A word's usage, and beside it what it does. */
void word_help(const struct context *context, struct text *out, const char *usage,
    const char *summary);

/* The seat that is called so; -1: nobody is. */
int word_seat(const struct table *t, const char *name);

#endif
