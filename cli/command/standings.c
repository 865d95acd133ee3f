/* fuda standings: who has won how often, with what points, and how strong that makes them. */
#include "cli/campaign/query.h"
#include "cli/campaign/club.h"
#include "cli/campaign/replay_records.h"
#include "cli/json.h"
#include "cli/report/letter_chart.h"
#include "cli/report/listing.h"
#include "cli/report/season.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is worked out of a season for the standings: of all games, or of one. */
struct table_of {
    const struct context *context;
    struct season season;
    int book;                 /* of the season's, or ALL_GAMES */
    struct season_row *tally; /* owned, as the next ones: an element a person */
    struct rating **rating;   /* one for each game that was played; else NULL */
    uint32_t *row;            /* who is listed, in order */
    size_t rows;
};

enum { PLACES = 4 }; /* that have a column */

static bool is_played(const struct season *season, int book)
{
    for (size_t i = 0; i < season->games; i++)
        if (season->game[i].book == book)
            return true;
    return false;
}

/* ---- whom it is about --------------------------------------------------------------------- */

/* Is this one of the names of --players, parted by commas? */
static bool is_listed(const char *list, const char *name)
{
    for (const char *at = list; *at != '\0'; at += *at == ',') {
        size_t one = strcspn(at, ",");
        if (one <= NAME_MOST
            && person_same((struct span){at, one}, (struct span){name, strlen(name)}))
            return true;
        at += one;
    }
    return false;
}

static void keep_named(struct table_of *t, const char *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < t->rows; i++)
        if (is_listed(list, t->season.person[t->row[i]].name))
            t->row[kept++] = t->row[i];
    t->rows = kept;
}

/* Those of --players, by any name they have had; to be freed. False: complained. */
static bool find_listed(const struct campaign_query *a, const char *list, struct store_id **out,
    size_t *count)
{
    *out = NULL;
    *count = 0;
    for (const char *at = list; *at != '\0'; at += *at == ',') {
        char name[NAME_MOST + 1];
        size_t length = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)(length <= NAME_MOST ? length : NAME_MOST), at);
        *out = memory_row(*out, *count, sizeof **out);
        if (!campaign_ok(&a->campaign,
                store_player_find(a->campaign.store, &a->campaign.id, name, &(*out)[*count])))
            return false;
        ++*count;
        at += length;
    }
    return true;
}

static void keep_listed(struct table_of *t, const struct store_id *listed, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < t->rows; i++)
        for (size_t k = 0; k < count; k++)
            if (store_id_compare(&listed[k], &t->season.person[t->row[i]].id) == 0) {
                t->row[kept++] = t->row[i];
                break;
            }
    t->rows = kept;
}

/* ---- working it out ----------------------------------------------------------------------- */

static void work_out(struct table_of *t)
{
    size_t persons = t->season.persons + 1;
    const int books = t->season.books;
    t->tally = memory_get(persons * sizeof *t->tally);
    t->row = memory_get(persons * sizeof *t->row);
    t->rating = memory_get((size_t)books * sizeof *t->rating);
    season_count(&t->season, t->book, t->tally);
    t->rows = season_rank(&t->season, t->tally, t->row);
    for (int i = 0; i < books; i++) {
        if ((t->book != ALL_GAMES && t->book != i) || !is_played(&t->season, i))
            continue;
        t->rating[i] = memory_get(persons * sizeof **t->rating);
        season_rate(&t->season, i, t->rating[i], NULL, NULL);
    }
}

static void table_clear(struct table_of *t)
{
    for (int i = 0; t->rating != NULL && i < t->season.books; i++)
        free(t->rating[i]);
    free(t->rating);
    free(t->tally);
    free(t->row);
    season_clear(&t->season);
}

/* ---- in JSON ------------------------------------------------------------------------------ */

static json_t *average(int64_t sum, uint32_t of)
{
    return of > 0 ? json_real(round((double)sum / of * 1e6) / 1e6) : json_null();
}

/* Of somebody who has not played that game. */
static bool is_fresh(const struct rating *r)
{
    struct rating fresh = rating_new();
    return r->mu == fresh.mu && r->sigma == fresh.sigma;
}

static json_t *rating_json(const struct rating *r)
{
    return json_pack("{s:f, s:f, s:b}", "mu", r->mu, "sigma", r->sigma, "provisional",
        rating_provisional(r));
}

static json_t *row_json(const struct table_of *t, uint32_t person)
{
    const struct season_row *of = &t->tally[person];
    json_t *places = json_array(), *ratings = json_object();
    int last = SEATS_MOST;
    while (last > 0 && of->places[last - 1] == 0)
        last--;
    for (int i = 0; i < last; i++)
        json_array_append_new(places, json_integer(of->places[i]));
    for (int i = 0; i < t->season.books; i++)
        if (t->rating[i] != NULL && !is_fresh(&t->rating[i][person]))
            json_object_set_new(ratings, t->season.book[i].id, rating_json(&t->rating[i][person]));
    json_t *row = json_pack("{s:s, s:I, s:I, s:o, s:o, s:o}", "player",
        t->season.person[person].name, "games", (json_int_t)of->games, "wins", (json_int_t)of->wins,
        "places", places, "average_place", average(of->place_sum, of->placed), "ratings", ratings);
    if (t->book != ALL_GAMES) {
        json_object_set_new(row, "points", of->scored > 0 ? json_integer(of->points) : json_null());
        json_object_set_new(row, "average_points", average(of->points, of->scored));
    }
    return row;
}

/* ---- in words ----------------------------------------------------------------------------- */

enum { BAR = 12 };

static void put_places(struct listing *g, const struct season_row *of)
{
    for (int i = 0; i < PLACES; i++)
        listing_number(g, (long)of->places[i]);
}

/* "(1 unplaced)": it is not known yet. */
static void put_unplaced(const struct table_of *t, struct listing *g, const struct season_row *of)
{
    struct text *cell = listing_cell(g);
    if (of->games > of->placed)
        say_with(t->context, cell, N_("({count} unplaced)"), "i", "count",
            (int64_t)(of->games - of->placed));
}

static void put_wins(struct listing *g, const struct season_row *of)
{
    struct text *bar = listing_cell(g);
    chart_bar(bar, (double)of->wins / of->games, BAR);
    text_printf(listing_cell(g), "%.0f %%", 100.0 * of->wins / of->games);
}

/* A row as it begins in every table: who, games, wins, places. */
static const struct season_row *put_person(const struct table_of *t, struct listing *g,
    size_t person)
{
    const struct season_row *of = &t->tally[person];
    listing_name(g, t->season.person[person].name);
    listing_number(g, (long)of->games);
    listing_number(g, (long)of->wins);
    listing_average(g, of->place_sum, of->placed, 2);
    put_places(g, of);
    return of;
}

static void print_all_games(const struct table_of *t)
{
    static const struct listing_column columns[] = {
        {N_("player"), .left = true},
        {.heading = N_("games")},
        {.heading = N_("wins")},
        {.heading = N_("avg. place")},
        {.heading = N_("1st")},
        {N_("2nd"), .joined = true},
        {N_("3rd"), .joined = true},
        {N_("4th"), .joined = true},
        {"", .left = true},
        {"", .joined = true},
        {"", .left = true},
    };
    struct listing g;
    listing_begin(&g, t->context, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < t->rows; i++) {
        const struct season_row *of = put_person(t, &g, t->row[i]);
        put_wins(&g, of);
        put_unplaced(t, &g, of);
    }
    listing_print(&g);
}

static void print_one_game(const struct table_of *t)
{
    static const struct listing_column columns[] = {
        {N_("player"), .left = true},
        {.heading = N_("games")},
        {.heading = N_("wins")},
        {.heading = N_("avg. place")},
        {.heading = N_("1st")},
        {N_("2nd"), .joined = true},
        {N_("3rd"), .joined = true},
        {N_("4th"), .joined = true},
        {.heading = N_("points")},
        {N_("average"), .joined = true},
        {.heading = N_("rating")},
        {"", .left = true},
    };
    struct listing g;
    listing_begin(&g, t->context, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < t->rows; i++) {
        const struct season_row *of = put_person(t, &g, t->row[i]);
        if (of->scored > 0)
            listing_number(&g, (long)of->points);
        else
            text_put(listing_cell(&g), "–");
        listing_average(&g, (double)of->points, of->scored, 1);
        if (t->rating[t->book] != NULL)
            listing_rating(&g, &t->rating[t->book][t->row[i]]);
        else
            text_put(listing_cell(&g), "–");
        put_unplaced(t, &g, of);
    }
    listing_print(&g);
}

/* A column for each game that was played, and in it whoever has played it. */
static void print_ratings(const struct table_of *t)
{
    struct listing_column columns[1 + UINT8_MAX] = {{N_("rating"), .left = true}};
    struct listing g;
    int count = 1;
    for (int i = 0; i < t->season.books; i++)
        if (t->rating[i] != NULL)
            columns[count++] = (struct listing_column){.heading = season_title(&t->season, i)};
    listing_begin(&g, t->context, columns, count);
    for (size_t k = 0; k < t->rows; k++) {
        listing_name(&g, t->season.person[t->row[k]].name);
        for (int i = 0; i < t->season.books; i++) {
            if (t->rating[i] == NULL)
                continue;
            const struct rating *r = &t->rating[i][t->row[k]];
            if (is_fresh(r))
                text_put(listing_cell(&g), "–  ");
            else
                listing_rating(&g, r);
        }
    }
    listing_print(&g);
}

static bool any_provisional(const struct table_of *t)
{
    for (int i = 0; i < t->season.books; i++)
        for (size_t k = 0; t->rating[i] != NULL && k < t->rows; k++)
            if (rating_provisional(&t->rating[i][t->row[k]]) && !is_fresh(&t->rating[i][t->row[k]]))
                return true;
    return false;
}

static void print_table(const struct table_of *t)
{
    struct text note = {0};
    if (t->rows == 0) {
        print_with(t->context, N_("No finished game is on record."), "");
        return;
    }
    if (t->book == ALL_GAMES)
        print_all_games(t);
    else
        print_one_game(t);
    if (t->book == ALL_GAMES && t->season.games > 0) {
        puts("");
        print_ratings(t);
    }
    if (any_provisional(t)) {
        say_wrapped(&note, say(t->context, N_("? provisional: too few games yet to say.")), 2, 2);
        printf("\n  %s\n", note.at);
        text_clear(&note);
    }
}

/* ---- the command -------------------------------------------------------------------------- */

static bool table_load(struct table_of *t, struct campaign_query *a,
    const struct store_filter *filter, const char *players)
{
    struct store_id *listed = NULL;
    size_t count = 0;
    const bool good = replay_stale(&a->campaign, &a->campaign.id)
                      && (players == NULL || find_listed(a, players, &listed, &count))
                      && season_load(&t->season, &a->campaign, filter);
    t->book = season_find(&t->season, filter->game);
    if (good)
        work_out(t);
    if (good && players != NULL)
        keep_listed(t, listed, count);
    free(listed);
    return good;
}

/* ---- straight from a server --------------------------------------------------------------- */

/*
 * A server has counted games, wins, places and points; ratings follow from the games alone, which
 * stay there.
 */
static void see_far(void *user, const struct far_standing *row)
{
    struct table_of *t = user;
    struct season *s = &t->season;
    size_t i = 0;
    while (i < s->persons && strcmp(s->person[i].name, row->name) != 0)
        i++;
    if (i == s->persons) {
        s->person = memory_row(s->person, i, sizeof *s->person);
        t->tally = memory_row(t->tally, i, sizeof *t->tally);
        s->person[s->persons++].name = memory_text(row->name);
    }
    struct season_row *of = &t->tally[i];
    of->games += row->games;
    of->wins += row->wins;
    of->placed += row->placed;
    of->place_sum += row->place_sum;
    for (int k = 0; k < PLACES; k++)
        of->places[k] += row->places[k];
    of->scored += row->scored;
    of->points += row->points;
}

static bool far_load(struct table_of *t, const char *remote, const char *game, const char *players)
{
    t->book = season_find(&t->season, game);
    t->rating = memory_get((size_t)t->season.books * sizeof *t->rating);
    if (!club_standings(t->context, remote, game, see_far, t))
        return false;
    t->row = memory_get((t->season.persons + 1) * sizeof *t->row);
    t->rows = season_rank(&t->season, t->tally, t->row);
    if (players != NULL)
        keep_named(t, players);
    return true;
}

static enum status run_far(const struct context *context, const char *remote, const char *game)
{
    struct table_of t = {.context = context};
    json_t *list = json_array();
    if (given_value(context, "since") != NULL || given_value(context, "until") != NULL) {
        complain(context, N_("a server counts all days; expected --on without --since and --until"),
            "");
        json_decref(list);
        return STATUS_BAD;
    }
    bool good = far_load(&t, remote, game, given_value(context, "players"));
    for (size_t i = 0; good && context->json && i < t.rows; i++)
        json_array_append_new(list, row_json(&t, t.row[i]));
    if (good && !context->json)
        print_table(&t);
    table_clear(&t);
    json_list_end(list, good && context->json ? "standings" : NULL);
    return good ? STATUS_CLEAN : STATUS_BAD;
}

static enum status run(const struct context *context, int count, char **words)
{
    char room[NAME_MOST + 1];
    struct campaign_query a;
    struct table_of t = {.context = context};
    struct store_filter filter = {.most = 0};
    const char *on = given_value(context, "on");
    if (!campaign_query_game(context, count > 0 ? words[0] : NULL, room, &filter.game)
        || !campaign_query_days(context, &filter))
        return STATUS_BAD;
    if (on != NULL)
        return run_far(context, on, filter.game);
    if (!campaign_query_begin(&a, context, STORE_READ))
        return STATUS_BAD;
    bool good = table_load(&t, &a, &filter, given_value(context, "players"));
    for (size_t i = 0; good && context->json && i < t.rows; i++)
        json_array_append_new(a.list, row_json(&t, t.row[i]));
    if (good && !context->json)
        print_table(&t);
    table_clear(&t);
    campaign_query_end(&a, good ? "standings" : NULL, STORAGE_OK);
    return good ? STATUS_CLEAN : STATUS_BAD;
}

static const struct flag flags[] = {
    {.name = "since",
        .takes = N_("DAY"),
        .value = OPERAND_TEXT,
        .summary = N_("only games from that day on: 2026-11-21")},
    {.name = "until",
        .takes = N_("DAY"),
        .value = OPERAND_TEXT,
        .summary = N_("only games up to that day")},
    {.name = "players",
        .takes = N_("NAME,…"),
        .value = OPERAND_PLAYER,
        .summary = N_("only these players' rows")},
    {.name = "on",
        .takes = N_("NAME"),
        .value = OPERAND_REMOTE,
        .summary = N_("straight from a server, by its remote's name; without ratings")},
    {0},
};

const struct command standings_command = {
    .name = "standings",
    .manual = "fuda-standings",
    .usage = N_("standings [GAME]"),
    .summary = N_("wins, places, points and ratings in this campaign"),
    .example = "fuda standings\nfuda standings haratama --since 2026-01-01\nfuda standings "
               "--players Aki,Bo --json",
    .flags = flags,
    .takes = {OPERAND_ANY_GAME},
    .most = 1,
    .pages = PAGES,
    .run = run,
};
