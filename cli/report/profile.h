/* One player's season: for `fuda player`. */
#ifndef FUDA_PROFILE_H
#define FUDA_PROFILE_H

#include "achievements.h"

struct json_t;

/*
 * Against whom: of those met in MET_LEAST games or more, who was met most often, who came out ahead
 * most often, and who was left behind most often. All who are level are put into `row` (room for
 * every person), by their names; answers how many. `share` answers how often (0 to 1) somebody was
 * left behind, a place shared as half.
 */
enum { MET_LEAST = 3 };
enum opponent { RIVAL, NEMESIS, VICTIM };
size_t profile_opponents(const struct season *season, const struct meeting *meeting,
    enum opponent kind, uint32_t *row);
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
    const struct achievements *feats);
struct json_t *profile_json(const struct season *season, uint32_t person,
    const struct achievements *feats);

#endif
