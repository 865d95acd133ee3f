/*
 * Hyakumonogatari's state, shared by its files. Private to this folder.
 *
 *     tables.c    cards, rules, options, verbs; the rulebook's row
 *     setup.c     setting up: parts, deck, hands as dealt; on to the second night
 *     turn.c      whose turn it is, acts in it and out of it
 *     lacking.c   what a turn lacks, and what a slip makes of counts
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
 */
#ifndef FUDA_HYAKUMONOGATARI_H
#define FUDA_HYAKUMONOGATARI_H

#include "core/act.h"
#include "core/worlds.h"

/* The kinds of cards; a card's code is its kind. */
enum { NEWMOON, GRANITE, SHADE, CANDLE, SUN, DOLL, EFFIGY, INK, SEAL, LANTERN, FOX, BLOOD, MIRROR, CURSE, KINDS };

enum { NO_CARD = -1, PLAYERS = HANDS };

static const uint32_t DRAWABLE = ~(1u << CURSE);      /* hyakumonogatari/curse-card: kinds, a bit each */

_Static_assert((int)KINDS <= (int)KINDS_MOST, "a world counts so many kinds");

/* ---- tables.c ---------------------------------------------------------------------------- */

struct card_kind {
    const char *name, *ja;
    uint8_t copies;               /* unless `deck` says otherwise */
    uint8_t place;                /* on the altar; 0: none */
    char code[3];                 /* of its stickers */
};

extern const struct card_kind hyakumonogatari_cards[KINDS];

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

enum { SAY_NOTHING = VERB_PLAY, SAY_PARENT, SAY_DECK, SAY_NIGHT, SAY_HAND, SAY_SHOW, SAY_DRAW, SAY_ALTAR,
       SAY_DISCARD, SAY_REVERSE, SAY_REFILL, SAY_CONSENT, VERB_COUNT };

/* What applies a verb; NULL: nothing does. */
extern enum outcome (*const hyakumonogatari_says[VERB_COUNT])(const struct act *a);

/* ---- the state --------------------------------------------------------------------------- */

enum night_phase { BEFORE, DURING, AFTER };       /* of the night that was begun last */
enum night_end { OPEN, BLESSING, CURSED, REVERSED, CURSED_AGAIN, BURNT };
enum saved_by { BY_NOTHING, BY_DOLL, BY_HALVES, BY_EITHER };

/* Effigy and ink laid on the shade. */
enum { HALF_EFFIGY = 1, HALF_INK = 2, HALVES_BOTH = 3 };

/* What a turn consists of; a bit each. */
enum { DID_DRAW = 1, DID_USE = 2, DID_REFILL = 4 };

/* What a seat has done in its turn; or, while it is the other's, out of it. */
struct night_turn {
    uint8_t drawn, used, discarded;
    uint8_t halves;            /* laid on the shade in this turn */
    uint32_t kinds;            /* of the cards used (a bit each) */
    uint8_t met;               /* what is not lacking: done out of turn, in its place, or in words that cannot be */
    uint8_t odd;               /* cards used in it against a rule, as was told: they may not have been */
    uint8_t besides;           /* cards used so: the refill may count them or not */
    bool begun;
    bool crossed;              /* the other drew from this hand meanwhile: it may have drawn back up before */
    bool frozen;               /* told that the night follower may not act */
    bool sun_laid;             /* by this seat, in this turn */
    uint32_t line;             /* of its last statement */
    uint32_t undrawn;          /* a use without a draw; 0: none was looked at */
    uint32_t early;            /* the first use before the turn came; 0: none */
    uint32_t half_line;
    int8_t half_card;
};

/* What a seat's slips have left behind. */
struct night_slips {
    uint32_t aside;            /* the line where it began to act while the other's turn was open; 0: it has not */
    bool told;                 /* that it acts out of turn, and goes on so */
    uint32_t passed;           /* the refill of a turn with too few uses, though there was a card; 0: none */
    struct trail_claim unused; /* … what it claimed */
    uint8_t took, used;        /* cards drawn in it and used before; took 0: nobody wrote how many, and none was used */
    uint8_t owes;              /* cards of a refill that was left out, and may still come */
    uint32_t undrawn;          /* so may the draw of its last turn, told to be left out in this line; 0: none was */
    bool loose;                /* how many cards its hand has is not known: a count proves nothing */
};

/* What a claim says, and how many cards came to that hand since. */
struct night_claim {
    struct trail_claim says;
    uint8_t came;
};

struct hyakumonogatari {
    /* the game */
    int8_t parent;             /* a seat; -1: not named yet */
    uint8_t deck[KINDS];
    bool unread_deck;          /* the line that says this may be one that cannot be read, or says it for the next night */
    uint8_t night;             /* begun last */
    enum night_phase phase;
    bool next;                 /* a night is due that no line begins: said too early, left out, or not to be read */
    bool beyond;               /* that no night is on was told to who went on */
    bool ahead[PLAYERS];       /* drew before the night began, as was told: its first turn lacks no draw */
    bool consented;
    uint32_t consent_line;     /* said while the ending was not known; 0: not so */
    struct {
        uint32_t turns;
        enum night_end end;
        enum saved_by by;
    } past;                    /* night one, once night two has begun */

    /* this night */
    bool played;               /* somebody has acted: from here on all is of this night */
    bool unsaid, unagreed;     /* no line began it, or agreed on it, as was told: the line may come late */
    bool unproved;             /* of a statement that cannot be: nobody could be shown why */
    uint32_t turns;            /* of parent and child together, completed */
    int8_t on;                 /* whose turn it is */
    struct night_turn turn[PLAYERS];
    struct night_slips slips[PLAYERS];
    uint32_t slack;            /* by so many cards the pile may be larger, or smaller */
    uint32_t unsure;           /* of the cards taken next, so many may have come behind the graveyard's return */
    uint32_t last;             /* the line applied last */
    bool sun_told;             /* a slip of the parent's turns was told while the child may not act */
    bool gap;                  /* a use is missing, or written wrongly: more may lie on the altar, … */
    bool spare;                /* … or less, where a use may be written that was none */
    uint32_t doubled;          /* … of these kinds (a bit each) */
    uint32_t spared;           /* kinds of which one may not lie open that was said to, as was told (a bit each) */
    uint32_t unfilled;         /* kinds of which one was discarded, as was told, before their place was full (a bit each) */
    uint8_t altar[KINDS], grave[KINDS];
    uint8_t covering[KINDS];   /* of those on the altar: laid on the shade */
    uint32_t pile;             /* cards */
    uint8_t held[PLAYERS];     /* cards */
    uint8_t sun_left;          /* turns, or pairs of turns, until the sun goes */
    uint32_t altar_line;       /* the last line that laid cards there, … */
    uint64_t altar_laid;       /* … these: four bits a kind */
    uint8_t doubles;           /* cards of the longest line that may be written twice */
    uint8_t halves;            /* lying on the shade */
    bool reversed;
    enum night_end end;
    enum saved_by by;
    uint32_t over_line;        /* where the night ended, */
    uint32_t end_line;         /* … and how became known */
    uint32_t shuffles;         /* how often the graveyard became the pile, */
    uint32_t shuffled;         /* … and with how many cards the last time, */
    uint32_t shuffle_line;     /* … and in which line */
    uint32_t seen[KINDS];      /* the line where a kind was seen last */
    uint32_t unseen_refill[PLAYERS];   /* the last refill that named no cards */
    uint8_t claims;               /* of this night, */
    struct claim claim[CLAIMS_MOST];
    struct night_claim about[CLAIMS_MOST];
    struct worlds worlds;      /* last: only the worlds in use are copied */
};

/* The game that a statement is applied to. */
static inline struct hyakumonogatari *game_of(const struct act *a) { return a->state; }

static inline int other(int seat) { return 1 - seat; }

/* -1: not known */
static inline int child_of(const struct hyakumonogatari *s) { return s->parent < 0 ? -1 : other(s->parent); }

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
int hyakumonogatari_besides(const struct hyakumonogatari *s, int kind);   /* on the altar beside its places */
bool hyakumonogatari_complete(const struct hyakumonogatari *s);   /* and no sun on the new moon */
bool hyakumonogatari_full(const struct hyakumonogatari *s, int kind);   /* its places on the altar are */
bool hyakumonogatari_frozen(const struct hyakumonogatari *s, int seat);
void hyakumonogatari_lay_sun(const struct act *a, int seat);
void hyakumonogatari_end_sun(struct hyakumonogatari *s);

/* Cards in the pile and, behind it, the graveyard. */
uint32_t hyakumonogatari_left(const struct hyakumonogatari *s);

/*
 * A card discarded too late may have lain there already when the graveyard was shuffled in, in the line before, and may have
 * come back to that hand.
 */
void hyakumonogatari_shuffle_late(struct hyakumonogatari *s, int seat);

/* One card from the pile; false if it cannot be the one. There is room in the hand. */
bool hyakumonogatari_take(const struct act *a, int seat, int kind);

/* Where the pile is not what was counted, it may have run out: the graveyard may be in it. */
void hyakumonogatari_doubt_pile(struct hyakumonogatari *s);

/* ---- setup.c ----------------------------------------------------------------------------- */

void hyakumonogatari_begin(void *state, const struct setting *setting);
void hyakumonogatari_copy(void *to, const void *from);   /* of a set of worlds only those in use */
void hyakumonogatari_go_into_next(struct hyakumonogatari *s, const struct statement *said);
bool hyakumonogatari_is_beyond(const struct hyakumonogatari *s, const struct statement *said);
/* … behind a statement that was refused. */
void hyakumonogatari_note_beyond(struct hyakumonogatari *s, const struct statement *said);
void hyakumonogatari_unread_deck(struct hyakumonogatari *s);
void hyakumonogatari_unread_night(struct hyakumonogatari *s);      /* … behind a line that cannot be read */
bool hyakumonogatari_turns_page(const void *state, const struct setting *setting, const struct statement *said);
enum outcome hyakumonogatari_say_parent(const struct act *a);
enum outcome hyakumonogatari_say_deck(const struct act *a);
enum outcome hyakumonogatari_say_night(const struct act *a);
enum outcome hyakumonogatari_say_hand(const struct act *a);
enum outcome hyakumonogatari_say_consent(const struct act *a);

/* ---- turn.c ------------------------------------------------------------------------------ */

enum outcome hyakumonogatari_need_night(const struct act *a);

/* Where it is not known what lies on the altar, the night was not over if the record goes on. */
void hyakumonogatari_go_on(struct hyakumonogatari *s);

/* An act of this statement's seat begins: whose turn is it? `duty` is DID_DRAW or DID_USE. */
enum outcome hyakumonogatari_begin_act(const struct act *a, uint8_t duty);

/* The turn goes on to using: was there a draw? */
void hyakumonogatari_look_for_draw(const struct act *a);

/* A refill: in its own turn, in the place of the other's, a late one, or nobody's. */
enum refill { REFILL_OWN, REFILL_LATE, REFILL_ASIDE };
enum refill hyakumonogatari_begin_refill(const struct act *a);

void hyakumonogatari_end_turn(const struct act *a);

/* The child's turn was the last, though its refill is not written: what follows shows that it is over. */
void hyakumonogatari_end_last_turn(const struct act *a);

/* A draw that was told to be left out, or a refill, comes late: it is no second slip. */
bool hyakumonogatari_draws_late(const struct act *a);
bool hyakumonogatari_refills_late(const struct act *a);

/* An impossible statement moves nothing, but its act has been done. */
void hyakumonogatari_refuse_act(const struct act *a);

/* The draw of this seat's turn, which has not begun, was refused before the night: it has been done. */
void hyakumonogatari_meet_draw(struct hyakumonogatari *s, int seat);

void hyakumonogatari_unread_act(struct hyakumonogatari *s);

/* ---- lacking.c --------------------------------------------------------------------------- */

/* Behind a slip: the counts of these hands prove nothing more, and the pile may differ by so many cards. */
void hyakumonogatari_loosen(struct hyakumonogatari *s, uint32_t cards);

/* … and nobody knows where this card is, unless it lies open. */
void hyakumonogatari_scatter(struct hyakumonogatari *s, int card);

/*
 * A line was refused for this card: that one is wrong, or one of those that prove it; or, where that was not to be `proved`, one
 * by which the card lies open. What follows from that alone is not told again.
 */
void hyakumonogatari_doubt_card(struct hyakumonogatari *s, int card, bool proved);

/* A card is where it cannot be: one of its kind that was said to be laid was not. False: none lies there. */
bool hyakumonogatari_unlay(struct hyakumonogatari *s, int card);

/* Nobody could read how many there are: a card is seen where it cannot be, and so the deck had another one of its kind. */
void hyakumonogatari_shuffle_in(struct hyakumonogatari *s, int card);

/* The hand has so many cards at least, where its count proves nothing. */
void hyakumonogatari_allow(struct hyakumonogatari *s, int seat, int least);

/* hyakumonogatari/use: nothing was used, so nothing could be. */
struct hand_answer hyakumonogatari_claim_stuck(const struct act *a);

/* hyakumonogatari/refill: so many are due; those used out of turn may be drawn back or not. */
void hyakumonogatari_check_count(const struct act *a, uint32_t due, uint32_t besides);

/* Cards may have been used of which nothing is written. */
void hyakumonogatari_doubt_uses(struct hyakumonogatari *s, int seat, int cards);

/* Something was used in this turn, and nobody drew for it. */
bool hyakumonogatari_lacks_refill(const struct hyakumonogatari *s, const struct night_turn *t);

/* hyakumonogatari/refill, -/use: the turn is left by what another line shows. */
void hyakumonogatari_leave_turn(const struct act *a, uint32_t proof);

/* hyakumonogatari/use, -/refill: too few cards were used in that turn; one that follows is out of turn instead. */
void hyakumonogatari_rule_passed(const struct hyakumonogatari *s, int seat, enum ruling_kind kind, struct rulings *out);

/* What the next line would decide. */
void hyakumonogatari_weigh_turn(const struct hyakumonogatari *s, const struct setting *setting, struct rulings *out);

/* ---- play.c ------------------------------------------------------------------------------ */

enum outcome hyakumonogatari_apply(struct act *a);
void hyakumonogatari_refused(struct act *a);
void hyakumonogatari_unread(void *state, const struct statement *said);
enum outcome hyakumonogatari_say_draw(const struct act *a);
enum outcome hyakumonogatari_say_refill(const struct act *a);
int hyakumonogatari_turn(const void *state, const struct setting *setting);
struct cardset hyakumonogatari_legal(const void *state, const struct setting *setting, int seat);

/* ---- use.c ------------------------------------------------------------------------------- */

enum outcome hyakumonogatari_say_altar(const struct act *a);
enum outcome hyakumonogatari_say_discard(const struct act *a);
enum outcome hyakumonogatari_say_reverse(const struct act *a);

/* ---- ending.c ---------------------------------------------------------------------------- */

/* A shown hand may tell how the night ended; once told it stands. */
void hyakumonogatari_look_at_ending(const struct act *a);

/*
 * A `show` of too many cards with a curse that is not mentioned can be read in two ways: a refill took too
 * many; or, where that cannot be (act->reading > 0), the curse is gone.
 */
enum outcome hyakumonogatari_say_show(const struct act *a);
bool hyakumonogatari_two_readings(const struct act *a);

void hyakumonogatari_weigh(const void *state, const struct setting *setting, struct rulings *out);
int hyakumonogatari_winner(const struct hyakumonogatari *s, enum night_end end);   /* -1: not known */
bool hyakumonogatari_finished(const void *state, const struct setting *setting, uint32_t *winners);

/* ---- known.c --------------------------------------------------------------------------- */

struct hand_answer hyakumonogatari_saved(const struct hyakumonogatari *s, int seat);        /* holds a doll? */
struct hand_answer hyakumonogatari_in_the_sun(const struct hyakumonogatari *s, int seat);   /* holds the sun? */
bool hyakumonogatari_bare(const struct hyakumonogatari *s, int seat);   /* surely nothing but the curse */

/*
 * What a player claims by using nothing, when the kinds in `useless` (a bit each) cannot be used; and by
 * not drawing from the other hand. The answer: may it be right, may it be wrong?
 */
struct hand_answer hyakumonogatari_used_nothing(const struct act *a, int seat, uint32_t useless, uint32_t line);
struct hand_answer hyakumonogatari_drew_nothing(const struct act *a, int seat, int from);

bool hyakumonogatari_may_be_stuck(const struct hyakumonogatari *s, int seat, uint32_t useless);

/* The ruling on a turn without a use, though there surely was a card for it: what was claimed cannot be. */
struct ruling *hyakumonogatari_rule_unused(const struct hyakumonogatari *s, const struct trail_claim *unused,
                                           struct rulings *out, uint32_t line);

/* The curse was drawn for all to see. */
void hyakumonogatari_drew_curse(const struct act *a, int seat);

/* Claims that this statement has shown to be wrong: to be called behind each. */
void hyakumonogatari_watch(const struct act *a);

/* What happened to the hands; false: no hands fit that and what was seen before. `kind` may be UNSEEN. */
bool hyakumonogatari_leaves(const struct act *a, int seat, int kind);
bool hyakumonogatari_drawn(const struct act *a, int from, int to, int kind);
bool hyakumonogatari_taken(const struct act *a, int seat, int kind);
bool hyakumonogatari_holds(const struct act *a, int seat, const uint8_t least[KINDS]);

/* What was seen fits no world in which all kept to hyakumonogatari/curse-card; does it fit any without? */
bool hyakumonogatari_own_up(const struct act *a);

/* Cards seen in the hand of this statement's seat, one by one, so that the first that cannot be there is named. */
enum outcome hyakumonogatari_see(const struct act *a);

/* Why not: a card that no world has where the statement says; cards too many or too few for the hand. */
enum outcome hyakumonogatari_misplaced(const struct act *a, int seat, int card, const char *message);
enum outcome hyakumonogatari_wrong_size(const struct act *a, const char *message);
enum outcome hyakumonogatari_too_many(const struct act *a);

/* ---- proof.c --------------------------------------------------------------------------- */

/* What somebody claims now: none of these kinds is in that hand. */
struct trail_claim hyakumonogatari_claim_of(const struct hyakumonogatari *s, int whose, uint32_t kinds);

/* Why this cannot be right, as far as the record says up to a line (0: to its end). False: it cannot be told. */
bool hyakumonogatari_disprove(const struct hyakumonogatari *s, const struct trail_claim *claim, uint32_t last,
                              struct grounds *out);
/* Why the statement that is applied cannot be right; false: it cannot be told, unless nothing is proved any more. */
bool hyakumonogatari_disprove_statement(const struct hyakumonogatari *s, struct ruling *r);
/* The child held what saved it, as far as that is on record. */
void hyakumonogatari_prove_saved(const struct hyakumonogatari *s, struct ruling *r);
/* More cards were shown than a hand of that size has. */
void hyakumonogatari_prove_too_many(const struct statement *said, int size, int curses, struct ruling *r);

/* The court's, over a whole state: claims' proofs too. */
extern const struct oracle hyakumonogatari_oracle;

/* ---- tell.c ---------------------------------------------------------------------------- */

void hyakumonogatari_tell_rows(const void *state, const struct setting *setting, struct teller *t,
                               uint32_t *told, bool last);
void hyakumonogatari_tell_rest(const void *state, const struct setting *setting, struct teller *t);
void hyakumonogatari_tell_table(const void *state, const struct setting *setting, struct teller *t);
void hyakumonogatari_place(const void *state, const struct setting *setting, struct message *out);
void hyakumonogatari_ask(const void *state, const struct setting *setting, struct ask *out);    /* ask.c */
void hyakumonogatari_news(const void *before, const void *after, const struct setting *setting, struct news *news);

#endif
