/* How the points of a game went, line by line: a curve on a page, or a picture of its own. */
#ifndef FUDA_PAGE_POINTS_H
#define FUDA_PAGE_POINTS_H

#include "cli/campaign/open_campaign.h"
#include "cli/say.h"
#include "cli/sheet/could_text.h"
#include "cli/table/session.h"

/* How the seats stood after each line that stands. */
struct points {
    int32_t (*of)[SEATS_MOST]; /* owned; a row a line */
    bool *known;               /* owned */
    size_t count;
    bool refused; /* a line no longer reads */
    struct could_rounds rounds;
};

/*
 * Goes through a stored record, into a session that has just begun; in the place of a line that no
 * longer reads a comment keeps the numbers of those after it. False: nobody plays in it, or its
 * heading does not read. To be cleared always.
 */
bool points_follow(struct points *points, struct session *s, const struct campaign *campaign,
    const struct store_entry *entry);
void points_clear(struct points *points);

/*
 * Of the session's record; nothing where no points are counted, or they never changed while it was
 * played.
 */
void points_svg(struct text *html, const struct context *in, const struct session *s,
    const struct points *points);
/*
 * The same as a list for fuda-chart (page_chart.h), under the game, its day ("": none is known) and
 * its winner; false: there is nothing to draw.
 */
bool points_list(struct text *out, const struct context *in, const struct session *s,
    const struct points *points, const char *day);

#endif
