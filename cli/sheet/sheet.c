/* The table of layouts, and the pieces they share; see sheet.h. */
#include "sheet.h"

#include <string.h>

static const struct layout *const layouts[] = {
    &haratama_layout,
    &needfire_layout,
    &tezumashi_layout,
    &hyakumonogatari_layout,
    &materia_layout,
    NULL,
};

const struct layout *layout_find(const struct rulebook *book)
{
    for (int i = 0; layouts[i] != NULL; i++)
        if (layouts[i]->book == book)
            return layouts[i];
    return NULL;
}

int sheet_column(const struct seats *seats, int lead)
{
    enum { LINE_WIDTH = 80, COLUMN_LEAST = 9 };
    int width = COLUMN_LEAST, most = (LINE_WIDTH - lead) / (seats->count > 0 ? seats->count : 1);
    for (int i = 0; i < seats->count; i++) {
        int name = say_width(seats->row[i].name, seats->row[i].length) + 2;
        width = name > width ? name : width;
    }
    return width < most ? width : most;
}

void sheet_names(struct text *t, const struct seats *seats, int width)
{
    for (int i = 0; i < seats->count; i++) {
        struct text name = {0};
        say_seat(&name, seats, i);
        text_put(t, "  ");
        say_padded(t, name.at, name.length, width - 2, true);
        text_clear(&name);
    }
}

void sheet_cell(struct text *t, const char *text, int width)
{
    say_padded(t, text, strlen(text), width, true);
}

void sheet_label(struct text *t, const char *text, int width)
{
    text_put(t, "  ");
    say_padded(t, text, strlen(text), width - 2, false);
}

long sheet_number(json_t *object, const char *key)
{
    return (long)json_integer_value(json_object_get(object, key));
}

const char *sheet_text(json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

static bool is_seat(json_t *name, const struct seats *seats, int seat)
{
    return json_string_length(name) == seats->row[seat].length
        && memcmp(json_string_value(name), seats->row[seat].name, seats->row[seat].length) == 0;
}

int sheet_seat(const struct record *r, json_t *name)
{
    for (int i = 0; i < r->seats.count; i++)
        if (is_seat(name, &r->seats, i))
            return i;
    return -1;
}

void sheet_card(const struct context *context, struct text *t, const struct record *r, const char *card)
{
    int code = r->setting.book->card_read((struct span){card, strlen(card)});
    if (code >= 0)
        say_card(context, t, &r->setting, code);
    else
        say_foreign(t, card, strlen(card));
}

void sheet_item(struct text *t, const char *label, int width, const char *text)
{
    sheet_label(t, label, width);
    say_wrapped(t, text, width, width);
    text_put(t, "\n");
}

void sheet_field(struct text *t, const struct record *r, json_t *standing, const char *label,
                 const char *field, int lead, int width)
{
    sheet_label(t, label, lead);
    for (int i = 0; i < r->seats.count; i++) {
        size_t index;
        json_t *row;
        json_array_foreach(standing, index, row) {
            char cell[32];
            if (!is_seat(json_object_get(row, "seat"), &r->seats, i))
                continue;
            snprintf(cell, sizeof cell, "%ld", sheet_number(row, field));
            sheet_cell(t, cell, width);
        }
    }
    text_put(t, "\n");
}
