/*
 * The duty to follow, and what comes of it: the claims that plays make, what may be played, and the
 * odds. See round.h.
 */
#include "round.h"

const char *const follow_texts[VERDICT_TEXTS] = {
    [BY_A_CARD] = N_(
        "Trick {trick} was led in {led}; {seat} played {card} and still held {proof}."),
    [BY_COUNTING] = N_("Trick {trick} was led in {led}; {seat} played {card}, but at least one "
                       "card still in that hand was {led}."),
    [BY_ONE] = N_("Trick {trick} was led in {led}; {seat} played {card}, but {cards} can have been "
                  "nowhere but in that hand."),
    [BY_FEW] = N_("Trick {trick} was led in {led}; {seat} played {card}, but of {cards} one at "
                  "least was still in that hand."),
    [NOT_PROVED] = N_(
        "{seat} did not follow {led} in trick {trick}; whether {seat} had any is not on record."),
    [CLAIMED] = N_("{seat} played {card} in trick {trick}, which was led in {led}. That is right "
                   "only if {seat} had no {led} left."),
};

void round_values(const void *game, const struct claim *c, const struct proof *proof,
    struct message *m)
{
    const struct round *r = game;
    if (c->play >= 0) {
        message_number(m, "trick", r->trick.play[c->play].trick);
        if (r->trick.play[c->play].led != UNSEEN)
            message_word(m, "led", round_suit_name(r, r->trick.play[c->play].led));
    }
    if (proof->card >= 0) {
        message_card(m, "proof", round_code(r, proof->card));
        message_seat(m, "holder", proof->holder);
    }
}

static void view_of(const void *game, struct view *out)
{
    hands_view(&((const struct round *)game)->hands, out);
}

static int sighted(const void *game, int place, uint64_t cards, uint32_t since, uint32_t line,
    uint32_t *seen)
{
    return hands_sighted(&((const struct round *)game)->hands, place, cards, since, line, seen);
}

static void shortage(const void *game, const struct supposed *one, unsigned count,
    struct grounds *out)
{
    hands_shortage(&((const struct round *)game)->hands, one, count, round_code_of, game, out);
}

static const struct witness witness = {view_of, sighted, shortage, round_code_of};

/*
 * The hand of who has played `gone` held none of these cards; after a card unseen none of
 * those seen there since.
 */
static struct clause held_none(const struct round *r, int seat, uint64_t cards, uint64_t gone,
    uint32_t since)
{
    uint64_t never = cards & r->hands.deck & ~gone;
    if (since != 0)
        never &= hands_since(&r->hands, seat, since);
    return (struct clause){.ways = 1,
        .bans = {1},
        .ban = {{{never, (uint8_t)(1u << seat)}}},
        .own = true};
}

const struct claim *round_claim(struct hearing *all, const struct play_walk *w, int duty,
    uint64_t upon)
{
    const struct round *r = all->game;
    return round_claim_none(all, w, duty, duty_cards(&r->game->duty[duty], w->play->led), upon);
}

const struct claim *round_claim_none(struct hearing *all, const struct play_walk *w, int duty,
    uint64_t cards, uint64_t upon)
{
    const struct round *r = all->game;
    const struct play *p = w->play;
    const struct clause none = held_none(r, p->seat, cards, w->gone, p->since);
    struct claim claim = play_claim(w, r->game->duty[duty].charge, round_code(r, p->card));
    claim.upon = upon;
    claim.since = p->since;
    return hearing_claim(all, claim, &none);
}

bool round_held_one(const struct hearing *all, const struct play_walk *w, uint64_t cards)
{
    const struct play *p = w->play;
    const struct clause none = held_none(all->game, p->seat, cards, w->gone, p->since);
    return (none.ban[0][0].cards & all->now.known[p->seat]) || clause_refuted(&all->now, &none);
}

void round_claim_plays(const void *game, const struct setting *setting, struct hearing *all,
    struct rulings *out)
{
    const struct round *r = game;
    (void)setting;
    (void)out;
    for (struct play_walk w = {0}; play_walk_on(&w, &r->trick);) {
        const uint64_t rather = w.play->apart ? 0 : play_rather(r, w.play);
        if (rather != 0)
            round_claim_none(all, &w, w.play->duty, rather, 0);
    }
}

void round_hear(struct hearing *all, const void *game, const struct setting *setting,
    struct rulings *out)
{
    const struct round *r = game;
    hearing_begin(all, &witness, r);
    (r->game->claims != NULL ? r->game->claims : round_claim_plays)(r, setting, all, out);
}

void round_weigh(const void *state, const struct setting *setting, struct rulings *out)
{
    const struct round *r = state;
    struct hearing all;
    if (r->stage == BEFORE)
        return;
    round_hear(&all, r, setting, out);
    court_report(&all.court, out);
    round_weigh_rows(r, out);
}

/* The suit led, or UNSEEN where nobody saw the card led; -1: the next card leads. */
static int suit_led(const struct trick *t)
{
    return t->full || t->plays == t->first ? -1 : t->play[t->first].led;
}

/* ---- what may be played ---------------------------------------------------------------------- */

/* Which seat is to play, and to what. */
struct duty_cards_due {
    const struct setting *setting;
    int seat, led; /* led -1: the seat leads, as far as is known */
    uint64_t gone; /* the cards that it has played */
};

static struct duty_cards_due due_of(const struct round *r, const struct setting *setting, int seat)
{
    return (struct duty_cards_due){.setting = setting, .seat = seat, .led = suit_led(&r->trick)};
}

static uint64_t gone_of(const struct round *r, int seat)
{
    uint64_t gone = 0;
    for (int i = 0; i < r->trick.plays; i++)
        gone |= r->trick.play[i].seat == seat ? play_card(&r->trick.play[i]) : 0;
    return gone;
}

/* The seat's duty, if what `tried` knows is known. */
static int duty_now(const struct round *r, const struct duty_cards_due *due,
    const struct round *tried)
{
    return due->led == UNSEEN && r->game->rather == NULL ? ANY_CARD
           : r->game->duty_by_house != NULL
               ? r->game->duty_by_house(r, due->setting, tried, due->seat, due->led)
               : r->game->duty_of(r, due->seat, due->led);
}

/* The cards one of which has to be played by it rather than this one. */
static uint64_t should(const struct round *r, const struct duty_cards_due *due, int duty, int card)
{
    if (duty == ANY_CARD)
        return 0;
    if (r->game->rather != NULL)
        return r->game->rather(r, due->led, card);
    assert(due->led != UNSEEN);
    const uint64_t cards = duty_cards(&r->game->duty[duty], due->led);
    return cards & bit(card) ? 0 : cards;
}

/* Has the seat played to this trick, or does it play no card to it? */
static bool has_played(const struct round *r, int seat)
{
    return !r->trick.full && r->trick.on_table & 1u << seat;
}

/*
 * May the card be in this hand, and is what playing it claims not refuted already? The play is
 * tried on a copy, because it changes what is known.
 */
static bool may_be_played(const struct round *r, const struct duty_cards_due *due, int code)
{
    const uint64_t copies = round_copies(r, code);
    if (!(copies & ~r->hands.out) || !(copies & ~r->hands.now.of[SEEN_ASIDE][0]))
        return false;
    struct round tried = *r;
    struct view now;
    const int card = hands_copy_held(&tried.hands, due->seat, copies, 0);
    if (card == NO_CARD)
        return false;
    hands_see(&tried.hands, SEEN_PLAYED, due->seat, card, ALWAYS - 1, tried.trick.done);
    const uint64_t rather = should(r, due, duty_now(r, due, &tried), card);
    if (rather == 0)
        return true;
    hands_view(&tried.hands, &now);
    const struct clause none = held_none(&tried, due->seat, rather, due->gone | bit(card),
        r->unseen_line[due->seat]);
    return !(none.ban[0][0].cards & now.known[due->seat]) && !clause_refuted(&now, &none);
}

/*
 * The cards of a suit that nobody has seen. All of them are alike to the rules, so trying one tries
 * all.
 */
static uint64_t seen_nowhere(const struct round *r, int suit)
{
    uint64_t cards = round_suit_cards(r, suit) & r->hands.deck;
    for (unsigned i = 0; i < r->hands.count; i++)
        cards &= ~bit(r->hands.row[i].card);
    if (r->layout != NULL) /* its cards may differ in what is to be played rather */
        return 0;
    return r->game->copies == 0 ? cards : cards & (bit(suit * 16 + r->game->alike_from) - 1);
}

static uint64_t try_each(const struct round *r, const struct duty_cards_due *due)
{
    uint64_t legal = 0;
    for (int suit = 0; suit < (r->layout != NULL ? LAYOUT_SUITS : SUITS_MOST); suit++) {
        const uint64_t unseen = seen_nowhere(r, suit),
                       all = round_suit_cards(r, suit) & r->hands.deck;
        if (unseen != 0 && may_be_played(r, due, __builtin_ctzll(unseen)))
            legal |= unseen;
        for (uint64_t left = all & ~unseen; left != 0; left &= left - 1)
            if (may_be_played(r, due, round_code(r, __builtin_ctzll(left))))
                legal |= left & -left;
    }
    return legal;
}

/* Is every card of the hand known, and was every card played seen with its player? */
static bool is_plain(const struct round *r, int seat)
{
    return r->unseen == 0 && r->hands.now.of[SEEN_TAKEN][0] == 0
           && (int)bits_count(r->hands.known[seat]) == hand_size(&r->hands, seat);
}

/* The cards that a seat may play: exactly those for which judging would find no rule broken. */
struct cardset round_legal(const void *state, const struct setting *setting, int seat)
{
    const struct round *r = state;
    if (r->stage != DURING || r->kept != BY_PLAYS || (r->turns == 0 && has_played(r, seat))
        || cards_left(r, seat) <= 0)
        return (struct cardset){{0, 0}};
    struct duty_cards_due due = due_of(r, setting, seat);
    if (!is_plain(r, seat)) {
        due.gone = gone_of(r, seat);
        return round_codes(r, try_each(r, &due));
    }
    const uint64_t hand = r->hands.known[seat] & ~r->hands.out;
    const int duty = duty_now(r, &due, r);
    uint64_t may = 0;
    if (r->game->rather == NULL) { /* the same for every card */
        assert(duty == ANY_CARD || due.led != UNSEEN);
        may = duty != ANY_CARD ? hand & duty_cards(&r->game->duty[duty], due.led) : 0;
        return round_codes(r, may != 0 ? may : hand);
    }
    for (uint64_t left = hand; left != 0; left &= left - 1)
        if (!(hand & should(r, &due, duty, __builtin_ctzll(left))))
            may |= left & -left;
    return round_codes(r, may);
}

struct cardset round_rather(const void *state, const struct setting *setting, int code)
{
    const struct round *r = state;
    const int seat = round_turn(state, setting);
    const uint64_t copies = round_copies(r, code);
    if (r->stage != DURING || r->kept != BY_PLAYS || seat < 0 || copies == 0)
        return (struct cardset){{0, 0}};
    const struct duty_cards_due due = due_of(r, setting, seat);
    return round_codes(r, should(r, &due, duty_now(r, &due, r), __builtin_ctzll(copies)));
}

/* ---- chances --------------------------------------------------------------------------------- */

bool round_odds(const void *state, const struct setting *setting, int code, void *scratch,
    double *shares)
{
    const struct round *r = state;
    const uint64_t copies = round_copies(r, code) & ~r->hands.out;
    struct hearing all;
    deals none, fit = 0;
    uint16_t hands = 0;
    if (r->stage == BEFORE || r->kept != BY_PLAYS || round_copies(r, code) == 0 || r->unseen > 0
        || r->hands.any_size)
        return false;
    round_hear(&all, r, setting, NULL);
    if (!hearing_count(&all, &all.now.bins, scratch, &fit) || fit == 0)
        return false;
    for (int i = 0; i <= r->hands.players; i++) {
        struct bins without = all.now.bins;
        const uint16_t where = i < r->hands.players ? all.now.in[i] : hands;
        bins_forbid(&without, copies, where);
        if (!hearing_count(&all, &without, scratch, &none))
            return false;
        shares[i] = (double)((long double)none / (long double)fit);
        hands |= where;
    }
    for (int i = 0; i < r->hands.players; i++)
        shares[i] = 1 - shares[i];
    return true;
}
