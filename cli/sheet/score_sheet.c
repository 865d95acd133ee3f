/*
 * The score of a record as it stands: its rows, the standing, who has won and what decided it, and
 * what is missing; see sheet.h.
 */
#include "sheet.h"
#include "cli/example.h"

#include <string.h>

static void put_line(const struct sheet *sheet, const struct message *m)
{
    struct text line = {0};
    say_message(sheet->context, &line, m, NULL, &sheet->record->setting);
    sheet_lines(sheet, 2, 0, &line);
}

/* "The record goes on with: the three ranks turned up, as `round; kami 3 7 10`." */
static void put_asked(const struct sheet *sheet, const struct ask *ask)
{
    struct text about = {0}, answer = {0}, statement = {0};
    struct message m;
    const bool said = ask_example(sheet->context, sheet->record, ask, ask->way[0], &answer,
        &statement);
    ask_about(sheet->context, sheet->record, ask, ask->way[0], &about);
    message_set(&m, N_("The record goes on with: {about}, as `{statement}`."));
    message_string(&m, "about", about.at);
    message_string(&m, "statement", said ? statement.at : answer.at);
    put_line(sheet, &m);
    text_clear(&about);
    text_clear(&answer);
    text_clear(&statement);
}

/* What has to come before somebody can win: whose turn it is, or what the record waits for. */
static void put_next(const struct sheet *sheet)
{
    const struct record *r = sheet->record;
    const struct knowledge_part *knowledge = r->setting.book->knowledge;
    const bool turns = knowledge != NULL && knowledge->turn != NULL;
    struct message m;
    struct ask ask;
    if (r->setting.ended)
        return;
    if (r->uncounted != 0) { /* what the record waits for may stand in that line */
        message_number(message_set(&m, N_("Open, because line {line} did not count.")), "line",
            (int32_t)r->uncounted);
        put_line(sheet, &m);
        return;
    }
    const bool asks = record_asks(r, &ask);
    int seat = turns ? knowledge->turn(r->state, &r->setting) : asks ? ask.seat : -1;
    if (asks && seat != ask.seat) /* it is somebody else's to say, as whether the child had won */
        seat = -1;
    if (seat >= 0) {
        message_seat(message_set(&m, N_("It is {seat}'s turn.")), "seat", seat);
        put_line(sheet, &m);
    } else if (asks) {
        put_asked(sheet, &ask);
    }
}

static void put_remarks(const struct sheet *sheet)
{
    enum { REMARKS_MOST = 8 };
    const struct record *r = sheet->record;
    struct message remark[REMARKS_MOST];
    struct news remarks = {.row = remark, .most = REMARKS_MOST};
    if (r->setting.book->remark != NULL)
        r->setting.book->remark(r->state, &r->setting, &remarks);
    for (unsigned i = 0; i < remarks.count; i++)
        put_line(sheet, &remark[i]);
}

static void put_winners(const struct sheet *sheet, const struct message *m, bool won)
{
    struct text *t = sheet->t;
    if (sheet->on != NULL) {
        sheet->on->won = won;
        put_line(sheet, m);
        sheet->on->won = false;
        return;
    }
    text_put(t, "  ");
    say_paint(sheet->context, t, won ? PAINT_GREEN : PAINT_BOLD);
    say_message(sheet->context, t, m, NULL, &sheet->record->setting);
    say_paint(sheet->context, t, PAINT_PLAIN);
    text_put(t, "\n");
}

void sheet_winners(const struct sheet *sheet)
{
    const struct record *r = sheet->record;
    struct message m;
    uint32_t winners = 0;
    bool finished = r->begun && rulebook_finished(r->setting.book, r->state, &r->setting, &winners);
    message_set(&m, !finished      ? N_("Not finished: nobody has won yet.")
                    : winners == 0 ? N_(
                          "The game is over; its points cannot be counted yet, and nobody has won.")
                                   : N_("Winner: {winners}"));
    message_seats(&m, "winners", winners);
    put_winners(sheet, &m, winners != 0);
    if (r->begun && unsure_any(r->setting.unsure))
        put_line(sheet,
            message_set(&m, N_("The record can be read in more than one way: where the readings "
                               "differ, the score is unknown. `fuda judge` names the lines.")));
    if (r->begun)
        put_remarks(sheet);
    if (r->begun && !finished)
        put_next(sheet);
}

static void tell_end(const struct record *r, struct facts *end)
{
    facts_begin(end, NULL, NULL);
    rulebook_tell_end(r->setting.book, r->state, &r->setting, &end->teller);
}

void sheet_tally(struct sheet *sheet, const struct fact *rows)
{
    struct facts end;
    sheet_head(sheet);
    for (const struct fact *row = rows->first; row != NULL; row = row->next)
        sheet_row(sheet, row);
    tell_end(sheet->record, &end);
    sheet_end(sheet, &end.root);
    facts_clear(&end);
}

void sheet_score(struct sheet *sheet, const struct fact *rows)
{
    sheet_tally(sheet, rows);
    sheet_winners(sheet);
}

static bool is_open(const struct sheet *sheet, const struct fact *row)
{
    const struct condition *open = &layout_find(sheet->record->setting.book)->open;
    return open->key != NULL && condition_holds(open, row);
}

static bool is_unsettled(const struct sheet *sheet)
{
    const struct record *r = sheet->record;
    const struct condition *unsettled = &layout_find(r->setting.book)->unsettled;
    struct facts told;
    if (unsettled->key == NULL)
        return false;
    facts_begin(&told, NULL, NULL);
    r->setting.book->table->tell(r->state, &r->setting, &told.teller);
    bool answer = condition_holds(unsettled, facts_first(&told));
    facts_clear(&told);
    return answer;
}

int sheet_closed(const struct sheet *sheet, const struct fact *rows)
{
    int count = 0;
    for (const struct fact *row = rows->first; row != NULL; row = row->next)
        count += !is_open(sheet, row);
    return count > 0 && is_unsettled(sheet) ? count - 1 : count;
}

/* ---- what decided it --------------------------------------------------------------------- */

/* The first who has won, and the best of the others; false: nobody has, or all have. */
static bool first_two(const struct sheet *sheet, const struct fact *standing, int *winner,
    int *second)
{
    const struct record *r = sheet->record;
    uint32_t winners = 0;
    *winner = *second = -1;
    if (standing == NULL || !rulebook_finished(r->setting.book, r->state, &r->setting, &winners))
        return false;
    for (const struct fact *one = standing->first; one != NULL; one = one->next) {
        int seat = fact_seat(one, "seat"), *which = winners >> seat & 1 ? winner : second;
        if (*which < 0)
            *which = seat;
    }
    return *winner >= 0 && *second >= 0;
}

/* What a seat gained in a row; false: it was not told. */
static bool gain_of(const struct layout *layout, const struct fact *row, int seat, long *out)
{
    const struct fact *list = fact_of(row, layout->swing),
                      *one = list != NULL && list->bracket == '[' ? fact_at(list, seat) : NULL;
    if (one == NULL || !fact_is(one, VALUE_NUMBER))
        return false;
    *out = layout->swing_lost ? -(long)one->value.number : one->value.number;
    return true;
}

/* The row in which the winner gained most on the next. */
static void say_swing(const struct sheet *sheet, const struct layout *layout,
    const struct fact *rows, int winner, int second)
{
    const struct fact *most = NULL;
    long gain = 0, other = 0, a, b;
    struct text line = {0};
    struct message m;
    for (const struct fact *row = rows->first; row != NULL; row = row->next)
        if (gain_of(layout, row, winner, &a) && gain_of(layout, row, second, &b)
            && a - b > gain - other) {
            most = row;
            gain = a;
            other = b;
        }
    if (most == NULL)
        return;
    message_number(message_set(&m, layout->decided), "number", most->first->value.number);
    message_seat(&m, "winner", winner);
    message_seat(&m, "second", second);
    message_number(&m, "gain", (int32_t)gain);
    message_number(&m, "other", (int32_t)other);
    say_message(sheet->context, &line, &m, NULL, &sheet->record->setting);
    sheet_lines(sheet, 2, 0, &line);
}

void sheet_decided(const struct sheet *sheet, const struct fact *rows, const struct fact *end)
{
    const struct layout *layout = layout_find(sheet->record->setting.book);
    int winner, second;
    if (layout->decide != NULL)
        layout->decide(sheet, rows, end);
    else if (layout->swing != NULL && first_two(sheet, fact_of(end, "standing"), &winner, &second))
        say_swing(sheet, layout, rows, winner, second);
}

/* ---- while it is played ------------------------------------------------------------------ */

static void put_title(const struct sheet *sheet)
{
    const char *title = say_title(sheet->context, &sheet->record->setting);
    struct text line = {0};
    if (sheet->on != NULL) {
        text_put(&line, title);
        sheet_lines(sheet, 2, 0, &line);
        return;
    }
    text_put(sheet->t, "\n  ");
    say_paint(sheet->context, sheet->t, PAINT_BOLD);
    text_put(sheet->t, title);
    say_paint(sheet->context, sheet->t, PAINT_PLAIN);
    text_put(sheet->t, "\n");
}

static void put_result(struct sheet *sheet, const struct fact *rows, const struct fact *end)
{
    put_title(sheet);
    if (fact_count(end, "standing") > 0)
        sheet_standing(sheet, fact_of(end, "standing"));
    sheet_remarks(sheet, end);
    sheet_decided(sheet, rows, end);
    sheet_winners(sheet);
}

void sheet_news(struct sheet *sheet, const struct fact *rows, int told, bool over)
{
    const struct fact *row = rows->first;
    struct facts end;
    for (; row != NULL && told > 0; told--)
        row = row->next;
    /* what is drawn by hand was told in news */
    if (layout_find(sheet->record->setting.book)->row == NULL && row != NULL) {
        sheet_head(sheet);
        for (; row != NULL; row = row->next)
            if (!is_open(sheet, row))
                sheet_row(sheet, row);
    }
    tell_end(sheet->record, &end);
    if (over)
        put_result(sheet, rows, &end.root);
    else {
        sheet_end(sheet, &end.root);
        put_remarks(sheet);
    }
    facts_clear(&end);
}
