/*
 * What could have been, or could be, while hands are hidden: how often, over the deals that fit what
 * is known, each searched with all hands open. Over all of them where they are as many as may be
 * tried; else over a sample, the same each time.
 *
 *     state ──▶ hearing_deal (bins.h) ──▶ could_course_with ──▶ could_ask ──▶ so many of so many
 *
 *  { "round":2, "high":8, "deals":100, "all":false, "work":true,
 *    "tricks":[{"trick":5,"seats":[
 *       {"seat":"Aki","got":2,"sure":[{"least":8,"could":37,"deep":0}],
 *        "spared":{"could":12,"deep":3}}, …]}] }
 *
 *  of a deal, for "sure": three numbers more, the one that pays best, or of a deal that is over the one
 *  that was won, and no "spared".
 *
 * Of a round that goes on it is told for now, of one that is over before each trick. `deals` were
 * tried, fewer than were asked for where the work allowed ended it (`work`); `all`: no others fit.
 */
#ifndef FUDA_COULD_ODDS_H
#define FUDA_COULD_ODDS_H

#include "bins.h"
#include "could_round.h"

enum { COULD_DEALS = 100, COULD_DEALS_MOST = 10000 };

/* What it works in; the caller's. */
struct could_odds {
    struct could could;
    struct could_row *row;
    size_t rows;
    struct hearing hearing;
    struct counted counted;
    struct could_course course;
};

/*
 * Tells it of at most so many deals, an object told whole; of a round that lacks something nothing
 * but that ("lacks", as could_tell does). False: this game is not of the kind.
 */
bool could_tell_odds(const void *state, const struct setting *setting, unsigned most,
    struct could_odds *odds, struct teller *t);

#endif
