/* Fitting a card onto a face of a deck; shared by face_align.c and face_match.c. */
#ifndef FUDA_FACE_ALIGN_H
#define FUDA_FACE_ALIGN_H

#include "face.h"

enum {
    FACE_MARGIN = 4, /* face pixels at every side that are not looked at: cut corners, sleeves */
    FACE_SPARSE = 2, /* every second pixel and row tells of light and place */
    FACE_LIGHTS = 4, /* unknowns of light, a colour */
};

/* What face_match works with. */
struct card_match {
    const struct colour *picture;
    const struct scan_face *deck;
    int count;
    struct point corner[4];
    float paper[3];              /* of the deck: its lightest, by colour */
    struct scan_face card;       /* straightened */
    float light[3][FACE_LIGHTS]; /* card = face · (l0 + l1·x + l2·y) + l3; x, y from −1 to 1 */
    float even[FACE_HEIGHT][FACE_WIDTH][3]; /* the card in the face's light */
    bool dazzled[FACE_HEIGHT][FACE_WIDTH];
};

/* The deck's lightest, a colour each. */
void card_paper(struct card_match *m);
/* The card's corners in the picture, with one or the other short side on top. */
void card_corners(struct card_match *m, const struct outline *outline, bool half);
/*
 * Straightened so that it lies on this face, in its light; false: the fit does not settle.
 */
bool card_align(struct card_match *m, const struct scan_face *face);

#endif
