/*
 * What is derived from records, and the questions asked of it: results, history, twins.
 */
#define _DEFAULT_SOURCE 1
#include "store.h"

#include <stdlib.h>
#include <string.h>

/* ---- prints ------------------------------------------------------------------------------ */

static void print_add(uint64_t *print, const char *bytes)
{
    for (; *bytes != '\0'; bytes++)
        *print = (*print ^ (uint8_t)*bytes) * 0x100000001b3u;
    *print = (*print ^ 0xff) * 0x100000001b3u;
}

/* Blanks, semicolons and the ends of lines are alike: how a record is broken into lines is no
 * difference. `blank`: one stands at the end of what was added so far. */
static void print_words(uint64_t *print, const char *text, bool *blank)
{
    for (; *text != '\0'; text++) {
        bool is_blank = *text == ' ' || *text == ';' || *text == '\t';
        if (!is_blank || !*blank)
            *print = (*print ^ (is_blank ? ' ' : (uint8_t)*text)) * 0x100000001b3u;
        *blank = is_blank;
    }
    if (!*blank)
        *print = (*print ^ ' ') * 0x100000001b3u;
    *blank = true;
}

static enum storage_error print_names(struct store *store, int64_t record, uint64_t *print,
                                      struct storage_why *why)
{
    struct query q;
    char folded[STORE_TEXT_MOST + 1];
    query_begin(&q, store, why, "SELECT name FROM seat WHERE record = ?1 ORDER BY seat", "i",
                record);
    while (query_next(&q)) {
        name_fold(query_text(&q, 0), folded);
        print_add(print, folded);
    }
    return query_end(&q);
}

enum storage_error record_print(struct store *store, int64_t record, int64_t *out,
                                struct storage_why *why)
{
    struct query q;
    uint64_t print = 0xcbf29ce484222325u;
    query_begin(&q, store, why, "SELECT game, day FROM record WHERE key = ?1", "i", record);
    if (query_next(&q)) {
        print_add(&print, query_text(&q, 0));
        print_add(&print, query_text(&q, 1));
    }
    enum storage_error error = query_end(&q);
    if (error == STORAGE_OK)
        error = print_names(store, record, &print, why);
    if (error != STORAGE_OK)
        return error;
    bool blank = true;
    query_begin(&q, store, why, "SELECT l.text FROM line l WHERE l.record = ?1 AND NOT"
                " coalesce((SELECT w.withdrawn FROM withdrawal w WHERE w.record = ?1"
                "  AND w.line = l.id ORDER BY w.id DESC LIMIT 1), 0) ORDER BY l.id", "i", record);
    while (query_next(&q))
        print_words(&print, query_text(&q, 0), &blank);
    *out = (int64_t)(print != 0 ? print : 1);
    return query_end(&q);
}

/* ---- results ----------------------------------------------------------------------------- */

static enum storage_error set_state(struct store *store, int64_t record, enum store_state state,
                                    struct storage_why *why)
{
    int64_t print = 0;
    enum storage_error error = record_print(store, record, &print, why);
    if (error == STORAGE_OK)
        error = sql_run(store, why, "INSERT INTO result (record, state, print) VALUES (?1, ?2, ?3)"
                        " ON CONFLICT (record) DO UPDATE SET state = ?2, print = ?3", "iii", record,
                        (int64_t)state, print);
    if (error == STORAGE_OK)
        error = sql_run(store, why, "DELETE FROM place WHERE record = ?1", "i", record);
    return error;
}

enum storage_error result_stale(struct store *store, int64_t record, struct storage_why *why)
{
    return set_state(store, record, STORE_STALE, why);
}

enum storage_error result_write(struct store *store, int64_t record,
                                const struct store_result *result, struct storage_why *why)
{
    for (int i = 0; i < SEATS_MOST; i++)
        if (result->seat[i].place > SEATS_MOST)
            return fail_number(why, STORAGE_INVALID, N_("there is no place {place}"), "place", result->seat[i].place);
    enum storage_error error = set_state(store, record,
                                         result->finished ? STORE_FINISHED : STORE_OPEN, why);
    /* The number of seats is the record's: a seat that it has not gives no row. */
    for (int i = 0; i < SEATS_MOST && error == STORAGE_OK && result->finished; i++) {
        error = sql_run(store, why,
                        "INSERT INTO place (record, seat, campaign, game, day, player, place, won,"
                        "  points) SELECT r.key, s.seat, r.campaign, r.game, r.day, s.player, ?3,"
                        "  ?4, CASE WHEN ?6 THEN ?5 END FROM record r JOIN seat s ON s.record = r.key"
                        " WHERE r.key = ?1 AND s.seat = ?2", "iiiiii", record, (int64_t)i,
                        (int64_t)result->seat[i].place, (int64_t)result->seat[i].won,
                        result->seat[i].points, (int64_t)result->seat[i].scored);
        if (sqlite3_changes(store->db) == 0)
            break;
    }
    return error;
}

enum storage_error store_result_put(struct store *store, const struct store_id *record,
                                    const struct store_result *result, struct storage_why *why)
{
    int64_t key = 0;
    enum storage_error error = write_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    error = record_key(store, record, &key, why);
    if (error == STORAGE_OK)
        error = result_write(store, key, result, why);
    return write_end(store, error, why);
}

enum storage_error store_results_drop(struct store *store, const struct store_id *campaign,
                                      struct storage_why *why)
{
    int64_t key = 0;
    enum storage_error error = write_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    error = campaign_key(store, campaign, &key, why);
    if (error == STORAGE_OK)
        error = sql_run(store, why, "DELETE FROM place WHERE campaign = ?1", "i", key);
    if (error == STORAGE_OK)
        error = sql_run(store, why, "UPDATE result SET state = 0"
                        " WHERE record IN (SELECT key FROM record WHERE campaign = ?1)", "i", key);
    return write_end(store, error, why);
}

/* ---- entries ----------------------------------------------------------------------------- */

const char *room_keep(struct room *room, const char *text)
{
    size_t length = strlen(text);
    if (length >= sizeof room->text - room->used)
        return NULL;
    char *at = room->text + room->used;
    memcpy(at, text, length + 1);
    room->used += length + 1;
    return at;
}

/* An entry together with the texts it points to. */
struct entry_room {
    struct store_entry entry;
    struct room texts;
};

/* Texts are as long as text_valid lets them be, so there is room; "" if a file says otherwise. */
static const char *keep(struct entry_room *room, const char *text)
{
    const char *kept = room_keep(&room->texts, text);
    return kept != NULL ? kept : "";
}

#define ENTRY_COLUMNS                                                                              \
    "r.key, r.id, c.id, r.game, r.day, r.rules, r.pack, r.pack_hash, t.state,"                     \
    " coalesce((SELECT w.withdrawn FROM withdrawal w WHERE w.record = r.key AND w.line IS NULL"    \
    "  ORDER BY w.id DESC LIMIT 1), 0) AS gone"

static void entry_begin(struct entry_room *room, const struct query *q)
{
    room->texts.used = 0;
    memset(&room->entry, 0, sizeof room->entry);
    struct store_entry *e = &room->entry;
    e->id = query_id(q, 1);
    e->campaign = query_id(q, 2);
    e->heading.game = keep(room, query_text(q, 3));
    e->heading.date = keep(room, query_text(q, 4));
    e->heading.rules = keep(room, query_text(q, 5));
    e->heading.pack = keep(room, query_text(q, 6));
    e->heading.pack_hash = keep(room, query_text(q, 7));
    e->state = (enum store_state)query_int(q, 8);
    e->withdrawn = query_int(q, 9) != 0;
    e->result.finished = e->state == STORE_FINISHED;
}

static enum storage_error entry_seats(struct store *store, int64_t record,
                                      const struct people *people, struct entry_room *room,
                                      struct storage_why *why)
{
    struct query q;
    struct store_entry *e = &room->entry;
    query_begin(&q, store, why, "SELECT s.player, s.name, p.place, p.won, p.points,"
                " p.points IS NOT NULL FROM seat s LEFT JOIN place p ON p.record = s.record AND p.seat = s.seat"
                " WHERE s.record = ?1 ORDER BY s.seat", "i", record);
    for (int i = 0; i < SEATS_MOST && query_next(&q); i++) {
        const struct person *root = people_root(people, query_int(&q, 0));
        if (root != NULL)
            e->heading.seat[i].player = root->id;
        e->heading.seat[i].name = keep(room, query_text(&q, 1));
        e->result.seat[i].place = (uint8_t)query_int(&q, 2);
        e->result.seat[i].won = query_int(&q, 3) != 0;
        e->result.seat[i].points = query_int(&q, 4);
        e->result.seat[i].scored = query_int(&q, 5) != 0;
        e->heading.seats++;
    }
    return query_end(&q);
}

static enum storage_error entry_options(struct store *store, int64_t record,
                                        struct entry_room *room, struct storage_why *why)
{
    struct query q;
    struct store_heading *h = &room->entry.heading;
    query_begin(&q, store, why, "SELECT option, value FROM played_under WHERE record = ?1"
                " ORDER BY place", "i", record);
    while (h->options < STORE_OPTIONS_MOST && query_next(&q)) {
        h->option[h->options].key = keep(room, query_text(&q, 0));
        h->option[h->options].value = keep(room, query_text(&q, 1));
        h->options++;
    }
    return query_end(&q);
}

/* The entry of the row that `q`, with ENTRY_COLUMNS, stands at. */
static enum storage_error entry_read(const struct query *q, const struct people *people,
                                     struct entry_room *room)
{
    int64_t record = query_int(q, 0);
    entry_begin(room, q);
    enum storage_error error = entry_seats(q->store, record, people, room, q->why);
    return error == STORAGE_OK ? entry_options(q->store, record, room, q->why) : error;
}

/* ---- history ----------------------------------------------------------------------------- */

/* What a walk over entries works with; cleared by walk_end, however walk_begin ended. */
struct entry_walk {
    struct store *store;
    struct people people;
    struct entry_room *room;
    int64_t campaign;
};

static enum storage_error walk_begin(struct entry_walk *walk, struct store *store,
                                     const struct store_id *campaign, struct storage_why *why)
{
    *walk = (struct entry_walk){.store = store};
    enum storage_error error = campaign_key(store, campaign, &walk->campaign, why);
    if (error == STORAGE_OK)
        error = people_load(store, walk->campaign, &walk->people, why);
    walk->room = error == STORAGE_OK ? malloc(sizeof *walk->room) : NULL;
    if (error == STORAGE_OK && walk->room == NULL)
        error = fail(why, STORAGE_MEMORY, NULL);
    return error;
}

static void walk_end(struct entry_walk *walk)
{
    people_clear(&walk->people);
    free(walk->room);
}

#define IN_ORDER_OF_DAYS                                                                           \
    "SELECT " ENTRY_COLUMNS " FROM record r JOIN campaign c ON c.key = r.campaign"                 \
    " JOIN result t ON t.record = r.key"                                                           \
    " WHERE r.campaign = ?1 AND r.day >= ?2 AND r.day <= ?3 AND (?4 = '' OR r.game = ?4)"          \
    " AND (?5 OR NOT gone) ORDER BY r.day"
#define WAITING                                                                                    \
    "SELECT " ENTRY_COLUMNS " FROM result t CROSS JOIN record r ON r.key = t.record"               \
    " JOIN campaign c ON c.key = r.campaign WHERE t.state < 2"                                     \
    " AND r.campaign = ?1 AND r.day >= ?2 AND r.day <= ?3 AND (?4 = '' OR r.game = ?4)"            \
    " AND (?5 OR NOT gone) ORDER BY r.day"

static const char *history_sql(const struct store_filter *filter)
{
    if (filter->unfinished)
        return filter->newest_first ? WAITING " DESC, r.id DESC" : WAITING ", r.id";
    return filter->newest_first ? IN_ORDER_OF_DAYS " DESC, r.id DESC" : IN_ORDER_OF_DAYS ", r.id";
}

/* Is `player` at the table, or somebody else who is the same? NULL: everybody is. */
static bool sits_there(const struct store_entry *entry, const struct person *player)
{
    for (int i = 0; i < entry->heading.seats && player != NULL; i++)
        if (store_id_compare(&entry->heading.seat[i].player, &player->id) == 0)
            return true;
    return player == NULL;
}

static enum storage_error find_player(struct entry_walk *walk, const struct store_id *id,
                                      const struct person **out, struct storage_why *why)
{
    int64_t key = 0, campaign = 0;
    if (store_id_none(id))
        return STORAGE_OK;
    enum storage_error error = player_key(walk->store, id, &key, &campaign, why);
    if (error != STORAGE_OK)
        return error;
    *out = people_root(&walk->people, key);
    return *out != NULL ? STORAGE_OK
                        : fail(why, STORAGE_UNKNOWN, N_("the player is of another campaign"));
}

static enum storage_error walk_history(struct entry_walk *walk, const struct store_filter *f,
                                       bool (*visit)(void *user, const struct store_entry *entry),
                                       void *user, struct storage_why *why)
{
    const struct person *player = NULL;
    enum storage_error error = find_player(walk, &f->player, &player, why);
    if (error != STORAGE_OK)
        return error;
    struct query q;
    uint32_t seen = 0;
    query_begin(&q, walk->store, why, history_sql(f), "ittti", walk->campaign, f->since,
                f->until != NULL ? f->until : "9999-12-31", f->game, (int64_t)f->withdrawn_too);
    while ((f->most == 0 || seen < f->most) && query_next(&q)) {
        error = entry_read(&q, &walk->people, walk->room);
        if (error != STORAGE_OK)
            break;
        if (!sits_there(&walk->room->entry, player))
            continue;
        seen++;
        if (!visit(user, &walk->room->entry))
            break;
    }
    enum storage_error asked = query_end(&q);
    return error != STORAGE_OK ? error : asked;
}

enum storage_error store_history_each(struct store *store, const struct store_id *campaign,
                                      const struct store_filter *filter,
                                      bool (*visit)(void *user, const struct store_entry *entry),
                                      void *user, struct storage_why *why)
{
    struct entry_walk walk;
    enum storage_error error = read_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    error = walk_begin(&walk, store, campaign, why);
    if (error == STORAGE_OK)
        error = walk_history(&walk, filter, visit, user, why);
    walk_end(&walk);
    read_end(store);
    return error;
}

/* The entry of one record, whose campaign the walk has begun with. */
static enum storage_error walk_one(struct entry_walk *walk, int64_t record, bool *found,
                                   struct storage_why *why)
{
    struct query q;
    query_begin(&q, walk->store, why, "SELECT " ENTRY_COLUMNS " FROM record r"
                " JOIN campaign c ON c.key = r.campaign JOIN result t ON t.record = r.key"
                " WHERE r.key = ?1", "i", record);
    *found = query_next(&q);
    enum storage_error error = *found ? entry_read(&q, &walk->people, walk->room) : STORAGE_OK;
    enum storage_error asked = query_end(&q);
    return error != STORAGE_OK ? error : asked;
}

enum storage_error store_record_get(struct store *store, const struct store_id *record,
                                    bool (*visit)(void *user, const struct store_entry *entry),
                                    void *user, struct storage_why *why)
{
    struct entry_walk walk = {0};
    struct query q;
    struct store_id campaign;
    int64_t key = 0;
    bool found = false;
    enum storage_error error = read_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    query_begin(&q, store, why, "SELECT r.key, c.id FROM record r"
                " JOIN campaign c ON c.key = r.campaign WHERE r.id = ?1", "b", record);
    if (query_next(&q)) {
        key = query_int(&q, 0);
        campaign = query_id(&q, 1);
        found = true;
    }
    error = query_end(&q);
    if (error == STORAGE_OK && found)
        error = walk_begin(&walk, store, &campaign, why);
    if (error == STORAGE_OK && found)
        error = walk_one(&walk, key, &found, why);
    if (error == STORAGE_OK && !found)
        error = fail(why, STORAGE_UNKNOWN, N_("there is no such record"));
    if (error == STORAGE_OK)
        visit(user, &walk.room->entry);
    walk_end(&walk);
    read_end(store);
    return error;
}

/* ---- rebuilding -------------------------------------------------------------------------- */

/* The next stale record behind `after`; 0: none. */
static enum storage_error next_stale(struct entry_walk *walk, int64_t after, int64_t *out,
                                     struct storage_why *why)
{
    struct query q;
    query_begin(&q, walk->store, why, "SELECT t.record FROM result t CROSS JOIN record r"
                " ON r.key = t.record WHERE t.record > ?1 AND t.state < 2 AND t.state = 0"
                " AND r.campaign = ?2 ORDER BY t.record LIMIT 1", "ii", after, walk->campaign);
    *out = query_next(&q) ? query_int(&q, 0) : 0;
    return query_end(&q);
}

static enum storage_error rebuild_one(struct entry_walk *walk, int64_t record,
                                      bool (*judge)(void *user, const struct store_entry *entry,
                                                    struct store_result *out),
                                      void *user, struct storage_why *why)
{
    bool found = false;
    enum storage_error error = walk_one(walk, record, &found, why);
    if (error != STORAGE_OK || !found || walk->room->entry.withdrawn)
        return error;
    struct store_result result = {0};
    return judge(user, &walk->room->entry, &result)
               ? result_write(walk->store, record, &result, why) : STORAGE_OK;
}

enum storage_error store_results_rebuild(struct store *store, const struct store_id *campaign,
                                         bool (*judge)(void *user, const struct store_entry *entry,
                                                       struct store_result *out),
                                         void *user, struct storage_why *why)
{
    struct entry_walk walk;
    int64_t record = 0;
    enum storage_error error = write_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    error = walk_begin(&walk, store, campaign, why);
    if (error == STORAGE_OK)
        error = next_stale(&walk, 0, &record, why);
    while (error == STORAGE_OK && record != 0) {
        error = rebuild_one(&walk, record, judge, user, why);
        if (error == STORAGE_OK)
            error = next_stale(&walk, record, &record, why);
    }
    walk_end(&walk);
    return write_end(store, error, why);
}

/* ---- twins ------------------------------------------------------------------------------- */

enum storage_error store_twins_each(struct store *store, const struct store_id *campaign,
                                    bool (*visit)(void *user, const struct store_id *record,
                                                  const struct store_id *earlier),
                                    void *user, struct storage_why *why)
{
    struct query q;
    int64_t key = 0;
    enum storage_error error = read_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    error = campaign_key(store, campaign, &key, why);
    query_begin(&q, store, why,
                "WITH standing AS (SELECT r.id, t.print FROM record r"
                "  JOIN result t ON t.record = r.key WHERE r.campaign = ?1 AND t.print <> 0"
                "  AND NOT coalesce((SELECT w.withdrawn FROM withdrawal w WHERE w.record = r.key"
                "   AND w.line IS NULL ORDER BY w.id DESC LIMIT 1), 0)),"
                " first AS (SELECT print, min(id) AS id FROM standing GROUP BY print"
                "  HAVING count(*) > 1)"
                " SELECT s.id, f.id FROM standing s JOIN first f ON f.print = s.print"
                " WHERE s.id <> f.id ORDER BY s.id", "i", key);
    while (error == STORAGE_OK && query_next(&q)) {
        struct store_id record = query_id(&q, 0), earlier = query_id(&q, 1);
        if (!visit(user, &record, &earlier))
            break;
    }
    enum storage_error asked = query_end(&q);
    read_end(store);
    return error != STORAGE_OK ? error : asked;
}
