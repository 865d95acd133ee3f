/*
 * What somebody did, beyond places and points: it is counted in the rows of the score and in the
 * findings of each record when that is judged, and kept with its result
 * (cli/campaign/judged_result.c).
 */
#ifndef FUDA_ACHIEVEMENTS_H
#define FUDA_ACHIEVEMENTS_H

#include "cli/sheet/sheet.h"
#include "season.h"

enum { BOOKS_MOST = 16 };

struct achievements {
    uint32_t count[BOOKS_MOST][FEATS_MOST]; /* as the layout of the game lists them */
    uint32_t rulings;                       /* findings that this player broke a rule */
};

/*
 * Of every game that the person played on the filter's days. Records in which that is not counted
 * yet are gone through again; on a terminal it tells how far it is, if that takes long. False:
 * complained.
 */
bool achievements_count(const struct season *season, struct campaign *campaign,
    const struct store_filter *filter, uint32_t person, struct achievements *out);

#endif
