/*
 * Damage anywhere in a store and its log: it is recognised or harmless, the damaged files stay as
 * they are, and nothing wrong is answered. What is still readable is rescued, counted by SQLite's
 * own statistics. SEED= repeats a run, ITERS= (damaged stores) makes it longer.
 */
#include "check.h"
#include "storage/pages.h"
#include "storage/storage.h"
#include "store_files.h"

#include <sqlite3.h>

enum { RECORDS = 24, LINES_MOST = 60, FILES = 3, SECTOR = 512, LONG = 2500 };
static const char *const endings[FILES] = {"", "-wal", "-hold"};

struct file {
    char *at; /* owned */
    size_t length;
};

/* A store as a dead process leaves it, and what it holds: record n has lines[n] of them. */
struct sample {
    char path[300];
    struct file file[FILES];
    struct store_id record[RECORDS];
    int lines[RECORDS];
};

/* ---- a store and its log ------------------------------------------------------------------- */

/* Line `number` of a record; some are longer than a page holds. */
static void line_text(int record, int number, char out[LONG + 32])
{
    const int length = snprintf(out, 32, "note \"%d-%d\"", record, number);
    if (number % 20 == 7) {
        memset(out + length, ' ', LONG);
        memset(out + length + 1, '.', LONG - 1);
        out[length + LONG] = '\0';
    }
}

static void keep_record(struct store *store, const struct store_id *campaign, struct sample *s,
    int n)
{
    struct store_hold *hold = NULL;
    char date[32], text[LONG + 32];
    snprintf(date, sizeof date, "2026-01-%02d", n + 1);
    struct store_heading h = {.game = "haratama", .date = date, .seats = 2};
    h.seat[0].name = "Aki";
    h.seat[1].name = "Bo";
    check(store_record_begin(store, campaign, &h, &hold) == STORAGE_OK, "record %d begins", n);
    s->record[n] = store_hold_record(hold);
    s->lines[n] = 10 + (int)chance(LINES_MOST - 10);
    for (int i = 1; i <= s->lines[n]; i++) {
        line_text(n, i, text);
        check(store_append(hold, text, NULL, 0, NULL) == STORAGE_OK, "line %d of record %d is kept",
            i, n);
    }
    if (n % 2 == 0)
        check(store_result_put(store, &s->record[n], &(struct store_result){.finished = true})
                  == STORAGE_OK,
            "record %d ends", n);
    store_release(hold);
}

static void read_files(struct file file[FILES], const char *path)
{
    for (int i = 0; i < FILES; i++) {
        char name[320];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        file[i].at = read_file(name, &file[i].length);
    }
}

static void free_files(struct file file[FILES])
{
    for (int i = 0; i < FILES; i++)
        free(file[i].at);
}

static void put_files(const struct file file[FILES], const char *path)
{
    store_files_remove(path);
    for (int i = 0; i < FILES; i++) {
        char name[320];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        FILE *f = file[i].length > 0 || i == 0 ? fopen(name, "wb") : NULL;
        if (f != NULL)
            check(fwrite(file[i].at, 1, file[i].length, f) == file[i].length && fclose(f) == 0,
                "%s can be written", name);
    }
}

static void make_sample(struct sample *s, const char *folder, bool with_log)
{
    struct store *store = NULL;
    struct store_id campaign;
    snprintf(s->path, sizeof s->path, "%s/%s.db", folder, with_log ? "open" : "closed");
    if (store_open(s->path, STORE_WRITE, &store, NULL) != STORAGE_OK
        || store_campaign_new(store, "Damage", &campaign) != STORAGE_OK)
        abort();
    for (int n = 0; n < RECORDS; n++)
        keep_record(store, &campaign, s, n);
    if (with_log)
        read_files(s->file, s->path);
    store_close(store);
    if (!with_log)
        read_files(s->file, s->path);
}

/* ---- what it answers ------------------------------------------------------------------------- */

struct statement_parse {
    const struct sample *sample;
    int record, last;
    bool wrong;
};

static bool read_line(void *user, const struct store_line *line)
{
    struct statement_parse *r = user;
    char text[LONG + 32];
    line_text(r->record, ++r->last, text);
    r->wrong |= strcmp(text, line->text) != 0;
    return true;
}

/* STORAGE_OK: all of it is there, and as it was kept, but for *missing changes. */
static enum storage_error ask_all(struct store *store, const struct sample *s, int64_t *missing)
{
    *missing = store_missing(store)->changes;
    int64_t less = 0;
    for (int n = 0; n < RECORDS; n++) {
        struct statement_parse r = {.sample = s, .record = n};
        const enum storage_error error = store_lines_each(store, &s->record[n], true, read_line,
            &r);
        if (error == STORAGE_UNKNOWN && *missing > 0)
            less += s->lines[n];
        else if (error != STORAGE_OK)
            return error;
        else
            less += s->lines[n] - r.last;
        check(!r.wrong && r.last <= s->lines[n], "no line says anything else");
    }
    check(less <= *missing, "%lld lines are missing, %lld changes are told to be", (long long)less,
        (long long)*missing);
    return STORAGE_OK;
}

/* ---- damage ---------------------------------------------------------------------------------- */

/* Alters the store or its log; the name of what was done. */
static const char *alter(struct file file[FILES])
{
    struct file *f = &file[file[1].length > 0 && chance(2) == 0];
    const size_t at = chance((unsigned)f->length);
    switch (chance(4)) {
    case 0: f->at[at] ^= (char)(1 << chance(8)); return "a bit";
    case 1:
        for (size_t i = at - at % SECTOR; i < f->length && i < at - at % SECTOR + SECTOR; i++)
            f->at[i] = (char)chance(256);
        return "a sector";
    case 2:
        memset(f->at + at - at % SECTOR, 0,
            f->length - (at - at % SECTOR) < PAGE_SIZE ? f->length - (at - at % SECTOR)
                                                       : PAGE_SIZE);
        return "zeros";
    default: f->length = chance(2) == 0 ? at : at - at % PAGE_SIZE; return "a cut";
    }
}

/* What was refused is untouched, and nothing new lies beside it. */
static bool as_before(const struct file before[FILES], const char *path)
{
    struct file after[FILES];
    char shared[320];
    snprintf(shared, sizeof shared, "%s-shm", path);
    bool same = access(shared, F_OK) != 0;
    read_files(after, path);
    for (int i = 0; i < 2; i++)
        same = same && before[i].length == after[i].length
               && (after[i].length == 0 || memcmp(before[i].at, after[i].at, after[i].length) == 0);
    free_files(after);
    return same;
}

/* Opens a damaged store to go on with it. Answers whether the damage was recognised. */
static bool try_damaged(const struct sample *s, const char *path)
{
    struct file damaged[FILES];
    struct store *store = NULL;
    int64_t missing = 0;
    memcpy(damaged, s->file, sizeof damaged);
    for (int i = 0; i < FILES; i++) {
        damaged[i].at = malloc(s->file[i].length + 1);
        if (s->file[i].length > 0)
            memcpy(damaged[i].at, s->file[i].at, s->file[i].length);
    }
    const char *what = alter(damaged);
    put_files(damaged, path);
    enum storage_error error = store_open(path, chance(3) == 0 ? STORE_READ : STORE_WRITE, &store,
        NULL);
    if (error == STORAGE_OK) {
        error = ask_all(store, s, &missing);
        if (error == STORAGE_OK && chance(2) == 0)
            error = store_check(store);
        store_close(store);
    }
    check(error == STORAGE_OK || error == STORAGE_DAMAGED || error == STORAGE_FOREIGN
              || error == STORAGE_NEWER,
        "%s: %s", what, store_error_text(error));
    if (error != STORAGE_OK)
        check(as_before(damaged, path), "%s: what is damaged is left as it is", what);
    free_files(damaged);
    return error != STORAGE_OK || missing > 0;
}

static void damage(const struct sample *s, const char *folder, unsigned times)
{
    char path[300];
    unsigned recognised = 0;
    const unsigned long before = failed;
    snprintf(path, sizeof path, "%s/damaged.db", folder);
    put_files(s->file, path);
    struct store *store = NULL;
    int64_t missing = 1;
    check(store_open(path, STORE_WRITE, &store, NULL) == STORAGE_OK
              && ask_all(store, s, &missing) == STORAGE_OK && missing == 0,
        "undamaged, it is whole");
    store_close(store);
    for (unsigned i = 0; i < times; i++)
        recognised += try_damaged(s, path);
    printf("damaged stores%s: %u tried, %u recognised, %u harmless, %lu written to or answering "
           "wrongly\n",
        s->file[1].length > 0 ? " with a log" : "", times, recognised, times - recognised,
        failed - before);
}

/* ---- pages of zeros ------------------------------------------------------------------------ */

/*
 * A page of zeros is what a failing disk gives back, and what was freed before it was ever written:
 * the list tells.
 */
static void zero_each(const struct sample *s, const char *folder)
{
    char path[300];
    unsigned refused = 0;
    snprintf(path, sizeof path, "%s/zeros.db", folder);
    for (size_t page = 0; page < s->file[0].length / PAGE_SIZE; page++) {
        struct file damaged[FILES] = {{malloc(s->file[0].length), s->file[0].length}, {NULL, 0},
            {NULL, 0}};
        struct store *store = NULL;
        memcpy(damaged[0].at, s->file[0].at, s->file[0].length);
        memset(damaged[0].at + page * PAGE_SIZE, 0, PAGE_SIZE);
        put_files(damaged, path);
        const enum storage_error error = store_open(path, STORE_WRITE, &store, NULL);
        check(error == (page > 0 ? STORAGE_DAMAGED : STORAGE_FOREIGN), "page %zu of zeros: %s",
            page + 1, store_error_text(error));
        check(error == STORAGE_OK || as_before(damaged, path),
            "page %zu of zeros: the store is left as it is", page + 1);
        refused += error != STORAGE_OK;
        store_close(store);
        free(damaged[0].at);
    }
    printf("pages of zeros, one by one: %u refused\n", refused);
}

static unsigned blank_pages(const char *path)
{
    size_t length = 0;
    unsigned blank = 0;
    char *at = read_file(path, &length);
    for (size_t page = 0; page < length / PAGE_SIZE; page++)
        blank += page_is_blank((const uint8_t *)at + page * PAGE_SIZE);
    free(at);
    return blank;
}

/* What SQLite frees before it was written, without its log, stays blank, and that is whole. */
static void zero_freed(const struct sample *s, const char *folder)
{
    static const char sql[] =
        "PRAGMA journal_mode = DELETE; PRAGMA secure_delete = OFF; BEGIN; CREATE TABLE much "
        "(a);INSERT INTO much VALUES (randomblob(300000)); CREATE TABLE more (a);INSERT INTO more "
        "VALUES (randomblob(9000)); DELETE FROM much; COMMIT; PRAGMA journal_mode = WAL;";
    char path[300];
    struct pages *layer = pages_new();
    struct store *store = NULL;
    sqlite3 *db = NULL;
    snprintf(path, sizeof path, "%s/freed.db", folder);
    put_files(s->file, path);
    check(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, pages_name(layer)) == SQLITE_OK
              && sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK,
        "pages are freed");
    sqlite3_close(db);
    pages_free(layer);
    check(blank_pages(path) > 9, "some of them were never written");
    check(store_open(path, STORE_WRITE, &store, NULL) == STORAGE_OK,
        "pages that lie free may be blank");
    store_close(store);
    check(store_open(path, STORE_COPY, &store, NULL) == STORAGE_OK, "… in a copy too");
    store_close(store);
}

/* ---- a schema that somebody changed -------------------------------------------------------- */

static void change_schema(const struct sample *s, const char *folder)
{
    static const char *const changes[] = {
        "DROP TRIGGER line_stays",
        "CREATE TRIGGER zz AFTER INSERT ON line BEGIN SELECT 1; END",
        "CREATE TRIGGER aa AFTER INSERT ON line BEGIN INSERT INTO here VALUES (1, 1); END",
        "CREATE TABLE another (a)",
        "CREATE VIEW seen AS SELECT 1",
        "DROP INDEX record_by_day",
        "DROP TRIGGER line_same; CREATE TRIGGER line_same BEFORE UPDATE ON line BEGIN SELECT 1; "
        "END",
    };
    char path[300];
    snprintf(path, sizeof path, "%s/schema.db", folder);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct pages *layer = pages_new();
        struct store *store = NULL;
        sqlite3 *db = NULL;
        put_files(s->file, path);
        check(store_open(path, STORE_WRITE, &store, NULL) == STORAGE_OK
                  && store_check(store) == STORAGE_OK,
            "its schema is sound");
        store_close(store);
        check(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, pages_name(layer)) == SQLITE_OK
                  && sqlite3_exec(db, changes[i], NULL, NULL, NULL) == SQLITE_OK,
            "%s", changes[i]);
        sqlite3_close(db);
        pages_free(layer);
        store = NULL;
        check(store_open(path, STORE_WRITE, &store, NULL) == STORAGE_OK
                  && store_check(store) == STORAGE_DAMAGED,
            "found: %s", changes[i]);
        store_close(store);
    }
}

/* ---- converted meanwhile ------------------------------------------------------------------- */

/*
 * A later fuda converts the store while an older one has it open: the older says so, and keeps
 * nothing.
 */
static void convert(const struct sample *s, const char *folder)
{
    char path[300];
    struct pages *layer = pages_new();
    struct store *store = NULL;
    struct store_id campaign;
    struct statement_parse r = {.sample = s};
    sqlite3 *db = NULL;
    snprintf(path, sizeof path, "%s/converted.db", folder);
    put_files(s->file, path);
    check(store_open(path, STORE_WRITE, &store, NULL) == STORAGE_OK
              && store_campaign_new(store, "Before", &campaign) == STORAGE_OK,
        "it is open");
    check(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, pages_name(layer)) == SQLITE_OK
              && sqlite3_exec(db, "PRAGMA user_version = 99; ALTER TABLE line RENAME TO said", NULL,
                     NULL, NULL)
                     == SQLITE_OK,
        "it is converted");
    check(store_campaign_new(store, "After", &campaign) == STORAGE_NEWER,
        "nothing is written to a later version");
    check(store_batch_begin(store) == STORAGE_NEWER, "… nor in a batch");
    check(store_lines_each(store, &s->record[0], true, read_line, &r) == STORAGE_NEWER,
        "what cannot be read there is of a later version");
    store_close(store);
    check(sqlite3_exec(db, "PRAGMA integrity_check", NULL, NULL, NULL) == SQLITE_OK, "it is whole");
    sqlite3_close(db);
    pages_free(layer);
}

/* ---- rescue ---------------------------------------------------------------------------------- */

/*
 * How many lines the pages hold that are not marked, and how many marked ones hold the rest of a
 * long line.
 */
static void count_lines(const struct sample *s, const bool *gone, int *lines, int *rests)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *stmt = NULL;
    char uri[320];
    *lines = *rests = 0;
    snprintf(uri, sizeof uri, "file:%s?immutable=1", s->path);
    if (sqlite3_open_v2(uri, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL) != SQLITE_OK
        || sqlite3_prepare_v2(db, "SELECT pageno, ncell, pagetype FROM dbstat WHERE name = 'line'",
               -1, &stmt, NULL)
               != SQLITE_OK)
        printf("SQLite counts no cells here: %s\n", sqlite3_errmsg(db));
    while (stmt != NULL && sqlite3_step(stmt) == SQLITE_ROW) {
        const bool lost = gone[sqlite3_column_int(stmt, 0)];
        *lines += lost ? 0 : sqlite3_column_int(stmt, 1);
        *rests += lost && sqlite3_column_int(stmt, 1) == 0;
    }
    sqlite3_finalize(stmt);
    sqlite3_close(db);
}

struct counting {
    const struct sample *sample;
    int lines, wrong;
};

/* Lines that nobody kept there are wrong. */
static bool count_line(void *user, const struct store_line *line)
{
    struct counting *c = user;
    char text[LONG + 32], *end = NULL;
    const long record = strncmp(line->text, "note \"", 6) == 0 ? strtol(line->text + 6, &end, 10)
                                                               : -1;
    const long number = end != NULL && *end == '-' ? strtol(end + 1, NULL, 10) : 0;
    line_text((int)record, (int)number, text);
    c->lines++;
    c->wrong += record < 0 || record >= RECORDS || number < 1 || number > c->sample->lines[record]
                || strcmp(text, line->text) != 0;
    return true;
}

static void count_rescued(struct store *into, struct counting *c)
{
    struct store_id ids[RECORDS * 2];
    struct store_id campaign;
    check(store_campaign_find(into, "Damage", &campaign) == STORAGE_OK
              || store_campaign_find(into, "rescued", &campaign) == STORAGE_OK,
        "a campaign is there");
    for (uint32_t n = 1;
         n <= RECORDS * 2 && store_record_nth(into, &campaign, n, &ids[n - 1]) == STORAGE_OK; n++)
        check(store_lines_each(into, &ids[n - 1], true, count_line, c) == STORAGE_OK,
            "record %u is read", n);
}

/*
 * Pages are overwritten with noise, some trials the schema's. All lines of the others must come out
 * again, and no others.
 */
static void rescue_one(const struct sample *s, const char *path, const char *again, int *whole,
    int *rescued)
{
    const size_t pages = s->file[0].length / PAGE_SIZE;
    bool *gone = calloc(pages + 1, 1);
    struct file damaged[FILES] = {{malloc(s->file[0].length), s->file[0].length}, {NULL, 0},
        {NULL, 0}};
    struct store *into = NULL;
    struct store_rescued out = {0};
    struct counting c = {.sample = s};
    int lines = 0, rests = 0;
    memcpy(damaged[0].at, s->file[0].at, s->file[0].length);
    for (unsigned i = 1 + chance(8); i > 0; i--)
        gone[chance(4) == 0 ? 1 : 1 + chance((unsigned)pages)] = true;
    for (size_t page = 1; page <= pages; page++)
        for (size_t i = 0; gone[page] && i < PAGE_SIZE; i++)
            damaged[0].at[(page - 1) * PAGE_SIZE + i] = (char)chance(256);
    put_files(damaged, path);
    store_files_remove(again);
    check(store_open(again, STORE_WRITE, &into, NULL) == STORAGE_OK
              && store_rescue(path, into, NULL, NULL, &out) == STORAGE_OK,
        "what is left is rescued");
    count_lines(s, gone, &lines, &rests);
    count_rescued(into, &c);
    check(store_check(into) == STORAGE_OK, "what was rescued is sound");
    store_close(into);
    check(c.lines >= lines - rests && c.wrong == 0 && out.lines == (uint64_t)c.lines,
        "of %d lines in whole pages %d rescued, %d wrong", lines, c.lines, c.wrong);
    check(out.pages_lost > 0 && (out.cut || c.lines >= lines), "what is missing is said");
    *whole += lines;
    *rescued += c.lines;
    free(damaged[0].at);
    free(gone);
}

/* Of what nothing is damaged, everything comes out, from the log as well. */
static void rescue_whole(const struct sample *s, const char *folder)
{
    char path[300], again[300];
    struct store *into = NULL;
    struct store_rescued out = {0};
    struct counting c = {.sample = s};
    int lines = 0;
    snprintf(path, sizeof path, "%s/undamaged.db", folder);
    snprintf(again, sizeof again, "%s/undamaged-again.db", folder);
    put_files(s->file, path);
    store_files_remove(again);
    check(store_open(again, STORE_WRITE, &into, NULL) == STORAGE_OK
              && store_rescue(path, into, NULL, NULL, &out) == STORAGE_OK,
        "it is rescued");
    count_rescued(into, &c);
    store_close(into);
    for (int n = 0; n < RECORDS; n++)
        lines += s->lines[n];
    check(c.lines == lines && c.wrong == 0 && out.doubtful == 0 && out.pages_lost == 0 && !out.cut,
        "everything is rescued: %d of %d lines", c.lines, lines);
}

static void rescue(const struct sample *s, const char *folder, unsigned times)
{
    char path[300], again[300];
    int whole = 0, rescued = 0;
    snprintf(path, sizeof path, "%s/lost.db", folder);
    snprintf(again, sizeof again, "%s/again.db", folder);
    for (unsigned i = 0; i < times; i++)
        rescue_one(s, path, again, &whole, &rescued);
    printf("lines in whole pages of %u damaged stores: %d, rescued %d\n", times, whole, rescued);
}

int main(void)
{
    char memory[] = "/dev/shm/fuda-damage-XXXXXX", disk[] = "/tmp/fuda-damage-XXXXXX";
    static struct sample closed, open;
    const unsigned times = (unsigned)number_from("ITERS", 400);
    const char *folder = mkdtemp(memory);
    if (folder == NULL && (folder = mkdtemp(disk)) == NULL)
        return 1;
    chance_begin(number_from("SEED", (uint64_t)getpid() * 2654435761u));
    make_sample(&closed, folder, false);
    make_sample(&open, folder, true);
    damage(&closed, folder, times / 2);
    damage(&open, folder, times - times / 2);
    zero_each(&closed, folder);
    zero_freed(&closed, folder);
    change_schema(&closed, folder);
    convert(&closed, folder);
    rescue_whole(&closed, folder);
    rescue_whole(&open, folder);
    rescue(&closed, folder, times / 20);
    free_files(closed.file);
    free_files(open.file);
    remove_folder(folder);
    return finish();
}
