/*
 * Statements written as records have them, or as players of either language would; see statement.h.
 */
#include "text.h"
#include "verbs.h"

#include <string.h>

size_t seat_write(const struct seats *seats, int seat, char *out)
{
    const char *name = seats->row[seat].name;
    char folded[NAME_MOST];
    size_t length = 0;
    const struct span spelled = {name, seats->row[seat].length};
    bool quote = quote_opening(spelled) != NULL;
    const size_t size = text_fold(spelled, folded);
    for (size_t i = 0; i < size; i++)
        quote |= strchr(" \t\v\f\r\n\";:=#!?@", folded[i]) != NULL;
    if (quote)
        out[length++] = '"';
    for (size_t i = 0; i < seats->row[seat].length; i++) {
        if (name[i] == '"')
            out[length++] = '"';
        out[length++] = name[i];
    }
    if (quote)
        out[length++] = '"';
    return length;
}

struct statement_writer {
    char *out;
    size_t size, length;
    bool japanese;
};

static void put(struct statement_writer *w, const char *text, size_t length)
{
    if (w->length < w->size) {
        size_t room = w->size - w->length;
        memcpy(w->out + w->length, text, length < room ? length : room);
    }
    w->length += length;
}

static void put_number(struct statement_writer *w, int32_t number)
{
    char digits[12];
    size_t at = sizeof digits;
    uint32_t left = number < 0 ? 0u - (uint32_t)number : (uint32_t)number;
    do
        digits[--at] = (char)('0' + left % 10);
    while ((left /= 10) != 0);
    if (number < 0)
        digits[--at] = '-';
    put(w, digits + at, sizeof digits - at);
}

static void put_card(struct statement_writer *w, const struct setting *setting, int card)
{
    char text[NAME_MOST];
    put(w, text, card_write_by(setting, card, w->japanese, text));
}

static void put_name(struct statement_writer *w, const struct seats *seats, int seat)
{
    char name[SEAT_TOKEN];
    put(w, name, seat_write(seats, seat, name));
}

static void put_argument(struct statement_writer *w, const struct verb *verb,
    const struct setting *setting, const struct argument *a)
{
    switch (a->kind) {
    case ARGUMENT_WORD: {
        struct span word = w->japanese ? keyword_japanese(verb->words, a->number)
                                       : keyword_name(verb->words, a->number);
        put(w, word.at, word.length);
        break;
    }
    case ARGUMENT_CARD:
    case ARGUMENT_UNSEEN:
        if (a->kind == ARGUMENT_CARD)
            put_card(w, setting, a->card);
        else
            put(w, "?", 1);
        if (a->placed) {
            put(w, "@", 1);
            put_number(w, a->number);
        }
        break;
    case ARGUMENT_NUMBER: put_number(w, a->number); break;
    case ARGUMENT_SEAT: put_name(w, setting->seats, a->seat); break;
    case ARGUMENT_SEAT_NUMBER:
        put_name(w, setting->seats, a->seat);
        put(w, "=", 1);
        put_number(w, a->number);
        break;
    case ARGUMENT_CARD_NUMBER:
        put_card(w, setting, a->card);
        put(w, "=", 1);
        put_number(w, a->number);
        break;
    case ARGUMENT_PAIR: {
        const struct span key = w->japanese && a->number >= 0 && verb->words != NULL
                                    ? keyword_japanese(verb->words, a->number)
                                    : a->text;
        put(w, key.at, key.length);
        put(w, "=", 1);
        put(w, a->value.at, a->value.length);
        break;
    }
    case ARGUMENT_TEXT: put(w, a->text.at, a->text.length); break;
    }
}

size_t statement_write(const struct statement *s, const struct setting *setting, char *out,
    size_t size)
{
    return statement_spell(s, setting, false, out, size);
}

size_t statement_spell(const struct statement *s, const struct setting *setting, bool japanese,
    char *out, size_t size)
{
    struct statement_writer w = {out, size, 0, japanese};
    const struct verb *verb = s->common ? &common_verbs[s->verb]
                              : s->row  ? &setting->book->deck->rows[s->verb]
                                        : &setting->book->verbs[s->verb];
    if (s->seat >= 0) {
        put_name(&w, setting->seats, s->seat);
        put(&w, ": ", 2);
    }
    const struct span name = japanese && verb->ja != NULL ? verb_japanese(verb)
                                                          : span_of(verb->name);
    put(&w, name.at, name.length);
    for (int i = 0; i < s->count; i++) {
        const struct argument *a = &s->argument[i];
        if (i > 0 || verb->name[0] != '\0')
            put(&w, a->joined ? "+" : " ", 1);
        put_argument(&w, verb, setting, a);
    }
    if (s->stands)
        put(&w, " !", 2);
    return w.length;
}
