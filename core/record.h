/*
 * A record: lines applied one after the other.
 */
#ifndef FUDA_RECORD_H
#define FUDA_RECORD_H

#include "core/day.h"
#include "core/repair.h"
#include "core/rulebook.h"

struct record;

/* Callbacks of whoever reads a record; any of them may be NULL. */
struct record_host {
    void (*fault)(void *user, uint32_t line, const struct fault *fault, const struct record *r);
    void (*game_begins)(void *user, const struct record *r); /* when `players` is known */
    void (*finding)(void *user, const struct ruling *ruling, const struct record *r);
    void (*game_ends)(void *user, const struct record *r); /* the state is still whole */
    /* a line is taken for a slip of the pen and read as this */
    void (*edited)(void *user, const struct offer *slip, const struct record *r);
    void (*accepted)(void *user, const struct statement *said, const struct record *r);
    struct teller *teller; /* receives the score's rows */
    /*
     * pack_new gives the memory for a deck that the record defines. pack_find gives the deck of
     * that name, or NULL.
     */
    void *(*pack_new)(void *user, const struct rulebook *book, struct span name);
    const void *(*pack_find)(void *user, const struct rulebook *book, struct span name);
    /* Why pack_find found none, if there is more to say; false: there is not. */
    bool (*pack_missing)(void *user, const struct rulebook *book, struct span name,
        struct message *why);
    void *user;
    /*
     * with a repair: slips of the pen are looked for only in what this line brings up; 0: in all
     * lines
     */
    uint32_t asked;
    /*
     * the record comes from the store, where names that differed when it was kept stay different
     * people
     */
    bool kept;
};

/*
 * The caller's memory that a record works in: `state`, `before` and `pack` have rulebook_room()
 * bytes each.
 */
struct record_room {
    void *state, *before, *pack;
    struct rulings *findings;
    /* NULL: the record is taken at its word, and slips of the pen are not looked for */
    struct repair *repair;
};

/* A record being read, and what has come of it so far. */
struct record {
    struct record_host host;
    struct setting setting; /* book NULL: no game has begun */
    struct seats seats;
    struct house house;
    struct noted_result noted; /* where setting.noted may point */
    void *state, *pack;
    /* the state before the last statement of play that was applied */
    void *before;
    /*
     * `before` is valid: some statement of play was applied since the record began or was taken
     * back (see rulebook_try)
     */
    bool follows;
    struct rulings *findings; /* findings of the open round */
    /* the statements of that round, in which slips of the pen are looked for (repair.h); or NULL */
    struct repair *repair;
    void *pack_rows; /* a deck being defined */
    const struct rulebook *pack_book;
    uint32_t line;  /* the line read last, from 1 */
    uint32_t told;  /* how many rows of the score were told */
    uint32_t asked; /* options whose `open` ruling was told (a bit each) */
    bool played;    /* a statement of play was applied */
    bool begun;     /* `players` was read: `state` is valid */
    bool astray;    /* a `game` line could not be read, so the lines after it are passed over */
    /* the deck is the host's; the first row of a deck in the record replaces it */
    bool lent;
    /* the table is settling an argument, so cards that lie face down may be looked at */
    bool argued;
    bool refused; /* the last statement was not accepted */
    /* whether any line was impossible or unreadable so far, in all games */
    bool impossible, unreadable;
    /* whether there was an irregular, a conflict or a slip so far, in all games */
    bool broken;
    enum ruling_kind verdict; /* the worst finding of this game; RULING_OPEN: clean */
    /* the last line of this game that was impossible and so does not count; 0: none */
    uint32_t uncounted;
    char date[DAY_TEXT];        /* YYYY-MM-DD or "" */
    struct statement statement; /* the statement read last */
};

size_t rulebook_room(void); /* the largest state or pack of any game */
void record_init(struct record *r, const struct record_host *host, const struct record_room *room);
void record_line(struct record *r, const char *line, size_t length);

/* Reads and applies the rest of a line. The caller has counted the line (`line`). */
void record_read(struct record *r, struct reader *reader);

/* Is the game over, so that nothing of it can follow? It has come to its end, or `end` was said. */
bool record_over(const struct record *r);

/* a line could not be read in at all */
void record_skip(struct record *r, const struct fault *why);
void record_end(struct record *r);

#endif
