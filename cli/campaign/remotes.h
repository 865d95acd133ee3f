/* Where other stores of a campaign are met (`fuda campaign remote` in club.h). */
#ifndef FUDA_REMOTES_H
#define FUDA_REMOTES_H

#include "open_campaign.h"
#include "storage/stored_rows.h"

enum { ADDRESS_MOST = 4096, REMOTES_MOST = 64 };

/*
 * The remotes that are meant: the one that was named, or all of the campaign that was named, or
 * all.
 */
struct found_remotes {
    const char *name;
    struct store_id campaign; /* none: remotes of any campaign */
    struct {
        char name[NAME_MOST + 1], address[ADDRESS_MOST], label[NAME_MOST + 1];
        char *state; /* owned */
        struct store_remote remote;
    } one[REMOTES_MOST];
    int count;
};

/* Of that name, or NULL. The caller's, by remotes_free; NULL: complained. */
struct found_remotes *remotes_find(const struct campaign *c, const char *name);
void remotes_free(struct found_remotes *f);

#endif
