/*
 * A finding's argument, told whole: what was claimed, which cards that leaves without a place,
 * which lines say so.
 */
#include "cli/say.h"

#include <string.h>

/* A paragraph that grows by sentences. */
struct reasoning {
    const struct context *context;
    struct text *t;
    const struct ruling *ruling;
    const struct setting *setting;
    struct text cards, places, rooms, lines; /* lists, as they stand in the sentences */
};

static void add(const struct reasoning *a, const struct message *m)
{
    if (a->t->length > 0 && !a->context->japanese)
        text_put(a->t, " ");
    say_message(a->context, a->t, m, a->ruling, a->setting);
}

/* ---- lists ------------------------------------------------------------------------------- */

/* Do both differ in their numbers alone, the second following the first? */
static bool follows(const struct reasoning *a, int before, int card)
{
    char one[NAME_MOST] = "", other[NAME_MOST] = "";
    const size_t length = card_spell(a->setting, before, false, one),
                 more = card_spell(a->setting, card, false, other);
    return card == before + 1 && length > 1 && more > 1 && one[0] == other[0]
           && strspn(one + 1, "0123456789") >= length - 1
           && strspn(other + 1, "0123456789") >= more - 1;
}

static void sort(int *card, int count)
{
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && card[k - 1] > card[k]; k--) {
            const int swap = card[k];
            card[k] = card[k - 1];
            card[k - 1] = swap;
        }
}

/* "b1, r3–r7, g9": three and more in a row by the first and the last. */
static void list_cards(const struct reasoning *a, struct text *list, int *card, int count)
{
    sort(card, count);
    for (int i = 0, last; i < count; i = last + 1) {
        for (last = i; last + 1 < count && follows(a, card[last], card[last + 1]);)
            last++;
        if (last < i + 2)
            last = i;
        if (i > 0)
            say_comma(a->context, list);
        say_card(a->context, list, a->setting, card[i]);
        if (last > i) {
            text_put(list, a->context->japanese ? "〜" : "–");
            say_card(a->context, list, a->setting, card[last]);
        }
    }
}

static int find_left(const struct grounds *g, int card[GROUNDS_CARDS])
{
    int count = 0;
    for (int code = 0; code < 128 && count < GROUNDS_CARDS; code++)
        if (cards_hold(&g->left, code))
            card[count++] = code;
    return count;
}

static void say_with_seat(const struct reasoning *a, struct text *t, const char *text, int seat)
{
    struct message m;
    message_seat(message_set(&m, text), "seat", seat);
    say_message(a->context, t, &m, NULL, a->setting);
}

static void say_hand(struct reasoning *a, enum hand_part part, int seat)
{
    switch (part) {
    case WHOLE_HAND: say_seat(&a->places, a->setting->seats, seat); break;
    case PASSED_TO_IT: say_with_seat(a, &a->places, N_("the cards passed to {seat}"), seat); break;
    case KEPT_IN_IT: say_with_seat(a, &a->places, N_("the cards that {seat} kept"), seat); break;
    }
}

static void list_shortage(struct reasoning *a)
{
    const struct grounds *g = &a->ruling->grounds;
    int card[GROUNDS_CARDS];
    for (int i = 0; i < g->cards; i++)
        card[i] = g->card[i];
    list_cards(a, &a->cards, card, g->cards);
    for (int i = 0; i < g->places; i++) {
        if (i > 0) {
            say_comma(a->context, &a->places);
            say_comma(a->context, &a->rooms);
        }
        const size_t from = a->places.length;
        if (g->place[i].seat < 0)
            text_put(&a->places,
                say(a->context, g->nobody != NULL ? g->nobody : N_("the place aside")));
        else
            say_hand(a, (enum hand_part)g->place[i].part, g->place[i].seat);
        text_add(&a->rooms, a->places.at + from, a->places.length - from);
        text_printf(&a->rooms, " %u", g->place[i].room);
    }
}

/* ---- what was claimed -------------------------------------------------------------------- */

static void add_claim(const struct reasoning *a, const struct suspect *s)
{
    struct message m;
    if (s->claim == NULL)
        return;
    /* several claims are told apart by their lines, or tricks */
    if (a->ruling->suspect_count > 1 && s->trick == 0) {
        message_number(message_set(&m, N_("Line {line}:")), "line", (int32_t)s->line);
        add(a, &m);
    }
    message_seat(message_set(&m, s->claim), "seat", s->seat);
    message_card(&m, "card", s->card);
    message_number(&m, "trick", s->trick);
    if (s->led != NULL)
        message_word(&m, "led", s->led);
    add(a, &m);
}

static void add_claims(const struct reasoning *a)
{
    struct message m;
    add_claim(a, &a->ruling->claim);
    for (int i = 0; i < a->ruling->suspect_count; i++)
        add_claim(a, &a->ruling->suspect[i]);
    if (a->ruling->kind == RULING_IMPOSSIBLE && a->ruling->claim.claim == NULL)
        add(a, message_set(&m, N_("Suppose that {seat} had {card}.")));
    else if (a->ruling->suspect_count > 1)
        add(a, message_set(&m, N_("Suppose that all of this is so.")));
}

/* ---- why it cannot be -------------------------------------------------------------------- */

/* The hand has more cards than could be in it. */
static void add_wanting(struct reasoning *a)
{
    const struct grounds *g = &a->ruling->grounds;
    int card[GROUNDS_CARDS];
    const int left = find_left(g, card);
    struct text hand = {0};
    struct message m;
    list_cards(a, &a->cards, card, left);
    say_with_seat(a, &hand,
        g->with_aside ? N_("{seat}'s hand and the place aside") : N_("{seat}'s hand"), g->whose);
    message_set(&m,
        left > 1 ? N_("{wanting} cards of {hand} were never seen, but only {count} were left that "
                      "could be among them: {cards}.")
        : left == 1 ? N_("{wanting} cards of {hand} were never seen, but only one was left that "
                         "could be among them: {cards}.")
        : g->wanting > 1
            ? N_("{wanting} cards of {hand} were never seen, but none was left that could be among "
                 "them.")
            : N_("One card of {hand} was never seen, but none was left that it could be."));
    message_string(&m, "hand", hand.at);
    message_number(&m, "wanting", g->wanting);
    message_number(&m, "count", left);
    if (left > 0)
        message_string(&m, "cards", a->cards.at);
    add(a, &m);
    if (g->lines > 0)
        add(a, message_set(&m, N_("Every other card that could be is on record elsewhere.")));
    text_clear(&hand);
}

static unsigned room_of(const struct grounds *g)
{
    unsigned room = 0;
    for (int i = 0; i < g->places; i++)
        room += g->place[i].room;
    return room;
}

/* The cards have more places to be than there is room. */
static void add_room(const struct reasoning *a)
{
    const struct grounds *g = &a->ruling->grounds;
    const unsigned room = room_of(g);
    struct message m;
    message_set(&m, room == 0 ? N_("But no unseen card was left there.")
                    : g->trick > 0 && g->places > 1
                        ? N_("But by trick {trick} there was room for {room} there: {rooms}.")
                    : g->trick > 0  ? N_("But by trick {trick} there was room for {room} there.")
                    : g->places > 1 ? N_("But there was room for {room} there: {rooms}.")
                                    : N_("But there was room for {room} there."));
    message_number(&m, "room", (int32_t)room);
    message_number(&m, "trick", g->trick);
    message_string(&m, "rooms", a->rooms.at);
    add(a, &m);
}

/* One hand alone could hold them, and all of it was seen. */
static void add_whole_hand(const struct reasoning *a)
{
    const struct grounds *g = &a->ruling->grounds;
    struct message m;
    message_set(&m, a->ruling->seat == g->place[0].seat && a->ruling->suspect_count == 0
                        ? N_("But the whole hand of {holder} is on record, without {cards}.")
                    : g->cards == 1 ? N_("Then {cards} could only have been with {holder}, whose "
                                         "whole hand is on record without it.")
                                    : N_("Then {cards} could only have been with {holder}, whose "
                                         "whole hand is on record without them."));
    message_string(&m, "cards", a->cards.at);
    message_seat(&m, "holder", g->place[0].seat);
    add(a, &m);
}

/* Where the cards could have been: with people, or in other places and parts of hands too. */
static const char *text_of_places(const struct ruling *r)
{
    const struct grounds *g = &r->grounds;
    bool others = false;
    for (int i = 0; i < g->places; i++)
        others |= g->place[i].seat < 0 || g->place[i].part != WHOLE_HAND;
    if (g->places == 0)
        return r->kind == RULING_IMPOSSIBLE && g->cards == 1 && g->card[0] == r->card
                   ? N_("But no {cards} was left then that could have been there.")
                   : N_("But then there was no place left where {cards} could have been.");
    if (g->cards == 1)
        return others ? N_("Then {cards} could only have been here: {places}.")
                      : N_("Then {cards} could only have been with {places}.");
    return others ? N_("Then these {count} cards could only have been here ({places}): {cards}.")
                  : N_("Then these {count} cards could only have been with {places}: {cards}.");
}

static void add_shortage(struct reasoning *a)
{
    const struct grounds *g = &a->ruling->grounds;
    struct message m;
    list_shortage(a);
    if (g->places == 1 && g->place[0].seat >= 0 && g->place[0].part == WHOLE_HAND
        && g->place[0].room == 0) {
        add_whole_hand(a);
        return;
    }
    message_set(&m, text_of_places(a->ruling));
    message_string(&m, "cards", a->cards.at);
    message_number(&m, "count", g->cards);
    if (g->places > 0)
        message_string(&m, "places", a->places.at);
    add(a, &m);
    if (g->places > 0)
        add_room(a);
}

/* The cards say it by themselves. */
static void add_shown(struct reasoning *a)
{
    const struct grounds *g = &a->ruling->grounds;
    struct message m;
    list_shortage(a);
    message_string(message_set(&m, g->shown), "cards", a->cards.at);
    message_seat(&m, "holder", g->holder);
    message_number(&m, "room", (int32_t)room_of(g));
    message_number(&m, "wanting", g->wanting);
    message_number(&m, "line", (int32_t)g->since);
    add(a, &m);
}

/* ---- what follows ------------------------------------------------------------------------ */

static bool one_player(const struct ruling *r)
{
    for (int i = 0; i < r->suspect_count; i++)
        if (r->suspect[i].seat != r->seat)
            return false;
    return true;
}

static void add_so(const struct reasoning *a, bool counted)
{
    struct message m;
    const char *text = NULL;
    switch (a->ruling->kind) {
    case RULING_CONFLICT:
        text = one_player(a->ruling) ? N_("So at least one of these plays of {seat} broke a rule.")
                                     : N_("So at least one of these plays broke a rule.");
        break;
    case RULING_IMPOSSIBLE:
        text = a->ruling->claim.claim != NULL
                   ? N_("So this line is not right.")
                   : N_("So {seat} did not have it: this line is not right.");
        break;
    case RULING_IRREGULAR:
        text = !counted                        ? N_("So it was not right.")
               : a->ruling->grounds.cards == 1 ? N_("So it was in {seat}'s hand.")
                                               : N_("So {seat} held at least one of them.");
        break;
    case RULING_OPEN:
    case RULING_UNPROVEN:
    case RULING_SLIP: return;
    }
    add(a, message_set(&m, text));
}

static void add_lines(struct reasoning *a)
{
    const struct grounds *g = &a->ruling->grounds;
    struct message m;
    if (g->lines == 0)
        return;
    say_numbers(a->context, &a->lines, g->line, g->lines, NULL);
    message_set(&m,
        g->lines > 1 ? N_("It shows in lines {lines}.") : N_("It shows in line {lines}."));
    message_string(&m, "lines", a->lines.at);
    add(a, &m);
}

bool say_argument(const struct context *context, struct text *t, const struct ruling *ruling,
    const struct setting *setting)
{
    const struct grounds *g = &ruling->grounds;
    struct reasoning a = {.context = context, .t = t, .ruling = ruling, .setting = setting};
    int left[GROUNDS_CARDS];
    const bool turned = g->whose >= 0 && find_left(g, left) < g->cards;
    if (g->cards == 0 || ruling->kind < RULING_CONFLICT)
        return false;
    add_claims(&a);
    if (g->shown != NULL)
        add_shown(&a);
    else if (turned)
        add_wanting(&a);
    else
        add_shortage(&a);
    add_so(&a, g->shown == NULL && !turned && ruling->claim.trick > 0);
    add_lines(&a);
    text_clear(&a.cards);
    text_clear(&a.places);
    text_clear(&a.rooms);
    text_clear(&a.lines);
    return true;
}
