/*
 * A trick-taking game that a file defines: what its pack says, and what is counted in a deal. What
 * such games share is in core/round.h: hidden hands, the duty to follow, the claims.
 * Private to this folder.
 *
 *     pack "Hearts" ─ suits, ranks ─▶ layout ─▶ hands, bins       which cards there are
 *                   ─ follow, lead ─▶ rather ─▶ legal, claims     which of them has to be played
 *                   ─ trump, worth ─▶ value  ─▶ takers            who takes them
 *                   ─ points       ─▶ formula of what was taken
 */
#ifndef FUDA_TRICK_GAME_H
#define FUDA_TRICK_GAME_H

#include "core/pack_game.h"
#include "core/round.h"

enum {
    RANKS_MOST = 15,
    RANK_TEXT = 3,
    PACK_CHECKS = 4,
    PACK_COUNTS = 4,
    COUNT_NAME = 19,
    PASS_WAYS = 8,
    DEALS_MOST = 256,
    WORTH_MOST = 9999
};

/*
 * What a formula may name, besides what the pack counts, whose slots follow. Those up to SLOT_CARDS
 * have the same value for every side; those from SLOT_TRICKS on are of what was played.
 */
enum {
    SLOT_ROUND,
    SLOT_ROUNDS,
    SLOT_SEATS,
    SLOT_CARDS,
    SLOT_TOTAL,
    SLOT_DEALER,
    SLOT_BID,
    SLOT_TRICKS,
    SLOT_WORTH,
    SLOT_LAST,
    SLOTS,
    SLOTS_MOST = SLOTS + PACK_COUNTS
};

enum {
    RULE_DECK,
    RULE_DEAL,
    RULE_PASS,
    RULE_TRUMP,
    RULE_BID,
    RULE_CHECK,
    RULE_LEAD,
    RULE_TURN,
    RULE_UNBROKEN,
    RULE_FOLLOW,
    RULE_OBLIGED,
    RULE_BARS,
    RULE_TRICK,
    RULE_POINTS,
    RULE_END,
    RULE_COUNT
};
enum {
    SAY_CARDS = VERB_PLAY,
    SAY_DEAL,
    SAY_HAND,
    SAY_PASS_ON,
    SAY_TRUMP,
    SAY_BID,
    SAY_SHOW,
    VERB_COUNT
};
enum { TRUMP_WORD_NONE };
enum { DUTY_FOLLOW = ANY_CARD + 1, DUTY_OBLIGED, DUTY_UNBROKEN, DUTY_BARS };

enum suit_kind { SUIT_PLAIN, SUIT_ABOVE, SUIT_BELOW };
enum follow_kind { FOLLOW, FOLLOW_OR_TRUMP, BEAT_IF_YOU_CAN, FOLLOW_ANY, TRUMP_AND_BEAT };
enum trump_kind { TRUMP_NONE, TRUMP_FIXED, TRUMP_TURNED, TRUMP_CHOSEN };
enum formula_of { POINTS, EACH, DEAL, ROUNDS, UNTIL, FORMULAS };

/* The trump suits, highest first, and all their cards. */
struct trumps {
    uint8_t count;
    uint8_t suit[LAYOUT_SUITS];
    uint64_t cards;
};

struct trick_pack {
    struct card_layout layout; /* first: the round points to it */
    char name[NAME_MOST + 1];
    uint8_t least, most,
        sides; /* fewest and most players, 0: not said; sides, 0: each player is one */
    uint8_t suits, ranks, copies;
    char letter[LAYOUT_SUITS];
    uint8_t kind[LAYOUT_SUITS],
        number[LAYOUT_SUITS]; /* enum suit_kind; number: how many cards, where above or below all */
    char rank[RANKS_MOST + 1][RANK_TEXT + 1]; /* from 1, low to high, terminated */
    bool left_out[LAYOUT_CODES];
    bool settled; /* a row has named cards, so no later row may change the deck */
    uint8_t order[64],
        order_trump[64];    /* rank in its suit, from 1; order_trump 0: the same as order */
    uint64_t deck, special; /* all cards; those above or below all suits */
    uint8_t passes, ways,
        way[PASS_WAYS]; /* cards passed; then deal by deal, in turn: WORD_LEFT, … (rows.h) */
    bool leads;         /* whoever holds `lead` leads first; else whoever sits left of the dealer */
    uint8_t lead;
    enum follow_kind follow;
    uint64_t unbroken,
        bars; /* may not be led before one was played; may not be played to trick 1 */
    enum trump_kind trump;
    struct trumps trumps;
    bool united; /* single cards are trumps: all trumps are the last suit, which has no letter */
    bool follow_said, worth_said, last_wins, low, bids;
    int16_t worth[64], worth_trump[64]; /* worth_trump: of trumps, where `otherwise` */
    uint64_t otherwise, worthy; /* worthy: named singly by a `worth` row, not by suit or rank */
    uint8_t counts;
    char count[PACK_COUNTS][COUNT_NAME + 1]; /* folded, terminated */
    uint64_t counted[PACK_COUNTS];
    struct formula formula[FORMULAS], check[PACK_CHECKS];
    uint8_t checks;
    uint32_t once; /* deck_part.once */
};

/* A deal; `points` and `total` once it is over. Of what is unknown a bit each seat. */
struct deal_row {
    int16_t bid[HANDS_MOST], tricks[HANDS_MOST], count[PACK_COUNTS][HANDS_MOST];
    uint8_t last; /* who took the last trick, from 1; 0: nobody yet, or not known */
    int32_t worth[HANDS_MOST], points[HANDS_MOST], total[HANDS_MOST];
    uint8_t no_bid, more_tricks, more_worth, no_points, no_total;
};

struct trick_game {
    struct round round; /* comes first */
    uint8_t cards;      /* of each hand */
    uint8_t dealer;
    uint8_t sides, bidders;                   /* how many sides; who has bid (a bit each) */
    bool broken, may_be_broken;               /* by a card that nobody saw */
    bool bid_said, trump_said, trump_unknown; /* nobody knows what is trumps */
    struct trumps trumps;
    int32_t total[HANDS_MOST]; /* of each side */
    uint8_t unknown;           /* the sides whose total is not known (a bit each) */
    struct deal_row now;
};

static inline const struct trick_pack *pack_of(const void *game)
{
    return (const struct trick_pack *)(const void *)((const struct round *)game)->layout;
}

/* ---- deck.c, rows.c ---- */

extern const struct deck_part trick_deck_part;

/* ---- cards.c ---- */

/* Lays the deck out by its suits, ranks and copies. False: it has more than 64 cards. */
bool trick_cards_lay(struct trick_pack *pack);

int trick_card_read(const void *deck, struct span folded);
size_t trick_card_write(const void *deck, int card, bool japanese, char *out);

/* `pack_suit` of a rulebook. */
bool trick_suit(const void *deck, int suit, struct pack_suit *out);

/* The suit of that letter or name, or -1; and the cards on which it stands. */
int trick_suit_read(const struct trick_pack *pack, struct span folded);
uint64_t trick_suit_cards(const struct trick_pack *pack, int suit);

/* What the card is worth in this deal. */
int trick_worth(const struct trick_game *s, int card);

/* Makes one suit of trumps of these sets of like cards, the highest first. False: no room. */
bool trumps_unite(struct trick_pack *pack, const uint64_t *sets, int count);

/* rulebook.pack_card_leads */
int trick_card_leads(const void *deck, int card);

void trumps_add(struct trumps *t, const struct trick_pack *pack, int suit);

/* ---- obliged.c ---- */

/*
 * The seat that takes the trick on the table so far; NOBODY: by a card that nobody saw it may be
 * one of `may` (a bit each; may be NULL).
 */
int trick_taker(const struct trick_game *s, uint8_t *may);
uint64_t trick_rather(const void *game, int led, int card);

/* The nth of what may be trumps where nobody knows it, the first being none. False: no more. */
bool trumps_may_be(const struct trick_game *s, int nth, struct trumps *out);

/* A card was played: notes which suit has to be followed; after one that nobody saw, none. */
void trick_lay(struct trick_game *s, const struct play *p);

/* ---- play.c ---- */

bool trick_unfit(const void *deck, unsigned players, struct message *why);
/* trick_is_over: no deal follows. trick_finished: and it is known who has won. */
bool trick_is_over(const struct trick_game *s, const struct setting *setting);
bool trick_finished(const void *state, const struct setting *setting, uint32_t *winners);
void trick_game_begin(void *state, const struct setting *setting);
void trick_game_copy(void *to, const void *from);
void trick_game_keep(void *before, void *state, bool follows);
enum outcome trick_apply(struct act *act);
bool trick_turns_page(const void *state, const struct setting *setting,
    const struct statement *said);
void trick_stand(const void *state, const struct setting *setting, struct standing *out);

/* How many cards each player passes now, before the first is played; 0: none are passed. */
int trick_passing(const struct trick_game *s);

/* The verb that the game waits for before a card may be played; 0: none. */
int trick_waits_for(const struct trick_game *s);

/* The part of a rulebook; nobody plays a card while the game waits for something else. */
struct cardset trick_legal(const void *state, const struct setting *setting, int seat);

/* ---- count.c ---- */

/*
 * trick_rounds: how many rounds are played; 0: the pack does not say. trick_deal_size: how many
 * cards each player is dealt. False: the formula has no value; `fault` says why.
 */
bool trick_rounds(const struct trick_pack *pack, int seats, int32_t *out, struct fault *fault);
bool trick_deal_size(const struct trick_pack *pack, int seats, int round, int32_t *out,
    struct fault *fault);

/* What the names of formulas stand for, of each side and of each player. */
struct seen_values {
    int32_t side[HANDS_MOST][SLOTS_MOST], player[HANDS_MOST][SLOTS_MOST];
    struct formula_values as, each;
};
void trick_see(const struct trick_game *s, struct seen_values *out);

/* A formula's value for a side, of the deal as it is now. */
bool trick_value(const struct trick_game *s, const struct formula *f, int side, int32_t *out,
    struct fault *fault);

/*
 * trick_count: counts what each seat has taken, as far as it is known. trick_score: the points of
 * the deal, which is over. False: a formula has no value, and `fault` says where.
 */
void trick_count(struct trick_game *s);
bool trick_score(struct trick_game *s, struct fault *fault);

/* ---- check.c ---- */

void trick_check(const void *deck, struct rulings *out);

/* ---- tell.c, ask.c ---- */

void trick_tell_rows(const void *state, const struct setting *setting, struct teller *t,
    uint32_t *told, bool last);
int trick_turn_now(const void *state, const struct setting *setting);
void trick_ask(const void *state, const struct setting *setting, struct ask *out);

/* What is missing on record where it stands, as a statement of which nothing was seen. */
size_t trick_missing(const void *state, const struct setting *setting, unsigned n, char *out,
    size_t room);
extern const struct table_part trick_table_part;
extern const struct trial_part trick_trial_part;

#endif
