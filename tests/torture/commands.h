/* The commands that are tortured: a row each, ended by an empty one. */
#ifndef FUDA_TESTS_COMMANDS_H
#define FUDA_TESTS_COMMANDS_H

#include <stdbool.h>

struct command_row {
    /*
     * after `fuda --lang LANGUAGE --db season.db`; split as a shell does, with what `faults`
     * exports
     */
    const char *words;
    const char *input;   /* a file of `prepare`; NULL: nothing */
    unsigned every;      /* costly: of its faults only one in so many is tried; 0: all */
    const char *makes;   /* a file that it writes; NULL: none */
    const char *program; /* who fails; NULL: fuda itself */
    /* somebody types that input who visits the table as a phone, too (guest.c) */
    bool guest;
    bool refuses; /* status 2 is as it should be */
    /* what the disk does not give is told as damage of the store, with status 1 */
    bool mends;
    bool writes;   /* into the store */
    bool table;    /* a table on a pipe: lines are acknowledged one by one */
    bool changes;  /* what it prints is another thing each time: ids, the time */
    bool lesser;   /* it says what it has to do without, and goes on */
    bool names;    /* in JSON it says of what it could not read: "failed":true */
    bool again;    /* what was left undone is done by the same command, said again */
    bool japanese; /* and in Japanese too */
};
extern const struct command_row command_rows[];

#endif
