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

/*
 * Adds words to a fingerprint. Blanks, semicolons and line ends count as the same, so that it makes
 * no difference how a record is broken into lines. `blank`: what was added so far ends with one.
 */
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

static void print_names(struct transaction *d, int64_t record, uint64_t *print)
{
    struct query q;
    char folded[STORE_TEXT_MOST + 1];
    query_begin(&q, d, "SELECT name FROM seat WHERE record = ?1 ORDER BY seat", "i", record);
    while (query_next(&q)) {
        word_fold(query_text(&q, 0), folded);
        print_add(print, folded);
    }
    query_end(&q);
}

int64_t record_print(struct transaction *d, int64_t record)
{
    struct query q;
    uint64_t print = 0xcbf29ce484222325u;
    bool blank = true;
    query_begin(&q, d, "SELECT game, day FROM record WHERE key = ?1", "i", record);
    if (query_next(&q)) {
        print_add(&print, query_text(&q, 0));
        print_add(&print, query_text(&q, 1));
    }
    query_end(&q);
    print_names(d, record, &print);
    query_begin(&q, d,
        "SELECT l.text FROM line l WHERE l.record = ?1 AND NOT"
        " coalesce((SELECT w.withdrawn FROM withdrawal w WHERE w.record = ?1"
        "  AND w.line = l.id ORDER BY w.id DESC LIMIT 1), 0) ORDER BY l.id",
        "i", record);
    while (query_next(&q))
        print_words(&print, query_text(&q, 0), &blank);
    query_end(&q);
    return (int64_t)(print != 0 ? print : 1);
}

/* ---- results ----------------------------------------------------------------------------- */

static void set_state(struct transaction *d, int64_t record, enum store_state state)
{
    int64_t print = record_print(d, record);
    sql_run(d,
        "INSERT INTO result (record, state, print) VALUES (?1, ?2, ?3)"
        " ON CONFLICT (record) DO UPDATE SET state = ?2, print = ?3",
        "iii", record, (int64_t)state, print);
    outcome_drop(d, record);
}

void result_stale(struct transaction *d, int64_t record) { set_state(d, record, STORE_STALE); }

void result_write(struct transaction *d, int64_t record, const struct store_result *result)
{
    for (int i = 0; i < SEATS_MOST; i++)
        if (result->seat[i].place > SEATS_MOST)
            fail(d, STORAGE_INVALID, N_("there is no place {place}"), "i", "place",
                (int64_t)result->seat[i].place);
    set_state(d, record, result->finished ? STORE_FINISHED : STORE_OPEN);
    if (result->finished)
        outcome_write(d, record, result);
}

enum storage_error store_result_put(struct store *store, const struct store_id *record,
    const struct store_result *result)
{
    struct transaction d = write_begin(store);
    d.aside = true;
    result_write(&d, record_key(&d, record), result);
    return write_end(&d);
}

enum storage_error store_results_outdate(struct store *store, const struct store_id *campaign,
    uint32_t counted)
{
    struct transaction d = write_begin(store);
    d.aside = true;
    int64_t key = campaign_key(&d, campaign);
    sql_run(&d,
        "UPDATE result SET state = 0 WHERE record IN (SELECT record FROM outcome WHERE campaign = "
        "?1 AND counted <> ?2)",
        "ii", key, (int64_t)counted);
    sql_run(&d, "DELETE FROM outcome WHERE campaign = ?1 AND counted <> ?2", "ii", key,
        (int64_t)counted);
    return write_end(&d);
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

/* An entry with the texts that it points to. */
struct entry_room {
    struct store_entry entry;
    struct room texts;
};

/*
 * Copies a text. There is room for as much as text_valid allows; a file with longer texts gives "".
 */
static const char *keep(struct entry_room *room, const char *text)
{
    const char *kept = room_keep(&room->texts, text);
    return kept != NULL ? kept : "";
}

#define ENTRY_COLUMNS                                                                           \
    "r.key, r.id, c.id, r.game, r.day, r.rules, r.pack, r.pack_hash, t.state,"                  \
    " coalesce((SELECT w.withdrawn FROM withdrawal w WHERE w.record = r.key AND w.line IS NULL" \
    "  ORDER BY w.id DESC LIMIT 1), 0) AS gone,"                                                \
    " o.ends, o.counted, o.counts, (SELECT n.number FROM numbered n WHERE n.record = r.key)"
#define WITH_OUTCOME \
    " LEFT JOIN outcome o ON o.campaign = r.campaign AND o.day = r.day AND o.id = r.id"

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
    e->number = (uint32_t)query_int(q, 13);
    e->result.finished = e->state == STORE_FINISHED;
    outcome_read(query_bytes(q, 10), (uint32_t)query_int(q, 11), query_bytes(q, 12), &e->result);
}

/* Reads the seats. Without `people` each player is the one who sat down. */
static void entry_seats(struct transaction *d, int64_t record, const struct people *people,
    struct entry_room *room)
{
    struct query q;
    struct store_entry *e = &room->entry;
    query_begin(&q, d,
        "SELECT s.player, s.name, w.id FROM seat s JOIN player w ON w.key = s.player WHERE "
        "s.record = ?1"
        " ORDER BY s.seat",
        "i", record);
    for (int i = 0; i < SEATS_MOST && query_next(&q); i++) {
        const struct person *root = people != NULL ? people_root(people, query_int(&q, 0)) : NULL;
        if (root != NULL)
            e->heading.seat[i].player = root->id;
        else if (people == NULL)
            e->heading.seat[i].player = query_id(&q, 2);
        e->heading.seat[i].name = keep(room, query_text(&q, 1));
        e->heading.seats++;
    }
    query_end(&q);
}

static void entry_options(struct transaction *d, int64_t record, struct entry_room *room)
{
    struct query q;
    struct store_heading *h = &room->entry.heading;
    query_begin(&q, d,
        "SELECT option, value FROM played_under WHERE record = ?1"
        " ORDER BY place",
        "i", record);
    while (h->options < STORE_OPTIONS_MOST && query_next(&q)) {
        h->option[h->options].key = keep(room, query_text(&q, 0));
        h->option[h->options].value = keep(room, query_text(&q, 1));
        h->options++;
    }
    query_end(&q);
}

/* Reads the entry of the row `q`, which has ENTRY_COLUMNS. */
static void entry_read(const struct query *q, const struct people *people, struct entry_room *room)
{
    int64_t record = query_int(q, 0);
    entry_begin(room, q);
    entry_seats(q->deed, record, people, room);
    entry_options(q->deed, record, room);
}

/* ---- history ----------------------------------------------------------------------------- */

/* What a walk over entries needs; cleared by walk_clear. */
struct entry_walk {
    struct people people;
    struct entry_room *room; /* not NULL unless the call has failed */
    int64_t campaign;
};

static struct entry_walk walk_begin(struct transaction *d, const struct store_id *campaign)
{
    struct entry_walk walk = {.campaign = campaign_key(d, campaign),
        .room = malloc(sizeof *walk.room)};
    people_load(d, walk.campaign, &walk.people);
    if (walk.room == NULL)
        fail(d, STORAGE_MEMORY, NULL, "");
    return walk;
}

static void walk_clear(struct entry_walk *walk)
{
    people_clear(&walk->people);
    free(walk->room);
}

#define IN_ORDER_OF_DAYS                                                                  \
    "SELECT " ENTRY_COLUMNS " FROM record r JOIN campaign c ON c.key = r.campaign"        \
    " JOIN result t ON t.record = r.key" WITH_OUTCOME                                     \
    " WHERE r.campaign = ?1 AND r.day >= ?2 AND r.day <= ?3 AND (?4 = '' OR r.game = ?4)" \
    " AND (?5 OR NOT gone) ORDER BY r.day"
#define WAITING                                                                         \
    "SELECT " ENTRY_COLUMNS " FROM result t CROSS JOIN record r ON r.key = t.record"    \
    " JOIN campaign c ON c.key = r.campaign" WITH_OUTCOME " WHERE t.state < 2"          \
    " AND r.campaign = ?1 AND r.day >= ?2 AND r.day <= ?3 AND (?4 = '' OR r.game = ?4)" \
    " AND (?5 OR NOT gone) ORDER BY r.day"

static const char *history_sql(const struct store_filter *filter)
{
    if (filter->unfinished)
        return filter->newest_first ? WAITING " DESC, r.id DESC" : WAITING ", r.id";
    return filter->newest_first ? IN_ORDER_OF_DAYS " DESC, r.id DESC" : IN_ORDER_OF_DAYS ", r.id";
}

bool store_entry_seats(const struct store_entry *entry, const struct store_id *player)
{
    for (int i = 0; i < entry->heading.seats; i++)
        if (store_id_compare(&entry->heading.seat[i].player, player) == 0)
            return true;
    return false;
}

static const struct person *find_player(struct transaction *d, const struct entry_walk *walk,
    const struct store_id *id)
{
    int64_t campaign;
    if (store_id_none(id))
        return NULL;
    const struct person *found = people_root(&walk->people, player_key(d, id, &campaign));
    if (found == NULL)
        fail(d, STORAGE_UNKNOWN, N_("the player is of another campaign"), "");
    return found;
}

enum storage_error store_history_each(struct store *store, const struct store_id *campaign,
    const struct store_filter *f, visit_entry *visit, void *user)
{
    struct query q;
    uint32_t seen = 0;
    struct transaction d = read_begin(store);
    struct entry_walk walk = walk_begin(&d, campaign);
    const struct person *player = find_player(&d, &walk, &f->player);
    query_begin(&q, &d, history_sql(f), "ittti", walk.campaign, f->since,
        f->until != NULL ? f->until : "9999-12-31", f->game, (int64_t)f->withdrawn_too);
    while ((f->most == 0 || seen < f->most) && query_next(&q)) {
        entry_read(&q, &walk.people, walk.room);
        if (d.error != STORAGE_OK
            || (player != NULL && !store_entry_seats(&walk.room->entry, &player->id)))
            continue;
        seen++;
        if (!visit(user, &walk.room->entry))
            break;
    }
    query_end(&q);
    walk_clear(&walk);
    return read_end(&d);
}

/* The entry of one record; its players are those of `people`. */
static const struct store_entry *read_one(struct transaction *d, const struct people *people,
    struct entry_room *room, int64_t record)
{
    struct query q;
    query_begin(&q, d,
        "SELECT " ENTRY_COLUMNS " FROM record r"
        " JOIN campaign c ON c.key = r.campaign JOIN result t ON t.record = r.key" WITH_OUTCOME
        " WHERE r.key = ?1",
        "i", record);
    bool found = query_next(&q);
    if (found)
        entry_read(&q, people, room);
    query_end(&q);
    return found && d->error == STORAGE_OK ? &room->entry : NULL;
}

/* One record of the walk's campaign. */
static const struct store_entry *walk_one(struct transaction *d, struct entry_walk *walk,
    int64_t record)
{
    return read_one(d, &walk->people, walk->room, record);
}

static void visit_one(struct transaction *d, const struct store_entry *entry, visit_entry *visit,
    void *user)
{
    if (entry != NULL)
        visit(user, entry);
    else
        fail(d, STORAGE_UNKNOWN, N_("there is no such record"), "");
}

enum storage_error store_record_get(struct store *store, const struct store_id *record,
    visit_entry *visit, void *user)
{
    struct transaction d = read_begin(store);
    int64_t key = record_key(&d, record);
    struct store_id campaign = sql_id(&d,
        "SELECT c.id FROM record r JOIN campaign c ON c.key = r.campaign"
        " WHERE r.key = ?1",
        "i", key);
    struct entry_walk walk = walk_begin(&d, &campaign);
    visit_one(&d, walk_one(&d, &walk, key), visit, user);
    walk_clear(&walk);
    return read_end(&d);
}

enum storage_error store_record_as_sat(struct store *store, const struct store_id *record,
    visit_entry *visit, void *user)
{
    struct transaction d = read_begin(store);
    struct entry_room *room = malloc(sizeof *room);
    if (room == NULL)
        fail(&d, STORAGE_MEMORY, NULL, "");
    else
        visit_one(&d, read_one(&d, NULL, room, record_key(&d, record)), visit, user);
    free(room);
    return read_end(&d);
}

/* ---- rebuilding -------------------------------------------------------------------------- */

/* The next stale record after `after`; 0: none. */
static int64_t next_stale(struct transaction *d, int64_t campaign, int64_t after)
{
    return sql_int(d,
        "SELECT t.record FROM result t CROSS JOIN record r"
        " ON r.key = t.record WHERE t.record > ?1 AND t.state < 2 AND t.state = 0"
        " AND r.campaign = ?2 ORDER BY t.record LIMIT 1",
        "ii", after, campaign);
}

enum storage_error store_results_rebuild(struct store *store, const struct store_id *campaign,
    judge_entry *judge, void *user)
{
    struct transaction d = write_begin(store);
    d.aside = true;
    struct entry_walk walk = walk_begin(&d, campaign);
    for (int64_t record = 0; (record = next_stale(&d, walk.campaign, record)) != 0;) {
        const struct store_entry *entry = walk_one(&d, &walk, record);
        struct store_result result = {0};
        if (entry != NULL && !entry->withdrawn && judge(user, entry, &result))
            result_write(&d, record, &result);
    }
    walk_clear(&walk);
    return write_end(&d);
}
