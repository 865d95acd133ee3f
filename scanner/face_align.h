/* Fitting a card onto a face of a deck; shared by the files of face.h, and by nobody else. */
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
    int16_t open[COARSE_HEIGHT][COARSE_WIDTH]; /* −1; 0: below another card */
};

/* What of a picture is taken: other cards lie there, over those that are looked for. */
struct face_cover {
    int width, height; /* in cells of COVER pixels */
    uint8_t *at;       /* owned: 0: open */
};
enum { COVER = 2 };

/* A card laid on a face. */
struct card_match {
    const struct colour *picture;
    const struct face_cover *cover; /* NULL: nothing lies over it */
    bool in_plane;                  /* the plane in which it lies is known, and so its size */
    struct point corner[4];
    float paper[3];        /* of the deck: its lightest, by colour */
    struct scan_face card; /* straightened */
    /* something shines here, or beside it, so bright that the light is not told by it */
    bool shines[COARSE_HEIGHT][COARSE_WIDTH];
    bool covered[FACE_HEIGHT / FACE_SPARSE][FACE_WIDTH / FACE_SPARSE]; /* others lie here */
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
/* Is a pixel of it below another card? */
bool card_covered(const struct card_match *m, int x, int y);
/* From the unit square to four corners: x = (a·u + b·v + c) / (g·u + h·v + 1), y alike. */
struct card_plane {
    float a, b, c, d, e, f, g, h;
};
struct card_plane card_plane_of(const struct point q[4]);
struct point card_plane_at(const struct card_plane *p, float u, float v);

bool cover_at(const struct face_cover *cover, struct point at);
/* Nothing of a picture of this size is taken; false: no memory. */
bool cover_make(struct face_cover *cover, int width, int height);
void cover_clear(struct face_cover *cover);
/* Takes the card there, and a little more: its edge and shade, and a part of a cell. */
void cover_card(struct face_cover *cover, const struct outline *o);
/* Straightened so that it lies on this face, in its light; false: it does not come to rest. */
bool card_align(struct card_match *m, const struct scan_face *face);
/* Solves n equations in place, rows of n + 1; false: they do not tell. */
bool equations_solve(double *row, int n);

/* ---- one card below others (face_match.c) -------------------------------------------------- */

/* Correlation of what is open of a, shifted, and b; each colour has its own mean. */
float coarse_correlation(const struct face_coarse *a, const struct face_coarse *b, int dx, int dy);
/* Turned by 180°. */
void coarse_turn(const struct face_coarse *c, struct face_coarse *out);
/*
 * As face_match, of what is open of the card; its outline is moved to where it lies. `card`: it is
 * likely to be this one, this way up, and lies in a plane that is known; -1: it may be any.
 */
bool face_match_under(const struct colour *picture, const struct face_cover *cover,
    struct outline *outline, struct face_deck *deck, int card, bool half, struct proposal *out);

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
