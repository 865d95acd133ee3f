/* Meeting other stores of a campaign; see club.h. */
#define _XOPEN_SOURCE 700
#include "club.h"
#include "alike.h"
#include "cli/json.h"
#include "kept_faces.h"
#include "replay_records.h"
#include "remotes.h"
#include "sync.h"

#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- create ------------------------------------------------------------------------------ */

/* Sets the remote up, with the campaign's first rows. */
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
    s->open = false; /* open it again, since its content has changed */
    return good && sync_round(s);
}

static void tell_created(const struct syncing *s)
{
    const struct context *context = s->campaign->context;
    print_with(context, N_("{name} is set up."), "t", "name", s->name);
    kept_faces_tell_shared(s->campaign);
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
    struct found_remotes *f = remotes_find(&c, on);
    if (f != NULL) {
        sync_begin(&s, &c, &f->one[0].remote);
        good = create_on(&s);
        if (!good && !s.store_failed)
            sync_pipe_complain(&s.talk);
        else if (good && !context->json)
            tell_created(&s);
        sync_end(&s);
        remotes_free(f);
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

/* Reports players who are new and look like somebody who is there. */
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

/* A remote that is watched (`--watch`). */
struct watched_remote {
    struct syncing sync;
    long again, pause; /* when it is tried again; how long the last pause was */
    long fetched;      /* when rows were last fetched */
    bool news;         /* there is something to fetch */
    bool said;         /* the user was told that it cannot be reached */
};

/* Prints the time and how much was sent and fetched, if anything was. */
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

/*
 * Waits before the next attempt, longer each time. The table goes on meanwhile; its rows are sent
 * once the remote can be reached again.
 */
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

/* Waits up to `ms` milliseconds for the remote to answer "news". */
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

/* Sends and fetches once. False: waiting will not help. */
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
    struct found_remotes *f = remotes_find(&c, count > 0 ? words[0] : NULL);
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
        remotes_free(f);
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
    struct found_remotes *f = remotes_find(&c, remote);
    if (f != NULL) {
        sync_begin(&s, &c, &f->one[0].remote);
        good = ask_standings(&s, game, visit, user);
        if (!good && !s.store_failed)
            sync_pipe_complain(&s.talk);
        sync_end(&s);
        remotes_free(f);
    }
    campaign_close(&c);
    return good;
}

const struct flag club_create_flags[] = {
    {.name = "on",
        .takes = N_("NAME"),
        .value = OPERAND_REMOTE,
        .summary = N_("the remote that is set up")},
    {0},
};

const struct flag club_sync_flags[] = {
    {.name = "watch", .summary = N_("go on until ^C: send what is played, fetch what others play")},
    {0},
};
