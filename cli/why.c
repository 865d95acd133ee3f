/* A finding's argument, told whole: which cards must have lain somewhere, where there was room, which lines say so. */
#include "cli/say.h"

#include <string.h>

static void add_place(const struct context *context, struct text *list, const struct grounds *g, int place,
                      const struct setting *setting)
{
    struct message m;
    if (place > 0)
        say_comma(context, list);
    message_set(&m, g->place[place].seat < 0 ? N_("set aside (room for {room})") : N_("{seat} (room for {room})"));
    message_seat(&m, "seat", g->place[place].seat);
    message_number(&m, "room", g->place[place].room);
    say_message(context, list, &m, NULL, setting);
}

/* What would have had to be, and is not: by kind of finding; with places, or with none at all. */
static const char *const supposed[][2] = {
    [RULING_CONFLICT] = {N_("If all of these plays were right, these cards would be nowhere: {cards}."),
                         N_("If all of these plays were right, {cards} could be only here: {places}.")},
    [RULING_IRREGULAR] = {N_("If the play was right, {cards} would be nowhere it could be."),
                          N_("If the play was right, {cards} could be only here: {places}.")},
    [RULING_IMPOSSIBLE] = {N_("If the line was right, {cards} would be nowhere it could be."),
                           N_("If the line was right, {cards} could be only here: {places}.")},
};
static const char *const so[] = {
    [RULING_CONFLICT] = N_("So at least one of these plays was not right."),
    [RULING_IRREGULAR] = N_("So the play was not right."),
    [RULING_IMPOSSIBLE] = N_("So the line cannot be right."),
};

static void add(const struct context *context, struct text *t, const struct message *m, const struct setting *setting)
{
    if (t->length > 0 && !context->japanese)
        text_put(t, " ");
    say_message(context, t, m, NULL, setting);
}

/* "That is room for 8, but these are 9 cards." */
static void add_sum(const struct context *context, struct text *t, const struct grounds *g)
{
    struct message m;
    unsigned room = 0;
    for (int i = 0; i < g->places; i++)
        room += g->place[i].room;
    message_set(&m, room == 0 ? N_("No room was left there.") : N_("That is room for {room}, but these are {count} cards."));
    message_number(&m, "room", (int32_t)room);
    message_number(&m, "count", g->cards);
    add(context, t, &m, NULL);
}

static void add_lines(const struct context *context, struct text *t, const struct grounds *g)
{
    struct message m;
    struct text list = {0};
    for (int i = 0; i < g->lines; i++) {
        if (i > 0)
            say_comma(context, &list);
        text_number(&list, (long)g->line[i]);
    }
    message_string(message_set(&m, g->lines > 1 ? N_("It shows in the lines {lines}.") : N_("It shows in line {lines}.")),
                   "lines", list.at);
    if (g->lines > 0)
        add(context, t, &m, NULL);
    text_clear(&list);
}

/* A card on record in a hand, the offender's or another's: the message knows whose. */
static bool add_card(const struct context *context, struct text *t, const struct ruling *ruling,
                     const struct setting *setting)
{
    const struct value *holder = NULL;
    struct message m;
    for (int i = 0; i < ruling->message.count; i++)
        if (strcmp(ruling->message.value[i].name, "holder") == 0)
            holder = &ruling->message.value[i];
    if (holder == NULL || ruling->grounds.places > 0)
        return false;
    message_seat(message_set(&m, N_("{card} is on record in {holder}'s hand.")), "holder", holder->number);
    message_card(&m, "card", ruling->grounds.card[0]);
    add(context, t, &m, setting);
    return true;
}

bool say_argument(const struct context *context, struct text *t, const struct ruling *ruling, const struct setting *setting)
{
    const struct grounds *g = &ruling->grounds;
    struct text cards = {0}, places = {0};
    struct message m;
    if (g->cards == 0 || ruling->kind < RULING_CONFLICT)
        return false;
    if (!add_card(context, t, ruling, setting)) {
        for (int i = 0; i < g->cards; i++) {
            if (i > 0)
                say_comma(context, &cards);
            say_card(context, &cards, setting, g->card[i]);
        }
        for (int i = 0; i < g->places; i++)
            add_place(context, &places, g, i, setting);
        message_string(message_set(&m, supposed[ruling->kind][g->places > 0]), "cards", cards.at);
        if (g->places > 0)
            message_string(&m, "places", places.at);
        add(context, t, &m, setting);
        if (g->places > 0)
            add_sum(context, t, g);
    }
    add(context, t, message_set(&m, so[ruling->kind]), setting);
    add_lines(context, t, g);
    text_clear(&cards);
    text_clear(&places);
    return true;
}
