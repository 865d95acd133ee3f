/*
 * What must-follow trick-taking games share: whose turn it is, what lies on the table, who wins it,
 * and which plays did not follow. Private to core; knows no game.
 *
 *     leader ──▶ clockwise, one card each ──▶ the play worth most wins ──▶ its player leads
 *
 * Every play of a round (deal) is kept with its line, since what it claimed about a hidden hand is
 * weighed when the round is left. What a card is worth, and when a round is over, the game says.
 * What every single play calls stands here, so that the compiler can unfold it.
 */
#ifndef FUDA_TRICK_H
#define FUDA_TRICK_H

#include "hands.h"

#include <assert.h>
#include <stddef.h>

enum {
    PLAYS_MOST = 64, /* of a round */
    ROUND_TRICKS = 32,
    UNSEEN = 255 /* a card that nobody saw, and its suit */
};

struct play {
    uint8_t card;        /* a bit of bins.h, or UNSEEN */
    uint8_t seat, trick; /* tricks count from 1 */
    uint8_t suit, led;   /* of the card; of the trick's first card; or UNSEEN */
    bool lead : 1;
    /* whose it is nobody knows: `seat` is told from its trick's leader (relative.c) */
    bool apart : 1;
    /* what its player had to play, if it was held: a row of round.h; 0: any card */
    uint8_t duty;
    uint32_t line;
    /* the line of the last unseen card of its player; 0: none before it */
    uint32_t since;
};

struct trick {
    struct play play[PLAYS_MOST];
    int8_t taker[ROUND_TRICKS];  /* of the tricks that are over; NOBODY: unknown */
    int8_t leader;               /* of the trick on the table; NOBODY: unknown */
    int8_t winner;               /* of a full trick that still lies there, as far as it is known */
    uint8_t may_lead;            /* with the leader unknown: who may be (a bit each) */
    bool full;                   /* a full trick lies there */
    uint8_t on_table;            /* who has played to it, or plays no card to it (a bit each) */
    uint8_t spared[PLACES_MOST]; /* tricks that a seat played no card to */
    uint8_t done;                /* tricks completed */
    uint8_t plays;               /* of the round, */
    uint8_t first;               /* the first play of the trick on the table */
    /* plays that are as they were when the state was kept last (round_keep) */
    uint8_t kept;
};

/* Nothing played yet. */
void trick_begin(struct trick *t);

/* How many have played to a trick that is not full. */
static inline int trick_cards(const struct trick *t)
{
    return t->full ? 0 : (int)bits_count(t->on_table);
}

static inline int next_clockwise(int seat, int players)
{
    return seat + 1 == players ? 0 : seat + 1;
}

/* The leader, or the next clockwise who has not played and has a card to; -1: unknown or nobody. */
static inline int trick_turn(const struct trick *t, int leader, int players, const void *game,
    bool (*has_card)(const void *game, int seat))
{
    int seat = leader;
    for (int i = 0; seat >= 0 && i < players; i++, seat = next_clockwise(seat, players))
        if (!(t->on_table & 1u << seat) && has_card(game, seat))
            return seat;
    return -1;
}

/*
 * A card laid on the table; with nothing there it leads. Whose turn it was is the caller's to say.
 * The play may be added to (duty); there must be room for it.
 */
static inline struct play *trick_add(struct trick *t, int seat, int card, int suit, uint32_t line)
{
    const bool lead = t->plays == t->first;
    assert(t->plays < PLAYS_MOST);
    struct play *p = &t->play[t->plays++];
    *p = (struct play){.card = (uint8_t)card,
        .seat = (uint8_t)seat,
        .trick = (uint8_t)(t->done + 1),
        .suit = (uint8_t)suit,
        .led = lead ? (uint8_t)suit : t->play[t->first].led,
        .lead = lead,
        .line = line};
    if (lead)
        t->leader = (int8_t)seat;
    t->on_table |= (uint8_t)(1u << seat);
    return p;
}

static inline bool play_seen(const struct play *p) { return p->card != UNSEEN; }
static inline uint64_t play_card(const struct play *p)
{
    return play_seen(p) ? (uint64_t)1 << p->card : 0;
}

/* Does it surely follow? */
static inline bool play_follows(const struct play *p) { return play_seen(p) && p->suit == p->led; }

/* Where the highest card of the suit led wins: what a play is worth. */
static inline int play_worth(const void *game, const struct play *p)
{
    (void)game;
    return play_follows(p) ? p->card & 15 : 0;
}

/*
 * The play of the trick on the table that is worth most, the earlier of two alike; NULL: all are
 * worth nothing.
 */
static inline const struct play *trick_best(const struct trick *t, const void *game,
    int (*worth)(const void *game, const struct play *p))
{
    const struct play *best = NULL;
    int most = 0;
    for (int i = t->first; i < t->plays; i++) {
        int value = worth(game, &t->play[i]);
        if (value > most) {
            most = value;
            best = &t->play[i];
        }
    }
    return best;
}

/* Was a card of the trick on the table unseen? */
static inline bool trick_unseen(const struct trick *t)
{
    bool unseen = false;
    for (int i = t->first; i < t->plays; i++)
        unseen |= !play_seen(&t->play[i]);
    return unseen;
}

/*
 * The trick is taken by its winner, who leads next; NOBODY: by one of those who `may` have won it
 * (a bit each).
 */
void trick_end(struct trick *t, int winner, uint8_t may);

/*
 * One play after the other, with what its player had played by then (this card too): the way to
 * what was claimed by not following. Begin with {0}; false after the last play.
 */
struct play_walk {
    int at; /* the play */
    const struct play *play;
    uint64_t gone; /* cards of its player */
    int next;
    uint64_t played[PLACES_MOST];
};
bool play_walk_on(struct play_walk *w, const struct trick *t);

/* What a play claims. */
struct claim play_claim(const struct play_walk *w, const struct charge *charge, int code);

#endif
