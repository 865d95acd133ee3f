/*
 * The cards that a command looks for: those of --game (the name of a game that is its pack, too),
 * those of --pack, or every game's own.
 */
#ifndef FUDA_CATALOGUE_H
#define FUDA_CATALOGUE_H

#include "cli/deck/find.h"
#include "scanner.h"

struct catalogue {
    const struct context *context;
    const struct rulebook *book; /* NULL: every game */
    struct scanner_deck deck;
    struct packs packs; /* where --pack is found */
    const void *pack;   /* the deck as printed; NULL: every game's own */
    void *built_in;     /* owned */
    bool broken;        /* the pack has lines that cannot be read */
};

/* By the options that were given. False: it complained; it is to be ended all the same. */
bool catalogue_make(struct catalogue *c, const struct context *context);
void catalogue_end(struct catalogue *c);

/* What this game is called, of those that are looked for. */
const char *catalogue_title(const struct catalogue *c, const struct rulebook *book);

/* What a card's game is played with, to name it by. */
struct setting catalogue_setting(const struct catalogue *c, int card);
/* What a card of its deck is called. */
void catalogue_say(const struct catalogue *c, struct text *t, int card);

#endif
