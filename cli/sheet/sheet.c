/* How layouts are drawn: tables, the score, the board; see sheet.h. */
#include "sheet.h"

#include <string.h>

/* ---- tables ------------------------------------------------------------------------------ */

/*
 * A column for each seat, as wide as it wants to be and for its name if there is room, after `lead`
 * columns and before `behind`.
 */
static int seat_width(const struct sheet *sheet, int wanted, int lead, int behind)
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

static void put_names(const struct sheet *sheet, int width)
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
    return found ? seat_width(sheet, wanted, *lead, behind) : 0;
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
            put_names(sheet, 0);
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
            put_names(sheet, seats);
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
        sheet->on != NULL ? 0 : seat_width(sheet, 0, sheet_label_width(sheet), 0), true);
}

/* ---- a score without a layout ------------------------------------------------------------ */

enum { DERIVED_MOST = 12 };

/* A value for each seat. */
static bool is_by_seat(const struct sheet *sheet, const struct fact *fact)
{
    return fact->bracket == '[' && fact->count == sheet->record->seats.count
           && fact->first->bracket == 0;
}

static bool is_plain(const struct fact *fact) { return fact->bracket == 0; }

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
    room -= by_seat != NULL ? seat_width(sheet, 0, 0, 0) * sheet->record->seats.count : 0;
    for (const struct fact *fact = row->first; fact != NULL && count < DERIVED_MOST - 1;
         fact = fact->next) {
        struct column column = {.key = fact->key,
            .left = !is_plain(fact),
            .width = fact_is(fact, VALUE_NUMBER) ? NARROW
                     : is_plain(fact)            ? WIDE
                                                 : LIST};
        bool fits = column_width(sheet, &column) <= room && fact->bracket != '{'
                    && !is_by_seat(sheet, fact);
        if (!fits || (fact->first != NULL && !is_plain(fact->first)))
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

/* What each seat's object of a list tells under this key, below the names. */
static void put_seats(const struct sheet *sheet, const struct fact *list, const char *label,
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

static void put_table(const struct sheet *sheet, const struct column *columns,
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
        put_seats(sheet, standing, N_("total"), "points", lead, width);
        if (any_scored(standing))
            put_seats(sheet, standing, N_("place"), "place", lead, width);
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

/* ---- the board --------------------------------------------------------------------------- */

static void put_line(const struct sheet *sheet, const struct board_line *line,
    const struct fact *table, bool *named)
{
    const struct fact *seats = fact_of(table, "seats");
    const char *label = line->label != NULL ? line->label
                        : line->key != NULL ? key_label(line->key)
                                            : "";
    int lead = sheet->on != NULL ? 1 : sheet_label_width(sheet),
        width = seat_width(sheet, 0, lead, 0);
    struct text text = {0};
    if (line->draw != NULL) {
        line->draw(sheet, table);
    } else if (line->seats != NULL) {
        put_table(sheet, line->seats, seats);
    } else if (line->text != NULL) {
        say_facts(sheet, &text, line->text, table);
        if (line->label != NULL)
            sheet_item(sheet, label, &text);
        else
            sheet_lines(sheet, 2, 2, &text);
    } else if (!line->each_seat) {
        say_fact(sheet, &text, fact_of(table, line->key));
        sheet_item(sheet, label, &text);
    } else if (seats != NULL && fact_of(seats->first, line->key) != NULL) {
        if (!*named) {
            if (sheet->on != NULL)
                sheet->on->cell(sheet->on, CELL_HEADING, 1, "");
            else
                text_spaces(sheet->t, lead);
            put_names(sheet, width);
            sheet_newline(sheet);
        }
        *named = true;
        put_seats(sheet, seats, label, line->key, lead, width);
    }
}

/*
 * A list that seats have is too long for a column: a line for each seat that has something in it.
 */
static void put_lists(const struct sheet *sheet, const struct fact *seats, const char *key)
{
    for (const struct fact *seat = seats->first; seat != NULL; seat = seat->next) {
        const struct fact *list = fact_of(seat, key);
        struct text text = {0};
        if (list == NULL || list->first == NULL)
            continue;
        say_fact(sheet, &text, fact_of(seat, "seat"));
        say_colon(sheet->context, &text);
        say_fact(sheet, &text, list);
        sheet_item(sheet, key_label(key), &text);
    }
}

/* What each seat has: values below its name, lists after them. */
static void put_all_seats(const struct sheet *sheet, const struct fact *table,
    const struct fact *seats)
{
    bool named = false;
    for (int lists = 0; lists < 2; lists++)
        for (const struct fact *one = seats->first->first; one != NULL; one = one->next) {
            if (!is_plain(one) && lists == 1)
                put_lists(sheet, seats, one->key);
            else if (is_plain(one) && lists == 0 && strcmp(one->key, "seat") != 0)
                put_line(sheet, &(struct board_line){.key = one->key, .each_seat = true}, table,
                    &named);
        }
}

/* Without a layout: values and lists as they are told, but for what is nothing. */
static void put_facts(const struct sheet *sheet, const struct fact *table)
{
    bool named = false;
    for (const struct fact *fact = table->first; fact != NULL; fact = fact->next)
        if (strcmp(fact->key, "seats") == 0 && fact->first != NULL)
            put_all_seats(sheet, table, fact);
        else if (fact_holds(fact))
            put_line(sheet, &(struct board_line){.key = fact->key}, table, &named);
}

static void tell_table(const struct record *r, struct facts *told)
{
    facts_begin(told, NULL, NULL);
    r->setting.book->table->tell(r->state, &r->setting, &told->teller);
}

void sheet_board(const struct sheet *sheet, bool more)
{
    const struct layout *layout = sheet_layout(sheet);
    const struct board_line *line = more && layout->board_more != NULL ? layout->board_more
                                                                       : layout->board;
    bool named = false, last = line == NULL;
    struct facts told;
    tell_table(sheet->record, &told);
    const struct fact *table = facts_first(&told);
    if (line == NULL)
        put_facts(sheet, table);
    for (;
         !last
         && (line->text != NULL || line->key != NULL || line->seats != NULL || line->draw != NULL);
         line++)
        if (conditions_hold(line->when, table)) {
            put_line(sheet, line, table, &named);
            last = line->last;
        }
    facts_clear(&told);
    if (rulebook_builtin(&sheet->record->setting) != NULL) {
        struct text whose = {0};
        text_put(&whose, say(sheet->context, N_("The reference deck, not yours.")));
        sheet_lines(sheet, 2, 0, &whose);
    }
}

bool sheet_in_dispute(const struct record *r)
{
    const struct condition *condition = &layout_find(r->setting.book)->in_dispute;
    struct facts told;
    if (condition->key == NULL)
        return false;
    tell_table(r, &told);
    bool answer = condition_holds(condition, facts_first(&told));
    facts_clear(&told);
    return answer;
}

/* ---- questions --------------------------------------------------------------------------- */

void sheet_what_if(const struct sheet *sheet, const struct fact *row)
{
    const struct layout *layout = sheet_layout(sheet);
    struct sheet own = *sheet;
    if (layout->what_if != NULL)
        layout->what_if(sheet, row);
    else
        sheet_row(&own, row);
}

void sheet_what_if_each(const struct sheet *sheet, const struct fact *rows)
{
    const struct layout *layout = sheet_layout(sheet);
    struct sheet own = *sheet;
    if (layout->what_if_each != NULL)
        layout->what_if_each(sheet, rows);
    for (const struct fact *row = layout->what_if_each == NULL ? rows->first : NULL; row != NULL;
         row = row->next)
        sheet_row(&own, row);
}

void sheet_chances(const struct sheet *sheet, const struct fact *answer)
{
    static const struct wording whose[] = {{{HAS("seat")}, "{seat} {share}"},
        {.text = N_("nobody {share}")}};
    const struct layout *layout = sheet_layout(sheet);
    const struct fact *shares = fact_of(answer, "shares");
    if (layout->chances != NULL) {
        layout->chances(sheet, answer);
        return;
    }
    if (shares == NULL) {
        put_facts(sheet, answer);
        return;
    }
    for (const struct fact *one = shares->first; one != NULL; one = one->next) {
        text_spaces(sheet->t, one != shares->first ? 2 : 0);
        say_facts(sheet, sheet->t, wording_for(whose, one), one);
    }
    text_put(sheet->t, "\n");
}

void sheet_deck(const struct sheet *sheet)
{
    struct text line = {0};
    if (say_deck(sheet->context, &line, &sheet->record->setting))
        sheet_lines(sheet, 2, 0, &line);
    text_clear(&line);
}
