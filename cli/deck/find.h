/*
 * Decks by name, for every command alike. `pack "NAME"` is looked for in this order:
 *
 *     kept      what a record of the store was played with
 *     here      `pack GAME "NAME"` of the same file
 *     path      a NAME with a / in it, or that ends in .fuda: that file, seen from the record's folder
 *     beside    NAME.fuda in the record's folder (standard input, the table: the working directory)
 *     own       NAME.fuda in the user's folder of packs
 *     built in
 *
 * A file may hold several decks: of those of the game the one called NAME is meant, else the first.
 * Names are compared as the language folds them.
 */
#ifndef FUDA_FIND_H
#define FUDA_FIND_H

#include "cli/say.h"

enum {
    PACK_BYTES = 1 << 20,       /* of a file of packs */
    PACK_FILES = 4096,          /* looked at in one folder */
    PACK_DECKS = 64,            /* of one file */
    PACK_FAULTS = 100,          /* told of one deck */
};

enum pack_place { PACK_KEPT, PACK_HERE, PACK_PATH, PACK_BESIDE, PACK_OWN, PACK_BUILT_IN };

/* A deck as it was read. Owned by its list. */
struct deck {
    struct deck *next;
    const struct rulebook *book;
    enum pack_place place;
    char *file;                 /* owned: where it was read, NULL if it is kept or built in */
    uint32_t line, last;        /* of its `pack`, and of the last line that belongs to it */
    bool joined;                /* another deck or a game begins on its first line */
    bool endless;               /* its rows have more than PACK_BYTES: `text` ends early */
    struct text text;           /* owned: `pack GAME "NAME"` and its rows, as they are stored */
    struct text wrong;          /* owned: what could not be read, FILE:LINE:COLUMN: … a line each */
    unsigned faults;
    bool told;                  /* … and was told */
    bool chosen;                /* by the record that is read, … */
    char asked[NAME_MOST + 1];  /* … under this name */
    size_t name_length;
    char name[NAME_MOST + 1];   /* as it is spelled, terminated */
    _Alignas(max_align_t) unsigned char rows[];
};

void deck_free_all(struct deck **list);

/* Has it no rows? A built-in one has, though its text does not show them. */
bool deck_is_empty(const struct deck *deck);

/* Are these one name, as the language folds them? */
bool packs_same_name(struct span a, struct span b);

/* Adds a row that was read, as it is stored, to a deck's text. */
void deck_add_row(struct deck *deck, const struct statement *row);

/* The one of this game and name, else (unless `exact`) the first of this game, else NULL. */
struct deck *deck_of(struct deck *list, const struct rulebook *book, struct span name, bool exact);

/* All decks of a text, in their order. `name` is what places are told by. */
struct pack_file {
    const char *name;           /* "-": standard input */
    enum pack_place place;
    bool any;                   /* pipes too; else only ordinary files */
    struct deck *decks;         /* owned */
    struct text bytes, loose;   /* the file; what could not be read outside of any deck */
    bool open;                  /* a row behind the last line would belong to the last deck */
    struct text why;            /* it could not be had */
    bool missing;               /* … because there is none */
};
bool pack_file_read(const struct context *context, struct pack_file *file);
void pack_file_parse(const struct context *context, struct pack_file *file);  /* `bytes` is filled */
void pack_file_clear(struct pack_file *file);

/* ---- looking for one --------------------------------------------------------------------- */

struct packs {
    const struct context *context;
    const char *record;         /* the file being read; NULL or "-": none, the working directory */
    struct deck *decks;         /* owned: defined here, newest first */
    struct deck *found;         /* owned: read elsewhere */
    struct text path, trouble;  /* the file that could not be read last, and why */
    struct text words[3];       /* of the complaint made last */
    struct deck *kept;          /* owned: what a stored record was played with, newest first */
    bool live;                  /* a name is typed anew: what is kept does not count */
    /* A line of a pack's file could not be read. */
    void (*wrong)(void *user, const char *words);
    void *user;
};

void packs_clear(struct packs *p);     /* forgets all decks but the kept ones */
void packs_end(struct packs *p);

/* What a record's host needs. packs_new: NULL where there is no room for another deck. packs_seek
 * finds what packs_find does, and tells where it was. */
void *packs_new(struct packs *p, const struct rulebook *book, struct span name);
const void *packs_find(struct packs *p, const struct rulebook *book, struct span name);
const struct deck *packs_seek(struct packs *p, const struct rulebook *book, struct span name);
bool packs_missing(struct packs *p, const struct rulebook *book, struct span name,
                   struct message *why);
void packs_accepted(struct packs *p, const struct statement *said, const struct record *r);

/* From now on this text, of one deck, is what its name means. False if it does not read. */
bool packs_keep(struct packs *p, const char *text);

/* Every deck that was chosen and can change or be lost, with its text as it is to be kept: called by
 * the name it was asked for. packs_unchoose begins anew. */
bool packs_chosen_each(struct packs *p, bool (*visit)(void *user, const char *name, const char *text), void *user);
void packs_unchoose(struct packs *p);

/*
 * The deck that a word of the command line means: a file as it stands, else a name. Of the game `book`, or
 * where that is NULL of the first game that has it. NULL: there is none, and it was complained of.
 */
const struct deck *packs_word(struct packs *p, const struct rulebook *book, const char *word);

/* The user's own pack of that name, or NULL. */
struct deck *packs_own(struct packs *p, const struct rulebook *book, struct span name);

/* The user's only own pack of a game, with its file's name; NULL where there is none or there are several. */
struct deck *packs_sole(struct packs *p, const struct rulebook *book, char name[NAME_MOST + 1]);

/* ---- the user's folder, and built-in decks ----------------------------------------------- */

/* The folder's path; false without a home. With `make` it is made (0700) where it is missing. */
bool packs_folder(char *out, size_t size, bool make);

/* Is this a name that a file of the folder may have? */
bool packs_name_good(struct span name);

/*
 * The user's files called *.fuda, in the order of their names. False: the folder is there but cannot
 * be read, `why` says why.
 */
bool packs_each(struct text *why, void (*visit)(void *user, const char *path, struct span name),
                void *user);

/* The n-th built-in deck's name, or an empty span. */
struct span packs_built_in(const struct rulebook *book, unsigned n);

#endif
