/*
 * NeedFire's score sheet: each ignition with its fighters, how strong each was and why, and who was
 * wounded; then the standing, a player a line.
 *
 *      1  Bo lights f14 (w1)
 *         Aki   h1   2   power cards h17 f23
 *         Bo    h5   1   beside h18
 *         Reversal: one alone has any strength and is wounded: h1
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
    text_put(&seat, "");
    add_seat(&seat, r, row);
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

const struct layout needfire_layout = {
    .book = &needfire_rulebook, .row = ignition_row, .standing = standing,
};
