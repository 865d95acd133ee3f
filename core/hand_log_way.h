/*
 * Cards followed along the steps of a trail, kind by kind. Private to trail*.c:
 *
 *     hand_log_proof.c ──▶ hand_log.c
 *
 * Like cards are one kind: what is followed is how its copies may be shared out among the places.
 * Each way is a bit:
 *
 *     three candles:   one in the first hand, one in the pile, one in the open   {1, 0, 1, 1}
 */
#ifndef FUDA_HAND_LOG_WAY_H
#define FUDA_HAND_LOG_WAY_H

#include "core/hand_log.h"

/* Where cards may be, and sets of places, a bit each: the hands, the pile, in the open. */
enum { IN_FIRST, IN_SECOND, IN_PILE, IN_OPEN, ALL_PLACES };
enum {
    FIRST = 1u << IN_FIRST,
    SECOND = 1u << IN_SECOND,
    PILE = 1u << IN_PILE,
    HANDS_BOTH = FIRST | SECOND,
    HIDDEN = HANDS_BOTH | PILE
};

enum {
    /* copies of a kind; where there are more, nothing is known of where they are */
    FOLLOWED_MOST = 7,
    FEW_COPIES = 3, /* their shares take one word, */
    SET_WORDS = 8,  /* words for the shares of a kind with more copies */
    WORDS_MOST = 96 /* words for all kinds; beyond them nothing is known, either */
};

struct share {
    uint8_t in[ALL_PLACES];
};

struct follower {
    const struct hand_log_case *of;
    /* kinds from 0 on, not all of them in the deck; cards of the deal */
    unsigned steps, kinds, cards;
    bool lawful;                    /* the bound kind is never drawn unseen */
    bool narrowed;                  /* places may be narrowed by how many cards are in them */
    bool all;                       /* every card is followed */
    uint8_t copies[HAND_LOG_KINDS]; /* that are followed */
    uint8_t first[HAND_LOG_KINDS], words[HAND_LOG_KINDS]; /* where a kind's shares are */
    bool told[HAND_LOG_STEPS];                            /* the step's cards count */
    /* of a kind of few copies: the shares with so many in these places */
    uint64_t few[HIDDEN + 1][3 * FEW_COPIES + 1];
    /* the shares that may be before each step, a bit each */
    uint64_t at[HAND_LOG_STEPS + 1][WORDS_MOST];
    int size[HAND_LOG_STEPS + 1][3]; /* of hands and pile; -1: not known */
};

/* Does this step name a card, by a line that counts? */
static inline bool step_names(const struct follower *f, unsigned i)
{
    return f->of->trail->step[i].kind >= 0 && f->told[i];
}

/* Makes the follower of a deal's cards. False: there are too many to follow. */
bool hand_log_begin_way(struct follower *f, const struct hand_log_case *of);

/* Works out where the cards may be, by what is told. */
void hand_log_follow(struct follower *f);

/*
 * Then once more by how many cards are in each place: one that is full of cards known has no other,
 * and where no more can be than there are, all of them are. False: that tells nothing new.
 */
bool hand_log_narrow(struct follower *f);

/* No way at all is left to share it out. */
bool hand_log_nowhere(const struct follower *f, unsigned when, unsigned kind);

/*
 * The fewest cards, or the most, of a kind that may be in these places together; there is a way to
 * share it out.
 */
int hand_log_least(const struct follower *f, unsigned when, unsigned kind, unsigned places);
int hand_log_most(const struct follower *f, unsigned when, unsigned kind, unsigned places);
/* for each set of places */
void hand_log_least_of_all(const struct follower *f, unsigned when, unsigned kind,
    uint8_t least[HIDDEN + 1]);

#endif
