/* How far something is; see progress.h. */
#define _GNU_SOURCE /* fopencookie */
#include "cli/progress.h"
#include "cli/memory.h"

#include <stdlib.h>
#include <unistd.h>

static double seconds_since(const struct timespec *then)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) + (double)(now.tv_nsec - then->tv_nsec) / 1e9;
}

void progress_begin(struct progress *p, const struct context *context)
{
    *p = (struct progress){.silent = context->quiet || !isatty(STDERR_FILENO)};
    clock_gettime(CLOCK_MONOTONIC, &p->begun);
    p->shown = p->begun;
}

void progress_show(struct progress *p, size_t done, size_t all)
{
    const double after = p->stands ? 0.1 : 1;
    if (p->silent || all == 0 || seconds_since(&p->shown) < after)
        return;
    clock_gettime(CLOCK_MONOTONIC, &p->shown);
    fprintf(stderr, "\r%3.0f %%", 100.0 * (double)done / (double)all);
    fflush(stderr);
    p->stands = true;
}

void progress_end(struct progress *p)
{
    if (p->stands)
        fputs("\r\033[K", stderr);
    p->stands = false;
}

/* ---- a file being read --------------------------------------------------------------------- */

struct shown_file {
    struct progress *progress;
    FILE *from;
    size_t done, all;
};

static ssize_t read_on(void *user, char *out, size_t size)
{
    struct shown_file *w = user;
    const size_t got = fread(out, 1, size, w->from);
    w->done += got;
    progress_show(w->progress, w->done, w->all);
    return got == 0 && ferror(w->from) ? -1 : (ssize_t)got;
}

static int stop_reading(void *user)
{
    free(user);
    return 0;
}

FILE *progress_file(struct progress *p, FILE *from, size_t size)
{
    struct shown_file *w = memory_get(sizeof *w);
    *w = (struct shown_file){p, from, 0, size};
    FILE *watched = fopencookie(w, "r",
        (cookie_io_functions_t){.read = read_on, .close = stop_reading});
    if (watched == NULL)
        free(w);
    return watched != NULL ? watched : from;
}
