/*
 * fuda import: a campaign's text, records, our own JSON, plays of BG Stats, tables of past results.
 */
#define _XOPEN_SOURCE 700
#include "cli/campaign/adding.h"
#include "cli/campaign/alike.h"
#include "cli/campaign/merge.h"
#include "cli/deck/stored.h"
#include "cli/exchange/exchange.h"
#include "cli/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the file -------------------------------------------------------------------------------- */

enum { FILE_MOST = 256 << 20 };

static bool read_file(const struct context *context, const char *name, struct text *out)
{
    char block[65536];
    size_t got;
    const bool standard = strcmp(name, "-") == 0;
    FILE *from = standard ? stdin : fopen(name, "r");
    if (from == NULL)
        return complain(context, N_("{file}: cannot open: {reason}"), "tt", "file", name, "reason",
            strerror(errno));
    while ((got = fread(block, 1, sizeof block, from)) > 0 && out->length <= FILE_MOST)
        text_add(out, block, got);
    bool good = !ferror(from)
                || complain(context, N_("{file}: cannot read: {reason}"), "tt", "file", name,
                    "reason", strerror(errno));
    if (!standard)
        fclose(from);
    if (good && out->length > FILE_MOST)
        good = complain(context, N_("{file}: too large; expected at most 256 MiB"), "t", "file",
            name);
    text_put(out, "");
    return good && text_decode(context, name, out);
}

/* ---- what it is ------------------------------------------------------------------------------ */

enum import_form { FORM_CAMPAIGN, FORM_RECORDS, FORM_JSON, FORM_CSV, FORM_BGSPLAY };

static bool begins(const char *text, const char *words)
{
    return strncmp(text, words, strlen(words)) == 0;
}

/* As --format says, else by how it begins; records are what nothing else is. */
static enum import_form form_of(const struct context *context, const char *text)
{
    static const char *const names[] = {[FORM_CAMPAIGN] = "",
        [FORM_RECORDS] = "records",
        [FORM_JSON] = "json",
        [FORM_CSV] = "csv",
        [FORM_BGSPLAY] = "bgsplay"};
    const char *wanted = given_value(context, "format");
    const char *at = text + strspn(text, " \t\r\n"), *comma = strpbrk(at, ",;\t\r\n");
    for (enum import_form i = FORM_RECORDS; wanted != NULL && i <= FORM_BGSPLAY; i++)
        if (strcmp(names[i], wanted) == 0)
            return i == FORM_RECORDS && begins(at, "#@ fuda") ? FORM_CAMPAIGN : i;
    if (begins(at, "#@ fuda"))
        return FORM_CAMPAIGN;
    if (*at == '{')
        return strstr(at, "\"fuda\"") != NULL && strstr(at, "\"#@ fuda") != NULL ? FORM_JSON
                                                                                 : FORM_BGSPLAY;
    if (csv_recognised(text))
        return FORM_CSV;
    return comma != NULL && strchr("\r\n", *comma) == NULL && !begins(at, "game ") && *at != '#'
               ? FORM_CSV
               : FORM_RECORDS;
}

/* ---- taking it ------------------------------------------------------------------------------- */

/* What was read of a file: a campaign's text, or records. */
struct import {
    struct foreign r;
    struct text text; /* owned */
    bool campaign;
};

/* A dry look does all that is done, to a copy of the store; what it told is not told again. */
struct glance {
    bool dry, told;
    unsigned news; /* records that are new, or have grown */
};

static enum status merge_text(const struct context *context, const struct import *in,
    struct glance *look)
{
    struct campaign campaign = {.context = context};
    struct alike alike = {.count = 0};
    json_t *list = json_array();
    enum status status = STATUS_BAD;
    FILE *from = fmemopen(in->text.at, in->text.length, "r");
    if (from == NULL)
        memory_out();
    if (campaign_open_store(&campaign, context, look->dry ? STORE_COPY : STORE_WRITE)) {
        alike_begin(&alike, &campaign);
        status = campaign_merge(&campaign, from, list, &look->news);
        if (status == STATUS_CLEAN)
            alike_new(&alike, &campaign);
        if (status == STATUS_CLEAN && !look->told)
            alike_tell(&alike, &campaign);
        if (status == STATUS_CLEAN && !look->dry)
            apart_tell(&campaign);
        campaign_close(&campaign);
    }
    alike_end(&alike);
    fclose(from);
    json_list_end(list, context->json && status == STATUS_CLEAN ? "import" : NULL);
    return status;
}

static enum status add_text(const struct context *context, const struct import *in,
    struct glance *look)
{
    struct feed feed = {.name = in->r.file,
        .text = in->text.at != NULL ? in->text.at : "",
        .length = in->text.length};
    struct added added = {.dry = look->dry, .look = true, .told = look->told};
    enum status status = STATUS_CLEAN;
    if (in->text.length > 0 || in->r.passed + in->r.left_out == 0)
        status = records_add(context, &feed, 0, NULL, &added);
    added_tell(context, &added);
    look->news = added.added;
    return in->r.passed + in->r.left_out > 0 && status == STATUS_CLEAN ? STATUS_BROKEN : status;
}

static enum status take(const struct context *context, const struct import *in, struct glance *look)
{
    return in->campaign ? merge_text(context, in, look) : add_text(context, in, look);
}

/* Shown first where somebody is there to say yes, and with --dry-run shown alone. */
static enum status look_and_take(const struct context *context, const struct import *in)
{
    const bool only = given_value(context, "dry-run") != NULL;
    const bool asks = !only && !context->json && given_value(context, "yes") == NULL
                      && isatty(STDIN_FILENO) && isatty(STDERR_FILENO)
                      && strcmp(in->r.file, "-") != 0;
    struct glance look = {.dry = true};
    if (only || asks) {
        const enum status status = take(context, in, &look);
        const bool wanted = asks && look.news > 0 && say_asked(context, N_("Add this? yes or no:"));
        if (!wanted && !context->json && (only || look.news > 0))
            print_with(context, N_("Nothing was kept."), "");
        if (!wanted)
            return status;
        look.told = true;
    }
    look.dry = false;
    return take(context, in, &look);
}

/* What the file holds, in our own words; false: complained. */
static bool read_form(struct import *in, const struct text *whole)
{
    bool good = true;
    switch (form_of(in->r.context, in->r.text)) {
    case FORM_CAMPAIGN:
        in->campaign = true;
        text_add(&in->text, whole->at, whole->length);
        break;
    case FORM_RECORDS: text_add(&in->text, in->r.text, whole->length); break;
    case FORM_JSON:
        in->campaign = true;
        good = json_import(&in->r, &in->text);
        break;
    case FORM_CSV: good = csv_import(&in->r, &in->text); break;
    case FORM_BGSPLAY: good = bgsplay_import(&in->r, &in->text); break;
    }
    return good;
}

/* What is wrong in a pack is told when a record is played by it. */
static void pass_by(void *user, const char *words)
{
    (void)user;
    (void)words;
}

static enum status run(const struct context *context, int count, char **words)
{
    struct text whole = {0};
    struct import in = {.campaign = false};
    struct packs played = {.context = context}, packs = {.context = context, .wrong = pass_by};
    struct campaign campaign = {.context = context};
    enum status status = STATUS_BAD;
    (void)count;
    if (read_file(context, words[0], &whole) && campaign_open(&campaign, context, STORE_COPY)) {
        decks_played(&played, &campaign);
        campaign_close(&campaign);
        packs.played = played.kept;
        in.r = (struct foreign){.context = context,
            .file = words[0],
            .text = whole.at != NULL ? whole.at : "",
            .length = whole.length,
            .packs = &packs};
        status = read_form(&in, &whole) ? look_and_take(context, &in) : STATUS_BAD;
    }
    packs_end(&packs);
    packs_end(&played);
    text_clear(&whole);
    text_clear(&in.text);
    return status;
}

static const struct flag flags[] = {
    {.name = "format",
        .takes = "json|csv|bgsplay|records",
        .value = OPERAND_CHOICE,
        .summary = N_("what the file is; default: recognised by its content")},
    {.name = "dry-run",
        .summary = N_(
            "only look: what would be added, who is new, what is left out; nothing is kept")},
    {.name = "yes",
        .letter = 'y',
        .summary = N_("add it without the look and the question that a terminal gets first")},
    {0},
};

const struct command import_command = {
    .name = "import",
    .manual = "fuda-export",
    .usage = N_("import FILE"),
    .summary = N_("records, JSON, plays of BG Stats, CSV of nights before fuda"),
    .example = "fuda import season.json\nfuda import old-nights.csv\nfuda import plays.bgsplay",
    .flags = flags,
    .takes = {OPERAND_FILE},
    .least = 1,
    .most = 1,
    .run = run,
};
