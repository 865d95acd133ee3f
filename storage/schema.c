/*
 * The schema, version by version, and the way from one to the next.
 *
 *   campaign ◀─┬─ name            its names; the latest id counts          ┐
 *              ├─ house           options settled; by day, then by id      │
 *              ├─ player ◀─┬─ called    a player's names; the latest       │ truth: only ever
 *              │           └─ joined    to whom; the latest; itself: none  │ added to
 *              └─ record ◀─┬─ seat      who sat where, by what name        │
 *                          ├─ played_under    the options of that day      │
 *                          ├─ line      in order of id                     │
 *                          ├─ uses ──▶ deck    a pack's name, a text by its hash│
 *                          └─ withdrawal  of a line, or (line null) of all;│
 *                                       undo and redo; the latest counts   ┘
 *              ◀── row            of a kind that is not known here, or about what has not come yet
 *              result, outcome    per record: derived, rebuilt on demand
 *              numbered           what people call a record by   ┐
 *              hold               who keeps a record now         │
 *              here               the campaign in use            │ of this file only,
 *              tally              how many changes were kept     │
 *              remote             where other stores are met     │ never exported
 *              added              rows in the order of adding    ┘
 *
 * What it promises: a row of the truth has an id of its own (UUIDv7; a seat or an option has its
 * record's), is never changed and never removed. Of several rows that say the same kind of thing
 * the one with the greatest id counts. So the truth is a set, and merging is its union. `key`
 * numbers stand for ids within this file, to keep rows and indexes small.
 *
 * The lines of a record lie together in their order. `record_by_day` gives the history's order;
 * `result_waiting` holds only the records that are unfinished or stale. How all records ended lies
 * in `outcome` in that order too, a row each: what its columns `ends` and `counts` hold is said in
 * outcome.c.
 *
 * `added` is kept as long as there are remotes: kind, id and, where a table needs it, the
 * record's key find a row (stored_rows.h). A deck's id there is its hash; `source` is the remote
 * that it came from, null where it was added here.
 */
#include "store.h"

#include <string.h>

#define ID "id BLOB NOT NULL CHECK (length(id) = 16)"
#define STAYS(table)                                             \
    "CREATE TRIGGER " table "_stays BEFORE DELETE ON " table     \
    " BEGIN SELECT RAISE(ABORT, 'nothing is ever erased'); END;" \
    "CREATE TRIGGER " table "_same BEFORE UPDATE ON " table      \
    " BEGIN SELECT RAISE(ABORT, 'nothing is ever rewritten'); END;"

static const char campaigns_and_records[] =
    "CREATE TABLE campaign (key INTEGER PRIMARY KEY, " ID " UNIQUE) STRICT;CREATE TABLE name (" ID
    " PRIMARY KEY,"
    "  campaign INTEGER NOT NULL REFERENCES campaign, name TEXT NOT NULL) STRICT;"
    "CREATE INDEX name_of ON name (campaign, id);CREATE TABLE house (" ID " PRIMARY KEY,"
    "  campaign INTEGER NOT NULL REFERENCES campaign, option TEXT NOT NULL, value TEXT NOT NULL,"
    "  day TEXT NOT NULL) STRICT;CREATE INDEX house_of ON house (campaign, option, day, id);CREATE "
    "TABLE player (key INTEGER PRIMARY KEY, " ID " UNIQUE,"
    "  campaign INTEGER NOT NULL REFERENCES campaign) STRICT;"
    "CREATE INDEX player_of ON player (campaign);CREATE TABLE called (" ID " PRIMARY KEY,"
    "  player INTEGER NOT NULL REFERENCES player, name TEXT NOT NULL, folded TEXT NOT NULL) STRICT;"
    "CREATE INDEX called_of ON called (player, id);CREATE TABLE joined (" ID " PRIMARY KEY,"
    "  player INTEGER NOT NULL REFERENCES player,"
    "  target INTEGER NOT NULL REFERENCES player) STRICT;CREATE INDEX joined_of ON joined (player, "
    "id);CREATE TABLE record (key INTEGER PRIMARY KEY, " ID " UNIQUE,"
    "  campaign INTEGER NOT NULL REFERENCES campaign, game TEXT NOT NULL, day TEXT NOT NULL,"
    "  rules TEXT NOT NULL, pack TEXT NOT NULL, pack_hash TEXT NOT NULL) STRICT;CREATE INDEX "
    "record_by_day ON record (campaign, day, id);CREATE TABLE seat (record INTEGER NOT NULL "
    "REFERENCES record, seat INTEGER NOT NULL,"
    "  player INTEGER NOT NULL REFERENCES player, name TEXT NOT NULL,"
    "  PRIMARY KEY (record, seat)) STRICT, WITHOUT ROWID;CREATE TABLE played_under (record INTEGER "
    "NOT NULL REFERENCES record,"
    "  place INTEGER NOT NULL, option TEXT NOT NULL, value TEXT NOT NULL,"
    "  PRIMARY KEY (record, place)) STRICT, WITHOUT ROWID;CREATE TABLE line (record INTEGER NOT "
    "NULL REFERENCES record, " ID ","
    "  time INTEGER NOT NULL, author TEXT NOT NULL, text TEXT NOT NULL,"
    "  PRIMARY KEY (record, id)) STRICT, WITHOUT ROWID;CREATE TABLE withdrawal (record INTEGER NOT "
    "NULL REFERENCES record, " ID ","
    "  line BLOB, withdrawn INTEGER NOT NULL CHECK (withdrawn IN (0, 1)),"
    "  PRIMARY KEY (record, id), FOREIGN KEY (record, line) REFERENCES line (record, id))"
    "  STRICT, WITHOUT ROWID;" STAYS("record") STAYS("line") STAYS(
        "withdrawal") "CREATE TABLE hold (record INTEGER PRIMARY KEY REFERENCES record,"
                      "  host TEXT NOT NULL, pid INTEGER NOT NULL, since INTEGER NOT NULL) STRICT;"
                      "CREATE TABLE here (one INTEGER PRIMARY KEY CHECK (one = 1),"
                      "  campaign INTEGER NOT NULL REFERENCES campaign) STRICT;";

/* state: enum store_state; print: see record_print, 0 until it is computed. */
static const char results[] =
    "CREATE TABLE result (record INTEGER PRIMARY KEY REFERENCES record,"
    "  state INTEGER NOT NULL CHECK (state IN (0, 1, 2)), print INTEGER NOT NULL) STRICT;"
    "CREATE INDEX result_waiting ON result (record) WHERE state < 2;CREATE INDEX result_print ON "
    "result (print);CREATE TABLE place (record INTEGER NOT NULL REFERENCES record, seat INTEGER "
    "NOT NULL,"
    "  campaign INTEGER NOT NULL, game TEXT NOT NULL, day TEXT NOT NULL, player INTEGER NOT NULL,"
    "  place INTEGER NOT NULL, won INTEGER NOT NULL, points INTEGER NOT NULL,"
    "  PRIMARY KEY (record, seat)) STRICT, WITHOUT ROWID;CREATE INDEX standing ON place (campaign, "
    "player, place, won, game, day);INSERT INTO result SELECT key, 0, 0 FROM record;";

/* A deck has no id but its hash, so that equal decks are one wherever they were entered. */
static const char decks[] =
    "CREATE TABLE deck (hash TEXT PRIMARY KEY CHECK (length(hash) = 64), text TEXT NOT NULL) "
    "STRICT;CREATE TABLE uses (record INTEGER NOT NULL REFERENCES record, " ID ","
    "  name TEXT NOT NULL, hash TEXT NOT NULL REFERENCES deck,"
    "  PRIMARY KEY (record, id)) STRICT, WITHOUT ROWID;" STAYS("deck") STAYS("uses");

/* Points may be unknown, or the game may have none: results are dropped and worked out again. */
static const char points_missing[] =
    "DROP TABLE place;CREATE TABLE place (record INTEGER NOT NULL REFERENCES record, seat INTEGER "
    "NOT NULL,"
    "  campaign INTEGER NOT NULL, game TEXT NOT NULL, day TEXT NOT NULL, player INTEGER NOT NULL,"
    "  place INTEGER NOT NULL, won INTEGER NOT NULL, points INTEGER,"
    "  PRIMARY KEY (record, seat)) STRICT, WITHOUT ROWID;CREATE INDEX standing ON place (campaign, "
    "player, place, won, game, day);"
    "UPDATE result SET state = 0;";

#define NUMBER(campaign, kind, at, id) \
    "INSERT INTO added (campaign, kind, at, id) VALUES (" campaign ", " kind ", " at ", " id ");"
/* the deck goes before what uses it, unless it has a number already */
#define DECK(campaign, deck)                                                                      \
    "INSERT INTO added (campaign, kind, at, id) SELECT " campaign ", 'deck', 0, hash FROM deck d" \
    " WHERE d.hash = " deck                                                                       \
    " AND NOT EXISTS (SELECT 1 FROM added a WHERE a.kind = 'deck' AND a.id = d.hash"              \
    "  AND a.campaign = " campaign ");"
#define ADDED(table, statements)                                                                  \
    "CREATE TRIGGER " table "_added AFTER INSERT ON " table " WHEN EXISTS (SELECT 1 FROM remote)" \
    " BEGIN " statements " END;"
#define CAMPAIGN_OF(owner) "(SELECT campaign FROM " owner " WHERE key = NEW." owner ")"

static const char remotes[] =
    "CREATE TABLE remote (key INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, "
    "address TEXT NOT NULL,"
    "  campaign INTEGER REFERENCES campaign, device BLOB NOT NULL, sent INTEGER NOT NULL, told "
    "INTEGER NOT NULL,"
    "  state TEXT NOT NULL, label TEXT NOT NULL) STRICT;CREATE TABLE row (kind TEXT NOT NULL, " ID
    ", campaign INTEGER NOT NULL REFERENCES campaign, about BLOB,"
    "  text TEXT NOT NULL, PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX row_about ON row (about, kind, id);CREATE TABLE added (number INTEGER PRIMARY "
    "KEY, campaign INTEGER NOT NULL, kind TEXT NOT NULL, at INTEGER NOT NULL,"
    "  id ANY NOT NULL, source INTEGER) STRICT;CREATE INDEX added_deck ON added (id) WHERE kind = "
    "'deck';" ADDED("campaign", NUMBER("NEW.key", "'campaign'", "0", "NEW.id"))
        ADDED("name", NUMBER("NEW.campaign", "'name'", "0", "NEW.id"))
            ADDED("house", NUMBER("NEW.campaign", "'house'", "0", "NEW.id"))
                ADDED("player", NUMBER("NEW.campaign", "'player'", "0", "NEW.id")) ADDED("called",
                    NUMBER(CAMPAIGN_OF("player"), "'called'", "0", "NEW.id")) ADDED("joined",
                    NUMBER(CAMPAIGN_OF("player"), "'joined'", "0", "NEW.id")) ADDED("record",
                    DECK("NEW.campaign", "NEW.pack_hash")
                        NUMBER("NEW.campaign", "'record'", "NEW.key", "NEW.id"))
                    ADDED("line", NUMBER(CAMPAIGN_OF("record"), "'line'", "NEW.record", "NEW.id"))
                        ADDED("withdrawal", NUMBER(CAMPAIGN_OF("record"), "'taken'", "NEW.record",
                                                "NEW.id")) ADDED("uses",
                            DECK(CAMPAIGN_OF("record"), "NEW.hash")
                                NUMBER(CAMPAIGN_OF("record"), "'uses'", "NEW.record", "NEW.id"))
                            ADDED("row", NUMBER("NEW.campaign", "NEW.kind", "0", "NEW.id"));

/*
 * How often somebody won is counted from the outcomes (outcome.c). The index that answered it only
 * slowed down adding.
 */
static const char standings_by_outcomes[] = "DROP INDEX IF EXISTS standing;";

/* See commit_mark.c. `what` makes its page recognisable. */
static const char tally[] = "CREATE TABLE tally (one INTEGER PRIMARY KEY CHECK (one = 1), what "
                            "TEXT NOT NULL CHECK (what = 'tally'),"
                            "  store INTEGER NOT NULL, number INTEGER NOT NULL, before INTEGER NOT "
                            "NULL, mark INTEGER NOT NULL) STRICT;"
                            "INSERT INTO tally VALUES (1, 'tally', random(), 0, 0, 0);";

/*
 * Outcomes are read as a whole and in the order of days, so there is one row for a record, not one
 * for a seat.
 */
static const char outcomes[] =
    "CREATE TABLE outcome (campaign INTEGER NOT NULL, day TEXT NOT NULL, " ID ","
    "  record INTEGER NOT NULL REFERENCES record, game TEXT NOT NULL, ends BLOB NOT NULL, counted "
    "INTEGER NOT NULL,"
    "  counts BLOB NOT NULL, PRIMARY KEY (campaign, day, id)) STRICT, WITHOUT ROWID;";

/*
 * A record keeps the number that it got when it came, whatever is added, merged, withdrawn or dated
 * before it. Records of earlier stores get the numbers that were shown: in the order of days,
 * withdrawn ones last.
 */
static const char numbers[] =
    "CREATE TABLE numbered (campaign INTEGER NOT NULL, number INTEGER NOT NULL, record INTEGER NOT "
    "NULL UNIQUE REFERENCES record,"
    "  PRIMARY KEY (campaign, number)) STRICT, WITHOUT ROWID;INSERT INTO numbered SELECT "
    "r.campaign, row_number() OVER (PARTITION BY r.campaign ORDER BY"
    "  coalesce((SELECT w.withdrawn FROM withdrawal w WHERE w.record = r.key AND w.line IS NULL "
    "ORDER BY w.id DESC LIMIT 1), 0),"
    "  r.day, r.id), r.key FROM record r;CREATE TRIGGER record_numbered AFTER INSERT ON record "
    "BEGIN INSERT INTO numbered (campaign, number, record)"
    "  VALUES (NEW.campaign, coalesce((SELECT max(number) FROM numbered WHERE campaign = "
    "NEW.campaign), 0) + 1, NEW.key); END;";

/* Row n leads from version n to n + 1: SQL, and a function for what SQL cannot do. */
static const struct migration {
    const char *sql;
    void (*then)(struct transaction *d);
} migrations[STORE_VERSION] = {
    [0] = {.sql = campaigns_and_records},
    [1] = {.sql = results},
    [2] = {.sql = decks},
    [3] = {.sql = points_missing},
    [4] = {.sql = remotes},
    [5] = {.sql = standings_by_outcomes},
    [6] = {.sql = tally},
    [7] = {.sql = outcomes, .then = outcomes_migrate},
    [8] = {.sql = numbers},
};

static void migrate_one(struct transaction *d, int from)
{
    char set[64];
    snprintf(set, sizeof set, "PRAGMA user_version = %d", from + 1);
    int rc = sqlite3_exec(d->store->db, migrations[from].sql, NULL, NULL, NULL);
    if (rc == SQLITE_OK && migrations[from].then != NULL)
        migrations[from].then(d);
    if (rc == SQLITE_OK && d->error == STORAGE_OK)
        rc = sqlite3_exec(d->store->db, set, NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        fail_sql(d, rc);
}

/* Another process may have been quicker, so the version is read again once this one may write. */
void schema_migrate(struct transaction *d, before_migration *before)
{
    if (d->error != STORAGE_OK)
        return;
    transaction_write(d);
    int version = schema_version(d);
    if (d->error == STORAGE_OK && before != NULL && version < STORE_VERSION)
        before(d, version);
    for (; d->error == STORAGE_OK && version < STORE_VERSION; version++)
        migrate_one(d, version);
    write_end(d);
}
