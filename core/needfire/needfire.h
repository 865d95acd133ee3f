/*
 * NeedFire's state and deck, and what its files have of each other. Private to this folder.
 *
 * The law takes the record at its word: what a line may have been instead is no concern of it. What
 * was done and not seen (`?`) is unknown, and so is what follows from it: nobody is accused by it.
 *
 *            the middle ──take──▶ row ◀─power─┐                 (row, power: open to all)
 *            (spread)  └──take──▶ hand ───────┘
 *                                 hand ──ignite──▶ out          (open)
 *      row, power cards ──wound──▶ hand ──wound──▶ face down    (which one: unseen)
 *                                 hand, face down ──guard──▶ open discard
 *
 * A file calls those on its left only:
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

#include "core/act.h"
#include "core/hand_log.h"

/*
 * A card's code: humans their number, fires 64 and their number; so a set of either is 64 bits.
 * Code 0 is no card. An element's code: 1 to 13 black, 14 to 26 white; 0 is none.
 */
enum {
    PLAYERS = 4,
    CODES = 128,
    FIRE = 64,
    NUMBER_MOST = 63,
    KIND = 26,
    ELEMENTS = 26,
    COLOUR = 13,
    NOTHING = 0,
    NO_CARD = -1,
    ROW_MOST = 6,
    HAND = 3,
    NOBODY = -1,
    UNKNOWN = -1,
    DISCARDS_MOST = 6,
    UNSEEN_MOST = DISCARDS_MOST + KIND,
    LIT_MOST = 2 * KIND,
    NAME_ROOM = 64,
    RUNE_ROOM = 16,
    STEPS_MOST = 300
};

static inline bool is_fire(int card) { return card >= FIRE; }
static inline uint64_t bit(int number) { return (uint64_t)1 << number; }

/* ---- the deck (deck.c) ---------------------------------------------------------- */

struct card_face {
    uint8_t makes;        /* its generating element; 0: no such card in this deck */
    uint32_t reacts;      /* a bit for each reaction element */
    uint32_t line;        /* of its row; 0: built in */
    char name[NAME_ROOM]; /* as printed, "" where the pack does not say */
};

struct needfire_deck {
    bool built_in;    /* the first row of an owner's deck clears it */
    uint8_t count[2]; /* humans, fires */
    struct card_face card[CODES];
    /* by human: the cards that it reacts to; follows from the faces */
    struct cardset answers[FIRE];
    char rune[ELEMENTS + 1][RUNE_ROOM];
};

extern const struct deck_part needfire_deck_part;
int needfire_card_read(struct span token);
size_t needfire_card_write(int card, bool japanese, char *out);
const char *needfire_element(int element);

/* needfire/react: does battle card `a` react to card `b`? */
static inline bool reacts(const struct needfire_deck *deck, int a, int b)
{
    return deck->card[b].makes != 0 && deck->card[a].reacts >> deck->card[b].makes & 1;
}

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
    UNSEEN, /* never seen: in the middle, the box, or among a seat's unseen cards */
    IN_ROW, /* a battle card of `seat` */
    /* a power card on the battle card `on`; NOTHING: of that seat's row, on which was not seen */
    POWERS,
    HELD,   /* seen to come to `seat`: in its hand, or among its face-down discards */
    OPENED, /* an open discard of `seat` */
    OUT     /* lit as an ignition card, or out of play */
};

struct whereabouts {
    uint8_t place, on;
    int8_t seat;
    bool down; /* HELD: certainly face down */
    /* left this seat's face-down discards, laid there unseen before; or NOBODY */
    int8_t freed;
    uint32_t since; /* HELD, freed: when it came to the hand (by `clock`) */
    uint32_t shown; /* when it was last certainly in the hand */
    uint32_t left;  /* freed: when it left */
    uint32_t line;  /* where it was named last; 0: never */
};

/*
 * A seat's hidden cards: those HELD by it, and `unseen` ones that nobody has seen. All came to the
 * hand; at each of `laid` (a time) one of those then in the hand was laid face down, unseen.
 */
struct cards_held {
    /* how many cards the hand has is known; if not, it may have begun with any number */
    bool sized;
    /* after an act that nobody saw, or cannot have been: what is in the hand proves nothing more */
    bool loose;
    bool given, arranged, left; /* `hand`, `row`, `discards` was said */
    bool fires_only;            /* its unseen cards are fires: no wound can have brought them */
    bool any_down;              /* face-down discards of before the record, their number unknown */
    uint8_t size, unseen;
    /* when the play began: cards of the hand, and face down; and one. 0: not known */
    uint8_t began, began_down;
    uint8_t had;    /* not sized: cards that turned out to have been there from the start */
    int8_t grown;   /* not sized: cards come to the hand since, less those that left it */
    uint8_t before; /* unseen face-down discards of before the record */
    uint8_t down;   /* face-down discards in all */
    uint8_t opened; /* open discards */
    /* guards in it that may have come from the discards: each makes one discard less in all */
    uint8_t either;
    uint8_t lit; /* ignition cards */
    /* cards taken that nobody named: fires, as long as no human turns up in the row; */
    uint8_t taken_unseen;
    uint32_t taken_line; /* the line of the first card taken unseen */
    uint8_t laid_count;
    uint8_t freed_count; /* cards `freed` from its unseen discards */
    uint32_t laid[UNSEEN_MOST];
};

/*
 * What happened to a seat's hidden cards, for proofs: a step of its trail. The second hand is the
 * face-down discards.
 */
struct hidden_step {
    uint32_t line;
    uint8_t act, hand, seat, card;
};

/* An ignition, for what can be found of it later. */
struct ignition_at {
    uint32_t line;
    int8_t seat;
    uint8_t card;   /* NOTHING: nobody saw which */
    uint8_t passed; /* seats passed over whose hand may have been empty (a bit each) */
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
    /* FIGHT_UNKNOWN: by what nobody saw there may be other fighters, or other strengths */
    enum fight_case verdict;
    uint64_t wounded;             /* battle cards, a bit each */
    struct fighter fighter[KIND]; /* `count` of them; what lies after them means nothing */
};

/* The placement turn that stands open. */
struct placement {
    int8_t seat;  /* NOBODY: none */
    bool stray;   /* out of turn */
    bool entered; /* a position's first turn: what was taken before is not on record */
    bool over;    /* more than six battle cards were there: merging is allowed */
    uint8_t taken, target;
    uint32_t last_line;  /* of its last act */
    uint32_t power_line; /* of a power put before the take; 0: none */
};

struct needfire {
    uint8_t players;
    enum needfire_part part;
    bool position;       /* was said: then nothing is asked for but what somebody does */
    bool battle_said;    /* in a position */
    bool whole;          /* a whole game, from its first take */
    bool under_way;      /* some placement turn has begun */
    bool over;           /* the game has ended */
    bool told_over;      /* something after the end was told */
    int8_t turn;         /* who begins a turn next, or UNKNOWN */
    int8_t stray;        /* who acted out of turn last, if nobody has gone on since; or NOBODY */
    uint32_t end_line;   /* the line that ended the game */
    int16_t spread;      /* cards in the middle, or UNKNOWN */
    uint32_t clock;      /* statements applied, */
    uint32_t line;       /* the line of the last statement applied */
    uint32_t placements; /* placement turns begun */
    /* where a turn of this seat ended with too many battle cards; 0: none */
    uint32_t limit_line[PLAYERS];
    uint8_t row_count[PLAYERS], row[PLAYERS][KIND];
    uint8_t row_unseen[PLAYERS];    /* battle cards in the row that nobody named */
    struct cardset powers[PLAYERS]; /* the cards that lie on each row's battle cards */
    struct cardset seen;            /* all cards that are not UNSEEN, after a statement */
    struct cards_held hand[PLAYERS];
    struct placement placing;
    uint16_t steps; /* STEPS_MOST: there may have been more, and nothing is proved */
    uint32_t ignitions;
    uint64_t pending, treated; /* its wounded: still to be treated, and done; */
    /*
     * wounds left undone and told, or treated without anybody seeing how: they may be treated now
     */
    uint64_t late;
    /* the first that a seat treated in this turn; line 0: none */
    struct {
        uint32_t line;
        uint8_t card;
    } first_wound[PLAYERS];
    uint8_t strays; /* cards used that cannot have been held: they came from nowhere known */

    /* What was done and not seen. */
    bool unknown; /* anything that counts */
    /* seats (a bit each): what else lies in their rows, and whether all this does, nobody saw */
    uint8_t rows_unknown;
    /* battle cards on or beside which something lies, or no longer does, that nobody saw */
    uint64_t loose;

    /* From here on only what is in use is copied. */
    /* the highest number of a human, a fire that was named; those after are as dealt */
    uint8_t most[2];
    struct fight fight; /* the last ignition's */
    struct ignition_at lighting[LIT_MOST];
    struct whereabouts card[CODES];
    struct hidden_step step[STEPS_MOST];
};

static inline int next_seat(const struct needfire *s, int seat) { return (seat + 1) % s->players; }

/* needfire/take: cards kept in a turn. */
static inline int quota(const struct needfire *s) { return s->players == 4 ? 1 : 2; }

/* needfire/box: what is left when rows, hands and the box have theirs. */
static inline int whole_spread(const struct needfire *s)
{
    return 2 * (KIND - HAND * s->players - 1);
}

/* Does it lie open before its seat, as a battle card or on one? */
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

/* What this deck cannot do, as the line shows where this card was named last. */
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

/* Do only three bare battle cards a seat lie there? */
bool needfire_bare(const struct needfire *s);

/* How many humans, or fires, are known to be in this hand? */
int needfire_known_in_hand(const struct needfire *s, int seat, bool fires);

/* needfire/placed: the last placement turn has taken its cards. */
bool needfire_placed(const struct needfire *s);
bool needfire_hands_empty(const struct needfire *s);
/*
 * needfire/end: nobody has a hand when the battle part begins; the game has ended, by that or by a
 * turn of it.
 */
bool needfire_no_hands(const struct needfire *s);
bool needfire_is_over(const struct needfire *s);

/* House option ignition=discard. */
bool needfire_lit_counts(const struct setting *setting);
int needfire_discards(const struct needfire *s, int seat, bool lit_counts);
/* needfire/end: who has more than six discards for certain, a bit each. */
unsigned needfire_too_many_discards(const struct needfire *s, bool lit_counts);
/*
 * needfire/end: a turn of the battle part is done, with the line of this statement or an earlier
 * one.
 */
void needfire_end_turn(const struct act *a, uint32_t line);
/*
 * Why the game has ended, and where: {line}, and in the first of these texts {who} and {discards}.
 */
void needfire_tell_end(const struct act *a, const char *discards, const char *hands,
    struct message *m);
/* What is said after it belongs to no game. */
enum outcome needfire_after_the_end(const struct act *a);

bool needfire_wounds_pending(const struct needfire *s, int seat);
/* needfire/wound: whose wounds are to be treated now, or NOBODY. */
int needfire_wound_turn(const struct needfire *s);
struct cardset needfire_powers_on(const struct needfire *s, int card);

/*
 * Each takes a card, unseen before or HELD by this seat, out of where it is said to come from; it
 * is then OUT, for the caller to place. False, and nothing changed, if by what has been seen it
 * cannot have been there.
 */
bool needfire_hand_leave(struct needfire *s, int seat, int card);
bool needfire_down_leave(struct needfire *s, int seat, int card);
/* The same for a card that cannot have been in the hand, and yet was used. */
void needfire_hand_force(struct needfire *s, int seat, int card);

void needfire_hand_gain(struct needfire *s, int seat, int card); /* seen */
void needfire_hand_take(struct needfire *s, int seat);           /* unseen */
/* One that was taken unseen went to the row. */
void needfire_hand_took_human(struct needfire *s, int seat);
bool needfire_hand_lay(struct needfire *s, int seat);            /* one face down, unseen */
bool needfire_hand_show(struct needfire *s, int seat, int card); /* false: cannot be there */
/* It lies among this seat's face-down discards of before the record; false: it cannot. */
bool needfire_down_before(struct needfire *s, int seat, int card);
bool needfire_hand_may_leave(const struct needfire *s, int seat, int card);
bool needfire_down_may_leave(const struct needfire *s, int seat, int card);
/* What is in this hand, and how many cards, proves nothing from now on. */
void needfire_hand_loosen(struct needfire *s, int seat);
/* Is there certainly a card in this hand, whichever it is? */
bool needfire_hand_holds(const struct needfire *s, int seat);
/* Is there room in the deck for all that was seen, and all hidden cards besides? */
bool needfire_deck_fits(const struct needfire *s);
bool needfire_humans_fit(const struct needfire *s);

/* ---- proof.c: why a card was not in a hand ------------------------------------------ */

enum { IN_HAND, FACE_DOWN }; /* the hands of a trail */

/* Something happened to a seat's hidden cards. `card` NOTHING: unseen. */
void needfire_note(struct needfire *s, enum hand_log_act act, int hand, int seat, int card);

/* Why a card of this seat's was not in its hand, or among its face-down discards. */
void needfire_prove_absent(const struct needfire *s, int hand, int seat, int card,
    struct ruling *r);

/* In the placement part hands are fires: this human was not dealt. */
void needfire_prove_fires(int seat, int card, struct ruling *r);
/* The hand that is given now does not have a card that was shown of it. */
void needfire_prove_unlisted(const struct needfire *s, int seat, int card, struct ruling *r);

/*
 * A card that cannot have been in that hand was used: irregular, with what the hand was as far as
 * it is known.
 */
struct ruling *needfire_rule_absent(const struct act *a, int rule, int seat, int card,
    const char *message);

/* needfire/start: the card that tells who begins lies in that seat's row. */
void needfire_prove_highest(const struct needfire *s, int seat, int card, struct ruling *r);

/* ---- turn.c: whose turn it is, what may be played -------------------------------------- */

/* needfire/start: who begins a whole game. */
int needfire_starter(const struct needfire *s, const struct setting *setting);

/*
 * Whose turn it is, or NOBODY; who is to act if a player who has too many battle cards leaves them;
 * and the first from `seat` on who may have a hand.
 */
int needfire_turn(const void *state, const struct setting *setting);
int needfire_goes_on(const struct needfire *s, const struct setting *setting);
int needfire_next_with_hand(const struct needfire *s, int seat);

/*
 * needfire/turn: somebody acted out of turn, and it was told. The turn stays where it was; if
 * whoever comes after them goes on, it has passed, and nobody saw what those did who were passed
 * over.
 */
bool needfire_turn_passes(struct needfire *s, int seat);

struct cardset needfire_legal(const void *state, const struct setting *setting, int seat);

enum outcome needfire_need_seat(const struct act *a);

/* ---- rows.c: battle cards, the cards on them, and what nobody saw of them -------------------- */

void needfire_insert(struct needfire *s, int seat, int card, int place);
void needfire_take_from_row(struct needfire *s, int card);
/* On a battle card of that seat; NOTHING: on one that nobody saw. */
void needfire_lay_on(struct needfire *s, int card, int seat, int target);

/*
 * On or beside this battle card something was done that nobody saw; what lies in this row was not
 * seen.
 */
void needfire_loosen(struct needfire *s, int card);
void needfire_row_unseen(struct needfire *s, int seat);
bool needfire_is_loose(const struct needfire *s, int card);
/* So many battle cards may lie there at most, by what nobody saw. */
int needfire_row_most(const struct needfire *s, int seat);
/* Nobody gave this row, or not all that was done to it was seen; has nobody given somebody's? */
bool needfire_row_is_unknown(const struct needfire *s, int seat);
bool needfire_some_row_is_missing(const struct needfire *s);
/* Named as a battle card, it is none on record: it cannot be one; or whose it is, is asked. */
enum outcome needfire_no_battle_card(const struct act *a, int seat, int card);

/*
 * A human never seen is named as a battle card: it came to this row by an act that nobody saw, if
 * there was one.
 */
void needfire_turn_up(const struct act *a, int seat, int card);
/*
 * A card that lay open may have come to this seat's hand by an act that nobody saw: then nobody
 * knows where it is.
 */
void needfire_may_have_gone(struct needfire *s, int seat, int card);

/* ---- setup.c: setting up ------------------------------------------------------------------- */

/* The first turn of the placement part, and of the battle part. */
enum outcome needfire_begin_placement(const struct act *a);
void needfire_begin_battle(struct needfire *s);

enum outcome needfire_say_row(const struct act *a);
enum outcome needfire_say_hand(const struct act *a);
enum outcome needfire_say_discards(const struct act *a);
enum outcome needfire_say_spread(const struct act *a);
enum outcome needfire_say_turn(const struct act *a);

/* ---- placement.c: the placement part ------------------------------------------------------- */

/* needfire/placed: the turn that stands open is over, as this statement shows. */
void needfire_close_placing(const struct act *a);
/* needfire/turn, needfire/start: a turn begins. */
void needfire_open_placing(const struct act *a, int seat);
void needfire_out_of_turn(const struct act *a, int seat, int expected);

enum outcome needfire_say_take(const struct act *a);
enum outcome needfire_say_battle(const struct act *a);

/* ---- power.c: power cards, merging ----------------------------------------------------------- */

enum outcome needfire_say_power(const struct act *a);

/* ---- battle.c: ignitions, and who is wounded by them --------------------------------------- */

/* How strong the battle card at `place` of a row is, and why; `out` may be NULL (battle.c). */
unsigned needfire_strength(const struct needfire *s, const struct setting *setting, int seat,
    int place, struct fighter *out);
/* Finds fighters, strength, case and wounded of this ignition card. */
void needfire_fight(const struct needfire *s, const struct setting *setting, int seat, int card,
    struct fight *fight);
/* The wounded worked out anew among those fighters that still stand in a row. */
uint64_t needfire_recount(const struct needfire *s, const struct setting *setting);

/* This seat has a card now, and so had one when it was passed over (needfire/turn, found late). */
void needfire_had_a_hand(const struct act *a, int seat);

enum outcome needfire_say_ignite(const struct act *a);

/* ---- wounds.c: wounds and guards ------------------------------------------------------------ */

enum outcome needfire_say_wound(const struct act *a);
enum outcome needfire_say_guard(const struct act *a);

/* ---- rank.c: the ranks ------------------------------------------------------------------- */

/* The standing: who is ahead of whom, by needfire/rank. */
struct ranking {
    uint8_t battle, discards, place;
    uint8_t power[KIND]; /* descending */
};
void needfire_rank(const struct needfire *s, const struct setting *setting, bool lit_counts,
    bool by_sum, struct ranking out[PLAYERS]);
/* House option rank-power=sum, and the ranks by the options. */
bool needfire_by_sum(const struct setting *setting);
void needfire_ranks(const struct needfire *s, const struct setting *setting,
    struct ranking out[PLAYERS]);
/* Is all that the ranks are counted from known, of one seat, or of all? */
bool needfire_row_known(const struct needfire *s, int seat);
bool needfire_ranks_known(const struct needfire *s);
bool needfire_finished(const void *state, const struct setting *setting, uint32_t *winners);

/* The game is over: asks the questions whose default decided who stands where. */
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

/* What may be missing where the record stands (rulebook.h, struct repair_part). */
size_t needfire_missing(const void *state, const struct setting *setting, unsigned n, char *out,
    size_t room);
struct cardset needfire_left_over(const void *state, const struct setting *setting);

#endif
