/* An attacker inside of another program, by ptrace(2); see attack.h. */
#define _GNU_SOURCE
#include "attack.h"

#if defined __x86_64__

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

struct attacker {
    pid_t pid;
    unsigned long text;        /* a place of its memory, below its stack */
    unsigned char before[512]; /* what stood there */
};

static bool read_there(const struct attacker *a, void *out, size_t length)
{
    struct iovec here = {out, length}, there = {(void *)a->text, length};
    return process_vm_readv(a->pid, &here, 1, &there, 1, 0) == (ssize_t)length;
}

static bool write_there(const struct attacker *a, const void *bytes, size_t length)
{
    char copy[512];
    memcpy(copy, bytes, length);
    struct iovec here = {copy, length}, there = {(void *)a->text, length};
    return process_vm_writev(a->pid, &here, 1, &there, 1, 0) == (ssize_t)length;
}

/* It waits in a system call then: the instruction before is the one that makes calls. */
static bool enter(struct attacker *attacker, pid_t pid)
{
    struct user_regs_struct registers;
    *attacker = (struct attacker){.pid = pid};
    if (ptrace(PTRACE_ATTACH, pid, 0, 0) != 0 || waitpid(pid, NULL, 0) != pid
        || ptrace(PTRACE_GETREGS, pid, 0, &registers) != 0)
        return false;
    attacker->text = registers.rsp - 4096;
    bool inside = ((unsigned long)ptrace(PTRACE_PEEKTEXT, pid, registers.rip - 2, 0) & 0xffff)
                      == 0x050f
                  && read_there(attacker, attacker->before, sizeof attacker->before);
    if (!inside)
        ptrace(PTRACE_DETACH, pid, 0, 0);
    return inside;
}

static unsigned long put(struct attacker *attacker, const void *bytes, size_t length)
{
    return write_there(attacker, bytes, length) ? attacker->text : 0;
}

static long call(struct attacker *attacker, long number, const unsigned long arguments[6])
{
    struct user_regs_struct before, registers;
    if (ptrace(PTRACE_GETREGS, attacker->pid, 0, &before) != 0)
        return 1;
    registers = before;
    registers.rip -= 2;
    registers.rax = (unsigned long)number;
    registers.orig_rax = ~0ul; /* the call that it waits in is not made again now */
    registers.rdi = arguments[0];
    registers.rsi = arguments[1];
    registers.rdx = arguments[2];
    registers.r10 = arguments[3];
    registers.r8 = arguments[4];
    registers.r9 = arguments[5];
    if (ptrace(PTRACE_SETREGS, attacker->pid, 0, &registers) != 0
        || ptrace(PTRACE_SINGLESTEP, attacker->pid, 0, 0) != 0
        || waitpid(attacker->pid, NULL, 0) != attacker->pid
        || ptrace(PTRACE_GETREGS, attacker->pid, 0, &registers) != 0)
        return 1;
    ptrace(PTRACE_SETREGS, attacker->pid, 0, &before);
    return (long)registers.rax;
}

static void leave(struct attacker *attacker)
{
    write_there(attacker, attacker->before, sizeof attacker->before);
    ptrace(PTRACE_DETACH, attacker->pid, 0, 0);
}

/* Nobody listens there: who may connect hears that. */
static long reach(struct attacker *attacker)
{
    const struct sockaddr_in there = {.sin_family = AF_INET,
        .sin_port = htons(9),
        .sin_addr = {htonl(INADDR_LOOPBACK)}};
    const long s = call(attacker, __NR_socket, (const unsigned long[6]){AF_INET, SOCK_STREAM, 0});
    if (s < 0)
        return s;
    const unsigned long address = put(attacker, &there, sizeof there);
    const long answer = call(attacker, __NR_connect,
        (const unsigned long[6]){(unsigned long)s, address, sizeof there});
    call(attacker, __NR_close, (const unsigned long[6]){(unsigned long)s});
    return answer;
}

/* Of each call up to three arguments; `path` stands for the store's name. */
static void try_all(struct attacker *attacker, unsigned long path, bool files,
    void (*told)(const char *what, long answer))
{
    const unsigned long here = (unsigned long)AT_FDCWD, parent = (unsigned long)getpid();
    const struct {
        const char *what;
        long number;
        unsigned long arguments[6];
        bool of_files;
    } calls[] = {
        {"open the store", __NR_open, {path, O_RDONLY}, true},
        {"open the store to write", __NR_openat, {here, path, O_RDWR}, true},
        {"open it by openat2", __NR_openat2, {here, path, path, 24}, false},
        {"remove it", __NR_unlink, {path}, true},
        {"rename it", __NR_rename, {path, path}, true},
        {"empty it", __NR_truncate, {path, 0}, true},
        {"look at it", __NR_stat, {path, path}, false},
        {"become another program", __NR_execve, {path, 0, 0}, true},
        {"fork", __NR_fork, {0}, false},
        {"start a thread", __NR_clone, {0x10f00}, false},
        {"connect", __NR_connect, {0, path, 16}, false},
        {"make a datagram socket", __NR_socket, {AF_INET, SOCK_DGRAM, 0}, false},
        {"make a local socket", __NR_socket, {AF_UNIX, SOCK_DGRAM, 0}, false},
        {"signal its parent", __NR_kill, {parent, 0}, true},
        {"trace its parent", __NR_ptrace, {0x4206, parent}, true},
        {"read its parent", __NR_process_vm_readv, {parent, path, 1, path, 1, 0}, false},
        {"make memory that runs", __NR_mmap, {0, 4096, 7, 0x22, ~0ul, 0}, false},
        {"ask by io_uring", __NR_io_uring_setup, {1, path}, false},
        {"mount", __NR_mount, {path, path, path, 0, 0}, false},
        {"load a program into the kernel", __NR_bpf, {0, path, 16}, false},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (calls[i].of_files || !files)
            told(calls[i].what, call(attacker, calls[i].number, calls[i].arguments));
    told("reach somebody", reach(attacker));
}

/*
 * Programs whose coverage is measured give nothing up (tests/unconfined.c): whoever is inside there
 * stays.
 */
static bool gives_up(void)
{
    const char *build = getenv("BUILD");
    return build == NULL || strstr(build, "coverage") == NULL;
}

bool attack_from_inside(pid_t pid, const char *store, bool files,
    void (*told)(const char *what, long answer))
{
    struct attacker attacker;
    const unsigned long none[6] = {0};
    if (!gives_up() || !enter(&attacker, pid))
        return false;
    unsigned long path = put(&attacker, store, strlen(store) + 1);
    /* it is there that calls are made */
    bool inside = path != 0 && call(&attacker, __NR_getpid, none) == pid;
    if (inside)
        try_all(&attacker, path, files, told);
    leave(&attacker);
    return inside;
}

#else

bool attack_from_inside(pid_t pid, const char *store, bool files,
    void (*told)(const char *what, long answer))
{
    (void)pid;
    (void)store;
    (void)files;
    (void)told;
    return false;
}

#endif
