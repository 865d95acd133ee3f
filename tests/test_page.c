/*
 * Parts of pages: each is whole HTML, in either language; what stands on it is what stands on the
 * terminal's sheet, piece by piece; and nothing that players wrote is markup. All of this for every
 * case there is of every game.
 */
#include "check.h"

#include "cli/report/html.h"
#include "cli/report/page.h"
#include "cli/sheet/sheet.h"

/* ---- a second reading: of HTML, by its tags alone ------------------------------------------- */

enum { DEEPEST = 64, TAG_MOST = 32 };

struct tags {
    char open[DEEPEST][TAG_MOST];
    int depth;
};

static bool is_void(const char *name)
{
    return strcmp(name, "br") == 0 || strcmp(name, "meta") == 0 || strcmp(name, "input") == 0;
}

/* One tag, which ends at `end`; false: it does not fit those that stand open. */
static bool take_tag(struct tags *t, const char *at, const char *end)
{
    char name[TAG_MOST];
    const bool closes = *at == '/';
    at += closes;
    size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz0123456789");
    if (length == 0 || length >= TAG_MOST || at + length > end)
        return false;
    memcpy(name, at, length);
    name[length] = '\0';
    if (!closes && !is_void(name) && t->depth < DEEPEST)
        memcpy(t->open[t->depth++], name, length + 1);
    else if (closes)
        return t->depth > 0 && strcmp(t->open[--t->depth], name) == 0;
    return t->depth < DEEPEST;
}

static const struct {
    const char *escape, *text;
} escapes[] = {
    {"&amp;", "&"},
    {"&lt;", "<"},
    {"&gt;", ">"},
    {"&quot;", "\""},
    {"&#39;", "'"},
    {"&nbsp;", " "},
};

/* The text of HTML without its tags; false: it is not whole. */
static bool read_html(const char *html, struct text *out)
{
    struct tags tags = {.depth = 0};
    text_put(out, "");
    for (const char *at = html; *at != '\0';) {
        if (*at == '<') {
            const char *end = strchr(at, '>');
            if (end == NULL || !take_tag(&tags, at + 1, end))
                return false;
            at = end + 1;
        } else if (*at == '&') {
            size_t i = 0;
            while (i < sizeof escapes / sizeof *escapes
                   && strncmp(at, escapes[i].escape, strlen(escapes[i].escape)) != 0)
                i++;
            if (i == sizeof escapes / sizeof *escapes)
                return false;
            text_put(out, escapes[i].text);
            at += strlen(escapes[i].escape);
        } else if (*at == '>' || *at == '"') {
            return false;
        } else {
            text_add(out, at++, 1);
        }
    }
    return tags.depth == 0;
}

/* What can be compared: no blanks, and no edges that letters draw. */
static void make_dense(struct text *t)
{
    size_t kept = 0;
    for (size_t i = 0; i < t->length; i++) {
        const char *at = t->at + i;
        bool edge = *at == '|' || (*at == '+' && (at[1] == '-' || at[1] == '\n'))
                    || (*at == '-' && (at[1] == '-' || at[1] == '+' || (i > 0 && at[-1] == '-')));
        if (*at != ' ' && *at != '\n' && !edge)
            t->at[kept++] = *at;
    }
    t->at[kept] = '\0';
    t->length = kept;
}

/* ---- a record in a session ------------------------------------------------------------------- */

static bool keep(struct session *s, const struct context *context, const char *text)
{
    bool games = false;
    session_begin(s, context);
    while (*text != '\0') {
        char line[LINE_MOST + 1];
        size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        if (strncmp(line, "game ", 5) == 0 && games)
            break; /* one is enough */
        games |= strncmp(line, "game ", 5) == 0;
        if (session_try(s, line, false) != STEP_TAKEN)
            session_try(s, "#", false);
        text += length + (text[length] == '\n');
    }
    if (!s->record.begun)
        session_clear(s);
    return s->record.begun;
}

/* ---- what a sheet has stands on the page ----------------------------------------------------- */

static const char *about;
static struct context english, japanese;

static void is_whole(const struct text *html, const char *what, struct text *out)
{
    check(read_html(html->at != NULL ? html->at : "", out), "%s: %s is no whole HTML:\n%s", about,
        what, html->at);
}

static unsigned alike, compared;

/*
 * A terminal's columns cut what is too wide for them: what they show stands on the page in order,
 * and mostly all of it.
 */
static void is_same(const char *what, struct text *html, struct text *sheet)
{
    struct text page = {0};
    is_whole(html, what, &page);
    text_put(sheet, "");
    make_dense(&page);
    make_dense(sheet);
    const char *in = page.at;
    for (const char *at = sheet->at; *at != '\0' && in != NULL; at++)
        in = (in = strchr(in, *at)) != NULL ? in + 1 : NULL;
    check(in != NULL, "%s: %s differs:\npage  %s\nsheet %s", about, what, page.at, sheet->at);
    alike += in != NULL && strncmp(page.at != NULL ? page.at : "", sheet->at, sheet->length) == 0;
    compared++;
    text_clear(&page);
    text_clear(html);
    text_clear(sheet);
}

static void compare(struct session *s, const struct context *in)
{
    const struct record *r = &s->record;
    struct text html = {0}, letters = {0};
    struct sheet sheet = {.context = in, .record = r, .t = &letters};
    for (int more = 0; more < 2 && r->setting.book->table != NULL; more++) {
        page_board(&html, in, r, more);
        sheet_board(&sheet, more);
        is_same("the board", &html, &letters);
    }
    const struct fact *rows = session_rows(s);
    page_score(&html, in, r, rows);
    sheet_score(&sheet, rows);
    is_same("the score", &html, &letters);
    session_rows_end(s);
}

/* Findings are told in both languages of a session in one of them. */
static void rulings(const struct session *s, const struct context *in)
{
    struct text html = {0}, plain = {0};
    size_t count = 0;
    page_rulings(&html, in, s);
    is_whole(&html, "the rulings", &plain);
    for (const char *at = html.at; (at = strstr(at, "<li ")) != NULL; at++)
        count++;
    check(count == s->told_count, "%s: %zu findings of %zu", about, count, s->told_count);
    text_clear(&plain);
    html.length = 0;
    page_lines(&html, in, s, NULL, 0);
    is_whole(&html, "the lines", &plain);
    text_clear(&plain);
    text_clear(&html);
}

static void one_record(const char *name, const char *text)
{
    struct session s;
    about = name;
    if (!keep(&s, &english, text))
        return;
    compare(&s, &english);
    compare(&s, &japanese);
    rulings(&s, &english);
    rulings(&s, &japanese);
    session_clear(&s);
}

/* ---- names are data -------------------------------------------------------------------------- */

static void hostile(void)
{
    struct text html = {0}, plain = {0};
    static const char bytes[] =
        "<b onclick=\"x\">'&amp;\xFF\xC0\xAF\x1B[31m\xE2\x80\xAE\xED\xA0\x80";
    html_add(&html, bytes, sizeof bytes - 1);
    is_whole(&html, "a hostile name", &plain);
    CHECK(strpbrk(html.at, "<>\"'\x1B") == NULL);
    CHECK(strstr(plain.at, "<b onclick=\"x\">'&amp;") == plain.at);
    CHECK(strstr(plain.at, "\xE2\x80\xAE") == NULL);
    text_clear(&html);
    text_clear(&plain);
    html_open(&html, "a", "title", "\"><script>", "class", NULL, NULL);
    CHECK_TEXT(html.at, "<a title=\"&quot;&gt;&lt;script&gt;\">");
    text_clear(&html);
    one_record("hostile",
        "game haratama\nplayers \"<script>\" \"A&B\" \"\"\"onload=\" '\nnote "
        "\"</table><script>alert(1)</script>\"\n"
        "round\nkami 1 2 3\nrelics \"<script>\"=3 \"A&B\"=9 \"\"\"onload=\"=0 '=0\n");
}

static void take_case(void *user, const char *path)
{
    size_t length;
    (void)user;
    char *text = read_file(path, &length);
    if (text != NULL)
        one_record(path, text);
    free(text);
}

int main(void)
{
    static const char *const folders[] = {"tests/cases/haratama", "tests/cases/needfire",
        "tests/cases/tezumashi", "tests/cases/hyakumonogatari", "tests/cases/materia", NULL};
    say_begin(&english, "en");
    say_other(&japanese, &english, true);
    CHECK_TEXT(say(&japanese, N_("place")), "順位");
    CHECK_TEXT(say(&english, N_("place")), "place");
    hostile();
    take_case(NULL, "tests/night.fuda");
    for (int i = 0; folders[i] != NULL; i++)
        walk_files(folders[i], ".fuda", take_case, NULL);
    check(alike * 10 >= compared * 9, "only %u of %u sheets are the same on a page", alike,
        compared);
    return finish();
}
