/*
 * The table's camera: what `@` in a statement stands for (at.c), and the plays that are entered as
 * cards come to lie (watch.c, card_owner.c, doubt.c). It touches no record: it says what is to be
 * done, and the table does it.
 *
 *     news of the camera ─▶ watch_hears ─▶ what lies where ─▶ watch_next ─┬─ a card to enter, or a
 *                                                ▲                        │  line to take back
 *                                                │                        └─ a question
 *                what came of it: watch_settles, watch_yields, watch_forgets
 *
 * Whose a card is, is known by the turn and, once it is known from where each seat lays (sides.h),
 * by its place. Where the two differ, where the record and the table differ, or where two cards
 * came at once, it asks. A card once entered is not entered again in the same place of the game (a
 * trick), whether it is moved, covered or taken away.
 */
#ifndef FUDA_WATCH_H
#define FUDA_WATCH_H

#include "cli/camera/unread.h"
#include "scanner.h"
#include "sides.h"

enum { PLACE_MOST = 64 };

/* How what lies there is accounted for. */
enum laid_as {
    LAID_FREE,    /* not yet: it may be entered */
    LAID_ENTERED, /* it is in the record */
    /* it lay there before, or was taken back: it is not entered by itself */
    LAID_PASSED,
};

/* What is known of a card of the deck. */
struct watched {
    enum laid_as as;
    bool there, hidden; /* it lies there; only covered, as far as is known */
    bool twice, named;  /* it was said that it is read in two places; that it is not entered */
    bool waits; /* a play was taken back: it is not entered until another one stands or is typed */
    bool left;  /* the question whose side it is on was answered, so it is not asked again */
    bool tie;   /* it came to lie together with the one before it */
    bool typed; /* entered by hand */
    bool face;  /* told by its face, not by a sticker */
    /* it may be `other` instead, which is to be asked; and that it is was the answer */
    bool guessed, is_other;
    int other; /* itself: no other is near */
    /* whose it is (-1: nothing is known but its place), and will be after a mend */
    int8_t seat, mended;
    uint32_t line;   /* of the record; 0: never entered */
    unsigned order;  /* in which cards came to lie */
    long came, gone; /* when it came to lie, and when it went */
    struct spot_laid at;
    char place[PLACE_MOST]; /* of the game, where it was entered: "R1 T4" */
};

/* What the table is asked. RETURN does what is offered. */
enum watch_question {
    ASK_NOTHING,
    /* it lies on another's side: RETURN lets it wait, ! enters it for who has the turn */
    ASK_SIDE,
    ASK_ORDER, /* two at once: RETURN enters them as they lie */
    /* an entered card is gone, others lie there: RETURN enters those instead */
    ASK_MEND,
    /* an entered card is gone, and nobody knows what lies there instead: the record stands */
    ASK_GONE,
    /* its face tells no more than that it is one of two: RETURN enters the likelier, ! the other */
    ASK_FACE,
};

struct watch {
    const struct context *context;
    const struct campaign *campaign; /* whose faces of decks are looked for */
    char *source, *user;             /* owned; NULL: the first camera here */
    struct scanner_deck deck;
    struct watched *card; /* owned: what is known of each of the deck */
    struct scanner scanner;
    struct sides sides;
    bool sides_told; /* that they are known was said */
    int overruled;   /* how often a card was another's after all */
    int teaching;    /* the seat that is to show its side; -1: none is */
    bool on, beep;
    /* the next card to be told came together with the one after it; the last one did */
    bool tie, joined;
    unsigned laid; /* cards that have come to lie, so far */
    /* the card that is being entered, or waits for a word; -1: none */
    int held, held_seat;
    bool withdrawn; /* the card held has been taken up again */
    enum watch_question asked;
    bool asks;                /* the question stands; else it has settled itself */
    int asked_of;             /* a card */
    int asked_turn;           /* whose turn it was then */
    char stands[PLACE_MOST];  /* the place of the game where the record was let stand, */
    char doubted[PLACE_MOST]; /* the place where anything was asked last, */
    /* the place whose trick was taken up before it was full: nothing is entered in it */
    char lacks[PLACE_MOST];
    uint32_t mend_line; /* lines after this one are taken back, if RETURN mends */
    bool undoing;       /* they are now */
    /* an entered card that was taken up within a second; -1: none */
    int back;
    long back_at, answered; /* when; and when a question was settled without an answer */
    /* more cards lie there than anybody plays at once: they are being shuffled or put in order */
    bool heap;
    long stirred;         /* when one of those last came or went */
    bool settling;        /* it sees again: what lies there is being asked for */
    struct unread unread; /* why stickers cannot be read: what was told */
    struct text said;     /* to be shown */
};

void watch_begin(struct watch *w, const struct context *context, const struct campaign *campaign);
void watch_end(struct watch *w);

/* `camera SOURCE` and `watch [off|beep|silent|seats]`; false: it complained. */
bool watch_source(struct watch *w, const char *rest);
bool watch_word(struct watch *w, const struct record *r, const char *rest);

/*
 * The line with what the camera sees now for its lone `@`: into `out`, empty if it has none. False:
 * it complained.
 */
bool watch_expand(struct watch *w, const struct record *r, const char *line, struct text *out);

/* What the camera brings. */
void watch_hears(struct watch *w, const struct record *r, enum scanner_news news,
    const struct glimpse *sight);

/*
 * Takes what has come, up to something to say or to do: is there? `held`: a play waits for a word.
 */
bool watch_ready(struct watch *w, const struct record *r, bool held);

enum watch_act {
    WATCH_REST,
    /* this card, as a statement: then watch_holds or watch_settles */
    WATCH_ENTER,
    /* the line that waits for a word: its card was taken up. Then watch_settles */
    WATCH_DROP,
    WATCH_UNDO, /* the last line. Then watch_forgets */
};
enum watch_act watch_next(struct watch *w, const struct record *r, bool held, const char **card);
/* That card as a statement: "r9", or "note face; r9" where its face alone told it. */
void watch_statement(const struct watch *w, const char *card, struct text *out);

enum watch_end { WATCH_STANDS, WATCH_TAKEN_BACK, WATCH_REFUSED };
void watch_holds(struct watch *w); /* it waits for a word */
void watch_settles(struct watch *w, const struct record *r, enum watch_end end);

/*
 * The answer to what is asked: RETURN or `!`. False: nothing was asked; but a RETURN that comes
 * just when a question has settled itself is taken, too.
 */
bool watch_answer(struct watch *w, const struct record *r, bool mark);

/* A line was typed and accepted: whose turn it is has been settled by hand. */
void watch_yields(struct watch *w, const struct record *r);

/* A step was taken back, by hand or because watch_next said so; `failed`: it could not be. */
void watch_forgets(struct watch *w, const struct record *r, bool failed);

#endif
