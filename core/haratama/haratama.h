/*
 * Haratama's state, shared by the files of this folder and private to them.
 *
 *     tables.c    cards, rules, options, verbs; the rulebook's row
 *     play.c      a round: kami, deal, pass, lead, the tricks
 *     fox.c       the fox, and what it says of the hands
 *     relics.c    tricks kept without their plays: who took them, and how many relics; totals
 *     score.c     what a round costs, who holds the haratama, who has won
 *     known.c     what is known of hidden hands: duties, what plays claim, proofs
 *     tell.c      what the game tells
 *     ask.c       what the table waits for
 *     could.c     what could have been
 */
#ifndef FUDA_HARATAMA_H
#define FUDA_HARATAMA_H

#include "core/round.h"

enum { RED, BLUE, PURPLE, GREEN, SUITS }; /* the suits of hands.h */
enum { RANKS = 13, PLAYERS = 4, HAND = 13, PASSES = 2, CARDS = 64, RELICS = 12 };
enum { BLUE_5 = BLUE * 16 + 5, BLUE_6 = BLUE * 16 + 6 };

enum {
    RULE_DECK,
    RULE_PLAYERS,
    RULE_KAMI,
    RULE_RELICS,
    RULE_MARKER,
    RULE_DEAL,
    RULE_PASS,
    RULE_FOX,
    RULE_FIRST_LEAD,
    RULE_TURN,
    RULE_BLUE_LEAD,
    RULE_BREAK,
    RULE_FOLLOW,
    RULE_TRICK,
    RULE_CAPTURE,
    RULE_EARLY_END,
    RULE_LOSS,
    RULE_HARATAMA,
    RULE_ROUNDS,
    RULE_TIE,
    RULE_THRESHOLD,
    RULE_COUNT
};

enum {
    HOUSE_END,
    HOUSE_FOX,
    HOUSE_EARLY_END,
    HOUSE_TIE,
    HOUSE_BAD_BREAK,
    HOUSE_REVIEW,
    HOUSE_ODDS,
    HOUSE_REMEDY,
    HOUSE_PASSES,
    HOUSE_COUNT
};

enum {
    SAY_PLAY = VERB_PLAY,
    SAY_ROUND,
    SAY_KAMI,
    SAY_ASIDE,
    SAY_HAND,
    SAY_PASS,
    SAY_FOX,
    SAY_LEAD,
    SAY_SHOW,
    SAY_TRICK,
    SAY_RELICS,
    SAY_POSITION,
    VERB_COUNT
};

/* What a player may have to play: rows of haratama_duties. */
enum { DUTY_FOLLOW = ANY_CARD + 1, DUTY_NO_BLUE_LEAD };

enum round_end { OPEN, BY_RELICS, BY_HANDS };

struct haratama {
    struct round round; /* comes first */

    /* the game */
    int64_t total[PLAYERS]; /* losses in the rounds that are closed */
    uint32_t closed;        /* how many rounds are closed */
    uint32_t unknown;       /* how many of them have losses that are not known */
    /* three players: the last round in which one of them took eight relics; 0: none */
    uint32_t short_round;
    int8_t short_seat; /* the seat that took them */
    /* who has had the least in every tie so far (a bit each): `house tie=tied` */
    uint8_t contenders;

    /* 3.1 this round */
    enum round_end ended;
    uint32_t ended_line; /* the line in which it was closed */
    uint8_t kami[3];     /* the ranks turned up; 0: not on record */
    uint32_t kami_line;  /* the line that tells them */
    bool aside_unknown;  /* `aside ?`: nobody knows the card left over */
    uint64_t relics;     /* the relics of this round; 0 while kami is not on record */
    uint16_t ranks;      /* ranks of the relics named in tricks (a bit each) */

    /* 3.2 */
    uint32_t lead_line; /* the line that says who leads first; 0: none yet */
    int8_t first_leader;
    bool lead_by_play; /* there was no `lead` line: the first play says so */
    struct {
        uint32_t line;
        int8_t seat;
        bool shown;
    } fox[2 * PLAYERS];
    uint8_t foxes;

    /* 3.3 */
    uint64_t table; /* the cards of this trick that were seen */
    bool broken;
    /* blue may have been broken by a card that nobody saw, or before the record began */
    bool may_be_broken;
    bool unbroken_before;      /* a position says that blue was not broken by then */
    uint8_t captured[PLAYERS]; /* relics captured, as far as is known */
    uint8_t before[PLAYERS];   /* relics captured before the record began */
    uint8_t more;              /* who may have captured more relics than is known (a bit each) */
    uint8_t hidden;            /* how many tricks have relics or a taker that are not known */
    /* players play on after the early end: the seat that is next, plus 1; 0: nobody does */
    uint8_t goes_on;
    /* tricks of which every relic is on record although their plays are not (a bit each) */
    uint32_t named;
};

/* The game that a statement is applied to. */
static inline struct haratama *game(const struct act *a) { return a->state; }

/* 2. Four players use ranks 1 to 13, three 1 to 10. */
static inline uint64_t deck_of(int players)
{
    return players == 4 ? 0x3FFE3FFE3FFE3FFEu : 0x07FE07FE07FE07FEu;
}

static inline int players_of(const struct haratama *s) { return s->round.hands.players; }

/* The card left over by the deal, as a set; 0: unknown, or there is none. */
static inline uint64_t aside_of(const struct haratama *s)
{
    return s->round.hands.now.of[SEEN_ASIDE][0];
}

/* Cards taken in tricks kept without their plays. */
static inline uint64_t taken_of(const struct haratama *s)
{
    return s->round.hands.now.of[SEEN_TAKEN][0];
}

/* The card whose holder leads first, as far as is known. */
static inline int lead_card(const struct haratama *s)
{
    return aside_of(s) == bit(BLUE_5) ? BLUE_6 : BLUE_5;
}

/* ---- tables.c ---- */

extern const struct suits haratama_suits;

/* ---- play.c ---- */

extern const struct round_game haratama_round;

void haratama_begin(void *state, const struct setting *setting);
void haratama_copy(void *to, const void *from);
void haratama_keep(void *before, void *state, bool follows);
enum outcome haratama_apply(struct act *act);
bool haratama_turns_page(const void *state, const struct setting *setting,
    const struct statement *said);
bool haratama_finished(const void *state, const struct setting *setting, uint32_t *winners);

/*
 * haratama/haratama: how many relics make a haratama, and the seat that took that many; -1: nobody.
 * haratama/loss: what a seat lost in this round.
 */
int haratama_least(const struct haratama *s);
int haratama_holder(const struct haratama *s);
int haratama_loss(const struct haratama *s, int seat);

/* says that with three players eight relics are no haratama */
void haratama_tell_short(const struct haratama *s, struct news *n);
void haratama_remark(const void *state, const struct setting *setting, struct news *remarks);

/* Closes the round if it is over, by haratama/early-end or because the hands are empty. */
void haratama_end_if_over(const struct act *a);
void haratama_close(const struct act *a, enum round_end ended);

/*
 * Each seat has captured this many relics in the round that is over, whose losses were not known.
 */
void haratama_score_late(const struct act *a, const int32_t *captured);

/* A play after the early end is irregular; the line that captured the last relic proves it. */
void haratama_after_end(const struct act *a, int seat, int card, const char *message);

/* ---- relics.c ---- */

/* counts again what was captured, from the plays (score.c) */
void haratama_recount(struct haratama *s);
int haratama_captured(const struct haratama *s);    /* by all seats together */
int haratama_relics_most(const struct haratama *s); /* in play */
int haratama_tricks_left(const struct haratama *s);
enum outcome haratama_trick(const struct act *a);
enum outcome haratama_relics(const struct act *a);

/*
 * Can every card have been where it was seen, in a hand or a trick, if each player plays one card
 * to a trick?
 */
bool haratama_tricks_fit(const void *game);

/* ---- known.c ---- */

/* The seat that holds the card that leads first; -1: not known. */
int haratama_leader(const void *game);

/* Has blue been broken by a play that nothing proves irregular? */
bool haratama_break_stands(const struct haratama *s, const struct setting *setting);

/*
 * haratama_claims brings before the court what was claimed by playing in this round; haratama_weigh
 * weighs that and the fox signs.
 */
void haratama_claims(const void *game, const struct setting *setting, struct hearing *all,
    struct rulings *out);
void haratama_weigh(const void *state, const struct setting *setting, struct rulings *out);
extern const struct duty haratama_duties[];

/* ---- could.c ---- */

struct could_course;
void haratama_could(const void *state, const struct setting *setting, struct could_course *out);

/* ---- fox.c ---- */

void haratama_weigh_foxes(const struct haratama *s, const struct setting *setting,
    struct rulings *out);

/* ---- tell.c ---- */

void haratama_tell_rows(const void *state, const struct setting *setting, struct teller *t,
    uint32_t *told, bool last);
void haratama_stand(const void *state, const struct setting *setting, struct standing *out);
void haratama_place(const void *state, const struct setting *setting, struct message *out);
bool haratama_what_if(const void *state, const struct setting *setting, int seat, int card,
    struct teller *t, struct message *why);
void haratama_news(const void *before, const void *after, const struct setting *setting,
    struct news *news);
void haratama_tell_table(const void *state, const struct setting *setting, struct teller *t);

/* ---- ask.c ---- */

void haratama_ask(const void *state, const struct setting *setting, struct ask *out);

#endif
