/*
 * How the files of worlds.h keep a set of worlds, and make another. Private to worlds*.c:
 *
 *     worlds_claims.c ──▶ worlds.c ──▶ worlds_room.c
 */
#ifndef FUDA_WORLDS_SET_H
#define FUDA_WORLDS_SET_H

#include "worlds.h"

#include <string.h>

enum { BITS = 4, TABLE = 2 * WORLDS_MOST, EMPTY = 0xFFFF };

static inline unsigned count_in(uint64_t hand, int slot) { return hand >> (BITS * slot) & 15; }
static inline uint64_t one_of(int slot) { return (uint64_t)1 << (BITS * slot); }
static inline uint64_t claim_bit(unsigned claim) { return (uint64_t)1 << claim; }

static inline int hand_size(uint64_t hand)
{
    unsigned size = 0;
    for (int slot = 0; slot < KINDS_MOST; slot++)
        size += count_in(hand, slot);
    return (int)size;
}

/* How many cards of a group are in the hands and the pile. */
static inline unsigned group_hidden(const struct worlds *w, int slot)
{
    unsigned sum = 0;
    for (int k = 0; k < KINDS_MOST; k++)
        if (w->group[k] == slot)
            sum += w->hidden[k];
    return sum;
}

/* The same of each slot. */
static inline void groups_hidden(const struct worlds *w, uint8_t hidden[KINDS_MOST])
{
    memset(hidden, 0, KINDS_MOST);
    for (int k = 0; k < KINDS_MOST; k++)
        hidden[w->group[k]] = (uint8_t)(hidden[w->group[k]] + w->hidden[k]);
}

/* ---- sets of worlds ---------------------------------------------------------------------- */

/* A set of worlds being made; equal worlds become one. */
struct world_maker {
    uint16_t count;
    bool full;
    uint16_t table[TABLE];
    struct world world[WORLDS_MOST];
};

static inline void maker_begin(struct world_maker *m)
{
    m->count = 0;
    m->full = false;
    memset(m->table, 0xFF, sizeof m->table);
}

static inline void maker_put(struct world_maker *m, const struct world *world)
{
    uint64_t mixed = (world->hand[0] * 0x9E3779B97F4A7C15u) ^ (world->hand[1] * 0xC2B2AE3D27D4EB4Fu)
                     ^ (world->right * 0x9FB21C651E98DF25u);
    unsigned at = (unsigned)((mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9u >> 40) % TABLE;
    for (; m->table[at] < m->count; at = (at + 1) % TABLE) { /* EMPTY is more */
        const struct world *there = &m->world[m->table[at]];
        if (there->hand[0] == world->hand[0] && there->hand[1] == world->hand[1]
            && there->right == world->right)
            return;
    }
    if (m->count == WORLDS_MOST) {
        m->full = true;
        return;
    }
    m->table[at] = m->count;
    m->world[m->count++] = *world;
}

/* The first `count` are in force, the others strays. */
static inline void maker_end(const struct world_maker *m, struct worlds *w, unsigned count)
{
    memcpy(w->world, m->world, m->count * sizeof *m->world);
    w->count = (uint16_t)count;
    w->strays = (uint16_t)(m->count - count);
}

/* ---- what they have of each other -------------------------------------------------------- */

/*
 * Makes room by joining groups. The kinds in `keep` stay apart if they can, and `kind` does in any
 * case. There always is room in the end: one kind and all others together make at most 16 * 16
 * worlds once claims are forgotten and even the bound kind is joined.
 */
void worlds_make_room(struct worlds *w, uint32_t keep, int kind);

/* The lowest other kind in the group of `kind`; -1: it is alone. */
int worlds_group_rest(const struct worlds *w, int kind);

/*
 * Takes `kind` out of its group, so that it is counted by itself. If that needs room, its former
 * group may be joined with others.
 */
void worlds_split(struct worlds *w, int kind, uint32_t keep);

#endif
