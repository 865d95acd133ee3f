/*
 * Packs by name, for every command alike. `pack "NAME"` is looked for in this order:
 *
 *     kept      what a record of the store was played with
 *     here      `pack GAME "NAME"` of the same file
 *     path      a NAME with a / in it, or that ends in .fuda: that file, seen from the record's
 *               folder
 *     beside    NAME.fuda in the record's folder (standard input, the table: the working directory)
 *     own       NAME.fuda in the user's folder of packs
 *     built in
 *     played    what the campaign has played a game by last (games that are packs alone)
 *
 * A file may hold several packs: of those of the game the one called NAME is meant, else the first.
 * Names are compared as the language folds them. Where games are packs alone, the name of one is
 * looked for among all of them: the nearest is meant, whichever its kind.
 */
#ifndef FUDA_FIND_H
#define FUDA_FIND_H

#include "pack_file.h"

struct packs {
    const struct context *context;
    const char *record;        /* the file being read; NULL or "-": none, the working directory */
    struct pack *here;         /* owned: defined in the record, newest first */
    struct pack *found;        /* owned: read elsewhere */
    struct text path, trouble; /* the file that could not be read last, and why */
    struct text words[4];      /* of the complaint made last */
    struct pack *kept;         /* owned: what a stored record was played with, newest first */
    struct pack *played;       /* another's, newest first: see above */
    bool live;                 /* a name is typed anew: what is kept does not count */
    /* A line of a pack's file could not be read. */
    void (*wrong)(void *user, const char *words);
    void *user;
};

void packs_clear(struct packs *p); /* forgets all packs but the kept ones */
void packs_end(struct packs *p);

/* What a record's host needs. packs_new: NULL where there is no room for another pack. */
void *packs_new(struct packs *p, const struct rulebook *book, struct span name);
const struct pack *packs_look(struct packs *p, const struct rulebook *book, struct span name);
/* The same of whatever games are packs: the one that lies nearest. */
const struct pack *packs_look_game(struct packs *p, struct span name);
const void *packs_find(struct packs *p, const struct rulebook *book, struct span name);
bool packs_missing(struct packs *p, const struct rulebook *book, struct span name,
    struct message *why);
void packs_accepted(struct packs *p, const struct statement *said, const struct record *r);

/* From now on this text, of one pack, is what its name means. False if it does not read. */
bool packs_keep(struct packs *p, const char *text);

/*
 * Every pack that was chosen and can change or be lost, with its text as it is to be kept: called
 * by the name it was asked for. packs_unchoose begins anew.
 */
bool packs_chosen_each(struct packs *p,
    bool (*visit)(void *user, const char *name, const char *text), void *user);
void packs_unchoose(struct packs *p);

/*
 * The pack that a word of the command line means: a file as it stands, else a name. Of the game
 * `book`, or where that is NULL of the first game that has it. NULL: there is none, and it was
 * complained of.
 */
const struct pack *packs_word(struct packs *p, const struct rulebook *book, const char *word);

/* The user's own pack of that name, or NULL. */
struct pack *packs_own(struct packs *p, const struct rulebook *book, struct span name);

/*
 * The user's only own pack of a game, with its file's name; NULL where there is none or there are
 * several.
 */
struct pack *packs_sole(struct packs *p, const struct rulebook *book, char name[NAME_MOST + 1]);

/*
 * Of the names that `pack` could mean the one most like this, for “did you mean”: the user's, those
 * built into `book` (NULL: any game), and with `p` those defined here. False: none is like it.
 */
bool packs_near(const struct packs *p, const struct rulebook *book, struct span name,
    struct text *out);

#endif
