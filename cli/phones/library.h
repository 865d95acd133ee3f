/*
 * What phones look up between games: standings, the games played, one of them line by line, the
 * rules. Each is a piece of HTML in the language of `in`; links in it begin with /p/.
 */
#ifndef FUDA_PHONES_LIBRARY_H
#define FUDA_PHONES_LIBRARY_H

#include "cli/campaign/open.h"
#include "cli/say.h"

/*
 * What was asked: "/standings", "/history", "/record/ID", "/rules"; `q` is searched for, `at` a
 * line's number.
 */
struct looked_up {
    const char *path, *q, *at; /* "": not given */
};

/* The status of HTTP: 200, and the page is in `html`; 404: there is no such page. */
int library_page(struct campaign *campaign, const struct context *in, const struct looked_up *asked,
    struct text *html);

#endif
