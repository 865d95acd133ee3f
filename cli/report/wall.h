/*
 * The wall of a league: rounds, tables, results and standings of an evening, on a terminal and as a
 * page.
 */
#ifndef FUDA_WALL_H
#define FUDA_WALL_H

#include "cli/report/evening.h"
#include "cli/say.h"

/* A round's table cards, its byes, and how near it is to the best there is. */
void wall_round(const struct evening *e, const struct context *in, unsigned round);

/* One of its tables, by their rows: who sits there, and how it ended. */
void wall_table(const struct evening *e, const struct context *in, unsigned round, unsigned table);

/* Tables whose results are out; true: there are some. */
bool wall_waiting(const struct evening *e, const struct context *in);

/* Who stands where; counts first. */
void wall_standing(struct evening *e, const struct context *in);

/* The same as HTML, for the wall and the web: a report_fill, `user` is the evening. */
void wall_page(void *user, const struct context *in, struct text *html);

#endif
