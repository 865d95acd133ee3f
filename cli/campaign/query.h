/* A question asked of a campaign: what the commands share that answer with a list. */
#ifndef FUDA_QUERY_H
#define FUDA_QUERY_H

#include "open.h"

#include <jansson.h>

struct campaign_query {
    const struct context *context;
    struct campaign campaign;
    json_t *list;                  /* owned: the answer in JSON */
    json_t *beside;                /* owned: what else there is to say of `player`, or NULL */
    bool any;                      /* has a record been told that was not withdrawn? */
    const char *game;              /* only this one is listed, or NULL */
    const struct store_id *player; /* only records with this one, or NULL */
    struct store_filter days;      /* only those from its `since` to its `until` */
    bool unfinished;               /* only those that are not finished */
    bool any_open, any_ended; /* of those listed: one that may go on, one that was broken off */
    /* only those taken out of the campaign's history; they are told by their ids */
    bool withdrawn;
};

/* Opens the store. False: complained, and there is nothing to end. */
bool campaign_query_begin(struct campaign_query *a, const struct context *context,
    enum store_mode mode);

/*
 * Prints what was collected, in JSON under its key (NULL: nothing), or complains; closes the store.
 */
enum status campaign_query_end(struct campaign_query *a, const char *key, enum storage_error error);

/* A record as `history --json` tells it; the caller's. */
json_t *campaign_query_entry_json(const struct store_entry *entry);

/* Was the game of an unfinished record broken off by `end`? Else it may go on. */
bool campaign_query_broken_off(struct store *store, const struct store_id *record);

/*
 * The game that a word means (NULL: none is asked for), as records call it, in `room` where it is a
 * pack that was played; false: complained, there is none of that name.
 */
bool campaign_query_game(const struct context *context, const char *word, char room[NAME_MOST + 1],
    const char **out);

/* The days of --since and --until into the filter; false: complained, one is none. */
bool campaign_query_days(const struct context *context, struct store_filter *filter);

/*
 * Lists the campaign's records, or those that `game`, `player`, `unfinished` and `withdrawn` let
 * pass, and ends.
 */
enum status campaign_query_history(struct campaign_query *a);

#endif
