/* Records: beginning them, appending lines, taking lines back, and listing them. */
#include "store.h"
#include "core/signs.h"

#include <string.h>

/* ---- limits ------------------------------------------------------------------------------ */

static void heading_valid(struct transaction *d, const struct store_heading *h)
{
    const char *const texts[] = {h->rules, h->pack, h->pack_hash};
    text_valid(d, h->game, N_("a game"), false);
    for (size_t i = 0; i < 3; i++)
        text_valid(d, texts[i], N_("the heading"), true);
    if (h->date != NULL && *h->date != '\0')
        day_wanted(d, h->date);
    if (h->seats > SEATS_MOST || h->options > STORE_OPTIONS_MOST)
        fail(d, STORAGE_INVALID, N_("a heading has too many seats or options"), "");
    for (size_t i = 0; i < h->seats && d->error == STORAGE_OK; i++)
        text_valid(d, h->seat[i].name, N_("a player's name"), false);
    for (size_t i = 0; i < h->options && d->error == STORAGE_OK; i++)
        option_valid(d, h->option[i].key, h->option[i].value);
}

void line_valid(struct transaction *d, const char *text, const char *author)
{
    size_t length = strlen(text);
    if (length > LINE_MOST)
        fail(d, STORAGE_INVALID, N_("a line is longer than {most} bytes"), "i", "most",
            (int64_t)LINE_MOST);
    if (length == 0 || text[0] == '#' || text[0] == ' ' || text[length - 1] == ' ')
        fail(d, STORAGE_INVALID, N_("a line is empty, a comment, or begins or ends with a space"),
            "");
    if (!signs_plain((struct span){text, length}, "\t"))
        fail(d, STORAGE_INVALID,
            N_("a line contains a line break, or a control or invisible character"), "");
    if (author != NULL && strchr(author, '#') != NULL)
        fail(d, STORAGE_INVALID, N_("the author holds a #"), "");
    text_valid(d, author, N_("the author"), true);
}

void size_add(struct transaction *d, struct record_size *size, const char *text)
{
    const int64_t bytes = size->bytes + (int64_t)strlen(text);
    if (size->lines >= RECORD_LINES_MOST || bytes > RECORD_BYTES_MOST)
        fail(d, STORAGE_INVALID, N_("a record has at most {lines} lines of {bytes} bytes in all"),
            "ii", "lines", (int64_t)RECORD_LINES_MOST, "bytes", (int64_t)RECORD_BYTES_MOST);
    if (d->error == STORAGE_OK)
        *size = (struct record_size){size->lines + 1, bytes};
}

/* ---- beginning --------------------------------------------------------------------------- */

static void add_seat(struct transaction *d, int64_t record, int64_t campaign,
    const struct people *people, const struct store_seat *given, int64_t seat)
{
    int64_t owner = campaign;
    int64_t player = store_id_none(&given->player)
                         ? player_by_name(d, campaign, people, given->name)
                         : player_key(d, &given->player, &owner);
    if (owner != campaign)
        fail(d, STORAGE_UNKNOWN, N_("“{name}” is not a player of this campaign"), "t", "name",
            given->name);
    sql_run(d, "INSERT INTO seat (record, seat, player, name) VALUES (?1, ?2, ?3, ?4)", "iiit",
        record, seat, player, given->name);
}

static void add_seats(struct transaction *d, int64_t record, int64_t campaign,
    const struct store_heading *h)
{
    const struct people *people = NULL;
    for (int i = 0; i < h->seats; i++)
        if (people == NULL && store_id_none(&h->seat[i].player))
            people = people_known(d, campaign);
    for (int i = 0; i < h->seats; i++)
        add_seat(d, record, campaign, people, &h->seat[i], i);
}

/* Inserts a record with its seats, its options and an open result. Returns its key. */
static int64_t add_record(struct transaction *d, const struct store_id *campaign,
    const struct store_heading *h, struct store_id *id)
{
    heading_valid(d, h);
    int64_t owner = campaign_key(d, campaign);
    *id = id_new(d, NULL);
    sql_run(d,
        "INSERT INTO record (id, campaign, game, day, rules, pack, pack_hash)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        "bittttt", id, owner, h->game, h->date, h->rules, h->pack, h->pack_hash);
    if (d->error != STORAGE_OK)
        return 0;
    int64_t key = sqlite3_last_insert_rowid(d->store->db);
    add_seats(d, key, owner, h);
    for (int i = 0; i < h->options; i++)
        sql_run(d,
            "INSERT INTO played_under (record, place, option, value) VALUES (?1, ?2, ?3, ?4)",
            "iitt", key, (int64_t)i, h->option[i].key, h->option[i].value);
    sql_run(d, "INSERT INTO result (record, state, print) VALUES (?1, ?2, 0)", "ii", key,
        (int64_t)STORE_OPEN);
    commit_mark_note(d, key, 0);
    return key;
}

enum storage_error store_record_begin(struct store *store, const struct store_id *campaign,
    const struct store_heading *heading, struct store_hold **out)
{
    struct store_id id;
    struct transaction d = write_begin(store);
    int64_t key = add_record(&d, campaign, heading, &id);
    struct store_hold *hold = hold_take(&d, key, &id);
    return hold_end(&d, hold, out);
}

/* ---- lines ------------------------------------------------------------------------------- */

/* A new id, later than all lines and withdrawals of the record. */
static struct store_id next_id(struct transaction *d, int64_t key)
{
    return id_behind(d,
        "SELECT max(id) FROM (SELECT max(id) AS id FROM line WHERE record = ?1 UNION ALL"
        " SELECT max(id) FROM withdrawal WHERE record = ?1)",
        key);
}

/* The record goes on, so it is no longer known to be finished. */
static void result_outdate(struct transaction *d, int64_t key)
{
    if (sql_int(d, "SELECT state FROM result WHERE record = ?1", "i", key) == STORE_FINISHED)
        result_stale(d, key);
}

static void add_line(struct transaction *d, int64_t key, const struct store_id *id,
    const struct store_line *line)
{
    const int64_t latest_s = 253402300799; /* the last second of the year 9999 */
    line_valid(d, line->text, line->author);
    if (line->time < 0 || line->time / 1000 > latest_s)
        fail(d, STORAGE_INVALID, N_("a time beyond the year 9999"), "");
    sql_run(d, "INSERT INTO line (record, id, time, author, text) VALUES (?1, ?2, ?3, ?4, ?5)",
        "ibitt", key, id, line->time != 0 ? line->time : store_id_time(id), line->author,
        line->text);
    commit_mark_note(d, key, 1);
}

enum storage_error store_append(struct store_hold *hold, const char *text, const char *author,
    int64_t time, struct store_id *out)
{
    struct transaction d = write_begin(hold->store);
    struct store_id id = next_id(&d, hold->key);
    struct record_size size = hold->size;
    size_add(&d, &size, text);
    add_line(&d, hold->key, &id,
        &(struct store_line){.text = text, .author = author, .time = time});
    result_outdate(&d, hold->key);
    if (write_end(&d) != STORAGE_OK)
        return d.error;
    hold->size = size;
    if (out != NULL)
        *out = id;
    return d.error;
}

/* The last withdrawal of a line counts; a line without one stands. */
#define WITHDRAWN(line)                                                                     \
    "coalesce((SELECT w.withdrawn FROM withdrawal w WHERE w.record = ?1 AND w.line = " line \
    " ORDER BY w.id DESC LIMIT 1), 0)"

enum storage_error store_lines_each(struct store *store, const struct store_id *record,
    bool withdrawn_too, visit_line *visit, void *user)
{
    struct query q;
    struct transaction d = read_begin(store);
    query_begin(&q, &d,
        "SELECT l.id, l.time, l.author, l.text, " WITHDRAWN(
            "l.id") " FROM line l WHERE l.record = ?1 ORDER BY l.id",
        "i", record_key(&d, record));
    for (uint32_t number = 1; query_next(&q); number++) {
        struct store_line line = {query_id(&q, 0), number, query_int(&q, 1), query_text(&q, 2),
            query_text(&q, 3), query_int(&q, 4) != 0};
        if ((withdrawn_too || !line.withdrawn) && !visit(user, &line))
            break;
    }
    query_end(&q);
    return read_end(&d);
}

/* ---- taking back ------------------------------------------------------------------------- */

/* Appends a withdrawal of a line; `line` NULL: of the whole record. */
static void withdraw(struct transaction *d, int64_t key, const struct store_id *line,
    bool withdrawn)
{
    struct store_id id = next_id(d, key);
    sql_run(d, "INSERT INTO withdrawal (record, id, line, withdrawn) VALUES (?1, ?2, ?3, ?4)",
        "ibbi", key, &id, line, (int64_t)withdrawn);
    commit_mark_note(d, key, 0);
}

/* Finds a line of the record by `sql`, and withdraws it or brings it back. */
static enum storage_error turn(struct store_hold *hold, const char *sql, bool withdrawn,
    struct store_id *out)
{
    struct transaction d = write_begin(hold->store);
    struct store_id line = sql_id(&d, sql, "i", hold->key);
    if (store_id_none(&line))
        fail(&d, STORAGE_NOTHING,
            withdrawn ? N_("no line is left") : N_("no line was taken back since the last one"),
            "");
    withdraw(&d, hold->key, &line, withdrawn);
    result_outdate(&d, hold->key);
    if (write_end(&d) == STORAGE_OK && out != NULL)
        *out = line;
    return d.error;
}

enum storage_error store_undo(struct store_hold *hold, struct store_id *out)
{
    return turn(hold,
        "SELECT l.id FROM line l WHERE l.record = ?1 AND NOT " WITHDRAWN(
            "l.id") " ORDER BY l.id DESC LIMIT 1",
        true, out);
}

/* The line taken back last comes back first, and none comes back before a line that stands. */
enum storage_error store_redo(struct store_hold *hold, struct store_id *out)
{
    return turn(hold,
        "SELECT t.line FROM withdrawal t WHERE t.record = ?1 AND t.line IS NOT NULL"
        " AND t.withdrawn AND t.id > (SELECT max(l.id) FROM line l WHERE l.record = ?1)"
        " AND " WITHDRAWN("t.line") " AND NOT EXISTS (SELECT 1 FROM line l WHERE l.record = ?1"
                                    " AND l.id > t.line AND NOT " WITHDRAWN(
                                        "l.id") ") ORDER BY t.id DESC LIMIT 1",
        false, out);
}

/* ---- putting another in its place -------------------------------------------------------- */

static void withdraw_standing(struct transaction *d, int64_t key, const struct store_id *line)
{
    if (sql_int(d,
            "SELECT count(*) FROM line l WHERE l.record = ?1 AND l.id = ?2 AND NOT " WITHDRAWN(
                "l.id"),
            "ib", key, line)
        == 0)
        fail(d, STORAGE_NOTHING, N_("that line does not stand"), "");
    withdraw(d, key, line, true);
    result_outdate(d, key);
}

enum storage_error store_take_back(struct store_hold *hold, const struct store_id *line)
{
    struct transaction d = write_begin(hold->store);
    withdraw_standing(&d, hold->key, line);
    return write_end(&d);
}

/* The first line after this one, withdrawn or not; if there is none, an id greater than all. */
static struct store_id line_behind(struct transaction *d, int64_t key, const struct store_id *line)
{
    struct store_id next = sql_id(d,
        "SELECT l.id FROM line l WHERE l.record = ?1 AND l.id > ?2 ORDER BY l.id LIMIT 1", "ib",
        key, line);
    if (store_id_none(&next))
        memset(next.byte, 0xff, sizeof next.byte);
    return next;
}

/*
 * Ids of lines made at the same moment may be so close that none fits between. Then the standing
 * lines after `line` are taken back and appended again after the new one at `end`, with their times
 * and authors.
 */
static void say_again(struct transaction *d, int64_t key, const struct store_id *line,
    const struct store_id *end)
{
    struct store_id at = line_behind(d, key, line);
    for (; d->error == STORAGE_OK && store_id_compare(&at, end) < 0;
         at = line_behind(d, key, &at)) {
        struct query q;
        struct store_id id = next_id(d, key);
        query_begin(&q, d,
            "SELECT l.time, l.author, l.text FROM line l WHERE l.record = ?1 AND l.id = ?2 AND "
            "NOT " WITHDRAWN("l.id"),
            "ib", key, &at);
        bool stands = query_next(&q);
        if (stands)
            add_line(d, key, &id,
                &(struct store_line){.time = query_int(&q, 0),
                    .author = query_text(&q, 1),
                    .text = query_text(&q, 2)});
        query_end(&q);
        if (stands)
            withdraw(d, key, &at, true);
    }
}

enum storage_error store_replace(struct store_hold *hold, const struct store_id *line,
    const char *text, struct store_id *out)
{
    struct transaction d = write_begin(hold->store);
    struct store_id next = line_behind(&d, hold->key, line), id = id_between(&d, line, &next);
    bool tight = d.error == STORAGE_OK && store_id_none(&id);
    withdraw_standing(&d, hold->key, line);
    if (tight)
        id = next_id(&d, hold->key);
    add_line(&d, hold->key, &id, &(struct store_line){.text = text, .time = time_now()});
    if (tight)
        say_again(&d, hold->key, line, &id);
    if (write_end(&d) == STORAGE_OK && out != NULL)
        *out = id;
    return d.error;
}

struct store_id record_twin(struct transaction *d, int64_t key)
{
    return sql_id(d,
        "SELECT r.id FROM record own CROSS JOIN result mine ON mine.record = own.key"
        " CROSS JOIN result t ON t.print = mine.print"
        " CROSS JOIN record r ON r.key = t.record AND r.campaign = own.campaign"
        " WHERE own.key = ?1 AND r.key <> ?1 AND NOT coalesce((SELECT w.withdrawn"
        "  FROM withdrawal w WHERE w.record = r.key AND w.line IS NULL"
        "  ORDER BY w.id DESC LIMIT 1), 0) ORDER BY r.id LIMIT 1",
        "i", key);
}

/* The id of an equal record in the campaign; if there is one the error is TWICE. */
static struct store_id expect_alone(struct transaction *d, int64_t key)
{
    struct store_id twin = record_twin(d, key);
    char text[STORE_ID_TEXT];
    store_id_text(&twin, text);
    if (!store_id_none(&twin))
        fail(d, STORAGE_TWICE, N_("its id is {id}"), "t", "id", text);
    return twin;
}

bool record_withdrawn(struct transaction *d, int64_t key)
{
    return sql_int(d,
               "SELECT withdrawn FROM withdrawal WHERE record = ?1"
               " AND line IS NULL ORDER BY id DESC LIMIT 1",
               "i", key)
           != 0;
}

enum storage_error store_record_withdraw(struct store *store, const struct store_id *record,
    bool withdrawn, bool again)
{
    struct transaction d = write_begin(store);
    int64_t key = record_key(&d, record);
    hold_free(&d, key);
    if (record_withdrawn(&d, key) == withdrawn)
        fail(&d, STORAGE_NOTHING,
            withdrawn ? N_("the record is withdrawn already") : N_("the record is not withdrawn"),
            "");
    withdraw(&d, key, NULL, withdrawn);
    result_stale(&d, key);
    if (!withdrawn && !again) /* an equal record may have been added after this one was withdrawn */
        expect_alone(&d, key);
    return write_end(&d);
}

/* ---- whole records ----------------------------------------------------------------------- */

enum storage_error store_record_add(struct store *store, const struct store_id *campaign,
    const struct store_heading *heading, const struct store_line *lines, size_t count,
    const struct store_result *result, bool again, struct store_id *out)
{
    struct store_id id, twin = {{0}};
    struct transaction d = write_begin(store);
    struct record_size size = {0, 0};
    int64_t key = add_record(&d, campaign, heading, &id);
    for (size_t i = 0; i < count && d.error == STORAGE_OK; i++) {
        struct store_id line = id_new(&d, NULL);
        size_add(&d, &size, lines[i].text);
        add_line(&d, key, &line, &lines[i]);
    }
    if (result != NULL)
        result_write(&d, key, result);
    else
        result_stale(&d, key);
    if (!again)
        twin = expect_alone(&d, key);
    write_end(&d);
    if (d.error == STORAGE_OK || d.error == STORAGE_TWICE)
        *out = d.error == STORAGE_OK ? id : twin;
    return d.error;
}
