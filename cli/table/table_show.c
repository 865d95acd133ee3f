/* What the parts of the table show, each in its place; see table_prompt.h. */
#define _XOPEN_SOURCE 700
#include "cli/pager.h"
#include "cli/sheet/sheet.h"
#include "table_prompt.h"

#include <string.h>
#include <unistd.h>

/* In colours, if there are any where it goes. */
static void put(const struct table *t, const struct text *text, FILE *to)
{
    struct text painted = {0};
    if (text->length == 0)
        return;
    if (t->context->color && (to == stdout || isatty(STDERR_FILENO)))
        paint_text(t->context, &t->session.record.setting, text->at, &painted);
    const struct text *shown = painted.at != NULL ? &painted : text;
    if (to == stdout && t->terminal)
        pager_show(shown->at, shown->length);
    else
        fwrite(shown->at, 1, shown->length, to);
    text_clear(&painted);
}

void table_show(const struct table *t, struct text *out)
{
    put(t, out, stdout);
    text_clear(out);
}

void table_show_answers(struct table *t)
{
    put(t, &t->session.said, stdout);
    fflush(stdout);
    put(t, &t->session.wrong, stderr);
}

void table_show_wrong(const struct table *t, struct text *out)
{
    fflush(stdout);
    put(t, out, stderr);
    text_clear(out);
}

static void wrapped(const struct table *t, struct text *line)
{
    struct text out = {0};
    say_wrapped(&out, line->at, 0, 2);
    text_put(&out, "\n");
    text_clear(line);
    table_show(t, &out);
}

void table_say(const struct table *t, const char *text)
{
    struct text line = {0};
    text_put(&line, say(t->context, text));
    wrapped(t, &line);
}

void table_show_line(const struct table *t, const char *text, const char *line)
{
    const struct setting *setting = &t->session.record.setting;
    struct text out = {0}, room = {0}, open = {0};
    if (view_hides(&t->phones.view, setting, line)) /* a pass that a phone entered, taken back */
        view_open_line(setting, line, &open);
    say_with(t->context, &out, text, "t", "line",
        line_shown(t->context, &room, open.length > 0 ? open.at : line, setting));
    wrapped(t, &out);
    text_clear(&room);
    text_clear(&open);
}

bool table_blank(const char *line)
{
    line += strspn(line, " \t");
    return *line == '\0' || *line == '#';
}

struct span table_first_word(const char *line, bool *alone)
{
    const struct span word = {line + strspn(line, " \t"),
        strcspn(line + strspn(line, " \t"), " \t")};
    *alone = table_blank(word.at + word.length);
    return word;
}
