/* Long answers on a terminal through the user's pager, as git does. */
#ifndef FUDA_PAGER_H
#define FUDA_PAGER_H

#include "cli/say.h"

/*
 * What the program writes from now on goes through $PAGER, or less, which with LESS=FRX (unless
 * LESS is set) ends by itself where one page is enough. Nothing happens where standard output is no
 * terminal, there is no pager, or it is "" or cat. pager_end waits until it was left.
 */
struct pager {
    FILE *to; /* NULL: there is none */
};
void pager_begin(struct pager *pager);
void pager_end(struct pager *pager);

/* A text that has more lines than the terminal goes through the pager; else it is written. */
void pager_show(const char *text, size_t length);

#endif
