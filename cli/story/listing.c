/* A table on a terminal; see listing.h. */
#include "listing.h"

#include <stdlib.h>
#include <string.h>

enum { INDENT = 2, GAP = 2, NAME_WIDEST = 24 };

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
    struct text *cell = listing_cell(g);
    size_t length = strlen(name);
    if (say_width(name, length) > NAME_WIDEST)
        say_padded(cell, name, length, NAME_WIDEST, false);
    else
        say_name(cell, name, length);
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

static int heading_width(const struct listing *g, int column)
{
    const char *heading = g->column[column].heading;
    return *heading == '\0' ? 0
                            : say_width(say(g->context, heading), strlen(say(g->context, heading)));
}

static void measure(const struct listing *g, int *width)
{
    for (int i = 0; i < g->columns; i++)
        width[i] = heading_width(g, i);
    for (size_t i = 0; i < g->cells; i++) {
        int column = (int)(i % (size_t)g->columns),
            cell = say_width(g->cell[i].at, g->cell[i].length);
        width[column] = cell > width[column] ? cell : width[column];
    }
}

/* Leaves out (width -1) what does not fit. */
static void narrow(const struct listing *g, int *width)
{
    for (;;) {
        int all = INDENT - GAP, least = -1;
        for (int i = 0; i < g->columns; i++) {
            all += width[i] >= 0 ? GAP + width[i] : 0;
            bool spare = width[i] >= 0 && g->column[i].spare > 0;
            if (spare && (least < 0 || g->column[i].spare >= g->column[least].spare))
                least = i;
        }
        if (all <= say_line_width() || least < 0)
            return;
        width[least] = -1;
    }
}

static void print_row(const struct listing *g, const int *width, const struct text *row)
{
    struct text line = {0};
    text_spaces(&line, INDENT - GAP);
    for (int i = 0; i < g->columns; i++) {
        if (width[i] < 0)
            continue;
        const char *heading = g->column[i].heading;
        const char *cell = row != NULL        ? row[i].at
                           : *heading != '\0' ? say(g->context, heading)
                                              : "";
        int blank = width[i] - say_width(cell, strlen(cell));
        text_spaces(&line, GAP + (g->column[i].left ? 0 : blank));
        text_put(&line, cell);
        text_spaces(&line, g->column[i].left ? blank : 0);
    }
    while (line.length > 0 && line.at[line.length - 1] == ' ')
        line.at[--line.length] = '\0';
    puts(line.at);
    text_clear(&line);
}

void listing_print(struct listing *g)
{
    int *width = memory_get((size_t)g->columns * sizeof *width);
    measure(g, width);
    narrow(g, width);
    print_row(g, width, NULL);
    for (size_t i = 0; i + (size_t)g->columns <= g->cells; i += (size_t)g->columns)
        print_row(g, width, &g->cell[i]);
    for (size_t i = 0; i < g->cells; i++)
        text_clear(&g->cell[i]);
    free(g->cell);
    free(width);
}
