/*
 * Curves as inline SVG: lines over time, each with its name at its end and a pattern of its own, so
 * that they are told apart without colour too. The picture says in words what it shows; the numbers
 * stand in a table beside it.
 */
#ifndef FUDA_PAGE_CHART_H
#define FUDA_PAGE_CHART_H

#include "cli/say.h"

enum { CHART_LINES = 8, CHART_POINTS = 96, CHART_TICKS = 12 };

/*
 * A line: what it stood at in each of the chart's columns, from the first one on in which it is
 * known.
 */
struct chart_line {
    const char *name;
    double value[CHART_POINTS];
    bool known[CHART_POINTS];
};

struct chart {
    const char *title;                 /* in the reader's language */
    const char *from, *to;             /* what stands below the left end and the right end, */
    const char *tick[CHART_TICKS + 1]; /* what stands below each column instead; NULL ends them */
    int columns, lines, decimals;
    struct chart_line line[CHART_LINES];
};

/* In which column the n-th of `count` points (from 0) falls; `columns` of a chart of so many. */
int chart_columns(size_t count);
int chart_column(size_t n, size_t count);

/* The line stands there from that column on. */
void chart_put(struct chart_line *line, int column, double value);

/*
 * The same as a list of what is to be drawn, for fuda-chart (scanner/fuda-chart.c); false: there is
 * nothing.
 */
bool chart_list(struct text *out, struct chart *chart);

/* A <figure>; nothing of fewer than two columns, or of no line. */
void chart_svg(struct text *html, const struct context *in, struct chart *chart);

#endif
