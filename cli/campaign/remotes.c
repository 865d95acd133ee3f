/* Where other stores of a campaign are met: kept, listed, found; see remotes.h. */
#define _XOPEN_SOURCE 700
#include "remotes.h"
#include "club.h"
#include "cli/json.h"
#include "cli/say.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- addresses --------------------------------------------------------------------------- */

static bool is_server(const char *address)
{
    return strncmp(address, "postgresql://", 13) == 0 || strncmp(address, "postgres://", 11) == 0;
}

/* Is it an address in the other form that libpq takes (host=… dbname=…), and not a folder? */
static bool is_words(const char *address)
{
    static const char *const words[] = {"host=", "hostaddr=", "dbname=", "user=", "password=",
        "service="};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *at = strstr(address, words[i]);
        if (at != NULL && (at == address || at[-1] == ' '))
            return true;
    }
    return false;
}

/* Is there a password between the names of the user and the machine, or among the options? */
static bool has_password(const char *address)
{
    const char *user = strstr(address, "://");
    user = user != NULL ? user + 3 : address;
    const char *at = strchr(user, '@'), *slash = strpbrk(user, "/?");
    bool named = at != NULL && (slash == NULL || at < slash)
                 && memchr(user, ':', (size_t)(at - user)) != NULL;
    return named || strstr(address, "password=") != NULL;
}

/*
 * Writes the address as it is kept: a folder becomes an absolute path, since the next sync may be
 * started elsewhere. False: it has complained.
 */
static bool read_address(const struct context *context, char *given, char out[ADDRESS_MOST])
{
    char here[2 * ADDRESS_MOST] = "", folder[ADDRESS_MOST], *real;
    if ((is_server(given) || is_words(given)) && has_password(given)) {
        /* nobody else shall read it in the list of what runs */
        memset(given, '*', strlen(given));
        return complain(context,
            N_("an address is kept and shown, so it must not contain a password; expected that in "
               "~/.pgpass, or in a service file: postgresql://?service=NAME"),
            "");
    }
    if (!is_server(given) && (strstr(given, "://") != NULL || is_words(given)))
        return complain(context,
            N_("“{address}” is not a place that rows can be sent to; expected a folder, or "
               "postgresql://HOST/DATABASE"),
            "t", "address", given);
    for (const char *c = given; *c != '\0'; c++)
        if ((unsigned char)*c < ' ')
            return complain(context, N_("an address must not contain control characters"), "");
    if (is_server(given) || given[0] == '/')
        snprintf(here, sizeof here, "%s", given);
    else if (getcwd(folder, sizeof folder) != NULL)
        snprintf(here, sizeof here, "%s/%s", folder, given);
    if (*given == '\0' || here[0] == '\0' || strlen(here) >= ADDRESS_MOST - 1)
        return complain(context,
            N_("“{address}” is not a place that rows can be sent to; expected a folder, or "
               "postgresql://HOST/DATABASE"),
            "t", "address", given);
    real = is_server(given) ? NULL : realpath(here, NULL);
    snprintf(out, ADDRESS_MOST, "%s", real != NULL ? real : here);
    free(real);
    return true;
}

/* ---- remote add, list, remove ------------------------------------------------------------ */

/* The campaign of -c, if this store knows it already; if not, the sync settles which one it is. */
static bool named_campaign(const struct campaign *c, struct store_id *out)
{
    const char *name = c->context->campaign;
    *out = (struct store_id){{0}};
    return name != NULL && store_campaign_find(c->store, name, out) == STORAGE_OK;
}

static enum status remote_add(struct campaign *c, int count, char **words)
{
    char address[ADDRESS_MOST];
    struct store_id campaign;
    if (count != 2) {
        complain(c->context,
            N_("expected `fuda campaign remote add NAME ADDRESS`: a folder, or "
               "postgresql://HOST/DATABASE"),
            "");
        return STATUS_BAD;
    }
    if (!read_address(c->context, words[1], address))
        return STATUS_BAD;
    bool named = named_campaign(c, &campaign);
    const char *label = given_value(c->context, "table");
    if (!campaign_ok(c, store_remote_add(c->store, words[0], address, named ? &campaign : NULL,
                            label != NULL ? label : "")))
        return STATUS_BAD;
    if (!c->context->json)
        print_with(c->context,
            is_server(address)
                ? N_("{name} is kept; `fuda campaign sync` exchanges rows with it. First, whoever "
                     "runs the server sets it up: `fuda campaign create --on {name}`.")
                : N_("{name} is kept; `fuda campaign sync` exchanges rows with it."),
            "t", "name", words[0]);
    return STATUS_CLEAN;
}

struct name_search {
    const struct store_id *id;
    char name[NAME_MOST + 1];
};

static bool see_campaign(void *user, const struct store_campaign *c)
{
    struct name_search *search = user;
    if (store_id_compare(&c->id, search->id) == 0)
        snprintf(search->name, sizeof search->name, "%s", c->name);
    return true;
}

struct remote_listing {
    struct campaign *campaign;
    json_t *list;
    bool any;
};

static bool list_remote(void *user, const struct store_remote *r)
{
    struct remote_listing *l = user;
    const struct context *context = l->campaign->context;
    struct name_search of = {.id = &r->campaign};
    int64_t waiting = 0;
    struct text line = {0};
    l->any = true;
    store_campaigns_each(l->campaign->store, see_campaign, &of);
    store_rows_waiting(l->campaign->store, r->name, r->sent, &waiting);
    if (context->json) {
        json_array_append_new(l->list,
            json_pack("{s:s, s:s, s:o, s:I}", "remote", r->name, "address", r->address, "campaign",
                of.name[0] != '\0' ? json_string(of.name) : json_null(), "waiting",
                (json_int_t)waiting));
        return true;
    }
    say_foreign(&line, r->name, strlen(r->name));
    text_put(&line, "  ");
    say_foreign(&line, r->address, strlen(r->address));
    if (of.name[0] != '\0') {
        text_put(&line, "  ");
        say_foreign(&line, of.name, strlen(of.name));
    }
    if (waiting > 0) {
        text_put(&line, "  ");
        say_with(context, &line, N_("({count} rows not sent yet)"), "i", "count", waiting);
    }
    puts(line.at);
    text_clear(&line);
    return true;
}

static enum status remote_list(struct campaign *c)
{
    struct remote_listing l = {.campaign = c, .list = json_array()};
    bool good = campaign_ok(c, store_remotes_each(c->store, list_remote, &l));
    if (good && !l.any && !c->context->json)
        puts(say(c->context, N_("No remote is kept yet.")));
    json_list_end(l.list, good && c->context->json ? "remotes" : NULL);
    return good ? STATUS_CLEAN : STATUS_BAD;
}

static enum status remote_remove(struct campaign *c, int count, char **words)
{
    if (count != 1) {
        complain(c->context,
            N_("expected `fuda campaign remote remove NAME`, with a name that `fuda campaign "
               "remote list` gives"),
            "");
        return STATUS_BAD;
    }
    return campaign_ok(c, store_remote_remove(c->store, words[0])) ? STATUS_CLEAN : STATUS_BAD;
}

enum status club_remote(const struct context *context, int count, char **words)
{
    struct campaign c;
    const char *what = count > 0 ? words[0] : "list";
    bool lists = strcmp(what, "list") == 0;
    enum status status = STATUS_BAD;
    if (!campaign_open_store(&c, context, lists ? STORE_READ : STORE_WRITE))
        return STATUS_BAD;
    if (lists)
        status = remote_list(&c);
    else if (strcmp(what, "add") == 0)
        status = remote_add(&c, count - 1, words + 1);
    else if (strcmp(what, "remove") == 0)
        status = remote_remove(&c, count - 1, words + 1);
    else
        complain(context, N_("“{word}” cannot be done with remotes; expected add, list or remove"),
            "t", "word", what);
    campaign_close(&c);
    return status;
}

/* ---- finding one ------------------------------------------------------------------------- */

static bool see_remote(void *user, const struct store_remote *r)
{
    struct found_remotes *f = user;
    bool other = !store_id_none(&f->campaign) && !store_id_none(&r->campaign)
                 && store_id_compare(&f->campaign, &r->campaign) != 0;
    if ((f->name != NULL ? strcmp(f->name, r->name) != 0 : other) || f->count == REMOTES_MOST)
        return true;
    int i = f->count++;
    snprintf(f->one[i].name, sizeof f->one[i].name, "%s", r->name);
    snprintf(f->one[i].address, sizeof f->one[i].address, "%s", r->address);
    f->one[i].state = memory_text(r->state);
    f->one[i].remote = *r;
    f->one[i].remote.name = f->one[i].name;
    f->one[i].remote.address = f->one[i].address;
    f->one[i].remote.state = f->one[i].state;
    snprintf(f->one[i].label, sizeof f->one[i].label, "%s", r->label);
    f->one[i].remote.label = f->one[i].label;
    return true;
}

void remotes_free(struct found_remotes *f)
{
    for (int i = 0; i < f->count; i++)
        free(f->one[i].state);
    free(f);
}

struct found_remotes *remotes_find(const struct campaign *c, const char *name)
{
    struct found_remotes *f = memory_get(sizeof *f);
    *f = (struct found_remotes){.name = name};
    if (name == NULL)
        named_campaign(c, &f->campaign);
    if (campaign_ok(c, store_remotes_each(c->store, see_remote, f)) && f->count > 0)
        return f;
    if (f->count == 0 && name != NULL)
        complain(c->context,
            N_("there is no remote “{name}”; expected one that `fuda campaign remote list` gives"),
            "t", "name", name);
    else if (f->count == 0)
        complain(c->context,
            N_("no remote is known; expected `fuda campaign remote add NAME ADDRESS` first"), "");
    remotes_free(f);
    return NULL;
}

const struct flag club_remote_flags[] = {
    {.name = "table",
        .takes = N_("NAME"),
        .value = OPERAND_TEXT,
        .summary = N_("what others call the table that plays here")},
    {0},
};
