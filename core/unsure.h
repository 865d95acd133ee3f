/*
 * What is not known for sure: several readings of a record stand equally (repair.h), and do not all
 * tell the same.
 *
 * A reading is told, and each value noted by where it stands; so are the others, and compared. Then
 * it is told once more through a veil: what not all of them tell is null.
 */
#ifndef FUDA_UNSURE_H
#define FUDA_UNSURE_H

#include "core/telling.h"

enum { LEAVES_MOST = 4096, UNSURE_MOST = 128, NESTED_MOST = 8 };

/*
 * Where in what is told a value stands: by its key, or its number in an array, and those around it.
 */
struct telling_place {
    unsigned depth;
    struct {
        uint32_t path;
        uint32_t members; /* so far */
    } in[NESTED_MOST];
};

/* What the first reading tells somewhere; of an array how much it holds. */
struct leaf {
    uint32_t path, value;
    uint16_t told; /* by so many readings */
    bool differs;
};

struct comparison {
    struct teller teller; /* whoever tells a reading tells it here */
    struct telling_place where;
    uint16_t readings;
    uint16_t count;
    const struct setting *setting;
    int8_t seat[SEATS_MOST]; /* whose place each seat of this reading has in the first */
    struct leaf leaf[LEAVES_MOST];
};

void comparison_begin(struct comparison *c);
/*
 * Another reading is told from here on, of a game that stands as `setting` says; then two seats of
 * it are exchanged.
 */
void comparison_next(struct comparison *c, const struct setting *setting);
void comparison_exchange(struct comparison *c, int a, int b);
void comparison_of_seat(struct comparison *c, int seat); /* what is told next stands by its name */
bool comparison_differs(const struct comparison *c);

/*
 * Where readings of this game differed when a round was left: it stays unknown how the seats stand
 * there.
 */
struct unsure {
    bool all;   /* nothing is known */
    bool later; /* the game went on: neither places nor winners are known */
    bool rows;  /* rows of the score were told that are not known whole */
    uint16_t count;
    uint32_t path[UNSURE_MOST];
};

void unsure_add(struct unsure *u, const struct comparison *c); /* wherever it differs */
bool unsure_any(const struct unsure *u);
bool unsure_of_seat(const struct unsure *u, int seat, const char *key);
bool unsure_of(const struct unsure *u, const char *key);

/* Tells on what is sure. */
struct veil {
    struct teller teller;
    struct teller *to;
    struct telling_place where;
    unsigned hidden; /* brackets open inside of what is not told */
    bool headed;     /* the first member of what is told says which row or seat it is */
    const struct comparison *compared; /* what is compared: rows, */
    const struct unsure *unsure;       /* or, in its place, how the seats stand */
};

void veil_rows(struct veil *v, const struct comparison *c, struct teller *to);
void veil_end(struct veil *v, const struct unsure *u, struct teller *to);
void veil_seat(struct veil *v, int seat); /* what is told next stands by its name */

#endif
