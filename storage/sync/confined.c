/* What fuda-sync gives up; see confined.h. */
#define _GNU_SOURCE
#include "confined.h"
#include "core/confine/confine.h"

#include <stddef.h>
#include <sys/socket.h>
#include <sys/syscall.h>

/* Files are made, read, renamed and removed; which, Landlock says. */
static const struct confine_call of_a_folder[] = {
#ifdef __NR_open
    {.number = __NR_open},
    {.number = __NR_stat},
    {.number = __NR_lstat},
    {.number = __NR_access},
    {.number = __NR_rename},
    {.number = __NR_renameat},
    {.number = __NR_unlink},
    {.number = __NR_alarm},
#endif
    {.number = __NR_openat},
    {.number = __NR_newfstatat},
    {.number = __NR_statx},
    {.number = __NR_faccessat},
    {.number = __NR_faccessat2},
    {.number = __NR_getdents64},
    {.number = __NR_renameat2},
    {.number = __NR_unlinkat},
    {.number = __NR_fsync},
    {.number = __NR_setitimer},
    {.number = -1},
};

/* What libpq and TLS do on a connection that stands. */
static const struct confine_call of_a_connection[] = {
#ifdef __NR_alarm
    {.number = __NR_alarm},
#endif
    {.number = __NR_setitimer},
    {.number = __NR_recvfrom},
    {.number = __NR_sendto, .argument = 3, .mask = MSG_FASTOPEN},
    {.number = __NR_rt_sigpending},
    {.number = __NR_rt_sigtimedwait},
    {.number = __NR_getsockopt},
    {.number = -1},
};

void confine_to_folder(const char *path)
{
    const char *const writes[] = {path, NULL};
    const struct confinement what = {.writes = writes, .calls = of_a_folder};
    confine(&what);
}

void confine_to_connecting(const char *const *files) { confine_to_network(files); }

void confine_to_connection(void)
{
    const struct confinement what = {.calls = of_a_connection};
    confine(&what);
}
