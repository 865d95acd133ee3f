/*
 * What was said is mended at the prompt: `fix`, `undo` and `redo`, the questions that stand
 * meanwhile, and that the store says afterwards what a table would say at which only that had been
 * typed.
 */
#include "prompt.h"

/* ---- arguing ----------------------------------------------------------------------------- */

/* At ?! the words that only look answer, and the question stays. */
static void question_stays(void)
{
    sit_down();
    type_all("round\nkami 2 6 8\nAki: lead\ng5\n");
    enter("Chie: g1");
    EXPECT("?! ▸ ");
    static const char *const asked[][2] = {
        {"why", "One card each, clockwise"},
        {"rules follow", "must play one"},
        {"board", "on the table: Aki g5"},
        {"legal", "Bo:"},
        {"odds r9", "%"},
        {"score", "Not finished"},
        {"help undo", "take back the last line"},
        {"?", "what may be played"},
        {"board nonsense", "expected on, off or more"},
        {"bord", "First what waits"},
        {"Chie: g99", "First what waits"},
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        enter(asked[i][0]);
        EXPECT(asked[i][1]);
        EXPECT("?! ▸ ");
    }
    CHECK(strstr(term.seen, "Taken back") == NULL);
    enter("!");
    EXPECT("T1 Bo ▸ ");
    enter("Aki: g7");
    EXPECT("impossible");
    /* a refused line leaves nothing to take back but the one before */
    enter("undo");
    EXPECT("Taken back: Chie: g1 !");
    enter("Dai: g1");
    EXPECT("?! ▸ ");
    enter("undo"); /* here it takes back what waits */
    EXPECT("Taken back.");
    EXPECT("T1 Bo ▸ ");
    LEAVE();
    CHECK(stored("round\nkami 2 6 8\nAki: lead\ng5\n"));
}

static void why_of_a_refused_line(void)
{
    sit_down();
    type_all("round\nkami 2 6 8\nAki: lead\n");
    enter("kami 3 4");
    EXPECT("too few words");
    enter("why");
    EXPECT("kami RANK RANK RANK");
    EXPECT("the three ranks turned up");
    EXPECT("The line: kami 3 4");
    enter("g5 g1 g2 g5");
    EXPECT("impossible (haratama/deck)");
    enter("why");
    EXPECT("impossible (haratama/deck)");
    EXPECT("The line: g5 g1 g2 g5");
    enter("g5");
    EXPECT("T1 Bo ▸ ");
    enter("why");
    EXPECT("Nothing has been ruled yet");
    LEAVE();
}

/* A table that keeps nothing: each line is ruled on, and none waits. */
static void dispute(void)
{
    fresh();
    start("dispute", "haratama", "Aki", "Bo", "Chie", "Dai", NULL);
    EXPECT("Nothing is kept here");
    EXPECT("▸ ");
    type_all("round\nkami 2 6 8\nAki: lead\n");
    enter("r9 p4 r12 r5");
    EXPECT("So far nothing on record broke a rule.");
    EXPECT("▸ ");
    enter("Bo: show r6");
    EXPECT("irregular (haratama/follow)");
    EXPECT("▸ ");
    enter("Aki: g5");
    EXPECT("irregular (haratama/turn)");
    EXPECT("T2 ");
    enter("undo 2");
    EXPECT("Taken back: Bo: show r6");
    EXPECT("▸ ");
    enter("fix 7 r9 4 12 5"); /* as it is answered there */
    EXPECT("Line 7 is now");
    EXPECT("▸ ");
    LEAVE();
    CHECK(shell("\"$FUDA\" history | wc -l") == 0 && told("0"));
    start("judge", NULL);
    EXPECT("Which game?");
    enter("haratama Aki Bo Chie");
    EXPECT("Nothing is kept here");
    EXPECT("▸ ");
    LEAVE();
    start("dispute", "haratama", "Aki", "Bo", "Chie", "Dai", NULL);
    EXPECT("Nothing is kept here.");
    EXPECT("R1 T1 ▸ "); /* neither relics nor a leader are asked for */
    enter("r9 p4 12 5");
    EXPECT("R1 T2 ▸ ");
    enter("g3 5 2 1");
    EXPECT("R1 T3 ▸ ");
    enter("Bo r6 3 8 1");
    EXPECT("irregular (haratama/follow): Trick 1 was led in red; Dai played p4 and still held r8.");
    EXPECT("The rulebook sets no penalty; `house remedy=TEXT` keeps what this table does.");
    EXPECT("R1 T4 Dai ▸ ");
    LEAVE();
    CHECK(shell("printf 'b7 2 u4\nb3 4 5\n' | \"$FUDA\" dispute tezumashi Aki Bo Chie 2>&1") == 0
          && told("So far nothing on record broke a rule."));
    CHECK(shell("printf 'round\nAki: lead\nr9\nChie: r3\n' | \"$FUDA\" dispute haratama Aki Bo "
                "Chie 2>&1")
          == 1);
    CHECK(shell("\"$FUDA\" dispute 2>&1 </dev/null") == 2 && told("a dispute begins with a game"));
    CHECK(shell("\"$FUDA\" history | wc -l") == 0 && told("0"));
}

/* ---- leaving and coming back ------------------------------------------------------------- */

static void leaving(void)
{
    sit_down();
    enter("exit"); /* nobody has played: nothing is left */
    CHECK(terminal_wait(&term) == 0);
    terminal_close(&term);
    CHECK(shell("\"$FUDA\" history | wc -l") == 0 && told("0"));
    sit_down();
    type_all("round\nkami 2 6 8\nAki: lead\ng5 g1 g2 g4\n");
    LEAVE();
    start("table", NULL); /* the board shows where it was left */
    EXPECT("[yes] ▸ ");
    enter("");
    EXPECT("round 1 · trick 2");
    EXPECT("relics to come");
    EXPECT("T2 Aki");
    SAY("undo"); /* what was taken back before is there when it is left again */
    LEAVE();
    CHECK(
        shell("\"$FUDA\" history") == 0 && told("not finished") && told("`fuda table N` goes on"));
    CHECK(shell("printf 'redo\nend\n' | \"$FUDA\" table 2>&1") == 0
          && told("Back again: g5 g1 g2 g4"));
    CHECK(shell("\"$FUDA\" history") == 0 && told("broken off") && told("counts for nothing")
          && !told("goes on"));
    CHECK(shell("echo undo | \"$FUDA\" table 1 2>&1; \"$FUDA\" history") == 0
          && told("not finished"));
}

/* Long answers go through $PAGER, short ones and prompts do not. */
static void paging(void)
{
    char seen[300], pager[400];
    snprintf(seen, sizeof seen, "%s/paged", folder);
    snprintf(pager, sizeof pager, "cat >>'%s'", seen);
    setenv("PAGER", pager, 1);
    sit_down();
    type_all("round\nkami 2 6 8\n");
    enter("board");
    EXPECT("relics to come");
    EXPECT("▸ ");
    enter("help");
    EXPECT("▸ ");
    LEAVE();
    start("rules", "haratama", NULL);
    CHECK(terminal_wait(&term) == 0);
    terminal_close(&term);
    char command[800];
    snprintf(command, sizeof command,
        "grep -c 'haratama/follow\\|what may be played' '%s'; grep -c 'relics to come' '%s'", seen,
        seen);
    CHECK(shell(command) == 1 && told("2") && told("0"));
    setenv("PAGER", "cat", 1);
}

/* ---- undo and redo ----------------------------------------------------------------------- */

static void undo_to(void)
{
    sit_down();
    type_all("round\nkami 2 6 8\nAki: lead\ng5 g1 g2 g4\nrelics Aki=3 Bo=5 Chie=4 Dai=0\nround\n"
             "relics Aki=3 Bo=5 Chie=4 Dai=0\n");
    enter("undo 2");
    EXPECT("Taken back: relics Aki=3 Bo=5 Chie=4 Dai=0");
    EXPECT("Taken back: round");
    EXPECT("▸ ");
    enter("redo 2");
    EXPECT("Back again: round");
    EXPECT("Back again: relics");
    EXPECT("▸ ");
    enter("undo round 1");
    EXPECT("Taken back: kami 2 6 8");
    EXPECT("▸ ");
    CHECK(stored("round\n"));
    static const char *const wrong[] = {"undo kami", "undo round 7", "undo xyz", "undo 0",
        "undo 2 3", "undo round x", "redo x", "redo 0"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        enter(wrong[i]);
        EXPECT("expected `");
        EXPECT("▸ ");
    }
    enter("undo round");
    EXPECT("there is nothing after it");
    EXPECT("▸ ");
    CHECK(stored("round\n"));
    LEAVE();
    start("table", NULL); /* another day */
    EXPECT("[yes] ▸ ");
    enter("");
    EXPECT("▸ ");
    enter("redo 9");
    EXPECT("Back again: kami 2 6 8");
    EXPECT("nothing to bring back");
    EXPECT("▸ ");
    CHECK(shell("\"$FUDA\" show 1 | wc -l") == 0 && told("10"));
    LEAVE();
}

/* ---- fix --------------------------------------------------------------------------------- */

static void fix_a_line(void)
{
    sit_down();
    type_all("round\nkami 2 6 8\nAki: lead\ng5 g1 g2 g4\ng9 r6 g7 g8\nr8 r5 r4 r7\n");
    SAY("undo");
    enter("fix");
    EXPECT("4 R1 round");
    EXPECT("7 R1 T1 Aki g5 g1 g2 g4");
    EXPECT("▸ ");
    enter("fix 7 g5 g1 g3 g4");
    EXPECT("Line 7 is now g5 g1 g3 g4. It was g5 g1 g2 g4.");
    EXPECT("▸ ");
    CHECK(stored("round\nkami 2 6 8\nAki: lead\ng5 g1 g3 g4\ng9 r6 g7 g8\n"));
    enter("redo"); /* what was undone before comes back */
    EXPECT("Back again: r8 r5 r4 r7");
    EXPECT("▸ ");
    enter("fix 7 g5 g1 g10 r3"); /* breaks nothing; but another takes the trick, and leads */
    EXPECT("Line 8 (R1 T2 Aki) would then be at R1 T2 Chie");
    EXPECT("RETURN leaves everything as it was");
    EXPECT("?! ▸ ");
    enter("board");
    EXPECT("trick 4");
    EXPECT("?! ▸ ");
    enter("");
    EXPECT("All is as it was.");
    EXPECT("▸ ");
    CHECK(stored("round\nkami 2 6 8\nAki: lead\ng5 g1 g3 g4\ng9 r6 g7 g8\nr8 r5 r4 r7\n"));
    enter("fix 8 g9 r6 g7 r4"); /* r4 lies in the next trick */
    EXPECT("Line 9 (R1 T3");
    EXPECT("no longer fits: r8 r5 r4 r7");
    EXPECT("takes back the lines that no longer fit");
    EXPECT("?! ▸ ");
    enter("!");
    EXPECT("Line 8 is now");
    EXPECT("▸ ");
    CHECK(stored("round\nkami 2 6 8\nAki: lead\ng5 g1 g3 g4\ng9 r6 g7 r4\n"));
    enter("redo");
    EXPECT("does not fit any more");
    EXPECT("▸ ");
    enter("fix 8 g9 r6 g7 g8");
    EXPECT("Line 8 is now");
    EXPECT("▸ ");
    enter("redo");
    EXPECT("Back again: r8 r5 r4 r7");
    EXPECT("▸ ");
    LEAVE();
    CHECK(stored("round\nkami 2 6 8\nAki: lead\ng5 g1 g3 g4\ng9 r6 g7 g8\nr8 r5 r4 r7\n"));
    CHECK(shell("\"$FUDA\" show 1 --edits | grep -c '^#'") == 0 && told("3"));
    CHECK(shell("\"$FUDA\" campaign check") == 0);
}

/* The first line of a trick names who leads: what is typed in its place need not. */
static void fix_a_named_line(void)
{
    fresh();
    start("table", "haratama", "Aki", "Mio B", "Chie", "Dai", NULL);
    EXPECT("▸ ");
    type_all("2 6 8\nMio r9 3 12 b1");
    enter("fix 5 r9 3 12 r4");
    EXPECT("Line 5 is now \"Mio B\": r9 r3 r12 r4.");
    EXPECT("▸ ");
    enter("fix 5 9 3"); /* no answer, with the name or without */
    EXPECT("nobody at this table is called");
    EXPECT("▸ ");
    enter("fix");
    EXPECT("R1 T1 Mio B");
    EXPECT("▸ ");
    LEAVE();
}

static void fix_what_cannot_be(void)
{
    sit_down();
    enter("fix 4 round");
    EXPECT("there is no line yet");
    type_all("round\nkami 2 6 8\nAki: lead\n");
    static const char *const wrong[][2] = {
        {"fix 1 game needfire", "expected 4 to 6"},
        {"fix 9 round", "expected 4 to 6"},
        {"fix x", "not a line's number"},
        {"fix 6 Nobody: lead", "nobody at this table is called"},
        {"fix 5 kami 3 3 3", ""},
        {"fix 6 Aki: r9; game haratama", "one record"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        enter(wrong[i][0]);
        EXPECT(wrong[i][1]);
        EXPECT("▸ ");
    }
    enter("fix 6 Nobody: lead");
    EXPECT("nobody at this table");
    enter("why");
    EXPECT("The line: Nobody: lead");
    EXPECT("▸ ");
    LEAVE();
    CHECK(stored("round\nkami 2 6 8\nAki: lead\n"));
    CHECK(shell("printf 'g5 g1 g2 g4\\ng9 r6 g7 g8\\nfix 7 g5 g1 g9 g4\\n' | \"$FUDA\" table 2>&1")
          == 2);
    CHECK(told("no longer fits") && told("nothing was changed"));
    CHECK(stored("round\nkami 2 6 8\nAki: lead\ng5 g1 g2 g4\ng9 r6 g7 g8\n"));
}

/* ---- at random ---------------------------------------------------------------------------- */

static const char *const night[] = {
    "round",
    "kami 2 6 8",
    "Aki: lead",
    "g5 g1 g2 g4",
    "g9 r6 g7 g8",
    "r8 r5 r4 r7",
    "r11 p10 r2 r10",
    "g13 p8 g11 g10",
    "p12 p5 p11 p6",
    "g12 b10 b13 g6",
    "relics Aki=9 Bo=1 Chie=1 Dai=1",
};
enum { NIGHT = sizeof night / sizeof *night };
static const char *const others[] = {
    "Bo: lead",
    "kami 1 2 3",
    "g5 g1 g3 g4",
    "r8 r5 r4 r7",
    "g9 r6 g7",
    "Chie: g3",
    "relics Aki=1 Bo=1 Chie=1 Dai=9",
    "note \"x\"",
    "p12",
    "b1 b2 b3 b4",
};

/*
 * A line at random is mended at the prompt; beside it a table is kept at which the mended record is
 * typed from the beginning, which leaves out what cannot be. Both hold the same then.
 */
static void as_if_typed_so(void)
{
    for (uint64_t i = number_from("ITERS", 5); i > 0; i--) {
        size_t at = chance(NIGHT), other = chance(sizeof others / sizeof *others);
        char line[128], command[2048] = "printf '%s\\n'";
        sit_down();
        for (size_t k = 0; k < NIGHT; k++)
            SAY(night[k]);
        snprintf(line, sizeof line, "fix %zu %s", at + 4, others[other]);
        enter(line);
        EXPECT("▸ ");
        SAY("!");
        LEAVE();
        bool mended = strstr(term.seen, "is now") != NULL;
        /* cards that cannot be taken without a name are those of whom the line before named */
        char kept[128], named[128];
        snprintf(kept, sizeof kept, "%s", others[other]);
        snprintf(named, sizeof named, "%.*s: %s", (int)strcspn(night[at], ":"), night[at],
            others[other]);
        snprintf(line, sizeof line, "\"$FUDA\" show 1 | sed -n %zup", at + 4);
        if (mended && strchr(night[at], ':') != NULL && shell(line) == 0
            && strncmp(shell_out, named, strlen(named)) == 0)
            snprintf(kept, sizeof kept, "%s", named);
        for (size_t k = 0; k < NIGHT; k++)
            snprintf(command + strlen(command), sizeof command - strlen(command), " '%s'",
                k == at ? kept : night[k]);
        /* a line that cannot be taken is not mended: then all is as it was */
        snprintf(command + strlen(command), sizeof command - strlen(command),
            " | \"$FUDA\" --db '%s/other' table haratama Aki Bo Chie Dai >/dev/null 2>&1;"
            " \"$FUDA\" --db '%s/other' show 1 >'%s/wanted'; rm -f '%s/other'*; \"$FUDA\" show 1 "
            ">'%s/got';"
            " cmp '%s/wanted' '%s/got'",
            folder, folder, folder, folder, folder, folder, folder);
        if (mended)
            check(shell(command) == 0, "%s in the place of %s: %s", kept, night[at], shell_out);
        else
            CHECK(shell("\"$FUDA\" show 1 --edits | grep -c '^#'") == 1);
    }
}

/* ---- a file, proof-read ------------------------------------------------------------------ */

static int proof_read(const char *language, const char *const *answers)
{
    static const char *const twice =
        "printf 'game haratama\\nplayers Aki Bo Chie Dai\\nround\\nkami 2 6 8\\nAki: lead\\n"
        "r8 r5 r4 r7\\nr8 r5 r4 r7\\n' >twice.fuda";
    fresh();
    CHECK(chdir(folder) == 0 && shell(twice) == 0);
    start("--lang", language, "mend", "twice.fuda", "-o", "mended.fuda", NULL);
    EXPECT("`? ? ? ?`");
    EXPECT("▸ ");
    for (; *answers != NULL; answers++) {
        terminal_pause(&term);
        enter(*answers);
    }
    const int status = terminal_wait(&term);
    CHECK(terminal_is_sane(&term));
    terminal_close(&term);
    return status;
}

static void proof_reading(void)
{
    CHECK(WEXITSTATUS(proof_read("en", (const char *[]){"nonsense", "0", "9", "1", NULL})) == 1);
    CHECK(strstr(term.seen, "impossible: r8 was played before") != NULL
          && strstr(term.seen, "1 leave line 7 out") != NULL);
    CHECK(shell("tail -1 mended.fuda") == 0 && strcmp(shell_out, "# r8 r5 r4 r7\n") == 0);
    CHECK(WEXITSTATUS(proof_read("ja", (const char *[]){"", NULL})) == 2);
    CHECK(strstr(term.seen, "7行目を除く") != NULL
          && strstr(term.seen, "Enter: そのままにする") != NULL);
    CHECK(shell("cmp mended.fuda twice.fuda") == 0);
    CHECK(WEXITSTATUS(proof_read("en", (const char *[]){"\004", NULL})) == 2);
    CHECK(shell("cmp mended.fuda twice.fuda") == 0);
}

int main(void)
{
    static const struct prompt_test tests[] = {
        {"a question stays", question_stays},
        {"why of a refused line", why_of_a_refused_line},
        {"undo to", undo_to},
        {"dispute", dispute},
        {"leaving", leaving},
        {"paging", paging},
        {"fix a line", fix_a_line},
        {"fix a named line", fix_a_named_line},
        {"fix what cannot be", fix_what_cannot_be},
        {"as if typed so", as_if_typed_so},
        {"proof-reading", proof_reading},
    };
    chance_begin(number_from("SEED", (uint64_t)time(NULL)));
    return prompt_tests(tests, sizeof tests / sizeof *tests);
}
