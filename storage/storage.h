/*
 * storage — campaigns: who played what, when, under which house rules, and every line of it.
 *
 *     campaign ──┬── name, house options      each settled on a day; the latest counts
 *                ├── players                  names they had; players found to be one person
 *                └── records ──┬── heading    game, seats, date, options, rules, deck
 *                              ├── lines      in order; each one step of the table
 *                              ├── decks      what `pack NAME` meant in it
 *                              └── result     derived: the caller judges, the store keeps it
 *
 * A line is what was typed at the table: one statement of the language, or several with `;`. It is
 * accepted, stored and taken back as a whole. Nothing is ever erased or rewritten: taking a line
 * back appends a withdrawal, renaming a player appends a name. So two stores that grew apart are
 * merged by uniting what each of them appended, in any order and any number of times.
 *
 * What a call appends is on the disk when it answers STORAGE_OK (inside store_batch_begin /
 * _commit: when the commit does), and not there at all when it answers anything else.
 *
 * The store does not read the language and knows no rules. A `struct store` is used by one thread;
 * any number of processes may have the same file open.
 *
 * Texts passed in are UTF-8 and terminated; the store keeps copies. Texts passed to a visitor
 * belong to the store and live until the visitor returns. A visitor answers whether to go on;
 * stopping early is no error. It may ask the store other questions, but may only append where a
 * comment says so.
 */
#ifndef FUDA_STORAGE_H
#define FUDA_STORAGE_H

#include "core/core.h"

#include <stdio.h>

struct store;
struct store_hold;

enum {
    STORE_TEXT_MOST = NAME_MOST, /* bytes of a name, a game, an option, an author */
    STORE_OPTIONS_MOST = 64,     /* house options of one record's heading */
    STORE_WHY_MOST = 1024,
    /* lines of one record, those taken back included; the longest nights have hundreds */
    RECORD_LINES_MOST = 20000,
    RECORD_BYTES_MOST = 4 << 20, /* bytes of the texts of those lines */
    STORE_ID_TEXT = 37           /* bytes of an id as text, terminator included */
};

/* ---- errors ------------------------------------------------------------------------------ */

/*
 * What may go wrong outside the program. A file that is FOREIGN, NEWER or DAMAGED is not touched.
 * `store_error_text` gives the English sentence for an error, to translate.
 */
enum storage_error {
    STORAGE_OK,
    STORAGE_MISSING,   /* no such file */
    STORAGE_FOREIGN,   /* the file is no store */
    STORAGE_NEWER,     /* written by a later version of the program */
    STORAGE_DAMAGED,   /* truncated or altered */
    STORAGE_READ_ONLY, /* the file or its folder cannot be written */
    STORAGE_FULL,      /* no room on the disk */
    STORAGE_DISK,      /* the disk or the system refused */
    STORAGE_BUSY,      /* another process was writing for more than five seconds */
    STORAGE_MEMORY,
    STORAGE_HELD,    /* somebody else keeps this record; `why` says who */
    STORAGE_UNKNOWN, /* no campaign, player or record of that id or name */
    STORAGE_TAKEN,   /* somebody else has the name */
    STORAGE_TWICE,   /* the same record exists already */
    STORAGE_NOTHING, /* nothing to take back, or to bring back */
    STORAGE_INVALID, /* an argument breaks a limit; of an import, `why` has the line */
    STORAGE_CLASH    /* an import has other content for an id that is known */
};

/*
 * The particulars of an error, as a message (core.h): a path, a name, a holder. The message points
 * into `room`, so this struct must not be copied.
 */
struct storage_why {
    struct message message; /* id NULL: there is no more to say than the error */
    uint32_t line;          /* an import: the line of the text; else 0 */
    size_t used;
    char room[STORE_WHY_MOST];
};

const char *store_error_text(enum storage_error error);

/* ---- ids and times ----------------------------------------------------------------------- */

/* A UUID of version 7: ordered by time, never the same on two machines. All zero: none. */
struct store_id {
    uint8_t byte[16];
};

void store_id_text(const struct store_id *id, char out[STORE_ID_TEXT]);
bool store_id_read(const char *text, struct store_id *out); /* only version 7 */
bool store_id_none(const struct store_id *id);
int store_id_compare(const struct store_id *a, const struct store_id *b);
int64_t store_id_time(const struct store_id *id); /* when it was made */

/* Times are milliseconds since 1970 in UTC; as text "2026-11-21T19:03:48.123Z". */
enum { STORE_TIME_TEXT = 25 };
void store_time_text(int64_t time, char out[STORE_TIME_TEXT]);
bool store_time_read(const char *text, int64_t *out);
bool store_day_valid(const char *text); /* YYYY-MM-DD, a day that there is */

/* ---- opening ----------------------------------------------------------------------------- */

/*
 * STORE_READ changes no byte of the file. STORE_WRITE creates the file (0600) and its folders
 * (0700) if they are missing; every page of a file of up to 64 MiB is checked first. A store of an
 * earlier version is brought up to date, and a copy of the old one is left beside it as
 * PATH.vN.bak. STORE_COPY reads a store of any version into memory, or an empty one if there is no
 * file: what is written to it is lost when it is closed, and nothing on the disk changes.
 */
enum store_mode { STORE_READ, STORE_WRITE, STORE_COPY };

/*
 * On success the caller owns *out and closes it with store_close; else `why` (may be NULL) has the
 * particulars.
 */
enum storage_error store_open(const char *path, enum store_mode mode, struct store **out,
    struct storage_why *why);
void store_close(struct store *store); /* NULL is allowed; releases what is held */

/*
 * Sets a function that is called as soon as the disk, the memory or the file fails, whatever the
 * call that met the failure answers: for programs that only ask, and whose answers would be
 * incomplete. `lost` may end the program; NULL removes it. `user` is borrowed.
 */
void store_on_loss(struct store *store,
    void (*lost)(const void *user, enum storage_error error, const struct storage_why *why),
    const void *user);

/* The particulars of the error that the last call for this store answered. */
const struct storage_why *store_why(const struct store *store);

/*
 * What had been acknowledged but was missing when the store was opened, because its log was lost or
 * cut or an older copy took its place. It is reported once: a store opened for writing then takes
 * it as lost.
 */
enum { STORE_MISSING_MOST = 8 };
struct store_missing {
    int64_t changes; /* the number of missing changes; 0: nothing is missing */
    size_t records;
    struct {
        struct store_id record;
        char game[32];
        int64_t lines, changes; /* `changes` includes those that brought the lines */
    } of[STORE_MISSING_MOST];   /* the records concerned, as far as they are known */
};
const struct store_missing *store_missing(const struct store *store);

/* Checks every page and the references of every row. This takes seconds for a large store. */
enum storage_error store_check(struct store *store);

/*
 * `alive` is called every now and then while the store works, and must return 0. NULL: no more
 * calls.
 */
void store_alive(struct store *store, int (*alive)(void *user), void *user);

/*
 * Copies what can still be read of a damaged store and of the log beside it into an empty store
 * that is open for writing; the damaged one is only read. Every page is searched for rows, whatever
 * the schema says. Rows on pages that were altered are taken too if they have the form of a row;
 * they are doubtful. `each` (may be NULL) is called for every record with a gap or a doubt, until
 * it answers false. A record whose heading is lost becomes one of the game "unknown". If nothing
 * can be read, nothing is rescued, and that is no error: look at `out`.
 */
struct store_rescued {
    uint64_t campaigns, records, lines;
    uint64_t doubtful; /* rows from pages that are not as they were written */
    uint64_t orphans;  /* whole rows that were dropped because what they belong to is lost */
    /* pages of the store, and how many of them are missing or not as they were written */
    uint64_t pages, pages_lost;
    uint64_t frames_lost; /* pages in the log that can no longer be reached through it */
    uint64_t records_cut; /* records that may have a gap */
    bool cut;             /* something could not be read: rows may be missing */
    bool log_foreign;     /* the log belongs to another store and was left out */
};
struct store_rescued_record {
    struct store_id id;
    const char *game, *day; /* they live until `each` returns */
    int64_t lines;          /* how many lines were rescued */
    bool gap, doubt;
};
enum storage_error store_rescue(const char *path, struct store *into,
    bool (*each)(void *user, const struct store_rescued_record *record), void *user,
    struct store_rescued *out);

/*
 * A batch makes many appends one: nothing of it is on the disk before the commit. A call that fails
 * inside a batch leaves the batch as it was before; after FULL or DISK the commit fails too.
 * Whatever a batch had begun is gone if it ends badly: a hold from it can only be released.
 */
enum storage_error store_batch_begin(struct store *store);
enum storage_error store_batch_commit(struct store *store);
void store_batch_abandon(struct store *store);

/* ---- campaigns and their house options --------------------------------------------------- */

struct store_campaign {
    struct store_id id;
    const char *name;
    bool in_use;
};
typedef bool visit_campaign(void *user, const struct store_campaign *c);

/*
 * Names of campaigns and players are compared as the language folds them: ＡＫＩ, Aki and aki are
 * the same. store_campaign_new: TAKEN; store_campaign_find: UNKNOWN.
 */
enum storage_error store_campaign_new(struct store *store, const char *name, struct store_id *out);
enum storage_error store_campaign_find(struct store *store, const char *name, struct store_id *out);
enum storage_error store_campaign_rename(struct store *store, const struct store_id *campaign,
    const char *name);
enum storage_error store_campaigns_each(struct store *store, visit_campaign *visit, void *user);

/* The campaign that is meant when none is named. Only this file knows it; it is never exported. */
enum storage_error store_campaign_use(struct store *store, const struct store_id *campaign);
enum storage_error store_campaign_used(struct store *store, struct store_id *out); /* UNKNOWN */

struct store_house {
    const char *key, *value; /* "haratama/tie"; value "": back to the default */
    const char *day;         /* when it was settled, YYYY-MM-DD */
    bool in_force;           /* on the day asked for */
};
typedef bool visit_house(void *user, const struct store_house *h);

enum storage_error store_house_settle(struct store *store, const struct store_id *campaign,
    const char *key, const char *value, const char *day);

/*
 * Every settled option in the order of the days; or with `in_force` only those that count on `day`
 * (NULL: after all of them).
 */
enum storage_error store_house_each(struct store *store, const struct store_id *campaign,
    const char *day, bool in_force, visit_house *visit, void *user);

/* ---- players ----------------------------------------------------------------------------- */

/*
 * A player has one name now and may have had others before. Players who turn out to be the same
 * person are joined; so are players of one name after a merge, unless they sat in one record
 * together. Every call takes the id of any of the joined players, and every answer gives the id of
 * the one who stands for all of them.
 */
struct store_name {
    struct store_id player;
    struct store_id own; /* whose name it is: `player`, or somebody joined to it */
    const char *name;
    bool current; /* else it is an earlier name, or that of a player joined to this one */
};
typedef bool visit_name(void *user, const struct store_name *n);

/*
 * Players are created by the records that seat them (struct store_seat). Earlier names are found
 * too.
 */
enum storage_error store_player_find(struct store *store, const struct store_id *campaign,
    const char *name, struct store_id *out); /* UNKNOWN */
/* TAKEN */
enum storage_error store_player_rename(struct store *store, const struct store_id *player,
    const char *name);
enum storage_error store_player_join(struct store *store, const struct store_id *player,
    const struct store_id *into);
/* Takes back the join of exactly this player (`own` of a name). */
enum storage_error store_player_part(struct store *store, const struct store_id *player);

/* All names: the current ones first, by name, then earlier ones, the oldest first. */
enum storage_error store_names_each(struct store *store, const struct store_id *campaign,
    visit_name *visit, void *user);

/*
 * A statement of time `when` that `own` is called `name`. Today `player` stands for them, and is
 * called `today`.
 */
struct store_call {
    struct store_id player, own, when;
    const char *name, *today;
};
typedef bool visit_call(void *user, const struct store_call *c);

/* All names that anybody in the campaign ever had, in the order in which they were given. */
enum storage_error store_calls_each(struct store *store, const struct store_id *campaign,
    visit_call *visit, void *user);

/*
 * Two players whose names look the same but who are two people, because they sat in one record that
 * is not withdrawn; `number` is that of the first such record. `other` came later. Joining them
 * makes them one person.
 */
struct store_apart {
    struct store_id one, other;
    const char *name, *other_name;
    uint32_t number;
};
typedef bool visit_apart(void *user, const struct store_apart *apart);

enum storage_error store_apart_each(struct store *store, const struct store_id *campaign,
    visit_apart *visit, void *user);

/* ---- records ----------------------------------------------------------------------------- */

struct store_option {
    const char *key, *value;
};

struct store_seat {
    struct store_id player; /* passed in: none means the player of that name, who is added if new */
    const char *name;       /* as the record spells it */
};

/* What a record is played under, fixed when it begins. "" (or NULL) where there is nothing. */
struct store_heading {
    const char *game;
    const char *date;  /* YYYY-MM-DD */
    const char *rules; /* version of the rules */
    const char *pack, *pack_hash;
    uint8_t seats, options;
    struct store_seat seat[SEATS_MOST];
    struct store_option option[STORE_OPTIONS_MOST]; /* the campaign's options as they were then */
};

/*
 * The result of a record, by seat, worked out by the caller. `count` are numbers that the caller
 * counts for each player; `counted` is the caller's number for which things are counted there, 0
 * for none.
 */
enum { STORE_COUNTS_MOST = 8 };
struct store_result {
    bool finished; /* if not, the standing means nothing */
    uint32_t counted;
    struct {
        uint8_t place; /* from 1; 0: none, or not known yet */
        bool won;
        bool scored; /* else it has no points, or they are not known yet */
        int64_t points;
        uint32_t count[STORE_COUNTS_MOST];
    } seat[SEATS_MOST];
};

struct store_line {
    struct store_id id;
    uint32_t number; /* its place among the record's lines from 1, withdrawn ones included */
    int64_t time;
    const char *author; /* who typed it; "" if that is not known */
    const char *text;
    bool withdrawn;
};
typedef bool visit_line(void *user, const struct store_line *line);

/*
 * A record that is being kept is held by one process and one `hold`, until the hold is released,
 * the store is closed, or the process dies in any way. store_record_begin creates a record and
 * holds it. HELD: `why` has the process, the machine and the time since when. A hold is freed by
 * store_release or, at the latest, by store_close.
 */
enum storage_error store_record_begin(struct store *store, const struct store_id *campaign,
    const struct store_heading *heading, struct store_hold **out);
enum storage_error store_record_hold(struct store *store, const struct store_id *record,
    struct store_hold **out);
struct store_id store_hold_record(const struct store_hold *hold);
/* one more line might break the limits of the record */
bool store_hold_is_full(const struct store_hold *hold);
void store_release(struct store_hold *hold); /* NULL is allowed */

struct store_holder {
    bool held; /* by anybody, including this process */
    char host[256];
    int64_t pid, since; /* 0: not known */
};
enum storage_error store_record_holder(struct store *store, const struct store_id *record,
    struct store_holder *out);

/*
 * Appends a line. `time` 0 is now; `author` may be NULL and contains no `#`. A line is not empty,
 * has no control characters but tabs, does not begin with `#`, does not begin or end with a space,
 * and has at most LINE_MOST bytes. `out` may be NULL. Lines stand in the order in which they were
 * typed; if two machines went on with one record, a merge orders their lines by time.
 */
enum storage_error store_append(struct store_hold *hold, const char *text, const char *author,
    int64_t time, struct store_id *out);

/*
 * store_undo takes back the last standing line. store_redo brings back the line that was taken back
 * last, if no line after it stands; appending a line ends that. NOTHING: there is no such line.
 * `out` gets the line and may be NULL.
 */
enum storage_error store_undo(struct store_hold *hold, struct store_id *out);
enum storage_error store_redo(struct store_hold *hold, struct store_id *out);

/*
 * store_take_back takes back any standing line. store_replace also puts another in its place:
 * directly after it in the order of lines, wherever the record is merged to. NOTHING: the line does
 * not stand. A batch makes several such changes one.
 */
enum storage_error store_take_back(struct store_hold *hold, const struct store_id *line);
enum storage_error store_replace(struct store_hold *hold, const struct store_id *line,
    const char *text, struct store_id *out);

/*
 * Adds a whole record at once. TWICE, with *out the other record, if the campaign has a record of
 * the same game, date, players and lines already, unless `again`. `result` NULL: it is derived
 * later. Of each line the text, the author and the time (0: now) are kept; nothing else of it is
 * read.
 */
enum storage_error store_record_add(struct store *store, const struct store_id *campaign,
    const struct store_heading *heading, const struct store_line *lines, size_t count,
    const struct store_result *result, bool again, struct store_id *out);

/*
 * Takes a whole record out of history and standings, or puts it back: TWICE if the campaign has the
 * same record by now, unless `again`. NOTHING: that was done already.
 */
enum storage_error store_record_withdraw(struct store *store, const struct store_id *record,
    bool withdrawn, bool again);

enum storage_error store_lines_each(struct store *store, const struct store_id *record,
    bool withdrawn_too, visit_line *visit, void *user);

/* ---- decks ------------------------------------------------------------------------------- */

/*
 * A deck is a text of whole lines in the language: `pack GAME "NAME"` and its rows. It is kept
 * once, under the SHA-256 of its text in hexadecimal. Which deck a name means in a record is kept
 * with the record; if it is said again, because the owner's deck has grown, the latest counts.
 */
enum { STORE_HASH_TEXT = 65, STORE_DECK_MOST = 1 << 20 };

/* The SHA-256 of a text, in hexadecimal. */
void hash_text(const char *text, size_t length, char out[STORE_HASH_TEXT]);

struct store_use {
    struct store_id record;
    const char *game;
    const char *name; /* as the language folds it */
    const char *hash;
};
typedef bool visit_use(void *user, const struct store_use *use);

/* INVALID */
enum storage_error store_deck_put(struct store *store, const char *text, char out[STORE_HASH_TEXT]);
/* UNKNOWN; *out is the caller's to free. */
enum storage_error store_deck_get(struct store *store, const char *hash, char **out);
/* From now on `name` means this deck in the record, whose result becomes stale. */
enum storage_error store_deck_use(struct store *store, const struct store_id *record,
    const char *name, const char *hash);
/*
 * What each name means in each record of the campaign, or only in `record` (may be NULL). The pack
 * of a heading is one of the names if its hash is kept.
 */
enum storage_error store_decks_each(struct store *store, const struct store_id *campaign,
    const struct store_id *record, visit_use *visit, void *user);

/* ---- results, history, standings --------------------------------------------------------- */

enum store_state {
    STORE_STALE, /* no result, or the record has changed since */
    STORE_OPEN,  /* unfinished */
    STORE_FINISHED
};

struct store_entry {
    struct store_id id, campaign;
    uint32_t number; /* from 1; another store may give the record another number */
    enum store_state state;
    bool withdrawn;
    struct store_heading heading; /* players are the ones who stand for all */
    struct store_result result;   /* of STORE_FINISHED; else empty */
};
typedef bool visit_entry(void *user, const struct store_entry *entry);

enum storage_error store_result_put(struct store *store, const struct store_id *record,
    const struct store_result *result);

/*
 * Forgets the results of a campaign in which other things than `counted` were counted;
 * store_results_rebuild then asks for them again.
 */
enum storage_error store_results_outdate(struct store *store, const struct store_id *campaign,
    uint32_t counted);

/*
 * Asks `judge` for the result of every stale record. It may read the lines with store_lines_each,
 * and answers false to leave a record stale. Nothing may be appended meanwhile.
 */
typedef bool judge_entry(void *user, const struct store_entry *entry, struct store_result *out);
enum storage_error store_results_rebuild(struct store *store, const struct store_id *campaign,
    judge_entry *judge, void *user);

/*
 * Everything that is set must be true of a record. A filter of zeros passes everything but
 * withdrawn records.
 */
struct store_filter {
    const char *game;
    const char *since, *until; /* days, both included */
    struct store_id player;
    bool unfinished; /* only those whose state is not FINISHED */
    bool withdrawn_too;
    bool newest_first;
    uint32_t most; /* 0: all */
};

/*
 * Does the player, or somebody joined to the player, sit in the record? `player` is the one who
 * stands for all.
 */
bool store_entry_seats(const struct store_entry *entry, const struct store_id *player);

enum storage_error store_record_get(struct store *store, const struct store_id *record,
    visit_entry *visit, void *user);
/*
 * The same, with each seat's player as they sat down: a player who was joined to somebody since is
 * still themselves here.
 */
enum storage_error store_record_as_sat(struct store *store, const struct store_id *record,
    visit_entry *visit, void *user);

/*
 * store_record_nth finds a record by its number, which it got when it came into this store;
 * withdrawn records are not found. store_record_begins finds one by the beginning of its id as text
 * (store_id_text), withdrawn or not. UNKNOWN: there is none, or, with `several` set, more than one.
 */
enum storage_error store_record_nth(struct store *store, const struct store_id *campaign,
    uint32_t number, struct store_id *out);
enum storage_error store_record_begins(struct store *store, const struct store_id *campaign,
    const char *beginning, struct store_id *out, bool *several);

/* Records in the order of their days; those of one day in the order in which they were begun. */
enum storage_error store_history_each(struct store *store, const struct store_id *campaign,
    const struct store_filter *filter, visit_entry *visit, void *user);

/* How one record ended for one person. */
struct store_ended {
    struct store_id player;
    /* a number for the person within this call, below the number of players */
    uint32_t person;
    uint8_t place; /* from 1; 0: none, or not known yet */
    bool won;
    bool scored; /* else `points` are not known, or the game has none */
    int64_t points;
};

/* How one record ended, each person once, in the order of seats. */
struct store_outcome {
    struct store_id record;
    const char *game, *day;
    uint8_t persons;
    struct store_ended of[SEATS_MOST];
};
typedef bool visit_outcome(void *user, const struct store_outcome *outcome);

/*
 * Finished records, in the same order as the history. Of the filter only `game`, `since` and
 * `until` count.
 */
enum storage_error store_outcomes_each(struct store *store, const struct store_id *campaign,
    const struct store_filter *filter, visit_outcome *visit, void *user);

/*
 * What was counted for a player in a seat of a finished record; `count` NULL: other things were
 * counted there.
 */
struct store_counts {
    struct store_id record;
    const char *game;
    const uint32_t *count; /* STORE_COUNTS_MOST of them */
};
typedef bool visit_counts(void *user, const struct store_counts *counts);

/* The counts of the filter's player, in the same order. The filter's game and days count too. */
enum storage_error store_counts_each(struct store *store, const struct store_id *campaign,
    const struct store_filter *filter, uint32_t counted, visit_counts *visit, void *user);

/* ---- plain text -------------------------------------------------------------------------- */

/*
 * Writes the whole campaign, or of its records only `record` (may be NULL), as text in the
 * language. What the language cannot say stands in comments that begin with `#@` (see
 * export_text.c). Two stores with the same content give the same text, byte for byte.
 */
enum storage_error store_export(struct store *store, const struct store_id *campaign,
    const struct store_id *record, FILE *to);

struct store_merge {
    struct store_id campaign;
    uint32_t records_new, records_grown, records_known; /* grown: known, with new lines */
    uint32_t lines_new;
    uint32_t twins; /* new or grown records that equal another record */
};

/*
 * Merges an exported text into the store: all of it or, on any error, nothing. The results of
 * changed records become stale. HELD: it would change a record that is held.
 */
enum storage_error store_import(struct store *store, FILE *from, struct store_merge *out);

#endif
