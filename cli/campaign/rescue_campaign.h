/* fuda campaign rescue: what can still be read of a damaged store, in a new one. */
#ifndef FUDA_RESCUE_H
#define FUDA_RESCUE_H

#include "cli/cli.h"

enum status campaign_rescue(const struct context *context, int count, char **words);

#endif
