/*
 * What NeedFire asks at the table: the rows, which of three cards is kept and what is laid on
 * others, the ignitions and their wounds.
 */
#include "core/bits.h"
#include "needfire.h"

enum {
    ASK_ROW,
    ASK_TAKE,
    ASK_TAKE_AT,
    ASK_TAKE_TWO,
    ASK_POWER,
    ASK_MERGE,
    ASK_IGNITE,
    ASK_IGNITION_OF,
    ASK_ROW_OF,
    ASK_FIRE_OF,
    ASK_WOUND,
    ASK_BARE_WOUND,
    ASK_GUARD,
    ASK_GUARD_ANYWHERE,
    ASK_WOUND_OF,
    ASK_GUARD_OF,
    SAID_WOUND,
    SAID_GUARD
};

/*
 * Sets of cards of an ask. TO_HAND: power cards that lie on a wounded card, and wounded cards on
 * which nothing lies.
 */
enum { FROM_MIDDLE = 1, IN_OWN_ROW, ON_WOUNDED, OTHER_WOUNDED, FIRES, WOUNDED, TO_HAND };

static const struct question questions[] = {
    [ASK_ROW] = {N_("Which three humans?"),
        N_("the battle cards, from left to right; of a position also what lies on them, h18+f5"),
        N_("3 18 24"), "{seat}: row {1}",
        {{PART_CARDS, 1, MANY_WORDS, .unseen = true, .numbered = true}}},
    [ASK_TAKE] = {N_("Which card is kept?"),
        N_("a human, a fire such as f5, or ? for a card that stays hidden"), N_("9"),
        "{seat}: take {1}",
        {{PART_CARDS, 1, 1, .unseen = true, .set = FROM_MIDDLE, .numbered = true}}},
    [ASK_TAKE_AT] = {NULL, N_("a human, and its place in the row, from the left"), N_("9 2"),
        "{seat}: take {1}@{2}",
        {{PART_CARDS, 1, 1, .set = FROM_MIDDLE, .numbered = true}, {PART_NUMBERS, 1, 1}}},
    [ASK_TAKE_TWO] = {N_("Which two cards are kept?"),
        N_("humans with their places, fires such as f5, or ? for a card that stays hidden"),
        N_("9@2 ?"), "{seat}: take {1}",
        {{PART_CARDS, 2, 2, .unseen = true, .set = FROM_MIDDLE, .numbered = true}}},
    [ASK_POWER] = {NULL, N_("power cards, laid on that battle card by who has just taken"),
        N_("{set2} f3"), "power {1} {2}",
        {{PART_CARDS, 1, 1, .set = IN_OWN_ROW, .numbered = true}, {PART_CARDS, 1, MANY_WORDS}}},
    [ASK_MERGE] = {N_("More than six battle cards: which is laid on which?"),
        N_("a battle card, and the cards laid on it"), N_("{set2} h9"), "power {1} {2}",
        {{PART_CARDS, 1, 1, .set = IN_OWN_ROW, .numbered = true}, {PART_CARDS, 1, MANY_WORDS}}},
    [ASK_IGNITE] = {N_("Which card lights?"),
        N_("the ignition card: a fire's number, or a human such as h9"), N_("8"),
        "{seat}: ignite {1}", {{PART_CARDS, 1, 1, .unseen = true, .numbered = true, .base = FIRE}}},
    [ASK_IGNITION_OF] = {N_("Who lights which card?"), N_("who lights, and the ignition card"),
        N_("{name} f8"), "{1}: ignite {2}",
        {{PART_SEAT, 1, 1}, {PART_CARDS, 1, 1, .unseen = true, .numbered = true, .base = FIRE}}},
    [ASK_ROW_OF] = {NULL, N_("whose battle cards, from left to right, and what lies on them"),
        N_("{name} h18+f5 h9"), "{1}: row {2}",
        {{PART_SEAT, 1, 1}, {PART_CARDS, 1, MANY_WORDS, .unseen = true}}},
    [ASK_FIRE_OF] = {NULL, N_("who lights, and the fire that is lit"), N_("{name} f8"),
        "{1}: ignite {2}", {{PART_SEAT, 1, 1}, {PART_CARDS, 1, 1, .set = FIRES}}},
    [ASK_WOUND] = {N_("{card}: which power card to the hand?"),
        N_("the power card that goes to the hand, and which is laid face down, if that is known"),
        N_("{set3} ?"), "{seat}: wound {card} {1} {2}",
        {{PART_CARDS, 1, 1, .unseen = true, .set = ON_WOUNDED},
            {PART_CARDS, 0, 1, .unseen = true}}},
    [ASK_BARE_WOUND] = {N_("{card}: what goes face down?"),
        N_("the card laid face down, if that is known"), N_("f3"),
        "{seat}: wound {card} {card} {1}", {{PART_CARDS, 1, 1, .unseen = true}}},
    [ASK_GUARD] = {NULL, N_("a human that guards instead, from the hand or from the discards"),
        N_("h9 hand"), "{seat}: guard {card} {1} {2}",
        {{PART_CARDS, 1, 1, .numbered = true},
            {PART_CHOICE, 1, 1, .words = "hand/手札 discard/捨札"}}},
    [ASK_GUARD_ANYWHERE] = {NULL, N_("… the same where it is plain from where"), N_("h9 guards"),
        "{seat}: guard {card} {1}",
        {{PART_CARDS, 1, 1, .numbered = true}, {PART_CHOICE, 1, 1, .words = "guards/守護/guard"}}},
    [ASK_WOUND_OF] = {NULL,
        N_("another wounded card first, and what goes to the hand and face down"),
        N_("{set4} f3 ?"), "{seat}: wound {1} {2} {3}",
        {{PART_CARDS, 1, 1, .set = OTHER_WOUNDED}, {PART_CARDS, 0, 1},
            {PART_CARDS, 0, 1, .unseen = true}}},
    [ASK_GUARD_OF] = {NULL, N_("… or a human that guards that one"), N_("{set4} h9 hand"),
        "{seat}: guard {1} {2} {3}",
        {{PART_CARDS, 1, 1, .set = OTHER_WOUNDED}, {PART_CARDS, 1, 1, .numbered = true},
            {PART_CHOICE, 1, 1, .words = "hand/手札 discard/捨札"}}},
    [SAID_WOUND] = {NULL, NULL, NULL, "{seat}: wound {1} {2} {3}",
        {{PART_CARDS, 1, 1, .set = WOUNDED, .numbered = true},
            {PART_CARDS, 0, 1, .set = TO_HAND, .numbered = true},
            {PART_CARDS, 0, 1, .unseen = true}}},
    [SAID_GUARD] = {NULL, NULL, NULL, "{seat}: guard {1} {2} {3}",
        {{PART_CARDS, 1, 1, .set = WOUNDED, .numbered = true}, {PART_CARDS, 1, 1, .numbered = true},
            {PART_CHOICE, 0, 1, .words = "hand/手札 discard/捨札"}}},
};

static void set_rows(const struct needfire *s, int seat, struct ask *out)
{
    for (int c = 1; c < CODES; c++)
        cards_add(&out->set[FROM_MIDDLE - 1], c);
    for (int k = 0; seat >= 0 && k < s->row_count[seat]; k++) {
        cards_drop(&out->set[FROM_MIDDLE - 1], s->row[seat][k]);
        cards_add(&out->set[IN_OWN_ROW - 1], s->row[seat][k]);
    }
}

/* After `position`: asks what lies on the table, as far as it matters, or for the ignition. */
static void ask_position(const struct needfire *s, struct ask *out)
{
    bool all = true;
    for (int i = 0; i < s->players; i++)
        all &= s->hand[i].arranged;
    for (int c = FIRE + 1; c < CODES; c++)
        cards_add(&out->set[FIRES - 1], c);
    ask_way(out, &questions[all ? ASK_IGNITION_OF : ASK_FIRE_OF]);
    if (!all)
        ask_way(out, &questions[ASK_ROW_OF]);
}

/*
 * Asks for the rows one after the other. Rows that are not three bare cards are a position, which
 * is asked about one ignition.
 */
static void ask_setting(const struct needfire *s, struct ask *out)
{
    for (int i = 0; i < s->players; i++)
        if (!s->hand[i].arranged) {
            out->seat = (int8_t)i;
            ask_way(out, &questions[ASK_ROW]);
            return;
        }
    ask_way(out, &questions[ASK_IGNITION_OF]);
}

static void ask_take(const struct needfire *s, int seat, struct ask *out)
{
    const int last = s->placing.seat;
    set_rows(s, last, out);
    out->seat = (int8_t)seat;
    if (quota(s) == 1) {
        ask_way(out, &questions[ASK_TAKE]);
        ask_way(out, &questions[ASK_TAKE_AT]);
    } else {
        ask_way(out, &questions[ASK_TAKE_TWO]);
    }
    if (last >= 0 && last != seat)
        ask_way(out, &questions[ASK_POWER]);
}

/* Answers that begin with their verb also name the wounded card: `wound 3 3 f5`, `guard 24 11`. */
static void ask_said(const struct needfire *s, int seat, struct ask *out)
{
    out->said[0] = &questions[SAID_WOUND];
    out->said[1] = &questions[SAID_GUARD];
    for (int k = 0; k < s->row_count[seat]; k++) {
        const int card = s->row[seat][k];
        if (!(s->pending & bit(card)))
            continue;
        const struct cardset powers = needfire_powers_on(s, card);
        cards_add(&out->set[WOUNDED - 1], card);
        if (!cards_any(&powers))
            cards_add(&out->set[TO_HAND - 1], card);
        for (int on = 1; on < CODES; on++)
            if (cards_hold(&powers, on))
                cards_add(&out->set[TO_HAND - 1], on);
    }
}

/* The wounded of a seat, from left to right. */
static void ask_wound(const struct needfire *s, int seat, struct ask *out)
{
    int k = 0;
    assert(needfire_wounds_pending(s, seat));
    while (!(s->pending & bit(s->row[seat][k])))
        k++;
    out->seat = (int8_t)seat;
    out->card = s->row[seat][k];
    out->set[ON_WOUNDED - 1] = needfire_powers_on(s, out->card);
    const int powers = cards_count(&out->set[ON_WOUNDED - 1]);
    ask_way(out, &questions[powers > 0 ? ASK_WOUND : ASK_BARE_WOUND]);
    ask_way(out, &questions[ASK_GUARD]);
    ask_way(out, &questions[ASK_GUARD_ANYWHERE]);
    for (int other = k + 1; other < s->row_count[seat]; other++)
        if (s->pending & bit(s->row[seat][other]))
            cards_add(&out->set[OTHER_WOUNDED - 1], s->row[seat][other]);
    ask_said(s, seat, out);
    if (cards_any(&out->set[OTHER_WOUNDED - 1])) {
        ask_way(out, &questions[ASK_WOUND_OF]);
        ask_way(out, &questions[ASK_GUARD_OF]);
    }
    out->otherwise = powers < 2 ? "{seat}: wound {card}" : NULL;
    out->otherwise_about = powers == 1 ? N_("that one") : N_("nobody tells");
}

static void ask_ignition(const struct needfire *s, int seat, struct ask *out)
{
    out->seat = (int8_t)seat;
    ask_way(out, &questions[ASK_IGNITE]);
    if (s->part == PLACEMENT && s->placing.seat >= 0) {
        set_rows(s, s->placing.seat, out);
        ask_way(out, &questions[ASK_POWER]);
    }
}

void needfire_ask(const void *state, const struct setting *setting, struct ask *out)
{
    const struct needfire *s = state;
    const int turn = needfire_turn(state, setting), seat = needfire_goes_on(s, setting);
    out->acts = 1u << SAY_ROW | 1u << SAY_HAND | 1u << SAY_SHOW | 1u << SAY_DISCARDS;
    if (needfire_is_over(s)) {
        return;
    } else if (s->part == SETTING && s->position && seat < 0) {
        ask_position(s, out);
    } else if (s->part == SETTING && !s->battle_said && seat < 0) {
        ask_setting(s, out);
    } else if (s->pending != 0 && seat >= 0) {
        ask_wound(s, seat, out);
    } else if (turn != seat) {
        set_rows(s, turn, out);
        out->seat = (int8_t)turn;
        ask_way(out, &questions[ASK_MERGE]);
    } else if (seat < 0) {
        ask_way(out, &questions[ASK_IGNITION_OF]);
    } else if (s->part == BATTLE || s->battle_said || needfire_placed(s)) {
        ask_ignition(s, seat, out);
    } else {
        ask_take(s, seat, out);
    }
}

/* ---- what may be missing ----------------------------------------------------------------- */

/*
 * An act that may be missing: whose it is (NOBODY: nobody's), and how it is written after the name;
 * `{card}` stands for the card that it is about.
 */
struct missing_act {
    int seat, card;
    const char *form;
};

/* A list of such acts, of which only the n-th is wanted. */
struct missing_list {
    unsigned left; /* how many come before the wanted one */
    bool found;
    struct missing_act act;
};

static void list_act(struct missing_list *l, int seat, int card, const char *form)
{
    if (!l->found && l->left-- == 0) {
        l->found = true;
        l->act = (struct missing_act){seat, card, form};
    }
}

/*
 * Lists a wound and a guard for each wounded card that is still to be treated: first those of the
 * seat whose turn it is to treat, then the others.
 */
static void list_wounds(const struct needfire *s, struct missing_list *l)
{
    const int due = needfire_wound_turn(s);
    for (int guarded = 0; guarded < 2; guarded++)
        for (int i = 0; i < s->players; i++) {
            const int seat = (due + i) % s->players;
            for (int k = 0; k < s->row_count[seat]; k++)
                if (s->pending & bit(s->row[seat][k]))
                    list_act(l, seat, s->row[seat][k],
                        guarded ? "guard {card} ?" : "wound {card} ? ?");
        }
}

/*
 * In the battle part: lists an ignition by each seat that may be the next with a hand; and any
 * wound, if it is not known who was wounded.
 */
static void list_battle(const struct needfire *s, int next, struct missing_list *l)
{
    if (s->pending != 0)
        list_wounds(s, l);
    for (int i = 0; i < s->players; i++) {
        const int seat = ((next >= 0 ? next : 0) + i) % s->players;
        if (!s->hand[seat].sized || s->hand[seat].size > 0)
            list_act(l, seat, NOTHING, "ignite ?");
    }
    for (int i = 0; i < s->players && s->ignitions > 0 && s->fight.verdict == FIGHT_UNKNOWN; i++)
        list_act(l, i, NOTHING, "wound ?");
}

static void list_placement(const struct needfire *s, int next, struct missing_list *l)
{
    const struct placement *p = &s->placing;
    const int lacks = p->seat != NOBODY && p->taken < quota(s) && !p->entered ? quota(s) - p->taken
                                                                              : quota(s);
    const bool merging = p->seat != NOBODY && s->row_count[p->seat] > ROW_MOST;
    if (merging)
        list_act(l, p->seat, NOTHING, "power ? ?");
    if (next >= 0)
        list_act(l, next, NOTHING, lacks == 1 ? "take ?" : "take ? ?");
    if (p->seat != NOBODY && !merging)
        list_act(l, p->seat, NOTHING, "power ? ?");
}

static void list_missing(const struct needfire *s, const struct setting *setting,
    struct missing_list *l)
{
    const int next = needfire_goes_on(s, setting);
    if (needfire_is_over(s))
        return;
    if (s->part == BATTLE || s->battle_said || needfire_placed(s))
        list_battle(s, s->pending != 0 ? s->turn : next, l);
    else if (s->part == PLACEMENT || next >= 0)
        list_placement(s, next, l);
    for (int i = 0; i < s->players && s->part == SETTING; i++)
        if (!s->hand[i].arranged)
            list_act(l, i, NOTHING, "row ? ? ?");
}

size_t needfire_missing(const void *state, const struct setting *setting, unsigned n, char *out,
    size_t room)
{
    struct missing_list l = {.left = n};
    char text[SEAT_TOKEN + 64], card[16] = "";
    list_missing(state, setting, &l);
    if (!l.found)
        return 0;
    size_t length = seat_write(setting->seats, l.act.seat, text);
    text[length++] = ':';
    text[length++] = ' ';
    const size_t card_length = l.act.card != NOTHING ? needfire_card_write(l.act.card, false, card)
                                                     : 0;
    for (const char *at = l.act.form; *at != '\0';) {
        const bool here = strncmp(at, "{card}", 6) == 0;
        memcpy(text + length, here ? card : at, here ? card_length : 1);
        length += here ? card_length : 1;
        at += here ? 6 : 1;
    }
    if (length >= room)
        return 0;
    memcpy(out, text, length);
    out[length] = '\0';
    return length;
}

struct cardset needfire_left_over(const void *state, const struct setting *setting)
{
    const struct needfire *s = state;
    const struct needfire_deck *deck = setting->pack;
    struct cardset left = {{0, 0}};
    for (int c = 1; c < CODES; c++)
        if (s->card[c].place == UNSEEN && deck->card[c].makes != 0)
            cards_add(&left, c);
    return left;
}
