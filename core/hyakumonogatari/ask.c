/*
 * What Hyakumonogatari asks at the table: the parent, turn by turn what is drawn and used, and the
 * hands at the ending.
 */
#include "hyakumonogatari.h"

enum {
    ASK_PARENT,
    ASK_PARENT_AND_DECK,
    ASK_DECK,
    ASK_DRAW,
    ASK_HALVES,
    ASK_DOLL,
    ASK_ALTAR,
    ASK_ALTAR_AND_DISCARD,
    ASK_DISCARD,
    ASK_DRAW_OF,
    ASK_SUN_AWAY,
    ASK_ALTAR_AND_SUN_AWAY,
    ASK_NOTHING,
    ASK_REFILL,
    ASK_ENDING,
    ASK_SECOND,
    ASK_NIGHT_TWO
};

/*
 * Sets of cards of an ask. TO_SHADE: as halves too; TO_SHADE_ALONE: by itself. RITUAL: what the
 * altar takes, without the sun.
 */
enum { TO_ALTAR = 1, TO_GRAVE, TO_SHADE, TO_SHADE_ALONE, RITUAL };

#define AWAY                                                        \
    {                                                               \
        PART_CHOICE, 1, 1, .words = "away/破棄/捨てる/discard" \
    }

static const struct question questions[] = {
    [ASK_PARENT] = {N_("Who is the parent?"),
        N_("who is the parent; the night begins with the usual fifteen cards"), "{name}",
        "{1}: parent; night", {{PART_SEAT, 1, 1}}},
    [ASK_PARENT_AND_DECK] = {NULL, N_("… and the cards of which another number is shuffled in"),
        N_("{name} candle=4 seal=2"), "{1}: parent; deck {2}; night",
        {{PART_SEAT, 1, 1}, {PART_PAIRS, 1, KINDS}}},
    [ASK_DECK] = {N_("Which cards are shuffled in?"),
        N_("the cards of which more or fewer than usual are shuffled in"), N_("candle=4 seal=2"),
        "deck {1}; night", {{PART_PAIRS, 1, KINDS}}},
    [ASK_DRAW] = {N_("Which card is drawn?"), N_("the card drawn from the other hand"), N_("fox"),
        "{seat}: draw {1}", {{PART_CARDS, 1, 1, .unseen = true}}},
    [ASK_DRAW_OF] = {NULL, N_("who draws which card from the other hand"), N_("{name} fox"),
        "{1}: draw {2}", {{PART_SEAT, 1, 1}, {PART_CARDS, 1, 1, .unseen = true}}},
    [ASK_HALVES] = {NULL, N_("laid on the shade: the shadow turns"), N_("effigy ink"),
        "{seat}: reverse {1}; refill", {{PART_CARDS, 2, 2, .set = TO_SHADE}}},
    [ASK_DOLL] = {NULL, N_("laid on the shade: the shadow turns"), N_("doll"),
        "{seat}: reverse {1}; refill", {{PART_CARDS, 1, 1, .set = TO_SHADE_ALONE}}},
    [ASK_ALTAR] = {N_("Which cards are used?"),
        N_("one or more laid on the altar, and drawn back up from the pile"), "{set1}",
        "{seat}: altar {1}; refill", {{PART_CARDS, 1, MANY_WORDS, .set = TO_ALTAR}}},
    [ASK_ALTAR_AND_DISCARD] = {NULL, N_("laid on the altar, and the last one thrown away"),
        N_("{set1} fox"), "{seat}: altar {1}; discard {2}; refill",
        {{PART_CARDS, 1, MANY_WORDS, .set = TO_ALTAR}, {PART_CARDS, 1, 1, .set = TO_GRAVE}}},
    [ASK_DISCARD] = {N_("Which cards are used?"), N_("thrown away"), N_("fox"),
        "{seat}: discard {1}; refill", {{PART_CARDS, 1, MANY_WORDS, .set = TO_GRAVE}}},
    [ASK_SUN_AWAY] = {NULL, N_("the sun thrown away, and not laid on the new moon"), N_("sun away"),
        "{seat}: discard {1}; refill", {{PART_CARDS, 1, 1}, AWAY}},
    [ASK_ALTAR_AND_SUN_AWAY] = {NULL, N_("… after what is laid on the altar"),
        N_("{set5} sun away"), "{seat}: altar {1}; discard {2}; refill",
        {{PART_CARDS, 1, MANY_WORDS, .set = RITUAL}, {PART_CARDS, 1, 1}, AWAY}},
    [ASK_NOTHING] = {NULL, N_("no card can be used"), N_("none"), "{seat}: refill",
        {{PART_CHOICE, 1, 1, .words = "none/なし"}}},
    [ASK_REFILL] = {N_("What is drawn back up?"), N_("the cards drawn back up, if they are seen"),
        N_("candle ?"), "{seat}: refill {1}", {{PART_CARDS, 1, MANY_WORDS, .unseen = true}}},
    [ASK_ENDING] = {N_("What does the hand show?"),
        N_("the child's hand at the ending, ? for what is not told"), N_("doll seal ? ?"),
        "{seat}: show {1}", {{PART_CARDS, 1, MANY_WORDS, .unseen = true}}},
    [ASK_SECOND] = {N_("A second night?"),
        N_("both agree to a second night; `quit` leaves it at that"), N_("yes"), "consent; night",
        {{PART_CHOICE, 1, 1, .words = "yes/はい/y"}}},
    [ASK_NIGHT_TWO] = {N_("Does the second night begin?"), N_("the second night begins"), N_("yes"),
        "night", {{PART_CHOICE, 1, 1, .words = "yes/はい/y"}}},
};

/*
 * Sorts cards by where they go when they are used. A card that may not be used at all counts as
 * discarded, and judging it reports the rule that it breaks.
 */
static void sort_cards(const struct hyakumonogatari *s, const struct setting *setting, int seat,
    struct ask *out)
{
    const bool apart = setting->house->option[HOUSE_HALVES].choice != 0;
    const bool turns = s->night == 2 && seat != s->parent && s->altar[SHADE] > 0 && !s->reversed;
    for (int k = 0; k < KINDS; k++) {
        const bool ritual = hyakumonogatari_cards[k].place > 0 && !hyakumonogatari_full(s, k);
        const bool cancels = k == NEWMOON && s->altar[SUN] > 0,
                   hides = k == SUN && s->altar[NEWMOON] > 0 && s->altar[SUN] == 0;
        cards_add(&out->set[(ritual || cancels || hides ? TO_ALTAR : TO_GRAVE) - 1], k);
        if (ritual || cancels)
            cards_add(&out->set[RITUAL - 1], k);
        if (turns && (k == DOLL || k == EFFIGY || k == INK))
            cards_add(&out->set[TO_SHADE - 1], k);
        if (turns && (k == DOLL || (apart && (k == EFFIGY || k == INK))))
            cards_add(&out->set[TO_SHADE_ALONE - 1], k);
    }
}

static void ask_use(const struct hyakumonogatari *s, const struct setting *setting, int seat,
    struct ask *out)
{
    sort_cards(s, setting, seat, out);
    if (cards_any(&out->set[TO_SHADE - 1])) {
        ask_way(out, &questions[ASK_ALTAR]);
        ask_way(out, &questions[ASK_HALVES]);
        ask_way(out, &questions[ASK_DOLL]);
    } else if (cards_any(&out->set[TO_ALTAR - 1])) {
        ask_way(out, &questions[ASK_ALTAR]);
    }
    ask_way(out, &questions[ASK_DISCARD]);
    if (cards_any(&out->set[TO_ALTAR - 1]))
        ask_way(out, &questions[ASK_ALTAR_AND_DISCARD]);
    if (cards_hold(&out->set[TO_ALTAR - 1], SUN)) {
        ask_way(out, &questions[ASK_SUN_AWAY]);
        if (cards_any(&out->set[RITUAL - 1]))
            ask_way(out, &questions[ASK_ALTAR_AND_SUN_AWAY]);
    }
    ask_way(out, &questions[ASK_NOTHING]);
}

/* Asks for a turn: one card drawn, at least one used, and as many drawn from the pile. */
static void ask_turn(const struct hyakumonogatari *s, const struct setting *setting, int seat,
    struct ask *out)
{
    const struct night_turn *t = &s->turn[seat];
    out->seat = (int8_t)seat;
    out->acts = 1u << SAY_DRAW | 1u << SAY_ALTAR | 1u << SAY_DISCARD | 1u << SAY_REVERSE
                | 1u << SAY_REFILL | 1u << SAY_SHOW | 1u << SAY_HAND;
    const bool mine = s->on == seat;
    if (mine && t->used > 0) {
        ask_way(out, &questions[ASK_REFILL]);
        out->otherwise = "{seat}: refill";
        out->otherwise_about = N_("nobody tells");
    } else if ((mine && t->drawn > 0) || hyakumonogatari_bare(s, other(seat))) {
        ask_use(s, setting, seat, out);
    } else {
        ask_way(out, &questions[ASK_DRAW]);
        out->otherwise = "{seat}: draw ?";
        out->otherwise_about = N_("nobody tells");
    }
}

static void ask_ending(const struct hyakumonogatari *s, struct ask *out)
{
    out->seat = (int8_t)child_of(s);
    out->acts = 1u << SAY_SHOW;
    if (s->end == OPEN)
        ask_way(out, &questions[ASK_ENDING]);
    else if (s->end == CURSED && s->night == 1)
        ask_way(out, &questions[s->consented ? ASK_NIGHT_TWO : ASK_SECOND]);
    if (s->end == CURSED && s->night == 1 && s->consented) {
        out->otherwise = "night";
        out->otherwise_about = N_("it begins");
    }
}

void hyakumonogatari_ask(const void *state, const struct setting *setting, struct ask *out)
{
    const struct hyakumonogatari *s = state;
    const int seat = hyakumonogatari_turn(state, setting);
    if (setting->seats->count > PLAYERS)
        return;
    /* nothing need be said first */
    if (s->position && s->phase != AFTER && !s->played && !s->turn_said) {
        out->acts = 1u << SAY_DRAW | 1u << SAY_ALTAR | 1u << SAY_DISCARD | 1u << SAY_REVERSE
                    | 1u << SAY_REFILL | 1u << SAY_SHOW | 1u << SAY_HAND;
        ask_way(out, &questions[ASK_DRAW_OF]);
    } else if (s->phase == DURING) {
        ask_turn(s, setting, seat, out);
    } else if (s->phase == AFTER) {
        ask_ending(s, out);
    } else if (s->parent < 0) {
        ask_way(out, &questions[ASK_PARENT]);
        ask_way(out, &questions[ASK_PARENT_AND_DECK]);
    } else {
        ask_way(out, &questions[ASK_DECK]);
        out->otherwise = "night";
        out->otherwise_about = N_("the usual fifteen");
    }
}

/* ---- what may be missing from a record ---------------------------------------------------- */

/*
 * The acts of a turn, the one that is due first. While a turn waits for its refill, a use may be
 * missing too.
 */
static const char *const acts_drawn[] = {"draw ?", "use ?", "altar ?", "discard ?", "refill", NULL};
static const char *const acts_used[] = {"use ?", "altar ?", "discard ?", "reverse ?", "refill",
    "draw ?", NULL};
static const char *const acts_refilled[] = {"refill", "use ?", "altar ?", "discard ?", "draw ?",
    NULL};

static const char *const *acts_of_turn(const struct hyakumonogatari *s, int seat)
{
    const struct night_turn *t = &s->turn[seat];
    return t->used > 0                                            ? acts_refilled
           : t->drawn > 0 || hyakumonogatari_bare(s, other(seat)) ? acts_used
                                                                  : acts_drawn;
}

/* What stands between two nights; NULL: nothing more. */
/*
 * The statement that is missing before a night: who is the parent, which may be either, or that the
 * night begins.
 */
static const char *act_between(const struct hyakumonogatari *s, unsigned n)
{
    if (s->phase == BEFORE)
        return s->parent < 0 ? n < PLAYERS ? "parent" : NULL : n == 0 ? "night" : NULL;
    return n == 0 && s->night == 1 ? s->consented ? "night" : "consent" : NULL;
}

size_t hyakumonogatari_absent(const void *state, const struct setting *setting, unsigned n,
    char *out, size_t room)
{
    const struct hyakumonogatari *s = state;
    const bool unnamed = s->phase == BEFORE && s->parent < 0;
    const int turn = hyakumonogatari_turn(state, setting);
    /* -1: nobody has acted in a position */
    const int seat = unnamed ? (int)(n % PLAYERS) : turn >= 0 ? turn : s->on;
    char text[SEAT_TOKEN + 16];
    size_t length = 0, own;
    const char *act = NULL;
    if (s->phase == DURING) {
        const char *const *acts = acts_of_turn(s, seat);
        for (unsigned i = 0; i <= n && acts[i] != NULL; i++)
            act = i == n ? acts[i] : NULL;
    } else {
        act = act_between(s, n);
    }
    if (s->phase == DURING || unnamed) {
        length = seat_write(setting->seats, seat, text);
        memcpy(text + length, ": ", 2);
        length += 2;
    }
    if (act == NULL || length + (own = strlen(act)) >= room)
        return 0;
    memcpy(text + length, act, own);
    memcpy(out, text, length + own);
    out[length + own] = '\0';
    return length + own;
}

struct cardset hyakumonogatari_left_over(const void *state, const struct setting *setting)
{
    const struct hyakumonogatari *s = state;
    struct cardset set = {{0, 0}};
    (void)setting;
    for (int k = 0; k < KINDS && s->phase != BEFORE; k++)
        if (s->worlds.hidden[k] > 0)
            cards_add(&set, k);
    return set;
}
