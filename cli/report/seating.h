/*
 * Who sits with whom in the next round, so that nobody meets the same people again while there are
 * others: the social golfer problem, with tables of mixed size, late comers and byes. Nothing here
 * knows a game or a store.
 *
 * A round drawn by construction where there is one (lines of a finite plane through the first
 * round's tables: as many rounds as tables without a repetition), else by annealing over exchanges
 * of two people. What no seating can avoid is counted beside it, so that anybody sees how near a
 * round is to the best there is.
 */
#ifndef FUDA_SEATING_H
#define FUDA_SEATING_H

#include <stdbool.h>
#include <stdint.h>

enum { SEATING_PEOPLE = 128, SEATING_TABLES = 64, SEATING_SIZE = 8 };

struct seating {
    unsigned tables, byes;
    uint8_t size[SEATING_TABLES];
    uint8_t seat[SEATING_TABLES][SEATING_SIZE];
    uint8_t bye[SEATING_PEOPLE];
    unsigned repeated; /* pairs at a table who have met before */
    unsigned bound;    /* no seating of these people has fewer */
};

struct seating_question {
    unsigned people;                             /* numbered from 0 */
    unsigned least, most;                        /* at a table: 2 to SEATING_SIZE */
    uint8_t met[SEATING_PEOPLE][SEATING_PEOPLE]; /* how often, both ways */
    uint8_t byes[SEATING_PEOPLE];                /* that each has had */
    /* earlier rounds, of people who are here; people who did not meet there did not play */
    const struct seating *before;
    unsigned rounds; /* how many earlier rounds there are */
    uint64_t seed;
};

/*
 * Draws it; false: fewer people than a table needs. Whoever has had the fewest byes has one where
 * one is needed.
 */
bool seating_draw(const struct seating_question *q, struct seating *out);

/*
 * How many of these people can be seated, at how many tables: the most people, then the largest
 * tables.
 */
unsigned seating_tables(unsigned people, unsigned least, unsigned most, unsigned *seated);

#endif
