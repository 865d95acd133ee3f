/*
 * NeedFire's state and deck, shared by the files of this folder and private to them.
 *
 * The record is taken at its word here: what a line may have been instead is the repair's concern.
 * Whatever was done unseen (`?`) is unknown, and so is everything that follows from it: it accuses
 * nobody.
 *
 *            the middle ──take──▶ row ◀─power─┐                 (row, power: open to all)
 *            (spread)  └──take──▶ hand ───────┘
 *                                 hand ──ignite──▶ out          (open)
 *      row, power cards ──wound──▶ hand ──wound──▶ face down    (which one: unseen)
 *                                 hand, face down ──guard──▶ open discard
 *
 * A file calls only those to its left:
 *
 *      deck.c ◀─ known.c ◀─ turn.c ◀─ rows.c ◀─ setup.c ◀─ placement.c ◀─ power.c
 *                                                                ◀─ battle.c ◀─ wounds.c
 *          ◀─ rank.c ◀─ play.c ◀─ tell.c ◀─ tables.c; proof.c and ask.c read only
 *
 *      どう解くか the deck                            deck.c
 *      どう描くか setting up                          setup.c
 *      どう試すか whose turn it is                    turn.c
 *      どう祈るか placement                           placement.c, power.c
 *      どう殺すか the battle part, in its order        battle.c: ignition, fighters, strength,
 *                                                      wounded; wounds.c: wounds, guard
 *      どう供えるか the end                           known.c
 *      どう生贄を捧げるか the ranks                    rank.c
 */
#ifndef FUDA_NEEDFIRE_H
#define FUDA_NEEDFIRE_H

#include "core/hand_log.h"
#include "needfire_deck.h"

/* ---- the rules and questions, by row ----------------------------------------------------- */

enum {
    RULE_DECK,
    RULE_PLAYERS,
    RULE_FIRE,
    RULE_HUMAN,
    RULE_ELEMENTS,
    RULE_OPPOSITE,
    RULE_FOUR,
    RULE_SHARE_ONE,
    RULE_ROW,
    RULE_HAND,
    RULE_BOX,
    RULE_START,
    RULE_TURN,
    RULE_TAKE,
    RULE_POWER,
    RULE_LIMIT,
    RULE_MERGE,
    RULE_PLACED,
    RULE_IGNITE,
    RULE_REACT,
    RULE_FIGHTERS,
    RULE_STRENGTH,
    RULE_WOUNDED,
    RULE_REVERSAL,
    RULE_WOUND,
    RULE_DISCARD,
    RULE_GUARD,
    RULE_END,
    RULE_RANK,
    RULE_COUNT
};

enum {
    HOUSE_POWER_CAP,
    HOUSE_IGNITION,
    HOUSE_MERGE,
    HOUSE_RECOUNT,
    HOUSE_RANK_POWER,
    HOUSE_NO_HANDS,
    HOUSE_ROW,
    HOUSE_START,
    HOUSE_REMEDY,
    HOUSE_COUNT
};

enum {
    SAY_NONE = VERB_PLAY,
    SAY_POSITION,
    SAY_ROW,
    SAY_HAND,
    SAY_DISCARDS,
    SAY_TURN,
    SAY_SPREAD,
    SAY_TAKE,
    SAY_POWER,
    SAY_BATTLE,
    SAY_IGNITE,
    SAY_WOUND,
    SAY_GUARD,
    SAY_SHOW,
    VERB_COUNT
};

/* ---- the state --------------------------------------------------------------------------- */

enum needfire_part { SETTING, PLACEMENT, BATTLE };

/* Where a card is, as far as anybody has seen. */
enum card_place {
    UNSEEN, /* never seen: in the middle, in the box, or among some seat's hidden cards */
    IN_ROW, /* a battle card of `seat` */
    /* a power card on the battle card `on`; NOTHING: somewhere in that seat's row */
    POWERS,
    HELD,   /* seen to come to `seat`: in its hand, or among its face-down discards */
    OPENED, /* an open discard of `seat` */
    OUT     /* lit as an ignition card, or out of play */
};

struct whereabouts {
    uint8_t place, on;
    int8_t seat;
    bool down; /* HELD: certainly face down */
    /* the seat from whose face-down discards it came, where it had been laid unseen; or NOBODY */
    int8_t freed;
    uint32_t since; /* HELD or freed: when it came to the hand (by `clock`) */
    uint32_t shown; /* when it was last certainly in the hand */
    uint32_t left;  /* freed: when it left */
    uint32_t line;  /* the line that named it last; 0: none */
};

/*
 * A seat's hidden cards: those that are HELD by it, and `unseen` more that nobody has seen. All of
 * them came to the hand; at each time of `laid`, one of the cards then in the hand was laid face
 * down, unseen.
 */
struct cards_held {
    /* the size of the hand is known; if not, it may have begun with any number of cards */
    bool sized;
    /*
     * an act that nobody saw, or that cannot have happened: the hand's contents prove nothing any
     * more
     */
    bool loose;
    bool given, arranged, left; /* `hand`, `row`, `discards` was said of it */
    /* its unseen cards are all fires: no wound can have brought a human */
    bool fires_only;
    /* it has an unknown number of face-down discards from before the record */
    bool any_down;
    uint8_t size, unseen;
    /* when play began: the cards in the hand and face down, each plus 1; 0: not known */
    uint8_t began, began_down;
    uint8_t had;    /* not `sized`: cards that turned out to have been there from the start */
    int8_t grown;   /* not `sized`: cards that came to the hand since, less those that left it */
    uint8_t before; /* unseen face-down discards from before the record */
    uint8_t down;   /* face-down discards in all */
    uint8_t opened; /* open discards */
    /*
     * guards counted in the hand that may have come from the discards: each means one discard fewer
     */
    uint8_t either;
    uint8_t lit; /* ignition cards */
    /* cards taken that nobody named: fires, unless a human turns up in the row */
    uint8_t taken_unseen;
    uint32_t taken_line; /* the line of the first card taken unseen */
    uint8_t laid_count;
    uint8_t freed_count; /* cards `freed` from its unseen discards */
    uint32_t laid[UNSEEN_MOST];
};

/*
 * A step of what happened to a seat's hidden cards, kept for proofs (hand_log.h). The second hand
 * stands for the face-down discards.
 */
struct hidden_step {
    uint32_t line;
    uint8_t act, hand, seat, card;
};

/* An ignition, kept because later lines may show that it was irregular. */
struct ignition_at {
    uint32_t line;
    int8_t seat;
    uint8_t card; /* NOTHING: nobody saw which */
    /* seats that were passed over because their hands may have been empty (a bit each) */
    uint8_t passed;
};

enum fight_case { FIGHT_NONE, FIGHT_BEST, FIGHT_TIE, FIGHT_REVERSAL, FIGHT_UNKNOWN };

struct fighter {
    uint8_t card, power;
    int8_t seat;
    uint8_t beside[2]; /* the neighbours it reacts to, or NOTHING */
    uint64_t by[2];    /* the power cards it reacts to: humans, fires */
};

struct fight {
    uint8_t card, element; /* NOTHING: nobody saw it */
    int8_t seat;
    uint8_t count;
    /* FIGHT_UNKNOWN: because of what nobody saw, fighters or strengths may be different */
    enum fight_case verdict;
    uint64_t wounded;             /* battle cards, a bit each */
    struct fighter fighter[KIND]; /* the first `count` are in use */
};

/* The placement turn that is going on. */
struct placement {
    int8_t seat;  /* NOBODY: none */
    bool stray;   /* out of turn */
    bool entered; /* the first turn of a position: what was taken before is not on record */
    bool over;    /* the row had more than six battle cards, so merging is allowed */
    uint8_t taken, target;
    uint32_t last_line;  /* of its last act */
    uint32_t power_line; /* of a power card laid before the take; 0: none */
};

struct needfire {
    uint8_t players;
    enum needfire_part part;
    bool position;       /* `position` was said: then only acts are asked for */
    bool battle_said;    /* `battle` was said in a position */
    bool whole;          /* a whole game, from its first take */
    bool under_way;      /* some placement turn has begun */
    bool over;           /* the game has ended */
    bool told_over;      /* something after the end was told */
    int8_t turn;         /* who begins a turn next, or UNKNOWN */
    int8_t stray;        /* who last acted out of turn, until somebody goes on; or NOBODY */
    uint32_t end_line;   /* the line that ended the game */
    int16_t spread;      /* cards in the middle, or UNKNOWN */
    uint32_t clock;      /* statements applied, */
    uint32_t line;       /* the line of the last statement applied */
    uint32_t placements; /* placement turns begun */
    /* the line where a turn of this seat ended with too many battle cards; 0: none */
    uint32_t limit_line[PLAYERS];
    uint8_t row_count[PLAYERS], row[PLAYERS][KIND];
    uint8_t row_unseen[PLAYERS];    /* battle cards in the row that nobody named */
    struct cardset powers[PLAYERS]; /* the cards that lie on each row's battle cards */
    struct cardset seen;            /* all cards that are not UNSEEN, after a statement */
    struct cards_held hand[PLAYERS];
    struct placement placing;
    uint16_t steps; /* steps kept; STEPS_MOST: some may be missing, and nothing is proved */
    uint32_t ignitions;
    /* the wounded of the last ignition: those still to be treated, and those done */
    uint64_t pending, treated;
    /*
     * wounds that may be treated late: they were left out and reported, or nobody saw how they were
     * treated
     */
    uint64_t late;
    /* the first wound that each seat treated in this turn; line 0: none */
    struct {
        uint32_t line;
        uint8_t card;
    } first_wound[PLAYERS];
    /* cards used that the hand cannot have held, so that it is unknown where they came from */
    uint8_t strays;

    /* What was done and nobody saw. */
    bool unknown; /* something that counts was not seen */
    /* seats whose rows may hold other cards than those on record (a bit each) */
    uint8_t rows_unknown;
    /* battle cards on or beside which cards may have come or gone unseen (a bit each) */
    uint64_t loose;

    /* From here on only what is in use is copied. */
    /* the highest number of a human and of a fire that was named; all above are still as dealt */
    uint8_t most[2];
    struct fight fight; /* the fight of the last ignition */
    struct ignition_at lighting[LIT_MOST];
    struct whereabouts card[CODES];
    struct hidden_step step[STEPS_MOST];
};

static inline int next_seat(const struct needfire *s, int seat) { return (seat + 1) % s->players; }

/* needfire/take: how many cards a seat keeps in a turn. */
static inline int quota(const struct needfire *s) { return s->players == 4 ? 1 : 2; }

/* needfire/box: how many cards the middle has once rows, hands and the box have theirs. */
static inline int whole_spread(const struct needfire *s)
{
    return 2 * (KIND - HAND * s->players - 1);
}

/* Does the card lie open before its seat, as a battle card or on one? */
static inline bool lies_open(const struct whereabouts *at)
{
    return at->place == IN_ROW || at->place == POWERS;
}

/* Is a card known to be somewhere else than among this seat's hidden cards? */
static inline bool elsewhere(const struct needfire *s, int seat, int card)
{
    const struct whereabouts *at = &s->card[card];
    return at->place != UNSEEN && !(at->place == HELD && at->seat == seat);
}

/* ---- a statement, and what is answered --------------------------------------------------- */

/* The game that a statement is applied to. */
static inline struct needfire *game(const struct act *a) { return a->state; }

/* Impossible with this deck; the line that named this card last proves it. */
static inline enum outcome seen_before(const struct act *a, int seat, int card, const char *message)
{
    return act_seen_before(a, seat, card, game(a)->card[card].line, message);
}

/* The card that a statement names at this place; NOTHING: none, or one that nobody saw. */
static inline int card_at(const struct statement *said, int place)
{
    return said->count > place && said->argument[place].kind == ARGUMENT_CARD
               ? said->argument[place].card
               : NOTHING;
}

/* The first card that a statement names, or NO_CARD. */
static inline int first_card(const struct statement *said)
{
    for (int i = 0; i < said->count; i++)
        if (said->argument[i].kind == ARGUMENT_CARD)
            return said->argument[i].card;
    return NO_CARD;
}

/* ---- known.c: where the game stands, hidden hands ------------------------------------------ */

/* Does every row hold just three battle cards and no power cards? */
bool needfire_bare(const struct needfire *s);

/* How many humans, or fires, are known to be in this hand? */
int needfire_known_in_hand(const struct needfire *s, int seat, bool fires);

/* needfire/placed: the last placement turn has taken its cards. */
bool needfire_placed(const struct needfire *s);
bool needfire_hands_empty(const struct needfire *s);
/*
 * needfire/end: needfire_no_hands: nobody has a hand when the battle part begins. needfire_is_over:
 * the game has ended, for that reason or by a turn.
 */
bool needfire_no_hands(const struct needfire *s);
bool needfire_is_over(const struct needfire *s);

/* House option ignition=discard. */
bool needfire_lit_counts(const struct setting *setting);
int needfire_discards(const struct needfire *s, int seat, bool lit_counts);
/* needfire/end: who has more than six discards for certain, a bit each. */
unsigned needfire_too_many_discards(const struct needfire *s, bool lit_counts);
/* needfire/end: a turn of the battle part ends, in this statement's line or in an earlier one. */
void needfire_end_turn(const struct act *a, uint32_t line);
/*
 * Sets the message that says why the game ended, and in which {line}. `discards` is the text that
 * takes {who} and {discards}.
 */
void needfire_tell_end(const struct act *a, const char *discards, const char *hands,
    struct message *m);
/* Answers a statement after the end of the game. */
enum outcome needfire_after_the_end(const struct act *a);

bool needfire_wounds_pending(const struct needfire *s, int seat);
/* needfire/wound: whose wounds are to be treated now, or NOBODY. */
int needfire_wound_turn(const struct needfire *s);
struct cardset needfire_powers_on(const struct needfire *s, int card);

/*
 * Each takes a card that is unseen or HELD by this seat out of its hand, or out of its face-down
 * discards. The card is then OUT, and the caller places it. False, and nothing changed, if from
 * what has been seen it cannot have been there.
 */
bool needfire_hand_leave(struct needfire *s, int seat, int card);
bool needfire_down_leave(struct needfire *s, int seat, int card);
/* The same for a card that was used although it cannot have been in the hand. */
void needfire_hand_force(struct needfire *s, int seat, int card);

void needfire_hand_gain(struct needfire *s, int seat, int card); /* seen */
void needfire_hand_take(struct needfire *s, int seat);           /* unseen */
/* A card that was taken unseen was a human and went to the row. */
void needfire_hand_took_human(struct needfire *s, int seat);
bool needfire_hand_lay(struct needfire *s, int seat);            /* one face down, unseen */
bool needfire_hand_show(struct needfire *s, int seat, int card); /* false: cannot be there */
/*
 * The card has lain among this seat's face-down discards since before the record; false: it cannot
 * have.
 */
bool needfire_down_before(struct needfire *s, int seat, int card);
bool needfire_hand_may_leave(const struct needfire *s, int seat, int card);
bool needfire_down_may_leave(const struct needfire *s, int seat, int card);
/* From now on neither the contents nor the size of this hand proves anything. */
void needfire_hand_loosen(struct needfire *s, int seat);
/* Does this hand certainly hold some card? */
bool needfire_hand_holds(const struct needfire *s, int seat);
/* Does the deck have enough cards for all that were seen and all that are hidden? */
bool needfire_deck_fits(const struct needfire *s);
bool needfire_humans_fit(const struct needfire *s);

/* ---- proof.c: why a card was not in a hand ------------------------------------------ */

enum { IN_HAND, FACE_DOWN }; /* the hands of a log */

/* Notes a step of a seat's hidden cards. `card` NOTHING: unseen. */
void needfire_note(struct needfire *s, enum hand_log_act act, int hand, int seat, int card);

/* Proves that a card was not in this seat's hand, or not among its face-down discards. */
void needfire_prove_absent(const struct needfire *s, int hand, int seat, int card,
    struct ruling *r);

/* Proves that this human was not dealt: in the placement part hands hold only fires. */
void needfire_prove_fires(int seat, int card, struct ruling *r);
/* Proves that the hand given now lacks a card that it was seen to hold. */
void needfire_prove_unlisted(const struct needfire *s, int seat, int card, struct ruling *r);

/*
 * An irregular ruling: a card was used that cannot have been in that hand. Its proof is what is
 * known of the hand.
 */
struct ruling *needfire_rule_absent(const struct act *a, int rule, int seat, int card,
    const char *message);

/* needfire/start: proves who begins, by the card that lies in that seat's row. */
void needfire_prove_highest(const struct needfire *s, int seat, int card, struct ruling *r);

/* ---- turn.c: whose turn it is, what may be played -------------------------------------- */

/* needfire/start: who begins a whole game. */
int needfire_starter(const struct needfire *s, const struct setting *setting);

/*
 * needfire_turn: whose turn it is, or NOBODY. needfire_goes_on: who acts next if a player with too
 * many battle cards leaves it at that. needfire_next_with_hand: the first seat from `seat` on that
 * may have a hand.
 */
int needfire_turn(const void *state, const struct setting *setting);
int needfire_goes_on(const struct needfire *s, const struct setting *setting);
int needfire_next_with_hand(const struct needfire *s, int seat);

/*
 * needfire/turn: an act out of turn was reported, and the turn stayed where it was. If the seat
 * after the one that acted goes on, the turn has passed after all, and nobody saw what the seats
 * between did.
 */
bool needfire_turn_passes(struct needfire *s, int seat);

struct cardset needfire_legal(const void *state, const struct setting *setting, int seat);

enum outcome needfire_need_seat(const struct act *a);

/* ---- rows.c: battle cards, the cards on them, and what nobody saw of them -------------------- */

void needfire_insert(struct needfire *s, int seat, int card, int place);
void needfire_take_from_row(struct needfire *s, int card);
/* Lays a card on a battle card of that seat; NOTHING: nobody saw on which. */
void needfire_lay_on(struct needfire *s, int card, int seat, int target);

/*
 * needfire_loosen: something unseen was done on or beside this battle card. needfire_row_unseen:
 * what lies in this row was not seen.
 */
void needfire_loosen(struct needfire *s, int card);
void needfire_row_unseen(struct needfire *s, int seat);
bool needfire_is_loose(const struct needfire *s, int card);
/* The most battle cards that this row may have, given what nobody saw. */
int needfire_row_most(const struct needfire *s, int seat);
/*
 * needfire_row_is_unknown: this row was never given, or not everything done to it was seen.
 * needfire_some_row_is_missing: some seat's row was never given.
 */
bool needfire_row_is_unknown(const struct needfire *s, int seat);
bool needfire_some_row_is_missing(const struct needfire *s);
/*
 * Answers a statement that names a battle card which is not one on record: impossible, or the table
 * is asked whose it is.
 */
enum outcome needfire_no_battle_card(const struct act *a, int seat, int card);

/*
 * A human that was never seen is named as a battle card: if some act was not seen, it came to this
 * row by that.
 */
void needfire_turn_up(const struct act *a, int seat, int card);
/*
 * An act that nobody saw may have brought a card that lay open to this seat's hand: from now on it
 * is unknown where the card is.
 */
void needfire_may_have_gone(struct needfire *s, int seat, int card);

/* ---- setup.c: setting up ------------------------------------------------------------------- */

/* Begin the first turn of the placement part, and of the battle part. */
enum outcome needfire_begin_placement(const struct act *a);
void needfire_begin_battle(struct needfire *s);

enum outcome needfire_say_row(const struct act *a);
enum outcome needfire_say_hand(const struct act *a);
enum outcome needfire_say_discards(const struct act *a);
enum outcome needfire_say_spread(const struct act *a);
enum outcome needfire_say_turn(const struct act *a);

/* ---- placement.c: the placement part ------------------------------------------------------- */

/* needfire/placed: this statement shows that the placement turn is over. */
void needfire_close_placing(const struct act *a);
/* needfire/turn, needfire/start: a turn begins. */
void needfire_open_placing(const struct act *a, int seat);
void needfire_out_of_turn(const struct act *a, int seat, int expected);

enum outcome needfire_say_take(const struct act *a);
enum outcome needfire_say_battle(const struct act *a);

/* ---- power.c: power cards, merging ----------------------------------------------------------- */

enum outcome needfire_say_power(const struct act *a);

/* ---- battle.c: ignitions, and who is wounded by them --------------------------------------- */

/* The strength of the battle card at `place` of a row; `out` gets the reasons, and may be NULL. */
unsigned needfire_strength(const struct needfire *s, const struct setting *setting, int seat,
    int place, struct fighter *out);
/* Works out the fight of this ignition card: fighters, strengths, case and wounded. */
void needfire_fight(const struct needfire *s, const struct setting *setting, int seat, int card,
    struct fight *fight);
/* The wounded of the last fight, worked out again from the fighters that are still in a row. */
uint64_t needfire_recount(const struct needfire *s, const struct setting *setting);

/*
 * This seat is seen to have a card, so it had one when it was passed over: reports needfire/turn
 * late.
 */
void needfire_had_a_hand(const struct act *a, int seat);

enum outcome needfire_say_ignite(const struct act *a);

/* ---- wounds.c: wounds and guards ------------------------------------------------------------ */

enum outcome needfire_say_wound(const struct act *a);
enum outcome needfire_say_guard(const struct act *a);

/* ---- rank.c: the ranks ------------------------------------------------------------------- */

/* What the standing is made of, by needfire/rank. */
struct ranking {
    uint8_t battle, discards, place;
    uint8_t power[KIND]; /* descending */
};
void needfire_rank(const struct needfire *s, const struct setting *setting, bool lit_counts,
    bool by_sum, struct ranking out[PLAYERS]);
/* Whether the house plays rank-power=sum; and the ranks by the house options. */
bool needfire_by_sum(const struct setting *setting);
void needfire_ranks(const struct needfire *s, const struct setting *setting,
    struct ranking out[PLAYERS]);
/* Is everything known that the ranks are counted from, of one seat, or of all? */
bool needfire_row_known(const struct needfire *s, int seat);
bool needfire_ranks_known(const struct needfire *s);
bool needfire_finished(const void *state, const struct setting *setting, uint32_t *winners);

/* After the end: reports the open questions whose defaults decided the ranks. */
void needfire_ask_ranks(const struct act *a);
/* ---- play.c ------------------------------------------------------------------------------- */

void needfire_begin(void *state, const struct setting *setting);
void needfire_copy(void *to, const void *from);
enum outcome needfire_apply(struct act *act);

/* ---- tell.c: the score, and what the table asks (core.h, struct rulebook) ------------------ */

void needfire_tell_rows(const void *state, const struct setting *setting, struct teller *t,
    uint32_t *told, bool last);
void needfire_stand(const void *state, const struct setting *setting, struct standing *out);
void needfire_tell_seat(const void *state, const struct setting *setting, int seat,
    struct teller *t);
void needfire_place(const void *state, const struct setting *setting, struct message *out);
void needfire_news(const void *before, const void *after, const struct setting *setting,
    struct news *news);
void needfire_tell_table(const void *state, const struct setting *setting, struct teller *t);
bool needfire_what_if(const void *state, const struct setting *setting, int seat, int card,
    struct teller *t, struct message *why);

/* ---- ask.c --------------------------------------------------------------------------------- */

void needfire_ask(const void *state, const struct setting *setting, struct ask *out);

/* `missing` and `left_over` of a repair_part (rulebook.h). */
size_t needfire_missing(const void *state, const struct setting *setting, unsigned n, char *out,
    size_t room);
struct cardset needfire_left_over(const void *state, const struct setting *setting);

#endif
