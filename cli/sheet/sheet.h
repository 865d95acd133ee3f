/*
 * The score sheet on a terminal. A game's rows and standing are trees (core.h, telling); its
 * layout, a row of the table in sheet.c, says which of their fields stand where. Names may be
 * Japanese: widths are columns, not bytes.
 */
#ifndef FUDA_SHEET_H
#define FUDA_SHEET_H

#include "cli/say.h"

#include <jansson.h>

/* How one game's score is drawn; any function may be NULL. All add whole lines to `t`. */
struct layout {
    const struct rulebook *book;
    void (*head)(const struct context *context, struct text *t, const struct record *r);
    void (*row)(const struct context *context, struct text *t, const struct record *r, json_t *row);
    /* Does `fuda judge` show the rows too? Of what lies on the table, when the first row is known. */
    bool (*in_dispute)(json_t *table);
    void (*standing)(const struct context *context, struct text *t, const struct record *r,
                     json_t *standing);
    void (*board)(const struct context *context, struct text *t, const struct record *r,
                  json_t *table);
    /* `board more`: with all that the game can work out of what lies there. */
    void (*board_more)(const struct context *context, struct text *t, const struct record *r,
                       json_t *table);
    /* What would come of one card, or of each that may be played; rows as the game's what_if tells. */
    void (*what_if)(const struct context *context, struct text *t, const struct record *r,
                    json_t *row);
    void (*what_if_each)(const struct context *context, struct text *t, const struct record *r,
                         json_t *rows);
    void (*remark)(const struct context *context, struct text *t, const struct record *r,
                   const char *key, json_t *value);     /* what else the score tells, by its key */
    void (*odds)(const struct context *context, struct text *t, const struct record *r,
                 json_t *answer);                       /* of a game that tells its own (odds_tell) */
    const char *unscored;       /* what a game is kept as whose points cannot be counted yet, or NULL */
};

const struct layout *layout_find(const struct rulebook *book);

extern const struct layout haratama_layout, needfire_layout, tezumashi_layout,
    hyakumonogatari_layout, materia_layout;

/* The table's `what-if [CARD] [NAME]`; false: it complained. */
bool what_if(const struct context *context, const struct record *r, const char *rest);
/* Answers the table's word `odds`, whose argument is `rest`; false: it complained. (odds.c) */
bool odds_show(const struct context *context, const struct record *r, const char *rest);

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

/* A seat of a tree by its name, or -1; the card that a tree spells, in the reader's language. */
int sheet_seat(const struct record *r, json_t *name);
void sheet_card(const struct context *context, struct text *t, const struct record *r, const char *card);

/* A label in `width` columns, then a text broken into lines beside it. */
void sheet_item(struct text *t, const char *label, int width, const char *text);

/* A number or a text of a tree; 0 or "" where there is none. */
long sheet_number(json_t *object, const char *key);
const char *sheet_text(json_t *object, const char *key);

#endif
