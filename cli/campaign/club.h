/* The words of `fuda campaign` about other stores of a campaign: remote, create, sync. */
#ifndef FUDA_CLUB_H
#define FUDA_CLUB_H

#include "cli/cli.h"

enum status club_remote(const struct context *context, int count, char **words);
enum status club_create(const struct context *context, int count, char **words);
enum status club_sync(const struct context *context, int count, char **words);

/*
 * A person's games of one kind, from a server's view; `places` counts the first to the fourth
 * place.
 */
struct far_standing {
    const char *name, *game;
    uint32_t games, wins, placed, place_sum, places[4], scored;
    int64_t points;
};
typedef void visit_far(void *user, const struct far_standing *far);

/*
 * Reads the standings from a remote that is a server; `game` may be NULL. False: an error was
 * reported.
 */
bool club_standings(const struct context *context, const char *remote, const char *game,
    visit_far *visit, void *user);

extern const struct flag club_remote_flags[], club_create_flags[], club_sync_flags[];

#endif
