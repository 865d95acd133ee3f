/*
 * Decks as data. A game states once, in a table, which fields a row of its deck has. Reading rows,
 * asking for them (`fuda pack fill`), templates (`pack new`), completion, and cards that a record
 * tells of all go by these tables.
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
    /* `count` tokens that the field's `code` reads, after the word `key` if there is one */
    FIELD_CODES,
    FIELD_CHOICE, /* one of the verb's words from `least` to `most` */
    /* after those, in any order: */
    FIELD_FLAG,  /* the word `key` alone */
    FIELD_KEYED, /* key=3, or `count` numbers: key=1,1,2,3,4,5 */
    /* a number for each step from 0 to `count` - 1: 0=5 1=3 4+=-2, where 4+ is four and more */
    FIELD_STEPS,
};

enum { NO_KEY = -1, CELL_NUMBERS = 13, FIELDS_MOST = 10 };

struct field {
    enum field_kind kind;
    int8_t key;  /* a word of the verb, or NO_KEY */
    bool may;    /* it may be left out: a NUMBER before a name, or a NAME */
    bool quoted; /* NAME: only in quotes */
    /* `pack fill` takes the value without the key: 5 3 1 0 -2+ */
    bool bare;
    uint8_t count;
    /* bounds of numbers (equal: no bounds) and of a NAME's bytes (`most` 0: no bounds) */
    int32_t least, most;
    int (*code)(struct span folded); /* reads a code from 1 to 31, 0: none; `code_name` writes it */
    const char *(*code_name)(int code);
    /*
     * messages about anything else, with {found} and {usage}, and about a field given twice (a
     * flag: NULL, it may be)
     */
    const char *wrong, *twice;
};

/*
 * What the rows of one verb consist of, and how they are asked for. Forms stand in the order of the
 * verbs.
 */
struct row_form {
    const struct field *fields;
    uint8_t field_count;
    /*
     * a row as a sentence, chosen by the row's word, or else the first: {value} is what the row
     * says, or what it says after that word
     */
    const char *says[4];
    bool once;  /* a pack has one such row at most */
    bool whole; /* it has no fields: the game's `add` reads the arguments itself */
    /* so many cards are in the deck, by number or code; 0: as they come */
    uint8_t count;
    /* the verb of play that says the same about a card; 0: none */
    uint8_t told_by;
    /* the message about an argument that belongs to no field; NULL: the usage */
    const char *stray;
    const char *about;   /* what is to be entered, to translate; NULL: nothing */
    const char *example; /* an example row */
    /* an example of an answer to `pack fill`; NULL: it does not ask for such rows */
    const char *answer;
};

/* What a row says in one field. */
struct cell {
    const struct argument *argument; /* its first argument; NULL: the field is left out */
    uint32_t given;                  /* CODES, STEPS: which codes or steps are given (a bit each) */
    uint32_t open;                   /* STEPS: which of them a word with + gives (a bit each) */
    int32_t number[CELL_NUMBERS];    /* the numbers; of a CHOICE, the place of its word */
};

struct deck_row {
    const struct statement *said;
    struct cell cell[FIELDS_MOST];
};

/* ---- the deck of a rulebook, where the rulebook does not list it -------------------------- */

struct deck_part {
    size_t size;
    /*
     * The offset of a uint32_t in the deck, in which a bit a row says that a row which stands there
     * once is there; 0: none.
     */
    size_t once;
    const struct verb *rows;      /* the verbs of a deck's rows, */
    const struct row_form *forms; /* what each of those rows consists of */
    /* the names of the built-in decks, apart by a /, or NULL */
    const char *builtins;
    const char *open;   /* a deck's line that says it is not complete, or NULL */
    const char *beyond; /* what no pack can say, for its template; to translate, or NULL */
    /* plays can be kept without a deck, whose rows may be entered afterwards */
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
    bool (*row_here)(const void *state);  /* may rows stand here, inside a record? NULL: never */
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
    /* do the fewest points win? NULL: never */
    bool (*fewest_win)(const void *deck);
    bool (*unfit)(const void *deck, unsigned players, struct message *why);
};

static inline bool deck_row_here(const struct deck_part *part, const void *state)
{
    return part->row_here != NULL && part->row_here(state);
}

/*
 * Reads a row into cells and adds it to the deck. If that is not possible it is MALFORMED, and the
 * deck stays as it was.
 */
enum outcome rulebook_add_row(const struct rulebook *book, void *deck, const struct statement *said,
    struct fault *fault);

/*
 * Turns a statement of play that tells what is printed on a card into the row of a deck that says
 * the same and shares its texts. False if it tells nothing of the kind.
 */
bool rulebook_row_told(const struct rulebook *book, const struct statement *said,
    struct statement *row);

/*
 * The ASCII spelling of a verb's word, given by its place as in a field's `key`; empty for NO_KEY.
 */
struct span verb_word(const struct verb *verb, int word);

/* ---- for games --------------------------------------------------------------------------- */

/*
 * Takes an argument that belongs to one of the fields that stand in any order, and adds it to that
 * field's cell. False: the fault is set.
 */
bool cell_take(const struct row_form *form, const struct verb *verb, const struct argument *a,
    struct cell *cells, struct fault *fault);

/* Sets a fault about a field's argument, whose text becomes {found}. */
enum outcome row_wrong(const struct deck_row *row, int field, struct fault *fault,
    const char *message);

/*
 * Writes a name without quotes, terminated. `out` has room for the field's `most` bytes and one
 * more.
 */
void cell_name(const struct cell *cell, char *out);

#endif
