/* Opens the store that keeps the table's records; see open_campaign.h. */
#define _XOPEN_SOURCE 700
#include "open_campaign.h"
#include "cli/say.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

bool store_ok(const struct context *context, enum storage_error error,
    const struct storage_why *why)
{
    if (error == STORAGE_OK)
        return true;
    struct text particulars = {0};
    if (why == NULL || why->message.id == NULL)
        return complain(context, store_error_text(error), "");
    say_message(context, &particulars, &why->message, NULL, NULL);
    complain(context,
        error == STORAGE_UNKNOWN && why->line == 0 ? "{particulars}"
        : why->line > 0                            ? N_("{error}: line {line}: {particulars}")
                                                   : N_("{error}: {particulars}"),
        "wit", "error", store_error_text(error), "line", (int64_t)why->line, "particulars",
        particulars.at);
    text_clear(&particulars);
    char path[STORE_PATH_MOST];
    if (error == STORAGE_DAMAGED && store_path(context, path))
        complain(context,
            N_("`fuda --db {file} campaign rescue NEW.db` gets out what can still be read"), "t",
            "file", path);
    return false;
}

bool campaign_ok(const struct campaign *campaign, enum storage_error error)
{
    return store_ok(campaign->context, error, store_why(campaign->store));
}

/* As XDG says, a relative path in the variable is ignored. */
static bool folder_name(const char *variable, const char *below_home, char *out, size_t size)
{
    const char *folder = getenv(variable), *home = getenv("HOME");
    int length;
    if (folder != NULL && folder[0] == '/')
        length = snprintf(out, size, "%s/fuda", folder);
    else if (home != NULL && home[0] == '/')
        length = snprintf(out, size, "%s/%s/fuda", home, below_home);
    else
        return false;
    return length >= 0 && (size_t)length < size;
}

bool user_folder(const char *variable, const char *below_home, char *out, size_t size)
{
    if (!folder_name(variable, below_home, out, size))
        return false;
    for (char *slash = strchr(out + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(out, 0700);
        *slash = '/';
    }
    return mkdir(out, 0700) == 0 || errno == EEXIST;
}

void day_today(char out[DAY_TEXT])
{
    time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local) == NULL || strftime(out, DAY_TEXT, "%Y-%m-%d", &local) == 0)
        out[0] = '\0';
}

/* Begins the campaign "home", which is used if none was ever chosen. */
static enum storage_error begin_home(struct campaign *campaign)
{
    enum storage_error error = store_campaign_find(campaign->store, "home", &campaign->id);
    if (error == STORAGE_UNKNOWN && campaign_may_write(campaign))
        error = store_campaign_new(campaign->store, "home", &campaign->id);
    if (error == STORAGE_TAKEN) /* another process was quicker */
        error = store_campaign_find(campaign->store, "home", &campaign->id);
    if (error == STORAGE_OK && !campaign->reads)
        error = store_campaign_use(campaign->store, &campaign->id);
    return error;
}

static bool find_campaign(struct campaign *campaign)
{
    const char *named = campaign->context->campaign;
    if (named != NULL)
        return campaign_ok(campaign, store_campaign_find(campaign->store, named, &campaign->id));
    enum storage_error error = store_campaign_used(campaign->store, &campaign->id);
    return campaign_ok(campaign, error == STORAGE_UNKNOWN ? begin_home(campaign) : error);
}

bool store_path(const struct context *context, char out[STORE_PATH_MOST])
{
    char folder[STORE_PATH_MOST - sizeof "/fuda.db"];
    if (context->db == NULL && !folder_name("XDG_DATA_HOME", ".local/share", folder, sizeof folder))
        return complain(context,
            N_("no folder to keep records in; expected HOME to be set, or --db FILE"), "");
    int length = context->db != NULL ? snprintf(out, STORE_PATH_MOST, "%s", context->db)
                                     : snprintf(out, STORE_PATH_MOST, "%s/fuda.db", folder);
    return length < STORE_PATH_MOST
           || complain(context, N_("{file}: cannot open: {reason}"), "tt", "file", context->db,
               "reason", strerror(ENAMETOOLONG));
}

/*
 * Ends the program when the store cannot be read. Its answer would be incomplete, so what is not
 * printed yet is dropped.
 */
static void end_here(const void *user, enum storage_error error, const struct storage_why *why)
{
    store_ok(user, error, why);
    _exit(STATUS_BAD);
}

void campaign_must_read(struct campaign *campaign)
{
    store_on_loss(campaign->store, end_here, campaign->context);
}

void campaign_may_lose(struct campaign *campaign) { store_on_loss(campaign->store, NULL, NULL); }

/* Reports what was acknowledged and is now missing. */
static void tell_missing(const struct context *context, const char *path,
    const struct store_missing *missing)
{
    if (missing->changes == 0)
        return;
    complain(context,
        N_("{file}: changes that were kept and are not there any more: {count}. Its log {file}-wal "
           "was removed or cut, or an older copy was put in its place"),
        "ti", "file", path, "count", missing->changes);
    for (size_t i = 0; i < missing->records; i++) {
        char id[STORE_ID_TEXT];
        store_id_text(&missing->of[i].record, id);
        complain(context, N_("missing of {game} ({id}): lines {lines}, of {count} changes"), "ttii",
            "game", missing->of[i].game, "id", id, "lines", missing->of[i].lines, "count",
            missing->of[i].changes);
    }
}

/* Opens the store. A file that is missing or has an earlier version is read from a copy. */
static bool open_store(struct campaign *campaign, enum store_mode mode)
{
    char path[STORE_PATH_MOST];
    struct storage_why why = {0};
    const struct context *context = campaign->context;
    if (!store_path(context, path))
        return false;
    enum storage_error error = store_open(path, mode, &campaign->store, &why);
    campaign->reads = mode == STORE_READ && error == STORAGE_OK;
    if (mode == STORE_READ && (error == STORAGE_MISSING || error == STORAGE_READ_ONLY))
        error = store_open(path, STORE_COPY, &campaign->store, &why);
    if (error == STORAGE_OK)
        tell_missing(context, path, store_missing(campaign->store));
    if (mode == STORE_READ && error == STORAGE_OK)
        campaign_must_read(campaign);
    return store_ok(context, error, &why);
}

bool campaign_may_write(struct campaign *campaign)
{
    struct store *read = campaign->store;
    if (!campaign->reads)
        return true;
    if (!open_store(campaign, STORE_COPY))
        return false;
    campaign_must_read(campaign);
    store_close(read);
    return true;
}

bool campaign_open_store(struct campaign *campaign, const struct context *context,
    enum store_mode mode)
{
    *campaign = (struct campaign){.context = context};
    return open_store(campaign, mode);
}

bool campaign_open(struct campaign *campaign, const struct context *context, enum store_mode mode)
{
    if (!campaign_open_store(campaign, context, mode))
        return false;
    if (!find_campaign(campaign)) {
        campaign_close(campaign);
        return false;
    }
    return true;
}

void campaign_close(struct campaign *campaign)
{
    store_close(campaign->store);
    campaign->store = NULL;
}

/* ---- house options ----------------------------------------------------------------------- */

struct collected {
    struct store_heading *heading;
    struct house_texts *texts;
};

static bool collect_option(void *user, const struct store_house *h)
{
    struct collected *c = user;
    size_t prefix = strlen(c->heading->game);
    if (strncmp(h->key, c->heading->game, prefix) != 0 || h->key[prefix] != '/'
        || h->value[0] == '\0' || c->heading->options == STORE_OPTIONS_MOST)
        return true; /* an empty value is the default again */
    int at = c->heading->options++;
    snprintf(c->texts->text[at][0], sizeof c->texts->text[at][0], "%s", h->key);
    snprintf(c->texts->text[at][1], sizeof c->texts->text[at][1], "%s", h->value);
    c->heading->option[at] = (struct store_option){c->texts->text[at][0], c->texts->text[at][1]};
    return true;
}

bool campaign_house(const struct campaign *campaign, struct store_heading *heading,
    struct house_texts *texts)
{
    struct collected c = {heading, texts};
    const char *day = heading->date != NULL && heading->date[0] != '\0' ? heading->date : NULL;
    heading->options = 0;
    return campaign_ok(campaign,
        store_house_each(campaign->store, &campaign->id, day, true, collect_option, &c));
}
