/* Single edits of a window, and the readings that they make; see repair.h. */
#include "repair_edits.h"

#include "act.h"
#include "bits.h"

#include <assert.h>
#include <string.h>

/* ---- lines --------------------------------------------------------------------------------- */

unsigned unit_begin(const struct repair *p, unsigned at)
{
    while (at > 0 && p->said[at - 1].statement->line == p->said[at].statement->line)
        at--;
    return at;
}

unsigned unit_end(const struct repair *p, unsigned at)
{
    while (at < p->count
           && p->said[at].statement->line == p->said[unit_begin(p, at)].statement->line
           && at + 1 < p->count && p->said[at + 1].statement->line == p->said[at].statement->line)
        at++;
    return at + 1;
}

/* ---- acts that nobody saw ------------------------------------------------------------------ */

static bool read_act(const struct setting *setting, const char *text, size_t length,
    struct statement *out)
{
    struct reader reader;
    struct fault fault;
    reader_begin(&reader, text, length, 0);
    return statement_read(&reader, setting, false, out, &fault) == READ_STATEMENT;
}

bool act_missing(const struct setting *setting, const void *state, unsigned n,
    struct statement *out, char *text)
{
    const struct repair_part *part = setting->book->repair;
    const size_t length = part->missing != NULL ? part->missing(state, setting, n, text, PUT_MOST)
                                                : 0;
    return length > 0 && read_act(setting, text, length, out);
}

bool act_begins(const struct setting *setting, unsigned n, struct statement *out)
{
    const char *const *begins = setting->book->repair->begins;
    return begins != NULL && begins[n] != NULL
           && read_act(setting, begins[n], strlen(begins[n]), out);
}

/* ---- one statement as the edits have it ---------------------------------------------------- */

bool verb_has_cards(const struct rulebook *book, uint8_t verb)
{
    const unsigned takes = book->verbs[verb].takes;
    return takes & ARGUMENT_CARD && !(takes & ARGUMENT_TEXT);
}

static void put_unseen(struct statement *s, int at, int card)
{
    struct argument *a = &s->argument[at];
    a->kind = card >= 0 ? ARGUMENT_CARD : ARGUMENT_UNSEEN;
    a->card = (int16_t)card;
    a->text = span_of("?");
}

bool argument_is_value(const struct argument *a)
{
    return a->kind == ARGUMENT_CARD || a->kind == ARGUMENT_NUMBER || a->kind == ARGUMENT_TEXT;
}

static void change_cards(const struct edit *e, struct statement *s)
{
    for (int i = 0; i < s->count; i++)
        if ((e->argument < 0 || e->argument == i) && argument_is_value(&s->argument[i]))
            put_unseen(s, i, e->card);
}

static void insert_unseen(const struct edit *e, struct statement *s)
{
    if (s->count == ARGUMENTS_MOST)
        return;
    memmove(&s->argument[e->argument + 1], &s->argument[e->argument],
        (size_t)(s->count - e->argument) * sizeof *s->argument);
    s->count++;
    s->argument[e->argument] = (struct argument){.seat = -1, .column = s->column};
    put_unseen(s, e->argument, e->card);
}

/* One card of a row is on record elsewhere. */
static void leave_out(struct statement *s, int argument)
{
    s->count--;
    memmove(&s->argument[argument], &s->argument[argument + 1],
        (size_t)(s->count - argument) * sizeof *s->argument);
}

void edit_exchange_seats(const struct edit *e, struct statement *s)
{
    int8_t *seat = &s->seat;
    for (int i = -1; i < s->count; i++, seat = &s->argument[i < s->count ? i : 0].seat)
        *seat = *seat == e->seat ? e->other : *seat == e->other ? e->seat : *seat;
}

void edit_change(const struct edit *e, unsigned at, struct statement *s)
{
    const bool here = at >= e->at && at < e->end;
    switch (e->kind) {
    case EDIT_NAME:
        if (here && e->argument < 0) {
            s->seat = e->seat;
            s->inherited = s->inherited && at > e->at;
        } else if (at == e->at && e->argument >= 0) {
            s->argument[e->argument].seat = e->seat;
        }
        break;
    case EDIT_CARD:
        if (at == e->at)
            change_cards(e, s);
        break;
    case EDIT_MISSING:
        if (at == e->at && e->argument >= 0)
            insert_unseen(e, s);
        break;
    case EDIT_ORDER:
        if (at == e->at && e->argument >= 0) {
            const struct argument first = s->argument[e->argument];
            s->argument[e->argument] = s->argument[e->argument + 1];
            s->argument[e->argument + 1] = first;
        }
        break;
    case EDIT_SEATS: edit_exchange_seats(e, s); break;
    case EDIT_TWICE:
        if (at == e->at && e->argument >= 0)
            leave_out(s, e->argument);
        break;
    case EDIT_RETYPED:
    case EDIT_BEGUN:
    case EDIT_WORD:
    case EDIT_KINDS: break;
    }
}

/* Does this edit change what the statement says, so that what it shows is a guess? */
static bool guesses(const struct edit *e, unsigned at)
{
    const bool inside = e->kind == EDIT_NAME || e->kind == EDIT_CARD || e->argument >= 0;
    return inside && at >= e->at && at < e->end;
}

/* ---- a reading ----------------------------------------------------------------------------- */

unsigned rulings_wrong(const struct rulings *list, unsigned from)
{
    unsigned wrong = 0;
    for (unsigned i = from; i < list->count; i++)
        wrong += list->row[i].kind >= RULING_SLIP;
    return wrong;
}

void run_begin(struct window_reading *run, struct repair *p, const struct edits *edits,
    const void *from, struct rulings *found)
{
    *run = (struct window_reading){.p = p,
        .setting = *p->setting,
        .edits = edits,
        .found = found,
        .state = p->state,
        .before = p->before,
        .fresh = from == p->base,
        .possible = true,
        .limit = UINT32_MAX};
    rulebook_copy(p->setting->book, run->state, from);
    run->setting.state = run->state;
}

static void count_wrong(struct window_reading *run)
{
    run->wrong += rulings_wrong(run->found, run->counted);
    run->counted = run->found->count;
}

bool run_weigh(struct window_reading *run)
{
    const struct rulebook *book = run->setting.book;
    struct setting then = run->setting;
    then.ended = true;
    if (book->weigh != NULL && run->found->count < RULINGS_MOST - SAID_MOST)
        book->weigh(run->state, &then, run->found);
    count_wrong(run);
    return run->wrong <= run->limit;
}

void run_tell(struct window_reading *run, bool last)
{
    if (run->teller != NULL)
        run->setting.book->tell_rows(run->state, &run->setting, run->teller, &run->told, last);
}

struct cardset run_left_over(const struct window_reading *run)
{
    const struct repair_part *part = run->setting.book->repair;
    return run->turned               ? run->left
           : part->left_over != NULL ? part->left_over(run->state, &run->setting)
                                     : (struct cardset){{0, 0}};
}

/* One statement, whoever wrote it. */
static enum outcome say(struct window_reading *run, const struct statement *said)
{
    const struct rulebook *book = run->setting.book;
    struct fault fault;
    if (run->found->count > RULINGS_MOST - SAID_MOST) {
        run->possible = false;
        return MALFORMED;
    }
    /* the page before the window was weighed when it was left */
    const bool fresh = run->fresh;
    run->fresh = false;
    if (!fresh && book->turns_page != NULL && book->turns_page(run->state, &run->setting, said)) {
        if (!run->turned)
            run->left = run_left_over(run);
        run->turned = true;
        run_weigh(run);
        run_tell(run, true);
    }
    run->p->work++;
    const enum outcome outcome = rulebook_try(&run->setting, run->state, run->before, run->follows,
        said, run->found, &fault);
    run->follows = true;
    count_wrong(run);
    if (outcome == APPLIED)
        run_tell(run, false);
    return outcome;
}

/* What is put in must be possible there. */
static void put_in(struct window_reading *run, struct statement *said, uint32_t line)
{
    said->line = line;
    for (int i = 0; i < said->count && verb_has_cards(run->setting.book, said->verb); i++)
        run->put_in += said->argument[i].kind == ARGUMENT_UNSEEN;
    run->possible &= say(run, said) == APPLIED;
}

static void say_missing(struct window_reading *run, const struct edit *e, uint32_t line)
{
    struct statement said;
    char text[PUT_MOST];
    for (unsigned i = 0; i < e->acts && run->possible; i++) {
        if (act_missing(&run->setting, run->state, i == 0 ? e->nth : 0, &said, text))
            put_in(run, &said, line);
        else
            run->possible = false;
    }
}

static void say_word(struct window_reading *run, const struct edit *e, unsigned at)
{
    const struct heard_line *heard = &run->p->said[at];
    struct statement said;
    if (e->acts > 0) {
        say_missing(run, e, heard->statement->line);
        return;
    }
    said = *heard->statement;
    put_in(run, &said, said.line);
}

/* What the edits have in the place of this statement; false: it is left out, or has been said. */
static bool say_before(struct window_reading *run, unsigned at)
{
    bool here = true;
    struct statement said;
    for (unsigned i = 0; i < run->edits->count; i++) {
        const struct edit *e = &run->edits->row[i];
        if (at < e->at || at >= e->end)
            continue;
        if (e->kind == EDIT_MISSING && e->argument < 0 && at == e->at)
            say_missing(run, e, run->p->said[at].statement->line);
        else if (e->kind == EDIT_BEGUN && at == e->at && act_begins(&run->setting, e->nth, &said))
            put_in(run, &said, run->p->said[at].statement->line);
        else if (e->kind == EDIT_WORD && at == e->at)
            say_word(run, e, at);
        here &= e->argument >= 0
                || (e->kind != EDIT_TWICE && e->kind != EDIT_RETYPED && e->kind != EDIT_WORD);
    }
    return here;
}

void run_statement(struct window_reading *run, unsigned at)
{
    const struct heard_line *heard = &run->p->said[at];
    if (!say_before(run, at) || !run->possible || heard->wordless || heard->statement->lost)
        return;
    struct statement changed;
    const struct statement *said = heard->statement;
    bool guessed = false;
    for (unsigned i = 0; i < run->edits->count; i++) {
        const struct edit *e = &run->edits->row[i];
        if (!guesses(e, at) && e->kind != EDIT_SEATS)
            continue;
        if (said != &changed)
            changed = *said;
        said = &changed;
        edit_change(e, at, &changed);
        guessed |= e->kind != EDIT_SEATS && (e->argument < 0 || at == e->at);
        run->put_in += (e->kind == EDIT_CARD || e->kind == EDIT_MISSING) && at == e->at;
    }
    const enum outcome outcome = say(run, said);
    if (guessed && outcome != APPLIED)
        run->possible = false;
    run->wrong += outcome == MALFORMED && !guessed && !heard->unreadable;
}

/* Two lines that change places: the second is read first. */
static const struct edit *exchanged(const struct window_reading *run, unsigned at)
{
    for (unsigned i = 0; i < run->edits->count; i++) {
        const struct edit *e = &run->edits->row[i];
        if (e->kind == EDIT_ORDER && e->argument < 0 && e->at == at)
            return e;
    }
    return NULL;
}

bool run_read(struct window_reading *run, unsigned from, unsigned end)
{
    for (unsigned i = from; i < end && run->possible && run->wrong <= run->limit;) {
        const struct edit *e = exchanged(run, i);
        if (e == NULL) {
            run_statement(run, i++);
            continue;
        }
        const unsigned second = unit_end(run->p, i);
        for (unsigned j = second; j < e->end; j++)
            run_statement(run, j);
        for (unsigned j = i; j < second; j++)
            run_statement(run, j);
        i = e->end;
    }
    return run->possible && run->wrong <= run->limit;
}

/* ---- an edit as the record would have it ---------------------------------------------------- */

static bool put_text(struct offer *o, const char *text, size_t length, const char *joint)
{
    const size_t before = strlen(o->put), between = before > 0 ? strlen(joint) : 0;
    if (before + between + length >= sizeof o->put)
        return false;
    memcpy(o->put + before, joint, between);
    memcpy(o->put + before + between, text, length);
    o->put[before + between + length] = '\0';
    return true;
}

static bool put_statement(struct offer *o, const struct statement *s, const struct setting *setting,
    const char *joint)
{
    char text[PUT_MOST];
    struct statement shown = *s;
    if (shown.inherited && o->put[0] != '\0' && strcmp(joint, "; ") == 0)
        shown.seat = -1;
    const size_t length = statement_write(&shown, setting, text, sizeof text);
    return length < sizeof text && put_text(o, text, length, joint);
}

/* A line of the window, changed by the edit. */
static bool put_line(struct repair *p, const struct edit *e, unsigned at, struct offer *o,
    const char *joint)
{
    const unsigned begin = unit_begin(p, at), end = unit_end(p, at);
    bool fits = true;
    for (unsigned i = begin; i < end && fits; i++) {
        struct statement s = *p->said[i].statement;
        const bool left_out = e->kind == EDIT_TWICE || e->kind == EDIT_RETYPED;
        if (p->said[i].wordless || (left_out && e->argument < 0 && i >= e->at && i < e->end))
            continue;
        edit_change(e, i, &s);
        fits = put_statement(o, &s, p->setting, i > begin ? "; " : joint);
    }
    return fits;
}

static bool put_missing(struct repair *p, const void *state, const struct edit *e, struct offer *o)
{
    struct edits one = {.count = 0};
    struct window_reading run;
    struct statement said;
    char text[PUT_MOST];
    bool played = false;
    p->other.count = 0;
    run_begin(&run, p, &one, state, &p->other);
    for (unsigned i = 0; i < e->acts; i++) {
        if (!act_missing(&run.setting, run.state, i == 0 ? e->nth : 0, &said, text))
            return false;
        if (e->acts == 1 && e->card >= 0 && said.count > 0)
            put_unseen(&said, said.count - 1, e->card);
        const bool bare = said.verb == VERB_PLAY && said.seat < 0;
        if (!put_statement(o, &said, &run.setting, bare && played ? " " : "; "))
            return false;
        played = bare;
        put_in(&run, &said, 0);
    }
    return true;
}

static bool put_players(struct repair *p, const struct edit *e, struct offer *o)
{
    const struct seats *seats = p->setting->seats;
    char name[SEAT_TOKEN];
    bool fits = put_text(o, "players", strlen("players"), "");
    for (int i = 0; i < seats->count && fits; i++) {
        const int seat = i == e->seat ? e->other : i == e->other ? e->seat : i;
        fits = put_text(o, name, seat_write(seats, seat, name), " ");
    }
    return fits;
}

static struct stretch stretch_of(const struct repair *p, unsigned from, unsigned end)
{
    const struct statement *first = p->said[from].statement, *last = p->said[end - 1].statement;
    return (struct stretch){first->line, first->column, last->column};
}

/*
 * Which statements of the record it stands for: of a line all, but for what is missing before one,
 * or was awaited there.
 */
static void place(const struct repair *p, const struct edit *e, struct offer *o)
{
    const bool one = e->kind == EDIT_BEGUN
                     || ((e->kind == EDIT_MISSING || e->kind == EDIT_WORD) && e->argument < 0
                         && e->acts > 0);
    const unsigned at = e->at, end = unit_end(p, at);
    o->line = p->said[at].statement->line;
    o->instead = one ? stretch_of(p, at, at + 1) : stretch_of(p, unit_begin(p, at), end);
    o->second = e->kind == EDIT_ORDER && e->argument < 0 ? stretch_of(p, end, e->end)
                                                         : (struct stretch){0, 0, 0};
}

bool edit_put(struct repair *p, const void *state, const struct edit *e, struct offer *o)
{
    struct statement said;
    o->edit = e->kind;
    place(p, e, o);
    o->put[0] = '\0';
    switch (e->kind) {
    case EDIT_TWICE:
    case EDIT_RETYPED:
    case EDIT_NAME:
    case EDIT_CARD: return put_line(p, e, e->at, o, "");
    case EDIT_MISSING:
        o->edit = e->argument >= 0 ? EDIT_CARD : EDIT_MISSING; /* in the line, or before it */
        return e->argument >= 0 ? put_line(p, e, e->at, o, "") : put_missing(p, state, e, o);
    case EDIT_ORDER:
        return e->argument >= 0
                   ? put_line(p, e, e->at, o, "")
                   : put_line(p, e, unit_end(p, e->at), o, "") && put_line(p, e, e->at, o, "\n");
    case EDIT_BEGUN:
        return act_begins(p->setting, e->nth, &said) && put_statement(o, &said, p->setting, "");
    case EDIT_SEATS: o->line = p->players_line; return put_players(p, e, o);
    case EDIT_WORD: return e->acts > 0 ? put_missing(p, state, e, o) : put_line(p, e, e->at, o, "");
    case EDIT_KINDS: break;
    }
    return false;
}

uint8_t edit_verb(struct repair *p, const void *state, const struct edit *e)
{
    struct statement said;
    struct setting then = *p->setting;
    char text[PUT_MOST];
    then.state = state;
    if (e->kind == EDIT_MISSING && e->argument < 0
        && act_missing(&then, state, e->nth, &said, text))
        return said.verb;
    return p->said[e->at].statement->verb;
}
