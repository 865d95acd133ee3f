/*
 * What core answers beside records that are read whole: answers typed at a table, lines that grow
 * too long, days and rows of decks word by word, stickers, messages and lists at their limits, and
 * a rulebook that has no parts.
 */
#include "check.h"
#include "core/core.h"
#include "core/signs.h"
#include "core/suits.h"
#include "core/text.h"
#include "core/verbs.h"

/* ---- a rulebook with nothing that may be absent ------------------------------------------- */

static struct rulebook bare;
const struct rulebook *const rulebooks[] = {
    &haratama_rulebook,
    &needfire_rulebook,
    &tezumashi_rulebook,
    &hyakumonogatari_rulebook,
    &materia_rulebook,
    &bare,
    NULL,
};

static void bare_begin(void)
{
    bare = haratama_rulebook;
    bare.id = "bare";
    bare.names = NULL;
    bare.table = NULL;
    bare.weigh = NULL;
    bare.stand = NULL;
}

/* ---- a table ------------------------------------------------------------------------------ */

struct table {
    struct record record;
    struct step step;
    char answer[2 * LINE_MOST];
    void *room[6];
    struct rulings found[2];
};

static void *room_new(void)
{
    void *room = calloc(1, rulebook_room());
    if (room == NULL)
        abort();
    return room;
}

static struct table *table_new(const struct record_host *decks)
{
    struct table *t = calloc(1, sizeof *t);
    if (t == NULL)
        abort();
    for (int i = 0; i < 6; i++)
        t->room[i] = room_new();
    t->step.mark.room = (struct record_room){t->room[3], t->room[4], t->room[5], &t->found[1],
        NULL};
    step_begin(&t->step, &t->record,
        &(struct record_room){t->room[0], t->room[1], t->room[2], &t->found[0], NULL}, decks);
    return t;
}

static void table_free(struct table *t)
{
    for (int i = 0; i < 6; i++)
        free(t->room[i]);
    free(t);
}

/*
 * The line as it is stored; else why not: the texts of its faults, of a finding or of what is no
 * step.
 */
static const char *told(struct table *t, enum step_end end)
{
    const struct step *s = &t->step;
    if (end == STEP_TAKEN)
        return s->line;
    snprintf(t->answer, sizeof t->answer, "%s:", end == STEP_DOUBTFUL ? "doubtful" : "refused");
    for (int i = 0; i < s->faults; i++)
        snprintf(t->answer + strlen(t->answer), sizeof t->answer - strlen(t->answer), " %s",
            s->fault[i].message.id);
    for (int i = 0; i < s->findings.count; i++)
        snprintf(t->answer + strlen(t->answer), sizeof t->answer - strlen(t->answer), " %s",
            s->findings.row[i].message.id);
    if (s->unfit & STEP_IS_TOO_LONG)
        strcat(t->answer, " too long");
    return t->answer;
}

/* Lines that stand, parted by line ends. */
static void table_keeps(struct table *t, const char *lines)
{
    for (const char *at = lines; *at != '\0'; at += strcspn(at, "\n"), at += *at == '\n') {
        const enum step_end end = step_try(&t->step, &t->record, at, strcspn(at, "\n"), false);
        check(end == STEP_TAKEN, "“%.*s” is taken: %s", (int)strcspn(at, "\n"), at, told(t, end));
    }
}

static const char *typed(struct table *t, const char *line)
{
    return told(t, step_answer(&t->step, &t->record, line, strlen(line), true));
}

/* What a line typed at a table that stands so becomes. */
static void typed_becomes(const char *lines, const char *line, const char *stored)
{
    struct table *t = table_new(&(struct record_host){0});
    table_keeps(t, lines);
    const char *got = typed(t, line);
    check(strncmp(got, stored, strlen(stored)) == 0
              && (got == t->answer || strcmp(got, stored) == 0),
        "after “%s” `%s` becomes `%s`, expected `%s`", lines, line, got, stored);
    table_free(t);
}

static const char haratama[] =
    "game haratama\nplayers Aki Bo Chie Dai\nround\nkami 3 7 10\nBo: lead";
static const char needfire[] = "game needfire\nplayers Aki Bo Chie Dai";
static const char tezumashi[] = "game tezumashi\nplayers Aki Bo Chie Dai";
static const char materia[] = "game materia\nplayers Aki Bo";

static void test_answers(void)
{
    typed_becomes("game haratama", "3 7 10", "refused:");
    typed_becomes("game haratama\nplayers Leader Bo Chie Dai\nround\nkami 3 7 10", "lead",
        "refused:");
    typed_becomes("game haratama\nplayers Leader Bo Chie Dai\nround\nkami 3 7 10", "leader",
        "Leader: lead");
    typed_becomes(haratama, "r9,r3,", "r9 r3");
    typed_becomes(haratama, "r0 rj q", "r10 r11 r12");
    typed_becomes(haratama, "r9 \"r3", "refused: this quote is not closed");
    typed_becomes(haratama, "\"r9", "refused: this quote is not closed");
    typed_becomes(haratama, "\"\"", "refused:");
    typed_becomes(haratama, "9", "refused:"); /* nothing is led that it could follow */
    typed_becomes(haratama, "magenta9", "refused:");
    typed_becomes(haratama, "Bo r33", "refused: “{found}” is not a card of this game");
    typed_becomes(haratama, "relics 3 5 4 0 !", "relics Aki=3 Bo=5 Chie=4 Dai=0 !");
    typed_becomes(haratama, "Aki: relics 3 5 4 0", "refused:");
    typed_becomes("game haratama\nplayers Aki Bo Chie Dai", "3,7,10", "round; kami 3 7 10");
    typed_becomes("game haratama\nplayers Aki Bo Chie Dai", "?,?", "refused:");
    typed_becomes(needfire, "h1+f5,h2,h3", "Aki: row h1+f5 h2 h3");
    typed_becomes(needfire, "?,h2,h3", "doubtful:");
    typed_becomes(needfire, "99 18 24", "refused:");
    typed_becomes("game needfire\nplayers Fire Bo Chie Dai", "fire f1 b1", "refused:");
    typed_becomes("game needfire\nplayers Aki Bo Chie Dai", "Aki row h1 h2 h3",
        "Aki: row h1 h2 h3");
    typed_becomes("game tezumashi\nplayers Aki Bo Chie Dai\noffer table 7 1 2 4 5", "7 5 3 1 0 -2+",
        "table 7 0=5 1=3 2=1 3=0 4+=-2");
    typed_becomes("game tezumashi\nplayers Aki Bo Chie Dai", "マイナスカード", "refused:");
    typed_becomes(
        "game tezumashi\nplayers Aki Bo Chie Dai\nability donba add=2\ndeal\nAki: start\nAki: b7",
        "Bo \"\"", "refused:");
    typed_becomes(materia, "Aki Sakura", "Aki: install Sakura");
}

/* Of several answers some have no room; a form alone may have none either. */
static void test_little_room(void)
{
    struct table *t = table_new(&(struct record_host){0});
    char line[8 * ARGUMENTS_MOST] = "", out[4];
    struct reader reader;
    struct fault fault;
    struct answer answer = {.at = out, .room = sizeof out};
    struct ask ask;
    table_keeps(t, "game haratama\nplayers Aki Bo Chie Dai");
    reader_begin(&reader, "3 7 10", 6, 1);
    CHECK(answer_next(&reader, &t->record, &answer, &fault) == READ_FAULT);
    table_keeps(t, "round\nkami 3 7 10\nBo: lead");
    reader_begin(&reader, "r9 r3", 5, 1);
    CHECK(answer_next(&reader, &t->record, &answer, &fault) == READ_FAULT);
    for (int i = 0; i < ARGUMENTS_MOST + 10; i++)
        strcat(line, "1,");
    CHECK(strncmp(typed(t, line), "refused:", 8) == 0);
    for (char *at = line; *at != '\0'; at++)
        *at = *at == ',' ? ' ' : *at;
    CHECK(strncmp(typed(t, line), "refused:", 8) == 0);
    table_free(t);
    t = table_new(&(struct record_host){0});
    table_keeps(t, "game tezumashi\nplayers Aki Bo Chie Dai\ndeal\nAki: start\ntricks Aki=3 Bo=3 "
                   "Chie=3 Dai=3\nminus Aki=0 Bo=0 Chie=0 Dai=0");
    CHECK(record_asks(&t->record, &ask) && ask.otherwise != NULL);
    CHECK_EQUAL(ask_otherwise(&ask, &t->record, out, sizeof out), 0);
    table_free(t);
}

/* What is stored may be longer than what was typed, by names that are spelled out. */
static void test_long_line(void)
{
    struct table *t = table_new(&(struct record_host){0});
    char *line = calloc(1, LINE_MOST + 1), players[NAME_MOST + 40];
    if (line == NULL)
        abort();
    memset(players, 0, sizeof players);
    memcpy(players, "players A", strlen("players A"));
    memset(players + strlen("players A"), 'a', 200);
    strcat(players, " Bo Chie Dai");
    table_keeps(t, "game haratama");
    table_keeps(t, players);
    table_keeps(t, "round");
    for (int i = 0; i < 400; i++)
        strcat(line, "A: show r1;");
    CHECK(strstr(told(t, step_try(&t->step, &t->record, line, strlen(line), false)), "too long")
          != NULL);
    free(line);
    table_free(t);
}

/* ---- decks that nobody finds --------------------------------------------------------------- */

static const void *find_none(void *user, const struct rulebook *book, struct span name)
{
    (void)user, (void)book, (void)name;
    return NULL;
}

static bool miss_none(void *user, const struct rulebook *book, struct span name,
    struct message *why)
{
    (void)user, (void)book, (void)name, (void)why;
    return false;
}

static void test_missing_decks(void)
{
    const struct record_host hosts[] = {{0}, {.pack_find = find_none},
        {.pack_find = find_none, .pack_missing = miss_none}};
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
        struct table *t = table_new(&hosts[i]);
        table_keeps(t, needfire);
        CHECK(strncmp(typed(t, "pack \"none\"; pack \"neither\""), "refused:", 8) == 0);
        CHECK(strncmp(typed(t, "pack \"\""), "refused:", 8) == 0);
        table_free(t);
    }
}

static void *new_rows(void *user, const struct rulebook *book, struct span name)
{
    (void)book, (void)name;
    return user;
}

/* A file's own deck, with a note among its rows; without anybody who keeps it, it is none. */
static void test_own_deck(void)
{
    static const char *const lines[] = {"pack needfire \"Ours\"", "note \"ours\"",
        "fire 1 makes b1", "game needfire", "players Aki Bo Chie Dai"};
    struct record *r = calloc(1, sizeof *r);
    struct rulings *found = calloc(1, sizeof *found);
    void *room[4] = {room_new(), room_new(), room_new(), room_new()};
    if (r == NULL || found == NULL)
        abort();
    for (int kept = 0; kept < 2; kept++) {
        const struct record_host host = {.pack_new = kept ? new_rows : NULL, .user = room[3]};
        memset(r, 0, sizeof *r);
        record_init(r, &host, &(struct record_room){room[0], room[1], room[2], found, NULL});
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
            record_line(r, lines[i], strlen(lines[i]));
        CHECK(!r->unreadable && r->begun);
        record_line(r, "pack \"Ours\"", strlen("pack \"Ours\""));
        CHECK(r->unreadable);
        record_end(r);
    }
    for (int i = 0; i < 4; i++)
        free(room[i]);
    free(found);
    free(r);
}

/* ---- lines word by word -------------------------------------------------------------------- */

/* What a record says of a line after others: "" where it is taken. */
static void said_of(const char *lines, const char *line, const char *part)
{
    struct table *t = table_new(&(struct record_host){0});
    table_keeps(t, lines);
    const enum step_end end = step_try(&t->step, &t->record, line, strlen(line), false);
    const char *got = end == STEP_TAKEN ? "" : told(t, end);
    check((*part == '\0') == (*got == '\0') && strstr(got, part) != NULL,
        "after “%s” `%s` says `%s`, expected `%s`", lines, line, got, part);
    table_free(t);
}

static void test_days(void)
{
    static const char wrong[] = "no such day";
    static const struct {
        const char *day;
        bool good;
    } days[] = {
        {"2026-11-21", true},
        {"2026-1-2", true},
        {"2026年11月2日", true},
        {"2024-02-29", true},
        {"2000-02-29", true},
        {"1900-02-28", true},
        {"1900-02-29", false},
        {"2026-02-29", false},
        {"226-11-21", false},
        {"2026x11-21", false},
        {"2026-11x21", false},
        {"2026-11-", false},
        {"2026--21", false},
        {"x", false},
        {"2026-11-21x", false},
        {"2026-0-21", false},
        {"2026-13-21", false},
        {"2026-11-0", false},
        {"2026-11-31", false},
        {"2026-2-30", false},
    };
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
        char line[64];
        snprintf(line, sizeof line, "date %s", days[i].day);
        said_of("game haratama", line, days[i].good ? "" : wrong);
    }
    char day[DAY_TEXT], digits[NAME_MOST + 2];
    memset(digits, '1', sizeof digits); /* as a table of another program may have it */
    check(!day_read((struct span){digits, sizeof digits}, day), "a day of %zu digits is none",
        sizeof digits);
}

static void test_rows(void)
{
    static const char no_face[] = "does not belong here";
    said_of(needfire, "human 7 \"Ylva\" makes b1 reacts w1 w2 w4", no_face);
    said_of(needfire, "human 7 reacts b1 makes w1 w2 w4 w10", no_face);
    said_of(needfire, "human 7 b1 makes reacts w1 w2 w4 w10", "is not an element");
    said_of(needfire, "human 7 makes b1 reacts w1 w2 w4 w10", "");
    said_of(needfire, "human x makes b1 reacts w1 w2 w4 w10", "is not a card's number");
    said_of(tezumashi, "ability donba ＂呑馬術＂ add=2", "a full-width quote");
    said_of(tezumashi, "ability add add=2", "cannot name an ability");
    said_of(tezumashi, "minuscard 5 card=-1", no_face);
    said_of(tezumashi, "minuscard card=-1 u", "is not a minus card");
    said_of(tezumashi, "minuscard u card=-1 card=-2", "too many words");
    said_of(tezumashi, "table 7 donba", "is not the number expected");
    said_of(materia, "ghost 101 \"Sakura\"", "is not a card's number");
    said_of(materia, "ghost 7 Sakura points=1 points=2", "is given twice");
    said_of(materia, "ghost 7", "");
    said_of(materia, "event \"Chance\" forced forced", "");
    said_of(materia, "event forced", "stands where the card's name belongs");
}

static void test_statements(void)
{
    char line[8 * ARGUMENTS_MOST] = "relics";
    for (int i = 0; i <= ARGUMENTS_MOST; i++)
        strcat(line, " Bo=1");
    said_of(haratama, line, "too many words");
    strcpy(line, "result");
    for (int i = 0; i <= ARGUMENTS_MOST; i++)
        strcat(line, " points");
    said_of("game haratama\nplayers Aki Bo Chie Dai", line, "too many words");
    strcpy(line, "trick");
    for (int i = 0; i <= ARGUMENTS_MOST; i++)
        strcat(line, " 1");
    said_of("game haratama\nplayers Aki Bo Chie Dai", line, "too many words");
    strcpy(line, "Aki: row");
    for (int i = 0; i <= ARGUMENTS_MOST; i++)
        strcat(line, " h1");
    said_of(needfire, line, "too many words");
    said_of("game haratama\nplayers Aki Bo Chie Dai", "round \"r9\"", "does not belong here");
    said_of("game haratama\nplayers Aki Bo Chie Dai\nround", "kami 3,\"7\" 10",
        "a quote in the middle of a word");
    said_of("game haratama\nplayers Aki Bo Chie Dai\nround", "kami ,3 7 10",
        "is not the number expected");
    said_of(haratama, "Bo: r9,\"x\"", "a quote in the middle of a word");
    said_of(haratama, "Bo: r9,r3", "");
    said_of("game haratama\nplayers Aki Bo Chie Dai\nend", "xyz", "is not a word of this game");
    said_of("game hyakumonogatari\nplayers Aki Bo", "deck x=1", "is not a card of this game");
    said_of(needfire, "Aki take h9@x", "is not a card of this game");
    said_of("game materia\nplayers Aki Bo", "Aki install Sakura", "");
    said_of("game haratama\nplayers R9 Bo Chie Dai\nround\nkami 3 7 10\nBo: lead", "r9 r3", "");
    said_of(needfire, "Aki take f5", "");
    said_of("game needfire\nplayers Fire Bo Chie Dai", "fire 1 makes b1", "");
    said_of("game tezumashi\nplayers Aki Bo Chie Dai", "マイナスカード", "too few words");
    said_of("game haratama\nplayers Aki Bo Chie Dai", "result places Aki=0 Bo=1 Chie=2 Dai=3",
        "no such place");
    said_of("game haratama\nplayers Aki Bo Chie Dai", "result places Aki=5 Bo=1 Chie=2 Dai=3",
        "no such place");
    said_of("game haratama\nplayers Aki Bo Chie Dai", "house haratama-end=rounds:3",
        "is not a house option");
    said_of("game haratama\nplayers Aki Bo Chie Dai", "house end=loss200", "is not an answer");
}

/* ---- pieces at their limits ------------------------------------------------------------------ */

static void folds(const char *written, const char *expected)
{
    char folded[NAME_MOST];
    const size_t length = text_fold(span_of(written), folded);
    check(length == strlen(expected) && memcmp(folded, expected, length) == 0,
        "“%s” folds to “%.*s”, expected “%s”", written, (int)length, folded, expected);
}

static void test_texts(void)
{
    static const struct suits suits = {.letters = "rb",
        .ja = {"あか/赤", "青"},
        .name = {"red", "blue"},
        .most = 13};
    char long_text[NAME_MOST + 20], folded[NAME_MOST];
    struct span token = span_of("あか9");
    folds("ｶﾞｻﾞﾄﾞﾊﾞﾊﾟｳﾞﾜﾞｦﾞｱﾞﾅﾞﾏﾟ", "ガザドバパヴヷヺア゙ナ゙マ゚");
    folds("a\xFF"
          "b",
        "a");
    memset(long_text, 'a', sizeof long_text);
    CHECK_EQUAL(text_fold((struct span){long_text, sizeof long_text}, folded), NAME_MOST);
    CHECK(!text_is_plain(span_of("あ、い")) && !text_is_plain((struct span){"", 1})
          && text_is_plain(span_of("あ-い")));
    CHECK_EQUAL(text_unquoted(span_of("\"")).length, 1);
    CHECK_EQUAL(suit_read(&suits, &token), 0);
    CHECK_EQUAL(token.length, 1);
    CHECK_EQUAL(spelling_shown(NULL).length, 0);
    CHECK_EQUAL(keyword_japanese("hand/手札 guards", 1).length, strlen("guards"));
    CHECK_EQUAL(verb_find(NULL, span_of("hand")), -1);
    CHECK_EQUAL(verb_find(common_verbs, span_of("")), -1);
}

static void sticker_is(const char *name, const char *token)
{
    struct sticker s;
    sticker_set(&s, 0, span_of(name), span_of("x7"), 2);
    CHECK_TEXT(s.code, "X72");
    CHECK_TEXT(s.token, token);
}

static void test_stickers(void)
{
    char long_name[NAME_MOST + 20];
    struct sticker s;
    sticker_is("Sakura9", "Sakura9");
    sticker_is("a b", "\"a b\"");
    sticker_is("{", "\"{\"");
    sticker_is("[", "\"[\"");
    sticker_is(":", "\":\"");
    sticker_is("さくら", "\"さくら\"");
    sticker_is("a\"b", "\"a\"\"b\"");
    sticker_is("", "\"\"");
    memset(long_name, 'a', sizeof long_name);
    sticker_set(&s, 0, (struct span){long_name, sizeof long_name}, span_of("{"), 0);
    CHECK_EQUAL(strlen(s.token), NAME_MOST);
    CHECK_TEXT(s.code, "{");
}

static void read_message(struct message *m, const char *kinds, ...)
{
    va_list values;
    va_start(values, kinds);
    message_read(m, "x", kinds, values);
    va_end(values);
}

static void test_lists(void)
{
    struct message m, row[1];
    struct news news = {.row = row, .most = 1};
    struct rulings *list = calloc(1, sizeof *list);
    struct ruling *r = NULL;
    struct grounds g = {.lines = 0};
    if (list == NULL)
        abort();
    read_message(&m, "it", "count", (int64_t)INT32_MAX + 1, "text", (const char *)NULL);
    CHECK_EQUAL(m.value[0].number, INT32_MAX);
    CHECK_EQUAL(m.value[1].length, 0);
    for (int i = 0; i <= VALUES_MOST; i++)
        message_number(&m, "more", i);
    CHECK_EQUAL(m.count, VALUES_MOST);
    CHECK_EQUAL(m.value[VALUES_MOST - 1].number, VALUES_MOST);
    news_add(&news, "first");
    CHECK(news_add(&news, "second") == &news.left_out);
    for (unsigned i = 0; i <= RULINGS_MOST; i++)
        r = rulings_add(list, RULING_OPEN, 0, -1, -1, i, "x");
    CHECK_EQUAL(list->count, RULINGS_MOST);
    for (unsigned i = 0; i <= BECAUSE_MOST; i++)
        ruling_because(r, i + 1);
    CHECK_EQUAL(r->because_count, BECAUSE_MOST);
    for (unsigned i = GROUNDS_LINES + 5; i > 0; i--)
        grounds_line(&g, i);
    grounds_line(&g, GROUNDS_LINES);
    CHECK_EQUAL(g.lines, GROUNDS_LINES);
    free(list);
}

/* ---- what a rulebook lacks ------------------------------------------------------------------- */

struct count {
    struct teller teller;
    int values, nothings;
};

static void no_open(struct teller *t, const char *key, char bracket)
{
    (void)t, (void)key, (void)bracket;
}

static void no_close(struct teller *t) { (void)t; }

static void count_value(struct teller *t, const struct value *value)
{
    struct count *c = (struct count *)t;
    c->values++;
    c->nothings += value->kind == VALUE_NOTHING;
}

static void test_parts(void)
{
    struct count c = {.teller = {no_open, no_close, count_value}};
    struct message place;
    int turn;
    struct table *t = table_new(&(struct record_host){.teller = &c.teller});
    CHECK(!record_place(&t->record, &place, &turn) && !record_face_down(&t->record, 1));
    table_keeps(t, "game bare\nplayers Aki Bo Chie Dai\nround\nkami 3 7 10\nBo: lead");
    CHECK_TEXT(typed(t, "r9 r3 r12 b1"), "r9 r3 r12 b1");
    CHECK(!record_place(&t->record, &place, &turn) && !record_face_down(&t->record, 1));
    bare.knowledge = NULL;
    bare.table = haratama_rulebook.table;
    CHECK(
        record_place(&t->record, &place, &turn) && turn == -1 && !record_face_down(&t->record, 1));
    rulebook_tell_end(&bare, t->record.state, &t->record.setting, &c.teller);
    record_end(&t->record);
    table_free(t);
    CHECK(rulebook_builtin(&(struct setting){.book = NULL}) == NULL);
    CHECK(rulebook_builtin(&(struct setting){.book = &needfire_rulebook}) == NULL);
    c.nothings = 0;
    tell_card(&c.teller, "card", -1);
    CHECK_EQUAL(c.nothings, 1);
}

/* What was noted of a game that nobody kept is told without the rows of its own. */
static void test_noted(void)
{
    for (int i = 0; rulebooks[i] != &bare; i++) {
        struct count c = {.teller = {no_open, no_close, count_value}};
        struct table *t = table_new(&(struct record_host){0});
        char line[64];
        snprintf(line, sizeof line, "game %s\nplayers Aki Bo%s", rulebooks[i]->id,
            rulebooks[i]->seats_most > 2 ? " Chie" : "");
        table_keeps(t, line);
        snprintf(line, sizeof line, "result points Aki=1 Bo=2%s",
            rulebooks[i]->seats_most > 2 ? " Chie=3" : "");
        table_keeps(t, line);
        rulebook_tell_end(rulebooks[i], t->record.state, &t->record.setting, &c.teller);
        check(c.values > 0, "%s tells what was noted", rulebooks[i]->id);
        table_free(t);
    }
}

/* ---- signs that steer or hide ------------------------------------------------------------ */

static bool is_clean(const char *text) { return text_is_clean((struct span){text, strlen(text)}); }

static void test_signs(void)
{
    static const char *const good[] = {
        "",
        "Aki",
        "あき",
        "Zoë",
        "é́",
        "札 – “x”",
        "ｱｷ",
        "葛\U000E0100城",
        "❤\uFE0F",
        "👨\u200D👩\u200D👧",
        "❤\uFE0F\u200D🔥",
        "👍🏽",
        "می\u200Cخواهم",
        "क्\u200Dष",
        "\u00A0",
        "\u2800",
        "\u3000",
    };
    static const char *const bad[] = {
        "a\nb",
        "a\tb",
        "\x1b[31m",
        "\x7f",
        "\xc2\x85",
        "\xc2\x9b"
        "31m",
        "\x9b",
        "\xc3",
        "\xed\xa0\x80",
        "a\u00ADb",
        "a\u034Fb",
        "\u061C",
        "\u115F",
        "\u17B4",
        "a\u180Eb",
        "a\u200Bb",
        "Bo\u200C",
        "Bo\u200D",
        "Bo\u200Db",
        "札\u200D",
        "👨\u200D",
        "\u200D👩",
        "\u200E",
        "\u200F",
        "\u2028",
        "\u2029",
        "\u202A",
        "\u202B",
        "\u202C",
        "\u202D",
        "\u202E",
        "a\u2060b",
        "\u2066",
        "\u2067",
        "\u2068",
        "\u2069",
        "\u206A",
        "\u3164",
        "Bo\uFE0F",
        "札\uFE0F",
        "\uFE0F",
        "❤\uFE0F\uFE0F",
        "Bo\U000E0100",
        "\uFEFF",
        "\uFFA0",
        "\uFFF9",
        "\uFFFE",
        "\uFFFF",
        "\uFDD0",
        "\U0001FFFE",
        "\U0001BCA0",
        "\U0001D173",
        "\U000E0001",
        "Bo\U000E0041",
        "\U000E007F",
        "🏴\U000E0067",
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        check(is_clean(good[i]), "%s (%zu) is plain", good[i], i);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check(!is_clean(bad[i]), "what steers or hides, number %zu, is not plain", i);
    CHECK(signs_plain((struct span){"a\tb\n", 4}, "\t\n")
          && !signs_plain((struct span){"a\tb\r", 4}, "\t\n"));
    CHECK(!signs_plain((struct span){"a\0b", 3}, "\t"));
}

int main(void)
{
    bare_begin();
    test_answers();
    test_little_room();
    test_long_line();
    test_missing_decks();
    test_own_deck();
    test_days();
    test_rows();
    test_statements();
    test_texts();
    test_stickers();
    test_lists();
    test_parts();
    test_noted();
    test_signs();
    return finish();
}
