/*
 * prompt LIBRARY FILE: memory ends while the prompt has the terminal, at each of the first
 * allocations after what is typed, and from then on (failing.h). The program ends by itself with
 * status 2, says why, and gives the terminal back as it was. ITERS=N: so many of them, by chance
 * (SEED=).
 */
#include "tests/terminal.h"
#include "tests/torture/failing.h"

#include <stddef.h>
#include <sys/mman.h>

enum { DEPTH = 24, SILENT_MS = 400 };

static struct failing *failing;

static void map_file(const char *path)
{
    const int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0 || ftruncate(file, sizeof *failing) != 0
        || (failing = mmap(NULL, sizeof *failing, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0))
               == MAP_FAILED)
        exit(1);
    close(file);
    setenv("FAILING_FILE", path, 1);
    setenv("FAILING_PROGRAM", "fuda", 1);
}

/* Was as much memory asked for as there is? */
static bool memory_ends(struct terminal *t)
{
    for (const long until = terminal_now() + SILENT_MS;
         terminal_now() < until && failing->count < failing->at;)
        terminal_read(t, 10);
    return failing->count >= failing->at;
}

/* False: what is typed needs less. */
static bool try_one(const char *library, const char *typed, uint32_t nth)
{
    static struct terminal t;
    struct termios after;
    char name[] = "dispute", game[] = "haratama", seat[4][5] = {"Aki", "Bo", "Chie", "Dai"};
    char *const words[] = {program, name, game, seat[0], seat[1], seat[2], seat[3], NULL};
    memset(failing, 0, offsetof(struct failing, site));
    setenv("LD_PRELOAD", library, 1);
    check(terminal_start(&t, words), "a terminal can be opened");
    unsetenv("LD_PRELOAD");
    check(terminal_expect(&t, "▸"), "no prompt");
    terminal_pause(&t);
    failing->on = 1;
    failing->at = failing->count + nth;
    terminal_type(&t, typed);
    const bool ends = memory_ends(&t);
    if (!ends)
        kill(t.pid, SIGKILL);
    const int status = terminal_wait(&t);
    tcgetattr(t.slave, &after);
    check(!ends || (WIFEXITED(status) && WEXITSTATUS(status) == 2), "“%s”, %u: status %x", typed,
        nth, (unsigned)status);
    check(!ends || strstr(t.seen, "out of memory") != NULL, "“%s”, %u: not a word", typed, nth);
    check(!ends
              || (t.fresh.c_iflag == after.c_iflag && t.fresh.c_oflag == after.c_oflag
                  && t.fresh.c_lflag == after.c_lflag),
        "“%s”, %u: the terminal is not given back", typed, nth);
    terminal_close(&t);
    return ends;
}

int main(int count, char **words)
{
    static const char *const typed[] = {"round\r", "r\t\t", "legal\r", "board\r"};
    enum { LINES = sizeof typed / sizeof *typed, ALL = LINES * DEPTH };
    if (count != 3)
        return 2;
    program_begin();
    map_file(words[2]);
    const uint64_t most = number_from("ITERS", UINT32_MAX);
    chance_begin(number_from("SEED", (uint64_t)getpid()));
    for (uint64_t i = 0; most < ALL && i < most; i++)
        try_one(words[1], typed[chance(LINES)], 1 + chance(DEPTH));
    for (size_t i = 0; most >= ALL && i < LINES; i++)
        for (uint32_t nth = 1; nth <= DEPTH && try_one(words[1], typed[i], nth); nth++)
            ;
    remove_folder(folder);
    return finish();
}
