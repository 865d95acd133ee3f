/* The report: a page that is whole in itself, in both languages. */
#ifndef FUDA_PAGE_REPORT_H
#define FUDA_PAGE_REPORT_H

#include "cli/campaign/open_campaign.h"
#include "cli/say.h"
#include "cli/report/season.h"

/*
 * What is to stand in it. Of the newest `whole` games everything is told; of all others up to
 * REPORT_LISTED how they ended; of those before them that there are so many. Season and curves
 * always count them all. Of the first REPORT_SEARCHED on the page it is searched what could have
 * been, so that no page takes long.
 */
enum { REPORT_WHOLE = 30, REPORT_LISTED = 1000, REPORT_SEARCHED = 6 };
struct report {
    const struct campaign *campaign;
    const char *name; /* the campaign's */
    const struct season *season;
    int book; /* only this one of the season, or ALL_GAMES */
    size_t whole;
};

/* The page of the season; false: complained. */
bool report_season(const struct report *report, FILE *to);

/*
 * The page of a night: of the day of this record, or of this record alone where it has none, every
 * game whole.
 */
bool report_night(const struct report *report, const struct store_entry *entry, FILE *to);

/*
 * A page of the same look about something else: `fill` writes what stands below the title, once in
 * each language.
 */
typedef void report_fill(void *user, const struct context *in, struct text *html);
bool report_other(const struct report *report, const char *below, const char *day,
    report_fill *fill, void *user, FILE *to);

/* Is this the beginning of a page that was written here? It may be written anew. */
bool report_is(const char *text, size_t length);

#endif
