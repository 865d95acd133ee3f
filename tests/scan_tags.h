/*
 * Square tags, as ArUco's: a black border a cell wide around 5×5 cells, to be weighed against our
 * codes on the same tables. The dictionary is computed here, and the reader is a plain one: dark
 * shapes of four corners, border, bits.
 */
#ifndef FUDA_SCAN_TAGS_H
#define FUDA_SCAN_TAGS_H

#include "scanner/scanner.h"

enum {
    TAG_BITS = 5,
    TAG_CELLS = TAG_BITS + 2,
    /* bits at least between any two, however they are turned; three are mended */
    TAG_APART = 7,
    TAGS_MOST = 256,
};

struct tags {
    int count;
    uint32_t bits[TAGS_MOST];
};

/*
 * A tag for each card of the deck; and the deck with them in place of its codes, printed as large.
 */
void tags_make(struct tags *tags, int count);
void tags_print(const struct tags *tags, struct deck *deck);

/* The tags of a picture, each once, into `out`; how many. */
int tags_read(const struct tags *tags, const struct grey *grey, int *out, int most);

#endif
