/*
 * Materia's score sheet: a battle and how its totals came about, then a user a line, for there may be
 * nineteen.
 *
 *        attack                            defence                 winner
 *     1  Aki · Sakura             9 : 7    Bo · Unyuu              Aki       +3
 *        Sakura 4 (die 5) + Mei 2 + events 3 = 9
 *        Unyuu 7 (die 6) = 7
 *
 *        user                 points  ghosts   place
 *        Aki                       3       4       1
 */
#include "sheet.h"

#include <stdlib.h>
#include <string.h>

enum { NUMBER = 3, FIGHTER = 22, TOTAL = 4, WINNER = 10, USER = 20, COLUMN = 10, INDENT = 2 + NUMBER + 2 };

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

/* "Sakura 4 (die 5) + Mei 2 + events 3 = 9" */
static void add_total(const struct context *context, struct text *t, const char *ghost, json_t *parts,
                      long total)
{
    long die = sheet_number(parts, "die"), face = sheet_number(parts, "face");
    long modify = sheet_number(parts, "modify");
    size_t index;
    json_t *one;
    say_foreign(t, ghost, strlen(ghost));
    text_printf(t, " %ld ", sheet_number(parts, "value"));
    text_printf(t, die == face ? say(context, N_("(die %ld)")) : say(context, N_("(die %ld, counted as 1)")), die);
    json_array_foreach(json_object_get(parts, "support"), index, one) {
        text_put(t, " + ");
        say_foreign(t, sheet_text(one, "ghost"), strlen(sheet_text(one, "ghost")));
        text_printf(t, " %ld", sheet_number(one, "value"));
    }
    if (modify != 0) {
        text_put(t, modify > 0 ? " + " : " - ");
        text_printf(t, say(context, N_("events %ld")), labs(modify));
    }
    text_printf(t, " = %ld", total);
}

/* How the totals came about, a line a side; of totals that the table counted only that they were. */
static void sums(const struct context *context, struct text *t, json_t *row)
{
    struct text line = {0};
    json_t *totals = json_object_get(row, "totals");
    const size_t sides = json_is_array(totals) ? 2 : 1;
    for (size_t side = 0; side < sides; side++) {
        if (json_is_array(totals))
            add_total(context, &line, sheet_text(row, side == 0 ? "with" : "against"), json_array_get(totals, side),
                      sheet_number(row, side == 0 ? "attack" : "defence"));
        else
            text_put(&line, say(context, N_("totals as counted at the table")));
        if (side == sides - 1 && json_is_true(json_object_get(row, "tie")))
            text_put(&line, say(context, N_(" (equal: the defender's)")));
        text_spaces(t, INDENT);
        say_wrapped(t, line.at, INDENT, INDENT + 2);
        text_put(t, "\n");
        line.length = 0;
    }
    text_clear(&line);
}

static void battle_row(const struct context *context, struct text *t, const struct record *r,
                       json_t *row)
{
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
    sums(context, t, row);
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

/* materia/twenty, materia/kyo, materia/last: how the game ended. */
static void remark(const struct context *context, struct text *t, const struct record *r, const char *key,
                   json_t *value)
{
    static const struct {
        const char *word, *text;
    } ends[] = {
        {"points", N_("twenty points were reached")},
        {"kyo", N_("虚 appeared for the second time")},
        {"last", N_("only one user had ghosts left")},
    };
    (void)r;
    for (size_t i = 0; strcmp(key, "ended") == 0 && i < sizeof ends / sizeof *ends; i++)
        if (strcmp(ends[i].word, json_string_value(value)) == 0)
            text_printf(t, "  %s%s\n", say(context, N_("The end: ")), say(context, ends[i].text));
}

/* ---- the board --------------------------------------------------------------------------- */

enum { GHOST = 18, LINE_WIDTH = 80, LABEL = 12 };

static void add_values(struct text *t, const char *label, json_t *values)
{
    size_t index;
    json_t *one;
    text_printf(t, "%s", label);
    json_array_foreach(values, index, one)
        text_printf(t, " %ld", (long)json_integer_value(one));
    if (json_array_size(values) == 0)
        text_put(t, " ?");
}

/* "body 1 1 2 3 4 5  mind ?  3 points  shells 1  status used" */
static void ghost_line(const struct context *context, struct text *t, json_t *ghost)
{
    struct text line = {0};
    json_t *points = json_object_get(ghost, "points");
    long shells = sheet_number(ghost, "shells");
    add_values(&line, say(context, N_("body")), json_object_get(ghost, "body"));
    text_put(&line, "  ");
    add_values(&line, say(context, N_("mind")), json_object_get(ghost, "mind"));
    text_printf(&line, "  %s ", say(context, N_("worth")));
    if (points != NULL)
        text_printf(&line, "%ld", (long)json_integer_value(points));
    else
        text_put(&line, "?");
    if (shells > 0) {
        text_put(&line, "  ");
        text_printf(&line, say(context, N_("shells %ld")), shells);
    }
    if (json_is_true(json_object_get(ghost, "status")))
        text_printf(&line, "  %s", say(context, N_("status used")));
    text_spaces(t, 4);
    names(t, sheet_text(ghost, "name"), NULL, GHOST);
    text_spaces(t, 2);
    say_wrapped(t, line.at, 4 + GHOST + 2, 4 + GHOST + 2);
    text_put(t, "\n");
    text_clear(&line);
}

static void user_lines(const struct context *context, struct text *t, json_t *seat)
{
    size_t index;
    json_t *ghost;
    text_spaces(t, 2);
    names(t, sheet_text(seat, "seat"), NULL, GHOST + 2);
    text_spaces(t, 2);
    text_printf(t, say(context, N_("points %ld, cards %ld")), sheet_number(seat, "points"),
                sheet_number(seat, "archive"));
    if (json_array_size(json_object_get(seat, "ghosts")) == 0)
        text_put(t, say(context, N_(", no ghost")));
    text_put(t, "\n");
    json_array_foreach(json_object_get(seat, "ghosts"), index, ghost)
        ghost_line(context, t, ghost);
}

static void add_list(const struct context *context, struct text *t, json_t *list)
{
    size_t index;
    json_t *one;
    json_array_foreach(list, index, one) {
        text_put(t, index > 0 ? context->japanese ? "、" : ", " : "");
        say_foreign(t, json_string_value(one), json_string_length(one));
    }
}

/* "Aki · Sakura + Mei, events 2", "Bo · ?" */
static void add_side(const struct context *context, struct text *t, json_t *side)
{
    const char *ghost = sheet_text(side, "ghost"), *seat = sheet_text(side, "seat");
    json_t *support = json_object_get(side, "support");
    say_foreign(t, seat, strlen(seat));
    text_put(t, " · ");
    say_foreign(t, ghost[0] != '\0' ? ghost : "?", strlen(ghost[0] != '\0' ? ghost : "?"));
    if (json_array_size(support) > 0) {
        text_put(t, " + ");
        add_list(context, t, support);
    }
    if (sheet_number(side, "modify") != 0) {
        text_put(t, context->japanese ? "、" : ", ");
        text_printf(t, say(context, N_("events %ld")), sheet_number(side, "modify"));
    }
    if (json_is_true(json_object_get(side, "set")))
        text_put(t, say(context, N_(", an event face down")));
}

static const char *power_text(const struct context *context, json_t *by)
{
    return strcmp(sheet_text(by, "by"), "mind") == 0 ? say(context, N_("mind")) : say(context, N_("body"));
}

static void battle_line(const struct context *context, struct text *t, json_t *battle)
{
    struct text line = {0};
    json_t *wins = json_object_get(battle, "wins_of_36");
    if (battle == NULL)
        return;
    add_side(context, &line, json_object_get(battle, "attack"));
    text_printf(&line, " : ");
    add_side(context, &line, json_object_get(battle, "defence"));
    text_printf(&line, " (%s)", power_text(context, battle));
    if (wins != NULL) {
        long of = (long)json_integer_value(wins);
        text_put(&line, context->japanese ? "、" : "; ");
        text_printf(&line, say(context, N_("the attack wins %ld of 36, %.4g %%")), of, (double)of * 100 / 36);
    }
    sheet_item(t, say(context, N_("fighting")), LABEL, line.at);
    text_clear(&line);
}

static bool same_threat(json_t *a, json_t *b)
{
    return a != NULL && strcmp(sheet_text(a, "seat"), sheet_text(b, "seat")) == 0
        && strcmp(sheet_text(a, "by"), sheet_text(b, "by")) == 0;
}

static void threat_head(const struct context *context, struct text *t, json_t *threat)
{
    const char *by = sheet_text(threat, "by"), *seat = sheet_text(threat, "seat");
    say_foreign(t, seat, strlen(seat));
    text_put(t, context->japanese ? "：" : ": ");
    text_put(t, strcmp(by, "points") == 0 ? say(context, N_("twenty points by taking "))
                : strcmp(by, "last") == 0 ? say(context, N_("the last user with ghosts by taking "))
                                          : say(context, N_("ahead, should 虚 appear again")));
}

/* Who may win with the next battle, or the next 虚: a line each, whichever of several ghosts will do. */
static void threat_lines(const struct context *context, struct text *t, json_t *threats)
{
    size_t count = json_array_size(threats);
    for (size_t i = 0; i < count;) {
        struct text line = {0};
        json_t *first = json_array_get(threats, i), *one;
        bool top = i == 0;
        threat_head(context, &line, first);
        for (size_t k = i; same_threat(one = json_array_get(threats, i), first); i++) {
            const char *ghost = sheet_text(one, "ghost"), *of = sheet_text(one, "of");
            if (ghost[0] == '\0')
                continue;
            text_put(&line, i > k ? context->japanese ? "、" : ", " : "");
            say_foreign(&line, ghost, strlen(ghost));
            text_put(&line, " (");
            say_foreign(&line, of, strlen(of));
            text_put(&line, ")");
        }
        sheet_item(t, top ? say(context, N_("may win")) : "", LABEL, line.at);
        text_clear(&line);
    }
}

/*
 *      period 5 · Aki is on turn · server 83 · trash 2 · 虚 0 of 2
 *      Aki                   points 13, cards 4
 *        Sakura              body 1 1 2 3 4 5  mind 2 2 3 3 4 6  worth 3  shells 1
 *      battle      Aki · Sakura + Mei : Bo · Unyuu (body); the attack wins 21 of 36, 58.33 %
 *      may win     Aki: twenty points by taking Unyuu (Bo)
 */
static void board(const struct context *context, struct text *t, const struct record *r, json_t *table)
{
    size_t index;
    json_t *seat;
    int turn = sheet_seat(r, json_object_get(table, "turn"));
    struct text head = {0};
    if (json_is_true(json_object_get(table, "draft")))
        text_put(&head, say(context, N_("draft")));
    else
        text_printf(&head, say(context, N_("period %ld")), sheet_number(table, "period"));
    if (turn >= 0) {
        text_put(&head, " · ");
        say_seat(&head, &r->seats, turn);
        text_put(&head, say(context, N_(" is on turn")));
    }
    if (!json_is_true(json_object_get(table, "draft")))
        text_printf(&head, say(context, N_(" · server %ld · trash %ld · 虚 %ld of 2")),
                    sheet_number(table, "server"), sheet_number(table, "trash"), sheet_number(table, "kyo"));
    text_spaces(t, 2);
    say_wrapped(t, head.at, 2, 2);
    text_put(t, "\n");
    text_clear(&head);
    json_array_foreach(json_object_get(table, "seats"), index, seat)
        user_lines(context, t, seat);
    battle_line(context, t, json_object_get(table, "battle"));
    threat_lines(context, t, json_object_get(table, "threats"));
}

/* ---- the odds ---------------------------------------------------------------------------- */

enum { WHO = 28, FACE = 5, WINS = 9, CHANCE = 10 };

static void odds_side(const struct context *context, struct text *t, json_t *side)
{
    struct text name = {0};
    size_t index;
    json_t *one, *totals = json_object_get(side, "totals");
    add_side(context, &name, side);
    text_put(t, "  ");
    if (say_width(name.at, name.length) < WHO) {
        say_padded(t, name.at, name.length, WHO, false);
    } else {   /* a line of its own */
        say_wrapped(t, name.at, 2, 4);
        text_put(t, "\n");
        text_spaces(t, 2 + WHO);
    }
    json_array_foreach(totals, index, one)
        text_printf(t, "%*ld", FACE, (long)json_integer_value(one));
    for (size_t i = json_array_size(totals); i < 6; i++)
        sheet_cell(t, "?", FACE);
    text_clear(&name);
}

static void odds_line(const struct context *context, struct text *t, json_t *side)
{
    json_t *wins = json_object_get(side, "wins"), *most = json_object_get(side, "supporters_most");
    odds_side(context, t, side);
    if (wins != NULL) {
        char cell[32];
        snprintf(cell, sizeof cell, "%ld/36", (long)json_integer_value(wins));
        sheet_cell(t, cell, WINS);
        snprintf(cell, sizeof cell, "%.4g %%", (double)json_integer_value(wins) * 100 / 36);
        sheet_cell(t, cell, CHANCE);
    } else if (most != NULL) {
        text_put(t, "  ");
        text_printf(t, say(context, N_("at most %ld may help")), (long)json_integer_value(most));
    } else {
        text_printf(t, "  %s", say(context, N_("values unknown")));
    }
    text_put(t, "\n");
}

/*
 *      body, die                       1    2    3    4    5    6
 *      Aki · Sakura + Mei              4    4    5    6    7    8     wins    chance
 *      Bo · Unyuu                      1    2    3    4    5    6    30/36   83.33 %
 */
static void odds(const struct context *context, struct text *t, const struct record *r, json_t *answer)
{
    struct text head = {0};
    size_t index;
    json_t *one;
    (void)r;
    text_printf(&head, say(context, N_("total by %s, for a die of")), power_text(context, answer));
    text_put(t, "  ");
    say_padded(t, head.at, head.length, WHO, false);
    for (int face = 1; face <= 6; face++)
        text_printf(t, "%*d", FACE, face);
    text_put(t, "\n");
    odds_side(context, t, json_object_get(answer, "attack"));
    sheet_cell(t, say(context, N_("wins")), WINS);
    sheet_cell(t, say(context, N_("chance")), CHANCE);
    text_put(t, "\n");
    json_array_foreach(json_object_get(answer, "defence"), index, one)
        odds_line(context, t, one);
    if (json_array_size(json_object_get(answer, "defence")) == 0)
        text_printf(t, "  %s\n", say(context, N_("nobody else has a ghost to defend")));
    text_clear(&head);
}

const struct layout materia_layout = {
    .book = &materia_rulebook, .head = head, .row = battle_row, .standing = standing, .remark = remark,
    .board = board, .odds = odds,
};
