/*
 * The court weighs what players claimed about hidden cards against what was seen. Private to core;
 * it knows no game.
 *
 *     a player acts            "I have no red", "there was nothing to draw"
 *           │
 *         claim ───────▶ court ◀──────▶ oracle      may these all be right, with what was seen?
 *                          │
 *                          ├─▶ right in no case            refuted    irregular, with its proof
 *                          ├─▶ right in some, not in all   unproven   … or, if several of them
 *                          ├─▶ cannot all be right         conflict   the smallest such set
 *                          └─▶ right in every case         proven     nothing is said
 *
 * A claim is what an act says about a hand that nobody has seen: a player who plays another suit
 * claims to hold no card of the suit led. Claims are not judged when they are made. They are
 * weighed when the round (deal, night) is left or the record ends, against every card seen by then,
 * and never against one another. So each claim may be possible by itself although they cannot all
 * be right: that is a conflict.
 *
 * What can be in the hands is known to an oracle. There are two, and a game uses the one that suits
 * its hands:
 *
 *     bins.h     hands dealt once that then only shrink: Hall's condition over bins
 *     worlds.h   hands that change by cards nobody saw: the set of all hands that fit
 *
 * An oracle answers exactly, or it answers `UNPROVEN`; it never guesses. It knows a claim by its
 * row in the court, and a set of claims is a bit mask with one bit for each row.
 *
 *     struct court court;
 *     court_begin(&court, &oracle, facts, game);        bins.h: hearing_begin
 *     court_add(&court, claim);                         bins.h: hearing_claim, which also says
 *                                                       what the claim means
 *     court_report(&court, out);
 *
 * The notation defines what counts as refuted, unproven and in conflict, and which conflicting set
 * is named: see "What judge finds".
 */
#ifndef FUDA_COURT_H
#define FUDA_COURT_H

#include "core.h"

enum { CLAIMS_MOST = 64 }; /* of a round */

enum weight { PROVEN, REFUTED, UNPROVEN };

struct claim;

/* Why a claim is refuted. */
struct proof {
    /*
     * the line that completed the proof; where `card` was seen before the claim was made, that line
     */
    uint32_t line;
    /* a card on record that refutes the claim by itself, numbered as the oracle numbers cards; */
    int16_t card;
    /* and the seat that held it. Both are -1 where the proof takes counting. */
    int8_t holder;
    struct grounds grounds; /* the complete argument, as far as the oracle can give it */
};

enum verdict_text { BY_A_CARD, BY_COUNTING, BY_ONE, BY_FEW, NOT_PROVED, CLAIMED, VERDICT_TEXTS };

/*
 * A kind of claim: the rule that a wrong one breaks, and the texts about it. A game has a table of
 * these.
 */
struct charge {
    uint8_t rule;
    /*
     * VERDICT_TEXTS texts, one for each outcome. BY_A_CARD: a card on record refutes the claim.
     * BY_COUNTING: counting does. BY_ONE and BY_FEW: the same where {cards}, one or a few, are
     * known of which the hand held at least one (NULL: they are not named). NOT_PROVED: the record
     * does not decide. CLAIMED: what would make the claim right.
     */
    const char *const *text;
    /* Fills in the values of the texts other than {seat} and {card}. NULL: there are none. */
    void (*values)(const void *game, const struct claim *c, const struct proof *proof,
        struct message *m);
};

/*
 * What refuted a claim, noted for an oracle that does not keep it: these cards were in the hand of
 * `seat`, and only `came` cards had come to that hand since the claim was made.
 */
enum { EVIDENCE_MOST = 4 };
struct evidence {
    uint8_t cards, came;
    int8_t seat;
    uint8_t card[EVIDENCE_MOST];
};

struct claim {
    const struct charge *charge;
    uint64_t upon; /* earlier claims (a bit each): this one counts only because they are refuted */
    uint32_t line; /* the line of the act that made it */
    /* cards seen up to this line cannot refute it; 0: all cards seen count */
    uint32_t since;
    /* the line that refuted it, noted by claims_watch; 0: none was noted */
    uint32_t refuted;
    int8_t seat;              /* who made it */
    int16_t card;             /* the card that the ruling names; -1: none */
    int16_t play;             /* which play made it, for the game's texts; -1: no play */
    struct evidence evidence; /* belongs to `refuted`; no cards: a few cards cannot show it */
    enum weight weight;       /* set by the court */
};

struct oracle {
    /*
     * Of all the cases that fit what was seen, is the claim right in none (REFUTED), in every one
     * (PROVEN), or in some (UNPROVEN)?
     */
    enum weight (*weigh)(const void *facts, unsigned claim);
    /* Is there a case in which all of these are right? */
    bool (*may_hold)(const void *facts, uint64_t claims);
    /* Does `later` say the same as `claim`, so that it adds nothing to a conflict? NULL: never. */
    bool (*same)(const void *facts, unsigned claim, unsigned later);
    /*
     * Fills in why a claim is refuted; `out->line` already has the claim's `refuted`. NULL: this
     * oracle cannot say.
     */
    void (*prove)(const void *facts, const struct claim *c, unsigned claim, struct proof *out);
    /* Fills in why these claims cannot all be right. NULL: this oracle cannot say. */
    void (*prove_conflict)(const void *facts, uint64_t claims, struct grounds *out);
    const char *conflict; /* the message about claims that cannot all be right */
};

/* The claims of one round, in the order of their lines. */
struct court {
    const struct oracle *oracle;
    const void *facts; /* passed to the oracle */
    const void *game;  /* passed to `values` of a charge */
    unsigned count;
    struct claim row[CLAIMS_MOST];
};

void court_begin(struct court *court, const struct oracle *oracle, const void *facts,
    const void *game);

/*
 * Weighs a claim and keeps it in the next row, which the oracle must know already. Returns the row.
 */
const struct claim *court_add(struct court *court, struct claim claim);

/*
 * The smallest set of unproven claims that cannot all be right. Among several of that size, the one
 * whose last line comes first; then the one whose lines, compared in order, come first. 0: they can
 * all be right, or only a set of more than SUSPECTS_MOST cannot.
 */
uint64_t court_conflict(const struct court *court);

/*
 * Appends a ruling for each refuted claim, with the line that proves it; for the smallest conflict;
 * and for each unproven claim that is not part of that conflict.
 */
void court_report(const struct court *court, struct rulings *out);

/* Writes a refuted claim's `evidence` as grounds. */
void claim_tell_evidence(const struct claim *c, struct grounds *out);

/*
 * For an oracle that does not keep how it came to what it knows. Called after each statement: of
 * the first `count` claims, those that the statement has just refuted get `line` as their
 * `refuted`.
 */
void claims_watch(struct claim *row, unsigned count, const struct oracle *oracle, const void *facts,
    uint32_t line);

#endif
