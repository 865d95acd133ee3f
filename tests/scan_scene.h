/*
 * Pictures of cards on a table, made up: the same seed gives the same picture. What a scene shows
 * is known exactly, and nothing of the reader is used to make it.
 */
#ifndef FUDA_SCAN_SCENE_H
#define FUDA_SCAN_SCENE_H

#include "scan_chance.h"
#include "scan_photo.h"
#include "scanner/scanner.h"

enum { SCENE_CARDS = 24 };

/* What is asked for. A field that is 0 asks for none, unless it says otherwise. */
struct wish {
    const struct deck *deck; /* whose stickers lie there */
    int width, height;       /* of the frame; 0: 1920×1080 */
    int cards;               /* with a sticker each, no two alike */
    int bare;                /* cards without a sticker */
    int foreign;             /* … with a QR code of somebody else's */
    int near;                /* … with a code that is nearly one of the deck */
    float module;            /* camera pixels a module, before tilt */
    float tilt;              /* degrees at most, each card another way; below 0: 22 */
    /* degrees: all lie on a table that the camera looks at aslant; instead of `tilt` */
    float slant;
    float bow; /* modules that a card's middle stands out, up or down */
    /* how much the lens bends: 0.05 is a barrel's twentieth at the corners, below 0 */
    float lens;
    /* millimetres from a card to the next in a fan; all cards are in it */
    float fan;
    /*
     * millimetres of a code in a fan, whose sticker begins at the card's edge; 0: 15.1, in the
     * corner
     */
    float strip;
    bool covering; /* cards may lie on other cards' stickers */
    int fingers;   /* over stickers */
    /* share of every sticker's code that a finger covers from a corner */
    float finger;
    float glare;       /* 1: a highlight on every card in which nothing is seen */
    bool shadow;       /* with a hard edge, across every card */
    bool plain;        /* no patterns on the cards */
    float noise, blur; /* σ in grey levels, in pixels; 0: 2 to 8, 0.45 to 1 */
    float defocus;     /* pixels: radius of the disc that a point becomes */
    /* pixels that all moves while the light comes in, in any direction */
    float motion;
    bool mirrored;
    int quality; /* of the JPEG; 0: 75 to 95 */
};

struct placed {
    int label;              /* of the deck; -1: bare; -2: foreign */
    struct point corner[4]; /* of the code, clockwise from its first module */
    float covered;          /* share of its modules under something else */
    /* the label that it is nearly (-1: none), and in how many modules that are seen */
    int near, differs;
};

/* The whole deck of a game as it is built in. */
void scene_deck(struct deck *deck, const struct rulebook *book);

struct card;

/* A table with cards. Where they lie is kept, so that the table can be photographed again. */
struct scene {
    struct wish wish;
    uint64_t seed;
    float axis; /* radians: the camera leans this way */
    int count;
    struct placed placed[SCENE_CARDS];
    struct card *card; /* owned, `count` */
    struct grey grey;  /* owned: the photograph */
    /* what every photograph of the table has alike, as long as nothing is moved */
    float *
        light; /* owned: behind the lens, but in front of it where that moves; NULL: not made yet */
    struct photo photo;
};

/* Lays the cards and takes a photograph. Fewer than wished where there is no room. */
void scene_make(struct scene *scene, const struct wish *wish, uint64_t seed);
void scene_clear(struct scene *scene);

/* The same table again: other noise. */
void scene_photograph(struct scene *scene, uint64_t seed);

/* Takes a card away, or moves it by some pixels. Photograph it afterwards. */
void scene_take(struct scene *scene, int n);
void scene_move(struct scene *scene, int n, float x, float y);

/* Pictures without a sticker, of the kinds that readers take for codes. */
enum trap {
    TRAP_NOISE,
    TRAP_LATTICE,
    TRAP_FINDERS,
    TRAP_TEXT,
    TRAP_CHECKS,
    TRAP_RINGS,
    TRAP_BLOTS,
    TRAPS
};
void trap_make(struct grey *out, enum trap kind, int width, int height, uint64_t seed);

/*
 * What a phone keeps of a picture as people see it: pixels as its sensor lay, and bytes of Exif
 * data that say how it was held, 1 to 8; little: the little end first. Into `out`, of EXIF_ROOM
 * bytes; how many.
 */
enum { EXIF_ROOM = 64 };
void phone_keeps(struct grey *stored, const struct grey *seen, int turn);
size_t phone_says(uint8_t *out, int turn, bool little);
/* A JPEG file with them in front of its picture; both are freed by whoever has them. */
uint8_t *phone_file(const uint8_t *jpeg, size_t *length, int turn, bool little);

#endif
