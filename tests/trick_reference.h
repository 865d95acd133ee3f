/*
 * Tricks by their rules alone, a second way of playing: cards are a suit and a rank, hands are
 * lists of truths, and a trick is what lies there. It shares nothing with core.
 */
#ifndef FUDA_TESTS_TRICK_REFERENCE_H
#define FUDA_TESTS_TRICK_REFERENCE_H

#include <stdbool.h>

enum { REF_SUITS = 4, REF_RANKS = 13, REF_SEATS = 4 };
enum ref_follow { REF_FOLLOW, REF_FOLLOW_OR_TRUMP, REF_BEAT, REF_ANY, REF_TRUMP_AND_BEAT };

struct ref_card {
    int suit, rank; /* rank from 0, low to high */
};

struct ref_rules {
    int suits, ranks, seats, cards;
    enum ref_follow follow;
    int trump;    /* -1: none */
    int unbroken; /* a suit that is not led before it was played; -1: none */
    /* not played to the first trick: a suit (-1: none), and a card (suit -1: none) */
    int bars;
    struct ref_card barred;
    bool leads; /* this card is led first */
    struct ref_card lead;
};

struct ref_game {
    const struct ref_rules *rules;
    bool hand[REF_SEATS][REF_SUITS][REF_RANKS];
    struct ref_card table[REF_SEATS];
    int laid, leader, tricks;
    bool broken;
    int taken[REF_SEATS];
    int hearts[REF_SEATS]; /* cards of suit 2 taken, and the queen of suit 3 */
    bool queen[REF_SEATS];
};

/* What is wrong with a card out of this hand now: with the suit led, with anything else. */
struct ref_wrong {
    bool follow, other;
};
struct ref_wrong ref_wrong(const struct ref_game *g, bool hand[REF_SUITS][REF_RANKS],
    struct ref_card card);

int ref_turn(const struct ref_game *g);
void ref_play(struct ref_game *g, struct ref_card card);

#endif
