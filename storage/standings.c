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

/* Places that pass the filter. */
#define OF_GAME FILTER_GAME("game")
#define OF_DAYS FILTER_DAYS("day")

#define BY_GROUPS "SELECT player, place, won, count(*) FROM place WHERE campaign = ?1"
#define GROUPS " GROUP BY player, place, won"

/* `row` has one for each person, at the place of that person. */
static void tally(struct deed *d, int64_t campaign, const struct people *people, const struct store_filter *f,
                  struct store_standing *row)
{
    static const char *const variants[FILTERS] = {
        [FILTER_ALL] = BY_GROUPS GROUPS,
        [FILTER_ONE_GAME] = BY_GROUPS OF_GAME GROUPS,
        [FILTER_SOME_DAYS] = BY_GROUPS OF_DAYS GROUPS,
        [FILTER_GAME_AND_DAYS] = BY_GROUPS OF_GAME OF_DAYS GROUPS,
    };
    struct query q;
    filter_ask(&q, d, campaign, f, variants);
    while (query_next(&q)) {
        const struct person *root = people_root(people, query_int(&q, 0));
        if (root != NULL)
            add_games(&row[root - people->row], query_int(&q, 1), query_int(&q, 2) != 0,
                      (uint32_t)query_int(&q, 3));
    }
    query_end(&q);
}

/* ---- one record after the other ----------------------------------------------------------- */

static bool rise(void *user, const struct store_outcome *outcome)
{
    struct store_standing *row = user;
    for (int i = 0; i < outcome->persons; i++)
        add_games(&row[outcome->of[i].person], outcome->of[i].place, outcome->of[i].won, 1);
    return true;
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
    if (anybody_joined(people))
        outcomes_walk(d, campaign, people, filter, rise, row);
    else
        tally(d, campaign, people, filter, row);
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
