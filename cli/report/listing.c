/* A table on a terminal; see listing.h. */
#include "listing.h"

#include <stdlib.h>
#include <string.h>

/* Later lines of a row begin deeper. */
enum { INDENT = 2, DEEPER = 4, GAP = 2, GAP_LEAST = 1, NAME_WIDEST = 24 };

void listing_begin(struct listing *g, const struct context *context,
    const struct listing_column *column, int columns)
{
    *g = (struct listing){.context = context, .column = column, .columns = columns};
}

struct text *listing_cell(struct listing *g)
{
    g->cell = memory_row(g->cell, g->cells, sizeof *g->cell);
    struct text *cell = &g->cell[g->cells++];
    text_put(cell, "");
    return cell;
}

void listing_number(struct listing *g, long number) { text_number(listing_cell(g), number); }

void listing_name(struct listing *g, const char *name)
{
    say_name(listing_cell(g), name, strlen(name));
}

void listing_average(struct listing *g, double sum, uint32_t of, int decimals)
{
    struct text *cell = listing_cell(g);
    if (of > 0)
        text_printf(cell, "%.*f", decimals, sum / of);
    else
        text_put(cell, "–");
}

void listing_rating(struct listing *g, const struct rating *r)
{
    text_printf(listing_cell(g), "%.1f ± %.1f%s", r->mu, r->sigma,
        rating_provisional(r) ? " ?" : "  ");
}

/* ---- where it stands ------------------------------------------------------------------------- */

/* How wide each column is, in which line of a row it stands, and the blanks between two of them. */
struct set_out {
    int *width, *line;
    int lines, gap;
};

static const char *heading_of(const struct listing *g, int column)
{
    const char *heading = g->column[column].heading;
    return *heading == '\0' ? "" : say(g->context, heading);
}

/* As wide as what stands in it, up to `most`; in column 0 without what is wider than `first`. */
static void measure(const struct listing *g, int *width, int first, int most)
{
    for (int i = 0; i < g->columns; i++) {
        const char *heading = heading_of(g, i);
        const int wide = say_width(heading, strlen(heading));
        width[i] = wide < most ? wide : most; /* a game may have any name */
    }
    for (size_t i = 0; i < g->cells; i++) {
        const int column = (int)(i % (size_t)g->columns), widest = column == 0 ? first : most;
        const int cell = say_width(g->cell[i].at, g->cell[i].length);
        if (cell > width[column])
            width[column] = cell <= widest ? cell : column == 0 ? width[column] : widest;
    }
}

/* What this column takes of a line: with those joined to it. */
static int room_of(const struct listing *g, const struct set_out *l, int column)
{
    int room = l->width[column] > 0 ? l->gap + l->width[column] : 0;
    const bool first = !g->column[column].joined;
    for (int i = column + 1; first && i < g->columns && g->column[i].joined; i++)
        room += l->width[i] > 0 ? l->gap + l->width[i] : 0;
    return room;
}

/* Line by line, each as full as may be. True: one is enough. */
static bool break_lines(const struct listing *g, struct set_out *l, int gap)
{
    int at = INDENT - gap;
    l->gap = gap;
    l->lines = 1;
    for (int i = 0; i < g->columns; i++) {
        if (i > 0 && at + room_of(g, l, i) > say_line_width()) {
            at = DEEPER - gap;
            l->lines++;
        }
        l->line[i] = l->lines - 1;
        at += l->width[i] > 0 ? gap + l->width[i] : 0;
    }
    return l->lines == 1;
}

/*
 * In one line with all that stands in it; else a long name has a line of its own, and the rest has
 * one, closely set, or several.
 */
static void lay_out(const struct listing *g, struct set_out *l)
{
    const int all = say_line_width(), part = all * 2 / 5;
    measure(g, l->width, all - INDENT, all - DEEPER);
    if (break_lines(g, l, GAP))
        return;
    measure(g, l->width, part < NAME_WIDEST ? part : NAME_WIDEST, all - DEEPER);
    if (!break_lines(g, l, GAP) && !break_lines(g, l, GAP_LEAST))
        break_lines(g, l, GAP);
}

/* ---- printing -------------------------------------------------------------------------------- */

/* Prints the line, if anything stands in it, and begins it anew. */
static void end_line(struct text *line)
{
    while (line->length > 0 && line->at[line->length - 1] == ' ')
        line->at[--line->length] = '\0';
    if (line->length > 0)
        puts(line->at);
    line->length = 0;
}

static void put_cell(const struct listing *g, const struct set_out *l, struct text *line,
    int column, const char *cell)
{
    const int blank = l->width[column] - say_width(cell, strlen(cell)), before = (int)line->length;
    const bool left = g->column[column].left;
    text_spaces(line, l->gap + (left || blank < 0 ? 0 : blank));
    if (blank >= 0) {
        text_put(line, cell);
        text_spaces(line, left ? blank : 0);
        return;
    }
    say_wrapped(line, cell, before + l->gap, DEEPER); /* it begins its line */
    end_line(line);
    text_spaces(line, before + l->gap + l->width[column]);
}

/* The headings, or the cells of a row. */
static void print_row(const struct listing *g, const struct set_out *l, const struct text *row)
{
    struct text line = {0};
    for (int k = 0; k < l->lines; k++) {
        text_spaces(&line, (k == 0 ? INDENT : DEEPER) - l->gap);
        for (int i = 0; i < g->columns; i++)
            if (l->line[i] == k && l->width[i] > 0)
                put_cell(g, l, &line, i, row != NULL ? row[i].at : heading_of(g, i));
        end_line(&line);
    }
    text_clear(&line);
}

void listing_print(struct listing *g)
{
    struct set_out l = {.width = memory_get((size_t)g->columns * sizeof *l.width)};
    l.line = memory_get((size_t)g->columns * sizeof *l.line);
    lay_out(g, &l);
    print_row(g, &l, NULL);
    for (size_t i = 0; i + (size_t)g->columns <= g->cells; i += (size_t)g->columns)
        print_row(g, &l, &g->cell[i]);
    for (size_t i = 0; i < g->cells; i++)
        text_clear(&g->cell[i]);
    free(g->cell);
    free(l.width);
    free(l.line);
}
