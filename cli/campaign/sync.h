/* One campaign in many stores: rows to a remote, and rows from there (storage/stored_rows.h). */
#ifndef FUDA_CAMPAIGN_SYNC_H
#define FUDA_CAMPAIGN_SYNC_H

#include "open_campaign.h"
#include "cli/progress.h"
#include "sync_pipe.h"

/* What one exchange with a remote has moved. */
struct sync_count {
    int64_t sent, fetched; /* rows that were new there, and rows that were new here */
    int64_t waiting;       /* rows that wait for the rows that they are about */
    /* rows of others that were refused here, and rows of ours that were refused there */
    int64_t refused;
};

struct syncing {
    struct campaign *campaign;
    struct sync_pipe talk;
    struct store_remote remote; /* its texts are `name` and `address` */
    char *name, *address;       /* owned */
    struct text state;
    struct store_id device;
    struct sync_count count;
    bool open;      /* the remote is open */
    bool under_way; /* rows were sent, and the answer was not read yet */
    /* the cursor after those rows; 0: it does not move */
    int64_t upto;
    bool settled;      /* rows that were waiting since an earlier sync were tried again */
    bool store_failed; /* the store failed, which was reported */
    struct progress progress;
};

void sync_begin(struct syncing *s, struct campaign *campaign, const struct store_remote *remote);
void sync_end(struct syncing *s);

/* Connects to the remote once, as this device; false: s->talk says why, or the store failed. */
bool sync_reach(struct syncing *s);
/*
 * Opens the remote, starting again from the beginning if it has lost rows that it had; false: as
 * for sync_reach.
 */
bool sync_open(struct syncing *s);

/*
 * Decides which campaign is meant, if that is not known yet: the one named, the only one on the
 * remote, or, if there is none, the one in use. False: an error was reported, or as for sync_open.
 */
bool sync_settle(struct syncing *s);

/*
 * sync_fetch fetches what is new there; sync_send sends what is new here and what came of records.
 * False: as for sync_open.
 */
bool sync_fetch(struct syncing *s);
bool sync_send(struct syncing *s);

/* Does all of this, and again from the beginning if the remote has lost rows. */
bool sync_round(struct syncing *s);

#endif
