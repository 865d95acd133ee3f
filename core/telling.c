/* What games tell, value by value. */
#include "text.h"

#include <string.h>

void tell_open(struct teller *t, const char *key, char bracket) { t->open(t, key, bracket); }

void tell_close(struct teller *t) { t->close(t); }

static void tell_value(struct teller *t, const char *key, enum value_kind kind, int32_t number)
{
    t->value(t, &(struct value){.name = key, .kind = kind, .number = number});
}

void tell_number(struct teller *t, const char *key, long number)
{
    tell_value(t, key, VALUE_NUMBER, (int32_t)number);
}

void tell_truth(struct teller *t, const char *key, bool truth)
{
    tell_value(t, key, VALUE_TRUTH, truth);
}

void tell_nothing(struct teller *t, const char *key) { tell_value(t, key, VALUE_NOTHING, 0); }

void tell_seat(struct teller *t, const char *key, int seat)
{
    tell_value(t, key, seat < 0 ? VALUE_NOTHING : VALUE_SEAT, seat);
}

void tell_card(struct teller *t, const char *key, int card)
{
    tell_value(t, key, card < 0 ? VALUE_NOTHING : VALUE_CARD, card);
}

void tell_cards(struct teller *t, const char *key, struct cardset cards)
{
    tell_open(t, key, '[');
    for (int half = 0; half < 2; half++)
        for (uint64_t left = cards.bits[half]; left != 0; left &= left - 1)
            tell_card(t, NULL, half * 64 + __builtin_ctzll(left));
    tell_close(t);
}

void tell_word(struct teller *t, const char *key, const char *word)
{
    t->value(t, &(struct value){.name = key, .kind = VALUE_WORD, .text = word});
}

void tell_share(struct teller *t, const char *key, double share)
{
    t->value(t, &(struct value){.name = key, .kind = VALUE_SHARE, .share = share});
}

void tell_text(struct teller *t, const char *key, struct span text)
{
    t->value(t, &(struct value){.name = key,
                    .kind = VALUE_TEXT,
                    .text = text.at,
                    .length = (uint32_t)text.length});
}

/* ---- as JSON writes it ------------------------------------------------------------------- */

static size_t write_text(struct span text, char *out)
{
    size_t length = text.length < NAME_MOST ? text.length : NAME_MOST;
    memcpy(out, text.at, length);
    return length;
}

size_t value_write(const struct value *value, const struct setting *setting, char *out)
{
    switch (value->kind) {
    case VALUE_NUMBER: return number_write(value->number, out);
    case VALUE_SEAT:
        return write_text((struct span){setting->seats->row[value->number].name,
                              setting->seats->row[value->number].length},
            out);
    case VALUE_CARD: return card_spell(setting, value->number, false, out);
    case VALUE_WORD: return write_text(span_of(value->text), out);
    case VALUE_TEXT: return write_text((struct span){value->text, value->length}, out);
    case VALUE_TRUTH: return write_text(span_of(value->number ? "true" : "false"), out);
    case VALUE_SHARE: return number_write((int32_t)(value->share * 1000000 + 0.5), out);
    case VALUE_NOTHING:
    case VALUE_SEATS:
    case VALUE_CARDS:
    case VALUE_NUMBERS:
    case VALUE_ANSWERS: break; /* sets are told as arrays */
    }
    return write_text(span_of("null"), out);
}
