/* A folder's files, as they are read; folder.h says what there is to know of one. */
#define _GNU_SOURCE
#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * The analyzer of GCC 12 does not see that what a folder remembers keeps what was allocated for it.
 */
#if defined __GNUC__ && !defined __clang__
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
#endif

enum { FILES_MOST = 100000, HEAD_MOST = 64, CHECK_TEXT = 9 };

/* FNV-1a, 64 bits. */
uint64_t rows_hash(uint64_t hash, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* ---- the state --------------------------------------------------------------------------- */

bool folder_read_state(struct folder *f, const char *state)
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

void folder_print_state(const struct folder *f)
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

bool folder_is_read(struct folder *f)
{
    const int wrong = f->wrong;
    f->wrong = 0;
    return wrong == 0 || sync_failed(wrong == ENOMEM ? "memory" : "folder", strerror(wrong));
}

void folder_close_file(struct folder *f, FILE *in)
{
    if (ferror(in))
        f->wrong = EIO;
    fclose(in);
}

/*
 * The next whole line with its end; *length is its real one. False at the end, before a line that
 * has no end yet, and where one is longer than any row: such a file may be all holes, and read for
 * minutes.
 */
static bool next_line(FILE *in, char *line, size_t room, size_t *length, uint64_t *hash)
{
    uint64_t h = *hash;
    int c;
    *length = 0;
    while ((c = getc_unlocked(in)) != EOF) {
        char byte = (char)c;
        h = rows_hash(h, &byte, 1);
        if (*length == room)
            return false;
        line[(*length)++] = byte;
        if (c == '\n') {
            line[*length - 1] = '\0';
            *hash = h;
            return true;
        }
    }
    return false;
}

FILE *folder_open_file(struct folder *f, const char *name, struct stat *about)
{
    int folder = open(f->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int file = folder >= 0 ? openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
                           : -1;
    FILE *in = NULL;
    if (file < 0 && errno != ENOENT && errno != ELOOP
        && errno != ENXIO) /* gone by now, or no file */
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

/*
 * "fuda rows 1 DEVICE NUMBER": whose file it is. 0: it is none of ours; else the version of its
 * form.
 */
static int read_head(const struct sync *s, const char *line, struct rows_file *file)
{
    static const char head[] = "fuda rows ";
    if (strncmp(line, head, strlen(head)) != 0)
        return 0;
    const char *device = strchr(line + strlen(head), ' '),
               *number = device != NULL ? strchr(device + 1, ' ') : NULL;
    long version = strtol(line + strlen(head), NULL, 10);
    file->own = number != NULL && number - device == DEVICE_TEXT
                && strncmp(device + 1, s->device, DEVICE_TEXT - 1) == 0;
    file->number = number != NULL ? (unsigned)strtoul(number, NULL, 10) : 0;
    return version > 0 && version < INT_MAX ? (int)version : 0;
}

static uint64_t stamp_of(const struct stat *about)
{
    uint64_t stamp = rows_hash(HASH_BEGIN, (const char *)&about->st_mtim, sizeof about->st_mtim);
    return rows_hash(stamp, (const char *)&about->st_ino, sizeof about->st_ino);
}

bool folder_look_at(struct folder *f, const struct sync *s, struct rows_file *file)
{
    struct stat about;
    size_t length;
    FILE *in = folder_open_file(f, file->name, &about);
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
    folder_close_file(f, in);
    return version == 1;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && (entry->d_type == DT_REG || entry->d_type == DT_UNKNOWN);
}

uint64_t folder_glance(const struct folder *f)
{
    struct dirent **entry = NULL;
    struct stat about;
    uint64_t seen = HASH_BEGIN;
    int count = scandir(f->path, &entry, is_visible, alphasort);
    int folder = open(f->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int i = 0; entry != NULL && i < count; i++) {
        seen = rows_hash(seen, entry[i]->d_name, strlen(entry[i]->d_name));
        if (folder >= 0 && fstatat(folder, entry[i]->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0) {
            uint64_t stamp = stamp_of(&about) ^ (uint64_t)about.st_size;
            seen = rows_hash(seen, (const char *)&stamp, sizeof stamp);
        }
        free(entry[i]);
    }
    free(entry);
    if (folder >= 0)
        close(folder);
    return seen;
}

void folder_forget_files(struct rows_file *file, size_t files)
{
    for (size_t i = 0; file != NULL && i < files; i++)
        free(file[i].name);
    free(file);
}

/* The file of before that is this one, untouched since: it need not be read again. */
static bool is_untouched(struct rows_file *old, size_t count, const struct folder *f,
    struct rows_file *file)
{
    char path[4096];
    struct stat about;
    snprintf(path, sizeof path, "%s/%s", f->path, file->name);
    for (size_t i = 0; old != NULL && i < count; i++)
        if (old[i].name != NULL && strcmp(old[i].name, file->name) == 0) {
            if (lstat(path, &about) != 0 || stamp_of(&about) != old[i].stamp
                || (uint64_t)about.st_size != old[i].size)
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

bool folder_scan(struct sync *s)
{
    struct folder *f = s->inner;
    struct dirent **entry = NULL;
    struct rows_file *old = f->file;
    size_t olds = f->files;
    if (old != NULL && !keep_marks(f))
        return false;
    f->seen = folder_glance(f);
    int count = scandir(f->path, &entry, is_visible, alphasort), wrong = errno;
    struct rows_file *all = count >= 0 && count <= FILES_MOST
                                ? calloc((size_t)count + 1, sizeof *all)
                                : NULL;
    size_t kept = 0;
    for (int i = 0; entry != NULL && i < count; i++) {
        struct rows_file file = {.name = all != NULL ? strdup(entry[i]->d_name) : NULL};
        if (file.name != NULL && (is_untouched(old, olds, f, &file) || folder_look_at(f, s, &file)))
            all[kept++] = file;
        else
            free(file.name);
        free(entry[i]);
    }
    free(entry);
    f->file = all;
    f->files = kept;
    folder_forget_files(old, olds);
    return all != NULL ? folder_is_read(f)
                       : sync_failed("folder", count < 0 ? strerror(wrong) : f->path);
}

/* Each file of ours that stood here when STATE was given still does, or one that begins so. */
bool folder_is_lost(const struct folder *f)
{
    for (size_t i = 0; i < f->marks; i++) {
        bool found = !f->mark[i].own;
        for (size_t k = 0; k < f->files && !found; k++)
            found = f->file[k].read.length == f->mark[i].length
                    && f->file[k].read.hash == f->mark[i].hash;
        if (!found)
            return true;
    }
    return false;
}

/* ---- rows -------------------------------------------------------------------------------- */

/* The row of a line "CHECK ROW"; NULL: its check value is wrong. */
static char *checked(char *line, size_t length)
{
    char check[CHECK_TEXT];
    if (length < CHECK_TEXT + 1 || length > ROW_LINE_MOST - 1 || line[CHECK_TEXT - 1] != ' ')
        return NULL;
    size_t row = length - 1 - CHECK_TEXT;
    snprintf(check, sizeof check, "%08" PRIx32,
        (uint32_t)rows_hash(HASH_BEGIN, line + CHECK_TEXT, row));
    return memcmp(check, line, CHECK_TEXT - 1) == 0 && strlen(line) == length - 1
               ? line + CHECK_TEXT
               : NULL;
}

unsigned folder_each_row(struct folder *f, const struct rows_file *file, uint64_t from,
    visit_folder_row *visit, void *user)
{
    struct stat about;
    size_t length;
    unsigned damaged = 0;
    uint64_t at = from, hash = 0;
    FILE *in = folder_open_file(f, file->name, &about);
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
        folder_close_file(f, in);
    return damaged;
}
