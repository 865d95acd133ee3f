/* A record that fuda mend proof-reads: its lines, and what is done to them. */
#ifndef FUDA_MENDER_H
#define FUDA_MENDER_H

#include "cli/offer.h"
#include "cli/table/line.h"

#include <jansson.h>

/* A line of the record, as it is read by now. */
struct row {
    char *text; /* owned; empty: it is left out */
    size_t length;
    char *was; /* owned: as it was written; NULL: it is so still */
    char *why; /* owned: why it cannot be read, in words; NULL: it can */
    /* its number as it was written; an added line has that of the next one */
    uint32_t number;
    uint32_t unread; /* column of what cannot be read; 0: nothing */
    bool added;
    bool left;    /* it was asked about, and is to stay so */
    bool touched; /* this reading changes it */
};

/* What is asked of one stumble. */
struct stumble_asked {
    uint32_t line;
    struct text words;
    struct offer offer[PERHAPS_MOST];
    int offers; /* 0: nothing is asked */
};

/* Somebody whom a reading accuses. */
struct accused {
    const struct rulebook *book;
    enum ruling_kind kind;
    uint8_t rule;
    int8_t seat;
    int16_t card;
};

struct accusations {
    struct accused *row; /* owned */
    size_t count;
};

struct mender {
    const struct context *context;
    const char *file;
    struct row *rows; /* owned */
    size_t count;
    bool ends_open;  /* no newline ends the last line */
    bool asks, over; /* over: nobody answers any more */
    bool changed;
    struct offer *taken; /* owned: how the reading takes the record, slip by slip */
    size_t takes;
    struct accusations accused; /* whom the reading accuses */
    struct stumble_asked asked;
    struct line *line;
    json_t *edits;
};

/* ---- mender.c ---- */

/* The lines of the file, or of standard input. False: complained. */
bool mender_read(struct mender *m);

/* A line by its number as it is read by now, from 1, or NULL. */
struct row *mender_row(struct mender *m, uint32_t line);

/* The lines as they are, the caller's: read, they will have no words yet of what cannot be. */
struct row *mender_rows_copy(const struct mender *m);
void mender_rows_free(struct row *rows, size_t count);

/* The lines as the offer has them. False: nothing changed, or this reading changed them already. */
bool mender_apply(struct mender *m, const struct offer *o);

#endif
