/*
 * Templates: a pack to fill in from the box, by the columns of its game. Comments are translated;
 * rows to fill in stand after a #, so that a template reads as it is.
 */
#include "enter.h"

#include <string.h>

/* Lines after # each. */
static void add_comment(struct text *t, const char *words)
{
    struct text lines = {0};
    say_wrapped(&lines, words, 2, 2);
    for (const char *at = lines.at; *at != '\0'; at += *at == '\n') {
        at += strspn(at, " ");
        size_t length = strcspn(at, "\n");
        text_put(t, "# ");
        text_add(t, at, length);
        text_put(t, "\n");
        at += length;
    }
    text_clear(&lines);
}

/* What is to be filled in for one field: the word and room, or nothing where it may be left out. */
static void add_field(struct text *t, const struct verb *verb, const struct field *f)
{
    struct span key = verb_word(verb, f->key);
    switch (f->kind) {
    case FIELD_NAME: text_put(t, f->may ? "" : " \"\""); break;
    case FIELD_CODES:
        text_put(t, " ");
        text_add(t, key.at, key.length);
        text_spaces(t, 3 * f->count);
        break;
    case FIELD_KEYED:
        if (!f->bare)
            break;
        text_put(t, " ");
        text_add(t, key.at, key.length);
        text_put(t, "=");
        for (int i = 1; i < f->count; i++)
            text_put(t, ",");
        break;
    case FIELD_NUMBER:
    case FIELD_CHOICE:
    case FIELD_FLAG:
    case FIELD_STEPS: break;
    }
}

static void add_rows(struct text *t, const struct deck_part *part, int form)
{
    const struct row_form *rows = &part->forms[form];
    for (int n = 0; n == 0 || n < rows->count; n++) {
        text_put(t, "#");
        pack_begin_row(t, part, form, n);
        for (int i = rows->count > 0; i < rows->field_count; i++)
            add_field(t, &part->rows[form], &rows->fields[i]);
        while (t->at[t->length - 1] == ' ')
            t->at[--t->length] = '\0';
        text_put(t, "\n");
    }
}

void pack_template(const struct context *context, struct text *t, const struct rulebook *book,
    const char *name)
{
    struct text words = {0};
    say_with(context, &words,
        N_("{game}: take the # off a row once you have filled it in, and copy a row where there "
           "are more. `fuda pack check` then says what is missing or does not fit."),
        "w", "game", book->title);
    pack_add_heading(t, book, name);
    add_comment(t, words.at);
    if (rulebook_is_packs(book))
        add_comment(t,
            say(context, N_("The name above is the game's; `fuda table` and `game` take it.")));
    if (book->deck->beyond != NULL) {
        text_put(t, "#\n");
        add_comment(t, say(context, book->deck->beyond));
    }
    for (int form = 0; book->deck->rows[form].name != NULL; form++) {
        const struct row_form *rows = &book->deck->forms[form];
        if (rows->about == NULL)
            continue;
        text_put(t, "\n");
        add_comment(t, say(context, rows->about));
        if (rows->example != NULL)
            text_printf(t, "#   %s\n", rows->example);
        add_rows(t, book->deck, form);
    }
    text_clear(&words);
}
