/*
 * The language of records: characters, tokens, seats, verbs, and the limits of each; and that what
 * statement_write stores reads back as the same statement, for every verb of every rulebook and
 * for every statement of the cases.
 */
#include "check.h"
#include "core/core.h"

#include <sys/stat.h>

/* ---- a table to read at ------------------------------------------------------------------ */

struct bench {
    struct seats seats;
    struct house house;
    struct setting setting;
};

/* Where a pack names the cards, one in the box. */
static const void *pack_with_cards(const struct rulebook *book)
{
    static void *pack;
    if (book->pack_card_read == NULL)
        return NULL;
    if (pack == NULL)
        pack = calloc(1, book->deck->size);
    if (!book->deck->builtin(pack, (struct span){"Hearts", 6}))
        abort();
    return pack;
}

static void sit(struct bench *b, const char *name)
{
    int i = b->seats.count++;
    struct span written = {name, strlen(name)};
    b->seats.row[i].length = (uint8_t)text_spell(written, b->seats.row[i].name);
    b->seats.row[i].folded_length = (uint8_t)text_fold(written, b->seats.row[i].folded);
}

static void bench_begin(struct bench *b, const struct rulebook *book)
{
    static const char *const names[] = {"Aki", "Bo", "Bob", "\"Mio B\""};
    b->seats.count = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        sit(b, names[i]);
    b->setting = (struct setting){.book = book,
        .seats = &b->seats,
        .house = &b->house,
        .pack = pack_with_cards(book)};
    if (book != NULL)
        house_default(&b->house, book);
}

/* ---- what a line reads as ---------------------------------------------------------------- */

/* The fault's message with its values, enough to look for a piece of it. */
static void say_fault(const struct fault *f, char *out, size_t size)
{
    snprintf(out, size, "%lu: %s", (unsigned long)f->column, f->message.id);
}

/*
 * Reads a line and writes what came of it: each statement as stored, each fault as
 * {COLUMN: message}, joined by " | ".
 */
static void read_line(const struct bench *b, const char *line, size_t length, char *out,
    size_t size)
{
    struct reader reader;
    struct statement *s = malloc(sizeof *s);
    struct fault fault;
    out[0] = '\0';
    reader_begin(&reader, line, length, 1);
    for (bool first = true;; first = false) {
        char text[8192];
        enum read_result result = statement_read(&reader, &b->setting, false, s, &fault);
        if (result == READ_END)
            break;
        if (result == READ_STATEMENT) {
            size_t written = statement_write(s, &b->setting, text, sizeof text - 1);
            text[written < sizeof text ? written : sizeof text - 1] = '\0';
        } else {
            text[0] = '{';
            say_fault(&fault, text + 1, sizeof text - 2);
            strcat(text, "}");
        }
        size_t at = strlen(out);
        snprintf(out + at, size - at, "%s%s", first ? "" : " | ", text);
    }
    free(s);
}

static void reads_bytes(struct bench *b, const char *line, size_t length, const char *expected)
{
    char got[16384];
    read_line(b, line, length, got, sizeof got);
    size_t star = strlen(expected);
    bool begins = star > 0 && expected[star - 1] == '*';
    bool good = begins ? strncmp(got, expected, star - 1) == 0 : strcmp(got, expected) == 0;
    check(good, "line:     %.300s\nexpected: %s\n     got: %s", line, expected, got);
}

/* `expected` may end in * for any rest. */
static void reads(struct bench *b, const char *line, const char *expected)
{
    reads_bytes(b, line, strlen(line), expected);
}

static void test_grammar(struct bench *b)
{
    reads(b, "", "");
    reads(b, "   \t ", "");
    reads(b, ";;; ;", "");
    reads(b, "# nothing", "");
    reads(b, "round", "round");
    reads(b, "round;round ; round;", "round | round | round");
    reads(b, "r9 r3\tr12", "r9 r3 r12");
    reads(b, "Aki: r9 r3", "Aki: r9 r3");
    reads(b, "Aki :r9", "Aki: r9");
    reads(b, "Aki:r9", "Aki: r9");
    reads(b, "Aki: lead; show b5; Bo: fox no; fox",
        "Aki: lead | Aki: show b5 | Bo: fox no | Bo: fox");
    reads(b, "Aki: lead; round; fox", "Aki: lead | round | Aki: fox");
    reads(b, "r9 ! ", "r9 !");
    reads(b, "r9 !; r3", "r9 ! | r3");
    reads(b, "r9 ! r3", "{6: words after the final !*");
    reads(b, "relics Aki=3 Bo=1 Bob=0", "relics Aki=3 Bo=1 Bob=0");
    reads(b, "relics \"Mio B\"=3", "relics \"Mio B\"=3");
    reads(b, "Aki: pass ? ?", "Aki: pass ? ?");
    reads(b, "house end=loss:200 fox=off", "house end=loss:200 fox=off");
    reads(b, "note a b c", "note a b c");
    reads(b, "note", "note");
    reads(b, "round\r", "round");
    reads(b, "\xEF\xBB\xBFround", "round");
    reads(b, "\v\fround\v", "round");
}

static void test_separators(struct bench *b)
{
    reads(b, "note 10:30 a:b", "note 10:30 a:b");
    reads(b, "Aki: 10:30", "{6: *");
    reads(b, "note a=b=c", "note a=b=c");
    reads(b, "house remedy=a=b", "house remedy=a=b");
    reads(b, "house remedy=\"a = b; c # d\"", "house remedy=\"a = b; c # d\"");
    reads(b, "house \"remedy\"=x", "house \"remedy\"=x");
    reads(b, "house \"a=b\"=c", "house \"a=b\"=c");
    reads(b, "note a#b #c d", "note a#b");
    reads(b, "note #", "note");
    reads(b, "note \"#\"", "note \"#\"");
    reads(b, "round#", "{1: “{found}” is not a word*");
    reads(b, "Aki:#", "{5: a name alone*");
    reads(b, "Aki:;round", "{5: a name alone; expected a verb or cards after the colon} | round");
    reads(b, ": r9", "{1: nobody at this table is called “{found}”*");
    reads(b, "note \"a;b\";round", "note \"a;b\" | round");
    reads(b, "note \"a\"\"b\";round", "note \"a\"\"b\" | round");
    reads(b, "note \"\"", "note \"\"");
    reads(b, "note \"\"\"\"", "note \"\"\"\"");
    reads(b, "note \"a", "{6: this quote is not closed*");
    reads(b, "note \"a;round", "{6: this quote is not closed*");
    reads(b, "note \"a\"b;round",
        "{9: a quote in the middle of a word; expected a space between them} | round");
    reads(b, "note b\"a;c\";round",
        "{7: a quote in the middle of a word; expected a space between them} | round");
    reads(b, "\"Mio B\": r9", "\"Mio B\": r9");
    reads(b, "\"Mio B\":r9", "\"Mio B\": r9");
    reads(b, "\"Mio B\"", "{1: *");
    reads(b, "「Mio B」: r9", "\"Mio B\": r9");
    reads(b, "｢Mio B｣：r9", "\"Mio B\": r9");
    reads(b, "獲得 「Mio B」=3", "relics \"Mio B\"=3");
    reads(b, "note 「a;b」;round", "note 「a;b」 | round");
    reads(b, "note 「a\"b」」c」;round", "note 「a\"b」」c」 | round");
    reads(b, "note a「b」 「」", "note a「b」 「」");
    reads(b, "house remedy=「a = b、c」", "house remedy=「a = b、c」");
    reads(b, "note 「a;round", "{6: this quote is not closed; expected a 」*");
    reads(b, "note 「a」b;round",
        "{9: a quote in the middle of a word; expected a space between them} | round");
    reads(b, "bob lead", "Bob: lead");
    reads(b, "Aki r9 r3", "Aki: r9 r3");
    reads(b, "Akiさん：リード", "Aki: lead");
    reads(b, "Aki 最初", "Aki: lead");
    reads(b, "神威降臨 3、7、10枚。", "kami 3 7 10");
    reads(b, "獲得 Aki=3枚、Bo=−2", "relics Aki=3 Bo=-2");
    reads(b, "あか9 赤の3 むらさき12", "r9 r3 p12");
    reads(b, "Aki: きつね しない", "Aki: fox no");
    reads(b, "\"r9\"", "{1: “{found}” is not a word*");
    reads(b, "\"round\"", "{1: “{found}” is not a word*");
}

static void test_full_width(struct bench *b)
{
    reads(b, "ｒ９　Ｒ１２", "r9 r12");
    reads(b, "Ａｋｉ：ｌｅａｄ；ｓｈｏｗ　ｂ５", "Aki: lead | Aki: show b5");
    reads(b, "ｒｅｌｉｃｓ　ａｋｉ＝３", "relics Aki=3");
    reads(b, "round　＃　nothing", "round");
    reads(b, "ｒ９　！", "r9 !");
    reads(b, "Aki: pass ？ ？", "Aki: pass ? ?");
    reads(b, "赤9 青１３ 紫1 緑7", "r9 b13 p1 g7");
    reads(b, "秋: lead", "{1: nobody at this table is called “{found}”*");
    reads(b, "ラウンド；神威 3 7 10", "round | kami 3 7 10");
    reads(b, "ﾗｳﾝﾄﾞ", "round");
    reads(b, "ﾄﾘｯｸ", "{1: *");
    reads(b, "Aki: ﾄﾘｯｸ r3", "Aki: trick r3");
    reads(b, "Aki: 狐 なし", "Aki: fox no");
    reads(b, "note ＂a＂", "{6: a full-width quote*");
    reads(b, "note \"ｒ９\"", "note \"ｒ９\"");
}

static void test_columns(struct bench *b)
{
    reads(b, "赤9 赤99", "{4: *");
    reads(b, "\xEF\xBB\xBF赤9 x", "{4: *");
    reads(b, "𠮷𠮷: r9", "{1: *");
    reads(b, "note \"𠮷赤\"; x", "note \"𠮷赤\" | {12: *");
    reads(b, "note ｶﾞ; xyz", "note ｶﾞ | {9: *");
    reads(b, "\t\tkami 1 2", "{11: too few words*");
    reads(b, "kami 1 2 3 4 5", "{12: too many words*");
}

static void test_bad_bytes(struct bench *b)
{
    static const char *const bad[] = {
        "\xFF",
        "\x80",
        "\xC0\xAF",
        "\xC1\xBF",
        "\xE0\x80\xAF",
        "\xE0\x9F\xBF",
        "\xF0\x80\x80\xAF",
        "\xF0\x8F\xBF\xBF",
        "\xED\xA0\x80",
        "\xED\xBF\xBF",
        "\xF4\x90\x80\x80",
        "\xF5\x80\x80\x80",
        "\xE3\x81",
        "\xC3",
        "\xF0\x9F\x98",
        "\xE3\x81(",
        "\xFE\xFF",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char line[64];
        snprintf(line, sizeof line, "note %s;round", bad[i]);
        reads(b, line, "{6: these bytes are not UTF-8; expected plain text in UTF-8} | round");
        snprintf(line, sizeof line, "note a%s;round", bad[i]);
        reads(b, line, "{7: these bytes are not UTF-8; expected plain text in UTF-8} | round");
        snprintf(line, sizeof line, "note \"a%s;b\";round", bad[i]);
        reads(b, line, "{8: these bytes are not UTF-8; expected plain text in UTF-8} | round");
        snprintf(line, sizeof line, "note \"a\"%s;round", bad[i]);
        reads(b, line, "{9: these bytes are not UTF-8; expected plain text in UTF-8} | round");
        snprintf(line, sizeof line, "%s", bad[i]);
        reads(b, line, "{1: these bytes are not UTF-8; expected plain text in UTF-8}");
    }
    reads_bytes(b, "note a\0b;round", 14, "{7: a NUL byte; expected plain text} | round");
    reads_bytes(b, "\0", 1, "{1: a NUL byte; expected plain text}");
    reads_bytes(b, "note \"\0;\";round", 15, "{7: a NUL byte; expected plain text} | round");
    reads(b, "note \xF4\x8F\xBF\xBF \xEE\x80\x80 \xC2\x80", "note *");
}

/* A line of `prefix`, then `count` times `unit`, then `suffix`. */
static char *long_line(const char *prefix, const char *unit, size_t count, const char *suffix)
{
    size_t one = strlen(unit), at = strlen(prefix);
    char *line = malloc(at + one * count + strlen(suffix) + 1);
    memcpy(line, prefix, at);
    for (size_t i = 0; i < count; i++, at += one)
        memcpy(line + at, unit, one);
    strcpy(line + at, suffix);
    return line;
}

static void reads_long(struct bench *b, const char *prefix, const char *unit, size_t count,
    const char *suffix, const char *expected)
{
    char *line = long_line(prefix, unit, count, suffix);
    reads(b, line, expected);
    free(line);
}

static void test_limits(struct bench *b)
{
    reads_long(b, "note ", "x", 255, "", "note xxx*");
    reads_long(b, "note ", "x", 256, ";round",
        "{6: this word is too long; expected at most 255 bytes} | round");
    reads_long(b, "note \"", "x", 255, "\"", "note \"xxx*");
    reads_long(b, "note \"", "x", 256, "\";round",
        "{6: this text is too long; expected at most 255 bytes} | round");
    reads_long(b, "note ", "あ", 85, "", "note あ*");
    reads_long(b, "note ", "あ", 86, "", "{6: this word is too long*");
    reads_long(b, "note ", "Ａ", 85, "", "note Ａ*");
    reads_long(b, "note ", "Ａ", 86, "", "{6: this word is too long*");
    reads_long(b, "note \"", "\"\"", 255, "\"", "note \"\"\"*");
    reads_long(b, "note \"", "\"\"", 256, "\"", "{6: this text is too long*");
    reads_long(b, "note", " x", 64, "", "note x x*");
    reads_long(b, "note", " x", 65, ";round",
        "{134: too many words; expected at most {most} after one verb} | round");
    reads_long(b, "", "r9 ", 64, "", "r9 r9*");
    reads_long(b, "", "r9 ", 65, "", "{193: too many words*");
    reads_long(b, "note ", " ", 60000, "x", "note x");
    reads_long(b, "", ";", 65000, "round", "round");
    reads_long(b, "relics Aki=", "9", 9, "", "relics Aki=999999999");
    reads_long(b, "relics Aki=", "9", 10, "", "{8: *");
    reads(b, "relics Aki=-5", "relics Aki=-5");
    reads(b, "relics Aki=+5", "relics Aki=5");
    reads(b, "relics Aki=", "{8: *");
    reads(b, "relics =5", "{8: *");
    reads(b, "relics Aki=-", "{8: *");
}

static void test_seats(struct bench *b)
{
    struct bench t = {.setting = {0}};
    char name[32];
    reads(b, "A: lead", "Aki: lead");
    reads(b, "aKI: lead", "Aki: lead");
    reads(b, "Bo: lead", "Bo: lead");
    reads(b, "Bob: lead", "Bob: lead");
    reads(b, "B: lead", "{1: “{found}” is not one player*");
    reads(b, "Mio: lead", "\"Mio B\": lead");
    reads(b, "\"mio b\": lead", "\"Mio B\": lead");
    reads(b, "Akira: lead", "{1: nobody at this table is called “{found}”*");
    reads(b, "\"\": lead", "{1: nobody at this table is called “{found}”*");
    bench_begin(&t, rulebooks[0]);
    t.seats.count = 0;
    for (int i = 0; i < SEATS_MOST; i++) {
        snprintf(name, sizeof name, "ｶﾞ%c", 'a' + i);
        sit(&t, name);
    }
    uint32_t meant = 0;
    check(seats_find(&t.seats, (struct span){"ガS", 4}, NULL) == 18,
        "the nineteenth seat by its folded name");
    check(seats_find(&t.seats, (struct span){"ガ", 3}, &meant) == SEAT_AMBIGUOUS
              && meant == (1u << 19) - 1,
        "a beginning of all nineteen");
    check(seats_find(&t.seats, (struct span){"x", 1}, &meant) == SEAT_UNKNOWN
              && meant == (1u << 19) - 1,
        "nobody's name: everybody is a candidate");
    check(seats_find(&t.seats, (struct span){"", 0}, NULL) == SEAT_UNKNOWN,
        "an empty name is nobody's");
}

/* ---- folding ----------------------------------------------------------------------------- */

static void folds(const char *from, const char *to)
{
    char out[NAME_MOST + 1];
    size_t length = text_fold((struct span){from, strlen(from)}, out);
    out[length] = '\0';
    check(strcmp(out, to) == 0, "folded %s: expected %s, got %s", from, to, out);
}

static void test_folding(void)
{
    folds("ＡＢＣｘｙｚ０９！～", "abcxyz09!~");
    folds("ABC xyz", "abc xyz");
    folds("｡｢｣､･ｰﾞﾟ", "。「」、・ー\xE3\x82\x99\xE3\x82\x9A");
    folds("ｦｧｨｩｪｫｬｭｮｯ", "ヲァィゥェォャュョッ");
    folds("ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿ", "アイウエオカキクケコサシスセソ");
    folds("ﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎ", "タチツテトナニヌネノハヒフヘホ");
    folds("ﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝ", "マミムメモヤユヨラリルレロワン");
    folds("ｶﾞｷﾞｸﾞｹﾞｺﾞｻﾞｼﾞｽﾞｾﾞｿﾞ", "ガギグゲゴザジズゼゾ");
    folds("ﾀﾞﾁﾞﾂﾞﾃﾞﾄﾞﾊﾞﾋﾞﾌﾞﾍﾞﾎﾞ", "ダヂヅデドバビブベボ");
    folds("ﾊﾟﾋﾟﾌﾟﾍﾟﾎﾟｳﾞ", "パピプペポヴ");
    folds("ﾜﾞｦﾞ", "\xE3\x83\xB7\xE3\x83\xBA");
    folds("ｱﾞｶﾟ", "ア\xE3\x82\x99カ\xE3\x82\x9A");
    folds("カﾞ", "カ\xE3\x82\x99");
    folds("　", " ");
    folds("￠￡￢￣￤￥￦", "¢£¬¯¦¥₩");
    folds("ÄЖΩéß", "ÄЖΩéß");
    folds("\"say \"\"HI\"\"\"", "say \"hi\"");
    check(text_is((struct span){"ＬＯＳＳ", 12}, "loss"), "text_is folds");
    check(text_distance((struct span){"kitten", 6}, (struct span){"sitting", 7}) == 3,
        "text_distance");
}

/* ---- writing and reading back ------------------------------------------------------------ */

static bool same_argument(const struct argument *a, const struct argument *b)
{
    if (a->kind != b->kind || a->joined != b->joined || a->placed != b->placed || a->seat != b->seat
        || a->card != b->card || a->number != b->number)
        return false;
    if (a->kind != ARGUMENT_TEXT && a->kind != ARGUMENT_PAIR)
        return true;
    return a->text.length == b->text.length && memcmp(a->text.at, b->text.at, a->text.length) == 0
           && (a->kind != ARGUMENT_PAIR
               || (a->value.length == b->value.length
                   && memcmp(a->value.at, b->value.at, a->value.length) == 0));
}

static bool same_statement(const struct statement *a, const struct statement *b)
{
    if (a->common != b->common || a->row != b->row || a->verb != b->verb || a->seat != b->seat
        || a->stands != b->stands || a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++)
        if (!same_argument(&a->argument[i], &b->argument[i]))
            return false;
    return true;
}

/* Written, read and written again, a statement is the same; a short buffer only cuts it. */
static bool survives(const struct statement *s, const struct setting *setting, bool in_pack)
{
    char text[LINE_MOST], again[LINE_MOST], cut[9];
    struct reader reader;
    struct fault fault;
    struct statement *back = malloc(sizeof *back);
    size_t length = statement_write(s, setting, text, sizeof text);
    memset(cut, 'Z', sizeof cut);
    bool good = length <= sizeof text && statement_write(s, setting, cut, 8) == length
                && cut[8] == 'Z' && memcmp(cut, text, length < 8 ? length : 8) == 0
                && statement_write(s, setting, NULL, 0) == length;
    reader_begin(&reader, text, length, s->line);
    good = good && statement_read(&reader, setting, in_pack, back, &fault) == READ_STATEMENT
           && same_statement(s, back)
           && statement_write(back, setting, again, sizeof again) == length
           && memcmp(text, again, length) == 0
           && statement_read(&reader, setting, in_pack, back, &fault) == READ_END;
    if (!good)
        printf("does not read back: %.*s\n", (int)length, text);
    free(back);
    return good;
}

/* One argument of the given kind, spelled so that the book can read it. */
static void sample(const struct rulebook *book, const struct verb *verb, enum argument_kind kind,
    int n, bool japanese, char *out, size_t size)
{
    const struct setting setting = {.book = book, .pack = pack_with_cards(book)};
    char card[17] = "";
    int code = 0, left = n;
    for (int i = 0; i < 512 && (kind == ARGUMENT_CARD || kind == ARGUMENT_CARD_NUMBER); i++) {
        char text[17] = "";
        size_t length = 0;
        if (i < 128)
            length = card_write_by(&setting, i, false, text);
        text[length < 16 ? length : 16] = '\0';
        if (length == 0 || card_read_by(&setting, (struct span){text, length}) != i)
            continue;
        code = i;
        if (left-- == 0)
            break;
    }
    if (kind == ARGUMENT_CARD || kind == ARGUMENT_CARD_NUMBER)
        card[card_write_by(&setting, code, japanese, card)] = '\0';
    switch (kind) {
    case ARGUMENT_WORD: {
        const char *at = verb->words
                         + (japanese && strchr(verb->words, '/') ? strcspn(verb->words, "/") + 1
                                                                 : 0);
        snprintf(out, size, "%.*s", (int)strcspn(at, "/ "), at);
        return;
    }
    case ARGUMENT_CARD: snprintf(out, size, "%s", card); return;
    case ARGUMENT_UNSEEN: snprintf(out, size, "%s", japanese ? "？" : "?"); return;
    case ARGUMENT_NUMBER: snprintf(out, size, "%d", n + 1); return;
    case ARGUMENT_SEAT: snprintf(out, size, "%s", n % 2 ? "\"mio b\"" : "Ａｋｉ"); return;
    case ARGUMENT_SEAT_NUMBER: snprintf(out, size, "%s=%d", n % 2 ? "\"Mio B\"" : "bob", n); return;
    case ARGUMENT_CARD_NUMBER: snprintf(out, size, "%s=%d", card, n); return;
    case ARGUMENT_PAIR: snprintf(out, size, "key%d=\"va;lue %d\"", n, n); return;
    case ARGUMENT_TEXT: snprintf(out, size, "\"te\"\"xt ; # %d\"", n); return;
    }
}

/*
 * A line for a verb with `count` arguments, each of the kind that `turn` picks among those it
 * takes.
 */
static void compose(const struct rulebook *book, const struct verb *verb, int count, int turn,
    bool japanese, char *out, size_t size)
{
    static const enum argument_kind kinds[] = {ARGUMENT_WORD, ARGUMENT_CARD, ARGUMENT_UNSEEN,
        ARGUMENT_NUMBER, ARGUMENT_SEAT, ARGUMENT_SEAT_NUMBER, ARGUMENT_CARD_NUMBER, ARGUMENT_PAIR,
        ARGUMENT_TEXT};
    enum argument_kind taken[9];
    int kinds_taken = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (verb->takes & kinds[i])
            taken[kinds_taken++] = kinds[i];
    const char *name = japanese && verb->ja != NULL ? verb->ja : verb->name;
    for (int i = 0; i < turn && japanese && strchr(name, '/') != NULL;
         i++) /* each of its spellings in turn */
        name = strchr(name, '/') + 1;
    snprintf(out, size, "%s%.*s",
        verb->seat == SEAT_NONE ? "" : "\"Mio B\": ", (int)strcspn(name, "/"), name);
    for (int i = 0; i < count; i++) {
        char one[256] = "";
        sample(book, verb, kinds_taken > 0 ? taken[(i + turn) % kinds_taken] : ARGUMENT_TEXT, i,
            japanese, one, sizeof one);
        size_t at = strlen(out);
        snprintf(out + at, size - at, " %s", one);
    }
    strncat(out, turn % 2 ? " !" : "", size - strlen(out) - 1);
}

/* Every row with its fewest and some more arguments, every kind of them, in both spellings. */
static void test_rows(struct bench *b, const struct rulebook *book, const struct verb *rows,
    bool in_pack)
{
    char line[8192], what[256];
    struct statement *s = malloc(sizeof *s);
    for (int v = 0; rows != NULL && rows[v].name != NULL; v++)
        for (int turn = 0; turn < 18 && rows[v].takes + (unsigned)rows[v].name[0] != 0; turn++) {
            int most = rows[v].most < rows[v].least + 4 ? rows[v].most : rows[v].least + 4;
            int count = rows[v].least + turn % (most - rows[v].least + 1);
            struct reader reader;
            struct fault fault;
            compose(book, &rows[v], count, turn / 2, turn % 2, line, sizeof line);
            reader_begin(&reader, line, strlen(line), 1);
            bool read = statement_read(&reader, &b->setting, in_pack, s, &fault) == READ_STATEMENT;
            snprintf(what, sizeof what, "%s: %.200s", book->id, line);
            check(read && survives(s, &b->setting, in_pack), "%s", what);
        }
    free(s);
}

/* ---- every statement of the cases -------------------------------------------------------- */

static void file_survives(struct bench *b, const char *path)
{
    FILE *file = fopen(path, "rb");
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    struct statement *s = malloc(sizeof *s);
    while (file != NULL && (length = getline(&line, &room, file)) > 0) {
        struct reader reader;
        struct fault fault;
        size_t size = (size_t)length - (line[length - 1] == '\n');
        reader_begin(&reader, line, size, 1);
        for (enum read_result got;
             (got = statement_read(&reader, &b->setting, false, s, &fault)) != READ_END;) {
            if (got != READ_STATEMENT)
                continue;
            if (s->common && s->verb == SAY_PLAYERS) {
                b->seats.count = 0;
                for (int i = 0; i < s->count; i++) {
                    struct span name = s->argument[i].text;
                    int seat = b->seats.count++;
                    b->seats.row[seat].length = (uint8_t)text_spell(name, b->seats.row[seat].name);
                    b->seats.row[seat].folded_length = (uint8_t)text_fold(name,
                        b->seats.row[seat].folded);
                }
            }
            check(survives(s, &b->setting, false), "%s", path);
        }
    }
    if (file != NULL)
        fclose(file);
    free(line);
    free(s);
}

static void test_cases(struct bench *b, const struct rulebook *book)
{
    char path[1024];
    snprintf(path, sizeof path, "tests/cases/%s", book->id);
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        size_t length = strlen(entry->d_name);
        if (length < 6 || strcmp(entry->d_name + length - 5, ".fuda") != 0)
            continue;
        snprintf(path, sizeof path, "tests/cases/%s/%s", book->id, entry->d_name);
        bench_begin(b, book);
        file_survives(b, path);
    }
    if (folder != NULL)
        closedir(folder);
}

int main(void)
{
    struct bench *b = calloc(1, sizeof *b);
    const struct rulebook *haratama = rulebook_find((struct span){"haratama", 8});
    bench_begin(b, haratama);
    test_grammar(b);
    test_separators(b);
    test_full_width(b);
    test_columns(b);
    test_bad_bytes(b);
    test_limits(b);
    test_seats(b);
    test_folding();
    for (int g = 0; rulebooks[g] != NULL; g++) {
        bench_begin(b, rulebooks[g]);
        test_rows(b, rulebooks[g], rulebooks[g]->verbs, false);
        test_rows(b, rulebooks[g], common_verbs, false);
        test_rows(b, rulebooks[g], rulebooks[g]->deck != NULL ? rulebooks[g]->deck->rows : NULL,
            true);
        test_cases(b, rulebooks[g]);
    }
    free(b);
    return finish();
}
