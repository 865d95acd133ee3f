/* Records from files, for the commands that read them: judge, score, add. */
#ifndef FUDA_INPUT_H
#define FUDA_INPUT_H

#include "cli/cli.h"

enum { RECORD_NONE = -1, RECORD_WRONG = -2 };

/* Records that are in memory already, and what they are called in messages. */
struct feed {
    const char *name, *text;
    size_t length;
};

struct pack;
struct packs;

/* One run over all files given; the host's functions get a `struct input *` as user. */
struct input {
    const struct context *context;
    const char *file; /* the one being read; "-" is standard input */
    uint32_t faults;  /* lines of it that could not be read */
    /* lines that could not be read since a command last told of them and set this to 0 */
    uint32_t unread;
    /* such lines are counted, and not told: the file will be read again */
    bool silent;
    bool failed; /* a file, or a pack's, could not be opened or read */
    /* bytes of the one being read; 0: nobody knows how many there are */
    size_t done, all;
    /* The deck that a game begins with, or NULL for the usual one; may be NULL. */
    const void *(*lend)(struct input *input, const struct rulebook *book);
    /*
     * What a name that is no file's stands for, as a file to read; RECORD_NONE: nothing;
     * RECORD_WRONG: so it was said.
     */
    int (*open)(const struct context *context, const char *name, struct packs *packs);
    struct pack *played;     /* what games that are packs are played by if nothing else says so */
    struct packs *packs;     /* decks that its records chose; input_run's */
    const struct feed *feed; /* read in the place of files; may be NULL */
    void *user;
};

/*
 * Reads every file (standard input without any, or for "-") through a record with these callbacks.
 * Faults are printed as FILE:LINE:COLUMN: text. Returns the status that judge and score share:
 * STATUS_BAD if anything was unreadable or impossible or a file holds no game, else STATUS_BROKEN
 * if anything was irregular or in conflict.
 */
enum status input_run(struct input *input, const struct record_host *host, int count, char **files);

/* As a host's `finding`: what cannot have happened, in a line on standard error, with its place. */
void input_impossible(void *user, const struct ruling *ruling, const struct record *r);

#endif
