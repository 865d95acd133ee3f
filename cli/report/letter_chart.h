/* Charts of letters: read without colour, and as wide as there is room. */
#ifndef FUDA_CHART_H
#define FUDA_CHART_H

#include "cli/say.h"

/* A bar: `share` (0 to 1) of `width` columns, to an eighth of a column. */
void chart_bar(struct text *t, double share, int width);

/*
 * A curve through `count` values, the first left, as lines on standard output: `height` of them,
 * after a scale of two numbers with the given decimals; at most `width` columns. Where there are
 * more values than columns each column shows the last of those that fall into it. Nothing is drawn
 * of fewer than two.
 */
void chart_curve(const double *value, size_t count, int width, int height, int decimals);

#endif
