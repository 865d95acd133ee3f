/*
 * The language of records: verbs, arguments, and reading statements from a line (described in
 * `fuda.5`).
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
    /* `seat`; `seat`; where ARGUMENT_TEXT is allowed too, only a first argument that is a name */
    ARGUMENT_SEAT = 1 << 4,
    ARGUMENT_SEAT_NUMBER = 1 << 5, /* Aki=3: `seat`, `number` */
    ARGUMENT_CARD_NUMBER = 1 << 6, /* candle=3: `card`, `number` */
    /* key=value: `text`, `value`; `number` is the key's place in `words`, or -1 */
    ARGUMENT_PAIR = 1 << 7,
    ARGUMENT_TEXT = 1 << 8, /* any other token, quoted or not: `text` */
};

enum {
    TAKES_STACKS = 1 << 9, /* cards may be written h18+f5+h9 and h9@2 */
    /* all that follows the verb is one text, up to a comment or the end of the line */
    TAKES_REST = 1 << 10
};

struct argument {
    enum argument_kind kind;
    bool joined; /* a card written after a +: it lies on the card before it */
    bool placed; /* a card with @: its place is `number` */
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
 * verb_is: is this word a spelling of the verb? verb_japanese: the Japanese spelling that is shown;
 * empty if there is none.
 */
bool verb_is(const struct verb *verb, struct span written);
struct span verb_japanese(const struct verb *verb);

/* The same for spellings given as "選ぶ/取る"; NULL: there are none. */
bool word_spelled(const char *spellings, struct span written);
struct span spelling_shown(const char *spellings);

/* One statement, read but not yet applied. Spans point into the line it was read from. */
struct statement {
    uint32_t line;
    uint32_t column; /* the column of its first token */
    bool common;     /* `verb` is a row of common_verbs; */
    bool row;        /* `verb` is a row of the deck's verbs; else of the rulebook's */
    uint8_t verb;
    int8_t seat;    /* -1: not named */
    bool inherited; /* the seat was named earlier on this line */
    bool stands;    /* it ended with ! */
    /*
     * it could not be read, but it is a play: `seat` and the card arguments are set as far as they
     * could be
     */
    bool lost;
    uint8_t count;
    struct argument argument[ARGUMENTS_MOST];
};

/* ---- reading and writing ------------------------------------------------------------------ */

struct setting;
struct rulebook;

/* A line being read. `reader_begin` sets it up, and `statement_read` moves it along. */
struct reader {
    const char *line;
    size_t length, at;
    uint32_t column; /* of `at`, from 1 */
    uint32_t number; /* of the line */
    int8_t seat;     /* the seat named last on this line */
};

void reader_begin(struct reader *r, const char *line, size_t length, uint32_t number);

enum read_result { READ_STATEMENT, READ_END, READ_FAULT };

/*
 * Reads the next statement of the line. Verbs and cards are those of the setting's `book` (NULL
 * before `game`: only common verbs are known), names those of its seats; with `in_pack`, rows of a
 * deck are read instead. After READ_FAULT the rest of that statement has been passed over, and
 * reading may go on; of `out` only what `lost` describes may be used.
 */
enum read_result statement_read(struct reader *r, const struct setting *setting, bool in_pack,
    struct statement *out, struct fault *fault);

/*
 * The statement as it is stored: keywords and cards in ASCII, names whole. Writes at most `size`
 * bytes and returns the length it has or would have.
 */
size_t statement_write(const struct statement *statement, const struct setting *setting, char *out,
    size_t size);

/*
 * The same for people: with `japanese`, keywords and cards are written in Japanese where they have
 * a Japanese spelling.
 */
size_t statement_spell(const struct statement *statement, const struct setting *setting,
    bool japanese, char *out, size_t size);

/*
 * Reads a question about chances, such as "odds b7": a single statement with the verbs of
 * rulebook_asks (NULL: this game has no odds). False: the fault says where it cannot be read.
 */
extern const struct verb card_asks[];
const struct verb *rulebook_asks(const struct rulebook *book);
bool odds_read(const struct setting *setting, struct span line, struct statement *out,
    struct fault *fault);

/*
 * text_spell: a token without its quotes. text_fold: the same, folded for comparing. Both write
 * NAME_MOST bytes at most.
 */
size_t text_spell(struct span written, char *out);

/*
 * How many bytes the quoted text has that `text` begins with, counting its quotes (" or 「」); if
 * it is not closed, up to the end; 0: `text` begins with no quote.
 */
size_t quoted_length(struct span text);
size_t text_fold(struct span written, char *out);
bool text_is(struct span written, const char *ascii);

/*
 * The length of the UTF-8 sequence at `bytes`, where `left` bytes (at least one) are left, and its
 * code point; 0 if it is not valid (RFC 3629).
 */
size_t text_point(const char *bytes, size_t left, uint32_t *point);

/* How many columns of a terminal a code point takes: 0, 1 or 2. */
int text_columns(uint32_t point);

/*
 * Is the text UTF-8 without characters that steer a screen or hide in a text (signs.h)? All text
 * that is kept is.
 */
bool text_is_clean(struct span text);

/* Is any of the text visible? Spaces are not, nor are characters that hide (signs.h). */
bool text_is_seen(struct span text);

/*
 * Can the text stand as one token without quotes: only letters, digits and signs that separate
 * nothing in any width?
 */
bool text_is_plain(struct span text);

/* The Levenshtein distance of two words, of which the first 32 bytes count: for "did you mean". */
unsigned text_distance(struct span a, struct span b);

/* A suit and a rank that it has not, or a number alone, where cards are played: b14, 12; folded. */
bool word_is_nearly_card(const struct setting *setting, struct span folded);

/*
 * A search for the known name that is nearest to a mistyped or shortened word. Names at distance
 * `far` or more do not count.
 */
struct guess {
    struct span word;
    unsigned far; /* the distance of `name`, once there is one */
    const char *name;
};
bool guess_known(struct guess *guess, const char *known); /* true: `known` is the nearest so far */

#endif
