/* A frame's time is counted in this thread's own, so that a busy machine costs no card. */
#define _POSIX_C_SOURCE 200809L
#include "read.h"

#include <time.h>

double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

bool clock_over(const struct clock *clock) { return clock->end > 0 && clock_now() >= clock->end; }
