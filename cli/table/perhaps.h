/*
 * What a line at the table may have been that does not fit: the record is read once more, with the
 * line as its last one, and slips of the pen are looked for in what that line brings
 * (core/repair.h).
 *
 *     the session's lines, and the line ──▶ a record of its own, with the repair ──▶ offers
 *
 * of this line or of earlier ones.
 */
#ifndef FUDA_PERHAPS_H
#define FUDA_PERHAPS_H

#include "cli/table/session.h"

struct perhaps {
    struct offer offer[PERHAPS_MOST];
    int count;  /* 0: nothing is offered */
    char *line; /* owned: the line as it was read, */
    /* its number: after all lines of the session, or the last one's if it was taken */
    uint32_t number;
};

/*
 * Of the line that the session has tried last, if it stumbles. What asks for other players' names,
 * which stand before all lines, or for no more than that a line that was not taken be left out, is
 * not offered.
 */
void perhaps_find(struct session *s, struct perhaps *out);

/* Of a line that this session would see so, into one that is clear; `taken`: it is its last one. */
void perhaps_of(struct session *s, struct span line, bool taken, struct perhaps *out);
void perhaps_clear(struct perhaps *p);

/* The offers in words, numbered, a line each. */
void perhaps_say(const struct session *s, const struct perhaps *p, struct text *out);

/* One of them, as a statement that can be typed: "`Chie: g2`". */
void perhaps_say_one(const struct session *s, const struct perhaps *p, int nth, struct text *out);

#endif
