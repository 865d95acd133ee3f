/*
 * Tezumashi's state and deck, shared by its rules (play.c), the draft, its packs and what can
 * be known of its hidden hands. Private to core.
 *
 * A card's code is suit * 16 + number, or suit * 16 + 10 for a trump. The three like trumps of a
 * suit are one card to the rules, but three to the deck: each has a bit of its own.
 *
 *      b1 … b9   bt bt bt        bits of a suit, 16 apart
 *       1     9  10 11 12        three players: without 1, 9 and 12
 *
 * Which copy a hand holds nobody can say, so a copy takes the next free bit when it is first seen.
 * Any deal of like cards is a deal of these bits with some of them exchanged: counting them as
 * different cards answers the same questions.
 */
#ifndef FUDA_TEZUMASHI_H
#define FUDA_TEZUMASHI_H

#include "core/act.h"
#include "core/trick.h"

enum { PLAYERS = 4, SUITS = 4, HAND = 12, TRICKS = 12, TRUMP = 10, COPIES = 3, CARDS = 64,
       TABLES = 8, ABILITIES = 12, OFFERED = 6, THINGS = 3, NAME_ROOM = 64, NO_CARD = -1,
       NOBODY = -1 };

static inline uint64_t bit(int card) { return (uint64_t)1 << card; }
static inline int suit_of(int card) { return card >> 4; }
static inline bool is_trump(int card) { return (card & 15) >= TRUMP; }
static inline int code_of(int card) { return is_trump(card) ? (card & ~15) + TRUMP : card; }
static inline uint64_t suit_cards(int suit) { return (uint64_t)0x1FFE << (16 * suit); }

enum {
    RULE_DECK, RULE_PLAYERS, RULE_OFFER, RULE_DEAL, RULE_DRAFT, RULE_LEAD, RULE_TURN, RULE_FOLLOW,
    RULE_WIN_NUMBER, RULE_WIN_TRUMP, RULE_NO_WINNER, RULE_NO_PROOF, RULE_PILE, RULE_TRICKS,
    RULE_SCORE, RULE_DEALS, RULE_COUNT
};

enum { HOUSE_TRUMP, HOUSE_NO_WINNER, HOUSE_STARTER, HOUSE_TRACK, HOUSE_TIE, HOUSE_ODDS,
       HOUSE_REMEDY, HOUSE_COUNT };
enum { ANSWER_ASK = 1, ANSWER_SEAT = 2 };       /* of no-winner, starter and tie; of tie */

enum { SAY_PLAY = VERB_PLAY, SAY_OFFER, SAY_DEAL, SAY_START, SAY_HAND, SAY_CHOOSE, SAY_USE, SAY_SHOW,
       SAY_TRICK, SAY_TRICKS, SAY_MINUS, VERB_COUNT };

/* ---- the owner's cards: deck.c ---- */

enum { EFFECT_NUMBER = 1, EFFECT_ADD = 2, EFFECT_VALID = 4, EFFECT_SKIP = 8, EFFECT_FREE = 16,
       EFFECT_WIN = 32, EFFECT_UNKNOWN = 64 };
enum { NUMBER_MOST = 999 };                     /* what an effect may make of a number, either way */
enum { USES_MOST = 99 };                        /* of an ability in a deal */

/* The words of an effect, the same wherever effects are written. */
#define EFFECT_WORDS "number add valid skip free win"
enum { WORD_NUMBER, WORD_ADD, WORD_VALID, WORD_SKIP, WORD_FREE, WORD_WIN, WORD_USES };

struct effect {
    uint8_t what;
    int16_t number, add;
};

enum cost { COST_NONE, COST_CARD, COST_TRICK, COST_TABLE };

struct tezumashi_pack {
    struct { uint32_t line; uint16_t known; int32_t points[TRICKS + 1]; } table[TABLES + 1];
    struct { uint32_t line; enum cost cost; int32_t points; } minus[SUITS];
    uint8_t abilities;
    struct ability {
        char id[NAME_ROOM], name[NAME_ROOM], folded[NAME_ROOM];
        uint32_t line;
        int32_t uses;                           /* -1: the row does not say */
        struct effect effect;
    } ability[ABILITIES];
};

extern const struct deck_part tezumashi_deck_part;
int tezumashi_card_read(struct span token);
size_t tezumashi_card_write(int card, bool japanese, char *out);
bool tezumashi_sticker(const void *pack, unsigned n, struct sticker *out);

/* The effects that a statement's arguments say, from `from` on; MALFORMED if one is none. */
enum outcome tezumashi_effects(const struct statement *said, int from, struct effect *out, struct fault *fault);

/* The pack's ability of that folded name, by its id or its printed name; NULL: not entered. */
const struct ability *tezumashi_ability(const struct tezumashi_pack *pack, struct span folded);

/*
 * A folded name, terminated, into NAME_ROOM bytes; false if it cannot be kept, or is a word of its own. A
 * suit's letter is none in a row: `choose b` is the minus card. Behind `ability` and `use` it is clear.
 */
bool tezumashi_name(struct span written, bool row, char *out);

/* ---- the state ---- */

/* The kinds of things drafted. */
enum kind { TABLE, MINUS, ABILITY };

/* What is left of a deal when it is over, and what its score is counted from. */
struct deal {
    uint8_t tricks[PLAYERS];
    uint8_t winners;                            /* tricks of which the winner is known */
    int8_t winner[TRICKS];
    int8_t thing[PLAYERS][THINGS];              /* what each chose last; -1: not on record */
    bool over, totals;                          /* totals: `tricks` ended it */
    bool seen;                                  /* every card taken is on record */
    uint8_t cards[PLAYERS][SUITS];              /* taken, by suit, */
    uint8_t with[PLAYERS][SUITS];               /* … and tricks with a card of it */
    uint8_t counted;                            /* whose minus points the table gave (a bit each) */
    int32_t minus[PLAYERS];
    uint16_t unknown;                           /* abilities used whose effect nobody gave */
};

enum phase { BEFORE, DURING, AFTER };           /* the deal begun last */
enum level { BY_PLAYS, BY_TRICKS, BY_TOTALS };  /* how finely it is kept */

struct sighting {
    uint32_t held;                /* first known to be in its hand */
    uint32_t shown;               /* last seen there, not being played */
    uint32_t played;
};

enum { MARK_FREE = 1 };           /* of a play: it need not follow */

struct tezumashi {
    /* the game */
    uint8_t players, deals;       /* deals begun */
    uint8_t names;
    char name[ABILITIES][NAME_ROOM];    /* of abilities, as far as they were named */
    uint16_t offered[THINGS];     /* a bit each; 0: not on record */
    struct deal past[PLAYERS];
    uint32_t closed_line;         /* where the score of the last deal was settled */

    /* this deal */
    enum phase phase;
    enum level level;
    struct deal now;
    int8_t starter, last_starter; /* NOBODY: unknown */
    uint32_t start_line;          /* 0: nobody said it */
    uint32_t first_choice;        /* the line of the first thing chosen in its turn */
    uint8_t picks[PLAYERS];
    bool free_order;              /* things chosen several a line show no order */
    uint16_t taken[PLAYERS][THINGS];
    uint8_t uses[PLAYERS][ABILITIES];
    uint8_t presumed[PLAYERS];    /* of the tricks gathered: won by presumption, nobody said so */

    /* this trick */
    struct effect effect[PLAYERS];
    uint8_t words[PLAYERS];       /* effects said in words: together one use */
    uint8_t skipped;              /* who plays no card to it (a bit each) */
    uint8_t skips[PLAYERS];       /* … in this deal */
    bool over;                    /* complete; it is gathered when the next is led */
    bool unsure;                  /* an ability was used whose effect is not known */
    int8_t winner;
    bool told;                    /* the table said who won where nobody did */
    uint32_t over_line;

    uint64_t held[PLAYERS], played[PLAYERS];
    struct sighting sighting[CARDS];
    struct trick trick;
};

static inline uint64_t deck(const struct tezumashi *s)
{
    return s->players == 4 ? 0x1FFE1FFE1FFE1FFEu : 0x0DFC0DFC0DFC0DFCu;
}

static inline int tricks_done(const struct tezumashi *s) { return s->trick.done + s->over; }

/* Has anything been played in this deal, or a trick been kept? */
static inline bool playing(const struct tezumashi *s)
{
    return s->trick.plays > 0 || s->skipped != 0 || s->trick.done > 0 || s->level != BY_PLAYS;
}

static inline int cards_left(const struct tezumashi *s, int seat)
{
    return HAND - s->trick.done - !!(s->trick.on_table & 1u << seat) + s->skips[seat];
}

/* The game that a statement is applied to. */
static inline struct tezumashi *game(const struct act *a) { return a->state; }

static inline struct ruling *irregular(const struct act *a, int rule, int seat, int card, const char *message)
{
    return rulings_add(a->out, RULING_IRREGULAR, rule, seat, card, a->said->line, message);
}

/* The record says what this deck cannot do. */
static inline enum outcome impossible(const struct act *a, int seat, int card, const char *message)
{
    struct ruling *r = rulings_add(a->out, RULING_IMPOSSIBLE, RULE_DECK, seat, card, a->said->line, message);
    message_number(&r->message, "deal", game(a)->deals);
    return IMPOSSIBLE;
}

static inline enum outcome malformed(const struct act *a, int argument, const char *message)
{
    fault_set(a->fault, argument < 0 ? a->said->column : a->said->argument[argument].column, message);
    return MALFORMED;
}

/* ---- draft.c ---- */

enum outcome tezumashi_offer(const struct act *a);
enum outcome tezumashi_start(const struct act *a);
enum outcome tezumashi_choose(const struct act *a);

/* Whose turn it is to choose, while the order shows; NOBODY: not known, or nobody's. */
int tezumashi_chooser(const struct tezumashi *s);

/* The ability that an argument names: its place among the names. */
enum outcome tezumashi_named(const struct act *a, int argument, int *ability);

/* Does the pack say how often that ability may be used, and what it does? NULL: not entered. */
const struct ability *tezumashi_entered(const struct tezumashi *s, const struct setting *setting, int ability);

/* ---- known.c ---- */

/*
 * The bit that stands for a card of this code in a seat's hand: one known to be there and not played,
 * or else a free one; NO_CARD: all are elsewhere, or played, or the hand is full.
 */
int tezumashi_bit(const struct tezumashi *s, int seat, int code);
void tezumashi_hold(struct tezumashi *s, int seat, int card, uint32_t line);

/* `hand` and `show`. */
enum outcome tezumashi_hand(const struct act *a);
enum outcome tezumashi_show(const struct act *a);

/* A card of this code that the deck does not have, or that lies elsewhere: why. */
enum outcome tezumashi_elsewhere(const struct act *a, int seat, int code);

/* What was seen last of a suit in a hand and not played; 0: nothing. */
int tezumashi_kept(const struct tezumashi *s, int seat, int suit, uint32_t *line);

struct cardset tezumashi_codes(uint64_t cards);

/* The cards a seat may be holding; `sure` gets those it surely holds. */
uint64_t tezumashi_may_hold(const struct tezumashi *s, int seat, uint64_t *sure);

extern const char *const tezumashi_suits[SUITS];    /* texts to translate */
void tezumashi_weigh(const struct tezumashi *s, struct rulings *out);
/* Each seat's share, and as the last one's whether all copies were played; false where plays are not kept. */
bool tezumashi_odds(const struct tezumashi *s, int code, void *scratch, double *shares);

/* ---- score.c ---- */

/* Points of the deals that are over, and the track's beginning. */
bool tezumashi_total(const struct tezumashi *s, const struct setting *setting, int seat, long *points);

/* Who has most, if all points are known and every deal is over; 0: nobody yet. */
uint32_t tezumashi_winners(const struct tezumashi *s, const struct setting *setting);
bool tezumashi_finished(const void *state, const struct setting *setting, uint32_t *winners);
void tezumashi_tell_rows(const void *state, const struct setting *setting, struct teller *t,
                         uint32_t *told, bool last);
void tezumashi_stand(const void *state, const struct setting *setting, struct standing *out);
void tezumashi_place(const void *state, const struct setting *setting, struct message *out);
unsigned tezumashi_news(const void *before, const void *after, const struct setting *setting,
                        struct message *out, unsigned most);
void tezumashi_tell_table(const void *state, const struct setting *setting, struct teller *t);

/* Is the winner of the complete trick a stopgap, since it is the table's to say and nobody has? (play.c) */
bool tezumashi_presumed(const struct tezumashi *s, const struct setting *setting);

/* Whose turn it is to play or to choose (play.c). */
int tezumashi_turn(const void *state, const struct setting *setting);

/* The deal as it stands: with the cards taken so far (play.c). */
void tezumashi_take_stock(const struct tezumashi *s, struct deal *out);

#endif
