/*
 * A pack, tried: deals by chance, played card by card as the game itself takes them, each hand
 * playing what it may; and what is called something but does nothing.
 */
#include "rows.h"
#include "trick_game.h"

#include <string.h>

enum { TRIES = 1000 };

static void find(struct rulings *out, int rule, const char *message, int32_t seats, int32_t round,
    int32_t number)
{
    struct ruling *r = rulings_add(out, RULING_IRREGULAR, rule, NOBODY, NO_CARD, 0, message);
    message_number(&r->message, "seats", seats);
    message_number(&r->message, "round", round);
    message_number(&r->message, "number", number);
}

static bool any_uses(const struct trick_pack *pack, int slot)
{
    bool uses = false;
    for (int i = 0; i < FORMULAS; i++)
        uses |= formula_uses(&pack->formula[i], slot);
    for (int i = 0; i < pack->checks; i++)
        uses |= formula_uses(&pack->check[i], slot);
    return uses;
}

/* What is said and does nothing. */
static void find_idle(const struct trick_pack *pack, struct rulings *out)
{
    uint64_t worth = 0;
    for (int i = 0; i < 64; i++)
        worth |= pack->worth[i] != 0 || pack->worth_trump[i] != 0 ? bit(i) : 0;
    if (pack->worth_said
        && (worth == 0 || (pack->formula[POINTS].count > 0 && !any_uses(pack, SLOT_WORTH))))
        find(out, RULE_POINTS,
            worth == 0 ? N_("`worth` names cards, but they are worth nothing.")
                       : N_("Cards are worth something, but no formula makes anything of `worth`."),
            0, 0, 0);
    for (int code = 0; code < LAYOUT_CODES && worth != 0; code++)
        if (pack->layout.copies[code] & pack->worthy & ~worth)
            message_card(&rulings_add(out, RULING_IRREGULAR, RULE_POINTS, NOBODY, code, 0,
                             N_("{card} is named in `worth`, but is worth nothing."))
                              ->message,
                "card", code);
    for (int n = 0; n < pack->counts; n++)
        if (!any_uses(pack, SLOTS + n))
            message_text(&rulings_add(out, RULING_IRREGULAR, RULE_POINTS, NOBODY, NO_CARD, 0,
                             N_("“{name}” is counted, but no formula makes anything of it."))
                              ->message,
                "name", span_of(pack->count[n]));
    if (!pack->worth_said && any_uses(pack, SLOT_WORTH))
        find(out, RULE_POINTS, N_("A formula names worth, but no card is worth anything."), 0, 0,
            0);
    if (!pack->worth_said && pack->formula[POINTS].count == 0)
        find(out, RULE_POINTS, N_("A deal scores nothing; expected `points` or `worth`."), 0, 0, 0);
    if (pack->bids != any_uses(pack, SLOT_BID))
        find(out, RULE_BID,
            pack->bids ? N_("Tricks are bid, but no formula makes anything of them.")
                       : N_("A formula names bid, but the pack has no row `bids`."),
            0, 0, 0);
    if ((pack->follow == FOLLOW_OR_TRUMP || pack->follow == TRUMP_AND_BEAT)
        && pack->trump == TRUMP_NONE)
        find(out, RULE_OBLIGED, N_("`follow-or-trump` asks for trumps, but there are none."), 0, 0,
            0);
}

/* ---- a deal by chance ---------------------------------------------------------------------- */

struct trial {
    const struct trick_pack *pack;
    struct setting setting;
    struct trick_game *game;
    struct rulings *out;
    uint64_t chance, hand[HANDS_MOST], over;
    int deals;             /* played to their end */
    int held[PACK_CHECKS]; /* in how many of them each check held */
    int ended;             /* after how many of them the game would be over by a formula */
    int32_t most, least;   /* points of a side in a deal */
};

static int card_of(struct trial *t, uint64_t from)
{
    for (int skip = chance_below(&t->chance, (int32_t)bits_count(from)); skip > 0; skip--)
        from &= from - 1;
    return __builtin_ctzll(from);
}

static enum outcome say(struct trial *t, struct statement *said)
{
    struct fault fault;
    struct act act = {.state = t->game,
        .setting = &t->setting,
        .said = said,
        .out = t->out,
        .fault = &fault,
        .seat = said->seat};
    said->line = 1;
    return trick_apply(&act);
}

static enum outcome say_card(struct trial *t, int verb, int seat, int card)
{
    struct statement said = {.verb = (uint8_t)verb, .seat = (int8_t)seat, .count = 1};
    said.argument[0] = (struct argument){.kind = ARGUMENT_CARD,
        .card = t->pack->layout.code[card],
        .text = {"", 0}};
    return say(t, &said);
}

static void deal_out(struct trial *t)
{
    t->over = t->pack->deck;
    for (int i = 0; i < t->setting.seats->count; i++) {
        t->hand[i] = 0;
        for (int n = 0; n < t->game->cards; n++) {
            const int card = card_of(t, t->over);
            t->hand[i] |= bit(card);
            t->over &= ~bit(card);
        }
    }
}

static enum outcome say_trump(struct trial *t)
{
    struct statement said = {.verb = SAY_TRUMP, .seat = NOBODY, .count = 1};
    const int suit = chance_below(&t->chance, t->pack->suits);
    if (t->pack->trump == TRUMP_TURNED)
        return say_card(t, SAY_TRUMP, NOBODY, card_of(t, t->over));
    const bool none = t->pack->kind[suit] != SUIT_PLAIN;
    said.argument[0] = (struct argument){.kind = none ? ARGUMENT_WORD : ARGUMENT_TEXT,
        .text = {none ? "none" : &t->pack->letter[suit], none ? 4 : 1}};
    return say(t, &said);
}

static enum outcome say_bids(struct trial *t)
{
    struct statement said = {.verb = SAY_BID, .seat = NOBODY};
    for (int i = 0; i < t->setting.seats->count; i++)
        said.argument[said.count++] = (struct argument){.kind = ARGUMENT_SEAT_NUMBER,
            .seat = (int8_t)i,
            .number = chance_below(&t->chance, t->game->cards + 1)};
    return say(t, &said);
}

static int who_leads(const struct trial *t)
{
    const int seat = round_player(&t->game->round);
    for (int i = 0; i < t->setting.seats->count && seat < 0; i++)
        if (t->hand[i] & bit(t->pack->lead))
            return i;
    return seat;
}

/* Plays what may be played; NO_CARD: nobody holds the card that leads. */
static enum outcome play_next(struct trial *t)
{
    const struct trick *trick = &t->game->round.trick;
    const int seat = who_leads(t),
              led = trick->plays > trick->first ? trick->play[trick->first].led : -1;
    uint64_t may = 0;
    if (seat < 0)
        return IMPOSSIBLE;
    for (uint64_t left = t->hand[seat]; left != 0; left &= left - 1)
        if (!(t->hand[seat] & trick_rather(t->game, led, __builtin_ctzll(left))))
            may |= left & -left;
    if (may == 0)
        return IMPOSSIBLE;
    const int card = card_of(t, may);
    t->hand[seat] &= ~bit(card);
    return say_card(t, SAY_CARDS, seat, card);
}

static bool no_value(const struct trial *t, const struct fault *fault, int32_t seats, int round)
{
    struct ruling *r = rulings_add(t->out, RULING_IRREGULAR, RULE_END, NOBODY, NO_CARD, 0,
        N_("A `check`, or `until`, of a deal of {seats} players (deal {round}) has no value: it "
           "divides by zero, or grows too large, in column {number}."));
    message_number(&r->message, "seats", seats);
    message_number(&r->message, "round", round);
    message_number(&r->message, "number", (int32_t)fault->column);
    return false;
}

/* What the deal that is over says of `check` and `until`. False: one has no value; it was said. */
static bool look_back(struct trial *t)
{
    const struct trick_pack *pack = t->pack;
    const struct trick_game *s = t->game;
    const struct formula *until = &pack->formula[UNTIL];
    struct fault fault;
    int32_t value;
    bool ended = false;
    for (int n = 0; n < pack->checks; n++) {
        bool held = true;
        for (int i = 0; i < s->sides; i++) {
            if (!trick_value(s, &pack->check[n], i, &value, &fault))
                return no_value(t, &fault, t->setting.seats->count, s->round.number);
            held &= value != 0;
        }
        t->held[n] += held;
    }
    for (int i = 0; i < s->sides; i++) {
        if (until->count > 0 && !trick_value(s, until, i, &value, &fault))
            return no_value(t, &fault, t->setting.seats->count, s->round.number);
        ended |= until->count > 0 && value != 0;
        t->most = s->now.points[i] > t->most ? s->now.points[i] : t->most;
        t->least = s->now.points[i] < t->least ? s->now.points[i] : t->least;
    }
    t->ended += ended;
    t->deals++;
    return true;
}

/* What never came about in all the deals; where random bids may be the reason, only a warning. */
static void find_never(const struct trial *t)
{
    const struct trick_pack *pack = t->pack;
    int32_t number;
    for (int n = 0; n < pack->checks; n++)
        if (t->held[n] == 0)
            message_number(&rulings_add(t->out,
                               formula_uses(&pack->check[n], SLOT_BID) ? RULING_OPEN
                                                                       : RULING_IRREGULAR,
                               RULE_CHECK, NOBODY, NO_CARD, 0,
                               N_("`check` number {number} held in none of the random deals."))
                                ->message,
                "number", n + 1);
    if (!formula_is_number(&pack->formula[UNTIL], &number)) {
        if (pack->formula[UNTIL].count > 0 && t->ended == 0)
            rulings_add(t->out, RULING_OPEN, RULE_END, NOBODY, NO_CARD, 0,
                N_("What `until` says was true of nobody after any of the random deals."));
        return;
    }
    const int64_t nearer = number < 0 ? -(int64_t)t->least : t->most;
    if (nearer * DEALS_MOST < (number < 0 ? -(int64_t)number : number))
        find(t->out, RULE_END,
            nearer <= 0
                ? N_("No random deal brought a total nearer to {number}, which `until` asks for.")
                : N_("A total of {number}, which `until` asks for, is not reached in 256 deals."),
            0, 0, number);
}

/* One deal to its end. False: something of it cannot be, and it was said. */
static bool try_deal(struct trial *t, int round)
{
    struct statement deal = {.verb = SAY_DEAL, .seat = NOBODY};
    const int seats = t->setting.seats->count;
    const uint16_t found = t->out->count;
    trick_game_begin(t->game, &t->setting);
    t->game->round.number = round - 1;
    static const int32_t below[] = {20, 200, 2000, 20000};
    const int32_t most = below[chance_below(&t->chance, 4)];
    for (int i = 0; i < t->game->sides; i++)
        t->game->total[i] = chance_below(&t->chance, most) - most / 2;
    enum outcome outcome = say(t, &deal);
    if (outcome == APPLIED) {
        deal_out(t);
        t->game->round.hands.passing = 0;
    }
    while (outcome == APPLIED && t->game->round.stage == DURING)
        outcome = trick_waits_for(t->game) == SAY_TRUMP ? say_trump(t)
                  : trick_waits_for(t->game) == SAY_BID ? say_bids(t)
                                                        : play_next(t);
    const bool counted = t->out->count == found
                         || t->out->row[t->out->count - 1].rule != RULE_POINTS;
    const int32_t column = counted ? 0 : t->out->row[t->out->count - 1].message.value[0].number;
    t->out->count = found;
    if (outcome != APPLIED)
        find(t->out, RULE_DEAL,
            N_("A deal of {seats} players (deal {round}) cannot begin: nobody holds the card that "
               "leads."),
            seats, round, 0);
    else if (!counted)
        find(t->out, RULE_POINTS,
            N_("The points of a deal of {seats} players (deal {round}) cannot be counted: a "
               "formula divides by zero, or grows too large, in column {number}."),
            seats, round, column);
    return outcome == APPLIED && counted && look_back(t);
}

/* The number of deals with so many players, 0: it is not said. False: that cannot be. */
static bool rounds_of(const struct trick_pack *pack, int seats, int32_t *rounds,
    struct rulings *out)
{
    struct fault fault;
    const bool counted = trick_rounds(pack, seats, rounds, &fault);
    const bool good = counted && *rounds >= 0 && *rounds <= DEALS_MOST
                      && (*rounds > 0 || pack->formula[ROUNDS].count == 0);
    if (!good)
        find(out, RULE_END, N_("With {seats} players `rounds` is not from 1 to 256."), seats, 0, 0);
    bool over = pack->trump != TRUMP_TURNED; /* a card is over for trumps, in some deal */
    for (int round = 1; good && round <= (*rounds > 0 ? *rounds : 1); round++) {
        int32_t cards = 0;
        const bool comes_out = trick_deal_size(pack, seats, round, &cards, &fault) && cards >= 1
                               && cards <= ROUND_TRICKS
                               && (unsigned)(cards * seats) <= bits_count(pack->deck);
        over |= (unsigned)(cards * seats) < bits_count(pack->deck);
        if (comes_out && cards >= pack->passes)
            continue;
        find(out, comes_out ? RULE_PASS : RULE_DEAL,
            comes_out
                ? N_("With {seats} players deal {round} has {number} cards each, fewer than `pass` "
                     "asks for.")
                : N_("With {seats} players deal {round} does not come out: {number} cards each."),
            seats, round, cards);
        return false;
    }
    if (good && !over)
        find(out, RULE_TRUMP,
            N_("With {seats} players no card is over to be turned up, so nothing would be trumps; "
               "expected `trump chosen`, and the suit said in each deal."),
            seats, 0, 0);
    return good && over;
}

void trick_check(const void *deck, struct rulings *out)
{
    const struct trick_pack *pack = deck;
    const int least = pack->least > 0 ? pack->least : 2,
              most = pack->most > 0 ? pack->most : HANDS_MOST;
    struct trick_game game;
    struct seats seats[HANDS_MOST + 1];
    struct message why;
    bool fits[HANDS_MOST + 1] = {false}, any = false, good = true;
    int32_t rounds[HANDS_MOST + 1] = {0};
    memset(seats, 0, sizeof seats);
    find_idle(pack, out);
    for (int n = least; n <= most && good; n++) {
        const bool unfit = trick_unfit(pack, (unsigned)n, &why);
        seats[n].count = (uint8_t)n;
        if (unfit && pack->least > 0 && (pack->sides == 0 || n % pack->sides == 0)) {
            rulings_add(out, RULING_IRREGULAR, RULE_DEAL, NOBODY, NO_CARD, 0, NULL)->message = why;
            good = false;
        }
        fits[n] = !unfit;
        any |= fits[n];
        good &= !fits[n] || rounds_of(pack, n, &rounds[n], out);
    }
    if (!any && good)
        find(out, RULE_DEAL, N_("No number of players fits this pack."), 0, 0, 0);
    struct trial t = {.pack = pack, .game = &game, .out = out, .chance = 1};
    for (int i = 0; any && good && i < TRIES; i++) {
        const int n = least + chance_below(&t.chance, most - least + 1);
        if (!fits[n])
            continue;
        t.setting = (struct setting){.book = &trick_rulebook, .seats = &seats[n], .pack = pack};
        good = try_deal(&t, 1 + chance_below(&t.chance, rounds[n] > 0 ? rounds[n] : 8));
    }
    if (t.deals > 0 && good)
        find_never(&t);
}
