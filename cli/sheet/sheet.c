/* The table of layouts, and how they are drawn; see sheet.h. */
#include "sheet.h"

#include <stdlib.h>
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
    static const struct layout plain = {0};
    for (int i = 0; layouts[i] != NULL; i++)
        if (layouts[i]->book == book)
            return layouts[i];
    return &plain;
}

static const struct layout *layout_of(const struct sheet *sheet)
{
    return layout_find(sheet->record->setting.book);
}

/* ---- facts in words ---------------------------------------------------------------------- */

bool condition_holds(const struct condition *condition, const struct fact *of)
{
    if (condition->key == NULL)
        return true;
    const struct fact *fact = fact_of(of, condition->key);
    bool answer = condition->zero           ? fact_is(fact, VALUE_NUMBER) && fact->value.number == 0
                : condition->word != NULL ? fact_is_word(fact, condition->word) : fact_holds(fact);
    return answer != condition->not;
}

static bool both_hold(const struct condition when[2], const struct fact *of)
{
    return condition_holds(&when[0], of) && condition_holds(&when[1], of);
}

const char *wording_for(const struct wording *wordings, const struct fact *of)
{
    for (; wordings->text != NULL; wordings++)
        if (both_hold(wordings->when, of))
            return wordings->text;
    return NULL;
}

/* The names of facts that a game may tell without a layout; other keys stand as they are. */
static const char *key_text(const char *key)
{
    static const struct { const char *key, *text; } names[] = {
        {"seat", N_("player")},      {"points", N_("score")},        {"total", N_("total")},
        {"place", N_("place")},      {"winner", N_("winner")},       {"turn", N_("turn")},
        {"round", N_("round")},      {"deal", N_("deal")},           {"trick", N_("trick")},
        {"tricks", N_("tricks")},    {"cards", N_("cards")},         {"hand", N_("hand")},
        {"open", N_("open")},        {"broken", N_("broken")},       {"trick_cards", N_("on the table")},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].key, key) == 0)
            return names[i].text;
    return key;
}

static void say_word(const struct sheet *sheet, struct text *t, const struct fact *fact)
{
    const struct word_text *word = layout_of(sheet)->words;
    for (; word != NULL && word->key != NULL; word++)
        if (fact->key != NULL && strcmp(word->key, fact->key) == 0 && strcmp(word->word, fact->value.text) == 0) {
            text_put(t, say(sheet->context, word->text));
            return;
        }
    say_foreign(t, fact->value.text, strlen(fact->value.text));
}

/* How many like cards stand here one after the other. */
static int like_cards(const struct fact *fact)
{
    int count = 1;
    for (const struct fact *next = fact->next; next != NULL && fact_is(next, VALUE_CARD)
                                               && next->value.number == fact->value.number; next = next->next)
        count++;
    return count;
}

static void say_list(const struct sheet *sheet, struct text *t, const struct fact *list)
{
    bool words = layout_of(sheet)->named_cards;
    for (const struct fact *one = list->first; one != NULL; one = one->next) {
        bool apart = fact_is(one, VALUE_NUMBER) || (fact_is(one, VALUE_CARD) && !words) || list->bracket == '{';
        if (one != list->first && apart)
            text_put(t, " ");
        else if (one != list->first)
            say_comma(sheet->context, t);
        say_fact(sheet, t, one);
        int like = words && fact_is(one, VALUE_CARD) ? like_cards(one) : 1;
        if (like > 1)
            text_printf(t, " x%d", like);
        for (; like > 1; like--)
            one = one->next;
    }
}

static const char *unknown(const struct sheet *sheet)
{
    const char *text = layout_of(sheet)->unknown;
    return text != NULL ? text : "–";
}

void say_fact(const struct sheet *sheet, struct text *t, const struct fact *fact)
{
    if (fact == NULL || fact_is(fact, VALUE_NOTHING) || (fact->bracket != 0 && fact->first == NULL))
        text_put(t, unknown(sheet));
    else if (fact->bracket != 0)
        say_list(sheet, t, fact);
    else if (fact->value.kind == VALUE_WORD)
        say_word(sheet, t, fact);
    else
        say_value(sheet->context, t, &fact->value, &sheet->record->setting);
}

/* What the {keys} of a wording stand for. */
struct filling {
    const struct sheet *sheet;
    const struct fact *of;
    int seat;                     /* of a list this seat's; -1: all of it */
};

static void fill(void *user, struct text *t, struct span name)
{
    const struct filling *f = user;
    char key[NAME_MOST + 1];
    char sign = name.length > 0 && (*name.at == '+' || *name.at == '-') ? *name.at : '\0';
    size_t length = name.length - (sign != '\0');
    memcpy(key, name.at + (sign != '\0'), length);
    key[length] = '\0';
    const struct fact *fact = fact_of(f->of, key);
    if (f->seat >= 0 && fact != NULL && fact->bracket == '[')
        fact = fact_at(fact, f->seat);
    if (sign != '\0' && fact != NULL && fact_is(fact, VALUE_NUMBER)) {
        long number = sign == '-' ? -(long)fact->value.number : fact->value.number;
        text_put(t, sign == '+' && number >= 0 ? "+" : "");
        text_number(t, number);
    } else {
        say_fact(f->sheet, t, fact);
    }
}

void say_facts(const struct sheet *sheet, struct text *t, const char *text, const struct fact *of)
{
    struct filling filling = {sheet, of, -1};
    text_put(t, "");
    say_filled(sheet->context, t, text, fill, &filling);
}

/* ---- cells and lines --------------------------------------------------------------------- */

void sheet_cell(const struct sheet *sheet, const char *bytes, int width, bool right)
{
    if (width == WIDTH_REST)
        say_foreign(sheet->t, bytes, strlen(bytes));
    else
        say_padded(sheet->t, bytes, strlen(bytes), width == WIDTH_NAMES ? sheet_names(sheet) : width, right);
}

void sheet_fact(const struct sheet *sheet, const struct fact *fact, int width)
{
    struct text cell = {0};
    say_fact(sheet, &cell, fact);
    sheet_cell(sheet, cell.at, width, false);
    text_clear(&cell);
}

void sheet_facts(const struct sheet *sheet, const char *text, const struct fact *of, int width)
{
    struct text cell = {0};
    say_facts(sheet, &cell, text, of);
    sheet_cell(sheet, cell.at, width, false);
    text_clear(&cell);
}

int sheet_names(const struct sheet *sheet)
{
    enum { LEAST = 6, WIDEST = 24 };
    const struct seats *seats = &sheet->record->seats;
    int width = LEAST;
    for (int i = 0; i < seats->count; i++) {
        int name = say_width(seats->row[i].name, seats->row[i].length);
        width = name > width ? name : width;
    }
    return width < WIDEST ? width : WIDEST;
}

void sheet_lines(const struct sheet *sheet, int indent, int hang, struct text *text)
{
    text_spaces(sheet->t, indent);
    say_wrapped(sheet->t, text->at != NULL ? text->at : "", indent, indent + hang);
    text_put(sheet->t, "\n");
    text_clear(text);
}

void sheet_paragraph(struct text *out, int indent, const char *text)
{
    text_spaces(out, indent);
    say_wrapped(out, text, indent, indent);
    text_put(out, "\n");
}

void sheet_piece(const struct sheet *sheet, const char *piece, int *column, int indent, int gap)
{
    int width = say_width(piece, strlen(piece));
    bool first = *column == indent;
    if (!first && *column + gap + width > say_line_width()) {
        text_put(sheet->t, "\n");
        text_spaces(sheet->t, indent);
        *column = indent;
        first = true;
    }
    text_spaces(sheet->t, first ? 0 : gap);
    say_wrapped(sheet->t, piece, first ? indent : *column + gap, indent);
    *column += width + (first ? 0 : gap);
}

static int label_width(const struct sheet *sheet)
{
    int width = layout_of(sheet)->label;
    return width > 0 ? width : LABEL_WIDTH;
}

/* A text to translate, or a key that has none: its words stand apart. */
static void put_name(const struct sheet *sheet, const char *name, int width, bool right)
{
    struct text text = {0};
    text_put(&text, say(sheet->context, name));
    for (char *at = text.at; (at = strchr(at, '_')) != NULL;)
        *at = ' ';
    sheet_cell(sheet, text.at, width, right);
    text_clear(&text);
}

/* What stands left of a line. */
static void put_label(const struct sheet *sheet, const char *label, int width)
{
    text_put(sheet->t, "  ");
    put_name(sheet, label, width - 2, false);
}

void sheet_item(const struct sheet *sheet, const char *label, struct text *text)
{
    int width = label_width(sheet);
    put_label(sheet, label, width);
    say_wrapped(sheet->t, text->at != NULL ? text->at : "", width, width);
    text_put(sheet->t, "\n");
    text_clear(text);
}

void sheet_newline(const struct sheet *sheet)
{
    struct text *t = sheet->t;
    while (t->length > 0 && t->at[t->length - 1] == ' ')
        t->at[--t->length] = '\0';
    text_put(t, "\n");
}

/* ---- tables ------------------------------------------------------------------------------ */

/* A column for each seat, wide enough for its name if there is room, behind `lead` columns and before `behind`. */
static int seat_width(const struct sheet *sheet, int lead, int behind)
{
    enum { LEAST = 9, SEAT_LEAST = 6 };
    const struct seats *seats = &sheet->record->seats;
    int width = LEAST, most = (say_line_width() - lead - behind) / (seats->count > 0 ? seats->count : 1);
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
        text_put(sheet->t, "  ");
        sheet_cell(sheet, name.at, width - 2, true);
    }
    text_clear(&name);
}

static const char *heading_of(const struct sheet *sheet, const struct column *column)
{
    const char *heading = column->heading != NULL ? column->heading : column->key != NULL ? key_text(column->key) : "";
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
    enum { REMARK = 11 };         /* what the last column is given room for beside the seats */
    return (column->close ? 1 : 2) + (column->width == WIDTH_REST ? REMARK : cell_width(sheet, column));
}

/* How wide the seats' columns are, and how much stands left of them; 0: there are none. */
static int seats_of(const struct sheet *sheet, const struct column *columns, int *lead)
{
    int behind = 0;
    bool found = false;
    *lead = 0;
    for (; columns->width != 0; columns++) {
        if (columns->each_seat)
            found = true;
        else
            *(found ? &behind : lead) += column_width(sheet, columns);
    }
    return found ? seat_width(sheet, *lead, behind) : 0;
}

static void put_head(const struct sheet *sheet, const struct column *columns)
{
    int lead, seats = seats_of(sheet, columns, &lead);
    for (; columns->width != 0; columns++) {
        if (columns->each_seat) {
            put_names(sheet, seats);
            continue;
        }
        text_spaces(sheet->t, columns->close ? 1 : 2);
        put_name(sheet, heading_of(sheet, columns), cell_width(sheet, columns), !columns->left);
    }
    sheet_newline(sheet);
}

/* What stands in a column's cell: nothing where no wording holds. */
static void say_cell(const struct sheet *sheet, struct text *t, const struct column *column, const struct fact *row,
                     int seat)
{
    struct filling filling = {sheet, row, seat};
    text_put(t, "");
    if (column->key != NULL) {
        const struct fact *fact = fact_of(row, column->key);
        say_fact(sheet, t, column->each_seat ? fact_at(fact, seat) : fact);
        return;
    }
    for (int i = 0; i < SAYS_MOST && column->says[i].text != NULL; i++)
        if (both_hold(column->says[i].when, row)) {
            say_filled(sheet->context, t, column->says[i].text, fill, &filling);
            return;
        }
}

static void put_row(const struct sheet *sheet, const struct column *columns, const struct fact *row)
{
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
                sheet_cell(sheet, cell.at, columns->each_seat ? width : cell_width(sheet, columns), !columns->left);
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
    text_put(sheet->t, "  ");
    sheet_cell(sheet, text.at, label_width(sheet) - 2, false);
    text_clear(&text);
}

void sheet_seat_cell(const struct sheet *sheet, const char *bytes)
{
    sheet_cell(sheet, bytes, seat_width(sheet, label_width(sheet), 0), true);
}

/* ---- a score without a layout ------------------------------------------------------------ */

enum { DERIVED_MOST = 12 };

/* A value for each seat. */
static bool is_by_seat(const struct sheet *sheet, const struct fact *fact)
{
    return fact->bracket == '[' && fact->count == sheet->record->seats.count && fact->first->bracket == 0;
}

static bool is_plain(const struct fact *fact) { return fact->bracket == 0; }

/*
 * One column a value, as many as there is room for; the last of the lists by seat is each seat's, for games tell
 * a result behind what made it.
 */
static void derive_columns(const struct sheet *sheet, const struct fact *row, struct column out[DERIVED_MOST + 1])
{
    enum { NARROW = 6, WIDE = 10, LIST = 12 };
    const struct fact *by_seat = NULL;
    int count = 0, room = say_line_width();
    memset(out, 0, (DERIVED_MOST + 1) * sizeof *out);
    for (const struct fact *fact = row->first; fact != NULL; fact = fact->next)
        if (is_by_seat(sheet, fact))
            by_seat = fact;
    room -= by_seat != NULL ? seat_width(sheet, 0, 0) * sheet->record->seats.count : 0;
    for (const struct fact *fact = row->first; fact != NULL && count < DERIVED_MOST - 1; fact = fact->next) {
        struct column column = {.key = fact->key, .left = !is_plain(fact),
                                .width = fact_is(fact, VALUE_NUMBER) ? NARROW : is_plain(fact) ? WIDE : LIST};
        bool fits = column_width(sheet, &column) <= room && fact->bracket != '{' && !is_by_seat(sheet, fact);
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
    for (const struct fact *fact = standing->first->first; fact != NULL && count < DERIVED_MOST; fact = fact->next)
        if (strcmp(fact->key, "seat") != 0 && strcmp(fact->key, "place") != 0)
            out[count++] = (struct column){.key = fact->key, .width = WIDTH + 2};
}

/* ---- the score --------------------------------------------------------------------------- */

void sheet_head(struct sheet *sheet)
{
    const struct layout *layout = layout_of(sheet);
    sheet->headed = layout->columns != NULL || layout->row != NULL;
    if (layout->columns != NULL)
        put_head(sheet, layout->columns);
}

static void put_below(const struct sheet *sheet, const struct fact *row)
{
    const struct layout *layout = layout_of(sheet);
    const struct fact *list = layout->below != NULL ? fact_of(row, layout->below) : NULL;
    const struct fact *one = list != NULL ? list->first : layout->below == NULL ? row : NULL;
    if (layout->below_draw != NULL)
        layout->below_draw(sheet, row);
    if (layout->below_says == NULL || !condition_holds(&layout->below_if, row))
        return;
    for (; one != NULL; one = list != NULL ? one->next : NULL) {
        const char *text = wording_for(layout->below_says, one);
        struct text line = {0};
        if (text == NULL)
            continue;
        say_facts(sheet, &line, text, one);
        sheet_lines(sheet, layout->below_indent, 0, &line);
    }
}

void sheet_row(struct sheet *sheet, const struct fact *row)
{
    const struct layout *layout = layout_of(sheet);
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
static void put_seats(const struct sheet *sheet, const struct fact *list, const char *label, const char *key, int lead,
                      int width)
{
    struct text cell = {0};
    put_label(sheet, label, lead);
    for (int i = 0; i < sheet->record->seats.count; i++) {
        cell.length = 0;
        say_fact(sheet, &cell, fact_of(of_seat(list, i), key));
        sheet_cell(sheet, cell.at, width, true);
    }
    text_clear(&cell);
    sheet_newline(sheet);
}

static void put_table(const struct sheet *sheet, const struct column *columns, const struct fact *rows)
{
    put_head(sheet, columns);
    for (const struct fact *row = rows->first; row != NULL; row = row->next)
        put_row(sheet, columns, row);
}

void sheet_standing(const struct sheet *sheet, const struct fact *standing)
{
    const struct layout *layout = layout_of(sheet);
    struct column derived[DERIVED_MOST + 1];
    const struct column *columns = layout->standing;
    uint32_t winners = 0;
    sheet->record->setting.book->finished(sheet->record->state, &sheet->record->setting, &winners);
    if (columns == NULL)
        derive_standing(standing, derived);
    columns = columns != NULL ? columns : derived;
    put_head(sheet, columns);
    for (const struct fact *row = standing->first; row != NULL; row = row->next) {
        bool won = winners >> fact_seat(row, "seat") & 1;
        if (won)
            say_paint(sheet->context, sheet->t, PAINT_GREEN);
        put_row(sheet, columns, row);
        if (won)
            say_paint(sheet->context, sheet->t, PAINT_PLAIN);
    }
}

static void put_standing(const struct sheet *sheet, const struct fact *standing)
{
    const struct layout *layout = layout_of(sheet);
    int lead, width = layout->columns != NULL ? seats_of(sheet, layout->columns, &lead) : 0;
    if (width > 0) {              /* below the rows, in their columns */
        put_seats(sheet, standing, N_("total"), "points", lead, width);
        put_seats(sheet, standing, N_("place"), "place", lead, width);
        return;
    }
    if (sheet->headed && layout->row == NULL)
        text_put(sheet->t, "\n");
    sheet_standing(sheet, standing);
}

void sheet_remarks(const struct sheet *sheet, const struct fact *end)
{
    const struct wording *remark = layout_of(sheet)->remarks;
    for (; remark != NULL && remark->text != NULL; remark++) {
        struct text line = {0};
        if (!both_hold(remark->when, end))
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

static void put_line(const struct sheet *sheet, const struct board_line *line, const struct fact *table, bool *named)
{
    const struct fact *seats = fact_of(table, "seats");
    const char *label = line->label != NULL ? line->label : line->key != NULL ? key_text(line->key) : "";
    int lead = label_width(sheet), width = seat_width(sheet, lead, 0);
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
            text_spaces(sheet->t, lead);
            put_names(sheet, width);
            sheet_newline(sheet);
        }
        *named = true;
        put_seats(sheet, seats, label, line->key, lead, width);
    }
}

/* A list that seats have is too long for a column: a line for each seat that has something in it. */
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
        sheet_item(sheet, key_text(key), &text);
    }
}

/* What each seat has: values below its name, lists behind them. */
static void put_all_seats(const struct sheet *sheet, const struct fact *table, const struct fact *seats)
{
    bool named = false;
    for (int lists = 0; lists < 2; lists++)
        for (const struct fact *one = seats->first->first; one != NULL; one = one->next) {
            if (!is_plain(one) && lists == 1)
                put_lists(sheet, seats, one->key);
            else if (is_plain(one) && lists == 0 && strcmp(one->key, "seat") != 0)
                put_line(sheet, &(struct board_line){.key = one->key, .each_seat = true}, table, &named);
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
    const struct layout *layout = layout_of(sheet);
    const struct board_line *line = more && layout->board_more != NULL ? layout->board_more : layout->board;
    bool named = false, last = line == NULL;
    struct facts told;
    tell_table(sheet->record, &told);
    const struct fact *table = facts_first(&told);
    if (line == NULL)
        put_facts(sheet, table);
    for (; !last && (line->text != NULL || line->key != NULL || line->seats != NULL || line->draw != NULL); line++)
        if (both_hold(line->when, table)) {
            put_line(sheet, line, table, &named);
            last = line->last;
        }
    facts_clear(&told);
    if (rulebook_builtin(&sheet->record->setting) != NULL)
        text_printf(sheet->t, "  %s\n", say(sheet->context, N_("The reference deck, not yours.")));
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
    const struct layout *layout = layout_of(sheet);
    struct sheet own = *sheet;
    if (layout->what_if != NULL)
        layout->what_if(sheet, row);
    else
        sheet_row(&own, row);
}

void sheet_what_if_each(const struct sheet *sheet, const struct fact *rows)
{
    const struct layout *layout = layout_of(sheet);
    struct sheet own = *sheet;
    if (layout->what_if_each != NULL)
        layout->what_if_each(sheet, rows);
    for (const struct fact *row = layout->what_if_each == NULL ? rows->first : NULL; row != NULL; row = row->next)
        sheet_row(&own, row);
}

void sheet_chances(const struct sheet *sheet, const struct fact *answer)
{
    static const struct wording whose[] = {{{HAS("seat")}, "{seat} {share}"}, {.text = N_("nobody {share}")}};
    const struct layout *layout = layout_of(sheet);
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
    if (say_deck(sheet->context, &line, &sheet->record->setting)) {
        text_spaces(sheet->t, 2);
        say_wrapped(sheet->t, line.at, 2, 2);
        text_put(sheet->t, "\n");
    }
    text_clear(&line);
}
