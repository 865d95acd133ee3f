/*
 * `fuda table` as a person meets it: the real program ($FUDA) at a terminal, keys typed one line
 * after the other, in a folder of its own that is thrown away.
 */
#include "prompt.h"

#include <sys/stat.h>

/* RETURN takes the game that is offered: the last one, or Haratama. */
static void choose_game(int at)
{
    check(terminal_expect(&term, "Which game? [haratama] ▸ "), "line %d: the games are asked for",
        at);
    enter("");
}
#define CHOOSE_GAME() choose_game(__LINE__)

/* ---- a round ----------------------------------------------------------------------------- */

static const char round_lines[] =
    "round\nkami 2 6 8\nAki: lead\ng5 g1 g2 g4\ng9 r6 g7 g8\nr8 r5 r4 r7\nr11 p10 r2 r10\n"
    "g13 p8 g11 g10\np12 p5 p11 p6\ng12 b10 b13 g6\nb1 b3 p2 b6\nr3 b2 r1 r12\np1 p4 b12 p3\n"
    "g3 b9 r9 r13\nb11 b8 b7 p9\n";

static void whole_round(void)
{
    sit_down();
    CHECK(strstr(term.seen, "round") != NULL); /* a newcomer is told how a record begins */
    enter("round");
    EXPECT("R1");
    enter("kami 2 6 8");
    EXPECT("▸ ");
    enter("Aki: lead");
    EXPECT("T1 Aki ▸ ");
    enter("g5 g1 g2 g4");
    EXPECT("Trick 1 is Aki's");
    EXPECT("R1 T2 Aki ▸ ");
    enter("g9");
    EXPECT("R1 T2 Bo ▸ ");
    enter("r6 g7 g8");
    EXPECT("R1 T3 ");
    type_all(strstr(round_lines, "r8 r5"));
    SAY("board");
    LEAVE();
    CHECK(shell("\"$FUDA\" show 1 | \"$FUDA\" score --json 2>&1") == 0);
    char first[1024];
    snprintf(first, sizeof first, "%.*s",
        (int)strcspn(strstr(shell_out, "\"rounds\"") ? strstr(shell_out, "\"rounds\"") : "", "}"),
        strstr(shell_out, "\"rounds\"") ? strstr(shell_out, "\"rounds\"") : "");
    CHECK(shell("sed '/^round/,$!d' tests/night.fuda | sed '2,${/^round/,$d}' |"
                " (echo game haratama; echo players Aki Bo Chie Dai; cat) | \"$FUDA\" score --json")
          == 0);
    CHECK(strlen(first) > 20 && told(first));
}

/* ---- completion -------------------------------------------------------------------------- */

static void completion(void)
{
    sit_down();
    enter("rou\t");
    EXPECT("R1");
    enter("ka\t2 6 8");
    EXPECT("▸ ");
    enter("Ch\t"); /* a player is asked for: the name alone */
    EXPECT("T1 Chie ▸ ");
    enter("g1\t"); /* g1, g10 … g13 fit: nothing is added, all are listed */
    EXPECT("g10 g11 g12 g13");
    EXPECT("▸ ");
    EXPECT("Dai ▸ ");
    terminal_type(&term, "g1\t"); /* g1 was played and is offered no more */
    EXPECT("g10 g11 g12 g13");
    const char *turn = strstr(term.seen, "T1 Dai");
    CHECK(turn != NULL && strstr(turn, "g1 g1 g10") == NULL);
    enter("0");
    EXPECT("Aki ▸ ");
    terminal_type(&term, "un\t");
    enter("");
    EXPECT("Taken back: g10");
    EXPECT("Dai ▸ ");
    enter("help boa\t"); /* what stands after the table's own words */
    EXPECT("the table at a glance");
    EXPECT("Dai ▸ ");
    enter("board m\t");
    EXPECT("relics to come");
    EXPECT("Dai ▸ ");
    enter("rules blue\t");
    EXPECT("haratama/blue-lead");
    EXPECT("Dai ▸ ");
    enter("legal Ch\t");
    EXPECT("Chie:");
    EXPECT("Dai ▸ ");
    enter("zz\t"); /* nothing begins so: nothing is added */
    EXPECT("cannot be read, at column 1: “zz”");
    EXPECT("▸ ");
    LEAVE();
    CHECK(stored("round\nkami 2 6 8\nChie: lead\ng1\n"));
}

static void completion_of_a_hand(void)
{
    sit_down();
    SAY("round; kami 2 6 8; Bo: hand r1 r2 r5 g1 g2 g3 g4 p1 p2 p3 p4 b1 b2; Aki: lead");
    SAY("r13");
    terminal_type(&term, "\t"); /* all of Bo's hand that may be played, and words */
    EXPECT("r1");
    CHECK(terminal_expect(&term, "r2"));
    CHECK(terminal_expect(&term, "r5"));
    EXPECT("▸ ");
    const char *listed = strstr(term.seen, "r1 r2 r5 round");
    CHECK(listed != NULL && strstr(listed, " g1 ") == NULL && strstr(listed, " b1 ") == NULL);
    enter("r5");
    EXPECT("Chie ▸ ");
    LEAVE();
}

/* ---- undo, redo -------------------------------------------------------------------------- */

static void undo_and_redo(void)
{
    sit_down();
    type_all("round\nkami 2 6 8\nAki: lead\ng5 g1\ng2\ng4\n");
    for (int i = 0; i < 6; i++) {
        enter("undo");
        EXPECT("Taken back: ");
        EXPECT("▸ ");
    }
    enter("undo");
    EXPECT("nothing to take back");
    EXPECT("▸ ");
    CHECK(stored(""));
    for (int i = 0; i < 6; i++) {
        enter("redo");
        EXPECT("Back again: ");
        EXPECT("▸ ");
    }
    EXPECT("");
    enter("redo");
    EXPECT("nothing to bring back");
    EXPECT("T2 Aki ▸ ");
    CHECK(stored("round\nkami 2 6 8\nAki: lead\ng5 g1\ng2\ng4\n"));
    SAY("undo");
    SAY("undo");
    SAY("g3");
    enter("redo");
    EXPECT("nothing to bring back");
    EXPECT("Dai ▸ ");
    SAY("undo");
    LEAVE();
    CHECK(stored("round\nkami 2 6 8\nAki: lead\ng5 g1\n"));
    start("table", NULL); /* what was taken back before can be brought back after */
    EXPECT("unfinished");
    enter("");
    EXPECT("Chie ▸ ");
    enter("redo");
    EXPECT("Back again: g3");
    EXPECT("Dai ▸ ");
    enter("undo");
    EXPECT("Taken back: g3");
    enter("undo");
    EXPECT("Taken back: g5 g1");
    EXPECT("T1 Aki ▸ ");
    LEAVE();
}

/* ---- keys -------------------------------------------------------------------------------- */

static void control_keys(void)
{
    sit_down();
    SAY("round");
    terminal_type(&term, "kami 2 6");
    terminal_pause(&term);
    terminal_type(&term, "\003");
    EXPECT("^C");
    EXPECT("▸ ");
    SAY("kami 2 6 8");
    terminal_pause(&term);
    terminal_type(&term, "\003\003\003");
    EXPECT("▸ ");
    SAY("Aki: lead");
    terminal_type(&term, "g5\001Aki: \005 g1\025"); /* ^A, ^E, and ^U throws all away */
    enter("g7");
    EXPECT("Bo ▸ ");
    terminal_type(&term, "g8\004"); /* ^D in a line does not leave */
    enter("");
    EXPECT("Chie ▸ ");
    terminal_type(&term, "\004");
    CHECK(terminal_wait(&term) == 0);
    CHECK(terminal_is_sane(&term));
    terminal_close(&term);
    CHECK(stored("round\nkami 2 6 8\nAki: lead\ng7\ng8\n"));
}

/* ^Z gives the shell its terminal; `fg` brings the prompt back, with what was typed. */
static void suspending(void)
{
    char *const argv[] = {(char[]){"/bin/bash"}, (char[]){"--norc"}, (char[]){"--noprofile"},
        (char[]){"-i"}, NULL};
    struct termios now;
    fresh();
    setenv("PS1", "$ ", 1);
    check(terminal_start(&term, argv), "a terminal can be opened");
    terminal_type(&term, "\"$FUDA\" table haratama Aki Bo Chie Dai\r");
    EXPECT("▸ ");
    SAY("round");
    for (int i = 0; i < 2; i++) {
        terminal_pause(&term);
        terminal_type(&term, i == 0 ? "kami 2" : " 6");
        terminal_pause(&term);
        terminal_type(&term, "\032");
        EXPECT("Stopped");
        EXPECT("$ ");
        terminal_type(&term, "stty -a | grep -c ' icanon'\r");
        EXPECT("1");
        terminal_type(&term, "fg\r");
        EXPECT(i == 0 ? "kami 2" : "kami 2 6");
        CHECK(tcgetattr(term.slave, &now) == 0 && !(now.c_lflag & ICANON));
    }
    terminal_type(&term, " 8\r");
    EXPECT("▸ ");
    terminal_type(&term, "quit\r");
    EXPECT("$ ");
    terminal_type(&term, "exit\r");
    CHECK(terminal_wait(&term) == 0);
    terminal_close(&term);
    CHECK(stored("round\nkami 2 6 8\n"));
}

/* A record pasted in at once, many lines and a long one. */
static void paste(void)
{
    char lines[8192] = "round\rkami 2 6 8\rAki: lead\rg5 g1 g2 g4\r", expected[8192];
    for (int i = 0; i < 150; i++)
        sprintf(lines + strlen(lines), "note \"%d\"\r", i);
    sprintf(lines + strlen(lines), "note \"%0250d\"\r", 1);
    strcpy(expected, lines);
    for (char *at = expected; *at != '\0'; at++)
        if (*at == '\r')
            *at = '\n';
    sit_down();
    terminal_type(&term, lines);
    LEAVE();
    CHECK(stored(expected));
}

static void resize(void)
{
    struct winsize narrow = {.ws_row = 10, .ws_col = 20}, wide = {.ws_row = 50, .ws_col = 200};
    sit_down();
    SAY("round");
    SAY("kami 2 6 8");
    ioctl(term.master, TIOCSWINSZ, &narrow);
    SAY("note \"a line that is much longer than the window is wide now, and longer\"");
    terminal_type(&term, "note \"and half of one");
    ioctl(term.master, TIOCSWINSZ, &wide);
    enter(" line\"");
    EXPECT("▸ ");
    ioctl(term.master, TIOCSWINSZ, &narrow);
    SAY("board");
    SAY("help");
    LEAVE();
    CHECK(stored("round\nkami 2 6 8\n"
                 "note \"a line that is much longer than the window is wide now, and longer\"\n"
                 "note \"and half of one line\"\n"));
}

/* On 40 columns a question has a line of its own, and the prompt room for an answer behind it. */
static void narrow_prompts(void)
{
    struct winsize narrow = {.ws_row = 50, .ws_col = 40};
    sit_down();
    ioctl(term.master, TIOCSWINSZ, &narrow);
    enter("round");
    EXPECT("Which three ranks are turned up? R1 T1 ▸ ");
    SAY("kami 3 7 10");
    LEAVE();
}

/* ---- Japanese ---------------------------------------------------------------------------- */

static void japanese_names(void)
{
    fresh();
    start("table", "haratama", "アキ", "ボウ", "千恵", "大", NULL);
    EXPECT("▸ ");
    SAY("ラウンド");
    SAY("神威　２　６　８");
    enter("アキ：リード");
    EXPECT("T1 アキ ▸ ");
    enter("緑5 緑１");
    EXPECT("T1 千恵 ▸ ");
    terminal_type(&term, "緑2x\177"); /* a letter taken back */
    enter("；Ｇ４");
    EXPECT("T2 アキ ▸ ");
    enter("ｱｷ: g9");
    EXPECT("T2 ボウ ▸ ");
    enter("ﾎﾞｳ: g10；千: g11");
    EXPECT("T2 大 ▸ ");
    enter("大: ｇ１２");
    EXPECT("T3 大 ▸ ");
    SAY("ﾒﾓ \"ﾊﾝｶｸ\"");
    LEAVE();
    CHECK(stored(
        "round\nkami 2 6 8\nアキ: lead\ng5 g1\ng2; g4\nアキ: g9\nボウ: g10; 千恵: g11\n大: g12\n"
        "note \"ﾊﾝｶｸ\"\n"));
}

static void in_japanese(void)
{
    sit_down();
    LEAVE();
    setenv("LANG", "C", 1); /* an old terminal's environment: the language is asked for */
    start("--lang", "ja", "table", "haratama", "アキ", "ボウ", "千恵", "大", NULL);
    EXPECT("▸ ");
    SAY("ラウンド");
    SAY("神威 2 6 8");
    SAY("アキ：リード");
    enter("緑5 緑1 緑2 緑4");
    EXPECT("トリック");
    EXPECT("▸ ");
    enter("千恵：緑7");
    EXPECT("!");
    EXPECT("?! ▸ ");
    enter("！");
    EXPECT("▸ ");
    enter("緑7");
    EXPECT("▸ ");
    CHECK(strstr(term.seen, "irregular") == NULL && strstr(term.seen, "Taken back") == NULL);
    LEAVE();
    setenv("LANG", "C.UTF-8", 1);
}

/* ---- what breaks a rule ------------------------------------------------------------------ */

static void irregular_plays(void)
{
    sit_down();
    type_all("round\nkami 2 6 8\nAki: lead\ng5\n");
    enter("Chie: g1");
    EXPECT("irregular (haratama/turn)");
    EXPECT("! lets it stand");
    EXPECT("?! ▸ ");
    CHECK(stored("round\nkami 2 6 8\nAki: lead\ng5\n"));
    enter(""); /* RETURN takes it back */
    EXPECT("Taken back");
    EXPECT("T1 Bo ▸ ");
    enter("Chie: g1");
    EXPECT("?! ▸ ");
    enter("g2"); /* another statement is no answer: it is asked again, and nothing is lost */
    EXPECT("First what waits: Chie: g1");
    EXPECT("! lets it stand");
    EXPECT("?! ▸ ");
    enter("undo 1"); /* nor is what would change the record */
    EXPECT("First what waits: Chie: g1");
    EXPECT("?! ▸ ");
    CHECK(stored("round\nkami 2 6 8\nAki: lead\ng5\n"));
    enter("undo");
    EXPECT("Taken back");
    enter("g2");
    EXPECT("T1 Chie ▸ ");
    enter("Aki: g3"); /* a second card in a trick cannot be */
    EXPECT("impossible (haratama/deck)");
    EXPECT("T1 Chie ?! ▸ "); /* but it may have been meant otherwise */
    enter("Dai: g3");
    EXPECT("?! ▸ ");
    enter("  ! "); /* let stand, and stored as such */
    EXPECT("T1 Chie ▸ ");
    enter("why");
    EXPECT("haratama/turn");
    EXPECT("Dai: g3 !");
    EXPECT("▸ ");
    enter("undo");
    EXPECT("Taken back: Dai: g3 !");
    EXPECT("▸ ");
    enter("redo");
    EXPECT("Back again: Dai: g3 !");
    EXPECT("▸ ");
    enter("undo");
    EXPECT("▸ ");
    enter("Dai: g3 # why not!"); /* a comment is no `!` */
    EXPECT("?! ▸ ");
    terminal_pause(&term);
    terminal_type(&term, "\003");
    EXPECT("▸ ");
    enter("");
    EXPECT("▸ ");
    enter("Dai: g3 # why not"); /* … and does not swallow one */
    EXPECT("?! ▸ ");
    enter("!");
    EXPECT("T1 Chie ▸ ");
    enter("g10");
    EXPECT("T2 ");
    enter("Chie: g3!"); /* the mark is a token of its own */
    EXPECT("cannot be read");
    EXPECT("▸ ");
    LEAVE();
    CHECK(stored("round\nkami 2 6 8\nAki: lead\ng5\ng2\nDai: g3 !\ng10\n"));
}

/* What a line may have been that does not fit is taken by its number, and taken back as one. */
static void meant_so(void)
{
    sit_down();
    type_all("round\nkami 3 5 9\nBo: r9 r3 r10 b1\n");
    enter("Aki: g2");
    EXPECT("irregular (haratama/turn)");
    EXPECT("1 before it: `? ? ? ?`");
    EXPECT("2 `Dai: g2`");
    EXPECT("! lets it stand");
    EXPECT("?! ▸ ");
    enter("2");
    EXPECT("T2 Aki ▸ ");
    CHECK(stored("round\nkami 3 5 9\nBo: r9 r3 r10 b1\nDai: g2\n"));
    enter("undo");
    EXPECT("Taken back: Dai: g2");
    EXPECT("T2 Dai ▸ ");
    enter("Aki: g2");
    EXPECT("?! ▸ ");
    enter("1");
    EXPECT("T3 Bo ▸ ");
    CHECK(stored("round\nkami 3 5 9\nBo: r9 r3 r10 b1\n? ? ? ?\nAki: g2\n"));
    enter("undo"); /* both lines */
    EXPECT("Everything is as it was before.");
    EXPECT("T2 Dai ▸ ");
    CHECK(stored("round\nkami 3 5 9\nBo: r9 r3 r10 b1\n"));
    enter("Dai: r3");
    EXPECT("impossible (haratama/deck): r3 was played before.");
    EXPECT("line 6: `");
    EXPECT("RETURN takes none.");
    EXPECT("?! ▸ ");
    enter("");
    EXPECT("T2 Dai ▸ ");
    LEAVE();
}

/* … in every game: a stumble, the numbered offers, one taken, and taken back as one. */
static void meant_in_every_game(void)
{
#define VALUES " body=1,2,3,4,5,6 mind=1,2,3,4,5,6 points=3"
    static const struct {
        const char *begin[7], *lines, *wrong, *offer, *then, *back;
    } games[] = {
        {{"table", "tezumashi", "Aki", "Bo", "Chie", "Dai", NULL},
            "deal\nAki: start\nb1 b2 b3 b4\n", "Bo: u3", "1 before it: `? ? ? ?`",
            "T3 (0 1 0 1) Chie ▸ ", "T2 (0 0 0 1) Dai ▸ "},
        {{"table", "needfire", "Aki", "Bo", "Chie", "Dai", NULL},
            "1 2 3\n4 5 6\n7 8 9\n10 11 12\ntake ?\n", "Chie: take ?",
            "1 before it: `Aki: take ?; Bo: take ?`", "Placement 5 Dai", "Placement 2 Aki"},
        {{"table", "hyakumonogatari", "Aki", "Bo", NULL}, "Aki\n?\nnewmoon\n\n", "Aki: draw ?",
            "1 before it: `Bo: altar ?`", "What is drawn back up?", "T1 Bo Which cards are used?"},
        {{"table", "materia", "Aki", "Bo", NULL},
            "Aki A" VALUES "\nB" VALUES "\nC" VALUES "\nD" VALUES "\nAki\n",
            "Bo: attack Aki with B body", "1 before it: `Bo: download`",
            "P2 Aki Which ghost defends?", "P1 Aki What is done?"},
    };
#undef VALUES
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const char *const *b = games[i].begin;
        fresh();
        start(b[0], b[1], b[2], b[3], b[4], b[5], NULL);
        EXPECT("▸ ");
        type_all(games[i].lines);
        enter(games[i].wrong);
        EXPECT("Perhaps you meant");
        EXPECT(games[i].offer);
        EXPECT("?! ▸ ");
        enter("1");
        EXPECT(games[i].then);
        enter("undo");
        EXPECT("Everything is as it was before.");
        EXPECT(games[i].back);
        LEAVE();
    }
}

/* … one of an earlier line, too. */
static void meant_earlier(void)
{
    sit_down();
    type_all("round\nkami 3 5 9\nBo: r9 r3 r10 b1\n");
    enter("Aki: g2");
    EXPECT("3 line 6: `Chie: r9 r3 r10 b1` (R1 T1 Bo)");
    EXPECT("?! ▸ ");
    enter("3");
    EXPECT("Line 6 is now Chie: r9 r3 r10 b1. It was Bo: r9 r3 r10 b1.");
    EXPECT("T2 Bo ▸ ");
    CHECK(stored("round\nkami 3 5 9\nChie: r9 r3 r10 b1\nAki: g2\n"));
    enter("undo");
    EXPECT("Everything is as it was before.");
    EXPECT("T2 Dai ▸ ");
    CHECK(stored("round\nkami 3 5 9\nBo: r9 r3 r10 b1\n"));
    LEAVE();
}

static void impossible_plays(void)
{
    sit_down();
    type_all("round\nkami 2 6 8\nAki: lead\ng5 g1 g2 g4\n");
    enter("g5");
    EXPECT("impossible (haratama/deck): g5");
    EXPECT("T2 Aki ?! ▸ ");
    enter("round");
    EXPECT("impossible (haratama/deck)");
    EXPECT("T2 Aki ▸ ");
    enter("r1 r2 r3 g4"); /* a line counts whole or not at all */
    EXPECT("impossible");
    EXPECT("T2 Aki ?! ▸ ");
    enter("r1 r99");
    EXPECT("cannot be read");
    EXPECT("r99");
    EXPECT("T2 Aki ▸ ");
    enter("r1; r2; bogus");
    EXPECT("cannot be read");
    EXPECT("T2 Aki ▸ ");
    enter("players A B C");
    EXPECT("named already");
    EXPECT("T2 Aki ▸ ");
    enter("r1; game haratama"); /* nor in the middle of a line */
    EXPECT("one record is kept here");
    EXPECT("T2 Aki ▸ ");
    enter("ゲーム haratama");
    EXPECT("one record is kept here");
    EXPECT("T2 Aki ▸ ");
    LEAVE();
    CHECK(stored("round\nkami 2 6 8\nAki: lead\ng5 g1 g2 g4\n"));
}

/* Bo had no red, said the first trick; the second one says otherwise. */
static void proved_later(void)
{
    sit_down();
    type_all("round\nkami 2 6 8\nAki: lead\nr9 p4 r12 r5\n");
    CHECK(strstr(term.seen, "irregular") == NULL);
    enter("Chie: r7 r8 r10 r6");
    EXPECT("irregular (haratama/follow)");
    EXPECT("still held r6");
    EXPECT("▸ ");
    size_t mark = term.mark;
    SAY("g1");
    SAY("undo");
    CHECK(strstr(term.seen + mark, "irregular") == NULL); /* told once */
    enter("why 1");
    EXPECT("haratama/follow");
    EXPECT("Must follow");
    EXPECT("r9 p4 r12 r5");
    EXPECT("▸ ");
    enter("why 7");
    EXPECT("no ruling 7");
    EXPECT("▸ ");
    enter("undo");
    EXPECT("▸ ");
    enter("why");
    EXPECT("Trick 1 is");
    EXPECT("▸ ");
    enter("end");
    EXPECT("Over: again, report, quit? ▸ ");
    enter("end");
    EXPECT("over already");
    EXPECT("▸ ");
    enter("report night.html");
    EXPECT("night.html: written");
    EXPECT("▸ ");
    LEAVE();
    CHECK(shell("grep -q '<html' night.html && rm night.html") == 0);
}

/* ---- games with prompts of their own ----------------------------------------------------- */

static void other_games(void)
{
    fresh();
    start("table", "hyakumonogatari", "Aki", "Bo", NULL);
    EXPECT("who is the parent");
    EXPECT("N0 Who is the parent? ▸ ");
    type_all("Aki: parent\n");
    enter("night");
    EXPECT("N1 T1 Aki Which card is drawn? [nobody tells] ▸ ");
    enter("Aki: draw ?; altar newmoon sun; refill");
    EXPECT("The sun hides the new moon");
    EXPECT("N1 T1 sun 3 Bo Which card is drawn?");
    enter("Bo: draw ?; altar candle; refill");
    EXPECT("N1 T2 sun 2 Aki Which card is drawn?");
    enter("odds candle");
    EXPECT("this game has no odds");
    EXPECT("▸ ");
    enter("leg\t");
    EXPECT("Aki: ");
    EXPECT("▸ ");
    enter("Aki: draw ?; altar granite shade candle candle; refill");
    EXPECT("All six cards lie on the altar");
    EXPECT("▸ ");
    LEAVE();
    start("table", "materia", "Aki", "Bo", NULL);
    EXPECT("the first user and the ghost");
    EXPECT("Draft 1 Who installs first, and which ghost? ▸ ");
    type_all("Aki: install A body=1,2,3,4,5,6\n");
    enter("Bo: install B body=3,3,3,3,3,3");
    EXPECT("Draft 3 Bo Which ghost is installed? ▸ ");
    type_all("install C\ninstall D\n");
    enter("Aki: download");
    EXPECT("P1 Aki What is done?");
    enter("odds attack A body on B");
    EXPECT("18/36 50 %");
    EXPECT("▸ ");
    enter("odds attack A body on D");
    EXPECT("against another user");
    EXPECT("▸ ");
    enter("B"); /* another's ghost: asked about */
    EXPECT("B is Bo's ghost, and Aki acts with it.");
    EXPECT("?! ▸ ");
    enter("Bo A body");
    EXPECT("First what waits: Aki: status B");
    EXPECT("?! ▸ ");
    enter("");
    EXPECT("Taken back");
    enter("Bo A body"); /* taken without a word: as it was understood */
    EXPECT("Aki: attack Bo with A body");
    EXPECT("Which ghost defends? ▸ ");
    LEAVE();
}

/* ---- the table's own words --------------------------------------------------------------- */

static void own_words(void)
{
    sit_down();
    enter("legal");
    EXPECT("legal NAME");
    EXPECT("▸ ");
    type_all("round\nkami 2 6 8\nAki: lead\n");
    enter("legal");
    EXPECT("Aki: r1 r2");
    EXPECT("▸ ");
    enter("legal Nobody");
    EXPECT("Nobody");
    EXPECT("nobody at this table");
    EXPECT("▸ ");
    enter("legal Ch");
    EXPECT("Chie: ");
    EXPECT("▸ ");
    enter("board");
    EXPECT("relics to come");
    EXPECT("▸ ");
    enter("board on");
    EXPECT("▸ ");
    enter("g5");
    EXPECT("relics to come");
    EXPECT("Bo ▸ ");
    SAY("board off");
    enter("odds g5");
    EXPECT("Aki 0 %");
    EXPECT("▸ ");
    enter("odds g6");
    EXPECT("%");
    EXPECT("▸ ");
    enter("odds r99");
    EXPECT("r99");
    EXPECT("not a card of this game");
    EXPECT("▸ ");
    SAY("odds");
    enter("rules follow");
    EXPECT("haratama/follow");
    EXPECT("▸ ");
    enter("rules bogus");
    EXPECT("bogus");
    EXPECT("▸ ");
    enter("rules");
    EXPECT("haratama/deck");
    EXPECT("▸ ");
    enter("help");
    EXPECT("undo");
    EXPECT("quit");
    EXPECT("▸ ");
    enter("UNDO"); /* folded like the language */
    EXPECT("Taken back: g5");
    EXPECT("▸ ");
    enter("ｒｅｄｏ");
    EXPECT("Back again: g5");
    EXPECT("▸ ");
    enter("note \"Dai: \"\"no!\"\" # x\"");
    EXPECT("Bo ▸ ");
    enter("save");
    EXPECT("save FILE");
    EXPECT("▸ ");
    enter("save night.fuda");
    EXPECT("Saved: night.fuda");
    EXPECT("▸ ");
    enter("save night.fuda"); /* never over an existing file */
    EXPECT("night.fuda is there already");
    EXPECT("▸ ");
    enter("save no/such/folder");
    EXPECT("cannot write");
    EXPECT("▸ ");
    LEAVE();
    CHECK(shell("\"$FUDA\" judge night.fuda") == 0);
    CHECK(shell("\"$FUDA\" show 1 | cmp - night.fuda && rm night.fuda") == 0);
    CHECK(stored("round\nkami 2 6 8\nAki: lead\ng5\nnote \"Dai: \"\"no!\"\" # x\"\n"));
}

/* ---- resuming ---------------------------------------------------------------------------- */

static void resume_after(int how)
{
    sit_down();
    type_all("round\nkami 2 6 8\nAki: lead\nr9 p4 r12 r5\n");
    if (how == 0) {
        LEAVE();
    } else if (how == SIGHUP) {
        close(term.slave); /* the window is closed */
        close(term.master);
        term.slave = term.master = -1;
        int status;
        long until = terminal_now() + PATIENCE;
        while (waitpid(term.pid, &status, WNOHANG) == 0 && terminal_now() < until)
            poll(NULL, 0, 5);
        CHECK(terminal_now() < until);
    } else {
        kill(term.pid, how);
        int status = terminal_wait(&term);
        CHECK(WIFSIGNALED(status) || WIFEXITED(status));
        if (how != SIGKILL)
            CHECK(terminal_is_sane(&term));
        terminal_close(&term);
    }
    start("table", NULL);
    EXPECT("unfinished");
    EXPECT("▸ ");
    enter("");
    EXPECT("T2 Chie ▸ ");
    enter("Chie: r7 r8 r10 r6"); /* what was claimed before still counts */
    EXPECT("still held r6");
    EXPECT("▸ ");
    LEAVE();
    CHECK(stored("round\nkami 2 6 8\nAki: lead\nr9 p4 r12 r5\nChie: r7 r8 r10 r6\n"));
}

static void resuming(void)
{
    resume_after(0);
    resume_after(SIGKILL);
    resume_after(SIGTERM);
    resume_after(SIGHUP);
    start("table", NULL); /* no: another game, with the same players */
    EXPECT("unfinished");
    enter("board"); /* neither yes nor no */
    EXPECT("expected yes or no");
    EXPECT("unfinished");
    enter("history"); /* what may be looked at before */
    EXPECT("Aki, Bo, Chie, Dai");
    EXPECT("unfinished");
    enter("standings");
    EXPECT("No finished game");
    EXPECT("unfinished");
    enter("help");
    EXPECT("`history` lists");
    EXPECT("unfinished");
    enter("no");
    CHOOSE_GAME();
    EXPECT("[Aki Bo Chie Dai] ▸ ");
    enter("");
    EXPECT("▸ ");
    SAY("round");
    LEAVE();
    CHECK(shell("\"$FUDA\" history | grep -c '^ *[0-9]'") == 0 && told("2"));
    CHECK(shell("\"$FUDA\" show 2 | tail -n 1") == 0 && told("round"));
}

/* Of several that lie unfinished one is chosen, by the number that `history` gives it. */
static void choosing(void)
{
    sit_down();
    SAY("round; kami 2 6 8");
    LEAVE();
    start("table", "tezumashi", "Eri", "Bo", "Chie", NULL);
    EXPECT("▸ ");
    SAY("note \"x\"");
    LEAVE();
    start("table", NULL);
    EXPECT("Unfinished games lie here:");
    EXPECT("2 ");
    EXPECT("Tezumashi Eri, Bo, Chie");
    EXPECT("1 ");
    EXPECT("Haratama Aki, Bo, Chie, Dai R1 T1");
    EXPECT("another game [2] ▸ ");
    enter("board");
    EXPECT("no record “board”");
    enter("7");
    EXPECT("no record “7”");
    EXPECT("another game [2] ▸ ");
    enter(" １ ");
    EXPECT("R1 T1 Who leads? ▸ ");
    SAY("Aki: lead");
    LEAVE();
    /* RETURN takes the last one, as it does where there is no other */
    start("table", NULL);
    EXPECT("[2] ▸ ");
    enter("");
    EXPECT("▸ ");
    SAY("end");
    LEAVE();
    start("table", NULL); /* the last one was ended: RETURN begins another game */
    EXPECT("R1 T1");
    EXPECT("another game [no] ▸ ");
    enter("");
    EXPECT("Which game? [tezumashi] ▸ ");
    enter("no"); /* asked again until there is such a game */
    EXPECT("“no” is not a game");
    EXPECT("Which game? [tezumashi] ▸ ");
    enter(" ＨＡＲＡＴＡＭＡ ");
    EXPECT("Who sits at the table");
    terminal_type(&term, "\004");
    terminal_wait(&term);
    terminal_close(&term);
    start("table", "1", NULL); /* by its number at once */
    EXPECT("R1 T1 Aki ▸ ");
    CHECK(shell("\"$FUDA\" table </dev/null 2>&1") == 2 && told("nothing to go on with"));
    CHECK(
        shell("\"$FUDA\" table 1 </dev/null 2>&1") == 2 && told("somebody else keeps this record"));
    LEAVE();
    start("table", "4", NULL);
    EXPECT("no record “4”");
    CHECK(WEXITSTATUS(terminal_wait(&term)) == 2);
    terminal_close(&term);
}

/* What was ended, or is over, is not offered again. */
static void the_end(void)
{
    sit_down();
    type_all("round\nkami 2 6 8\nrelics Aki=3 Bo=4 Chie=0 Dai=5\n"
             "round\nkami 1 5 9\nrelics Aki=3 Bo=4 Chie=0 Dai=5\n"
             "round\nkami 3 4 10\n");
    enter("relics Aki=2 Bo=4 Chie=1 Dai=5");
    EXPECT("▸ ");
    enter("round");
    EXPECT("impossible");
    EXPECT("▸ ");
    LEAVE();
    CHECK(shell("\"$FUDA\" standings") == 0 && told("Chie"));
    CHECK(shell("\"$FUDA\" history") == 0 && told("Chie 1 (-10)"));
    start("table", NULL);
    CHOOSE_GAME();
    EXPECT("[Aki Bo Chie Dai] ▸ ");
    enter("");
    EXPECT("▸ ");
    enter("round");
    EXPECT("R1");
    SAY("end");
    enter("round");
    EXPECT("impossible");
    EXPECT("▸ ");
    LEAVE();
    start("table", NULL); /* ended unfinished: there is nothing to go on with */
    CHOOSE_GAME();
    EXPECT("[Aki Bo Chie Dai] ▸ ");
    terminal_type(&term, "\004");
    terminal_wait(&term);
    CHECK(terminal_is_sane(&term));
    terminal_close(&term);
    CHECK(shell("\"$FUDA\" history | grep -c '^ *[0-9]'") == 0 && told("2"));
}

/* ---- asking ------------------------------------------------------------------------------ */

static void campaign_query_for_names(void)
{
    char many[1024] = "", name[400];
    fresh();
    start("table", NULL);
    CHOOSE_GAME();
    EXPECT("Who sits at the table");
    EXPECT("▸ ");
    enter("Aki Bo");
    EXPECT("3 to 4");
    EXPECT("Who sits");
    EXPECT("▸ ");
    enter("Aki aki Bo Chie");
    EXPECT("at the table already");
    EXPECT("▸ ");
    enter("");
    EXPECT("Who sits");
    EXPECT("▸ ");
    enter("Aki \"Bo");
    EXPECT("Who sits");
    EXPECT("▸ ");
    enter("Aki \"\" Bo Chie");
    EXPECT("empty name");
    EXPECT("▸ ");
    for (int i = 0; i < 90; i++)
        snprintf(many + strlen(many), sizeof many - strlen(many), "P%d ", i);
    enter(many);
    EXPECT("Who sits");
    EXPECT("▸ ");
    many[25 * 4] = '\0'; /* more than seats, fewer than words of a statement */
    enter(many);
    EXPECT("Who sits");
    EXPECT("▸ ");
    memset(name, 'x', 300);
    strcpy(name + 300, " Bo Chie");
    enter(name);
    EXPECT("Who sits");
    EXPECT("▸ ");
    enter("Aki Bo Chie; game haratama");
    EXPECT("Who sits");
    EXPECT("▸ ");
    terminal_type(&term, "Aki, \"Mio B\"");
    enter("、千恵, Dai");
    EXPECT("▸ ");
    SAY("round; kami 2 6 8");
    enter("\"Mio B\": lead");
    EXPECT("T1 Mio B ▸ ");
    enter("Mi\tg5"); /* of a name with a space, what can stand without quotes */
    EXPECT("T1 千恵 ▸ ");
    LEAVE();
    CHECK(shell("\"$FUDA\" history") == 0 && told("Aki, Mio B, 千恵, Dai"));
    CHECK(shell("\"$FUDA\" history | grep -c '^ *[0-9]'") == 0 && told("1"));
    start("table", NULL);
    EXPECT("unfinished");
    enter("n");
    CHOOSE_GAME();
    EXPECT("[Aki \"Mio B\" 千恵 Dai] ▸ ");
    terminal_pause(&term);
    terminal_type(&term, "\003"); /* nobody answers */
    CHECK(WIFEXITED(terminal_wait(&term)));
    CHECK(terminal_is_sane(&term));
    terminal_close(&term);
    CHECK(shell("\"$FUDA\" history | grep -c '^ *[0-9]'") == 0 && told("1"));
}

/* What RETURN takes reads as the names that were. */
static void campaign_query_again(void)
{
    fresh();
    start("table", "haratama", "Aki", "Bo;\"x\"", "#Chie", "夜：D", NULL);
    EXPECT("▸ ");
    SAY("end");
    LEAVE();
    start("table", NULL);
    CHOOSE_GAME();
    EXPECT("[Aki \"Bo;\"\"x\"\"\" \"#Chie\" \"夜：D\"] ▸ ");
    enter("");
    EXPECT("▸ ");
    SAY("round");
    LEAVE();
    CHECK(shell("\"$FUDA\" history") == 0 && told("   2  ")
          && told("Aki, Bo;\"x\", #Chie, 夜：D  –"));
}

static void campaign_query_at_the_call(void)
{
    fresh();
    start("table", "haratama", "Aki", "Bo", NULL);
    EXPECT("3 to 4");
    CHECK(WEXITSTATUS(terminal_wait(&term)) == 2);
    terminal_close(&term);
    start("table", "haratamma", "Aki", "Bo", "Chie", NULL);
    EXPECT("haratam");
    CHECK(WEXITSTATUS(terminal_wait(&term)) == 2);
    terminal_close(&term);
    start("table", "haratama", NULL); /* a game alone asks for the names */
    EXPECT("Who sits at the table, clockwise? ▸ ");
    enter("quit");
    CHECK(WEXITSTATUS(terminal_wait(&term)) == 0);
    terminal_close(&term);
    CHECK(shell("\"$FUDA\" table haratama </dev/null 2>&1") == 2
          && told("expected a game and its players"));
    CHECK(shell("\"$FUDA\" history | grep -c '^ *[0-9]'") == 1 && told("0"));
}

static void bare_program(void)
{
    fresh();
    start(NULL); /* in a terminal the table, else help */
    CHOOSE_GAME();
    EXPECT("Who sits at the table");
    EXPECT("▸ ");
    terminal_type(&term, "\004");
    terminal_wait(&term);
    terminal_close(&term);
    CHECK(shell("\"$FUDA\" </dev/null") == 0 && told("Usage"));
}

/* ---- what was typed before --------------------------------------------------------------- */

static void history_file(void)
{
    struct stat about;
    char path[128];
    sit_down();
    SAY("round");
    SAY("kami 2 6 8");
    SAY("note \"千恵\"");
    LEAVE();
    snprintf(path, sizeof path, "%s/state/fuda/history", folder);
    CHECK(stat(path, &about) == 0 && about.st_size > 0);
    CHECK((about.st_mode & 077) == 0); /* nobody else's business */
    start("table", NULL);
    EXPECT("unfinished");
    enter("");
    EXPECT("▸ ");
    terminal_type(&term, "\033[A"); /* up: the answer; up: quit; up: the note */
    terminal_type(&term, "\033[A");
    enter("");
    EXPECT("▸ ");
    int status = -1;
    if (waitpid(term.pid, &status, WNOHANG) == 0) {
        LEAVE();
    } else {
        terminal_close(&term);
    }
    CHECK(stored("round\nkami 2 6 8\nnote \"千恵\"\nnote \"千恵\"\n"));
}

/* ---- foreign bytes ----------------------------------------------------------------------- */

static void foreign_bytes(void)
{
    fresh();
    CHECK(shell("printf 'round\\nnote \"a\\033[2J\\033]0;x\\007b\"\\nkami 2 6 8\\n' |"
                " \"$FUDA\" table haratama Aki Bo Chie 2>/dev/null")
          == 2);
    /* the line with controls was not kept, the others were */
    CHECK(stored("round\nkami 2 6 8\n"));
    fresh();
    start("table", "haratama", "A\033]0;x\007", "Bo", "Chie", NULL);
    enter("quit");
    terminal_wait(&term);
    CHECK(!term.steered);
    terminal_close(&term);
}

/*
 * Names written from right to left stand isolated on a terminal, alone in the prompt, and nowhere
 * else.
 */
static void right_to_left(void)
{
    fresh();
    start("table", "haratama", "אבי", "شاهين", "Bo", NULL);
    EXPECT("▸ ");
    SAY("3 7 10");
    SAY("אבי: lead");
    SAY("r9");
    enter("board");
    EXPECT("\u2068אבי\u2069");
    LEAVE();
    CHECK(strstr(term.seen, "\u2068\u2068") == NULL);
    CHECK(strstr(term.seen, "\u2069 ▸") == NULL);
    CHECK(
        shell("\"$FUDA\" show 1; \"$FUDA\" history; \"$FUDA\" board 2>&1") >= 0 && !told("\u2068"));
}

/* A terminal that can do nothing, and one that is not known. */
static void poor_terminals(void)
{
    static const char *const names[] = {"dumb", "", "no-such-terminal"};
    for (int i = 0; i < 3; i++) {
        setenv("TERM", names[i], 1);
        sit_down();
        SAY("round");
        SAY("kami 2 6 8");
        LEAVE();
        CHECK(stored("round\nkami 2 6 8\n"));
    }
    setenv("TERM", "xterm", 1);
}

/* ---- two tables -------------------------------------------------------------------------- */

static void two_tables(void)
{
    sit_down();
    SAY("round");
    CHECK(shell("echo 'kami 2 6 8' | \"$FUDA\" table 2>&1") == 2);
    CHECK(told("somebody else keeps this record") && told("process"));
    CHECK(shell("echo round | \"$FUDA\" table haratama X Y Z 2>&1") == 0);
    SAY("kami 2 6 8");
    LEAVE();
    CHECK(shell("\"$FUDA\" history | grep -c '^ *[0-9]'") == 0 && told("2"));
    CHECK(stored("round\nkami 2 6 8\n"));
}

/* What is asked is explained at a terminal, with what RETURN says. */
static void game_from_a_file(void)
{
    fresh();
    start("table", "Oh Hell", "Aki", "Bo", "Chie", NULL);
    EXPECT("RETURN");
    EXPECT("the next deal begins");
    EXPECT("▸ ");
    enter("");
    EXPECT("Which card is turned up?");
    enter("h5");
    EXPECT("How many tricks does each player bid?");
    enter("3 3 3");
    EXPECT("D1 T1 Bo ");
    enter("c7 h2 ck");
    EXPECT("1 is Chie's: tricks 1");
    LEAVE();
}

int main(void)
{
    static const struct prompt_test tests[] = {
        {"a game from a file", game_from_a_file},
        {"a whole round", whole_round},
        {"completion", completion},
        {"completion of a hand", completion_of_a_hand},
        {"undo and redo", undo_and_redo},
        {"control keys", control_keys},
        {"suspending", suspending},
        {"paste", paste},
        {"resize", resize},
        {"Japanese names", japanese_names},
        {"in Japanese", in_japanese},
        {"irregular plays", irregular_plays},
        {"impossible plays", impossible_plays},
        {"meant so", meant_so},
        {"meant in every game", meant_in_every_game},
        {"meant earlier", meant_earlier},
        {"proved later", proved_later},
        {"other games", other_games},
        {"narrow prompts", narrow_prompts},
        {"own words", own_words},
        {"resuming", resuming},
        {"choosing", choosing},
        {"the end", the_end},
        {"asking for names", campaign_query_for_names},
        {"asking again", campaign_query_again},
        {"asking at the call", campaign_query_at_the_call},
        {"the bare program", bare_program},
        {"history", history_file},
        {"foreign bytes", foreign_bytes},
        {"right to left", right_to_left},
        {"poor terminals", poor_terminals},
        {"two tables", two_tables},
    };
    return prompt_tests(tests, sizeof tests / sizeof *tests);
}
