/* Packs of stored records; see stored.h. */
#define _XOPEN_SOURCE 700
#include "stored.h"
#include "folder.h"
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

/* ---- games by their names -------------------------------------------------------------------- */

struct game_naming {
    struct packs packs;
    struct text told; /* "\nSkull King\nMahjong\n" */
    void (*visit)(void *user, const char *name);
    void *user;
};

static void name_once(struct game_naming *n, struct span name)
{
    struct text line = {0};
    text_printf(&line, "\n%.*s\n", (int)name.length, name.at);
    if (strstr(n->told.at, line.at) == NULL) {
        text_add(&n->told, line.at + 1, line.length - 1);
        line.at[line.length - 1] = '\0';
        n->visit(n->user, line.at + 1);
    }
    text_clear(&line);
}

static void name_own(void *user, const char *path, struct span name)
{
    struct game_naming *n = user;
    (void)path;
    for (const struct rulebook *book = rulebook_of_packs(NULL); book != NULL;
         book = rulebook_of_packs(book))
        if (name.length <= NAME_MOST && packs_own(&n->packs, book, name) != NULL)
            name_once(n, name);
}

void decks_named(const struct context *context, const struct campaign *campaign,
    void (*visit)(void *user, const char *name), void *user)
{
    struct game_naming n = {.packs = {.context = context}, .visit = visit, .user = user};
    text_put(&n.told, "\n");
    for (const struct rulebook *book = rulebook_of_packs(NULL); book != NULL;
         book = rulebook_of_packs(book))
        for (unsigned i = 0; pack_built_in_name(book, i).length > 0; i++)
            name_once(&n, pack_built_in_name(book, i));
    folder_each(NULL, name_own, &n);
    if (campaign != NULL)
        decks_played(&n.packs, campaign);
    for (const struct pack *pack = n.packs.kept; pack != NULL; pack = pack->next)
        name_once(&n, (struct span){pack->name, pack->name_length});
    packs_end(&n.packs);
    text_clear(&n.told);
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
