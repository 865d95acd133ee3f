/*
 * A listener to what games tell that makes no difference between seats, cards, words and texts:
 * each is a text, as JSON writes it. First member of whatever keeps what was told.
 */
#ifndef FUDA_TESTS_PLAIN_H
#define FUDA_TESTS_PLAIN_H

#include "core/core.h"

struct plain {
    struct teller teller;
    const struct setting *setting; /* of the game that tells */
    void (*number)(struct teller *t, const char *key, long number);
    void (*truth)(struct teller *t, const char *key, bool truth);
    void (*text)(struct teller *t, const char *key, struct span text);
    void (*nothing)(struct teller *t, const char *key);
};

static inline void plain_value(struct teller *t, const struct value *value)
{
    const struct plain *plain = (const struct plain *)t;
    char text[NAME_MOST];
    if (value->kind == VALUE_NUMBER)
        plain->number(t, value->name, value->number);
    else if (value->kind == VALUE_TRUTH)
        plain->truth(t, value->name, value->number != 0);
    else if (value->kind == VALUE_NOTHING)
        plain->nothing(t, value->name);
    else
        plain->text(t, value->name, (struct span){text, value_write(value, plain->setting, text)});
}

#endif
