/* How far something is; see progress.h. */
#define _POSIX_C_SOURCE 200809L
#include "cli/progress.h"

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
