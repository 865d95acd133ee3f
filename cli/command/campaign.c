/*
 * fuda campaign: campaigns and what belongs to a whole one. Each word after it is a row of the
 * table below.
 */
#define _XOPEN_SOURCE 700
#include "cli/deck/stored.h"
#include "cli/campaign/club.h"
#include "cli/campaign/merge.h"
#include "cli/campaign/rescue_campaign.h"
#include "cli/campaign/open_campaign.h"
#include "cli/campaign/replay_records.h"
#include "cli/campaign/judged_result.h"
#include "cli/campaign/find_record.h"
#include "cli/json.h"
#include "cli/output.h"
#include "cli/progress.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct work {
    const struct context *context;
    struct campaign campaign;
    int count;
    char **words; /* after the campaign's own word */
    json_t *list; /* an answer being collected */
    bool wrong;
};

static enum status answer(struct work *w, enum storage_error error)
{
    return campaign_ok(&w->campaign, error) ? STATUS_CLEAN : STATUS_BAD;
}

/* A line with something that others wrote. */
static void put_line(const char *before, const char *foreign, const char *behind)
{
    struct text line = {0};
    text_put(&line, before);
    say_foreign(&line, foreign, strlen(foreign));
    text_put(&line, behind);
    puts(line.at);
    text_clear(&line);
}

/* ---- new, list, use, rename -------------------------------------------------------------- */

static enum status do_new(struct work *w)
{
    struct store_id id;
    enum storage_error error = store_campaign_new(w->campaign.store, w->words[0], &id);
    if (error == STORAGE_OK)
        error = store_campaign_use(w->campaign.store, &id);
    if (error == STORAGE_OK && !w->context->json)
        print_with(w->context, N_("Campaign “{name}” begun, and in use."), "t", "name",
            w->words[0]);
    return answer(w, error);
}

static bool list_one(void *user, const struct store_campaign *c)
{
    struct work *w = user;
    if (w->context->json)
        json_array_append_new(w->list,
            json_pack("{s:s, s:b}", "campaign", c->name, "in_use", c->in_use));
    else
        put_line(c->in_use ? "* " : "  ", c->name, "");
    return true;
}

static enum status do_list(struct work *w)
{
    return answer(w, store_campaigns_each(w->campaign.store, list_one, w));
}

static enum status do_use(struct work *w)
{
    struct store_id id;
    enum storage_error error = store_campaign_find(w->campaign.store, w->words[0], &id);
    if (error == STORAGE_OK)
        error = store_campaign_use(w->campaign.store, &id);
    return answer(w, error);
}

static enum status do_rename(struct work *w)
{
    struct store_id id;
    enum storage_error error = store_campaign_find(w->campaign.store, w->words[0], &id);
    if (error == STORAGE_OK)
        error = store_campaign_rename(w->campaign.store, &id, w->words[1]);
    return answer(w, error);
}

/* ---- show, house ------------------------------------------------------------------------- */

static bool list_name(void *user, const struct store_name *n)
{
    struct work *w = user;
    if (!n->current)
        return true;
    if (w->context->json)
        json_array_append_new(w->list, json_string(n->name));
    else
        put_line("  ", n->name, "");
    return true;
}

static enum status do_show(struct work *w)
{
    if (!w->context->json)
        puts(say(w->context, N_("Players:")));
    return answer(w, store_names_each(w->campaign.store, &w->campaign.id, list_name, w));
}

static bool list_house(void *user, const struct store_house *h)
{
    struct work *w = user;
    struct text line = {0};
    if (w->context->json) {
        json_array_append_new(w->list, json_pack("{s:s, s:s, s:s, s:b}", "key", h->key, "value",
                                           h->value, "day", h->day, "in_force", h->in_force));
        return true;
    }
    text_printf(&line, "%s  %s=%s", h->day, h->key,
        h->value[0] ? h->value : say(w->context, N_("(default)")));
    text_put(&line, h->in_force ? "" : "  ");
    put_line("", line.at, h->in_force ? "" : say(w->context, N_("(replaced)")));
    text_clear(&line);
    return true;
}

/* GAME/KEY=VALUE, checked against the game's options; an empty value is the default again. */
static bool check_option(struct work *w, const char *key, const char *value)
{
    const struct rulebook *book = rulebook_find((struct span){key, strcspn(key, "/")});
    struct seats none = {.count = 0};
    struct house house;
    struct fault fault;
    if (book == NULL || strchr(key, '/') == NULL)
        return complain(w->context,
            N_("“{key}” names no game; expected GAME/KEY=VALUE, as haratama/tie=tied"), "t", "key",
            key);
    struct setting setting = {.book = book, .seats = &none, .house = &house};
    struct argument pair = {.text = {key, strlen(key)}, .value = {value, strlen(value)}};
    house_default(&house, book);
    if (value[0] == '\0' || house_set(&house, &setting, &pair, &fault))
        return true;
    return complain_of(w->context, &fault.message, &setting);
}

static bool check_word(struct work *w, char *word)
{
    char *equals = strchr(word, '=');
    if (equals == NULL)
        return complain(w->context, N_("“{word}” settles nothing; expected GAME/KEY=VALUE"), "t",
            "word", word);
    *equals = '\0';
    return check_option(w, word, equals + 1);
}

/* A word that was checked: its key ends where its value begins. */
static enum status settle(struct work *w, const char *key)
{
    char day[DAY_TEXT];
    day_today(day);
    return answer(w,
        store_house_settle(w->campaign.store, &w->campaign.id, key, key + strlen(key) + 1, day));
}

static enum status do_house(struct work *w)
{
    for (int i = 0; i < w->count; i++)
        if (!check_word(w, w->words[i]))
            return STATUS_BAD;
    for (int i = 0; i < w->count; i++)
        if (settle(w, w->words[i]) != STATUS_CLEAN)
            return STATUS_BAD;
    return answer(w,
        store_house_each(w->campaign.store, &w->campaign.id, NULL, false, list_house, w));
}

/* ---- check ------------------------------------------------------------------------------- */

static bool same_result(const struct store_result *a, const struct store_result *b, int seats)
{
    bool same = a->finished == b->finished;
    for (int i = 0; i < seats && a->finished; i++)
        same &= a->seat[i].place == b->seat[i].place && a->seat[i].won == b->seat[i].won
                && a->seat[i].scored == b->seat[i].scored && a->seat[i].points == b->seat[i].points
                && (a->counted != b->counted
                    || memcmp(a->seat[i].count, b->seat[i].count, sizeof a->seat[i].count) == 0);
    return same;
}

/* How far the check is. */
struct checked_records {
    struct work *work;
    struct session session;
    struct progress progress;
    size_t done, all;
};

static bool count_one(void *user, const struct store_entry *entry)
{
    size_t *all = user;
    (void)entry;
    ++*all;
    return true;
}

/* The pages are checked first, and nobody knows how many there are to come. */
static int still_checking(void *user)
{
    progress_show(user, 0, 1);
    return 0;
}

/* Every result again from its record. */
static bool check_one(void *user, const struct store_entry *entry)
{
    struct checked_records *c = user;
    struct work *w = c->work;
    struct store_result result;
    char id[STORE_ID_TEXT];
    progress_show(&c->progress, c->done++, c->all);
    store_id_text(&entry->id, id);
    if (!replay_entry(&c->session, &w->campaign, entry, &result)) {
        complain(w->context, N_("{id}: the record can no longer be read"), "t", "id", id);
        w->wrong = true;
    } else if (entry->state == STORE_FINISHED
               && !same_result(&entry->result, &result, entry->heading.seats)) {
        complain(w->context,
            N_("{id}: the result kept differs from what the rules make of the record"), "t", "id",
            id);
        w->wrong = true;
    }
    return true;
}

/*
 * What is not kept yet of results that are sound, or was counted otherwise by an earlier version.
 */
static enum storage_error complete(struct work *w)
{
    enum storage_error error = store_results_outdate(w->campaign.store, &w->campaign.id,
        result_counted());
    w->wrong |= error == STORAGE_OK && !replay_stale(&w->campaign, &w->campaign.id);
    return error;
}

static enum status do_check(struct work *w)
{
    struct store_filter filter = {.withdrawn_too = true};
    struct checked_records c = {.work = w};
    progress_begin(&c.progress, w->context);
    store_alive(w->campaign.store, still_checking, &c.progress);
    enum storage_error error = store_check(w->campaign.store);
    /* which was told when it was opened */
    w->wrong = store_missing(w->campaign.store)->changes > 0;
    store_alive(w->campaign.store, NULL, NULL);
    progress_end(&c.progress);
    /* a record that could not be read is not one that no longer reads */
    campaign_must_read(&w->campaign);
    if (error == STORAGE_OK)
        decks_grow(&w->campaign, &w->campaign.id, true);
    progress_begin(&c.progress, w->context);
    session_begin(&c.session, w->context);
    if (error == STORAGE_OK)
        error = store_history_each(w->campaign.store, &w->campaign.id, &filter, count_one, &c.all);
    if (error == STORAGE_OK)
        error = store_history_each(w->campaign.store, &w->campaign.id, &filter, check_one, &c);
    session_clear(&c.session);
    progress_end(&c.progress);
    if (error == STORAGE_OK && !w->wrong)
        error = complete(w);
    if (error == STORAGE_OK && !w->wrong && !w->context->json)
        puts(say(w->context, N_("The campaign is sound: every result follows from its record.")));
    enum status status = answer(w, error);
    return status == STATUS_CLEAN && w->wrong ? STATUS_BROKEN : status;
}

/* ---- whole records ----------------------------------------------------------------------- */

static enum status set_withdrawn(struct work *w, bool withdrawn)
{
    struct store_id record;
    char id[STORE_ID_TEXT];
    if (!campaign_find_record(&w->campaign, w->words[0], !withdrawn, &record))
        return STATUS_BAD;
    enum storage_error error = store_record_withdraw(w->campaign.store, &record, withdrawn, false);
    store_id_text(&record, id);
    if (error == STORAGE_NOTHING) {
        complain(w->context,
            withdrawn
                ? N_("the record {id} is withdrawn already; `fuda campaign restore` puts it back")
                : N_("the record {id} is not withdrawn; expected one that `fuda history "
                     "--withdrawn` lists"),
            "t", "id", id);
        return STATUS_BAD;
    }
    if (error == STORAGE_OK && w->context->json)
        json_array_append_new(w->list, json_string(id));
    else if (error == STORAGE_OK && withdrawn)
        print_with(w->context,
            N_("Out of history and standings, and kept: `fuda campaign restore {id}` puts it "
               "back."),
            "t", "id", id);
    else if (error == STORAGE_OK)
        print_with(w->context, N_("In history and standings again: {id}"), "t", "id", id);
    return answer(w, error);
}

static enum status do_withdraw(struct work *w) { return set_withdrawn(w, true); }

static enum status do_restore(struct work *w) { return set_withdrawn(w, false); }

/* ---- export, import ---------------------------------------------------------------------- */

static enum status do_export(struct work *w)
{
    struct output out = {0};
    if (!output_begin(&out, w->context, w->count > 0 ? w->words[0] : NULL))
        return STATUS_BAD;
    enum status status = answer(w, store_export(w->campaign.store, &w->campaign.id, NULL, out.to));
    return output_end(&out, status == STATUS_CLEAN) ? status : STATUS_BAD;
}

static enum status do_import(struct work *w)
{
    FILE *in = strcmp(w->words[0], "-") == 0 ? stdin : fopen(w->words[0], "r");
    if (in == NULL) {
        complain(w->context, N_("{file}: cannot open: {reason}"), "tt", "file", w->words[0],
            "reason", strerror(errno));
        return STATUS_BAD;
    }
    enum status status = campaign_merge(&w->campaign, in, w->list, NULL);
    if (in != stdin)
        fclose(in);
    return status;
}

/* ---- the command ------------------------------------------------------------------------- */

/* What is done after a word of the command line. */
struct campaign_word {
    enum status (*run)(struct work *w);
    bool any_campaign; /* works without one in use */
    int asks;          /* with fewer words than this it changes nothing */
};

static enum status run(const struct context *context, int count, char **given);

static const struct command words[] = {
    {.name = "new",
        .usage = N_("new NAME"),
        .summary = N_("begin a campaign and use it"),
        .example = "fuda campaign new \"Thursday table\"",
        .takes = {OPERAND_TEXT},
        .least = 1,
        .most = 1,
        .run = run,
        .with = &(const struct campaign_word){.run = do_new, .any_campaign = true}},
    {.name = "list",
        .usage = N_("list"),
        .summary = N_("all campaigns; * marks the one in use"),
        .example = "fuda campaign list",
        .run = run,
        .with = &(const struct campaign_word){.run = do_list, .any_campaign = true, .asks = 1}},
    {.name = "use",
        .usage = N_("use NAME"),
        .summary = N_("use this one from now on"),
        .example = "fuda campaign use home",
        .takes = {OPERAND_CAMPAIGN},
        .least = 1,
        .most = 1,
        .run = run,
        .with = &(const struct campaign_word){.run = do_use, .any_campaign = true}},
    {.name = "show",
        .usage = N_("show"),
        .summary = N_("its players"),
        .example = "fuda campaign show",
        .run = run,
        .with = &(const struct campaign_word){.run = do_show, .asks = 1}},
    {.name = "rename",
        .usage = N_("rename NAME NEW"),
        .summary = N_("give a campaign another name"),
        .example = "fuda campaign rename home \"Thursday table\"",
        .takes = {OPERAND_CAMPAIGN, OPERAND_TEXT},
        .least = 2,
        .most = 2,
        .run = run,
        .with = &(const struct campaign_word){.run = do_rename, .any_campaign = true}},
    {.name = "house",
        .usage = N_("house [GAME/KEY=VALUE…]"),
        .summary = N_("its house rules; settle one as of today"),
        .example = "fuda campaign house\nfuda campaign house haratama/tie=tied",
        .takes = {OPERAND_HOUSE},
        .most = WORDS_MANY,
        .run = run,
        .with = &(const struct campaign_word){.run = do_house, .asks = 1}},
    {.name = "check",
        .usage = N_("check"),
        .summary = N_("work every result out again from its record"),
        .example = "fuda campaign check",
        .run = run,
        .with = &(const struct campaign_word){.run = do_check}},
    {.name = "rescue",
        .usage = N_("rescue FILE"),
        .summary = N_("what can still be read of a damaged store, into a new one"),
        .example = "fuda campaign rescue rescued.db\nfuda --db rescued.db history",
        .takes = {OPERAND_FILE},
        .least = 1,
        .most = 1,
        .run = campaign_rescue},
    {.name = "withdraw",
        .usage = N_("withdraw NUMBER|ID"),
        .summary = N_("take a record out of history and standings; it is kept"),
        .example = "fuda campaign withdraw 3",
        .takes = {OPERAND_RECORD},
        .least = 1,
        .most = 1,
        .run = run,
        .with = &(const struct campaign_word){.run = do_withdraw}},
    {.name = "restore",
        .usage = N_("restore ID"),
        .summary = N_("put such a record back"),
        .example = "fuda history --withdrawn\nfuda campaign restore 019f3c",
        .takes = {OPERAND_WITHDRAWN},
        .least = 1,
        .most = 1,
        .run = run,
        .with = &(const struct campaign_word){.run = do_restore}},
    {.name = "export",
        .usage = N_("export [FILE]"),
        .summary = N_("write it all as text"),
        .example = "fuda campaign export thursday.txt",
        .takes = {OPERAND_FILE},
        .most = 1,
        .run = run,
        .with = &(const struct campaign_word){.run = do_export, .asks = 2}},
    {.name = "import",
        .usage = N_("import FILE"),
        .summary = N_("read such a text; what is known already stays as it is"),
        .example = "fuda campaign import thursday.txt",
        .takes = {OPERAND_FILE},
        .least = 1,
        .most = 1,
        .run = run,
        .with = &(const struct campaign_word){.run = do_import, .any_campaign = true}},
    {.name = "merge",
        .usage = N_("merge FILE"),
        .summary = N_("the same: merge what two laptops have kept"),
        .example = "fuda campaign merge laptop2.txt",
        .takes = {OPERAND_FILE},
        .least = 1,
        .most = 1,
        .run = run,
        .with = &(const struct campaign_word){.run = do_import, .any_campaign = true}},
    {.name = "remote",
        .manual = "fuda-sync",
        .usage = N_("remote [list|add NAME ADDRESS|remove NAME]"),
        .summary = N_("where other tables' stores are met: a folder, or a PostgreSQL server"),
        .example = "fuda campaign remote add stick /media/stick/league\n"
                   "fuda campaign remote add club postgresql://club.example/league",
        .flags = club_remote_flags,
        .takes = {OPERAND_CHOICE, OPERAND_REMOTE},
        .choices = "list|add|remove",
        .most = 3,
        .run = club_remote},
    {.name = "create",
        .manual = "fuda-sync",
        .usage = N_("create --on NAME"),
        .summary = N_("set up a remote: schema, rights, views"),
        .example = "fuda campaign create --on club",
        .flags = club_create_flags,
        .run = club_create},
    {.name = "sync",
        .manual = "fuda-sync",
        .usage = N_("sync [NAME]"),
        .summary = N_("send what is new here, and fetch what is new there"),
        .example = "fuda campaign sync\nfuda campaign sync club --watch",
        .flags = club_sync_flags,
        .takes = {OPERAND_REMOTE},
        .most = 1,
        .run = club_sync},
    {0},
};

static enum status run(const struct context *context, int count, char **given)
{
    const struct campaign_word *kind = context->row->with;
    struct work w = {.context = context, .count = count, .words = given};
    bool any = kind->any_campaign && context->campaign == NULL;
    if (!(any ? campaign_open_store : campaign_open)(&w.campaign, context,
            count < kind->asks ? STORE_READ : STORE_WRITE))
        return STATUS_BAD;
    w.list = json_array();
    enum status status = kind->run(&w);
    json_list_end(w.list, context->json && kind->run != do_export ? context->row->name : NULL);
    campaign_close(&w.campaign);
    return status;
}

const struct command campaign_command = {
    .name = "campaign",
    .manual = "fuda-campaign",
    .usage = N_("campaign WORD [NAME…]"),
    .summary = N_("campaigns and their house rules; export, merge"),
    .example = "fuda campaign new \"Thursday table\"\nfuda campaign house haratama/tie=tied\n"
               "fuda campaign export thursday.txt\nfuda campaign merge laptop2.txt",
    .words = words,
};
