/*
 * Put before a program's libraries (LD_PRELOAD), this makes its N-th allocation fail, once or from
 * then on; what the C library allocates for itself is counted too. It counts from main(), and marks
 * that moment for a tracer with a call that does nothing. See failing.h.
 */
#define _GNU_SOURCE
#include "tests/torture/failing.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { LAST = 2, REACH = 1 << 28 }; /* frames; bytes: no program is as large */

typedef int program_main(int, char **, char **);

/* What stands after the C library's names. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t edge, size_t size);
int __libc_start_main(program_main *run, int count, char **words, void (*init)(void),
    void (*fini)(void), void (*loader_fini)(void), void *stack);

static struct failing *shared;
static program_main *own_main;
static _Thread_local bool looking; /* at who asks: what that allocates is not counted */

/*
 * A number for the way here: the places in the program itself, and the last ones in libraries.
 * Where all of that stands in memory is the same each time.
 */
static uint32_t way(void *const *frame, int count)
{
    const uint64_t program = getauxval(AT_ENTRY);
    uint64_t sum = 1469598103934665603u;
    for (int i = 0; i < count; i++)
        if (i < LAST || (uint64_t)(uintptr_t)frame[i] - program + REACH < 2 * (uint64_t)REACH)
            sum = (sum ^ (uint64_t)(uintptr_t)frame[i]) * 1099511628211u;
    return (uint32_t)(sum ^ sum >> 32);
}

static void look(uint32_t n, bool fails)
{
    enum { OWN = 2 }; /* this function, and the one that asks */
    void *frame[FAILING_FRAMES + OWN];
    looking = true;
    const int count = backtrace(frame, FAILING_FRAMES + OWN) - OWN;
    if (count > 0 && n <= FAILING_SITES)
        shared->site[n - 1] = way(frame + OWN, count);
    for (int i = 0; i < count && fails; i++) {
        Dl_info where;
        shared->frame[i] = dladdr(frame[i + OWN], &where) != 0
                               ? (uint64_t)((char *)frame[i + OWN] - (char *)where.dli_fbase)
                               : 0;
        if (where.dli_fname != NULL && strchr(where.dli_fname, '/') != NULL
            && strstr(where.dli_fname, "/bin/") == NULL)
            shared->frame[i] = 0; /* a library's */
    }
    shared->frames = fails && count > 0 ? (uint32_t)count : shared->frames;
    looking = false;
}

/* A tracer sends a thread here from its call of the system, and sets it back there. */
#ifdef __x86_64__
__attribute__((force_align_arg_pointer)) static void look_for_tracer(void)
{
    void *frame[FAILING_FRAMES + 1];
    looking = true;
    const int count = backtrace(frame, FAILING_FRAMES + 1) - 1;
    const uint64_t number = count > 0 ? way(frame + 1, count) : 0;
    looking = false;
    __asm__ volatile("int3" : : "a"(number) : "memory");
}
#else
static void look_for_tracer(void) {}
#endif

static bool fails(void)
{
    if (shared == NULL || looking)
        return false;
    const uint32_t n = __atomic_add_fetch(&shared->count, 1, __ATOMIC_RELAXED);
    const bool here = shared->at != 0 && (shared->on ? n >= shared->at : n == shared->at);
    if (shared->at == 0 || n == shared->at)
        look(n, here);
    if (here)
        errno = ENOMEM;
    return here;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }

void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }

void *realloc(void *old, size_t size)
{
    return (size > 0 || old == NULL) && fails() ? NULL : __libc_realloc(old, size);
}

void *reallocarray(void *old, size_t count, size_t size)
{
    return fails() ? NULL : __libc_realloc(old, count * size);
}

void *aligned_alloc(size_t edge, size_t size)
{
    return fails() ? NULL : __libc_memalign(edge, size);
}

int posix_memalign(void **out, size_t edge, size_t size)
{
    void *at = fails() ? NULL : __libc_memalign(edge, size);
    *out = at != NULL ? at : *out;
    return at != NULL ? 0 : ENOMEM;
}

/* Nobody waits as long as that for what will not come. */
unsigned alarm(unsigned seconds)
{
    enum { SHORTER = 4 };
    return (unsigned)syscall(SYS_alarm, (seconds + SHORTER - 1) / SHORTER);
}

/* ---- from main() ------------------------------------------------------------------------- */

static int counted_main(int count, char **words, char **environment)
{
    const char *file = getenv("FAILING_FILE"), *program = getenv("FAILING_PROGRAM");
    void *first[1];
    if (file != NULL && program != NULL && strcmp(program, program_invocation_short_name) == 0) {
        const int from = open(file, O_RDWR | O_CLOEXEC);
        void *map = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, from, 0);
        close(from);
        backtrace(first, 1); /* what it needs it loads now */
        if (map != MAP_FAILED) {
            ((struct failing *)map)->begun = 1;
            ((struct failing *)map)->look = (uint64_t)(uintptr_t)look_for_tracer;
            syscall(SYS_getpgid, FAILING_MARK);
            shared = map;
        }
    }
    return own_main(count, words, environment);
}

int __libc_start_main(program_main *run, int count, char **words, void (*init)(void),
    void (*fini)(void), void (*loader_fini)(void), void *stack)
{
    void *found = dlsym(RTLD_NEXT, "__libc_start_main");
    __typeof__(&__libc_start_main) real;
    memcpy(&real, &found, sizeof real);
    own_main = run;
    return real(counted_main, count, words, init, fini, loader_fini, stack);
}
