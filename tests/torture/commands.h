/* The commands that are tortured: a row each, ended by an empty one. */
#ifndef FUDA_TESTS_COMMANDS_H
#define FUDA_TESTS_COMMANDS_H

#include <stdbool.h>

struct command_row {
    const char *words;          /* behind `fuda --lang LANGUAGE --db season.db`; split at blanks */
    const char *input;          /* a file of `prepare`; NULL: nothing */
    const char *makes;          /* a file that it writes; NULL: none */
    const char *program;        /* who fails; NULL: fuda itself */
    bool writes;                /* into the store */
    bool table;                 /* a table on a pipe: lines are acknowledged one by one */
    bool changes;               /* what it prints is another thing each time: ids, the time */
    bool lesser;                /* it says what it has to do without, and goes on */
    bool again;                 /* what was left undone is done by the same command, said again */
    bool japanese;              /* and in Japanese too */
};
extern const struct command_row command_rows[];

#endif
