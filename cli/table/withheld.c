/*
 * What comes of a tap must not tell its phone anything about cards that others have hidden. So a
 * tap is taken, asked about or refused as if all hidden cards of others were unseen. If the record,
 * which has those cards, would decide otherwise, the hidden cards yield: from then on they are
 * unseen in the record too. See table_prompt.h.
 *
 * For example, Bo has entered a hand on a phone, and Aki taps a card that is in it. Aki's phone
 * must not learn that. So the tap is taken, that card of Bo's hand becomes unseen on record, and Bo
 * is told.
 */
#define _XOPEN_SOURCE 700
#include "table_prompt.h"

#include <stdlib.h>
#include <string.h>

/*
 * which cards become unseen: those that the tap names; all; or, with a card's code (from 0), all
 * but that one
 */
enum { CARDS_MOST = 128, OPEN_NAMED = -3, OPEN_ALL = -2 };
/* lines of an owner that are tried one after the other, newest first, before all at once */
enum { LINES_TRIED = 8 };

/*
 * Which hidden cards become unseen: `how` says which of one owner's, in the lines from step `from`
 * on; and all cards of all other owners.
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

/* The step as its phone has it, perhaps with cards that are no longer on record. */
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

/* The line with hidden cards unseen as `o` says; the caller frees it. */
static char *opened_line(const struct table *t, const struct opening *o, const char *line)
{
    struct text open = {0};
    view_open_cards(&t->session.record.setting, line, opens, o, &open);
    char *text = memory_text(open.length > 0 ? open.at : line);
    text_clear(&open);
    return text;
}

/* The step as the owner sees it, with hidden cards unseen as `o` says; the caller frees it. */
static char *opened_step(const struct table *t, const struct opening *o, size_t step)
{
    const struct opening all = {.how = OPEN_ALL};
    if (owns(t, o->owner, step))
        return step < o->from ? memory_text(said_at(t, step)) : opened_line(t, o, said_at(t, step));
    const char *line = t->session.steps[step].text;
    return owner_of(t, step) != NULL ? opened_line(t, &all, line) : memory_text(line);
}

/*
 * Builds the record again from these lines, which become its steps; its former steps are kept in
 * `was`. False: one of the lines is not possible.
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
 * What would come of the tap with hidden cards unseen as `o` says; `turn` gets whose turn it is
 * before it.
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

/*
 * What would come of the tap in the record as its phone sees it: with the phone's own cards, but no
 * others.
 */
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
 * An owner is told when cards yield. So whether they yield, and which, must follow from what that
 * owner may know: the open table, the tap, and the owner's own cards. That is why each owner's
 * cards are tried alone, with all others' unseen. If the tap still does not fit the cards of
 * several owners together, all hidden cards of all owners yield and nobody is told: what an owner
 * is told later still goes by the cards as that owner has them. The store keeps them, because it
 * never erases a line.
 */

/* The steps after cards have yielded. */
struct yielding {
    struct said_line *lines; /* owned: the steps as they are on record then, */
    struct said_line *said;  /* owned: and as their phones have them */
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

/* Tells an owner that cards have yielded. For everybody else nothing changes. */
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
 * Finds the fewest cards of one owner that have to become unseen so that the tap is not refused and
 * the turn stays the same. Cards that the tap names are tried before all, and the newest lines
 * before older ones. False: no card has to, or it does not help.
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

/* The steps after each owner's cards have yielded as far as they have to by themselves. */
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

/* The steps with every card unseen that others have hidden. */
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
 * Makes these steps the record if the tap (NULL: none) is not refused with them and the turn stays
 * the same. Returns whether it did.
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

/*
 * The last line says word for word what earlier lines hid, so somebody has guessed it: those lines
 * lose their hidden cards.
 */
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
 * Has the record fewer cards than phones think? Then cards that only the phones still have may have
 * to yield, although the record takes the tap.
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
