/*
 * What a checker of proofs on hands that change (tests/test_proof_hands.c) knows of a record; it
 * shares nothing with the judge.
 *
 *     test_proof_hands.c ──▶ account_record.c ──▶ account_hyakumonogatari.c, account_needfire.c
 *              │                                               the record, told as moves
 *              └───────────▶ account_ways.c                       … and what they prove
 *
 * A record is told as moves between two places and the rest: Hyakumonogatari's two hands and the
 * pile; of NeedFire one seat's hand and its face-down discards. For each kind of card by itself,
 * all ways to share its copies out are followed through the moves, on from the deal and back from
 * the end; which card moved is known by the lines of the proof only.
 */
#ifndef FUDA_TESTS_ACCOUNT_H
#define FUDA_TESTS_ACCOUNT_H

#include "check.h"

enum { MOVES = 700, KINDS = 96, COPIES = 4, PARTS = 64, WORDS = 64, FINDINGS = 20000, REST = 2 };

/*
 * 'D' drawn from the other place, 'T' taken from the rest, 'G' from the open, 'L' laid open, 'S'
 * shown, 'R' open to the rest. After a line that is wrong: 'd', 't' and 'l' may have happened or
 * not, 'l' with a card that went to the rest, for all one knows; 'X' those of a kind may be
 * anywhere; 'O' one may have been laid open, 'r' come back to the rest.
 */
struct move {
    unsigned line;
    char act;
    int place, kind, count;
};
struct claim {
    int at, place;
    bool kind[KINDS];
};
struct finding {
    unsigned number, line, proved;
    char rule[40], kind[12], card[16];
};
struct findings {
    unsigned count;
    struct finding of[FINDINGS];
};
struct proof {
    const struct findings *all; /* of its file */
    char game[20], kind[12], rule[40], seat[32], card[16], code[PARTS][16], where[PARTS][32],
        who[PARTS][32];
    unsigned number, line, last, cards, places, lines, suspects, at[PARTS], from[PARTS];
    int room[PARTS];
    char players[4][32];
};
struct story {
    bool lost, lawful; /* lawful: the curse is not drawn unseen */
    bool narrowed;     /* … and by how many cards lie in a place */
    /* the line is impossible by itself: another card of it did not move */
    bool not_applied[KINDS];
    unsigned kinds, moves, claims, night;
    char name[KINDS][16];
    int copies[KINDS], given[KINDS][2], size[2], count[MOVES + 1][3], altar[KINDS], grave[KINDS],
        used[2], seat;
    /* whose turn it is; pairs of turns that the sun still lies */
    int parent, on, sun_left;
    bool wrong_count; /* of the refill in this line */
    /* a line was wrong: from there on nobody knows how many cards a place has */
    bool loose;
    unsigned loose_at;
    int slack;           /* … or the pile; by so many more or fewer */
    bool back[KINDS];    /* it may have come back from the open */
    unsigned account_at; /* the line of the finding */
    bool fires_only;
    /* the finding's line shows more cards than the hand has: some came from the pile */
    bool overfull;
    struct move move[MOVES];
    struct claim claim[PARTS];
};

/* ---- account_record.c ---- */
int story_kind(struct story *s, const char *name);
void story_add(struct story *s, unsigned line, char act, int place, int kind, int count);
int proof_seat(const struct proof *p, const char *name); /* -1: nobody's */
void story_read(struct story *s, const char *record, const struct proof *p);
void story_add_claims(struct story *s, const struct proof *p);

/* ---- account_hyakumonogatari.c, account_needfire.c: a statement ---- */
void account_hyakumonogatari(struct story *s, int seat, char **word, int words, unsigned line);

/*
 * The line was told to be impossible: nothing of it is known, but that something was done; by the
 * other, where it is that one's turn.
 */
void account_refused(struct story *s, int seat, char **word, int words, const struct finding *f,
    bool impossible);

void account_needfire_begin(void);
void account_needfire(struct story *s, int seat, char **word, int words, unsigned line);

/* ---- account_ways.c ---- */
/* by this way alone: `lawful`, `narrowed` */
bool ways_hold(struct story *s, const struct proof *p);
/* … by the simplest that will do, which is kept */
bool ways_prove(struct story *s, const struct proof *p);

#endif
