/*
 * Cards by their own faces: a picture in colour ──▶ outlines of cards ──▶ each straightened to one
 * size ──▶ held against the faces of a deck, a closed set. A face proposes: how sure it is stands
 * beside every proposal, and whoever enters it decides by that.
 *
 *     face_outline.c   where cards lie            face_align.c   laid on a face, in its light
 *     face_deck.c      a deck made ready          face_match.c   which of the deck's it is
 *     face_pile.c      cards one over another     face_look.c    a photograph
 *     face_sheet.c     a deck's faces, kept       face_follow*.c a stream of frames
 *     image_colour.c   pictures in colour
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
/* Makes a black picture of this size; false: too large, or no memory. */
bool colour_room(unsigned long width, unsigned long height, struct colour *out);
/*
 * The same of what a video device gives, in rows of so many bytes: light, and two colours for two
 * pixels beside each other (YUYV: `pairs`), or, behind all light, for four (NV12).
 */
bool colour_yuv(const uint8_t *at, size_t length, size_t row, size_t width, size_t height,
    bool pairs, struct colour *out);
/*
 * The frame that a camera gave last, once more in colour, of the same size; false: it cannot be
 * had. The caller clears it.
 */
bool camera_colour(struct camera *c, struct colour *out);

/* ---- outlines (face_outline.c) ----------------------------------------------------------- */

enum { OUTLINES_MOST = 128, HINTS_MOST = 256, HINTS_KEPT = 60 };

/* A card's four corners in the picture, clockwise; from the first to the second is a short side. */
struct outline {
    struct point corner[4];
    float clear; /* 0 to 1: the share of its sides along which an edge is seen */
};

float outline_area(const struct outline *o); /* square pixels */
struct point outline_middle(const struct outline *o);
bool outline_holds(const struct outline *o, struct point p);

/*
 * All cards that lie apart, in reading order: rows from the top, each from the left; -1: no memory.
 */
int outlines_find(const struct colour *picture, struct outline *out, int most);

/* A card may lie here, for a patch has one of its sides. */
struct outline_hint {
    struct outline outline;
    int times;             /* that it was seen */
    float area;            /* of the patch, in square pixels */
    struct point from, to; /* the corners of the box around it */
};

/* The same; and hints of cards that lie one over another, the likeliest first. */
int outlines_hint(const struct colour *picture, struct outline *out, int most,
    struct outline_hint *hint, int hints_most, int *hints);

/* ---- faces (face_align.c, face_deck.c, face_match.c) -------------------------------------- */

/*
 * A card straightened: two pixels a millimetre of a card of 63 × 88 mm; others are stretched to it.
 */
enum { FACE_WIDTH = 126, FACE_HEIGHT = 176, FACE_BYTES = FACE_WIDTH * FACE_HEIGHT * 3 };

struct faces;

struct scan_face {
    uint8_t at[FACE_HEIGHT][FACE_WIDTH][3];
};

/* `half`: turned by 180°, so that its other short side is on top. */
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
/* How many pixels a millimetre are needed to tell these faces apart. */
float faces_need(const struct faces *faces);

/* What a card may be. */
struct proposal {
    int card,
        next; /* of the deck: the nearest, and the one that it is told apart from worst; -1: none */
    float score; /* correlation with the nearest, at most 1 */
    float gap;   /* 1: all in which the two differ is as on the nearest; -1: as on the next */
    float seen; /* 0 to 1: least share visible of what tells it from another face; 0: not aligned */
    float firm; /* how much of that is visible, in times the noise */
    float fine; /* pixels of the picture for a pixel of the face */
    float open; /* share of it over which no other card lies, as far as is known */
    bool piled; /* others lie over it, or may: more is asked of it */
    bool half;  /* its outline's first side is the lower one */
};

/*
 * May it be entered by itself, should a second picture agree? Bounds above all that was measured
 * wrong.
 */
bool proposal_sure(const struct proposal *p);
/* Is it likely enough to ask people about? False: probably no card of this deck. */
bool proposal_likely(const struct proposal *p);

/* A deck's faces made ready, once; they are copied. NULL: there are none, or no memory. */
struct face_deck;
struct face_deck *face_deck_new(const struct scan_face *face, int count);
void face_deck_free(struct face_deck *d);

/* The nearest of a deck's faces for the card with this outline; false: no memory. */
bool face_match(const struct colour *picture, const struct outline *outline, struct face_deck *deck,
    struct proposal *out);

/* ---- cards one over another (face_pile.c) -------------------------------------------------- */

/*
 * Keeps the hints that these cards, which lie apart, leave: `most` of them at most, in the same
 * order. How many.
 */
int hints_keep(struct outline_hint *hint, int hints, const struct outline *card, int cards,
    int most);

struct face_seen {
    struct outline outline;
    struct proposal is;
};

struct face_pile;
/* The picture and the deck are to outlive it. NULL: there are no hints, or no memory. */
struct face_pile *face_pile_new(const struct colour *picture, struct face_deck *deck,
    const struct outline_hint *hint, int hints);
void face_pile_free(struct face_pile *p);
/* A card of the picture that was found apart. */
void face_pile_know(struct face_pile *p, const struct face_seen *seen);
/* Does a piece of the work, of about 10 ms; false: there was nothing left to do. */
bool face_pile_step(struct face_pile *p);
/* All that is known so far: no card lies over one that stands before it. */
const struct face_seen *face_pile_seen(const struct face_pile *p, int *count);

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

/* Where this face stands in that picture: its upper left pixel. */
void faces_place(const struct faces *faces, int at, int *left, int *top);
/* Appends the faces to `out` as a picture; false: it could not be written. */
bool faces_write(const struct faces *faces, struct bytes *out);
/* `out` was empty, and is where this is false: the bytes are no such picture. */
bool faces_read(const uint8_t *bytes, size_t length, struct faces *out);

/* ---- what they say of a picture (face_look.c) -------------------------------------------- */

/* The code that lies on a card, or NULL; `scale` is from the codes' picture to the outline's. */
const struct found *outline_code(const struct outline *o, const struct found *code, int codes,
    float scale);

/* Does the code name the card of this face, or a copy of it? `face` below 0: no. */
bool code_names(const struct faces *faces, const struct deck *deck, int face,
    const struct found *code);

/*
 * What a proposal comes to, in the codes' picture: its corners are the card's, clockwise, its face
 * upright. False: its card is none of the deck.
 */
bool face_found(const struct faces *faces, const struct deck *deck, const struct proposal *p,
    const struct outline *o, float scale, bool sure, struct found *out);
/*
 * More of one card than the deck has: at least one of them is read wrong, and so all are asked for
 * whose stickers were not read.
 */
void faces_doubt_copies(const struct deck *deck, const struct found *code, int codes,
    struct found *seen, int count);

/*
 * All cards of a picture but those that a code tells, in reading order: the one that it names, else
 * the uppermost on which it lies. `scale`: how large the picture is beside the one that the codes
 * were found in. In so much of this thread's time; `late` is set where it was over before the end.
 */
int faces_see(const struct colour *picture, const struct faces *faces, const struct deck *deck,
    const struct found *code, int codes, float scale, int deadline_ms, struct found *out, int most,
    bool *late);

/*
 * Puts the cards of a picture after those that are there, named by the codes that lie on them. How
 * many; -1: no room.
 */
int faces_enrol(struct faces *faces, const struct colour *picture, const struct found *code,
    int codes, float scale);

/* One face a card: the one that came last. */
void faces_unite(struct faces *faces, const struct deck *deck);

/* ---- in a stream of frames (face_follow*.c) ------------------------------------------------ */

struct face_follow;

struct face_follow *face_follow_new(const struct faces *faces, const struct deck *deck);
void face_follow_free(struct face_follow *f);

/* Takes a frame, with the codes read in it; true: there is something to look at in colour. */
bool face_follow_frame(struct face_follow *f, const struct grey *frame, const struct found *code,
    int codes, long now);
/* Looks at that frame in colour, for about `deadline_ms` of this thread's time. */
void face_follow_look(struct face_follow *f, const struct colour *frame, int deadline_ms);
/* Is there a card that has not been identified yet? */
bool face_follow_busy(const struct face_follow *f);
/* The cards recognised by their faces, except those on which a code was read. */
int face_follow_found(const struct face_follow *f, const struct found *code, int codes,
    struct found *out, int most);
/* Where something lies that has not been identified yet. */
int face_follow_places(const struct face_follow *f, struct found *out, int most);
/*
 * Things shaped like cards without a code: how many, how many of them are read, and the pixels a
 * millimetre of the smallest, were its short side 63 mm long.
 */
int face_follow_near(const struct face_follow *f, int *read, float *near);

#endif
