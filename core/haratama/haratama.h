/*
 * Haratama's state, shared by its rules (play.c), what can be known of its hidden hands
 * (known.c) and of tricks whose players are not on record (tricks.c). Private to core.
 *
 *     dealt D ──┬─ kept ──────────────────▶ held H     every card a player plays or shows after
 *               └─ given ─▶ the left neighbour's H     the exchange was in that player's H
 */
#ifndef FUDA_HARATAMA_H
#define FUDA_HARATAMA_H

#include "core/act.h"
#include "core/trick.h"

#include <assert.h>

enum suit { RED, BLUE, PURPLE, GREEN, SUITS };
enum { RANKS = 13, PLAYERS = 4, HAND = 13, CARDS = 64, RELICS = 12, NO_CARD = -1 };

/* A card's code is suit * 16 + rank, and so a bit of 64. */
static inline uint64_t bit(int card) { return (uint64_t)1 << card; }
static inline enum suit suit_of(int card) { return (enum suit)(card >> 4); }
static inline int rank_of(int card) { return card & 15; }
static inline uint64_t suit_cards(enum suit suit) { return (uint64_t)0x3FFE << (16 * suit); }

enum {
    RULE_DECK, RULE_PLAYERS, RULE_KAMI, RULE_RELICS, RULE_MARKER, RULE_DEAL, RULE_PASS, RULE_FOX,
    RULE_FIRST_LEAD, RULE_TURN, RULE_BLUE_LEAD, RULE_BREAK, RULE_FOLLOW, RULE_TRICK, RULE_CAPTURE,
    RULE_EARLY_END, RULE_LOSS, RULE_HARATAMA, RULE_ROUNDS, RULE_TIE, RULE_THRESHOLD, RULE_COUNT
};

enum { HOUSE_END, HOUSE_FOX, HOUSE_EARLY_END, HOUSE_TIE, HOUSE_BAD_BREAK, HOUSE_REVIEW,
       HOUSE_ODDS, HOUSE_REMEDY, HOUSE_COUNT };

enum phase { BEFORE, DURING, AFTER };           /* the round that was begun last */
enum level { BY_PLAYS, BY_TRICKS, BY_TOTALS };  /* how finely it is kept */
enum ended { OPEN, BY_RELICS, BY_HANDS };

enum { MARK_UNBROKEN = 1 };                     /* of a play: blue led, and no blue had been played before */

/* The lines where a card was seen; 0: not seen so. */
struct sighting {
    uint32_t hand;                /* first in a hand, before any pass */
    uint32_t between;             /* … before its player's pass, but after another's */
    uint32_t given;               /* passed */
    uint32_t held;                /* first known to be in a hand after the exchange */
    uint32_t played;
    uint32_t shown;               /* last in any way but being played */
};

struct haratama {
    /* the game */
    int64_t total[PLAYERS];       /* losses of the rounds closed */
    uint32_t round, closed;       /* rounds begun and closed */
    uint8_t players;
    uint8_t contenders;           /* at the least in every tie so far (a bit each): `house tie=tied` */

    /* 3.1 this round */
    enum phase phase;
    enum level level;
    enum ended ended;
    uint32_t ended_line;          /* where it closed */
    uint8_t kami[3];              /* 0: not recorded */
    uint64_t relics;              /* cards; 0 while kami is not recorded */
    uint16_t ranks;               /* of the relics named in tricks (a bit each) */

    /* 3.2 */
    int8_t aside;                 /* NO_CARD: unknown */
    uint32_t lead_line;           /* where the first leader was claimed; 0: not yet */
    int8_t first_leader;
    bool lead_by_play;            /* no `lead` line: claimed by the first play */
    uint8_t passed;               /* who has passed (a bit each) */
    uint8_t pass_size[PLAYERS];
    uint64_t early[PLAYERS];      /* seen in a hand before any pass was recorded, */
    uint64_t between[PLAYERS];    /* … before that player's own, but after another's */
    uint64_t dealt[PLAYERS], given[PLAYERS], held[PLAYERS];
    struct { uint32_t line; int8_t seat; bool shown; } fox[2 * PLAYERS];
    uint8_t foxes;

    /* 3.3 */
    uint64_t played[PLAYERS], gone;  /* gone: taken in tricks kept without their plays */
    uint64_t table;               /* the cards of this trick */
    bool deep;                    /* some card was seen as dealt: see view_at */
    bool broken;
    uint8_t captured[PLAYERS];
    struct trick trick;

    struct sighting sighting[CARDS];

    /* 3.3.3, kept by tricks */
    uint8_t when[CARDS];          /* the trick, from 0, that a card of `gone` lies in; of another card seen in a
                                     hand: how many tricks were over when it was seen there last */
    uint32_t named;               /* tricks of which every relic is on record (a bit each) */
};

/* The game that a statement is applied to. */
static inline struct haratama *game(const struct act *a) { return a->state; }

/* Who passes to this seat: the neighbour on the right. */
static inline int giver_of(const struct haratama *s, int seat)
{
    assert(s->players > 0);
    return (seat == 0 ? s->players : seat) - 1;
}

/* 2. Four players use ranks 1 to 13, three 1 to 10. */
static inline uint64_t deck(const struct haratama *s)
{
    return s->players == 4 ? 0x3FFE3FFE3FFE3FFEu : 0x07FE07FE07FE07FEu;
}
static inline int pass_size(const struct haratama *s, int seat)
{
    return s->passed & 1u << seat ? s->pass_size[seat] : 2;
}

/* Cards a seat holds when the play begins. */
static inline int hand_size(const struct haratama *s, int seat)
{
    if (s->passed == 0)
        return HAND;
    return HAND - pass_size(s, seat) + pass_size(s, giver_of(s, seat));
}

static inline int cards_left(const struct haratama *s, int seat)
{
    return hand_size(s, seat) - s->trick.done - !!(s->trick.on_table & 1u << seat);
}
enum { BLUE_5 = BLUE * 16 + 5, BLUE_6 = BLUE * 16 + 6 };

/* The card whose holder leads first, as far as is known. */
static inline int lead_card(const struct haratama *s) { return s->aside == BLUE_5 ? BLUE_6 : BLUE_5; }

/* ---- known.c ---- */

/* All that is known of the cards a seat holds, or held when the play began. */
uint64_t haratama_known(const struct haratama *s, int seat);

/* The cards a seat may be holding now; `held` gets those it surely holds. */
uint64_t haratama_may_hold(const struct haratama *s, int seat, uint64_t *held);

/* Do the facts of the round fit any deal and exchange? Keeps `deep` in step. */
bool haratama_fits(struct haratama *s);

/* Which cards each hand, and behind them the place aside, may have held; all cards that lie in these. */
uint64_t haratama_hands(const struct haratama *s, uint64_t may[PLAYERS + 1]);

/* The card among `cards` seen last before a line in this seat's hand, and where; 0: none. */
int haratama_seen_before(const struct haratama *s, int seat, uint64_t cards, uint32_t line,
                         uint32_t *seen);

/* Would they still, with this card in this seat's hand when the play began? */
bool haratama_may_have(const struct haratama *s, int seat, int card);

/* Whose hand the card that leads first is in, as far as it is known; else -1. */
int haratama_leader(const struct haratama *s);

/* Weighs what was claimed by playing in this round, and the fox signs. */
void haratama_weigh(const struct haratama *s, const struct setting *setting, struct rulings *out);

/* ---- tricks.c ---- */

/* Can every card have lain where it was seen, in a hand or in a trick, and each player play one a trick? */
bool haratama_tricks_fit(const struct haratama *s);

/* ---- known.c, the odds ---- */

/* See core.h, odds. `scratch` is a struct counted. */
bool haratama_odds(const struct haratama *s, const struct setting *setting, int card, void *scratch,
                   double *shares);

#endif
