/* A line becomes durable; see open_campaign.h. */
#include "cli/deck/stored.h"

bool line_make_durable(const struct campaign *campaign, struct store_hold *hold,
    struct packs *packs, const char *line)
{
    struct store *store = campaign->store;
    const struct store_id record = store_hold_record(hold);
    enum storage_error error = store_batch_begin(store);
    if (error != STORAGE_OK)
        return campaign_ok(campaign, error);
    error = store_append(hold, line, NULL, 0, NULL);
    if (error == STORAGE_OK)
        error = decks_put(store, &record, packs);
    if (error != STORAGE_OK) {
        store_batch_abandon(store);
        return campaign_ok(campaign, error);
    }
    if (!campaign_ok(campaign, store_batch_commit(store)))
        return false;
    packs_chosen_each(packs, decks_keep, packs); /* so it means when the line is read again */
    return true;
}
