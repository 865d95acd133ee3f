/*
 * Merges rows of other stores into this one; see stored_rows.h. Their senders are not trusted:
 * every limit for what is typed here also holds for rows that come from elsewhere.
 */
#define _XOPEN_SOURCE 700
#include "rowstore.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT_MOST = 2000000 }; /* rows that wait, or are of unknown kinds, in one campaign */

/* A record that this batch has added to. */
struct touched {
    int64_t key;
    int64_t lines;
};

struct store_uniting {
    struct store *store;
    int64_t campaign, remote;
    struct store_id campaign_id;
    int64_t number;          /* the last number in `added` before the batch */
    struct touched *touched; /* owned */
    size_t count, room;
    struct row_text text;         /* the text of a row that is here already */
    char copy[ROW_TEXT_MOST + 1]; /* the text of the row, which the fields point into */
    char *field[ROW_FIELDS];
    char *rest; /* of a record: what follows the number of seats */
};

/* ---- fields ------------------------------------------------------------------------------ */

static void no_such_form(struct transaction *d)
{
    fail(d, STORAGE_INVALID, N_("a row does not have the form of its kind"), "");
}

static bool read_number(const char *text, int64_t most, int64_t *out)
{
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    *out = number;
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0 && number <= most;
}

static void check_field(struct transaction *d, enum row_cell_type type, const char *text)
{
    const int64_t latest = 253402300799999; /* the last millisecond of the year 9999 */
    struct store_id id;
    int64_t number;
    bool good = true;
    switch (type) {
    case CELL_NONE:
    case CELL_OPTION:
    case CELL_VALUE:
    /* an option is checked with its value, a line with its author */
    case CELL_AUTHOR:
    case CELL_LINE:
    case CELL_DECK: break;
    case CELL_NAME: text_valid(d, text, N_("a name"), false); break;
    case CELL_TEXT: text_valid(d, text, N_("the heading"), true); break;
    case CELL_DAY: day_wanted(d, text); break;
    case CELL_DAY_OR_NONE: good = *text == '\0' || store_day_valid(text); break;
    case CELL_TIME: good = read_number(text, latest, &number); break;
    case CELL_PLAYER: good = store_id_read(text, &id); break;
    case CELL_LINE_OR_ALL: good = strcmp(text, "all") == 0 || store_id_read(text, &id); break;
    case CELL_FLAG: good = strcmp(text, "0") == 0 || strcmp(text, "1") == 0; break;
    case CELL_HASH:
        good = strspn(text, "0123456789abcdef") == STORE_HASH_TEXT - 1
               && text[STORE_HASH_TEXT - 1] == '\0';
        break;
    case CELL_SEATS: good = read_number(text, SEATS_MOST, &number); break;
    }
    if (!good)
        no_such_form(d);
}

/* Reads the fields into u->field and checks the limits of each; else the call fails. */
static void read_fields(struct store_uniting *u, struct transaction *d, enum kept_kind_number kind,
    const char *text)
{
    const struct kept_kind *row = &row_kinds[kind];
    char *at = u->copy;
    if (!row_text_clean(text)) {
        fail(d, STORAGE_INVALID,
            N_("a row is too long, contains a control character, or is not UTF-8"), "");
        return;
    }
    memcpy(u->copy, text, strlen(text) + 1);
    for (int i = 0; i < ROW_FIELDS && row->field[i].type != CELL_NONE && d->error == STORAGE_OK;
         i++) {
        u->field[i] = row_field_next(&at);
        if (u->field[i] == NULL)
            no_such_form(d);
        else if (row->field[i].type == CELL_VALUE)
            option_valid(d, u->field[i - 1], u->field[i]);
        else if (row->field[i].type == CELL_LINE)
            line_valid(d, u->field[i], u->field[i - 1]);
        else
            check_field(d, row->field[i].type, u->field[i]);
    }
    u->rest = at;
    if (kind != ROW_RECORD && at != NULL && (row->field[0].type != CELL_NONE || *at != '\0'))
        no_such_form(d);
}

/* ---- what a row is about ----------------------------------------------------------------- */

/* Something that the row is about is not here, but may still come. */
static void not_yet(struct transaction *d) { fail(d, STORAGE_UNKNOWN, NULL, ""); }

/* The key that `query` finds of an id in this campaign. */
static int64_t key_here(struct store_uniting *u, struct transaction *d, const char *query,
    const struct store_id *id)
{
    int64_t key = sql_int(d, query, "bi", id, u->campaign);
    if (key == 0)
        not_yet(d);
    return key;
}

static int64_t player_here(struct store_uniting *u, struct transaction *d,
    const struct store_id *id)
{
    return key_here(u, d, "SELECT key FROM player WHERE id = ?1 AND campaign = ?2", id);
}

static int64_t player_in(struct store_uniting *u, struct transaction *d, const char *text)
{
    struct store_id id;
    if (text == NULL || !store_id_read(text, &id)) {
        no_such_form(d);
        return 0;
    }
    return player_here(u, d, &id);
}

static int64_t record_here(struct store_uniting *u, struct transaction *d,
    const struct store_id *id)
{
    return key_here(u, d, "SELECT key FROM record WHERE id = ?1 AND campaign = ?2", id);
}

/* Notes a record to which rows are added. It must not be held, and its lines are counted. */
static struct touched *touch(struct store_uniting *u, struct transaction *d, int64_t key)
{
    for (size_t i = u->count; i-- > 0;)
        if (u->touched[i].key == key)
            return &u->touched[i];
    if (u->count == u->room) {
        size_t room = u->room * 2 + 64;
        struct touched *grown = realloc(u->touched, room * sizeof *grown);
        if (grown == NULL) {
            fail(d, STORAGE_MEMORY, NULL, "");
            return NULL;
        }
        u->touched = grown;
        u->room = room;
    }
    hold_free(d, key);
    u->touched[u->count] = (struct touched){key,
        sql_int(d, "SELECT count(*) FROM line WHERE record = ?1", "i", key)};
    return d->error == STORAGE_OK ? &u->touched[u->count++] : NULL;
}

static bool was_added(const struct transaction *d)
{
    return d->error == STORAGE_OK && sqlite3_changes(d->store->db) > 0;
}

/* ---- the kinds --------------------------------------------------------------------------- */

/*
 * Each of these adds a row unless its id is known. Returns whether it was added; `place` says where
 * the row is in either case.
 */
typedef bool unite_kind(struct store_uniting *u, struct transaction *d, const struct store_row *row,
    struct row_place *place);

static bool unite_campaign(struct store_uniting *u, struct transaction *d,
    const struct store_row *row, struct row_place *place)
{
    (void)place;
    if (store_id_compare(&row->id, &u->campaign_id) != 0)
        no_such_form(d);
    return false;
}

static bool unite_name(struct store_uniting *u, struct transaction *d, const struct store_row *row,
    struct row_place *place)
{
    (void)place;
    sql_run(d, "INSERT INTO name (id, campaign, name) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        "bit", &row->id, u->campaign, u->field[0]);
    return was_added(d);
}

static bool unite_house(struct store_uniting *u, struct transaction *d, const struct store_row *row,
    struct row_place *place)
{
    (void)place;
    sql_run(d,
        "INSERT INTO house (id, campaign, day, option, value) VALUES (?1, ?2, ?3, ?4, ?5) ON "
        "CONFLICT DO NOTHING",
        "bittt", &row->id, u->campaign, u->field[0], u->field[1], u->field[2]);
    return was_added(d);
}

static bool unite_player(struct store_uniting *u, struct transaction *d,
    const struct store_row *row, struct row_place *place)
{
    (void)place;
    sql_run(d, "INSERT INTO player (id, campaign) VALUES (?1, ?2) ON CONFLICT DO NOTHING", "bi",
        &row->id, u->campaign);
    return was_added(d);
}

static bool unite_called(struct store_uniting *u, struct transaction *d,
    const struct store_row *row, struct row_place *place)
{
    char folded[STORE_TEXT_MOST + 1];
    (void)place;
    word_fold(u->field[0], folded);
    sql_run(d,
        "INSERT INTO called (id, player, name, folded) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO "
        "NOTHING",
        "bitt", &row->id, player_here(u, d, &row->about), u->field[0], folded);
    return was_added(d);
}

static bool unite_joined(struct store_uniting *u, struct transaction *d,
    const struct store_row *row, struct row_place *place)
{
    (void)place;
    sql_run(d, "INSERT INTO joined (id, player, target) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        "bii", &row->id, player_here(u, d, &row->about), player_in(u, d, u->field[0]));
    return was_added(d);
}

/* A deck's text must have its hash, and its id comes from the hash. */
static bool unite_deck(struct store_uniting *u, struct transaction *d, const struct store_row *row,
    struct row_place *place)
{
    char hash[STORE_HASH_TEXT];
    struct store_id id = deck_id(u->field[0]);
    deck_check(d, u->field[1]);
    hash_text(u->field[1], strlen(u->field[1]), hash);
    if (strcmp(hash, u->field[0]) != 0 || store_id_compare(&id, &row->id) != 0)
        no_such_form(d);
    place->hash = u->field[0];
    deck_keep(d, u->field[1], hash);
    bool added = was_added(d);
    if (added)
        sql_run(d,
            "INSERT INTO added (campaign, kind, at, id) SELECT ?1, 'deck', 0, ?2 WHERE EXISTS "
            "(SELECT 1 FROM remote)",
            "it", u->campaign, hash);
    return added;
}

static void unite_seats(struct store_uniting *u, struct transaction *d, int64_t record)
{
    int64_t seats;
    read_number(u->field[5], SEATS_MOST, &seats);
    for (int64_t i = 0; i < seats && d->error == STORAGE_OK; i++) {
        const char *player = row_field_next(&u->rest), *name = row_field_next(&u->rest);
        if (player == NULL || name == NULL)
            no_such_form(d);
        text_valid(d, name, N_("a player's name"), false);
        sql_run(d, "INSERT INTO seat (record, seat, player, name) VALUES (?1, ?2, ?3, ?4)", "iiit",
            record, i, player_in(u, d, player), name);
    }
}

static void unite_options(struct store_uniting *u, struct transaction *d, int64_t record)
{
    for (int64_t i = 0; u->rest != NULL && d->error == STORAGE_OK; i++) {
        const char *option = row_field_next(&u->rest), *value = row_field_next(&u->rest);
        if (option == NULL || value == NULL || i == STORE_OPTIONS_MOST) {
            no_such_form(d);
            return;
        }
        option_valid(d, option, value);
        sql_run(d,
            "INSERT INTO played_under (record, place, option, value) VALUES (?1, ?2, ?3, ?4)",
            "iitt", record, i, option, value);
    }
}

static bool unite_record(struct store_uniting *u, struct transaction *d,
    const struct store_row *row, struct row_place *place)
{
    char *const *f = u->field;
    (void)place;
    sql_run(d,
        "INSERT INTO record (id, campaign, game, day, rules, pack, pack_hash)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING",
        "bittttt", &row->id, u->campaign, f[0], f[1], f[2], f[3], f[4]);
    if (!was_added(d))
        return false;
    int64_t key = sqlite3_last_insert_rowid(d->store->db);
    unite_seats(u, d, key);
    unite_options(u, d, key);
    touch(u, d, key);
    return d->error == STORAGE_OK;
}

static bool unite_line(struct store_uniting *u, struct transaction *d, const struct store_row *row,
    struct row_place *place)
{
    int64_t time = strtoll(u->field[0], NULL, 10);
    place->at = record_here(u, d, &row->about);
    sql_run(d,
        "INSERT INTO line (record, id, time, author, text) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT "
        "DO NOTHING",
        "ibitt", place->at, &row->id, time, u->field[1], u->field[2]);
    if (!was_added(d))
        return false;
    size_t before = u->count;
    /* a record that is touched for the first time has counted this line already */
    struct touched *record = touch(u, d, place->at);
    if (record != NULL && (record->lines += u->count == before) > RECORD_LINES_MOST) {
        record->lines--;
        fail(d, STORAGE_INVALID, N_("a record of more than {most} lines"), "i", "most",
            (int64_t)RECORD_LINES_MOST);
    }
    return record != NULL;
}

static bool unite_taken(struct store_uniting *u, struct transaction *d, const struct store_row *row,
    struct row_place *place)
{
    struct store_id line;
    bool one = store_id_read(u->field[0], &line);
    place->at = record_here(u, d, &row->about);
    if (one
        && sql_int(d, "SELECT 1 FROM line WHERE record = ?1 AND id = ?2", "ib", place->at, &line)
               == 0)
        not_yet(d);
    sql_run(d,
        "INSERT INTO withdrawal (record, id, line, withdrawn) VALUES (?1, ?2, ?3, ?4) ON CONFLICT "
        "DO NOTHING",
        "ibbi", place->at, &row->id, one ? &line : NULL, (int64_t)(u->field[1][0] - '0'));
    return was_added(d) && touch(u, d, place->at) != NULL;
}

static bool unite_uses(struct store_uniting *u, struct transaction *d, const struct store_row *row,
    struct row_place *place)
{
    place->at = record_here(u, d, &row->about);
    if (sql_int(d, "SELECT 1 FROM deck WHERE hash = ?1", "t", u->field[1]) == 0)
        not_yet(d);
    sql_run(d,
        "INSERT INTO uses (record, id, name, hash) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
        "ibtt", place->at, &row->id, u->field[0], u->field[1]);
    return was_added(d) && touch(u, d, place->at) != NULL;
}

static unite_kind *const kinds[ROW_KINDS] = {
    [ROW_CAMPAIGN] = unite_campaign,
    [ROW_NAME] = unite_name,
    [ROW_HOUSE] = unite_house,
    [ROW_PLAYER] = unite_player,
    [ROW_CALLED] = unite_called,
    [ROW_JOINED] = unite_joined,
    [ROW_DECK] = unite_deck,
    [ROW_RECORD] = unite_record,
    [ROW_LINE] = unite_line,
    [ROW_TAKEN] = unite_taken,
    [ROW_USES] = unite_uses,
};

/* ---- one row ----------------------------------------------------------------------------- */

static void clash(struct transaction *d)
{
    fail(d, STORAGE_CLASH, N_("this id is known with different content"), "");
}

/* Adds a row of a known kind to its table. */
static bool unite_known(struct store_uniting *u, struct transaction *d, enum kept_kind_number kind,
    const struct store_row *row)
{
    struct row_place place = {.id = row->id};
    struct store_id about = {{0}};
    bool owned = store_id_compare(&row->campaign, &u->campaign_id) == 0;
    if (kind == ROW_DECK ? !store_id_none(&row->campaign) : !owned)
        no_such_form(d);
    if ((row_kinds[kind].about == NULL) != store_id_none(&row->about))
        no_such_form(d);
    if (d->error == STORAGE_OK)
        read_fields(u, d, kind, row->text);
    if (d->error != STORAGE_OK || kinds[kind](u, d, row, &place) || d->error != STORAGE_OK)
        return d->error == STORAGE_OK;
    bool found = row_load(d, kind, &place, &u->text, &about);
    if (!found || strcmp(u->text.held.at, row->text) != 0
        || store_id_compare(&about, &row->about) != 0)
        clash(d);
    return false;
}

/* Keeps a row as it is among those without a table of their own. Returns whether it is new. */
static bool keep_row(struct store_uniting *u, struct transaction *d, const struct store_row *row)
{
    bool known = row_kind_named(row->kind) < ROW_KINDS;
    if (store_id_compare(&row->campaign, &u->campaign_id) != 0
        || (!known && strlen(row->text) > ROW_OTHER_MOST) || !row_text_clean(row->text))
        no_such_form(d);
    sql_run(d,
        "INSERT INTO row (kind, id, campaign, about, text) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT "
        "DO NOTHING",
        "tbibt", row->kind, &row->id, u->campaign, store_id_none(&row->about) ? NULL : &row->about,
        row->text);
    if (was_added(d)) {
        if (sql_int(d, "SELECT count(*) FROM (SELECT 1 FROM row LIMIT ?1)", "i",
                (int64_t)KEPT_MOST + 1)
            > KEPT_MOST)
            fail(d, STORAGE_INVALID, N_("too many rows that belong to nothing here"), "");
        return d->error == STORAGE_OK;
    }
    if (d->error == STORAGE_OK
        && sql_int(d, "SELECT 1 FROM row WHERE kind = ?1 AND id = ?2 AND text = ?3 AND about IS ?4",
               "tbtb", row->kind, &row->id, row->text,
               store_id_none(&row->about) ? NULL : &row->about)
               == 0)
        clash(d);
    return false;
}

static bool is_refusal(enum storage_error error)
{
    return error == STORAGE_INVALID || error == STORAGE_CLASH;
}

static enum storage_error try_known(struct store_uniting *u, enum kept_kind_number kind,
    const struct store_row *row, enum row_fate *fate)
{
    size_t touched = u->count;
    struct transaction d = write_begin(u->store);
    bool added = unite_known(u, &d, kind, row);
    if (write_end(&d) != STORAGE_OK && kind == ROW_RECORD) /* the row was not added after all */
        u->count = touched;
    *fate = d.error == STORAGE_OK ? (added ? ROW_NEW : ROW_KNOWN)
            : is_refusal(d.error) ? ROW_REFUSED
                                  : ROW_WAITS;
    return d.error;
}

enum storage_error store_unite(struct store_uniting *u, const struct store_row *row,
    enum row_fate *fate)
{
    enum kept_kind_number kind = row_kind_named(row->kind);
    bool waits = kind < ROW_KINDS && !row_kinds[kind].kept;
    if (waits) {
        enum storage_error error = try_known(u, kind, row, fate);
        if (error == STORAGE_OK || *fate == ROW_REFUSED)
            return STORAGE_OK;
        if (error != STORAGE_UNKNOWN && error != STORAGE_HELD)
            return error;
    }
    struct transaction d = write_begin(u->store);
    if (kind < ROW_KINDS && !waits)
        read_fields(u, &d, kind, row->text);
    bool added = d.error == STORAGE_OK && keep_row(u, &d, row);
    write_end(&d);
    *fate = is_refusal(d.error) ? ROW_REFUSED : waits ? ROW_WAITS : added ? ROW_NEW : ROW_KNOWN;
    return *fate == ROW_REFUSED ? STORAGE_OK : d.error;
}

/* ---- what waits -------------------------------------------------------------------------- */

/* The next waiting row of that kind after `after`. Its text is put elsewhere than in u->copy. */
static bool next_waiting(struct store_uniting *u, struct transaction *d, enum kept_kind_number kind,
    struct store_row *row, struct row_text *text)
{
    struct query q;
    query_begin(&q, d,
        "SELECT id, about, text FROM row WHERE kind = ?1 AND id > ?2 AND campaign = ?3 ORDER BY id "
        "LIMIT 1",
        "tbi", row_kinds[kind].name, &row->id, u->campaign);
    bool found = query_next(&q);
    if (found) {
        held_again(&text->held);
        *row = (struct store_row){row_kinds[kind].name, query_id(&q, 0), u->campaign_id,
            query_id(&q, 1), NULL};
        fputs(query_text(&q, 2), text->held.to);
        if (!held_whole(&text->held))
            fail(d, STORAGE_MEMORY, NULL, "");
        row->text = text->held.at;
    }
    query_end(&q);
    return found && d->error == STORAGE_OK;
}

static void settle_kind(struct store_uniting *u, struct transaction *d, enum kept_kind_number kind,
    struct row_text *text)
{
    struct store_row row = {.id = {{0}}};
    while (next_waiting(u, d, kind, &row, text)) {
        enum row_fate fate;
        enum storage_error error = try_known(u, kind, &row, &fate);
        if (error == STORAGE_OK || fate == ROW_REFUSED)
            sql_run(d, "DELETE FROM row WHERE kind = ?1 AND id = ?2", "tb", row.kind, &row.id);
        else if (error != STORAGE_UNKNOWN && error != STORAGE_HELD)
            fail(d, error, NULL, "");
    }
}

/* Tries waiting rows again in the order of kinds, so that each comes after what it is about. */
enum storage_error store_unite_settle(struct store_uniting *u)
{
    struct row_text text;
    struct transaction d = transaction_new(u->store);
    row_text_begin(&d, &text);
    for (enum kept_kind_number kind = 0; kind < ROW_KINDS && d.error == STORAGE_OK; kind++)
        if (!row_kinds[kind].kept)
            settle_kind(u, &d, kind, &text);
    row_text_clear(&text);
    return d.error;
}

/* ---- a batch ----------------------------------------------------------------------------- */

enum storage_error store_unite_begin(struct store *store, const char *remote,
    const struct store_id *campaign, struct store_uniting **out)
{
    struct store_uniting *u = calloc(1, sizeof *u);
    struct transaction d = transaction_new(store);
    if (u == NULL)
        fail(&d, STORAGE_MEMORY, NULL, "");
    if (u == NULL || !row_text_begin(&d, &u->text)) {
        free(u);
        return d.error;
    }
    u->store = store;
    u->campaign_id = *campaign;
    u->campaign = campaign_key(&d, campaign);
    u->remote = sql_int(&d, "SELECT key FROM remote WHERE name = ?1", "t", remote);
    u->number = sql_int(&d, "SELECT max(number) FROM added", "");
    if (d.error == STORAGE_OK) {
        *out = u;
        return d.error;
    }
    row_text_clear(&u->text);
    free(u);
    return d.error;
}

enum storage_error store_unite_end(struct store_uniting *u)
{
    struct transaction d = write_begin(u->store);
    for (size_t i = 0; i < u->count && d.error == STORAGE_OK; i++)
        result_stale(&d, u->touched[i].key);
    sql_run(&d, "UPDATE added SET source = ?1 WHERE number > ?2", "ii", u->remote, u->number);
    people_forget(u->store); /* the rows may have changed who sat with whom */
    row_text_clear(&u->text);
    free(u->touched);
    free(u);
    return write_end(&d);
}
