/* Edits and the readings that they make; private to the repair. */
#ifndef FUDA_REPAIR_EDITS_H
#define FUDA_REPAIR_EDITS_H

#include "repair.h"

/* A reading under way: from a statement on, with edits. */
struct window_reading {
    struct repair *p;
    struct setting setting; /* the record's, with the state of this reading */
    const struct edits *edits;
    struct rulings *found;
    void *state, *before;
    bool follows;
    bool possible; /* every edited statement could be applied */
    /* findings of kind slip and worse, and statements that only this reading cannot read */
    unsigned wrong;
    unsigned limit;      /* given up when more is wrong */
    unsigned counted;    /* findings that are in `wrong` already */
    uint32_t put_in;     /* cards put in as ? */
    bool turned;         /* a round was left meanwhile, */
    struct cardset left; /* cards that nobody had had when that round was left */
    /* hears the rows of the score, `told` of which were told before; NULL: nobody does */
    struct teller *teller;
    uint32_t told;
};

/*
 * Begins with this state (copied) and what was found up to it; `state` and `before` are work of the
 * run's own.
 */
void run_begin(struct window_reading *run, struct repair *p, const struct edits *edits,
    const void *from, struct rulings *found);
/* Reads the statements from … end - 1, then weighs. False: given up, or not possible. */
bool run_read(struct window_reading *run, unsigned from, unsigned end);
bool run_weigh(struct window_reading *run);

/* The cards that nobody has had by the end of the round in which the reading began, or so far. */
struct cardset run_left_over(const struct window_reading *run);

/* Applies one statement of the window as the edits have it. */
void run_statement(struct window_reading *run, unsigned at);

void run_tell(struct window_reading *run, bool last); /* `last`: the round is about to be left */

unsigned rulings_wrong(const struct rulings *list, unsigned from);

/* The statements of the line of which statement `at` is one: first … end - 1. */
unsigned unit_begin(const struct repair *p, unsigned at);
unsigned unit_end(const struct repair *p, unsigned at);

/*
 * Each edit that may be made at this statement, nearest kinds first, to `try`. `state`: as it is
 * before that statement.
 */
struct repair_search;
void edits_propose(struct repair *p, const void *state, unsigned at,
    void (*try)(struct repair_search *, const struct edit *), struct repair_search *search);

/*
 * What the record would say there, into `out`; false: it does not fit, or cannot be told. `state`
 * as before that statement.
 */
bool edit_put(struct repair *p, const void *state, const struct edit *e, struct offer *out);

/*
 * The n-th act missing in this state, read; false: there is none. `text` has PUT_MOST bytes and
 * must outlive it.
 */
bool act_missing(const struct setting *setting, const void *state, unsigned n,
    struct statement *out, char *text);
unsigned acts_most(const struct setting *setting); /* so many of them make one edit at most */
bool act_begins(const struct setting *setting, unsigned n, struct statement *out);

/* Changes a copy of statement `at` as this edit has it. */
void edit_exchange_seats(const struct edit *e, struct statement *s);
void edit_change(const struct edit *e, unsigned at, struct statement *s);

/* The verb by which an edit is told apart from another of its kind. */
uint8_t edit_verb(struct repair *p, const void *state, const struct edit *e);

#endif
