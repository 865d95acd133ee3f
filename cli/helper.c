/* The programs that stand beside `fuda`: found in its folder, told its language. */
#define _GNU_SOURCE /* close_range */
#include "cli/helper.h"
#include "cli/say.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

bool helper_place(char *path, size_t size, const char *name)
{
    ssize_t length = readlink("/proc/self/exe", path, size);
    while (length > 0 && path[length - 1] != '/')
        length--;
    if (length <= 0 || (size_t)length + strlen(name) + 1 > size)
        return false;
    memcpy(path + length, name, strlen(name) + 1);
    return true;
}

const char helper_missing[] = N_(
    "{program} was not found beside `fuda`; `make` leaves it out where its libraries are missing, "
    "and `make packages` in fuda's source installs them");

bool helper_find(char *path, size_t size, const char *name)
{
    return helper_place(path, size, name) && access(path, X_OK) == 0;
}

bool helper_complain(const struct context *context, const char *name)
{
    char path[4096];
    const int error = errno;
    if (!helper_find(path, sizeof path, name))
        return complain(context, helper_missing, "t", "program", name);
    return complain(context, N_("{program} cannot be started: {reason}"), "tt", "program", name,
        "reason", strerror(error));
}

/*
 * Its end is told if it did not end by itself: a library of its own that breaks off says nothing.
 */
static enum status run_and_wait(const struct context *context, const char *path, char **words)
{
    int status = 0;
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) {
        execv(path, words);
        _exit(127);
    }
    if (pid < 0) {
        helper_complain(context, words[0]);
        return STATUS_BAD;
    }
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFEXITED(status) && WEXITSTATUS(status) <= STATUS_BAD)
        return (enum status)WEXITSTATUS(status);
    complain(context, N_("{program} broke off before it was done"), "t", "program", words[0]);
    return STATUS_BAD;
}

enum status helper_run(const struct context *context, const char *name, const char *const *words)
{
    enum { LANGUAGE = 3 }; /* the name, --lang and its value */
    char path[4096];
    size_t count = 0;
    if (!helper_find(path, sizeof path, name)) {
        helper_complain(context, name);
        return STATUS_BAD;
    }
    while (words[count] != NULL)
        count++;
    const char *const before[LANGUAGE] = {name, "--lang", context->japanese ? "ja" : "en"};
    char **whole = memory_get((LANGUAGE + count + 1) * sizeof *whole);
    /* execv() writes to none of them, although its type does not say so */
    memcpy(whole, before, sizeof before);
    memcpy(whole + LANGUAGE, words, count * sizeof *words);
    const enum status status = run_and_wait(context, path, whole);
    free(whole);
    return status;
}

/* ---- asked once -------------------------------------------------------------------------- */

/*
 * In the child: what is written to us is for nobody else, so there is no program where an end
 * cannot be put in its place.
 */
static void put_end(int end, int place)
{
    if (end < 0 || dup2(end, place) < 0)
        _exit(127);
}

/* In the child: one end for both ways, nothing else of ours is open. */
static void become_asked(const char *path, const char *name, int talk)
{
    char own[64];
    snprintf(own, sizeof own, "%s", name);
    char *const words[] = {own, NULL};
    const int end = fcntl(talk, F_DUPFD, 10);
    put_end(end, STDIN_FILENO);
    put_end(end, STDOUT_FILENO);
    close_range(3, ~0u, 0);
    execv(path, words);
    _exit(127);
}

/* The end to talk with it; -1: it cannot be started. */
static int launch(const char *name, pid_t *pid)
{
    char path[4096];
    int ends[2] = {-1, -1};
    if (!helper_find(path, sizeof path, name)
        || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return -1;
    fflush(NULL);
    *pid = fork();
    if (*pid == 0)
        become_asked(path, name, ends[1]);
    close(ends[1]);
    if (*pid > 0)
        return ends[0];
    close(ends[0]);
    return -1;
}

static bool send_all(int to, const struct text *t)
{
    for (size_t at = 0; at < t->length;) {
        ssize_t sent = send(to, t->at + at, t->length - at, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR)
            return false;
        at += sent > 0 ? (size_t)sent : 0;
    }
    return shutdown(to, SHUT_WR) == 0;
}

/* To its end; little more than was asked for. False: it broke, or nothing came for too long. */
static bool receive(int from, size_t most, struct text *out)
{
    enum { HEAD_MOST = 256, SILENT_S = 150 };
    struct pollfd ready = {.fd = from, .events = POLLIN};
    char block[16384];
    while (out->length <= most + HEAD_MOST) {
        const int events = poll(&ready, 1, SILENT_S * 1000);
        const ssize_t got = events > 0 ? read(from, block, sizeof block) : -1;
        if (events != 0 && got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got == 0;
        text_add(out, block, (size_t)got);
    }
    return true;
}

bool helper_ask(const char *name, const struct text *said, size_t most, struct text *out)
{
    pid_t pid = -1;
    const int talk = launch(name, &pid);
    if (talk < 0)
        return false;
    const size_t before = out->length;
    int status = 0;
    bool whole = send_all(talk, said) && receive(talk, most, out);
    close(talk);
    if (!whole)
        kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (!whole || WIFSIGNALED(status)) {
        text_put(out, "");
        out->at[out->length = before] = '\0';
    }
    return true;
}

/* ---- talked with ------------------------------------------------------------------------- */

/* In the child: nothing of ours is open there but the two ends and the third. */
static void become(const char *path, int in, int out, int third)
{
    const char *slash = strrchr(path, '/');
    char name[64];
    snprintf(name, sizeof name, "%s", slash != NULL ? slash + 1 : path);
    char *const words[] = {name, NULL};
    const bool has_third = third >= 0;
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    in = fcntl(in, F_DUPFD, 10);
    out = fcntl(out, F_DUPFD, 10);
    third = has_third ? fcntl(third, F_DUPFD, 10) : -1;
    put_end(in, STDIN_FILENO);
    put_end(out, STDOUT_FILENO);
    put_end(nowhere, STDERR_FILENO);
    if (has_third)
        put_end(third, 3);
    close_range(has_third ? 4 : 3, ~0u, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGINT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    setsid();                /* ^C at the terminal is the prompt's */
    unsetenv("FUDA_CAMERA"); /* a password may stand in it */
    execv(path, words);
    _exit(127);
}

bool helper_start(struct helper *h, const char *path, int third)
{
    int requests[2] = {-1, -1}, answers[2] = {-1, -1};
    h->pid = -1;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, requests) == 0
        && pipe2(answers, O_CLOEXEC) == 0)
        h->pid = fork();
    if (h->pid == 0)
        become(path, requests[1], answers[1], third);
    close(requests[1]);
    close(answers[1]);
    h->to = requests[0];
    h->from = answers[0];
    return h->pid > 0 && fcntl(h->from, F_SETFL, O_NONBLOCK) == 0;
}

/* A kernel that cannot tell of it (before Linux 5.3) has it killed at once. */
static void wait_for_end(pid_t pid)
{
    enum { GOODBYE_MS = 300 };
    struct pollfd ended = {.fd = (int)syscall(SYS_pidfd_open, pid, 0), .events = POLLIN};
    if (ended.fd < 0)
        return;
    poll(&ended, 1, GOODBYE_MS);
    close(ended.fd);
}

void helper_stop(struct helper *h)
{
    if (h->to >= 0)
        close(h->to);
    if (h->pid > 0)
        wait_for_end(h->pid);
    if (h->from >= 0)
        close(h->from);
    h->to = h->from = -1;
    if (h->pid > 0) {
        kill(h->pid, SIGKILL);
        kill(-h->pid, SIGKILL); /* whatever it may have begun too: it leads a group */
        waitpid(h->pid, NULL, 0);
    }
    h->pid = -1;
}
