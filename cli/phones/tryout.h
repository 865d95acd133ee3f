/*
 * An answer tried on the record before it is offered: one part of it has the words that are tried,
 * the others are filled with what may stand there.
 */
#ifndef FUDA_PHONES_TRYOUT_H
#define FUDA_PHONES_TRYOUT_H

#include "view.h"
#include "core/ask.h"

enum { CARDS_MOST = 128, TRIED_MOST = 60 };

/* What is needed while the question is written as JSON. */
struct answerable {
    struct open_view *view;
    /* the English one: answers are tried only once, since both languages take the same */
    struct session *session;
    const struct setting *setting;
    struct ask ask;
    struct cardset box; /* the cards of the game */
};

/* The fewest words that the part needs. */
int tryout_least(const struct answerable *a, const struct answer_part *part);

/*
 * Tries the fillings `from` to `to` of the other parts: the first with which the record takes the
 * answer. -1: it takes none.
 */
int tryout_fits_with(const struct answerable *a, const struct question *q, int part,
    const char *token, int from, int to);

/* Does the record take the answer with any of them? */
bool tryout_fits(const struct answerable *a, const struct question *q, int part, const char *token);

#endif
