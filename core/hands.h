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

#include <stdbool.h>
#include <stdint.h>

enum { BINS_MOST = 9, CLAIMS_MOST = 64, BANS_MOST = 2, WAYS_MOST = 2 };

struct hands {
    uint64_t cards;            /* all cards to be placed */
    uint64_t may[BINS_MOST];   /* which of them a bin takes */
    uint8_t room[BINS_MOST];
    uint8_t bins;
};

/* Does any deal fit? */
bool hands_fit(const struct hands *hands);

/* Number of cards in a set, without needing a processor that counts. */
static inline unsigned cards_count(uint64_t cards)
{
    cards -= cards >> 1 & 0x5555555555555555u;
    cards = (cards & 0x3333333333333333u) + (cards >> 2 & 0x3333333333333333u);
    cards = (cards + (cards >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (unsigned)(cards * 0x0101010101010101u >> 56);
}

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

#endif
