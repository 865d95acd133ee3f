/*
 * What could have been of a round that is over, in words.
 *
 *     state ──▶ could_course (core) ──▶ could_asked ──▶ facts ──▶ could_put
 */
#ifndef FUDA_CLI_COULD_H
#define FUDA_CLI_COULD_H

#include "sheet.h"
#include "core/could_round.h"

/* What the search works in; for several rounds one after the other. */
struct could_asking {
    struct could *could; /* owned */
    struct could_row *row;
};

void could_asking_begin(struct could_asking *a);
void could_asking_end(struct could_asking *a);

/* What core tells of it; `told` is cleared by the caller. */
void could_asked(struct could_asking *a, const struct could_course *course, struct facts *told);

/* A round as it was told, a paragraph each thing; added to `out`. */
void could_put(const struct context *context, const struct setting *setting,
    const struct fact *round, struct text *out);

/* The same of a course alone. */
void could_put_course(const struct context *context, const struct setting *setting,
    const struct could_course *course, struct text *out);

#endif
