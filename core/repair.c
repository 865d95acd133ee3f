/*
 * The repair of slips of the pen: which reading of a window holds. See repair.h; what explains a
 * stumble is looked for in repair_search.c, by the edits of repair_edits.c; what
 * the readings tell: repair_tell.c.
 */
#include "repair_tell.h"

#include "act.h"
#include "bits.h"

#include <string.h>

/* ---- stumbles ------------------------------------------------------------------------------ */

static bool same_finding(const struct ruling *a, const struct ruling *b)
{
    return a->kind == b->kind && a->rule == b->rule && a->line == b->line && a->seat == b->seat
           && a->card == b->card;
}

static bool has_finding(const struct rulings *list, const struct ruling *r)
{
    for (unsigned i = 0; i < list->count; i++)
        if (same_finding(&list->row[i], r))
            return true;
    return false;
}

/*
 * What breaks the order of play there: an impossible statement is an act, and what the law itself
 * calls a slip a lack.
 */
static enum order_broken stumbles(const struct setting *setting, const struct ruling *r)
{
    return r->kind == RULING_IMPOSSIBLE ? OF_AN_ACT
           : r->kind == RULING_SLIP     ? OF_A_LACK
                                        : rule_order(setting->book->rules, r);
}

static bool is_settled(const struct repair *p, const struct ruling *r)
{
    for (unsigned i = 0; i < p->settleds; i++)
        if (p->settled[i].plainly == r->kind && p->settled[i].ruling.rule == r->rule
            && p->settled[i].ruling.line == r->line)
            return true;
    return false;
}

/*
 * The first stumble in the order of lines that is not settled, impossible statements before others;
 * NULL: none.
 */
static const struct ruling *next_stumble(const struct repair *p, const struct rulings *list)
{
    const struct ruling *next = NULL;
    for (unsigned i = 0; i < list->count; i++) {
        const struct ruling *r = &list->row[i];
        if (stumbles(p->setting, r) == NO_ORDER || is_settled(p, r))
            continue;
        const bool sure = r->kind == RULING_IMPOSSIBLE,
                   was_sure = next != NULL && next->kind == RULING_IMPOSSIBLE;
        if (next == NULL || (sure && !was_sure) || (sure == was_sure && r->line < next->line))
            next = r;
    }
    return next;
}

enum { ACCUSATIONS = 3 };

/* Three accusations of two seats or more: the first; else NULL. */
static const struct ruling *many_accusations(const struct rulings *list)
{
    const struct ruling *first = NULL;
    unsigned count = 0, seats = 0;
    for (unsigned i = 0; i < list->count; i++) {
        const struct ruling *r = &list->row[i];
        if (r->kind != RULING_IRREGULAR && r->kind != RULING_CONFLICT)
            continue;
        count++;
        seats |= r->seat >= 0 ? 1u << r->seat : 0;
        first = first == NULL || r->line < first->line ? r : first;
    }
    return count >= ACCUSATIONS && bits_count(seats) > 1 ? first : NULL;
}

static bool any_sure_fault(const struct repair *p, const struct rulings *list)
{
    for (unsigned i = 0; i < p->count; i++)
        if (p->said[i].unreadable)
            return true;
    for (unsigned i = 0; i < list->count; i++)
        if (list->row[i].kind == RULING_IMPOSSIBLE)
            return true;
    return false;
}

/* ---- what is told -------------------------------------------------------------------------- */

static struct stumble *settle(struct repair *p, const struct ruling *r)
{
    const unsigned most = sizeof p->settled / sizeof *p->settled;
    struct stumble *s = &p->settled[p->settleds < most ? p->settleds++ : most - 1];
    s->ruling = *r;
    s->plainly = r->kind;
    s->silent = false;
    return s;
}

static void with_candidate(const struct repair_search *s, const struct explanation *c,
    struct edits *out)
{
    *out = *s->base;
    if (c->pair) {
        out->row[out->count] = c->with;
        out->row[out->count++].card = -1;
    }
    out->row[out->count] = c->edit;
    out->row[out->count++].card = -1;
}

/* readings that hold together, of which findings and tellings are compared */
enum { FINDINGS_ALIKE = 8 };

/* What the readings that hold do not all find accuses nobody. */
struct agreement {
    bool in_all[RULINGS_MOST];  /* of the plain reading's findings, */
    bool dropped[RULINGS_MOST]; /* findings of the first reading that another one lacks */
};

static void compare_readings(struct repair_search *s, struct agreement *h)
{
    struct repair *p = s->p;
    struct edits with;
    with_candidate(s, &s->row[0], &with);
    search_read_whole(s, &with, &p->found);
    for (unsigned i = 0; i < p->plain.count; i++)
        h->in_all[i] = has_finding(&p->found, &p->plain.row[i]);
    memset(h->dropped, 0, sizeof h->dropped);
    for (unsigned k = 1; k < s->count && k < FINDINGS_ALIKE && s->row[k].n == s->least; k++) {
        with_candidate(s, &s->row[k], &with);
        if (!search_read_whole(s, &with, &p->other))
            continue;
        for (unsigned i = 0; i < p->plain.count; i++)
            h->in_all[i] &= has_finding(&p->other, &p->plain.row[i]);
        for (unsigned i = 0; i < p->found.count; i++)
            h->dropped[i] |= !has_finding(&p->other, &p->found.row[i]);
    }
}

/* ---- the loop ------------------------------------------------------------------------------ */

static struct finding_key key_of(const struct ruling *r)
{
    return (struct finding_key){r->kind, r->rule, r->seat, r->card, r->line};
}

/* Whoever listens hears of an edit that is taken, as it is read: what is put in is not known. */
static void tell_edit(const struct window_settling *t, struct repair_search *s, struct edit e)
{
    struct offer o;
    e.card = -1;
    if (t->host->edited != NULL && edit_put(t->p, state_before(s, e.at), &e, &o))
        t->host->edited(t->host->user, &o);
}

/* ---- readings that stand as well ----------------------------------------------------------- */

static void add_rival(struct window_settling *t, unsigned from, unsigned end,
    const struct explanation *c)
{
    if (t->rivals == RIVALS_MOST)
        return;
    struct rival *r = &t->rival[t->rivals++];
    *r = (struct rival){.from = (uint8_t)from, .end = (uint8_t)end};
    if (c != NULL && c->pair)
        r->edit[r->count++] = c->with;
    if (c != NULL)
        r->edit[r->count++] = c->edit;
    for (unsigned i = 0; i < r->count; i++)
        r->edit[i].card = -1;
}

/* Is what stumbles another thing than was said in its place just before? */
static bool is_said_again(const struct repair_search *s, const struct explanation *c)
{
    return c->edit.kind == EDIT_RETYPED && !c->pair && s->at >= c->edit.end
           && s->at < unit_end(s->p, c->edit.end);
}

/*
 * All that explain as much as what is held; `from`: its edits are the last ones. Where the plain
 * reading holds, an act is on record that broke the order of play, and that is scored, unless the
 * record says besides that it was something else.
 */
static void add_rivals(struct window_settling *t, const struct repair_search *s, unsigned from)
{
    const bool plainly = from == t->edits.count;
    for (unsigned k = plainly ? 0 : 1;
         k < s->count && k < FINDINGS_ALIKE && s->row[k].n == s->least; k++)
        if (!plainly || is_said_again(s, &s->row[k]))
            add_rival(t, from, t->edits.count, &s->row[k]);
    if (!plainly && s->plain == s->least)
        add_rival(t, from, t->edits.count, NULL);
}

/* Two names of `players` change places, in all that was said and told of this window. */
static void exchange_seats(struct window_settling *t, const struct edit *e)
{
    struct repair *p = t->p;
    for (unsigned i = 0; i < p->count; i++)
        edit_exchange_seats(e, p->said[i].statement);
    for (unsigned i = 0; i < p->settleds; i++)
        ruling_exchange(&p->settled[i].ruling, e->seat, e->other);
    for (unsigned i = 0; i < t->dropped; i++)
        t->drop[i].seat = seat_exchanged(t->drop[i].seat, e->seat, e->other);
    if (t->host->seats != NULL)
        t->host->seats(t->host->user, e->seat, e->other);
}

/* The edit is taken; the third of its kind is the table's way of writing, and told as that. */
static void take(struct window_settling *t, struct repair_search *s, const struct ruling *first)
{
    struct repair *p = t->p;
    const struct explanation *c = &s->row[0];
    struct habit *habit = habit_of(p, state_before(s, c->edit.at), &c->edit);
    struct stumble *told = settle(p, first);
    struct edits with;
    add_offers(s, &told->ruling);
    if (first->kind != RULING_IMPOSSIBLE) {
        told->ruling.kind = RULING_SLIP;
        told->ruling.suspect_count = 0;
        told->ruling.grounds.cards = 0;
        told->ruling.claim.claim = NULL;
    }
    if (habit != NULL)
        habit->count++;
    const bool is_habit = habit != NULL && habit->count >= HABIT;
    t->slips += !is_habit;
    told->silent = is_habit && habit->count > HABIT && first->kind != RULING_IMPOSSIBLE;
    tell_edit(t, s, c->edit);
    if (c->pair)
        tell_edit(t, s, c->with);
    with_candidate(s, c, &with);
    const unsigned before = t->edits.count;
    t->edits = with;
    if (c->edit.kind == EDIT_SEATS) {
        t->edits.count = (uint8_t)before;
        p->unsure.all |= s->count > 1 && s->row[1].n == s->least;
        exchange_seats(t, &c->edit);
    } else {
        add_rivals(t, s, before);
    }
}

static void decide(struct window_settling *t, struct repair_search *s, const struct ruling *stumble,
    bool many)
{
    struct repair *p = t->p;
    const enum order_broken order = many ? OF_AN_ACT : stumbles(p->setting, stumble);
    sort_candidates(s);
    const bool any = s->count > 0;
    const bool holds = !any
                       || (many ? s->plain <= s->least + 1
                                : s->plain < s->least
                                      || (s->plain == s->least && order == OF_AN_ACT));
    if (holds) {
        struct stumble *told = settle(p, stumble);
        if (any)
            add_offers(s, &told->ruling);
        if (any && s->plain == s->least)
            add_rivals(t, s, t->edits.count);
        return;
    }
    static const struct ruling nobody = {.kind = RULING_OPEN};
    const struct ruling *first = &nobody;
    struct agreement h = {{false}, {false}};
    compare_readings(s, &h);
    for (unsigned i = 0; i < p->found.count; i++)
        if (h.dropped[i] && p->found.row[i].kind >= RULING_SLIP && t->dropped < SAID_MOST)
            t->drop[t->dropped++] = key_of(&p->found.row[i]);
    for (unsigned i = 0; i < p->plain.count; i++) {
        const struct ruling *r = &p->plain.row[i];
        if (r->kind >= RULING_SLIP && !h.in_all[i] && !is_settled(p, r)
            && (first == &nobody || r->line < first->line))
            first = r;
    }
    const struct ruling told = stumble->kind == RULING_IMPOSSIBLE || first == &nobody ? *stumble
                                                                                      : *first;
    const struct ruling asked = *stumble;
    take(t, s, &told);
    if (!is_settled(p, &asked)) {
        struct stumble *also = settle(p, &asked);
        also->silent = true;
    }
}

static bool only_words(const struct edits *edits)
{
    for (unsigned i = 0; i < edits->count; i++)
        if (edits->row[i].kind != EDIT_WORD)
            return false;
    return true;
}

static void search_stumble(struct window_settling *t, struct repair_search *s,
    const struct ruling *stumble)
{
    struct repair *p = t->p;
    const unsigned at = entry_of(p, stumble->line);
    unsigned from = at > WINDOW_BACK ? at - WINDOW_BACK : 0, to = at + 3;
    for (int i = 0; i < stumble->because_count; i++) {
        const unsigned proof = entry_of(p, stumble->because[i]);
        from = proof < from ? proof : from;
        to = proof + 2 > to && proof <= at + WINDOW_AHEAD ? proof + 2 : to;
    }
    *s = (struct repair_search){.p = p,
        .base = &t->edits,
        .stumble = stumble,
        .at = at,
        .plain = rulings_wrong(&p->plain, 0),
        .least = UINT32_MAX,
        .sure = any_sure_fault(p, &p->plain),
        .weighs = t->closing};
    s->end = at + WINDOW_AHEAD < p->count && !t->closing ? at + WINDOW_AHEAD : p->count;
    const bool pairs = s->plain >= 3 && s->sure;
    s->limit = s->plain + (pairs ? 1 : 0);
    to = to < p->count ? to : p->count;
    s->most = UINT32_MAX;
    if (t->host->asked != 0)
        search_nearest(s, from, to);
    else
        search_between(s, from, to);
    if (p->first && only_words(&t->edits))
        search_seats(s);
    if (pairs && (s->least == UINT32_MAX || s->least + 2 > s->plain + 1) && s->count > 0)
        search_pairs(s);
}

static void read_plainly(struct window_settling *t)
{
    struct repair_search s = {.p = t->p, .weighs = t->closing};
    s.base = &t->edits;
    search_read_whole(&s, &t->edits, &t->p->plain);
}

/*
 * An unreadable line stands for what was awaited, or for the cards of it that can be read, unless
 * less is wrong without it.
 */
static void try_words(struct window_settling *t)
{
    struct repair *p = t->p;
    for (unsigned at = 0; at < p->count; at++) {
        if (!p->said[at].unreadable)
            continue;
        struct repair_search s = {.p = p,
            .base = &t->edits,
            .at = at,
            .place = at,
            .end = p->count,
            .least = UINT32_MAX,
            .weighs = t->closing,
            .sure = true};
        s.plain = rulings_wrong(&p->plain, 0);
        const struct ruling *later = next_stumble(p, &p->plain);
        if (later == NULL || t->edits.count + 2 > EDITS_MOST)
            return;
        struct explanation best = {.n = s.plain + 1};
        char text[PUT_MOST];
        struct statement said;
        struct setting then = *p->setting;
        const void *state = then.state = state_before(&s, at);
        const bool wordless = p->said[at].wordless;
        const unsigned acts_least = wordless ? 1 : 0,
                       most = wordless ? acts_most(p->setting) : p->said[at].statement->seat < 0;
        for (unsigned nth = 0; nth == 0 || act_missing(&then, state, nth, &said, text); nth++)
            for (unsigned acts = nth == 0 ? acts_least : 1; acts <= most; acts++) {
                struct edits with = t->edits;
                const struct edit e = {.kind = EDIT_WORD,
                    .at = (uint16_t)at,
                    .end = (uint16_t)(at + 1),
                    .argument = -1,
                    .card = -1,
                    .nth = (uint8_t)nth,
                    .acts = (uint8_t)acts};
                with.row[with.count++] = e;
                if (search_read_whole(&s, &with, &p->found)
                    && rulings_wrong(&p->found, 0) < best.n) {
                    best.n = rulings_wrong(&p->found, 0);
                    best.edit = e;
                    best.pair = true;
                }
                state = then.state = state_before(&s, at);
            }
        if (best.pair) {
            tell_edit(t, &s, best.edit);
            t->edits.row[t->edits.count++] = best.edit;
            read_plainly(t);
        }
    }
}

static void settle_stumbles(struct window_settling *t)
{
    struct repair *p = t->p;
    for (unsigned turn = 0; turn < SAID_MOST; turn++) {
        const struct ruling *next = next_stumble(p, &p->plain);
        const bool many = next == NULL && t->edits.count == 0 && p->settleds == 0 && !t->told;
        next = many ? many_accusations(&p->plain) : next;
        if (next == NULL)
            return;
        const struct ruling stumble = *next;
        if (t->slips >= SLIPS_MOST || t->edits.count + 3 > EDITS_MOST) {
            t->lost = true;
            t->lost_line = stumble.line;
            return;
        }
        struct repair_search search;
        search_stumble(t, &search, &stumble);
        decide(t, &search, &stumble, many);
        read_plainly(t);
        if (t->host->asked != 0)
            return;
    }
}

/* ---- the end ------------------------------------------------------------------------------- */

/* What stumbled before the line that is asked about was told when it was said. */
static void settle_told(struct window_settling *t)
{
    struct repair *p = t->p;
    struct window_reading run;
    unsigned before = 0;
    while (before < p->count && p->said[before].statement->line < t->host->asked)
        before++;
    p->other.count = 0;
    run_begin(&run, p, &t->edits, p->base, &p->other);
    run_read(&run, 0, before);
    if (t->closing)
        run_weigh(&run);
    for (unsigned i = 0; i < p->other.count; i++)
        if (stumbles(p->setting, &p->other.row[i]) != NO_ORDER)
            settle(p, &p->other.row[i])->silent = true;
    t->told = many_accusations(&p->other) != NULL;
}

/* Does the window hold nothing of the line that is asked about? */
static bool is_before(const struct repair *p, uint32_t asked)
{
    return asked != 0 && (p->count == 0 || p->said[p->count - 1].statement->line < asked);
}

/*
 * What whoever keeps the record has found besides, as a line after the game's end, is told as it
 * is.
 */
static void keep_others(struct repair *p, const struct rulings *findings)
{
    for (unsigned i = 0; i < findings->count; i++) {
        const struct ruling *r = &findings->row[i];
        if (r->kind == RULING_IMPOSSIBLE && !has_finding(&p->plain, r))
            settle(p, r);
    }
}

void repair_settle(struct repair *p, void *state, struct rulings *findings, bool closing,
    const struct repair_host *host)
{
    const bool clean = next_stumble(p, findings) == NULL && many_accusations(findings) == NULL;
    struct window_settling t = {.p = p, .closing = closing, .host = host};
    if (clean && host->teller != NULL)
        repair_read_on(&t, state, false);
    if (clean || is_before(p, host->asked))
        return;
    read_plainly(&t);
    keep_others(p, findings);
    if (host->asked != 0)
        settle_told(&t);
    try_words(&t);
    settle_stumbles(&t);
    repair_compare(&t);
    repair_read_on(&t, state, t.rivals > 0 || p->unsure.all);
    repair_tell(&t, &p->found, findings);
}
