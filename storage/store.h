/*
 * What the files of this folder share: an open store, questions in SQL, transactions, ids, people.
 * `key` is always a row's number in this file, of no meaning outside it.
 */
#ifndef FUDA_STORAGE_STORE_H
#define FUDA_STORAGE_STORE_H

#include "storage.h"
#include "pages.h"

#include <stdarg.h>

enum { STORE_CACHE = 64 };

struct cached {
    const char *sql;          /* a literal: compared by its address */
    sqlite3_stmt *stmt;
};

struct store {
    sqlite3 *db;
    struct pages *pages;      /* NULL: without checks (STORE_RESCUE) */
    char *path;               /* owned */
    bool writes;
    bool damaged;             /* seen to be: nothing is written any more, not even at closing */
    bool leaves_log;          /* read only: what others have in the log stays there at closing */
    bool batch;
    unsigned reading;         /* walks under way */
    int hold_file;            /* -1: not open */
    struct store_hold *holds; /* a list, owned */
    struct store_id last;     /* the id made last */
    size_t cached;
    struct cached cache[STORE_CACHE];
};

/* ---- errors (why.c) ---------------------------------------------------------------------- */

/*
 * Each answers `error`, with its particulars in `why` (may be NULL): `id` is an English text in N_(), or NULL
 * where the error says it all; its {name} stands for the one value given, further ones are added behind.
 */
enum storage_error fail(struct storage_why *why, enum storage_error error, const char *id);
enum storage_error fail_of(struct storage_why *why, enum storage_error error, const char *id, const char *name,
                           const char *text);
enum storage_error fail_word(struct storage_why *why, enum storage_error error, const char *id, const char *name,
                             const char *word);      /* a text to translate too, in N_() */
enum storage_error fail_number(struct storage_why *why, enum storage_error error, const char *id, const char *name,
                               int64_t number);
/* "{file}: {reason}", in the words of SQLite or the system. */
enum storage_error fail_file(struct storage_why *why, enum storage_error error, const char *path, const char *reason);
void why_text(struct storage_why *why, const char *name, const char *text);   /* keeps a copy */
void why_number(struct storage_why *why, const char *name, int64_t number);

/* What SQLite has just said, as an error of ours (sql.c). */
enum storage_error fail_sql(struct store *store, int rc, struct storage_why *why);

/* ---- questions (sql.c) ------------------------------------------------------------------- */

/*
 * A statement being stepped through. `binds` has a letter for each value: i int64_t, t const char *
 * (NULL: ""), b const struct store_id * (NULL: null). Values must live until query_end.
 */
struct query {
    struct store *store;
    struct storage_why *why;
    sqlite3_stmt *stmt;
    bool cached;
    enum storage_error error;
};

void query_begin(struct query *q, struct store *store, struct storage_why *why, const char *sql,
                 const char *binds, ...);
void query_begin_list(struct query *q, struct store *store, struct storage_why *why,
                      const char *sql, const char *binds, va_list values);
bool query_next(struct query *q);                 /* false at the end, and after an error */
enum storage_error query_end(struct query *q);    /* what went wrong, if anything */
int64_t query_int(const struct query *q, int column);
const char *query_text(const struct query *q, int column);
struct store_id query_id(const struct query *q, int column);

/* A statement without rows; sqlite3_changes tells what it did. */
enum storage_error sql_run(struct store *store, struct storage_why *why, const char *sql,
                           const char *binds, ...);

/* The key that `sql` ("SELECT key FROM … WHERE id = ?1") finds; UNKNOWN, with `missing`, where there is none. */
enum storage_error key_of(struct store *store, const char *sql, const struct store_id *id,
                          const char *missing, int64_t *out, struct storage_why *why);

enum storage_error record_key(struct store *store, const struct store_id *record, int64_t *out,
                              struct storage_why *why);

/* ---- transactions (sql.c) ---------------------------------------------------------------- */

/*
 * write_end commits where nothing went wrong so far, else takes everything back, and answers how
 * it ended. After a write_begin that failed there must be no write_end.
 */
enum storage_error write_begin(struct store *store, struct storage_why *why);
enum storage_error write_end(struct store *store, enum storage_error so_far,
                             struct storage_why *why);

/* Several questions that see the same state. */
enum storage_error read_begin(struct store *store, struct storage_why *why);
void read_end(struct store *store);

/* ---- ids (id.c) -------------------------------------------------------------------------- */

int64_t time_now(void);
bool day_valid(const char *text);   /* YYYY-MM-DD */

/* A new id, later than all made by this store before and than `floor` (may be NULL). */
enum storage_error id_new(struct store *store, const struct store_id *floor, struct store_id *out,
                          struct storage_why *why);

/* The same, later than what `latest` finds: "SELECT max(id) FROM … WHERE … = ?1", of `key`. */
enum storage_error id_behind(struct store *store, const char *latest, int64_t key, struct store_id *out,
                             struct storage_why *why);

/* ---- schema.c ---------------------------------------------------------------------------- */

enum { STORE_APPLICATION = 0x66756461 /* "fuda" */, STORE_VERSION = 4 };

/* Brings the store up to STORE_VERSION; `before` (may be NULL) is called first, with the version that it leaves. */
typedef enum storage_error before_migration(struct store *store, int version, struct storage_why *why);
enum storage_error schema_migrate(struct store *store, before_migration *before, struct storage_why *why);
enum storage_error schema_version(struct store *store, int *out, struct storage_why *why);

/* ---- deck.c, hash.c ---------------------------------------------------------------------- */

enum storage_error deck_check(const char *text, struct storage_why *why);
enum storage_error deck_keep(struct store *store, const char *text, const char *hash,
                            struct storage_why *why);
void hash_text(const char *text, size_t length, char out[STORE_HASH_TEXT]);

/* ---- log.c ------------------------------------------------------------------------------- */

/* DAMAGED if acknowledged transactions in the log of a store not yet opened cannot be reached. */
enum storage_error log_check(const char *path, struct storage_why *why);

/* ---- campaign.c, player.c ---------------------------------------------------------------- */

enum storage_error campaign_key(struct store *store, const struct store_id *campaign, int64_t *out,
                                struct storage_why *why);
enum storage_error text_valid(const char *text, const char *what, bool empty_too,
                              struct storage_why *why);
enum storage_error option_valid(const char *key, struct storage_why *why);
void name_fold(const char *name, char out[STORE_TEXT_MOST + 1]);

struct person {
    int64_t key, target;      /* target: joined to; 0: nobody */
    struct store_id id;
    char *name, *folded;      /* owned */
    size_t root;              /* the row of the one who stands for all */
};

/* The players of a campaign, by key. To be cleared with people_clear, loaded or not. */
struct people {
    size_t count, room;
    struct person *row;
};

enum storage_error people_load(struct store *store, int64_t campaign, struct people *out,
                               struct storage_why *why);
void people_clear(struct people *people);
const struct person *people_root(const struct people *people, int64_t key);   /* NULL: unknown */
const struct person *people_named(const struct people *people, const char *folded);

/* The player's key, and by name one of the loaded people or a new player. */
enum storage_error player_key(struct store *store, const struct store_id *player, int64_t *out,
                              int64_t *campaign, struct storage_why *why);
enum storage_error player_by_name(struct store *store, int64_t campaign,
                                  const struct people *people, const char *name, int64_t *out,
                                  struct storage_why *why);

/* ---- record.c, hold.c, result.c ---------------------------------------------------------- */

struct store_hold {
    struct store *store;
    struct store_hold *next;
    int64_t key;              /* of the record */
    struct store_id record;
};

/* Room for the texts of one heading. */
struct room {
    size_t used;
    char text[(5 + SEATS_MOST + 2 * STORE_OPTIONS_MOST) * (STORE_TEXT_MOST + 1)];
};
const char *room_keep(struct room *room, const char *text);   /* its copy; NULL: full */

enum storage_error line_valid(const char *text, const char *author, struct storage_why *why);
/* The latest id among a record's lines and withdrawals; none if there are none. */
enum storage_error record_latest(struct store *store, int64_t key, struct store_id *out,
                                 struct storage_why *why);
/* Another record of the campaign, not withdrawn, with the print of this one; or none. */
enum storage_error record_twin(struct store *store, int64_t key, struct store_id *out,
                               struct storage_why *why);
/* Is the record withdrawn as a whole? */
enum storage_error record_withdrawn(struct store *store, int64_t key, bool *out,
                                    struct storage_why *why);
/* Takes the record's lock and writes the row, inside a transaction; drops only the lock. */
enum storage_error hold_take(struct store *store, int64_t key, const struct store_id *record,
                             struct store_hold **out, struct storage_why *why);
void hold_drop(struct store_hold *hold);
/* HELD if another hold than ours keeps it, in whatever process. */
enum storage_error hold_free(struct store *store, int64_t key, struct storage_why *why);

/* Forgets the result and computes the record's print anew. */
enum storage_error result_stale(struct store *store, int64_t record, struct storage_why *why);
enum storage_error result_write(struct store *store, int64_t record,
                                const struct store_result *result, struct storage_why *why);
/* A number that equal records share: over game, date, names and the lines that stand. */
enum storage_error record_print(struct store *store, int64_t record, int64_t *out,
                                struct storage_why *why);

#endif
