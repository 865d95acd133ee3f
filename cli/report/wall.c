/* An evening, shown; see wall.h. */
#include "cli/report/wall.h"
#include "cli/report/html.h"
#include "cli/report/listing.h"

#include <string.h>

/* ---- words ----------------------------------------------------------------------------------- */

/* "Nobody meets anybody again.", or how many do, and how many at least. */
static void put_nearness(const struct seating *s, const struct context *in, struct text *out)
{
    if (s->repeated == 0)
        text_put(out, say(in, N_("Nobody meets anybody again.")));
    else if (s->repeated == s->bound)
        say_with(in, out,
            N_("Pairs that meet again: {count}. No seating of these people has fewer."), "i",
            "count", (int64_t)s->repeated);
    else
        say_with(in, out,
            N_("Pairs that meet again: {count}; any seating of these people has {least} at least."),
            "ii", "count", (int64_t)s->repeated, "least", (int64_t)s->bound);
}

static void put_name(const struct evening *e, unsigned who, struct text *t)
{
    say_name(t, e->person[who].name, strlen(e->person[who].name));
}

static void put_names(const struct evening *e, const struct context *in, const uint8_t *who,
    unsigned count, struct text *t)
{
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            say_comma(in, t);
        put_name(e, who[i], t);
    }
}

/* How a table ended: "1 Aki, 2 Bo"; or why not. */
static void put_result(const struct evening *e, const struct context *in, const struct seating *s,
    unsigned table, const struct evening_table *t, struct text *out)
{
    bool some = false;
    if (!t->known || t->unplayed) {
        text_put(out, say(in, t->unplayed ? N_("not played") : N_("no result yet")));
        return;
    }
    for (unsigned place = 1; place <= SEATING_SIZE; place++)
        for (unsigned i = 0; i < s->size[table]; i++)
            if (t->place[i] == place) {
                if (some)
                    say_comma(in, out);
                text_printf(out, "%u ", place);
                put_name(e, t->sat[i], out);
                some = true;
            }
}

static void print_line(struct text *line)
{
    puts(line->at);
    text_clear(line);
}

/* ---- on a terminal --------------------------------------------------------------------------- */

void wall_table(const struct evening *e, const struct context *in, unsigned round, unsigned table)
{
    const struct evening_round *r = &e->round[round];
    struct text line = {0}, who = {0};
    put_names(e, in, r->seating.seat[table], r->seating.size[table], &who);
    text_put(&line, "  ");
    say_with(in, &line, N_("Table {table}   {names}"), "it", "table", (int64_t)table + 1, "names",
        who.at);
    if (r->table[table].known) {
        text_put(&line, "   ");
        put_result(e, in, &r->seating, table, &r->table[table], &line);
    }
    print_line(&line);
    text_clear(&who);
}

void wall_round(const struct evening *e, const struct context *in, unsigned round)
{
    const struct evening_round *r = &e->round[round];
    struct text line = {0};
    say_with(in, &line, N_("{league}, round {round}"), "ti", "league", e->name, "round",
        (int64_t)round + 1);
    print_line(&line);
    for (unsigned t = 0; t < r->seating.tables; t++)
        wall_table(e, in, round, t);
    if (r->seating.byes > 0) {
        struct text who = {0};
        put_names(e, in, r->seating.bye, r->seating.byes, &who);
        text_put(&line, "  ");
        say_with(in, &line, N_("Bye   {names}"), "t", "names", who.at);
        print_line(&line);
        text_clear(&who);
    }
    put_nearness(&r->seating, in, &line);
    print_line(&line);
}

bool wall_waiting(const struct evening *e, const struct context *in)
{
    bool some = false;
    for (unsigned r = 0; r < e->rounds; r++)
        for (unsigned t = 0; t < e->round[r].seating.tables; t++) {
            const struct seating *s = &e->round[r].seating;
            struct text who = {0};
            if (e->round[r].table[t].known)
                continue;
            put_names(e, in, s->seat[t], s->size[t], &who);
            print_with(in, N_("Round {round}, table {table}: {names}"), "iit", "round",
                (int64_t)r + 1, "table", (int64_t)t + 1, "names", who.at);
            text_clear(&who);
            some = true;
        }
    return some;
}

void wall_standing(struct evening *e, const struct context *in)
{
    static const struct listing_column columns[] = {
        {.heading = ""},
        {.heading = N_("name"), .left = true},
        {.heading = N_("score")},
        {.heading = N_("tables")},
        {.heading = N_("wins")},
        {.heading = N_("byes")},
    };
    uint8_t order[SEATING_PEOPLE];
    struct listing g;
    evening_count(e, order);
    listing_begin(&g, in, columns, sizeof columns / sizeof *columns);
    for (unsigned i = 0; i < e->people; i++) {
        const struct evening_person *p = &e->person[order[i]];
        listing_number(&g, (long)p->rank);
        listing_name(&g, p->name);
        text_printf(listing_cell(&g), "%.2f", p->score);
        listing_number(&g, (long)p->played);
        listing_number(&g, (long)p->won);
        listing_number(&g, (long)p->byes);
    }
    listing_print(&g);
}

/* ---- as a page ------------------------------------------------------------------------------- */

static void put_number(struct text *html, unsigned number)
{
    html_open(html, "td", "class", "n", NULL);
    text_printf(html, "%u</td>", number);
}

/* Before anything was played everybody stands alike, and nobody has to read that. */
static bool anybody_stands(const struct evening *e)
{
    unsigned i = 0;
    while (i < e->people && e->person[i].played == 0 && e->person[i].byes == 0)
        i++;
    return i < e->people;
}

static void page_standing(const struct evening *e, const struct context *in,
    const uint8_t order[SEATING_PEOPLE], struct text *html)
{
    static const char *const headings[] = {N_("name"), N_("score"), N_("tables"), N_("wins"),
        N_("byes")};
    html_say(html, in, "h2", NULL, N_("Standing"));
    text_put(html, "<div class=\"wide\"><table><thead><tr><th scope=\"col\"></th>");
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
        html_open(html, "th", "scope", "col", "class", i > 0 ? "n" : NULL, NULL);
        html_put(html, say(in, headings[i]));
        html_close(html, "th");
    }
    text_put(html, "</tr></thead><tbody>\n");
    for (unsigned i = 0; i < e->people; i++) {
        const struct evening_person *p = &e->person[order[i]];
        text_put(html, "<tr>");
        put_number(html, p->rank);
        html_open(html, "th", "scope", "row", NULL);
        html_name(html, p->name);
        text_printf(html, "</th><td class=\"n\">%.2f</td>", p->score);
        put_number(html, p->played);
        put_number(html, p->won);
        put_number(html, p->byes);
        text_put(html, "</tr>\n");
    }
    text_put(html, "</tbody></table></div>\n");
    html_say(html, in, "p", "note",
        N_("Each table gives from 1, ahead of everybody, to 0, behind everybody; a tie counts "
           "half, and so does a bye."));
}

static void page_round(const struct evening *e, const struct context *in, unsigned round,
    struct text *html)
{
    const struct evening_round *r = &e->round[round];
    struct text words = {0};
    say_with(in, &words, N_("Round {round}"), "i", "round", (int64_t)round + 1);
    html_element(html, "h2", NULL, words.at);
    text_clear(&words);
    text_put(html, "<div class=\"cards\">\n");
    for (unsigned t = 0; t < r->seating.tables; t++) {
        text_put(html, "<div>");
        say_with(in, &words, N_("Table {table}"), "i", "table", (int64_t)t + 1);
        html_element(html, "h3", NULL, words.at);
        text_clear(&words);
        text_put(html, "<ul>");
        for (unsigned i = 0; i < r->seating.size[t]; i++) {
            text_put(html, "<li>");
            html_name(html, e->person[r->seating.seat[t][i]].name);
            text_put(html, "</li>");
        }
        text_put(html, "</ul>");
        put_result(e, in, &r->seating, t, &r->table[t], &words);
        html_element(html, "p", "note", words.at);
        text_clear(&words);
        text_put(html, "</div>\n");
    }
    text_put(html, "</div>\n");
    if (r->seating.byes > 0) {
        struct text who = {0};
        put_names(e, in, r->seating.bye, r->seating.byes, &who);
        say_with(in, &words, N_("Bye: {names}"), "t", "names", who.at);
        html_element(html, "p", NULL, words.at);
        text_clear(&words);
        text_clear(&who);
    }
    put_nearness(&r->seating, in, &words);
    html_element(html, "p", "note", words.at);
    text_clear(&words);
}

void wall_page(void *user, const struct context *in, struct text *html)
{
    struct evening *e = user;
    uint8_t order[SEATING_PEOPLE];
    evening_count(e, order);
    for (unsigned r = e->rounds; r > 0; r--) /* the newest is what people look for */
        page_round(e, in, r - 1, html);
    if (anybody_stands(e))
        page_standing(e, in, order, html);
    text_put(html, "<footer><p>fuda " FUDA_VERSION "</p></footer>\n");
}
