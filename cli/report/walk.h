/*
 * A recorded game, walked through line by line: a session that stands after one of its lines.
 *
 * The record is gone through once from the first line to the last, and what each line brought is
 * noted; going to a line is going through it again up to there (a record of a night takes less than
 * a millisecond).
 */
#ifndef FUDA_WALK_H
#define FUDA_WALK_H

#include "cli/campaign/open_campaign.h"
#include "cli/table/session.h"

/* What a line is to somebody who looks for something; joined by |. */
enum { WALK_ROUND = 1, WALK_TRICK = 2, WALK_FINDING = 4, WALK_SCORE = 8 };

struct walk_line {
    char *text; /* owned */
    unsigned marks;
    bool refused; /* impossible or unreadable: it was not applied */
};

enum { WALK_LINES_MOST = 200000 }; /* of a file */

struct walkthrough {
    const struct context *context;
    struct campaign campaign; /* of a stored record: open; else its store is NULL */
    struct store_id record;
    char *file;        /* owned: of a file its name, */
    bool too_large;    /* it has more lines, or longer ones, than are walked through */
    struct text *deck; /* owned: the decks that it defines */
    size_t decks;
    struct session session;    /* after line `at` */
    struct walk_line *line;    /* owned */
    size_t count, at, heading; /* heading: lines before the first of play */
    struct text brought;       /* owned: what the line `at` brought, in words */
};

/*
 * The record that a number, an id or a file names, at its last line; of a file the game `game`
 * counted from 1. To be closed with walk_end where it was opened. False: complained.
 */
bool walk_begin(struct walkthrough *walk, const struct context *context, const char *word,
    unsigned long game);
void walk_end(struct walkthrough *walk);

/* Stands after line `at`, at most the last. */
void walk_go(struct walkthrough *walk, size_t at);

/*
 * The next line (step 1) or the one before (step -1) with one of these marks; where there is none,
 * the last or first.
 */
size_t walk_find(const struct walkthrough *walk, unsigned marks, int step);

#endif
