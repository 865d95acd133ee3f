/* fuda tables: which tables play now, where each stands, since when. */
#define _XOPEN_SOURCE 700
#include "cli/campaign/query.h"
#include "cli/campaign/outcome_row.h"
#include "cli/json.h"
#include "cli/report/listing.h"
#include "storage/stored_rows.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NOW_HOURS = 12, LOOK_MS = 250 };

/* The tables that are told, each as told.h says. */
struct tables_now {
    const struct campaign *campaign;
    json_t *list;         /* owned */
    const json_t *before; /* the list as it was told last; NULL: it was not told yet */
    const char *game;     /* only this one, or NULL */
    bool all;             /* those that were left long ago, too */
};

static int64_t number_of(const json_t *told, const char *key)
{
    return json_integer_value(json_object_get(told, key));
}

static const char *text_of(const json_t *told, const char *key)
{
    const char *text = json_string_value(json_object_get(told, key));
    return text != NULL ? text : "";
}

/* ---- finding them ------------------------------------------------------------------------ */

static bool is_now(const struct tables_now *t, const json_t *told)
{
    const int64_t hour = 3600000, now = (int64_t)time(NULL) * 1000;
    return strcmp(text_of(told, "state"), "open") == 0
           && (t->all || now - number_of(told, "latest") < NOW_HOURS * hour);
}

/* A record that has not grown since it was told is as it was. */
static json_t *tell(const struct tables_now *t, const struct store_entry *entry)
{
    char id[STORE_ID_TEXT];
    int64_t rows = 0;
    store_id_text(&entry->id, id);
    store_record_rows(t->campaign->store, &entry->id, &rows);
    for (size_t i = 0; i < json_array_size(t->before); i++) {
        json_t *old = json_array_get(t->before, i);
        if (number_of(old, "rows") == rows && strcmp(text_of(old, "record"), id) == 0)
            return json_incref(old);
    }
    json_t *told = outcome_row_json(t->campaign, entry, rows);
    if (told != NULL)
        json_object_set_new(told, "record", json_string(id));
    return told;
}

static bool see_entry(void *user, const struct store_entry *entry)
{
    struct tables_now *t = user;
    if (entry->state == STORE_FINISHED
        || (t->game != NULL && strcmp(t->game, entry->heading.game) != 0))
        return true;
    json_t *told = tell(t, entry);
    if (told != NULL && is_now(t, told))
        json_array_append(t->list, told);
    json_decref(told);
    return true;
}

/* ---- in words ---------------------------------------------------------------------------- */

static void put_clock(struct listing *g, int64_t ms)
{
    char clock[32] = "";
    struct tm local;
    time_t at = (time_t)(ms / 1000);
    bool old = time(NULL) - at >= NOW_HOURS * (time_t)3600;
    if (localtime_r(&at, &local) != NULL)
        strftime(clock, sizeof clock, old ? "%Y-%m-%d" : "%H:%M", &local);
    text_put(listing_cell(g), clock);
}

/* "Aki 12, Bo 4": points, where there are any yet. */
static void put_players(const struct context *context, struct text *cell, const json_t *seats)
{
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *seat = json_array_get(seats, i), *points = json_object_get(seat, "points");
        const char *name = text_of(seat, "name");
        if (i > 0)
            say_comma(context, cell);
        say_foreign(cell, name, strlen(name));
        if (json_is_integer(points))
            text_printf(cell, " %lld", (long long)json_integer_value(points));
    }
}

static void print_tables(const struct context *context, const json_t *list)
{
    static const struct listing_column columns[] = {
        {N_("at the table"), .left = true},
        {N_("since"), .left = true},
        {N_("last line"), .left = true},
        {N_("game"), .left = true},
        {N_("stands"), .left = true},
        {N_("players"), .left = true},
    };
    struct listing g;
    if (json_array_size(list) == 0) {
        print_with(context, N_("No table plays now."), "");
        return;
    }
    listing_begin(&g, context, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *told = json_array_get(list, i);
        listing_name(&g, text_of(told, "table")[0] != '\0' ? text_of(told, "table") : "–");
        put_clock(&g, number_of(told, "since"));
        put_clock(&g, number_of(told, "latest"));
        text_put(listing_cell(&g), game_shown(context, text_of(told, "game")));
        listing_name(&g, text_of(told, "stands"));
        put_players(context, listing_cell(&g), json_object_get(told, "seats"));
    }
    listing_print(&g);
}

/* ---- the command ------------------------------------------------------------------------- */

/* By their names, then as they began. */
static json_t *sorted(json_t *list)
{
    json_t *out = json_array();
    while (json_array_size(list) > 0) {
        size_t first = 0;
        for (size_t i = 1; i < json_array_size(list); i++)
            if (strcmp(text_of(json_array_get(list, i), "table"),
                    text_of(json_array_get(list, first), "table"))
                < 0)
                first = i;
        json_array_append(out, json_array_get(list, first));
        json_array_remove(list, first);
    }
    json_decref(list);
    return out;
}

/* The caller's; `before` is what it answered last, or NULL. NULL: complained. */
static json_t *gather(const struct campaign_query *a, const char *game, const json_t *before)
{
    struct store_filter filter = {.unfinished = true};
    struct tables_now t = {&a->campaign, json_array(), before, game,
        given_value(a->context, "all") != NULL};
    if (campaign_ok(&a->campaign,
            store_history_each(a->campaign.store, &a->campaign.id, &filter, see_entry, &t)))
        return sorted(t.list);
    json_decref(t.list);
    return NULL;
}

static volatile sig_atomic_t stopped;

static void stop(int number)
{
    (void)number;
    stopped = 1;
}

static void print_anew(const struct context *context, json_t *list)
{
    json_t *whole = json_pack("{s:O}", "tables", list);
    if (context->color && !context->json)
        fputs("\033[H\033[2J", stdout);
    if (context->json) {
        json_print(whole);
        putchar('\n');
    } else {
        print_tables(context, list);
    }
    fflush(stdout);
    json_decref(whole);
}

/* Printed anew when something moved: on a terminal in the place of what stood there. */
static enum status watch(const struct campaign_query *a, const char *game)
{
    struct sigaction end = {.sa_handler = stop};
    json_t *shown = NULL;
    int64_t seen = -1, now = 0;
    bool good = true;
    sigaction(SIGINT, &end, NULL);
    sigaction(SIGTERM, &end, NULL);
    while (!stopped && good) {
        good = campaign_ok(&a->campaign, store_version(a->campaign.store, &now));
        json_t *list = good && now != seen ? gather(a, game, shown) : NULL;
        good = good && (now == seen || list != NULL);
        if (list != NULL && (shown == NULL || !json_equal(shown, list)))
            print_anew(a->context, list);
        if (list != NULL) {
            json_decref(shown);
            shown = list;
        }
        seen = now;
        nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000000L}, NULL);
    }
    json_decref(shown);
    return good ? STATUS_CLEAN : STATUS_BAD;
}

static enum status show_once(struct campaign_query *a, const char *game)
{
    json_t *list = gather(a, game, NULL), *told;
    size_t i;
    if (list == NULL)
        return STATUS_BAD;
    if (!a->context->json)
        print_tables(a->context, list);
    json_array_foreach(list, i, told)
    {
        json_object_del(told, "rows");
        json_array_append(a->list, told);
    }
    json_decref(list);
    return STATUS_CLEAN;
}

static enum status run(const struct context *context, int count, char **words)
{
    char room[NAME_MOST + 1];
    struct campaign_query a;
    const char *game;
    if (!campaign_query_game(context, count > 0 ? words[0] : NULL, room, &game)
        || !campaign_query_begin(&a, context, STORE_READ))
        return STATUS_BAD;
    bool keeps = given_value(context, "watch") != NULL;
    enum status status = keeps ? watch(&a, game) : show_once(&a, game);
    campaign_query_end(&a, status == STATUS_CLEAN && !keeps ? "tables" : NULL, STORAGE_OK);
    return status;
}

static const struct flag flags[] = {
    {.name = "all", .summary = N_("also those that were left more than twelve hours ago")},
    {.name = "watch", .summary = N_("print it again whenever a table has moved on, until ^C")},
    {0},
};

const struct command tables_command = {
    .name = "tables",
    .manual = "fuda-sync",
    .usage = N_("tables [GAME]"),
    .summary = N_("which tables play now, where each stands, since when"),
    .example = "fuda tables\nfuda tables --watch\nfuda tables haratama --json",
    .flags = flags,
    .takes = {OPERAND_ANY_GAME},
    .most = 1,
    .whole = true,
    .run = run,
};
