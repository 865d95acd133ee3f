/* What face_follow.c and face_follow_look.c share: the frames' cells, and what lies in them. */
#ifndef FUDA_FACE_FOLLOW_H
#define FUDA_FACE_FOLLOW_H

#include "face_align.h"
#include "read.h"

enum {
    CELL = 8,
    NOISE = 8,   /* grey levels that a mean changes by at rest, */
    ALIKE = 14,  /* … and by which it may differ from what was looked at */
    REST = 120,  /* milliseconds that what moved is at rest before it is looked at; */
    WAIT = 1000, /* … unless something beside it never is */
    STEP_MOST = 250,
    PLACES_MOST = 64,
    NEAR = 2,       /* cells between which what changed is one thing */
    AREA_LEAST = 6, /* cells: smaller is no card */
    AROUND = 3,     /* cells around what changed that are looked at, too */
    SHARE = 100,
    SAME_LEAST = 88,  /* of SHARE cells of a card: so many are as they were where it lies still; */
    STILL_LEAST = 97, /* … of what changed: so many are at rest */
    AGREE = 2,        /* frames that have to be sure of the same card */
    LOOKS_MOST = 4,
    LOOKS_FEW = 2, /* without one in which it may be ours */
    CARD_MM = 63,  /* a card's short side, as far as is known */
};

struct face_cell {
    uint8_t now, before;
    bool known;     /* it was looked at, */
    int16_t looked; /* … and looked so, in the light of the first look */
    uint16_t still; /* milliseconds */
    bool new;       /* it is not as it was, */
    int thing;      /* … and belongs to this one of what changed in the frame; 0: not known yet */
};

struct face_place {
    struct outline outline;
    int card, other; /* of the faces: what it may be, and instead of it; -1 */
    float score;
    bool half;
    int looks, sure, agree;  /* frames that it was matched in; that were sure; that say `card` */
    bool split;              /* … and that said another one */
    bool done, there, coded; /* coded: a sticker was read on it, … */
    int says;                /* … of this face; -1: of none */
    bool under;              /* others, that stand before it, lie over it */
    bool held;     /* something came to lie over it: it is told until the pile has been looked at */
    unsigned look; /* that it was found in */
};

/* Cells, and those after them; how many of them are of this thing, and how many of these rest. */
struct face_area {
    int left, top, right, bottom, thing, cells, still;
};

struct face_follow {
    const struct faces *faces;
    struct face_deck *ready; /* owned */
    const struct deck *deck;
    int width, height;      /* in cells */
    struct face_cell *cell; /* owned */
    int *stack;             /* owned: as many */
    int things;             /* that changed in the frame, so far */
    int brighter;           /* than in the first look, all in all */
    long last, waits;       /* waits: since when something new is not at rest; 0: there is none */
    struct face_place place[PLACES_MOST]; /* none lies over one that stands before it */
    int places;
    unsigned look;
    bool unfinished; /* there was no time for all that rests: the look goes on in the next frame */
    double match_ms; /* what matching took lately; */
    double step_ms;  /* … and a piece of a pile's work */
    struct face_pile *pile; /* owned; NULL: none is being looked at, */
    struct colour part;     /* owned: … in this part of a frame */
    struct face_area at;
    struct face_cover cover; /* owned: made when it is needed */
};

/* The cell is as it was looked at from now on. */
void follow_cell_looked(const struct face_follow *f, struct face_cell *c);
/* The cells around an outline, within the frame. */
struct face_area follow_area_of(const struct face_follow *f, const struct outline *o);
/* The thing that this cell belongs to: what changed, and lies no further apart than NEAR. */
struct face_area follow_area_from(struct face_follow *f, int first);
bool follow_area_rests(const struct face_follow *f, const struct face_area *a);
/* Of SHARE cells of the place, how many are as they were when they were looked at. */
int follow_place_same(const struct face_follow *f, const struct face_place *p);
/* No pile is being looked at any more. */
void follow_pile_leave(struct face_follow *f);

#endif
