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
#ifndef FUDA_HAND_LOG_H
#define FUDA_HAND_LOG_H

#include "core/ruling.h"

enum {
    HAND_LOG_HANDS = 2,
    HAND_LOG_KINDS = 60,
    HAND_LOG_STEPS = 400, /* of a deal; beyond them nothing is proved */
    HAND_LOG_UNSEEN = -1,
    HAND_LOG_ANY_SIZE = 255 /* of a hand: it is not known */
};

/* After the last ones how many cards are where is not known, and counts prove nothing. */
enum hand_log_act {
    HAND_LOG_LEAVE,
    HAND_LOG_DRAW,
    HAND_LOG_TAKE,
    HAND_LOG_HOLD,
    HAND_LOG_RETURN,
    HAND_LOG_GAIN,
    HAND_LOG_LIE, /* a card has lain open since before the deal */
    HAND_LOG_PUT_BACK,
    /* cards that nobody saw, nobody knows how many; they count among those of the pile */
    HAND_LOG_LAY_UNSEEN,
    HAND_LOG_FILL, /* cards that nobody saw come from the pile */
    HAND_LOG_LOOSE
};

struct hand_log_step {
    uint32_t line;
    uint8_t act, hand, count;
    int8_t kind;
};

struct hand_log {
    uint32_t line; /* of the statement that is applied, */
    uint16_t said; /* the first step of that statement */
    uint8_t deck[HAND_LOG_KINDS], given[HAND_LOG_HANDS], size[HAND_LOG_HANDS];
    /* the kind that lawful draws never take unseen; `given` to hands besides the deck */
    uint8_t bound;
    /* what is in neither hand is elsewhere, nobody counts how much */
    bool no_pile;
    uint64_t never_unseen; /* kinds that do not come to a hand unseen (a bit each) */
    bool full;
    uint16_t count;
    struct hand_log_step step[HAND_LOG_STEPS];
};

void hand_log_begin(struct hand_log *t, uint32_t line); /* a statement is applied */
void hand_log_add(struct hand_log *t, enum hand_log_act act, int hand, int kind, int count);
void hand_log_copy(struct hand_log *to, const struct hand_log *from); /* only the steps in use */

/*
 * What somebody's act claims, as of after so many steps: none of these kinds (a bit each) is in
 * that hand.
 */
struct hand_log_claim {
    uint16_t at;
    uint8_t hand;
    bool drawn; /* moved by the last draw: it did not take the bound kind */
    uint64_t kinds;
};

struct hand_log_case {
    const struct hand_log *trail;
    const struct hand_log_claim *claim;
    unsigned claims;
    /* the statement being applied is to be disproved, and no part of the proof */
    bool supposed;
    uint32_t last; /* what is on record up to this line; 0: all */
    /* the kind that the finding is about, told before others; HAND_LOG_UNSEEN: none */
    int about;
};

/*
 * Adds to the grounds why this cannot be: the fewest cards, a card that is nowhere before any
 * count; no line of it is needless. The cards are kinds; a place of nobody is the pile. False: it
 * takes more than this to tell.
 */
bool hand_log_prove(const struct hand_log_case *c, struct grounds *out);

#endif
