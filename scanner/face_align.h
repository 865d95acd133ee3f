/* Fitting a card onto a face of a deck; shared by face_align.c, face_deck.c and face_match.c. */
#ifndef FUDA_FACE_ALIGN_H
#define FUDA_FACE_ALIGN_H

#include "face.h"

enum {
    FACE_MARGIN = 4, /* face pixels at every side that are not looked at: cut corners, sleeves */
    FACE_SPARSE = 2, /* every second pixel and row tells of place */
    FACE_LIGHTS = 4, /* unknowns of light, a colour */
    SOFT_WIDTH = (FACE_WIDTH - 2 * FACE_MARGIN) / FACE_SPARSE,
    SOFT_HEIGHT = (FACE_HEIGHT - 2 * FACE_MARGIN) / FACE_SPARSE,
    SOFT = SOFT_WIDTH * SOFT_HEIGHT,
    COARSE = 4, /* face pixels a coarse one */
    COARSE_WIDTH = FACE_WIDTH / COARSE,
    COARSE_HEIGHT = FACE_HEIGHT / COARSE,
};

/* The means of FACE_SPARSE × FACE_SPARSE pixels, a colour after the other. */
struct face_soft {
    int16_t at[3][SOFT];
};

/* The means of COARSE × COARSE pixels. */
struct face_coarse {
    int16_t at[3][COARSE_HEIGHT][COARSE_WIDTH];
};

/* A card laid on a face. */
struct card_match {
    const struct colour *picture;
    struct point corner[4];
    float paper[3];        /* of the deck: its lightest, by colour */
    struct scan_face card; /* straightened */
    /* something shines here, or beside it, so bright that the light is not told by it */
    bool shines[COARSE_HEIGHT][COARSE_WIDTH];
    float light[3][FACE_LIGHTS]; /* card = face · (l0 + l1·x + l2·y) + l3; x, y from −1 to 1 */
    int16_t even[FACE_HEIGHT][FACE_WIDTH][3]; /* the card in the face's light */
    bool dazzled[FACE_HEIGHT][FACE_WIDTH];
    struct face_soft soft; /* of `even`; */
    int16_t open[SOFT];    /* … −1 where nothing is dazzled, otherwise 0 */
};

/* The lightest of each colour in a deck. */
void faces_paper(const struct scan_face *face, int count, float paper[3]);
/* The card's corners in the picture, with one or the other short side on top. */
void card_corners(struct card_match *m, const struct outline *outline, bool half);
/* How it looks from afar, as its corners stand. */
void card_coarse(struct card_match *m, struct face_coarse *out);
/* Straightened so that it lies on this face, in its light; false: it does not come to rest. */
bool card_align(struct card_match *m, const struct scan_face *face);
/* Solves n equations in place, rows of n + 1; false: they do not tell. */
bool equations_solve(double *row, int n);

/* ---- a deck made ready (face_deck.c) ------------------------------------------------------ */

int face_deck_count(const struct face_deck *d);
const float *face_deck_paper(const struct face_deck *d);
const struct face_coarse *face_deck_coarse(const struct face_deck *d, int i);
/*
 * The deck as finely as the picture shows this card: where it has fewer pixels than the faces, what
 * is fine on these would be taken for what lies over the card. NULL: no memory.
 */
const struct scan_face *face_deck_fine(struct face_deck *d, const struct outline *o,
    const struct face_soft **soft);

#endif
