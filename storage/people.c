/*
 * Who is who among a campaign's players.
 *
 * Each player has the name it was given last, and may be joined to another. The one who stands for
 * all is found by following the joins to their end (in a ring, which two stores can make of two
 * joins, the oldest of the ring); of those ends that have one name, the oldest. But nobody sits
 * twice in a record: where two whose names look the same sat in one (earlier versions told ZOË from
 * Zoë), the names of that look are told apart as they were then. This depends on nothing but the
 * set of names, joins, seats and withdrawals, so every store that holds the same set answers alike.
 */
#define _DEFAULT_SOURCE 1 /* strdup */
#include "store.h"
#include "held.h"

#include <stdlib.h>
#include <string.h>

/* gcc 12 reports memory that the array owns as leaked. */
#pragma GCC diagnostic push
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
#endif
void people_clear(struct people *people)
{
    for (size_t i = 0; i < people->count; i++) {
        free(people->row[i].name);
        free(people->row[i].folded);
    }
    free(people->row);
    free(people->mate);
    *people = (struct people){0};
}

static bool people_push(struct people *people, const struct query *q)
{
    if (people->count == people->room) {
        size_t room = people->room > 0 ? people->room * 2 : 16;
        struct person *row = realloc(people->row, room * sizeof *row);
        if (row == NULL)
            return false;
        people->row = row;
        people->room = room;
    }
    struct person *p = &people->row[people->count++];
    *p = (struct person){.key = query_int(q, 0), .id = query_id(q, 1), .target = query_int(q, 3)};
    char folded[STORE_TEXT_MOST + 1];
    name_fold(query_text(q, 2), folded);
    p->name = strdup(query_text(q, 2));
    p->folded = strdup(folded);
    return p->name != NULL && p->folded != NULL;
}
#pragma GCC diagnostic pop

static int compare_keys(const void *a, const void *b)
{
    const struct person *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static const struct person *people_find(const struct people *people, int64_t key)
{
    if (people->count == 0)
        return NULL;
    return bsearch(&(struct person){.key = key}, people->row, people->count, sizeof *people->row,
        compare_keys);
}

static size_t next_of(const struct people *people, size_t at)
{
    const struct person *to = people->row[at].target != 0
                                  ? people_find(people, people->row[at].target)
                                  : NULL;
    return to != NULL ? (size_t)(to - people->row) : at;
}

/* The row at the end of a player's joins, or the oldest of a ring that they run into. */
static size_t end_of(const struct people *people, size_t at)
{
    size_t steps = 0;
    for (; next_of(people, at) != at && steps <= people->count; steps++)
        at = next_of(people, at);
    if (steps <= people->count)
        return at;
    size_t oldest = at;
    for (size_t i = next_of(people, at); i != at; i = next_of(people, i))
        if (store_id_compare(&people->row[i].id, &people->row[oldest].id) < 0)
            oldest = i;
    return oldest;
}

int people_compare(const void *a, const void *b)
{
    const struct person *const *x = a, *const *y = b;
    int order = strcmp((*x)->folded, (*y)->folded);
    return order != 0 ? order : store_id_compare(&(*x)->id, &(*y)->id);
}

/* Compares names as earlier versions did. */
static bool same_word(const char *a, const char *b)
{
    char one[STORE_TEXT_MOST + 1], other[STORE_TEXT_MOST + 1];
    word_fold(a, one);
    word_fold(b, other);
    return strcmp(one, other) == 0;
}

static bool same_look(const struct person *a, const struct person *b)
{
    return strcmp(a->folded, b->folded) == 0;
}

/* The players at ends of joins, sorted by name; `ends` is their number. NULL: no memory. */
static struct person **find_ends(struct people *people, size_t *ends)
{
    struct person **by_name = malloc((people->count + 1) * sizeof *by_name);
    *ends = 0;
    for (size_t i = 0; i < people->count && by_name != NULL; i++) {
        people->row[i].end = end_of(people, i);
        if (people->row[i].end == i)
            by_name[(*ends)++] = &people->row[i];
    }
    if (*ends > 0)
        qsort(by_name, *ends, sizeof by_name[0], people_compare);
    return by_name;
}

/*
 * Writes, as a list for SQL, the keys of players who may have sat together although their names
 * look the same, which earlier versions allowed. False: there are none, as nearly always.
 */
static bool list_doubtful(const struct people *people, struct person *const *by_name, size_t ends,
    FILE *to)
{
    bool *doubtful = calloc(people->count + 1, sizeof *doubtful), any = false;
    for (size_t i = 1, first = 0; i < ends && doubtful != NULL; i++) {
        if (!same_look(by_name[first], by_name[i]))
            first = i;
        for (size_t k = first; k < i; k++)
            if (!same_word(by_name[k]->name, by_name[i]->name))
                any = doubtful[by_name[k]->end] = doubtful[by_name[i]->end] = true;
    }
    for (size_t i = 0, put = 0; i < people->count && any; i++)
        if (doubtful[people->row[i].end])
            fprintf(to, put++ > 0 ? ",%lld" : "[%lld", (long long)people->row[i].key);
    if (any)
        putc(']', to);
    free(doubtful);
    return any;
}

/* Adds a pair of ends, once. False: no memory. */
static bool add_pair(struct people *people, size_t a, size_t b, int64_t record)
{
    const size_t one = a < b ? a : b, other = a < b ? b : a;
    bool known = a == b || !same_look(&people->row[a], &people->row[b]);
    for (size_t i = 0; i < people->mates && !known; i++)
        known = people->mate[i].one == one && people->mate[i].other == other;
    if (known)
        return true;
    struct tablemates *grown = realloc(people->mate, (people->mates + 1) * sizeof *grown);
    if (grown == NULL)
        return false;
    people->mate = grown;
    grown[people->mates++] = (struct tablemates){one, other, record};
    return true;
}

/*
 * Finds who of the list sat in one record with whom; withdrawn records do not count. False: no
 * memory.
 */
static bool find_together(struct transaction *d, struct people *people, const char *keys)
{
    struct query q;
    size_t seat[SEATS_MOST], seats = 0;
    int64_t record = 0;
    bool room = true;
    query_begin(&q, d,
        "SELECT s.record, s.player FROM seat s WHERE s.player IN (SELECT value FROM json_each(?1))"
        " AND NOT coalesce((SELECT w.withdrawn FROM withdrawal w WHERE w.record = s.record AND "
        "w.line IS NULL"
        " ORDER BY w.id DESC LIMIT 1), 0) ORDER BY s.record, s.seat",
        "t", keys);
    while (room && query_next(&q)) {
        const struct person *p = people_find(people, query_int(&q, 1));
        if (query_int(&q, 0) != record)
            seats = 0;
        record = query_int(&q, 0);
        for (size_t i = 0; i < seats && room && p != NULL; i++)
            room = add_pair(people, seat[i], p->end, record);
        if (p != NULL && seats < SEATS_MOST)
            seat[seats++] = p->end;
    }
    query_end(&q);
    return room;
}

/* Did two players whose names look like this one sit together? */
static bool is_doubtful(const struct people *people, const struct person *p)
{
    for (size_t i = 0; i < people->mates; i++)
        if (same_look(&people->row[people->mate[i].one], p))
            return true;
    return false;
}

/*
 * The one who stands for the end `at`. Ends with the same name are one person, and the oldest,
 * `first`, stands for them; if two of them sat together, only ends with the same spelling are one
 * person.
 */
static size_t root_among(const struct people *people, struct person *const *by_name, size_t first,
    size_t at)
{
    if (is_doubtful(people, by_name[at]))
        while (!same_word(by_name[first]->name, by_name[at]->name))
            first++;
    return by_name[first]->end;
}

/* Finds for everybody the one who stands for them. False: no memory. */
static bool find_roots(struct transaction *d, struct people *people)
{
    size_t ends;
    struct held keys = {0};
    struct person **by_name = find_ends(people, &ends);
    bool found = by_name != NULL && held_open(&keys);
    if (found) {
        const bool doubtful = list_doubtful(people, by_name, ends, keys.to);
        found = held_whole(&keys) && (!doubtful || find_together(d, people, keys.at));
    }
    for (size_t i = 0, first = 0; found && i < ends; i++) {
        if (!same_look(by_name[first], by_name[i]))
            first = i;
        by_name[i]->root = root_among(people, by_name, first, i);
    }
    for (size_t i = 0; found && i < people->count; i++)
        people->row[i].root = people->row[people->row[i].end].root;
    held_close(&keys);
    free(by_name);
    return found;
}

void people_load(struct transaction *d, int64_t campaign, struct people *out)
{
    struct query q;
    bool room = true;
    *out = (struct people){0};
    query_begin(&q, d,
        "SELECT p.key, p.id, c.name,"
        "  (SELECT j.target FROM joined j WHERE j.player = p.key ORDER BY j.id DESC LIMIT 1)"
        " FROM player p JOIN called c ON c.id ="
        "  (SELECT max(l.id) FROM called l WHERE l.player = p.key)"
        " WHERE p.campaign = ?1 ORDER BY p.key",
        "i", campaign);
    while (room && query_next(&q))
        room = people_push(out, &q);
    query_end(&q);
    if (!room || !find_roots(d, out))
        fail(d, STORAGE_MEMORY, NULL, "");
}

void people_forget(struct store *store)
{
    people_clear(&store->known.people);
    store->known = (struct known_people){0};
}

/*
 * Because rows are only ever added, the numbers of the last rows tell whether there are new ones.
 */
const struct people *people_known(struct transaction *d, int64_t campaign)
{
    struct known_people *known = &d->store->known;
    const int64_t changes = sql_int(d,
        "SELECT coalesce((SELECT max(key) FROM player), 0)"
        " + coalesce((SELECT max(rowid) FROM called), 0)"
        " + coalesce((SELECT max(rowid) FROM joined), 0)",
        "");
    if (d->error == STORAGE_OK && (known->campaign != campaign || known->changes != changes)) {
        people_forget(d->store);
        people_load(d, campaign, &known->people);
        if (d->error == STORAGE_OK)
            *known = (struct known_people){campaign, changes, known->people};
    }
    return &known->people;
}

const struct person *people_root(const struct people *people, int64_t key)
{
    const struct person *p = people_find(people, key);
    return p != NULL ? &people->row[p->root] : NULL;
}

const struct person *people_named(const struct people *people, const char *name)
{
    char folded[STORE_TEXT_MOST + 1];
    const struct person *found = NULL;
    int best = 0;
    name_fold(name, folded);
    for (size_t i = 0; i < people->count; i++) {
        const struct person *p = &people->row[i], *root = &people->row[p->root];
        if (p->end != i || strcmp(p->folded, folded) != 0)
            continue;
        const int fits = strcmp(p->name, name) == 0                      ? 3
                         : people->mates > 0 && same_word(p->name, name) ? 2
                                                                         : 1;
        if (fits > best || (fits == best && store_id_compare(&root->id, &found->id) < 0)) {
            found = root;
            best = fits;
        }
    }
    return found;
}
