/*
 * A folder as a remote: a stick, or one that something synchronises. Each store writes files of its
 * own there, and reads those of all others:
 *
 *     DEVICE-0001.rows         fuda rows 1 DEVICE 1          a head: the form's version, whose it
 *                                                            is, its number
 *                              CHECK ROW                     as many rows as there are, each after
 *                                                            its check value
 *
 * A file is never changed where it stands: it is written beside (.DEVICE-0001.part) with more rows,
 * and renamed; when it is full the next one is begun. Names mean nothing to a reader: whatever
 * begins with that head is read, also under another name and twice ("conflicted copy"). A line
 * whose check value is wrong is passed over and named; one without an end is not there yet.
 *
 * How far a folder was read is told by what was read: each file's length and a hash over all of it
 * up to there. So a file that was renamed is known again, and one that was changed before that
 * place is read from its beginning.
 *
 *     STATE   LENGTH-HASH LENGTH-HASH …      hexadecimal; before those that this store wrote stands
 *                                            a +
 */
#define _GNU_SOURCE
#include "confined.h"
#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/*
 * The analyzer of GCC 12 does not see that what a folder remembers keeps what was allocated for it.
 */
#if defined __GNUC__ && !defined __clang__
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
#endif

enum { FILE_FULL = 1 << 20, POLL_MS = 100 };

/* ---- opening ----------------------------------------------------------------------------- */

static void folder_close(struct sync *s)
{
    struct folder *f = s->inner;
    if (f == NULL)
        return;
    folder_forget_files(f->file, f->files);
    free(f->path);
    free(f->mark);
    free(f->line);
    free(f);
    s->inner = NULL;
}

/* One that was there before is not made again: the stick may not be in. */
static bool folder_there(const struct folder *f)
{
    struct stat about;
    if (stat(f->path, &about) == 0 && S_ISDIR(about.st_mode))
        return access(f->path, R_OK | X_OK) == 0 || sync_failed("folder", strerror(errno));
    if (f->marks > 0 || errno != ENOENT)
        return sync_failed("folder", errno != 0 ? strerror(errno) : f->path);
    return mkdir(f->path, 0777) == 0 || sync_failed("folder", strerror(errno));
}

static bool folder_open(struct sync *s, const char *address)
{
    struct folder *f = calloc(1, sizeof *f);
    s->inner = f;
    if (f != NULL) {
        f->path = strdup(address);
        f->line = malloc(ROW_LINE_MOST);
    }
    if (f == NULL || f->path == NULL || f->line == NULL)
        return sync_failed("memory", "");
    errno = 0;
    if (!folder_read_state(f, s->state) || !folder_there(f))
        return false;
    confine_to_folder(f->path);
    if (!folder_scan(s))
        return false;
    bool lost = folder_is_lost(f);
    printf("ready\t%s\t%d\n", f->marks == 0 ? "new" : lost ? "lost" : "same", ROWS_VERSION);
    for (size_t i = 0; lost && i < f->files; i++) /* everything is read again, and sent again */
        f->file[i].read = (struct read_mark){.hash = HASH_BEGIN};
    f->marks = lost ? 0 : f->marks;
    return true;
}

/* There is nothing to lay out. */
static bool folder_create(struct sync *s)
{
    (void)s;
    puts("end");
    return true;
}

/* ---- fetching ---------------------------------------------------------------------------- */

/*
 * In which of the passes a row is told: so that what is about it comes after it, in whatever file
 * it stands.
 */
static int pass_of(const char *row)
{
    static const char *const late[] = {"record\t", "line\t", "taken\t", "uses\t"};
    for (int i = 0; i < 4; i++)
        if (strncmp(row, late[i], strlen(late[i])) == 0)
            return i == 0 ? 1 : 2;
    return 0;
}

struct telling_rows {
    const char *campaign;
    int pass;
};

static void tell_row(void *user, char *row)
{
    const struct telling_rows *t = user;
    const char *campaign = strchr(row, '\t');
    campaign = campaign != NULL ? strchr(campaign + 1, '\t') : NULL;
    if (campaign == NULL || pass_of(row) != t->pass)
        return;
    bool ours = strncmp(campaign + 1, t->campaign, strlen(t->campaign)) == 0
                || strncmp(campaign + 1, "-\t", 2) == 0;
    if (ours && (printf("row\t%s\n", row) < 0 || ferror(stdout)))
        exit(1); /* what comes after a hole would be read as something else */
}

static bool has_unread(const struct rows_file *file)
{
    return file->read.length < file->whole.length;
}

/* By their usual length. */
static void tell_total(const struct folder *f)
{
    enum { ROW_LENGTH = 170 };
    uint64_t unread = 0;
    for (size_t i = 0; i < f->files; i++)
        unread += f->file[i].whole.length - f->file[i].read.length;
    printf("total\t%" PRIu64 "\n", unread / ROW_LENGTH);
}

static bool folder_fetch(struct sync *s, const char *campaign)
{
    struct folder *f = s->inner;
    if (folder_glance(f) != f->seen && !folder_scan(s))
        return false;
    if (folder_is_lost(f))
        return sync_failed("lost", "");
    tell_total(f);
    for (int pass = 0; pass < 3; pass++)
        for (size_t i = 0; i < f->files; i++) {
            alarm(REQUEST_S); /* it goes on, however many there are */
            struct telling_rows t = {campaign, pass};
            unsigned damaged = has_unread(&f->file[i]) ? folder_each_row(f, &f->file[i],
                                   f->file[i].read.length, tell_row, &t)
                                                       : 0;
            if (pass == 0 && damaged > 0)
                printf("note\tdamaged\t%s\n", f->file[i].name);
            if (pass == 0 && f->file[i].size > f->file[i].whole.length && has_unread(&f->file[i]))
                printf("note\thalf\t%s\n", f->file[i].name);
        }
    if (!folder_is_read(f))
        return false;
    for (size_t i = 0; i < f->files; i++)
        f->file[i].read = f->file[i].whole;
    fputs("state\t", stdout);
    folder_print_state(f);
    puts("\t0");
    return true;
}

/* ---- campaigns --------------------------------------------------------------------------- */

enum { CAMPAIGNS_MOST = 1000 };

/* The campaigns of a folder, and the latest name of each. */
struct shelf {
    struct {
        char id[40], latest[40], name[1024];
    } campaign[CAMPAIGNS_MOST];
    int count;
};

static void see_campaign(void *user, char *row)
{
    struct shelf *shelf = user;
    struct row_parts part;
    bool named = strncmp(row, "name\t", 5) == 0;
    if ((!named && strncmp(row, "campaign\t", 9) != 0) || !row_split(row, &part))
        return;
    int i = 0;
    while (i < shelf->count && strcmp(shelf->campaign[i].id, part.campaign) != 0)
        i++;
    if (i == CAMPAIGNS_MOST)
        return;
    if (i == shelf->count) {
        snprintf(shelf->campaign[i].id, sizeof shelf->campaign[i].id, "%s", part.campaign);
        shelf->count++;
    }
    if (named && strcmp(part.id, shelf->campaign[i].latest) > 0) {
        snprintf(shelf->campaign[i].latest, sizeof shelf->campaign[i].latest, "%s", part.id);
        snprintf(shelf->campaign[i].name, sizeof shelf->campaign[i].name, "%s", part.text);
    }
}

static bool folder_campaigns(struct sync *s)
{
    struct folder *f = s->inner;
    struct shelf *shelf = calloc(1, sizeof *shelf);
    if (shelf == NULL)
        return sync_failed("memory", "");
    for (size_t i = 0; i < f->files; i++)
        folder_each_row(f, &f->file[i], 0, see_campaign, shelf);
    const bool good = folder_is_read(f);
    for (int i = 0; i < shelf->count && good; i++)
        printf("campaign\t%s\t%s\n", shelf->campaign[i].id, shelf->campaign[i].name);
    free(shelf);
    if (good)
        puts("end");
    return good;
}

/* ---- sending ----------------------------------------------------------------------------- */

static void name_of(const struct sync *s, unsigned number, const char *end, char *out, size_t size)
{
    snprintf(out, size, "%s%s-%04u.%s", strcmp(end, "part") == 0 ? "." : "", s->device, number,
        end);
}

/* Our last file, if it is as we left it and has room; NULL: a new one is begun. */
static const struct rows_file *file_to_continue(const struct sync *s, const struct folder *f,
    unsigned *number)
{
    char name[64];
    const struct rows_file *last = NULL;
    *number = 0;
    for (size_t i = 0; i < f->files; i++)
        if (f->file[i].own && f->file[i].number >= *number) {
            last = &f->file[i];
            *number = last->number;
        }
    name_of(s, *number, "rows", name, sizeof name);
    if (last != NULL && strcmp(last->name, name) == 0 && last->size == last->whole.length
        && !has_unread(last) && last->size < FILE_FULL)
        return last;
    (*number)++;
    return NULL;
}

/* Whole, as it was last read, or not. */
static bool copy_file(struct folder *f, const struct rows_file *file, FILE *to)
{
    struct stat about;
    char block[16384];
    uint64_t copied = 0;
    FILE *in = folder_open_file(f, file->name, &about);
    for (size_t got; in != NULL && (got = fread(block, 1, sizeof block, in)) > 0; copied += got)
        fwrite(block, 1, got, to);
    if (in != NULL)
        folder_close_file(f, in);
    return folder_is_read(f) && (copied == file->size || sync_failed("folder", file->name));
}

/* What came of records is for a server's views: each reader of a folder works it out. */
static bool is_kept(const char *row) { return strncmp(row, "told\t", 5) != 0; }

static void write_rows(char **rows, size_t count, FILE *to)
{
    for (size_t i = 0; i < count; i++)
        if (is_kept(rows[i]))
            fprintf(to, "%08" PRIx32 " %s\n",
                (uint32_t)rows_hash(HASH_BEGIN, rows[i], strlen(rows[i])), rows[i]);
}

/*
 * What was said of the rows before, and these. False: not whole on the disk; *told: why was said.
 */
static bool fill_file(struct sync *s, FILE *to, const struct rows_file *old, unsigned number,
    char **rows, size_t count, bool *told)
{
    if (old == NULL)
        fprintf(to, "fuda rows 1 %s %u\n", s->device, number);
    *told = old != NULL && !copy_file(s->inner, old, to);
    write_rows(rows, count, to);
    const bool good = !*told && fflush(to) == 0 && !ferror(to) && fsync(fileno(to)) == 0;
    return fclose(to) == 0 && good;
}

/* Into a file beside, which is whole on the disk before it takes its name. */
static bool write_file(struct sync *s, const struct rows_file *old, unsigned number, char **rows,
    size_t count)
{
    struct folder *f = s->inner;
    char part[64], name[64];
    bool told = false;
    name_of(s, number, "part", part, sizeof part);
    name_of(s, number, "rows", name, sizeof name);
    int folder = open(f->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int file = folder >= 0 ? openat(folder, part,
                   O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666)
                           : -1;
    FILE *to = file >= 0 ? fdopen(file, "w") : NULL;
    bool good = to != NULL && fill_file(s, to, old, number, rows, count, &told);
    good = good && renameat(folder, part, folder, name) == 0
           && (fsync(folder) == 0 || errno == EINVAL);
    int wrong = errno;
    if (to == NULL && file >= 0)
        close(file);
    if (!good && folder >= 0)
        unlinkat(folder, part, 0);
    if (folder >= 0)
        close(folder);
    return good || told ? good
                        : sync_failed(wrong == ENOSPC || wrong == EDQUOT ? "full" : "folder",
                            strerror(wrong));
}

/* What was just written is known: the file's place among those read. */
static bool note_written(struct sync *s, unsigned number)
{
    struct folder *f = s->inner;
    char name[64];
    struct rows_file file = {.number = number};
    name_of(s, number, "rows", name, sizeof name);
    file.name = strdup(name);
    struct rows_file *grown = realloc(f->file, (f->files + 2) * sizeof *grown);
    f->file = grown != NULL ? grown : f->file;
    if (grown == NULL || file.name == NULL || !folder_look_at(f, s, &file)) {
        free(file.name);
        return sync_failed("folder", name);
    }
    file.read = file.whole;
    for (size_t i = 0; i < f->files; i++)
        if (strcmp(f->file[i].name, name) == 0) {
            free(f->file[i].name);
            f->file[i] = file;
            return true;
        }
    f->file[f->files++] = file;
    return true;
}

static bool folder_send(struct sync *s, char **rows, size_t count)
{
    struct folder *f = s->inner;
    unsigned number;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        kept += is_kept(rows[i]);
    const struct rows_file *old = file_to_continue(s, f, &number);
    if (kept > 0 && (!write_file(s, old, number, rows, count) || !note_written(s, number)))
        return false;
    f->seen = folder_glance(f);
    printf("sent\t%zu\t", kept);
    folder_print_state(f);
    putchar('\n');
    return true;
}

/* ---- waiting ----------------------------------------------------------------------------- */

static bool folder_wait(struct sync *s, int milliseconds)
{
    const struct folder *f = s->inner;
    for (int waited = 0;; waited += POLL_MS) {
        if (folder_glance(f) != f->seen) {
            puts("news");
            return true;
        }
        if (waited >= milliseconds)
            break;
        nanosleep(&(struct timespec){.tv_nsec = POLL_MS * 1000000L}, NULL);
    }
    if (access(f->path, R_OK | X_OK) != 0)
        return sync_failed("folder", strerror(errno));
    puts("quiet");
    return true;
}

static bool folder_standing(struct sync *s, const char *campaign, const char *game)
{
    (void)s;
    (void)campaign;
    (void)game;
    return sync_failed("nothing", "");
}

const struct sync_engine folder_engine = {
    .open = folder_open,
    .close = folder_close,
    .campaigns = folder_campaigns,
    .create = folder_create,
    .fetch = folder_fetch,
    .send = folder_send,
    .wait = folder_wait,
    .standing = folder_standing,
};
