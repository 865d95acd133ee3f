/*
 * What could have been, or still could be, while hands are hidden: in how many of the deals that
 * fit what is known. Each is searched with all hands open. All deals are tried if there are no more
 * than asked for; else a sample, the same each time.
 *
 *     state ──▶ hearing_deal (bins.h) ──▶ could_course_with ──▶ could_ask ──▶ so many of so many
 *
 *  { "round":2, "high":8, "bent":false, "deals":100, "all":false, "work":false,
 *    "tricks":[{"trick":5,"seats":[
 *       {"seat":"Aki","got":2,"sure":[{"least":8,"could":37,"deep":0}],
 *        "spared":{"could":12,"deep":3}}, …]}] }
 *
 *  Where tricks are counted there is no "spared", and "sure" has a row for the number of tricks
 *  that pays best; where that is unknown, one for the number won if the deal is over, else three,
 *  for one to three tricks more.
 *
 * While a round goes on, the odds are those of now; after it, those before each trick. `deals`: how
 * many were tried. `all`: no other deals fit. `work`: fewer were tried than asked for and than fit,
 * usually because the work allowed was used up.
 */
#ifndef FUDA_COULD_ODDS_H
#define FUDA_COULD_ODDS_H

#include "bins.h"
#include "could_round.h"

enum { COULD_DEALS = 100, COULD_DEALS_MOST = 10000 };

/* Working memory, which the caller provides. */
struct could_odds {
    struct could could;
    struct could_row *row;
    size_t rows;
    struct hearing hearing;
    struct counted counted;
    struct could_course course;
};

/*
 * Tells the odds from at most `most` deals, as one object. If the record lacks something, only that
 * is told ("lacks", as could_tell does). False: the game has no `could` part, and nothing is told.
 */
bool could_tell_odds(const void *state, const struct setting *setting, unsigned most,
    struct could_odds *odds, struct teller *t);

#endif
