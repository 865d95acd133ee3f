/* Chance that comes back: the same seed gives the same numbers. xorshift64*. */
#ifndef FUDA_SCAN_CHANCE_H
#define FUDA_SCAN_CHANCE_H

#include <stdint.h>

uint64_t scene_sow(uint64_t seed); /* seeds that are near each other grow far apart */
uint64_t scene_random(uint64_t *seed);
unsigned scene_below(uint64_t *seed, unsigned n);
float scene_between(uint64_t *seed, float least, float most);

#endif
