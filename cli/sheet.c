/*
 * The score sheet on a terminal. A game's rows are trees (core.h, telling); a layout says which of
 * their fields stand where. Names may be in Japanese: widths are columns, not bytes.
 *
 *      round  ranks          Aki        Bo      Chie       Dai
 *          1  3 7 10     -90 (2)     0 (9)   -90 (1)   -90 (0)   Haratama: Bo
 *      total                 -90         0       -90       -90
 */
#include "sheet.h"

#include <jansson.h>
#include <string.h>

enum { LEAD_WIDTH = 18, CELL_MOST = 12, CELL_LEAST = 9 };

/* A column for a seat: wide enough for its name, if there is room. */
static int cell_width(const struct seats *seats)
{
    int width = CELL_LEAST;
    for (int i = 0; i < seats->count; i++) {
        int name = say_width(seats->row[i].name, seats->row[i].length) + 2;
        width = name > width ? name : width;
    }
    return width < CELL_MOST ? width : CELL_MOST;
}

static void add_cell(struct text *t, const char *text, int width)
{
    say_padded(t, text, strlen(text), width, true);
}

static void add_label(struct text *t, const char *text)
{
    text_put(t, "  ");
    say_padded(t, text, strlen(text), LEAD_WIDTH - 2, false);
}

void sheet_head(const struct context *context, struct text *t, const struct record *r)
{
    int width = cell_width(&r->seats);
    add_label(t, say(context, N_(" round  ranks")));   /* the round ends in column 6 of these */
    for (int i = 0; i < r->seats.count; i++) {
        struct text name = {0};
        say_seat(&name, &r->seats, i);
        text_put(t, "  ");
        say_padded(t, name.at, name.length, width - 2, true);
        text_clear(&name);
    }
    text_put(t, "\n");
}

void sheet_row(const struct context *context, struct text *t, const struct record *r, json_t *row)
{
    int width = cell_width(&r->seats);
    char cell[64];
    size_t index;
    json_t *rank;
    struct text ranks = {0};
    json_array_foreach(json_object_get(row, "kami"), index, rank)
        text_printf(&ranks, index > 0 ? " %d" : "%d", (int)json_integer_value(rank));
    text_printf(t, "  %6ld  ", (long)json_integer_value(json_object_get(row, "round")));
    say_padded(t, ranks.at ? ranks.at : "–", ranks.at ? ranks.length : strlen("–"), LEAD_WIDTH - 10,
               false);
    text_clear(&ranks);
    const char *ended = json_string_value(json_object_get(row, "ended"));
    bool open = strcmp(ended, "open") == 0;
    for (int i = 0; i < r->seats.count; i++) {
        long captured = (long)json_integer_value(json_array_get(json_object_get(row, "captured"), (size_t)i));
        long loss = (long)json_integer_value(json_array_get(json_object_get(row, "loss"), (size_t)i));
        if (open)
            snprintf(cell, sizeof cell, "(%ld)", captured);
        else
            snprintf(cell, sizeof cell, "%ld (%ld)", -loss, captured);
        add_cell(t, cell, width);
    }
    const char *holder = json_string_value(json_object_get(row, "haratama"));
    if (open)
        text_printf(t, "  %s", say(context, N_("open")));
    else if (holder != NULL)
        text_printf(t, "  %s", say(context, N_("Haratama!")));
    text_put(t, "\n");
}

/* One line of the standing: a field of each seat, below its column. */
static void add_field(struct text *t, const struct record *r, json_t *standing, const char *label,
                      const char *field)
{
    int width = cell_width(&r->seats);
    char cell[64];
    add_label(t, label);
    for (int i = 0; i < r->seats.count; i++) {
        size_t index;
        json_t *row;
        json_array_foreach(standing, index, row) {
            json_t *seat = json_object_get(row, "seat");
            if (json_string_length(seat) != r->seats.row[i].length
                || memcmp(json_string_value(seat), r->seats.row[i].name, r->seats.row[i].length) != 0)
                continue;
            snprintf(cell, sizeof cell, "%ld", (long)json_integer_value(json_object_get(row, field)));
            add_cell(t, cell, width);
        }
    }
    text_put(t, "\n");
}

void sheet_standing(const struct context *context, struct text *t, const struct record *r,
                    json_t *standing)
{
    add_field(t, r, standing, say(context, N_("total")), "points");
    add_field(t, r, standing, say(context, N_("place")), "place");
}
