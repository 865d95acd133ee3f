/*
 * More cards than anybody plays at once: they are shuffled, or put in order. Private to cli/camera.
 */
#ifndef FUDA_HEAP_H
#define FUDA_HEAP_H

#include "watch.h"

/*
 * No more cards are played at once than there are seats, and with a trick that is not swept yet
 * no more than twice as many lie there so soon. When more do they are shuffled, or put in order:
 * nothing is entered while that goes on, and what was taken for a play is taken back. Tricks that
 * somebody has won, laid open, are none; they count while nobody has the turn.
 */
void heap_begins(struct watch *w, const struct record *r);

/* Is the heap still there? Until it ends, cards that would be entered are passed over for good. */
bool heap_goes_on(struct watch *w, const struct record *r);

#endif
