/*
 * The table's camera: what `@` in a statement stands for, and the plays that are entered as cards come to
 * lie. It touches no record: it says which cards to enter, and the table enters them.
 *
 *     card lies ─▶ queue ─▶ watch_next ─▶ the table tries it ─┬─ accepted: entered
 *                    │                                        └─ held: waits for a word, the queue too
 *                    └─ taken up again before: dropped
 *
 * A card once entered is not entered again in the same place of the game (a trick), whether it is moved,
 * covered or taken away.
 */
#ifndef FUDA_WATCH_H
#define FUDA_WATCH_H

#include "scanner.h"

struct watched;

struct watch {
    const struct context *context;
    char *source, *user;            /* owned; NULL: the first camera here */
    struct scanner_deck deck;
    struct watched *card;           /* owned: what is known of each of the deck */
    struct scanner scanner;
    bool on, beep;
    int queue[64];                  /* cards that have come to lie */
    int waiting;
    int held;                       /* the card that waits for a word, or -1 */
    bool withdrawn;                 /* … and has been taken up again */
    bool owed;                      /* … was taken back: the next card to come takes its turn, others wait */
    bool settling;                  /* it sees again: what lies there is being asked for */
    struct text said;               /* to be shown */
};

void watch_begin(struct watch *w, const struct context *context);
void watch_end(struct watch *w);

/* `camera SOURCE` and `watch [off|beep|silent]`; false: it complained. */
bool watch_source(struct watch *w, const char *rest);
bool watch_word(struct watch *w, const struct record *r, const char *rest);

/*
 * The line with what the camera sees now for its lone `@`: into `out`, empty if it has none. False: it
 * complained.
 */
bool watch_expand(struct watch *w, const struct record *r, const char *line, struct text *out);

/* Takes what has come: is there anything to say, or a card to enter? `held`: a play waits for a word. */
bool watch_ready(struct watch *w, const struct record *r, bool held);

/* The next card to enter, as a statement, borrowed; NULL: none. What came of it is told by the next two: */
const char *watch_next(struct watch *w, const struct record *r);
void watch_holds(struct watch *w);          /* it waits for a word */
void watch_settles(struct watch *w, bool stands);

/* A line was typed and accepted: whose turn it is has been settled by hand. */
void watch_yields(struct watch *w);

/* A step was taken back: cards may be entered again. */
void watch_forgets(struct watch *w);

#endif
