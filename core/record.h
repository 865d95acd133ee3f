/*
 * A record: lines applied one after the other.
 */
#ifndef FUDA_RECORD_H
#define FUDA_RECORD_H

#include "core/day.h"
#include "core/repair.h"
#include "core/rulebook.h"

struct record;

/* Whoever reads a record gives these; any may be NULL. */
struct record_host {
    void (*fault)(void *user, uint32_t line, const struct fault *fault, const struct record *r);
    void (*game_begins)(void *user, const struct record *r); /* when `players` is known */
    void (*finding)(void *user, const struct ruling *ruling, const struct record *r);
    void (*game_ends)(void *user, const struct record *r); /* the state is still whole */
    /* a slip of the pen, and how it is read */
    void (*edited)(void *user, const struct offer *slip, const struct record *r);
    void (*accepted)(void *user, const struct statement *said, const struct record *r);
    struct teller *teller; /* receives the score's rows */
    /* A deck defined in the file: where its rows go. A deck asked for by name, or NULL. */
    void *(*pack_new)(void *user, const struct rulebook *book, struct span name);
    const void *(*pack_find)(void *user, const struct rulebook *book, struct span name);
    /* Why none of that name was found, if more can be said of it than that. */
    bool (*pack_missing)(void *user, const struct rulebook *book, struct span name,
        struct message *why);
    void *user;
    /*
     * with a repair: slips of the pen are looked for in what this line brings alone; 0: in all
     * lines
     */
    uint32_t asked;
    /* a record of the store: names that were two when it was kept are those of two people */
    bool kept;
};

/*
 * The memory that a record works in, the caller's: `state`, `before` and `pack` have
 * rulebook_room() bytes each.
 */
struct record_room {
    void *state, *before, *pack;
    struct rulings *findings;
    /* NULL: the record is read plainly, and what a line may have been is not asked */
    struct repair *repair;
};

/* Applies lines one after the other. */
struct record {
    struct record_host host;
    struct setting setting; /* book NULL: no game has begun */
    struct seats seats;
    struct house house;
    struct noted_result noted; /* what setting.noted points to, where it points here */
    void *state, *pack;
    /* the state as it was before the statement of play applied last, */
    void *before;
    /*
     * `before` holds a statement of play since the record was begun or taken back: see rulebook_try
     */
    bool follows;
    struct rulings *findings; /* of the round that stands open */
    /* the statements of that round, where slips of the pen are looked for (repair.h) */
    struct repair *repair;
    void *pack_rows; /* a deck being defined */
    const struct rulebook *pack_book;
    uint32_t line;  /* the line read last, from 1 */
    uint32_t told;  /* rows of the score told */
    uint32_t asked; /* options of which `open` was told (a bit each) */
    bool played;    /* a statement of play was applied */
    bool begun;     /* `players` is known: the state is alive */
    bool astray;    /* an unreadable `game`: its lines are passed over */
    /* the deck is the host's: the first row of the game's own replaces it */
    bool lent;
    bool argued;                 /* an argument: what lies face down is looked through */
    bool refused;                /* the statement applied last was not accepted */
    bool impossible, unreadable; /* anything of the kind so far, in all games */
    bool broken;                 /* an irregular, a conflict or a slip so far, in all games */
    enum ruling_kind verdict;    /* the worst of this game; RULING_OPEN: clean */
    uint32_t uncounted;          /* the last line of this game that cannot have happened; 0: none */
    char date[DAY_TEXT];         /* YYYY-MM-DD or "" */
    struct statement statement;  /* the one read last */
};

size_t rulebook_room(void); /* the largest state or pack of any game */
void record_init(struct record *r, const struct record_host *host, const struct record_room *room);
void record_line(struct record *r, const char *line, size_t length);

/* What a reader has left of a line whose number was counted. */
void record_read(struct record *r, struct reader *reader);

/* Can nothing of this game follow any more? It was ended, or has come to its end. */
bool record_over(const struct record *r);

void record_skip(struct record *r, const struct fault *why); /* a line that could not be had */
void record_end(struct record *r);

#endif
