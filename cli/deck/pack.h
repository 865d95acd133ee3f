/* What the files of `fuda pack` share. */
#ifndef FUDA_PACK_H
#define FUDA_PACK_H

#include "find.h"

#include <jansson.h>

/* The name that packs of the campaign itself have; no file may have it. */
#define PACK_OF_CAMPAIGN "campaign"

/* Writes a template for a game's pack (template.c). False: this game has none. */
bool pack_template(const struct context *context, struct text *t, const struct rulebook *book,
                   const char *name);

/* A deck's rows, for people and as JSON (show.c). A built-in deck gets its text first. */
void pack_spell(struct deck *deck);
void pack_show(const struct context *context, struct text *t, struct deck *deck);
json_t *pack_json(const struct context *context, struct deck *deck);

/* Where a deck comes from: "built-in", "own", "file". */
const char *pack_from(const struct deck *deck);

/* Complaints of a file that was read, those outside of any deck first (show.c). True if there are any. */
bool pack_told_faults(const struct pack_file *file);

/*
 * Asks on standard input for what the last deck of the file lacks, and adds each answer to the file
 * (fill.c). What pack_judge finds then goes into `out` or `list`. STATUS_BAD, with words, where the file
 * cannot be read, filled in or written; STATUS_BROKEN where pack_judge is false.
 */
enum status pack_fill(const struct context *context, const char *path, struct text *out, json_t *list);

/*
 * Whether a deck is as the rulebook states: findings for people into `t` or, with JSON, into `list`
 * (check.c). True if it has rows and none is irregular.
 */
bool pack_judge(const struct context *context, struct deck *deck, struct text *t, json_t *list);

#endif
