/*
 * NeedFire's score sheet: each ignition with its fighters, how strong each was and why, and who was
 * wounded; then the standing, a player a line.
 *
 *      1  Bo lights f14 (w1)
 *         Aki   h1   2   power cards h17 f23
 *         Bo    h5   1   beside h18
 *         Reversal: one alone has any strength and is wounded: h1
 *
 * And the board: below each player's hand and discards the row, with the power cards on it.
 *
 *      Battle 2 · Bo to act
 *      Aki   hand 2 (f2) · discards 1: 1 face down
 *            h1+h17+f23  h14
 */
#include "sheet.h"

#include <string.h>

enum { TURN = 4, INDENT = TURN + 4, CARD = 6, NUMBER = 10, POWERS = 3, NAME_LEAST = 6, NAME_WIDEST = 24,
       LINE_WIDTH = 80 };

/* A card of a tree, as it is written in the reader's language: 人18 for h18. */
static void add_card(const struct context *context, struct text *t, const struct record *r,
                     const char *card)
{
    int code = r->setting.book->card_read((struct span){card, strlen(card)});
    if (code >= 0)
        say_card(context, t, &r->setting, code);
    else
        text_put(t, card);
}

static void add_cards(const struct context *context, struct text *t, const struct record *r,
                      json_t *list)
{
    size_t index;
    json_t *card;
    json_array_foreach(list, index, card) {
        text_put(t, index > 0 ? " " : "");
        add_card(context, t, r, json_string_value(card));
    }
}

/* w3, or 白3. */
static void add_element(const struct context *context, struct text *t, const char *element)
{
    if (context->japanese)
        text_printf(t, "%s%s", element[0] == 'b' ? "黒" : "白", element + 1);
    else
        text_put(t, element);
}

/* A name that the pack gives, behind the card. */
static void add_name(struct text *t, json_t *object)
{
    if (sheet_text(object, "name")[0] != '\0')
        text_printf(t, "%s“%s”", t->length > 0 ? " " : "", sheet_text(object, "name"));
}

static int name_width(const struct record *r)
{
    int width = NAME_LEAST;
    for (int i = 0; i < r->seats.count; i++) {
        int name = say_width(r->seats.row[i].name, r->seats.row[i].length);
        width = name > width ? name : width;
    }
    return width < NAME_WIDEST ? width : NAME_WIDEST;
}

/* A tree's player; a name as it is spelled is always a whole one. */
static void add_seat(struct text *t, const struct record *r, json_t *object)
{
    const char *name = sheet_text(object, "seat");
    for (int i = 0; i < r->seats.count; i++)
        if (strlen(name) == r->seats.row[i].length
            && memcmp(name, r->seats.row[i].name, r->seats.row[i].length) == 0)
            say_seat(t, &r->seats, i);
}

static void add_seat_column(struct text *t, const struct record *r, json_t *object)
{
    struct text name = {0};
    text_put(&name, "");
    add_seat(&name, r, object);
    say_padded(t, name.at, name.length, name_width(r), false);
    text_clear(&name);
}

/* Why a fighter is as strong as it is. */
static void add_reasons(const struct context *context, struct text *t, const struct record *r,
                        json_t *fighter)
{
    json_t *by = json_object_get(fighter, "by"), *beside = json_object_get(fighter, "beside");
    if (json_array_size(by) > 0) {
        text_put(t, say(context, N_("power cards ")));
        add_cards(context, t, r, by);
    }
    if (json_array_size(beside) > 0) {
        text_put(t, json_array_size(by) == 0 ? "" : context->japanese ? "、" : ", ");
        text_put(t, say(context, N_("beside ")));
        add_cards(context, t, r, beside);
    }
}

static void fighter_row(const struct context *context, struct text *t, const struct record *r,
                        json_t *fighter)
{
    struct text card = {0}, why = {0};
    add_card(context, &card, r, sheet_text(fighter, "card"));
    text_printf(t, "%*s", INDENT, "");
    add_seat_column(t, r, fighter);
    text_put(t, "  ");
    say_padded(t, card.at, card.length, CARD, false);
    text_printf(t, "%*ld", POWERS, sheet_number(fighter, "power"));
    add_reasons(context, &why, r, fighter);
    add_name(&why, fighter);
    if (why.length > 0) {
        int column = INDENT + name_width(r) + 2 + CARD + POWERS + 3;
        text_put(t, "   ");
        say_wrapped(t, why.at, column, column);
    }
    text_put(t, "\n");
    text_clear(&card);
    text_clear(&why);
}

static const char *case_text(const char *word)
{
    static const struct { const char *word, *text; } texts[] = {
        {"none", N_("Fewer than two fighters: nothing happens.")},
        {"best", N_("One is the strongest; all others are wounded: ")},
        {"tie", N_("No single strongest; all are wounded: ")},
        {"reversal", N_("Reversal: one alone has any strength and is wounded: ")},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i].word, word) == 0)
            return texts[i].text;
    return "";
}

static void ignition_row(const struct context *context, struct text *t, const struct record *r,
                         json_t *row)
{
    struct text seat = {0}, card = {0}, end = {0};
    size_t index;
    json_t *fighter;
    if (json_is_string(json_object_get(row, "seat")))
        add_seat(&seat, r, row);
    else
        text_put(&seat, say(context, N_("Somebody")));
    add_card(context, &card, r, sheet_text(row, "card"));
    add_name(&card, row);
    text_printf(t, "  %*ld  ", TURN, sheet_number(row, "turn"));
    text_printf(t, say(context, N_("%s lights %s")), seat.at, card.at);
    text_put(t, " (");
    add_element(context, t, sheet_text(row, "element"));
    text_printf(t, "%s%s)\n", sheet_text(row, "rune")[0] ? " " : "", sheet_text(row, "rune"));
    json_array_foreach(json_object_get(row, "fighters"), index, fighter)
        fighter_row(context, t, r, fighter);
    text_put(&end, say(context, case_text(sheet_text(row, "case"))));
    add_cards(context, &end, r, json_object_get(row, "wounded"));
    text_printf(t, "%*s", INDENT, "");
    say_wrapped(t, end.at, INDENT, INDENT);
    text_put(t, "\n");
    text_clear(&seat);
    text_clear(&card);
    text_clear(&end);
}

static void standing(const struct context *context, struct text *t, const struct record *r,
                     json_t *list)
{
    const char *const heads[] = {say(context, N_("in row")), say(context, N_("discards"))};
    const char *place = say(context, N_("place"));
    size_t index;
    json_t *row;
    say_padded(t, place, strlen(place), INDENT - 2, true);
    text_printf(t, "  %*s", name_width(r), "");
    for (int i = 0; i < 2; i++)
        say_padded(t, heads[i], strlen(heads[i]), NUMBER, true);
    text_printf(t, "   %s\n", say(context, N_("powers")));
    json_array_foreach(list, index, row) {
        text_printf(t, "%*ld  ", INDENT - 2, sheet_number(row, "place"));
        add_seat_column(t, r, row);
        text_printf(t, "%*ld%*ld", NUMBER, sheet_number(row, "battle"), NUMBER,
                    sheet_number(row, "discards"));
        size_t k;
        json_t *power;
        json_array_foreach(json_object_get(row, "powers"), k, power)
            text_printf(t, k == 0 ? "   %d" : " %d", (int)json_integer_value(power));
        text_put(t, "\n");
    }
}

/* ---- the board --------------------------------------------------------------------------- */

/* A piece behind others, so far apart, on a line of 80 columns; the line goes on below `indent`. */
static void add_piece(struct text *t, const char *piece, int *column, int indent, int gap)
{
    int width = say_width(piece, strlen(piece));
    bool first = *column == indent;
    if (!first && *column + gap + width > LINE_WIDTH) {
        text_put(t, "\n");
        text_spaces(t, indent);
        *column = indent;
        first = true;
    }
    text_spaces(t, first ? 0 : gap);
    say_wrapped(t, piece, first ? indent : *column + gap, indent);
    *column += width + (first ? 0 : gap);
}

/* h18+f5+h9 */
static void add_stack(const struct context *context, struct text *t, const struct record *r, json_t *one)
{
    size_t index;
    json_t *card;
    add_card(context, t, r, sheet_text(one, "card"));
    json_array_foreach(json_object_get(one, "powers"), index, card) {
        text_put(t, "+");
        add_card(context, t, r, json_string_value(card));
    }
}

/* "hand 3 (f2 f5) · discards 2: 1 face down, h17" */
static void add_hidden(const struct context *context, struct text *t, const struct record *r, json_t *player)
{
    json_t *open = json_object_get(player, "open"), *known = json_object_get(player, "known");
    long down = sheet_number(player, "down");
    if (json_is_integer(json_object_get(player, "hand")))
        text_printf(t, say(context, N_("hand %ld")), sheet_number(player, "hand"));
    else
        text_put(t, say(context, N_("hand unknown")));
    if (json_array_size(known) > 0) {
        text_put(t, " (");
        add_cards(context, t, r, known);
        text_put(t, ")");
    }
    text_put(t, " · ");
    if (json_is_true(json_object_get(player, "more_down")))
        text_put(t, say(context, N_("discards unknown")));
    else
        text_printf(t, say(context, N_("discards %ld")), sheet_number(player, "discards"));
    if (down + (long)json_array_size(open) == 0)
        return;
    text_put(t, context->japanese ? "：" : ": ");
    if (down > 0)
        text_printf(t, say(context, N_("%ld face down")), down);
    if (down > 0 && json_array_size(open) > 0)
        text_put(t, context->japanese ? "、" : ", ");
    add_cards(context, t, r, open);
}

/* "Placement 4 · Bo to act · 23 cards in the middle" */
static void add_place(const struct context *context, struct text *t, const struct record *r, json_t *table)
{
    struct message place;
    struct text seat = {0};
    r->setting.book->table->place(r->state, &r->setting, &place);
    text_put(t, "  ");
    say_message(context, t, &place, NULL, &r->setting);
    if (json_is_string(json_object_get(table, "turn"))) {
        int turn = r->setting.book->knowledge->turn(r->state, &r->setting);
        say_seat(&seat, &r->seats, turn);
        text_put(t, " · ");
        text_printf(t, say(context, N_("%s to act")), seat.at);
        text_clear(&seat);
    }
    if (sheet_number(table, "spread") > 0) {
        text_put(t, " · ");
        text_printf(t, say(context, N_("cards in the middle: %ld")), sheet_number(table, "spread"));
    }
    text_put(t, "\n");
}

/* A player's line, and where the lines below it begin. */
static int add_player(const struct context *context, struct text *t, const struct record *r, json_t *player)
{
    int indent = 2 + name_width(r) + 2;
    struct text hidden = {0};
    text_put(t, "  ");
    add_seat_column(t, r, player);
    text_put(t, "  ");
    add_hidden(context, &hidden, r, player);
    say_wrapped(t, hidden.at, indent, indent);
    text_put(t, "\n");
    text_clear(&hidden);
    return indent;
}

static void board(const struct context *context, struct text *t, const struct record *r, json_t *table)
{
    size_t i, k;
    json_t *player, *one;
    add_place(context, t, r, table);
    json_array_foreach(json_object_get(table, "seats"), i, player) {
        int indent = add_player(context, t, r, player), column = indent;
        text_spaces(t, indent);
        json_array_foreach(json_object_get(player, "row"), k, one) {
            struct text stack = {0};
            add_stack(context, &stack, r, one);
            if (json_is_true(json_object_get(one, "wounded")))
                text_put(&stack, "*");
            add_piece(t, stack.at, &column, indent, 2);
            text_clear(&stack);
        }
        text_put(t, json_array_size(json_object_get(player, "row")) > 0 ? "\n" : "–\n");
    }
}

/* "2  h18+f5+h9   power cards f5, beside h24 “Ylva”", and how it could be guarded. */
static void strength_line(const struct context *context, struct text *t, const struct record *r, json_t *one,
                          int indent)
{
    struct text line = {0};
    json_t *guards = json_object_get(one, "guards");
    add_stack(context, &line, r, one);
    if (sheet_number(one, "power") > 0)
        text_put(&line, " — ");
    add_reasons(context, &line, r, one);
    add_name(&line, one);
    if (json_is_true(json_object_get(one, "wounded"))) {
        text_put(&line, context->japanese ? "、" : "; ");
        text_put(&line, say(context, N_("wounded")));
    }
    if (json_array_size(guards) > 0) {
        text_put(&line, context->japanese ? "、" : ", ");
        text_put(&line, say(context, N_("could be guarded with ")));
        add_cards(context, &line, r, guards);
    }
    text_spaces(t, indent);
    text_printf(t, "%*ld  ", POWERS - 1, sheet_number(one, "power"));
    say_wrapped(t, line.at, indent + POWERS + 1, indent + POWERS + 1);
    text_put(t, "\n");
    text_clear(&line);
}

static void board_more(const struct context *context, struct text *t, const struct record *r, json_t *table)
{
    size_t i, k;
    json_t *player, *one;
    add_place(context, t, r, table);
    json_array_foreach(json_object_get(table, "seats"), i, player) {
        int indent = add_player(context, t, r, player);
        json_array_foreach(json_object_get(player, "row"), k, one)
            strength_line(context, t, r, one, indent);
    }
}

/* ---- what-if ----------------------------------------------------------------------------- */

static void unsettled(const struct context *context, struct text *t, json_t *row)
{
    if (!json_is_true(json_object_get(row, "settled")))
        text_printf(t, "  %s\n", say(context, N_("As the rows stand now:")));
}

static void what_if_one(const struct context *context, struct text *t, const struct record *r, json_t *row)
{
    size_t index;
    json_t *one;
    unsettled(context, t, row);
    ignition_row(context, t, r, row);
    json_array_foreach(json_object_get(row, "guards"), index, one) {
        struct text line = {0};
        add_card(context, &line, r, sheet_text(one, "card"));
        text_put(&line, say(context, N_(" could be guarded with ")));
        add_cards(context, &line, r, json_object_get(one, "with"));
        text_spaces(t, INDENT);
        say_wrapped(t, line.at, INDENT, INDENT);
        text_put(t, "\n");
        text_clear(&line);
    }
}

static bool listed(json_t *list, const char *card)
{
    size_t index;
    json_t *one;
    json_array_foreach(list, index, one)
        if (strcmp(json_string_value(one), card) == 0)
            return true;
    return false;
}

/* "Aki [h1 2] · Bo h5 3": the wounded in brackets. */
static void add_fighters(const struct context *context, struct text *t, const struct record *r, json_t *row,
                         int indent)
{
    size_t index;
    int column = indent;
    json_t *one;
    const char *last = "";
    json_array_foreach(json_object_get(row, "fighters"), index, one) {
        const char *card = sheet_text(one, "card");
        bool wounded = listed(json_object_get(row, "wounded"), card);
        struct text piece = {0};
        if (strcmp(last, sheet_text(one, "seat")) != 0) {
            if (index > 0)
                add_piece(t, "·", &column, indent, 1);
            add_seat(&piece, r, one);
            text_put(&piece, " ");
        }
        last = sheet_text(one, "seat");
        text_put(&piece, wounded ? "[" : "");
        add_card(context, &piece, r, card);
        text_printf(&piece, wounded ? " %ld]" : " %ld", sheet_number(one, "power"));
        add_piece(t, piece.at, &column, indent, 1);
        text_clear(&piece);
    }
}

static const char *case_name(const char *word)
{
    static const struct { const char *word, *name; } names[] = {
        {"best", N_("best")}, {"tie", N_("tie")}, {"reversal", N_("reversal")},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].word, word) == 0)
            return names[i].name;
    return "";
}

enum { CARDS_COLUMN = 12, CASE_COLUMN = 10 };

/* The cards of one element do the same: one line. */
static void element_line(const struct context *context, struct text *t, const struct record *r, json_t *rows,
                         size_t at)
{
    json_t *row = json_array_get(rows, at), *other;
    const char *element = sheet_text(row, "element"), *name = say(context, case_name(sheet_text(row, "case")));
    struct text cards = {0};
    size_t index;
    json_array_foreach(rows, index, other) {
        if (strcmp(sheet_text(other, "element"), element) != 0)
            continue;
        if (index < at) {
            text_clear(&cards);
            return;                  /* told with the first of them */
        }
        text_put(&cards, cards.length > 0 ? " " : "");
        add_card(context, &cards, r, sheet_text(other, "card"));
    }
    text_put(t, "  ");
    say_padded(t, cards.at, cards.length, CARDS_COLUMN, false);
    say_padded(t, name, strlen(name), CASE_COLUMN, false);
    add_fighters(context, t, r, row, 2 + CARDS_COLUMN + CASE_COLUMN);
    text_put(t, "\n");
    text_clear(&cards);
}

static void what_if_each(const struct context *context, struct text *t, const struct record *r, json_t *rows)
{
    const char *const heads[] = {say(context, N_("card")), say(context, N_("case"))};
    struct text nothing = {0};
    size_t index;
    json_t *row;
    unsettled(context, t, json_array_get(rows, 0));
    text_put(t, "  ");
    say_padded(t, heads[0], strlen(heads[0]), CARDS_COLUMN, false);
    say_padded(t, heads[1], strlen(heads[1]), CASE_COLUMN, false);
    text_printf(t, "%s\n", say(context, N_("fighters and their strength, the wounded in brackets")));
    json_array_foreach(rows, index, row) {
        if (strcmp(sheet_text(row, "case"), "none") != 0) {
            element_line(context, t, r, rows, index);
            continue;
        }
        text_put(&nothing, nothing.length > 0 ? " " : say(context, N_("Nothing happens: ")));
        add_card(context, &nothing, r, sheet_text(row, "card"));
    }
    if (nothing.length > 0) {
        text_put(t, "  ");
        say_wrapped(t, nothing.at, 2, 2);
        text_put(t, "\n");
    }
    text_clear(&nothing);
}

/* A position is written down to settle an ignition; of a whole game `fuda score` shows them all. */
static bool in_dispute(json_t *table)
{
    return !json_is_true(json_object_get(table, "whole"));
}

const struct layout needfire_layout = {
    .book = &needfire_rulebook, .row = ignition_row, .in_dispute = in_dispute, .standing = standing,
    .board = board, .board_more = board_more, .what_if = what_if_one, .what_if_each = what_if_each,
};
