/* `fuda-sync`, asked over a pipe; storage/sync/sync.h says what is asked and answered. */
#ifndef FUDA_TALK_H
#define FUDA_TALK_H

#include "cli/helper.h"
#include "cli/say.h"
#include "storage/rows.h"

struct talk {
    const struct context *context;
    const char *remote; /* its name, for what is said */
    struct helper helper;
    struct text come; /* what it has said */
    size_t told;      /* how many bytes of `come` were handed out */
    char how[8];      /* of the last `open` */
    char failed[16];  /* why the last request failed; "": it did not */
    struct text why;  /* why it failed, in the words of the system or the server */
};

void talk_begin(struct talk *t, const struct context *context, const char *remote);
void talk_end(struct talk *t);

/* Starts the program, which is for one opening, and opens the remote. False: see `failed`. */
bool talk_open(struct talk *t, const struct store_remote *remote, const struct store_id *device);

/* Asks; what was put is sent as it is. */
bool talk_ask(struct talk *t, const struct text *request);

/*
 * The next line of the answer, its first word cut off and given in *word. NULL: it failed, or the
 * program is gone.
 */
char *talk_answer(struct talk *t, const char **word);

/* The next of a line's words, which tabs part; "" where there is none. */
char *talk_word(char **at);

/* May it be better after a while? And what there is to say of it; false. */
bool talk_may_wait(const struct talk *t);
bool talk_complain(const struct talk *t);

#endif
