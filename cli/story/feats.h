/*
 * What somebody did, beyond places and points: it is counted in the rows of the score and in the findings of each
 * record, which are gone through again for it.
 */
#ifndef FUDA_FEATS_H
#define FUDA_FEATS_H

#include "cli/sheet/sheet.h"
#include "season.h"

enum { BOOKS_MOST = 16 };

struct feats {
    uint32_t count[BOOKS_MOST][FEATS_MOST];   /* as the layout of the game lists them */
    uint32_t rulings;                         /* findings that this player broke a rule */
};

/* Of every game of the season that the person played. On a terminal it tells how far it is, if it takes long. */
void feats_count(const struct season *season, struct campaign *campaign, uint32_t person, struct feats *out);

#endif
