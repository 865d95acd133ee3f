/*
 * What could have been: a must-follow game with all hands open, one side against the rest, searched
 * to its end. Exact, or it says that it is too deep; never a guess. Knows a game by its trick rules
 * alone; memory is the caller's.
 *
 *     rules     how a trick is won, what may be led, what a trick brings
 *     stand     the hands, who leads, what lies in the trick
 *     goal      the takers' tricks bring at least so much from here on; the wanters play for
 *               it, all others against it
 *
 * "At most k" is the same question, asked for the other side: the rest cannot force k + 1. A value
 * is that of best play by both sides. The table of rows keeps what was found of a position between
 * two tricks, and on which ranks it hangs: it holds in every position where as many cards of each
 * suit are in each hand and the highest, as far as they mattered, lie alike in their order,
 * whatever their numbers are.
 */
#ifndef FUDA_COULD_H
#define FUDA_COULD_H

#include "hands.h"

enum could_be { COULD_NOT, COULD, COULD_TOO_DEEP };

struct could_rules {
    uint8_t players;
    int8_t shut;        /* a suit not led before a card of it was played; NOBODY: none */
    uint8_t trump_from; /* from this rank on trumps, all of a suit alike (tricks count); 0: none */
    bool any_trump;     /* one takes effect though it follows, or leads */
    bool tricks;        /* each trick counts one; else each of `counts` does */
    /* cards that count one each; after the last of them the play is over */
    uint64_t counts;
};

struct could_stand {
    uint64_t hand[HANDS_MOST];      /* what is left in them, without what lies in the trick */
    uint8_t leader;                 /* of the trick, also while nothing lies there */
    uint8_t laid, card[HANDS_MOST]; /* what lies there, the leader's first */
    bool open;                      /* a card of the suit that is shut was played */
};

struct could_goal {
    uint8_t takers, wanters; /* a bit a seat */
    int least;               /* from here on, with the trick that lies there */
};

/*
 * A position between two tricks, and between which bounds its value lies wherever the `top` cards
 * of each suit are whose they are here.
 */
struct could_row {
    uint64_t suit[4], count, special;
    uint8_t top[4], leader, takers, wanters;
    int8_t least, most;
    uint8_t best; /* the card that decided it last, */
    bool open, used;
};

struct could {
    struct could_rules rules;
    struct could_row *row;
    size_t rows;         /* a power of two, 16 at least */
    uint64_t nodes, cap; /* cards tried for this answer, and how many may be */
    struct could_goal goal;
    uint64_t odd, upper;  /* cards of seats 1 and 3, of 2 and 3 */
    uint32_t told[2][64]; /* how often a card decided, for each side */
};

enum { COULD_ROWS = 1 << 17 }; /* what does for a round */

/* Begins with the caller's rows, of which nothing is kept. */
void could_begin(struct could *c, const struct could_rules *rules, struct could_row *row,
    size_t rows);

/* Is the goal reached from here, by best play of both sides? After `cap` cards it is too deep. */
enum could_be could_ask(struct could *c, const struct could_stand *at, struct could_goal goal,
    uint64_t cap);

/* What the takers' tricks bring from here on by best play of both sides; -1: too deep. */
int could_value(struct could *c, const struct could_stand *at, uint8_t takers, uint8_t wanters,
    uint64_t cap);

/* What is left to be had, with what lies in the trick. */
int could_left(const struct could_rules *rules, const struct could_stand *at);

/*
 * Whose turn it is; the cards that may be played then; and of those that come to the same one
 * each.
 */
int could_turn(const struct could_rules *rules, const struct could_stand *at);
uint64_t could_lawful(const struct could_rules *rules, const struct could_stand *at);
uint64_t could_unlike(const struct could_rules *rules, const struct could_stand *at,
    uint64_t cards);

/*
 * A card is played, lawful or not: true where it filled the trick, and then `taker` (may be NULL)
 * has taken it, `brought` says what that brought, and the taker leads.
 */
bool could_play(const struct could_rules *rules, struct could_stand *at, int card, int *taker,
    int *brought);

#endif
