/* The program that goes to remotes; see talk.h. */
#define _GNU_SOURCE
#include "talk.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

void talk_begin(struct talk *t, const struct context *context, const char *remote)
{
    *t = (struct talk){.context = context, .remote = remote, .helper = {.pid = -1, .to = -1, .from = -1}};
}

static void stop(struct talk *t)
{
    if (t->from != NULL) {
        fclose(t->from);
        t->helper.from = -1;
    }
    t->from = NULL;
    helper_stop(&t->helper);
}

void talk_end(struct talk *t)
{
    stop(t);
    free(t->line);
    text_clear(&t->why);
}

static bool fail_as(struct talk *t, const char *word, const char *why)
{
    snprintf(t->failed, sizeof t->failed, "%s", word);
    t->why.length = 0;
    say_foreign(&t->why, why, strlen(why));
    text_put(&t->why, "");
    return false;
}

/* What it says is waited for. */
static bool start(struct talk *t)
{
    char path[4096];
    if (!helper_place(path, sizeof path, "fuda-sync") || access(path, X_OK) != 0 || !helper_start(&t->helper, path, -1))
        return fail_as(t, "program", "");
    fcntl(t->helper.from, F_SETFL, 0);
    t->from = fdopen(t->helper.from, "r");
    return t->from != NULL || fail_as(t, "program", "");
}

bool talk_ask(struct talk *t, const struct text *request)
{
    for (size_t at = 0; at < request->length;) {
        ssize_t sent = send(t->helper.to, request->at + at, request->length - at, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR) {
            stop(t);
            return fail_as(t, "net", strerror(errno));
        }
        at += sent > 0 ? (size_t)sent : 0;
    }
    t->failed[0] = '\0';
    return true;
}

char *talk_word(char **at)
{
    char *word = *at, *tab = strchr(word, '\t');
    *at = tab != NULL ? tab + 1 : word + strlen(word);
    if (tab != NULL)
        *tab = '\0';
    return word;
}

char *talk_answer(struct talk *t, const char **word)
{
    ssize_t length = getline(&t->line, &t->room, t->from);
    if (length <= 0 || t->line[length - 1] != '\n') {
        stop(t);
        fail_as(t, "net", "fuda-sync");
        return NULL;
    }
    t->line[length - 1] = '\0';
    char *at = t->line;
    *word = talk_word(&at);
    if (strcmp(*word, "failed") != 0)
        return at;
    char *failed = talk_word(&at);
    fail_as(t, failed, at);
    return NULL;
}


/* A store that was copied to another machine, or beside the first one, is another device there. */
static uint64_t device_number(const struct store_id *device)
{
    char host[256] = "", id[64] = "";
    uint64_t number = UINT64_C(0xcbf29ce484222325);
    FILE *in = fopen("/etc/machine-id", "re");
    gethostname(host, sizeof host - 1);
    if (in != NULL) {
        if (fgets(id, sizeof id, in) == NULL)
            id[0] = '\0';
        fclose(in);
    }
    const char *const parts[] = {(const char *)device->byte, host, id};
    const size_t lengths[] = {sizeof device->byte, strlen(host), strlen(id)};
    for (int i = 0; i < 3; i++)
        for (size_t k = 0; k < lengths[i]; k++)
            number = (number ^ (unsigned char)parts[i][k]) * UINT64_C(0x100000001b3);
    return number;
}

bool talk_open(struct talk *t, const struct store_remote *remote, const struct store_id *device)
{
    struct text request = {0};
    const char *word;
    stop(t);
    if (!start(t))
        return false;
    text_printf(&request, "open\t%016llx\t%s\t%s\n", (unsigned long long)device_number(device), remote->address,
                remote->state);
    bool asked = talk_ask(t, &request);
    text_clear(&request);
    char *at = asked ? talk_answer(t, &word) : NULL;
    while (at != NULL && strcmp(word, "ready") != 0)     /* notes of files are told when they are read */
        at = talk_answer(t, &word);
    if (at == NULL)
        return false;
    snprintf(t->how, sizeof t->how, "%s", talk_word(&at));
    bool laid = strcmp(t->how, "bare") != 0 && strcmp(t->how, "behind") != 0;
    return laid || fail_as(t, t->how, "");
}

bool talk_may_wait(const struct talk *t)
{
    static const char *const words[] = {"net", "busy", "full", "folder", "lost"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(t->failed, words[i]) == 0)
            return true;
    return false;
}

bool talk_complain(const struct talk *t)
{
    static const struct {
        const char *word, *text;
    } failures[] = {
        {"program", N_("the program fuda-sync, which goes to remotes, could not be started; expected it beside `fuda`")},
        {"net", N_("{remote} cannot be reached: {reason}")},
        {"password", N_("{remote} wants a password; expected it in ~/.pgpass or a service file: {reason}")},
        {"denied", N_("{remote} does not allow that with this login: {reason}")},
        {"bare", N_("nothing is laid out on {remote} yet; expected `fuda campaign create --on {remote}` by whoever runs it")},
        {"full", N_("{remote} has no room left: {reason}")},
        {"busy", N_("{remote} is busy: {reason}")},
        {"old", N_("this program is too old for what is laid out on {remote}; expected a newer `fuda`")},
        {"behind", N_("what is laid out on {remote} is too old; expected `fuda campaign create --on {remote}` by whoever runs it")},
        {"encoding", N_("the database of {remote} is in {reason}; expected one made with ENCODING 'UTF8'")},
        {"folder", N_("the folder of {remote} cannot be used: {reason}")},
        {"lost", N_("{remote} has not all that it had")},
        {"nothing", N_("{remote} is a folder and has no standings; expected `fuda campaign sync`, then `fuda standings`")},
        {"memory", N_("out of memory")},
    };
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++)
        if (strcmp(failures[i].word, t->failed) == 0)
            return complain(t->context, failures[i].text, "tt", "remote", t->remote, "reason",
                            t->why.at != NULL ? t->why.at : "");
    return complain(t->context, N_("{remote} answers with an error: {reason}"), "tt", "remote", t->remote, "reason",
                    t->why.at != NULL ? t->why.at : "");
}
