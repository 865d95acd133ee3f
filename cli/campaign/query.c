/* Commands that ask a campaign something; see query.h. */
#include "core/text.h"
#include "query.h"
#include "alike.h"
#include "cli/campaign/replay_records.h"
#include "cli/say.h"
#include "cli/sheet/sheet.h"
#include "cli/json.h"

#include <string.h>

bool campaign_query_begin(struct campaign_query *a, const struct context *context,
    enum store_mode mode)
{
    *a = (struct campaign_query){.context = context};
    if (!campaign_open(&a->campaign, context, mode))
        return false;
    a->list = json_array();
    apart_tell(&a->campaign);
    return true;
}

enum status campaign_query_end(struct campaign_query *a, const char *key, enum storage_error error)
{
    enum status status = campaign_ok(&a->campaign, error) ? STATUS_CLEAN : STATUS_BAD;
    if (a->context->json && key != NULL && status == STATUS_CLEAN) {
        json_t *whole = json_pack("{s:O}", key, a->list);
        if (a->beside != NULL)
            json_object_set(whole, "player", a->beside);
        json_print(whole);
        putchar('\n');
        json_decref(whole);
    }
    json_decref(a->beside);
    json_decref(a->list);
    campaign_close(&a->campaign);
    return status;
}

/* A game that is defined by a pack, as the records of the campaign name it. */
struct played {
    struct span word;
    char *room;
    bool found;
};

static bool look_for_played(void *user, const struct store_entry *e)
{
    struct played *p = user;
    const struct span game = {e->heading.game, strlen(e->heading.game)};
    p->found = game.length <= NAME_MOST && p->word.length <= NAME_MOST && text_same(game, p->word);
    if (p->found)
        memcpy(p->room, e->heading.game, game.length + 1);
    return !p->found;
}

static bool was_played(const struct context *context, const char *word, char *room)
{
    struct campaign campaign;
    const struct store_filter all = {.newest_first = true};
    struct played p = {{word, strlen(word)}, room, false};
    if (!campaign_open(&campaign, context, STORE_READ))
        return false;
    campaign_ok(&campaign,
        store_history_each(campaign.store, &campaign.id, &all, look_for_played, &p));
    campaign_close(&campaign);
    return p.found;
}

bool campaign_query_game(const struct context *context, const char *word, char room[NAME_MOST + 1],
    const char **out)
{
    const struct rulebook *book = word != NULL ? game_find((struct span){word, strlen(word)})
                                               : NULL;
    *out = book != NULL ? book->id : NULL;
    if (word != NULL && book == NULL && was_played(context, word, room))
        *out = room;
    return word == NULL || *out != NULL || game_named(context, word) != NULL;
}

static bool campaign_query_day(const struct context *context, const char *flag, const char **out)
{
    *out = given_value(context, flag);
    return *out == NULL || store_day_valid(*out)
           || complain(context, N_("--{flag} {found}: expected a day, as 2026-11-21"), "tt", "flag",
               flag, "found", *out);
}

bool campaign_query_days(const struct context *context, struct store_filter *filter)
{
    return campaign_query_day(context, "since", &filter->since)
           && campaign_query_day(context, "until", &filter->until);
}

/* ---- the list of records ----------------------------------------------------------------- */

static const char *state_word(enum store_state state)
{
    switch (state) {
    case STORE_STALE: return "stale";
    case STORE_OPEN: return "open";
    case STORE_FINISHED: return "finished";
    }
    return "";
}

json_t *campaign_query_entry_json(const struct store_entry *e)
{
    char id[STORE_ID_TEXT];
    json_t *seats = json_array();
    store_id_text(&e->id, id);
    for (int i = 0; i < e->heading.seats; i++) {
        json_t *seat = json_pack("{s:s}", "seat", e->heading.seat[i].name);
        if (e->state == STORE_FINISHED) {
            int place = e->result.seat[i].place;
            json_object_set_new(seat, "place", place > 0 ? json_integer(place) : json_null());
            json_object_set_new(seat, "points",
                e->result.seat[i].scored ? json_integer(e->result.seat[i].points) : json_null());
            json_object_set_new(seat, "won", json_boolean(e->result.seat[i].won));
        }
        json_array_append_new(seats, seat);
    }
    return json_pack("{s:o, s:s, s:s, s:s, s:s, s:o}", "number",
        e->withdrawn ? json_null() : json_integer(e->number), "id", id, "game", e->heading.game,
        "date", e->heading.date ? e->heading.date : "", "state",
        e->withdrawn ? "withdrawn" : state_word(e->state), "seats", seats);
}

static bool is_listed(const struct campaign_query *a, const struct store_entry *e)
{
    bool listed = a->game == NULL || strcmp(a->game, e->heading.game) == 0;
    const char *day = e->heading.date != NULL ? e->heading.date : "";
    bool then = (a->days.since == NULL || strcmp(day, a->days.since) >= 0)
                && (a->days.until == NULL || strcmp(day, a->days.until) <= 0);
    bool sits = a->player == NULL || store_entry_seats(e, a->player);
    return listed && sits && then && e->withdrawn == a->withdrawn
           && (!a->unfinished || e->state != STORE_FINISHED);
}

/* Adds the place and, if the game has them, the points, such as " 1 (-50)". */
static void add_result(struct text *t, const struct store_result *result, int seat)
{
    if (result->seat[seat].place > 0)
        text_printf(t, " %d", result->seat[seat].place);
    if (result->seat[seat].scored)
        text_printf(t, " (%lld)", (long long)result->seat[seat].points);
}

/* Says that a game is over although its points cannot be counted yet. */
static const char *unscored(const struct store_entry *e)
{
    const struct rulebook *book = rulebook_find(
        (struct span){e->heading.game, strlen(e->heading.game)});
    for (int i = 0; i < e->heading.seats; i++)
        if (e->result.seat[i].place > 0 || e->result.seat[i].scored)
            return NULL;
    return book != NULL ? layout_find(book)->unscored : NULL;
}

/* Keeps whether the last statement of the line is `end`. */
static bool keep_end(void *user, const struct store_line *line)
{
    const char *last = strrchr(line->text, ';');
    last = last == NULL ? line->text : last + 1;
    *(bool *)user = strcmp(last + strspn(last, " "), "end") == 0;
    return true;
}

bool campaign_query_broken_off(struct store *store, const struct store_id *record)
{
    bool ended = false;
    store_lines_each(store, record, false, keep_end, &ended);
    return ended;
}

/*
 * A row of the list. It is one line on a pipe, where a program reads it. On a terminal that is too
 * narrow, it is broken between its pieces and goes on after `indent`.
 */
struct history_row {
    struct text text;
    int column, indent;
};

static void put_piece(struct history_row *row, const char *gap, const char *piece)
{
    const int between = say_width(gap, strlen(gap)), own = say_width(piece, strlen(piece));
    const bool full = row->column > row->indent && row->column + between + own > say_line_width();
    if (full && say_line_is_known()) {
        text_put(&row->text, "\n");
        text_spaces(&row->text, row->indent);
        row->column = row->indent;
    } else {
        text_put(&row->text, gap);
        row->column += between;
    }
    if (say_line_is_known())
        say_wrapped(&row->text, piece, row->column, row->indent + 2);
    else
        text_put(&row->text, piece);
    row->column += own;
}

/*
 * Adds "3 2026-11-21 haratama". `show` takes the number, or the id of a record that was withdrawn.
 */
static void put_record(const struct campaign_query *a, struct history_row *row,
    const struct store_entry *e)
{
    struct text t = {0};
    char id[STORE_ID_TEXT];
    store_id_text(&e->id, id);
    if (e->withdrawn)
        text_printf(&t, "%s", id);
    else
        text_printf(&t, "%4u", (unsigned)e->number);
    put_piece(row, "", t.at);
    t.length = 0;
    text_printf(&t, "%-10s", e->heading.date ? e->heading.date : "");
    put_piece(row, "  ", t.at);
    put_piece(row, "  ", game_shown(a->context, e->heading.game));
    text_clear(&t);
}

/* Adds the results of the seats, such as "Aki 1 (-50), Bo 2 (-90)". */
static void put_seats(struct history_row *row, const struct store_entry *e)
{
    for (int i = 0; i < e->heading.seats; i++) {
        struct text t = {0};
        say_name(&t, e->heading.seat[i].name, strlen(e->heading.seat[i].name));
        if (e->state == STORE_FINISHED)
            add_result(&t, &e->result, i);
        text_put(&t, i + 1 < e->heading.seats ? "," : "");
        put_piece(row, i > 0 ? " " : "  ", t.at);
        text_clear(&t);
    }
}

/* Adds the state, such as "– not finished". */
static void put_state(struct campaign_query *a, struct history_row *row,
    const struct store_entry *e)
{
    const char *text = NULL;
    struct text t = {0};
    /* a withdrawn record has no result */
    const bool open = e->state != STORE_FINISHED && !e->withdrawn;
    const bool ended = open && campaign_query_broken_off(a->campaign.store, &e->id);
    a->any_ended |= ended;
    a->any_open |= open && !ended;
    if (open)
        text = ended ? N_("broken off") : N_("not finished");
    else if (e->state == STORE_FINISHED)
        text = unscored(e);
    if (text == NULL)
        return;
    text_printf(&t, "– %s", say(a->context, text));
    if (open)
        say_paint(a->context, &row->text, ended ? PAINT_DIM : PAINT_YELLOW);
    put_piece(row, "  ", t.at);
    if (open)
        say_paint(a->context, &row->text, PAINT_PLAIN);
    text_clear(&t);
}

static bool list_entry(void *user, const struct store_entry *e)
{
    enum { DEEPER = 6 };
    struct campaign_query *a = user;
    struct history_row row = {.indent = DEEPER};
    a->any |= !e->withdrawn;
    if (!is_listed(a, e))
        return true;
    if (a->context->json) {
        json_array_append_new(a->list, campaign_query_entry_json(e));
        return true;
    }
    put_record(a, &row, e);
    put_seats(&row, e);
    put_state(a, &row, e);
    puts(row.text.at);
    text_clear(&row.text);
    return true;
}

static void tell_what_to_do(const struct campaign_query *a, const char *text)
{
    struct text t = {0};
    say_wrapped(&t, say(a->context, text), 0, 2);
    puts(t.at);
    text_clear(&t);
}

enum status campaign_query_history(struct campaign_query *a)
{
    struct store_filter filter = {.withdrawn_too = a->withdrawn};
    if (!replay_stale(&a->campaign, &a->campaign.id))
        return campaign_query_end(a, "history", STORAGE_OK), STATUS_BAD;
    enum storage_error error = store_history_each(a->campaign.store, &a->campaign.id, &filter,
        list_entry, a);
    if (error == STORAGE_OK && !a->any && a->context->prompts)
        /* for a program the answer stays an empty list */
        tell_what_to_do(a, N_("No game is on record yet."));
    if (a->any_open)
        tell_what_to_do(a, N_("Not finished: `fuda table N` goes on with it, `fuda campaign "
                              "withdraw N` takes it out."));
    if (a->any_ended)
        tell_what_to_do(a, N_("Broken off by `end`: it counts for nothing. `fuda table N` and "
                              "`undo` take the end back."));
    return campaign_query_end(a, "history", error);
}
