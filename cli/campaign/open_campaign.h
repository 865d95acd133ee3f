/* The store with the campaign's records, opened for a command. */
#ifndef FUDA_OPEN_H
#define FUDA_OPEN_H

#include "cli/cli.h"
#include "storage/storage.h"

/*
 * An open store and the campaign in use. The caller owns it; campaign_close frees what it contains.
 */
struct campaign {
    const struct context *context;
    struct store *store;
    struct store_id id; /* the campaign */
    bool reads;         /* it is only read: see campaign_may_write before writing */
};

/*
 * Opens the store (--db FILE, or fuda.db in the user's data folder) and finds the campaign (-c
 * NAME, or the one in use, or one called "home", which is created if it is missing). With
 * STORE_READ, a missing file counts as an empty store, and nothing is written. False: an error was
 * reported.
 */
bool campaign_open(struct campaign *campaign, const struct context *context, enum store_mode mode);
/* The same without looking for a campaign or creating one. */
bool campaign_open_store(struct campaign *campaign, const struct context *context,
    enum store_mode mode);
void campaign_close(struct campaign *campaign);

/*
 * If a store opened with STORE_READ can no longer be read, the program ends with a message and
 * status 2, so that no incomplete answer is given. campaign_must_read makes this so from now on,
 * whatever the store was opened for. campaign_may_lose turns it off, for a server and for
 * completion.
 */
void campaign_must_read(struct campaign *campaign);
void campaign_may_lose(struct campaign *campaign);

/*
 * Allows writing derived data: a store that was opened with STORE_READ becomes a copy in memory, so
 * that a command that only asks never changes the file. False: an error was reported.
 */
bool campaign_may_write(struct campaign *campaign);

/* Room for the texts of a heading's house options. */
struct house_texts {
    char text[STORE_OPTIONS_MOST][2][NAME_MOST + 1];
};

/*
 * Sets the heading's house options to those that the campaign had for its game on its date (without
 * a date: those of today). The texts lie in `texts`.
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

/*
 * The path of the store: --db FILE, or fuda.db in the user's data folder; false: an error was
 * reported.
 */
enum { STORE_PATH_MOST = 4096 };
bool store_path(const struct context *context, char out[STORE_PATH_MOST]);

/*
 * The user's folder for state or data, created if it is missing; false: there is no home directory.
 */
bool user_folder(const char *variable, const char *below_home, char *out, size_t size);

/* Today's date as YYYY-MM-DD; "" if the system does not know it. */
void day_today(char out[DAY_TEXT]);

#endif
