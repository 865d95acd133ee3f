/*
 * Plays that are kept by their distance from the leader while nobody knows who leads. See round.h.
 *
 *     r9 ? r12 b1      nobody knows whether ? was higher than r12: the next leader is not known
 *     g2 g7 g4 g9      played by the leader, the next clockwise, and so on: these plays are set
 *                       apart, as if the leader were seat 0
 *     b5 b2            played by the seat that played g9, and the next one
 *     Bo: b11          Bo is the third from that seat, so now all these seats are known
 *
 * Until then their cards are known to be out, but not from which hands. After a second trick
 * without a known winner, the plays before it stay as they are.
 */
#include "round.h"

#include <assert.h>
#include <string.h>

void round_set_apart(struct round *r)
{
    struct trick *t = &r->trick;
    r->turns = (uint8_t)(t->may_lead != 0 && t->done > 0 ? t->may_lead
                                                         : (1u << r->hands.players) - 1);
    r->apart = t->plays;
    r->apart_trick = t->done;
    t->leader = 0;
}

/* ---- facts told anew ------------------------------------------------------------------------ */

/*
 * The copy that a fact is about: the `nth` that is known in that hand, or one that is known
 * nowhere.
 */
static int card_of_fact(const struct round *r, const struct sighting *fact, int nth)
{
    const struct hands *h = &r->hands;
    const uint64_t copies = round_copies(r, round_code(r, fact->card)), left = copies & ~h->out;
    if (!(copies & (copies - 1)))
        return fact->card;
    if (fact->how != SEEN_TAKEN)
        return hands_bit(h, fact->seat, copies, nth);
    return left == 0 ? NO_CARD
                     : __builtin_ctzll(left & ~h->known_to_be ? left & ~h->known_to_be : left);
}

/* How many facts just before this one say the same about copies of its card? */
static int like_before(const struct round *r, const struct sighting *first,
    const struct sighting *fact)
{
    int count = 0;
    for (const struct sighting *f = fact;
         f-- > first && f->line == fact->line && f->how == fact->how && f->seat == fact->seat;)
        count += round_code(r, f->card) == round_code(r, fact->card);
    return fact->how < SEEN_PLAYED ? count : 0;
}

/* The play from which this fact comes and that is not in `told` yet; -1: it comes from no play. */
static int play_of_fact(const struct round *r, const struct sighting *fact, uint64_t told)
{
    for (int i = 0; i < r->trick.plays && (fact->how == SEEN_PLAYED || fact->how == SEEN_TAKEN);
         i++) {
        const struct play *p = &r->trick.play[i];
        if (play_seen(p) && p->line == fact->line && p->card == fact->card && !(told & bit(i)))
            return i;
    }
    return -1;
}

/* Enters all facts again, with these plays under their seats. False: they do not fit. */
static bool tell_anew(struct round *r, int from)
{
    const struct hands before = r->hands;
    uint64_t told = 0;
    hands_rewind(&r->hands, 0);
    for (const struct sighting *fact = before.row; fact < before.row + before.count; fact++) {
        struct sighting anew = *fact;
        const int play = play_of_fact(r, fact, told);
        if (play >= from) {
            anew.how = SEEN_PLAYED;
            anew.seat = r->trick.play[play].seat;
        }
        const int card = card_of_fact(r, &anew, like_before(r, before.row, fact));
        if (card == NO_CARD)
            return false;
        if (play >= 0) {
            told |= bit(play);
            r->trick.play[play].card = (uint8_t)card;
        }
        hands_see(&r->hands, (enum seen_as)anew.how, anew.seat, card, fact->line, fact->trick);
    }
    return hands_fit(&r->hands) && (r->game->fits == NULL || r->game->fits(r));
}

/* ---- whose they are ------------------------------------------------------------------------- */

static uint8_t turned(uint8_t seats, int by, int players)
{
    const unsigned all = seats;
    return (uint8_t)((all << by | all >> (players - by)) & ((1u << players) - 1));
}

/*
 * Sets again, for each play, the line up to which earlier sightings prove nothing about it
 * (`since`).
 */
static void note_unseen_anew(struct round *r)
{
    memset(r->unseen_line, 0, sizeof r->unseen_line);
    for (int i = 0; i < r->trick.plays; i++) {
        struct play *p = &r->trick.play[i];
        p->since = r->unseen_line[p->seat];
        for (int seat = 0; seat < r->hands.players && !play_seen(p); seat++)
            if (p->apart || seat == p->seat)
                r->unseen_line[seat] = p->line;
    }
}

static void turn(struct round *r, int by)
{
    struct trick *t = &r->trick;
    const int players = r->hands.players;
    for (int i = r->apart; i < t->plays; i++) {
        t->play[i].seat = (uint8_t)((t->play[i].seat + by) % players);
        t->play[i].apart = false;
    }
    for (int i = r->apart_trick; i < t->done; i++)
        t->taker[i] = (int8_t)((t->taker[i] + by) % players);
    t->leader = (int8_t)((t->leader + by) % players);
    t->winner = (int8_t)(t->full ? (t->winner + by) % players : NOBODY);
    t->on_table = turned(t->on_table, by, players);
    if (r->apart_trick > 0)
        t->taker[r->apart_trick - 1] = (int8_t)by;
    t->kept = 0;
    r->turns = 0;
    note_unseen_anew(r);
}

bool round_resolve(const struct act *a, int seat)
{
    struct round *r = a->state;
    const int players = r->hands.players, next = r->trick.full ? r->trick.winner : round_next(r);
    const int by = next < 0 ? NOBODY : (seat - next + players) % players, from = r->apart;
    if (by < 0 || !(r->turns >> by & 1))
        return false;
    const struct round before = *r;
    turn(r, by);
    if (!tell_anew(r, from)) {
        *r = before;
        return false;
    }
    r->hands.kept = 0;
    if (r->game->resolved != NULL)
        r->game->resolved(a);
    return true;
}

void round_leave_apart(const struct act *a)
{
    struct round *r = a->state;
    for (int i = r->apart_trick; i < r->trick.done; i++)
        r->trick.taker[i] = NOBODY;
    r->turns = 0;
    r->trick.leader = r->trick.winner = NOBODY;
    r->trick.may_lead = 0;
    r->trick.kept = 0;
    if (r->game->resolved != NULL)
        r->game->resolved(a);
}

/* ---- who may have won ------------------------------------------------------------------------ */

uint64_t round_may_be(const struct round *r, const struct play *p)
{
    uint64_t cards = r->hands.deck & ~r->hands.out & ~r->hands.now.of[SEEN_ASIDE][0];
    if (play_seen(p))
        return bit(p->card);
    for (int i = 0; i < r->hands.players && !p->apart; i++)
        cards &= i == p->seat ? cards : ~r->hands.known[i];
    return cards;
}

/* What a play of the trick is worth at least, and at most. */
struct worths {
    int least, most;
};

/* Where that suit was led; UNSEEN: none was. False: it cannot have been led. */
static bool weigh(const struct round *r, const struct play *p, int led,
    int (*worth)(const void *game, const struct play *p), struct worths *out)
{
    uint64_t cards = round_may_be(r, p);
    if (p->lead && !play_seen(p))
        cards &= (led == UNSEEN ? 0 : round_suit_cards(r, led))
                 | (r->layout != NULL ? r->layout->freely : 0);
    *out = (struct worths){INT32_MAX, -1};
    for (; cards != 0; cards &= cards - 1) {
        struct play tried = *p;
        tried.card = (uint8_t)__builtin_ctzll(cards);
        tried.suit = (uint8_t)round_suit(r, tried.card);
        tried.led = (uint8_t)led;
        const int is = worth(r, &tried);
        out->least = is < out->least ? is : out->least;
        out->most = is > out->most ? is : out->most;
    }
    return out->most >= 0;
}

/* Of plays worth the same the first wins, or the last; of those worth nothing always the first. */
static bool may_beat(const struct worths *of, int i, int k, bool last)
{
    if (of[i].most != of[k].least)
        return of[i].most > of[k].least;
    return last && of[i].most > 0 ? i > k : i < k;
}

static uint8_t may_win_if_led(const struct round *r, int led,
    int (*worth)(const void *game, const struct play *p), bool last)
{
    const struct play *play = &r->trick.play[r->trick.first];
    const int plays = r->trick.plays - r->trick.first;
    struct worths of[HANDS_MOST];
    uint8_t seats = 0;
    for (int i = 0; i < plays; i++)
        if (!weigh(r, &play[i], led, worth, &of[i]))
            return 0;
    for (int i = 0; i < plays; i++) {
        bool may = true;
        for (int k = 0; k < plays; k++)
            may &= i == k || may_beat(of, i, k, last);
        seats |= (uint8_t)((unsigned)may << play[i].seat);
    }
    return seats;
}

uint8_t round_may_win(const struct round *r, int (*worth)(const void *game, const struct play *p),
    bool last)
{
    const int led = r->trick.play[r->trick.first].led,
              suits = r->layout != NULL ? LAYOUT_SUITS : SUITS_MOST;
    uint8_t seats = may_win_if_led(r, led, worth, last);
    for (int suit = 0; suit < suits && led == UNSEEN; suit++)
        seats |= may_win_if_led(r, suit, worth, last);
    return seats != 0 ? seats : r->trick.on_table;
}
