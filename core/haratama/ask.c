/* What Haratama asks at the table, in the order of a round. */
#include "haratama.h"

enum {
    ASK_ROUND,
    ASK_KAMI,
    ASK_ASIDE,
    ASK_PASS,
    ASK_LEAD,
    ASK_FIRST_CARDS,
    ASK_FIRST_OF_THREE,
    ASK_CARDS,
    ASK_CARDS_OF_THREE,
    ASK_NAMED_CARDS,
    ASK_NAMED_OF_THREE,
    ASK_TRICK,
    ASK_TRICK_COUNT,
    ASK_RELICS
};

/*
 * The texts about bare ranks, which stand for cards of the suit led. With three players no rank is
 * above 10.
 */
#define CARDS_FALL \
    N_("cards as they fall; after the first their ranks will do, and 0 j q k for 10 to 13")
#define CARDS_FALL_OF_THREE \
    N_("cards as they fall; after the first their ranks will do, and 0 for 10")
#define LEADER_AND_CARDS "{1}: {2}", {{PART_SEAT, 1, 1}, {PART_CARDS, 1, MANY_WORDS}}, .ranks = true

static const struct question questions[] = {
    [ASK_ROUND] = {N_("Which three ranks are turned up?"), N_("the three ranks turned up"),
        "3 7 10", "round; kami {1}", {{PART_NUMBERS, 3, 3}}},
    [ASK_KAMI] = {N_("Which three ranks are turned up?"), N_("the three ranks turned up"), "3 7 10",
        "kami {1}", {{PART_NUMBERS, 3, 3}}},
    [ASK_ASIDE] = {N_("Which card is left over?"), N_("the card laid aside; ? if nobody knows it"),
        N_("g4"), "aside {1}", {{PART_CARDS, 1, 1, .unseen = true}}},
    [ASK_PASS] = {N_("Which two cards are passed?"),
        N_("the two cards passed to the left, ? for unseen ones"), N_("r1 b5"), "{seat}: pass {1}",
        {{PART_CARDS, PASSES, PASSES, .unseen = true}}},
    [ASK_LEAD] = {N_("Who leads?"), N_("who holds blue 5 and leads first"), "{other}", "{1}: lead",
        {{PART_SEAT, 1, 1}}},
    [ASK_FIRST_CARDS] = {NULL, N_("… and the first cards"), N_("{other} r9 3 12"),
        LEADER_AND_CARDS},
    [ASK_FIRST_OF_THREE] = {NULL, N_("… and the first cards"), N_("{other} r9 3 10"),
        LEADER_AND_CARDS},
    [ASK_CARDS] = {NULL, CARDS_FALL, N_("r9 3 12 b1"), "{1}", {{PART_CARDS, 1, MANY_WORDS}},
        .ranks = true},
    [ASK_CARDS_OF_THREE] = {NULL, CARDS_FALL_OF_THREE, N_("r9 3 b1"), "{1}",
        {{PART_CARDS, 1, MANY_WORDS}}, .ranks = true},
    [ASK_NAMED_CARDS] = {NULL, N_("… and who leads"), N_("{other} r9 3 12 b1"), LEADER_AND_CARDS},
    [ASK_NAMED_OF_THREE] = {NULL, N_("… and who leads"), N_("{other} r9 3 b1"), LEADER_AND_CARDS},
    [ASK_TRICK] = {N_("Who takes the trick, with which relics?"),
        N_("who took the trick, and the relics in it"), N_("{other} r3 g7"), "{1}: trick {2}",
        {{PART_SEAT, 1, 1}, {PART_CARDS, 0, PLAYERS}}},
    [ASK_TRICK_COUNT] = {NULL, N_("who took the trick, and how many relics"), N_("{other} 2"),
        "{1}: trick {2}", {{PART_SEAT, 1, 1}, {PART_NUMBERS, 1, 1}}},
    [ASK_RELICS] = {N_("How many relics did each player take?"),
        N_("the whole round at once: everybody's relics, clockwise"), "{counts}", "relics {1}",
        {{PART_COUNTS, 0, 0}}},
};

/* Sets the suit led in the trick on the table, and how many of its cards are still to come. */
static void ask_trick(const struct haratama *s, struct ask *out)
{
    const struct trick *t = &s->round.trick;
    const int led = t->plays > t->first ? t->play[t->first].led : UNSEEN;
    out->led = (int8_t)(led != UNSEEN ? led : -1);
    out->due = (uint8_t)((unsigned)players_of(s) - bits_count(t->on_table));
}

static void ask_cards(const struct haratama *s, struct ask *out, int seat)
{
    ask_way(out, &questions[players_of(s) == 3 ? ASK_CARDS_OF_THREE : ASK_CARDS]);
    out->seat = (int8_t)seat;
    out->acts = 1u << SAY_HAND | 1u << SAY_SHOW | 1u << SAY_FOX;
    ask_trick(s, out);
}

/* 3.2: the next seat whose two passed cards are not on record, if this table enters them. */
static int passes_next(const struct haratama *s, const struct setting *setting)
{
    for (int i = 0; setting->house->option[HOUSE_PASSES].choice != 0 && i < players_of(s); i++)
        if (!(s->round.hands.passed & 1u << i))
            return i;
    return NOBODY;
}

/*
 * Other ways to answer: the first cards at once, because nobody has to enter what lies aside or was
 * passed.
 */
static void ask_leader(const struct haratama *s, struct ask *out)
{
    ask_way(out, &questions[ASK_LEAD]);
    ask_way(out, &questions[players_of(s) == 3 ? ASK_FIRST_OF_THREE : ASK_FIRST_CARDS]);
    ask_way(out, &questions[ASK_RELICS]);
}

/*
 * After `position`: the cards may follow at once, because nobody has to enter who leads or which
 * ranks are relics.
 */
static void ask_row(const struct haratama *s, struct ask *out)
{
    const bool three = players_of(s) == 3;
    ask_way(out, &questions[three ? ASK_CARDS_OF_THREE : ASK_CARDS]);
    ask_way(out, &questions[three ? ASK_NAMED_OF_THREE : ASK_NAMED_CARDS]);
    out->acts = 1u << SAY_HAND | 1u << SAY_SHOW;
    ask_trick(s, out);
}

/* 3.1 and 3.2: asks for what comes before the first card. */
static void ask_before_cards(const struct haratama *s, const struct setting *setting,
    struct ask *out)
{
    const int passes = passes_next(s, setting), leader = round_player(&s->round);
    if (s->kami[0] == 0 && !s->round.position) {
        ask_way(out, &questions[ASK_KAMI]);
    } else if (s->lead_line != 0 && leader >= 0) {
        ask_cards(s, out, leader);
    } else if (players_of(s) == 3 && aside_of(s) == 0 && !s->aside_unknown) {
        ask_way(out, &questions[ASK_ASIDE]);
        ask_leader(s, out);
    } else if (passes >= 0) {
        ask_way(out, &questions[ASK_PASS]);
        out->seat = (int8_t)passes;
        out->acts = 1u << SAY_HAND | 1u << SAY_PASS;
    } else if (leader < 0) {
        ask_leader(s, out);
    } else {
        ask_cards(s, out, leader);
    }
}

void haratama_ask(const void *state, const struct setting *setting, struct ask *out)
{
    const struct haratama *s = state;
    uint32_t winners;
    out->due = out->plays = (uint8_t)players_of(s);
    if (haratama_finished(s, setting, &winners)) {
        return;
    } else if (s->round.stage != DURING) {
        ask_way(out, &questions[ASK_ROUND]);
    } else if (s->round.position && s->round.kept != BY_TRICKS && round_player(&s->round) < 0) {
        ask_row(s, out);
    } else if (s->round.kept == BY_TRICKS) {
        ask_way(out, &questions[ASK_TRICK]);
        ask_way(out, &questions[ASK_TRICK_COUNT]);
        ask_way(out, &questions[ASK_RELICS]);
    } else if (!round_playing(&s->round)) {
        ask_before_cards(s, setting, out);
    } else if (round_player(&s->round) >= 0) {
        ask_cards(s, out, round_player(&s->round));
    } else {
        ask_way(out, &questions[ASK_RELICS]);
        ask_trick(s, out);
    }
}
