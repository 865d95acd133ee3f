/* Who sits with whom; see seating.h. */
#include "cli/report/seating.h"

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

static unsigned count_met(const struct seating_question *q, const struct seating *s, unsigned table)
{
    unsigned met = 0;
    for (unsigned i = 0; i < s->size[table]; i++)
        for (unsigned k = 0; k < i; k++)
            met += q->met[s->seat[table][i]][s->seat[table][k]] != 0;
    return met;
}

/* ---- what no seating avoids ------------------------------------------------------------------ */

/* Pairs that stay together when so many people are spread over the tables, as evenly as it goes. */
static unsigned together(unsigned people, unsigned tables)
{
    const unsigned each = people / tables, more = people % tables;
    return more * (each + 1) * each / 2 + (tables - more) * each * (each - 1) / 2;
}

/*
 * Each earlier table's people are spread over the tables of this round. Those of a table that did
 * not play have not met there, though some of them may have elsewhere.
 */
static unsigned bound_by_tables(const struct seating_question *q, const bool *here, unsigned tables)
{
    unsigned most = 0;
    for (unsigned r = 0; r < q->rounds; r++) {
        unsigned pairs = 0;
        for (unsigned t = 0; t < q->before[r].tables; t++) {
            const unsigned size = q->before[r].size[t];
            const bool played = count_met(q, &q->before[r], t) == size * (size - 1) / 2;
            unsigned people = 0;
            for (unsigned i = 0; played && i < size; i++)
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

/* Digit by digit to the base of `prime`, without carrying. */
static unsigned add_digits(unsigned prime, unsigned a, unsigned b)
{
    unsigned sum = 0;
    for (unsigned place = 1; place <= a || place <= b; place *= prime)
        sum += (a / place + b / place) % prime * place;
    return sum;
}

/* The prime that `tables` is a power of, or 0. */
static unsigned find_prime(unsigned tables)
{
    unsigned prime = 2, rest = tables;
    while (prime < tables && tables % prime != 0)
        prime++;
    while (rest > 1 && rest % prime == 0)
        rest /= prime;
    return tables > 1 && rest == 1 ? prime : 0;
}

/*
 * A table's number is a polynomial, its digits the coefficients; step k is x to the power of k,
 * where x to the power of the degree is `low`. Two columns that are moved by steps k and m are
 * apart by their difference, and in the next line by x times as much: in no two lines by the same,
 * so nobody meets twice. For some `low` the steps are all numbers but 0 before they come back to 1,
 * since `tables` is a power of `prime`.
 */
static void find_steps(unsigned tables, unsigned prime, unsigned *step)
{
    const unsigned top = tables / prime;
    for (unsigned low = 1, found = 0; found < tables - 1; low++) {
        unsigned next = 1;
        for (found = 0; found < tables - 1 && (found == 0 || next != 1); found++) {
            step[found] = next;
            next = step[found] % top * prime;
            for (unsigned i = 0; i < step[found] / top; i++)
                next = add_digits(prime, next, low);
        }
        found = next == 1 ? found : 0;
    }
}

/*
 * The first round's seats are columns. In the last line of the plane each column is a table; in
 * every other one, each column but the first is moved on by its step, and by the next step in the
 * next line. False: these are not the people of the first round, or not tables that may be.
 */
static bool draw_line(const struct seating_question *q, unsigned prime, const unsigned *step,
    unsigned line, struct seating *out)
{
    const struct seating *first = &q->before[0];
    const unsigned tables = first->tables;
    unsigned seated = 0;
    memset(out->size, 0, sizeof out->size);
    for (unsigned t = 0; t < tables; t++)
        for (unsigned i = 0; i < first->size[t]; i++, seated++) {
            const unsigned by = i % tables == 0 ? 0 : step[(line + i % tables) % (tables - 1)],
                           table = line == tables - 1 ? i : add_digits(prime, t, by);
            if (table >= tables || out->size[table] == q->most)
                return false;
            out->seat[table][out->size[table]++] = first->seat[t][i];
        }
    for (unsigned t = 0; t < tables; t++)
        if (out->size[t] < q->least)
            return false;
    return seated + out->byes == q->people;
}

/*
 * The best line of the plane through the first round's tables, where that is of the same tables and
 * byes. As good as `best` is better: only lines of one plane leave the rounds to come without a
 * repetition.
 */
static void construct(const struct seating_question *q, struct seating *best)
{
    const unsigned tables = best->tables, prime = find_prime(tables);
    unsigned step[SEATING_TABLES];
    struct seating one = *best;
    int limit = cost_of(q, best) + 1;
    if (q->rounds == 0 || prime == 0 || q->before[0].tables != tables
        || q->before[0].byes != best->byes || memcmp(q->before[0].bye, best->bye, best->byes) != 0)
        return;
    find_steps(tables, prime, step);
    for (unsigned line = 0; line < tables; line++)
        if (draw_line(q, prime, step, line, &one) && cost_of(q, &one) < limit) {
            limit = cost_of(q, &one);
            *best = one;
        }
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
    struct seating best = *out, one;
    construct(q, &best);
    int least = cost_of(q, &best);
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
    *out = best;
    for (unsigned t = 0; t < out->tables; t++)
        out->repeated += count_met(q, out, t);
    return true;
}
