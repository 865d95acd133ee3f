/*
 * The repair of slips of the pen: what a record may have been meant to say where its plain reading
 * stumbles.
 *
 *     statements ─▶ window of a round ─read plainly─▶ findings ─any stumble?─ no ─▶ told as is
 *                         │                                            │
 *                         └──────── single edits, each read again ◀── yes
 *                                          │
 *                                          └──▶ the readings in which least is wrong: a slip, and
 *                                               what it may have been
 *
 * It knows no game: it reads the rulebook's row (`repair_part`, `rules[].order`). A *stumble* is a
 * statement that is impossible, a finding of a rule of the order of play, a finding of kind slip,
 * or three accusations of two seats or more in one round. An *edit* undoes one stroke of the pen
 * and costs 1. `n` of a reading counts its edits and its findings of kind slip and worse, P is the
 * plain reading, m the least n of all others:
 *
 *     n(P) < m                         P holds
 *     n(P) = m, the stumble is an act  P holds, and the others are told as what else it may have
 *                                      been
 *     else                             the readings with n = m hold together: what they do not all
 *                                      find accuses nobody
 *
 * What an edited line shows counts in n and is never told, and a card that is put in is `?`: a
 * guess never proves. Work is bounded by amounts that are counted, never by a clock, so that a
 * record is always read the same way.
 */
#ifndef FUDA_REPAIR_H
#define FUDA_REPAIR_H

#include "core/rulebook.h"
#include "core/unsure.h"

enum {
    SAID_MOST = 256,        /* statements of one window */
    SAID_ROOM = 128 * 1024, /* bytes of them */
    WINDOW_BACK = 40,       /* statements before a stumble in which a slip is looked for, */
    WINDOW_AHEAD = 60,      /* statements after a stumble that count */
    WAITED_MOST = 800,      /* statements read for one stumble where somebody waits */
    /* edits of one window, with those that are the table's way of writing */
    EDITS_MOST = 24,
    /* edits that are slips of the pen: beyond them the rest is not judged */
    SLIPS_MOST = 3,
    HABITS_MOST = 16, /* ways of writing that are told apart */
    HABIT = 3         /* the same edit so many times is the table's way of writing */
};

/* One statement of the window, as it was read; its own texts lie after it. */
struct heard_line {
    struct statement *statement;
    /* it was passed over; where it is one of plays the cards that could be read are there */
    bool unreadable;
    bool wordless; /* an unreadable statement of which nothing is known */
};

struct edit {
    enum edit_kind kind;
    uint16_t at, end; /* the statements that it concerns: at … end - 1 */
    /* the one that is changed, or before which a card is missing; -1: none in particular */
    int16_t argument;
    int8_t seat;       /* of EDIT_NAME; of EDIT_SEATS the first, */
    int8_t other;      /* the second seat of EDIT_SEATS */
    uint8_t nth, acts; /* of EDIT_MISSING, _BEGUN and _WORD: which act, and how many */
    int16_t card;      /* the only card that it can be, or the likeliest; -1: not known */
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

/* What was told of a stumble. */
struct stumble {
    struct ruling ruling;     /* with what it may have been; its kind is what is told */
    enum ruling_kind plainly; /* its kind in the plain reading */
    bool silent;              /* it is the table's way of writing, and that was told */
};

/*
 * A reading that stands as well as the one that holds: with this in the place of edits `from` …
 * `end` - 1.
 */
struct rival {
    uint8_t from, end, count;
    struct edit edit[2];
};

enum { RIVALS_MOST = 24 };

/* Large, and the caller's; see repair_init. */
struct repair {
    const struct setting *setting;       /* the record's */
    void *base;                          /* the state before the window */
    void *state, *walk, *before, *aside; /* work */
    uint16_t count;
    uint32_t used;
    bool first; /* the window begins with the game */
    uint32_t players_line;
    uint32_t work; /* statements read since the window was settled last */
    struct heard_line said[SAID_MOST];
    uint8_t habits;
    struct habit habit[HABITS_MOST];
    uint16_t settleds;
    struct stumble settled[EDITS_MOST + SAID_MOST];
    struct rulings found, plain, other;
    struct unsure unsure;        /* of this game */
    struct comparison rows, end; /* of the readings of this window */
    _Alignas(16) char room[SAID_ROOM];
    struct statement behind; /* the last statement may be copied whole */
};

/*
 * The memory that a repair works in, and what lies there, which is the caller's to keep; `memory`
 * is aligned as malloc aligns.
 */
size_t repair_room(void);
struct repair *repair_init(void *memory);

/* A game begins, or a window: what stands before it is settled. */
void repair_begin(struct repair *p, const struct setting *setting, const void *state,
    uint32_t players_line);
void repair_go_on(struct repair *p, const void *state);

/*
 * This statement is said next; NULL: a line that could not be read at all. False: there is no more
 * room, settle first.
 */
bool repair_hear(struct repair *p, const struct statement *said, uint32_t line);
void repair_misheard(struct repair *p); /* the one heard last could not be read */

/* Whoever hears what the reading that holds comes to. */
struct repair_host {
    /* hears the rows of the score, of which `told` were told before; NULL: nobody does */
    struct teller *teller;
    uint32_t *told;
    /* two names of `players` change places */
    void (*seats)(void *user, int a, int b);
    void (*edited)(void *user, const struct offer *offer); /* a slip is taken, as this */
    /* what lines before this one brought was told, and is not asked about; 0: all is */
    uint32_t asked;
    void *user;
};

/*
 * The window is left: `findings` are those of its plain reading, weighed where a round is over
 * (`closing`), and `state` is what it came to. Both become those of the reading that holds. Where
 * others stand as well, what they come to is compared: what they do not all tell is told as
 * unknown.
 */
void repair_settle(struct repair *p, void *state, struct rulings *findings, bool closing,
    const struct repair_host *host);

#endif
