/* The user's folder of packs; see folder.h. */
#define _XOPEN_SOURCE 700
#include "folder.h"
#include "cli/campaign/open_campaign.h"
#include "pack_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char suffix[] = ".fuda";
enum { SUFFIX = sizeof suffix - 1 };

bool folder_path(char *out, size_t size, bool make)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char folder[PACK_PATH_MOST];
    int length;
    if (make && !user_folder("XDG_DATA_HOME", ".local/share", folder, sizeof folder))
        return false;
    if (data != NULL && data[0] == '/')
        length = snprintf(out, size, "%s/fuda/packs", data);
    else if (home != NULL && home[0] == '/')
        length = snprintf(out, size, "%s/.local/share/fuda/packs", home);
    else
        return false;
    if (length < 0 || (size_t)length >= size)
        return false;
    return !make || mkdir(out, 0700) == 0 || errno == EEXIST;
}

bool folder_takes(struct span name)
{
    if (name.length == 0 || name.length > NAME_MOST - SUFFIX || name.at[0] == '.'
        || name.at[0] == '-')
        return false;
    return text_is_clean(name) && memchr(name.at, '/', name.length) == NULL;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **folder_names(const char *path, size_t *count, struct text *why)
{
    DIR *folder = opendir(path);
    *count = 0;
    if (folder == NULL) {
        if (errno != ENOENT && why != NULL)
            text_printf(why, "%s: %s", path, strerror(errno));
        return NULL;
    }
    char **names = memory_get(PACK_FILES * sizeof *names);
    for (struct dirent *each; *count < PACK_FILES && (each = readdir(folder)) != NULL;) {
        size_t length = strlen(each->d_name);
        if (each->d_name[0] == '.' || length <= SUFFIX
            || strcmp(each->d_name + length - SUFFIX, suffix) != 0)
            continue;
        names[(*count)++] = memory_bytes(each->d_name, length - SUFFIX);
    }
    closedir(folder);
    qsort(names, *count, sizeof *names, by_name);
    return names;
}

bool folder_each(struct text *why, void (*visit)(void *user, const char *path, struct span name),
    void *user)
{
    char folder[PACK_PATH_MOST];
    size_t count;
    struct text trouble = {0}, path = {0};
    if (!folder_path(folder, sizeof folder, false))
        return true;
    char **names = folder_names(folder, &count, &trouble);
    bool good = trouble.length == 0;
    if (!good && why != NULL)
        text_put(why, trouble.at);
    for (size_t i = 0; i < count; i++) {
        path.length = 0;
        text_printf(&path, "%s/%s%s", folder, names[i], suffix);
        visit(user, path.at, (struct span){names[i], strlen(names[i])});
        free(names[i]);
    }
    free(names);
    text_clear(&trouble);
    text_clear(&path);
    return good;
}

struct called {
    struct span name;
    char *path;
};

static void compare(void *user, const char *path, struct span name)
{
    struct called *c = user;
    if (c->path[0] == '\0' && pack_same_name(name, c->name))
        snprintf(c->path, PACK_PATH_MOST, "%s", path);
}

bool folder_find(struct text *why, struct span name, char path[PACK_PATH_MOST])
{
    struct called c = {name, path};
    path[0] = '\0';
    folder_each(why, compare, &c);
    return path[0] != '\0';
}

/* ---- writing ----------------------------------------------------------------------------- */

static bool write_all(int file, struct span bytes)
{
    while (bytes.length > 0) {
        ssize_t put = write(file, bytes.at, bytes.length);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        bytes.at += put;
        bytes.length -= (size_t)put;
    }
    return fsync(file) == 0;
}

bool file_write_whole(const char *path, struct span bytes, bool replace)
{
    struct text made = {0};
    text_printf(&made, "%s.new-%ld", path, (long)getpid());
    unlink(made.at);
    int file = open(made.at, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool good = file >= 0 && write_all(file, bytes);
    if (file >= 0)
        good = close(file) == 0 && good;
    good = good && (replace ? rename(made.at, path) : link(made.at, path)) == 0;
    int error = errno;
    if (file >= 0)
        unlink(made.at); /* but for the one that was renamed */
    errno = error;
    text_clear(&made);
    return good;
}

/* ---- reading ----------------------------------------------------------------------------- */

bool file_read_whole(const char *path, struct text *out)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    struct stat status;
    char block[65536];
    ssize_t got = file < 0 || fstat(file, &status) != 0 ? -1 : 1;
    if (got > 0 && !S_ISREG(status.st_mode)) {
        errno = EINVAL;
        got = -1;
    }
    while (got > 0 && (got = read(file, block, sizeof block)) > 0) {
        text_add(out, block, (size_t)got);
        if (out->length > FILE_BYTES) {
            errno = EFBIG;
            got = -1;
        }
    }
    int error = errno;
    if (file >= 0)
        close(file);
    errno = error;
    return got == 0;
}
