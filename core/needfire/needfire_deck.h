/* NeedFire's cards, and the deck of their owner (deck.c). Private to this folder. */
#ifndef FUDA_NEEDFIRE_DECK_H
#define FUDA_NEEDFIRE_DECK_H

#include "core/act.h"

/*
 * A card's code is the number of a human, or 64 plus the number of a fire, so that a set of humans
 * or of fires fits 64 bits. Code 0 is no card. An element's code is 1 to 13 for black and 14 to 26
 * for white; 0 is none.
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

struct card_face {
    uint8_t makes;        /* its generating element; 0: no such card in this deck */
    uint32_t reacts;      /* a bit for each reaction element */
    uint32_t line;        /* the line of its row; 0: built in */
    char name[NAME_ROOM]; /* its printed name, "" where the pack does not say */
};

struct needfire_deck {
    bool built_in;    /* the first row of an owner's deck clears it */
    uint8_t count[2]; /* humans, fires */
    struct card_face card[CODES];
    /* by human: the cards that it reacts to, derived from the faces */
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

#endif
