/*
 * Hyakumonogatari's state, shared by the files of this folder and private to them.
 *
 *     tables.c    cards, rules, options, verbs; the rulebook's row
 *     night.c     a night, how it begins and ends
 *     setup.c     setting up: parts, deck, hands as dealt; on to the second night
 *     position.c  a night that the record begins in the middle of
 *     turn.c      whose turn it is, and how it passes
 *     play.c      the draw, the refill, and what may be played
 *     use.c       using and discarding, turning the shadow
 *     altar.c     what lies open: altar, sun, graveyard; and the pile
 *     ending.c    the ending, and the hands shown for it
 *     known.c     what is known of the hidden hands, and what was claimed about them
 *   proof.c     proofs of the findings about hidden hands
 *   tell.c      what the game tells
 *     ask.c       what the table waits for
 *
 *                 refill                     altar, reverse
 *        pile ───────────▶ hand ◀── draw ──▶ hand ───────────▶ altar
 *         ▲                  └───── discard ────▶ graveyard ◀── sun ──┘
 *         └──────────────────── reshuffle ────────────┘
 *
 * Altar and graveyard lie open; hands and pile are hidden, and the ways they may be filled are
 * worlds (core/worlds.h). A card that was used unseen still counts as hidden. It may lie on the
 * altar, and whatever depends on that is not known.
 */
#ifndef FUDA_HYAKUMONOGATARI_H
#define FUDA_HYAKUMONOGATARI_H

#include "core/act.h"
#include "core/worlds.h"

/* The kinds of cards; a card's code is its kind. */
enum {
    NEWMOON,
    GRANITE,
    SHADE,
    CANDLE,
    SUN,
    DOLL,
    EFFIGY,
    INK,
    SEAL,
    LANTERN,
    FOX,
    BLOOD,
    MIRROR,
    CURSE,
    KINDS
};

enum { NO_CARD = -1, PLAYERS = HANDS };

/* hyakumonogatari/curse-card: kinds, a bit each */
static const uint32_t DRAWABLE = ~(1u << CURSE);

_Static_assert((int)KINDS <= (int)KINDS_MOST, "a world counts so many kinds");

/* ---- tables.c ---------------------------------------------------------------------------- */

struct card_kind {
    const char *name, *ja;
    uint8_t copies; /* unless `deck` says otherwise */
    uint8_t place;  /* on the altar; 0: none */
    char code[3];   /* of its stickers */
};

extern const struct card_kind hyakumonogatari_cards[KINDS];

enum {
    RULE_DECK,
    RULE_ROLES,
    RULE_ALTAR,
    RULE_COUNTS,
    RULE_DEAL,
    RULE_TURN,
    RULE_DRAW,
    RULE_USE,
    RULE_REFILL,
    RULE_RITUAL,
    RULE_DISCARD,
    RULE_DOLL,
    RULE_COMPOUND,
    RULE_SUN,
    RULE_SUN_CANCEL,
    RULE_RESHUFFLE,
    RULE_ENDING,
    RULE_BLESSING,
    RULE_CURSE,
    RULE_CONSENT,
    RULE_NIGHT_TWO,
    RULE_CURSE_CARD,
    RULE_REVERSAL,
    RULE_SECOND_CURSE,
    RULE_FROZEN,
    RULE_BURN,
    RULE_GHOST,
    RULE_NIGHT_THREE,
    RULE_COUNT
};

enum {
    HOUSE_SUN,
    HOUSE_REVERSAL_SUN,
    HOUSE_SPARE_SHADE,
    HOUSE_CANDLE,
    HOUSE_FROZEN_DRAW,
    HOUSE_STUCK,
    HOUSE_HALVES,
    HOUSE_REMEDY,
    HOUSE_COUNT
};

enum { SUN_PAIRS, SUN_PAIRS_AFTER, SUN_TURNS }; /* the answers of HOUSE_SUN */

enum {
    SAY_NOTHING = VERB_PLAY,
    SAY_PARENT,
    SAY_DECK,
    SAY_NIGHT,
    SAY_HAND,
    SAY_SHOW,
    SAY_DRAW,
    SAY_ALTAR,
    SAY_DISCARD,
    SAY_REVERSE,
    SAY_USE,
    SAY_REFILL,
    SAY_CONSENT,
    SAY_POSITION,
    SAY_LIES,
    SAY_GONE,
    SAY_SUN,
    SAY_TURN,
    VERB_COUNT
};

/* The function that applies each verb; NULL: there is none. */
extern enum outcome (*const hyakumonogatari_says[VERB_COUNT])(const struct act *a);

/* ---- the state --------------------------------------------------------------------------- */

enum night_phase { BEFORE, DURING, AFTER }; /* of the night begun last */
enum night_end { OPEN, BLESSING, CURSED, REVERSED, CURSED_AGAIN, BURNT };
enum saved_by { BY_NOTHING, BY_DOLL, BY_HALVES, BY_EITHER };

/* The halves laid on the shade: effigy and ink. */
enum { HALF_EFFIGY = 1, HALF_INK = 2, HALVES_BOTH = 3 };

/* What is done in a turn. */
enum night_act { DRAWS, USES, REFILLS };

/* Where a card that nobody saw may have gone. */
enum unseen_place { ON_ALTAR, IN_GRAVE, ON_SHADE, ANYWHERE, UNSEEN_PLACES };

/* What a seat has done in its turn, or ahead of it during the other seat's turn. */
struct night_turn {
    uint16_t drawn, used;
    uint16_t early;     /* how many of the used cards were used before the turn came */
    uint16_t discarded; /* known cards that were discarded */
    uint8_t halves;     /* laid on the shade in this turn */
    bool unseen;        /* something was used that nobody saw */
    bool sized;         /* it was a `use ?`, and the size of the hand before it is known */
    bool undrawn;       /* it was checked that the turn went on without a draw */
    bool frozen;        /* it was reported that the night follower may not act */
    bool sun_laid;      /* by this seat, in this turn */
    uint32_t line;      /* the line of its last statement; 0: the turn has not begun */
    uint32_t half_line;
    int8_t half_card;
};

/* What a claim says, and how many cards have come to that hand since. */
struct night_claim {
    struct hand_log_claim says;
    uint8_t came;
};

struct hyakumonogatari {
    /* the game */
    int8_t parent; /* a seat; -1: not named yet */
    uint8_t deck[KINDS];
    uint8_t night; /* begun last */
    enum night_phase phase;
    bool consented;
    uint32_t consent_line; /* the line of a consent given while the ending was not known; 0: none */
    bool position;         /* what was done before is not on record */
    /*
     * the record does not say who is the parent: `parent` is whoever begins, and no ending is told
     */
    bool unnamed;
    /* the record says whose turn it is; if not, it is the turn of whoever acts first */
    bool turn_said;
    uint8_t first; /* the night that the record begins with */
    struct {
        uint32_t turns;
        enum night_end end;
        enum saved_by by;
    } past; /* night one, once night two has begun */

    /* this night */
    bool played;    /* somebody has acted */
    uint32_t turns; /* completed turns, parent and child together counting as one */
    int8_t on;      /* whose turn it is */
    struct night_turn turn[PLAYERS];
    /*
     * the line where the other seat began to act although this turn has had no refill yet; 0: none
     */
    uint32_t aside;
    /* it was reported that the other seat acts out of turn, and that still goes on */
    bool told;
    uint16_t spent[PLAYERS]; /* cards used since the last refill */
    /*
     * cards that a `use ?` may have used on top of `spent`: they still count in `held`, or were not
     * refilled
     */
    uint8_t besides[PLAYERS];
    uint8_t altar[KINDS], grave[KINDS];
    uint8_t covering[KINDS];        /* how many of the cards on the altar lie on the shade */
    uint32_t pile;                  /* cards, */
    uint32_t slack;                 /* how many cards fewer the pile may have */
    uint32_t unseen[UNSEEN_PLACES]; /* cards used unseen, which still count as hidden */
    uint32_t unseen_turn;           /* the turn in which the last of them was used */
    uint8_t held[PLAYERS];          /* cards */
    uint8_t sun_left;               /* turns, or pairs of turns, until the sun goes */
    uint8_t halves;                 /* the halves on the shade */
    bool reversed;
    bool may_be_reversed; /* a card that nobody saw may have reversed it */
    bool may_be_over;     /* the night may have been over since the child's turn ended */
    bool but_for_the_sun; /* the night is over unless an unseen sun lies on the altar */
    enum night_end end;
    enum saved_by by;
    uint32_t over_line;              /* the line where the night ended */
    uint32_t end_line;               /* the line that shows how it ended */
    uint32_t shuffles;               /* how often the graveyard became the pile */
    uint32_t shuffled;               /* cards in the pile after the last shuffle */
    uint32_t seen[KINDS];            /* the line where each kind was last seen */
    uint32_t unseen_refill[PLAYERS]; /* the line of each seat's last refill that named no cards */
    uint8_t claims;                  /* the claims of this night */
    struct claim claim[CLAIMS_MOST];
    struct night_claim about[CLAIMS_MOST];
    struct worlds worlds; /* last: only the worlds in use are copied */
};

/* The game that a statement is applied to. */
static inline struct hyakumonogatari *game_of(const struct act *a) { return a->state; }

static inline int other(int seat) { return 1 - seat; }

/* -1: not known */
static inline int parent_of(const struct hyakumonogatari *s) { return s->unnamed ? -1 : s->parent; }
static inline int child_of(const struct hyakumonogatari *s)
{
    return parent_of(s) < 0 ? -1 : other(s->parent);
}

static inline void hyakumonogatari_lose_card(struct hyakumonogatari *s, int seat)
{
    s->held[seat]--;
    s->besides[seat] = s->besides[seat] < s->held[seat] ? s->besides[seat] : s->held[seat];
}

static inline unsigned answer_of(const struct act *a, int option)
{
    return a->setting->house->option[option].choice;
}

/* Refuses a statement that this deck makes impossible. The caller then returns IMPOSSIBLE. */
static inline struct ruling *refuse(const struct act *a, int seat, int card, const char *message)
{
    struct ruling *r = act_refuse(a, seat, card, message);
    message_number(&r->message, "night", game_of(a)->night);
    return r;
}

static inline enum outcome impossible(const struct act *a, int seat, int card, const char *message)
{
    refuse(a, seat, card, message);
    return IMPOSSIBLE;
}

/* ---- altar.c ----------------------------------------------------------------------------- */

/* hyakumonogatari/altar: how many cards of a kind the altar still needs; */
int hyakumonogatari_missing(const struct hyakumonogatari *s, int kind);
/* how many lie on the altar beyond its places; */
int hyakumonogatari_besides(const struct hyakumonogatari *s, int kind);
/* and whether all its places are taken. */
bool hyakumonogatari_full(const struct hyakumonogatari *s, int kind);

/* May a card of this kind lie on the altar unseen? */
bool hyakumonogatari_may_lie(const struct hyakumonogatari *s, int kind);

/* Do all six cards lie on the altar, with no sun on the new moon? Certainly, and perhaps. */
bool hyakumonogatari_complete(const struct hyakumonogatari *s);
bool hyakumonogatari_may_be_complete(const struct hyakumonogatari *s);
/* At the end of the child's turn: notes that the night may be over. */
void hyakumonogatari_doubt_night(struct hyakumonogatari *s);

/* Is this seat a night follower who may not act under the sun? Certainly, and perhaps. */
bool hyakumonogatari_frozen(const struct hyakumonogatari *s, int seat);
bool hyakumonogatari_may_be_frozen(const struct hyakumonogatari *s, int seat);

uint8_t hyakumonogatari_sun_turns(const struct act *a);
void hyakumonogatari_lay_sun(const struct act *a, int seat);
void hyakumonogatari_end_sun(struct hyakumonogatari *s);

/* How many cards can still be taken from the pile and then the graveyard: at most, and at least. */
uint32_t hyakumonogatari_left(const struct hyakumonogatari *s);
uint32_t hyakumonogatari_surely_left(const struct hyakumonogatari *s);

/*
 * Takes a card of this kind from the pile into a hand that has room for it; false: it cannot be
 * there.
 */
bool hyakumonogatari_take(const struct act *a, int seat, int kind);

/*
 * Fills a hand with unseen cards up to the size that it had before a `use ?`, as far as there are
 * cards. False: that cannot be.
 */
bool hyakumonogatari_fill_up(struct hyakumonogatari *s, int seat, uint32_t due);

/* ---- night.c ----------------------------------------------------------------------------- */

void hyakumonogatari_begin_night(struct hyakumonogatari *s);
enum outcome hyakumonogatari_parent_unknown(const struct act *a);

/* The hand has the size that the record gives. */
bool hyakumonogatari_resize(const struct act *a, int seat, int size);

/*
 * A position does not say whose turn it is: it becomes this seat's, which still has three cards
 * where the other has four.
 */
void hyakumonogatari_give_turn(const struct act *a, int seat);

/* The night of a position begins with its first statement. */
enum outcome hyakumonogatari_begin_position(const struct act *a);

/* Statements of a night need one that is open. */
enum outcome hyakumonogatari_need_night(const struct act *a);
void hyakumonogatari_end_night(const struct act *a);

/* ---- setup.c ----------------------------------------------------------------------------- */

void hyakumonogatari_begin(void *state, const struct setting *setting);
void hyakumonogatari_copy(void *to, const void *from); /* copies only the worlds in use */
bool hyakumonogatari_turns_page(const void *state, const struct setting *setting,
    const struct statement *said);
enum outcome hyakumonogatari_say_parent(const struct act *a);
enum outcome hyakumonogatari_say_deck(const struct act *a);
enum outcome hyakumonogatari_say_night(const struct act *a);
enum outcome hyakumonogatari_say_hand(const struct act *a);
enum outcome hyakumonogatari_say_consent(const struct act *a);

/* ---- position.c -------------------------------------------------------------------------- */

enum outcome hyakumonogatari_say_position(const struct act *a);
enum outcome hyakumonogatari_say_lies(const struct act *a);
enum outcome hyakumonogatari_say_gone(const struct act *a);
enum outcome hyakumonogatari_say_sun(const struct act *a);
enum outcome hyakumonogatari_say_turn(const struct act *a);

/* ---- turn.c ------------------------------------------------------------------------------ */

/*
 * An act of this statement's seat begins: checks whose turn it is, and passes the turn if need be.
 */
enum outcome hyakumonogatari_begin_act(const struct act *a, enum night_act act);

/* The turn goes on to using cards: checks that there was a draw. */
void hyakumonogatari_look_for_draw(const struct act *a);

/*
 * A refill belongs to the seat's own turn, to a turn that was left without one, or is out of turn.
 */
enum refill { REFILL_OWN, REFILL_LATE, REFILL_ASIDE };
enum refill hyakumonogatari_begin_refill(const struct act *a);

/* hyakumonogatari/use: who uses nothing claims to hold nothing that can be used. */
struct hand_answer hyakumonogatari_claim_stuck(const struct act *a);

void hyakumonogatari_end_turn(const struct act *a);

/* Reports what only the next line can decide. */
void hyakumonogatari_weigh_turn(const struct hyakumonogatari *s, struct rulings *out);

/* ---- play.c ------------------------------------------------------------------------------ */

enum outcome hyakumonogatari_apply(struct act *a);
enum outcome hyakumonogatari_say_draw(const struct act *a);
enum outcome hyakumonogatari_say_refill(const struct act *a);
int hyakumonogatari_turn(const void *state, const struct setting *setting);
struct cardset hyakumonogatari_legal(const void *state, const struct setting *setting, int seat);

/* ---- use.c ------------------------------------------------------------------------------- */

enum outcome hyakumonogatari_say_altar(const struct act *a);
enum outcome hyakumonogatari_say_discard(const struct act *a);
enum outcome hyakumonogatari_say_reverse(const struct act *a);
enum outcome hyakumonogatari_say_use(const struct act *a);

/*
 * hyakumonogatari/reversal: a card is laid on the shade; and the doll, or both halves, turn the
 * shadow.
 */
void hyakumonogatari_cover(struct hyakumonogatari *s, int card);
void hyakumonogatari_turn_shadow(struct hyakumonogatari *s, enum saved_by by);

/* ---- ending.c ---------------------------------------------------------------------------- */

/* A shown hand may show how the night ended; once that is known it stays. */
void hyakumonogatari_look_at_ending(const struct act *a);

/*
 * A `show` of too many cards that does not mention the curse can be read in two ways: a refill took
 * too many cards; or, where that is impossible (act->reading > 0), the hand has no curse any more.
 */
enum outcome hyakumonogatari_say_show(const struct act *a);
bool hyakumonogatari_two_readings(const struct act *a);

void hyakumonogatari_weigh(const void *state, const struct setting *setting, struct rulings *out);
/* -1: not known */
int hyakumonogatari_winner(const struct hyakumonogatari *s, enum night_end end);
bool hyakumonogatari_finished(const void *state, const struct setting *setting, uint32_t *winners);

/* ---- known.c --------------------------------------------------------------------------- */

/* Does this hand hold a doll? */
struct hand_answer hyakumonogatari_saved(const struct hyakumonogatari *s, int seat);
/* Does this hand hold the sun? */
struct hand_answer hyakumonogatari_in_the_sun(const struct hyakumonogatari *s, int seat);
/* Does this hand certainly hold nothing but the curse? */
bool hyakumonogatari_bare(const struct hyakumonogatari *s, int seat);

/*
 * What a player claims by using nothing while the kinds in `useless` (a bit each) cannot be used,
 * and by not drawing from the other hand. The answer says whether the claim may be right and
 * whether it may be wrong.
 */
struct hand_answer hyakumonogatari_used_nothing(const struct act *a, int seat, uint32_t useless);
struct hand_answer hyakumonogatari_drew_nothing(const struct act *a, int seat, int from);

/* The curse was drawn openly. */
void hyakumonogatari_drew_curse(const struct act *a, int seat);

/* To be called after each statement: notes the claims that it has refuted. */
void hyakumonogatari_watch(const struct act *a);

/*
 * What happened to the hands. `kind` may be UNSEEN. False: no hands fit this and what was seen
 * before.
 */
bool hyakumonogatari_leaves(const struct act *a, int seat, int kind);
bool hyakumonogatari_drawn(const struct act *a, int from, int to, int kind);
bool hyakumonogatari_taken(const struct act *a, int seat, int kind);
bool hyakumonogatari_laid_unseen(const struct act *a, int seat, int most);
bool hyakumonogatari_holds(const struct act *a, int seat, const uint8_t least[KINDS]);

/*
 * What was seen fits no world in which everybody kept to hyakumonogatari/curse-card. Does it fit
 * one in which somebody did not?
 */
bool hyakumonogatari_own_up(const struct act *a);

/*
 * Cards are seen in the hand of this statement's seat. They are tried one by one, so that the
 * message can name the first one that cannot be there.
 */
enum outcome hyakumonogatari_see(const struct act *a);

/*
 * Refusals: in no world is the card where the statement says; the hand does not have the size said;
 * too many cards for the hand.
 */
enum outcome hyakumonogatari_misplaced(const struct act *a, int seat, int card,
    const char *message);
enum outcome hyakumonogatari_wrong_size(const struct act *a, const char *message);
enum outcome hyakumonogatari_too_many(const struct act *a);

/* ---- proof.c --------------------------------------------------------------------------- */

/* The claim, made now, that none of these kinds is in that hand. */
struct hand_log_claim hyakumonogatari_claim_of(const struct hyakumonogatari *s, int whose,
    uint32_t kinds);

/*
 * Writes into `out` why a claim cannot be right, from the record up to line `last` (0: all of it).
 * False: no proof was found.
 */
bool hyakumonogatari_disprove(const struct hyakumonogatari *s, const struct hand_log_claim *claim,
    uint32_t last, struct grounds *out);
/* Adds why the statement being applied cannot be right, if a proof is found. */
void hyakumonogatari_disprove_statement(const struct hyakumonogatari *s, struct ruling *r);
/* Adds the lines that show that the child held what saved it. */
void hyakumonogatari_prove_saved(const struct hyakumonogatari *s, struct ruling *r);
/* More cards were shown than a hand of that size has. */
void hyakumonogatari_prove_too_many(const struct statement *said, int size, int curses,
    struct ruling *r);

/* The court's oracle over a whole state, which can also prove claims. */
extern const struct oracle hyakumonogatari_oracle;

/* ---- tell.c ---------------------------------------------------------------------------- */

void hyakumonogatari_tell_rows(const void *state, const struct setting *setting, struct teller *t,
    uint32_t *told, bool last);
void hyakumonogatari_tell_rest(const void *state, const struct setting *setting, struct teller *t);
void hyakumonogatari_tell_table(const void *state, const struct setting *setting, struct teller *t);
void hyakumonogatari_place(const void *state, const struct setting *setting, struct message *out);
void hyakumonogatari_news(const void *before, const void *after, const struct setting *setting,
    struct news *news);

/* ---- ask.c ----------------------------------------------------------------------------- */

void hyakumonogatari_ask(const void *state, const struct setting *setting, struct ask *out);

/* `missing` and `left_over` of a repair_part (rulebook.h). */
size_t hyakumonogatari_absent(const void *state, const struct setting *setting, unsigned n,
    char *out, size_t room);
struct cardset hyakumonogatari_left_over(const void *state, const struct setting *setting);

#endif
