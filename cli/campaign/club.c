/* Where other stores of a campaign are met, and meeting them; see club.h. */
#define _XOPEN_SOURCE 700
#include "club.h"
#include "alike.h"
#include "apart.h"
#include "cli/json.h"
#include "replay.h"
#include "sync.h"

#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { ADDRESS_MOST = 4096, REMOTES_MOST = 64 };

/* ---- addresses --------------------------------------------------------------------------- */

static bool is_server(const char *address)
{
    return strncmp(address, "postgresql://", 13) == 0 || strncmp(address, "postgres://", 11) == 0;
}

/* The other way in which libpq writes one, and no folder: host=… dbname=… */
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

/* A password between the user's name and the machine's, or among the options. */
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
 * As it is kept: a folder's path from the root, since the next sync may begin elsewhere. False:
 * complained.
 */
static bool read_address(const struct context *context, char *given, char out[ADDRESS_MOST])
{
    char here[2 * ADDRESS_MOST] = "", folder[ADDRESS_MOST], *real;
    if ((is_server(given) || is_words(given)) && has_password(given)) {
        /* nobody else shall read it in the list of what runs */
        memset(given, '*', strlen(given));
        return complain(context,
            N_("an address is kept and shown, and holds no password; expected it in ~/.pgpass, or "
               "in a"
               " service file: postgresql://?service=NAME"),
            "");
    }
    if (!is_server(given) && (strstr(given, "://") != NULL || is_words(given)))
        return complain(context,
            N_("“{address}” is not a place that rows can be sent to; expected a folder, or "
               "postgresql://HOST/DATABASE"),
            "t", "address", given);
    for (const char *c = given; *c != '\0'; c++)
        if ((unsigned char)*c < ' ')
            return complain(context, N_("an address holds no control characters"), "");
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

/* The campaign of -c, where it is known here already; else it is settled when it is met. */
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
            is_server(address) ? N_(
                "{name} is kept: `fuda campaign sync` goes there. Whoever runs the server lays it"
                " out first: `fuda campaign create --on {name}`.")
                               : N_("{name} is kept: `fuda campaign sync` goes there."),
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
        complain(context,
            N_("“{word}” is nothing that can be done with remotes; expected add, list or remove"),
            "t", "word", what);
    campaign_close(&c);
    return status;
}

/* ---- finding one ------------------------------------------------------------------------- */

/* The remotes that are meant: the one named, else all of the campaign named, else all. */
struct found_remotes {
    const char *name;
    struct store_id campaign; /* none: of any */
    struct {
        char name[NAME_MOST + 1], address[ADDRESS_MOST], label[NAME_MOST + 1];
        char *state; /* owned */
        struct store_remote remote;
    } one[REMOTES_MOST];
    int count;
};

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

static void found_free(struct found_remotes *f)
{
    for (int i = 0; i < f->count; i++)
        free(f->one[i].state);
    free(f);
}

/* The caller's, by found_free; NULL: complained. */
static struct found_remotes *find_remotes(const struct campaign *c, const char *name)
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
    found_free(f);
    return NULL;
}

/* ---- create ------------------------------------------------------------------------------ */

/* Lays it out, and the campaign's first rows with it. */
static bool create_on(struct syncing *s)
{
    const char *word;
    struct text t = {0};
    if (!sync_reach(s)
        && (s->store_failed
            || (strcmp(s->talk.failed, "bare") != 0 && strcmp(s->talk.failed, "behind") != 0)))
        return false;
    text_put(&t, "create\n");
    bool good = sync_pipe_ask(&s->talk, &t) && sync_pipe_answer(&s->talk, &word) != NULL;
    text_clear(&t);
    s->open = false; /* opened anew: what is there is another thing now */
    return good && sync_round(s);
}

static void tell_created(const struct syncing *s)
{
    const struct context *context = s->campaign->context;
    print_with(context, N_("{name} is laid out."), "t", "name", s->name);
    if (strstr(s->address, "://") == NULL)
        return;
    print_with(context,
        N_("Whoever runs the server gives each table a login that may add and read, and a reader's "
           "that reads:"),
        "");
    puts("  CREATE ROLE table7 LOGIN PASSWORD '…' IN ROLE fuda_table;");
    puts("  CREATE ROLE wall LOGIN PASSWORD '…' IN ROLE fuda_reader;");
}

enum status club_create(const struct context *context, int count, char **words)
{
    struct campaign c;
    struct syncing s;
    const char *on = given_value(context, "on");
    bool good = false;
    (void)count;
    (void)words;
    if (on == NULL) {
        complain(context,
            N_("on what? Expected `fuda campaign create --on NAME`, with a name that `fuda "
               "campaign remote list` gives"),
            "");
        return STATUS_BAD;
    }
    if (!campaign_open(&c, context, STORE_WRITE))
        return STATUS_BAD;
    struct found_remotes *f = find_remotes(&c, on);
    if (f != NULL) {
        sync_begin(&s, &c, &f->one[0].remote);
        good = create_on(&s);
        if (!good && !s.store_failed)
            sync_pipe_complain(&s.talk);
        else if (good && !context->json)
            tell_created(&s);
        sync_end(&s);
        found_free(f);
    }
    campaign_close(&c);
    return good ? STATUS_CLEAN : STATUS_BAD;
}

/* ---- sync -------------------------------------------------------------------------------- */

static void tell_count(const struct syncing *s, json_t *list)
{
    const struct context *context = s->campaign->context;
    const struct sync_count *c = &s->count;
    struct text line = {0};
    if (context->json) {
        json_array_append_new(list,
            json_pack("{s:s, s:I, s:I, s:I, s:I}", "remote", s->name, "sent", (json_int_t)c->sent,
                "fetched", (json_int_t)c->fetched, "waiting", (json_int_t)c->waiting, "refused",
                (json_int_t)c->refused));
        return;
    }
    say_with(context, &line, N_("{remote}: rows sent {sent}, fetched {fetched}."), "tii", "remote",
        s->name, "sent", c->sent, "fetched", c->fetched);
    if (c->refused > 0) {
        text_put(&line, context->japanese ? "" : " ");
        say_with(context, &line, N_("Refused: {count}."), "i", "count", c->refused);
    }
    puts(line.at);
    text_clear(&line);
}

/* Who has come, and looks like somebody who is there. */
static void tell_people(const struct syncing *s, const struct alike *alike)
{
    struct campaign of = *s->campaign;
    of.id = s->remote.campaign;
    if (store_id_none(&of.id))
        return;
    alike_tell(alike, &of);
    apart_tell(&of);
}

static enum status sync_once(struct campaign *c, const struct store_remote *remote, json_t *list)
{
    struct syncing s;
    struct alike alike;
    alike_begin(&alike, c);
    sync_begin(&s, c, remote);
    bool good = sync_round(&s);
    if (!good && !s.store_failed)
        sync_pipe_complain(&s.talk);
    if (good || s.count.sent + s.count.fetched + s.count.refused > 0)
        tell_count(&s, list);
    if (s.count.fetched > 0)
        tell_people(&s, &alike);
    alike_end(&alike);
    enum status status = !good ? STATUS_BAD : s.count.refused > 0 ? STATUS_BROKEN : STATUS_CLEAN;
    sync_end(&s);
    return status;
}

/* ---- keeping on -------------------------------------------------------------------------- */

enum { LOOK_MS = 100, FETCH_PAUSE_MS = 400, AGAIN_MS = 1000, AGAIN_MOST_MS = 15000 };

static volatile sig_atomic_t stopped;

static void stop(int number)
{
    (void)number;
    stopped = 1;
}

static long now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

/* One remote as it is kept on with. */
struct watched_remote {
    struct syncing sync;
    long again, pause; /* when it is tried again; how long it is waited then */
    long fetched;      /* when it was asked last */
    bool news;         /* there is something to fetch */
    bool said;         /* that it cannot be reached */
};

/* Something moved: the hour, and how much. */
static void tell_moved(struct watched_remote *k)
{
    char clock[16] = "";
    struct tm local;
    time_t now = time(NULL);
    if (k->sync.count.sent + k->sync.count.fetched + k->sync.count.refused == 0)
        return;
    if (localtime_r(&now, &local) != NULL)
        strftime(clock, sizeof clock, "%H:%M:%S  ", &local);
    if (k->sync.campaign->context->json) {
        json_t *list = json_array();
        tell_count(&k->sync, list);
        json_print(json_array_get(list, 0));
        putchar('\n');
        json_decref(list);
    } else {
        fputs(clock, stdout);
        tell_count(&k->sync, NULL);
    }
    fflush(stdout);
    k->sync.count = (struct sync_count){0};
}

/* The table goes on meanwhile; what it says is sent when there is a way again. */
static void wait_for(struct watched_remote *k)
{
    if (!k->said && !stopped)
        sync_pipe_complain(&k->sync.talk);
    k->said = true;
    k->pause = k->pause == 0                  ? AGAIN_MS
               : k->pause * 2 > AGAIN_MOST_MS ? AGAIN_MOST_MS
                                              : k->pause * 2;
    k->again = now_ms() + k->pause;
}

/* "news" of the remote within so many milliseconds. */
static bool ask_news(struct watched_remote *k, int ms)
{
    const char *word;
    struct text t = {0};
    text_printf(&t, "wait\t%d\n", ms);
    bool good = sync_pipe_ask(&k->sync.talk, &t) && sync_pipe_answer(&k->sync.talk, &word) != NULL;
    text_clear(&t);
    if (good)
        k->news |= strcmp(word, "news") == 0;
    else
        k->sync.open = false;
    return good;
}

/* False: it will not get better by waiting. */
static bool keep_one(struct watched_remote *k, int ms)
{
    struct syncing *s = &k->sync;
    bool good;
    if (!s->open) {
        if (now_ms() < k->again)
            return true;
        good = sync_round(s);
        k->fetched = now_ms();
    } else {
        good = ask_news(k, ms) && sync_send(s);
        if (good && k->news && now_ms() - k->fetched >= FETCH_PAUSE_MS) {
            k->news = false;
            good = sync_fetch(s);
            k->fetched = now_ms();
        }
    }
    tell_moved(k);
    if (!good && (s->store_failed || !sync_pipe_may_wait(&s->talk))) {
        if (!s->store_failed)
            sync_pipe_complain(&s->talk);
        return false;
    }
    if (!good)
        wait_for(k);
    else if (k->said)
        complain(s->campaign->context, N_("{remote} is there again"), "t", "remote", s->name);
    k->said = k->said && !good;
    k->pause = good ? 0 : k->pause;
    return true;
}

static enum status keep_on(struct campaign *c, struct found_remotes *f)
{
    struct watched_remote *k = memory_get((size_t)f->count * sizeof *k);
    struct sigaction end = {.sa_handler = stop};
    bool good = true;
    sigaction(SIGINT, &end, NULL);
    sigaction(SIGTERM, &end, NULL);
    for (int i = 0; i < f->count; i++) {
        k[i] = (struct watched_remote){.news = false};
        sync_begin(&k[i].sync, c, &f->one[i].remote);
    }
    while (good && !stopped) {
        bool any = false;
        for (int i = 0; i < f->count && good && !stopped; i++) {
            good = keep_one(&k[i], LOOK_MS / f->count) || stopped;
            any |= k[i].sync.open;
        }
        if (!any && !stopped)
            pause_ms(LOOK_MS);
    }
    for (int i = 0; i < f->count; i++)
        sync_end(&k[i].sync);
    free(k);
    return good ? STATUS_CLEAN : STATUS_BAD;
}

enum status club_sync(const struct context *context, int count, char **words)
{
    struct campaign c;
    enum status worst = STATUS_CLEAN;
    if (!campaign_open_store(&c, context, STORE_WRITE))
        return STATUS_BAD;
    struct found_remotes *f = find_remotes(&c, count > 0 ? words[0] : NULL);
    json_t *list = json_array();
    if (f != NULL && given_value(context, "watch") != NULL)
        worst = keep_on(&c, f);
    else
        for (int i = 0; f != NULL && i < f->count; i++) {
            enum status one = sync_once(&c, &f->one[i].remote, list);
            worst = one > worst ? one : worst;
        }
    bool answers = f != NULL && context->json && given_value(context, "watch") == NULL;
    json_list_end(list, answers ? "sync" : NULL);
    if (f != NULL)
        found_free(f);
    campaign_close(&c);
    return f != NULL ? worst : STATUS_BAD;
}

/* ---- standings from there ---------------------------------------------------------------- */

static uint32_t next_count(char **at) { return (uint32_t)strtoul(sync_pipe_word(at), NULL, 10); }

static void see_standing(char *at, visit_far *visit, void *user)
{
    struct far_standing row = {.name = sync_pipe_word(&at)};
    row.game = sync_pipe_word(&at);
    row.games = next_count(&at);
    row.wins = next_count(&at);
    row.placed = next_count(&at);
    row.place_sum = next_count(&at);
    for (int i = 0; i < 4; i++)
        row.places[i] = next_count(&at);
    row.scored = next_count(&at);
    row.points = strtoll(sync_pipe_word(&at), NULL, 10);
    visit(user, &row);
}

static bool ask_standings(struct syncing *s, const char *game, visit_far *visit, void *user)
{
    struct text t = {0};
    const char *word;
    char id[STORE_ID_TEXT];
    if (!sync_open(s) || !sync_settle(s))
        return false;
    store_id_text(&s->remote.campaign, id);
    text_printf(&t, "standing\t%s\t%s\n", id, game != NULL ? game : "");
    char *at = sync_pipe_ask(&s->talk, &t) ? sync_pipe_answer(&s->talk, &word) : NULL;
    text_clear(&t);
    for (; at != NULL && strcmp(word, "standing") == 0; at = sync_pipe_answer(&s->talk, &word))
        see_standing(at, visit, user);
    return at != NULL;
}

bool club_standings(const struct context *context, const char *remote, const char *game,
    visit_far *visit, void *user)
{
    struct campaign c;
    struct syncing s;
    bool good = false;
    if (!campaign_open_store(&c, context, STORE_WRITE))
        return false;
    struct found_remotes *f = find_remotes(&c, remote);
    if (f != NULL) {
        sync_begin(&s, &c, &f->one[0].remote);
        good = ask_standings(&s, game, visit, user);
        if (!good && !s.store_failed)
            sync_pipe_complain(&s.talk);
        sync_end(&s);
        found_free(f);
    }
    campaign_close(&c);
    return good;
}

const struct flag club_remote_flags[] = {
    {.name = "table",
        .takes = N_("NAME"),
        .value = OPERAND_TEXT,
        .summary = N_("what others call the table that plays here")},
    {0},
};

const struct flag club_create_flags[] = {
    {.name = "on",
        .takes = N_("NAME"),
        .value = OPERAND_REMOTE,
        .summary = N_("the remote that is laid out")},
    {0},
};

const struct flag club_sync_flags[] = {
    {.name = "watch",
        .summary = N_("keep on, until ^C: send what is played, fetch what others play")},
    {0},
};
