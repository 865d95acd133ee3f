/*
 * Tezumashi's state and deck, shared by the files of this folder and private to them. What can be
 * known of hidden hands is in core/round.h.
 *
 *     tables.c    cards, rules, options, verbs; the rulebook's row
 *     draft.c     the choices before the play: tables, abilities, minus cards
 *     win_trick.c what a card counts, what abilities do to it, and who wins
 *     deal.c      when a deal begins, and who starts it
 *     play.c      a deal: hands, plays, abilities used
 *     score.c     what a deal brings, who has won
 *     deck.c      the owner's cards
 *     tell.c      what the game tells
 *     ask.c       what the table waits for
 *     could.c     what could have been
 *
 * A card's code is suit * 16 + number, or suit * 16 + 10 for a trump. To the rules the three trumps
 * of a suit are the same card, but the deck has three of them: each has a bit of its own.
 *
 *      b1 … b9   bt bt bt        bits of a suit, 16 apart
 *       1     9  10 11 12        three players: without 1, 9 and 12
 *
 * Nobody can tell which copy a hand holds: see core/hands.h.
 */
#ifndef FUDA_TEZUMASHI_H
#define FUDA_TEZUMASHI_H

#include "core/round.h"

enum {
    PLAYERS = 4,
    SUITS = 4,
    HAND = 12,
    TRICKS = 12,
    TRUMP = 10,
    COPIES = 3,
    TABLES = 8,
    ABILITIES = 12,
    OFFERED = 6,
    THINGS = 3,
    NAME_ROOM = 64,
    /* the choices of a deal, in their order; one more for each player than there are to make */
    CHOICES_MOST = 4 * PLAYERS
};

static inline bool is_trump(int card) { return rank_of(card) >= TRUMP; }
static inline int code_of(int card) { return is_trump(card) ? (card & ~15) + TRUMP : card; }

enum {
    RULE_DECK,
    RULE_PLAYERS,
    RULE_OFFER,
    RULE_DEAL,
    RULE_DRAFT,
    RULE_LEAD,
    RULE_TURN,
    RULE_FOLLOW,
    RULE_WIN_NUMBER,
    RULE_EQUAL,
    RULE_WIN_TRUMP,
    RULE_NO_WINNER,
    RULE_NO_PROOF,
    RULE_PILE,
    RULE_TRICKS,
    RULE_SCORE,
    RULE_DEALS,
    RULE_ABILITY,
    RULE_COUNT
};

enum {
    HOUSE_TRUMP,
    HOUSE_EQUAL,
    HOUSE_NO_WINNER,
    HOUSE_STARTER,
    HOUSE_TRACK,
    HOUSE_TIE,
    HOUSE_ODDS,
    HOUSE_REMEDY,
    HOUSE_COUNT
};
/* ANSWER_ASK: of no-winner, starter and tie. ANSWER_SEAT: of tie. */
enum { ANSWER_ASK = 1, ANSWER_SEAT = 2 };
enum { EQUAL_FIRST, EQUAL_LAST, EQUAL_ASK };

enum {
    SAY_PLAY = VERB_PLAY,
    SAY_OFFER,
    SAY_DEAL,
    SAY_START,
    SAY_HAND,
    SAY_CHOOSE,
    SAY_USE,
    SAY_SHOW,
    SAY_TRICK,
    SAY_TRICKS,
    SAY_MINUS,
    SAY_POSITION,
    VERB_COUNT
};

/* ---- the owner's cards: deck.c ---- */

enum {
    EFFECT_NUMBER = 1,
    EFFECT_ADD = 2,
    EFFECT_VALID = 4,
    EFFECT_SKIP = 8,
    EFFECT_FREE = 16,
    EFFECT_WIN = 32,
    EFFECT_UNKNOWN = 64
};
/* the largest number, of either sign, that an effect may make */
enum { NUMBER_MOST = 999 };
enum { USES_MOST = 99 }; /* the most uses of an ability in a deal */

/* The words that an effect is written with, everywhere. */
#define EFFECT_WORDS "number/数字 add/追加 valid/有効 skip/出さない free/自由 win/勝ち"
enum { WORD_NUMBER, WORD_ADD, WORD_VALID, WORD_SKIP, WORD_FREE, WORD_WIN, WORD_USES };

struct effect {
    uint8_t what;
    int16_t number, add;
};

enum cost { COST_NONE, COST_CARD, COST_TRICK, COST_TABLE };

struct tezumashi_pack {
    struct {
        uint32_t line;
        uint16_t known;
        int32_t points[TRICKS + 1];
    } table[TABLES + 1];
    struct {
        uint32_t line;
        enum cost cost;
        int32_t points;
    } minus[SUITS];
    uint8_t abilities;
    struct ability {
        char id[NAME_ROOM], name[NAME_ROOM], folded[NAME_ROOM];
        uint32_t line;
        int32_t uses; /* how often it may be used; -1: the row does not say */
        struct effect effect;
    } ability[ABILITIES];
};

extern const struct deck_part tezumashi_deck_part;
int tezumashi_card_read(struct span token);
size_t tezumashi_card_write(int card, bool japanese, char *out);
bool tezumashi_sticker(const void *pack, unsigned n, struct sticker *out);

/*
 * Reads the effects that a statement's arguments give, beginning with argument `from`; MALFORMED if
 * one of them is no effect.
 */
enum outcome tezumashi_effects(const struct statement *said, int from, struct effect *out,
    struct fault *fault);

/* The ability in the pack with this folded id or printed name; NULL: not entered. */
const struct ability *tezumashi_ability(const struct tezumashi_pack *pack, struct span folded);

/*
 * Folds an ability's name into NAME_ROOM bytes, terminated; false if it is too long or means
 * something else. With `row`, a suit's letter is no name either, because `choose b` takes the minus
 * card; after `ability` and `use` there is no such doubt.
 */
bool tezumashi_name(struct span written, bool row, char *out);

extern const struct suits tezumashi_suits;

/* ---- the state ---- */

/* The kinds of things drafted. */
enum thing_kind { TABLE, MINUS, ABILITY };

/* What is kept of a deal when it is over: all that its score is counted from. */
struct deal {
    uint8_t tricks[PLAYERS];
    uint8_t more;          /* who may have won more tricks (a bit each) */
    uint8_t winners;       /* how many entries `winner` has */
    int8_t winner[TRICKS]; /* who won each trick; NOBODY: it is not known */
    /* the table, minus card and ability that each seat chose last; -1: not on record */
    int8_t thing[PLAYERS][THINGS];
    bool over, totals;             /* totals: a `tricks` line ended it */
    bool seen;                     /* every card taken is on record */
    uint8_t cards[PLAYERS][SUITS]; /* cards taken, by suit */
    uint8_t with[PLAYERS][SUITS];  /* tricks taken with a card of that suit */
    uint8_t counted;               /* seats whose minus points the table gave (a bit each) */
    int32_t minus[PLAYERS];
    /* abilities that were used without anybody saying what they do (a bit each) */
    uint16_t unknown;
    /* the trick whose winner nobody can know; 0: none */
    uint8_t unwon;
};

#define DECK_OF_FOUR 0x1FFE1FFE1FFE1FFEu
#define DECK_OF_THREE 0x0DFC0DFC0DFC0DFCu

/* What a player may have to play: rows of the game's duties. */
enum { DUTY_FOLLOW = ANY_CARD + 1 };

struct tezumashi {
    struct round round; /* the first member; a full trick stays in it until the next one is led */

    /* the game */
    uint8_t names;
    char name[ABILITIES][NAME_ROOM]; /* the abilities that were named */
    /* names whose cards nobody entered, which was reported (a bit each) */
    uint16_t asked;
    uint16_t offered[THINGS]; /* what was offered (a bit each); 0: not on record */
    struct deal past[PLAYERS];
    uint32_t closed_line; /* the line by which the score of the last deal was settled */
    int8_t last_starter;  /* who started the deal before; NOBODY: unknown */
    /* the record began with a position, so the points of earlier deals are not on it */
    bool began_before;

    /* this deal */
    struct deal now;
    uint8_t before[PLAYERS]; /* tricks won before the record began */
    bool told_before;
    bool told_totals;      /* the totals of the deal that is over were told */
    int8_t starter;        /* NOBODY: unknown */
    uint32_t start_line;   /* the line that says who starts; 0: none */
    uint32_t first_choice; /* the line of the first thing chosen in its turn */
    uint8_t picks[PLAYERS];
    bool free_order; /* several things were chosen in one line, which does not show their order */
    uint8_t choices;
    /* `wrong`: it was reported as out of turn */
    struct {
        uint32_t line;
        int8_t seat;
        bool wrong;
    } choice[CHOICES_MOST];
    uint16_t taken[PLAYERS][THINGS];
    uint8_t uses[PLAYERS][ABILITIES];
    uint8_t won; /* an enum won: how the trick gathered last was won */
    /* gathered tricks whose winner is presumed, because nobody said who won (a bit each) */
    uint16_t presumed;

    /* this trick */
    struct effect effect[PLAYERS];
    uint8_t words[PLAYERS]; /* effects given in words; together they are one use */
    uint8_t skipped;        /* who plays no card to it (a bit each) */
    bool unsure;            /* an ability was used whose effect is not known */
    bool told;              /* the table said who takes a trick that nobody won */
    uint32_t full_line;
};

/* How a trick was won: why its winner leads next. */
enum won {
    BY_NUMBER,
    BY_CHANGED_NUMBER,
    BY_FIRST_EQUAL,
    BY_LAST_EQUAL,
    BY_TRUMP,
    BY_ANY_TRUMP,
    BEFORE_A_TRUMP,
    BY_ABILITY,
    BY_NOBODY,
    BY_WORD
};

/* The game that a statement is applied to. */
static inline struct tezumashi *game(const struct act *a) { return a->state; }

static inline int players_of(const struct tezumashi *s) { return s->round.hands.players; }

/* Does a full trick lie on the table? It stays there until the next one is led. */
static inline bool lies_full(const struct tezumashi *s) { return s->round.trick.full; }

static inline int tricks_done(const struct tezumashi *s)
{
    return s->round.trick.done + lies_full(s);
}

/* ---- deal.c ---- */

/* Who starts this deal; NOBODY: not known. */
int tezumashi_first_leader(const void *game);

enum outcome tezumashi_say_deal(const struct act *a);
bool tezumashi_turns_page(const void *state, const struct setting *setting,
    const struct statement *said);

/* `position`: what was done before is not on record. */
enum outcome tezumashi_position(const struct act *a);

/* ---- draft.c ---- */

enum outcome tezumashi_offer(const struct act *a);
enum outcome tezumashi_start(const struct act *a);
enum outcome tezumashi_choose(const struct act *a);

/* Reports who chose out of turn, as far as the record shows it. */
void tezumashi_weigh_draft(const struct tezumashi *s, struct rulings *out);

/* Is it known who began the draft? It is if a line says so, or if no choice is missing. */
bool tezumashi_order_known(const struct tezumashi *s);

/* `missing` of a repair_part: the act that the deal waits for, as `?`. */
size_t tezumashi_missing_act(const void *state, const struct setting *setting, unsigned n,
    char *out, size_t room);

/* Whose turn it is to choose; NOBODY: nobody's, or the record does not show it. */
int tezumashi_chooser(const struct tezumashi *s);

/* Sets `ability` to the place among the names of the ability that an argument names. */
enum outcome tezumashi_named(const struct act *a, int argument, int *ability);

/*
 * The pack's card of an ability, which says how often it may be used and what it does; NULL: not
 * entered.
 */
const struct ability *tezumashi_entered(const struct tezumashi *s, const struct setting *setting,
    int ability);

/* ---- score.c ---- */

/* A seat's points: where the track begins, and the deals that are over. False: not known. */
bool tezumashi_total(const struct tezumashi *s, const struct setting *setting, int seat,
    long *points);

/* The seats with the most points, once every deal is over and all points are known; 0: not yet. */
uint32_t tezumashi_winners(const struct tezumashi *s, const struct setting *setting);
bool tezumashi_finished(const void *state, const struct setting *setting, uint32_t *winners);
/* the points of all seats; false: some are not known */
bool tezumashi_totals(const struct tezumashi *s, const struct setting *setting, long *total);

/* Each player's points of a deal that is over; false: something is missing. */
bool tezumashi_deal_points(const struct tezumashi *s, const struct deal *d,
    const struct setting *setting, long *points);

/* What the table that this seat chose pays for that many tricks; false: not known. */
bool tezumashi_pays(const struct deal *d, const struct setting *setting, int seat, int tricks,
    long *points);

/* Something without which a deal's score cannot be counted. */
enum lack { LACK_NOTHING, LACK_CHOICE, LACK_TABLE, LACK_ROW, LACK_MINUS, LACK_EFFECT, LACK_WINNER };

struct missing {
    enum lack lack;
    int seat, number; /* a table, a suit, an ability or a trick */
    int tricks;
};

/*
 * The n-th thing that a deal's score may lack; `out->lack` says whether it does. False after the
 * last.
 */
bool tezumashi_missing(const struct tezumashi *s, const struct deal *d,
    const struct setting *setting, int n, struct missing *out);

/*
 * tezumashi_deal: deal `n`, counted from 0. tezumashi_take_stock: the open deal, with the cards
 * taken so far.
 */
void tezumashi_deal(const struct tezumashi *s, int n, struct deal *out);
void tezumashi_take_stock(const struct tezumashi *s, struct deal *out);

/* ---- win_trick.c ---- */

/*
 * Reports a question that the answer `ask` leaves to the table, until the table has answered it.
 * Where the house says `ask`, the message names the statement that answers it.
 */
void tezumashi_leave_open(const struct setting *setting, struct rulings *out, int option,
    uint32_t line);

/* tezumashi_complete: the trick is full. tezumashi_pass_over: this seat plays no card to it. */
void tezumashi_complete(const struct act *a);
void tezumashi_pass_over(struct tezumashi *s, int seat);

/* Gives the full trick to its winner as far as is known now; an ability may still change that. */
void tezumashi_settle(const struct act *a);
/* The table says who won it. */
void tezumashi_tell_winner(struct tezumashi *s, int seat);
/* Tricks won, as far as they are known. */
void tezumashi_count_tricks(struct tezumashi *s);
/*
 * The seats that may have won the trick (a bit each), where the table has to say it and has not, or
 * where it is not known.
 */
uint8_t tezumashi_presumed(const struct tezumashi *s, const struct setting *setting);
/* Reports the open questions of a trick, once nothing can change it any more. */
void tezumashi_tell_questions(const struct tezumashi *s, const struct setting *setting,
    struct rulings *out);

/* Can this seat have won what lies on the table? */
bool tezumashi_may_win(const struct tezumashi *s, const struct setting *setting, int seat);

/* The trick leaves the table, because the next one is led or begins in some other way. */
void tezumashi_gather(const struct act *a, int winner);

/* Who won earlier tricks has become known: `resolved` of round.h. */
void tezumashi_resolved(const struct act *a);

/* Adds the news of how the trick on the table was won: by which card, or by what else. */
void tezumashi_tell_won(const struct tezumashi *s, const struct setting *setting,
    struct news *news);

/* `tell_leader` of round.h: why somebody had the lead. */
void tezumashi_tell_leader(const void *state, struct message *m);

void tezumashi_close_deal(const struct act *a);
bool tezumashi_face_down(const void *state, uint32_t line);

/* ---- play.c ---- */

extern const struct round_game tezumashi_round;

void tezumashi_begin(void *state, const struct setting *setting);
void tezumashi_copy(void *to, const void *from);
void tezumashi_keep(void *before, void *state, bool follows);
enum outcome tezumashi_apply(struct act *act);
void tezumashi_weigh(const void *state, const struct setting *setting, struct rulings *out);

/* Whose turn it is, to play or to choose. */
int tezumashi_turn(const void *state, const struct setting *setting);

/* ---- tables.c ---- */

extern const struct option tezumashi_options[];

/* ---- could.c ---- */

struct could_course;
void tezumashi_could(const void *state, const struct setting *setting, struct could_course *out);

/* ---- ask.c ---- */

void tezumashi_ask(const void *state, const struct setting *setting, struct ask *out);

/* ---- tell.c ---- */

void tezumashi_tell_rows(const void *state, const struct setting *setting, struct teller *t,
    uint32_t *told, bool last);
void tezumashi_stand(const void *state, const struct setting *setting, struct standing *out);
void tezumashi_place(const void *state, const struct setting *setting, struct message *out);
void tezumashi_news(const void *before, const void *after, const struct setting *setting,
    struct news *news);
void tezumashi_tell_table(const void *state, const struct setting *setting, struct teller *t);

#endif
