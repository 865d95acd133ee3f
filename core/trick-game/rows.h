/* The rows that a pack of a trick-taking game has. Private to this folder. */
#ifndef FUDA_TRICK_GAME_ROWS_H
#define FUDA_TRICK_GAME_ROWS_H

#include "core/deck.h"

enum trick_row {
    ROW_SEATS,
    ROW_SUITS,
    ROW_RANKS,
    ROW_ABOVE,
    ROW_BELOW,
    ROW_COPIES,
    ROW_WITHOUT,
    ROW_DEAL,
    ROW_ROUNDS,
    ROW_PARTNERS,
    ROW_PASS,
    ROW_TRUMP,
    ROW_BIDS,
    ROW_CHECK,
    ROW_LEAD,
    ROW_FOLLOW,
    ROW_FOLLOW_OR_TRUMP,
    ROW_BEAT,
    ROW_ANY,
    ROW_UNBROKEN,
    ROW_BARS,
    ROW_EQUALS,
    ROW_WORTH,
    ROW_COUNT,
    ROW_POINTS,
    ROW_EACH,
    ROW_UNTIL,
    ROW_WINS,
    ROW_SOURCE,
    ROWS
};

enum { WORD_SUITS, WORD_NO_TRUMP, WORD_TURNED, WORD_CHOSEN };
enum { WORD_ALL, WORD_AS_TRUMPS };
enum { WORD_CARD, WORD_LEFT_LEADS };
enum { WORD_LEFT, WORD_RIGHT, WORD_ACROSS, WORD_NO_PASS };

extern const struct verb trick_row_verbs[];
extern const struct row_form trick_row_forms[];

#endif
