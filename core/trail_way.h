/*
 * Cards followed along the steps of a trail. Private to trail*.c:
 *
 *     trail_proof.c ──▶ trail.c
 */
#ifndef FUDA_TRAIL_WAY_H
#define FUDA_TRAIL_WAY_H

#include "core/trail.h"

/* Where a card may be, a bit each: a hand, the pile, in the open. */
enum { FIRST = 1, SECOND = 2, PILE = 4, OPEN = 8, HANDS_BOTH = FIRST | SECOND, HIDDEN = HANDS_BOTH | PILE };

struct follower {
    const struct trail_case *of;
    unsigned steps, copies;
    bool lawful;                         /* the bound kind is never drawn unseen */
    bool narrowed;                       /* places may be narrowed by how many cards are in them */
    uint8_t kind[TRAIL_COPIES];
    bool told[TRAIL_STEPS];              /* the step's cards count */
    uint64_t picked[TRAIL_STEPS];        /* copies that a step names */
    bool cut[TRAIL_STEPS];               /* which of its kind it names is not known: nothing is told back across it */
    uint8_t on[TRAIL_STEPS + 1][TRAIL_COPIES];     /* where copies may be before each step, by those before it, */
    uint8_t at[TRAIL_STEPS + 1][TRAIL_COPIES];     /* … and by those behind it, too */
    int size[TRAIL_STEPS + 1][3];        /* of hands and pile; -1: not known */
};

static inline uint64_t copy_bit(unsigned copy) { return (uint64_t)1 << copy; }
static inline uint8_t place_of(const struct trail_step *s) { return (uint8_t)(1u << s->hand); }

/* Does this step name a card, by a line that counts? */
static inline bool step_names(const struct follower *f, unsigned i)
{
    return f->of->trail->step[i].kind >= 0 && f->told[i];
}

/* Works out where the copies may be, by what is told. */
void trail_follow(struct follower *f);

/*
 * Then once more by how many cards are in each place: one that is full of cards known has no other, and where no more can be
 * than there are, all of them are. False: that tells nothing new.
 */
bool trail_narrow(struct follower *f);

#endif
