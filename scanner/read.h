/*
 * How a frame is read. Private to read*.c.
 *
 *     frame ─▶ halves of it, and doubled cut-outs where it is rough     read_plane.c
 *           ─▶ dark and light ─▶ runs 1:1:3:1:1 ─▶ spots                read_spot.c
 *           ─▶ three spots at a corner, or two: where a code may lie    read_triple.c
 *           ─▶ the light of 21×21 modules, moved until it matches       read_pose.c
 *           ─▶ what all codes have, and every known code (read_codes.c) read_match.c
 *           ─▶ what is sharp but unknown is given to zbar               read_other.c
 *           ─▶ why the rest was not read                                read_miss.c
 *
 * A spot may be the middle of a finder pattern. Coordinates are pixels of the frame; the middle of
 * its first pixel is at (0.5, 0.5). Modules are counted the same way: a code goes from 0 to 21.
 */
#ifndef FUDA_SCANNER_READ_H
#define FUDA_SCANNER_READ_H

#include "scanner.h"

enum {
    LEVELS = 8,       /* the frame and its halves */
    LEVEL_LEAST = 48, /* pixels of a side of the last half */
    TILE = 16,        /* pixels of a side of what is rough or flat */
    BLOCK = 128,      /* pixels of a side that are doubled at once, */
    MARGIN = 16,      /* pixels around such a block */
    DOUBLED = 2 * (BLOCK + 2 * MARGIN),
    BAND = 512,
    BAND_EDGE = 64, /* rows that are looked at together, and around them */
    SPOTS_MOST = 2048,
    GRID = MODULES + 2, /* a ring of the quiet zone is looked at too */
    GRID_ROW = 24,      /* its rows, wide enough to fill registers */
    GRID_ALL = GRID * GRID_ROW,
    BLURS = 4,
    FINDER = 9,      /* modules of a side, with the light around it */
    DATA_MOST = 256, /* modules that differ from code to code */
};

/* ---- planes ------------------------------------------------------------------------------ */

/*
 * The frame, a half or a doubled part of it: pixel (0, 0) of the plane begins at (left, top) of the
 * frame.
 */
struct plane {
    int width, height, stride;
    const uint8_t *at;
    float scale; /* pixels of the frame to one of the plane */
    float left, top;
};

/* A bit a pixel, 1: dark. Rows of `words`. */
struct bits {
    int words;
    uint64_t *at;
};

/*
 * A byte a tile of the frame: 1 where the light changes enough for a code, or beside such a tile.
 */
struct tiles {
    int width, height;
    uint8_t *rough;
    uint8_t *spare;
};

void plane_half(const struct plane *from, uint8_t *out, struct plane *half);
void plane_rough(const struct plane *frame, struct tiles *tiles, uint32_t *variance);
/* `out` has room for DOUBLED × DOUBLED; `rows` for 2 × DOUBLED */
void plane_double(const struct plane *frame, int left, int top, uint8_t *out, int16_t *rows,
    struct plane *doubled);
/* `sums` has room for 3 × (width + 32) */
void plane_darken(const struct plane *plane, const struct tiles *tiles, uint16_t *sums,
    struct bits *out);

/* ---- spots ------------------------------------------------------------------------------- */

struct spot {
    float x, y;
    /* how long a level and an upright line through the finder are: 7 modules or more */
    float wide, tall;
    float size; /* their mean */
    int hits;   /* lines that met it */
    bool used;  /* in a code that was read */
    /* all corners that it makes with other old ones have been tried */
    bool old;
};

struct spots {
    int count;
    struct spot at[SPOTS_MOST];
};

struct clock;

void spots_seek(const struct plane *plane, const struct bits *bits, const struct clock *clock,
    struct spots *spots);
void spots_merge(struct spots *spots);
void spots_thin(struct spots *spots);

/* ---- corner stones ----------------------------------------------------------------------- */

/*
 * Spots that may be the finders of a code, and how a module would step from one to the next:
 * `first` is the middle of its first finder.
 */
struct finder_triple {
    int at[3]; /* -1: only two were met */
    struct point first, across, down;
    float misfit; /* 0: as it should be */
};

/* How much the frame looks like what is asked for, -1 to 1. */
struct looks {
    void *with;
    /* a finder there, if modules step so */
    float (*finder)(void *with, struct point at, struct point across, struct point down);
    /*
     * two finders of a code there, on the line between their middles; it is the same from side to
     * side and across
     */
    float (*line)(void *with, struct point from, struct point to);
};

int stones_build(const struct spots *spots, const struct looks *looks, const struct clock *clock,
    struct finder_triple *out, int most);
/* The same of two spots each. */
int pairs_build(const struct spots *spots, const struct looks *looks, const struct clock *clock,
    struct finder_triple *out, int most);

/* ---- places ------------------------------------------------------------------------------ */

/*
 * Where a code lies: x = (a u + b v + c) / (g u + h v + 1), y = (d u + e v + f) / the same; u and v
 * go from -1 to 1 over its 21 modules. at: a b c d e f g h.
 */
struct pose {
    float at[8];
};

/*
 * The light of all modules, in rows of GRID_ROW, and how it changes if u, and if v, is more by 1.
 */
struct grid {
    float light[GRID_ALL], across[GRID_ALL], down[GRID_ALL];
};

/* Some of the grid's modules, and what they look like. */
struct ideal {
    int count;
    uint16_t at[GRID_ALL];
    float light[GRID_ALL];
};

struct point pose_point(const struct pose *pose, float column, float row);
struct pose pose_affine(struct point first, struct point across, struct point down);
bool pose_deepen(const struct pose *from, float g, float h, struct pose *to);
struct pose pose_mirrored(const struct pose *pose);
void pose_corners(const struct pose *pose, struct point out[4]);
/* Is this point in the code? */
bool pose_holds(const struct pose *pose, float x, float y);
float pose_module(const struct pose *pose);
float pose_aspect(const struct pose *pose);

/* The plane in which a module is two to four pixels wide. */
const struct plane *plane_for(const struct plane *levels, int count, float module);
/*
 * The light, 0 to 255, between the four pixels around a point of the plane; outside it is as at its
 * edge.
 */
float plane_light(const struct plane *p, float x, float y);
/* The same at side × side points around `middle`, `across` and `down` from each other. */
void plane_lights(const struct plane *p, struct point middle, struct point across,
    struct point down, int side, int16_t *out);
void patch_take(const struct plane *plane, const struct pose *pose, struct grid *out);
/* Against what is around each module: its mean is 0, its swing 1. */
void patch_normal(struct grid *patch);
void local_make(const float *light, const float *square, float least, float *mean, float *each);
/* -1 to 1. */
float ideal_likeness(const struct ideal *ideal, const struct grid *patch);
/* The likeness around each module; `ideal` is a whole one's light in its place. */
void patch_matched(const struct grid *patch, const float *ideal, float *out);
/*
 * Moves the code until it matches best; `patch` is what is seen there, normal. Gives the likeness.
 */
float pose_settle(const struct plane *plane, const struct ideal *ideal, int steps,
    struct pose *pose, struct grid *patch);

/* ---- matching ---------------------------------------------------------------------------- */

/*
 * A code that may be seen: of the deck, or of another deck of ours, which must not be taken for it.
 */
struct known {
    int label; /* -1: of another deck */
    char payload[PAYLOAD_MOST + 1];
    uint32_t row[MODULES];
    int16_t ideal
        [BLURS]
        [DATA_MOST]; /* its data as seen through a blur, in the order of `data`; their mean is 0 */
    float length[BLURS]; /* square root of the sum of their squares */
    float apart[BLURS];  /* 1 less its likeness to the known code that is likest to it */
};

/* A finder with the light around it. */
struct finder {
    int16_t ideal[FINDER * FINDER];
    float length;
};

struct codes {
    struct ideal common[BLURS]; /* finders, timing lines, the quiet zone: what all codes have */
    struct finder finder;
    int datas;
    uint16_t data[DATA_MOST];     /* where they differ */
    uint16_t mirrored[DATA_MOST]; /* of data: what is there in a mirror */
    struct known *known;          /* owned */
    int count;
};

bool codes_make(struct codes *codes, const struct deck *deck);
void codes_clear(struct codes *codes);
void known_whole(const struct known *known, int blur, struct ideal *out);
/* Takes the mean away, and gives the length. */
float centre(int16_t *v, int n);

struct match {
    struct pose pose;
    struct grid patch; /* not normal */
    int blur;
    int known; /* of the codes */
    bool mirrored;
    /* it is this code; else it lies where what all codes have matches best */
    bool sure;
    float common, data; /* how well each part matched, -1 to 1 */
    /* to the next code, and as a share of what it is when only this code is seen so well: */
    float gap;
    float lead;
    float seen; /* share of the data around which it matches, and there: */
    float common_seen, data_seen;
    /* how well it matches around the module of the data where it does so least */
    float least;
    float against, sharp; /* share of the data that say otherwise; and that sharply do */
    /* how well all of the likest code matched, where it was moved to; 0: not tried */
    float whole;
};

/* Does this look like a code at all? Then it is looked for among all that are known. */
bool match_make(const struct codes *codes, const struct plane *levels, int level_count,
    const struct pose *guess, struct match *out);
/* See struct looks. */
float match_finder(const struct codes *codes, const struct plane *levels, int level_count,
    struct point at, struct point across, struct point down);
float match_line(const struct plane *levels, int level_count, struct point from, struct point to);
/* Is the same code still there? Cheap. */
float match_again(const struct codes *codes, const struct plane *levels, int level_count, int known,
    int blur, const struct pose *pose);

/* ---- the rest ---------------------------------------------------------------------------- */

/*
 * The text of a code that is not among the known ones, read by zbar; false if it is none of ours.
 */
struct other;
struct other *other_new(void);
void other_free(struct other *other);
bool other_read(struct other *other, const float *light, char payload[PAYLOAD_MOST + 1]);

/* This thread's time. */
struct clock {
    double end; /* milliseconds; 0: never */
};
double clock_now(void);
bool clock_over(const struct clock *clock);

/* ---- the reader -------------------------------------------------------------------------- */

enum {
    TRIPLES_MOST = 6000, /* corner stones sorted by how well they fit */
    /*
     * of 1328 codes on made-up tables, patterned ones and fans among them, all were in the first 13
     */
    STONES_TRIED = 48,
    PAIRS_TRIED = 120, /* of 523 codes that two spots gave, all were in the first 93 */
    OTHERS_MOST = 24,  /* codes given to zbar in a frame */
    /* side of what is compared from frame to frame: 4×4 pixels' mean */
    SMALL = 4,
};

/* A code that was found, and what it takes to look at it again. */
struct sight {
    struct found found;
    struct pose pose;
    int known; /* of the codes; -1: zbar read it */
    int blur;
    float whole; /* how well all of it matched where it was read */
    bool open;   /* nothing lies over it: no other code is seen in its place */
};

/* A code that was seen and not read. */
struct miss {
    struct pose pose;
    float common, whole;
    enum missed why;
};

enum { MISSES_MOST = 64 };
struct misses {
    int count;
    struct miss at[MISSES_MOST];
};

/* Keeps the best of a place. */
void miss_keep(struct misses *misses, const struct match *match);
/* Was the same place seen better, and not taken for a card? */
bool miss_outdoes(const struct misses *misses, const struct match *match);
/* Leaves those where nothing was read after all. */
void misses_end(struct misses *misses, const struct sight *sight, int count);

/* What all codes have must match so well in a code that is given to zbar. */
#define UNKNOWN_LEAST 0.75f

struct card_reader {
    bool starved; /* no memory for the last frame */
    const struct deck *deck;
    struct codes codes;
    struct other *other;
    struct clock clock;

    int width, height; /* of the frame that the rest has room for */
    struct plane level[LEVELS];
    int levels;
    uint8_t *halves; /* all levels but the first */
    struct bits bits;
    struct tiles tiles;
    uint32_t *variance;
    uint16_t *sums;
    uint8_t *doubled;
    int16_t *rows;

    struct spots spots;
    struct finder_triple stone[TRIPLES_MOST];
    struct match unknown[OTHERS_MOST]; /* sharp, but none of the known ones */
    int unknowns;
    struct misses misses; /* of the last frame that was read whole */
    struct sight sight[FOUND_MOST];
    int count, most;

    bool following; /* what is below tells of an earlier frame */
    unsigned turn;  /* frames followed */
    /* the frame when each tile was last read, a byte for SMALL × SMALL pixels */
    uint8_t *before;
    uint8_t *changed; /* a byte a tile */
};

/* Room for a frame of this size and its halves; false: too small, or no memory. */
bool frame_begin(struct card_reader *r, const struct grey *frame, int deadline_ms, int most);
/* Reads what is rough, between these pixels of the frame; what is in `sight` already stays. */
void frame_read(struct card_reader *r, int left, int top, int right, int bottom);
int frame_end(struct card_reader *r, struct found *out, bool *late);

#endif
