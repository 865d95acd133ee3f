/*
 * What must-follow trick-taking games share: whose turn it is, what lies on the table, who wins it,
 * and which plays did not follow. Private to core; it knows no game.
 *
 *     leader ──▶ clockwise, one card each ──▶ the play worth most wins ──▶ its player leads
 *
 * Every play of a round (deal) is kept with its line, because what it claimed about a hidden hand
 * is weighed when the round is left. The game says what a card is worth and when a round is over.
 * Functions that run for every play are inline in this header.
 */
#ifndef FUDA_TRICK_H
#define FUDA_TRICK_H

#include "hands.h"

#include <assert.h>
#include <stddef.h>

enum {
    PLAYS_MOST = 64, /* of a round */
    ROUND_TRICKS = 32,
    UNSEEN = 255 /* as a card or a suit: nobody saw it */
};

struct play {
    uint8_t card;        /* a bit of bins.h, or UNSEEN */
    uint8_t seat, trick; /* tricks count from 1 */
    uint8_t suit, led;   /* the suit of this card, and of the trick's first card; or UNSEEN */
    bool lead : 1;
    /* nobody knows who played it: `seat` is counted from the leader of its trick (relative.c) */
    bool apart : 1;
    /* what its player had to play if the hand held it: a row of the game's duties; 0: any card */
    uint8_t duty;
    uint64_t rather; /* the cards of it, where the game tells them (round.h); 0: it was done */
    uint32_t line;
    /* the line of the last unseen card that its player had played before; 0: none */
    uint32_t since;
};

struct trick {
    struct play play[PLAYS_MOST];
    int8_t taker[ROUND_TRICKS]; /* who took each trick that is over; NOBODY: unknown */
    int8_t leader;              /* who leads the trick on the table; NOBODY: unknown */
    /* the winner of a full trick that still lies there; NOBODY: unknown */
    int8_t winner;
    /* where the leader is unknown: the seats that may lead (a bit each) */
    uint8_t may_lead;
    bool full; /* a full trick lies there */
    /* who has played to it, or plays no card to it (a bit each seat) */
    uint8_t on_table;
    uint8_t spared[PLACES_MOST]; /* how many tricks each seat played no card to */
    uint8_t done;                /* tricks completed */
    uint8_t plays;               /* plays of the round */
    uint8_t first;               /* the first play of the trick on the table */
    /* how many plays are unchanged since the state was kept last (round_keep) */
    uint8_t kept;
};

/* Begins a round: nothing has been played. */
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

/*
 * Whose turn it is: the leader, or the next seat clockwise that has not played yet and has a card
 * to play; -1: unknown or nobody.
 */
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
 * Lays a card on the table; the first card of a trick leads. The caller has checked whose turn it
 * is and that there is room. Returns the play, to which the caller may add (its duty, for example).
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

/* Does it certainly follow? A card that nobody saw does not. */
static inline bool play_follows(const struct play *p) { return play_seen(p) && p->suit == p->led; }

/* What a play is worth in games where the highest card of the suit led wins. */
static inline int play_worth(const void *game, const struct play *p)
{
    (void)game;
    return play_follows(p) ? p->card & 15 : 0;
}

/*
 * The play of the trick on the table that is worth most, the earlier one of two equals; NULL: none
 * is worth anything.
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
 * Ends the trick. The winner takes it and leads next; NOBODY: the winner is not known, but is one
 * of `may` (a bit each seat).
 */
void trick_end(struct trick *t, int winner, uint8_t may);

/*
 * Walks over the plays in order. At each play, `gone` has the cards that its player had played by
 * then, this one included: the rest of the hand is what a claim is about. Begin with {0}; false
 * after the last play.
 */
struct play_walk {
    int at; /* the play */
    const struct play *play;
    uint64_t gone; /* cards of its player */
    int next;
    uint64_t played[PLACES_MOST];
};
bool play_walk_on(struct play_walk *w, const struct trick *t);

/* The claim that a play makes. */
struct claim play_claim(const struct play_walk *w, const struct charge *charge, int code);

#endif
