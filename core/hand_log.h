/*
 * The steps that are on record of two hands and a pile, and proofs made from them. Private to core;
 * it knows no game.
 *
 * Worlds (worlds.h) decide what is possible but do not keep how they came to it. A finding has to
 * be proved from the record, so each step is kept here with its line. A proof follows every card
 * through the steps: forward from the deal, and back from where it was seen.
 *
 *      5  Aki: draw fox      fox: Aki's
 *      7  Bo: draw ?         fox: Aki's or Bo's
 *      9  Aki: refill fox    taken from the pile, where it cannot be
 *         {"cards":["fox"],"places":[],"lines":[5]}
 *
 * The proof names the moment at which some cards have too little room: the cards, and the hands or
 * the pile in which alone they could lie, which are too small for them. Whatever it uses about
 * particular cards is shown by its lines. How many cards moved, and what lies open, needs no line.
 */
#ifndef FUDA_HAND_LOG_H
#define FUDA_HAND_LOG_H

#include "core/ruling.h"

enum {
    HAND_LOG_HANDS = 2,
    HAND_LOG_KINDS = 60,
    HAND_LOG_STEPS = 400, /* of a deal; a longer deal is judged but not proved */
    HAND_LOG_UNSEEN = -1,
    HAND_LOG_ANY_SIZE = 255 /* the size of a hand that is not known */
};

/*
 * What a step does. After HAND_LOG_LAY_UNSEEN and those below it the number of cards in a place is
 * not known, and counting proves nothing.
 */
enum hand_log_act {
    HAND_LOG_LEAVE,
    HAND_LOG_DRAW,
    HAND_LOG_TAKE,
    HAND_LOG_HOLD,
    HAND_LOG_RETURN,
    HAND_LOG_GAIN,
    HAND_LOG_LIE, /* a card turns out to have lain open since before the deal */
    HAND_LOG_PUT_BACK,
    /* a hand lays down an unknown number of unseen cards; they count as part of the pile */
    HAND_LOG_LAY_UNSEEN,
    HAND_LOG_FILL, /* a hand is filled up with unseen cards from the pile */
    HAND_LOG_LOOSE
};

struct hand_log_step {
    uint32_t line;
    uint8_t act, hand, count;
    int8_t kind;
};

struct hand_log {
    uint32_t line; /* of the statement being applied */
    uint16_t said; /* the first step of that statement */
    uint8_t deck[HAND_LOG_KINDS], given[HAND_LOG_HANDS], size[HAND_LOG_HANDS];
    /*
     * the kind that lawful draws never take unseen; `given` counts those that hands have besides
     * the deck
     */
    uint8_t bound;
    /* there is no pile: cards that are in neither hand are elsewhere and not counted */
    bool no_pile;
    uint64_t never_unseen; /* kinds that never come to a hand unseen (a bit each) */
    bool full;
    uint16_t count;
    struct hand_log_step step[HAND_LOG_STEPS];
};

void hand_log_begin(struct hand_log *t, uint32_t line); /* a statement begins */
void hand_log_add(struct hand_log *t, enum hand_log_act act, int hand, int kind, int count);
/* copies only the steps in use */
void hand_log_copy(struct hand_log *to, const struct hand_log *from);

/*
 * What an act claims: after the first `at` steps none of the kinds in `kinds` (a bit each) is in
 * that hand.
 */
struct hand_log_claim {
    uint16_t at;
    uint8_t hand;
    bool drawn; /* the claim is about the last draw instead: it did not take the bound kind */
    uint64_t kinds;
};

struct hand_log_case {
    const struct hand_log *trail;
    const struct hand_log_claim *claim;
    unsigned claims;
    /* the statement being applied is what is disproved, so it is no part of the proof */
    bool supposed;
    uint32_t last; /* only what is on record up to this line counts; 0: all of it */
    /* the kind that the finding is about, preferred in the proof; HAND_LOG_UNSEEN: none */
    int about;
};

/*
 * Adds to the grounds why the case cannot be. A single card that can be nowhere is preferred to a
 * count, then the proof with the fewest cards; every line of it is needed. In the grounds a card is
 * a kind, and a place of nobody is the pile. False: this method finds no proof.
 */
bool hand_log_prove(const struct hand_log_case *c, struct grounds *out);

#endif
