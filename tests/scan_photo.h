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

/*
 * What the lens makes of the light of so many pixels, in its place; without motion always the same.
 */
void photo_lens(float *light, int width, int height, const struct photo *photo, uint64_t *seed);

/* What the sensor and the file make of that: other noise each time. */
void photo_keep(struct grey *out, const float *light, const struct photo *photo, uint64_t *seed);

/* Both. `light` has out's pixels, 0 to 255 and beyond; it is spoilt. */
void photo_take(struct grey *out, float *light, const struct photo *photo, uint64_t *seed);

#endif
