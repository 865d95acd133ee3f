/*
 * A record that can be read in two ways is weighed in the one by which fewer rules are broken: a slip of the pen breaks none.
 * See round.h, round_reading.
 *
 *     as it stands ──┬─▶ a card was left out before a whole row: who played it, and what went on with it, is not known
 *                    └─▶ a row has a wrong name: it was led by the seat whose turn it was, and all followed that
 */
#include "round.h"

#include <string.h>

static unsigned broken_rules(const void *state, const struct setting *setting)
{
    struct hearing all;
    unsigned count = 0;
    round_hear(&all, state, setting, NULL);
    for (unsigned i = 0; i < all.court.count; i++)
        count += all.court.row[i].weight == REFUTED;
    return count;
}

/* Is a whole row in doubt which went on with an open trick, and which no name behind it has borne out? */
static bool is_row_in_doubt(const struct round *r)
{
    const struct play *const play = r->trick.play, *const end = play + r->trick.plays;
    const struct play *p = play + r->doubted + r->hands.players - 2;      /* the row's first card */
    bool in_doubt = r->doubted != 0 && r->layout == ROWS_OF_TRICKS && p < end;
    for (const uint32_t line = in_doubt ? p->line : 0; in_doubt && p < end; p++)
        in_doubt = !p->named || p->line == line;
    return in_doubt;
}

/*
 * Is this lead out of turn, all that follow it up to `end` have no name, and does the next lead bear out that it was due to
 * another? By how many seats clockwise; 0: no.
 */
static int wrong_name(const struct round *r, int lead, int *end)
{
    const struct play *const play = r->trick.play, *const p = &play[lead];
    const int players = r->hands.players;
    assert(players > 0);
    *end = lead + 1;
    if (!p->lead || !p->stray || play_disowned(p))
        return 0;
    while (*end < r->trick.plays && !play[*end].named)
        (*end)++;
    const int by = (p->due - p->seat + players) % players;
    const struct play *next = *end < r->trick.plays ? &play[*end] : NULL;
    const bool borne_out = next == NULL || (next->lead && next->stray && next->seat == (next->due + by) % players);
    return borne_out && *end - lead >= players ? by : 0;
}

/* Of like cards the one that a fact is about: the `nth` known there, or one that is known nowhere. */
static int card_of_fact(const struct round *r, const struct sighting *fact, int seat, int nth)
{
    const struct hands *h = &r->hands;
    const uint64_t copies = round_copies(r, round_code(r->game, fact->card)), left = copies & ~h->out;
    if (!(copies & (copies - 1)))
        return fact->card;
    if (fact->how != SEEN_TAKEN)
        return hands_bit(h, seat, copies, nth);
    return left == 0 ? NO_CARD : __builtin_ctzll(left & ~h->known_to_be ? left & ~h->known_to_be : left);
}

/* How many facts just before this one say the same of like cards? */
static int like_before(const struct round *r, const struct sighting *first, const struct sighting *fact)
{
    int count = 0;
    for (const struct sighting *f = fact; f-- > first && f->line == fact->line && f->how == fact->how && f->seat == fact->seat;)
        count += round_code(r->game, f->card) == round_code(r->game, fact->card);
    return fact->how < SEEN_PLAYED ? count : 0;
}

/* These cards were each played by the seat so many further clockwise: all facts are told anew. False: they do not fit. */
static bool turn_cards(struct round *r, uint64_t cards, int by)
{
    const struct hands told = r->hands;
    uint8_t now[SUITS_MOST * 16];
    assert(told.players > 0);
    for (int card = 0; card < SUITS_MOST * 16; card++)
        now[card] = (uint8_t)card;
    hands_rewind(&r->hands, 0);
    for (const struct sighting *fact = told.row; fact < told.row + told.count; fact++) {
        const bool turned = fact->how == SEEN_PLAYED && (cards & bit(fact->card));
        const int seat = turned ? (fact->seat + by) % told.players : fact->seat;
        const int card = card_of_fact(r, fact, seat, like_before(r, told.row, fact));
        if (card == NO_CARD)
            return false;
        if (fact->how == SEEN_PLAYED || fact->how == SEEN_TAKEN)
            now[fact->card] = (uint8_t)card;
        hands_see(&r->hands, (enum seen_as)fact->how, seat, card, fact->line, fact->trick);
    }
    for (int i = 0; i < r->trick.plays; i++)
        r->trick.play[i].card = now[r->trick.play[i].card];
    return hands_fit(&r->hands) && (r->game->fits == NULL || r->game->fits(r));
}

/* These plays were. */
static bool turn_plays(struct round *r, int from, int end, int by)
{
    uint64_t cards = 0;
    for (struct play *p = r->trick.play + from; p < r->trick.play + end; p++) {
        p->seat = (uint8_t)((p->seat + by) % r->hands.players);
        cards |= bit(p->card);
    }
    return turn_cards(r, cards, by);
}

const void *round_reading(const void *state, void *copy, size_t size, const struct setting *setting)
{
    const struct round *r = state;
    if (r->stage == BEFORE || (!r->strayed && r->doubted == 0))
        return state;
    const unsigned broken = broken_rules(state, setting);
    if (broken > 0 && is_row_in_doubt(r)) {
        memcpy(copy, state, size);
        round_disown_doubted(copy);
        if (broken_rules(copy, setting) < broken)
            return copy;
    }
    for (int lead = 0, end; broken > 0 && r->strayed && lead < r->trick.plays; lead = end) {
        const int by = wrong_name(r, lead, &end);
        if (by == 0)
            continue;
        memcpy(copy, state, size);
        if (turn_plays(copy, lead, end, by) && broken_rules(copy, setting) < broken)
            return copy;
    }
    return state;
}
