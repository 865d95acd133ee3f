/*
 * What every fuzz target gives: an entry that takes any bytes, and must neither crash, hang nor
 * find a promise broken.
 *
 *     tests/fuzz/NAME.c    a target; tests/fuzz/NAME/ its corpus: small files, a past finding under
 *                          a telling name
 *     FUZZ=1               with clang's libFuzzer, build/fuzz/tests/fuzz/NAME CORPUS
 *                          (tests/torture/fuzz runs them all)
 *     else                 with plain.c: over the corpus as it is, and bent at random (SEED,
 *                          ITERS), in `make test`
 */
#ifndef FUDA_FUZZ_H
#define FUDA_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Files of tests/ that end so belong to the corpus too; NULL: none. */
extern const char *const fuzz_also;

#endif
