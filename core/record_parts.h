/*
 * What the parts of a record share: record.c reads its lines, record_heading.c says what all games
 * say alike, record_findings.c keeps what was found. Each calls those after it. Private to core.
 */
#ifndef FUDA_RECORD_PARTS_H
#define FUDA_RECORD_PARTS_H

#include "core/record.h"
#include "text.h"

/* ---- record_heading.c ---- */

/* A statement that is of no game alone, or a row of a deck. */
void record_say_common(struct record *r, const struct statement *said);
void record_say_row(struct record *r, const struct statement *said);

/* A statement of play after `end`. */
void record_after_the_end(struct record *r, const struct statement *said);

void record_end_game(struct record *r);
void record_end_pack(struct record *r);

/* ---- record_findings.c ---- */

/* What one statement can add at most: a ruling or two a card, and all claims of a round. */
enum { RULINGS_RESERVE = 256 };

void record_fault(struct record *r, const struct fault *fault);
void record_fault_at(struct record *r, uint32_t column, const char *id);

/* What was found so far is sorted and handed on. */
void record_flush(struct record *r);

/*
 * Are slips of the pen looked for in this game? Then rows of the score are told once a window is
 * settled.
 */
bool record_is_repaired(const struct record *r);

/*
 * What is said next is kept; where there is no room for it, what came before is settled, although
 * its round stands open.
 */
void record_hear(struct record *r, const struct statement *said);

/* The round that stands open is left: its claims are weighed and done with. */
void record_close_page(struct record *r);

#endif
