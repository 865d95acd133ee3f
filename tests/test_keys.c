/*
 * Commands that somebody sits at, besides the table: the walk by keys, an address that is not
 * shown, tables as they move.
 */
#include "prompt.h"

static void press(const char *keys, const char *seen)
{
    terminal_type(&term, keys);
    check(terminal_expect(&term, seen), "`%s`: expected “%s”", keys[0] == '\033' ? keys + 1 : keys,
        seen);
}

static void ends(int status)
{
    const int got = terminal_wait(&term);
    check(WIFEXITED(got) && WEXITSTATUS(got) == status, "status %x, not %d", (unsigned)got, status);
    check(terminal_is_sane(&term), "the terminal is left as it was");
    terminal_close(&term);
}

/*
 * Forwards and back, by lines, tricks, rounds, scores and findings; another play; whatever else is
 * pressed does nothing.
 */
static void a_walk_by_keys(void)
{
    static const char *const keys[][2] = {
        {"n", "line 6 of"},
        {"\033[C", "line 7 of"},
        {"\033[D", "line 6 of"},
        {"x", "line 6 of"},
        {"t", "line 9 of"},
        {"T", "line 6 of"},
        {"s", "line 20 of"},
        {"S", "line 1 of"},
        {"\033[B", "line 5 of"},
        {"\033[6~", "line 20 of"},
        {"\033[5~", "line 5 of"},
        {"r", "line 20 of"},
        {"\033[A", "line 5 of"},
        {"G", "line 39 of"},
        {"F", "line 17 of"},
        {"f", "line 39 of"},
        {"\033[H", "line 1 of"},
        {"\033[F", "line 39 of"},
        {"\033[Z", "line 39 of"},
        {"\033[3~", "line 39 of"},
        {"\033[1~", "line 1 of"},
        {"\033[4~", "line 39 of"},
        {"g", "line 1 of"},
    };
    start("replay", "tests/night.fuda", NULL);
    EXPECT("line 5 of");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        press(keys[i][0], keys[i][1]);
    press("w", "In its place:");
    terminal_type(&term, "r5\r");
    EXPECT("no play stands at line 1");
    EXPECT("(any key goes on)");
    press(" ", "line 1 of");
    press("t", "line 5 of");
    press("t", "line 6 of");
    press("t", "line 9 of");
    press("w", "In its place:");
    terminal_type(&term, "g5 g1 g2 r9\r");
    EXPECT("In the place of line 9: g5 g1 g2 r9");
    EXPECT("(any key goes on)");
    press(" ", "line 9 of");
    press("o", "Haratama"); /* the sheet in the place of the board */
    terminal_type(&term, "q");
    ends(0);
    start("replay", "tests/night.fuda", NULL);
    EXPECT("line 5 of");
    press("w", "In its place:");
    terminal_type(&term, "\r");
    press(" ", "line 5 of");
    terminal_type(&term, "\004");
    ends(0);
}

/* It is a secret: who looks over a shoulder, or scrolls back, does not see it. */
static void an_address_is_not_shown(void)
{
    fresh();
    start("share", "add", "family", NULL);
    EXPECT("The address (it is not shown):");
    terminal_type(&term, "https://discord.com/api/webhooks/1/kitsune\r");
    EXPECT("Kept as “family”");
    ends(0);
    CHECK(strstr(term.seen, "kitsune") == NULL);
    CHECK(shell("\"$FUDA\" share list") == 0 && told("family") && !told("kitsune"));
    start("--lang", "ja", "share", "add", "club", NULL);
    EXPECT("アドレス（画面には出ません）");
    terminal_type(&term, "\003"); /* ^C */
    const int status = terminal_wait(&term);
    check(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT, "^C ends it: %x", (unsigned)status);
    CHECK(terminal_is_sane(&term));
    terminal_close(&term);
    CHECK(shell("\"$FUDA\" share list") == 0 && !told("club"));
    CHECK(shell("\"$FUDA\" share remove family && \"$FUDA\" share list") == 0
          && told("No address is kept yet"));
}

/* What another process keeps appears, and ^C ends it. */
static void tables_as_they_move(void)
{
    fresh();
    CHECK(shell("\"$FUDA\" campaign new league") == 0);
    start("tables", "--watch", NULL);
    EXPECT("No table plays now.");
    CHECK(shell("printf 'round; kami 2 6 8\\n' | \"$FUDA\" table haratama Aki Bo Chie Dai 2>&1")
          == 0);
    EXPECT("R1 T1 Aki 0");
    CHECK(shell("printf 'Aki: lead\\nr9 r3 r12 r1\\n' | \"$FUDA\" table 2>&1") == 0);
    EXPECT("R1 T2 Chie");
    terminal_type(&term, "\003");
    ends(0);
    start("tables", "--watch", "--json", NULL);
    EXPECT("{\"tables\":[{");
    kill(term.pid, SIGTERM);
    ends(0);
}

/*
 * Whatever signal ends it, wherever it has the terminal for itself: the shell gets it back as it
 * was.
 */
static void a_signal_ends_it(void)
{
    static const int signals[] = {SIGUSR1, SIGALRM, SIGUSR2, SIGVTALRM, SIGPROF, SIGTERM, SIGHUP};
    for (size_t i = 0; i < 3 * sizeof signals / sizeof *signals; i++) {
        fresh();
        if (i % 3 == 0)
            start("table", "haratama", "Aki", "Bo", "Chie", "Dai", NULL);
        else if (i % 3 == 1)
            start("replay", "tests/night.fuda", NULL);
        else
            start("share", "add", "family", NULL);
        check(terminal_expect(&term, i % 3 == 0   ? "▸ "
                                     : i % 3 == 1 ? "line 5 of"
                                                  : "not shown"),
            "it has begun");
        kill(term.pid, signals[i / 3]);
        const int status = terminal_wait(&term);
        check(WIFSIGNALED(status) && WTERMSIG(status) == signals[i / 3], "signal %d ends it: %x",
            signals[i / 3], (unsigned)status);
        check(terminal_is_sane(&term), "signal %d, way %zu: the terminal is left as it was",
            signals[i / 3], i % 3);
        terminal_close(&term);
    }
}

/* At a terminal the last game is meant, and it is said what to do where there is none. */
static void nothing_is_named(void)
{
    fresh();
    start("score", NULL);
    EXPECT("there is no record here yet");
    ends(2);
    CHECK(shell("\"$FUDA\" add tests/night.fuda") == 0);
    start("score", NULL);
    EXPECT("Winner: Aki");
    ends(0);
}

int main(void)
{
    static const struct prompt_test tests[] = {
        {"walk", a_walk_by_keys},
        {"address", an_address_is_not_shown},
        {"tables", tables_as_they_move},
        {"last", nothing_is_named},
        {"signals", a_signal_ends_it},
    };
    return prompt_tests(tests, sizeof tests / sizeof *tests);
}
