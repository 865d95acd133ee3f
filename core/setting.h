/*
 * Who plays, and by which house rules: what the rules are applied under.
 */
#ifndef FUDA_SETTING_H
#define FUDA_SETTING_H

#include "core/person.h"
#include "core/ruling.h"
#include "core/statement.h"

struct seats {
    uint8_t count;
    struct {
        uint8_t length, folded_length;
        char name[NAME_MOST];   /* as `players` spells it */
        char folded[NAME_MOST]; /* by person_fold: for comparing */
    } row[SEATS_MOST];
};

/*
 * Seat by its name or an unambiguous beginning of it, as a line has it, with quotes or without: an
 * index, SEAT_UNKNOWN or SEAT_AMBIGUOUS. Compared as people see names (person.h); the very spelling
 * wins over all that is the same, a whole name over a beginning. `candidates` gets a bit for each
 * seat meant (all of them where nobody is). May be NULL.
 */
enum { SEAT_UNKNOWN = -1, SEAT_AMBIGUOUS = -2 };
int seats_find(const struct seats *seats, struct span written, uint32_t *candidates);

/* Is this its whole name? */
bool seat_is(const struct seats *seats, int seat, struct span written);

/* A player more, by that name (without quotes); the caller has looked whether there is room. */
void seat_add(struct seats *seats, struct span name);

/* An answer to a question of the table: a word, or a word that something follows. */
enum answer_kind {
    ANSWER_IS_WORD,
    ANSWER_IS_NUMBER, /* rounds:3 */
    ANSWER_IS_ASKED,  /* the table is asked each time it comes up */
    ANSWER_IS_SEAT,   /* in its place stands a player's name */
    ANSWER_IS_TEXT    /* in its place stands any text */
};
struct house_answer {
    const char *word;
    enum answer_kind kind;
    int32_t number; /* where the record gives none */
};

/* A question that a rulebook leaves open, or an option of the table. */
struct option {
    const char *key;
    /* the default first; ends with an empty one */
    struct house_answer answer[HOUSE_ANSWERS_MOST];
    uint8_t rule;         /* the rule it belongs to */
    const char *question; /* a text to translate */
};

struct choice {
    bool named;     /* some `house` statement said it */
    uint8_t choice; /* which of the answers; 0 is the default */
    int32_t number; /* after the colon; a seat's index */
};

struct house {
    struct choice option[OPTIONS_MOST];
};

/* How a game ended of which nothing else is on record: its points, its places, or both; by seat. */
struct noted_result {
    bool points, places; /* given */
    int32_t point[SEATS_MOST];
    uint8_t place[SEATS_MOST];
};

/* What the rules are applied under; constant while a statement is applied. */
struct setting {
    const struct rulebook *book;
    const struct seats *seats;
    const struct house *house;
    const void *pack; /* the deck as printed; NULL for a game whose rulebook lists it */
    const void
        *state; /* the game as it stands, NULL before its players: it knows the cards that have
                             * names only, and whether the deck may still be told */
    const struct noted_result *noted; /* NULL: the game is played on record */
    /* what readings of it do not agree in (unsure.h); NULL: nothing */
    const struct unsure *unsure;
    /* `end` was said, or it is asked what would be if it were: nothing follows */
    bool ended;
};

/* An answer as a record writes it, "rounds:3"; `out` has room for CHOICE_MOST bytes. */
size_t answer_write(const struct house_answer *answer, int32_t number, char *out);
void house_default(struct house *house, const struct rulebook *book);

/* Sets one option from KEY=VALUE; GAME/KEY is the same key. */
bool house_set(struct house *house, const struct setting *setting, const struct argument *pair,
    struct fault *fault);

/*
 * An `open` ruling where an option's default mattered and no `house` statement had named it. A
 * record passes on only the first of a game.
 */
void open_question(const struct setting *setting, struct rulings *out, int option, uint32_t line);

/* A seat's name as a token, in quotes where it would not read back; `out` has SEAT_TOKEN bytes. */
enum { SEAT_TOKEN = 2 * NAME_MOST + 2 };
size_t seat_write(const struct seats *seats, int seat, char *out);

/* How a card is called, by `card_name` or `card_write`; `out` has room for NAME_MOST bytes. */
size_t card_spell(const struct setting *setting, int card, bool japanese, char *out);

#endif
