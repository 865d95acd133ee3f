/*
 * From where each seat lays its cards, in the camera's picture: learnt from the first tricks, or
 * told by a card each. It knows no game and no camera, only seats and points.
 */
#ifndef FUDA_SIDES_H
#define FUDA_SIDES_H

#include "core/core.h"

enum { SIDE_CARDS = 4 }; /* how many of a seat's latest cards are remembered */

struct spot_laid {
    double x, y; /* pixels */
    double size; /* a side of the code there */
};

struct sides {
    int seats;
    struct {
        int count; /* cards of this seat learnt so far */
        struct spot_laid at[SIDE_CARDS];
    } seat[SEATS_MOST];
};

/* Forgets all. */
void sides_begin(struct sides *s, int seats);

/* A card of this seat lay there; `told`: that is certain, one is enough. */
void sides_learn(struct sides *s, int seat, const struct spot_laid *at, bool told);

/* Two cards or more of each seat are known, and the places of no two seats run into each other. */
bool sides_known(const struct sides *s);

/* Whose place this is clearly; -1: nobody's, or not known. */
int sides_whose(const struct sides *s, const struct spot_laid *at);

/*
 * Where a seat sits, seen from the middle of all, as on a clock's face: 1 to 12, and 12 is the
 * picture's upper edge.
 */
int sides_hour(const struct sides *s, int seat);

#endif
