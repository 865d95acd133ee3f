/*
 * Reading lines: from a terminal, with editing, history and completion if libedit is installed, or
 * from a pipe as they come.
 */
#ifndef FUDA_LINE_H
#define FUDA_LINE_H

#include "cli/cli.h"

struct line;

/*
 * Completion. Calls `offer` with each candidate that begins with `word`, the part before the cursor
 * that is typed already; `before` is the line up to that part.
 */
struct completer {
    void (*complete)(void *user, const char *before, const char *word,
        void (*offer)(void *to, const char *candidate), void *to);
    void *user;
};

/* The caller owns the result. `history` is a file to keep lines in, or NULL. */
struct line *line_new(const struct context *context, const struct completer *completer,
    const char *history);
void line_free(struct line *l);
bool line_is_terminal(const struct line *l);

/*
 * The next line without its newline, borrowed until the next call; NULL at the end of input. An
 * interrupt (^C) gives an empty line and sets `interrupted`. A line of more than LINE_MOST bytes or
 * with a NUL byte is reported with its place and skipped.
 */
const char *line_read(struct line *l, const char *prompt, bool *interrupted);

/* Was any line skipped that way? */
bool line_was_lost(const struct line *l);

/*
 * Something that goes on while a line is typed. `file` is a descriptor to wait for (-1: none),
 * `due` the milliseconds until it has to be asked at the latest (-1: never). `ready` takes what has
 * come and answers whether there is something to say; `act` then says it in place of the prompt,
 * which is shown again with the line as typed so far.
 */
enum { BESIDES_MOST = 4 };
struct beside {
    int (*file)(void *user);
    int (*due)(void *user);
    bool (*ready)(void *user);
    void (*act)(void *user);
    void *user;
};

/* Adds one of these, BESIDES_MOST at most. */
void line_beside(struct line *l, const struct beside *beside);

/* Changes the prompt, also while a line is typed. Borrowed. */
void line_prompt(struct line *l, const char *prompt);

/* The number of columns of the terminal, or 80. */
int line_columns(void);

#endif
