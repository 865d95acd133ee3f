/*
 * A folder as a remote: a stick, or one that something synchronises. Each store writes files of its own there, and
 * reads those of all others:
 *
 *     DEVICE-0001.rows         fuda rows 1 DEVICE 1          a head: the form's version, whose it is, its number
 *                              CHECK ROW                     as many rows as there are, each behind its check value
 *
 * A file is never changed where it stands: it is written beside (.DEVICE-0001.part) with more rows, and renamed; when it
 * is full the next one is begun. Names mean nothing to a reader: whatever begins with that head is read, also under
 * another name and twice ("conflicted copy"). A line whose check value is wrong is passed over and named; one without an
 * end is not there yet.
 *
 * How far a folder was read is told by what was read: each file's length and a hash over all of it up to there. So a
 * file that was renamed is known again, and one that was changed before that place is read from its beginning.
 *
 *     STATE   LENGTH-HASH LENGTH-HASH …      hexadecimal; before those that this store wrote stands a +
 */
#define _GNU_SOURCE
#include "sync.h"
#include "confined.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The analyzer of GCC 12 does not see that what a folder remembers keeps what was allocated for it. */
#if defined __GNUC__ && !defined __clang__
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
#endif

enum { FILE_FULL = 1 << 20, FILES_MOST = 100000, HEAD_MOST = 64, CHECK_TEXT = 9, POLL_MS = 100 };

#define HASH_BEGIN UINT64_C(0xcbf29ce484222325)

/* What was read of a file, or what a file is. */
struct read_mark {
    uint64_t length, hash;
    bool own;
};

struct rows_file {
    char *name;                 /* owned */
    struct read_mark read;           /* up to where it was read before: 0, not at all */
    struct read_mark whole;          /* up to its last whole line */
    uint64_t size, stamp;       /* of all of it; when it was changed */
    unsigned number;            /* in its head */
    bool own;                   /* this store's */
};

struct folder {
    char *path;                 /* owned */
    struct read_mark *mark;          /* owned: STATE */
    size_t marks;
    struct rows_file *file;     /* owned, in the order of names */
    size_t files;
    char *line;                 /* owned: room for a line */
    uint64_t seen;              /* the folder's files as a number, when it was scanned */
    int wrong;                  /* errno of what could not be read, of late: nothing is told that lacks it */
};

/* FNV-1a, 64 bits. */
static uint64_t hash_on(uint64_t hash, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* ---- the state --------------------------------------------------------------------------- */

static bool read_state(struct folder *f, const char *state)
{
    size_t room = strlen(state) / 4 + 1;
    f->mark = calloc(room, sizeof *f->mark);
    if (f->mark == NULL)
        return sync_failed("memory", "");
    for (const char *at = state; *at != '\0' && f->marks < room; at += strspn(at, " ")) {
        struct read_mark m = {.own = *at == '+'};
        char *end;
        m.length = strtoull(at + m.own, &end, 16);
        if (*end != '-')
            break;
        m.hash = strtoull(end + 1, &end, 16);
        f->mark[f->marks++] = m;
        at = end;
    }
    return true;
}

/* How far each file was read. */
static void print_state(const struct folder *f)
{
    const char *between = "";
    for (size_t i = 0; i < f->files; i++) {
        const struct read_mark *m = &f->file[i].read;
        if (m->length == 0)
            continue;
        printf("%s%s%" PRIx64 "-%" PRIx64, between, f->file[i].own ? "+" : "", m->length, m->hash);
        between = " ";
    }
}

static const struct read_mark *find_mark(const struct folder *f, uint64_t length, uint64_t hash)
{
    for (size_t i = 0; i < f->marks; i++)
        if (f->mark[i].length == length && f->mark[i].hash == hash)
            return &f->mark[i];
    return NULL;
}

/* ---- files ------------------------------------------------------------------------------- */

/* Was all read? Else it has failed; the next request tries anew. */
static bool is_read(struct folder *f)
{
    const int wrong = f->wrong;
    f->wrong = 0;
    return wrong == 0 || sync_failed(wrong == ENOMEM ? "memory" : "folder", strerror(wrong));
}

static void close_file(struct folder *f, FILE *in)
{
    if (ferror(in))
        f->wrong = EIO;
    fclose(in);
}

/*
 * The next whole line with its end, as far as it has room; *length is its real one. False at the end, and before a
 * line that has no end yet.
 */
static bool next_line(FILE *in, char *line, size_t room, size_t *length, uint64_t *hash)
{
    uint64_t h = *hash;
    int c;
    *length = 0;
    while ((c = getc_unlocked(in)) != EOF) {
        char byte = (char)c;
        h = hash_on(h, &byte, 1);
        if (*length < room - 1)
            line[*length] = byte;
        (*length)++;
        if (c == '\n') {
            line[*length < room ? *length - 1 : room - 1] = '\0';
            *hash = h;
            return true;
        }
    }
    return false;
}

static FILE *open_file(struct folder *f, const char *name, struct stat *about)
{
    int folder = open(f->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int file = folder >= 0 ? openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : -1;
    FILE *in = NULL;
    if (file < 0 && errno != ENOENT && errno != ELOOP && errno != ENXIO)       /* gone by now, or no file */
        f->wrong = errno;
    if (folder >= 0)
        close(folder);
    if (file >= 0 && fstat(file, about) == 0 && S_ISREG(about->st_mode))
        if ((in = fdopen(file, "r")) == NULL)
            f->wrong = errno;
    if (in == NULL && file >= 0)
        close(file);
    return in;
}

/* "fuda rows 1 DEVICE NUMBER": whose file it is. 0: it is none of ours; else the version of its form. */
static int read_head(const struct sync *s, const char *line, struct rows_file *file)
{
    static const char head[] = "fuda rows ";
    if (strncmp(line, head, strlen(head)) != 0)
        return 0;
    const char *device = strchr(line + strlen(head), ' '), *number = device != NULL ? strchr(device + 1, ' ') : NULL;
    long version = strtol(line + strlen(head), NULL, 10);
    file->own = number != NULL && number - device == DEVICE_TEXT && strncmp(device + 1, s->device, DEVICE_TEXT - 1) == 0;
    file->number = number != NULL ? (unsigned)strtoul(number, NULL, 10) : 0;
    return version > 0 && version < INT_MAX ? (int)version : 0;
}

static uint64_t stamp_of(const struct stat *about)
{
    uint64_t stamp = hash_on(HASH_BEGIN, (const char *)&about->st_mtim, sizeof about->st_mtim);
    return hash_on(stamp, (const char *)&about->st_ino, sizeof about->st_ino);
}

/* What a file is, and how far it was read before: it is read through. False: there are no rows in it. */
static bool look_at(struct folder *f, const struct sync *s, struct rows_file *file)
{
    struct stat about;
    size_t length;
    FILE *in = open_file(f, file->name, &about);
    file->read = file->whole = (struct read_mark){.hash = HASH_BEGIN};
    uint64_t at = 0, hash = HASH_BEGIN;
    int version = 0;
    if (in == NULL)
        return false;
    file->size = (uint64_t)about.st_size;
    file->stamp = stamp_of(&about);
    if (next_line(in, f->line, HEAD_MOST, &length, &hash))
        version = read_head(s, f->line, file);
    if (version > 1)
        printf("note\tnewer\t%s\n", file->name);
    while (version == 1) {
        at += length;
        file->whole.length = at;
        file->whole.hash = hash;
        if (find_mark(f, at, hash) != NULL)
            file->read = file->whole;
        if (!next_line(in, f->line, ROW_LINE_MOST, &length, &hash))
            break;
    }
    close_file(f, in);
    return version == 1;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && (entry->d_type == DT_REG || entry->d_type == DT_UNKNOWN);
}

/* The folder's files as one number: another when any was added, changed, renamed or removed. */
static uint64_t glance(const struct folder *f)
{
    struct dirent **entry = NULL;
    struct stat about;
    uint64_t seen = HASH_BEGIN;
    int count = scandir(f->path, &entry, is_visible, alphasort);
    int folder = open(f->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int i = 0; entry != NULL && i < count; i++) {
        seen = hash_on(seen, entry[i]->d_name, strlen(entry[i]->d_name));
        if (folder >= 0 && fstatat(folder, entry[i]->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0) {
            uint64_t stamp = stamp_of(&about) ^ (uint64_t)about.st_size;
            seen = hash_on(seen, (const char *)&stamp, sizeof stamp);
        }
        free(entry[i]);
    }
    free(entry);
    if (folder >= 0)
        close(folder);
    return seen;
}

static void forget_files(struct rows_file *file, size_t files)
{
    for (size_t i = 0; file != NULL && i < files; i++)
        free(file[i].name);
    free(file);
}

/* The file of before that is this one, untouched since: it need not be read again. */
static bool is_untouched(struct rows_file *old, size_t count, const struct folder *f, struct rows_file *file)
{
    char path[4096];
    struct stat about;
    snprintf(path, sizeof path, "%s/%s", f->path, file->name);
    for (size_t i = 0; old != NULL && i < count; i++)
        if (old[i].name != NULL && strcmp(old[i].name, file->name) == 0) {
            if (lstat(path, &about) != 0 || stamp_of(&about) != old[i].stamp || (uint64_t)about.st_size != old[i].size)
                return false;
            free(file->name);
            *file = old[i];
            old[i].name = NULL;
            return true;
        }
    return false;
}

/* What was read until now are the marks of what is scanned anew. */
static bool keep_marks(struct folder *f)
{
    struct read_mark *mark = calloc(f->files + 1, sizeof *mark);
    size_t marks = 0;
    if (mark == NULL)
        return sync_failed("memory", "");
    for (size_t i = 0; i < f->files; i++)
        if (f->file[i].read.length > 0) {
            mark[marks] = f->file[i].read;
            mark[marks++].own = f->file[i].own;
        }
    free(f->mark);
    f->mark = mark;
    f->marks = marks;
    return true;
}

/* All files with rows. How far they were read is told by the marks. */
static bool scan(struct sync *s)
{
    struct folder *f = s->inner;
    struct dirent **entry = NULL;
    struct rows_file *old = f->file;
    size_t olds = f->files;
    if (old != NULL && !keep_marks(f))
        return false;
    f->seen = glance(f);
    int count = scandir(f->path, &entry, is_visible, alphasort), wrong = errno;
    struct rows_file *all = count >= 0 && count <= FILES_MOST ? calloc((size_t)count + 1, sizeof *all) : NULL;
    size_t kept = 0;
    for (int i = 0; entry != NULL && i < count; i++) {
        struct rows_file file = {.name = all != NULL ? strdup(entry[i]->d_name) : NULL};
        if (file.name != NULL && (is_untouched(old, olds, f, &file) || look_at(f, s, &file)))
            all[kept++] = file;
        else
            free(file.name);
        free(entry[i]);
    }
    free(entry);
    f->file = all;
    f->files = kept;
    forget_files(old, olds);
    return all != NULL ? is_read(f) : sync_failed("folder", count < 0 ? strerror(wrong) : f->path);
}

/* Each file of ours that stood here when STATE was given still does, or one that begins so. */
static bool is_lost(const struct folder *f)
{
    for (size_t i = 0; i < f->marks; i++) {
        bool found = !f->mark[i].own;
        for (size_t k = 0; k < f->files && !found; k++)
            found = f->file[k].read.length == f->mark[i].length && f->file[k].read.hash == f->mark[i].hash;
        if (!found)
            return true;
    }
    return false;
}

/* ---- opening ----------------------------------------------------------------------------- */

static void folder_close(struct sync *s)
{
    struct folder *f = s->inner;
    if (f == NULL)
        return;
    forget_files(f->file, f->files);
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
    if (!read_state(f, s->state) || !folder_there(f))
        return false;
    confine_to_folder(f->path);
    if (!scan(s))
        return false;
    bool lost = is_lost(f);
    printf("ready\t%s\t%d\n", f->marks == 0 ? "new" : lost ? "lost" : "same", ROWS_VERSION);
    for (size_t i = 0; lost && i < f->files; i++)      /* everything is read again, and sent again */
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

/* In which of the passes a row is told: so that what is about it comes behind it, in whatever file it stands. */
static int pass_of(const char *row)
{
    static const char *const late[] = {"record\t", "line\t", "taken\t", "uses\t"};
    for (int i = 0; i < 4; i++)
        if (strncmp(row, late[i], strlen(late[i])) == 0)
            return i == 0 ? 1 : 2;
    return 0;
}

/* The row of a line "CHECK ROW"; NULL: its check value is wrong. */
static char *checked(char *line, size_t length)
{
    char check[CHECK_TEXT];
    if (length < CHECK_TEXT + 1 || length > ROW_LINE_MOST - 1 || line[CHECK_TEXT - 1] != ' ')
        return NULL;
    size_t row = length - 1 - CHECK_TEXT;
    snprintf(check, sizeof check, "%08" PRIx32, (uint32_t)hash_on(HASH_BEGIN, line + CHECK_TEXT, row));
    return memcmp(check, line, CHECK_TEXT - 1) == 0 && strlen(line) == length - 1 ? line + CHECK_TEXT : NULL;
}

typedef void visit_folder_row(void *user, char *text);

/* Every row of a file from `from` to its last whole line; how many lines were damaged. */
static unsigned each_row(struct folder *f, const struct rows_file *file, uint64_t from, visit_folder_row *visit, void *user)
{
    struct stat about;
    size_t length;
    unsigned damaged = 0;
    uint64_t at = from, hash = 0;
    FILE *in = open_file(f, file->name, &about);
    if (in == NULL || fseeko(in, (off_t)from, SEEK_SET) != 0) {
        f->wrong = errno;
        at = file->whole.length;
    }
    while (at < file->whole.length && next_line(in, f->line, ROW_LINE_MOST, &length, &hash)) {
        char *row = at > 0 ? checked(f->line, length) : NULL;
        damaged += row == NULL && at > 0;
        at += length;
        if (row != NULL)
            visit(user, row);
    }
    if (in != NULL)
        close_file(f, in);
    return damaged;
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
    bool ours = strncmp(campaign + 1, t->campaign, strlen(t->campaign)) == 0 || strncmp(campaign + 1, "-\t", 2) == 0;
    if (ours && (printf("row\t%s\n", row) < 0 || ferror(stdout)))
        exit(1);        /* what comes behind a hole would be read as something else */
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
    if (glance(f) != f->seen && !scan(s))
        return false;
    if (is_lost(f))
        return sync_failed("lost", "");
    tell_total(f);
    for (int pass = 0; pass < 3; pass++)
        for (size_t i = 0; i < f->files; i++) {
            alarm(REQUEST_S);                   /* it goes on, however many there are */
            struct telling_rows t = {campaign, pass};
            unsigned damaged = has_unread(&f->file[i]) ? each_row(f, &f->file[i], f->file[i].read.length, tell_row, &t) : 0;
            if (pass == 0 && damaged > 0)
                printf("note\tdamaged\t%s\n", f->file[i].name);
            if (pass == 0 && f->file[i].size > f->file[i].whole.length && has_unread(&f->file[i]))
                printf("note\thalf\t%s\n", f->file[i].name);
        }
    if (!is_read(f))
        return false;
    for (size_t i = 0; i < f->files; i++)
        f->file[i].read = f->file[i].whole;
    fputs("state\t", stdout);
    print_state(f);
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
        each_row(f, &f->file[i], 0, see_campaign, shelf);
    const bool good = is_read(f);
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
    snprintf(out, size, "%s%s-%04u.%s", strcmp(end, "part") == 0 ? "." : "", s->device, number, end);
}

/* Our last file, if it is as we left it and has room; NULL: a new one is begun. */
static const struct rows_file *file_to_continue(const struct sync *s, const struct folder *f, unsigned *number)
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
    if (last != NULL && strcmp(last->name, name) == 0 && last->size == last->whole.length && !has_unread(last)
        && last->size < FILE_FULL)
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
    FILE *in = open_file(f, file->name, &about);
    for (size_t got; in != NULL && (got = fread(block, 1, sizeof block, in)) > 0; copied += got)
        fwrite(block, 1, got, to);
    if (in != NULL)
        close_file(f, in);
    return is_read(f) && (copied == file->size || sync_failed("folder", file->name));
}

/* What came of records is for a server's views: each reader of a folder works it out. */
static bool is_kept(const char *row)
{
    return strncmp(row, "told\t", 5) != 0;
}

static void write_rows(char **rows, size_t count, FILE *to)
{
    for (size_t i = 0; i < count; i++)
        if (is_kept(rows[i]))
            fprintf(to, "%08" PRIx32 " %s\n", (uint32_t)hash_on(HASH_BEGIN, rows[i], strlen(rows[i])), rows[i]);
}

/* What was said of the rows before, and these. False: not whole on the disk; *told: why was said. */
static bool fill_file(struct sync *s, FILE *to, const struct rows_file *old, unsigned number, char **rows, size_t count, bool *told)
{
    if (old == NULL)
        fprintf(to, "fuda rows 1 %s %u\n", s->device, number);
    *told = old != NULL && !copy_file(s->inner, old, to);
    write_rows(rows, count, to);
    const bool good = !*told && fflush(to) == 0 && !ferror(to) && fsync(fileno(to)) == 0;
    return fclose(to) == 0 && good;
}

/* Into a file beside, which is whole on the disk before it takes its name. */
static bool write_file(struct sync *s, const struct rows_file *old, unsigned number, char **rows, size_t count)
{
    struct folder *f = s->inner;
    char part[64], name[64];
    bool told = false;
    name_of(s, number, "part", part, sizeof part);
    name_of(s, number, "rows", name, sizeof name);
    int folder = open(f->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int file = folder >= 0 ? openat(folder, part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666) : -1;
    FILE *to = file >= 0 ? fdopen(file, "w") : NULL;
    bool good = to != NULL && fill_file(s, to, old, number, rows, count, &told);
    good = good && renameat(folder, part, folder, name) == 0 && (fsync(folder) == 0 || errno == EINVAL);
    int wrong = errno;
    if (to == NULL && file >= 0)
        close(file);
    if (!good && folder >= 0)
        unlinkat(folder, part, 0);
    if (folder >= 0)
        close(folder);
    return good || told ? good : sync_failed(wrong == ENOSPC || wrong == EDQUOT ? "full" : "folder", strerror(wrong));
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
    if (grown == NULL || file.name == NULL || !look_at(f, s, &file)) {
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
    f->seen = glance(f);
    printf("sent\t%zu\t", kept);
    print_state(f);
    putchar('\n');
    return true;
}

/* ---- waiting ----------------------------------------------------------------------------- */

static bool folder_wait(struct sync *s, int milliseconds)
{
    const struct folder *f = s->inner;
    for (int waited = 0;; waited += POLL_MS) {
        if (glance(f) != f->seen) {
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
    .open = folder_open, .close = folder_close, .campaigns = folder_campaigns, .create = folder_create,
    .fetch = folder_fetch, .send = folder_send, .wait = folder_wait, .standing = folder_standing,
};
