/* What fuda-scan may still do; see scan.h. */
#define _GNU_SOURCE /* AT_EMPTY_PATH */
#include "scan.h"
#include "core/confine/confine.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    CPU_SECONDS = 20, /* for one picture or between two frames */
    MEMORY = 2047 * 1024 * 1024,
};

/* A frame that eats more time than this is the kernel's to end. */
void scan_limit_time(void)
{
    struct timespec used;
    struct rlimit value;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0 || getrlimit(RLIMIT_CPU, &value) != 0)
        return;
    value.rlim_cur = (rlim_t)used.tv_sec + CPU_SECONDS;
    if (value.rlim_max == RLIM_INFINITY || value.rlim_cur < value.rlim_max)
        setrlimit(RLIMIT_CPU, &value);
}

/*
 * Before anything is read that others made. A sanitizer's shadow memory is no memory of ours, and
 * its search for leaks looks into us from a thread.
 */
void scan_restrict(void)
{
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    confine_limit(RLIMIT_CORE, 0);
    confine_limit(RLIMIT_FSIZE, 0);
#ifndef __SANITIZE_ADDRESS__
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* a password may lie in our memory */
    confine_limit(RLIMIT_AS, MEMORY);
#endif
    scan_limit_time();
}

/*
 * Where nothing is to be opened any more, nor any process or thread to be begun: the picture is
 * there, or the device.
 */
void scan_restrict_opened(void)
{
#ifndef __SANITIZE_ADDRESS__
    static const struct confine_call calls[] = {
        {.number = __NR_ioctl},                                 /* the device's frames */
        {.number = __NR_prlimit64, .argument = 0, .mask = ~0u}, /* its own limits */
        {.number = __NR_newfstatat, .argument = 3, .mask = AT_EMPTY_PATH, .want = AT_EMPTY_PATH},
        {.number = -1},
    };
    const struct confinement nothing = {.calls = calls};
    confine_limit(RLIMIT_NOFILE, 4); /* poll() asks for no more than two */
    confine_limit(RLIMIT_NPROC, 0);
    confine(&nothing);
#endif
}

/*
 * Who has the connection to a camera on the network decodes nothing, and keeps that connection
 * alone.
 */
void scan_restrict_apart(void)
{
    struct rlimit value;
    if (getrlimit(RLIMIT_CPU, &value) == 0) { /* it goes on for an evening */
        value.rlim_cur = value.rlim_max;
        setrlimit(RLIMIT_CPU, &value);
    }
    confine_limit(RLIMIT_NOFILE, 32);
#ifndef __SANITIZE_ADDRESS__
    confine_to_network(NULL);
#endif
}
