/* What the parts of the table show, each in its place; see table.h. */
#include "table.h"

#include <string.h>

void table_show(struct text *t)
{
    if (t->length > 0)
        fwrite(t->at, 1, t->length, stdout);
    text_clear(t);
}

void table_show_answers(struct table *t)
{
    if (t->session.said.length > 0)
        fwrite(t->session.said.at, 1, t->session.said.length, stdout);
    fflush(stdout);
    if (t->session.wrong.length > 0)
        fwrite(t->session.wrong.at, 1, t->session.wrong.length, stderr);
}

void table_show_line(const struct table *t, const char *text, const char *line)
{
    struct text out = {0};
    say_with(t->context, &out, text, "t", "line", line);
    text_put(&out, "\n");
    table_show(&out);
}

bool table_blank(const char *line)
{
    line += strspn(line, " \t");
    return *line == '\0' || *line == '#';
}
