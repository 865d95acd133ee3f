/* What may be edited at a statement: slips of the pen, nearest first; see repair_edits.h. */
#include "repair_edits.h"

#include <string.h>

/* ---- what is written alike ----------------------------------------------------------------- */

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

/* ---- proposals ----------------------------------------------------------------------------- */

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
        values += argument_is_value(&s->argument[i]);
        if (argument_is_value(&s->argument[i]))
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
