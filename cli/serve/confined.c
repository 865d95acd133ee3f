/* The rights that fuda-serve gives up; see confined.h. */
#define _GNU_SOURCE
#include "confined.h"
#include "core/confine/confine.h"

#include <sys/socket.h>
#include <sys/syscall.h>

/*
 * The system calls that stay allowed. Connections are accepted and answered, but none can be made,
 * neither by connect() nor by sending (TCP Fast Open).
 */
static const struct confine_call calls[] = {
#ifdef __NR_epoll_wait
    {.number = __NR_epoll_wait},
#endif
    {.number = __NR_epoll_pwait},
    {.number = __NR_epoll_ctl},
    {.number = __NR_accept4},
    {.number = __NR_recvfrom},
    {.number = __NR_sendto, .argument = 3, .mask = MSG_FASTOPEN},
    {.number = __NR_sendmsg, .argument = 2, .mask = MSG_FASTOPEN},
    {.number = __NR_setsockopt},
    {.number = __NR_getsockopt},
    {.number = __NR_getsockname},
    {.number = __NR_getpeername},
    {.number = __NR_shutdown},
    {.number = __NR_memfd_create}, /* photographs that are passed on to `fuda` */
    /* to listen at another address, and to list the addresses (getifaddrs) */
    {.number = __NR_socket, .argument = 1, .mask = 0xf, .want = SOCK_STREAM},
    {.number = __NR_socket, .argument = 0, .mask = ~0u, .want = AF_NETLINK},
    {.number = __NR_bind},
    {.number = __NR_listen},
    {.number = __NR_recvmsg},
    {.number = -1},
};

unsigned serve_confine(int port)
{
    const struct confinement what = {.port = port, .calls = calls};
    return confine(&what);
}
