/*
 * Finds the edits that explain a stumble, puts the likeliest first, and offers some; see repair.h.
 */
#include "repair_search.h"

#include "bits.h"

#include <string.h>

enum {
    PAIRED_MOST = 10, /* single edits that are tried with a second one */
    NEAR_BACK = 8,    /* the second edit is at most this many statements before the first, */
    NEAR_AHEAD = 4,   /* or this many after it */
    TRIED_MOST = 3,   /* if no more cards than this are left over, each of them is tried */
    LIKE_MOST = 8,    /* cards like the one written that are tried */
    ALIKE_MOST = 3    /* offers of one kind of edit, until every kind has been offered */
};

/* ---- the window ---------------------------------------------------------------------------- */

/*
 * Does this list still have the stumble? Kind, rule and line have to be the same; the seat may be
 * another one, because an edit may have changed whose act it is.
 */
static bool has_stumble(const struct rulings *list, const struct ruling *r)
{
    for (unsigned i = 0; i < list->count; i++)
        if (list->row[i].kind == r->kind && list->row[i].rule == r->rule
            && list->row[i].line == r->line)
            return true;
    return false;
}

unsigned entry_of(const struct repair *p, uint32_t line)
{
    unsigned i = 0;
    while (i + 1 < p->count && p->said[i].statement->line < line)
        i++;
    return i;
}

struct habit *habit_of(struct repair *p, const void *state, const struct edit *e)
{
    const uint8_t verb = edit_verb(p, state, e);
    for (unsigned i = 0; i < p->habits; i++)
        if (p->habit[i].kind == e->kind && p->habit[i].verb == verb)
            return &p->habit[i];
    if (p->habits == HABITS_MOST)
        return NULL;
    p->habit[p->habits] = (struct habit){e->kind, verb, 0};
    return &p->habit[p->habits++];
}

static unsigned cost_of(struct repair *p, const void *state, const struct edit *e)
{
    if (e->kind == EDIT_WORD)
        return 0;
    if (p->habits == 0)
        return 1;
    const struct habit *habit = habit_of(p, state, e);
    return habit == NULL || habit->count < HABIT - 1;
}

/* Does this edit put in a single card? */
static bool puts_one_card(const struct repair_search *s, const struct edit *e)
{
    const struct verb *play = &s->p->setting->book->verbs[VERB_PLAY];
    return (e->kind == EDIT_CARD && e->argument >= 0)
           || (e->kind == EDIT_MISSING
               && (e->argument >= 0
                   || (play->takes != 0 && e->acts < s->p->setting->seats->count
                       && verb_has_cards(s->p->setting->book, edit_verb(s->p, s->walk.state, e)))));
}

static bool is_determined(const struct edit *e, unsigned left)
{
    return e->acts <= 1 && left > 0 && left <= TRIED_MOST;
}

/*
 * The cards that an edited card may have been: nobody has had them by the end of the reading, and
 * no later act of the same kind names them.
 */
static struct cardset cards_left(const struct repair_search *s, const struct window_reading *run,
    uint8_t verb)
{
    struct cardset left = run_left_over(run);
    for (unsigned i = s->end; i < s->p->count; i++) {
        const struct statement *said = s->p->said[i].statement;
        for (int k = 0; k < said->count && said->verb == verb; k++)
            if (said->argument[k].kind == ARGUMENT_CARD)
                cards_drop(&left, said->argument[k].card);
    }
    return left;
}

static unsigned set_size(struct cardset set)
{
    return (unsigned)(bits_count(set.bits[0]) + bits_count(set.bits[1]));
}

/*
 * Reads the window with these edits, starting from the state of `s->walk`. False: more is wrong
 * than `s->limit`, or it is not possible.
 */
static bool read_with(struct repair_search *s, struct window_reading *run,
    const struct edits *edits, unsigned cost)
{
    s->p->found.count = 0;
    if (cost > s->limit)
        return false;
    run_begin(run, s->p, edits, s->walk.state, &s->p->found);
    run->fresh = s->walk.fresh;
    run->wrong = s->walk.wrong;
    run->limit = s->limit - cost;
    return run_read(run, s->place, s->end);
}

static bool weigh_with(struct repair_search *s, struct window_reading *run)
{
    return (!s->weighs || run_weigh(run)) && !has_stumble(&s->p->found, s->stumble);
}

/* Does `c` suppose more missing acts than `other`, in the same place, with no less wrong? */
static bool is_needless(const struct explanation *other, const struct explanation *c)
{
    const struct edit *a = &other->edit, *b = &c->edit;
    return a->kind == EDIT_MISSING && b->kind == EDIT_MISSING && a->argument < 0 && b->argument < 0
           && other->pair == c->pair && a->at == b->at && a->nth == b->nth && a->acts < b->acts
           && other->n <= c->n;
}

static void keep(struct repair_search *s, const struct edit *e, unsigned n, unsigned listed,
    bool determined)
{
    struct explanation c = {.edit = *e,
        .n = n,
        .listed = listed,
        .determined = determined,
        .far = e->at > s->at ? e->at - s->at : s->at - e->at};
    if (s->with != NULL) {
        c.pair = true;
        c.with = *s->with;
    }
    for (unsigned i = 0; i < s->count; i++)
        if (is_needless(&s->row[i], &c))
            return;
    s->least = n < s->least ? n : s->least;
    if (s->count < CANDIDATES_MOST) {
        s->row[s->count++] = c;
        return;
    }
    unsigned worst = 0;
    for (unsigned i = 1; i < s->count; i++)
        worst = s->row[i].listed >= s->row[worst].listed ? i : worst;
    if (listed < s->row[worst].listed)
        s->row[worst] = c;
}

/* ---- which card it may have been ----------------------------------------------------------- */

/*
 * How unlike two cards are in writing. The nearest are neighbouring ranks of a suit, then the same
 * rank in another suit, then ranks of a suit that differ by a digit, like 12 and 2.
 */
static unsigned unlike(const struct setting *setting, int a, int b)
{
    char text[2][NAME_MOST];
    const struct span card[2] = {{text[0], card_spell(setting, a, false, text[0])},
        {text[1], card_spell(setting, b, false, text[1])}};
    int32_t rank[2] = {0, 0};
    size_t suit[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        while (suit[i] < card[i].length && (card[i].at[suit[i]] < '0' || card[i].at[suit[i]] > '9'))
            suit[i]++;
        for (size_t k = suit[i]; k < card[i].length && card[i].at[k] >= '0' && card[i].at[k] <= '9';
             k++)
            rank[i] = rank[i] * 10 + (card[i].at[k] - '0');
    }
    const bool same_suit = suit[0] == suit[1] && memcmp(text[0], text[1], suit[0]) == 0;
    const int apart = rank[0] > rank[1] ? rank[0] - rank[1] : rank[1] - rank[0];
    return same_suit && apart == 1                    ? 0
           : rank[0] == rank[1]                       ? 1
           : same_suit && (apart == 10 || apart == 9) ? 2
           : same_suit                                ? 2 + (unsigned)apart
                                                      : 100 + (unsigned)apart;
}

static int likeliest(const struct setting *setting, struct cardset left, int written)
{
    int best = -1;
    unsigned least = 100;
    for (int card = 0; card < 128; card++) {
        if (!cards_hold(&left, card) || written < 0 || card == written)
            continue;
        const unsigned far = unlike(setting, card, written);
        best = far < least ? card : best;
        least = far < least ? far : least;
    }
    return best;
}

static int written_card(const struct repair_search *s, const struct edit *e)
{
    const struct statement *said = s->p->said[e->at].statement;
    const bool one = e->kind == EDIT_CARD && e->argument >= 0
                     && said->argument[e->argument].kind == ARGUMENT_CARD;
    return one ? said->argument[e->argument].card : -1;
}

static unsigned try_each(struct repair_search *s, struct edits *with, struct edit *e,
    struct cardset left, unsigned cost)
{
    unsigned least = UINT32_MAX;
    struct window_reading run;
    int best = -1;
    for (int card = 0; card < 128; card++) {
        if (!cards_hold(&left, card))
            continue;
        with->row[with->count - 1].card = (int16_t)card;
        if (read_with(s, &run, with, cost) && weigh_with(s, &run) && run.wrong < least) {
            least = run.wrong;
            best = card;
        }
    }
    e->card = (int16_t)best;
    with->row[with->count - 1].card = (int16_t)best;
    return least;
}

static void try_edit(struct repair_search *s, const struct edit *edit)
{
    struct edits with = *s->base;
    struct edit e = *edit;
    struct window_reading run;
    unsigned cost = cost_of(s->p, s->walk.state, &e);
    if (with.count + 2 > EDITS_MOST)
        return;
    if (s->with != NULL) {
        with.row[with.count++] = *s->with;
        cost += 1;
    }
    with.row[with.count++] = e;
    if (!read_with(s, &run, &with, cost))
        return;
    struct cardset left = cards_left(s, &run, edit_verb(s->p, s->walk.state, &e));
    const int written = written_card(s, &e);
    const bool known = s->p->setting->book->repair->left_over != NULL && puts_one_card(s, &e);
    if (known && written >= 0)
        cards_drop(&left, written);
    if (known && set_size(left) < run.put_in)
        return;
    const bool determined = known && is_determined(&e, set_size(left));
    unsigned wrong = UINT32_MAX;
    if (determined)
        wrong = try_each(s, &with, &e, left, cost);
    else if (weigh_with(s, &run))
        wrong = run.wrong;
    if (wrong == UINT32_MAX)
        return;
    if (known && !determined)
        e.card = (int16_t)likeliest(&run.setting, left, written);
    const unsigned doubtful = puts_one_card(s, &e) && !determined && !s->sure ? 1 : 0;
    keep(s, &e, cost + wrong + doubtful, cost + wrong, determined);
}

/* Is this statement part of an edit that was taken already? */
static bool is_taken(const struct edits *edits, unsigned at)
{
    for (unsigned i = 0; i < edits->count; i++)
        if (edits->row[i].kind != EDIT_SEATS && at >= edits->row[i].at && at < edits->row[i].end)
            return true;
    return false;
}

/* Walks over the window once, and tries edits at the statements `from` to `to` - 1. */
void search_between(struct repair_search *s, unsigned from, unsigned to)
{
    struct edits base = *s->base;
    if (s->with != NULL)
        base.row[base.count++] = *s->with;
    s->p->other.count = 0;
    run_begin(&s->walk, s->p, &base, s->p->base, &s->p->other);
    rulebook_copy(s->p->setting->book, s->p->walk, s->p->base);
    s->walk.state = s->p->walk;
    s->walk.setting.state = s->p->walk;
    s->walk.before = s->p->aside;
    for (unsigned i = 0, done = 0; i < to && s->p->work < s->most; i++) {
        if (is_taken(&base, i))
            continue;
        if (i >= from) {
            run_read(&s->walk, done, i);
            done = i;
            s->walk.follows = false;
            s->place = i;
            /* it stumbles before this place, so no edit from here on explains it */
            if (has_stumble(&s->p->other, s->stumble))
                return;
            edits_propose(s->p, s->walk.state, i, try_edit, s);
        }
    }
}

void search_nearest(struct repair_search *s, unsigned from, unsigned to)
{
    static const unsigned back[] = {1, NEAR_BACK, WINDOW_BACK};
    unsigned end = to;
    s->most = s->p->work + WAITED_MOST;
    for (unsigned i = 0; i < sizeof back / sizeof *back && end > from; i++) {
        const unsigned near = s->at > from + back[i] ? s->at - back[i] : from,
                       begin = i + 1 < sizeof back / sizeof *back ? near : from;
        search_between(s, begin, end);
        end = begin;
    }
}

/*
 * Exchanges two names of `players`. The first name always stays, because turning the whole table
 * changes nothing.
 */
void search_seats(struct repair_search *s)
{
    const int seats = s->p->setting->seats->count;
    struct window_reading run;
    for (int a = 1; a < seats; a++)
        for (int b = a + 1; b < seats; b++) {
            struct edits with = *s->base;
            const struct edit e = {.kind = EDIT_SEATS,
                .end = s->p->count,
                .argument = -1,
                .card = -1,
                .seat = (int8_t)a,
                .other = (int8_t)b};
            with.row[with.count++] = e;
            s->p->found.count = 0;
            run_begin(&run, s->p, &with, s->p->base, &s->p->found);
            run.limit = s->plain;
            if (run_read(&run, 0, s->end) && weigh_with(s, &run))
                keep(s, &e, 1 + run.wrong, 1 + run.wrong, true);
        }
}

/*
 * Tries each of the PAIRED_MOST best single edits with a second one. If that explains more, only
 * pairs stay.
 */
void search_pairs(struct repair_search *s)
{
    struct edit first[PAIRED_MOST];
    unsigned count = 0;
    bool used[CANDIDATES_MOST] = {false};
    for (; count < PAIRED_MOST && count < s->count; count++) {
        unsigned best = CANDIDATES_MOST;
        for (unsigned i = 0; i < s->count; i++)
            if (!used[i] && (best == CANDIDATES_MOST || s->row[i].listed < s->row[best].listed))
                best = i;
        used[best] = true;
        first[count] = s->row[best].edit;
        first[count].card = -1;
    }
    const unsigned single = s->least;
    s->limit = (single < s->plain ? single : s->plain) - 1;
    for (unsigned i = 0; i < count; i++) {
        const unsigned from = first[i].at > NEAR_BACK ? first[i].at - (unsigned)NEAR_BACK : 0;
        const unsigned to = first[i].end + (unsigned)NEAR_AHEAD < s->p->count
                                ? first[i].end + (unsigned)NEAR_AHEAD
                                : s->p->count;
        s->with = &first[i];
        search_between(s, from, to);
    }
    s->with = NULL;
    if (s->least == single)
        return;
    unsigned kept = 0;
    for (unsigned i = 0; i < s->count; i++)
        if (s->row[i].pair)
            s->row[kept++] = s->row[i];
    s->count = kept;
}

/*
 * How likely an explanation is; the lowest grade is the likeliest. The first three are a whole line
 * that stands there twice, a line that was typed again, and, where a statement is impossible,
 * another card for the one written. Edits far from the stumble come last.
 */
static unsigned grade(const struct repair_search *s, const struct explanation *c)
{
    const struct edit *e = &c->edit;
    const bool impossible = s->stumble->kind == RULING_IMPOSSIBLE;
    const unsigned first = e->kind == EDIT_TWICE && unit_begin(s->p, e->at) == e->at
                                   && unit_end(s->p, e->at) == e->end
                               ? 0
                           : e->kind == EDIT_RETYPED ? 1
                           : e->kind == EDIT_CARD && impossible && e->card >= 0
                               ? 2
                               : 3 + (unsigned)e->kind;
    const unsigned part = e->argument >= 0;
    return (c->far > NEAR_BACK ? 1u << 16 : 0) + first * 4096
           + (e->kind == EDIT_MISSING ? c->far * 2 + part : part * 1024 + c->far);
}

void sort_candidates(struct repair_search *s)
{
    for (unsigned i = 1; i < s->count; i++) {
        const struct explanation c = s->row[i];
        unsigned at = i;
        for (; at > 0
               && (s->row[at - 1].n > c.n
                   || (s->row[at - 1].n == c.n && grade(s, &s->row[at - 1]) > grade(s, &c)));
             at--)
            s->row[at] = s->row[at - 1];
        s->row[at] = c;
    }
}

/* ---- what is told -------------------------------------------------------------------------- */

/* Reads the window plainly, but for edits taken already, up to statement `at`. */
const void *state_before(struct repair_search *s, unsigned at)
{
    struct window_reading run;
    s->p->other.count = 0;
    run_begin(&run, s->p, s->base, s->p->base, &s->p->other);
    rulebook_copy(s->p->setting->book, s->p->walk, s->p->base);
    run.state = s->p->walk;
    run.setting.state = s->p->walk;
    run_read(&run, 0, at);
    return s->p->walk;
}

static unsigned distance(const struct repair_search *s, const struct edit *e)
{
    return e->at > s->at ? e->at - s->at : s->at - e->at;
}

/*
 * How much is wrong when the window is read with this edit too; UINT32_MAX: that is not possible.
 */
static unsigned wrong_with(struct repair_search *s, const struct edit *e,
    struct window_reading *run)
{
    struct edits with = *s->base;
    with.row[with.count++] = *e;
    s->p->found.count = 0;
    run_begin(run, s->p, &with, s->p->base, &s->p->found);
    run_read(run, 0, e->at);
    run->turned = false; /* from here on, only leaving the round of the edit counts */
    return run_read(run, e->at, s->end) && weigh_with(s, run) ? run->wrong : UINT32_MAX;
}

/*
 * Names the card of an edit: the one most like the card written with which no more is wrong than
 * with an unseen card. If there is none among the LIKE_MOST nearest, the card stays unseen.
 */
static void name_card(struct repair_search *s, struct edit *e)
{
    struct window_reading run;
    const int written = written_card(s, e);
    e->card = -1;
    const unsigned wrong = written < 0 ? UINT32_MAX : wrong_with(s, e, &run);
    if (wrong == UINT32_MAX || s->p->setting->book->repair->left_over == NULL)
        return;
    struct cardset left = cards_left(s, &run, edit_verb(s->p, s->p->base, e));
    for (unsigned tries = 0; tries < LIKE_MOST; tries++) {
        e->card = (int16_t)likeliest(s->p->setting, left, written);
        if (e->card < 0 || wrong_with(s, e, &run) <= wrong)
            return;
        cards_drop(&left, e->card);
    }
    e->card = -1;
}

/*
 * Is `c` a missing act of the vague verb, where another explanation that is no worse names a more
 * exact act in the same place?
 */
static bool says_less(struct repair_search *s, const struct explanation *c)
{
    const uint8_t vague = s->p->setting->book->repair->vague;
    const struct edit *e = &c->edit;
    bool more = false;
    if (vague == VERB_PLAY || e->kind != EDIT_MISSING
        || edit_verb(s->p, state_before(s, e->at), e) != vague)
        return false;
    for (unsigned i = 0; i < s->count; i++) {
        const struct edit *other = &s->row[i].edit;
        more |= other->kind == e->kind && other->at == e->at && other->acts == e->acts
                && other->nth > e->nth && s->row[i].listed <= c->listed;
    }
    return more;
}

/* Is the same offered already, or one in the same place that supposes less to be missing? */
static bool is_offered(const struct ruling *r, const struct offer *o)
{
    for (unsigned i = 0; i < r->offers; i++) {
        const struct offer *other = &r->perhaps[i];
        const size_t length = strlen(o->put), shorter = strlen(other->put);
        const bool missing = o->edit == EDIT_MISSING && other->edit == EDIT_MISSING,
                   padded = missing && shorter < length;
        if (other->line == o->line
            && strcmp(other->put, o->put + (padded ? length - shorter : 0)) == 0)
            return true;
    }
    return false;
}

/* Offers an explanation; of a pair only the edit that is nearer to the stumble. */
static void add_offer(struct repair_search *s, const struct explanation *c, struct ruling *r)
{
    struct edit e = c->pair && distance(s, &c->with) < distance(s, &c->edit) ? c->with : c->edit;
    struct offer *o = &r->perhaps[r->offers];
    if (e.kind == EDIT_CARD && !c->pair && !c->determined)
        name_card(s, &e);
    if (edit_put(s->p, state_before(s, e.at), &e, o) && !is_offered(r, o))
        r->offers++;
}

/*
 * Offers the likeliest explanations first, in two turns: the first offers at most ALIKE_MOST of
 * each kind of edit, so that every kind that explains as much is offered; the second adds the rest.
 */
void add_offers(struct repair_search *s, struct ruling *r)
{
    unsigned of_kind[EDIT_KINDS] = {0};
    bool passed[CANDIDATES_MOST] = {false};
    r->offers = 0;
    for (int turn = 0; turn < 2; turn++)
        for (unsigned i = 0; i < s->count && r->offers < PERHAPS_MOST; i++) {
            const struct explanation *c = &s->row[i];
            const unsigned before = r->offers;
            if (passed[i] || c->listed > s->least || c->listed > s->plain || says_less(s, c))
                continue;
            if (turn == 0 && of_kind[c->edit.kind] == ALIKE_MOST)
                continue;
            passed[i] = true;
            add_offer(s, c, r);
            of_kind[c->edit.kind] += r->offers - before;
        }
}

bool search_read_whole(struct repair_search *s, const struct edits *edits, struct rulings *into)
{
    struct window_reading run;
    into->count = 0;
    run_begin(&run, s->p, edits, s->p->base, into);
    const bool possible = run_read(&run, 0, s->p->count);
    if (s->weighs)
        run_weigh(&run);
    return possible;
}
