/* From the light of a scene to the picture that a camera keeps of it. */
#ifndef FUDA_SCAN_PHOTO_H
#define FUDA_SCAN_PHOTO_H

#include "scanner/scanner.h"

struct photo {
    float blur;    /* σ in pixels: of the lens and the sensor */
    float defocus; /* radius in pixels of the disc that a point becomes */
    /* pixels that all moves while the light comes in, in any direction */
    float motion;
    float noise; /* σ in grey levels */
    int quality; /* of the JPEG */
    bool mirrored;
};

/* `light` has out's pixels, 0 to 255 and beyond; it is spoilt. */
void photo_take(struct grey *out, float *light, const struct photo *photo, uint64_t *seed);

#endif
