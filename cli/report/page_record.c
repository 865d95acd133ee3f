/* A record of the campaign on a page; see page_record.h. */
#include "page_record.h"
#include "page_could.h"
#include "html.h"
#include "page.h"
#include "page_points.h"

#include <stdlib.h>
#include <string.h>

/* ---- its lines ----------------------------------------------------------------------------- */

struct lines {
    struct page_line *line; /* owned, with their texts */
    size_t count;
};

static bool take_line(void *user, const struct store_line *line)
{
    struct lines *l = user;
    l->line = memory_row(l->line, l->count, sizeof *l->line);
    l->line[l->count++] = (struct page_line){memory_text(line->text), line->withdrawn};
    return true;
}

static void lines_clear(struct lines *l)
{
    for (size_t i = 0; i < l->count; i++)
        free((void *)(uintptr_t)l->line[i].text);
    free(l->line);
}

/* ---- all of it ----------------------------------------------------------------------------- */

/* A record that is being put on a page. */
struct shown {
    const struct context *in;
    const struct store_entry *entry;
    const struct lines *lines;
    bool search;                     /* what could have been is looked for, */
    struct could_searched *searched; /* by the first language for all */
    int level;                       /* of its heading */
};

static void put_heading(struct text *html, const struct shown *shown, const struct record *r)
{
    struct text names = {0};
    const char *day = shown->entry->heading.date;
    text_printf(html, "<h%d class=\"record-head\">", shown->level);
    html_put(html, say_title(shown->in, &r->setting));
    text_put(html, " <span class=\"names\">");
    for (int i = 0; i < r->seats.count; i++) {
        if (i > 0)
            say_comma(shown->in, html);
        names.length = 0;
        text_add(&names, r->seats.row[i].name, r->seats.row[i].length);
        html_name(html, names.at);
    }
    text_printf(html, "</span></h%d>\n", shown->level);
    if (day != NULL && *day != '\0')
        html_element(html, "p", "note", day);
    text_clear(&names);
}

/* By which it is found again: for who looks for it, at the foot. */
static void put_id(struct text *html, const struct shown *shown)
{
    char id[STORE_ID_TEXT];
    store_id_text(&shown->entry->id, id);
    text_printf(html, "<p class=\"id\"><code>%s</code></p>\n", id);
}

static void put_part(struct text *html, const struct shown *shown, const char *title)
{
    char element[] = "h0";
    element[1] = (char)('1' + shown->level);
    html_say(html, shown->in, element, "part", title);
}

static void put_all(struct text *html, const struct shown *shown, struct session *s,
    const struct points *p)
{
    text_put(html, "<article class=\"record\">\n");
    put_heading(html, shown, &s->record);
    page_score(html, shown->in, &s->record, session_rows(s));
    session_rows_end(s);
    points_svg(html, shown->in, s, p);
    if (shown->search && shown->searched->count == 0)
        page_could_search(shown->searched, &p->rounds);
    if (page_could_any(shown->searched)) {
        html_open(html, "section", "class", "could", NULL);
        put_part(html, shown, N_("What could have been"));
        page_could(html, shown->in, &s->record.setting, shown->searched);
        html_close(html, "section");
    }
    put_part(html, shown, N_("Findings"));
    page_rulings(html, shown->in, s);
    if (s->record.setting.noted == NULL) {
        put_part(html, shown, N_("The board at the end"));
        page_board(html, shown->in, &s->record, false);
    }
    text_put(html, "<details class=\"lines\">");
    html_say(html, shown->in, "summary", NULL, N_("All lines"));
    page_lines(html, shown->in, s, shown->lines->line, shown->lines->count);
    text_put(html, "</details>\n");
    put_id(html, shown);
    text_put(html, "</article>\n");
}

static void put_one(struct text *html, const struct shown *shown, const struct campaign *campaign)
{
    struct session s;
    struct points p = {.count = 0};
    session_begin(&s, shown->in);
    if (points_follow(&p, &s, campaign, shown->entry))
        put_all(html, shown, &s, &p);
    else
        html_say(html, shown->in, "p", NULL, N_("This record can no longer be read."));
    session_clear(&s);
    points_clear(&p);
}

bool page_record(struct text *const *html, const struct context *in, int count,
    const struct campaign *campaign, const struct store_entry *entry, int level, bool search)
{
    struct lines l = {.count = 0};
    struct could_searched searched = {.count = 0};
    bool good = campaign_ok(campaign,
        store_lines_each(campaign->store, &entry->id, true, take_line, &l));
    for (int i = 0; i < count && good; i++)
        put_one(html[i], &(struct shown){&in[i], entry, &l, search, &searched, level}, campaign);
    lines_clear(&l);
    page_could_clear(&searched);
    return good;
}
