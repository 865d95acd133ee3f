/* fuda history, show, standings: questions asked of a campaign. */
#define _XOPEN_SOURCE 700
#include "cli/campaign/asking.h"
#include "cli/deck/decks.h"
#include "cli/campaign/replay.h"
#include "cli/sheet/sheet.h"
#include "cli/campaign/which.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool asking_begin(struct asking *a, const struct context *context)
{
    *a = (struct asking){.context = context, .why = {""}};
    if (!keep_open(&a->keep, context, STORE_READ))
        return false;
    a->list = json_array();
    return true;
}

enum status asking_end(struct asking *a, const char *key, enum storage_error error)
{
    enum status status = keep_well(a->context, error, &a->why) ? STATUS_CLEAN : STATUS_BAD;
    if (a->context->json && status == STATUS_CLEAN) {
        json_t *whole = json_pack("{s:O}", key, a->list);
        json_print(whole);
        putchar('\n');
        json_decref(whole);
    }
    json_decref(a->list);
    keep_close(&a->keep);
    return status;
}

/* ---- history ----------------------------------------------------------------------------- */

static const char *state_word(enum store_state state)
{
    switch (state) {
    case STORE_STALE: return "stale";
    case STORE_OPEN: return "open";
    case STORE_FINISHED: return "finished";
    }
    return "";
}

static json_t *entry_json(const struct store_entry *e, unsigned long number)
{
    char id[STORE_ID_TEXT];
    json_t *seats = json_array();
    store_id_text(&e->id, id);
    for (int i = 0; i < e->heading.seats; i++) {
        json_t *seat = json_pack("{s:s}", "seat", e->heading.seat[i].name);
        if (e->state == STORE_FINISHED) {
            int place = e->result.seat[i].place;
            json_object_set_new(seat, "place", place > 0 ? json_integer(place) : json_null());
            json_object_set_new(seat, "points", e->result.seat[i].scored ? json_integer(e->result.seat[i].points)
                                                                         : json_null());
            json_object_set_new(seat, "won", json_boolean(e->result.seat[i].won));
        }
        json_array_append_new(seats, seat);
    }
    return json_pack("{s:o, s:s, s:s, s:s, s:s, s:o}", "number",
                     e->withdrawn ? json_null() : json_integer((json_int_t)number), "id", id, "game",
                     e->heading.game, "date", e->heading.date ? e->heading.date : "", "state",
                     e->withdrawn ? "withdrawn" : state_word(e->state), "seats", seats);
}

static bool is_listed(const struct asking *a, const struct store_entry *e)
{
    bool listed = a->game == NULL || strcmp(a->game, e->heading.game) == 0;
    bool sits = a->player == NULL;
    for (int i = 0; i < e->heading.seats && !sits; i++)
        sits = store_id_compare(&e->heading.seat[i].player, a->player) == 0;
    return listed && sits && e->withdrawn == a->withdrawn && (!a->unfinished || e->state != STORE_FINISHED);
}

/* " 1 (-50)": the place and, where the game has them, the points. */
static void add_result(struct text *t, const struct store_result *result, int seat)
{
    if (result->seat[seat].place > 0)
        text_printf(t, " %d", result->seat[seat].place);
    if (result->seat[seat].scored)
        text_printf(t, " (%lld)", (long long)result->seat[seat].points);
}

/* A game may be over whose points cannot be counted yet. */
static const char *unscored(const struct store_entry *e)
{
    const struct rulebook *book = rulebook_find((struct span){e->heading.game, strlen(e->heading.game)});
    for (int i = 0; i < e->heading.seats; i++)
        if (e->result.seat[i].place > 0 || e->result.seat[i].scored)
            return NULL;
    const struct layout *layout = book != NULL ? layout_find(book) : NULL;
    return layout != NULL ? layout->unscored : NULL;
}

/* "   3  2026-11-21  haratama  Aki 1 (-50), Bo 2 (-90)"; the number, or a withdrawn one's id, is what `show` takes. */
static bool list_entry(void *user, const struct store_entry *e)
{
    struct asking *a = user;
    struct text t = {0};
    char id[STORE_ID_TEXT];
    a->number += !e->withdrawn;
    if (!is_listed(a, e))
        return true;
    if (a->context->json) {
        json_array_append_new(a->list, entry_json(e, a->number));
        return true;
    }
    store_id_text(&e->id, id);
    if (e->withdrawn)
        text_printf(&t, "%s", id);
    else
        text_printf(&t, "%4lu", a->number);
    text_printf(&t, "  %-10s  %s  ", e->heading.date ? e->heading.date : "", e->heading.game);
    for (int i = 0; i < e->heading.seats; i++) {
        text_put(&t, i > 0 ? ", " : "");
        say_foreign(&t, e->heading.seat[i].name, strlen(e->heading.seat[i].name));
        if (e->state == STORE_FINISHED)
            add_result(&t, &e->result, i);
    }
    if (e->state != STORE_FINISHED && !e->withdrawn)    /* one withdrawn has no result */
        text_put(&t, say(a->context, N_("  – not finished")));
    else if (e->state == STORE_FINISHED && unscored(e) != NULL)
        text_printf(&t, "  – %s", say(a->context, unscored(e)));
    puts(t.at);
    text_clear(&t);
    return true;
}

/* The game named, if one is, as its rulebook spells it; false if there is none of that name. */
static bool find_game(const struct context *context, int count, char **words, const char **out)
{
    char folded[NAME_MOST];
    *out = NULL;
    if (count == 0)
        return true;
    size_t length = strlen(words[0]) <= NAME_MOST ? text_fold((struct span){words[0], strlen(words[0])}, folded) : 0;
    const struct rulebook *book = rulebook_find((struct span){folded, length});
    if (book == NULL) {
        complain(context, N_("“%s” is no game that fuda knows; expected one that `fuda rules` lists"), words[0]);
        return false;
    }
    *out = book->id;
    return true;
}

enum status asking_history(struct asking *a)
{
    struct store_filter filter = {.withdrawn_too = a->withdrawn};
    if (!a->keep.read_only && !replay_stale(a->context, a->keep.store, &a->keep.campaign))
        return asking_end(a, "history", STORAGE_OK), STATUS_BAD;
    return asking_end(a, "history", store_history_each(a->keep.store, &a->keep.campaign, &filter, list_entry, a, &a->why));
}

static enum status run_history(const struct context *context, int count, char **words)
{
    struct asking a;
    const char *game;
    if (count > 1) {
        complain(context, N_("too many words; expected `fuda history [GAME]`"));
        return STATUS_BAD;
    }
    if (!find_game(context, count, words, &game) || !asking_begin(&a, context))
        return STATUS_BAD;
    a.game = game;
    a.unfinished = given_value(context, "unfinished") != NULL;
    a.withdrawn = given_value(context, "withdrawn") != NULL;
    return asking_history(&a);
}

static const struct flag history_flags[] = {
    {"unfinished", 0, NULL, false, N_("only those that are not finished")},
    {"withdrawn", 0, NULL, false, N_("only those taken out by `campaign withdraw`")},
    {0},
};

const struct command history_command = {
    .name = "history",
    .usage = N_("[GAME]"),
    .summary = N_("the records of the campaign, by day"),
    .example = "fuda history\nfuda history --unfinished\nfuda history haratama --json",
    .flags = history_flags,
    .games = true,
    .run = run_history,
};

/* ---- show -------------------------------------------------------------------------------- */

/* As it is stored, for another program; a terminal is not to be steered by it. */
static void print_line(const char *before, const char *line)
{
    struct text t = {0};
    text_put(&t, before);
    if (isatty(STDOUT_FILENO))
        say_foreign(&t, line, strlen(line));
    else
        text_put(&t, line);
    puts(t.at);
    text_clear(&t);
}

static bool show_line(void *user, const struct store_line *line)
{
    struct asking *a = user;
    char time[STORE_TIME_TEXT];
    store_time_text(line->time, time);
    if (a->context->json)
        json_array_append_new(a->list, json_pack("{s:I, s:s, s:s, s:b}", "line", (json_int_t)line->number,
                                                 "time", time, "text", line->text, "withdrawn",
                                                 line->withdrawn));
    else
        print_line(line->withdrawn ? "# " : "", line->text);
    return true;
}

/* The record reads without the pack's file, too. */
static void print_deck(const char *text)
{
    for (const char *at = text; *at != '\0';) {
        struct text line = {0};
        size_t length = strcspn(at, "\n");
        text_add(&line, at, length);
        print_line("", line.at);
        text_clear(&line);
        at += length + (at[length] == '\n');
    }
}

static bool show_heading(void *user, const struct store_entry *e)
{
    struct asking *a = user;
    struct session s;
    if (!a->context->json && session_begin(&s, a->context)) {
        decks_load(&s, a->keep.store, &e->campaign, &e->id);
        for (const struct deck *d = s.packs.kept; d != NULL; d = d->next)
            print_deck(d->text.at);
        replay_heading(&s, &e->heading);
        for (size_t i = 0; i < s.count; i++)
            print_line("", s.steps[i]);
        session_clear(&s);
    }
    return false;
}

static enum status run_show(const struct context *context, int count, char **words)
{
    struct asking a;
    struct store_id record;
    if (count != 1) {
        complain(context, N_("which record? Expected `fuda show N` or `fuda show ID`, as `fuda history` lists them"));
        return STATUS_BAD;
    }
    if (!asking_begin(&a, context))
        return STATUS_BAD;
    if (!which_record(&a.keep, words[0], false, &record)) {
        asking_end(&a, "lines", STORAGE_OK);
        return STATUS_BAD;
    }
    if (!a.keep.read_only)
        decks_grow(context, a.keep.store, &a.keep.campaign, false);    /* what it cannot do it says */
    enum storage_error error = store_record_get(a.keep.store, &record, show_heading, &a, &a.why);
    if (error == STORAGE_OK)
        error = store_lines_each(a.keep.store, &record, context->edits, show_line, &a, &a.why);
    return asking_end(&a, "lines", error);
}

static const struct flag show_flags[] = {
    {"edits", 0, NULL, false, N_("withdrawn lines too")},
    {0},
};

const struct command show_command = {
    .name = "show",
    .usage = N_("N|ID"),
    .summary = N_("a record of the campaign, line by line"),
    .example = "fuda show 3\nfuda show 3 --edits\nfuda show 3 | fuda judge",
    .flags = show_flags,
    .run = run_show,
};

/* ---- standings --------------------------------------------------------------------------- */

static bool list_standing(void *user, const struct store_standing *row)
{
    struct asking *a = user;
    if (a->context->json) {
        json_t *places = json_array();
        int last = SEATS_MOST;
        while (last > 0 && row->places[last - 1] == 0)
            last--;
        for (int i = 0; i < last; i++)
            json_array_append_new(places, json_integer(row->places[i]));
        json_array_append_new(a->list, json_pack("{s:s, s:I, s:I, s:o}", "player", row->name, "games",
                                                 (json_int_t)row->games, "wins", (json_int_t)row->wins,
                                                 "places", places));
        return true;
    }
    struct text t = {0};
    text_put(&t, "  ");
    say_padded(&t, row->name, strlen(row->name), 20, false);
    text_printf(&t, " %6lu %6lu ", (unsigned long)row->games, (unsigned long)row->wins);
    for (int i = 0; i < 4; i++)
        text_printf(&t, " %5lu", (unsigned long)row->places[i]);
    if (row->unplaced > 0)
        text_printf(&t, say(a->context, N_("  (%lu without a place)")), (unsigned long)row->unplaced);
    puts(t.at);
    text_clear(&t);
    return true;
}

static enum status run_standings(const struct context *context, int count, char **words)
{
    struct asking a;
    struct store_filter filter = {.most = 0};
    if (count > 1) {
        complain(context, N_("too many words; expected `fuda standings [GAME]`"));
        return STATUS_BAD;
    }
    if (!find_game(context, count, words, &filter.game) || !asking_begin(&a, context))
        return STATUS_BAD;
    if (!a.keep.read_only)
        replay_stale(context, a.keep.store, &a.keep.campaign);
    if (!context->json)
        puts(say(context, N_("  player                games   wins    1st   2nd   3rd   4th")));
    return asking_end(&a, "standings", store_standings_each(a.keep.store, &a.keep.campaign, &filter, list_standing, &a, &a.why));
}

const struct command standings_command = {
    .name = "standings",
    .usage = N_("[GAME]"),
    .summary = N_("who has won how often in this campaign"),
    .example = "fuda standings\nfuda standings haratama --json",
    .games = true,
    .run = run_standings,
};
