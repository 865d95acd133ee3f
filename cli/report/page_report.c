/* The report; see page_report.h. */
#define _XOPEN_SOURCE 700
#include "page_report.h"
#include "html.h"
#include "page.h"
#include "page_record.h"
#include "page_season.h"
#include "cli/embedded.h"
#include "cli/progress.h"

#include <stdlib.h>
#include <string.h>

extern const struct embedded cli_report[];

enum { ENGLISH, JAPANESE, LANGUAGES };

/* A report being written: what is said in each language, side by side. */
struct report_writing {
    const struct report *report;
    struct context in[LANGUAGES];
    struct text html[LANGUAGES];
    struct progress progress;
    size_t done, all;
    int level; /* of records' headings */
    bool good;
};

static void writing_begin(struct report_writing *w, const struct report *report, int level)
{
    *w = (struct report_writing){.report = report, .level = level, .good = true};
    for (int i = 0; i < LANGUAGES; i++)
        if (!say_other(&w->in[i], report->campaign->context, i == JAPANESE))
            w->good = complain(report->campaign->context,
                N_("the Japanese texts of the page cannot be read"), "");
    progress_begin(&w->progress, report->campaign->context);
}

static void writing_clear(struct report_writing *w)
{
    progress_end(&w->progress);
    for (int i = 0; i < LANGUAGES; i++)
        text_clear(&w->html[i]);
}

/* ---- the head ------------------------------------------------------------------------------ */

static const char mark[] = "<!DOCTYPE html>\n<!-- written by fuda report -->\n";

bool report_is(const char *text, size_t length)
{
    return length >= sizeof mark - 1 && memcmp(text, mark, sizeof mark - 1) == 0;
}

/* A file of this folder, as text. */
static const char *carried(const char *name)
{
    const struct embedded *file = cli_report;
    while (strcmp(file->name, name) != 0)
        file++;
    return (const char *)file->bytes;
}

static unsigned nibble(char digit)
{
    return digit <= '9' ? (unsigned)(digit - '0') : (unsigned)(digit - 'a') + 10;
}

/* 'sha256-…' of what stands in the page: nothing else may style it or run in it. */
static void put_hash(struct text *t, const char *of)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    enum { BYTES = 32 };
    char hash[STORE_HASH_TEXT];
    unsigned char byte[BYTES + 1] = {0};
    hash_text(of, strlen(of), hash);
    for (size_t i = 0; i < BYTES; i++)
        byte[i] = (unsigned char)(nibble(hash[2 * i]) << 4 | nibble(hash[2 * i + 1]));
    text_put(t, "'sha256-");
    for (int bit = 0; bit < BYTES * 8; bit += 6) {
        const unsigned pair = (unsigned)byte[bit / 8] << 8 | byte[bit / 8 + 1];
        text_add(t, &digits[pair >> (10 - bit % 8) & 63], 1);
    }
    text_put(t, "='");
}

static void put_head(FILE *to, const struct report *report)
{
    struct text head = {0}, policy = {0};
    text_put(&policy, "default-src 'none'; base-uri 'none'; form-action 'none'; style-src ");
    put_hash(&policy, carried("report.css"));
    text_put(&policy, "; script-src ");
    put_hash(&policy, carried("report.js"));
    text_put(&head, mark);
    html_open(&head, "html", "lang", report->campaign->context->japanese ? "ja" : "en", NULL);
    text_put(&head, "\n<head>\n<meta charset=\"utf-8\">\n");
    html_open(&head, "meta", "http-equiv", "Content-Security-Policy", "content", policy.at, NULL);
    text_put(&head, "\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                    "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" "
                    "content=\"no-referrer\">\n");
    html_open(&head, "title", NULL);
    html_put(&head, report->name);
    text_put(&head, " – fuda</title>\n<style>");
    text_put(&head, carried("report.css"));
    text_put(&head, "</style>\n</head>\n");
    fwrite(head.at, 1, head.length, to);
    text_clear(&head);
    text_clear(&policy);
}

/* The switch stands before what it switches: it works without a script. */
static void put_switch(FILE *to, bool japanese)
{
    fprintf(to,
        "<body>\n"
        "<input class=\"switch\" type=\"radio\" name=\"language\" id=\"in-en\"%s>\n"
        "<input class=\"switch\" type=\"radio\" name=\"language\" id=\"in-ja\"%s>\n"
        "<p class=\"languages\"><label for=\"in-en\" lang=\"en\">English</label> "
        "<label for=\"in-ja\" lang=\"ja\">日本語</label></p>\n",
        japanese ? "" : " checked", japanese ? " checked" : "");
}

/* The whole page, of what was said in each language. */
static bool write_page(struct report_writing *w, FILE *to)
{
    static const char *const languages[LANGUAGES] = {"en", "ja"};
    put_head(to, w->report);
    put_switch(to, w->report->campaign->context->japanese);
    for (int i = 0; i < LANGUAGES; i++) {
        fprintf(to, "<main lang=\"%s\">\n", languages[i]);
        fwrite(w->html[i].at, 1, w->html[i].length, to);
        fputs("</main>\n", to);
    }
    fprintf(to, "<script>%s</script>\n</body>\n</html>\n", carried("report.js"));
    return w->good;
}

/* ---- parts in both languages ---------------------------------------------------------------- */

static void put_title(struct report_writing *w, const char *below, const char *day)
{
    for (int i = 0; i < LANGUAGES; i++) {
        struct text *html = &w->html[i], words = {0};
        text_put(html, "<header><span class=\"seal\" aria-hidden=\"true\">札</span><div><h1>");
        html_put(html, w->report->name);
        text_put(html, "</h1><p>");
        say_with(&w->in[i], &words, below, "t", "day", day);
        html_put(html, words.at);
        text_put(html, "</p></div></header>\n");
        text_clear(&words);
    }
}

/* A section with its heading. `id`: of the place where links lead, in each language another. */
static void open_section(struct report_writing *w, const char *id, const char *title)
{
    static const char *const languages[LANGUAGES] = {"en", "ja"};
    for (int i = 0; i < LANGUAGES; i++) {
        struct text place = {0};
        text_printf(&place, "%s-%s", id, languages[i]);
        html_open(&w->html[i], "section", "id", place.at, NULL);
        html_say(&w->html[i], &w->in[i], "h2", NULL, title);
        text_clear(&place);
    }
}

static void close_section(struct report_writing *w)
{
    for (int i = 0; i < LANGUAGES; i++)
        text_put(&w->html[i], "</section>\n");
}

static void put_footer(struct report_writing *w)
{
    for (int i = 0; i < LANGUAGES; i++) {
        text_put(&w->html[i], "<footer><p>");
        html_put(&w->html[i],
            say(&w->in[i],
                N_("Worked out from the records by fuda. Nothing here was typed in by hand.")));
        text_put(&w->html[i], " fuda " FUDA_VERSION "</p></footer>\n");
    }
}

/* ---- nights -------------------------------------------------------------------------------- */

/* Seats in the order of places; those without one last. */
static void order_seats(const struct season_seat *seat, int seats, int order[SEATS_MOST])
{
    for (int i = 0; i < seats; i++) {
        const unsigned place = seat[i].place > 0 ? seat[i].place : UINT8_MAX;
        int k = i;
        for (;
             k > 0 && (seat[order[k - 1]].place > 0 ? seat[order[k - 1]].place : UINT8_MAX) > place;
             k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

/* "1 Aki −120 · 2 Bo −180": how a game ended. */
static void put_ending(struct text *html, const struct season *s, const struct season_game *game)
{
    int order[SEATS_MOST];
    const struct season_seat *seat = &s->seat[game->first];
    order_seats(seat, game->seats, order);
    html_open(html, "span", "class", "ending", NULL);
    for (int i = 0; i < game->seats; i++) {
        const struct season_seat *one = &seat[order[i]];
        html_open(html, "span", "class", one->won ? "won" : NULL, NULL);
        if (one->place > 0)
            text_printf(html, "<b>%d</b> ", one->place);
        html_name(html, s->person[one->person].name);
        if (one->scored)
            text_printf(html, " <i>%lld</i>", (long long)one->points);
        text_put(html, "</span> ");
    }
    html_close(html, "span");
}

static void put_summary(struct text *html, const struct context *in, const struct season *s,
    const struct season_game *game)
{
    text_put(html, "<summary>");
    html_element(html, "span", "title", say(in, season_title(s, game->book)));
    text_put(html, " ");
    put_ending(html, s, game);
    text_put(html, "</summary>\n");
}

static bool put_record(void *user, const struct store_entry *e)
{
    struct report_writing *w = user;
    struct text *const html[LANGUAGES] = {&w->html[ENGLISH], &w->html[JAPANESE]};
    w->good = page_record(html, w->in, LANGUAGES, w->report->campaign, e, w->level,
                  w->done < REPORT_SEARCHED)
              && w->good;
    progress_show(&w->progress, ++w->done, w->all);
    return w->good;
}

/* A game whole, to be opened. */
static void put_whole(struct report_writing *w, const struct season_game *game)
{
    const struct campaign *campaign = w->report->campaign;
    for (int i = 0; i < LANGUAGES; i++) {
        text_put(&w->html[i], "<details class=\"whole\">");
        put_summary(&w->html[i], &w->in[i], w->report->season, game);
    }
    w->good = campaign_ok(campaign, store_record_get(campaign->store, &game->record, put_record, w))
              && w->good;
    for (int i = 0; i < LANGUAGES; i++)
        text_put(&w->html[i], "</details>\n");
}

/*
 * The newest games, under the headings of their days; answers how many of the season's are left
 * before them.
 */
static size_t put_nights(struct report_writing *w)
{
    const struct season *s = w->report->season;
    const char *day = NULL;
    size_t left = s->games;
    w->all = s->games < w->report->whole ? s->games : w->report->whole;
    while (left > 0 && w->done < w->all && w->good) {
        const struct season_game *game = &s->game[--left];
        const bool begins = day == NULL || strcmp(day, game->day) != 0;
        for (int i = 0; i < LANGUAGES && begins; i++) {
            text_put(&w->html[i], day != NULL ? "</section>\n<section class=\"night\">"
                                              : "<section class=\"night\">");
            html_element(&w->html[i], "h3", NULL,
                *game->day != '\0' ? game->day : say(&w->in[i], N_("without a day")));
        }
        day = game->day;
        put_whole(w, game);
    }
    for (int i = 0; i < LANGUAGES && day != NULL; i++)
        text_put(&w->html[i], "</section>\n");
    return left;
}

static void put_listed(struct text *html, const struct context *in, const struct season *s,
    size_t from, size_t to)
{
    text_put(html, "<div class=\"scroll\"><table class=\"listed\">\n<thead><tr>");
    html_say(html, in, "th", NULL, N_("day"));
    html_say(html, in, "th", NULL, N_("game"));
    html_say(html, in, "th", NULL, N_("how it ended"));
    text_put(html, "</tr></thead>\n<tbody>");
    for (size_t i = to; i > from; i--) {
        text_put(html, "<tr>");
        html_element(html, "td", NULL, s->game[i - 1].day);
        html_say(html, in, "td", NULL, season_title(s, s->game[i - 1].book));
        text_put(html, "<td>");
        put_ending(html, s, &s->game[i - 1]);
        text_put(html, "</td></tr>\n");
    }
    text_put(html, "</tbody></table></div>\n");
}

/* What the script does: it shows them. */
static void put_tools(struct report_writing *w)
{
    for (int i = 0; i < LANGUAGES; i++) {
        struct text *html = &w->html[i];
        text_put(html, "<p class=\"tools\" hidden><label>");
        html_put(html, say(&w->in[i], N_("Find a player, a day or a game")));
        text_put(html, " <input type=\"search\"></label> <button type=\"button\">");
        html_put(html, say(&w->in[i], N_("Open or close all")));
        text_put(html, "</button></p>\n");
    }
}

/* Those before the nights that are told whole. */
static void put_earlier(struct report_writing *w, size_t left)
{
    const size_t from = left > REPORT_LISTED ? left - REPORT_LISTED : 0;
    for (int i = 0; i < LANGUAGES && left > 0; i++) {
        struct text *html = &w->html[i], note = {0};
        html_open(html, "details", "class", "earlier", NULL);
        say_with(&w->in[i], &note, N_("Earlier games: {count}"), "i", "count",
            (int64_t)(left - from));
        html_element(html, "summary", NULL, note.at);
        put_listed(html, &w->in[i], w->report->season, from, left);
        html_close(html, "details");
        note.length = 0;
        if (from > 0) {
            say_with(&w->in[i], &note,
                N_("{count} games before them are counted above and not listed."), "i", "count",
                (int64_t)from);
            html_element(html, "p", "note", note.at);
        }
        text_clear(&note);
    }
}

static void say_whole(struct report_writing *w)
{
    for (int i = 0; i < LANGUAGES && w->report->season->games > w->report->whole; i++) {
        struct text note = {0};
        say_with(&w->in[i], &note,
            N_("The newest {count} games are shown in full; `fuda report --details N` shows "
               "another number of them."),
            "i", "count", (int64_t)w->report->whole);
        html_element(&w->html[i], "p", "note", note.at);
        text_clear(&note);
    }
}

/* ---- the pages ----------------------------------------------------------------------------- */

bool report_season(const struct report *report, FILE *to)
{
    struct report_writing w;
    const struct season *s = report->season;
    writing_begin(&w, report, 4);
    put_title(&w,
        report->book != ALL_GAMES ? season_title(s, report->book) : N_("the story of a campaign"),
        "");
    for (int i = 0; i < LANGUAGES; i++)
        page_summary(&w.html[i], &w.in[i], s);
    open_section(&w, "standings", N_("Standings"));
    for (int i = 0; i < LANGUAGES; i++) {
        if (report->book == ALL_GAMES)
            page_standings(&w.html[i], &w.in[i], s, ALL_GAMES);
        page_games(&w.html[i], &w.in[i], s, report->book);
    }
    close_section(&w);
    if (s->games > 0) {
        open_section(&w, "ratings", N_("Ratings"));
        for (int i = 0; i < LANGUAGES; i++)
            page_curves(&w.html[i], &w.in[i], s, report->book);
        close_section(&w);
        open_section(&w, "against", N_("Who beats whom"));
        for (int i = 0; i < LANGUAGES; i++)
            page_matrix(&w.html[i], &w.in[i], s);
        close_section(&w);
        open_section(&w, "nights", N_("Nights"));
        put_tools(&w);
        say_whole(&w);
        put_earlier(&w, put_nights(&w));
        close_section(&w);
    }
    put_footer(&w);
    const bool good = w.good && write_page(&w, to);
    writing_clear(&w);
    return good;
}

bool report_night(const struct report *report, const struct store_entry *entry, FILE *to)
{
    struct report_writing w;
    const struct campaign *campaign = report->campaign;
    const char *day = entry->heading.date != NULL ? entry->heading.date : "";
    writing_begin(&w, report, 2);
    put_title(&w, *day != '\0' ? N_("the night of {day}") : N_("a game without a day"), day);
    if (*day != '\0') {
        const struct store_filter filter = {.since = day, .until = day};
        w.good = campaign_ok(campaign,
                     store_history_each(campaign->store, &campaign->id, &filter, put_record, &w))
                 && w.good;
    } else {
        put_record(&w, entry);
    }
    put_footer(&w);
    const bool good = w.good && write_page(&w, to);
    writing_clear(&w);
    return good;
}

bool report_other(const struct report *report, const char *below, const char *day,
    report_fill *fill, void *user, FILE *to)
{
    struct report_writing w;
    writing_begin(&w, report, 3);
    put_title(&w, below, day);
    for (int i = 0; i < LANGUAGES; i++)
        fill(user, &w.in[i], &w.html[i]);
    const bool good = w.good && write_page(&w, to);
    writing_clear(&w);
    return good;
}
