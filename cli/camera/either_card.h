/*
 * A card whose face tells no more than that it is one of two: which one is asked, and nothing is
 * entered behind it until that is known. Private to cli/camera.
 */
#ifndef FUDA_GUESS_H
#define FUDA_GUESS_H

#include "watch.h"

/*
 * What was seen, as it was understood before: of what was asked and answered, that card; of a guess
 * that may be a card on record which just was covered, that one. True: it is no guess then.
 */
bool guess_is_known(struct watch *w, const struct record *r, struct glimpse *sight);
/*
 * A card that may be either of two was laid down. One that was played and may not be again is none
 * of them: it lies on a pile, and its entry stands.
 */
void guess_lies(struct watch *w, const struct record *r, const struct glimpse *sight);
/* This card was told surely: a guess just there that may be this one is none any more. */
void guess_told(struct watch *w, int n);
/* It lies there no more: what was taken for it is not meant by its sightings from now on. */
void guess_leaves(struct watch *w, int n);
/* The earliest guess that still lies there; -1: none. */
int guess_first(const struct watch *w);
/* The answer: it is the likelier one, or the other. */
void guess_answer(struct watch *w, int n, bool other);
/* The record has changed: drops guesses that were typed, and one whose turn has passed. */
void guess_settle(struct watch *w, const struct record *r);

#endif
