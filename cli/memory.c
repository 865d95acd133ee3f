/* Memory; see memory.h. */
#define _XOPEN_SOURCE 700
#include "cli/memory.h"
#include "cli/cli.h"

#include <libintl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

void terminal_give_back(void)
{
    struct termios now;
    if (tcgetattr(STDIN_FILENO, &now) != 0 || (now.c_lflag & ICANON) != 0)
        return;
    now.c_iflag = (now.c_iflag | ICRNL) & ~(tcflag_t)(INLCR | IGNCR);
    now.c_oflag |= OPOST | ONLCR;
    now.c_lflag |= ICANON | ECHO | ECHOE | ECHOK | ISIG | IEXTEN;
    tcsetattr(STDIN_FILENO, TCSANOW, &now);
    (void)!write(STDERR_FILENO, "\n", 1);
}

/*
 * Only what is ours to give: a shell's background must not touch the terminal, and a pager behind a
 * pipe has its own ways.
 */
static void end_sanely(int number)
{
    struct termios now;
    if (isatty(STDOUT_FILENO) && tcgetpgrp(STDIN_FILENO) == getpgrp()
        && tcgetattr(STDIN_FILENO, &now) == 0) {
        terminal_give_back();
        /* something secret was typed */
        if (tcgetattr(STDIN_FILENO, &now) == 0 && (now.c_lflag & ECHO) == 0) {
            now.c_lflag |= ECHO;
            tcsetattr(STDIN_FILENO, TCSANOW, &now);
        }
    }
    raise(number); /* which has its usual way again */
}

void signals_begin(void)
{
    static const int ends[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM,
        SIGVTALRM, SIGPROF, SIGPOLL, SIGXCPU};
    struct sigaction usual,
        action = {.sa_handler = end_sanely, .sa_flags = (int)(SA_RESETHAND | SA_NODEFER)};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (sigaction(ends[i], NULL, &usual) == 0 && usual.sa_handler == SIG_DFL)
            sigaction(ends[i], &action, NULL);
    signal(SIGXFSZ, SIG_IGN);
}

void memory_out(void)
{
    terminal_give_back();
    fprintf(stderr, "fuda: %s\n", gettext(N_("out of memory")));
    _exit(STATUS_BAD);
}

static void *or_end(void *memory)
{
    if (memory == NULL)
        memory_out();
    return memory;
}

void *memory_get(size_t size) { return or_end(calloc(1, size + 1)); }

char *memory_text(const char *text) { return memory_bytes(text, strlen(text)); }

char *memory_bytes(const char *bytes, size_t length)
{
    return memcpy(memory_get(length), bytes, length);
}

void *memory_grown(void *old, size_t size) { return or_end(realloc(old, size)); }

void *memory_row(void *rows, size_t count, size_t size)
{
    enum { FIRST = 16 }; /* a power of two, as all that follow */
    if (count == 0 || (count >= FIRST && (count & (count - 1)) == 0))
        rows = memory_grown(rows, (count > 0 ? 2 * count : FIRST) * size);
    memset((char *)rows + count * size, 0, size);
    return rows;
}

struct record_room memory_rooms(void)
{
    const size_t size = rulebook_room();
    return (struct record_room){memory_get(size), memory_get(size), memory_get(size),
        memory_get(sizeof(struct rulings)), NULL};
}

void memory_rooms_free(const struct record_room *room)
{
    free(room->state);
    free(room->before);
    free(room->pack);
    free(room->findings);
}
