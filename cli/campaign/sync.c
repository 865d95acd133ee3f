/* Keeps one campaign in many stores in step; see sync.h. */
#define _XOPEN_SOURCE 700
#include "sync.h"
#include "outcome_row.h"

#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 10000,
    BATCH_BYTES = 1 << 22, /* a request has this size at most: a lost connection costs no more */
    /* outcomes: records in one request, and rows after which the progress is kept */
    TOLD_BATCH = 100,
    TOLD_WINDOW = 50000,
    NAMED_MOST = 10,
};

static bool store_good(struct syncing *s, enum storage_error error)
{
    if (!campaign_ok(s->campaign, error))
        s->store_failed = true;
    return error == STORAGE_OK;
}

static void take_remote(struct syncing *s, const struct store_remote *remote)
{
    s->remote = *remote;
    s->state.length = 0;
    text_put(&s->state, remote->state);
    s->remote.name = s->name;
    s->remote.address = s->address;
    s->remote.state = s->state.at;
}

void sync_begin(struct syncing *s, struct campaign *campaign, const struct store_remote *remote)
{
    *s = (struct syncing){.campaign = campaign,
        .name = memory_text(remote->name),
        .address = memory_text(remote->address)};
    take_remote(s, remote);
    sync_pipe_begin(&s->talk, campaign->context, s->name);
}

void sync_end(struct syncing *s)
{
    sync_pipe_end(&s->talk);
    text_clear(&s->state);
    free(s->name);
    free(s->address);
}

/* Keeps the remote's state in the same transaction as the rows that were read up to it. */
static bool keep_state(struct syncing *s, int64_t sent, const char *state)
{
    if (state != NULL) {
        s->state.length = 0;
        text_put(&s->state, state);
        s->remote.state = s->state.at;
    }
    s->remote.sent = sent;
    return store_good(s, store_remote_progress(s->campaign->store, s->name, sent, state));
}

bool sync_reach(struct syncing *s)
{
    s->open = store_good(s, store_device(s->campaign->store, &s->device))
              && sync_pipe_open(&s->talk, &s->remote, &s->device);
    return s->open;
}

bool sync_open(struct syncing *s)
{
    if (s->open)
        return true;
    sync_reach(s);
    if (!s->open || strcmp(s->talk.how, "lost") != 0)
        return s->open;
    complain(s->campaign->context,
        N_("{remote} has lost rows that it had; everything is sent and fetched again"), "t",
        "remote", s->name);
    s->remote.told = s->remote.sent = 0;
    s->state.length = 0;
    text_put(&s->state, "");
    return store_good(s, store_remote_begin_anew(s->campaign->store, s->name));
}

/* Sends a request that is one line: a word, and the campaign unless it is NULL. */
static bool request(struct syncing *s, const char *word, const struct store_id *campaign)
{
    struct text t = {0};
    char id[STORE_ID_TEXT] = "";
    if (campaign != NULL)
        store_id_text(campaign, id);
    text_printf(&t, "%s%s%s\n", word, campaign != NULL ? "\t" : "", id);
    bool asked = sync_pipe_ask(&s->talk, &t);
    text_clear(&t);
    s->open = s->open && asked;
    return asked;
}

static char *answer(struct syncing *s, const char **word)
{
    char *at = sync_pipe_answer(&s->talk, word);
    s->open = s->open && at != NULL;
    return at;
}

/* ---- which campaign ---------------------------------------------------------------------- */

enum { OFFERS_MOST = 1000 };

/* The campaigns that the remote offers. */
struct campaign_offers {
    struct {
        struct store_id id;
        char name[NAME_MOST + 1];
    } campaign[OFFERS_MOST];
    int count;
};

static bool read_offers(struct syncing *s, struct campaign_offers *out)
{
    const char *word;
    char *at = request(s, "campaigns", NULL) ? answer(s, &word) : NULL;
    for (; at != NULL && strcmp(word, "campaign") == 0; at = answer(s, &word)) {
        const char *id = sync_pipe_word(&at);
        size_t length = strlen(at);
        bool good = out->count < OFFERS_MOST && length <= NAME_MOST
                    && text_is_clean((struct span){at, length});
        if (good && store_id_read(id, &out->campaign[out->count].id))
            snprintf(out->campaign[out->count++].name, NAME_MOST + 1, "%s", at);
    }
    return at != NULL;
}

static bool is_called(const char *name, const char *wanted)
{
    char a[NAME_MOST + 1], b[NAME_MOST + 1];
    size_t length = text_fold((struct span){name, strlen(name)}, a);
    return strlen(wanted) <= NAME_MOST
           && text_fold((struct span){wanted, strlen(wanted)}, b) == length
           && memcmp(a, b, length) == 0;
}

static bool choose(struct syncing *s, const struct campaign_offers *offers, struct store_id *out)
{
    const struct context *context = s->campaign->context;
    struct text names = {0};
    for (int i = 0; context->campaign != NULL && i < offers->count; i++)
        if (is_called(offers->campaign[i].name, context->campaign)) {
            *out = offers->campaign[i].id;
            return true;
        }
    if (offers->count == 1 && context->campaign == NULL) {
        *out = offers->campaign[0].id;
        return true;
    }
    if (offers->count == 0 || context->campaign != NULL) {
        struct campaign here;
        if (!campaign_open(&here, context, STORE_READ)) {
            s->store_failed = true;
            return false;
        }
        *out = here.id;
        campaign_close(&here);
        return true;
    }
    for (int i = 0; i < offers->count; i++) {
        if (i > 0)
            say_comma(context, &names);
        say_foreign(&names, offers->campaign[i].name, strlen(offers->campaign[i].name));
    }
    complain(context, N_("{remote} holds several campaigns; expected -c with one of: {names}"),
        "tt", "remote", s->name, "names", names.at);
    text_clear(&names);
    s->store_failed = true;
    return false;
}

/* If no campaign is in use here yet, uses the one that was fetched. */
static bool use_first(struct syncing *s)
{
    struct store_id used;
    enum storage_error error = store_campaign_used(s->campaign->store, &used);
    return store_good(s, error == STORAGE_UNKNOWN
                             ? store_campaign_use(s->campaign->store, &s->remote.campaign)
                             : error);
}

bool sync_settle(struct syncing *s)
{
    struct store_id chosen;
    if (!store_id_none(&s->remote.campaign))
        return true;
    struct campaign_offers *offers = memory_get(sizeof *offers);
    offers->count = 0;
    bool good = read_offers(s, offers) && choose(s, offers, &chosen);
    if (good) {
        s->remote.campaign = chosen;
        good = store_good(s, store_remote_settle(s->campaign->store, s->name, &chosen))
               && use_first(s);
    }
    free(offers);
    return good;
}

/* ---- fetching ---------------------------------------------------------------------------- */

struct fetching {
    struct syncing *s;
    struct store_uniting *uniting; /* NULL: no batch is under way */
    int rows;                      /* rows in the batch */
    int64_t all, total;            /* rows read so far, and about how many there are */
};

static bool batch_begin(struct fetching *f)
{
    struct syncing *s = f->s;
    if (f->uniting != NULL)
        return true;
    if (!store_good(s, store_batch_begin(s->campaign->store)))
        return false;
    f->rows = 0;
    return store_good(s,
        store_unite_begin(s->campaign->store, s->name, &s->remote.campaign, &f->uniting));
}

/* Commits the batch. `state` NULL: the remote's state stays as it was. */
static bool batch_end(struct fetching *f, const char *state)
{
    struct syncing *s = f->s;
    bool good = f->uniting == NULL || store_good(s, store_unite_end(f->uniting));
    f->uniting = NULL;
    good = good && (state == NULL || keep_state(s, s->remote.sent, state));
    if (good)
        return store_good(s, store_batch_commit(s->campaign->store));
    store_batch_abandon(s->campaign->store);
    return false;
}

static void batch_abandon(struct fetching *f)
{
    if (f->uniting != NULL)
        store_unite_end(f->uniting);
    f->uniting = NULL;
    store_batch_abandon(f->s->campaign->store);
}

/*
 * Counts a refused row, and names it unless many were named already. `id` is the text that stands
 * for its id.
 */
static void name_refused(struct syncing *s, const char *kind, const char *id)
{
    const struct storage_why *why = store_why(s->campaign->store);
    struct text reason = {0};
    if (++s->count.refused > NAMED_MOST)
        return;
    if (why->message.id != NULL)
        say_message(s->campaign->context, &reason, &why->message, NULL, NULL);
    complain(s->campaign->context, N_("refused, from {remote}: {kind} {id}: {reason}"), "tttt",
        "remote", s->name, "kind", kind, "id", id, "reason",
        reason.at != NULL
            ? reason.at
            : say(s->campaign->context, N_("a row does not have the form of its kind")));
    text_clear(&reason);
}

static bool take_row(struct fetching *f, char *line)
{
    struct syncing *s = f->s;
    struct store_row row;
    enum row_fate fate;
    char id[STORE_ID_TEXT];
    if (!batch_begin(f))
        return false;
    if (!store_row_read(line, &row)) {
        if (++s->count.refused <= NAMED_MOST)
            complain(s->campaign->context,
                N_("refused, from {remote}: something that is not a row"), "t", "remote", s->name);
        return true;
    }
    if (!store_good(s, store_unite(f->uniting, &row, &fate)))
        return false;
    store_id_text(&row.id, id);
    s->count.fetched += fate == ROW_NEW;
    s->count.waiting += fate == ROW_WAITS;
    if (fate == ROW_REFUSED)
        name_refused(s, row.kind, id);
    f->all++;
    progress_show(&s->progress, (size_t)f->all, (size_t)(f->total > f->all ? f->total : f->all));
    return ++f->rows < BATCH || batch_end(f, NULL);
}

static void take_note(const struct syncing *s, char *at)
{
    static const struct {
        const char *word, *text;
    } notes[] = {
        {"newer", N_("{remote}: {file} was written by a later version of the program, and is "
                     "passed over")},
        {"damaged", N_("{remote}: {file} is damaged in some lines, which are passed over")},
        {"half", N_("{remote}: {file} is not complete yet; the rest is read when it has arrived")},
    };
    const char *word = sync_pipe_word(&at);
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        if (strcmp(notes[i].word, word) == 0)
            complain(s->campaign->context, notes[i].text, "tt", "remote", s->name, "file", at);
}

/* Reads one answer: rows, then the state up to which they go. *more: there is more to fetch. */
static bool fetch_some(struct fetching *f, bool *more)
{
    struct syncing *s = f->s;
    const char *word;
    bool good = request(s, "fetch", &s->remote.campaign);
    char *at = NULL;
    while (good && (at = answer(s, &word)) != NULL && strcmp(word, "state") != 0) {
        if (strcmp(word, "row") == 0)
            good = take_row(f, at);
        else if (strcmp(word, "note") == 0)
            take_note(s, at);
        else if (strcmp(word, "total") == 0)
            f->total = f->all + strtoll(at, NULL, 10);
    }
    if (!good || at == NULL) {
        batch_abandon(f);
        if (good)
            s->open = false;
        return false;
    }
    const char *state = sync_pipe_word(&at);
    *more = strcmp(at, "1") == 0;
    if (f->uniting == NULL && strcmp(state, s->state.at) == 0)
        return true;
    return batch_begin(f) && batch_end(f, state);
}

/* Settles the rows that waited for rows of another device. */
static bool settle_waiting(struct fetching *f)
{
    struct syncing *s = f->s;
    if (!batch_begin(f))
        return false;
    bool good = store_good(s, store_unite_settle(f->uniting));
    return batch_end(f, NULL) && good;
}

bool sync_fetch(struct syncing *s)
{
    struct fetching f = {.s = s};
    int64_t waited = s->count.waiting, fetched = s->count.fetched;
    bool more = true, good = true;
    progress_begin(&s->progress, s->campaign->context);
    while (good && more)
        good = fetch_some(&f, &more);
    if (good && (!s->settled || s->count.waiting > waited || s->count.fetched > fetched))
        s->settled = good = settle_waiting(&f);
    progress_end(&s->progress);
    return good;
}

/* ---- sending ----------------------------------------------------------------------------- */

/* A request that is being written, with rows of this store. */
struct sending {
    struct text rows;
    uint32_t count;
};

static bool put_row(void *user, const struct store_row *row, bool own)
{
    struct sending *out = user;
    char *line = out->rows.length < BATCH_BYTES ? store_row_print(row) : NULL;
    (void)own;
    if (line == NULL)
        return false;
    text_put(&out->rows, line);
    text_put(&out->rows, "\n");
    out->count++;
    free(line);
    return true;
}

static void name_clash(struct syncing *s, char *at)
{
    const char *kind = sync_pipe_word(&at);
    if (++s->count.refused <= NAMED_MOST)
        complain(s->campaign->context,
            N_("refused by {remote}: {kind} {id}: this id is known there with different content"),
            "ttt", "remote", s->name, "kind", kind, "id", at);
}

/* Waits until the remote has kept the request that is under way, and moves the cursor past it. */
static bool await_sent(struct syncing *s)
{
    const char *word;
    bool waited = s->under_way && s->open;
    s->under_way = false;
    if (!waited)
        return s->open;
    char *at = answer(s, &word);
    for (; at != NULL && strcmp(word, "clash") == 0; at = answer(s, &word))
        name_clash(s, at);
    if (at == NULL || s->upto == 0)
        return at != NULL;
    s->count.sent += strtoll(sync_pipe_word(&at), NULL, 10);
    return keep_state(s, s->upto, at);
}

/*
 * Sends a request once the one under way is answered. It does not wait for the answer to its own:
 * the next request is written meanwhile.
 */
static bool post(struct syncing *s, const struct sending *out, int64_t upto)
{
    struct text head = {0};
    if (!await_sent(s))
        return false;
    text_printf(&head, "send\t%u\n", out->count);
    s->open = sync_pipe_ask(&s->talk, &head) && sync_pipe_ask(&s->talk, &out->rows);
    text_clear(&head);
    s->under_way = s->open;
    s->upto = upto;
    return s->open;
}

/* Sends one batch of the rows after *at, and moves *at. *any: there was something to send. */
static bool send_some(struct syncing *s, int64_t *at, bool *any)
{
    struct sending out = {.count = 0};
    int64_t upto = *at;
    bool good = store_good(s,
        store_rows_after(s->campaign->store, s->name, *at, BATCH, &upto, put_row, &out));
    *any = out.count > 0;
    if (good && *any)
        good = post(s, &out, upto);
    else if (good && upto > *at)
        good = await_sent(s) && keep_state(s, upto, NULL);
    *at = upto;
    text_clear(&out.rows);
    return good;
}

/* ---- what came of records ---------------------------------------------------------------- */

struct grown {
    struct store_id record;
    int64_t rows;
};

struct grown_list {
    struct grown *at; /* owned */
    size_t count;
};

static bool note_grown(void *user, const struct store_id *record, int64_t rows)
{
    struct grown_list *list = user;
    list->at = memory_row(list->at, list->count, sizeof *list->at);
    list->at[list->count++] = (struct grown){*record, rows};
    return true;
}

static bool tell_some(struct syncing *s, const struct grown *at, size_t count)
{
    struct sending out = {.count = 0};
    for (size_t i = 0; i < count; i++) {
        char *line = outcome_row_row(s->campaign, &at[i].record, at[i].rows);
        if (line == NULL)
            continue;
        text_put(&out.rows, line);
        text_put(&out.rows, "\n");
        out.count++;
        free(line);
    }
    bool good = out.count == 0 || post(s, &out, 0);
    text_clear(&out.rows);
    return good;
}

/* Sends the outcomes of the records that have rows between the last ones told and `upto`. */
static bool tell_window(struct syncing *s, int64_t upto)
{
    struct grown_list list = {.count = 0};
    bool good = store_good(s,
        store_records_after(s->campaign->store, s->name, s->remote.told, upto, note_grown, &list));
    for (size_t i = 0; good && i < list.count; i += TOLD_BATCH)
        good = tell_some(s, list.at + i, list.count - i < TOLD_BATCH ? list.count - i : TOLD_BATCH);
    free(list.at);
    good = await_sent(s) && good;
    if (good)
        s->remote.told = upto;
    return good && store_good(s, store_remote_told(s->campaign->store, s->name, upto));
}

/*
 * Are outcomes sent there? A server has views of them; readers of a folder work them out
 * themselves.
 */
static bool is_told(const struct syncing *s) { return strstr(s->address, "://") != NULL; }

/* Sends outcomes. It counts as the second half of the progress. */
static bool tell(struct syncing *s)
{
    int64_t begun = s->remote.told, sent = s->remote.sent;
    bool good = true;
    while (good && is_told(s) && s->remote.told < sent) {
        good = tell_window(s,
            sent - s->remote.told > TOLD_WINDOW ? s->remote.told + TOLD_WINDOW : sent);
        progress_show(&s->progress, (size_t)(sent - begun + s->remote.told - begun),
            (size_t)(sent - begun) * 2);
    }
    return good;
}

struct labelling {
    struct grown_list list;
    struct store *store;
    int64_t since;
};

/* Lists the records of this evening that have no table's name yet. */
static bool note_unlabelled(void *user, const struct store_id *record, int64_t rows)
{
    struct labelling *l = user;
    char *label = NULL;
    if (store_id_time(record) < l->since)
        return true;
    store_row_latest(l->store, "table", record, &label);
    bool go_on = label != NULL || note_grown(&l->list, record, rows);
    free(label);
    return go_on;
}

/*
 * Gives the records that grew here the name of this table. Tabs and the like are dropped from it,
 * as from every name.
 */
static bool label_records(struct syncing *s)
{
    const int64_t evening = 12 * INT64_C(3600000);
    struct labelling l = {.store = s->campaign->store,
        .since = store_id_time(&s->device) - evening};
    struct text name = {0};
    if (s->remote.label == NULL || s->remote.label[0] == '\0')
        return true;
    for (const char *at = s->remote.label; *at != '\0'; at++)
        text_add(&name, *at == '\\' ? "\\\\" : at, *at == '\\' ? 2 : 1);
    bool good = store_good(s,
        store_records_after(l.store, s->name, s->remote.sent, INT64_MAX, note_unlabelled, &l));
    for (size_t i = 0; good && i < l.list.count; i++)
        good = store_good(s,
            store_row_add(l.store, &s->remote.campaign, "table", &l.list.at[i].record, name.at));
    free(l.list.at);
    text_clear(&name);
    return good;
}

bool sync_send(struct syncing *s)
{
    int64_t all = 0, begun = s->remote.sent, at = begun;
    bool any = true,
         good = label_records(s)
                && store_good(s, store_rows_waiting(s->campaign->store, s->name, begun, &all));
    progress_begin(&s->progress, s->campaign->context);
    while (good && any) {
        good = send_some(s, &at, &any);
        progress_show(&s->progress, (size_t)(at - begun), (size_t)all * (is_told(s) ? 2 : 1) + 1);
    }
    good = await_sent(s) && good && tell(s);
    progress_end(&s->progress);
    return good;
}

bool sync_round(struct syncing *s)
{
    bool good = sync_open(s) && sync_settle(s) && sync_fetch(s) && sync_send(s);
    if (!good && strcmp(s->talk.failed, "lost") == 0 && !s->store_failed)
        good = sync_open(s) && sync_settle(s) && sync_fetch(s) && sync_send(s);
    return good;
}
