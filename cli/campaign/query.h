/* A question asked of a campaign: what commands share that answer with a list. */
#ifndef FUDA_QUERY_H
#define FUDA_QUERY_H

#include "open_campaign.h"

#include <jansson.h>

struct campaign_query {
    const struct context *context;
    struct campaign campaign;
    json_t *list;                  /* owned: the answer in JSON */
    json_t *beside;                /* owned: what else there is to say about `player`, or NULL */
    bool any;                      /* a record was listed that is not withdrawn */
    const char *game;              /* only records of this game are listed; NULL: all */
    const struct store_id *player; /* only records with this player are listed; NULL: all */
    struct store_filter days;      /* only records from `since` to `until` are listed */
    bool unfinished;               /* only unfinished records are listed */
    /* among those listed is one that may go on; one that was broken off */
    bool any_open, any_ended;
    /* only withdrawn records are listed, by their ids */
    bool withdrawn;
};

/* Opens the store. False: an error was reported, and there is nothing to end. */
bool campaign_query_begin(struct campaign_query *a, const struct context *context,
    enum store_mode mode);

/*
 * Prints what was collected, in JSON under `key` (NULL: nothing), or reports the error; closes the
 * store.
 */
enum status campaign_query_end(struct campaign_query *a, const char *key, enum storage_error error);

/* A record as in `history --json`; the caller owns it. */
json_t *campaign_query_entry_json(const struct store_entry *entry);

/* Was the game of an unfinished record broken off by `end`? If not, it may go on. */
bool campaign_query_broken_off(struct store *store, const struct store_id *record);

/*
 * The game that a word means (NULL: none was given), by its name in records; `room` is used for the
 * name of a pack that was played. False: there is no such game, which was reported.
 */
bool campaign_query_game(const struct context *context, const char *word, char room[NAME_MOST + 1],
    const char **out);

/*
 * Takes the days of --since and --until into the filter; false: one is not a day, which was
 * reported.
 */
bool campaign_query_days(const struct context *context, struct store_filter *filter);

/*
 * Lists the campaign's records, limited by `game`, `player`, `unfinished` and `withdrawn`, and ends
 * the query.
 */
enum status campaign_query_history(struct campaign_query *a);

#endif
