/*
 * What the checker of the trick games' proofs knows; it shares nothing with the judge but the JSON
 * that it prints.
 *
 *     test_proof.c ──▶ proof_record.c     a round of the record: who was seen to have what, when
 *                                         each card was played
 *          ├────────▶ proof_holds.c      do these cards, places and lines prove it, by that round?
 *          └────────▶ proof_chance.c     records made by chance
 *
 *     dealt ──┬─ kept: bin SEAT ────────────────┐
 *             └─ passed on: bin GIVEN + SEAT ───┴─▶ the hand as played: its bin, and its giver's
 *
 * A card is its suit * 16 + its rank - 1; the copies of a trump stand after the numbers, each as a
 * card of its own.
 */
#ifndef FUDA_TESTS_PROOF_H
#define FUDA_TESTS_PROOF_H

#include "check.h"

enum {
    SEATS = 4,
    CARDS = 64,
    FACTS = 600,
    PLAYS = 60,
    PARTS = 64,
    GIVEN = 4,
    ASIDE = 8,
    GAMES = 2000,
    REFUSED = GAMES * 8
};
enum { BLUE_5 = 16 + 4, BLUE_6 = 16 + 5, TRUMP = 9, NUMBERS = 9 };

/* What the two games differ in. */
struct kind {
    const char *name, *letters, *begins;
    int hand;
    bool trumps;
};
extern const struct kind kinds[2];

enum how { AS_DEALT, BETWEEN, HELD, PASSED, LAID_ASIDE, TAKEN };
struct fact {
    unsigned line, card, seat;
    enum how how;
};
struct laid {
    unsigned line, card, seat, led;
    bool lead;
    uint64_t gone;
};
struct round {
    const struct kind *kind;
    char name[SEATS][32];
    int players, facts, plays, leader, on_table, best, relics, most, kami[3];
    /* until: a row that was refused; its cards before the claimed one count */
    unsigned line, passed, sizes[SEATS], until;
    int claimed;
    /* named: who leads first, before the first play */
    bool begun, lost, over, named;
    /* not named, it is not that which the first play is doubted for */
    bool other;
    uint64_t gone[SEATS];
    struct fact fact[FACTS];
    struct laid laid[PLAYS];
};
struct proof {
    const struct kind *of;
    char kind[16], rule[40], card[16];
    int game, seat, cards, places, lines, suspects;
    int claimed;                           /* the copy that is meant by `card` */
    bool shown;                            /* the fox sign */
    unsigned line, at[PARTS], from[PARTS]; /* lines; of the suspects */
    int code[PARTS], place[PARTS], room[PARTS], who[PARTS];
};

/* Lines that cannot have happened: the game's number in the file, and the line. */
struct refused {
    unsigned count, of[REFUSED][2];
};

static inline uint64_t one(int card) { return (uint64_t)1 << card; }
static inline int giver(const struct round *r, int seat)
{
    return (seat + r->players - 1) % r->players;
}
static inline unsigned hand_of(const struct round *r, int seat)
{
    return 1u << seat | 1u << (GIVEN + giver(r, seat));
}

/* ---- proof_record.c ---- */
/* -1: no card; of a trump the first copy */
int card_of(const struct kind *kind, const char *word);
bool in_deck(const struct round *r, int card);
bool is_seen(const struct round *r, int card);
void end_trick(struct round *r);

/*
 * Reads a game's round in which the proof's line is left: all of it, or what was said before the
 * line.
 */
void read_round(const char *record, const struct proof *p, bool before,
    const struct refused *refused, struct round *r);

/* ---- proof_holds.c ---- */
bool holds(const struct round *r, struct proof p);

/* ---- proof_chance.c ---- */
void begin_games(uint64_t seed);
void write_games(FILE *out, unsigned games);

#endif
