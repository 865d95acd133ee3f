/* A store with all that lies beside it, for tests that break stores. */
#ifndef FUDA_TESTS_STORE_FILES_H
#define FUDA_TESTS_STORE_FILES_H

#include <stdio.h>
#include <unistd.h>

static inline void store_files_remove(const char *path)
{
    static const char *const all[] = {"", "-wal", "-shm", "-hold"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char name[400];
        snprintf(name, sizeof name, "%s%s", path, all[i]);
        unlink(name);
    }
}

#endif
