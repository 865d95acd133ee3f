/*
 * Hyakumonogatari's state, shared by its files. Private to this folder.
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
 *     known.c     what is known of the hidden hands, and what was claimed of them
 *     proof.c     what findings rest on that lean on hidden hands
 *     tell.c      what is told of it all
 *     ask.c       what the table waits for
 *
 *                 refill                     altar, reverse
 *        pile ───────────▶ hand ◀── draw ──▶ hand ───────────▶ altar
 *         ▲                  └───── discard ────▶ graveyard ◀── sun ──┘
 *         └──────────────────── reshuffle ────────────┘
 *
 * Altar and graveyard lie open; hands and pile do not: what they may be are worlds (core/worlds.h).
 * A card that was used and that nobody saw stays among the hidden ones: it may lie on the altar,
 * and what follows from that is not known.
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

/* What applies a verb; NULL: nothing does. */
extern enum outcome (*const hyakumonogatari_says[VERB_COUNT])(const struct act *a);

/* ---- the state --------------------------------------------------------------------------- */

enum night_phase { BEFORE, DURING, AFTER }; /* of the night that was begun last */
enum night_end { OPEN, BLESSING, CURSED, REVERSED, CURSED_AGAIN, BURNT };
enum saved_by { BY_NOTHING, BY_DOLL, BY_HALVES, BY_EITHER };

/* Effigy and ink laid on the shade. */
enum { HALF_EFFIGY = 1, HALF_INK = 2, HALVES_BOTH = 3 };

/* What is done in a turn. */
enum night_act { DRAWS, USES, REFILLS };

/* Where a card went that nobody saw. */
enum unseen_place { ON_ALTAR, IN_GRAVE, ON_SHADE, ANYWHERE, UNSEEN_PLACES };

/* What a seat has done in its turn; or before it, while it was the other's. */
struct night_turn {
    uint16_t drawn, used;
    uint16_t early;     /* of the cards used, before the turn came */
    uint16_t discarded; /* cards that are known */
    uint8_t halves;     /* laid on the shade in this turn */
    bool unseen;        /* something was used that nobody saw */
    bool sized;         /* by `use ?`, and how large the hand was before is known */
    bool undrawn;       /* that it went on without a draw was looked at */
    bool frozen;        /* told that the night follower may not act */
    bool sun_laid;      /* by this seat, in this turn */
    uint32_t line;      /* of its last statement; 0: it has not begun */
    uint32_t half_line;
    int8_t half_card;
};

/* What a claim says, and how many cards came to that hand since. */
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
    uint32_t consent_line; /* said while the ending was not known; 0: not so */
    bool position;         /* what was done before is not on record; */
    /* who the parent is, is not on record: `parent` is who begins, and no ending is told */
    bool unnamed;
    /* whose turn it is, is on record; else it is the turn of whoever acts first */
    bool turn_said;
    uint8_t first; /* the night that the record begins with */
    struct {
        uint32_t turns;
        enum night_end end;
        enum saved_by by;
    } past; /* night one, once night two has begun */

    /* this night */
    bool played;    /* somebody has acted */
    uint32_t turns; /* of parent and child together, completed */
    int8_t on;      /* whose turn it is */
    struct night_turn turn[PLAYERS];
    /* the line where the other began to act while this turn lacks its refill; 0: it has not */
    uint32_t aside;
    bool told;               /* that the other acts out of turn, and goes on so */
    uint16_t spent[PLAYERS]; /* cards used since the last refill, */
    /* cards perhaps used besides, by `use ?`: of those counted in `held`, or not drawn back */
    uint8_t besides[PLAYERS];
    uint8_t altar[KINDS], grave[KINDS];
    uint8_t covering[KINDS];        /* of those on the altar: laid on the shade */
    uint32_t pile;                  /* cards, */
    uint32_t slack;                 /* the pile may have so many cards fewer */
    uint32_t unseen[UNSEEN_PLACES]; /* cards used that nobody saw: they are hidden still */
    uint32_t unseen_turn;           /* the last of them was used in this one */
    uint8_t held[PLAYERS];          /* cards */
    uint8_t sun_left;               /* turns, or pairs of turns, until the sun goes */
    uint8_t halves;                 /* lying on the shade */
    bool reversed;
    bool may_be_reversed; /* by a card that nobody saw */
    bool may_be_over;     /* so may the night, since the child's turn ended; */
    bool but_for_the_sun; /* the night is over, unless a sun lies there that nobody saw */
    enum night_end end;
    enum saved_by by;
    uint32_t over_line;              /* where the night ended, */
    uint32_t end_line;               /* the line by which it is known how it ended */
    uint32_t shuffles;               /* how often the graveyard became the pile, */
    uint32_t shuffled;               /* cards in the pile after the last shuffle */
    uint32_t seen[KINDS];            /* the line where a kind was seen last */
    uint32_t unseen_refill[PLAYERS]; /* the last refill that named no cards */
    uint8_t claims;                  /* of this night, */
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

/* The record says what this deck cannot do. Then return IMPOSSIBLE. */
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

/* Cards of a kind that the altar still needs: hyakumonogatari/altar. */
int hyakumonogatari_missing(const struct hyakumonogatari *s, int kind);
/* on the altar beside its places */
int hyakumonogatari_besides(const struct hyakumonogatari *s, int kind);
/* its places on the altar are */
bool hyakumonogatari_full(const struct hyakumonogatari *s, int kind);

/* One of this kind may lie on the altar that nobody saw. */
bool hyakumonogatari_may_lie(const struct hyakumonogatari *s, int kind);

/* All six cards lie there, and no sun on the new moon: surely, or perhaps. */
bool hyakumonogatari_complete(const struct hyakumonogatari *s);
bool hyakumonogatari_may_be_complete(const struct hyakumonogatari *s);
/* the child's turn ends: the night may be over */
void hyakumonogatari_doubt_night(struct hyakumonogatari *s);

/* A night follower under the sun: surely, or perhaps. */
bool hyakumonogatari_frozen(const struct hyakumonogatari *s, int seat);
bool hyakumonogatari_may_be_frozen(const struct hyakumonogatari *s, int seat);

uint8_t hyakumonogatari_sun_turns(const struct act *a);
void hyakumonogatari_lay_sun(const struct act *a, int seat);
void hyakumonogatari_end_sun(struct hyakumonogatari *s);

/* Cards in the pile and, after it, the graveyard: at most, and at least. */
uint32_t hyakumonogatari_left(const struct hyakumonogatari *s);
uint32_t hyakumonogatari_surely_left(const struct hyakumonogatari *s);

/* One card from the pile; false if it cannot be the one. There is room in the hand. */
bool hyakumonogatari_take(const struct act *a, int seat, int kind);

/*
 * Unseen cards, until the hand is as large as it was before a `use ?`, or as far as they reach;
 * false: it cannot be.
 */
bool hyakumonogatari_fill_up(struct hyakumonogatari *s, int seat, uint32_t due);

/* ---- night.c ----------------------------------------------------------------------------- */

void hyakumonogatari_begin_night(struct hyakumonogatari *s);
enum outcome hyakumonogatari_parent_unknown(const struct act *a);

/* A hand is of the size that it is said to be of. */
bool hyakumonogatari_resize(const struct act *a, int seat, int size);

/*
 * Nobody said whose turn it is in a position: it is this seat's, who has three cards yet where the
 * other has four.
 */
void hyakumonogatari_give_turn(const struct act *a, int seat);

/* The night of a position begins with the first statement of it. */
enum outcome hyakumonogatari_begin_position(const struct act *a);

/* Statements of a night need one that is open. */
enum outcome hyakumonogatari_need_night(const struct act *a);
void hyakumonogatari_end_night(const struct act *a);

/* ---- setup.c ----------------------------------------------------------------------------- */

void hyakumonogatari_begin(void *state, const struct setting *setting);
void hyakumonogatari_copy(void *to, const void *from); /* of a set of worlds only those in use */
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

/* An act of this statement's seat begins: whose turn is it? */
enum outcome hyakumonogatari_begin_act(const struct act *a, enum night_act act);

/* The turn goes on to using: was there a draw? */
void hyakumonogatari_look_for_draw(const struct act *a);

/* A refill: of its own turn, of one that was left without it, or out of turn. */
enum refill { REFILL_OWN, REFILL_LATE, REFILL_ASIDE };
enum refill hyakumonogatari_begin_refill(const struct act *a);

/* hyakumonogatari/use: nothing was used, so nothing could be. */
struct hand_answer hyakumonogatari_claim_stuck(const struct act *a);

void hyakumonogatari_end_turn(const struct act *a);

/* What the next line would decide. */
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

/* hyakumonogatari/reversal: a card lies on the shade; the doll, or both halves, turn the shadow. */
void hyakumonogatari_cover(struct hyakumonogatari *s, int card);
void hyakumonogatari_turn_shadow(struct hyakumonogatari *s, enum saved_by by);

/* ---- ending.c ---------------------------------------------------------------------------- */

/* A shown hand may tell how the night ended; once told it stands. */
void hyakumonogatari_look_at_ending(const struct act *a);

/*
 * A `show` of too many cards with a curse that is not mentioned can be read in two ways: a refill
 * took too many; or, where that cannot be (act->reading > 0), the curse is gone.
 */
enum outcome hyakumonogatari_say_show(const struct act *a);
bool hyakumonogatari_two_readings(const struct act *a);

void hyakumonogatari_weigh(const void *state, const struct setting *setting, struct rulings *out);
/* -1: not known */
int hyakumonogatari_winner(const struct hyakumonogatari *s, enum night_end end);
bool hyakumonogatari_finished(const void *state, const struct setting *setting, uint32_t *winners);

/* ---- known.c --------------------------------------------------------------------------- */

/* holds a doll? */
struct hand_answer hyakumonogatari_saved(const struct hyakumonogatari *s, int seat);
/* holds the sun? */
struct hand_answer hyakumonogatari_in_the_sun(const struct hyakumonogatari *s, int seat);
/* surely nothing but the curse */
bool hyakumonogatari_bare(const struct hyakumonogatari *s, int seat);

/*
 * What a player claims by using nothing, when the kinds in `useless` (a bit each) cannot be used;
 * and by not drawing from the other hand. The answer: may it be right, may it be wrong?
 */
struct hand_answer hyakumonogatari_used_nothing(const struct act *a, int seat, uint32_t useless);
struct hand_answer hyakumonogatari_drew_nothing(const struct act *a, int seat, int from);

/* The curse was drawn for all to see. */
void hyakumonogatari_drew_curse(const struct act *a, int seat);

/* Claims that this statement has shown to be wrong: to be called after each. */
void hyakumonogatari_watch(const struct act *a);

/*
 * What happened to the hands; false: no hands fit that and what was seen before. `kind` may be
 * UNSEEN.
 */
bool hyakumonogatari_leaves(const struct act *a, int seat, int kind);
bool hyakumonogatari_drawn(const struct act *a, int from, int to, int kind);
bool hyakumonogatari_taken(const struct act *a, int seat, int kind);
bool hyakumonogatari_laid_unseen(const struct act *a, int seat, int most);
bool hyakumonogatari_holds(const struct act *a, int seat, const uint8_t least[KINDS]);

/*
 * What was seen fits no world in which all kept to hyakumonogatari/curse-card; does it fit any
 * without?
 */
bool hyakumonogatari_own_up(const struct act *a);

/*
 * Cards seen in the hand of this statement's seat, one by one, so that the first that cannot be
 * there is named.
 */
enum outcome hyakumonogatari_see(const struct act *a);

/*
 * Why not: a card that no world has where the statement says; cards too many or too few for the
 * hand.
 */
enum outcome hyakumonogatari_misplaced(const struct act *a, int seat, int card,
    const char *message);
enum outcome hyakumonogatari_wrong_size(const struct act *a, const char *message);
enum outcome hyakumonogatari_too_many(const struct act *a);

/* ---- proof.c --------------------------------------------------------------------------- */

/* What somebody claims now: none of these kinds is in that hand. */
struct hand_log_claim hyakumonogatari_claim_of(const struct hyakumonogatari *s, int whose,
    uint32_t kinds);

/*
 * Why this cannot be right, as far as the record says up to a line (0: to its end). False: it
 * cannot be told.
 */
bool hyakumonogatari_disprove(const struct hyakumonogatari *s, const struct hand_log_claim *claim,
    uint32_t last, struct grounds *out);
/* Why the statement that is applied cannot be right, if that can be told. */
void hyakumonogatari_disprove_statement(const struct hyakumonogatari *s, struct ruling *r);
/* The child held what saved it, as far as that is on record. */
void hyakumonogatari_prove_saved(const struct hyakumonogatari *s, struct ruling *r);
/* More cards were shown than a hand of that size has. */
void hyakumonogatari_prove_too_many(const struct statement *said, int size, int curses,
    struct ruling *r);

/* The court's, over a whole state: claims' proofs too. */
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

/* For the repair of a record: repair_part. */
size_t hyakumonogatari_absent(const void *state, const struct setting *setting, unsigned n,
    char *out, size_t room);
struct cardset hyakumonogatari_left_over(const void *state, const struct setting *setting);

#endif
