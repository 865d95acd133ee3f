/*
 * Hyakumonogatari's score sheet: a night a line, and why it ended so. And its board.
 *
 *      night  turns  ending                                   winner
 *          1      4  the moon's curse                         Aki
 *                    Bo held neither the doll nor both effigy and ink
 *          2      3  the shadow turned                        Bo
 *                    Bo laid the doll on the shade
 *
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
#include "sheet.h"

#include <string.h>

static const struct word_text words[] = {
    {"outcome", "open", N_("open")},
    {"outcome", "blessing", N_("the moon's blessing")},
    {"outcome", "curse", N_("the moon's curse")},
    {"outcome", "reversal", N_("the shadow turned")},
    {"outcome", "second-curse", N_("a second curse")},
    {"outcome", "ghost", N_("burnt by the sun")},
    {"role", "parent", N_("parent")},
    {"role", "child", N_("child")},
    {"role", "follower", N_("night follower")},
    {0},
};

static const struct column columns[] = {
    {.key = "night", .heading = N_("night"), .width = 6},
    {.key = "turns", .heading = N_("turns"), .width = 6},
    {.key = "outcome", .heading = N_("ending"), .width = 36, .left = true},
    {.key = "winner", .width = 24, .left = true},
    {0},
};

/* Why the night ended so, in one line below it. */
static const struct wording reasons[] = {
    {{IS("outcome", "open"), IS("by", "hidden")},
        N_("whether {child} held what decides it was not shown")},
    {{IS("outcome", "blessing"), IS("by", "doll")}, N_("{child} held the doll")},
    {{IS("outcome", "blessing"), IS("by", "halves")}, N_("{child} held effigy and ink")},
    {{IS("outcome", "blessing"), IS("by", "either")},
        N_("{child} held the doll, or effigy and ink")},
    {{IS("outcome", "curse")}, N_("{child} held neither the doll nor both effigy and ink")},
    {{IS("outcome", "reversal"), IS("by", "doll")}, N_("{child} laid the doll on the shade")},
    {{IS("outcome", "reversal"), IS("by", "halves")},
        N_("{child} laid effigy and ink on the shade")},
    {{IS("outcome", "second-curse")}, N_("{child} did not turn the shadow")},
    {{IS("outcome", "ghost")}, N_("{child} held the sun")},
    {.text = NULL},
};

/* ---- the altar --------------------------------------------------------------------------- */

enum { CELL = 16, CELL_LEAST = 8, INDENT = 4 };

/* Three places side by side, and the edges between them, on a terminal as narrow as it is. */
static int cell_width(void)
{
    const int fits = (say_line_width() - INDENT - 4) / 3;
    return fits > CELL ? CELL : fits < CELL_LEAST ? CELL_LEAST : fits;
}

static int card_of(const struct sheet *sheet, const char *name)
{
    return sheet->record->setting.book->card_read((struct span){name, strlen(name)});
}

static int copies(const struct fact *list, int card)
{
    int count = 0;
    for (const struct fact *one = fact_at(list, 0); one != NULL; one = one->next)
        count += fact_is(one, VALUE_CARD) && one->value.number == card;
    return count;
}

static void add_card(const struct sheet *sheet, struct text *t, int card, const char *behind)
{
    text_put(t, t->length > 0 ? behind : "");
    say_card(sheet->context, t, &sheet->record->setting, card);
}

/* What lies in a place, what lies on it first: "sun/newmoon". Empty places are a dash. */
static void put_place(const struct sheet *sheet, const struct fact *table, const char *name,
    int copy)
{
    const struct fact *altar = fact_of(table, "altar"), *shade = fact_of(table, "on_shade");
    int card = card_of(sheet, name), sun = card_of(sheet, "sun");
    struct text in = {0};
    if (strcmp(name, "newmoon") == 0 && copies(altar, sun) > 0)
        add_card(sheet, &in, sun, "");
    for (const struct fact *one = strcmp(name, "shade") == 0 ? fact_at(shade, 0) : NULL;
         one != NULL; one = one->next)
        add_card(sheet, &in, one->value.number, "+");
    if (copies(altar, card) >= copy) {
        add_card(sheet, &in, card, "/");
    } else {
        text_clear(&in);
        text_put(&in, "–");
    }
    const int cell = cell_width(), left = (cell - say_width(in.at, in.length)) / 2;
    if (sheet->on != NULL) {
        sheet->on->laid(sheet->on, in.at);
    } else {
        text_put(sheet->t, "|");
        text_spaces(sheet->t, left > 0 ? left : 0);
        sheet_cell(sheet, in.at, cell - (left > 0 ? left : 0), false);
    }
    text_clear(&in);
}

static const char edge[] = "-----------------";

/* Where a row of so many places begins, and its upper edge. */
static int put_edge(struct text *t, int places)
{
    const int cell = cell_width(), indent = INDENT + (3 - places) * (cell + 1) / 2;
    text_spaces(t, indent);
    for (int i = 0; i < places; i++)
        text_printf(t, "+%.*s", cell, edge);
    text_put(t, "+\n");
    return indent;
}

/* Three rows, the new moon on top. */
static void pyramid(const struct sheet *sheet, const struct fact *table)
{
    static const struct {
        const char *card;
        int copy;
    } places[3][3] = {
        {{"newmoon", 1}},
        {{"granite", 1}, {"shade", 1}},
        {{"candle", 1}, {"candle", 2}, {"candle", 3}},
    };
    for (int row = 0; row < 3; row++) {
        if (sheet->on == NULL)
            text_spaces(sheet->t, put_edge(sheet->t, row + 1));
        for (int i = 0; i <= row; i++)
            put_place(sheet, table, places[row][i].card, places[row][i].copy);
        if (sheet->on != NULL)
            sheet->on->row_end(sheet->on);
        else
            text_put(sheet->t, "|\n");
    }
    if (sheet->on == NULL)
        put_edge(sheet->t, 3);
}

/* ---- the board --------------------------------------------------------------------------- */

static const struct column hands[] = {
    {.key = "seat", .heading = "", .width = WIDTH_NAMES, .left = true},
    {.heading = "",
        .width = 16,
        .left = true,
        .says = {{{HAS("frozen")}, N_("under the sun")}, {.text = "{role}"}}},
    {.key = "cards", .width = 5},
    {.heading = N_("known to hold"),
        .width = WIDTH_REST,
        .left = true,
        .says = {{{IS("role", "child"), IS("doll", "yes")},
                     N_("{known} (the doll is there, or effigy and ink)")},
            {{IS("role", "child"), IS("doll", "no")},
                N_("{known} (neither the doll nor effigy and ink)")},
            {{IS("role", "child"), IS("doll", "perhaps")}, N_("{known} (perhaps the doll)")},
            {.text = "{known}"}}},
    {0},
};

static const struct board_line board[] = {
    {.when = {IS("phase", "before")}, .text = N_("No night has begun."), .last = true},
    {.when = {HAS("on_turn")}, .text = N_("night {night} · turn {turn} · it is {on_turn}'s turn")},
    {.when = {IS("phase", "over")}, .text = N_("night {night} · turn {turn} · {outcome}")},
    {.draw = pyramid},
    {.when = {HAS("besides")}, .label = N_("besides"), .key = "besides"},
    {.when = {HAS("complete")},
        .label = N_("missing"),
        .text = N_("nothing: the altar is complete")},
    {.when = {LACKS("complete"), LACKS("missing")},
        .label = N_("missing"),
        .text = N_("nothing, but the sun hides the new moon")},
    {.when = {HAS("missing")}, .label = N_("missing"), .key = "missing"},
    {.when = {SOME("sun_left")},
        .label = N_("sun"),
        .text = N_("hides the new moon; turns left, this one counted: {sun_left}")},
    {.when = {HAS("reversed")}, .label = N_("shadow"), .text = N_("turned")},
    {.label = N_("graveyard"), .key = "graveyard"},
    {.label = N_("pile"), .key = "pile"},
    {.label = N_("hidden"), .key = "hidden"},
    {.seats = hands},
    {.key = NULL},
};

static const struct feat feats[] = {
    {N_("nights won"), "winner", FEAT_OWN, HAS("winner")},
    {0},
};

const struct layout hyakumonogatari_layout = {
    .book = &hyakumonogatari_rulebook,
    .feats = feats,
    .words = words,
    .named_cards = true,
    .columns = columns,
    .open = IS("outcome", "open"),
    .below_if = HAS("child"),
    .below_says = reasons,
    .below_indent = 18,
    .board = board,
    .label = 14,
};
