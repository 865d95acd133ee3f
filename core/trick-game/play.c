/* A deal: dealt, trumps and bids said, its cards played, and its points counted; and the end. */
#include "rows.h"
#include "trick_game.h"

#include <string.h>

/* ---- who can play, and the end ----------------------------------------------------------- */

bool trick_unfit(const void *deck, unsigned players, struct message *why)
{
    const struct trick_pack *pack = deck;
    const unsigned least = pack->least > 0 ? pack->least : 2,
                   most = pack->most > 0 ? pack->most : HANDS_MOST;
    const char *lacks = pack->deck == 0                  ? "suits` and `ranks"
                        : pack->formula[DEAL].count == 0 ? "deal"
                                                         : NULL;
    struct fault fault;
    int32_t cards = 0;
    message_set(why, NULL);
    if (lacks != NULL)
        message_set(why, N_("{game} cannot be played: its pack has no row `{row}`"));
    else if (players < least || players > most)
        message_set(why,
            N_("{game} needs {least} to {most} players, not {count}; expected as many names"));
    else if (pack->sides > 0 && (players % pack->sides != 0 || players < pack->sides))
        message_set(why,
            N_("{game} is not played by {count}; its {sides} sides need as many players each"));
    else if (pack->ways > 0 && players != 3 && players != 4)
        message_set(why, N_("{game} is not played by {count}; three or four players pass cards"));
    else if (!trick_deal_size(pack, (int)players, 1, &cards, &fault) || cards < 1
             || (unsigned)cards * players > bits_count(pack->deck) || cards > ROUND_TRICKS)
        message_set(why,
            N_("{game} is not played by {count}: its deck cannot be dealt to so many"));
    message_text(why, "game", span_of(pack->name));
    message_text(why, "row", span_of(lacks != NULL ? lacks : ""));
    message_number(why, "count", (int32_t)players);
    message_number(why, "least", (int32_t)least);
    message_number(why, "most", (int32_t)most);
    message_number(why, "sides", pack->sides);
    return why->id != NULL;
}

static struct totals totals_of(const struct trick_game *s)
{
    return (struct totals){s->total, s->sides, s->unknown};
}

/* trick/last-deal */
bool trick_is_over(const struct trick_game *s, const struct setting *setting)
{
    const struct trick_pack *pack = setting->pack;
    struct seen_values seen;
    struct fault none;
    int32_t rounds = 0;
    if (s->round.stage != AFTER)
        return false;
    if (pack->formula[ROUNDS].count == 0 && pack->formula[UNTIL].count == 0)
        return setting->ended;
    trick_rounds(pack, setting->seats->count, &rounds, &none);
    trick_see(s, &seen);
    return (rounds > 0 && s->round.number >= rounds)
           || total_is_reached(&pack->formula[UNTIL], &seen.as, totals_of(s));
}

bool trick_finished(const void *state, const struct setting *setting, uint32_t *winners)
{
    const struct trick_game *s = state;
    struct standing standing[HANDS_MOST];
    *winners = 0;
    if (!trick_is_over(s, setting) || s->unknown != 0)
        return false;
    trick_stand(state, setting, standing);
    for (int i = 0; i < setting->seats->count; i++)
        *winners |= standing[i].won ? 1u << i : 0;
    return true;
}

void trick_stand(const void *state, const struct setting *setting, struct standing *out)
{
    const struct trick_game *s = state;
    const struct trick_pack *pack = setting->pack;
    const int seats = setting->seats->count;
    const bool over = trick_is_over(s, setting) && s->unknown == 0;
    memset(out, 0, (size_t)seats * sizeof *out);
    stand_by_total(totals_of(s), seats, pack->low, out);
    for (int i = 0; i < seats; i++)
        out[i].won = over && out[i].place == 1;
}

/* ---- a trick ------------------------------------------------------------------------------ */

static int duty_of(const void *game, int seat, int led)
{
    (void)game, (void)seat, (void)led;
    return DUTY_FOLLOW;
}

/* trick/first-lead: whoever holds the card that leads; else trick.leader says it. */
static int first_leader(const void *game)
{
    const struct trick_game *s = game;
    return pack_of(s)->leads ? round_holder(&s->round, pack_of(s)->lead) : NOBODY;
}

static void tell_leader(const void *game, struct message *m)
{
    const struct trick_game *s = game;
    if (s->round.trick.done == 0)
        m->id = N_("{seat} led {card}, but {expected} leads first, left of the dealer.");
}

static void played(const struct act *a, struct play *p)
{
    struct trick_game *s = a->state;
    const struct trick_pack *pack = pack_of(s);
    if (p->lead && p->trick == 1 && pack->leads && play_seen(p) && p->card != pack->lead) {
        p->rather = 0; /* whoever leads it breaks the rule in any case */
        message_card(&act_irregular(a, RULE_LEAD, p->seat, pack->layout.code[p->card],
                         N_("{seat} led {card}, but {first} leads."))
                          ->message,
            "first", pack->layout.code[pack->lead]);
    }
    if (p->lead && pack->unbroken & play_card(p) && !s->broken && s->may_be_broken)
        act_rule(a, RULING_OPEN, RULE_UNBROKEN, p->seat, pack->layout.code[p->card],
            N_("Whether {card} could be led yet is not on record: nobody saw a card that was "
               "played before."));
    s->broken |= (pack->unbroken & play_card(p)) != 0;
    s->may_be_broken |= !play_seen(p) && pack->unbroken & round_may_be(&s->round, p);
    trick_lay(s, p);
}

/* ---- points -------------------------------------------------------------------------------- */

static bool is_of_play(const struct formula *f)
{
    bool of_play = !formula_uses(f, SLOT_BID);
    for (int slot = SLOT_TRICKS; slot < SLOTS_MOST; slot++)
        of_play |= formula_uses(f, slot);
    return of_play;
}

/* Does it speak of what is not known of this deal? */
static bool is_unknown(const struct trick_game *s, const struct formula *f)
{
    bool taken = formula_uses(f, SLOT_WORTH);
    for (int slot = SLOTS; slot < SLOTS_MOST; slot++)
        taken |= formula_uses(f, slot);
    return (s->now.more_tricks != 0 && formula_uses(f, SLOT_TRICKS))
           || (s->now.last == 0 && formula_uses(f, SLOT_LAST)) || (s->now.more_worth != 0 && taken)
           || (s->now.no_bid != 0 && formula_uses(f, SLOT_BID))
           || (s->unknown != 0 && formula_uses(f, SLOT_TOTAL));
}

/*
 * trick/checks: those that speak of the bids alone, once they are there; the others at the end, but
 * for those that speak of what is not known.
 */
static void check_now(const struct act *a, bool over)
{
    const struct trick_game *s = a->state;
    const struct trick_pack *pack = a->setting->pack;
    struct seen_values seen;
    struct fault none;
    trick_see(s, &seen);
    for (int n = 0; n < pack->checks; n++) {
        const struct formula *f = &pack->check[n];
        bool holds = true;
        if (is_of_play(f) != over || is_unknown(s, f))
            continue;
        for (int i = 0; i < s->sides; i++) {
            int32_t number = 0;
            holds &= formula_value(f, &seen.as, i, &number, &none) && number != 0;
        }
        if (holds)
            continue;
        struct ruling *r = act_irregular(a, RULE_CHECK, NOBODY, NO_CARD,
            N_("Deal {deal} is not as `check` number {number} of {game} says."));
        message_number(&r->message, "deal", s->round.number);
        message_number(&r->message, "number", n + 1);
        message_text(&r->message, "game", span_of(pack->name));
    }
}

/* trick/taker, trick/deal-points */
static void take_trick(const struct act *a)
{
    struct trick_game *s = a->state;
    struct fault fault = {0};
    uint8_t may;
    const int taker = trick_taker(s, &may);
    trick_end(&s->round.trick, taker, may);
    trick_count(s);
    if (s->round.trick.done < s->cards)
        return;
    s->round.stage = AFTER;
    const bool scored = trick_score(s, &fault);
    check_now(a, true);
    if (!scored)
        message_number(&act_irregular(a, RULE_POINTS, NOBODY, NO_CARD,
                           N_("The points of this deal cannot be counted: a formula divides by "
                              "zero or grows too large in column {column}."))
                            ->message,
            "column", (int32_t)fault.column);
}

/* It has become known who took earlier tricks. */
static void resolved(const struct act *a) { trick_count(a->state); }

/* ---- how it differs from other games of its kind ------------------------------------------ */

static const struct charge did_not_follow = {RULE_FOLLOW, follow_texts, round_values};

static const char *const obliged_texts[VERDICT_TEXTS] = {
    [BY_A_CARD] = N_(
        "{seat} played {card} in trick {trick} and still held {proof}, which had to be "
        "played rather."),
    [BY_COUNTING] = N_(
        "{seat} played {card} in trick {trick}, but must have held a card that had to "
        "be played rather."),
    [NOT_PROVED] = N_("Whether {seat} held a card that had to be played rather in trick {trick} is "
                      "not on record."),
    [CLAIMED] = N_(
        "{seat} played {card} in trick {trick}. That is right only if {seat} held no card "
        "that had to be played rather."),
};
static const struct charge not_obliged = {RULE_OBLIGED, obliged_texts, round_values};
static const struct charge barred = {RULE_BARS, obliged_texts, round_values};
static const struct charge unbroken = {
    .rule = RULE_UNBROKEN,
    .text =
        (const char *const[VERDICT_TEXTS]){
            [BY_A_CARD] = N_("{seat} led {card} in trick {trick} before any was played that may "
                             "not be led, and still held {proof}."),
            [BY_COUNTING] = N_("{seat} led {card} in trick {trick} before any was played that may "
                               "not be led, but must have held another card."),
            [NOT_PROVED] = N_("Whether {seat} held anything else to lead in trick {trick} is not "
                              "on record."),
            [CLAIMED] = N_("{seat} led {card} in trick {trick} before any was played that may not "
                           "be led. That is right only if {seat} held nothing else."),
        },
    .values = round_values,
};

static const struct duty duties[] = {
    [ANY_CARD] = {0},
    [DUTY_FOLLOW] = {.charge = &did_not_follow},
    [DUTY_OBLIGED] = {.charge = &not_obliged},
    [DUTY_UNBROKEN] = {.charge = &unbroken},
    [DUTY_BARS] = {.charge = &barred},
};

/* What a play claims besides that none of the suit led is held. */
static int other_duty(const struct trick_pack *pack, const struct play *p)
{
    return p->lead                                      ? DUTY_UNBROKEN
           : p->trick == 1 && pack->bars & play_card(p) ? DUTY_BARS
                                                        : DUTY_OBLIGED;
}

/*
 * Two claims, to hold none of the suit led and none of what else had to be played, are one where
 * only both together are refuted; or where there is no room for two of each play that claims any.
 */
static bool is_one_claim(const struct hearing *all, const struct play_walk *w,
    const struct trick *t, uint64_t suit)
{
    const uint64_t rather = w->play->rather, other = rather & ~suit;
    unsigned claiming = 0; /* plays from here on that claim anything */
    for (int i = w->at; i < t->plays; i++)
        claiming += t->play[i].rather != 0;
    return all->court.count + 2 * claiming > CLAIMS_MOST
           || (!round_held_one(all, w, suit) && !round_held_one(all, w, other)
               && round_held_one(all, w, rather));
}

static void claims(const void *game, const struct setting *setting, struct hearing *all,
    struct rulings *out)
{
    const struct trick_game *s = game;
    const struct trick *t = &s->round.trick;
    (void)setting, (void)out;
    for (struct play_walk w = {0}; play_walk_on(&w, t);) {
        const struct play *p = w.play;
        uint64_t rather = p->apart ? 0 : p->rather,
                 suit = p->lead || p->led == UNSEEN || play_follows(p)
                                || pack_of(s)->follow == FOLLOW_ANY
                            ? 0
                            : rather & pack_of(s)->layout.cards[p->led];
        if (suit != 0 && rather != suit && is_one_claim(all, &w, t, suit))
            suit = 0;
        if (suit != 0)
            round_claim_none(all, &w, DUTY_FOLLOW, suit, 0);
        rather &= ~suit;
        if (rather != 0)
            round_claim_none(all, &w, other_duty(pack_of(s), p), rather, 0);
    }
}

static const struct round_game trick_round = {
    .counted = "deal",
    .not_begun = N_("No deal has begun; expected `deal` first."),
    .over = N_("Deal {deal} is over; expected `deal` first."),
    .too_late = N_("Deal {deal} is over; {card} cannot be played in it."),
    .not_in_deck = N_("{card} is not in the deck."),
    .rule_turn = RULE_TURN,
    .rule_pass = RULE_PASS,
    .duty = duties,
    .rather = trick_rather,
    .duty_of = duty_of,
    .first_leader = first_leader,
    .tell_leader = tell_leader,
    .played = played,
    .full = take_trick,
    .resolved = resolved,
    .claims = claims,
};

void trick_game_begin(void *state, const struct setting *setting)
{
    const struct trick_pack *pack = setting->pack;
    struct trick_game *s = state;
    memset(s, 0, sizeof *s);
    round_prepare(&s->round, &trick_round, setting->seats->count);
    s->round.layout = &pack->layout;
    s->sides = pack->sides > 0 ? pack->sides : setting->seats->count;
    s->dealer = (uint8_t)(setting->seats->count - 1); /* the first one deals first */
}

void trick_game_copy(void *to, const void *from)
{
    round_copy(to, from, sizeof(struct trick_game));
}

void trick_game_keep(void *before, void *state, bool follows)
{
    round_keep(before, state, sizeof(struct trick_game), follows);
}

/* ---- statements ----------------------------------------------------------------------------- */

/* How far cards are passed in this deal, and how many; 0: none are. */
static int passes_now(const struct trick_pack *pack, int round, int seats, int *further)
{
    const int way = pack->ways > 0 ? pack->way[(round - 1) % pack->ways] : WORD_NO_PASS;
    *further = way == WORD_RIGHT ? seats - 2 : way == WORD_ACROSS ? seats / 2 - 1 : 0;
    return way == WORD_NO_PASS ? 0 : pack->passes;
}

static enum outcome say_deal(const struct act *a)
{
    struct trick_game *s = a->state;
    const struct trick_pack *pack = a->setting->pack;
    const int seats = a->setting->seats->count, round = s->round.number + 1;
    int32_t cards = 0;
    int further;
    struct fault none;
    if (s->round.stage == DURING)
        return round_impossible(a, NOBODY, NO_CARD, N_("Deal {deal} is still open."));
    if (trick_is_over(s, a->setting))
        return round_impossible(a, NOBODY, NO_CARD, N_("The game was over after deal {deal}."));
    if (!trick_deal_size(pack, seats, round, &cards, &none) || cards < 1 || cards > ROUND_TRICKS
        || (unsigned)(cards * seats) > bits_count(pack->deck))
        return act_impossible(a, NOBODY, NO_CARD,
            N_("The pack's `deal` does not come out in this deal: too many cards, or none."));
    round_begin(&s->round, pack->deck, cards, passes_now(pack, round, seats, &further));
    s->round.hands.passed_on = (uint8_t)further;
    s->cards = (uint8_t)cards;
    s->dealer = a->said->seat >= 0 ? (uint8_t)a->said->seat
                                   : (uint8_t)next_clockwise(s->dealer, seats);
    if (!pack->leads)
        s->round.trick.leader = (int8_t)next_clockwise(s->dealer, seats);
    memset(&s->now, 0, sizeof s->now);
    s->broken = s->may_be_broken = s->bid_said = false;
    s->bidders = 0;
    s->trumps = pack->trumps;
    s->trump_unknown = false;
    s->trump_said = pack->trump == TRUMP_NONE || pack->trump == TRUMP_FIXED
                    || (pack->trump == TRUMP_TURNED && s->round.hands.spare == 0);
    return APPLIED;
}

static enum outcome bad_trump(const struct act *a, int argument)
{
    return act_misread(a, argument,
        N_("“{found}” makes no trump here; expected the card turned up, a suit, or none"));
}

/* Suits, the highest first. */
static enum outcome read_trumps(const struct act *a, int first, struct trumps *out)
{
    const struct trick_pack *pack = a->setting->pack;
    for (int i = first; i < a->said->count; i++) {
        char folded[NAME_MOST];
        const struct argument *one = &a->said->argument[i];
        const struct span text = {folded, text_fold(one->text, folded)};
        const int suit = one->kind == ARGUMENT_TEXT ? trick_suit_read(pack, text) : -1;
        if (suit < 0 || pack->kind[suit] != SUIT_PLAIN || out->cards & pack->layout.cards[suit])
            return bad_trump(a, i);
        trumps_add(out, pack, suit);
    }
    return APPLIED;
}

/* trick/trump: `trump c7`, `trump w h` (a card above all and what was chosen), `trump h`, `?`. */
static enum outcome say_trump(const struct act *a)
{
    struct trick_game *s = a->state;
    const struct trick_pack *pack = a->setting->pack;
    const struct argument *first = &a->said->argument[0];
    const bool turned = first->kind == ARGUMENT_CARD;
    struct trumps found = {0};
    int card;
    if (pack->trump != TRUMP_TURNED && pack->trump != TRUMP_CHOSEN)
        return act_malformed(a, 0, N_("the pack says what is trumps; expected no `trump` here"));
    if (s->trump_said || round_playing(&s->round))
        return round_impossible(a, NOBODY, turned ? first->card : NO_CARD,
            N_("Trumps of deal {deal} are known already."));
    if (turned && pack->trump == TRUMP_CHOSEN)
        return bad_trump(a, 0);
    s->trump_unknown = first->kind == ARGUMENT_UNSEEN;
    if ((first->kind == ARGUMENT_WORD || s->trump_unknown) && a->said->count > 1)
        return bad_trump(a, 1);
    if (turned) {
        const int suit = first->card / 16;
        const uint64_t copies = round_copies(&s->round, first->card);
        if (a->said->count > 1 && pack->kind[suit] != SUIT_ABOVE)
            return bad_trump(a, 1);
        if (round_check_free(a, NOBODY, first->card) != APPLIED)
            return IMPOSSIBLE;
        card = __builtin_ctzll(
            copies & ~s->round.hands.known_to_be ? copies & ~s->round.hands.known_to_be : copies);
        hands_see(&s->round.hands, SEEN_ASIDE, NOBODY, card, a->said->line, 0);
        if (!hands_fit(&s->round.hands))
            return round_impossible(a, NOBODY, first->card,
                N_("{card} cannot lie aside: it was seen in a hand, or no card is left over."));
        if (pack->kind[suit] == SUIT_PLAIN)
            trumps_add(&found, pack, suit);
    }
    if (first->kind != ARGUMENT_WORD && !s->trump_unknown
        && read_trumps(a, turned, &found) != APPLIED)
        return MALFORMED;
    s->trumps = found;
    s->trump_said = true;
    return APPLIED;
}

/* trick/bid: by names, of all players clockwise, or a player's own. */
static enum outcome say_bid(const struct act *a)
{
    struct trick_game *s = a->state;
    const struct trick_pack *pack = a->setting->pack;
    const int seats = a->setting->seats->count;
    uint32_t named = 0;
    if (!pack->bids)
        return act_malformed(a, -1, N_("the pack has no row `bids`; expected no `bid` here"));
    if (round_playing(&s->round))
        return round_impossible(a, NOBODY, NO_CARD, N_("Bids come before the first card."));
    for (int i = 0; i < a->said->count; i++) {
        const struct argument *one = &a->said->argument[i];
        const bool by_name = one->kind == ARGUMENT_SEAT_NUMBER;
        const int seat = by_name ? one->seat : a->said->seat >= 0 ? a->said->seat : i;
        if (by_name ? a->said->seat >= 0 : a->said->count != (a->said->seat >= 0 ? 1 : seats))
            return act_malformed(a, i,
                N_("expected a bid for each player, clockwise from the first, or NAME=N for each"));
        if (named >> seat & 1)
            return act_malformed(a, i, N_("this player is named twice; expected each one once"));
        if (s->bidders >> seat & 1)
            return round_impossible(a, seat, NO_CARD, N_("{seat} has bid in deal {deal} already."));
        if (one->kind == ARGUMENT_UNSEEN)
            s->now.no_bid |= (uint8_t)(1u << seat);
        else if (one->number < 0 || one->number > s->cards)
            return act_malformed(a, i,
                N_("so many tricks cannot be taken in this deal; expected a number up to the "
                   "cards of a hand"));
        s->now.bid[seat] = (int16_t)(one->kind == ARGUMENT_UNSEEN ? 0 : one->number);
        named |= 1u << seat;
    }
    s->bidders |= (uint8_t)named;
    s->bid_said = s->bidders == (1u << seats) - 1;
    if (s->bid_said)
        check_now(a, false);
    return APPLIED;
}

int trick_passing(const struct trick_game *s)
{
    return s->round.stage == DURING && !round_playing(&s->round) ? s->round.hands.passing : 0;
}

int trick_waits_for(const struct trick_game *s)
{
    return s->round.stage != DURING           ? SAY_DEAL
           : !s->trump_said                   ? SAY_TRUMP
           : pack_of(s)->bids && !s->bid_said ? SAY_BID
                                              : 0;
}

struct cardset trick_legal(const void *state, const struct setting *setting, int seat)
{
    return trick_waits_for(state) == 0 ? round_legal(state, setting, seat)
                                       : (struct cardset){{0, 0}};
}

enum outcome trick_apply(struct act *a)
{
    struct trick_game *s = a->state;
    const struct trick_pack *pack = a->setting->pack;
    s->round.layout = &pack->layout;
    if (a->said->verb == SAY_DEAL)
        return say_deal(a);
    if (a->said->verb == SAY_SHOW)
        return round_show(a);
    const enum outcome outcome = round_needed(a);
    if (outcome != APPLIED)
        return outcome;
    switch (a->said->verb) {
    case SAY_HAND: return round_hand(a);
    case SAY_PASS_ON: return round_pass(a);
    case SAY_TRUMP: return say_trump(a);
    case SAY_BID: return say_bid(a);
    default: break;
    }
    if (trick_waits_for(s) == SAY_TRUMP)
        return round_out_of_place(a, a->said->seat, NO_CARD,
            N_("Deal {deal} waits for its trumps; expected `trump` before the first card."));
    if (trick_waits_for(s) == SAY_BID)
        return round_out_of_place(a, a->said->seat, NO_CARD,
            N_("Deal {deal} waits for the bids; expected `bid` before the first card."));
    return round_play(a);
}

bool trick_turns_page(const void *state, const struct setting *setting,
    const struct statement *said)
{
    return !said->common && said->verb == SAY_DEAL && ((const struct round *)state)->stage != DURING
           && !trick_is_over(state, setting);
}
