/* Boards, and what is asked of a game: what if, chances, the deck; see sheet.h. */
#include "sheet.h"

#include <string.h>

/* ---- the board --------------------------------------------------------------------------- */

static void put_line(const struct sheet *sheet, const struct board_line *line,
    const struct fact *table, bool *named)
{
    const struct fact *seats = fact_of(table, "seats");
    const char *label = line->label != NULL ? line->label
                        : line->key != NULL ? key_label(line->key)
                                            : "";
    int lead = sheet->on != NULL ? 1 : sheet_label_width(sheet),
        width = sheet_seat_width(sheet, 0, lead, 0);
    struct text text = {0};
    if (line->draw != NULL) {
        line->draw(sheet, table);
    } else if (line->seats != NULL) {
        sheet_put_table(sheet, line->seats, seats);
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
            sheet_put_names(sheet, width);
            sheet_newline(sheet);
        }
        *named = true;
        sheet_put_seats(sheet, seats, label, line->key, lead, width);
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
            if (!sheet_is_plain(one) && lists == 1)
                put_lists(sheet, seats, one->key);
            else if (sheet_is_plain(one) && lists == 0 && strcmp(one->key, "seat") != 0)
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
    if (layout->what_if_each != NULL) {
        layout->what_if_each(sheet, rows);
        return;
    }
    for (const struct fact *row = rows->first; row != NULL; row = row->next)
        if (layout->what_if != NULL)
            layout->what_if(sheet, row);
        else /* under the headings of the first one */
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
