/* What the store keeps of a record that was judged. */
#ifndef FUDA_RESULT_H
#define FUDA_RESULT_H

#include "cli/sheet/sheet.h"
#include "storage/storage.h"

/*
 * What the rules make of a record so far, and what the rows of its score tell of each player: the
 * feats of its game's layout, in order, then how often a finding said that this player broke a rule
 * (`broke`, by seat).
 */
enum { COUNT_BROKE = FEATS_MOST };
void result_of(const struct record *r, const struct fact *rows, const uint32_t broke[SEATS_MOST],
    struct store_result *out);
/* The number for what is counted: another one where layouts or the program differ. */
uint32_t result_counted(void);

#endif
