/* Packs of stored records; see stored.h. */
#define _XOPEN_SOURCE 700
#include "stored.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

struct loading {
    struct packs *packs;
    struct store *store;
    bool good;
};

static bool load_one(void *user, const struct store_use *use)
{
    struct loading *l = user;
    char *text = NULL;
    l->good &= store_ok(l->packs->context, store_deck_get(l->store, use->hash, &text),
                   store_why(l->store))
               && packs_keep(l->packs, text);
    free(text);
    return true;
}

bool decks_load(struct packs *packs, struct store *store, const struct store_id *campaign,
    const struct store_id *record)
{
    struct loading l = {packs, store, true};
    return store_ok(packs->context, store_decks_each(store, campaign, record, load_one, &l),
               store_why(store))
           && l.good;
}

struct playing {
    struct packs *packs;
    struct store *store;
    char last[STORE_HASH_TEXT]; /* night after night it is the same one */
};

static bool keep_game(void *user, const struct store_use *use)
{
    struct playing *p = user;
    char *text = NULL;
    if (strcmp(use->game, use->name) != 0 || strcmp(use->hash, p->last) == 0
        || game_find(span_of(use->game)) != NULL)
        return true;
    snprintf(p->last, sizeof p->last, "%s", use->hash);
    if (store_deck_get(p->store, use->hash, &text) == STORAGE_OK)
        packs_keep(p->packs, text);
    free(text);
    return true;
}

void decks_played(struct packs *packs, const struct campaign *campaign)
{
    struct playing p = {.packs = packs, .store = campaign->store};
    store_decks_each(campaign->store, &campaign->id, NULL, keep_game, &p);
}

bool decks_keep(void *packs, const char *name, const char *text)
{
    (void)name;
    return packs_keep(packs, text);
}

struct keeping {
    struct store *store;
    const struct store_id *record;
    enum storage_error error;
};

static bool keep_one(void *user, const char *name, const char *text)
{
    struct keeping *k = user;
    char hash[STORE_HASH_TEXT];
    k->error = store_deck_put(k->store, text, hash);
    if (k->error == STORAGE_OK)
        k->error = store_deck_use(k->store, k->record, name, hash);
    return k->error == STORAGE_OK;
}

enum storage_error decks_put(struct store *store, const struct store_id *record,
    struct packs *packs)
{
    struct keeping k = {store, record, STORAGE_OK};
    if (!packs_chosen_each(packs, keep_one, &k) && k.error == STORAGE_OK)
        k.error = STORAGE_INVALID; /* a pack without end */
    return k.error;
}
