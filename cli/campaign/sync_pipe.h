/* `fuda-sync`, asked over a pipe; storage/sync/sync.h says what is asked and answered. */
#ifndef FUDA_SYNC_PIPE_H
#define FUDA_SYNC_PIPE_H

#include "cli/helper.h"
#include "cli/say.h"
#include "storage/rows.h"

struct sync_pipe {
    const struct context *context;
    const char *remote; /* its name, for what is said */
    struct helper helper;
    struct text come; /* what it has said */
    size_t told;      /* how many bytes of `come` were handed out */
    char how[8];      /* of the last `open` */
    char failed[16];  /* why the last request failed; "": it did not */
    struct text why;  /* why it failed, in the words of the system or the server */
};

void sync_pipe_begin(struct sync_pipe *t, const struct context *context, const char *remote);
void sync_pipe_end(struct sync_pipe *t);

/* Starts the program, which is for one opening, and opens the remote. False: see `failed`. */
bool sync_pipe_open(struct sync_pipe *t, const struct store_remote *remote,
    const struct store_id *device);

/* Asks; what was put is sent as it is. */
bool sync_pipe_ask(struct sync_pipe *t, const struct text *request);

/*
 * The next line of the answer, its first word cut off and given in *word. NULL: it failed, or the
 * program is gone.
 */
char *sync_pipe_answer(struct sync_pipe *t, const char **word);

/* The next of a line's words, which tabs part; "" where there is none. */
char *sync_pipe_word(char **at);

/* May it be better after a while? And what there is to say of it; false. */
bool sync_pipe_may_wait(const struct sync_pipe *t);
bool sync_pipe_complain(const struct sync_pipe *t);

#endif
