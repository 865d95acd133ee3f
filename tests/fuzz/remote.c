/*
 * What fuda-sync is asked, and what others wrote into the folder that it reads: lines are requests,
 * said by one store and then by another; after a line -- all is a file of the folder. The folder is
 * always the same place, so a request does not say which; nothing is waited for, and no server is
 * asked.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "fuzz.h"

#include <stdio.h>

static FILE *asked; /* where requests come from */
int sync_main(void);
#define main sync_main
#undef stdin
#define stdin asked
#undef _GNU_SOURCE
/* Its parts are to be called. */
#include "storage/sync/fuda-sync.c" /* NOLINT(bugprone-suspicious-include) */
#undef main

#include "storage/sync/confined.h"

#include <dirent.h>
#include <fcntl.h>

const char *const fuzz_also = NULL;

static char folder[64];

/* A fuzzer has more to do than one remote. */
void confine_to_folder(const char *path) { (void)path; }
void confine_to_connecting(const char *const *files) { (void)files; }
void confine_to_connection(void) {}

static void empty_folder(void)
{
    char path[512];
    DIR *in = opendir(folder);
    for (const struct dirent *e; in != NULL && (e = readdir(in)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        unlink(path);
    }
    if (in != NULL)
        closedir(in);
}

static void remove_all(void)
{
    empty_folder();
    rmdir(folder);
}

static void make_folder(void)
{
    snprintf(folder, sizeof folder, "%s/fuda-fuzz-XXXXXX",
        access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (mkdtemp(folder) == NULL)
        abort();
    atexit(remove_all);
}

static void put_file(const uint8_t *bytes, size_t length)
{
    char path[128];
    snprintf(path, sizeof path, "%s/others.rows", folder);
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, length, file) != length || fclose(file) != 0)
        abort();
}

/* As main() does, for another remote than the data's. */
static void ask_all(const char *device, const char *lines, size_t length)
{
    struct sync s = {.engine = NULL};
    char open[160], *line = NULL;
    size_t room = 0;
    snprintf(open, sizeof open, "open\t%s\t%s\t", device, folder);
    bool on = answer(&s, open);
    asked = fmemopen((char *)(uintptr_t)lines, length, "r");
    while (on && asked != NULL && read_request(&line, &room) != NULL)
        on = strncmp(line, "open", 4) == 0
             || (strncmp(line, "wait", 4) == 0 && strcmp(line, "wait\t0") != 0) || answer(&s, line);
    close_engine(&s);
    if (asked != NULL)
        fclose(asked);
    free(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *file = memmem(data, size, "--\n", 3);
    const size_t length = file != NULL ? (size_t)(file - data) : size;
    if (folder[0] == '\0')
        make_folder();
    empty_folder();
    if (file != NULL)
        put_file(file + 3, size - length - 3);
    fflush(stdout);
    const int kept = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nowhere, STDOUT_FILENO); /* answers are for `fuda`: pipes.c reads such */
    ask_all("00000000000000aa", (const char *)data, length);
    ask_all("00000000000000bb", (const char *)data, length);
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    close(nowhere);
    return 0;
}
