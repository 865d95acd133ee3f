/*
 * What a program beside `fuda` gives up once it has what it needs, for good: files, by Landlock;
 * system calls, by a filter of the kernel (seccomp); both where the kernel has them, each enough by
 * itself to keep the store shut. Knows nothing of the program. Sources: landlock(7), seccomp(2).
 */
#ifndef FUDA_CONFINE_H
#define FUDA_CONFINE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A system call that may still be made; with `mask`, only if that argument has these bits and no
 * others of the mask.
 */
struct confine_call {
    int number;                    /* __NR_… */
    uint32_t argument, mask, want; /* mask 0: whatever the arguments are */
};

struct confinement {
    /* files and folders that may still be read; NULL after the last. NULL: none */
    const char *const *reads;
    const char *const *writes; /* and written, and files made in them */
    int port;                  /* the one it may listen at; 0: none */
    bool connects;             /* may it connect to others? */
    /*
     * beside those that every program makes: memory, time, what is open; number -1 after the last
     */
    const struct confine_call *calls;
};

/*
 * Each: true if it holds from now on; false: this kernel has no such thing, and all is as it was.
 */
bool confine_files(const struct confinement *what);
bool confine_calls(const struct confinement *what);

enum { CONFINED_FILES = 1, CONFINED_CALLS = 2 };

/*
 * The version of Landlock that this kernel has; below 1: it has none. And the bits of what it has.
 */
long confine_landlock(void);
unsigned confine_known(void);

/* Both, and no core of it is ever written; the bits say which of them hold. */
unsigned confine(const struct confinement *what);

/*
 * Files alone, for who asks the network: it can read how names and certificates are found on this
 * machine, and up to 24 files and folders `more` (NULL after the last; NULL: none), writes nothing,
 * starts nothing, and listens nowhere.
 */
bool confine_to_network(const char *const *more);

/*
 * Files alone, for who draws with fonts, which may lie anywhere: it can read, but writes only in
 * the folder of `file` (NULL or "-": nowhere) and what fontconfig keeps, starts nothing, connects
 * to nobody and listens nowhere.
 */
bool confine_to_drawing(const char *file);

/* No more than that of what getrlimit(2) calls RLIMIT_…, for good. */
void confine_limit(int what, uint64_t most);

#endif
