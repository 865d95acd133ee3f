/* Edits, and reading a window with them. Private to the repair. */
#ifndef FUDA_REPAIR_EDITS_H
#define FUDA_REPAIR_EDITS_H

#include "repair.h"

/* A reading of the window under way, with edits. */
struct window_reading {
    struct repair *p;
    struct setting setting; /* the record's, with the state of this reading */
    const struct edits *edits;
    struct rulings *found;
    void *state, *before;
    bool follows;
    bool fresh;    /* nothing of the window was read yet */
    bool possible; /* every edited statement could be applied */
    /* findings of kind slip or worse, and statements that only this reading cannot apply */
    unsigned wrong;
    unsigned limit;      /* the reading is given up when more is wrong */
    unsigned counted;    /* how many findings of `found` are in `wrong` already */
    uint32_t put_in;     /* how many cards edits have put in as ? */
    bool turned;         /* a round was left meanwhile */
    struct cardset left; /* the cards that nobody had had when that round was left */
    /* receives the rows of the score, of which the first `told` were told before; may be NULL */
    struct teller *teller;
    uint32_t told;
};

/*
 * Begins a reading from a copy of the state `from`; `found` has what was found up to there. The
 * reading's `state` and `before` are memory that it works in.
 */
void run_begin(struct window_reading *run, struct repair *p, const struct edits *edits,
    const void *from, struct rulings *found);
/*
 * run_read applies the statements `from` to `end` - 1; run_weigh weighs what is claimed. False: the
 * reading was given up or is not possible.
 */
bool run_read(struct window_reading *run, unsigned from, unsigned end);
bool run_weigh(struct window_reading *run);

/*
 * The cards that nobody has had by the end of the round in which the reading began, or so far if
 * that round is not over.
 */
struct cardset run_left_over(const struct window_reading *run);

/* Applies one statement of the window, changed by the edits. */
void run_statement(struct window_reading *run, unsigned at);

/* tells the rows of the score; `last`: the round is about to be left */
void run_tell(struct window_reading *run, bool last);

unsigned rulings_wrong(const struct rulings *list, unsigned from);

/* The line that statement `at` belongs to: its first statement, and the one after its last. */
unsigned unit_begin(const struct repair *p, unsigned at);
unsigned unit_end(const struct repair *p, unsigned at);

/*
 * Calls `try` with each edit that may be made at statement `at`, likeliest kinds first. `state` is
 * the state before that statement.
 */
struct repair_search;
void edits_propose(struct repair *p, const void *state, unsigned at,
    void (*try)(struct repair_search *, const struct edit *), struct repair_search *search);

/*
 * Writes what the record would say with this edit into `out`. `state` is the state before the
 * edited statement. False: it does not fit, or cannot be written.
 */
bool edit_put(struct repair *p, const void *state, const struct edit *e, struct offer *out);

/*
 * The n-th act that may be missing in this state, as a statement; false: there is none. `text` has
 * PUT_MOST bytes and must live as long as `out`, which points into it.
 */
bool act_missing(const struct setting *setting, const void *state, unsigned n,
    struct statement *out, char *text);
/* the most missing acts that count as one edit */
unsigned acts_most(const struct setting *setting);
bool act_begins(const struct setting *setting, unsigned n, struct statement *out);

/* Changes `s`, a copy of statement `at`, by this edit. */
void edit_exchange_seats(const struct edit *e, struct statement *s);
void edit_change(const struct edit *e, unsigned at, struct statement *s);

/* Are the unseen arguments of a verb cards? */
bool verb_has_cards(const struct rulebook *book, uint8_t verb);

/* Is it what may be unseen instead: a card, a number, a word? */
bool argument_is_value(const struct argument *a);

/* The verb of an edit: a habit is edits of one kind with one verb. */
uint8_t edit_verb(struct repair *p, const void *state, const struct edit *e);

#endif
