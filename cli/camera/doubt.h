/*
 * Where the record and the table differ, or nobody knows whose a card is: what is asked, and the
 * mend that RETURN makes. Private to cli/camera.
 */
#ifndef FUDA_DOUBT_H
#define FUDA_DOUBT_H

#include "watch.h"

/*
 * Are all lines after this one cards that the camera entered? Only then can they be entered again.
 */
bool doubt_can_mend(const struct watch *w, const struct record *r, uint32_t line);

/* Takes them back: their cards become free, each whose it is by then (`mended`). */
void doubt_mend(struct watch *w, uint32_t line);

/*
 * A card entered in this trick, by this seat or anybody (-1), that lies there no more, the first;
 * -1: all do.
 */
int doubt_gone(const struct watch *w, const struct record *r, int seat);

/*
 * What is asked, each once until it has settled itself: card `n` lies on the side of `whose`, who
 * has not the turn; its face does not tell which of two it is; it came with others at once; `gone`
 * is entered and lies there no more, and `other` (-1: nobody knows which) does instead. `knows`:
 * whose `other` is, is known.
 */
void doubt_ask_side(struct watch *w, const struct record *r, int n, int whose, int turn);
void doubt_ask_face(struct watch *w, const struct record *r, int n);
void doubt_ask_order(struct watch *w, const struct record *r, int n);
void doubt_ask_mend(struct watch *w, const struct record *r, int gone, int other, bool knows);

/* RETURN or `!`; false: nothing was asked. */
bool doubt_answer(struct watch *w, const struct record *r, bool mark);

#endif
