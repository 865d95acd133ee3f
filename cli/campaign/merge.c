/* Imports a campaign's text into the store; see merge.h. */
#include "merge.h"
#include "cli/progress.h"
#include "cli/campaign/replay_records.h"
#include "cli/say.h"

#include <jansson.h>
#include <string.h>

struct named {
    struct store_id id;
    char name[NAME_MOST + 1];
};

static bool see_one(void *user, const struct store_entry *entry)
{
    (void)entry;
    *(bool *)user = true;
    return false;
}

static bool name_of(void *user, const struct store_campaign *c)
{
    struct named *named = user;
    if (store_id_compare(&c->id, &named->id) == 0)
        snprintf(named->name, sizeof named->name, "%s", c->name);
    return true;
}

static void find_name(const struct campaign *w, const struct store_id *campaign, struct named *out)
{
    *out = (struct named){.id = *campaign};
    campaign_ok(w, store_campaigns_each(w->store, name_of, out));
}

/*
 * Makes the imported campaign the one in use if there is none yet, or if the one in use has the
 * same name and no games (sitting down at the table and leaving again begins such a "home").
 */
static void use_imported(const struct campaign *w, const struct store_id *imported)
{
    struct store_id used;
    struct named old, new;
    struct store_filter any = {.withdrawn_too = true, .most = 1};
    bool played = false;
    enum storage_error error = store_campaign_used(w->store, &used);
    if (error == STORAGE_OK) {
        find_name(w, &used, &old);
        find_name(w, imported, &new);
        store_history_each(w->store, &used, &any, see_one, &played);
        if (played || strcmp(old.name, new.name) != 0)
            return;
    } else if (error != STORAGE_UNKNOWN) {
        campaign_ok(w, error);
        return;
    }
    campaign_ok(w, store_campaign_use(w->store, imported));
}

/* Imports it and shows the progress if the size is known. */
static enum storage_error import_shown(const struct campaign *campaign, FILE *from,
    struct store_merge *out)
{
    struct progress progress;
    const bool measured = fseek(from, 0, SEEK_END) == 0;
    const long size = measured ? ftell(from) : -1;
    if (measured)
        rewind(from);
    progress_begin(&progress, campaign->context);
    FILE *shown = size > 0 ? progress_file(&progress, from, (size_t)size) : from;
    const enum storage_error error = store_import(campaign->store, shown, out);
    if (shown != from)
        fclose(shown);
    progress_end(&progress);
    return error;
}

enum status campaign_merge(struct campaign *campaign, FILE *from, json_t *list, unsigned *news)
{
    const struct context *context = campaign->context;
    struct store_merge merge = {0};
    const enum storage_error error = import_shown(campaign, from, &merge);
    if (!campaign_ok(campaign, error))
        return STATUS_BAD;
    replay_stale(campaign, &merge.campaign);
    use_imported(campaign, &merge.campaign);
    campaign->id = merge.campaign;
    if (news != NULL)
        *news = merge.records_new + merge.records_grown;
    if (context->json)
        json_array_append_new(list,
            json_pack("{s:I, s:I, s:I, s:I}", "new", (json_int_t)merge.records_new, "grown",
                (json_int_t)merge.records_grown, "known", (json_int_t)merge.records_known, "lines",
                (json_int_t)merge.lines_new));
    else
        print_with(context,
            N_("Records: {new} new, {grown} grown, {known} known. Lines: {lines} new."), "iiii",
            "new", (int64_t)merge.records_new, "grown", (int64_t)merge.records_grown, "known",
            (int64_t)merge.records_known, "lines", (int64_t)merge.lines_new);
    return STATUS_CLEAN;
}
