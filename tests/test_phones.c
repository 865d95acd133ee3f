/*
 * Phones at the table: cards are tapped while somebody types; the record, the screen and the
 * answers are looked at.
 */
#include "phones.h"

static void taps_all(const char *cards, int first)
{
    char card[8];
    for (int seat = first; sscanf(cards, "%7s", card) == 1; seat = (seat + 1) % 4) {
        TAP(seat, card, "taken");
        cards += strspn(cards, " ") + strlen(card);
    }
}

static void kill_it(void) { CHECK(shell("kill -KILL -$(cat \"$FAKE/pid\")") == 0); }

/* ---- tests ------------------------------------------------------------------------------- */

/* The first round of a night, a tap a card: the score is what it is where the lines were typed. */
static void a_round_by_taps(void)
{
    static const char *const rows[] = {"g5 g1 g2 g4", "g9 r6 g7 g8", "r8 r5 r4 r7",
        "r11 p10 r2 r10", "g13 p8 g11 g10", "p12 p5 p11 p6", "g12 b10 b13 g6", "b1 b3 p2 b6",
        "r3 b2 r1 r12", "p1 p4 b12 p3", "g3 b9 r9 r13", "b11 b8 b7 p9"};
    sit_down_with_phones();
    TAP(0, "2 6 8", "taken");
    HEARS("Who leads?");
    TAP(1, "Aki", "taken");
    EXPECT("Aki: lead");
    taps_all(rows[0], 0);
    HEARS("\"laid\":{\"table\":{\"round\":1,\"trick\":2,");
    HEARS("\"last\":{\"cards\":[{\"seat\":0,\"card\":{\"token\":\"g5\",\"en\":\"g5\",\"ja\":"
          "\"緑5\",\"suit\":\"g\",\"rank\":5}}");
    for (size_t i = 1; i < sizeof rows / sizeof *rows; i++)
        taps_all(rows[i], 0);
    HEARS("\"rows\":1");
    HEARS("\"last_score\":{");
    LEAVE();
    CHECK(shell("sed -n '3,/^note/p' \"$TOP/tests/night.fuda\" >\"$FAKE/typed\"; \"$FUDA\" show 1 "
                ">\"$FAKE/tapped\"; for f in typed tapped; do \"$FUDA\" score --json \"$FAKE/$f\" "
                "| jq -c '.games[0].rounds[0]'; done | uniq | wc -l")
          == 0);
    CHECK_TEXT(shell_out, "1\n");
}

/* Whatever was half typed stays, and is then taken. */
static void typing_goes_on(void)
{
    sit_down_with_phones();
    TAP(0, "2 6 8", "taken");
    TAP(0, "Aki", "taken");
    terminal_pause(&term);
    terminal_type(&term, "p1");
    terminal_pause(&term);
    TAP(0, "p11", "taken");
    EXPECT("Aki’s phone: p11");
    EXPECT("p1");
    terminal_type(&term, "2\r");
    EXPECT("R1 T1 Chie");
    CHECK(stored("round; kami 2 6 8\nAki: lead\np11\np12\n"));
    LEAVE();
}

static void doubts_are_asked_in_both_places(void)
{
    sit_down_with_phones();
    TAP(0, "2 6 8", "taken");
    TAP(0, "Aki", "taken");
    terminal_pause(&term);
    enter("Bo: show r5");
    HEARS("\"en\":\"Bo: show r5\"");
    TAP(0, "r9", "taken");
    TAP(1, "g4", "doubt");
    EXPECT("irregular (haratama/follow)");
    EXPECT("?! ▸");
    HEARS("{\"put\":\"doubt\",\"value\":{\"id\":1,\"guest\":\"G1\"");
    TAP(2, "! 1", "busy"); /* not the one who is asked */
    TAP(2, "r3", "busy");
    TAP(1, "? 1", "taken");
    EXPECT("Taken back.");
    HEARS("{\"put\":\"doubt\",\"value\":null}");
    TAP(1, "g4", "doubt");
    terminal_pause(&term);
    terminal_type(&term, "\r"); /* the laptop answers first */
    EXPECT("Taken back.");
    HEARS("\"outcome\":\"refused\",\"en\":[\"Taken back.\"]");
    TAP(1, "! 2", "busy"); /* too late */
    TAP(1, "g4", "doubt");
    TAP(1, "! 3", "taken");
    EXPECT("R1 T1 Chie");
    CHECK(stored("round; kami 2 6 8\nAki: lead\nBo: show r5\nr9\ng4 !\n"));
    TAP(2, "Dai: r3", "doubt"); /* what it may have been is a button each */
    HEARS("\"say\":\"! 4 1\"");
    TAP(2, "! 4 1", "taken");
    HEARS("{\"put\":\"doubt\",\"value\":null}");
    LEAVE();
}

/*
 * What was not taken may have been another line: its phone hears which, and says that like any
 * other.
 */
static void refused_taps_are_offered_others(void)
{
    sit_down_with_phones();
    TAP(0, "2 6 8", "taken");
    TAP(0, "Aki", "taken");
    TAP(0, "r9", "taken");
    TAP(0, "Aki: r7", "refused");
    HEARS("\"perhaps\":[{\"say\":\"Bo: r7\",\"text\":{\"en\":\"Bo: r7\",\"ja\":\"Bo: 赤7\"}}");
    TAP(0, "Bo: r7", "taken");
    TAP(1, "nonsense", "refused");
    HEARS("\"perhaps\":[]}");
    CHECK(stored("round; kami 2 6 8\nAki: lead\nr9\nBo: r7\n"));
    LEAVE();
}

static void undo_and_redo(void)
{
    sit_down_with_phones();
    TAP(0, "2 6 8", "taken");
    TAP(0, "Aki", "taken");
    TAP(0, "r9", "taken");
    TAP(3, "undo", "taken");
    EXPECT("Taken back: r9");
    HEARS("\"undone\":true");
    TAP(3, "redo", "taken");
    EXPECT("Back again: r9");
    TAP(3, "undo", "taken");
    TAP(3, "取り消し", "taken");
    TAP(3, "取り消し", "taken");
    TAP(3, "取り消し", "refused");
    CHECK(stored(""));
    LEAVE();
}

/*
 * Where a game is over one tap begins another one with the same people; while it is not, none does.
 */
static void another_game_by_one_tap(void)
{
    sit_down_with_phones();
    TAP(1, "2 6 8", "taken");
    TAP(1, "again", "refused");
    TAP(0, "Aki", "taken");
    enter("end");
    HEARS("\"ask\":{\"en\":\"Another game?\"");
    HEARS("\"line\":\"again\"");
    TAP(0, "game needfire", "refused");
    TAP(1, "again", "taken");
    EXPECT("Another game begins, with the same people.");
    HEARS("\"over\":false");
    HEARS("\"lines\":[]");
    TAP(1, "2 6 9", "taken");
    CHECK(shell("\"$FUDA\" show 2") == 0);
    CHECK(strstr(shell_out, "kami 2 6 9") != NULL && strstr(shell_out, "kami 2 6 8") == NULL);
    CHECK(strstr(shell_out, "Aki Bo Chie Dai") != NULL);
    CHECK(shell("\"$FUDA\" show 1") == 0);
    CHECK(strstr(shell_out, "end") != NULL);
    LEAVE();
}

/*
 * Both saw the same table: the second one means another, and is told so, unless it says whose card
 * it is.
 */
static void two_at_once_are_put_in_order(void)
{
    sit_down_with_phones();
    TAP(0, "2 6 8", "taken");
    TAP(0, "Aki", "taken");
    HEARS("{\"put\":\"table\",\"value\":{\"serial\":");
    const long serial = strtol(heard.at + heard.mark, NULL, 10);
    char more[32];
    snprintf(more, sizeof more, ",\"serial\":%ld", serial);
    tap_with(0, "r9", more);
    tap_with(2, "r9", more);
    tap_with(1, "Bo: r3", more);
    HEARS("\"outcome\":\"taken\"");
    HEARS("\"outcome\":\"busy\"");
    HEARS("\"outcome\":\"taken\"");
    EXPECT("R1 T1 Chie");
    CHECK(stored("round; kami 2 6 8\nAki: lead\nr9\nBo: r3\n"));
    LEAVE();
}

/*
 * A finger that touches twice, before the answer came or just after it, and two phones that answer
 * one question.
 */
static void one_answer_is_entered_once(void)
{
    sit_down_with_phones();
    TAP(0, "2 6 8", "taken");
    HEARS("{\"put\":\"table\",\"value\":{\"serial\":");
    char more[32];
    snprintf(more, sizeof more, ",\"serial\":%ld", strtol(heard.at + heard.mark, NULL, 10));
    tap_with(0, "Aki: lead", more);
    tap_with(0, "Aki: lead", "");
    tap_with(2, "Aki: lead", more);
    HEARS("\"outcome\":\"taken\"");
    for (int i = 0; i < 2; i++) {
        HEARS("\"outcome\":\"busy\"");
        HEARS("entered only once");
    }
    TAP(0, "undo", "taken");
    TAP(0, "Aki: lead", "taken"); /* said again, as it was taken back */
    CHECK(stored("round; kami 2 6 8\nAki: lead\n"));
    LEAVE();
}

/*
 * Two phones that answer one question, each with another player: one of them is entered, and the
 * other one is told.
 */
static void who_is_answered_once(void)
{
    static const char *const others[] = {"Bo: lead", "Chie: lead", "Bo", "Chie: r9"};
    sit_down_with_phones();
    TAP(0, "2 6 8", "taken");
    HEARS("{\"put\":\"table\",\"value\":{\"serial\":");
    char more[32];
    snprintf(more, sizeof more, ",\"serial\":%ld", strtol(heard.at + heard.mark, NULL, 10));
    tap_with(0, "Aki: lead", more);
    for (int i = 0; i < 4; i++)
        tap_with(1 + i % 3, others[i], more);
    HEARS("\"outcome\":\"taken\"");
    for (int i = 0; i < 4; i++) {
        HEARS("\"outcome\":\"busy\"");
        HEARS("Somebody was faster");
    }
    CHECK(stored("round; kami 2 6 8\nAki: lead\n"));
    LEAVE();
}

/*
 * Where nothing is drawn, `serve` says the address and the code; nobody's phone is named twice, and
 * none that has gone.
 */
static void serve_in_plain_words(void)
{
    static const char *const blocks[] = {"▀", "▄", "█", "?k=KEY"};
    const char *const plain[][2] = {{"NO_COLOR", "1"}, {"TERM", "dumb"}};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        setenv(plain[i][0], plain[i][1], 1);
        sit_down_with_phones();
        for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++)
            check(strstr(term.seen, blocks[k]) == NULL, "%s is not drawn", blocks[k]);
        LEAVE();
        unsetenv("NO_COLOR");
        setenv("TERM", "xterm", 1);
    }
    sit_down_with_phones();
    say("{\"at\":\"guest\",\"guest\":\"A1\",\"seat\":0,\"state\":\"here\"}");
    say("{\"at\":\"guest\",\"guest\":\"A2\",\"seat\":0,\"state\":\"here\"}");
    say("{\"at\":\"guest\",\"guest\":\"B1\",\"seat\":1,\"state\":\"here\"}");
    say("{\"at\":\"guest\",\"guest\":\"B1\",\"seat\":1,\"state\":\"gone\"}");
    say("{\"at\":\"listening\",\"address\":\"127.0.0.1\",\"port\":8765,\"url\":\"http://"
        "127.0.0.1:8765/?k=KEY\",\"code\":\"K7P3QX\",\"others\":[]}");
    EXPECT("Bo has a phone");
    terminal_pause(&term);
    enter("serve");
    EXPECT("No phone can reach it");
    EXPECT("Phones here: Aki; watching: 0");
    LEAVE();
}

/*
 * It dies in the middle: the table says so, starts it again with its guests, and plays no tap
 * twice.
 */
static void a_crash_costs_nothing(void)
{
    sit_down_with_phones();
    TAP(0, "2 6 8", "taken");
    TAP(0, "Aki", "taken");
    kill_it();
    EXPECT("The phones are cut off for now, and will be back: the program fuda-serve has died");
    SAY("r9");
    HEARS("{\"put\":\"keep\",\"state\":\"guests and keys\"}");
    HEARS("{\"put\":\"words\"");
    HEARS("\"text\":{\"en\":\"r9\"");
    dprintf(to_fuda,
        "{\"at\":\"say\",\"guest\":\"G0\",\"seat\":0,\"id\":\"tap-%d\",\"line\":\"Aki\"}\n", taps);
    HEARS("\"outcome\":\"taken\"");
    TAP(1, "r3", "taken");
    CHECK(stored("round; kami 2 6 8\nAki: lead\nr9\nr3\n"));
    LEAVE();
}

static void hostile_lines_do_nothing(void)
{
    static const char *const words[] = {"save x.fuda", "quit", "camera http://h/", "serve off",
        "serve out Aki", "fix 4 r1", "board", "save", "\\t", "pack \\\"/etc/passwd\\\"",
        "round デッキ x", "note \\\"a\\\"; pack x", "game materia", "players A B", "hand @",
        "Aki: show @", "", "  "};
    char long_line[3000];
    sit_down_with_phones();
    TAP(0, "2 6 8", "taken");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], "\\t") != 0)
            TAP(0, words[i], "refused");
    say("{\"at\":\"say\",\"guest\":\"G0\",\"seat\":0,\"id\":\"x1\",\"line\":\"note "
        "\\\"\\u001b[2J\\\"\"}");
    EXPECT("said something that is not understood");
    memset(long_line, 'r', sizeof long_line - 1);
    long_line[sizeof long_line - 1] = '\0';
    tap_with(0, long_line, "");
    say("{\"at\":\"fire\"}");
    say("{\"at\":7,\"line\":[]}");
    say("{\"at\":\"say\"}");
    say("{\"at\":\"say\",\"guest\":\"../../x\",\"id\":\"y\",\"line\":\"r9\"}");
    say("{\"at\":\"say\",\"guest\":\"G0\",\"seat\":99,\"id\":\"tap tap\",\"line\":\"r9\"}");
    say("{\"at\":\"guest\",\"guest\":\"G9\",\"seat\":-7,\"state\":{}}");
    say("{\"at\":\"listening\",\"address\":\"\\u001b]0;x\\u0007\",\"port\":\"y\",\"others\":{}}");
    say("{\"at\":\"page\",\"id\":1,\"path\":\"/record/../../etc/"
        "passwd\",\"query\":{\"at\":\"-1\"}}");
    HEARS("\"put\":\"page\",\"id\":1,\"status\":404");
    TAP(1, "Bo", "taken");
    say("no JSON at all");
    EXPECT("talks nonsense");
    HEARS("{\"put\":\"keep\"");
    TAP(1, "r9", "taken");
    for (int i = 0; i < 100; i++)
        tap_with(3, "undo me", "");
    HEARS("\"outcome\":\"busy\",\"en\":[\"That was too fast");
    CHECK(stored("round; kami 2 6 8\nBo: lead\nr9\n"));
    LEAVE();
}

/*
 * … by what others tap, either: what they see of it, and the laptop's screen, has none of these
 * cards.
 */
static void others_taps_show_no_hand(void)
{
    sit_down_with_phones();
    TAP(1, "Bo: hand r13 r7 b5 g12 g1 p1 p2 p3 p4 p6 p9 p10 zz", "refused");
    EXPECT("Bo’s phone: …");
    EXPECT("the phone it came from is told why");
    TAP(1, "Bo: hand r13 r7 b5 g12 g1 p1 p2 p3 p4 p6 p9 p10 p10", "refused");
    TAP(0, "2 6 8", "taken");
    TAP(1, "Bo: hand r13 r7 b5 g12 g1 p1 p2 p3 p4 p6 p9 p10 p13", "taken");
    TAP(0, "undo", "taken");
    EXPECT("Taken back: Bo: hand ? ?");
    TAP(0, "redo", "taken");
    EXPECT("Back again: Bo: hand ? ?");
    TAP(1, "Bo: r9", "refused");
    HEARS("given the cards that you entered");
    /* blue 5 leads, and is known by that hand alone */
    TAP(1, "p1", "taken");
    /* one of Bo's: it yields, and Bo alone is told */
    TAP(2, "p13", "taken");
    CHECK(ever_heard("{\"put\":\"said\",\"to\":\"G1\",\"value\":{\"id\":\"hand\""));
    TAP(2, "undo", "taken");
    CHECK(stored("round; kami 2 6 8\nBo: hand r13 r7 b5 g12 g1 p1 p2 p3 p4 p6 p9 p10 ?\np1\n"));
    CHECK(strstr(term.seen, "r13") == NULL && strstr(term.seen, "p10") == NULL);
    LEAVE();
}

/* ---- somebody who wants to know a hand ----------------------------------------------------- */

enum { SPIES = 40, TAPS_EACH = 5, SEATS_MOST = 4 };

/*
 * What Bo hides in two worlds, and what spies try: of a form %n stands for a name, %c for a card,
 * %h for a hand, %k for a number.
 */
static const struct hiding {
    const char *what, *seats[SEATS_MOST], *typed[8], *hidden[2], *cards, *forms;
    unsigned hand; /* cards of one that a spy makes up */
} hidings[] = {
    {"haratama", {"Aki", "Bo", "Chie", "Dai"}, {"round; kami 2 6 8"},
        {"hand r13 r7 b5 g12 g1 p1 p2 p3 p4 p6 p9 p10 p13",
            "hand r1 r2 b5 b13 b12 g3 g5 g8 g9 p5 p8 p11 p12"},
        "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 g1 "
        "g2 g3 g4 g5 g6 g7 g8 g9 g10 g11 g12 g13 p1 p2 p3 p4 p5 p6 p7 p8 p9 p10 p11 p12 p13",
        "%n: show %c|undo|redo|%n: lead|%n: hand %h|%n: pass %c %c|%n: %c|%c|%c|%c ?|? ?", 13},
    {"haratama, a pass", {"Aki", "Bo", "Chie", "Dai"}, {"round; kami 2 6 8"},
        {"pass p1 r13", "pass g1 p7"}, "r1 r7 r13 b1 b5 b6 b13 g1 g7 g12 p1 p7 p13",
        "%n: show %c|undo|redo|%n: lead|%n: hand %h|%n: pass %c %c|%n: %c|%c|%n: fox", 13},
    {"tezumashi", {"Aki", "Bo", "Chie", "Dai"}, {"deal"},
        {"hand b1 b2 b3 u4 u5 w6 w7 ? ? ? ? ?", "hand b1 b2 u3 u4 u5 w6 r7 ? ? ? ? ?"},
        "b1 b2 b3 b4 b9 u1 u3 u4 u5 u9 w1 w6 w7 w9 r1 r5 r7 r9",
        "%n: show %c|undo|redo|%n: start|%n: hand %h|%n: choose minus b|%n: %c|%c|%c|%n: trick "
        "%k|deal|tricks %n=%k",
        12},
    {"needfire", {"Aki", "Bo", "Chie"},
        {"Aki: row h1+h17+f23", "Bo: row h5", "Chie: row h20", "Aki: hand"},
        {"hand f14 h14 ?", "hand f15 f2 ?"}, "h1 h5 h14 h15 h17 h20 h26 f2 f14 f15 f23",
        "%n: show %c|undo|redo|%n: hand %h|battle|%n: ignite %c|%n: guard %c discard|%n: discard "
        "%c|%n: wound %c %c ?|%n: row %c+%c|%n: react %c|%n: take %c|%c|%c %c",
        3},
    {"hyakumonogatari", {"Aki", "Bo"}, {"Aki: parent; night"},
        {"hand seal fox ink mirror", "hand seal doll candle mirror"},
        "seal fox ink mirror doll candle granite shade newmoon sun curse effigy lantern blood",
        "%n: show %c|undo|redo|%n: hand %h|%n: draw %c|%n: draw ?|%n: altar %c %c|%n: altar %c; "
        "refill|%n: discard %c|%n: refill|%n: refill %c|%n: reverse %c; refill|%c|%c|end",
        4},
    {"materia", {"Aki", "Bo", "Chie"},
        {"position", "Aki: install A1 body=1,2,3,4,5,6 mind=6,5,4,3,2,1 points=3",
            "Bo: install B1 body=1,2,3,4,5,6 mind=6,5,4,3,2,1 points=3",
            "Chie: install C1 body=1,2,3,4,5,6 mind=6,5,4,3,2,1 points=3"},
        {"hand Rain Eve ?", "hand Fox Sun ?"}, "Rain Eve Fox Sun A1 B1 C1",
        "%n: show %c|undo|redo|%n: hand %h|%n: download|%n: trash %c|%n: set %c|%n: open %c|%n: "
        "event %c|%n: attack %n with %c body|%n: defend %c|dice %k %k|%n: install %c|%c",
        3},
    {"hyakumonogatari, a refill", {"Aki", "Bo"},
        {"Aki: parent; night", "Aki: draw ?; discard fox; refill", "Bo: draw ?; discard seal"},
        {"refill ink", "refill mirror"},
        "seal fox ink mirror doll candle granite shade newmoon sun curse effigy lantern blood",
        "%n: show %c|undo|redo|%n: hand %h|%n: draw %c|%n: draw ?|%n: altar %c %c|%n: altar %c; "
        "refill|%n: discard %c|%n: refill|%n: refill %c|%n: reverse %c; refill|! %k|%c|%c|end",
        4},
};

/* The n-th word of words with single blanks between them; how many there are, if n is beyond. */
static unsigned word_at(const char *words, unsigned n, const char **word, size_t *length)
{
    unsigned at = 0;
    for (; *words != '\0'; at++, words += strcspn(words, " "), words += *words == ' ')
        if (at == n) {
            *word = words;
            *length = strcspn(words, " ");
        }
    return at;
}

static size_t put_card(const struct hiding *h, unsigned n, char *at, size_t room)
{
    const char *card = "";
    size_t length = 0;
    const unsigned count = word_at(h->cards, UINT32_MAX, &card, &length);
    word_at(h->cards, n % count, &card, &length);
    return (size_t)snprintf(at, room, "%.*s", (int)length, card);
}

/*
 * What a spy tries: cards as plays of everybody's, shown, as hands; and to take back what was said.
 */
static void spied(const struct hiding *h, unsigned seats, char *line, size_t size)
{
    const char *form = h->forms;
    unsigned forms = 1;
    for (const char *at = form; *at != '\0'; at++)
        forms += *at == '|';
    for (unsigned skip = chance(forms); skip > 0; skip--)
        form = strchr(form, '|') + 1;
    size_t length = 0;
    for (; *form != '\0' && *form != '|' && length + 1 < size; form++) {
        char *at = line + length;
        const size_t room = size - length;
        if (*form != '%') {
            *at = *form;
            length++;
            continue;
        }
        const unsigned first = chance(64);
        switch (*++form) {
        case 'n': length += (size_t)snprintf(at, room, "%s", h->seats[first % seats]); break;
        case 'k': length += (size_t)snprintf(at, room, "%u", first % 9); break;
        case 'c': length += put_card(h, first, at, room); break;
        default:
            for (unsigned i = 0; i < h->hand; i++) {
                length += put_card(h, first + i * 5, line + length, size - length);
                length += (size_t)snprintf(line + length, size - length, "%s",
                    i + 1 < h->hand ? " " : "");
            }
        }
    }
    line[length] = '\0';
}

/* Until the laptop's screen has said its part and waits again. */
static void prompted_within(size_t before, long patience)
{
    static const char prompt[] = "▸ ";
    const size_t size = sizeof prompt - 1;
    for (long until = terminal_now() + patience; terminal_now() < until; terminal_read(&term, 2))
        if (term.length > before && term.length >= size
            && memcmp(term.seen + term.length - size, prompt, size) == 0)
            return;
}

static void prompted(size_t before) { prompted_within(before, PATIENCE); }

/* … and before that these words: an earlier prompt, seen late, is not taken for that one. */
static void prompted_behind(size_t before, const char *words)
{
    const char *found = NULL;
    for (long until = terminal_now() + PATIENCE; found == NULL && terminal_now() < until;
         terminal_read(&term, 2))
        found = strstr(term.seen + before, words);
    check(found != NULL, "the screen says: %s", words);
    prompted(found != NULL ? (size_t)(found - term.seen) : before);
}

static char taken_last[400]; /* said again soon it would be an echo, by the clock */

/* What the answer to the last tap offers first, as it is to be said; false: nothing. */
static bool offered(char *line, size_t size)
{
    const char *from = heard.at + heard.mark, *say = strstr(from, "\"say\":\"");
    if (say == NULL || say > strchr(from, '\n'))
        return false;
    say += strlen("\"say\":\"");
    size_t length = 0;
    for (; *say != '"' && length + 1 < size; say += 1 + (*say == '\\'))
        line[length++] = say[*say == '\\'];
    line[length] = '\0';
    return true;
}

static unsigned offers_seen; /* to spies */

/* A doubt let stand or taken back, or what it may have been taken. */
static void settle(int spies, int seat, char word, long id, const char *nth)
{
    char answer[64];
    dprintf(to_fuda,
        "{\"at\":\"say\",\"guest\":\"S%d\",\"seat\":%d,\"id\":\"tap-%d\",\"line\":\"%c %ld%s\"}\n",
        spies, seat, ++taps, word, id, nth);
    snprintf(answer, sizeof answer, "\"id\":\"tap-%d\",\"outcome\":\"", taps);
    check(hears(answer), "the doubt %ld is settled", id);
}

/*
 * A tap of a spy in some seat, Bo's too, and what it comes to; a doubt is let stand or not, what is
 * offered taken or not.
 */
static void spy(int spies, int seats, const char *line, bool asks)
{
    char answer[64], meant[400] = "";
    const int seat = spies % (seats + 1) - 1;
    size_t before = term.length;
    dprintf(to_fuda,
        "{\"at\":\"say\",\"guest\":\"S%d\",\"seat\":%d,\"id\":\"tap-%d\",\"line\":\"%s\"}\n", spies,
        seat, ++taps, line);
    snprintf(answer, sizeof answer, "\"id\":\"tap-%d\",\"outcome\":\"", taps);
    check(hears(answer), "`%s` comes to something", line);
    if (asks && strncmp(heard.at + heard.mark, "waits", 5) == 0) {
        prompted_behind(before, "turns it down.");
        before = term.length;
        terminal_type(&term, "\r");
        check(hears(answer), "`%s` comes to something, asked", line);
    }
    if (strncmp(heard.at + heard.mark, "busy", 4) == 0) {
        /* the screen tells nothing of it, but may be drawn anew */
        prompted_within(before, 50);
        return;
    }
    if (strncmp(heard.at + heard.mark, "refused", 7) == 0 && offered(meant, sizeof meant)) {
        offers_seen++;
        if (chance(2) == 0)
            meant[0] = '\0';
    }
    if (strncmp(heard.at + heard.mark, "taken", 5) == 0
        || strncmp(heard.at + heard.mark, "doubt", 5) == 0)
        snprintf(taken_last, sizeof taken_last, "%s", line);
    if (strncmp(heard.at + heard.mark, "doubt", 5) == 0
        && hears("{\"put\":\"doubt\",\"value\":{\"id\":")) {
        const long id = strtol(heard.at + heard.mark, NULL, 10);
        const bool takes = chance(3) == 0;
        prompted_behind(before, "takes it back.");
        before = term.length;
        if (takes) {
            settle(spies, seat, '!', id, " 1");
            prompted_within(before, 50);
        }
        const bool refused = strncmp(heard.at + heard.mark, "busy", 4) == 0;
        before = refused ? term.length : before;
        if (!takes || refused)
            settle(spies, seat, "!?"[chance(2)], id, "");
    }
    prompted(before);
    if (meant[0] != '\0' && strcmp(meant, line) != 0 && strcmp(meant, taken_last) != 0)
        spy(spies, seats, meant, asks);
}

/*
 * All that anybody but Bo was sent, and what the laptop's screen showed from there on; the caller's
 * to free.
 */
static char *all_seen(size_t from)
{
    char *all = malloc(heard.length + term.length + 2);
    const char *const to_bo = "{\"put\":\"said\",\"to\":\"G1\"", *const ping = "{\"do\":\"ping\"";
    size_t length = 0;
    if (all == NULL)
        abort();
    for (const char *at = heard.at; at != NULL && *at != '\0';
         at += strcspn(at, "\n") + (at[strcspn(at, "\n")] != '\0'))
        if (strncmp(at, to_bo, strlen(to_bo)) != 0 && strncmp(at, ping, strlen(ping)) != 0) {
            memcpy(all + length, at, strcspn(at, "\n") + 1);
            length += strcspn(at, "\n") + 1;
        }
    memcpy(all + length, term.seen + from, term.length - from);
    all[length + term.length - from] = '\0';
    return all;
}

static char *spied_on(const struct hiding *h, const char *hidden, const char *word, uint64_t seed)
{
    char line[400], game[32];
    const bool asks = strcmp(word, "serve ask") == 0;
    int seats = 0;
    while (seats < SEATS_MOST && h->seats[seats] != NULL)
        seats++;
    snprintf(game, sizeof game, "%.*s", (int)strcspn(h->what, ","), h->what);
    heard_nothing();
    fresh();
    start("table", game, "--serve", "Aki", "Bo", seats > 2 ? h->seats[2] : NULL,
        seats > 3 ? h->seats[3] : NULL, NULL);
    EXPECT("K7P3QX");
    EXPECT("▸ ");
    HEARS("{\"put\":\"table\"");
    chance_begin(seed);
    taps = 0;
    for (size_t i = 0; i < sizeof h->typed / sizeof *h->typed && h->typed[i] != NULL; i++) {
        enter(h->typed[i]);
        EXPECT("▸ ");
    }
    enter(word);
    EXPECT("▸ ");
    if (asks)
        HEARS("\"phones\":\"ask\"");
    terminal_pause(&term);
    const size_t from = term.length;
    snprintf(line, sizeof line, "Bo: %s", hidden);
    TAP(1, line, asks ? "waits" : "taken");
    if (asks)
        enter("");
    HEARS("?");
    terminal_pause(&term);
    taken_last[0] = '\0';
    for (int i = 0; i < SPIES * TAPS_EACH; i++) {
        do
            spied(h, (unsigned)seats, line, sizeof line);
        while (strcmp(line, taken_last) == 0);
        spy(i % SPIES, seats, line, asks);
    }
    terminal_pause(&term);
    heard_read();
    char *seen = all_seen(from);
    LEAVE();
    return seen;
}

/*
 * Two worlds, the same 200 taps: whoever is not Bo sees the same, byte for byte, on every screen;
 * where others are asked, too.
 */
static void no_hand_is_guessed(void)
{
    const uint64_t seed = number_from("SEED", 17);
    static const char *const words[] = {"board on", "serve ask"};
    enum { CASES = sizeof hidings / sizeof *hidings };
    for (unsigned i = 0; i < CASES + 1; i++) {
        const struct hiding *h = &hidings[i % CASES];
        const char *word = words[(i + i / CASES + seed) % 2];
        char *one = spied_on(h, h->hidden[0], word, seed + i),
             *other = spied_on(h, h->hidden[1], word, seed + i);
        size_t at = 0;
        while (one[at] != '\0' && one[at] == other[at])
            at++;
        const size_t from = at > 200 ? at - 200 : 0;
        check(one[at] == other[at], "%s, %s: the same is seen up to %zu: %.400s\n--- and: %.400s",
            h->what, word, at, one + from, other + from);
        free(one);
        free(other);
    }
    check(offers_seen > 0, "spies were offered something");
}

/*
 * The most that fuda may have had, in KB; the address sanitizer keeps a quarter of a gigabyte of
 * what was given back.
 */
#ifdef __SANITIZE_ADDRESS__
enum { MEMORY_MOST = 512 * 1024 };
#else
enum { MEMORY_MOST = 64 * 1024 };
#endif

/* The most that it ever had in memory. */
static long kilobytes_of(pid_t pid)
{
    char path[64];
    long kilobytes = 0;
    size_t length;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    char *status = read_file(path, &length);
    const char *at = status != NULL ? strstr(status, "VmHWM:") : NULL;
    if (at != NULL)
        kilobytes = strtol(at + strlen("VmHWM:"), NULL, 10);
    free(status);
    return kilobytes;
}

/* What still lies in the pipe nobody hears. */
static void drain_pipe(void)
{
    char block[4096], path[512];
    snprintf(path, sizeof path, "%s/say", folder);
    const int drain = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    while (drain >= 0 && read(drain, block, sizeof block) > 0)
        ;
    close(drain);
}

/*
 * Says it as fast as it is taken, for so long; is what is typed in the middle of it answered
 * meanwhile?
 */
static bool flood(const char *line, long milliseconds)
{
    enum { SLOW_MS = 10000 }; /* on a machine that has other things to do */
    char block[4096] = "";
    size_t length = 0;
    bool typed = false, answered = false;
    const long begun = terminal_now();
    while (length + strlen(line) + 2 < sizeof block)
        length += (size_t)snprintf(block + length, sizeof block - length, "%s\n", line);
    fcntl(to_fuda, F_SETFL, O_NONBLOCK);
    for (long now = begun;
         now < begun + milliseconds || (!answered && now < begun + milliseconds + SLOW_MS);
         now = terminal_now()) {
        while (write(to_fuda, block, length) > 0)
            ;
        if (!typed && now > begun + milliseconds / 2) {
            typed = true;
            terminal_type(&term, "score\r");
        }
        terminal_read(&term, 1);
        answered = answered || (typed && strstr(term.seen, "total") != NULL);
    }
    drain_pipe();
    fcntl(to_fuda, F_SETFL, 0);
    return answered;
}

/*
 * One that somebody has taken over: whatever it says without end, the memory stays, and so do the
 * keys.
 */
static void a_flood_is_rationed(void)
{
    static const struct {
        const char *line;
        bool deaf;
    } floods[] = {
        {"{\"at\":\"page\",\"id\":1,\"path\":\"/rules\",\"query\":{\"q\":\"a\"}}", false},
        {"{\"at\":\"page\",\"id\":1,\"path\":\"/rules\",\"query\":{\"q\":\"a\"}}", true},
        {"{\"at\":\"page\",\"id\":1,\"path\":\"/standings\",\"query\":{}}", true},
        {"{\"at\":\"refused\",\"why\":\"no\"}", false},
        {"{\"at\":\"failed\",\"why\":\"no\"}", false},
        {"{\"at\":\"listening\",\"address\":\"a\",\"port\":1,\"url\":\"b\",\"code\":\"c\"}", false},
        {"{\"at\":\"keep\",\"state\":\"x\"}", false},
        {"{\"at\":\"pong\"}", false},
        {"{\"at\":\"what\"}", false},
        {"{\"at\":\"guest\",\"guest\":\"G1\",\"seat\":1,\"state\":\"here\"}", false},
        {"{\"at\":\"guest\",\"guest\":\"G1\",\"seat\":1,\"state\":\"joined\"}\n{\"at\":\"guest\","
         "\"guest\":\"G1\",\"seat\":2,\"state\":\"joined\"}",
            false},
        {"{\"at\":\"say\",\"guest\":\"G1\",\"seat\":1,\"id\":\"x\",\"line\":\"2 6 8\"}", true},
        {"{\"at\":\"photo\",\"guest\":\"G1\",\"id\":\"p\",\"bytes\":0}", false},
    };
    const long each = (long)number_from("FLOOD_MS", 1200);
    for (size_t i = 0; i < sizeof floods / sizeof *floods; i++) {
        sit_down_with_phones();
        const size_t seen = term.length;
        if (floods[i].deaf)
            CHECK(shell("kill -STOP $(cat \"$FAKE/pid\")") == 0);
        check(flood(floods[i].line, each), "%s: the table goes on", floods[i].line);
        check(term.length - seen < 10000, "%s: %zu letters on the screen", floods[i].line,
            term.length - seen);
        check(kilobytes_of(term.pid) < MEMORY_MOST, "%s: %ld KB", floods[i].line,
            kilobytes_of(term.pid));
        if (number_from("FLOOD_MS", 0) > 0)
            printf("%ld KB at most%s: %s\n", kilobytes_of(term.pid),
                floods[i].deaf ? ", who hears nothing" : "", floods[i].line);
        if (floods[i].deaf)
            CHECK(shell("kill -CONT $(cat \"$FAKE/pid\")") == 0);
        LEAVE();
    }
}

/* What its owner entered goes to nobody: neither the cards nor what follows from them alone. */
static void a_hand_stays_with_its_owner(void)
{
    sit_down_with_phones();
    TAP(0, "2 6 8", "taken");
    TAP(1, "Bo: hand r13 r7 b5 g12 g1 p1 p2 p3 p4 p6 p9 p10 p13", "taken");
    EXPECT("Bo’s phone: Bo: hand ? ?");
    HEARS("Bo: hand ? ? ?");
    /* blue 5 leads, and is known by that hand alone */
    TAP(1, "p1", "taken");
    TAP(2, "p5", "taken");
    HEARS("\"turn\":3");
    CHECK(!ever_heard("g12 g1"));
    /* it may be anybody's, as far as the phones can tell */
    CHECK(ever_heard("\"token\":\"g12\""));
    CHECK(strstr(term.seen, "g12") == NULL);
    SAY("Aki: hand ? ? ? ? ? ? ? ? ? ? ? ?");
    LEAVE();
    CHECK(shell("\"$FUDA\" show 1 | grep -c 'Bo: hand r13'") == 0);
    /* the phones come back to the next game, and nobody knows any more who said it */
    heard_nothing();
    start("table", "1", "--serve", NULL);
    EXPECT("▸ ");
    HEARS("{\"put\":\"keep\",\"state\":\"guests and keys\"}");
    HEARS("Bo: hand ? ? ?");
    CHECK(!ever_heard("g12 g1"));
    LEAVE();
}

/* A file goes through the pipe after its line, as a phone sent it. */
static void send_photo(const char *id, const char *name)
{
    char path[512];
    size_t length;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *picture = read_file(path, &length);
    dprintf(to_fuda,
        "{\"at\":\"photo\",\"guest\":\"G2\",\"id\":\"%s\",\"as\":\"hand\",\"bytes\":%zu}\n", id,
        length);
    for (size_t at = 0; picture != NULL && at < length;) {
        ssize_t put = write(to_fuda, picture + at, length - at);
        at += put > 0 ? (size_t)put : length;
        terminal_read(&term, 0);
    }
    free(picture);
}

/* What is on it comes back to that phone, while the table goes on. */
static void a_photograph_is_read(void)
{
    sit_down_with_phones();
    CHECK(shell("cd \"$FAKE\" && echo no picture >nothing && bin/fuda-code --output code.png -- "
                "nothing && \"$TOP/${BUILD:-build/release}/tests/camera/scene\" pgm 640 480 5 "
                "F/HT/R9 F/HT/B1 >two.pgm")
          == 0);
    send_photo("p1", "two.pgm");
    TAP(0, "2 6 8", "taken");
    HEARS("{\"put\":\"found\",\"to\":\"G2\",\"value\":{\"id\":\"p1\"");
    HEARS("{\"card\":\"r9\",\"text\":{\"en\":\"r9\",\"ja\":\"赤9\"},\"x\":[");
    HEARS("{\"card\":\"b1\"");
    HEARS("\"deck\":[{");
    send_photo("p2", "code.png");
    HEARS("\"id\":\"p2\",\"width\":232,\"height\":232,\"cards\":[]");
    send_photo("p3", "nothing");
    HEARS("\"id\":\"p3\",\"cards\":[]");
    say("{\"at\":\"photo\",\"guest\":\"G2\",\"id\":\"p4\",\"bytes\":99999999}");
    EXPECT("talks nonsense");
    LEAVE();
}

static void the_laptop_decides_who_may(void)
{
    sit_down_with_phones();
    enter("serve watch");
    HEARS("\"phones\":\"watch\"");
    TAP(0, "2 6 8", "refused");
    enter("serve ask");
    HEARS("\"phones\":\"ask\"");
    TAP(0, "2 6 8", "waits");
    EXPECT("RETURN enters it");
    TAP(1, "3 7 10", "busy");
    terminal_pause(&term);
    terminal_type(&term, "\r");
    EXPECT("Who leads?");
    HEARS("\"outcome\":\"taken\"");
    TAP(0, "Aki", "waits");
    terminal_pause(&term);
    terminal_type(&term, "no\r");
    HEARS("\"outcome\":\"refused\"");
    enter("Bo");
    HEARS("\"turn\":1");
    enter("serve free");
    HEARS("\"phones\":\"free\"");
    TAP(1, "r9", "taken");
    say("{\"at\":\"guest\",\"guest\":\"G3\",\"seat\":3,\"state\":\"joined\"}");
    EXPECT("Dai has a phone");
    enter("serve out Dai");
    HEARS("{\"do\":\"show out\",\"guest\":\"G3\"}");
    say("{\"at\":\"listening\",\"address\":\"10.1.2.3\",\"port\":8765,\"url\":\"http://"
        "10.1.2.3:8765/?k=NEW\",\"code\":\"NEWNEW\"}");
    EXPECT("▸ ");
    enter("serve");
    EXPECT("NEWNEW");
    EXPECT("▸ ");
    SAY("serve nonsense");
    SAY("serve off");
    HEARS("{\"do\":\"quit\"}");
    enter("serve");
    HEARS("{\"put\":\"words\"");
    CHECK(!ever_heard("\"keep\"")); /* `serve off` lets nobody come back */
    CHECK(shell("stat -c %a \"$XDG_STATE_HOME/fuda/phones\"") == 0);
    CHECK_TEXT(shell_out, "600\n");
    CHECK(stored("round; kami 2 6 8\nBo: lead\nr9\n"));
    LEAVE();
}

/* Asks for a page; what it is told stands after the mark. */
static void page(int id, const char *path, const char *query, int status)
{
    char wanted[64];
    dprintf(to_fuda, "{\"at\":\"page\",\"id\":%d,\"path\":\"%s\",\"query\":{%s}}\n", id, path,
        query);
    snprintf(wanted, sizeof wanted, "{\"put\":\"page\",\"id\":%d,\"status\":%d,", id, status);
    check(hears(wanted), "%s %s: %d", path, query, status);
}

/*
 * What was played is looked up between games, in either language, line by line; of what is not over
 * nothing is told.
 */
static void pages_are_looked_up(void)
{
    char path[80], id[40] = "";
    sit_down_with_phones();
    page(1, "/history", "", 200);
    HEARS("No game has been kept yet.");
    CHECK(shell("\"$FUDA\" add \"$TOP/tests/night.fuda\"") == 0);
    TAP(0, "2 6 8", "taken");
    page(2, "/standings", "", 200);
    HEARS("<h3>Haratama</h3>");
    HEARS("Bo");
    page(3, "/standings", "\"lang\":\"ja\"", 200);
    HEARS("<h3>祓魂</h3>");
    page(4, "/history", "", 200);
    HEARS("/p/record/");
    CHECK(sscanf(heard.at + heard.mark, "%36[0-9a-f-]", id) == 1);
    HEARS("Haratama</a>");
    snprintf(path, sizeof path, "/record/%s", id);
    page(5, path, "", 200);
    HEARS("<h3>Haratama</h3>");
    HEARS("a line back</a>");
    page(6, path, "\"at\":\"0\"", 200);
    HEARS("a line back 0 /");
    HEARS("at=1\\\" rel=\\\"next\\\"");
    page(7, path, "\"at\":\"4\",\"lang\":\"ja\"", 200);
    HEARS("class=\\\"said\\\"");
    page(8, "/record/none", "", 404);
    CHECK(
        shell(
            "\"$FUDA\" history --json | jq -r '.history[] | select(.state != \"finished\") | .id'")
        == 0);
    snprintf(path, sizeof path, "/record/%.36s", shell_out);
    page(9, path, "", 404);
    page(10, "/rules", "\"q\":\"FOLLOW\"", 200);
    HEARS("haratama/follow");
    page(11, "/rules", "\"q\":\"フォロー\",\"lang\":\"ja\"", 200);
    HEARS("haratama/follow");
    page(12, "/rules", "\"q\":\"xyzzy\"", 200);
    HEARS("No rule has this word.");
    page(13, "/standings/x", "", 404);
    LEAVE();
}

/*
 * `fuda serve`: what was played, and no game: nothing is entered there, and no photograph is of any
 * use.
 */
static void between_games(void)
{
    fresh();
    heard_nothing();
    CHECK(shell("\"$FUDA\" add \"$TOP/tests/night.fuda\"") == 0);
    start("serve", "10.1.2.3", NULL);
    EXPECT("http://10.1.2.3:8765/?k=KEY");
    EXPECT("Standings, games played and rules are on the phones");
    EXPECT("▸ ");
    HEARS("\"put\":\"table\",\"value\":{\"serial\":1,\"over\":false");
    HEARS("\"game\":null");
    page(1, "/standings", "", 200);
    HEARS("Bo");
    TAP(0, "r9", "refused");
    say("{\"at\":\"photo\",\"guest\":\"G2\",\"id\":\"p1\",\"as\":\"hand\",\"bytes\":0}");
    HEARS("No game is kept just now.");
    enter("");
    EXPECT("http://10.1.2.3:8765/?k=KEY");
    EXPECT("▸ ");
    enter("nonsense");
    EXPECT("`serve` does not know “nonsense”");
    EXPECT("▸ ");
    LEAVE();
    HEARS("{\"do\":\"quit\"}");
    CHECK(shell("\"$FUDA\" serve nowhere 2>&1") == 2 && told("`serve` does not know"));
}

/*
 * `serve` at another address, with another code, for a player who has no phone, and without its
 * program.
 */
static void serve_is_told_where(void)
{
    sit_down_with_phones();
    enter("serve 10.9.9.9");
    HEARS("{\"do\":\"listen\",\"address\":\"10.9.9.9\"}");
    say("{\"at\":\"refused\",\"why\":\"nobody\\u001b lives there\"}");
    EXPECT("The phones cannot be served: nobody");
    EXPECT("▸ ");
    enter("serve new");
    HEARS("{\"do\":\"renew\"}");
    say("{\"at\":\"listening\",\"address\":\"10.1.2.3\",\"port\":8765,\"url\":\"http://"
        "10.1.2.3:8765/?k=NEW\",\"code\":\"NEWNEW\",\"others\":[\"10.9.9.9\",\"10.8.8.8\"]}");
    EXPECT("NEWNEW");
    EXPECT("10.9.9.9, 10.8.8.8");
    EXPECT("▸ ");
    enter("serve out Dai");
    EXPECT("“Dai” has no phone at this table");
    EXPECT("▸ ");
    enter("serve out");
    EXPECT("`serve` does not know “out”");
    EXPECT("▸ ");
    SAY("serve off");
    enter("serve new");
    EXPECT("no phones are served; `serve` begins");
    EXPECT("▸ ");
    CHECK(shell("mv \"$FAKE/bin/fuda-serve\" \"$FAKE/gone\"") == 0);
    enter("serve");
    EXPECT("fuda-serve was not found beside");
    CHECK(shell("mv \"$FAKE/gone\" \"$FAKE/bin/fuda-serve\"") == 0);
    EXPECT("▸ ");
    enter("quit"); /* something was refused, and a terminal is no script */
    CHECK(WEXITSTATUS(terminal_wait(&term)) == 0);
    terminal_close(&term);
}

/*
 * A doubtful line of the laptop is shown on the phones, which cannot settle it; it is, when their
 * program comes back, too.
 */
static void a_doubt_of_the_laptop(void)
{
    sit_down_with_phones();
    TAP(0, "2 6 8", "taken");
    TAP(0, "Aki", "taken");
    TAP(1, "Bo: show r5", "taken");
    TAP(0, "r9", "taken");
    terminal_pause(&term);
    enter("g4");
    EXPECT("?! ▸");
    HEARS("{\"put\":\"doubt\",\"value\":{\"id\":1,\"guest\":null,");
    TAP(1, "! 1", "busy");
    kill_it();
    EXPECT("The phones are cut off for now");
    HEARS("{\"put\":\"words\"");
    HEARS("{\"put\":\"doubt\",\"value\":{\"id\":1,\"guest\":null,");
    enter("");
    EXPECT("Taken back.");
    HEARS("{\"put\":\"doubt\",\"value\":null}");
    /* two cards, as other games have them, and no answer to a doubt that never was */
    TAP(1, "? 25", "refused");
    HEARS("Only the laptop");
    LEAVE();
}

/* The evening's guests are as many as there is room for; whoever has gone makes some. */
static void guests_come_and_go(void)
{
    sit_down_with_phones();
    for (int i = 0; i < 80; i++)
        dprintf(to_fuda, "{\"at\":\"guest\",\"guest\":\"N%d\",\"seat\":-1,\"state\":\"joined\"}\n",
            i);
    EXPECT("said something that is not understood");
    dprintf(to_fuda, "{\"at\":\"guest\",\"guest\":\"N5\",\"seat\":-1,\"state\":\"gone\"}\n");
    dprintf(to_fuda, "{\"at\":\"guest\",\"guest\":\"late\",\"seat\":2,\"state\":\"joined\"}\n");
    EXPECT("Chie has a phone at the table now.");
    enter("serve");
    EXPECT("Phones here: Chie; watching: ");
    EXPECT("▸ ");
    LEAVE();
}

int main(void)
{
    static const struct prompt_test tests[] = {
        {"round", a_round_by_taps},
        {"typing", typing_goes_on},
        {"refused", refused_taps_are_offered_others},
        {"doubts", doubts_are_asked_in_both_places},
        {"undo", undo_and_redo},
        {"again", another_game_by_one_tap},
        {"two", two_at_once_are_put_in_order},
        {"twice", one_answer_is_entered_once},
        {"who", who_is_answered_once},
        {"plain", serve_in_plain_words},
        {"crash", a_crash_costs_nothing},
        {"hostile", hostile_lines_do_nothing},
        {"hand", a_hand_stays_with_its_owner},
        {"others", others_taps_show_no_hand},
        {"spies", no_hand_is_guessed},
        {"flood", a_flood_is_rationed},
        {"photo", a_photograph_is_read},
        {"pages", pages_are_looked_up},
        {"between", between_games},
        {"where", serve_is_told_where},
        {"laptop", a_doubt_of_the_laptop},
        {"guests", guests_come_and_go},
        {"modes", the_laptop_decides_who_may},
    };
    program_begin();
    if (!check(prepare(), "there is something to test"))
        return finish();
    return prompt_tests(tests, sizeof tests / sizeof *tests);
}
