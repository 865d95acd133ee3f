/*
 * The repair of slips of the pen: where the plain reading of a record stumbles, it finds out what
 * the record may have been meant to say.
 *
 *     statements ─▶ window of a round ─read plainly─▶ findings ─any stumble?─ no ─▶ told as is
 *                         │                                            │
 *                         └──────── single edits, each read again ◀── yes
 *                                          │
 *                                          └──▶ the readings in which least is wrong: a slip, and
 *                                                what the line may have been
 *
 * It knows no game, only what the rulebook's row tells it (`repair_part`, `rules[].order`). A
 * *stumble* is an impossible statement, a finding about the order of play, a finding of kind slip,
 * or three accusations against at least two seats in one round. An *edit* undoes one stroke of the
 * pen and costs 1. For a reading, n is the number of its edits plus the number of its findings of
 * kind slip or worse. P is the plain reading, and m the least n of all other readings:
 *
 *     n(P) < m                         P holds
 *     n(P) = m, the stumble is an act  P holds; the others are offered as what the line may have
 *                                       been
 *     else                             all readings with n = m hold; a finding that is not in every
 *                                       one of them accuses nobody
 *
 * A guess never proves anything: a finding that rests on an edited line counts in n but is not
 * told, and a card that an edit puts in is `?`. The work is limited by counting statements, never
 * by a clock, so the same record is always read the same way.
 */
#ifndef FUDA_REPAIR_H
#define FUDA_REPAIR_H

#include "core/rulebook.h"
#include "core/unsure.h"

enum {
    SAID_MOST = 256,        /* statements of one window */
    SAID_ROOM = 128 * 1024, /* bytes of memory for them */
    WINDOW_BACK = 40,       /* statements before a stumble in which a slip is looked for */
    WINDOW_AHEAD = 60,      /* statements after a stumble whose findings count */
    WAITED_MOST = 800,      /* statements read for one stumble while somebody waits at a prompt */
    /* edits of one window, habits included */
    EDITS_MOST = 24,
    /* edits of one window that are slips of the pen; after these the rest is not judged */
    SLIPS_MOST = 3,
    HABITS_MOST = 16, /* habits that are kept */
    HABIT = 3         /* the same edit this many times is the table's way of writing */
};

/*
 * One statement of the window, as it was read. The texts that it points to lie in memory after it.
 */
struct heard_line {
    struct statement *statement;
    /*
     * it could not be read and was passed over; if it is a play, the cards that could be read are
     * there
     */
    bool unreadable;
    bool wordless; /* it is unreadable, and nothing of it is known */
};

struct edit {
    enum edit_kind kind;
    uint16_t at, end; /* it concerns the statements from `at` to `end` - 1 */
    /* the argument that is changed, or before which a card is missing; -1: none in particular */
    int16_t argument;
    int8_t seat;  /* the seat of EDIT_NAME; the first seat of EDIT_SEATS */
    int8_t other; /* the second seat of EDIT_SEATS */
    /* EDIT_MISSING, _BEGUN and _WORD: which act of the game, and how many of them */
    uint8_t nth, acts;
    int16_t card; /* the only card that it can be, or the likeliest one; -1: not known */
};

struct edits {
    uint8_t count;
    struct edit row[EDITS_MOST];
};

/* An edit that the table makes again and again. */
struct habit {
    enum edit_kind kind;
    uint8_t verb;
    uint16_t count;
};

/* What is told of a stumble. */
struct stumble {
    struct ruling ruling;     /* as it is told, with what the line may have been */
    enum ruling_kind plainly; /* its kind in the plain reading */
    /* it is a habit of the table that was told already, so nothing more is said */
    bool silent;
};

/*
 * A reading in which as little is wrong as in the one that holds. It has these edits in the place
 * of edits `from` to `end` - 1.
 */
struct rival {
    uint8_t from, end, count;
    struct edit edit[2];
};

enum { RIVALS_MOST = 24 };

/* A repair at work. It is large and lies in the caller's memory; see repair_init. */
struct repair {
    const struct setting *setting;       /* the record's */
    void *base;                          /* the state before the window */
    void *state, *walk, *before, *aside; /* work */
    uint16_t count;
    uint32_t used;
    bool first; /* the window begins with the game */
    uint32_t players_line;
    uint32_t work; /* statements read since the window was last settled */
    struct heard_line said[SAID_MOST];
    uint8_t habits;
    struct habit habit[HABITS_MOST];
    uint16_t settleds;
    struct stumble settled[EDITS_MOST + SAID_MOST];
    struct rulings found, plain, other;
    struct unsure unsure;        /* what is unsure in this game */
    struct comparison rows, end; /* what the readings of this window tell */
    _Alignas(16) char room[SAID_ROOM];
    struct statement behind; /* keeps a whole struct readable after the last statement in `room` */
};

/*
 * repair_room is the size of the memory that a repair works in; repair_init makes a repair of such
 * memory, which stays the caller's, must be zero, and must be aligned as malloc aligns.
 */
size_t repair_room(void);
struct repair *repair_init(void *memory);

/*
 * repair_begin: a game begins. repair_go_on: a new window begins, and what came before it is
 * settled.
 */
void repair_begin(struct repair *p, const struct setting *setting, const void *state,
    uint32_t players_line);
void repair_go_on(struct repair *p, const void *state);

/*
 * Adds the next statement to the window; NULL: a line that could not be read at all. False: there
 * is no room left, and the window has to be settled first.
 */
bool repair_hear(struct repair *p, const struct statement *said, uint32_t line);
void repair_misheard(struct repair *p); /* the statement added last could not be read */

/* Receives what the reading that holds comes to. */
struct repair_host {
    /* receives the rows of the score, of which the first `told` were told before; may be NULL */
    struct teller *teller;
    uint32_t *told;
    /* two names of `players` have changed places */
    void (*seats)(void *user, int a, int b);
    void (*edited)(void *user, const struct offer *offer); /* a slip of the pen is read as this */
    /*
     * only stumbles from this line on are looked into, those before it were told already; 0: all of
     * them
     */
    uint32_t asked;
    void *user;
};

/*
 * Settles the window. `findings` and `state` are those of its plain reading (`closing`: a round is
 * over, and its claims were weighed); they become those of the reading that holds. Where several
 * readings stand equally, they are compared, and what they do not all tell is told as unknown.
 */
void repair_settle(struct repair *p, void *state, struct rulings *findings, bool closing,
    const struct repair_host *host);

#endif
