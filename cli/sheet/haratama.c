/*
 * Haratama's score sheet: a round a line, below each player the points and (the relics).
 *
 *      round  ranks          Aki        Bo      Chie       Dai
 *          1  3 7 10     -90 (2)     0 (9)   -90 (1)   -90 (0)  Haratama!
 *      total                 -90         0       -90       -90
 */
#include "sheet.h"

#include <string.h>

enum { ROUND = 6, RANKS = 8, LEAD = 2 + ROUND + 2 + RANKS, REMARK = 11 };

static int column(const struct record *r)
{
    return sheet_column(&r->seats, LEAD + REMARK);
}

static void head(const struct context *context, struct text *t, const struct record *r)
{
    sheet_label(t, say(context, N_(" round  ranks")), LEAD);   /* the round ends in column 6 */
    sheet_names(t, &r->seats, column(r));
    text_put(t, "\n");
}

static void add_ranks(struct text *t, json_t *row)
{
    struct text ranks = {0};
    size_t index;
    json_t *rank;
    json_array_foreach(json_object_get(row, "kami"), index, rank)
        text_printf(&ranks, index > 0 ? " %d" : "%d", (int)json_integer_value(rank));
    if (ranks.length == 0)
        text_put(&ranks, "–");
    say_padded(t, ranks.at, ranks.length, RANKS, false);
    text_clear(&ranks);
}

static void round_row(const struct context *context, struct text *t, const struct record *r,
                      json_t *row)
{
    bool open = strcmp(sheet_text(row, "ended"), "open") == 0;
    text_printf(t, "  %*ld  ", ROUND, sheet_number(row, "round"));
    add_ranks(t, row);
    for (size_t i = 0; i < r->seats.count; i++) {
        char cell[64];
        long relics = (long)json_integer_value(json_array_get(json_object_get(row, "captured"), i));
        long loss = (long)json_integer_value(json_array_get(json_object_get(row, "loss"), i));
        if (open)
            snprintf(cell, sizeof cell, "(%ld)", relics);
        else
            snprintf(cell, sizeof cell, "%ld (%ld)", -loss, relics);
        sheet_cell(t, cell, column(r));
    }
    if (open)
        text_printf(t, "  %s", say(context, N_("open")));
    else if (json_is_string(json_object_get(row, "haratama")))
        text_printf(t, "  %s", say(context, N_("Haratama!")));
    text_put(t, "\n");
}

static void standing(const struct context *context, struct text *t, const struct record *r,
                     json_t *list)
{
    sheet_field(t, r, list, say(context, N_("total")), "points", LEAD, column(r));
    sheet_field(t, r, list, say(context, N_("place")), "place", LEAD, column(r));
}

/* ---- the board --------------------------------------------------------------------------- */

/* Cards of an array as this language writes them. */
static void add_cards(const struct context *context, struct text *t, const struct record *r,
                      json_t *cards)
{
    size_t index;
    json_t *card;
    json_array_foreach(cards, index, card) {
        struct span text = {json_string_value(card), json_string_length(card)};
        text_put(t, index > 0 ? " " : "");
        say_card(context, t, &r->setting, r->setting.book->card_read(text));
    }
}

/*
 *      round 1 · trick 5 · blue is not broken · ranks 2 6 8
 *                   Aki       Bo     Chie      Dai
 *      cards          9        8        9        9
 *      relics         0        0        0        2
 *      total          0        0        0        0
 *      on the table: Bo g13
 *      relics to come: r2 b2 …
 */
static void board(const struct context *context, struct text *t, const struct record *r, json_t *table)
{
    enum { LABEL = 12 };
    int width = sheet_column(&r->seats, LABEL);
    json_t *seats = json_object_get(table, "seats"), *played = json_object_get(table, "trick_cards"), *one;
    size_t index;
    text_printf(t, say(context, N_("  round %ld · trick %ld · %s\n")), sheet_number(table, "round"),
                sheet_number(table, "trick"),
                json_is_true(json_object_get(table, "broken")) ? say(context, N_("blue is broken"))
                                                               : say(context, N_("blue is not broken")));
    text_printf(t, "%*s", LABEL, "");
    sheet_names(t, &r->seats, width);
    text_put(t, "\n");
    sheet_field(t, r, seats, say(context, N_("cards")), "cards", LABEL, width);
    sheet_field(t, r, seats, say(context, N_("relics")), "relics", LABEL, width);
    sheet_field(t, r, seats, say(context, N_("total")), "points", LABEL, width);
    text_put(t, say(context, N_("  on the table: ")));
    json_array_foreach(played, index, one) {
        text_printf(t, index > 0 ? ", %s " : "%s ", sheet_text(one, "seat"));
        add_cards(context, t, r, json_object_get(one, "card"));
    }
    text_put(t, json_array_size(played) > 0 ? "\n" : "–\n");
    text_put(t, say(context, N_("  relics to come: ")));
    add_cards(context, t, r, json_object_get(table, "relics_out"));
    text_put(t, json_array_size(json_object_get(table, "relics_out")) > 0 ? "\n" : "–\n");
}

const struct layout haratama_layout = {
    .book = &haratama_rulebook, .head = head, .row = round_row, .standing = standing,
    .board = board,
};
