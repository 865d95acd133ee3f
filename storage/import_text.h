/*
 * Reading the text of a campaign (export_text.c): its words, the rows that they make, and the
 * records in it.
 */
#ifndef FUDA_STORAGE_IMPORT_H
#define FUDA_STORAGE_IMPORT_H

#include "rowstore.h"

/* The part of the text being read. Words are understood only in their own part. */
enum import_part { PART_NOTHING, PART_CAMPAIGN, PART_DECK, PART_HEADING, PART_LINES, PART_END };

struct importing {
    struct transaction deed;
    uint32_t number; /* of the line */
    char *at;        /* what is left of the line */
    enum import_part part;
    int64_t campaign;
    struct store_merge merge;
    /* the record being read: */
    struct store_id record;
    int64_t key; /* 0: none */
    bool known;
    struct record_size size;
    uint32_t added; /* new lines and withdrawals */
    struct store_heading heading;
    struct room texts; /* the texts of the heading */
    /* the deck being read: */
    char hash[STORE_HASH_TEXT];
    char *deck; /* owned */
    size_t deck_length;
};

/* ---- import_words.c: after the first error nothing more is done ---- */

/*
 * The next word of the line, unquoted in place; NULL at the end. Quotes may begin inside a word
 * (key="a b").
 */
char *import_word(char **at);

/* "expected …", to translate. */
void import_expected(struct importing *r, const char *what);

/* The next word, which has to be an id. */
struct store_id import_id(struct importing *r);
/* the key of the player whose id is the next word */
int64_t import_player(struct importing *r, struct store_id *id);
/* "" if there is none */
const char *import_text(struct importing *r, const char *what, bool empty_too);
const char *import_day(struct importing *r);

/*
 * Adds a row by `insert` unless its id is known; then `same`, with the same values, has to find an
 * equal row. True: added.
 */
bool import_unite(struct importing *r, const char *insert, const char *same, const char *binds,
    ...);

/* ---- import_record.c: a record's lines, by what they begin with ---- */

void import_record(struct importing *r);
void import_heading(struct importing *r); /* a heading line in the language itself */
void import_seats(struct importing *r);
void import_lines(struct importing *r); /* the lines of the record begin */
void import_line(struct importing *r);
void import_undo(struct importing *r);
void import_redo(struct importing *r);
void import_use(struct importing *r);

/* The record being read is complete: counts it, and makes its result stale if it changed. */
void import_close_record(struct importing *r);

#endif
