/*
 * Hyakumonogatari's score sheet: a night a line.
 *
 *      night  turns  ending                                   winner
 *          1      4  the moon's curse                         Aki
 *          2      3  the shadow turned                        Bo
 */
#include "sheet.h"

#include <string.h>

enum { NIGHT = 6, TURNS = 6, ENDING = 36, LEAD = 2 + NIGHT + 2 + TURNS + 2 + ENDING };

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

static void night_row(const struct context *context, struct text *t, const struct record *r, json_t *row)
{
    const char *outcome = sheet_text(row, "outcome"), *text = outcome;
    json_t *winner = json_object_get(row, "winner");
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (strcmp(endings[i].word, outcome) == 0)
            text = say(context, endings[i].text);
    text_printf(t, "  %*ld  %*ld  ", NIGHT, sheet_number(row, "night"), TURNS, sheet_number(row, "turns"));
    say_padded(t, text, strlen(text), ENDING, false);
    text_put(t, "  ");
    for (int i = 0; i < r->seats.count; i++)
        if (json_string_length(winner) == r->seats.row[i].length
            && memcmp(json_string_value(winner), r->seats.row[i].name, r->seats.row[i].length) == 0)
            say_seat(t, &r->seats, i);
    text_put(t, json_is_string(winner) ? "\n" : "–\n");
}

const struct layout hyakumonogatari_layout = {
    .book = &hyakumonogatari_rulebook, .head = head, .row = night_row,
};
