/*
 * Whom a name means: the rows of an evening tell names, and people are renamed and joined after
 * them. A name means whoever had it when it was told, else whoever was first called so after it
 * (people of an evening come into the store with the first record that seats them), else whoever
 * had it last. Of two people whose names look the same it is whoever is spelled so.
 */
#ifndef FUDA_LEAGUE_PERSON_NAMES_H
#define FUDA_LEAGUE_PERSON_NAMES_H

#include "cli/campaign/open_campaign.h"
#include "core/person.h"

struct league_name {
    char folded[NAME_MOST]; /* as person_fold has it */
    size_t length;
    char *name, *today; /* owned: as it was spelled, and what they are called now */
    struct store_id player, own;
    struct store_id from, until; /* until: none where it still is the name */
};

struct league_names {
    struct league_name *row; /* owned */
    size_t count;
};

/* To be freed with league_names_clear, loaded or not. False: complained. */
bool league_names_load(struct league_names *names, const struct campaign *campaign);
void league_names_clear(struct league_names *names);

/* NULL: nobody whom the store knows. `when` NULL is now. */
const struct league_name *league_names_find(const struct league_names *names, const char *name,
    const struct store_id *when);

#endif
