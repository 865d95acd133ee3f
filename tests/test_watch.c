/*
 * The table at a terminal while the camera looks on: cards are entered below what is being typed, and what
 * was typed stays. A made-up fuda-scan beside a copy of fuda says what it is told.
 */
#define _GNU_SOURCE
#include "terminal.h"

#include <sys/stat.h>

static int passed, failed;

static void check(bool good, const char *what, const struct terminal *t)
{
    if (good) {
        passed++;
        return;
    }
    failed++;
    printf("FAIL: %s; on the screen: …%s\n", what, t->seen + (t->length > 600 ? t->length - 600 : 0));
}

static char folder[] = "/tmp/fuda-watch-XXXXXX";

/* Copies the program, so that another fuda-scan stands beside it. */
static bool prepare(const char *fuda)
{
    static const char script[] =
        "#!/bin/sh\necho 'hello 1 made-up'\n"
        "while read -r request; do\n"
        "    case $request in\n"
        "    camera*) while sleep 1; do echo wait; done & (exec cat \"$FAKE/lines\") & echo 'frame 1 1 0' ;;\n"
        "    see) echo 'seen 0' ;;\n"
        "    esac\n"
        "done\n";
    char command[8192], path[512], home[512];
    if (mkdtemp(folder) == NULL)
        return false;
    snprintf(command, sizeof command, "cp '%s' '%s/fuda'", fuda, folder);
    if (system(command) != 0)
        return false;
    snprintf(path, sizeof path, "%s/fuda-scan", folder);
    FILE *out = fopen(path, "w");
    if (out == NULL || fputs(script, out) < 0 || fclose(out) != 0 || chmod(path, 0755) != 0)
        return false;
    snprintf(path, sizeof path, "%s/lines", folder);
    snprintf(home, sizeof home, "%s/home", folder);
    setenv("FAKE", folder, 1);
    setenv("XDG_DATA_HOME", home, 1);
    setenv("XDG_STATE_HOME", home, 1);
    setenv("TERM", "xterm", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    return mkfifo(path, 0600) == 0;
}

/* A build with sanitizers finds that libedit never frees the names of functions given to it. */
static void suppress_leaks(void)
{
    char path[512], options[600];
    snprintf(path, sizeof path, "%s/leaks", folder);
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return;
    fputs("leak:wcsdup\n", file);
    fclose(file);
    snprintf(options, sizeof options, "print_suppressions=0:suppressions=%s", path);
    setenv("LSAN_OPTIONS", options, 1);
}

static void sees(int lines, const char *what, const char *code, const char *token)
{
    dprintf(lines, "%s F/HT/%s 0 0 9 0 9 9 0 9 %s\n", what, code, token);
}

/* Types slowly enough that every key is the editor's. */
static void type(struct terminal *t, const char *keys)
{
    terminal_pause(t);
    terminal_type(t, keys);
}

static void watch_and_type(struct terminal *t, int lines)
{
    check(terminal_expect(t, "▸"), "the prompt", t);
    type(t, "round; kami 3 7 10; Aki: lead\r");
    check(terminal_expect(t, "R1 T1 Aki ▸"), "the round", t);
    type(t, "Bo: show r5\r");
    check(terminal_expect(t, "R1 T1 Aki ▸"), "the evidence", t);
    type(t, "watch\r");
    check(terminal_expect(t, "Watching: cards are entered") && terminal_expect(t, "R1 T1 Aki ◉ ▸"), "watch", t);
    type(t, "note \"ha");
    check(terminal_expect(t, "note \"ha"), "typing", t);
    sees(lines, "card", "R9", "r9");
    check(terminal_expect(t, "Aki: r9") && terminal_expect(t, "R1 T1 Bo ◉ ▸ note \"ha"), "what was typed stays", t);
    type(t, "lf\"\r");
    check(terminal_expect(t, "lf\"") && terminal_expect(t, "R1 T1 Bo ◉ ▸"), "… and goes on", t);
    sees(lines, "card", "G5", "g5");
    check(terminal_expect(t, "irregular (haratama/follow)") && terminal_expect(t, "R1 T1 Bo ?! ▸"), "a wrong card", t);
    type(t, "\r");
    check(terminal_expect(t, "Taken back.") && terminal_expect(t, "R1 T1 Bo ◉ ▸"), "RETURN takes it back", t);
    sees(lines, "card", "R5", "r5");
    check(terminal_expect(t, "Bo: r5") && terminal_expect(t, "R1 T1 Chie ◉ ▸"), "the right card", t);
    type(t, "未\x7f");
    type(t, "undo\r");
    check(terminal_expect(t, "Taken back: r5") && terminal_expect(t, "R1 T1 Bo ◉ ▸"), "undo", t);
    type(t, "\r");
    check(terminal_expect(t, "No longer watching.") && terminal_expect(t, "R1 T1 Bo ▸"), "RETURN ends it", t);
    type(t, "quit\r");
}

int main(void)
{
    static struct terminal t;
    char path[512], command[600];
    const char *fuda = getenv("FUDA");
    if (fuda == NULL || !prepare(fuda)) {
        printf("FAIL: nothing to test\n0 passed, 1 failed\n");
        return 1;
    }
    suppress_leaks();
    snprintf(path, sizeof path, "%s/lines", folder);
    int lines = open(path, O_RDWR | O_CLOEXEC);
    snprintf(path, sizeof path, "%s/fuda", folder);
    static char words[][16] = {"--lang", "en", "table", "--camera", "/dev/null", "haratama", "Aki", "Bo", "Chie", "Dai"};
    char *argv[sizeof words / sizeof *words + 2] = {path};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        argv[i + 1] = words[i];
    if (!terminal_start(&t, argv)) {
        printf("no terminal is to be had here\n0 passed, 0 failed\n");
    } else {
        watch_and_type(&t, lines);
        int status = terminal_wait(&t);
        check(WIFEXITED(status) && WEXITSTATUS(status) == 0, "it leaves", &t);
        check(terminal_is_sane(&t), "the terminal is as it was", &t);
        terminal_close(&t);
    }
    close(lines);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0)
        failed++;
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
