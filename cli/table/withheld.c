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

/* Which hidden cards become unseen: of one owner's lines from a step on; all of the other owners'. */
struct opening {
    const struct tapped *tap;
    const char *owner;
    size_t from;
    int how;
    struct cardset named;           /* the cards that the tap itself names */
};

static bool opens(const void *user, int card)
{
    const struct opening *o = user;
    return o->how == OPEN_NAMED ? card >= 0 && cards_hold(&o->named, card) : card != o->how;
}

/* The guest whose cards the step hides; NULL: it hides none. */
static const char *owner_of(const struct table *t, size_t step)
{
    return view_hidden_by(&t->phones.view, &t->session.record.setting, t->session.steps[step].text);
}

static bool owns(const struct table *t, const char *guest, size_t step)
{
    const char *owner = owner_of(t, step);
    return owner != NULL && strcmp(owner, guest) == 0;
}

/* Are there cards that this guest hides, or, not `own`, that others hide from it? */
static bool any_hidden(const struct table *t, const char *guest, bool own)
{
    size_t i = 0;
    while (i < t->session.count && (owner_of(t, i) == NULL || owns(t, guest, i) != own))
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

/* The step as it is where hidden cards are unseen so; the caller's to free. */
static char *opened_step(const struct table *t, const struct opening *o, size_t step)
{
    const char *line = t->session.steps[step].text;
    const struct opening all = {.how = OPEN_ALL};
    struct text open = {0};
    if (owner_of(t, step) != NULL && (!owns(t, o->owner, step) || step >= o->from))
        view_open_cards(&t->session.record.setting, line, opens, owns(t, o->owner, step) ? o : &all, &open);
    char *text = memory_text(open.length > 0 ? open.at : line);
    text_clear(&open);
    return text;
}

/* The record told anew with these lines, which become its steps, its own kept in `was`; false: one of them cannot be so. */
static bool tell_anew(struct session *s, struct said_line *lines, struct mending *was)
{
    *was = (struct mending){.before = s->steps, .count = s->count, .kept = s->kept};
    session_replay(s, lines, was->count);
    said_lines_free(lines, was->count);
    return s->count == was->count;
}

static int turn_of(const struct record *r)
{
    return r->begun && r->setting.book->knowledge != NULL ? r->setting.book->knowledge->turn(r->state, &r->setting) : -1;
}

/* What would come of the tap where hidden cards are unseen so, and whose turn it is there before it. */
static enum step_end look_opened(struct table *t, const struct opening *o, int *turn)
{
    struct said_line *lines = memory_get((t->session.count + 1) * sizeof *lines);
    struct mending was;
    for (size_t i = 0; i < t->session.count; i++)
        lines[i].text = opened_step(t, o, i);
    const bool so = tell_anew(&t->session, lines, &was);
    *turn = turn_of(&t->session.record);
    const enum step_end end = so ? session_look(&t->session, o->tap->line) : STEP_REFUSED;
    session_unmend(&t->session, &was);
    return end;
}

/* What would come of the tap, as far as its phone may see the record: its own cards are in it. */
static enum step_end look_as_seen(struct table *t, const struct tapped *tap)
{
    int turn;
    if (!any_hidden(t, tap->guest, true))
        return session_look(&t->phones.view.session[TONGUE_ENGLISH], tap->line);
    return look_opened(t, &(struct opening){.tap = tap, .owner = tap->guest, .from = t->session.count}, &turn);
}

/*
 * ---- yielding ----------------------------------------------------------------------------
 *
 * An owner is told that cards yield, so whether and which must follow from what that owner may know: the open table, the
 * tap, and the own cards. Each owner's are therefore looked at alone, where all others' are unseen. Should the tap still
 * not fit the cards of several taken together, those of all owners yield, whichever they are.
 */

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

/*
 * The fewest of one owner's cards with which unseen the tap is taken, and it is the same one's turn as before: those that the
 * tap names, before others; of the newest lines, before older ones. False: none have to, or it does not help.
 */
static bool has_to_yield(struct table *t, struct opening *o)
{
    int turn, before;
    o->from = t->session.count;
    if (look_opened(t, o, &before) != STEP_REFUSED)
        return false;
    for (o->how = OPEN_NAMED; o->how < CARDS_MOST; o->how++) {
        size_t tried = 0;
        for (o->from = t->session.count; o->from > 0 && tried < LINES_TRIED;)
            if (owns(t, o->owner, --o->from) && ++tried > 0 && look_opened(t, o, &turn) != STEP_REFUSED && turn == before)
                return true;
        o->from = 0;
        if (tried == LINES_TRIED && look_opened(t, o, &turn) != STEP_REFUSED && turn == before)
            return true;
    }
    return false;
}

/* The steps with what each owner's cards have to yield by themselves; with `all`, with every card that others hid unseen. */
static struct said_line *yielded(struct table *t, const struct tapped *tap, bool all)
{
    struct said_line *lines = memory_get((t->session.count + 1) * sizeof *lines);
    struct opening o = {.tap = tap, .owner = tap->guest, .named = cards_named(&t->session.record.setting, tap->line)};
    o.from = t->session.count;
    for (size_t i = 0; i < t->session.count; i++)
        lines[i].text = all ? opened_step(t, &o, i) : memory_text(t->session.steps[i].text);
    for (size_t first = 0; !all && first < t->session.count; first++) {
        size_t earlier = 0;
        o.owner = owner_of(t, first);
        while (o.owner != NULL && earlier < first && !owns(t, o.owner, earlier))
            earlier++;
        if (o.owner == NULL || earlier < first || strcmp(o.owner, tap->guest) == 0 || !has_to_yield(t, &o))
            continue;
        for (size_t i = first; i < t->session.count; i++)
            if (owns(t, o.owner, i)) {
                free(lines[i].text);
                lines[i].text = opened_step(t, &o, i);
            }
    }
    return lines;
}

/* With these steps, is the tap taken, and whose turn it is the same as before? Then so it stays. */
static bool yields_so(struct table *t, const struct tapped *tap, struct said_line *lines, const struct store_id *ids)
{
    const int turn = turn_of(&t->session.record);
    struct mending was;
    bool done = tell_anew(&t->session, lines, &was) && turn_of(&t->session.record) == turn
                && session_look(&t->session, tap->line) != STEP_REFUSED;
    done = done && (ids == NULL || keep_yielded(t, was.before, ids));
    if (done)
        tell_yielded(t, was.before);
    else
        session_unmend(&t->session, &was);
    mending_clear(&was);
    return done;
}

static bool yields(struct table *t, const struct tapped *tap)
{
    struct store_id *ids = t->hold != NULL ? table_ids(t) : NULL;
    bool done = false;
    for (int all = 0; !done && all < 2 && (ids != NULL || t->hold == NULL); all++)
        done = yields_so(t, tap, yielded(t, tap, all != 0), ids);
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
    free(ids);
}

void table_tell_guess(struct table *t, const struct tapped *tap)
{
    const struct session *s = &t->session;
    char *line = memory_text(s->steps[s->count - 1].text);
    const bool own = tap->seat >= 0 && view_tells_hidden(&s->record.setting, line, tap->seat);
    const char *owner = owner_of(t, s->count - 1);
    if (!own && owner != NULL && strcmp(owner, tap->guest) != 0) {
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
