/*
 * What the files of this folder share: an open store, questions in SQL, transactions, ids, people.
 * A `key` is always the number of a row in this database file; it means nothing outside it.
 */
#ifndef FUDA_STORAGE_STORE_H
#define FUDA_STORAGE_STORE_H

#include "storage.h"
#include "pages.h"

#include <stdarg.h>
#include <time.h>

enum { STORE_CACHE = 64 };

struct cached {
    const char *sql; /* a literal: compared by its address */
    sqlite3_stmt *stmt;
};

struct person {
    int64_t key, target; /* target: whom they are joined to; 0: nobody */
    struct store_id id;
    char *name, *folded; /* owned */
    size_t end;          /* the row at the end of the joins */
    size_t root;         /* the row of the player who stands for all */
};

/* Two players whose names look the same but who sat in one record, and so are two people. */
struct tablemates {
    size_t one, other; /* their rows, at the ends of joins; `one` is the smaller */
    int64_t record;    /* the key of the first such record */
};

/*
 * The players of a campaign, by key. To be cleared with people_clear, whether or not loading
 * succeeded.
 */
struct people {
    size_t count, room;
    struct person *row;
    size_t mates;
    struct tablemates *mate; /* owned */
};

struct store {
    sqlite3 *db;
    struct pages *pages; /* NULL: the store is a copy in memory */
    char *path;          /* owned */
    bool writes;
    /* nobody else may have the file open, because the index of the log is in memory */
    bool alone;
    bool damaged;         /* damage was seen: nothing is written any more, not even when closing */
    struct timespec seen; /* the file's time when it was last checked */
    /* only this process uses the log's shared memory, which goes when the store is closed */
    bool sweeps;
    /* opened for reading: what others have in the log stays there when the store is closed */
    bool leaves_log;
    bool batch;
    /* the batch has something that was refused, so it may not be committed */
    bool spoilt;
    /* the file is still being made under another name, so nothing is noted beside it */
    bool nameless;
    unsigned reading;         /* how many walks over rows are under way */
    int hold_file;            /* -1: not open */
    struct store_hold *holds; /* a list, owned */
    struct tallied {          /* what is noted of the transaction under way; see commit_mark.c */
        int64_t record;
        unsigned lines;
        bool counts;
        uint8_t note[64];
    } tallied;
    struct known_people {          /* the players loaded last, to look up names in */
        int64_t campaign, changes; /* campaign 0: none are loaded */
        struct people people;
    } known;
    struct store_missing missing;
    struct store_id last;   /* the id made last */
    struct storage_why why; /* the particulars of the last error */
    /* see store_on_loss; may be NULL */
    void (*lost)(const void *user, enum storage_error error, const struct storage_why *why);
    const void *lost_user;
    size_t cached;
    struct cached cache[STORE_CACHE];
};

/* A copy in memory (STORE_COPY), of a file or of none. */
static inline bool store_is_copy(const struct store *store) { return store->pages == NULL; }

/* ---- one call (store_error.c, transaction.c) --------------------------------------------- */

/*
 * A call of this library while it runs. It keeps its first error: everything done with it after
 * that does nothing and answers 0, none or NULL.
 */
struct transaction {
    struct store *store;
    struct storage_why *why;  /* the particulars of `error`; may be NULL */
    enum storage_error error; /* the first one */
    bool writes;              /* write_begin was called */
    /* what it writes need not be counted as acknowledged: a hold, a result */
    bool aside;
};

/*
 * Sets the error of the call, unless it has one already. `id` is an English text in N_(), or NULL
 * if the error says enough; `kinds` and the values of its {names} are as for message_read. Texts
 * are copied.
 */
void fail(struct transaction *d, enum storage_error error, const char *id, const char *kinds, ...);
/* "{file}: {reason}", in the words of SQLite or the system. */
void fail_file(struct transaction *d, enum storage_error error, const char *path,
    const char *reason);
/* What SQLite has just said, as an error of ours (sql.c). */
void fail_sql(struct transaction *d, int rc);

/* A call for an open store, in which the particulars of errors are kept. */
struct transaction transaction_new(struct store *store);

/*
 * write_begin begins a call that writes; write_end commits it if nothing went wrong, else takes
 * everything back, and returns how it ended. read_begin begins a call that reads several times and
 * sees the same state each time.
 */
struct transaction write_begin(struct store *store);
void transaction_write(struct transaction *d); /* makes a call that has begun one that writes */
enum storage_error write_end(struct transaction *d);
struct transaction read_begin(struct store *store);
enum storage_error read_end(struct transaction *d);

/* ---- questions (sql.c) ------------------------------------------------------------------- */

/* Bytes that are left to be read. */
struct byte_span {
    const uint8_t *at;
    size_t left;
};

/*
 * A statement being stepped through. `binds` has a letter for each value: i int64_t, t const char *
 * (NULL: ""), b const struct store_id * (NULL: null), x const struct byte_span *. Values must live
 * until query_end.
 */
struct query {
    struct transaction *deed;
    sqlite3_stmt *stmt;
    bool cached;
};

void query_begin(struct query *q, struct transaction *d, const char *sql, const char *binds, ...);
void query_begin_list(struct query *q, struct transaction *d, const char *sql, const char *binds,
    va_list values);
bool query_next(struct query *q); /* false at the end, and after an error */
void query_end(struct query *q);
int64_t query_int(const struct query *q, int column);
const char *query_text(const struct query *q, int column);
struct store_id query_id(const struct query *q, int column);
struct byte_span query_bytes(const struct query *q, int column); /* until the next row */

/* Runs a statement without rows; sqlite3_changes says how many it changed. */
void sql_run(struct transaction *d, const char *sql, const char *binds, ...);

/* The first column of the first row; without a row 0, or no id. */
int64_t sql_int(struct transaction *d, const char *sql, const char *binds, ...);
struct store_id sql_id(struct transaction *d, const char *sql, const char *binds, ...);

/*
 * The key that `sql` ("SELECT key FROM … WHERE id = ?1") finds. If there is none the error is
 * UNKNOWN, with the text `missing`.
 */
int64_t key_of(struct transaction *d, const char *sql, const struct store_id *id,
    const char *missing);
int64_t record_key(struct transaction *d, const struct store_id *record);

/* ---- ids (id.c) -------------------------------------------------------------------------- */

int64_t time_now(void);

/* A new id, later than all that this store has made and than `floor` (may be NULL). */
struct store_id id_new(struct transaction *d, const struct store_id *floor);

/*
 * The same, but later than the id that `latest` finds for `key`: "SELECT max(id) FROM … WHERE … =
 * ?1".
 */
struct store_id id_behind(struct transaction *d, const char *latest, int64_t key);

/*
 * A random id close after `low` and before `high`, which is greater; random so that two stores do
 * not choose the same. None if there is no room.
 */
struct store_id id_between(struct transaction *d, const struct store_id *low,
    const struct store_id *high);

/* ---- schema.c ---------------------------------------------------------------------------- */

enum {
    STORE_APPLICATION = 0x66756461 /* "fuda" */,
    STORE_VERSION = 9,
    STORE_TALLIED = 7 /* the version that brought the count of commits (commit_mark.c) */
};

/*
 * Brings the store up to STORE_VERSION. `before` (may be NULL) is called first, with the version
 * that it has.
 */
typedef void before_migration(struct transaction *d, int version);
void schema_migrate(struct transaction *d, before_migration *before);
int schema_version(struct transaction *d);
int check_version(struct transaction *d); /* the same; NEWER */

/* ---- stored_deck.c, hash.c --------------------------------------------------------------- */

void deck_check(struct transaction *d, const char *text);
void deck_keep(struct transaction *d, const char *text, const char *hash);

/* ---- recognise.c ----------------------------------------------------------------------------- */

/*
 * Checks a file before it is opened: fails unless it is a store, and the log beside it is its own
 * and whole. With `whole`, every page is checked too unless the store is large. If the log's last
 * transaction is incomplete, nobody can say whether it was acknowledged or cut off while it was
 * written: returns how many such transactions there are (0 or 1).
 */
unsigned store_recognise(struct transaction *d, const char *path, bool whole);
void fail_newer(struct transaction *d, const char *path, uint32_t version);
/* DAMAGED if another file was copied over the open store or its log since it was last checked. */
void store_keeps(struct transaction *d);

/* ---- store_open.c ------------------------------------------------------------------------ */

/*
 * The path with links resolved, because logs lie beside the file itself. To be freed; NULL: the
 * call has failed.
 */
char *path_resolve(struct transaction *d, const char *path);

/* ---- commit_mark.c --------------------------------------------------------------------------- */

struct store_commit_mark {
    int64_t store;        /* the store's number; 0: there is no mark */
    int64_t number;       /* how many transactions there were so far */
    int64_t before, mark; /* the marks of the transaction before and of this one; 0: none */
};
/* Reads the mark from page `number`; false: the page is another one. */
bool commit_mark_read(const uint8_t *page, uint32_t number, struct store_commit_mark *out);

/*
 * Opens the file beside the store that has locks and notes, if the store may write or the file
 * exists.
 */
void hold_open(struct transaction *d);
/* The transaction under way changes this record and adds `lines` lines to it. */
void commit_mark_note(struct transaction *d, int64_t record, unsigned lines);
void commit_mark_add(struct transaction *d);       /* called last before a commit */
void commit_mark_acknowledge(struct store *store); /* called first after it */
void commit_mark_forget(struct store *store);      /* called instead if the commit failed */
/* finds out what acknowledged changes are missing */
void commit_mark_compare(struct transaction *d);
/* from then on missing changes are taken as lost */
void commit_mark_reset(struct store *store);

/* ---- stored_campaign.c, stored_player.c -------------------------------------------------- */

int64_t campaign_key(struct transaction *d, const struct store_id *campaign);
/* These fail the call if the text is not valid. `what` names it, in N_(). */
void text_valid(struct transaction *d, const char *text, const char *what, bool empty_too);
void option_valid(struct transaction *d, const char *key, const char *value);
void day_wanted(struct transaction *d, const char *day);
/*
 * name_fold gives a name in the form by which people are told apart, word_fold any other word as
 * the language folds it. The column `folded` of `called` has the latter, for earlier versions that
 * look there. What name_fold gives depends on the library that folds, so it is never stored.
 */
void name_fold(const char *name, char out[STORE_TEXT_MOST + 1]);
void word_fold(const char *word, char out[STORE_TEXT_MOST + 1]);

void people_load(struct transaction *d, int64_t campaign, struct people *out);
void people_clear(struct people *people);
/* The same, kept in the store until this or people_forget is called again. */
const struct people *people_known(struct transaction *d, int64_t campaign);
void people_forget(struct store *store);
const struct person *people_root(const struct people *people, int64_t key); /* NULL: unknown */
/*
 * Whose name that is now. Of several who are told apart by how they are spelled, whoever is spelled
 * so, else the oldest. NULL: nobody's.
 */
const struct person *people_named(const struct people *people, const char *name);
/* For qsort, of pointers to them: by their names as they are told apart, then by age. */
int people_compare(const void *a, const void *b);

/*
 * player_key: the key of a player. player_by_name: the key of one of the loaded people or of a new
 * player.
 */
int64_t player_key(struct transaction *d, const struct store_id *player, int64_t *campaign);
int64_t player_by_name(struct transaction *d, int64_t campaign, const struct people *people,
    const char *name);

/* ---- stored_record.c, hold.c ------------------------------------------------------------- */

struct record_size {
    int64_t lines, bytes;
};
/* Counts one more line; the call fails if the record then exceeds its limits. */
void size_add(struct transaction *d, struct record_size *size, const char *text);

struct store_hold {
    struct store *store;
    struct store_hold *next;
    int64_t key; /* the key of the record */
    struct store_id record;
    struct record_size size; /* lines that were taken back included */
};

/* Room for the texts of one heading. */
struct room {
    size_t used;
    char text[(5 + SEATS_MOST + 2 * STORE_OPTIONS_MOST) * (STORE_TEXT_MOST + 1)];
};
/* returns the copy; NULL: the room is full */
const char *room_keep(struct room *room, const char *text);

void line_valid(struct transaction *d, const char *text, const char *author);
/* Another record of the campaign that is not withdrawn and has the same fingerprint; or none. */
struct store_id record_twin(struct transaction *d, int64_t key);
/* Is the record withdrawn as a whole? */
bool record_withdrawn(struct transaction *d, int64_t key);
/*
 * hold_take, in a call that writes, takes the record's lock and writes the row. hold_drop only
 * drops the lock.
 */
struct store_hold *hold_take(struct transaction *d, int64_t key, const struct store_id *record);
void hold_drop(struct store_hold *hold);
/* Ends a call that has taken a hold (NULL: it has not). If all went well, the caller owns *out. */
enum storage_error hold_end(struct transaction *d, struct store_hold *hold,
    struct store_hold **out);
/* HELD if another hold keeps the record, in this process or another. */
void hold_free(struct transaction *d, int64_t key);

/* ---- outcome.c ---------------------------------------------------------------------------- */

/* Writes how a finished record ended for every seat, replacing what was known before. */
void outcome_write(struct transaction *d, int64_t record, const struct store_result *result);
void outcome_drop(struct transaction *d, int64_t record);

/* Reads what outcome_write wrote. Without a row `ends` is empty, and *out stays as it was. */
void outcome_read(struct byte_span ends, uint32_t counted, struct byte_span counts,
    struct store_result *out);

/* Converts the rows of the table `place`, one for each seat, which stores had up to version 7. */
void outcomes_migrate(struct transaction *d);

/* ---- result.c ---------------------------------------------------------------------------- */

/*
 * The fingerprint of a record, which equal records share: a number made of game, date, names and
 * standing lines.
 */
int64_t record_print(struct transaction *d, int64_t record);
/* Forgets the result and computes the record's fingerprint again. */
void result_stale(struct transaction *d, int64_t record);
void result_write(struct transaction *d, int64_t record, const struct store_result *result);

#endif
