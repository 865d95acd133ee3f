/*
 * What phones look up between games: standings, the games played, one of them line by line, the
 * rules. Each page is a fragment of HTML in the language of `in`; its links begin with /p/.
 */
#ifndef FUDA_PHONES_LIBRARY_H
#define FUDA_PHONES_LIBRARY_H

#include "cli/campaign/open_campaign.h"
#include "cli/say.h"

/*
 * A request: `path` is "/standings", "/history", "/record/ID" or "/rules"; `q` is a text to search
 * for, `at` the number of a line.
 */
struct looked_up {
    const char *path, *q, *at; /* "": not given */
};

/* Returns the HTTP status: 200, with the page in `html`, or 404: there is no such page. */
int library_page(struct campaign *campaign, const struct context *in, const struct looked_up *asked,
    struct text *html);

#endif
