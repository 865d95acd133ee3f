/*
 * What phones ask of fuda-serve, and what `fuda` tells it: lines that begin with { are orders of
 * `fuda`, all after them is sent by one phone as it stands. The guest whose key is in the cookie of
 * the corpus is at the table already.
 */
#define _GNU_SOURCE
#include "fuzz.h"

int serve_main(int count, char **words);
#define main serve_main
#undef _GNU_SOURCE
/* Its parts are to be called. */
#include "cli/serve/fuda-serve.c" /* NOLINT(bugprone-suspicious-include) */
#undef main

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>

const char *const fuzz_also = NULL;

enum { PORT_SAID = 8765, TURNS = 12 };
#define KEY "AAAAAAAAAAAAAAAAAAAAAA"

/* One place to listen for all runs; the port that it is called by is always the same. */
static int listen_once(struct sockaddr_in *at)
{
    static struct sockaddr_in where;
    static int listening = -1;
    socklen_t length = sizeof where;
    if (listening < 0) {
        where = (struct sockaddr_in){.sin_family = AF_INET,
            .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        listening = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (listening < 0 || bind(listening, (struct sockaddr *)&where, sizeof where) != 0
            || listen(listening, 16) != 0
            || getsockname(listening, (struct sockaddr *)&where, &length) != 0)
            abort();
    }
    *at = where;
    return listening;
}

static struct server *new_server(void)
{
    struct server *server = calloc(1, sizeof *server);
    if (server == NULL)
        abort();
    server->now = 1000000;
    server->network = (struct network){.port = PORT_SAID, .listening = {-1, -1}};
    snprintf(server->network.address, sizeof server->network.address, "127.0.0.1");
    guests_init(&server->guests);
    pipe_init(&server->pipe, open("/dev/null", O_RDONLY | O_CLOEXEC),
        open("/dev/null", O_WRONLY | O_CLOEXEC));
    snprintf(server->token, sizeof server->token, "%s", KEY);
    snprintf(server->code, sizeof server->code, "ABC234");
    struct guest *guest = guests_join(&server->guests, server->now);
    if (guest == NULL || !start_daemon(server))
        abort();
    snprintf(guest->key, sizeof guest->key, "%s", KEY);
    return server;
}

static void end_server(struct server *server)
{
    const int from = server->pipe.from, to = server->pipe.to;
    clear(server);
    close(from);
    close(to);
}

static void ask(struct server *server, const uint8_t *bytes, size_t length)
{
    struct sockaddr_in at;
    const struct linger at_once = {.l_onoff = 1};
    char answer[4096];
    const int listening = listen_once(&at), phone = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (phone < 0 || connect(phone, (struct sockaddr *)&at, sizeof at) != 0)
        abort();
    setsockopt(phone, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    (void)!send(phone, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
    for (int i = 0; i < TURNS; i++) {
        visits_take(server, listening);
        visits_wake_streams(server);
        MHD_run(server->daemon);
        pipe_flush(&server->pipe);
        while (recv(phone, answer, sizeof answer, MSG_DONTWAIT) > 0)
            ;
    }
    server->now += UPLOAD_MS + 1;
    phone_tick(server);
    visits_tick(server);
    close(phone);
    MHD_run(server->daemon);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *at = data, *end = data + size;
    if (size > 16384)
        return 0;
    struct server *server = new_server();
    while (at < end && *at == '{') {
        const uint8_t *newline = memchr(at, '\n', (size_t)(end - at));
        const size_t length = (size_t)((newline != NULL ? newline : end) - at);
        char line[16385];
        memcpy(line, at, length);
        line[length] = '\0';
        order_take(server, line, length);
        at += length + (newline != NULL);
    }
    if (at < end)
        ask(server, at, (size_t)(end - at));
    end_server(server);
    return 0;
}
