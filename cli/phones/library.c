/* The pages that phones look things up on between games; see library.h. */
#define _XOPEN_SOURCE 700
#include "library.h"
#include "cli/campaign/replay_records.h"
#include "cli/deck/enter.h"
#include "cli/deck/stored.h"
#include "cli/report/html.h"
#include "cli/report/page.h"
#include "cli/report/page_sheet.h"
#include "cli/report/season.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

enum { FOUND = 200, NOT_FOUND = 404, LISTED_MOST = 200, WORD_LONGEST = 200 };

static void link_begin(struct text *html, const char *href, const char *rel)
{
    html_open(html, "a", "href", href, "rel", rel, NULL);
}

/* ---- standings --------------------------------------------------------------------------- */

static bool load_season(struct campaign *campaign, struct season *out)
{
    const struct store_filter all = {.most = 0};
    return replay_stale(campaign, &campaign->id) && season_load(out, campaign, &all);
}

/* The standings: first over all games, then for each game that was played. */
static int page_of_standings(struct campaign *campaign, const struct context *in,
    const struct looked_up *asked, struct text *html)
{
    struct season season;
    (void)asked;
    if (!load_season(campaign, &season))
        return NOT_FOUND;
    page_standings(html, in, &season, ALL_GAMES);
    for (int book = 0; book < season.books; book++) {
        bool played = false;
        for (size_t i = 0; i < season.games && !played; i++)
            played = season.game[i].book == book;
        if (!played)
            continue;
        html_say(html, in, "h3", NULL, season_title(&season, book));
        page_standings(html, in, &season, book);
    }
    season_clear(&season);
    return FOUND;
}

/* ---- the game played last ---------------------------------------------------------------- */

/* Writes the seats by place; those without one come last. */
static void put_places(struct text *html, const struct season *s, const struct season_game *game)
{
    const struct season_seat *seat = &s->seat[game->first];
    for (int place = 1; place <= game->seats + 1; place++)
        for (int i = 0; i < game->seats; i++) {
            const struct season_seat *one = &seat[i];
            const bool placed = one->place >= 1 && one->place <= game->seats;
            if (placed ? one->place != place : place <= game->seats)
                continue;
            html_open(html, "li", "class", one->won ? "won" : NULL, NULL);
            html_open(html, "span", "class", "place", NULL);
            if (placed)
                text_number(html, one->place);
            html_close(html, "span");
            html_open(html, "bdi", "class", "name", NULL);
            html_put(html, s->person[one->person].name);
            html_close(html, "bdi");
            html_open(html, "b", NULL);
            if (one->scored)
                text_number(html, (long)one->points);
            text_put(html, "</b></li>\n");
        }
}

/* Writes who won, and the places and points at the end. */
static void put_result(struct text *html, const struct context *in, const struct season *s,
    const struct season_game *game)
{
    struct text about = {0};
    text_put(&about, say(in, season_title(s, game->book)));
    if (game->day[0] != '\0')
        text_printf(&about, " · %s", game->day);
    html_say(html, in, "h2", NULL, N_("The last game"));
    html_element(html, "p", "about", about.at);
    html_open(html, "ol", "class", "standing", NULL);
    put_places(html, s, game);
    html_close(html, "ol");
    text_clear(&about);
}

static int page_of_last(struct campaign *campaign, const struct context *in,
    const struct looked_up *asked, struct text *html)
{
    struct season season;
    (void)asked;
    if (!load_season(campaign, &season))
        return NOT_FOUND;
    text_put(html, "");
    if (season.games > 0)
        put_result(html, in, &season, &season.game[season.games - 1]);
    season_clear(&season);
    return FOUND;
}

/* ---- games played ------------------------------------------------------------------------ */

struct listing_games {
    const struct context *in;
    struct text *html;
    bool any;
};

static void put_players(const struct context *in, struct text *html, const struct store_entry *e)
{
    for (int i = 0; i < e->heading.seats; i++) {
        struct text comma = {0};
        say_comma(in, &comma);
        html_put(html, i > 0 ? comma.at : "");
        text_clear(&comma);
        html_put(html, e->heading.seat[i].name);
        if (e->state != STORE_FINISHED)
            continue;
        if (e->result.seat[i].place > 0)
            text_printf(html, " %d", e->result.seat[i].place);
        if (e->result.seat[i].scored)
            text_printf(html, " (%lld)", (long long)e->result.seat[i].points);
    }
}

/* Writes a game with its day and its players; one that is not over is only named. */
static bool put_game(void *user, const struct store_entry *e)
{
    struct listing_games *l = user;
    const struct rulebook *book = rulebook_find(
        (struct span){e->heading.game, strlen(e->heading.game)});
    char id[STORE_ID_TEXT], href[STORE_ID_TEXT + 16];
    store_id_text(&e->id, id);
    snprintf(href, sizeof href, "/p/record/%s", id);
    html_open(l->html, "li", NULL);
    if (e->state == STORE_FINISHED)
        link_begin(l->html, href, NULL);
    html_put(l->html, e->heading.date != NULL ? e->heading.date : "");
    text_put(l->html, " ");
    html_put(l->html, book != NULL ? say(l->in, book->title) : e->heading.game);
    if (e->state == STORE_FINISHED)
        html_close(l->html, "a");
    text_put(l->html, "<br>");
    put_players(l->in, l->html, e);
    html_close(l->html, "li");
    l->any = true;
    return true;
}

static int page_of_history(struct campaign *campaign, const struct context *in,
    const struct looked_up *asked, struct text *html)
{
    const struct store_filter newest = {.newest_first = true, .most = LISTED_MOST};
    struct listing_games l = {in, html, false};
    (void)asked;
    if (!replay_stale(campaign, &campaign->id))
        return NOT_FOUND;
    html_open(html, "ul", "class", "games", NULL);
    const bool good = store_history_each(campaign->store, &campaign->id, &newest, put_game, &l)
                      == STORAGE_OK;
    html_close(html, "ul");
    if (!l.any)
        html_say(html, in, "p", NULL, N_("No game has been kept yet."));
    return good ? FOUND : NOT_FOUND;
}

/* ---- a game, line by line ---------------------------------------------------------------- */

struct looking_back {
    struct session *session;
    struct store *store;
    bool read;
};

/*
 * Reads the record, unless its game is not over: nothing of that is shown here, since its record
 * may show hands.
 */
static bool read_record(void *user, const struct store_entry *entry)
{
    struct looking_back *r = user;
    r->read = entry->state == STORE_FINISHED && replay_record(r->session, r->store, entry);
    return false;
}

/*
 * Writes "‹ 12 / 40 ›": the number of the line shown, with links to the one before and the next
 * one.
 */
static void put_steps(struct text *html, const struct context *in, const char *path, size_t at,
    size_t last)
{
    char href[WORD_LONGEST];
    html_open(html, "p", "class", "steps", NULL);
    for (int way = -1; way <= 1; way += 2) {
        const bool there = way < 0 ? at > 0 : at < last;
        snprintf(href, sizeof href, "/p%.60s?at=%zu", path, way < 0 ? at - 1 : at + 1);
        if (way > 0) {
            struct text place = {0};
            text_printf(&place, " %zu / %zu ", at, last);
            html_put(html, place.at);
            text_clear(&place);
        }
        if (there)
            link_begin(html, href, way < 0 ? "prev" : "next");
        html_put(html, say(in, way < 0 ? N_("a line back") : N_("a line on")));
        if (there)
            html_close(html, "a");
    }
    html_close(html, "p");
}

/* Writes the last line with what came of it, then the table after it. */
static void put_moment(struct text *html, const struct context *in, const struct session *s,
    size_t at)
{
    const struct record *r = &s->record;
    if (at > 0) {
        const struct said_line *said = &s->steps[s->count - 1];
        struct text shown = {0};
        html_open(html, "p", "class", "said", NULL);
        html_element(html, "span", "place", said->place);
        text_put(html, " ");
        html_open(html, "code", NULL);
        page_painted(html, in, &r->setting, line_shown(in, &shown, said->text, &r->setting));
        html_close(html, "code");
        html_close(html, "p");
        if (said->told[0] != '\0')
            html_element(html, "p", "told", said->told);
        text_clear(&shown);
    }
    page_board(html, in, r, false);
}

static void put_record(struct text *html, const struct context *in, struct session *s,
    const struct looked_up *asked)
{
    const size_t last = s->count - s->heading,
                 wanted = asked->at[0] != '\0' ? strtoul(asked->at, NULL, 10) : last;
    const size_t at = wanted < last ? wanted : last;
    html_element(html, "h3", NULL, say_title(in, &s->record.setting));
    put_steps(html, in, asked->path, at, last);
    if (at < last)
        session_undo_to(s, s->heading + at);
    put_moment(html, in, s, at);
    page_score(html, in, &s->record, session_rows(s));
    session_rows_end(s);
    if (at == last) {
        page_rulings(html, in, s);
        page_lines(html, in, s, NULL, 0);
    }
}

static int page_of_record(struct campaign *campaign, const struct context *in,
    const struct looked_up *asked, struct text *html)
{
    struct session session;
    struct looking_back reading = {&session, campaign->store, false};
    struct store_id id;
    if (!store_id_read(asked->path + strlen("/record/"), &id))
        return NOT_FOUND;
    session_begin(&session, in);
    store_record_get(campaign->store, &id, read_record, &reading);
    if (reading.read)
        put_record(html, in, &session, asked);
    session_clear(&session);
    return reading.read ? FOUND : NOT_FOUND;
}

/* ---- rules ------------------------------------------------------------------------------- */

/* Does the text contain the word, in any case and width? */
static bool holds(const char *text, const char *word)
{
    struct text both[2] = {{0}, {0}};
    const char *from[2] = {text, word};
    for (int i = 0; i < 2; i++) {
        text_put(&both[i], "");
        for (size_t at = 0, left = strlen(from[i]); left > 0;) {
            char made[4];
            unsigned count;
            const size_t used = fold_one(from[i] + at, left, made, &count);
            if (used == 0)
                break;
            text_add(&both[i], made, count);
            at += used;
            left -= used;
        }
    }
    const bool found = strstr(both[0].at, both[1].at) != NULL;
    text_clear(&both[0]);
    text_clear(&both[1]);
    return found;
}

static bool is_meant(const struct context *in, const struct rulebook *book, const struct rule *rule,
    const char *word)
{
    struct text id = {0}, heading = {0};
    text_printf(&id, "%s/%s", book->id, rule->id);
    say_heading(in, &heading, rule);
    const bool meant = holds(id.at, word) || holds(heading.at, word) || holds(rule->heading, word)
                       || holds(rule->text, word) || holds(say(in, rule->text), word);
    text_clear(&id);
    text_clear(&heading);
    return meant;
}

static void put_rule(struct text *html, const struct context *in, const struct rulebook *book,
    const struct rule *rule)
{
    struct text id = {0}, heading = {0};
    text_printf(&id, "%s/%s", book->id, rule->id);
    say_heading(in, &heading, rule);
    html_open(html, "section", "class", "rule", NULL);
    html_element(html, "h3", NULL, heading.at);
    html_element(html, "code", NULL, id.at);
    html_say(html, in, "p", NULL, rule->text);
    html_close(html, "section");
    text_clear(&id);
    text_clear(&heading);
}

/* The games that are packs, while they are shown. */
struct packed_rules {
    const struct context *in;
    const struct looked_up *asked;
    struct text *html;
    struct packs packs;
    bool any;
};

/* All of a pack's rules, as sentences, if it is called so or one of them contains the word. */
static void put_packed_rules(void *user, const char *name)
{
    struct packed_rules *rules = user;
    struct text sentences = {0};
    const struct pack *pack = packs_look_game(&rules->packs, (struct span){name, strlen(name)});
    bool meant = holds(name, rules->asked->q);
    if (pack == NULL)
        return;
    text_put(&sentences, "");
    for (struct pack_row row = {.text = {NULL, 0}}; pack_next(pack, &row);) {
        struct text line = {0};
        pack_say_row(rules->in, &line, pack, &row);
        meant = meant || holds(line.at, rules->asked->q);
        if (line.length > 0)
            html_element(&sentences, "p", NULL, line.at);
        text_clear(&line);
    }
    if (meant) {
        html_open(rules->html, "details", "open", rules->asked->q[0] != '\0' ? "" : NULL, NULL);
        html_element(rules->html, "summary", NULL, pack->name);
        text_put(rules->html, sentences.at);
        html_close(rules->html, "details");
    }
    rules->any = rules->any || meant;
    text_clear(&sentences);
}

static bool put_all_packed_rules(struct campaign *campaign, const struct context *in,
    const struct looked_up *asked, struct text *html)
{
    struct packs played = {.context = in};
    struct packed_rules rules = {.in = in, .asked = asked, .html = html, .packs = {.context = in}};
    decks_played(&played, campaign);
    rules.packs.played = played.kept;
    decks_named(in, campaign, put_packed_rules, &rules);
    rules.packs.played = NULL;
    packs_end(&rules.packs);
    packs_end(&played);
    return rules.any;
}

/* The rules that contain a word; without a word the games, each with all its rules. */
static int page_of_rules(struct campaign *campaign, const struct context *in,
    const struct looked_up *asked, struct text *html)
{
    bool any = false;
    for (int i = 0; rulebooks[i] != NULL; i++) {
        const struct rulebook *book = rulebooks[i];
        const bool whole = holds(book->id, asked->q) || holds(say(in, book->title), asked->q);
        bool headed = false;
        for (const struct rule *rule = book->rules; rule->id != NULL; rule++) {
            if (!whole && !is_meant(in, book, rule, asked->q))
                continue;
            if (!headed) {
                html_open(html, "details", "open", asked->q[0] != '\0' ? "" : NULL, NULL);
                html_say(html, in, "summary", NULL, book->title);
            }
            headed = any = true;
            put_rule(html, in, book, rule);
        }
        if (headed)
            html_close(html, "details");
    }
    any |= put_all_packed_rules(campaign, in, asked, html);
    if (!any)
        html_say(html, in, "p", NULL, N_("No rule has this word."));
    return FOUND;
}

/* ---- all of it --------------------------------------------------------------------------- */

static const struct {
    const char *path;
    bool more; /* there is more to come */
    int (*page)(struct campaign *campaign, const struct context *in, const struct looked_up *asked,
        struct text *html);
} pages[] = {
    {"/standings", false, page_of_standings},
    {"/last", false, page_of_last},
    {"/history", false, page_of_history},
    {"/record/", true, page_of_record},
    {"/rules", false, page_of_rules},
};

int library_page(struct campaign *campaign, const struct context *in, const struct looked_up *asked,
    struct text *html)
{
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        const size_t length = strlen(pages[i].path);
        if (strncmp(asked->path, pages[i].path, length) == 0
            && (asked->path[length] != '\0') == pages[i].more)
            return pages[i].page(campaign, in, asked, html);
    }
    return NOT_FOUND;
}
