/* One player's season: for `fuda player`. */
#ifndef FUDA_PROFILE_H
#define FUDA_PROFILE_H

#include "feats.h"

struct json_t;

/*
 * Against whom: of those met in MET_LEAST games or more, the one met most often, the one who came
 * out ahead most often, and the one left behind most often; -1: nobody. `share` answers how often
 * (0 to 1) somebody was left behind, a place shared as half.
 */
enum { MET_LEAST = 3 };
struct opponents {
    int rival, nemesis, victim;
};
struct opponents profile_opponents(const struct season *season, const struct meeting *meeting);
double meeting_share(const struct meeting *meeting);

/*
 * The best and worst games: the share of others left behind, then points; rows of season->game, -1:
 * none.
 */
struct nights {
    int best, worst;
};
struct nights profile_nights(const struct season *season, uint32_t person);

/* In words on standard output; as JSON, the caller's to free. */
void profile_print(const struct context *context, const struct season *season, uint32_t person,
    const struct feats *feats);
struct json_t *profile_json(const struct season *season, uint32_t person,
    const struct feats *feats);

#endif
