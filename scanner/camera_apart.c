/*
 * A camera on the network, from two sides. A process of its own has the connection and reads what
 * the camera sends; this one decodes the pictures, and has nothing but a socket between the two:
 *
 *      out     one byte: the newest picture is wanted
 *      in      struct fetched, and so many bytes: a picture, or in words what is wrong
 */
#define _GNU_SOURCE
#include "camera.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FETCH_MS = 1000 };

struct fetched {
    uint32_t what; /* enum frame_result: NEW, a picture; BAD or END, words */
    uint32_t length;
};

struct camera_apart {
    struct camera camera; /* first */
    int socket;
    bool wants;       /* it was told so, and has not answered */
    struct bytes in;  /* owned: of the news, what has come; behind it lies the last picture still */
    size_t picture;   /* its bytes */
    struct grey grey; /* owned */
};

/* ---- who has the connection ---------------------------------------------------------------- */

static bool write_all(int file, const void *bytes, size_t length)
{
    for (const char *at = bytes; length > 0;) {
        const ssize_t put = write(file, at, length);
        if (put < 0 && errno != EINTR)
            return false;
        at += put > 0 ? put : 0;
        length -= put > 0 ? (size_t)put : 0;
    }
    return true;
}

static bool tell(int file, enum frame_result what, const void *bytes, size_t length)
{
    const struct fetched news = {.what = (uint32_t)what, .length = (uint32_t)length};
    return write_all(file, &news, sizeof news) && write_all(file, bytes, length);
}

/*
 * Until the camera ends, or nobody wants pictures any more. What is wrong meanwhile is told when it
 * is asked for.
 */
static void fetch(struct net *n, int file)
{
    struct bytes picture = {.at = NULL};
    struct why why = {.text = ""};
    enum frame_result wrong = FRAME_NONE, what = FRAME_NONE;
    bool wants = false, good = true;
    while (good && wrong != FRAME_END) {
        what = net_picture(n, FETCH_MS, file, wants, &picture, &why);
        if (what == FRAME_BAD || what == FRAME_END)
            wrong = what;
        char byte;
        if (what == FRAME_NONE) {
            const ssize_t got = recv(file, &byte, 1, MSG_DONTWAIT);
            good = got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
            wants |= got > 0;
        } else if (what == FRAME_NEW) {
            good = tell(file, what, picture.at, picture.length);
            wrong = FRAME_NONE;
            wants = false;
        } else if (wants && what == FRAME_BAD) {
            good = tell(file, what, why.text, strlen(why.text));
            wants = false;
        }
    }
    if (wrong == FRAME_END)
        tell(file, FRAME_END, why.text, strlen(why.text));
    bytes_clear(&picture);
}

/* It neither hears what this program is asked nor answers in its place. */
static _Noreturn void begin_apart(int file, pid_t parent, const char *address, const char *user,
    void (*apart)(void))
{
    struct why why = {.text = ""};
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(nothing, STDOUT_FILENO) < 0
        || getppid() != parent)
        _exit(1);
    if (apart != NULL)
        apart();
    struct net *n = net_open(address, user, &why);
    if (n != NULL)
        fetch(n, file);
    else
        tell(file, FRAME_END, why.text, strlen(why.text));
    _exit(0);
}

/* ---- who decodes --------------------------------------------------------------------------- */

/* More of what it says; false: it is gone, or says what cannot be. */
static bool read_news(struct camera_apart *c)
{
    uint8_t room[65536];
    const ssize_t got = read(c->socket, room, sizeof room);
    if (got < 0)
        return errno == EAGAIN || errno == EINTR;
    return got > 0 && c->in.length + (size_t)got <= PART_MOST + sizeof(struct fetched)
           && bytes_add(&c->in, room, (size_t)got);
}

static enum frame_result decode(struct camera_apart *c, const uint8_t *picture, size_t length,
    struct grey *out, struct why *why)
{
    struct grey grey;
    if (!image_read(picture, length, &grey, why))
        return FRAME_BAD;
    grey_clear(&c->grey);
    c->grey = *out = grey;
    c->picture = length;
    return FRAME_NEW;
}

/* Nothing has come since: its bytes lie where they lay. */
static bool colour(struct camera *camera, struct colour *out)
{
    const struct camera_apart *c = (const struct camera_apart *)camera;
    return c->picture > 0 && c->in.length == 0
           && colour_read(c->in.at + sizeof(struct fetched), c->picture, out);
}

/* The news, if they are whole; one at a time, as it is asked for. */
static enum frame_result take_news(struct camera_apart *c, struct grey *out, struct why *why)
{
    struct fetched news;
    if (c->in.length < sizeof news)
        return FRAME_NONE;
    memcpy(&news, c->in.at, sizeof news);
    if (c->in.length - sizeof news < news.length)
        return FRAME_NONE;
    const uint8_t *bytes = c->in.at + sizeof news;
    c->in.length = 0;
    c->wants = false;
    if (news.what == FRAME_NEW)
        return decode(c, bytes, news.length, out, why);
    why_say(why, "%.*s", (int)(news.length < sizeof why->text ? news.length : sizeof why->text - 1),
        (const char *)bytes);
    return news.what == FRAME_BAD ? FRAME_BAD : FRAME_END;
}

static enum frame_result frame(struct camera *camera, int wait_ms, int beside, struct grey *out,
    struct why *why)
{
    struct camera_apart *c = (struct camera_apart *)camera;
    if (!c->wants)
        c->wants = write_all(c->socket, "", 1);
    for (long now = milliseconds(), until = now + wait_ms; now < until; now = milliseconds()) {
        struct pollfd files[] = {{.fd = c->socket, .events = POLLIN},
            {.fd = beside, .events = POLLIN}};
        poll(files, 2, (int)(until - now));
        if (files[0].revents != 0 && !read_news(c)) {
            why_say(why, N_("the connection broke"));
            return FRAME_END;
        }
        const enum frame_result what = take_news(c, out, why);
        if (what != FRAME_NONE || files[1].revents != 0)
            return what;
    }
    return FRAME_NONE;
}

static void close_apart(struct camera *camera)
{
    struct camera_apart *c = (struct camera_apart *)camera;
    close(c->socket); /* the other one ends then */
    bytes_clear(&c->in);
    grey_clear(&c->grey);
    free(c);
}

struct camera *camera_apart(const char *address, const char *user, void (*apart)(void),
    struct why *why)
{
    struct camera_apart *c = calloc(1, sizeof *c);
    const pid_t parent = getpid();
    int ends[2] = {-1, -1};
    fflush(NULL);
    const pid_t pid = c != NULL && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0
                          ? fork()
                          : -1;
    if (pid == 0) {
        close(ends[0]);
        begin_apart(ends[1], parent, address, user, apart);
    }
    if (ends[1] >= 0)
        close(ends[1]);
    if (pid < 0) {
        if (ends[0] >= 0)
            close(ends[0]);
        free(c);
        why_say(why, N_("out of memory"));
        return NULL;
    }
    signal(SIGPIPE, SIG_IGN); /* where the other one has gone, what it said last is still read */
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    *c = (struct camera_apart){.camera = {frame, colour, close_apart}, .socket = ends[0]};
    return (struct camera *)c;
}
