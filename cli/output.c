/* A file that is there whole, or not at all; see output.h. */
#define _XOPEN_SOURCE 700
#include "cli/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool cannot_write(const struct output *o)
{
    return complain(o->context,
        errno == EEXIST
            ? N_("{file} is there already and stays as it is; expected the name of a new file")
            : N_("{file}: cannot write: {reason}"),
        "tt", "file", o->path, "reason", strerror(errno));
}

/* A folder, a device: what no file may take the place of. */
static bool is_no_file(const char *path)
{
    struct stat there;
    return stat(path, &there) == 0 && !S_ISREG(there.st_mode);
}

bool output_begin(struct output *o, const struct context *context, const char *path)
{
    o->context = context;
    o->path = path != NULL && strcmp(path, "-") != 0 ? path : NULL;
    o->beside = (struct text){0};
    o->held = (struct held){.to = NULL};
    if (o->path == NULL) {
        if (context->terminal && !held_open(&o->held))
            memory_out();
        o->to = o->held.to != NULL ? o->held.to : stdout;
        return true;
    }
    if ((!o->replace && access(path, F_OK) == 0) || is_no_file(path)) {
        errno = EEXIST;
        return cannot_write(o);
    }
    text_printf(&o->beside, "%s.XXXXXX", path);
    const int file = mkstemp(o->beside.at);
    o->to = file >= 0 ? fdopen(file, "w") : NULL;
    if (o->to != NULL)
        return true;
    cannot_write(o);
    if (file >= 0) {
        close(file);
        unlink(o->beside.at);
    }
    text_clear(&o->beside);
    return false;
}

static void widen(int file)
{
    const mode_t mask = umask(0);
    umask(mask);
    (void)!fchmod(file, 0666 & ~mask);
}

/*
 * Under its name. A file system without links has no way but one that could replace what came
 * meanwhile.
 */
static bool put_in_place(const struct output *o)
{
    if (o->replace)
        return rename(o->beside.at, o->path) == 0;
    if (link(o->beside.at, o->path) == 0)
        return unlink(o->beside.at) == 0;
    return errno != EEXIST && access(o->path, F_OK) != 0 && rename(o->beside.at, o->path) == 0;
}

/* Lines and tabs as they are; what else steers a terminal is not shown. */
static void show_held(struct output *o)
{
    if (!held_whole(&o->held))
        memory_out();
    const char *held = o->held.at;
    for (size_t at = 0; at < o->held.length;) {
        struct text t = {0};
        const size_t length = strcspn(held + at, "\r\n\t");
        say_foreign(&t, held + at, length);
        if (t.length > 0)
            fwrite(t.at, 1, t.length, stdout);
        text_clear(&t);
        at += length;
        if (at < o->held.length)
            putchar(held[at++]);
    }
    held_close(&o->held);
}

bool output_end(struct output *o, bool good)
{
    if (o->held.to != NULL)
        show_held(o);
    if (o->path == NULL)
        return good && fflush(stdout) == 0;
    if (o->shared)
        widen(fileno(o->to));
    const bool written = fflush(o->to) == 0 && !ferror(o->to) && fsync(fileno(o->to)) == 0
                         && (o->size = ftello(o->to)) >= 0;
    const bool closed = fclose(o->to) == 0;
    if (good && !(written && closed && put_in_place(o)))
        good = cannot_write(o);
    if (!good)
        unlink(o->beside.at);
    text_clear(&o->beside);
    return good;
}
