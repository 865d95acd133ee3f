/*
 * What is unsure, because several readings of a record stand equally (repair.h) and do not all tell
 * the same.
 *
 * The first reading is told, and each value noted by where it stands. The other readings are told
 * and compared with it. Then the first is told again through a veil, which puts null for every
 * value that they do not all tell.
 */
#ifndef FUDA_UNSURE_H
#define FUDA_UNSURE_H

#include "core/telling.h"

enum { LEAVES_MOST = 4096, UNSURE_MOST = 128, NESTED_MOST = 8 };

/*
 * Where a value stands in what is told: its key, or its number in an array, and those of everything
 * around it.
 */
struct telling_place {
    unsigned depth;
    struct {
        uint32_t path;
        uint32_t members; /* how many members were told so far */
    } in[NESTED_MOST];
};

/* What the first reading tells at one place; for an array, how many elements it has. */
struct leaf {
    uint32_t path, value;
    uint16_t told; /* how many readings tell it */
    bool differs;
};

struct comparison {
    struct teller teller; /* the teller that receives a reading */
    struct telling_place where;
    uint16_t readings;
    uint16_t count;
    const struct setting *setting;
    /* the seat of the first reading that each seat of this reading corresponds to */
    int8_t seat[SEATS_MOST];
    struct leaf leaf[LEAVES_MOST];
};

void comparison_begin(struct comparison *c);
/*
 * comparison_next: from here on another reading is told, of the game in `setting`.
 * comparison_exchange: two of its seats are exchanged.
 */
void comparison_next(struct comparison *c, const struct setting *setting);
void comparison_exchange(struct comparison *c, int a, int b);
void comparison_of_seat(struct comparison *c, int seat); /* what is told next stands by its name */
bool comparison_differs(const struct comparison *c);

/*
 * Where readings of this game differed when a round was left. What the seats have there stays
 * unknown.
 */
struct unsure {
    bool all;   /* nothing is known */
    bool later; /* the game went on after that, so neither places nor winners are known */
    bool rows;  /* rows of the score were told that are partly unknown */
    uint16_t count;
    uint32_t path[UNSURE_MOST];
};

/* adds every place where the readings differ */
void unsure_add(struct unsure *u, const struct comparison *c);
bool unsure_any(const struct unsure *u);
bool unsure_of_seat(const struct unsure *u, int seat, const char *key);
bool unsure_of(const struct unsure *u, const char *key);

/* A teller that passes on what is sure, and null for the rest. */
struct veil {
    struct teller teller;
    struct teller *to;
    struct telling_place where;
    unsigned hidden; /* open brackets inside of something that is not told */
    /* the first member of an object is told in any case, because it says which row or seat it is */
    bool headed;
    const struct comparison *compared; /* the readings' rows are compared; */
    const struct unsure *unsure;       /* or, if NULL, how the seats stand, by what is unsure */
};

void veil_rows(struct veil *v, const struct comparison *c, struct teller *to);
void veil_end(struct veil *v, const struct unsure *u, struct teller *to);
void veil_seat(struct veil *v, int seat); /* what is told next stands by its name */

#endif
