/*
 * The table's words that change what was said before: `undo`, `redo` and `fix`. Nothing is erased:
 * lines of the store are withdrawn, and others put in their places.
 */
#define _XOPEN_SOURCE 700
#include "cli/deck/stored.h"
#include "cli/sheet/sheet.h"
#include "core/ask.h"
#include "table_prompt.h"

#include <stdlib.h>
#include <string.h>

/* ---- lines of the store ------------------------------------------------------------------ */

struct stored_line {
    struct store_id id;
    char *text; /* owned */
};

static bool find_line(void *user, const struct store_line *line)
{
    struct stored_line *wanted = user;
    if (store_id_compare(&line->id, &wanted->id) != 0)
        return true;
    wanted->text = memory_text(line->text);
    return false;
}

/* ---- numbers ----------------------------------------------------------------------------- */

/*
 * A number at the beginning, in either width: moves on past it and the blanks; 0: none stands
 * there.
 */
static size_t take_number(const char **rest)
{
    enum { DIGITS_MOST = 6 };
    char folded[NAME_MOST + 1] = "";
    const size_t length = strcspn(*rest, " \t");
    if (length > NAME_MOST)
        return 0;
    size_t size = text_fold((struct span){*rest, length}, folded);
    folded[size] = '\0';
    if (size == 0 || size > DIGITS_MOST || strspn(folded, "0123456789") != size)
        return 0;
    *rest += length + strspn(*rest + length, " \t");
    return (size_t)strtoul(folded, NULL, 10);
}

/* Nothing, or how often; 0: it is neither, as was said. */
static size_t times(const struct table *t, const char *rest, const char *expected)
{
    const char *at = rest;
    size_t count = rest[0] == '\0' ? 1 : take_number(&at);
    if (count == 0 || *at != '\0')
        return complain(t->context, expected, "t", "word", rest);
    return count;
}

/* ---- undo and redo ----------------------------------------------------------------------- */

/* Takes the last line back; false: there was none, or the store refused. */
static bool undo_one(struct table *t)
{
    struct stored_line wanted = {.text = NULL};
    if (t->hold == NULL)
        return complain(t->context, N_("nothing to take back"), "");
    struct store_id record = store_hold_record(t->hold);
    enum storage_error error = store_undo(t->hold, &wanted.id);
    if (error == STORAGE_NOTHING)
        return complain(t->context, N_("nothing to take back"), "");
    if (!campaign_ok(&t->campaign, error))
        return false;
    campaign_ok(&t->campaign,
        store_lines_each(t->campaign.store, &record, true, find_line, &wanted));
    if (wanted.text != NULL)
        table_show_line(t, N_("Taken back: {line}"), wanted.text);
    free(wanted.text);
    bool undone = t->unread ? table_reload(t) : session_undo(&t->session);
    watch_forgets(&t->watch, &t->session.record, !undone);
    return undone;
}

/* Does this line begin with the verb? */
static bool begins(const char *line, const char *verb)
{
    const size_t length = strlen(verb);
    return strncmp(line, verb, length) == 0
           && (line[length] == '\0' || line[length] == ' ' || line[length] == ';');
}

/*
 * How many lines there are after the one that said this verb last, or for the n-th time; -1: none
 * did. It is a statement of the game, in either spelling.
 */
static long behind(const struct table *t, struct span word, size_t nth)
{
    const struct session *s = &t->session;
    const struct rulebook *book = s->record.setting.book;
    const struct verb *verb = book != NULL ? book->verbs : NULL;
    long found = -1;
    while (verb != NULL && verb->name != NULL && !verb_is(verb, word))
        verb++;
    if (verb == NULL || verb->name == NULL)
        return -1;
    for (size_t i = s->heading, seen = 0; i < s->count; i++)
        if (begins(s->steps[i].text, verb->name) && (++seen == nth || nth == 0))
            found = (long)(s->count - i - 1);
    return found;
}

/* `undo`, `undo 3`, `undo round`, `undo round 2` */
bool table_undo(struct table *t, const char *rest)
{
    t->returned = false;
    if (rest[0] == '\0' && table_return(t))
        return true;
    table_forget_return(t);
    const char *at = rest;
    size_t length = strcspn(rest, " \t"), nth = 0;
    size_t count = rest[0] == '\0' ? 1 : take_number(&at);
    if (count == 0) {
        at = rest + length + strspn(rest + length, " \t");
        bool numbered = *at != '\0';
        nth = numbered ? take_number(&at) : 0;
        long lines = numbered && (nth == 0 || *at != '\0')
                         ? -1
                         : behind(t, (struct span){rest, length}, nth);
        if (lines < 0)
            return complain(t->context,
                N_("`undo {word}`: there is no such line; expected `undo`, `undo N` for N lines, "
                   "or `undo` and a statement such as `round`, to go back to it"),
                "t", "word", rest);
        if (lines == 0)
            return complain(t->context,
                N_("there is nothing after it; `undo` takes back the line itself"), "");
        count = (size_t)lines;
    } else if (*at != '\0') {
        return complain(t->context,
            N_("“{word}” is not a number of lines; expected `undo` or `undo N`"), "t", "word",
            rest);
    }
    while (count > 0 && undo_one(t))
        count--;
    return count == 0;
}

/* The store knows what was taken back, even before this program began. */
static bool redo_one(struct table *t)
{
    struct stored_line wanted = {.text = NULL};
    if (t->hold == NULL)
        return complain(t->context, N_("nothing to bring back"), "");
    enum storage_error error = store_redo(t->hold, &wanted.id);
    if (error == STORAGE_NOTHING)
        return complain(t->context, N_("nothing to bring back"), "");
    if (!campaign_ok(&t->campaign, error))
        return false;
    struct store_id record = store_hold_record(t->hold);
    campaign_ok(&t->campaign,
        store_lines_each(t->campaign.store, &record, true, find_line, &wanted));
    if (wanted.text == NULL)
        return false;
    bool fits = session_redo(&t->session, wanted.text)
                || session_try(&t->session, wanted.text, false) == STEP_TAKEN;
    if (!fits) /* an earlier line was mended meanwhile */
        campaign_ok(&t->campaign, store_take_back(t->hold, &wanted.id));
    table_show_line(t,
        fits ? N_("Back again: {line}")
             : N_("This does not fit any more, and stays taken back: {line}"),
        wanted.text);
    if (t->tap == NULL)
        table_show_answers(t);
    free(wanted.text);
    return fits;
}

bool table_redo(struct table *t, const char *rest)
{
    size_t count = times(t, rest,
        N_("“{word}” is not a number of lines; expected `redo` or `redo N`"));
    table_forget_return(t);
    if (count == 0)
        return false;
    while (count > 0 && redo_one(t))
        count--;
    return count == 0;
}

/* ---- fix --------------------------------------------------------------------------------- */

/* "  12  R1 T4 Bo   r9 r3 r12 b1": the number is what `why` and the messages say. */
static void list_lines(const struct table *t, size_t from, size_t to)
{
    enum { NUMBER = 4, PLACE = 22 };
    const struct session *s = &t->session;
    struct text out = {0}, room = {0};
    for (size_t i = from; i < to; i++) {
        bool hidden = record_face_down(&s->record, (uint32_t)i + 1);
        text_printf(&out, "%*lu  ", NUMBER, (unsigned long)i + 1);
        say_padded(&out, s->steps[i].place, strlen(s->steps[i].place), PLACE, false);
        text_put(&out, "  ");
        say_wrapped(&out,
            hidden ? "–" : line_shown(t->context, &room, s->steps[i].text, &s->record.setting),
            NUMBER + PLACE + 4, NUMBER + PLACE + 4);
        text_put(&out, "\n");
    }
    text_clear(&room);
    table_show(t, &out);
}

/* The name after `pack` at the beginning of a line, as it is written; empty: there is none. */
static struct span deck_named(const char *line)
{
    const char *word = line + strspn(line, " \t"), *name = word + strcspn(word, " \t");
    const struct span said = {word, (size_t)(name - word)};
    name += strspn(name, " \t");
    if (!verb_is(&common_verbs[SAY_PACK], said))
        return (struct span){name, 0};
    const size_t quoted = quoted_length((struct span){name, strlen(name)});
    return (struct span){name, quoted > 0 ? quoted : strcspn(name, " \t;")};
}

/*
 * What the deck's name means now, with the record: the steps after it have been said again since.
 */
static bool keep_deck(struct table *t, size_t at)
{
    const struct store_id record = store_hold_record(t->hold);
    const struct span named = deck_named(t->session.steps[at].text);
    struct packs *packs = &t->session.packs;
    char name[NAME_MOST];
    packs_clear(packs);
    packs_find(packs, t->session.record.setting.book, (struct span){name, text_spell(named, name)});
    if (!campaign_ok(&t->campaign, decks_put(t->campaign.store, &record, packs)))
        return false;
    packs_chosen_each(packs, decks_keep, packs);
    return true;
}

/*
 * What the session has come to, in the store: all of it or nothing. `ids` are those of the steps as
 * they were.
 */
static bool keep_mended(struct table *t, const struct mending *m, const struct store_id *ids)
{
    struct store *store = t->campaign.store;
    enum storage_error error = store_batch_begin(store);
    if (error == STORAGE_OK)
        error = store_replace(t->hold, &ids[m->at], t->session.steps[m->at].text, NULL);
    for (size_t i = m->unfits; i-- > 0 && error == STORAGE_OK;)
        if (m->unfit[i].how == UNFIT_REFUSED)
            error = store_take_back(t->hold, &ids[m->unfit[i].step]);
    bool good = error != STORAGE_OK || !m->deck || keep_deck(t, m->at);
    if (error == STORAGE_OK && good)
        error = store_batch_commit(store);
    else
        store_batch_abandon(store);
    return good && campaign_ok(&t->campaign, error);
}

static void tell_mended(struct table *t, const struct mending *m)
{
    struct text line = {0}, wrapped = {0}, now = {0}, row = {0};
    const struct setting *setting = &t->session.record.setting;
    const char *text = t->session.steps[m->at].text, *was = m->before[m->at].text;
    const size_t length = strlen(text), behind = strlen(was) + strlen("; ");
    if (length > behind && strcmp(text + length - strlen(was), was) == 0) {
        text_add(&row, text, length - behind); /* what was put before it */
        say_with(t->context, &line, N_("Entered as if it had come first: {line}"), "t", "line",
            line_shown(t->context, &now, row.at, setting));
    } else
        table_say_change(t, m->at, was, text, &line);
    text_clear(&row);
    text_clear(&now);
    say_wrapped(&wrapped, line.at, 0, 2);
    text_put(&wrapped, "\n");
    table_show(t, &wrapped);
    text_clear(&line);
    if (mending_refused(m))
        table_say(t, N_("The lines that no longer fit are taken back."));
    watch_forgets(&t->watch, &t->session.record, false);
}

/*
 * May it be so? A prompt is asked where anything breaks a rule or no longer fits; a pipe only
 * leaves nothing out.
 */
static bool may_be(struct table *t, const struct mending *m, bool agreed)
{
    if (agreed || m->unfits == 0)
        return true;
    table_tell_unfit(t, m);
    if (t->terminal) {
        table_say(t, mending_refused(m) ? N_("! accepts it and takes back the lines that no longer "
                                             "fit; RETURN leaves everything as it was.")
                                        : N_("! accepts it; RETURN leaves everything as it was."));
        return false;
    }
    return !mending_refused(m) || complain(t->context, N_("nothing was changed"), "");
}

/* A line in the place of step `at`. */
static bool fix_step(struct table *t, size_t at, const char *line, bool agreed)
{
    table_forget_return(t);
    struct mending m;
    struct store_id *ids = table_ids(t);
    if (ids == NULL)
        return complain(t->context,
            N_("a line of this record can no longer be read; until it is taken back, no line can "
               "be changed"),
            "");
    const bool tried = session_mend(&t->session, at, line, &m),
               may = tried && may_be(t, &m, agreed), done = may && keep_mended(t, &m, ids);
    if (!tried)
        table_show_answers(t);
    else if (done)
        tell_mended(t, &m);
    else
        session_unmend(&t->session, &m);
    const bool asks = tried && !may && t->terminal;
    if (tried)
        mending_clear(&m);
    free(ids);
    if (asks) {
        struct text held = {0};
        text_printf(&held, "%lu %s", (unsigned long)at + 1, line);
        t->doubtful = held.at;
        t->mends = true;
    }
    return done || asks;
}

/*
 * A row of the deck, as a statement or the answer to what it lacks: into `out`, whole. False: the
 * line is none.
 */
static bool row_said(const struct table *t, const char *line, struct text *out)
{
    const struct record *r = &t->session.record;
    char room[1024];
    struct answer row = {.at = room, .room = sizeof room}, behind = row;
    struct reader typed;
    struct fault fault;
    if (rulebook_is_packs(r->setting.book)) /* rows stand in the pack alone */
        return false;
    reader_begin(&typed, line, strlen(line), 1);
    if (answer_next(&typed, r, &row, &fault) != READ_STATEMENT)
        return false;
    const struct span verb = {room, strcspn(room, " ")};
    const struct verb *rows = r->setting.book->deck->rows;
    while (rows->name != NULL && (verb.length > row.length || !verb_is(rows, verb)))
        rows++;
    if (rows->name == NULL)
        return false;
    text_add(out, room, row.length);
    return answer_next(&typed, r, &behind, &fault) == READ_END;
}

static void show_score(struct table *t)
{
    struct text out = {0};
    sheet_score(&(struct sheet){.context = t->context, .record = &t->session.record, .t = &out},
        session_rows(&t->session));
    session_rows_end(&t->session);
    table_show(t, &out);
}

bool table_pack(struct table *t, const struct typed_line *l)
{
    const struct session *s = &t->session;
    const struct setting *setting = &s->record.setting;
    struct text whole = {0};
    if (!s->record.begun || setting->book->deck == NULL || s->count <= s->heading
        || deck_row_here(setting->book->deck, s->record.state))
        return false;
    const struct span named = deck_named(l->line);
    const bool chosen = named.length > 0 && rulebook_builtin(setting) != NULL,
               row = !chosen && row_said(t, l->line, &whole);
    if (chosen)
        text_printf(&whole, "pack %.*s", (int)named.length, named.at);
    if (chosen || row) {
        text_printf(&whole, "; %s", s->steps[s->heading].text);
        const bool done = fix_step(t, s->heading, whole.at, false);
        t->refused |= !done;
        if (row && done && t->doubtful == NULL)
            show_score(t);
    }
    text_clear(&whole);
    return chosen || row;
}

bool table_fix(struct table *t, const char *rest, bool agreed)
{
    const struct session *s = &t->session;
    const char *line = rest;
    if (rest[0] == '\0') {
        list_lines(t, s->heading, s->count);
        return true;
    }
    size_t number = take_number(&line);
    if (number == 0)
        return complain(t->context,
            N_("“{word}” is not a line's number; expected `fix N LINE`; `fix` alone lists the "
               "lines"),
            "t", "word", rest);
    if (number <= s->heading || number > s->count)
        return complain(t->context,
            s->count == s->heading
                ? N_("there is no line yet that could be changed")
                : N_("no line {number}; expected {first} to {last}, as `fix` lists them"),
            "iii", "number", (int64_t)number, "first", (int64_t)s->heading + 1, "last",
            (int64_t)s->count);
    if (*line == '\0') {
        list_lines(t, number - 1, number);
        return true;
    }
    return fix_step(t, number - 1, line, agreed);
}
