/* Messages: nothing in core is put into words. And where a line cannot be read: a fault. */
#ifndef FUDA_MESSAGE_H
#define FUDA_MESSAGE_H

#include "core/limits.h"

#include <stdarg.h>

/*
 * What is said to people. `id` is an English text, the key of its translation, in which
 * {name} stands for the value of that name; {seat} and {card} of a ruling need no value.
 * A span of a fault's value points into the line that was read.
 */
enum value_kind {
    VALUE_NUMBER,
    VALUE_SEAT,
    VALUE_SEATS,
    VALUE_CARD,
    VALUE_CARDS,
    VALUE_NUMBERS,
    VALUE_WORD,
    VALUE_TEXT,
    VALUE_SHARE,
    VALUE_ANSWERS,
    VALUE_TRUTH,
    VALUE_NOTHING
}; /* of what is told only */

enum { NUMBERS_MOST = 16 }; /* numbers of one value */

struct value {
    const char *name;
    enum value_kind kind;
    int32_t
        number; /* VALUE_NUMBER, VALUE_SEAT (an index), _SEATS (a bit each), _CARD (a code), _TRUTH;
                         how many VALUE_NUMBERS */
    union {
        struct {
            const char *text; /* VALUE_WORD: a text to translate; VALUE_TEXT: bytes as they stand */
            uint32_t length;  /* of VALUE_TEXT */
        };
        struct cardset cards;          /* VALUE_CARDS, shown by their codes */
        uint8_t numbers[NUMBERS_MOST]; /* VALUE_NUMBERS, in order */
        double share;                  /* VALUE_SHARE: a part of the whole, from 0 to 1 */
        const struct option *option;   /* VALUE_ANSWERS: those it may have */
    };
};

struct message {
    const char *id;
    uint8_t count;
    bool doubtful; /* news: it may be a slip of the pen, and a prompt asks (step.h) */
    /* of a ruling: it is so of every line after the same slip, and words tell it once a round */
    bool again;
    /* news: the rule that it comes of, a row of the rulebook's; 0: none is named */
    uint8_t rule;
    bool reason; /* news: why the one before it is so, for whoever asks */
    struct value value[VALUES_MOST];
};

struct option;
struct message *message_set(struct message *m, const char *id);
void message_number(struct message *m, const char *name, int32_t number);
void message_seat(struct message *m, const char *name, int seat);
void message_seats(struct message *m, const char *name, uint32_t seats);
void message_card(struct message *m, const char *name, int card);
void message_cards(struct message *m, const char *name, struct cardset cards);
void message_numbers(struct message *m, const char *name, const uint8_t *numbers, int count);
void message_word(struct message *m, const char *name, const char *id);
void message_text(struct message *m, const char *name, struct span text);
void message_share(struct message *m, const char *name, double share);
void message_answers(struct message *m, const char *name, const struct option *option);

/*
 * A message whose values are given after it: `kinds` has a letter for each, and for each follow the
 * name and the value: i int64_t (cut to what a number holds), t const char * (NULL: none), s struct
 * span, w const char * in N_(), a word to translate too.
 */
void message_read(struct message *m, const char *id, const char *kinds, va_list values);

/* Messages in order, in the caller's room; what comes when `most` are there is left out. */
struct news {
    struct message *row;
    unsigned count, most;
    struct message left_out;
};
struct message *news_add(struct news *news, const char *id);
/* The same, with the rule that it comes of; and a reason of what was told last. */
struct message *news_by(struct news *news, int rule, const char *id);
struct message *news_reason(struct news *news, int rule, const char *id);

struct question;

/* A line that cannot be read: where (column in characters from 1), what, and what was expected. */
struct fault {
    uint32_t column;
    struct message message;
    /*
     * the question that it does not answer, for an example as the message's {example}; NULL: none
     */
    const struct question *missed;
};

#endif
