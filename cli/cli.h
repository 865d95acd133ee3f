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

#endif
