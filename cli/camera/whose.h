/*
 * Whose each card is that lies before the camera, and what is to be done with it. Private to
 * cli/camera.
 */
#ifndef FUDA_WHOSE_H
#define FUDA_WHOSE_H

#include "watch.h"

/* Nothing is known any more of what lies there. */
void whose_begin(struct watch *w, int seats);

/* A card has come to lie, or is not there any more (gone, back or hidden). */
void whose_lies(struct watch *w, const struct record *r, const struct glimpse *sight);
void whose_leaves(struct watch *w, const struct record *r, const struct glimpse *sight);

/* It lay there when nobody looked: in the record, or not to be entered. True: in the record. */
bool whose_lay(struct watch *w, const struct record *r, const struct glimpse *sight);

/*
 * What is to be done, and with which card; may ask, or say something. `held`: a play waits for a
 * word.
 */
enum watch_act whose_plan(struct watch *w, const struct record *r, bool held, int *card);

/* The card is about to be entered; and what came of it. */
void whose_tries(struct watch *w, const struct record *r, int n);
void whose_entered(struct watch *w, const struct record *r, enum watch_end end);

/* The record has changed: by a line taken back, by one that was typed. */
void whose_settle(struct watch *w, const struct record *r);
void whose_yields(struct watch *w, const struct record *r);

/* Says from which side each seat lays. */
void whose_tell_sides(struct watch *w, const struct record *r);

#endif
