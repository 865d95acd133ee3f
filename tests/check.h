/*
 * What the test programs share: checking and counting, chance that can be taken back, files, a
 * folder of one's own. A program includes it once and ends with `return finish();`.
 */
#ifndef FUDA_TESTS_CHECK_H
#define FUDA_TESTS_CHECK_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* so this header comes first */
#endif
#include <dirent.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- counting ---------------------------------------------------------------------------- */

enum { FAILURES_SHOWN = 20 };

static unsigned long passed, failed;
static uint64_t chance_seed, chance_state;
static void (*check_more)(void); /* says more of a failure, if anything */

__attribute__((format(printf, 4, 0))) static inline bool check_list(bool good, const char *file,
    int line, const char *format, va_list values)
{
    passed += good;
    failed += !good;
    if (good || failed > FAILURES_SHOWN)
        return good;
    if (file != NULL)
        printf("%s:%d: ", file, line);
    else
        printf("FAIL: ");
    vprintf(format, values);
    if (chance_seed != 0)
        printf(" (SEED=%llu)", (unsigned long long)chance_seed);
    putchar('\n');
    if (check_more != NULL)
        check_more();
    return good;
}

/* Counts, and says what is wrong, and where; gives `good` back. */
__attribute__((format(printf, 4, 5))) static inline bool check_at(bool good, const char *file,
    int line, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    check_list(good, file, line, format, values);
    va_end(values);
    return good;
}

/* The same for checks that tell themselves where they are: check(good, "line %d is lost", line). */
__attribute__((format(printf, 2, 3))) static inline bool check(bool good, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    check_list(good, NULL, 0, format, values);
    va_end(values);
    return good;
}

/* These say the condition, or the values. */
#define CHECK(truth) check_at((truth), __FILE__, __LINE__, "%s", #truth)
#define CHECK_EQUAL(got, expected) \
    check_equal((long long)(got), (long long)(expected), __FILE__, __LINE__, #got)
#define CHECK_TEXT(got, expected) check_text((got), (expected), __FILE__, __LINE__, #got)
#define CHECK_WITHIN(got, least, most)                                \
    check_at((got) >= (least) && (got) <= (most), __FILE__, __LINE__, \
        "%s is %ld, expected %ld to %ld", #got, (long)(got), (long)(least), (long)(most))

static inline bool check_equal(long long got, long long expected, const char *file, int line,
    const char *what)
{
    return check_at(got == expected, file, line, "%s is %lld, expected %lld", what, got, expected);
}

static inline bool check_text(const char *got, const char *expected, const char *file, int line,
    const char *what)
{
    return check_at(strcmp(got, expected) == 0, file, line, "%s is “%s”, expected “%s”", what, got,
        expected);
}

/* The last line of every test; what main returns. */
static inline int finish(void)
{
    printf("%lu passed, %lu failed\n", passed, failed);
    return failed > 0;
}

/* ---- chance ------------------------------------------------------------------------------ */

/*
 * A number given in the environment: SEED=… takes a run back, ITERS=… makes it longer or shorter,
 * ITERS_MOST=… shorter alone, where every step is slow.
 */
static inline uint64_t number_from(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name),
               *most = strcmp(name, "ITERS") == 0 ? getenv("ITERS_MOST") : NULL;
    if (text != NULL && *text != '\0')
        return strtoull(text, NULL, 10);
    const uint64_t bound = most != NULL && *most != '\0' ? strtoull(most, NULL, 10) : UINT64_MAX;
    return otherwise < bound ? otherwise : bound;
}

static inline void chance_begin(uint64_t seed)
{
    chance_seed = seed;
    chance_state = seed * 0x9E3779B97F4A7C15u + 1;
}

/* 0 to below - 1; the same numbers everywhere. */
static inline unsigned chance(unsigned below)
{
    chance_state = chance_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((chance_state >> 33) % below);
}

/* ---- files ------------------------------------------------------------------------------- */

/* A whole file with a NUL after it, to be freed; NULL if it cannot be read. */
static inline char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t room = 0;
    *length = 0;
    while (file != NULL && *length + 1 >= room) {
        room = room * 2 + 65536;
        text = realloc(text, room);
        if (text == NULL)
            abort();
        *length += fread(text + *length, 1, room - *length - 1, file);
        text[*length] = '\0';
    }
    if (file != NULL)
        fclose(file);
    return text;
}

/* A new folder in TMPDIR or `otherwise`; without one no test can be made. */
static inline void make_folder(char *out, size_t size, const char *otherwise)
{
    const char *above = getenv("TMPDIR");
    snprintf(out, size, "%s/fuda-XXXXXX", above != NULL ? above : otherwise);
    if (mkdtemp(out) == NULL) {
        perror(out);
        exit(1);
    }
}

static inline void remove_folder(const char *path)
{
    DIR *folder = opendir(path);
    for (struct dirent *e; folder != NULL && (e = readdir(folder)) != NULL;) {
        char inside[4096];
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0
            || snprintf(inside, sizeof inside, "%s/%s", path, e->d_name) >= (int)sizeof inside)
            continue;
        if (unlink(inside) != 0)
            remove_folder(inside);
    }
    if (folder != NULL)
        closedir(folder);
    rmdir(path);
}

static inline int is_visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

/* All files below a folder whose names end so, in the order of their names; or the file itself. */
static inline void walk_files(const char *path, const char *suffix,
    void (*visit)(void *user, const char *path), void *user)
{
    struct dirent **entry = NULL;
    int count = scandir(path, &entry, is_visible, alphasort);
    size_t length = strlen(path), ending = strlen(suffix);
    if (count < 0 && length > ending && strcmp(path + length - ending, suffix) == 0)
        visit(user, path);
    for (int i = 0; i < count; i++) {
        char inside[4096];
        if (snprintf(inside, sizeof inside, "%s/%s", path, entry[i]->d_name) < (int)sizeof inside)
            walk_files(inside, suffix, visit, user);
        free(entry[i]);
    }
    free(entry);
}

#endif
