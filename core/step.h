/*
 * A line at the table as one step: tried whole, and then taken, doubtful or refused.
 *
 *     line ─▶ step_try ─┬─ STEP_TAKEN      the record is a line further
 *                       ├─ STEP_DOUBTFUL   it breaks a rule, or may be a slip; the table is asked:
 *                       │                  the record is as it was
 *                       └─ STEP_REFUSED    unreadable or impossible: the record is as it was
 *
 * What came of it is a value, `struct step`: nobody is called back, and nothing is to be put back
 * by whoever asked. The record owns the try (record.c): here a line is what one statement is there.
 */
#ifndef FUDA_STEP_H
#define FUDA_STEP_H

#include "core/record.h"

enum { STEP_FAULTS_MOST = 32, STEP_NEWS_MOST = 512 };

enum { STEP_HAS_ANOTHER_GAME = 1, STEP_HAS_PACK_ROWS = 2, STEP_IS_TOO_LONG = 4 };

enum step_end { STEP_TAKEN, STEP_DOUBTFUL, STEP_REFUSED };

/*
 * A record as it stood, to come back to: a line of several statements is taken whole or not at all.
 * `room` is the caller's, other memory than the record's own; `before` of it is not used.
 */
struct record_mark {
    struct record record;
    struct record_room room;
};

/*
 * Large (about a megabyte): the caller's, from the heap. Its texts point into the line and the
 * record.
 */
struct step {
    enum step_end end;
    bool stands; /* the last statement ended with ! */
    bool lawful; /* it breaks no rule by itself: doubtful for its news alone */
    /* what it has that no step may have: STEP_HAS_…, joined by | */
    unsigned unfit;
    /* a `house` line that the table said settles who wins: a bit a seat */
    uint32_t winners;
    /* may be set while a deck is looked for: the line is not to be taken */
    bool refused;
    bool bare; /* a bare answer is read: its faults have no column */
    /* ANSWER_WAS_…, joined by |: what was typed was no statement yet */
    unsigned lacked;
    /* the statements it stands for, in one line: texts point into it */
    char typed[LINE_MOST];
    /* the line as statements, what is not taken too: there, or the caller's */
    struct span heard;
    size_t length;
    /* as it is stored: keywords and cards in ASCII, names whole; room for one more joint */
    char line[LINE_MOST + 3];
    uint16_t faults, news;
    struct fault fault[STEP_FAULTS_MOST];   /* what cannot be read */
    struct message message[STEP_NEWS_MOST]; /* what the game tells of the line's statements */
    /* of rounds that were closed, and of the open one as it can be weighed now */
    struct rulings findings;
    /* the record with the line, taken or not, until the next one */
    const struct record *after;
    struct record_host decks; /* who finds a deck by name: the caller's */
    /* the record before the line, or with it if it was not taken */
    struct record_mark mark;
};

/*
 * The record is kept in steps from now on. Of `host` pack_find, pack_missing and
 * user count, and `teller`, who is told the rows of lines that are not taken too.
 */
void step_begin(struct step *step, struct record *r, const struct record_room *room,
    const struct record_host *decks);

/*
 * Tries a line. With `ask`, one that breaks a rule by itself, or whose news is doubtful, and does
 * not end with `!` is doubtful.
 */
enum step_end step_try(struct step *step, struct record *r, const char *line, size_t length,
    bool ask);

/*
 * Tries a line of answers to what the table waits for, or of statements (ask.h), one after the
 * other.
 */
enum step_end step_answer(struct step *step, struct record *r, const char *line, size_t length,
    bool ask);

void step_save(const struct record *r, struct record_mark *mark);

/*
 * The record as it stood when it was saved in the mark, whose memory it has from then on. What it
 * has been since lies in the mark.
 */
void step_return(struct record *r, struct record_mark *mark);

/* What would come of such a line, where the table is asked: the record stays as it is. */
enum step_end step_look(struct step *step, struct record *r, const char *line, size_t length);

/*
 * Does a line before the last one tell of cards that lie face down, where nobody may look at them
 * now?
 */
bool record_face_down(const struct record *r, uint32_t line);

/*
 * Where the game stands ("R1 T4") and whose turn it is (-1: nobody's); false: there is nothing to
 * say of it.
 */
bool record_place(const struct record *r, struct message *place, int *turn);

#endif
