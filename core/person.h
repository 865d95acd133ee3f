/*
 * Who is who: names of people as people see them.
 *
 * Two names are one person's when they are one text by Unicode's NFKC case folding, without signs
 * that are not seen (joiners outside of emoji, marks of direction, soft hyphens) and without blanks
 * at the ends; blanks side by side within are one. What is shown is always the spelling, never what
 * it was folded to.
 */
#ifndef FUDA_PERSON_H
#define FUDA_PERSON_H

#include "core/statement.h"

/*
 * A name (at most NAME_MOST bytes, without quotes) for comparing; returns its bytes, 0 where
 * nothing of it is seen. Of a name that grows beyond NAME_MOST the end stands for the rest.
 */
size_t person_fold(struct span name, char out[NAME_MOST]);

/*
 * A name as it is kept and shown: without signs that are not seen (as person_fold drops them), and
 * without blanks at the ends. `out` has as much room as it is long, and may be the name itself;
 * what cannot be kept at all, as controls, stays, to be refused. So is a line as it was typed, with
 * names in it.
 */
size_t person_spell(struct span name, char *out);
bool person_same(struct span a, struct span b);

/*
 * Do two names that are not the same look alike, by letters of other scripts (Cyrillic А) or kana
 * like kanji (カ)?
 */
bool person_like(struct span a, struct span b);

/* What look-alikes share, for comparing: as person_fold, over the letters that they look like. */
size_t person_look(struct span name, char out[NAME_MOST]);

#endif
