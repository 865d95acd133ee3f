/*
 * The court: what players claimed about hidden cards, weighed against what was seen. Private to
 * core; knows no game.
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
 * A claim is what a rule makes of an act: who plays another suit says that the suit led is not in
 * that hand. It is not judged as it is made but weighed against all that was seen, when the round
 * (deal, night) is left or the record ends. What was seen is cards, never what another player
 * claimed: no claim leans on another one's being right. So each may be right and all of them
 * together still be too much.
 *
 * The cards are the oracle's. There are two, and a game takes the one that its hands are like:
 *
 *     bins.h     hands dealt once, which then only shrink: Hall's condition over bins
 *     worlds.h   hands that change by cards nobody saw: the set of all hands that fit
 *
 * An oracle is exact, or it says `UNPROVEN`; it never guesses. A claim is known to it by its row.
 * Sets of claims are a bit a row.
 *
 *     struct court court;
 *     court_begin(&court, &oracle, facts, game);        bins.h: hearing_begin
 *     court_add(&court, claim);                         bins.h: hearing_claim, which says what it
 *                                                       means too
 *     court_report(&court, out);
 *
 * Source of what is refuted, open, in conflict, and of which set is named: the notation, "What
 * judge finds".
 */
#ifndef FUDA_COURT_H
#define FUDA_COURT_H

#include "core.h"

enum { CLAIMS_MOST = 64 }; /* of a round */

enum weight { PROVEN, REFUTED, UNPROVEN };

struct claim;

/* Why a claim is refuted. */
struct proof {
    /* where it was complete; or, before the claim was made, where `card` was seen */
    uint32_t line;
    /* a card on record that shows it by itself, as the oracle knows cards, */
    int16_t card;
    /* the seat in whose hand `card` was; both -1: it takes counting */
    int8_t holder;
    struct grounds grounds; /* the whole of it, as far as the oracle can tell */
};

enum verdict_text { BY_A_CARD, BY_COUNTING, BY_ONE, BY_FEW, NOT_PROVED, CLAIMED, VERDICT_TEXTS };

/* A kind of claim: the rule that it may break, and what is said of it. Rows of a game's table. */
struct charge {
    uint8_t rule;
    /*
     * VERDICT_TEXTS of them: refuted by a card on record; in any other way, where {cards}, one or a
     * few of them, are those of which it held one (NULL: they are not named); not proved; what
     * would make it right
     */
    const char *const *text;
    /* Fills in what the texts leave open but {seat} and {card}. NULL: nothing. */
    void (*values)(const void *game, const struct claim *c, const struct proof *proof,
        struct message *m);
};

/*
 * What showed a claim wrong whose oracle forgets it: these cards were in that hand, to which only
 * so many had come since the claim was made.
 */
enum { EVIDENCE_MOST = 4 };
struct evidence {
    uint8_t cards, came;
    int8_t seat;
    uint8_t card[EVIDENCE_MOST];
};

struct claim {
    const struct charge *charge;
    uint64_t upon; /* made only since these claims before it are refuted */
    uint32_t line; /* where it was made */
    /* what was on record up to that line proves nothing of it; 0: all does */
    uint32_t since;
    /* the line that refuted it; 0: none is noted (see claims_watch) */
    uint32_t refuted;
    int8_t seat;              /* who made it */
    int16_t card;             /* the ruling's; -1: none */
    int16_t play;             /* the game's: which play it was; -1: none */
    struct evidence evidence; /* with `refuted`; no cards: it takes more to tell */
    enum weight weight;       /* the court's */
};

struct oracle {
    /* Is this claim right in no case that fits what was seen, in every one, or in some? */
    enum weight (*weigh)(const void *facts, unsigned claim);
    /* Is there a case in which all of these are right? */
    bool (*may_hold)(const void *facts, uint64_t claims);
    /* Does `later` say the same as `claim`? It then adds nothing to a conflict. NULL: never. */
    bool (*same)(const void *facts, unsigned claim, unsigned later);
    /* Why a claim is refuted; `out` has the line that the claim notes. NULL: it cannot be told. */
    void (*prove)(const void *facts, const struct claim *c, unsigned claim, struct proof *out);
    /* Why these claims cannot all be right. NULL: it cannot be told. */
    void (*prove_conflict)(const void *facts, uint64_t claims, struct grounds *out);
    const char *conflict; /* what is said of claims that cannot all be right */
};

/* The claims of a round, in the order of their lines. */
struct court {
    const struct oracle *oracle;
    const void *facts; /* the oracle's */
    const void *game;  /* for the texts' values */
    unsigned count;
    struct claim row[CLAIMS_MOST];
};

void court_begin(struct court *court, const struct oracle *oracle, const void *facts,
    const void *game);

/* Weighs a claim, whose row the oracle knows already; it is given back as kept. */
const struct claim *court_add(struct court *court, struct claim claim);

/*
 * The smallest set of unproven claims that cannot all be right; of the smallest the one whose last
 * line is least, then whose lines are least in order. 0: all can, or more than SUSPECTS_MOST are
 * needed.
 */
uint64_t court_conflict(const struct court *court);

/*
 * Rulings for all that is refuted, with the line that proves it, or unproven, and for the smallest
 * conflict, whose claims are not called unproven then.
 */
void court_report(const struct court *court, struct rulings *out);

/* So many claims are right in no case. */
unsigned court_refuted(const struct court *court);

/* What was noted of a refuted claim (`evidence`), as grounds. */
void claim_tell_evidence(const struct claim *c, struct grounds *out);

/*
 * For an oracle that forgets how it came to what it knows: after each statement, notes the line in
 * those claims of its first `count` rows that have just become refuted.
 */
void claims_watch(struct claim *row, unsigned count, const struct oracle *oracle, const void *facts,
    uint32_t line);

#endif
