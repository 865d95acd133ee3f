/* A line of a record as an offer (core/ruling.h) has it. */
#ifndef FUDA_OFFER_H
#define FUDA_OFFER_H

#include "cli/say.h"

/*
 * What stands in the line's place, each a line or empty: what is said before, what is missing
 * there, and the rest.
 */
struct offered {
    struct text before, missing, rest;
};

/*
 * Of a line of several statements only those that are meant change; the others, and what is said in
 * every game, stay. `second`: it is the second of two lines that change places. `unread`: the
 * column of what cannot be read in it, 0: nothing.
 */
void offer_apply(const struct offer *o, bool second, struct span line, uint32_t unread,
    struct offered *out);
void offered_clear(struct offered *o);

/* Stands something new before the line, and the line stays as it is? */
bool offer_adds(const struct offer *o);

#endif
