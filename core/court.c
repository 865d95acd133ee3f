/* Weighing claims, and reporting what came of it; see court.h. */
#include "court.h"

#include <assert.h>

static inline uint64_t row_bit(unsigned row) { return (uint64_t)1 << row; }

void court_begin(struct court *court, const struct oracle *oracle, const void *facts,
    const void *game)
{
    court->oracle = oracle;
    court->facts = facts;
    court->game = game;
    court->count = 0;
}

const struct claim *court_add(struct court *court, struct claim claim)
{
    assert(court->count < CLAIMS_MOST);
    struct claim *c = &court->row[court->count];
    *c = claim;
    c->weight = c->refuted != 0 ? REFUTED : court->oracle->weigh(court->facts, court->count);
    court->count++;
    return c;
}

void claims_watch(struct claim *row, unsigned count, const struct oracle *oracle, const void *facts,
    uint32_t line)
{
    for (unsigned i = 0; i < count; i++)
        if (row[i].refuted == 0 && oracle->weigh(facts, i) == REFUTED)
            row[i].refuted = line;
}

/* ---- conflicts --------------------------------------------------------------------------- */

struct conflict_search {
    const struct court *court;
    /* rows of the unproven claims, ascending; of claims that say the same only the first */
    unsigned distinct[CLAIMS_MOST];
    unsigned different;
    unsigned size;               /* how many claims the sets being tried have */
    unsigned set[SUSPECTS_MOST]; /* the rows of the set being chosen, ascending */
    bool found;
    unsigned best[SUSPECTS_MOST]; /* the best set so far */
};

static uint32_t line_of(const struct conflict_search *s, unsigned row)
{
    return s->court->row[row].line;
}

static uint64_t rows_of(const unsigned *row, unsigned count)
{
    uint64_t rows = 0;
    for (unsigned i = 0; i < count; i++)
        rows |= row_bit(row[i]);
    return rows;
}

static bool may_hold(const struct court *court, uint64_t claims)
{
    return court->oracle->may_hold(court->facts, claims);
}

/*
 * Compares the lines of the first `count` members of the set being chosen with those of the best
 * set: negative where they come earlier, 0 where they are the same.
 */
static int compare_lines(const struct conflict_search *s, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        uint32_t line = line_of(s, s->set[i]), best = line_of(s, s->best[i]);
        if (line != best)
            return line < best ? -1 : 1;
    }
    return 0;
}

/*
 * Chooses members `at` to size-2 among the distinct claims `from` to `last` - 1; the last member is
 * fixed already. Of the sets whose claims cannot all be right, keeps the one whose lines come
 * first.
 */
static void choose(struct conflict_search *s, unsigned at, unsigned from, unsigned last)
{
    if (at + 1 == s->size) {
        if ((s->found && compare_lines(s, s->size) >= 0)
            || may_hold(s->court, rows_of(s->set, s->size)))
            return;
        s->found = true;
        for (unsigned i = 0; i < s->size; i++)
            s->best[i] = s->set[i];
        return;
    }
    for (unsigned i = from; i + (s->size - 1 - at) <= last; i++) {
        s->set[at] = s->distinct[i];
        if (s->found && compare_lines(s, at + 1) > 0)
            return;
        choose(s, at + 1, i + 1, last);
    }
}

/*
 * Tries all sets of `size`. Last members are tried from the earliest line on, because the set whose
 * last line comes first is wanted.
 */
static void choose_last(struct conflict_search *s)
{
    for (unsigned last = s->size - 1; last < s->different; last++) {
        unsigned row = s->distinct[last];
        if (s->found && line_of(s, row) > line_of(s, s->best[s->size - 1]))
            return;
        s->set[s->size - 1] = row;
        choose(s, 0, 0, last);
    }
}

static void add_distinct(struct conflict_search *s, unsigned row)
{
    const struct court *court = s->court;
    if (court->row[row].weight != UNPROVEN)
        return;
    for (unsigned i = 0; i < s->different && court->oracle->same != NULL; i++)
        if (court->oracle->same(court->facts, s->distinct[i], row))
            return;
    s->distinct[s->different++] = row;
}

uint64_t court_conflict(const struct court *court)
{
    struct conflict_search s = {.court = court};
    for (unsigned i = 0; i < court->count; i++)
        add_distinct(&s, i);
    if (s.different == 0 || may_hold(court, rows_of(s.distinct, s.different)))
        return 0;
    for (s.size = 1; s.size <= s.different && s.size <= SUSPECTS_MOST; s.size++) {
        choose_last(&s);
        if (s.found)
            return rows_of(s.best, s.size);
    }
    return 0;
}

/* ---- rulings ----------------------------------------------------------------------------- */

static const struct proof no_proof = {.card = -1,
    .holder = -1,
    .grounds = {.holder = -1, .whose = -1}};

void claim_tell_evidence(const struct claim *c, struct grounds *out)
{
    const struct evidence *e = &c->evidence;
    for (int i = 0; i < e->cards; i++)
        out->card[out->cards++] = e->card[i];
    if (e->came > 0) {
        out->place[0].seat = e->seat;
        out->place[0].room = e->came;
        out->places = 1;
    }
    grounds_line(out, c->refuted);
    out->holder = e->seat;
    out->shown =
        e->came > 0 ? N_(
            "But {cards} were in {holder}'s hand, and fewer cards than these had come to it since.")
                    : N_("But {cards} was in {holder}'s hand.");
}

static struct proof proof_of(const struct court *court, unsigned row, const struct rulings *out)
{
    const struct claim *c = &court->row[row];
    struct proof proof = no_proof;
    proof.line = c->refuted;
    proof.grounds.uncalled = out->counted;
    if (court->oracle->prove != NULL)
        court->oracle->prove(court->facts, c, row, &proof);
    return proof;
}

/*
 * The claim as part of an argument: who made it, by which play, and what it says. The trick and the
 * suit led are the number and the word among the values of the claim's text.
 */
static struct suspect suspect_of(const struct court *court, const struct claim *c)
{
    struct suspect s = {.seat = c->seat,
        .card = c->card,
        .line = c->line,
        .claim = c->charge->text[CLAIMED]};
    struct message m;
    message_set(&m, s.claim);
    if (c->charge->values != NULL)
        c->charge->values(court->game, c, &no_proof, &m);
    for (int i = 0; i < m.count; i++) {
        if (m.value[i].kind == VALUE_NUMBER)
            s.trick = (uint8_t)m.value[i].number;
        if (m.value[i].kind == VALUE_WORD)
            s.led = m.value[i].text;
    }
    return s;
}

static struct ruling *report_claim(const struct court *court, const struct claim *c,
    enum ruling_kind kind, enum verdict_text which, const struct proof *proof, struct rulings *out)
{
    struct ruling *r = rulings_add(out, kind, c->charge->rule, c->seat, c->card, c->line,
        c->charge->text[which]);
    if (c->charge->values != NULL)
        c->charge->values(court->game, c, proof, &r->message);
    return r;
}

/* Names the cards of which the hand must have held at least one, if they are few enough. */
static void name_cards(const struct claim *c, struct ruling *r)
{
    enum { FEW = 6 };
    const struct grounds *g = &r->grounds;
    const char *text = c->charge->text[g->cards == 1 ? BY_ONE : BY_FEW];
    struct cardset held = {{0, 0}};
    if (g->cards == 0 || g->cards > FEW || text == NULL)
        return;
    for (int i = 0; i < g->cards; i++)
        cards_add(&held, g->card[i]);
    r->message.id = text;
    message_cards(&r->message, "cards", held);
}

static void report_refuted(const struct court *court, unsigned row, struct rulings *out)
{
    const struct claim *c = &court->row[row];
    struct proof proof = proof_of(court, row, out);
    struct ruling *r = report_claim(court, c, RULING_IRREGULAR,
        proof.card >= 0 ? BY_A_CARD : BY_COUNTING, &proof, out);
    for (uint64_t left = c->upon; left != 0; left &= left - 1) {
        uint32_t made = proof_of(court, (unsigned)__builtin_ctzll(left), out).line;
        if (made > c->line && made > proof.line)
            proof.line = made;
    }
    r->grounds = proof.grounds;
    if (proof.card < 0)
        name_cards(c, r);
    r->claim = suspect_of(court, c);
    if (proof.line != c->line && proof.line != 0)
        ruling_because(r, proof.line);
}

static void report_conflict(const struct court *court, uint64_t claims, struct rulings *out)
{
    const struct claim *last = &court->row[63 - __builtin_clzll(claims)];
    struct ruling *r = rulings_add(out, RULING_CONFLICT, last->charge->rule, last->seat, last->card,
        last->line, court->oracle->conflict);
    for (uint64_t left = claims; left != 0; left &= left - 1)
        r->suspect[r->suspect_count++] = suspect_of(court, &court->row[__builtin_ctzll(left)]);
    if (court->oracle->prove_conflict != NULL)
        court->oracle->prove_conflict(court->facts, claims, &r->grounds);
}

void court_report(const struct court *court, struct rulings *out)
{
    uint64_t conflict = court_conflict(court);
    if (conflict != 0)
        report_conflict(court, conflict, out);
    for (unsigned i = 0; i < court->count; i++) {
        const struct claim *c = &court->row[i];
        if (c->weight == REFUTED)
            report_refuted(court, i, out);
        else if (c->weight == UNPROVEN && !(conflict & row_bit(i)))
            report_claim(court, c, RULING_UNPROVEN, NOT_PROVED, &no_proof, out);
    }
}
