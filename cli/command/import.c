/* fuda import: a campaign's text, records, our own JSON, plays of BG Stats, tables of past results. */
#define _XOPEN_SOURCE 700
#include "cli/campaign/adding.h"
#include "cli/campaign/merge.h"
#include "cli/exchange/exchange.h"
#include "cli/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- the file ------------------------------------------------------------------------------------ */

enum { FILE_MOST = 256 << 20 };

static bool read_file(const struct context *context, const char *name, struct text *out)
{
    char block[65536];
    size_t got;
    const bool standard = strcmp(name, "-") == 0;
    FILE *from = standard ? stdin : fopen(name, "r");
    if (from == NULL)
        return complain(context, N_("{file}: cannot open: {reason}"), "tt", "file", name, "reason", strerror(errno));
    while ((got = fread(block, 1, sizeof block, from)) > 0 && out->length <= FILE_MOST)
        text_add(out, block, got);
    bool good = !ferror(from) || complain(context, N_("{file}: cannot read: {reason}"), "tt", "file", name, "reason", strerror(errno));
    if (!standard)
        fclose(from);
    if (good && out->length > FILE_MOST)
        good = complain(context, N_("{file}: too large; expected at most 256 MiB"), "t", "file", name);
    text_put(out, "");
    return good && text_decode(context, name, out);
}

/* ---- what it is ---------------------------------------------------------------------------------- */

enum import_form { FORM_CAMPAIGN, FORM_RECORDS, FORM_JSON, FORM_CSV, FORM_BGSPLAY };

static bool begins(const char *text, const char *words)
{
    return strncmp(text, words, strlen(words)) == 0;
}

/* As --format says, else by how it begins; records are what nothing else is. */
static enum import_form form_of(const struct context *context, const char *text)
{
    static const char *const names[] = {[FORM_CAMPAIGN] = "", [FORM_RECORDS] = "records", [FORM_JSON] = "json",
                                        [FORM_CSV] = "csv", [FORM_BGSPLAY] = "bgsplay"};
    const char *wanted = given_value(context, "format");
    const char *at = text + strspn(text, " \t\r\n"), *comma = strpbrk(at, ",;\t\r\n");
    for (enum import_form i = FORM_RECORDS; wanted != NULL && i <= FORM_BGSPLAY; i++)
        if (strcmp(names[i], wanted) == 0)
            return i == FORM_RECORDS && begins(at, "#@ fuda") ? FORM_CAMPAIGN : i;
    if (begins(at, "#@ fuda"))
        return FORM_CAMPAIGN;
    if (*at == '{')
        return strstr(at, "\"fuda\"") != NULL && strstr(at, "\"#@ fuda") != NULL ? FORM_JSON : FORM_BGSPLAY;
    if (csv_recognised(text))
        return FORM_CSV;
    return comma != NULL && strchr("\r\n", *comma) == NULL && !begins(at, "game ") && *at != '#' ? FORM_CSV : FORM_RECORDS;
}

/* ---- taking it ------------------------------------------------------------------------------------ */

static enum status merge_text(const struct context *context, const struct text *text)
{
    struct campaign campaign;
    json_t *list = json_array();
    enum status status = STATUS_BAD;
    FILE *from = fmemopen(text->at, text->length, "r");
    if (from == NULL)
        memory_out();
    if (campaign_open_store(&campaign, context, given_value(context, "dry-run") != NULL ? STORE_COPY : STORE_WRITE)) {
        status = campaign_merge(&campaign, from, list);
        campaign_close(&campaign);
    }
    fclose(from);
    json_list_end(list, context->json && status == STATUS_CLEAN ? "import" : NULL);
    return status;
}

static enum status add_text(const struct context *context, const struct foreign *r, const struct text *text)
{
    struct feed feed = {.name = r->file, .text = text->at != NULL ? text->at : "", .length = text->length};
    struct added added = {.dry = given_value(context, "dry-run") != NULL};
    enum status status = STATUS_CLEAN;
    if (text->length > 0 || r->passed + r->left_out == 0)
        status = records_add(context, &feed, 0, NULL, &added);
    added_tell(context, &added);
    if (r->passed > 0)
        complain(context, N_("{file}: passed over, plays of other games: {count}"), "ti", "file", r->file, "count", (int64_t)r->passed);
    return r->passed + r->left_out > 0 && status == STATUS_CLEAN ? STATUS_BROKEN : status;
}

static enum status run(const struct context *context, int count, char **words)
{
    struct text whole = {0}, out = {0};
    enum status status = STATUS_BAD;
    (void)count;
    if (read_file(context, words[0], &whole)) {
        const char *text = whole.at != NULL ? whole.at : "";
        struct foreign r = {.context = context, .file = words[0], .text = text, .length = whole.length};
        switch (form_of(context, text)) {
        case FORM_CAMPAIGN:
            status = merge_text(context, &whole);
            break;
        case FORM_RECORDS:
            status = add_text(context, &r, &whole);
            break;
        case FORM_JSON:
            status = json_import(&r, &out) ? merge_text(context, &out) : STATUS_BAD;
            break;
        case FORM_CSV:
            status = csv_import(&r, &out) ? add_text(context, &r, &out) : STATUS_BAD;
            break;
        case FORM_BGSPLAY:
            status = bgsplay_import(&r, &out) ? add_text(context, &r, &out) : STATUS_BAD;
            break;
        }
    }
    text_clear(&whole);
    text_clear(&out);
    return status;
}

static const struct flag flags[] = {
    {.name = "format", .takes = "json|csv|bgsplay|records", .value = OPERAND_CHOICE,
     .summary = N_("what the file is; else it is seen")},
    {.name = "dry-run", .summary = N_("a look first: what would be added, who is new, what is left out; nothing is kept")},
    {0},
};

const struct command import_command = {
    .name = "import",
    .usage = N_("import FILE"),
    .summary = N_("records, JSON, plays of BG Stats, CSV of nights before fuda"),
    .example = "fuda import season.json\nfuda import old-nights.csv\nfuda import plays.bgsplay",
    .flags = flags,
    .takes = {OPERAND_FILE},
    .least = 1,
    .most = 1,
    .run = run,
};
