/* Lines that are entered, whoever said them: tried, kept on the disk, and what came of them; see table.h. */
#define _XOPEN_SOURCE 700
#include "cli/deck/stored.h"
#include "cli/sheet/sheet.h"
#include "precedent.h"
#include "table.h"

#include <stdlib.h>
#include <string.h>

/* What the score has come to: how many rows are closed, and who has won. */
static void note_score(struct table *t, int *closed, uint32_t *winners)
{
    const struct record *r = &t->session.record;
    *closed = 0;
    *winners = 0;
    if (!r->begun)
        return;
    *closed = sheet_closed(&(struct sheet){.context = t->context, .record = r, .t = NULL}, session_rows(&t->session));
    session_rows_end(&t->session);
    if (!r->setting.book->finished(r->state, &r->setting, winners))
        *winners = 0;
}

/* Behind a round, a deal, a night or a battle: what it brought; and the result, where the game is over with it. */
static void tell_score(struct table *t)
{
    struct text out = {0};
    struct sheet sheet = {.context = t->context, .record = &t->session.record, .t = &out};
    uint32_t winners;
    int closed;
    note_score(t, &closed, &winners);
    bool over = winners != 0 && winners != t->winners;
    if (!over && closed <= t->closed)
        return;
    sheet_news(&sheet, session_rows(&t->session), t->closed, over);
    session_rows_end(&t->session);
    table_show(t, &out);
}

/* Applied and accepted in memory; now on the disk, or nowhere. */
static bool keep_line(struct table *t)
{
    if (!table_store(t) || !campaign_ok(&t->campaign, line_make_durable(t->campaign.store, t->hold, &t->session.packs,
                                                     t->session.step->line))) {
        session_undo(&t->session);
        complain(t->context, N_("this line was not accepted: it could not be kept"), "");
        t->refused = true;
        return false;
    }
    if (t->tap == NULL)             /* what a phone said is told as the phones see it (tapped.c) */
        table_show_answers(t);
    tell_score(t);
    if (t->dispute && !t->session.broken && t->session.record.begun)
        table_say(t, t->session.told_count == 0 ? N_("So far nothing on record broke a rule.")
                                                        : N_("This line changes no ruling; `why` tells the last one again."));
    if (t->auto_board && t->tap == NULL)
        table_board(t, false);
    return true;
}

void table_ask_again(const struct table *t)
{
    table_say(t, t->mends    ? N_("! puts it so; RETURN leaves everything as it was.")
                 : t->lawful ? N_("! keeps it so; RETURN takes it back.")
                             : N_("! lets it stand; RETURN takes it back."));
}

/* A record that has all the lines it may have takes no more: nothing is tried that could not be kept. */
static bool is_full(struct table *t)
{
    const bool full = t->hold != NULL && store_hold_is_full(t->hold);
    t->refused |= full;
    if (full)
        complain(t->context, N_("a record has at most {lines} lines of {bytes} bytes in all"), "ii", "lines",
                 (int64_t)RECORD_LINES_MOST, "bytes", (int64_t)RECORD_BYTES_MOST);
    return full;
}

enum step_end table_enter(struct table *t, bool typed, const char *line, bool ask)
{
    if (is_full(t))
        return STEP_REFUSED;
    note_score(t, &t->closed, &t->winners);
    enum step_end end = typed ? session_answer(&t->session, line, ask) : session_try(&t->session, line, ask);
    t->irregular |= t->session.broken;
    if (t->watch.on && t->watch.beep && ((t->session.broken && t->tap == NULL) || end == STEP_DOUBTFUL))
        putchar('\a');
    switch (end) {
    case STEP_TAKEN:
        if (t->terminal && t->tap == NULL && t->session.step->lacked & ANSWER_WAS_NAMELESS)
            table_show_line(t, "{line}", t->session.step->line);
        if (keep_line(t))
            t->answered |= precedent_tell(t->context, &t->session.record, &t->session.step->mark.record.house, t->terminal);
        break;
    case STEP_DOUBTFUL:
        t->lawful = t->session.step->lawful;
        if (t->tap == NULL) {
            table_show_answers(t);
            table_ask_again(t);
        }
        t->doubtful = memory_text(t->session.step->line);
        break;
    case STEP_REFUSED:
        t->refused = true;
        if (t->tap != NULL)
            break;
        table_show_answers(t);
        if (t->session.step->faults > 0 && t->session.step->fault[0].column <= 1)
            table_suggest(t, line);
        break;
    }
    return end;
}

void table_state(struct table *t, bool typed, const char *line)
{
    if (table_enter(t, typed, line, t->terminal && !t->dispute) == STEP_TAKEN)
        watch_yields(&t->watch, &t->session.record);
}

void table_settle(struct table *t, bool stands)
{
    char *held = t->doubtful;
    bool mends = t->mends;
    const struct tapped tapped = t->phones.doubt;
    struct text shown = {0};
    t->doubtful = NULL;
    t->mends = false;
    t->tap = t->phones.doubted && tapped.guest[0] != '\0' ? &tapped : NULL;
    if (stands && mends) {
        t->refused |= !table_fix(t, held, true);
    } else if (stands && t->lawful) {
        t->session.agreed = true;
        table_enter(t, false, held, false);
    } else if (stands) {
        struct text whole = {0};
        text_printf(&whole, "%s !", held);
        table_state(t, false, whole.at);
        text_clear(&whole);
    } else {
        table_say(t, mends ? N_("All is as it was.") : N_("Taken back."));
    }
    watch_settles(&t->watch, &t->session.record, stands ? WATCH_STANDS : WATCH_TAKEN_BACK);
    t->tap = NULL;
    phones_settle(&t->phones, &t->session, stands, &shown);
    table_show(t, &shown);
    free(held);
}
