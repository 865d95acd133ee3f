/*
 * The program at a terminal of its own, as a person sees it: a pseudo-terminal, keys typed, and
 * what is expected to appear, with a time limit. Escape sequences are left out of what is seen and
 * white space is one space, so that neither the line editor nor the width of the page matters.
 */
#ifndef FUDA_TESTS_TERMINAL_H
#define FUDA_TESTS_TERMINAL_H

#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>

enum { SEEN_MOST = 1 << 20, PATIENCE = 10000 /* milliseconds */ };

struct terminal {
    int master, slave;    /* the slave stays open here, so that its settings can be read */
    struct termios fresh; /* as a program finds it: read before one is started */
    pid_t pid;
    int escape;   /* inside an escape sequence: 1 after ESC, 2 after ESC [ */
    bool steered; /* the screen was told to clear or to change its title */
    size_t length, mark;
    char seen[SEEN_MOST];
};

static inline long terminal_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static inline void terminal_see(struct terminal *t, char c)
{
    if (t->escape == 1) {
        t->escape = c == '[' ? 2 : c == '(' || c == ')' ? 3 : 0;
        t->steered |= c == ']' || c == 'c';
        return;
    }
    if (t->escape >= 2) {
        if (t->escape == 3 || (c >= '@' && c <= '~'))
            t->escape = 0;
        return;
    }
    if (c == '\033') {
        t->escape = 1;
        return;
    }
    if (c == '\t' || c == '\n' || c == '\r')
        c = ' ';
    if ((unsigned char)c < ' ' || (c == ' ' && t->length > 0 && t->seen[t->length - 1] == ' '))
        return;
    if (t->length + 1 < SEEN_MOST) {
        t->seen[t->length++] = c;
        t->seen[t->length] = '\0';
    }
}

/* Reads what has come within `wait` milliseconds at most; false when nothing more can come. */
static inline bool terminal_read(struct terminal *t, int wait)
{
    struct pollfd poll_it = {.fd = t->master, .events = POLLIN};
    char bytes[4096];
    if (poll(&poll_it, 1, wait) <= 0)
        return true;
    ssize_t got = read(t->master, bytes, sizeof bytes);
    for (ssize_t i = 0; i < got; i++)
        terminal_see(t, bytes[i]);
    return got > 0;
}

/* Waits until `text` stands after what was expected last; false if it does not come. */
static inline bool terminal_expect(struct terminal *t, const char *text)
{
    long until = terminal_now() + PATIENCE;
    bool more = true;
    for (;;) {
        const char *found = strstr(t->seen + t->mark, text);
        if (found != NULL) {
            t->mark = (size_t)(found - t->seen) + strlen(text);
            return true;
        }
        if (!more || terminal_now() > until)
            return false;
        more = terminal_read(t, 20);
    }
}

static inline void terminal_type(struct terminal *t, const char *keys)
{
    for (size_t left = strlen(keys); left > 0;) {
        ssize_t put = write(t->master, keys, left);
        if (put <= 0)
            return;
        keys += put;
        left -= (size_t)put;
        terminal_read(t, 0);
    }
}

/*
 * Gives the program time to take what was typed: the editor owns the keys a moment after a prompt.
 */
static inline void terminal_pause(struct terminal *t)
{
    for (long until = terminal_now() + 100; terminal_now() < until;)
        terminal_read(t, 10);
}

/* Starts a program there, 80 by 24; false if there is no terminal to be had. */
static inline bool terminal_start(struct terminal *t, char *const argv[])
{
    t->length = t->mark = 0;
    t->seen[0] = '\0';
    t->escape = 0;
    t->steered = false;
    t->pid = -1;
    t->slave = -1;
    t->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (t->master < 0 || grantpt(t->master) != 0 || unlockpt(t->master) != 0)
        return false;
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    const char *name = ptsname(t->master);
    t->slave = name != NULL ? open(name, O_RDWR | O_NOCTTY | O_CLOEXEC) : -1;
    if (t->slave < 0)
        return false;
    ioctl(t->master, TIOCSWINSZ, &size);
    tcgetattr(t->slave, &t->fresh);
    t->pid = fork();
    if (t->pid == 0) {
        setsid();
        ioctl(t->slave, TIOCSCTTY, 0);
        for (int i = 0; i < 3; i++)
            dup2(t->slave, i);
        signal(SIGINT, SIG_DFL); /* tests that a shell runs in the background ignore it, */
        signal(SIGHUP, SIG_DFL); /* and those that nohup starts this one */
        execv(argv[0], argv);
        _exit(127);
    }
    return t->pid > 0;
}

/* Does the terminal echo and edit lines again, as a shell expects it? */
static inline bool terminal_is_sane(const struct terminal *t)
{
    struct termios now;
    return tcgetattr(t->slave, &now) == 0 && (now.c_lflag & ICANON) && (now.c_lflag & ECHO)
           && (now.c_lflag & ISIG);
}

/* Waits for the end; the status of waitpid, or -1 if it has to be killed for not ending. */
static inline int terminal_wait(struct terminal *t)
{
    int status = -1;
    long until = terminal_now() + PATIENCE;
    while (waitpid(t->pid, &status, WNOHANG) == 0) {
        if (terminal_now() > until) {
            kill(t->pid, SIGKILL);
            waitpid(t->pid, &status, 0);
            status = -1;
            break;
        }
        terminal_read(t, 5);
    }
    for (struct pollfd p = {.fd = t->master, .events = POLLIN};
         poll(&p, 1, 0) > 0 && (p.revents & POLLIN);)
        if (!terminal_read(t, 0))
            break;
    t->pid = -1;
    return status;
}

static inline void terminal_close(struct terminal *t)
{
    if (t->slave >= 0)
        close(t->slave);
    if (t->master >= 0)
        close(t->master);
    t->slave = t->master = -1;
}

/* ---- the program in a folder of its own -------------------------------------------------- */

static char folder[64], program[4096], shell_out[1 << 18];

/* A build with sanitizers finds that libedit never frees the names of functions given to it. */
static inline void suppress_leaks(void)
{
    char path[300], options[400];
    snprintf(path, sizeof path, "%s/leaks", folder);
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return;
    fputs("leak:wcsdup\n", file);
    fclose(file);
    snprintf(options, sizeof options, "print_suppressions=0:suppressions=%s", path);
    setenv("LSAN_OPTIONS", options, 1);
}

/*
 * Finds the program, $FUDA or that of the usual build, and has it keep everything below `folder`,
 * which main removes in the end.
 */
static inline void program_begin(void)
{
    static const char *const kept[][2] = {{"HOME", ""}, {"XDG_DATA_HOME", "/data"},
        {"XDG_STATE_HOME", "/state"}};
    const char *fuda = getenv("FUDA");
    if (realpath(fuda != NULL ? fuda : "build/release/bin/fuda", program) == NULL) {
        puts("FUDA is no program");
        exit(1);
    }
    setenv("FUDA", program, 1);
    make_folder(folder, sizeof folder, "/tmp");
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        char path[300];
        snprintf(path, sizeof path, "%s%s", folder, kept[i][1]);
        setenv(kept[i][0], path, 1);
    }
    setenv("TERM", "xterm", 1);
    setenv("PAGER", "cat", 1); /* unless a test is about it */
    setenv("LANG", "C.UTF-8", 1);
    unsetenv("LANGUAGE");
    unsetenv("LC_ALL");
    suppress_leaks();
}

/*
 * Runs a command with $FUDA in it; what it wrote, errors too if it says so, in shell_out. The exit
 * status.
 */
static inline int shell(const char *command)
{
    FILE *pipe = popen(command, "r");
    size_t length = pipe != NULL ? fread(shell_out, 1, sizeof shell_out - 1, pipe) : 0;
    shell_out[length] = '\0';
    int status = pipe != NULL ? pclose(pipe) : -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#endif
