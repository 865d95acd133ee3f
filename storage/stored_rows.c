/* The store's rows as lines, in the order in which they were added; see stored_rows.h. */
#define _XOPEN_SOURCE 700 /* strdup */
#include "rowstore.h"

#include <stdlib.h>
#include <string.h>

/* ---- a row as a line --------------------------------------------------------------------- */

static const char *id_or_dash(const struct store_id *id, char out[STORE_ID_TEXT])
{
    if (store_id_none(id))
        return "-";
    store_id_text(id, out);
    return out;
}

char *store_row_print(const struct store_row *row)
{
    char id[STORE_ID_TEXT], campaign[STORE_ID_TEXT], about[STORE_ID_TEXT];
    size_t room = strlen(row->kind) + (size_t)3 * STORE_ID_TEXT + strlen(row->text) + 5;
    char *line = malloc(room);
    store_id_text(&row->id, id);
    if (line != NULL)
        snprintf(line, room, "%s\t%s\t%s\t%s\t%s", row->kind, id,
            id_or_dash(&row->campaign, campaign), id_or_dash(&row->about, about), row->text);
    return line;
}

static bool read_id(const char *text, struct store_id *out)
{
    *out = (struct store_id){{0}};
    return strcmp(text, "-") == 0 || store_id_read(text, out);
}

bool store_row_read(char *line, struct store_row *out)
{
    struct row_parts parts;
    if (!row_split(line, &parts) || !store_id_read(parts.id, &out->id)
        || !read_id(parts.campaign, &out->campaign) || !read_id(parts.about, &out->about))
        return false;
    out->kind = parts.kind;
    out->text = parts.text;
    return true;
}

/* ---- fields ------------------------------------------------------------------------------ */

static void put_field(struct row_text *t, const char *field)
{
    if (t->fields++ > 0)
        putc('\t', t->held.to);
    for (size_t plain; *field != '\0'; field += plain) {
        plain = strcspn(field, "\t\n\\");
        fwrite(field, 1, plain, t->held.to);
        if (field[plain] != '\0')
            fputs(field[plain] == '\t' ? "\\t" : field[plain] == '\n' ? "\\n" : "\\\\", t->held.to);
        plain += field[plain] != '\0';
    }
}

static void put_number(struct row_text *t, int64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    put_field(t, text);
}

static void put_id(struct row_text *t, struct store_id id)
{
    char text[STORE_ID_TEXT];
    store_id_text(&id, text);
    put_field(t, text);
}

/* Seats after their number: players and names; then options and values. */
static void put_seats(struct transaction *d, struct row_text *t, int64_t record)
{
    struct query q;
    put_number(t, sql_int(d, "SELECT count(*) FROM seat WHERE record = ?1", "i", record));
    query_begin(&q, d,
        "SELECT p.id, s.name FROM seat s JOIN player p ON p.key = s.player"
        " WHERE s.record = ?1 ORDER BY s.seat",
        "i", record);
    while (query_next(&q)) {
        put_id(t, query_id(&q, 0));
        put_field(t, query_text(&q, 1));
    }
    query_end(&q);
    query_begin(&q, d, "SELECT option, value FROM played_under WHERE record = ?1 ORDER BY place",
        "i", record);
    while (query_next(&q)) {
        put_field(t, query_text(&q, 0));
        put_field(t, query_text(&q, 1));
    }
    query_end(&q);
}

/*
 * What the store keeps of a row: its key (0 where the table has none), whose it is, then its
 * fields. ?1 is the key of the record, ?2 the id; of a deck the id is made of its hash, ?3.
 */
static const char *const selects[ROW_KINDS] = {
    [ROW_CAMPAIGN] = "SELECT key, NULL FROM campaign WHERE id = ?2",
    [ROW_NAME] = "SELECT 0, NULL, name FROM name WHERE id = ?2",
    [ROW_HOUSE] = "SELECT 0, NULL, day, option, value FROM house WHERE id = ?2",
    [ROW_PLAYER] = "SELECT key, NULL FROM player WHERE id = ?2",
    [ROW_CALLED] =
        "SELECT 0, p.id, c.name FROM called c JOIN player p ON p.key = c.player WHERE c.id = ?2",
    [ROW_JOINED] = "SELECT 0, p.id, t.id FROM joined j JOIN player p ON p.key = j.player"
                   " JOIN player t ON t.key = j.target WHERE j.id = ?2",
    [ROW_DECK] = "SELECT 0, NULL, hash, text FROM deck WHERE hash = ?3",
    [ROW_RECORD] =
        "SELECT key, NULL, game, day, rules, pack, pack_hash, 0 FROM record WHERE id = ?2",
    [ROW_LINE] =
        "SELECT 0, r.id, l.time, l.author, l.text FROM line l JOIN record r ON r.key = l.record"
        " WHERE l.record = ?1 AND l.id = ?2",
    [ROW_TAKEN] =
        "SELECT 0, r.id, w.line, w.withdrawn FROM withdrawal w JOIN record r ON r.key = w.record"
        " WHERE w.record = ?1 AND w.id = ?2",
    [ROW_USES] = "SELECT 0, r.id, u.name, u.hash FROM uses u JOIN record r ON r.key = u.record"
                 " WHERE u.record = ?1 AND u.id = ?2",
};

static void put_fields(struct transaction *d, struct row_text *t, enum kept_kind_number kind,
    const struct query *q)
{
    enum { FIRST = 2 };
    for (int i = 0; i < ROW_FIELDS && row_kinds[kind].field[i].type != CELL_NONE; i++)
        switch (row_kinds[kind].field[i].type) {
        case CELL_NONE: break;
        case CELL_NAME:
        case CELL_TEXT:
        case CELL_DAY:
        case CELL_DAY_OR_NONE:
        case CELL_OPTION:
        case CELL_VALUE:
        case CELL_AUTHOR:
        case CELL_LINE:
        case CELL_HASH:
        case CELL_DECK: put_field(t, query_text(q, FIRST + i)); break;
        case CELL_TIME:
        case CELL_FLAG: put_number(t, query_int(q, FIRST + i)); break;
        case CELL_PLAYER: put_id(t, query_id(q, FIRST + i)); break;
        case CELL_LINE_OR_ALL:
            if (sqlite3_column_type(q->stmt, FIRST + i) == SQLITE_NULL)
                put_field(t, "all");
            else
                put_id(t, query_id(q, FIRST + i));
            break;
        case CELL_SEATS: put_seats(d, t, query_int(q, 0)); break;
        }
}

bool row_load(struct transaction *d, enum kept_kind_number kind, const struct row_place *place,
    struct row_text *t, struct store_id *about)
{
    struct query q;
    query_begin(&q, d, selects[kind], kind == ROW_DECK ? "ibt" : "ib", place->at, &place->id,
        place->hash);
    bool found = query_next(&q);
    held_again(&t->held);
    t->fields = 0;
    if (found) {
        *about = query_id(&q, 1);
        put_fields(d, t, kind, &q);
    }
    query_end(&q);
    if (!held_whole(&t->held))
        fail(d, STORAGE_MEMORY, NULL, "");
    return found && d->error == STORAGE_OK;
}

bool row_text_begin(struct transaction *d, struct row_text *t)
{
    *t = (struct row_text){0};
    const bool good = held_open(&t->held);
    if (!good)
        fail(d, STORAGE_MEMORY, NULL, "");
    return good;
}

void row_text_clear(struct row_text *t) { held_close(&t->held); }

/*
 * Like any other id, so that it may stand where one is expected: 118 bits of the hash, and the six
 * that say UUIDv7.
 */
struct store_id deck_id(const char *hash)
{
    struct store_id id = {{0}};
    for (int i = 0; i < 32 && hash[i] != '\0'; i++) {
        int digit = hash[i] <= '9' ? hash[i] - '0' : hash[i] - 'a' + 10;
        id.byte[i / 2] = (uint8_t)(id.byte[i / 2] << 4 | (digit & 15));
    }
    id.byte[0] &= 0x7f;
    id.byte[6] = (uint8_t)(0x70 | (id.byte[6] & 0x0f));
    id.byte[8] = (uint8_t)(0x80 | (id.byte[8] & 0x3f));
    return id;
}

/*
 * UTF-8 without what steers or hides, as what stands between the tabs: in a field they are written
 * with a backslash.
 */
bool row_text_clean(const char *text)
{
    if (strlen(text) > ROW_TEXT_MOST)
        return false;
    size_t length = strcspn(text, "\t");
    bool clean = text_is_clean((struct span){text, length});
    while (clean && text[length] == '\t') {
        text += length + 1;
        length = strcspn(text, "\t");
        clean = text_is_clean((struct span){text, length});
    }
    return clean;
}

/* ---- what a remote has not --------------------------------------------------------------- */

struct rows_out {
    struct transaction deed;
    struct row_text text;
    struct store_id campaign;
    visit_row *visit;
    void *user;
};

/*
 * A row that no table of its own holds: of a kind that is not known here, or waiting for what it is
 * about.
 */
static bool visit_kept(struct rows_out *o, const struct query *entry, const char *kind)
{
    struct query q;
    struct store_id id = query_id(entry, 3);
    query_begin(&q, &o->deed, "SELECT about, text FROM row WHERE kind = ?1 AND id = ?2", "tb", kind,
        &id);
    bool go_on = true;
    if (query_next(&q)) {
        struct store_row row = {kind, id, o->campaign, query_id(&q, 0), query_text(&q, 1)};
        go_on = o->visit(o->user, &row, query_int(entry, 4) != 0);
    }
    query_end(&q);
    return go_on;
}

/* `q` stands at number, kind, at, id, own. */
static bool visit_added(struct rows_out *o, const struct query *q)
{
    const char *name = query_text(q, 1);
    enum kept_kind_number kind = row_kind_named(name);
    struct row_place place = {.at = query_int(q, 2), .id = query_id(q, 3)};
    struct store_row row = {.kind = name, .id = place.id, .campaign = o->campaign};
    if (kind == ROW_DECK) {
        place.hash = query_text(q, 3);
        row.id = deck_id(place.hash);
        row.campaign = (struct store_id){{0}};
    }
    if (kind == ROW_KINDS || row_kinds[kind].kept
        || !row_load(&o->deed, kind, &place, &o->text, &row.about))
        return visit_kept(o, q, name);
    row.text = o->text.held.at;
    return o->visit(o->user, &row, query_int(q, 4) != 0);
}

enum storage_error store_rows_after(struct store *store, const char *remote, int64_t after,
    uint32_t most, int64_t *upto, visit_row *visit, void *user)
{
    struct query q;
    uint32_t seen = 0;
    struct rows_out o = {.deed = read_begin(store), .visit = visit, .user = user};
    int64_t last = sql_int(&o.deed, "SELECT max(number) FROM added", "");
    int64_t campaign = sql_int(&o.deed, "SELECT campaign FROM remote WHERE name = ?1", "t", remote);
    o.campaign = sql_id(&o.deed, "SELECT id FROM campaign WHERE key = ?1", "i", campaign);
    row_text_begin(&o.deed, &o.text);
    query_begin(&q, &o.deed,
        "SELECT number, kind, at, id, source IS NULL FROM added WHERE number > ?1 AND campaign = ?2"
        " AND source IS NOT (SELECT key FROM remote WHERE name = ?3) ORDER BY number LIMIT ?4",
        "iiti", after, campaign, remote, (int64_t)most);
    bool on = true;
    for (*upto = after; on && query_next(&q); seen++) {
        on = visit_added(&o, &q);
        *upto = on ? query_int(&q, 0) : *upto;
    }
    query_end(&q);
    if (on && seen < most && last > *upto)
        *upto = last;
    row_text_clear(&o.text);
    return read_end(&o.deed);
}

enum storage_error store_row_add(struct store *store, const struct store_id *campaign,
    const char *kind, const struct store_id *about, const char *text)
{
    struct transaction d = write_begin(store);
    struct store_id last = sql_id(&d, "SELECT max(id) FROM row WHERE kind = ?1", "t", kind),
                    id = id_new(&d, &last);
    sql_run(&d, "INSERT INTO row (kind, id, campaign, about, text) VALUES (?1, ?2, ?3, ?4, ?5)",
        "tbibt", kind, &id, campaign_key(&d, campaign), about, text);
    return write_end(&d);
}

enum storage_error store_row_latest(struct store *store, const char *kind,
    const struct store_id *about, char **out)
{
    struct query q;
    struct transaction d = read_begin(store);
    *out = NULL;
    query_begin(&q, &d,
        "SELECT text FROM row WHERE kind = ?1 AND about = ?2 ORDER BY id DESC LIMIT 1", "tb", kind,
        about);
    if (query_next(&q) && (*out = strdup(query_text(&q, 0))) == NULL)
        fail(&d, STORAGE_MEMORY, NULL, "");
    query_end(&q);
    return read_end(&d);
}

#define ROWS_OF_RECORD                                                                             \
    "(SELECT count(*) FROM line WHERE record = r.key) + (SELECT count(*) FROM withdrawal WHERE "   \
    "record = r.key)"                                                                              \
    " + (SELECT count(*) FROM uses WHERE record = r.key) + (SELECT count(*) FROM row WHERE about " \
    "= r.id)"

enum storage_error store_record_rows(struct store *store, const struct store_id *record,
    int64_t *out)
{
    struct transaction d = read_begin(store);
    *out = sql_int(&d, "SELECT " ROWS_OF_RECORD " FROM record r WHERE r.id = ?1", "b", record);
    return read_end(&d);
}

enum storage_error store_version(struct store *store, int64_t *out)
{
    struct transaction d = transaction_new(store);
    *out = sql_int(&d, "PRAGMA data_version", "");
    return d.error;
}

enum storage_error store_rows_of(struct store *store, const struct store_id *campaign,
    const char *kind, visit_row *visit, void *user)
{
    struct query q;
    struct transaction d = read_begin(store);
    bool on = true;
    query_begin(&q, &d, "SELECT id, text FROM row WHERE kind = ?1 AND campaign = ?2 ORDER BY id",
        "ti", kind, campaign_key(&d, campaign));
    while (on && query_next(&q)) {
        const struct store_row row = {.kind = kind,
            .id = query_id(&q, 0),
            .campaign = *campaign,
            .text = query_text(&q, 1)};
        on = visit(user, &row, false);
    }
    query_end(&q);
    return read_end(&d);
}

enum storage_error store_records_after(struct store *store, const char *remote, int64_t after,
    int64_t upto, visit_grown *visit, void *user)
{
    struct query q;
    struct transaction d = read_begin(store);
    query_begin(&q, &d,
        "SELECT r.id, " ROWS_OF_RECORD " FROM record r WHERE r.key IN (SELECT at FROM added WHERE "
        "number > ?1 AND number <= ?2 AND source IS NULL"
        "  AND campaign = (SELECT campaign FROM remote WHERE name = ?3))",
        "iit", after, upto, remote);
    while (query_next(&q)) {
        struct store_id id = query_id(&q, 0);
        if (!visit(user, &id, query_int(&q, 1)))
            break;
    }
    query_end(&q);
    return read_end(&d);
}

enum storage_error store_rows_waiting(struct store *store, const char *remote, int64_t after,
    int64_t *out)
{
    struct transaction d = read_begin(store);
    *out = sql_int(&d,
        "SELECT count(*) FROM added WHERE number > ?1 AND campaign ="
        " (SELECT campaign FROM remote WHERE name = ?2) AND source IS NOT (SELECT key FROM remote "
        "WHERE name = ?2)",
        "it", after, remote);
    return read_end(&d);
}
