/* One campaign in many stores: rows to a remote, and rows from there (storage/rows.h). */
#ifndef FUDA_CAMPAIGN_SYNC_H
#define FUDA_CAMPAIGN_SYNC_H

#include "open.h"
#include "cli/progress.h"
#include "sync_pipe.h"

/* What a round with a remote moved. */
struct sync_count {
    int64_t sent, fetched; /* rows that were new there; that were new here */
    int64_t waiting;       /* rows that wait for others which they are about */
    /* rows of others that were refused here; of ours that were refused there */
    int64_t refused;
};

struct syncing {
    struct campaign *campaign;
    struct sync_pipe talk;
    struct store_remote remote; /* its texts are the next ones */
    char *name, *address;       /* owned */
    struct text state;
    struct store_id device;
    struct sync_count count;
    bool open;      /* the remote is */
    bool under_way; /* rows were sent whose answer was not read yet */
    /* where the cursor stands after those rows; 0: it does not move */
    int64_t upto;
    bool settled;      /* what waited since another sync was tried again */
    bool store_failed; /* the store did, and that was complained of */
    struct progress progress;
};

void sync_begin(struct syncing *s, struct campaign *campaign, const struct store_remote *remote);
void sync_end(struct syncing *s);

/* Asks for the remote once, as this device; false: s->talk says why, or the store failed. */
bool sync_reach(struct syncing *s);
/* Opens the remote, anew from the beginning where it has lost what it had; false: as sync_reach. */
bool sync_open(struct syncing *s);

/*
 * Settles which campaign is meant where none is yet: the one named, the only one that is there, or,
 * where there is none, the one in use. False: complained, or as sync_open.
 */
bool sync_settle(struct syncing *s);

/* What is new there; what is new here; what came of records. False: as sync_open. */
bool sync_fetch(struct syncing *s);
bool sync_send(struct syncing *s);

/* All of these, once more from the beginning where the remote has not all that it had. */
bool sync_round(struct syncing *s);

#endif
