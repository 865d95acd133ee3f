/* The program that sends and fetches; see net.h, and cli/net/fuda-net.c for what is said to it. */
#define _GNU_SOURCE     /* close_range */
#include "net.h"
#include "cli/helper.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HEAD_MOST = 256, PATH_ROOM = 4096 };

/* ---- addresses --------------------------------------------------------------------------- */

/* Tests have a server on this machine, without a certificate. */
static bool is_loopback(const char *address)
{
    return getenv("FUDA_NET_LOOPBACK") != NULL
        && (strncmp(address, "http://127.0.0.1", 16) == 0 || strncmp(address, "http://[::1]", 12) == 0);
}

bool net_address_good(const struct context *context, const char *address)
{
    size_t length = strlen(address);
    if (strncmp(address, "https://", 8) != 0 && !is_loopback(address))
        return complain(context, N_("only addresses that begin with https:// are asked"), "");
    for (size_t i = 0; i < length; i++)
        if (address[i] <= ' ' || address[i] > '~')
            return complain(context, N_("an address has neither blanks nor letters outside of ASCII; expected it as it was copied"), "");
    return length < NET_ADDRESS_MOST || complain(context, N_("this address is too long; expected at most 2047 characters"), "");
}

/* ---- the program ------------------------------------------------------------------------- */

static void become(const char *path, int talk)
{
    char *const words[] = {(char[]){"fuda-net"}, NULL};
    int end = fcntl(talk, F_DUPFD, 10);
    dup2(end, STDIN_FILENO);
    dup2(end, STDOUT_FILENO);
    close_range(3, ~0u, 0);
    execv(path, words);
    _exit(127);
}

/* The end to talk with it; -1: it cannot be started. */
static int launch(pid_t *pid)
{
    char path[PATH_ROOM];
    int ends[2] = {-1, -1};
    if (!helper_place(path, sizeof path, "fuda-net") || access(path, X_OK) != 0
        || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return -1;
    fflush(NULL);
    *pid = fork();
    if (*pid == 0)
        become(path, ends[1]);
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

static bool send_request(int to, const struct net_request *r)
{
    struct text t = {0};
    size_t length = r->body != NULL ? strlen(r->body) : 0;
    text_printf(&t, "%s %zu %d %zu\n%s\n", r->body != NULL ? "POST" : "GET", r->most, r->seconds * 1000, length, r->address);
    text_put(&t, r->body != NULL ? r->body : "");
    bool sent = send_all(to, &t);
    explicit_bzero(t.at, t.length);
    text_clear(&t);
    return sent;
}

/* To its end; never more than was asked for. */
static void receive(int from, size_t most, struct text *out)
{
    char block[16384];
    for (ssize_t got; out->length <= most + HEAD_MOST && ((got = read(from, block, sizeof block)) > 0 || (got < 0 && errno == EINTR));)
        text_add(out, block, got > 0 ? (size_t)got : 0);
    text_put(out, "");
}

/* ---- the answer -------------------------------------------------------------------------- */

static bool complain_failed(const struct context *context, const char *word)
{
    static const struct { const char *word, *text; } failures[] = {
        {"malformed", N_("the address is malformed")},
        {"scheme", N_("it leads to something that is not https; nothing was sent there")},
        {"name", N_("no machine is known by the name in the address; is this machine connected to the network?")},
        {"connect", N_("nobody answers at that address")},
        {"slow", N_("it took too long, and was given up")},
        {"redirects", N_("the address leads from one to the next without end")},
        {"certificate", N_("the certificate at that address does not hold; nothing was sent")},
        {"tls", N_("what answers at that address does not speak https; nothing was sent")},
        {"large", N_("what comes from that address is too much, and was given up")},
        {"nonsense", N_("what answers at that address does not speak http")},
    };
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++)
        if (strcmp(failures[i].word, word) == 0)
            return complain(context, failures[i].text, "");
    return complain(context, N_("the connection broke"), "");
}

/* "200 0 12 text/plain" behind "answer": false: it is none. */
static bool read_head(const char *at, const char *end, struct net_answer *out, size_t *length)
{
    char *rest;
    out->status = (int)strtol(at, &rest, 10);
    out->retry = strtol(rest, &rest, 10);
    *length = strtoul(rest, &rest, 10);
    if (rest >= end || *rest != ' ' || (size_t)(end - rest) > sizeof out->type)
        return false;
    snprintf(out->type, sizeof out->type, "%.*s", (int)(end - rest - 1), rest + 1);
    return true;
}

/* "answer 200 0 12 text/plain\n" and as many bytes, or "failed WORD\n". */
static bool read_answer(const struct context *context, struct text *t, struct net_answer *out)
{
    size_t length = 0, head = strcspn(t->at, "\n");
    bool whole = t->at[head] == '\n';
    t->at[head] = '\0';
    if (strncmp(t->at, "failed ", 7) == 0)
        return complain_failed(context, t->at + 7);
    if (!whole || strncmp(t->at, "answer ", 7) != 0 || !read_head(t->at + 7, t->at + head, out, &length)
        || length != t->length - head - 1)
        return complain(context, N_("the connection broke"), "");
    text_add(&out->body, t->at + head + 1, length);
    return true;
}

bool net_ask(const struct context *context, const struct net_request *request, struct net_answer *out)
{
    struct text said = {0};
    pid_t pid = -1;
    int talk = launch(&pid);
    *out = (struct net_answer){.status = 0};
    if (talk < 0)
        return complain(context, N_("the program fuda-net, which sends and fetches, could not be started; expected it beside `fuda`"), "");
    if (send_request(talk, request))
        receive(talk, request->most, &said);
    else
        text_put(&said, "");
    close(talk);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
    bool good = read_answer(context, &said, out);
    text_clear(&said);
    return good;
}

void net_answer_clear(struct net_answer *answer)
{
    text_clear(&answer->body);
}

bool net_answer_good(const struct context *context, const struct net_answer *answer)
{
    int64_t status = answer->status;
    if (status >= 200 && status < 300)
        return true;
    if (status >= 300 && status < 400)
        return complain(context, N_("the address refers to another one, which is not followed"), "");
    if (status == 404 || status == 410)
        return complain(context, N_("there is nothing at that address (any more)"), "");
    if (status == 401 || status == 403)
        return complain(context, N_("that address lets nobody in without leave, or not with this one"), "");
    if (answer->retry > 0)
        return complain(context, N_("there they ask to wait: seconds {count}; try again then"), "i", "count", (int64_t)answer->retry);
    return complain(context, N_("there they answer with the error {status}"), "i", "status", status);
}
