/* Ratings by Weng and Lin's Plackett–Luce model; see rating.h. The names are the paper's. */
#include "rating.h"

#include <assert.h>
#include <math.h>

static const double begin_mu = 25, begin_sigma = 25.0 / 3, beta = 25.0 / 6, tau = 25.0 / 300,
                    kappa = 1e-4;
static const double provisional_above = 4;

struct rating rating_new(void) { return (struct rating){begin_mu, begin_sigma}; }

bool rating_provisional(const struct rating *r) { return r->sigma > provisional_above; }

/*
 * A game as it is worked out: e^{μi/c} of each player, their sum over those not above q, and how
 * many share q's place.
 */
struct contest {
    int count;
    const uint8_t *place;
    double c, e[RATED_MOST], sum[RATED_MOST], equals[RATED_MOST];
};

static void contest_begin(struct contest *g, const struct rating *player, const uint8_t *place,
    int count)
{
    double variance = 0;
    for (int i = 0; i < count; i++)
        variance += player[i].sigma * player[i].sigma + beta * beta;
    *g = (struct contest){.count = count, .place = place, .c = sqrt(variance)};
    for (int i = 0; i < count; i++)
        g->e[i] = exp(player[i].mu / g->c);
    for (int q = 0; q < count; q++)
        for (int i = 0; i < count; i++) {
            g->sum[q] += place[i] >= place[q] ? g->e[i] : 0;
            g->equals[q] += place[i] == place[q];
        }
}

/* Ω and Δ of a player, without their factors. */
static void surprise(const struct contest *g, int i, double *omega, double *delta)
{
    *omega = *delta = 0;
    for (int q = 0; q < g->count; q++) {
        if (g->place[q] > g->place[i])
            continue;
        double p = g->e[i] / g->sum[q];
        *omega += ((i == q) - p) / g->equals[q];
        *delta += p * (1 - p) / g->equals[q];
    }
}

void rating_update(enum rating_gamma gamma, struct rating *player, const uint8_t *place, int count)
{
    struct contest g;
    assert(count <= RATED_MOST);
    for (int i = 0; i < count; i++)
        player[i].sigma = sqrt(player[i].sigma * player[i].sigma + tau * tau);
    contest_begin(&g, player, place, count);
    for (int i = 0; i < count; i++) {
        double omega, delta, sigma = player[i].sigma, variance = sigma * sigma;
        double share = gamma == RATING_GAMMA_ONE ? 1 : sigma / g.c;
        surprise(&g, i, &omega, &delta);
        player[i].mu += variance / g.c * omega;
        player[i].sigma *= sqrt(fmax(1 - share * variance / (g.c * g.c) * delta, kappa));
    }
}
