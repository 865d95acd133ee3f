/*
 * Where a card's points are seen: a pinhole, a lens that bends straight lines, a card that is
 * bowed.
 */
#ifndef FUDA_SCAN_VIEW_H
#define FUDA_SCAN_VIEW_H

#include "scanner/scanner.h"

struct scan_lens {
    /* pixels: the middle, and how far the picture is from the pinhole */
    float x, y, focal;
    /* how much longer the way to a corner of the picture becomes; below 0: shorter */
    float bend;
    float corner; /* pixels to that corner */
};

/* A card in front of the lens. Lengths are modules of its own code, from its middle. */
struct view {
    struct scan_lens lens;
    float turn[3][3]; /* from the card to the camera */
    float at[3];
    /* how far its middle stands out, and where along x it is down again */
    float bow, half;
};

struct pose_wish {
    struct point middle; /* pixels, where its middle is seen */
    float module;        /* pixels of a module there that is not foreshortened */
    float turn;          /* radians in its plane */
    float tilt, axis;    /* radians to the line of sight, about an axis across it */
    float bow, half;
};

void view_stand(struct view *view, const struct scan_lens *lens, const struct pose_wish *wish);
/* Another card in the same plane: moved by (x, y) modules of the first, and turned in it. */
void view_beside(struct view *view, const struct view *first, float x, float y, float turn);

struct point view_to(const struct view *view, float x, float y);
/*
 * The point of the card (or of the plane that it lies in, far beyond its sides) that is seen there.
 */
struct point view_from(const struct view *view, struct point seen);

#endif
