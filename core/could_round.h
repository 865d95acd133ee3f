/*
 * A round (deal) that is over, as what could have been is asked of it: the hands as the play began,
 * the plays really made, and where it stood before each of them; and what is told of it. Searched
 * within a bound of work, and told as far as it reached.
 *
 *     state ──▶ could_part.rules ──▶ could_course ──▶ could_tell ──▶ a tree
 *
 * An answer is told where it is the same in all ways in which cards may lie that nobody saw.
 *
 *  { "round":2, "bent":false, "unseen":[], "ways":1, "high":8,
 *    "forced":{"seat":"Dai","relics":9,"from":5,"beyond":null,
 *              "by":"Bo","card":"g9","trick":5,"line":12,"instead":["g3"],
 *              "course":[{"seat":"Chie","card":"r2"}, …]},
 *    "wrong":[{"seat":"Bo","card":"p4","trick":3,"line":9,
 *              "ways":[{"card":"p4","most":[…],"least":[…]}, {"card":"r6", …}]}],
 *    "curve":[{"seat":"Dai","wants":true,"tricks":[null,7,7,8,9],"taken":9,
 *              "turns":[{"seat":"Bo","card":"g9","trick":3,"line":10,"before":7,"after":8}]}] }
 *
 *  The curve: before each trick what a seat could be sure of in all (`wants`), or be made to take;
 *  null where it was too deep. A turn is a card that made it worse for its own seat, of a haratama
 *  any that changed it.
 *
 *  without a haratama, for "forced":
 *    "seats":[{"seat":"Aki","taken":3,"least":1,"beyond":null,"by":"Aki","card":"p8", …}],
 *    "missed":[{"seat":"Aki","card":"r9","trick":3,"line":8,"instead":["r10"]}]
 *  of a deal:
 *    "seats":[{"seat":"Aki","taken":3,"aim":5,"sure":{…},"no_more":{…},"out_of_reach":{…}}]
 */
#ifndef FUDA_COULD_ROUND_H
#define FUDA_COULD_ROUND_H

#include "could.h"
#include "setting.h"
#include "telling.h"

/* What a record lacks for it. */
enum could_lack {
    LACKS_NOTHING,
    LACKS_ROUND,  /* none has begun, or it is not over */
    LACKS_LEADER, /* who leads is not known yet */
    LACKS_PLAYS,  /* they are not all on record, or whose they were */
    LACKS_CARD,   /* a card was played that nobody saw */
    LACKS_TURN,   /* a card was played out of turn, or none */
    LACKS_HANDS,  /* what was held to the end was not seen: too many ways */
    LACKS_COUNTS, /* which cards count is not on record */
    LACKS_WINNER  /* who takes a trick that nobody wins is for the table to say */
};

enum { COULD_PLAYS = 64, COULD_WORLDS = 240 };

struct could_course {
    struct could_rules rules;
    int32_t number;         /* of the round */
    uint8_t high;           /* so many are a haratama; 0: there is nothing of the kind */
    int8_t aim[HANDS_MOST]; /* tricks that pay a seat best, as it chose; NOBODY: unknown */
    bool bent;              /* abilities were chosen or used: the search knows none */
    enum could_lack lack;
    uint8_t lacking; /* LACKS_HANDS: whose (a bit each) */
    uint8_t plays;
    uint8_t card[COULD_PLAYS]; /* bits of hands.h */
    uint32_t line[COULD_PLAYS];
    struct could_stand at[COULD_PLAYS + 1];  /* before each, and after the last */
    int8_t got[COULD_PLAYS + 1][HANDS_MOST]; /* what each had taken there */

    /*
     * Cards that were held to the end and not seen, as a round leaves them that ends early: each
     * way in which they may lie, so that everybody followed suit who could. They are in no hand
     * of `at`; with nothing unseen there is one way, without a card.
     */
    uint16_t worlds;
    uint64_t unseen[COULD_WORLDS][HANDS_MOST];
};

/*
 * What a game has of its own for this: fills in the rules, `high`, `aim`, `bent` and, with what
 * the record lacks, `lack`.
 */
struct could_part {
    void (*rules)(const void *state, const struct setting *setting, struct could_course *out);
};

/* As it is told; NULL: nothing lacks. */
const char *could_lack_word(enum could_lack lack);

/* The round that was begun last. False: this game is not of the kind. */
bool could_course(const void *state, const struct setting *setting, struct could_course *out);

/*
 * The same with these hands (HANDS_MOST of them) as the play began, also of a round that goes on:
 * one of the deals that fit.
 */
void could_course_with(const void *state, const struct setting *setting, const uint64_t *hand,
    struct could_course *out);

/*
 * So many cards are tried for a round, and of these for one answer, and for one of many numbers;
 * and for its curve.
 */
enum { COULD_WORK = 6000000, COULD_ANSWER = 2000000, COULD_BOUND = 500000, COULD_CURVE = 800000 };

/*
 * Tells what could have been, an object told whole; of a round that lacks something nothing but
 * that. With its curve, if that is wanted; and the curve alone.
 */
void could_tell(const struct could_course *course, struct could *c, struct could_row *row,
    size_t rows, bool curve, struct teller *t);
void could_tell_curve(const struct could_course *course, struct could *c, struct could_row *row,
    size_t rows, struct teller *t);

#endif
