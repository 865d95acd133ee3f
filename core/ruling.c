/* Messages and rulings: what is said, as data; nothing here is put into words. */
#include "text.h"

#include <string.h>

struct message *message_set(struct message *m, const char *id)
{
    m->id = id;
    m->count = 0;
    m->again = false;
    m->doubtful = false;
    m->rule = 0;
    m->reason = false;
    return m;
}

struct message *news_add(struct news *n, const char *id)
{
    return message_set(n->count < n->most ? &n->row[n->count++] : &n->left_out, id);
}

struct message *news_by(struct news *n, int rule, const char *id)
{
    struct message *m = news_add(n, id);
    m->rule = (uint8_t)rule;
    return m;
}

struct message *news_reason(struct news *n, int rule, const char *id)
{
    struct message *m = news_by(n, rule, id);
    m->reason = true;
    return m;
}

static struct value *value_add(struct message *m, const char *name, enum value_kind kind)
{
    if (m->count == VALUES_MOST)
        return &m->value[VALUES_MOST - 1];
    struct value *v = &m->value[m->count++];
    v->name = name;
    v->kind = kind;
    return v;
}

void message_number(struct message *m, const char *name, int32_t number)
{
    value_add(m, name, VALUE_NUMBER)->number = number;
}

void message_seat(struct message *m, const char *name, int seat)
{
    value_add(m, name, VALUE_SEAT)->number = seat;
}

void message_seats(struct message *m, const char *name, uint32_t seats)
{
    value_add(m, name, VALUE_SEATS)->number = (int32_t)seats;
}

void message_card(struct message *m, const char *name, int card)
{
    value_add(m, name, VALUE_CARD)->number = card;
}

void message_cards(struct message *m, const char *name, struct cardset cards)
{
    value_add(m, name, VALUE_CARDS)->cards = cards;
}

void message_numbers(struct message *m, const char *name, const uint8_t *numbers, int count)
{
    struct value *v = value_add(m, name, VALUE_NUMBERS);
    v->number = count < NUMBERS_MOST ? count : NUMBERS_MOST;
    for (int i = 0; i < v->number; i++)
        v->numbers[i] = numbers[i];
}

void message_word(struct message *m, const char *name, const char *id)
{
    value_add(m, name, VALUE_WORD)->text = id;
}

void message_text(struct message *m, const char *name, struct span text)
{
    struct value *v = value_add(m, name, VALUE_TEXT);
    v->text = text.at;
    v->length = (uint32_t)text.length;
}

void message_answers(struct message *m, const char *name, const struct option *option)
{
    value_add(m, name, VALUE_ANSWERS)->option = option;
}

void message_share(struct message *m, const char *name, double share)
{
    value_add(m, name, VALUE_SHARE)->share = share;
}

void message_read(struct message *m, const char *id, const char *kinds, va_list values)
{
    message_set(m, id);
    for (; *kinds != '\0'; kinds++) {
        const char *name = va_arg(values, const char *);
        if (*kinds == 'i') {
            int64_t number = va_arg(values, int64_t);
            message_number(m, name, number > INT32_MAX ? INT32_MAX : (int32_t)number);
        } else if (*kinds == 's') {
            message_text(m, name, va_arg(values, struct span));
        } else if (*kinds == 'w') {
            message_word(m, name, va_arg(values, const char *));
        } else {
            const char *text = va_arg(values, const char *);
            message_text(m, name, (struct span){text, text != NULL ? strlen(text) : 0});
        }
    }
}

struct ruling *rulings_add(struct rulings *list, enum ruling_kind kind, int rule, int seat,
    int card, uint32_t line, const char *message)
{
    struct ruling *r = &list->row[list->count < RULINGS_MOST ? list->count++ : RULINGS_MOST - 1];
    r->kind = kind;
    r->rule = (uint8_t)rule;
    r->option = -1;
    r->seat = (int8_t)seat;
    r->card = (int16_t)card;
    r->order = NO_ORDER;
    r->offers = 0;
    r->line = line;
    r->because_count = r->suspect_count = 0;
    r->grounds.cards = r->grounds.places = r->grounds.lines = r->grounds.trick = 0;
    r->grounds.whose = r->grounds.holder = -1;
    r->grounds.shown = r->grounds.nobody = NULL;
    r->grounds.with_aside = false;
    r->grounds.uncalled = list->counted;
    r->claim.claim = NULL;
    message_set(&r->message, message);
    return r;
}

void rulings_withdraw(struct rulings *list, int rule, uint32_t from, uint32_t to)
{
    uint16_t kept = 0;
    for (uint16_t i = 0; i < list->count; i++) {
        const struct ruling *r = &list->row[i];
        if (r->rule != rule || r->line < from || r->line > to || r->kind != RULING_IRREGULAR)
            list->row[kept++] = *r;
    }
    list->count = kept;
}

void ruling_because(struct ruling *r, uint32_t line)
{
    if (r->because_count < BECAUSE_MOST)
        r->because[r->because_count++] = line;
}

void grounds_line(struct grounds *g, uint32_t line)
{
    int at = g->lines;
    while (at > 0 && g->line[at - 1] > line)
        at--;
    if ((at > 0 && g->line[at - 1] == line) || g->lines == GROUNDS_LINES)
        return;
    for (int i = g->lines++; i > at; i--)
        g->line[i] = g->line[i - 1];
    g->line[at] = line;
}

const char *ruling_word(enum ruling_kind kind)
{
    switch (kind) {
    case RULING_OPEN: return "open";
    case RULING_UNPROVEN: return "unproven";
    case RULING_SLIP: return "slip";
    case RULING_CONFLICT: return "conflict";
    case RULING_IRREGULAR: return "irregular";
    case RULING_IMPOSSIBLE: return "impossible";
    }
    return "";
}

const char *edit_word(enum edit_kind kind)
{
    static const char *const words[EDIT_KINDS] = {"twice", "retyped", "missing", "name", "card",
        "order", "begun", "seats", "word"};
    return words[kind];
}

const char *verdict_word(enum ruling_kind worst)
{
    return worst < RULING_SLIP ? "clean" : ruling_word(worst);
}

int8_t seat_exchanged(int seat, int a, int b)
{
    return (int8_t)(seat == a ? b : seat == b ? a : seat);
}

static void exchange_in_message(struct message *m, int a, int b)
{
    for (int i = 0; i < m->count; i++) {
        struct value *v = &m->value[i];
        const uint32_t seats = (uint32_t)v->number, both = 1u << a | 1u << b, found = seats & both;
        if (v->kind == VALUE_SEAT)
            v->number = seat_exchanged(v->number, a, b);
        else if (v->kind == VALUE_SEATS && found != 0 && found != both)
            v->number = (int32_t)(seats ^ both);
    }
}

void ruling_exchange(struct ruling *r, int a, int b)
{
    r->seat = seat_exchanged(r->seat, a, b);
    for (int i = 0; i < r->suspect_count; i++)
        r->suspect[i].seat = seat_exchanged(r->suspect[i].seat, a, b);
    for (int i = 0; i < r->grounds.places; i++)
        r->grounds.place[i].seat = seat_exchanged(r->grounds.place[i].seat, a, b);
    r->claim.seat = seat_exchanged(r->claim.seat, a, b);
    r->grounds.holder = seat_exchanged(r->grounds.holder, a, b);
    r->grounds.whose = seat_exchanged(r->grounds.whose, a, b);
    exchange_in_message(&r->message, a, b);
}
