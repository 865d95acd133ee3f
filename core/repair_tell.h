/* A window being settled, and what is told of it then. Private to the repair. */
#ifndef FUDA_REPAIR_TELL_H
#define FUDA_REPAIR_TELL_H

#include "repair_search.h"

struct finding_key {
    enum ruling_kind kind;
    uint8_t rule;
    int8_t seat;
    int16_t card;
    uint32_t line;
};

struct window_settling {
    struct repair *p;
    struct edits edits;
    unsigned slips, barren;
    bool told; /* the accusations before the line that is asked about were many, and told */
    /* too much is wrong: what is after `lost_line` is not judged */
    bool closing, lost;
    uint32_t lost_line;
    unsigned dropped;
    struct finding_key drop[SAID_MOST]; /* findings that not all readings have which hold */
    unsigned rivals;
    struct rival rival[RIVALS_MOST];
    const struct repair_host *host;
};

/* The findings of the reading that holds, and what was told of the stumbles. */
void repair_tell(const struct window_settling *t, const struct rulings *read, struct rulings *out);

/* What the readings that stand equally do not all tell. */
void repair_compare(struct window_settling *t);

/* Reads the window once more, for whoever listens, and leaves its state in `state`. */
void repair_read_on(struct window_settling *t, void *state, bool veiled);

#endif
