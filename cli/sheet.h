/*
 * The score sheet on a terminal. A game's rows and standing are trees (core.h, telling); its
 * layout, a row of the table in sheet.c, says which of their fields stand where. Names may be
 * Japanese: widths are columns, not bytes.
 */
#ifndef FUDA_SHEET_H
#define FUDA_SHEET_H

#include "cli.h"

#include <jansson.h>

/* How one game's score is drawn; any function may be NULL. All add whole lines to `t`. */
struct layout {
    const struct rulebook *book;
    void (*head)(const struct context *context, struct text *t, const struct record *r);
    void (*row)(const struct context *context, struct text *t, const struct record *r, json_t *row);
    void (*standing)(const struct context *context, struct text *t, const struct record *r,
                     json_t *standing);
    void (*board)(const struct context *context, struct text *t, const struct record *r,
                  json_t *table);
};

const struct layout *layout_find(const struct rulebook *book);

extern const struct layout haratama_layout, needfire_layout, tezumashi_layout,
    hyakumonogatari_layout, materia_layout;

/* ---- pieces that layouts share ---- */

/* A column for a seat, wide enough for its name if there is room; columns of 80 less `lead`. */
int sheet_column(const struct seats *seats, int lead);

/* The names, each right-aligned in its column. */
void sheet_names(struct text *t, const struct seats *seats, int width);

/* A cell's text, right-aligned; a label at the left, two columns in. */
void sheet_cell(struct text *t, const char *text, int width);
void sheet_label(struct text *t, const char *text, int width);

/* A labelled line with a number field of the standing below each seat's column. */
void sheet_field(struct text *t, const struct record *r, json_t *standing, const char *label,
                 const char *field, int lead, int width);

/* A number or a text of a tree; 0 or "" where there is none. */
long sheet_number(json_t *object, const char *key);
const char *sheet_text(json_t *object, const char *key);

#endif
