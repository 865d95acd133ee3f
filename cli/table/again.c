/*
 * Lines of the record said again in other words, what becomes of those after them, and the way
 * back; see table_prompt.h.
 */
#define _XOPEN_SOURCE 700
#include "table_prompt.h"

#include <stdlib.h>
#include <string.h>

/* ---- steps and the store's lines --------------------------------------------------------- */

/*
 * Steps and the lines that stand go together, one by one; a line that no longer reads is no step.
 */
struct finding_ids {
    const struct said_line *steps;
    struct store_id *ids; /* of the steps; none: not found */
    size_t at, count;
};

static bool match_id(void *user, const struct store_line *line)
{
    struct finding_ids *f = user;
    if (f->at < f->count && strcmp(f->steps[f->at].text, line->text) == 0)
        f->ids[f->at++] = line->id;
    return true;
}

struct store_id *table_ids(struct table *t)
{
    const struct session *s = &t->session;
    struct store_id record = store_hold_record(t->hold);
    struct finding_ids f = {s->steps, memory_get((s->count + 1) * sizeof *f.ids), s->heading,
        s->count};
    if (campaign_ok(&t->campaign, store_lines_each(t->campaign.store, &record, false, match_id, &f))
        && f.at == f.count)
        return f.ids;
    free(f.ids);
    return NULL;
}

/* ---- what becomes of them ---------------------------------------------------------------- */

static const char *unfit_text(const struct mending *m, const struct unfit *u)
{
    switch (u->how) {
    case UNFIT_REFUSED: return N_("Line {number} ({place}) no longer fits: {line}");
    case UNFIT_MOVED:
        return N_("Line {number} ({place}) would then be at {now}, and those after it move as "
                  "well: {line}");
    case UNFIT_TOLD: return N_("Line {number} ({place}) would then have another result: {line}");
    case UNFIT_BREAKS: break;
    }
    return u->step == m->at ? N_("Line {number} ({place}) breaks a rule like this:")
                            : N_("Line {number} ({place}) would then break a rule: {line}");
}

/* What would be otherwise, line by line. */
void table_tell_unfit(const struct table *t, const struct mending *m)
{
    for (size_t i = 0; i < m->unfits; i++) {
        const struct unfit *u = &m->unfit[i];
        const struct said_line *was = &m->before[u->step];
        struct text line = {0}, wrapped = {0}, room = {0};
        say_with(t->context, &line, unfit_text(m, u), "ittt", "number", (int64_t)u->step + 1,
            "place", was->place, "line",
            line_shown(t->context, &room, was->text, &t->session.record.setting), "now", u->why);
        text_clear(&room);
        say_wrapped(&wrapped, line.at, 0, 2);
        text_put(&wrapped, "\n");
        if (u->how != UNFIT_MOVED)
            text_put(&wrapped, u->why);
        table_show(t, &wrapped);
        text_clear(&line);
    }
}

bool mending_refused(const struct mending *m)
{
    for (size_t i = 0; i < m->unfits; i++)
        if (m->unfit[i].how == UNFIT_REFUSED)
            return true;
    return false;
}

void table_say_change(const struct table *t, size_t step, const char *was, const char *now,
    struct text *out)
{
    const struct setting *setting = &t->session.record.setting;
    struct text before = {0}, line = {0};
    say_with(t->context, out, N_("Line {number} is now {line}. It was {before}."), "itt", "number",
        (int64_t)step + 1, "line", line_shown(t->context, &line, now, setting), "before",
        line_shown(t->context, &before, was, setting));
    text_clear(&before);
    text_clear(&line);
}

static void tell_change(struct table *t, size_t step, const char *was, const char *now)
{
    struct text line = {0}, wrapped = {0};
    table_say_change(t, step, was, now, &line);
    say_wrapped(&wrapped, line.at, 0, 2);
    text_put(&wrapped, "\n");
    table_show(t, &wrapped);
    text_clear(&line);
}

/* ---- lines said again -------------------------------------------------------------------- */

struct retold *table_said(const struct table *t, size_t at)
{
    const struct session *s = &t->session;
    struct retold *lines = memory_get((s->count - at + 1) * sizeof *lines);
    for (size_t i = at; i < s->count; i++)
        lines[i - at] = (struct retold){memory_text(s->steps[i].text), NO_STEP};
    return lines;
}

void table_forget_return(struct table *t)
{
    if (t->back != NULL)
        retold_free(t->back, t->backs);
    t->back = NULL;
    t->may_return = false;
}

void table_may_return(struct table *t, size_t at, struct retold *lines, size_t count)
{
    table_forget_return(t);
    t->back = lines;
    t->back_at = at;
    t->backs = count;
    t->may_return = true;
}

/* Who said a line of the record, and when: it is said again as theirs. */
struct saying {
    char *text, *author; /* owned; author NULL: nobody said */
    int64_t time;
    bool withdrawn;
    bool again; /* it stands as it is, or once more already */
};

struct sayings {
    struct saying *row; /* owned */
    size_t count;
    size_t stays; /* so many of those that stand are not said again */
};

static bool note_saying(void *user, const struct store_line *line)
{
    struct sayings *all = user;
    all->row = memory_row(all->row, all->count, sizeof *all->row);
    all->row[all->count++] = (struct saying){memory_text(line->text),
        line->author[0] != '\0' ? memory_text(line->author) : NULL, line->time, line->withdrawn,
        !line->withdrawn && all->stays > 0};
    all->stays -= !line->withdrawn && all->stays > 0;
    return true;
}

static void sayings_clear(struct sayings *all)
{
    for (size_t i = 0; i < all->count; i++) {
        free(all->row[i].text);
        free(all->row[i].author);
    }
    free(all->row);
}

/*
 * Of those that stood the first that was said so, else of those taken back; else it is nobody's,
 * and said now.
 */
static const struct saying *saying_of(struct sayings *all, const char *text)
{
    static const struct saying nobody = {NULL, NULL, 0, false, false};
    for (int withdrawn = 0; withdrawn < 2; withdrawn++)
        for (size_t i = 0; i < all->count; i++) {
            struct saying *one = &all->row[i];
            if (one->again || one->withdrawn != (withdrawn != 0) || strcmp(one->text, text) != 0)
                continue;
            one->again = true;
            return one;
        }
    return &nobody;
}

/*
 * The steps from `at` on, in the store: all of them or nothing. `ids` are those of the steps as
 * they were.
 */
static bool keep_retold(struct table *t, size_t at, const struct mending *m,
    const struct store_id *ids)
{
    struct store *store = t->campaign.store;
    const struct store_id record = store_hold_record(t->hold);
    struct sayings all = {NULL, 0, at - t->session.heading};
    if (!campaign_ok(&t->campaign, store_lines_each(store, &record, true, note_saying, &all))) {
        sayings_clear(&all);
        return false;
    }
    enum storage_error error = store_batch_begin(store);
    for (size_t i = m->count; i-- > at && error == STORAGE_OK;)
        error = store_take_back(t->hold, &ids[i]);
    for (size_t i = at; i < t->session.count && error == STORAGE_OK; i++) {
        const struct saying *said = saying_of(&all, t->session.steps[i].text);
        error = store_append(t->hold, t->session.steps[i].text, said->author, said->time, NULL);
    }
    sayings_clear(&all);
    if (error == STORAGE_OK)
        error = store_batch_commit(store);
    else
        store_batch_abandon(store);
    return campaign_ok(&t->campaign, error);
}

/* What each line was before, and is now. */
static void tell_retold(struct table *t, size_t at, const struct retold *lines, size_t count,
    const struct mending *m)
{
    size_t next = at;
    for (size_t i = 0; i < count; i++) {
        const size_t was = lines[i].was != NO_STEP ? (size_t)lines[i].was : next;
        for (; next < was; next++)
            table_show_line(t, N_("Taken back: {line}"), m->before[next].text);
        if (lines[i].was == NO_STEP)
            table_show_line(t, N_("Noted before that: {line}"), lines[i].text);
        else if (strcmp(m->before[next].text, lines[i].text) != 0)
            tell_change(t, was, m->before[was].text, lines[i].text);
        next = lines[i].was != NO_STEP ? was + 1 : next;
    }
    for (; next < m->count; next++)
        table_show_line(t, N_("Taken back: {line}"), m->before[next].text);
}

static bool retell(struct table *t, size_t at, const struct retold *lines, size_t count, bool tells)
{
    struct mending m;
    struct store_id *ids = table_ids(t);
    if (ids == NULL)
        return complain(t->context,
            N_("a line of this record can no longer be read; until it is taken back, no line can "
               "be changed"),
            "");
    session_retell(&t->session, at, lines, count, &m);
    const bool done = keep_retold(t, at, &m, ids);
    if (done && tells)
        tell_retold(t, at, lines, count, &m);
    if (done)
        table_tell_unfit(t, &m);
    if (done && mending_refused(&m))
        table_say(t, N_("The lines that no longer fit are taken back."));
    if (done)
        watch_forgets(&t->watch, &t->session.record, false);
    else
        session_unmend(&t->session, &m);
    mending_clear(&m);
    free(ids);
    return done;
}

bool table_retell(struct table *t, size_t at, const struct retold *lines, size_t count)
{
    return retell(t, at, lines, count, true);
}

bool table_return(struct table *t)
{
    if (!t->may_return)
        return false;
    const bool done = retell(t, t->back_at, t->back, t->backs, false);
    if (done)
        table_say(t, N_("Everything is as it was before."));
    t->returned = done;
    table_forget_return(t);
    return done;
}
