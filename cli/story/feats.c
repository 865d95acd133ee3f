/* What somebody did; see feats.h. */
#include "feats.h"
#include "cli/campaign/replay.h"
#include "cli/progress.h"

#include <string.h>

/* One record being gone through. */
struct counting {
    struct campaign *campaign;
    const struct store_id *player;
    struct feats *out;
    uint8_t book;
};

static bool has_done(const struct feat *feat, const struct fact *row, int seat)
{
    const struct fact *fact = fact_of(row, feat->key);
    if (!condition_holds(&feat->when, row))
        return false;
    switch (feat->whose) {
    case FEAT_OWN: return fact_seat(row, feat->key) == seat;
    case FEAT_ANOTHERS: return fact_seat(row, feat->key) >= 0 && fact_seat(row, feat->key) != seat;
    case FEAT_ABOVE_ZERO:
        fact = fact_at(fact, seat);
        return fact_is(fact, VALUE_NUMBER) && fact->value.number > 0;
    }
    return false;
}

static void count_seat(struct counting *c, struct session *s, int seat)
{
    const struct layout *layout = layout_find(s->record.setting.book);
    const struct fact *rows = session_rows(s);
    for (const struct fact *row = rows->first; row != NULL; row = row->next)
        for (int i = 0; layout->feats != NULL && layout->feats[i].text != NULL; i++)
            c->out->count[c->book][i] += has_done(&layout->feats[i], row, seat);
    session_rows_end(s);
    for (size_t i = 0; i < s->told_count; i++)
        c->out->rulings += s->told[i].what.kind == RULING_IRREGULAR && s->told[i].what.seat == seat;
}

static bool count_entry(void *user, const struct store_entry *entry)
{
    struct counting *c = user;
    struct session s;
    if (!session_begin(&s, c->campaign->context))
        return false;
    if (replay_record(&s, c->campaign->store, entry))
        for (int i = 0; i < entry->heading.seats; i++)
            if (store_id_compare(&entry->heading.seat[i].player, c->player) == 0)
                count_seat(c, &s, i);
    session_clear(&s);
    return false;
}

static bool sits(const struct season *season, const struct season_game *game, uint32_t person)
{
    for (int i = 0; i < game->seats; i++)
        if (season->seat[game->first + (size_t)i].person == person)
            return true;
    return false;
}

void feats_count(const struct season *season, struct campaign *campaign, uint32_t person, struct feats *out)
{
    struct counting c = {.campaign = campaign, .player = &season->person[person].id, .out = out};
    struct progress progress;
    progress_begin(&progress, campaign->context);
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < season->games; i++) {
        c.book = season->game[i].book;
        progress_show(&progress, i, season->games);
        if (c.book < BOOKS_MOST && sits(season, &season->game[i], person))
            store_record_get(campaign->store, &season->game[i].record, count_entry, &c);
    }
    progress_end(&progress);
}
