/*
 * Materia's score sheet: a battle and how its totals came about, then a user a line, for there may
 * be nineteen. Its board, and its odds.
 *
 *        attack                            defence                 winner
 *     1  Aki · Sakura             9 : 7    Bo · Unyuu              Aki       +3
 *        Sakura 4 (die 5) + Mei 2 + events 3 = 9
 *        Unyuu 7 (die 6) = 7
 *
 *        user                 points  ghosts   place
 *        Aki                       3       4       1
 *
 *      period 5 · Aki is on turn · server 83 · trash 2 · 虚 0 of 2
 *      Aki                   points 13, cards 4
 *        Sakura              body 1 1 2 3 4 5  mind 2 2 3 3 4 6  worth 3  shells 1
 *      battle      Aki · Sakura + Mei : Bo · Unyuu (body); the attack wins 21 of 36, 58.33 %
 *      may win     Aki: twenty points by taking Unyuu (Bo)
 */
#include "sheet.h"

#include <stdlib.h>
#include <string.h>

static const struct word_text words[] = {
    {"by", "body", N_("body")},
    {"by", "mind", N_("mind")},
    {0},
};

static const struct column columns[] = {
    {.key = "battle", .heading = "", .width = 3},
    {.heading = N_("attack"), .width = 22, .left = true, .says = {{.text = "{attacker} · {with}"}}},
    {.key = "attack", .heading = "", .width = 3, .close = true},
    {.width = 6, .left = true, .close = true, .says = {{.text = ": {defence}"}}},
    {.heading = N_("defence"),
        .width = 22,
        .left = true,
        .says = {{.text = "{defender} · {against}"}}},
    {.key = "winner", .width = 9, .left = true},
    {.width = WIDTH_REST, .left = true, .close = true, .says = {{{HAS("points")}, "{+points}"}}},
    {0},
};

static const struct column standing[] = {
    {.width = 3},
    {.key = "seat", .heading = N_("user"), .width = 20, .left = true},
    {.key = "points", .heading = N_("victory points"), .width = 14},
    {.key = "ghosts", .heading = N_("ghosts"), .width = 8},
    {.key = "place", .width = 8},
    {0},
};

/* materia/twenty, materia/kyo, materia/last: how the game ended. */
static const struct wording remarks[] = {
    {{IS("ended", "points")}, N_("The end: twenty points were reached")},
    {{IS("ended", "kyo")}, N_("The end: 虚 appeared for the second time")},
    {{IS("ended", "last")}, N_("The end: only one user had ghosts left")},
    {.text = NULL},
};

/* ---- how totals came about --------------------------------------------------------------- */

/* "Sakura 4 (die 5) + Mei 2 + events 3 = 9" */
static void add_total(const struct sheet *sheet, struct text *t, const struct fact *ghost,
    const struct fact *parts, const struct fact *total)
{
    long die = fact_number(parts, "die"), face = fact_number(parts, "face"),
         modify = fact_number(parts, "modify");
    say_fact(sheet, t, ghost);
    text_put(t, " ");
    say_facts(sheet, t,
        die == face ? N_("{value} (die {die})") : N_("{value} (die {die}, counted as 1)"), parts);
    for (const struct fact *one = fact_at(fact_of(parts, "support"), 0); one != NULL;
         one = one->next) {
        text_put(t, " + ");
        say_facts(sheet, t, "{ghost} {value}", one);
    }
    text_put(t, modify > 0 ? " + " : modify < 0 ? " - " : "");
    if (modify != 0)
        say_facts(sheet, t, modify > 0 ? N_("events {modify}") : N_("events {-modify}"), parts);
    text_put(t, " = ");
    say_fact(sheet, t, total);
}

/* A line a side; of totals that the table counted only that they were. */
static void sums(const struct sheet *sheet, const struct fact *row)
{
    enum { INDENT = 7 };
    const struct fact *totals = fact_of(row, "totals"), *dice = fact_of(row, "dice");
    bool tie = fact_holds(fact_of(row, "tie"));
    struct text attack = {0}, defence = {0};
    if (totals->first == NULL && dice->first != NULL) /* nobody saw all of it */
        return;
    if (totals->first != NULL) {
        add_total(sheet, &attack, fact_of(row, "with"), totals->first, fact_of(row, "attack"));
        add_total(sheet, &defence, fact_of(row, "against"), totals->last, fact_of(row, "defence"));
        sheet_lines(sheet, INDENT, 2, &attack);
    } else {
        text_put(&defence, say(sheet->context, N_("totals as counted at the table")));
    }
    if (tie)
        say_with(sheet->context, &attack, N_("{totals} (equal: the defender's)"), "t", "totals",
            defence.at);
    sheet_lines(sheet, INDENT, 2, tie ? &attack : &defence);
    text_clear(&defence);
}

/* ---- the board --------------------------------------------------------------------------- */

enum { GHOST = 18 };

static const struct wording archives[] = {
    {{HAS("ghosts")}, N_("points {points}, cards {archive}")},
    {.text = N_("points {points}, cards {archive}, no ghost")},
};

/* "body 1 1 2 3 4 5  mind ?  worth 3  shells 1  status used" */
static const struct wording properties[] = {
    {.text = N_("body {body}")},
    {.text = N_("mind {mind}")},
    {.text = N_("worth {points}")},
    {{SOME("shells")}, N_("shells {shells}")},
    {{HAS("status")}, N_("status used")},
};

static void ghost_line(const struct sheet *sheet, const struct fact *ghost)
{
    enum { INDENT = 4 };
    struct text name = {0}, line = {0};
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++)
        if (condition_holds(properties[i].when, ghost)) {
            text_put(&line, line.length > 0 ? "  " : "");
            say_facts(sheet, &line, properties[i].text, ghost);
        }
    say_fact(sheet, &name, fact_of(ghost, "name"));
    sheet_entry(sheet, INDENT, GHOST, &name, &line);
}

static void users(const struct sheet *sheet, const struct fact *table)
{
    for (const struct fact *seat = fact_of(table, "seats")->first; seat != NULL;
         seat = seat->next) {
        struct text name = {0}, line = {0};
        say_fact(sheet, &name, fact_of(seat, "seat"));
        say_facts(sheet, &line, wording_for(archives, seat), seat);
        sheet_entry(sheet, 2, GHOST + 2, &name, &line);
        for (const struct fact *ghost = fact_at(fact_of(seat, "ghosts"), 0); ghost != NULL;
             ghost = ghost->next)
            ghost_line(sheet, ghost);
    }
}

/* "Aki · Sakura + Mei, events 2", "Bo · ?" */
static void add_side(const struct sheet *sheet, struct text *t, const struct fact *side)
{
    say_facts(sheet, t,
        fact_count(side, "support") > 0 ? "{seat} · {ghost} + {support}" : "{seat} · {ghost}",
        side);
    if (fact_number(side, "modify") != 0) {
        say_comma(sheet->context, t);
        say_facts(sheet, t, N_("events {modify}"), side);
    }
    if (fact_holds(fact_of(side, "set"))) {
        say_comma(sheet->context, t);
        text_put(t, say(sheet->context, N_("an event face down")));
    }
}

static void battle(const struct sheet *sheet, const struct fact *table)
{
    const struct fact *battle = fact_of(table, "battle"), *chance = fact_of(battle, "chance");
    struct text attack = {0}, defence = {0}, line = {0};
    struct message m;
    add_side(sheet, &attack, fact_of(battle, "attack"));
    add_side(sheet, &defence, fact_of(battle, "defence"));
    message_set(&m, chance != NULL ? N_(
                        "{attack} : {defence} ({power}); the attack wins {wins} of 36, {chance}")
                                   : N_("{attack} : {defence} ({power})"));
    message_text(&m, "attack", (struct span){attack.at, attack.length});
    message_text(&m, "defence", (struct span){defence.at, defence.length});
    message_word(&m, "power",
        fact_is_word(fact_of(battle, "by"), "mind") ? N_("mind") : N_("body"));
    message_number(&m, "wins", (int32_t)fact_number(battle, "wins_of_36"));
    message_share(&m, "chance", chance != NULL ? chance->value.share : 0);
    say_message(sheet->context, &line, &m, NULL, &sheet->record->setting);
    sheet_item(sheet, N_("fighting"), &line);
    text_clear(&attack);
    text_clear(&defence);
}

static bool same_threat(const struct fact *a, const struct fact *b)
{
    return a != NULL && fact_seat(a, "seat") == fact_seat(b, "seat")
           && strcmp(fact_of(a, "by")->value.text, fact_of(b, "by")->value.text) == 0;
}

/*
 * Who may win with the next battle, or the next 虚: a line each, whichever of several ghosts will
 * do.
 */
static void threats(const struct sheet *sheet, const struct fact *table)
{
    static const struct wording hows[] = {
        {{IS("by", "points")}, N_("{seat}: twenty points by taking {ghosts}")},
        {{IS("by", "last")}, N_("{seat}: the last user with ghosts by taking {ghosts}")},
        {.text = N_("{seat}: ahead, should 虚 appear again")},
    };
    const struct fact *all = fact_of(table, "threats"), *one = fact_at(all, 0);
    while (one != NULL) {
        struct text ghosts = {0}, line = {0};
        struct message m;
        const struct fact *first = one;
        text_put(&ghosts, "");
        for (; same_threat(one, first); one = one->next) {
            if (one != first)
                say_comma(sheet->context, &ghosts);
            if (fact_of(one, "ghost") != NULL)
                say_facts(sheet, &ghosts, "{ghost} ({of})", one);
        }
        message_seat(message_set(&m, wording_for(hows, first)), "seat", fact_seat(first, "seat"));
        message_text(&m, "ghosts", (struct span){ghosts.at, ghosts.length});
        say_message(sheet->context, &line, &m, NULL, &sheet->record->setting);
        sheet_item(sheet, first == all->first ? N_("may win") : "", &line);
        text_clear(&ghosts);
    }
}

static const struct board_line board[] = {
    {.when = {HAS("draft"), HAS("turn")}, .text = N_("draft · {turn} is on turn")},
    {.when = {HAS("draft"), LACKS("turn")}, .text = N_("draft")},
    {.when = {LACKS("draft"), HAS("turn")},
        .text = N_("period {period} · it is {turn}'s turn · server {server} · trash {trash} · 虚 "
                   "{kyo} of 2")},
    {.when = {LACKS("draft"), LACKS("turn")},
        .text = N_("period {period} · server {server} · trash {trash} · 虚 {kyo} of 2")},
    {.draw = users},
    {.when = {HAS("battle")}, .draw = battle},
    {.draw = threats},
    {.key = NULL},
};

/* ---- the odds ---------------------------------------------------------------------------- */

enum { WHO = 28, FACE = 5, FACES = 6, WINS = 9, CHANCE = 10 };

static void odds_side(const struct sheet *sheet, const struct fact *side)
{
    struct text name = {0};
    const struct fact *total = fact_at(fact_of(side, "totals"), 0);
    add_side(sheet, &name, side);
    text_put(sheet->t, "  ");
    if (say_width(name.at, name.length) < WHO) {
        sheet_cell(sheet, name.at, WHO, false);
    } else { /* a line of its own */
        say_wrapped(sheet->t, name.at, 2, 4);
        text_put(sheet->t, "\n");
        text_spaces(sheet->t, 2 + WHO);
    }
    for (int face = 0; face < FACES; face++) {
        name.length = 0;
        say_fact(sheet, &name, total);
        sheet_cell(sheet, name.at, FACE, true);
        total = total != NULL ? total->next : NULL;
    }
    text_clear(&name);
}

static const struct wording unknown_odds[] = {
    {{HAS("supporters_most")}, N_("at most {supporters_most} may help")},
    {.text = N_("values unknown")},
};

static void odds_line(const struct sheet *sheet, const struct fact *side)
{
    struct text cell = {0};
    odds_side(sheet, side);
    if (fact_of(side, "wins") != NULL) {
        say_facts(sheet, &cell, "{wins}/36", side);
        sheet_cell(sheet, cell.at, WINS, true);
        cell.length = 0;
        say_fact(sheet, &cell, fact_of(side, "chance"));
        sheet_cell(sheet, cell.at, CHANCE, true);
    } else {
        text_put(sheet->t, "  ");
        say_facts(sheet, sheet->t, wording_for(unknown_odds, side), side);
    }
    text_put(sheet->t, "\n");
    text_clear(&cell);
}

/*
 *      body, die                       1    2    3    4    5    6
 *      Aki · Sakura + Mei              4    4    5    6    7    8     wins    chance
 *      Bo · Unyuu                      1    2    3    4    5    6    30/36   83.33 %
 */
static void chances(const struct sheet *sheet, const struct fact *answer)
{
    const struct fact *defence = fact_of(answer, "defence");
    text_put(sheet->t, "  ");
    sheet_facts(sheet, N_("total by {by}, for a die of"), answer, WHO);
    for (int face = 1; face <= FACES; face++)
        text_printf(sheet->t, "%*d", FACE, face);
    text_put(sheet->t, "\n");
    odds_side(sheet, fact_of(answer, "attack"));
    sheet_cell(sheet, say(sheet->context, N_("wins")), WINS, true);
    sheet_cell(sheet, say(sheet->context, N_("chance")), CHANCE, true);
    text_put(sheet->t, "\n");
    for (const struct fact *one = defence->first; one != NULL; one = one->next)
        odds_line(sheet, one);
    if (defence->first == NULL)
        text_printf(sheet->t, "  %s\n",
            say(sheet->context, N_("nobody else has a ghost to defend")));
}

/* The battle that brought the winner most. */
static void decide(const struct sheet *sheet, const struct fact *rows, const struct fact *end)
{
    const struct record *r = sheet->record;
    const struct fact *most = NULL;
    struct text line = {0};
    uint32_t winners = 0;
    (void)end;
    rulebook_finished(r->setting.book, r->state, &r->setting, &winners);
    for (const struct fact *row = rows->first; row != NULL; row = row->next) {
        int seat = fact_seat(row, "winner");
        if (seat >= 0 && winners >> seat & 1
            && fact_number(row, "points") > fact_number(most, "points"))
            most = row;
    }
    if (most == NULL)
        return;
    say_facts(sheet, &line, N_("No battle brought more than that for {taken}: {winner} {+points}."),
        most);
    sheet_lines(sheet, 2, 0, &line);
}

static const struct feat feats[] = {
    {N_("battles won"), "winner", FEAT_OWN, HAS("winner")},
    {N_("ghosts lost"), "winner", FEAT_ANOTHERS, HAS("taken")},
    {0},
};

const struct layout materia_layout = {
    .book = &materia_rulebook,
    .feats = feats,
    .words = words,
    .unknown = "?",
    .columns = columns,
    .below_draw = sums,
    .standing = standing,
    .remarks = remarks,
    .decide = decide,
    .board = board,
    .label = 12,
    .chances = chances,
};
