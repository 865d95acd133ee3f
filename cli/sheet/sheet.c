/* How layouts are drawn: tables, the score, the board; see sheet.h. */
#include "sheet.h"

#include <assert.h>
#include <string.h>

/* ---- tables ------------------------------------------------------------------------------ */

int sheet_seat_width(const struct sheet *sheet, int wanted, int lead, int behind)
{
    enum { LEAST = 9, SEAT_LEAST = 6 };
    const struct seats *seats = &sheet->record->seats;
    int width = wanted > LEAST ? wanted : LEAST,
        most = (say_line_width() - lead - behind) / (seats->count > 0 ? seats->count : 1);
    for (int i = 0; i < seats->count; i++) {
        int name = say_width(seats->row[i].name, seats->row[i].length) + 2;
        width = name > width ? name : width;
    }
    most = most < SEAT_LEAST ? SEAT_LEAST : most;
    return width < most ? width : most;
}

void sheet_put_names(const struct sheet *sheet, int width)
{
    struct text name = {0};
    for (int i = 0; i < sheet->record->seats.count; i++) {
        name.length = 0;
        say_seat(&name, &sheet->record->seats, i);
        if (sheet->on != NULL) {
            sheet->on->cell(sheet->on, CELL_NUMBERS_HEADING, 1, name.at);
            continue;
        }
        text_put(sheet->t, "  ");
        sheet_cell(sheet, name.at, width - 2, true);
    }
    text_clear(&name);
}

static const char *heading_of(const struct sheet *sheet, const struct column *column)
{
    const char *heading = column->heading != NULL ? column->heading
                          : column->key != NULL   ? key_label(column->key)
                                                  : "";
    return say(sheet->context, heading);
}

/* A cell is never narrower than its heading. */
static int cell_width(const struct sheet *sheet, const struct column *column)
{
    const char *heading = heading_of(sheet, column);
    int width = column->width == WIDTH_NAMES ? sheet_names(sheet) : column->width;
    int least = say_width(heading, strlen(heading));
    return width > least || width == WIDTH_REST ? width : least;
}

static int column_width(const struct sheet *sheet, const struct column *column)
{
    enum { REMARK = 11 }; /* what the last column is given room for beside the seats */
    return (column->close ? 1 : 2)
           + (column->width == WIDTH_REST ? REMARK : cell_width(sheet, column));
}

/* How wide the seats' columns are, and how much stands left of them; 0: there are none. */
static int seats_of(const struct sheet *sheet, const struct column *columns, int *lead)
{
    int behind = 0, wanted = 0;
    bool found = false;
    *lead = 0;
    for (; columns->width != 0; columns++) {
        if (columns->each_seat) {
            found = true;
            wanted = columns->width;
        } else {
            *(found ? &behind : lead) += column_width(sheet, columns);
        }
    }
    return found ? sheet_seat_width(sheet, wanted, *lead, behind) : 0;
}

/* A column that only keeps its place is none on a surface. */
static bool has_cells(const struct column *column)
{
    return column->key != NULL || column->says[0].text != NULL || column->heading != NULL;
}

static void head_on(const struct sheet *sheet, const struct column *columns)
{
    const struct column *first = columns;
    for (; columns->width != 0; columns++)
        if (columns->each_seat) {
            sheet_put_names(sheet, 0);
        } else if (has_cells(columns)) {
            struct text name = {0};
            sheet_say_name(sheet, &name, heading_of(sheet, columns));
            sheet->on->cell(sheet->on,
                columns->left || columns == first ? CELL_HEADING : CELL_NUMBERS_HEADING, 1,
                name.at);
            text_clear(&name);
        }
    sheet->on->row_end(sheet->on);
}

static void put_head(const struct sheet *sheet, const struct column *columns)
{
    int lead, seats = seats_of(sheet, columns, &lead);
    if (sheet->on != NULL) {
        head_on(sheet, columns);
        return;
    }
    for (; columns->width != 0; columns++) {
        if (columns->each_seat) {
            sheet_put_names(sheet, seats);
            continue;
        }
        text_spaces(sheet->t, columns->close ? 1 : 2);
        sheet_put_name(sheet, heading_of(sheet, columns), cell_width(sheet, columns),
            !columns->left);
    }
    sheet_newline(sheet);
}

/* What stands in a column's cell: nothing where no wording holds. */
static void say_cell(const struct sheet *sheet, struct text *t, const struct column *column,
    const struct fact *row, int seat)
{
    text_put(t, "");
    if (column->key != NULL) {
        const struct fact *fact = fact_of(row, column->key);
        say_fact(sheet, t, column->each_seat ? fact_at(fact, seat) : fact);
        return;
    }
    for (int i = 0; i < SAYS_MOST && column->says[i].text != NULL; i++)
        if (conditions_hold(column->says[i].when, row)) {
            say_facts_of(sheet, t, column->says[i].text, row, seat);
            return;
        }
}

/* The name of a row is the first of its cells that says something; of a seat its name. */
static void row_on(const struct sheet *sheet, const struct column *columns, const struct fact *row)
{
    struct text cell = {0};
    const struct column *first = columns;
    bool named = false, seats = fact_of(row, "seat") != NULL;
    for (; columns->width != 0; columns++)
        for (int i = 0;
             has_cells(columns) && i < (columns->each_seat ? sheet->record->seats.count : 1); i++) {
            bool names = seats ? columns->key != NULL && strcmp(columns->key, "seat") == 0 : !named;
            cell.length = 0;
            say_cell(sheet, &cell, columns, row, columns->each_seat ? i : -1);
            sheet->on->cell(sheet->on,
                names                               ? CELL_NAME
                : columns->left || columns == first ? CELL_WORDS
                                                    : CELL_NUMBER,
                1, cell.at);
            named |= names;
        }
    text_clear(&cell);
    sheet->on->row_end(sheet->on);
}

static void put_row(const struct sheet *sheet, const struct column *columns, const struct fact *row)
{
    if (sheet->on != NULL) {
        row_on(sheet, columns, row);
        return;
    }
    int lead, at = 0, width = seats_of(sheet, columns, &lead), seats = sheet->record->seats.count;
    struct text cell = {0};
    for (; columns->width != 0; columns++) {
        int gap = columns->each_seat ? 0 : columns->close ? 1 : 2;
        for (int i = 0; i < (columns->each_seat ? seats : 1); i++) {
            cell.length = 0;
            say_cell(sheet, &cell, columns, row, columns->each_seat ? i : -1);
            text_spaces(sheet->t, gap);
            if (columns->width == WIDTH_REST)
                say_wrapped(sheet->t, cell.at, at + gap, at + gap);
            else
                sheet_cell(sheet, cell.at, columns->each_seat ? width : cell_width(sheet, columns),
                    !columns->left);
        }
        at += columns->each_seat ? seats * width : column_width(sheet, columns);
    }
    text_clear(&cell);
    sheet_newline(sheet);
}

void sheet_label(const struct sheet *sheet, const struct message *label)
{
    struct text text = {0};
    say_message(sheet->context, &text, label, NULL, &sheet->record->setting);
    if (sheet->on != NULL) {
        sheet->on->cell(sheet->on, CELL_NAME, 1, text.at);
    } else {
        text_put(sheet->t, "  ");
        sheet_cell(sheet, text.at, sheet_label_width(sheet) - 2, false);
    }
    text_clear(&text);
}

void sheet_seat_cell(const struct sheet *sheet, const char *bytes)
{
    sheet_cell(sheet, bytes,
        sheet->on != NULL ? 0 : sheet_seat_width(sheet, 0, sheet_label_width(sheet), 0), true);
}

/* ---- a score without a layout ------------------------------------------------------------ */

enum { DERIVED_MOST = 12 };

/* A value for each seat. */
static bool is_by_seat(const struct sheet *sheet, const struct fact *fact)
{
    return fact->bracket == '[' && fact->count == sheet->record->seats.count
           && fact->first->bracket == 0;
}

bool sheet_is_plain(const struct fact *fact) { return fact->bracket == 0; }

/*
 * One column a value, as many as there is room for; the last of the lists by seat is each seat's,
 * for games tell a result after what made it.
 */
static void derive_columns(const struct sheet *sheet, const struct fact *row,
    struct column out[DERIVED_MOST + 1])
{
    enum { NARROW = 6, WIDE = 10, LIST = 12 };
    const struct fact *by_seat = NULL;
    int count = 0, room = say_line_width();
    memset(out, 0, (DERIVED_MOST + 1) * sizeof *out);
    for (const struct fact *fact = row->first; fact != NULL; fact = fact->next)
        if (is_by_seat(sheet, fact))
            by_seat = fact;
    room -= by_seat != NULL ? sheet_seat_width(sheet, 0, 0, 0) * sheet->record->seats.count : 0;
    for (const struct fact *fact = row->first; fact != NULL && count < DERIVED_MOST - 1;
         fact = fact->next) {
        struct column column = {.key = fact->key,
            .left = !sheet_is_plain(fact),
            .width = fact_is(fact, VALUE_NUMBER) ? NARROW
                     : sheet_is_plain(fact)      ? WIDE
                                                 : LIST};
        bool fits = column_width(sheet, &column) <= room && fact->bracket != '{'
                    && !is_by_seat(sheet, fact);
        if (!fits || (fact->first != NULL && !sheet_is_plain(fact->first)))
            continue;
        room -= column_width(sheet, &column);
        out[count++] = column;
    }
    if (by_seat != NULL)
        out[count] = (struct column){.key = by_seat->key, .width = NARROW, .each_seat = true};
}

/* Of the standing: the place, the name, and what was told of each seat. */
static void derive_standing(const struct fact *standing, struct column out[DERIVED_MOST + 1])
{
    enum { WIDTH = 8 };
    int count = 2;
    memset(out, 0, (DERIVED_MOST + 1) * sizeof *out);
    out[0] = (struct column){.key = "place", .width = WIDTH};
    out[1] = (struct column){.key = "seat", .width = WIDTH_NAMES, .left = true};
    for (const struct fact *fact = standing->first->first; fact != NULL && count < DERIVED_MOST;
         fact = fact->next)
        if (strcmp(fact->key, "seat") != 0 && strcmp(fact->key, "place") != 0)
            out[count++] = (struct column){.key = fact->key, .width = WIDTH + 2};
}

/* ---- the score --------------------------------------------------------------------------- */

void sheet_head(struct sheet *sheet)
{
    const struct layout *layout = sheet_layout(sheet);
    sheet->headed = layout->columns != NULL || layout->row != NULL;
    if (layout->columns != NULL)
        put_head(sheet, layout->columns);
}

static void say_below(const struct sheet *sheet, const struct layout *layout,
    const struct fact *row)
{
    const struct fact *list = layout->below != NULL ? fact_of(row, layout->below) : NULL;
    const struct fact *one = list != NULL ? list->first : layout->below == NULL ? row : NULL;
    for (; one != NULL; one = list != NULL ? one->next : NULL) {
        const char *text = wording_for(layout->below_says, one);
        struct text line = {0};
        if (text == NULL)
            continue;
        say_facts(sheet, &line, text, one);
        sheet_lines(sheet, layout->below_indent, 0, &line);
    }
}

static void put_below(const struct sheet *sheet, const struct fact *row)
{
    const struct layout *layout = sheet_layout(sheet);
    if (sheet->on != NULL)
        sheet->on->below = true;
    if (layout->below_draw != NULL)
        layout->below_draw(sheet, row);
    if (layout->below_says != NULL && condition_holds(&layout->below_if, row))
        say_below(sheet, layout, row);
    if (sheet->on != NULL)
        sheet->on->below = false;
}

void sheet_row(struct sheet *sheet, const struct fact *row)
{
    const struct layout *layout = sheet_layout(sheet);
    sheet->rows = true;
    struct column derived[DERIVED_MOST + 1];
    if (layout->row != NULL) {
        layout->row(sheet, row);
        return;
    }
    if (layout->columns == NULL)
        derive_columns(sheet, row, derived);
    if (!sheet->headed)
        put_head(sheet, layout->columns != NULL ? layout->columns : derived);
    sheet->headed = true;
    put_row(sheet, layout->columns != NULL ? layout->columns : derived, row);
    put_below(sheet, row);
}

static const struct fact *of_seat(const struct fact *list, int seat)
{
    const struct fact *one = list != NULL ? list->first : NULL;
    while (one != NULL && fact_seat(one, "seat") != seat)
        one = one->next;
    return one;
}

void sheet_put_seats(const struct sheet *sheet, const struct fact *list, const char *label,
    const char *key, int lead, int width)
{
    struct text cell = {0};
    if (sheet->on != NULL) { /* `lead` counts columns of the table */
        sheet_say_name(sheet, &cell, label);
        sheet->on->cell(sheet->on, CELL_NAME, lead, cell.at);
    } else {
        sheet_put_label(sheet, label, lead);
    }
    for (int i = 0; i < sheet->record->seats.count; i++) {
        cell.length = 0;
        say_fact(sheet, &cell, fact_of(of_seat(list, i), key));
        sheet_cell(sheet, cell.at, width, true);
    }
    text_clear(&cell);
    sheet_newline(sheet);
}

void sheet_put_table(const struct sheet *sheet, const struct column *columns,
    const struct fact *rows)
{
    put_head(sheet, columns);
    for (const struct fact *row = rows->first; row != NULL; row = row->next)
        put_row(sheet, columns, row);
}

/* Nobody is first while nobody has a point, or lost one. */
static bool any_scored(const struct fact *standing)
{
    bool any = false;
    assert(standing != NULL);
    for (const struct fact *row = standing->first; row != NULL; row = row->next)
        any |= fact_number(row, "points") != 0;
    return any;
}

/* The columns but for the place: nothing has been scored yet. */
static void leave_place_out(const struct column *columns, struct column out[DERIVED_MOST + 1])
{
    int count = 0;
    for (; (columns->key != NULL || columns->width != 0) && count < DERIVED_MOST; columns++)
        if (columns->key == NULL || strcmp(columns->key, "place") != 0)
            out[count++] = *columns;
    out[count] = (struct column){0};
}

void sheet_standing(const struct sheet *sheet, const struct fact *standing)
{
    const struct layout *layout = sheet_layout(sheet);
    struct column derived[DERIVED_MOST + 1], placeless[DERIVED_MOST + 1];
    const struct column *columns = layout->standing;
    uint32_t winners = 0;
    const bool over = rulebook_finished(sheet->record->setting.book, sheet->record->state,
        &sheet->record->setting, &winners);
    if (columns == NULL)
        derive_standing(standing, derived);
    columns = columns != NULL ? columns : derived;
    if (!over && !sheet->rows && !any_scored(standing)) {
        leave_place_out(columns, placeless);
        columns = placeless;
    }
    put_head(sheet, columns);
    for (const struct fact *row = standing->first; row != NULL; row = row->next) {
        bool won = winners >> fact_seat(row, "seat") & 1;
        if (sheet->on != NULL)
            sheet->on->won = won;
        else if (won)
            say_paint(sheet->context, sheet->t, PAINT_GREEN);
        put_row(sheet, columns, row);
        if (sheet->on != NULL)
            sheet->on->won = false;
        else if (won)
            say_paint(sheet->context, sheet->t, PAINT_PLAIN);
    }
}

static void put_standing(const struct sheet *sheet, const struct fact *standing)
{
    const struct layout *layout = sheet_layout(sheet);
    int lead, width = layout->columns != NULL ? seats_of(sheet, layout->columns, &lead) : 0;
    if (width > 0) { /* below the rows, in their columns */
        for (const struct column *one = layout->columns; sheet->on != NULL && !one->each_seat;
             one++)
            lead = one == layout->columns ? 1 : lead + 1;
        sheet_put_seats(sheet, standing, N_("total"), "points", lead, width);
        if (any_scored(standing))
            sheet_put_seats(sheet, standing, N_("place"), "place", lead, width);
        return;
    }
    if (sheet->headed && layout->row == NULL && sheet->on == NULL)
        text_put(sheet->t, "\n");
    sheet_standing(sheet, standing);
}

void sheet_remarks(const struct sheet *sheet, const struct fact *end)
{
    const struct wording *remark = sheet_layout(sheet)->remarks;
    for (; remark != NULL && remark->text != NULL; remark++) {
        struct text line = {0};
        if (!conditions_hold(remark->when, end))
            continue;
        say_facts(sheet, &line, remark->text, end);
        sheet_lines(sheet, 2, 0, &line);
    }
}

void sheet_end(struct sheet *sheet, const struct fact *end)
{
    const struct fact *standing = fact_of(end, "standing");
    if (standing != NULL && standing->first != NULL)
        put_standing(sheet, standing);
    sheet_remarks(sheet, end);
}
