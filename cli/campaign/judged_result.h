/* What the store keeps of a judged record. */
#ifndef FUDA_RESULT_H
#define FUDA_RESULT_H

#include "cli/sheet/sheet.h"
#include "storage/storage.h"

/*
 * The result of a record so far, with what the rows of its score tell about each player: the
 * achievements in its game's layout, in order, then how often a finding said that this player broke
 * a rule (`broke`, by seat).
 */
enum { COUNT_BROKE = FEATS_MOST };
void result_of(const struct record *r, const struct fact *rows, const uint32_t broke[SEATS_MOST],
    struct store_result *out);
/* A number for what is counted, which changes when layouts or the program change. */
uint32_t result_counted(void);

#endif
