/*
 * Whole nights, two a game and one of them in Japanese, as somebody plays them who knows the
 * rulebook and reads the screen: nobody asks for help, and no answer begins with a verb. In the end
 * the score is what it should be. A night is a file of tests/nights:
 *
 *     # what it is, and how its score was worked out
 *     lang en
 *     game 1
 *     players Aki Bo Chie Dai
 *     score .finished and .winners == ["Bo"]      a jq expression that is true of the game
 *     ? Which three ranks are turned up?          the question, or a part of it, that has to be on
 *                                                 the screen
 *     > 3 7 10                                    what is typed
 *     = round; kami 3 7 10                        the line that is kept, if one is
 */
#include "terminal.h"

#include <glob.h>

static struct terminal term;

enum { KEPT_MOST = 1 << 15, LINE_LONG = 1024, TRICK_KEYS = 12, ROUND_KEYS = 30 };

struct night {
    const char *name;
    char lang[8], game[64], players[256], score[LINE_LONG];
    char asks[LINE_LONG], types[LINE_LONG]; /* what stands next */
    bool typed, lost;
    char kept[KEPT_MOST];
    unsigned keys, tricks, rounds, round_keys;
    bool by_totals;
};

static unsigned keys_of(const char *text)
{
    unsigned keys = 1; /* RETURN */
    for (; *text != '\0'; text++)
        keys += ((unsigned char)*text & 0xC0) != 0x80;
    return keys;
}

static void type_line(const char *text)
{
    terminal_type(&term, text);
    terminal_type(&term, "\r");
}

static bool asked(struct night *n, const char *question, const char *what)
{
    bool there = terminal_expect(&term, question) && terminal_expect(&term, "▸ ");
    check(there, "%s: expected “%s” before “%s”; seen last: %.300s", n->name, question, what,
        term.seen + (term.length > 300 ? term.length - 300 : 0));
    n->lost |= !there;
    return there;
}

static void start(struct night *n)
{
    const char *argv[] = {program, "--lang", n->lang, "table", NULL};
    check(system("rm -rf \"$XDG_DATA_HOME\" \"$XDG_STATE_HOME\"") == 0, "a fresh store");
    check(terminal_start(&term, (char *const *)(uintptr_t)argv), "a terminal can be opened");
}

/* ---- how much is typed ------------------------------------------------------------------- */

static unsigned cards_in(const char *line)
{
    unsigned cards = 0;
    const char *colon = strstr(line, ": ");
    for (const char *at = colon != NULL ? colon + 2 : line; *at != '\0';
         at += strcspn(at, " "), at += strspn(at, " ")) {
        if (strchr("rbpguw", *at) == NULL || (strspn(at + 1, "0123456789t") == 0))
            return 0;
        cards++;
    }
    return cards;
}

static void end_round(struct night *n)
{
    if (n->by_totals)
        check(n->round_keys <= ROUND_KEYS, "%s: a round as totals takes %u keystrokes", n->name,
            n->round_keys);
    n->rounds += n->by_totals;
    n->by_totals = false;
    n->round_keys = 0;
}

/* A trick of four cards in 12 keystrokes, a round as totals in 30. */
static void count_keys(struct night *n, const char *kept)
{
    const unsigned keys = keys_of(n->types);
    if (strncmp(kept, "round;", strlen("round;")) == 0)
        end_round(n);
    n->round_keys += keys;
    n->by_totals |= strncmp(kept, "relics", strlen("relics")) == 0;
    if (cards_in(kept) != 4)
        return;
    n->tricks++;
    check(keys <= TRICK_KEYS, "%s: “%s” takes %u keystrokes", n->name, n->types, keys);
}

/* ---- playing ----------------------------------------------------------------------------- */

/* What was put off until it is known whether a line is kept for it. */
static void answer(struct night *n, const char *kept)
{
    const size_t length = strlen(n->kept);
    if (!n->typed || n->lost)
        return;
    n->typed = false;
    if (kept != NULL) {
        count_keys(n, kept);
        snprintf(n->kept + length, sizeof n->kept - length, "%s\n", kept);
    }
    if (asked(n, n->asks, n->types))
        type_line(n->types);
}

static void begin(struct night *n)
{
    const bool japanese = strcmp(n->lang, "ja") == 0;
    start(n);
    if (asked(n, japanese ? "どのゲームですか" : "Which game?", n->game))
        type_line(n->game);
    if (asked(n, japanese ? "名前" : "Who sits", n->players))
        type_line(n->players);
}

static void take_header(struct night *n, const char *line)
{
    const struct {
        const char *key;
        char *to;
        size_t size;
    } headers[] = {{"lang ", n->lang, sizeof n->lang}, {"game ", n->game, sizeof n->game},
        {"players ", n->players, sizeof n->players}, {"score ", n->score, sizeof n->score}};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (strncmp(line, headers[i].key, strlen(headers[i].key)) == 0) {
            snprintf(headers[i].to, headers[i].size, "%s", line + strlen(headers[i].key));
            if (headers[i].to == n->score)
                begin(n);
            return;
        }
    check(false, "%s: “%s” is no line of a night", n->name, line);
}

static void take_line(struct night *n, const char *line)
{
    const char *behind = line[0] != '\0' && line[1] == ' ' ? line + 2 : "";
    if (line[0] == '=') {
        answer(n, behind);
    } else if (line[0] == '?') {
        answer(n, NULL);
        snprintf(n->asks, sizeof n->asks, "%s", behind);
    } else if (line[0] == '>') {
        snprintf(n->types, sizeof n->types, "%s", behind);
        n->typed = true;
    } else if (line[0] != '#' && line[0] != '\0') {
        take_header(n, line);
    }
}

/* What is kept, line by line, after the heading, and the score. */
static void compare(const struct night *n)
{
    CHECK(shell("\"$FUDA\" show 1 | sed '1,/^players/d;/^pack campaign$/d'") == 0);
    check(strcmp(shell_out, n->kept) == 0, "%s: kept is\n%s… not\n%s", n->name, shell_out, n->kept);
    char command[LINE_LONG + 128];
    snprintf(command, sizeof command, "\"$FUDA\" score --json 1 | jq -e '.games[0] | %s' 2>&1",
        n->score);
    const bool scored = shell(command) == 0;
    check(scored, "%s: the score is not %s: %s", n->name, n->score, shell_out);
    if (!scored && shell("\"$FUDA\" score --json 1") == 0)
        puts(shell_out);
    check(shell("\"$FUDA\" judge -q 1 >/dev/null") == 0, "%s: a lawful night is judged so: %s",
        n->name, shell_out);
}

static unsigned play(const char *path)
{
    static struct night n;
    char line[LINE_LONG];
    FILE *file = fopen(path, "r");
    n = (struct night){.name = strrchr(path, '/') + 1};
    check(file != NULL, "%s can be read", path);
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        take_line(&n, line);
    }
    answer(&n, NULL);
    end_round(&n);
    if (file != NULL)
        fclose(file);
    asked(&n, "", "quit");
    type_line("quit");
    check(WEXITSTATUS(terminal_wait(&term)) == 0, "%s: the table is left", n.name);
    terminal_close(&term);
    compare(&n);
    return n.tricks + n.rounds;
}

/* Game, players, ranks: three answers before the first card, which may say who leads it. */
static void first_card(void)
{
    struct night n = {.name = "the first card", .lang = "en"};
    start(&n);
    asked(&n, "Which game?", "1");
    type_line("1");
    asked(&n, "Who sits", "names");
    type_line("Aki Bo Chie");
    asked(&n, "Which three ranks", "3 7 8");
    type_line("3 7 8");
    asked(&n, "Which card is left over?", "the first card");
    type_line("Bo r9 3 0");
    asked(&n, "T2 Aki", "quit");
    type_line("quit");
    terminal_wait(&term);
    terminal_close(&term);
    CHECK(shell("\"$FUDA\" show 1 | tail -1") == 0 && strcmp(shell_out, "Bo: r9 r3 r10\n") == 0);
}

int main(void)
{
    const char *only = getenv("ONLY");
    unsigned counted = 0;
    glob_t nights = {0};
    program_begin();
    first_card();
    CHECK(glob("tests/nights/*.night", 0, NULL, &nights) == 0);
    for (size_t i = 0; i < nights.gl_pathc; i++)
        if (only == NULL || strstr(nights.gl_pathv[i], only) != NULL)
            counted += play(nights.gl_pathv[i]);
    CHECK(only != NULL || (nights.gl_pathc >= 10 && counted > 40));
    globfree(&nights);
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(system(command) == 0);
    return finish();
}
