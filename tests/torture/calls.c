/*
 * System calls fail, by ptrace: of a program and all that it starts, from the mark that failing.c
 * sets; see trial.h.
 */
#include "tests/torture/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>

const struct failing_call failing_calls[] = {
    {SYS_read, "read", {EIO, EINTR, SHORT}},
    {SYS_write, "write", {ENOSPC, EIO, EINTR, SHORT}},
    {SYS_pread64, "pread64", {EIO, SHORT}},
    {SYS_pwrite64, "pwrite64", {ENOSPC, EIO, SHORT}},
    {SYS_writev, "writev", {ENOSPC}},
    {SYS_openat, "openat", {EMFILE, EIO, EACCES}},
#ifdef SYS_open
    {SYS_open, "open", {EMFILE, EIO}},
#endif
    {SYS_close, "close", {EIO}},
    {SYS_fsync, "fsync", {EIO}},
    {SYS_fdatasync, "fdatasync", {EIO}},
    {SYS_ftruncate, "ftruncate", {EIO, ENOSPC}},
    {SYS_fallocate, "fallocate", {ENOSPC}},
    {SYS_lseek, "lseek", {EIO}},
    {SYS_newfstatat, "newfstatat", {EIO}},
#ifdef SYS_stat
    {SYS_stat, "stat", {EIO}},
    {SYS_lstat, "lstat", {EIO}},
    {SYS_access, "access", {EACCES}},
    {SYS_unlink, "unlink", {EIO}},
    {SYS_rename, "rename", {EIO, ENOSPC}},
    {SYS_link, "link", {EIO, EPERM}},
    {SYS_mkdir, "mkdir", {ENOSPC}},
    {SYS_poll, "poll", {EINTR, ENOMEM}},
    {SYS_fork, "fork", {EAGAIN}},
    {SYS_vfork, "vfork", {EAGAIN}},
    {SYS_dup2, "dup2", {EBUSY}},
#endif
    {SYS_fstat, "fstat", {EIO}},
    {SYS_unlinkat, "unlinkat", {EIO}},
    {SYS_renameat2, "renameat2", {EIO}},
    {SYS_linkat, "linkat", {EIO}},
    {SYS_mkdirat, "mkdirat", {ENOSPC}},
    {SYS_fchmod, "fchmod", {EPERM}},
    {SYS_fcntl, "fcntl", {ENOLCK, EINTR}},
    {SYS_flock, "flock", {ENOLCK, EINTR}},
    {SYS_getdents64, "getdents64", {EIO}},
    {SYS_mmap, "mmap", {ENOMEM}},
    {SYS_mremap, "mremap", {ENOMEM}},
    {SYS_ppoll, "ppoll", {EINTR, ENOMEM}},
    {SYS_clone, "clone", {EAGAIN}},
    {SYS_execve, "execve", {ENOMEM, ENOENT}},
    {SYS_pipe2, "pipe2", {EMFILE}},
    {SYS_socketpair, "socketpair", {EMFILE}},
    {SYS_dup3, "dup3", {EBUSY}},
    {SYS_sendto, "sendto", {EPIPE, EINTR, SHORT}},
    {SYS_sendmsg, "sendmsg", {EPIPE, EINTR}},
    {SYS_recvfrom, "recvfrom", {ECONNRESET, EINTR, SHORT}},
    {SYS_recvmsg, "recvmsg", {ECONNRESET, EINTR}},
    {SYS_wait4, "wait4", {EINTR}},
    {SYS_readlink, "readlink", {EIO}},
    {SYS_getcwd, "getcwd", {ENOENT}},
    {SYS_getrandom, "getrandom", {EINTR, ENOSYS}},
    {SYS_shutdown, "shutdown", {ENOTCONN}},
    {0, NULL, {0}},
};

const struct failing_call *failing_call_find(long number)
{
    for (const struct failing_call *c = failing_calls; c->name != NULL; c++)
        if (c->number == number)
            return c;
    return NULL;
}

#ifdef __x86_64__

/* words: of the red zone, and one for where it returns to; bytes: of `syscall` */
enum { ZONE = 17, CALL_BYTES = 2 };

/* A process or thread that is traced. */
struct traced {
    pid_t pid;
    bool marked;                      /* its calls are meant */
    bool inside;                      /* a call, that has not come back yet */
    bool fails;                       /* … and is to give `error` */
    enum { UNSEEN, LOOKS, SEEN } way; /* to the call */
    uint32_t number;                  /* for that way */
    struct user_regs_struct at;       /* the call, while it looks … */
    uint64_t zone[ZONE];              /* … and what stood below its stack */
};

struct tracing {
    struct traced one[64];
    int count;
    const struct wrong *wrong;
    struct outcome *outcome;
};

static struct traced *find(struct tracing *t, pid_t pid)
{
    for (int i = 0; i < t->count; i++)
        if (t->one[i].pid == pid)
            return &t->one[i];
    if (t->count == (int)(sizeof t->one / sizeof *t->one))
        return NULL;
    t->one[t->count] = (struct traced){.pid = pid};
    return &t->one[t->count++];
}

static void forget(struct tracing *t, pid_t pid)
{
    for (int i = 0; i < t->count; i++)
        if (t->one[i].pid == pid)
            t->one[i] = t->one[--t->count];
}

static bool strikes(const struct tracing *t, long call)
{
    const struct wrong *w = t->wrong;
    return w->what == CALL && call == w->call && t->outcome->count >= w->at
           && (w->on || !t->outcome->struck);
}

static void kill_all(const struct tracing *t)
{
    for (int i = 0; i < t->count; i++)
        kill(t->one[i].pid, SIGKILL);
}

/* What is to be read or written is the third word of all calls that SHORT stands for. */
static void strike(struct tracing *t, struct traced *p, struct user_regs_struct *at)
{
    t->outcome->struck = true;
    if (t->wrong->error == KILLED) {
        kill_all(t);
        return;
    }
    if (t->wrong->error == SHORT)
        at->rdx = at->rdx > 1 ? at->rdx / 2 : at->rdx;
    else if (t->wrong->call != SYS_close)
        at->orig_rax = (unsigned long long)-1; /* no call is made */
    p->fails = t->wrong->error != SHORT;
    ptrace(PTRACE_SETREGS, p->pid, NULL, at);
}

/* A lock that is given back: no system refuses that. */
static bool unlocks(const struct traced *p, const struct user_regs_struct *at)
{
    return at->orig_rax == SYS_fcntl && (at->rsi == F_SETLK || at->rsi == F_OFD_SETLK)
           && (short)ptrace(PTRACE_PEEKDATA, p->pid, (void *)(uintptr_t)at->rdx, NULL) == F_UNLCK;
}

static bool copy_zone(struct traced *p, bool back)
{
    const struct iovec here = {p->zone, sizeof p->zone},
                       there = {(void *)(uintptr_t)(p->at.rsp - sizeof p->zone), sizeof p->zone};
    return (back ? process_vm_writev(p->pid, &here, 1, &there, 1, 0)
                 : process_vm_readv(p->pid, &here, 1, &there, 1, 0))
           >= 0;
}

/*
 * No call is made: the thread goes to where it looks at its way, as if it had been called from
 * here.
 */
static void begin_look(struct traced *p, const struct user_regs_struct *at)
{
    p->at = *at;
    /* who may not be looked into (PR_SET_DUMPABLE) is told by how deep it stands */
    if (!copy_zone(p, false)) {
        p->number = (uint32_t)(at->rip ^ at->rsp);
        return;
    }
    p->way = LOOKS;
    struct user_regs_struct to = *at;
    to.orig_rax = (unsigned long long)-1;
    to.rip = failing->look;
    to.rsp -= sizeof to.rip;
    ptrace(PTRACE_POKEDATA, p->pid, (void *)(uintptr_t)to.rsp, (void *)(uintptr_t)at->rip);
    ptrace(PTRACE_SETREGS, p->pid, NULL, &to);
}

/* It has: the call is made once more. */
static void end_look(struct traced *p)
{
    struct user_regs_struct at;
    if (ptrace(PTRACE_GETREGS, p->pid, NULL, &at) != 0)
        return;
    p->number = (uint32_t)at.rax;
    p->way = SEEN;
    at = p->at;
    at.rax = at.orig_rax;
    at.orig_rax = (unsigned long long)-1;
    at.rip -= CALL_BYTES;
    copy_zone(p, true);
    ptrace(PTRACE_SETREGS, p->pid, NULL, &at);
}

static void enter(struct tracing *t, struct traced *p, struct user_regs_struct *at)
{
    const long call = (long)at->orig_rax;
    struct outcome *o = t->outcome;
    if (call == SYS_getpgid && at->rdi == FAILING_MARK)
        p->marked = true;
    if (!p->marked || failing_call_find(call) == NULL)
        return;
    if (t->wrong->what == NOTHING && p->way == UNSEEN) {
        begin_look(p, at);
        if (p->way == LOOKS)
            return;
    }
    p->way = UNSEEN;
    if (o->count < CALLS_KEPT) {
        o->call[o->count] = call;
        o->way[o->count] = p->number;
    }
    o->count++;
    if (strikes(t, call) && !unlocks(p, at))
        strike(t, p, at);
}

static void step(struct tracing *t, struct traced *p)
{
    struct user_regs_struct at;
    if (ptrace(PTRACE_GETREGS, p->pid, NULL, &at) != 0)
        return;
    p->inside = !p->inside;
    if (p->inside)
        enter(t, p, &at);
    else if (p->fails) {
        at.rax = (unsigned long long)-t->wrong->error;
        p->fails = false;
        ptrace(PTRACE_SETREGS, p->pid, NULL, &at);
    }
}

/* What an event of a process means to those that are traced; the signal that it is to be given. */
static int happened(struct tracing *t, struct traced *p, int status)
{
    const int event = status >> 16, given = WSTOPSIG(status);
    unsigned long child = 0;
    if (given == (SIGTRAP | 0x80))
        step(t, p);
    else if (given == SIGTRAP && event == 0 && p->way == LOOKS)
        end_look(p);
    else if (event == PTRACE_EVENT_EXEC)
        p->marked = false;
    else if (event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK
             || event == PTRACE_EVENT_CLONE) {
        ptrace(PTRACE_GETEVENTMSG, p->pid, NULL, &child);
        const bool marked = p->marked;
        struct traced *born = find(t, (pid_t)child);
        if (born != NULL)
            born->marked = marked;
    }
    return given == SIGTRAP || given == SIGSTOP || given == (SIGTRAP | 0x80) ? 0 : given;
}

static void went(int signal) { (void)signal; }

void trace(pid_t child, const struct wrong *w, struct outcome *o)
{
    struct tracing t = {.wrong = w, .outcome = o};
    struct sigaction on_alarm = {.sa_handler = went}, before;
    int status;
    sigaction(SIGALRM, &on_alarm, &before); /* a wait is broken off */
    alarm(TRIAL_SECONDS);
    waitpid(child, &status, 0);
    ptrace(PTRACE_SETOPTIONS, child, NULL,
        (void *)(uintptr_t)(PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK
                            | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL));
    find(&t, child);
    ptrace(PTRACE_SYSCALL, child, NULL, NULL);
    for (;;) {
        const pid_t pid = waitpid(-1, &status, __WALL);
        if (pid < 0 && errno == EINTR) {
            o->hung = true;
            kill_all(&t);
            continue;
        }
        if (pid < 0)
            break;
        if (WIFSTOPPED(status)) {
            struct traced *p = find(&t, pid);
            const int give = p != NULL ? happened(&t, p, status) : 0;
            ptrace(PTRACE_SYSCALL, pid, NULL, (void *)(uintptr_t)give);
            continue;
        }
        forget(&t, pid);
        if (pid == child) {
            o->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
            o->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        }
    }
    alarm(0);
    sigaction(SIGALRM, &before, NULL);
}

#else

void trace(pid_t child, const struct wrong *w, struct outcome *o)
{
    (void)w;
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    o->status = -1;
}

#endif
