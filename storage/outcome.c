/*
 * How finished records ended, in the order of their days: what ratings, curves and head-to-heads are worked out from.
 */
#include "store.h"

#include <stdlib.h>
#include <string.h>

/* ---- the filter ---------------------------------------------------------------------------- */

/* A question once for each way in which a filter may narrow it: ?2 the game, ?3 and ?4 the first and last day. */
enum filter_variant { FILTER_ALL, FILTER_ONE_GAME, FILTER_SOME_DAYS, FILTER_GAME_AND_DAYS, FILTERS };
#define OF_GAME " AND game = ?2"
#define OF_DAYS " AND day >= ?3 AND day <= ?4"

static enum filter_variant variant_of(const struct store_filter *f)
{
    bool game = f->game != NULL && *f->game != '\0', days = f->since != NULL || f->until != NULL;
    return days ? game ? FILTER_GAME_AND_DAYS : FILTER_SOME_DAYS : game ? FILTER_ONE_GAME : FILTER_ALL;
}

/* Begins the variant of a question about a campaign (?1) that the filter asks for. */
static void filter_ask(struct query *q, struct deed *d, int64_t campaign, const struct store_filter *f,
                       const char *const variants[FILTERS])
{
    static const char *const binds[FILTERS] = {"i", "it", "ittt", "ittt"};
    enum filter_variant variant = variant_of(f);
    query_begin(q, d, variants[variant], binds[variant], campaign, f->game, f->since,
                f->until != NULL ? f->until : "9999-12-31");
}

/* ---- one record after the other ------------------------------------------------------------- */

/* Joined players may sit in two seats of a record: then they have played one game there, with the better place. */
static void sit(struct store_outcome *o, const struct store_ended *seat)
{
    for (int i = 0; i < o->persons; i++) {
        struct store_ended *of = &o->of[i];
        if (of->person != seat->person)
            continue;
        bool won = of->won || seat->won;
        if (of->place == 0 || (seat->place != 0 && seat->place < of->place))
            *of = *seat;
        of->won = won;
        return;
    }
    if (o->persons < SEATS_MOST)
        o->of[o->persons++] = *seat;
}

/*
 * The order is that of records, the ends are kept by records' keys: read each in its own order and put together
 * here they take less than half of the time that it takes to seek them one by one.
 */
struct ended_row {
    int64_t player, points;
    uint8_t place, game;
    bool won, scored;
};

struct ended_record {
    int64_t key;
    uint32_t first, count;    /* of its rows */
};

enum { GAMES_MOST = 64 };     /* more than there are names of games */

struct outcome_walk {
    struct ended_row *row;        /* owned */
    struct ended_record *record;  /* owned; by key */
    size_t rows, records, row_room, record_room;
    char game[GAMES_MOST][STORE_TEXT_MOST + 1];
    uint8_t games;
};

static void walk_clear(struct outcome_walk *w)
{
    free(w->row);
    free(w->record);
}

/* Room for one more element; false, and the deed has failed: there is no memory. */
static bool has_room(struct deed *d, void **at, size_t *room, size_t used, size_t size)
{
    if (used < *room)
        return true;
    size_t more = *room * 2 + 1024;
    void *grown = realloc(*at, more * size);
    if (grown == NULL) {
        fail(d, STORAGE_MEMORY, NULL, "");
        return false;
    }
    *at = grown;
    *room = more;
    return true;
}

static uint8_t game_number(struct outcome_walk *w, const char *game)
{
    uint8_t i = 0;
    while (i < w->games && strcmp(w->game[i], game) != 0)
        i++;
    if (i == w->games && w->games + 1 < GAMES_MOST)
        snprintf(w->game[w->games++], sizeof w->game[0], "%s", game);
    return i;
}

enum ended_column { RECORD, GAME, PLAYER, PLACE, WON, POINTS };

/* By no index (+): the rows of all ends, as they lie, need no seeking. */
#define ENDS "SELECT record, game, player, place, won, points FROM place WHERE +campaign = ?1"    
#define IN_ORDER " ORDER BY record, seat"

static void walk_read_row(struct outcome_walk *w, const struct query *q)
{
    int64_t key = query_int(q, RECORD);
    if (w->records == 0 || w->record[w->records - 1].key != key)
        w->record[w->records++] = (struct ended_record){.key = key, .first = (uint32_t)w->rows};
    w->record[w->records - 1].count++;
    w->row[w->rows++] = (struct ended_row){
        .player = query_int(q, PLAYER), .place = (uint8_t)query_int(q, PLACE), .won = query_int(q, WON) != 0,
        .points = query_int(q, POINTS), .scored = sqlite3_column_type(q->stmt, POINTS) != SQLITE_NULL, .game = game_number(w, query_text(q, GAME)),
    };
}

static void walk_read(struct outcome_walk *w, struct deed *d, int64_t campaign, const struct store_filter *filter)
{
    static const char *const variants[FILTERS] = {
        [FILTER_ALL] = ENDS IN_ORDER,
        [FILTER_ONE_GAME] = ENDS OF_GAME IN_ORDER,
        [FILTER_SOME_DAYS] = ENDS OF_DAYS IN_ORDER,
        [FILTER_GAME_AND_DAYS] = ENDS OF_GAME OF_DAYS IN_ORDER,
    };
    struct query q;
    void *row = NULL, *record = NULL;
    filter_ask(&q, d, campaign, filter, variants);
    while (query_next(&q) && has_room(d, &row, &w->row_room, w->rows, sizeof *w->row)
           && has_room(d, &record, &w->record_room, w->records, sizeof *w->record)) {
        w->row = row;
        w->record = record;
        walk_read_row(w, &q);
    }
    query_end(&q);
    w->row = row;
    w->record = record;
}

static int compare_keys(const void *a, const void *b)
{
    const struct ended_record *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

/* The record that `q` stands at, if it has ended; else all of it is passed by. */
static bool walk_visit(const struct outcome_walk *w, const struct query *q, const struct people *people,
                       visit_outcome *visit, void *user)
{
    struct ended_record key = {.key = query_int(q, 0)};
    const struct ended_record *found = w->records > 0 ? bsearch(&key, w->record, w->records, sizeof key, compare_keys)
                                                      : NULL;
    if (found == NULL)
        return true;
    struct store_outcome outcome = {
        .record = query_id(q, 1), .day = query_text(q, 2), .game = w->game[w->row[found->first].game],
    };
    for (uint32_t i = found->first; i < found->first + found->count; i++) {
        const struct ended_row *row = &w->row[i];
        const struct person *root = people_root(people, row->player);
        if (root != NULL)
            sit(&outcome, &(struct store_ended){
                .player = root->id, .person = (uint32_t)(root - people->row), .place = row->place,
                .won = row->won, .scored = row->scored, .points = row->points,
            });
    }
    return visit(user, &outcome);
}

static void outcomes_walk(struct deed *d, int64_t campaign, const struct people *people, const struct store_filter *filter,
                          visit_outcome *visit, void *user)
{
    struct outcome_walk w = {.rows = 0};
    struct query q;
    walk_read(&w, d, campaign, filter);
    query_begin(&q, d, "SELECT key, id, day FROM record WHERE campaign = ?1 ORDER BY day, id", "i", campaign);
    while (query_next(&q) && walk_visit(&w, &q, people, visit, user))
        ;
    query_end(&q);
    walk_clear(&w);
}

enum storage_error store_outcomes_each(struct store *store, const struct store_id *campaign,
                                       const struct store_filter *filter, visit_outcome *visit, void *user)
{
    struct people people;
    struct deed d = read_begin(store);
    int64_t key = campaign_key(&d, campaign);
    people_load(&d, key, &people);
    outcomes_walk(&d, key, &people, filter, visit, user);
    people_clear(&people);
    return read_end(&d);
}
