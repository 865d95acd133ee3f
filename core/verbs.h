/* Looking words up in tables of verbs. Private to core. */
#ifndef FUDA_VERBS_H
#define FUDA_VERBS_H

#include "text.h"

/* The row whose ASCII or Japanese spelling is the folded word, or -1. */
int verb_find(const struct verb *table, struct span word);

/* A verb that differs little from the word, or NULL. */
const char *verb_nearest(const struct verb *table, struct span word);

/* The place of a folded keyword in a verb's `words`, or -1; and the ASCII keyword at a place. */
int keyword_find(const char *words, struct span word);
struct span keyword_name(const char *words, int index);
/* the first Japanese spelling of that keyword, if it has one */
struct span keyword_japanese(const char *words, int index);

/*
 * Joins a card written as several words (`red 7`, `赤 の 7`, `7 of red`) to one token; `t` is the
 * first of them.
 */
struct rulebook;
void token_join_card(struct reader *r, const struct setting *setting, struct token *t);

/*
 * The card that a folded word means: a card's code; a bare rank of the suit led (`led` -1: none is
 * led); or a rank written with one key, `0 j q k` for 10 to 13, as in `r0 rj rq rk`. -1: none.
 */
int card_said(const struct setting *setting, int led, struct span word);

/* Is this a word that only joins cards, like "and"? */
bool word_is_and(struct span folded);

#endif
