/* A trick-taking game asked for: what the table waits for, in the order of a deal. */
#include "trick_game.h"

#include <string.h>

enum {
    ASK_DEAL,
    ASK_TURNED,
    ASK_TURNED_ABOVE,
    ASK_SUIT,
    ASK_BIDS,
    ASK_BID_NAMES,
    ASK_ONE_BID,
    ASK_NEXT_BID,
    ASK_CARDS,
    ASK_LEADER
};

static const struct question questions[] = {
    [ASK_DEAL] = {NULL, N_("the next deal begins"), "deal", "deal",
        {{PART_CHOICE, 1, 1, .words = "deal/ディール"}}},
    [ASK_TURNED] = {N_("Which card is turned up?"), N_("the card turned up"), "{set1}", "trump {1}",
        {{PART_CARDS, 1, 1}}},
    [ASK_TURNED_ABOVE] = {NULL, N_("… a card above all suits, and the suit that was chosen"),
        "{set2} {known}", "trump {1} {2}", {{PART_CARDS, 1, 1, .set = 2}, {PART_NAMES, 1, 1}}},
    [ASK_SUIT] = {N_("Which suit is trumps?"), N_("a suit, or none"), "none", "trump {1}",
        {{PART_TEXTS, 1, LAYOUT_SUITS, .words = "none/なし"}}},
    [ASK_BIDS] = {N_("How many tricks does each player bid?"),
        N_("a bid for each player, clockwise"), "{counts}", "bid {1}", {{PART_COUNTS, 0, 0}}},
    [ASK_BID_NAMES] = {NULL, N_("… or by their names"), "{name}=3 {other}=2", "bid {1}",
        {{PART_PAIRS, 1, MANY_WORDS}}},
    [ASK_ONE_BID] = {NULL, N_("… or one player's own"), "{other} 2", "{1}: bid {2}",
        {{PART_SEAT, 1, 1}, {PART_NUMBERS, 1, 1}}},
    [ASK_NEXT_BID] = {N_("How many tricks does {name} bid?"), N_("the tricks that {name} bids"),
        "2", "{seat}: bid {1}", {{PART_NUMBERS, 1, 1}}},
    [ASK_CARDS] = {NULL, N_("cards as they fall; after the first their ranks will do"), "{set1}",
        "{1}", {{PART_CARDS, 1, MANY_WORDS}}, .ranks = true},
    [ASK_LEADER] = {NULL, N_("who leads, and the cards as they fall"), "{other} {set1}", "{1}: {2}",
        {{PART_SEAT, 1, 1}, {PART_CARDS, 1, MANY_WORDS}}, .ranks = true},
};

size_t trick_missing(const void *state, const struct setting *setting, unsigned n, char *out,
    size_t room)
{
    static const char bids[] = "bid ? ? ? ? ? ? ?", trump[] = "trump ?";
    const int waits = trick_waits_for(state);
    const size_t length = waits == SAY_BID ? strlen("bid") + strlen(" ?") * setting->seats->count
                                           : strlen(trump);
    if (waits != SAY_TRUMP && waits != SAY_BID)
        return round_missing(state, setting, n, out, room);
    if (n > 0 || length >= room)
        return 0;
    memcpy(out, waits == SAY_BID ? bids : trump, length);
    out[length] = '\0';
    return length;
}

/* Are cards still to be passed? Then who leads may change, and is nobody's business. */
static bool passes_lie_open(const struct trick_game *s)
{
    return trick_passing(s) > 0
           && bits_count(s->round.hands.passed) < (unsigned)s->round.hands.players;
}

/* Whose bid is next, where some have bid one by one; else nobody's. */
static int next_bidder(const struct trick_game *s, int seats)
{
    int seat = next_clockwise(s->dealer, seats);
    while (s->bidders != 0 && s->bidders >> seat & 1)
        seat = next_clockwise(seat, seats);
    return s->bidders != 0 ? seat : NOBODY;
}

int trick_turn_now(const void *state, const struct setting *setting)
{
    const struct trick_game *s = state;
    const int waits = trick_waits_for(s);
    return waits == 0         ? round_turn(state, setting)
           : waits == SAY_BID ? next_bidder(s, setting->seats->count)
                              : NOBODY;
}

/* All at once, or one after the other from the dealer's left. */
static void ask_bids(const struct trick_game *s, const struct setting *setting, struct ask *out)
{
    out->seat = (int8_t)next_bidder(s, setting->seats->count);
    if (out->seat >= 0) {
        ask_way(out, &questions[ASK_NEXT_BID]);
    } else {
        ask_way(out, &questions[ASK_BIDS]);
        ask_way(out, &questions[ASK_ONE_BID]);
    }
    ask_way(out, &questions[ASK_BID_NAMES]);
}

/* The card turned up; behind one above all suits, or alone, the suit that was chosen. */
static void ask_trump(const struct trick_pack *pack, struct ask *out)
{
    for (int card = 0; card < LAYOUT_CODES; card++)
        if (pack->kind[card / 16] == SUIT_ABOVE && pack->layout.copies[card] != 0)
            cards_add(&out->set[1], card);
    ask_way(out, &questions[pack->trump == TRUMP_TURNED ? ASK_TURNED : ASK_SUIT]);
    if (pack->trump == TRUMP_TURNED && cards_any(&out->set[1]))
        ask_way(out, &questions[ASK_TURNED_ABOVE]);
    for (int suit = 0; suit < pack->suits; suit++)
        if (pack->kind[suit] == SUIT_PLAIN)
            ask_name(out, span_of(pack->layout.name[suit]), 0);
}

void trick_ask(const void *state, const struct setting *setting, struct ask *out)
{
    const struct trick_game *s = state;
    const struct trick_pack *pack = setting->pack;
    const struct trick *t = &s->round.trick;
    out->due = out->plays = (uint8_t)setting->seats->count;
    if (trick_is_over(s, setting))
        return;
    for (uint64_t left = pack->deck & ~s->round.hands.out; left != 0; left &= left - 1)
        cards_add(&out->set[0], pack->layout.code[__builtin_ctzll(left)]);
    switch (trick_waits_for(s)) {
    case SAY_DEAL:
        out->otherwise = "deal";
        out->otherwise_about = N_("the next deal begins");
        ask_way(out, &questions[ASK_DEAL]);
        return;
    case SAY_TRUMP: ask_trump(pack, out); return;
    case SAY_BID: ask_bids(s, setting, out); return;
    default: break;
    }
    const int seat = round_player(&s->round);
    ask_way(out, &questions[seat >= 0 ? ASK_CARDS : ASK_LEADER]);
    out->seat = (int8_t)(passes_lie_open(s) ? NOBODY : seat);
    out->acts = 1u << SAY_HAND | 1u << SAY_SHOW;
    const int led = t->plays > t->first ? t->play[t->first].led : UNSEEN;
    out->led = (int8_t)(led == UNSEEN                            ? -1
                        : pack->united && led == pack->suits - 1 ? LED_BY_NO_RANK
                                                                 : led);
    out->due = (uint8_t)((unsigned)setting->seats->count - bits_count(t->on_table));
}
