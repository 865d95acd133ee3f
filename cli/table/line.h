/*
 * Lines from a terminal, with editing, history and completion where libedit is, or from a pipe as
 * they come.
 */
#ifndef FUDA_LINE_H
#define FUDA_LINE_H

#include "cli/cli.h"

struct line;

/*
 * Offers what may stand where the cursor is: calls `offer` with each candidate that begins with
 * `word`, the part of it that stands there already; `before` is the line up to it.
 */
struct completer {
    void (*complete)(void *user, const char *before, const char *word,
        void (*offer)(void *to, const char *candidate), void *to);
    void *user;
};

/* Owned by the caller. `history` is a file to keep lines in, or NULL. */
struct line *line_new(const struct context *context, const struct completer *completer,
    const char *history);
void line_free(struct line *l);
bool line_is_terminal(const struct line *l);

/*
 * The next line, without its newline, borrowed until the next call; NULL at the end of input. An
 * interrupt (^C) gives an empty line and sets `interrupted`. A line of more than LINE_MOST bytes,
 * or with a NUL byte, is no line: that is said with its place, and reading goes on after it.
 */
const char *line_read(struct line *l, const char *prompt, bool *interrupted);

/* Was any line such a one? */
bool line_was_lost(const struct line *l);

/*
 * What goes on beside the prompt while a line is typed: a descriptor to wait for (-1: none) and
 * milliseconds until it wants to be asked at the latest (-1: never). `ready` takes what has come
 * and answers whether there is something to say; then `act` says it, where the prompt stood, and
 * the line goes on being typed.
 */
enum { BESIDES_MOST = 4 };
struct beside {
    int (*file)(void *user);
    int (*due)(void *user);
    bool (*ready)(void *user);
    void (*act)(void *user);
    void *user;
};

/* One more of these, BESIDES_MOST at most. */
void line_beside(struct line *l, const struct beside *beside);

/* The prompt from now on, while a line is typed; borrowed. */
void line_prompt(struct line *l, const char *prompt);

/* Columns of the terminal, or 80. */
int line_columns(void);

#endif
