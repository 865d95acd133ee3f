/*
 * haratama/fox: a player who received a card of rank 6 or less shows the sign. Only cards that were
 * certainly received, or the whole hand, can refute a sign; the proof uses the fewest of these
 * cards and the fewest lines.
 *
 *     passed face up ───────────────────────────────┐
 *     in the giver's hand as dealt, in this one now ─┼──▶ certainly received
 *     in this hand now, but not in it as dealt ──────┘
 *     the whole hand, less what was in it as dealt ─────▶ perhaps received, and nothing else
 */
#include "haratama.h"

/* What is known of the cards that a seat received. */
struct cards_received {
    uint64_t hand, sure, maybe;
    unsigned count; /* how many cards it received */
    bool whole;     /* the whole hand is known */
};

/* What would refute the sign. */
struct refutation {
    const struct haratama *game;
    int seat;
    bool shown;
    /* the whole hand refutes it; else cards that were certainly received do */
    bool by_hand;
    /* the one card received that refutes it; 0: it takes all of them */
    uint64_t card;
    bool marked[SIGHTINGS_MOST]; /* the facts used */
};

static uint64_t low_cards(uint64_t cards) { return cards & 0x007E007E007E007Eu; } /* ranks 1 to 6 */

static struct cards_received received_by(const struct refutation *f)
{
    const struct hands *h = &f->game->round.hands;
    const int giver = giver_of(h, f->seat);
    const struct hand_facts own = hands_facts(h, f->seat, f->marked),
                            from = hands_facts(h, giver, f->marked);
    const uint64_t hand = own.held | from.given, kept = hand & own.dealt;
    /* cards that were passed on had been dealt */
    const bool dealt_whole = bits_count(own.dealt | own.given) == HAND;
    return (struct cards_received){
        .hand = hand,
        .sure = from.given | (hand & from.dealt) | (dealt_whole ? hand & ~own.dealt : 0),
        .maybe = hand & ~kept,
        .count = (unsigned)pass_size(h, giver),
        .whole = (int)bits_count(hand) == hand_size(h, f->seat),
    };
}

static bool refutes(const void *user)
{
    const struct refutation *f = user;
    const struct cards_received r = received_by(f);
    if (f->by_hand)
        return r.whole
               && (f->shown ? !low_cards(r.maybe)
                            : bits_count(r.maybe & ~low_cards(r.maybe)) < r.count);
    if (f->shown)
        return bits_count(r.sure) >= r.count && !low_cards(r.sure);
    return (low_cards(r.sure) & (f->card != 0 ? f->card : ~(uint64_t)0)) != 0;
}

static bool refuted(struct refutation *f)
{
    f->card = 0;
    f->by_hand = false;
    if (refutes(f))
        return true;
    f->by_hand = true;
    return refutes(f);
}

static void mark_until(struct refutation *f, uint32_t line)
{
    const struct hands *h = &f->game->round.hands;
    for (unsigned i = 0; i < h->count; i++)
        f->marked[i] = h->row[i].line <= line;
}

/* The first line by which the record refutes the sign. */
static uint32_t refuted_by(struct refutation *f)
{
    uint32_t low = 0, high = ALWAYS - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        mark_until(f, middle);
        if (refuted(f))
            high = middle;
        else
            low = middle + 1;
    }
    mark_until(f, low);
    return low;
}

/* Of several low cards received, the one that the fewest lines prove. */
static uint64_t card_to_tell(struct refutation *f, uint32_t line)
{
    uint64_t best = 0;
    unsigned fewest = SIGHTINGS_MOST;
    for (uint64_t left = low_cards(received_by(f).sure); left != 0; left &= left - 1) {
        f->card = left & -left;
        mark_until(f, line);
        const unsigned lines = hands_fewest(&f->game->round.hands, f->marked, f->card, refutes, f);
        if (lines < fewest) {
            fewest = lines;
            best = f->card;
        }
    }
    mark_until(f, line);
    return best;
}

static void prove(struct refutation *f, uint32_t line, struct grounds *out)
{
    const struct hands *h = &f->game->round.hands;
    struct cards_received r;
    (void)refuted(f);
    if (!f->by_hand && !f->shown)
        f->card = card_to_tell(f, line);
    r = received_by(f);
    const uint64_t cards = f->by_hand ? r.hand : f->shown ? r.sure : f->card;
    hands_fewest(h, f->marked, cards, refutes, f);
    for (uint64_t left = cards; left != 0; left &= left - 1)
        out->card[out->cards++] = (int16_t)__builtin_ctzll(left);
    for (unsigned i = 0; i < h->count; i++)
        if (f->marked[i])
            grounds_line(out, h->row[i].line);
    out->holder = (int8_t)f->seat;
    out->shown = !f->by_hand ? N_("But {holder} was passed {cards}.")
                 : f->shown  ? N_("But all of {holder}'s hand is on record, and no card of rank 6 "
                                   "or less in it was passed: {cards}.")
                            : N_("But all of {holder}'s hand is on record, and a card of rank 6 or "
                                 "less in it was passed: {cards}.");
}

static void report(struct refutation *f, uint32_t line, struct rulings *out)
{
    const uint32_t by = refuted_by(f);
    struct ruling *r = rulings_add(out, RULING_IRREGULAR, RULE_FOX, f->seat, NO_CARD, line,
        f->shown ? N_("{seat} showed the fox sign, but received no card of rank 6 or less.")
                 : N_("{seat} showed no fox sign, but received a card of rank 6 or less."));
    if (by != line)
        ruling_because(r, by);
    prove(f, by, &r->grounds);
    r->claim = (struct suspect){.seat = (int8_t)f->seat,
        .card = NO_CARD,
        .line = line,
        .claim = f->shown ? N_("{seat} showed the fox sign. That is right only if {seat} was "
                               "passed a card of rank 6 or less.")
                          : N_("{seat} showed no fox sign. That is right only if {seat} was passed "
                               "no card of rank 6 or less.")};
}

void haratama_weigh_foxes(const struct haratama *s, const struct setting *setting,
    struct rulings *out)
{
    if (setting->house->option[HOUSE_FOX].choice == 1)
        return;
    for (int i = 0; i < s->foxes; i++) {
        struct refutation f = {.game = s, .seat = s->fox[i].seat, .shown = s->fox[i].shown};
        mark_until(&f, ALWAYS);
        if (refuted(&f))
            report(&f, s->fox[i].line, out);
    }
}
