/*
 * guest OUT LINES: types the first of these lines, then visits, as a phone, the table whose address
 * has come to stand in the file OUT, then types the rest. Where nobody serves it types all the
 * same. It is the child of who is typed to, and ends with it.
 */
#define _GNU_SOURCE /* usleep */
#include "tests/serve_host.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { PATIENCE_MS = 1500, STEP_MS = 5 };

/* Where it is served, as it was printed: http://127.0.0.1:8765/?k=KEY */
static bool find_table(const char *path, struct host *host)
{
    static const char address[] = "http://127.0.0.1:";
    char text[4096];
    FILE *from = fopen(path, "r");
    const size_t length = from != NULL ? fread(text, 1, sizeof text - 1, from) : 0;
    if (from != NULL)
        fclose(from);
    text[length] = '\0';
    const char *at = strstr(text, address);
    if (at == NULL || strchr(at, '\n') == NULL)
        return false;
    char *rest;
    host->port = (int)strtol(at + sizeof address - 1, &rest, 10);
    return sscanf(rest, "/?k=%31s", host->key) == 1;
}

static void visit(const struct host *host)
{
    static const char *const looks[] = {"/", "/words.json", "/fuda.js", "/p/standings",
        "/p/rules?q=follow&lang=en", "/p/nothing"};
    static struct reply reply;
    struct phone phone;
    if (!phone_joins(&phone, host))
        return;
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        phone_ask(&phone, "GET", looks[i], "", NULL, &reply);
    phone_listens(&phone);
    phone_ask(&phone, "POST", "/me", "Content-Type: application/json\r\n",
        "{\"seat\":1,\"lang\":\"ja\"}", &reply);
    phone_says(&phone, "one", "note seen");
    phone_ask(&phone, "POST", "/photo?id=two&as=hand", "Content-Type: image/jpeg\r\n", "no picture",
        &reply);
    phone_leaves(&phone);
}

int main(int count, char **words)
{
    char line[1024];
    static struct host host;
    FILE *lines = count == 3 ? fopen(words[2], "r") : NULL;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_DFL);
    if (lines == NULL || fgets(line, sizeof line, lines) == NULL)
        return 1;
    printf("%s", line);
    fflush(stdout);
    for (int waited = 0; waited < PATIENCE_MS && !find_table(words[1], &host); waited += STEP_MS)
        usleep(STEP_MS * 1000);
    if (host.port > 0)
        visit(&host);
    while (fgets(line, sizeof line, lines) != NULL)
        printf("%s", line);
    return 0;
}
