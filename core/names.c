/*
 * A name out of turn that is the wrong one: what was played since turns with it. Here it is put right as the next line shows
 * it; what only the whole round shows is in reading.c. See round.h.
 */
#include "round.h"

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

bool round_tell_anew(struct round *r, int from, int end)
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
    struct play *const play = r->trick.play;
    const int players = r->hands.players, end = round_next_lead(r, lead);
    bool excused[HANDS_MOST] = {false};
    uint8_t duty = ANY_CARD;
    assert(players > 0);
    excused[play[lead].seat] = play[lead].excused;
    for (int i = lead + 1; i < end; i++) {
        excused[play[i].seat] = play[i].duty == ANY_CARD;
        duty = play[i].duty != ANY_CARD ? play[i].duty : duty;
    }
    for (int i = lead + 1; i < end; i++)
        play[i].duty = excused[(play[i].seat + by) % players] ? ANY_CARD : duty;
}

void round_turn_plays(struct round *r, int from, int end, int by)
{
    for (int i = from; i < end; i++)
        if (r->trick.play[i].lead)
            turn_duties(r, i, by);
    for (int i = from; i < end; i++)
        r->trick.play[i].seat = (uint8_t)((r->trick.play[i].seat + by) % r->hands.players);
}

/* The play of the trick on the table that is out of turn, by its name; -1: there is none. */
static int find_wrongly_named(const struct round *r)
{
    const struct trick *t = &r->trick;
    for (int i = t->first; i < t->plays; i++)
        if (t->play[i].stray && !play_disowned(&t->play[i]))
            return i;
    return NOBODY;
}

bool round_lay_clockwise(struct play *play, int from, int end, int players, uint8_t *has)
{
    int seat = play[from].due;
    assert(seat >= 0);      /* else it was not out of turn */
    for (int i = from; i < end; i++) {
        while (*has & 1u << seat)
            seat = next_clockwise(seat, players);
        if ((!play[i].lead && play[i].duty == ANY_CARD) || (i > from && play[i].named && play[i].seat != seat))
            return false;
        play[i].seat = (uint8_t)seat;
        *has |= (uint8_t)(1u << seat);
    }
    return true;
}

/* So were those of the trick on the table. */
static bool lay_open_trick(struct trick *t, int from, int players)
{
    struct play *const play = t->play;
    for (int i = from; i < t->plays; i++)
        t->on_table &= (uint8_t)~(1u << play[i].seat);
    if (!round_lay_clockwise(play, from, t->plays, players, &t->on_table))
        return false;
    play[from].stray = false;
    t->leader = (int8_t)play[t->first].seat;
    return true;
}

bool round_put_in_turn(struct round *r, int seat)
{
    const int from = find_wrongly_named(r);
    if (from < 0)
        return false;
    const struct round before = *r;
    if (lay_open_trick(&r->trick, from, r->hands.players) && !(r->trick.on_table & 1u << seat)
        && round_tell_anew(r, from, r->trick.plays)) {
        r->before_turn = r->lead_before_turn = false;
        r->trick.kept = 0;
        return true;
    }
    *r = before;
    return false;
}

/* The last play whose seat was said, if it was out of turn: all since follow from its name. NOBODY: there is none. */
static int last_name_out_of_turn(const struct round *r)
{
    int last = r->strayed && r->kept == BY_PLAYS ? r->trick.plays - 1 : NOBODY;
    while (last >= 0 && !r->trick.play[last].named)
        last--;
    const struct play *const p = &r->trick.play[last >= 0 ? last : 0];
    const bool runs_on = last > 0 && !p->lead && p[-1].stray;      /* with another: a line is missing rather */
    return last >= 0 && p->stray && p->due >= 0 && !play_disowned(p) && r->lost_line < p->line && !runs_on ? last : NOBODY;
}

enum { CANNOT_BE = -1 };

/* So were those of a whole trick, from this one on. How many seats further is who won it then? */
static int lay_whole_trick(struct round *r, int lead, int stray, int end)
{
    struct play *const play = r->trick.play;
    const int players = r->hands.players, won = end < r->trick.plays ? play[end].seat : r->trick.leader;
    int best = lead;
    uint8_t has = 0;
    assert(players > 0);
    for (int i = lead; i < end; i++) {
        best = play[i].seat == won ? i : best;
        has |= (uint8_t)(i < stray ? 1u << play[i].seat : 0);
    }
    if (won < 0 || end - lead != players || !round_lay_clockwise(play, stray, end, players, &has))
        return CANNOT_BE;
    return (play[best].seat - won + players) % players;
}

/* This play was of the seat that was on turn, and those since follow from that; all tricks since its own began turn so far. */
static int play_in_turn(struct round *r, int lead, int stray)
{
    struct trick *const t = &r->trick;
    const int players = r->hands.players, end = lead == stray ? stray : round_next_lead(r, stray);
    assert(players > 0);
    const int by = lead == stray ? (t->play[stray].due - t->play[stray].seat + players) % players
                                 : lay_whole_trick(r, lead, stray, end);
    if (by < 0)
        return by;
    round_turn_plays(r, end, t->plays, by);
    t->winner = (int8_t)(t->winner < 0 ? t->winner : (t->winner + by) % players);
    t->leader = (int8_t)(t->leader < 0 ? t->leader : (t->leader + by) % players);
    t->on_table = 0;
    for (int i = t->first; i < t->plays; i++)
        t->on_table |= (uint8_t)(1u << t->play[i].seat);
    t->play[stray].stray = false;
    return by;
}

/*
 * … if that fits what was seen, and `wanted`, or NOBODY, is on turn then; for `wanted`, who else is out of turn now, not if more rules
 * are broken so.
 */
static bool turn_since_name(const struct act *a, int wanted)
{
    struct round *r = a->state;
    struct trick *const t = &r->trick;
    const int stray = last_name_out_of_turn(r);
    int lead = stray;
    if (stray < 0 || r->game->turned == NULL)
        return false;
    const unsigned broken = wanted >= 0 ? round_broken(r, a->setting) + 1 : 0;
    const struct round before = *r;
    while (!t->play[lead].lead)
        lead--;
    const bool open = lead < stray && lead == t->first;
    const int by = !open ? play_in_turn(r, lead, stray) : lay_open_trick(t, stray, r->hands.players) ? 0 : CANNOT_BE;
    if (by < 0 || (wanted >= 0 && round_player(r) != wanted) || !round_tell_anew(r, stray, t->plays)
        || (wanted >= 0 && round_broken(r, a->setting) > broken) || (by > 0 && !r->game->turned(a, lead, by))) {
        *r = before;
        return false;
    }
    r->before_turn = r->lead_before_turn = false;
    t->kept = 0;
    return true;
}

bool round_may_turn_back(const struct round *r)
{
    return r->game->turned != NULL && r->stage == DURING && last_name_out_of_turn(r) >= 0;
}

void round_turn_back(const struct act *a) { turn_since_name(a, NOBODY); }

void round_bear_out(const struct act *a, int seat, int code)
{
    struct round *r = a->state;
    const struct round before = *r;
    const int due = round_player(r);
    if (due < 0 || due == seat || r->trick.on_table & 1u << seat)
        return;
    if (round_put_in_turn(r, seat) && round_player(r) == seat
        && hands_copy_held(&r->hands, seat, round_copies(r, code), 0) != NO_CARD)
        return;
    *r = before;
    turn_since_name(a, seat);
}

/* Would every lead of the last two tricks, and this one, be in its turn if the first of these stood behind the second? */
static bool exchanged(const struct round *r, int expected, int seat)
{
    const struct play *lead[2] = {NULL, NULL};
    for (int i = r->trick.plays - 1; i >= 0 && lead[0] == NULL; i--)
        if (r->trick.play[i].lead)
            lead[lead[1] != NULL ? 0 : 1] = &r->trick.play[i];
    return lead[0] != NULL && lead[0]->stray && lead[0]->due == lead[1]->seat && lead[1]->due == seat
        && lead[0]->seat == expected;
}

/* A lead by which all turns since follow, since no name tells; or a card that won the last trick; or two tricks exchanged. */
bool round_turned_by_name(const struct round *r, int expected, int seat)
{
    const struct play *const play = r->trick.play, *p = r->trick.plays > 0 ? &play[r->trick.plays - 1] : NULL;
    const int players = r->hands.players;
    assert(players > 0);
    while (p != NULL && !p->named)
        p = p > play ? p - 1 : NULL;
    if (exchanged(r, expected, seat))
        return true;
    if (p == NULL || !p->stray)
        return false;
    if (p->lead)
        return (expected + p->due - p->seat + players) % players == seat;
    return p->trick == r->trick.done && p->seat == expected && p->due == seat;
}
