/*
 * A season on a page: the parts of a report that are about all games. Each ends with whole
 * elements, in the language of `in`.
 */
#ifndef FUDA_PAGE_SEASON_H
#define FUDA_PAGE_SEASON_H

#include "cli/report/season.h"
#include "cli/say.h"

/* How many games, on how many days, from when to when; who has won most. */
void page_summary(struct text *html, const struct context *in, const struct season *season);

/*
 * Of each game that was played the standings; and the curves of its ratings. `one`: only that book
 * of the season; or ALL_GAMES.
 */
void page_games(struct text *html, const struct context *in, const struct season *season, int one);
void page_curves(struct text *html, const struct context *in, const struct season *season, int one);

/*
 * Who comes out ahead of whom, as a matrix of those who played most; and what each has to say of
 * the others.
 */
void page_matrix(struct text *html, const struct context *in, const struct season *season);

#endif
