/* What somebody did; see achievements.h. */
#include "achievements.h"
#include "cli/campaign/replay_records.h"
#include "cli/campaign/judged_result.h"
#include "cli/progress.h"

#include <string.h>

struct counting {
    const struct campaign *campaign;
    struct session session;
    const struct store_id *player;
    struct achievements *out;
    struct store_id again; /* the record gone through again last */
    struct progress progress;
    size_t done, all;
};

static void add_counts(struct achievements *out, const char *game, const uint32_t *count)
{
    const uint8_t book = season_book(game);
    for (int i = 0; i < FEATS_MOST && book < BOOKS_MOST; i++)
        out->count[book][i] += count[i];
    out->rulings += count[COUNT_BROKE];
}

/* A record in all of whose seats nothing was counted yet. */
static bool count_entry(void *user, const struct store_entry *entry)
{
    struct counting *c = user;
    struct store_result result;
    if (!replay_entry(&c->session, c->campaign, entry, &result))
        return false;
    for (int i = 0; i < entry->heading.seats; i++)
        if (store_id_compare(&entry->heading.seat[i].player, c->player) == 0)
            add_counts(c->out, entry->heading.game, result.seat[i].count);
    return false;
}

static bool count_seat(void *user, const struct store_counts *row)
{
    struct counting *c = user;
    progress_show(&c->progress, c->done++, c->all);
    if (row->count != NULL)
        add_counts(c->out, row->game, row->count);
    else if (store_id_compare(&row->record, &c->again) != 0)
        store_record_get(c->campaign->store, &row->record, count_entry, c);
    c->again = row->record;
    return true;
}

static bool sits(const struct season *season, const struct season_game *game, uint32_t person)
{
    for (int i = 0; i < game->seats; i++)
        if (season->seat[game->first + (size_t)i].person == person)
            return true;
    return false;
}

bool achievements_count(const struct season *season, struct campaign *campaign,
    const struct store_filter *days, uint32_t person, struct achievements *out)
{
    struct counting c = {.campaign = campaign, .player = &season->person[person].id, .out = out};
    struct store_filter filter = *days;
    memset(out, 0, sizeof *out);
    filter.player = *c.player;
    for (size_t i = 0; i < season->games; i++)
        c.all += sits(season, &season->game[i], person);
    progress_begin(&c.progress, campaign->context);
    session_begin(&c.session, campaign->context);
    bool good = campaign_ok(campaign, store_counts_each(campaign->store, &campaign->id, &filter,
                                          result_counted(), count_seat, &c));
    session_clear(&c.session);
    progress_end(&c.progress);
    return good;
}
