/* One run of a program; see trial.h. */
#define _GNU_SOURCE /* close_range */
#include "tests/torture/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>

struct failing *failing;

void trial_begin(const char *library, const char *file)
{
    const int made = open(file, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (made < 0 || ftruncate(made, sizeof *failing) != 0
        || (failing = mmap(NULL, sizeof *failing, PROT_READ | PROT_WRITE, MAP_SHARED, made, 0))
               == MAP_FAILED) {
        perror(file);
        exit(1);
    }
    close(made);
    setenv("FAILING_FILE", file, 1);
    setenv("FAILING_LIBRARY", library, 1);
}

static void lead(const char *path, int flags, int to)
{
    const int file = open(path, flags, 0600);
    if (file < 0 || dup2(file, to) < 0)
        _exit(126);
    close(file);
}

/* In the child, whose child this is, so that nobody else has to wait for it. */
static void let_type(const struct program *p)
{
    int ends[2];
    if (pipe(ends) != 0)
        _exit(126);
    if (fork() == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close_range(3, ~0u, 0);
        execl(p->guest, p->guest, "out", p->input, (char *)NULL);
        _exit(127);
    }
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    close(ends[1]);
}

/*
 * In the child. Where it stands in memory is the same each time, so that the ways to an allocation
 * are.
 */
static void become(const struct program *p, bool traced)
{
    personality(ADDR_NO_RANDOMIZE);
    if (chdir(p->folder) != 0)
        _exit(126);
    lead("out", O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
    lead("err", O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    if (p->guest != NULL)
        let_type(p);
    else
        lead(p->input != NULL ? p->input : "/dev/null", O_RDONLY, STDIN_FILENO);
    setenv("FAILING_PROGRAM", p->name, 1);
    const char *library = getenv("FAILING_LIBRARY");
    setenv("LD_PRELOAD", library != NULL ? library : "", 1);
    signal(SIGPIPE, SIG_DFL);
    if (traced) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
    }
    execv(p->words[0], p->words);
    _exit(127);
}

/* Its end, or the end of its time. */
static void wait_for(pid_t child, struct outcome *o)
{
    const int end = (int)syscall(SYS_pidfd_open, child, 0);
    struct pollfd ready = {.fd = end, .events = POLLIN};
    int status;
    if (end >= 0 && poll(&ready, 1, TRIAL_SECONDS * 1000) == 0) {
        o->hung = true;
        kill(child, SIGKILL);
    }
    waitpid(child, &status, 0);
    close(end);
    o->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    o->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static char *printed(const char *folder, const char *name, size_t *length)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return read_file(path, length);
}

void trial_run(const struct program *p, const struct wrong *w, enum what counted, struct outcome *o)
{
    const bool traced = w->what == CALL || (w->what == NOTHING && counted == CALL);
    failing->at = w->what == ALLOCATION ? w->at : traced ? UINT32_MAX : 0;
    failing->on = w->on;
    failing->count = failing->begun = failing->frames = 0;
    o->status = o->signal = 0;
    o->hung = o->struck = false;
    o->count = 0;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
        become(p, traced);
    if (traced)
        trace(child, w, o);
    else {
        wait_for(child, o);
        o->count = failing->count;
        o->struck = w->what == ALLOCATION && failing->count >= w->at;
    }
    o->out = printed(p->folder, "out", &o->out_length);
    o->err = printed(p->folder, "err", &o->err_length);
}

void outcome_clear(struct outcome *o)
{
    free(o->out);
    free(o->err);
    o->out = o->err = NULL;
}
