/*
 * Decks as data. A game states once what a row of its deck consists of; reading it, asking for it
 * (`fuda pack fill`), a template (`pack new`), completion, and what a record tells of a card are
 * loops over these tables.
 *
 *      human  7  "Ylva"  makes b1  reacts w1 w2 w4 w10       NUMBER NAME CODES CODES
 *      ability donba "呑馬術"  add=2 skip uses=3               NAME NAME, then KEYED and FLAG in
 *                                                              any order
 *      table  7  0=5 1=3 2=1 4+=-2                           NUMBER STEPS
 *      minuscard  u  card=-1                                 CHOICE KEYED
 *
 *      statement ──rulebook_add_row──▶ cells, one a field ──the game's `add`──▶ the deck
 */
#ifndef FUDA_DECK_H
#define FUDA_DECK_H

#include "rulebook.h"
#include "statement.h"

enum field_kind {
    FIELD_NUMBER, /* a number */
    FIELD_NAME,   /* a name, quoted or not */
    /* `count` tokens that the game's `code` reads, after the word `key` if there is one */
    FIELD_CODES,
    FIELD_CHOICE, /* one of the verb's words from `least` to `most` */
    /* in any order after those: */
    FIELD_FLAG,  /* the word `key` alone */
    FIELD_KEYED, /* key=3, or `count` numbers: key=1,1,2,3,4,5 */
    FIELD_STEPS, /* a number each for 0 to `count` - 1: 0=5 1=3 4+=-2; 4+ is four and more */
};

enum { NO_KEY = -1, CELL_NUMBERS = 13, FIELDS_MOST = 10 };

struct field {
    enum field_kind kind;
    int8_t key;  /* a word of the verb, or NO_KEY */
    bool may;    /* it may be left out: NUMBER before a name, and NAME */
    bool quoted; /* NAME: only in quotes */
    /* `pack fill` takes what stands after the key alone: 5 3 1 0 -2+ */
    bool bare;
    uint8_t count;
    /* of numbers (alike: any) and of a NAME's bytes (most 0: any) */
    int32_t least, most;
    int (*code)(struct span folded); /* a code from 1 to 31, 0: none; and back */
    const char *(*code_name)(int code);
    /* what is said of anything else: {found}, {usage}; of a flag NULL: it may */
    const char *wrong, *twice;
};

/* What the rows of a verb consist of, and how they are asked for; in the place of the verb. */
struct row_form {
    const struct field *fields;
    uint8_t field_count;
    /* what a row says as a sentence, by its word, else the first: {value} is what stands in it */
    const char *says[3];
    bool whole; /* there are no fields: the game's `add` reads the row's arguments itself */
    /* so many cards are in the deck, by number or code; 0: as they come */
    uint8_t count;
    /* the verb of play whose arguments tell the same of a card; 0: none */
    uint8_t told_by;
    /* what is said of an argument that is no field's; NULL: the usage */
    const char *stray;
    const char *about;   /* what is to be entered, to translate; NULL: nothing */
    const char *example; /* an example of it as a row */
    /* an example as `pack fill` is answered; NULL: it does not ask */
    const char *answer;
};

/* What a row says of a field. */
struct cell {
    const struct argument *argument; /* the first of it; NULL: it is left out */
    uint32_t given;                  /* CODES, STEPS: a bit for each, by its code or step; */
    uint32_t open;                   /* STEPS: a bit for each that a word with + gives */
    int32_t number[CELL_NUMBERS];    /* CHOICE: the place of its word */
};

struct deck_row {
    const struct statement *said;
    struct cell cell[FIELDS_MOST];
};

/* ---- the deck of a rulebook: what it does not list itself, packs -------------------------- */

struct deck_part {
    size_t size;
    const struct verb *rows;      /* the verbs of a deck's rows, */
    const struct row_form *forms; /* what each of those rows consists of */
    /* the names of the built-in decks, apart by a /, or NULL */
    const char *builtins;
    const char *open; /* a deck's line that says it is not complete, or NULL */
    /* plays are kept without a deck; its rows may be entered afterwards */
    bool later;

    /*
     * An empty deck is zeros. `builtin` (may be NULL, and `spell` then too) lays the built-in deck
     * of that name, with an empty name the one that a game begins with; false, and nothing changed,
     * if there is none. `spell` writes its n-th row into LINE_MOST bytes and returns its length, 0
     * past the last. `add` adds a row, read.
     */
    bool (*builtin)(void *deck, struct span name);
    size_t (*spell)(const void *deck, unsigned n, char *out);
    enum outcome (*add)(void *deck, const struct deck_row *row, struct fault *fault);
    bool (*row_here)(const void *state);  /* may rows stand here, inside a record? */
    bool (*is_builtin)(const void *deck); /* is it the built-in one, nobody's own? May be NULL */

    /*
     * What is wrong with a whole deck (may be NULL): RULING_IRREGULAR where it is not as the
     * rulebook states, with the rule and the card; RULING_OPEN is a warning and has no option.
     * `line` is the card's row's, `because` another card's; 0 or none where the deck is built in.
     */
    void (*check)(const void *deck, struct rulings *out);

    /*
     * Of games that are their packs (all of these, or none): the pack is called so from now on; its
     * name, terminated; and why so many players cannot play it. `game "NAME"` begins one.
     */
    void (*called)(void *deck, struct span name);
    const char *(*name)(const void *deck);
    bool (*unfit)(const void *deck, unsigned players, struct message *why);
};

/*
 * Reads a row into cells and adds it to the deck. MALFORMED, and the deck as it was, where it
 * cannot be.
 */
enum outcome rulebook_add_row(const struct rulebook *book, void *deck, const struct statement *said,
    struct fault *fault);

/*
 * A statement of play that tells what stands on a card, as the row of a deck that says the same,
 * sharing its texts. False if it tells nothing of the kind.
 */
bool rulebook_row_told(const struct rulebook *book, const struct statement *said,
    struct statement *row);

/* A word of a verb, as a field's `key`, in ASCII; empty for NO_KEY. */
struct span verb_word(const struct verb *verb, int word);

/* ---- for games --------------------------------------------------------------------------- */

/*
 * Is it one of the fields that stand in any order? Adds it to their cells; false: the fault is set.
 */
bool cell_take(const struct row_form *form, const struct verb *verb, const struct argument *a,
    struct cell *cells, struct fault *fault);

/* What is said of a field's argument: {found}. */
enum outcome row_wrong(const struct deck_row *row, int field, struct fault *fault,
    const char *message);

/* A name's bytes without quotes, terminated; `out` has room for the field's `most` and one more. */
void cell_name(const struct cell *cell, char *out);

#endif
