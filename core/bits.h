/* Sets as bits. Private to core. */
#ifndef FUDA_BITS_H
#define FUDA_BITS_H

#include "core/limits.h"

/*
 * How many are in a set, without needing a processor that counts: in pairs, in fours, in bytes, and
 * the bytes summed up by one product.
 */
static inline unsigned bits_count(uint64_t set)
{
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    set = (set + (set >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (unsigned)(set * 0x0101010101010101u >> 56);
}

static inline int cards_count(const struct cardset *set)
{
    return (int)(bits_count(set->bits[0]) + bits_count(set->bits[1]));
}

/* The least of a set that is not empty. */
static inline int cards_first(const struct cardset *set)
{
    return set->bits[0] != 0 ? __builtin_ctzll(set->bits[0]) : 64 + __builtin_ctzll(set->bits[1]);
}

#endif
