/* What takes a trick, and so what has to be played to it. */
#include "trick_game.h"

/* trick/taker: how high a card stands in this trick; the highest takes it, and 0 never does. */
static int value(const struct trick_game *s, int card, int led)
{
    const struct trick_pack *pack = pack_of(s);
    const int suit = pack->layout.suit[card];
    if (pack->kind[suit] != SUIT_PLAIN)
        return pack->kind[suit] == SUIT_ABOVE ? 1000 : 0;
    for (int i = 0; i < s->trumps.count; i++)
        if (s->trumps.suit[i] == suit)
            return 100 + 20 * (s->trumps.count - i)
                   + (pack->order_trump[card] > 0 ? pack->order_trump[card] : pack->order[card]);
    return suit == led ? pack->order[card] : 0;
}

static int worth(const void *game, const struct play *p) { return value(game, p->card, p->led); }

/*
 * The play that takes the trick on the table so far, and how high it stands; of like cards it is
 * the first, or with `equals last` the last. All of its cards were seen.
 */
static const struct play *best_of(const struct trick_game *s, int *most)
{
    const struct trick *t = &s->round.trick;
    const struct play *best = &t->play[t->first];
    *most = 0;
    for (int i = t->first; i < t->plays; i++) {
        const int v = value(s, t->play[i].card, t->play[t->first].led);
        if (v > *most || (v == *most && v > 0 && pack_of(s)->last_wins)) {
            *most = v;
            best = &t->play[i];
        }
    }
    return best;
}

bool trumps_may_be(const struct trick_game *s, int nth, struct trumps *out)
{
    const struct trick_pack *pack = pack_of(s);
    *out = (struct trumps){.count = 0};
    for (int suit = 0; suit < pack->suits && nth > 0; suit++)
        if (pack->kind[suit] == SUIT_PLAIN && --nth == 0)
            trumps_add(out, pack, suit);
    return nth == 0;
}

/* The seats that may take it by these trumps. */
static uint8_t takers(const struct trick_game *s)
{
    int most;
    return (uint8_t)(trick_unseen(&s->round.trick)
                         ? round_may_win(&s->round, worth, pack_of(s)->last_wins)
                         : 1u << best_of(s, &most)->seat);
}

int trick_taker(const struct trick_game *s, uint8_t *may)
{
    uint8_t seats = 0;
    if (s->trump_unknown) {
        struct trick_game one = *s;
        for (int n = 0; trumps_may_be(s, n, &one.trumps); n++)
            seats |= takers(&one);
    } else {
        seats = takers(s);
    }
    if (may != NULL)
        *may = seats;
    return seats & (seats - 1) ? NOBODY : __builtin_ctz(seats);
}

/* The cards that would surely beat every card played to this trick, if that can be known. */
static uint64_t beating(const struct trick_game *s, int led)
{
    const struct trick_pack *pack = pack_of(s);
    uint64_t cards = 0;
    int most;
    if (trick_unseen(&s->round.trick) || s->trump_unknown)
        return 0;
    best_of(s, &most);
    for (uint64_t left = pack->deck & ~pack->special; left != 0; left &= left - 1) {
        const int v = value(s, __builtin_ctzll(left), led);
        cards |= v > most || (v == most && v > 0 && pack->last_wins) ? left & -left : 0;
    }
    return cards;
}

/* The cards of all the sets, the most binding first, that come before the one that `card` is in. */
static uint64_t before(const uint64_t *sets, int count, uint64_t card)
{
    uint64_t cards = 0;
    for (int i = 0; i < count && !(sets[i] & card); i++)
        cards |= sets[i];
    return cards;
}

static uint64_t rather_follow(const struct trick_game *s, int led, uint64_t card)
{
    const struct trick_pack *pack = pack_of(s);
    const uint64_t suit = pack->layout.cards[led];
    switch (pack->follow) {
    case FOLLOW: return card & suit ? 0 : suit;
    case FOLLOW_OR_TRUMP: return before((const uint64_t[]){suit, s->trumps.cards}, 2, card);
    case BEAT_IF_YOU_CAN: {
        const uint64_t beat = beating(s, led);
        return before((const uint64_t[]){suit & beat, suit, beat}, 3, card);
    }
    case TRUMP_AND_BEAT: {
        const uint64_t beat = beating(s, led), trumps = s->trumps.cards;
        return before((const uint64_t[]){suit & beat, suit, trumps & beat, trumps}, 4, card);
    }
    case FOLLOW_ANY: break;
    }
    return 0;
}

/* trick/unbroken, trick/first-lead */
static uint64_t rather_lead(const struct trick_game *s, bool first, uint64_t card)
{
    const struct trick_pack *pack = pack_of(s);
    if (first && pack->leads)
        return card & bit(pack->lead) ? 0 : bit(pack->lead);
    const uint64_t barred = (s->broken || s->may_be_broken ? 0 : pack->unbroken)
                            | (first ? pack->bars : 0);
    return card & barred ? pack->deck & ~barred : 0;
}

/* trick/follow, trick/bars */
uint64_t trick_rather(const void *game, int led, int card)
{
    const struct trick_game *s = game;
    const struct trick_pack *pack = pack_of(s);
    const bool first = s->round.trick.done == 0;
    if (led < 0)
        return rather_lead(s, first, bit(card));
    if (pack->special & bit(card))
        return 0;
    uint64_t cards = led == UNSEEN ? 0 : rather_follow(s, led, bit(card));
    if (first && pack->bars & bit(card)) {
        const int suit = pack->layout.suit[card];
        const bool follows = (suit == led || (led == UNSEEN && trick_unseen(&s->round.trick)))
                             && pack->follow != FOLLOW_ANY;
        cards |= (follows ? pack->layout.cards[suit] | pack->special : pack->deck) & ~pack->bars;
    }
    return cards;
}

/*
 * The first card of a suit says which suit has to be followed, unless a card above all suits was
 * played before it.
 */
void trick_lay(struct trick_game *s, const struct play *p)
{
    const struct trick_pack *pack = pack_of(s);
    if (pack->special == 0)
        return;
    struct trick *t = &s->round.trick;
    for (int i = t->first; i < t->plays - 1; i++)
        if (!play_seen(&t->play[i]) || pack->kind[t->play[i].suit] != SUIT_BELOW)
            return;
    t->play[t->first].led = play_seen(p) && pack->kind[p->suit] == SUIT_PLAIN ? p->suit
                                                                              : (uint8_t)UNSEEN;
}
