/*
 * Cards by their own faces: a picture in colour ──▶ outlines of cards ──▶ each straightened to one
 * size ──▶ held against the faces of a deck, a closed set. A face proposes: how sure it is stands
 * beside every proposal, and whoever enters it decides by that.
 *
 *     face_outline.c   where cards lie            face_match.c   which of the deck's each is
 *     face_sheet.c     a deck's faces, kept       image_colour.c pictures in colour
 */
#ifndef FUDA_FACE_H
#define FUDA_FACE_H

#include "scanner.h"

/* Red, green, blue, 0 to 255, row by row without a gap. */
struct colour {
    int width, height;
    uint8_t *at; /* owned by whoever made it */
};

/* A picture as image_read takes it, turned as people see it; false: it cannot be had in colour. */
bool colour_read(const uint8_t *bytes, size_t length, struct colour *out);
void colour_clear(struct colour *colour);

/* ---- outlines (face_outline.c) ----------------------------------------------------------- */

enum { OUTLINES_MOST = 128 };

/* A card's four corners in the picture, clockwise; from the first to the second is a short side. */
struct outline {
    struct point corner[4];
    float clear; /* 0 to 1: the share of its sides along which an edge is seen */
};

/*
 * All cards that lie apart, in reading order: rows from the top, each from the left; -1: no memory.
 */
int outlines_find(const struct colour *picture, struct outline *out, int most);

/* ---- faces (face_match.c) ---------------------------------------------------------------- */

/*
 * A card straightened: two pixels a millimetre of a card of 63 × 88 mm; others are stretched to it.
 */
enum { FACE_WIDTH = 126, FACE_HEIGHT = 176, FACE_BYTES = FACE_WIDTH * FACE_HEIGHT * 3 };

struct scan_face {
    uint8_t at[FACE_HEIGHT][FACE_WIDTH][3];
};

/* `half`: turned by half, so that its other short side is on top. */
void face_straighten(const struct colour *picture, const struct outline *outline, bool half,
    struct scan_face *out);

/*
 * The same for a deck's face that is to be kept. Cards that share a picture lie upon each other to
 * a part of a pixel then, so that only what they differ in tells them apart; `first` is the deck's
 * first face, NULL for itself. False: no memory.
 */
bool face_take(const struct colour *picture, const struct outline *outline, bool half,
    const struct scan_face *first, struct scan_face *out);

/* Correlation of two faces, -1 to 1: above FACES_ALIKE people had better look at both. */
extern const float FACES_ALIKE;
float faces_alike(const struct scan_face *a, const struct scan_face *b);

/* What a card may be. */
struct proposal {
    int card,
        next; /* of the deck: the nearest, and the one that it is told apart from worst; -1: none */
    float score; /* correlation with the nearest, at most 1 */
    float gap;   /* 1: all in which the two differ is as on the nearest; -1: as on the next */
    float seen;  /* 0 to 1: how much of that is seen; 0: it did not come to lie on the face */
    bool half;   /* its outline's first side is the lower one */
};

/*
 * May it be entered by itself, should a second picture agree? Bounds above all that was measured
 * wrong.
 */
bool proposal_sure(const struct proposal *p);
/* May people be asked whether it is this or the next one? What is no card of ours may not. */
bool proposal_likely(const struct proposal *p);

/* The nearest of `count` faces for the card with this outline; false: no memory. */
bool face_match(const struct colour *picture, const struct outline *outline,
    const struct scan_face *deck, int count, struct proposal *out);

/* ---- a deck's faces (face_sheet.c) ------------------------------------------------------- */

enum { FACES_MOST = 512, ROW_MOST = 2 * FACES_MOST };

struct face_name {
    char payload[PAYLOAD_MOST + 1]; /* empty: nobody has said yet which card it is */
    int row;                        /* that it was laid out in, from 1 */
};

struct faces {
    struct scan_face *face; /* owned */
    struct face_name *name; /* owned */
    int count;
};

/* False: there is no room for one more. */
bool faces_add(struct faces *faces, const struct scan_face *face, const char *payload, int row);
void faces_drop(struct faces *faces, int at);
/* Numbers the rows without a gap, from the one after this one; the last one's number. */
int faces_number(struct faces *faces, int after);
void faces_clear(struct faces *faces);

/* As a picture, put after what is there; false without memory. */
bool faces_write(const struct faces *faces, struct bytes *out);
/* `out` was empty, and is where this is false: the bytes are no such picture. */
bool faces_read(const uint8_t *bytes, size_t length, struct faces *out);

/* ---- what they say of a picture (face_look.c) -------------------------------------------- */

/* A card without a sticker that could be read. */
struct face_seen {
    struct found found; /* its corners are the card's, clockwise, its face upright */
    int label, other;   /* of the deck: what it is, and what it may be instead; -1: nothing else */
    bool sure;          /* it may be entered; else it is to be asked for */
};

/*
 * All cards of a picture but those that a code lies on, in reading order; `scale`: how large it is
 * beside the picture that the codes were found in. In so much of this thread's time; `late` is set
 * where it was over before the end.
 */
int faces_see(const struct colour *picture, const struct faces *faces, const struct deck *deck,
    const struct found *code, int codes, float scale, int deadline_ms, struct face_seen *out,
    int most, bool *late);

/*
 * Puts the cards of a picture after those that are there, named by the codes that lie on them. How
 * many; -1: no room.
 */
int faces_enrol(struct faces *faces, const struct colour *picture, const struct found *code,
    int codes, float scale);

/* One face a card: the one that came last. */
void faces_unite(struct faces *faces, const struct deck *deck);

#endif
