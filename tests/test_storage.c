/*
 * The store: what is acknowledged stays, what is merged is the same everywhere, what is damaged is
 * said to be. SEED= repeats a run, ITERS= (kills of the crash test) makes it longer.
 */
#include "check.h"
#include "storage/storage.h"
#include "storage/pages.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- the frame --------------------------------------------------------------------------- */

struct test {
    unsigned iterations;
    char folder[256]; /* in memory if there is such a place: most tests need no disk */
    char disk[256];
    unsigned files;
    struct storage_why why;
    char *japanese; /* owned: cli/po/ja.po */
};

#define OK(t, call) check_error((t), STORAGE_OK, (call), NULL, __LINE__, #call)
#define REFUSES(t, store, error, call) \
    check_error((t), (error), (call), store_why(store), __LINE__, #call)
#define FAILS(t, error, call) \
    check_error((t), (error), (call), &(t)->why, __LINE__, #call) /* to open */

/* Is there a Japanese text for this one? */
static bool is_translated(const struct test *t, const char *id)
{
    char entry[600];
    snprintf(entry, sizeof entry, "\nmsgid \"%s\"\nmsgstr \"", id);
    const char *at = strstr(t->japanese, entry);
    return at != NULL && at[strlen(entry)] != '"';
}

/* What the store says is a text to translate, and so are the words in it; the rest is data. */
static void check_translated(struct test *t, const struct message *m, int line)
{
    check_at(is_translated(t, m->id), __FILE__, line, "not translated: %s", m->id);
    for (int i = 0; i < m->count; i++)
        if (m->value[i].kind == VALUE_WORD)
            check_at(is_translated(t, m->value[i].text), __FILE__, line, "not translated: %s",
                m->value[i].text);
}

static bool check_error(struct test *t, enum storage_error expected, enum storage_error got,
    const struct storage_why *why, int line, const char *what)
{
    const char *more = why != NULL && why->message.id != NULL ? why->message.id : "";
    check_at(got == expected, __FILE__, line, "%s: got %d (%s: %s), expected %d", what, (int)got,
        store_error_text(got), more, (int)expected);
    if (got == expected && got != STORAGE_OK && *more != '\0')
        check_translated(t, &why->message, line);
    return got == expected;
}

/* A path in the test's folder that no file has yet. */
static const char *fresh(struct test *t, char out[300])
{
    snprintf(out, 300, "%s/%u.db", t->folder, t->files++);
    return out;
}

struct bytes {
    char *at; /* owned; free() */
    size_t length;
};

static struct bytes slurp(const char *path)
{
    struct bytes b;
    b.at = read_file(path, &b.length);
    return b;
}

static void spill(const char *path, const char *at, size_t length)
{
    FILE *f = fopen(path, "wb");
    if (f != NULL) {
        fwrite(at, 1, length, f);
        fclose(f);
    }
}

static bool same_bytes(struct bytes a, struct bytes b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.at, b.at, a.length) == 0);
}

static struct store *open_store(struct test *t, const char *path)
{
    struct store *store = NULL;
    if (OK(t, store_open(path, STORE_WRITE, &store, &t->why)))
        return store;
    exit(finish());
}

static struct store_heading heading_of(const char *game, const char *date, int seats)
{
    static const char *const names[] = {"Aki", "Bo", "Chie", "Dai", "Emi"};
    struct store_heading h = {.game = game, .date = date, .rules = "1", .seats = (uint8_t)seats};
    for (int i = 0; i < seats; i++)
        h.seat[i].name = names[i];
    return h;
}

static struct bytes export_text(struct test *t, struct store *store,
    const struct store_id *campaign, const struct store_id *record)
{
    struct bytes b = {NULL, 0};
    FILE *f = open_memstream(&b.at, &b.length);
    OK(t, store_export(store, campaign, record, f));
    fclose(f);
    return b;
}

static enum storage_error import_text(struct store *store, struct bytes text,
    struct store_merge *merge)
{
    FILE *f = fmemopen(text.at, text.length, "r");
    enum storage_error error = store_import(store, f, merge);
    fclose(f);
    return error;
}

/* ---- visitors ---------------------------------------------------------------------------- */

struct gathered {
    char text[65536];
    size_t length, count;
    struct store_id id;
};

static void gather(struct gathered *g, const char *text)
{
    int wrote = snprintf(g->text + g->length, sizeof g->text - g->length, "%s|", text);
    if (wrote > 0 && (size_t)wrote < sizeof g->text - g->length)
        g->length += (size_t)wrote;
    g->count++;
}

static bool gather_line(void *user, const struct store_line *line)
{
    char text[300];
    snprintf(text, sizeof text, "%s%.200s", line->withdrawn ? "-" : "", line->text);
    gather(user, text);
    return true;
}

static bool gather_house(void *user, const struct store_house *h)
{
    char text[300];
    snprintf(text, sizeof text, "%s=%s@%s%s", h->key, h->value, h->day, h->in_force ? "!" : "");
    gather(user, text);
    return true;
}

static bool gather_name(void *user, const struct store_name *n)
{
    char text[300];
    snprintf(text, sizeof text, "%s%s", n->name, n->current ? "!" : "");
    gather(user, text);
    if (!n->current)
        ((struct gathered *)user)->id = n->own;
    return true;
}

static bool gather_campaign(void *user, const struct store_campaign *c)
{
    char text[300];
    snprintf(text, sizeof text, "%s%s", c->name, c->in_use ? "!" : "");
    gather(user, text);
    return true;
}

static bool gather_entry(void *user, const struct store_entry *e)
{
    char text[600];
    int at = snprintf(text, sizeof text, "%s %s %d%s", e->heading.game, e->heading.date,
        (int)e->state, e->withdrawn ? "-" : "");
    for (int i = 0; i < e->heading.seats; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, " %s:%d", e->heading.seat[i].name,
            e->result.seat[i].place);
    for (int i = 0; i < e->heading.options; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, " %s=%s", e->heading.option[i].key,
            e->heading.option[i].value);
    gather(user, text);
    ((struct gathered *)user)->id = e->id;
    return true;
}

/* ---- standings: who won how often, counted in how records ended ------------------------------ */

struct counted_standing {
    const char *name;
    uint32_t games, wins, unplaced, places[SEATS_MOST];
};

enum { COUNTED_MOST = 64 };
struct counting {
    struct counted_standing row[COUNTED_MOST];
    struct store_id id[COUNTED_MOST];
    char name[COUNTED_MOST][NAME_MOST + 1];
};

static bool count_outcome(void *user, const struct store_outcome *o)
{
    struct counting *c = user;
    for (int i = 0; i < o->persons; i++) {
        const struct store_ended *of = &o->of[i];
        struct counted_standing *row = &c->row[of->person];
        c->id[of->person] = of->player;
        row->games++;
        row->wins += of->won;
        row->unplaced += of->place == 0;
        if (of->place > 0)
            row->places[of->place - 1]++;
    }
    return true;
}

static bool name_counted(void *user, const struct store_name *n)
{
    struct counting *c = user;
    for (int i = 0; i < COUNTED_MOST && n->current; i++)
        if (c->row[i].games > 0 && store_id_compare(&c->id[i], &n->player) == 0)
            snprintf(c->name[i], sizeof c->name[i], "%s", n->name);
    return true;
}

static int compare_counted(const void *a, const void *b)
{
    const struct counted_standing *x = a, *y = b;
    const uint32_t x_placed = x->games - x->unplaced, y_placed = y->games - y->unplaced;
    if (x->wins != y->wins)
        return x->wins < y->wins ? 1 : -1;
    return x_placed != y_placed ? (x_placed > y_placed ? 1 : -1) : strcmp(x->name, y->name);
}

/* Rows in the order of wins, then of games with a place (fewer first), then of names. */
static enum storage_error standings_each(struct store *store, const struct store_id *campaign,
    const struct store_filter *filter,
    bool (*visit)(void *user, const struct counted_standing *row), void *user)
{
    struct counting *c = calloc(1, sizeof *c);
    size_t rows = 0;
    enum storage_error error = store_outcomes_each(store, campaign, filter, count_outcome, c);
    if (error == STORAGE_OK)
        error = store_names_each(store, campaign, name_counted, c);
    for (int i = 0; i < COUNTED_MOST && error == STORAGE_OK; i++)
        if (c->row[i].games > 0) {
            c->row[i].name = c->name[i];
            c->row[rows++] = c->row[i];
        }
    qsort(c->row, rows, sizeof *c->row, compare_counted);
    for (size_t i = 0; i < rows && visit(user, &c->row[i]); i++)
        ;
    free(c);
    return error;
}

static bool gather_standing(void *user, const struct counted_standing *s)
{
    char text[300];
    snprintf(text, sizeof text, "%s %u/%u %u,%u,%u,%u", s->name, s->wins, s->games, s->places[0],
        s->places[1], s->places[2], s->places[3]);
    gather(user, text);
    return true;
}

static bool stop(void *user, const struct store_line *line)
{
    (void)line;
    ++*(int *)user;
    return false;
}

static bool lines_are(struct test *t, struct store *store, const struct store_id *record,
    bool withdrawn_too, const char *expected, int line)
{
    struct gathered *g = calloc(1, sizeof *g);
    check_error(t, STORAGE_OK, store_lines_each(store, record, withdrawn_too, gather_line, g),
        store_why(store), line, "lines");
    bool same = check_at(strcmp(g->text, expected) == 0, __FILE__, line, "%s, expected %s", g->text,
        expected);
    free(g);
    return same;
}
#define LINES(t, store, record, too, expected) \
    lines_are((t), (store), (record), (too), (expected), __LINE__)

/* What a walk gathered, compared and cleared for the next one. */
static bool gathered_is(struct gathered *g, const char *expected, int line)
{
    bool same = check_at(strcmp(g->text, expected) == 0, __FILE__, line, "%s, expected %s", g->text,
        expected);
    g->length = g->count = 0;
    g->text[0] = '\0';
    return same;
}
#define GATHERED(g, expected) gathered_is((g), (expected), __LINE__)

/* ---- ids and times ----------------------------------------------------------------------- */

static void test_ids(struct test *t)
{
    (void)t;
    struct store_id id, again;
    char text[STORE_ID_TEXT];
    CHECK(store_id_read("0193a4f2-9b3c-7abc-8123-0123456789ab", &id));
    store_id_text(&id, text);
    CHECK(strcmp(text, "0193a4f2-9b3c-7abc-8123-0123456789ab") == 0);
    CHECK(store_id_read(text, &again) && store_id_compare(&id, &again) == 0);
    CHECK(store_id_time(&id) == 0x0193a4f29b3c);
    static const char *const wrong[] = {"", "0193a4f2",
        "0193a4f2-9b3c-4abc-8123-0123456789ab", /* version 4 */
        "0193a4f2-9b3c-7abc-c123-0123456789ab", /* another variant */
        "f193a4f2-9b3c-7abc-8123-0123456789ab", /* far future */
        "0193A4F2-9b3c-7abc-8123-0123456789ab", "0193a4f2x9b3c-7abc-8123-0123456789ab"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        CHECK(!store_id_read(wrong[i], &id));
    int64_t time = 0;
    char shown[STORE_TIME_TEXT];
    static const char *const times[] = {"1970-01-01T00:00:00.000Z", "2000-02-29T23:59:59.999Z",
        "2026-11-21T19:03:48.123Z", "9999-12-31T23:59:59.999Z"};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        CHECK(store_time_read(times[i], &time));
        store_time_text(time, shown);
        CHECK(strcmp(shown, times[i]) == 0);
    }
    CHECK(!store_time_read("2026-13-21T19:03:48.123Z", &time));
    CHECK(!store_time_read("2026-11-21 19:03:48", &time));
    CHECK(!store_time_read("2026-11-21T19:03:48.123Zx", &time));
}

static bool keep_order(void *user, const struct store_line *line)
{
    struct gathered *g = user;
    g->count += store_id_compare(&line->id, &g->id) > 0;
    g->id = line->id;
    return true;
}

/* Many ids within one millisecond, after one from the future too. */
static void test_order(struct test *t)
{
    char path[300];
    struct store *store = open_store(t, fresh(t, path));
    struct store_id campaign, record;
    struct store_hold *hold;
    struct store_heading h = heading_of("haratama", "2026-11-21", 4);
    OK(t, store_campaign_new(store, "Order", &campaign));
    OK(t, store_batch_begin(store));
    OK(t, store_record_begin(store, &campaign, &h, &hold));
    record = store_hold_record(hold);
    for (int i = 0; i < 5000; i++)
        store_append(hold, "r9", NULL, 0, NULL);
    OK(t, store_batch_commit(store));
    struct gathered g = {.count = 0};
    OK(t, store_lines_each(store, &record, true, keep_order, &g));
    CHECK(g.count == 5000);
    store_close(store);
}

/* ---- opening ----------------------------------------------------------------------------- */

static unsigned mode_of(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 ? (unsigned)about.st_mode & 07777 : 0;
}

static void test_create(struct test *t)
{
    char folder[300], path[400], beside[420];
    snprintf(folder, sizeof folder, "%s/made/here", t->folder);
    snprintf(path, sizeof path, "%s/store.db", folder);
    struct store *store = NULL;
    FAILS(t, STORAGE_MISSING, store_open(path, STORE_READ, &store, &t->why));
    mode_t before = umask(0);
    store = open_store(t, path);
    umask(before);
    struct store_id campaign;
    REFUSES(t, store, STORAGE_UNKNOWN, store_campaign_used(store, &campaign));
    OK(t, store_campaign_new(store, "Ｆriday", &campaign));
    CHECK(mode_of(folder) == 0700 && mode_of(path) == 0600);
    snprintf(beside, sizeof beside, "%s-wal", path);
    CHECK(mode_of(beside) == 0600);
    REFUSES(t, store, STORAGE_TAKEN, store_campaign_new(store, "FRIDAY", &campaign));
    REFUSES(t, store, STORAGE_INVALID, store_campaign_new(store, "", &campaign));
    REFUSES(t, store, STORAGE_INVALID, store_campaign_new(store, "a\nb", &campaign));
    OK(t, store_check(store));
    store_close(store);
    CHECK(mode_of(beside) == 0);
    struct storage_why untouched = {.line = 7};
    CHECK(store_open(path, STORE_READ, &store, &untouched) == STORAGE_OK);
    CHECK(untouched.line == 7 && untouched.message.id == NULL);
    REFUSES(t, store, STORAGE_READ_ONLY, store_campaign_rename(store, &campaign, "Monday"));
    store_close(store);
    store_close(NULL);
}

/* The file keeps every byte, and nothing is left beside it. */
static void refused(struct test *t, const char *path, enum storage_error expected, int line)
{
    static const enum store_mode modes[] = {STORE_READ, STORE_WRITE, STORE_COPY};
    struct bytes before = slurp(path);
    char beside[420];
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        struct store *store = NULL;
        check_error(t, expected, store_open(path, modes[i], &store, &t->why), &t->why, line, path);
        store_close(store);
    }
    struct bytes after = slurp(path);
    check_at(same_bytes(before, after), __FILE__, line, "the refused file is as it was");
    snprintf(beside, sizeof beside, "%s-wal", path);
    check_at(access(beside, F_OK) != 0, __FILE__, line, "no log beside the refused file");
    free(before.at);
    free(after.at);
}

/* Runs SQL on a store past the interface; `layer` gives its pages their check values. */
static void run_sql(const char *path, bool layer, const char *sql)
{
    sqlite3 *db = NULL;
    struct pages *pages = pages_new();
    CHECK(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
              layer ? pages_name(pages) : NULL)
          == SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        CHECK(!sqlite3_errmsg(db));
    sqlite3_close(db);
    pages_free(pages);
}

static void test_foreign(struct test *t)
{
    char path[300];
    spill(fresh(t, path), "game haratama\n", 14);
    refused(t, path, STORAGE_FOREIGN, __LINE__);
    spill(fresh(t, path), "", 0);
    refused(t, path, STORAGE_DAMAGED, __LINE__);
    run_sql(fresh(t, path), false, "CREATE TABLE a (b); INSERT INTO a VALUES (1)");
    refused(t, path, STORAGE_FOREIGN, __LINE__);
    run_sql(fresh(t, path), false, "PRAGMA journal_mode = WAL; CREATE TABLE a (b)");
    refused(t, path, STORAGE_FOREIGN, __LINE__);
    store_close(open_store(t, fresh(t, path)));
    run_sql(path, true, "PRAGMA user_version = 99");
    refused(t, path, STORAGE_NEWER, __LINE__);
    struct store *store = NULL;
    mkdir(fresh(t, path), 0700);
    FAILS(t, STORAGE_FOREIGN, store_open(path, STORE_WRITE, &store, &t->why));
    mkfifo(fresh(t, path), 0600);
    FAILS(t, STORAGE_FOREIGN, store_open(path, STORE_WRITE, &store, &t->why));
    store_close(open_store(t, fresh(t, path)));
    run_sql(path, false, "CREATE TABLE guest (a)"); /* by a program that knows no checks */
    refused(t, path, STORAGE_DAMAGED, __LINE__);
}

/* Numbers were counted in the order of days, up to version 8. */
#define WITHOUT_NUMBERS "DROP TRIGGER record_numbered; DROP TABLE numbered;"
/* How records ended stood in a row a seat, up to version 7. */
#define WITHOUT_OUTCOMES                                                                       \
    WITHOUT_NUMBERS "DROP TABLE outcome; CREATE TABLE place (record INTEGER NOT NULL, seat "   \
                    "INTEGER NOT NULL, campaign INTEGER NOT NULL,"                             \
                    "  game TEXT NOT NULL, day TEXT NOT NULL, player INTEGER NOT NULL, place " \
                    "INTEGER NOT NULL, won INTEGER NOT NULL,"                                  \
                    "  points INTEGER, PRIMARY KEY (record, seat)) STRICT, WITHOUT ROWID;"
#define WITHOUT_REMOTES                                                                          \
    WITHOUT_OUTCOMES "PRAGMA foreign_keys = OFF; DROP TABLE remote; DROP TABLE row; DROP TABLE " \
                     "added; DROP TABLE tally;"                                                  \
                     "DROP TRIGGER campaign_added; DROP TRIGGER name_added; DROP TRIGGER "       \
                     "house_added; DROP TRIGGER player_added;"                                   \
                     "DROP TRIGGER called_added; DROP TRIGGER joined_added; DROP TRIGGER "       \
                     "record_added; DROP TRIGGER line_added;"                                    \
                     "DROP TRIGGER withdrawal_added; DROP TRIGGER uses_added;"

static const char back_to_version_1[] = WITHOUT_REMOTES
    "DROP TABLE place; DROP TABLE result; DROP TABLE uses; DROP TABLE deck;PRAGMA user_version = 1";

static void test_migration(struct test *t)
{
    char path[300], backup[320];
    struct store *store = open_store(t, fresh(t, path));
    struct store_id campaign, record;
    struct store_heading h = heading_of("haratama", "2026-11-21", 4);
    struct store_line line = {.text = "relics Aki=3 Bo=5 Chie=4 Dai=0"};
    OK(t, store_campaign_new(store, "Old", &campaign));
    OK(t, store_record_add(store, &campaign, &h, &line, 1, NULL, false, &record));
    struct bytes before = export_text(t, store, &campaign, NULL);
    store_close(store);
    run_sql(path, true, back_to_version_1);
    FAILS(t, STORAGE_READ_ONLY, store_open(path, STORE_READ, &store, &t->why));
    snprintf(backup, sizeof backup, "%s.v1.bak", path);
    CHECK(access(backup, F_OK) != 0);
    store = open_store(t, path);
    struct bytes after = export_text(t, store, &campaign, NULL);
    CHECK(same_bytes(before, after));
    OK(t, store_check(store));
    struct gathered g = {.count = 0};
    OK(t, store_history_each(store, &campaign, &(struct store_filter){.unfinished = true},
              gather_entry, &g));
    GATHERED(&g, "haratama 2026-11-21 0 Aki:0 Bo:0 Chie:0 Dai:0|");
    store_close(store);
    CHECK(mode_of(backup) == 0600);
    store = open_store(t, backup); /* the copy is a whole store, and can be brought up to date */
    free(after.at);
    after = export_text(t, store, &campaign, NULL);
    CHECK(same_bytes(before, after));
    store_close(store);
    free(before.at);
    free(after.at);
}

static void test_migration_of_decks(struct test *t)
{
    char path[300], backup[320], hash[STORE_HASH_TEXT];
    struct store_id campaign, record;
    struct store *store = open_store(t, fresh(t, path));
    OK(t, store_campaign_new(store, "Old", &campaign));
    struct store_heading h = heading_of("haratama", "2026-11-21", 4);
    struct store_line line = {.text = "relics Aki=3 Bo=5 Chie=4 Dai=0"};
    OK(t, store_record_add(store, &campaign, &h, &line, 1, NULL, false, &record));
    struct bytes before = export_text(t, store, &campaign, NULL);
    store_close(store);
    run_sql(path, true, WITHOUT_REMOTES "DROP TABLE uses; DROP TABLE deck;PRAGMA user_version = 2");
    store = open_store(t, path);
    snprintf(backup, sizeof backup, "%s.v2.bak", path);
    CHECK(mode_of(backup) == 0600);
    struct bytes after = export_text(t, store, &campaign, NULL);
    CHECK(same_bytes(before, after));
    OK(t, store_deck_put(store, "pack needfire \"A\"\n", hash));
    OK(t, store_check(store));
    store_close(store);
    free(before.at);
    free(after.at);
}

/* Runs `act` in a child that the file system's permissions bind; its answer is 0 to 100. */
static int as_nobody(int (*act)(const char *path), const char *path)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        _exit(geteuid() == 0 && setuid(65534) != 0 ? 101 : act(path));
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 102;
}

static int open_to_write(const char *path)
{
    struct store *store = NULL;
    enum storage_error error = store_open(path, STORE_WRITE, &store, NULL);
    store_close(store);
    return (int)error;
}

static int open_to_read(const char *path)
{
    struct store *store = NULL;
    struct gathered *g = calloc(1, sizeof *g);
    enum storage_error error = store_open(path, STORE_READ, &store, NULL);
    if (error == STORAGE_OK)
        error = store_campaigns_each(store, gather_campaign, g);
    bool seen = strcmp(g->text, "Friday|") == 0;
    free(g);
    store_close(store);
    return error != STORAGE_OK || seen ? (int)error : 100;
}

static void test_read_only(struct test *t)
{
    char folder[300], path[320], missing[320];
    struct store_id campaign;
    chmod(t->folder, 0755);
    snprintf(folder, sizeof folder, "%s/kept", t->folder);
    mkdir(folder, 0755);
    snprintf(path, sizeof path, "%s/store%%?#.db", folder);
    snprintf(missing, sizeof missing, "%s/deep/missing.db", folder);
    struct store *store = open_store(t, path);
    OK(t, store_campaign_new(store, "Friday", &campaign));
    store_close(store);
    chmod(path, 0444);
    chmod(folder, 0555);
    CHECK(as_nobody(open_to_write, path) == STORAGE_READ_ONLY);
    CHECK(as_nobody(open_to_write, missing) == STORAGE_READ_ONLY);
    CHECK(as_nobody(open_to_read, path) == STORAGE_OK);
    chmod(path, 0666); /* the file may be written, but no log beside it */
    CHECK(as_nobody(open_to_write, path) == STORAGE_READ_ONLY);
    chmod(path, 0600);
    chmod(folder, 0700);
}

/*
 * What is written to a copy is gone with it; the file it was made of, of whatever version, keeps
 * every byte.
 */
static void test_copy(struct test *t)
{
    char path[300], missing[300];
    struct store_id campaign, found;
    struct store *store = open_store(t, fresh(t, path));
    OK(t, store_campaign_new(store, "Friday", &campaign));
    store_close(store);
    for (int old = 0; old < 2; old++) {
        if (old)
            run_sql(path, true, back_to_version_1);
        struct bytes before = slurp(path);
        OK(t, store_open(path, STORE_COPY, &store, &t->why));
        OK(t, store_campaign_find(store, "friday", &found));
        CHECK(store_id_compare(&found, &campaign) == 0);
        OK(t, store_campaign_new(store, "Sunday", &found));
        OK(t, store_check(store));
        store_close(store);
        struct bytes after = slurp(path);
        CHECK(same_bytes(before, after));
        free(before.at);
        free(after.at);
    }
    OK(t, store_open(fresh(t, missing), STORE_COPY, &store, &t->why));
    OK(t, store_campaign_new(store, "Friday", &found));
    store_close(store);
    CHECK(access(missing, F_OK) != 0);
}

/* ---- records ----------------------------------------------------------------------------- */

static void test_lines(struct test *t)
{
    char path[300];
    struct store *store = open_store(t, fresh(t, path));
    struct store_id campaign, record, line, undone;
    struct store_hold *hold = NULL;
    struct store_heading h = heading_of("haratama", "2026-11-21", 4);
    OK(t, store_campaign_new(store, "Friday", &campaign));
    OK(t, store_record_begin(store, &campaign, &h, &hold));
    record = store_hold_record(hold);
    REFUSES(t, store, STORAGE_NOTHING, store_undo(hold, NULL));
    REFUSES(t, store, STORAGE_NOTHING, store_redo(hold, NULL));
    OK(t, store_append(hold, "round", "Mio", 0, NULL));
    OK(t, store_append(hold, "kami 3 7 10", NULL, 0, NULL));
    OK(t, store_append(hold, "Aki: r9; Bo: r3", NULL, 1, &line));
    OK(t, store_undo(hold, &undone));
    CHECK(store_id_compare(&line, &undone) == 0);
    LINES(t, store, &record, false, "round|kami 3 7 10|");
    OK(t, store_undo(hold, NULL));
    LINES(t, store, &record, true, "round|-kami 3 7 10|-Aki: r9; Bo: r3|");
    OK(t, store_redo(hold, NULL));
    OK(t, store_redo(hold, &undone));
    CHECK(store_id_compare(&line, &undone) == 0);
    REFUSES(t, store, STORAGE_NOTHING, store_redo(hold, NULL));
    LINES(t, store, &record, false, "round|kami 3 7 10|Aki: r9; Bo: r3|");
    OK(t, store_undo(hold, NULL));
    OK(t, store_append(hold, "Aki: r8", NULL, 0, NULL));
    REFUSES(t, store, STORAGE_NOTHING, store_redo(hold, NULL)); /* something else was typed */
    OK(t, store_undo(hold, NULL));
    OK(t, store_redo(hold, NULL));
    LINES(t, store, &record, true, "round|kami 3 7 10|-Aki: r9; Bo: r3|Aki: r8|");
    int seen = 0;
    OK(t, store_lines_each(store, &record, true, stop, &seen));
    CHECK(seen == 1);
    static const char *const wrong[] = {"", "# note", "a\nb", "a\r", " a", "a ", "a\033[2J"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        REFUSES(t, store, STORAGE_INVALID, store_append(hold, wrong[i], NULL, 0, NULL));
    REFUSES(t, store, STORAGE_INVALID, store_append(hold, "r9", "a#b", 0, NULL));
    REFUSES(t, store, STORAGE_INVALID, store_append(hold, "r9", NULL, INT64_MAX, NULL));
    char *longest = malloc(LINE_MOST + 2);
    memset(longest, 'a', LINE_MOST + 1);
    longest[LINE_MOST + 1] = '\0';
    REFUSES(t, store, STORAGE_INVALID, store_append(hold, longest, NULL, 0, NULL));
    longest[LINE_MOST] = '\0';
    OK(t, store_append(hold, longest, NULL, 0, NULL));
    free(longest);
    struct bytes text = export_text(t, store, &campaign, &record);
    CHECK(strstr(text.at, "\nround #@ ") != NULL && strstr(text.at, " \"Mio\"\n") != NULL);
    CHECK(strstr(text.at, "\n# Aki: r9; Bo: r3 #@ ") != NULL);
    CHECK(strstr(text.at, " 1970-01-01T00:00:00.001Z withdrawn\n") != NULL);
    CHECK(strstr(text.at, "\nplayers Aki Bo Chie Dai\ndate 2026-11-21\n") != NULL);
    free(text.at);
    store_release(hold);
    struct store_id nobody = {{0}};
    REFUSES(t, store, STORAGE_UNKNOWN, store_record_hold(store, &nobody, &hold));
    store_close(store);
}

static void test_holds(struct test *t)
{
    char path[300];
    struct store *store = open_store(t, fresh(t, path)), *other = open_store(t, path);
    struct store_id campaign, record;
    struct store_hold *hold, *second = NULL;
    struct store_holder holder;
    struct store_heading h = heading_of("haratama", "2026-11-21", 4);
    OK(t, store_campaign_new(store, "Friday", &campaign));
    OK(t, store_record_begin(store, &campaign, &h, &hold));
    record = store_hold_record(hold);
    REFUSES(t, other, STORAGE_HELD, store_record_hold(other, &record, &second));
    CHECK(store_why(other)->message.value[0].kind == VALUE_NUMBER
          && store_why(other)->message.value[0].number == getpid());
    REFUSES(t, store, STORAGE_HELD, store_record_hold(store, &record, &second));
    struct store *reader = NULL;
    OK(t, store_open(path, STORE_READ, &reader, &t->why));
    OK(t, store_record_holder(reader, &record, &holder));
    CHECK(holder.held && holder.pid == getpid());
    store_close(reader);
    OK(t, store_record_holder(other, &record, &holder));
    CHECK(holder.held && holder.pid == getpid() && holder.since > 0);
    REFUSES(t, other, STORAGE_HELD, store_record_withdraw(other, &record, true, true));
    store_close(store); /* gives it back */
    OK(t, store_record_holder(other, &record, &holder));
    CHECK(!holder.held);
    OK(t, store_record_hold(other, &record, &second));
    store_release(second);
    int pipes[2];
    char byte;
    CHECK(pipe(pipes) == 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) { /* opens for itself: nothing of the parent's store may be used here */
        struct store *own = NULL;
        if (store_open(path, STORE_WRITE, &own, NULL) == STORAGE_OK
            && store_record_hold(own, &record, &second) == STORAGE_OK)
            (void)!write(pipes[1], "h", 1);
        for (;;)
            pause();
    }
    CHECK(read(pipes[0], &byte, 1) == 1);
    REFUSES(t, other, STORAGE_HELD, store_record_hold(other, &record, &second));
    CHECK(store_why(other)->message.value[0].kind == VALUE_NUMBER
          && store_why(other)->message.value[0].number == child);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    OK(t, store_record_hold(other, &record, &second));
    OK(t, store_append(second, "round", NULL, 0, NULL));
    store_close(other);
    close(pipes[0]);
    close(pipes[1]);
}

/* ---- players, house options, campaigns --------------------------------------------------- */

/* The player of that name, who sits down alone. */
static struct store_id player_of(struct test *t, struct store *store,
    const struct store_id *campaign, const char *name)
{
    struct store_heading h = heading_of("haratama", NULL, 1);
    struct store_hold *hold = NULL;
    struct store_id id = {{0}};
    h.seat[0].name = name;
    OK(t, store_record_begin(store, campaign, &h, &hold));
    store_release(hold);
    OK(t, store_player_find(store, campaign, name, &id));
    return id;
}

static void test_players(struct test *t)
{
    char path[300];
    struct store *store = open_store(t, fresh(t, path));
    struct store_id campaign, found;
    struct gathered g = {.count = 0};
    OK(t, store_campaign_new(store, "Friday", &campaign));
    struct store_id aki = player_of(t, store, &campaign, "Aki");
    found = player_of(t, store, &campaign, "ＡＫＩ");
    CHECK(store_id_compare(&aki, &found) == 0);
    const struct store_id akiko = player_of(t, store, &campaign, "Akiko");
    CHECK(store_id_compare(&aki, &akiko) != 0);
    REFUSES(t, store, STORAGE_TAKEN, store_player_rename(store, &aki, "akiko"));
    OK(t, store_player_rename(store, &aki, "Aki S."));
    OK(t, store_player_find(store, &campaign, "aki", &found));
    CHECK(store_id_compare(&aki, &found) == 0);
    OK(t, store_player_join(store, &aki, &akiko));
    REFUSES(t, store, STORAGE_INVALID, store_player_join(store, &akiko, &aki));
    OK(t, store_player_find(store, &campaign, "Aki S.", &found));
    CHECK(store_id_compare(&akiko, &found) == 0);
    OK(t, store_names_each(store, &campaign, gather_name, &g));
    CHECK(store_id_compare(&g.id, &aki) == 0);
    GATHERED(&g, "Akiko!|Aki|Aki S.|");
    OK(t, store_player_part(store, &aki));
    OK(t, store_names_each(store, &campaign, gather_name, &g));
    GATHERED(&g, "Aki S.!|Akiko!|Aki|");
    /* nobody's name now: whose it was */
    found = player_of(t, store, &campaign, "AKI");
    CHECK(store_id_compare(&aki, &found) == 0);
    REFUSES(t, store, STORAGE_UNKNOWN, store_player_find(store, &campaign, "Nobody", &found));
    OK(t, store_campaign_rename(store, &campaign, "Saturday"));
    OK(t, store_campaign_use(store, &campaign));
    OK(t, store_campaigns_each(store, gather_campaign, &g));
    GATHERED(&g, "Saturday!|");
    OK(t, store_campaign_find(store, "SATURDAY", &found));
    OK(t, store_campaign_used(store, &found));
    CHECK(store_id_compare(&found, &campaign) == 0);
    OK(t, store_house_settle(store, &campaign, "haratama/end", "loss:200", "2026-03-01"));
    OK(t, store_house_settle(store, &campaign, "haratama/end", "rounds:3", "2026-01-01"));
    OK(t, store_house_settle(store, &campaign, "needfire/tie", "yes", "2026-02-01"));
    REFUSES(t, store, STORAGE_INVALID,
        store_house_settle(store, &campaign, "a b", "", "2026-01-01"));
    REFUSES(t, store, STORAGE_INVALID, store_house_settle(store, &campaign, "a", "", "yesterday"));
    REFUSES(t, store, STORAGE_INVALID, store_house_settle(store, &campaign, "a", "", "2026-02-29"));
    REFUSES(t, store, STORAGE_INVALID, store_house_settle(store, &campaign, "a", "", "2100-02-29"));
    REFUSES(t, store, STORAGE_INVALID,
        store_campaign_new(store,
            "A\xC2\x9B"
            "m",
            &found));
    REFUSES(t, store, STORAGE_INVALID, store_campaign_new(store, "A\xFF", &found));
    OK(t, store_house_each(store, &campaign, "2026-02-28", true, gather_house, &g));
    GATHERED(&g, "haratama/end=rounds:3@2026-01-01!|needfire/tie=yes@2026-02-01!|");
    OK(t, store_house_each(store, &campaign, NULL, false, gather_house, &g));
    GATHERED(&g, "haratama/end=rounds:3@2026-01-01|needfire/tie=yes@2026-02-01!|haratama/"
                 "end=loss:200@2026-03-01!|");
    store_close(store);
}

/* ---- results ----------------------------------------------------------------------------- */

static struct store_result result_of(const char *places)
{
    struct store_result r = {.finished = true};
    for (int i = 0; places[i] >= '1' && places[i] <= '9'; i++) {
        r.seat[i].place = (uint8_t)(places[i] - '0');
        r.seat[i].won = places[i] == '1';
        r.seat[i].points = 10 - r.seat[i].place;
        r.seat[i].scored = true;
    }
    return r;
}

/* A stand-in for the rules: the first line spells the places. */
struct judge {
    struct store *store;
    unsigned asked;
    char line[64];
};

static bool first_line(void *user, const struct store_line *line)
{
    snprintf(((struct judge *)user)->line, sizeof((struct judge *)user)->line, "%.60s", line->text);
    return false;
}

static bool judge(void *user, const struct store_entry *entry, struct store_result *out)
{
    struct judge *j = user;
    j->asked++;
    j->line[0] = '\0';
    if (store_lines_each(j->store, &entry->id, false, first_line, j) != STORAGE_OK)
        return false;
    *out = result_of(j->line);
    out->finished = j->line[0] != '\0';
    return true;
}

/* Nothing is over. */
static bool judge_open(void *user, const struct store_entry *entry, struct store_result *out)
{
    (void)user;
    (void)entry;
    *out = (struct store_result){.finished = false};
    return true;
}

static void standings(struct test *t, struct store *store, const struct store_id *campaign,
    struct store_filter filter, const char *expected, int line)
{
    struct gathered g = {.count = 0};
    check_error(t, STORAGE_OK, standings_each(store, campaign, &filter, gather_standing, &g),
        store_why(store), line, "standings");
    gathered_is(&g, expected, line);
}
#define STANDINGS(t, store, campaign, filter, expected) \
    standings((t), (store), (campaign), filter, (expected), __LINE__)
#define FILTER(...) ((struct store_filter){__VA_ARGS__})

static void add_game(struct test *t, struct store *store, const struct store_id *campaign,
    const char *game, const char *date, const char *places)
{
    struct store_id record;
    struct store_heading h = heading_of(game, date, (int)strlen(places));
    struct store_line line = {.text = places};
    struct store_result r = result_of(places);
    OK(t, store_record_add(store, campaign, &h, &line, 1, &r, false, &record));
}

/* Asks the same question again from inside its answer. */
struct nested {
    struct test *t;
    struct store *store;
    struct gathered inner;
    unsigned depth, entries;
};

static bool ask_again(void *user, const struct store_entry *entry)
{
    struct nested *n = user;
    char game[32];
    n->entries++;
    snprintf(game, sizeof game, "%s", entry->heading.game);
    if (n->depth < 2) {
        n->depth++;
        OK(n->t, store_history_each(n->store, &entry->campaign, &FILTER(.newest_first = false),
                     ask_again, n));
        OK(n->t, store_lines_each(n->store, &entry->id, true, gather_line, &n->inner));
        n->depth--;
    }
    CHECK(strcmp(game, entry->heading.game) == 0);
    return true;
}

static bool gather_points(void *user, const struct store_entry *e)
{
    char text[100] = "";
    size_t at = 0;
    for (int i = 0; i < e->heading.seats; i++)
        at += (size_t)snprintf(text + at, sizeof text - at,
            e->result.seat[i].scored ? "%d:%lld " : "%d:- ", e->result.seat[i].place,
            (long long)e->result.seat[i].points);
    gather(user, text);
    return true;
}

static bool gather_unplaced(void *user, const struct counted_standing *s)
{
    char text[100];
    snprintf(text, sizeof text, "%s %u/%u", s->name, s->unplaced, s->games);
    gather(user, text);
    return true;
}

/* Results of a store that knew no missing points are worked out anew. */
static void test_migration_of_results(struct test *t)
{
    char path[300];
    struct store_id campaign;
    struct store *store = open_store(t, fresh(t, path));
    OK(t, store_campaign_new(store, "Old", &campaign));
    add_game(t, store, &campaign, "tezumashi", "2026-11-21", "132");
    store_close(store);
    run_sql(path, true, WITHOUT_REMOTES "PRAGMA user_version = 3");
    store = open_store(t, path);
    struct gathered g = {.count = 0};
    OK(t, store_history_each(store, &campaign, &(struct store_filter){.unfinished = true},
              gather_entry, &g));
    GATHERED(&g, "tezumashi 2026-11-21 0 Aki:0 Bo:0 Chie:0|");
    struct judge j = {.store = store};
    OK(t, store_results_rebuild(store, &campaign, judge, &j));
    STANDINGS(t, store, &campaign, FILTER(.game = NULL),
        "Aki 1/1 1,0,0,0|Bo 0/1 0,0,1,0|Chie 0/1 0,1,0,0|");
    OK(t, store_check(store));
    store_close(store);
}

static bool gather_number(void *user, const struct store_entry *e)
{
    char text[64];
    snprintf(text, sizeof text, "%u%s %s", (unsigned)e->number, e->withdrawn ? "-" : "",
        e->heading.date);
    gather(user, text);
    return true;
}

static void check_numbers(struct test *t, struct store *store, const struct store_id *campaign,
    const char *expected, int line)
{
    struct gathered g = {.count = 0};
    OK(t, store_history_each(store, campaign, &(struct store_filter){.withdrawn_too = true},
              gather_number, &g));
    check(strcmp(g.text, expected) == 0, "line %d: numbers are %s, not %s", line, g.text, expected);
}

/*
 * A record keeps its number, whatever comes before it, is merged, or is withdrawn; it is found by
 * it.
 */
static void test_numbers(struct test *t)
{
    char path[300], backup[320];
    static const char *const days[] = {"2026-11-21", "2026-11-22", "2026-11-20", ""};
    struct store *store = open_store(t, fresh(t, path)), *other;
    struct store_id campaign, record[4], found;
    struct store_line line = {.text = "round"};
    struct store_merge merge;
    OK(t, store_campaign_new(store, "Numbers", &campaign));
    for (int i = 0; i < 4; i++) {
        struct store_heading h = heading_of("haratama", days[i], 4);
        OK(t, store_record_add(store, &campaign, &h, &line, 1, NULL, false, &record[i]));
    }
    check_numbers(t, store, &campaign, "4 |3 2026-11-20|1 2026-11-21|2 2026-11-22|", __LINE__);
    for (uint32_t i = 0; i < 4; i++) {
        OK(t, store_record_nth(store, &campaign, i + 1, &found));
        CHECK(store_id_compare(&found, &record[i]) == 0);
    }
    FAILS(t, STORAGE_UNKNOWN, store_record_nth(store, &campaign, 5, &found));
    FAILS(t, STORAGE_UNKNOWN, store_record_nth(store, &campaign, 0, &found));
    OK(t, store_record_withdraw(store, &record[0], true, false));
    check_numbers(t, store, &campaign, "4 |3 2026-11-20|1- 2026-11-21|2 2026-11-22|", __LINE__);
    FAILS(t, STORAGE_UNKNOWN, store_record_nth(store, &campaign, 1, &found));
    /* what is merged in comes after; all of it keeps the numbers that it came by */
    other = open_store(t, fresh(t, backup));
    struct bytes whole = export_text(t, store, &campaign, NULL);
    FILE *from = fmemopen(whole.at, whole.length, "r");
    OK(t, store_import(other, from, &merge));
    fclose(from);
    free(whole.at);
    check_numbers(t, other, &campaign, "4 |3 2026-11-20|1- 2026-11-21|2 2026-11-22|", __LINE__);
    for (int i = 0; i < 2; i++) {
        struct store_heading h = heading_of("materia", i == 0 ? "2026-11-01" : "2026-11-02", 2);
        OK(t,
            store_record_add(i == 0 ? other : store, &campaign, &h, &line, 1, NULL, false, &found));
    }
    whole = export_text(t, store, &campaign, NULL);
    from = fmemopen(whole.at, whole.length, "r");
    OK(t, store_import(other, from, &merge));
    fclose(from);
    free(whole.at);
    check_numbers(t, other, &campaign,
        "4 |5 2026-11-01|6 2026-11-02|3 2026-11-20|1- 2026-11-21|2 2026-11-22|", __LINE__);
    OK(t, store_check(other));
    store_close(other);
    store_close(store);
    /* of a store that had none they are those that were shown */
    run_sql(path, true, WITHOUT_NUMBERS "PRAGMA user_version = 8");
    store = open_store(t, path);
    check_numbers(t, store, &campaign, "1 |2 2026-11-02|3 2026-11-20|5- 2026-11-21|4 2026-11-22|",
        __LINE__);
    store_close(store);
}

/*
 * How records ended is taken over from rows a seat, with what is odd in them: no points, no place,
 * joined players.
 */
static void test_migration_of_ends(struct test *t)
{
    char path[300];
    struct store_id campaign;
    struct gathered g = {.count = 0};
    struct store *store = open_store(t, fresh(t, path));
    OK(t, store_campaign_new(store, "Old", &campaign));
    add_game(t, store, &campaign, "haratama", "2026-01-03", "2134");
    add_game(t, store, &campaign, "needfire", "2026-01-02", "12");
    add_game(t, store, &campaign, "tezumashi", "2026-01-01", "123");
    store_close(store);
    run_sql(path, true,
        WITHOUT_OUTCOMES
        "INSERT INTO place SELECT s.record, s.seat, r.campaign, r.game, r.day, s.player, (s.seat + "
        "s.record) % 3,"
        " s.seat = 1, CASE s.seat WHEN 2 THEN NULL ELSE -70 * s.seat * s.record END"
        " FROM seat s JOIN record r ON r.key = s.record WHERE r.game <> 'tezumashi';UPDATE result "
        "SET state = 1 WHERE record = 3; PRAGMA user_version = 7");
    store = open_store(t, path);
    OK(t,
        store_history_each(store, &campaign, &(struct store_filter){.most = 0}, gather_points, &g));
    GATHERED(&g, "0:- 0:- 0:- |2:0 0:-140 |1:0 2:-70 0:- 1:-210 |");
    STANDINGS(t, store, &campaign, FILTER(.game = NULL),
        "Bo 2/2 0,1,0,0|Chie 0/1 0,0,0,0|Dai 0/1 1,0,0,0|Aki 0/2 1,1,0,0|");
    OK(t, store_check(store));
    store_close(store);
}

/*
 * A game may be over without a place or points: neither is 0, and it is no worse than a game not
 * played.
 */
static void test_unscored(struct test *t)
{
    char path[300];
    struct store *store = open_store(t, fresh(t, path));
    struct store_id campaign, record;
    struct gathered g = {.count = 0};
    struct store_heading h = heading_of("tezumashi", "2026-01-04", 3);
    struct store_line line = {.text = "tricks only"};
    struct store_result r = {.finished = true};
    OK(t, store_campaign_new(store, "Friday", &campaign));
    add_game(t, store, &campaign, "haratama", "2026-01-03", "2222");
    r.seat[1].scored = true; /* points, and they are 0 */
    OK(t, store_record_add(store, &campaign, &h, &line, 1, &r, false, &record));
    OK(t, store_record_get(store, &record, gather_points, &g));
    GATHERED(&g, "0:- 0:0 0:- |");
    OK(t, standings_each(store, &campaign, &FILTER(.game = NULL), gather_unplaced, &g));
    GATHERED(&g, "Aki 1/2|Bo 1/2|Chie 1/2|Dai 0/1|");
    store_close(store);
}

/* Joined, somebody has played a record once who sits in two of its seats, with the better place. */
static void test_two_seats(struct test *t)
{
    char path[300];
    struct store *store = open_store(t, fresh(t, path));
    struct store_id campaign, aki, chie, dai;
    OK(t, store_campaign_new(store, "Friday", &campaign));
    add_game(t, store, &campaign, "haratama", "2026-01-01", "2314"); /* Chie won */
    add_game(t, store, &campaign, "haratama", "2026-01-02", "1234"); /* Aki won */
    add_game(t, store, &campaign, "needfire", "2026-01-03", "21");   /* Bo won; no Chie */
    OK(t, store_player_find(store, &campaign, "Aki", &aki));
    OK(t, store_player_find(store, &campaign, "Chie", &chie));
    OK(t, store_player_find(store, &campaign, "Dai", &dai));
    static const char before[] = "Chie 1/2 1,0,1,0|Aki 1/3 1,2,0,0|Bo 1/3 1,1,1,0|Dai 0/2 0,0,0,2|";
    STANDINGS(t, store, &campaign, FILTER(.game = NULL), before);
    OK(t, store_player_join(store, &chie, &aki));
    STANDINGS(t, store, &campaign, FILTER(.game = NULL),
        "Aki 2/3 2,1,0,0|Bo 1/3 1,1,1,0|Dai 0/2 0,0,0,2|");
    STANDINGS(t, store, &campaign, FILTER(.game = "needfire"), "Bo 1/1 1,0,0,0|Aki 0/1 0,1,0,0|");
    STANDINGS(t, store, &campaign, FILTER(.since = "2026-01-02"),
        "Aki 1/2 1,1,0,0|Bo 1/2 1,1,0,0|Dai 0/1 0,0,0,1|");
    STANDINGS(t, store, &campaign, FILTER(.game = "haratama", .until = "2026-01-01"),
        "Aki 1/1 1,0,0,0|Bo 0/1 0,0,1,0|Dai 0/1 0,0,0,1|");
    OK(t, store_player_join(store, &dai, &aki)); /* three seats */
    STANDINGS(t, store, &campaign, FILTER(.game = NULL), "Aki 2/3 2,1,0,0|Bo 1/3 1,1,1,0|");
    OK(t, store_player_part(store, &chie));
    OK(t, store_player_part(store, &dai));
    STANDINGS(t, store, &campaign, FILTER(.game = NULL), before);
    store_close(store);
}

static void test_results(struct test *t)
{
    char path[300];
    struct store *store = open_store(t, fresh(t, path));
    struct store_id campaign, record, other, player;
    struct gathered g = {.count = 0};
    OK(t, store_campaign_new(store, "Friday", &campaign));
    add_game(t, store, &campaign, "haratama", "2026-01-03", "1234");
    add_game(t, store, &campaign, "haratama", "2026-01-02", "2143");
    add_game(t, store, &campaign, "needfire", "2026-01-01", "113");
    static const char all[] = "Aki 2/3 2,1,0,0|Bo 2/3 2,1,0,0|Dai 0/2 0,0,1,1|Chie 0/3 0,0,2,1|";
    STANDINGS(t, store, &campaign, FILTER(.game = NULL), all);
    STANDINGS(t, store, &campaign, FILTER(.game = "needfire"),
        "Aki 1/1 1,0,0,0|Bo 1/1 1,0,0,0|Chie 0/1 0,0,1,0|");
    STANDINGS(t, store, &campaign, FILTER(.since = "2026-01-02", .until = "2026-01-02"),
        "Bo 1/1 1,0,0,0|Aki 0/1 0,1,0,0|Chie 0/1 0,0,0,1|Dai 0/1 0,0,1,0|");
    STANDINGS(t, store, &campaign, FILTER(.game = "haratama", .since = "2026-01-03"),
        "Aki 1/1 1,0,0,0|Bo 0/1 0,1,0,0|Chie 0/1 0,0,1,0|Dai 0/1 0,0,0,1|");
    OK(t, store_history_each(store, &campaign, &FILTER(.newest_first = true, .most = 2),
              gather_entry, &g));
    GATHERED(&g, "haratama 2026-01-03 2 Aki:1 Bo:2 Chie:3 Dai:4|haratama 2026-01-02 2 Aki:2 Bo:1 "
                 "Chie:4 Dai:3|");
    OK(t, store_player_find(store, &campaign, "Dai", &player));
    OK(t, store_history_each(store, &campaign, &FILTER(.player = player), gather_entry, &g));
    CHECK(g.count == 2);
    struct nested *n = calloc(1, sizeof *n);
    *n = (struct nested){.t = t, .store = store};
    OK(t, store_history_each(store, &campaign, &FILTER(.game = NULL), ask_again, n));
    CHECK(n->entries == 3 + 9 + 27 && n->inner.count == 3 + 9);
    free(n);
    struct judge j = {.store = store};
    OK(t, store_results_outdate(store, &campaign, 1));
    STANDINGS(t, store, &campaign, FILTER(.game = NULL), "");
    OK(t, store_results_rebuild(store, &campaign, judge, &j));
    CHECK(j.asked == 3);
    STANDINGS(t, store, &campaign, FILTER(.game = NULL), all);
    /* the same again, in other words for the blanks; then taken out of the standings */
    struct store_heading h = heading_of("haratama", "2026-01-03", 4);
    struct store_line line = {.text = " 1234 ; "};
    struct store_result r = result_of("1234");
    REFUSES(t, store, STORAGE_INVALID,
        store_record_add(store, &campaign, &h, &line, 1, &r, false, &record));
    line.text = "1234 ;";
    g.length = g.count = 0;
    OK(t, store_history_each(store, &campaign, &FILTER(.since = "2026-01-03"), gather_entry, &g));
    REFUSES(t, store, STORAGE_TWICE,
        store_record_add(store, &campaign, &h, &line, 1, &r, false, &record));
    CHECK(store_id_compare(&record, &g.id) == 0);
    OK(t, store_record_add(store, &campaign, &h, &line, 1, &r, true, &other));
    g.length = g.count = 0;
    OK(t, store_record_withdraw(store, &other, true, true));
    REFUSES(t, store, STORAGE_NOTHING, store_record_withdraw(store, &other, true, true));
    OK(t, store_results_rebuild(store, &campaign, judge, &j));
    STANDINGS(t, store, &campaign, FILTER(.game = NULL), all);
    OK(t, store_history_each(store, &campaign, &FILTER(.withdrawn_too = true), gather_entry, &g));
    CHECK(g.count == 4);
    g.length = g.count = 0;
    REFUSES(t, store, STORAGE_TWICE, store_record_withdraw(store, &other, false, false));
    OK(t, store_record_withdraw(store, &other, false, true));
    OK(t, store_results_rebuild(store, &campaign, judge, &j));
    CHECK(j.asked == 4);
    STANDINGS(t, store, &campaign, FILTER(.since = "2026-01-03"),
        "Aki 2/2 2,0,0,0|Bo 0/2 0,2,0,0|Chie 0/2 0,0,2,0|Dai 0/2 0,0,0,2|");
    /* a finished record that goes on is stale */
    struct store_hold *hold;
    OK(t, store_record_hold(store, &other, &hold));
    OK(t, store_append(hold, "round", NULL, 0, NULL));
    store_release(hold);
    OK(t, store_history_each(store, &campaign, &FILTER(.unfinished = true), gather_entry, &g));
    GATHERED(&g, "haratama 2026-01-03 0 Aki:0 Bo:0 Chie:0 Dai:0|");
    OK(t, store_record_get(store, &other, gather_entry, &g));
    CHECK(g.count == 1);
    store_close(store);
}

static void test_batch(struct test *t)
{
    char path[300];
    struct store *store = open_store(t, fresh(t, path));
    struct store_id campaign, record;
    struct gathered g = {.count = 0};
    struct store_heading h = heading_of("haratama", "2026-01-01", 3);
    struct store_line good = {.text = "round"}, bad = {.text = ""};
    OK(t, store_campaign_new(store, "Friday", &campaign));
    OK(t, store_batch_begin(store));
    OK(t, store_record_add(store, &campaign, &h, &good, 1, NULL, false, &record));
    h.date = "2026-01-02";
    REFUSES(t, store, STORAGE_INVALID,
        store_record_add(store, &campaign, &h, &bad, 1, NULL, false, &record));
    h.date = "2026-01-03";
    OK(t, store_record_add(store, &campaign, &h, &good, 1, NULL, false, &record));
    OK(t, store_batch_commit(store));
    OK(t, store_batch_begin(store));
    h.date = "2026-01-04";
    OK(t, store_record_add(store, &campaign, &h, &good, 1, NULL, false, &record));
    store_batch_abandon(store);
    OK(t, store_history_each(store, &campaign, &FILTER(.most = 0), gather_entry, &g));
    GATHERED(&g,
        "haratama 2026-01-01 0 Aki:0 Bo:0 Chie:0|haratama 2026-01-03 0 Aki:0 Bo:0 Chie:0|");
    store_close(store);
}

/*
 * Who sits in a record is known as of that record: after a renaming, a joining, and a record that
 * was taken back.
 */
static void test_names_within_a_batch(struct test *t)
{
    char path[300];
    struct store *store = open_store(t, fresh(t, path)), *other = open_store(t, path);
    struct store_id campaign, second, record, aki, bo;
    struct gathered g = {.count = 0};
    struct store_heading h = heading_of("haratama", "2026-01-01", 2);
    const struct store_line good = {.text = "round"}, bad = {.text = ""};
    OK(t, store_campaign_new(store, "Friday", &campaign));
    OK(t, store_campaign_new(store, "Saturday", &second));
    OK(t, store_batch_begin(store));
    h.seat[1].name = "Eva";
    REFUSES(t, store, STORAGE_INVALID,
        store_record_add(store, &campaign, &h, &bad, 1, NULL, true, &record));
    OK(t, store_record_add(store, &campaign, &h, &good, 1, NULL, true, &record));
    OK(t, store_player_find(store, &campaign, "Aki", &aki));
    OK(t, store_player_find(store, &campaign, "Eva", &bo));
    OK(t, store_record_add(store, &second, &h, &good, 1, NULL, true, &record));
    OK(t, store_player_rename(store, &bo, "Bo"));
    h.seat[1].name = "Bo";
    OK(t, store_record_add(store, &campaign, &h, &good, 1, NULL, true, &record));
    OK(t, store_player_join(store, &bo, &aki));
    h.seat[1].name = "Aki";
    h.seat[0].name = "Bo";
    OK(t, store_record_add(store, &campaign, &h, &good, 1, NULL, true, &record));
    OK(t, store_batch_commit(store));
    OK(t, store_names_each(store, &campaign, gather_name, &g));
    GATHERED(&g, "Aki!|Eva|Bo|");
    OK(t, store_player_part(other, &bo)); /* by another program, between two records */
    (void)player_of(t, other, &campaign, "Chie");
    h.seat[1].name = "Chie";
    OK(t, store_record_add(store, &campaign, &h, &good, 1, NULL, true, &record));
    OK(t, store_names_each(store, &campaign, gather_name, &g));
    GATHERED(&g, "Aki!|Bo!|Chie!|Eva|");
    OK(t, store_names_each(store, &second, gather_name, &g));
    GATHERED(&g, "Aki!|Eva!|");
    store_close(other);
    store_close(store);
}

/* ---- text -------------------------------------------------------------------------------- */

/* A campaign with something of everything. */
static struct store *sample(struct test *t, const char *path, struct store_id *campaign)
{
    struct store *store = open_store(t, path);
    struct store_id aki, bo, record;
    struct store_hold *hold;
    OK(t, store_campaign_new(store, "Friday \"night\" # 1", campaign));
    struct store_heading h = heading_of("tezumashi", "2026-11-21", 3);
    h.seat[0].name = "Mio \"B\"";
    h.seat[1].name = "木：葉";
    h.seat[2].name = "春香";
    h.pack = "Our copy";
    h.pack_hash = "abc 123";
    h.options = 2;
    h.option[0] = (struct store_option){"tezumashi/tie", "Mio \"B\""};
    h.option[1] = (struct store_option){"end", "rounds:3"};
    OK(t, store_record_begin(store, campaign, &h, &hold));
    OK(t, store_append(hold, "note \"a #@ b\"", "Mio's \"laptop\"", 0, NULL));
    OK(t, store_append(hold, "b7 b2 bt", NULL, 0, NULL));
    OK(t, store_append(hold, "b8", "withdrawn", 0, NULL));
    OK(t, store_undo(hold, NULL));
    OK(t, store_undo(hold, NULL));
    OK(t, store_redo(hold, NULL));
    store_release(hold);
    add_game(t, store, campaign, "haratama", "2026-11-20", "1234");
    h.date = NULL;
    OK(t, store_record_begin(store, campaign, &h, &hold));
    record = store_hold_record(hold);
    OK(t, store_append(hold, "b1", NULL, 0, NULL));
    store_release(hold);
    OK(t, store_record_withdraw(store, &record, true, true));
    OK(t, store_player_find(store, campaign, "Aki", &aki));
    OK(t, store_player_find(store, campaign, "Bo", &bo));
    OK(t, store_player_rename(store, &aki, "Aki S."));
    OK(t, store_player_join(store, &bo, &aki));
    OK(t, store_house_settle(store, campaign, "haratama/end", "a \"b\"", "2026-01-01"));
    return store;
}

static void test_export(struct test *t)
{
    char path[300], other[300];
    struct store_id campaign;
    struct store_merge merge;
    struct store *store = sample(t, fresh(t, path), &campaign),
                 *copy = open_store(t, fresh(t, other));
    struct bytes text = export_text(t, store, &campaign, NULL);
    OK(t, import_text(copy, text, &merge));
    CHECK(merge.records_new == 3 && merge.lines_new == 5 && merge.twins == 0);
    CHECK(store_id_compare(&merge.campaign, &campaign) == 0);
    struct bytes again = export_text(t, copy, &campaign, NULL);
    if (!CHECK(same_bytes(text, again)))
        printf("%s\n-----\n%s\n", text.at, again.at);
    free(again.at);
    OK(t, import_text(copy, text, &merge));
    CHECK(merge.records_new == 0 && merge.records_known == 3 && merge.lines_new == 0);
    OK(t, store_check(copy));
    again = export_text(t, copy, &campaign, NULL);
    CHECK(same_bytes(text, again));
    free(again.at);
    CHECK(strstr(text.at, "\nplayers \"Mio \"\"B\"\"\" \"木：葉\" 春香\n") != NULL);
    CHECK(strstr(text.at, "\nhouse tezumashi/tie=\"Mio \"\"B\"\"\"\n") != NULL);
    CHECK(strstr(text.at, "\n# game tezumashi\n") != NULL); /* the withdrawn record */
    store_close(store);
    store_close(copy);
    /* whatever line is missing or cut: refused, and nothing of it is kept */
    store = open_store(t, fresh(t, path));
    for (size_t cut = 0; cut + 1 < text.length; cut += 1 + cut / 40) {
        enum storage_error error = import_text(store, (struct bytes){text.at, cut + 1}, &merge);
        bool whole = strncmp(text.at + cut + 1, "\n", 2) == 0;
        CHECK((error == STORAGE_OK) == whole);
    }
    struct gathered g = {.count = 0};
    OK(t, store_campaigns_each(store, gather_campaign, &g));
    GATHERED(&g, "");
    store_close(store);
    free(text.at);
}

/* A known id with other content; words that are not known; a campaign held by somebody. */
static void test_import(struct test *t)
{
    char path[300], other[300];
    struct store_id campaign, record;
    struct store_merge merge;
    struct store_hold *hold;
    struct store *store = sample(t, fresh(t, path), &campaign),
                 *copy = open_store(t, fresh(t, other));
    struct bytes text = export_text(t, store, &campaign, NULL);
    OK(t, import_text(copy, text, &merge));
    static const struct {
        const char *from, *to;
        enum storage_error error;
    } edits[] = {
        {"\nb7 b2 bt #@", "\nb7 b2 b3 #@", STORAGE_CLASH},
        {"\ndate 2026-11-20", "\ndate 2026-11-22", STORAGE_CLASH},
        {"\ndate 2026-11-20", "\ndate 2026-13-20", STORAGE_INVALID},
        {"\nplayers Aki Bo", "\nplayers Aki Be", STORAGE_CLASH},
        {"\nplayers Aki Bo", "\nplayers Aki   ", STORAGE_INVALID},
        {"#@ fuda 1", "#@ fuda 4", STORAGE_NEWER}, {"#@ called", "#@ colled", STORAGE_INVALID},
        {"#@ lines", "#@ linen", STORAGE_INVALID}, {"#@ undo", "#@ name", STORAGE_INVALID},
        {"\"Aki S.\"", "\"Aki T.\"", STORAGE_CLASH},
        {"game haratama", "game needfire", STORAGE_CLASH},
        {"house end=rounds:3", "house end=rounds:4", STORAGE_CLASH},
        {"house end=rounds:3", "                  ", STORAGE_CLASH},
        {"withdrawn", "withdrown", STORAGE_CLASH}, /* read as an author, whom the store has not */
    };
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        struct bytes edited = {strdup(text.at), text.length};
        char *at = strstr(edited.at, edits[i].from);
        if (CHECK(at != NULL))
            memcpy(at, edits[i].to, strlen(edits[i].to));
        REFUSES(t, copy, edits[i].error, import_text(copy, edited, &merge));
        CHECK(store_why(copy)->line > 0);
        free(edited.at);
    }
    struct bytes again = export_text(t, copy, &campaign, NULL);
    CHECK(same_bytes(text, again));
    free(again.at);
    /* a record that goes on here while another process keeps it there */
    struct gathered g = {.count = 0};
    OK(t, store_history_each(store, &campaign, &FILTER(.game = "haratama"), gather_entry, &g));
    record = g.id;
    OK(t, store_record_hold(copy, &record, &hold));
    struct store *second = open_store(t, other);
    OK(t, import_text(second, text, &merge)); /* changes nothing */
    store_release(hold);
    OK(t, store_record_hold(store, &record, &hold));
    OK(t, store_append(hold, "round", NULL, 0, NULL));
    store_release(hold);
    free(text.at);
    text = export_text(t, store, &campaign, &record);
    OK(t, store_record_hold(copy, &record, &hold));
    REFUSES(t, second, STORAGE_HELD, import_text(second, text, &merge));
    store_release(hold);
    OK(t, import_text(second, text, &merge));
    CHECK(merge.records_grown == 1 && merge.lines_new == 1 && merge.records_known == 0);
    LINES(t, second, &record, false, "1234|round|");
    free(text.at);
    store_close(second);
    store_close(store);
    store_close(copy);
}

/* Whatever stands in a text: it is taken or refused, and the store stays sound. */
static void test_import_noise(struct test *t)
{
    char path[300], other[300];
    struct store_id campaign;
    struct store_merge merge;
    struct store *store = sample(t, fresh(t, path), &campaign),
                 *copy = open_store(t, fresh(t, other));
    struct bytes text = export_text(t, store, &campaign, NULL);
    unsigned taken = 0;
    for (int i = 0; i < 400; i++) {
        struct bytes noisy = {strdup(text.at), text.length};
        for (uint32_t k = chance(3); k > 0; k--) {
            size_t at = chance((uint32_t)text.length - 60);
            size_t from = chance((uint32_t)text.length - 60);
            if (chance(2) == 0)
                noisy.at[at] = (char)chance(256);
            else /* a piece of it somewhere else */
                memmove(noisy.at + at, noisy.at + from, chance(60));
        }
        enum storage_error error = import_text(copy, noisy, &merge);
        CHECK(error == STORAGE_OK || error == STORAGE_INVALID || error == STORAGE_CLASH
              || error == STORAGE_NEWER || error == STORAGE_UNKNOWN);
        taken += error == STORAGE_OK;
        free(noisy.at);
    }
    printf("400 noisy texts, %u taken\n", taken);
    OK(t, store_check(copy));
    OK(t, store_check(store));
    free(text.at);
    store_close(store);
    store_close(copy);
}

/* The same game typed in on two machines: both records stay, and the second is noticed. */
static void test_twins(struct test *t)
{
    char path[300], other[300];
    struct store_id campaign;
    struct store_merge merge;
    struct store *a = open_store(t, fresh(t, path)), *b = open_store(t, fresh(t, other));
    OK(t, store_campaign_new(a, "Friday", &campaign));
    struct bytes text = export_text(t, a, &campaign, NULL);
    OK(t, import_text(b, text, &merge));
    free(text.at);
    add_game(t, a, &campaign, "haratama", "2026-01-01", "1234");
    add_game(t, b, &campaign, "haratama", "2026-01-01", "1234");
    text = export_text(t, b, &campaign, NULL);
    OK(t, import_text(a, text, &merge));
    CHECK(merge.records_new == 1 && merge.twins == 1);
    struct judge j = {.store = a};
    OK(t, store_results_rebuild(a, &campaign, judge, &j));
    CHECK(j.asked == 1);
    /* players of one name, made on both, are one */
    STANDINGS(t, a, &campaign, FILTER(.game = NULL),
        "Aki 2/2 2,0,0,0|Bo 0/2 0,2,0,0|Chie 0/2 0,0,2,0|Dai 0/2 0,0,0,2|");
    free(text.at);
    store_close(a);
    store_close(b);
}

/*
 * Two stores go on from one line that a fast clock made: their ids differ, and the stores can be
 * merged.
 */
static void test_fast_clock(struct test *t)
{
    char path[300], id[STORE_ID_TEXT];
    struct store_id campaign;
    struct store_merge merge;
    struct gathered g = {.count = 0};
    struct store *made = open_store(t, fresh(t, path)), *other[2];
    OK(t, store_campaign_new(made, "Friday", &campaign));
    add_game(t, made, &campaign, "haratama", "2026-01-01", "1234");
    OK(t, store_history_each(made, &campaign, &FILTER(.most = 0), gather_entry, &g));
    struct bytes text = export_text(t, made, &campaign, NULL);
    store_id_text(&campaign, id);
    id[6] = '\0';
    for (char *at = text.at; (at = strstr(at, id)) != NULL; at++)
        *at = '7'; /* some thousand years later */
    campaign.byte[0] = g.id.byte[0] = (uint8_t)(0x70 | (campaign.byte[0] & 15));
    for (int i = 0; i < 2; i++) {
        struct store_hold *hold;
        other[i] = open_store(t, fresh(t, path));
        OK(t, import_text(other[i], text, &merge));
        OK(t, store_record_hold(other[i], &g.id, &hold));
        OK(t, store_append(hold, i == 0 ? "note a" : "note b", NULL, 0, NULL));
        store_release(hold);
    }
    free(text.at);
    text = export_text(t, other[1], &campaign, NULL);
    OK(t, import_text(other[0], text, &merge));
    CHECK(merge.records_grown == 1);
    free(text.at);
    for (int i = 0; i < 2; i++)
        store_close(other[i]);
    store_close(made);
}

/* ---- putting another line in a line's place ---------------------------------------------- */

/* The id of the n-th line of a record, from 1, withdrawn ones counted. */
struct nth {
    uint32_t number;
    struct store_id id;
};

static bool take_nth(void *user, const struct store_line *line)
{
    struct nth *nth = user;
    nth->id = line->id;
    return line->number != nth->number;
}

static struct store_id line_at(struct test *t, struct store *store, const struct store_id *record,
    uint32_t number)
{
    struct nth nth = {number, {{0}}};
    OK(t, store_lines_each(store, record, true, take_nth, &nth));
    return nth.id;
}

static void test_replacing(struct test *t)
{
    char path[300];
    struct store *store = open_store(t, fresh(t, path)), *other = open_store(t, fresh(t, path));
    struct store_id campaign, record, line, put;
    struct store_hold *hold = NULL;
    struct store_heading h = heading_of("haratama", "2026-11-21", 4);
    OK(t, store_campaign_new(store, "Friday", &campaign));
    OK(t, store_record_begin(store, &campaign, &h, &hold));
    record = store_hold_record(hold);
    static const char *const said[] = {"a", "b", "c", "d", "e"};
    for (size_t i = 0; i < 5; i++)
        OK(t, store_append(hold, said[i], NULL, 0, NULL));
    OK(t, store_undo(hold, NULL));
    line = line_at(t, store, &record, 2);
    OK(t, store_replace(hold, &line, "B", &put));
    LINES(t, store, &record, true, "a|-b|B|c|d|-e|");
    /* it does not stand */
    REFUSES(t, store, STORAGE_NOTHING, store_replace(hold, &line, "x", NULL));
    REFUSES(t, store, STORAGE_INVALID, store_replace(hold, &put, "# x", NULL));
    /* what was undone comes back still */
    OK(t, store_redo(hold, NULL));
    /* … what was replaced does not */
    REFUSES(t, store, STORAGE_NOTHING, store_redo(hold, NULL));
    OK(t, store_replace(hold, &put, "BB", NULL));
    line = line_at(t, store, &record, 5);
    OK(t, store_take_back(hold, &line));
    LINES(t, store, &record, true, "a|-b|-B|BB|-c|d|e|");
    /* lines after it stand */
    REFUSES(t, store, STORAGE_NOTHING, store_redo(hold, NULL));
    struct bytes text = export_text(t, store, &campaign, NULL);
    struct store_merge merge;
    OK(t, import_text(other, text, &merge));
    free(text.at);
    LINES(t, other, &record, true, "a|-b|-B|BB|-c|d|e|");
    /* while there a line is replaced */
    OK(t, store_append(hold, "f", NULL, 0, NULL));
    struct store_hold *there = NULL;
    OK(t, store_record_hold(other, &record, &there));
    line = line_at(t, other, &record, 1);
    OK(t, store_replace(there, &line, "A", NULL));
    /* the last one, and undone then */
    line = line_at(t, other, &record, 8);
    OK(t, store_replace(there, &line, "E", NULL));
    OK(t, store_undo(there, NULL));
    OK(t, store_redo(there, NULL));
    store_release(there);
    store_release(hold);
    text = export_text(t, other, &campaign, NULL);
    OK(t, import_text(store, text, &merge));
    free(text.at);
    LINES(t, store, &record, false, "A|BB|d|E|f|");
    OK(t, store_check(store));
    store_close(other);
    store_close(store);
}

/* Gives every line of an exported text an id that is one more than that of the line before. */
static void put_side_by_side(char *text)
{
    enum { ID = STORE_ID_TEXT - 1 };
    char first[ID + 1] = "", last[3];
    unsigned n = 0x10;
    for (char *at = strstr(text, "#@ lines"); at != NULL && (at = strstr(at + 1, " #@ ")) != NULL;
         n++) {
        char *id = at + strlen(" #@ ");
        if (first[0] == '\0')
            memcpy(first, id, ID);
        snprintf(last, sizeof last, "%02x", n & 0xff);
        memcpy(id, first, ID - 2);
        memcpy(id + ID - 2, last, 2);
    }
}

/* Where lines stand side by side nothing goes between, and those after are said again. */
static void test_replacing_tight(struct test *t)
{
    char path[300];
    struct store *store = open_store(t, fresh(t, path));
    struct store_merge merge;
    struct store_id campaign, record, line;
    struct store_hold *hold = NULL;
    struct store_heading h = heading_of("haratama", "2026-11-21", 4);
    struct store_line lines[40] = {{.text = "a", .author = "Mio", .time = 7}};
    char texts[40][8], wanted[400] = "a|";
    for (int i = 1; i < 40; i++) {
        snprintf(texts[i], sizeof texts[i], "n%d", i);
        lines[i] = lines[0];
        lines[i].text = texts[i];
        snprintf(wanted + strlen(wanted), sizeof wanted - strlen(wanted), "%s|",
            i == 1 ? "N" : texts[i]);
    }
    OK(t, store_campaign_new(store, "Friday", &campaign));
    OK(t, store_record_add(store, &campaign, &h, lines, 40, NULL, false, &record));
    struct bytes text = export_text(t, store, &campaign, NULL);
    store_close(store);
    put_side_by_side(text.at);
    store = open_store(t, fresh(t, path));
    OK(t, import_text(store, text, &merge));
    free(text.at);
    OK(t, store_record_hold(store, &record, &hold));
    line = line_at(t, store, &record, 2);
    OK(t, store_replace(hold, &line, "N", NULL));
    LINES(t, store, &record, false, wanted);
    REFUSES(t, store, STORAGE_NOTHING, store_redo(hold, NULL));
    text = export_text(t, store, &campaign, NULL);
    const char *last = strstr(text.at, "\nn39 #@ ");
    CHECK(last != NULL && strstr(last, "1970-01-01T00:00:00.007Z \"Mio\"\n") != NULL);
    free(text.at);
    store_release(hold);
    store_close(store);
}

/* ---- merging ----------------------------------------------------------------------------- */

enum { STORES = 3, LINES_MOST = 400 };

struct model {
    struct store_id campaign;
    struct store *store[STORES];
    size_t lines;
    /* every line that any store accepted, each unlike the others */
    char line[LINES_MOST][24];
    unsigned number;
};

static bool any_record(void *user, const struct store_entry *e)
{
    struct gathered *g = user;
    g->count++;
    if ((e->id.byte[15] ^ g->length) % 3 == 0 || g->count == 1)
        g->id = e->id;
    return true;
}

static bool any_player(void *user, const struct store_name *n)
{
    struct gathered *g = user;
    g->count++;
    if ((n->player.byte[15] ^ g->length) % 3 == 0 || g->count == 1)
        g->id = n->player;
    return true;
}

static bool any_line(void *user, const struct store_line *line)
{
    struct gathered *g = user;
    if (g->count++ == 0 || chance(3) == 0)
        g->id = line->id;
    return true;
}

static void replace_one(struct test *t, struct model *m, struct store *store,
    struct store_hold *hold)
{
    struct gathered g = {.count = 0};
    struct store_id record = store_hold_record(hold);
    OK(t, store_lines_each(store, &record, false, any_line, &g));
    if (g.count > 0 && chance(3) == 0) {
        OK(t, store_take_back(hold, &g.id));
    } else if (g.count > 0 && m->lines < LINES_MOST) {
        snprintf(m->line[m->lines], sizeof m->line[0], "note %u", ++m->number);
        OK(t, store_replace(hold, &g.id, m->line[m->lines++], NULL));
    }
}

static void append_some(struct test *t, struct model *m, struct store *store,
    struct store_hold *hold)
{
    for (uint32_t i = chance(4) + 1; i > 0; i--) {
        if (chance(5) == 0) {
            replace_one(t, m, store, hold);
        } else if (chance(4) == 0) {
            enum storage_error error = chance(2) ? store_undo(hold, NULL) : store_redo(hold, NULL);
            CHECK(error == STORAGE_OK || error == STORAGE_NOTHING);
        } else if (m->lines < LINES_MOST) {
            snprintf(m->line[m->lines], sizeof m->line[0], "note %u", ++m->number);
            OK(t, store_append(hold, m->line[m->lines++], NULL, 0, NULL));
        }
    }
}

static void keep_record(struct test *t, struct model *m, struct store *store)
{
    struct gathered g = {.length = chance(256)};
    struct store_hold *hold = NULL;
    struct store_heading h = heading_of("haratama", "2026-01-01", 3 + (int)chance(3));
    OK(t, store_history_each(store, &m->campaign, &FILTER(.withdrawn_too = true), any_record, &g));
    if (g.count == 0 || chance(3) == 0)
        OK(t, store_record_begin(store, &m->campaign, &h, &hold));
    else
        OK(t, store_record_hold(store, &g.id, &hold));
    if (hold != NULL)
        append_some(t, m, store, hold);
    store_release(hold);
    if (g.count > 0 && chance(6) == 0) {
        enum storage_error error = store_record_withdraw(store, &g.id, chance(2), true);
        CHECK(error == STORAGE_OK || error == STORAGE_NOTHING);
    }
}

static void change_players(struct test *t, struct model *m, struct store *store)
{
    struct gathered one = {.length = chance(256)}, two = {.length = chance(256)};
    char name[24];
    enum storage_error error = STORAGE_OK;
    snprintf(name, sizeof name, "P%u", chance(8));
    OK(t, store_names_each(store, &m->campaign, any_player, &one));
    OK(t, store_names_each(store, &m->campaign, any_player, &two));
    switch (one.count > 0 ? chance(4) : 0) {
    case 0: player_of(t, store, &m->campaign, name); break;
    case 1: error = store_player_rename(store, &one.id, name); break;
    case 2: error = store_player_join(store, &one.id, &two.id); break;
    case 3: error = store_player_part(store, &one.id); break;
    }
    CHECK(error == STORAGE_OK || error == STORAGE_TAKEN || error == STORAGE_INVALID
          || error == STORAGE_UNKNOWN);
}

static void live(struct test *t, struct model *m, struct store *store)
{
    char text[24];
    OK(t, store_batch_begin(store));
    for (uint32_t i = chance(8); i > 0; i--) {
        snprintf(text, sizeof text, "%u", chance(100));
        switch (chance(4)) {
        case 0: change_players(t, m, store); break;
        case 1:
            OK(t, store_house_settle(store, &m->campaign, "haratama/end", text, "2026-01-01"));
            OK(t, store_campaign_rename(store, &m->campaign, text));
            break;
        default: keep_record(t, m, store); break;
        }
    }
    OK(t, store_batch_commit(store));
}

static void pour(struct test *t, struct model *m, int from, int to)
{
    struct store_merge merge;
    struct bytes text = export_text(t, m->store[from], &m->campaign, NULL);
    OK(t, import_text(m->store[to], text, &merge));
    free(text.at);
}

static bool all_answers(struct test *t, struct model *m, int store, struct gathered *g)
{
    return OK(t, store_names_each(m->store[store], &m->campaign, gather_name, g))
           && OK(t, store_history_each(m->store[store], &m->campaign, &FILTER(.most = 0),
                        gather_entry, g))
           && OK(t, store_house_each(m->store[store], &m->campaign, NULL, true, gather_house, g));
}

/* All stores know all lines, say the same text and answer alike. */
static void compare_stores(struct test *t, struct model *m)
{
    struct bytes first = export_text(t, m->store[0], &m->campaign, NULL);
    struct gathered *answers = calloc(STORES, sizeof *answers);
    for (size_t i = 0; i < m->lines; i++) {
        char wanted[32];
        snprintf(wanted, sizeof wanted, "%s #@ ", m->line[i]);
        CHECK(strstr(first.at, wanted) != NULL);
    }
    for (int i = 0; i < STORES; i++) {
        struct bytes other = export_text(t, m->store[i], &m->campaign, NULL);
        CHECK(same_bytes(first, other));
        free(other.at);
        OK(t, store_check(m->store[i]));
        OK(t, store_results_rebuild(m->store[i], &m->campaign, judge_open, NULL));
        CHECK(all_answers(t, m, i, &answers[i]));
        CHECK(strcmp(answers[i].text, answers[0].text) == 0);
    }
    free(answers);
    free(first.at);
}

static void test_merging(struct test *t)
{
    for (unsigned round = 0; round < 12; round++) {
        char path[300];
        struct model *m = calloc(1, sizeof *m);
        for (int i = 0; i < STORES; i++)
            m->store[i] = open_store(t, fresh(t, path));
        OK(t, store_campaign_new(m->store[0], "Friday", &m->campaign));
        for (int i = 1; i < STORES; i++)
            pour(t, m, 0, i);
        for (int step = 0; step < 6; step++) {
            live(t, m, m->store[chance(STORES)]);
            if (chance(3) == 0)
                pour(t, m, (int)chance(STORES), (int)chance(STORES));
        }
        uint32_t a = chance(STORES), b = (a + 1 + chance(STORES - 1)) % STORES, c = 3 - a - b;
        pour(t, m, (int)a, (int)b);
        pour(t, m, (int)b, (int)c);
        pour(t, m, (int)c, (int)a);
        pour(t, m, (int)c, (int)b);
        compare_stores(t, m);
        for (int i = 0; i < STORES; i++)
            store_close(m->store[i]);
        free(m);
    }
}

/* ---- crashes ----------------------------------------------------------------------------- */

struct tale {
    uint32_t standing, last; /* lines seen, the number of the last */
    bool broken;             /* a line out of place */
};

static bool read_tale(void *user, const struct store_line *line)
{
    struct tale *tale = user;
    unsigned number = 0;
    if (sscanf(line->text, "note %u", &number) != 1 || number != tale->last + 1)
        tale->broken = true;
    tale->last = number;
    tale->standing++;
    return true;
}

/* Resumes the record and goes on counting; each line is acknowledged once it is stored. */
static void keep_on(const char *path, const struct store_id *record, int acknowledge)
{
    struct store *store = NULL;
    struct store_hold *hold = NULL;
    struct tale tale = {0};
    if (store_open(path, STORE_WRITE, &store, NULL) != STORAGE_OK
        || store_record_hold(store, record, &hold) != STORAGE_OK
        || store_lines_each(store, record, true, read_tale, &tale) != STORAGE_OK)
        _exit(1);
    for (uint32_t number = tale.last + 1;; number++) {
        char text[24];
        snprintf(text, sizeof text, "note %u", number);
        if (store_append(hold, text, NULL, 0, NULL) != STORAGE_OK
            || write(acknowledge, &number, sizeof number) != sizeof number)
            _exit(2);
    }
}

static void sleep_microseconds(uint32_t microseconds)
{
    struct timespec time = {.tv_nsec = (long)microseconds * 1000};
    nanosleep(&time, NULL);
}

/*
 * Starts the child, lets it live for a while, kills it; the number acknowledged last, or `before`.
 */
static uint32_t live_and_die(const char *path, const struct store_id *record, uint32_t before)
{
    int pipes[2];
    int status = 0;
    CHECK(pipe(pipes) == 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        keep_on(path, record, pipes[1]);
    close(pipes[1]);
    uint32_t number = before;
    if (chance(4) != 0) /* else: somewhere in its opening */
        (void)!read(pipes[0], &number, sizeof number);
    sleep_microseconds(chance(20000));
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    CHECK(WIFSIGNALED(status));
    while (read(pipes[0], &number, sizeof number) == sizeof number)
        ;
    close(pipes[0]);
    return number;
}

/* Read only, the log stays as it is after a kill: the next child has to make do with it. */
static uint32_t crash_on(struct test *t, const char *path, unsigned kills)
{
    struct store *store = open_store(t, path);
    struct store_id campaign, record;
    struct store_hold *hold;
    struct store_heading h = heading_of("haratama", "2026-11-21", 4);
    OK(t, store_campaign_new(store, "Crash", &campaign));
    OK(t, store_record_begin(store, &campaign, &h, &hold));
    record = store_hold_record(hold);
    store_close(store);
    uint32_t known = 0, lost = 0, ghosts = 0;
    for (unsigned i = 0; i < kills; i++) {
        uint32_t acknowledged = live_and_die(path, &record, known);
        struct tale tale = {0};
        OK(t, store_open(path, i % 3 == 0 ? STORE_WRITE : STORE_READ, &store, &t->why));
        OK(t, store_lines_each(store, &record, true, read_tale, &tale));
        lost += tale.broken || tale.last < acknowledged;
        ghosts += tale.last > acknowledged + 1;
        known = tale.last;
        if (i % 50 == 0)
            OK(t, store_check(store));
        store_close(store);
    }
    CHECK(lost == 0 && ghosts == 0);
    return known;
}

/* On the disk most kills fall into its waiting, in memory into everything else. Stores are changed
 * now and then, so that reading all lines after each kill stays quick. */
static void test_crashes(struct test *t)
{
    enum { KILLS = 20 };
    char path[300];
    uint32_t lines = 0;
    for (unsigned i = 0; i * KILLS < t->iterations; i++) {
        if (i % 3 == 0)
            snprintf(path, sizeof path, "%s/crash-%u.db", t->disk, i);
        else
            fresh(t, path);
        unsigned left = t->iterations - i * KILLS;
        lines += crash_on(t, path, left < KILLS ? left : KILLS);
    }
    printf("%u kills, %u lines\n", t->iterations, lines);
    CHECK(lines > 0);
}

/* Killed while it is made, or brought up to date: there is nothing, or all of it. */
static void test_crash_of_making(struct test *t)
{
    char old[300], path[300];
    struct store_id campaign;
    store_close(sample(t, fresh(t, old), &campaign));
    run_sql(old, true, back_to_version_1);
    struct bytes before = slurp(old);
    for (unsigned i = 0; i < 60; i++) {
        fresh(t, path);
        if (i % 2 == 0)
            spill(path, before.at, before.length);
        fflush(stdout);
        pid_t child = fork();
        if (child == 0)
            _exit(open_to_write(path));
        sleep_microseconds(chance(30000));
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        struct store *store = open_store(t, path);
        OK(t, store_check(store));
        struct gathered g = {.count = 0};
        OK(t, store_campaigns_each(store, gather_campaign, &g));
        CHECK(g.count == (i % 2 == 0));
        store_close(store);
    }
    free(before.at);
}

static int append_until_full(const char *path)
{
    struct store *store = NULL;
    struct store_hold *hold = NULL;
    struct store_id campaign;
    struct store_heading h = heading_of("haratama", "2026-11-21", 4);
    signal(SIGXFSZ, SIG_IGN);
    if (store_open(path, STORE_WRITE, &store, NULL) != STORAGE_OK
        || store_campaign_find(store, "Full", &campaign) != STORAGE_OK
        || store_record_begin(store, &campaign, &h, &hold) != STORAGE_OK)
        return 100;
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){100000, 100000});
    for (int i = 1; i < 100; i++) {
        char text[24];
        snprintf(text, sizeof text, "note %d", i);
        enum storage_error error = store_append(hold, text, NULL, 0, NULL);
        if (error == STORAGE_OK)
            continue;
        bool said = error == STORAGE_FULL || error == STORAGE_DISK;
        error = store_append(hold, text, NULL, 0, NULL); /* and it is said again */
        store_close(store);
        return said && error != STORAGE_OK ? i - 1 : 100;
    }
    return 100;
}

static bool count_lines_of(void *user, const struct store_entry *e)
{
    ((struct gathered *)user)->id = e->id;
    return true;
}

static void test_full_disk(struct test *t)
{
    char path[300];
    struct store *store = open_store(t, fresh(t, path));
    struct store_id campaign;
    OK(t, store_campaign_new(store, "Full", &campaign));
    store_close(store);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        _exit(append_until_full(path));
    int status = 0;
    waitpid(child, &status, 0);
    uint32_t acknowledged = (uint32_t)WEXITSTATUS(status);
    CHECK(WIFEXITED(status) && acknowledged > 0 && acknowledged < 100);
    struct gathered g = {.count = 0};
    struct tale tale = {0};
    store = open_store(t, path);
    OK(t, store_history_each(store, &campaign, &FILTER(.most = 0), count_lines_of, &g));
    OK(t, store_lines_each(store, &g.id, true, read_tale, &tale));
    CHECK(!tale.broken && tale.last == acknowledged);
    OK(t, store_check(store));
    store_close(store);
}

/* Two processes, each with a table of its own, in one file. */
static void test_two_processes(struct test *t)
{
    char path[300];
    struct store *store = open_store(t, fresh(t, path));
    struct store_id campaign;
    OK(t, store_campaign_new(store, "Two", &campaign));
    store_close(store);
    fflush(stdout);
    for (int i = 0; i < 2; i++) {
        if (fork() != 0)
            continue;
        struct store_hold *hold = NULL;
        struct store_heading h = heading_of("haratama", i == 0 ? "2026-01-01" : "2026-01-02", 3);
        bool good = store_open(path, STORE_WRITE, &store, NULL) == STORAGE_OK
                    && store_record_begin(store, &campaign, &h, &hold) == STORAGE_OK;
        for (int k = 1; k <= 60 && good; k++) {
            char text[24];
            snprintf(text, sizeof text, "note %d", k);
            good = store_append(hold, text, NULL, 0, NULL) == STORAGE_OK;
        }
        if (good)
            store_close(store);
        _exit(!good);
    }
    int status = 0;
    for (int i = 0; i < 2; i++) {
        wait(&status);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    store = open_store(t, path);
    for (int i = 0; i < 2; i++) {
        struct gathered g = {.count = 0};
        struct tale tale = {0};
        struct store_filter filter = {.newest_first = i == 0, .most = 1};
        OK(t, store_history_each(store, &campaign, &filter, count_lines_of, &g));
        OK(t, store_lines_each(store, &g.id, true, read_tale, &tale));
        CHECK(!tale.broken && tale.last == 60);
    }
    store_close(store);
}

/* ---- damage ------------------------------------------------------------------------------ */

struct sound {
    struct store_id campaign;
    struct bytes text; /* what a sound store says */
    struct bytes file;
    char path[300];
};

/*
 * Opens the altered file, asks it everything and closes it: it must say what the sound one says, or
 * that it is damaged; and it must not have been written to. Answers whether damage was noticed.
 */
static bool try_damaged(struct test *t, const struct sound *s, size_t length)
{
    struct store *store = NULL;
    struct bytes text = {NULL, 0};
    struct store_merge merge;
    enum storage_error error = store_open(s->path, STORE_WRITE, &store, &t->why);
    if (error == STORAGE_OK) {
        FILE *f = open_memstream(&text.at, &text.length);
        error = store_export(store, &s->campaign, NULL, f);
        fclose(f);
        if (error == STORAGE_OK)
            CHECK(same_bytes(text, s->text));
        struct gathered g = {.count = 0};
        enum storage_error asked = standings_each(store, &s->campaign, &FILTER(.most = 0),
            gather_standing, &g);
        if (asked == STORAGE_OK)
            CHECK(strcmp(g.text, "Aki S. 1/1 1,0,0,0|Chie 0/1 0,0,1,0|Dai 0/1 0,0,0,1|") == 0);
        if (error == STORAGE_DAMAGED || asked == STORAGE_DAMAGED)
            REFUSES(t, store, STORAGE_DAMAGED, import_text(store, s->text, &merge));
        error = error != STORAGE_OK ? error : asked;
    }
    store_close(store);
    free(text.at);
    CHECK(error == STORAGE_OK || error == STORAGE_DAMAGED || error == STORAGE_FOREIGN
          || error == STORAGE_NEWER);
    struct bytes after = slurp(s->path);
    CHECK(after.length == length);
    if (error != STORAGE_OK)
        CHECK(memcmp(after.at, s->file.at, length) == 0);
    free(after.at);
    return error != STORAGE_OK;
}

static void test_damage(struct test *t)
{
    struct sound s;
    store_close(sample(t, fresh(t, s.path), &s.campaign));
    struct store *store = open_store(t, s.path);
    s.text = export_text(t, store, &s.campaign, NULL);
    store_close(store);
    s.file = slurp(s.path);
    CHECK(!try_damaged(t, &s, s.file.length));
    for (size_t length = 0; length < s.file.length; length += 2048) {
        spill(s.path, s.file.at, length);
        check(try_damaged(t, &s, length), "cut at %zu of %zu", length, s.file.length);
    }
    unsigned noticed = 0;
    for (unsigned i = 0; i < 600; i++) {
        size_t at = i < 100 ? i : (chance(4096 * 64) * 31u + chance(4096)) % s.file.length;
        char was = s.file.at[at];
        s.file.at[at] ^= (char)(1 + chance(255));
        spill(s.path, s.file.at, s.file.length);
        noticed += try_damaged(t, &s, s.file.length);
        s.file.at[at] = was;
    }
    printf("600 flips, %u noticed, the others in pages nobody needed\n", noticed);
    /* any flip anywhere is found by the check that reads everything */
    unsigned found = 0;
    for (unsigned i = 0; i < 50; i++) {
        size_t at = (s.file.length / 50) * i + chance(4000) % (s.file.length / 50);
        char was = s.file.at[at];
        s.file.at[at] ^= 1;
        spill(s.path, s.file.at, s.file.length);
        enum storage_error error = store_open(s.path, STORE_READ, &store, &t->why);
        if (error == STORAGE_OK) {
            error = store_check(store);
            store_close(store);
        }
        found += error != STORAGE_OK;
        s.file.at[at] = was;
    }
    CHECK(found == 50);
    /* what can be read is read on request */
    char *letter = memmem(s.file.at, s.file.length, "b7 b2 bt", 8);
    if (CHECK(letter != NULL))
        letter[7] = 'x';
    spill(s.path, s.file.at, s.file.length);
    struct store_rescued rescued;
    char again[300];
    store = open_store(t, fresh(t, again));
    OK(t, store_rescue(s.path, store, NULL, NULL, &rescued));
    CHECK(rescued.doubtful > 0 && rescued.pages_lost == 1);
    struct bytes text = export_text(t, store, &s.campaign, NULL);
    CHECK(strstr(text.at, "\nb7 b2 bx #@") != NULL);
    store_close(store);
    free(text.at);
    free(s.text.at);
    free(s.file.at);
}

static void copy_file(const char *from, const char *to, const char *suffix)
{
    char source[320], target[320];
    snprintf(source, sizeof source, "%s%s", from, suffix);
    snprintf(target, sizeof target, "%s%s", to, suffix);
    struct bytes b = slurp(source);
    spill(target, b.at, b.length);
    free(b.at);
}

/*
 * A store as a dead process leaves it, its last lines still in the log; a byte of the log changes.
 * At most the last line may be missing then, as if it had been torn by a power cut.
 */
static void test_damaged_log(struct test *t)
{
    enum { LINES = 40, FLIPS = 150 };
    char path[300], copy[300], log[320];
    struct store *store = open_store(t, fresh(t, path));
    struct store_id campaign, record;
    struct store_hold *hold;
    struct store_heading h = heading_of("haratama", "2026-11-21", 4);
    OK(t, store_campaign_new(store, "Log", &campaign));
    OK(t, store_record_begin(store, &campaign, &h, &hold));
    record = store_hold_record(hold);
    for (int i = 1; i <= LINES; i++) {
        char text[24];
        snprintf(text, sizeof text, "note %d", i);
        OK(t, store_append(hold, text, NULL, 0, NULL));
    }
    fresh(t, copy);
    copy_file(path, copy, "");
    copy_file(path, copy, "-wal");
    store_close(store);
    snprintf(log, sizeof log, "%s-wal", copy);
    struct bytes whole = slurp(log), sound = slurp(copy);
    unsigned noticed = 0;
    for (unsigned i = 0; i <= FLIPS; i++) {
        size_t at = i < 64 ? i : chance((uint32_t)whole.length);
        spill(copy, sound.at, sound.length);
        whole.at[at] ^= (char)(i < FLIPS ? 0x10 : 0);
        spill(log, whole.at, whole.length);
        whole.at[at] ^= (char)(i < FLIPS ? 0x10 : 0);
        struct tale tale = {0};
        enum storage_error error = store_open(copy, STORE_WRITE, &store, &t->why);
        if (error == STORAGE_OK) {
            OK(t, store_lines_each(store, &record, true, read_tale, &tale));
            CHECK(!tale.broken && tale.last + 1 >= LINES);
            store_close(store);
        }
        CHECK(error == STORAGE_OK || error == STORAGE_DAMAGED);
        noticed += error == STORAGE_DAMAGED;
        CHECK(i < FLIPS || tale.last == LINES);
    }
    printf("%d flips in the log, %u noticed, the others cost at most the last line\n", FLIPS,
        noticed);
    OK(t, store_open(copy, STORE_WRITE, &store, &t->why));
    store_close(store);
    free(whole.at);
    free(sound.at);
}

/* ---- decks ------------------------------------------------------------------------------- */

static bool gather_use(void *user, const struct store_use *use)
{
    char text[600];
    snprintf(text, sizeof text, "%s %s %.4s", use->game, use->name, use->hash);
    gather(user, text);
    return true;
}

static void test_deck_texts(struct test *t)
{
    static const char *const bad[] = {"", "no end of line", "\n", "pack\n\n", "# pack\n",
        "pack\n#@ end\n", " pack\n", "a\033b\n", "a\xc2\x9bm\n", "a\r\n"};
    char path[300], hash[STORE_HASH_TEXT], again[STORE_HASH_TEXT], *text;
    struct store *store = open_store(t, fresh(t, path));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        REFUSES(t, store, STORAGE_INVALID, store_deck_put(store, bad[i], hash));
    /* the example of FIPS 180-2, with a line's end; and lengths around the blocks' borders */
    OK(t, store_deck_put(store, "abc\n", hash));
    CHECK(strcmp(hash, "edeaaff3f1774ad2888673770c6d64097e391bc362d7d6fb34982ddf0efd18cb") == 0);
    for (int length = 1; length < 200; length++) {
        char line[256];
        memset(line, 'x', (size_t)length);
        memcpy(line + length, "\n", 2);
        OK(t, store_deck_put(store, line, hash));
        OK(t, store_deck_put(store, line, again));
        CHECK(strcmp(hash, again) == 0);
        OK(t, store_deck_get(store, hash, &text));
        CHECK(strcmp(text, line) == 0);
        free(text);
    }
    char *large = malloc(STORE_DECK_MOST + 2);
    if (CHECK(large != NULL)) {
        memset(large, 'x', STORE_DECK_MOST + 1);
        large[STORE_DECK_MOST - 1] = '\n';
        large[STORE_DECK_MOST] = '\0';
        OK(t, store_deck_put(store, large, hash));
        memset(large, 'x', STORE_DECK_MOST);
        memcpy(large + STORE_DECK_MOST, "\n", 2);
        REFUSES(t, store, STORAGE_INVALID, store_deck_put(store, large, hash));
    }
    free(large);
    REFUSES(t, store, STORAGE_UNKNOWN, store_deck_get(store, "0000", &text));
    store_close(store);
}

/*
 * A store with decks: text out, text in, and the same again; each way in which it may be altered.
 */
static void test_decks(struct test *t)
{
    char path[300], other[300], one[STORE_HASH_TEXT], two[STORE_HASH_TEXT];
    struct store_id campaign, record;
    struct store_merge merge;
    struct store_line line = {.text = "pack \"Ours\""};
    struct store_heading h = heading_of("materia", "2026-11-21", 3);
    struct store *store = open_store(t, fresh(t, path)), *copy = open_store(t, fresh(t, other));
    OK(t, store_campaign_new(store, "Decks", &campaign));
    OK(t, store_deck_put(store, "pack materia \"Ours\"\nghost \"A\" points=1\n", one));
    OK(t, store_deck_put(store,
              "pack materia \"Ours\"\nghost \"A\" points=1\nghost \"B\" points=2\n", two));
    h.pack = "campaign";
    h.pack_hash = one;
    OK(t, store_record_add(store, &campaign, &h, &line, 1, &(struct store_result){.finished = true},
              false, &record));
    OK(t, store_deck_use(store, &record, "ＯＵＲＳ", one));
    OK(t, store_deck_use(store, &record, "ours", two));
    REFUSES(t, store, STORAGE_INVALID, store_deck_use(store, &record, "ours", "0000"));
    REFUSES(t, store, STORAGE_INVALID, store_deck_use(store, &record, "", one));
    REFUSES(t, store, STORAGE_UNKNOWN, store_deck_use(store, &campaign, "ours", one));
    struct gathered g = {.count = 0};
    char wanted[100];
    snprintf(wanted, sizeof wanted, "materia campaign %.4s|materia ours %.4s|", one, two);
    OK(t, store_decks_each(store, &campaign, NULL, gather_use, &g));
    GATHERED(&g, wanted);
    g = (struct gathered){.count = 0};
    OK(t, store_decks_each(store, &campaign, &campaign, gather_use, &g));
    GATHERED(&g, "");
    g = (struct gathered){.count = 0};
    OK(t, store_history_each(store, &campaign, &(struct store_filter){.unfinished = true},
              gather_entry, &g));
    CHECK(g.count == 1); /* its result is stale */
    struct bytes text = export_text(t, store, &campaign, NULL);
    CHECK(strncmp(text.at, "#@ fuda 2\n", 10) == 0);
    OK(t, import_text(copy, text, &merge));
    CHECK(merge.records_new == 1);
    struct bytes again = export_text(t, copy, &campaign, NULL);
    CHECK(same_bytes(text, again));
    OK(t, import_text(copy, text, &merge));
    CHECK(merge.records_known == 1);
    OK(t, store_check(copy));
    static const char *const edits[][2] = {{"points=1\n", "points=7\n"}, {"#@ deck ", "#@ deck x"},
        {"#@ uses ", "#@ used "}, {"\nghost", "\n#host"}, {"\"ours\" ", "\"ours\" 0"},
        {"#@ deck", "#@ name"}};
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        struct bytes edited = {strdup(text.at), text.length};
        char *at = strstr(edited.at, edits[i][0]);
        if (CHECK(at != NULL))
            memcpy(at, edits[i][1], strlen(edits[i][1]));
        REFUSES(t, copy, STORAGE_INVALID, import_text(copy, edited, &merge));
        free(edited.at);
    }
    free(again.at);
    again = export_text(t, copy, &campaign, NULL);
    CHECK(same_bytes(text, again));
    free(text.at);
    free(again.at);
    store_close(store);
    store_close(copy);
    store = open_store(t, path);
    store_close(store);
}

/* ---- main -------------------------------------------------------------------------------- */

int main(void)
{
    static void (*const tests[])(struct test * t) = {
        test_ids,
        test_order,
        test_create,
        test_foreign,
        test_migration,
        test_migration_of_decks,
        test_deck_texts,
        test_decks,
        test_read_only,
        test_copy,
        test_lines,
        test_replacing,
        test_replacing_tight,
        test_holds,
        test_players,
        test_migration_of_results,
        test_migration_of_ends,
        test_numbers,
        test_unscored,
        test_two_seats,
        test_results,
        test_batch,
        test_names_within_a_batch,
        test_export,
        test_import,
        test_import_noise,
        test_twins,
        test_fast_clock,
        test_merging,
        test_damage,
        test_damaged_log,
        test_full_disk,
        test_two_processes,
        test_crash_of_making,
        test_crashes,
    };
    struct test t = {.iterations = (unsigned)number_from("ITERS", 300)};
    chance_begin(number_from("SEED", (uint64_t)time(NULL)));
    make_folder(t.disk, sizeof t.disk, "/tmp");
    make_folder(t.folder, sizeof t.folder,
        access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp");
    t.japanese = slurp("cli/po/ja.po").at;
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)
        tests[i](&t);
    free(t.japanese);
    remove_folder(t.folder);
    remove_folder(t.disk);
    return finish();
}
