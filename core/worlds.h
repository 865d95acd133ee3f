/*
 * Hidden hands as worlds: hands that change by cards nobody saw, and the court's oracle over them
 * (court.h). Private to core; knows no game.
 *
 *               draw ?                      take ?
 *     hand 0 ◀──────────▶ hand 1   ◀─────────────────── pile
 *        └── leave fox ──▶                                        every statement maps
 *                                                                 the set of worlds to the next
 *     { [fox ink | doll sun] [fox sun | doll ink] … }
 *
 * A world is one way in which the two hands may be filled; the pile has the rest. Every statement
 * maps the set of worlds to the next one, and what it leaves empty cannot have happened. A claim is
 * remembered as a bit of each world: is it right there? It then follows the world through all that
 * comes.
 *
 * The set is bounded. Beyond the bound kinds are confounded: worlds are added, never lost, so what
 * is then refuted or impossible still is, and what can no longer be told is left open. One kind is
 * bound to its hand: it is never drawn unseen.
 */
#ifndef FUDA_WORLDS_H
#define FUDA_WORLDS_H

#include "core/hand_log.h"
#include "court.h"

enum {
    HANDS = 2,
    KINDS_MOST = 14,  /* of cards */
    HAND_MOST = 15,   /* cards of a hand */
    COPIES_MOST = 99, /* of a kind, in a deck */
    WORLDS_MOST = 4096,
    UNSEEN = -1 /* a card's kind */
};

/*
 * A hand is counts of four bits, one for each group of kinds, at the place of the group's least
 * kind.
 */
struct world {
    uint64_t hand[HANDS];
    uint64_t right; /* the claims that are right here (a bit each) */
};

struct worlds {
    uint8_t group[KINDS_MOST];  /* kinds that nobody can tell apart yet are counted together */
    uint8_t hidden[KINDS_MOST]; /* copies in hands and pile; at most COPIES_MOST and one given */
    uint8_t bound;              /* the kind that is never drawn unseen */
    bool blurred;               /* the claims that were remembered are forgotten */
    /* worlds were added, or lost: no longer those that fit and no others */
    bool coarse;
    uint64_t remembered;    /* the claims that are (a bit each) */
    uint16_t count, strays; /* worlds in force, and after them those that are not */
    struct hand_log trail;  /* how it came to them */
    struct world world[WORLDS_MOST];
};

/*
 * A new deal. The bound kind is a group of its own from the start; a hand may be given one more of
 * it.
 */
void worlds_deal(struct worlds *w, const uint8_t deck[KINDS_MOST], const uint8_t sizes[HANDS],
    int bound);
void worlds_give_bound(struct worlds *w, int hand);

/*
 * What happened. `kind` may be UNSEEN where a card moves face down. False: in no world can it
 * have happened, and `w` is no longer of use, unless strays are left (below).
 */
bool worlds_leave(struct worlds *w, int hand, int kind);        /* laid down in the open */
bool worlds_draw(struct worlds *w, int from, int to, int kind); /* unseen: never the bound kind */
bool worlds_take(struct worlds *w, int hand, int kind);         /* from the pile */
bool worlds_hold(struct worlds *w, int hand, const uint8_t least[KINDS_MOST]);
void worlds_reshuffle(struct worlds *w, const uint8_t grave[KINDS_MOST]);
/* all but the bound kind, to the pile */
void worlds_put_back(struct worlds *w, int hand);

/*
 * What happened and nobody saw. A card that was laid so stays hidden: it is in neither hand. Never
 * the bound kind. Of how many that may be, at least one and at most so many, a hand is of several
 * sizes, until it is filled up again.
 */
bool worlds_lay_unseen(struct worlds *w, int hand, int most);
/* with unseen cards from the pile; or not so far */
bool worlds_fill(struct worlds *w, int hand, int size, bool perhaps);
bool worlds_keep_size(struct worlds *w, int hand, int size); /* it had so many */

/*
 * A card has lain open since before the deal that this set began with. False: a hand has it in
 * every world.
 */
bool worlds_lie(struct worlds *w, int kind);

/* In some world one of this kind is in neither hand. */
bool worlds_may_be_away(const struct worlds *w, int kind);

void worlds_copy(struct worlds *to, const struct worlds *from); /* only the worlds in use */

/* ---- questions and claims ---------------------------------------------------------------- */

/* A question about one hand, of which the kinds in `kinds` (a bit each) and the size matter. */
struct hand_question {
    uint32_t kinds;
    bool (*holds)(const uint8_t has[KINDS_MOST], int size, const void *user);
    const void *user;
};

/* In some world the answer is yes; in some it is no. */
struct hand_answer {
    bool yes, no;
};

struct hand_answer worlds_ask(const struct worlds *w, int hand,
    const struct hand_question *question);

/* The most copies of a kind that a hand has in any world; and the least in all of them. */
void worlds_copies(const struct worlds *w, int hand, int kind, int *least, int *most);

/* Remembers in each world, if it can, whether a claim is right there: that the answer is yes. */
void worlds_claim(struct worlds *w, int hand, const struct hand_question *question, unsigned claim);

/*
 * The court's: its facts are a struct worlds. It forgets how it came to what it knows, so its
 * claims are watched (claims_watch); one that is not remembered is unproven.
 */
extern const struct oracle worlds_oracle;

/* ---- strays ------------------------------------------------------------------------------ */

/*
 * Strays are worlds in which one unseen draw took the bound kind against the rule, and no other
 * did. They take all steps as the others do, but nobody is asked about them until a step leaves
 * none of the others. There may be too many: then they are given up, the worlds being `coarse`.
 *
 * `claim` says that the draw kept to the rule, and is sworn before it: right everywhere so far.
 */
void worlds_swear(struct worlds *w, unsigned claim);
bool worlds_draw_if_stray(struct worlds *w, int from, int to, unsigned claim);
void worlds_lose_strays(struct worlds *w);

/* The fewest cards of the bound kind that a hand has in any stray. */
int worlds_stray_least(const struct worlds *w, int hand);

/* The strays are the worlds in force; false: there are none. */
bool worlds_own_up(struct worlds *w);

#endif
