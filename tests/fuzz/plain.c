/*
 * A fuzz target without a fuzzer: over its corpus, each file as it is and bent at random (SEED,
 * ITERS).
 */
#include "tests/check.h"
#include "fuzz.h"

#include <fcntl.h>
#include <signal.h>

static char current[1024]; /* what is told where it is aborted */
static uint64_t iterations;
static unsigned long files, runs;

/* The sanitizers' own words go where the test's go, and before them which input it was. */
static const char aloud[] = "abort_on_error=1:log_path=stdout:print_stacktrace=1";
const char *__asan_default_options(void);
const char *__ubsan_default_options(void);
const char *__asan_default_options(void) { return aloud; }
const char *__ubsan_default_options(void) { return aloud; }

static void on_abort(int number)
{
    (void)number;
    (void)!write(STDOUT_FILENO, current, strlen(current));
    _exit(1);
}

static void bend(uint8_t *bytes, size_t size)
{
    static const char pieces[] = "rbpg0123456789?!@#;:=\"\n \xE8\xB5\xA4\xEF\xBC\x99\0\xFF";
    for (unsigned i = 1 + chance(6); size > 0 && i > 0; i--)
        bytes[chance((unsigned)size)] = chance(3) == 0 ? (uint8_t)chance(256)
                                                       : (uint8_t)pieces[chance(sizeof pieces)];
}

static void one_file(void *user, const char *path)
{
    size_t size;
    (void)user;
    uint8_t *bytes = (uint8_t *)read_file(path, &size), *copy = malloc(size + 1);
    if (bytes == NULL || copy == NULL)
        abort();
    files++;
    for (uint64_t i = 0; size <= 65536 && i <= iterations; i++, runs++) {
        snprintf(current, sizeof current,
            "FAIL: aborted at %s, bent for the %luth time (SEED=%lu)\n", path, (unsigned long)i,
            (unsigned long)chance_seed);
        memcpy(copy, bytes, size);
        if (i > 0)
            bend(copy, size);
        LLVMFuzzerTestOneInput(copy,
            size - (i > 0 && chance(4) == 0 ? chance((unsigned)size + 1) : 0));
    }
    passed++;
    free(bytes);
    free(copy);
}

/* Complaints are not what is looked for. */
static void hush(void)
{
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (getenv("VERBOSE") != NULL || nowhere < 0)
        return;
    dup2(nowhere, STDERR_FILENO);
}

int main(int count, char **words)
{
    char folder[256];
    const char *slash = strrchr(words[0], '/');
    (void)count;
    setvbuf(stdout, NULL, _IOLBF, 0);
    signal(SIGABRT, on_abort);
    snprintf(folder, sizeof folder, "tests/fuzz/%s", slash != NULL ? slash + 1 : words[0]);
    iterations = number_from("ITERS", 20);
    chance_begin(number_from("SEED", 1));
    hush();
    walk_files(folder, "", one_file, NULL);
    if (fuzz_also != NULL)
        walk_files("tests", fuzz_also, one_file, NULL);
    check(files > 0, "no corpus in %s", folder);
    printf("%s: %lu files, %lu times as they are or bent\n", folder, files, runs);
    return finish();
}
