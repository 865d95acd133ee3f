/*
 * What a server answers: the first byte is h for an answer by HTTP to fuda-net, whose own answer
 * `fuda` then reads; else all is what fuda-net would have said. Nothing leaves this machine: what
 * curl sends is not read by anybody.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "fuzz.h"

#include <curl/curl.h>
#include <stdio.h>
#include <sys/socket.h>

static FILE *answers; /* where fuda-net writes to */
static CURL *easy_that_hears(void);
int net_main(void);
#define main net_main
#define curl_easy_init easy_that_hears
#define printf(...) fprintf(answers, __VA_ARGS__)
#undef stdout
#define stdout answers
#include "cli/net/fuda-net.c" /* NOLINT(bugprone-suspicious-include): its parts are to be called */
#undef main
#undef curl_easy_init
#undef printf
#include "cli/exchange/net.c" /* NOLINT(bugprone-suspicious-include): … and what reads it */

const char *const fuzz_also = NULL;
const struct command *const commands[] = {NULL}; /* those of main.c */

/* Nothing is given up: a fuzzer has many answers to hear. */
bool confine_to_network(const char *const *files)
{
    (void)files;
    return true;
}

static struct {
    const uint8_t *bytes;
    size_t length;
    int server; /* the other end; -1: none */
} heard;

/* What it is connected to holds the whole answer already. */
static int open_answered(void *user, curlsocktype purpose, struct curl_sockaddr *address)
{
    int end[2];
    (void)user;
    (void)purpose;
    (void)address;
    if (heard.server >= 0)
        return CURL_SOCKET_BAD; /* one is enough: redirects end here */
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, end)
        != 0) /* takes no ports, however often */
        abort();
    heard.server = end[0];
    (void)!send(heard.server, heard.bytes, heard.length, MSG_NOSIGNAL | MSG_DONTWAIT);
    shutdown(heard.server, SHUT_WR);
    return end[1];
}

static int is_connected(void *user, curl_socket_t socket, curlsocktype purpose)
{
    (void)user;
    (void)socket;
    (void)purpose;
    return CURL_SOCKOPT_ALREADY_CONNECTED;
}

static CURL *easy_that_hears(void)
{
    CURL *easy = curl_easy_init();
    if (easy == NULL
        || curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_answered) != CURLE_OK
        || curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, is_connected) != CURLE_OK)
        abort();
    return easy;
}

/* What fuda-net makes of it. */
static void ask_server(const uint8_t *bytes, size_t length, struct text *said)
{
    struct request r = {.most = 2048, .loopback = true, .time_ms = 300, .post = length % 2 != 0};
    char *at = NULL;
    size_t size = 0;
    heard.bytes = bytes;
    heard.length = length;
    heard.server = -1;
    snprintf(r.address, sizeof r.address, "http://127.0.0.1:9/x");
    r.body = calloc(1, 1);
    r.answer = malloc(r.most + 1);
    answers = open_memstream(&at, &size);
    if (r.body == NULL || r.answer == NULL || answers == NULL)
        abort();
    perform(&r);
    fclose(answers);
    text_add(said, at, size);
    if (strncmp(at, "answer ", 7) != 0 && strncmp(at, "failed ", 7) != 0)
        abort();
    if (heard.server >= 0)
        close(heard.server);
    free(at);
    free(r.body);
    free(r.answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct context context;
    struct net_answer answer = {.status = 0};
    struct text said = {0};
    if (!context.english) {
        say_begin(&context, "en");
        curl_global_init(CURL_GLOBAL_DEFAULT);
    }
    context.english = true;
    text_put(&said, "");
    const bool http = size > 0 && data[0] == 'h';
    if (http)
        ask_server(data + 1, size - 1, &said);
    else
        text_add(&said, (const char *)data, size);
    const bool answered = strncmp(said.at, "answer ", 7) == 0;
    if (read_answer(&context, &said, &answer))
        net_answer_good(&context, &answer);
    else if (http && answered)
        abort(); /* what fuda-net says is always understood */
    net_answer_clear(&answer);
    text_clear(&said);
    return 0;
}
