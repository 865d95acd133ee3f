/*
 * Hidden hands: may any deal fit what has been seen? Private to core.
 *
 * A deal puts every card into a bin (a hand, a passed pair, the card aside). A bin has room for
 * so many cards and takes only some. By Hall's theorem a deal exists exactly when, for every set
 * of bins, the cards that no other bin takes find room in them; with at most nine bins all 512
 * sets can be tried. Cards are bits of 64; the bins' room adds up to the number of cards.
 *
 *                  cards seen and unseen            bins
 *                     r3  r9  b5 …        ──▶   [ Aki 5 ] [ Bo 4 ] [ aside 1 ]
 *
 * A claim says that some bins hold none of some cards ("Bo had no red card then"). Claims are
 * weighed against what was seen alone; none of them leans on another, but all of them together
 * may still be more than any deal can satisfy: a conflict.
 *
 * Source: P. Hall, On Representatives of Subsets (1935), for capacities.
 */
#ifndef FUDA_HANDS_H
#define FUDA_HANDS_H

#include "bits.h"
#include "core.h"

enum { BINS_MOST = 9, HANDS_MOST = 4, CLAIMS_MOST = 64, BANS_MOST = 2, WAYS_MOST = 2 };

struct hands {
    uint64_t cards;            /* all cards to be placed */
    uint64_t may[BINS_MOST];   /* which of them a bin takes */
    uint8_t room[BINS_MOST];
    uint8_t bins;
};

/* Does any deal fit? */
bool hands_fit(const struct hands *hands);

/* `cards` are in none of `bins` (a bit each). */
struct ban {
    uint64_t cards;
    uint16_t bins;
};

void hands_ban(struct hands *hands, const struct ban *ban);

/* A claim holds in one way or another; in each way all of its bans hold. */
struct claim {
    uint32_t line;             /* where it was made */
    uint8_t ways;
    uint8_t bans[WAYS_MOST];
    struct ban ban[WAYS_MOST][BANS_MOST];
};

enum weight { CLAIM_PROVEN, CLAIM_REFUTED, CLAIM_UNPROVEN };

/* What was seen makes this claim certain, or rules it out, or neither. */
enum weight claim_weigh(const struct hands *hands, const struct claim *claim);
bool claim_refuted(const struct hands *hands, const struct claim *claim);

/*
 * The smallest set of claims that cannot all hold: of the smallest the one whose last line is
 * least, then whose lines are least in order (`claims` are given in the order of their lines).
 * Returns how many, their places into `out` (at most `most`), ascending; 0 if all can hold.
 */
unsigned claims_conflict(const struct hands *hands, const struct claim *claims, unsigned count,
                         unsigned *out, unsigned most);

/* ---- weighing what was claimed ----------------------------------------------------------- */

/* What had been seen of the players' hands up to some line. */
struct view {
    struct hands hands;
    uint8_t players;
    uint64_t known[HANDS_MOST];   /* cards of each player's hand, all that it ever held, */
    uint16_t hand[HANDS_MOST];    /* … and the bins it is made of */
};

enum { ALWAYS = UINT32_MAX };     /* up to the last line */

/* Something a player claimed about hidden cards, and what came of weighing it. */
struct claimed {
    uint8_t rule;
    int8_t seat;
    int16_t card;                 /* a code, for the ruling; -1: none */
    int16_t play;                 /* the game's: which play it was; -1: none */
    uint8_t kept;                 /* a card that disproved it at once, seen in that hand before, */
    uint32_t line, kept_line;     /* … at this line; 0: none was */
    uint64_t never;               /* cards that the hand then cannot have held, if it is true; */
    uint64_t elsewhere;           /* or these cannot have been in another hand, as the game puts it */
    uint64_t upon;                /* made only since these claims before it are refuted (a bit a row) */
    enum weight weight;
};

/* What is said of a claim: refuted by a card, or by counting; or not proved. */
enum verdict_text { BY_A_CARD, BY_COUNTING, NOT_PROVED };

/* What a game knows of its hidden hands and of its words. */
struct weigher {
    void (*view)(const void *game, uint32_t until, struct view *out);
    /* The bans of a claim with `elsewhere`; NULL where no such claims are made. */
    void (*bans)(const void *game, const struct view *view, const struct claimed *c, struct claim *out);
    /* The last line before `line` where a card known of a hand was seen there; else the first. */
    uint32_t (*seen)(const void *game, int seat, int card, uint32_t line);
    /* The text, and its values; `proof` is a card in `holder`'s hand, or -1. */
    const char *(*text)(const struct claimed *c, enum verdict_text which);
    void (*values)(const void *game, const struct claimed *c, int proof, int holder, struct message *m);
};

/* The claims of a round, in the order of their lines. */
struct weighing {
    const struct weigher *by;
    const void *game;
    struct view now;
    uint64_t hidden;              /* cards nobody has seen */
    unsigned count;
    struct claimed row[CLAIMS_MOST];
};

void weighing_begin(struct weighing *all, const struct weigher *by, const void *game);

/* Weighs one claim; it is given back as kept. */
const struct claimed *weighing_add(struct weighing *all, struct claimed claim);

/*
 * Rulings for all that is refuted (with the line that proves it) or unproven, and for the smallest
 * set of the latter that cannot all be right; those are not called unproven then.
 */
void weighing_report(struct weighing *all, struct rulings *out);

/* ---- counting ---------------------------------------------------------------------------- */

/* Deals are counted in more than 64 bits: 52 cards in four hands alone are 5 * 10^28. */
__extension__ typedef unsigned __int128 deals;

enum { COUNTS_MOST = 1 << 15 };

/* What was counted already; the caller's, about a megabyte, zeroed for each count. */
struct counted {
    struct {
        uint64_t key;
        deals number;
    } row[COUNTS_MOST];
    uint32_t used;
};

/* How many deals fit. False if there are too many cases to count; `scratch` is zeroed first. */
bool hands_count(const struct hands *hands, struct counted *scratch, deals *number);

/* … and make every claim true that is not refuted. */
bool weighing_count(const struct weighing *all, const struct hands *hands, struct counted *scratch,
                    deals *number);

#endif
