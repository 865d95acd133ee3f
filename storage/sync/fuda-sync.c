/* fuda-sync: reads what it is asked, and has the engine answer; see sync.h. */
#define _XOPEN_SOURCE 700
#include "sync.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool sync_failed(const char *word, const char *text)
{
    size_t length = strlen(text);
    while (length > 0 && strchr(" \n", text[length - 1]) != NULL)
        length--;
    printf("failed\t%s\t", word);
    for (; length > 0; text++, length--)
        putchar((unsigned char)*text < ' ' || *text == 0x7f ? ' ' : *text);
    putchar('\n');
    return false;
}

/* A line without its end; NULL at the end, and where it is longer than any. */
static char *read_request(char **line, size_t *room)
{
    ssize_t length = getline(line, room, stdin);
    if (length <= 0 || (*line)[length - 1] != '\n' || length > ROW_LINE_MOST + 8)
        return NULL;
    (*line)[length - 1] = '\0';
    return *line;
}

/* The next word of a request; "" where there is none. */
static char *next_word(char **at)
{
    char *word = *at, *tab = strchr(word, '\t');
    *at = tab != NULL ? tab + 1 : word + strlen(word);
    if (tab != NULL)
        *tab = '\0';
    return word;
}

static void close_engine(struct sync *s)
{
    if (s->engine != NULL)
        s->engine->close(s);
    free(s->state);
}

static bool is_server(const char *address)
{
    return strncmp(address, "postgresql://", 13) == 0 || strncmp(address, "postgres://", 11) == 0;
}

static bool do_open(struct sync *s, char *at)
{
    const char *device = next_word(&at), *address = next_word(&at);
    if (strlen(device) != DEVICE_TEXT - 1 || strspn(device, "0123456789abcdef") != DEVICE_TEXT - 1)
        return sync_failed("nonsense", "device");
    snprintf(s->device, sizeof s->device, "%s", device);
    s->state = strdup(at);
    if (s->state == NULL)
        return sync_failed("memory", "");
    s->engine = is_server(address) ? &server_engine : &folder_engine;
    return s->engine->open(s, address);
}

static void free_rows(char **rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(rows[i]);
    free(rows);
}

static bool do_send(struct sync *s, char *at)
{
    size_t count = strtoul(at, NULL, 10), read = 0, room = 0;
    char **rows = count <= SEND_MOST ? calloc(count + 1, sizeof *rows) : NULL, *line = NULL;
    while (rows != NULL && read < count && read_request(&line, &room) != NULL) {
        rows[read++] = line;
        line = NULL;
        room = 0;
    }
    free(line);
    bool good = rows != NULL && read == count ? s->engine->send(s, rows, count)
                                              : sync_failed("nonsense", "send");
    free_rows(rows, rows != NULL ? read : 0);
    return good;
}

static bool do_campaigns(struct sync *s, char *at)
{
    (void)at;
    return s->engine->campaigns(s);
}

static bool do_create(struct sync *s, char *at)
{
    (void)at;
    return s->engine->create(s);
}

static bool do_fetch(struct sync *s, char *at) { return s->engine->fetch(s, next_word(&at)); }

static bool do_wait(struct sync *s, char *at)
{
    return s->engine->wait(s, (int)strtol(at, NULL, 10));
}

static bool do_standing(struct sync *s, char *at)
{
    const char *campaign = next_word(&at);
    return s->engine->standing(s, campaign, at);
}

static const struct sync_request {
    const char *word;
    bool (*run)(struct sync *s, char *at);
} requests[] = {
    {"open", do_open},
    {"campaigns", do_campaigns},
    {"create", do_create},
    {"fetch", do_fetch},
    {"send", do_send},
    {"wait", do_wait},
    {"standing", do_standing},
};

/* False: it failed. */
static bool answer(struct sync *s, char *line)
{
    const char *word = next_word(&line);
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        if (strcmp(requests[i].word, word) == 0) {
            /* whatever may hang: the net, a folder that is one */
            alarm(REQUEST_S);
            bool opened = s->engine != NULL, opens = requests[i].run == do_open;
            bool good = opened != opens ? requests[i].run(s, line)
                                        : sync_failed("nonsense", opened ? "open" : "closed");
            alarm(0);
            return good;
        }
    return sync_failed("nonsense", word);
}

int main(void)
{
    struct sync s = {.engine = NULL};
    char *line = NULL;
    size_t room = 0;
    signal(SIGPIPE, SIG_DFL);
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    for (bool on = true; on && read_request(&line, &room) != NULL;) {
        on = answer(&s, line);
        on = fflush(stdout) == 0 && on;
    }
    close_engine(&s);
    free(line);
    return 0;
}
