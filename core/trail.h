/*
 * What is on record of two hands and a pile, step by step, and what it proves. Private to core;
 * knows no game.
 *
 * Worlds (worlds.h) decide what can be, and forget how they came to it; a finding has to be proved
 * from the record. So each step is kept, with its line. A proof follows every card through the
 * steps, from the deal on and back from where it was seen:
 *
 *      5  Aki: draw fox      fox: Aki's
 *      7  Bo: draw ?         fox: Aki's or Bo's
 *      9  Aki: refill fox    … but then from the pile: nowhere
 *         {"cards":["fox"],"places":[],"lines":[5]}
 *
 * and finds the moment at which cards have too little room: these could only lie in hands (or the
 * pile) of that size. What is told of cards counts only by the lines of the proof; how many cards
 * moved, and what lies open, needs none.
 */
#ifndef FUDA_TRAIL_H
#define FUDA_TRAIL_H

#include "core/ruling.h"

enum {
    TRAIL_HANDS = 2,
    TRAIL_KINDS = 60,
    TRAIL_STEPS = 400, /* of a deal; beyond them nothing is proved */
    TRAIL_UNSEEN = -1,
    TRAIL_ANY_SIZE = 255 /* of a hand: it is not known */
};

/* After the last ones how many cards are where is not known, and counts prove nothing. */
enum trail_act {
    TRAIL_LEAVE,
    TRAIL_DRAW,
    TRAIL_TAKE,
    TRAIL_HOLD,
    TRAIL_RETURN,
    TRAIL_GAIN,
    TRAIL_LIE, /* a card has lain open since before the deal */
    TRAIL_PUT_BACK,
    /* cards that nobody saw, nobody knows how many; they count among those of the pile */
    TRAIL_LAY_UNSEEN,
    TRAIL_FILL, /* cards that nobody saw come from the pile */
    TRAIL_LOOSE
};

struct trail_step {
    uint32_t line;
    uint8_t act, hand, count;
    int8_t kind;
};

struct trail {
    uint32_t line; /* of the statement that is applied, */
    uint16_t said; /* the first step of that statement */
    uint8_t deck[TRAIL_KINDS], given[TRAIL_HANDS], size[TRAIL_HANDS];
    /* the kind that lawful draws never take unseen; `given` to hands besides the deck */
    uint8_t bound;
    /* what is in neither hand is elsewhere, nobody counts how much */
    bool no_pile;
    uint64_t never_unseen; /* kinds that do not come to a hand unseen (a bit each) */
    bool full;
    uint16_t count;
    struct trail_step step[TRAIL_STEPS];
};

void trail_begin(struct trail *t, uint32_t line); /* a statement is applied */
void trail_add(struct trail *t, enum trail_act act, int hand, int kind, int count);
void trail_copy(struct trail *to, const struct trail *from); /* only the steps in use */

/*
 * What somebody's act claims, as of after so many steps: none of these kinds (a bit each) is in
 * that hand.
 */
struct trail_claim {
    uint16_t at;
    uint8_t hand;
    bool drawn; /* moved by the last draw: it did not take the bound kind */
    uint64_t kinds;
};

struct trail_case {
    const struct trail *trail;
    const struct trail_claim *claim;
    unsigned claims;
    /* the statement being applied is to be disproved, and no part of the proof */
    bool supposed;
    uint32_t last; /* what is on record up to this line; 0: all */
    /* the kind that the finding is about, told before others; TRAIL_UNSEEN: none */
    int about;
};

/*
 * Adds to the grounds why this cannot be: the fewest cards, a card that is nowhere before any
 * count; no line of it is needless. The cards are kinds; a place of nobody is the pile. False: it
 * takes more than this to tell.
 */
bool trail_prove(const struct trail_case *c, struct grounds *out);

#endif
