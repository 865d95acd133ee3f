/*
 * Hyakumonogatari's score sheet: a night a line, and why it ended so.
 *
 *      night  turns  ending                                   winner
 *          1      4  the moon's curse                         Aki
 *                    Bo held neither the doll nor both effigy and ink
 *          2      3  the shadow turned                        Bo
 *                    Bo laid the doll on the shade
 */
#include "sheet.h"

#include <string.h>

enum { NIGHT = 6, TURNS = 6, ENDING = 36, LEAD = 2 + NIGHT + 2 + TURNS + 2 + ENDING,
       WHY = 2 + NIGHT + 2 + TURNS + 2 };

static const struct {
    const char *word, *text;
} endings[] = {
    {"open", N_("open")},
    {"blessing", N_("the moon's blessing")},
    {"curse", N_("the moon's curse")},
    {"reversal", N_("the shadow turned")},
    {"second-curse", N_("a second curse")},
    {"ghost", N_("burnt by the sun")},
};

static void head(const struct context *context, struct text *t, const struct record *r)
{
    (void)r;
    sheet_label(t, say(context, N_(" night   turns  ending")), LEAD);   /* as wide as the columns */
    text_printf(t, "  %s\n", say(context, N_("winner")));
}

/* A reason with the child's name in it. */
static void add_reason(struct text *t, const char *reason, const char *name)
{
    const char *place = strstr(reason, "%s");
    text_add(t, reason, place != NULL ? (size_t)(place - reason) : strlen(reason));
    if (place == NULL)
        return;
    text_put(t, name);
    text_put(t, place + strlen("%s"));
}

static const char *ending_text(const struct context *context, const char *outcome)
{
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (strcmp(endings[i].word, outcome) == 0)
            return say(context, endings[i].text);
    return outcome;
}

/* Why the night ended so, in one line below it. */
static const char *reason(const char *outcome, const char *by)
{
    static const struct {
        const char *outcome, *by, *text;
    } reasons[] = {
        {"open", "hidden", N_("whether %s held what decides it was not shown")},
        {"blessing", "doll", N_("%s held the doll")},
        {"blessing", "halves", N_("%s held effigy and ink")},
        {"blessing", "either", N_("%s held the doll, or effigy and ink")},
        {"curse", "", N_("%s held neither the doll nor both effigy and ink")},
        {"reversal", "doll", N_("%s laid the doll on the shade")},
        {"reversal", "halves", N_("%s laid effigy and ink on the shade")},
        {"second-curse", "", N_("%s did not turn the shadow")},
        {"ghost", "", N_("%s held the sun")},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (strcmp(reasons[i].outcome, outcome) == 0 && strcmp(reasons[i].by, by) == 0)
            return reasons[i].text;
    return NULL;
}

/* The last column: what there is no room for is left out. */
static void add_winner(struct text *t, const struct record *r, int winner)
{
    enum { ROOM = 80 - LEAD - 2 };
    struct text name = {0};
    text_put(&name, winner < 0 ? "–" : "");
    if (winner >= 0)
        say_seat(&name, &r->seats, winner);
    int width = say_width(name.at, name.length);
    say_padded(t, name.at, name.length, width < ROOM ? width : ROOM, false);
    text_put(t, "\n");
    text_clear(&name);
}

static void night_row(const struct context *context, struct text *t, const struct record *r, json_t *row)
{
    const char *outcome = sheet_text(row, "outcome"), *text = ending_text(context, outcome);
    const char *why = reason(outcome, sheet_text(row, "by"));
    int winner = sheet_seat(r, json_object_get(row, "winner"));
    int child = sheet_seat(r, json_object_get(row, "child"));
    text_printf(t, "  %*ld  %*ld  ", NIGHT, sheet_number(row, "night"), TURNS, sheet_number(row, "turns"));
    say_padded(t, text, strlen(text), ENDING, false);
    text_put(t, "  ");
    add_winner(t, r, winner);
    if (why == NULL || child < 0)
        return;
    struct text name = {0}, line = {0};
    say_seat(&name, &r->seats, child);
    add_reason(&line, say(context, why), name.at);
    text_spaces(t, WHY);
    say_wrapped(t, line.at, WHY, WHY);
    text_put(t, "\n");
    text_clear(&name);
    text_clear(&line);
}

/* ---- the board --------------------------------------------------------------------------- */

enum { CELL = 16, LABEL = 14, NAME_LEAST = 6, NAME_WIDEST = 24, ROLE = 16, CARDS = 7, LINE_WIDTH = 80 };

static long copies(json_t *list, const char *card)
{
    size_t index;
    json_t *one;
    long count = 0;
    json_array_foreach(list, index, one)
        count += strcmp(json_string_value(one), card) == 0;
    return count;
}

/* "candle x2, sun": like cards stand together in the tree. */
static void add_cards(const struct context *context, struct text *t, const struct record *r, json_t *list)
{
    text_put(t, "");
    for (size_t i = 0; i < json_array_size(list);) {
        const char *card = json_string_value(json_array_get(list, i));
        long count = copies(list, card);
        text_put(t, i == 0 ? "" : context->japanese ? "、" : ", ");
        sheet_card(context, t, r, card);
        if (count > 1)
            text_printf(t, " x%ld", count);
        i += (size_t)(count > 0 ? count : 1);
    }
    if (json_array_size(list) == 0)
        text_put(t, "–");
}

static void card_line(const struct context *context, struct text *t, const struct record *r,
                      const char *label, json_t *list)
{
    struct text cards = {0};
    add_cards(context, &cards, r, list);
    sheet_item(t, label, LABEL, cards.at);
    text_clear(&cards);
}

/* What lies in a place, what lies on it first: "sun/newmoon". Empty places are a dash. */
static void add_place(const struct context *context, struct text *t, const struct record *r,
                      json_t *table, const char *card, int copy)
{
    struct text in = {0};
    json_t *altar = json_object_get(table, "altar"), *shade = json_object_get(table, "on_shade");
    bool moon = strcmp(card, "newmoon") == 0;
    text_put(&in, "");
    if (copies(altar, card) < copy) {
        text_put(&in, "–");
    } else {
        if (moon && copies(altar, "sun") > 0)
            sheet_card(context, &in, r, "sun");
        for (size_t i = 0; strcmp(card, "shade") == 0 && i < json_array_size(shade); i++) {
            text_put(&in, in.length > 0 ? "+" : "");
            sheet_card(context, &in, r, json_string_value(json_array_get(shade, i)));
        }
        text_put(&in, in.length > 0 ? "/" : "");
        sheet_card(context, &in, r, card);
    }
    int left = (CELL - say_width(in.at, in.length)) / 2;
    text_put(t, "|");
    text_spaces(t, left > 0 ? left : 0);
    say_padded(t, in.at, in.length, CELL - (left > 0 ? left : 0), false);
    text_clear(&in);
}

/* Three rows, the new moon on top; `of` names each place's card. */
static void pyramid(const struct context *context, struct text *t, const struct record *r, json_t *table)
{
    static const struct { const char *card; int copy; } places[3][3] = {
        {{"newmoon", 1}}, {{"granite", 1}, {"shade", 1}}, {{"candle", 1}, {"candle", 2}, {"candle", 3}},
    };
    static const char edge[] = "-----------------";
    for (int row = 0; row < 3; row++) {
        int indent = 4 + (2 - row) * (CELL + 1) / 2;
        text_spaces(t, indent);
        for (int i = 0; i <= row; i++)
            text_printf(t, "+%.*s", CELL, edge);
        text_put(t, "+\n");
        text_spaces(t, indent);
        for (int i = 0; i <= row; i++)
            add_place(context, t, r, table, places[row][i].card, places[row][i].copy);
        text_put(t, "|\n");
    }
    text_printf(t, "    +%.*s+%.*s+%.*s+\n", CELL, edge, CELL, edge, CELL, edge);
}

/* Cards that an irregularity put on the altar beside its six places. */
static void besides(const struct context *context, struct text *t, const struct record *r, json_t *table)
{
    static const struct { const char *card; long places; } own[] = {
        {"newmoon", 1}, {"granite", 1}, {"shade", 1}, {"candle", 3}, {"sun", 1},
    };
    json_t *altar = json_object_get(table, "altar"), *shade = json_object_get(table, "on_shade");
    json_t *rest = json_array();
    for (size_t i = 0; i < json_array_size(altar);) {
        json_t *one = json_array_get(altar, i);
        long count = copies(altar, json_string_value(one)), more = count - copies(shade, json_string_value(one));
        for (size_t k = 0; k < sizeof own / sizeof *own; k++)
            if (strcmp(own[k].card, json_string_value(one)) == 0)
                more -= own[k].places;
        for (; more > 0; more--)
            json_array_append(rest, one);
        i += (size_t)count;
    }
    if (json_array_size(rest) > 0)
        card_line(context, t, r, say(context, N_("besides")), rest);
    json_decref(rest);
}

static void head_line(const struct context *context, struct text *t, const struct record *r, json_t *table)
{
    const char *phase = sheet_text(table, "phase");
    int seat = sheet_seat(r, json_object_get(table, "on_turn"));
    struct text line = {0};
    if (strcmp(phase, "before") == 0) {
        text_printf(t, "  %s\n", say(context, N_("No night has begun.")));
        return;
    }
    text_printf(&line, say(context, N_("  night %ld · turn %ld · ")), sheet_number(table, "night"),
                sheet_number(table, "turn") - (strcmp(phase, "over") == 0));
    if (seat >= 0) {
        say_seat(&line, &r->seats, seat);
        text_put(&line, say(context, N_(" is on turn")));
    } else {
        text_put(&line, ending_text(context, sheet_text(table, "outcome")));
    }
    text_spaces(t, 2);
    say_wrapped(t, line.at + strspn(line.at, " "), 2, 2);
    text_put(t, "\n");
    text_clear(&line);
}

/* What keeps the altar from being complete: missing cards, and the sun. */
static void missing_lines(const struct context *context, struct text *t, const struct record *r, json_t *table)
{
    char left[128];
    long turns = sheet_number(table, "sun_left");
    json_t *missing = json_object_get(table, "missing");
    if (json_is_true(json_object_get(table, "complete")))
        sheet_item(t, say(context, N_("missing")), LABEL, say(context, N_("nothing: the altar is complete")));
    else if (json_array_size(missing) == 0)
        sheet_item(t, say(context, N_("missing")), LABEL,
                   say(context, N_("nothing, but the sun hides the new moon")));
    else
        card_line(context, t, r, say(context, N_("missing")), missing);
    snprintf(left, sizeof left, say(context, N_("hides the new moon; turns left, this one counted: %ld")), turns);
    if (turns > 0)
        sheet_item(t, say(context, N_("sun")), LABEL, left);
    if (json_is_true(json_object_get(table, "reversed")))
        sheet_item(t, say(context, N_("shadow")), LABEL, say(context, N_("turned")));
}

static const char *role_text(const struct context *context, json_t *seat)
{
    const char *role = sheet_text(seat, "role");
    if (json_is_true(json_object_get(seat, "frozen")))
        return say(context, N_("under the sun"));
    return strcmp(role, "parent") == 0     ? say(context, N_("parent"))
           : strcmp(role, "child") == 0    ? say(context, N_("child"))
           : strcmp(role, "follower") == 0 ? say(context, N_("night follower"))
                                           : "";
}

static void hand_line(const struct context *context, struct text *t, const struct record *r, json_t *seat,
                      int width)
{
    struct text name = {0}, known = {0};
    const char *role = role_text(context, seat), *doll = sheet_text(seat, "doll");
    bool child = strcmp(sheet_text(seat, "role"), "child") == 0;
    text_put(&name, "");
    say_seat(&name, &r->seats, sheet_seat(r, json_object_get(seat, "seat")));
    add_cards(context, &known, r, json_object_get(seat, "known"));
    if (child && doll[0] != '\0')
        text_put(&known, strcmp(doll, "yes") == 0  ? say(context, N_(" (the doll is there, or effigy and ink)"))
                         : strcmp(doll, "no") == 0 ? say(context, N_(" (neither the doll nor effigy and ink)"))
                                                   : say(context, N_(" (perhaps the doll)")));
    text_put(t, "  ");
    say_padded(t, name.at, name.length, width, false);
    text_put(t, "  ");
    say_padded(t, role, strlen(role), ROLE, false);
    text_printf(t, "%*ld  ", CARDS, sheet_number(seat, "cards"));
    int column = 2 + width + 2 + ROLE + CARDS + 2;
    say_wrapped(t, known.at, column, column);
    text_put(t, "\n");
    text_clear(&name);
    text_clear(&known);
}

static void hands(const struct context *context, struct text *t, const struct record *r, json_t *table)
{
    const char *cards = say(context, N_("cards"));
    json_t *seats = json_object_get(table, "seats"), *seat;
    size_t index;
    int width = NAME_LEAST;
    for (int i = 0; i < r->seats.count; i++) {
        int name = say_width(r->seats.row[i].name, r->seats.row[i].length);
        width = name > width ? name < NAME_WIDEST ? name : NAME_WIDEST : width;
    }
    text_spaces(t, 2 + width + 2 + ROLE);
    say_padded(t, cards, strlen(cards), CARDS, true);
    text_printf(t, "  %s\n", say(context, N_("known to hold")));
    json_array_foreach(seats, index, seat)
        hand_line(context, t, r, seat, width);
}

/*
 *      night 1 · turn 2 · Aki is on turn
 *                             +----------------+
 *                             |  sun/newmoon   |
 *                    +----------------+----------------+
 *                    |    granite     |       –        |
 *           +----------------+----------------+----------------+
 *           |     candle     |     candle     |       –        |
 *           +----------------+----------------+----------------+
 *      missing      shade, candle
 *      graveyard    fox
 *      pile         4
 *      hidden       candle, doll, ink, …
 *              role              cards  known to hold
 *      Aki     parent                4  ink
 *      Bo      child                 4  – (perhaps the doll)
 */
static void board(const struct context *context, struct text *t, const struct record *r, json_t *table)
{
    char pile[32];
    head_line(context, t, r, table);
    if (strcmp(sheet_text(table, "phase"), "before") == 0)
        return;
    pyramid(context, t, r, table);
    besides(context, t, r, table);
    missing_lines(context, t, r, table);
    card_line(context, t, r, say(context, N_("graveyard")), json_object_get(table, "graveyard"));
    snprintf(pile, sizeof pile, "%ld", sheet_number(table, "pile"));
    sheet_item(t, say(context, N_("pile")), LABEL, pile);
    card_line(context, t, r, say(context, N_("hidden")), json_object_get(table, "hidden"));
    hands(context, t, r, table);
}

const struct layout hyakumonogatari_layout = {
    .book = &hyakumonogatari_rulebook, .head = head, .row = night_row, .board = board,
};
