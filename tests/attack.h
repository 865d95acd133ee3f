/* An attacker who runs inside of another program: its system calls, made there and not here. */
#ifndef FUDA_TESTS_ATTACK_H
#define FUDA_TESTS_ATTACK_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * Gets into a child of this process and has it go for the file `store`, other programs and the
 * world, or, with `files`, for the store and other programs alone. `told` hears of each call what
 * it was for and what the kernel answered, -errno where it failed. Then it goes on as before.
 * False: nobody can get inside on this machine, or in a build that confines nothing.
 */
bool attack_from_inside(pid_t pid, const char *store, bool files,
    void (*told)(const char *what, long answer));

#endif
