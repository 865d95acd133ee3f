/*
 * What Tezumashi asks at the table: who starts, the draft, the cards, and what the minus cards
 * cost.
 */
#include "tezumashi.h"

enum {
    ASK_TABLES,
    ASK_ABILITIES,
    ASK_PAYS,
    ASK_PAYS_OF,
    ASK_START,
    ASK_NEXT_START,
    ASK_STARTER,
    ASK_CHOICE,
    ASK_FIRST_CARDS,
    ASK_CARDS,
    ASK_NAMED_CARDS,
    ASK_ABILITY,
    ASK_OWN_ABILITY,
    ASK_EFFECT,
    ASK_OWN_EFFECT,
    ASK_CHANGE,
    ASK_LEADER,
    ASK_WINNER,
    ASK_TRICKS,
    ASK_MINUS
};

#define EFFECTS "valid/有効 skip/出さない free/自由 win/勝ち"

static const struct question questions[] = {
    [ASK_TABLES] = {NULL, N_("the score tables that are laid out in this game"), "7 1 2 4 5",
        "offer table {1}", {{PART_NUMBERS, 4, TABLES}}},
    [ASK_ABILITIES] = {NULL, N_("the six abilities that are laid out"),
        N_("donba sand crown loose veil A"), "offer ability {1}", {{PART_TEXTS, OFFERED, OFFERED}}},
    [ASK_PAYS] = {N_("Table {number}: what does it pay for no trick, one, two, …?"),
        N_("the points for no trick, one, two, …; the last number is for more tricks too"),
        "5 3 1 0 -2", "table {number} {1}", {{PART_STEPS, 2, TRICKS + 1}}},
    [ASK_PAYS_OF] = {NULL,
        N_("… and what one of them pays for no trick, one, two, …; the last number is for more "
           "tricks too"),
        "{number} 5 3 1 0 -2", "table {1} {2}",
        {{PART_NUMBERS, 1, 1}, {PART_STEPS, 2, TRICKS + 1}}},
    [ASK_START] = {N_("Who starts?"), N_("who starts the draft and leads first"), "{name}",
        "deal; {1}: start", {{PART_SEAT, 1, 1}}},
    [ASK_NEXT_START] = {N_("Who starts the next deal?"), N_("who starts the draft and leads first"),
        "{name}", "deal; {1}: start", {{PART_SEAT, 1, 1}}},
    [ASK_STARTER] = {N_("Who starts?"), N_("who starts the draft and leads first"), "{name}",
        "{1}: start", {{PART_SEAT, 1, 1}}},
    [ASK_CHOICE] = {N_("What is chosen?"),
        N_("a score table's number, a minus card's suit or an ability's name; all three may share "
           "a line"),
        N_("7 u donba"), "{seat}: choose {1}", {{PART_TEXTS, 1, 2 * THINGS}}},
    [ASK_FIRST_CARDS] = {NULL, N_("the cards at once, if the draft is not kept"), N_("b7 2 4 3"),
        "{1}", {{PART_CARDS, 1, MANY_WORDS}}, .ranks = true},
    [ASK_CARDS] = {NULL, N_("cards as they fall; after the first their numbers will do"),
        N_("b7 2 bt 3"), "{1}", {{PART_CARDS, 1, MANY_WORDS}}, .ranks = true},
    [ASK_NAMED_CARDS] = {NULL, N_("… and who leads"), N_("{other} b7 2 bt 3"), "{1}: {2}",
        {{PART_SEAT, 1, 1}, {PART_CARDS, 1, MANY_WORDS}}, .ranks = true},
    [ASK_ABILITY] = {NULL, N_("whose ability is used, by its name"), "{other} {known}",
        "{1}: use {2}", {{PART_SEAT, 1, 1}, {PART_NAMES, 1, 1}}},
    [ASK_OWN_ABILITY] = {NULL, N_("the ability of the player to move"), "{known}",
        "{seat}: use {1}", {{PART_NAMES, 1, 1}}},
    [ASK_EFFECT] = {NULL, N_("what an ability does in this trick, whichever it is"),
        N_("{other} win"), "{1}: use {2}",
        {{PART_SEAT, 1, 1}, {PART_CHOICE, 1, 1, .words = EFFECTS}}},
    [ASK_OWN_EFFECT] = {NULL, N_("… for who is on turn"), N_("skip"), "{seat}: use {1}",
        {{PART_CHOICE, 1, 1, .words = EFFECTS}}},
    [ASK_CHANGE] = {NULL, N_("… or what it makes of the card's number"), N_("{other} add=2"),
        "{1}: use {2}", {{PART_SEAT, 1, 1}, {PART_PAIRS, 1, 1}}},
    [ASK_LEADER] = {N_("Who took the trick, and leads?"),
        N_("who leads, and the cards as they fall"), N_("{other} b7 2 bt 3"), "{1}: {2}",
        {{PART_SEAT, 1, 1}, {PART_CARDS, 1, MANY_WORDS}}, .ranks = true},
    [ASK_WINNER] = {N_("Who takes the trick?"), N_("who takes the trick"), "{name}", "{1}: trick",
        {{PART_SEAT, 1, 1}}},
    [ASK_TRICKS] = {NULL, N_("the whole deal at once: everybody's tricks, clockwise"), "{counts}",
        "tricks {1}", {{PART_COUNTS, 0, 0}}},
    [ASK_MINUS] = {N_("What do the minus cards cost?"),
        N_("the points of everybody's minus card, clockwise"), "{costs}", "minus {1}",
        {{PART_COUNTS, 0, 0}}},
};

/* The names of abilities that were chosen or that the pack has. */
static void name_abilities(const struct tezumashi *s, const struct setting *setting,
    struct ask *out)
{
    const struct tezumashi_pack *pack = setting->pack;
    for (int i = 0; i < s->names; i++)
        ask_name(out, span_of(s->name[i]), 0);
    for (int i = 0; i < pack->abilities; i++) {
        ask_name(out, span_of(pack->ability[i].id), 0);
        ask_name(out, span_of(pack->ability[i].name), 0);
    }
}

/* Sets the suit led in the trick on the table, and how many of its cards are still to come. */
static void ask_trick(const struct tezumashi *s, struct ask *out)
{
    const struct trick *t = &s->round.trick;
    const bool lies = !t->full && t->plays > t->first && t->play[t->first].led != UNSEEN;
    out->led = (int8_t)(lies ? t->play[t->first].led : NOBODY);
    out->due = (uint8_t)((unsigned)players_of(s) - (t->full ? 0 : bits_count(t->on_table)));
}

static void ask_cards(const struct tezumashi *s, const struct setting *setting, int seat,
    struct ask *out)
{
    ask_way(out, &questions[ASK_CARDS]);
    ask_way(out, &questions[ASK_NAMED_CARDS]);
    name_abilities(s, setting, out);
    if (out->names > 0) {
        ask_way(out, &questions[ASK_ABILITY]);
        ask_way(out, &questions[ASK_OWN_ABILITY]);
        ask_way(out, &questions[ASK_EFFECT]);
        ask_way(out, &questions[ASK_OWN_EFFECT]);
        ask_way(out, &questions[ASK_CHANGE]);
    }
    out->seat = (int8_t)seat;
    out->acts = 1u << SAY_USE | 1u << SAY_SHOW | 1u << SAY_HAND;
    ask_trick(s, out);
}

/*
 * The seat that chooses next: by the order of the draft; or, if several things were chosen in one
 * line, any seat that has a choice left.
 */
static int next_chooser(const struct tezumashi *s)
{
    const int chooser = tezumashi_chooser(s);
    for (int i = 0, seat = s->starter; seat >= 0 && chooser < 0 && i < players_of(s);
         i++, seat = next_clockwise(seat, players_of(s)))
        if (s->picks[seat] < THINGS)
            return seat;
    return chooser;
}

/* After `position`: the cards may follow at once, because nobody has to enter who leads. */
static void ask_row(const struct tezumashi *s, struct ask *out)
{
    if (s->round.position) {
        ask_way(out, &questions[ASK_CARDS]);
        ask_way(out, &questions[ASK_NAMED_CARDS]);
    } else {
        ask_way(out, &questions[ASK_LEADER]);
    }
    ask_trick(s, out);
}

static void ask_before_cards(const struct tezumashi *s, const struct setting *setting,
    struct ask *out)
{
    const int chooser = next_chooser(s), leader = tezumashi_turn(s, setting);
    if (s->round.position && leader < 0) {
        ask_row(s, out);
        return;
    } else if (s->starter < 0) {
        ask_way(out, &questions[ASK_STARTER]);
        ask_way(out, &questions[ASK_NAMED_CARDS]);
    } else if (chooser >= 0) {
        ask_way(out, &questions[ASK_CHOICE]);
        ask_way(out, &questions[ASK_FIRST_CARDS]);
        ask_way(out, &questions[ASK_TRICKS]);
        name_abilities(s, setting, out);
        out->seat = (int8_t)chooser;
        out->acts = 1u << SAY_CHOOSE | 1u << SAY_HAND | 1u << SAY_SHOW;
        return;
    } else {
        ask_cards(s, setting, leader, out);
    }
    ask_way(out, &questions[ASK_TRICKS]);
}

/*
 * The first thing of this kind that the score of the finished deal lacks: a table's number or a
 * suit; -1: none.
 */
static int lacking(const struct tezumashi *s, const struct setting *setting, enum lack lack)
{
    struct deal d;
    struct missing one;
    if (s->round.stage != AFTER)
        return -1;
    tezumashi_take_stock(s, &d);
    for (int n = 0; tezumashi_missing(s, &d, setting, n, &one); n++)
        if (one.lack == lack)
            return one.number;
    return -1;
}

/*
 * Asks, before the first deal, what lies on the table, and what it pays if the deck does not say.
 */
static void ask_offers(const struct tezumashi *s, const struct setting *setting, struct ask *out)
{
    const struct tezumashi_pack *pack = setting->pack;
    if (s->offered[TABLE] == 0)
        ask_way(out, &questions[ASK_TABLES]);
    for (int table = TABLES; table > 0; table--)
        if (s->offered[TABLE] >> table & 1 && pack->table[table].line == 0)
            out->number = table;
    if (out->number > 0)
        ask_way(out, &questions[ASK_PAYS_OF]);
    if (s->offered[ABILITY] == 0)
        ask_way(out, &questions[ASK_ABILITIES]);
}

static void ask_deal(const struct tezumashi *s, const struct setting *setting, struct ask *out)
{
    const bool last = s->round.number == players_of(s),
               wants = lacking(s, setting, LACK_MINUS) >= 0;
    const int table = lacking(s, setting, LACK_TABLE);
    if (wants) {
        ask_way(out, &questions[ASK_MINUS]);
    } else if (table > 0) {
        ask_way(out, &questions[ASK_PAYS]);
        out->number = table;
    }
    if (last)
        return;
    ask_way(out, &questions[s->round.number == 0 ? ASK_START : ASK_NEXT_START]);
    if (s->round.number == 0)
        ask_offers(s, setting, out);
    if (wants || s->starter < 0 || setting->house->option[HOUSE_STARTER].choice == ANSWER_ASK)
        return;
    out->next = (int8_t)next_clockwise(s->starter, players_of(s));
    out->otherwise = "deal; {next}: start";
    out->otherwise_about = N_("the next one clockwise");
}

void tezumashi_ask(const void *state, const struct setting *setting, struct ask *out)
{
    const struct tezumashi *s = state;
    const int seat = tezumashi_turn(state, setting);
    out->due = out->plays = (uint8_t)players_of(s);
    if (s->round.stage != DURING) {
        ask_deal(s, setting, out);
    } else if (!round_playing(&s->round)) {
        ask_before_cards(s, setting, out);
    } else if (s->round.kept == BY_PLAYS && seat >= 0) {
        ask_cards(s, setting, seat, out);
    } else if (s->round.kept == BY_PLAYS) {
        ask_row(s, out);
    } else {
        ask_way(out, &questions[ASK_WINNER]);
        ask_way(out, &questions[ASK_TRICKS]);
    }
}
