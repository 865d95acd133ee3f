/*
 * Materia's score sheet: a battle a line, then a user a line, for there may be nineteen.
 *
 *        attack                            defence                 winner
 *     1  Aki · Sakura             9 : 7    Bo · Unyuu              Aki       +3
 *
 *        user                 points  ghosts   place
 *        Aki                       3       4       1
 */
#include "sheet.h"

#include <string.h>

enum { NUMBER = 3, FIGHTER = 22, TOTAL = 4, WINNER = 10, USER = 20, COLUMN = 10 };

/* "Aki · Sakura", as the players spelled them, in so many columns. */
static void names(struct text *t, const char *seat, const char *ghost, int width)
{
    struct text both = {0};
    say_foreign(&both, seat, strlen(seat));
    if (ghost != NULL) {
        text_put(&both, " · ");
        say_foreign(&both, ghost, strlen(ghost));
    }
    say_padded(t, both.at, both.length, width, false);
    text_clear(&both);
}

static void title(struct text *t, const char *text, int width)
{
    say_padded(t, text, strlen(text), width, false);
}

static void head(const struct context *context, struct text *t, const struct record *r)
{
    (void)r;
    text_printf(t, "  %*s  ", NUMBER, "");
    title(t, say(context, N_("attack")), FIGHTER + 2 * TOTAL + 5);
    title(t, say(context, N_("defence")), FIGHTER + 2);
    text_printf(t, "%s\n", say(context, N_("winner")));
}

static void battle_row(const struct context *context, struct text *t, const struct record *r,
                       json_t *row)
{
    (void)context;
    (void)r;
    text_printf(t, "  %*ld  ", NUMBER, sheet_number(row, "battle"));
    names(t, sheet_text(row, "attacker"), sheet_text(row, "with"), FIGHTER);
    text_printf(t, "%*ld : %-*ld  ", TOTAL, sheet_number(row, "attack"), TOTAL,
                sheet_number(row, "defence"));
    names(t, sheet_text(row, "defender"), sheet_text(row, "against"), FIGHTER);
    text_put(t, "  ");
    names(t, sheet_text(row, "winner"), NULL, WINNER);
    if (json_is_integer(json_object_get(row, "points")))
        text_printf(t, "%+ld", sheet_number(row, "points"));
    text_put(t, "\n");
}

static void column(struct text *t, const char *text)
{
    say_padded(t, text, strlen(text), COLUMN, true);
}

static void standing(const struct context *context, struct text *t, const struct record *r,
                     json_t *list)
{
    static const char *const fields[] = {"points", "ghosts", "place"};
    size_t index;
    json_t *row;
    (void)r;
    text_printf(t, "\n  %*s  ", NUMBER, "");
    title(t, say(context, N_("user")), USER);
    column(t, say(context, N_("points")));
    column(t, say(context, N_("ghosts")));
    column(t, say(context, N_("place")));
    text_put(t, "\n");
    json_array_foreach(list, index, row) {
        text_printf(t, "  %*s  ", NUMBER, "");
        names(t, sheet_text(row, "seat"), NULL, USER);
        for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
            text_printf(t, "%*ld", COLUMN, sheet_number(row, fields[i]));
        text_put(t, "\n");
    }
}

const struct layout materia_layout = {
    .book = &materia_rulebook, .head = head, .row = battle_row, .standing = standing,
};
