/*
 * fuda table: the prompt beside the cards. A line is a statement, or one of the table's own words; each
 * accepted line is on the disk before the prompt returns.
 */
#define _XOPEN_SOURCE 700
#include "table.h"
#include "cli/deck/stored.h"
#include "cli/sheet/sheet.h"
#include "precedent.h"

#include <stdlib.h>
#include <string.h>

/* ---- statements -------------------------------------------------------------------------- */

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
    table_show_answers(t);
    tell_score(t);
    if (t->dispute && !t->session.broken && t->session.record.begun)
        table_say(t, t->session.told_count == 0 ? N_("So far nothing on record broke a rule.")
                                                        : N_("This line changes no ruling; `why` tells the last one again."));
    if (t->auto_board)
        table_board(t, false);
    return true;
}

/* What may be said of the line that waits. */
static void ask_again(const struct table *t)
{
    table_say(t, t->mends    ? N_("! puts it so; RETURN leaves everything as it was.")
                 : t->lawful ? N_("! keeps it so; RETURN takes it back.")
                             : N_("! lets it stand; RETURN takes it back."));
}

/* `typed`: it may be an answer, else it is a statement. */
static enum step_end statement_asked(struct table *t, bool typed, const char *line, bool ask)
{
    note_score(t, &t->closed, &t->winners);
    enum step_end end = typed ? session_answer(&t->session, line, ask) : session_try(&t->session, line, ask);
    t->irregular |= t->session.broken;
    if (t->watch.on && t->watch.beep && (t->session.broken || end == STEP_DOUBTFUL))
        putchar('\a');
    switch (end) {
    case STEP_TAKEN:
        if (t->terminal && t->tap == NULL && t->session.step->lacked & ANSWER_WAS_NAMELESS)
            table_show_line(t, "{line}", t->session.step->line);
        if (keep_line(t))
            t->answered |= precedent_tell(t->context, &t->session.record, &t->session.step->mark.record.house, t->terminal);
        break;
    case STEP_DOUBTFUL:
        table_show_answers(t);
        t->lawful = t->session.step->lawful;
        ask_again(t);
        t->doubtful = strdup(t->session.step->line);
        break;
    case STEP_REFUSED:
        t->refused = true;
        table_show_answers(t);
        if (t->session.step->faults > 0 && t->session.step->fault[0].column <= 1)
            table_suggest(t, line);
        break;
    }
    return end;
}

static void statement(struct table *t, bool typed, const char *line)
{
    if (statement_asked(t, typed, line, t->terminal && !t->dispute) == STEP_TAKEN)
        watch_yields(&t->watch, &t->session.record);
}

/* With what the camera sees for its @, if it has one; and then as it reads. */
static void take_typed(struct table *t, const char *line)
{
    struct text seen = {0};
    if (!watch_expand(&t->watch, &t->session.record, line, &seen)) {
        t->refused = true;
    } else if (seen.length > 0) {
        table_show_line(t, "{line}", seen.at);
        statement(t, true, seen.at);
    } else {
        statement(t, true, line);
    }
    text_clear(&seen);
}

/* Nothing but `!`, in either width. */
static bool is_mark(const char *line)
{
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t");
    return text_is((struct span){line, length}, "!") && table_blank(line + length);
}

/* The line that waits is taken, with what it says of itself, or taken back. */
static void settle(struct table *t, bool stands)
{
    char *held = t->doubtful;
    bool mends = t->mends;
    t->doubtful = NULL;
    t->mends = false;
    if (stands && mends) {
        t->refused |= !table_fix(t, held, true);
    } else if (stands && t->lawful) {
        t->session.agreed = true;
        statement_asked(t, false, held, false);
    } else if (stands) {
        struct text whole = {0};
        text_printf(&whole, "%s !", held);
        statement(t, false, whole.at);
        text_clear(&whole);
    } else {
        table_say(t, mends ? N_("All is as it was.") : N_("Taken back."));
    }
    watch_settles(&t->watch, &t->session.record, stands ? WATCH_STANDS : WATCH_TAKEN_BACK);
    phones_settle(&t->phones, &t->session, stands);
    free(held);
}

/* Nothing but `undo`: of a line that waits that is to take it back. */
static bool is_undo(const char *line)
{
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t");
    return text_is((struct span){line, length}, "undo") && table_blank(line + length);
}

/* RETURN alone, where it says something; a comment says nothing. */
static void take_return(struct table *t, const char *line)
{
    char *otherwise = t->terminal && line[strspn(line, " \t")] == '\0' ? ask_return(t) : NULL;
    if (otherwise != NULL)
        statement(t, false, otherwise);
    free(otherwise);
}

/* ---- the prompt -------------------------------------------------------------------------- */

/* "R1 T4 Bo ▸ " */
static void make_prompt(const struct table *t, struct text *out)
{
    text_add(out, "", 0);
    out->length = 0;
    ask_prompt(t, out);
    text_put(out, out->length > 0 ? " " : "");
    text_put(out, t->doubtful != NULL || t->watch.asked != ASK_NOTHING || t->phones.asks ? "?! " : t->watch.on ? "◉ " : "");
    text_put(out, "▸ ");
}

/* What is so now, on every phone. */
static void show_phones(struct table *t)
{
    phones_show(&t->phones, &t->session, t->doubtful);
}

/* ---- what the camera brings -------------------------------------------------------------- */

static int camera_of(void *user)
{
    const struct table *t = user;
    return t->watch.on ? scanner_file(&t->watch.scanner) : -1;
}

static int camera_due_of(void *user)
{
    const struct table *t = user;
    return t->watch.on ? scanner_due(&t->watch.scanner) : -1;
}

static bool camera_ready(void *user)
{
    struct table *t = user;
    return watch_ready(&t->watch, &t->session.record, t->doubtful != NULL);
}

/* "Bo: r9", as if it had been typed. */
static void enter_seen(struct table *t, const char *card)
{
    const struct record *r = &t->session.record;
    int seat = r->begun ? r->setting.book->knowledge->turn(r->state, &r->setting) : -1;
    struct text line = {0};
    if (seat >= 0) {
        say_seat(&line, &r->seats, seat);
        text_put(&line, ": ");
    }
    text_put(&line, card);
    table_show_line(t, "{line}", line.at);
    text_clear(&line);
    switch (statement_asked(t, false, card, true)) {
    case STEP_TAKEN:
        watch_settles(&t->watch, r, WATCH_STANDS);
        break;
    case STEP_DOUBTFUL:
        watch_holds(&t->watch);
        break;
    case STEP_REFUSED:
        watch_settles(&t->watch, r, WATCH_REFUSED);
        break;
    }
}

static void drop_doubtful(struct table *t)
{
    table_show_line(t, N_("Taken up again, and so taken back: {line}"), t->doubtful);
    free(t->doubtful);
    t->doubtful = NULL;
    watch_settles(&t->watch, &t->session.record, WATCH_TAKEN_BACK);
}

/* What cannot be taken back is not tried again. */
static void take_last_back(struct table *t)
{
    const uint32_t line = t->session.record.line;
    table_word(t, "undo");
    if (t->session.record.line == line)
        watch_forgets(&t->watch, &t->session.record, true);
}

static void camera_act(void *user)
{
    struct table *t = user;
    const char *card = NULL;
    for (bool more = true; more;) {
        enum watch_act act = watch_next(&t->watch, &t->session.record, t->doubtful != NULL, &card);
        table_show(t, &t->watch.said);
        switch (act) {
        case WATCH_REST:
            more = camera_ready(t);
            break;
        case WATCH_ENTER:
            enter_seen(t, card);
            break;
        case WATCH_DROP:
            drop_doubtful(t);
            break;
        case WATCH_UNDO:
            take_last_back(t);
            break;
        }
    }
    show_phones(t);
    make_prompt(t, &t->prompt);
    line_prompt(t->line, t->prompt.at);
}

/* ---- what the phones bring --------------------------------------------------------------- */

/* "Bo’s phone: Bo: r9"; hidden cards are nobody's business who looks at this screen. */
static void show_tap(struct table *t, const struct tapped *tap, const char *line)
{
    const struct setting *setting = &t->session.record.setting;
    struct text whose = {0}, open = {0}, shown = {0}, words = {0}, out = {0};
    if (view_tells_hidden(setting, line, -1))
        view_open_line(setting, line, &open);
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

/* What no phone may say, to translate; NULL: it may. */
static const char *forbidden(const struct table *t, const char *line)
{
    if (table_word_is(t, line) && !ask_takes_unseen(t, line) && table_word_shared(t, line) == NULL)
        return N_("This word is the laptop's alone.");
    return tap_forbidden(line);
}

/* `undo` and `redo`. */
static void tapped_word(struct table *t, const struct tapped *tap)
{
    const size_t before = t->session.count;
    const char *word = table_word_shared(t, tap->line);
    show_tap(t, tap, word);
    table_word(t, word);
    if (t->session.count == before)
        phones_refuses(&t->phones, tap, word[0] == 'u' ? N_("Nothing can be taken back.") : N_("Nothing can be brought back."));
    else
        phones_takes_back(&t->phones, &t->session, tap, t->session.count < before ? N_("Taken back.") : N_("Back again."));
}

/* As if it had been typed, but that a line that breaks a rule is always asked about. */
static void tapped_line(struct table *t, const struct tapped *tap)
{
    const size_t before = t->session.count;
    const bool taken = session_look(&t->session, tap->line) != STEP_REFUSED;
    show_tap(t, tap, taken ? t->session.step->line : tap->line);
    t->tap = tap;
    const enum step_end end = statement_asked(t, true, tap->line, !t->dispute);
    t->tap = NULL;
    if (end == STEP_DOUBTFUL) {
        phones_doubts(&t->phones, tap, t->doubtful);
    } else if (end == STEP_REFUSED) {
        phones_refuses(&t->phones, tap, NULL);
    } else if (t->session.count == before) {
        phones_refuses(&t->phones, tap, N_("It could not be kept on the disk."));
    } else {
        phones_takes(&t->phones, &t->session, tap);
        watch_yields(&t->watch, &t->session.record);
    }
}

static void enter_tapped(struct table *t, const struct tapped *tap)
{
    if (table_word_shared(t, tap->line) != NULL)
        tapped_word(t, tap);
    else
        tapped_line(t, tap);
}

/* A line of a phone: entered, asked about, or not; its phone is told which. */
static void on_tap(struct table *t, const struct tapped *tap)
{
    bool stands;
    const char *no = forbidden(t, tap->line);
    if (t->doubtful != NULL && phones_is_answer(&t->phones, tap, &stands)) {
        settle(t, stands);
        phones_takes_back(&t->phones, &t->session, tap, stands ? N_("It stands.") : N_("Taken back."));
    } else if (phones_is_late(tap))
        phones_busy(&t->phones, tap, N_("That is not asked any more, or not here."));
    else if (t->phones.mode == PHONES_WATCH)
        phones_refuses(&t->phones, tap, N_("Phones watch only at this table."));
    else if (tap->line[strspn(tap->line, " ")] == '\0' || no != NULL)
        phones_refuses(&t->phones, tap, no != NULL ? no : N_("Nothing was said."));
    else if (t->doubtful != NULL || t->watch.asked != ASK_NOTHING || t->phones.asks)
        phones_busy(&t->phones, tap, N_("Something is being asked first; look what it is, then tap again."));
    else if (tap->stale && !tap_names_seat(tap->line))
        phones_busy(&t->phones, tap, N_("Somebody was faster; look at the table, then tap again."));
    else if (t->phones.mode == PHONES_ASK) {
        show_tap(t, tap, tap->line);
        table_say(t, N_("RETURN enters it; no turns it down."));
        phones_ask(&t->phones, tap);
    } else {
        enter_tapped(t, tap);
    }
}

/* Nothing but one of these words: a line may begin like it. */
static bool is_only(const char *line, const char *spellings)
{
    line += strspn(line, " \t");
    const size_t length = strcspn(line, " \t");
    return table_blank(line + length) && word_spelled(spellings, (struct span){line, length});
}

/* What waits for the table's leave: RETURN gives it. False: something else was typed, and that goes first. */
static bool give_leave(struct table *t, const char *line)
{
    struct tapped tap;
    const bool yes = table_blank(line) || is_only(line, "yes/y/はい"), no = is_only(line, "no/n/いいえ");
    if (!t->phones.asks || (!yes && table_word_looks(t, line)) || !phones_leave(&t->phones, &tap))
        return false;
    if (yes)
        enter_tapped(t, &tap);
    else if (no)
        phones_refuses(&t->phones, &tap, N_("The laptop turned it down."));
    else
        phones_busy(&t->phones, &tap, N_("Somebody was faster; look at the table, then tap again."));
    return yes || no;
}

static int phones_of(void *user)
{
    const struct table *t = user;
    return phones_file(&t->phones);
}

static int phones_due_of(void *user)
{
    const struct table *t = user;
    return phones_due(&t->phones);
}

static int photo_of(void *user) { return phones_photo_file(&((const struct table *)user)->phones); }
static int photo_due_of(void *user) { return phones_photo_due(&((const struct table *)user)->phones); }

static bool phones_are_ready(void *user)
{
    struct table *t = user;
    return phones_ready(&t->phones);
}

static void phones_act(void *user)
{
    struct table *t = user;
    table_show(t, &t->phones.said);
    while (phones_next(&t->phones) == PHONES_LINE) {
        const struct tapped tap = t->phones.tap;
        on_tap(t, &tap);
        show_phones(t);
        table_show(t, &t->phones.said);
    }
    show_phones(t);
    make_prompt(t, &t->prompt);
    line_prompt(t->line, t->prompt.at);
}

/* ---- a line ------------------------------------------------------------------------------ */

/* What cannot be read settles nothing of the line that waits: why, and the question stays. */
static void slipped(struct table *t, const char *line)
{
    char *held = t->doubtful;
    const bool mends = t->mends;
    t->doubtful = NULL;
    t->mends = false;
    if (statement_asked(t, true, line, false) == STEP_REFUSED) {
        t->doubtful = held;
        t->mends = mends;
        ask_again(t);
        return;
    }
    watch_settles(&t->watch, &t->session.record, WATCH_TAKEN_BACK);
    phones_settle(&t->phones, &t->session, false);
    free(held);
}

static void answer(struct table *t, const char *line)
{
    const bool blank = line[strspn(line, " \t")] == '\0';
    if (t->doubtful == NULL && give_leave(t, line))
        return;
    if (t->doubtful != NULL) {
        if (table_word_looks(t, line)) {
            table_word(t, line);
            return;
        }
        bool stands = is_mark(line);
        if (!stands && !table_blank(line) && !table_word_is(t, line) && !ask_reads(t, line)) {
            slipped(t, line);
            return;
        }
        settle(t, stands);
        if (stands || table_blank(line) || is_undo(line))
            return;
    } else if ((blank || is_mark(line)) && watch_answer(&t->watch, &t->session.record, !blank)) {
        camera_act(t);
        return;
    } else if (t->watch.on && blank) {
        watch_word(&t->watch, &t->session.record, "off");
        return;
    }
    if (table_blank(line))
        take_return(t, line);
    else if (is_mark(line))
        t->refused |= !complain(t->context, N_("no line waits for a word; `!` behind a line lets it stand although it breaks a rule"), "");
    else if (ask_takes_unseen(t, line) || !(table_pack(t, line) || table_word(t, line)))
        take_typed(t, line);
}

/* A game that more may sit down to than it is judged for. */
static void tell_crowd(const struct table *t)
{
    const struct rulebook *book = t->session.record.setting.book;
    struct text line = {0};
    if (t->session.record.seats.count <= book->seats_most)
        return;
    say_with(t->context, &line, N_("{game} is judged for {most} players. Of more the table is judge: `note \"…\"` keeps what happens, "
                                   "and `result` how it ended."), "wi", "game", book->title, "most", (int64_t)book->seats_most);
    table_say(t, line.at);
    text_clear(&line);
}

static void greet(const struct table *t)
{
    struct text hint = {0}, line = {0};
    if (!t->terminal || t->session.count > t->session.heading || t->session.record.setting.book->table == NULL)
        return;
    if (t->dispute)
        table_show_line(t, N_("Nothing is kept here: type what you remember, line by line, hands and cards shown too; `save FILE` "
                              "writes it."), "");
    tell_crowd(t);
    const struct pack *deck = t->session.packs.kept;
    if (deck != NULL && !pack_is_empty(deck))
        table_show_line(t, N_("The deck is “{line}”, as this campaign knows it; `pack NAME` takes another."),
                        deck->name);
    if (say_deck(t->context, &line, &t->session.record.setting)) {
        say_wrapped(&hint, line.at, 0, 0);
        text_put(&hint, "\n");
    }
    text_clear(&line);
    say_wrapped(&hint, say(t->context, N_("Answer what is asked, or say it in full as `…` shows. `help` explains the cards and lists all words, `undo` "
                          "takes back, `quit` leaves; the record is kept.")), 0, 0);
    text_put(&hint, "\n");
    table_show(t, &hint);
}

static void loop(struct table *t)
{
    greet(t);
    t->own.prompts = true;
    if (t->terminal && t->session.count > t->session.heading)
        table_board(t, false);      /* where it was left */
    line_beside(t->line, &(struct beside){camera_of, camera_due_of, camera_ready, camera_act, t});
    line_beside(t->line, &(struct beside){phones_of, phones_due_of, phones_are_ready, phones_act, t});
    line_beside(t->line, &(struct beside){photo_of, photo_due_of, phones_are_ready, phones_act, t});
    for (size_t i = 0; i < t->session.count; i++)
        phones_hide(&t->phones, t->session.steps[i].text);      /* of another evening: nobody knows who said it */
    if (given_value(t->context, "serve") != NULL)
        t->refused |= !phones_word(&t->phones, &t->session, given_value(t->context, "serve"));
    while (!t->done) {
        bool interrupted;
        ask_tell(t);
        show_phones(t);
        make_prompt(t, &t->prompt);
        const char *line = line_read(t->line, t->prompt.at, &interrupted);
        if (line == NULL)
            break;
        if (!interrupted)
            answer(t, line);
    }
    if (t->terminal && !t->done)
        puts("");
}

/* ---- the end ----------------------------------------------------------------------------- */

/* What the rules make of the record so far, into the store. */
static void keep_result(struct table *t)
{
    struct store_result result;
    if (t->hold == NULL)
        return;
    struct store_id record = store_hold_record(t->hold);
    precedent_keep(&t->campaign, &t->session.record, t->answered);
    result_of(&t->session.record, &result);
    campaign_ok(&t->campaign, store_result_put(t->campaign.store, &record, &result));
}

static enum status run(const struct context *context, int count, char **given, bool dispute)
{
    struct table *t = calloc(1, sizeof *t);
    char history[4096];
    enum status status = STATUS_BAD;
    if (t == NULL)
        return STATUS_BAD;
    t->own = *context;
    t->context = context = &t->own;
    t->dispute = dispute;
    bool remembers = user_folder("XDG_STATE_HOME", ".local/state", history, sizeof history - 16);
    if (remembers)
        snprintf(history + strlen(history), sizeof history - strlen(history), "/history");
    struct completer completer = {table_complete, t};
    t->line = line_new(&completer, remembers ? history : NULL);
    watch_begin(&t->watch, context);
    phones_begin(&t->phones, context, &t->campaign);
    const char *camera = given_value(context, "camera");
    t->watch.user = given_value(context, "user") != NULL ? strdup(given_value(context, "user")) : NULL;
    t->watch.beep = given_value(context, "beep") != NULL;
    if (t->line != NULL && session_begin(&t->session, context)
        && campaign_open(&t->campaign, context, dispute ? STORE_COPY : STORE_WRITE)) {
        t->terminal = line_is_terminal(t->line);
        if ((camera == NULL || watch_source(&t->watch, camera)) && table_sit_down(t, count, given)) {
            loop(t);
            if (!dispute)
                keep_result(t);
            status = t->refused ? STATUS_BAD : t->irregular ? STATUS_BROKEN : STATUS_CLEAN;
            if (t->terminal)
                status = STATUS_CLEAN;
        } else if (t->left) {
            status = STATUS_CLEAN;
        }
    }
    phones_end(&t->phones);
    store_release(t->hold);
    campaign_close(&t->campaign);
    session_clear(&t->session);
    line_free(t->line);
    watch_end(&t->watch);
    text_clear(&t->prompt);
    free(t->doubtful);
    free(t);
    return status;
}

enum status table_run(const struct context *context, int count, char **given)
{
    return run(context, count, given, false);
}

enum status dispute_run(const struct context *context, int count, char **given)
{
    return run(context, count, given, true);
}
