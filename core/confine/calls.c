/*
 * System calls, by a filter of the kernel, and its limits; see confine.h. What is not listed fails
 * with EPERM, and the program goes on.
 */
#define _GNU_SOURCE
#include "confine.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#if defined __x86_64__
#define MACHINE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define MACHINE AUDIT_ARCH_AARCH64
#elif defined __riscv && __riscv_xlen == 64
#define MACHINE AUDIT_ARCH_RISCV64
#endif

#ifdef MACHINE

/*
 * Memory that is not to be run, time, and what is open already. None of them opens, sends anywhere,
 * or starts anything.
 */
static const struct confine_call usual[] = {
    {.number = __NR_read},
    {.number = __NR_write},
    {.number = __NR_close},
    {.number = __NR_ppoll},
    {.number = __NR_readv},
    {.number = __NR_writev},
    {.number = __NR_pread64},
    {.number = __NR_lseek},
    {.number = __NR_fstat},
    {.number = __NR_fcntl},
#ifdef __NR_poll
    {.number = __NR_poll},
    {.number = __NR_time},
#endif
    {.number = __NR_mmap, .argument = 2, .mask = PROT_EXEC},
    {.number = __NR_mprotect, .argument = 2, .mask = PROT_EXEC},
    {.number = __NR_munmap},
    {.number = __NR_mremap},
    {.number = __NR_brk},
    {.number = __NR_madvise},
    {.number = __NR_futex},
    {.number = __NR_sched_yield},
    {.number = __NR_getrandom},
    {.number = __NR_clock_gettime},
    {.number = __NR_clock_nanosleep},
    {.number = __NR_nanosleep},
    {.number = __NR_gettimeofday},
    {.number = __NR_rt_sigaction},
    {.number = __NR_rt_sigprocmask},
    {.number = __NR_rt_sigreturn},
    {.number = __NR_restart_syscall},
    {.number = __NR_getpid},
    {.number = __NR_gettid},
    {.number = __NR_exit},
    {.number = __NR_exit_group},
    {.number = -1},
};

enum { STEPS_MOST = 1024, STEPS_A_CALL = 6 };

struct filter {
    struct sock_filter step[STEPS_MOST];
    unsigned short count;
    bool full;
};

static void add(struct filter *f, struct sock_filter step)
{
    if (f->count < STEPS_MOST)
        f->step[f->count++] = step;
    else
        f->full = true;
}

static void add_load(struct filter *f, size_t place)
{
    add(f, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)place));
}

static void add_answer(struct filter *f, uint32_t answer)
{
    add(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, answer));
}

/* Goes on after the next `steps` unless what was loaded is that. */
static void add_unless(struct filter *f, uint32_t value, unsigned char steps)
{
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, steps));
}

/* What is loaded is the call's number, before and after. */
static void add_call(struct filter *f, const struct confine_call *call)
{
    size_t argument = offsetof(struct seccomp_data, args) + call->argument * sizeof(uint64_t);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    argument += sizeof(uint32_t);
#endif
    if (call->mask == 0) {
        add_unless(f, (uint32_t)call->number, 1);
        add_answer(f, SECCOMP_RET_ALLOW);
        return;
    }
    add_unless(f, (uint32_t)call->number, STEPS_A_CALL - 1);
    add_load(f, argument);
    add(f, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, call->mask));
    add_unless(f, call->want, 1);
    add_answer(f, SECCOMP_RET_ALLOW);
    add_load(f, offsetof(struct seccomp_data, nr));
}

static void add_calls(struct filter *f, const struct confine_call *call)
{
    for (; call != NULL && call->number >= 0; call++)
        add_call(f, call);
}

bool confine_calls(const struct confinement *what)
{
    struct filter f = {.count = 0};
    add_load(&f, offsetof(struct seccomp_data, arch));
    add(&f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0));
    add_answer(&f, SECCOMP_RET_KILL_PROCESS); /* another machine's numbers mean other calls */
    add_load(&f, offsetof(struct seccomp_data, nr));
    add_calls(&f, usual);
    add_calls(&f, what->calls);
    add_unless(&f, __NR_clone3, 1);
    /* threads are begun by clone(), whose arguments can be seen */
    add_answer(&f, SECCOMP_RET_ERRNO | ENOSYS);
    add_answer(&f, SECCOMP_RET_ERRNO | EPERM);
    struct sock_fprog program = {.len = f.count, .filter = f.step};
    return !f.full && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
           && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static bool knows_filters(void) { return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0; }

#else

static bool knows_filters(void) { return false; }

bool confine_calls(const struct confinement *what)
{
    (void)what;
    return false;
}

#endif

unsigned confine_known(void)
{
    return (confine_landlock() > 0 ? CONFINED_FILES : 0) | (knows_filters() ? CONFINED_CALLS : 0);
}

unsigned confine(const struct confinement *what)
{
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    unsigned files = confine_files(what) ? CONFINED_FILES : 0;
    return files | (confine_calls(what) ? CONFINED_CALLS : 0);
}

void confine_limit(int what, uint64_t most)
{
    struct rlimit value;
    if (getrlimit((__rlimit_resource_t)what, &value) != 0)
        return;
    if (value.rlim_max == RLIM_INFINITY || value.rlim_max > most)
        value.rlim_max = most;
    value.rlim_cur = value.rlim_max;
    setrlimit((__rlimit_resource_t)what, &value);
}
