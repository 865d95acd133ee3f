/*
 * BG Stats: its file of plays (.bgsplay), written and read, and the address by which one play is
 * handed over. The app's own description of both names the fields; what is not ours to know stays
 * empty.
 */
#define _XOPEN_SOURCE 700
#include "exchange.h"
#include "core/text.h"
#include "cli/campaign/find_record.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- writing --------------------------------------------------------------------------------- */

struct plays {
    struct campaign_query *asking;
    json_t *players, *games, *plays, *by_id; /* by_id: a player's number, by the id as text */
};

/* When the record's lines were typed: the first and the last, in milliseconds. */
struct times {
    int64_t first, last;
};

static bool see_time(void *user, const struct store_line *line)
{
    struct times *t = user;
    t->first = t->first == 0 ? line->time : t->first;
    t->last = line->time;
    return true;
}

static struct times times_of(const struct campaign_query *a, const struct store_id *record)
{
    struct times t = {0, 0};
    store_lines_each(a->campaign.store, record, false, see_time, &t);
    return t;
}

/*
 * How long it was played, in minutes; 0 where nobody can tell, as of a record typed in one go
 * later.
 */
static int minutes(const struct times *t)
{
    enum { MOST = 24 * 60 };
    int64_t all = (t->last - t->first) / 60000;
    return all > 0 && all < MOST ? (int)all : 0;
}

/*
 * "2026-11-21 19:03:48" in UTC: when the last line was typed, if that was the day of the game or
 * the next; else midday.
 */
static void play_date(const struct store_entry *e, const struct times *t, char out[32])
{
    const char *day = e->heading.date != NULL ? e->heading.date : "";
    static const time_t a_day = 86400;
    time_t end = (time_t)(t->last / 1000), before = end - a_day;
    char today[16], yesterday[16];
    struct tm utc;
    gmtime_r(&before, &utc);
    strftime(yesterday, sizeof yesterday, "%Y-%m-%d", &utc);
    gmtime_r(&end, &utc);
    strftime(today, sizeof today, "%Y-%m-%d", &utc);
    if (strcmp(day, today) == 0 || strcmp(day, yesterday) == 0 || *day == '\0')
        strftime(out, 32, "%Y-%m-%d %H:%M:%S", &utc);
    else
        snprintf(out, 32, "%.10s 12:00:00", day);
}

static const char zero_time[] = "2000-01-01 00:00:00";

static int player_number(struct plays *p, const struct store_seat *seat)
{
    char id[STORE_ID_TEXT];
    store_id_text(&seat->player, id);
    const json_t *known = json_object_get(p->by_id, id);
    if (known != NULL)
        return (int)json_integer_value(known);
    int number = (int)json_array_size(p->players) + 1;
    json_object_set_new(p->by_id, id, json_integer(number));
    json_array_append_new(p->players,
        json_pack("{s:s, s:i, s:s, s:b, s:s, s:s}", "uuid", id, "id", number, "name", seat->name,
            "isAnonymous", 0, "modificationDate", zero_time, "bggUsername", ""));
    return number;
}

/* Had whoever won fewer points than somebody else? */
static bool lowest_won(const struct store_entry *e)
{
    bool low = false;
    for (int i = 0; i < e->heading.seats; i++)
        for (int k = 0; k < e->heading.seats; k++)
            low |= e->result.seat[i].won && e->result.seat[i].scored && e->result.seat[k].scored
                   && e->result.seat[i].points < e->result.seat[k].points;
    return low;
}

/* A game by its scores has no title but its name; whether the fewest win, its plays tell. */
static int game_number(struct plays *p, const struct store_entry *e)
{
    const struct rulebook *book = game_find(span_of(e->heading.game));
    size_t n = 0;
    json_t *game = NULL;
    while (n < json_array_size(p->games) && game == NULL) {
        json_t *one = json_array_get(p->games, n++);
        if (strcmp(json_string_value(json_object_get(one, "uuid")), e->heading.game) == 0)
            game = one;
    }
    if (game == NULL) {
        game = json_pack("{s:s, s:i, s:s, s:s, s:b, s:b, s:b, s:b, s:i}", "uuid", e->heading.game,
            "id", (int)++n, "name", book != NULL ? book->title : e->heading.game,
            "modificationDate", zero_time, "cooperative", 0, "highestWins", 1, "noPoints",
            book != NULL && book->stand == NULL, "usesTeams", 0, "bggId", 0);
        json_array_append_new(p->games, game);
    }
    if (book == NULL && lowest_won(e))
        json_object_set_new(game, "highestWins", json_false());
    return (int)n;
}

static json_t *seat_score(struct plays *p, const struct store_entry *e, int seat)
{
    char score[24] = "";
    if (e->result.seat[seat].scored)
        snprintf(score, sizeof score, "%lld", (long long)e->result.seat[seat].points);
    return json_pack("{s:s, s:b, s:b, s:b, s:i, s:s, s:i, s:i, s:s}", "score", score, "winner",
        e->result.seat[seat].won, "newPlayer", 0, "startPlayer", 0, "playerRefId",
        player_number(p, &e->heading.seat[seat]), "role", "", "rank",
        (int)e->result.seat[seat].place, "seatOrder", seat + 1, "team", "");
}

static bool add_play(void *user, const struct store_entry *e)
{
    struct plays *p = user;
    char id[STORE_ID_TEXT], date[32];
    if (e->state != STORE_FINISHED)
        return true;
    const int game = game_number(p, e);
    struct times times = times_of(p->asking, &e->id);
    json_t *scores = json_array();
    for (int i = 0; i < e->heading.seats; i++)
        json_array_append_new(scores, seat_score(p, e, i));
    store_id_text(&e->id, id);
    play_date(e, &times, date);
    json_array_append_new(p->plays,
        json_pack("{s:s, s:s, s:s, s:s, s:b, s:i, s:b, s:b, s:i, s:i, s:i, s:s, s:i, s:o}", "uuid",
            id, "modificationDate", date, "entryDate", date, "playDate", date, "usesTeams", 0,
            "durationMin", minutes(&times), "ignored", 0, "manualWinner", 0, "rounds", 0,
            "locationRefId", 0, "gameRefId", game, "board", "", "scoringSetting", 0, "playerScores",
            scores));
    return true;
}

bool bgsplay_export(struct campaign_query *a, FILE *to)
{
    struct store_filter all = {.most = 0};
    struct plays p = {.asking = a,
        .players = json_array(),
        .games = json_array(),
        .plays = json_array(),
        .by_id = json_object()};
    bool good = campaign_ok(&a->campaign,
        store_history_each(a->campaign.store, &a->campaign.id, &all, add_play, &p));
    json_t *whole = json_pack("{s:s, s:o, s:[], s:o, s:o, s:{s:i}}", "about", "fuda", "players",
        p.players, "locations", "games", p.games, "plays", p.plays, "userInfo", "meRefId", 0);
    if (good) {
        json_dumpf(whole, to, JSON_INDENT(1));
        putc('\n', to);
    }
    json_decref(whole);
    json_decref(p.by_id);
    return good;
}

/* ---- one play, as an address ----------------------------------------------------------------- */

struct handing_over {
    struct campaign_query *asking;
    json_t *play;
};

static bool make_play(void *user, const struct store_entry *e)
{
    struct handing_over *h = user;
    char id[STORE_ID_TEXT], date[32];
    struct times times = times_of(h->asking, &e->id);
    const struct rulebook *book = game_find(span_of(e->heading.game));
    if (e->state != STORE_FINISHED)
        return true;
    json_t *players = json_array();
    for (int i = 0; i < e->heading.seats; i++) {
        char player[STORE_ID_TEXT], score[24] = "";
        store_id_text(&e->heading.seat[i].player, player);
        if (e->result.seat[i].scored)
            snprintf(score, sizeof score, "%lld", (long long)e->result.seat[i].points);
        json_array_append_new(players,
            json_pack("{s:s, s:s, s:b, s:i, s:s, s:s, s:b}", "name", e->heading.seat[i].name,
                "sourcePlayerId", player, "startPlayer", 0, "rank", (int)e->result.seat[i].place,
                "role", "", "score", score, "winner", e->result.seat[i].won));
    }
    store_id_text(&e->id, id);
    play_date(e, &times, date);
    h->play = json_pack("{s:s, s:s, s:s, s:i, s:s, s:s, s:s, s:{s:s, s:s, s:i, s:b, s:b}, s:o}",
        "sourceName", "fuda", "sourcePlayId", id, "playDate", date, "durationMin", minutes(&times),
        "location", "", "board", "", "comments", "", "game", "name",
        book != NULL ? book->title : e->heading.game, "sourceGameId", e->heading.game, "bggId", 0,
        "highestWins", book != NULL || !lowest_won(e), "noPoints",
        book != NULL && book->stand == NULL, "players", players);
    return true;
}

static void put_encoded(struct text *t, const char *text)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    for (; *text != '\0'; text++) {
        if (strchr(plain, *text) != NULL)
            text_add(t, text, 1);
        else
            text_printf(t, "%%%02X", (unsigned)(unsigned char)*text);
    }
}

bool bgstats_link(struct campaign_query *a, const char *record, struct text *out)
{
    struct store_id id;
    struct handing_over h = {.asking = a};
    if (!campaign_find_record(&a->campaign, record, false, &id)
        || !campaign_ok(&a->campaign, store_record_get(a->campaign.store, &id, make_play, &h)))
        return false;
    char *play = h.play != NULL ? json_dumps(h.play, JSON_COMPACT) : NULL;
    json_decref(h.play);
    if (play == NULL)
        return complain(a->context, N_("record {record} is not finished; expected one that is"),
            "t", "record", record);
    text_put(out, "https://app.bgstatsapp.com/createPlay.html?data=");
    put_encoded(out, play);
    free(play);
    return true;
}

/* ---- reading --------------------------------------------------------------------------------- */

static const char *string_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

/* The element of a list with this number as its `id`. */
static const json_t *numbered(const json_t *list, const json_t *id)
{
    for (size_t i = 0; json_is_integer(id) && i < json_array_size(list); i++)
        if (json_integer_value(json_object_get(json_array_get(list, i), "id"))
            == json_integer_value(id))
            return json_array_get(list, i);
    return NULL;
}

/* A score is a text, as "12" or "5+7"; some write numbers. */
static void score_text(const json_t *score, char out[64])
{
    if (json_is_number(score))
        snprintf(out, 64, "%.15g", json_number_value(score));
    else
        snprintf(out, 64, "%s", json_is_string(score) ? json_string_value(score) : "");
}

/* NULL: read; else why not. */
static const char *read_seat(const json_t *whole, const json_t *score, struct past_seat *out)
{
    const json_t *player = numbered(json_object_get(whole, "players"),
        json_object_get(score, "playerRefId"));
    const char *name = string_of(player, "name");
    char points[64];
    score_text(json_object_get(score, "score"), points);
    *out = (struct past_seat){.place = (int)json_integer_value(json_object_get(score, "rank"))};
    if (!past_name(name, out->name))
        return N_("a player without a name");
    if (out->place < 0 || out->place > SEATS_MOST)
        return N_("no place; expected a number from 1");
    out->scored = *points != '\0';
    return out->scored ? past_points(points, true, &out->points) : NULL;
}

static bool has_won(const json_t *scores, int seat)
{
    return json_is_true(json_object_get(json_array_get(scores, (size_t)seat), "winner"));
}

/*
 * Does everybody whom the points put in front have the flag, and nobody else? Who has it is first,
 * whatever the points.
 */
static bool flags_agree(const struct past *p, const json_t *scores, bool highest_wins)
{
    for (int i = 0; i < p->seats; i++) {
        bool first = true;
        for (int k = 0; k < p->seats; k++)
            first &= highest_wins ? p->seat[i].points >= p->seat[k].points
                                  : p->seat[i].points <= p->seat[k].points;
        if (first != has_won(scores, i))
            return false;
    }
    return true;
}

/*
 * Where ranks are missing: by the points if the fewest win, else by who is flagged where points do
 * not say the same.
 */
static void find_places(struct past *p, const json_t *scores, bool highest_wins)
{
    bool scored = true, placed = true;
    int winners = 0;
    for (int i = 0; i < p->seats; i++) {
        scored &= p->seat[i].scored;
        placed &= p->seat[i].place > 0;
        winners += has_won(scores, i);
    }
    const bool flagged = winners > 0 && (!scored || !flags_agree(p, scores, highest_wins));
    for (int i = 0; i < p->seats && !placed; i++) {
        int ahead = 0;
        for (int k = 0; k < p->seats; k++)
            ahead += scored && !highest_wins && p->seat[k].points < p->seat[i].points;
        if (flagged)
            p->seat[i].place = has_won(scores, i) ? 1 : winners + 1;
        else if (scored)
            p->seat[i].place = highest_wins ? 0 : ahead + 1;
    }
}

static bool in_teams(const json_t *play, const json_t *scores)
{
    bool teams = json_is_true(json_object_get(play, "usesTeams"));
    for (size_t i = 0; i < json_array_size(scores); i++)
        teams |= *string_of(json_array_get(scores, i), "team") != '\0';
    return teams;
}

/* NULL: it is a past game of ours; else why not. */
static const char *read_play(const json_t *whole, const json_t *play, const json_t *game,
    struct past *out)
{
    const json_t *scores = json_object_get(play, "playerScores");
    if (json_is_true(json_object_get(play, "ignored")))
        return N_("it is marked there as ignored");
    if (in_teams(play, scores))
        return N_("it was played in teams; these games have none");
    if (json_array_size(scores) > SEATS_MOST)
        return N_("this game cannot be played by that many");
    if (!past_day(string_of(play, "playDate"), out->day))
        return N_("no such day; expected one as 2026-11-21");
    for (size_t i = 0; i < json_array_size(scores); i++) {
        const char *why = read_seat(whole, json_array_get(scores, i), &out->seat[out->seats++]);
        if (why != NULL)
            return why;
    }
    find_places(out, scores, !json_is_false(json_object_get(game, "highestWins")));
    return NULL;
}

static void count_game(json_t *others, const char *name)
{
    json_object_set_new(others, name,
        json_integer(1 + json_integer_value(json_object_get(others, name))));
}

/* Plays of other games, by game. */
static void tell_others(const struct foreign *r, const json_t *others)
{
    struct text games = {0};
    const char *name;
    json_t *count;
    json_object_foreach((json_t *)(uintptr_t)others, name, count)
    {
        if (games.length > 0)
            say_comma(r->context, &games);
        text_printf(&games, "%s %lld", *name != '\0' ? name : "?",
            (long long)json_integer_value(count));
    }
    if (r->passed > 0)
        complain(r->context, N_("{file}: passed over, plays of other games: {count} ({games})"),
            "tit", "file", r->file, "count", (int64_t)r->passed, "games", games.at);
    text_clear(&games);
}

static void note_points(struct foreign *r, const json_t *scores, const struct past *past)
{
    char points[64];
    for (int i = 0; i < past->seats; i++) {
        score_text(json_object_get(json_array_get(scores, (size_t)i), "score"), points);
        if (past->seat[i].scored)
            points_note(r, points, past->seat[i].points);
    }
}

/* A play of ours is taken, or named with what it lacks; those of other games are counted. */
static void take_play(struct foreign *r, const json_t *whole, const json_t *play, size_t number,
    json_t *others, struct text *out)
{
    const json_t *game = numbered(json_object_get(whole, "games"),
        json_object_get(play, "gameRefId"));
    const char *name = string_of(game, "name");
    struct past past = {.seats = 0};
    past_game(r, name, &past);
    if (past.book == NULL && *name != '\0') {
        r->passed++;
        count_game(others, name);
        return;
    }
    const char *why = !json_is_object(play) ? N_("no play of BG Stats")
                      : past.book == NULL   ? N_("the file does not say which game it is")
                                            : read_play(whole, play, game, &past);
    if (why == NULL)
        why = past_write(&past, out);
    if (why == NULL) {
        note_points(r, json_object_get(play, "playerScores"), &past);
        return;
    }
    r->left_out++;
    const char *day = string_of(play, "playDate");
    complain(r->context,
        *day != '\0' ? N_("{file}: play {number}, {day}: left out: {reason}")
                     : N_("{file}: play {number}: left out: {reason}"),
        "titt", "file", r->file, "number", (int64_t)number + 1, "day", day, "reason",
        say(r->context, why));
}

bool bgsplay_import(struct foreign *r, struct text *out)
{
    json_error_t error;
    json_t *whole = json_loadb(r->text, r->length, 0, &error);
    const json_t *plays = json_object_get(whole, "plays");
    if (!json_is_array(plays)) {
        json_decref(whole);
        return complain(r->context,
            whole == NULL
                ? N_("{file}:{line}: no JSON: {reason}")
                : N_("{file}: no plays of BG Stats; expected \"plays\", \"players\" and \"games\""),
            "tit", "file", r->file, "line", (int64_t)error.line, "reason", error.text);
    }
    json_t *others = json_object();
    for (size_t i = 0; i < json_array_size(plays); i++)
        take_play(r, whole, json_array_get(plays, i), i, others, out);
    points_tell(r);
    tell_others(r, others);
    json_decref(others);
    json_decref(whole);
    return true;
}
