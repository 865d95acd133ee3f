/*
 * Hyakumonogatari's state, shared by its rules (play.c), what can be known of hands
 * that change by unseen draws (known.c) and what is told of it (tell.c). Private to core.
 *
 *                 refill                     altar, reverse
 *        pile ───────────▶ hand ◀── draw ──▶ hand ───────────▶ altar
 *         ▲                  └───── discard ────▶ graveyard ◀── sun ──┘
 *         └──────────────────── reshuffle ────────────┘
 *
 * Altar and graveyard lie open; hands and pile do not. A world is one way in which the two hands
 * may be filled; the pile has the rest. Every statement maps the set of worlds to the next one,
 * and what it leaves empty cannot have happened.
 */
#ifndef FUDA_HYAKUMONOGATARI_H
#define FUDA_HYAKUMONOGATARI_H

#include "core/act.h"

enum kind { NEWMOON, GRANITE, SHADE, CANDLE, SUN, DOLL, EFFIGY, INK, SEAL, LANTERN, FOX, BLOOD, MIRROR,
            CURSE, KINDS };

enum { UNSEEN = -1, NO_CARD = -1, PLAYERS = 2 };

/* ---- known.c --------------------------------------------------------------------------- */

enum {
    WORLDS_MOST = 4096,   /* beyond it kinds are confounded: worlds are added, never lost */
    CLAIMS_MOST = 16,     /* claims of a night that a world remembers, */
    CLAIMS_A_WORD = 8,    /* … so many above each hand */
    STRAYS_MOST = 8,      /* draws of a night that may have taken the curse */
    HAND_MOST = 15,       /* cards of a hand */
    COPIES_MOST = 99,     /* of a kind, in a deck */
};

/*
 * A hand as counts of four bits, one for each group of kinds, at the place of the group's least
 * kind. Above them, eight claims in each of the two words: is the claim right in this world?
 */
struct world {
    uint64_t hand[PLAYERS];
};

struct worlds {
    uint8_t group[KINDS];    /* kinds that nobody can tell apart yet are counted together */
    uint8_t hidden[KINDS];   /* copies in hands and pile; at most COPIES_MOST and a curse */
    bool blurred;            /* the claims that were remembered are forgotten */
    bool coarse;             /* worlds were added, or lost: no longer those that fit and no others */
    bool exact;              /* too many worlds are lost, all of them, rather than confounded */
    uint16_t count;
    struct world world[WORLDS_MOST];
};

/* A new deal. The curse is never drawn unseen, and so is a group of its own from the start. */
void worlds_deal(struct worlds *w, const uint8_t deck[KINDS], const uint8_t sizes[PLAYERS]);
void worlds_give_curse(struct worlds *w, int seat);

/*
 * What happened. `kind` may be UNSEEN where a card moves face down. False: in no world can it
 * have happened, and `w` is no longer of use.
 */
bool worlds_leave(struct worlds *w, int seat, int kind);          /* laid down in the open */
bool worlds_draw(struct worlds *w, int from, int to, int kind);   /* unseen: never the curse */
bool worlds_take(struct worlds *w, int seat, int kind);           /* from the pile */
bool worlds_hold(struct worlds *w, int seat, const uint8_t least[KINDS]);
void worlds_reshuffle(struct worlds *w, const uint8_t grave[KINDS]);
void worlds_put_back(struct worlds *w, int seat);                 /* all but the curse, to the pile */

/*
 * Strays: the worlds in which one unseen draw took a curse against the rule, and no other did. Above
 * the second hand is the bit of that draw, and above the first are the first eight claims. They take
 * the same steps as the others, and come into force where a step leaves none of those.
 */
void worlds_stray(struct worlds *strays, const struct worlds *w, int from, int to, int draw);
unsigned worlds_stray_draws(const struct worlds *strays);         /* a bit each */
void worlds_lose(struct worlds *w);
void worlds_copy(struct worlds *to, const struct worlds *from);   /* only the worlds in use */

/*
 * The strays are the worlds now. Claim c of the new order was claim place[c]; CLAIMS_A_WORD + d is
 * the claim that draw d was right.
 */
void worlds_own_up(struct worlds *w, const struct worlds *strays, const uint8_t place[CLAIMS_MOST],
                   int count);

/* A question about one hand, of which the kinds in `kinds` (a bit each) and the size matter. */
struct question {
    uint32_t kinds;
    bool (*holds)(const uint8_t has[KINDS], int size, const void *user);
    const void *user;
};

/* In some world the answer is yes; in some it is no. */
struct answer {
    bool yes, no;
};

struct answer worlds_ask(const struct worlds *w, int seat, const struct question *question);

/* Remembers in each world whether a claim is right there: false when it could not be kept. */
bool worlds_claim(struct worlds *w, int seat, const struct question *question, int claim);
struct answer worlds_answer(const struct worlds *w, int claim);

/*
 * The smallest set of claims (a bit each, of `among`) that are right together in no world: of the
 * smallest the one whose last member comes first, then whose members do. 0: there is none.
 */
uint32_t worlds_conflict(const struct worlds *w, uint32_t among);

/* The most copies of a kind that a seat holds in any world; and the least in all of them. */
void worlds_copies(const struct worlds *w, int seat, int kind, int *least, int *most);

/* ---- play.c ---------------------------------------------------------------------------- */

enum {
    RULE_DECK, RULE_ROLES, RULE_ALTAR, RULE_COUNTS, RULE_DEAL, RULE_TURN, RULE_DRAW, RULE_USE,
    RULE_REFILL, RULE_RITUAL, RULE_DISCARD, RULE_DOLL, RULE_COMPOUND, RULE_SUN, RULE_SUN_CANCEL,
    RULE_RESHUFFLE, RULE_ENDING, RULE_BLESSING, RULE_CURSE, RULE_CONSENT, RULE_NIGHT_TWO,
    RULE_CURSE_CARD, RULE_REVERSAL, RULE_SECOND_CURSE, RULE_FROZEN, RULE_BURN, RULE_GHOST,
    RULE_NIGHT_THREE, RULE_COUNT
};

enum { HOUSE_SUN, HOUSE_REVERSAL_SUN, HOUSE_SPARE_SHADE, HOUSE_CANDLE, HOUSE_FROZEN_DRAW, HOUSE_STUCK,
       HOUSE_HALVES, HOUSE_REMEDY, HOUSE_COUNT };

enum { SUN_PAIRS, SUN_PAIRS_AFTER, SUN_TURNS };   /* the answers of HOUSE_SUN */

enum phase { BEFORE, DURING, AFTER };             /* the night that was begun last */
enum end { OPEN, BLESSING, CURSED, REVERSED, CURSED_AGAIN, BURNT };
enum by { BY_NOTHING, BY_DOLL, BY_HALVES, BY_EITHER };   /* what saved the child */

/* Effigy and ink laid on the shade. */
enum { HALF_EFFIGY = 1, HALF_INK = 2, HALVES_BOTH = 3 };

/* The turn that stands open, or comes next. */
struct turn {
    int8_t seat;
    uint8_t drawn, used, discarded;
    uint8_t halves;            /* laid on the shade in this turn */
    bool begun;
    bool undrawn;              /* a use without a draw was looked at */
    bool frozen;               /* told that the night follower may not act */
    bool sun_laid;             /* by this seat, in this turn */
    uint32_t line;             /* of its last statement */
    uint32_t half_line;
    int8_t half_card;
};

/* A claim about a hidden hand, or that an unseen draw was not of the curse, in the order of the lines. */
struct claim {
    uint8_t rule;
    int8_t seat, card;
    uint32_t line, refuted;    /* refuted: the line that showed it wrong; 0: not yet */
    bool kept;                 /* its place in the worlds is its place here */
};

struct hyakumonogatari {
    /* the game */
    int8_t parent;             /* a seat; -1: not named yet */
    uint8_t deck[KINDS];
    uint8_t night;             /* begun last */
    enum phase phase;
    bool consented;
    uint32_t consent_line;     /* said while the ending was not known; 0: not so */
    struct {
        uint32_t turns;
        enum end end;
        enum by by;
    } past;                    /* night one, once night two has begun */

    /* this night */
    bool played;               /* somebody has acted */
    uint32_t turns;            /* of parent and child together, completed */
    struct turn turn;
    uint8_t altar[KINDS], grave[KINDS];
    uint8_t covering[KINDS];   /* of those on the altar: laid on the shade */
    uint32_t pile;             /* cards */
    uint8_t held[PLAYERS];     /* cards */
    uint8_t sun_left;          /* turns, or pairs of turns, until the sun goes */
    uint8_t halves;            /* lying on the shade */
    bool reversed;
    enum end end;
    enum by by;
    uint32_t end_line;         /* where it became known */
    uint32_t shuffles;         /* how often the graveyard became the pile, */
    uint32_t shuffled;         /* … and with how many cards the last time */
    uint32_t seen[KINDS];      /* the line where a kind was seen last */
    uint32_t unseen_refill[PLAYERS];   /* the last refill that named no cards */
    uint32_t wrong_refill[PLAYERS];    /* the last one whose number of cards was told to be wrong */
    uint8_t claims;
    struct claim claim[CLAIMS_MOST];
    uint32_t stray_line[STRAYS_MOST];   /* of the draws that the strays know */
    struct worlds strays;      /* only the worlds in use are copied */
    struct worlds worlds;      /* last: only the worlds in use are copied */
};

/* Cards of a kind that the altar still needs: hyakumonogatari/altar. */
int hyakumonogatari_missing(const struct hyakumonogatari *s, int kind);
bool hyakumonogatari_complete(const struct hyakumonogatari *s);   /* and no sun on the new moon */
bool hyakumonogatari_frozen(const struct hyakumonogatari *s, int seat);
struct answer hyakumonogatari_saved(const struct hyakumonogatari *s, int seat);   /* holds a doll? */
int hyakumonogatari_child(const struct hyakumonogatari *s);       /* -1: not known */
int hyakumonogatari_winner(const struct hyakumonogatari *s, enum end end);
int hyakumonogatari_turn(const void *state, const struct setting *setting);
bool hyakumonogatari_finished(const void *state, const struct setting *setting, uint32_t *winners);

/* ---- tell.c ---------------------------------------------------------------------------- */

void hyakumonogatari_tell_rows(const void *state, const struct setting *setting, struct teller *t,
                               uint32_t *told, bool last);
void hyakumonogatari_tell_end(const void *state, const struct setting *setting, struct teller *t);
void hyakumonogatari_tell_table(const void *state, const struct setting *setting, struct teller *t);
void hyakumonogatari_place(const void *state, const struct setting *setting, struct message *out);
unsigned hyakumonogatari_news(const void *before, const void *after, const struct setting *setting,
                              struct message *out, unsigned most);

#endif
