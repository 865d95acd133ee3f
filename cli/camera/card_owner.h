/*
 * Whose each card is that lies before the camera, and what is to be done with it. Private to
 * cli/camera.
 */
#ifndef FUDA_CARD_OWNER_H
#define FUDA_CARD_OWNER_H

#include "watch.h"

/* Nothing is known any more of what lies there. */
void card_owner_begin(struct watch *w, int seats);

/* A card has come to lie, or is not there any more (gone, back or hidden). */
void card_owner_lies(struct watch *w, const struct record *r, const struct glimpse *sight);
void card_owner_leaves(struct watch *w, const struct record *r, const struct glimpse *sight);

/* It lay there when nobody looked: in the record, or not to be entered. True: in the record. */
bool card_owner_lay(struct watch *w, const struct record *r, const struct glimpse *sight);

/*
 * What is to be done, and with which card; may ask, or say something. `held`: a play waits for a
 * word.
 */
enum watch_act card_owner_plan(struct watch *w, const struct record *r, bool held, int *card);

/* The card is about to be entered; and what came of it. */
void card_owner_tries(struct watch *w, const struct record *r, int n);
void card_owner_entered(struct watch *w, const struct record *r, enum watch_end end);

/* The record has changed: by a line taken back, by one that was typed. */
void card_owner_settle(struct watch *w, const struct record *r);
void card_owner_yields(struct watch *w, const struct record *r);

/* Says from which side each seat lays. */
void card_owner_tell_sides(struct watch *w, const struct record *r);

#endif
