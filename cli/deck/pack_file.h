/*
 * A pack: a deck as its owner entered it. Its rows are read into the game's own deck, and kept as a
 * text beside it, as they are stored: `pack GAME "NAME"`, and a row a line.
 */
#ifndef FUDA_PACK_H
#define FUDA_PACK_H

#include "cli/say.h"

enum {
    PACK_BYTES = 1 << 20, /* of a file of packs */
    PACK_MOST = 64,       /* of one file */
    PACK_FAULTS = 100,    /* told of one pack */
};

/* The name that packs of the campaign itself have; no file may have it. */
#define PACK_OF_CAMPAIGN "campaign"

enum pack_place { PACK_KEPT, PACK_HERE, PACK_PATH, PACK_BESIDE, PACK_OWN, PACK_BUILT_IN };

/* Owned by its list. */
struct pack {
    struct pack *next;
    const struct rulebook *book;
    enum pack_place place;
    char *file;          /* owned: where it was read, NULL if it is kept or built in */
    uint32_t line, last; /* of its `pack`, and of the last line that belongs to it */
    bool joined;         /* another pack or a game begins on its first line */
    bool endless;        /* its rows have more than PACK_BYTES: `text` ends early */
    struct text text;    /* owned */
    struct text wrong;   /* owned: what could not be read, FILE:LINE:COLUMN: … a line each */
    unsigned faults;
    bool told;                 /* that it is wrong was told */
    bool chosen;               /* by the record that is read */
    char asked[NAME_MOST + 1]; /* the name that the record gives it */
    char name[NAME_MOST + 1];  /* as it is spelled, terminated */
    size_t name_length;
    _Alignas(max_align_t) unsigned char deck[];
};

/* A new one without rows, or the built-in one of this name. NULL: no memory; none is called so. */
struct pack *pack_new(const struct rulebook *book, enum pack_place place, struct span name);
struct pack *pack_built_in(const struct rulebook *book, struct span name);
void pack_free_all(struct pack **list);

/* The n-th built-in pack's name, or an empty span. */
struct span pack_built_in_name(const struct rulebook *book, unsigned n);

/* Are these one name, as the language folds them? And is the pack called so? */
bool pack_same_name(struct span a, struct span b);
bool pack_is_called(const struct pack *pack, struct span name);

/*
 * The one of this game and name, else (unless `exact`) the first of this game, else NULL; of one
 * file, or NULL.
 */
struct pack *pack_of(struct pack *list, const char *file, const struct rulebook *book,
    struct span name, bool exact);
bool pack_is_of(const struct pack *pack, const char *file);

/* ---- its rows ---------------------------------------------------------------------------- */

bool pack_is_empty(const struct pack *pack);

/* Adds a row that was read, as it is stored, to the text. */
void pack_add_row(struct pack *pack, const struct statement *row);

/* Does the text have this line? */
bool pack_has_row(const struct pack *pack, struct span row);

/* The line that a pack's text begins with; and the text under another name. */
void pack_add_heading(struct text *t, const struct rulebook *book, const char *name);
void pack_text_as(const struct pack *pack, const char *name, struct text *out);

/* The next row; `row` is zeros at first. */
struct pack_row {
    struct span text;
    struct statement said;
};
bool pack_next(const struct pack *pack, struct pack_row *row);

/* Reads a row of this game's packs. */
bool pack_read_row(const struct rulebook *book, struct span row, struct statement *out);

/* How the row of the n-th card, from 0, begins: "human 7", "minuscard u", "ghost". */
void pack_begin_row(struct text *t, const struct deck_part *part, int form, int n);

/* ---- a file of packs --------------------------------------------------------------------- */

/* All packs of a text, in their order. `name` is what places are told by. */
struct pack_file {
    const char *name; /* "-": standard input */
    enum pack_place place;
    bool any;                 /* pipes too; else only ordinary files */
    struct pack *packs;       /* owned */
    struct text bytes, loose; /* the file; what could not be read outside of any pack */
    bool open;                /* a row after the last line would belong to the last pack */
    struct text why;          /* it could not be had */
    bool missing;             /* it could not be had because there is none */
};
bool pack_file_read(const struct context *context, struct pack_file *file);
/* `bytes` is filled */
void pack_file_parse(const struct context *context, struct pack_file *file);
void pack_file_clear(struct pack_file *file);

/*
 * Tells what could not be read on standard error, what stands outside of any pack first. True if
 * there is any.
 */
bool pack_file_tell(const struct pack_file *file);

#endif
