/*
 * What comes of a tap must tell its phone nothing of the cards that others hid: it is taken, asked about or refused as if
 * they were unseen. Where the record, which has them, would have it otherwise, the hidden cards yield: those that the tap
 * contradicts are unseen in it from then on, which their owner alone is told. See table.h.
 */
#define _XOPEN_SOURCE 700
#include "table.h"

#include <stdlib.h>
#include <string.h>

enum { CARDS_MOST = 128, OPEN_NAMED = -3, OPEN_ALL = -2 };     /* from 0 on: all cards but this one */
enum { LINES_TRIED = 8 };                                      /* of the newest hidden ones; then all at once */

/* Which hidden cards become unseen. */
struct opening {
    const struct tapped *tap;
    size_t from;                    /* … in steps from this one on */
    int how;
    struct cardset named;           /* the cards that the tap itself names */
};

static bool opens(const void *user, int card)
{
    const struct opening *o = user;
    return o->how == OPEN_NAMED ? card >= 0 && cards_hold(&o->named, card) : card != o->how;
}

/* Does this line hide cards from the phone, or, `own`, is it its own that others do not see? */
static bool hides(const struct table *t, const char *line, const char *guest, bool own)
{
    const char *by = view_hidden_by(&t->phones.view, &t->session.record.setting, line);
    return by != NULL && (strcmp(by, guest) == 0) == own;
}

static bool any_hidden(const struct table *t, const char *guest, bool own)
{
    size_t i = 0;
    while (i < t->session.count && !hides(t, t->session.steps[i].text, guest, own))
        i++;
    return i < t->session.count;
}

static struct cardset cards_named(const struct setting *setting, const char *line)
{
    struct cardset named = {{0}};
    struct reader reader;
    struct statement said;
    struct fault fault;
    reader_begin(&reader, line, strlen(line), 1);
    while (statement_read(&reader, setting, false, &said, &fault) == READ_STATEMENT)
        for (int i = 0; i < said.count; i++)
            if (said.argument[i].kind == ARGUMENT_CARD && said.argument[i].card >= 0 && said.argument[i].card < CARDS_MOST)
                cards_add(&named, said.argument[i].card);
    return named;
}

/* The steps with what others hid opened so, the caller's to free; NULL: none would be another. */
static struct said_line *opened(const struct table *t, const struct opening *o)
{
    const struct session *s = &t->session;
    struct said_line *lines = memory_get((s->count + 1) * sizeof *lines);
    bool other = false;
    for (size_t i = 0; i < s->count; i++) {
        struct text open = {0};
        if (i >= o->from && hides(t, s->steps[i].text, o->tap->guest, false))
            view_open_cards(&s->record.setting, s->steps[i].text, opens, o, &open);
        other |= open.length > 0 && strcmp(open.at, s->steps[i].text) != 0;
        lines[i].text = memory_text(open.length > 0 ? open.at : s->steps[i].text);
        text_clear(&open);
    }
    if (other)
        return lines;
    said_lines_free(lines, s->count);
    return NULL;
}

/* The record told anew with these lines, its own kept in `was`; false: one of them cannot be so. */
static bool tell_anew(struct session *s, struct said_line *lines, struct mending *was)
{
    *was = (struct mending){.before = s->steps, .count = s->count, .kept = s->kept};
    session_replay(s, lines, was->count);
    return s->count == was->count;
}

static int turn_of(const struct record *r)
{
    return r->begun && r->setting.book->knowledge != NULL ? r->setting.book->knowledge->turn(r->state, &r->setting) : -1;
}

/* What would come of the tap, as far as its phone may see the record: its own cards are in it. */
static enum step_end look_as_seen(struct table *t, const struct tapped *tap)
{
    struct mending was;
    struct said_line *lines = any_hidden(t, tap->guest, true) ? opened(t, &(struct opening){.tap = tap, .how = OPEN_ALL}) : NULL;
    if (lines == NULL)
        return session_look(&t->phones.view.session[TONGUE_ENGLISH], tap->line);
    const enum step_end end = tell_anew(&t->session, lines, &was) ? session_look(&t->session, tap->line) : STEP_REFUSED;
    said_lines_free(lines, was.count);
    session_unmend(&t->session, &was);
    return end;
}

/* ---- yielding ---------------------------------------------------------------------------- */

static bool keep_yielded(struct table *t, const struct said_line *before, const struct store_id *ids)
{
    struct store *store = t->campaign.store;
    enum storage_error error = store_batch_begin(store);
    for (size_t i = 0; i < t->session.count && error == STORAGE_OK; i++)
        if (strcmp(before[i].text, t->session.steps[i].text) != 0)
            error = store_replace(t->hold, &ids[i], t->session.steps[i].text, NULL);
    if (error == STORAGE_OK)
        error = store_batch_commit(store);
    else
        store_batch_abandon(store);
    return campaign_ok(&t->campaign, error);
}

/* As the phones see it nothing changes; whoever hid these cards is told. */
static void tell_yielded(struct table *t, const struct said_line *before)
{
    for (size_t i = 0; i < t->session.count; i++)
        if (strcmp(before[i].text, t->session.steps[i].text) != 0) {
            const char *by = view_hidden_by(&t->phones.view, &t->session.record.setting, before[i].text);
            if (by != NULL)
                phones_yields(&t->phones, by);
            view_yields(&t->phones.view, before[i].text, t->session.steps[i].text);
        }
    watch_forgets(&t->watch, &t->session.record, false);
}

/* With these cards unseen, is the tap taken, and whose turn it is the same as before? Then so it stays. */
static bool yields_so(struct table *t, const struct opening *o, const struct store_id *ids)
{
    const int turn = turn_of(&t->session.record);
    struct mending was;
    struct said_line *lines = opened(t, o);
    if (lines == NULL)
        return false;
    bool done = tell_anew(&t->session, lines, &was) && turn_of(&t->session.record) == turn
                && session_look(&t->session, o->tap->line) != STEP_REFUSED;
    done = done && (ids == NULL || keep_yielded(t, was.before, ids));
    said_lines_free(lines, was.count);
    if (done)
        tell_yielded(t, was.before);
    else
        session_unmend(&t->session, &was);
    mending_clear(&was);
    return done;
}

/* As few cards as it takes: those that the tap names, before others; of the newest lines, before older ones. */
static bool yields(struct table *t, const struct tapped *tap)
{
    struct opening o = {.tap = tap, .how = OPEN_NAMED, .named = cards_named(&t->session.record.setting, tap->line)};
    struct store_id *ids = t->hold != NULL ? table_ids(t) : NULL;
    bool done = false;
    for (; !done && (ids != NULL || t->hold == NULL) && o.how < CARDS_MOST; o.how++) {
        size_t tried = 0;
        for (o.from = t->session.count; !done && o.from > 0 && tried < LINES_TRIED;)
            if (hides(t, t->session.steps[--o.from].text, tap->guest, false) && ++tried > 0)
                done = yields_so(t, &o, ids);
        o.from = 0;
        done = done || (tried == LINES_TRIED && yields_so(t, &o, ids));
    }
    free(ids);
    return done;
}

/* The steps with those before the last that say the same opened, the caller's to free; NULL: there is none. */
static struct said_line *without_guessed(const struct session *s)
{
    struct said_line *lines = memory_get(s->count * sizeof *lines);
    const char *guess = s->steps[s->count - 1].text;
    struct text open = {0};
    bool other = false;
    view_open_line(&s->record.setting, guess, &open);
    for (size_t i = 0; i < s->count; i++) {
        const bool guessed = i + 1 < s->count && strcmp(s->steps[i].text, guess) == 0;
        lines[i].text = memory_text(guessed ? open.at : s->steps[i].text);
        other |= guessed;
    }
    text_clear(&open);
    if (other)
        return lines;
    said_lines_free(lines, s->count);
    return NULL;
}

static void yield_guessed(struct table *t)
{
    struct said_line *lines = without_guessed(&t->session);
    struct mending was;
    if (lines == NULL)
        return;
    struct store_id *ids = t->hold != NULL ? table_ids(t) : NULL;
    if (!tell_anew(&t->session, lines, &was) || (t->hold != NULL && (ids == NULL || !keep_yielded(t, was.before, ids)))) {
        session_unmend(&t->session, &was);
    } else {
        tell_yielded(t, was.before);
        mending_clear(&was);
    }
    said_lines_free(lines, t->session.count);
    free(ids);
}

void table_tell_guess(struct table *t, const struct tapped *tap)
{
    const struct session *s = &t->session;
    char *line = memory_text(s->steps[s->count - 1].text);
    const bool own = tap->seat >= 0 && view_tells_hidden(&s->record.setting, line, tap->seat);
    if (!own && hides(t, line, tap->guest, false)) {
        yield_guessed(t);
        view_shows(&t->phones.view, &s->record.setting, line);
    }
    free(line);
}

enum step_end table_judge(struct table *t, const struct tapped *tap)
{
    const enum step_end real = session_look(&t->session, tap->line);
    if (!any_hidden(t, tap->guest, false))
        return real;
    if (real == session_look(&t->phones.view.session[TONGUE_ENGLISH], tap->line))
        return real;
    const enum step_end seen = look_as_seen(t, tap);
    return seen != STEP_REFUSED && real == STEP_REFUSED && !yields(t, tap) ? STEP_REFUSED : seen;
}
