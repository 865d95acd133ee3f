/* Looking words up in tables of verbs. Private to core. */
#ifndef FUDA_VERBS_H
#define FUDA_VERBS_H

#include "text.h"

/* The row that spells the folded word, in ASCII or Japanese, or -1. */
int verb_find(const struct verb *table, struct span word);

/* The known verb that is little different from the word, or NULL. */
const char *verb_nearest(const struct verb *table, struct span word);

/* Place of a folded keyword in a verb's `words`, or -1; and the way back, in ASCII. */
int keyword_find(const char *words, struct span word);
struct span keyword_name(const char *words, int index);
/* its first Japanese spelling, if it has one */
struct span keyword_japanese(const char *words, int index);

/*
 * A card of several words, `red 7`, `赤 の 7` or `7 of red`, becomes one token, where `t` is the
 * first of them.
 */
struct rulebook;
void token_join_card(struct reader *r, const struct rulebook *book, struct token *t);

/*
 * The card that a folded word says: its code, its rank alone where a suit is led (-1: none is), or
 * with one key for its rank, as `r0 rj rq rk` and `0 j q k` for 10 to 13. -1: none.
 */
int card_said(const struct rulebook *book, int led, struct span word);

/* What joins cards and means nothing. */
bool word_is_and(struct span folded);

#endif
