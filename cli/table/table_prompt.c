/*
 * fuda table: the prompt beside the cards. A line is a statement, or one of the table's own words;
 * each accepted line is on the disk before the prompt returns.
 */
#define _XOPEN_SOURCE 700
#include "prompt_words.h"

#include <stdlib.h>
#include <string.h>

/* ---- what is asked before a statement ---------------------------------------------------- */

/*
 * `end` where the game is over already: nothing is ended once more, and what can be done is said.
 * The last line of a pipe is taken as long as the record takes it.
 */
static bool ends_again(struct table *t, const struct typed_line *l)
{
    if (!l->alone || !verb_is(&common_verbs[SAY_END], l->word) || !ask_over(t))
        return false;
    if (!t->terminal && session_look(&t->session, l->line) != STEP_REFUSED)
        return false;
    t->refused |= !complain(t->context,
        N_("the game is over already; expected `again` for another one with the same people, "
           "`report` for its page, or `quit`"),
        "");
    return true;
}

/*
 * `q` alone where it would be a queen of the suit led: other programs leave by it, and no card is
 * played by a slip.
 */
static bool may_mean_quit(struct table *t, const struct typed_line *l)
{
    struct ask ask;
    if (!l->alone || !text_is(l->word, "q") || !record_asks(&t->session.record, &ask) || ask.led < 0
        || !ask_reads(t, l->line))
        return false;
    t->refused |= !complain(t->context,
        N_("`q` may mean a card here, or leaving; expected `12` or `quit`"), "");
    return true;
}

/* RETURN alone, where it says something; a comment says nothing. */
static bool take_return(struct table *t, const struct typed_line *l)
{
    char *otherwise = t->terminal && l->kind == TYPED_NOTHING ? ask_return(t) : NULL;
    if (otherwise != NULL)
        table_state(t, false, otherwise);
    free(otherwise);
    return true;
}

/* ---- the prompt -------------------------------------------------------------------------- */

/* "R1 T4 Bo ▸ " */
static void make_prompt(const struct table *t, struct text *out)
{
    text_add(out, "", 0);
    out->length = 0;
    ask_prompt(t, out);
    text_put(out, out->length > 0 ? " " : "");
    text_put(out, t->doubtful != NULL || t->perhaps.count > 0 || t->watch.asked != ASK_NOTHING
                          || t->phones.asks
                      ? "?! "
                  : t->watch.on ? "◉ "
                                : "");
    text_put(out, "▸ ");
}

/* What is so now, on every phone. */
static void show_phones(struct table *t) { phones_show(&t->phones, &t->session, t->doubtful); }

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
    line.length = 0;
    watch_statement(&t->watch, card, &line);
    switch (table_enter(t, false, line.at, true)) {
    case STEP_TAKEN: watch_settles(&t->watch, r, WATCH_STANDS); break;
    case STEP_DOUBTFUL: watch_holds(&t->watch); break;
    case STEP_REFUSED: watch_settles(&t->watch, r, WATCH_REFUSED); break;
    }
    text_clear(&line);
}

static void drop_doubtful(struct table *t)
{
    table_show_line(t, N_("Taken up again, and so taken back: {line}"), t->doubtful);
    free(t->doubtful);
    t->doubtful = NULL;
    perhaps_clear(&t->perhaps);
    watch_settles(&t->watch, &t->session.record, WATCH_TAKEN_BACK);
}

/* What cannot be taken back is not tried again. */
static void take_last_back(struct table *t)
{
    const uint32_t line = t->session.record.line;
    t->refused |= !table_undo(t, "");
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
        case WATCH_REST: more = camera_ready(t); break;
        case WATCH_ENTER: enter_seen(t, card); break;
        case WATCH_DROP: drop_doubtful(t); break;
        case WATCH_UNDO: take_last_back(t); break;
        }
    }
    show_phones(t);
    make_prompt(t, &t->prompt);
    line_prompt(t->line, t->prompt.at);
}

/* ---- what the phones bring --------------------------------------------------------------- */

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
static int photo_due_of(void *user)
{
    return phones_photo_due(&((const struct table *)user)->phones);
}

static bool phones_are_ready(void *user)
{
    struct table *t = user;
    return phones_ready(&t->phones);
}

static void phones_act(void *user)
{
    enum { AT_ONCE = 4 };
    struct table *t = user;
    table_show(t, &t->phones.said);
    /* then the keys again */
    for (int i = 0; i < AT_ONCE && phones_next(&t->phones) == PHONES_LINE; i++) {
        const struct tapped tap = t->phones.tap;
        table_tap(t, &tap);
        show_phones(t);
        table_show(t, &t->phones.said);
    }
    show_phones(t);
    make_prompt(t, &t->prompt);
    line_prompt(t->line, t->prompt.at);
}

/* ---- an argument ------------------------------------------------------------------------- */

/*
 * What was done before an argument began is not on record: nothing is judged from it, and nothing
 * is asked for it.
 */
static void begin_dispute(struct table *t)
{
    const struct verb *verb = t->session.record.setting.book->verbs;
    while (verb->name != NULL && strcmp(verb->name, "position") != 0)
        verb++;
    t->session.record.argued = true;
    if (verb->name != NULL)
        table_enter(t, false, verb->name, false);
}

/* A whole round, deal or night begins, which is judged from its start: nothing was done before. */
static bool begins_whole(const struct table *t, const struct typed_line *l)
{
    const struct session *s = &t->session;
    const struct rulebook *book = s->record.setting.book;
    const char *const *begins = book->repair != NULL ? book->repair->begins : NULL;
    const struct span word = {l->word.at, strcspn(l->word.at, " \t;")};
    const char *behind = word.at + word.length;
    bool whole = false;
    if (!t->dispute || s->count != s->heading + 1
        || strcmp(s->steps[s->heading].text, "position") != 0)
        return false;
    for (const struct verb *verb = book->verbs; verb->name != NULL && begins != NULL; verb++)
        for (int i = 0; begins[i] != NULL; i++)
            whole |= strcmp(begins[i], verb->name) == 0 && verb_is(verb, word);
    return whole && (table_blank(behind) || behind[strspn(behind, " \t")] == ';');
}

/* With what the camera sees for its @, if it has one; and then as it reads. */
static bool take_statement(struct table *t, const struct typed_line *l)
{
    struct text seen = {0};
    if (begins_whole(t, l))
        table_undo(t, "");
    if (!watch_expand(&t->watch, &t->session.record, l->line, &seen)) {
        t->refused = true;
    } else if (seen.length > 0) {
        table_show_line(t, "{line}", seen.at);
        table_state(t, true, seen.at);
    } else {
        table_state(t, true, l->line);
    }
    text_clear(&seen);
    return true;
}

/* ---- a line ------------------------------------------------------------------------------ */

static bool take_offer(struct table *t, const struct typed_line *l)
{
    table_choose(t, l->number);
    return true;
}

/* What was offered is left, but by what only looks; RETURN says no more than that. */
static bool leave_offers(struct table *t, const struct typed_line *l)
{
    if (t->doubtful != NULL || t->perhaps.count == 0 || l->looks)
        return false;
    perhaps_clear(&t->perhaps);
    return t->terminal && l->kind == TYPED_NOTHING;
}

/* Nothing is settled by what is no answer: the line that waits is asked about again. */
static void ask_again(struct table *t)
{
    struct text offers = {0};
    if (!t->mends)
        table_show_line(t, N_("First what waits: {line}"), t->doubtful);
    perhaps_say(&t->session, &t->perhaps, &offers);
    table_show(t, &offers);
    table_ask_again(t);
}

/*
 * The answer to a line that waits: `!` or RETURN, `undo`, which is to take it back, or a word that
 * only looks. False: the line is still to be done, for nothing waits any more.
 */
static bool settle(struct table *t, const struct typed_line *l)
{
    if (t->doubtful == NULL)
        return false;
    const bool leaves = l->command != NULL && word_leaves(l->command);
    if (l->looks)
        typed_run(t, l);
    else if (l->kind == TYPED_MARK || l->kind == TYPED_NOTHING || leaves
             || (l->alone && text_is(l->word, "undo")))
        table_settle(t, l->kind == TYPED_MARK);
    else
        ask_again(t);
    return !leaves;
}

/* What the camera asks; RETURN ends it where it asks nothing. */
static bool answer_camera(struct table *t, const struct typed_line *l)
{
    const bool mark = l->kind == TYPED_MARK;
    if (!watch_answer(&t->watch, &t->session.record, mark))
        return !mark && t->watch.on && watch_word(&t->watch, &t->session.record, "off");
    camera_act(t);
    return true;
}

static bool refuse_mark(struct table *t, const struct typed_line *l)
{
    (void)l;
    t->refused |= !complain(t->context,
        N_("no line is waiting to be confirmed; `!` after a line lets it stand although it breaks "
           "a rule"),
        "");
    return true;
}

/* What is done with a line: by the first row of its kind that takes it; false: the line goes on. */
static const struct {
    unsigned kinds;
    bool (*take)(struct table *t, const struct typed_line *l);
} ways[] = {
    /* what waits for an answer */
    {TYPED_ANY, table_leave},
    {TYPED_NUMBER, take_offer},
    {TYPED_ANY, leave_offers},
    {TYPED_ANY, settle},
    {TYPED_NOTHING | TYPED_MARK, answer_camera},
    /* nothing waits */
    {TYPED_NOTHING | TYPED_COMMENT, take_return},
    {TYPED_MARK, refuse_mark},
    {TYPED_WORD | TYPED_STATEMENT, ends_again},
    {TYPED_STATEMENT, may_mean_quit},
    {TYPED_WORD | TYPED_STATEMENT, table_pack},
    {TYPED_WORD, typed_run},
    {TYPED_UNSEEN | TYPED_STATEMENT, take_statement},
};

static void answer(struct table *t, const char *line)
{
    const struct typed_line l = typed_read(t, line);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if ((ways[i].kinds & l.kind) != 0 && ways[i].take(t, &l))
            return;
}

/* A game that more may sit down to than it is judged for. */
static void tell_crowd(const struct table *t)
{
    const struct rulebook *book = t->session.record.setting.book;
    struct text line = {0};
    if (t->session.record.seats.count <= book->seats_most)
        return;
    say_with(t->context, &line,
        N_("{game} is judged for up to {most} players. With more, the table is the judge: `note "
           "\"…\"` keeps what happens, and `result` how it ended."),
        "wi", "game", book->title, "most", (int64_t)book->seats_most);
    table_say(t, line.at);
    text_clear(&line);
}

static void greet(const struct table *t)
{
    struct text hint = {0}, line = {0};
    if (!t->terminal || t->session.count > t->session.heading
        || t->session.record.setting.book->table == NULL)
        return;
    if (t->dispute)
        table_show_line(t, N_("Nothing is kept here."), "");
    tell_crowd(t);
    const struct pack *deck = t->session.packs.kept;
    if (deck != NULL && !pack_is_empty(deck))
        table_show_line(t,
            N_("The deck is “{line}”, as this campaign knows it; `pack NAME` takes another."),
            deck->name);
    if (say_deck(t->context, &line, &t->session.record.setting)) {
        say_wrapped(&hint, line.at, 0, 0);
        text_put(&hint, "\n");
    }
    text_clear(&line);
    if (!t->dispute) {
        say_wrapped(&hint,
            say(t->context, N_("Answer what is asked, or say it in full as `…` shows. `help` "
                               "explains the cards and lists all words, `undo` takes back, `quit` "
                               "leaves; the record is kept.")),
            0, 0);
        text_put(&hint, "\n");
    }
    table_show(t, &hint);
}

static void loop(struct table *t)
{
    greet(t);
    t->own.prompts = true;
    if (t->terminal && t->session.count > t->session.heading)
        table_board(t, false); /* where it was left */
    if (t->dispute && t->session.record.begun)
        begin_dispute(t);
    line_beside(t->line, &(struct beside){camera_of, camera_due_of, camera_ready, camera_act, t});
    line_beside(t->line,
        &(struct beside){phones_of, phones_due_of, phones_are_ready, phones_act, t});
    line_beside(t->line, &(struct beside){photo_of, photo_due_of, phones_are_ready, phones_act, t});
    for (size_t i = 0; i < t->session.count; i++)
        phones_hide(&t->phones,
            t->session.steps[i].text); /* of another evening: nobody knows who said it */
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

static enum status run(const struct context *context, int count, char **given, bool dispute)
{
    struct table *t = memory_get(sizeof *t);
    char history[4096];
    enum status status = STATUS_BAD;
    t->own = *context;
    t->context = context = &t->own;
    t->dispute = dispute;
    bool remembers = user_folder("XDG_STATE_HOME", ".local/state", history, sizeof history - 16);
    if (remembers)
        snprintf(history + strlen(history), sizeof history - strlen(history), "/history");
    struct completer completer = {table_complete, t};
    t->line = line_new(context, &completer, remembers ? history : NULL);
    watch_begin(&t->watch, context, &t->campaign);
    phones_begin(&t->phones, context, &t->campaign);
    t->phones.perhaps = &t->perhaps;
    const char *camera = given_value(context, "camera");
    t->watch.user = given_value(context, "user") != NULL ? memory_text(given_value(context, "user"))
                                                         : NULL;
    t->watch.beep = given_value(context, "beep") != NULL;
    session_begin(&t->session, context);
    if (campaign_open(&t->campaign, context, dispute ? STORE_COPY : STORE_WRITE)) {
        t->session.advises = t->terminal = line_is_terminal(t->line);
        if ((camera == NULL || watch_source(&t->watch, camera))
            && table_sit_down(t, count, given)) {
            loop(t);
            if (!dispute)
                table_keep_result(t);
            status = t->refused || line_was_lost(t->line) ? STATUS_BAD
                     : t->irregular                       ? STATUS_BROKEN
                                                          : STATUS_CLEAN;
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
    text_clear(&t->packed);
    free(t->doubtful);
    perhaps_clear(&t->perhaps);
    table_forget_return(t);
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
