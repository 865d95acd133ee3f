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

static void put_unseen(struct statement *s, int at, int card)
{
    struct argument *a = &s->argument[at];
    a->kind = card >= 0 ? ARGUMENT_CARD : ARGUMENT_UNSEEN;
    a->card = (int16_t)card;
    a->text = span_of("?");
}

static bool is_value(const struct argument *a)
{
    return a->kind == ARGUMENT_CARD || a->kind == ARGUMENT_NUMBER || a->kind == ARGUMENT_TEXT;
}

static void change_cards(const struct edit *e, struct statement *s)
{
    for (int i = 0; i < s->count; i++)
        if ((e->argument < 0 || e->argument == i) && is_value(&s->argument[i]))
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
    if (book->turns_page != NULL && book->turns_page(run->state, &run->setting, said)) {
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
    for (int i = 0; i < said->count; i++)
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

/* ---- what may be edited -------------------------------------------------------------------- */

static bool same_text(struct span a, struct span b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

static bool same_argument(const struct argument *a, const struct argument *b)
{
    return a->kind == b->kind && a->card == b->card && a->number == b->number && a->seat == b->seat
           && a->joined == b->joined && (a->kind != ARGUMENT_TEXT || same_text(a->text, b->text))
           && (a->kind != ARGUMENT_PAIR
               || (same_text(a->text, b->text) && same_text(a->value, b->value)));
}

static bool same_act(const struct statement *a, const struct statement *b)
{
    return a->verb == b->verb && a->count == b->count;
}

static int differing(const struct statement *a, const struct statement *b)
{
    int differ = 0;
    for (int i = 0; i < a->count; i++)
        differ += !same_argument(&a->argument[i], &b->argument[i]);
    return differ;
}

static bool same_seat(const struct statement *a, const struct statement *b)
{
    return a->seat == b->seat || a->seat < 0 || b->seat < 0;
}

/* Does this line say what another of the window says before it? */
static bool line_twice(const struct repair *p, unsigned at)
{
    const unsigned end = unit_end(p, at);
    for (unsigned i = at; i-- > 0;) {
        if (unit_begin(p, i) != i || unit_end(p, i) - i != end - at)
            continue;
        bool same = true;
        for (unsigned k = 0; k < end - at && same; k++) {
            const struct statement *a = p->said[i + k].statement, *b = p->said[at + k].statement;
            same = same_act(a, b) && same_seat(a, b) && differing(a, b) == 0
                   && (a->count > 0 || unit_end(p, i) == at) && !p->said[i + k].unreadable;
        }
        if (same)
            return true;
    }
    return false;
}

/* Is this card on record elsewhere in the window, by an act of the same kind? */
static bool card_twice(const struct repair *p, unsigned at, int argument)
{
    const struct argument *card = &p->said[at].statement->argument[argument];
    for (unsigned i = 0; i < p->count; i++)
        for (int j = 0; j < p->said[i].statement->count
                        && p->said[i].statement->verb == p->said[at].statement->verb;
             j++) {
            const struct argument *other = &p->said[i].statement->argument[j];
            if ((i != at || j != argument) && other->kind == ARGUMENT_CARD
                && other->card == card->card)
                return card->kind == ARGUMENT_CARD;
        }
    return false;
}

/* Is every card of this statement? */
static bool cards_twice(const struct repair *p, unsigned at)
{
    const struct statement *s = p->said[at].statement;
    bool all = s->count > 0;
    for (int i = 0; i < s->count && all; i++)
        all = card_twice(p, at, i);
    return all;
}

/* Might the line have been typed again, in the next one? */
static bool retyped(const struct repair *p, unsigned at)
{
    const unsigned next = unit_end(p, at);
    if (next >= p->count || unit_begin(p, at) != at || unit_end(p, next) - next != next - at)
        return false;
    int differ = 0;
    for (unsigned i = 0; i < next - at; i++) {
        const struct statement *a = p->said[at + i].statement, *b = p->said[next + i].statement;
        if (p->said[at + i].unreadable || p->said[next + i].unreadable || !same_act(a, b)
            || !same_seat(a, b))
            return false;
        differ += differing(a, b);
    }
    return differ == 1;
}

typedef void edit_visitor(struct repair_search *, const struct edit *);

struct edit_proposals {
    struct repair *p;
    const void *state;
    unsigned at;
    edit_visitor *try;
    struct repair_search *search;
};

static void propose(const struct edit_proposals *q, struct edit e)
{
    e.at = (uint16_t)q->at;
    e.end = e.end != 0 ? e.end : (uint16_t)(e.at + 1);
    q->try(q->search, &e);
}

static void propose_twice(const struct edit_proposals *q)
{
    if (unit_begin(q->p, q->at) == q->at && line_twice(q->p, q->at))
        propose(q, (struct edit){.kind = EDIT_TWICE,
                       .end = (uint16_t)unit_end(q->p, q->at),
                       .argument = -1,
                       .card = -1});
    else if (cards_twice(q->p, q->at))
        propose(q, (struct edit){.kind = EDIT_TWICE, .argument = -1, .card = -1});
    const struct statement *s = q->p->said[q->at].statement;
    for (int i = 0; i < s->count && s->count > 1 && s->verb == VERB_PLAY; i++)
        if (card_twice(q->p, q->at, i))
            propose(q, (struct edit){.kind = EDIT_TWICE, .argument = (int16_t)i, .card = -1});
}

static void propose_retyped(const struct edit_proposals *q)
{
    if (retyped(q->p, q->at))
        propose(q, (struct edit){.kind = EDIT_RETYPED,
                       .end = (uint16_t)unit_end(q->p, q->at),
                       .argument = -1,
                       .card = -1});
}

unsigned acts_most(const struct setting *setting)
{
    const uint8_t most = setting->book->repair->missing_most;
    return most > 0 ? most : setting->seats->count;
}

static void propose_missing(const struct edit_proposals *q)
{
    const struct setting *setting = q->p->setting;
    const struct statement *s = q->p->said[q->at].statement;
    struct statement said;
    struct setting then = *setting;
    char text[PUT_MOST];
    then.state = q->state;
    for (unsigned nth = 0; act_missing(&then, q->state, nth, &said, text); nth++)
        for (unsigned acts = 1; acts <= acts_most(setting); acts++)
            propose(q, (struct edit){.kind = EDIT_MISSING,
                           .argument = -1,
                           .card = -1,
                           .nth = (uint8_t)nth,
                           .acts = (uint8_t)acts});
    const bool row = s->verb == VERB_PLAY && !s->common
                     && setting->book->verbs[VERB_PLAY].takes & ARGUMENT_UNSEEN;
    for (int i = 0; row && s->count > 1 && i <= s->count; i++)
        propose(q, (struct edit){.kind = EDIT_MISSING, .argument = (int16_t)i, .card = -1});
}

static const struct verb *verb_of(const struct edit_proposals *q, const struct statement *s)
{
    return &q->p->setting->book->verbs[s->verb];
}

/* The statements of the line that the name holds for. */
static unsigned name_end(const struct repair *p, unsigned at)
{
    unsigned i = at + 1;
    while (i < p->count && p->said[i].statement->line == p->said[at].statement->line
           && p->said[i].statement->inherited)
        i++;
    return i;
}

static void propose_name(const struct edit_proposals *q)
{
    const struct statement *s = q->p->said[q->at].statement;
    const int seats = q->p->setting->seats->count;
    for (int seat = 0; seat < seats; seat++) {
        if (seat != s->seat && !s->inherited && verb_of(q, s)->seat != SEAT_NONE)
            propose(q, (struct edit){.kind = EDIT_NAME,
                           .end = (uint16_t)name_end(q->p, q->at),
                           .argument = -1,
                           .seat = (int8_t)seat,
                           .card = -1});
        for (int i = 0; i < s->count; i++)
            if (s->argument[i].kind == ARGUMENT_SEAT && s->argument[i].seat != seat)
                propose(q, (struct edit){.kind = EDIT_NAME,
                               .argument = (int16_t)i,
                               .seat = (int8_t)seat,
                               .card = -1});
    }
}

static void propose_card(const struct edit_proposals *q)
{
    const struct statement *s = q->p->said[q->at].statement;
    int values = 0;
    if (!(verb_of(q, s)->takes & ARGUMENT_UNSEEN))
        return;
    for (int i = 0; i < s->count; i++) {
        values += is_value(&s->argument[i]);
        if (is_value(&s->argument[i]))
            propose(q, (struct edit){.kind = EDIT_CARD, .argument = (int16_t)i, .card = -1});
    }
    if (values > 1)
        propose(q, (struct edit){.kind = EDIT_CARD, .argument = -1, .card = -1});
}

static void propose_order(const struct edit_proposals *q)
{
    const struct statement *s = q->p->said[q->at].statement;
    const unsigned end = unit_end(q->p, q->at);
    if (unit_begin(q->p, q->at) == q->at && end < q->p->count)
        propose(q, (struct edit){.kind = EDIT_ORDER,
                       .end = (uint16_t)unit_end(q->p, end),
                       .argument = -1,
                       .card = -1});
    for (int i = 0; i + 1 < s->count && s->verb == VERB_PLAY; i++)
        propose(q, (struct edit){.kind = EDIT_ORDER, .argument = (int16_t)i, .card = -1});
}

static void propose_begun(const struct edit_proposals *q)
{
    struct statement said;
    for (unsigned n = 0; act_begins(q->p->setting, n, &said); n++)
        propose(q,
            (struct edit){.kind = EDIT_BEGUN, .argument = -1, .nth = (uint8_t)n, .card = -1});
}

/*
 * What may go wrong in writing, nearest explanation first; EDIT_SEATS and EDIT_WORD are proposed
 * where they are looked for.
 */
static void (*const proposals[])(const struct edit_proposals *) = {
    propose_twice,
    propose_retyped,
    propose_missing,
    propose_name,
    propose_card,
    propose_order,
    propose_begun,
};

void edits_propose(struct repair *p, const void *state, unsigned at, edit_visitor *try,
    struct repair_search *search)
{
    const struct edit_proposals q = {.p = p,
        .state = state,
        .at = at,
        .try = try,
        .search = search};
    if (p->said[at].unreadable && (p->said[at].wordless || p->said[at].statement->lost))
        return;
    for (unsigned i = 0; i < sizeof proposals / sizeof *proposals; i++)
        proposals[i](&q);
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
    p->other.count = 0;
    run_begin(&run, p, &one, state, &p->other);
    for (unsigned i = 0; i < e->acts; i++) {
        if (!act_missing(&run.setting, run.state, i == 0 ? e->nth : 0, &said, text))
            return false;
        if (e->acts == 1 && e->card >= 0 && said.count > 0)
            put_unseen(&said, said.count - 1, e->card);
        const bool bare = said.verb == VERB_PLAY && said.seat < 0;
        if (!put_statement(o, &said, &run.setting, bare ? " " : "; "))
            return false;
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
