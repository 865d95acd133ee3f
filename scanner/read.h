/*
 * How a frame is read. Private to read*.c.
 *
 *     frame ─▶ halves of it, and doubled cut-outs where it is rough     read_plane.c
 *           ─▶ dark and light ─▶ runs 1:1:3:1:1 ─▶ spots                read_spot.c
 *           ─▶ three spots at a corner: a corner stone                  read_spot.c
 *           ─▶ 21×21 modules' light, matched with every known code      read_match.c
 *           ─▶ what is sharp but unknown is given to zbar               read_other.c
 *
 * A spot may be the middle of a finder pattern. Coordinates are pixels of the frame; the middle of its
 * first pixel is at (0.5, 0.5). Modules are counted the same way: a code goes from 0 to 21.
 */
#ifndef FUDA_SCANNER_READ_H
#define FUDA_SCANNER_READ_H

#include "scanner.h"

enum {
    LEVELS = 8,                     /* the frame and its halves */
    LEVEL_LEAST = 48,               /* pixels of a side of the last half */
    TILE = 16,                      /* pixels of a side of what is rough or flat */
    BLOCK = 128,                    /* pixels of a side that are doubled at once, */
    MARGIN = 16,                    /* … and around them */
    DOUBLED = 2 * (BLOCK + 2 * MARGIN),
    BAND = 512, BAND_EDGE = 64,     /* rows that are looked at together, and around them */
    SPOTS_MOST = 2048,
    GRID = MODULES + 2,             /* a ring of the quiet zone is looked at too */
    GRID_ROW = 24,                  /* … in rows that fill registers */
    GRID_ALL = GRID * GRID_ROW,
    BLURS = 3,
    DATA_MOST = 256,                /* modules that differ from code to code */
};

/* ---- planes ------------------------------------------------------------------------------ */

/* The frame, a half or a doubled part of it: pixel (0, 0) of the plane begins at (left, top) of the frame. */
struct plane {
    int width, height, stride;
    const uint8_t *at;
    float scale;                    /* pixels of the frame to one of the plane */
    float left, top;
};

/* A bit a pixel, 1: dark. Rows of `words`. */
struct bits {
    int words;
    uint64_t *at;
};

/* A byte a tile of the frame: 1 where the light changes enough for a code, or beside such a tile. */
struct tiles {
    int width, height;
    uint8_t *rough;
    uint8_t *spare;
};

void plane_half(const struct plane *from, uint8_t *out, struct plane *half);
void plane_rough(const struct plane *frame, struct tiles *tiles, uint32_t *variance);
/* `out` has room for DOUBLED × DOUBLED; `rows` for 2 × DOUBLED */
void plane_double(const struct plane *frame, int left, int top, uint8_t *out, int16_t *rows, struct plane *doubled);
/* `sums` has room for 3 × (width + 32) */
void plane_darken(const struct plane *plane, const struct tiles *tiles, uint16_t *sums, struct bits *out);

/* ---- spots ------------------------------------------------------------------------------- */

struct spot {
    float x, y;
    float size;                     /* how long a level line through the finder is: 7 modules or more */
    int hits;                       /* lines that met it */
    bool used;                      /* in a code that was read */
    bool old;                       /* all corners that it makes with other old ones have been tried */
};

struct spots {
    int count;
    struct spot at[SPOTS_MOST];
};

/* Three spots that may be the finders of a code: `at[0]` its first corner, clockwise `at[1]`, and `at[2]`. */
struct stone {
    int at[3];
    float misfit;                   /* 0: as it should be */
};

struct clock;

void spots_seek(const struct plane *plane, const struct bits *bits, const struct clock *clock, struct spots *spots);
void spots_merge(struct spots *spots);
void spots_thin(struct spots *spots);

/*
 * How much the frame looks like a finder at both spots, if one module's step is (x, y): -1 to 1, the
 * worse of them.
 */
#define EDGE_LEAST 0.5f             /* what is less is none */
typedef float edge_look(void *with, const struct spot *a, const struct spot *b, float x, float y);
int stones_build(const struct spots *spots, edge_look *look, void *with, const struct clock *clock,
                 struct stone *out, int most);

/* Two spots that may be finders of a code whose third was not met. */
struct pair {
    int at[2];
    bool diagonal;                  /* opposite each other */
    float misfit;
};

int pairs_build(const struct spots *spots, edge_look *look, void *with, const struct clock *clock,
                struct pair *out, int most);

/* ---- matching ---------------------------------------------------------------------------- */

/* A code that may be seen: of the deck, or of another deck of ours, which must not be taken for it. */
struct known {
    int label;                      /* -1: of another deck */
    char payload[PAYLOAD_MOST + 1];
    uint32_t row[MODULES];
    int16_t ideal[BLURS][DATA_MOST];/* its data as seen through a blur, in the order of `data` */
    float length[BLURS];            /* square root of the sum of their squares */
};

/* A set of the grid's modules, and what they look like through a blur; their mean is 0. */
struct part {
    int count;
    uint16_t at[GRID_ALL];
    int16_t ideal[BLURS][GRID_ALL]; /* in the order of `at` */
    float length[BLURS];
};

struct codes {
    struct part common;             /* finders, timing lines, the quiet zone: what all codes have */
    struct part finder[3];          /* each with the light around it */
    struct part data;               /* where they differ; `ideal` is not used */
    struct known *known;            /* owned */
    int count;
};

bool codes_make(struct codes *codes, const struct deck *deck);
void codes_clear(struct codes *codes);

/* The light of all modules. */
struct grid {
    int16_t at[GRID_ALL];
};

/* Where a code lies: the middles of its three finders, and of the place where a fourth would be. */
struct pose {
    struct point at[4];             /* clockwise */
};

struct match {
    struct pose pose;
    struct grid grid;
    int blur;
    int known;                      /* of the codes */
    float common, data;             /* how well each part matched, -1 to 1 */
    float gap;                      /* to the next code */
};

/* Does this look like a code at all? Then it is looked for among all that are known. */
bool match_make(const struct codes *codes, const struct plane *levels, int level_count, const struct pose *guess,
                struct match *out);
/* How much there is a finder at this point, if one module's step is (x, y): -1 to 1. */
float match_finder(const struct codes *codes, const struct plane *levels, int level_count, struct point at, float x,
                   float y);
/* Moves a point to where there is a finder most likely, and says how likely. */
float match_third(const struct codes *codes, const struct plane *levels, int level_count, struct point *at, float x,
                  float y);
/* Is the same code still there? Cheap. */
float match_again(const struct codes *codes, const struct plane *levels, int level_count, int known, int blur,
                  const struct pose *pose);
bool match_accepted(const struct match *match);
void pose_corners(const struct pose *pose, struct point out[4]);

/* ---- the rest ---------------------------------------------------------------------------- */

/* The text of a code that is not among the known ones, read by zbar; false if it is none of ours. */
struct other;
struct other *other_new(void);
void other_free(struct other *other);
bool other_read(struct other *other, const struct grid *grid, char payload[PAYLOAD_MOST + 1]);

/* This thread's time. */
struct clock {
    double end;                     /* milliseconds; 0: never */
};
double clock_now(void);
bool clock_over(const struct clock *clock);

/* ---- the reader -------------------------------------------------------------------------- */

enum {
    STONES_MOST = 6000,             /* corner stones sorted by how well they fit; of 1395 codes on made-up */
    STONES_TRIED = 500,             /* … tables, patterned ones among them, all were among the first 41 */
    TURNS = 16, SIZES = 8,          /* of a finder, that are looked at apart */
    PAIRS_MOST = 3000, PAIRS_TRIED = 300,
    OTHERS_MOST = 12,               /* codes given to zbar in a frame */
    NOT_LOOKED = -128,
    SMALL = 4,                      /* side of what is compared from frame to frame: 4×4 pixels' mean */
};

/* A code that was found, and what it takes to look at it again. */
struct sight {
    struct found found;
    struct pose pose;
    int known;                      /* of the codes; -1: zbar read it */
    int blur;
    float whole;                    /* how well all of it matched where it was read */
};

/* From what a sharp but unknown code must match of what all codes have; and at most of a known one's data. */
#define UNKNOWN_LEAST 0.75f
#define UNKNOWN_MOST 0.55f

struct card_reader {
    const struct deck *deck;
    struct codes codes;
    struct other *other;
    struct clock clock;

    int width, height;              /* of the frame that the rest has room for */
    struct plane level[LEVELS];
    int levels;
    uint8_t *halves;                /* all levels but the first */
    struct bits bits;
    struct tiles tiles;
    uint32_t *variance;
    uint16_t *sums;
    uint8_t *doubled;
    int16_t *rows;

    struct spots spots;
    int8_t look[SPOTS_MOST][TURNS * SIZES]; /* how much each spot looks like a finder, in hundredths; NOT_LOOKED */
    struct stone stone[STONES_MOST];
    struct pair pair[PAIRS_MOST];
    struct match unknown[OTHERS_MOST];      /* sharp, but none of the known ones */
    int unknowns;
    struct sight sight[FOUND_MOST];
    int count, most;

    bool following;                 /* what is below tells of an earlier frame */
    unsigned turn;                  /* frames followed */
    uint8_t *before;                /* the frame when each tile was last read, a byte for SMALL × SMALL pixels */
    uint8_t *changed;               /* a byte a tile */
};

/* Room for a frame of this size and its halves; false: too small, or no memory. */
bool frame_begin(struct card_reader *r, const struct grey *frame, int deadline_ms, int most);
/* Reads what is rough, between these pixels of the frame; what is in `sight` already stays. */
void frame_read(struct card_reader *r, int left, int top, int right, int bottom);
int frame_end(struct card_reader *r, struct found *out, bool *late);
/* Is this point in the code? */
bool pose_holds(const struct pose *pose, float x, float y);

#endif
