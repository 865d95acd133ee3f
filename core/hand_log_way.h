/*
 * Follows cards along the steps of a log, kind by kind. Private to hand_log*.c:
 *
 *     hand_log_proof.c ──▶ hand_log.c
 *
 * What is followed is how the copies of a kind may be shared out among the places. Each way is a
 * bit:
 *
 *     three candles:   one in the first hand, one in the pile, one in the open   {1, 0, 1, 1}
 */
#ifndef FUDA_HAND_LOG_WAY_H
#define FUDA_HAND_LOG_WAY_H

#include "core/hand_log.h"

/*
 * The places where cards may be: the hands, the pile, in the open. A set of places has a bit for
 * each.
 */
enum { IN_FIRST, IN_SECOND, IN_PILE, IN_OPEN, ALL_PLACES };
enum {
    FIRST = 1u << IN_FIRST,
    SECOND = 1u << IN_SECOND,
    PILE = 1u << IN_PILE,
    HANDS_BOTH = FIRST | SECOND,
    HIDDEN = HANDS_BOTH | PILE
};

enum {
    /* copies of a kind; a kind with more is not followed */
    FOLLOWED_MOST = 7,
    FEW_COPIES = 3, /* with this many copies the shares of a kind fit one word */
    SET_WORDS = 8,  /* words for the shares of a kind with more copies */
    WORDS_MOST = 96 /* words for all kinds; kinds that do not fit are not followed */
};

struct share {
    uint8_t in[ALL_PLACES];
};

struct follower {
    const struct hand_log_case *of;
    /* kinds are numbered from 0, but some may not be in the deck; `cards` are those of the deal */
    unsigned steps, kinds, cards;
    bool lawful;                    /* the bound kind is never drawn unseen */
    bool narrowed;                  /* the number of cards in each place is used too */
    bool all;                       /* every card is followed */
    uint8_t copies[HAND_LOG_KINDS]; /* copies that are followed, by kind */
    /* where the shares of a kind begin, and how many words they take */
    uint8_t first[HAND_LOG_KINDS], words[HAND_LOG_KINDS];
    bool told[HAND_LOG_STEPS]; /* the card that the step names counts */
    /* for kinds of few copies: the shares with a given number of cards in a set of places */
    uint64_t few[HIDDEN + 1][3 * FEW_COPIES + 1];
    /* the shares that may be before each step, a bit each */
    uint64_t at[HAND_LOG_STEPS + 1][WORDS_MOST];
    /* the sizes of the hands and the pile before each step; -1: not known */
    int size[HAND_LOG_STEPS + 1][3];
};

/* Does this step name a card, in a line that counts? */
static inline bool step_names(const struct follower *f, unsigned i)
{
    return f->of->trail->step[i].kind >= 0 && f->told[i];
}

/* Sets up a follower for a deal's cards. False: there are too many to follow. */
bool hand_log_begin_way(struct follower *f, const struct hand_log_case *of);

/* Works out where the cards may be from the steps that count. */
void hand_log_follow(struct follower *f);

/*
 * Narrows this by the number of cards in each place: a place that is full of known cards has no
 * others, and if no more cards can be in a place than it has, they are all there. False: nothing
 * new follows.
 */
bool hand_log_narrow(struct follower *f);

/* Is there no way left to share out the copies of this kind? */
bool hand_log_nowhere(const struct follower *f, unsigned when, unsigned kind);

/*
 * The fewest and the most cards of a kind that may be in these places together. Some way to share
 * it out must be left.
 */
int hand_log_least(const struct follower *f, unsigned when, unsigned kind, unsigned places);
int hand_log_most(const struct follower *f, unsigned when, unsigned kind, unsigned places);
/* The fewest, for every set of places. */
void hand_log_least_of_all(const struct follower *f, unsigned when, unsigned kind,
    uint8_t least[HIDDEN + 1]);

#endif
