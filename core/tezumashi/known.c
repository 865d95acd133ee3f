/*
 * Tezumashi's hidden hands: what was seen of them, with like trumps counted as copies, and what
 * players claimed of them by not following. Weighed when the deal is left (core/court).
 */
#include "tezumashi.h"

#include <string.h>

/* ---- cards seen -------------------------------------------------------------------------- */

static uint64_t copies_of(const struct tezumashi *s, int code)
{
    uint64_t all = is_trump(code) ? (uint64_t)7 << code : bit(code);
    return all & deck(s);
}

static uint64_t held_by_all(const struct tezumashi *s)
{
    uint64_t all = 0;
    for (int i = 0; i < s->players; i++)
        all |= s->held[i];
    return all;
}

/*
 * Of like cards the lowest bit is the one seen last, since `show` sees the lowest again and a play
 * takes the lowest away: what then is still there was seen no later than its bit says.
 */
static uint64_t here(const struct tezumashi *s, int seat, int code)
{
    return copies_of(s, code) & s->held[seat] & ~s->played[seat];
}

static bool has_room(const struct tezumashi *s, int seat)
{
    return bits_count(s->held[seat]) < HAND;
}

/* A copy that nobody has seen, for this hand. */
static int unseen_bit(const struct tezumashi *s, int seat, int code)
{
    uint64_t unseen = copies_of(s, code) & ~held_by_all(s);
    return unseen != 0 && has_room(s, seat) ? __builtin_ctzll(unseen) : NO_CARD;
}

int tezumashi_bit(const struct tezumashi *s, int seat, int code)
{
    uint64_t known = here(s, seat, code);
    return known != 0 ? __builtin_ctzll(known) : unseen_bit(s, seat, code);
}

void tezumashi_hold(struct tezumashi *s, int seat, int card, uint32_t line)
{
    s->held[seat] |= bit(card);
    if (s->sighting[card].held == 0)
        s->sighting[card].held = line;
}

/* The line where a copy was seen last. */
static uint32_t seen_last(const struct tezumashi *s, int code)
{
    uint32_t last = 0;
    for (uint64_t left = copies_of(s, code); left != 0; left &= left - 1) {
        const struct sighting *at = &s->sighting[__builtin_ctzll(left)];
        const uint32_t lines[] = {at->held, at->shown, at->played};
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
            last = lines[i] > last ? lines[i] : last;
    }
    return last;
}

static bool all_played(const struct tezumashi *s, int code)
{
    uint64_t played = 0;
    for (int i = 0; i < s->players; i++)
        played |= s->played[i];
    return !(copies_of(s, code) & ~played);
}

enum outcome tezumashi_elsewhere(const struct act *a, int seat, int code)
{
    const struct tezumashi *s = a->state;
    if (copies_of(s, code) == 0)
        return impossible(a, seat, code, N_("{card} is not in the deck: three players play without each "
                                            "suit's 1, 9 and one trump."));
    bool full = (copies_of(s, code) & ~held_by_all(s)) != 0;
    const char *text = full ? N_("{seat} cannot have held {card}: twelve other cards were seen of that hand.")
                     : is_trump(code) ? s->players == 4
                           ? N_("Three {card} were seen already; there is no fourth.")
                           : N_("Two {card} were seen already; with three players there is no third.")
                     : all_played(s, code) ? N_("{card} was played before.")
                                           : N_("{card} was seen in another hand.");
    enum outcome outcome = impossible(a, seat, code, text);
    uint32_t line = seen_last(s, code);
    if (!full && line != 0 && line != a->said->line)
        ruling_because(&a->out->row[a->out->count - 1], line);
    return outcome;
}

/* `count` cards of one code seen in a hand now: of like cards seen twice the greater number counts. */
static enum outcome see(const struct act *a, int code, int count)
{
    struct tezumashi *s = a->state;
    int seat = a->said->seat;
    uint64_t known = here(s, seat, code);
    for (; count > 0; count--, known &= known - 1) {
        int card = known != 0 ? __builtin_ctzll(known) : unseen_bit(s, seat, code);
        if (card == NO_CARD)
            return tezumashi_elsewhere(a, seat, code);
        tezumashi_hold(s, seat, card, a->said->line);
        s->sighting[card].shown = a->said->line;
    }
    return APPLIED;
}

static enum outcome see_all(const struct act *a)
{
    uint64_t done = 0;
    for (int i = 0; i < a->said->count; i++) {
        const struct argument *one = &a->said->argument[i];
        int count = 0;
        if (one->kind != ARGUMENT_CARD || (done & bit(one->card)))
            continue;
        for (int k = i; k < a->said->count; k++)
            count += a->said->argument[k].kind == ARGUMENT_CARD && a->said->argument[k].card == one->card;
        if (count > 1 && !is_trump(one->card))
            return impossible(a, a->said->seat, one->card, N_("{card} is named twice; it exists once."));
        enum outcome outcome = see(a, one->card, count);
        if (outcome != APPLIED)
            return outcome;
        done |= bit(one->card);
    }
    return APPLIED;
}

enum outcome tezumashi_hand(const struct act *a)
{
    int seat = a->said->seat;
    if (playing(a->state))
        return impossible(a, seat, NO_CARD, N_("Hands are given before the first play; expected `show` for "
                                               "cards seen later."));
    if (a->said->count != HAND) {
        enum outcome outcome = impossible(a, seat, NO_CARD, N_("A hand has twelve cards, not {count}; expected "
                                                               "? for each unseen one."));
        message_number(&a->out->row[a->out->count - 1].message, "count", a->said->count);
        return outcome;
    }
    return see_all(a);
}

enum outcome tezumashi_show(const struct act *a)
{
    int seat = a->said->seat, left = cards_left(a->state, seat);
    if (a->said->count > left && game(a)->level != BY_TOTALS)
        return impossible(a, seat, a->said->argument[left > 0 ? left : 0].card,
                          N_("{card} cannot be in {seat}'s hand: too few cards are left in it."));
    return see_all(a);
}

int tezumashi_kept(const struct tezumashi *s, int seat, int suit, uint32_t *line)
{
    int last = 0;
    *line = 0;
    for (uint64_t left = suit_cards(suit) & s->held[seat] & ~s->played[seat]; left != 0; left &= left - 1) {
        int card = __builtin_ctzll(left);
        if (s->sighting[card].shown > *line) {
            *line = s->sighting[card].shown;
            last = card;
        }
    }
    return last;
}

/* The codes of a set of cards: a bit for a trump, however many. */
struct cardset tezumashi_codes(uint64_t cards)
{
    struct cardset set = {{0, 0}};
    for (; cards != 0; cards &= cards - 1)
        set.bits[0] |= bit(code_of(__builtin_ctzll(cards)));
    return set;
}

uint64_t tezumashi_may_hold(const struct tezumashi *s, int seat, uint64_t *sure)
{
    *sure = s->held[seat] & ~s->played[seat];
    return has_room(s, seat) ? *sure | (deck(s) & ~held_by_all(s)) : *sure;
}

/* ---- weighing what was claimed ----------------------------------------------------------- */

static uint64_t known_until(const struct tezumashi *s, int seat, uint32_t until)
{
    uint64_t known = 0;
    for (uint64_t left = s->held[seat]; left != 0; left &= left - 1)
        if (s->sighting[__builtin_ctzll(left)].held <= until)
            known |= left & -left;
    return known;
}

/* A bin a hand: twelve cards, those seen there and any nobody has seen. */
static void view_of(const void *game, uint32_t until, struct view *v)
{
    const struct tezumashi *s = game;
    uint64_t all = 0;
    v->seats = v->places = v->bins.count = s->players;
    v->bins.cards = deck(s);
    for (int i = 0; i < s->players; i++)
        all |= v->known[i] = until == ALWAYS ? s->held[i] : known_until(s, i, until);
    for (int i = 0; i < s->players; i++) {
        v->bins.may[i] = v->known[i] | (deck(s) & ~all);
        v->bins.room[i] = HAND;
        v->in[i] = (uint16_t)(1u << i);
    }
}

static uint32_t seen_near(const void *game, int seat, int card, uint32_t line)
{
    const struct tezumashi *s = game;
    const struct sighting *at = &s->sighting[card];
    (void)seat;
    return at->shown != 0 && at->shown < line ? at->shown : at->held;
}

static void values_of(const void *game, const struct claim *c, const struct proof *proof, struct message *m)
{
    const struct tezumashi *s = game;
    message_number(m, "trick", s->trick.play[c->play].trick);
    message_word(m, "led", tezumashi_suits[s->trick.play[c->play].led]);
    if (proof->card >= 0)
        message_card(m, "proof", code_of(proof->card));
}

static const struct charge did_not_follow = {
    .rule = RULE_FOLLOW,
    .text = {
        [BY_A_CARD] = N_("Trick {trick} was led in {led}; {seat} played {card} and still held {proof}."),
        [BY_COUNTING] = N_("Trick {trick} was led in {led}; {seat} played {card}, but the cards still in "
                           "that hand cannot all have been of other suits."),
        [NOT_PROVED] = N_("Whether {seat} could have followed {led} in trick {trick} depends on cards nobody "
                          "has shown."),
    },
    .values = values_of,
};

static const struct witness witness = {view_of, seen_near};

/* tezumashi/follow: who plays another suit claims to hold none of the suit led, its trumps included. */
static void weigh_plays(struct hearing *all, const struct tezumashi *s)
{
    hearing_begin(all, &witness, s);
    for (struct walk w = {0}; walk_on(&w, &s->trick);) {
        if (play_follows(w.play) || w.play->mark == MARK_FREE)
            continue;
        struct clause none_led = play_clause(&w, suit_cards(w.play->led) & deck(s) & ~w.gone);
        hearing_claim(all, play_claim(&w, &did_not_follow, code_of(w.play->card)), &none_led);
    }
}

void tezumashi_weigh(const struct tezumashi *s, struct rulings *out)
{
    struct hearing all;
    if (s->phase == BEFORE)
        return;
    weigh_plays(&all, s);
    court_report(&all.court, out);
}

/* Of like cards: at least one of those not played yet. What nobody holds, all copies of it were played. */
bool tezumashi_odds(const struct tezumashi *s, int code, void *scratch, double *shares)
{
    struct hearing all;
    deals none, fits = 0;
    uint64_t played = 0;
    if (s->phase == BEFORE || s->level != BY_PLAYS || copies_of(s, code) == 0)
        return false;   /* kept by tricks or totals, nobody knows what was played */
    weigh_plays(&all, s);
    if (!hearing_count(&all, &all.now.bins, scratch, &fits) || fits == 0)
        return false;
    for (int i = 0; i < s->players; i++)
        played |= s->played[i];
    for (int i = 0; i < s->players; i++) {
        struct bins without = all.now.bins;
        bins_forbid(&without, copies_of(s, code) & ~played, all.now.in[i]);
        if (!hearing_count(&all, &without, scratch, &none))
            return false;
        shares[i] = 1 - (double)((long double)none / (long double)fits);
    }
    shares[s->players] = all_played(s, code) ? 1 : 0;
    return true;
}
