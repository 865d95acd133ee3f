/*
 * Messages to people, as data: core puts nothing into words. And faults: lines that cannot be read.
 */
#ifndef FUDA_MESSAGE_H
#define FUDA_MESSAGE_H

#include "core/limits.h"

#include <stdarg.h>

/*
 * A message has an English text, which is the key of its translation, and values: {name} in the
 * text stands for the value of that name. {seat} and {card} in a ruling's text need no value. The
 * span of a fault's value points into the line that was read.
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
}; /* VALUE_NOTHING occurs only in what is told */

enum { NUMBERS_MOST = 16 }; /* numbers in one value */

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
    bool doubtful; /* news: the line may be a slip of the pen, so a prompt asks (step.h) */
    /* a ruling: the same is true of every line after one slip, so people are told once a round */
    bool again;
    /* news: the rule behind it, a row of the rulebook's rules; 0: none is named */
    uint8_t rule;
    bool reason; /* news: the reason for the news before it, for whoever asks */
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
 * Sets a message whose values are variable arguments. `kinds` has a letter for each, and each is
 * passed as a name and a value: i is int64_t (cut to what a number holds), t const char * (NULL:
 * none), s struct span, w const char * in N_(), a word to translate.
 */
void message_read(struct message *m, const char *id, const char *kinds, va_list values);

/* Messages in order, in the caller's array of `most`. Further ones are left out. */
struct news {
    struct message *row;
    unsigned count, most;
    struct message left_out;
};
struct message *news_add(struct news *news, const char *id);
/* The same, with the rule behind it; and the reason for the news that was added last. */
struct message *news_by(struct news *news, int rule, const char *id);
struct message *news_reason(struct news *news, int rule, const char *id);

struct question;

/*
 * A line that cannot be read: where (the column in characters, from 1), what is wrong, and what was
 * expected.
 */
struct fault {
    uint32_t column;
    struct message message;
    /* the question that it fails to answer, whose example is the message's {example}; NULL: none */
    const struct question *missed;
};

#endif
