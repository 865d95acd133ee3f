/*
 * What must hold of where cards lie, and of what a score adds up to, whatever was said before: no
 * card is told in two places, none is lost or comes from nowhere by a line, and each seat stands at
 * the sum of its rows.
 */
#ifndef FUDA_FUZZ_PLACES_H
#define FUDA_FUZZ_PLACES_H

#include "cli/table/session.h"

/*
 * All cards that can be counted, and of what they are a count: of different ones nothing follows.
 */
struct counted {
    long cards; /* -1: they cannot be */
    long part;  /* of the game: a round, a night */
};

/* What does not hold; NULL: all does. */
const char *places_wrong(struct session *s, struct counted *out);

#endif
