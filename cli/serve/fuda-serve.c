/*
 * fuda-serve: a table's board on everybody's phone, as a program of its own. It knows HTTP, guests
 * and their keys, and how often they may ask for what. It knows no game, has no store and opens no
 * files. `fuda` talks to it over its standard input and output, one JSON object on each line: what
 * everyone should see comes in, what phones say goes out.
 *
 * fuda-serve [--address ADDRESS] [--port PORT] [--unconfined]
 *
 * It starts when the first line has come, and ends when its standard input does.
 */
#define _GNU_SOURCE /* close_range */
#include "confined.h"
#include "orders.h"
#include "phone.h"
#include "routes.h"
#include "tell.h"
#include "visits.h"
#include "core/limits.h"

#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TURN_MS = 1000, CONNECTION_MEMORY = 16 << 10, SILENT_S = 20 };

struct serve_options {
    const char *address; /* NULL: it chooses one */
    int port;            /* -1: the usual one */
    bool open;           /* keeps its rights, for debuggers and sanitizers */
};

static int64_t milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000 + 1;
}

/* ---- beginning --------------------------------------------------------------------------- */

/* Tells `fuda` why it ends. Everything unsent is sent first, even if `fuda` is slow to read it. */
static int give_up(struct server *server, const char *why)
{
    pipe_say(&server->pipe, json_pack("{ss ss}", "at", "failed", "why", why));
    struct pollfd out = {.fd = server->pipe.to, .events = POLLOUT};
    while (server->pipe.first != NULL && !server->pipe.lost && poll(&out, 1, TURN_MS) > 0)
        pipe_flush(&server->pipe);
    return 2;
}

static bool start_daemon(struct server *server)
{
    server->daemon = MHD_start_daemon(MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET
                                          | MHD_ALLOW_SUSPEND_RESUME,
        0, NULL, NULL, routes_request, server, MHD_OPTION_CONNECTION_LIMIT, (unsigned)VISITS_MOST,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SILENT_S, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_NOTIFY_CONNECTION, visits_notify, server, MHD_OPTION_NOTIFY_COMPLETED,
        routes_completed, server, MHD_OPTION_END);
    return server->daemon != NULL;
}

/* Listens where the predecessor did, or where the options say. */
static bool open_network(struct server *server, const char *keep,
    const struct serve_options *options)
{
    char address[ADDRESS_ROOM];
    int port = -1;
    if (keep != NULL && keep_read(server, keep, address, &port))
        return network_open(&server->network, address, port);
    return keys_renew(server) && network_open(&server->network, options->address, options->port);
}

struct first {
    struct server *server;
    const struct serve_options *options;
    bool come;
    const char *why; /* why it cannot start */
};

static void begin(struct first *first, const char *line, size_t length)
{
    struct server *server = first->server;
    char *keep = order_keep(line, length);
    first->come = true;
    if (!open_network(server, keep, first->options))
        first->why = N_("phones cannot reach this machine: it does not let a server listen");
    else if (!start_daemon(server))
        first->why = N_("the server for the phones could not be started");
    else if (!first->options->open)
        server->confined = serve_confine(server->network.port);
    if (first->why == NULL)
        tell_listening(server);
    if (keep == NULL && first->why == NULL)
        order_take(server, line, length);
    tell_keep(server);
    free(keep);
}

/* Takes a line. The first one says whether there was a predecessor. */
static void take_line(void *user, char *line, size_t length)
{
    struct first *first = user;
    if (!first->come)
        begin(first, line, length);
    else if (first->why == NULL)
        order_take(first->server, line, length);
}

/* ---- turns ------------------------------------------------------------------------------- */

static int wait_ms(const struct server *server)
{
    MHD_UNSIGNED_LONG_LONG due;
    if (MHD_get_timeout(server->daemon, &due) == MHD_YES && due < TURN_MS)
        return (int)due;
    return TURN_MS;
}

/* One turn of the loop: waits for something to do, and does it. False: `fuda` has gone. */
static bool turn(struct first *first)
{
    struct server *server = first->server;
    struct pollfd wait[] = {
        {.fd = server->pipe.from, .events = POLLIN},
        {.fd = server->pipe.first != NULL ? server->pipe.to : -1, .events = POLLOUT},
        {.fd = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd,
            .events = POLLIN},
        {.fd = server->network.listening[0], .events = POLLIN},
        {.fd = server->network.listening[1], .events = POLLIN},
    };
    int64_t second = server->now / TURN_MS;
    poll(wait, sizeof wait / sizeof *wait, wait_ms(server));
    server->now = milliseconds();
    bool here = wait[0].revents == 0 || pipe_read(&server->pipe, take_line, first);
    for (int i = 0; i < LISTENERS; i++)
        if (wait[3 + i].revents != 0)
            visits_take(server, wait[3 + i].fd);
    if (server->now / TURN_MS != second) {
        phone_tick(server);
        visits_tick(server);
    }
    visits_wake_streams(server);
    MHD_run(server->daemon);
    pipe_flush(&server->pipe);
    return here && !server->pipe.lost;
}

static int serve(struct server *server, const struct serve_options *options)
{
    struct first first = {.server = server, .options = options};
    struct pollfd in = {.fd = server->pipe.from, .events = POLLIN};
    while (!first.come && poll(&in, 1, -1) > 0)
        if (!pipe_read(&server->pipe, take_line, &first))
            return 0;
    if (first.why != NULL)
        return give_up(server, first.why);
    while (!server->ends && turn(&first))
        ;
    return 0;
}

/*
 * Frees everything. Sleeping connections have to be woken before the daemon can stop. Each stream
 * is ended properly, since a browser throws away what it has read of a stream that breaks off.
 */
static void clear(struct server *server)
{
    network_close(&server->network);
    if (server->daemon != NULL) {
        server->ends = true;
        visits_wake_all(server);
        visits_run_last(server);
        MHD_stop_daemon(server->daemon);
    }
    topics_clear(&server->topics);
    guests_clear(&server->guests);
    pipe_clear(&server->pipe);
    free(server->words);
    free(server);
}

static bool read_words(int count, char **words, struct serve_options *options)
{
    static const struct option known[] = {
        {"address", required_argument, NULL, 'a'},
        {"port", required_argument, NULL, 'p'},
        {"unconfined", no_argument, NULL, 'u'},
        {NULL, 0, NULL, 0},
    };
    for (int c; (c = getopt_long(count, words, "", known, NULL)) != -1;) {
        char *end = optarg;
        if (c == 'a')
            options->address = optarg;
        else if (c == 'p')
            options->port = (int)strtol(optarg, &end, 10);
        else if (c == 'u')
            options->open = true;
        if (c == '?' || (c == 'p' && (*end != '\0' || options->port < 0 || options->port > 65535)))
            return false;
    }
    return optind == count;
}

int main(int count, char **words)
{
    struct serve_options options = {.port = -1};
    struct server *server = calloc(1, sizeof *server);
    if (server == NULL || !read_words(count, words, &options)) {
        fputs("usage: fuda-serve [--address ADDRESS] [--port PORT] [--unconfined]\n", stderr);
        free(server);
        return 2;
    }
    close_range(STDERR_FILENO + 1, ~0u, 0);
    signal(SIGPIPE, SIG_IGN);
    tzset(); /* reads its file now, since none can be read later */
    json_object_seed(0);
    server->now = milliseconds();
    server->network = (struct network){.listening = {-1, -1}};
    guests_init(&server->guests);
    pipe_init(&server->pipe, STDIN_FILENO, STDOUT_FILENO);
    int status = serve(server, &options);
    clear(server);
    return status;
}
