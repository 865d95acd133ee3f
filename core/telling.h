/*
 * Telling: what a game says of itself, as a tree of typed values that is written from the top down.
 */
#ifndef FUDA_TELLING_H
#define FUDA_TELLING_H

#include "core/setting.h"

/*
 * A teller receives what a game tells: JSON, a sheet, a board or a page. Inside an object ('{')
 * each member has a key, which is the `name` of its value; inside an array ('[') the key is NULL.
 * Rows of one array may arrive in several calls, with other keys told between them.
 */
struct teller {
    void (*open)(struct teller *t, const char *key, char bracket);
    void (*close)(struct teller *t);
    void (*value)(struct teller *t, const struct value *value);
};

void tell_open(struct teller *t, const char *key, char bracket);
void tell_close(struct teller *t);
void tell_number(struct teller *t, const char *key, long number);
void tell_truth(struct teller *t, const char *key, bool truth);
void tell_nothing(struct teller *t, const char *key);
void tell_seat(struct teller *t, const char *key, int seat); /* -1: nothing */
void tell_card(struct teller *t, const char *key, int card); /* -1: nothing */
/* an array, ascending */
void tell_cards(struct teller *t, const char *key, struct cardset cards);
void tell_share(struct teller *t, const char *key, double share);
/* one of a fixed set of words, as JSON has it */
void tell_word(struct teller *t, const char *key, const char *word);
/* what people or packs wrote */
void tell_text(struct teller *t, const char *key, struct span text);

/*
 * Writes a single value as JSON has it, but without quotes: a number, true, a name, a card in
 * ASCII, a share in millionths, null. `out` has room for NAME_MOST bytes; longer texts are cut.
 */
size_t value_write(const struct value *value, const struct setting *setting, char *out);

/* How one seat stands. */
struct standing {
    uint8_t place; /* from 1; ties share a place; 0: not known */
    bool won;
    bool scored; /* `points` are known */
    int32_t points;
};

/* Sets the places by points, the most first. Winners come before all others. */
void standing_by_points(struct standing *standing, int seats);

#endif
