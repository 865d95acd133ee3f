/* Lines of a Haratama record made by chance: right, wrong and unreadable ones. */
#ifndef PROPERTIES_TALE_H
#define PROPERTIES_TALE_H

#include <stdbool.h>
#include <stdint.h>

enum { LINES_MOST = 600, LINE_ROOM = 400 };

struct dice {
    uint64_t state;
};
unsigned roll(struct dice *d, unsigned n);
int any_of(struct dice *d, uint64_t set);

/* Thirteen cards each; a card is suit * 13 + rank - 1. */
void deal_hands(struct dice *d, int players, uint64_t *hand);

struct tale {
    int players, lines;
    char line[LINES_MOST + 2][LINE_ROOM];
};
void tale_make(struct tale *t, struct dice *d);

#endif
