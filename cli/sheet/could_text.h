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

/* What core tells of it, which of that is needed; `told` is cleared by the caller. */
enum could_needed { COULD_FOR_WORDS, COULD_FOR_CURVE, COULD_FOR_JSON };
void could_asked(struct could_asking *a, const struct could_course *course,
    enum could_needed needed, struct facts *told);

/* The rounds of a record, each as it stood after its last line. */
struct could_rounds {
    struct could_round {
        struct could_course course;
        size_t last; /* that line */
    } * row;         /* owned: to be freed */
    size_t count;
};

/* What is said after a round is of it still: to be called after each line. */
void could_rounds_add(struct could_rounds *rounds, const struct record *r, size_t line);

/*
 * The course of the round begun last. False: it complained that no game or no round has begun, or
 * that nothing is searched in this game.
 */
bool could_course_begun(const struct context *context, const struct record *r,
    struct could_course *course);

/* A round as it was told, a paragraph each thing; added to `out`. */
void could_put(const struct context *context, const struct setting *setting,
    const struct fact *round, struct text *out);

/* The same of a course alone. */
void could_put_course(const struct context *context, const struct setting *setting,
    const struct could_course *course, struct text *out);

/*
 * The curve of a round, under a board: what it shows, and a line a seat, of a sign a trick and the
 * cards that turned it; in a locale without UTF-8 a number a trick. What a record lacks for it is
 * said; nothing of a round that is not over, or was not kept by its plays.
 */
void could_put_curve(const struct context *context, const struct setting *setting,
    const struct fact *round, struct text *out);

/* Of the curve, for a picture too: is there any, what it shows, and a seat's turning cards. */
bool could_has_curve(const struct fact *round);
void could_put_caption(const struct context *context, const struct setting *setting,
    const struct fact *round, struct text *out);
void could_put_turns(const struct context *context, const struct setting *setting,
    const struct fact *line, struct text *out);

/* "Round 2" */
void could_put_number(const struct context *context, const struct fact *round, struct text *out);

/*
 * How often, over the deals that fit what is known: `most` of them ("": COULD_DEALS). False: it
 * complained, and there is nothing to clear.
 */
bool could_odds_asked(const struct context *context, const struct record *r, const char *most,
    struct facts *told);
void could_put_odds(const struct context *context, const struct setting *setting,
    const struct fact *round, struct text *out);

/* What is not known of it, a sentence; false: everything is. */
bool could_put_unknown(const struct context *context, const struct setting *setting,
    const struct fact *round, struct text *out);

#endif
