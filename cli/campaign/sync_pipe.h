/* The pipe to `fuda-sync`; storage/sync/sync.h describes requests and answers. */
#ifndef FUDA_SYNC_PIPE_H
#define FUDA_SYNC_PIPE_H

#include "cli/helper.h"
#include "cli/say.h"
#include "storage/stored_rows.h"

struct sync_pipe {
    const struct context *context;
    const char *remote; /* its name, for messages */
    struct helper helper;
    struct text come; /* what has come from it */
    size_t told;      /* how many bytes of `come` were handled */
    char how[8];      /* the answer to the last `open`: "same", "new", … */
    char failed[16];  /* why the last request failed, as a word; "": it did not fail */
    struct text why;  /* the reason, in the words of the system or the server */
};

void sync_pipe_begin(struct sync_pipe *t, const struct context *context, const char *remote);
void sync_pipe_end(struct sync_pipe *t);

/* Starts the program, which opens only one remote, and opens the remote. False: see `failed`. */
bool sync_pipe_open(struct sync_pipe *t, const struct store_remote *remote,
    const struct store_id *device);

/* Sends a request as it is. */
bool sync_pipe_ask(struct sync_pipe *t, const struct text *request);

/*
 * The next line of the answer, with its first word cut off and given in *word. NULL: the request
 * failed, or the program is gone.
 */
char *sync_pipe_answer(struct sync_pipe *t, const char **word);

/* The next word of a line, in which words are separated by tabs; "" if there is none. */
char *sync_pipe_word(char **at);

/*
 * sync_pipe_may_wait: may the failure go away after a while? sync_pipe_complain reports it and
 * returns false.
 */
bool sync_pipe_may_wait(const struct sync_pipe *t);
bool sync_pipe_complain(const struct sync_pipe *t);

#endif
