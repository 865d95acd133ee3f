/* The score sheet on a terminal: how each game's rows and standing are laid out. */
#ifndef FUDA_SHEET_H
#define FUDA_SHEET_H

#include "cli.h"

struct json_t;

/* The head of the table, one row of the score as core tells it, and the standing below. */
void sheet_head(const struct context *context, struct text *t, const struct record *r);
void sheet_row(const struct context *context, struct text *t, const struct record *r,
               struct json_t *row);
void sheet_standing(const struct context *context, struct text *t, const struct record *r,
                    struct json_t *standing);

#endif
