/*
 * Ratings: how strong a player is, worked out from places alone.
 *
 * Weng, Lin: A Bayesian Approximation Method for Online Ranking (Journal of Machine Learning
 * Research 12, 2011), Algorithm 4, the Plackett–Luce model; one player a team, 1 the best place,
 * ties share one. μ begins at 25 and σ at 25/3, β is 25/6; before each game σ² grows by τ², τ
 * 25/300, so that nobody's rating ever freezes.
 */
#ifndef FUDA_RATING_H
#define FUDA_RATING_H

#include <stdbool.h>
#include <stdint.h>

struct rating {
    double mu, sigma;
};

/*
 * How much of the surprise in a game goes into σ: γ is 1, or as the reference implementations have
 * it σ/c. With 1 the spread shrinks fast enough for a group that meets once a month; it is ours.
 */
enum rating_gamma { RATING_GAMMA_ONE, RATING_GAMMA_SHARE };

struct rating rating_new(void);

/* A game between `count` players (RATED_MOST at most): their ratings, and their places from 1. */
enum { RATED_MOST = 32 };
void rating_update(enum rating_gamma gamma, struct rating *player, const uint8_t *place, int count);

/* So few games, or such ones, that the rating says little yet: σ is above 4. */
bool rating_provisional(const struct rating *rating);

#endif
