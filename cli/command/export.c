/* fuda export: the campaign in a form that other programs read. */
#define _XOPEN_SOURCE 700
#include "cli/exchange/exchange.h"
#include "cli/campaign/replay_records.h"
#include "cli/helper.h"
#include "cli/output.h"

#include <stdlib.h>
#include <string.h>

static bool records_export(struct campaign_query *a, FILE *to)
{
    return campaign_ok(&a->campaign, store_export(a->campaign.store, &a->campaign.id, NULL, to));
}

/* A mark in front, by which spreadsheets know UTF-8. */
static bool marked_csv_export(struct campaign_query *a, FILE *to)
{
    if (given_value(a->context, "no-bom") == NULL)
        fputs("\xEF\xBB\xBF", to);
    return csv_export(a, to);
}

static const struct {
    const char *name;
    bool (*write)(struct campaign_query *a, FILE *to);
} formats[] = {
    {"records", records_export},
    {"json", json_export},
    {"csv", marked_csv_export},
    {"bgsplay", bgsplay_export},
};

enum { FORMATS = sizeof formats / sizeof *formats };

/* What --format says, or the file's ending; -1: complained. */
static int format_of(const struct context *context, const char *path)
{
    const char *wanted = given_value(context, "format"),
               *ending = path != NULL ? strrchr(path, '.') : NULL;
    for (int i = 0; i < FORMATS; i++)
        if (strcmp(formats[i].name, wanted != NULL   ? wanted
                                    : ending != NULL ? ending + 1
                                                     : "")
            == 0)
            return i;
    if (wanted == NULL)
        return context->json ? 1 : 0;
    complain(context, N_("no form “{found}”; expected json, csv, bgsplay or records"), "t", "found",
        wanted);
    return -1;
}

static bool write_file(struct campaign_query *a, int format, const char *path)
{
    struct output to = {0};
    return output_begin(&to, a->context, path) && output_end(&to, formats[format].write(a, to.to));
}

/* The address of one play, and its code where somebody looks or a picture is wanted. */
static enum status hand_over(struct campaign_query *a, const char *record)
{
    struct text link = {0};
    const char *path = given_value(a->context, "output");
    bool good = bgstats_link(a, record, &link);
    campaign_query_end(a, NULL, STORAGE_OK);
    enum status status = good ? STATUS_CLEAN : STATUS_BAD;
    if (good && a->context->json) {
        json_t *whole = json_pack("{s:s}", "bgstats", link.at);
        json_dumpf(whole, stdout, JSON_COMPACT);
        putchar('\n');
        json_decref(whole);
    } else if (good && path != NULL) {
        const char *const words[] = {"--output", path, "--", link.at, NULL};
        status = helper_run(a->context, "fuda-code", words);
    } else if (good) {
        const char *const words[] = {"--link", "--", link.at, NULL};
        status = helper_run(a->context, "fuda-code", words);
    }
    text_clear(&link);
    return status;
}

static enum status run(const struct context *context, int count, char **words)
{
    struct campaign_query a;
    bool bgstats = given_value(context, "bgstats") != NULL;
    const char *path = given_value(context, "output");
    int format = bgstats ? 0 : format_of(context, path);
    if (bgstats != (count == 1)) {
        complain(context,
            N_("which game? Expected `fuda export N --bgstats` for one, or `fuda export` for all"),
            "");
        return STATUS_BAD;
    }
    if (format < 0 || !campaign_query_begin(&a, context, STORE_READ))
        return STATUS_BAD;
    if (!replay_stale(&a.campaign, &a.campaign.id)) {
        campaign_query_end(&a, NULL, STORAGE_OK);
        return STATUS_BAD;
    }
    if (bgstats)
        return hand_over(&a, words[0]);
    bool good = write_file(&a, format, path);
    campaign_query_end(&a, NULL, STORAGE_OK);
    return good ? STATUS_CLEAN : STATUS_BAD;
}

static const struct flag flags[] = {
    {.name = "format",
        .takes = "json|csv|bgsplay|records",
        .value = OPERAND_CHOICE,
        .summary = N_("what to write; default: by the file's ending, or records")},
    {.name = "output",
        .letter = 'o',
        .takes = N_("PATH"),
        .value = OPERAND_FILE,
        .summary = N_("a new file; -: standard output")},
    {.name = "no-bom", .summary = N_("CSV without the mark by which spreadsheets know UTF-8")},
    {.name = "bgstats",
        .summary = N_(
            "one game for BG Stats: an address, and its code to scan; with -o a picture of it")},
    {0},
};

const struct command export_command = {
    .name = "export",
    .manual = "fuda-export",
    .usage = N_("export [N|ID]"),
    .summary = N_("the campaign for other programs: JSON, CSV, BG Stats"),
    .example = "fuda export --format csv -o season.csv\nfuda export -o season.json\nfuda export 3 "
               "--bgstats",
    .flags = flags,
    .takes = {OPERAND_RECORD},
    .most = 1,
    .run = run,
};
