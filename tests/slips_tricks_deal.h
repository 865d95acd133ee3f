/*
 * Rounds of Haratama, deals of Tezumashi, and of Hearts and Spades from the box, played lawfully
 * with real cards, and written down in one of the many ways that the language has. Knows nothing of
 * core.
 *
 *     deal ─▶ played: who had what, who played what ─▶ tale: lines, each with whose cards they are
 */
#ifndef FUDA_TESTS_SLIPS_TRICKS_DEAL_H
#define FUDA_TESTS_SLIPS_TRICKS_DEAL_H

#include <stdbool.h>
#include <stdint.h>

enum which_game { HARATAMA, TEZUMASHI, HEARTS, SPADES, GAMES };
enum {
    TABLE_MOST = 4,
    SUIT_COUNT = 4,
    TRICKS_MOST = 13,
    ROW_MOST = 20,
    LINES_MOST = 120,
    TRUMP_FROM = 10
};

static inline uint64_t one(int card) { return (uint64_t)1 << card; }

/* What lies in a trick: cards are suit * 16 + number. */
struct course {
    int leader, winner, count;
    int card[TABLE_MOST], seat[TABLE_MOST];
    int user; /* who used an ability: -1 nobody */
    const char *effect;
};

/* What truly happened. */
struct deal {
    enum which_game game;
    int number;                       /* of the deal, from 0 */
    int players, size, tricks, aside; /* the card left over; 0: none */
    int bid[TABLE_MOST];
    int kami[3];
    uint64_t deck, dealt[TABLE_MOST], given[TABLE_MOST], hand[TABLE_MOST], relics;
    int captured[TABLE_MOST]; /* relics, or tricks */
    struct course course[TRICKS_MOST];
};

enum transaction { KAMI, ASIDE, HAND, PASS, FOX, LEAD, ROW, USE, SHOW, TRICK, TOTALS, BID };

struct line {
    enum transaction deed;
    int seat;                  /* named; -1: none is */
    int actor;                 /* whose first card it is */
    int first;                 /* ROW: its first card is this play of the deal */
    int count, card[ROW_MOST]; /* 0: unseen */
    int trick;                 /* how many were over */
    int number;                /* a count instead of cards; -1: none */
    const char *word;
    int unreadable; /* the card that is not a card, from 1 */
};

enum layout { A_TRICK, A_CARD, SOME_CARDS, LAYOUTS }; /* what a line of plays holds */

struct tale {
    enum layout layout;
    bool named; /* each line of plays is, or all but those that follow in turn */
    int lines;
    struct line line[LINES_MOST];
};

/* What comes by chance in this file begins anew: it has a chance of its own. */
void deal_chance(uint64_t seed);

void deal_play(struct deal *d, enum which_game game, int number);
void deal_tell(const struct deal *d, struct tale *t);
int deal_winner(const struct deal *d, const struct course *c);

/* The play of the deal with this number, over all tricks. */
int deal_card(const struct deal *d, int play, int *seat);

extern const char *const deal_names[TABLE_MOST];
int line_print(const struct deal *d, const struct line *l, char *out);

#endif
