/*
 * What comes of a tap must tell its phone nothing of the cards that others hid: it is taken, asked
 * about or refused as if they were unseen. Where the record, which has them, would have it
 * otherwise, the hidden cards yield: they are unseen in it from then on. See table.h.
 */
#define _XOPEN_SOURCE 700
#include "table.h"

#include <stdlib.h>
#include <string.h>

/* from 0 on: all cards but this one */
enum { CARDS_MOST = 128, OPEN_NAMED = -3, OPEN_ALL = -2 };
/* of the newest hidden ones; then all at once */
enum { LINES_TRIED = 8 };

/*
 * Which hidden cards become unseen: of one owner's lines from a step on; all of the other owners'.
 */
struct opening {
    const struct tapped *tap;
    const char *owner;
    size_t from;
    int how;
    struct cardset named; /* the cards that the tap itself names */
};

static bool opens(const void *user, int card)
{
    const struct opening *o = user;
    return o->how == OPEN_NAMED ? card >= 0 && cards_hold(&o->named, card) : card != o->how;
}

/* The step as its phone has it: with cards, it may be, that are on record no more. */
static const char *said_at(const struct table *t, size_t step)
{
    const char *said = view_said(&t->phones.view, step);
    return said != NULL ? said : t->session.steps[step].text;
}

/* The guest whose cards the step hides; NULL: it hides none. */
static const char *owner_of(const struct table *t, size_t step)
{
    return view_hidden_by(&t->phones.view, &t->session.record.setting, said_at(t, step));
}

static bool owns(const struct table *t, const char *guest, size_t step)
{
    const char *owner = owner_of(t, step);
    return owner != NULL && strcmp(owner, guest) == 0;
}

static bool hides_any(const struct table *t, const char *guest)
{
    size_t i = 0;
    while (i < t->session.count && !owns(t, guest, i))
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
            if (said.argument[i].kind == ARGUMENT_CARD && said.argument[i].card >= 0
                && said.argument[i].card < CARDS_MOST)
                cards_add(&named, said.argument[i].card);
    return named;
}

/* The line with hidden cards unseen so; the caller's to free. */
static char *opened_line(const struct table *t, const struct opening *o, const char *line)
{
    struct text open = {0};
    view_open_cards(&t->session.record.setting, line, opens, o, &open);
    char *text = memory_text(open.length > 0 ? open.at : line);
    text_clear(&open);
    return text;
}

/* The step in the eyes of the owner, with hidden cards unseen so; the caller's to free. */
static char *opened_step(const struct table *t, const struct opening *o, size_t step)
{
    const struct opening all = {.how = OPEN_ALL};
    if (owns(t, o->owner, step))
        return step < o->from ? memory_text(said_at(t, step)) : opened_line(t, o, said_at(t, step));
    const char *line = t->session.steps[step].text;
    return owner_of(t, step) != NULL ? opened_line(t, &all, line) : memory_text(line);
}

/*
 * The record told anew with these lines, which become its steps, its own kept in `was`; false: one
 * of them cannot be so.
 */
static bool tell_anew(struct session *s, struct said_line *lines, struct mending *was)
{
    *was = (struct mending){.before = s->steps, .count = s->count, .kept = s->kept};
    session_replay(s, lines, was->count);
    said_lines_free(lines, was->count);
    return s->count == was->count;
}

static int turn_of(const struct record *r)
{
    return r->begun && r->setting.book->knowledge != NULL
               ? r->setting.book->knowledge->turn(r->state, &r->setting)
               : -1;
}

/*
 * What would come of the tap where hidden cards are unseen so, and whose turn it is there before
 * it.
 */
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
    if (!hides_any(t, tap->guest))
        return session_look(&t->phones.view.session[TONGUE_ENGLISH], tap->line);
    return look_opened(t,
        &(struct opening){.tap = tap, .owner = tap->guest, .from = t->session.count}, &turn);
}

/*
 * ---- yielding ----------------------------------------------------------------------------
 *
 * An owner is told that cards yield, so whether and which must follow from what that owner may
 * know: the open table, the tap, and the own cards. Each owner's are therefore looked at alone,
 * where all others' are unseen. Should the tap still not fit the cards of several taken together,
 * those of all owners yield, whichever they are, and nobody is told: what an owner is told later
 * goes by the cards as that owner has them. The store keeps them among the line's edits.
 */

/* The steps with what yields. */
struct yielding {
    struct said_line *lines; /* owned: as they are on record then, */
    struct said_line *said;  /* owned: and to their phones */
};

static bool keep_yielded(struct table *t, const struct said_line *before,
    const struct store_id *ids)
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

/* As everybody else sees it nothing changes; the owner whose cards are fewer is told. */
static void tell_yielded(struct table *t, const struct said_line *before,
    const struct said_line *said)
{
    for (size_t i = 0; i < t->session.count; i++) {
        const char *now = t->session.steps[i].text, *owner = owner_of(t, i);
        const bool fewer = strcmp(said_at(t, i), said[i].text) != 0;
        if (fewer && owner != NULL)
            phones_yields(&t->phones, owner);
        if (fewer || strcmp(before[i].text, now) != 0)
            view_yields(&t->phones.view, i, now, said[i].text);
    }
    watch_forgets(&t->watch, &t->session.record, false);
}

/*
 * The fewest of one owner's cards with which unseen the tap is taken, and it is the same one's turn
 * as before: those that the tap names, before others; of the newest lines, before older ones.
 * False: none have to, or it does not help.
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
            if (owns(t, o->owner, --o->from) && ++tried > 0
                && look_opened(t, o, &turn) != STEP_REFUSED && turn == before)
                return true;
        o->from = 0;
        if (tried == LINES_TRIED && look_opened(t, o, &turn) != STEP_REFUSED && turn == before)
            return true;
    }
    return false;
}

static struct yielding yielding_begin(const struct table *t)
{
    const size_t count = t->session.count;
    struct yielding out = {memory_get((count + 1) * sizeof *out.lines),
        memory_get((count + 1) * sizeof *out.said)};
    for (size_t i = 0; i < count; i++) {
        out.lines[i].text = memory_text(t->session.steps[i].text);
        out.said[i].text = memory_text(said_at(t, i));
    }
    return out;
}

static void replace_text(struct said_line *line, char *text)
{
    free(line->text);
    line->text = text;
}

static bool is_first_of_owner(const struct table *t, size_t step)
{
    const char *owner = owner_of(t, step);
    size_t earlier = 0;
    while (owner != NULL && earlier < step && !owns(t, owner, earlier))
        earlier++;
    return owner != NULL && earlier == step;
}

/* What each owner's cards have to yield by themselves. */
static struct yielding yields_alone(struct table *t, const struct tapped *tap)
{
    struct yielding out = yielding_begin(t);
    struct opening o = {.tap = tap, .named = cards_named(&t->session.record.setting, tap->line)};
    for (size_t first = 0; first < t->session.count; first++) {
        o.owner = owner_of(t, first);
        if (!is_first_of_owner(t, first) || strcmp(o.owner, tap->guest) == 0
            || !has_to_yield(t, &o))
            continue;
        for (size_t i = o.from; i < t->session.count; i++)
            if (owns(t, o.owner, i)) {
                replace_text(&out.lines[i], opened_line(t, &o, t->session.steps[i].text));
                replace_text(&out.said[i], opened_line(t, &o, said_at(t, i)));
            }
    }
    return out;
}

/* Every card that others hid is unseen on record. */
static struct yielding all_yield(struct table *t, const struct tapped *tap)
{
    struct yielding out = yielding_begin(t);
    const struct opening all = {.how = OPEN_ALL};
    for (size_t i = 0; i < t->session.count; i++)
        if (owner_of(t, i) != NULL && !owns(t, tap->guest, i))
            replace_text(&out.lines[i], opened_line(t, &all, t->session.steps[i].text));
    return out;
}

/*
 * With these steps, is the tap taken (NULL: it was), and whose turn it is the same as before? Then
 * so it stays.
 */
static bool yields_so(struct table *t, const struct tapped *tap, struct yielding yielding)
{
    const int turn = turn_of(&t->session.record);
    const size_t count = t->session.count;
    struct store_id *ids = t->hold != NULL ? table_ids(t) : NULL;
    struct mending was;
    bool done = tell_anew(&t->session, yielding.lines, &was) && turn_of(&t->session.record) == turn
                && (tap == NULL || session_look(&t->session, tap->line) != STEP_REFUSED);
    done = done && (t->hold == NULL || (ids != NULL && keep_yielded(t, was.before, ids)));
    if (done)
        tell_yielded(t, was.before, yielding.said);
    else
        session_unmend(&t->session, &was);
    mending_clear(&was);
    said_lines_free(yielding.said, count);
    free(ids);
    return done;
}

/* Lines before the last that say the same have no hidden cards any more. */
static void yield_guessed(struct table *t)
{
    const size_t last = t->session.count - 1;
    const struct opening all = {.how = OPEN_ALL};
    struct yielding out = yielding_begin(t);
    for (size_t i = 0; i < last; i++)
        if (strcmp(said_at(t, i), t->session.steps[last].text) == 0) {
            replace_text(&out.lines[i], opened_line(t, &all, t->session.steps[i].text));
            replace_text(&out.said[i], opened_line(t, &all, said_at(t, i)));
        }
    yields_so(t, NULL, out);
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

/*
 * Has the record fewer cards than phones think? Then theirs may have to yield although the record
 * takes the tap.
 */
static bool has_fewer(const struct table *t)
{
    size_t i = 0;
    while (i < t->session.count && strcmp(said_at(t, i), t->session.steps[i].text) == 0)
        i++;
    return i < t->session.count;
}

enum step_end table_judge(struct table *t, const struct tapped *tap)
{
    const enum step_end seen = look_as_seen(t, tap);
    if (seen == STEP_REFUSED
        || (session_look(&t->session, tap->line) != STEP_REFUSED && !has_fewer(t)))
        return seen;
    return yields_so(t, tap, yields_alone(t, tap)) || yields_so(t, tap, all_yield(t, tap))
               ? seen
               : STEP_REFUSED;
}
