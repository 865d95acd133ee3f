/*
 * How finished records ended, in the order of their days: what ratings, curves and head-to-heads
 * are worked out from.
 *
 * A campaign's records are read at once, and a step of SQLite costs more than what a seat says: so
 * all seats of a record are one value, `ends`, and what was counted of their players is another
 * one, `counts`. A number is written seven bits a byte, the lowest first, the eighth set where more
 * follow; one that may be negative as its distance from 0, doubled, and one less where it is
 * negative.
 *
 *     ends      for each seat: the player's key, the place, 1 won | 2 scored, and if scored the
 *               points
 *     counts    for each seat: how many numbers there are, and these; zeros at the end are left out
 */
#include "store.h"

#include <string.h>

enum {
    WON = 1,
    SCORED = 2,
    NUMBER_MOST = 10,
    SEAT_END_MOST = 2 * NUMBER_MOST + 2,
    SEAT_COUNTS_MOST = 1 + 5 * STORE_COUNTS_MOST
};

/* ---- numbers as bytes ------------------------------------------------------------------------ */

/* Bytes being packed; the caller sees to it that there is room. */
struct packed {
    size_t length;
    uint8_t at[SEATS_MOST * (SEAT_END_MOST + SEAT_COUNTS_MOST)];
};

static void put_number(struct packed *to, uint64_t number)
{
    for (; number > 0x7f; number >>= 7)
        to->at[to->length++] = (uint8_t)(number | 0x80);
    to->at[to->length++] = (uint8_t)number;
}

/* Reads a number; 0 if nothing is left. */
static uint64_t take_number(struct byte_span *from)
{
    uint64_t number = 0;
    for (unsigned shift = 0; from->left > 0 && shift < 64; shift += 7) {
        uint8_t byte = *from->at++;
        from->left--;
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            break;
    }
    return number;
}

static uint64_t folded(int64_t number)
{
    return (uint64_t)number << 1 ^ (number < 0 ? UINT64_MAX : 0);
}

static int64_t unfolded(uint64_t number)
{
    return (int64_t)(number >> 1 ^ (number & 1 ? UINT64_MAX : 0));
}

/* ---- one record ------------------------------------------------------------------------------ */

struct seat_end {
    int64_t player, points;
    uint8_t place;
    bool won, scored;
};

static void put_end(struct packed *to, const struct seat_end *end)
{
    put_number(to, (uint64_t)end->player);
    put_number(to, end->place);
    put_number(to, (end->won ? WON : 0) | (end->scored ? SCORED : 0));
    if (end->scored)
        put_number(to, folded(end->points));
}

/* Reads how one seat ended; false at the end. */
static bool take_end(struct byte_span *from, struct seat_end *out)
{
    if (from->left == 0)
        return false;
    out->player = (int64_t)take_number(from);
    out->place = (uint8_t)take_number(from);
    uint64_t flags = take_number(from);
    out->won = (flags & WON) != 0;
    out->scored = (flags & SCORED) != 0;
    out->points = out->scored ? unfolded(take_number(from)) : 0;
    return true;
}

static void put_counts(struct packed *to, const uint32_t count[STORE_COUNTS_MOST])
{
    unsigned last = STORE_COUNTS_MOST;
    while (last > 0 && count[last - 1] == 0)
        last--;
    put_number(to, last);
    for (unsigned i = 0; i < last; i++)
        put_number(to, count[i]);
}

static void take_counts(struct byte_span *from, uint32_t count[STORE_COUNTS_MOST])
{
    memset(count, 0, STORE_COUNTS_MOST * sizeof *count);
    uint64_t last = take_number(from);
    for (uint64_t i = 0; i < last && i < STORE_COUNTS_MOST; i++)
        count[i] = (uint32_t)take_number(from);
}

static void write_packed(struct transaction *d, int64_t record, const struct packed *ends,
    uint32_t counted, const struct packed *counts)
{
    sql_run(d,
        "INSERT OR REPLACE INTO outcome (campaign, day, id, record, game, ends, counted, counts)"
        " SELECT campaign, day, id, key, game, ?2, ?3, ?4 FROM record WHERE key = ?1",
        "ixix", record, &(struct byte_span){ends->at, ends->length}, (int64_t)counted,
        &(struct byte_span){counts->at, counts->length});
}

void outcome_write(struct transaction *d, int64_t record, const struct store_result *result)
{
    struct query q;
    struct packed ends = {.length = 0}, counts = {.length = 0};
    query_begin(&q, d, "SELECT player FROM seat WHERE record = ?1 ORDER BY seat", "i", record);
    for (int i = 0; i < SEATS_MOST && query_next(&q); i++) {
        put_end(&ends, &(struct seat_end){
                           .player = query_int(&q, 0),
                           .place = result->seat[i].place,
                           .won = result->seat[i].won,
                           .scored = result->seat[i].scored,
                           .points = result->seat[i].points,
                       });
        if (result->counted != 0)
            put_counts(&counts, result->seat[i].count);
    }
    query_end(&q);
    write_packed(d, record, &ends, result->counted, &counts);
}

void outcome_read(struct byte_span ends, uint32_t counted, struct byte_span counts,
    struct store_result *out)
{
    struct seat_end end;
    for (int i = 0; i < SEATS_MOST && take_end(&ends, &end); i++) {
        out->counted = counted;
        out->seat[i].place = end.place;
        out->seat[i].won = end.won;
        out->seat[i].points = end.points;
        out->seat[i].scored = end.scored;
        take_counts(&counts, out->seat[i].count);
    }
}

void outcome_drop(struct transaction *d, int64_t record)
{
    sql_run(d,
        "DELETE FROM outcome WHERE (campaign, day, id) = (SELECT campaign, day, id FROM record "
        "WHERE key = ?1)",
        "i", record);
}

/* ---- the filter ---------------------------------------------------------------------------- */

/*
 * The variants of a question, one for each way in which a filter may narrow it: ?2 is the game, ?3
 * and ?4 the first and the last day.
 */
enum filter_variant {
    FILTER_ALL,
    FILTER_ONE_GAME,
    FILTER_SOME_DAYS,
    FILTER_GAME_AND_DAYS,
    FILTERS
};
#define OF_GAME " AND game = ?2"
#define OF_DAYS " AND day >= ?3 AND day <= ?4"

static enum filter_variant variant_of(const struct store_filter *f)
{
    bool game = f->game != NULL && *f->game != '\0', days = f->since != NULL || f->until != NULL;
    return days   ? game ? FILTER_GAME_AND_DAYS : FILTER_SOME_DAYS
           : game ? FILTER_ONE_GAME
                  : FILTER_ALL;
}

enum outcome_column { RECORD, DAY, GAME, ENDS, COUNTED, COUNTS };
#define OUTCOMES "SELECT id, day, game, ends, counted, counts FROM outcome WHERE campaign = ?1"
#define IN_ORDER " ORDER BY day, id"

/* Begins the variant of the question about a campaign (?1) that the filter asks for. */
static void outcomes_ask(struct query *q, struct transaction *d, int64_t campaign,
    const struct store_filter *f)
{
    static const char *const variants[FILTERS] = {
        [FILTER_ALL] = OUTCOMES IN_ORDER,
        [FILTER_ONE_GAME] = OUTCOMES OF_GAME IN_ORDER,
        [FILTER_SOME_DAYS] = OUTCOMES OF_DAYS IN_ORDER,
        [FILTER_GAME_AND_DAYS] = OUTCOMES OF_GAME OF_DAYS IN_ORDER,
    };
    static const char *const binds[FILTERS] = {"i", "it", "ittt", "ittt"};
    enum filter_variant variant = variant_of(f);
    query_begin(q, d, variants[variant], binds[variant], campaign, f->game, f->since,
        f->until != NULL ? f->until : "9999-12-31");
}

/* ---- one record after the other ------------------------------------------------------------- */

/*
 * Joined players may sit in two seats of one record: that counts as one game, with the better
 * place.
 */
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

static void sit_down(struct store_outcome *o, const struct people *people, struct byte_span ends)
{
    struct seat_end end;
    o->persons = 0;
    while (take_end(&ends, &end)) {
        const struct person *root = people_root(people, end.player);
        if (root != NULL)
            sit(o, &(struct store_ended){
                       .player = root->id,
                       .person = (uint32_t)(root - people->row),
                       .place = end.place,
                       .won = end.won,
                       .scored = end.scored,
                       .points = end.points,
                   });
    }
}

enum storage_error store_outcomes_each(struct store *store, const struct store_id *campaign,
    const struct store_filter *filter, visit_outcome *visit, void *user)
{
    struct people people;
    struct query q;
    struct store_outcome outcome;
    struct transaction d = read_begin(store);
    int64_t key = campaign_key(&d, campaign);
    people_load(&d, key, &people);
    outcomes_ask(&q, &d, key, filter);
    while (query_next(&q)) {
        outcome.record = query_id(&q, RECORD);
        outcome.day = query_text(&q, DAY);
        outcome.game = query_text(&q, GAME);
        sit_down(&outcome, &people, query_bytes(&q, ENDS));
        if (!visit(user, &outcome))
            break;
    }
    query_end(&q);
    people_clear(&people);
    return read_end(&d);
}

/* Visits the player's seats in the record of the row `q`. */
static bool visit_seats(const struct query *q, const struct people *people,
    const struct store_id *player, uint32_t counted, visit_counts *visit, void *user)
{
    uint32_t count[STORE_COUNTS_MOST];
    const bool same = query_int(q, COUNTED) == (int64_t)counted;
    struct store_counts row = {.record = query_id(q, RECORD),
        .game = query_text(q, GAME),
        .count = same ? count : NULL};
    struct byte_span ends = query_bytes(q, ENDS), counts = query_bytes(q, COUNTS);
    struct seat_end end;
    while (take_end(&ends, &end)) {
        const struct person *root = people_root(people, end.player);
        take_counts(&counts, count);
        if (root != NULL && store_id_compare(&root->id, player) == 0 && !visit(user, &row))
            return false;
    }
    return true;
}

enum storage_error store_counts_each(struct store *store, const struct store_id *campaign,
    const struct store_filter *filter, uint32_t counted, visit_counts *visit, void *user)
{
    struct people people;
    struct query q;
    struct transaction d = read_begin(store);
    int64_t key = campaign_key(&d, campaign);
    people_load(&d, key, &people);
    outcomes_ask(&q, &d, key, filter);
    while (query_next(&q) && visit_seats(&q, &people, &filter->player, counted, visit, user))
        ;
    query_end(&q);
    people_clear(&people);
    return read_end(&d);
}

/* ---- from earlier versions ------------------------------------------------------------------- */

void outcomes_migrate(struct transaction *d)
{
    struct query q;
    struct packed ends = {.length = 0};
    const struct packed none = {.length = 0};
    int64_t record = 0;
    query_begin(&q, d,
        "SELECT record, player, place, won, points IS NOT NULL, points FROM place ORDER BY record, "
        "seat",
        "");
    while (query_next(&q)) {
        if (query_int(&q, 0) != record && record != 0)
            write_packed(d, record, &ends, 0, &none);
        ends.length = query_int(&q, 0) != record ? 0 : ends.length;
        record = query_int(&q, 0);
        if (ends.length + SEAT_END_MOST <= sizeof ends.at)
            put_end(&ends, &(struct seat_end){
                               .player = query_int(&q, 1),
                               .place = (uint8_t)query_int(&q, 2),
                               .won = query_int(&q, 3) != 0,
                               .scored = query_int(&q, 4) != 0,
                               .points = query_int(&q, 5),
                           });
    }
    query_end(&q);
    if (record != 0)
        write_packed(d, record, &ends, 0, &none);
    sql_run(d, "DROP TABLE place", "");
}
