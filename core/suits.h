/*
 * Cards of suits and numbers in words, r13, red13 or 赤13: a suit's letter or its name, then the
 * number. A card's code is suit * 16 + number. Private to core.
 */
#ifndef FUDA_SUITS_H
#define FUDA_SUITS_H

#include "hands.h"

enum { SUITS_MOST = 4 };

struct suits {
    const char *letters; /* "rbpg" */
    /* as cards are spelled, "赤/あか": the first is written */
    const char *ja[SUITS_MOST];
    const char *name[SUITS_MOST]; /* texts to translate */
    uint8_t most;                 /* the highest number */
};

/* Takes the suit off a folded token; -1, and nothing taken, if none stands there. */
int suit_read(const struct suits *suits, struct span *token);

/*
 * The card that a token spells, or NO_CARD; and its text into `out`, at most 16 bytes: suit and
 * number, or the suit.
 */
int suited_read(const struct suits *suits, struct span token);
size_t suited_write(const struct suits *suits, int card, bool japanese, char *out);
size_t suit_write(const struct suits *suits, int suit, bool japanese, char *out);

#endif
