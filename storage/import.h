/*
 * What the text of a campaign (export.c) is read with: its words, the rows that come of them, and
 * the records in it.
 */
#ifndef FUDA_STORAGE_IMPORT_H
#define FUDA_STORAGE_IMPORT_H

#include "rowstore.h"

/* Where in the text we are: each part's words are understood only there. */
enum import_part { PART_NOTHING, PART_CAMPAIGN, PART_DECK, PART_HEADING, PART_LINES, PART_END };

struct importing {
    struct transaction deed;
    uint32_t number; /* of the line */
    char *at;        /* what is left of it */
    enum import_part part;
    int64_t campaign;
    struct store_merge merge;
    /* the record being read: */
    struct store_id record;
    int64_t key; /* 0: none */
    bool known;
    struct record_size size;
    uint32_t added; /* lines and withdrawals that were not known */
    struct store_heading heading;
    struct room texts; /* of the heading */
    /* the deck being read: */
    char hash[STORE_HASH_TEXT];
    char *deck; /* owned */
    size_t deck_length;
};

/* ---- import_words.c: whatever is asked after the first error does nothing ---- */

/*
 * The next word of the line that is read, in place and without its quotes; NULL at the end. Quotes
 * may begin inside a word (key="a b").
 */
char *import_word(char **at);

/* "expected …", to translate. */
void import_expected(struct importing *r, const char *what);

/* The next word as what it has to be. */
struct store_id import_id(struct importing *r);
/* the key of the player whose id it is */
int64_t import_player(struct importing *r, struct store_id *id);
/* "" where there is none */
const char *import_text(struct importing *r, const char *what, bool empty_too);
const char *import_day(struct importing *r);

/*
 * `insert` adds the row unless its id is known; `same`, of the same values, finds an equal one.
 * True: added.
 */
bool import_unite(struct importing *r, const char *insert, const char *same, const char *binds,
    ...);

/* ---- import_record.c: a record's lines, by what they begin with ---- */

void import_record(struct importing *r);
void import_heading(struct importing *r); /* one that is in the language itself */
void import_seats(struct importing *r);
void import_lines(struct importing *r); /* its rows begin */
void import_line(struct importing *r);
void import_undo(struct importing *r);
void import_redo(struct importing *r);
void import_use(struct importing *r);

/* The record read so far is complete: counted, and its result derived anew if it changed. */
void import_close_record(struct importing *r);

#endif
