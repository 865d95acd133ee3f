/*
 * Which seat each card under the camera belongs to, and what is to be done with it. Private to
 * cli/camera.
 */
#ifndef FUDA_CARD_OWNER_H
#define FUDA_CARD_OWNER_H

#include "watch.h"

/* Forgets the questions and plays under way; the sides too if the number of seats differs. */
void card_owner_begin(struct watch *w, int seats);

/* A card has been laid down; or it has left (gone, back or hidden). */
void card_owner_lies(struct watch *w, const struct record *r, const struct glimpse *sight);
void card_owner_leaves(struct watch *w, const struct record *r, const struct glimpse *sight);

/* The card was there when watching began: it is not entered. True: it is on record. */
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
