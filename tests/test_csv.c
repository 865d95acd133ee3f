/*
 * Tables of past nights as spreadsheets write them: the same nights in any form, with any quotes,
 * blanks, marks, separators, widths and days, come back as those nights, or are refused with the
 * row that is wrong. SEED=… takes a run back, ITERS=… is the number of tables.
 */
#include "check.h"
#include "cli/exchange/exchange.h"

#include <iconv.h>
#include <unistd.h>

enum { ITERS = 1000, NIGHTS_MOST = 5, SEATS = 4 };

#define DRAW(list) ((list)[chance(sizeof(list) / sizeof *(list))])

static struct context english = {.english = true};

/* ---- nights ---------------------------------------------------------------------------------- */

struct table {
    struct past night[NIGHTS_MOST];
    unsigned nights;
    enum { A_ROW_A_PLAYER, LISTS, COLUMNS, FORMS } form;
    char comma;
    const char *end; /* of a line */
    bool blanks, quotes, empties, wide;
    /* the night in which something cannot be read, and where; NIGHTS_MOST: none */
    unsigned spoilt, line;
    const struct spoil *spoil; /* what it is */
};

/* What cannot be read, in the place of what stands there, and what is said of it. */
static const struct spoil {
    enum { SPOILS_POINTS, SPOILS_DAY, SPOILS_GAME, SPOILS_NAME } cell;
    const char *written, *reason;
} spoils[] = {
    {SPOILS_POINTS, "x", "no points"},
    {SPOILS_POINTS, "12.5", "half a point"},
    {SPOILS_POINTS, "1.200", "1.200 may be 1200 or 1.2"},
    {SPOILS_POINTS, "--1", "no points"},
    {SPOILS_POINTS, "9999999999", "too many points"},
    {SPOILS_POINTS, "=A1", "no points"},
    {SPOILS_DAY, "2026-02-30", "no such day"},
    {SPOILS_DAY, "05.01.2026", "no such day"},
    {SPOILS_DAY, "yesterday", "no such day"},
    {SPOILS_GAME, "chess", "no game that fuda knows"},
    {SPOILS_GAME, "", "no game that fuda knows"},
    {SPOILS_NAME, "", "no player's name"},
    {SPOILS_NAME, "\u200B", "no player's name"},
};

static void draw_table(struct table *t)
{
    static const char *const names[] = {"Aki", "Bo", "ちえ", "Dai \"the\" fox", "Emi, jr.", "ガク",
        "Zoë", "Mio B"};
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    *t = (struct table){.nights = 1 + chance(NIGHTS_MOST),
        .form = chance(FORMS),
        .comma = DRAW(",;\t"),
        .end = DRAW(ends),
        .blanks = chance(2),
        .quotes = chance(2),
        .empties = chance(2),
        .wide = chance(2)};
    if (t->comma == '\0')
        t->comma = ',';
    t->spoilt = chance(5) == 0 ? chance(t->nights) : NIGHTS_MOST;
    do
        t->spoil = &DRAW(spoils);
    while (t->spoil->cell == SPOILS_NAME && t->form != A_ROW_A_PLAYER);
    for (unsigned n = 0; n < t->nights; n++) {
        struct past *p = &t->night[n];
        *p = (struct past){.book = rulebook_find((struct span){"haratama", 8}), .seats = SEATS};
        snprintf(p->day, sizeof p->day, "2026-%02u-%02u", (1 + chance(12)) % 100, (1 + n) % 100);
        const unsigned first = t->form == COLUMNS ? 0 : chance(8),
                       step = t->form == COLUMNS || chance(2) ? 1 : 3;
        for (int i = 0; i < SEATS; i++) {
            do
                snprintf(p->seat[i].name, sizeof p->seat[i].name, "%s",
                    names[(first + (unsigned)i * step) % 8]);
            while (false);
            p->seat[i].scored = true;
            p->seat[i].points = (long)chance(chance(2) ? 100 : 2000000) - 50;
        }
    }
}

/* ---- as a spreadsheet writes them ------------------------------------------------------------ */

static void put_cell(struct text *out, const struct table *t, const char *cell)
{
    static const char *const blanks[] = {"", " ", "\u3000", "\u00A0", "  "};
    const char comma[] = {t->comma, '"', '\0'};
    const bool quoted = strpbrk(cell, comma) != NULL || (t->quotes && chance(2));
    text_put(out, t->blanks ? DRAW(blanks) : "");
    text_put(out, quoted ? "\"" : "");
    for (; *cell != '\0'; cell++)
        text_add(out, quoted && *cell == '"' ? "\"\"" : cell, quoted && *cell == '"' ? 2 : 1);
    text_put(out, quoted ? "\"" : "");
    if (t->blanks)
        text_put(out, DRAW(blanks));
}

static void put_widened(char *out, const char *text)
{
    *out = '\0';
    for (; *text != '\0'; text++) {
        char one[4] = {*text, '\0'};
        if (*text >= '0' && *text <= '9')
            snprintf(one, sizeof one, "\xEF\xBC%c", 0x90 + (*text - '0'));
        strcat(out, one);
    }
}

static void spell_points(const struct table *t, long points, char out[100])
{
    static const char *const minus[] = {"-", "−", "－", "–"}, *const behind[] = {"", ".0", ",00",
                                                                  "", ""};
    char digits[40];
    const long most = points < 0 ? -points : points;
    if (most >= 1000 && most < 1000000 && chance(2) && t->form != LISTS)
        snprintf(digits, sizeof digits, "%ld%s%03ld", most / 1000, chance(2) ? "," : "’",
            most % 1000);
    else
        snprintf(digits, sizeof digits, "%ld%s", most, t->form != LISTS ? DRAW(behind) : "");
    char wide[100];
    put_widened(wide, digits);
    snprintf(out, 100, "%s%s", points < 0 ? DRAW(minus) : "", t->wide ? wide : digits);
}

/* As people and spreadsheets write a day. */
static void put_day(struct text *out, const struct table *t, const char *day)
{
    static const struct {
        const char *year, *month, *end;
    } ways[] = {{"-", "-", ""}, {"/", "/", ""}, {"年", "月", "日"}, {".", ".", ""},
        {"-", "-", " 20:00"}, {"-", "-", "T20:00:00"}};
    const unsigned way = chance(sizeof ways / sizeof *ways);
    const bool zeros = chance(2);
    char written[60], wide[200];
    if (strspn(day, "0123456789-") != 10 || day[4] != '-') {
        put_cell(out, t, day);
        return;
    }
    const int month = !zeros && day[5] == '0', night = !zeros && day[8] == '0';
    snprintf(written, sizeof written, "%.4s%s%.*s%s%.*s%s", day, ways[way].year, 2 - month,
        day + 5 + month, ways[way].month, 2 - night, day + 8 + night, ways[way].end);
    put_widened(wide, written);
    put_cell(out, t, t->wide && strchr(written, ':') == NULL ? wide : written);
}

static void end_line(struct text *out, const struct table *t)
{
    text_put(out, t->end);
    if (t->empties && chance(3) == 0)
        text_printf(out, "%c%c%s", t->comma, t->comma, t->end);
    if (t->empties && chance(5) == 0)
        text_put(out, t->end);
}

static void put_between(struct text *out, const struct table *t, const char *cell)
{
    text_add(out, &t->comma, 1);
    put_cell(out, t, cell);
}

static unsigned lines_in(const struct text *file)
{
    unsigned lines = 0;
    for (size_t i = 0; i < file->length; i++)
        lines += file->at[i] == '\n' || (file->at[i] == '\r' && file->at[i + 1] != '\n');
    return lines;
}

static bool is_spoilt(const struct table *t, bool here, unsigned cell)
{
    return here && t->spoil->cell == cell;
}

static void put_night(struct text *out, struct table *t, const struct past *p, bool spoilt)
{
    static const char *const games[] = {"haratama", "Haratama", "HARATAMA"};
    struct text names = {0}, scores = {0};
    char points[100];
    for (int i = 0; i < p->seats; i++) {
        const bool last = i == p->seats - 1;
        spell_points(t, p->seat[i].points, points);
        if (is_spoilt(t, spoilt && last, SPOILS_POINTS))
            strcpy(points, t->spoil->written);
        if (spoilt
            && (t->spoil->cell < SPOILS_DAY || t->spoil->cell == SPOILS_NAME ? last : i == 0))
            t->line = 1 + lines_in(out);
        if (t->form == A_ROW_A_PLAYER || i == 0) {
            put_day(out, t, is_spoilt(t, spoilt, SPOILS_DAY) ? t->spoil->written : p->day);
            put_between(out, t,
                is_spoilt(t, spoilt, SPOILS_GAME) ? t->spoil->written : DRAW(games));
        }
        if (t->form == A_ROW_A_PLAYER)
            put_between(out, t,
                is_spoilt(t, spoilt && last, SPOILS_NAME) ? t->spoil->written : p->seat[i].name);
        if (t->form != LISTS)
            put_between(out, t, points);
        if (t->form == A_ROW_A_PLAYER)
            end_line(out, t);
        text_printf(&names, "%s%s", i > 0 ? "|" : "", p->seat[i].name);
        text_printf(&scores, "%s%s", i > 0 ? "|" : "", points);
    }
    if (t->form == LISTS) {
        put_between(out, t, names.at);
        put_between(out, t, scores.at);
    }
    if (t->form != A_ROW_A_PLAYER)
        end_line(out, t);
    text_clear(&names);
    text_clear(&scores);
}

static void put_table(struct text *out, struct table *t)
{
    if (chance(4) == 0)
        text_printf(out, "sep=%c%s", t->comma, t->end);
    if (chance(3) == 0)
        text_printf(out, "Our season%c%c%s", t->comma, t->comma, t->end);
    put_cell(out, t, DRAW(((const char *const[]){"date", "Date", "日付"})));
    put_between(out, t, "game");
    if (t->form == A_ROW_A_PLAYER) {
        put_between(out, t, "player");
        put_between(out, t, "points");
    } else if (t->form == LISTS) {
        put_between(out, t, "players");
        put_between(out, t, "scores");
    } else {
        for (int i = 0; i < SEATS; i++)
            put_between(out, t, t->night[0].seat[i].name);
    }
    end_line(out, t);
    for (unsigned n = 0; n < t->nights; n++)
        put_night(out, t, &t->night[n], n == t->spoilt);
}

/* ---- and back -------------------------------------------------------------------------------- */

/* Names of lists hold none of what parts them. */
static void only_plain_names(struct table *t)
{
    static const char *const names[] = {"Aki", "Bo", "ちえ", "Zoë"};
    for (unsigned n = 0; n < t->nights && t->form == LISTS; n++)
        for (int i = 0; i < SEATS; i++)
            snprintf(t->night[n].seat[i].name, sizeof t->night[n].seat[i].name, "%s",
                names[(i + (int)n) % 4]);
}

/* As some program saves it; what an encoding has no letters for is left in UTF-8. */
static void encode(struct text *file)
{
    static const struct {
        const char *encoding, *mark;
        size_t size;
    } ways[] = {{"UTF-8", "", 0}, {"UTF-8", "\xEF\xBB\xBF", 3}, {"UTF-16LE", "\xFF\xFE", 2},
        {"UTF-16BE", "\xFE\xFF", 2}, {"CP932", "", 0}, {"CP932", "", 0}};
    const unsigned way = chance(sizeof ways / sizeof *ways);
    char *out = calloc(file->length + 2, 4), *at = file->at, *to = out;
    size_t left = file->length, room = 4 * file->length;
    iconv_t encoder = iconv_open(ways[way].encoding, "UTF-8");
    if (iconv(encoder, &at, &left, &to, &room) != (size_t)-1) {
        file->length = 0;
        text_add(file, ways[way].mark, ways[way].size);
        text_add(file, out, (size_t)(to - out));
    }
    iconv_close(encoder);
    free(out);
}

/* What was complained of since this was asked last. */
static void complaints(char *out, size_t size)
{
    fflush(stderr);
    rewind(stderr);
    out[fread(out, 1, size - 1, stderr)] = '\0';
    rewind(stderr);
    CHECK(ftruncate(fileno(stderr), 0) == 0);
}

static void check_table(void)
{
    struct table t;
    struct text file = {0}, got = {0}, expected = {0};
    char said[8192], where[128];
    draw_table(&t);
    only_plain_names(&t);
    put_table(&file, &t);
    encode(&file);
    text_put(&file, "");
    CHECK(text_decode(&english, "table.csv", &file));
    for (unsigned n = 0; n < t.nights; n++)
        CHECK(past_write(&t.night[n], &expected) == NULL);
    struct foreign r = {.context = &english,
        .file = "table.csv",
        .text = file.at,
        .length = file.length};
    const bool good = csv_recognised(file.at) && csv_import(&r, &got);
    complaints(said, sizeof said);
    snprintf(where, sizeof where, "table.csv:%u: %s", t.line, t.spoil->reason);
    if (t.spoilt < NIGHTS_MOST)
        check(!good && strstr(said, where) != NULL,
            "what cannot be read in line %u was taken, or not named:\n%s\n%s", t.line, file.at,
            said);
    else
        check(good && got.at != NULL && strcmp(got.at, expected.at) == 0,
            "not the same nights:\n%s\n%s\n%s", file.at, expected.at, got.at != NULL ? got.at : "");
    text_clear(&file);
    text_clear(&got);
    text_clear(&expected);
}

static void check_points(void)
{
    static const struct {
        const char *text;
        long points;
        bool sums, good;
    } cases[] = {{"-10", -10, false, true}, {"−10", -10, false, true}, {"－１０", -10, false, true},
        {"-10.0", -10, false, true}, {"1,200", 1200, false, true}, {"1 200", 1200, false, true},
        {"1.200.300", 1200300, false, true}, {"1,200.00", 1200, false, true},
        {"1.200,0", 1200, false, true}, {"10+5", 15, true, true}, {"10+5-3", 12, true, true},
        {"+7", 7, false, true}, {" 7 ", 7, false, true}, {"7.", 7, false, true},
        {"1.200", 0, false, false}, {"12.5", 0, true, false}, {"1,20,300", 0, false, false},
        {"10+5", 0, false, false}, {"1,2000", 0, false, false}, {"x", 0, false, false},
        {"", 0, false, false}, {"--1", 0, true, false}, {"1+", 0, true, false},
        {"9999999999", 0, false, false}, {"1e3", 0, false, false},
        {"999,999,999,999", 0, false, false}, {"1,000,000,000", 0, false, false},
        {"999,999,999", 999999999, false, true}, {"99999999999999999999999", 0, false, false},
        {"0000000000012", 12, false, true}, {"999,999,999+1", 0, true, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        long points = 0;
        const char *why = past_points(cases[i].text, cases[i].sums, &points);
        check((why == NULL) == cases[i].good && (why != NULL || points == cases[i].points),
            "“%s” is %ld (%s)", cases[i].text, points, why != NULL ? why : "good");
    }
}

int main(void)
{
    const uint64_t seed = number_from("SEED", 20261128), iterations = number_from("ITERS", ITERS);
    printf("SEED=%llu ITERS=%llu\n", (unsigned long long)seed, (unsigned long long)iterations);
    char folder[200], path[220];
    make_folder(folder, sizeof folder, "/dev/shm");
    snprintf(path, sizeof path, "%s/said", folder);
    if (freopen(path, "w+", stderr) == NULL)
        return 1;
    check_points();
    for (uint64_t i = 0; i < iterations; i++) {
        chance_begin(seed + i);
        check_table();
    }
    remove_folder(folder);
    return finish();
}
