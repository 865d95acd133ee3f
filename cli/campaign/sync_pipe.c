/* Runs the program that connects to remotes; see sync_pipe.h. */
#define _GNU_SOURCE
#include "sync_pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/*
 * The program ends itself if a request takes longer than REQUEST_S. Its longest lines are a row, or
 * the state of a large folder.
 */
enum { ANSWER_S = 150, ANSWER_MOST = 1 << 24 };

static const char program[] = "fuda-sync";

void sync_pipe_begin(struct sync_pipe *t, const struct context *context, const char *remote)
{
    *t = (struct sync_pipe){.context = context,
        .remote = remote,
        .helper = {.pid = -1, .to = -1, .from = -1}};
}

static void stop(struct sync_pipe *t)
{
    helper_stop(&t->helper);
    t->come.length = t->told = 0;
}

void sync_pipe_end(struct sync_pipe *t)
{
    stop(t);
    text_clear(&t->come);
    text_clear(&t->why);
}

static bool fail_as(struct sync_pipe *t, const char *word, const char *why)
{
    snprintf(t->failed, sizeof t->failed, "%s", word);
    t->why.length = 0;
    say_foreign(&t->why, why, strlen(why));
    text_put(&t->why, "");
    return false;
}

/* Starts the program. Reading from it blocks. */
static bool start(struct sync_pipe *t)
{
    char path[4096];
    if (!helper_find(path, sizeof path, program) || !helper_start(&t->helper, path, -1))
        return fail_as(t, "program", "");
    fcntl(t->helper.from, F_SETFL, 0);
    return true;
}

bool sync_pipe_ask(struct sync_pipe *t, const struct text *request)
{
    for (size_t at = 0; at < request->length;) {
        ssize_t sent = send(t->helper.to, request->at + at, request->length - at, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR) {
            stop(t);
            return fail_as(t, "ended", "");
        }
        at += sent > 0 ? (size_t)sent : 0;
    }
    t->failed[0] = '\0';
    return true;
}

char *sync_pipe_word(char **at)
{
    char *word = *at, *tab = strchr(word, '\t');
    *at = tab != NULL ? tab + 1 : word + strlen(word);
    if (tab != NULL)
        *tab = '\0';
    return word;
}

/*
 * Reads more of what it says. False: it has ended, or said nothing for longer than a request may
 * take.
 */
static bool hear(struct sync_pipe *t)
{
    struct pollfd ready = {.fd = t->helper.from, .events = POLLIN};
    char block[16384];
    ssize_t got = -1;
    int events;
    do {
        events = poll(&ready, 1, ANSWER_S * 1000);
        got = events > 0 ? read(t->helper.from, block, sizeof block) : -1;
    } while ((events < 0 || (events > 0 && got < 0)) && errno == EINTR);
    if (got <= 0)
        return false;
    text_add(&t->come, block, (size_t)got);
    return t->come.length - t->told <= ANSWER_MOST;
}

/* The next line, without its end. It is valid until the next call. */
static char *next_line(struct sync_pipe *t)
{
    size_t seen = 0;
    if (t->told > 0)
        memmove(t->come.at, t->come.at + t->told, t->come.length - t->told);
    t->come.length -= t->told;
    t->told = 0;
    for (;;) {
        char *end = t->come.length > seen ? memchr(t->come.at + seen, '\n', t->come.length - seen)
                                          : NULL;
        if (end != NULL) {
            *end = '\0';
            t->told = (size_t)(end + 1 - t->come.at);
            return t->come.at;
        }
        seen = t->come.length;
        if (!hear(t))
            return NULL;
    }
}

char *sync_pipe_answer(struct sync_pipe *t, const char **word)
{
    char *at = t->helper.from >= 0 ? next_line(t) : NULL;
    if (at == NULL) {
        stop(t);
        fail_as(t, "ended", "");
        return NULL;
    }
    *word = sync_pipe_word(&at);
    if (strcmp(*word, "failed") != 0)
        return at;
    char *failed = sync_pipe_word(&at);
    fail_as(t, failed, at);
    return NULL;
}

/*
 * The number of the device. A store that was copied, to another machine or next to the first one,
 * counts as another device.
 */
static bool device_number(struct sync_pipe *t, const struct store_id *device, uint64_t *out)
{
    char host[256] = "", id[64] = "";
    uint64_t number = UINT64_C(0xcbf29ce484222325);
    FILE *in = fopen("/etc/machine-id", "re");
    bool read = in != NULL || errno == ENOENT || errno == ENOTDIR;
    gethostname(host, sizeof host - 1);
    if (in != NULL) {
        read = fgets(id, sizeof id, in) != NULL || !ferror(in);
        fclose(in);
    }
    if (!read) /* without the machine's id, this would count as another device */
        return fail_as(t, errno == ENOMEM ? "memory" : "device", strerror(errno));
    const char *const parts[] = {(const char *)device->byte, host, id};
    const size_t lengths[] = {sizeof device->byte, strlen(host), strlen(id)};
    for (int i = 0; i < 3; i++)
        for (size_t k = 0; k < lengths[i]; k++)
            number = (number ^ (unsigned char)parts[i][k]) * UINT64_C(0x100000001b3);
    *out = number;
    return true;
}

bool sync_pipe_open(struct sync_pipe *t, const struct store_remote *remote,
    const struct store_id *device)
{
    struct text request = {0};
    const char *word;
    uint64_t number;
    stop(t);
    if (!device_number(t, device, &number) || !start(t))
        return false;
    text_printf(&request, "open\t%016llx\t%s\t%s\n", (unsigned long long)number, remote->address,
        remote->state);
    bool asked = sync_pipe_ask(t, &request);
    text_clear(&request);
    char *at = asked ? sync_pipe_answer(t, &word) : NULL;
    while (
        /* notes about files are reported as they are read */
        at != NULL && strcmp(word, "ready") != 0)
        at = sync_pipe_answer(t, &word);
    if (at == NULL)
        return false;
    snprintf(t->how, sizeof t->how, "%s", sync_pipe_word(&at));
    bool laid = strcmp(t->how, "bare") != 0 && strcmp(t->how, "behind") != 0;
    return laid || fail_as(t, t->how, "");
}

bool sync_pipe_may_wait(const struct sync_pipe *t)
{
    static const char *const words[] = {"ended", "net", "busy", "full", "folder", "lost"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(t->failed, words[i]) == 0)
            return true;
    return false;
}

bool sync_pipe_complain(const struct sync_pipe *t)
{
    static const struct {
        const char *word, *text;
    } failures[] = {
        {"ended", N_("the program fuda-sync broke off or did not answer: what {remote} has is as "
                     "it was, or whole")},
        {"net", N_("{remote} cannot be reached: {reason}")},
        {"password",
            N_("{remote} wants a password; expected it in ~/.pgpass or a service file: {reason}")},
        {"denied", N_("{remote} does not allow that with this login: {reason}")},
        {"bare", N_("{remote} is not set up yet; expected `fuda campaign create --on {remote}` by "
                    "whoever runs it")},
        {"full", N_("{remote} has no room left: {reason}")},
        {"busy", N_("{remote} is busy: {reason}")},
        {"old", N_("this program is too old for the schema of {remote}; expected a newer `fuda`")},
        {"behind", N_("the schema of {remote} is too old; expected `fuda campaign create --on "
                      "{remote}` by whoever runs it")},
        {"encoding",
            N_("the database of {remote} is in {reason}; expected one made with ENCODING 'UTF8'")},
        {"folder", N_("the folder of {remote} cannot be used: {reason}")},
        {"lost", N_("{remote} has lost rows that it had")},
        {"nothing", N_("{remote} is a folder and has no standings; expected `fuda campaign sync`, "
                       "then `fuda standings`")},
        {"memory", N_("out of memory")},
        {"device",
            N_("/etc/machine-id cannot be read, by which {remote} knows this machine: {reason}")},
    };
    if (strcmp(t->failed, "program") == 0)
        return helper_complain(t->context, program);
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++)
        if (strcmp(failures[i].word, t->failed) == 0)
            return complain(t->context, failures[i].text, "tt", "remote", t->remote, "reason",
                t->why.at != NULL ? t->why.at : "");
    return complain(t->context, N_("{remote} answers with an error: {reason}"), "tt", "remote",
        t->remote, "reason", t->why.at != NULL ? t->why.at : "");
}
