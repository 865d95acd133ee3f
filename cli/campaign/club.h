/* The words of `fuda campaign` about other stores of a campaign: remote, create, sync. */
#ifndef FUDA_CLUB_H
#define FUDA_CLUB_H

#include "cli/cli.h"

enum status club_remote(const struct context *context, int count, char **words);
enum status club_create(const struct context *context, int count, char **words);
enum status club_sync(const struct context *context, int count, char **words);

extern const struct flag club_create_flags[], club_sync_flags[];

#endif
