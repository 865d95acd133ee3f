/*
 * Spelling cards of suits and numbers: r13, red13 or 赤13 is a suit's letter or name, then the
 * number. A card's code is suit
 * * 16 + number. Private to core.
 */
#ifndef FUDA_SUITS_H
#define FUDA_SUITS_H

#include "hands.h"

enum { SUITS_MOST = 4 };

struct suits {
    const char *letters; /* "rbpg" */
    /* Japanese names of the suits, "赤/あか": all are read, the first is written */
    const char *ja[SUITS_MOST];
    const char *name[SUITS_MOST]; /* texts to translate */
    uint8_t most;                 /* the highest number */
};

/*
 * Removes a suit from the beginning of a folded token and returns it; -1, with nothing removed, if
 * there is none.
 */
int suit_read(const struct suits *suits, struct span *token);

/*
 * suited_read: the card that a token spells, or NO_CARD. suited_write and suit_write: the text of a
 * card or of a suit into `out`, 16 bytes at most.
 */
int suited_read(const struct suits *suits, struct span token);
size_t suited_write(const struct suits *suits, int card, bool japanese, char *out);
size_t suit_write(const struct suits *suits, int suit, bool japanese, char *out);

#endif
