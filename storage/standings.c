/*
 * Standings: who won how often. Where every player is one person the index answers by groups. Where
 * players are joined, one person may sit in two seats of a record (somebody played two hands, or
 * stores were merged): then the records are gone through one by one, and such a person has played
 * one game there, with the better place, and won it if either seat did.
 */
#include "store.h"

#include <stdlib.h>
#include <string.h>

/* ---- adding up --------------------------------------------------------------------------- */

/* A place from 1; 0: none, or not known yet. */
static void add_games(struct store_standing *of, int64_t place, bool won, uint32_t games)
{
    of->games += games;
    of->wins += won ? games : 0;
    if (place >= 1 && place <= SEATS_MOST)
        of->places[place - 1] += games;
    else
        of->unplaced += games;
}

/* Records that pass the filter: ?1 the campaign, ?2 the game or "", ?3 and ?4 the first and last day. */
#define OF_GAME " AND game = ?2"
#define OF_DAYS " AND day >= ?3 AND day <= ?4"

enum { ALL, ONE_GAME, SOME_DAYS, GAME_AND_DAYS, VARIANTS };

static unsigned variant_of(const struct store_filter *f)
{
    bool game = f->game != NULL && *f->game != '\0', days = f->since != NULL || f->until != NULL;
    return days ? game ? GAME_AND_DAYS : SOME_DAYS : game ? ONE_GAME : ALL;
}

/* The variant of a question that the filter asks for, with as many values as it has. */
static void ask(struct query *q, struct deed *d, int64_t campaign, const struct store_filter *f,
                const char *const variants[VARIANTS])
{
    static const char *const binds[VARIANTS] = {"i", "it", "ittt", "ittt"};
    unsigned variant = variant_of(f);
    query_begin(q, d, variants[variant], binds[variant], campaign, f->game, f->since,
                f->until != NULL ? f->until : "9999-12-31");
}

#define BY_GROUPS "SELECT player, place, won, count(*) FROM place WHERE campaign = ?1"
#define GROUPS " GROUP BY player, place, won"

/* `row` has one for each person, at the place of that person. */
static void tally(struct deed *d, int64_t campaign, const struct people *people, const struct store_filter *f,
                  struct store_standing *row)
{
    static const char *const variants[VARIANTS] = {
        [ALL] = BY_GROUPS GROUPS,
        [ONE_GAME] = BY_GROUPS OF_GAME GROUPS,
        [SOME_DAYS] = BY_GROUPS OF_DAYS GROUPS,
        [GAME_AND_DAYS] = BY_GROUPS OF_GAME OF_DAYS GROUPS,
    };
    struct query q;
    ask(&q, d, campaign, f, variants);
    while (query_next(&q)) {
        const struct person *root = people_root(people, query_int(&q, 0));
        if (root != NULL)
            add_games(&row[root - people->row], query_int(&q, 1), query_int(&q, 2) != 0,
                      (uint32_t)query_int(&q, 3));
    }
    query_end(&q);
}

/* ---- one record after the other ----------------------------------------------------------- */

/* The persons of the record being gone through. */
struct sitting {
    int64_t record;
    size_t count;
    struct {
        size_t person;        /* a row of the people */
        int64_t place;
        bool won;
    } of[SEATS_MOST];
};

static void sit(struct sitting *s, size_t person, int64_t place, bool won)
{
    for (size_t i = 0; i < s->count; i++) {
        if (s->of[i].person != person)
            continue;
        if (s->of[i].place == 0 || (place != 0 && place < s->of[i].place))
            s->of[i].place = place;
        s->of[i].won |= won;
        return;
    }
    if (s->count == SEATS_MOST)
        return;
    s->of[s->count].person = person;
    s->of[s->count].place = place;
    s->of[s->count++].won = won;
}

static void rise(struct sitting *s, struct store_standing *row)
{
    for (size_t i = 0; i < s->count; i++)
        add_games(&row[s->of[i].person], s->of[i].place, s->of[i].won, 1);
    s->count = 0;
}

#define BY_SEATS "SELECT record, player, place, won FROM place WHERE campaign = ?1"
#define SEATS " ORDER BY record"

/* As tally, each person once a record. */
static void tally_records(struct deed *d, int64_t campaign, const struct people *people,
                          const struct store_filter *f, struct store_standing *row)
{
    static const char *const variants[VARIANTS] = {
        [ALL] = BY_SEATS SEATS,
        [ONE_GAME] = BY_SEATS OF_GAME SEATS,
        [SOME_DAYS] = BY_SEATS OF_DAYS SEATS,
        [GAME_AND_DAYS] = BY_SEATS OF_GAME OF_DAYS SEATS,
    };
    struct query q;
    struct sitting sitting = {.record = 0};
    ask(&q, d, campaign, f, variants);
    while (query_next(&q)) {
        const struct person *root = people_root(people, query_int(&q, 1));
        if (query_int(&q, 0) != sitting.record)
            rise(&sitting, row);
        sitting.record = query_int(&q, 0);
        if (root != NULL)
            sit(&sitting, (size_t)(root - people->row), query_int(&q, 2), query_int(&q, 3) != 0);
    }
    rise(&sitting, row);
    query_end(&q);
}

static bool anybody_joined(const struct people *people)
{
    for (size_t i = 0; i < people->count; i++)
        if (people->row[i].root != i)
            return true;
    return false;
}

/* ---- ranking ------------------------------------------------------------------------------ */

static int compare_standings(const void *a, const void *b)
{
    const struct store_standing *x = a, *y = b;
    if (x->wins != y->wins)
        return x->wins < y->wins ? 1 : -1;
    uint32_t x_placed = x->games - x->unplaced, y_placed = y->games - y->unplaced;
    if (x_placed != y_placed)
        return x_placed > y_placed ? 1 : -1;
    return strcmp(x->name, y->name);
}

static void rank(struct deed *d, int64_t campaign, const struct people *people, const struct store_filter *filter,
                 visit_standing *visit, void *user)
{
    struct store_standing *row = calloc(people->count + 1, sizeof *row);
    if (row == NULL) {
        fail(d, STORAGE_MEMORY, NULL, "");
        return;
    }
    (anybody_joined(people) ? tally_records : tally)(d, campaign, people, filter, row);
    size_t count = 0;
    for (size_t i = 0; i < people->count; i++) {
        row[i].player = people->row[i].id;
        row[i].name = people->row[i].name;
        if (row[i].games > 0)
            row[count++] = row[i];
    }
    qsort(row, count, sizeof *row, compare_standings);
    for (size_t i = 0; i < count && d->error == STORAGE_OK; i++)
        if (!visit(user, &row[i]))
            break;
    free(row);
}

enum storage_error store_standings_each(struct store *store, const struct store_id *campaign,
                                        const struct store_filter *filter, visit_standing *visit, void *user)
{
    struct people people;
    struct deed d = read_begin(store);
    int64_t key = campaign_key(&d, campaign);
    people_load(&d, key, &people);
    rank(&d, key, &people, filter, visit, user);
    people_clear(&people);
    return read_end(&d);
}
