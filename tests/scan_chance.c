#include "scan_chance.h"

uint64_t scene_random(uint64_t *seed)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return *seed * 2685821657736338717u;
}

unsigned scene_below(uint64_t *seed, unsigned n)
{
    return (unsigned)((scene_random(seed) >> 32) * n >> 32);
}

float scene_between(uint64_t *seed, float least, float most)
{
    return least + (most - least) * (float)(scene_random(seed) >> 40) / (float)(1 << 24);
}

uint64_t scene_sow(uint64_t seed)
{
    uint64_t s = (seed + 1) * 0x9e3779b97f4a7c15u;
    for (int i = 0; i < 4; i++)
        scene_random(&s);
    return s;
}
