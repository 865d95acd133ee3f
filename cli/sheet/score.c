/* The score of a record as it stands: its rows, the standing, who has won, and what is missing; see sheet.h. */
#include "sheet.h"

static void put_line(const struct sheet *sheet, const struct message *m)
{
    struct text line = {0};
    say_message(sheet->context, &line, m, NULL, &sheet->record->setting);
    text_spaces(sheet->t, 2);
    say_wrapped(sheet->t, line.at, 2, 2);
    text_put(sheet->t, "\n");
    text_clear(&line);
}

/* What has to come before somebody can win: whose turn it is, or what the record waits for. */
static void put_next(const struct sheet *sheet)
{
    const struct record *r = sheet->record;
    const struct knowledge_part *knowledge = r->setting.book->knowledge;
    struct message m;
    struct ask ask;
    if (r->setting.ended)
        return;
    const bool asks = record_asks(r, &ask);
    int seat = asks ? ask.seat : -1;
    if (!asks && knowledge != NULL && knowledge->turn != NULL)
        seat = knowledge->turn(r->state, &r->setting);
    if (seat >= 0) {
        message_seat(message_set(&m, N_("It is {seat}'s turn.")), "seat", seat);
        put_line(sheet, &m);
    } else if (asks) {
        message_word(message_set(&m, N_("The record goes on with: {about}.")), "about", ask.way[0]->about);
        put_line(sheet, &m);
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

void sheet_winners(const struct sheet *sheet)
{
    const struct record *r = sheet->record;
    struct message m;
    uint32_t winners = 0;
    bool finished = r->begun && rulebook_finished(r->setting.book, r->state, &r->setting, &winners);
    message_set(&m, !finished      ? N_("Not finished: nobody has won yet.")
                    : winners == 0 ? N_("The game is over; its points cannot be counted yet, and nobody has won.")
                                   : N_("Winner: {winners}"));
    message_seats(&m, "winners", winners);
    text_put(sheet->t, "  ");
    say_paint(sheet->context, sheet->t, PAINT_BOLD);
    say_message(sheet->context, sheet->t, &m, NULL, &r->setting);
    say_paint(sheet->context, sheet->t, PAINT_PLAIN);
    text_put(sheet->t, "\n");
    if (r->begun)
        put_remarks(sheet);
    if (r->begun && !finished)
        put_next(sheet);
}

static void put_row(void *user, const struct fact *row)
{
    sheet_row(user, row);
}

void sheet_score(struct sheet *sheet)
{
    const struct record *r = sheet->record;
    struct facts rows, end;
    uint32_t told = 0;
    sheet_head(sheet);
    facts_begin(&rows, put_row, sheet);
    r->setting.book->tell_rows(r->state, &r->setting, &rows.teller, &told, true);
    facts_clear(&rows);
    facts_begin(&end, NULL, NULL);
    rulebook_tell_end(r->setting.book, r->state, &r->setting, &end.teller);
    sheet_end(sheet, &end.root);
    facts_clear(&end);
    sheet_winners(sheet);
}
