/*
 * What the files of this folder share: an open store, questions in SQL, transactions, ids, people.
 * `key` is always a row's number in this file, of no meaning outside it.
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
    int64_t key, target; /* target: joined to; 0: nobody */
    struct store_id id;
    char *name, *folded; /* owned */
    size_t end;          /* the row that the joins lead to */
    size_t root;         /* the row of the one who stands for all */
};

/* Two whose names look the same, and who sat in one record: two people. */
struct tablemates {
    size_t one, other; /* rows, where joins end; `one` is the smaller */
    int64_t record;    /* the key of the first such record */
};

/* The players of a campaign, by key. To be cleared with people_clear, loaded or not. */
struct people {
    size_t count, room;
    struct person *row;
    size_t mates;
    struct tablemates *mate; /* owned */
};

struct store {
    sqlite3 *db;
    struct pages *pages; /* NULL: in memory */
    char *path;          /* owned */
    bool writes;
    bool alone;           /* nobody else may have it open: its log's index lies in memory */
    bool damaged;         /* seen to be: nothing is written any more, not even at closing */
    struct timespec seen; /* the file's time, when it was looked at last */
    bool sweeps;          /* the log's shared memory is nobody's but ours */
    bool leaves_log;      /* read only: what others have in the log stays there at closing */
    bool batch;
    bool spoilt;              /* it holds what was refused, and may not be committed */
    bool nameless;            /* being made under another name: nothing is noted beside it */
    unsigned reading;         /* walks under way */
    int hold_file;            /* -1: not open */
    struct store_hold *holds; /* a list, owned */
    struct tallied {          /* of the transaction under way: see commit_mark.c */
        int64_t record;
        unsigned lines;
        bool counts;
        uint8_t note[64];
    } tallied;
    struct known_people {          /* the players that a record's names were looked up in last */
        int64_t campaign, changes; /* campaign 0: no longer */
        struct people people;
    } known;
    struct store_missing missing;
    struct store_id last;   /* the id made last */
    struct storage_why why; /* of the last error */
    /* NULL: nobody wants to hear of it */
    void (*lost)(const void *user, enum storage_error error, const struct storage_why *why);
    const void *lost_user;
    size_t cached;
    struct cached cache[STORE_CACHE];
};

/* A copy in memory (STORE_COPY), of a file or of none. */
static inline bool store_is_copy(const struct store *store) { return store->pages == NULL; }

/* ---- one call (why.c, transaction.c) --------------------------------------------------------- */

/*
 * A call of this library as it is carried out. It keeps its first error: whatever is asked of it
 * after that does nothing, and answers 0, none or NULL.
 */
struct transaction {
    struct store *store;
    struct storage_why *why;  /* the particulars of `error`; may be NULL */
    enum storage_error error; /* the first one */
    bool writes;              /* write_begin has begun */
    /* what it writes is none of the truth, and is not missed: a hold, a result */
    bool aside;
};

/*
 * The deed has failed, unless it had before: `id` is an English text in N_(), or NULL where the
 * error says it all; `kinds` and the values of its {names} are as message_read takes them. A copy
 * of each text is kept.
 */
void fail(struct transaction *d, enum storage_error error, const char *id, const char *kinds, ...);
/* "{file}: {reason}", in the words of SQLite or the system. */
void fail_file(struct transaction *d, enum storage_error error, const char *path,
    const char *reason);
/* What SQLite has just said, as an error of ours (sql.c). */
void fail_sql(struct transaction *d, int rc);

/* One of an open store, whose particulars it keeps there. */
struct transaction transaction_new(struct store *store);

/*
 * A deed that writes: write_end commits where nothing went wrong, else takes everything back, and
 * answers how it ended. One that reads several times, and sees the same state.
 */
struct transaction write_begin(struct store *store);
void transaction_write(struct transaction *d); /* the same, of a deed that there is already */
enum storage_error write_end(struct transaction *d);
struct transaction read_begin(struct store *store);
enum storage_error read_end(struct transaction *d);

/* ---- questions (sql.c) ------------------------------------------------------------------- */

/* Some bytes, of which a reader reads as many as there are. */
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

/* A statement without rows; sqlite3_changes tells what it did. */
void sql_run(struct transaction *d, const char *sql, const char *binds, ...);

/* The first column of the first row; without one 0, or none. */
int64_t sql_int(struct transaction *d, const char *sql, const char *binds, ...);
struct store_id sql_id(struct transaction *d, const char *sql, const char *binds, ...);

/*
 * The key that `sql` ("SELECT key FROM … WHERE id = ?1") finds; UNKNOWN, with `missing`, where
 * there is none.
 */
int64_t key_of(struct transaction *d, const char *sql, const struct store_id *id,
    const char *missing);
int64_t record_key(struct transaction *d, const struct store_id *record);

/* ---- ids (id.c) -------------------------------------------------------------------------- */

int64_t time_now(void);

/* A new id, later than all made by this store before and than `floor` (may be NULL). */
struct store_id id_new(struct transaction *d, const struct store_id *floor);

/* The same, later than what `latest` finds: "SELECT max(id) FROM … WHERE … = ?1", of `key`. */
struct store_id id_behind(struct transaction *d, const char *latest, int64_t key);

/*
 * One directly after `low`, by chance, so that two stores do not choose the same: between it and
 * `high`, which is greater. None where there is no room.
 */
struct store_id id_between(struct transaction *d, const struct store_id *low,
    const struct store_id *high);

/* ---- schema.c ---------------------------------------------------------------------------- */

enum {
    STORE_APPLICATION = 0x66756461 /* "fuda" */,
    STORE_VERSION = 9,
    STORE_TALLIED = 7 /* since then */
};

/*
 * Brings the store up to STORE_VERSION; `before` (may be NULL) is called first, with the version
 * that it leaves.
 */
typedef void before_migration(struct transaction *d, int version);
void schema_migrate(struct transaction *d, before_migration *before);
int schema_version(struct transaction *d);
int check_version(struct transaction *d); /* the same; NEWER */

/* ---- deck.c, hash.c ---------------------------------------------------------------------- */

void deck_check(struct transaction *d, const char *text);
void deck_keep(struct transaction *d, const char *text, const char *hash);

/* ---- recognise.c ----------------------------------------------------------------------------- */

/*
 * Before anything is opened: fails unless the file is a store, and the log beside it its own and
 * whole; with `whole` every page is looked at, too, of a store that is not large. Of the log's last
 * transaction nobody can say whether it was acknowledged, or cut off as it was written: answers how
 * many like that there are (0 or 1).
 */
unsigned store_recognise(struct transaction *d, const char *path, bool whole);
void fail_newer(struct transaction *d, const char *path, uint32_t version);
/*
 * DAMAGED where another file was copied over the open store, or over its log, since it was looked
 * at last.
 */
void store_keeps(struct transaction *d);

/* ---- open.c ---------------------------------------------------------------------------------- */

/*
 * Where a link leads, as logs lie beside the file itself; else the path. To be freed; NULL: the
 * deed has failed.
 */
char *path_resolve(struct transaction *d, const char *path);

/* ---- commit_mark.c --------------------------------------------------------------------------- */

struct store_commit_mark {
    int64_t store;        /* whose; 0: none */
    int64_t number;       /* of the transactions so far */
    int64_t before, mark; /* 0: of none */
};
/* As a page of that number has it; false: it is another page. */
bool commit_mark_read(const uint8_t *page, uint32_t number, struct store_commit_mark *out);

/*
 * Opens the file beside the store that locks and notes are in, where the store may write or it is
 * there.
 */
void hold_open(struct transaction *d);
/* The transaction under way is of this record, and adds so many lines. */
void commit_mark_note(struct transaction *d, int64_t record, unsigned lines);
void commit_mark_add(struct transaction *d);       /* the last thing before a commit */
void commit_mark_acknowledge(struct store *store); /* the first thing after it */
void commit_mark_forget(struct store *store);      /* instead, where it failed */
void commit_mark_compare(struct transaction *d);   /* finds out what is missing */
void commit_mark_reset(struct store *store);       /* what is missing is then taken to be lost */

/* ---- campaign.c, player.c ---------------------------------------------------------------- */

int64_t campaign_key(struct transaction *d, const struct store_id *campaign);
/* Else the deed fails. `what` in N_(). */
void text_valid(struct transaction *d, const char *text, const char *what, bool empty_too);
void option_valid(struct transaction *d, const char *key, const char *value);
void day_wanted(struct transaction *d, const char *day);
/*
 * A name as people are told apart by it, and any other word as the language folds it. The column
 * `folded` of `called` holds the latter, for earlier versions that look there; what the former
 * makes of a name is the library's, and kept nowhere.
 */
void name_fold(const char *name, char out[STORE_TEXT_MOST + 1]);
void word_fold(const char *word, char out[STORE_TEXT_MOST + 1]);

void people_load(struct transaction *d, int64_t campaign, struct people *out);
void people_clear(struct people *people);
/* The same, of the store: until it is called again, or people_forget. */
const struct people *people_known(struct transaction *d, int64_t campaign);
void people_forget(struct store *store);
const struct person *people_root(const struct people *people, int64_t key); /* NULL: unknown */

/* The player's key, and by name one of the loaded people or a new player. */
int64_t player_key(struct transaction *d, const struct store_id *player, int64_t *campaign);
int64_t player_by_name(struct transaction *d, int64_t campaign, const struct people *people,
    const char *name);

/* ---- record.c, hold.c ---------------------------------------------------------- */

struct record_size {
    int64_t lines, bytes;
};
/* One line more: does the record stay within its limits? */
void size_add(struct transaction *d, struct record_size *size, const char *text);

struct store_hold {
    struct store *store;
    struct store_hold *next;
    int64_t key; /* of the record */
    struct store_id record;
    struct record_size size; /* with what was taken back */
};

/* Room for the texts of one heading. */
struct room {
    size_t used;
    char text[(5 + SEATS_MOST + 2 * STORE_OPTIONS_MOST) * (STORE_TEXT_MOST + 1)];
};
const char *room_keep(struct room *room, const char *text); /* its copy; NULL: full */

void line_valid(struct transaction *d, const char *text, const char *author);
/* Another record of the campaign, not withdrawn, with the print of this one; or none. */
struct store_id record_twin(struct transaction *d, int64_t key);
/* Is the record withdrawn as a whole? */
bool record_withdrawn(struct transaction *d, int64_t key);
/* Takes the record's lock and writes the row, while the deed writes; drops only the lock. */
struct store_hold *hold_take(struct transaction *d, int64_t key, const struct store_id *record);
void hold_drop(struct store_hold *hold);
/*
 * Ends a deed that has taken a hold (NULL: it has not): *out is the caller's where all went well.
 */
enum storage_error hold_end(struct transaction *d, struct store_hold *hold,
    struct store_hold **out);
/* HELD if another hold than ours keeps it, in whatever process. */
void hold_free(struct transaction *d, int64_t key);

/* ---- outcome.c ---------------------------------------------------------------------------- */

/* How a finished record ended, for every seat; it stands in the place of what was known of it. */
void outcome_write(struct transaction *d, int64_t record, const struct store_result *result);
void outcome_drop(struct transaction *d, int64_t record);

/*
 * What outcome_write wrote, from its columns; without a row `ends` is empty, and *out stays as it
 * was.
 */
void outcome_read(struct byte_span ends, uint32_t counted, struct byte_span counts,
    struct store_result *out);

/* From rows of the table `place`, one a seat, which stores had up to version 7. */
void outcomes_migrate(struct transaction *d);

/* ---- result.c ---------------------------------------------------------------------------- */

/* A number that equal records share: over game, date, names and the lines that stand. */
int64_t record_print(struct transaction *d, int64_t record);
/* Forgets the result and computes the record's print anew. */
void result_stale(struct transaction *d, int64_t record);
void result_write(struct transaction *d, int64_t record, const struct store_result *result);

#endif
