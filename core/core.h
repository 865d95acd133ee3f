/*
 * core — the rules of five card games as pure functions.
 *
 * A record is a list of statements. A rulebook is a function from a state and a statement to
 * the next state and its rulings. Everything else in the program feeds statements in or shows
 * rulings out.
 *
 *      text ──read──▶ statement ──apply──▶ state ──weigh──▶ rulings       (statement.c, record.c)
 *                         ▲                  │
 *                   verbs, cards          tell──▶ a score, as a tree      (one file a game)
 *
 * Nothing here allocates, reads a file, a clock or the environment, or keeps a global variable:
 * all memory is the caller's and of fixed size, every state can be copied with memcpy. A failed
 * call leaves what it was given as it was.
 *
 * Four things can go wrong, and they are kept apart: a broken rule is a `ruling`; a line that
 * cannot be read is a `fault`; the outside world is not here at all; a bug is an assert.
 */
#ifndef FUDA_CORE_H
#define FUDA_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SEATS_MOST = 19,         /* players of one game */
    NAME_MOST = 255,         /* bytes of a token, and so of a name */
    LINE_MOST = 64 * 1024,   /* bytes of a line */
    ARGUMENTS_MOST = 64,     /* arguments of a statement */
    OPTIONS_MOST = 16,       /* house options of a game */
    CHOICE_MOST = 64,        /* bytes of one house option's answer */
    HOUSE_ANSWERS_MOST = 4,  /* answers of a house option, and an empty one */
    VALUES_MOST = 5,         /* values a message may carry */
    BECAUSE_MOST = 2,        /* lines that prove a ruling */
    SUSPECTS_MOST = 20,      /* plays named by a conflict */
    RULINGS_MOST = 1024,     /* rulings kept until a round closes */
    RULE_OF_THE_DECK = 0,    /* the row of every rulebook's rules that says what its deck is */
};

/* Marks a text that is translated when it is shown. */
#define N_(text) text

/* Bytes somewhere in the caller's memory; not terminated. */
struct span {
    const char *at;
    size_t length;
};

/* A set of card codes below 128. */
struct cardset {
    uint64_t bits[2];
};

/* ---- messages ---------------------------------------------------------------------------- */

/*
 * What is said to people. `id` is an English text, the key of its translation, in which
 * {name} stands for the value of that name; {seat} and {card} of a ruling need no value.
 * A span of a fault's value points into the line that was read.
 */
enum value_kind { VALUE_NUMBER, VALUE_SEAT, VALUE_SEATS, VALUE_CARD, VALUE_CARDS, VALUE_NUMBERS,
                  VALUE_WORD, VALUE_TEXT, VALUE_ANSWERS,
                  VALUE_TRUTH, VALUE_NOTHING, VALUE_MESSAGE };    /* of what is told only */

enum { NUMBERS_MOST = 16 };    /* numbers of one value */

struct value {
    const char *name;
    enum value_kind kind;
    int32_t number;   /* VALUE_NUMBER, VALUE_SEAT (an index), _SEATS (a bit each), _CARD (a code), _TRUTH;
                         how many VALUE_NUMBERS */
    union {
        struct {
            const char *text; /* VALUE_WORD: a text to translate; VALUE_TEXT: bytes as they stand */
            uint32_t length;  /* of VALUE_TEXT */
        };
        struct cardset cards;             /* VALUE_CARDS, shown by their codes */
        uint8_t numbers[NUMBERS_MOST];    /* VALUE_NUMBERS, in order */
        const struct option *option;      /* VALUE_ANSWERS: those it may have */
        const struct message *message;    /* VALUE_MESSAGE: the teller's, for as long as it is told */
    };
};

struct message {
    const char *id;
    uint8_t count;
    struct value value[VALUES_MOST];
};

struct message *message_set(struct message *m, const char *id);
void message_number(struct message *m, const char *name, int32_t number);
void message_seat(struct message *m, const char *name, int seat);
void message_seats(struct message *m, const char *name, uint32_t seats);
void message_card(struct message *m, const char *name, int card);
void message_cards(struct message *m, const char *name, struct cardset cards);
void message_numbers(struct message *m, const char *name, const uint8_t *numbers, int count);
void message_word(struct message *m, const char *name, const char *id);
void message_text(struct message *m, const char *name, struct span text);
void message_answers(struct message *m, const char *name, const struct option *option);

/* A line that cannot be read: where (column in characters from 1), what, and what was expected. */
struct fault {
    uint32_t column;
    struct message message;
};

/* ---- rulings ----------------------------------------------------------------------------- */

/* From the mildest to the worst, except that the first two leave a record clean. */
enum ruling_kind { RULING_OPEN, RULING_UNPROVEN, RULING_CONFLICT, RULING_IRREGULAR,
                   RULING_IMPOSSIBLE };

struct suspect {
    int8_t seat;
    uint32_t line;
};

struct ruling {
    enum ruling_kind kind;
    uint8_t rule;        /* a row of the rulebook's rules */
    int8_t option;       /* RULING_OPEN: a row of its options; else -1 */
    int8_t seat;         /* -1: nobody's */
    int16_t card;        /* a card code; -1: none */
    uint32_t line;       /* the offending line, found late or not */
    uint8_t because_count, suspect_count;
    uint32_t because[BECAUSE_MOST];
    struct suspect suspect[SUSPECTS_MOST];
    struct message message;
};

/* Rulings in the order they were found; `order` sorts them for the reader. */
struct rulings {
    uint16_t count;
    struct ruling row[RULINGS_MOST];
};

/* Appends one; with the list full the last row is given again (record.c empties it in time). */
struct ruling *rulings_add(struct rulings *list, enum ruling_kind kind, int rule, int seat,
                           int card, uint32_t line, const char *message);
void ruling_because(struct ruling *r, uint32_t line);

/* ---- the language: words, verbs, arguments ----------------------------------------------- */

/* What an argument may be; a verb's row names the kinds it takes. */
enum argument_kind {
    ARGUMENT_WORD = 1 << 0,   /* a keyword of the verb's `words`; `number` is its place there */
    ARGUMENT_CARD = 1 << 1,   /* `card`; `number`, `joined` with TAKES_STACKS */
    ARGUMENT_UNSEEN = 1 << 2, /* ? */
    ARGUMENT_NUMBER = 1 << 3, /* `number` */
    ARGUMENT_SEAT = 1 << 4,   /* `seat`; with ARGUMENT_TEXT only the first argument, if it is a name */
    ARGUMENT_SEAT_NUMBER = 1 << 5, /* Aki=3: `seat`, `number` */
    ARGUMENT_CARD_NUMBER = 1 << 6, /* candle=3: `card`, `number` */
    ARGUMENT_PAIR = 1 << 7,   /* key=value: `text`, `value`; `number`: its place in `words`, or -1 */
    ARGUMENT_TEXT = 1 << 8,   /* any other token, quoted or not: `text` */
};

enum {
    TAKES_STACKS = 1 << 9    /* cards may be written h18+f5+h9 and h9@2 */
};

struct argument {
    enum argument_kind kind;
    bool joined;       /* a card written behind a + : it lies on the card before it */
    bool placed;       /* a card with @ : its place is `number` */
    int8_t seat;
    int16_t card;
    int32_t number;
    uint32_t column;   /* where it stands, in characters from 1 */
    struct span text;  /* the token, or a pair's key, as it was written, quotes and all; a key among
                          the verb's `words` in ASCII */
    struct span value; /* of a pair */
};

enum verb_seat { SEAT_NONE, SEAT_MAY, SEAT_MUST };

/*
 * A verb of the language: parsing, help, completion and both spellings read this row.
 * A game's table is indexed by that game's own enum of verbs and ends with an empty row.
 * Row 0 is always the play (bare cards); its `name` is "" and so is no keyword.
 */
struct verb {
    const char *name;     /* "kami" */
    const char *ja;       /* its Japanese spelling */
    enum verb_seat seat;
    unsigned takes;       /* argument kinds, and TAKES_… */
    uint8_t least, most;  /* how many arguments */
    const char *words;    /* keywords for ARGUMENT_WORD: "no/なし hand" */
    const char *usage;    /* "kami RANK RANK RANK" */
    const char *summary;  /* what it says, a text to translate */
};

/* Verbs that every game has; the rows are in verbs.c. */
enum common_verb { SAY_GAME, SAY_PLAYERS, SAY_DATE, SAY_HOUSE, SAY_PACK, SAY_NOTE, SAY_END,
                   COMMON_VERBS };

extern const struct verb common_verbs[];

enum { VERB_PLAY = 0 };

/* One statement, read but not yet applied. Spans point into the line it was read from. */
struct statement {
    uint32_t line;
    uint32_t column;      /* of its first token */
    bool common;          /* `verb` counts in common_verbs, */
    bool row;             /* … in the rulebook's pack_verbs, else in its verbs */
    uint8_t verb;
    int8_t seat;          /* -1: not named */
    bool inherited;       /* the seat was named earlier on this line */
    bool stands;          /* ended with ! */
    uint8_t count;
    struct argument argument[ARGUMENTS_MOST];
};

/* ---- the table: who plays, and by which house rules -------------------------------------- */

struct seats {
    uint8_t count;
    struct {
        uint8_t length, folded_length;
        char name[NAME_MOST];     /* as `players` spells it */
        char folded[NAME_MOST];   /* full width and case folded: for comparing */
    } row[SEATS_MOST];
};

/*
 * Seat by its folded name or an unambiguous beginning of it, a whole name winning over a
 * beginning: an index, SEAT_UNKNOWN or SEAT_AMBIGUOUS; `candidates` gets a bit for each seat
 * meant (all of them where nobody is). May be NULL.
 */
enum { SEAT_UNKNOWN = -1, SEAT_AMBIGUOUS = -2 };
int seats_find(const struct seats *seats, struct span folded, uint32_t *candidates);

/* An answer to a question of the table: a word, or a word that something follows. */
enum answer_kind {
    ANSWER_IS_WORD,
    ANSWER_IS_NUMBER,       /* rounds:3 */
    ANSWER_IS_ASKED,        /* the table is asked each time it comes up */
    ANSWER_IS_SEAT,         /* in its place stands a player's name */
    ANSWER_IS_TEXT          /* … any text */
};
struct house_answer {
    const char *word;
    enum answer_kind kind;
    int32_t number;         /* where the record gives none */
};

/* A question that a rulebook leaves open, or an option of the table. */
struct option {
    const char *key;
    struct house_answer answer[HOUSE_ANSWERS_MOST];   /* the default first; ends with an empty one */
    uint8_t rule;           /* the rule it belongs to */
    const char *question;   /* a text to translate */
};

struct choice {
    bool named;             /* some `house` statement said it */
    uint8_t choice;         /* which of the answers; 0 is the default */
    int32_t number;         /* behind the colon; a seat's index */
};

struct house {
    struct choice option[OPTIONS_MOST];
};

/* What the rules are applied under; constant while a statement is applied. */
struct setting {
    const struct rulebook *book;
    const struct seats *seats;
    const struct house *house;
    const void *pack;       /* the deck as printed; NULL for a game whose rulebook lists it */
    const void *state;      /* the game as it stands, NULL before its players: it knows the cards that have
                             * names only, and whether the deck may still be told */
};

/* ---- telling: a tree, written from the top down ------------------------------------------ */

/*
 * A game tells each thing once, typed; JSON, a sheet, a board, a page listen. Inside an object ('{') each member
 * has a key, `name` of its value; inside an array ('[') the key is NULL. Rows of one array may arrive in several
 * calls, between which other keys may be told.
 */
struct teller {
    void (*open)(struct teller *t, const char *key, char bracket);
    void (*close)(struct teller *t);
    void (*value)(struct teller *t, const struct value *value);
};

void tell_open(struct teller *t, const char *key, char bracket);
void tell_close(struct teller *t);
void tell_number(struct teller *t, const char *key, long number);
void tell_truth(struct teller *t, const char *key, bool truth);
void tell_nothing(struct teller *t, const char *key);
void tell_seat(struct teller *t, const char *key, int seat);        /* -1: nothing */
void tell_card(struct teller *t, const char *key, int card);        /* -1: nothing */
void tell_cards(struct teller *t, const char *key, struct cardset cards);   /* an array, ascending */
void tell_word(struct teller *t, const char *key, const char *word);    /* one of a few, as JSON has it */
void tell_text(struct teller *t, const char *key, struct span text);    /* what people or packs wrote */
void tell_message(struct teller *t, const char *key, const struct message *message);

/*
 * How a single value is written in JSON, without quotes: a number, true, a name, a card in ASCII; a message by its
 * id. `out` has room for NAME_MOST bytes; longer texts are cut. VALUE_NOTHING is "null".
 */
size_t value_write(const struct value *value, const struct setting *setting, char *out);

/* How one seat stands. */
struct standing {
    uint8_t place;          /* from 1, ties share; 0: not known */
    bool won;
    bool scored;            /* `points` are known */
    int32_t points;
};

/* ---- a rulebook -------------------------------------------------------------------------- */

/* A rule as `fuda rules`, the manual and every message name it: GAME/id. */
struct rule {
    const char *id;
    bool judged;            /* checked by `judge` */
    const char *section;    /* of the rulebook: "3.3.1"; "" where it is not numbered */
    const char *heading;    /* as the rulebook prints it */
    const char *heading_en; /* a text to translate, or NULL */
    const char *text;       /* in this project's own words, to translate */
};

struct act;

/* What came of applying a statement. Only APPLIED changes the state: rulebook_try sees to it. */
enum outcome {
    APPLIED,
    IMPOSSIBLE,    /* the last ruling added says why */
    MALFORMED      /* the fault says where and what was expected */
};

/*
 * A physical card of a game's box, or of a pack, as the QR code on it names it: `F/GG/CODE`, where
 * GG is the rulebook's `sticker_game`. Ten characters at most, upper case letters, digits and /:
 * alphanumeric mode, so that it fits a version 1 symbol at error correction H (ISO/IEC 18004).
 */
enum { STICKER_CODE = 5, TOKEN_MOST = 2 * NAME_MOST + 3 };

struct sticker {
    char code[STICKER_CODE + 1];  /* "R13", "CA2", "K7" */
    int16_t card;                 /* its code; -1: what a record writes as a number or a word */
    bool spare;                   /* one more copy than the box usually has */
    const char *name;             /* to translate: what people call a card that is no `card`, without
                                     the number behind its code; NULL: a card, or its token says it */
    char token[TOKEN_MOST];    /* how a record writes it: r13, candle, 7, "Sakura" */
};

/*
 * The card `card` (or -1) that a record writes as `token`: quoted where it has spaces. Its code is
 * `code` in upper case, and behind it the number of the copy; 0: there is one copy.
 */
void sticker_set(struct sticker *s, int card, struct span token, struct span code, unsigned copy);

/* ---- the parts of a rulebook: whole or absent -------------------------------------------- */

/* What can be known of the cards that players hold. */
struct knowledge_part {
    /* The cards that `seat` may hold and may play now, as far as is known; -1: whose turn it is. */
    struct cardset (*legal)(const void *state, const struct setting *setting, int seat);
    int (*turn)(const void *state, const struct setting *setting);  /* -1: unknown or nobody */

    /*
     * Does this line tell of cards that lie face down now, where nobody may look at them? The table does
     * not show it then. NULL: never.
     */
    bool (*face_down)(const void *state, uint32_t line);
};

/* The game as the table keeps it. */
struct table_part {
    const char *hint;                 /* how a record begins, for one who has never kept one */

    /*
     * Where the game stands ("R1 T4"); what came of a statement, as messages in order (at most `most`,
     * their number is returned); and what lies open, as an object told whole. `before` and `after` are
     * states of the same game.
     */
    void (*place)(const void *state, const struct setting *setting, struct message *out);
    unsigned (*news)(const void *before, const void *after, const struct setting *setting,
                     struct message *out, unsigned most);
    void (*tell)(const void *state, const struct setting *setting, struct teller *t);
};

/* What would come of a card. */
struct trial_part {
    /*
     * What would come of playing this card now, told as the row of the score would be; the state stays as
     * it is. `seat` -1: nobody in particular. False, and nothing told, if as far as is known this seat cannot
     * play it; `why` then says so. With `t` NULL it only answers that.
     */
    bool (*what_if)(const void *state, const struct setting *setting, int seat, int card,
                    struct teller *t, struct message *why);
};

/* Chances: of where a card is (`shares`), or of something else that the game is asked (`tell`). */
struct chances_part {
    /*
     * How they are asked at the table: row 1 of a table of verbs like a rulebook's, read by odds_read;
     * card_asks asks for a card.
     */
    const struct verb *asks;

    /*
     * The share of the deals still possible in which each seat (and, behind them, nobody) holds a card now,
     * every claim not refuted taken as right: `shares` gets seats + 1 numbers from 0 to 1. False if that
     * cannot be counted. `scratch` has `room` bytes.
     */
    bool (*shares)(const void *state, const struct setting *setting, int card, void *scratch, double *shares);
    size_t room;

    /* The answer to the question read, as an object told whole; false: the fault says what was expected. */
    bool (*tell)(const void *state, const struct setting *setting, const struct statement *said,
                 struct teller *t, struct fault *fault);
};

/* The deck as printed, which the rulebook does not list: packs. */
struct deck_part {
    size_t size;
    const struct verb *rows;          /* the verbs of a deck's rows */
    const char *builtins;             /* the names of the built-in decks, apart by spaces, or NULL */
    const char *open;                 /* a deck's line that says it is not complete, or NULL */
    bool later;                       /* plays are kept without a deck; its rows may be entered afterwards */

    /*
     * `begin` lays an empty deck. `builtin` (may be NULL) lays the built-in deck of that name, with an empty
     * name the one that a game begins with; false, and nothing changed, if there is none. `row` adds a row.
     */
    void (*begin)(void *deck);
    bool (*builtin)(void *deck, struct span name);
    enum outcome (*row)(void *deck, const struct statement *row, struct fault *fault);
    bool (*row_here)(const void *state);  /* may rows stand here, inside a record? */

    /*
     * What is wrong with a whole deck (may be NULL): RULING_IRREGULAR where it is not as the rulebook
     * states, with the rule and the card; RULING_OPEN is a warning and has no option. `line` is the
     * card's row's, `because` another card's; 0 or none where the deck is built in.
     */
    void (*check)(const void *deck, struct rulings *out);

    /*
     * A statement of play that tells what stands on a card: as the row of a deck that would say the
     * same, sharing its texts. False if it tells nothing of the kind. May be NULL.
     */
    bool (*learn)(const struct statement *said, struct statement *row);
};

/* The cards of the box, as codes on stickers name them. */
struct stickers_part {
    const char *game;                 /* "HT" */
    /*
     * The n-th sticker, in the order of the sheets; false past the last. `deck` is the deck as printed; NULL
     * for a game whose rulebook lists it.
     */
    bool (*nth)(const void *deck, unsigned n, struct sticker *out);
};

/*
 * One game. `state` is the caller's, `state_size` bytes, aligned as malloc aligns, and may be
 * copied with memcpy at any time.
 */
struct rulebook {
    const char *id;             /* "haratama" */
    const char *title;          /* "Haratama", to translate */
    uint8_t seats_least, seats_most;
    uint8_t seats_noted;        /* so many may sit down too: nothing but notes is kept of them; 0: none */
    const char *seats_hint;     /* for another number of players, to translate; NULL: nothing to add */
    const struct verb *verbs;
    const struct rule *rules;         /* row 0 is always `deck`; ends with an empty row */
    const struct option *options;     /* ends with an empty row */

    /* The card that a token (folded) spells, or -1; its text into `out`, at least 16 bytes. */
    int (*card_read)(struct span token);
    size_t (*card_write)(int card, bool japanese, char *out);
    const char *card_hint;            /* what a card looks like, to translate */

    /* For cards known by names that the record or the deck gives: at most NAME_MOST bytes. Else NULL. */
    size_t (*card_name)(const struct setting *setting, int card, char *out);

    /* The state before the first statement; setting->seats is filled in. */
    size_t state_size;
    void (*begin)(void *state, const struct setting *setting);

    /*
     * Copies what is in use of a state; what lies behind that in `to` stays as it is. NULL: all is in use.
     */
    void (*copy)(void *to, const void *from);

    /*
     * Applies a statement (act.h). Rulings that show at once are appended to act->out. It takes nothing back
     * when it fails: rulebook_try does.
     */
    enum outcome (*apply)(struct act *act);

    /*
     * Would this statement, applied now, begin a new round (deal, night)? Then what stands open
     * is weighed and told first. NULL: there are no rounds.
     */
    bool (*turns_page)(const void *state, const struct setting *setting,
                       const struct statement *statement);

    /* Weighs the claims of the round that stands open, from what has been seen so far. NULL: nothing is claimed. */
    void (*weigh)(const void *state, const struct setting *setting, struct rulings *out);

    /*
     * Tells the rows of the score (rounds, battles, …) that have become final since the last
     * call, each as an object; with `last` the open one too. `told` counts the rows told; it is
     * the caller's and begins at 0. Called after every statement.
     */
    const char *rows_key;             /* "rounds", "ignitions", "deals", "nights", "battles" */
    void (*tell_rows)(const void *state, const struct setting *setting, struct teller *t,
                      uint32_t *told, bool last);

    /*
     * How the seats stand: an element a seat. NULL: only who has won is known. `tell_seat` tells what counts of
     * one seat, inside the object that has its name and its place; NULL: its points. `tell_rest`, once behind
     * it all, what else the score has to say; may be NULL.
     */
    void (*stand)(const void *state, const struct setting *setting, struct standing *out);
    void (*tell_seat)(const void *state, const struct setting *setting, int seat, struct teller *t);
    void (*tell_rest)(const void *state, const struct setting *setting, struct teller *t);

    /* Is the game over, and if so which seats have won (a bit a seat)? */
    bool (*finished)(const void *state, const struct setting *setting, uint32_t *winners);

    const struct knowledge_part *knowledge;
    const struct table_part *table;
    const struct trial_part *trial;
    const struct chances_part *chances;
    const struct deck_part *deck;         /* NULL: the rulebook lists its deck */
    const struct stickers_part *stickers;
};

extern const struct rulebook haratama_rulebook, needfire_rulebook, tezumashi_rulebook,
    hyakumonogatari_rulebook, materia_rulebook;

/* The table of rulebooks; ends with NULL. */
extern const struct rulebook *const rulebooks[];

const struct rulebook *rulebook_find(struct span folded_id);
int rulebook_rule(const struct rulebook *book, const char *id);  /* a row, or -1 */

/* How the seats stand, an element a seat; where a game knows only who has won, the others share the place behind. */
void rulebook_stand(const struct rulebook *book, const void *state, const struct setting *setting,
                    struct standing *out);

/* The end of a score: "standing", in the order of places, then of seats, and what else the game tells. */
void rulebook_tell_end(const struct rulebook *book, const void *state, const struct setting *setting,
                       struct teller *t);

/* Lays the deck that a game begins with: the built-in one, or an empty one. */
void rulebook_lay_deck(const struct rulebook *book, void *deck);
void rulebook_copy(const struct rulebook *book, void *to, const void *from);

/*
 * One try: the statement is applied, or all is as it was, but for the ruling that says why (IMPOSSIBLE) or
 * the fault (MALFORMED). `before` has room for a state of this game, and then holds the state as it was.
 */
enum outcome rulebook_try(const struct setting *setting, void *state, void *before, const struct statement *said,
                          struct rulings *out, struct fault *fault);

/* How a card is called, by `card_name` or `card_write`; `out` has room for NAME_MOST bytes. */
size_t card_spell(const struct setting *setting, int card, bool japanese, char *out);

/* An answer as a record writes it, "rounds:3"; `out` has room for CHOICE_MOST bytes. */
size_t answer_write(const struct house_answer *answer, int32_t number, char *out);
void house_default(struct house *house, const struct rulebook *book);

/* Sets one option from KEY=VALUE; GAME/KEY is the same key. */
bool house_set(struct house *house, const struct setting *setting,
               const struct argument *pair, struct fault *fault);

/*
 * An `open` ruling where an option's default mattered and no `house` statement had named it. A
 * record passes on only the first of a game.
 */
void open_question(const struct setting *setting, struct rulings *out, int option, uint32_t line);

/* ---- reading and writing statements ------------------------------------------------------ */

/* A line being read; `reader_begin` sets it, `statement_read` moves it along. */
struct reader {
    const char *line;
    size_t length, at;
    uint32_t column;        /* of `at`, from 1 */
    uint32_t number;        /* of the line */
    int8_t seat;            /* named last on this line */
};

void reader_begin(struct reader *r, const char *line, size_t length, uint32_t number);

enum read_result { READ_STATEMENT, READ_END, READ_FAULT };

/*
 * Reads the next statement of the line. `book` gives verbs and cards (NULL before `game`: only
 * the common verbs are known), `in_pack` takes a deck's rows instead. After READ_FAULT the rest of
 * that statement is passed over and reading may go on.
 */
enum read_result statement_read(struct reader *r, const struct setting *setting, bool in_pack,
                                struct statement *out, struct fault *fault);

/*
 * The statement as it is stored: keywords and cards in ASCII, names whole. Writes at most `size`
 * bytes and returns the length it has or would have.
 */
size_t statement_write(const struct statement *statement, const struct setting *setting,
                       char *out, size_t size);

/*
 * Reads a question about chances, "odds b7": one statement and no more, with the verbs of
 * rulebook_asks (NULL: this game has no odds). False: the fault says where it cannot be read.
 */
extern const struct verb card_asks[];
const struct verb *rulebook_asks(const struct rulebook *book);
bool odds_read(const struct setting *setting, struct span line, struct statement *out,
               struct fault *fault);

/* A written token without its quotes, and folded for comparing; at most NAME_MOST bytes. */
size_t text_spell(struct span written, char *out);
size_t text_fold(struct span written, char *out);
bool text_is(struct span written, const char *ascii);

/* Is it UTF-8 without control characters (C0, DEL, C1), which might steer a terminal? */
bool text_is_clean(struct span text);

/* Does a text stand as one token without quotes? Letters, digits and signs that part nothing, in no width. */
bool text_is_plain(struct span text);

/* How far two words are apart (Levenshtein, at most 32 bytes of each): for "did you mean". */
unsigned text_distance(struct span a, struct span b);

/* ---- a record ---------------------------------------------------------------------------- */

struct record;

/* Whoever reads a record gives these; any may be NULL. */
struct record_host {
    void (*fault)(void *user, uint32_t line, const struct fault *fault, const struct record *r);
    void (*game_begins)(void *user, const struct record *r);  /* when `players` is known */
    void (*finding)(void *user, const struct ruling *ruling, const struct record *r);
    void (*game_ends)(void *user, const struct record *r);    /* the state is still whole */
    void (*accepted)(void *user, const struct statement *said, const struct record *r);
    struct teller *teller;                                    /* receives the score's rows */
    /* A deck defined in the file: where its rows go. A deck asked for by name, or NULL. */
    void *(*pack_new)(void *user, const struct rulebook *book, struct span name);
    const void *(*pack_find)(void *user, const struct rulebook *book, struct span name);
    /* Why none of that name was found, if more can be said of it than that. */
    bool (*pack_missing)(void *user, const struct rulebook *book, struct span name,
                         struct message *why);
    void *user;
};

/*
 * The memory that a record works in, the caller's: `state`, `before` and `pack` have rulebook_room() bytes each.
 */
struct record_room {
    void *state, *before, *pack;
    struct rulings *findings;
};

/* Applies lines one after the other. */
struct record {
    struct record_host host;
    struct setting setting;      /* book NULL: no game has begun */
    struct seats seats;
    struct house house;
    void *state, *pack;
    void *before;                /* the state as it was before the statement of play applied last */
    struct rulings *findings;    /* of the round that stands open */
    void *pack_rows;             /* a deck being defined */
    const struct rulebook *pack_book;
    uint32_t line;               /* the line read last, from 1 */
    uint32_t told;               /* rows of the score told */
    uint32_t asked;              /* options of which `open` was told (a bit each) */
    bool begun;                  /* `players` is known: the state is alive */
    bool ended;                  /* `end` was said */
    bool astray;                 /* an unreadable `game`: its lines are passed over */
    bool lent;                   /* the deck is the host's: the first row of the game's own replaces it */
    bool refused;                /* the statement applied last was not accepted */
    bool impossible, unreadable; /* anything of the kind so far, in all games */
    bool broken;                 /* an irregular or a conflict so far, in all games */
    enum ruling_kind verdict;    /* the worst of this game; RULING_OPEN: clean */
    char date[12];               /* YYYY-MM-DD or "" */
    struct statement statement;  /* the one read last */
};

size_t rulebook_room(void);       /* the largest state or pack of any game */
void record_init(struct record *r, const struct record_host *host, const struct record_room *room);
void record_line(struct record *r, const char *line, size_t length);

/*
 * A record as it stood, to come back to: a line of several statements is taken whole or not at all. `room` is
 * the caller's, other memory than the record's own; `before` of it is not used.
 */
struct record_mark {
    struct record record;
    struct record_room room;
};
void record_save(const struct record *r, struct record_mark *mark);
void record_restore(struct record *r, const struct record_mark *mark);

void record_skip(struct record *r, const struct fault *why);  /* a line that could not be had */
void record_end(struct record *r);

/* "clean", "conflict", "irregular" or "impossible" */
const char *verdict_word(enum ruling_kind worst);
const char *ruling_word(enum ruling_kind kind);

#endif
