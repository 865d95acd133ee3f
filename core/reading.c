/*
 * A record that can be read in two ways is weighed in the one by which fewer rules are broken: a slip of the pen breaks none.
 * See round.h, round_reading.
 *
 *     as it stands ──┬─▶ a card was left out before a whole row: who played it, and what went on with it, is not known
 *                    ├─▶ a row has a wrong name: it was led by the seat whose turn it was, and all followed that
 *                    └─▶ a row was left out, as the next round shows that was said too early: it may have come anywhere
 */
#include "round.h"

#include <string.h>

static unsigned refuted(const struct hearing *all)
{
    unsigned count = 0;
    for (unsigned i = 0; i < all->court.count; i++)
        count += all->court.row[i].weight == REFUTED;
    return count;
}

static unsigned broken_rules(const void *state, const struct setting *setting)
{
    struct hearing all;
    round_hear(&all, state, setting, NULL);
    return refuted(&all);
}

/* … and one more if not all else that was claimed can be right. */
static unsigned offences(const void *state, const struct setting *setting)
{
    struct hearing all;
    uint64_t open = 0;
    round_hear(&all, state, setting, NULL);
    for (unsigned i = 0; i < all.court.count; i++)
        open |= (uint64_t)(all.court.row[i].weight == UNPROVEN) << i;
    return refuted(&all) + (open != 0 && !all.court.oracle->may_hold(all.court.facts, open));
}

static bool is_like(const struct round *r, int card) { return r->game->copies > 0 && rank_of(card) >= r->game->alike_from; }

/* The play of these that wins a trick by its card: a trump that does not follow, the highest number, or else the lead. */
static int best_of(const struct round *r, int lead, int count)
{
    const struct play *const play = r->trick.play;
    int best = lead, most = 0;
    for (int i = lead; i < lead + count; i++) {
        const bool follows = suit_of(play[i].card) == suit_of(play[lead].card), like = is_like(r, play[i].card);
        const int worth = like && !follows ? 16 : follows && !like ? rank_of(play[i].card) : 0;
        best = worth > most ? i : best;
        most = worth > most ? worth : most;
    }
    return best;
}

/*
 * Is a whole row in doubt which went on with an open trick? Not if a name behind it bears that out: it is not the seat that
 * had won if whole tricks lie in that row, and those behind it.
 */
static bool is_row_in_doubt(const struct round *r)
{
    const struct play *const play = r->trick.play;
    const int players = r->hands.players, first = r->doubted + players - 2;      /* the row's first card */
    bool in_doubt = r->doubted != 0 && r->layout == ROWS_OF_TRICKS && first < r->trick.plays;
    int leader = NOBODY;
    assert(players > 0);
    for (int i = first; in_doubt && i < r->trick.plays; i += players) {
        const bool whole = i + players <= r->trick.plays && play[i].line == play[i + players - 1].line;
        in_doubt = whole && (leader < 0 || !play[i].named || play[i].seat == leader);
        leader = play[i].named ? play[i].seat : leader;
        leader = whole && leader >= 0 ? (leader + best_of(r, i, players) - i) % players : NOBODY;
    }
    return in_doubt;
}

/* Has who leads next won the trick before it by something else than a card? */
static bool won_otherwise(const struct round *r, int next)
{
    const int players = r->hands.players, lead = next - players;
    return lead >= 0 && r->trick.play[lead].lead && r->trick.play[best_of(r, lead, players)].seat != r->trick.play[next].due;
}

/* By how many seats clockwise is the name of this lead wrong, if the next lead is to be in its turn? 0: by none. */
static int wrong_by(const struct round *r, int lead, int next)
{
    const struct play *const p = &r->trick.play[lead], *const then = &r->trick.play[next];
    const int players = r->hands.players;
    assert(players > 0);
    const int own = (p->due - p->seat + players) % players, other = (then->seat - then->due + players) % players;
    if (next < r->trick.plays && !then->lead)
        return 0;
    if (!p->stray)
        return p->due < 0 && next < r->trick.plays && then->stray ? other : 0;
    const bool open = next == r->trick.plays || then->due < 0 || (!then->stray && won_otherwise(r, next));
    return open || (then->stray && other == own) ? own : 0;
}

/* The same of a named lead behind which up to `end`, the next name, none is said. */
static int wrong_name(const struct round *r, int lead, int *end)
{
    const struct play *const play = r->trick.play, *const p = &play[lead];
    *end = lead + 1;
    if (!p->lead || !p->named)
        return 0;
    while (*end < r->trick.plays && !play[*end].named)
        (*end)++;
    if (*end - lead < r->hands.players)
        return 0;
    return wrong_by(r, lead, *end);
}

/* Of like cards the one that a fact is about: the `nth` known there, or one that is known nowhere. */
static int card_of_fact(const struct round *r, const struct sighting *fact, int nth)
{
    const struct hands *h = &r->hands;
    const uint64_t copies = round_copies(r, round_code(r->game, fact->card)), left = copies & ~h->out;
    if (!(copies & (copies - 1)))
        return fact->card;
    if (fact->how != SEEN_TAKEN)
        return hands_bit(h, fact->seat, copies, nth);
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

/* The play that this fact is of, and that is not told yet; -1: it is of none. */
static int play_of_fact(const struct round *r, const struct sighting *fact, uint64_t told)
{
    for (int i = 0; i < r->trick.plays && (fact->how == SEEN_PLAYED || fact->how == SEEN_TAKEN); i++) {
        const struct play *p = &r->trick.play[i];
        if (p->line == fact->line && round_code(r->game, p->card) == round_code(r->game, fact->card) && !(told & bit(i)))
            return i;
    }
    return -1;
}

/* All facts told anew; these plays are of their seats, whether that was known before or not. False: they do not fit. */
static bool tell_anew(struct round *r, int from, int end)
{
    const struct hands before = r->hands;
    uint64_t told = 0;
    hands_rewind(&r->hands, 0);
    for (const struct sighting *fact = before.row; fact < before.row + before.count; fact++) {
        struct sighting anew = *fact;
        const int play = play_of_fact(r, fact, told);
        if (play >= from && play < end) {
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
    return round_fits(r);
}

/* Who was excused in this trick still is, with another card. */
static void turn_duties(struct round *r, int lead, int by)
{
    struct play *const play = &r->trick.play[lead];
    const int players = r->hands.players;
    bool excused[HANDS_MOST] = {false};
    uint8_t duty = ANY_CARD;
    assert(players > 0);
    excused[play->seat] = play->excused;
    for (int i = 1; i < players && !play[i].lead; i++) {
        excused[play[i].seat] = play[i].duty == ANY_CARD;
        duty = play[i].duty != ANY_CARD ? play[i].duty : duty;
    }
    for (int i = 1; i < players && !play[i].lead; i++)
        play[i].duty = excused[(play[i].seat + by) % players] ? ANY_CARD : duty;
}

/* These plays were each made by the seat so many further clockwise. */
static bool turn_plays(struct round *r, int from, int end, int by)
{
    for (int i = from; i < end; i++)
        if (r->trick.play[i].lead)
            turn_duties(r, i, by);
    for (int i = from; i < end; i++)
        r->trick.play[i].seat = (uint8_t)((r->trick.play[i].seat + by) % r->hands.players);
    return tell_anew(r, from, end);
}

/* Was the next round said where whole tricks lack of this one, and nothing more of it since? */
static bool lacks_rows(const struct round *r)
{
    return r->next && r->stage == DURING && r->kept == BY_PLAYS && r->layout == ROWS_OF_TRICKS && r->lost_line == 0
        && trick_cards(&r->trick) == 0 && r->trick.plays == r->next_play;
}

/* Cards held before a play may have gone with the row that was left out, and blue may have come out by it. */
static void leave_out_a_row(struct round *r)
{
    for (int i = 0; i < r->trick.plays; i++) {
        struct play *const p = &r->trick.play[i];
        p->since = p->since > p->line - 1 ? p->since : p->line - 1;
        if (p->lead)
            play_excuse(&r->trick, i);
    }
}

const void *round_reading(const void *state, void *copy, size_t size, const struct setting *setting)
{
    const struct round *r = state;
    if (r->stage == BEFORE || (!r->strayed && r->doubted == 0 && !lacks_rows(r)))
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
    if (lacks_rows(r)) {
        memcpy(copy, state, size);
        leave_out_a_row(copy);
        if (offences(copy, setting) < offences(state, setting))
            return copy;
    }
    return state;
}
