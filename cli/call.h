/*
 * The command line, read word by word against the rows of cli.h. The shells' completion reads what
 * was typed so far in the same way, and then asks what may come next.
 */
#ifndef FUDA_CALL_H
#define FUDA_CALL_H

#include "cli/cli.h"

struct call {
    struct context context;
    const struct command *command; /* NULL: none yet */
    const struct command *row;     /* the command, or the word after it */
    /* owned, not what they point to: neither options nor names of rows */
    char **words;
    int count;
    struct given *given;        /* owned; context.given */
    const struct flag *waiting; /* the next word is this option's value */
    bool only_words;            /* after -- nothing is an option */
};

/*
 * Room for a command line of so many words with so many letters; false without memory. call_clear()
 * frees it.
 */
void call_begin(struct call *call, int words, size_t letters);
void call_clear(struct call *call);

/* Takes the next word, which stays the caller's; false: it cannot stand there, as was said. */
bool call_take(struct call *call, char *word);

/*
 * After the last word: is there all that is needed? Settles what the options say; false:
 * complained.
 */
bool call_end(struct call *call);

/*
 * The options that may be given to this call, list by list: the command's, its word's (those of all
 * its words before one is typed), those of every command; NULL after the last.
 */
const struct flag *call_flags(const struct call *call, int list);

/* Is an option of that list of any use here? What has no answer in JSON is offered none. */
bool call_offers(const struct call *call, const struct flag *flag);

#endif
