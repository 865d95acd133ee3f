/*
 * A server that means no good, for tests/test_net.sh: on a port of its own of 127.0.0.1, which it
 * prints, and for ten minutes at most, or $NET_SECONDS. What it answers is named by the path; what
 * was asked of it is appended to the file given.
 *
 *      net_server REQUESTS [FILE [JPEG]]       FILE is what /pack answers with, JPEG what the
 *                                              camera at /video sees
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SECONDS = 60, SERVED_SECONDS = 600, ASKED_MOST = 65536 };

struct visit {
    int to;
    const char *pack;    /* what /pack is */
    const char *picture; /* what a camera sees, … */
    size_t picture_length;
    int count; /* visits so far */
};

static bool put(const struct visit *v, const char *bytes, size_t length)
{
    return send(v->to, bytes, length, MSG_NOSIGNAL) == (ssize_t)length;
}

static bool say(const struct visit *v, const char *text) { return put(v, text, strlen(text)); }

static void good(const struct visit *v, const char *type, const char *body)
{
    char head[256];
    snprintf(head, sizeof head,
        "HTTP/1.1 200 OK\r\n%s%s%sContent-Length: %zu\r\nConnection: close\r\n\r\n",
        *type != '\0' ? "Content-Type: " : "", type, *type != '\0' ? "\r\n" : "", strlen(body));
    say(v, head);
    say(v, body);
}

/* ---- what it does ------------------------------------------------------------------------ */

static void ok(const struct visit *v) { good(v, "application/json", "{}"); }
static void pack(const struct visit *v) { good(v, "text/plain; charset=utf-8", v->pack); }
static void untyped(const struct visit *v) { good(v, "", v->pack); }
static void page(const struct visit *v)
{
    good(v, "text/html", "<html>pack needfire \"Page\"</html>");
}
static void picture(const struct visit *v) { good(v, "image/png", "\x89PNG"); }
static void nothing(const struct visit *v) { good(v, "text/plain", ""); }
static void silent(const struct visit *v)
{
    (void)v;
    sleep(SECONDS);
}

static void drip(const struct visit *v)
{
    say(v, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n");
    while (say(v, "#"))
        usleep(50000);
}

static void flood(const struct visit *v, const char *head, const char *bytes)
{
    say(v, head);
    while (say(v, bytes))
        ;
}

static void endless(const struct visit *v)
{
    flood(v, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n",
        "# and on and on and on and on\n");
}
static void headers(const struct visit *v)
{
    flood(v, "HTTP/1.1 200 OK\r\n", "X-More: and on and on and on and on and on\r\n");
}
static void header(const struct visit *v)
{
    flood(v, "HTTP/1.1 200 OK\r\nX-More: ", "and on and on and on and on and on and on");
}
static void huge(const struct visit *v)
{
    flood(v, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 99999999999\r\n\r\n",
        "# big\n");
}

static void video(const struct visit *v)
{
    char head[128];
    const int length = snprintf(head, sizeof head,
        "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %zu\r\n\r\n", v->picture_length);
    say(v, "HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n");
    while (put(v, head, (size_t)length) && put(v, v->picture, v->picture_length) && say(v, "\r\n"))
        usleep(30000);
}

static void cut(const struct visit *v)
{
    say(v, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\npack "
           "needfire \"Cut\"\nhuman 1 5 3");
}

static void nul(const struct visit *v)
{
    static const char answer[] =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\npack needfire \"Nul\"\n\0human";
    put(v, answer, sizeof answer - 1);
}

static void no_http(const struct visit *v) { say(v, "SSH-2.0-OpenSSH_9.2\r\n"); }
static void elsewhere(const struct visit *v)
{
    say(v,
        "HTTP/1.1 302 Found\r\nLocation: /pack\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
}
static void loop(const struct visit *v)
{
    say(v,
        "HTTP/1.1 302 Found\r\nLocation: /loop\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
}
static void file(const struct visit *v)
{
    say(v, "HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\nConnection: "
           "close\r\n\r\n");
}
static void missing(const struct visit *v)
{
    say(v, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
}
static void error(const struct visit *v)
{
    say(v, "HTTP/1.1 500 Oh\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
}
static void late(const struct visit *v)
{
    say(v, "HTTP/1.1 429 Slow\r\nRetry-After: 86400\r\nContent-Length: 0\r\nConnection: "
           "close\r\n\r\n");
}
static void busy(const struct visit *v)
{
    say(v, "HTTP/1.1 429 Slow\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
}

static void once(const struct visit *v)
{
    if (v->count == 0)
        busy(v);
    else
        ok(v);
}

static const struct {
    const char *path;
    void (*answer)(const struct visit *v);
} answers[] = {
    {"/ok", ok},
    {"/pack", pack},
    {"/untyped", untyped},
    {"/page", page},
    {"/picture", picture},
    {"/nothing", nothing},
    {"/silent", silent},
    {"/drip", drip},
    {"/endless", endless},
    {"/headers", headers},
    {"/header", header},
    {"/huge", huge},
    {"/cut", cut},
    {"/nul", nul},
    {"/nohttp", no_http},
    {"/elsewhere", elsewhere},
    {"/loop", loop},
    {"/file", file},
    {"/missing", missing},
    {"/error", error},
    {"/late", late},
    {"/busy", busy},
    {"/once", once},
    {"/video", video},
};

/* ---- being asked ------------------------------------------------------------------------- */

/* Head and body, as far as they come. */
static size_t hear(int from, char *asked)
{
    size_t length = 0;
    for (ssize_t got; length < ASKED_MOST - 1
                      && (got = recv(from, asked + length, ASKED_MOST - 1 - length, 0)) > 0;) {
        length += (size_t)got;
        asked[length] = '\0';
        const char *end = strstr(asked, "\r\n\r\n"), *size = strcasestr(asked, "content-length:");
        if (end != NULL
            && asked + length
                   >= end + 4 + (size != NULL && size < end ? strtoul(size + 15, NULL, 10) : 0))
            break;
    }
    return length;
}

static int visits_of(const char *path)
{
    static int counts[sizeof answers / sizeof *answers];
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (strcmp(answers[i].path, path) == 0)
            return counts[i]++;
    return 0;
}

static void answer(const struct visit *v, const char *path)
{
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (strcmp(answers[i].path, path) == 0) {
            answers[i].answer(v);
            return;
        }
    missing(v);
}

static void serve(int listening, const char *requests, struct visit v)
{
    static char asked[ASKED_MOST];
    for (;;) {
        v.to = accept(listening, NULL, NULL);
        char path[64] = "";
        asked[0] = '\0';
        size_t length = hear(v.to, asked);
        FILE *kept = fopen(requests, "a");
        if (kept == NULL || fwrite(asked, 1, length, kept) != length || fputs("\n", kept) < 0
            || fclose(kept) != 0)
            exit(1);
        sscanf(asked, "%*s %63[^ ?]", path);
        v.count = visits_of(path);
        if (fork() == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            alarm(SECONDS);
            answer(&v, path);
            shutdown(v.to, SHUT_WR);
            _exit(0);
        }
        close(v.to);
    }
}

static size_t read_whole(const char *path, char *out, size_t size)
{
    FILE *from = path != NULL ? fopen(path, "r") : NULL;
    const size_t length = from != NULL ? fread(out, 1, size - 1, from) : 0;
    if (from != NULL)
        fclose(from);
    out[length] = '\0';
    return length;
}

int main(int count, char **words)
{
    static char text[1 << 16], picture[1 << 16];
    const char *limit = getenv("NET_SECONDS");
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof here;
    int listening = socket(AF_INET, SOCK_STREAM, 0);
    struct visit v = {.pack = text, .picture = picture};
    read_whole(count > 2 ? words[2] : NULL, text, sizeof text);
    v.picture_length = read_whole(count > 3 ? words[3] : NULL, picture, sizeof picture);
    if (count < 2 || bind(listening, (struct sockaddr *)&here, size) != 0
        || listen(listening, 16) != 0
        || getsockname(listening, (struct sockaddr *)&here, &size) != 0)
        return 1;
    signal(SIGCHLD, SIG_IGN);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    alarm(limit != NULL ? (unsigned)strtoul(limit, NULL, 10) : SERVED_SECONDS);
    printf("%d\n", ntohs(here.sin_port));
    fclose(stdout);
    serve(listening, words[1], v);
}
