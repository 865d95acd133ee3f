/*
 * Hidden hands as worlds, for hands that change by cards that nobody saw. The court's oracle over
 * them (court.h) stands here too. Private to core; it knows no game.
 *
 *               draw ?                      take ?
 *     hand 0 ◀──────────▶ hand 1   ◀─────────────────── pile
 *        └── leave fox ──▶                                        every statement maps
 *                                                                 the set of worlds to the next
 *     { [fox ink | doll sun] [fox sun | doll ink] … }
 *
 * A world is one way in which the two hands may be filled; the pile holds the rest. Every statement
 * maps the set of worlds to the next set. If that set is empty, the statement cannot have happened.
 * A claim is remembered as a bit of each world that says whether the claim is right there, and the
 * bit goes along as the world changes.
 *
 * The set has at most WORLDS_MOST worlds. When there would be more, kinds of cards are no longer
 * told apart: this adds worlds but never loses one. So whatever is refuted or impossible in the
 * larger set really is, and what can no longer be decided is left open. One kind of card is bound
 * to its hand: it is never drawn unseen.
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
    UNSEEN = -1 /* the kind of a card that nobody saw */
};

/*
 * A hand is a row of four-bit counts, one for each kind. The count of a group of kinds stands at
 * the group's lowest kind.
 */
struct world {
    uint64_t hand[HANDS];
    uint64_t right; /* the claims that are right in this world (a bit each) */
};

struct worlds {
    /* the group of each kind: kinds that cannot be told apart yet are counted together */
    uint8_t group[KINDS_MOST];
    /* copies of each kind in the hands and the pile, COPIES_MOST and one given at most */
    uint8_t hidden[KINDS_MOST];
    uint8_t bound; /* the kind that is never drawn unseen */
    bool blurred;  /* the bits of all remembered claims were dropped */
    /* the set is no longer exactly the worlds that fit */
    bool coarse;
    uint64_t remembered;    /* the claims that the worlds remember (a bit each) */
    uint16_t count, strays; /* `count` worlds in force, then `strays` that are not (see below) */
    struct hand_log trail;  /* the steps that led here, for proofs */
    struct world world[WORLDS_MOST];
};

/*
 * worlds_deal begins a new deal. The bound kind is a group of its own from the start;
 * worlds_give_bound gives a hand one more card of it.
 */
void worlds_deal(struct worlds *w, const uint8_t deck[KINDS_MOST], const uint8_t sizes[HANDS],
    int bound);
void worlds_give_bound(struct worlds *w, int hand);

/*
 * Steps that were told. `kind` may be UNSEEN where a card moves face down. False: it can have
 * happened in no world; `w` may not be used any more unless strays are left (see below).
 */
/* a card is laid down in the open */
bool worlds_leave(struct worlds *w, int hand, int kind);
bool worlds_draw(struct worlds *w, int from, int to, int kind); /* UNSEEN is never the bound kind */
bool worlds_take(struct worlds *w, int hand, int kind);         /* from the pile */
bool worlds_hold(struct worlds *w, int hand, const uint8_t least[KINDS_MOST]);
void worlds_reshuffle(struct worlds *w, const uint8_t grave[KINDS_MOST]);
/* the whole hand but the bound kind goes to the pile */
void worlds_put_back(struct worlds *w, int hand);

/*
 * Steps that nobody saw. Cards that are laid down unseen stay hidden and are in neither hand; none
 * is of the bound kind. There may be one card of them or up to `most`, so the hand has several
 * possible sizes until it is filled up again.
 */
bool worlds_lay_unseen(struct worlds *w, int hand, int most);
/* fills the hand to `size` with unseen cards from the pile; `perhaps`: or to fewer */
bool worlds_fill(struct worlds *w, int hand, int size, bool perhaps);
bool worlds_keep_size(struct worlds *w, int hand, int size); /* the hand had `size` cards */

/*
 * It is learnt that a card has lain open since before the deal with which this set began. False: a
 * hand holds it in every world.
 */
bool worlds_lie(struct worlds *w, int kind);

/* Is there a world in which a card of this kind is in neither hand? */
bool worlds_may_be_away(const struct worlds *w, int kind);

void worlds_copy(struct worlds *to, const struct worlds *from); /* only the worlds in use */

/* ---- questions and claims ---------------------------------------------------------------- */

/*
 * A question about one hand. Its answer may depend on the hand's size and on the kinds in `kinds`
 * (a bit each), and on nothing else.
 */
struct hand_question {
    uint32_t kinds;
    bool (*holds)(const uint8_t has[KINDS_MOST], int size, const void *user);
    const void *user;
};

/* Whether the answer is yes in some world, and whether it is no in some world. */
struct hand_answer {
    bool yes, no;
};

struct hand_answer worlds_ask(const struct worlds *w, int hand,
    const struct hand_question *question);

/* The least and the most copies of a kind that the hand holds in any world. */
void worlds_copies(const struct worlds *w, int hand, int kind, int *least, int *most);

/*
 * Remembers in each world whether the claim is right there, which it is where the answer to the
 * question is yes. The claim is not remembered where that would take too many worlds.
 */
void worlds_claim(struct worlds *w, int hand, const struct hand_question *question, unsigned claim);

/*
 * The court's oracle; its facts are a struct worlds. It does not keep how it came to what it knows,
 * so its claims have to be watched (claims_watch). A claim that is not remembered is unproven.
 */
extern const struct oracle worlds_oracle;

/* ---- strays ------------------------------------------------------------------------------ */

/*
 * Strays are worlds in which exactly one unseen draw took the bound kind, against the rule. They
 * take every step as the other worlds do, but count for no question until a step leaves none of the
 * others. Where there are too many of them they are dropped, and the worlds become `coarse`.
 *
 * `claim` says that the draw kept to the rule. It is sworn before the draw, when it is right in
 * every world.
 */
void worlds_swear(struct worlds *w, unsigned claim);
bool worlds_draw_if_stray(struct worlds *w, int from, int to, unsigned claim);
void worlds_lose_strays(struct worlds *w);

/* The fewest cards of the bound kind that the hand holds in any stray. */
int worlds_stray_least(const struct worlds *w, int hand);

/* From now on the strays are the worlds in force. False: there are none. */
bool worlds_own_up(struct worlds *w);

#endif
