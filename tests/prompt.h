/*
 * `fuda table` at a terminal of its own, as tests talk to it: lines typed, prompts awaited, the
 * store looked at beside it.
 */
#ifndef FUDA_TESTS_PROMPT_H
#define FUDA_TESTS_PROMPT_H

#include "terminal.h"

enum { FAILED_MOST = 20 }; /* each may have waited in vain */

static struct terminal term;

static inline void show_terminal(void)
{
    if (term.length > 0) {
        const char *from = term.length > 700 ? term.seen + term.length - 700 : term.seen;
        printf("  seen last: %s\n", from);
        printf("  looked at from: %.200s\n", term.seen + term.mark);
    }
}
#define EXPECT(text) check(terminal_expect(&term, text), "expected: %s", text)

/* ---- a shell beside the terminal --------------------------------------------------------- */

static inline bool told(const char *text) { return strstr(shell_out, text) != NULL; }

/* The lines of a record, without its heading, are just these. */
static inline bool stored(const char *lines)
{
    return shell("\"$FUDA\" show 1 2>&1 | sed '1,/^players/d'") == 0
           && strcmp(shell_out, lines) == 0;
}

static inline void fresh(void)
{
    char command[256];
    snprintf(command, sizeof command, "rm -rf '%s'/data '%s'/state '%s'/*.fuda", folder, folder,
        folder);
    CHECK(system(command) == 0);
}

/* ---- the table --------------------------------------------------------------------------- */

static inline void start(const char *first, ...)
{
    const char *argv[32] = {program, first};
    va_list more;
    va_start(more, first);
    for (int n = 2; first != NULL && n < 31 && (argv[n] = va_arg(more, const char *)) != NULL; n++)
        ;
    va_end(more);
    check(terminal_start(&term, (char *const *)(uintptr_t)argv), "a terminal can be opened");
}

/* Types a line and waits for the next prompt. */
static inline void enter(const char *line)
{
    terminal_type(&term, line);
    terminal_type(&term, "\r");
}

static inline void say_line(int at, const char *line)
{
    char what[256];
    size_t mark = term.mark;
    enter(line);
    snprintf(what, sizeof what, "a prompt behind `%.200s`", line);
    /* the prompt that the line was typed at is redrawn by the editor now and then */
    check(terminal_expect(&term, "\xe2\x96\xb8 "), "line %d: %s", at, what);
    (void)mark;
}
#define SAY(line) say_line(__LINE__, line)

static inline void sit_down(void)
{
    fresh();
    start("table", "haratama", "Aki", "Bo", "Chie", "Dai", NULL);
    EXPECT("▸ ");
}

static inline void leave(int at)
{
    enter("quit");
    int status = terminal_wait(&term);
    check(status == 0, "line %d: leaving the table is no error", at);
    check(terminal_is_sane(&term), "line %d: the terminal is left as it was", at);
    check(!term.steered, "line %d: nothing steers the terminal", at);
    terminal_close(&term);
}
#define LEAVE() leave(__LINE__)

static inline void type_all(const char *lines)
{
    char line[256];
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, lines);
        SAY(line);
        lines += length + (lines[length] == '\n');
    }
}

/* ---- tests, one after the other ---------------------------------------------------------- */

struct prompt_test {
    const char *name;
    void (*run)(void);
};

/* Runs them, or the one that ONLY names; the exit status. */
static inline int prompt_tests(const struct prompt_test *tests, size_t count)
{
    const char *only = getenv("ONLY");
    if (folder[0] == '\0')
        program_begin();
    check_more = show_terminal;
    for (size_t i = 0; i < count && failed < FAILED_MOST; i++) {
        unsigned long before = failed;
        if (only != NULL && strcmp(only, tests[i].name) != 0)
            continue;
        tests[i].run();
        if (term.pid > 0) {
            kill(term.pid, SIGKILL);
            waitpid(term.pid, NULL, 0);
            term.pid = -1;
            terminal_close(&term);
        }
        if (failed > before)
            printf("  … in: %s\n", tests[i].name);
    }
    remove_folder(folder);
    return finish();
}

#endif
