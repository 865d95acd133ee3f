/* Standings on a page; see page.h. */
#include "page.h"
#include "html.h"

#include <stdlib.h>
#include <string.h>

/* What a table of standings is made of: of all games, or of one. */
struct ranks {
    const struct season *season;
    int book;
    struct season_row *tally; /* owned: an element a person */
    struct rating *rating;    /* owned: the same, of one game; else NULL */
    uint32_t *row;            /* owned */
    size_t rows;
    bool scored; /* one game, in which points are known */
};

static void ranks_begin(struct ranks *r, const struct season *season, int book)
{
    const size_t persons = season->persons + 1;
    *r = (struct ranks){.season = season, .book = book};
    r->tally = memory_get(persons * sizeof *r->tally);
    r->row = memory_get(persons * sizeof *r->row);
    season_count(season, book, r->tally);
    r->rows = season_rank(season, r->tally, r->row);
    if (book == ALL_GAMES)
        return;
    r->rating = memory_get(persons * sizeof *r->rating);
    season_rate(season, book, r->rating, NULL, NULL);
    for (size_t i = 0; i < r->rows; i++)
        r->scored |= r->tally[r->row[i]].scored > 0;
}

static void ranks_clear(struct ranks *r)
{
    free(r->tally);
    free(r->rating);
    free(r->row);
}

static void put_heading(struct text *html, const struct context *in, const char *text,
    const char *class)
{
    html_open(html, "th", "scope", "col", "class", class, NULL);
    html_put(html, say(in, text));
    html_close(html, "th");
}

static void put_number(struct text *html, double number, int decimals)
{
    html_open(html, "td", "class", "n", NULL);
    text_printf(html, "%.*f", decimals, number);
    html_close(html, "td");
}

static void put_average(struct text *html, double sum, uint32_t of, int decimals)
{
    if (of > 0)
        put_number(html, sum / of, decimals);
    else
        html_element(html, "td", "n", "–");
}

/* "27.1 ± 2.4", with what is to be known of it where it is provisional. */
static void put_rating(struct text *html, const struct context *in, const struct rating *r)
{
    html_open(html, "td", "class", "n", NULL);
    text_printf(html, "%.1f ± %.1f", r->mu, r->sigma);
    if (rating_provisional(r)) {
        html_open(html, "abbr", "title", say(in, N_("provisional: too few games yet to say")),
            NULL);
        html_put(html, "?");
        html_close(html, "abbr");
    }
    html_close(html, "td");
}

enum { PLACES = 4 };

/* Columns of class `spare` are those that a phone leaves out. */
static void put_head(struct text *html, const struct context *in, const struct ranks *r)
{
    static const char *const places[PLACES] = {N_("1st"), N_("2nd"), N_("3rd"), N_("4th")};
    text_put(html, "<thead><tr>");
    put_heading(html, in, N_("player"), NULL);
    if (r->rating != NULL)
        put_heading(html, in, N_("rating"), "n");
    put_heading(html, in, N_("games"), "n");
    put_heading(html, in, N_("wins"), "n");
    put_heading(html, in, N_("won"), "share");
    put_heading(html, in, N_("average place"), "n");
    for (int i = 0; i < PLACES; i++)
        put_heading(html, in, places[i], "n spare");
    if (r->scored) {
        put_heading(html, in, N_("points"), "n");
        put_heading(html, in, N_("average"), "n");
    }
    text_put(html, "</tr></thead>\n");
}

/* How much of the games was won: a bar, and the number beside it. */
static void put_bar(struct text *html, double share)
{
    text_printf(html,
        "<td class=\"share\"><meter min=\"0\" max=\"1\" value=\"%.3f\" "
        "aria-hidden=\"true\"></meter> %.0f&nbsp;%%</td>",
        share, share * 100);
}

static void put_row(struct text *html, const struct context *in, const struct ranks *r,
    uint32_t person)
{
    const struct season_row *of = &r->tally[person];
    text_put(html, "<tr><th scope=\"row\">");
    html_name(html, r->season->person[person].name);
    html_close(html, "th");
    if (r->rating != NULL)
        put_rating(html, in, &r->rating[person]);
    put_number(html, of->games, 0);
    put_number(html, of->wins, 0);
    put_bar(html, (double)of->wins / of->games);
    put_average(html, of->place_sum, of->placed, 2);
    for (int i = 0; i < PLACES; i++)
        text_printf(html, "<td class=\"n spare\">%u</td>", (unsigned)of->places[i]);
    if (r->scored) {
        put_average(html, (double)of->points, of->scored > 0, 0);
        put_average(html, (double)of->points, of->scored, 1);
    }
    text_put(html, "</tr>\n");
}

void page_standings(struct text *html, const struct context *in, const struct season *season,
    int book)
{
    struct ranks r;
    ranks_begin(&r, season, book);
    if (r.rows == 0) {
        html_say(html, in, "p", NULL, N_("No finished game is on record."));
    } else {
        text_put(html, "<div class=\"scroll\"><table class=\"standings\">\n");
        put_head(html, in, &r);
        text_put(html, "<tbody>");
        for (size_t i = 0; i < r.rows; i++)
            put_row(html, in, &r, r.row[i]);
        text_put(html, "</tbody></table></div>\n");
    }
    ranks_clear(&r);
}
