/*
 * Haratama's state, shared by its rooms. Private to this folder.
 *
 *     tables.c    cards, rules, options, verbs; the rulebook's row
 *     play.c      a round: kami, deal, pass, lead, the tricks; what is charged with a play is
 *                 known.c's
 *     fox.c       the fox, and what it says of the hands
 *     relics.c    tricks kept coarser: who took them, with how many relics, and totals
 *     score.c     what a round costs, who holds the haratama, who has won
 *     known.c     what can be known of hidden hands: duties, claims, proofs
 *     tell.c      what is told of it all
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

/* What who plays may have to play: rows of the game's duties. */
enum { DUTY_FOLLOW = ANY_CARD + 1, DUTY_NO_BLUE_LEAD };

enum round_end { OPEN, BY_RELICS, BY_HANDS };

struct haratama {
    struct round round; /* comes first */

    /* the game */
    int64_t total[PLAYERS]; /* losses of the rounds closed */
    uint32_t closed;        /* rounds closed; */
    uint32_t unknown;       /* closed rounds whose losses are not known */
    /* of three players: the last round in which one had eight relics; 0: none */
    uint32_t short_round;
    int8_t short_seat; /* the seat that had eight relics in it */
    /* at the least in every tie so far (a bit each): `house tie=tied` */
    uint8_t contenders;

    /* 3.1 this round */
    enum round_end ended;
    uint32_t ended_line; /* where it closed */
    uint8_t kami[3];     /* 0: not recorded; */
    uint32_t kami_line;  /* the line that tells them */
    bool aside_unknown;  /* the card left over was asked for, and nobody knows it */
    uint64_t relics;     /* cards; 0 while kami is not recorded */
    uint16_t ranks;      /* of the relics named in tricks (a bit each) */

    /* 3.2 */
    uint32_t lead_line; /* where the first leader was claimed; 0: not yet */
    int8_t first_leader;
    bool lead_by_play; /* no `lead` line: claimed by the first play */
    struct {
        uint32_t line;
        int8_t seat;
        bool shown;
    } fox[2 * PLAYERS];
    uint8_t foxes;

    /* 3.3 */
    uint64_t table; /* the cards of this trick, as far as they were seen */
    bool broken;
    /* the break may have happened by a card that nobody saw, or before the record begins */
    bool may_be_broken;
    bool unbroken_before;      /* a position says that it was not, there */
    uint8_t captured[PLAYERS]; /* as far as is known; */
    uint8_t before[PLAYERS];   /* relics captured before the record begins; */
    uint8_t more;              /* who may have captured more than is known (a bit each) */
    uint8_t hidden;            /* tricks of which the relics, or who took them, are not known */
    /* who is next of those who play on after the early end, and one; 0: nobody has */
    uint8_t goes_on;
    /* tricks kept whole of which every relic is on record (a bit each) */
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
 * haratama/haratama: how many relics make one, and who took so many; -1: nobody. haratama/loss:
 * what a seat lost in this round.
 */
int haratama_least(const struct haratama *s);
int haratama_holder(const struct haratama *s);
int haratama_loss(const struct haratama *s, int seat);

/* that eight relics are no haratama of three */
void haratama_tell_short(const struct haratama *s, struct news *n);
void haratama_remark(const void *state, const struct setting *setting, struct news *remarks);

/* haratama/early-end, or the hands are empty. */
void haratama_end_if_over(const struct act *a);
void haratama_close(const struct act *a, enum round_end ended);

/* The round that is over, whose losses were not known: each seat has captured so many. */
void haratama_score_late(const struct act *a, const int32_t *captured);

/* What comes after the end is irregular, proved by the line that captured the last relic. */
void haratama_after_end(const struct act *a, int seat, int card, const char *message);

/* ---- relics.c ---- */

/* what was captured, by the plays: score.c */
void haratama_recount(struct haratama *s);
int haratama_captured(const struct haratama *s);    /* by all */
int haratama_relics_most(const struct haratama *s); /* in play */
int haratama_tricks_left(const struct haratama *s);
enum outcome haratama_trick(const struct act *a);
enum outcome haratama_relics(const struct act *a);

/*
 * Can every card have lain where it was seen, in a hand or in a trick, and each player play one a
 * trick?
 */
bool haratama_tricks_fit(const void *game);

/* ---- known.c ---- */

/* Whose hand the card that leads first is in, as far as it is known; else -1. */
int haratama_leader(const void *game);

/* Has blue been broken by a play that is not proved irregular? */
bool haratama_break_stands(const struct haratama *s, const struct setting *setting);

/* What was claimed by playing in this round; and that and the fox signs, weighed. */
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
