/*
 * The table at a terminal while the camera looks on: cards are entered below what is being typed,
 * and what was typed stays. A made-up fuda-scan beside a copy of fuda says what it is told.
 */
#include "terminal.h"

#include <sys/stat.h>

static struct terminal term;

static void show_terminal(void)
{
    printf("  on the screen: …%s\n", term.seen + (term.length > 600 ? term.length - 600 : 0));
}

/* Copies the program, so that another fuda-scan stands beside it. */
static bool prepare(void)
{
    static const char script[] = "#!/bin/sh\necho 'hello 1 made-up'\n"
                                 "while read -r request; do\n"
                                 "    case $request in\n"
                                 "    camera*) while sleep 1; do echo wait; done & (exec cat "
                                 "\"$FAKE/lines\") & echo 'frame 1 1 0' ;;\n"
                                 "    see) echo 'seen 0' ;;\n"
                                 "    esac\n"
                                 "done\n";
    char command[8192], path[512];
    program_begin();
    snprintf(command, sizeof command, "cp '%s' '%s/fuda'", program, folder);
    snprintf(path, sizeof path, "%s/fuda-scan", folder);
    FILE *out = system(command) == 0 ? fopen(path, "w") : NULL;
    if (out == NULL || fputs(script, out) < 0 || fclose(out) != 0 || chmod(path, 0755) != 0)
        return false;
    snprintf(path, sizeof path, "%s/lines", folder);
    setenv("FAKE", folder, 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    return mkfifo(path, 0600) == 0;
}

static void sees(int lines, const char *what, const char *code, const char *token)
{
    dprintf(lines, "%s F/HT/%s 0 0 9 0 9 9 0 9 %s\n", what, code, token);
}

/* Types slowly enough that every key is the editor's. */
static void type(const char *keys)
{
    terminal_pause(&term);
    terminal_type(&term, keys);
}

static void watch_and_type(int lines)
{
    check(terminal_expect(&term, "▸"), "the prompt");
    type("round; kami 3 7 10; Aki: lead\r");
    check(terminal_expect(&term, "R1 T1 Aki ▸"), "the round");
    type("Bo: show r5\r");
    check(terminal_expect(&term, "R1 T1 Aki ▸"), "the evidence");
    type("watch\r");
    check(terminal_expect(&term, "Watching: cards are entered")
              && terminal_expect(&term, "R1 T1 Aki ◉ ▸"),
        "watch");
    type("note \"ha");
    check(terminal_expect(&term, "note \"ha"), "typing");
    sees(lines, "card", "R9", "r9");
    check(terminal_expect(&term, "Aki: r9") && terminal_expect(&term, "R1 T1 Bo ◉ ▸ note \"ha"),
        "what was typed stays");
    type("lf\"\r");
    check(terminal_expect(&term, "lf\"") && terminal_expect(&term, "R1 T1 Bo ◉ ▸"),
        "… and goes on");
    sees(lines, "card", "G5", "g5");
    check(terminal_expect(&term, "irregular (haratama/follow)")
              && terminal_expect(&term, "R1 T1 Bo ?! ▸"),
        "a wrong card");
    type("\r");
    check(terminal_expect(&term, "Taken back.") && terminal_expect(&term, "R1 T1 Bo ◉ ▸"),
        "RETURN takes it back");
    sees(lines, "card", "R5", "r5");
    check(terminal_expect(&term, "Bo: r5") && terminal_expect(&term, "R1 T1 Chie ◉ ▸"),
        "the right card");
    type("未\x7f");
    type("undo\r");
    check(terminal_expect(&term, "Taken back: r5") && terminal_expect(&term, "R1 T1 Bo ◉ ▸"),
        "undo");
    type("\r");
    check(terminal_expect(&term, "No longer watching.") && terminal_expect(&term, "R1 T1 Bo ▸"),
        "RETURN ends it");
    type("quit\r");
}

int main(void)
{
    char path[512];
    if (!check(prepare(), "there is something to test"))
        return finish();
    check_more = show_terminal;
    snprintf(path, sizeof path, "%s/lines", folder);
    int lines = open(path, O_RDWR | O_CLOEXEC);
    snprintf(path, sizeof path, "%s/fuda", folder);
    static char words[][16] = {"--lang", "en", "table", "--camera", "/dev/null", "haratama", "Aki",
        "Bo", "Chie", "Dai"};
    char *argv[sizeof words / sizeof *words + 2] = {path};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        argv[i + 1] = words[i];
    if (!terminal_start(&term, argv)) {
        puts("no terminal is to be had here");
    } else {
        watch_and_type(lines);
        int status = terminal_wait(&term);
        check(WIFEXITED(status) && WEXITSTATUS(status) == 0, "it leaves");
        check(terminal_is_sane(&term), "the terminal is as it was");
        terminal_close(&term);
    }
    close(lines);
    remove_folder(folder);
    return finish();
}
