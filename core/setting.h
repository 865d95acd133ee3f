/*
 * A setting is what the rules are applied under: who plays, by which house rules, and with which
 * deck.
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
 * Finds a seat by its name, or by a beginning that fits only one name, as it stands in a line, with
 * quotes or without. Returns an index, SEAT_UNKNOWN or SEAT_AMBIGUOUS. Names are compared as people
 * see them (person.h); the exact spelling goes before other spellings of the name, and a whole name
 * before a beginning. `candidates` may be NULL; it gets a bit for each seat that may be meant (all
 * of them, if none is).
 */
enum { SEAT_UNKNOWN = -1, SEAT_AMBIGUOUS = -2 };
int seats_find(const struct seats *seats, struct span written, uint32_t *candidates);

/* Is this its whole name? */
bool seat_is(const struct seats *seats, int seat, struct span written);

/* Adds a player with that name (without quotes). The caller has checked that there is room. */
void seat_add(struct seats *seats, struct span name);

/* An answer to a house option: a word, or a word that something follows. */
enum answer_kind {
    ANSWER_IS_WORD,
    ANSWER_IS_NUMBER, /* rounds:3 */
    ANSWER_IS_ASKED,  /* the table is asked whenever it matters */
    ANSWER_IS_SEAT,   /* a player's name is written instead of the word */
    ANSWER_IS_TEXT    /* any text is written instead of the word */
};
struct house_answer {
    const char *word;
    enum answer_kind kind;
    int32_t number; /* the number if the record gives none */
};

/* A house option: a question that the rulebook leaves open, or a choice of the table. */
struct option {
    const char *key;
    /* the default first; ends with an empty one */
    struct house_answer answer[HOUSE_ANSWERS_MOST];
    uint8_t rule;         /* the rule it belongs to */
    const char *question; /* a text to translate */
};

struct choice {
    bool named;     /* a `house` statement has answered it */
    uint8_t choice; /* the row of the answer; 0 is the default */
    int32_t number; /* after the colon; a seat's index */
};

struct house {
    struct choice option[OPTIONS_MOST];
};

/*
 * How a game ended of which nothing else is on record: the points or the places of the seats, or
 * both.
 */
struct noted_result {
    bool points, places; /* which of them are given */
    int32_t point[SEATS_MOST];
    uint8_t place[SEATS_MOST];
};

/* What the rules are applied under. It does not change while a statement is applied. */
struct setting {
    const struct rulebook *book;
    const struct seats *seats;
    const struct house *house;
    const void *pack; /* the printed deck; NULL for a game whose rulebook lists its deck */
    const void
        *state; /* the game as it stands, NULL before its players: it knows the cards that have
                             * names only, and whether the deck may still be told */
    const struct noted_result *noted; /* NULL: the game is played on record */
    /* what the readings of the record do not agree on (unsure.h); NULL: nothing */
    const struct unsure *unsure;
    /* `end` was said, or it is asked what would be if it were: nothing more follows */
    bool ended;
};

/* An answer as a record writes it, "rounds:3"; `out` has room for CHOICE_MOST bytes. */
size_t answer_write(const struct house_answer *answer, int32_t number, char *out);
void house_default(struct house *house, const struct rulebook *book);

/* Sets one option from KEY=VALUE; GAME/KEY is the same key. */
bool house_set(struct house *house, const struct setting *setting, const struct argument *pair,
    struct fault *fault);

/*
 * Appends an `open` ruling, because an option's default mattered and no `house` statement had
 * answered it. A record passes on only the first one for each option in a game.
 */
void open_question(const struct setting *setting, struct rulings *out, int option, uint32_t line);

/*
 * Writes a seat's name as a token, in quotes if it would not be read back without them. `out` has
 * SEAT_TOKEN bytes.
 */
enum { SEAT_TOKEN = 2 * NAME_MOST + 2 };
size_t seat_write(const struct seats *seats, int seat, char *out);

/*
 * Writes a card by the rulebook's `card_name` or `card_write`. `out` has room for NAME_MOST bytes.
 */
size_t card_spell(const struct setting *setting, int card, bool japanese, char *out);

#endif
