/*
 * cli — the `fuda` program: a table of commands, one file each; words for people.
 *
 * Data goes to standard output, messages to standard error. Only main() exits. What a function
 * allocates it frees, unless its name or a sentence says who owns it.
 */
#ifndef FUDA_CLI_H
#define FUDA_CLI_H

#include "core/core.h"

#include <stdio.h>

/* How a command ends: the exit status of the program. */
enum status { STATUS_CLEAN = 0, STATUS_BROKEN = 1, STATUS_BAD = 2 };

/* What the options say. `english` texts are shown as they are, without a catalogue. */
struct context {
    bool json, quiet, edits, replace, english, japanese;
    bool color;                 /* on standard output */
    const char *db, *campaign;  /* the store's file and the campaign named; NULL: the usual ones */
    const struct command *command;
    const struct given *given;  /* the command's own options as they were given, in order */
    int given_count;
};

/* The value of one of the command's own options, "" where it takes none; NULL: not given. */
const char *given_value(const struct context *context, const char *name);

/* One row of an option: with an argument if `takes` names it. */
struct flag {
    const char *name;           /* "json" */
    char letter;                /* 'q', or 0 */
    const char *takes;          /* "WHEN", or NULL */
    bool optional;              /* the argument may be left out */
    const char *summary;        /* to translate */
};

/* An option that was given; `value` is NULL where it takes none. */
struct given {
    const struct flag *flag;
    const char *value;
};

/* A word that a command or the table's prompt knows. */
struct word {
    const char *name;
    const char *usage;          /* "rename NAME NEW", to translate */
    const char *summary;        /* to translate */
};

/* A word that stands first behind a command, and how many others stand behind it. */
struct first_word {
    struct word word;
    int least, most;
};

/*
 * One row a command: dispatch, --help, completion and the manual's check all read it.
 * `run` gets the words behind the command's name.
 */
struct command {
    const char *name;
    const char *usage;          /* "[FILE…]", to translate */
    const char *summary;        /* to translate */
    const char *example;        /* lines to try, without the leading spaces */
    const struct flag *flags;   /* its own; NULL: none. Ends with an empty row */
    const struct first_word *(*word)(int at);  /* the words it knows, NULL behind the last; may be NULL */
    bool games;                 /* its first word may be a game */
    enum status (*run)(const struct context *context, int count, char **words);
};

/*
 * Which of the command's words stands first, by its place; -1: none, or with more or fewer behind it than
 * it takes, and what was expected has been said.
 */
int command_word(const struct context *context, const struct command *command, int count, char **words);

extern const struct command *const commands[];   /* ends with NULL */
extern const struct flag global_flags[];
extern const struct command judge_command, score_command, rules_command, table_command,
    campaign_command, add_command, history_command, show_command, standings_command,
    player_command, pack_command, labels_command, scan_command, words_command;

/* ---- say.c: words for people ------------------------------------------------------------- */

/* Chooses the language: `wanted` is "ja", "en" or NULL (the environment's). */
void say_begin(struct context *context, const char *wanted);

/* The translation of a text; the text itself where there is none. */
const char *say(const struct context *context, const char *text) __attribute__((format_arg(2)));

/* A growing text; `text_clear` frees it. Always terminated. */
struct text {
    char *at;
    size_t length, room;
};
void text_add(struct text *t, const char *bytes, size_t length);
void text_put(struct text *t, const char *string);
void text_printf(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_spaces(struct text *t, int count);
void text_number(struct text *t, long number);
void text_quoted(struct text *t, const char *string);   /* as a token of the language, in quotes */
void text_token(struct text *t, const char *string);    /* … in quotes where it needs them */
void text_statement(struct text *t, const struct statement *said, const struct setting *setting);
void text_clear(struct text *t);

/* Adds a message with its values filled in; `ruling` gives {seat} and {card}, and may be NULL. */
void say_message(const struct context *context, struct text *t, const struct message *message,
                 const struct ruling *ruling, const struct setting *setting);
void say_card(const struct context *context, struct text *t, const struct setting *setting,
              int card);
void say_seat(struct text *t, const struct seats *seats, int seat);
void say_seats(const struct context *context, struct text *t, const struct seats *seats, uint32_t set);

/* A kind of ruling, to translate: "irregular". And what proves one: "Proved by line 9." */
const char *ruling_name(enum ruling_kind kind);
void say_proof(const struct context *context, struct text *t, const struct ruling *ruling,
               const struct setting *setting);

/* What others wrote, without control characters: a name must not steer a terminal. */
void say_foreign(struct text *t, const char *bytes, size_t length);

/* "3.3.1 Must follow", in the reader's language. */
void say_heading(const struct context *context, struct text *t, const struct rule *rule);

/*
 * Columns on a terminal. A text broken into lines of 80, or of a narrower terminal: it begins in `column`,
 * later lines are indented. And one filled up, or cut, to `width` columns; what others wrote too.
 */
int say_width(const char *bytes, size_t length);
void say_wrapped(struct text *t, const char *text, int column, int indent);
/* "  entry    what it is": wrapped behind `column`; a long entry has a line of its own. Ends the line. */
void say_entry(struct text *t, int indent, int column, const char *entry, const char *about);
void say_padded(struct text *t, const char *bytes, size_t length, int width, bool right);

/* Starts and ends a colour, if colours are on. */
enum paint { PAINT_PLAIN, PAINT_BOLD, PAINT_RED, PAINT_YELLOW, PAINT_GREEN, PAINT_DIM };
void say_paint(const struct context *context, struct text *t, enum paint paint);

/* A message on standard error: "fuda: …"; and one of core's. */
void complain(const struct context *context, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void complain_of(const struct context *context, const struct message *message, const struct setting *setting);

/* ---- input.c: records from files --------------------------------------------------------- */

/* One run over all files given; the host's functions get a `struct input *` as user. */
struct input {
    const struct context *context;
    const char *file;           /* the one being read; "-" is standard input */
    uint32_t faults;            /* lines of it that could not be read */
    bool failed;                /* a file, or a pack's, could not be opened or read */
    /* The deck that a game begins with, or NULL for the usual one; may be NULL. */
    const void *(*lend)(struct input *input, const struct rulebook *book);
    struct packs *packs;        /* decks that its records chose; input_run's */
    void *user;
};

/*
 * Reads every file (standard input without any, or for "-") through a record with these callbacks.
 * Faults are printed as FILE:LINE:COLUMN: text. Returns the status that judge and score share:
 * STATUS_BAD if anything was unreadable or impossible, else STATUS_BROKEN if anything was
 * irregular or in conflict.
 */
enum status input_run(struct input *input, const struct record_host *host, int count, char **files);

/* ---- tree.c: what core tells, as JSON ---------------------------------------------------- */

/* Collects what is told into a json_t (jansson); `done` gets each whole tree and borrows it. */
struct json_t;
struct tree {
    struct teller teller;       /* first: a teller is its tree */
    struct json_t *stack[8];
    int depth;
    void (*done)(struct tree *tree, const char *key, struct json_t *whole);
    const char *key;            /* of the outermost */
    void *user;
};
void tree_begin(struct tree *tree, void (*done)(struct tree *, const char *, struct json_t *),
                void *user);

/* What lies on the table; and a game's standing, as an array. The caller's to free. */
struct json_t *tree_of_table(const struct record *r);
struct json_t *tree_of_standing(const struct record *r);

/* What would come of this card; NULL if it cannot be played, and `why` says so. */
struct json_t *tree_of_what_if(const struct record *r, int seat, int card, struct message *why);

/* One value on standard output, in one line. */
void json_print(const struct json_t *value);

/* What judge and score share: how a game begins, {"file":…,"game":…,"players":…; a seat; ,"key": */
void json_begin_game(const char *file, const struct record *r, bool first);
struct json_t *json_seat(const struct setting *setting, int seat);
struct json_t *json_name(const char *name);     /* of a file; "?" where it is not UTF-8 */
void json_key(const char *key);

#endif
