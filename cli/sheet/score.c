/* The score of a record as it stands: its rows, the standing, and who has won; see sheet.h. */
#include "sheet.h"

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
