/* Answers to what a record asks, as examples; see example.h. */
#define _XOPEN_SOURCE 700
#include "cli/example.h"

#include <string.h>

struct example {
    const struct context *context;
    const struct record *record;
    const struct ask *ask;
    const struct question *way;
};

/* A name that will do for the first part that asks for one; empty: none. */
static struct span name_known(const struct example *e)
{
    int part = 0;
    while (part < ANSWER_PARTS - 1 && e->way->part[part].kind != PART_NAMES)
        part++;
    for (int i = 0; i < e->ask->names; i++)
        if (e->way->part[part].set == 0 || e->way->part[part].set == e->ask->name_set[i])
            return e->ask->name[i];
    return (struct span){"", 0};
}

enum { SET_CARDS = 128 }; /* codes that a set may have */

static int cards_least(const struct cardset *set)
{
    int card = 0;
    while (card < SET_CARDS && !cards_hold(set, card))
        card++;
    return card < SET_CARDS ? card : -1;
}

/* -1, where another question is asked by now than the one that was answered: an unseen card. */
static void put_card(const struct example *e, struct text *out, int card)
{
    if (card >= 0)
        say_card(e->context, out, &e->record->setting, card);
    else
        text_put(out, "?");
}

/* As a token of the language. */
static void put_name(struct text *out, struct span name)
{
    char text[NAME_MOST + 1];
    snprintf(text, sizeof text, "%.*s", (int)name.length, name.at);
    text_token(out, text);
}

/* The players in examples are those at the table: who is asked, and the next one. */
static void fill_example(void *user, struct text *out, struct span name)
{
    static const char counts[] = "3540211";
    static const char *const costs[] = {"0", "-2", "0", "-1"};
    const struct example *e = user;
    const struct seats *seats = &e->record->seats;
    const int asked = e->ask->seat >= 0 ? e->ask->seat : 0;
    char token[SEAT_TOKEN];
    if (text_is(name, "card"))
        put_card(e, out, e->ask->card);
    else if (name.length == strlen("set1") && memcmp(name.at, "set", strlen("set")) == 0)
        put_card(e, out, cards_least(&e->ask->set[name.at[strlen("set")] - '1']));
    else if (text_is(name, "number"))
        text_printf(out, "%ld", (long)e->ask->number);
    else if (text_is(name, "column"))
        text_add(out, e->ask->column.at, e->ask->column.length);
    else if (text_is(name, "known"))
        put_name(out, name_known(e));
    else if (text_is(name, "counts"))
        for (int i = 0; i < seats->count; i++)
            text_printf(out, "%s%c", i > 0 ? " " : "", counts[i % (int)(sizeof counts - 1)]);
    else if (text_is(name, "sides"))
        for (int i = 0; i < e->ask->sides; i++)
            text_printf(out, "%s%c", i > 0 ? " " : "", counts[i % (int)(sizeof counts - 1)]);
    else if (text_is(name, "costs"))
        for (int i = 0; i < seats->count; i++)
            text_printf(out, "%s%s", i > 0 ? " " : "", costs[i % 4]);
    else
        text_add(out, token,
            seat_write(seats, text_is(name, "other") ? (asked + 1) % seats->count : asked, token));
}

void ask_words(const struct context *context, const struct record *r, const struct ask *ask,
    const struct question *way, const char *text, struct text *out)
{
    const struct example e = {context, r, ask, way};
    say_filled(context, out, text, fill_example, (void *)(uintptr_t)&e);
}

/* The statement that an answer stands for, as the language has it; false: it is the same. */
static bool add_statement(const struct context *context, const struct record *r,
    const struct text *answer, struct text *out)
{
    char room[1024];
    struct reader typed;
    struct fault fault;
    struct answer whole = {.at = room, .room = sizeof room};
    reader_begin(&typed, answer->at, answer->length, 1);
    if (answer_next(&typed, r, &whole, &fault) != READ_STATEMENT
        || (whole.length == answer->length && memcmp(room, answer->at, whole.length) == 0))
        return false;
    struct text shown = {0};
    room[whole.length < sizeof room ? whole.length : sizeof room - 1] = '\0';
    text_put(out, line_shown(context, &shown, room, &r->setting));
    text_clear(&shown);
    return true;
}

bool ask_example(const struct context *context, const struct record *r, const struct ask *ask,
    const struct question *way, struct text *answer, struct text *statement)
{
    ask_words(context, r, ask, way, way->example, answer);
    return add_statement(context, r, answer, statement);
}

void ask_about(const struct context *context, const struct record *r, const struct ask *ask,
    const struct question *way, struct text *out)
{
    static const char stop[] = "。";
    const size_t last = strlen(stop);
    ask_words(context, r, ask, way, way->about, out);
    /* no sentence here */
    if (out->length > last && strcmp(out->at + out->length - last, stop) == 0)
        out->at[out->length -= last] = '\0';
}

/* The values of a fault that the question has texts for. */
static void fill_fault(struct message *message, const char *name, const struct text *text)
{
    for (int i = 0; i < message->count; i++)
        if (strcmp(message->value[i].name, name) == 0) {
            message->value[i].kind = VALUE_TEXT;
            message->value[i].text = text->at;
            message->value[i].length = (uint32_t)text->length;
        }
}

bool say_fault(const struct context *context, const struct fault *fault, const struct record *r,
    const struct setting *setting, struct text *out)
{
    struct message message = fault->message;
    struct text example = {0}, about = {0};
    struct ask ask;
    const bool asks = record_asks(r, &ask);
    if (fault->missed != NULL) {
        ask_words(context, r, &ask, fault->missed, fault->missed->example, &example);
        ask_words(context, r, &ask, fault->missed, fault->missed->about, &about);
        fill_fault(&message, "example", &example);
        fill_fault(&message, "about", &about);
    }
    say_message(context, out, &message, NULL, setting);
    text_clear(&example);
    text_clear(&about);
    return asks && fault->missed != NULL && ask.ways > 1;
}
