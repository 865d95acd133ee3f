/*
 * cli — the `fuda` program: a table of commands, one file each in command/. How the command line is
 * read against their rows is call.h; words for people are say.h.
 *
 * Data goes to standard output, messages to standard error. Only main() exits, but where memory is
 * out (memory.h) or what an answer needs cannot be read any more (campaign_must_read). What a
 * function allocates it frees, unless its name or a sentence says who owns it.
 */
#ifndef FUDA_CLI_H
#define FUDA_CLI_H

#include "core/core.h"

#include <limits.h>
#include <stdio.h>

/* How a command ends: the exit status of the program. */
enum status { STATUS_CLEAN = 0, STATUS_BROKEN = 1, STATUS_BAD = 2 };

/* What the options say. `english` texts are shown as they are, without a catalogue. */
struct context {
    bool json, quiet, english, japanese;
    bool color; /* on standard output */
    bool utf8;  /* the locale's letters are; else signs have words or numbers in their place */
    /* standard output is one, or a pager before it: what others wrote must not steer it */
    bool terminal;
    /* at a prompt: complaints answer what was typed, and no program's name stands before them */
    bool prompts;
    const char *db, *campaign; /* the store's file and the campaign named; NULL: the usual ones */
    const struct command *row; /* what is run: the command, or the word after it */
    const struct given *given; /* the options as they were given, in order */
    int given_count;
};

/* ---- rows -------------------------------------------------------------------------------- */

/*
 * What a word or an option's value stands for; completion offers what there is of it. A campaign,
 * player, record or pack is looked up where it is kept.
 */
enum operand {
    OPERAND_NONE,
    OPERAND_TEXT,    /* anything: nothing is offered */
    OPERAND_CHOICE,  /* one of the row's `choices` */
    OPERAND_COMMAND, /* a command, then a word after it */
    OPERAND_CARD,    /* in a record's spelling */
    OPERAND_VERB,    /* of the game that is played */
    OPERAND_GAME,
    OPERAND_ANY_GAME,    /* … or the name of a pack that is one */
    OPERAND_PACKED_GAME, /* one whose deck the owner enters */
    OPERAND_RULE,        /* GAME/RULE, or after a game its RULE */
    OPERAND_HOUSE,       /* GAME/KEY=VALUE */
    OPERAND_CAMPAIGN,
    OPERAND_PLAYER,
    OPERAND_RECORD,
    OPERAND_WITHDRAWN,
    OPERAND_PACK,     /* by its name, or a file */
    OPERAND_RECORDED, /* a record or a file */
    OPERAND_FILE,
    OPERAND_CAMERA,
    OPERAND_SHEET,
    OPERAND_HOOK,   /* a name of `fuda share add` */
    OPERAND_REMOTE, /* a name of `fuda campaign remote add` */
};

/* One row an option. */
struct flag {
    const char *name; /* "json" */
    char letter;      /* 'q', or 0 */
    /* its value in the usage, to translate: "WHEN"; NULL: it takes none */
    const char *takes;
    bool optional; /* that value may be left out */
    enum operand value;
    const char *choices; /* "always|auto|never"; NULL: as `takes` says */
    const char *summary; /* to translate */
};

/*
 * Does an answer go through the pager on a terminal? Or only where words say what of; without, it
 * is a prompt.
 */
enum paging { PAGES_NOT, PAGES, PAGES_WITH_WORDS };

struct table;
enum { OPERANDS_MOST = 2, WORDS_MANY = INT_MAX };

/*
 * One row a command, a word after one (`fuda campaign new`), or a word of the table's prompt.
 * Reading the command line, "did you mean", --help, completion and the manual's check all read it.
 * A list of rows ends with an empty one.
 */
struct command {
    const char *name;
    /* its names in Japanese at the table's prompt, "盤面/場": the first is shown; NULL: none */
    const char *japanese;
    /* "judge [FILE…]", to translate; after a command what follows that */
    const char *usage;
    const char *summary;         /* to translate; NULL: it is not listed */
    const char *example;         /* lines to try */
    const char *manual;          /* its page, "fuda-judge"; NULL after a command: the command's */
    const struct flag *flags;    /* its own; NULL: none */
    const struct command *words; /* that may stand after it; NULL: none */
    int words_at;                /* how many other words stand before them */
    /* what its words are; the last one stands for all that follow */
    enum operand takes[OPERANDS_MOST];
    const char *choices; /* "on|off|more" */
    int least, most;     /* how many words it takes */
    enum paging pages;
    bool plain; /* it has no answer in JSON */
    bool whole; /* its name may not be shortened */
    /* NULL: a word must follow */
    enum status (*run)(const struct context *context, int count, char **words);
    const void *with; /* what `run` wants to know of this row, if several share it */
    /* of a prompt's word; false: it complained */
    bool (*at_table)(struct table *t, const char *rest);
    /* the word changes nothing: a question that stands goes on standing */
    bool looks;
};

extern const struct command *const commands[]; /* ends with NULL */
extern const struct flag global_flags[];
extern const struct command dispute_command, judge_command, mend_command, score_command,
    rules_command, table_command, campaign_command, add_command, history_command, show_command,
    standings_command, serve_command, tables_command, player_command, replay_command, could_command,
    report_command, export_command, import_command, share_command, pack_command, labels_command,
    league_command, scan_command, camera_command, help_command, words_command;

struct rulebook;

/* Do people call a rule or an option of this game so, in any language? */
bool rules_called(const struct context *context, const struct rulebook *book, struct span word);

/* ---- what was given ---------------------------------------------------------------------- */

/* An option that was given; `value` is NULL where it takes none. */
struct given {
    const struct flag *flag;
    const char *value;
};

/* The value of an option, "" where it has none; NULL: not given. */
const char *given_value(const struct context *context, const char *name);

#endif
