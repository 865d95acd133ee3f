/*
 * What everything in core is bounded by, and the smallest types.
 */
#ifndef FUDA_LIMITS_H
#define FUDA_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SEATS_MOST = 19,        /* players of one game */
    NAME_MOST = 255,        /* bytes of a token, and so of a name */
    LINE_MOST = 64 * 1024,  /* bytes of a line */
    ARGUMENTS_MOST = 64,    /* arguments of a statement */
    OPTIONS_MOST = 16,      /* house options of a game */
    CHOICE_MOST = 64,       /* bytes of one house option's answer */
    HOUSE_ANSWERS_MOST = 4, /* answers of a house option, and an empty one */
    VALUES_MOST = 7,        /* values a message may carry */
    BECAUSE_MOST = 2,       /* lines that prove a ruling */
    SUSPECTS_MOST = 20,     /* plays named by a conflict */
    /* of what a hand must have held */
    GROUNDS_CARDS = 64,
    GROUNDS_PLACES = 8,
    GROUNDS_LINES = 64,
    RULINGS_MOST = 1024,  /* rulings kept until a round closes */
    PERHAPS_MOST = 5,     /* what a line may have been instead, of one ruling */
    PUT_MOST = 160,       /* bytes of each as it would be written */
    RULE_OF_THE_DECK = 0, /* the row of every rulebook's rules that says what its deck is */
};

/* Marks a text that is translated when it is shown. */
#define N_(text) text

/* Bytes somewhere in the caller's memory; not terminated. */
struct span {
    const char *at;
    size_t length;
};

/* A set of card codes below 128. */
struct cardset {
    uint64_t bits[2];
};

static inline void cards_add(struct cardset *set, int card)
{
    set->bits[card / 64] |= (uint64_t)1 << card % 64;
}
static inline void cards_drop(struct cardset *set, int card)
{
    set->bits[card / 64] &= ~((uint64_t)1 << card % 64);
}
static inline bool cards_hold(const struct cardset *set, int card)
{
    return set->bits[card / 64] >> card % 64 & 1;
}
static inline bool cards_any(const struct cardset *set)
{
    return (set->bits[0] | set->bits[1]) != 0;
}

/*
 * What is seldom done stays out of the way of what every card does: no frame, no guard and no
 * registers there for it.
 */
#define SELDOM __attribute__((cold, noinline))

#endif
