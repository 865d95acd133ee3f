/*
 * A card that lies there, beside the record: where the game stands, and what is said of a card.
 * Private to cli/camera.
 */
#ifndef FUDA_LAID_H
#define FUDA_LAID_H

#include "watch.h"

enum { NOBODY = -1 }; /* no card; no seat */

/*
 * Where the game stands, as "R1 T4": empty if it has no places. Was this card entered just there?
 */
void laid_place(const struct watch *w, const struct record *r, char out[PLACE_MOST]);
bool laid_here(const struct watch *w, const struct record *r, const struct watched *c);

/*
 * Is this card, which was entered, of the trick on the table? So it is of a full one, too, as long
 * as that has not been swept: all of its cards lie there, or all but one.
 */
bool laid_on_table(const struct watch *w, const struct record *r, const struct watched *c);

/* Whose turn it is, or NOBODY; and the trick on the table, perhaps of no cards. */
int laid_turn(const struct record *r);
struct trick_laid laid_trick(const struct record *r);

/* Which card of the game a card of the deck is; below 0: none that is played. */
int laid_card(const struct watch *w, int n);

/* May it be played now, as far as is known? One that was played in this round may not. */
bool laid_may_be_played(const struct watch *w, const struct record *r, int n);

/* Where it was seen. A card is so many codes long and broad. */
enum { CODES_A_SIDE = 5 };
struct spot_laid laid_spot(const struct glimpse *s);
/* It has come to lie there. */
void laid_down(struct watch *w, const struct glimpse *sight);
/*
 * Is it in the trick on the table, typed, and not yet found among what lies there? Then it is
 * found.
 */
bool laid_typed(struct watch *w, const struct record *r, int n);

/* It lies there and is not accounted for. */
static inline bool laid_free(const struct watched *c) { return c->there && c->as == LAID_FREE; }

/* "Aki r3", or without a seat only the card, after others. */
void laid_add_name(const struct watch *w, const struct record *r, struct text *t, int n, int seat);

/*
 * A text, to be shown, with {card}, {cards}, {seat} and {other}: each may be none (NOBODY, NULL).
 */
void laid_tell(struct watch *w, const struct record *r, const char *text, int n,
    const struct text *cards, int seat, int other);

#endif
