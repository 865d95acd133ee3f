/*
 * NeedFire's score sheet: each ignition with its fighters, how strong each was and why, and who was
 * wounded; then the standing, a player a line.
 *
 *      1  Bo lights f14 (w1)
 *         Aki   h1   2   power cards h17 f23
 *         Bo    h5   1   beside h18
 *         Only h1 has power above 0, so only h1 is wounded (reversal).
 *
 * And the board: below each player's hand and discards the row, with the power cards on it.
 *
 *      Battle 2 · Bo to act
 *      Aki   hand 2 (f2) · discards 1: 1 face down
 *            h1+h17+f23  h14
 */
#include "sheet.h"

#include <string.h>

enum { TURN = 4, INDENT = TURN + 4, CARD = 6, POWERS = 3 };

static const struct column standing[] = {
    {.key = "place", .width = 5, .close = true},
    {.key = "seat", .heading = "", .width = WIDTH_NAMES, .left = true},
    {.key = "battle", .heading = N_("in row"), .width = 8},
    {.key = "discards", .heading = N_("discards"), .width = 8},
    {.key = "powers", .heading = N_("powers"), .width = WIDTH_REST, .left = true},
    {0},
};

/* ---- an ignition ------------------------------------------------------------------------- */

/* h18, and after it the name that the pack gives: “Ylva” */
static void add_name(struct text *t, const struct fact *object)
{
    const struct fact *name = fact_of(object, "name");
    if (!fact_holds(name))
        return;
    text_put(t, t->length > 0 ? " “" : "“");
    say_foreign(t, name->value.text, name->value.length);
    text_put(t, "”");
}

/* w3, or 白3; and the rune that the pack gives. */
static void add_element(const struct sheet *sheet, struct text *t, const struct fact *row)
{
    const char *element = fact_of(row, "element")->value.text;
    if (sheet->context->japanese)
        text_printf(t, "%s%s", element[0] == 'b' ? "黒" : "白", element + 1);
    else
        text_put(t, element);
    if (!fact_holds(fact_of(row, "rune")))
        return;
    text_put(t, " ");
    say_fact(sheet, t, fact_of(row, "rune"));
}

/* Why a battle card is as strong as it is. */
static const struct wording reasons[] = {
    {{HAS("by"), HAS("beside")}, N_("power cards {by}, beside {beside}")},
    {{HAS("by")}, N_("power cards {by}")},
    {{HAS("beside")}, N_("beside {beside}")},
    {.text = NULL},
};

static void add_reasons(const struct sheet *sheet, struct text *t, const struct fact *fighter)
{
    const char *why = wording_for(reasons, fighter);
    if (why != NULL)
        say_facts(sheet, t, why, fighter);
}

static void fighter_on(const struct sheet *sheet, const struct fact *fighter,
    const struct text *why)
{
    struct text name = {0};
    say_fact(sheet, &name, fact_of(fighter, "seat"));
    sheet->on->cell(sheet->on, CELL_NAME, 1, name.at);
    sheet_fact(sheet, fact_of(fighter, "card"), 0);
    name.length = 0;
    say_fact(sheet, &name, fact_of(fighter, "power"));
    sheet->on->cell(sheet->on, CELL_NUMBER, 1, name.at);
    sheet->on->cell(sheet->on, CELL_WORDS, 1, why->at != NULL ? why->at : "");
    text_clear(&name);
    sheet->on->row_end(sheet->on);
}

static void fighter_row(const struct sheet *sheet, const struct fact *fighter)
{
    struct text why = {0};
    add_reasons(sheet, &why, fighter);
    add_name(&why, fighter);
    if (sheet->on != NULL) {
        fighter_on(sheet, fighter, &why);
        text_clear(&why);
        return;
    }
    text_spaces(sheet->t, INDENT);
    sheet_fact(sheet, fact_of(fighter, "seat"), WIDTH_NAMES);
    text_put(sheet->t, "  ");
    sheet_fact(sheet, fact_of(fighter, "card"), CARD);
    text_printf(sheet->t, "%*ld", POWERS, fact_number(fighter, "power"));
    if (why.length > 0) {
        int column = INDENT + sheet_names(sheet) + 2 + CARD + POWERS + 3;
        text_spaces(sheet->t, 3);
        say_wrapped(sheet->t, why.at, column, column);
    }
    text_put(sheet->t, "\n");
    text_clear(&why);
}

/* "1  Bo lights f14 “Ember” (w1)", or "1  Bo lights a card that nobody saw." */
static void lights(const struct sheet *sheet, const struct fact *row)
{
    struct text card = {0}, element = {0}, line = {0};
    struct message m;
    int seat = fact_seat(row, "seat");
    const bool seen = fact_holds(fact_of(row, "card"));
    if (seen) {
        say_fact(sheet, &card, fact_of(row, "card"));
        add_name(&card, row);
        add_element(sheet, &element, row);
    }
    message_set(&m, !seen       ? N_("{seat} lights a card that nobody saw.")
                    : seat >= 0 ? N_("{seat} lights {card} ({element})")
                                : N_("Somebody lights {card} ({element})"));
    if (seat >= 0)
        message_seat(&m, "seat", seat);
    message_text(&m, "card", (struct span){card.at, card.length});
    message_text(&m, "element", (struct span){element.at, element.length});
    text_printf(&line, "%*ld  ", sheet->on != NULL ? 0 : TURN, fact_number(row, "turn"));
    say_message(sheet->context, &line, &m, NULL, &sheet->record->setting);
    text_clear(&card);
    text_clear(&element);
    if (sheet->on == NULL) {
        text_printf(sheet->t, "  %s\n", line.at);
        text_clear(&line);
    } else {
        sheet_lines(sheet, 0, 0, &line);
    }
}

static const struct wording cases[] = {
    {{IS("case", "best")}, N_("One is the strongest; all others are wounded: {cards}.")},
    {{IS("case", "tie")}, N_("No single strongest; all are wounded: {cards}.")},
    {{IS("case", "reversal")},
        N_("Only {cards} has power above 0, so only {cards} is wounded (reversal).")},
    {{IS("case", "none")}, N_("Fewer than two fighters: nothing happens.")},
    {.text = N_("Who is wounded is not known: not all that lies there was seen.")},
};

static struct cardset cards_of(const struct fact *list)
{
    struct cardset set = {{0, 0}};
    for (const struct fact *one = fact_at(list, 0); one != NULL; one = one->next)
        set.bits[one->value.number / 64] |= (uint64_t)1 << one->value.number % 64;
    return set;
}

static void ignition(const struct sheet *sheet, const struct fact *row)
{
    struct text end = {0};
    struct message m;
    lights(sheet, row);
    for (const struct fact *one = fact_at(fact_of(row, "fighters"), 0); one != NULL;
         one = one->next)
        fighter_row(sheet, one);
    message_cards(message_set(&m, wording_for(cases, row)), "cards",
        cards_of(fact_of(row, "wounded")));
    say_message(sheet->context, &end, &m, NULL, &sheet->record->setting);
    sheet_lines(sheet, INDENT, 0, &end);
}

/* ---- the board --------------------------------------------------------------------------- */

/* h18+f5+h9 */
static void add_stack(const struct sheet *sheet, struct text *t, const struct fact *one)
{
    say_fact(sheet, t, fact_of(one, "card"));
    for (const struct fact *card = fact_at(fact_of(one, "powers"), 0); card != NULL;
         card = card->next) {
        text_put(t, "+");
        say_fact(sheet, t, card);
    }
}

static const struct wording hands[] = {
    {{HAS("hand"), HAS("known")}, N_("hand {hand} ({known})")},
    {{HAS("hand")}, N_("hand {hand}")},
    {{HAS("known")}, N_("hand unknown ({known})")},
    {.text = N_("hand unknown")},
};

static const struct wording discards[] = {
    {{HAS("more_down")}, N_("discards unknown")},
    {.text = N_("discards {discards}")},
};

static const struct wording lying[] = {
    {{SOME("down"), HAS("open")}, N_("{down} face down, {open}")},
    {{SOME("down")}, N_("{down} face down")},
    {{HAS("open")}, "{open}"},
    {.text = NULL},
};

/*
 * A player's line, "hand 3 (f2 f5) · discards 2: 1 face down, h17", and where the lines below it
 * begin.
 */
static int player_line(const struct sheet *sheet, const struct fact *player)
{
    int width = sheet_names(sheet);
    struct text name = {0}, hidden = {0};
    const char *there = wording_for(lying, player);
    say_fact(sheet, &name, fact_of(player, "seat"));
    say_facts(sheet, &hidden, wording_for(hands, player), player);
    text_put(&hidden, " · ");
    say_facts(sheet, &hidden, wording_for(discards, player), player);
    if (there != NULL) {
        say_colon(sheet->context, &hidden);
        say_facts(sheet, &hidden, there, player);
    }
    sheet_entry(sheet, 2, width, &name, &hidden);
    return 2 + width + 2;
}

/* "Placement 4 · Bo to act · cards in the middle: 23" */
static void place(const struct sheet *sheet, const struct fact *table)
{
    const struct record *r = sheet->record;
    struct message message;
    const struct fact *spread = fact_of(table, "spread");
    r->setting.book->table->place(r->state, &r->setting, &message);
    struct text line = {0};
    say_message(sheet->context, &line, &message, NULL, &r->setting);
    if (fact_holds(fact_of(table, "turn"))) {
        text_put(&line, " · ");
        say_facts(sheet, &line, N_("{turn} to act"), table);
    }
    if (fact_holds(spread) && spread->value.number > 0) {
        text_put(&line, " · ");
        say_facts(sheet, &line, N_("cards in the middle: {spread}"), table);
    }
    sheet_lines(sheet, 2, 0, &line);
}

static void add_lying(const struct sheet *sheet, struct text *t, const struct fact *one)
{
    add_stack(sheet, t, one);
    text_put(t, fact_holds(fact_of(one, "wounded")) ? "*" : "");
}

static void row_on(const struct sheet *sheet, const struct fact *row)
{
    struct text line = {0};
    sheet->on->below = true;
    for (const struct fact *one = row->first; one != NULL; one = one->next) {
        text_put(&line, line.length > 0 ? "  " : "");
        add_lying(sheet, &line, one);
    }
    if (line.length == 0)
        text_put(&line, "–");
    sheet_lines(sheet, 0, 0, &line);
    sheet->on->below = false;
}

static void rows(const struct sheet *sheet, const struct fact *table)
{
    for (const struct fact *player = fact_of(table, "seats")->first; player != NULL;
         player = player->next) {
        int indent = player_line(sheet, player), column = indent;
        const struct fact *row = fact_of(player, "row");
        if (sheet->on != NULL) {
            row_on(sheet, row);
            continue;
        }
        text_spaces(sheet->t, indent);
        for (const struct fact *one = row->first; one != NULL; one = one->next) {
            struct text stack = {0};
            add_lying(sheet, &stack, one);
            sheet_piece(sheet, stack.at, &column, indent, 2);
            text_clear(&stack);
        }
        text_put(sheet->t, row->count > 0 ? "\n" : "–\n");
    }
}

static const struct wording wounds[] = {
    {{HAS("wounded"), HAS("guards")}, N_("wounded, could be guarded with {guards}")},
    {{HAS("wounded")}, N_("wounded")},
    {.text = NULL},
};

/* "2  h18+f5+h9 — power cards f5, beside h24 “Ylva”", and how it could be guarded. */
static void strength_line(const struct sheet *sheet, const struct fact *one, int indent)
{
    struct text power = {0}, line = {0};
    const char *wound = wording_for(wounds, one);
    add_stack(sheet, &line, one);
    if (wording_for(reasons, one) != NULL)
        text_put(&line, " — ");
    add_reasons(sheet, &line, one);
    add_name(&line, one);
    if (wound != NULL) {
        say_comma(sheet->context, &line);
        say_facts(sheet, &line, wound, one);
    }
    text_printf(&power, "%*ld", sheet->on != NULL ? 0 : POWERS - 1, fact_number(one, "power"));
    sheet_entry(sheet, indent, POWERS - 1, &power, &line);
}

static void strengths(const struct sheet *sheet, const struct fact *table)
{
    for (const struct fact *player = fact_of(table, "seats")->first; player != NULL;
         player = player->next) {
        int indent = player_line(sheet, player);
        for (const struct fact *one = fact_of(player, "row")->first; one != NULL; one = one->next)
            strength_line(sheet, one, indent);
    }
}

static const struct board_line board[] = {{.draw = place}, {.draw = rows}, {.key = NULL}};
static const struct board_line board_more[] = {{.draw = place}, {.draw = strengths}, {.key = NULL}};

/* ---- what-if ----------------------------------------------------------------------------- */

static void unsettled(const struct sheet *sheet, const struct fact *row)
{
    if (!fact_holds(fact_of(row, "settled")))
        text_printf(sheet->t, "  %s\n", say(sheet->context, N_("As the rows stand now:")));
}

static void one_card(const struct sheet *sheet, const struct fact *row)
{
    struct text line = {0};
    unsettled(sheet, row);
    ignition(sheet, row);
    for (const struct fact *one = fact_of(row, "guards")->first; one != NULL; one = one->next) {
        say_facts(sheet, &line, N_("{card} could be guarded with {with}"), one);
        sheet_lines(sheet, INDENT, 0, &line);
    }
}

/* "Aki [h1 2] · Bo h5 3": the wounded in brackets. */
static void put_fighters(const struct sheet *sheet, const struct fact *row, int indent)
{
    const struct cardset wounded = cards_of(fact_of(row, "wounded"));
    int column = indent, last = -1;
    struct text piece = {0};
    for (const struct fact *one = fact_at(fact_of(row, "fighters"), 0); one != NULL;
         one = one->next) {
        int card = fact_card(one, "card");
        if (last != fact_seat(one, "seat")) {
            if (last >= 0)
                sheet_piece(sheet, "·", &column, indent, 1);
            say_facts(sheet, &piece, "{seat} ", one);
        }
        last = fact_seat(one, "seat");
        say_facts(sheet, &piece,
            wounded.bits[0] >> card & 1 ? "[{card} {power}]" : "{card} {power}", one);
        sheet_piece(sheet, piece.at, &column, indent, 1);
        piece.length = 0;
    }
    text_clear(&piece);
}

static const struct word_text words[] = {
    {"case", "best", N_("best")},
    {"case", "tie", N_("tie")},
    {"case", "reversal", N_("reversal")},
    {0},
};

enum { CARDS_COLUMN = 12, CASE_COLUMN = 10 };

static bool same_element(const struct fact *a, const struct fact *b)
{
    return strcmp(fact_of(a, "element")->value.text, fact_of(b, "element")->value.text) == 0;
}

/* The cards of one element do the same: one line. */
static void element_line(const struct sheet *sheet, const struct fact *rows_told,
    const struct fact *row)
{
    struct text cards = {0};
    for (const struct fact *other = rows_told->first; other != NULL; other = other->next) {
        if (!same_element(other, row))
            continue;
        if (cards.length == 0 && other != row)
            return; /* told with the first of them */
        text_put(&cards, cards.length > 0 ? " " : "");
        say_fact(sheet, &cards, fact_of(other, "card"));
    }
    text_spaces(sheet->t, 2);
    sheet_cell(sheet, cards.at, CARDS_COLUMN, false);
    sheet_fact(sheet, fact_of(row, "case"), CASE_COLUMN);
    put_fighters(sheet, row, 2 + CARDS_COLUMN + CASE_COLUMN);
    text_put(sheet->t, "\n");
    text_clear(&cards);
}

static void each_card(const struct sheet *sheet, const struct fact *rows_told)
{
    struct text line = {0};
    struct cardset nothing = {{0, 0}};
    unsettled(sheet, rows_told->first);
    text_spaces(sheet->t, 2);
    sheet_cell(sheet, say(sheet->context, N_("card")), CARDS_COLUMN, false);
    sheet_cell(sheet, say(sheet->context, N_("case")), CASE_COLUMN, false);
    text_printf(sheet->t, "%s\n",
        say(sheet->context, N_("fighters and their strength, the wounded in brackets")));
    for (const struct fact *row = rows_told->first; row != NULL; row = row->next) {
        int card = fact_card(row, "card");
        if (fact_is_word(fact_of(row, "case"), "none"))
            nothing.bits[card / 64] |= (uint64_t)1 << card % 64;
        else
            element_line(sheet, rows_told, row);
    }
    if ((nothing.bits[0] | nothing.bits[1]) == 0)
        return;
    struct message m;
    message_cards(message_set(&m, N_("Nothing happens: {cards}")), "cards", nothing);
    say_message(sheet->context, &line, &m, NULL, &sheet->record->setting);
    sheet_lines(sheet, 2, 0, &line);
}

/* ---- what decided it --------------------------------------------------------------------- */

/*
 * needfire/win: humans in the row, then the discards, then the strongest in the row, one after the
 * other.
 */
static void decide(const struct sheet *sheet, const struct fact *rows, const struct fact *end)
{
    static const struct {
        const char *key, *text;
    } counted[] = {
        {"battle", N_("The humans in the row decided it: {winner} {first}, {second} {other}.")},
        {"discards",
            N_("Level in the row; the discards decided it: {winner} {first}, {second} {other}.")},
        {"powers", N_("Level in the row and in discards; the powers decided it: {winner} {first}; "
                      "{second} {other}.")},
    };
    const struct fact *first = fact_at(fact_of(end, "standing"), 0), *other = first;
    (void)rows;
    while (other != NULL && fact_number(other, "place") == fact_number(first, "place"))
        other = other->next;
    for (size_t i = 0; other != NULL && i < sizeof counted / sizeof *counted; i++) {
        struct text one = {0}, two = {0}, line = {0};
        say_fact(sheet, &one, fact_of(first, counted[i].key));
        say_fact(sheet, &two, fact_of(other, counted[i].key));
        bool differs = strcmp(one.at, two.at) != 0;
        if (differs) {
            struct text winner = {0}, second = {0};
            say_seat(&winner, &sheet->record->seats, fact_seat(first, "seat"));
            say_seat(&second, &sheet->record->seats, fact_seat(other, "seat"));
            say_with(sheet->context, &line, counted[i].text, "tttt", "winner", winner.at, "first",
                one.at, "second", second.at, "other", two.at);
            sheet_lines(sheet, 2, 0, &line);
            text_clear(&winner);
            text_clear(&second);
        }
        text_clear(&one);
        text_clear(&two);
        if (differs)
            return;
    }
}

static const struct suit_paint suits[] = {
    {'h', PAINT_WATER_SUIT, N_("human")},
    {'f', PAINT_RED_SUIT, N_("fire")},
    {0},
};

const struct layout needfire_layout = {
    .book = &needfire_rulebook,
    .suits = suits,
    .words = words,
    .row = ignition,
    .unsettled = HAS("pending"),
    .standing = standing,
    .decide = decide,
    /*
     * a position is written down to settle an ignition; of a whole game `fuda score` shows them all
     */
    .in_dispute = LACKS("whole"),
    .board = board,
    .board_more = board_more,
    .what_if = one_card,
    .what_if_each = each_card,
};
