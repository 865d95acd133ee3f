/*
 * Tables with cards, seen by a camera that stands somewhere in space: from each pixel of its
 * sensor back through the lens to the table, what lies there in which light, then noise, mosaic,
 * sharpening and a JPEG. Nothing of it is shared with scan_face_shot.c, against which the reader
 * was made.
 */
#ifndef FUDA_SCAN_HELD_VIEW_H
#define FUDA_SCAN_HELD_VIEW_H

#include "scan_chance.h"
#include "scanner/face.h"

enum {
    CARD_WIDE = 63,
    CARD_HIGH = 88,
    DOTS = 6, /* a millimetre of what is drawn */
    ART_WIDE = CARD_WIDE * DOTS,
    ART_HIGH = CARD_HIGH * DOTS,
    LIE_MOST = 64,
};

/* What is printed on a card. */
struct print {
    uint8_t at[ART_HIGH][ART_WIDE][3];
};

/* How cards lie: in rows, upright; anyhow, apart; or one over another: a fan, a row, a trick. */
enum lay { LAY_APART, LAY_ROWS, LAY_FAN, LAY_SPREAD, LAY_TRICK };

enum cloth { CLOTH_FELT, CLOTH_WOOD, CLOTH_CHECKS, CLOTH_PAPER, CLOTHS };

struct view_wish {
    int width, height;
    float scale, tilt; /* pixels a millimetre in the middle; degrees from above */
    float dark;        /* share of the light that is there; 0: all */
    bool warm, glare, finger;
    enum lay lay;
    int cards;    /* of those that lie one over another the lowest; 0: all, below 0: none */
    float step;   /* millimetres from a card to the next of a fan or a spread */
    float bigger; /* what lies there is no card, but so much larger; 0: cards */
};

struct view_card {
    int card;
    float x, y, turn, wide, high; /* millimetres, its middle */
    struct point middle;          /* in the picture */
    float finger_x, finger_turn, glare_x, glare_y;
};

struct view {
    struct colour picture; /* owned */
    struct view_card lies[LIE_MOST];
    int count;
};

/*
 * Cards from any on, each once, until the picture is full or there are none; those that lie over
 * others come after them.
 */
void view_take(struct view *v, const struct view_wish *wish, const struct print *print, int prints,
    uint64_t *chance);
void view_clear(struct view *v);

/* Decks; `kind` below PRINTS: pictures of their own, … */
enum print_kind {
    PRINT_PAINTED, /* a picture of its own a card */
    PRINT_INKED,   /* … in black lines */
    PRINT_TEXT,    /* columns of text alone */
    PRINT_NUMERAL, /* one picture, a numeral of 8 mm */
    PRINT_BARE,    /* a numeral of 8 mm alone */
    PRINT_KINDS,
};
void prints_draw(enum print_kind kind, struct print *out, int count, uint64_t *chance);
/* A package's card: a picture of all, 13 beside each other, four suits and a fifth row. */
void print_packaged(const struct colour *all, int n, struct print *out);
/* What lies on tables beside cards: phones, cups, notes, magazines. */
void prints_clutter(struct print *out, int count, uint64_t *chance);

#endif
