/* One player's season; see profile.h. */
#include "profile.h"
#include "letter_chart.h"
#include "listing.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- against whom ---------------------------------------------------------------------------- */

double meeting_share(const struct meeting *m)
{
    return m->games > 0 ? (m->above + m->level / 2.0) / m->games : 0.5;
}

/* How much of an opponent of that kind somebody is; 0: not at all. */
static double opponent_weight(const struct meeting *m, enum opponent kind)
{
    const double share = meeting_share(m);
    if (m->games < MET_LEAST)
        return 0;
    switch (kind) {
    case RIVAL: return m->games;
    case NEMESIS: return share < 0.5 ? 1 - share : 0;
    case VICTIM: return share > 0.5 ? share : 0;
    }
    return 0;
}

size_t profile_opponents(const struct season *s, const struct meeting *meeting, enum opponent kind,
    uint32_t *row)
{
    size_t count = 0;
    double most = 0;
    for (size_t i = 0; i < s->persons; i++) {
        const char *name = s->person[i].name;
        const double weight = opponent_weight(&meeting[i], kind);
        if (name == NULL || weight <= 0 || weight < most)
            continue;
        size_t at = weight > most ? 0 : count;
        count = at + 1;
        for (; at > 0 && strcmp(s->person[row[at - 1]].name, name) > 0; at--)
            row[at] = row[at - 1];
        row[at] = (uint32_t)i;
        most = weight;
    }
    return count;
}

/* ---- the best and the worst ------------------------------------------------------------------ */

/*
 * The share of others that were left behind; below 0: the person did not sit there, or has no
 * place.
 */
static double left_behind(const struct season *s, const struct season_game *game, uint32_t person,
    int64_t *points)
{
    const struct season_seat *own = NULL, *seat = &s->seat[game->first];
    int behind = 0;
    for (int i = 0; i < game->seats; i++)
        own = seat[i].person == person && seat[i].place > 0 ? &seat[i] : own;
    if (own == NULL || game->seats < 2)
        return -1;
    for (int i = 0; i < game->seats; i++)
        behind += seat[i].place > own->place;
    *points = own->scored ? own->points : 0;
    return (double)behind / (game->seats - 1);
}

struct nights profile_nights(const struct season *s, uint32_t person)
{
    struct nights n = {-1, -1};
    double best = 0, worst = 0;
    int64_t most = 0, fewest = 0, points = 0;
    for (size_t i = 0; i < s->games; i++) {
        double share = left_behind(s, &s->game[i], person, &points);
        if (share < 0)
            continue;
        if (n.best < 0 || share > best || (share == best && points > most)) {
            n.best = (int)i;
            best = share;
            most = points;
        }
        if (n.worst < 0 || share < worst || (share == worst && points < fewest)) {
            n.worst = (int)i;
            worst = share;
            fewest = points;
        }
    }
    return n;
}

/* ---- the rating's way ------------------------------------------------------------------------ */

struct way {
    uint32_t person;
    double *mu; /* owned: after each game */
    size_t count;
};

static void go_on(void *user, const struct season_game *game, const struct season_seat *seat,
    const struct rating *rating)
{
    struct way *w = user;
    (void)game;
    if (seat->person != w->person)
        return;
    w->mu = memory_row(w->mu, w->count, sizeof *w->mu);
    w->mu[w->count++] = rating->mu;
}

/* ---- what both ways of telling it need ------------------------------------------------------- */

struct profile {
    const struct season *season;
    uint32_t person;
    struct season_row all, *tally; /* owned: an element a person, of one game */
    struct rating *rating;         /* owned: the same */
    struct meeting *meeting;       /* owned: of all games */
};

static void profile_begin(struct profile *p, const struct season *season, uint32_t person)
{
    size_t persons = season->persons + 1;
    *p = (struct profile){.season = season, .person = person};
    p->tally = memory_get(persons * sizeof *p->tally);
    p->rating = memory_get(persons * sizeof *p->rating);
    p->meeting = memory_get(persons * sizeof *p->meeting);
    season_count(season, ALL_GAMES, p->tally);
    p->all = p->tally[person];
    season_meetings(season, ALL_GAMES, person, p->meeting);
}

static void profile_clear(struct profile *p)
{
    free(p->tally);
    free(p->rating);
    free(p->meeting);
}

/* The person's row in one game, and the rating; NULL: never played. */
static const struct season_row *profile_game(struct profile *p, int book, struct way *way)
{
    memset(p->tally, 0, p->season->persons * sizeof *p->tally);
    season_count(p->season, book, p->tally);
    if (p->tally[p->person].games == 0)
        return NULL;
    season_rate(p->season, book, p->rating, way != NULL ? go_on : NULL, way);
    return &p->tally[p->person];
}

/* ---- in words -------------------------------------------------------------------------------- */

static void print_games(const struct context *context, struct profile *p)
{
    static const struct listing_column columns[] = {
        {N_("game"), .left = true},
        {.heading = N_("games")},
        {.heading = N_("wins")},
        {.heading = N_("avg. place")},
        {.heading = N_("highest")},
        {N_("average"), .joined = true},
        {N_("lowest"), .joined = true},
        {.heading = N_("rating")},
    };
    struct listing g;
    listing_begin(&g, context, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < p->season->books; i++) {
        const struct season_row *t = profile_game(p, i, NULL);
        if (t == NULL)
            continue;
        text_put(listing_cell(&g), say(context, season_title(p->season, i)));
        listing_number(&g, (long)t->games);
        listing_number(&g, (long)t->wins);
        listing_average(&g, t->place_sum, t->placed, 2);
        listing_average(&g, (double)t->best, t->scored > 0, 0);
        listing_average(&g, (double)t->points, t->scored, 1);
        listing_average(&g, (double)t->worst, t->scored > 0, 0);
        listing_rating(&g, &p->rating[p->person]);
    }
    listing_print(&g);
}

static void print_streaks(const struct context *context, const struct profile *p)
{
    struct streaks runs = season_streaks(p->season, ALL_GAMES, p->person);
    if (runs.now > 1)
        print_with(context,
            runs.winning ? N_("The last {count} games were won.")
                         : N_("The last {count} games were not won."),
            "i", "count", (int64_t)runs.now);
    if (runs.wins > 1)
        print_with(context, N_("Longest run of wins: {count}."), "i", "count", (int64_t)runs.wins);
}

/* A line, broken where the page ends; then it is empty again. */
static void print_line(struct text *line)
{
    struct text whole = {0};
    say_wrapped(&whole, line->at, 0, 2);
    puts(whole.at);
    text_clear(&whole);
    text_clear(line);
}

static void put_names(const struct context *context, struct text *t, const struct season *s,
    const uint32_t *row, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            say_comma(context, t);
        say_name(t, s->person[row[i]].name, strlen(s->person[row[i]].name));
    }
}

static void print_opponents(const struct context *context, const struct profile *p)
{
    static const char *const texts[] = {
        [RIVAL] = N_("Rival: {names} ({count} games together)."),
        [NEMESIS] = N_("Nemesis: {names} (ahead in {percent} %)."),
        [VICTIM] = N_("Favourite victim: {names} (left behind in {percent} %)."),
    };
    uint32_t *row = memory_get((p->season->persons + 1) * sizeof *row);
    for (enum opponent kind = RIVAL; kind <= VICTIM; kind++) {
        struct text names = {0}, line = {0};
        const size_t count = profile_opponents(p->season, p->meeting, kind, row);
        if (count > 0) {
            const struct meeting *m = &p->meeting[row[0]];
            put_names(context, &names, p->season, row, count);
            const double share = kind == VICTIM ? meeting_share(m) : 1 - meeting_share(m);
            say_with(context, &line, texts[kind], "tii", "names", names.at, "count",
                (int64_t)m->games, "percent", (int64_t)llround(100 * share));
            print_line(&line);
        }
        text_clear(&names);
    }
    free(row);
}

/* "  Best night: 2026-11-21, Haratama, place 1 of 4." */
static void print_night(const struct context *context, const struct season *s, uint32_t person,
    int row, const char *text)
{
    const struct season_game *game = &s->game[row];
    struct text line = {0};
    int place = 0;
    for (int i = 0; i < game->seats; i++)
        if (s->seat[game->first + (size_t)i].person == person)
            place = s->seat[game->first + (size_t)i].place;
    say_with(context, &line, text, "ttii", "day", game->day[0] != '\0' ? game->day : "–", "game",
        say(context, season_title(s, game->book)), "place", (int64_t)place, "seats",
        (int64_t)game->seats);
    print_line(&line);
}

/* "Haratama made: 3 · Haratama suffered: 5", a line a game. */
static void print_feats(const struct context *context, const struct achievements *feats)
{
    for (int i = 0; rulebooks[i] != NULL && i < BOOKS_MOST; i++) {
        const struct feat *feat = layout_find(rulebooks[i])->feats;
        struct text line = {0};
        for (int k = 0; feat != NULL && feat[k].text != NULL; k++) {
            if (feats->count[i][k] == 0)
                continue;
            text_put(&line, line.length > 0 ? " · " : "");
            text_put(&line, say(context, feat[k].text));
            say_colon(context, &line);
            text_number(&line, (long)feats->count[i][k]);
        }
        if (line.length > 0)
            print_line(&line);
    }
    if (feats->rulings > 0)
        print_with(context, N_("Rulings against: {count}."), "i", "count", (int64_t)feats->rulings);
}

static void print_meetings(const struct context *context, const struct profile *p)
{
    static const struct listing_column columns[] = {
        {N_("against"), .left = true},
        {.heading = N_("games")},
        {.heading = N_("ahead")},
        {N_("level"), .joined = true},
        {N_("behind"), .joined = true},
        {"", .left = true},
        {"", .joined = true},
    };
    enum { BAR = 12 };
    struct listing g;
    listing_begin(&g, context, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < p->season->persons; i++) {
        const struct meeting *m = &p->meeting[i];
        if (m->games == 0 || p->season->person[i].name == NULL)
            continue;
        listing_name(&g, p->season->person[i].name);
        listing_number(&g, (long)m->games);
        listing_number(&g, (long)m->above);
        listing_number(&g, (long)m->level);
        listing_number(&g, (long)(m->games - m->above - m->level));
        chart_bar(listing_cell(&g), meeting_share(m), BAR);
        text_printf(listing_cell(&g), "%.0f %%", 100 * meeting_share(m));
    }
    if (g.cells > 0)
        listing_print(&g);
}

static void print_ways(const struct context *context, struct profile *p)
{
    enum { LEAST = 3, HEIGHT = 5 };
    for (int i = 0; i < p->season->books; i++) {
        struct way way = {.person = p->person};
        if (profile_game(p, i, &way) != NULL && way.count >= LEAST) {
            puts("");
            print_with(context, N_("Rating in {game}, game by game:"), "t", "game",
                say(context, season_title(p->season, i)));
            chart_curve(way.mu, way.count, say_line_width(), HEIGHT, 1);
        }
        free(way.mu);
    }
}

void profile_print(const struct context *context, const struct season *season, uint32_t person,
    const struct achievements *feats)
{
    struct profile p;
    profile_begin(&p, season, person);
    struct nights nights = profile_nights(season, person);
    print_games(context, &p);
    puts("");
    print_streaks(context, &p);
    print_opponents(context, &p);
    if (nights.best >= 0 && nights.best != nights.worst) {
        print_night(context, season, person, nights.best,
            N_("Best night: {day}, {game}, place {place} of {seats}."));
        print_night(context, season, person, nights.worst,
            N_("Worst night: {day}, {game}, place {place} of {seats}."));
    }
    print_feats(context, feats);
    puts("");
    print_meetings(context, &p);
    print_ways(context, &p);
    puts("");
    profile_clear(&p);
}

/* ---- in JSON --------------------------------------------------------------------------------- */

/* All who are level: "rivals", and the first of them as "rival", or null. */
static void put_opponents(json_t *json, const struct profile *p)
{
    static const char *const one[] =
        {[RIVAL] = "rival", [NEMESIS] = "nemesis", [VICTIM] = "victim"};
    static const char *const all[] =
        {[RIVAL] = "rivals", [NEMESIS] = "nemeses", [VICTIM] = "victims"};
    uint32_t *row = memory_get((p->season->persons + 1) * sizeof *row);
    for (enum opponent kind = RIVAL; kind <= VICTIM; kind++) {
        json_t *names = json_array();
        const size_t count = profile_opponents(p->season, p->meeting, kind, row);
        for (size_t i = 0; i < count; i++)
            json_array_append_new(names, json_string(p->season->person[row[i]].name));
        json_object_set_new(json, one[kind],
            count > 0 ? json_string(p->season->person[row[0]].name) : json_null());
        json_object_set_new(json, all[kind], names);
    }
    free(row);
}

static json_t *night_json(const struct season *s, int row)
{
    char id[STORE_ID_TEXT];
    if (row < 0)
        return json_null();
    store_id_text(&s->game[row].record, id);
    return json_pack("{s:s, s:s, s:s}", "id", id, "date", s->game[row].day, "game",
        s->book[s->game[row].book].id);
}

static json_t *games_json(struct profile *p)
{
    json_t *games = json_array();
    for (int i = 0; i < p->season->books; i++) {
        struct way way = {.person = p->person};
        const struct season_row *t = profile_game(p, i, &way);
        if (t != NULL) {
            json_t *curve = json_array();
            const struct rating *r = &p->rating[p->person];
            for (size_t k = 0; k < way.count; k++)
                json_array_append_new(curve, json_real(way.mu[k]));
            json_t *points = t->scored > 0
                                 ? json_pack("{s:I, s:I, s:I}", "sum", (json_int_t)t->points,
                                     "best", (json_int_t)t->best, "worst", (json_int_t)t->worst)
                                 : json_null();
            json_array_append_new(games,
                json_pack("{s:s, s:I, s:I, s:o, s:f, s:f, s:b, s:o}", "game", p->season->book[i].id,
                    "games", (json_int_t)t->games, "wins", (json_int_t)t->wins, "points", points,
                    "mu", r->mu, "sigma", r->sigma, "provisional", rating_provisional(r), "curve",
                    curve));
        }
        free(way.mu);
    }
    return games;
}

/* {"haratama": {"Haratama made": 3, …}}: by the English texts. */
static json_t *achievements_json(const struct achievements *feats)
{
    json_t *games = json_object();
    for (int i = 0; rulebooks[i] != NULL && i < BOOKS_MOST; i++) {
        if (rulebook_is_packs(rulebooks[i]))
            continue;
        const struct feat *feat = layout_find(rulebooks[i])->feats;
        json_t *game = json_object();
        for (int k = 0; feat != NULL && feat[k].text != NULL; k++)
            json_object_set_new(game, feat[k].text, json_integer(feats->count[i][k]));
        json_object_set_new(games, rulebooks[i]->id, game);
    }
    return games;
}

json_t *profile_json(const struct season *season, uint32_t person, const struct achievements *feats)
{
    struct profile p;
    json_t *against = json_array();
    profile_begin(&p, season, person);
    struct nights nights = profile_nights(season, person);
    struct streaks runs = season_streaks(season, ALL_GAMES, person);
    for (size_t i = 0; i < season->persons; i++)
        if (p.meeting[i].games > 0 && season->person[i].name != NULL)
            json_array_append_new(against,
                json_pack("{s:s, s:I, s:I, s:I}", "player", season->person[i].name, "games",
                    (json_int_t)p.meeting[i].games, "above", (json_int_t)p.meeting[i].above,
                    "level", (json_int_t)p.meeting[i].level));
    json_t *json =
        json_pack("{s:s, s:I, s:I, s:o, s:{s:I, s:I, s:I, s:b}, s:o, s:o, s:o, s:o, s:I}", "player",
            season->person[person].name, "games", (json_int_t)p.all.games, "wins",
            (json_int_t)p.all.wins, "by_game", games_json(&p), "streaks", "wins",
            (json_int_t)runs.wins, "losses", (json_int_t)runs.losses, "now", (json_int_t)runs.now,
            "winning", runs.winning, "best", night_json(season, nights.best), "worst",
            night_json(season, nights.worst), "against", against, "feats", achievements_json(feats),
            "rulings", (json_int_t)feats->rulings);
    put_opponents(json, &p);
    profile_clear(&p);
    return json;
}
