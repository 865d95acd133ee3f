/* fuda show: a record of the campaign, line by line. */
#define _XOPEN_SOURCE 700
#include "cli/campaign/query.h"
#include "cli/campaign/replay_records.h"
#include "cli/campaign/find_record.h"
#include "cli/deck/stored.h"

#include <string.h>

/* Up to what may stand after a name, or that sign itself. */
static size_t word_length(const char *line, bool quoted)
{
    const size_t length = strcspn(line, quoted ? "\"" : " \t\"=;:");
    return length > 0 ? length : 1;
}

/*
 * As it is stored, tabs too where another program reads it; what steers or hides no reader takes,
 * and so is shown as ?. On a terminal a name that is written from right to left stays beside its
 * number.
 */
static void print_line(const struct context *context, const char *before, const char *line)
{
    struct text t = {0};
    bool quoted = false;
    text_put(&t, before);
    for (size_t length; *line != '\0'; line += length) {
        length = word_length(line, quoted);
        quoted ^= *line == '"';
        if (*line == '\t' && !context->terminal)
            text_add(&t, line, 1);
        else
            say_name(&t, line, length);
    }
    puts(t.at);
    text_clear(&t);
}

static bool show_line(void *user, const struct store_line *line)
{
    struct campaign_query *a = user;
    char time[STORE_TIME_TEXT];
    store_time_text(line->time, time);
    if (a->context->json)
        json_array_append_new(a->list,
            json_pack("{s:I, s:s, s:s, s:b}", "line", (json_int_t)line->number, "time", time,
                "text", line->text, "withdrawn", line->withdrawn));
    else
        print_line(a->context, line->withdrawn ? "# " : "", line->text);
    return true;
}

/* The record reads without the pack's file, too. */
static void print_deck(const struct context *context, const char *text)
{
    for (const char *at = text; *at != '\0';) {
        struct text line = {0};
        size_t length = strcspn(at, "\n");
        text_add(&line, at, length);
        print_line(context, "", line.at);
        text_clear(&line);
        at += length + (at[length] == '\n');
    }
}

static bool show_heading(void *user, const struct store_entry *e)
{
    struct campaign_query *a = user;
    struct session s;
    if (!a->context->json) {
        session_begin(&s, a->context);
        decks_load(&s.packs, a->campaign.store, &e->campaign, &e->id);
        for (const struct pack *d = s.packs.kept; d != NULL; d = d->next)
            print_deck(a->context, d->text.at);
        replay_heading(&s, &e->heading);
        for (size_t i = 0; i < s.count; i++)
            print_line(a->context, "", s.steps[i].text);
        session_clear(&s);
    }
    return false;
}

static enum status run(const struct context *context, int count, char **words)
{
    struct campaign_query a;
    struct store_id record;
    if (count == 0) {
        complain(context,
            N_("which record? Expected `fuda show N` or `fuda show ID`, as `fuda history` lists "
               "them"),
            "");
        return STATUS_BAD;
    }
    if (!campaign_query_begin(&a, context, STORE_READ))
        return STATUS_BAD;
    if (!campaign_find_record(&a.campaign, words[0], false, &record)) {
        campaign_query_end(&a, "lines", STORAGE_OK);
        return STATUS_BAD;
    }
    decks_grow(&a.campaign, &a.campaign.id, false); /* what it cannot do it says */
    enum storage_error error = store_record_get(a.campaign.store, &record, show_heading, &a);
    if (error == STORAGE_OK)
        error = store_lines_each(a.campaign.store, &record, given_value(context, "edits") != NULL,
            show_line, &a);
    return campaign_query_end(&a, "lines", error);
}

static const struct flag flags[] = {
    {.name = "edits", .summary = N_("withdrawn lines too")},
    {0},
};

const struct command show_command = {
    .name = "show",
    .manual = "fuda-standings",
    .usage = N_("show N|ID"),
    .summary = N_("a record of the campaign, line by line"),
    .example = "fuda show 3\nfuda show 3 --edits\nfuda show 3 | fuda judge",
    .flags = flags,
    .takes = {OPERAND_RECORD},
    .most = 1,
    .pages = PAGES,
    .run = run,
};
