/*
 * The language: words, verbs, arguments, and one statement read from a line (notation: `fuda.5`).
 */
#ifndef FUDA_STATEMENT_H
#define FUDA_STATEMENT_H

#include "core/message.h"

/* What an argument may be; a verb's row names the kinds it takes. */
enum argument_kind {
    ARGUMENT_WORD = 1 << 0,   /* a keyword of the verb's `words`; `number` is its place there */
    ARGUMENT_CARD = 1 << 1,   /* `card`; `number`, `joined` with TAKES_STACKS */
    ARGUMENT_UNSEEN = 1 << 2, /* ? */
    ARGUMENT_NUMBER = 1 << 3, /* `number` */
    /* `seat`; with ARGUMENT_TEXT only the first argument, if it is a name */
    ARGUMENT_SEAT = 1 << 4,
    ARGUMENT_SEAT_NUMBER = 1 << 5, /* Aki=3: `seat`, `number` */
    ARGUMENT_CARD_NUMBER = 1 << 6, /* candle=3: `card`, `number` */
    /* key=value: `text`, `value`; `number`: its place in `words`, or -1 */
    ARGUMENT_PAIR = 1 << 7,
    ARGUMENT_TEXT = 1 << 8, /* any other token, quoted or not: `text` */
};

enum {
    TAKES_STACKS = 1 << 9, /* cards may be written h18+f5+h9 and h9@2 */
    /* what stands behind the verb is one text as it is, up to a comment or the end of the line */
    TAKES_REST = 1 << 10
};

struct argument {
    enum argument_kind kind;
    bool joined; /* a card written after a + : it lies on the card before it */
    bool placed; /* a card with @ : its place is `number` */
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
    const char *name; /* "kami" */
    /* its Japanese spellings, "選ぶ/取る": the first is shown, all are read; NULL: none */
    const char *ja;
    enum verb_seat seat;
    unsigned takes;      /* argument kinds, and TAKES_… */
    uint8_t least, most; /* how many arguments */
    const char *words;   /* keywords for ARGUMENT_WORD: "no/なし hand" */
    const char *usage;   /* "kami RANK RANK RANK" */
    const char *summary; /* what it says, a text to translate */
};

/* Verbs that every game has; the rows are in verbs.c. */
enum common_verb {
    SAY_GAME,
    SAY_PLAYERS,
    SAY_DATE,
    SAY_HOUSE,
    SAY_PACK,
    SAY_NOTE,
    SAY_RESULT,
    SAY_END,
    COMMON_VERBS
};

extern const struct verb common_verbs[];

enum { VERB_PLAY = 0 };

/*
 * Is a word as it was written the verb, in any spelling? And the Japanese one that is shown, empty
 * where there is none.
 */
bool verb_is(const struct verb *verb, struct span written);
struct span verb_japanese(const struct verb *verb);

/*
 * Is it one of the spellings "選ぶ/取る"? And the first of them, which is shown. NULL: there are
 * none.
 */
bool word_spelled(const char *spellings, struct span written);
struct span spelling_shown(const char *spellings);

/* One statement, read but not yet applied. Spans point into the line it was read from. */
struct statement {
    uint32_t line;
    uint32_t column; /* of its first token */
    bool common;     /* `verb` counts in common_verbs, */
    bool row;        /* `verb` counts among the deck's rows, else in its verbs */
    uint8_t verb;
    int8_t seat;    /* -1: not named */
    bool inherited; /* the seat was named earlier on this line */
    bool stands;    /* ended with ! */
    /* it could not be read, but is one of plays: whose, and the cards, as far as they can */
    bool lost;
    uint8_t count;
    struct argument argument[ARGUMENTS_MOST];
};

/* ---- reading and writing ------------------------------------------------------------------ */

struct setting;
struct rulebook;

/* A line being read; `reader_begin` sets it, `statement_read` moves it along. */
struct reader {
    const char *line;
    size_t length, at;
    uint32_t column; /* of `at`, from 1 */
    uint32_t number; /* of the line */
    int8_t seat;     /* named last on this line */
};

void reader_begin(struct reader *r, const char *line, size_t length, uint32_t number);

enum read_result { READ_STATEMENT, READ_END, READ_FAULT };

/*
 * Reads the next statement of the line. The setting's `book` gives verbs and cards (NULL before
 * `game`: only the common verbs are known), its seats the names; `in_pack` takes a deck's rows
 * instead. After READ_FAULT the rest of that statement is passed over and reading may go on;
 * nothing of it may be used but what `lost` says.
 */
enum read_result statement_read(struct reader *r, const struct setting *setting, bool in_pack,
    struct statement *out, struct fault *fault);

/*
 * The statement as it is stored: keywords and cards in ASCII, names whole. Writes at most `size`
 * bytes and returns the length it has or would have.
 */
size_t statement_write(const struct statement *statement, const struct setting *setting, char *out,
    size_t size);

/* The same for a reader: keywords and cards in the Japanese that is read, where they have one. */
size_t statement_spell(const struct statement *statement, const struct setting *setting,
    bool japanese, char *out, size_t size);

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

/*
 * Bytes of the quoted text at the beginning, its quotes (" or 「」) too, to the end if none closes
 * it; 0: none begins.
 */
size_t quoted_length(struct span text);
size_t text_fold(struct span written, char *out);
bool text_is(struct span written, const char *ascii);

/*
 * Bytes of the UTF-8 sequence at `bytes`, which has `left` bytes and one at least, and its code
 * point; 0 where there is none (RFC 3629).
 */
size_t text_point(const char *bytes, size_t left, uint32_t *point);

/* How many columns of a terminal it takes: 0, 1 or 2. */
int text_columns(uint32_t point);

/* Is it UTF-8 without what steers a screen or hides in a text (signs.h)? What is kept is. */
bool text_is_clean(struct span text);

/* Is anything of it seen? Spaces are not, nor is what hides (signs.h). */
bool text_is_seen(struct span text);

/*
 * Does a text stand as one token without quotes? Letters, digits and signs that part nothing, in no
 * width.
 */
bool text_is_plain(struct span text);

/* How far two words are apart (Levenshtein, at most 32 bytes of each): for "did you mean". */
unsigned text_distance(struct span a, struct span b);

/* A suit and a rank that it has not, or a number alone, where cards are played: b14, 12; folded. */
bool word_is_nearly_card(const struct rulebook *book, struct span folded);

/*
 * The known name that a mistyped or shortened word is nearest to; none is taken that is `far` away,
 * or farther.
 */
struct guess {
    struct span word;
    unsigned far; /* of `name`, once there is one */
    const char *name;
};
bool guess_known(struct guess *guess, const char *known); /* true: it is the nearest so far */

#endif
