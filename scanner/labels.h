/*
 * fuda-labels — cards to stickers. All lengths are millimetres, from the upper left corner.
 *
 *     sheet     the labels on a page of paper: bought ready cut, or to be cut       labels_sheets.c
 *     form      where on a label the code and the words lie, the same on the sheet  labels_form.c
 *     face      what is printed of a card: words, number, mark                      labels_marks.c
 *     page      cairo and pango                                                     labels_draw.c
 *     file      PDF, SVG, PNG; whole or not at all                                  labels_file.c
 *     answer    what was made                                                       labels_tell.c
 *     list      the sheets there are, and how a camera reads them                   labels_list.c
 */
#ifndef FUDA_LABELS_H
#define FUDA_LABELS_H

#include "scanner.h"

#include <stdio.h>

/* ---- sheets ------------------------------------------------------------------------------ */

enum paper { PAPER_A4, PAPER_LETTER, PAPERS };

struct paper_size {
    const char *name;
    double width, height;
};
extern const struct paper_size papers[PAPERS];
enum paper paper_find(const char *name); /* PAPERS: there is none of that name */

enum { SHEET_NAME = 48, PER_SHEET_MOST = 5000 };

struct label_sheet {
    char name[SHEET_NAME]; /* "L4730" */
    const char *maker;     /* "Avery"; NULL: nobody's */
    const char *alias;     /* the same sheet under another name, or NULL */
    enum paper paper;
    int columns, rows;
    double width, height; /* of a label */
    double left, top;     /* of the first one */
    double across, down;  /* from one to the next */
    bool cut;             /* the sheet is plain: it is to be cut, along lines we draw */
    bool fan;             /* the cut is into strips that begin at a card's edge, */
    double module;        /* whose codes have this module */
};

extern const struct label_sheet sheets[]; /* ends with an empty row */

/*
 * A sheet by its name; or plain paper cut into labels: "plain" (40 × 22), "WxH"; or one that is not
 * in the table: "WxH+LEFT+TOP" and, where labels do not touch, "+ACROSSxDOWN"; or one of the table
 * as this printer needs it: "NAME+LEFT+TOP". As many labels are laid out as the paper has room for.
 * False: `why` says what there is.
 */
bool sheet_find(struct label_sheet *sheet, const char *name, enum paper paper, struct why *why);
int sheet_count(const struct label_sheet *sheet);
/*
 * Plain paper cut into strips for a fan: the code is seen where the next card begins FAN_PITCH
 * further on.
 */
void sheet_fan(struct label_sheet *sheet, enum paper paper, double dot);

/* ---- a label ----------------------------------------------------------------------------- */

struct box {
    double x, y, width, height;
};

/* Where label `n` of a sheet lies, from 0, row by row. */
struct box sheet_label(const struct label_sheet *sheet, int n);

/*
 * A module is a whole number of dots of the printer, so that all modules come out alike; what is
 * smaller than LEAST_MODULE no office printer prints cleanly.
 */
#define PRINTER_DOT (25.4 / 600)
#define LEAST_MODULE (5 * PRINTER_DOT)
#define KNIFE 1.0 /* a line to cut along is so far outside of what must stay white: knives slip */
#define FAN_PITCH 12.0
enum { CODE_WHOLE = MODULES + 2 * QUIET };

struct form {
    double dot;
    int dots; /* a module */
    double module;
    bool beside;     /* the words stand at the right of the code; else below */
    struct box code; /* on the label, with the quiet zone */
    struct box words;
};

/*
 * The form in which the code comes out largest. False if it would be too small: `why` says what
 * fits.
 */
bool form_make(struct form *form, const struct label_sheet *sheet, double dot, struct why *why);

/* ---- what a camera sees ------------------------------------------------------------------ */

/*
 * Pixels a module at which codes were read in trials: by the deck in play, by any, by common
 * readers.
 */
extern const double pixels_needed[3];

/* Pixels of a camera so many pixels wide that fall on `module` where it sees `table` (mm). */
double camera_pixels(int camera, double table, double module);
/* The least side of a code, without its quiet zone, that gets `pixels` a module. */
double camera_code(int camera, double table, double pixels);

/* ---- faces ------------------------------------------------------------------------------- */

enum shape {
    SHAPE_CIRCLE,
    SHAPE_SQUARE,
    SHAPE_DIAMOND,
    SHAPE_TRIANGLE,
    SHAPE_HEXAGON,
    SHAPE_PENTAGON,
    SHAPE_DROP,
    SHAPE_SHIELD,
    SHAPE_CROSS
};

/*
 * Hues that are told apart by people who see colours otherwise (Okabe and Ito's); but what is
 * called red is red.
 */
enum hue {
    HUE_BLACK,
    HUE_ORANGE,
    HUE_SKY,
    HUE_GREEN,
    HUE_YELLOW,
    HUE_BLUE,
    HUE_RED,
    HUE_PURPLE,
    HUE_GREY
};

struct face {
    char name[TOKEN_MOST + 64];    /* "purple 13", "candle (2)" */
    char title[TOKEN_MOST + 72];   /* name and number in one: "purple 13", "57 Sakura" */
    char number[STICKER_CODE + 1]; /* "13", or "" */
    const char *letter;            /* in the mark; NULL: `initial` */
    char initial[3];
    enum shape shape;
    enum hue hue;
};

void face_make(struct face *face, const struct deck *deck, int label, bool japanese);

/* ---- drawing ----------------------------------------------------------------------------- */

/* What a sheet is drawn from. */
struct job {
    const struct deck *deck;
    const struct label_sheet *sheet;
    const struct form *form;
    const int *label; /* of the deck, in the order they are printed */
    int count;
    int from; /* the first label of the first page used, from 0 */
    bool japanese, outline;
    int dpi;             /* of a PNG */
    const char *unknown; /* set: a payload for whose name no font has all characters */
};

struct _cairo;
void page_draw(struct _cairo *cr, struct job *job, int page);
int job_pages(const struct job *job);

/* ---- files ------------------------------------------------------------------------------- */

enum format { FORMAT_PDF, FORMAT_SVG, FORMAT_PNG, FORMATS };

enum format format_find(const char *name); /* FORMATS: none; by its name or a file's ending */

struct file {
    char *path;         /* owned; NULL: standard output */
    char *part;         /* owned: what is written first, NULL: nothing yet */
    struct bytes bytes; /* owned */
};

/* PDF: one file; else as many as there are pages, numbered if more than one: NAME-1.png. */
struct files {
    struct file *file; /* owned */
    int count;
};

/* `path` NULL: standard output. Nothing is written yet. */
bool files_draw(struct files *files, struct job *job, enum format format, const char *path,
    struct why *why);
/* All, or none: what exists is replaced only with `force`. */
bool files_write(struct files *files, bool force, struct why *why);
void files_clear(struct files *files);

/*
 * What they are, how they are to be printed and which label is free next: for people, or as JSON on
 * standard output.
 */
void files_tell(const struct files *files, const struct job *job, FILE *out);
void files_tell_json(const struct files *files, const struct job *job);

/* ---- packs ------------------------------------------------------------------------------- */

/*
 * Lays a deck as printed into `pack` (pack_size bytes): the first of this game in a file, or the
 * one called `name`; without a file the built-in one.
 */
bool pack_load(void *pack, const struct rulebook *book, const char *file, const char *name,
    struct why *why);

#endif
