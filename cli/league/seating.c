/* Who sits with whom; see seating.h. */
#include "cli/league/seating.h"

#include <math.h>
#include <string.h>

/* ---- chance ------------------------------------------------------------------------------- */

static uint64_t next_chance(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static unsigned below(uint64_t *state, unsigned most)
{
    return (unsigned)((next_chance(state) >> 32) * most >> 32);
}

/* ---- how many tables ------------------------------------------------------------------------ */

unsigned seating_tables(unsigned people, unsigned least, unsigned most, unsigned *seated)
{
    for (*seated = people; *seated >= least; --*seated) {
        const unsigned tables = (*seated + most - 1) / most;
        if (tables <= SEATING_TABLES && tables * least <= *seated)
            return tables;
    }
    *seated = 0;
    return 0;
}

/* ---- what a seating costs -------------------------------------------------------------------- */

/* Of two who have met: how many such pairs there are counts first, then how often they have. */
enum { MET_BEFORE = 1000 };
static int weight(unsigned met) { return met == 0 ? 0 : (int)(MET_BEFORE + 2 * met * met); }

static int cost_at(const struct seating_question *q, const struct seating *s, unsigned table,
    unsigned without, unsigned person)
{
    int cost = 0;
    for (unsigned i = 0; i < s->size[table]; i++)
        if (s->seat[table][i] != without)
            cost += weight(q->met[person][s->seat[table][i]]);
    return cost;
}

static int cost_of(const struct seating_question *q, const struct seating *s)
{
    int cost = 0;
    for (unsigned t = 0; t < s->tables; t++)
        for (unsigned i = 0; i < s->size[t]; i++)
            cost += cost_at(q, s, t, s->seat[t][i], s->seat[t][i]);
    return cost / 2;
}

static unsigned count_repeated(const struct seating_question *q, const struct seating *s)
{
    unsigned repeated = 0;
    for (unsigned t = 0; t < s->tables; t++)
        for (unsigned i = 0; i < s->size[t]; i++)
            for (unsigned j = 0; j < i; j++)
                repeated += q->met[s->seat[t][i]][s->seat[t][j]] != 0;
    return repeated;
}

/* ---- what no seating avoids ------------------------------------------------------------------ */

/* Pairs that stay together when so many people are spread over the tables, as evenly as it goes. */
static unsigned together(unsigned people, unsigned tables)
{
    const unsigned each = people / tables, more = people % tables;
    return more * (each + 1) * each / 2 + (tables - more) * each * (each - 1) / 2;
}

/* Those of a table that did not play have not met there, though some of them may have elsewhere. */
static bool have_met(const struct seating_question *q, const struct seating *s, unsigned table)
{
    bool all = true;
    for (unsigned i = 0; i < s->size[table]; i++)
        for (unsigned k = 0; k < i; k++)
            all &= q->met[s->seat[table][i]][s->seat[table][k]] > 0;
    return all;
}

/* Each earlier table's people are spread over the tables of this round. */
static unsigned bound_by_tables(const struct seating_question *q, const bool *here, unsigned tables)
{
    unsigned most = 0;
    for (unsigned r = 0; r < q->rounds; r++) {
        unsigned pairs = 0;
        for (unsigned t = 0; t < q->before[r].tables; t++) {
            unsigned people = 0;
            for (unsigned i = 0; have_met(q, &q->before[r], t) && i < q->before[r].size[t]; i++)
                people += here[q->before[r].seat[t][i]];
            pairs += together(people, tables);
        }
        most = pairs > most ? pairs : most;
    }
    return most;
}

/* Who has too few strangers left, even for the smallest table that there may be. */
static unsigned bound_by_people(const struct seating_question *q, const bool *here,
    unsigned smallest)
{
    unsigned missing = 0;
    for (unsigned a = 0; a < q->people; a++) {
        unsigned strangers = 0;
        for (unsigned b = 0; b < q->people; b++)
            strangers += here[a] && here[b] && a != b && q->met[a][b] == 0;
        missing += here[a] && strangers + 1 < smallest ? smallest - 1 - strangers : 0;
    }
    return (missing + 1) / 2;
}

static unsigned count_least(const struct seating_question *q, const struct seating *s)
{
    bool here[SEATING_PEOPLE] = {false};
    unsigned seated = 0;
    for (unsigned t = 0; t < s->tables; t++)
        for (unsigned i = 0; i < s->size[t]; i++, seated++)
            here[s->seat[t][i]] = true;
    const unsigned others = (s->tables - 1) * q->most;
    const unsigned smallest = seated > others + q->least ? seated - others : q->least;
    const unsigned tables = bound_by_tables(q, here, s->tables),
                   people = bound_by_people(q, here, smallest);
    return tables > people ? tables : people;
}

/* ---- by construction ------------------------------------------------------------------------- */

/*
 * A finite field of q elements, numbered: digits to the base of its prime. x to the power of
 * `degree` is `low`.
 */
struct finite_field {
    unsigned size, prime, degree, low;
};
static const struct finite_field fields[] = {
    {4, 2, 2, 3},
    {8, 2, 3, 3},
    {9, 3, 2, 2},
    {16, 2, 4, 3},
    {25, 5, 2, 2},
    {27, 3, 3, 7},
};

static bool find_field(unsigned size, struct finite_field *out)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (fields[i].size == size) {
            *out = fields[i];
            return true;
        }
    *out = (struct finite_field){size, size, 1, 0};
    for (unsigned d = 2; d * d <= size; d++)
        if (size % d == 0)
            return false;
    return size >= 2;
}

static unsigned field_add(const struct finite_field *f, unsigned a, unsigned b)
{
    unsigned sum = 0;
    for (unsigned place = 1; place < f->size; place *= f->prime)
        sum += (a / place + b / place) % f->prime * place;
    return sum;
}

static unsigned field_times(const struct finite_field *f, unsigned a, unsigned b)
{
    if (f->degree == 1)
        return a * b % f->size;
    unsigned product = 0, top = f->size / f->prime;
    for (; b > 0; b /= f->prime) {
        for (unsigned i = 0; i < b % f->prime; i++)
            product = field_add(f, product, a);
        const unsigned carry = a / top; /* a times x */
        a = a % top * f->prime;
        for (unsigned i = 0; i < carry; i++)
            a = field_add(f, a, f->low);
    }
    return product;
}

/*
 * The seats of the first round as columns: whoever sits i-th at table b sits at b + slope * i now;
 * slope `size`: by columns.
 */
static bool draw_line(const struct finite_field *f, const struct seating *first, unsigned slope,
    unsigned most, struct seating *out)
{
    memset(out->size, 0, sizeof out->size);
    out->tables = first->tables;
    for (unsigned b = 0; b < first->tables; b++)
        for (unsigned i = 0; i < first->size[b]; i++) {
            const unsigned table = slope == f->size
                                       ? i
                                       : field_add(f, b, field_times(f, slope, i % f->size));
            if (table >= out->tables || out->size[table] == most)
                return false;
            out->seat[table][out->size[table]++] = first->seat[b][i];
        }
    return true;
}

static bool is_within(const struct seating *s, unsigned least, unsigned most)
{
    for (unsigned t = 0; t < s->tables; t++)
        if (s->size[t] < least || s->size[t] > most)
            return false;
    return true;
}

/* The best of these rounds, where the first one was of just these people. */
static bool construct(const struct seating_question *q, const struct seating *wanted,
    struct seating *out)
{
    struct finite_field f;
    struct seating one = *wanted;
    int least = -1;
    unsigned seated = 0, first = 0;
    for (unsigned t = 0; t < wanted->tables; t++)
        seated += wanted->size[t];
    if (q->rounds == 0 || q->before[0].tables != wanted->tables || !find_field(wanted->tables, &f))
        return false;
    for (unsigned t = 0; t < q->before[0].tables; t++)
        first += q->before[0].size[t];
    if (first != seated || q->before[0].byes != wanted->byes
        || memcmp(q->before[0].bye, wanted->bye, wanted->byes) != 0)
        return false;
    for (unsigned slope = 1; slope <= f.size; slope++) {
        if (!draw_line(&f, &q->before[0], slope, q->most, &one)
            || !is_within(&one, q->least, q->most))
            continue;
        const int cost = cost_of(q, &one);
        if (least < 0 || cost < least) {
            least = cost;
            *out = one;
        }
    }
    return least >= 0;
}

/* ---- by annealing ---------------------------------------------------------------------------- */

enum { STARTS = 8, STEPS_EACH = 1000 }; /* exchanges tried for each person */

struct exchange {
    unsigned table[2], at[2];
};

static int change_of(const struct seating_question *q, const struct seating *s,
    const struct exchange *e)
{
    const unsigned a = s->seat[e->table[0]][e->at[0]], b = s->seat[e->table[1]][e->at[1]];
    return cost_at(q, s, e->table[0], a, b) - cost_at(q, s, e->table[0], a, a)
           + cost_at(q, s, e->table[1], b, a) - cost_at(q, s, e->table[1], b, b);
}

static void exchange(struct seating *s, const struct exchange *e)
{
    uint8_t *one = &s->seat[e->table[0]][e->at[0]], *other = &s->seat[e->table[1]][e->at[1]],
            kept = *one;
    *one = *other;
    *other = kept;
}

static bool pick(const struct seating *s, uint64_t *chance, struct exchange *e)
{
    for (int i = 0; i < 2; i++) {
        e->table[i] = below(chance, s->tables);
        e->at[i] = below(chance, s->size[e->table[i]]);
    }
    return e->table[0] != e->table[1];
}

/* From this seating on, to the best that is met; it ends where `bound` is reached. */
static int anneal(const struct seating_question *q, struct seating *s, uint64_t *chance, int bound)
{
    struct seating best = *s;
    int cost = cost_of(q, s), least = cost;
    const unsigned steps = STEPS_EACH * q->people;
    for (unsigned i = 0; i < steps && least > bound; i++) {
        const double heat = 600 * pow(0.1, (double)i / steps);
        struct exchange e;
        if (!pick(s, chance, &e))
            continue;
        const int change = change_of(q, s, &e);
        if (change > 0 && below(chance, 1 << 20) >= exp(-change / heat) * (1 << 20))
            continue;
        exchange(s, &e);
        cost += change;
        if (cost < least) {
            least = cost;
            best = *s;
        }
    }
    *s = best;
    return least;
}

/* Everybody who is seated, in an order by chance, at tables of their sizes. */
static void shuffle(struct seating *s, uint64_t *chance)
{
    struct exchange e = {{0}, {0}};
    for (unsigned t = 0; t < s->tables; t++)
        for (unsigned i = 0; i < s->size[t]; i++) {
            e = (struct exchange){{t, below(chance, s->tables)}, {i, 0}};
            e.at[1] = below(chance, s->size[e.table[1]]);
            exchange(s, &e);
        }
}

/* ---- the round ------------------------------------------------------------------------------- */

/* Byes for those who have had the fewest; of these by chance. */
static void choose_byes(const struct seating_question *q, unsigned seated, uint64_t *chance,
    struct seating *out)
{
    bool away[SEATING_PEOPLE] = {false};
    for (out->byes = 0; out->byes < q->people - seated; out->byes++) {
        unsigned chosen = q->people, level = 0;
        for (unsigned p = 0; p < q->people; p++) {
            if (away[p] || (chosen < q->people && q->byes[p] > q->byes[chosen]))
                continue;
            level = chosen < q->people && q->byes[p] == q->byes[chosen] ? level + 1 : 1;
            if (below(chance, level) == 0)
                chosen = p;
        }
        away[chosen] = true;
        out->bye[out->byes] = (uint8_t)chosen;
    }
    for (unsigned p = 0, at = 0; p < q->people; p++)
        if (!away[p]) {
            out->seat[at % out->tables][at / out->tables] = (uint8_t)p;
            out->size[at % out->tables]++;
            at++;
        }
}

bool seating_draw(const struct seating_question *q, struct seating *out)
{
    uint64_t chance = q->seed;
    unsigned seated;
    memset(out, 0, sizeof *out);
    out->tables = seating_tables(q->people, q->least, q->most, &seated);
    if (out->tables == 0)
        return false;
    choose_byes(q, seated, &chance, out);
    if (q->rounds == 0)
        shuffle(out, &chance);
    out->bound = count_least(q, out);
    const int bound = (int)out->bound * weight(1);
    struct seating best = *out, one = *out;
    int least = cost_of(q, out);
    /*
     * As good as another is better: only lines of one plane leave the rounds to come without a
     * repetition.
     */
    if (construct(q, out, &one) && cost_of(q, &one) <= least) {
        best = one;
        least = cost_of(q, &one);
    }
    for (int start = 0; start < STARTS && least > bound; start++) {
        one = start == 0 ? best : *out;
        if (start > 0)
            shuffle(&one, &chance);
        const int cost = anneal(q, &one, &chance, bound);
        if (cost < least) {
            best = one;
            least = cost;
        }
    }
    best.bound = out->bound;
    *out = best;
    out->repeated = count_repeated(q, out);
    return true;
}
