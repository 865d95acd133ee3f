/*
 * A round (deal) of a must-follow game, by what is its own: the statements that all of them share,
 * the duty to follow, what may be played, what was claimed by playing, and the odds. Private to
 * core; knows no game.
 *
 *     hand, show, pass ──▶ hands.h ──▶ may it be?       the facts about hidden hands
 *     plays            ──▶ trick.h ──▶ whose turn, who wins
 *                            │
 *                          duty ──┬─▶ judging      the hand held none of these: a claim (court.h)
 *                                 ├─▶ legal        if one of these is surely held, these only
 *                                 └─▶ odds         deals in which the claims are right
 *
 * A card that nobody saw (`?`) is a play too. What it was, and so what it led, followed, broke or
 * won, is unknown; after a trick that it may have won the next name says who led, and until then
 * the plays are told from their leader (relative.c).
 *
 * The state of such a game begins with a `struct round`; how it differs is a constant `struct
 * round_game`, to which that points. tests/hearts.c is a whole game told so.
 */
#ifndef FUDA_ROUND_H
#define FUDA_ROUND_H

#include "act.h"
#include "suits.h"
#include "trick.h"

enum round_stage { BEFORE, DURING, AFTER }; /* the round that was begun last */
/* how finely it is kept: coarser from some point on */
enum round_kept { BY_PLAYS, BY_TRICKS, BY_TOTALS };

/* What must be played, if it is held; the claim of who plays another card is that it was not. */
struct duty {
    const struct charge *charge;
    bool follow;    /* the duty is to cards of the suit led; else to `cards` */
    uint64_t cards; /* the cards of another duty */
};
enum { ANY_CARD = 0 }; /* the row of every game's duties that is none */

struct round;

struct round_game {
    const struct suits *suits;
    const char *counted;          /* how its texts name a round's number: "round", "deal" */
    const char *not_begun, *over; /* what is said of a statement before a round, or after it, */
    const char *too_late;         /* what is said of a card after the round, */
    const char *kept_coarser;     /* of tricks kept whole already; NULL: they cannot be, */
    const char *not_in_deck;      /* of a card that is not in this deck, */
    uint8_t rule_turn, rule_pass; /* rows of the rulebook's rules */
    /* rank from which a suit's cards are copies of one, and how many; 0: there are none */
    uint8_t alike_from, copies;
    const struct duty *duty;

    /* Which duty has a seat that plays now? `led`: the suit; -1: it leads. */
    int (*duty_of)(const void *game, int seat, int led);

    /*
     * The same for what may be played, where a house option lets earlier plays decide. NULL: none
     * does.
     */
    int (*duty_by_house)(const void *game, const struct setting *setting, const struct round *tried,
        int seat, int led);

    /* Who leads first, as long as no trick.leader says it; -1: not known. */
    int (*first_leader)(const void *game);

    /*
     * Why the seat {expected} had the lead, which {seat} took with {card}; of the trick before are
     * {trick} and, where its winner played one, {won}. NULL, or no id: as it mostly is, by the
     * highest card. NULL it may be in every game.
     */
    void (*tell_leader)(const void *game, struct message *m);

    /* A seat is about to play; `named`: the statement said whose card it is. May be NULL. */
    void (*before_play)(const struct act *a, int seat, bool named);

    /* A card was laid down (may be NULL; the play may be added to); the trick is full. */
    void (*played)(const struct act *a, struct play *p);
    void (*full)(const struct act *a);

    /*
     * Who took earlier tricks, and whose their cards were, has become known, or will never be.
     * NULL: nothing hangs on it.
     */
    void (*resolved)(const struct act *a);

    /*
     * What comes of the card at this argument, said after the round's end. NULL: it is `too_late`.
     */
    enum outcome (*play_after)(const struct act *a, int argument);

    /* Do the facts fit, besides any deal? NULL: nothing more is asked. */
    bool (*fits)(const void *game);

    /*
     * Brings the round's claims before the court. NULL: those of its plays, round_claim_plays.
     * `out` gets questions that are open; it may be NULL.
     */
    void (*claims)(const void *game, const struct setting *setting, struct hearing *all,
        struct rulings *out);
};

struct round {
    struct trick trick; /* first: before it only plays */
    const struct round_game *game;
    enum round_stage stage;
    enum round_kept kept;
    int32_t number; /* rounds begun */

    bool position;  /* what was done before is not on record */
    uint8_t unseen; /* cards played that nobody saw; */
    /* the line of the last unseen card that may have been this seat's; 0: none */
    uint32_t unseen_line[HANDS_MOST];

    /*
     * After a trick whose winner is not known, the plays are told from their leader, as if it was
     * the first seat: see relative.c.
     */
    /* by how many seats they may be off (a bit each); 0: whose plays they are is known */
    uint8_t turns;
    /* the first of these plays; the tricks that were over before it */
    uint8_t apart, apart_trick;

    struct hands hands; /* last: after it only facts */
};

/* ---- a round begins ----------------------------------------------------------------------- */

/* The round before any; and the next one, of this deck. */
void round_prepare(struct round *r, const struct round_game *game, int players);
void round_begin(struct round *r, uint64_t deck, int size, int passing);

/*
 * What was done before in this round is not on record; so many cards are left in each hand, 0: not
 * said.
 */
void round_begin_position(struct round *r, int cards);

/*
 * Reads `position`, which stands before anything was done: one of the verb's words or none
 * (NOBODY), and a number up to `most` (0: none).
 */
enum outcome round_read_position(const struct act *a, int most, int *cards, int *word);

/*
 * A state that begins with a round, copied as far as it is in use; `size`: of the whole state. And
 * kept as a rulebook's `keep` does: plays and facts are added and hardly ever changed, so what
 * follows has most of them.
 */
void round_copy(void *to, const void *from, size_t size);
void round_keep(void *before, void *state, size_t size, bool follows);

/* Refuses a statement of a round while none is open. */
enum outcome round_needed(const struct act *a);

/*
 * The record says what this deck cannot do; the round's number is a value of the message.
 * IMPOSSIBLE.
 */
struct ruling *round_refuse(const struct act *a, int seat, int card, const char *message);
enum outcome round_impossible(const struct act *a, int seat, int card, const char *message);

/* The same of what holds for every line after one slip: there is no round, or it is over. */
enum outcome round_out_of_place(const struct act *a, int seat, int card, const char *message);

static inline struct round *round_of(const struct act *a) { return a->state; }

/* Has anything been played, or a trick been kept? */
static inline bool round_playing(const struct round *r)
{
    return r->kept != BY_PLAYS || r->trick.on_table != 0 || r->trick.plays + r->trick.done > 0;
}

/* At most: whose cards lie there may not be known. */
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

/* Is a card named more often than it exists? IMPOSSIBLE. */
enum outcome round_check_named(const struct act *a);

/*
 * May a card be in this seat's hand? Refused with what was seen, and where; else `card` gets its
 * bit.
 */
enum outcome round_check_held(const struct act *a, int seat, int code, int *card);

/* The deck has this card, and it is in some hand yet. */
enum outcome round_check_free(const struct act *a, int seat, int code);

/*
 * A number a seat, `NAME=COUNT…`, each named once (a bit each); below `least` it is malformed, with
 * that message.
 */
enum outcome round_read_seats(const struct act *a, int least, const char *too_small,
    int32_t *number, uint8_t *named);

/* A ruling proved by what was seen last of a card. */
void ruling_because_seen(const struct act *a, struct ruling *r, int code);

/*
 * A row that lacks a card, where all others hold whole tricks: a slip of the pen, which every trick
 * after it hangs on.
 */
void round_weigh_rows(const struct round *r, struct rulings *out);

/* ---- whose plays they are: relative.c ---- */

/*
 * A row begins that names nobody, and who leads is not known: its plays are told from their leader.
 */
void round_set_apart(struct round *r);

/*
 * This seat is named for the next card: do the plays fit that it is on turn? Then whose they all
 * were is known.
 */
bool round_resolve(const struct act *a, int seat);

/* Whose the plays set apart were, and who took their tricks, will not be known any more. */
void round_leave_apart(const struct act *a);

/*
 * Who of the trick on the table may have won it, where the highest card of the suit led does (a bit
 * each).
 */
uint8_t round_may_win(const struct round *r);

/* Who took a trick (from 0) that is over; NOBODY: not known. */
static inline int round_taker(const struct round *r, int trick)
{
    return r->turns != 0 && trick >= r->apart_trick ? NOBODY : r->trick.taker[trick];
}

/*
 * The only card that nobody had, if one of those played was not seen; NO_CARD. For a score, never
 * for a proof.
 */
int round_left_over(const struct round *r);

/*
 * What the repair asks: the card that the play waits for, unknown; and the cards that nobody on
 * record has had.
 */
size_t round_missing(const void *state, const struct setting *setting, unsigned n, char *out,
    size_t room);
struct cardset round_cards_left_over(const void *state, const struct setting *setting);

/* ---- what is known -------------------------------------------------------------------------- */

/* Of like cards the card that all of them are; and the bits of a card. */
int round_code(const struct round_game *game, int card);
int round_code_of(const void *game, int card);
static inline uint64_t round_copies(const struct round *r, int code)
{
    bool many = r->game->copies > 0 && rank_of(code) == r->game->alike_from;
    return (many ? ((uint64_t)1 << r->game->copies) - 1 : 1) << code & r->hands.deck;
}
static inline struct cardset round_codes(const struct round_game *game, uint64_t cards)
{
    struct cardset set = {{cards, 0}};
    if (game->copies == 0)
        return set;
    for (set.bits[0] = 0; cards != 0; cards &= cards - 1)
        set.bits[0] |= bit(round_code(game, __builtin_ctzll(cards)));
    return set;
}

static inline bool round_has_card(const void *round, int seat)
{
    return cards_left(round, seat) > 0;
}

/* Has everybody played to the trick who has a card to, or plays none? */
static inline bool round_trick_full(const struct round *r)
{
    return trick_turn(&r->trick, 0, r->hands.players, r, round_has_card) < 0;
}

/* Whose hand a card is known to be, or to have been in; -1: not known. */
int round_holder(const struct round *r, int card);

/*
 * The trick that is not full, as the table's camera needs it: `trick` of a rulebook's table_part.
 */
void round_trick(const void *state, struct trick_laid *out);

/* "trick_cards": what lies on the table of a trick that is not full. */
void round_tell_trick(const struct round *r, struct teller *t);

/* Who plays next to the trick on the table, told from its leader; NOBODY: unknown or nobody. */
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

/* The parts of a rulebook: `turn`, `legal`, `weigh`, `shares`. */
int round_turn(const void *state, const struct setting *setting);
struct cardset round_legal(const void *state, const struct setting *setting, int seat);
void round_weigh(const void *state, const struct setting *setting, struct rulings *out);

/*
 * The shares of the deals in which a seat holds the card, or at least one of its copies, not played
 * yet; after them those in which no hand does. Where plays are not kept nobody knows what was
 * played: false.
 */
bool round_odds(const void *state, const struct setting *setting, int code, void *scratch,
    double *shares);

/* Do the cards seen so far fit the hands, and what else the game knows of them? */
bool round_fits(const struct round *r);

/* All claims of the round, each weighed against what was seen. */
void round_hear(struct hearing *all, const void *game, const struct setting *setting,
    struct rulings *out);

/* ---- what was claimed ---- */

/* What each play claimed that did not do its duty; one of them. */
void round_claim_plays(const void *game, const struct setting *setting, struct hearing *all,
    struct rulings *out);
const struct claim *round_claim(struct hearing *all, const struct play_walk *w, int duty,
    uint64_t upon);

/* The cards of a duty. */
static inline uint64_t duty_cards(const struct duty *duty, int led)
{
    assert(!duty->follow || led >= 0);
    return duty->follow ? suit_cards(led) : duty->cards;
}

/*
 * What is said of who did not follow, in every game: {led}, {trick}, {proof}; and what texts of
 * plays need.
 */
extern const char *const follow_texts[VERDICT_TEXTS];
void round_values(const void *game, const struct claim *c, const struct proof *proof,
    struct message *m);

#endif
