/* A season on a page; see page_season.h. */
#include "page_season.h"
#include "page_chart.h"
#include "html.h"
#include "page.h"
#include "cli/report/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- who is shown ---------------------------------------------------------------------------- */

/*
 * People who have played, those with the most games first, the first `most` of them; the caller's
 * to free.
 */
struct roster {
    struct season_row *tally; /* an element a person */
    uint32_t *row;
    size_t rows, all;
};

struct candidate {
    uint32_t person, games, rank;
};

static int compare_candidates(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->games != y->games)
        return x->games < y->games ? 1 : -1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Chosen by their games, then in the order of the standings. */
static void roster_make(struct roster *r, const struct season *s, int book, size_t most)
{
    const size_t persons = s->persons + 1;
    struct candidate *candidate = memory_get(persons * sizeof *candidate);
    bool *chosen = memory_get(persons * sizeof *chosen);
    *r = (struct roster){.tally = memory_get(persons * sizeof *r->tally),
        .row = memory_get(persons * sizeof *r->row)};
    season_count(s, book, r->tally);
    r->all = season_rank(s, r->tally, r->row);
    for (size_t i = 0; i < r->all; i++)
        candidate[i] = (struct candidate){r->row[i], r->tally[r->row[i]].games, (uint32_t)i};
    qsort(candidate, r->all, sizeof *candidate, compare_candidates);
    for (size_t i = 0; i < r->all && i < most; i++)
        chosen[candidate[i].person] = true;
    for (size_t i = 0; i < r->all; i++)
        if (chosen[r->row[i]])
            r->row[r->rows++] = r->row[i];
    free(candidate);
    free(chosen);
}

static void roster_clear(struct roster *r)
{
    free(r->tally);
    free(r->row);
}

static bool is_played(const struct season *s, int book)
{
    for (size_t i = 0; i < s->games; i++)
        if (s->game[i].book == book)
            return true;
    return false;
}

/* ---- the summary --------------------------------------------------------------------------- */

/* Names, each kept apart from those beside it. */
static void put_names(struct text *html, const struct context *in, const struct season *s,
    const uint32_t *row, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            say_comma(in, html);
        html_name(html, s->person[row[i]].name);
    }
}

static void put_tile(struct text *html, const struct context *in, const char *label,
    const char *figure)
{
    text_put(html, "<div>");
    html_say(html, in, "dt", NULL, label);
    text_put(html, "<dd>");
    html_name(html, figure);
    text_put(html, "</dd>");
    text_put(html, "</div>");
}

/* All who have won as often as the first of the standings. */
static void put_winners(struct text *html, const struct context *in, const struct season *s,
    const struct roster *r)
{
    size_t count = 0;
    while (count < r->rows && r->tally[r->row[count]].wins == r->tally[r->row[0]].wins)
        count++;
    if (count == 0 || r->tally[r->row[0]].wins == 0)
        return;
    text_put(html, "<div>");
    html_say(html, in, "dt", NULL, N_("most wins"));
    text_put(html, "<dd>");
    put_names(html, in, s, r->row, count);
    text_put(html, "</dd></div>");
}

static void put_count(struct text *html, const struct context *in, const char *label, size_t count)
{
    struct text figure = {0};
    text_number(&figure, (long)count);
    put_tile(html, in, label, figure.at);
    text_clear(&figure);
}

void page_summary(struct text *html, const struct context *in, const struct season *s)
{
    struct roster r;
    struct text days = {0};
    size_t nights = 0, first = 0;
    if (s->games == 0)
        return;
    for (size_t i = 0; i < s->games; i++)
        nights += i == 0 || strcmp(s->game[i].day, s->game[i - 1].day) != 0;
    roster_make(&r, s, ALL_GAMES, SIZE_MAX);
    text_put(html, "<dl class=\"tiles\">");
    put_count(html, in, N_("games"), s->games);
    put_count(html, in, N_("nights"), nights);
    put_count(html, in, N_("players"), r.rows);
    put_winners(html, in, s, &r);
    while (first < s->games && s->game[first].day[0] == '\0')
        first++; /* those without a day stand before all others */
    if (first < s->games) {
        const char *from = s->game[first].day, *to = s->game[s->games - 1].day;
        text_put(&days, from);
        if (strcmp(from, to) != 0)
            text_printf(&days, " – %s", to);
        put_tile(html, in, N_("days"), days.at);
    }
    text_put(html, "</dl>\n");
    text_clear(&days);
    roster_clear(&r);
}

/* ---- rating curves ------------------------------------------------------------------------- */

struct curving {
    const struct season *season;
    const struct season_game *last;
    struct chart *chart;
    const uint32_t *person; /* of each line */
    size_t at, count;       /* games told of those of this book */
};

static void take_rating(void *user, const struct season_game *game, const struct season_seat *seat,
    const struct rating *rating)
{
    struct curving *c = user;
    c->at += c->last != NULL && game != c->last;
    c->last = game;
    for (int i = 0; i < c->chart->lines; i++)
        if (c->person[i] == seat->person)
            chart_put(&c->chart->line[i], chart_column(c->at, c->count), rating->mu);
}

static void put_curves(struct text *html, const struct context *in, const struct season *s,
    int book, const struct roster *r)
{
    struct chart *chart = memory_get(sizeof *chart);
    struct rating *rating = memory_get((s->persons + 1) * sizeof *rating);
    struct curving c = {.season = s, .chart = chart, .person = r->row};
    const struct season_game *first = NULL, *last = NULL;
    struct text title = {0};
    memset(chart, 0, sizeof *chart);
    for (size_t i = 0; i < s->games; i++)
        if (s->game[i].book == book) {
            first = first == NULL ? &s->game[i] : first;
            last = &s->game[i];
            c.count++;
        }
    say_with(in, &title, N_("Rating in {game}, game by game"), "t", "game",
        say(in, season_title(s, book)));
    chart->title = title.at;
    chart->from = first != NULL ? first->day : "";
    chart->to = last != NULL ? last->day : "";
    chart->columns = chart_columns(c.count);
    chart->decimals = 1;
    chart->lines = r->rows < CHART_LINES ? (int)r->rows : CHART_LINES;
    for (int i = 0; i < chart->lines; i++)
        chart->line[i].name = s->person[r->row[i]].name;
    season_rate(s, book, rating, take_rating, &c);
    chart_svg(html, in, chart);
    text_clear(&title);
    free(rating);
    free(chart);
}

static void put_game(struct text *html, const struct context *in, const struct season *s, int book)
{
    html_say(html, in, "h3", NULL, season_title(s, book));
    page_standings(html, in, s, book);
}

void page_games(struct text *html, const struct context *in, const struct season *s, int one)
{
    for (int i = 0; i < s->books; i++)
        if ((one == ALL_GAMES || one == i) && is_played(s, i))
            put_game(html, in, s, i);
}

void page_curves(struct text *html, const struct context *in, const struct season *s, int one)
{
    text_put(html, "<div class=\"curves\">\n");
    for (int i = 0; i < s->books; i++) {
        struct roster r;
        if ((one != ALL_GAMES && one != i) || !is_played(s, i))
            continue;
        roster_make(&r, s, i, CHART_LINES);
        put_curves(html, in, s, i, &r);
        roster_clear(&r);
    }
    text_put(html, "</div>\n");
}

/* ---- who beats whom ------------------------------------------------------------------------ */

enum { MATRIX_MOST = 12, SHADES = 10 };

static void put_meeting(struct text *html, const struct meeting *m)
{
    struct text class = {0};
    if (m->games == 0) {
        text_put(html, "<td class=\"n none\">–</td>");
        return;
    }
    const double share = meeting_share(m);
    text_printf(&class, "n s%d", (int)floor(share * SHADES + 0.5));
    html_open(html, "td", "class", class.at, NULL);
    text_printf(html, "<b>%.0f</b> <small>%u : %u</small></td>", share * 100, (unsigned)m->above,
        (unsigned)(m->games - m->above - m->level));
    text_clear(&class);
}

static void put_matrix(struct text *html, const struct season *s, const struct roster *r,
    struct meeting *const *meeting)
{
    text_put(html, "<div class=\"scroll\"><table class=\"matrix\">\n<thead><tr><td></td>");
    for (size_t i = 0; i < r->rows; i++) {
        html_open(html, "th", "scope", "col", "class", "n", "dir", "auto", NULL);
        html_name(html, s->person[r->row[i]].name);
        html_close(html, "th");
    }
    text_put(html, "</tr></thead>\n<tbody>");
    for (size_t i = 0; i < r->rows; i++) {
        text_put(html, "<tr><th scope=\"row\">");
        html_name(html, s->person[r->row[i]].name);
        text_put(html, "</th>");
        for (size_t k = 0; k < r->rows; k++)
            if (k == i)
                text_put(html, "<td class=\"self\"></td>");
            else
                put_meeting(html, &meeting[i][r->row[k]]);
        text_put(html, "</tr>\n");
    }
    text_put(html, "</tbody></table></div>\n");
}

static void put_opponents(struct text *html, const struct context *in, const struct season *s,
    const struct meeting *meeting)
{
    uint32_t *row = memory_get((s->persons + 1) * sizeof *row);
    for (enum opponent kind = RIVAL; kind <= VICTIM; kind++) {
        const size_t count = profile_opponents(s, meeting, kind, row);
        text_put(html, count > 0 ? "<td>" : "<td>–");
        put_names(html, in, s, row, count);
        text_put(html, "</td>");
    }
    free(row);
}

/* "2026-11-14 · Haratama" */
static void put_night(struct text *html, const struct context *in, const struct season *s,
    const struct season_game *game)
{
    html_open(html, "td", NULL);
    if (game != NULL) {
        html_put(html, game->day);
        text_put(html, game->day[0] != '\0' ? " · " : "");
        html_put(html, say(in, season_title(s, game->book)));
    } else {
        text_put(html, "–");
    }
    html_close(html, "td");
}

/*
 * Of each: the longest run of wins, the rival, the nemesis, the favourite victim, the best night.
 */
static void put_people(struct text *html, const struct context *in, const struct season *s,
    const struct roster *r, struct meeting *const *meeting)
{
    static const char *const headings[] = {N_("player"), N_("longest run of wins"), N_("rival"),
        N_("nemesis"), N_("favourite victim"), N_("best night")};
    text_put(html, "<div class=\"scroll\"><table>\n<thead><tr>");
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
        html_open(html, "th", "scope", "col", "class", i == 1 ? "n" : NULL, NULL);
        html_put(html, say(in, headings[i]));
        html_close(html, "th");
    }
    text_put(html, "</tr></thead>\n<tbody>");
    for (size_t i = 0; i < r->rows; i++) {
        const struct nights nights = profile_nights(s, r->row[i]);
        const struct streaks runs = season_streaks(s, ALL_GAMES, r->row[i]);
        text_put(html, "<tr><th scope=\"row\">");
        html_name(html, s->person[r->row[i]].name);
        text_printf(html, "</th><td class=\"n\">%u</td>", (unsigned)runs.wins);
        put_opponents(html, in, s, meeting[i]);
        put_night(html, in, s, nights.best >= 0 ? &s->game[nights.best] : NULL);
        text_put(html, "</tr>\n");
    }
    text_put(html, "</tbody></table></div>\n");
}

void page_matrix(struct text *html, const struct context *in, const struct season *s)
{
    struct roster r;
    struct meeting *meeting[MATRIX_MOST] = {NULL};
    roster_make(&r, s, ALL_GAMES, MATRIX_MOST);
    for (size_t i = 0; i < r.rows; i++) {
        meeting[i] = memory_get((s->persons + 1) * sizeof *meeting[i]);
        season_meetings(s, ALL_GAMES, r.row[i], meeting[i]);
    }
    if (r.rows > 1) {
        html_say(html, in, "p", "note",
            N_("Each row is one player against the others: the percentage of their games together "
               "in which that player came out ahead, a shared place counting half; below it, how "
               "often ahead and how often behind."));
        if (r.all > r.rows) {
            struct text note = {0};
            say_with(in, &note, N_("The {count} who played most are shown, of {all}."), "ii",
                "count", (int64_t)r.rows, "all", (int64_t)r.all);
            html_element(html, "p", "note", note.at);
            text_clear(&note);
        }
        put_matrix(html, s, &r, meeting);
        put_people(html, in, s, &r, meeting);
    }
    for (size_t i = 0; i < r.rows; i++)
        free(meeting[i]);
    roster_clear(&r);
}
