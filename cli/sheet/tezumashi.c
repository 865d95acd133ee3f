/*
 * Tezumashi's score sheet: a deal a line, below each player the points and (the tricks); then what a
 * deal kept as tricks only still lacks.
 *
 *      deal       Aki        Bo      Chie       Dai
 *         1     0 (3)    -2 (4)     1 (2)     0 (3)
 *         2       (5)       (4)       (2)       (1)  tricks only
 *            table 4 has no points for 5 tricks
 *      total        …
 */
#include "sheet.h"

#include <string.h>

enum { DEAL = 6, LEAD = 2 + DEAL + 2, REMARK = 13 };

static int column(const struct record *r)
{
    return sheet_column(&r->seats, LEAD + REMARK);
}

static void head(const struct context *context, struct text *t, const struct record *r)
{
    sheet_label(t, say(context, N_("  deal")), LEAD);   /* it ends in column 6 */
    sheet_names(t, &r->seats, column(r));
    text_put(t, "\n");
}

/* One thing that is missing, in words. */
static void add_missing(const struct context *context, struct text *t, const struct record *r, json_t *one)
{
    json_t *table = json_object_get(one, "table");
    const char *seat = sheet_text(one, "seat"), *suit = sheet_text(one, "minus");
    (void)r;
    if (json_is_null(table))
        text_printf(t, say(context, N_("the score table of %s is not on record")), seat);
    else if (table != NULL && json_object_get(one, "tricks") == NULL)
        text_printf(t, say(context, N_("table %ld is not in the pack")), sheet_number(one, "table"));
    else if (table != NULL)
        text_printf(t, say(context, N_("table %ld has no points for %ld tricks")), sheet_number(one, "table"),
                    sheet_number(one, "tricks"));
    else if (suit[0] != '\0')
        text_printf(t, say(context, N_("the minus card of %s is not counted: minus %s=POINTS")), seat, seat);
    else
        text_printf(t, say(context, N_("what %s does is not in the pack")), sheet_text(one, "ability"));
}

static void deal_row(const struct context *context, struct text *t, const struct record *r, json_t *row)
{
    json_t *points = json_object_get(row, "points"), *one;
    bool open = json_is_true(json_object_get(row, "open"));
    size_t index;
    text_printf(t, "  %*ld  ", DEAL, sheet_number(row, "deal"));
    for (size_t i = 0; i < r->seats.count; i++) {
        char cell[64];
        long tricks = (long)json_integer_value(json_array_get(json_object_get(row, "tricks"), i));
        if (open || !json_is_array(points))
            snprintf(cell, sizeof cell, "(%ld)", tricks);
        else
            snprintf(cell, sizeof cell, "%ld (%ld)", (long)json_integer_value(json_array_get(points, i)), tricks);
        sheet_cell(t, cell, column(r));
    }
    if (open)
        text_printf(t, "  %s", say(context, N_("open")));
    else if (!json_is_array(points))
        text_printf(t, "  %s", say(context, N_("tricks only")));
    text_put(t, "\n");
    json_array_foreach(json_object_get(row, "missing"), index, one) {
        struct text line = {0};
        text_printf(t, "%*s", LEAD, "");
        add_missing(context, &line, r, one);
        say_wrapped(t, line.at, LEAD, LEAD);
        text_put(t, "\n");
        text_clear(&line);
    }
}

/* A line of the standing or the board: a field of each player's, a dash where there is none. */
static void field(struct text *t, const struct record *r, json_t *seats, const char *label, const char *key,
                  int lead, int width)
{
    sheet_label(t, label, lead);
    for (size_t i = 0; i < r->seats.count; i++) {
        const struct span name = {r->seats.row[i].name, r->seats.row[i].length};
        size_t index;
        json_t *seat;
        json_array_foreach(seats, index, seat) {
            json_t *value = json_object_get(seat, key), *whose = json_object_get(seat, "seat");
            char cell[32] = "–";
            if (json_string_length(whose) != name.length
                || memcmp(json_string_value(whose), name.at, name.length) != 0)
                continue;
            if (json_is_integer(value))
                snprintf(cell, sizeof cell, "%ld", (long)json_integer_value(value));
            sheet_cell(t, json_is_string(value) ? json_string_value(value) : cell, width);
        }
    }
    text_put(t, "\n");
}

static void standing(const struct context *context, struct text *t, const struct record *r, json_t *list)
{
    field(t, r, list, say(context, N_("total")), "points", LEAD, column(r));
    field(t, r, list, say(context, N_("place")), "place", LEAD, column(r));
}

/* ---- the board --------------------------------------------------------------------------- */

/* What a seat's table pays for so many tricks: false where it cannot be reached any more. */
static bool still(json_t *seat, long tricks, json_t **points)
{
    size_t index;
    json_t *one;
    json_array_foreach(json_object_get(seat, "still"), index, one)
        if (sheet_number(one, "tricks") == tricks) {
            *points = json_object_get(one, "points");
            return true;
        }
    return false;
}

/* Does the pack say anything of what can still be reached? Else a line for each number would be noise. */
static bool any_target(json_t *seats)
{
    size_t index, n;
    json_t *seat, *one;
    json_array_foreach(seats, index, seat)
        json_array_foreach(json_object_get(seat, "still"), n, one)
            if (json_is_integer(json_object_get(one, "points")))
                return true;
    return false;
}

/* The targets: a line for each number of tricks that somebody can still reach; what it pays, ? if unknown. */
static void targets(const struct context *context, struct text *t, json_t *seats, int lead, int width)
{
    enum { TRICKS = 12 };
    for (long tricks = 0; tricks <= TRICKS && any_target(seats); tricks++) {
        struct text cells = {0}, label = {0};
        bool any = false;
        size_t index;
        json_t *seat;
        json_array_foreach(seats, index, seat) {
            json_t *points = NULL;
            char cell[32] = "";
            if (still(seat, tricks, &points)) {
                any = true;
                snprintf(cell, sizeof cell, json_is_integer(points) ? "%ld" : "?",
                         (long)json_integer_value(points));
            }
            sheet_cell(&cells, cell, width);
        }
        text_printf(&label, say(context, N_("with %ld")), tricks);
        while (cells.length > 0 && cells.at[cells.length - 1] == ' ')
            cells.at[--cells.length] = '\0';
        if (any) {
            sheet_label(t, label.at, lead);
            text_printf(t, "%s\n", cells.at);
        }
        text_clear(&cells);
        text_clear(&label);
    }
}

/*
 *      deal 1 · trick 5
 *                   Aki       Bo     Chie      Dai
 *      cards          8        8        8        8
 *      tricks         2        1        0        1
 *      table          7        1        2        4
 *      pays           1        3        0        2
 *      with 1                  3        1        2      what it would pay, as far as it can be reached
 *      …
 *      on the table: Bo b7
 */
static void board(const struct context *context, struct text *t, const struct record *r, json_t *table)
{
    enum { LABEL = 14 };
    int width = sheet_column(&r->seats, LABEL);
    json_t *seats = json_object_get(table, "seats"), *played = json_object_get(table, "trick_cards"), *one;
    size_t index;
    long deal = sheet_number(table, "deal");
    if (deal == 0)
        text_put(t, say(context, N_("  no deal has begun\n")));
    else if (!json_is_true(json_object_get(table, "open")))
        text_printf(t, say(context, N_("  deal %ld is over\n")), deal);
    else
        text_printf(t, say(context, N_("  deal %ld · trick %ld\n")), deal, sheet_number(table, "trick"));
    text_printf(t, "%*s", LABEL, "");
    sheet_names(t, &r->seats, width);
    text_put(t, "\n");
    field(t, r, seats, say(context, N_("cards")), "cards", LABEL, width);
    field(t, r, seats, say(context, N_("tricks")), "tricks", LABEL, width);
    field(t, r, seats, say(context, N_("table")), "table", LABEL, width);
    field(t, r, seats, say(context, N_("pays")), "pays", LABEL, width);
    targets(context, t, seats, LABEL, width);
    field(t, r, seats, say(context, N_("minus card")), "minus", LABEL, width);
    field(t, r, seats, say(context, N_("ability")), "ability", LABEL, width);
    field(t, r, seats, say(context, N_("uses left")), "uses_left", LABEL, width);
    field(t, r, seats, say(context, N_("total")), "points", LABEL, width);
    text_put(t, say(context, N_("  on the table: ")));
    json_array_foreach(played, index, one) {
        const char *card = sheet_text(one, "card");
        text_printf(t, index > 0 ? ", %s " : "%s ", sheet_text(one, "seat"));
        say_card(context, t, &r->setting, r->setting.book->card_read((struct span){card, strlen(card)}));
    }
    text_put(t, json_array_size(played) > 0 ? "\n" : "–\n");
}

const struct layout tezumashi_layout = {
    .book = &tezumashi_rulebook, .head = head, .row = deal_row, .standing = standing, .board = board,
    .unscored = N_("tricks only"),
};
