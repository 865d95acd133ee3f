/*
 * Packs of stored records. A record keeps what each of its packs meant, as a text by its hash; a
 * name typed anew at the table means what it means today, and is kept then.
 */
#ifndef FUDA_STORED_H
#define FUDA_STORED_H

#include "cli/campaign/open_campaign.h"
#include "cli/table/session.h"

/* Lays what the record keeps before these packs, to be replayed with. */
bool decks_load(struct packs *packs, struct store *store, const struct store_id *campaign,
    const struct store_id *record);

/*
 * What the games that are packs were played by in a campaign, the newest first, as `kept` of these;
 * of one of which that is not known any more there is nothing.
 */
void decks_played(struct packs *packs, const struct campaign *campaign);

/*
 * The names of games that are packs, each once: in the box, the user's, and with `campaign` (may be
 * NULL) what it has played.
 */
void decks_named(const struct context *context, const struct campaign *campaign,
    void (*visit)(void *user, const char *name), void *user);

/* Keeps the packs that were chosen with the record. */
enum storage_error decks_put(struct store *store, const struct store_id *record,
    struct packs *packs);

/* For packs_chosen_each: lays a text before a `struct packs`. */
bool decks_keep(void *packs, const char *name, const char *text);

/*
 * Rows that the user's packs have got since a record was played take effect in it: it keeps the
 * grown pack from then on, and its result is stale. Rows that were changed do not; with `tell` they
 * are told. Of the campaign `id` of that store, which becomes a copy if it is only read. False if
 * the store refused. (grow.c)
 */
bool decks_grow(struct campaign *campaign, const struct store_id *id, bool tell);

/* ---- what a campaign knows when a record begins (learn.c) -------------------------------- */

struct campaign_deck {
    struct text name, text; /* owned */
    char hash[STORE_HASH_TEXT];
};

/*
 * The pack that a record of this game begins with on `day` (NULL: after all others): what the
 * campaign's records told of cards, and with `base` on top of the pack that was chosen last. It is
 * in the store then. False, and nothing to clear, where nothing is known.
 */
bool decks_learn(const struct campaign *campaign, const char *game, const char *day, bool base,
    struct campaign_deck *out);
void campaign_deck_clear(struct campaign_deck *deck);

#endif
