/* Where the table's records are kept: the store, opened for a command. */
#ifndef FUDA_OPEN_H
#define FUDA_OPEN_H

#include "cli/cli.h"
#include "storage/storage.h"

/*
 * An open store and the campaign in use. Owned by the caller; campaign_close frees what it holds.
 */
struct campaign {
    const struct context *context;
    struct store *store;
    struct store_id id; /* of the campaign */
    bool reads;         /* only: nothing may be written to it (campaign_may_write) */
};

/*
 * Opens the store (--db FILE, else fuda.db in the user's data folder) and finds the campaign (-c
 * NAME, else the one in use, else one called "home", which is made if it is missing). With
 * STORE_READ a file that is missing is an empty store, and nothing is written. Complains and
 * answers false when that cannot be done.
 */
bool campaign_open(struct campaign *campaign, const struct context *context, enum store_mode mode);
/* The store alone: no campaign is looked for, none is made. */
bool campaign_open_store(struct campaign *campaign, const struct context *context,
    enum store_mode mode);
void campaign_close(struct campaign *campaign);

/*
 * A store opened with STORE_READ that cannot be read any more ends the program, with a message and
 * status 2: no answer is told that lacks a part. So from here on, whatever the store was opened
 * for; and not so: for a server, and for what offers words.
 */
void campaign_must_read(struct campaign *campaign);
void campaign_may_lose(struct campaign *campaign);

/*
 * For what follows from the records and is worked out anew: a store opened for reading (STORE_READ)
 * becomes a copy in memory, so that a command that only asks never changes the file. False:
 * complained.
 */
bool campaign_may_write(struct campaign *campaign);

/* The texts of a heading's house options. */
struct house_texts {
    char text[STORE_OPTIONS_MOST][2][NAME_MOST + 1];
};

/*
 * The campaign's house options for the heading's game, as they were in force on its date (without
 * one: as they are now), into the heading; their texts are `texts`'.
 */
bool campaign_house(const struct campaign *campaign, struct store_heading *heading,
    struct house_texts *texts);

/*
 * A line typed at the table becomes durable: it is on the disk, with the packs that it chose, when
 * this is true. Else nothing is, and it complained. (durable.c)
 */
struct packs;
bool line_make_durable(const struct campaign *campaign, struct store_hold *hold,
    struct packs *packs, const char *line);

/* Tells what the store answered, with its particulars; true if it was STORAGE_OK. */
bool campaign_ok(const struct campaign *campaign, enum storage_error error);
bool store_ok(const struct context *context, enum storage_error error,
    const struct storage_why *why);

/* Where the store is: --db FILE, else fuda.db in the user's data folder; false: complained. */
enum { STORE_PATH_MOST = 4096 };
bool store_path(const struct context *context, char out[STORE_PATH_MOST]);

/* The user's folder for state or data, made if missing; false without a home. */
bool user_folder(const char *variable, const char *below_home, char *out, size_t size);

/* The day it is here, YYYY-MM-DD; "" where the system does not know. */
void day_today(char out[DAY_TEXT]);

#endif
