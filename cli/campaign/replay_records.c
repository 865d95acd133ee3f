/* Judges records of the store again by the rules of today; see replay_records.h. */
#include "replay_records.h"
#include "judged_result.h"
#include "cli/deck/stored.h"
#include "cli/progress.h"

#include <string.h>

static bool add_statement(struct session *s, const char *verb, const char *rest)
{
    struct text line = {0};
    text_printf(&line, "%s %s", verb, rest);
    bool good = session_try(s, line.at, false) == STEP_TAKEN;
    text_clear(&line);
    return good;
}

bool heading_read(struct session *s, const struct store_heading *h)
{
    struct text players = {0}, game = {0};
    text_token(&game, h->game);
    for (int i = 0; i < h->seats; i++) {
        text_put(&players, i > 0 ? " " : "");
        text_token(&players, h->seat[i].name);
    }
    bool good = add_statement(s, "game", game.at);
    text_clear(&game);
    if (good && h->date != NULL && h->date[0] != '\0')
        good = add_statement(s, "date", h->date);
    if (good)
        good = add_statement(s, "players", players.at != NULL ? players.at : "");
    for (int i = 0; i < h->options && good; i++) {
        struct text option = {0};
        text_printf(&option, "%s=", h->option[i].key);
        text_token(&option, h->option[i].value);
        good = add_statement(s, "house", option.at);
        text_clear(&option);
    }
    if (good && h->pack != NULL && h->pack[0] != '\0' && h->pack_hash != NULL
        && h->pack_hash[0] != '\0') {
        struct text name = {0};
        text_token(&name, h->pack);
        good = add_statement(s, "pack", name.at);
        text_clear(&name);
    }
    text_clear(&players);
    s->heading = s->count;
    return good;
}

bool replay_heading(struct session *s, const struct store_heading *h)
{
    session_of_store(s);
    return heading_read(s, h);
}

struct replaying {
    struct session *session;
    bool good;
};

static bool replay_line(void *user, const struct store_line *line)
{
    struct replaying *r = user;
    r->good &= session_try(r->session, line->text, false) == STEP_TAKEN;
    return true;
}

bool replay_record(struct session *s, struct store *store, const struct store_entry *entry)
{
    struct replaying r = {s, true};
    return decks_load(&s->packs, store, &entry->campaign, &entry->id)
           && replay_heading(s, &entry->heading)
           && store_lines_each(store, &entry->id, false, replay_line, &r) == STORAGE_OK && r.good;
}

/* Was the same ruling told before? One is told again once its cards are known. */
static bool outcome_row_before(const struct session *s, size_t at)
{
    const struct step_texts *what = &s->told[at].what;
    for (size_t i = 0; i < at; i++) {
        const struct step_texts *other = &s->told[i].what;
        if (other->kind == what->kind && other->rule == what->rule && other->seat == what->seat
            && other->card == what->card && other->line == what->line)
            return true;
    }
    return false;
}

void replay_result(struct session *s, struct store_result *out)
{
    uint32_t broke[SEATS_MOST] = {0};
    for (size_t i = 0; i < s->told_count; i++) {
        const struct step_texts *what = &s->told[i].what;
        if (what->kind == RULING_IRREGULAR && what->seat >= 0 && what->seat < SEATS_MOST
            && !outcome_row_before(s, i))
            broke[what->seat]++;
    }
    result_of(&s->record, session_rows(s), broke, out);
    session_rows_end(s);
}

bool replay_entry(struct session *s, const struct campaign *campaign,
    const struct store_entry *entry, struct store_result *out)
{
    session_again(s);
    const bool good = replay_record(s, campaign->store, entry);
    if (good)
        replay_result(s, out);
    return good;
}

/* The records that have to be judged again. */
struct stale {
    const struct campaign *campaign;
    struct session session;
    struct progress progress;
    size_t done, all;
};

static bool judge_one(void *user, const struct store_entry *entry, struct store_result *out)
{
    struct stale *s = user;
    progress_show(&s->progress, s->done++, s->all);
    return replay_entry(&s->session, s->campaign, entry, out);
}

static bool see_stale(void *user, const struct store_entry *entry)
{
    struct stale *s = user;
    s->all += entry->state == STORE_STALE;
    return true;
}

bool replay_stale(struct campaign *campaign, const struct store_id *id)
{
    struct store_filter unfinished = {.unfinished = true, .withdrawn_too = true};
    struct stale stale = {.campaign = campaign};
    if (!decks_grow(campaign, id, false)
        || !campaign_ok(campaign,
            store_history_each(campaign->store, id, &unfinished, see_stale, &stale)))
        return false;
    if (stale.all == 0)
        return true;
    progress_begin(&stale.progress, campaign->context);
    session_begin(&stale.session, campaign->context);
    const bool good = campaign_may_write(campaign)
                      && campaign_ok(campaign,
                          store_results_rebuild(campaign->store, id, judge_one, &stale));
    session_clear(&stale.session);
    progress_end(&stale.progress);
    return good;
}
