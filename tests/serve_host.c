/* fuda's end of the pipe to fuda-serve, and phones; see serve_host.h. */
#define _GNU_SOURCE
#include "serve_host.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WORDS_MOST = 16, PATH_ROOM = 4096 };

long now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void find_program(char out[PATH_ROOM])
{
    const char *build = getenv("BUILD");
    snprintf(out, PATH_ROOM, "%s/bin/fuda-serve", build != NULL ? build : "build/release");
}

bool host_there(void)
{
    char path[PATH_ROOM];
    find_program(path);
    if (access(path, X_OK) == 0)
        return true;
    printf("%s is not there; it needs libmicrohttpd (Debian: libmicrohttpd-dev). Nothing is tested "
           "of it.\n",
        path);
    return false;
}

/* ---- fuda's end -------------------------------------------------------------------------- */

bool host_is_watched(void)
{
    const char *build = getenv("BUILD");
    return getenv("VALGRIND") != NULL || (build != NULL && strstr(build, "san") != NULL);
}

static void become(int in, int out, char **words)
{
    static char valgrind[] = "valgrind", quiet[] = "-q", leaks[] = "--leak-check=full",
                files[] = "--track-fds=yes", status[] = "--error-exitcode=9",
                open[] = "--unconfined";
    char *whole[WORDS_MOST + 8] = {valgrind, quiet, leaks, files, status};
    size_t count = getenv("VALGRIND") != NULL ? 5 : 0;
    for (; *words != NULL; words++)
        whole[count++] = *words;
    if (host_is_watched())
        whole[count++] = open;
    whole[count] = NULL;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    close_range(3, ~0u, 0);
    execvp(whole[0], whole);
    _exit(127);
}

bool host_start(struct host *host, const char *first, ...)
{
    static char path[PATH_ROOM];
    char *words[WORDS_MOST + 1] = {path};
    int in[2], out[2];
    va_list list;
    va_start(list, first);
    for (size_t i = 1; i < WORDS_MOST && (words[i] = va_arg(list, char *)) != NULL; i++)
        ;
    va_end(list);
    find_program(path);
    memset(host, 0, sizeof *host);
    if (pipe(in) != 0 || pipe(out) != 0)
        return false;
    signal(SIGPIPE, SIG_IGN);
    host->pid = fork();
    if (host->pid == 0)
        become(in[0], out[1], words);
    close(in[0]);
    close(out[1]);
    host->to = in[1];
    host->from = out[0];
    host_say(host, first != NULL ? first : "{\"put\":\"words\",\"value\":{}}");
    return host_hears(host, "\"at\":\"listening\"") && host_hears(host, "\"at\":\"keep\"");
}

void host_say(const struct host *host, const char *line)
{
    size_t length = strlen(line);
    for (size_t at = 0; at < length;) {
        ssize_t sent = write(host->to, line + at, length - at);
        if (sent < 0)
            return;
        at += (size_t)sent;
    }
    (void)!write(host->to, "\n", 1);
}

void host_sayf(const struct host *host, const char *format, ...)
{
    char line[4096];
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    host_say(host, line);
}

static void copy_value(const char *line, const char *key, char *out, size_t size)
{
    const char *at = strstr(line, key);
    if (at != NULL)
        snprintf(out, size, "%.*s", (int)strcspn(at + strlen(key), "\""), at + strlen(key));
}

/* What is remembered of any line. */
static void remember(struct host *host, const char *line)
{
    if (strstr(line, "\"at\":\"listening\"") != NULL) {
        copy_value(line, "\"code\":\"", host->code, sizeof host->code);
        copy_value(line, "?k=", host->key, sizeof host->key);
        copy_value(line, "\"address\":\"", host->address, sizeof host->address);
        const char *port = strstr(line, "\"port\":");
        host->port = port != NULL ? atoi(port + 7) : 0;
    }
    const char *state = strstr(line, "\"state\":\"{");
    if (strncmp(line, "{\"at\":\"keep\"", 12) == 0 && state != NULL)
        snprintf(host->keep, sizeof host->keep, "%.*s", (int)(strlen(state) - 11), state + 9);
}

static bool read_more(struct host *host, int ms)
{
    struct pollfd in = {.fd = host->from, .events = POLLIN};
    if (host->room - host->length < 65536) {
        host->room = host->room * 2 + 262144;
        host->heard = realloc(host->heard, host->room);
        if (host->heard == NULL)
            abort();
    }
    ssize_t got = ms > 0 && poll(&in, 1, ms) > 0
                      ? read(host->from, host->heard + host->length, host->room - host->length - 1)
                      : 0;
    host->length += got > 0 ? (size_t)got : 0;
    host->heard[host->length] = '\0';
    return got > 0;
}

/* The next line is host->line. */
static bool next_line(struct host *host)
{
    char *end = host->length > 0 ? memchr(host->heard, '\n', host->length) : NULL;
    if (end == NULL)
        return false;
    size_t length = (size_t)(end - host->heard);
    snprintf(host->line, sizeof host->line, "%.*s", (int)length, host->heard);
    host->length -= length + 1;
    memmove(host->heard, end + 1, host->length + 1);
    remember(host, host->line);
    return true;
}

bool host_hears_in(struct host *host, const char *text, int ms)
{
    long until = now_ms() + ms;
    for (;;) {
        while (next_line(host))
            if (strstr(host->line, text) != NULL)
                return true;
        if (!read_more(host, (int)(until - now_ms())))
            return false;
    }
}

bool host_hears(struct host *host, const char *text)
{
    return host_hears_in(host, text, HOST_PATIENCE);
}

bool host_takes(struct host *host, void *out, size_t count)
{
    long until = now_ms() + HOST_PATIENCE;
    while (host->length < count)
        if (!read_more(host, (int)(until - now_ms())))
            return false;
    memcpy(out, host->heard, count);
    host->length -= count;
    memmove(host->heard, host->heard + count, host->length + 1);
    return true;
}

static int wait_for(struct host *host)
{
    int status = 0;
    close(host->from);
    while (waitpid(host->pid, &status, 0) < 0 && errno == EINTR)
        ;
    free(host->heard);
    host->heard = NULL;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int host_end(struct host *host)
{
    close(host->to);
    return wait_for(host);
}

void host_kill(struct host *host)
{
    kill(host->pid, SIGKILL);
    close(host->to);
    wait_for(host);
}

long host_memory(const struct host *host, const char *what)
{
    char path[64], line[256];
    long kilobytes = -1;
    snprintf(path, sizeof path, "/proc/%d/status", (int)host->pid);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, what, strlen(what)) == 0)
            kilobytes = atol(line + strlen(what) + 1);
    if (file != NULL)
        fclose(file);
    return kilobytes;
}

int host_descriptors(const struct host *host)
{
    char path[64];
    int count = 0;
    snprintf(path, sizeof path, "/proc/%d/fd", (int)host->pid);
    DIR *folder = opendir(path);
    while (folder != NULL && readdir(folder) != NULL)
        count++;
    if (folder != NULL)
        closedir(folder);
    return count;
}

/* ---- phones: requests -------------------------------------------------------------------- */

int phone_dial(int port, const char *from)
{
    struct sockaddr_in there = {.sin_family = AF_INET,
        .sin_port = htons((uint16_t)port),
        .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct sockaddr_in here = {.sin_family = AF_INET};
    int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (from != NULL && inet_pton(AF_INET, from, &here.sin_addr) == 1)
        (void)!bind(s, (struct sockaddr *)&here, sizeof here);
    if (s >= 0 && connect(s, (struct sockaddr *)&there, sizeof there) == 0)
        return s;
    if (s >= 0)
        close(s);
    return -1;
}

static void send_all(int s, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(s, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        bytes += sent;
        length -= (size_t)sent;
    }
}

static void receive(int s, int ms, struct reply *reply)
{
    struct pollfd in = {.fd = s, .events = POLLIN};
    reply->length = 0;
    reply->status = 0;
    while (reply->length < sizeof reply->text - 1 && poll(&in, 1, ms) > 0) {
        ssize_t got = recv(s, reply->text + reply->length, sizeof reply->text - 1 - reply->length,
            0);
        if (got <= 0)
            break;
        reply->length += (size_t)got;
    }
    reply->text[reply->length] = '\0';
    sscanf(reply->text, "HTTP/1.%*d %d", &reply->status);
    const char *body = strstr(reply->text, "\r\n\r\n");
    reply->body = body != NULL ? body + 4 : reply->text + reply->length;
}

void phone_raw(int port, const char *bytes, size_t length, int ms, struct reply *reply)
{
    int s = phone_dial(port, NULL);
    *reply = (struct reply){.body = reply->text};
    if (s < 0)
        return;
    send_all(s, bytes, length);
    receive(s, ms, reply);
    close(s);
}

void phone_ask(const struct phone *phone, const char *method, const char *path, const char *headers,
    const char *body, struct reply *reply)
{
    char head[4096];
    int s = phone_dial(phone->port, NULL);
    *reply = (struct reply){.body = reply->text};
    if (s < 0)
        return;
    int length = snprintf(head, sizeof head, "%s %s HTTP/1.1\r\nConnection: close\r\n%s%s%s%s",
        method, path, headers, phone->cookie[0] != '\0' ? "Cookie: " : "", phone->cookie,
        phone->cookie[0] != '\0' ? "\r\n" : "");
    if (strstr(headers, "Host:") == NULL)
        length += snprintf(head + length, sizeof head - (size_t)length, "Host: 127.0.0.1:%d\r\n",
            phone->port);
    if (body != NULL)
        length += snprintf(head + length, sizeof head - (size_t)length, "Content-Length: %zu\r\n",
            strlen(body));
    length += snprintf(head + length, sizeof head - (size_t)length, "\r\n");
    send_all(s, head, (size_t)length);
    send_all(s, body != NULL ? body : "", body != NULL ? strlen(body) : 0);
    receive(s, HOST_PATIENCE, reply);
    close(s);
}

int phone_says(const struct phone *phone, const char *id, const char *line)
{
    struct reply reply;
    char body[2048];
    snprintf(body, sizeof body, "{\"id\":\"%s\",\"line\":\"%s\"}", id, line);
    phone_ask(phone, "POST", "/say", "Content-Type: application/json\r\n", body, &reply);
    return reply.status;
}

bool phone_joins(struct phone *phone, const struct host *host)
{
    struct reply reply;
    char path[64];
    *phone = (struct phone){.port = host->port, .stream = -1};
    snprintf(path, sizeof path, "/?k=%s", host->key);
    phone_ask(phone, "GET", path, "", NULL, &reply);
    const char *cookie = strstr(reply.text, "Set-Cookie: ");
    if (cookie != NULL)
        snprintf(phone->cookie, sizeof phone->cookie, "%.*s", (int)strcspn(cookie + 12, ";"),
            cookie + 12);
    return reply.status == 303 && cookie != NULL;
}

/* ---- phones: streams --------------------------------------------------------------------- */

enum { IN_HEAD, BEFORE_CHUNK, IN_CHUNK, BEHIND_CHUNK };

bool phone_listens(struct phone *phone)
{
    char head[512];
    if (phone->stream >= 0)
        close(phone->stream);
    if (phone->heard == NULL)
        phone->heard = malloc(HEARD_MOST);
    phone->length = 0;
    phone->state = IN_HEAD;
    phone->chunk = 0;
    phone->ended = false;
    phone->stream = phone_dial(phone->port, NULL);
    int length = snprintf(head, sizeof head,
        "GET /events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: %s\r\n\r\n", phone->port,
        phone->cookie);
    if (phone->stream < 0 || phone->heard == NULL)
        return false;
    send_all(phone->stream, head, (size_t)length);
    return phone_hears(phone, "event: you");
}

/* Takes the bytes of chunks out of what came, one byte at a time. */
static void take_byte(struct phone *p, char c)
{
    static const char blank[] = "\r\n\r\n";
    switch (p->state) {
    case IN_HEAD: /* `chunk` counts what of the blank line has come */
        p->chunk = c == blank[p->chunk] ? p->chunk + 1 : c == '\r';
        if (p->chunk == 4) {
            p->state = BEFORE_CHUNK;
            p->chunk = 0;
        }
        break;
    case BEFORE_CHUNK:
        if (c == '\n' && p->chunk > 0)
            p->state = IN_CHUNK;
        else if (c == '\n')
            p->ended = true;
        else if (c != '\r')
            p->chunk = p->chunk * 16 + (size_t)(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
        break;
    case IN_CHUNK:
        if (p->length < HEARD_MOST - 1)
            p->heard[p->length++] = c;
        if (--p->chunk == 0)
            p->state = BEHIND_CHUNK;
        break;
    default:
        if (c == '\n')
            p->state = BEFORE_CHUNK;
        break;
    }
}

bool phone_reads(struct phone *phone, int ms)
{
    char block[65536];
    struct pollfd in = {.fd = phone->stream, .events = POLLIN};
    if (phone->stream < 0 || ms < 0 || poll(&in, 1, ms) <= 0)
        return phone->stream >= 0;
    ssize_t got = recv(phone->stream, block, sizeof block, 0);
    for (ssize_t i = 0; i < got; i++)
        take_byte(phone, block[i]);
    phone->heard[phone->length] = '\0';
    if (got > 0 && !phone->ended)
        return true;
    close(phone->stream);
    phone->stream = -1;
    return false;
}

bool phone_hears_in(struct phone *phone, const char *text, int ms)
{
    long until = now_ms() + ms;
    for (;;) {
        phone->heard[phone->length] = '\0';
        for (char *end; (end = strstr(phone->heard, "\n\n")) != NULL;) {
            *end = '\0';
            bool found = strstr(phone->heard, text) != NULL;
            phone->length -= (size_t)(end + 2 - phone->heard);
            memmove(phone->heard, end + 2, phone->length + 1);
            if (found)
                return true;
        }
        if (now_ms() >= until || phone->stream < 0)
            return false;
        /* what came with its end is looked at too */
        phone_reads(phone, (int)(until - now_ms()));
    }
}

bool phone_hears(struct phone *phone, const char *text)
{
    return phone_hears_in(phone, text, HOST_PATIENCE);
}

void phone_leaves(struct phone *phone)
{
    if (phone->stream >= 0)
        close(phone->stream);
    free(phone->heard);
    phone->stream = -1;
    phone->heard = NULL;
}
