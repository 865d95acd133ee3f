/* A pack, shown: for people its rows, as JSON each row's parts. */
#include "enter.h"

#include <string.h>

const char *pack_from(const struct pack *pack)
{
    switch (pack->place) {
    case PACK_BUILT_IN: return "built-in";
    case PACK_OWN: return "own";
    case PACK_KEPT: return "campaign";
    case PACK_HERE:
    case PACK_PATH:
    case PACK_BESIDE: return "file";
    }
    return "file";
}

static json_t *argument_json(const struct argument *a)
{
    char spelled[NAME_MOST];
    if (a->kind == ARGUMENT_NUMBER)
        return json_integer(a->number);
    json_t *text = json_stringn(spelled, text_spell(a->text, spelled));
    if (a->kind != ARGUMENT_PAIR)
        return text;
    return json_pack("{s:o, s:o}", "key", text, "value",
        json_stringn(spelled, text_spell(a->value, spelled)));
}

static json_t *row_json(const struct pack *pack, const struct pack_row *row)
{
    json_t *arguments = json_array();
    for (int i = 0; i < row->said.count; i++)
        json_array_append_new(arguments, argument_json(&row->said.argument[i]));
    return json_pack("{s:s, s:o, s:o}", "row", pack->book->deck->rows[row->said.verb].name,
        "arguments", arguments, "text", json_stringn(row->text.at, row->text.length));
}

json_t *pack_json(const struct pack *pack)
{
    json_t *rows = json_array();
    for (struct pack_row row = {.text = {NULL, 0}}; pack_next(pack, &row);)
        json_array_append_new(rows, row_json(pack, &row));
    return json_pack("{s:s, s:o, s:s, s:o, s:o}", "game", pack->book->id, "name",
        json_stringn(pack->name, pack->name_length), "from", pack_from(pack), "file",
        pack->file != NULL ? json_string(pack->file) : json_null(), "rows", rows);
}

/* Rows of one kind stand together, apart from those before. */
static void show_rows(struct text *t, const struct pack *pack)
{
    int verb = -1;
    for (struct pack_row row = {.text = {NULL, 0}}; pack_next(pack, &row);) {
        text_put(t, verb >= 0 && verb != row.said.verb ? "\n  " : "  ");
        verb = row.said.verb;
        say_foreign(t, row.text.at, row.text.length);
        text_put(t, "\n");
    }
}

void pack_show(const struct context *context, struct text *t, const struct pack *pack)
{
    text_printf(t, "%s — “", say(context, pack->book->title));
    say_foreign(t, pack->name, pack->name_length);
    text_put(t, "” (");
    if (pack->file != NULL)
        say_foreign(t, pack->file, strlen(pack->file));
    else
        text_put(t, say(context, N_("built in")));
    text_put(t, ")\n");
    show_rows(t, pack);
    if (pack_is_empty(pack))
        text_printf(t, "  %s\n", say(context, N_("no rows yet")));
}

/* ---- as rules --------------------------------------------------------------------------- */

static struct span after_word(struct span text)
{
    const char *blank = memchr(text.at, ' ', text.length);
    return blank == NULL ? (struct span){"", 0}
                         : (struct span){blank + 1, text.length - (size_t)(blank + 1 - text.at)};
}

void pack_say_row(const struct context *context, struct text *line, const struct pack *pack,
    const struct pack_row *row)
{
    const struct row_form *form = &pack->book->deck->forms[row->said.verb];
    const struct argument *first = &row->said.argument[0];
    const bool worded = row->said.count > 0 && first->kind == ARGUMENT_WORD;
    const int word = worded ? first->number : 0;
    struct span value = after_word(row->text);
    text_put(line, "");
    if (worded && row->said.count > 1)
        value = after_word(value);
    if (form->says[word] != NULL)
        say_with(context, line, form->says[word], "s", "value", value);
}
