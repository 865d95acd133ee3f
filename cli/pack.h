/* What the files of `fuda pack` share. */
#ifndef FUDA_PACK_H
#define FUDA_PACK_H

#include "packs.h"

#include <jansson.h>

/* The name that packs of the campaign itself have; no file may have it. */
#define PACK_OF_CAMPAIGN "campaign"

/* Writes a template for a game's pack (pack_new.c). False: this game has none. */
bool pack_template(const struct context *context, struct text *t, const struct rulebook *book,
                   const char *name);

/* A deck's rows, for people and as JSON (pack_show.c). A built-in deck gets its text first. */
void pack_spell(struct deck *deck);
void pack_show(const struct context *context, struct text *t, struct deck *deck);
json_t *pack_json(const struct context *context, struct deck *deck);

/* Where a deck comes from: "built-in", "own", "file". */
const char *pack_from(const struct deck *deck);

/*
 * Whether a deck is as the rulebook states: findings for people into `t` or, with JSON, into `list`
 * (pack_check.c). True if it has rows and none is irregular.
 */
bool pack_judge(const struct context *context, struct deck *deck, struct text *t, json_t *list);

#endif
