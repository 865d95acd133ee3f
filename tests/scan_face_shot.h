/*
 * Decks that are drawn, or that a package draws, and photographs of their cards: laid out in rows,
 * anyhow on a table, or just as they are put there. What a photograph shows is known exactly.
 */
#ifndef FUDA_SCAN_FACE_SHOT_H
#define FUDA_SCAN_FACE_SHOT_H

#include "scan_chance.h"
#include "scan_photo.h"
#include "scanner/face.h"

enum {
    WIDTH = 63,
    HEIGHT = 88,
    DECK_CARDS = 24,
    CARDS_MOST = 52,
    BLOTS = 7,
    LYING = 8,
    FRAME_WIDTH = 1280,
    FRAME_HEIGHT = 960
};

/* Light, red green blue. */
struct light {
    float at[3];
};

struct blot {
    float x, y, w, h, turn;
    bool round;
    struct light light;
};

struct art {
    const struct colour *drawn; /* a package's cards in a grid; NULL: drawn here */
    int column, row;
    struct light ground, paper;
    struct blot blot[BLOTS];
    int number;    /* 0: none */
    float numeral; /* millimetres high */
};

/* How a photograph is taken. */
struct way {
    const char *name;
    float scale;                               /* pixels a millimetre */
    float tilt;                                /* degrees at most */
    float dark;                                /* share of the light that is there; 0: all */
    bool warm, glare, finger, sleeve, strange; /* strange: the cards are of another deck */
    bool clutter; /* no cards lie there, but books, phones, boxes, notes */
    struct photo photo;
};

struct lying {
    int card;
    float wide, tall; /* it is so many cards wide and tall; 0: a card */
    struct point corner[4];
    float inverse[3][3];        /* from the picture to millimetres of the card */
    struct point finger, glare; /* millimetres */
};

struct shot {
    struct lying card[CARDS_MOST];
    int count;
    struct colour picture; /* owned */
    float *light[3];       /* owned */
};

/* All chance below is of this. */
extern uint64_t seed;
float between(float least, float most);

/* A picture of its own a card, or one picture and a numeral of so many millimetres. */
void deck_draw(struct art art[DECK_CARDS], float numeral);
/* A package's card: a picture of all, 13 beside each other, four suits and a fifth row. */
struct art art_drawn(const struct colour *drawn, int n);

struct point corners_middle(const struct point q[4]);

/*
 * Nothing but a cloth; a card on it, that stands so; and the photograph, after which all is drawn.
 */
void shot_begin(struct shot *s, int width, int height);
void card_stand(struct lying *c, struct point at, float turn, float tilt, float axis, float scale);
void card_paint(struct shot *s, const struct lying *c, const struct art *a, const struct way *way);
void shot_take(struct shot *s, const struct way *way);
/* Its light leans so much to one side. */
void shot_take_lit(struct shot *s, const struct way *way, float lean);

/* The deck in rows, upright, from above. */
void shot_rows(struct shot *s, const struct art *art, int cards, const struct way *way);
/* Cards anyhow, apart. */
void shot_table(struct shot *s, const struct art *art, int cards, const struct way *way);

#endif
