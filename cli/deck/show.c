/* A deck, shown: for people its rows, as JSON each row's parts. */
#include "pack.h"

#include <string.h>

const char *pack_from(const struct deck *deck)
{
    switch (deck->place) {
    case PACK_BUILT_IN: return "built-in";
    case PACK_OWN: return "own";
    case PACK_KEPT: return "campaign";
    case PACK_HERE:
    case PACK_PATH:
    case PACK_BESIDE: return "file";
    }
    return "file";
}

bool pack_told_faults(const struct pack_file *file)
{
    bool any = file->loose.length > 0;
    fputs(any ? file->loose.at : "", stderr);
    for (const struct deck *d = file->decks; d != NULL; d = d->next) {
        any |= d->faults > 0;
        fputs(d->faults > 0 ? d->wrong.at : "", stderr);
    }
    return any;
}

/* ---- a built-in deck's rows -------------------------------------------------------------- */

void pack_spell(struct deck *deck)
{
    size_t head = strcspn(deck->text.at, "\n") + 1, length;
    char row[LINE_MOST];
    if (deck->place != PACK_BUILT_IN || deck->text.length > head)
        return;
    for (unsigned n = 0; (length = deck->book->deck->spell(deck->rows, n, row)) > 0; n++) {
        text_add(&deck->text, row, length);
        text_put(&deck->text, "\n");
    }
}

/* ---- its rows ---------------------------------------------------------------------------- */

/* Calls `row` for each; the deck's text was written by this program, so it reads. */
static void each_row(struct deck *deck, void (*row)(void *user, const struct deck *deck, const struct statement *said,
                                                    struct span text), void *user)
{
    struct seats none = {.count = 0};
    struct setting setting = {.book = deck->book, .seats = &none};
    struct statement said;
    struct reader reader;
    struct fault fault;
    uint32_t number = 0;
    pack_spell(deck);
    for (const char *at = deck->text.at; *at != '\0';) {
        size_t length = strcspn(at, "\n");
        reader_begin(&reader, at, length, ++number);
        if (number > 1 && statement_read(&reader, &setting, true, &said, &fault) == READ_STATEMENT && said.row)
            row(user, deck, &said, (struct span){at, length});
        at += length + (at[length] == '\n');
    }
}

static json_t *argument_json(const struct argument *a)
{
    char spelled[NAME_MOST];
    size_t length = text_spell(a->text, spelled);
    json_t *text = json_stringn(spelled, length);
    if (a->kind == ARGUMENT_NUMBER) {
        json_decref(text);
        return json_integer(a->number);
    }
    if (a->kind != ARGUMENT_PAIR)
        return text;
    length = text_spell(a->value, spelled);
    return json_pack("{s:o, s:o}", "key", text, "value", json_stringn(spelled, length));
}

static void add_row_json(void *user, const struct deck *deck, const struct statement *said, struct span text)
{
    json_t *arguments = json_array();
    for (int i = 0; i < said->count; i++)
        json_array_append_new(arguments, argument_json(&said->argument[i]));
    json_array_append_new(user, json_pack("{s:s, s:o, s:o}", "row", deck->book->deck->rows[said->verb].name,
                                          "arguments", arguments, "text", json_stringn(text.at, text.length)));
}

json_t *pack_json(const struct context *context, struct deck *deck)
{
    (void)context;
    json_t *rows = json_array();
    each_row(deck, add_row_json, rows);
    return json_pack("{s:s, s:o, s:s, s:o, s:o}", "game", deck->book->id, "name",
                     json_stringn(deck->name, deck->name_length), "from", pack_from(deck), "file",
                     deck->file != NULL ? json_string(deck->file) : json_null(), "rows", rows);
}

struct showing {
    struct text *out;
    int verb;
};

/* Rows of one kind stand together, apart from those before. */
static void add_row(void *user, const struct deck *deck, const struct statement *said, struct span text)
{
    struct showing *s = user;
    (void)deck;
    if (s->verb >= 0 && s->verb != said->verb)
        text_put(s->out, "\n");
    s->verb = said->verb;
    text_put(s->out, "  ");
    say_foreign(s->out, text.at, text.length);
    text_put(s->out, "\n");
}

void pack_show(const struct context *context, struct text *t, struct deck *deck)
{
    struct showing showing = {t, -1};
    text_printf(t, "%s — “", say(context, deck->book->title));
    say_foreign(t, deck->name, deck->name_length);
    text_put(t, "” (");
    if (deck->file != NULL)
        say_foreign(t, deck->file, strlen(deck->file));
    else
        text_put(t, say(context, N_("built in")));
    text_put(t, ")\n");
    each_row(deck, add_row, &showing);
    if (showing.verb < 0)
        text_printf(t, "  %s\n", say(context, N_("no rows yet")));
}
