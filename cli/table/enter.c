/*
 * Lines that are entered, whoever said them: tried, kept on the disk, and what came of them; see
 * table_prompt.h.
 */
#define _XOPEN_SOURCE 700
#include "cli/sheet/sheet.h"
#include "precedent.h"
#include "table_prompt.h"

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
    *closed = sheet_closed(&(struct sheet){.context = t->context, .record = r, .t = NULL},
        session_rows(&t->session));
    session_rows_end(&t->session);
    if (!r->setting.book->finished(r->state, &r->setting, winners))
        *winners = 0;
}

/*
 * After a round, a deal, a night or a battle: what it brought; and the result, where the game is
 * over with it.
 */
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
    if (!table_store(t)
        || !line_make_durable(&t->campaign, t->hold, &t->session.packs, t->session.step->line)) {
        session_undo(&t->session);
        complain(t->context, N_("this line was not accepted: it could not be kept"), "");
        t->refused = true;
        return false;
    }
    if (t->tap == NULL) /* what a phone said is told as the phones see it (tapped.c) */
        table_show_answers(t);
    tell_score(t);
    if (t->dispute && !t->session.broken && t->session.count > t->session.heading + 1)
        table_say(t, t->session.told_count == 0
                         ? N_("So far nothing on record broke a rule.")
                         : N_("This line changes no ruling; `why` tells the last one again."));
    if (t->auto_board && t->tap == NULL)
        table_board(t, false);
    return true;
}

void table_ask_again(const struct table *t)
{
    table_say(t, t->mends    ? N_("! accepts it; RETURN leaves everything as it was.")
                 : t->lawful ? N_("! keeps it; RETURN takes it back.")
                             : N_("! lets it stand; RETURN takes it back."));
}

void table_offer_openly(struct table *t, const char *line, uint32_t number)
{
    const struct setting *setting = &t->session.record.setting;
    struct perhaps *p = &t->perhaps;
    struct session *seen = &t->phones.view.session[TONGUE_ENGLISH];
    int kept = 0;
    perhaps_clear(p);
    if (!view_tells_hidden(setting, line, -1) && seen->count + 1 == number)
        perhaps_of(seen, (struct span){line, strlen(line)}, false, p);
    for (int i = 0; i < p->count; i++) {
        const uint32_t earlier[] = {p->offer[i].line, p->offer[i].second.line};
        bool same = true;
        for (int k = 0; k < 2; k++) {
            if (earlier[k] == 0 || earlier[k] >= number)
                continue;
            const char *own = t->session.steps[earlier[k] - 1].text;
            same &= strcmp(seen->steps[earlier[k] - 1].text, own) == 0
                    && !view_hides(&t->phones.view, setting, own);
        }
        if (same)
            p->offer[kept++] = p->offer[i];
    }
    p->count = kept;
}

/* What it may have been, numbered, if it stumbled; nothing is asked of one that was taken. */
static void offer_others(struct table *t)
{
    struct text out = {0};
    if (t->tap != NULL) /* tapped.c offers, by what its phone may know */
        return;
    perhaps_find(&t->session, &t->perhaps);
    if (t->perhaps.count > 0 && t->phones.on) {
        char *line = memory_text(t->perhaps.line);
        table_offer_openly(t, line, t->perhaps.number);
        free(line);
    }
    if (t->perhaps.count == 0)
        return;
    text_put(&out,
        say(t->context, !t->terminal && ask_reads(t, "1") ? N_("Perhaps it was meant so:")
                        : t->perhaps.count > 1
                            ? N_("Perhaps you meant one of these; its number takes it:")
                            : N_("Perhaps you meant this; 1 takes it:")));
    text_put(&out, "\n");
    perhaps_say(&t->session, &t->perhaps, &out);
    table_show_wrong(t, &out);
    if (t->terminal && t->session.step->end != STEP_DOUBTFUL)
        table_say(t, N_("RETURN takes none."));
}

/* Is the first word told already for what it is, a part of a card or nearly another word? */
static bool is_told(const struct message *fault)
{
    bool told = false;
    for (int i = 0; i < fault->count; i++)
        told |= strcmp(fault->value[i].name, "card") == 0
                || strcmp(fault->value[i].name, "near") == 0;
    return told;
}

/*
 * A record that has all the lines it may have takes no more: nothing is tried that could not be
 * kept.
 */
static bool is_full(struct table *t)
{
    const bool full = t->hold != NULL && store_hold_is_full(t->hold);
    t->refused |= full;
    if (full)
        complain(t->context, N_("a record has at most {lines} lines of {bytes} bytes in all"), "ii",
            "lines", (int64_t)RECORD_LINES_MOST, "bytes", (int64_t)RECORD_BYTES_MOST);
    return full;
}

/* Is what is kept of a line not what was typed, and nothing else shows how it was understood? */
static bool wants_echo(const struct table *t)
{
    const struct step *step = t->session.step;
    const struct rulebook *book = t->session.record.setting.book;
    const size_t named = line_named(step->line);
    const char *first = step->line + (named > 0 ? named + strlen(": ") : 0);
    const struct span word = {first, strcspn(first, " ")};
    if (step->lacked & ANSWER_WAS_NAMELESS)
        return true;
    const bool plays = book->verbs[VERB_PLAY].takes != 0
                       && (text_is(word, "?")
                           || card_read_by(&t->session.record.setting, word) >= 0);
    return (step->lacked & ANSWER_WAS_BARE) != 0 && t->session.said.length == 0 && !plays;
}

enum step_end table_enter(struct table *t, bool typed, const char *line, bool ask)
{
    if (is_full(t))
        return STEP_REFUSED;
    note_score(t, &t->closed, &t->winners);
    perhaps_clear(&t->perhaps);
    enum step_end end = typed ? session_answer(&t->session, line, ask)
                              : session_try(&t->session, line, ask);
    t->irregular |= t->session.broken;
    if (t->watch.on && t->watch.beep
        && ((t->session.broken && t->tap == NULL) || end == STEP_DOUBTFUL))
        putchar('\a');
    switch (end) {
    case STEP_TAKEN:
        if (t->terminal && t->tap == NULL && wants_echo(t))
            table_show_line(t, "{line}", t->session.step->line);
        table_forget_return(t);
        if (keep_line(t)) {
            offer_others(t);
            t->answered |= precedent_tell(t->context, &t->session.record,
                &t->session.step->mark.record.house, t->terminal);
        }
        break;
    case STEP_DOUBTFUL:
        t->lawful = t->session.step->lawful;
        if (t->tap == NULL) {
            table_show_answers(t);
        }
        offer_others(t);
        if (t->tap == NULL) {
            table_ask_again(t);
        }
        t->doubtful = memory_text(t->session.step->line);
        break;
    case STEP_REFUSED:
        t->refused = true;
        if (t->tap != NULL)
            break;
        table_show_answers(t);
        offer_others(t);
        if (t->session.step->faults > 0 && t->session.step->fault[0].column <= 1
            && !is_told(&t->session.step->fault[0].message))
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
    perhaps_clear(&t->perhaps);
    t->tap = t->phones.doubted && tapped.guest[0] != '\0' ? &tapped : NULL;
    if (stands && mends) {
        t->refused |= !table_fix(t, held, true);
    } else if (stands && t->lawful) {
        const size_t before = t->session.count;
        t->session.agreed = true;
        table_enter(t, false, held, false);
        if (t->tap != NULL && t->session.count > before)
            table_tell_guess(t, t->tap);
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
