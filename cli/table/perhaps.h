/*
 * What a line at the table that does not fit may have been. The record is read once more with the
 * line as its last one, and the repair (core/repair.h) looks for slips of the pen behind whatever
 * that line brings up.
 *
 *     the session's lines, and the line ──▶ a record of its own, with the repair ──▶ offers
 *
 * The offers are about this line or earlier ones.
 */
#ifndef FUDA_PERHAPS_H
#define FUDA_PERHAPS_H

#include "cli/table/session.h"

struct perhaps {
    struct offer offer[PERHAPS_MOST];
    int count;  /* 0: nothing is offered */
    char *line; /* owned: the line as it was read */
    /* its number: that of the session's last line if it was taken, else the next one */
    uint32_t number;
};

/*
 * Finds offers for the line that the session has tried last, if it stumbles. Not offered: other
 * names of players, which stand before all lines, and merely leaving out a line that was not taken.
 */
void perhaps_find(struct session *s, struct perhaps *out);

/*
 * The same for a line as this session sees it, into an empty `out`; `taken`: it is the session's
 * last line.
 */
void perhaps_of(struct session *s, struct span line, bool taken, struct perhaps *out);
void perhaps_clear(struct perhaps *p);

/* The offers in words, numbered, one line each. */
void perhaps_say(const struct session *s, const struct perhaps *p, struct text *out);

/* One of them as a statement that can be typed: "`Chie: g2`". */
void perhaps_say_one(const struct session *s, const struct perhaps *p, int nth, struct text *out);

#endif
