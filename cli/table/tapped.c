/*
 * Lines that phones say: entered, asked about, or not, and each phone is told which; see
 * table_prompt.h.
 */
#define _XOPEN_SOURCE 700
#include "cli/sheet/sheet.h"
#include "table_prompt.h"

#include <stdlib.h>
#include <string.h>

/* What was just looked at there is looked at as the phones see it: this screen tells no more. */
static struct session *seen(struct table *t)
{
    return &t->phones.view.session[t->context->japanese ? TONGUE_JAPANESE : TONGUE_ENGLISH];
}

/*
 * May a line that was just looked at, and not taken, tell of hidden cards? What cannot be read may.
 */
static bool may_hide(struct table *t, const char *line)
{
    return seen(t)->step->faults > 0 || view_tells_hidden(&t->session.record.setting, line, -1)
           || view_asks_hidden(&seen(t)->record);
}

/*
 * "Bo’s phone: Bo: r9"; hidden cards are nobody's business who looks at this screen, nor what may
 * be meant for some.
 */
static void show_tap(struct table *t, const struct tapped *tap, const struct typed_line *l)
{
    const struct setting *setting = &t->session.record.setting;
    const bool word = typed_is_shared(l),
               reads = !word && session_look(seen(t), l->line) != STEP_REFUSED;
    const char *line = word ? l->command->name : reads ? seen(t)->step->line : l->line;
    struct text whose = {0}, open = {0}, shown = {0}, words = {0}, out = {0};
    const bool hidden = view_tells_hidden(setting, line, -1);
    if (hidden)
        view_open_line(setting, line, &open);
    if (open.length == 0 && (hidden || (!word && !reads && may_hide(t, line))))
        text_put(&open, "…");
    phones_say_whose(&t->phones, &t->session.record.seats, tap, &whose);
    say_with(t->context, &words, N_("{whose}: {line}"), "tt", "whose", whose.at, "line",
        line_shown(t->context, &shown, open.length > 0 ? open.at : line, setting));
    say_wrapped(&out, words.at, 0, 2);
    text_put(&out, "\n");
    table_show(t, &out);
    text_clear(&whose);
    text_clear(&open);
    text_clear(&shown);
    text_clear(&words);
}

/* `undo`, `redo` and `again`. */
static void tapped_word(struct table *t, const struct tapped *tap, const struct typed_line *l)
{
    const size_t before = t->session.count;
    const bool again = l->command->at_table == table_again;
    if (again && !record_over(&t->session.record)) {
        phones_refuses(&t->phones, tap, N_("This game is not over yet."));
        return;
    }
    t->tap = again ? NULL : tap;
    typed_run(t, l);
    t->tap = NULL;
    if (again && t->done)
        return;
    if (!again && t->session.count == before && !t->returned)
        phones_refuses(&t->phones, tap,
            l->command->at_table == table_undo ? N_("Nothing can be taken back.")
                                               : N_("Nothing can be brought back."));
    else
        phones_takes_back(&t->phones, &t->session, tap,
            again                       ? N_("Another game begins, with the same people.")
            : t->session.count < before ? N_("Taken back.")
                                        : N_("Back again."));
}

/*
 * What a line that was not taken may have been, by what everybody sees alone. A cause that its own
 * phone alone may know, and a line that cannot be read, are offered nothing.
 */
static void offer_refused(struct table *t, const struct tapped *tap)
{
    perhaps_clear(&t->perhaps);
    const bool seen_so = session_look(seen(t), tap->line) == STEP_REFUSED;
    const struct step *step = seen(t)->step;
    if (!seen_so || step->faults > 0 || step->unfit != 0)
        return;
    char *line = memory_bytes(step->heard.at, step->heard.length);
    table_offer_openly(t, line, (uint32_t)t->session.count + 1);
    free(line);
}

/* The board as the phones see it. */
static void show_board(struct table *t)
{
    struct text out = {0};
    sheet_board(&(struct sheet){.context = t->context, .record = &seen(t)->record, .t = &out},
        false);
    table_show(t, &out);
}

/* As if it had been typed, but that a line that breaks a rule is always asked about. */
static void tapped_line(struct table *t, const struct tapped *tap)
{
    const size_t before = t->session.count;
    struct text shown = {0};
    const bool hush = may_hide(t, tap->line);
    t->tap = tap;
    enum step_end end = table_judge(t, tap);
    if (end == STEP_DOUBTFUL && session_look(&t->session, tap->line) == STEP_TAKEN) {
        /* hidden cards alone make it certain */
        t->doubtful = memory_text(t->session.step->line);
        t->lawful = true;
    } else if (end != STEP_REFUSED)
        end = table_enter(t, true, tap->line, end == STEP_DOUBTFUL && !t->dispute);
    t->tap = NULL;
    if (end == STEP_DOUBTFUL) {
        table_offer_openly(t, t->doubtful, (uint32_t)t->session.count + 1);
        phones_doubts(&t->phones, tap, t->doubtful, &shown);
        table_show(t, &shown);
        perhaps_say(seen(t), &t->perhaps, &shown);
        table_show(t, &shown);
        table_ask_again(t);
    } else if (end == STEP_REFUSED) {
        if (!hush)
            offer_refused(t, tap);
        phones_refuted(&t->phones, tap, hush, &shown);
        perhaps_clear(&t->perhaps); /* its phone says what it takes of that, like any line */
    } else if (t->session.count == before) {
        phones_refuses(&t->phones, tap, N_("It could not be kept on the disk."));
    } else {
        table_tell_guess(t, tap);
        phones_takes(&t->phones, &t->session, tap, &shown);
        watch_yields(&t->watch, &t->session.record);
    }
    table_show(t, &shown);
    if (end == STEP_TAKEN && t->session.count > before && t->auto_board && seen(t)->record.begun
        && seen(t)->record.setting.book->table != NULL)
        show_board(t);
}

static void enter_tapped(struct table *t, const struct tapped *tap, const struct typed_line *l)
{
    show_tap(t, tap, l);
    if (typed_is_shared(l))
        tapped_word(t, tap, l);
    else
        tapped_line(t, tap);
}

void table_tap(struct table *t, const struct tapped *tap)
{
    bool stands;
    const struct typed_line l = typed_read(t, tap->line);
    const bool waits = t->doubtful != NULL,
               settles = waits && phones_is_answer(&t->phones, tap, &stands);
    const int choice = waits && !settles ? phones_is_choice(&t->phones, tap) : 0;
    const struct tap_scene scene = {.answers = settles || choice > 0,
        .blank = l.kind == TYPED_NOTHING,
        .laptops_word = l.kind == TYPED_WORD && !typed_is_shared(&l),
        .waits = waits || t->watch.asked != ASK_NOTHING};
    if (tap_is_turned_down(&t->phones, tap, &scene))
        return;
    if (settles) {
        table_settle(t, stands);
        phones_takes_back(&t->phones, &t->session, tap,
            stands ? N_("It stands.") : N_("Taken back."));
    } else if (choice > 0) {
        table_choose(t, choice);
        phones_takes_back(&t->phones, &t->session, tap, N_("So it is."));
    } else if (t->phones.mode == PHONES_ASK) {
        show_tap(t, tap, &l);
        table_say(t, N_("RETURN enters it; no turns it down."));
        phones_ask(&t->phones, tap);
    } else {
        enter_tapped(t, tap, &l);
    }
}

bool table_leave(struct table *t, const struct typed_line *l)
{
    struct tapped tap;
    const bool yes = (l->kind & (TYPED_NOTHING | TYPED_COMMENT)) != 0
                     || (l->alone && word_spelled("yes/y/はい", l->word)),
               no = l->alone && word_spelled("no/n/いいえ", l->word);
    if (t->doubtful != NULL || !t->phones.asks || l->looks || !phones_leave(&t->phones, &tap))
        return false;
    if (yes && !tap_comes_late(&tap)) {
        const struct typed_line tapped = typed_read(t, tap.line);
        enter_tapped(t, &tap, &tapped);
    } else if (no)
        phones_refuses(&t->phones, &tap, N_("The laptop turned it down."));
    else
        phones_busy(&t->phones, &tap,
            N_("Somebody was faster; look at the table, then tap again."));
    return yes || no;
}
