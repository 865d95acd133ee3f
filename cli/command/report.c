/* fuda report: the campaign, or a night, as a page to look at. */
#define _XOPEN_SOURCE 700
#include "cli/campaign/query.h"
#include "cli/campaign/find_record.h"
#include "cli/campaign/replay_records.h"
#include "cli/output.h"
#include "cli/report/page_report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the file ------------------------------------------------------------------------------ */

/* Is a file of that name no report? It stays as it is then. */
static bool is_another(const char *path)
{
    char head[128];
    FILE *there = fopen(path, "rb");
    if (there == NULL)
        return access(path, F_OK) == 0;
    const size_t length = fread(head, 1, sizeof head, there);
    fclose(there);
    return length > 0 && !report_is(head, length);
}

static void tell_file(const struct context *context, const struct output *file)
{
    if (file->path != NULL && !context->quiet)
        print_with(context, N_("{file}: written, {size} kB. A browser shows it."), "ti", "file",
            file->path, "size", (file->size + 999) / 1000);
}

/* ---- what it is about ---------------------------------------------------------------------- */

struct naming {
    const struct campaign *campaign;
    struct text *name;
};

static bool take_name(void *user, const struct store_campaign *c)
{
    struct naming *n = user;
    if (store_id_compare(&c->id, &n->campaign->id) == 0)
        text_put(n->name, c->name);
    return true;
}

struct night {
    struct report *report;
    FILE *to;
    bool good;
};

static bool write_night(void *user, const struct store_entry *entry)
{
    struct night *n = user;
    n->good = report_night(n->report, entry, n->to);
    return false;
}

static bool write_season(struct report *r, const struct campaign *campaign,
    const struct store_filter *filter, FILE *to)
{
    struct season season;
    bool good = season_load(&season, campaign, filter);
    r->season = &season;
    r->book = season_find(&season, filter->game);
    good = good && report_season(r, to);
    season_clear(&season);
    r->season = NULL;
    return good;
}

/* How many games are told whole; false: complained. */
static bool whole_given(const struct context *context, size_t *out)
{
    enum { MOST = 10000 };
    const char *value = given_value(context, "details");
    char *end = NULL;
    const unsigned long number = value != NULL ? strtoul(value, &end, 10) : REPORT_WHOLE;
    *out = number;
    return value == NULL || (*value >= '0' && *value <= '9' && *end == '\0' && number <= MOST)
           || complain(context, N_("--details {found}: expected a number up to {most}"), "ti",
               "found", value, "most", (int64_t)MOST);
}

static bool write_report(struct campaign_query *a, const char *record,
    const struct store_filter *filter, FILE *to)
{
    struct text name = {0};
    struct naming naming = {&a->campaign, &name};
    struct report report = {.campaign = &a->campaign, .book = ALL_GAMES};
    struct night night = {&report, to, false};
    struct store_id id;
    bool good = whole_given(a->context, &report.whole)
                && campaign_ok(&a->campaign,
                    store_campaigns_each(a->campaign.store, take_name, &naming));
    report.name = name.at != NULL ? name.at : "";
    if (good && record != NULL)
        good = campaign_find_record(&a->campaign, record, false, &id)
               && campaign_ok(&a->campaign,
                   store_record_get(a->campaign.store, &id, write_night, &night))
               && night.good;
    else if (good)
        good = write_season(&report, &a->campaign, filter, to);
    text_clear(&name);
    return good;
}

/* ---- the command --------------------------------------------------------------------------- */

static enum status run(const struct context *context, int count, char **words)
{
    struct campaign_query a;
    struct output file = {.replace = true, .shared = true};
    struct store_filter filter = {.most = 0};
    const char *path = given_value(context, "output"), *game = given_value(context, "game");
    if (path == NULL && isatty(STDOUT_FILENO)) {
        complain(context, N_("where to? Expected `fuda report -o FILE.html`"), "");
        return STATUS_BAD;
    }
    char room[NAME_MOST + 1];
    bool good = campaign_query_days(context, &filter)
                && campaign_query_game(context, game, room, &filter.game);
    if (!good || !campaign_query_begin(&a, context, STORE_READ))
        return STATUS_BAD;
    path = path != NULL && strcmp(path, "-") != 0 ? path : NULL;
    if (path != NULL && is_another(path))
        good = complain(context,
            N_("{file} is there already, and no report; expected the name of a new file"), "t",
            "file", path);
    good = good && replay_stale(&a.campaign, &a.campaign.id) && output_begin(&file, context, path);
    if (good)
        good = output_end(&file, write_report(&a, count > 0 ? words[0] : NULL, &filter, file.to));
    campaign_query_end(&a, NULL, STORAGE_OK);
    if (good)
        tell_file(context, &file);
    return good ? STATUS_CLEAN : STATUS_BAD;
}

static const struct flag flags[] = {
    {.name = "output",
        .letter = 'o',
        .takes = N_("PATH"),
        .value = OPERAND_FILE,
        .summary = N_("the page's file; -: standard output")},
    {.name = "game",
        .takes = N_("GAME"),
        .value = OPERAND_ANY_GAME,
        .summary = N_("only this game")},
    {.name = "since",
        .takes = N_("DAY"),
        .value = OPERAND_TEXT,
        .summary = N_("only games from that day on: 2026-11-21")},
    {.name = "until",
        .takes = N_("DAY"),
        .value = OPERAND_TEXT,
        .summary = N_("only games up to that day")},
    {.name = "details",
        .takes = N_("N"),
        .value = OPERAND_TEXT,
        .summary = N_("how many of the newest games are shown in full; default: 30")},
    {0},
};

const struct command report_command = {
    .name = "report",
    .manual = "fuda-report",
    .usage = N_("report [N|ID]"),
    .summary = N_("a page to look at: the season, or the night of a record"),
    .example = "fuda report -o season.html\nfuda report 12 -o night.html\nfuda report --since "
               "2026-01-01 --game haratama -o year.html",
    .flags = flags,
    .takes = {OPERAND_RECORD},
    .most = 1,
    .plain = true,
    .run = run,
};
