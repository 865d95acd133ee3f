/* A camera on the network that is none; see scan_camera_server.h. */
#define _GNU_SOURCE
#include "scan_camera_server.h"

#include "scan_scene.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <turbojpeg.h>
#include <unistd.h>

enum { SECONDS = 40, PATIENCE = 30000, SCENE = 400, PICTURES_MOST = 1000 };

static long now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- the picture ------------------------------------------------------------------------- */

static unsigned char *compress(const struct grey *g, unsigned long *length)
{
    unsigned char *jpeg = NULL;
    tjhandle handle = tjInitCompress();
    if (tjCompress2(handle, g->at, g->width, g->stride, g->height, TJPF_GRAY, &jpeg, length,
            TJSAMP_GRAY, 90, 0)
        != 0)
        abort();
    tjDestroy(handle);
    return jpeg;
}

/* Red 9 on a white card on grey, six pixels a module. */
static unsigned char *draw(int turn, unsigned long *length)
{
    struct deck deck = {.count = 0};
    struct why why;
    unsigned char *grey = malloc(SCENE * SCENE);
    if (grey == NULL || !deck_add(&deck, "F/HT/R9", "r9", &why))
        abort();
    memset(grey, 96, SCENE * SCENE);
    for (int y = 80; y < 320; y++)
        memset(grey + y * SCENE + 80, 225, 240);
    for (int y = 0; y < MODULES * 6; y++)
        for (int x = 0; x < MODULES * 6; x++)
            if (deck.label[0].row[y / 6] >> (x / 6) & 1)
                grey[(y + 137) * SCENE + x + 137] = 30;
    struct grey seen = {SCENE, SCENE, SCENE, grey}, stored;
    phone_keeps(&stored, &seen, turn > 0 ? turn : 1);
    unsigned char *jpeg = compress(&stored, length),
                  *file = turn > 0 ? phone_file(jpeg, length, turn, turn % 2) : jpeg;
    if (turn > 0)
        tjFree(jpeg);
    deck_clear(&deck);
    free(stored.at);
    free(grey);
    return file;
}

/* ---- the server -------------------------------------------------------------------------- */

struct server {
    const struct serving *how;
    int file;
    unsigned char *jpeg;
    unsigned long length;
    int asked;
};

static bool put(const struct server *s, const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length > 0) {
        size_t step = s->how->slow && length > 700 ? 700 : length;
        ssize_t sent = send(s->file, at, step, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        at += sent;
        length -= (size_t)sent;
        if (s->how->slow)
            usleep(5000);
    }
    return true;
}

static bool put_text(const struct server *s, const char *text)
{
    return put(s, text, strlen(text));
}

/* The request's head; false if there is none. */
static bool take_head(int file, char *out, size_t size)
{
    size_t length = 0;
    while (length + 1 < size) {
        ssize_t got = recv(file, out + length, size - length - 1, 0);
        if (got <= 0)
            return false;
        length += (size_t)got;
        out[length] = '\0';
        if (strstr(out, "\r\n\r\n") != NULL)
            return true;
    }
    return false;
}

/* Basic exactly; of Digest only that it was answered, by that name, and without the password. */
static bool is_admitted(const struct serving *how, const char *head)
{
    if (how->user == NULL)
        return true;
    if (how->digest)
        return strstr(head, "Authorization: Digest username=\"aki\"") != NULL
               && strstr(head, "response=") != NULL
               && strstr(head, strchr(how->user, ':') + 1) == NULL;
    return strstr(head, "Authorization: Basic YWtpOnMzY3IzdA==") != NULL; /* aki:s3cr3t */
}

static void serve_error(const struct server *s, const char *status, const char *more)
{
    char head[512];
    snprintf(head, sizeof head,
        "HTTP/1.1 %s\r\n%sContent-Type: text/html\r\nContent-Length: 6\r\n\r\nsorry\n", status,
        more);
    put_text(s, head);
}

static bool put_picture(const struct server *s)
{
    static const char nothing[] = "this is not a picture at all";
    char head[256];
    size_t length = s->how->garbage ? sizeof nothing : s->length;
    int at = snprintf(head, sizeof head, "--frame\r\nContent-Type: image/jpeg\r\n");
    if (s->how->boundary != NULL)
        at = snprintf(head, sizeof head, "%s\r\nContent-Type: image/jpeg\r\n", s->how->boundary);
    if (s->how->length)
        at += snprintf(head + at, sizeof head - (size_t)at, "Content-Length: %zu\r\n", length);
    return put(s, head, (size_t)at) && put_text(s, "\r\n")
           && put(s, s->how->garbage ? (const void *)nothing : s->jpeg, length)
           && put_text(s, "\r\n");
}

static void serve_stream(const struct server *s)
{
    char head[512];
    snprintf(head, sizeof head,
        "HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=%s\r\n\r\n",
        s->how->says != NULL       ? s->how->says
        : s->how->boundary != NULL ? s->how->boundary
                                   : "frame");
    if (!put_text(s, head))
        return;
    if (s->how->endless) {
        static char block[65536];
        put_text(s, "--frame\r\nContent-Type: image/jpeg\r\n\r\n");
        for (int i = 0; i < PICTURES_MOST && put(s, block, sizeof block); i++)
            ;
    }
    for (int i = 0; i < (s->how->pictures > 0 ? s->how->pictures : PICTURES_MOST) && put_picture(s);
         i++)
        usleep(40000);
}

/* One connection: a stream, or answers as long as they are asked for. */
static void serve(struct server *s)
{
    char request[4096], head[256];
    const struct serving *how = s->how;
    while (take_head(s->file, request, sizeof request)) {
        if (!is_admitted(how, request)) {
            serve_error(s, "401 Unauthorized",
                how->digest
                    ? "WWW-Authenticate: Digest realm=\"cam\", nonce=\"12345\", qop=\"auth\"\r\n"
                    : "WWW-Authenticate: Basic realm=\"cam\"\r\n");
        } else if (how->status != NULL) {
            snprintf(head, sizeof head, how->location != NULL ? "Location: %s\r\n" : "%s",
                how->location != NULL ? how->location : "");
            serve_error(s, how->status, head);
        } else if (how->type != NULL) {
            serve_error(s, "200 OK", "");
        } else if (how->flaky && s->asked++ % 3 == 2) {
            serve_error(s, "503 Busy", "");
        } else if (how->raw != NULL) {
            put_text(s, how->raw);
            return;
        } else if (how->empty) {
            put_text(s, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        } else if (how->single) {
            snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\n%sContent-Length: %lu\r\n\r\n",
                how->untyped ? "" : "Content-Type: image/jpeg\r\n", s->length);
            put_text(s, head);
            put(s, s->jpeg, s->length);
        } else {
            serve_stream(s);
            return;
        }
    }
}

static int listen_here(int *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (file < 0 || bind(file, (struct sockaddr *)&address, sizeof address) != 0
        || listen(file, 8) != 0 || getsockname(file, (struct sockaddr *)&address, &length) != 0)
        return -1;
    *port = ntohs(address.sin_port);
    return file;
}

static pid_t start_server(const struct serving *how, int listening)
{
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    struct server s = {.how = how};
    alarm(SECONDS);
    s.jpeg = draw(how->turn, &s.length);
    for (;;) {
        s.file = accept(listening, NULL, NULL);
        if (s.file < 0)
            _exit(1);
        serve(&s);
        close(s.file);
    }
}

/* ---- fuda-scan --------------------------------------------------------------------------- */

static pid_t start_scan(int *to, int *from)
{
    int in[2], out[2];
    char path[4096];
    const char *build = getenv("BUILD");
    snprintf(path, sizeof path, "%s/bin/fuda-scan", build != NULL ? build : "build/release");
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0)
        return -1;
    pid_t pid = fork();
    if (pid == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        execl(path, "fuda-scan", (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    *to = in[1];
    *from = out[0];
    return pid;
}

static void listen_to(int from, const char *until, char *out, size_t size)
{
    size_t length = 0;
    if (out == NULL)
        return;
    out[0] = '\0';
    for (long end = now_ms() + PATIENCE; now_ms() < end && length + 1 < size;) {
        struct pollfd wait = {.fd = from, .events = POLLIN};
        if (poll(&wait, 1, 200) <= 0)
            continue;
        ssize_t got = read(from, out + length, size - length - 1);
        if (got <= 0)
            return;
        length += (size_t)got;
        out[length] = '\0';
        if (strstr(out, until) != NULL || strstr(out, "lost ") != NULL)
            return;
    }
}

bool scan_served(const struct serving *how, const char *path, const char *user, const char *until,
    char *out, size_t size)
{
    int port, to, from;
    int listening = listen_here(&port);
    if (listening < 0)
        return false;
    pid_t server = how != NULL ? start_server(how, listening) : 0;
    close(listening);
    pid_t scan = start_scan(&to, &from);
    if (user != NULL)
        dprintf(to, "hello 1\nuser %s\n", user);
    dprintf(to,
        "hello 1\nlanguage en\ncard F/HT/R9 r9\ncard F/HT/R3 r3\ncamera http://127.0.0.1:%d%s\n",
        port, path);
    listen_to(from, until, out, size);
    close(to);
    close(from);
    kill(scan, SIGKILL);
    waitpid(scan, NULL, 0);
    if (server > 0) {
        kill(server, SIGKILL);
        waitpid(server, NULL, 0);
    }
    return true;
}
