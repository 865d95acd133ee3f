/*
 * What a game tells, kept as it was told: a tree of facts, each with its key and a typed value, or
 * with facts in it. JSON (cli/json.h) and what people read (cli/sheet/sheet.h) are made of it.
 *
 *      {"round":3, "kami":[2,6,8], "turn":Aki}
 *
 *      '{' ── round  VALUE_NUMBER 3
 *          ── kami   '[' ── 2 ── 6 ── 8
 *          ── turn   VALUE_SEAT 0
 */
#ifndef FUDA_FACTS_H
#define FUDA_FACTS_H

#include "core/core.h"

struct fact {
    const char *key;    /* NULL in a list */
    char bracket;       /* '{' or '[': facts in it, from `first` on; 0: a value */
    int count;          /* of facts in it */
    struct value value; /* its texts are the fact's own */
    struct fact *in, *first, *last, *next;
};

/*
 * A listener. Each whole that is told is handed to `whole`, and then forgotten; where that is NULL
 * all are kept as facts in `root` until facts_clear().
 */
struct facts {
    struct teller teller; /* first: a teller is what it has been told */
    struct fact root;
    struct fact *in; /* what stands open */
    void (*whole)(void *user, const struct fact *fact);
    void *user;
};

void facts_begin(struct facts *told, void (*whole)(void *user, const struct fact *fact),
    void *user);
void facts_clear(struct facts *told);
void facts_cut(struct facts *told, int count); /* keeps the first so many wholes */

/* The first thing told of those that were kept; NULL: nothing was. */
const struct fact *facts_first(const struct facts *told);

/* A fact of an object by its key; NULL: not told. `in` may be NULL. */
const struct fact *fact_of(const struct fact *in, const char *key);
/* The n-th fact of a list; NULL past its end, or if it is none. */
const struct fact *fact_at(const struct fact *list, int n);

/* Told, and neither false, nothing, nor empty; a number always holds. */
bool fact_holds(const struct fact *fact);
bool fact_is(const struct fact *fact, enum value_kind kind);
bool fact_is_word(const struct fact *fact, const char *word);

/*
 * A member of an object: a number, 0 where there is none; a seat or a card, -1 where there is none;
 * facts in it.
 */
long fact_number(const struct fact *in, const char *key);
int fact_seat(const struct fact *in, const char *key);
int fact_card(const struct fact *in, const char *key);
int fact_count(const struct fact *in, const char *key);

#endif
