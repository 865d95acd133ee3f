/*
 * A line at the table is one step: it is tried as a whole, and then taken, doubtful or refused.
 *
 *     line ─▶ step_try ─┬─ STEP_TAKEN      the record is a line further
 *                       ├─ STEP_DOUBTFUL   it breaks a rule, or may be a slip: the table is asked,
 *                        │                  and the record is as it was
 *                       └─ STEP_REFUSED    unreadable or impossible: the record is as it was
 *
 * What came of the line is a value, `struct step`. There are no callbacks, and the caller has
 * nothing to undo. Compare record.c, which tries single statements in the same way.
 */
#ifndef FUDA_STEP_H
#define FUDA_STEP_H

#include "core/record.h"

enum { STEP_FAULTS_MOST = 32, STEP_NEWS_MOST = 512 };

enum { STEP_HAS_ANOTHER_GAME = 1, STEP_HAS_PACK_ROWS = 2, STEP_IS_TOO_LONG = 4 };

enum step_end { STEP_TAKEN, STEP_DOUBTFUL, STEP_REFUSED };

/*
 * A record as it stood, to come back to, because a line of several statements is taken whole or not
 * at all. `room` is the caller's memory, other than the record's own; its `before` is not used.
 */
struct record_mark {
    struct record record;
    struct record_room room;
};

/*
 * A step is large (about a megabyte), so callers allocate it on the heap. Its texts point into the
 * line and the record.
 */
struct step {
    enum step_end end;
    bool stands; /* the last statement ended with ! */
    bool lawful; /* it breaks no rule by itself; if it is doubtful, only its news is */
    /* STEP_HAS_… and STEP_IS_…, joined by |: what the line has that a step may not have */
    unsigned unfit;
    /* who wins, where a `house` line of the table settles that (a bit a seat) */
    uint32_t winners;
    /* pack_find may set this: the line must not be taken */
    bool refused;
    bool bare; /* a bare answer is being read, so faults have no column */
    /* ANSWER_WAS_…, joined by |: what the typed answer lacked to be a statement */
    unsigned lacked;
    /* the statements that an answer stands for, in one line; texts point into it */
    char typed[LINE_MOST];
    /* the line as statements, taken or not: in `typed`, or in the caller's line */
    struct span heard;
    size_t length;
    /* the line as it is stored: keywords and cards in ASCII, names in full */
    char line[LINE_MOST + 3];
    uint16_t faults, news;
    struct fault fault[STEP_FAULTS_MOST];   /* what cannot be read */
    struct message message[STEP_NEWS_MOST]; /* what the game reports about the line's statements */
    /*
     * findings of rounds that the line closed, and of the open round as far as it can be weighed
     * now
     */
    struct rulings findings;
    /* the record with the line applied, even if it was not taken; valid until the next step */
    const struct record *after;
    struct record_host decks; /* the caller's pack_find and pack_missing */
    /* the record before the line; or, if the line was not taken, the record with it */
    struct record_mark mark;
};

/*
 * From now on the record is kept in steps. Of `decks` pack_find, pack_missing, user and teller are
 * used; the teller receives the rows of lines that are not taken as well.
 */
void step_begin(struct step *step, struct record *r, const struct record_room *room,
    const struct record_host *decks);

/*
 * Tries a line of statements. With `ask`, a line is doubtful if it breaks a rule by itself or its
 * news is doubtful, unless it ends with `!`.
 */
enum step_end step_try(struct step *step, struct record *r, const char *line, size_t length,
    bool ask);

/*
 * The same for what was typed at the table: answers to what the record waits for, statements, or
 * both (ask.h).
 */
enum step_end step_answer(struct step *step, struct record *r, const char *line, size_t length,
    bool ask);

void step_save(const struct record *r, struct record_mark *mark);

/*
 * Exchanges the record and the mark: the record is as it was when it was saved, and the mark holds
 * what it had become. They exchange their memory too.
 */
void step_return(struct record *r, struct record_mark *mark);

/* Tells what would come of such a line, with `ask`; the record stays as it is. */
enum step_end step_look(struct step *step, struct record *r, const char *line, size_t length);

/*
 * Does this line, which is not the last one, tell of cards that lie face down now and that nobody
 * may look at?
 */
bool record_face_down(const struct record *r, uint32_t line);

/*
 * Where the game stands ("R1 T4") and whose turn it is (-1: nobody's); false: there is nothing to
 * say.
 */
bool record_place(const struct record *r, struct message *place, int *turn);

#endif
