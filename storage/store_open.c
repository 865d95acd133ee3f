/*
 * Opening a store. The file is recognised before anything is written, and created completely or not
 * at all: a new store is made under another name and gets its own by link(2), so nobody ever sees
 * half of it. If two processes make it at the same time, one wins and both go on with that one.
 */
#define _DEFAULT_SOURCE 1 /* link, lstat, fchmod, realpath */
#include "raw.h"
#include "store.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUSY_MS = 5000 };

/* ---- connections ------------------------------------------------------------------------- */

static const char connection_settings[] =
    "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF;PRAGMA "
    "cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA journal_size_limit = 4194304;PRAGMA "
    "wal_autocheckpoint = 32;";

/* Is there anything in the log? */
static bool log_used(const char *path)
{
    struct stat about;
    char *log = sqlite3_mprintf("%s-wal", path);
    bool used = log == NULL || (stat(log, &about) == 0 && about.st_size > 0);
    sqlite3_free(log);
    return used;
}

static bool is_beside(const char *path, const char *ending)
{
    char *name = sqlite3_mprintf("%s%s", path, ending);
    const bool there = name != NULL && access(name, F_OK) == 0;
    sqlite3_free(name);
    return there;
}

static void connect(struct transaction *d, const char *path, int flags)
{
    struct store *store = d->store;
    if (d->error != STORAGE_OK)
        return;
    const char *layer = store->pages != NULL ? pages_name(store->pages) : NULL;
    int rc = sqlite3_open_v2(path, &store->db, flags | SQLITE_OPEN_NOMUTEX, layer);
    if (rc == SQLITE_OK) {
        sqlite3_extended_result_codes(store->db, 1);
        sqlite3_busy_timeout(store->db, BUSY_MS);
        sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
        if (store->alone)
            rc = sqlite3_exec(store->db, "PRAGMA locking_mode = EXCLUSIVE", NULL, NULL, NULL);
        if (rc == SQLITE_OK)
            rc = sqlite3_exec(store->db, connection_settings, NULL, NULL, NULL);
    }
    if (rc != SQLITE_OK)
        fail_sql(d, rc);
}

static void disconnect(struct store *store)
{
    for (size_t i = 0; i < store->cached; i++)
        sqlite3_finalize(store->cache[i].stmt);
    store->cached = 0;
    sqlite3_close_v2(store->db);
    store->db = NULL;
}

/* Makes a store, which becomes that of the call. NULL: the call has failed. */
static struct store *store_new(struct transaction *d, const char *path, bool checked)
{
    struct store *store = d->error == STORAGE_OK ? calloc(1, sizeof *store) : NULL;
    if (store != NULL) {
        store->hold_file = -1;
        store->path = strdup(path);
        store->pages = checked ? pages_new() : NULL;
        store->sweeps = checked && !is_beside(path, "-shm");
    }
    if (store == NULL || store->path == NULL || (checked && store->pages == NULL)) {
        store_close(store);
        fail(d, STORAGE_MEMORY, NULL, "");
        return NULL;
    }
    return d->store = store;
}

/* ---- making ------------------------------------------------------------------------------ */

static void fail_system(struct transaction *d, const char *path)
{
    enum storage_error error = STORAGE_DISK;
    if (errno == ENOMEM)
        error = STORAGE_MEMORY;
    else if (errno == ENOSPC || errno == EDQUOT)
        error = STORAGE_FULL;
    else if (errno == EACCES || errno == EROFS || errno == EPERM)
        error = STORAGE_READ_ONLY;
    fail_file(d, error, path, strerror(errno));
}

static void make_folders(struct transaction *d, const char *path)
{
    char *copy = strdup(path);
    if (copy == NULL) {
        fail(d, STORAGE_MEMORY, NULL, "");
        return;
    }
    for (char *at = copy + 1; *at != '\0' && d->error == STORAGE_OK; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        if (mkdir(copy, 0700) != 0 && errno != EEXIST && errno != EISDIR)
            fail_system(d, copy);
        *at = '/';
    }
    free(copy);
}

static void sync_folder(struct transaction *d, const char *path)
{
    char *copy = strdup(path);
    if (copy == NULL) {
        fail(d, STORAGE_MEMORY, NULL, "");
        return;
    }
    int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    /* EINVAL: the file system cannot sync a folder, and nothing more can be done. */
    if (folder < 0 || (fsync(folder) != 0 && errno != EINVAL))
        fail_system(d, path);
    if (folder >= 0)
        close(folder);
    free(copy);
}

/*
 * Creates the tables with an ordinary journal, so that the header is complete before the log is
 * switched on.
 */
static void fill(struct transaction *d)
{
    int reserve = PAGE_CHECK;
    char first[128];
    if (d->error != STORAGE_OK)
        return;
    snprintf(first, sizeof first, "PRAGMA page_size = %d; PRAGMA application_id = %d;", PAGE_SIZE,
        STORE_APPLICATION);
    sqlite3_file_control(d->store->db, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserve);
    int rc = sqlite3_exec(d->store->db, first, NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        fail_sql(d, rc);
    schema_migrate(d, NULL);
    sql_run(d, "PRAGMA journal_mode = WAL", "");
}

/* Creates an empty file that does not exist yet, readable only by its owner. */
static void touch(struct transaction *d, const char *path)
{
    if (d->error != STORAGE_OK)
        return;
    int file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (file < 0)
        fail_system(d, path);
    else
        close(file);
}

static void make_file(struct transaction *d, const char *path)
{
    touch(d, path);
    struct store *store = store_new(d, path, true);
    if (store == NULL)
        return;
    store->writes = store->nameless = true;
    connect(d, path, SQLITE_OPEN_READWRITE);
    fill(d);
    store_close(store);
}

/* Gives the finished file its name, unless another process has created that file meanwhile. */
static void settle(struct transaction *d, const char *made, const char *path)
{
    if (d->error != STORAGE_OK)
        return;
    bool linked = link(made, path) == 0;
    if (linked || errno == EEXIST)
        unlink(made);
    else if (rename(made, path) != 0) /* a file system without hard links */
        fail_system(d, path);
    sync_folder(d, path);
}

static void create(struct transaction *d, const char *path)
{
    make_folders(d, path);
    char *made = sqlite3_mprintf("%s.new-%lld", path, (long long)getpid());
    if (made == NULL) {
        fail(d, STORAGE_MEMORY, NULL, "");
        return;
    }
    unlink(made); /* left behind by a dead process with the same id */
    make_file(d, made);
    settle(d, made, path);
    if (d->error != STORAGE_OK)
        unlink(made);
    sqlite3_free(made);
}

/* ---- opening ----------------------------------------------------------------------------- */

/* Refuses to create a store beside an old log, whose pages it would take for its own. */
static void look_bereft(struct transaction *d, const char *path)
{
    struct stat about;
    if (log_used(path) && stat(path, &about) != 0 && errno == ENOENT)
        fail(d, STORAGE_DAMAGED,
            N_("{file} is missing, and its log {file}-wal is there. Put it back, or move the log "
               "out of the way to start again"),
            "t", "file", path);
}

static void look(struct transaction *d, const char *path, enum store_mode mode)
{
    struct stat about;
    if (stat(path, &about) == 0) {
        if (!S_ISREG(about.st_mode))
            fail(d, STORAGE_FOREIGN, N_("{file} is not an ordinary file"), "t", "file", path);
    } else if (errno != ENOENT) {
        fail_system(d, path);
    } else {
        look_bereft(d, path);
        if (d->error == STORAGE_OK && mode != STORE_WRITE)
            fail(d, STORAGE_MISSING, N_("{file}"), "t", "file", path);
        else if (d->error == STORAGE_OK)
            create(d, path);
    }
}

/*
 * For a store on a read-only medium that was closed properly: there is no log, so no lock is
 * needed.
 */
static char *immutable_uri(const char *path)
{
    char *log = sqlite3_mprintf("%s-wal", path);
    bool open_log = log == NULL || access(log, F_OK) == 0;
    sqlite3_free(log);
    char *uri = open_log ? NULL : malloc(strlen(path) * 3 + 32);
    if (uri == NULL)
        return NULL;
    char *to = uri + sprintf(uri, "file:");
    for (const char *at = path; *at != '\0'; at++)
        to += strchr("%?#", *at) != NULL ? sprintf(to, "%%%02X", (unsigned char)*at)
                                         : sprintf(to, "%c", *at);
    sprintf(to, "?immutable=1");
    return uri;
}

/*
 * Why the file cannot be opened, as an errno, because SQLite does not say it if the folder cannot
 * be written. 0: nothing is in the way.
 */
static int cannot_write(const char *path)
{
    char *copy = strdup(path);
    int denied = copy != NULL && access(dirname(copy), W_OK) != 0 ? errno : 0;
    free(copy);
    return denied == 0 && access(path, W_OK) != 0 ? errno : denied;
}

static void again_to_read(struct transaction *d, const char *path, int flags)
{
    d->error = STORAGE_OK;
    disconnect(d->store);
    connect(d, path, flags);
    sql_run(d, "PRAGMA query_only = ON", "");
}

/*
 * Opens the file for writing if that is allowed, although it will only be read: SQLite then removes
 * the files that it creates beside it for reading.
 */
static int connect_to_read(struct transaction *d)
{
    struct store *store = d->store;
    store->leaves_log = log_used(store->path);
    connect(d, store->path,
        cannot_write(store->path) == 0 ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY);
    sql_run(d, "PRAGMA query_only = ON", "");
    int version = check_version(d);
    /*
     * there is no room for the file with the log's index: it is kept in memory while nobody else
     * has the store
     */
    if (d->error == STORAGE_FULL) {
        store->alone = true;
        again_to_read(d, store->path, SQLITE_OPEN_READWRITE);
        version = check_version(d);
    }
    char *uri = d->error == STORAGE_DISK || d->error == STORAGE_READ_ONLY
                    ? immutable_uri(store->path)
                    : NULL;
    if (uri != NULL) {
        again_to_read(d, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
        version = check_version(d);
        free(uri);
    }
    return version;
}

/* Copying reads free pages too, which may be blank. To be freed after copying. */
static uint8_t *allow_free_pages(struct transaction *d, struct store *from)
{
    struct raw raw;
    uint32_t count = 0;
    uint8_t *set = raw_open(&raw, from->path) == SQLITE_OK
                       ? raw_free_pages(&raw, from->path, &count)
                       : NULL;
    raw_close(&raw);
    if (set == NULL)
        fail(d, STORAGE_MEMORY, NULL, "");
    pages_allow_blank(from->pages, set, count);
    return set;
}

/* Copies all pages into the store of the call. `from` NULL: there are none. */
static void copy_pages(struct transaction *d, struct store *from)
{
    if (d->error != STORAGE_OK || from == NULL)
        return;
    sqlite3_backup *backup = sqlite3_backup_init(d->store->db, "main", from->db, "main");
    if (backup == NULL) {
        fail_sql(d, sqlite3_errcode(d->store->db));
        return;
    }
    uint8_t *free_pages = from->pages != NULL ? allow_free_pages(d, from) : NULL;
    int rc = sqlite3_backup_step(backup, -1);
    int ended = sqlite3_backup_finish(backup);
    if (from->pages != NULL)
        pages_allow_blank(from->pages, NULL, 0);
    free(free_pages);
    if (rc != SQLITE_DONE || ended != SQLITE_OK)
        fail_sql(d, rc != SQLITE_DONE ? rc : ended);
}

/* SQLite does not copy from a connection that may be writing, so both ends are opened again. */
static void copy_file(struct transaction *d, const struct store *store, const char *path)
{
    touch(d, path);
    if (d->error != STORAGE_OK)
        return;
    struct transaction copying = {.why = d->why};
    struct store *from = store_new(&copying, store->path, store->pages != NULL);
    connect(&copying, store->path, SQLITE_OPEN_READONLY);
    struct store *to = store_new(&copying, path, true);
    connect(&copying, path, SQLITE_OPEN_READWRITE);
    copy_pages(&copying, from);
    store_close(to);
    store_close(from);
    if (copying.error == STORAGE_OK)
        sync_folder(&copying, path);
    if (copying.error != STORAGE_OK)
        unlink(path);
    d->error = copying.error;
}

/* Makes the backup copy, which is complete before it gets its name. */
static void back_up(struct transaction *d, int version)
{
    char *path = sqlite3_mprintf("%s.v%d.bak", d->store->path, version);
    char *made = sqlite3_mprintf("%s.v%d.new-%lld", d->store->path, version, (long long)getpid());
    if (path == NULL || made == NULL)
        fail(d, STORAGE_MEMORY, NULL, "");
    else
        copy_file(d, d->store, made);
    if (d->error == STORAGE_OK && rename(made, path) != 0)
        fail(d, STORAGE_DISK, N_("{file}: the copy could not be renamed"), "t", "file", path);
    sqlite3_free(made);
    sqlite3_free(path);
}

static int connect_to_write(struct transaction *d)
{
    struct store *store = d->store;
    int denied = cannot_write(store->path);
    if (denied != 0)
        fail_file(d, STORAGE_READ_ONLY, store->path, strerror(denied));
    connect(d, store->path, SQLITE_OPEN_READWRITE);
    int version = check_version(d);
    if (d->error == STORAGE_OK && sqlite3_db_readonly(store->db, "main") != 0)
        fail(d, STORAGE_READ_ONLY, N_("{file}"), "t", "file", store->path);
    store->writes = d->error == STORAGE_OK;
    if (version < STORE_VERSION)
        schema_migrate(d, back_up);
    return version;
}

/*
 * Opens an existing file; *version becomes its version if it is only read. NULL: the call has
 * failed.
 */
static struct store *open_file(struct transaction *d, const char *path, enum store_mode mode,
    int *version)
{
    look(d, path, mode);
    const unsigned cut = store_recognise(d, path, mode == STORE_WRITE);
    struct store *store = store_new(d, path, true);
    if (store == NULL)
        return NULL;
    *version = mode == STORE_WRITE ? connect_to_write(d) : connect_to_read(d);
    if (d->error == STORAGE_FOREIGN) /* but its header was that of a store */
        d->error = STORAGE_DAMAGED;
    if (d->error == STORAGE_OK && *version >= STORE_TALLIED)
        commit_mark_compare(d);
    if (cut > 0 && store->missing.changes > 0)
        fail(d, STORAGE_DAMAGED, N_("{file}-wal: {count} transactions cannot be reached"), "ti",
            "file", path, "count", store->missing.changes);
    if (d->error == STORAGE_OK && store->writes)
        commit_mark_reset(store);
    if (d->error == STORAGE_OK)
        return store;
    store->damaged = true; /* whatever is wrong with it, a refused file is not written to */
    store_close(store);
    return NULL;
}

/* A store in memory with the present schema and the content of `from`; NULL: none. */
static struct store *make_copy(struct transaction *d, const char *path, struct store *from)
{
    struct store *copy = store_new(d, path, false);
    if (copy == NULL)
        return NULL;
    connect(d, ":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    copy_pages(d, from);
    copy->writes = true;
    schema_migrate(d, NULL);
    return copy;
}

/* A copy of the file, or an empty one if there is none. */
static struct store *open_copy(struct transaction *d, const char *path)
{
    int version = 0;
    struct store *from = open_file(d, path, STORE_READ, &version);
    if (d->error == STORAGE_MISSING)
        d->error = STORAGE_OK;
    struct store *copy = make_copy(d, path, from);
    if (copy != NULL && from != NULL)
        copy->missing = from->missing;
    store_close(from);
    if (d->error == STORAGE_OK)
        return copy;
    store_close(copy);
    return NULL;
}

char *path_resolve(struct transaction *d, const char *path)
{
    struct stat about;
    const bool is_link = lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
    char *resolved = is_link ? realpath(path, NULL) : strdup(path);
    if (resolved == NULL && is_link && errno == ENOENT)
        fail(d, STORAGE_DISK, N_("{file} is a link that leads nowhere"), "t", "file", path);
    else if (resolved == NULL)
        fail_system(d, path);
    return resolved;
}

enum storage_error store_open(const char *path, enum store_mode mode, struct store **out,
    struct storage_why *why)
{
    struct transaction d = {.why = why};
    int version = STORE_VERSION;
    struct store *store = NULL;
    char *file = path_resolve(&d, path);
    if (file != NULL)
        store = mode == STORE_COPY ? open_copy(&d, file) : open_file(&d, file, mode, &version);
    if (mode != STORE_WRITE && version < STORE_VERSION) {
        fail(&d, STORAGE_READ_ONLY,
            N_("{file} is of an earlier version and must be brought up to date first"), "t", "file",
            path);
        store_close(store);
    }
    free(file);
    if (d.error == STORAGE_OK)
        *out = store;
    return d.error;
}

void store_close(struct store *store)
{
    if (store == NULL)
        return;
    if (store->db != NULL)
        store_batch_abandon(store);
    while (store->holds != NULL)
        store_release(store->holds);
    if (store->hold_file >= 0)
        close(store->hold_file);
    if (store->db != NULL && store->writes && !store->damaged)
        store_keeps(&(struct transaction){.store = store});
    const bool leave = store->leaves_log || (store->damaged && log_used(store->path));
    if (leave && store->db != NULL)
        sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    disconnect(store);
    if (leave && store->sweeps)
        raw_sweep(store->path);
    people_forget(store);
    pages_free(store->pages);
    free(store->path);
    free(store);
}

/* ---- looking after it -------------------------------------------------------------------- */

void store_alive(struct store *store, int (*alive)(void *user), void *user)
{
    enum { STEPS = 1 << 16 }; /* of SQLite's: milliseconds */
    sqlite3_progress_handler(store->db, STEPS, alive, user);
}

/*
 * Checks that the schema has the expected tables and triggers, and nothing else that would act by
 * itself.
 */
static void check_schema(struct transaction *d)
{
    static const char all[] =
        "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name, sql";
    struct transaction making = {.why = d->why};
    struct store *made = d->error == STORAGE_OK ? make_copy(&making, d->store->path, NULL) : NULL;
    struct query is, should;
    if (made == NULL || making.error != STORAGE_OK) {
        d->error = d->error == STORAGE_OK ? making.error : d->error;
        store_close(made);
        return;
    }
    query_begin(&is, d, all, "");
    query_begin(&should, &making, all, "");
    for (bool more = true; more && d->error == STORAGE_OK;) {
        const bool there = query_next(&is), expected = query_next(&should);
        more = there && expected;
        if (there != expected
            || (more
                && (strcmp(query_text(&is, 0), query_text(&should, 0)) != 0
                    || strcmp(query_text(&is, 1), query_text(&should, 1)) != 0)))
            fail(d, STORAGE_DAMAGED, N_("{file}: “{name}” of its schema is not as fuda makes it"),
                "tt", "file", d->store->path, "name", query_text(there ? &is : &should, 0));
    }
    query_end(&should);
    query_end(&is);
    store_close(made);
}

enum storage_error store_check(struct store *store)
{
    struct query q;
    struct transaction d = transaction_new(store);
    query_begin(&q, &d, "PRAGMA integrity_check(1)", "");
    if (query_next(&q) && strcmp(query_text(&q, 0), "ok") != 0)
        fail_file(&d, STORAGE_DAMAGED, store->path, query_text(&q, 0));
    query_end(&q);
    query_begin(&q, &d, "PRAGMA foreign_key_check", "");
    if (query_next(&q))
        fail(&d, STORAGE_DAMAGED, N_("{file}: a row refers to nothing"), "t", "file", store->path);
    query_end(&q);
    check_schema(&d);
    store->damaged |= d.error == STORAGE_DAMAGED;
    return d.error;
}
