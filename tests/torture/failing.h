/*
 * What a program that is made to fail and whoever makes it fail have in common: a file, mapped by
 * both, so that it is there whatever becomes of the program. FAILING_FILE names it, FAILING_PROGRAM
 * the one program that fails (`fuda` alone, or a helper that it starts).
 */
#ifndef FUDA_TESTS_FAILING_H
#define FUDA_TESTS_FAILING_H

#include <stdint.h>

enum { FAILING_SITES = 1 << 18, FAILING_FRAMES = 48, FAILING_MARK = 0x46554441 };

struct failing {
    uint32_t at;    /* this allocation fails, from 1; 0: none does */
    uint32_t on;    /* … and all that follow it */
    uint32_t count; /* how many there were */
    uint32_t begun; /* the program came as far as its main() */
    /* who asked for the one that failed, innermost first: places in the program */
    uint32_t frames;
    uint64_t frame[FAILING_FRAMES];
    /* when counting: a number for who asked, the same for the same way there */
    uint32_t site[FAILING_SITES];
    /* where a tracer sends who makes a call: it stops there, that number for its way in rax */
    uint64_t look;
};

#endif
