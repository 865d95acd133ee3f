/* A record of the campaign on a page; see record.h. */
#include "record.h"
#include "chart.h"
#include "html.h"
#include "page.h"
#include "cli/campaign/replay.h"
#include "cli/deck/stored.h"

#include <stdlib.h>
#include <string.h>

/* ---- its lines ----------------------------------------------------------------------------- */

struct lines {
    struct page_line *line;       /* owned, with their texts */
    size_t count, room;
};

static bool take_line(void *user, const struct store_line *line)
{
    struct lines *l = user;
    if (l->count == l->room) {
        l->room = l->room * 2 + 64;
        struct page_line *more = memory_get(l->room * sizeof *more);
        if (l->count > 0)
            memcpy(more, l->line, l->count * sizeof *more);
        free(l->line);
        l->line = more;
    }
    const size_t size = strlen(line->text) + 1;
    l->line[l->count++] = (struct page_line){memcpy(memory_get(size), line->text, size), line->withdrawn};
    return true;
}

static void lines_clear(struct lines *l)
{
    for (size_t i = 0; i < l->count; i++)
        free((void *)(uintptr_t)l->line[i].text);
    free(l->line);
}

/* ---- the points, line by line -------------------------------------------------------------- */

/* How the seats stood behind each line that stands. */
struct points {
    int32_t (*of)[SEATS_MOST];    /* owned; a row a line */
    bool *known;                  /* owned */
    size_t count;
};

static void note_points(struct points *p, const struct record *r)
{
    struct standing standing[SEATS_MOST];
    bool scored = r->begun;
    if (r->begun)
        rulebook_stand(r->setting.book, r->state, &r->setting, standing);
    for (int i = 0; i < r->seats.count && scored; i++) {
        scored = standing[i].scored;
        p->of[p->count][i] = standing[i].points;
    }
    p->known[p->count++] = scored;
}

/* Does anything change from one line to another? A result that was noted alone is no curve. */
static bool is_curve(const struct points *p, int seats)
{
    unsigned changes = 0;
    for (size_t i = 1; i < p->count; i++)
        changes += p->known[i] && p->known[i - 1] && memcmp(p->of[i], p->of[i - 1], (size_t)seats * sizeof **p->of) != 0;
    return changes > 1;
}

static void put_curve(struct text *html, const struct context *in, const struct session *s, const struct points *p)
{
    const struct seats *seats = &s->record.seats;
    struct text names[CHART_LINES] = {{0}}, from = {0}, to = {0};
    if (seats->count > CHART_LINES || !is_curve(p, seats->count))
        return;
    struct chart *chart = memory_get(sizeof *chart);
    memset(chart, 0, sizeof *chart);
    chart->title = say(in, N_("Points, line by line"));
    say_with(in, &from, N_("line {line}"), "i", "line", (int64_t)s->heading + 1);
    say_with(in, &to, N_("line {line}"), "i", "line", (int64_t)(s->heading + p->count));
    chart->from = from.at;
    chart->to = to.at;
    chart->lines = seats->count;
    chart->columns = chart_columns(p->count);
    for (int i = 0; i < seats->count; i++) {
        say_seat(&names[i], seats, i);
        chart->line[i].name = names[i].at;
        for (size_t k = 0; k < p->count; k++)
            if (p->known[k])
                chart_put(&chart->line[i], chart_column(k, p->count), p->of[k][i]);
    }
    chart_svg(html, in, chart);
    for (int i = 0; i < seats->count; i++)
        text_clear(&names[i]);
    text_clear(&from);
    text_clear(&to);
    free(chart);
}

/* ---- all of it ----------------------------------------------------------------------------- */

/* Goes through the record; in the place of a line that no longer reads a comment keeps the numbers of those behind it. */
static bool go_through(struct session *s, const struct campaign *campaign, const struct store_entry *e, const struct lines *l,
                       struct points *p)
{
    if (!decks_load(&s->packs, campaign->store, &e->campaign, &e->id) || !replay_heading(s, &e->heading))
        return false;
    for (size_t i = 0; i < l->count; i++) {
        if (l->line[i].withdrawn)
            continue;
        if (session_try(s, l->line[i].text, false) != STEP_TAKEN)
            session_try(s, "#", false);
        note_points(p, &s->record);
    }
    return s->record.begun;
}

/* A record that is being put on a page. */
struct shown {
    const struct context *in;
    const struct store_entry *entry;
    const struct lines *lines;
    int level;                    /* of its heading */
};

static void put_heading(struct text *html, const struct shown *shown, const struct record *r)
{
    struct text names = {0};
    char id[STORE_ID_TEXT];
    const char *day = shown->entry->heading.date;
    store_id_text(&shown->entry->id, id);
    text_printf(html, "<h%d class=\"record-head\">", shown->level);
    html_put(html, say(shown->in, r->setting.book->title));
    text_put(html, " <span class=\"names\">");
    say_seats(shown->in, &names, &r->seats, (1u << r->seats.count) - 1);
    html_put(html, names.at);
    text_printf(html, "</span></h%d>\n<p class=\"id\">", shown->level);
    html_put(html, day != NULL ? day : "");
    text_printf(html, "%s<code>%s</code></p>\n", day != NULL && *day != '\0' ? " · " : "", id);
    text_clear(&names);
}

static void put_part(struct text *html, const struct shown *shown, const char *title)
{
    char element[] = "h0";
    element[1] = (char)('1' + shown->level);
    html_say(html, shown->in, element, "part", title);
}

static void put_all(struct text *html, const struct shown *shown, struct session *s, const struct points *p)
{
    text_put(html, "<article class=\"record\">\n");
    put_heading(html, shown, &s->record);
    page_score(html, shown->in, &s->record, session_rows(s));
    session_rows_end(s);
    put_curve(html, shown->in, s, p);
    put_part(html, shown, N_("Findings"));
    page_rulings(html, shown->in, s);
    if (s->record.setting.noted == NULL) {
        put_part(html, shown, N_("The board at the end"));
        page_board(html, shown->in, &s->record, false);
    }
    text_put(html, "<details class=\"lines\">");
    html_say(html, shown->in, "summary", NULL, N_("All lines"));
    page_lines(html, shown->in, s, shown->lines->line, shown->lines->count);
    text_put(html, "</details>\n</article>\n");
}

static bool put_one(struct text *html, const struct shown *shown, const struct campaign *campaign)
{
    struct session s;
    const struct lines *l = shown->lines;
    struct points p = {.of = memory_get((l->count + 1) * sizeof *p.of), .known = memory_get((l->count + 1) * sizeof *p.known)};
    bool good = session_begin(&s, shown->in);
    if (good && go_through(&s, campaign, shown->entry, l, &p))
        put_all(html, shown, &s, &p);
    else
        html_say(html, shown->in, "p", NULL, N_("This record no longer reads."));
    if (good)
        session_clear(&s);
    free(p.of);
    free(p.known);
    return good;
}

bool page_record(struct text *const *html, const struct context *in, int count, const struct campaign *campaign,
                 const struct store_entry *entry, int level)
{
    struct lines l = {.count = 0};
    bool good = campaign_ok(campaign, store_lines_each(campaign->store, &entry->id, true, take_line, &l));
    for (int i = 0; i < count && good; i++)
        good = put_one(html[i], &(struct shown){&in[i], entry, &l, level}, campaign);
    lines_clear(&l);
    return good;
}
