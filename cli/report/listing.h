/*
 * A table of words and numbers on a terminal, as wide as what stands in it. Where the terminal is
 * too narrow for all columns, each row goes on in further lines, as the headings do; nothing is
 * left out.
 */
#ifndef FUDA_LISTING_H
#define FUDA_LISTING_H

#include "cli/say.h"
#include "rating.h"

struct listing_column {
    const char *heading; /* to translate; "": none */
    bool left;           /* flush left; numbers are flush right */
    bool joined;         /* on the line of the column before it, if all so joined fit */
};

/*
 * Rows are filled cell by cell, left to right. Between listing_begin and listing_print it owns its
 * cells.
 */
struct listing {
    const struct context *context;
    const struct listing_column *column;
    int columns;
    struct text *cell;
    size_t cells;
};

void listing_begin(struct listing *listing, const struct context *context,
    const struct listing_column *column, int columns);

/*
 * The next cell, empty, for the caller to fill; and one with a number, or with what somebody wrote.
 */
struct text *listing_cell(struct listing *listing);
void listing_number(struct listing *listing, long number);
void listing_name(struct listing *listing, const char *name);
/*
 * A dash where there is nothing to share; and "27.1 ± 2.4", with a ? after it while it is
 * provisional.
 */
void listing_average(struct listing *listing, double sum, uint32_t of, int decimals);
void listing_rating(struct listing *listing, const struct rating *rating);

/*
 * On standard output, with its headings, each line after two blanks; frees the listing. A cell
 * that is too wide for its column stands above the rest of its line.
 */
void listing_print(struct listing *listing);

#endif
