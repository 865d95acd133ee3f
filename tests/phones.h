/*
 * Phones at the table, as tests have them: a made-up fuda-serve beside a copy of fuda says what it
 * is told to say, and notes what it hears.
 */
#ifndef FUDA_TESTS_PHONES_H
#define FUDA_TESTS_PHONES_H

#include "prompt.h"

#include <sys/stat.h>

static int to_fuda = -1, taps;
static struct {
    char *at;            /* all that the made-up program has heard, a NUL after it; owned */
    size_t length, mark; /* what was waited for last ends at the mark */
} heard = {.at = NULL};

/* ---- the made-up program ----------------------------------------------------------------- */

static const char script[] =
    "#!/bin/sh\n"
    "echo $$ >\"$FAKE/pid\"\n"
    "echo "
    "'{\"at\":\"listening\",\"address\":\"10.1.2.3\",\"port\":8765,\"url\":\"http://10.1.2.3:8765/"
    "?k=KEY\",\"code\":\"K7P3QX\",\"others\":[\"10.9.9.9\"]}'\n"
    "echo '{\"at\":\"keep\",\"state\":\"guests and keys\"}'\n"
    "exec 3<>\"$FAKE/say\"\n"
    "cat <&3 &\n"
    "exec cat >>\"$FAKE/heard\"\n";

static inline bool prepare(void)
{
    char command[9000], path[512];
    snprintf(command, sizeof command,
        "mkdir '%s/bin' '%s/share' && cp '%s' '%s/bin/fuda' && cd \"$(dirname '%s')\" && cp "
        "fuda-scan fuda-code '%s/bin'"
        " && cp -r ../share/locale '%s/share'",
        folder, folder, program, folder, program, folder, folder);
    snprintf(path, sizeof path, "%s/bin/fuda-serve", folder);
    FILE *out = system(command) == 0 ? fopen(path, "w") : NULL;
    if (out == NULL || fputs(script, out) < 0 || fclose(out) != 0 || chmod(path, 0755) != 0)
        return false;
    snprintf(program, sizeof program, "%s/bin/fuda", folder);
    char top[4096];
    setenv("FAKE", folder, 1);
    setenv("TOP", getcwd(top, sizeof top) != NULL ? top : "", 1);
    setenv("FUDA", program, 1);
    snprintf(path, sizeof path, "%s/say", folder);
    return mkfifo(path, 0600) == 0 && (to_fuda = open(path, O_RDWR | O_CLOEXEC)) >= 0;
}

/* What it has heard since: it may have begun anew. */
static inline void heard_read(void)
{
    char path[512];
    struct stat about;
    snprintf(path, sizeof path, "%s/heard", folder);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0 && fstat(file, &about) == 0 && (size_t)about.st_size > heard.length) {
        heard.at = realloc(heard.at, (size_t)about.st_size + 1);
        const ssize_t got = heard.at != NULL ? pread(file, heard.at + heard.length,
                                (size_t)about.st_size - heard.length, (off_t)heard.length)
                                             : -1;
        if (got < 0)
            abort();
        heard.length += (size_t)got;
        heard.at[heard.length] = '\0';
    }
    if (file >= 0)
        close(file);
}

/* Nothing was heard yet. */
static inline void heard_nothing(void)
{
    char path[512];
    snprintf(path, sizeof path, "%s/heard", folder);
    unlink(path);
    free(heard.at);
    heard.at = NULL;
    heard.length = heard.mark = 0;
}

/* It hears this within some time, after what was waited for last. */
static inline bool hears(const char *text)
{
    for (long until = terminal_now() + PATIENCE; terminal_now() < until; terminal_read(&term, 2)) {
        heard_read();
        const char *found = heard.at != NULL ? strstr(heard.at + heard.mark, text) : NULL;
        if (found != NULL && strchr(found, '\n') != NULL) { /* its whole line has come */
            heard.mark = (size_t)(found - heard.at) + strlen(text);
            return true;
        }
    }
    return false;
}
#define HEARS(text) check_at(hears(text), __FILE__, __LINE__, "it hears %s", text)

static inline bool ever_heard(const char *text)
{
    heard_read();
    return heard.at != NULL && strstr(heard.at, text) != NULL;
}

/* ---- the phones -------------------------------------------------------------------------- */

static inline void say(const char *json) { dprintf(to_fuda, "%s\n", json); }

static inline void tap_with(int seat, const char *line, const char *more)
{
    dprintf(to_fuda,
        "{\"at\":\"say\",\"guest\":\"G%d\",\"seat\":%d,\"id\":\"tap-%d\",\"line\":\"%s\"%s}\n",
        seat, seat, ++taps, line, more);
}

/* A line of the phone in that seat comes to this. */
static inline void tap_at(int at, int seat, const char *line, const char *outcome)
{
    char answer[64];
    tap_with(seat, line, "");
    snprintf(answer, sizeof answer, "\"id\":\"tap-%d\",\"outcome\":\"%s\"", taps, outcome);
    check(hears(answer), "line %d: `%s` comes to %s", at, line, outcome);
}
#define TAP(seat, line, outcome) tap_at(__LINE__, seat, line, outcome)

/* A table of four with its phones, after the first questions of a round. */
static inline void sit_down_with_phones(void)
{
    heard_nothing();
    fresh();
    start("table", "haratama", "Aki", "Bo", "Chie", "Dai", "--serve", NULL);
    EXPECT("10.1.2.3:8765");
    EXPECT("K7P3QX");
    EXPECT("▸ ");
    HEARS("{\"put\":\"words\"");
    HEARS("{\"put\":\"table\"");
}

#endif
