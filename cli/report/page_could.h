/*
 * What could have been in the rounds of a record, on a page: of each a curve (page_chart.h), the
 * cards that turned it, and what is not known of it. Searched once, shown in each language.
 */
#ifndef FUDA_PAGE_COULD_H
#define FUDA_PAGE_COULD_H

#include "cli/sheet/could_text.h"

/* What was found of each round; cleared with page_could_clear. */
struct could_searched {
    struct facts *told; /* owned */
    size_t count;
};

void page_could_search(struct could_searched *s, const struct could_rounds *rounds);
void page_could_clear(struct could_searched *s);

/* Is there anything to show? Of rounds kept by their ends alone there is not. */
bool page_could_any(const struct could_searched *s);
void page_could(struct text *html, const struct context *in, const struct setting *setting,
    const struct could_searched *s);

#endif
