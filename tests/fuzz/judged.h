/*
 * What `judge` says of the first lines of a record, beside what it says of all of them.
 *
 * What is told of a line before the end is told of it whatever follows, in the same order: claims
 * are weighed when their round is left, and are done with. At the end the round that stands open is
 * weighed from what has been seen so far; and as proofs count only what was seen, a card played to
 * a trick that was irregular then stays so, whatever is seen later, unless a line cannot be, comes
 * out of turn or lacks a card, or an ability is in no pack: how that is read may show later.
 * Nothing else does: what is unproven or a conflict may be settled by later lines, what a turn
 * lacked may come after it, and whose turn it was, or whose act, may show only then.
 */
#ifndef FUDA_FUZZ_JUDGED_H
#define FUDA_FUZZ_JUDGED_H

#include "cli/table/session.h"

/* Of the steps that stand; `decks` as in play.h. What does not hold, or NULL. */
const char *judged_wrong(const struct session *s, const char *decks);

#endif
