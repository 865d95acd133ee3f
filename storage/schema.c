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
 *              result, place      per record, per seat: derived, rebuilt on demand
 *              hold               who keeps a record now         ┐ of this file only,
 *              here               the campaign in use            ┘ never exported
 *
 * What it promises: a row of the truth has an id of its own (UUIDv7; a seat or an option has its
 * record's), is never changed and never removed. Of several rows that say the same kind of thing
 * the one with the greatest id counts. So the truth is a set, and merging is its union. `key`
 * numbers stand for ids within this file, to keep rows and indexes small.
 *
 * The lines of a record lie together in their order. `standing` covers the question who won how
 * often, so that it is answered without looking at a row; `record_by_day` gives the history's
 * order; `result_waiting` holds only the records that are unfinished or stale.
 */
#include "store.h"

#include <string.h>

#define ID "id BLOB NOT NULL CHECK (length(id) = 16)"
#define STAYS(table)                                                                               \
    "CREATE TRIGGER " table "_stays BEFORE DELETE ON " table                                      \
    " BEGIN SELECT RAISE(ABORT, 'nothing is ever erased'); END;"                                  \
    "CREATE TRIGGER " table "_same BEFORE UPDATE ON " table                                       \
    " BEGIN SELECT RAISE(ABORT, 'nothing is ever rewritten'); END;"

static const char campaigns_and_records[] =
    "CREATE TABLE campaign (key INTEGER PRIMARY KEY, " ID " UNIQUE) STRICT;"
    "CREATE TABLE name (" ID " PRIMARY KEY,"
    "  campaign INTEGER NOT NULL REFERENCES campaign, name TEXT NOT NULL) STRICT;"
    "CREATE INDEX name_of ON name (campaign, id);"
    "CREATE TABLE house (" ID " PRIMARY KEY,"
    "  campaign INTEGER NOT NULL REFERENCES campaign, option TEXT NOT NULL, value TEXT NOT NULL,"
    "  day TEXT NOT NULL) STRICT;"
    "CREATE INDEX house_of ON house (campaign, option, day, id);"
    "CREATE TABLE player (key INTEGER PRIMARY KEY, " ID " UNIQUE,"
    "  campaign INTEGER NOT NULL REFERENCES campaign) STRICT;"
    "CREATE INDEX player_of ON player (campaign);"
    "CREATE TABLE called (" ID " PRIMARY KEY,"
    "  player INTEGER NOT NULL REFERENCES player, name TEXT NOT NULL, folded TEXT NOT NULL) STRICT;"
    "CREATE INDEX called_of ON called (player, id);"
    "CREATE TABLE joined (" ID " PRIMARY KEY,"
    "  player INTEGER NOT NULL REFERENCES player,"
    "  target INTEGER NOT NULL REFERENCES player) STRICT;"
    "CREATE INDEX joined_of ON joined (player, id);"
    "CREATE TABLE record (key INTEGER PRIMARY KEY, " ID " UNIQUE,"
    "  campaign INTEGER NOT NULL REFERENCES campaign, game TEXT NOT NULL, day TEXT NOT NULL,"
    "  rules TEXT NOT NULL, pack TEXT NOT NULL, pack_hash TEXT NOT NULL) STRICT;"
    "CREATE INDEX record_by_day ON record (campaign, day, id);"
    "CREATE TABLE seat (record INTEGER NOT NULL REFERENCES record, seat INTEGER NOT NULL,"
    "  player INTEGER NOT NULL REFERENCES player, name TEXT NOT NULL,"
    "  PRIMARY KEY (record, seat)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE played_under (record INTEGER NOT NULL REFERENCES record,"
    "  place INTEGER NOT NULL, option TEXT NOT NULL, value TEXT NOT NULL,"
    "  PRIMARY KEY (record, place)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE line (record INTEGER NOT NULL REFERENCES record, " ID ","
    "  time INTEGER NOT NULL, author TEXT NOT NULL, text TEXT NOT NULL,"
    "  PRIMARY KEY (record, id)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE withdrawal (record INTEGER NOT NULL REFERENCES record, " ID ","
    "  line BLOB, withdrawn INTEGER NOT NULL CHECK (withdrawn IN (0, 1)),"
    "  PRIMARY KEY (record, id), FOREIGN KEY (record, line) REFERENCES line (record, id))"
    "  STRICT, WITHOUT ROWID;"
    STAYS("record") STAYS("line") STAYS("withdrawal")
    "CREATE TABLE hold (record INTEGER PRIMARY KEY REFERENCES record,"
    "  host TEXT NOT NULL, pid INTEGER NOT NULL, since INTEGER NOT NULL) STRICT;"
    "CREATE TABLE here (one INTEGER PRIMARY KEY CHECK (one = 1),"
    "  campaign INTEGER NOT NULL REFERENCES campaign) STRICT;";

/* state: enum store_state; print: see record_print, 0 until it is computed. */
static const char results[] =
    "CREATE TABLE result (record INTEGER PRIMARY KEY REFERENCES record,"
    "  state INTEGER NOT NULL CHECK (state IN (0, 1, 2)), print INTEGER NOT NULL) STRICT;"
    "CREATE INDEX result_waiting ON result (record) WHERE state < 2;"
    "CREATE INDEX result_print ON result (print);"
    "CREATE TABLE place (record INTEGER NOT NULL REFERENCES record, seat INTEGER NOT NULL,"
    "  campaign INTEGER NOT NULL, game TEXT NOT NULL, day TEXT NOT NULL, player INTEGER NOT NULL,"
    "  place INTEGER NOT NULL, won INTEGER NOT NULL, points INTEGER NOT NULL,"
    "  PRIMARY KEY (record, seat)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX standing ON place (campaign, player, place, won, game, day);"
    "INSERT INTO result SELECT key, 0, 0 FROM record;";

/* A deck has no id: its hash says what it is, so that equal ones are one wherever they were entered. */
static const char decks[] =
    "CREATE TABLE deck (hash TEXT PRIMARY KEY CHECK (length(hash) = 64), text TEXT NOT NULL) STRICT;"
    "CREATE TABLE uses (record INTEGER NOT NULL REFERENCES record, " ID ","
    "  name TEXT NOT NULL, hash TEXT NOT NULL REFERENCES deck,"
    "  PRIMARY KEY (record, id)) STRICT, WITHOUT ROWID;"
    STAYS("deck") STAYS("uses");

/* Points may be missing, or be none of the game's: results are forgotten, and worked out anew. */
static const char points_missing[] =
    "DROP TABLE place;"
    "CREATE TABLE place (record INTEGER NOT NULL REFERENCES record, seat INTEGER NOT NULL,"
    "  campaign INTEGER NOT NULL, game TEXT NOT NULL, day TEXT NOT NULL, player INTEGER NOT NULL,"
    "  place INTEGER NOT NULL, won INTEGER NOT NULL, points INTEGER,"
    "  PRIMARY KEY (record, seat)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX standing ON place (campaign, player, place, won, game, day);"
    "UPDATE result SET state = 0;";

/* Row n leads from version n to n + 1. */
static const char *const migrations[STORE_VERSION] = {
    [0] = campaigns_and_records,
    [1] = results,
    [2] = decks,
    [3] = points_missing,
};

int schema_version(struct deed *d)
{
    return (int)sql_int(d, "PRAGMA user_version", "");
}

static void migrate_one(struct deed *d, int from)
{
    char set[64];
    snprintf(set, sizeof set, "PRAGMA user_version = %d", from + 1);
    int rc = sqlite3_exec(d->store->db, migrations[from], NULL, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(d->store->db, set, NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        fail_sql(d, rc);
}

/* Another process may have been quicker: the version counts that stands once writing is ours. */
void schema_migrate(struct deed *d, before_migration *before)
{
    if (d->error != STORAGE_OK)
        return;
    deed_write(d);
    int version = schema_version(d);
    if (d->error == STORAGE_OK && before != NULL && version < STORE_VERSION)
        before(d, version);
    for (; d->error == STORAGE_OK && version < STORE_VERSION; version++)
        migrate_one(d, version);
    write_end(d);
}
