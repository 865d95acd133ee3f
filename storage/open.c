/*
 * Opening: recognise the file before anything is written, make it whole or not at all.
 *
 * A new store is made under another name and gets its own by link(2): nobody ever sees half of
 * it, and of two processes that make it at once one wins and both go on with that one.
 */
#define _DEFAULT_SOURCE 1 /* link, lstat, fchmod */
#include "store.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUSY_MS = 5000, HEADER = 100 };

/* ---- recognising ------------------------------------------------------------------------- */

static uint32_t big_endian(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static enum storage_error fail_newer(const char *path, uint32_t version, struct storage_why *why)
{
    fail_of(why, STORAGE_NEWER, N_("{file} has version {version}; known are those up to {most}"), "file", path);
    why_number(why, "version", version);
    why_number(why, "most", STORE_VERSION);
    return STORAGE_NEWER;
}

static enum storage_error judge_header(const char *path, const uint8_t *header, sqlite3_int64 size,
                                       struct storage_why *why)
{
    if (size == 0)
        return fail_of(why, STORAGE_DAMAGED, N_("{file} is empty"), "file", path);
    if (memcmp(header, "SQLite format 3", 16) != 0)
        return fail_of(why, STORAGE_FOREIGN, N_("{file} is no SQLite file"), "file", path);
    if (big_endian(header + 68) != STORE_APPLICATION)
        return fail_of(why, STORAGE_FOREIGN, N_("{file} is another program's SQLite file"), "file", path);
    if (big_endian(header + 60) > STORE_VERSION)
        return fail_newer(path, big_endian(header + 60), why);
    if (header[16] << 8 != PAGE_SIZE || header[17] != 0 || header[20] != PAGE_CHECK)
        return fail_of(why, STORAGE_DAMAGED, N_("{file} has a header that fuda never writes"), "file", path);
    if (size < PAGE_SIZE)
        return fail_of(why, STORAGE_DAMAGED, N_("{file} is truncated"), "file", path);
    return STORAGE_OK;
}

/*
 * Reads the header through SQLite's file layer. (Opening and closing the file by ourselves would
 * drop the locks that this process may hold on it through another `struct store`.)
 */
static enum storage_error recognise(const char *path, struct storage_why *why)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    sqlite3_file *file = vfs != NULL ? calloc(1, (size_t)vfs->szOsFile) : NULL;
    char *full = malloc((size_t)(vfs != NULL ? vfs->mxPathname : 0) + 1);
    const char *name = NULL;
    uint8_t header[HEADER] = {0};
    sqlite3_int64 size = 0;
    if (file != NULL && full != NULL
        && vfs->xFullPathname(vfs, path, vfs->mxPathname + 1, full) <= SQLITE_ROW)
        name = sqlite3_create_filename(full, "", "", 0, NULL);
    int rc = SQLITE_NOMEM;
    if (name != NULL)
        rc = vfs->xOpen(vfs, name, file, SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_READONLY, NULL);
    if (rc == SQLITE_OK)
        rc = file->pMethods->xFileSize(file, &size);
    if (rc == SQLITE_OK)
        rc = file->pMethods->xRead(file, header, HEADER, 0);
    if (file != NULL && file->pMethods != NULL)
        file->pMethods->xClose(file);
    sqlite3_free_filename((char *)(uintptr_t)name);
    free(full);
    free(file);
    if (rc != SQLITE_OK && rc != SQLITE_IOERR_SHORT_READ)
        return fail_file(why, rc == SQLITE_NOMEM ? STORAGE_MEMORY : STORAGE_DISK, path, sqlite3_errstr(rc));
    return judge_header(path, header, size, why);
}

/* ---- connections ------------------------------------------------------------------------- */

static const char connection_settings[] =
    "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF;"
    "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA journal_size_limit = 4194304;";

static enum storage_error connect(struct store *store, const char *path, int flags,
                                  struct storage_why *why)
{
    const char *layer = store->pages != NULL ? pages_name(store->pages) : NULL;
    int rc = sqlite3_open_v2(path, &store->db, flags | SQLITE_OPEN_NOMUTEX, layer);
    if (rc == SQLITE_OK) {
        sqlite3_extended_result_codes(store->db, 1);
        sqlite3_busy_timeout(store->db, BUSY_MS);
        sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
        rc = sqlite3_exec(store->db, connection_settings, NULL, NULL, NULL);
    }
    return rc == SQLITE_OK ? STORAGE_OK : fail_sql(store, rc, why);
}

static void disconnect(struct store *store)
{
    for (size_t i = 0; i < store->cached; i++)
        sqlite3_finalize(store->cache[i].stmt);
    store->cached = 0;
    sqlite3_close_v2(store->db);
    store->db = NULL;
}

static struct store *store_new(const char *path, bool checked, struct storage_why *why)
{
    struct store *store = calloc(1, sizeof *store);
    if (store != NULL) {
        store->hold_file = -1;
        store->path = strdup(path);
        store->pages = checked ? pages_new() : NULL;
    }
    if (store == NULL || store->path == NULL || (checked && store->pages == NULL)) {
        store_close(store);
        fail(why, STORAGE_MEMORY, NULL);
        return NULL;
    }
    return store;
}

/* ---- making ------------------------------------------------------------------------------ */

static enum storage_error make_folders(const char *path, struct storage_why *why)
{
    char *copy = strdup(path);
    if (copy == NULL)
        return fail(why, STORAGE_MEMORY, NULL);
    enum storage_error error = STORAGE_OK;
    for (char *at = copy + 1; *at != '\0' && error == STORAGE_OK; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        if (mkdir(copy, 0700) != 0 && errno != EEXIST && errno != EISDIR) {
            bool denied = errno == EACCES || errno == EROFS || errno == EPERM;
            error = fail_file(why, errno == ENOSPC ? STORAGE_FULL : denied ? STORAGE_READ_ONLY : STORAGE_DISK, copy,
                              strerror(errno));
        }
        *at = '/';
    }
    free(copy);
    return error;
}

static enum storage_error fail_system(const char *path, struct storage_why *why)
{
    enum storage_error error = STORAGE_DISK;
    if (errno == ENOSPC || errno == EDQUOT)
        error = STORAGE_FULL;
    else if (errno == EACCES || errno == EROFS || errno == EPERM)
        error = STORAGE_READ_ONLY;
    return fail_file(why, error, path, strerror(errno));
}

static enum storage_error sync_folder(const char *path, struct storage_why *why)
{
    char *copy = strdup(path);
    if (copy == NULL)
        return fail(why, STORAGE_MEMORY, NULL);
    int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    enum storage_error error = STORAGE_OK;
    /* Some file systems cannot sync a folder and say EINVAL; there is no more to be done there. */
    if (folder < 0 || (fsync(folder) != 0 && errno != EINVAL))
        error = fail_system(path, why);
    if (folder >= 0)
        close(folder);
    free(copy);
    return error;
}

/* Tables in an ordinary journal, so that the header is complete before the log is switched on. */
static enum storage_error fill(struct store *store, struct storage_why *why)
{
    int reserve = PAGE_CHECK;
    char first[128];
    snprintf(first, sizeof first, "PRAGMA page_size = %d; PRAGMA application_id = %d;", PAGE_SIZE,
             STORE_APPLICATION);
    sqlite3_file_control(store->db, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserve);
    int rc = sqlite3_exec(store->db, first, NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        return fail_sql(store, rc, why);
    enum storage_error error = schema_migrate(store, NULL, why);
    if (error == STORAGE_OK)
        error = sql_run(store, why, "PRAGMA journal_mode = WAL", "");
    return error;
}

static enum storage_error make_file(const char *path, struct storage_why *why)
{
    int file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (file < 0)
        return fail_system(path, why);
    close(file);
    struct store *store = store_new(path, true, why);
    if (store == NULL)
        return STORAGE_MEMORY;
    store->writes = true;
    enum storage_error error = connect(store, path, SQLITE_OPEN_READWRITE, why);
    if (error == STORAGE_OK)
        error = fill(store, why);
    store_close(store);
    return error;
}

/* Gives the finished file its name, unless that has come into being meanwhile. */
static enum storage_error settle(const char *made, const char *path, struct storage_why *why)
{
    bool linked = link(made, path) == 0;
    if (linked || errno == EEXIST)
        unlink(made);
    else if (rename(made, path) != 0)   /* a file system without links */
        return fail_system(path, why);
    return sync_folder(path, why);
}

static enum storage_error create(const char *path, struct storage_why *why)
{
    enum storage_error error = make_folders(path, why);
    if (error != STORAGE_OK)
        return error;
    char *made = sqlite3_mprintf("%s.new-%lld", path, (long long)getpid());
    if (made == NULL)
        return fail(why, STORAGE_MEMORY, NULL);
    unlink(made);   /* left by a process of this number that died */
    error = make_file(made, why);
    if (error == STORAGE_OK)
        error = settle(made, path, why);
    if (error != STORAGE_OK)
        unlink(made);
    sqlite3_free(made);
    return error;
}

/* ---- opening ----------------------------------------------------------------------------- */

static enum storage_error look(const char *path, enum store_mode mode, struct storage_why *why)
{
    struct stat about;
    if (stat(path, &about) != 0) {
        if (errno != ENOENT)
            return fail_system(path, why);
        if (mode != STORE_WRITE)
            return fail_of(why, STORAGE_MISSING, N_("{file}"), "file", path);
        return create(path, why);
    }
    if (!S_ISREG(about.st_mode))
        return fail_of(why, STORAGE_FOREIGN, N_("{file} is no ordinary file"), "file", path);
    return STORAGE_OK;
}

/* A store on a medium that cannot be written, closed properly: no log, so no lock is needed. */
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

static enum storage_error check_version(struct store *store, int *version, struct storage_why *why)
{
    enum storage_error error = schema_version(store, version, why);
    if (error == STORAGE_OK && *version > STORE_VERSION)
        error = fail_newer(store->path, (uint32_t)*version, why);
    return error;
}

/* Without the right to write beside the file SQLite says only that it cannot be opened. */
static enum storage_error cannot_write(struct store *store, struct storage_why *why)
{
    char *copy = strdup(store->path);
    int denied = copy != NULL && access(dirname(copy), W_OK) != 0 ? errno : 0;
    free(copy);
    if (denied == 0 && access(store->path, W_OK) != 0)
        denied = errno;
    return denied == 0 ? STORAGE_OK : fail_file(why, STORAGE_READ_ONLY, store->path, strerror(denied));
}

/* Has anybody anything in the log? */
static bool log_used(const char *path)
{
    struct stat about;
    char *log = sqlite3_mprintf("%s-wal", path);
    bool used = log == NULL || (stat(log, &about) == 0 && about.st_size > 0);
    sqlite3_free(log);
    return used;
}

/*
 * Where the file may be written it is opened so, and only asked: SQLite then takes the files away again
 * that it laid beside it to read.
 */
static enum storage_error connect_to_read(struct store *store, int *version,
                                          struct storage_why *why)
{
    bool tidy = cannot_write(store, NULL) == STORAGE_OK;
    store->leaves_log = log_used(store->path);
    enum storage_error error = connect(store, store->path, tidy ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY, why);
    if (error == STORAGE_OK)
        error = sql_run(store, why, "PRAGMA query_only = ON", "");
    if (error == STORAGE_OK)
        error = check_version(store, version, why);
    char *uri = error == STORAGE_DISK || error == STORAGE_READ_ONLY ? immutable_uri(store->path)
                                                                    : NULL;
    if (uri != NULL) {
        disconnect(store);
        error = connect(store, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, why);
        if (error == STORAGE_OK)
            error = check_version(store, version, why);
        free(uri);
    }
    return error;
}

/* The copy is whole before it gets its name. */
static enum storage_error back_up(struct store *store, int version, struct storage_why *why)
{
    char *path = sqlite3_mprintf("%s.v%d.bak", store->path, version);
    char *made = sqlite3_mprintf("%s.v%d.new-%lld", store->path, version, (long long)getpid());
    enum storage_error error = STORAGE_MEMORY;
    if (path != NULL && made != NULL)
        error = store_backup(store, made, why);
    if (error == STORAGE_OK && rename(made, path) != 0)
        error = fail_of(why, STORAGE_DISK, N_("{file}: the copy could not be renamed"), "file", path);
    sqlite3_free(made);
    sqlite3_free(path);
    return error;
}

static enum storage_error connect_to_write(struct store *store, int *version,
                                           struct storage_why *why)
{
    enum storage_error error = cannot_write(store, why);
    if (error == STORAGE_OK)
        error = connect(store, store->path, SQLITE_OPEN_READWRITE, why);
    if (error == STORAGE_OK)
        error = check_version(store, version, why);
    if (error == STORAGE_OK && sqlite3_db_readonly(store->db, "main") != 0)
        error = fail_of(why, STORAGE_READ_ONLY, N_("{file}"), "file", store->path);
    if (error != STORAGE_OK)
        return error;
    store->writes = true;
    return *version < STORE_VERSION ? schema_migrate(store, back_up, why) : STORAGE_OK;
}

/* Opens a file that is there; *version is its own, if it is only read. */
static enum storage_error open_file(const char *path, enum store_mode mode, int *version, struct store **out,
                                    struct storage_why *why)
{
    enum storage_error error = look(path, mode, why);
    if (error == STORAGE_OK)
        error = recognise(path, why);
    if (error == STORAGE_OK)
        error = log_check(path, why);
    if (error != STORAGE_OK && (mode != STORE_RESCUE || error != STORAGE_DAMAGED))
        return error;
    struct store *store = store_new(path, mode != STORE_RESCUE, why);
    if (store == NULL)
        return STORAGE_MEMORY;
    error = mode == STORE_WRITE ? connect_to_write(store, version, why)
                                : connect_to_read(store, version, why);
    if (error == STORAGE_FOREIGN)   /* its header was ours */
        error = STORAGE_DAMAGED;
    if (error != STORAGE_OK) {
        store->damaged = true;      /* whatever it is: refused files are not written to */
        store_close(store);
        return error;
    }
    *out = store;
    return STORAGE_OK;
}

/* Copies page by page into a database that is closed again before it counts. */
static enum storage_error copy_pages(struct store *from, struct store *to, struct storage_why *why)
{
    sqlite3_backup *backup = sqlite3_backup_init(to->db, "main", from->db, "main");
    if (backup == NULL)
        return fail_sql(to, sqlite3_errcode(to->db), why);
    if (from->pages != NULL)
        pages_allow_blank(from->pages, true);
    int rc = sqlite3_backup_step(backup, -1);
    int ended = sqlite3_backup_finish(backup);
    if (rc == SQLITE_DONE && ended == SQLITE_OK)
        return STORAGE_OK;
    return fail_sql(to, rc != SQLITE_DONE ? rc : ended, why);
}

/* `from` NULL: of no file. */
static enum storage_error fill_copy(struct store *copy, struct store *from, struct storage_why *why)
{
    enum storage_error error = connect(copy, ":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, why);
    if (error == STORAGE_OK && from != NULL)
        error = copy_pages(from, copy, why);
    copy->writes = true;
    return error == STORAGE_OK ? schema_migrate(copy, NULL, why) : error;
}

static enum storage_error open_copy(const char *path, struct store **out, struct storage_why *why)
{
    struct store *from = NULL;
    int version = 0;
    enum storage_error error = open_file(path, STORE_READ, &version, &from, NULL);
    if (error != STORAGE_OK && error != STORAGE_MISSING)
        return open_file(path, STORE_READ, &version, &from, why);
    struct store *copy = store_new(path, false, why);
    error = copy != NULL ? fill_copy(copy, from, why) : STORAGE_MEMORY;
    store_close(from);
    if (error == STORAGE_OK)
        *out = copy;
    else
        store_close(copy);
    return error;
}

enum storage_error store_open(const char *path, enum store_mode mode, struct store **out,
                              struct storage_why *why)
{
    struct store *store = NULL;
    int version = 0;
    if (mode == STORE_COPY)
        return open_copy(path, out, why);
    enum storage_error error = open_file(path, mode, &version, &store, why);
    if (error == STORAGE_OK && mode != STORE_WRITE && version < STORE_VERSION) {
        error = fail_of(why, STORAGE_READ_ONLY, N_("{file} is of an earlier version and must be brought up to date first"),
                        "file", path);
        store_close(store);
    }
    if (error == STORAGE_OK)
        *out = store;
    return error;
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
    if ((store->damaged || store->leaves_log) && store->db != NULL)
        sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    disconnect(store);
    pages_free(store->pages);
    free(store->path);
    free(store);
}

/* ---- looking after it -------------------------------------------------------------------- */

enum storage_error store_check(struct store *store, struct storage_why *why)
{
    struct query q;
    enum storage_error error = STORAGE_OK;
    query_begin(&q, store, why, "PRAGMA integrity_check(1)", "");
    if (query_next(&q) && strcmp(query_text(&q, 0), "ok") != 0)
        error = fail_file(why, STORAGE_DAMAGED, store->path, query_text(&q, 0));
    enum storage_error asked = query_end(&q);
    if (asked != STORAGE_OK || error != STORAGE_OK)
        return asked != STORAGE_OK ? asked : error;
    query_begin(&q, store, why, "PRAGMA foreign_key_check", "");
    if (query_next(&q))
        error = fail_of(why, STORAGE_DAMAGED, N_("{file}: a row refers to nothing"), "file", store->path);
    asked = query_end(&q);
    return asked != STORAGE_OK ? asked : error;
}

/* SQLite copies nothing that the same connection may be writing: so both ends are opened anew. */
enum storage_error store_backup(struct store *store, const char *path, struct storage_why *why)
{
    int file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (file < 0)
        return fail_system(path, why);
    close(file);
    struct store *from = store_new(store->path, store->pages != NULL, why);
    struct store *to = from != NULL ? store_new(path, true, why) : NULL;
    enum storage_error error = to != NULL ? STORAGE_OK : STORAGE_MEMORY;
    if (error == STORAGE_OK)
        error = connect(from, store->path, SQLITE_OPEN_READONLY, why);
    if (error == STORAGE_OK)
        error = connect(to, path, SQLITE_OPEN_READWRITE, why);
    if (error == STORAGE_OK)
        error = copy_pages(from, to, why);
    store_close(to);
    store_close(from);
    if (error == STORAGE_OK)
        error = sync_folder(path, why);
    if (error != STORAGE_OK)
        unlink(path);
    return error;
}
