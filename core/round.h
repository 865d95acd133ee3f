/*
 * A round (deal) of a must-follow game: the statements that all such games share, the duty to
 * follow, what may be played, what is claimed by playing, and the odds. Private to core; it knows
 * no game.
 *
 *     hand, show, pass ──▶ hands.h ──▶ may it be?       the facts about hidden hands
 *     plays            ──▶ trick.h ──▶ whose turn, who wins
 *                            │
 *                          duty ──┬─▶ judging      the hand held none of these: a claim (court.h)
 *                                 ├─▶ legal        if one of these is surely held, these only
 *                                 └─▶ odds         deals in which the claims are right
 *
 * A card that nobody saw (`?`) is a play too. It is unknown what it was, and so what it led,
 * followed, broke or won. After a trick that it may have won, nobody knows who leads: the plays are
 * kept by their distance from the leader until the record names a player (relative.c).
 *
 * The state of such a game begins with a `struct round`; how it differs is a constant `struct
 * round_game`, to which that points. core/trick-game/ tells so whatever a pack says.
 */
#ifndef FUDA_ROUND_H
#define FUDA_ROUND_H

#include "act.h"
#include "suits.h"
#include "trick.h"

enum round_stage { BEFORE, DURING, AFTER }; /* whether the round begun last is going on */
/* how much is on record of a round; from some point on it may be less */
enum round_kept { BY_PLAYS, BY_TRICKS, BY_TOTALS };

/*
 * What a seat must play if its hand holds it. Whoever plays another card claims that the hand held
 * none of it.
 */
struct duty {
    const struct charge *charge;
    bool follow;    /* the duty is to play a card of the suit led; else one of `cards` */
    uint64_t cards; /* with `follow` unset: the cards that have to be played */
};
enum { ANY_CARD = 0 }; /* row 0 of every game's duties: there is no duty */

struct round;

enum { LAYOUT_SUITS = 8, LAYOUT_CODES = LAYOUT_SUITS * 16, SUIT_NAME = 20 };

/*
 * Which bits of 64 the cards of a deck are, where they are not suit * 16 + rank: a card's code
 * still is that, of up to eight suits. Of like cards each copy has a bit.
 */
struct card_layout {
    uint8_t suit[64], code[64];    /* of a bit */
    uint64_t copies[LAYOUT_CODES]; /* of a code, the bits; 0: not in the deck */
    uint64_t cards[LAYOUT_SUITS];
    uint64_t freely; /* cards that may be played whatever must be */
    char name[LAYOUT_SUITS][SUIT_NAME];
};

struct round_game {
    const struct suits *suits;
    const char *counted; /* the name of a round's number in its texts: "round", "deal" */
    /* messages: a statement stands before any round, or after its end */
    const char *not_begun, *over;
    const char *too_late; /* message: a card is played after the round's end */
    /* message: plays are already kept by whole tricks; NULL: this game does not allow that */
    const char *kept_coarser;
    const char *not_in_deck;      /* message: a card is not in this deck */
    uint8_t rule_turn, rule_pass; /* rows of the rulebook's rules */
    /* the rank from which on a suit's cards are copies of one card, and how many copies; 0: none */
    uint8_t alike_from, copies;
    const struct duty *duty;

    /*
     * The cards one of which has to be played rather than this one, if it is held; they go with the
     * play. NULL: those of its duty, unless it is one of them.
     */
    uint64_t (*rather)(const void *game, int led, int card);

    /* Which duty has a seat that plays now? `led`: the suit; -1: it leads. */
    int (*duty_of)(const void *game, int seat, int led);

    /*
     * The same when asked what may be played, in a game with a house option by which earlier plays
     * decide. NULL: there is no such option.
     */
    int (*duty_by_house)(const void *game, const struct setting *setting, const struct round *tried,
        int seat, int led);

    /* Who leads the first trick while trick.leader does not say it; -1: not known. */
    int (*first_leader)(const void *game);

    /*
     * Sets the message that says why {expected} had the lead when {seat} led {card}. {trick} is the
     * number of the trick before, {won} the card that won it, if a card did. NULL, or no message id
     * set: the usual text, that the highest card won.
     */
    void (*tell_leader)(const void *game, struct message *m);

    /* Called before a seat plays; `named`: the statement names the player. May be NULL. */
    void (*before_play)(const struct act *a, int seat, bool named);

    /*
     * Called after a card was laid down (may be NULL; it may add to the play), and when a trick is
     * full.
     */
    void (*played)(const struct act *a, struct play *p);
    void (*full)(const struct act *a);

    /*
     * Called when it has become known who took earlier tricks and whose cards they were, or certain
     * that it never will. NULL: this game does not need that.
     */
    void (*resolved)(const struct act *a);

    /* Handles the card at this argument, played after the round's end. NULL: that is `too_late`. */
    enum outcome (*play_after)(const struct act *a, int argument);

    /*
     * Do the facts fit what else the game knows, apart from the deal? NULL: nothing else is known.
     */
    bool (*fits)(const void *game);

    /*
     * Brings the round's claims before the court. NULL: round_claim_plays does. Questions that are
     * open are appended to `out`, which may be NULL.
     */
    void (*claims)(const void *game, const struct setting *setting, struct hearing *all,
        struct rulings *out);
};

struct round {
    struct trick trick; /* the first member: round_keep relies on it */
    const struct round_game *game;
    const struct card_layout *layout; /* NULL: a card's bit is its code */
    enum round_stage stage;
    enum round_kept kept;
    int32_t number; /* rounds begun */

    bool position;  /* the record begins here: what was done before is not on it */
    uint8_t unseen; /* how many cards were played that nobody saw */
    /* by seat, the line of the last unseen card that this seat may have played; 0: none */
    uint32_t unseen_line[HANDS_MOST];

    /*
     * After a trick whose winner is not known, plays are kept as if their leader were seat 0: see
     * relative.c.
     */
    /* by how many seats those plays may be off (a bit each); 0: it is known whose plays they are */
    uint8_t turns;
    /* the first of these plays, and how many tricks were over before it */
    uint8_t apart, apart_trick;

    /* the last member: it ends with the facts, of which only those in use are copied */
    struct hands hands;
};

/* ---- a round begins ----------------------------------------------------------------------- */

/* round_prepare: no round has begun yet. round_begin: the next round begins, with this deck. */
void round_prepare(struct round *r, const struct round_game *game, int players);
void round_begin(struct round *r, uint64_t deck, int size, int passing);

/* The record begins in the middle of a round, with `cards` cards left in each hand; 0: not said. */
void round_begin_position(struct round *r, int cards);

/*
 * Reads a `position` statement, which is only allowed before anything was done. `word` becomes the
 * place of the word it gives, or NOBODY; `cards` the number it gives, up to `most`, or 0.
 */
enum outcome round_read_position(const struct act *a, int most, int *cards, int *word);

/*
 * `copy` and `keep` of a rulebook for a state of `size` bytes that begins with a round. Only plays
 * and facts in use are copied; round_keep copies only those that are new, because earlier ones
 * hardly ever change.
 */
void round_copy(void *to, const void *from, size_t size);
void round_keep(void *before, void *state, size_t size, bool follows);

/* Refuses a statement that needs a round while none is open. */
enum outcome round_needed(const struct act *a);

/*
 * Refuses a statement that this deck makes impossible. The round's number is a value of the
 * message; round_impossible returns IMPOSSIBLE.
 */
struct ruling *round_refuse(const struct act *a, int seat, int card, const char *message);
enum outcome round_impossible(const struct act *a, int seat, int card, const char *message);

/*
 * The same where every line after one slip is refused for the same reason: no round has begun, or
 * it is over.
 */
enum outcome round_out_of_place(const struct act *a, int seat, int card, const char *message);

static inline struct round *round_of(const struct act *a) { return a->state; }

/* Has anything been played, or a trick been kept? */
static inline bool round_playing(const struct round *r)
{
    return r->kept != BY_PLAYS || r->trick.on_table != 0 || r->trick.plays + r->trick.done > 0;
}

/* How many cards a seat has left, at most: it may be unknown whose cards lie on the table. */
static inline int cards_left(const struct round *r, int seat)
{
    const bool lies = r->turns == 0 && r->trick.on_table & 1u << seat;
    return hand_size(&r->hands, seat) - r->trick.done - lies + r->trick.spared[seat];
}

/* ---- statements ---------------------------------------------------------------------------- */

/* `hand`, `show` and `pass`, and plays in turn order. */
enum outcome round_hand(const struct act *a);
enum outcome round_show(const struct act *a);
enum outcome round_pass(const struct act *a);
enum outcome round_play(const struct act *a);

/* IMPOSSIBLE if the statement names a card more often than the deck has it. */
enum outcome round_check_named(const struct act *a);

/*
 * Checks that a card may be in this seat's hand and sets `card` to its bit; else it is refused with
 * what was seen, and where.
 */
enum outcome round_check_held(const struct act *a, int seat, int code, int *card);

/* Checks that the deck has this card and that it has not left the hands. */
enum outcome round_check_free(const struct act *a, int seat, int code);

/*
 * Reads `NAME=COUNT…`, a number for each seat, no seat twice; `named` gets a bit for each seat
 * named. A number below `least` is malformed: the message is `too_small`.
 */
enum outcome round_read_seats(const struct act *a, int least, const char *too_small,
    int32_t *number, uint8_t *named);

/* Adds to a ruling, as its proof, the line where a card was seen last. */
void ruling_because_seen(const struct act *a, struct ruling *r, int code);

/* ---- whose plays they are: relative.c ---- */

/*
 * A line begins that names nobody while it is unknown who leads: its plays are kept by their
 * distance from the leader.
 */
void round_set_apart(struct round *r);

/*
 * This seat is named as the player of the next card. If that fits the plays set apart, it is known
 * from now on whose they are; false: it does not fit.
 */
bool round_resolve(const struct act *a, int seat);

/* From now on it cannot become known any more whose the plays set apart were. */
void round_leave_apart(const struct act *a);

/*
 * round_may_be: the card that was played, or those that an unseen one may have been; it is none
 * that was played, and none known to be in another hand. round_may_win: the seats that may have won
 * the trick on the table (a bit each), in games where the play worth most wins, of those that are
 * worth the same the first, or the `last`.
 */
uint64_t round_may_be(const struct round *r, const struct play *p);
uint8_t round_may_win(const struct round *r, int (*worth)(const void *game, const struct play *p),
    bool last);

/* Who took a trick that is over (tricks count from 0); NOBODY: not known. */
static inline int round_taker(const struct round *r, int trick)
{
    return r->turns != 0 && trick >= r->apart_trick ? NOBODY : r->trick.taker[trick];
}

/* ---- what the record lacks: round_lacks.c ---- */

/*
 * Reports a line that lacks a card where all others hold whole tricks: a slip of the pen that
 * shifts every trick after it.
 */
void round_weigh_rows(const struct round *r, struct rulings *out);

/*
 * The one card that nobody has shown, where exactly one card played was not seen; else NO_CARD.
 * This is good enough for a score, never for a proof.
 */
int round_left_over(const struct round *r);

/*
 * `missing` and `left_over` of a repair_part: the card that the play waits for, as `?`; and the
 * cards that nobody on record has had.
 */
size_t round_missing(const void *state, const struct setting *setting, unsigned n, char *out,
    size_t room);
struct cardset round_cards_left_over(const void *state, const struct setting *setting);

/* ---- what is known -------------------------------------------------------------------------- */

/* Of like cards the card that all of them are; and the bits of a card. */
int round_code(const struct round *r, int card);
int round_code_of(const void *game, int card);
static inline uint64_t round_copies(const struct round *r, int code)
{
    if (r->layout != NULL)
        return r->layout->copies[code] & r->hands.deck;
    bool many = r->game->copies > 0 && rank_of(code) == r->game->alike_from;
    return (many ? ((uint64_t)1 << r->game->copies) - 1 : 1) << code & r->hands.deck;
}
static inline struct cardset round_codes(const struct round *r, uint64_t cards)
{
    struct cardset set = {{cards, 0}};
    if (r->game->copies == 0 && r->layout == NULL)
        return set;
    for (set.bits[0] = 0; cards != 0; cards &= cards - 1)
        cards_add(&set, round_code(r, __builtin_ctzll(cards)));
    return set;
}

/* A card's suit, the cards of a suit, and its name. */
static inline int round_suit(const struct round *r, int card)
{
    return r->layout != NULL ? r->layout->suit[card] : suit_of(card);
}
static inline uint64_t round_suit_cards(const struct round *r, int suit)
{
    return r->layout != NULL ? r->layout->cards[suit] : suit_cards(suit);
}
static inline const char *round_suit_name(const struct round *r, int suit)
{
    return r->layout != NULL ? r->layout->name[suit] : r->game->suits->name[suit];
}

static inline bool round_has_card(const void *round, int seat)
{
    return cards_left(round, seat) > 0;
}

/* Has everybody who has a card left played to the trick? */
static inline bool round_trick_full(const struct round *r)
{
    return trick_turn(&r->trick, 0, r->hands.players, r, round_has_card) < 0;
}

/* The seat whose hand a card is known to be in, or to have been in; -1: not known. */
int round_holder(const struct round *r, int card);

/*
 * The trick that is not full, as the table's camera needs it: `trick` of a rulebook's table_part.
 */
void round_trick(const void *state, struct trick_laid *out);

/* "trick_cards": what lies on the table of a trick that is not full. */
void round_tell_trick(const struct round *r, struct teller *t);

/*
 * Who plays next to the trick on the table. Plays set apart are counted from their leader. NOBODY:
 * unknown or nobody.
 */
static inline int round_next(const struct round *r)
{
    const bool first = r->trick.plays + r->trick.done == 0;
    const int leader = r->trick.leader >= 0 || !first ? r->trick.leader : r->game->first_leader(r);
    return trick_turn(&r->trick, leader, r->hands.players, r, round_has_card);
}

/* Whose turn it is to play; -1: unknown or nobody. */
static inline int round_player(const struct round *r)
{
    if (r->stage != DURING || r->kept != BY_PLAYS || r->turns != 0)
        return NOBODY;
    if (r->trick.full)
        return r->trick.winner;
    return round_next(r);
}

/* The parts of a rulebook: `turn`, `legal`, `rather`, `weigh`, `shares`. */
int round_turn(const void *state, const struct setting *setting);
struct cardset round_rather(const void *state, const struct setting *setting, int code);
struct cardset round_legal(const void *state, const struct setting *setting, int seat);
void round_weigh(const void *state, const struct setting *setting, struct rulings *out);

/*
 * For each seat, the share of the deals in which its hand still holds the card, or one of its
 * copies; after them the share in which no hand does. False where it is not on record what was
 * played.
 */
bool round_odds(const void *state, const struct setting *setting, int code, void *scratch,
    double *shares);

/* Do the cards seen so far fit some deal, and what else the game knows? */
bool round_fits(const struct round *r);

/* All claims of the round, each weighed against what was seen. */
void round_hear(struct hearing *all, const void *game, const struct setting *setting,
    struct rulings *out);

/* ---- what was claimed ---- */

/*
 * round_claim_plays brings the claim of each play that did not do its duty before the court;
 * round_claim brings one.
 */
void round_claim_plays(const void *game, const struct setting *setting, struct hearing *all,
    struct rulings *out);
const struct claim *round_claim(struct hearing *all, const struct play_walk *w, int duty,
    uint64_t upon);
/* The same of any cards; and is that refuted by itself? */
const struct claim *round_claim_none(struct hearing *all, const struct play_walk *w, int duty,
    uint64_t cards, uint64_t upon);
bool round_held_one(const struct hearing *all, const struct play_walk *w, uint64_t cards);

/* The cards of a duty. */
static inline uint64_t duty_cards(const struct duty *duty, int led)
{
    assert(!duty->follow || led >= 0);
    return duty->follow ? suit_cards(led) : duty->cards;
}

/* Of a play that did not do its duty, what it claims not to have held; else 0. */
static inline uint64_t play_rather(const struct round *r, const struct play *p)
{
    if (r->game->rather != NULL)
        return p->rather;
    const uint64_t cards = p->duty == ANY_CARD ? 0 : duty_cards(&r->game->duty[p->duty], p->led);
    return cards & play_card(p) ? 0 : cards;
}

/*
 * The texts about a play that did not follow, the same in every game; and the function that fills
 * in their {led}, {trick} and {proof}.
 */
extern const char *const follow_texts[VERDICT_TEXTS];
void round_values(const void *game, const struct claim *c, const struct proof *proof,
    struct message *m);

#endif
