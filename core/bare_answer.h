/*
 * A typed line as it becomes statements, word by word. Private to ask.c, which reads it, and
 * bare_answer.c, which knows what a bare answer's words may be:
 *
 *      ask.c ──▶ bare_answer.c
 */
#ifndef FUDA_BARE_ANSWER_H
#define FUDA_BARE_ANSWER_H

#include "ask.h"
#include "record.h"

enum { ANSWER_WORDS = ARGUMENTS_MOST + 2 };

/* A statement of a typed line, word by word, and what is made of it. */
struct bare_answer {
    const struct record *r;
    struct ask ask;
    struct span whole;                 /* as it was typed */
    struct span all[ANSWER_WORDS + 1]; /* the name in front first */
    struct span *word;                 /* the words after that name */
    int words;
    int seat;      /* named in front; -1: nobody is */
    bool readable; /* else the language says what is wrong with it */
    bool named;    /* a colon stands there, whoever is named */
    bool known;    /* somebody was named before, and nobody is now */
    bool stands;   /* a ! at the end */
    uint32_t column;
    char *out;
    size_t size, length;
};

struct folded {
    char text[NAME_MOST];
    size_t length;
};

/* Adds to what the line becomes; what there is no room for only counts. */
void answer_put(struct bare_answer *a, const char *text, size_t length);
void answer_put_seat(struct bare_answer *a, int seat);

/* The question's form, with what was said in its places: `end` is the word after each part. */
void answer_put_form(struct bare_answer *a, const struct question *q, const char *form,
    const int end[ANSWER_PARTS]);

/* A word folded, in the caller's room. */
struct span answer_fold(struct span word, struct folded *room);
bool answer_is_number(struct span word);
bool answer_is_unseen(struct span word);

/* The first card of a stack as h18+f5, or of a card with its place; -1: it is none. */
int answer_stack(const struct bare_answer *a, const struct answer_part *part, struct span word);

/*
 * Takes the words as an answer to what is asked, and puts the statement that it stands for; false:
 * they answer nothing.
 */
bool answer_take(struct bare_answer *a);

/*
 * Of what was no answer the word that does not fit the way that the others fit, and what that way
 * takes; all of it where something lacks. Something is asked. Returns how many words fit.
 */
int answer_missed(const struct bare_answer *a, struct fault *fault);

#endif
