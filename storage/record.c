/*
 * Records: begun, appended to, taken back; and their lines.
 */
#include "store.h"

#include <string.h>

/* ---- limits ------------------------------------------------------------------------------ */

static enum storage_error heading_valid(const struct store_heading *h, struct storage_why *why)
{
    enum storage_error error = text_valid(h->game, N_("a game"), false, why);
    const char *const texts[] = {h->rules, h->pack, h->pack_hash};
    for (size_t i = 0; i < 3 && error == STORAGE_OK; i++)
        error = text_valid(texts[i], N_("the heading"), true, why);
    if (error == STORAGE_OK && h->date != NULL && *h->date != '\0' && !day_valid(h->date))
        error = fail_of(why, STORAGE_INVALID, N_("“{day}” is no day YYYY-MM-DD"), "day", h->date);
    if (error == STORAGE_OK && (h->seats > SEATS_MOST || h->options > STORE_OPTIONS_MOST))
        error = fail(why, STORAGE_INVALID, N_("a heading has too many seats or options"));
    for (size_t i = 0; i < h->seats && error == STORAGE_OK; i++)
        error = text_valid(h->seat[i].name, N_("a player's name"), false, why);
    for (size_t i = 0; i < h->options && error == STORAGE_OK; i++) {
        error = option_valid(h->option[i].key, why);
        if (error == STORAGE_OK)
            error = text_valid(h->option[i].value, N_("an option's value"), true, why);
    }
    return error;
}

enum storage_error line_valid(const char *text, const char *author, struct storage_why *why)
{
    size_t length = strlen(text);
    if (length > LINE_MOST)
        return fail_number(why, STORAGE_INVALID, N_("a line is longer than {most} bytes"), "most", LINE_MOST);
    if (length == 0 || text[0] == '#' || text[0] == ' ' || text[length - 1] == ' ')
        return fail(why, STORAGE_INVALID, N_("a line is empty, a comment, or begins or ends with a space"));
    for (size_t i = 0; i < length; i++)
        if (((unsigned char)text[i] < ' ' && text[i] != '\t') || text[i] == 0x7f)
            return fail(why, STORAGE_INVALID, N_("a line holds a line break or a control character"));
    if (author != NULL && strchr(author, '#') != NULL)
        return fail(why, STORAGE_INVALID, N_("the author holds a #"));
    return text_valid(author, N_("the author"), true, why);
}

/* ---- beginning --------------------------------------------------------------------------- */

static enum storage_error add_seat(struct store *store, int64_t record, int64_t campaign,
                                   const struct people *people, const struct store_heading *h,
                                   int64_t seat, struct storage_why *why)
{
    int64_t player = 0, owner = campaign;
    const struct store_seat *given = &h->seat[seat];
    enum storage_error error =
        store_id_none(&given->player)
            ? player_by_name(store, campaign, people, given->name, &player, why)
            : player_key(store, &given->player, &player, &owner, why);
    if (error == STORAGE_OK && owner != campaign)
        error = fail_of(why, STORAGE_UNKNOWN, N_("“{name}” is no player of this campaign"), "name", given->name);
    if (error == STORAGE_OK)
        error = sql_run(store, why, "INSERT INTO seat (record, seat, player, name)"
                        " VALUES (?1, ?2, ?3, ?4)", "iiit", record, seat, player, given->name);
    return error;
}

static enum storage_error add_seats(struct store *store, int64_t record, int64_t campaign,
                                    const struct store_heading *h, struct storage_why *why)
{
    struct people people = {0};
    bool by_name = false;
    for (int i = 0; i < h->seats; i++)
        by_name |= store_id_none(&h->seat[i].player);
    enum storage_error error = STORAGE_OK;
    if (by_name)
        error = people_load(store, campaign, &people, why);
    for (int i = 0; i < h->seats && error == STORAGE_OK; i++)
        error = add_seat(store, record, campaign, &people, h, i, why);
    people_clear(&people);
    return error;
}

/* Inserts record, seats, options and an open result. */
static enum storage_error add_record(struct store *store, const struct store_id *campaign,
                                     const struct store_heading *h, struct store_id *id,
                                     int64_t *key, struct storage_why *why)
{
    int64_t owner = 0;
    enum storage_error error = heading_valid(h, why);
    if (error == STORAGE_OK)
        error = campaign_key(store, campaign, &owner, why);
    if (error == STORAGE_OK)
        error = id_new(store, NULL, id, why);
    if (error == STORAGE_OK)
        error = sql_run(store, why,
                        "INSERT INTO record (id, campaign, game, day, rules, pack, pack_hash)"
                        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", "bittttt", id, owner, h->game,
                        h->date, h->rules, h->pack, h->pack_hash);
    if (error != STORAGE_OK)
        return error;
    *key = sqlite3_last_insert_rowid(store->db);
    error = add_seats(store, *key, owner, h, why);
    for (int i = 0; i < h->options && error == STORAGE_OK; i++)
        error = sql_run(store, why, "INSERT INTO played_under (record, place, option, value)"
                        " VALUES (?1, ?2, ?3, ?4)", "iitt", *key, (int64_t)i, h->option[i].key,
                        h->option[i].value);
    if (error == STORAGE_OK)
        error = sql_run(store, why, "INSERT INTO result (record, state, print) VALUES (?1, ?2, 0)",
                        "ii", *key, (int64_t)STORE_OPEN);
    return error;
}

enum storage_error store_record_begin(struct store *store, const struct store_id *campaign,
                                      const struct store_heading *heading, struct store_hold **out,
                                      struct storage_why *why)
{
    struct store_id id;
    int64_t key = 0;
    struct store_hold *hold = NULL;
    enum storage_error error = write_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    error = add_record(store, campaign, heading, &id, &key, why);
    if (error == STORAGE_OK)
        error = hold_take(store, key, &id, &hold, why);
    error = write_end(store, error, why);
    if (error == STORAGE_OK)
        *out = hold;
    else if (hold != NULL)
        hold_drop(hold);
    return error;
}

/* ---- lines ------------------------------------------------------------------------------- */

enum storage_error record_latest(struct store *store, int64_t key, struct store_id *out,
                                 struct storage_why *why)
{
    struct query q;
    query_begin(&q, store, why, "SELECT max(id) FROM line WHERE record = ?1 UNION ALL"
                " SELECT max(id) FROM withdrawal WHERE record = ?1", "i", key);
    *out = (struct store_id){{0}};
    while (query_next(&q)) {
        struct store_id id = query_id(&q, 0);
        if (store_id_compare(&id, out) > 0)
            *out = id;
    }
    return query_end(&q);
}

static enum storage_error next_id(struct store *store, int64_t key, struct store_id *out,
                                  struct storage_why *why)
{
    struct store_id latest;
    enum storage_error error = record_latest(store, key, &latest, why);
    return error == STORAGE_OK ? id_new(store, &latest, out, why) : error;
}

/* A finished record that goes on is no longer known to be finished. */
static enum storage_error result_outdate(struct store *store, int64_t key, struct storage_why *why)
{
    struct query q;
    query_begin(&q, store, why, "SELECT state FROM result WHERE record = ?1", "i", key);
    bool finished = query_next(&q) && query_int(&q, 0) == STORE_FINISHED;
    enum storage_error error = query_end(&q);
    return error == STORAGE_OK && finished ? result_stale(store, key, why) : error;
}

static enum storage_error add_line(struct store *store, int64_t key, const struct store_id *id,
                                   const char *text, const char *author, int64_t time,
                                   struct storage_why *why)
{
    const int64_t latest_s = 253402300799;   /* the last second of the year 9999 */
    if (time < 0 || time / 1000 > latest_s)
        return fail(why, STORAGE_INVALID, N_("a time beyond the year 9999"));
    return sql_run(store, why, "INSERT INTO line (record, id, time, author, text)"
                   " VALUES (?1, ?2, ?3, ?4, ?5)", "ibitt", key, id,
                   time != 0 ? time : store_id_time(id), author, text);
}

enum storage_error store_append(struct store_hold *hold, const char *text, const char *author,
                                int64_t time, struct store_id *out, struct storage_why *why)
{
    struct store *store = hold->store;
    struct store_id id;
    enum storage_error error = line_valid(text, author, why);
    if (error == STORAGE_OK)
        error = write_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    error = next_id(store, hold->key, &id, why);
    if (error == STORAGE_OK)
        error = add_line(store, hold->key, &id, text, author, time, why);
    if (error == STORAGE_OK)
        error = result_outdate(store, hold->key, why);
    error = write_end(store, error, why);
    if (error == STORAGE_OK && out != NULL)
        *out = id;
    return error;
}

/* The line's last withdrawal counts; without one it stands. */
#define WITHDRAWN(line)                                                                            \
    "coalesce((SELECT w.withdrawn FROM withdrawal w WHERE w.record = ?1 AND w.line = " line        \
    " ORDER BY w.id DESC LIMIT 1), 0)"

enum storage_error store_lines_each(struct store *store, const struct store_id *record,
                                    bool withdrawn_too,
                                    bool (*visit)(void *user, const struct store_line *line),
                                    void *user, struct storage_why *why)
{
    int64_t key = 0;
    enum storage_error error = read_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    error = record_key(store, record, &key, why);
    struct query q;
    query_begin(&q, store, why, "SELECT l.id, l.time, l.author, l.text, " WITHDRAWN("l.id")
                " FROM line l WHERE l.record = ?1 ORDER BY l.id", "i", key);
    for (uint32_t number = 1; error == STORAGE_OK && query_next(&q); number++) {
        struct store_line line = {query_id(&q, 0), number, query_int(&q, 1), query_text(&q, 2),
                                  query_text(&q, 3), query_int(&q, 4) != 0};
        if ((withdrawn_too || !line.withdrawn) && !visit(user, &line))
            break;
    }
    enum storage_error asked = query_end(&q);
    read_end(store);
    return error != STORAGE_OK ? error : asked;
}

/* ---- taking back ------------------------------------------------------------------------- */

/* `line` NULL: the record as a whole. */
static enum storage_error withdraw(struct store *store, int64_t key, const struct store_id *line,
                                   bool withdrawn, struct storage_why *why)
{
    struct store_id id;
    enum storage_error error = next_id(store, key, &id, why);
    if (error == STORAGE_OK)
        error = sql_run(store, why, "INSERT INTO withdrawal (record, id, line, withdrawn)"
                        " VALUES (?1, ?2, ?3, ?4)", "ibbi", key, &id, line, (int64_t)withdrawn);
    return error;
}

/* Finds a line by `sql`, of the record's key, and withdraws it or brings it back. */
static enum storage_error turn(struct store_hold *hold, const char *sql, bool withdrawn,
                               struct store_id *out, struct storage_why *why)
{
    struct store *store = hold->store;
    struct query q;
    struct store_id line;
    enum storage_error error = write_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    query_begin(&q, store, why, sql, "i", hold->key);
    bool found = query_next(&q);
    if (found)
        line = query_id(&q, 0);
    error = query_end(&q);
    if (error == STORAGE_OK && !found)
        error = fail(why, STORAGE_NOTHING, withdrawn ? N_("no line stands")
                                                     : N_("no line was taken back since the last one"));
    if (error == STORAGE_OK)
        error = withdraw(store, hold->key, &line, withdrawn, why);
    if (error == STORAGE_OK)
        error = result_outdate(store, hold->key, why);
    error = write_end(store, error, why);
    if (error == STORAGE_OK && out != NULL)
        *out = line;
    return error;
}

enum storage_error store_undo(struct store_hold *hold, struct store_id *out,
                              struct storage_why *why)
{
    return turn(hold, "SELECT l.id FROM line l WHERE l.record = ?1 AND NOT " WITHDRAWN("l.id")
                " ORDER BY l.id DESC LIMIT 1", true, out, why);
}

/* What was taken back last stands first among the lines taken back since the last one was typed. */
enum storage_error store_redo(struct store_hold *hold, struct store_id *out,
                              struct storage_why *why)
{
    return turn(hold, "SELECT t.line FROM withdrawal t WHERE t.record = ?1 AND t.line IS NOT NULL"
                " AND t.withdrawn AND t.id > (SELECT max(l.id) FROM line l WHERE l.record = ?1)"
                " AND " WITHDRAWN("t.line") " ORDER BY t.line LIMIT 1", false, out, why);
}

/* TWICE if the campaign has the same record once more: it was added again after it was withdrawn. */
static enum storage_error alone(struct store *store, int64_t key, struct storage_why *why)
{
    struct store_id twin;
    char text[STORE_ID_TEXT];
    enum storage_error error = record_twin(store, key, &twin, why);
    if (error != STORAGE_OK || store_id_none(&twin))
        return error;
    store_id_text(&twin, text);
    return fail_of(why, STORAGE_TWICE, N_("its id is {id}"), "id", text);
}

enum storage_error store_record_withdraw(struct store *store, const struct store_id *record,
                                         bool withdrawn, bool again, struct storage_why *why)
{
    int64_t key = 0;
    bool already = false;
    enum storage_error error = write_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    error = record_key(store, record, &key, why);
    if (error == STORAGE_OK)
        error = hold_free(store, key, why);
    if (error == STORAGE_OK)
        error = record_withdrawn(store, key, &already, why);
    if (error == STORAGE_OK && already == withdrawn)
        error = fail(why, STORAGE_NOTHING, withdrawn ? N_("the record is withdrawn already")
                                                     : N_("the record is not withdrawn"));
    if (error == STORAGE_OK)
        error = withdraw(store, key, NULL, withdrawn, why);
    if (error == STORAGE_OK)
        error = result_stale(store, key, why);
    if (error == STORAGE_OK && !withdrawn && !again)
        error = alone(store, key, why);
    return write_end(store, error, why);
}

enum storage_error record_withdrawn(struct store *store, int64_t key, bool *out,
                                    struct storage_why *why)
{
    struct query q;
    query_begin(&q, store, why, "SELECT withdrawn FROM withdrawal WHERE record = ?1"
                " AND line IS NULL ORDER BY id DESC LIMIT 1", "i", key);
    *out = query_next(&q) && query_int(&q, 0) != 0;
    return query_end(&q);
}

/* ---- whole records ----------------------------------------------------------------------- */

static enum storage_error add_lines(struct store *store, int64_t key,
                                    const struct store_line *lines, size_t count,
                                    struct storage_why *why)
{
    enum storage_error error = STORAGE_OK;
    struct store_id id;
    for (size_t i = 0; i < count && error == STORAGE_OK; i++) {
        error = line_valid(lines[i].text, lines[i].author, why);
        if (error == STORAGE_OK)
            error = id_new(store, NULL, &id, why);
        if (error == STORAGE_OK)
            error = add_line(store, key, &id, lines[i].text, lines[i].author, lines[i].time, why);
    }
    return error;
}

enum storage_error record_twin(struct store *store, int64_t key, struct store_id *out,
                               struct storage_why *why)
{
    struct query q;
    query_begin(&q, store, why,
                "SELECT r.id FROM record own CROSS JOIN result mine ON mine.record = own.key"
                " CROSS JOIN result t ON t.print = mine.print"
                " CROSS JOIN record r ON r.key = t.record AND r.campaign = own.campaign"
                " WHERE own.key = ?1 AND r.key <> ?1 AND NOT coalesce((SELECT w.withdrawn"
                "  FROM withdrawal w WHERE w.record = r.key AND w.line IS NULL"
                "  ORDER BY w.id DESC LIMIT 1), 0) ORDER BY r.id LIMIT 1", "i", key);
    *out = query_next(&q) ? query_id(&q, 0) : (struct store_id){{0}};
    return query_end(&q);
}

enum storage_error store_record_add(struct store *store, const struct store_id *campaign,
                                    const struct store_heading *heading,
                                    const struct store_line *lines, size_t count,
                                    const struct store_result *result, bool again,
                                    struct store_id *out, struct storage_why *why)
{
    struct store_id id = {{0}}, twin = {{0}};
    int64_t key = 0;
    enum storage_error error = write_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    error = add_record(store, campaign, heading, &id, &key, why);
    if (error == STORAGE_OK)
        error = add_lines(store, key, lines, count, why);
    if (error == STORAGE_OK)
        error = result != NULL ? result_write(store, key, result, why)
                               : result_stale(store, key, why);
    if (error == STORAGE_OK && !again)
        error = record_twin(store, key, &twin, why);
    if (error == STORAGE_OK && !store_id_none(&twin)) {
        char text[STORE_ID_TEXT];
        store_id_text(&twin, text);
        error = fail_of(why, STORAGE_TWICE, N_("its id is {id}"), "id", text);
    }
    error = write_end(store, error, why);
    if (error == STORAGE_OK || error == STORAGE_TWICE)
        *out = error == STORAGE_OK ? id : twin;
    return error;
}
