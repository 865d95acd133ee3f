/* What games tell, value by value; and how the seats stand, which all of them tell alike. */
#include "text.h"
#include "unsure.h"

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

void tell_truth(struct teller *t, const char *key, bool truth) { tell_value(t, key, VALUE_TRUTH, truth); }

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
    t->value(t, &(struct value){.name = key, .kind = VALUE_TEXT, .text = text.at, .length = (uint32_t)text.length});
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
                                        setting->seats->row[value->number].length}, out);
    case VALUE_CARD: return card_spell(setting, value->number, false, out);
    case VALUE_WORD: return write_text(span_of(value->text), out);
    case VALUE_TEXT: return write_text((struct span){value->text, value->length}, out);
    case VALUE_TRUTH: return write_text(span_of(value->number ? "true" : "false"), out);
    case VALUE_SHARE: return number_write((int32_t)(value->share * 1000000 + 0.5), out);
    case VALUE_NOTHING:
    case VALUE_SEATS:
    case VALUE_CARDS:
    case VALUE_NUMBERS:
    case VALUE_ANSWERS: break;      /* sets are told as arrays */
    }
    return write_text(span_of("null"), out);
}

/* ---- how the seats stand ----------------------------------------------------------------- */

void standing_by_points(struct standing *standing, int seats)
{
    for (int i = 0; i < seats; i++) {
        int ahead = 0;
        for (int k = 0; k < seats; k++)
            ahead += standing[k].won != standing[i].won ? standing[k].won : standing[k].points > standing[i].points;
        standing[i].place = (uint8_t)(ahead + 1);
    }
}

/* By the places that were noted, else by the points. */
static void stand_noted(const struct noted *noted, int seats, struct standing *out)
{
    for (int i = 0; i < seats; i++)
        out[i] = (struct standing){.scored = noted->points, .points = noted->points ? noted->point[i] : 0};
    standing_by_points(out, seats);
    for (int i = 0; i < seats; i++) {
        out[i].place = noted->places ? noted->place[i] : out[i].place;
        out[i].won = out[i].place == 1;
    }
}

/* Do all readings agree that it is over, and who has won? */
static bool is_decided(const struct setting *setting)
{
    const struct unsure *u = setting->unsure;
    return !unsure_of(u, "finished") && !unsure_of(u, "winners") && (u == NULL || !u->later);
}

bool rulebook_finished(const struct rulebook *book, const void *state, const struct setting *setting,
                       uint32_t *winners)
{
    struct standing standing[SEATS_MOST];
    if (setting->noted == NULL) {
        const bool finished = book->finished(state, setting, winners);
        *winners = is_decided(setting) ? *winners : 0;
        return finished && is_decided(setting);
    }
    stand_noted(setting->noted, setting->seats->count, standing);
    *winners = 0;
    for (int i = 0; i < setting->seats->count; i++)
        *winners |= (uint32_t)standing[i].won << i;
    return true;
}

static void leave_unsure(const struct unsure *u, int seat, struct standing *out)
{
    if (u->later || unsure_of_seat(u, seat, "place"))
        *out = (struct standing){.scored = out->scored, .points = out->points};
    out->scored &= !unsure_of_seat(u, seat, "points");
}

void rulebook_stand(const struct rulebook *book, const void *state, const struct setting *setting,
                    struct standing *out)
{
    uint32_t winners = 0;
    int first = 0, seats = setting->seats->count;
    if (setting->noted != NULL) {
        stand_noted(setting->noted, seats, out);
        return;
    }
    rulebook_finished(book, state, setting, &winners);
    for (int i = 0; i < seats; i++)
        first += (winners & 1u << i) != 0;
    for (int i = 0; i < seats; i++) {
        bool won = winners >> i & 1;
        out[i] = (struct standing){.place = first == 0 ? 0 : (uint8_t)(won ? 1 : first + 1), .won = won};
    }
    if (book->stand != NULL)
        book->stand(state, setting, out);
    for (int i = 0; i < seats && setting->unsure != NULL; i++)
        leave_unsure(setting->unsure, i, &out[i]);
}

static void tell_one(const struct rulebook *book, const void *state, const struct setting *setting, int seat,
                     const struct standing *standing, struct teller *t)
{
    tell_open(t, NULL, '{');
    tell_seat(t, "seat", seat);
    if (book->tell_seat != NULL && setting->noted == NULL)
        book->tell_seat(state, setting, seat, t);
    else if (standing->scored)
        tell_number(t, "points", standing->points);
    else
        tell_nothing(t, "points");
    if (standing->place > 0)
        tell_number(t, "place", standing->place);
    else
        tell_nothing(t, "place");
    tell_close(t);
}

void rulebook_tell_end(const struct rulebook *book, const void *state, const struct setting *setting,
                       struct teller *to)
{
    struct standing standing[SEATS_MOST];
    struct veil veil;
    veil_end(&veil, setting->unsure, to);
    struct teller *t = setting->unsure != NULL ? &veil.teller : to;
    if (book->stand != NULL || setting->noted != NULL) {
        rulebook_stand(book, state, setting, standing);
        tell_open(to, "standing", '[');
        for (int place = 0; place <= setting->seats->count; place++)
            for (int i = 0; i < setting->seats->count; i++)
                if (standing[i].place == place) {
                    veil_seat(&veil, i);
                    tell_one(book, state, setting, i, &standing[i], t);
                }
        tell_close(to);
    }
    veil_end(&veil, setting->unsure, to);
    if (book->tell_rest != NULL && setting->noted == NULL)
        book->tell_rest(state, setting, t);
}

void rulebook_compare(const struct rulebook *book, const void *state, const struct setting *setting, struct comparison *c)
{
    struct standing standing[SEATS_MOST];
    uint32_t winners = 0, seats = 0;
    tell_truth(&c->teller, "finished", book->finished(state, setting, &winners));
    for (int i = 0; i < setting->seats->count; i++)
        seats |= winners >> i & 1 ? 1u << c->seat[i] : 0;
    tell_number(&c->teller, "winners", seats);
    if (book->tell_rest != NULL)
        book->tell_rest(state, setting, &c->teller);
    rulebook_stand(book, state, setting, standing);
    for (int i = 0; i < setting->seats->count; i++) {
        comparison_of_seat(c, i);
        tell_one(book, state, setting, i, &standing[i], &c->teller);
    }
}
